"""Rolls that a task cannot tell apart made one, and the tables that lead from rolls to rolls of one more die.

Colours that serve the same spaces are one class. Where a task compares colours those with equal parts can change
places. Rolls that solve the task are all one.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from math import comb, factorial, prod

from solver import _growth as kernel
from solver import _multisets
from solver._fold import wins
from solver.dice import Die, Pool, Rolled
from solver.errors import TooBigError
from solver.games import shipped
from solver.task.model import Readings, Task, Word
from solver.task.plan import plan

FACES = 6
MOST_ROLLS = 9_000_000  # of one number of dice

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
    task: Task,
    readings: Readings,
    apart: frozenset[str] = frozenset(),
    fixed: bool = False,
    colourless: bool = False,
    alone: frozenset[str] = frozenset(),
) -> Classes:
    """The classes of a game's colours for a task.

    Parameters
    ----------
    apart : colours that something other than the task tells from the rest
    fixed : whether no classes may change places
    colourless : whether the dice have no colour
    alone : colours that are classes of their own, if the task tells any apart: so many dice of them matter

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
    alone = alone if len(set(compiled.kind_class)) > 1 else frozenset()
    kinds: dict[tuple[int, str], list[str]] = {}
    for (die, _), kind in zip(pool, compiled.kind_class, strict=True):
        assert die.colour is not None
        kinds.setdefault((kind, die.colour if die.colour in alone else ""), []).append(die.colour)
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


def scarce_with(dice: Iterable[Rolled], more: int) -> set[str]:
    """The colours of which the supply may run out with these dice and so many more.

    >>> scarce_with([Rolled("red", 1)] * 5, 4)
    {'red'}
    """
    out = Counter(die.colour for die in dice)
    return {
        die["name"]
        for die in shipped("gnome-kingdom", "dice")
        if out[die["name"]] and out[die["name"]] + more >= die["supply"]
    }


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

    @property
    def ways(self) -> array[int]:
        """The number of ways in which dice show each multiset."""
        return array("Q", map(self._ways, range(len(self.size))))

    def _ways(self, ident: int) -> int:
        counts = self.faces[ident * FACES : (ident + 1) * FACES]
        return factorial(self.size[ident]) // prod(map(factorial, counts))


@cache
def multisets_up_to(most: int) -> Multisets:
    """All multisets of up to `most` dice.

    >>> multisets_up_to(2).of_size
    (range(0, 1), range(1, 7), range(7, 28))
    """
    bounds = [comb(n + FACES - 1, FACES) for n in range(most + 2)]
    return Multisets(*_multisets.multisets(most), tuple(range(*pair) for pair in pairwise(bounds)))


@dataclass
class Level:
    """The rolls of so many dice that do not solve the task.

    Parameters
    ----------
    rolls : ids of the classes' multisets, roll after roll
    table : from the rolls of one die less, as the kernel has it
    won : of each roll the dice of which one more solves the task, as the kernel has them
    sizes : the dice of each id
    """

    rolls: array[int]
    table: array[int]
    won: array[int]
    classes: int
    sizes: array[int]

    def __len__(self) -> int:
        return len(self.won)

    @cached_property
    def counts(self) -> bytes:
        """The dice of each class, roll after roll."""
        return bytes(map(self.sizes.__getitem__, self.rolls))


@dataclass(frozen=True, slots=True)
class Slack:
    """What can still come of rolls of so many dice, which tells which of them are alike.

    Parameters
    ----------
    changes : how many dice can still be changed
    room : with up to so many dice of each class there is always room for more
    """

    changes: int
    room: tuple[int, ...]


