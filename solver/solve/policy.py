"""What a policy brings: its value, its loss, and the whole distribution of the returns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from solver.errors import GnomonError, TooBigError
from solver.game import TERMINAL, Action, Game, Number, Outcome, State
from solver.solve.elimination import solve_linear
from solver.solve.graph import explore, parts
from solver.solve.iteration import solve_cyclic
from solver.solve.objective import Objective, Solved, enclosed
from solver.solve.part import end_components, part_of
from solver.solve.rational import ONE, ZERO, Rational, Value, fraction, rational

Name = TypeVar("Name", bound=Hashable)
Policy = Mapping[State, Action] | Callable[[State], Action]
"""The action of each state: a mapping such as `Solution.policy`, or a function."""


def chooser(policy: Policy[State, Action]) -> Callable[[State], Action]:
    """Return a policy as a function.

    Examples
    --------
    >>> chooser({"start": "roll"})("start")
    'roll'
    """
    if callable(policy):
        return policy

    def choose(state: State) -> Action:
        if state not in policy:
            raise GnomonError(f"policy: nothing is chosen in {state!r}")
        return policy[state]

    return choose


def evaluate(
    game: Game[State, Action, Outcome],
    policies: Mapping[int, Policy[State, Action]],
    objective: Objective,
    *,
    state: State | None = None,
    limit: int = 2_000_000,
) -> Solved:
    """Return the value of an objective when all players follow policies.

    Parameters
    ----------
    game : any game that keeps the protocol
    policies : the policy of each player who ever acts. A player who is left out plays best for the objective,
        so that the value of a policy against the best answer is one call, too
    objective : whose number is asked for
    state : where to start, if not at the beginning
    limit : how many states may be visited

    Examples
    --------
    >>> class Bet:  # take one for sure, or throw a coin for three
    ...     def initial_state(self): return "start"
    ...     def current_player(self, s): return {"start": 0, "coin": -1}.get(s, TERMINAL)
    ...     def legal_actions(self, s): return ["stop", "throw"] if s == "start" else []
    ...     def chance_outcomes(self, s): return {"heads": 1, "tails": 1} if s == "coin" else {}
    ...     def apply(self, s, m): return {"stop": 1, "throw": "coin", "heads": 3, "tails": 0}[m]
    ...     def returns(self, s): return [s]
    ...     def observation(self, s, player): return s
    >>> from solver.solve.objective import expected_return
    >>> evaluate(Bet(), {0: {"start": "stop"}}, expected_return()).value
    Fraction(1, 1)
    """
    fixed = {player: chooser(policy) for player, policy in policies.items()}
    return solve_cyclic(game, objective, state=state, fixed=fixed, limit=limit).value()


@dataclass(frozen=True, slots=True)
class Compared(Generic[Name]):
    """A policy, its value, and how much it loses against the best policy.

    Examples
    --------
    >>> from solver.solve.objective import exact
    >>> Compared("hold at 20", exact(1), exact(0)).name
    'hold at 20'
    """

    name: Name
    value: Solved
    loss: Solved


def compare(
    game: Game[State, Action, Outcome],
    policies: Mapping[Name, Policy[State, Action]],
    objective: Objective,
    *,
    others: Mapping[int, Policy[State, Action]] | None = None,
    state: State | None = None,
    limit: int = 2_000_000,
) -> list[Compared[Name]]:
    """Rank policies of the objective's player, each with its loss against the best policy there is.

    Parameters
    ----------
    game : any game that keeps the protocol
    policies : the policies by name
    objective : what is wanted
    others : the policies of other players; those left out give their best answer to each policy
    state, limit : as for :func:`evaluate`

    Returns
    -------
    list of Compared
        the best first

    Examples
    --------
    >>> class Bet:  # take one for sure, or throw a coin for three
    ...     def initial_state(self): return "start"
    ...     def current_player(self, s): return {"start": 0, "coin": -1}.get(s, TERMINAL)
    ...     def legal_actions(self, s): return ["stop", "throw"] if s == "start" else []
    ...     def chance_outcomes(self, s): return {"heads": 1, "tails": 1} if s == "coin" else {}
    ...     def apply(self, s, m): return {"stop": 1, "throw": "coin", "heads": 3, "tails": 0}[m]
    ...     def returns(self, s): return [s]
    ...     def observation(self, s, player): return s
    >>> from solver.solve.objective import expected_return
    >>> for line in compare(Bet(), {"shy": lambda s: "stop", "bold": lambda s: "throw"}, expected_return()):
    ...     print(line.name, line.value.value, line.loss.value)
    bold 3/2 0
    shy 1 1/2
    """
    best = evaluate(game, others or {}, objective, state=state, limit=limit)
    sign = -1 if objective.minimise else 1
    lines = []
    for name, policy in policies.items():
        everyone = {**(others or {}), objective.player: policy}
        value = evaluate(game, everyone, objective, state=state, limit=limit)
        if value.low == value.high == best.low == best.high:  # also infinity less infinity
            loss = enclosed(Fraction(0), Fraction(0))
        else:
            (top, bottom), (mine, low) = (best.high, best.low)[::sign], (value.high, value.low)[::sign]
            zero: Value = Fraction(0)
            loss = enclosed(max(zero, sign * (bottom - mine)), max(zero, sign * (top - low)))
        lines.append(Compared(name, value, loss))
    return sorted(lines, key=lambda line: -sign * line.value.value)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a game ends: the chance of every vector of returns, and the chance that it never does.

    Examples
    --------
    >>> Spread({(1, 0): Fraction(1, 2), (0, 1): Fraction(1, 2)}, Fraction(0)).of(1)
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """

    chances: Mapping[tuple[Number, ...], Fraction]
    endless: Fraction

    def of(self, player: int) -> dict[Number, Fraction]:
        """Return the distribution of one player's return, lowest first; an endless game has none."""
        result: dict[Number, Fraction] = {}
        for returns, chance in self.chances.items():
            result[returns[player]] = result.get(returns[player], Fraction(0)) + chance
        return dict(sorted(result.items()))


