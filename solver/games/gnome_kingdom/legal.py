"""What is wrong with a position although each of its entries is right by itself: what no game can come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from solver.entry import Place
from solver.errors import GnomonError, did_you_mean
from solver.games.gnome_kingdom.filling import deceiving_sets, keepable, sets
from solver.games.gnome_kingdom.forest import HOME, forward, sideways
from solver.games.gnome_kingdom.inline import dice_of, task_names
from solver.games.gnome_kingdom.manipulate import acting_actions, trades
from solver.games.gnome_kingdom.powers import ABILITIES, TOKENS, power
from solver.games.gnome_kingdom.seen import (
    AHEAD,
    UNTOLD,
    dice_named,
    held_cards,
    pile_of,
    setting_of,
    space_of,
    state_of,
)
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.skills import skills
from solver.games.gnome_kingdom.sound import contradictions
from solver.games.gnome_kingdom.stage import Acting
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.tiles import CROWN, START, Pile
from solver.manipulation import Borrow, Reroll, Shift

if TYPE_CHECKING:
    from solver.games.gnome_kingdom.position import Position, UsingEntry

Fault = tuple[Place, str, str]

NEEDED = {
    "roll": ("attempt", "the dice"),
    "using": ("use", "what is in use"),
    "take": ("take", "how many resources"),
    "trade": ("trade", "with which player"),
    "new": ("settle", "the hex of the new tile"),
}
"""Keys that a phase needs, and what they tell."""

BELONGS = {
    "using": ("use",), "take": ("take",), "trade": ("trade",), "new": ("settle",), "keep": ("move",),
    "fewer": ("take",), "again": ("return",), "after": ("use", "take", "trade"), "pool": ("refill",),
}  # fmt: skip
"""The phases to which a key belongs."""


def faults(position: Position) -> list[Fault]:
    """Return what is wrong: the place, the message, and the word in it that the caret marks."""
    found = list(_phase(position))
    many = len(position.players)
    if position.turn >= many:
        known = "there is only player 0" if many == 1 else f"players are 0 to {many - 1}"
        return [*found, (("turn",), f"there is no player {position.turn}; {known}", "")]
    found += _names(position)
    found += _task(position)
    found += _borrowed(position)
    found += _abilities(position)
    wrong = {place[0] for place, *_ in found}
    if "task" in wrong:
        position = position.model_copy(update={"task": None if position.forest else "[any]"})
    if position.using is not None:
        found += _using(position, position.using)
    if found:  # without what is wrong, for whatever else may be
        position = position.model_copy(update={"phase": "after", "using": None, "keep": ""})
    setting = setting_of(position)
    pile = None
    try:
        pile_of(position, setting)
    except GnomonError as error:
        found.append((("forest",) if position.pile is None else ("pile",), str(error), ""))
        pile = Pile()
    state = state_of(position, setting, pile)
    found += _spaces(position, setting, state)
    partly = position.pile is not None or position.task is not None or pile is not None
    for one in contradictions(setting, state, partly):
        if pile is not None and one.where == "pile":
            continue  # it is told already
        key = ("[key]",) if one.place[0] == "forest" and one.place[-1] not in setting.tiles else ()
        found.append(((*_place(position, one.place), *key) if len(one.place) > 1 else one.place, one.said, ""))
    if not found:
        found += _stage(position, setting, state)
    return found


def _place(position: Position, place: Place) -> Place:
    """Where a contradiction stands: the cards of a player may be in another order than those of the state."""
    match place:
        case ("players", int(at), "skills" | "used" as key, int(number)):
            names = held_cards(position)[at][key == "used"]
            name = sorted(names)[number]
            return ("players", at, key, max(which for which, one in enumerate(names) if one == name))
    return place


def _phase(position: Position) -> Iterator[Fault]:
    phase, given = position.decides, position.model_fields_set
    if phase == "refill" and position.roll:
        yield ("roll",), "the phase 'refill' comes before the roll", ""
    for key, phases in BELONGS.items():
        if key not in given or not getattr(position, key) or phase in phases:
            continue
        if key == "pool" and position.roll:
            yield ("pool",), "the dice are rolled: they stand in 'roll', and none are in the pool any more", ""
        else:
            belongs = " and ".join(f"'{one}'" for one in phases)
            yield (key,), f"this belongs to the phase {belongs}, and here '{phase}' is decided", ""
    for key, (needed, what) in NEEDED.items():
        if phase == needed and (getattr(position, key) is None or getattr(position, key) == ""):
            yield ("phase",), f"the phase '{phase}' needs '{key}': {what}", ""


def _names(position: Position) -> Iterator[Fault]:
    for name in position.my_tiles:
        if name in (START, CROWN, UNTOLD, AHEAD):
            yield ("my_tiles", name, "[key]"), f"a tile cannot be called '{name}': that name is taken", ""


def _task(position: Position) -> Iterator[Fault]:
    if position.task is None:
        for at, player in enumerate(position.players):
            if player.at == "ahead":
                said = "'ahead' goes with 'task'; where the forest is told, the hex is needed"
                yield ("players", at, "at"), said, ""
        return
    if position.forest:
        yield ("task",), "the forest tells which task is tried: give the one or the other", ""
        return
    known = [*position.my_tiles, *task_names()]
    if "[" not in position.task and position.task not in known:
        hint = did_you_mean(position.task, known) or "gnomon list gnome-kingdom tasks shows them all"
        yield ("task",), f"there is no task '{position.task}'; {hint}", ""
    for at, player in enumerate(position.players):
        if isinstance(player.at, tuple):
            said = "the hex of a pawn is told with the forest; beside 'task' it is start or ahead"
            if at == position.turn:
                said = "'task' tells where the player on turn stands: give the one or the other"
            yield ("players", at, "at"), said, ""


def _borrowed(position: Position) -> Iterator[Fault]:
    """More borrowed dice than there are in the roll; one may have been kept since."""
    using = position.using
    there = len(position.roll.split()) + (len(using.hand) if using is not None and using.on == "roll" else 0)
    phase = position.decides
    kept = (position.after or phase in ("move", "settle", "bonus", "after", "return")) and not position.keep
    if position.borrowed > there + kept:
        has = {0: "no die is there", 1: "the roll has one die"}.get(there, f"the roll has {there} dice")
        more = ", and one at most was kept" if kept else ""
        said = f"{position.borrowed} cannot have been borrowed: {has}, borrowed ones included{more}"
        yield ("borrowed",), said if there else f"{has} that could have been borrowed{more}", ""


def _abilities(position: Position) -> Iterator[Fault]:
    """More cards of an ability than the game has, where some are given by it; one's own cards are others."""
    places: dict[str, list[Place]] = {}
    by_ability = set()
    for place, name in _told_cards(position):
        if name in position.my_skills:
            continue
        if name in ABILITIES and place[0] == "players":
            by_ability.add(name)
            places.setdefault(name, []).append(place)
        elif name in skills():
            places.setdefault(skills()[name].ability, []).append(place)
    for name in sorted(by_ability):
        there, has = len(places[name]), sum(card.ability == name for card in skills().values())
        if there > has:
            yield places[name][-1], f"{there} cards with the ability {name} are there, the game has {has}", ""


