"""The rules of a card in plain Python: which dice may lie on it, and when it is filled.

A card is a mapping from the spaces that have a die, held ones included, to their dice. This is the reference
that the kernels must equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from operator import eq, ge, gt, le, lt, ne

from solver.dice import Roll, Rolled
from solver.task.model import Compare, Either, Readings, Task, Then, Word

DEFAULT = Readings()
Card = Mapping[int, Rolled]

_OPERATORS = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}


def legal(task: Task, card: Card, readings: Readings = DEFAULT) -> bool:
    """Whether dice may lie so: the relations of spaces that have their dice hold, and no `or` has two.

    Examples
    --------
    >>> task = Task("[any]*3 : A < B < C")
    >>> three, one = Rolled("red", 3), Rolled("red", 1)
    >>> legal(task, {0: three, 2: one}), legal(task, {0: three, 1: one})
    (True, False)
    """
    numbered = numbered_spaces(task)
    numbers = {space: die.face for space, die in card.items() if isinstance(die.face, int)}
    return (
        all(space in numbers for space in card if space in numbered)
        and all(
            task.spaces[space].holds == die if task.spaces[space].holds else task.spaces[space].accepts(*die)
            for space, die in card.items()
        )
        and all(_rank_holds(task.spaces[space].rank, space, numbers, readings) for space in card)
        and all(_holds(task, relation, card, numbers, readings) for relation in task.relations)
    )


def compares(number: int, op: str, constant: int) -> bool:
    """Whether a number compares so with a constant.

    >>> compares(3, "<=", 3), compares(3, "!=", 3)
    (True, False)
    """
    return bool(_OPERATORS[op](number, constant))


def _rank_holds(rank: str, space: int, numbers: Mapping[int, int], readings: Readings) -> bool:
    others = [number for other, number in numbers.items() if other != space]
    strict = readings.high_low == "strict"
    if rank == "high":
        return all((gt if strict else ge)(numbers[space], other) for other in others)
    if rank == "low":
        return all((lt if strict else le)(numbers[space], other) for other in others)
    return True


def _holds(
    task: Task,
    relation: Compare | Then | Either | Word,
    card: Card,
    numbers: Mapping[int, int],
    readings: Readings,
) -> bool:
    match relation:
        case Compare(terms, op, constant):
            if any(space not in card for space in relation.spaces):
                return True
            return compares(sum(n * numbers[space] for n, space in terms), op, constant)
        case Then(first, second):
            free = second not in card or first in card or first in closed_spaces(task, card)
            return free or task.spaces[second].holds is not None
        case Either(spaces):
            return sum(space in card for space in spaces) <= 1
        case Word(word):
            in_order = [card[space] for space in sorted(card)]
            pairs = list(combinations(in_order, 2))
            match word:
                case "equal":
                    return all(a.face == b.face for a, b in pairs)
                case "different":
                    return all(a.face != b.face for a, b in pairs)
                case "same colour":
                    return all(a.colour == b.colour for a, b in pairs)
                case "different colours":
                    return all(a.colour != b.colour for a, b in pairs)
                case "consecutive":
                    return fits_run(list(numbers.values()), run_length(task), readings)
                case "ascending" | "descending":
                    rising = [numbers[space] for space in sorted(card, reverse=word == "descending")]
                    before = lt if readings.order == "strict" else le
                    return all(before(a, b) for a, b in combinations(rising, 2))


def fits_run(numbers: Sequence[int], length: int, readings: Readings = DEFAULT) -> bool:
    """Whether different numbers are part of a run of `length` numbers in a row.

    >>> fits_run([6, 1], 2), fits_run([6, 1], 2, Readings(consecutive="wraps")), fits_run([2, 5], 4)
    (False, True, True)
    """
    if len(set(numbers)) < len(numbers):
        return False
    if not numbers or max(numbers) - min(numbers) < length:
        return True
    return readings.consecutive == "wraps" and any(
        set(numbers) <= {1 + (first + step) % 6 for step in range(length)} for first in range(6)
    )


def complete(task: Task, card: Card, readings: Readings = DEFAULT) -> bool:
    """Whether a legal card is filled: a die on every space that no `or` closes, and runs without a gap."""
    return (
        card.keys() | closed_spaces(task, card) == set(range(len(task.spaces)))
        and all(any(space in card for space in group) for group in _groups(task))
        and (
            Word("consecutive") not in task.relations
            or fits_run([die.face for die in card.values() if isinstance(die.face, int)], len(card), readings)
        )
    )


def closed_spaces(task: Task, card: Card) -> set[int]:
    """The spaces without a die where an `or` gave it to another space."""
    return {space for group in _groups(task) if any(other in card for other in group) for space in group} - card.keys()


def _groups(task: Task) -> list[tuple[int, ...]]:
    return [relation.spaces for relation in task.relations if isinstance(relation, Either)]


def run_length(task: Task) -> int:
    """The number of spaces that have a die when the task is filled, the most where `or`s leave a choice.

    >>> run_length(Task("[any]*4 : consecutive, A or B"))
    3
    """
    groups = _groups(task)
    grouped = set().union(*groups)
    rest = len(task.spaces) - len(grouped)
    if len(grouped) == sum(map(len, groups)):
        return rest + len(groups)
    choices = [set(choice) for choice in product(*groups)]
    held = {space for space in grouped if task.spaces[space].holds}
    fitting = [c for c in choices if held <= c and all(len(c & set(group)) == 1 for group in groups)]
    return rest + max(map(len, fitting), default=0)


def numbered_spaces(task: Task) -> frozenset[int]:
    """The spaces whose number is related to others, so that they take no symbol.

    >>> sorted(numbered_spaces(Task("[any]*3 : A < C"))), sorted(numbered_spaces(Task("[any] [high]")))
    ([0, 2], [0, 1])
    """
    words = {relation.word for relation in task.relations if isinstance(relation, Word)}
    if words - {"different colours", "same colour"} or any(space.rank for space in task.spaces):
        return frozenset(range(len(task.spaces)))
    return frozenset(space for relation in task.relations if isinstance(relation, Compare) for space in relation.spaces)


def held_dice(task: Task) -> dict[int, Rolled]:
    """The card before any die of the roll is placed."""
    return {index: space.holds for index, space in enumerate(task.spaces) if space.holds}


def plain_cards(task: Task, roll: Roll, readings: Readings = DEFAULT) -> Iterator[dict[int, Rolled]]:
    """Every legal way to place some dice of a roll, equal dice not told apart, in plain Python."""
    order = [space for space in range(len(task.spaces)) if not task.spaces[space].holds]
    supply = Counter(roll)

    def extend(at: int, card: dict[int, Rolled]) -> Iterator[dict[int, Rolled]]:
        if at == len(order):
            if legal(task, card, readings):  # only a `then` can still be broken
                yield dict(card)
            return
        yield from extend(at + 1, card)
        for die in supply:
            if supply[die] and legal(without_order, card | {order[at]: die}, readings):
                supply[die] -= 1
                yield from extend(at + 1, card | {order[at]: die})
                supply[die] += 1

    without_order = Task.of(
        task.spaces,
        [relation for relation in task.relations if not isinstance(relation, Then)],
        dice=task.dice,
    )
    yield from extend(0, held_dice(task))
