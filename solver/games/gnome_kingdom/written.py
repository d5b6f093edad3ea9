"""States written down as positions."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, cast

from solver.errors import GnomonError
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.forest import HOME
from solver.games.gnome_kingdom.inline import text_of
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.position import (
    BagEntry,
    PlayerEntry,
    Position,
    RulesEntry,
    SkillText,
    TileText,
    UsingEntry,
)
from solver.games.gnome_kingdom.powers import TOKENS, power
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.seen import AHEAD, UNTOLD
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.skills import Skill, skills
from solver.games.gnome_kingdom.stage import (
    Acting,
    Aftermath,
    Attempt,
    Bonus,
    ChooseClan,
    GiveBack,
    Move,
    Negotiate,
    Refill,
    Settle,
    Take,
)
from solver.games.gnome_kingdom.state import WAITING, Seat, State
from solver.games.gnome_kingdom.tiles import START, Tile, tiles
from solver.manipulation import OfDice


def position_of(setting: Setting, state: State) -> Position:
    """Write a state down.

    Raises
    ------
    GnomonError
        where nobody is to decide, clans are chosen, or the forest is not known

    Examples
    --------
    >>> position_of(Setting(2), State((Seat("leaf"), Seat("berry")), Refill(2))).phase
    'refill'
    """
    phase = _phase(setting, state)
    if {UNTOLD, AHEAD} & set(state.forest.names):
        raise GnomonError("a position that told the task alone is not written again: its forest is not known")
    players = [_player(setting, state, seat) for seat in state.seats]
    forest = {name: place for place, name in state.forest.placed if place != HOME}
    shipped_tiles, shipped_skills = tiles(), skills()
    mine = {name: one for name, one in setting.tiles.items() if one != shipped_tiles.get(name)}
    cards = {name: one for name, one in setting.skills.items() if one != shipped_skills.get(name)}
    defaults = Rules()
    changed = {
        one.name: getattr(setting.rules, one.name)
        for one in fields(Rules)
        if getattr(setting.rules, one.name) != getattr(defaults, one.name)
    }
    return Position(
        game="gnome-kingdom",
        rules=RulesEntry(**changed),
        players=players,
        turn=state.turn,
        turns=max(1, state.turns),
        forest=dict(sorted(forest.items(), key=lambda pair: pair[1])),
        finder=state.finder,
        pool=", ".join(f"{n} {colour}" for colour, n in sorted(zip(COLOURS, state.pool, strict=True)) if n),
        roll=text_of(state.roll),
        pool_size=state.size,
        borrowed=state.borrowed,
        market=text_of(state.market),
        open_cards=sorted(state.open_cards),
        my_tiles={name: _tile_text(one) for name, one in sorted(mine.items())},
        my_skills={name: _skill_text(one) for name, one in sorted(cards.items())},
        **phase,
    )


def _phase(setting: Setting, state: State) -> dict[str, Any]:
    """What a position says of the stage."""
    match state.stage:
        case Refill():
            return {"phase": "refill"}
        case Attempt():
            return {"phase": "attempt"}
        case Aftermath():
            return {"phase": "after"}
        case Move():
            return {"phase": "move"}
        case Bonus():
            return {"phase": "bonus"}
        case Settle(place):
            return {"phase": "settle", "new": place}
        case Take(number, fewer, after):
            return {"phase": "take", "take": number, "fewer": fewer, "after": after}
        case Negotiate(seat, after):
            return {"phase": "trade", "trade": seat, "after": after}
        case GiveBack(_, again):
            return {"phase": "return", "again": again}
        case Acting(does, where, hand, _, after):
            dice = sorted((text_of((die,)), left) for die, left in hand)
            what = source_of(does, state.mover.clan, setting.rules.dice_loop == "yes")
            return {"phase": "use", "using": UsingEntry(what=what, on=where, hand=dice), "after": after}
        case ChooseClan():
            raise GnomonError("a position begins once the clans are chosen")
    raise GnomonError("a position is written where a player has to decide, and here chance is to act")


def source_of(does: OfDice, clan: str, loops: bool) -> str:
    """What does this in the hands of a clan: a resource if one does, else an ability.

    >>> from solver.manipulation import Reroll
    >>> source_of(Reroll(2, 3), "acorn", False), source_of(Reroll(2, 3), "leaf", False)
    ('acorn', 'acorn-expert')
    """
    return next(token for token in TOKENS if power(token, clan, loops).does == does)


def _player(setting: Setting, state: State, seat: Seat) -> PlayerEntry:
    tile = setting.tiles[state.forest.at(seat.place) or START]
    space: str | int | None = None
    if seat.place == HOME:
        space = "waiting" if seat.space == WAITING else None
    elif tile.spaces:
        kind = tile.spaces[seat.space]
        space = kind if tile.spaces.count(kind) == 1 else seat.space + 1
    return PlayerEntry(
        clan=cast(Any, seat.clan),
        at="start" if seat.place == HOME else seat.place,
        space=space,
        resources=BagEntry(**dict(zip(CLANS, seat.bag, strict=True))),
        own=text_of(seat.own),
        skills=sorted(seat.skills),
        used=sorted(seat.used),
    )


def _tile_text(tile: Tile) -> TileText:
    return TileText(
        task=str(tile.task), level=cast(Any, tile.level), spaces=cast(Any, list(tile.spaces)), grows=tile.grows or None
    )


def _skill_text(card: Skill) -> SkillText:
    return SkillText(cost=str(card.cost), points=card.points, ability=cast(Any, card.ability))
