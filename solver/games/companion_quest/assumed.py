"""What an answer takes for granted: what a short position leaves out, what no source tells, and the readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from solver.games.companion_quest.abilities import Tame
from solver.games.companion_quest.content import Companion, Problem, Quest, until_completed
from solver.games.companion_quest.objectives import Objective, Progress
from solver.games.companion_quest.placing import problem, quest
from solver.games.companion_quest.position import Position
from solver.games.companion_quest.seen import ZONES
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn import capacity
from solver.games.companion_quest.words import dice_text
from solver.task.model import Task, Word


def assumed(position: Position, setting: Setting, state: State, objective: Objective) -> tuple[str, ...]:
    """What an answer takes for granted that the position does not tell.

    Examples
    --------
    >>> from solver.games.companion_quest.position import read
    >>> from solver.games.companion_quest.seen import setting_of, state_of
    >>> position = read("{game: companion-quest, players: [{gnome: reroll}], zones: ['[any]*2 : equal']}")
    >>> for said in assumed(position, setting_of(position), state_of(position), "chase"):
    ...     print(said)
    no die can be placed on a quest
    no other portal problem lies face up
    the carry capacity is 3
    the Gnome stands on 0 and Gu'Gu on 1
    equal turns by progress: space 5, step 8, health 1, awake 3, snack 4, ready 3
    """
    return tuple(_assumed(position, setting, state, objective))


def _assumed(position: Position, setting: Setting, state: State, objective: Objective) -> Iterator[str]:
    if not state.quests:
        yield "no die can be placed on a quest"
    active = quest(setting, state)
    if active is not None and active.flag:
        yield f"{active.name}: {until_completed(active.flag, active.barren)}"
    if len(position.zones) < ZONES:
        yield "no other portal problem lies face up" if position.zones else "no portal problem lies face up"
    if isinstance(state.stage, Gather) and not {"capacity"} & position.rules.model_fields_set:
        yield f"the carry capacity is {capacity(setting, state)}"
    if position.foe is None and objective in ("chase", "win"):
        yield f"the Gnome stands on {state.gnome} and Gu'Gu on {state.foe}"
    if not position.wild and _could_tame(setting, state):
        yield "no companion is in the wilderness"
    yield from _colours(setting, state)
    shown = ", ".join(f"{one.name} {getattr(worth_of_position(position), one.name)}" for one in fields(Progress))
    yield f"equal turns by progress: {shown}"
    samples = _samples(setting, state)
    if samples:
        yield f"{', '.join(samples)} {'is a sample' if len(samples) == 1 else 'are samples'} made for Gnomon"


def worth_of_position(position: Position) -> Progress:
    """What progress is worth: as the position tells, else the default."""
    return Progress(**position.worth.model_dump())


def _could_tame(setting: Setting, state: State) -> bool:
    box, seat = setting.box, state.mover
    abilities = [does for name in (*seat.awake, *seat.resting) for does in box.companions[name].abilities]
    abilities += [box.gnomes[one.gnome].ability for one in state.seats]
    return bool(seat.snacks) or any(isinstance(does, Tame) for does in abilities)


def _colours(setting: Setting, state: State) -> Iterator[str]:
    """Dice that lie where their colour does not fit."""
    for at, zone in enumerate(state.zones):
        card = problem(setting, zone)
        for space, die in zone.dice if card else ():
            task = card.task  # type: ignore[union-attr]
            asked = task.danger.kind if task.danger else task.spaces[space]
            if not asked.accepts(*die):
                yield f"an ability placed {dice_text([die])} in zone {at + 1} whatever its colour"


def _samples(setting: Setting, state: State) -> list[str]:
    """The cards that are made for Gnomon."""
    box, active = setting.box, quest(setting, state)
    problems = [card for zone in state.zones if (card := problem(setting, zone)) is not None]
    seat = state.mover
    companions = [box.companions[name] for name in (*seat.awake, *seat.resting)]
    cards: list[Quest | Problem | Companion] = [*([active] if active else []), *problems, *companions]
    return [card.name for card in cards if card.provenance == "sample"]


def rests_on(setting: Setting, state: State, objective: Objective) -> dict[str, str]:
    """The readings that bear on an answer.

    >>> from solver.games.companion_quest.state import Seat
    >>> rests_on(Setting(2), State((Seat("crumbles"), Seat("bubbles"))), "solve")
    {'take_back': 'any_time'}
    """
    rules = setting.rules
    problems = [card for zone in state.zones if (card := problem(setting, zone)) is not None]
    active = quest(setting, state)
    tasks: list[Task] = [card.task for card in problems] + ([active.path] if active else [])
    words = {item.word for task in tasks for item in task.relations if isinstance(item, Word)}
    found: dict[str, str] = {}
    if words & {"ascending", "descending"}:
        found["order"] = rules.order
    if any(space.rank for task in tasks for space in task.spaces):
        found["high_low"] = rules.high_low
    found["take_back"] = rules.take_back
    if objective in ("chase", "win"):
        if active:
            found["meter_order"] = rules.meter_order
        if not problems:
            found["empty_zone"] = rules.empty_zone
    if active and any(card.danger for card in problems):
        found["lock"] = rules.lock
    if any(seat.resting for at, seat in enumerate(state.seats) if at != state.turn):
        found["wake_whose"] = rules.wake_whose
    return found
