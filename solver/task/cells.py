"""Cells: classes of dice showing one face; a task compiled over them."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from solver.dice import SYMBOL_BIT, Die, Face, Pool


class Plan(NamedTuple):
    """A task over the cells of some kinds of dice.

    diagram: see the kernel; None when it grew too large. cell_class, cell_weight: per cell its class and the number
    of sides that show it. kind_class: per kind of die, in the order of the pool, its class. face_cell: per face of
    every kind, one after the other in the order of `Die.weights`, its cell.
    """

    diagram: array[int] | None
    cell_class: array[int]
    cell_weight: array[int]
    kind_class: array[int]
    face_cell: array[int]

    def dice(self, pool: Pool) -> array[int]:
        """The number of dice of each class."""
        counts = array("q", bytes(8 * (1 + max(self.cell_class))))
        for group, (_, n) in zip(self.kind_class, pool.counts, strict=True):
            counts[group] += n
        return counts

    def cell_of(self, pool: Pool) -> dict[tuple[Die, Face], int]:
        """The cell of each face of each kind of die of the pool."""
        faces = [(die, face) for die, _ in pool for face in die.weights()]
        return dict(zip(faces, self.face_cell, strict=True))


def constant_diagram(cells: int, *, filled: bool) -> array[int]:
    """The diagram of a task that every roll fills, or none.

    >>> constant_diagram(1, filled=True)
    array('i', [1, 3, 2, 3, 0, 0, 0, 1, 1])
    """
    return array("i", [cells, 3, 2, *[3] * cells, 0, 0, 0, 1, int(filled)])


def value_of(face: Face) -> int:
    """The number of a face as the kernels read it.

    >>> value_of(3), value_of("bell")
    (3, 63)
    """
    return face if isinstance(face, int) else SYMBOL_BIT
