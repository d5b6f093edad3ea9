"""The events and food of the Replenish Phase: when each may be played, and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from solver.errors import GnomonError
from solver.games.old_ones.cards import Character, Event, Food, cards, cards_of
from solver.games.old_ones.piles import (
    cards_of_member,
    discarded,
    draw_to_hand,
    fresh_deck,
    gain,
    lose,
    show_hand,
    steal,
    with_seat,
)
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import Draw, Look, Play, Replenish, Roll, Snare, Suffer
from solver.games.old_ones.state import State
from solver.games.old_ones.turns import can_go_again

DIE = dict.fromkeys(range(1, 7), 1)


@cache
def playable() -> Mapping[str, Event | Food]:
    """The cards that may be played in the Replenish Phase, by their names.

    >>> len(playable()), "gamestones" in playable()
    (33, False)
    """
    events = {card.name: card for card in cards_of(Event) if card.phase == "replenish"}
    return events | {card.name: card for card in cards_of(Food)}


def replenish_actions(state: State, rules: Rules) -> list[Play]:
    """Return what the player on turn may play in the Replenish Phase, in the order of the hand."""
    known = playable()
    return [action for name in state.mover.hand if name in known for action in _ways_to_play(state, known[name], rules)]


def _ways_to_play(state: State, card: Event | Food, rules: Rules) -> Iterator[Play]:
    me, name = state.mover, card.name
    if isinstance(card, Food):
        fits = rules.food_land == "any_land" or card.land == me.land
        if fits and can_go_again(state, rules):
            yield Play(name)
        return
    if (card.land and card.land != me.land) or (card.folk and card.folk not in me.tribe.kinds):
        return
    rivals = [seat for seat in state.rivals() if not card.opponent_land or state.seats[seat].land == card.opponent_land]
    match card.effect:
        case "look-deck" | "draw":
            if state.deck.size or state.discard:
                yield Play(name)
        case "look-hands" | "gain-tokens" | "gain-tokens-later":
            yield Play(name)
        case "extra-turn":
            if can_go_again(state, rules):
                yield Play(name)
        case "miss-turn" | "lose-members":
            yield from (Play(name, seat=seat) for seat in rivals)
        case "lose-tokens":
            yield from (Play(name, seat=seat) for seat in rivals if state.seats[seat].tribe.tokens)
        case "take-card":
            yield from (Play(name, seat=seat) for seat in rivals if state.seats[seat].hand)
        case "discard-character":
            for seat in rivals:
                members = state.seats[seat].tribe.members
                if len({member.card.folk for member in members}) > 1:
                    yield from (Play(name, seat=seat, pick=member.name) for member in members)
        case "take-character":
            for seat in rivals:
                members = state.seats[seat].tribe.members
                yield from (Play(name, seat=seat, pick=member.name) for member in members if member.elf)
        case "shape-character":
            gliders = (member for member in me.tribe.members if member.card.folk == "BMG")
            yield from (Play(name, pick=member.name) for member in gliders)
        case "recover-character":
            known = cards()
            yield from (Play(name, pick=card) for card in state.discard if isinstance(known[card], Character))
        case "negate-encounter" | "negate-casualty":
            return  # at their own moments


def play_card(state: State, action: Play) -> State:
    """Return the state after an event or food was played; its stage says what is still to be rolled or chosen."""
    me, card = state.turn, playable()[action.card]
    state = lose(state, me, card.name).to(Replenish())
    if isinstance(card, Food):
        return replace(discarded(state, card.name), again=True)
    if card.effect != "shape-character":
        state = discarded(state, card.name)
    seat = me if action.seat is None else action.seat
    match card.effect:
        case "look-deck":
            return state.to(Look(_number(card)))
        case "draw":
            return state.to(Draw(_number(card), "replenish"))
        case "look-hands":
            for rival in state.rivals():
                state = show_hand(state, rival, me)
            return state
        case "extra-turn":
            return replace(state, again=True)
        case "miss-turn":
            return with_seat(state, seat, missed=state.seats[seat].missed + 1)
        case "take-card":
            return show_hand(state, seat, me).to(Snare(seat))
        case "discard-character":
            return lose_character(state, seat, action.pick)
        case "take-character":
            member = state.seats[seat].tribe.member(action.pick)
            state = with_seat(state, seat, tribe=state.seats[seat].tribe.without(member.name))
            return with_seat(state, me, tribe=state.mover.tribe.with_member(member))
        case "shape-character":
            return with_seat(state, me, tribe=state.mover.tribe.shape(action.pick, _number(card)))
        case "recover-character":
            return recovered(state, action.pick)
        case "gain-tokens" | "gain-tokens-later" | "lose-tokens" | "lose-members":
            return state.to(Roll(card.name, seat))
        case "negate-encounter" | "negate-casualty":
            raise GnomonError(f"event: {card.title} is not played in the Replenish Phase")


def _number(card: Event) -> int:
    if isinstance(card.amount, str):
        raise GnomonError(f"event: the number of {card.title} is rolled")
    return card.amount


def rolls(stage: Roll) -> Mapping[int, int] | Mapping[tuple[int, int], int]:
    """Return what may be rolled for an event: its number, or how many turns away and how many."""
    card = playable()[stage.event]
    if isinstance(card, Event) and card.effect == "gain-tokens-later":
        return {(turns, elves): 1 for turns in DIE for elves in DIE}
    return DIE


def rolled(state: State, stage: Roll, result: int | tuple[int, int]) -> State:
    """Return the state after the roll for an event."""
    card, tribe = playable()[stage.event], state.seats[stage.seat].tribe
    state = state.to(Replenish())
    if isinstance(result, tuple):
        joining = tuple(sorted((*state.seats[stage.seat].joining, result)))
        return with_seat(state, stage.seat, joining=joining)
    if isinstance(card, Event) and card.effect == "gain-tokens":
        return with_seat(state, stage.seat, tribe=tribe.add_tokens(result))
    state = with_seat(state, stage.seat, tribe=tribe.add_tokens(-result))
    left = result - tribe.tokens
    if left > 0 and isinstance(card, Event) and card.effect == "lose-members":
        return state.to(Suffer(stage.seat, left))
    return state


def lose_character(state: State, seat: int, name: str) -> State:
    """Return the state after a character has left a tribe for the discard pile."""
    tribe = state.seats[seat].tribe
    state = with_seat(state, seat, tribe=tribe.without(name))
    return discarded(state, *cards_of_member(tribe.member(name)))


def recovered(state: State, name: str) -> State:
    """Return the state after the player on turn has taken a card out of the discard pile, seen by all."""
    discard = list(state.discard)
    discard.remove(name)
    return gain(replace(state, discard=tuple(discard)), state.turn, name, range(len(state.seats)))


def snared(state: State, stage: Snare, card: str) -> State:
    """Return the state after the player on turn has taken a card out of a rival's hand."""
    return steal(state, state.turn, stage.seat, card).to(Replenish())


def drawn(state: State, stage: Draw, card: str) -> State:
    """Return the state after the player on turn has drawn a card."""
    return draw_to_hand(state, state.turn, card).to(Draw(stage.left - 1, stage.phase))


def looked(state: State, depth: int) -> State:
    """Return the state after the next cards were looked at; the same one if the next of them is up to chance.

    Fewer are seen if the deck holds fewer.
    """
    if not state.deck.size:
        return fresh_deck(state)
    if depth > len(state.deck.top) and state.deck.rest:
        return state
    seen = min(depth, len(state.deck.top))
    peeked = tuple(max(old, seen) if seat == state.turn else old for seat, old in enumerate(state.peeked))
    return replace(state, peeked=peeked, stage=Replenish())
