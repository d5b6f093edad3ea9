"""The three questions and answers at the end of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest
from oracles.quest_table import Table, dice, die

from solver.games.companion_quest.action import Call, End, Place, Use
from solver.games.companion_quest.content import box
from solver.games.companion_quest.manipulate import OF_DICE
from solver.games.companion_quest.state import Seat
from solver.manipulation import Paint, Roll, Turn

# ----- 1: dice on cards are never altered -----------------------------------------------------------------


def on_dice() -> Iterator[tuple[list[Seat], str]]:
    """Each companion and each gnome whose ability is on dice."""
    for name, card in box().companions.items():
        if any(isinstance(does, OF_DICE) for does in card.abilities):
            yield [Seat("crumbles", awake=(name,)), Seat("bubbles", ready=False)], name
    for name, gnome in box().gnomes.items():
        if isinstance(gnome.ability, OF_DICE):
            yield [Seat("tumble"), Seat(name)], name


@pytest.mark.parametrize(("seats", "name"), list(on_dice()), ids=lambda value: value if isinstance(value, str) else "")
def test_no_ability_alters_a_die_on_a_quest_or_on_a_problem(seats: list[Seat], name: str) -> None:
    """With a blue 3 in hand and others on cards it is that one which may be altered; without it none."""
    table = Table(["[any]*4", "[4]"], "b3 y5", on=["A p2, B o6"], seats=seats)
    table.do("place y5 on the quest space A")
    assert {action.die for action in changes(table)} == {die("b3")}
    table.do("place b3 on zone 1 space C")
    assert changes(table) == []


def changes(table: Table) -> list[Roll | Turn | Paint]:
    """All that abilities of companions and gnomes may begin to do to dice."""
    found = [action.action for action in table.actions() if isinstance(action, Use | Call)]
    return [action for action in found if isinstance(action, Roll | Turn | Paint)]


# ----- 2: the dice of Twin Troll --------------------------------------------------------------------------


def test_both_dice_of_twin_troll_are_placed_at_the_same_time() -> None:
    assert Table(["twin-troll"], "b3 r4").actions(Place) == []
    table = Table(["twin-troll"], "b3 r3")
    assert table.actions(Place) == [Place(dice("b3 r3"), 0)]
    assert len(table.do("place b3 r3 on zone 1 space A").zones[0].dice) == 2


def test_a_third_equal_die_needs_a_partner_of_its_own() -> None:
    assert Table(["twin-troll"], "y3", on=["A b3, A r3"]).actions(Place) == []
    assert Table(["twin-troll"], "p3 y3", on=["A b3, A r3"]).actions(Place) == [Place(dice("p3 y3"), 0)]


# ----- 3: A Mountainous Decision and Falling Fish ---------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations(range(4))))
@pytest.mark.parametrize(
    ("card", "numbers"), [("a-mountainous-decision", (1, 3, 4, 6)), ("falling-fish", (6, 4, 3, 1))]
)
def test_their_dice_may_come_in_any_order(card: str, numbers: tuple[int, ...], order: tuple[int, ...]) -> None:
    """All 24 orders, the highest and the lowest before those in the middle among them."""
    shown = [die(f"{colour}{number}") for colour, number in zip("bygp", numbers, strict=True)]
    table = Table([card], " ".join(f"{colour}{number}" for colour, number in zip("bygp", numbers, strict=True)))
    for space in order:
        table.do(Place((shown[space],), 0, space))
    assert card in table.do(End()).solved


@pytest.mark.parametrize("card", ["a-mountainous-decision", "falling-fish"])
def test_complete_they_must_be_in_order(card: str) -> None:
    """No way to put four dice on the card that are not in order."""
    colours, numbers = "bygp", (1, 3, 4, 6)
    right = numbers if card == "a-mountainous-decision" else numbers[::-1]
    for row in permutations(numbers):
        table = Table([card], " ".join(f"{colour}{number}" for colour, number in zip(colours, row, strict=True)))
        placed = 0
        for space, (colour, number) in enumerate(zip(colours, row, strict=True)):
            action = Place((die(f"{colour}{number}"),), 0, space)
            if action in table.actions(Place):
                table.do(action)
                placed += 1
        assert (card in table.do(End()).solved) == (row == right)
        assert (placed == 4) == (row == right)
