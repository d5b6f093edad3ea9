"""Solving a task: which dice meet it, which die is kept, and where one goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, permutations

import pytest
from oracles.gnome_table import GAME, MARKET, OPEN, actions, apply, can_solve, dice, die, game_of, on_tile, position

from solver.dice import Rolled
from solver.games.gnome_kingdom.action import Receive, Search, Sit, Solve, Step, Use
from solver.games.gnome_kingdom.forest import Forest
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.sound import check_state
from solver.games.gnome_kingdom.stage import Aftermath, Attempt, Move, Take, TurnOver
from solver.games.gnome_kingdom.state import Seat, State, bag_of
from solver.games.gnome_kingdom.tiles import Pile, tiles
from solver.manipulation import Turn

# ----- the tasks ------------------------------------------------------------------------------------------

Two = Callable[[Rolled, Rolled], bool]


def face(die: Rolled) -> int:
    assert isinstance(die.face, int)
    return die.face


def some(wanted: Callable[[Rolled], bool]) -> Two:
    return lambda a, b: wanted(a) or wanted(b)


APPENDIX: dict[str, Two] = {
    "two-different": lambda a, b: a.face != b.face and a.colour != b.colour,
    "clan-high": some(lambda die: die.colour == "red" and face(die) in (4, 5, 6)),
    "clan-low": some(lambda die: die.colour == "red" and face(die) in (1, 2, 3)),
    "two-or-five": some(lambda die: face(die) in (2, 5)),
    "one-or-six": some(lambda die: face(die) in (1, 6)),
    "two-consecutive": lambda a, b: abs(face(a) - face(b)) == 1,
}
"""The rows of appendix 1, for two dice and a player of the mushroom clan, whose colour is red."""


@pytest.mark.parametrize("name", APPENDIX)
def test_the_tasks_of_the_appendix(name: str) -> None:
    """Every roll of two dice in red, green and purple."""
    start = on_tile("", tiles={(1, 0): name})
    every = [Rolled(colour, number) for colour in ("red", "green", "purple") for number in range(1, 7)]
    for pair in combinations_with_replacement(sorted(every), 2):
        assert can_solve(start.but(roll=pair)) == APPENDIX[name](*pair), pair


def test_three_dice_of_one_value() -> None:
    """The rulebook's example: three 3s solve it, and each of them may be kept."""
    game = game_of(task="[any]*3 : equal")
    for faces in combinations_with_replacement(range(1, 7), 3):
        roll = " ".join(f"{letter}{number}" for letter, number in zip("rgp", faces, strict=True))
        assert can_solve(on_tile(roll, game=game), game) == (len(set(faces)) == 1)
    state = on_tile("r3 g3 p3", game=game)
    assert {solve.keep for solve in actions(state, Solve, game)} == set(dice("r3 g3 p3"))


def test_three_dice_that_differ_all_differ_from_each_other() -> None:
    game = game_of(task="[any]*3 : different, different colours")
    for faces in combinations_with_replacement((1, 2, 3), 3):
        for colours in combinations_with_replacement(("red", "green", "blue"), 3):
            roll = tuple(sorted(Rolled(colour, number) for colour, number in zip(colours, faces, strict=True)))
            wanted = len(set(faces)) == 3 and len(set(colours)) == 3
            assert can_solve(on_tile("", game=game, size=3).but(roll=roll), game) == wanted


def test_two_four_or_six() -> None:
    """Row 20: the three values are printed; that it takes two dice is assumed."""
    game = game_of(task="[2|4|6]*2")
    for a, b in combinations_with_replacement(range(1, 7), 2):
        assert can_solve(on_tile(f"r{a} g{b}", game=game), game) == (a % 2 == b % 2 == 0)


def test_four_sixes_with_three_dice_cannot_be_solved() -> None:
    game = game_of(task="[6]*4")
    assert not can_solve(on_tile("r6 g6 p6", game=game), game)
    assert can_solve(on_tile("r6 g6 p6 b6", game=game), game)


def test_the_dice_that_a_task_does_not_ask_for_are_free() -> None:
    state = on_tile("r1 g3 p4", tiles={(1, 0): "one-or-six"})
    assert [solve.keep for solve in actions(state, Solve)] == [die("r1")]


def test_a_die_fills_one_space() -> None:
    """A 2 is one die of `2` and of `even`, but not both at once."""
    game = game_of(task="[2] [even]")
    assert not can_solve(on_tile("r2 g3", game=game), game)
    assert can_solve(on_tile("r2 g4", game=game), game)


def test_dice_of_the_own_supply_solve_nothing() -> None:
    state = on_tile("r3 g3", seat={"own": dice("r2 g5")})
    assert not can_solve(state)


