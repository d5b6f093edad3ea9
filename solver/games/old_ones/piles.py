"""Cards on their way between deck, hands, table and discard pile, and what everybody then knows of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from solver.deck import Deck
from solver.errors import GnomonError
from solver.games.old_ones.state import Seat, State
from solver.games.old_ones.tribe import Member

SHAPING = "flesh-shaping"
"""The one card that stays with a character for good."""


def with_seat(state: State, seat: int, **changes: Any) -> State:
    """Return the state with some fields of a seat changed."""
    return state.seated(seat, replace(state.seats[seat], **changes))


def fresh_deck(state: State) -> State:
    """Return the state in which a card can be drawn, if there is one: an empty deck takes in the discard pile."""
    if state.deck.size or not state.discard:
        return state
    return replace(state, deck=Deck.of(state.discard), discard=(), peeked=(0,) * len(state.seats))


def draw_to_hand(state: State, seat: int, card: str) -> State:
    """Return the state after a player has drawn a card; whoever knew it on top knows it in that hand."""
    deck = state.deck.drawn(card)
    viewers = [viewer for viewer, depth in enumerate(state.peeked) if depth]
    peeked = tuple(max(0, depth - 1) for depth in state.peeked)
    after = gain(state, seat, card, viewers)
    return State(
        after.seats,
        deck,
        after.stage,
        after.discard,
        after.turn,
        after.row,
        after.again,
        after.turns,
        peeked,
    )


def gain(state: State, seat: int, card: str, viewers: Iterable[int] = ()) -> State:
    """Return the state with a card more in a hand, seen by some."""
    old = state.seats[seat]
    seen = tuple((viewer, card) for viewer in viewers if viewer != seat)
    shown = tuple(sorted((*old.shown, *seen))) if seen else old.shown
    hand = tuple(sorted((*old.hand, card)))
    new = Seat(old.tribe, hand, old.lands, old.missed, old.joining, shown, old.out)
    return state.seated(seat, new)


def lose(state: State, seat: int, *cards: str) -> State:
    """Return the state with these cards no longer in a hand.

    Whoever knew of such a card there knows of one fewer: of two equal cards nobody can tell which is left.

    Raises
    ------
    GnomonError
        if a card is not in that hand
    """
    old = state.seats[seat]
    hand, shown = list(old.hand), list(old.shown)
    for card in cards:
        if card not in hand:
            raise GnomonError(f"hand: player {seat} does not hold {card}")
        hand.remove(card)
        if shown:
            for viewer in {viewer for viewer, known in shown if known == card}:
                shown.remove((viewer, card))
    new = Seat(old.tribe, tuple(hand), old.lands, old.missed, old.joining, tuple(shown), old.out)
    return state.seated(seat, new)


def discarded(state: State, *cards: str) -> State:
    """Return the state with these cards on the discard pile."""
    return replace(state, discard=tuple(sorted((*state.discard, *cards)))) if cards else state


def cards_of_member(member: Member) -> tuple[str, ...]:
    """Return the cards that leave the table with a character."""
    return (member.name, SHAPING) if member.shaped else (member.name,)


def show_hand(state: State, seat: int, viewer: int) -> State:
    """Return the state after a player has looked at another's hand."""
    old = state.seats[seat]
    others = [pair for pair in old.shown if pair[0] != viewer]
    return with_seat(state, seat, shown=tuple(sorted([*others, *((viewer, card) for card in old.hand)])))


def steal(state: State, thief: int, seat: int, card: str) -> State:
    """Return the state after one player has taken a card out of another's hand and shown it to nobody else.

    A third player can no longer be sure of any card in that hand.
    """
    state = lose(state, seat, card)
    shown = tuple(pair for pair in state.seats[seat].shown if pair[0] == thief)
    return gain(with_seat(state, seat, shown=shown), thief, card, [seat])


def all_cards(seat: Seat) -> tuple[str, ...]:
    """Return every card that lies before a player or is held."""
    members = (card for member in seat.tribe.members for card in cards_of_member(member))
    return (*seat.hand, *seat.lands, *members)
