"""Rolls that a task cannot tell apart made one, and the tables that lead from rolls to rolls of one more die.

Colours that serve the same spaces are one class. Where a task compares colours those with equal parts can change
places. Rolls that solve the task are all one.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from math import comb, factorial, prod

from solver._fold import wins
from solver._manipulation import grow, multisets
from solver.dice import Die, Pool, Rolled
from solver.errors import TooBigError
from solver.games import shipped
from solver.task.model import Readings, Task, Word
from solver.task.plan import plan

FACES = 6
MOST_ROLLS = 3_000_000  # of one number of dice

Split = tuple[int, ...]  # dice of each class


@dataclass(frozen=True, slots=True)
class Classes:
    """The colours in classes that a task cannot tell apart.

    Parameters
    ----------
    colours : of each class; None stands for dice without a colour
    groups : equal for classes that can change places, which stand side by side
    dice : how many there are in the game, of each class
    """

    colours: tuple[tuple[str | None, ...], ...]
    groups: tuple[int, ...]
    dice: Split

    def of(self, colour: str | None) -> int:
        """The class of a colour.

        >>> classes_of(Task("[red] [any]"), Readings()).of("blue")
        0
        """
        return next(place for place, colours in enumerate(self.colours) if colour in colours)

    def split(self, dice: Iterable[Rolled]) -> Split:
        """How many dice are of each class."""
        counts = Counter(self.of(die.colour) for die in dice)
        return tuple(counts[place] for place in range(len(self.colours)))


def classes_of(
    task: Task, readings: Readings, apart: frozenset[str] = frozenset(), fixed: bool = False, colourless: bool = False
) -> Classes:
    """The classes of a game's colours for a task.

    Parameters
    ----------
    apart : colours that something other than the task tells from the rest
    fixed : whether no classes may change places
    colourless : whether the dice have no colour

    Examples
    --------
    >>> classes_of(Task("[red] [any]"), Readings()).colours
    (('blue', 'green', 'orange', 'purple'), ('red',))
    """
    supply = {die["name"]: die["supply"] for die in shipped("gnome-kingdom", "dice")}
    if colourless:
        return Classes(((None,),), (0,), (sum(supply.values()),))
    pool = Pool({Die(colour): max(1, len(task.spaces)) for colour in supply})
    compiled = plan(task, pool, readings, None)
    kinds: dict[int, list[str]] = {}
    for (die, _), kind in zip(pool, compiled.kind_class, strict=True):
        assert die.colour is not None
        kinds.setdefault(kind, []).append(die.colour)
    compares = any(isinstance(item, Word) and "colour" in item.word for item in task.relations)

    def looks(colours: list[str]) -> tuple[tuple[bool, ...], bool, str]:
        served = tuple(colours[0] in space.colours for space in task.spaces)
        return served, not apart.isdisjoint(colours), "" if compares and not fixed else colours[0]

    ordered = sorted(kinds.values(), key=lambda colours: (looks(colours), colours))
    numbers: dict[tuple[object, ...], int] = {}
    groups = tuple(numbers.setdefault(looks(colours), len(numbers)) for colours in ordered)
    return Classes(
        tuple(tuple(colours) for colours in ordered),
        groups,
        tuple(sum(supply[colour] for colour in colours) for colours in ordered),
    )


@dataclass(frozen=True, slots=True)
class Multisets:
    """Multisets of up to so many dice of one class by id: the numbers 1 to 6, ids growing with size.

    Parameters
    ----------
    add : id * 6 + face - 1 -> id with one more die, -1 for too many
    size : id -> dice
    faces : id * 6 + face - 1 -> dice that show it
    of_size : ids of each size
    """

    add: array[int]
    size: array[int]
    faces: array[int]
    of_size: tuple[range, ...]

    def weight(self, ident: int) -> int:
        """The number of ways in which dice show a multiset."""
        counts = self.faces[ident * FACES : (ident + 1) * FACES]
        return factorial(self.size[ident]) // prod(map(factorial, counts))


@cache
def multisets_up_to(most: int) -> Multisets:
    """All multisets of up to `most` dice.

    >>> multisets_up_to(2).of_size
    (range(0, 1), range(1, 7), range(7, 28))
    """
    bounds = [comb(n + FACES - 1, FACES) for n in range(most + 2)]
    return Multisets(*multisets(most), tuple(range(*pair) for pair in pairwise(bounds)))


@dataclass
class Level:
    """The rolls of so many dice that do not solve the task.

    Parameters
    ----------
    rolls : ids of the classes' multisets, roll after roll
    table : from the rolls of one die less, as the kernel has it
    counts : dice of each class, roll after roll
    """

    rolls: array[int]
    table: array[int]
    counts: bytes
    classes: int

    def __len__(self) -> int:
        return len(self.rolls) // self.classes

    @cached_property
    def number(self) -> dict[tuple[int, ...], int]:
        """The ids -> number of the roll, from 1."""
        columns = [self.rolls[place :: self.classes] for place in range(self.classes)]
        return {ids: at for at, ids in enumerate(zip(*columns, strict=True), 1)}


@dataclass
class Space:
    """The rolls that matter of one question, by their number of dice.

    Parameters
    ----------
    most : the highest number of dice
    allowed : for each number of dice, the splits among the classes that can come up
    """

    task: Task
    readings: Readings
    classes: Classes
    most: int
    allowed: Sequence[frozenset[Split]]
    levels: list[Level] = field(default_factory=list)

    def __post_init__(self) -> None:
        representatives = [Die(colours[0]) for colours in self.classes.colours]
        pool = Pool(dict.fromkeys(representatives, max(1, len(self.task.spaces))))
        compiled = plan(self.task, pool, self.readings, None)
        if compiled.diagram is None:
            raise TooBigError(f"{self.task} asks for too many different combinations to be answered exactly")
        self.diagram = compiled.diagram
        cells = compiled.cell_of(pool)
        self.cell = array("i", (cells[die, face] for die in representatives for face in range(1, FACES + 1)))
        self.sets = multisets_up_to(max((max(split) for splits in self.allowed for split in splits), default=0))
        self.group = array("i", self.classes.groups)
        self.solved_at_once = wins(self.diagram, array("q", bytes(8 * self.diagram[0])))
        width = len(self.group)
        first = Level(array("I", [0] * width), array("i"), bytes(width), width)
        self.levels.append(first)
        for n in range(1, self.most + 1):
            self.levels.append(self._grown(n))

    def _grown(self, n: int) -> Level:
        base = len(self.sets.of_size)
        width = len(self.group)
        bits = bytearray(base**width // 8 + 1)
        for split in self._turned(self.allowed[n]):
            at = sum(count * base**place for place, count in enumerate(split))
            bits[at >> 3] |= 1 << (at & 7)
        found = grow(
            self.levels[-1].rolls,
            self.sets.add,
            self.sets.size,
            self.sets.faces,
            self.group,
            self.cell,
            self.diagram,
            bits,
            base,
            MOST_ROLLS,
        )
        if found is None:
            raise TooBigError(
                f"{self.task} with up to {self.most} dice has more than {MOST_ROLLS:,} different rolls of {n} dice; "
                "ask with fewer leaves, or with --no-exchange"
            )
        rolls, table = found
        sizes = self.sets.size
        return Level(rolls, table, bytes(map(sizes.__getitem__, rolls)), width)

    def _turned(self, splits: Iterable[Split]) -> Iterator[Split]:
        """The splits as they stand once the classes of a group are in order, the larger multiset first."""
        for split in splits:
            yield self.in_order(split)

    def in_order(self, ids: Sequence[int]) -> tuple[int, ...]:
        """Ids, or numbers of dice, in descending order within each group."""
        keyed = sorted(zip(self.group, (-ident for ident in ids), strict=True))
        return tuple(-ident for _, ident in keyed)

    def ids(self, dice: Iterable[Rolled]) -> tuple[int, ...]:
        """The ids of a roll."""
        found = [0] * len(self.group)
        for die in dice:
            assert isinstance(die.face, int)
            at = self.classes.of(die.colour)
            found[at] = self.sets.add[found[at] * FACES + die.face - 1]
        return self.in_order(found)

    def place(self, dice: Sequence[Rolled]) -> int:
        """The number of a roll: 0 if it solves the task."""
        return self.levels[len(dice)].number.get(self.ids(dice), 0)
