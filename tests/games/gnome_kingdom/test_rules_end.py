"""Another turn for five resources, the crown and its bonus, the last round, the winner."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from oracles.gnome_table import GAME, OPEN, actions, apply, dice, die, on_tile, position

from solver.games.gnome_kingdom.action import AnotherTurn, Complete, Done, Keep, Receive, Search, Sit, Solve, Step, Use
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import Aftermath, Attempt, Bonus, Over, Refill, Roll, Take
from solver.games.gnome_kingdom.state import Seat, State, bag_of
from solver.games.gnome_kingdom.tiles import CROWN
from solver.manipulation import Turn

# ----- another turn ---------------------------------------------------------------------------------------

FIVE = ("mushroom", "leaf", "leaf", "acorn", "pebble")


def test_five_resources_of_any_kinds_buy_another_turn() -> None:
    state = replace(on_tile("r3 g3", *FIVE, "pebble"), stage=Aftermath())
    assert {action.pays for action in actions(state, AnotherTurn)} == {
        FIVE,
        ("mushroom", "leaf", "leaf", "pebble", "pebble"),
        ("mushroom", "leaf", "acorn", "pebble", "pebble"),
        ("mushroom", "leaf", "leaf", "acorn", "pebble"),
        ("leaf", "leaf", "acorn", "pebble", "pebble"),
    }
    after = apply(state, AnotherTurn(FIVE))
    assert after.mover.bag == bag_of("pebble")
    assert after.resources() == (10, 10, 10, 10, 9)
    assert not actions(replace(state, seats=(replace(state.mover, bag=bag_of(*FIVE[:4])), state.seats[1])), AnotherTurn)


def test_the_first_turn_is_finished_before_the_next_begins() -> None:
    """It is bought after the attempt, and ends the turn; the new one begins as any other, with dice and refill."""
    state = on_tile("r5 g3", *FIVE, size=3)
    assert not actions(state, AnotherTurn)
    state = apply(state, Solve(die("r5")), Step((2, 0)), "one-or-six", Sit(0))
    state = apply(state, AnotherTurn(FIVE))
    assert (state.turn, state.stage, state.pool) == (0, Refill(2), (0, 1, 0, 0, 0))


def test_another_turn_is_a_whole_turn_and_may_be_bought_again() -> None:
    state = on_tile("r5 g3", *FIVE, *FIVE)
    for place, name, back in (((2, 0), "one-or-six", "r1"), ((3, 0), "clan-even", "r2")):
        state = apply(state, actions(state, Solve)[0], Step(place), name, Sit(0), AnotherTurn(FIVE))
        assert (state.turn, state.mover.place) == (0, place)
        assert isinstance(state.stage, Refill)
        state = replace(state, stage=Attempt(), pool=(0, 0, 0, 0, 0), roll=dice(back))
    assert state.mover.place[0] == 3  # two tasks solved in a row


# ----- the crown ------------------------------------------------------------------------------------------


NINE = (
    "four-to-six",
    "two-or-five",
    "one-or-six",
    "clan-even",
    "clan-low",
    "sunrise",
    "far-apart",
    "mixed-pair",
    "four-sixes",
)
"""The tiles of the upper two parts of the pile, in an order in which they may be turned over."""


def before_the_crown(turn: int = 0, players: int = 2, **fields: Any) -> State:
    """All stand in row 2, each on another tile; the task of whoever is on turn is solved, and the crown may be next."""
    tiles = {(1, 0): NINE[0]} | {(2, column): name for column, name in enumerate(NINE[1:])}
    clans = ("mushroom", "leaf", "berry", "acorn", "pebble")[:players]
    seats = [Seat(clan, place=(2, (at - turn) % players), space=0) for at, clan in enumerate(clans)]
    return position(*seats, tiles=tiles, **{"turn": turn, "turns": 20, "roll": dice("r2 b1 g6"), "size": 3, **fields})


def crowned(turn: int = 0, players: int = 2, **fields: Any) -> tuple[GnomeKingdom, State]:
    """The crown has been found by whoever is on turn, who may choose the bonus now."""
    game = GnomeKingdom(players)
    state = before_the_crown(turn, players, **fields)
    return game, apply(state, Solve(die("r2")), Step((3, 0)), CROWN, game=game)


def test_whoever_turns_the_crown_over_moves_onto_it() -> None:
    _, state = crowned()
    assert (state.mover.place, state.finder) == ((3, 0), 0)
    assert state.forest.at((3, 0)) == CROWN


def test_the_bonus_is_a_die_of_the_roll_that_met_no_task_and_two_resources() -> None:
    """Contradiction settled by the rulebook itself: only dice that met the task are kept, but for this one."""
    _, state = crowned()
    assert isinstance(state.stage, Bonus)
    assert set(GAME.legal_actions(state)) == {Keep(die("b1")), Keep(die("g6")), Done()}  # r2 is kept already
    state = apply(state, Keep(die("g6")))
    assert state.mover.own == dice("g6 r2")
    assert state.stage == Take(2)
    assert len(GAME.legal_actions(state)) == 15  # two of five kinds, with repetition
    state = apply(state, Receive(("leaf", "acorn")))
    assert state.mover.bag == bag_of("leaf", "acorn")
    assert state.roll == dice("b1")


def test_without_a_die_left_the_bonus_is_the_resources() -> None:
    _, state = crowned(roll=dice("r2"))
    assert state.stage == Take(2)


def test_the_turn_is_finished_with_resources_and_cards() -> None:
    _, state = crowned(open_cards=("acorn-expert-2", "leaf-expert-1"))
    state = apply(state, Keep(die("b1")), Receive(("leaf", "pebble")))
    state = apply(state, Use("pebble", Turn(die("b1"), 2, 1), "own"))
    assert Complete("leaf-expert-1", dice("b2")) in GAME.legal_actions(state)
    assert Complete("leaf-expert-1", dice("r2")) in GAME.legal_actions(state)


def test_the_bonus_comes_at_once() -> None:
    """What is used to change dice comes before the crown is found, or after the bonus."""
    game = GnomeKingdom(2)
    state = before_the_crown()
    rich = replace(state.mover, bag=bag_of("mushroom", "leaf"))
    state = apply(replace(state, seats=(rich, state.seats[1])), Solve(die("r2")), Step((3, 0)), CROWN)
    assert not actions(state, Use, game)
    assert actions(apply(state, Done(), Receive(("leaf", "leaf"))), Use, game)


def test_only_one_player_is_ever_on_the_crown() -> None:
    _, state = crowned()
    state = apply(state, Done(), Receive(("leaf", "leaf")), Done())
    state = replace(state, stage=Attempt(), pool=(0, 0, 0, 0, 0), roll=dice("r2 b1"))
    state = replace(state, seats=(state.seats[0], replace(state.mover, place=(2, 0), space=1)))
    state = apply(state, Solve(die("r2")))
    assert [step.place for step in GAME.legal_actions(state)] == [(3, 1)]


# ----- the last round -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_round_is_finished_so_that_all_had_as_many_turns(players: int) -> None:
    """After whoever found the crown all who sit behind in the round have a turn, and nobody else."""
    for finder in range(players):
        game, state = crowned(finder, players)
        state = apply(state, Done(), Receive(("leaf", "leaf")), Done(), game=game)
        had = []
        while not isinstance(state.stage, Over):
            had.append(state.turn)
            state = apply(replace(state, stage=Aftermath(), pool=(0, 0, 0, 0, 0)), Done(), game=game)
        assert had == list(range(finder + 1, players))


def test_bought_turns_do_not_count_for_the_round() -> None:
    _, state = crowned(1)
    state = replace(state, seats=(state.seats[0], replace(state.mover, bag=bag_of(*FIVE))))
    state = apply(state, Done(), Receive(("leaf", "leaf")))
    again = apply(state, AnotherTurn(FIVE))
    assert (again.turn, isinstance(again.stage, Refill | Roll)) == (1, True)
    over = apply(replace(again, stage=Aftermath(), pool=(0, 0, 0, 0, 0)), Done())
    assert isinstance(over.stage, Over)
    none = GnomeKingdom(setting=Setting(2, Rules(extra_turn="before_crown")))
    assert not actions(state, AnotherTurn, none)


def test_who_moves_on_from_the_crown_has_no_task_there() -> None:
    """In a bought turn: there is no task on it, and nothing to search but beside it."""
    _, state = crowned()
    state = apply(state, Done(), Receive(("leaf", "leaf")))
    state = replace(state, stage=Attempt())
    assert not actions(state, Solve)
    assert {search.place for search in actions(state, Search)} == {(3, -1), (3, 0), (3, 1)}


# ----- the winner -----------------------------------------------------------------------------------------

CARDS = {3: "leaf-expert-4", 6: "pebble-expert-6", 1: "acorn-expert-1", 0: None}
THREES = ("leaf-expert-4", "berry-expert-4", "acorn-expert-4")


def ended(finder: int, *cards: str | None) -> list[Fraction]:
    """What each player gets for these cards, one each at most, when the last turn is over."""
    players = len(cards)
    game, state = crowned(finder, players, open_cards=("gatherer-1",))
    state = apply(state, Done(), Receive(("leaf", "leaf")), game=game)
    seats = tuple(replace(seat, skills=(card,) if card else ()) for seat, card in zip(state.seats, cards, strict=True))
    state = replace(state, seats=seats, turn=players - 1, stage=Aftermath(), roll=())
    state = apply(state, Done(), game=game)
    assert isinstance(state.stage, Over)
    return game.returns(state)


def test_most_crown_points_win() -> None:
    assert ended(0, CARDS[3], CARDS[6]) == [0, 1]
    assert ended(1, CARDS[3], CARDS[1], CARDS[0]) == [1, 0, 0]


def test_of_those_tied_the_finder_of_the_crown_wins() -> None:
    assert ended(1, THREES[0], THREES[1]) == [0, 1]
    assert ended(0, THREES[0], THREES[1], CARDS[1]) == [1, 0, 0]


def test_without_the_finder_among_them_those_tied_share() -> None:
    assert ended(1, THREES[0], CARDS[1], THREES[1]) == [Fraction(1, 2), 0, Fraction(1, 2)]
    assert ended(3, *THREES, CARDS[1]) == [Fraction(1, 3)] * 3 + [0]


def test_the_crown_alone_wins_nothing() -> None:
    """It is worth no points: whoever found it loses against one point."""
    assert ended(0, CARDS[0], CARDS[1]) == [0, 1]


def test_the_pile_holds_the_crown_to_the_end() -> None:
    """No rule tells what follows if it is not found; every tile turned over brings it nearer."""
    state = before_the_crown(open_cards=OPEN)
    assert state.pile.count("crown") == 1
    broken_off = GnomeKingdom(setting=Setting(2, turn_cap=20))
    state = apply(state, Search((2, 0), 0), Done(), game=broken_off)
    assert state.stage == Over(())
    assert broken_off.returns(state) == [0, 0]
