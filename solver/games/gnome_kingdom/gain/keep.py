"""Which dice of a roll may be kept when it solves the task, for all rolls at once."""

from __future__ import annotations

from array import array

import numpy as np

from solver import _manipulation as kernel
from solver.games.gnome_kingdom.chance.space import splits_of
from solver.games.gnome_kingdom.filling import COLOURS, sets, sizes
from solver.games.gnome_kingdom.gain.dice import KINDS, NO_DIE, Bools, Ints, Numbered, dice_of, solved, with_fewer
from solver.games.gnome_kingdom.setting import Setting
from solver.task.model import Task


class Keeping:
    """The dice that may be kept, with so many Deceivers used.

    Parameters
    ----------
    setting : with the rulings
    task : in the colour of the player's clan; None where there is none
    rolls : the rolls that can come up

    Examples
    --------
    >>> rolls = Numbered(with_fewer([frozenset(), frozenset(), frozenset({(2, 0, 0, 0, 0)})]))
    >>> keeping = Keeping(Setting(2), Task("[1-3]"), rolls)
    >>> keeping.dice(2, 0)[rolls.number((2, 5))].tolist()
    [True, False]
    """

    def __init__(self, setting: Setting, task: Task | None, rolls: Numbered) -> None:
        self.setting, self.task, self.rolls = setting, task, rolls
        self._sets: dict[int, list[tuple[Ints, Ints]]] = {}
        self._dice: dict[tuple[int, int], Bools] = {}

    def dice(self, dice: int, deceivers: int) -> Bools:
        """For each roll of so many dice, by number, and each of its kinds, whether it may be kept."""
        key = dice, deceivers
        if key not in self._dice:
            self._dice[key] = self._kept(dice, deceivers)
        return self._dice[key]

    def solved(self, dice: int, deceivers: int) -> Bools:
        """Whether the task is solved, by the number of a roll."""
        return np.asarray(self.dice(dice, deceivers).any(axis=1), dtype=np.bool_)

    def _kept(self, dice: int, deceivers: int) -> Bools:
        kinds = self.rolls.kinds(dice)
        if self.task is None or not sizes(self.task):
            return np.zeros(kinds.shape, dtype=np.bool_)
        if deceivers not in self._sets:
            self._sets[deceivers] = self._found(deceivers)
        some, all_ = self._sets[deceivers][dice]
        which = some
        if self.setting.rules.kept_die == "needed":
            which = np.where(all_ > 0, all_, some)
        shown = which[:, None] >> np.minimum(kinds, KINDS - 1) & 1
        return np.asarray((shown > 0) & (kinds != NO_DIE), dtype=np.bool_)

    def _found(self, deceivers: int) -> list[tuple[Ints, Ints]]:
        """For each number of dice: the kinds, as bits, that are in some set that fills the task, and those in all."""
        assert self.task is not None
        filling = self._filling(deceivers)
        found = [(np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64))]
        for dice in range(1, self.rolls.most + 1):
            kinds, less = self.rolls.kinds(dice), self.rolls.less(dice)
            there = kinds != NO_DIE
            bits = np.where(there, 1 << np.minimum(kinds, KINDS - 1), 0)
            some_before, all_before = found[dice - 1]
            some = np.bitwise_or.reduce(np.where(there, some_before[less], 0), axis=1)
            solving = there & (some_before[less] > 0)
            every = np.bitwise_and.reduce(np.where(solving, all_before[less], -1), axis=1)
            whole = np.bitwise_or.reduce(bits, axis=1)
            if dice in filling:
                some = np.where(filling[dice], some | whole, some)
                every = np.where(filling[dice], every & whole, every)
            found.append((some, np.where(some > 0, every, 0)))
        return found

    def _filling(self, deceivers: int) -> dict[int, Bools]:
        """For each number of dice that fills the task, whether a roll of so many fills it, all its dice used."""
        assert self.task is not None
        least = min(sizes(self.task))
        found = {}
        for size in sizes(self.task):
            if size > self.rolls.most:
                continue
            if deceivers:
                found[size] = self._disguised(size, deceivers)
            elif size == least:
                found[size] = solved(self.rolls, size, self.task, self.setting.rules.readings)
            else:
                found[size] = self._one_by_one(self.rolls, size)
        return found

    def _one_by_one(self, rolls: Numbered, size: int) -> Bools:
        assert self.task is not None
        fills = [False]
        for number in range(1, rolls.size(size) + 1):
            dice = dice_of(kinds_at(rolls, size, number))
            fills.append(dice in sets(self.task, dice, self.setting.rules.readings))
        return np.array(fills)

    def _disguised(self, size: int, deceivers: int) -> Bools:
        """The same when so many of the dice may be of any colour."""
        assert self.task is not None
        everything = with_fewer([*[frozenset[tuple[int, ...]]()] * size, frozenset(splits_of(size, len(COLOURS)))])
        every = Numbered(everything)
        if size == min(sizes(self.task)):
            fills = solved(every, size, self.task, self.setting.rules.readings)
        else:
            fills = self._one_by_one(every, size)
        values = fills.astype(np.uint64)
        room = array("i", [size + 1] * len(COLOURS))
        for _ in range(deceivers):
            out = values.copy()
            kernel.recolour(
                out, values, every.table(size), (1 << len(COLOURS)) - 1, every.counts(size - 1), room, 0, 1  # type: ignore[arg-type]
            )  # fmt: skip
            values = out
        rolls = range(1, self.rolls.size(size) + 1)
        places = [0, *(every.number(kinds_at(self.rolls, size, number)) for number in rolls)]
        found: Bools = values[places] > 0
        return found


def kinds_at(numbered: Numbered, dice: int, number: int) -> tuple[int, ...]:
    """The kinds of a multiset of so many dice.

    >>> rolls = Numbered(with_fewer([frozenset(), frozenset(), frozenset({(2, 0, 0, 0, 0)})]))
    >>> kinds_at(rolls, 2, rolls.number((3, 3)))
    (3, 3)
    """
    found = []
    for n in range(dice, 0, -1):
        found.append(int(numbered.kinds(n)[number, 0]))
        number = int(numbered.less(n)[number, 0])
    return tuple(sorted(found))
