"""One part of a game graph as a problem of its own: what lies outside is already known.

A part's choices lead inside, to unknowns, and outside, to known values. An *end component* is a set of
nodes and choices that the players, if they all wanted it, need never leave. Inside one, values can hold
each other up by their own bootstraps: "my chance is 1, for I can go where the chance is 1". So an end
component is collapsed to a single node, whose choices are the ways out and, where a game may go on for
ever, to stay; after that every policy ends, and the equations have one solution only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.game import CHANCE
from solver.solve.graph import Graph
from solver.solve.rational import ONE, ZERO, Rational

STAY = -1


class Choice(NamedTuple):
    """An action or a throw: node and weight of all that it can lead to, `inside` by local number.

    Examples
    --------
    >>> Choice(7, 6, inside=((0, 5),), outside=((12, 1),)).total
    6
    """

    origin: int
    total: int
    inside: tuple[tuple[int, int], ...]
    outside: tuple[tuple[int, int], ...]
    reward: Rational = ZERO


@dataclass(frozen=True, slots=True)
class Part:
    """The nodes of a part: whose they are (1 wants the number high, -1 low, 0 is chance), and their choices.

    Examples
    --------
    >>> Part([1], [[Choice(0, 1, (), ((4, 1),))]]).size
    1
    """

    owner: list[int]
    choices: list[list[Choice]]

    @property
    def size(self) -> int:
        """How many unknowns there are."""
        return len(self.owner)


def unfolded(graph: Graph, nodes: list[int], entries: Sequence[int]) -> list[int]:
    """Leave out the throws of a part that only one choice leads to: they become a part of that choice.

    Parameters
    ----------
    graph : the graph
    nodes : a part of it
    entries : how many edges enter each node

    Examples
    --------
    >>> unfolded(Graph(player=[0, CHANCE, -2]), [0, 1], [1, 1, 1])
    [0]
    """
    if len(nodes) == 1:
        return nodes
    return [node for node in nodes if graph.player[node] != CHANCE or entries[node] > 1 or node == 0]


def part_of(graph: Graph, nodes: list[int], kept: list[int], sign: Callable[[int], int]) -> Part:
    """Take a part out of a graph.

    Parameters
    ----------
    graph : the graph
    nodes : a part of it
    kept : the nodes that become unknowns, from :func:`unfolded`
    sign : `sign(player)` says what that player wants, as in :class:`Part`

    Examples
    --------
    >>> graph = Graph(player=[0, -2], first=[0, 2, 2], reward=[0, 0], total=[1, 1], edge=[0, 1, 2],
    ...               target=[0, 1], weight=[1, 1])
    >>> [(choice.inside, choice.outside) for choice in part_of(graph, [0], [0], lambda player: 1).choices[0]]
    [(((0, 1),), ()), ((), ((1, 1),))]
    """
    local = {node: number for number, node in enumerate(kept)}
    folded = set(nodes).difference(kept) if len(kept) < len(nodes) else set()
    owner, choices = [], []
    for node in kept:
        own = range(graph.first[node], graph.first[node + 1])
        owner.append(sign(graph.player[node]) if len(own) > 1 else 0)
        mine = []
        for choice in own:
            total, pairs, reward = _edges(graph, folded, choice)
            inside: dict[int, int] = {}
            outside = []
            for after, share in pairs:
                near = local.get(after)
                if near is None:
                    outside.append((after, share))
                else:
                    inside[near] = inside.get(near, 0) + share
            mine.append(Choice(choice, total, tuple(inside.items()), tuple(outside), reward))
        choices.append(mine)
    return Part(owner, choices)


def _edges(graph: Graph, folded: Collection[int], choice: int) -> tuple[int, list[tuple[int, int]], Rational]:
    """Return total, targets with weights and reward of a choice together with the throws folded into it."""
    low, high = graph.edge[choice], graph.edge[choice + 1]
    total, reward = graph.total[choice], graph.reward[choice]
    if high == low + 1 and graph.target[low] in folded:  # an action that is followed by a throw: the usual case
        inner, pairs, more = _edges(graph, folded, graph.first[graph.target[low]])
        return inner, pairs, reward + more if more else reward
    pairs = list(zip(graph.target[low:high], graph.weight[low:high], strict=True))
    throws = {node: _edges(graph, folded, graph.first[node]) for node, _ in pairs if node in folded}
    if not throws:
        return total, pairs, reward
    common = math.lcm(*(throw[0] for throw in throws.values()))
    merged: list[tuple[int, int]] = []
    for node, chance in pairs:
        if node in throws:
            size, inner_pairs, more = throws[node]
            merged += [(after, chance * (common // size) * share) for after, share in inner_pairs]
            reward += more * chance / total
        else:
            merged.append((node, chance * common))
    return total * common, merged, reward


def end_components(part: Part, usable: Callable[[Choice], bool]) -> list[dict[int, list[Choice]]]:
    """Find the largest end components: each as its nodes with the choices that stay in it.

    Parameters
    ----------
    part : the part
    usable : which choices may be used to stay

    Examples
    --------
    >>> loop, leave = Choice(0, 1, ((0, 1),), ()), Choice(1, 1, (), ((9, 1),))
    >>> end_components(Part([1], [[loop, leave]]), lambda choice: True) == [{0: [loop]}]
    True
    """
    found = []
    waiting = [_closed({node: list(own) for node, own in enumerate(part.choices)}, usable)]
    while waiting:
        region = waiting.pop()
        if not region:
            continue
        pieces = _connected(region)
        if len(pieces) == 1:
            found.append(region)
            continue
        waiting += [_closed({node: region[node] for node in piece}, usable) for piece in pieces]
    return sorted(found, key=min)


def _closed(region: dict[int, list[Choice]], usable: Callable[[Choice], bool]) -> dict[int, list[Choice]]:
    """Take away choices that leave the region, and nodes left without any, until none are left to take."""
    entering: dict[int, list[tuple[int, Choice]]] = {}
    kept = {}
    gone = []
    for node, own in region.items():
        kept[node] = [
            choice
            for choice in own
            if not choice.outside and usable(choice) and all(near in region for near, _ in choice.inside)
        ]
        for choice in kept[node]:
            for near, _ in choice.inside:
                entering.setdefault(near, []).append((node, choice))
        if not kept[node]:
            gone.append(node)
    while gone:
        lost = gone.pop()
        del kept[lost]
        for node, choice in entering.get(lost, ()):
            if node in kept and choice in kept[node]:
                kept[node].remove(choice)
                if not kept[node]:
                    gone.append(node)
    return kept


def _connected(region: dict[int, list[Choice]]) -> list[set[int]]:
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(region)
    graph.add_edges_from((node, near) for node, own in region.items() for choice in own for near, _ in choice.inside)
    return list(nx.strongly_connected_components(graph))


@dataclass(frozen=True, slots=True)
class Collapsed:
    """A part whose end components have become one node each.

    `place` is the node that each node of the old part has become, `components` the collapsed ones by new
    number.

    Examples
    --------
    >>> Collapsed(Part([], []), [], {}).components
    {}
    """

    part: Part
    place: list[int]
    components: dict[int, dict[int, list[Choice]]]

    def unfold(self, old: Part, chosen: Sequence[Choice]) -> list[Choice]:
        """Turn choices of the new nodes into choices of the old: all in a component head for its exit."""
        result: list[Choice | None] = [None] * old.size
        for node, new in enumerate(self.place):
            if new not in self.components:
                result[node] = next(own for own in old.choices[node] if own.origin == chosen[new].origin)
        for new, component in self.components.items():
            leaving = chosen[new].origin
            exit_node = next((node for node in component for own in old.choices[node] if own.origin == leaving), None)
            if exit_node is None:  # to stay
                for node, own in component.items():
                    result[node] = own[0]
                continue
            result[exit_node] = next(own for own in old.choices[exit_node] if own.origin == leaving)
            for node, toward in nearest_exit(component, {exit_node}).items():
                result[node] = toward
        return [choice for choice in result if choice is not None]


def nearest_exit(region: dict[int, list[Choice]], reached: Collection[int]) -> dict[int, Choice]:
    """Choose for each node a choice that can come one step nearer to what is reached, if there is one.

    Examples
    --------
    >>> step = Choice(0, 2, ((0, 1), (1, 1)), ())
    >>> nearest_exit({0: [step], 1: []}, {1}) == {0: step}
    True
    """
    entering: dict[int, list[tuple[int, Choice]]] = {}
    for node, own in region.items():
        for choice in own:
            for near, _ in choice.inside:
                entering.setdefault(near, []).append((node, choice))
    toward: dict[int, Choice] = {}
    seen, queue = set(reached), list(reached)
    for node in queue:  # the list grows while it is read: breadth first
        for before, choice in entering.get(node, ()):
            if before not in seen:
                seen.add(before)
                toward[before] = choice
                queue.append(before)
    return toward


def collapse(part: Part, components: Sequence[dict[int, list[Choice]]], endless: Rational | None) -> Collapsed:
    """Make one node of each component; to stay in it is worth `endless`, or not allowed if that is None.

    Examples
    --------
    >>> loop, leave = Choice(0, 1, ((0, 1),), ()), Choice(1, 1, (), ((9, 1),))
    >>> small = collapse(Part([1], [[loop, leave]]), [{0: [loop]}], ZERO).part
    >>> [choice.origin for choice in small.choices[0]]
    [1, -1]
    """
    whole = {node: component for component in components for node in component}
    place, count = [-1] * part.size, 0
    new: dict[int, dict[int, list[Choice]]] = {}
    for node in range(part.size):
        if place[node] < 0:
            members = whole.get(node, {node: []})
            for member in members:
                place[member] = count
            if node in whole:
                new[count] = members
            count += 1
    owner = [0] * count
    choices: list[list[Choice]] = [[] for _ in range(count)]
    for node in range(part.size):
        here = place[node]
        owner[here] = owner[here] or part.owner[node]
        staying = whole.get(node, {node: []})[node]
        choices[here] += [_renamed(choice, place) for choice in part.choices[node] if choice not in staying]
    if endless is not None:
        for here in new:
            choices[here].append(Choice(STAY, 1, (), (), endless * ONE))
    return Collapsed(Part(owner, choices), place, new)


def _renamed(choice: Choice, place: Sequence[int]) -> Choice:
    merged: dict[int, int] = {}
    for near, weight in choice.inside:
        merged[place[near]] = merged.get(place[near], 0) + weight
    return Choice(choice.origin, choice.total, tuple(merged.items()), choice.outside, choice.reward)


def surely_ending(part: Part, hopeless: Callable[[Choice], bool]) -> dict[int, list[Choice]]:
    """Find the nodes from which a player who wants to can leave for certain, and the choices that keep it so.

    Examples
    --------
    >>> risky, safe = Choice(0, 2, ((1, 1),), ((9, 1),)), Choice(1, 1, (), ((9, 1),))
    >>> trap = Choice(2, 1, ((1, 1),), ())
    >>> surely_ending(Part([-1, 0], [[risky, safe], [trap]]), lambda choice: False) == {0: [safe]}
    True
    """
    kept = {node: [choice for choice in own if not hopeless(choice)] for node, own in enumerate(part.choices)}
    while True:
        kept = {
            node: [choice for choice in own if all(near in kept for near, _ in choice.inside)]
            for node, own in kept.items()
        }
        exits = {node for node, own in kept.items() if any(choice.outside for choice in own)}
        reaching = exits | set(nearest_exit(kept, exits))
        if len(reaching) == len(kept):
            return kept
        kept = {node: own for node, own in kept.items() if node in reaching}


def restricted(part: Part, kept: dict[int, list[Choice]]) -> Part:
    """Keep only these nodes and choices of a part, numbered anew in their order.

    Examples
    --------
    >>> leave = Choice(1, 1, (), ((9, 1),))
    >>> restricted(Part([0, -1], [[], [leave]]), {1: [leave]}).owner
    [-1]
    """
    place = [-1] * part.size
    for number, node in enumerate(kept):
        place[node] = number
    return Part(
        [part.owner[node] for node in kept],
        [[_renamed(choice, place) for choice in own] for own in kept.values()],
    )
