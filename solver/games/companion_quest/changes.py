"""What changes the means of a gnome in a turn: abilities and snacks in use, and dice that wake companions.

All of it is what the whole game allows where nothing depends on dice: an ability on dice finds dice to begin with, and
nobody comes into the wilderness. A change is told by what it adds to the number of the means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from solver.games.companion_quest.abilities import Ability, AnyColour, Refresh, Tame, Wake
from solver.games.companion_quest.manipulate import MOST_ROUSED, OF_DICE, can_call, can_tame, worth_waking
from solver.games.companion_quest.content import Gnome
from solver.games.companion_quest.means import Means
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, State
from solver.manipulation import Gain, Recolour, Shift

ON_DICE = (*OF_DICE, AnyColour)
WITHOUT_CHANCE = (Shift, Recolour, AnyColour)

class Changes(NamedTuple):
    """The changes from some means on, as what they add to their number.

    Parameters
    ----------
    steps : of those that need no die
    uses : of abilities on dice, each with its number
    """

    steps: list[int]
    uses: list[tuple[int, int]]


Waking = tuple[int, int, bool]
"""The colour of a die, whom it wakes, as what that adds, and whether that one can lead to a roll."""


class _Own(NamedTuple):
    """What depends on the own part of the means alone: the changes by own cards, by a snack, and what others change.

    Who rests is told by bits, whatever else there is by what it adds.
    """

    used: Changes
    eaten: list[int]
    resting: list[int]
    tamed: list[int]
    refreshed: list[int]


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
    >>> [(COLOURS[colour], adds, leads) for colour, adds, leads in changing.woken(number)]
    [('blue', 1, True)]
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
            if at != state.turn and self._calls
        ]
        self._woken = [
            (number, bit, not all(isinstance(does, WITHOUT_CHANCE) for does in card.abilities))
            for number, colour in enumerate(COLOURS)
            for card, bit in (companions if setting.rules.wake_whose == "any_player" else self._own)
            if card.wake == colour and colour in colours
        ]
        self._part = means.own * (1 + means.wild) | self._ready | (means.snack - means.gnome)
        self._by_part: dict[int, _Own] = {}
        self._by_card: dict[int, tuple[list[tuple[int, int]], list[Ability]]] = {}
        self._by_sleepers: dict[int, list[Waking]] = {}

    def changes(self, number: int) -> Changes:
        """The changes by abilities and snacks."""
        part = number & self._part
        own = self._by_part.get(part) or self._looked_at(part)
        steps, uses = own.used
        for gnome, ready in self._others:
            if ready & number:
                dice, abilities = self._by_card.get(ready) or self._read((gnome.ability,), ready)
                uses = [*uses, *dice]
                for does in abilities:
                    steps = [*steps, *[adds - ready for adds in self._done(does, own)]]
        return Changes([*steps, *own.eaten] if number >= self._snack else steps, uses)

    def woken(self, number: int) -> list[Waking]:
        """Whom dice can wake, by their colours."""
        part = number & (self.means.ready - 1)
        found = self._by_sleepers.get(part)
        if found is None:
            there = part | part // self.means.wild
            found = self._by_sleepers[part] = [one for one in self._woken if not one[1] & there]
        return found

    def card(self, number: int, after: int) -> str:
        """Whose ability leads from one number to another; empty for a snack."""
        gone = number & ~after
        for card, bit in self._own:
            if bit & gone:
                return card.name
        for gnome, ready in self._others:
            if ready & gone:
                return gnome.name
        if self.means.gnomes and self._ready & number:
            gnome = self._gnome(number)
            if self._ready & gone or gnome != self._gnome(after):
                return gnome.name
        return ""

    # ----- the own part -----------------------------------------------------------------------------------

    def _looked_at(self, part: int) -> _Own:
        """What depends on the own part alone, which is kept."""
        wild, snack = self.means.wild, self._snack
        there = part | part // wild
        resting = [bit for _, bit in self._own if not bit & there]
        tamed = [bit - bit * wild for _, bit in self._own if bit * wild & part] if self._tames else []
        ready = self._ready & part
        refreshed = [] if ready else self._refreshed(part)
        worth = [bit for card, bit in self._own if not bit & there and worth_waking(card)]
        eaten = [adds - snack for adds in (*refreshed, *worth, *tamed)]
        own = self._by_part[part] = _Own(Changes([], []), eaten, resting, tamed, refreshed)
        steps, uses = own.used
        for card, bit in self._own:
            if bit & part:
                dice, abilities = self._by_card.get(bit) or self._read(card.abilities, bit)
                uses += dice
                for does in abilities:
                    steps += [adds - bit for adds in self._done(does, own)]
        if self.means.gnomes and ready and self._calls:
            dice, abilities = self._read((self._gnome(part).ability,), ready)
            uses += dice
            refreshable = own._replace(refreshed=self._refreshed(part - ready))  # it is not ready by then
            for does in abilities:
                steps += [adds - ready for adds in self._done(does, refreshable)]
        return own

    def _gnome(self, number: int) -> Gnome:
        """Alone, which gnome it is."""
        means = self.means
        return self.setting.box.gnomes[means.gnomes[number % means.snack // means.gnome]]

    def _refreshed(self, part: int) -> list[int]:
        """What it adds to refresh the own gnome, which is not ready; alone, one for each that can take its place."""
        means = self.means
        own = part // means.gnome
        others = [(at - own) * means.gnome for at in range(len(means.gnomes)) if at != own]
        return [self._ready + one for one in (others if means.gnomes else [0])]

    # ----- abilities --------------------------------------------------------------------------------------

    def _read(self, abilities: Sequence[Ability], bit: int) -> tuple[list[tuple[int, int]], list[Ability]]:
        """The uses of the abilities of a card that are on dice, and the others; what is read is kept by its bit."""
        dice = [does for does in abilities if isinstance(does, ON_DICE)]
        uses = [(self.abilities.setdefault(does, len(self.abilities)), -bit) for does in dice]
        found = self._by_card[bit] = uses, [does for does in abilities if does not in dice]
        return found

    def _done(self, does: Ability, own: _Own) -> list[int]:
        """What an ability that is not on dice adds, besides that it is used."""
        match does:
            case Gain(tokens):
                return [tokens * self._snack]
            case Wake(most):
                return _together(own.resting, min(most, MOST_ROUSED))
            case Refresh():
                return own.refreshed
            case _:
                assert isinstance(does, Tame)
                return own.tamed


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
