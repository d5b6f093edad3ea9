"""What one act more makes of rolls of any number of dice, by charts.

For each act there is a chart of what it leads to, and at its ends stands what that is worth; the best is taken.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from solver import _acts as acts
from solver import _alike as alike
from solver import _charts as kernel
from solver import _pairs as two_dice
from solver import _uses as uses
from solver.games.gnome_kingdom.chance.changes import Packed, painted, turned, unchanged, without
from solver.games.gnome_kingdom.chance.rows import Columns, Op, Program, Worth, appended, entries, made_one
from solver.games.gnome_kingdom.chance.space import FACES

Chart = tuple["array[int]", "array[int]"]
Part = tuple[int, "array[int]", "array[int]", "array[int]", "array[int]", "array[int]", "array[int]"]


@dataclass(frozen=True)
class Ahead:
    """The classes that dice more lead to.

    Parameters
    ----------
    chart : of the classes
    kinds : how many classes of colours there are
    """

    chart: Chart
    kinds: int

    @cached_property
    def one(self) -> list[tuple[Chart, array[int]]]:
        """For each class of colours a chart of the six classes that a die leads to, whichever number leads where."""
        return [kernel.one_more(*self.chart, kind, False) for kind in range(self.kinds)]

    @cached_property
    def each(self) -> tuple[list[Chart], array[int]]:
        """For each class of colours a chart of what the numbers of a die lead to, and the unlike parts it tells of."""
        return _pooled([kernel.one_more(*self.chart, kind, True) for kind in range(self.kinds)])

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The classes of colours that two dice can be of."""
        return [(one, other) for other in range(self.kinds) for one in range(other, self.kinds)]

    @cached_property
    def two(self) -> tuple[list[Chart], array[int]]:
        """For each of these a chart of what two dice lead to, and the unlike blocks: a part for each number."""
        return _pooled([kernel.one_more(*self.each[0][other], one, True) for one, other in self.pairs])


