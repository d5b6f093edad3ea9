"""What a player may want from a turn: the task solved, crown points, or all that is worth something."""

from __future__ import annotations

from typing import Literal, get_args

from solver.errors import WordsError, did_you_mean
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import (
    Acting,
    Attempt,
    Move,
    Negotiate,
    Refill,
    Roll,
    Settle,
    Take,
    Throw,
    TurnOver,
)
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.worth import Worth

Objective = Literal["solve", "points", "worth"]
"""``solve`` the task; win crown ``points`` in this turn; gain what is ``worth`` most when the turn is over."""

OBJECTIVES: tuple[Objective, ...] = get_args(Objective)


def objective_of(name: str) -> Objective:
    """The objective of a name.

    Raises
    ------
    WordsError
        for a name that is none

    Examples
    --------
    >>> objective_of("point")
    Traceback (most recent call last):
        ...
    solver.errors.WordsError: objective: there is no 'point'; did you mean 'points'?
    """
    for known in OBJECTIVES:
        if known == name:
            return known
    hint = did_you_mean(name, OBJECTIVES) or f"known are {', '.join(OBJECTIVES)}"
    raise WordsError(f"objective: there is no '{name}'; {hint}")


def come_to(setting: Setting, objective: Objective, worth: Worth, state: State, player: int) -> int:
    """What a player has come to by an objective: crown points, or worth in hundredths of a crown point.

    Whether the task was solved is told by the stage, see :func:`solved_yet`.

    >>> from solver.games.gnome_kingdom.state import Seat
    >>> state = State((Seat("acorn", bag=(0, 1, 0, 0, 0), skills=("leaf-expert-4",)), Seat("leaf")))
    >>> come_to(Setting(2), "points", Worth(), state, 0), come_to(Setting(2), "worth", Worth(), state, 0)
    (3, 353)
    """
    match objective:
        case "points":
            return setting.points(state.seats[player])
        case "worth":
            return worth.held(setting, state, player)
        case _:
            return int(solved_yet(state) is True)


def solved_yet(state: State) -> bool | None:
    """Whether the task was solved in this turn, as the stage tells; None before the attempt is over.

    After the move nothing tells it any more, and the answer is False.

    >>> from solver.games.gnome_kingdom.state import Seat
    >>> [solved_yet(State((Seat(), Seat()), stage)) for stage in (Attempt(), Move())]
    [None, True]
    """
    match state.stage:
        case Refill() | Roll() | Attempt():
            return None
        case Acting(after=False) | Take(after=False) | Negotiate(after=False) | Throw(Acting(after=False)):
            return None
        case TurnOver(solved=solved) | Settle(solved=solved):
            return solved
        case stage:
            return isinstance(stage, Move)
