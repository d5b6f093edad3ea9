"""Gathering and rolling by the rulebook: costs, carry capacity, the supply, and the die that was passed on."""

from __future__ import annotations

from typing import Any

import pytest
from oracles.quest_table import Table, dice

from solver.games.companion_quest.action import End, Take
from solver.games.companion_quest.stage import Adventure, Gather, Roll
from solver.games.companion_quest.state import Seat

WILD = ("ash-mole", "moon-owl", "rain-newt", "star-bat")
LEFT, RIGHT = ("blue", "yellow", "red"), ("purple", "orange", "green")


def can_gather(table: Table, *colours: str) -> bool:
    return Take(colours) in table.actions(Take)


def quest(flag: str, **more: Any) -> list[dict[str, Any]]:
    return [
        {
            "name": "the-path",
            "type": "quest",
            "stage": 1,
            "task": "[any]*3",
            "flag": flag,
            "reward": [1, 1, 1, 1],
            **more,
        }
    ]


@pytest.mark.parametrize("colour", LEFT)
def test_dice_on_the_left_cost_one(colour: str) -> None:
    assert can_gather(Table(stage=Gather()), colour, colour, colour)


@pytest.mark.parametrize("colour", RIGHT)
def test_dice_on_the_right_cost_two(colour: str) -> None:
    table = Table(stage=Gather())
    assert can_gather(table, colour)
    assert can_gather(table, "blue", colour)
    assert not can_gather(table, "blue", "blue", colour)
    assert not can_gather(table, colour, colour)
    assert can_gather(Table(stage=Gather(), done=1, gnome=1, foe=3), colour, colour)


@pytest.mark.parametrize(("done", "capacity"), [(0, 3), (1, 4), (2, 5)])
def test_the_capacity_is_three_and_grows_by_one_for_each_quest(done: int, capacity: int) -> None:
    table = Table(stage=Gather(), done=done, gnome=done, foe=3)
    prices = {**dict.fromkeys(LEFT, 1), **dict.fromkeys(RIGHT, 2)}
    costs = {sum(prices[colour] for colour in take.colours) for take in table.actions(Take)}
    assert costs == set(range(capacity + 1))  # any total up to it, and none above


def test_less_than_the_capacity_may_be_gathered_and_must_be_if_dice_are_short() -> None:
    table = Table(
        ["health 60 : any"],
        on=["A b1, A b1, A b1, A y1, A y1, A y1, A r1, A r1"],
        stage=Gather(),
    )
    assert {take.colours for take in table.actions(Take)} == {
        (),
        ("red",),
        ("purple",),
        ("orange",),
        ("green",),
        ("red", "purple"),
        ("red", "orange"),
        ("red", "green"),
    }


def test_there_are_three_dice_of_a_colour() -> None:
    table = Table(stage=Gather(), done=2, gnome=2, foe=3)
    assert can_gather(table, "blue", "blue", "blue", "yellow", "yellow")
    assert not can_gather(table, "blue", "blue", "blue", "blue")


def test_all_is_gathered_first_and_then_rolled_once() -> None:
    table = Table(stage=Gather())
    assert table.do(Take(("blue",))).stage == Roll()  # two points are left and cannot be used
    table.do(dice("b4"))
    assert isinstance(table.state.stage, Adventure)
    assert table.actions(Take) == []
    assert table.state.hand == dice("b4")


def test_the_die_passed_on_is_rolled_anew_beyond_the_capacity() -> None:
    table = Table(["[4]"], "g6 b2", foe=1, wild=WILD)
    table.do(End("green"))
    assert can_gather(table, "blue", "blue", "blue")
    assert not can_gather(table, "blue", "blue", "blue", "yellow")
    assert can_gather(table, "blue", "green")
    table.do(Take(("blue", "blue", "red")), dice("b1 b2"), dice("r3"))
    assert table.outcomes() == {dice(f"g{face}"): 1 for face in range(1, 7)}


def test_the_die_passed_on_lacks_in_the_supply() -> None:
    table = Table(["health 60 : any"], "g6", on=["A g1, A g2"], foe=1, wild=WILD)
    table.do(End("green"))
    assert not can_gather(table, "green")
    assert can_gather(table, "purple")


def test_dice_on_cards_cannot_be_gathered_until_they_have_gone_home() -> None:
    table = Table(["[any]*3 : equal"], on=["A b2, B b2"], hand="b2", wild=WILD)
    other = Table(["[any]*3 : equal"], on=["A b2, B b2"], wild=WILD, stage=Gather())
    assert not can_gather(other, "blue", "blue")
    table.do("place b2 on zone 1 space C", End(), "seesaw")
    assert can_gather(table, "blue", "blue", "blue")


def test_rules_of_quests_about_gathering_end_with_the_quest() -> None:
    light = Table(stage=Gather(), quests=quest("light-packs"))
    assert not can_gather(light, "blue", "blue", "blue")
    assert can_gather(light, "blue", "blue")
    barren = Table(["[4]", "[5]"], "b4", quests=quest("barren", barren="blue"), hat=2, foe=2)
    barren.do("place b4 on the quest space C", End())
    barren.do("adder", "baker", "freer", "tamer")
    assert barren.state.done == 1
    assert can_gather(barren, "blue", "blue", "blue", "yellow")


def test_the_next_gnome_has_the_same_capacity() -> None:
    seats = [Seat("crumbles"), Seat("bubbles"), Seat("stibbles")]
    table = Table(["[4]"], stage=Gather(), seats=seats, foe=1, wild=WILD)
    first = table.actions(Take)
    table.do(Take(()), End())
    assert table.actions(Take) == first
