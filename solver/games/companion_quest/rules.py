"""The rules of Companion Quest that have more than one reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from solver.task.model import Readings


@dataclass(frozen=True, slots=True)
class Rules:
    """One reading of every switch in `puzzles/companion_quest/rulings.yaml`; the defaults are that file's.

    Parameters
    ----------
    order : whether ascending and descending rows may hold equal neighbours
    high_low : whether the die on a HIGH or LOW space may share its number with another

    Examples
    --------
    >>> Rules(high_low="strict").readings.high_low
    'strict'
    """

    order: Literal["strict", "weak"] = "strict"
    high_low: Literal["tied", "strict"] = "tied"

    @property
    def readings(self) -> Readings:
        """What these rules say about tasks."""
        return Readings(high_low=self.high_low, order=self.order)
