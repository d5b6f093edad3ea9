"""What to do in a position of Gnome Kingdom: every first action, ranked by what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver.errors import WordsError, did_you_mean
from solver.games.gnome_kingdom.position import Position
from solver.games.gnome_kingdom.seen import setting_of, state_of
from solver.solve.ranking import Ranking

OBJECTIVES = ("solve", "points", "worth")
"""What may be wanted: to solve the task; crown points in this turn; all that the turn is worth."""


def ranked(position: Position, objective: str | None = None, progress: Callable[[str], None] | None = None) -> Ranking:
    """Return every first action there is in a position, the best first.

    Parameters
    ----------
    position : before the roll, after it, or later in the turn
    objective : what is wanted; None for `worth` where the forest is told, else `solve`
    progress : called with a word now and then, where an answer takes long

    Raises
    ------
    WordsError
        for an objective that there is not
    GnomonError
        where nothing is to be chosen

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> player = "{clan: leaf, resources: {acorn: 1}}"
    >>> ranked(read(f"{{game: gnome-kingdom, task: two-pairs, roll: r3 r3 b5 g6, players: [{player}]}}")).best.action
    'acorn: reroll b5'
    """
    from solver.games.gnome_kingdom.assumed import assumed

    if objective is not None and objective not in OBJECTIVES:
        hint = did_you_mean(objective, OBJECTIVES) or f"known are {', '.join(OBJECTIVES)}"
        raise WordsError(f"objective: there is no '{objective}'; {hint}")
    setting = setting_of(position)
    state = state_of(position, setting)
    wanted = objective or "solve"
    from solver.games.gnome_kingdom.solve_lines import ranked_solve

    found = ranked_solve(setting, state)
    return replace(found, assumptions=(*found.assumptions, *assumed(position, state, wanted)))
