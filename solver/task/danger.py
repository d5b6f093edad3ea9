"""A danger over the cells of a pool: its diagram counts down the health."""

from __future__ import annotations

from array import array

from solver.dice import Die, Face
from solver.task.cells import Cell, Plan, constant_diagram
from solver.task.model import Danger


def missing_health(danger: Danger) -> int:
    """The health that the dice on the card have not yet reached, 0 or less when it is defeated.

    >>> from solver.task.model import Task
    >>> missing_health(Task("health 12 = r4 b2 : even").danger)
    6
    """
    return danger.health - sum(die.face for die in danger.placed if isinstance(die.face, int))


def danger_plan(danger: Danger, kinds: tuple[Die, ...]) -> Plan:
    """Compile a danger for a pool of these kinds of dice: a node for each health that is left."""
    groups: dict[tuple[tuple[int, int], ...], int] = {}
    class_of: dict[Die, int] = {}
    cells: dict[Cell, list[tuple[Die, Face]]] = {}
    for die in kinds:
        worth: dict[int, list[Face]] = {}
        for face in die.weights():
            counts = isinstance(face, int) and danger.kind.accepts(die.colour, face)
            worth.setdefault(int(face) if counts else 0, []).append(face)
        sides = {number: sum(die.weights()[face] for face in faces) for number, faces in worth.items()}
        group = class_of[die] = groups.setdefault(tuple(sides.items()), len(groups))
        for number, faces in worth.items():
            cell = Cell(group, number, 0, 0, sides[number])
            cells.setdefault(cell, []).extend((die, face) for face in faces)
    order = sorted(cells, key=lambda cell: (cell.value, cell.group))
    cell_of = {key: index for index, cell in enumerate(order) for key in cells[cell]}
    return Plan.of(_countdown(order, missing_health(danger), danger.pairs), order, class_of, cell_of)


def _countdown(cells: list[Cell], health: int, pairs: bool) -> array[int]:
    """The diagram: nodes are (health left, a die of the same number waits for its partner)."""
    if health <= 0 or not cells:
        return constant_diagram(max(1, len(cells)), filled=health <= 0)
    layers, starts = [2], [0, 0]
    edges: list[int] = []
    now = {(health, 0): 2}
    first = 2
    for index, cell in enumerate(cells):
        then: dict[tuple[int, int], int] = {}
        first += len(now)
        goes_on = index + 1 < len(cells) and cells[index + 1].value == cell.value
        for left, waiting in now:
            starts.append(len(edges))
            count = 0
            while True:
                placed = (count + waiting) // 2 * 2 if pairs else count
                after = left - placed * cell.value
                if after <= 0:
                    edges.append(1)
                    break
                if index + 1 == len(cells):
                    edges.append(0)
                else:
                    state = (after, (count + waiting) % 2 if pairs and goes_on else 0)
                    edges.append(then.setdefault(state, first + len(then)))
                if not cell.value:
                    break
                count += 1
        now = then
        layers.append(first)
    starts.append(len(edges))
    return array("i", [len(cells), first, *layers, *starts, *edges])