def _pooled(told: Sequence[tuple[Chart, array[int]]]) -> tuple[list[Chart], array[int]]:
    """Charts of sixes as charts whose ends are numbers of the same unlike ones."""
    ids, unlike = alike.distinct(array("I", [number for _, sixes in told for number in sixes]), FACES)
    charts, at = [], 0
    for chart, sixes in told:
        charts.append(kernel.relabelled(*chart, ids[at : at + len(sixes) // FACES]))
        at += len(sixes) // FACES
    return charts, unlike


@dataclass
class Onward:
    """The acts of some bags under way.

    Parameters
    ----------
    program : the tokens
    ahead : what dice more lead to
    columns : the values by class
    """

    program: Program
    ahead: Ahead
    columns: Columns
    parts: list[Part] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.bags, self.kinds = len(self.program.nodes), self.ahead.kinds
        self._worth = array("Q", bytes(16 * self.bags))

    def best(self, most: int, many: array[int], bounded: bool, limit: int) -> tuple[Chart, array[int], bool] | None:
        """The best of all acts, as the kernel tells it."""
        return acts.best(self.parts, self._worth, self.bags, self.kinds * FACES, most, many, bounded, limit)

    def _add(self, to: int, chart: Chart, worth: Worth, ends: array[int], rules: Packed) -> None:
        """One more kind of act, which adds a die to a class of colours, or to none."""
        first = appended(self._worth, worth, self.bags)
        self.parts.append((to, *chart, array("I", [end + first if end else 0 for end in ends]), *rules))

    def rolled_again(self) -> None:
        """A die is rolled again."""
        values, known, factors = self.columns.values, self.columns.known, self.program.factors
        again = entries([op for op in self.program.along if op[3]], 6)
        for kind, (chart, unlike) in enumerate(self.ahead.one if len(again) else ()):
            worth = made_one(uses.along(unlike, again, values, known, factors, self.bags), self.bags)
            self._add(-1, chart, worth, worth.numbers[1::FACES], without(kind, self.kinds))

    def borrowed(self) -> None:
        """One more die is rolled."""
        values, known, factors = self.columns.values, self.columns.known, self.program.factors
        ops = entries(self.program.more, 3)
        for kind, (chart, unlike) in enumerate(self.ahead.one if len(ops) else ()):
            worth = made_one(uses.rolled(unlike, ops, values, known, factors, self.bags), self.bags)
            self._add(kind, chart, worth, worth.numbers[1:], unchanged(self.kinds))

    def same_dice(self, bounded: bool) -> None:
        """A die that is turned, or given another colour: what it is worth is told by the class that it leads to.

        bounded : whether it matters to which class of colours one comes
        """
        turns: dict[int, list[Op]] = {}
        for *entry, times, by, _ in self.program.along:
            for n in range(1, 0 if times else by + 1):
                turns.setdefault(n, []).append((*entry, 1, 1))
        for by, ops in turns.items():
            worth = self._of_classes(ops)
            self._add(-1, self.ahead.chart, worth, worth.numbers[1:], turned(by, self.kinds))
        for kind in range(self.kinds):
            ops = [(*entry, 1, 1) for *entry, mask, _ in self.program.across if mask >> kind & 1]
            if ops:
                worth = self._of_classes(ops)
                to = kind if bounded else -1
                self._add(to, self.ahead.chart, worth, worth.numbers[1:], painted(kind, self.kinds))

    def _of_classes(self, ops: list[Op]) -> Worth:
        values, known = self.columns.values, self.columns.known
        single = array("I", [number for found in range(known) for number in (found, 0)])
        worth = uses.across(single, 1, entries(ops, 5), values, known, self.program.factors, self.bags)
        return made_one(worth, self.bags)

    def two_rolled(self, dice: int, limit: int) -> bool:
        """Two dice are rolled again: what it is worth to begin with a die, knowing what the others are worth then.

        dice : of more dice than that no rolls are asked for
        limit : so many nodes, and so many values, are looked at

        Returns
        -------
        whether they were enough
        """
        program, values, known = self.program, self.columns.values, self.columns.known
        if not program.two:
            return True
        ops = entries([(at, *rest, bag) for at, (bag, *rest) in enumerate(program.two)], 4)
        some, span = len(program.two), program.times * FACES
        each, parts = self.ahead.each
        others, worth, taken_up = self._taken_up(dice)
        first = array("I", range(1, 1 + len(parts) // FACES))  # 0 stands for a task that is filled
        for kind, chart in enumerate(each):
            found = acts.best_of_several(others[kind], worth, some, taken_up, span, self.kinds * FACES, limit)
            if found is None:
                return False
            held, which, ahead = found
            chart, hands = kernel.together(*kernel.relabelled(*chart, first), *held)
            hands = array("I", [max(0, number - 1 + at % 2) for at, number in enumerate(hands)])
            begun = two_dice.in_hand(
                hands, 2, parts, which, ahead, some, program.times, ops, values, known, program.factors, self.bags
            )
            told = made_one(begun, self.bags)
            self._add(-1, chart, told, told.numbers[1:], without(kind, self.kinds))
        return True

    def _taken_up(self, dice: int) -> tuple[list[list[Part]], array[int], array[int]]:
        """For each class of colours of the die in hand what the other may be, and what it is worth to take that up."""
        program, columns = self.program, self.columns
        charts, blocks = self.ahead.two
        asked, which = array("I"), array("I")  # of the blocks those of rolls that come up, and which is which, from 1
        least = (kernel.fewest(*chart, len(blocks) // FACES) for chart in charts)
        for at, fewest in enumerate(map(min, zip(*least, strict=True))):
            if fewest + 2 <= dice:
                asked += blocks[at * FACES : (at + 1) * FACES]
            which.append(len(asked) // FACES if fewest + 2 <= dice else 0)
        ops = entries([op[1:] for op in program.two], 2)
        numbers, worth, values = two_dice.taken_up(
            asked, self.ahead.each[1], program.times, ops, columns.values, columns.known, program.factors
        )
        ends = [array("I", [numbers[2 * at - side] if at else 0 for at in which]) for side in (1, 0)]
        found: list[list[Part]] = [[] for _ in range(self.kinds)]
        for chart, (one, other) in zip(charts, self.ahead.pairs, strict=True):
            found[one].append((-1, *chart, ends[0], *without(other, self.kinds)))
            if one != other:
                found[other].append((-1, *chart, ends[1], *without(one, self.kinds)))
        return found, worth, values
