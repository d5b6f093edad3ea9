"""Whose turn it is: the turns one after another, those that are missed and earned, and who is out."""

from __future__ import annotations

from solver.games.old_ones.piles import all_cards, discarded, with_seat
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import Draw, Over
from solver.games.old_ones.state import NOBODY, State


def begin_turn(state: State, seat: int, row: int = 1) -> State:
    """Return the state in which a player's turn has begun: elves on their way come nearer, a card is drawn.

    >>> from solver.deck import Deck
    >>> from solver.games.old_ones.state import Seat
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> state = State((Seat(tribe_of("SF", 3), joining=((1, 4), (2, 6))),), Deck(), Over(None))
    >>> begin_turn(state, 0).mover.tribe.tokens, begin_turn(state, 0).mover.joining
    (7, ((1, 6),))
    """
    state = State(
        state.seats,
        state.deck,
        Draw(1),
        state.discard,
        turn=seat,
        row=row,
        again=False,
        turns=state.turns + 1,
        peeked=state.peeked,
    )
    on_the_way = state.mover.joining
    if not on_the_way:
        return state
    there = sum(elves for turns, elves in on_the_way if turns == 1)
    later = tuple((turns - 1, elves) for turns, elves in on_the_way if turns > 1)
    return with_seat(state, seat, tribe=state.mover.tribe.add_tokens(there), joining=later)


def end_turn(state: State) -> State:
    """Return the state in which the next turn has begun: another one that was earned, or that of the next.

    Whoever must miss a turn is passed over; a turn that was missed in between ends a row of turns.
    """
    if state.again and not state.mover.out:
        return begin_turn(state, state.turn, state.row + 1)
    seat = state.turn
    while True:
        seat = (seat + 1) % len(state.seats)
        here = state.seats[seat]
        if here.out:
            continue
        if not here.missed:
            return begin_turn(state, seat)
        state = with_seat(state, seat, missed=here.missed - 1)


def can_go_again(state: State, rules: Rules) -> bool:
    """Whether the player on turn may earn another turn: a row has only so many."""
    return not state.again and state.row < rules.turns_in_a_row


def is_beaten(state: State, seat: int) -> bool:
    """Whether no elf of a tribe is left, and that has not been settled yet."""
    here = state.seats[seat]
    return not here.out and not here.tribe.tokens and not here.tribe.elves


def eliminate(state: State, seat: int) -> State:
    """Return the state in which a player is out and their cards are discarded.

    The last one left wins. The turn of a player who is out is over; otherwise the stage stays.
    """
    cards = all_cards(state.seats[seat])
    state = with_seat(state, seat, tribe=NOBODY, hand=(), lands=(), missed=0, joining=(), shown=(), out=True)
    state = discarded(state, *cards)
    left = [number for number, other in enumerate(state.seats) if not other.out]
    if len(left) == 1:
        return state.to(Over(left[0]))
    return end_turn(state) if seat == state.turn else state
