"""Exact rationals: gmpy2's inside the solvers, for speed, :class:`~fractions.Fraction` at the edge."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import gmpy2  # type: ignore[import-untyped]

Rational = Any
"""A ``gmpy2.mpq``, or an infinity (the only float that ever occurs)."""

Value = Fraction | float
"""A reported number. It is a float only when it is infinite, which compares exactly with every fraction."""

ZERO: Rational = gmpy2.mpq(0)
ONE: Rational = gmpy2.mpq(1)


def rational(number: Value) -> Rational:
    """Take an int, a fraction or an infinity in.

    Examples
    --------
    >>> rational(Fraction(1, 3)) * 3 == 1
    True
    """
    return number if isinstance(number, float) else gmpy2.mpq(number.numerator, number.denominator)


def fraction(number: Rational) -> Value:
    """Give a number out.

    Examples
    --------
    >>> fraction(rational(2) / 3)
    Fraction(2, 3)
    """
    return number if isinstance(number, float) else Fraction(int(number.numerator), int(number.denominator))


def is_finite(number: Rational) -> bool:
    """Tell numbers from infinities.

    Examples
    --------
    >>> is_finite(ONE), is_finite(float("inf"))
    (True, False)
    """
    return not isinstance(number, float)


def bits(number: Rational) -> int:
    """Return the length of the denominator, which says how unwieldy a probability has become.

    Examples
    --------
    >>> bits(rational(Fraction(1, 1024)))
    11
    """
    return int(number.denominator.bit_length()) if is_finite(number) else 0
