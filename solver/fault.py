"""Faults in documents, each at its place: file, line, column, and the line with a caret under the word."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.errors import GnomonError

Place = tuple[str | int, ...]
"""Where something stands in a document: keys and numbers, as in `players`, 0, `own`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a document.

    Parameters
    ----------
    line, column : from 1; 0 where the fault has no place (a file that is not there)
    place : the key it belongs to, or empty
    text, width : the source line, and how many characters the caret covers

    Examples
    --------
    >>> print(Fault("a.yaml", 1, 8, "level", "'IV' is not a level", "level: IV", 2))
    a.yaml:1:8: level: 'IV' is not a level
        1 | level: IV
          |        ^^
    """

    file: str
    line: int
    column: int
    place: str
    message: str
    text: str = ""
    width: int = 1

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        head = ": ".join(filter(None, (where, self.place, self.message)))
        if not self.line:
            return head
        text, at = _window(self.text, self.column - 1)
        pad = " " * _cells(text[:at])
        caret = "^" * max(1, min(_cells(text[at : at + self.width]), _cells(text[at:])))
        return f"{head}\n{self.line:>5} | {text}\n      | {pad}{caret}"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One thing about a state that cannot be.

    Parameters
    ----------
    where, said : where it is in words, and why it cannot be
    place : where it would stand in a document

    Examples
    --------
    >>> print(Contradiction("hand", "there is no white die in the game", ("roll",)))
    hand: there is no white die in the game
    """

    where: str
    said: str
    place: Place

    def __str__(self) -> str:
        return f"{self.where}: {self.said}"


class DocumentError(GnomonError):
    """A document with faults: `faults` holds them, the message shows them all."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return report(self.faults)


def report(faults: Sequence[Fault]) -> str:
    """The faults as they are printed, with their number at the end.

    >>> print(report([Fault("a.yaml", 0, 0, "", "there is no such file")]))
    a.yaml: there is no such file
    1 fault, nothing loaded
    """
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    return "\n".join([*map(str, faults), f"{count}, nothing loaded"])


def _cells(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(1 + (unicodedata.east_asian_width(c) in "WF") - bool(unicodedata.combining(c)) for c in text)


def _window(text: str, at: int) -> tuple[str, int]:
    """The line without tabs and cut around the place, for a document that is one long line."""
    text = "".join(c if c.isprintable() else " " for c in text)
    first = max(0, at - 50) if len(text) > 110 else 0
    cut = text[first : first + 100] if len(text) > 110 else text
    before, after = ("… " if first else ""), (" …" if first + len(cut) < len(text) else "")
    return before + cut + after, at - first + len(before)


def fault_at(name: str, text: str, place: str, message: str, start: int, end: int | None = None) -> Fault:
    r"""A fault in a text, from one offset to another.

    >>> fault_at("a.yaml", "x: 1\ny: 2", "y", "too big", 8).column
    4
    """
    starts = _line_starts(text)
    line = bisect_right(starts, start)
    first = starts[line - 1]
    shown = text[first : starts[line] if line < len(starts) else None].rstrip("\r\n")
    return Fault(name, line, start - first + 1, place, message, shown, max(1, (end or start + 1) - start))


@lru_cache(maxsize=4)
def _line_starts(text: str) -> tuple[int, ...]:
    return 0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text))


def in_words(value: object) -> str:
    """A value of a document as a message names it.

    >>> in_words("IV"), in_words(None), in_words(3), in_words([])
    ("'IV'", 'nothing', 'the number 3', 'a list')
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"'{value}'" if len(value) <= 60 else f"'{value[:57]}...'"
        case list():
            return "a list"
        case dict():
            return "a mapping"
        case _:
            return f"the number {value}"
