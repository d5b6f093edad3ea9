"""icepool: its own functions where it has them, else the smallest evaluators and folds we know of."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any

import icepool
import icepool.evaluator
import icepool.math
from icepool import Die, MultisetEvaluator, Order, Pool, UnsupportedOrder

from benchmarks import lattice
from benchmarks import machines as m
from benchmarks.queries import Counts

NAME = "icepool"
VERSION = icepool.__version__
Prepared = Callable[[], Any]


class Machine(MultisetEvaluator[int, int]):
    """A machine of outcomes as an evaluator."""

    def __init__(self, step: Callable[[Any, int, int], Any], start: Hashable) -> None:
        self.step = step
        self.start = start

    def initial_state(self, order: Order, outcomes: Sequence[int], /, *sizes: Any, **kwargs: Any) -> Hashable:
        if order != Order.Ascending:
            raise UnsupportedOrder
        return self.start

    def next_state(self, state: Any, order: Order, outcome: int, /, *counts: int) -> Hashable:
        return self.step(state, outcome, counts[0])

    def final_outcome(self, final_state: Any, *_: Any, **kwargs: Any) -> bool:  # type: ignore[override]
        return bool(final_state == m.WON)


def die_by_die(dice: Sequence[Die[int]], step: Callable[[int, int], int]) -> Die[int]:
    return icepool.reduce(step, dice, initial=0)


def total(counts: Counts) -> Prepared:
    die, n = Die(m.D6), counts.size

    def ask() -> Die[int]:
        half = (n // 2) @ die  # icepool itself adds die by die
        return half + half + die if n % 2 else half + half

    return ask


def keep_three(counts: Counts) -> Prepared:
    die, n = Die(m.D6), counts.size
    return lambda: die.highest(n, 3)


def pair_apart(counts: Counts) -> Prepared:
    die, n = Die(m.D6), counts.size
    return lambda: 1 - sum(chance**n for chance in die.probabilities())


def red_high(counts: Counts) -> Prepared:
    die = Die(m.D6)
    return lambda: 1 - die.probability("<", 4) ** counts.red


def two_in_a_row(counts: Counts) -> Prepared:
    dice = [Die(m.MASKS)] * counts.size
    return lambda: die_by_die(dice, m.two_in_a_row).probability(m.WON)


def three_equal(counts: Counts) -> Prepared:
    dice = [Die(m.D6)] * counts.size
    return lambda: die_by_die(dice, m.crowd).probability(m.WON)


def four_in_a_row(counts: Counts) -> Prepared:
    die, n = Die(m.D6), counts.size
    return lambda: die.pool(n).largest_straight().probability(">=", 4)


def distinct(counts: Counts) -> Prepared:
    dice = [Die(m.D6)] * counts.size
    return lambda: die_by_die(dice, m.distinct)


def card(counts: Counts) -> Prepared:
    red, blue, green = map(Die, m.CARD_FACES)
    dice = [blue] * counts.blue + [green] * counts.green + [red] * counts.red
    return lambda: die_by_die(dice, m.card).probability(m.ALL_FILLED)


def card_filled(counts: Counts) -> Prepared:
    red, blue, green = map(Die, m.CARD_FACES)
    dice = [blue] * counts.blue + [green] * counts.green + [red] * counts.red
    return lambda: die_by_die(dice, m.card).map(int.bit_count)


def rising(counts: Counts) -> Prepared:
    die = Die(m.MASKS)
    red, blue, green = [die] * counts.red, [die] * counts.blue, [die] * counts.green

    def ask() -> Fraction:
        low = icepool.reduce(m.above_red, green, initial=icepool.reduce(operator.or_, red))
        return icepool.map(m.is_rising, low, icepool.reduce(operator.or_, blue)).probability(m.WON)

    return ask


def high_low(counts: Counts) -> Prepared:
    pool = Pool({Die(m.coded(colour)): n for colour, n in enumerate(counts)})
    machine = Machine(m.high_low, m.HIGH_LOW)
    return lambda: machine(pool).probability(True)


def one_again(counts: Counts) -> Prepared:
    dice = [Die(m.D6)] * counts.size

    def again(state: int) -> Die[int]:
        miss = (6 - m.help_for_three(state)) ** 3
        return Die({m.WON: 216 - miss, m.LOST: miss})

    return lambda: die_by_die(dice, m.crowd).map(again).probability(m.WON)


def card_again(counts: Counts) -> Prepared:
    dice = [Die(faces) for faces in m.CARD_FACES]
    return lambda: lattice.card_again(dice, counts)


def prepare(key: str, counts: Counts) -> Prepared:
    """The call to be timed, on new dice."""
    return FORMULATIONS[key](counts)


def plain(answer: Any) -> Fraction | dict[int, Fraction]:
    """The answer as a chance, or as the chance of every outcome."""
    if isinstance(answer, Fraction):
        return answer
    total = sum(answer.values())
    return {outcome: Fraction(weight, total) for outcome, weight in answer.items()}


def forget() -> None:
    """Empty the library's caches; those of dice and evaluators go with them, as every call has new ones."""
    icepool.d.cache_clear()
    icepool.z.cache_clear()
    Pool.clear_cache()
    icepool.math.comb_row_cache.clear()
    for evaluator in vars(icepool.evaluator).values():
        if isinstance(evaluator, MultisetEvaluator):
            evaluator.__dict__.pop("_cache", None)


FORMULATIONS: dict[str, Callable[[Counts], Prepared]] = {
    "total": total,
    "keep_three": keep_three,
    "pair_apart": pair_apart,
    "red_high": red_high,
    "two_in_a_row": two_in_a_row,
    "three_equal": three_equal,
    "four_in_a_row": four_in_a_row,
    "distinct": distinct,
    "card": card,
    "card_filled": card_filled,
    "rising": rising,
    "high_low": high_low,
    "one_again": one_again,
    "card_again": card_again,
}
