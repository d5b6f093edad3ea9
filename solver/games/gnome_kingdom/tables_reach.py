"""How far one comes in Gnome Kingdom: the chance to stand on each row after some turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from solver.distribution import Odds
from solver.game import Kind
from solver.games import Card
from solver.games.gnome_kingdom.board import progress
from solver.games.gnome_kingdom.tables_tasks import SIZES, tasks
from solver.games.gnome_kingdom.tiles import Level
from solver.task.model import Readings

TURNS = 8
LEVELS: tuple[Level, ...] = ("start", "I", "II", "III")
ALONE = (
    "One player alone, who goes forward onto a fresh tile when a task is solved and else stays where they are",
    "The task of a tile is solved with the mean chance of all tasks of its level, in the best colours and without help",
)


@dataclass(frozen=True, slots=True)
class RowRow:
    """The chance to stand on a row.

    Parameters
    ----------
    dice : how many are rolled in every turn
    turns : how many have been taken
    row : of the forest; the start tile lies in row 0
    odds : the chance to stand there
    at_least : the chance to stand there or further on
    """

    dice: int
    turns: int
    row: int
    odds: Odds
    at_least: Odds
    kind: Kind = "abstraction"
    rulings: tuple[str, ...] = ("consecutive",)
    assumed: tuple[str, ...] = ALONE


def rows(
    cards: Iterable[Card], readings: Readings, sizes: Sequence[int] = SIZES, turns: int = TURNS
) -> Iterator[RowRow]:
    """Yield the chance of every row after each number of turns.

    Examples
    --------
    >>> from solver.games import card_of
    >>> low = {"name": "low", "task": "[1-3]", "provenance": "sample"}
    >>> cards = [card_of("gnome-kingdom", {**low, "name": level, "level": level}) for level in LEVELS]
    >>> for row in rows(cards, Readings(), [2], turns=1):
    ...     print(row.turns, row.row, row.odds, row.at_least)
    0 0 100.00 %  1  (always) 100.00 %  1  (always)
    1 0 25.00 %  1/4  (1 in 4) 100.00 %  1  (always)
    1 1 75.00 %  3/4  (1 in 1.3) 75.00 %  3/4  (1 in 1.3)
    """
    cards = list(cards)
    samples = sum(card.provenance == "sample" for card in cards)
    assumed = (*ALONE, f"{samples} of the tasks are samples: invented here, not the publisher's") if samples else ALONE
    best: dict[tuple[int, str], dict[str, Odds]] = {}
    for row in tasks(cards, readings, sizes):
        best.setdefault((row.dice, row.level), {}).setdefault(row.task, row.odds)
    for dice in sizes:
        solve = {level: _mean(best.get((dice, level), {}).values()) for level in LEVELS}
        for turn in progress(turns, solve):
            left = Fraction(1)
            for place, odds in sorted(turn.rows.items()):
                yield RowRow(dice, turn.turns, place, odds, Odds(left), assumed=assumed)
                left -= odds


def _mean(chances: Iterable[Odds]) -> Fraction:
    found = list(map(Fraction, chances))
    return sum(found, Fraction(0)) / max(1, len(found))


TABLES: Mapping[str, Any] = {"reach": rows}
