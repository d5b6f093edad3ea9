"""Whether a state can be: every card in one place, no land too many, nobody beaten who is still in the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.errors import GnomonError
from solver.games.old_ones.cards import Card, Character, find
from solver.games.old_ones.journey import LANDS, check_path
from solver.games.old_ones.piles import SHAPING
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import ChooseFolk, Deal, Meet, Muster, Over, Snare, Suffer, on_table
from solver.games.old_ones.state import State


def check_state(state: State, whole: Mapping[str, int], rules: Rules | None = None) -> None:
    """Make sure that a state is one of this game.

    Parameters
    ----------
    state : the state
    whole : every card in the game with the number of its copies
    rules : the readings and numbers

    Raises
    ------
    GnomonError
        it is not; the message names the card and the rule

    Examples
    --------
    >>> from solver.games.old_ones.play import Quest
    >>> from solver.games.old_ones.piles import gain
    >>> quest = Quest()
    >>> check_state(gain(quest.initial_state(), 0, "bear"), quest.whole)
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: cards: Bear is in the hand of player 0 and in the deck, and there is only one
    """
    rules = Rules() if rules is None else rules
    _check_cards(state, whole)
    for number, seat in enumerate(state.seats):
        try:
            check_path(seat.lands, rules.path_length)
        except GnomonError as error:
            raise GnomonError(f"player {number}: {error}") from None
        for member in seat.tribe.members:
            _named(member.name, Character)
            if member.shaped and "BMG" not in member.card.kinds:
                raise GnomonError(f"player {number}: {member.card.title} is no Blue Mountain Glider to be shaped")
        _check_numbers(state, number)
    _check_turn(state, rules)


def _named(name: str, kind: type[Card] | None = None) -> Card:
    found: Card = find(name, kind)
    return found


def _places(state: State) -> Iterator[tuple[str, str, int]]:
    """Every card, where it is, and how often."""
    for name, number in state.deck.cards().items():
        yield name, "in the deck", number
    for number, seat in enumerate(state.seats):
        yield from ((name, f"in the hand of player {number}", 1) for name in seat.hand)
        yield from ((name, f"among the lands of player {number}", 1) for name in seat.lands)
        for member in seat.tribe.members:
            yield member.name, f"in the tribe of player {number}", 1
            if member.shaped:
                yield SHAPING, f"with {member.card.title}", 1
    yield from ((name, "in the discard pile", 1) for name in state.discard)
    yield from ((name, "on the table", 1) for name in on_table(state.stage))


def _check_cards(state: State, whole: Mapping[str, int]) -> None:
    found: dict[str, list[str]] = {}
    for name, place, times in _places(state):
        found.setdefault(_named(name).name, []).extend([place] * times)
    for name, places in found.items():
        most, title = whole.get(name, 0), _named(name).title
        if len(places) > most == 1:
            where = " and ".join(dict.fromkeys(sorted(places, key=lambda place: place == "in the deck")))
            raise GnomonError(f"cards: {title} is {where}, and there is only one")
        if len(places) > most:
            raise GnomonError(f"cards: there are {len(places)} {title}, but only {most} in the game")
    for name, most in whole.items():
        if len(found.get(name, ())) < most:
            missing = most - len(found.get(name, ()))
            count = f"{missing} of {most} " if most > 1 else ""
            raise GnomonError(f"cards: {count}{_named(name).title} is nowhere: neither in the deck nor out of it")


def _check_numbers(state: State, number: int) -> None:
    seat, early = state.seats[number], isinstance(state.stage, ChooseFolk | Muster | Deal)
    if seat.missed < 0 or any(turns < 1 or elves < 1 for turns, elves in seat.joining):
        raise GnomonError(f"player {number}: turns to be missed and elves on their way are counted from 1")
    if seat.out and (seat.hand or seat.lands or seat.tribe.size):
        raise GnomonError(f"player {number}: whoever is out has no cards and no elves")
    if not seat.out and not seat.tribe.elves and not early and not isinstance(state.stage, Over):
        raise GnomonError(f"player {number}: no elf is left, so this player is out")
    for viewer, name in seat.shown:
        held = seat.hand.count(name)
        if viewer == number or not 0 <= viewer < len(state.seats) or seat.shown.count((viewer, name)) > held:
            raise GnomonError(f"player {number}: player {viewer} cannot know of {_named(name).title} in that hand")


def _check_turn(state: State, rules: Rules) -> None:
    seats = range(len(state.seats))
    stage = state.stage
    acting = [state.turn, *([stage.seat] if isinstance(stage, Meet | Snare | Suffer) else [])]
    for seat in acting:
        if seat not in seats or (state.seats[seat].out and not isinstance(stage, Over)):
            raise GnomonError(f"turn: player {seat} is not in the game")
    if len(acting) == 2 and acting[0] == acting[1]:
        raise GnomonError(f"turn: player {state.turn} is no rival of player {state.turn}")
    if not 1 <= state.row <= rules.turns_in_a_row or (state.again and state.row == rules.turns_in_a_row):
        raise GnomonError(f"turn: nobody may take more than {rules.turns_in_a_row} turns in a row")
    if isinstance(stage, Meet) and not state.mover.lands:
        raise GnomonError(f"turn: player {state.turn} has come to none of {', '.join(LANDS)} yet")
    if len(state.peeked) != len(seats) or not all(0 <= depth <= len(state.deck.top) for depth in state.peeked):
        raise GnomonError("deck: a player cannot know more cards on top than are known to lie there")
