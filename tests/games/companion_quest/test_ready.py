"""What can be brought to bear besides dice: the graph is the one that the whole game leads to."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import TypeVar

import networkx as nx
import pytest
from oracles.quest_means import Found, Means, after, found_by_play, means_at_random, with_two_for_one

from solver.errors import GnomonError, TooBigError
from solver.games.companion_quest import ready as ready_module
from solver.games.companion_quest.abilities import Wake
from solver.games.companion_quest.content import box
from solver.games.companion_quest.means import UNKNOWN, means_of
from solver.games.companion_quest.objectives import Progress, kept
from solver.games.companion_quest.ready import Ready, ready
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, Seat, State
from solver.manipulation import Reroll

T = TypeVar("T")

MOST = 150
BOXES = {"shipped": box(), "two for one": with_two_for_one()}


def parts_of(played: Found) -> set[frozenset[Means]]:
    """The means that lead to each other without a die."""
    graph = nx.DiGraph((here, to) for here in played.steps for to in (here, *after(here, played)))
    return {frozenset(part) for part in nx.strongly_connected_components(graph)}


def compare(found: Ready, played: Found) -> dict[Means, int]:
    """Compare the graph with what was found by play; return the node of all means."""
    node = {means: at for means in played.steps if (at := found.node(*means)) is not None}
    assert len(found.nodes) == len(node) == len(played.steps)
    by_node = defaultdict(set)
    for means, number in node.items():
        by_node[number].add(means)
    assert {frozenset(part) for part in by_node.values()} == parts_of(played)
    assert set(by_node) == set(range(len(found.end)))
    for at, part in by_node.items():
        assert _once(found.steps[at]) == {node[to] for here in part for to in played.steps[here]} - {at}
        uses = {(does, node[to]) for here in part for does, to in played.uses[here]}
        assert {(found.abilities[does], to) for does, to in _once(found.uses[at])} == uses
        wakes = {(colour, node[to], leads) for here in part for colour, to, leads in played.wakes[here]}
        assert _once(found.wakes[at]) == wakes
    return node


def _once(edges: list[T]) -> set[T]:
    assert len(edges) == len(set(edges))
    return set(edges)


@pytest.mark.parametrize("cards", BOXES)
def test_all_that_can_be_done_in_the_whole_game(cards: str, games_to_play: int) -> None:
    rng = Random(len(cards))
    compared = 0
    while compared < 2 * games_to_play:
        setting, state = means_at_random(rng, BOXES[cards])
        colours, dice = [colour for colour in COLOURS if rng.random() < 0.8], rng.randint(0, 4)
        progress = Progress(awake=rng.randint(0, 5), snack=rng.randint(0, 5), ready=rng.randint(0, 5))
        played = found_by_play(setting, state, colours, dice, MOST)
        if played is None:
            continue
        compared += 1
        if _endless(played):
            with pytest.raises(GnomonError, match="one can go on for ever at a gain"):
                ready(setting, state, progress, colours, dice)
            continue
        found = ready(setting, state, progress, colours, dice)
        node = compare(found, played)
        assert found.starts == sorted({node[means] for means in played.starts})
        assert found.tamed == max(len(state.wild) - len(wild) for _, wild in node)
        ends = defaultdict(list)
        for means, number in node.items():
            ends[number].append(kept(state.but(seats=means[0]), progress))
        assert found.end == [max(ends[number]) for number in range(len(ends))]
        assert found.rolls == _rolling(found)
        assert found.banks == (len(state.seats) == 1 or _wakes_more(setting, node))


def _endless(played: Found) -> bool:
    """Whether one comes back to where one was after an ability on dice."""
    return any(to in part for part in parts_of(played) for here in part for _, to in played.uses[here])


def _rolling(found: Ready) -> list[bool]:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(found.end)))
    for here, steps in enumerate(found.steps):
        graph.add_edges_from((here, to) for to in steps)
        graph.add_edges_from((here, to) for _, to in found.uses[here])
        graph.add_edges_from((here, to) for _, to, _ in found.wakes[here])
    roll = {
        here for here, uses in enumerate(found.uses) if any(isinstance(found.abilities[at], Reroll) for at, _ in uses)
    }
    return [here in roll or bool(roll & nx.descendants(graph, here)) for here in graph]


def _wakes_more(setting: Setting, node: dict[Means, int]) -> bool:
    names = {name for seats, _ in node for seat in seats for name in (*seat.awake, *seat.resting)}
    abilities = [does for name in names for does in setting.box.companions[name].abilities]
    abilities += [setting.box.gnomes[seat.gnome].ability for seats, _ in node for seat in seats]
    return any(isinstance(does, Wake) and does.companions > 1 for does in abilities)


def test_means_are_told_apart() -> None:
    seats = (Seat("nettle", snacks=2, awake=("prost",), resting=("burr",)), Seat("mossy", resting=("fizz",)))
    state = State(seats, wild=("moon-owl",), turn=0)
    means = means_of(Setting(2), state)
    others = [
        state,
        state.with_mover(snacks=3),
        state.with_mover(ready=False),
        state.with_seat(1, ready=False),
        state.with_mover(awake=("burr", "prost"), resting=()),
        state.with_mover(awake=("moon-owl", "prost")).but(wild=()),
        state.with_mover(resting=("burr", "moon-owl")).but(wild=()),
        state.with_seat(1, awake=("fizz",), resting=()),
    ]
    assert len({means.number(one.seats, one.wild) for one in others}) == len(others)
    assert means.number(seats, ("dune-dog", "moon-owl")) == means.number(seats, ("moon-owl",))  # it came meanwhile
    for changes in ({"awake": ("dune-dog", "prost")}, {"resting": ("burr", "dune-dog")}):
        assert means.number(state.with_mover(**changes).seats, state.wild) == UNKNOWN


def test_alone_it_matters_which_gnome_it_is() -> None:
    state = State((Seat("nettle", ready=False, snacks=1),))
    found = ready(Setting(1), state, dice=0)
    nodes = [found.node((Seat(gnome),), ()) for gnome in box().gnomes]
    assert len(set(nodes)) == len(nodes) and nodes[list(box().gnomes).index("nettle")] is None


def test_too_many_nodes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready_module, "MOST_NODES", 7)
    seats = (Seat("crumbles", awake=("moon-owl", "pond-frog", "prost")), Seat("bubbles", ready=False))
    with pytest.raises(TooBigError, match="turn: companions, gnomes and snacks make more than 7 states"):
        ready(Setting(2), State(seats))


def test_alone_gnomes_are_named_with_whom_one_can_go_on_for_ever() -> None:
    """All whose abilities can be used there: nobody is to be tamed."""
    seats = (Seat("crumbles", awake=("three-waker",), resting=("giver", "prost", "waker")),)
    named = "Bubbles, Crumbles, giver, Mossy, Nettle, Prost, Stibbles, three-waker and waker"
    with pytest.raises(GnomonError, match=f"with {named} one can go on for ever at a gain"):
        ready(Setting(1, box=with_two_for_one()), State(seats))
