"""Games that can come back to an earlier state, solved part by part, without any discount.

How
---
The graph of all reachable states is cut into its strongly connected parts and solved backwards, so that
whatever a part leads to is known (:mod:`solver.solve.graph`). A state that only comes back to itself is
solved by its one equation, a larger part by policy iteration in fractions (:mod:`solver.solve.elimination`)
while it and its numbers are small, else between two proven bounds (:mod:`solver.solve.enclosure`).

Games that need not end
-----------------------
Where players can keep a game going for ever, the equations have false solutions: "my chance is 1, since I
can go where it is 1" holds for a circle that leads nowhere. So before a part is solved its end components,
the sets of states that need never be left, are looked for (:mod:`solver.solve.part`).

* If only the end counts, a component in which one player decides is collapsed to one state: that player
  leaves it by one of the ways out, or stays, which is worth `Objective.endless`. If both players of a two-
  player game decide in it, one side's strategy is improved from the pessimistic side, each strategy being
  judged by the other side's best answer, which is a question of one player. That gives a proven bound; the
  answer of the other side gives the second one. Where an endless game is the worst that can happen to one
  of the two, the bounds meet.
* If steps are counted, a game that never ends counts infinitely many. Who wants few of them leaves for
  certain if that is possible, and the value is infinite exactly where it is not; circles that count nothing
  are collapsed. Who wants many has infinitely many wherever an end component can be reached.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL, Action, Game, Outcome, State
from solver.solve.elimination import solve_exactly
from solver.solve.enclosure import solve_enclosed
from solver.solve.graph import Chooser, Graph, explore, parts
from solver.solve.objective import Objective, win_chance
from solver.solve.part import (
    Choice,
    Part,
    collapse,
    end_components,
    nearest_exit,
    part_of,
    restricted,
    surely_ending,
    unfolded,
)
from solver.solve.rational import ZERO, Rational, bits, is_finite, rational
from solver.solve.solution import Bounds, Solution

Answer = tuple[list[Rational], list[Rational], list[Choice]]


@dataclass(frozen=True, slots=True)
class _Solver:
    """What is known so far: bounds by node, the same object twice where they are exact."""

    low: list[Rational]
    high: list[Rational]
    exact_states: int
    exact_bits: int

    def at(self, graph: Graph, node: int) -> Bounds:
        """Return the bounds of a node; those of a throw that was folded into a choice are worked out now."""
        if self.low[node] is None:
            choice = graph.first[node]
            edges = range(graph.edge[choice], graph.edge[choice + 1])
            around = [self.at(graph, graph.target[place]) for place in edges]
            for side, known in ((0, self.low), (1, self.high)):
                values = [pair[side] for pair in around]
                if all(is_finite(value) for value in values):
                    total = sum(graph.weight[place] * value for place, value in zip(edges, values, strict=True))
                    known[node] = graph.reward[choice] + total / graph.total[choice]
                else:
                    known[node] = math.inf
        return self.low[node], self.high[node]

    def solve(self, part: Part) -> Answer:
        """Solve a part that every policy leaves."""
        around = {node for own in part.choices for choice in own for node, _ in choice.outside}
        small = part.size <= self.exact_states and all(
            self.low[node] is self.high[node] and bits(self.low[node]) <= self.exact_bits for node in around
        )
        if small:
            values, chosen = solve_exactly(part, self.low.__getitem__)
            return values, values, chosen
        return solve_enclosed(part, self.low.__getitem__, self.high.__getitem__)

    def finished(self, part: Part, endless: Rational) -> Answer:
        """Solve a part in which only the end counts."""
        components = end_components(part, lambda choice: True)
        if any({-1, 1} <= {part.owner[node] for node in component} for component in components):
            return self.contested(part, endless)
        if not components:
            return self.solve(part)
        small = collapse(part, components, endless)
        low, high, chosen = self.solve(small.part)
        return (
            [low[place] for place in small.place],
            [high[place] for place in small.place],
            small.unfold(part, chosen),
        )

    def contested(self, part: Part, endless: Rational) -> Answer:
        """Solve a part that two players together can keep going for ever, though one alone perhaps cannot."""
        around = [node for own in part.choices for choice in own for node, _ in choice.outside]
        side = 1 if all(endless <= self.low[node] for node in around) else -1
        chosen = [own[0] for own in part.choices]
        while True:
            low, high, _ = self.finished(_following(part, chosen, side), endless)
            mine, sure = (low, high)[::side]
            better = False
            for node, own in enumerate(part.choices):
                if part.owner[node] == side:
                    best = max(own, key=lambda choice: side * self.worth(choice, mine, side))
                    if side * self.worth(best, mine, side) > side * sure[node]:
                        chosen[node], better = best, True
            if not better:
                break
        for node, own in enumerate(part.choices):
            if part.owner[node] == -side:
                chosen[node] = min(own, key=lambda choice: side * self.worth(choice, mine, side))
        other = self.finished(_following(part, chosen, -side), endless)
        bounds = [(mine[node], other[1 if side > 0 else 0][node])[::side] for node in range(part.size)]
        low, high = [pair[0] for pair in bounds], [pair[1] for pair in bounds]
        return low, [a if a == b else b for a, b in zip(low, high, strict=True)], chosen

    def worth(self, choice: Choice, values: list[Rational], side: int) -> Rational:
        """Return the value of a choice, outside by its bound on this side."""
        outside = self.low if side > 0 else self.high
        total = sum((weight * values[near] for near, weight in choice.inside), ZERO)
        return (total + sum(weight * outside[node] for node, weight in choice.outside)) / choice.total + choice.reward

    def counted(self, part: Part) -> Answer:
        """Solve a part in which steps count, and a game that never ends counts infinitely many."""

        def hopeless(choice: Choice) -> bool:
            return any(not is_finite(self.low[node]) for node, _ in choice.outside)

        components = end_components(part, lambda choice: True)
        if not components and not any(hopeless(choice) for own in part.choices for choice in own):
            return self.solve(part)
        if {-1, 1} <= set(part.owner):
            raise GnomonError("objective: where players disagree about the length of a game, it must be sure to end")
        if -1 not in part.owner:
            return self.endless_part(part, components, hopeless)
        kept = surely_ending(part, hopeless)
        value: list[tuple[Rational, Rational]] = [(math.inf, math.inf)] * part.size
        chosen = [own[0] for own in part.choices]
        if kept:
            inner = restricted(part, kept)
            small = collapse(inner, end_components(inner, lambda choice: not choice.reward), None)
            low, high, best = self.solve(small.part)
            for node, place, choice in zip(kept, small.place, small.unfold(inner, best), strict=True):
                value[node] = low[place], high[place]
                chosen[node] = next(own for own in part.choices[node] if own.origin == choice.origin)
        return [pair[0] for pair in value], [pair[1] for pair in value], chosen

    @staticmethod
    def endless_part(
        part: Part, components: list[dict[int, list[Choice]]], hopeless: Callable[[Choice], bool]
    ) -> Answer:
        """Answer for a part in which the game can, or must, be kept from ending by all who decide in it."""
        best = {node: own[0] for component in components for node, own in component.items()}
        for node, own in enumerate(part.choices):
            if node not in best:
                lost = next(filter(hopeless, own), None)
                best |= {} if lost is None else {node: lost}
        best |= nearest_exit(dict(enumerate(part.choices)), set(best))
        values: list[Rational] = [math.inf] * part.size
        return values, values, [best[node] for node in range(part.size)]


def _following(part: Part, chosen: list[Choice], side: int) -> Part:
    """Let one side play its chosen choices only."""
    return Part(
        [0 if owner == side else owner for owner in part.owner],
        [[chosen[node]] if part.owner[node] == side else own for node, own in enumerate(part.choices)],
    )


def solve_cyclic(
    game: Game[State, Action, Outcome],
    objective: Objective | None = None,
    *,
    state: State | None = None,
    fixed: Mapping[int, Chooser] | None = None,
    limit: int = 2_000_000,
    exact_states: int = 128,
    exact_bits: int = 4096,
    progress: Callable[[str, int], None] | None = None,
) -> Solution[State, Action, Outcome]:
    """Solve any finite game of one deciding player, or of two sides that want opposite things.

    Parameters
    ----------
    game : any game that keeps the protocol
    objective : what is maximised; the win chance of player 0 by default
    state : where to start, if not at the beginning
    fixed : players who do not choose but follow a policy, `policy(state)`
    limit : how many states may be solved
    exact_states, exact_bits : a part with more states, or one that leads to a value with a longer
        denominator, is enclosed between two bounds instead of being solved in fractions
    progress : called with ``exploring`` or ``solving`` and a number of states, now and then

    Returns
    -------
    Solution
        values are exact, enclosures about 1e-28 wide, or infinite

    Raises
    ------
    TooBigError
        there are more states than `limit`
    GnomonError
        two deciding players do not want opposite things, more than two decide, or a step counts less than 0

    Examples
    --------
    >>> class Ladder:  # climb to 2 before the dice send you back; or give up on the way
    ...     def initial_state(self): return 0
    ...     def current_player(self, s): return CHANCE if s == "roll" else 0 if s in (0, 1) else TERMINAL
    ...     def legal_actions(self, s): return ["climb", "rest"] if s in (0, 1) else []
    ...     def chance_outcomes(self, s): return {2: 1, 0: 2, -1: 3} if s == "roll" else {}
    ...     def apply(self, s, m): return {"rest": s, "climb": 1 if s == 0 else "roll"}.get(m, m)
    ...     def returns(self, s): return [int(s == 2)]
    ...     def observation(self, s, player): return s
    >>> for line in solve_cyclic(Ladder()).ranked(): print(line.action, line.value.value, line.loss.value)
    climb 1/4 0
    rest 1/4 0
    """
    objective = win_chance() if objective is None else objective
    root = game.initial_state() if state is None else state

    def tell(what: str) -> Callable[[int], None] | None:
        return None if progress is None else lambda count: progress(what, count)

    graph = explore(game, root, objective, fixed, limit=limit, progress=tell("exploring"))
    total = _opposed(graph, objective)
    size = len(graph.states)
    solver = _Solver([None] * size, [None] * size, exact_states, exact_bits)
    policy: dict[State, Action] = {}
    endless = rational(objective.endless)
    done, told = 0, tell("solving")

    def sign(player: int) -> int:
        if player < 0 or (fixed and player in fixed):
            return 0
        whose, wanted = objective.wanted_by(player)
        return wanted if whose == objective.player else -wanted

    entries = graph.entries()
    for nodes in parts(graph):
        if graph.player[nodes[0]] == TERMINAL:
            node = nodes[0]
            solver.low[node] = solver.high[node] = rational(objective.payoff(graph.returns[node], objective.player))
        else:
            kept = unfolded(graph, nodes, entries)
            part = part_of(graph, nodes, kept, sign)
            low, high, chosen = solver.finished(part, endless) if objective.step is None else solver.counted(part)
            for place, node in enumerate(kept):
                solver.low[node], solver.high[node] = low[place], high[place]
                if graph.player[node] != CHANCE:
                    policy[graph.states[node]] = graph.action[chosen[place].origin]
        if told is not None and (done + len(nodes)) // 4096 > done // 4096:
            told(done + len(nodes))
        done += len(nodes)

    def bounds(state: State, player: int) -> Bounds:
        if state not in graph.index:
            raise GnomonError(f"state: {state!r} was not reached from the first state")
        low, high = solver.at(graph, graph.index[state])
        if player == objective.player:
            return low, high
        if total is None:
            raise GnomonError(f"player: only player {objective.player} has a number here")
        return total - high, total - low

    return Solution(game, objective, root, size, policy, bounds)


def _opposed(graph: Graph, objective: Objective) -> Rational | None:
    """Make sure that the players who decide want opposite things; return the sum of what two of them get."""
    deciding = {
        player
        for node, player in enumerate(graph.player)
        if player >= 0 and graph.first[node + 1] - graph.first[node] > 1
    }
    if objective.rivals == "against" or deciding <= {objective.player}:
        return None
    if len(deciding | {objective.player}) > 2 or objective.step is not None:
        raise GnomonError(
            f"objective: players {sorted(deciding)} decide; in a game that can come back to a state each "
            "must want the opposite of the other (rivals: against)"
        )
    rival = next(iter(deciding - {objective.player}))
    sums = {
        objective.payoff(returns, objective.player) + objective.payoff(returns, rival)
        for returns in graph.returns.values()
    }
    if len(sums) > 1:
        raise GnomonError(
            f"objective: what players {objective.player} and {rival} get adds up to {min(sums)} or to "
            f"{max(sums)}, so they do not want opposite things (rivals: against)"
        )
    return rational(next(iter(sums), 0))
