"""Resources and abilities in use: what the player on turn may do with dice and tokens, and what comes of it.

What they do is said in `powers`, in the vocabulary of manipulations; here it is joined to the state of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache

from solver.dice import Rolled
from solver.games.gnome_kingdom.action import Approach, Exchange, Gather, Trade, Use
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import ANYWHERE, EXCHANGE, IN_FRONT, MARKET, handfuls, power, swaps
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import Acting, Aftermath, Attempt, Negotiate, Throw, Where
from solver.games.gnome_kingdom.state import State, added
from solver.games.gnome_kingdom.turn import paid, take
from solver.manipulation import (
    STOP,
    Act,
    Action,
    Barter,
    Borrow,
    Disguise,
    Gain,
    Give,
    Lend,
    Manipulation,
    OfDice,
    Roll,
    Swap,
    Table,
    actions,
    begin,
    results,
)

FACES = range(1, Table(()).faces + 1)

PLACES: tuple[Where, ...] = ("roll", "own")

Choice = Use | Exchange | Gather | Approach


def does(setting: Setting, state: State, source: str) -> Manipulation:
    """What a resource or a skill card does in the hands of the player on turn."""
    token = source if source in CLANS else setting.skills[source].ability
    return _power(token, state.mover.clan, setting.rules.dice_loop == "yes")


@cache
def _power(token: str, clan: str, loops: bool) -> Manipulation:
    return power(token, clan, loops).does


def sources(setting: Setting, state: State) -> list[str]:
    """The different things that the player on turn can use: resources, and one card of each ability."""
    found = [kind for kind, number in zip(CLANS, state.mover.bag, strict=True) if number]
    cards: dict[str, str] = {}
    for card in state.mover.skills:
        cards.setdefault(setting.skills[card].ability, card)
    return [*found, *cards.values()]


def choices(setting: Setting, state: State) -> Iterator[Choice]:
    """All uses of resources and abilities; Deceivers are used when the task is solved."""
    supply = _supply(state)
    for source in sources(setting, state):
        match does(setting, state, source):
            case Disguise():
                pass
            case Swap() as swap:
                yield from _swaps(state, source, swap)
            case Borrow() as borrow:
                yield from _loans(setting, source, begin(borrow, Table(state.roll, supply)))
            case Gain():
                if any(state.resources()):
                    yield Gather(source)
            case Barter() as barter:
                rivals = [seat for seat in range(len(state.seats)) if seat != state.turn]
                yield from (Approach(source, seat) for seat in rivals if trades(state, seat, barter.tokens))
            case manipulation:
                assert isinstance(manipulation, OfDice)
                for where in PLACES:
                    act = begin(manipulation, Table(dice_in(state, where), supply))
                    yield from (Use(source, action, where) for action in actions(act) if action != STOP)
    yield from (Exchange((CLANS[a], CLANS[b])) for a, b in handfuls(state.mover.bag, EXCHANGE.give))


def _loans(setting: Setting, source: str, act: Act) -> Iterator[Use]:
    yield from (Use(source, action) for action in _lent(setting, actions(act)) if action != STOP)


def _lent(setting: Setting, offered: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions, with one for all colours where the colour is drawn."""
    if setting.rules.borrowed_colour == "drawn" and any(isinstance(action, Lend) for action in offered):
        return (*(action for action in offered if not isinstance(action, Lend)), Lend(None))
    return offered


def _swaps(state: State, source: str, swap: Swap) -> Iterator[Use]:
    row = state.mover.place[0]
    reach = [-1] if MARKET in swap.places else []
    for at, other in enumerate(state.seats):
        if ANYWHERE in swap.places or (IN_FRONT in swap.places and other.place[0] > row):
            reach.append(at)
    for seat in reach:
        act = begin(swap, Table(state.roll, (), _elsewhere(state, seat)))
        for action in actions(act):
            if isinstance(action, Give) and action.die != action.taken:
                yield Use(source, action, "roll", seat)


def dice_in(state: State, where: Where) -> Dice:
    """The dice of the roll, or of the own supply of the player on turn."""
    return state.roll if where == "roll" else state.mover.own


def _supply(state: State) -> tuple[tuple[str | None, int], ...]:
    return tuple(zip(COLOURS, state.supply(), strict=True))


def _elsewhere(state: State, seat: int) -> Dice:
    return state.market if seat < 0 else state.seats[seat].own


def used(setting: Setting, state: State, source: str) -> State:
    """Return the state after a resource has been put back, or a skill card turned face down."""
    if source in CLANS:
        return paid(state, (source,))
    seat = state.mover
    skills = tuple(card for card in seat.skills if card != source)
    return state.with_mover(skills=skills, used=tuple(sorted((*seat.used, source))))


