"""What the dice of all rolls can be made worth: the rows of classes that they lead to, and the parts of rows."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from solver import _alike as alike
from solver import _hands as in_hand
from solver import _pairs as two_dice
from solver import _uses as uses
from solver.games.gnome_kingdom.chance.space import FACES, Space
from solver.games.gnome_kingdom.chance.steps import Node

Op = tuple[int, ...]
"""Which bag, which row of values, which factor, and what the token says."""

NOTHING = array("I")
LOW = 2**64 - 1
MOST_ROOM = 63  # dice of a class of colours that can be told


@dataclass(slots=True)
class Program:
    """What is reckoned for some bags at once, by kind of token.

    Parameters
    ----------
    nodes : the bags
    whole : their values where the task is solved
    factors : in two words each
    along, across, swaps, two, more, instead : the entries for each kind of token, see the kernel of uses
    times : how often each of two dice can be rolled
    """

    nodes: Sequence[Node]
    whole: array[int]
    factors: array[int]
    along: list[Op] = field(default_factory=list)
    across: list[Op] = field(default_factory=list)
    swaps: list[Op] = field(default_factory=list)
    two: list[Op] = field(default_factory=list)
    more: list[Op] = field(default_factory=list)
    instead: list[Op] = field(default_factory=list)
    times: int = 0


@dataclass(frozen=True, slots=True)
class Columns:
    """Values by class, a row for each bag.

    Parameters
    ----------
    values : two words each
    known : how many classes there are
    """

    values: array[int]
    known: int


@dataclass(frozen=True, slots=True)
class Worth:
    """What things are worth to some bags; number 0 is worth nothing.

    Parameters
    ----------
    numbers : of each thing
    table : by number the values, one for each bag
    """

    numbers: array[int]
    table: array[int]


@dataclass(frozen=True, slots=True)
class Swaps:
    """What may be taken for a die that is given, those near at hand first.

    Parameters
    ----------
    dice, near : how many there are, and how many are near
    cells, others : further columns of a row: the place of the die taken, and the classes of rolls after the swap
    columns : for each die taken and each given the column of the row that tells what the swap leads to
    where : and which of the circumstances
    values, starts, known : the values in each of the circumstances, where they begin, and how many there are in a row
    """

    dice: int
    near: int
    cells: array[int]
    others: memoryview
    columns: array[int]
    where: array[int]
    values: array[int]
    starts: array[int]
    known: array[int]


NO_PLACES = array("i")
NO_SWAPS = Swaps(
    0, 0, NO_PLACES, memoryview(bytes(4)).cast("I", (1, 1)), NO_PLACES, NO_PLACES, NOTHING, NO_PLACES, NO_PLACES
)


def entries(ops: Sequence[Op], width: int) -> memoryview:
    """Entries as the kernel takes them.

    >>> entries([(1, 2), (3, 4)], 2).shape
    (2, 2)
    """
    flat = array("i", [number for op in ops for number in op] or [0] * width)
    return memoryview(flat).cast("B").cast("i", (max(1, len(ops)), width))[: len(ops)]


def packed(numbers: Iterable[int]) -> array[int]:
    """Numbers in two words each, the lower first.

    >>> packed([2**64 + 5])
    array('Q', [5, 1])
    """
    return array("Q", [word for number in numbers for word in (number & LOW, number >> 64)])


def made_one(values: array[int], width: int) -> Worth:
    """Values with equal ones numbered as one.

    Parameters
    ----------
    width : how many belong together

    Examples
    --------
    >>> made_one(array("Q", [0, 0, 5, 0, 0, 0]), 1).numbers
    array('I', [0, 1, 0])
    """
    numbers, table = alike.distinct(memoryview(values).cast("B").cast("I"), 4 * width)
    words = array("Q")
    words.frombytes(memoryview(table).cast("B"))
    return Worth(numbers, words)


def highest(sets: array[int], length: int, worth: array[int], bags: int) -> Worth:
    """The best of each set of numbers of a table; the first set must be empty."""
    ids, unlike = alike.distinct(sets, length)
    numbers, table = uses.best(unlike, length, worth, bags)
    return Worth(alike.through(ids, numbers), table)


def instead(program: Program, columns: Columns) -> Worth:
    """What the bags are worth that may be had without touching a die, by 1 + class."""
    ops, bags = entries(program.instead, 3), len(program.nodes)
    return made_one(uses.instead(ops, columns.values, columns.known, program.factors, bags), bags)


def appended(table: array[int], more: Worth, bags: int) -> int:
    """Add what things are worth to a table of others; by how much their numbers are higher there."""
    higher = len(table) // (2 * bags) - 1
    table.frombytes(memoryview(more.table).cast("B")[16 * bags :])
    return higher


class Rows:
    """The rows of rolls with one more die, and their parts along the classes of colours.

    Parameters
    ----------
    space : the rolls
    dice : how many dice the rolls have without that one
    classes : of the rolls with it; None where it only matters whether they solve the task
    room : how many dice of each class of colours there may be
    drawn : whether it matters for how many there is room
    """

    def __init__(
        self,
        space: Space,
        dice: int,
        classes: array[int] | None,
        room: array[int],
        swaps: Swaps = NO_SWAPS,
        drawn: bool = False,
    ) -> None:
        self.space, self.dice, self.swaps, self.drawn = space, dice, swaps, drawn
        self.kinds = len(room)
        self.width = self.kinds * FACES
        level, size, most = space.levels[dice], space.sets.size, MOST_ROOM if drawn else 1
        if classes is None:
            allowed = space.next_allowed(dice)
            self.ids, self.rows = alike.look_last(level.won, allowed, level.rolls, size, room, most, swaps.cells)
        else:
            table = space.levels[dice + 1].table
            self.ids, self.rows = alike.look(
                table, self.width, classes, level.rolls, size, room, most, swaps.cells, swaps.others
            )
        self.length = self.width + len(swaps.cells) + 1
        self.along_ids, self.along = alike.parts(self.rows, self.length, self.width, False)

    def one_more(self, program: Program, columns: Columns) -> Worth:
        """What one more die is worth, by 1 + row."""
        bags = len(program.nodes)
        rolled = uses.rolled(self.along, entries(program.more, 3), columns.values, columns.known, program.factors, bags)
        parts = made_one(rolled, bags)
        if not self.drawn:
            sets = alike.one_more(self.rows, self.length, self.kinds, self.along_ids, parts.numbers)
            return highest(sets, self.kinds, parts.table, bags)
        sets = alike.drawn(self.rows, self.length, self.kinds, self.along_ids, parts.numbers)
        ids, unlike = alike.distinct(sets, 2 * self.kinds)
        found = made_one(uses.mixed(unlike, self.kinds, parts.table, bags), bags)
        return Worth(alike.through(ids, found.numbers), found.table)

    def any_die(self, program: Program, columns: Columns) -> Worth:
        """What a die of a roll can be made worth alone, by 1 + row * width + place."""
        bags, values, known, factors = len(program.nodes), columns.values, columns.known, program.factors
        along = made_one(uses.along(self.along, entries(program.along, 6), values, known, factors, bags), bags)
        table, painted, swapped = along.table, Worth(NOTHING, NOTHING), Worth(NOTHING, NOTHING)
        across_ids, swap_ids, painted_from, swapped_from = NOTHING, NOTHING, 0, 0
        if program.across:
            across_ids, across = self.across
            ops = entries(program.across, 5)
            painted = made_one(uses.across(across, self.kinds, ops, values, known, factors, bags), bags)
            painted_from = appended(table, painted, bags)
        if program.swaps and self.swaps.dice:
            swaps = self.swaps
            swap_ids, parts = alike.given(self.rows, self.length, self.width, swaps.columns, swaps.dice)
            reach = swaps.near, swaps.dice
            ops = entries([(*op, reach[anywhere]) for *op, anywhere in program.swaps], 4)
            found = uses.swapped(
                parts, swaps.dice, self.width, swaps.where, ops, swaps.values, swaps.starts, swaps.known, factors, bags
            )
            swapped = made_one(found, bags)
            swapped_from = appended(table, swapped, bags)
        sets = alike.meet(
            self.kinds,
            self.along_ids,
            along.numbers,
            across_ids,
            painted.numbers,
            painted_from,
            swap_ids,
            swapped.numbers,
            swapped_from,
        )
        return highest(sets, 3, table, bags)

    @cached_property
    def across(self) -> tuple[array[int], array[int]]:
        """The parts of rows across the classes of colours."""
        return alike.parts(self.rows, self.length, self.width, True)

    @cached_property
    def pairs(self) -> tuple[array[int], array[int]]:
        """What two dice in hand lead to, for rolls of one die less still."""
        below, sets, group = self.space.levels[self.dice - 1], self.space.sets, self.space.group
        table, alike = self.space.levels[self.dice].table, self.space.alike(self.dice)
        return in_hand.blocks(table, self.width, self.ids, self.along_ids, below.rolls, sets.add, group, alike)

    def two_dice(self, program: Program, columns: Columns, pairs: tuple[array[int], array[int]]) -> Worth:
        """What it is worth to roll two dice, by roll without the first and its class of colours."""
        values, known, factors, times = columns.values, columns.known, program.factors, program.times
        ops = entries([op[1:] for op in program.two], 2)
        numbers, which, ahead = two_dice.taken_up(pairs[1], self.along, times, ops, values, known, factors)
        below, sets, group = self.space.levels[self.dice - 1], self.space.sets, self.space.group
        ids, hands, length = in_hand.hands(
            self.space.levels[self.dice].table,
            self.width,
            self.ids,
            self.along_ids,
            below.rolls,
            sets.add,
            group,
            self.space.alike(self.dice),
            pairs[0],
            numbers,
        )
        ops = entries([(at, *rest, bag) for at, (bag, *rest) in enumerate(program.two)], 4)
        some, bags = len(program.two), len(program.nodes)
        found = two_dice.in_hand(
            hands, length, self.along, which, ahead, some, times, ops, values, known, factors, bags
        )
        worth = made_one(found, bags)
        return Worth(alike.through(ids, worth.numbers), worth.table)
