"""Dice as numbers: a die is a kind, and every multiset of dice that can come up has a number, by how many dice it has.

The tables are those of the manipulation kernel, which then turns the values of all multisets at once; beside them stand
the ways back, from a multiset to those of one die less.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import comb, prod

import numpy as np
import numpy.typing as npt

from solver.dice import Rolled
from solver.errors import TooBigError
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.solve_space import FACES, Classes, Space, Split
from solver.games.gnome_kingdom.state import DICE
from solver.task.model import Readings, Task

KINDS = len(COLOURS) * FACES
NO_DIE = KINDS
"""Stands where a multiset has no further kind of dice."""

MOST = 400_000
"""Multisets of one number of dice that are numbered at most."""

CLASSES = Classes(tuple((colour,) for colour in COLOURS), tuple(range(len(COLOURS))), DICE)

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Kinds = tuple[int, ...]
"""Dice by their kinds, sorted."""


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


def moved(splits: Iterable[Split], times: int, colours: Iterable[int]) -> frozenset[Split]:
    """The splits that come of up to so many dice that change to one of these colours, as far as there are dice.

    >>> sorted(moved([(1, 1, 0, 0, 0)], 1, [2]))
    [(0, 1, 1, 0, 0), (1, 0, 1, 0, 0), (1, 1, 0, 0, 0)]
    """
    found = front = frozenset(splits)
    colours = tuple(colours)
    for _ in range(times):
        front = frozenset(_moves(front, colours)) - found
        if not front:
            break
        found |= front
    return found


def _moves(splits: Iterable[Split], colours: Sequence[int]) -> Iterator[Split]:
    for split in splits:
        for gone in range(len(split)):
            for come in colours:
                if split[gone] and come != gone and split[come] < DICE[come]:
                    yield tuple(n - (at == gone) + (at == come) for at, n in enumerate(split))


def one_more(splits: Iterable[Split], colours: Iterable[int]) -> frozenset[Split]:
    """The splits with one more die of one of these colours, as far as there are dice."""
    colours = tuple(colours)
    return frozenset(
        tuple(n + (at == come) for at, n in enumerate(split))
        for split in splits
        for come in colours
        if split[come] < DICE[come]
    )


def with_fewer(levels: Sequence[frozenset[Split]]) -> list[frozenset[Split]]:
    """The splits of each number of dice, with all that are left of those of more dice when some are taken away."""
    found = list(levels)
    for n in range(len(found) - 1, 0, -1):
        fewer = {
            tuple(m - (at == gone) for at, m in enumerate(split))
            for split in found[n]
            for gone in range(len(split))
            if split[gone]
        }
        found[n - 1] = found[n - 1] | fewer
    return found


class Numbered:
    """The multisets of dice, numbered from 1 for each number of dice.

    Parameters
    ----------
    splits : for each number of dice from 0, how many dice of each colour there may be; with a split also what is left
        of it without some of its dice
    task : multisets that solve it get no number

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

    def __init__(
        self, splits: Sequence[frozenset[Split]], task: Task | None = None, readings: Readings | None = None
    ) -> None:
        self.most = len(splits) - 1
        for n, allowed in enumerate(splits):
            if number_in(allowed) > MOST:
                raise TooBigError(f"{n} dice can lie in {number_in(allowed):,} ways, more than {MOST:,}")
        task = task or Task(f"[any]*{self.most + 1}")
        self.splits = splits
        self.space = Space(task, readings or Readings(), CLASSES, self.most, splits)
        self._back: dict[int, tuple[Ints, Ints]] = {}
        self._add: dict[int, Ints] = {}

    def size(self, dice: int) -> int:
        """How many multisets of so many dice there are."""
        return len(self.space.levels[dice])

    def table(self, dice: int) -> array[int]:
        """The kernel's table that leads to so many dice."""
        return self.space.levels[dice].table

    def counts(self, dice: int) -> bytes:
        """The kernel's numbers of dice of each colour."""
        return self.space.levels[dice].counts

    def colours(self, dice: int) -> Ints:
        """How many dice of each colour, by number."""
        found = np.frombuffer(self.counts(dice), dtype=np.uint8).reshape(-1, len(COLOURS)).astype(np.int64)
        return np.vstack([np.zeros((1, len(COLOURS)), dtype=np.int64), found])

    def add(self, dice: int) -> Ints:
        """The number of a multiset of so many dice, from that of one die less and the kind of one more; -1 for none."""
        if dice not in self._add:
            rows = np.frombuffer(self.table(dice), dtype=np.int32).reshape(-1, KINDS).astype(np.int64)
            self._add[dice] = np.vstack([np.full((1, KINDS), -1, dtype=np.int64), rows])
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
            order = np.lexsort((kind, made))
            left, kind, made = left[order], kind[order], made[order]
            first = np.searchsorted(made, np.arange(self.size(dice) + 2))
            place = np.arange(len(made)) - first[made]
            kinds = np.full((self.size(dice) + 1, dice), NO_DIE, dtype=np.int64)
            less = np.zeros((self.size(dice) + 1, dice), dtype=np.int64)
            kinds[made, place], less[made, place] = kind, left
            self._back[dice] = kinds, less
        return self._back[dice]

    def number(self, kinds: Iterable[int]) -> int:
        """The number of a multiset, at most 0 for one that has none."""
        at = 1
        for dice, kind in enumerate(kinds, 1):
            at = int(np.frombuffer(self.table(dice), dtype=np.int32)[(at - 1) * KINDS + kind]) if at > 0 else -1
        return at

    @cached_property
    def keys(self) -> list[Ints]:
        """For each number of dice what tells the multisets apart, by number, for comparison with another numbering."""
        found = []
        for level in self.space.levels:
            ids = np.frombuffer(level.rolls, dtype=np.uint32).reshape(-1, len(COLOURS)).astype(np.int64)
            key = np.zeros(len(ids), dtype=np.int64)
            for place in range(len(COLOURS)):
                key = key * 4096 + ids[:, place]
            found.append(np.concatenate([np.full(1, -1, dtype=np.int64), key]))
        return found


def unsolved(numbered: Numbered, task: Task, readings: Readings) -> list[Bools]:
    """For each number of dice and each multiset by number, whether no dice of it fill the task."""
    other = Numbered(numbered.splits, task, readings)
    return [np.isin(mine, theirs[1:]) for mine, theirs in zip(numbered.keys, other.keys, strict=True)]
