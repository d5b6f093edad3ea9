"""What changes the means of a gnome in a turn: abilities and snacks in use, and dice that wake companions.

All of it is what the whole game allows where nothing depends on dice: an ability on dice finds dice to begin with, and
nobody comes into the wilderness. A change is told by what it adds to the number of the means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solver.games.companion_quest.abilities import Ability, AnyColour, Refresh, Tame, Wake
from solver.games.companion_quest.manipulate import MOST_ROUSED, OF_DICE, can_call, can_tame, worth_waking
from solver.games.companion_quest.content import Companion, Gnome
from solver.games.companion_quest.means import Means
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, State
from solver.manipulation import Gain, Recolour, Shift

ON_DICE = (*OF_DICE, AnyColour)
WITHOUT_CHANCE = (Shift, Recolour, AnyColour)

Using = tuple[str, Ability | None, int]
"""Whose ability is used, which one, and what that adds; of a snack no card and no ability."""


class Changes(NamedTuple):
    """The changes from some means on, as what they add to their number.

    Parameters
    ----------
    steps : of those that need no die
    uses : of abilities on dice, each with its number
    """

    steps: list[int]
    uses: list[tuple[int, int]]


Wakings = list[list[tuple[int, bool]]]
"""For each colour of a die, whom it can wake, as what that adds, and whether that one can lead to a roll."""


class Changing:
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
    >>> changing, number = Changing(Setting(2), state, means, COLOURS), means.number(state.seats, ())
    >>> changing.changes(number) == ([1 - means.snack], [(0, -2 * means.ready)])
    True
    >>> changing.woken(number)[COLOURS.index("blue")]
    [(1, True)]
    """

    def __init__(self, setting: Setting, state: State, means: Means, colours: Iterable[str]) -> None:
        self.setting, self.means = setting, means
        self.abilities: dict[Ability, int] = {}
        companions = [(setting.box.companions[name], bit) for name, bit in means.companions.items()]
        self._own = [(card, bit) for card, bit in companions if bit & means.own]
        self._ready, self._snack = means.ready << state.turn, means.snack
        self._calls, self._tames = can_call(setting, state), can_tame(setting, state)
        self._called = [
            (setting.box.gnomes[seat.gnome], means.ready << at)
            for at, seat in enumerate(state.seats)
            if at != state.turn and self._calls
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
        self._by_companions: dict[int, Changes] = {}
        self._by_gnome: dict[int, Changes] = {}
        self._by_snack: dict[int, Changes] = {}
        self._waking: dict[int, Wakings] = {}

    # ----- all changes ------------------------------------------------------------------------------------

    def changes(self, number: int) -> Changes:
        """The changes by abilities and snacks."""
        part = number & self._part
        steps, uses = self._by_companions.get(part) or self._keep(self._by_companions, part, self._used(part))
        for gnome, ready in self._called:
            if ready & number:
                key = ready | part
                more = self._by_gnome.get(key) or self._keep(self._by_gnome, key, self._help(gnome, ready, part))
                steps, uses = [*steps, *more.steps], [*uses, *more.uses]
        if number >= self._snack:
            more = self._by_snack.get(part) or self._keep(self._by_snack, part, self._eaten(part))
            steps = [*steps, *more.steps]
        return Changes(steps, uses)

    def using(self, number: int) -> Iterator[Using]:
        """The changes by abilities and snacks, one by one with their cards."""
        part = number & self._part
        yield from self._used(part)
        for gnome, ready in self._called:
            if ready & number:
                yield from self._help(gnome, ready, part)
        if number >= self._snack:
            yield from self._eaten(part)

    def _keep(self, known: dict[int, Changes], key: int, found: Iterable[Using]) -> Changes:
        """What is found, which is known from then on."""
        changes = known[key] = Changes([], [])
        for _, does, adds in found:
            if isinstance(does, ON_DICE):
                changes.uses.append((self.abilities.setdefault(does, len(self.abilities)), adds))
            else:
                changes.steps.append(adds)
        return changes

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

    def _used(self, part: int) -> Iterator[Using]:
        """By companions that are awake, and then rest; alone by the gnome, if it is ready, which then is not."""
        for card, bit in self._own:
            if bit & part:
                for does in card.abilities:
                    yield from self._done(card.name, does, part - bit, -bit, bit)
        if self.means.gnomes and self._ready & part and self._calls:
            gnome = self.setting.box.gnomes[self.means.gnomes[part // self.means.gnome]]
            yield from self._done(gnome.name, gnome.ability, part - self._ready, -self._ready)

    def _help(self, gnome: Gnome, ready: int, part: int) -> Iterator[Using]:
        """By another gnome that is ready, and then is not."""
        return self._done(gnome.name, gnome.ability, part, -ready)

    def _eaten(self, part: int) -> Iterator[Using]:
        """By a snack."""
        woken = [bit for card, bit in self._resting(part) if worth_waking(card)]
        for adds in (*self._refreshed(part), *woken, *self._tamed(part)):
            yield "", None, adds - self._snack

    # ----- what an ability does ---------------------------------------------------------------------------

    def _done(self, card: str, does: Ability, part: int, adds: int, source: int = 0) -> Iterator[Using]:
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
                found = [0]
        return ((card, does, adds + more) for more in found)

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
