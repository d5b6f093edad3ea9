"""What to do in a position of Gnome Kingdom: every first action, ranked by what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from solver.errors import GnomonError, TooBigError, WordsError, did_you_mean
from solver.games.gnome_kingdom.position import Position
from solver.games.gnome_kingdom.seen import setting_of, state_of
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.state import State
from solver.solve.ranking import Ranking

if TYPE_CHECKING:
    from solver.solve.by_roll import ByRoll

OBJECTIVES = ("solve", "points", "worth")
"""What may be wanted: to solve the task; crown points in this turn; all that the turn is worth."""

TRYING = ("refill", "attempt", "use", "take", "trade")
"""The phases in which the task may still be solved, if it is not said that the attempt is over."""

FEW = 3
"""With no more resources and abilities than that it is soon known what a turn is worth, if it can be."""


def ranked(
    position: Position,
    objective: str | None = None,
    progress: Callable[[str], None] | None = None,
    top: int | None = None,
    exact: bool = False,
) -> Ranking:
    """Return every first action there is in a position, the best first.

    Parameters
    ----------
    position : before the roll, after it, or later in the turn
    objective : what is wanted; None for `worth` where the forest is told and that does not take long, else `solve`
    progress : called with a word now and then, where an answer takes long
    top : so many lines are wanted; all are told, since that takes no longer
    exact : whether to take as long as an exact answer takes, with no simplification

    Raises
    ------
    WordsError
        for an objective that there is not
    GnomonError
        where nothing is to be chosen
    TooBigError
        for more than can be answered exactly

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> player = "{clan: leaf, resources: {acorn: 1}}"
    >>> ranked(read(f"{{game: gnome-kingdom, task: two-pairs, roll: r3 r3 b5 g6, players: [{player}]}}")).best.action
    'acorn: reroll b5'
    """
    if objective is not None and objective not in OBJECTIVES:
        hint = did_you_mean(objective, OBJECTIVES) or f"known are {', '.join(OBJECTIVES)}"
        raise WordsError(f"objective: there is no '{objective}'; {hint}")
    setting = setting_of(position)
    state = state_of(position, setting)
    trying = not position.after and position.decides in TRYING
    if objective is not None:
        return _ranked(position, setting, state, objective, progress, exact=exact)
    if position.task is not None and trying:
        return _ranked(position, setting, state, "solve", progress, exact=exact)
    if exact or not trying:
        return _ranked(position, setting, state, "worth", progress, exact=exact)
    if sum(state.mover.bag) + len(state.mover.skills) <= FEW:
        with suppress(TooBigError):
            return _ranked(position, setting, state, "worth", soon=True)
    found = _ranked(position, setting, state, "solve")
    note = "what this turn is worth, with more assumed, takes some seconds: --objective worth"
    return replace(found, notes=(*found.notes, note))


def policy(position: Position, objective: str | None = None) -> ByRoll:
    """Return what to do before the roll, and first after it with every roll.

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
        for more than can be answered

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> found = policy(read("{game: gnome-kingdom, task: sunrise, players: [{clan: leaf}], pool: 1 red, pool_size: 2}"))
    >>> found.objective, found.value, len(found.groups)
    ('solve', Fraction(1, 6), 2)
    """
    from solver.games.gnome_kingdom.assumed import assumed
    from solver.games.gnome_kingdom.objectives import objective_of
    from solver.games.gnome_kingdom.policy_lines import by_roll

    setting = setting_of(position)
    state = state_of(position, setting)
    wanted = objective_of(objective or ("worth" if position.task is None else "solve"))
    _refuse_unknown_spaces(position, wanted)
    found = by_roll(setting, state, wanted)
    return replace(found, assumptions=(*found.assumptions, *assumed(position, state, wanted)))


def _refuse_unknown_spaces(position: Position, objective: str) -> None:
    if objective != "solve" and position.task is not None and "[" in position.task:
        said = "the spaces of the tile are not told: give the name of its task, or the forest with 'my_tiles'"
        raise GnomonError(f"{objective}: {said}")


def _ranked(
    position: Position,
    setting: Setting,
    state: State,
    objective: str,
    progress: Callable[[str], None] | None = None,
    *,
    soon: bool = False,
    exact: bool = False,
) -> Ranking:
    from solver.games.gnome_kingdom.assumed import assumed

    if objective == "solve":
        from solver.games.gnome_kingdom.chance_lines import ranked_solve

        found = ranked_solve(setting, state, exact=exact, progress=progress)
    else:
        from solver.games.gnome_kingdom.gain_lines import ranked_gain
        from solver.games.gnome_kingdom.objectives import objective_of

        _refuse_unknown_spaces(position, objective)
        found = ranked_gain(setting, state, objective_of(objective), soon=soon, exact=exact, progress=progress)
    return replace(found, assumptions=(*found.assumptions, *assumed(position, state, objective)))
