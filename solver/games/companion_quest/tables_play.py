"""Tables of whole games of Companion Quest, which are played: how often gnomes win, by mode, number and start gap."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from solver.distribution import Odds
from solver.game import Kind
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.players import chase_player, greedy_player
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
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
    progress: Callable[[int, int], None] | None = None,
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
    total = len(cells) * games
    # each game is a job of its own, so that no core waits for a long one
    with ProcessPoolExecutor(initializer=_uninterrupted) as pool:
        jobs = [(rules, cell, number) for cell in cells for number in range(games)]
        won = 0
        try:
            for done, share in enumerate(pool.map(_played, jobs, chunksize=2), 1):
                won += share
                if progress is not None:
                    progress(done, total)
                if done % games == 0:
                    yield _row(cells[done // games - 1], games, won)
                    won = 0
        except BaseException:  # those that wait are not begun
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _uninterrupted() -> None:
    """Leave the interruption to the process that waits for the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _played(job: tuple[Rules, Cell, int]) -> int:
    """Whether a game was won."""
    rules, (dangers, gnomes, gap, kind), number = job
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
