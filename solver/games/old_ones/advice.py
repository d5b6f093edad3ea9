"""What to do in a position of Quest for the Old Ones: every choice, ranked by what it is worth."""

from __future__ import annotations

from collections.abc import Callable

from solver.errors import GnomonError, WordsError, did_you_mean
from solver.games.old_ones.objectives import CRITERIA
from solver.games.old_ones.position import Position
from solver.solve.ranking import Ranking

JOURNEY = ("turns", "safety", "palace")
"""What may be wanted in the Travel Phase: soon to the Palace; few losses now; strong at the Palace."""

OBJECTIVES = (*CRITERIA, *JOURNEY)
"""What may be wanted. In a fight also several by rank, as in `win, fewest-lost`."""


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
    position : in the phase that tells what is asked
    objective : what is wanted; None for the default of the question
    progress : called with a word now and then, where an answer takes long; none of these does
    top : so many lines are wanted; all are told, since that takes no longer
    exact : whether to take as long as an exact answer takes; no answer is simplified for the sake of time

    Raises
    ------
    WordsError
        for an objective that there is not, or not for this question
    GnomonError
        for a phase in which nothing is ranked

    Examples
    --------
    >>> from solver.games.old_ones.position import read
    >>> text = "{game: old-ones, phase: fight, players: [{tribe: WR, tokens: 9, hand: [sword]}], fight: {foe: bear}}"
    >>> ranked(read(text)).best.action
    'play Sword'
    """
    if position.fight is not None:
        from solver.games.old_ones.fight_turn import ranked_fight

        if objective in JOURNEY:
            raise WordsError(f"objective: '{objective}' is for the Travel Phase; in a fight {', '.join(CRITERIA)}")
        return ranked_fight(position, objective)
    if position.phase != "travel":
        known = "travel, answer, fight, casualty, restore and magic"
        raise GnomonError(f"turn: nothing is ranked in the phase '{position.phase}', only in {known}")
    if objective is not None and objective not in JOURNEY:
        hint = did_you_mean(objective, JOURNEY) or f"known are {', '.join(JOURNEY)}"
        raise WordsError(f"objective: there is no '{objective}' in the Travel Phase; {hint}")
    from solver.games.old_ones.land_turn import ranked_land

    return ranked_land(position, objective)
