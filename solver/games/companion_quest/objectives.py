"""What a turn is for: how far it brings the chase, and between equal turns how much of use it leaves behind."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args

from solver.errors import GnomonError, WordsError, did_you_mean
from solver.games.companion_quest.ending import Tally, tally
from solver.games.companion_quest.placing import health_left, problem
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import State
from solver.solve.ranking import Measure

Objective = Literal["chase", "solve", "solve-two", "quest", "win"]
"""``chase``: that the gap between the Gnome and Gu'Gu becomes as small as can be on average; ``solve``: at least one
portal problem; ``solve-two``: at least two; ``quest``: complete it; ``win``: catch Gu'Gu in this turn."""

OBJECTIVES: tuple[Objective, ...] = get_args(Objective)

MEASURES: dict[Objective, Measure] = {
    "chase": Measure("gap", "number", low=True),
    "solve": Measure("solve"),
    "solve-two": Measure("solve two"),
    "quest": Measure("quest"),
    "win": Measure("win"),
}
"""What a turn is measured by; the gap is its expected change in this turn."""

PROGRESS = Measure("progress", "number")
"""What decides between turns that are equal by the objective."""

MOST_WORTH = 100
"""The highest worth of one thing."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What is worth how much at the end of a turn, where it makes no difference to the objective.

    No source tells these numbers: they are an opinion, and may be changed. Dice count as they lie when the turn ends,
    those on problems that they solve included.

    Parameters
    ----------
    space : a space of a challenge that holds a die
    step : a space of the quest that the hat goes on
    health : a point of a danger's health that is done
    awake : a companion that is awake, whosever it is
    snack : a snack that is kept
    ready : a gnome whose ability can be used

    Raises
    ------
    GnomonError
        for a worth that is not a whole number from 0 to 100

    Examples
    --------
    >>> Progress(step=9).step, Progress().health
    (9, 1)
    """

    space: int = 5
    step: int = 8
    health: int = 1
    awake: int = 3
    snack: int = 4
    ready: int = 3

    def __post_init__(self) -> None:
        for one in fields(self):
            worth = getattr(self, one.name)
            if not isinstance(worth, int) or isinstance(worth, bool) or not 0 <= worth <= MOST_WORTH:
                raise GnomonError(f"progress: {one.name} is worth a whole number from 0 to {MOST_WORTH}, not {worth!r}")


DEFAULT = Progress()
NOTHING = Progress(0, 0, 0, 0, 0, 0)
"""By which nothing but the objective decides."""


def objective_of(text: str | None) -> Objective:
    """The objective that is written down, the default for none.

    Raises
    ------
    WordsError
        for one that there is not

    Examples
    --------
    >>> objective_of(None), objective_of("solve-two")
    ('chase', 'solve-two')
    """
    if text is None:
        return "chase"
    if text not in OBJECTIVES:
        hint = did_you_mean(text, OBJECTIVES) or f"known are {', '.join(OBJECTIVES)}"
        raise WordsError(f"objective: there is no '{text}'; {hint}")
    return text


def measures(objective: Objective) -> tuple[Measure, Measure]:
    """The numbers that turns are ranked by, the first one first.

    >>> [measure.name for measure in measures("chase")]
    ['gap', 'progress']
    """
    return MEASURES[objective], PROGRESS


def score(objective: Objective, state: State, found: Tally) -> int:
    """What a turn is worth by an objective if it ends so, the more the better; never less than -1.

    Parameters
    ----------
    state : before the end of the turn
    found : what the turn comes to

    Examples
    --------
    >>> from solver.games.companion_quest.state import Seat
    >>> begun = State((Seat("crumbles"),), gnome=0, foe=1)
    >>> won, none = Tally(0, False, (0, 1), 0, 0, True), Tally(0, False, (), 0, 2, None)
    >>> score("chase", begun, won), score("chase", begun, none)
    (1, -1)
    """
    match objective:
        case "chase":
            return (state.foe - state.gnome) - max(0, found.foe - found.gnome)
        case "solve":
            return int(len(found.solved) >= 1)
        case "solve-two":
            return int(len(found.solved) >= 2)
        case "quest":
            return int(found.quest)
        case "win":
            return int(found.won is True)


def progress_of(setting: Setting, state: State, progress: Progress = DEFAULT) -> int:
    """What a turn leaves behind if it ends so.

    Parameters
    ----------
    state : before the end of the turn
    """
    worth = kept(state, progress) + progress.step * len(state.path)
    for zone in state.zones:
        card = problem(setting, zone)
        if card is None:
            continue
        if card.task.danger is None:
            worth += progress.space * len(zone.dice)
        else:
            missing = max(0, health_left(card.task, zone.dice))
            worth += progress.health * (card.task.danger.health - missing)
    return worth


def kept(state: State, progress: Progress = DEFAULT) -> int:
    """The part of progress that does not lie on cards: companions, snacks and gnomes of the whole party.

    >>> from solver.games.companion_quest.state import Seat
    >>> kept(State((Seat("crumbles", snacks=2, awake=("prost",)), Seat("bubbles", ready=False))))
    14
    """
    return sum(worth_kept(len(seat.awake), seat.snacks, int(seat.ready), progress) for seat in state.seats)


def worth_kept(awake: int, snacks: int, ready: int, progress: Progress = DEFAULT) -> int:
    """The progress of so many companions that are awake, snacks, and gnomes that are ready."""
    return progress.awake * awake + progress.snack * snacks + progress.ready * ready


def worth_of(setting: Setting, state: State, objective: Objective, progress: Progress = DEFAULT) -> tuple[int, int]:
    """What a turn is worth if it ends so: by the objective, and by progress."""
    return score(objective, state, tally(setting, state)), progress_of(setting, state, progress)
