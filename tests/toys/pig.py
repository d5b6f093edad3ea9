"""Pig: roll as often as you dare; a 1 loses the turn's points; first to reach the target wins.

Todd W. Neller and Clifton G. M. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25 (2004),
25-47.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from solver.game import CHANCE, TERMINAL

Action = Literal["roll", "hold"]


class Turn(NamedTuple):
    """Scores by seat, the points of this turn, and whether the die is in the air."""

    mover: int
    scores: tuple[int, int]
    points: int
    rolling: bool


@dataclass(frozen=True)
class Pig:
    target: int = 100
    faces: int = 6

    def initial_state(self) -> Turn:
        return Turn(0, (0, 0), 0, False)

    def current_player(self, state: Turn) -> int:
        if self.target in state.scores:
            return TERMINAL
        return CHANCE if state.rolling else state.mover

    def legal_actions(self, state: Turn) -> Sequence[Action]:
        if self.current_player(state) < 0:
            return ()
        return ("roll", "hold") if state.points else ("roll",)

    def chance_outcomes(self, state: Turn) -> Mapping[int, int]:
        return dict.fromkeys(range(1, self.faces + 1), 1) if self.current_player(state) == CHANCE else {}

    def apply(self, state: Turn, move: Action | int) -> Turn:
        mover, scores, points, _ = state
        if move == "roll":
            return Turn(mover, scores, points, True)
        if move == "hold":
            gained = scores[mover] + points
            return Turn(1 - mover, (gained, scores[1]) if mover == 0 else (scores[0], gained), 0, False)
        if move == 1:
            return Turn(1 - mover, scores, 0, False)
        assert isinstance(move, int)
        if scores[mover] + points + move >= self.target:  # nobody would do anything but hold
            return Turn(mover, (self.target, 0) if mover == 0 else (0, self.target), 0, False)
        return Turn(mover, scores, points + move, False)

    def returns(self, state: Turn) -> Sequence[int]:
        return (1, 0) if state.scores[0] == self.target else (0, 1)

    def observation(self, state: Turn, player: int) -> Turn:
        return state
