"""What a turn is worth by the objective alone, and what progress is known to come with it.

Progress takes most of the time, since nearly every turn leaves some behind; by the objective many are worth the same,
as much as they can be. So where the whole turn is too big by both numbers it is solved by the first one, exactly, and
by both only a smaller turn, in which few abilities are used.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from solver.games.companion_quest.objectives import NOTHING
from solver.games.companion_quest.ready import Ready
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_game import Ended, Pair, TurnGame
from solver.games.companion_quest.turn_kernel import KernelValues


def by_goal(whole: KernelValues, effort: int) -> KernelValues:
    """The values of a whole turn by the objective alone; by progress everything is worth 0.

    Parameters
    ----------
    whole : the values by both
    effort : how much may be done, as so many values take

    Raises
    ------
    TooBigError
        when asked, where that is not enough

    Examples
    --------
    >>> from solver.dice import Rolled
    >>> from solver.games.companion_quest.play import CompanionQuest
    >>> from solver.games.companion_quest.stage import Adventure
    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> hand, zone = (Rolled("blue", 6), Rolled("red", 3)), Zone("twin-lanterns")
    >>> seats = Seat("crumbles", awake=("dune-dog",)), Seat("bubbles", ready=False)
    >>> state = State(seats, Adventure(), zones=(zone, Zone(), Zone()), hand=hand)
    >>> whole = KernelValues(TurnGame(CompanionQuest(2), "solve", start=state), state)
    >>> by_goal(whole, 1000)(state), whole(state)
    ((Fraction(1, 6), Fraction(0, 1)), (Fraction(1, 6), Fraction(53, 6)))
    """
    turn = TurnGame(whole.turn.game, whole.turn.objective, NOTHING, start=whole.turn.start)
    return KernelValues(turn, whole.start, effort=effort, whole=_without_worth(whole.ready))


def _without_worth(found: Ready) -> Ready:
    """The same graph where nothing that is kept is worth anything; abilities of its own, since more may be added."""
    apart = _without_worth(found.apart) if found.apart else None
    return replace(found, end=[0] * len(found.end), apart=apart, abilities=list(found.abilities))


class GoalFirst:
    """What states are worth by the objective, and what progress comes with it at least.

    By progress a state is worth what it is in a smaller turn, if that comes to as much by the objective; else, and
    where that does not lead, it is only known that it is no less than 0.

    Parameters
    ----------
    goal : the values of the whole turn by the objective alone
    short : the values of a smaller turn by both
    turn : the whole turn

    Raises
    ------
    TooBigError
        when asked, where one of the two is too big
    """

    def __init__(self, goal: KernelValues, short: KernelValues, turn: TurnGame) -> None:
        self._goal, self._short, self.turn = goal, short, turn
        self.exact, self.highest = goal.exact, goal.highest

    def __call__(self, state: State | Ended) -> Pair:
        """What a state is worth."""
        if isinstance(state, Ended):
            return self._short(state)
        goal = self._goal(state)[0]
        short = self._short(state) if self._short.knows(state) else (None, Fraction(0))
        return goal, short[1] if short[0] == goal else Fraction(0)

    def is_worth(self, state: State | Ended, worth: Pair, most: bool = False) -> bool:
        """Whether a state is worth just that by the objective, and by progress that or, perhaps, more."""
        if isinstance(state, Ended):
            return self._short(state) == worth
        if worth[1] and not (self._short.knows(state) and self._short.is_worth(state, worth, most)):
            return False
        # what is worth so much in a smaller turn is worth no less in the whole one
        return bool(most and worth[1]) or self._goal.is_worth(state, (worth[0], Fraction(0)), most)

    def is_more(self, state: State | Ended, worth: Pair) -> bool:
        """Whether a state is worth more than that."""
        if isinstance(state, Ended):
            return self._short(state) > worth
        return self._goal.is_more(state, (worth[0], Fraction(0))) or (
            self._short.knows(state) and self._short.is_more(state, worth)
        )

    @property
    def effort(self) -> int:
        """What has been done so far, as so many values take."""
        return self._goal.effort + self._short.effort

    def allow(self, more: int) -> None:
        """Let as much more be done, for each of the two."""
        self._goal.allow(more)
        self._short.allow(more)
