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
    seats : in how many seats it sat, over all games; of a game that all win or lose together, how many were played
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
    >>> from solver.game import TERMINAL
    >>> class Bluff:
    ...     def initial_state(self): return ()
    ...     def current_player(self, s): return len(s) if len(s) < 2 else TERMINAL
    ...     def legal_actions(self, s): return [0, 1] if len(s) < 2 else []
    ...     def chance_outcomes(self, s): return {}
    ...     def apply(self, s, m): return (*s, m)
    ...     def returns(self, s): return [Fraction(1 + s[0] - s[1], 2), Fraction(1 + s[1] - s[0], 2)]
    ...     def observation(self, s, player): return len(s)
    >>> players = [("bold", lambda seen, actions: 1), ("meek", lambda seen, actions: 0)]
    >>> print(tournament(Bluff(), players, 4)["bold"])
    bold: won 4 of 4 (100.0 %, between 51.0 % and 100.0 %)
    """
    _some(games)
    won = {name: Fraction(0) for name, _ in players}
    seats = dict.fromkeys(won, 0)
    for number in range(games):
        order = [players[(at + number) % len(players)] for at in range(len(players))]
        played = play(game, [player for _, player in order], Random(f"{seed}/{number}"))
        for (name, _), share in zip(order, played.returns or (), strict=True):
            won[name] += share
            seats[name] += 1
    return {name: standing(name, seats[name], won[name]) for name in won}


def together(game: Game[Any, Any, Any], name: str, players: Sequence[Player], games: int, seed: int = 0) -> Standing:
    """Play a game that all win or lose together, again and again, and count every game once.

    Parameters
    ----------
    game : pays 1 to all or 0 to all
    name : what these players are called
    players : one for each seat
    games, seed : how many games; equal seeds give equal games

    Raises
    ------
    GnomonError
        for no games, or a game that one wins and another loses

    Examples
    --------
    >>> from solver.game import CHANCE, TERMINAL
    >>> class Coin:
    ...     def initial_state(self): return "coin"
    ...     def current_player(self, s): return CHANCE if s == "coin" else TERMINAL
    ...     def legal_actions(self, s): return []
    ...     def chance_outcomes(self, s): return {"heads": 1, "tails": 1} if s == "coin" else {}
    ...     def apply(self, s, m): return m
    ...     def returns(self, s): return [int(s == "heads")] * 2
    ...     def observation(self, s, player): return s
    >>> print(together(Coin(), "we", [], 1000))
    we: won 483 of 1000 (48.3 %, between 45.2 % and 51.4 %)
    """
    _some(games)
    won = 0
    for number in range(games):
        shares = set(play(game, players, Random(f"{seed}/{number}")).returns or ())
        if shares != {0} and shares != {1}:
            raise GnomonError("together: in this game not all win or lose together")
        won += shares == {1}
    return standing(name, games, Fraction(won))


def _some(games: int) -> None:
    if games < 1:
        raise GnomonError(f"tournament: {games} games show nothing")
