"""Failing a task, by bad luck or on purpose: searching for resources."""

from __future__ import annotations

from dataclasses import replace

import pytest
from oracles.gnome_table import GAME, actions, apply, can_solve, dice, die, game_of, on_tile, position

from solver.games.gnome_kingdom.action import Done, Receive, Search, Sit, Solve, Step, Use
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.stage import Aftermath, Attempt, Bonus, Settle, Take, TurnOver
from solver.games.gnome_kingdom.state import WAITING, Seat, bag_of
from solver.games.gnome_kingdom.tiles import CROWN, Pile, tiles
from solver.manipulation import Turn

ROW = {(1, 0): "two-or-five", (1, 1): "one-or-six", (1, 2): "four-to-six"}
BERRY, ACORN, PEBBLE = 0, 1, 2  # the spaces of `two-or-five`


# ----- the own tile ---------------------------------------------------------------------------------------


def test_an_unsolved_task_brings_one_of_each_resource_and_no_die() -> None:
    """The rulebook's example: 1, 2 and 3 are not three of a kind; a leaf, a mushroom and an acorn are taken."""
    game = game_of(task="[any]*3 : equal", spaces=("leaf", "mushroom", "acorn"))
    state = on_tile("r1 g2 p3", game=game)
    assert not can_solve(state, game)
    state = apply(state, Search((1, 0), 0), game=game)
    assert state.mover.bag == bag_of("leaf", "mushroom", "acorn")
    assert state.mover.own == ()
    assert state.roll == dice("p3 g2 r1")
    assert isinstance(state.stage, Aftermath)


def test_the_pawn_stays_on_its_space_of_the_own_tile() -> None:
    state = on_tile("r3 g3", seat={"space": PEBBLE})
    assert [search for search in actions(state, Search) if search.place == (1, 0)] == [Search((1, 0), PEBBLE)]
    assert apply(state, Search((1, 0), PEBBLE)).mover.space == PEBBLE


def test_one_may_fail_with_the_right_dice_and_resources() -> None:
    state = on_tile("r5 g3", "pebble")
    assert can_solve(state)
    assert Search((1, 0), 0) in GAME.legal_actions(state)


def test_one_may_fail_after_dice_were_changed() -> None:
    state = apply(on_tile("r3 g3", "pebble"), Use("pebble", Turn(die("g3"), 2, 1)))
    assert can_solve(state)
    state = apply(state, Search((1, 0), 0))
    assert state.mover.own == ()
    assert state.mover.bag == bag_of("berry", "acorn", "pebble")


def test_resources_of_spaces_where_others_stand_are_taken_too() -> None:
    state = on_tile("r3 g3", rival={"place": (1, 0), "space": ACORN})
    assert apply(state, Search((1, 0), 0)).mover.bag == bag_of("berry", "acorn", "pebble")


def test_a_tile_that_shows_a_resource_twice_gives_it_twice() -> None:
    game = game_of(spaces=("leaf", "leaf", "acorn"))
    assert apply(on_tile("r3 g3", game=game), Search((1, 0), 0), game=game).mover.bag == bag_of("leaf", "leaf", "acorn")


# ----- tiles beside ---------------------------------------------------------------------------------------


def test_only_the_own_tile_and_those_beside_can_be_searched() -> None:
    """Tiles lie ahead and behind as well."""
    tiles_there = {**ROW, (2, 1): "sunrise", (2, 2): "far-apart"}
    state = position(
        Seat("mushroom", place=(1, 1), space=0), Seat("leaf", space=1), tiles=tiles_there, roll=dice("r3 g3")
    )
    assert {search.place for search in actions(state, Search)} == {(1, 0), (1, 1), (1, 2)}


def test_a_tile_beside_is_searched_from_a_free_space_of_it() -> None:
    seats = (Seat("mushroom", place=(1, 1), space=0), Seat("leaf", place=(1, 0), space=ACORN))
    state = position(*seats, tiles=ROW, roll=dice("r3 g3"))
    left = [search for search in actions(state, Search) if search.place == (1, 0)]
    assert left == [Search((1, 0), BERRY), Search((1, 0), PEBBLE)]
    state = apply(state, Search((1, 0), PEBBLE))
    assert (state.mover.place, state.mover.space) == ((1, 0), PEBBLE)
    assert state.mover.bag == bag_of("berry", "acorn", "pebble")
    assert isinstance(state.stage, Aftermath)


def test_a_tile_beside_without_a_free_space_cannot_be_searched() -> None:
    others = [Seat(clan, place=(1, 0), space=space) for space, clan in enumerate(("leaf", "berry", "acorn"))]
    state = position(Seat("mushroom", place=(1, 1), space=0), *others, tiles=ROW, roll=dice("r3 g3"))
    assert {search.place for search in actions(state, Search, GnomeKingdom(4))} == {(1, 1), (1, 2)}


