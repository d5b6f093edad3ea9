"""Exact expectimax for games that never come back to an earlier state.

Every state is solved once and remembered. The search keeps its own stack, so that a long game cannot exhaust
Python's; and it fills a dictionary that the caller may keep, so that an interrupted search goes on where it
stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from solver.errors import GnomonError, TooBigError
from solver.game import CHANCE, TERMINAL, Action, Game, Outcome, State
from solver.solve.objective import Objective, win_chance
from solver.solve.rational import Rational, rational
from solver.solve.solution import Bounds, Solution, added_by


class Known(NamedTuple):
    """What is remembered of a solved state: each player's number (under ``against`` one) and the action."""

    numbers: tuple[Rational, ...]
    decided: bool = False
    action: Any = None


Memory = dict[Any, Known]
REPORT_EVERY = 4096


@dataclass(slots=True)
class _Open:
    """A state whose successors are being solved."""

    player: int
    moves: list[Any]
    weights: list[int]
    after: list[Any]


def solve_acyclic(
    game: Game[State, Action, Outcome],
    objective: Objective | None = None,
    *,
    state: State | None = None,
    limit: int = 2_000_000,
    memory: Memory | None = None,
    progress: Callable[[int], None] | None = None,
) -> Solution[State, Action, Outcome]:
    """Solve a game exactly in which no state can come back.

    With two players and returns that add up to the same number this is minimax. Else, with rivals of their
    ``own``, each player takes what is best for themselves (max^n), and of equally good actions the first.

    Parameters
    ----------
    game : any game that keeps the protocol
    objective : what is maximised; the win chance of player 0 by default
    state : where to start, if not at the beginning
    limit : how many states may be solved
    memory : a dictionary to remember solved states in, for the same game and objective. After an
        interruption, a second call with it goes on; shared between questions, it saves work.
    progress : called with the number of solved states now and then

    Returns
    -------
    Solution
        its values are all exact

    Raises
    ------
    TooBigError
        there are more states than `limit`
    GnomonError
        a state comes back: :func:`solver.solve.iteration.solve_cyclic` is for such games

    Examples
    --------
    >>> class Bet:  # take one for sure, or throw a coin for three
    ...     def initial_state(self): return "start"
    ...     def current_player(self, s): return {"start": 0, "coin": CHANCE}.get(s, TERMINAL)
    ...     def legal_actions(self, s): return ["stop", "throw"] if s == "start" else []
    ...     def chance_outcomes(self, s): return {"heads": 1, "tails": 1} if s == "coin" else {}
    ...     def apply(self, s, m): return {"stop": 1, "throw": "coin", "heads": 3, "tails": 0}[m]
    ...     def returns(self, s): return [s]
    ...     def observation(self, s, player): return s
    >>> from solver.solve.objective import expected_return
    >>> for line in solve_acyclic(Bet(), expected_return()).ranked():
    ...     print(line.action, line.value.value, line.loss.value)
    throw 3/2 0
    stop 1 1/2
    """
    objective = win_chance() if objective is None else objective
    root = game.initial_state() if state is None else state
    known: Memory = {} if memory is None else memory
    opened: dict[Any, _Open] = {}
    stack: list[Any] = [root]
    while stack:
        here = stack[-1]
        if here in known:
            stack.pop()
        elif here in opened:
            # a state is written down only when it is finished, so an interruption leaves nothing half done
            known[here] = _value(objective, here, opened[here], known)
            del opened[here]
            stack.pop()
            if progress is not None and len(known) % REPORT_EVERY == 0:
                progress(len(known))
        elif game.current_player(here) == TERMINAL:
            returns = game.returns(here)
            players = [objective.player] if objective.rivals == "against" else range(len(returns))
            known[here] = Known(tuple(rational(objective.payoff(returns, player)) for player in players))
            stack.pop()
        else:
            if len(known) + len(opened) >= limit:
                raise TooBigError(f"game tree: more than {limit:,} states, the limit of this question")
            opened[here] = opening = _open(game, here)
            for after in opening.after:
                if after in opened:
                    raise GnomonError(f"game tree: {after!r} can come back, so it has no end to count back from")
                if after not in known:
                    stack.append(after)

    def bounds(state: State, player: int) -> Bounds:
        if state not in known:
            raise GnomonError(f"state: {state!r} was not reached from the first state")
        numbers = known[state].numbers
        if objective.rivals == "against":
            if player != objective.player:
                raise GnomonError(f"player: only player {objective.player} has a number under this objective")
            return numbers[0], numbers[0]
        return numbers[player], numbers[player]

    policy = {here: line.action for here, line in known.items() if line.decided}
    return Solution(game, objective, root, len(known), policy, bounds)


def _open(game: Game[Any, Any, Any], state: Any) -> _Open:
    player = game.current_player(state)
    if player == CHANCE:
        outcomes = game.chance_outcomes(state)
        moves, weights = list(outcomes), list(outcomes.values())
    else:
        moves, weights = list(game.legal_actions(state)), []
    if not moves:
        raise GnomonError(f"game: nothing can happen in {state!r}, and it is not terminal")
    return _Open(player, moves, weights, [game.apply(state, move) for move in moves])


def _value(objective: Objective, state: Any, opening: _Open, known: Memory) -> Known:
    offers = [known[after].numbers for after in opening.after]
    if objective.step is not None:
        extra = [added_by(objective, state, move) for move in opening.moves]
        offers = [tuple(number + more for number in offer) for offer, more in zip(offers, extra, strict=True)]
    if opening.player == CHANCE:
        total = sum(opening.weights)
        return Known(
            tuple(
                sum(weight * number for weight, number in zip(opening.weights, column, strict=True)) / total
                for column in zip(*offers, strict=True)
            )
        )
    whose, sign = objective.wanted_by(opening.player)
    place = 0 if objective.rivals == "against" else whose
    best = max(range(len(offers)), key=lambda index: sign * offers[index][place])
    return Known(offers[best], True, opening.moves[best])
