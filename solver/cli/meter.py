"""How far a long answer has come: one line on standard error, and only where a person looks at it."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType

import click

EVERY = 0.2  # seconds between two lines


class Meter:
    """A line that says how much is done and how long the rest will take; it is wiped out at the end.

    Parameters
    ----------
    what : what is counted, or that it is done

    Examples
    --------
    >>> with Meter("games") as meter:  # nobody looks
    ...     meter.show(1, 2)
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self._began = self._last = monotonic()
        self._shown = False

    def __enter__(self) -> Meter:
        return self

    def show(self, done: int, total: int) -> None:
        """Say that so much of it is done."""
        left = (monotonic() - self._began) * (total - done) / max(done, 1)
        self.say(f"{done:,} of {total:,} {self.what}, {_time(left)} left")

    def say(self, words: str) -> None:
        """Say how far it is, in words."""
        now = monotonic()
        if now - self._last < EVERY or not sys.stderr.isatty():
            return
        self._last, self._shown = now, True
        click.echo(f"\r\x1b[K{words}", err=True, nl=False)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)


def _time(seconds: float) -> str:
    """A time in words.

    >>> _time(8.4), _time(125)
    ('8 s', '2 min 5 s')
    """
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"
