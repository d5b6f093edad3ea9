"""Positions as the states of a whole game, with the defaults for what they do not tell."""

from __future__ import annotations

from collections.abc import Iterator

from solver.games import task_of
from solver.games.companion_quest.abilities import Ability, AnyColour, Tame, Wake, read_ability
from solver.games.companion_quest.content import OWN, Box, Companion, Gnome, Problem, Quest, box, merged
from solver.games.companion_quest.inline import (
    EMPTY,
    bare,
    companion_of,
    dice_of,
    gnome_ability,
    held,
    is_notation,
    lying_text,
    read_lying,
)
from solver.games.companion_quest.manipulate import OF_DICE
from solver.games.companion_quest.placing import Lying, in_danger
from solver.games.companion_quest.position import Position, QuestEntry, UsingEntry, ZoneEntry
from solver.games.companion_quest.setting import PROBLEMS, Setting
from solver.games.companion_quest.stage import Acting, Adventure, Choose, Gather, Replace, Stage
from solver.games.companion_quest.state import Seat, State, Zone
from solver.manipulation import OfDice, Table, begin
from solver.task.model import Task

ZONES = 3
NORMAL = 2
"""Dangers among the portal problems in a normal game."""

BELOW = 3
"""Cards under the one face up in a zone at the start."""

CHOOSE = (Wake, Tame, AnyColour)


# ----- the cards ------------------------------------------------------------------------------------------


def setting_of(position: Position) -> Setting:
    """What a position is played with: the gnomes, the rules and the box, with one's own cards in it.

    Raises
    ------
    GnomonError
        if the box does not hold what the rules need
    """
    cards = box_of_position(position)
    return Setting(len(position.players), position.readings, dangers=dangers_of(position, cards), box=cards)


def box_of_position(position: Position) -> Box:
    """The cards that are shipped, one's own, and those that the position gives by what they say."""
    own = [position.cards.box()] if "cards" in position.model_fields_set else []
    whole = merged(box(), *own) if own else box()
    said = _said(position, whole)
    return merged(whole, said) if any((said.quests, said.problems, said.companions, said.gnomes)) else whole


def _said(position: Position, whole: Box) -> Box:
    """The cards that stand in the position by what they say."""
    quests, problems = {}, {}
    for number, text in enumerate(quest_texts(position)):
        if is_notation(text):
            path, stage = bare(task_of(position.game, text)), done_of(position, whole) + number + 1
            quests[str(path)] = Quest(str(path), "the quest", stage, path, "", "", (0, 0, 0, 0), OWN)
    shown = [(f"zone {at + 1}", text) for at, text in enumerate(zone_texts(position))]
    for title, text in (*shown, *((text, text) for text in position.solved)):
        if is_notation(text):
            task = bare(task_of(position.game, text))
            problems[str(task)] = Problem(str(task), title, task, OWN)
    companions = {}
    for name in companion_texts(position):
        if is_notation(name):
            wake, abilities = companion_of(name)
            companions[name] = Companion(name, name, wake, abilities, False, OWN)
    gnomes = {}
    for player in position.players:
        does = None if player.gnome in whole.gnomes else gnome_ability(player.gnome)
        if does is not None:
            starter = next(iter(whole.gnomes.values())).starter
            gnomes[player.gnome] = Gnome(player.gnome, player.gnome, does, starter, OWN)
    return Box(quests, problems, companions, gnomes)


def quest_texts(position: Position) -> list[str]:
    """The active quest and the later ones, as they stand there."""
    return [*([position.quest.card] if position.quest else []), *position.later]


def zone_texts(position: Position) -> list[str]:
    """The cards of the zones, as they stand there."""
    return ["" if zone.card == EMPTY else zone.card for zone in position.zones]


def companion_texts(position: Position) -> Iterator[str]:
    """All companions, as they stand there."""
    for player in position.players:
        yield from (*player.awake, *player.resting)
    yield from (*position.wild, *position.gone)
    if position.using is not None and position.using.by:
        yield position.using.by


def card_name(position: Position, text: str) -> str:
    """The name of a card in the box: its own, or the notation without dice."""
    return str(bare(task_of(position.game, text))) if is_notation(text) else text


def zone_task(position: Position, cards: Box, at: int) -> Task | None:
    """The task of the card in a zone; None if there is none, or no such card."""
    found = cards.problems.get(card_name(position, zone_texts(position)[at]))
    return found.task if found else None


def quest_path(position: Position, cards: Box) -> Task | None:
    """The path of the active quest; None if it is not told, or there is no such card."""
    found = cards.quests.get(card_name(position, position.quest.card)) if position.quest else None
    return found.path if found else None


# ----- dice on cards --------------------------------------------------------------------------------------


def on_zone(position: Position, cards: Box, at: int) -> Lying:
    """The dice on the card of a zone.

    Raises
    ------
    NotationError
        for what is no dice on this card
    """
    return _lying(position, zone_task(position, cards, at), position.zones[at])


def on_quest(position: Position, cards: Box) -> Lying:
    """The dice on the active quest, with their spaces.

    Raises
    ------
    NotationError
        for what is no dice on this card
    """
    return _lying(position, quest_path(position, cards), position.quest) if position.quest else ()


def _lying(position: Position, task: Task | None, entry: ZoneEntry | QuestEntry) -> Lying:
    if task is None:
        return ()
    stands = held(task_of(position.game, entry.card)) if is_notation(entry.card) else ()
    return tuple(sorted((*stands, *(read_lying(task, entry.dice) if entry.dice.strip() else ()))))


