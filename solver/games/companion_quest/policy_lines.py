"""The policy of a turn before the roll: what to gather, and what to do first with every roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from solver.errors import GnomonError
from solver.game import CHANCE
from solver.games.companion_quest.lines import Lines
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_game import TurnGame
from solver.games.companion_quest.turn_values import Values
from solver.games.companion_quest.words import dice_text, label
from solver.solve.by_roll import Group, grouped, not_too_many
from solver.solve.ranking import Measure


def by_roll(turn: TurnGame, state: State, worth: Values, measure: Measure) -> tuple[str, Fraction, tuple[Group, ...]]:
    """Return what to gather, in words, what the turn comes to, and what to do first with every roll.

    Parameters
    ----------
    turn, worth : the turn, and the worth of its states
    measure : what the values are told by

    Raises
    ------
    GnomonError
        where the dice have been rolled
    TooBigError
        for too many rolls, or more than can be answered
    """
    if not isinstance(state.stage, Gather):
        raise GnomonError("--policy: the dice have been rolled; without it the answer is for this roll")
    box, sign = turn.game.setting.box, -1 if measure.low else 1
    lines = Lines(turn, worth)
    best = lines.lines(state)[0]
    thrown = turn.apply(*best.steps[-1])
    assert isinstance(thrown, State)
    rolls = _rolls(turn, thrown)
    not_too_many(rolls)
    told = [
        (dice_text(rolled.hand), weight, label(rolled, lines.best(rolled), box), sign * worth(rolled)[0])
        for rolled, weight in rolls.items()
    ]
    before = "; ".join(label(there, action, box) for there, action in best.steps)
    return before, sign * best.worth[0], grouped(told)


def _rolls(turn: TurnGame, state: State) -> dict[State, int]:
    """The states once all that was gathered has been rolled, with their weights."""
    rolls = {state: 1}
    while any(turn.current_player(one) == CHANCE for one in rolls):
        after: Counter[State] = Counter()
        for there, weight in rolls.items():
            for one, times in _outcomes(turn, there):
                after[one] += weight * times
        rolls = dict(after)
    return rolls


def _outcomes(turn: TurnGame, state: State) -> Iterator[tuple[Any, int]]:
    for what, weight in turn.chance_outcomes(state).items():
        yield turn.apply(state, what), weight
