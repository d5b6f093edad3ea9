"""Resources and clan powers in the whole game: when they may be used, on which dice, and what each does."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from oracles.gnome_table import GAME, actions, apply, can_solve, dice, die, game_of, on_tile, position, with_bag

from solver.dice import Rolled
from solver.game import CHANCE
from solver.games.gnome_kingdom.action import Colours, Done, Exchange, Receive, Search, Sit, Solve, Step, Use
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.stage import Acting, Aftermath, Attempt, Refill, Take, Throw
from solver.games.gnome_kingdom.state import Seat, State, bag_of
from solver.manipulation import STOP, Give, Lend, Paint, Turn
from solver.manipulation import Roll as Reroll

TRIPLE = game_of(task="[any]*3 : equal")


def best(state: State, game: GnomeKingdom) -> Fraction:
    """The chance to solve the task at hand, over all that the player on turn can do with dice; the plain way."""

    @cache
    def chance(here: State) -> Fraction:
        if game.current_player(here) == CHANCE:
            outcomes = game.chance_outcomes(here)
            sure = sum((weight * chance(game.apply(here, what)) for what, weight in outcomes.items()), Fraction(0))
            return sure / sum(outcomes.values())
        if isinstance(here.stage, Attempt) and can_solve(here, game):
            return Fraction(1)
        moves = [move for move in game.legal_actions(here) if not isinstance(move, Search | Exchange)]
        return max((chance(game.apply(here, move)) for move in moves), default=Fraction(0))

    return chance(state)


def dice_named(use: Use) -> list[Rolled]:
    """The dice that an action takes into the hand or changes."""
    action = use.action
    return [action.die] if isinstance(action, Give | Paint | Reroll | Turn) else []


# ----- when and where -------------------------------------------------------------------------------------


def test_a_resource_used_goes_back_to_the_supply() -> None:
    state = with_bag("acorn", "pebble", "leaf", roll=dice("r1 b6"))
    after = apply(state, Use("pebble", Turn(die("r1"), 2, 1)))
    assert after.mover.bag == bag_of("leaf")
    assert after.resources()[4] == state.resources()[4] + 1


def test_any_number_of_resources_may_be_used_before_and_after_the_attempt() -> None:
    state = on_tile("r1 g3", *["pebble"] * 3)
    state = apply(state, Use("pebble", Turn(die("r1"), 2, 1)), Use("pebble", Turn(die("g3"), 4, 1)))
    state = apply(state, Solve(die("r2")), Step((2, 0)), "one-or-six", Sit(0))
    assert isinstance(state.stage, Aftermath)
    state = apply(state, Use("pebble", Turn(die("r2"), 3, 1), "own"))
    assert (state.mover.own, state.roll) == (dice("r3"), dice("g4"))
    assert isinstance(state.stage, Aftermath)


def test_dice_of_the_roll_and_of_the_own_supply_can_be_changed() -> None:
    """Pebble, acorn and berry may be used on both; mushroom and leaf name the roll."""
    state = on_tile("r2", *CLANS, clan="acorn", seat={"own": dice("g3")})
    places = {kind: {use.where for use in actions(state, Use) if use.source == kind} for kind in CLANS}
    assert places == {
        "pebble": {"roll", "own"},
        "acorn": {"roll", "own"},
        "berry": {"roll", "own"},
        "mushroom": {"roll"},
        "leaf": {"roll"},
    }
    assert {str(named) for use in actions(state, Use) if use.source == "mushroom" for named in dice_named(use)} == {
        str(die("r2"))
    }


def test_two_dice_of_one_power_lie_in_the_same_place() -> None:
    state = on_tile("r2 b5", "acorn", clan="acorn", seat={"own": dice("g3")})
    state = apply(state, Use("acorn", Reroll(die("r2"), 3)), Rolled("red", 1))
    assert {action.die for action in GAME.legal_actions(state) if action != STOP} == {die("r1"), die("b5")}


@pytest.mark.parametrize("kind", ["pebble", "acorn", "berry", "leaf"])
def test_dice_of_other_players_are_left_alone(kind: str) -> None:
    """The rulebook says so twice. Only a mushroom, whose text names other players' supplies, is an exception."""
    clan = kind  # even the clan's own power
    state = on_tile(
        "r2", kind, clan=clan, seat={"own": dice("g3")}, rival={"own": dice("o5"), "place": (1, 0), "space": 1}
    )
    named = {one for use in actions(state, Use) for one in dice_named(use)}
    assert die("o5") not in named
    assert all(use.seat == -1 for use in actions(state, Use))