def tidy_zones(position: Position) -> list[ZoneEntry]:
    """The zones in canonical form: a card without the dice on it, and those in order."""
    cards, found = box_of_position(position), []
    for at, zone in enumerate(position.zones):
        lying = lying_text(zone_task(position, cards, at), on_zone(position, cards, at))
        found.append(zone.model_copy(update={"card": card_name(position, zone.card), "dice": lying}))
    return found


def tidy_quest(position: Position) -> QuestEntry | None:
    """The quest in canonical form."""
    if position.quest is None:
        return None
    cards = box_of_position(position)
    lying = lying_text(quest_path(position, cards), on_quest(position, cards))
    return position.quest.model_copy(update={"card": card_name(position, position.quest.card), "dice": lying})


# ----- the state ------------------------------------------------------------------------------------------


def done_of(position: Position, cards: Box) -> int:
    """How many quests are completed: as told, else as many as come before the active one."""
    if position.done is not None:
        return position.done
    active = cards.quests.get(position.quest.card) if position.quest else None
    return active.stage - 1 if active else 0


def foe_of(position: Position, cards: Box) -> int:
    """Where Gu'Gu stands: as told, else as far ahead of the Gnome as at the start, but before the portal."""
    rules, done = position.readings, done_of(position, cards)
    return position.foe if position.foe is not None else min(done + rules.start_gap, rules.portal - 1)


def dangers_of(position: Position, cards: Box) -> int:
    """How many dangers are in the game: as told, else two, or as many as are seen."""
    return position.dangers if position.dangers is not None else min(4, max(NORMAL, _seen_dangers(position, cards)))


def _seen_dangers(position: Position, cards: Box) -> int:
    names = [card_name(position, text) for text in (*zone_texts(position), *position.solved)]
    return sum(cards.problems[name].danger for name in names if name in cards.problems)


def below_of(position: Position) -> list[int]:
    """How many cards lie face down in each zone: as told, else three, as far as there are so many."""
    shown = [zone.card != EMPTY for zone in position.zones]
    told = [zone.below if shown[at] or zone.below is not None else 0 for at, zone in enumerate(position.zones)]
    left = PROBLEMS - sum(shown) - len(position.solved) - sum(n for n in told if n is not None)
    each = max(0, min(BELOW, left // max(1, told.count(None))))
    return [each if n is None else n for n in told] + [0] * (ZONES - len(told))


def state_of(position: Position, setting: Setting | None = None) -> State:
    """The state that a position is, with the defaults for what it does not tell.

    Examples
    --------
    >>> from solver.games.companion_quest.position import read
    >>> text = "{game: companion-quest, players: [{gnome: crumbles}], quest: fern-hollow, zones: [seesaw], roll: r3}"
    >>> state = state_of(read(text))
    >>> state.stage, state.done, (state.gnome, state.foe), state.hidden
    (Adventure(), 1, (1, 2), (1, 2))
    """
    setting = setting or setting_of(position)
    cards = setting.box
    below, done = below_of(position), done_of(position, cards)
    zones = [
        Zone(card_name(position, text), on_zone(position, cards, at), below[at])
        for at, text in enumerate(zone_texts(position))
    ]
    zones += [Zone(below=0)] * (ZONES - len(zones))
    dangers = max(0, min(sum(below), setting.dangers - _seen_dangers(position, cards)))
    state = State(
        tuple(
            Seat(one.gnome, one.ready, one.snacks, tuple(sorted(one.awake)), tuple(sorted(one.resting)))
            for one in position.players
        ),
        stage_of(position),
        quests=tuple(card_name(position, text) for text in quest_texts(position)),
        done=done,
        hat=position.quest.hat if position.quest else 0,
        path=tuple(die for _, die in on_quest(position, cards)),
        zones=(zones[0], zones[1], zones[2]),
        hidden=(sum(below) - dangers, dangers),
        solved=tuple(sorted(card_name(position, text) for text in position.solved)),
        wild=tuple(sorted(position.wild)),
        gone=tuple(sorted(position.gone)),
        gnome=done,
        foe=foe_of(position, cards),
        hand=dice_of(position.roll),
        shared=position.shared or "",
        roused=position.roused,
        turn=min(position.turn, len(position.players) - 1),
        turns=position.turns,
    )
    return state.but(locked=locks(setting, state))


def locks(setting: Setting, state: State) -> bool:
    """Whether the danger token lies on the quest when a gnome decides."""
    problems = setting.box.problems
    if any(zone.card and zone.card not in problems for zone in state.zones):
        return False
    if setting.rules.lock == "at_once":
        return in_danger(setting, state)
    return any(zone.card and problems[zone.card].danger for zone in state.zones)


def stage_of(position: Position) -> Stage:
    """What is to be decided."""
    using = position.using or UsingEntry(what="wake")
    does = read_ability(using.what)
    match position.decides:
        case "gather":
            return Gather()
        case "replace":
            return Replace()
        case "use" if isinstance(does, OF_DICE):
            hand = tuple((dice_of(die)[0], left) for die, left in using.hand)
            return Acting(does, hand, fresh_of(using, does))
        case "choose" if isinstance(does, CHOOSE):
            return Choose(does, left_of(using, does), using.by or "", using.begun)
    return Adventure()


def fresh_of(using: UsingEntry, does: OfDice) -> int:
    """How many more dice may be named for an ability on dice: as told, else all that have not been."""
    return using.fresh if using.fresh is not None else max(0, begin(does, Table(())).fresh - len(using.hand))


def left_of(using: UsingEntry, does: Ability) -> int:
    """How many more companions may be chosen for an ability: as told, else as many as it says."""
    return using.left if using.left is not None else does.companions if isinstance(does, Wake) else 1
