"""The lines of a turn; of a smaller one where the whole turn takes long and an answer is wanted soon.

How long something takes is reckoned in steps, as so many values take, not in seconds: so an answer is always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar

from solver.errors import TooBigError
from solver.games.companion_quest.goal_first import GoalFirst, by_goal
from solver.games.companion_quest.lines import Hurry, Line, Lines
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_game import Ended, Pair, TurnGame
from solver.games.companion_quest.turn_kernel import MOST_EFFORT, KernelValues
from solver.games.companion_quest.turn_values import Values, values


class Effort(NamedTuple):
    """How much is done at most, as so many values take.

    Parameters
    ----------
    turn : for the whole turn
    goal : for the whole turn by the objective alone
    short : for smaller turns, by how many abilities and snacks are used in them; for the last one as much as can be
    each, together : to judge or to follow one first action, and for all of them; as much again by the objective alone
    """

    turn: int
    goal: int
    short: Mapping[int, int]
    each: int
    together: int


SOON = Effort(80_000, 80_000, {2: 25_000, 1: 30_000, 0: MOST_EFFORT}, 10_000, 30_000)
BEFORE = Effort(4_000_000, 3_000_000, {2: 1_000_000, 1: 3_000_000, 0: MOST_EFFORT}, 500_000, 2_000_000)
"""After the roll, and before it."""

TOO_BIG = "turn: too big even if no ability or snack is used"

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
    goal : whether by the objective it is the whole turn all the same
    """

    worth: Values
    uses: int | None = None
    goal: bool = True

    @property
    def sure(self) -> int:
        """How many of the two numbers are those of the whole turn, exactly."""
        return 0 if not self.goal or not self.worth.exact else 1 if self.uses is not None else 2

    def judged(self, line: Line) -> Line:
        """A line with how sure it is of the whole turn: what is worth as much as can be is worth just that."""
        return replace(line, sure=max(min(line.sure, self.sure), int(line.worth[0] == self.worth.highest)))


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
    >>> found.lines[0].worth[0], found.lines[0].sure, found.solved.sure
    (Fraction(1, 6), 2, 2)
    """
    if exact:
        try:
            return _found(Solved(values(turn, state, progress=progress)), state, top)
        except TooBigError as error:
            raise TooBigError(f"{error}; without --exact it is told as far as it is known") from None
    effort = BEFORE if isinstance(state.stage, Gather) else SOON
    worth = values(turn, state, effort=effort.turn, progress=progress)
    if not isinstance(worth, KernelValues):
        return _found(Solved(worth), state, top)
    easier = Easier(worth, effort)

    def ask(solved: Solved) -> Answer:
        hurry = Hurry(easier.at_least, effort.each, effort.together)
        return _found(solved, state, top, hurry if solved.goal or solved.uses else None)

    return largest(worth, state, easier, ask)


def _found(solved: Solved, state: State, top: int | None, hurry: Hurry | None = None) -> Answer:
    lines, untold = Lines(solved.worth.turn, solved.worth, hurry).first_lines(state, top)
    return Answer(list(map(solved.judged, lines)), untold, solved)


def largest(whole: KernelValues, state: State, easier: Easier, ask: Callable[[Solved], Found]) -> Found:
    """What is found for the whole turn; if that is too big by the objective alone; or for the largest smaller turn.

    Parameters
    ----------
    whole : the values of the whole turn
    state : what is asked about
    easier : what is asked where that is too big
    ask : finds it

    Raises
    ------
    TooBigError
        where it is too big even for the smallest turn
    """
    error = TooBigError(TOO_BIG)
    for solved in _ever_smaller(whole, state, easier):
        try:
            return ask(solved)
        except TooBigError as too_big:
            error = too_big
    raise error


def _ever_smaller(whole: KernelValues, state: State, easier: Easier) -> Iterator[Solved]:
    """What can be asked, one after the other as long as it is too big."""
    yield Solved(whole)
    by_objective = easier.by_goal(state, easier.effort.goal) is not None
    for uses in easier.effort.short:
        if easier.by_both(state, uses) is not None:
            if by_objective:
                yield Solved(GoalFirst(easier.goal, easier.turn(uses), whole.turn), uses)
            by_objective = False
            yield Solved(easier.turn(uses), uses, goal=False)


class Easier:
    """A turn by the objective alone, and turns in which fewer abilities and snacks are used; all of one whole turn.

    Parameters
    ----------
    whole : the values of the whole turn
    effort : how much may be done
    """

    def __init__(self, whole: KernelValues, effort: Effort) -> None:
        self._whole, self.effort = whole, effort
        self._found: dict[int, KernelValues] = {}
        self._left = dict(effort.short)
        self._left_by_goal = effort.together

    @cached_property
    def goal(self) -> KernelValues:
        """The values by the objective alone."""
        return by_goal(self._whole, self.effort.goal)

    def turn(self, uses: int) -> KernelValues:
        """The values of a smaller turn."""
        if uses not in self._found:
            self._found[uses] = self._whole.shorter(uses, self.effort.short[uses])
        self._found[uses].allow(self.effort.short[uses])
        return self._found[uses]

    def by_goal(self, state: State | Ended, effort: int) -> Fraction | None:
        """What a state is worth by the objective, if so much is enough for it."""
        self.goal.allow(effort)
        with suppress(TooBigError):
            return self.goal(state)[0]
        return None

    def by_both(self, state: State | Ended, uses: int) -> Pair | None:
        """What a state is worth in a smaller turn, if that can be told soon."""
        short = self.turn(uses)
        if not self._left[uses] or not short.knows(state):
            return None
        before = short.effort
        short.allow(self._left[uses])
        try:
            return short(state)
        except TooBigError:
            self._left[uses] = 0
            return None
        finally:
            self._left[uses] = max(0, self._left[uses] - (short.effort - before))

    def at_least(self, state: State | Ended) -> tuple[Pair, int]:
        """What a state is worth at least, and for how many of the two numbers it is just that."""
        told = (self.by_both(state, uses) for uses in self.effort.short)
        least = next((worth for worth in told if worth is not None), None)
        if least is None:
            raise TooBigError(TOO_BIG)
        before = self.goal.effort
        most = self.by_goal(state, self._left_by_goal)
        self._left_by_goal = max(0, self._left_by_goal - (self.goal.effort - before))
        if most is None:
            return least, 0
        return (most, least[1] if least[0] == most else Fraction(0)), 1