def _told_cards(position: Position) -> Iterator[tuple[Place, str]]:
    """The skill cards of a position with their places."""
    yield from ((("open_cards", number), name) for number, name in enumerate(position.open_cards))
    for at, player in enumerate(position.players):
        yield from ((("players", at, "skills", number), name) for number, name in enumerate(player.skills))
        yield from ((("players", at, "used", number), name) for number, name in enumerate(player.used))


def _using(position: Position, using: UsingEntry) -> Iterator[Fault]:
    if using.what not in TOKENS:
        hint = did_you_mean(using.what, TOKENS) or f"known are {', '.join(TOKENS)}"
        yield ("using", "what"), f"there is no '{using.what}' to use; {hint}", ""
        return
    does = power(using.what, position.mover.clan).does
    if not isinstance(does, Reroll | Shift | Borrow) or (isinstance(does, Borrow) and does.dice == 1):
        yield ("using", "what"), f"nothing is left to do once the {using.what} is used", ""
        return
    if isinstance(does, Borrow):
        if using.hand:
            yield ("using", "hand"), "a die that is borrowed lies in the roll", ""
        if using.on == "own":
            yield ("using", "on"), "a die is borrowed for the roll, not for the own dice", ""
        if not position.borrowed:
            yield ("using",), "a die has been borrowed by now: 'borrowed' counts it", ""
        return
    most, times = dice_named(does), does.times if isinstance(does, Reroll) else does.steps
    if not 1 <= len(using.hand) <= most:
        dice = "one die is" if most == 1 else f"one or {most} dice are"
        yield ("using", "hand"), f"{dice} named for this, not {len(using.hand)}", ""
    for at, (_, left) in enumerate(using.hand):
        if left >= times:
            more = f"{left} more time{'s' if left > 1 else ''}"
            said = f"a die may be changed {times} time{'s' if times > 1 else ''} in all, so not {more} after the first"
            yield ("using", "hand", at), said, ""