@pytest.mark.parametrize(("column", "empty"), [(0, {(1, -1)}), (1, set()), (2, {(1, 3)})])
def test_a_new_tile_may_be_placed_on_an_empty_place_beside(column: int, empty: set[tuple[int, int]]) -> None:
    """One may choose between the tiles that lie there and the places that are empty."""
    state = position(Seat("mushroom", place=(1, column), space=0), Seat("leaf", space=1), tiles=ROW, roll=dice("r3 g3"))
    found = actions(state, Search)
    assert {search.place for search in found if search.space < 0} == empty
    assert {search.place for search in found} == {(1, column - 1), (1, column), (1, column + 1)}


def test_the_new_tile_is_searched_at_once() -> None:
    state = on_tile("r3 g3")
    state = apply(state, Search((1, 1)))
    assert state.stage == TurnOver((1, 1), solved=False)
    state = apply(state, "clan-low")
    assert state.stage == Settle((1, 1), solved=False)
    state = apply(state, Sit(2))
    assert (state.mover.place, state.mover.space) == ((1, 1), 2)
    assert state.mover.bag == bag_of(*tiles()["clan-low"].spaces)
    assert state.mover.own == ()


def test_without_tiles_in_the_pile_no_empty_place_is_searched() -> None:
    state = on_tile("r3 g3").but(pile=Pile(((0, 0, 0, 0),) * 3))
    assert actions(state, Search) == [Search((1, 0), 0)]


def test_another_kind_is_taken_for_each_that_is_out() -> None:
    rich = {"bag": bag_of(*["berry"] * 10, *["acorn"] * 10)}
    state = apply(on_tile("r3 g3", rival=rich), Search((1, 0), 0))
    assert (state.mover.bag, state.stage) == (bag_of("pebble"), Take(2))
    assert {action.kinds for action in GAME.legal_actions(state)} == {
        ("mushroom", "mushroom"),
        ("mushroom", "leaf"),
        ("mushroom", "pebble"),
        ("leaf", "leaf"),
        ("leaf", "pebble"),
        ("pebble", "pebble"),
    }


# ----- the start tile -------------------------------------------------------------------------------------


def test_on_the_start_tile_any_three_resources_are_taken_on_the_waiting_space() -> None:
    state = position(roll=dice("r5 r6"))
    assert actions(state, Search) == [Search((0, 0), WAITING)]  # nothing lies beside, and no tile is placed there
    state = apply(state, Search((0, 0), WAITING), Receive(("mushroom", "acorn", "acorn")))
    assert state.mover.space == WAITING
    assert state.mover.bag == bag_of("mushroom", "acorn", "acorn")


def test_several_wait_on_the_start_tile_and_its_task_stays() -> None:
    waiting = (Seat("mushroom", space=WAITING), Seat("leaf", space=1))
    state = apply(position(*waiting, turn=1, roll=dice("g5 g6")), Search((0, 0), WAITING), Receive(("leaf",) * 3))
    assert [seat.space for seat in state.seats] == [WAITING, WAITING]
    state = replace(apply(state, Done()), stage=Attempt(), pool=(0, 0, 0, 0, 0), roll=dice("r3 g6"))
    assert state.turn == 0
    assert actions(state, Solve) == [Solve(die("r3"))]


# ----- the crown ------------------------------------------------------------------------------------------


def test_the_crown_may_be_stumbled_upon() -> None:
    """There is nothing to search on it; the bonus is for whoever reaches it, solving or not."""
    names = ["two-or-five", "one-or-six", "four-to-six", "clan-even", "clan-low"]
    names += ["sunrise", "sum-of-seven", "far-apart", "two-pairs"]
    tiles_there = {(1, column): name for column, name in enumerate(names)}
    state = position(
        Seat("mushroom", place=(1, 8), space=0), Seat("leaf", space=1), tiles=tiles_there, roll=dice("r3 g4")
    )
    state = apply(state, Search((1, 9)))
    assert GAME.chance_outcomes(state)[CROWN] * 7 == sum(GAME.chance_outcomes(state).values())  # one of seven
    state = apply(state, CROWN)
    assert (state.mover.place, state.finder) == ((1, 9), 0)
    assert isinstance(state.stage, Bonus)
    state = apply(state, Done())
    assert state.stage == Take(2)
    state = apply(state, Receive(("leaf", "acorn")))
    assert state.mover.bag == bag_of("leaf", "acorn")
    assert apply(state, Done()).turn == 1  # the round goes on


def test_failing_is_open_to_all_and_steps_are_not() -> None:
    state = on_tile("r5 g3")
    assert not actions(state, Step)
    assert actions(apply(state, Solve(die("r5"))), Step)
    assert not actions(apply(state, Solve(die("r5"))), Search)
