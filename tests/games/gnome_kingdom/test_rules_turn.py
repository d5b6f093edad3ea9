"""The beginning of a turn: dice received and refilled, the roll, the growing pool."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import pytest
from oracles.gnome_table import GAME, actions, apply, dice, game_of, on_tile, position, with_bag

from solver.games.gnome_kingdom.action import Colours, Done, Search, Sit, Solve, Step
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.stage import Aftermath, Attempt, Refill, Roll
from solver.games.gnome_kingdom.state import Seat, State

# ----- receive and refill ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5])
def test_players_take_turns_in_order(players: int) -> None:
    clans = ("mushroom", "leaf", "berry", "acorn", "pebble")[:players]
    seats = [Seat(clan, space=space) for space, clan in enumerate(clans)]
    state, game, order = position(*seats, stage=Aftermath(), roll=dice("r1 r2")), GnomeKingdom(players), []
    for _ in range(players + 1):
        order.append(state.turn)
        state = apply(state, Done(), (1, 1), Search((0, 0), 5), game=game)
        state = replace(state, stage=Aftermath())
    assert order == [*range(players), 0]


def test_the_next_player_receives_the_dice_that_are_left() -> None:
    """Of four dice one was kept: the three others go on, whatever they show, and one is refilled."""
    state = position(stage=Aftermath(), roll=dice("r1 g4 g5"), size=4)
    state = apply(state, Done())
    assert (state.turn, state.pool, state.stage) == (1, (1, 2, 0, 0, 0), Refill(1))


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_the_player_chooses_the_colours_of_the_refill(missing: int) -> None:
    state = apply(position(stage=Aftermath(), size=missing), Done())
    assert state.stage == Refill(missing)
    chosen = GAME.legal_actions(state)
    assert len(chosen) == comb(5 + missing - 1, missing)  # of five colours, with repetition
    after = apply(state, Colours(("purple",) * missing))
    assert after.pool == (0, 0, missing, 0, 0)
    assert after.supply()[2] == state.supply()[2] - missing


def test_more_dice_than_the_size_are_all_kept() -> None:
    """It cannot come to pass, so the state is not looked at closely."""
    state = GAME.apply(position(stage=Aftermath()).but(roll=dice("g3 r1 r2")), Done())
    assert (state.stage, state.pool) == (Roll(), (2, 1, 0, 0, 0))


def test_without_dice_in_the_supply_fewer_are_rolled() -> None:
    """39 dice: the mark of the start player is out; 4 lie in the market, 1 in the roll, all others are kept."""
    own = dice("r1 " * 5 + "g1 " * 7 + "p1 " * 7 + "o1 " * 7 + "b1 " * 8)
    seats = (Seat("mushroom", space=0), Seat("leaf", space=1, own=own))
    state = position(*seats, stage=Aftermath(), roll=dice("r6"), size=4)
    assert state.supply() == (0, 0, 0, 0, 0)
    state = apply(state, Done())
    assert (state.stage, state.pool) == (Roll(), (1, 0, 0, 0, 0))
    assert apply(state, (3,)).roll == dice("r3")


def test_the_colours_are_chosen_knowing_the_task_and_before_anything_is_used() -> None:
    """A resource waits until the dice are rolled; what was seen before is the forest with its tasks."""
    state = with_bag("acorn", "leaf", "acorn", stage=Refill(2))
    assert {type(action) for action in GAME.legal_actions(state)} == {Colours}
    assert str(GAME.setting.task(GAME.observation(state, 0))) == "[1-3]"


# ----- the roll -------------------------------------------------------------------------------------------


def test_all_dice_of_the_pool_are_rolled_whatever_the_task_needs() -> None:
    """The start tile asks for one die only."""
    state = apply(position(stage=Refill(3), size=4, pool=(0, 0, 0, 0, 1)), Colours(("red", "red", "green")))
    state = apply(state, (1, 1), (2,), (3,))
    assert state.roll == dice("b3 g2 r1 r1")
    assert sum(state.pool) == 0


def test_the_dice_are_rolled_once() -> None:
    """Without resources and abilities nothing but solving or failing is left."""
    state = position(roll=dice("r1 r5"))
    assert {type(action) for action in GAME.legal_actions(state)} == {Solve, Search}


@pytest.mark.parametrize("faces", [(1, 2), (6, 6)])
def test_every_die_is_fair(faces: tuple[int, int]) -> None:
    weights = GAME.chance_outcomes(position(stage=Roll(), pool=(2, 0, 0, 0, 0)))
    assert sum(weights.values()) == 36
    assert weights[faces] == (1 if faces[0] == faces[1] else 2)


# ----- the growing pool -----------------------------------------------------------------------------------


def placed(size: int, grows: int, *, solved: bool) -> State:
    """After the tile `two-or-five` with such a symbol has been turned over, from the tile `one-or-six`."""
    game = game_of(grows=grows)
    fields = {"size": size, "tiles": {(1, 0): "one-or-six"}}
    state = on_tile("r1 g2", seat={"place": (1, 0), "space": 0}, game=game, **fields)
    if solved:
        state = apply(state, Solve(dice("r1")[0]), Step((2, 0)), game=game)
    else:
        state = apply(state, Search((1, 1)), game=game)
    return apply(state, "two-or-five", Sit(0), game=game)


@pytest.mark.parametrize("solved", [True, False])
@pytest.mark.parametrize(
    ("size", "grows", "after"),
    [(2, 4, 3), (3, 4, 4), (4, 4, 4), (5, 4, 5), (2, 0, 2)],
    ids=["two", "three", "at the most", "past the most", "no symbol"],
)
def test_a_tile_with_the_symbol_adds_a_die_up_to_its_number(size: int, grows: int, after: int, *, solved: bool) -> None:
    """Solving or searching, a tile is turned over; the printed example is one more, at most 4."""
    assert placed(size, grows, solved=solved).size == after


def test_the_new_die_comes_with_the_next_refill() -> None:
    """Whoever turned the tile over has no more dice; the next player refills up to the new size."""
    state = placed(2, 4, solved=False)
    assert len(state.roll) == 2
    state = apply(state, Done())
    assert (state.turn, state.stage) == (1, Refill(1))


def test_a_tile_that_lies_there_adds_nothing() -> None:
    game = game_of(grows=4)
    state = on_tile("r1 g2", game=game, tiles={(1, 0): "one-or-six", (2, 0): "two-or-five"})
    state = apply(state, Solve(dice("r1")[0]), Step((2, 0), 1), game=game)
    assert state.size == 2


def test_a_turn_has_one_attempt() -> None:
    state = position(roll=dice("r1 r2"))
    solved = apply(state, Solve(dice("r1")[0]), Step((1, 0)), "two-or-five", Sit(0))
    assert isinstance(solved.stage, Aftermath)
    failed = apply(state, Search((0, 0), 5))
    for after in (solved, replace(failed, stage=Aftermath())):
        assert not actions(after, Solve)
        assert not actions(after, Search)
        assert not actions(after, Step)
    assert isinstance(state.stage, Attempt)
