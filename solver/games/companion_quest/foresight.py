"""Looking ahead to the end of one's turn: what the dice come to at best, and what abilities would add to it.

Dice are placed by the kernel, over all cards at once. Abilities on dice are looked at a few ahead, and what is rolled
for them by its mean. What follows after that, and the turns of others, are left out: this is for players of whole
games, who have thousands of choices to make, and not for advice.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from solver import _allot
from solver.dice import Rolled
from solver.games.companion_quest.allot import PROGRESS_BITS, before, numbers, packed
from solver.games.companion_quest.manipulate import OF_DICE
from solver.games.companion_quest.objectives import Progress, worth_of
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, Dice, State, without
from solver.manipulation import OfDice, Recolour, Reroll, Shift

SCALE = 6**4
"""What hands come to is told in such parts, so that means over dice that are rolled are whole numbers, or nearly so."""

FACES = range(1, 7)


class Source(NamedTuple):
    """An ability on dice that can still be used, and whose it is; of what one has only one ability is used."""

    owner: str
    does: OfDice
    cost: int


def sources(setting: Setting, state: State, progress: Progress) -> tuple[Source, ...]:
    """The abilities on dice that the gnome on turn can use, with the progress that is lost by it."""
    box, alone = setting.box, len(state.seats) == 1
    found = [
        Source(name, does, progress.awake)
        for name in state.mover.awake
        for does in box.companions[name].abilities
        if isinstance(does, OF_DICE)
    ]
    active = box.quests[state.quests[0]].flag if state.quests else ""
    for at, seat in enumerate(state.seats if active != "no-calling" else ()):
        does = box.gnomes[seat.gnome].ability
        if seat.ready and (at != state.turn or alone) and isinstance(does, OF_DICE):
            found.append(Source(seat.gnome, does, progress.ready))
    return tuple(found)


class Sight:
    """What hands come to in one position, the cards as they lie.

    Parameters
    ----------
    setting, state : the position
    progress : what is worth how much where the chase is the same
    """

    def __init__(self, setting: Setting, state: State, progress: Progress) -> None:
        self.state = state
        self._flat = packed(setting, state, "chase", progress)
        self._there = before(state, progress)
        self._known: dict[Dice, int] = {}

    def worth(self, hands: Iterable[Dice]) -> list[int]:
        """What hands come to, placed as well as can be: the chase first, then progress."""
        wanted = list(hands)
        fresh = list(dict.fromkeys(hand for hand in wanted if hand not in self._known))
        if fresh:
            width = max(1, *map(len, fresh))
            flat = array("i", [-1]) * (width * len(fresh))
            for row, hand in enumerate(fresh):
                flat[row * width : row * width + len(hand)] = numbers(hand)
            found = array("q", bytes(8 * len(fresh)))
            _allot.keys(self._flat, memoryview(flat).cast("B").cast("i", (len(fresh), width)), found)
            self._known.update(zip(fresh, (SCALE * (key + self._there) for key in found), strict=True))
        return [self._known[hand] for hand in wanted]

    def plan(self, able: Sequence[Source], depth: int) -> int:
        """What the hand comes to if up to so many of these abilities are used on it first."""
        self.worth(self._reached(self.state.hand, tuple(able), depth))
        return self._best(self.state.hand, tuple(able), depth)

    def _reached(self, hand: Dice, able: tuple[Source, ...], depth: int) -> Iterator[Dice]:
        yield hand
        for source in able if depth else ():
            rest = _without(able, source)
            for after in self._ways(hand, source.does):
                for one in after:
                    yield from self._reached(one, rest, depth - 1)

    def _best(self, hand: Dice, able: tuple[Source, ...], depth: int) -> int:
        best = self._known[hand]
        for source in able if depth else ():
            rest, times = _without(able, source), getattr(source.does, "times", 1)
            for after in self._ways(hand, source.does):
                values = [self._best(one, rest, depth - 1) for one in after]
                mean = sum(values) // len(values)
                for _ in range(times - 1):
                    mean = sum(max(value, mean) for value in values) // len(values)
                best = max(best, mean - SCALE * source.cost)
        return best

    def _ways(self, hand: Dice, does: OfDice) -> Iterator[list[Dice]]:
        """The uses of an ability on one die, each with the hands that come of it, equally likely."""
        for die in dict.fromkeys(hand):
            others = without(hand, die)
            for shown in _shown(die, does, self.state):
                yield [tuple(sorted((*others, one))) for one in shown]


def _without(able: tuple[Source, ...], source: Source) -> tuple[Source, ...]:
    return tuple(one for one in able if one.owner != source.owner)


def _shown(die: Rolled, does: OfDice, state: State) -> Iterator[list[Rolled]]:
    """What an ability can make of a die, for each use the dice that may come of it."""
    match does:
        case Reroll():
            yield [Rolled(die.colour, face) for face in FACES]
        case Shift(steps, ways=ways):
            assert isinstance(die.face, int)
            up = range(1, steps + 1) if ways != "down" else range(0)
            down = range(1, steps + 1) if ways != "up" else range(0)
            faces = dict.fromkeys(
                (*((die.face + n - 1) % 6 + 1 for n in up), *((die.face - n - 1) % 6 + 1 for n in down))
            )
            yield from ([Rolled(die.colour, face)] for face in faces)
        case Recolour(colours):
            for colour, left in zip(COLOURS, state.supply(), strict=True):
                if left and colour != die.colour and (not colours or colour in colours):
                    yield [Rolled(colour, die.face)]


def ended(setting: Setting, state: State, progress: Progress) -> int:
    """What the turn comes to if it ends now, in the same measure."""
    goal, left = worth_of(setting, state, "chase", progress)
    return SCALE * ((goal << PROGRESS_BITS) + left)