def test_the_mushroom_is_the_exception_for_supplies_and_nobodys_roll_is_touched() -> None:
    state = on_tile("r2", "mushroom", rival={"own": dice("b6")})
    assert {use.action.taken for use in actions(state, Use) if use.seat == 1} == {die("b6")}
    after = apply(state, Use("mushroom", Give(die("r2"), die("b6")), seat=1))
    assert (after.roll, after.seats[1].own) == (dice("b6"), dice("r2"))


def test_resources_are_used_in_the_own_turn_only() -> None:
    """Whoever is on turn decides everything, also what a Negotiator takes from another."""
    rich = Seat("leaf", space=1, bag=bag_of("leaf", "acorn"))
    state = position(Seat("mushroom", space=0, bag=bag_of("pebble")), rich, roll=dice("r2"))
    assert GAME.current_player(state) == 0
    assert {use.source for use in actions(state, Use)} == {"pebble"}


# ----- pebble ---------------------------------------------------------------------------------------------


def test_a_pebble_turns_a_two_to_a_three() -> None:
    """The rulebook's example: 3, 3 and 2 become three of a kind."""
    state = on_tile("r3 g3 b2", "pebble", game=TRIPLE)
    assert not can_solve(state, TRIPLE)
    state = apply(state, Use("pebble", Turn(die("b2"), 3, 1)), game=TRIPLE)
    assert can_solve(state, TRIPLE)


def test_a_pebble_goes_one_up_or_down_and_not_around() -> None:
    turned = {
        face: {use.action.face for use in actions(on_tile(f"r{face}", "pebble"), Use)}  # one die, so all are of it
        for face in range(1, 7)
    }
    assert turned == {1: {2}, 2: {1, 3}, 3: {2, 4}, 4: {3, 5}, 5: {4, 6}, 6: {5}}


@pytest.mark.parametrize(("clan", "reached"), [("acorn", {2, 3, 4}), ("pebble", {1, 2, 3, 4, 5})])
def test_one_pebble_is_one_step_or_two_in_its_clan(clan: str, reached: set[int]) -> None:
    """Both steps are made on one die, up and down as one likes."""
    found, waiting = set(), [on_tile("r3 b6", "pebble", clan=clan)]
    while waiting:
        state = waiting.pop()
        red = [one.face for one in state.roll if one.colour == "red"]
        if isinstance(state.stage, Attempt):
            found.update(red)
            waiting += [GAME.apply(state, use) for use in actions(state, Use) if use.action.die.colour == "red"]
        else:
            moves = GAME.legal_actions(state)
            assert all(move == STOP or move.die.colour == "red" for move in moves)  # never the second die
            waiting += [GAME.apply(state, move) for move in moves]
    assert found == reached


# ----- acorn ----------------------------------------------------------------------------------------------


def test_an_acorn_rolls_one_die_up_to_three_times() -> None:
    """3 3 5: at least one 3 in three rolls of the third die."""
    assert best(on_tile("r3 g3 b5", "acorn", game=TRIPLE), TRIPLE) == 1 - Fraction(5, 6) ** 3


def test_the_acorn_clan_rolls_two_dice_and_may_change_between_them() -> None:
    """A 6 of the clan's colour on either of two dice: six rolls in all."""
    game = game_of(task="[orange 6]")
    assert best(on_tile("o1 o2", "acorn", clan="acorn", game=game), game) == 1 - Fraction(5, 6) ** 6
    assert best(on_tile("r1 r2", "acorn", clan="acorn", game=game), game) == 0


def test_two_acorns_roll_one_after_the_other() -> None:
    """The first is done with before the second begins; one more die, or three more rolls of the same."""
    game = game_of(task="[6]*2")
    once = 1 - Fraction(5, 6) ** 3
    assert best(on_tile("r6 g1", "acorn", "acorn", game=game), game) == 1 - Fraction(5, 6) ** 6
    assert best(on_tile("r1 g1", "acorn", "acorn", game=game), game) == once**2
    state = apply(on_tile("r1 g1", "acorn", "acorn", game=game), Use("acorn", Reroll(die("r1"), 3)), Rolled("red", 2))
    assert set(GAME.legal_actions(state)) == {STOP, Reroll(die("r2"), 2)}


