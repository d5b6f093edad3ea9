"""Exact values of many positions at once: integers over one number and a power of 6, as the kernel has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from solver import _manipulation as kernel
from solver.errors import TooBigError

Wide = npt.NDArray[Any]
"""Numbers one by one: of 64 bits, or Python's where those are too short."""

MASK = (1 << 64) - 1

ROOM = 6 * 64
"""How much more than a value must fit: a mean of six, and a sum over cards or tiles."""


class Values:
    """The values of all multisets of so many dice, by number.

    Parameters
    ----------
    packed : as the kernel has them
    exponent : the power of 6 they are over
    """

    __slots__ = ("_wide", "exponent", "packed")

    def __init__(self, packed: Wide, exponent: int, wide: Wide | None = None) -> None:
        self.packed, self.exponent, self._wide = packed, exponent, wide

    def wide(self, words: int) -> Wide:
        """The numbers one by one."""
        if self._wide is None:
            self._wide = self.packed if words == 1 else unpacked(self.packed)
        return self._wide


def unpacked(packed: Wide) -> Wide:
    """Numbers of two words as Python's.

    >>> unpacked(packed_in(np.array([1 << 70, 5], dtype=object))).tolist() == [1 << 70, 5]
    True
    """
    pairs = packed.reshape(-1, 2)
    wide: Wide = pairs[:, 0].astype(object)
    if pairs[:, 1].any():
        wide += pairs[:, 1].astype(object) * (1 << 64)
    return wide


def one_of(packed: Wide, number: int) -> int:
    """One of the numbers of two words."""
    low, high = packed[2 * number : 2 * number + 2].tolist()
    return int(low) | int(high) << 64


def packed_in(wide: Wide) -> Wide:
    """Python's numbers in two words each."""
    packed = np.zeros((len(wide), 2), dtype=np.uint64)
    packed[:, 0] = wide & MASK
    packed[:, 1] = wide >> 64
    return packed.reshape(-1)


class TooLongError(TooBigError):
    """Values that do not fit."""


class Scale:
    """How the values of one question are written.

    Parameters
    ----------
    over : the number that all are over, beside the power of 6
    highest : no value is higher
    words : of 64 bits for a value, 1 or 2

    Examples
    --------
    >>> scale = Scale(5, 100, 1)
    >>> scale.most, scale.fraction(108, 2)
    (17, Fraction(3, 5))
    """

    def __init__(self, over: int, highest: int, words: int) -> None:
        self.over, self.words = over, words
        self.dtype: Any = np.uint64 if self.words == 1 else object
        self.most = -1
        while over * highest * ROOM * 6 ** (self.most + 1) < 1 << 64 * words:
            self.most += 1

    def fits(self, exponent: int) -> None:
        """Refuse a power of 6 that leads to values that are too long.

        Raises
        ------
        TooLongError
            if they do not fit
        """
        if exponent > self.most:
            raise TooLongError(
                f"turn: its chances are over {self.over:,} times 6**{exponent}, more than can be written"
            )

    def wide(self, values: Values) -> Wide:
        """The numbers one by one."""
        return values.wide(self.words)

    def of(self, wide: Wide, exponent: int) -> Values:
        """Values from numbers one by one."""
        wide = wide.astype(self.dtype, copy=False)
        if self.words == 1:
            return Values(wide, exponent, wide)
        return Values(packed_in(wide), exponent, wide)

    def zeros(self, size: int) -> Wide:
        """That many numbers, and one before them."""
        return np.zeros(size + 1, dtype=np.uint64) if self.words == 1 else np.array([0] * (size + 1), dtype=object)

    def raised(self, values: Values, exponent: int) -> Wide:
        """The numbers over a higher power of 6."""
        up = 6 ** (exponent - values.exponent)
        wide = self.wide(values)
        return wide if up == 1 else wide * (np.uint64(up) if self.words == 1 else up)

    def mean(self, weighed: Iterable[tuple[int, Values]], rolled: int = 0) -> Values:
        """The mean of values; it must be known to be a whole number over what they are over.

        Parameters
        ----------
        rolled : the power of 6 that it is over beside
        """
        parts = list(weighed)
        exponent = max(values.exponent for _, values in parts) + rolled
        self.fits(exponent)
        total = sum(weight for weight, _ in parts)
        found: Any = 0
        for weight, values in parts:
            found = found + self.raised(values, exponent) * self.number(weight)
        return self.of(found // self.number(total), exponent)

    def highest(self, offers: Iterable[Values]) -> Values:
        """The highest of values, number by number."""
        parts = list(offers)
        if len(parts) == 1:
            return parts[0]
        exponent = max(values.exponent for values in parts)
        self.fits(exponent)
        out = np.zeros(len(parts[0].packed), dtype=np.uint64)
        for values in parts:
            self.better(out, values, exponent)
        return Values(out, exponent)

    def constant(self, number: int, exponent: int, size: int) -> Values:
        """The same value for all."""
        out = np.zeros((size + 1, self.words), dtype=np.uint64)
        for word in range(self.words):
            out[1:, word] = number >> 64 * word & MASK
        return Values(out.reshape(-1), exponent)

    def chosen(self, numbers: Sequence[int], which: Wide, exponent: int) -> Values:
        """For each place one of some numbers; none for the first place, which stands for no dice."""
        table = np.zeros((len(numbers), self.words), dtype=np.uint64)
        for word in range(self.words):
            table[:, word] = [number >> 64 * word & MASK for number in numbers]
        out = table[which]
        out[0] = 0
        return Values(out.reshape(-1), exponent)

    def number(self, number: int) -> Any:
        """A number to reckon with."""
        return np.uint64(number) if self.words == 1 else number

    def better(self, out: Wide, values: Values, exponent: int) -> None:
        """Where packed values are higher than those written, take them."""
        kernel.better(out, values.packed, exponent - values.exponent, self.words)  # type: ignore[arg-type]

    def picked(self, values: Values, rows: Wide, sources: Wide, more: int, size: int) -> list[Values]:
        """Values for `rows`, 0 for all others: those at `sources`, a column after the other, and something more."""
        if self.words == 1:
            wide = np.zeros(size + 1, dtype=np.uint64)
            wide[rows] = values.packed[sources].max(axis=1) + np.uint64(more)
            return [Values(wide, values.exponent)]
        pairs = values.packed.reshape(-1, 2)
        low, high = np.uint64(more & MASK), np.uint64(more >> 64)
        found = []
        for column in sources.T:
            out = np.zeros((size + 1, 2), dtype=np.uint64)
            lower = pairs[column, 0] + low
            out[rows, 0] = lower
            out[rows, 1] = pairs[column, 1] + high + (lower < low)
            found.append(Values(out.reshape(-1), values.exponent))
        return found

    def fraction(self, number: int, exponent: int) -> Fraction:
        """A value as a fraction."""
        return Fraction(int(number), self.over * 6**exponent)
