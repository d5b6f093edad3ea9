"""A fold of ten lines in plain Python with a dict: what one writes without a library."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from benchmarks import lattice
from benchmarks import machines as m
from benchmarks.queries import Counts

NAME = "dict fold"
VERSION = ""
Prepared = Callable[[], Any]


def die_by_die(
    dice: Sequence[m.Faces], step: Callable[[int, int], int], start: dict[int, int] | None = None
) -> dict[int, int]:
    """The weight of every state in the end."""
    table = start or {0: 1}
    for faces in dice:
        after: dict[int, int] = defaultdict(int)
        for state, weight in table.items():
            for outcome, sides in faces.items():
                after[step(state, outcome)] += weight * sides
        table = after
    return table


def by_outcomes(kinds: list[tuple[int, m.Faces]], step: Callable[[Any, int, int], Any], start: Any) -> dict[Any, int]:
    """The same outcome by outcome: how many of the dice left of each kind show it."""
    table = {(tuple(n for n, _ in kinds), start): 1}
    for outcome, i in sorted((outcome, i) for i, (_, faces) in enumerate(kinds) for outcome in faces):
        sides, last = kinds[i][1][outcome], outcome == max(kinds[i][1])
        after: dict[tuple[tuple[int, ...], Any], int] = defaultdict(int)
        for (left, state), weight in table.items():
            n = left[i]
            for k in range(n if last else 0, n + 1):
                rest = (*left[:i], n - k, *left[i + 1 :])
                after[rest, step(state, outcome, k)] += weight * comb(n, k) * sides**k
        table = after
    return {state: weight for (_, state), weight in table.items()}


def chance(table: dict[Any, int], state: Any = m.WON) -> Fraction:
    return Fraction(table.get(state, 0), sum(table.values()))


def statistic(step: Callable[[int, int], int]) -> Callable[[Counts], Prepared]:
    return lambda counts: lambda: die_by_die([m.D6] * counts.size, step)


def event(faces: m.Faces, step: Callable[[int, int], int]) -> Callable[[Counts], Prepared]:
    return lambda counts: lambda: chance(die_by_die([faces] * counts.size, step))


def keep_three(counts: Counts) -> Prepared:
    def ask() -> dict[int, int]:
        found = by_outcomes([(counts.size, {-face: 1 for face in m.D6})], m.keep_three, 0)
        return {state - 300: weight for state, weight in found.items()}

    return ask


def red_high(counts: Counts) -> Prepared:
    return lambda: chance(die_by_die([m.D6] * counts.red, m.one_high))


def card_states(counts: Counts) -> dict[int, int]:
    red, blue, green = m.CARD_FACES
    return die_by_die([blue] * counts.blue + [green] * counts.green + [red] * counts.red, m.card)


def card(counts: Counts) -> Prepared:
    return lambda: chance(card_states(counts), m.ALL_FILLED)


def card_filled(counts: Counts) -> Prepared:
    def ask() -> dict[int, int]:
        found: dict[int, int] = defaultdict(int)
        for filled, weight in card_states(counts).items():
            found[filled.bit_count()] += weight
        return found

    return ask


def rising(counts: Counts) -> Prepared:
    def ask() -> Fraction:
        red = die_by_die([m.MASKS] * counts.red, int.__or__)
        low = die_by_die([m.MASKS] * counts.green, m.above_red, red)
        blue = die_by_die([m.MASKS] * counts.blue, int.__or__)
        return chance(die_by_die([blue], m.is_rising, low))

    return ask


def high_low(counts: Counts) -> Prepared:
    kinds = [(n, m.coded(colour)) for colour, n in enumerate(counts)]
    return lambda: chance(by_outcomes(kinds, m.high_low, m.HIGH_LOW))


def one_again(counts: Counts) -> Prepared:
    def ask() -> Fraction:
        found = die_by_die([m.D6] * counts.size, m.crowd)
        won = sum(weight * (216 - (6 - m.help_for_three(state)) ** 3) for state, weight in found.items())
        return Fraction(won, 216 * 6**counts.size)

    return ask


def card_again(counts: Counts) -> Prepared:
    return lambda: lattice.card_again(m.CARD_FACES, counts)


def prepare(key: str, counts: Counts) -> Prepared:
    """The call to be timed."""
    return FORMULATIONS[key](counts)


def plain(answer: Any) -> Fraction | dict[int, Fraction]:
    """The answer as a chance, or as the chance of every outcome."""
    if isinstance(answer, Fraction):
        return answer
    total = sum(answer.values())
    return {outcome: Fraction(weight, total) for outcome, weight in answer.items()}


def forget() -> None:
    """Nothing is kept."""


FORMULATIONS: dict[str, Callable[[Counts], Prepared]] = {
    "total": statistic(int.__add__),
    "keep_three": keep_three,
    "pair_apart": event(m.D6, m.one_value),
    "red_high": red_high,
    "two_in_a_row": event(m.MASKS, m.two_in_a_row),
    "three_equal": event(m.D6, m.crowd),
    "four_in_a_row": event(m.MASKS, m.four_in_a_row),
    "distinct": statistic(m.distinct),
    "card": card,
    "card_filled": card_filled,
    "rising": rising,
    "high_low": high_low,
    "one_again": one_again,
    "card_again": card_again,
}