# ----- leaf -----------------------------------------------------------------------------------------------


def test_a_leaf_brings_a_die_of_the_supply_that_is_rolled() -> None:
    state = on_tile("r3 g3", "leaf", game=TRIPLE)
    assert {use.action.colour for use in actions(state, Use, TRIPLE)} == {"red", "green", "purple", "orange", "blue"}
    assert best(state, TRIPLE) == Fraction(1, 6)
    clan = on_tile("r3", "leaf", clan="leaf", game=TRIPLE)
    assert best(clan, TRIPLE) == Fraction(1, 36)
    after = apply(state, Use("leaf", Lend("blue")), game=TRIPLE)
    assert isinstance(after.stage, Throw)
    after = apply(after, Rolled("blue", 3), game=TRIPLE)
    assert (after.roll, after.supply()[4]) == (dice("b3 g3 r3"), state.supply()[4] - 1)


def test_a_colour_that_is_out_cannot_be_borrowed() -> None:
    state = on_tile("r3", "leaf", rival={"own": dice("b1 " * 8)})
    assert {use.action.colour for use in actions(state, Use)} == {"red", "green", "purple", "orange"}


def test_as_many_dice_as_were_borrowed_go_back_at_the_end_of_the_turn() -> None:
    state = on_tile("r3", "leaf", clan="leaf")
    state = apply(state, Use("leaf", Lend("blue")), Rolled("blue", 5), Lend("green"), Rolled("green", 4))
    state = apply(state, Search((1, 0), 0), Done())
    assert {action.colours for action in GAME.legal_actions(state)} == {
        ("red", "green"),
        ("red", "blue"),
        ("green", "blue"),
    }
    state = apply(state, Colours(("red", "green")))
    assert state.pool == (0, 0, 0, 0, 1)  # the dice are any of the roll, not those that were borrowed


def test_a_borrowed_die_may_be_kept_and_what_is_left_goes_back() -> None:
    state = apply(on_tile("r3", "leaf"), Use("leaf", Lend("blue")), Rolled("blue", 5))
    state = apply(state, Solve(die("b5")), Step((2, 0)), "one-or-six", Sit(0), Done())
    assert state.seats[0].own == dice("b5")
    assert state.pool == (0, 0, 0, 0, 0)  # the only die left was returned
    assert state.stage == Refill(state.size)


# ----- berry ----------------------------------------------------------------------------------------------


def test_a_berry_swaps_a_die_for_one_of_the_clan_colour_in_the_supply() -> None:
    state = on_tile("r4", "berry", clan="acorn")
    (use,) = actions(state, Use)
    assert use.action == Paint(die("r4"), "orange")
    after = apply(state, use)
    assert after.roll == dice("o4")
    assert after.supply()[0] == state.supply()[0] + 1
    assert after.supply()[3] == state.supply()[3] - 1


def test_a_berry_needs_a_die_of_the_new_colour_in_the_supply() -> None:
    """Eight orange dice: one marks the start player, one lies in the market, six are kept by the rival."""
    out = {"own": dice("o1 " * 6)}
    assert not actions(on_tile("r4", "berry", clan="acorn", rival=out), Use)
    purple = actions(on_tile("r4", "berry", clan="berry", rival={"own": dice("o1 " * 7)}), Use)
    assert {use.action.colour for use in purple} == {"green", "purple", "blue"}


def test_a_berry_of_its_clan_gives_any_colour() -> None:
    colours = {use.action.colour for use in actions(on_tile("r4", "berry", clan="berry"), Use)}
    assert colours == {"green", "purple", "orange", "blue"}


# ----- mushroom -------------------------------------------------------------------------------------------


