"""Ranked turns by what they bring: crown points, or all that is worth something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from solver.game import CHANCE
from solver.games.gnome_kingdom.action import Approach, Exchange, Gather, Use
from solver.games.gnome_kingdom.asked import QUESTIONS, title_of
from solver.games.gnome_kingdom.extra_turn import extra_turn
from solver.games.gnome_kingdom.gain.values import LAST, LIMIT, MODES, SOON_MODES, TurnValues, modes_of
from solver.games.gnome_kingdom.objectives import Objective
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import Negotiate, Take
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.words import label, together
from solver.manipulation import Lend, Roll
from solver.solve.ranking import Candidate, Measure, Ranking, rank

HUNDREDTHS = 100
"""Worth is told in crown points, and reckoned in hundredths of one."""

SOON = (1_000_000, 40_000_000)
"""How much is reckoned, exactly and with simplifications, where an answer must not take long."""

EXACT = 20_000_000_000
"""How much is reckoned where it does not matter how long an answer takes."""

FOLLOWED, ENOUGH = 8, 10_000
"""Of so many lines, and of all that are best, it is told what follows, unless so many states were looked at for it."""


def ranked_gain(
    setting: Setting,
    state: State,
    objective: Objective,
    *,
    soon: bool = False,
    exact: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Ranking:
    """Rank what can be done first by the crown points of this turn, or by all that it is worth.

    Parameters
    ----------
    soon : whether to give up rather than take long
    exact : whether to take long, and to simplify nothing
    progress : called with a few words now and then

    Raises
    ------
    GnomonError
        where nothing is to be decided
    TooBigError
        for more than can be answered

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> from solver.games.gnome_kingdom.seen import setting_of, state_of
    >>> cards = "open_cards: [leaf-expert-3, gatherer-4, deceiver-4, negotiator-3, acorn-expert-3]"
    >>> player = "players: [{clan: leaf, own: g4}]"
    >>> position = read(f"{{game: gnome-kingdom, task: sunrise, phase: after, {player}, {cards}}}")
    >>> found = ranked_gain(setting_of(position), state_of(position), "points")
    >>> found.best.action, found.best.value
    ('complete leaf-expert-3 with g4', Fraction(2, 1))
    """
    limit, last = (EXACT, EXACT) if exact else SOON if soon else (LIMIT, LAST)
    modes = MODES[:1] if exact else SOON_MODES if soon else modes_of(state)
    turn = TurnValues(setting, state, objective, limit=limit, last=last, modes=modes, progress=progress)
    measure, rules = Measure(objective, "number"), setting.rules
    another = extra_turn(setting, state, objective)
    return Ranking(
        QUESTIONS[type(state.stage)],
        objective,
        (measure,),
        rank(_lines(turn, HUNDREDTHS if objective == "worth" else 1), (measure,)),
        title=title_of(setting, state),
        rulings={name: getattr(rules, name) for name in ("kept_die", "dice_loop", "borrowed_colour")},
        assumptions=turn.assumptions,
        notes=(another,) if another else (),
    )


def _lines(turn: TurnValues, per: int) -> Iterator[Candidate]:
    """The first actions as lines; one whose main line begins an equally good line later is that line."""
    choices = sorted(turn.ranked(lines=0), key=lambda choice: (-choice.value, _order(choice.action)))
    told: dict[Fraction, set[str]] = {}
    for at, choice in enumerate(choices):
        if not at or (turn.looked_at < ENOUGH and (at < FOLLOWED or choice.value == choices[0].value)):
            words, *main = in_words(turn, turn.state, choice.action, follow=True)
        else:
            (words, *main) = in_words(turn, turn.state, choice.action)
        before = told.setdefault(choice.value, set())
        if before.isdisjoint(main):
            before.add(words)
            yield Candidate(words, (Fraction(choice.value, per),), tuple(main), {}, turn.kind)


def in_words(turn: TurnValues, state: State, action: Any, *, follow: bool = False) -> Iterator[str]:
    """An action and what follows it up to the next chance or the end of the turn, in words.

    What is exchanged, gathered or traded is told with what it brings.
    """
    game = turn.game
    while True:
        words, state = label(state, action, turn.setting.tiles), game.apply(state, action)
        if isinstance(action, Exchange | Gather | Approach) and isinstance(state.stage, Take | Negotiate):
            then = best(turn, state)
            words, state = together(action, then) or words, game.apply(state, then)
        yield words
        if not follow or game.over(state) or game.current_player(state) == CHANCE:
            return
        action = best(turn, state)


def best(turn: TurnValues, state: State) -> Any:
    """The best action; of equally good ones the one that comes nearest to the end of the turn."""
    return turn.best_of(state, sorted(turn.game.legal_actions(state), key=_order))


def _order(action: Any) -> int:
    """Where an action comes among those that are equally good: what needs no token first, what is rolled last."""
    if isinstance(action, Use):
        return 3 if isinstance(action.action, Roll | Lend) else 1
    return 2 if isinstance(action, Exchange | Gather | Approach) else 0
