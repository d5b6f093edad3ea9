"""What no game can come to: states that contradict themselves or the box, with the place and the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import count

from solver.dice import Rolled, rolled_text
from solver.errors import GnomonError, did_you_mean
from solver.fault import Contradiction, Place
from solver.games import dice_set
from solver.games.companion_quest.ending import ROW
from solver.games.companion_quest.manipulate import MOST_ROUSED
from solver.games.companion_quest.placing import Lying, in_danger, lies, takes_pairs
from solver.games.companion_quest.setting import PROBLEMS, Setting
from solver.games.companion_quest.stage import Acting, Adventure, Choose, DrawQuest, Gather, Over, Reveal, Throw, Wild
from solver.games.companion_quest.state import COLOURS, SUPPLY, State, Zone
from solver.task.model import Either, Readings, Task
from solver.task.space import space_name

BETWEEN = (DrawQuest, Reveal, Wild, Over)
"""Stages in which the token may lie where it lay before cards were turned over."""

Found = Iterator[Contradiction]


def check_state(setting: Setting, state: State) -> None:
    """Refuse a state that no game can come to.

    Raises
    ------
    GnomonError
        the first contradiction: where it is, and why it cannot be

    Examples
    --------
    >>> from solver.games.companion_quest.play import CompanionQuest
    >>> game = CompanionQuest(2)
    >>> check_state(game.setting, game.initial_state())
    >>> check_state(game.setting, game.initial_state().but(foe=0))
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: meter: the Gnome on 0 has not caught Gu'Gu on 0, and the game goes on
    """
    for found in contradictions(setting, state):
        raise GnomonError(str(found))


def contradictions(setting: Setting, state: State, partly: bool = False) -> Found:
    """Everything about a state that cannot be.

    Parameters
    ----------
    partly : whether there may be cards besides that the state does not tell: later quests, and solved problems
    """
    if len(state.seats) != setting.players:
        said = f"{len(state.seats)} gnomes, the game is for {setting.players}"
        yield Contradiction("seats", said, ("players",))
        return
    if not 0 <= state.turn < setting.players:
        yield Contradiction("turn", f"there is no gnome {state.turn + 1} among {setting.players}", ("turn",))
        return
    yield from _meter(setting, state)
    yield from _quests(setting, state, partly)
    yield from _zones(setting, state, partly)
    yield from _companions(setting, state)
    yield from _dice(state)
    yield from _stage(state)


def _unknown(
    where: str, what: str, names: Sequence[tuple[str, Place]], known: Collection[str], **others: Collection[str]
) -> list[Contradiction]:
    """A contradiction for each name that there is not; `others` are cards of other kinds."""
    found = []
    for name, place in names:
        if name not in known:
            hint = did_you_mean(name, known)
            hint = next((f"it is a {kind.replace('_', ' ')}" for kind, cards in others.items() if name in cards), hint)
            found.append(Contradiction(where, f"there is no {what} '{name}'" + (f"; {hint}" if hint else ""), place))
    return found


def _twice(where: str, what: str, names: Sequence[tuple[str, Place]]) -> Found:
    """A contradiction for each name that stands there more than once, at the last place.

    A card given by what it says is one card; only companions given so can be told apart.
    """
    places = dict(names)
    for name, number in Counter(name for name, _ in names).items():
        if number > 1:
            said = f"{what} {name} is there {number} times, and exists once"
            if what == "companion" and " " in name:
                alike = name.partition(" (")[0]
                others = (f"{alike} ({at})" for at in count(2))
                other = next(other for other in others if other not in places)
                said = f"{what} {name} is there {number} times; call another companion like it '{other}'"
            yield Contradiction(where, said, places[name])


# ----- the meter and the quests ---------------------------------------------------------------------------


def _meter(setting: Setting, state: State) -> Found:
    over = state.stage if isinstance(state.stage, Over) else None
    portal = setting.rules.portal
    if state.gnome != state.done:
        said = f"after {state.done} quests the Gnome does not stand on {state.gnome}"
        yield Contradiction("meter", said, ("done",))
    if state.gnome >= state.foe and not (over and over.won):
        said = f"the Gnome on {state.gnome} has not caught Gu'Gu on {state.foe}, and the game goes on"
        yield Contradiction("meter", said, ("foe",))
    if state.foe >= portal and not (over and not over.won and state.foe == portal):
        said = f"Gu'Gu on {state.foe} has not escaped, and the portal is on {portal}"
        yield Contradiction("meter", said, ("foe",))
    if over and over.won and state.gnome < state.foe:
        said = f"the game is won, and Gu'Gu on {state.foe} is ahead of the Gnome on {state.gnome}"
        yield Contradiction("meter", said, ("foe",))


def _quests(setting: Setting, state: State, partly: bool) -> Found:
    most = setting.rules.quests
    places: list[Place] = [("quest", "card"), *(("later", number) for number in range(len(state.quests) - 1))]
    unknown = _unknown(
        "quests",
        "quest",
        list(zip(state.quests, places, strict=False)),
        setting.box.quests,
        portal_problem=setting.box.problems,
    )
    if unknown:
        yield from unknown
        return
    if not 0 <= state.done <= most:
        yield Contradiction("quests", f"{state.done} are completed, there are {most} in the game", ("done",))
    stages = [setting.box.quests[name].stage for name in state.quests]
    if stages != list(range(state.done + 1, state.done + len(stages) + 1)):
        listed = ", ".join(map(str, stages))
        said = f"of the stages {listed} in this order; stage {state.done + 1} is next"
        wrong = next(at for at, stage in enumerate(stages) if stage != state.done + 1 + at)
        yield Contradiction("quests", said, places[wrong])
    drawing = isinstance(state.stage, DrawQuest) or partly
    if len(stages) + state.done > most or (len(stages) + state.done < most and not drawing):
        said = f"{len(stages)} and {state.done} completed, there are {most} in the game"
        yield Contradiction("quests", said, places[len(stages) - 1] if stages else ("done",))
    yield from _hat(setting, state)


def _hat(setting: Setting, state: State) -> Found:
    spaces = len(setting.box.quests[state.quests[0]].path.spaces) if state.quests else 0
    if not 0 <= state.hat + len(state.path) <= spaces or (spaces and state.hat == spaces):
        said = f"it has passed {state.hat} spaces with {len(state.path)} dice, the path has {spaces}"
        yield Contradiction("hat", said, ("quest", "hat"))
    elif state.path:
        lying = tuple(enumerate(state.path, state.hat))
        if not lies(setting.box.quests[state.quests[0]].path, lying, setting.rules.readings):
            why = why_not(setting.box.quests[state.quests[0]].path, lying, setting.rules.readings)
            yield Contradiction("quest", f"the dice on {state.quests[0]} cannot lie so: {why}", ("quest", "dice"))


# ----- the zones ------------------------------------------------------------------------------------------


def _zones(setting: Setting, state: State, partly: bool) -> Found:
    named: list[tuple[str, Place]] = [(name, ("solved", number)) for number, name in enumerate(state.solved)]
    named += [(zone.card, ("zones", at, "card")) for at, zone in enumerate(state.zones) if zone.card]
    problems = setting.box.problems
    unknown = _unknown("zones", "portal problem", named, problems, quest=setting.box.quests)
    if unknown:
        yield from unknown
        return
    yield from _twice("zones", "portal problem", named)
    hidden = sum(state.hidden)
    if len(named) + hidden > PROBLEMS or (len(named) + hidden < PROBLEMS and not partly):
        said = f"{len(named)} cards are or were face up, {hidden} lie face down; there are {PROBLEMS} in the game"
        yield Contradiction("zones", said, ("zones",))
    if sum(zone.below for zone in state.zones) != hidden or min(zone.below for zone in state.zones) < 0:
        below = " and ".join(str(zone.below) for zone in state.zones)
        said = f"under their cards lie {below}, and {hidden} cards are face down"
        yield Contradiction("zones", said, ("zones",))
    dangers = sum(problems[name].danger for name, _ in named)
    told = dangers + state.hidden[1]
    if min(state.hidden) < 0 or told > setting.dangers or (told < setting.dangers and not partly):
        said = f"{dangers} are or were face up and {state.hidden[1]} lie face down, there are {setting.dangers}"
        yield Contradiction("dangers", f"{said} in the game", ("dangers",))
    for at, zone in enumerate(state.zones):
        yield from _zone(setting, at, zone)
    shown = any(zone.card and problems[zone.card].danger for zone in state.zones)
    danger = in_danger(setting, state) if setting.rules.lock == "at_once" else shown
    if state.locked != danger and not isinstance(state.stage, BETWEEN):
        said = "a danger lies face up" if danger else "there is no danger that locks the quest"
        yield Contradiction("locked", said, ("locked",))


def _zone(setting: Setting, at: int, zone: Zone) -> Found:
    def wrong(said: str) -> Contradiction:
        return Contradiction(f"zone {at + 1}", said, ("zones", at, "dice"))

    if not zone.card:
        if zone.dice:
            yield wrong("dice without a card")
        return
    task = setting.box.problems[zone.card].task
    if list(zone.dice) != sorted(zone.dice):
        yield wrong("its dice are not sorted by space and die")
    spaces = 1 if task.danger else len(task.spaces)
    outside = [space for space, _ in zone.dice if not 0 <= space < spaces]
    if outside:
        yield wrong(f"{zone.card} has {spaces} spaces, there is no space {space_name(outside[0])}")
        return
    if not task.danger:
        for space, number in Counter(space for space, _ in zone.dice).items():
            if number > 1:
                yield wrong(f"{number} dice lie on space {space_name(space)}, which takes one")
    elif takes_pairs(setting, zone):
        for face, number in Counter(die.face for _, die in zone.dice).items():
            if number % 2:
                yield wrong(f"{zone.card} takes pairs, and one {face} has no partner")
    if not lies(task, zone.dice, setting.rules.readings):
        why = why_not(task, zone.dice, setting.rules.readings)
        yield wrong(f"the dice on {zone.card} cannot lie so: {why}")


def why_not(task: Task, lying: Lying, readings: Readings) -> str:
    """Why dice cannot lie so on a card.

    >>> why_not(Task("[any] [red even]"), ((1, Rolled("red", 3)),), Readings())
    'B [red even] does not take r3'
    >>> why_not(Task("[any]*2 : A < B"), ((0, Rolled("red", 3)), (1, Rolled("blue", 3))), Readings())
    'A < B is broken'
    """
    for space, die in lying:
        asked = task.danger.kind if task.danger else task.spaces[space]
        if not replace(asked, colours=()).accepts(*die):
            shown = rolled_text(die, dice_set("companion-quest").letter_of)
            return (
                f"it takes {asked}, not {shown}"
                if task.danger
                else f"{space_name(space)} {asked} does not take {shown}"
            )
    plain = [replace(space, colours=(), numbers=(), rank="") for space in task.spaces]
    for relation in task.relations:
        alone = Task.of(plain, [relation], dice=task.dice)
        if not lies(alone, lying, readings):
            said = str(alone).partition(" : ")[2]
            return f"{said}, not both" if isinstance(relation, Either) else f"{said} is broken"
    for space, asked in enumerate(task.spaces):
        others = [*plain[:space], replace(plain[space], rank=asked.rank), *plain[space + 1 :]]
        if asked.rank and not lies(Task.of(others, (), dice=task.dice), lying, readings):
            return f"the die on {space_name(space)} {asked} is not the {asked.rank}est"
    return str(task)


# ----- companions and gnomes ------------------------------------------------------------------------------


def _companions(setting: Setting, state: State) -> Found:
    box = setting.box
    gnomes: list[tuple[str, Place]] = []
    held: list[tuple[str, Place]] = []
    for at, seat in enumerate(state.seats):
        gnomes.append((seat.gnome, ("players", at, "gnome")))
        yield from _unknown(f"gnome {at + 1}", "gnome", gnomes[-1:], box.gnomes)
        if seat.snacks < 0:
            said = f"{seat.snacks} snacks are fewer than none"
            yield Contradiction(f"gnome {at + 1}", said, ("players", at, "snacks"))
        for key, own in (("awake", seat.awake), ("resting", seat.resting)):
            if list(own) != sorted(own):
                said = f"its companions are not sorted: {', '.join(own)}"
                yield Contradiction(f"gnome {at + 1}", said, ("players", at, key))
            held += [(name, ("players", at, key, number)) for number, name in enumerate(own)]
    yield from _twice("seats", "gnome", gnomes)
    places: list[tuple[str, list[tuple[str, Place]]]] = [
        ("seats", held),
        ("wilderness", [(name, ("wild", number)) for number, name in enumerate(state.wild)]),
        ("discarded companions", [(name, ("gone", number)) for number, name in enumerate(state.gone)]),
    ]
    for where, named in places:
        yield from _unknown(where, "companion", named, box.companions)
        for name, place in named:
            if where != "seats" and name in box.companions and box.companions[name].starter:
                yield Contradiction(where, f"{name} comes with a gnome and is never wild", place)
    yield from _twice("companions", "companion", [pair for _, named in places for pair in named])
    if len(state.wild) > ROW:
        said = f"{len(state.wild)} companions lie face up, there is room for {ROW}"
        yield Contradiction("wilderness", said, ("wild",))
    if not 0 <= state.roused <= MOST_ROUSED:
        said = f"{state.roused} companions, {MOST_ROUSED} at most are woken in a turn"
        yield Contradiction("roused", said, ("roused",))


# ----- dice -----------------------------------------------------------------------------------------------


def _dice(state: State) -> Found:
    places = list(_dice_places(state))
    for where, place, dice in places:
        for die in dice:
            if die.colour not in COLOURS:
                yield Contradiction(where, f"there is no {die.colour or 'colourless'} die in the game", place)
            elif die.face not in range(1, 7):
                yield Contradiction(where, f"a die shows 1 to 6, not {die.face}", place)
    if list(state.hand) != sorted(state.hand):
        yield Contradiction("hand", "its dice are not sorted by colour and face", ("roll",))
    if min(state.gathered) < 0:
        yield Contradiction("gathered", f"{min(state.gathered)} dice of a colour are fewer than none", ("roll",))
    if state.shared and state.shared not in COLOURS:
        yield Contradiction("shared", f"there is no {state.shared} die in the game", ("shared",))
    for at, colour in enumerate(COLOURS):
        counted = {where: sum(die.colour == colour for die in dice) for where, _, dice in places}
        counted["gathered"] = state.gathered[at]
        counted["shared"] = int(state.shared == colour)
        if sum(counted.values()) > SUPPLY[at]:
            listed = ", ".join(f"{where} {number}" for where, number in counted.items() if number)
            said = f"{sum(counted.values())} {colour} dice ({listed}), the game has {SUPPLY[at]}"
            last = next((place for where, place, _ in reversed(places) if counted[where]), ("shared",))
            yield Contradiction("dice", said, last)


def _dice_places(state: State) -> Iterator[tuple[str, Place, list[Rolled]]]:
    yield "hand", ("roll",), [*state.hand]
    stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
    if isinstance(stage, Acting):
        yield "dice in use", ("using", "hand"), [die for die, _ in stage.hand]
    yield "quest", ("quest", "dice"), [*state.path]
    for at, zone in enumerate(state.zones):
        yield f"zone {at + 1}", ("zones", at, "dice"), [die for _, die in zone.dice]


# ----- the stage ------------------------------------------------------------------------------------------


def _stage(state: State) -> Found:
    """A stage before the roll has no dice in hand, one after it none to be rolled."""
    stage = state.stage
    before = isinstance(stage, Gather | DrawQuest | Reveal) or (isinstance(stage, Wild) and not stage.adventure)
    if before and (state.hand or state.path or any(state.gathered)):
        said = "dice are rolled or on the quest before they are gathered"
        yield Contradiction("stage", said, ("roll",) if state.hand else ("quest", "dice"))
    if isinstance(stage, Adventure | Acting | Throw | Choose) and any(state.gathered):
        yield Contradiction("stage", "dice that were gathered are not rolled", ("roll",))
    if isinstance(stage, Choose) and stage.source and stage.source not in state.mover.resting:
        said = f"{stage.source}, whose ability is in use, does not rest"
        yield Contradiction("stage", said, ("using", "by"))
