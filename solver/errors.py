"""The errors Gnomon raises: one clear message, with the place and the reason.

Every error that a wrong input can cause is a :class:`GnomonError`; its `exit_code` is what the command line exits with.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class GnomonError(Exception):
    """Wrong data: a file, a position or a card that cannot be right."""

    exit_code = 3


class WordsError(GnomonError):
    """Wrong words: something typed that Gnomon does not understand."""

    exit_code = 2


class TooBigError(GnomonError):
    """A question too big to be answered exactly; the message states its size."""

    exit_code = 4


class NotationError(WordsError):
    """A mistake in a line of notation, shown with a caret under the place.

    Parameters
    ----------
    what : the kind of text that was read: ``task``, ``pool``, ``roll``
    message : what was expected or what is wrong
    text : the whole line
    start, end : character offsets of the place, ``start <= end <= len(text)``
    hint : a suggestion such as ``did you mean 'even'?``, or empty

    Examples
    --------
    >>> print(NotationError("roll", "no such colour", "x3", 0, 1, "did you mean 'r'?"))
    roll: no such colour
      x3
      ^   did you mean 'r'?
    """

    def __init__(self, what: str, message: str, text: str, start: int, end: int | None = None, hint: str = "") -> None:
        self.what, self.message, self.text, self.hint = what, message, text, hint
        self.start = start
        self.end = max(start + 1, start + 1 if end is None else end)
        super().__init__(what, message, text, start, end, hint)

    def __str__(self) -> str:
        caret = " " * self.start + "^" * (self.end - self.start)
        return f"{self.what}: {self.message}\n  {self.text}\n  {caret}" + (f"   {self.hint}" if self.hint else "")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion for a misspelt word, or the empty string.

    Examples
    --------
    >>> did_you_mean("evn", ["even", "odd"])
    "did you mean 'even'?"
    >>> did_you_mean("xyz", ["even", "odd"])
    ''
    """
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean '{close[0]}'?" if close else ""
