"""Dice as numbers: a die is a kind, and every multiset of dice that can come up has a number, by how many dice it has.

The tables are those of the manipulation kernel, which then turns the values of all multisets at once; beside them stand
the ways back, from a multiset to those of one die less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, pairwise
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.dice import Die, Pool, Rolled
from solver.errors import TooBigError
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.state import DICE
from solver.task.model import Readings, Task
from solver.task.plan import plan

FACES = 6
KINDS = len(COLOURS) * FACES
NO_DIE = KINDS
"""Stands where a multiset has no further kind of dice."""

MOST = 1_000_000
"""Multisets of one number of dice that are numbered at most."""

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Kinds = tuple[int, ...]
"""Dice by their kinds, sorted."""

Split = tuple[int, ...]
"""How many dice there are of each colour."""


def kind_of(die: Rolled) -> int:
    """The kind of a die: its colour, in the order of the clans, and its face.

    >>> kind_of(Rolled(COLOURS[1], 3)), dice_of((8,))[0].face
    (8, 3)
    """
    assert die.colour is not None
    assert isinstance(die.face, int)
    return COLOURS.index(die.colour) * FACES + die.face - 1


def kinds_of(dice: Iterable[Rolled]) -> Kinds:
    """The kinds of some dice."""
    return tuple(sorted(map(kind_of, dice)))


@lru_cache(maxsize=1 << 16)
def dice_of(kinds: Kinds) -> Dice:
    """The dice of some kinds, sorted as a state has them."""
    return tuple(sorted(Rolled(COLOURS[kind // FACES], kind % FACES + 1) for kind in kinds))


def kinds_in(numbers: Ints) -> list[int]:
    """The kinds that there are among some."""
    found: list[int] = np.flatnonzero(np.bincount(numbers, minlength=1)).tolist()
    return found


def split_of(kinds: Iterable[int]) -> Split:
    """How many dice there are of each colour."""
    counts = [0] * len(COLOURS)
    for kind in kinds:
        counts[kind // FACES] += 1
    return tuple(counts)


def number_in(splits: Iterable[Split]) -> int:
    """How many multisets of dice have one of these numbers of dice of each colour.

    >>> number_in([(2, 1, 0, 0, 0), (3, 0, 0, 0, 0)])
    182
    """
    return sum(prod(comb(n + FACES - 1, FACES - 1) for n in split) for split in splits)


@lru_cache(maxsize=1 << 8)
def moved(splits: frozenset[Split], times: int, colours: frozenset[int]) -> frozenset[Split]:
    """The splits that come of up to so many dice that change to one of these colours, as far as there are dice.

    >>> sorted(moved(frozenset({(1, 1, 0, 0, 0)}), 1, frozenset({2})))
    [(0, 1, 1, 0, 0), (1, 0, 1, 0, 0), (1, 1, 0, 0, 0)]
    """
    found = front = splits
    ordered = tuple(colours)
    for _ in range(times):
        front = frozenset(_moves(front, ordered)) - found
        if not front:
            break
        found |= front
    return found


def _moves(splits: Iterable[Split], colours: Sequence[int]) -> Iterator[Split]:
    for split in splits:
        counts = list(split)
        for gone in range(len(split)):
            if split[gone]:
                counts[gone] -= 1
                for come in colours:
                    if come != gone and split[come] < DICE[come]:
                        counts[come] += 1
                        yield tuple(counts)
                        counts[come] -= 1
                counts[gone] += 1


def one_more(splits: Iterable[Split], colours: Iterable[int]) -> frozenset[Split]:
    """The splits with one more die of one of these colours, as far as there are dice."""
    colours = tuple(colours)
    return frozenset(
        (*split[:come], split[come] + 1, *split[come + 1 :])
        for split in splits
        for come in colours
        if split[come] < DICE[come]
    )


def with_fewer(levels: Sequence[frozenset[Split]]) -> list[frozenset[Split]]:
    """The splits of each number of dice, with all that are left of those of more dice when some are taken away."""
    found = list(levels)
    for n in range(len(found) - 1, 0, -1):
        fewer = {
            (*split[:gone], split[gone] - 1, *split[gone + 1 :])
            for split in found[n]
            for gone in range(len(split))
            if split[gone]
        }
        found[n - 1] = found[n - 1] | fewer
    return found


class Faces(NamedTuple):
    """The multisets of up to so many faces, numbered by size.

    Parameters
    ----------
    add : shape (multisets, faces), the number with one more face, -1 for too many
    first : for each size the number of the first of it
    """

    add: Ints
    first: tuple[int, ...]


@lru_cache(maxsize=16)
def faces_up_to(most: int) -> Faces:
    """The multisets of up to so many faces.

    >>> faces_up_to(2).first, faces_up_to(2).add[1].tolist()
    ((0, 1, 7, 28), [7, 8, 9, 10, 11, 12])
    """
    sizes = [comb(n + FACES - 1, FACES - 1) for n in range(most + 1)]
    first = [sum(sizes[:size]) for size in range(most + 2)]
    add = np.full((first[-1], FACES), -1, dtype=np.int64)
    chosen, power = np.zeros((1, 0), dtype=np.int64), FACES ** np.arange(most, -1, -1)
    for n in range(most):
        # as a number in base 6 each stands where it is among those of its size
        more = np.array(list(combinations_with_replacement(range(FACES), n + 1)), dtype=np.int64)
        order = more @ power[most - n :]
        for face in range(FACES):
            with_face = np.sort(np.column_stack([chosen, np.full(len(chosen), face)]), axis=1)
            add[first[n] : first[n + 1], face] = first[n + 1] + np.searchsorted(order, with_face @ power[most - n :])
        chosen = more
    return Faces(add, tuple(first))


class Numbered:
    """The multisets of dice, numbered from 1 for each number of dice.

    Parameters
    ----------
    splits : for each number of dice from 0, how many dice of each colour there may be; with a split also what is left
        of it without some of its dice

    Raises
    ------
    TooBigError
        for more multisets than `MOST`

    Examples
    --------
    >>> numbered = Numbered(with_fewer([frozenset(), frozenset(), frozenset({(1, 1, 0, 0, 0)})]))
    >>> numbered.size(1), numbered.size(2), numbered.kinds(2)[numbered.number((0, 11))].tolist()
    (12, 36, [0, 11])
    """

    def __init__(self, splits: Sequence[frozenset[Split]]) -> None:
        self.most = len(splits) - 1
        self.splits = [sorted(allowed) for allowed in splits]
        self.faces = faces_up_to(max((n for there in splits for split in there for n in split), default=0))
        self._lengths = [b - a for a, b in pairwise(self.faces.first)]
        self.group = np.arange(len(COLOURS), dtype=np.int32)
        self._back: dict[int, tuple[Ints, Ints]] = {}
        self._add: dict[int, Ints] = {}
        self._tables: dict[int, npt.NDArray[np.int32]] = {}
        self._ids: dict[int, Ints] = {}
        self._sizes = [number_in(there) for there in splits]
        for n, size in enumerate(self._sizes):
            if size > MOST:
                raise TooBigError(f"{n} dice can lie in {size:,} ways, more than {MOST:,}")
        self._starts: list[dict[Split, int]] = []
        for allowed in self.splits:
            starts, at = dict[Split, int](), 1
            for split in allowed:
                starts[split] = at
                at += number_in([split])
            self._starts.append(starts)

    def size(self, dice: int) -> int:
        """How many multisets of so many dice there are."""
        return self._sizes[dice]

    def ids(self, dice: int) -> Ints:
        """The multiset of faces of each colour, by number from 0."""
        if dice not in self._ids:
            blocks = [self._block(split) for split in self.splits[dice]]
            none = np.zeros((0, len(COLOURS)), dtype=np.int64)
            self._ids[dice] = np.concatenate([none, *blocks])
        return self._ids[dice]

    def _block(self, split: Split) -> Ints:
        """The multisets of faces of each colour, for one split."""
        lengths = [self._lengths[n] for n in split]
        digits = np.unravel_index(np.arange(prod(lengths)), lengths)
        return np.stack([digit + self.faces.first[n] for digit, n in zip(digits, split, strict=True)], axis=1)

    def _place(self, split: Split, ids: Sequence[Ints]) -> Ints:
        """The numbers of multisets of one split, by the multisets of faces of each colour."""
        lengths = [self._lengths[n] for n in split]
        digits = tuple(one - self.faces.first[n] for one, n in zip(ids, split, strict=True))
        return np.ravel_multi_index(digits, lengths) + self._starts[sum(split)][split]

    def table(self, dice: int) -> npt.NDArray[np.int32]:
        """The kernel's table that leads to so many dice."""
        if dice not in self._tables:
            self._tables[dice] = np.ascontiguousarray(self.add(dice)[1:].reshape(-1), dtype=np.int32)
        return self._tables[dice]

    def counts(self, dice: int) -> npt.NDArray[np.uint8]:
        """The kernel's numbers of dice of each colour."""
        return np.ascontiguousarray(self.colours(dice)[1:].reshape(-1), dtype=np.uint8)

    def rolls(self, dice: int) -> npt.NDArray[np.uint32]:
        """The kernel's multisets of faces of each colour."""
        return np.ascontiguousarray(self.ids(dice).reshape(-1), dtype=np.uint32)

    @cached_property
    def adds(self) -> npt.NDArray[np.int32]:
        """The kernel's numbers of multisets of faces with one more."""
        return np.ascontiguousarray(self.faces.add.reshape(-1), dtype=np.int32)

    def colours(self, dice: int) -> Ints:
        """How many dice of each colour, by number."""
        parts = [np.tile(np.array(split, dtype=np.int64), (number_in([split]), 1)) for split in self.splits[dice]]
        return np.concatenate([np.zeros((1, len(COLOURS)), dtype=np.int64), *parts])

    def add(self, dice: int) -> Ints:
        """The number of a multiset of so many dice, from that of one die less and the kind of one more; -1 for none."""
        if dice not in self._add:
            found = np.full((self.size(dice - 1) + 1, KINDS), -1, dtype=np.int64)
            for split in self.splits[dice - 1]:
                start, ids = self._starts[dice - 1][split], self._block(split)
                for colour in range(len(COLOURS)):
                    more = tuple(n + (at == colour) for at, n in enumerate(split))
                    if more in self._starts[dice]:
                        columns = list(ids.T[:, :, None])
                        columns[colour] = self.faces.add[ids[:, colour]]
                        kinds = slice(colour * FACES, (colour + 1) * FACES)
                        found[start : start + len(ids), kinds] = self._place(more, columns)
            self._add[dice] = found
        return self._add[dice]

    def kinds(self, dice: int) -> Ints:
        """The different kinds in a multiset by number, sorted, and then `NO_DIE`."""
        return self._ways_back(dice)[0]

    def less(self, dice: int) -> Ints:
        """The number of what is left without a die of each of those kinds, 0 for `NO_DIE`."""
        return self._ways_back(dice)[1]

    def _ways_back(self, dice: int) -> tuple[Ints, Ints]:
        if dice not in self._back:
            add = self.add(dice)
            left, kind = np.nonzero(add > 0)
            made = add[left, kind]
            order = np.argsort(made * KINDS + kind, kind="stable")
            left, kind, made = left[order], kind[order], made[order]
            first = np.searchsorted(made, np.arange(self.size(dice) + 2))
            place = np.arange(len(made)) - first[made]
            kinds = np.full((self.size(dice) + 1, dice), NO_DIE, dtype=np.int64)
            less = np.zeros((self.size(dice) + 1, dice), dtype=np.int64)
            kinds[made, place], less[made, place] = kind, left
            self._back[dice] = kinds, less
        return self._back[dice]

    def number(self, kinds: Iterable[int]) -> int:
        """The number of a multiset, 0 for one that has none."""
        sorted_kinds = sorted(kinds)
        split = split_of(sorted_kinds)
        if len(sorted_kinds) > self.most or split not in self._starts[len(sorted_kinds)]:
            return 0
        ids = [0] * len(COLOURS)
        for kind in sorted_kinds:
            ids[kind // FACES] = int(self.faces.add[ids[kind // FACES], kind % FACES])
        number = 0
        for one, n in zip(ids, split, strict=True):
            number = number * self._lengths[n] + one - self.faces.first[n]
        return number + self._starts[len(sorted_kinds)][split]

    def shown(self, dice: int) -> npt.NDArray[np.int8]:
        """How many of each kind there are, by number: shape (multisets + 1, kinds)."""
        faces = np.zeros((len(self.faces.add), FACES), dtype=np.int8)
        for number, more in enumerate(self.faces.add.tolist()):
            for face, then in enumerate(more):
                if then >= 0:
                    faces[then] = faces[number]
                    faces[then, face] += 1
        found = np.zeros((self.size(dice) + 1, KINDS), dtype=np.int8)
        found[1:] = faces[self.ids(dice)].reshape(-1, KINDS)
        return found


def solved(numbered: Numbered, dice: int, task: Task, readings: Readings) -> Bools:
    """Whether some of so many dice fill a task, by number.

    >>> numbered = Numbered(with_fewer([frozenset(), frozenset(), frozenset({(1, 1, 0, 0, 0)})]))
    >>> int(solved(numbered, 2, Task("[any]*2 : equal"), Readings()).sum())
    6

    Raises
    ------
    TooBigError
        for a task with too many demands
    """
    pool = Pool({Die(colour): max(1, len(task.spaces)) for colour in COLOURS})
    compiled = plan(task, pool, readings, None)
    if compiled.diagram is None:
        raise TooBigError(f"{task} asks for too many different combinations to be answered exactly")
    cells = compiled.cell_of(pool)
    cell = np.array([cells[Die(colour), face] for colour in COLOURS for face in range(1, FACES + 1)])
    diagram = np.frombuffer(compiled.diagram, dtype=np.int32).astype(np.int64)
    number = int(diagram[0])
    start, edges = diagram[3 + number :], diagram[4 + number + int(diagram[1]) :]
    shown = numbered.shown(dice)
    node = np.full(len(shown), 2, dtype=np.int64)
    for at in range(number):
        count = shown[:, cell == at].sum(axis=1, dtype=np.int64)
        going = node > 1
        span = start[node + 1] - start[node] - 1
        then = edges[np.where(going, start[node] + np.minimum(count, span), 0)]
        node = np.where(going, then, node)
    found: Bools = node == 1
    found[0] = False
    return found
