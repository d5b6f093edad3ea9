"""The course of a turn: dice on their way, paths through the forest, resources, skill cards, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from solver.dice import Rolled
from solver.games.gnome_kingdom.action import AnotherTurn, Colours, Complete, Receive, Search, Sit, Solve, Step
from solver.games.gnome_kingdom.filling import COLOURS, Dice, deceiving_sets, keepable, sets, with_dice, without
from solver.games.gnome_kingdom.forest import HOME, Hex, forward, sideways
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import handfuls
from solver.games.gnome_kingdom.setting import Setting, bound
from solver.games.gnome_kingdom.skills import OPEN_CARDS, unseen
from solver.games.gnome_kingdom.stage import (
    Aftermath,
    Attempt,
    Bonus,
    Deal,
    FillPool,
    GiveBack,
    Over,
    Refill,
    Roll,
    Settle,
    Take,
)
from solver.games.gnome_kingdom.state import WAITING, Counts, State, added
from solver.games.gnome_kingdom.tiles import CROWN, grown

CROWN_RESOURCES = 2
"""What whoever finds the crown takes."""

EXTRA_TURN = 5
"""What another turn costs."""


# ----- dice -----------------------------------------------------------------------------------------------


def begin_turn(setting: Setting, state: State) -> State:
    """Return the state in which the player on turn refills the pool, or rolls if there is nothing to refill."""
    if state.turns >= setting.turn_cap:
        return state.but(stage=Over(()))
    state = state.but(turns=state.turns + 1, borrowed=0, roll=())
    left = min(state.size - sum(state.pool), sum(state.supply()))
    return state.but(stage=Refill(left)) if left > 0 else roll_dice(state)


def roll_dice(state: State) -> State:
    """Return the state in which the next dice of the pool are rolled, or all have been."""
    return state.but(stage=Roll() if any(state.pool) else Attempt())


def colours_of(there: Sequence[int], number: int) -> list[Colours]:
    """The ways to take so many dice."""
    return [Colours(tuple(COLOURS[at] for at in chosen)) for chosen in handfuls(there, number)]


def counts(colours: Sequence[str | None]) -> Counts:
    """How many dice there are of each colour, in the order of the clans."""
    found = [sum(one == colour for one in colours) for colour in COLOURS]
    return found[0], found[1], found[2], found[3], found[4]


@lru_cache(maxsize=64)
def faces_of(number: int) -> dict[tuple[int, ...], int]:
    """What so many equal dice may show, with the number of ways.

    >>> faces_of(2)[(1, 1)], faces_of(2)[(1, 2)], sum(faces_of(3).values())
    (1, 2, 216)
    """
    return {
        faces: factorial(number) // prod(factorial(faces.count(face)) for face in set(faces))
        for faces in combinations_with_replacement(range(1, 7), number)
    }


def next_colour(state: State) -> int:
    """The colour whose dice are rolled next."""
    return next(at for at, number in enumerate(state.pool) if number)


def rolled(state: State, faces: tuple[int, ...]) -> State:
    """Return the state after all dice of the next colour have been rolled."""
    at = next_colour(state)
    pool = list(state.pool)
    pool[at] = 0
    dice = [Rolled(COLOURS[at], face) for face in faces]
    left: Counts = (pool[0], pool[1], pool[2], pool[3], pool[4])
    return roll_dice(state.but(pool=left, roll=with_dice(state.roll, *dice)))


# ----- the attempt ----------------------------------------------------------------------------------------


def solutions(setting: Setting, state: State) -> list[Solve]:
    """The ways to solve the task with the dice as they lie: the dice that may be kept, with and without a Deceiver."""
    task, readings, rules = setting.task(state), setting.rules.readings, setting.rules
    if task is None:
        return []
    plain = keepable(sets(task, state.roll, readings), rules.kept_die)
    found = [Solve(die) for die in plain]
    known = set(plain)
    for number in range(1, len(setting.abilities(state, "deceiver")) + 1):
        free = keepable(deceiving_sets(task, state.roll, readings, number), rules.kept_die)
        cards = setting.abilities(state, "deceiver")[:number]
        found += [Solve(die, cards) for die in free if die not in known]
        known |= set(free)
    return found


def spaces(setting: Setting, state: State, place: Hex) -> list[int]:
    """The free spaces of a tile; of two with the same resource the first. Nobody enters a crown that lies there."""
    name = state.forest.at(place)
    if name is None or name == CROWN:
        return []
    kinds: dict[str, int] = {}
    shown = setting.tiles[name].spaces
    for space in state.free(place, len(shown)):
        kinds.setdefault(shown[space], space)
    return list(kinds.values())


def steps(setting: Setting, state: State) -> list[Step]:
    """Where the player on turn can go after solving: forward, or if no path is open sideways or nowhere."""
    here = state.mover.place
    found: list[Step] = []
    for place in forward(here):
        if state.forest.at(place) is None:
            found += [Step(place)] * bool(state.pile.size)
        else:
            found += [Step(place, space) for space in spaces(setting, state, place)]
    if found:
        return found
    beside = [Step(place, space) for place in sideways(here) for space in spaces(setting, state, place)]
    return [Step(here, state.mover.space), *beside]


def searches(setting: Setting, state: State) -> list[Search]:
    """Where the player on turn can search after failing: here, or beside."""
    here = state.mover.place
    if here == HOME:
        return [Search(HOME, WAITING)]
    found = [Search(here, state.mover.space)]
    for place in sideways(here):
        if state.forest.at(place) is None:
            found += [Search(place)] * bool(state.pile.size)
        else:
            found += [Search(place, space) for space in spaces(setting, state, place)]
    return found


def arrive(setting: Setting, state: State, place: Hex, space: int, *, solved: bool) -> State:
    """Return the state after the player on turn has come to a space, and taken what there is to take."""
    moved = place != state.mover.place
    state = state.with_mover(place=place, space=space)
    if place == HOME:
        return take(state, 0 if solved else 3)
    name = state.forest.at(place)
    shown = setting.tiles[name].spaces if name else ()
    due = shown if not solved else shown[space : space + 1] if moved else ()
    there, got, missing = state.resources(), list[str](), 0
    for kind in due:
        if there[CLANS.index(kind)] > got.count(kind):
            got.append(kind)
        else:
            missing += 1
    return take(state.with_mover(bag=added(state.mover.bag, tuple(got))), missing)


def turn_over(setting: Setting, state: State, place: Hex, name: str, *, solved: bool) -> State:
    """Return the state after a tile has been turned over and put on a hex."""
    tile = setting.tiles[name]
    pile, size = state.pile.drawn(tile.level), grown(state.size, tile.grows)
    state = state.but(forest=state.forest.with_tile(place, name), pile=pile, size=size)
    if tile.level != CROWN:
        return state.but(stage=Settle(place, solved))
    state = state.with_mover(place=place, space=0).but(finder=state.turn)
    return state.but(stage=Bonus()) if state.roll else take(state, CROWN_RESOURCES)


def seatings(setting: Setting, state: State, place: Hex) -> list[Sit]:
    """The spaces of a tile just turned over."""
    return [Sit(space) for space in spaces(setting, state, place)]


def take(state: State, number: int, *, fewer: bool = False, after: bool = True) -> State:
    """Return the state in which the player on turn takes resources of any kind, if there are any."""
    number = min(number, sum(state.resources()))
    resume = Aftermath() if after else Attempt()
    return state.but(stage=Take(number, fewer, after) if number else resume)


def takings(state: State, stage: Take) -> list[Receive]:
    """The resources that may be taken."""
    there = state.resources()
    numbers = range(stage.number, -1, -1) if stage.fewer else [stage.number]
    return [Receive(tuple(CLANS[at] for at in chosen)) for n in numbers for chosen in handfuls(there, n)]


# ----- after the attempt ----------------------------------------------------------------------------------


def completions(setting: Setting, state: State) -> list[Complete]:
    """The open skill cards that the own supply can pay, with every set of dice that does."""
    seat, readings = state.mover, setting.rules.readings
    if not seat.own:
        return []
    return [
        Complete(card, dice)
        for card in state.open_cards
        for dice in sets(bound(setting.skills[card].cost, seat.clan), seat.own, readings)
    ]


def complete(setting: Setting, state: State, card: str, dice: Dice) -> State:
    """Return the state after a skill card has been completed; the next one is then turned over."""
    seat = state.mover
    state = state.with_mover(own=without(seat.own, *dice), skills=tuple(sorted((*seat.skills, card))))
    open_cards = tuple(one for one in state.open_cards if one != card)
    return deal(setting, state.but(open_cards=open_cards))


def hidden_cards(setting: Setting, state: State) -> dict[str, int]:
    """The skill cards that may be turned over next, with their weights."""
    gone = [card for seat in state.seats for card in (*seat.skills, *seat.used)]
    return unseen(setting.skills, {*gone, *state.open_cards})


def deal(setting: Setting, state: State) -> State:
    """Return the state in which the next skill card is turned over, or in which turn or setup go on without it."""
    if len(state.open_cards) < OPEN_CARDS and hidden_cards(setting, state):
        return state.but(stage=Deal())
    return state.but(stage=Aftermath() if state.turns else FillPool(state.size))


def more_turns(setting: Setting, state: State) -> list[AnotherTurn]:
    """The resources that can be paid for another turn."""
    if state.finder is not None and setting.rules.extra_turn == "before_crown":
        return []
    chosen = handfuls(state.mover.bag, EXTRA_TURN)
    return [AnotherTurn(tuple(CLANS[at] for at in pays)) for pays in chosen]


def end_turn(setting: Setting, state: State, *, again: bool = False) -> State:
    """Return the state after the turn: borrowed dice are given back, the others passed on."""
    number = min(state.borrowed, len(state.roll))
    choices = colours_of(counts([die.colour for die in state.roll]), number)
    if len(choices) > 1:
        return state.but(stage=GiveBack(number, again))
    return pass_dice(setting, state, choices[0].colours, again=again)


def pass_dice(setting: Setting, state: State, given: tuple[str, ...], *, again: bool) -> State:
    """Return the state in which the next turn begins, or in which the game is over."""
    back = counts(given)
    kept = counts([die.colour for die in state.roll])
    pool: Counts = (kept[0] - back[0], kept[1] - back[1], kept[2] - back[2], kept[3] - back[3], kept[4] - back[4])
    state = state.but(pool=pool, roll=(), borrowed=0)
    if again:
        return begin_turn(setting, state)
    if state.finder is not None and state.turn == len(state.seats) - 1:
        return state.but(stage=Over(winners(setting, state)))
    return begin_turn(setting, state.but(turn=(state.turn + 1) % len(state.seats)))


def winners(setting: Setting, state: State) -> tuple[int, ...]:
    """The players with the most crown points; of several the finder of the crown alone, if that is one of them."""
    points = [setting.points(seat) for seat in state.seats]
    best = tuple(seat for seat, number in enumerate(points) if number == max(points))
    return (state.finder,) if state.finder in best and state.finder is not None else best


def paid(state: State, kinds: tuple[str, ...]) -> State:
    """Return the state after the player on turn has put resources back."""
    return state.with_mover(bag=added(state.mover.bag, kinds, -1))
