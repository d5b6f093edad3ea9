"""The fourteen queries, as data, and the pools they are asked of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

SIZES = (4, 6, 8, 18)
CARD = "[red] [blue even] [5] [odd]"

Family = Literal["statistic", "task", "set or run", "relations", "rerolls"]


class Counts(NamedTuple):
    """How many dice of each colour are rolled."""

    red: int
    blue: int
    green: int

    @property
    def size(self) -> int:
        return sum(self)

    def __str__(self) -> str:
        return ", ".join(f"{n} {colour}" for colour, n in self._asdict().items() if n)


def counts_of(size: int) -> Counts:
    """Dice of colours by turns.

    >>> str(counts_of(8))
    '3 red, 3 blue, 2 green'
    """
    return Counts((size + 2) // 3, (size + 1) // 3, size // 3)


@dataclass(frozen=True, slots=True)
class Query:
    """A question asked of every contender.

    Parameters
    ----------
    key : the name of its formulations
    label : how the table names it
    family : which targets it stands under
    task : the notation, where it is a task's odds
    """

    key: str
    label: str
    family: Family
    task: str = ""


QUERIES = (
    Query("total", "sum", "statistic"),
    Query("keep_three", "keep highest 3", "statistic"),
    Query(
        "pair_apart",
        "two dice differing in value and colour",
        "set or run",
        "[any]*2 : different, different colours",
    ),
    Query("red_high", "`[red 4-6]`", "task", "[red 4-6]"),
    Query("two_in_a_row", "two consecutive", "set or run", "[any]*2 : consecutive"),
    Query("three_equal", "three equal", "set or run", "[any]*3 : equal"),
    Query("four_in_a_row", "four in a row", "set or run", "[any]*4 : consecutive"),
    Query("distinct", "number of distinct values", "statistic"),
    Query("card", f"`{CARD}`", "task", CARD),
    Query("card_filled", "the most of its spaces that can be filled", "task", CARD),
    Query(
        "rising",
        "`[red] [any] [blue] [any] : A < B < C < D`",
        "relations",
        "[red] [any] [blue] [any] : A < B < C < D",
    ),
    Query(
        "high_low",
        "`[red] [high] [blue] [low] : A + B >= 9`",
        "relations",
        "[red] [high] [blue] [low] : A + B >= 9",
    ),
    Query("one_again", "three equal, one die rerolled up to three times", "rerolls", "[any]*3 : equal"),
    Query("card_again", "the four-space card, two rounds of rerolling any dice", "rerolls", CARD),
)