@dataclass
class Space:
    """The rolls that matter of one question, by their number of dice.

    Parameters
    ----------
    most : the highest number of dice
    allowed : for each number of dice, the splits among the classes that can come up
    limit : so many different rolls of one number of dice are looked at
    listed : the highest number of dice of which the rolls are told apart; of more it is only asked whether they solve
        the task
    slack : by numbers of dice; rolls of other numbers are told apart by all that they show
    """

    task: Task
    readings: Readings
    classes: Classes
    most: int
    allowed: Sequence[frozenset[Split]]
    limit: int = MOST_ROLLS
    listed: int | None = None
    slack: Mapping[int, Slack] = field(default_factory=dict)
    levels: list[Level] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._next: dict[int, array[int]] = {}
        self._alike: dict[int, array[int]] = {}
        self._good: dict[int, array[int]] = {}
        self.class_of = {colour: at for at, colours in enumerate(self.classes.colours) for colour in colours}
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
        width, sets = len(self.group), self.sets
        first = array("I", [0] * width)
        won = kernel.masks(first, sets.add, sets.size, sets.faces, self.group, self.cell, self.diagram)
        self.levels.append(Level(first, array("i"), won, width, sets.size))
        self.list_to(self.most if self.listed is None else self.listed)

    def list_to(self, dice: int) -> None:
        """Tell apart the rolls of up to so many dice."""
        for n in range(len(self.levels), dice + 1):
            self.levels.append(self._grown(n))

    def alike(self, n: int) -> array[int]:
        """For each class and multiset the one that it goes by in rolls of so many dice; empty where it is itself."""
        if n not in self._alike:
            self._alike[n] = array("I")
            if n in self.slack:
                slack, sets = self.slack[n], self.sets
                for group, room in zip(self.group, slack.room, strict=True):
                    good = self._of_use(group)
                    self._alike[n] += _multisets.made_alike(
                        sets.add, sets.size, sets.faces, good, n, slack.changes, room + 1
                    )
        return self._alike[n]

    def _of_use(self, group: int) -> array[int]:
        """What multisets of a group's classes are good for."""
        if group not in self._good:
            at, sets = self.group.index(group), self.sets
            good = _multisets.of_use(sets.add, sets.size, sets.faces, self.diagram, self.cell, at)
            self._good[group] = array("I", range(len(sets.size))) if good is None else good
        return self._good[group]

    def _splits(self, n: int) -> Iterable[Split]:
        """The splits of so many dice that can come up, as the rolls have them."""
        if n not in self.slack:
            return self._turned(self.allowed[n])
        # of dice that are never of use fewer are counted than there are
        found = set(self._turned(self.allowed[n]))
        waiting = list(found)
        while waiting:
            split = waiting.pop()
            fewer = {one_more(split, place, -1) for place, count in enumerate(split) if count}
            fresh = {*self._turned(fewer)} - found
            found |= fresh
            waiting += fresh
        return found

    def _allowed(self, n: int) -> tuple[bytearray, int]:
        """The splits of so many dice as the kernel takes them, and the base of their digits."""
        base = len(self.sets.of_size)
        bits = bytearray(base ** len(self.group) // 8 + 1)
        for split in self._splits(n):
            at = sum(count * base**place for place, count in enumerate(split))
            bits[at >> 3] |= 1 << (at & 7)
        return bits, base

    def _grown(self, n: int) -> Level:
        below, sets = self.levels[-1], self.sets
        found = kernel.grow(
            below.rolls,
            below.won,
            sets.add,
            sets.size,
            sets.faces,
            self.group,
            self.cell,
            self.diagram,
            self.alike(n),
            *self._allowed(n),
            n >= len(self.task.spaces),
            self.limit,
        )
        if found is None:
            raise TooBigError(
                f"{self.task} with up to {self.most} dice has more than {self.limit:,} different rolls of {n} dice; "
                "ask with fewer resources or abilities"
            )
        rolls, table, won = found
        return Level(rolls, table, won, len(self.group), sets.size)

    def next_allowed(self, n: int) -> array[int]:
        """For each roll of so many dice the classes that one more may be of, as a mask."""
        if n not in self._next:
            rolls, sets = self.levels[n].rolls, self.sets
            self._next[n] = kernel.next_allowed(rolls, sets.add, sets.size, self.group, *self._allowed(n + 1))
        return self._next[n]

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
            at = self.class_of[die.colour]
            found[at] = self.sets.add[found[at] * FACES + die.face - 1]
        return self.in_order(found)

    def place(self, dice: Sequence[Rolled]) -> int:
        """The number of a roll: 0 if it solves the task, or cannot come up; 1 where rolls are not told apart."""
        if len(dice) >= len(self.levels):
            counts = array("q", bytes(8 * self.diagram[0]))
            for die in dice:
                assert isinstance(die.face, int)
                counts[self.cell[self.class_of[die.colour] * FACES + die.face - 1]] += 1
            return 1 - wins(self.diagram, counts)
        order, ids = list(range(len(self.group))), [0] * len(self.group)
        place, width = 1, len(self.group) * FACES
        for n, die in enumerate(dice, 1):
            assert isinstance(die.face, int)
            at = order.index(self.class_of[die.colour])
            place = self.levels[n].table[(place - 1) * width + at * FACES + die.face - 1]
            if place <= 0:
                return 0
            ids[at] = self.sets.add[ids[at] * FACES + die.face - 1]
            alike = self.alike(n)
            if alike:
                ids = [alike[c * len(self.sets.size) + ident] for c, ident in enumerate(ids)]
            keyed = sorted(zip(self.group, (-ident for ident in ids), order, strict=True))
            order = [which for *_, which in keyed]
            ids = [-ident for _, ident, _ in keyed]
        return place


def one_more(split: Split, place: int, more: int = 1) -> Split:
    """The split with a die more in one class.

    >>> one_more((1, 2), 1)
    (1, 3)
    """
    return (*split[:place], split[place] + more, *split[place + 1 :])


def splits_of(total: int, parts: int) -> Iterator[Split]:
    """Every way to split so many dice among so many classes.

    >>> list(splits_of(1, 2))
    [(0, 1), (1, 0)]
    """
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in splits_of(total - first, parts - 1):
            yield first, *rest
