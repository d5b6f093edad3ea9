"""Abilities and snacks in use: what companions and gnomes do for the gnome on turn, and what comes of it.

Abilities on dice are those of the vocabulary of manipulations and act on the hand; here they are joined to the state of
a game. Nothing is offered that is sure to gain nothing: no waking where nothing rests, no refreshing of a gnome that is
ready, no snack for a companion that can only bring back a snack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from solver.dice import Rolled
from solver.games.companion_quest.abilities import Ability, AnyColour, Refresh, Tame, Wake
from solver.games.companion_quest.action import Become, Call, Eat, Pick, Place, Use
from solver.games.companion_quest.content import Companion
from solver.games.companion_quest.ending import wilds
from solver.games.companion_quest.placing import awoken, placements, quest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Acting, Adventure, Choose, Replace, Throw, Wild
from solver.games.companion_quest.state import COLOURS, Counts, Dice, State
from solver.manipulation import (
    STOP,
    Act,
    Action,
    Gain,
    OfDice,
    Recolour,
    Reroll,
    Roll,
    Shift,
    Table,
    actions,
    begin,
    results,
)

MOST_ROUSED = 12
"""So many companions at most are woken in a turn by snacks and abilities; those that dice wake are not counted.

No rule says so, but companions that wake each other could go on for ever. With this bound no turn can, since all else
that is done in one uses up dice, companions that are awake, snacks, or companions of the wilderness.
"""

FACES = range(1, Table(()).faces + 1)
OF_DICE = (Reroll, Shift, Recolour)


# ----- what can be used -----------------------------------------------------------------------------------


def uses(setting: Setting, state: State) -> Iterator[Use]:
    """All uses of the abilities of companions that are awake."""
    for name in state.mover.awake:
        for number, does in enumerate(setting.box.companions[name].abilities):
            if isinstance(does, OF_DICE):
                for action in _first(does, state.hand, _supply(state, does)):
                    yield Use(name, number, action)
            elif useful(setting, state, does, name):
                yield Use(name, number)


def calls(setting: Setting, state: State) -> Iterator[Call]:
    """All calls on other gnomes, or alone on the own one."""
    for at, does in callable_gnomes(setting, state):
        if isinstance(does, OF_DICE):
            for action in _first(does, state.hand, _supply(state, does)):
                yield Call(at, action)
        elif useful(setting, state, does, gnome=at):
            yield Call(at)


def callable_gnomes(setting: Setting, state: State) -> Iterator[tuple[int, Ability]]:
    """The seats of the gnomes that can be called, with their abilities: the others, or alone the own one."""
    if not can_call(setting, state):
        return
    alone = len(state.seats) == 1
    for at, seat in enumerate(state.seats):
        if seat.ready and (at != state.turn or alone):
            yield at, setting.box.gnomes[seat.gnome].ability


def can_call(setting: Setting, state: State) -> bool:
    """Whether gnomes may be called."""
    active = quest(setting, state)
    return active is None or active.flag != "no-calling"


def meals(setting: Setting, state: State) -> Iterator[Eat]:
    """All uses of a snack."""
    seat = state.mover
    if not seat.snacks:
        return
    if not seat.ready:
        yield Eat()
    if state.roused < MOST_ROUSED:
        yield from (Eat(name) for name in seat.resting if worth_waking(setting.box.companions[name]))
    if can_tame(setting, state):
        yield from (Eat(name, tames=True) for name in state.wild)


def worth_waking(companion: Companion) -> bool:
    """Whether it can do more than bring back the snack that it takes to wake it."""
    return companion.abilities != (Gain(1),)


def can_tame(setting: Setting, state: State) -> bool:
    """Whether a companion of the wilderness may be tamed."""
    active = quest(setting, state)
    return bool(state.wild) and (active is None or active.flag != "no-taming")


def useful(setting: Setting, state: State, does: Ability, source: str = "", gnome: int = -1) -> bool:
    """Whether an ability that is not on dice can do anything.

    Parameters
    ----------
    source, gnome : whose ability it is: a companion, or the gnome of a seat
    """
    match does:
        case Gain():
            return True
        case Wake():
            return bool(state.mover.resting) and state.roused < MOST_ROUSED
        case Refresh():
            return not state.mover.ready or gnome == state.turn
        case Tame():
            return can_tame(setting, state)
        case AnyColour():
            return bool(placements(setting, state, freely=True))
    return False


@lru_cache(maxsize=1 << 14)
def _first(does: OfDice, hand: Dice, supply: Counts | None) -> tuple[Action, ...]:
    return actions(begin(does, _table(hand, supply)))[1:]


def _supply(state: State, does: OfDice) -> Counts | None:
    """The supply where it matters."""
    return state.supply() if isinstance(does, Recolour) else None


def _table(hand: Dice, supply: Counts | None) -> Table:
    return Table(hand, tuple(zip(COLOURS, supply, strict=True)) if supply else ())


# ----- using it -------------------------------------------------------------------------------------------


def use(setting: Setting, state: State, action: Use) -> State:
    """Return the state after a companion has begun to use an ability, and rests."""
    seat = state.mover
    state = state.with_mover(
        awake=tuple(name for name in seat.awake if name != action.companion),
        resting=tuple(sorted((*seat.resting, action.companion))),
    )
    does = setting.box.companions[action.companion].abilities[action.ability]
    return _begun(state, does, action.action, action.companion)


def call(setting: Setting, state: State, action: Call) -> State:
    """Return the state after a gnome has begun to use its ability, and is turned over."""
    does = setting.box.gnomes[state.seats[action.seat].gnome].ability
    return _begun(state.with_seat(action.seat, ready=False), does, action.action, "")


def _begun(state: State, does: Ability, action: Action | None, source: str) -> State:
    if isinstance(does, OF_DICE):
        assert action is not None
        return go_on(state, Acting(does, (), begin(does, Table(())).fresh), action)
    match does:
        case Gain(tokens):
            return state.with_mover(snacks=state.mover.snacks + tokens)
        case Refresh():
            return refreshed(state)
        case Wake(companions):
            return state.but(stage=Choose(does, companions, source))
        case _:
            return state.but(stage=Choose(does, 1, source))


def refreshed(state: State) -> State:
    """Return the state after the own gnome has been turned back; alone another one takes its place."""
    return state.but(stage=Replace()) if len(state.seats) == 1 else state.with_mover(ready=True)


def replacements(setting: Setting, state: State) -> list[Become]:
    """Alone: the gnomes that are not in the game."""
    return [Become(name) for name in setting.box.gnomes if name != state.mover.gnome]


def eat(setting: Setting, state: State, action: Eat) -> State:
    """Return the state after a snack."""
    state = state.with_mover(snacks=state.mover.snacks - 1)
    if not action.companion:
        return refreshed(state)
    if action.tames:
        return tamed(setting, state, action.companion)
    return awoken(state.but(roused=state.roused + 1), (action.companion,))


def tamed(setting: Setting, state: State, name: str) -> State:
    """Return the state in which another companion is drawn for one that was tamed, if there is one left."""
    state = state.with_mover(awake=tuple(sorted((*state.mover.awake, name))))
    state = state.but(wild=tuple(one for one in state.wild if one != name))
    return state.but(stage=Wild(adventure=True) if wilds(setting, state) else Adventure())


# ----- abilities that choose ------------------------------------------------------------------------------


def choices(setting: Setting, state: State, stage: Choose) -> list[Pick | Place]:
    """What may be chosen for an ability; to stop once something has been."""
    match stage.does:
        case AnyColour():
            return [*placements(setting, state, freely=True)]
        case Tame():
            return [Pick(name) for name in state.wild]
        case _:
            names = [Pick(name) for name in state.mover.resting if name != stage.source]
            return [*names, *([Pick()] if stage.begun else [])]


def pick(setting: Setting, state: State, stage: Choose, action: Pick) -> State:
    """Return the state after a companion has been chosen, or no more."""
    if not action.companion:
        return state.but(stage=Adventure())
    if isinstance(stage.does, Tame):
        return tamed(setting, state, action.companion)
    state = awoken(state.but(roused=state.roused + 1), (action.companion,))
    again = replace(stage, left=stage.left - 1, begun=True)
    rest = [name for name in state.mover.resting if name != stage.source]
    goes_on = again.left and rest and state.roused < MOST_ROUSED
    return state.but(stage=again if goes_on else Adventure())


# ----- abilities on dice ----------------------------------------------------------------------------------


def acting_actions(state: State, acting: Acting) -> tuple[Action, ...]:
    """The actions of an ability in use."""
    return actions(_act(state, acting))


def go_on(state: State, acting: Acting, action: Action) -> State:
    """Return the state after the next action of an ability in use, or in which a die is rolled for it."""
    if isinstance(action, Roll):
        return state.but(stage=Throw(acting, action))
    (act,) = _results(_act(state, acting), action)
    return _resume(state, acting, act)


def throws(stage: Throw) -> Mapping[Rolled, int]:
    """What the die may show."""
    assert isinstance(stage.action, Roll)
    return {Rolled(stage.action.die.colour, face): 1 for face in FACES}


def thrown(state: State, stage: Throw, die: Rolled) -> State:
    """Return the state after the die has been rolled."""
    return _resume(state, stage.acting, _results(_act(state, stage.acting), stage.action)[int(die.face) - 1])


@lru_cache(maxsize=1 << 12)
def _results(act: Act, action: Action) -> tuple[Act, ...]:
    """What an action leads to; one that rolls a die in the order of the faces."""
    return tuple(results(act, action))


def _act(state: State, acting: Acting) -> Act:
    table = _table(state.hand, _supply(state, acting.does))
    return Act(acting.does, table, acting.hand, acting.fresh)


def _resume(state: State, acting: Acting, act: Act) -> State:
    """Return the state with the dice as an act leaves them, in the act or after it."""
    if act.over or actions(act) == (STOP,):  # nothing is left but to stop
        return state.but(hand=act.settled().roll, stage=Adventure())
    return state.but(hand=act.table.roll, stage=replace(acting, hand=act.hand, fresh=act.fresh))