def returns_spread(
    game: Game[State, Action, Outcome],
    policies: Mapping[int, Policy[State, Action]],
    *,
    state: State | None = None,
    limit: int = 2_000_000,
    exact_states: int = 1024,
) -> Spread:
    """Return the exact distribution of the returns when all players follow policies.

    Parameters
    ----------
    game : any game that keeps the protocol
    policies : the policy of each player who ever acts
    state, limit : as for :func:`evaluate`
    exact_states : how many states that lead back to each other may be solved at once

    Raises
    ------
    TooBigError
        there are more states than `limit`, or more than `exact_states` lead back to each other
    GnomonError
        a player who acts has no policy

    Examples
    --------
    >>> class Coin:
    ...     def initial_state(self): return "coin"
    ...     def current_player(self, s): return -1 if s == "coin" else TERMINAL
    ...     def legal_actions(self, s): return []
    ...     def chance_outcomes(self, s): return {"heads": 1, "tails": 1, "edge": 1} if s == "coin" else {}
    ...     def apply(self, s, m): return "coin" if m == "edge" else m
    ...     def returns(self, s): return [int(s == "heads")]
    ...     def observation(self, s, player): return s
    >>> returns_spread(Coin(), {}).of(0)
    {0: Fraction(1, 2), 1: Fraction(1, 2)}
    """
    root = game.initial_state() if state is None else state
    fixed: dict[int, Callable[[Any], Any]] = {player: chooser(policy) for player, policy in policies.items()}
    graph = explore(game, root, None, fixed, limit=limit)
    for player in graph.player:
        if player >= 0 and player not in fixed:
            raise GnomonError(f"policies: player {player} acts, but no policy says how")
    arriving: list[Rational] = [ZERO] * len(graph.states)
    arriving[0] = ONE
    ends: dict[tuple[Number, ...], Rational] = {}
    endless = ZERO
    for nodes in reversed(parts(graph)):
        if graph.player[nodes[0]] == TERMINAL:
            returns = tuple(graph.returns[nodes[0]])
            ends[returns] = ends.get(returns, ZERO) + arriving[nodes[0]]
            continue
        part = part_of(graph, nodes, nodes, lambda player: 0)
        if end_components(part, lambda choice: True):
            endless += sum(arriving[node] for node in nodes)
            continue
        if part.size > exact_states:
            raise TooBigError(f"returns: {part.size:,} states lead back to each other, more than {exact_states:,}")
        # how often each node is visited on the way: what arrives from before, and from the other nodes
        rows: list[dict[int, Rational]] = [{} for _ in nodes]
        for place, (choice,) in enumerate(part.choices):
            for near, weight in choice.inside:
                rows[near][place] = rational(weight) / choice.total
        visits = solve_linear(rows, [arriving[node] for node in nodes])
        for place, (choice,) in enumerate(part.choices):
            for after, weight in choice.outside:
                arriving[after] += visits[place] * weight / choice.total
    chances = {returns: Fraction(fraction(chance)) for returns, chance in ends.items() if chance}
    return Spread(dict(sorted(chances.items())), Fraction(fraction(endless)))
