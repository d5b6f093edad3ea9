"""The one place where a fraction becomes text."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction


def decimal(value: Fraction | int, digits: int = 2) -> str:
    """A fraction as a decimal, correctly rounded (half to even) from the exact value.

    Examples
    --------
    >>> decimal(Fraction(2, 3), 3)
    '0.667'
    """
    value = Fraction(value)
    with localcontext() as context:
        context.prec = max(28, len(str(abs(value.numerator) // value.denominator)) + digits + 10)
        scaled = round(value * 10**digits)  # exact: Fraction rounds half to even
        return str(Decimal(scaled).scaleb(-digits).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN))


def percent(value: Fraction | int, digits: int = 2) -> str:
    """A chance in percent; one that rounds to 0 or 100 without being so says `<` or `>`.

    Examples
    --------
    >>> percent(Fraction(1, 36)), percent(Fraction(1, 10**9)), percent(1)
    ('2.78 %', '<0.01 %', '100.00 %')
    """
    value = Fraction(value)
    text = decimal(value * 100, digits)
    step = Fraction(1, 10**digits)
    if 0 < value and Fraction(text) == 0:
        return f"<{decimal(step, digits)} %"
    if value < 1 and Fraction(text) == 100:
        return f">{decimal(100 - step, digits)} %"
    return f"{text} %"


def one_in(value: Fraction | int) -> str:
    """A chance as `1 in N`, N with one decimal below 100 when it is not whole; `never` for 0.

    Examples
    --------
    >>> one_in(Fraction(1, 36)), one_in(Fraction(527, 2592)), one_in(Fraction(31, 32)), one_in(1), one_in(0)
    ('1 in 36', '1 in 4.9', '1 in 1.03', 'always', 'never')
    """
    value = Fraction(value)
    if value <= 0:
        return "never"
    if value >= 1:
        return "always"
    inverse = 1 / value
    if inverse.denominator == 1:
        return f"1 in {inverse.numerator}"
    digits = 1 if inverse < 100 else 0
    while Fraction(decimal(inverse, digits)) == 1:  # not certain, and so not 1 in 1
        digits += 1
    return f"1 in {decimal(inverse, digits).removesuffix('.0')}"


def fraction(value: Fraction | int) -> str:
    """A fraction as it is written everywhere: `1/36`, `0`, `1`.

    Examples
    --------
    >>> fraction(Fraction(2, 72)), fraction(Fraction(1))
    ('1/36', '1')
    """
    return str(Fraction(value))


def chance(value: Fraction | int, digits: int = 2) -> str:
    """A chance in the three forms players read: percent, fraction and `1 in N`.

    Examples
    --------
    >>> chance(Fraction(1, 36))
    '2.78 %  1/36  (1 in 36)'
    """
    return f"{percent(value, digits)}  {fraction(value)}  ({one_in(value)})"
