"""A table of whole games of Gnome Kingdom, which are played: how much better the better players are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any

from solver.distribution import Odds
from solver.game import Kind
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.players import greedy_player, random_player, worth_player
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.setting import Setting
from solver.solve.matches import Progress, matches
from solver.solve.playthrough import Player, play
from solver.solve.tournament import standing

GAMES = 20
"""How many games are played for a row."""

SCALE = 60  # a victory may be shared by 2 to 5

PLAYERS: Mapping[str, Callable[[GnomeKingdom, Random], Player]] = {
    "random": lambda game, rng: random_player(rng),
    "greedy": lambda game, rng: greedy_player(game),
    "worth": lambda game, rng: worth_player(game),
}

PAIRS = (("greedy", "random"), ("worth", "greedy"))


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """How often one player wins among others of another kind, in games that were played.

    Parameters
    ----------
    player, among : how the one plays, and all others: random, greedy, or for what is worth most
    players : how many play
    games : how many were played; the one changes seats from game to game
    won : the share that the one won, a shared victory counting in part
    low, high : where the chance lies, at 95 in 100 (Wilson)
    fair : the share among equal players
    """

    player: str
    among: str
    players: int
    games: int
    won: Odds
    low: Odds
    high: Odds
    fair: Odds
    kind: Kind = "estimate"


Cell = tuple[str, str, int]
"""How the one plays, how the others do, and how many they are together."""


def players(
    rules: Rules | None = None,
    games: int = GAMES,
    progress: Progress | None = None,
    cells: Sequence[Cell] | None = None,
) -> Iterator[PlayerRow]:
    """Play games of one player among simpler ones, for every number of players, and yield a row for each.

    Parameters
    ----------
    games : how many for each row; a multiple of the number of players is fair to all seats
    progress : called with the number of games played and to be played
    cells : which rows; all if not given

    Examples
    --------
    >>> for row in players(games=4, cells=[("greedy", "random", 2)]):
    ...     print(row.player, row.among, row.players, row.games, row.won.numerator, row.kind)
    greedy random 2 4 3 estimate
    """
    if cells is None:
        cells = [(better, worse, number) for (better, worse), number in product(PAIRS, (2, 3, 4, 5))]
    for cell, won in matches(partial(_played, rules or Rules()), cells, games, progress):
        better, worse, number = cell
        found = standing(better, games, Fraction(won, SCALE))
        chances = (Odds(found.rate), Odds(found.low), Odds(found.high))
        yield PlayerRow(better, worse, number, games, *chances, Odds(Fraction(1, number)))


def _played(rules: Rules, cell: Cell, number: int) -> int:
    """What the one won in a game, in parts of `SCALE`."""
    better, worse, together = cell
    game = GnomeKingdom(setting=Setting(together, rules=rules))
    seat = number % together
    rng = Random(f"players/{number}")
    names = [better if at == seat else worse for at in range(together)]
    returns = play(game, [PLAYERS[name](game, rng) for name in names], rng).returns
    assert returns is not None
    share = Fraction(returns[seat]) * SCALE
    assert share.denominator == 1
    return int(share)


TABLES: Mapping[str, Any] = {"players": players}
