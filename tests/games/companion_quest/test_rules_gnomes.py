"""Gnomes and snacks by the rulebook: calling on each other, what a snack is good for, and refreshing."""

from __future__ import annotations

from oracles.quest_table import Table, dice, die, picks

from solver.games.companion_quest.action import Call, Eat, End, Take
from solver.games.companion_quest.stage import Adventure, Gather
from solver.games.companion_quest.state import Seat
from solver.manipulation import STOP

WILD = ("ash-mole", "moon-owl", "rain-newt", "star-bat")


# ----- gnome abilities ------------------------------------------------------------------------------------


def test_a_gnome_helps_another_on_its_turn_and_is_turned_over() -> None:
    table = Table(["[any]*2"], "b2", seats=[Seat("crumbles"), Seat("shifty")], wild=WILD, foe=1)
    assert table.said(Call) == ["gnome 2: turn b2 to 3"]
    table.do("gnome 2: turn b2 to 3")
    assert table.state.hand == dice("b3")
    assert [seat.ready for seat in table.state.seats] == [True, False]
    assert table.actions(Call) == []
    table.do(End(), Take(()), End(), Take(("blue",)), dice("b2"))
    assert table.actions(Call) == []  # two turns later still


def test_the_own_ability_cannot_be_used() -> None:
    assert Table(hand="b2", seats=[Seat("shifty"), Seat("cook", ready=False)]).actions(Call) == []


def test_all_others_may_be_called_in_one_turn() -> None:
    seats = [Seat("crumbles"), Seat("shifty"), Seat("cook"), Seat("tracker", ready=False)]
    table = Table(hand="b2", seats=seats, wild=WILD)
    table.do("gnome 2: turn b2 to 3", "gnome 3: its ability")
    assert [seat.ready for seat in table.state.seats] == [True, False, False, False]
    assert table.actions(Call) == []


def test_what_a_gnome_does_is_done_for_the_gnome_on_turn() -> None:
    """Snacks, companions woken and tamed, and the gnome refreshed are those of the one on turn."""
    seats = [
        Seat("crumbles", ready=False, resting=("adder",)),
        Seat("cook", resting=("turner",)),
        Seat("sleepless"),
        Seat("fresh"),
    ]
    table = Table(seats=seats, wild=WILD)
    table.do("gnome 2: its ability", "gnome 3: its ability")
    assert table.actions() == picks("adder")
    table.do(*picks("adder"), "gnome 4: its ability")
    assert table.state.mover == Seat("crumbles", snacks=1, awake=("adder",))
    assert table.state.seats[1] == Seat("cook", ready=False, resting=("turner",))
    tracker = Table(seats=[Seat("crumbles"), Seat("tracker")], wild=WILD)
    tracker.do("gnome 2: its ability", *picks("moon-owl"), "adder")
    assert [seat.awake for seat in tracker.state.seats] == [("moon-owl",), ()]


def test_nobody_is_called_before_the_roll() -> None:
    assert Table(seats=[Seat("crumbles"), Seat("cook")], stage=Gather()).actions(Call) == []


def test_a_reroll_by_a_gnome() -> None:
    """Two dice up to twice each: one is rolled twice, and the other is left."""
    table = Table(hand="b2 r5", seats=[Seat("crumbles"), Seat("bubbles")])
    table.do("gnome 2: reroll b2", die("b3"), "reroll b3", die("b6"), STOP)
    assert table.state.hand == dice("b6 r5")
    assert isinstance(table.state.stage, Adventure)


# ----- snacks ---------------------------------------------------------------------------------------------


def test_a_snack_tames_wakes_or_refreshes() -> None:
    seats = [Seat("crumbles", ready=False, snacks=1, resting=("adder", "turner")), Seat("bubbles", ready=False)]
    table = Table(seats=seats, wild=("ash-mole", "moon-owl"))
    assert table.said(Eat) == [
        "snack: refresh",
        "snack: wake adder",
        "snack: wake turner",
        "snack: tame ash-mole",
        "snack: tame moon-owl",
    ]
    table.do("snack: wake turner")
    assert table.state.mover == Seat("crumbles", ready=False, awake=("turner",), resting=("adder",))
    assert table.actions(Eat) == []