def _spaces(position: Position, setting: Setting, state: State) -> Iterator[Fault]:
    for at, player in enumerate(position.players):
        seat = state.seats[at]
        tile = state.forest.at(seat.place)
        if player.space is None or tile is None or space_of(seat, player.space, state.forest, setting) >= 0:
            continue
        said = f"the tile {tile} has no {player.space} space; it has {', '.join(setting.tiles[tile].spaces)}"
        if seat.place == HOME:
            said = f"on the start tile a pawn is waiting, or on the space of its clan, {seat.clan}"
        elif tile == CROWN:
            said = "the crown has no spaces"
        yield ("players", at, "space"), said, ""


def _stage(position: Position, setting: Setting, state: State) -> Iterator[Fault]:
    """What cannot be decided at this place."""
    phase = position.decides
    if position.keep:
        yield from _keep(position, setting, state)
    if phase == "bonus" and state.finder != state.turn:
        yield ("phase",), f"the bonus is for who has found the crown, which player {state.turn} has not", ""
    if phase == "settle":
        yield from _new(position.new, state)
    if phase == "take" and position.take is not None and position.take > sum(state.resources()):
        yield ("take",), f"there are {sum(state.resources())} resources left", ""
    if phase == "trade" and position.trade is not None:
        if position.trade >= len(position.players) or position.trade == position.turn:
            yield ("trade",), f"player {position.trade} is no other player", ""
        elif not trades(state, position.trade, 1):
            yield ("trade",), f"nothing can be swapped with player {position.trade}", ""
    if phase == "return" and not (position.borrowed and state.roll):
        yield ("phase",), "no borrowed die is there to be returned", ""
    if isinstance(state.stage, Acting) and len(acting_actions(setting, state, state.stage)) < 2:
        yield ("using",), "nothing is left to do with it", ""


def _new(place: Any, state: State) -> Iterator[Fault]:
    here = state.mover.place
    if place not in (*forward(here), *sideways(here)):
        yield ("new",), f"a new tile lies forward or sideways of the pawn on {here}", ""
    elif state.forest.at(place) == CROWN:
        yield ("new",), "whoever finds the crown stands on it at once", ""
    elif any(seat.place == place for seat in state.seats):
        yield ("new",), "a pawn stands there, so the tile is not new", ""


def _keep(position: Position, setting: Setting, state: State) -> Iterator[Fault]:
    (die,) = dice_of(position.keep)
    if die not in state.roll:
        yield ("keep",), f"{position.keep} is not in the roll", ""
        return
    task = setting.task(state)
    if task is None:
        yield ("keep",), "there is no task on the crown", ""
        return
    readings, rule = setting.rules.readings, setting.rules.kept_die
    used = sum(setting.skills[card].ability == "deceiver" for card in state.mover.used)
    allowed = keepable(sets(task, state.roll, readings), rule)
    for number in range(1, used + 1):
        allowed = (*allowed, *keepable(deceiving_sets(task, state.roll, readings, number), rule))
    if not allowed:
        yield ("keep",), f"the roll does not meet the task {task}, so no die is kept", ""
    elif die not in allowed:
        yield ("keep",), f"{position.keep} does not help to meet the task {task}, so it cannot be kept", ""
