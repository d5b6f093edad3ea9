"""What to do in a position of Companion Quest: every first action, ranked by what the turn comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from solver.game import Kind
from solver.games.companion_quest.answer import Easier, Effort, Solved, answer, largest
from solver.games.companion_quest.assumed import assumed, rests_on, worth_of_position
from solver.games.companion_quest.lines import Line
from solver.games.companion_quest.objectives import OBJECTIVES, measures, objective_of
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.position import Position
from solver.games.companion_quest.seen import setting_of, state_of
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Acting, Choose, Gather, Replace
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn import capacity
from solver.games.companion_quest.turn_game import TurnGame
from solver.games.companion_quest.turn_kernel import MOST_EFFORT, KernelValues
from solver.games.companion_quest.turn_values import values
from solver.games.companion_quest.words import chosen_text, dice_text, label
from solver.solve.ranking import Candidate, Measure, Ranking, rank

if TYPE_CHECKING:
    from fractions import Fraction

    from solver.solve.by_roll import ByRoll, Group

__all__ = ["OBJECTIVES", "policy", "ranked"]

FOR_ALL_ROLLS = Effort(MOST_EFFORT, 3_000_000, {2: 3_000_000, 1: 3_000_000, 0: MOST_EFFORT}, MOST_EFFORT, MOST_EFFORT)
"""What is done for the policy of a turn."""

LONGER = "an answer for the whole turn takes longer: --exact"
TAMED = "nobody is tamed who came into the wilderness in the same turn"


def ranked(
    position: Position,
    objective: str | None = None,
    progress: Callable[[str], None] | None = None,
    top: int | None = None,
    exact: bool = False,
) -> Ranking:
    """Return every first action there is in a position, the best first.

    A turn is worth what it comes to by the objective; where that is equal, the progress it leaves behind decides. Steps
    that can be taken in any order make one line. Where it would take long to know what an action comes to, or all of
    them, they are judged by a smaller turn, in which only a few abilities are used: an abstraction.

    Parameters
    ----------
    position : before the roll, after it, or in the middle of an ability
    objective : what is wanted; None for the chase
    progress : called with a few words now and then, where an answer takes long
    top : so many lines are wanted, and what comes after them need not be told; None for all
    exact : whether to take as long as an exact answer takes

    Raises
    ------
    WordsError
        for an objective that there is not
    TooBigError
        where the turn is too big to be solved

    Examples
    --------
    >>> from solver.games.companion_quest.position import read
    >>> me = "{gnome: crumbles}, {gnome: bubbles, ready: false}"
    >>> found = ranked(read(f"{{game: companion-quest, players: [{me}], zones: [twin-lanterns], roll: r3 b3 y5}}"))
    >>> found.best.action, found.best.main, str(found.best.value)
    ('b3 on Twin lanterns, space A [any]', ('r3 on Twin lanterns, space B [any]', 'end the turn'), '0')
    """
    wanted = objective_of(objective)
    setting = setting_of(position)
    state = state_of(position, setting)
    turn = TurnGame(CompanionQuest(setting=setting), wanted, worth_of_position(position), start=state)
    found = answer(turn, state, top, exact=exact, progress=progress)
    by = measures(wanted)
    return Ranking(
        question=_question(state),
        objective=wanted,
        measures=by,
        lines=rank([_candidate(setting, line, by) for line in found.lines], by),
        title=_title(setting, state),
        rulings=rests_on(setting, state, wanted),
        assumptions=(
            *_taken(found.solved, found.lines),
            *assumed(position, setting, state, wanted),
        ),
        notes=(LONGER,) if found.solved.uses is not None or _unjudged(found.solved, found.lines) else (),
        untold=found.untold,
    )


def policy(position: Position, objective: str | None = None) -> ByRoll:
    """Return what to gather, and what to do first with every roll.

    Parameters
    ----------
    position, objective : as for :func:`ranked`, before the roll

    Raises
    ------
    WordsError
        for an objective that there is not
    GnomonError
        where the dice have been rolled
    TooBigError
        for too many rolls, or where the turn is too big to be solved

    Examples
    --------
    >>> from solver.games.companion_quest.position import read
    >>> me = "{gnome: crumbles, ready: false}, {gnome: bubbles, ready: false}"
    >>> found = policy(read(f"{{game: companion-quest, players: [{me}], zones: ['[any]*2 : equal']}}"), "solve")
    >>> found.before, found.value, found.groups[0].chance
    ('gather 3 blue', Fraction(4, 9), Fraction(91, 216))
    """
    from solver.games.companion_quest.policy_lines import by_roll
    from solver.solve.by_roll import ByRoll

    wanted = objective_of(objective)
    setting = setting_of(position)
    state = state_of(position, setting)
    turn = TurnGame(CompanionQuest(setting=setting), wanted, worth_of_position(position), start=state)
    measure = measures(wanted)[0]
    worth = values(turn, state)

    def ask(solved: Solved) -> tuple[Solved, tuple[str, Fraction, tuple[Group, ...]]]:
        return solved, by_roll(solved.worth.turn, state, solved.worth, measure)

    if isinstance(worth, KernelValues):
        solved, (before, value, groups) = largest(worth, state, Easier(worth, FOR_ALL_ROLLS), ask)
    else:
        solved, (before, value, groups) = ask(Solved(worth))
    return ByRoll(
        before,
        wanted,
        measure,
        value,
        groups,
        "exact" if solved.sure else "abstraction",
        _title(setting, state),
        rests_on(setting, state, wanted),
        (*_taken(solved), *assumed(position, setting, state, wanted)),
    )


def _taken(solved: Solved, lines: Sequence[Line] = ()) -> Iterator[str]:
    """What is taken for granted since it would take long otherwise."""
    if solved.uses is not None:
        few = {0: "no ability or snack is used", 1: "no more than one ability or snack is used"}
        said = few.get(solved.uses, f"no more than {solved.uses} abilities or snacks are used")
        yield f"progress is no less than told: {said} for it" if solved.goal else f"{said} in this turn, which is large"
    if solved.goal and _unjudged(solved, lines):
        yield "what is not exact of a line is as good as it says or better, but no better than the best"
    if not solved.worth.exact:
        yield TAMED


def _unjudged(solved: Solved, lines: Iterable[Line]) -> bool:
    """Whether there are lines of which it is not known what they come to in the turn that was solved."""
    return any(line.sure < solved.sure for line in lines)


def _candidate(setting: Setting, line: Line, found: Iterable[Measure]) -> Candidate:
    first, *rest = (label(state, action, setting.box) for state, action in line.steps)
    start = line.steps[0][0]
    alike = [label(start, action, setting.box) for action in line.alike]
    facts: dict[str, Any] = {"alike": alike} if alike else {}
    numbers = tuple(-value if measure.low else value for value, measure in zip(line.worth, found, strict=True))
    kinds: list[Kind] = ["exact" if line.sure > place else "abstraction" for place in range(2)]
    return Candidate(first, numbers, tuple(rest), facts, *kinds)


def _question(state: State) -> str:
    match state.stage:
        case Gather():
            return "which dice to gather?"
        case Acting():
            return "go on with it, or stop?"
        case Choose() as stage:
            return f"{chosen_text(stage)}?"
        case Replace():
            return "which gnome to go on as?"
    return "what to do first?"


def _title(setting: Setting, state: State) -> tuple[str, ...]:
    if isinstance(state.stage, Gather):
        passed = f", and a {state.shared} die that was passed on" if state.shared else ""
        return (f"capacity {capacity(setting, state)}{passed}",)
    hand = [*state.hand, *(die for die, _ in state.stage.hand)] if isinstance(state.stage, Acting) else state.hand
    return (f"roll {dice_text(sorted(hand))}",)
