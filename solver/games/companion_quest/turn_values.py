"""What every state of a turn is worth, exactly, with all abilities.

Values come from the kernel. Where it does not know a ruling, the plain game is solved instead.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_game import Ended, Pair, TurnGame, pair
from solver.games.companion_quest.turn_kernel import MOST_EFFORT, KernelValues
from solver.games.companion_quest.turn_packed import kernel_knows

MOST_STATES = 200_000
"""States of a turn that the plain game is solved for at most."""


class Values(Protocol):
    """What the states of a turn are worth.

    `turn` is the turn of which they are the values: the one asked about, or a smaller one. `exact` is false where it is
    taken for granted that nobody is tamed who came into the wilderness in the same turn. By the objective a turn is
    worth no more than `highest`, where that is told, whether somebody is or not.
    """

    turn: TurnGame
    exact: bool

    @property
    def highest(self) -> Fraction | None:
        """What the turn is worth at most by the objective, if it is known before."""
        ...

    def __call__(self, state: State | Ended) -> Pair:
        """What a state is worth by the objective, the more the better, and by progress."""
        ...

    def is_worth(self, state: State | Ended, worth: Pair, most: bool = False) -> bool:
        """Whether a state is worth just that: sooner known than what it is worth.

        `most` tells that it cannot be worth more, as after an action in a state that is worth so much.
        """
        ...

    def is_more(self, state: State | Ended, worth: Pair) -> bool:
        """Whether a state is worth more than that: sooner known than what it is worth."""
        ...

    @property
    def effort(self) -> int:
        """What has been done so far."""
        ...

    def allow(self, more: int) -> None:
        """Let so much more be done, where there is a limit."""
        ...


def values(
    turn: TurnGame, state: State, *, effort: int = MOST_EFFORT, progress: Callable[[str], None] | None = None
) -> Values:
    """The values of a turn from a state on, whichever way they are found.

    Parameters
    ----------
    turn : the turn
    state : before the roll, after it, or in the middle of an ability
    effort : how much may be done where the kernel is asked, as so many values take
    progress : called with a few words now and then, where an answer takes long

    Raises
    ------
    GnomonError
        for cards with which one can go on for ever at a gain
    TooBigError
        with the size, where the turn is too big to be solved

    Examples
    --------
    >>> from solver.dice import Rolled
    >>> from solver.games.companion_quest.play import CompanionQuest
    >>> from solver.games.companion_quest.stage import Adventure
    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> hand, zone = (Rolled("blue", 6), Rolled("red", 3)), Zone("twin-lanterns")
    >>> seats = Seat("crumbles", awake=("dune-dog",)), Seat("bubbles", ready=False)
    >>> state = State(seats, Adventure(), zones=(zone, Zone(), Zone()), hand=hand)
    >>> found = values(TurnGame(CompanionQuest(2), "solve"), state)
    >>> found(state), found.exact
    ((Fraction(1, 6), Fraction(53, 6)), True)
    """
    if kernel_knows(turn.game.setting, state):
        return KernelValues(turn, state, effort=effort, progress=progress)
    return PlainValues(turn, state)


class PlainValues:
    """Values of the plain game."""

    exact = True
    highest = None

    def __init__(self, turn: TurnGame, state: State) -> None:
        from solver.solve.expectimax import solve_acyclic
        from solver.solve.objective import expected_return

        self.turn = turn
        self._found = solve_acyclic(turn, expected_return(), state=state, limit=MOST_STATES)

    def __call__(self, state: State | Ended) -> Pair:
        """What a state is worth."""
        if isinstance(state, Ended):
            return Fraction(state.worth[0]), Fraction(state.worth[1])
        return pair(self._found.value(state).value)  # type: ignore[arg-type]

    def is_worth(self, state: State | Ended, worth: Pair, most: bool = False) -> bool:
        """Whether a state is worth just that."""
        return self(state) == worth

    def is_more(self, state: State | Ended, worth: Pair) -> bool:
        """Whether a state is worth more than that."""
        return self(state) > worth

    @property
    def effort(self) -> int:
        """It is not told."""
        return 0

    def allow(self, more: int) -> None:
        """There is no other limit than that of the plain game."""
