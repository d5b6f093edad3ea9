"""The states that can be reached, as one flat graph, cut into parts that can be solved one after another.

A *node* is a state. A *choice* of a node is an action or, in a state of chance, the throw itself; an *edge*
of a choice leads to a node with an integer weight. Two nodes lie in the same *part* if each can come back to
the other; parts are put in order, so that all ways out of a part lead into earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from solver.errors import GnomonError, TooBigError
from solver.game import CHANCE, TERMINAL, Game, Number
from solver.solve.objective import Objective
from solver.solve.rational import ZERO, Rational, rational

Chooser = Callable[[Any], Any]
REPORT_EVERY = 4096


@dataclass(slots=True)
class Graph:
    """All reachable states, the first one as node 0.

    Choices of node ``i`` are ``first[i]`` to ``first[i + 1] - 1``, edges of choice ``c`` are ``edge[c]`` to
    ``edge[c + 1] - 1``.

    Examples
    --------
    >>> Graph().states
    []
    """

    states: list[Any] = field(default_factory=list)
    index: dict[Any, int] = field(default_factory=dict)
    player: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=lambda: [0])
    action: list[Any] = field(default_factory=list)
    reward: list[Rational] = field(default_factory=list)
    total: list[int] = field(default_factory=list)
    edge: list[int] = field(default_factory=lambda: [0])
    target: list[int] = field(default_factory=list)
    weight: list[int] = field(default_factory=list)
    returns: dict[int, Sequence[Number]] = field(default_factory=dict)

    def entries(self) -> list[int]:
        """Count the edges that lead to each node."""
        import numpy as np

        counts: list[int] = np.bincount(np.asarray(self.target, dtype=np.int64), minlength=len(self.states)).tolist()
        return counts


def explore(
    game: Game[Any, Any, Any],
    root: Any,
    objective: Objective | None = None,
    fixed: Mapping[int, Chooser] | None = None,
    *,
    limit: int = 2_000_000,
    progress: Callable[[int], None] | None = None,
) -> Graph:
    """Visit every state that can be reached; a player in `fixed` makes no choice of their own.

    Raises
    ------
    TooBigError
        there are more states than `limit`

    Examples
    --------
    >>> class Coin:
    ...     def initial_state(self): return "coin"
    ...     def current_player(self, s): return CHANCE if s == "coin" else TERMINAL
    ...     def legal_actions(self, s): return []
    ...     def chance_outcomes(self, s): return {"heads": 1, "tails": 1, "edge": 1}
    ...     def apply(self, s, m): return "coin" if m == "edge" else m
    ...     def returns(self, s): return [s == "heads"]
    ...     def observation(self, s, player): return s
    >>> graph = explore(Coin(), "coin")
    >>> graph.states, graph.target, graph.weight
    (['coin', 'heads', 'tails'], [1, 2, 0], [1, 1, 1])
    """
    graph = Graph()
    index, states, fixed = graph.index, graph.states, fixed or {}
    step = None if objective is None else objective.step
    index[root] = 0
    states.append(root)
    for node, state in enumerate(states):  # the list grows while it is read
        player = game.current_player(state)
        graph.player.append(player)
        if player == TERMINAL:
            graph.returns[node] = game.returns(state)
        elif player == CHANCE:
            _add_choice(graph, game, state, None, game.chance_outcomes(state).items(), step)
        elif player in fixed:
            action = fixed[player](state)
            if action not in game.legal_actions(state):
                raise GnomonError(f"policy: player {player} may not take {action!r} in {state!r}")
            _add_choice(graph, game, state, action, ((action, 1),), step)
        else:
            for action in game.legal_actions(state):
                _add_choice(graph, game, state, action, ((action, 1),), step)
        graph.first.append(len(graph.action))
        if graph.first[-1] == graph.first[-2] and player != TERMINAL:
            raise GnomonError(f"game: nothing can happen in {state!r}, and it is not terminal")
        if len(states) > limit:
            raise TooBigError(f"game graph: more than {limit:,} states, the limit of this question")
        if progress is not None and node % REPORT_EVERY == 0:
            progress(node)
    return graph


def _add_choice(
    graph: Graph,
    game: Game[Any, Any, Any],
    state: Any,
    action: Any,
    moves: Iterable[tuple[Any, int]],
    step: Callable[[Any, Any], Number] | None,
) -> None:
    index, states, target = graph.index, graph.states, graph.target
    reward, total = ZERO, 0
    for move, weight in moves:
        after = game.apply(state, move)
        node = index.get(after)
        if node is None:
            node = index[after] = len(states)
            states.append(after)
        target.append(node)
        graph.weight.append(weight)
        total += weight
        if step is not None:
            more = step(state, move)
            if more < 0:
                raise GnomonError(f"objective: the step {move!r} counts {more}, but steps cannot count less than 0")
            reward += weight * rational(more)
    if total <= 0:
        raise GnomonError(f"game: the outcomes of {state!r} have no weight")
    graph.action.append(action)
    graph.reward.append(reward / total if reward else ZERO)
    graph.total.append(total)
    graph.edge.append(len(target))


def parts(graph: Graph) -> list[list[int]]:
    """Cut a graph into its strongly connected parts, in order: whatever a part leads to comes before it.

    Examples
    --------
    >>> graph = Graph(states=["a", "b", "c"], first=[0, 1, 2, 2], edge=[0, 2, 3], target=[1, 2, 0])
    >>> parts(graph)  # a and b lead to each other, c is an end
    [[2], [0, 1]]
    """
    # for half a million nodes scipy takes 0.2 s; networkx 10 s and a gigabyte, so it only gets small graphs
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    size = len(graph.states)
    first, edge = np.asarray(graph.first), np.asarray(graph.edge)
    target = np.asarray(graph.target, dtype=np.int32)
    pointers = edge[first]
    matrix = csr_array((np.ones(len(target), dtype=np.int8), target, pointers), shape=(size, size))
    count, label = connected_components(matrix, directed=True, connection="strong")
    source = np.repeat(np.arange(size), np.diff(pointers))
    label = sink_first(label[source], label[target], label, int(count))
    by_part = np.argsort(label, kind="stable")
    cuts = np.searchsorted(label[by_part], np.arange(count + 1))
    nodes = by_part.tolist()
    return [nodes[low:high] for low, high in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True)]


def sink_first(source: Any, target: Any, label: Any, count: int) -> Any:
    """Number parts so that every edge between two parts leads to the lower number.

    Parameters
    ----------
    source, target : int arrays, the parts that each edge of the graph leaves and enters
    label : int array, the part of each node
    count : the number of parts

    Examples
    --------
    >>> import numpy as np
    >>> sink_first(np.array([0]), np.array([1]), np.array([0, 1, 0]), 2).tolist()
    [1, 0, 1]
    """
    if (source >= target).all():  # scipy numbers them so, but does not promise it
        return label
    import networkx as nx
    import numpy as np

    condensed = nx.DiGraph()
    condensed.add_nodes_from(range(count))
    between = source != target
    condensed.add_edges_from(zip(source[between].tolist(), target[between].tolist(), strict=True))
    number = np.empty(count, dtype=label.dtype)
    number[list(nx.topological_sort(condensed))] = np.arange(count - 1, -1, -1)
    return number[label]
