"""Companions by the rulebook: who is awake, what wakes, what an ability does, and the example of a turn."""

from __future__ import annotations

import pytest
from oracles.quest_table import Table, dice, die, lying, picks

from solver.games.companion_quest.action import Call, End, Place, Take, Use
from solver.games.companion_quest.stage import Adventure, Choose, Gather
from solver.games.companion_quest.state import COLOURS, Seat
from solver.manipulation import STOP

TWO = "[any]*2"
WILD = ("ash-mole", "moon-owl", "rain-newt", "star-bat")


def mine(awake: tuple[str, ...] = (), resting: tuple[str, ...] = ()) -> list[Seat]:
    """The gnome on turn with companions, and one that cannot be called."""
    return [Seat("crumbles", awake=awake, resting=resting), Seat("bubbles", ready=False)]


# ----- the example of a turn ------------------------------------------------------------------------------


def test_the_example_of_a_turn() -> None:
    """Crumbles gathers three dice, wakes Prost with the first, adds 1 to the second, and passes on the third."""
    seats = [Seat("crumbles", resting=("prost",)), Seat("bubbles", ready=False)]
    table = Table(["bog-bear", "[blue] [4]"], seats=seats, stage=Gather(), wild=WILD, foe=1)
    table.do(Take(("blue", "yellow", "red")), dice("b1"), dice("y3"), dice("r5"))
    assert not any("quest" in said for said in table.said(Place))
    assert table.actions(Use) == []
    table.do("place b1 on zone 2 space A, waking prost", "prost: turn y3 to 4")
    assert table.state.mover.resting == ("prost",)
    table.do("place y4 on zone 2 space B", "end the turn and pass on red")
    assert "[blue] [4]" in table.state.solved
    table.do("seesaw")
    assert (table.state.turn, table.state.shared) == (1, "red")
    assert table.do(Take(())).gathered == (0, 0, 1, 0, 0, 0)


# ----- awake and resting ----------------------------------------------------------------------------------


def test_only_who_is_awake_can_be_used_and_then_rests() -> None:
    table = Table(hand="b2", seats=mine(awake=("adder",), resting=("turner",)))
    assert table.said(Use) == ["adder: turn b2 to 3"]
    table.do("adder: turn b2 to 3")
    assert table.state.mover == Seat("crumbles", resting=("adder", "turner"))
    assert table.state.hand == dice("b3")
    assert table.actions(Use) == []


def test_a_starter_has_two_abilities_of_which_one_is_chosen() -> None:
    table = Table(hand="b2", seats=mine(awake=("prost",)))
    assert table.said(Use) == ["prost: turn b2 to 3", "prost: reroll b2"]
    table.do("prost: reroll b2", die("b6"))
    assert table.actions(Use) == []
    assert table.state.mover.resting == ("prost",)


def test_there_is_no_limit_to_companions() -> None:
    many = ("adder", "baker", "double-roller", "painter", "refresher", "roller", "tamer", "turner", "waker")
    table = Table(hand="b2", seats=mine(awake=many))
    used = {action.companion for action in table.actions(Use)}
    assert {"adder", "baker", "double-roller", "painter", "roller", "turner"} <= used


def test_companions_of_others_cannot_be_used() -> None:
    seats = [Seat("crumbles"), Seat("bubbles", ready=False, awake=("adder",))]
    assert Table(hand="b2", seats=seats).actions(Use) == []


def test_none_can_be_used_before_the_roll() -> None:
    assert Table(seats=mine(awake=("adder", "baker", "waker"), resting=("turner",)), stage=Gather()).actions(Use) == []


def test_they_stay_as_they_are_from_turn_to_turn() -> None:
    table = Table([TWO], seats=mine(awake=("adder",), resting=("turner",)), wild=WILD, foe=1)
    table.do(End(), Take(()), End())
    assert table.state.seats[0] == Seat("crumbles", awake=("adder",), resting=("turner",))


# ----- waking by dice -------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
def test_a_die_wakes_a_companion_of_its_colour_only(colour: str) -> None:
    table = Table([TWO], f"{colour[0]}3", seats=mine(resting=("adder",)))  # adder wakes by red dice
    assert {action.wakes for action in table.actions(Place)} == {("adder",) if colour == "red" else ()}


def test_the_colour_of_the_die_counts_and_not_that_of_the_space() -> None:
    table = Table(["[red] [any]"], "r1 y2", seats=mine(resting=("adder",)))
    table.do("place y2 on zone 1 space B")
    assert table.state.mover.resting == ("adder",)


def test_dice_that_are_not_placed_wake_nobody() -> None:
    table = Table(["[4]"], "r1", seats=mine(resting=("adder",)), wild=WILD, foe=1)
    table.do(End())
    assert table.state.seats[0].resting == ("adder",)


def test_one_die_wakes_one_of_two_and_the_player_chooses() -> None:
    table = Table(["[any]"], "r1", seats=mine(resting=("adder", "other-waker")), quests=[], locked=False)
    on_card = [action.wakes for action in table.actions(Place) if action.card == 0]
    assert on_card == [("adder",), ("other-waker",)]


def test_a_companion_can_be_used_and_woken_and_used_again() -> None:
    table = Table([TWO], "r1 b1 y1", seats=mine(awake=("adder",)))
    table.do("adder: turn b1 to 2", "place r1 on zone 1 space A, waking adder", "adder: turn y1 to 2")
    assert table.state.hand == dice("b2 y2")
    assert table.state.mover.resting == ("adder",)


