"""dyce: `H.apply` die by die where a small state is enough, else `P.at` and `P.survey`."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import dyce
from dyce import H, P
from dyce.h import aggregate_weighted
from dyce.p import survey_outcome_order_ascending

from benchmarks import lattice
from benchmarks import machines as m
from benchmarks.queries import Counts

NAME = "dyce"
VERSION = dyce.__version__
Prepared = Callable[[], Any]

warnings.filterwarnings("ignore", category=dyce.lifecycle.ExperimentalWarning)


def die_by_die(dice: Sequence[H[int]], step: Callable[[int, int], int]) -> H[int]:
    return reduce(lambda state, die: state.apply(step, die), dice, H({0: 1}))


def chance(found: H[int], state: int = m.WON) -> Fraction:
    return Fraction(found.get(state, 0), found.total)


def total(counts: Counts) -> Prepared:
    die, n = H(m.D6), counts.size
    return lambda: n @ die


def keep_three(counts: Counts) -> Prepared:
    pool = counts.size @ P(H(m.D6))
    return lambda: pool.at(slice(-3, None))


def pair_apart(counts: Counts) -> Prepared:
    die, n = H(m.D6), counts.size
    return lambda: 1 - Fraction(sum(die.exactly_k_times_in_n(face, n, n) for face in die), die.total**n)


def red_high(counts: Counts) -> Prepared:
    die, n = H(m.D6), counts.red
    return lambda: 1 - Fraction(die.ge(4).exactly_k_times_in_n(False, n, n), die.total**n)


def two_in_a_row(counts: Counts) -> Prepared:
    dice = [H(m.MASKS)] * counts.size
    return lambda: chance(die_by_die(dice, m.two_in_a_row))


def three_equal(counts: Counts) -> Prepared:
    dice = [H(m.D6)] * counts.size
    return lambda: chance(die_by_die(dice, m.crowd))


def four_in_a_row(counts: Counts) -> Prepared:
    dice = [H(m.MASKS)] * counts.size
    return lambda: chance(die_by_die(dice, m.four_in_a_row))


def distinct(counts: Counts) -> Prepared:
    dice = [H(m.D6)] * counts.size
    return lambda: die_by_die(dice, m.distinct)


def card(counts: Counts) -> Prepared:
    red, blue, green = map(H, m.CARD_FACES)
    dice = [blue] * counts.blue + [green] * counts.green + [red] * counts.red
    return lambda: chance(die_by_die(dice, m.card), m.ALL_FILLED)


def card_filled(counts: Counts) -> Prepared:
    red, blue, green = map(H, m.CARD_FACES)
    dice = [blue] * counts.blue + [green] * counts.green + [red] * counts.red
    return lambda: die_by_die(dice, m.card).apply(int.bit_count)


def rising(counts: Counts) -> Prepared:
    die = H(m.MASKS)
    red, blue, green = [die] * counts.red, [die] * counts.blue, [die] * counts.green

    def ask() -> Fraction:
        low = reduce(lambda state, other: state.apply(m.above_red, other), green, reduce(operator.or_, red))
        return chance(low.apply(m.is_rising, reduce(operator.or_, blue)))

    return ask


def high_low(counts: Counts) -> Prepared:
    pool = P(*(H(m.coded(colour)) for colour, n in enumerate(counts) for _ in range(n)))
    return lambda: chance(
        pool.survey(
            accumulate=m.high_low_shown,
            order=survey_outcome_order_ascending,
            initial=m.HIGH_LOW_SHOWN,
            settle=lambda state: m.WON if m.ended(state) == m.WON else m.LOST,
        )
    )


def one_again(counts: Counts) -> Prepared:
    dice = [H(m.D6)] * counts.size

    def again(state: int) -> H[int]:
        miss = (6 - m.help_for_three(state)) ** 3
        return H({m.WON: 216 - miss, m.LOST: miss})

    return lambda: chance(aggregate_weighted((again(state), n) for state, n in die_by_die(dice, m.crowd).items()))


def card_again(counts: Counts) -> Prepared:
    dice = [H(faces) for faces in m.CARD_FACES]
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
    """What dyce keeps, it keeps in its dice, and every call has new ones."""


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