def use(setting: Setting, state: State, choice: Choice) -> State:
    """Return the state after the player on turn has begun to use something."""
    after = isinstance(state.stage, Aftermath)
    if isinstance(choice, Exchange):
        return take(paid(state, choice.gives), EXCHANGE.take, after=after)
    manipulation = does(setting, state, choice.source)
    state = used(setting, state, choice.source)
    if isinstance(choice, Approach):
        return state.but(stage=Negotiate(choice.seat, after))
    if isinstance(choice, Gather):
        assert isinstance(manipulation, Gain)
        return take(state, manipulation.tokens, fewer=True, after=after)
    assert isinstance(manipulation, OfDice)
    if isinstance(choice.action, Give):
        return _swapped(
            state,
            choice.seat,
            begin(manipulation, Table(state.roll, (), _elsewhere(state, choice.seat))),
            choice.action,
        )
    fresh = begin(manipulation, Table(())).fresh
    return go_on(state, Acting(manipulation, choice.where, (), fresh, after), choice.action)


def _swapped(state: State, seat: int, act: Act, action: Action) -> State:
    (done,) = results(act, action)
    table = done.settled()
    if seat < 0:
        return state.but(roll=table.roll, market=table.elsewhere)
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], own=table.elsewhere)
    return state.but(roll=table.roll, seats=tuple(seats))


def go_on(state: State, acting: Acting, action: Action) -> State:
    """Return the state after the next action of an ability in use, or in which a die is rolled for it."""
    if isinstance(action, Lend | Roll):
        return state.but(stage=Throw(acting, action))
    (act,) = results(_act(state, acting), action)
    return _resume(state, acting, act)


def acting_actions(setting: Setting, state: State, acting: Acting) -> tuple[Action, ...]:
    """The actions of an ability in use."""
    return _lent(setting, actions(_act(state, acting)))


def throws(state: State, stage: Throw) -> Mapping[Rolled, int]:
    """What the die may show, with the weights; a die whose colour is drawn also its colour."""
    if stage.action == Lend(None):
        drawn = {colour: number for colour, number in zip(COLOURS, state.supply(), strict=True) if number}
        return {Rolled(colour, face): number for colour, number in drawn.items() for face in FACES}
    action = stage.action
    assert isinstance(action, Lend | Roll)
    colour = action.colour if isinstance(action, Lend) else action.die.colour
    return {Rolled(colour, face): 1 for face in FACES}


def thrown(state: State, stage: Throw, die: Rolled) -> State:
    """Return the state after the die has been rolled."""
    action = Lend(die.colour) if isinstance(stage.action, Lend) else stage.action
    assert isinstance(die.face, int)
    return _resume(state, stage.acting, _by_face(_act(state, stage.acting), action)[die.face - 1])


@lru_cache(maxsize=256)
def _by_face(act: Act, action: Action) -> tuple[Act, ...]:
    """What an action that rolls a die leads to, in the order of the faces."""
    return tuple(results(act, action))


def _act(state: State, acting: Acting) -> Act:
    return Act(acting.does, Table(dice_in(state, acting.where), _supply(state)), acting.hand, acting.fresh)


def _resume(state: State, acting: Acting, act: Act) -> State:
    """Return the state with the dice as an act leaves them, in the act or after it."""
    over = act.over or len(actions(act)) == 1  # nothing is left but to stop
    dice = act.settled().roll if over else act.table.roll
    lent = len(act.table.roll) - len(state.roll)
    borrowed = state.borrowed + (lent if isinstance(acting.does, Borrow) else 0)
    stage: Aftermath | Attempt | Acting
    if over:
        stage = Aftermath() if acting.after else Attempt()
    else:
        stage = replace(acting, hand=act.hand, fresh=act.fresh)
    if acting.where == "roll":
        return state.but(roll=dice, borrowed=borrowed, stage=stage)
    return state.with_mover(own=dice).but(stage=stage)


def trades(state: State, seat: int, most: int) -> list[Trade]:
    """The swaps of up to so many resources with another player; nobody gives a kind and takes it too."""
    return [
        Trade(tuple(CLANS[at] for at in gives), tuple(CLANS[at] for at in takes))
        for gives, takes in swaps(state.mover.bag, state.seats[seat].bag, most)
    ]


def traded(state: State, stage: Negotiate, trade: Trade) -> State:
    """Return the state after two players have swapped resources."""
    seats = list(state.seats)
    for at, gone, got in ((state.turn, trade.gives, trade.takes), (stage.seat, trade.takes, trade.gives)):
        seats[at] = replace(seats[at], bag=added(added(seats[at].bag, gone, -1), got))
    return state.but(seats=tuple(seats), stage=Aftermath() if stage.after else Attempt())
