"""One throw of Risk: attackers and defenders roll, highest against highest, the defender wins ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from solver.game import CHANCE, TERMINAL

State = tuple[object, ...] | str
"""``start``, the dice of the attacker (highest first), or the losses of attacker and defender."""


@dataclass(frozen=True)
class RiskThrow:
    attackers: int = 3
    defenders: int = 2

    def initial_state(self) -> State:
        return "start"

    def current_player(self, state: State) -> int:
        return TERMINAL if state != "start" and state[0] == "lost" else CHANCE

    def legal_actions(self, state: State) -> Sequence[str]:
        return ()

    def chance_outcomes(self, state: State) -> Mapping[tuple[int, ...], int]:
        if self.current_player(state) == TERMINAL:
            return {}
        dice = self.attackers if state == "start" else self.defenders
        return Counter(tuple(sorted(roll, reverse=True)) for roll in product(range(1, 7), repeat=dice))

    def apply(self, state: State, move: tuple[int, ...]) -> State:
        if state == "start":
            return ("rolled", *move)
        pairs = list(zip(state[1:], move, strict=False))
        lost = sum(attack <= defend for attack, defend in pairs)
        return ("lost", lost, len(pairs) - lost)

    def returns(self, state: State) -> Sequence[int]:
        """How many armies each loses, as what they pay."""
        return (-state[1], -state[2])

    def observation(self, state: State, player: int) -> State:
        return state
