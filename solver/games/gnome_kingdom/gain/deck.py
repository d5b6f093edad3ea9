"""The skill cards of a turn, as far as they make a difference."""

from __future__ import annotations

from typing import NamedTuple


class Deck(NamedTuple):
    """The skill cards that can be completed, by their kinds.

    Parameters
    ----------
    open : those face up that matter, sorted
    shown : how many lie face up
    hidden : how many of each kind may still be turned over, and last those that do not matter
    done : whether one has been completed since the question was asked
    """

    open: tuple[int, ...]
    shown: int
    hidden: tuple[int, ...]
    done: bool = False
