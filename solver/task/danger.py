"""A danger over the cells of a pool: its diagram counts down the health."""

from __future__ import annotations

from array import array

from solver._cells import cells_of
from solver.errors import TooBigError
from solver.task.cells import Plan, constant_diagram
from solver.task.model import Danger
from solver.task.packing import pack


def missing_health(danger: Danger) -> int:
    """The health that the dice on the card have not yet reached, 0 or less when it is defeated.

    >>> from solver.task.model import Task
    >>> missing_health(Task("health 12 = r4 b2 : even").danger)
    6
    """
    return danger.health - sum(die.face for die in danger.placed if isinstance(die.face, int))


def danger_plan(danger: Danger, kinds: array[int]) -> Plan:
    """Compile a danger for kinds of dice as the kernels read them: a node for each health that is left."""
    kind = pack((danger.kind,), ())
    # every face that counts is a cell of its own, since its number matters
    found = cells_of(kinds, kind.colours, kind.faces, 1, False, False)
    if found is None:
        raise TooBigError(f"{kinds[0]} different kinds of dice are too many")
    _, values, _, groups, weights, kind_class, face_cell = found
    worth = [max(0, value) for value in values]
    diagram = _countdown(worth, missing_health(danger), danger.pairs)
    return Plan(diagram, groups, weights, kind_class, face_cell)


def _countdown(worth: list[int], health: int, pairs: bool) -> array[int]:
    """The diagram: nodes are (health left, a die of the same number waits for its partner)."""
    if health <= 0:
        return constant_diagram(len(worth), filled=True)
    layers, starts = [2], [0, 0]
    edges: list[int] = []
    now = {(health, 0): 2}
    first = 2
    for index, number in enumerate(worth):
        then: dict[tuple[int, int], int] = {}
        first += len(now)
        goes_on = index + 1 < len(worth) and worth[index + 1] == number
        for left, waiting in now:
            starts.append(len(edges))
            count = 0
            while True:
                placed = (count + waiting) // 2 * 2 if pairs else count
                after = left - placed * number
                if after <= 0:
                    edges.append(1)
                    break
                if index + 1 == len(worth):
                    edges.append(0)
                else:
                    state = (after, (count + waiting) % 2 if pairs and goes_on else 0)
                    edges.append(then.setdefault(state, first + len(then)))
                if not number:
                    break
                count += 1
        now = then
        layers.append(first)
    starts.append(len(edges))
    return array("i", [len(worth), first, *layers, *starts, *edges])
