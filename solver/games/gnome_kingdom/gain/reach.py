"""Which rolls and which own dice can come up in a turn: how many dice of each colour, for each number of dice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.gain.deck import Deck
from solver.games.gnome_kingdom.gain.dice import Split, moved, number_in, one_more, with_fewer
from solver.games.gnome_kingdom.gain.frame import Frame
from solver.games.gnome_kingdom.gain.left import Left, traded
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import held, less, ways_on
from solver.games.gnome_kingdom.stage import Acting, Refill, Throw
from solver.games.gnome_kingdom.turn import colours_of, counts
from solver.manipulation import Borrow, Recolour, Swap

MOST_LENT, MOST_JOINED = 400_000, 50_000
"""Rolls of one number of dice up to which dice are borrowed; and where the roll matters after the attempt."""

EVERY = frozenset(range(len(COLOURS)))
NO_DECK = Deck((), 0, ())


class Changes(NamedTuple):
    """How many dice can be borrowed, painted in the clan's colour or in any, and swapped, one beside the other."""

    borrowed: int = 0
    own_colour: int = 0
    any_colour: int = 0
    swapped: int = 0


def changes(frame: Frame) -> frozenset[Changes]:
    """What the resources and abilities at hand can bring about until the attempt is over, the most of it.

    >>> from solver.games.gnome_kingdom.play import GnomeKingdom
    >>> from solver.games.gnome_kingdom.stage import Attempt
    >>> from solver.games.gnome_kingdom.state import Seat, State
    >>> from solver.games.gnome_kingdom.worth import Worth
    >>> state = State((Seat("acorn", space=3, bag=(0, 1, 0, 2, 0)), Seat("leaf")), Attempt(), turns=1)
    >>> for each in sorted(changes(Frame(GnomeKingdom(2), state, "points", Worth()))):
    ...     print(*each)
    1 0 0 1
    1 1 0 0
    2 0 0 0
    """
    scarce = frame.scarce(attempt=True)

    @cache
    def from_(left: Left) -> frozenset[Changes]:
        found = {Changes()}
        if not frame.may_use(left.bag, after=False):
            return frozenset(found)
        stock = frame.stock(left.rivals) if scarce else ()
        brings = frame.may_bring(left.bag)
        for bag, _, given, _ in ways_on(left.bag, True, stock):
            if brings or given:
                found |= from_(left._replace(bag=bag))
        for other in traded(frame, left) if brings else ():
            found |= from_(other)
        for place in held(left.bag):
            more = _change(frame, place)
            if any(more):
                for then in from_(left._replace(bag=less(left.bag, place))):
                    found.add(_sum(more, then))
        return _most(found)

    now = Left(frame.bag, NO_DECK, frame.rivals_of(frame.state))
    kinds = combinations_with_replacement(range(len(CLANS)), frame.coming)
    bags = {tuple(n + taken.count(place) for place, n in enumerate(frame.bag)) for taken in kinds}
    found = _most(then for bag in bags for then in from_(now._replace(bag=bag)))
    return frozenset(_sum(Changes(borrowed=frame.lending), then) for then in found)


def _change(frame: Frame, place: int) -> Changes:
    match frame.does[place]:
        case Borrow(dice):
            return Changes(borrowed=dice)
        case Recolour(colours):
            return Changes(own_colour=1) if colours else Changes(any_colour=1)
        case Swap():
            return Changes(swapped=1)
        case _:
            return Changes()


def _sum(one: Changes, other: Changes) -> Changes:
    return Changes(*map(int.__add__, one, other))


def _most(found: Iterable[Changes]) -> frozenset[Changes]:
    every = set(found)
    return frozenset(
        one for one in every if not any(one != other and all(map(int.__le__, one, other)) for other in every)
    )


def rolls_of(frame: Frame) -> list[frozenset[Split]]:
    """How many dice of each colour a roll may have, for each number of dice."""
    if frame.tried and not frame.joined:
        return [frozenset({(0,) * len(COLOURS)})]
    state, dice = frame.state, frame.pool
    there = [*state.market, *(die for seat in state.seats for die in seat.own)]
    swapped = frozenset(COLOURS.index(die.colour) for die in there if die.colour)
    if frame.joined:
        reach = frame.reach(attempt=False)
        every = frozenset({Changes(reach.borrows, 0, reach.recolours, reach.swaps)})
        limit = MOST_JOINED
    else:
        every, limit = changes(frame), MOST_LENT
    levels = [frozenset[Split]() for _ in range(dice)]
    clan = frozenset({CLANS.index(frame.clan)})
    thrown = frozenset(_thrown(frame))
    for lent in range(max(change.borrowed for change in every) + 1):
        found = set[Split]()
        for change in every:
            if change.borrowed >= lent:
                splits = thrown
                for _ in range(lent):
                    splits = one_more(splits, EVERY)
                splits = moved(splits, change.own_colour, clan)
                splits = moved(splits, change.any_colour, EVERY)
                found |= moved(splits, change.swapped, swapped)
        if lent and number_in(found) > limit:
            break
        levels.append(frozenset(found))
    return with_fewer(levels)


def _thrown(frame: Frame) -> Iterable[Split]:
    """The colours of the dice that are rolled, or have been."""
    state = frame.state
    stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
    hand = [die for die, _ in stage.hand] if isinstance(stage, Acting) and stage.where == "roll" else []
    there = [die.colour for die in (*state.roll, *hand)]
    base = [a + b for a, b in zip(counts(there), state.pool, strict=True)]
    if not isinstance(state.stage, Refill):
        return [tuple(base)]
    choices = [counts(choice.colours) for choice in colours_of(state.supply(), state.stage.left)]
    return [tuple(map(sum, zip(base, choice, strict=True))) for choice in choices]


def own_dice_of(frame: Frame, rolls: list[frozenset[Split]]) -> list[frozenset[Split]]:
    """How many own dice of each colour there may be, for each number of dice."""
    state, reach = frame.state, frame.reach(attempt=False)
    far = reach.far_swaps if frame.joined else 0 if frame.less.calm else frame.reach(attempt=True).far_swaps
    stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
    hand = [die for die, _ in stage.hand] if isinstance(stage, Acting) and stage.where == "own" else []
    start = counts([die.colour for die in (*state.mover.own, *hand)])
    thrown = {colour for level in rolls for split in level for colour, n in enumerate(split) if n}
    if frame.tried:
        thrown |= {COLOURS.index(die.colour) for die in state.roll if die.colour}
    berry = frame.does[CLANS.index("berry")]
    any_colour = reach.recolours if berry == Recolour() else frame.experts("berry-expert")
    clan, there = frozenset({CLANS.index(frame.clan)}), frozenset(thrown)

    def changed(splits: Iterable[Split], dice: int) -> frozenset[Split]:
        found = moved(frozenset(splits), min(far, dice), there)
        if frame.objective != "solve" and not frame.less.idle:  # when own dice are left alone in the attempt
            found = moved(found, min(reach.recolours, dice), clan)
            found = moved(found, min(any_colour, dice), EVERY)
        return found

    dice = sum(start)
    levels = [frozenset[Split]() for _ in range(dice)]
    levels.append(changed([start], dice))
    for more in range(frame.most_own - dice if frame.objective != "solve" else 0):
        levels.append(changed(one_more(levels[-1], thrown), dice + more + 1))
    return with_fewer(levels)
