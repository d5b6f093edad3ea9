"""Small hand-made states of Gnome Kingdom, and moves on them of which each is looked up among the legal ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from solver.dice import Roll as Dice
from solver.dice import Rolled
from solver.game import CHANCE
from solver.games import dice_set, task_of
from solver.games.gnome_kingdom.action import Solve
from solver.games.gnome_kingdom.forest import Forest
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.skills import skills_of
from solver.games.gnome_kingdom.sound import check_state
from solver.games.gnome_kingdom.stage import Attempt
from solver.games.gnome_kingdom.state import Seat, State, bag_of
from solver.games.gnome_kingdom.tiles import Pile, tiles

OPEN = ("acorn-expert-1", "deceiver-1", "gatherer-2", "leaf-expert-4", "pebble-expert-6")
MARKET = "r1 g2 p3 o4"
GAME = GnomeKingdom(2)


def dice(text: str) -> tuple[Rolled, ...]:
    """Dice as they lie in a state: `dice("b5 r3")`."""
    return Dice.read(text, dice_set("gnome-kingdom")).dice


def die(text: str) -> Rolled:
    (only,) = dice(text)
    return only


def position(
    *seats: Seat, tiles: dict[tuple[int, int], str] | None = None, game: GnomeKingdom = GAME, **fields: Any
) -> State:
    """A sound state: mushroom and leaf on the start tile unless other players are given, no dice rolled."""
    forest, pile = Forest(), Pile()
    for place, name in (tiles or {}).items():
        forest = Forest(tuple(sorted((*forest.placed, (place, name)))))
        pile = pile.drawn(game.setting.tiles[name].level)
    players = seats or (Seat("mushroom", space=0), Seat("leaf", space=1))
    given: dict[str, Any] = {"stage": Attempt(), "open_cards": OPEN, "market": dice(MARKET), "turns": 1}
    state = State(players, forest=forest, pile=pile, **given | fields)
    check_state(replace(game.setting, players=len(players)), state)
    return state


def with_bag(clan: str, *kinds: str, **fields: Any) -> State:
    """A player with these resources on the start tile, and a rival; `own`, `skill` and `theirs` are what they have."""
    other = "leaf" if clan != "leaf" else "pebble"
    own, skill = fields.pop("own", ()), fields.pop("skill", ())
    mover = Seat(clan, space=CLANS.index(clan), bag=bag_of(*kinds), own=own, skills=skill)
    return position(mover, Seat(other, space=CLANS.index(other), own=fields.pop("theirs", ())), **fields)


def actions(state: State, kind: type[Any], game: GnomeKingdom = GAME) -> list[Any]:
    return [action for action in game.legal_actions(state) if isinstance(action, kind)]


def apply(state: State, *moves: Any, game: GnomeKingdom = GAME) -> State:
    for move in moves:
        legal = game.chance_outcomes(state) if game.current_player(state) == CHANCE else game.legal_actions(state)
        assert move in legal, f"{move!r} is not among {list(legal)}"
        state = game.apply(state, move)
        check_state(game.setting, state)
    return state


def game_of(
    *,
    players: int = 2,
    task: str = "",
    spaces: Sequence[str] = (),
    grows: int = 0,
    costs: Iterable[tuple[str, str]] = (),
    **rules: Any,
) -> GnomeKingdom:
    """A game whose tile `two-or-five` has another task, spaces or symbol, or whose skill cards have these costs.

    The cards are called `card-1`, `card-2` and so on; `costs` are their abilities and what completes them.
    """
    tile = tiles()["two-or-five"]
    if task:
        tile = replace(tile, task=task_of("gnome-kingdom", task))
    tile = replace(tile, spaces=tuple(spaces) or tile.spaces, grows=grows)
    box: dict[str, Any] = {"tiles": {**tiles(), tile.name: tile}}
    made = [
        {"name": f"card-{number}", "ability": ability, "cost": cost, "points": number, "provenance": "sample"}
        for number, (ability, cost) in enumerate(costs, 1)
    ]
    if made:
        box["skills"] = skills_of(made)
    return GnomeKingdom(setting=Setting(players, Rules(**rules), **box))


def on_tile(
    roll: str,
    *kinds: str,
    clan: str = "mushroom",
    game: GnomeKingdom = GAME,
    seat: dict[str, Any] | None = None,
    rival: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """A player before the attempt on the tile `two-or-five`, alone in the forest, with these resources."""
    other = "leaf" if clan != "leaf" else "pebble"
    mover = Seat(clan, **{"place": (1, 0), "space": 0, "bag": bag_of(*kinds), **(seat or {})})
    them = Seat(other, **{"space": CLANS.index(other), **(rival or {})})
    placed = fields.pop("tiles", {(1, 0): "two-or-five"})
    thrown = dice(roll) if roll else ()
    return position(mover, them, tiles=placed, game=game, roll=thrown, **{"size": max(2, len(thrown)), **fields})


def can_solve(state: State, game: GnomeKingdom = GAME) -> bool:
    return bool(actions(state, Solve, game))
