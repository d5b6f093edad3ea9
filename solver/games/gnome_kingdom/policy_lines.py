"""The policy of a turn before the roll: what to refill, and what to do first with every roll."""

from __future__ import annotations

from fractions import Fraction

from solver.errors import GnomonError
from solver.games.gnome_kingdom.action import Search, Solve
from solver.games.gnome_kingdom.asked import title_of
from solver.games.gnome_kingdom.chance_lines import FAIL, SOLVED
from solver.games.gnome_kingdom.gain.values import TurnValues
from solver.games.gnome_kingdom.gain_lines import HUNDREDTHS, best, in_words
from solver.games.gnome_kingdom.objectives import Objective
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import Refill, Roll
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.words import dice_text, label
from solver.solve.by_roll import ByRoll, grouped, not_too_many
from solver.solve.ranking import Measure


def by_roll(setting: Setting, state: State, objective: Objective) -> ByRoll:
    """Return what to do before the roll, and first after it.

    Raises
    ------
    GnomonError
        where the dice have been rolled
    TooBigError
        for too many rolls, or more than can be answered

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> from solver.games.gnome_kingdom.seen import setting_of, state_of
    >>> player = "players: [{clan: leaf, resources: {acorn: 1}}]"
    >>> position = read(f"{{game: gnome-kingdom, task: sunrise, {player}, pool: 1 red, pool_size: 2}}")
    >>> found = by_roll(setting_of(position), state_of(position), "solve")
    >>> found.before, found.value == sum(group.chance * group.value for group in found.groups)
    ('add 1 red to the pool', True)
    """
    if not isinstance(state.stage, Refill | Roll):
        raise GnomonError("--policy: the dice have been rolled; without it the answer is for this roll")
    turn = TurnValues(setting, state, objective)
    before, thrown = "", state
    if isinstance(state.stage, Refill):
        refill = best(turn, state)
        before, thrown = label(state, refill, setting.tiles), turn.game.apply(state, refill)
    rolls = list(turn.rolls(thrown))
    not_too_many(rolls)
    per = HUNDREDTHS if objective == "worth" else 1
    told = [
        (dice_text(rolled.roll), weight, _words(turn, rolled), turn.value(rolled) / per) for rolled, weight in rolls
    ]
    rules = setting.rules
    return ByRoll(
        before,
        objective,
        Measure(objective, "chance" if objective == "solve" else "number"),
        Fraction(turn.value(thrown)) / per,
        grouped(told),
        turn.kind,
        title_of(setting, state),
        {name: getattr(rules, name) for name in ("kept_die", "dice_loop", "borrowed_colour")},
        turn.assumptions,
    )


def _words(turn: TurnValues, rolled: State) -> str:
    """What to do first; where nothing but the task counts, how it is left is all the same."""
    action = best(turn, rolled)
    if turn.objective == "solve" and isinstance(action, Solve | Search):
        return SOLVED if isinstance(action, Solve) else FAIL
    return next(in_words(turn, rolled, action))
