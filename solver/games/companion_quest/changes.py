"""What changes the means of a gnome in a turn: abilities and snacks in use, and dice that wake companions.

All of it is what the whole game allows where nothing depends on dice: an ability on dice finds dice to begin with, and
nobody comes into the wilderness. A change is told by what it adds to the number of the means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from solver.games.companion_quest.abilities import Ability, AnyColour, Refresh, Tame, Wake
from solver.games.companion_quest.content import Gnome
from solver.games.companion_quest.manipulate import MOST_ROUSED, OF_DICE, can_call, can_tame, worth_waking
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


Read = tuple[list[tuple[int, int]], list[tuple[Ability, int]]]
"""Abilities on dice by their numbers with what their use adds, and others with the bit that is lost by their use."""


class _Own(NamedTuple):
    """What depends on the own part of the means alone: changes by own cards and by snacks, and what others change.

    Parameters
    ----------
    uses, steps, eaten : by the abilities of own cards, on dice and other ones, and by snacks
    resting : the bits of who rests
    tamed, refreshed : what it adds to tame a companion of the wilderness, and to refresh the own gnome
    """

    uses: list[tuple[int, int]]
    steps: list[int]
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
        self._own, self._bits = [(card, bit) for card, bit in companions if bit & means.own], means.own
        self._wild, self._all = means.wild, means.ready - 1
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
        self._by_card: dict[int, Read] = {}
        self._by_awake: dict[int, Read] = {}
        self._by_resting: dict[int, tuple[list[int], list[int]]] = {}
        self._by_wild: dict[int, list[int]] = {}
        self._by_sleepers: dict[int, list[Waking]] = {}

    def changes(self, number: int) -> Changes:
        """The changes by abilities and snacks."""
        part = number & self._part
        own = self._by_part.get(part) or self._looked_at(part)
        steps, uses = own.steps, own.uses
        for gnome, ready in self._others:
            if ready & number:
                dice, others = self._by_card.get(ready) or self._read((gnome.ability,), ready)
                uses = [*uses, *dice]
                for does, bit in others:
                    steps = [*steps, *[adds - bit for adds in self._done(does, own)]]
        return Changes([*steps, *own.eaten] if number >= self._snack else steps, uses)

    def woken(self, number: int) -> list[Waking]:
        """Whom dice can wake, by their colours."""
        part = number & self._all
        found = self._by_sleepers.get(part)
        if found is None:
            there = part | part // self._wild
            found = self._by_sleepers[part] = [one for one in self._woken if not one[1] & there]
        return found

    def could_tame(self, number: int) -> bool:
        """Whether somebody could be tamed if there were somebody in the wilderness."""
        ready = [card.abilities for card, bit in self._own if bit & number]
        ready += [(gnome.ability,) for gnome, bit in self._others if bit & number]
        if self.means.gnomes and self._ready & number and self._calls:
            ready.append((self._gnome(number).ability,))
        tames = any(isinstance(does, Tame) for each in ready for does in each)
        return tames or (self._tames and number >= self._snack)

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
        awake, wild = part & self._bits, part // self._wild & self._bits
        uses, others = self._by_awake.get(awake) or self._used(awake)
        resting, worth = self._by_resting.get(awake | wild) or self._rest(awake | wild)
        tamed = self._by_wild.get(wild)
        if tamed is None:
            there = [bit for _, bit in self._own if bit & wild and self._tames]
            tamed = self._by_wild[wild] = [bit - bit * self._wild for bit in there]
        ready = self._ready & part
        refreshed = [] if ready else self._refreshed(part)
        own = _Own(uses, [], [], resting, tamed, refreshed)
        for does, bit in others:
            own.steps.extend(adds - bit for adds in self._done(does, own))
        if self.means.gnomes and ready and self._calls:
            dice, others = self._read((self._gnome(part).ability,), ready)
            own = own._replace(uses=uses + dice, refreshed=self._refreshed(part))  # it is not ready by then
            for does, bit in others:
                own.steps.extend(adds - bit for adds in self._done(does, own))
        own.eaten.extend(adds - self._snack for adds in (*refreshed, *worth, *tamed))
        self._by_part[part] = own
        return own

    def _used(self, awake: int) -> Read:
        """The abilities of all who are awake."""
        found = self._by_awake[awake] = [], []
        for card, bit in self._own:
            if bit & awake:
                dice, others = self._by_card.get(bit) or self._read(card.abilities, bit)
                found[0].extend(dice)
                found[1].extend(others)
        return found

    def _rest(self, there: int) -> tuple[list[int], list[int]]:
        """Who rests, and who of them is worth a snack."""
        resting = [(card, bit) for card, bit in self._own if not bit & there]
        found = [bit for _, bit in resting], [bit for card, bit in resting if worth_waking(card)]
        self._by_resting[there] = found
        return found

    def _gnome(self, number: int) -> Gnome:
        """Alone, which gnome it is."""
        means = self.means
        return self.setting.box.gnomes[means.gnomes[number % means.snack // means.gnome]]

    def _refreshed(self, part: int) -> list[int]:
        """What it adds to refresh the own gnome, which is not ready; alone, one for each that can take its place."""
        if not self.means.gnomes:
            return [self._ready]
        own, gnome = part // self.means.gnome, self.means.gnome
        return [self._ready + (at - own) * gnome for at in range(len(self.means.gnomes)) if at != own]

    # ----- abilities --------------------------------------------------------------------------------------

    def _read(self, abilities: Sequence[Ability], bit: int) -> Read:
        """The abilities of a card, kept by its bit, which it loses by their use."""
        dice = [does for does in abilities if isinstance(does, ON_DICE)]
        uses = [(self.abilities.setdefault(does, len(self.abilities)), -bit) for does in dice]
        found = self._by_card[bit] = uses, [(does, bit) for does in abilities if does not in dice]
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
    """The companions that can be woken together, one at least and so many at most.

    >>> _together([1, 2, 4], 2)
    [3, 5, 1, 6, 2, 4]
    """
    if most == 1:
        return bits
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
