"""The game protocol: seven questions that every game answers, with the state passed in.

A game holds rules, never a position, so one game object serves any number of searches at once. Whatever
answers the seven questions is a game: there is nothing to inherit from and nowhere to register.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Protocol, TypeVar

from solver.report import Kind as Kind  # what the solvers say of their numbers; handed on to them

CHANCE: Final = -1
"""The current player of a state that waits for dice or cards."""

TERMINAL: Final = -2
"""The current player of a state in which the game is over."""

Number = int | Fraction
"""What a game may pay: an exact number, never a float."""

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)
Outcome = TypeVar("Outcome", bound=Hashable)


class Game(Protocol[State, Action, Outcome]):
    """Six questions about a game in extensive form, and a seventh about what a player may know.

    States, actions and outcomes are immutable and hashable; equal states have the same future. Players are
    numbered from 0. :func:`solver.solve.contract.check_contract` tests all that is promised here.
    """

    def initial_state(self) -> State:
        """Return the state in which the game starts, which may be a state of chance."""
        ...

    def current_player(self, state: State) -> int:
        """Return the player who must act, or ``CHANCE``, or ``TERMINAL``."""
        ...

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return the current player's actions: no two equal, in a fixed order, none if nobody is to act."""
        ...

    def chance_outcomes(self, state: State) -> Mapping[Outcome, int]:
        """Return each outcome with its weight, a positive integer; none unless chance is to act."""
        ...

    def apply(self, state: State, move: Action | Outcome) -> State:
        """Return the state after a legal action or a possible outcome; the state given stays as it is."""
        ...

    def returns(self, state: State) -> Sequence[Number]:
        """Return what each player gets in a terminal state."""
        ...

    def observation(self, state: State, player: int) -> Hashable:
        """Return all that this player may know; it tells the acting player at least the legal actions."""
        ...
