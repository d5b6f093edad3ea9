"""numpy over multisets: every different roll of a colour as a row of counts, with its number of ways.

Rolls of several colours are combined by broadcasting, from what matters of each colour where that is less.
All integers are exact: int64 below 2^63, Python integers in object arrays above.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.queries import Counts

NAME = "numpy"
VERSION = np.__version__
Prepared = Callable[[], Any]
Array = NDArray[np.int64]
FACES = np.arange(1, 7)
MAX_ROWS = 20_000_000  # some 100 bytes each
CARD_SIDES = ((3, 2, 1), (3, 2, 1), (3, 2, 1))  # of red: A, AD, ACD; of blue: B, D, CD; of green: none, D, CD


def multisets(dice: int, sides: tuple[int, ...] = (1,) * 6) -> tuple[Array, Array]:
    """Counts of each face, one row a multiset, and the number of ways to roll it."""
    rows = np.array(list(combinations_with_replacement(range(len(sides)), dice)), dtype=np.int64)
    counts = np.stack([(rows == face).sum(axis=1) for face in range(len(sides))], axis=1)
    factorials = np.array([factorial(n) for n in range(dice + 1)])
    powers = np.array([[side**n for n in range(dice + 1)] for side in sides])
    ways = factorial(dice) // factorials[counts].prod(axis=1)
    return counts, ways * powers[np.arange(len(sides)), counts].prod(axis=1)


def gathered(values: Array, weights: Array) -> tuple[Array, Array]:
    """The different values, and the sum of the weights of each."""
    different, place = np.unique(values, return_inverse=True)
    sums = np.zeros(len(different), dtype=weights.dtype)
    np.add.at(sums, place, weights)
    return different, sums


def distribution(values: Array, weights: Array) -> dict[int, int]:
    different, sums = gathered(values, weights)
    return dict(zip(different.tolist(), sums.tolist(), strict=True))


def chance(won: NDArray[np.bool_], weights: Array, total: int) -> Fraction:
    return Fraction(int(weights[won].sum()), total)


def statistic(of: Callable[[Array], Array]) -> Callable[[Counts], Prepared]:
    def formulation(counts: Counts) -> Prepared:
        def ask() -> dict[int, int]:
            rolls, ways = multisets(counts.size)
            return distribution(of(rolls), ways)

        return ask

    return formulation


def event(of: Callable[[Array], NDArray[np.bool_]]) -> Callable[[Counts], Prepared]:
    def formulation(counts: Counts) -> Prepared:
        def ask() -> Fraction:
            rolls, ways = multisets(counts.size)
            return chance(of(rolls), ways, 6**counts.size)

        return ask

    return formulation


def _highest_three(rolls: Array) -> Array:
    above = rolls[:, ::-1].cumsum(axis=1) - rolls[:, ::-1]  # dice of higher faces
    return np.minimum(rolls[:, ::-1], np.maximum(3 - above, 0)) @ FACES[::-1]


def _runs(length: int) -> Callable[[Array], NDArray[np.bool_]]:
    def of(rolls: Array) -> NDArray[np.bool_]:
        shown = rolls > 0
        return np.logical_or.reduce([shown[:, low : low + length].all(axis=1) for low in range(7 - length)])

    return of


def red_high(counts: Counts) -> Prepared:
    def ask() -> Fraction:
        rolls, ways = multisets(counts.red)
        return chance(rolls[:, 3:].any(axis=1), ways, 6**counts.red)

    return ask


def _open_spaces(counts: Counts) -> tuple[Array, Array]:
    """How many spaces of the card stay open, and the ways, for all rolls of three colours."""
    (red, red_ways), (blue, blue_ways), (green, green_ways) = (
        multisets(n, sides) for n, sides in zip(counts, CARD_SIDES, strict=True)
    )
    red, red_ways = red[:, None, None], red_ways[:, None, None]
    blue, blue_ways = blue[None, :, None], blue_ways[None, :, None]
    odd, five = blue[..., 1] + green[:, 1], blue[..., 2] + green[:, 2]
    need_c = five == 0
    need_d = odd + np.maximum(five - 1, 0) == 0
    any_red, odd_red, five_red = red[..., 0], red[..., 1], red[..., 2]
    c_by_red = need_c & (five_red > 0)
    left = odd_red + five_red - c_by_red
    d_by_red = need_d & (left > 0)
    a = any_red + left - d_by_red > 0
    still = (need_c & ~c_by_red).astype(np.int64) + (need_d & ~d_by_red) + ~a + (blue[..., 0] == 0)
    return still, red_ways * blue_ways * green_ways


def card(counts: Counts) -> Prepared:
    def ask() -> Fraction:
        still, ways = _open_spaces(counts)
        return chance(still == 0, ways, 6**counts.size)

    return ask


def card_filled(counts: Counts) -> Prepared:
    def ask() -> dict[int, int]:
        still, ways = _open_spaces(counts)
        return distribution(4 - still.ravel(), ways.ravel())

    return ask


def rising(counts: Counts) -> Prepared:
    def ask() -> Fraction:
        values = []
        for n in counts:
            rolls, ways = multisets(n)
            values.append(gathered((rolls > 0) @ (1 << FACES), ways))
        (red, red_ways), (blue, blue_ways), (green, green_ways) = values
        above = -2 * (red & -red)  # the bits above the lowest
        others = (red[:, None] | green)[:, :, None] | blue
        others &= above[:, None, None]
        high = np.array([1 << mask.bit_length() >> 1 for mask in range(128)])[others]
        between = (blue & above[:, None])[:, None, :] & ~(others & -others) & (high - 1)
        ways = red_ways[:, None, None] * green_ways[:, None] * blue_ways
        return chance(between > 0, ways, 6**counts.size)

    return ask


def high_low(counts: Counts) -> Prepared:
    def ask() -> Fraction:
        (red, red_ways), (blue, blue_ways), (green, green_ways) = map(multisets, counts)
        if len(red) * len(blue) * len(green) > MAX_ROWS:
            raise MemoryError(f"{len(red) * len(blue) * len(green):,} rows")
        shape = len(red), len(blue), len(green)
        red = np.broadcast_to(red[:, None, None], (*shape, 6)).reshape(-1, 6)
        blue = np.broadcast_to(blue[:, None], (*shape, 6)).reshape(-1, 6)
        every = red + blue + np.broadcast_to(green, (*shape, 6)).reshape(-1, 6)
        won = np.zeros(len(every), dtype=bool)
        # for the values of A, B and C: do the dice show them, and is there one more for D
        for b in (5, 6):
            for a in range(9 - b, b + 1):
                for c in range(1, b + 1):
                    taken = np.bincount([a, b, c], minlength=7)[1:]
                    low = min(a, c)
                    won |= (
                        (red[:, a - 1] > 0)
                        & (blue[:, c - 1] > 0)
                        & (every >= taken).all(axis=1)
                        & (every[:, :low].sum(axis=1) > taken[:low].sum())
                    )
        ways = (red_ways[:, None, None] * blue_ways[:, None] * green_ways).ravel()
        return chance(won, ways, 6**counts.size)

    return ask


def one_again(counts: Counts) -> Prepared:
    def ask() -> Fraction:
        rolls, ways = multisets(counts.size)
        pairs = (rolls == 2).sum(axis=1)
        helps = np.where((rolls == 1).any(axis=1), pairs, np.maximum(pairs - 1, 0))
        helps[(rolls >= 3).any(axis=1)] = 6
        return Fraction(int((ways * (216 - (6 - helps) ** 3)).sum()), 216 * 6**counts.size)

    return ask


def card_again(counts: Counts) -> Prepared:
    """The chances of the rolls in a block of three axes, one a colour; a reroll is a matrix along each."""

    def ask() -> Fraction:
        total = 6**counts.size
        exact = np.int64 if total**3 < 2**63 else object
        still, ways = _open_spaces(counts)
        chances = (still == 0).astype(exact)
        axes = [_kept(n, sides, exact) for n, sides in zip(counts, CARD_SIDES, strict=True)]
        for _ in range(2):
            for axis, (ways_from, _) in enumerate(axes):
                chances = np.moveaxis(np.tensordot(ways_from, chances, (1, axis)), 0, axis)
            for axis, (_, parts) in enumerate(axes):
                best = np.moveaxis(chances, axis, 0)
                chances = np.moveaxis(np.stack([best[part].max(axis=0) for part in parts]), 0, axis)
        return Fraction(int((chances * ways.astype(exact)).sum()), total**3)

    return ask


def _kept(dice: int, sides: tuple[int, ...], exact: Any) -> tuple[NDArray[Any], list[Array]]:
    """Of one colour: the ways from each set of kept dice to each roll, of 6^dice; the sets in each roll."""
    sizes = [multisets(size, sides) for size in range(dice + 1)]
    rolls, _ = sizes[dice]
    place = {tuple(roll): i for i, roll in enumerate(rolls.tolist())}
    ways_from, kept = [], []
    for size in range(dice + 1):
        more, ways = sizes[dice - size]
        for part in sizes[size][0]:
            row = np.zeros(len(rolls), dtype=exact)
            row[[place[tuple(roll)] for roll in (more + part).tolist()]] = ways.astype(exact) * 6**size
            ways_from.append(row)
            kept.append(part)
    return np.stack(ways_from), [np.flatnonzero((np.stack(kept) <= roll).all(axis=1)) for roll in rolls]


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
    "total": statistic(lambda rolls: rolls @ FACES),
    "keep_three": statistic(_highest_three),
    "pair_apart": event(lambda rolls: (rolls > 0).sum(axis=1) > 1),
    "red_high": red_high,
    "two_in_a_row": event(_runs(2)),
    "three_equal": event(lambda rolls: (rolls >= 3).any(axis=1)),
    "four_in_a_row": event(_runs(4)),
    "distinct": statistic(lambda rolls: (rolls > 0).sum(axis=1)),
    "card": card,
    "card_filled": card_filled,
    "rising": rising,
    "high_low": high_low,
    "one_again": one_again,
    "card_again": card_again,
}
