"""What changes the means of a gnome in a turn: abilities and snacks in use, and dice that wake companions.

All of it is what the whole game allows where nothing depends on dice: an ability on dice finds dice to begin with, and
nobody comes into the wilderness. A change is told by what it adds to the number of the means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solver.games.companion_quest.abilities import Ability, AnyColour, Refresh, Tame, Wake
from solver.games.companion_quest.manipulate import MOST_ROUSED, can_call, can_tame, worth_waking
from solver.games.companion_quest.content import Companion
from solver.games.companion_quest.means import Means
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, State
from solver.manipulation import Gain, Recolour, Shift

WITHOUT_CHANCE = (Shift, Recolour, AnyColour)

NO_DICE = -1
"""In the place of an ability on dice, where a change is by none."""


class Change(NamedTuple):
    """A change by an ability or a snack.

    Parameters
    ----------
    adds : to the number of the means
    ability : the number of an ability on dice, or `NO_DICE`
    card : whose ability it is; empty for a snack
    """

    adds: int
    ability: int = NO_DICE
    card: str = ""


Wakings = list[list[tuple[int, bool]]]
"""For each colour of a die, whom it can wake, as what that adds, and whether that one can lead to a roll."""


class Changes:
    """What can change the means of a turn.

    Parameters
    ----------
    state : where the turn stands
    means : how means are told by numbers
    colours : of the dice that may come to be placed

    Attributes
    ----------
    abilities : those on dice that were found, with their numbers

    Examples
    --------
    >>> from solver.games.companion_quest.means import means_of
    >>> from solver.games.companion_quest.state import Seat
    >>> state = State((Seat("crumbles", snacks=1, resting=("prost",)), Seat("bubbles")))
    >>> means = means_of(Setting(2), state)
    >>> changes = Changes(Setting(2), state, means, COLOURS)
    >>> [(change.ability, change.card) for change in changes.of(means.number(state.seats, ()))]
    [(0, 'bubbles'), (-1, '')]
    >>> changes.woken(means.number(state.seats, ()))[COLOURS.index("blue")]
    [(1, True)]
    """

    def __init__(self, setting: Setting, state: State, means: Means, colours: Iterable[str]) -> None:
        self.setting, self.means = setting, means
        self.abilities: dict[Ability, int] = {}
        companions = [(setting.box.companions[name], bit) for name, bit in means.companions.items()]
        self._own = [(card, bit) for card, bit in companions if bit & means.own]
        self._ready, self._snack = means.ready << state.turn, means.snack
        self._calls, self._tames = can_call(setting, state), can_tame(setting, state)
        self._others = [
            (setting.box.gnomes[seat.gnome], means.ready << at)
            for at, seat in enumerate(state.seats)
            if at != state.turn
        ]
        self._by_colour = [
            [
                (bit, not all(isinstance(does, WITHOUT_CHANCE) for does in card.abilities))
                for card, bit in (companions if setting.rules.wake_whose == "any_player" else self._own)
                if card.wake == colour and colour in colours
            ]
            for colour in COLOURS
        ]
        # an own part of the means, on which alone depends what each card can do
        self._part = means.own * (1 + means.wild) | self._ready | (means.snack - means.gnome)
        self._by_companions: dict[int, list[Change]] = {}
        self._by_gnome: dict[tuple[int, int], list[Change]] = {}
        self._by_snack: dict[int, list[Change]] = {}
        self._waking: dict[int, Wakings] = {}

    # ----- all changes ------------------------------------------------------------------------------------

    def of(self, number: int) -> list[Change]:
        """The changes by abilities and snacks, in the order in which the game names its actions."""
        part = number & self._part
        found = self._by_companions.get(part)
        if found is None:
            found = self._by_companions[part] = list(self._used(part))
        if self._calls:
            found = [*found, *self._called(number, part)]
        if number < self._snack:
            return found
        eaten = self._by_snack.get(part)
        if eaten is None:
            eaten = self._by_snack[part] = list(self._eaten(part))
        return [*found, *eaten]

    def woken(self, number: int) -> Wakings:
        """Whom dice of each colour can wake."""
        part = number & (self.means.ready - 1)
        found = self._waking.get(part)
        if found is None:
            there = part | part // self.means.wild
            found = [[(bit, leads) for bit, leads in one if not bit & there] for one in self._by_colour]
            self._waking[part] = found
        return found

    # ----- whose ability it is ----------------------------------------------------------------------------

    def _used(self, part: int) -> Iterator[Change]:
        """By companions that are awake, and then rest."""
        for card, bit in self._own:
            if bit & part:
                for does in card.abilities:
                    yield from self._done(does, card.name, part - bit, -bit, bit)

    def _called(self, number: int, part: int) -> Iterator[Change]:
        """By gnomes that are ready, and then are not: the others, or alone the own one."""
        if self.means.gnomes and self._ready & part:
            gnome = self.setting.box.gnomes[self.means.gnomes[part // self.means.gnome]]
            yield from self._done(gnome.ability, gnome.name, part - self._ready, -self._ready)
        for gnome, ready in self._others:
            if ready & number:
                found = self._by_gnome.get((ready, part))
                if found is None:
                    found = list(self._done(gnome.ability, gnome.name, part, -ready))
                    self._by_gnome[ready, part] = found
                yield from found

    def _eaten(self, part: int) -> Iterator[Change]:
        """By a snack."""
        yield from (Change(adds - self._snack) for adds in self._refreshed(part))
        yield from (Change(bit - self._snack) for card, bit in self._resting(part) if worth_waking(card))
        yield from (Change(adds - self._snack) for adds in self._tamed(part))

    # ----- what an ability does ---------------------------------------------------------------------------

    def _done(self, does: Ability, card: str, part: int, adds: int, source: int = 0) -> Iterator[Change]:
        """By an ability of a card, whose use adds so much to begin with and comes to this part."""
        match does:
            case Gain(tokens):
                found = [tokens * self._snack]
            case Wake(most):
                found = _together([bit for _, bit in self._resting(part) if bit != source], min(most, MOST_ROUSED))
            case Refresh():
                found = self._refreshed(part)
            case Tame():
                found = self._tamed(part)
            case _:
                yield Change(adds, self.abilities.setdefault(does, len(self.abilities)), card)
                return
        yield from (Change(adds + more, card=card) for more in found)

    def _resting(self, part: int) -> Iterator[tuple[Companion, int]]:
        """The own companions that rest."""
        there = part | part // self.means.wild
        return ((card, bit) for card, bit in self._own if not bit & there)

    def _refreshed(self, part: int) -> list[int]:
        """What it adds to refresh the own gnome if it is not ready; alone, one for each that can take its place."""
        if self._ready & part:
            return []
        own, gnome = part // self.means.gnome, self.means.gnome
        others = [(at - own) * gnome for at in range(len(self.means.gnomes)) if at != own]
        return [self._ready + one for one in (others if self.means.gnomes else [0])]

    def _tamed(self, part: int) -> list[int]:
        """What it adds to tame each companion of the wilderness."""
        wild = self.means.wild
        return [bit - bit * wild for _, bit in self._own if bit * wild & part] if self._tames else []


def _together(bits: list[int], most: int) -> list[int]:
    """The companions that can be woken together, at least one, in the order in which they are chosen one by one.

    >>> _together([1, 2, 4], 2)
    [3, 5, 1, 6, 2, 4]
    """
    found: dict[int, None] = {}

    def choose(woken: int, left: int) -> None:
        for bit in bits:
            more = woken | bit
            if more != woken and more not in found:
                if left > 1:
                    choose(more, left - 1)
                found[more] = None

    choose(0, most)
    return list(found)
