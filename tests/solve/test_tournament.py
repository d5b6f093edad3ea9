"""Tournaments: games that all win or lose together are counted once each, whoever sits in them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL
from solver.solve.playthrough import play
from solver.solve.tournament import standing, together


class Coin:
    """A coin for two: heads pays the first row, tails the second."""

    def __init__(self, heads: tuple[int, int] = (1, 1), tails: tuple[int, int] = (0, 0)) -> None:
        self.pays = {"heads": heads, "tails": tails}

    def initial_state(self) -> str:
        return "coin"

    def current_player(self, state: str) -> int:
        return CHANCE if state == "coin" else TERMINAL

    def legal_actions(self, state: str) -> list[str]:
        return []

    def chance_outcomes(self, state: str) -> dict[str, int]:
        return {"heads": 1, "tails": 2} if state == "coin" else {}

    def apply(self, state: str, move: str) -> str:
        return move

    def returns(self, state: str) -> tuple[int, int]:
        return self.pays[state]

    def observation(self, state: str, player: int) -> str:
        return state


def test_every_game_counts_once() -> None:
    heads = sum(play(Coin(), [], Random(f"3/{number}")).returns == (1, 1) for number in range(60))
    found = together(Coin(), "we", [], 60, seed=3)
    assert found == standing("we", 60, Fraction(heads))
    assert found.low < Fraction(1, 3) < found.high


def test_a_game_that_one_wins_alone_is_refused() -> None:
    with pytest.raises(GnomonError, match="not all win or lose together"):
        together(Coin(heads=(1, 0)), "we", [], 60)
    with pytest.raises(GnomonError, match="0 games show nothing"):
        together(Coin(), "we", [], 0)
