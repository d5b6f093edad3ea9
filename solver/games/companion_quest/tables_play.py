"""Tables of whole games of Companion Quest, which are played: how often gnomes win, by mode, number and start gap."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any

from solver.distribution import Odds
from solver.game import Kind
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.players import chase_player, greedy_player
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.solve.matches import Progress, matches
from solver.solve.playthrough import Player, play
from solver.solve.tournament import standing

GAMES = 10
"""How many games are played for a row."""

DANGERS = (0, 2, 4)
"""The easiest, the normal and the hardest mode."""

PLAYERS: Mapping[str, Callable[[CompanionQuest], Player]] = {"greedy": greedy_player, "chase": chase_player}


@dataclass(frozen=True, slots=True)
class ModeRow:
    """How often gnomes of one kind catch Gu'Gu, in games that were played.

    Parameters
    ----------
    mode, dangers : easy, normal or hard; how many of the twelve portal problems are dangers
    gnomes : how many play
    gap : how far ahead Gu'Gu starts
    player : how they play: greedy, or so that each turn makes the gap as small as can be on average
    games : how many were played
    won : the share that was won
    low, high : where the chance lies, at 95 in 100 (Wilson)
    """

    mode: str
    dangers: int
    gnomes: int
    gap: int
    player: str
    games: int
    won: Odds
    low: Odds
    high: Odds
    kind: Kind = "estimate"


Cell = tuple[int, int, int, str]
"""Dangers, gnomes, start gap, and the kind of player."""


def modes(
    rules: Rules | None = None,
    games: int = GAMES,
    progress: Progress | None = None,
    cells: Sequence[Cell] | None = None,
) -> Iterator[ModeRow]:
    """Play games in every mode, for every number of gnomes and every start gap, and yield a row for each.

    Games with equal numbers have equal cards and, as far as the players go the same way, equal dice.

    Parameters
    ----------
    games : how many for each row
    progress : called with the number of games played and to be played
    cells : which rows; all if not given

    Examples
    --------
    >>> for row in modes(games=2, cells=[(2, 2, 3, "greedy")]):
    ...     print(row.mode, row.gnomes, row.gap, row.player, row.games, row.won.numerator, row.kind)
    normal 2 3 greedy 2 0 estimate
    """
    rules = rules or Rules()
    if cells is None:
        cells = list(product(DANGERS, (1, 2, 3, 4), range(1, rules.portal), PLAYERS))
    for cell, won in matches(partial(_played, rules), cells, games, progress):
        yield _row(cell, games, won)


def _played(rules: Rules, cell: Cell, number: int) -> int:
    """Whether a game was won."""
    dangers, gnomes, gap, kind = cell
    setting = Setting(gnomes, rules=replace(rules, start_gap=gap), dangers=dangers)
    game = CompanionQuest(gnomes, setting)
    returns = play(game, [PLAYERS[kind](game)] * gnomes, Random(f"modes/{number}")).returns
    assert returns is not None
    return int(returns[0])


def _row(cell: Cell, games: int, won: int) -> ModeRow:
    dangers, gnomes, gap, kind = cell
    found = standing(kind, games, Fraction(won))
    chances = (Odds(found.rate), Odds(found.low), Odds(found.high))
    return ModeRow(Setting(dangers=dangers).mode, dangers, gnomes, gap, kind, games, *chances)


TABLES: Mapping[str, Any] = {"modes": modes}
