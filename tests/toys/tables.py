"""Games written down as a table, to be made up by hand or at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from solver.game import CHANCE, TERMINAL

Move = tuple[str, int]
"""An action or an outcome by its number, so that the two cannot be confused."""


@dataclass(frozen=True)
class Decide:
    """`options[n]` is where action n leads."""

    player: int
    options: Sequence[Any]


@dataclass(frozen=True)
class Throw:
    """`outcomes[n]` is where outcome n leads, with its weight."""

    outcomes: Sequence[tuple[Any, int]]


@dataclass(frozen=True)
class End:
    returns: Sequence[int | Fraction]


@dataclass(frozen=True)
class Table:
    """A game whose states are the keys of a table."""

    rows: Mapping[Any, Decide | Throw | End] = field(hash=False)
    start: Any = 0

    def initial_state(self) -> Any:
        return self.start

    def current_player(self, state: Any) -> int:
        row = self.rows[state]
        return row.player if isinstance(row, Decide) else CHANCE if isinstance(row, Throw) else TERMINAL

    def legal_actions(self, state: Any) -> Sequence[Move]:
        row = self.rows[state]
        return [("do", n) for n in range(len(row.options))] if isinstance(row, Decide) else []

    def chance_outcomes(self, state: Any) -> Mapping[Move, int]:
        row = self.rows[state]
        if not isinstance(row, Throw):
            return {}
        return {("out", n): weight for n, (_, weight) in enumerate(row.outcomes)}

    def apply(self, state: Any, move: Move) -> Any:
        row = self.rows[state]
        if isinstance(row, Decide):
            return row.options[move[1]]
        assert isinstance(row, Throw)
        return row.outcomes[move[1]][0]

    def returns(self, state: Any) -> Sequence[int | Fraction]:
        row = self.rows[state]
        assert isinstance(row, End)
        return row.returns

    def observation(self, state: Any, player: int) -> Any:
        return state
