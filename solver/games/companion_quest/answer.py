"""The lines of a turn; of a smaller one where the whole turn takes long and an answer is wanted soon.

How long something takes is reckoned in values that are remembered, not in seconds: so an answer is always the same.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, TypeVar

from solver.errors import TooBigError
from solver.games.companion_quest.lines import Hurry, Line, Lines
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_game import Ended, Pair, TurnGame
from solver.games.companion_quest.turn_kernel import MOST_KNOWN, KernelValues
from solver.games.companion_quest.turn_values import Values, values


class Effort(NamedTuple):
    """How many values are remembered at most: for the turn, to judge one first action, and to judge all of them."""

    first: int
    each: int
    together: int


SOON = Effort(60_000, 10_000, 30_000)
BEFORE = Effort(2_000_000, 500_000, 2_000_000)
"""After the roll, and before it."""

SHORTER = {2: 0.5, 1: 1.0}
"""How many abilities and snacks are used at most in smaller turns, and what part of the effort is made for them."""

Found = TypeVar("Found")


class Answer(NamedTuple):
    """What can be done first.

    Parameters
    ----------
    lines : the best first
    untold : how many more first actions there are, which are worse
    solved : what it was found by
    """

    lines: list[Line]
    untold: int
    solved: Solved


class Solved(NamedTuple):
    """A turn that can be asked about.

    Parameters
    ----------
    worth : what its states are worth
    uses : how many abilities and snacks are used at most in it; None for the whole turn
    """

    worth: Values
    uses: int | None = None

    @property
    def exact(self) -> bool:
        """Whether it is the whole turn, and exact."""
        return self.uses is None and self.worth.exact


def answer(
    turn: TurnGame,
    state: State,
    top: int | None = None,
    *,
    exact: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Answer:
    """The lines of a turn.

    Parameters
    ----------
    turn, state : the turn and where it stands
    top : so many lines are wanted, and what comes after them need not be told; None for all
    exact : whether to take as long as the whole turn takes
    progress : called with a few words now and then, where that is long

    Raises
    ------
    TooBigError
        where even the smallest turn is too big; with `exact`, where the whole one is

    Examples
    --------
    >>> from solver.dice import Rolled
    >>> from solver.games.companion_quest.play import CompanionQuest
    >>> from solver.games.companion_quest.stage import Adventure
    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> hand, zone = (Rolled("blue", 6), Rolled("red", 3)), Zone("twin-lanterns")
    >>> seats = Seat("crumbles", awake=("dune-dog",)), Seat("bubbles", ready=False)
    >>> state = State(seats, Adventure(), zones=(zone, Zone(), Zone()), hand=hand)
    >>> found = answer(TurnGame(CompanionQuest(2), "solve", start=state), state)
    >>> found.lines[0].worth[0], found.lines[0].exact, found.solved.exact
    (Fraction(1, 6), True, True)
    """
    if exact:
        whole = values(turn, state, progress=progress)
        return Answer(*Lines(turn, whole).first_lines(state, top), Solved(whole))
    effort = BEFORE if isinstance(state.stage, Gather) else SOON

    def lines(solved: Solved) -> Answer:
        hurry = Hurry(at_least, effort.each, effort.together) if at_least and solved.uses != 0 else None
        return Answer(*Lines(solved.worth.turn, solved.worth, hurry).first_lines(state, top), solved)

    whole = values(turn, state, limit=effort.first, progress=progress)
    at_least = AtLeast(whole, effort.first) if isinstance(whole, KernelValues) else None
    return largest(whole, effort.first, lines)


def largest(whole: Values, limit: int, ask: Callable[[Solved], Found]) -> Found:
    """What is found for the whole turn, or for the largest smaller one for which it is not too big.

    Parameters
    ----------
    whole : the values of the whole turn
    limit : how many values are remembered for a smaller one; for the smallest one as many as can be
    ask : finds it

    Raises
    ------
    TooBigError
        where it is too big even for the smallest turn
    """
    try:
        return ask(Solved(whole))
    except TooBigError:
        if not isinstance(whole, KernelValues):
            raise
    for uses, part in SHORTER.items():
        with suppress(TooBigError):
            return ask(Solved(whole.shorter(uses, int(part * limit)), uses))
    return ask(Solved(whole.shorter(0, MOST_KNOWN), 0))


class AtLeast:
    """What states are worth at least: in a turn in which one ability is used at most, or else none.

    Parameters
    ----------
    whole : the values of the whole turn
    limit : how many values are remembered for it
    """

    def __init__(self, whole: KernelValues, limit: int) -> None:
        self._whole, self._limits = whole, {1: limit, 0: MOST_KNOWN}
        self._found: dict[int, KernelValues] = {}

    def __call__(self, state: State | Ended) -> Pair:
        """What a state is worth at least."""
        for uses, limit in list(self._limits.items()):
            try:
                if uses not in self._found:
                    self._found[uses] = self._whole.shorter(uses, limit)
                return self._found[uses](state)
            except TooBigError:
                if len(self._limits) == 1:
                    raise
                del self._limits[uses]
        raise AssertionError