# ----- abilities on dice ----------------------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 7))
def test_numbers_run_in_a_circle(face: int) -> None:
    """One more than 6 is 1, one less than 1 is 6, and two more than 5 is 1."""
    up, down = face % 6 + 1, (face - 2) % 6 + 1
    table = Table(hand=f"b{face}", seats=mine(awake=("turner",)))
    assert set(table.said(Use)) == {f"turner: turn b{face} to {up}", f"turner: turn b{face} to {down}"}
    two = Table(hand=f"b{face}", seats=[Seat("bubbles"), Seat("crumbles")])  # her ability is +2 or -2
    two.do(f"gnome 2: turn b{face} to {up}", f"turn b{face % 6 + 1} to {up % 6 + 1}")
    assert two.state.hand == dice(f"b{up % 6 + 1}")


def test_plus_two_to_a_five_is_a_one_and_minus_one_to_a_one_a_six() -> None:
    table = Table(hand="b5", seats=[Seat("bubbles"), Seat("crumbles")])
    assert table.do("gnome 2: turn b5 to 6", "turn b6 to 1").hand == dice("b1")
    minus = Table(hand="b1", seats=mine(awake=("lake-heron",)))
    assert minus.do("lake-heron: turn b1 to 6").hand == dice("b6")


def test_fewer_steps_may_be_taken() -> None:
    """Ruling `shift_steps`: +2 to a 5 may stop at 6."""
    table = Table(hand="b5", seats=[Seat("bubbles"), Seat("crumbles")])
    state = table.do("gnome 2: turn b5 to 6", STOP)
    assert state.hand == dice("b6")
    assert isinstance(state.stage, Adventure)
    assert table.actions(Call) == []


def test_a_reroll_is_a_fair_throw_of_that_die_alone() -> None:
    table = Table(hand="b2 r5", seats=mine(awake=("prost",)))
    table.do("prost: reroll b2")
    assert table.outcomes() == {die(f"b{face}"): 1 for face in range(1, 7)}
    assert table.do(die("b4")).hand == dice("b4 r5")


def test_a_colour_is_changed_by_a_die_of_the_supply() -> None:
    table = Table(["health 60 : any"], "b2", on=["A r1, A r1"], seats=mine(awake=("painter",)))
    assert table.do("painter: make b2 red").hand == dice("r2")
    assert table.state.supply() == (3, 3, 0, 3, 3, 3)
    none_left = Table(["health 60 : any"], "b2", on=["A r1, A r1, A r1"], seats=mine(awake=("painter",)))
    assert none_left.actions(Use) == []


def test_abilities_act_on_dice_in_hand_alone() -> None:
    table = Table([TWO], "b2", on=["A r5"], seats=mine(awake=("turner",)))
    assert sorted(table.said(Use)) == ["turner: turn b2 to 1", "turner: turn b2 to 3"]


# ----- other abilities ------------------------------------------------------------------------------------


def test_a_companion_wakes_another_but_not_itself() -> None:
    table = Table(seats=mine(awake=("waker",), resting=("adder", "turner")))
    table.do("waker: ability 1")
    assert isinstance(table.state.stage, Choose)
    assert table.actions() == picks("adder", "turner")
    table.do(*picks("adder"))
    assert table.state.mover == Seat("crumbles", awake=("adder",), resting=("turner", "waker"))
    assert Table(seats=mine(awake=("waker",))).actions(Use) == []


def test_two_may_be_woken_or_one() -> None:
    table = Table(seats=mine(awake=("double-waker",), resting=("adder", "turner", "waker")))
    table.do("double-waker: ability 1", *picks("turner"))
    assert table.actions() == picks("adder", "waker", "")
    assert table.do(*picks("")).mover.awake == ("turner",)


def test_a_companion_brings_a_snack_to_the_gnome_on_turn() -> None:
    table = Table(seats=mine(awake=("baker",)))
    table.do("baker: ability 1")
    assert [seat.snacks for seat in table.state.seats] == [1, 0]


def test_a_die_placed_whatever_its_colour_keeps_its_own() -> None:
    """Ruling `free_colour`: it wakes by the colour that it has, and a number that is asked for still is."""
    seats = mine(awake=("freer",), resting=("adder", "painter"))
    table = Table(["[red 4] [red]"], "y4 y3", seats=seats)
    assert table.actions(Place) == [Place(dice("y3"), -1, 0, ("painter",))]  # the first space of the quest is odd
    table.do("freer: ability 1")
    assert {(action.dice, action.card, action.space) for action in table.actions(Place)} == {
        (dice("y4"), 0, 0),
        (dice("y4"), 0, 1),
        (dice("y3"), 0, 1),
    }
    table.do("place y4 on zone 1 space A, whatever its colour, waking painter")
    assert table.state.zones[0].dice == lying("A y4")
    assert table.state.mover.resting == ("adder", "freer")


def test_a_companion_tames_without_a_snack() -> None:
    table = Table(seats=mine(awake=("tamer",)), wild=WILD)
    table.do("tamer: ability 1", *picks("moon-owl"), "adder")
    assert table.state.mover == Seat("crumbles", awake=("moon-owl",), resting=("tamer",))
    assert table.state.wild == ("adder", "ash-mole", "rain-newt", "star-bat")