def test_any_number_of_snacks_in_a_turn() -> None:
    seats = [Seat("crumbles", ready=False, snacks=4, resting=("adder",)), Seat("bubbles", ready=False)]
    table = Table(hand="b1", seats=seats, wild=WILD)
    table.do("snack: refresh", "snack: wake adder", "adder: turn b1 to 2", "snack: wake adder", "adder: turn b2 to 3")
    table.do("snack: tame star-bat", "tamer")
    assert table.state.mover == Seat("crumbles", snacks=0, awake=("star-bat",), resting=("adder",))
    assert table.state.hand == dice("b3")


def test_twelve_wakings_in_a_turn_is_a_bound_of_ours() -> None:
    """By snacks and abilities; it keeps every turn finite, and no rule says so."""
    seats = [Seat("crumbles", snacks=14, resting=("adder",)), Seat("bubbles", ready=False)]
    table = Table(hand="b1", seats=seats, wild=WILD)
    for number in range(12):
        face = number % 6 + 1
        table.do("snack: wake adder", f"adder: turn b{face} to {face % 6 + 1}")
    assert table.state.mover == Seat("crumbles", snacks=2, resting=("adder",))
    assert [action for action in table.actions(Eat) if not action.tames] == []


def test_snacks_and_companions_of_others_are_theirs() -> None:
    """Ruling `whose_snacks`."""
    seats = [Seat("crumbles"), Seat("bubbles", ready=False, snacks=3, resting=("adder",))]
    assert Table(seats=seats, wild=WILD).actions(Eat) == []
    rich = [Seat("crumbles", snacks=1), Seat("bubbles", ready=False, resting=("adder",))]
    assert Table(seats=rich).actions(Eat) == []  # neither that gnome nor its companion


def test_no_snack_before_the_roll() -> None:
    seats = [Seat("crumbles", ready=False, snacks=1, resting=("adder",)), Seat("bubbles")]
    assert Table(seats=seats, stage=Gather(), wild=WILD).actions(Eat) == []


# ----- refreshing -----------------------------------------------------------------------------------------


def test_a_refreshed_gnome_can_be_called_again() -> None:
    seats = [Seat("shifty", ready=False, snacks=1), Seat("bubbles", ready=False)]
    table = Table(["[any]*2"], seats=seats, wild=WILD, foe=1)
    table.do("snack: refresh")
    assert table.state.mover == Seat("shifty")
    table.do(End(), Take(("blue",)), dice("b2"))
    assert table.said(Call) == ["gnome 1: turn b2 to 3"]


def test_a_companion_refreshes_its_gnome() -> None:
    seats = [Seat("crumbles", ready=False, awake=("refresher",)), Seat("bubbles", ready=False)]
    table = Table(seats=seats)
    table.do("refresher: ability 1")
    assert [seat.ready for seat in table.state.seats] == [True, False]
    assert table.state.mover.resting == ("refresher",)


def test_a_gnome_that_has_not_used_its_ability_is_not_refreshed() -> None:
    seats = [Seat("crumbles", snacks=1, awake=("refresher",)), Seat("bubbles", ready=False)]
    table = Table(seats=seats)
    assert table.said() == ["end the turn"]


# ----- rules of quests ------------------------------------------------------------------------------------


def path(name: str, stage: int, flag: str) -> dict[str, object]:
    return {"name": name, "type": "quest", "stage": stage, "task": "[any]*2", "flag": flag, "reward": [1, 1, 1, 1]}


def test_no_calling_while_the_quest_forbids_it() -> None:
    seats = [Seat("crumbles"), Seat("cook")]
    assert Table(seats=seats, quests=[path("silent", 1, "no-calling")]).actions(Call) == []
    assert len(Table(seats=seats, quests=[path("loud", 1, "no-sharing")]).actions(Call)) == 1


def test_rules_of_quests_further_down_do_not_hold_yet() -> None:
    quests = [path("loud", 1, ""), path("silent", 2, "no-calling")]
    table = Table(seats=[Seat("crumbles"), Seat("cook")], quests=quests)
    assert len(table.actions(Call)) == 1
