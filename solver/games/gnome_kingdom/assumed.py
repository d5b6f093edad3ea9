"""What an answer takes for granted: what a short position leaves out, and what no source tells."""

from __future__ import annotations

from collections.abc import Iterator

from solver.games import shipped
from solver.games.gnome_kingdom.position import Position
from solver.games.gnome_kingdom.seen import pool_size
from solver.games.gnome_kingdom.skills import OPEN_CARDS
from solver.games.gnome_kingdom.state import State


def assumed(position: Position, state: State, objective: str) -> tuple[str, ...]:
    """What an answer takes for granted that the position does not tell.

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> from solver.games.gnome_kingdom.seen import state_of
    >>> position = read("{game: gnome-kingdom, task: three-of-a-kind, players: [{clan: leaf}], pool: 1 red}")
    >>> for said in assumed(position, state_of(position), "solve"):
    ...     print(said)
    the pool is filled up to 2 dice
    nobody else holds dice or resources
    """
    return tuple(_assumed(position, state, objective))


def _assumed(position: Position, state: State, objective: str) -> Iterator[str]:
    if position.pool_size is None and position.decides == "refill":
        yield f"the pool is filled up to {pool_size(position)} dice"
    if len(position.players) == 1:
        yield "nobody else holds dice or resources"
    name = state.forest.at(state.mover.place) or ""
    samples = {entry["name"] for entry in shipped(position.game, "tasks") if entry["provenance"] == "sample"}
    sample = [f"the task {name}"] if name in samples - set(position.my_tiles) else []
    if objective != "solve":
        if position.task is not None:
            yield "no other tile lies in the forest yet"
        if len(position.open_cards) < OPEN_CARDS:
            others = "no other skill cards lie" if position.open_cards else "no skill cards lie"
            yield f"{others} open, and none is turned over"
        sample = ["the tiles", "the skill cards"]
    if position.pile is not None and objective != "solve":
        yield "tiles of the forest that are not told may still come up"
    if sample:
        yield f"{' and '.join(sample)} {'is a sample' if len(sample) == 1 else 'are samples'} made for Gnomon"
