"""Tasks answered by trying everything: every face of every physical die, every way to place the dice."""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from fractions import Fraction

from solver.dice import Pool, Rolled
from solver.task.model import Compare, Either, Readings, Task, Then, Word

DEFAULT = Readings()
OPERATORS = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


def legal(task: Task, placed: dict[int, Rolled], full: bool, readings: Readings) -> bool:
    """Do these dice lie on the card by the rules, and (full) do they fill it?"""
    groups = [relation.spaces for relation in task.relations if isinstance(relation, Either)]
    inside = {space for group in groups for space in group}
    for group in groups:
        here = sum(space in placed for space in group)
        if here > 1 or (full and here != 1):
            return False
    if full and any(i not in placed for i in range(len(task.spaces)) if i not in inside):
        return False
    held = {i for i, space in enumerate(task.spaces) if space.holds}
    values = [placed[i].face for i in sorted(placed)]
    colours = [placed[i].colour for i in sorted(placed)]
    numbered = {i for i, space in enumerate(task.spaces) if space.rank}
    if any(space.rank for space in task.spaces):
        numbered = set(range(len(task.spaces)))
    for relation in task.relations:
        if isinstance(relation, Compare):
            numbered |= set(relation.spaces)
        if isinstance(relation, Word) and "colour" not in relation.word:
            numbered = set(range(len(task.spaces)))
    if any(isinstance(placed[i].face, str) and i in numbered for i in placed):
        return False
    for relation in task.relations:
        match relation:
            case Compare(terms, op, constant):
                if all(space in placed for _, space in terms):
                    left = sum(n * placed[space].face for n, space in terms)
                    if not OPERATORS[op](left, constant):
                        return False
            case Then(first, second):
                if not full and second in placed and second not in held and first not in placed:
                    return False
            case Word("equal"):
                if len(set(values)) > 1:
                    return False
            case Word("different"):
                if len(set(values)) < len(values):
                    return False
            case Word("same colour"):
                if len(set(colours)) > 1:
                    return False
            case Word("different colours"):
                if len(set(colours)) < len(colours):
                    return False
            case Word("ascending" | "descending" as word):
                rising = values if word == "ascending" else values[::-1]
                in_order = operator.lt if readings.order == "strict" else operator.le
                if not all(in_order(a, b) for a, b in itertools.combinations(rising, 2)):
                    return False
            case Word("consecutive"):
                length = len(task.spaces) - sum(len(group) - 1 for group in groups)
                if len(set(values)) < len(values):
                    return False
                rows = [{start + i for i in range(length)} for start in range(63)]
                if readings.consecutive == "wraps":
                    rows += [{(start + i) % 6 + 1 for i in range(length)} for start in range(6)]
                if not any(set(values) <= row for row in rows):
                    return False
    for i in placed:
        rank = task.spaces[i].rank
        for j in placed:
            if rank and i != j:
                high, low = (i, j) if rank == "high" else (j, i)
                gap = placed[high].face - placed[low].face
                if gap < (0 if readings.high_low == "tied" else 1):
                    return False
    return True


def best_placement(task: Task, roll: tuple[Rolled, ...], readings: Readings) -> tuple[int, bool]:
    """The most spaces that can hold dice, and whether the task can be filled."""
    held = {i: space.holds for i, space in enumerate(task.spaces) if space.holds}
    most, fills = len(held), False  # dice that contradict each other lie there all the same

    def place(space: int, placed: dict[int, Rolled], left: tuple[Rolled, ...]) -> None:
        nonlocal most, fills
        if space == len(task.spaces):
            if legal(task, placed, False, readings):
                most = max(most, len(placed))
            fills = fills or legal(task, placed, True, readings)
            return
        place(space + 1, placed, left)
        if space in held:
            return
        for i, die in enumerate(left):
            if task.spaces[space].accepts(*die):
                place(space + 1, placed | {space: die}, left[:i] + left[i + 1 :])

    place(0, held, roll)
    return most, fills


def rolls(pool: Pool) -> Counter[tuple[Rolled, ...]]:
    """Every roll of the physical dice, as a sorted tuple, with the number of ways to roll it."""
    dice = [die for die, n in pool for _ in range(n)]
    return Counter(
        tuple(sorted((Rolled(die.colour, face) for die, face in zip(dice, faces, strict=True)), key=repr))
        for faces in itertools.product(*(die.faces for die in dice))
    )


def brute_odds(task: Task, pool: Pool, readings: Readings = DEFAULT) -> tuple[Fraction, dict[int, int]]:
    """The chance to fill the task, and the weights of the most filled spaces."""
    won, most = 0, Counter()
    for roll, ways in rolls(pool).items():
        filled, full = best_placement(task, roll, readings)
        won += ways * full
        most[filled] += ways
    return Fraction(won, pool.total), dict(most)


def danger_defeated(task: Task, roll: tuple[Rolled, ...]) -> bool:
    """Do the dice of the roll, with those on the card, reach the danger's health?"""
    danger = task.danger
    numbers = [die.face for die in roll if isinstance(die.face, int) and danger.kind.accepts(*die)]
    if danger.pairs:
        total = sum(number * (count // 2) * 2 for number, count in Counter(numbers).items())
    else:
        total = sum(numbers)
    return total + sum(die.face for die in danger.placed) >= danger.health


def brute_danger(task: Task, pool: Pool) -> Fraction:
    """The chance that one roll defeats the danger."""
    return Fraction(sum(ways for roll, ways in rolls(pool).items() if danger_defeated(task, roll)), pool.total)


def brute_rerolls(task: Task, pool: Pool, rounds: int) -> Fraction:
    """Any dice rolled again, `rounds` times at most: a plain decision tree over sorted rolls."""
    dice = [die for die, n in pool for _ in range(n)]
    memo: dict[object, Fraction] = {}

    def win(shown: tuple[object, ...]) -> bool:
        roll = tuple(Rolled(die.colour, face) for die, face in zip(dice, shown, strict=True))
        return danger_defeated(task, roll) if task.danger else best_placement(task, roll, Readings())[1]

    def value(shown: tuple[object, ...], left: int) -> Fraction:
        key = tuple(sorted(zip([str(die) for die in dice], shown, strict=True), key=repr)), left
        if key not in memo:
            if left == 0:
                memo[key] = Fraction(int(win(shown)))
            else:
                memo[key] = max(
                    mean(shown, again, left - 1)
                    for again in itertools.chain.from_iterable(
                        itertools.combinations(range(len(dice)), n) for n in range(len(dice) + 1)
                    )
                )
        return memo[key]

    def mean(shown: tuple[object, ...], again: tuple[int, ...], left: int) -> Fraction:
        total = Fraction(0)
        count = 0
        for faces in itertools.product(*(dice[i].faces for i in again)):
            fresh = list(shown)
            for i, face in zip(again, faces, strict=True):
                fresh[i] = face
            total += value(tuple(fresh), left)
            count += 1
        return total / count

    return mean(tuple(die.faces[0] for die in dice), tuple(range(len(dice))), rounds)
