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

DIE = {face: 1 for face in range(1, 7)}


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
    return [
        action
        for name in state.mover.hand
        if name in known
        for action in _ways_to_play(state, known[name], rules)
    ]


def _ways_to_play(state: State, card: Event | Food, rules: Rules) -> Iterator[Play]:
    me, name = state.mover, card.name
    if isinstance(card, Food):
        fits = rules.food_land == "any_land" or card.land == me.land
        if fits and can_go_again(state, rules):
            yield Play(name)
        return
    if (card.land and card.land != me.land) or (card.folk and card.folk not in me.tribe.kinds):
        return
    rivals = [
        seat
        for seat in state.rivals()
        if not card.opponent_land or state.seats[seat].land == card.opponent_land
    ]
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
    state = replace(lose(state, me, card.name), stage=Replenish())
    if isinstance(card, Food):
        return replace(discarded(state, card.name), again=True)
    if card.effect != "shape-character":
        state = discarded(state, card.name)
    seat = me if action.seat is None else action.seat
    match card.effect:
        case "look-deck":
            return replace(state, stage=Look(_number(card)))
        case "draw":
            return replace(state, stage=Draw(_number(card), "replenish"))
        case "look-hands":
            for rival in state.rivals():
                state = show_hand(state, rival, me)
            return state
        case "extra-turn":
            return replace(state, again=True)
        case "miss-turn":
            return with_seat(state, seat, missed=state.seats[seat].missed + 1)
        case "take-card":
            return replace(show_hand(state, seat, me), stage=Snare(seat))
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
            return replace(state, stage=Roll(card.name, seat))
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
    state = replace(state, stage=Replenish())
    if isinstance(result, tuple):
        joining = tuple(sorted((*state.seats[stage.seat].joining, result)))
        return with_seat(state, stage.seat, joining=joining)
    if isinstance(card, Event) and card.effect == "gain-tokens":
        return with_seat(state, stage.seat, tribe=tribe.add_tokens(result))
    state = with_seat(state, stage.seat, tribe=tribe.add_tokens(-result))
    left = result - tribe.tokens
    if left > 0 and isinstance(card, Event) and card.effect == "lose-members":
        return replace(state, stage=Suffer(stage.seat, left))
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
    return replace(steal(state, state.turn, stage.seat, card), stage=Replenish())


def drawn(state: State, stage: Draw, card: str) -> State:
    """Return the state after the player on turn has drawn a card."""
    return replace(draw_to_hand(state, state.turn, card), stage=replace(stage, left=stage.left - 1))
