"""A turn of Companion Quest as a small game: the whole game's states and actions, until the turn ends.

Whatever the turn brings is counted before cards are turned over for it. The small game is one gnome's: nobody else
decides anything in it. With :func:`solver.solve.expectimax.solve_acyclic` it is the reference for what is faster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from solver.errors import GnomonError
from solver.game import TERMINAL
from solver.games.companion_quest.action import End
from solver.games.companion_quest.objectives import DEFAULT, Objective, Progress, worth_of
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.state import State

Pair = tuple[Fraction, Fraction]
"""What a turn is worth: by the objective, the more the better, and by progress."""

RANK = 10**80
"""One of the first number of a pair weighs more than any difference of the second."""

OVER = 6**40 * lcm(*range(1, 61))
"""A denominator of all expectations: of dice that are rolled again, and of companions that are drawn."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a turn: what it is worth by the objective, and by progress."""

    worth: tuple[int, int]


class TurnGame:
    """The rest of a turn, from the gathering of dice or from any point after it.

    Its return is one number that ranks as the pair does: by the objective first, then by progress; see `pair`. Whether
    and which die is passed on at the end makes no difference to it, so none is.

    Parameters
    ----------
    game : the whole game
    objective : what the turn is for
    progress : what decides between turns that are equal by it
    start : where the turn stands

    Examples
    --------
    >>> from solver.dice import Rolled
    >>> from solver.games.companion_quest.stage import Adventure
    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> from solver.solve.expectimax import solve_acyclic
    >>> from solver.solve.objective import expected_return
    >>> hand, zone = (Rolled("red", 3), Rolled("blue", 3)), Zone("twin-lanterns")
    >>> state = State((Seat("crumbles"),) * 2, Adventure(), zones=(zone, Zone(), Zone()), hand=hand)
    >>> turn = TurnGame(CompanionQuest(2), "solve", start=state)
    >>> pair(solve_acyclic(turn, expected_return()).value().value)
    (Fraction(1, 1), Fraction(16, 1))
    """

    def __init__(
        self,
        game: CompanionQuest,
        objective: Objective = "chase",
        progress: Progress = DEFAULT,
        *,
        start: State | None = None,
    ) -> None:
        self.game, self.objective, self.progress, self.start = game, objective, progress, start

    def initial_state(self) -> State | Ended:
        """Return where the turn stands."""
        if self.start is None:
            raise GnomonError("turn: it is not told where it stands")
        return self.start

    def current_player(self, state: State | Ended) -> int:
        """Return 0 for the gnome on turn, whoever it is, or ``CHANCE`` or ``TERMINAL``."""
        return TERMINAL if isinstance(state, Ended) else min(0, self.game.current_player(state))

    def legal_actions(self, state: State | Ended) -> Sequence[Any]:
        """Return what the gnome on turn can do."""
        if isinstance(state, Ended):
            return []
        return [move for move in self.game.legal_actions(state) if not (isinstance(move, End) and move.share)]

    def chance_outcomes(self, state: State | Ended) -> Mapping[Any, int]:
        """Return what may come up: dice, or a companion that comes into the wilderness."""
        return {} if isinstance(state, Ended) else self.game.chance_outcomes(state)

    def apply(self, state: State | Ended, move: Any) -> State | Ended:
        """Return the state after an action, or after what came up."""
        assert isinstance(state, State)
        if isinstance(move, End):
            return Ended(worth_of(self.game.setting, state, self.objective, self.progress))
        return self.game.apply(state, move)

    def returns(self, state: State | Ended) -> list[int]:
        """Return what the turn was worth, as one number."""
        if not isinstance(state, Ended):
            raise GnomonError("returns: the turn is not over")
        first, second = state.worth
        return [first * RANK + second]

    def observation(self, state: State | Ended, player: int) -> State | Ended:
        """Return the state: nothing is hidden in a turn but what nobody knows."""
        return state


def pair(value: Fraction | int) -> Pair:
    """What a turn is worth by the objective and by progress, from one number for both.

    Parameters
    ----------
    value : an expectation of returns

    Raises
    ------
    GnomonError
        for a denominator that no turn has

    Examples
    --------
    >>> pair(Fraction(RANK, 6) + Fraction(7, 2))
    (Fraction(1, 6), Fraction(7, 2))
    """
    whole = Fraction(value) * OVER
    if whole.denominator != 1:
        raise GnomonError(f"turn: {whole.denominator} divides no number of ways in which a turn can go")
    first, second = divmod(int(whole), RANK)
    return Fraction(first, OVER), Fraction(second, OVER)