def mushroom(clan: str, *rivals: tuple[tuple[int, int], str], **seat: Any) -> State:
    """A player in row 1 with a mushroom, and rivals who stand somewhere and have dice."""
    tiles_there = {(1, 0): "two-or-five", (1, 1): "one-or-six", (2, 0): "four-to-six"}
    others = [one for one in ("leaf", "berry", "pebble") if one != clan]
    placed = [
        Seat(other, place=place, space=1 if place[0] else CLANS.index(other), own=dice(own))
        for other, (place, own) in zip(others, rivals, strict=False)
    ]
    mover = Seat(clan, place=(1, 0), space=0, bag=bag_of("mushroom"), **seat)
    return position(mover, *placed, tiles=tiles_there, roll=dice("r2"))


def test_in_front_is_who_stands_in_a_higher_row() -> None:
    """The same row and those behind are not in front."""
    state = mushroom("acorn", ((2, 0), "b6"), ((1, 1), "b5"), ((0, 0), "b4"), own=dice("b3"))
    game = GnomeKingdom(4)
    assert {use.seat for use in actions(state, Use, game)} == {-1, 1}
    found = {use.action.taken for use in actions(state, Use, game)}
    assert found == {die("b6"), *dice("r1 g2 p3 o4")}


def test_the_mushroom_clan_takes_from_all_supplies_and_the_own() -> None:
    state = mushroom("mushroom", ((2, 0), "b6"), ((1, 1), "b5"), ((0, 0), "b4"), own=dice("b3"))
    game = GnomeKingdom(4)
    found = {use.action.taken for use in actions(state, Use, game)}
    assert found == {*dice("b3 b4 b5 b6"), *dice("r1 g2 p3 o4")}
    after = apply(state, Use("mushroom", Give(die("r2"), die("b3")), seat=0), game=game)
    assert (after.roll, after.mover.own) == (dice("b3"), dice("r2"))


def test_a_swap_with_the_market_keeps_both_values_and_its_number_of_dice() -> None:
    state = mushroom("acorn", ((0, 0), "b4"))
    after = apply(state, Use("mushroom", Give(die("r2"), die("o4"))))
    assert (after.roll, after.market) == (dice("o4"), dice("g2 p3 r1 r2"))
    assert len(after.market) == len(state.market)
    assert after.supply() == state.supply()


# ----- two for one ----------------------------------------------------------------------------------------


def test_any_two_resources_are_exchanged_for_any_one() -> None:
    state = on_tile("r3 g3", "leaf", "acorn")
    state = apply(state, Exchange(("leaf", "acorn")))
    assert state.stage == Take(1, after=False)
    assert {action.kinds for action in GAME.legal_actions(state)} == {(kind,) for kind in CLANS}
    state = apply(state, Receive(("pebble",)))
    assert (state.mover.bag, state.stage) == (bag_of("pebble"), Attempt())


def test_exchanges_may_be_repeated_and_come_after_the_attempt_too() -> None:
    state = replace(on_tile("r3 g3", *["leaf"] * 4), stage=Aftermath())
    for _ in range(2):
        state = apply(state, Exchange(("leaf", "leaf")), Receive(("acorn",)))
    state = apply(state, Exchange(("acorn", "acorn")), Receive(("pebble",)))
    assert (state.mover.bag, state.stage) == (bag_of("pebble"), Aftermath())


def test_a_kind_that_is_out_cannot_be_taken() -> None:
    state = on_tile("r3 g3", "leaf", "acorn", rival={"bag": bag_of(*["pebble"] * 10)})
    state = apply(state, Exchange(("leaf", "acorn")))
    assert Receive(("pebble",)) not in GAME.legal_actions(state)


def test_nobody_has_a_limit_of_dice_or_resources() -> None:
    bag = bag_of(*(kind for kind in CLANS for _ in range(10)))
    state = on_tile("r3 g3", seat={"bag": bag, "own": dice("b1 " * 8 + "p2 " * 7)}, rival={"bag": bag_of()})
    assert state.resources() == (0, 0, 0, 0, 0)
    assert len(state.mover.own) == 15


def test_an_ability_in_use_is_ended_before_another() -> None:
    state = apply(on_tile("r1 g1", "acorn", "pebble"), Use("acorn", Reroll(die("r1"), 3)))
    assert isinstance(state.stage, Throw)
    state = apply(state, Rolled("red", 4))
    assert isinstance(state.stage, Acting)
    assert set(GAME.legal_actions(state)) == {STOP, Reroll(die("r4"), 2)}
    assert isinstance(apply(state, STOP).stage, Attempt)
