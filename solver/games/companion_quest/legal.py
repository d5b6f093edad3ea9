"""What is wrong with a position although each of its entries is right by itself: what no game can come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from solver.entry import Place
from solver.errors import GnomonError, NotationError
from solver.games import task_of
from solver.games.companion_quest.abilities import Tame, Wake, read_ability
from solver.games.companion_quest.content import Box
from solver.games.companion_quest.inline import EMPTY, is_notation
from solver.games.companion_quest.manipulate import OF_DICE, acting_actions, choices
from solver.games.companion_quest.objectives import Progress
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.seen import (
    CHOOSE,
    box_of_position,
    card_name,
    dangers_of,
    left_of,
    locks,
    on_quest,
    on_zone,
    quest_texts,
    setting_of,
    state_of,
)
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.sound import contradictions
from solver.games.companion_quest.stage import Acting, Choose
from solver.games.companion_quest.state import State
from solver.manipulation import Reroll, Shift, Table, begin
from solver.task.model import Either
from solver.task.space import space_name

if TYPE_CHECKING:
    from solver.games.companion_quest.position import Position, UsingEntry

Fault = tuple[Place, str, str]

BELONGS = {
    "using": ("use", "choose"),
    "shared": ("gather",),
    "roll": ("adventure", "use", "choose", "replace"),
}
"""The phases to which a key belongs."""

WHY = {
    "roll": "the phase 'gather' comes before the roll",
    "shared": "the die that was passed on has been rolled with the others: it stands in 'roll'",
}


def faults(position: Position) -> list[Fault]:
    """Return what is wrong: the place, the message, and the word in it that the caret marks."""
    found = list(_phase(position))
    many = len(position.players)
    if position.turn >= many:
        known = "there is only player 0" if many == 1 else f"players are 0 to {many - 1}"
        return [*found, (("turn",), f"there is no player {position.turn}; {known}", "")]
    try:
        quests = Rules(**position.rules.model_dump()).quests
    except GnomonError as error:
        return [*found, _named("rules", error)]
    try:
        Progress(**position.worth.model_dump())
    except GnomonError as error:
        said = str(error).removeprefix("progress: ")
        found.append((("worth", said.split()[0]), said, ""))
    if position.done is not None and position.done >= quests:
        found.append((("done",), f"once all {quests} quests are completed the game is over", ""))
        position = position.model_copy(update={"done": None})
    cards = box_of_position(position)
    found += _empty(position)
    found += _paths(position)
    wrong = list(_on_cards(position, cards))
    found += wrong
    position = _without(position, wrong)
    if position.using is not None and not found:
        found += _using(position, position.using)
    if found:  # without what is wrong, for whatever else may be
        position = position.model_copy(update={"using": None, "phase": "adventure", "shared": None})
    try:
        setting = setting_of(position)
    except GnomonError as error:
        return [*found, (("cards",) if "cards" in position.model_fields_set else ("rules",), str(error), "")]
    state = state_of(position, setting)
    found += _told(position, setting, state)
    for one in contradictions(setting, state, partly=True):
        found.append((_place(position, one.place), one.said, ""))
    if not found:
        found += _stage(position, setting, state)
    return found


def _named(key: str, error: GnomonError) -> Fault:
    """A fault from a message that begins with the name of an entry below the key."""
    name, _, said = str(error).partition(": ")
    return (key, name), said, ""


def _place(position: Position, place: Place) -> Place:
    """Where a contradiction stands; lists of the position may be in another order than those of the state."""
    match place:
        case ("zones", int(), "dice") | ("zones", int(), "card"):
            return place
        case ("players", int(at), "awake" | "resting" as key, int(number)):
            names = getattr(position.players[at], key)
            return ("players", at, key, names.index(sorted(names)[number]))
        case ("solved", int(number)):
            names = [card_name(position, text) for text in position.solved]
            return ("solved", names.index(sorted(names)[number]))
        case ("wild" | "gone" as key, int(number)):
            names = getattr(position, key)
            return (key, names.index(sorted(names)[number]))
    return place


def _phase(position: Position) -> Iterator[Fault]:
    phase, given = position.decides, position.model_fields_set
    for key, phases in BELONGS.items():
        if key not in given or not getattr(position, key) or phase in phases:
            continue
        belongs = " and ".join(f"'{one}'" for one in phases)
        said = f"this belongs to the phase {belongs}, and here '{phase}' is decided"
        yield (key,), WHY.get(key, said), ""
    if phase == "gather" and position.quest is not None and position.quest.dice:
        yield ("quest", "dice"), "the phase 'gather' comes before the roll, and no die lies on the quest then", ""
    if phase in ("use", "choose") and position.using is None:
        yield ("phase",), f"the phase '{phase}' needs 'using': what is in use", ""
    if phase == "replace" and len(position.players) > 1:
        yield ("phase",), "only a gnome alone is replaced", ""


def _empty(position: Position) -> Iterator[Fault]:
    for at, zone in enumerate(position.zones):
        if zone.card == EMPTY and zone.below:
            yield ("zones", at, "below"), "no card is face up here, so none lies face down: it would be turned over", ""
        if zone.card == EMPTY and zone.dice:
            yield ("zones", at, "dice"), "dice without a card", ""


def _paths(position: Position) -> Iterator[Fault]:
    """What no path of a quest can be."""
    for number, text in enumerate(quest_texts(position)):
        place = ("later", number - 1) if number else ("quest", "card")
        if not is_notation(text):
            continue
        task = task_of(position.game, text)
        if task.danger:
            yield place, "a path is made of spaces and has no health", "health"
        elif any(isinstance(relation, Either) for relation in task.relations):
            yield place, "a path has no 'or': the hat passes each of its spaces", " or "


def _on_cards(position: Position, cards: Box) -> Iterator[Fault]:
    """Dice on cards that cannot be read, or are on the quest elsewhere than after the hat."""
    for at in range(len(position.zones)):
        try:
            on_zone(position, cards, at)
        except NotationError as error:
            yield _notation(("zones", at, "dice"), error)
    if position.quest is None:
        return
    try:
        lying = on_quest(position, cards)
    except NotationError as error:
        yield _notation(("quest", "dice"), error)
        return
    for number, (space, _) in enumerate(lying):
        wanted = position.quest.hat + number
        if space != wanted:
            said = f"the next die on the path lies on space {space_name(wanted)}; none is left out"
            yield ("quest", "dice"), said, ""
            return


def _notation(place: Place, error: NotationError) -> Fault:
    message = "; ".join(filter(None, (error.message, error.hint)))
    return place, message, error.text[error.start : error.end]


def _without(position: Position, found: list[Fault]) -> Position:
    """The position without the dice that are wrong."""
    update: dict[str, Any] = {}
    for place, *_ in found:
        if place[0] == "quest" and position.quest is not None:
            update["quest"] = position.quest.model_copy(update={"dice": ""})
        elif place[0] == "zones":
            zones = update.get("zones", list(position.zones))
            zones[int(place[1])] = zones[int(place[1])].model_copy(update={"dice": ""})
            update["zones"] = zones
    return position.model_copy(update=update) if update else position


def _told(position: Position, setting: Setting, state: State) -> Iterator[Fault]:
    """What is told besides and does not fit."""
    if position.locked is not None and position.locked != locks(setting, state):
        said = "no danger lies face up, so the quest is not locked"
        if not position.locked:
            said = "a danger lies face up, so the quest is locked"
        yield ("locked",), said, ""
    if position.dangers is None and dangers_of(position, setting.box) < sum(
        setting.box.problems[zone.card].danger for zone in state.zones if zone.card in setting.box.problems
    ):
        yield ("zones",), "more dangers than there can be in a game", ""


# ----- abilities in use -----------------------------------------------------------------------------------


def _using(position: Position, using: UsingEntry) -> Iterator[Fault]:
    does, phase = read_ability(using.what), position.decides
    if isinstance(does, OF_DICE):
        if phase == "choose":
            yield ("phase",), f"'{using.what}' acts on dice: the phase is 'use'", ""
            return
        if not isinstance(does, Reroll | Shift):
            yield ("using", "what"), f"nothing is left to do once '{using.what}' is used", ""
            return
        most, times = begin(does, Table(())).fresh, does.times if isinstance(does, Reroll) else does.steps
        if not 1 <= len(using.hand) + (using.fresh or 0) <= most or not using.hand:
            dice = "one die is" if most == 1 else f"1 to {most} dice are"
            yield ("using",), f"{dice} named for '{using.what}', not {len(using.hand) + (using.fresh or 0)}", ""
        for at, (die, left) in enumerate(using.hand):
            if left >= times:
                said = f"{die} has been changed once at least, so it may be changed {times - 1} times more at most"
                yield ("using", "hand", at), said, ""
        return
    if not isinstance(does, CHOOSE):
        yield ("using", "what"), f"nothing is left to do once '{using.what}' is used", ""
    elif phase == "use":
        yield ("phase",), f"'{using.what}' does not act on dice: the phase is 'choose'", ""
    elif using.hand or using.fresh is not None:
        yield ("using", "hand" if using.hand else "fresh"), f"'{using.what}' does not act on dice", ""
    elif left_of(using, does) > (does.companions if isinstance(does, Wake) else 1):
        yield ("using", "left"), f"more than '{using.what}' allows", ""


def _stage(position: Position, setting: Setting, state: State) -> Iterator[Fault]:
    """What cannot be decided at this place."""
    match state.stage:
        case Acting() as acting if len(acting_actions(state, acting)) < 2:
            yield ("using",), "nothing is left to do with it", ""
        case Choose(does) as choose if not choices(setting, state, choose):
            what = {Wake: "no companion rests that could be woken", Tame: "the wilderness is empty"}
            said = what.get(type(does), "no die can be placed by it where none could be without")
            yield ("using",), said, ""
    if position.decides == "replace" and state.mover.ready:
        yield ("players", 0, "ready"), "a gnome that is refreshed has been turned over before: ready is false", ""