def test_the_clan_colour_is_that_of_whoever_tries() -> None:
    """A green 5 is one for the leaf clan, wherever the tile came from."""
    for clan, solves in (("leaf", True), ("berry", False), ("mushroom", False)):
        assert can_solve(on_tile("g5 b1", clan=clan, tiles={(1, 0): "clan-high"})) == solves


# ----- the die that is kept -------------------------------------------------------------------------------


def test_one_die_that_was_used_is_kept_as_it_lies() -> None:
    state = on_tile("r5 g3 p4")
    assert actions(state, Solve) == [Solve(die("r5"))]
    after = apply(state, Solve(die("r5")))
    assert after.mover.own == dice("r5")
    assert after.roll == dice("p4 g3")
    assert {type(action) for action in GAME.legal_actions(after)} == {Step}  # no second die


def test_a_die_must_be_kept() -> None:
    state = on_tile("r5 g3")
    assert all(solve.keep == die("r5") for solve in actions(state, Solve))


def test_any_die_of_any_set_that_meets_the_task_may_be_kept() -> None:
    """1 2 3: 1-2 and 2-3 are consecutive, so each of the three dice is in some set; a 6 is in none."""
    state = on_tile("r1 g2 b3 p6", tiles={(1, 0): "two-consecutive"})
    assert {solve.keep for solve in actions(state, Solve)} == set(dice("r1 g2 b3"))


@pytest.mark.parametrize("task", ["[any]*2 : equal", "[any]*2 : different colours", "[4-6] [red]", "[2] [2|3]"])
def test_what_may_be_kept_is_what_some_set_uses(task: str) -> None:
    """Against all sets of two dice and all ways to put them down, for all rolls of three dice of two colours."""
    game = game_of(task=task)
    fits: dict[str, Two] = {
        "[any]*2 : equal": lambda a, b: a.face == b.face,
        "[any]*2 : different colours": lambda a, b: a.colour != b.colour,
        "[4-6] [red]": lambda a, b: face(a) >= 4 and b.colour == "red",
        "[2] [2|3]": lambda a, b: face(a) == 2 and face(b) in (2, 3),
    }
    start = on_tile("", game=game, size=3)
    every = sorted(Rolled(colour, number) for colour in ("red", "blue") for number in range(1, 7))
    for roll in list(combinations_with_replacement(every, 3))[::3]:
        used = {
            die for pair in combinations(roll, 2) if any(fits[task](*way) for way in permutations(pair)) for die in pair
        }
        assert {solve.keep for solve in actions(start.but(roll=roll), Solve, game)} == used


def test_dice_may_be_changed_after_the_task_is_declared_solved() -> None:
    state = apply(on_tile("r5 g3", "pebble"), Solve(die("r5")), Step((2, 0)), "one-or-six", Sit(0))
    assert isinstance(state.stage, Aftermath)
    found = actions(state, Use)
    assert Use("pebble", Turn(die("g3"), 4, 1)) in found
    assert Use("pebble", Turn(die("r5"), 6, 1), "own") in found


# ----- the way --------------------------------------------------------------------------------------------

ROWS = {(1, 0): "two-or-five", (1, 1): "one-or-six", (2, 1): "four-to-six"}


def test_a_path_without_a_tile_and_one_with_a_tile() -> None:
    """The rulebook's example: a new tile is placed on the left; the one on the right lies there already."""
    state = position(
        Seat("mushroom", place=(1, 0), space=0), Seat("leaf", space=1), tiles=ROWS, roll=dice("r5 g3"), size=2
    )
    state = apply(state, Solve(die("r5")))
    right = [Step((2, 1), space) for space in range(3)]
    assert GAME.legal_actions(state) == [Step((2, 0)), *right]
    left = apply(state, Step((2, 0)))
    assert left.stage == TurnOver((2, 0), solved=True)
    left = apply(left, "sunrise")
    assert left.forest.at((2, 0)) == "sunrise"
    assert GAME.legal_actions(left) == [Sit(0), Sit(1), Sit(2)]
    left = apply(left, Sit(2))
    assert (left.mover.place, left.mover.space) == ((2, 0), 2)
    assert left.mover.bag == bag_of("pebble")  # the third space of `sunrise`
    assert left.pile.size == state.pile.size - 1
    over = apply(state, Step((2, 1), 1))
    assert (over.mover.place, over.mover.space) == ((2, 1), 1)
    assert over.pile == state.pile


