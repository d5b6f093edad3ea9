"""Cells: classes of dice showing one face; a task compiled over them."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from solver.dice import SYMBOL_BIT, Die, Face, Pool


class Cell(NamedTuple):
    """A class of dice showing one face, or several faces that serve the same spaces.

    group: the class. value: the number, -1 where it does not matter. colour: its bit, 0 where it does not matter.
    accepts: the mask of the spaces it may lie on. weight: the number of sides that show it.
    """

    group: int
    value: int
    colour: int
    accepts: int
    weight: int


class Plan(NamedTuple):
    """A task over the cells of some kinds of dice.

    diagram: see the kernel; None when it grew too large. cell_class, cell_weight: per cell its class and the number
    of sides that show it. class_of: the class of each kind of die. cell_of: the cell of a kind's face.
    """

    diagram: array[int] | None
    cell_class: array[int]
    cell_weight: array[int]
    class_of: dict[Die, int]
    cell_of: dict[tuple[Die, Face], int]

    @classmethod
    def of(
        cls,
        diagram: array[int] | None,
        cells: list[Cell],
        class_of: dict[Die, int],
        cell_of: dict[tuple[Die, Face], int],
    ) -> Plan:
        """A diagram with the cells it speaks of, in the order of its layers."""
        groups, weights = [cell.group for cell in cells], [cell.weight for cell in cells]
        return cls(diagram, array("q", groups), array("q", weights), class_of, cell_of)

    def dice(self, pool: Pool) -> array[int]:
        """The number of dice of each class."""
        counts = array("q", bytes(8 * (1 + max(self.cell_class))))
        for die, n in pool:
            counts[self.class_of[die]] += n
        return counts


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
