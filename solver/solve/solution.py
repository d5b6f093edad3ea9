"""A solved game: the value of every state, the policy, and the actions ranked with the loss of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from solver.errors import GnomonError
from solver.game import Action, Game, Outcome, State
from solver.solve.objective import Objective, Solved, enclosed
from solver.solve.rational import Rational, Value, fraction, rational

Bounds = tuple[Rational, Rational]


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Action]):
    """An action, its value under the best continuation, and its loss: the distance from the best action.

    Examples
    --------
    >>> from solver.solve.objective import exact
    >>> print(Ranked("roll", exact(3), exact(0)).loss.value)
    0
    """

    action: Action
    value: Solved
    loss: Solved


@dataclass(frozen=True, slots=True)
class Solution(Generic[State, Action, Outcome]):
    """The answer of a solver.

    Parameters
    ----------
    game, objective, root : what was asked
    states : how many states were solved
    policy : the best action of every state in which a player decides. Follow this, not the ranking, where a
        game can go round in a circle: an action that keeps the best chance alive for ever loses nothing and
        gains nothing.
    bounds : `bounds(state, player)`, lower and upper bound of a player's number
    """

    game: Game[State, Action, Outcome]
    objective: Objective
    root: State
    states: int
    policy: Mapping[State, Action]
    bounds: Callable[[State, int], Bounds]

    def value(self, state: State | None = None, player: int | None = None) -> Solved:
        """Return what a state is worth to a player; the first state and the objective's player by default."""
        low, high = self.bounds(
            self.root if state is None else state, self.objective.player if player is None else player
        )
        return enclosed(fraction(low), fraction(high))

    def action(self, state: State | None = None) -> Action:
        """Return the best action."""
        state = self.root if state is None else state
        if state not in self.policy:
            raise GnomonError(f"state: nobody decides in {state!r}, or it was not reached from the first state")
        return self.policy[state]

    def ranked(self, state: State | None = None) -> list[Ranked[Action]]:
        """Return all legal actions, best first, as the player who must act values them.

        Equally good actions stay in the order of `legal_actions`, after the one that the policy takes.
        """
        state = self.root if state is None else state
        best = self.action(state)
        whose, sign = self.objective.wanted_by(self.game.current_player(state))
        values: list[tuple[Action, Solved]] = []
        for action in self.game.legal_actions(state):
            low, high = (fraction(bound) for bound in self.bounds(self.game.apply(state, action), whose))
            added = 0 if self.objective.step is None else Fraction(self.objective.step(state, action))
            values.append((action, enclosed(low + added, high + added)))
        values.sort(key=lambda pair: (-sign * pair[1].value, pair[0] != best))
        return [Ranked(action, value, self._loss(index, values, sign)) for index, (action, value) in enumerate(values)]

    @staticmethod
    def _loss(index: int, values: list[tuple[Action, Solved]], sign: int) -> Solved:
        """Measure an action against the others; against itself it loses nothing, however wide its bounds."""

        def gap(better: Value, worse: Value) -> Value:
            return Fraction(0) if better == worse else sign * (better - worse)

        mine = values[index][1]
        gaps_low: list[Value] = [Fraction(0)]
        gaps_high: list[Value] = [Fraction(0)]
        worst, top = (mine.low, mine.high)[::sign]
        for other, (_, rival) in enumerate(values):
            if other != index:
                least, most = (rival.low, rival.high)[::sign]
                gaps_low.append(gap(least, top))
                gaps_high.append(gap(most, worst))
        return enclosed(max(gaps_low), max(gaps_high))

    def loss(self, action: Action, state: State | None = None) -> Solved:
        """Return the loss of one action."""
        for line in self.ranked(state):
            if line.action == action:
                return line.loss
        raise GnomonError(f"action: {action!r} is not legal here")


def added_by(objective: Objective, state: object, move: object) -> Rational:
    """Return what a move adds to the objective on the way.

    Examples
    --------
    >>> from solver.solve.objective import win_chance
    >>> added_by(win_chance(), "state", "move") == 0
    True
    """
    return rational(0) if objective.step is None else rational(objective.step(state, move))
