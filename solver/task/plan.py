"""A task with relations as the diagram kernel reads it: its demands on the cells of a pool.

A cell is a class of dice showing one face; dice whose every face serves the same spaces are of one class.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import NamedTuple

from solver._cells import cells_of
from solver._demands import find_demands
from solver._diagram import compile_diagram
from solver.dice import Die, Pool, colour_bit, pack_dice
from solver.errors import TooBigError
from solver.task.cells import Plan, constant_diagram, value_of
from solver.task.danger import danger_plan
from solver.task.model import Compare, Either, Readings, Task, Then, Word

_OPERATORS = {"<": 0, "<=": 1, "=": 2, "!=": 3, ">=": 4, ">": 5}
_MAX_OPTIONS = 100_000

Line = tuple[tuple[int, ...], int, int]  # coefficient of each space, operator, constant


def all_open(task: Task) -> tuple[int, ...]:
    """The masks of the spaces that must hold a die for the task to be filled, one for each choice of every `or`."""
    groups = [relation.spaces for relation in task.relations if isinstance(relation, Either)]
    if prod(map(len, groups)) > _MAX_OPTIONS:
        raise TooBigError(f"the 'or's of this card leave {prod(map(len, groups))} choices")
    inside = {space for group in groups for space in group}
    always = sum(1 << i for i in range(len(task.spaces)) if i not in inside)
    held = sum(1 << i for i, space in enumerate(task.spaces) if space.holds)
    masks = set()
    for chosen in product(*groups):
        mask = always | sum(1 << i for i in set(chosen))
        if all(sum(mask >> i & 1 for i in group) == 1 for group in groups) and not held & ~mask:
            masks.add(mask)
    return tuple(sorted(masks))


def some_open(task: Task, size: int) -> Iterator[int]:
    """The masks of `size` spaces that can hold dice at the same time, those that hold one already among them."""
    groups = [relation.spaces for relation in task.relations if isinstance(relation, Either)]
    orders = [relation.spaces for relation in task.relations if isinstance(relation, Then)]
    held = {i for i, space in enumerate(task.spaces) if space.holds}
    free = [i for i in range(len(task.spaces)) if i not in held]
    for more in combinations(free, size - len(held)):
        chosen = held.union(more)
        closed = {space for group in groups if chosen.intersection(group) for space in group if space not in chosen}
        if all(first in chosen | closed or second not in chosen or second in held for first, second in orders) and all(
            len(chosen.intersection(group)) <= 1 for group in groups
        ):
            yield sum(1 << i for i in chosen)


def most_open(task: Task) -> int:
    """The number of spaces that hold a die when the task is filled.

    >>> most_open(Task("[any]*4 : A or B"))
    3
    """
    return max((mask.bit_count() for mask in all_open(task)), default=0)


def lines(task: Task, readings: Readings) -> list[Line]:
    """Every relation of numbers as `sum of coefficient * number  operator  constant`.

    >>> lines(Task("[any]*2 : A < B"), Readings())
    [((1, -1), 0, 0)]
    """
    k = len(task.spaces)

    def line(terms: Iterable[tuple[int, int]], op: str, constant: int = 0) -> Line:
        coefficients = [0] * k
        for coefficient, space in terms:
            coefficients[space] += coefficient
        return tuple(coefficients), _OPERATORS[op], constant

    rising = "<" if readings.order == "strict" else "<="
    higher = ">=" if readings.high_low == "tied" else ">"
    pairwise = {
        "equal": [(1, "=")],
        "different": [(1, "!=")],
        "ascending": [(1, rising)],
        "descending": [(-1, rising)],
    }
    found: list[Line] = []
    for relation in task.relations:
        if isinstance(relation, Compare):
            found.append(line(relation.terms, relation.op, relation.constant))
        elif isinstance(relation, Word):
            for sign, op in pairwise.get(relation.word, []):
                found += [line(((sign, i), (-sign, j)), op) for i, j in combinations(range(k), 2)]
    for i, space in enumerate(task.spaces):
        sign = {"high": 1, "low": -1, "": 0}[space.rank]
        if sign:
            found += [line(((sign, i), (-sign, j)), higher) for j in range(k) if j != i]
    return list(dict.fromkeys(found))


def _twins(task: Task, found: list[Line], opens: Iterable[int]) -> list[int]:
    """For each space an earlier one that can change places with it in everything, or -1."""
    looks = [
        (colours, faces, space.rank)
        for colours, faces, space in zip(task.packed.colours, task.packed.faces, task.spaces, strict=True)
    ]
    if len(set(looks)) == len(looks):
        return [-1] * len(looks)
    opens = set(opens)
    relations = set(found)

    def interchangeable(i: int, j: int) -> bool:
        if looks[i] != looks[j] or task.spaces[i].holds:
            return False

        def swapped(coefficients: tuple[int, ...]) -> tuple[int, ...]:
            changed = list(coefficients)
            changed[i], changed[j] = changed[j], changed[i]
            return tuple(changed)

        def same(line: Line) -> bool:
            moved = swapped(line[0])
            # an equation or inequality of zero sum reads the same with both signs turned
            turned = tuple(-n for n in moved), line[1], -line[2]
            return (moved, line[1], line[2]) in relations or (line[1] in (2, 3) and turned in relations)

        def moved(mask: int) -> int:
            both = 1 << i | 1 << j
            return mask ^ both if mask >> i & 1 != mask >> j & 1 else mask

        return all(map(same, found)) and all(moved(mask) in opens for mask in opens)

    return [next((i for i in range(j - 1, -1, -1) if interchangeable(i, j)), -1) for j in range(len(task.spaces))]


class Search(NamedTuple):
    """What a task asks, apart from the dice: what the search for its demands needs to know.

    by_colour: 1 all colours differ, 2 all are the same, 0 they do not matter. lumped: of a die only the spaces it
    serves matter, not its number. The rest is as the kernel takes it.
    """

    relations: array[int]
    held_values: array[int]
    held_colours: array[int]
    twins: array[int]
    options: array[int]
    run: int
    wraps: bool
    by_colour: int
    numbered: int
    lumped: bool


@lru_cache(maxsize=4096)
def search_for(task: Task, readings: Readings, size: int | None) -> Search:
    """What is to be filled: all that must be (size None), or `size` of the spaces."""
    words = {relation.word for relation in task.relations if isinstance(relation, Word)}
    by_colour = 1 if "different colours" in words else 2 if "same colour" in words else 0
    found = lines(task, readings)
    numbered = 0
    for coefficients, _, _ in found:
        for i, coefficient in enumerate(coefficients):
            numbered |= bool(coefficient) << i
    if any("colour" not in word for word in words) or any(space.rank for space in task.spaces):
        numbered = (1 << len(task.spaces)) - 1
    held = [space.holds for space in task.spaces]
    opens = all_open(task) if size is None else tuple(some_open(task, size))
    if {"different colours", "same colour"} <= words and (most_open(task) if size is None else size) > 1:
        opens = ()  # two dice cannot be both
    if any(die and isinstance(die.face, str) and numbered >> i & 1 for i, die in enumerate(held)):
        opens = ()  # a symbol that lies there has no number
    if len(opens) > _MAX_OPTIONS:
        raise TooBigError(f"{task} can be filled in part in {len(opens)} ways")
    return Search(
        array("q", [n for coefficients, op, constant in found for n in (*coefficients, op, constant)]),
        array("q", [-1 if die is None else value_of(die.face) for die in held]),
        array("q", [-1 if die is None else colour_bit(die.colour) for die in held]),
        array("q", _twins(task, found, opens)),
        array("Q", opens),
        0 if "consecutive" not in words else -1 if size is None else most_open(task),
        readings.consecutive == "wraps",
        by_colour,
        numbered,
        not found and "consecutive" not in words,
    )


def plan(task: Task, pool: Pool, readings: Readings, size: int | None) -> Plan:
    """Compile a task for a pool; of a kind of dice, more than the task has spaces do not matter.

    Parameters
    ----------
    size : how many of its spaces are to be filled, None for all that must be
    """
    most = len(task.spaces)
    return _plan(task, tuple((die, min(n, most)) for die, n in pool.counts), readings, size)


def forget_plans() -> None:
    """Empty the caches of compiled tasks."""
    _plan.cache_clear()
    search_for.cache_clear()


@lru_cache(maxsize=4096)
def _plan(task: Task, kinds: tuple[tuple[Die, int], ...], readings: Readings, size: int | None) -> Plan:
    packed = pack_dice(kinds)
    if task.danger:
        return danger_plan(task.danger, packed)
    ask = search_for(task, readings, size)
    found = cells_of(packed, task.packed.colours, task.packed.faces, ask.numbered, ask.lumped, bool(ask.by_colour))
    if found is None:
        raise TooBigError(f"{len(kinds)} different kinds of dice are too many")
    accepts, values, colours, groups, weights, kind_class, face_cell = found
    diagram: array[int] | None = constant_diagram(len(groups), filled=False)
    if ask.options:
        dice = array("q", bytes(8 * (1 + max(groups))))
        for group, (_, n) in zip(kind_class, kinds, strict=True):
            dice[group] += n
        demands = find_demands(
            accepts,
            values,
            colours,
            groups,
            dice,
            len(task.spaces),
            ask.relations,
            ask.held_values,
            ask.held_colours,
            ask.twins,
            ask.options,
            ask.run,
            ask.wraps,
            ask.by_colour,
            ask.numbered,
        )
        diagram = None if demands is None else _diagram(demands, len(task.spaces), len(groups))
    return Plan(diagram, groups, weights, kind_class, face_cell)


def _diagram(demands: array[int], spaces: int, cells: int) -> array[int] | None:
    if not demands:
        return constant_diagram(cells, filled=False)
    if -1 in demands[::spaces]:  # one that asks for no die at all
        return constant_diagram(cells, filled=True)
    return compile_diagram(demands, spaces, cells)
