"""States written down as positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, cast

from solver.errors import GnomonError
from solver.games.companion_quest.abilities import Ability, ability_text
from solver.games.companion_quest.content import OWN, Box, Companion, Gnome, Problem, Quest, box
from solver.games.companion_quest.inline import EMPTY, is_notation, lying_text, text_of
from solver.games.companion_quest.position import Position, in_order
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.seen import NORMAL, below_of
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.sound import contradictions
from solver.games.companion_quest.stage import Acting, Adventure, Choose, Gather, Replace
from solver.games.companion_quest.state import Seat, State, Zone


def position_of(setting: Setting, state: State) -> Position:
    """Write a state down.

    Raises
    ------
    GnomonError
        where nobody is to decide, and for a state that no game can come to

    Examples
    --------
    >>> position_of(Setting(2), State((Seat("crumbles"), Seat("bubbles")), Gather())).phase
    'gather'
    """
    if not isinstance(state.stage, Acting | Adventure | Choose | Gather | Replace):
        raise GnomonError("a position is written where a gnome has to decide, and here chance is to act")
    for wrong in contradictions(setting, state, partly=True):
        raise GnomonError(str(wrong))
    rules, defaults = setting.rules, Rules()
    changed = {one.name: getattr(rules, one.name) for one in fields(Rules)}
    told: dict[str, Any] = {
        "game": "companion-quest",
        "rules": {name: value for name, value in changed.items() if value != getattr(defaults, name)},
        "players": [_player(seat) for seat in state.seats],
        "turn": state.turn,
        "turns": max(1, state.turns),
        "quest": _quest(setting, state),
        "later": list(state.quests[1:]),
        "done": state.done,
        "foe": state.foe,
        "zones": [_zone(setting, zone) for zone in state.zones],
        "solved": list(state.solved),
        "wild": list(state.wild),
        "gone": list(state.gone),
        "shared": state.shared or None,
        "roll": text_of(state.hand),
        "roused": state.roused,
        **_phase(state),
    }
    if setting.dangers != NORMAL:
        told["dangers"] = setting.dangers
    cards = _cards(setting.box)
    if cards:
        told["cards"] = cards
    position = Position.model_validate(told)
    plain = [zone.model_copy(update={"below": None}) for zone in position.zones]
    if below_of(position.model_copy(update={"zones": plain})) == [zone.below for zone in state.zones]:
        position = position.model_copy(update={"zones": plain})
    return in_order(position)


def _player(seat: Seat) -> dict[str, Any]:
    return {
        "gnome": seat.gnome,
        "ready": seat.ready,
        "snacks": seat.snacks,
        "awake": list(seat.awake),
        "resting": list(seat.resting),
    }


def _quest(setting: Setting, state: State) -> dict[str, Any] | None:
    if not state.quests:
        return None
    path = setting.box.quests[state.quests[0]].path
    lying = lying_text(path, tuple(enumerate(state.path, state.hat)))
    return {"card": state.quests[0], "hat": state.hat, "dice": lying}


def _zone(setting: Setting, zone: Zone) -> dict[str, Any]:
    if not zone.card:
        return {"card": EMPTY}
    lying = lying_text(setting.box.problems[zone.card].task, zone.dice)
    return {"card": zone.card, "dice": lying, "below": zone.below}


def _phase(state: State) -> dict[str, Any]:
    """What a position says of the stage."""
    match state.stage:
        case Gather():
            return {"phase": "gather"}
        case Replace():
            return {"phase": "replace"}
        case Acting(does, hand, fresh):
            dice = sorted([text_of((die,)), left] for die, left in hand)
            using: dict[str, Any] = {"what": ability_text(cast(Ability, does)), "hand": dice, "fresh": fresh}
            return {"phase": "use", "using": using}
        case Choose(does, left, source, begun):
            using = {"what": ability_text(does), "left": left, "by": source or None, "begun": begun}
            return {"phase": "choose", "using": using}
    return {"phase": "adventure"}


# ----- cards ----------------------------------------------------------------------------------------------


def _cards(cards: Box) -> dict[str, list[dict[str, Any]]]:
    """The cards that are not those shipped, as a file would hold them."""
    whole = box()
    tasks = [_quest_card(one) for one in _others(cards.quests, whole.quests)]
    tasks += [_problem_card(one) for one in _others(cards.problems, whole.problems)]
    companions = [_companion_card(one) for one in _others(cards.companions, whole.companions)]
    gnomes = [_gnome_card(one) for one in _others(cards.gnomes, whole.gnomes)]
    found = {"tasks": tasks, "companions": companions, "gnomes": gnomes}
    return {kind: entries for kind, entries in found.items() if entries}


def _others(cards: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterable[Any]:
    if cards is whole:
        return []
    mine = [one for name, one in cards.items() if whole.get(name) != one]
    return [one for one in mine if one.provenance != OWN and not is_notation(one.name)]  # those need no card


def _card(one: Quest | Problem | Companion | Gnome) -> dict[str, Any]:
    source = {"source": "not told"} if one.provenance == "reported" else {}
    return {"name": one.name, "title": one.title, "provenance": one.provenance, **source}


def _quest_card(one: Quest) -> dict[str, Any]:
    flag = {key: value for key, value in (("flag", one.flag), ("barren", one.barren)) if value}
    more = {"type": "quest", "task": str(one.path), "stage": one.stage, "reward": list(one.reward), **flag}
    return {**_card(one), **more}


def _problem_card(one: Problem) -> dict[str, Any]:
    return {**_card(one), "type": "danger" if one.danger else "challenge", "task": str(one.task)}


def _companion_card(one: Companion) -> dict[str, Any]:
    abilities = [ability_text(does) for does in one.abilities]
    return {**_card(one), "wake": one.wake, "abilities": abilities, "starter": one.starter}


def _gnome_card(one: Gnome) -> dict[str, Any]:
    return {**_card(one), "ability": ability_text(one.ability), "starter": one.starter}
