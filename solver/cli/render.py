"""Answers as text: columns that fit 80 characters and need no colour, and the words around them."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction

import click

from solver.format import decimal, fraction, one_in, percent

WIDTH = 80
GRADES = (  # by loss of chance, in percent points
    (0, "best"),
    (2, "excellent"),
    (5, "good"),
    (10, "inaccuracy ?!"),
    (20, "mistake ?"),
)
WORST = "blunder ??"


def grade(loss: Fraction) -> str:
    """A word and a sign for a loss of chance.

    >>> grade(Fraction(0)), grade(Fraction(1, 100)), grade(Fraction(15, 100)), grade(Fraction(1, 2))
    ('best', 'excellent', 'mistake ?', 'blunder ??')
    """
    return next((word for points, word in GRADES if loss * 100 <= points), WORST)


def points(loss: Fraction, digits: int) -> str:
    """A loss in percent points; `—` for none, and never a 0 that is not one.

    >>> points(Fraction(0), 2), points(Fraction(1, 8), 2), points(Fraction(1, 10**6), 2)
    ('—', '12.50', '<0.01')
    """
    return percent(loss, digits).removesuffix(" %") if loss else "—"


def columns(rows: Sequence[Sequence[str]], align: str, indent: int = 2) -> list[str]:
    """Rows as lines of aligned columns.

    Parameters
    ----------
    rows : as many cells each as `align` has letters
    align : `<` or `>` for each column

    Examples
    --------
    >>> columns([["a", "10"], ["bcd", "5"]], "<>")
    ['  a    10', '  bcd   5']
    """
    widths = [max(len(row[place]) for row in rows) for place in range(len(align))]
    return [
        (
            " " * indent
            + "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(row, align, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def with_fractions(rows: Sequence[Sequence[str]], align: str, place: int) -> list[str]:
    """The same, with the column of fractions on lines of its own where all together are too wide.

    >>> rows = [["success", "50.00 %", "1/2"]]
    >>> with_fractions(rows, "<><", 2)
    ['  success  50.00 %  1/2']
    """
    lines = columns(rows, align)
    if max(map(len, lines)) <= WIDTH:
        return lines
    narrow = columns([[*row[:place], *row[place + 1 :]] for row in rows], align[:place] + align[place + 1 :])
    # a head has no fraction: its cell is a word
    pairs = zip(narrow, rows, strict=True)
    return [
        line
        for text, row in pairs
        for line in ([text, f"      = {row[place]}"] if row[place][:1].isdigit() else [text])
    ]


def chance_rows(values: Iterable[tuple[str, Fraction]], digits: int) -> list[str]:
    """Chances, a line each: percent, fraction, `1 in N` and their kind.

    >>> chance_rows([("success", Fraction(1, 36))], 2)
    ['  success  2.78 %  1/36  1 in 36  exact']
    """
    rows = [[label, percent(value, digits), fraction(value), one_in(value), "exact"] for label, value in values]
    return with_fractions(rows, "<><<<", 2)


def title(*parts: str) -> str:
    """The first line of an answer: what it is about, broken at 80 columns."""
    lines: list[str] = []
    for part in filter(None, parts):
        if lines and len(lines[-1]) + len(part) + 3 <= WIDTH:
            lines[-1] += f" · {part}"
        else:
            lines.append(part if not lines else f"  {part}")
    return bold("\n".join(lines))


def bold(text: str) -> str:
    """Emphasis, where standard output is a terminal that wants it."""
    plain = not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return text if plain else click.style(text, bold=True)


def paragraph(text: str, indent: int = 2, hang: int = 2) -> str:
    """A sentence broken at 80 columns, further lines hanging."""
    spaces = " " * indent
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=spaces,
        subsequent_indent=spaces + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def note(text: str) -> None:
    """Tell on standard error what is not part of the answer."""
    click.echo(f"gnomon: note: {text}", err=True)


def mean(value: Fraction, digits: int) -> str:
    """A mean as decimal and fraction.

    >>> mean(Fraction(7, 3), 2)
    '2.33  7/3'
    """
    return f"{decimal(value, digits)}  {fraction(value)}"