def test_after_solving_nobody_goes_back_or_sideways() -> None:
    """Tiles lie behind, beside and ahead."""
    seats = (Seat("mushroom", place=(1, 1), space=0), Seat("leaf", space=1))
    tiles_there = {(1, 0): "two-or-five", (1, 1): "one-or-six", (1, 2): "four-to-six", (2, 1): "sunrise"}
    state = apply(position(*seats, tiles=tiles_there, roll=dice("r1 g3")), Solve(die("r1")))
    assert {step.place for step in GAME.legal_actions(state)} == {(2, 1), (2, 2)}


def test_one_must_go_on_if_a_path_is_open() -> None:
    state = apply(on_tile("r5 g3"), Solve(die("r5")))
    assert all(step.place[0] == 2 for step in GAME.legal_actions(state))


def test_the_acorn_space_gives_an_acorn_of_the_supply() -> None:
    state = position(
        Seat("mushroom", space=0), Seat("leaf", space=1), tiles={(1, 0): "two-or-five"}, roll=dice("r1 g3")
    )
    assert tiles()["two-or-five"].spaces == ("berry", "acorn", "pebble")
    after = apply(state, Solve(die("r1")), Step((1, 0), 1))
    assert after.mover.bag == bag_of("acorn")
    assert after.resources() == tuple(n - 1 if kind == 3 else n for kind, n in enumerate(state.resources()))


def test_a_space_is_taken_by_one_pawn() -> None:
    other = Seat("leaf", place=(1, 0), space=1)
    state = position(Seat("mushroom", space=0), other, tiles={(1, 0): "two-or-five"}, roll=dice("r1 g3"))
    state = apply(state, Solve(die("r1")))
    assert [step for step in GAME.legal_actions(state) if step.place == (1, 0)] == [Step((1, 0), 0), Step((1, 0), 2)]


def test_another_resource_of_choice_where_the_kind_of_the_space_is_out() -> None:
    rich = Seat("leaf", space=1, bag=bag_of(*["acorn"] * 10))
    state = position(Seat("mushroom", space=0), rich, tiles={(1, 0): "two-or-five"}, roll=dice("r1 g3"))
    state = apply(state, Solve(die("r1")), Step((1, 0), 1))
    assert state.stage == Take(1)
    assert {action.kinds for action in GAME.legal_actions(state)} == {
        ("mushroom",),
        ("leaf",),
        ("berry",),
        ("pebble",),
    }
    assert apply(state, Receive(("pebble",))).mover.bag == bag_of("pebble")


def test_a_tile_with_three_pawns_closes_a_path_and_its_neighbour_is_open() -> None:
    seats = [Seat(clan, place=(1, 1), space=space) for space, clan in enumerate(("leaf", "berry", "acorn"))]
    state = position(Seat("mushroom", space=0), *seats, tiles={(1, 1): "two-or-five"}, stage=Move())
    assert GnomeKingdom(4).legal_actions(state) == [Step((1, 0))]


def closed_in() -> State:
    """All tiles lie in the first row, the crown at the end: nothing lies ahead, and the pile is used up."""
    boxes = [[name for name, tile in tiles().items() if tile.level == level] for level in ("I", "II", "III")]
    names = [name for box in boxes for name in box[:5]]
    row = {(1, column): name for column, name in enumerate([*names, "crown"])}
    forest = Forest(tuple(sorted({(0, 0): "start-tile", **row}.items())))
    seats = (Seat("mushroom", place=(1, 0), space=0), Seat("leaf", place=(1, 1), space=2))
    state = State(seats, Move(), forest, Pile(((0, 0, 0, 0),) * 3), OPEN, dice(MARKET), finder=1, turns=20)
    check_state(GAME.setting, state)
    return state


def test_if_no_path_is_open_one_stays_or_goes_to_a_tile_beside() -> None:
    """Without a tile in the pile the places ahead are closed. For a space entered there is its resource."""
    state = closed_in()
    assert GAME.legal_actions(state) == [Step((1, 0), 0), Step((1, 1), 0), Step((1, 1), 1)]  # the third is taken
    stayed = apply(state, Step((1, 0), 0))
    assert (stayed.mover.place, stayed.mover.bag) == ((1, 0), bag_of())
    assert state.forest.at((1, 1)) == "clan-high"
    went = apply(state, Step((1, 1), 1))
    assert (went.mover.place, went.mover.bag) == ((1, 1), bag_of("berry"))


def test_nobody_enters_the_crown_that_lies_there() -> None:
    """Not even when it is free; from the tile beside it the only way is to stay or to go the other way."""
    state = closed_in()
    state = replace(state, seats=(replace(state.mover, place=(1, 14)), state.seats[1]))
    assert {step.place for step in GAME.legal_actions(state)} == {(1, 14), (1, 13)}
    assert {search.place for search in actions(replace(state, stage=Attempt()), Search)} == {(1, 14), (1, 13)}
