"""The rules of Gnome Kingdom that have more than one reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from solver.task.model import Readings


@dataclass(frozen=True, slots=True)
class Rules:
    """One reading of every switch in `puzzles/gnome_kingdom/rulings.yaml`; the defaults are that file's.

    Parameters
    ----------
    consecutive : whether a 6 and a 1 follow each other

    Examples
    --------
    >>> Rules(consecutive="wraps").readings.consecutive
    'wraps'
    """

    consecutive: Literal["plain", "wraps"] = "plain"

    @property
    def readings(self) -> Readings:
        """What these rules say about tasks."""
        return Readings(consecutive=self.consecutive)
