"""Placing dice: where a die may go, what it wakes, when a problem is solved, and taking dice back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from solver.dice import Rolled
from solver.games.companion_quest.action import QUEST, Place, TakeBack
from solver.games.companion_quest.content import Problem, Quest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Adventure, Gather
from solver.games.companion_quest.state import Dice, State, Zone, without
from solver.task.legal import closed_spaces, complete, legal
from solver.task.model import Readings, Task, Then

Lying = tuple[tuple[int, Rolled], ...]
"""The dice on a card: space and die, sorted."""


# ----- cards ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 10)
def bare(task: Task) -> Task:
    """The task without colours and without an order: what still must hold of dice that lie there already."""
    spaces = [replace(space, colours=()) for space in task.spaces]
    kept = [relation for relation in task.relations if not isinstance(relation, Then)]
    return Task.of(spaces, kept, dice=task.dice)


@lru_cache(maxsize=1 << 16)
def fits(
    task: Task, lying: Lying, space: int, die: Rolled, readings: Readings, freely: bool = False, path: bool = False
) -> bool:
    """Whether a die may be placed on a space of a challenge or a path.

    Colours and orders are asked of the new die alone: a die may lie where its colour did not matter, and one from under
    which another was taken back. All else must hold between the dice that lie there then.

    Parameters
    ----------
    lying : the dice on the card that bind the new one
    freely : whether the colour of the space does not matter
    path : whether the spaces are a path, whose order is kept by walking it

    Examples
    --------
    >>> task = Task("[red] [any] : A < B")
    >>> r3, b2 = Rolled("red", 3), Rolled("blue", 2)
    >>> fits(task, ((0, r3),), 1, b2, Readings()), fits(task, (), 1, b2, Readings())
    (False, True)
    >>> fits(task, (), 0, b2, Readings()), fits(task, (), 0, b2, Readings(), freely=True)
    (False, True)
    """
    card: Mapping[int, Rolled] = dict(lying)
    asked = task.spaces[space]
    if space in card or not (replace(asked, colours=()) if freely else asked).accepts(*die):
        return False
    closed = closed_spaces(task, card)
    if space in closed:
        return False
    before = {one.first for one in task.relations if isinstance(one, Then) and one.second == space}
    if not path and before - card.keys() - closed:
        return False
    return legal(bare(task), {**card, space: die}, readings)


@lru_cache(maxsize=1 << 16)
def _openings(task: Task, lying: Lying, die: Rolled, readings: Readings, freely: bool) -> tuple[int, ...]:
    """The spaces of a problem for a die; the one space of a danger is 0."""
    if task.danger:
        kind = replace(task.danger.kind, colours=()) if freely else task.danger.kind
        return (0,) if not task.danger.pairs and kind.accepts(*die) else ()
    return tuple(space for space in range(len(task.spaces)) if fits(task, lying, space, die, readings, freely))


def lies(task: Task, lying: Lying, readings: Readings) -> bool:
    """Whether dice can have come to lie so on a card; of any colour, since an ability may have made it not matter."""
    if task.danger:
        kind = replace(task.danger.kind, colours=())
        return all(kind.accepts(*die) for _, die in lying)
    return legal(bare(task), dict(lying), readings)


def health_left(task: Task, lying: Lying) -> int:
    """The health of a danger that the dice on it have not reached yet; 0 or less when it is beaten.

    >>> health_left(Task("health 7 : any"), ((0, Rolled("red", 3)),))
    4
    """
    assert task.danger is not None
    return task.danger.health - sum(int(die.face) for _, die in lying)


@lru_cache(maxsize=1 << 14)
def _filled(task: Task, lying: Lying, readings: Readings) -> bool:
    if task.danger:
        return health_left(task, lying) <= 0
    return complete(task, dict(lying), readings)


def solved(setting: Setting, zone: Zone) -> bool:
    """Whether the dice on the card of a zone solve it, if the turn ends so."""
    return bool(zone.card) and _filled(setting.box.problems[zone.card].task, zone.dice, setting.rules.readings)


def problem(setting: Setting, zone: Zone) -> Problem | None:
    """The card of a zone."""
    return setting.box.problems[zone.card] if zone.card else None


def quest(setting: Setting, state: State) -> Quest | None:
    """The active quest."""
    return setting.box.quests[state.quests[0]] if state.quests else None


# ----- placing --------------------------------------------------------------------------------------------


def next_space(setting: Setting, state: State) -> int | None:
    """The space of the path for the next die on the quest; None if it takes none now."""
    active = quest(setting, state)
    if active is None or state.locked or (active.flag == "one-step" and state.path):
        return None
    space = state.hat + len(state.path)
    return space if space < len(active.path.spaces) else None


def openings(setting: Setting, state: State, die: Rolled, freely: bool = False) -> Iterator[tuple[int, int]]:
    """Card and space of every place where a die of the hand may go, pairs aside; the quest first.

    Parameters
    ----------
    freely : as if it had the colour that is asked for
    """
    readings = setting.rules.readings
    space = next_space(setting, state)
    if space is not None:
        path = setting.box.quests[state.quests[0]].path
        lying = tuple(enumerate(state.path, state.hat))
        if fits(path, lying, space, die, readings, freely, True):
            yield QUEST, space
    for at, zone in enumerate(state.zones):
        if zone.card:
            task = setting.box.problems[zone.card].task
            yield from ((at, space) for space in _openings(task, zone.dice, die, readings, freely))


def placements(setting: Setting, state: State, freely: bool = False) -> list[Place]:
    """Every way to place one die of the hand, or two where dice are placed in pairs.

    A die that can wake a companion wakes one: to be awake is never worse.

    Parameters
    ----------
    freely : as if a die had the colour that is asked for, and only where that is needed
    """
    found = []
    hand = tuple(dict.fromkeys(state.hand))
    for die in hand:
        places = list(openings(setting, state, die, freely))
        if freely:
            plain = set(openings(setting, state, die))
            places = [place for place in places if place not in plain]
        if places:
            wakes = wakings(setting, state, (die,))
            found += [Place((die,), *place, woken, freely) for place in places for woken in wakes]
    return found if freely else [*found, *_pairs(setting, state)]


def _pairs(setting: Setting, state: State) -> Iterator[Place]:
    zones = [at for at, zone in enumerate(state.zones) if zone.card and takes_pairs(setting, zone)]
    if not zones:
        return
    hand = state.hand
    couples = dict.fromkeys((one, two) for at, one in enumerate(hand) for two in hand[at + 1 :] if one.face == two.face)
    for couple in couples:
        for woken in wakings(setting, state, couple):
            yield from (Place(couple, at, 0, woken) for at in zones)


def takes_pairs(setting: Setting, zone: Zone) -> bool:
    """Whether dice are placed on the card of a zone in pairs."""
    danger = setting.box.problems[zone.card].task.danger if zone.card else None
    return danger is not None and danger.pairs


def wakings(setting: Setting, state: State, dice: Dice) -> list[tuple[str, ...]]:
    """What dice that are placed together can wake: each at most one companion, together as many as they can."""
    seats = state.seats if setting.rules.wake_whose == "any_player" else (state.mover,)
    resting = [(name, setting.box.companions[name].wake) for seat in seats for name in seat.resting]
    by_die = [[name for name, wake in resting if wake == die.colour] for die in dice]
    if len(dice) == 1:
        return [(name,) for name in by_die[0]] or [()]
    first, second = by_die
    both = {tuple(sorted((one, two))) for one in first for two in second if one != two}
    return sorted(both) or [(name,) for name in dict.fromkeys((*first, *second))] or [()]


def awoken(state: State, names: Iterable[str]) -> State:
    """Return the state after companions, whosever they are, have been woken."""
    for name in names:
        at = next(at for at, seat in enumerate(state.seats) if name in seat.resting)
        seat = state.seats[at]
        state = state.with_seat(
            at,
            awake=tuple(sorted((*seat.awake, name))),
            resting=tuple(one for one in seat.resting if one != name),
        )
    return state


def place(setting: Setting, state: State, action: Place) -> State:
    """Return the state after dice have been placed, and have woken what they wake."""
    hand = without(state.hand, *action.dice)
    if action.card == QUEST:
        state = state.but(hand=hand, stage=Adventure(), path=(*state.path, *action.dice))
    else:
        zones = list(state.zones)
        zone = zones[action.card]
        dice = tuple(sorted((*zone.dice, *((action.space, die) for die in action.dice))))
        zones[action.card] = Zone(zone.card, dice, zone.below)
        state = relocked(setting, state.but(hand=hand, stage=Adventure(), zones=tuple(zones)))
    return awoken(state, action.wakes) if action.wakes else state


def relocked(setting: Setting, state: State) -> State:
    """Return the state with the danger token as it lies during a turn: only one ruling moves it before the end."""
    return state.but(locked=in_danger(setting, state)) if setting.rules.lock == "at_once" else state


def in_danger(setting: Setting, state: State) -> bool:
    """Whether a danger that is not beaten lies face up."""
    cards = ((problem(setting, zone), zone) for zone in state.zones)
    return any(card is not None and card.danger and not solved(setting, zone) for card, zone in cards)


# ----- taking back ----------------------------------------------------------------------------------------


def returns(setting: Setting, state: State) -> list[TakeBack]:
    """The dice on problems that may be returned to the supply."""
    reading = setting.rules.take_back
    if reading == "before_gathering" and not isinstance(state.stage, Gather):
        return []
    found: list[TakeBack] = []
    for at, zone in enumerate(state.zones):
        if not zone.dice:
            continue
        if reading == "whole_cards":
            found.append(TakeBack(at, -1, tuple(sorted(die for _, die in zone.dice))))
        elif takes_pairs(setting, zone):
            dice = [die for _, die in zone.dice]
            couples = (
                (one, two) for place, one in enumerate(dice) for two in dice[place + 1 :] if one.face == two.face
            )
            found += [TakeBack(at, 0, couple) for couple in dict.fromkeys(couples)]
        else:
            found += [TakeBack(at, space, (die,)) for space, die in dict.fromkeys(zone.dice)]
    return found


def take_back(setting: Setting, state: State, action: TakeBack) -> State:
    """Return the state after dice of a problem have gone back to the supply."""
    zone = state.zones[action.card]
    lying = list(zone.dice)
    for die in action.dice:
        spaces = (space for space, other in lying if other == die and action.space in (space, -1))
        lying.remove((next(spaces), die))
    return relocked(setting, state.with_zone(action.card, replace(zone, dice=tuple(lying))))
