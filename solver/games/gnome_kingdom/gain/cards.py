"""The skill cards of a turn: which multisets of own dice complete them, and how far others are from it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.games.gnome_kingdom.filling import sets, sizes
from solver.games.gnome_kingdom.gain.dice import FACES, KINDS, NO_DIE, Ints, Numbered, dice_of, solved
from solver.games.gnome_kingdom.powers import TOKENS
from solver.games.gnome_kingdom.setting import Setting, bound
from solver.games.gnome_kingdom.worth import missing
from solver.task.model import Space, Task, Word

Small = npt.NDArray[np.int8]


class Kind(NamedTuple):
    """Skill cards that are alike.

    Parameters
    ----------
    cost : in the colour of the player's clan
    points : crown points
    ability : its place in `TOKENS`
    """

    cost: Task
    points: int
    ability: int


class Cards:
    """The kinds of the skill cards of a box, for the dice of one player.

    Parameters
    ----------
    setting : with the skill cards
    clan : of the player
    numbered : the own dice that can come up

    Examples
    --------
    >>> from solver.games.gnome_kingdom.gain.dice import with_fewer
    >>> numbered = Numbered(with_fewer([frozenset(), frozenset(), frozenset({(1, 1, 0, 0, 0)})]))
    >>> cards = Cards(Setting(2), "acorn", numbered)
    >>> red_two = cards.kind_of["mushroom-expert-3"]
    >>> [int(cards.short(red_two, 2)[numbered.number(kinds)]) for kinds in ((1, 6), (0, 6))]
    [0, 1]
    >>> rows, left = cards.paid_by(red_two, 2, 1)
    >>> len(rows), numbered.kinds(1)[left[0]].tolist()
    (6, [[6]])
    """

    def __init__(self, setting: Setting, clan: str, numbered: Numbered) -> None:
        self.numbered, self.readings = numbered, setting.rules.readings
        found: dict[Kind, int] = {}
        self.kind_of: dict[str, int] = {}
        for name, card in setting.skills.items():
            kind = Kind(bound(card.cost, clan), card.points, TOKENS.index(card.ability))
            self.kind_of[name] = found.setdefault(kind, len(found))
        self.kinds = tuple(found)
        self.sizes = tuple(tuple(sorted(sizes(kind.cost))) for kind in self.kinds)
        costs = {kind.cost: place for place, kind in enumerate(self.kinds)}
        self._place = [costs[kind.cost] for kind in self.kinds]  # of one of those that cost the same
        self._short: dict[tuple[int, int], Ints] = {}
        self._payments: dict[tuple[int, int, int], Ints] = {}
        self._paid: dict[tuple[int, int, int], tuple[Ints, Ints]] = {}
        self._holds = lru_cache(maxsize=None)(_held_by)

    def short(self, kind: int, dice: int) -> Ints:
        """How many spaces of a cost so many own dice leave empty, by their number."""
        key = self._place[kind], dice
        if key not in self._short:
            cost = self.kinds[kind].cost
            plain = _is_plain(cost) and dice > 0
            self._short[key] = self._by_hall(cost, dice) if plain else self._by_placing(kind, dice)
        return self._short[key]

    def _by_hall(self, cost: Task, dice: int) -> Ints:
        """Spaces that do not concern each other: a set of them finds too few dice, or all are filled."""
        serves = [self._holds(space) for space in cost.spaces]
        chosen = [some for size in range(1, len(serves) + 1) for some in combinations(serves, size)]
        useful = np.array([[*map(any, zip(*some, strict=True)), False] for some in chosen], dtype=np.int8).T
        empty = np.array([len(some) for some in chosen], dtype=np.int8) - self._count(useful, dice)
        most: Ints = empty.max(axis=1, initial=0).astype(np.int64)
        return most

    def _count(self, useful: Small, dice: int) -> Small:
        """How many dice are of some kinds, for more than one choice of kinds: a column each."""
        counts = np.zeros((2, useful.shape[1]), dtype=np.int8)
        for n in range(1, dice + 1):
            counts = counts[self.numbered.less(n)[:, 0]]
            counts += useful[self.numbered.kinds(n)[:, 0]]
        return counts

    def _by_placing(self, kind: int, dice: int) -> Ints:
        """Spaces that concern each other: dice that do not fill all of them fill what some of them fill."""
        cost, sizes_ = self.kinds[kind].cost, self.sizes[kind]
        if dice and sizes_[:1] == sizes_[-1:] == (dice,) == (len(cost.spaces),):
            return np.where(solved(self.numbered, dice, cost, self.readings), 0, self._fewest(kind, dice))
        if dice > len(cost.spaces):
            return self._fewest(kind, dice)
        every = _all(self.numbered, dice)
        if not cost.needs_colour:  # and so dice of one colour tell it of all
            every = [tuple(sorted(kind % FACES for kind in kinds)) for kinds in every]
        elif _needs_colour_only(cost):
            every = [tuple(kind - kind % FACES for kind in kinds) for kinds in every]
        return np.array([0, *(missing(cost, dice_of(kinds), self.readings) for kinds in every)], dtype=np.int64)

    def _fewest(self, kind: int, dice: int) -> Ints:
        """How many spaces all dice but one leave empty at least."""
        before, less = self.short(kind, dice - 1), self.numbered.less(dice)
        there = self.numbered.kinds(dice) != NO_DIE
        return np.asarray(np.where(there, before[less], len(self.kinds[kind].cost.spaces)).min(axis=1))

    def least(self, kind: int) -> int:
        """How many dice complete a card at least."""
        return self.sizes[kind][0] if self.sizes[kind] else len(self.kinds[kind].cost.spaces) + self.numbered.most

    def paid_by(self, kind: int, dice: int, size: int) -> tuple[Ints, Ints]:
        """The own dice of which so many can pay for a card, by number, and what they may leave; 0 where that is all.

        Returns
        -------
        rows : shape (dice that can pay,)
        left : shape (dice that can pay, ways)
        """
        key = self._place[kind], dice, size
        if key not in self._paid:
            self._paid[key] = self._ways(kind, dice, size)
        return self._paid[key]

    def payment(self, kind: int, dice: int, size: int) -> Ints:
        """The same in one row, as the kernel has it: how many can pay, how many ways each has, those, and these."""
        key = self._place[kind], dice, size
        if key not in self._payments:
            rows, left = self.paid_by(kind, dice, size)
            self._payments[key] = np.concatenate([[len(rows), left.shape[1]], rows, left.reshape(-1)])
        return self._payments[key]

    def _ways(self, kind: int, dice: int, size: int) -> tuple[Ints, Ints]:
        if size > dice:
            return np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.int64)
        left_ones = np.arange(1, self.numbered.size(dice - size) + 1)
        pairs = []
        for kinds in self._pays(kind, size):
            row = left_ones
            for more, die in enumerate(kinds, dice - size + 1):
                row = np.where(row > 0, self.numbered.add(more)[np.maximum(row, 0), die], -1)
            pairs.append(np.stack([row[row > 0], left_ones[row > 0]]))
        if not pairs:
            return np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.int64)
        row, left = np.concatenate(pairs, axis=1)
        order = np.argsort(row, kind="stable")
        row, left = row[order], left[order]
        first = np.flatnonzero(np.diff(row, prepend=-1))
        rows, count = row[first], np.diff(first, append=len(row))
        found = np.zeros((len(rows), count.max(initial=0)), dtype=np.int64)
        found[np.repeat(np.arange(len(rows)), count), np.arange(len(row)) - np.repeat(first, count)] = left
        return rows, found

    def _pays(self, kind: int, size: int) -> Iterable[tuple[int, ...]]:
        """The sets of so many dice that pay for a card."""
        cost = self.kinds[kind].cost
        every = list(_all(self.numbered, size))
        if _is_plain(cost):
            fills = self.short(kind, size) == 0
        elif len(self.sizes[kind]) == 1:
            fills = solved(self.numbered, size, cost, self.readings)
        else:
            fills = np.array([False, *(dice_of(kinds) in sets(cost, dice_of(kinds), self.readings) for kinds in every)])
        fills[0] = False
        return (every[number - 1] for number in np.flatnonzero(fills))


def _is_plain(cost: Task) -> bool:
    return not cost.relations and cost.danger is None and not any(space.rank or space.holds for space in cost.spaces)


def _needs_colour_only(cost: Task) -> bool:
    spaces = not any(space.numbers or space.rank or space.holds for space in cost.spaces)
    return spaces and all(isinstance(relation, Word) and "colour" in relation.word for relation in cost.relations)


def _all(numbered: Numbered, dice: int) -> Iterable[tuple[int, ...]]:
    """The kinds of all multisets of so many dice, in the order of their numbers."""
    if dice == 0:
        return [()]
    kinds, less = numbered.kinds(dice), numbered.less(dice)
    before = list(_all(numbered, dice - 1))
    return [
        tuple(sorted((*before[left - 1], kind)))
        for kind, left in zip(kinds[1:, 0].tolist(), less[1:, 0].tolist(), strict=True)
    ]


def _held_by(space: Space) -> list[bool]:
    """Whether a space may hold a die, by its kind."""
    return [space.may_hold(dice_of((kind,))[0]) for kind in range(KINDS)]
