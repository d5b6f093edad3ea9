"""Tournaments: how often each kind of player wins, with a confidence interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any

from solver.errors import GnomonError
from solver.game import Game
from solver.solve.playthrough import Player, play

Z = Fraction(196, 100)
"""So many standard deviations on either side hold 95 in 100."""

GRAIN = 10**6  # bounds are rounded outward to so many parts


@dataclass(frozen=True, slots=True)
class Standing:
    """How one kind of player did: an estimate.

    Parameters
    ----------
    name : the kind of player
    seats : in how many seats it sat, over all games
    won : of them it won, a shared victory counting in part
    low, high : bounds of the chance to win in a seat, at 95 in 100 (Wilson; wider than need be where victory is
        shared)

    Examples
    --------
    >>> print(standing("greedy", 100, Fraction(60)))
    greedy: won 60 of 100 (60.0 %, between 50.2 % and 69.1 %)
    """

    name: str
    seats: int
    won: Fraction
    low: Fraction
    high: Fraction

    @property
    def rate(self) -> Fraction:
        """Games won out of one."""
        return self.won / self.seats

    def __str__(self) -> str:
        percent = [f"{float(100 * number):.1f} %" for number in (self.rate, self.low, self.high)]
        won = f"{float(self.won):g}"
        return f"{self.name}: won {won} of {self.seats} ({percent[0]}, between {percent[1]} and {percent[2]})"


def standing(name: str, seats: int, won: Fraction) -> Standing:
    """The standing with its confidence interval, after Wilson."""
    rate, square = Fraction(won) / seats, Z * Z
    middle = (rate + square / (2 * seats)) / (1 + square / seats)
    inside = (rate * (1 - rate) / seats + square / (4 * seats * seats)) * GRAIN**2
    root = Fraction(isqrt(-(-inside.numerator // inside.denominator)) + 1, GRAIN)
    half = Z * root / (1 + square / seats)
    return Standing(name, seats, Fraction(won), max(Fraction(0), middle - half), min(Fraction(1), middle + half))


def tournament(
    game: Game[Any, Any, Any], players: Sequence[tuple[str, Player]], games: int, seed: int = 0
) -> Mapping[str, Standing]:
    """Play games among these players, who change seats from game to game.

    Parameters
    ----------
    game : pays from 0 to 1
    players : a name and a player for each seat; players of the same name are one kind
    games : how many; a multiple of the number of players is fair to all
    seed : equal seeds give equal tournaments

    Raises
    ------
    GnomonError
        for no games

    Examples
    --------
    >>> from solver.games.gnome_kingdom.play import GnomeKingdom
    >>> from solver.games.gnome_kingdom.players import greedy_player, random_player
    >>> game = GnomeKingdom(2)
    >>> table = tournament(game, [("random", random_player(Random(1))), ("greedy", greedy_player(game))], 4)
    >>> sum(row.won for row in table.values())
    Fraction(4, 1)
    """
    if games < 1:
        raise GnomonError(f"tournament: {games} games show nothing")
    won = {name: Fraction(0) for name, _ in players}
    seats = dict.fromkeys(won, 0)
    for number in range(games):
        order = [players[(at + number) % len(players)] for at in range(len(players))]
        played = play(game, [player for _, player in order], Random(f"{seed}/{number}"))
        for (name, _), share in zip(order, played.returns or (), strict=True):
            won[name] += share
            seats[name] += 1
    return {name: standing(name, seats[name], won[name]) for name in won}
