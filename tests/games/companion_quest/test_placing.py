"""Gathering, rolling, placing and taking back: every rule on a position of its own."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from oracles.quest_table import Table, dice, die, lying

from solver.dice import Rolled
from solver.games.companion_quest.action import End, Place, Take, TakeBack, Use
from solver.games.companion_quest.placing import fits
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.stage import Adventure, Gather, Roll
from solver.games.companion_quest.state import COLOURS, COST, Seat
from solver.task.model import Readings, Task

TWO = "[any] [any] [any] [any]"


def places(table: Table) -> set[str]:
    return {said.removeprefix("place ") for said in table.said(Place)}


def quest(task: str, **more: Any) -> list[dict[str, Any]]:
    return [{"name": "the-path", "type": "quest", "stage": 1, "task": task, "reward": [2, 1, 1, 1], **more}]


# ----- gathering and rolling ------------------------------------------------------------------------------


def gathered(capacity: int, free: tuple[int, ...]) -> set[tuple[str, ...]]:
    """What can be gathered, by trying every number of every colour."""
    numbers = product(*(range(n + 1) for n in free))
    costs = {
        tuple(c for c, n in zip(COLOURS, many, strict=True) for _ in range(n)): sum(
            n * price for n, price in zip(many, COST, strict=True)
        )
        for many in numbers
    }
    return {colours for colours, spent in costs.items() if spent <= capacity}


@pytest.mark.parametrize("done", [0, 1, 2])
def test_any_dice_within_the_capacity(done: int) -> None:
    table = Table(stage=Gather(), done=done, gnome=done, foe=3)
    assert {action.colours for action in table.actions(Take)} == gathered(3 + done, (3,) * 6)
    assert len(table.said()) == len(set(table.said()))


def test_dice_in_use_cannot_be_gathered() -> None:
    table = Table([TWO, "health 9 : any"], on=["A b1, B b2, C b3, D g1", "A y1, A r2"], stage=Gather(), shared="yellow")
    assert table.state.supply() == (0, 1, 2, 3, 3, 2)
    assert {action.colours for action in table.actions(Take)} == gathered(3, (0, 1, 2, 3, 3, 2))


def test_more_than_the_capacity_is_never_offered_and_nothing_may_be_gathered() -> None:
    takes = Table(stage=Gather()).actions(Take)
    assert Take(()) in takes
    assert Take(("blue", "blue", "red")) in takes
    assert Take(("blue", "green")) in takes
    assert Take(("green", "purple")) not in takes
    table = Table(stage=Gather())
    assert isinstance(table.do(Take(())).stage, Adventure)


def test_the_passed_die_is_rolled_too_and_costs_nothing() -> None:
    table = Table(stage=Gather(), shared="green")
    state = table.do(Take(("blue", "blue", "blue")))
    assert state.gathered == (3, 0, 0, 0, 0, 1)
    assert state.shared == ""
    table.do(dice("b1 b5 b6"), dice("g2"))
    assert table.state.hand == dice("b1 b5 b6 g2")
    assert isinstance(table.state.stage, Adventure)


def test_light_packs_and_barren() -> None:
    light = Table(stage=Gather(), quests=quest("[any]*3", flag="light-packs"))
    assert {action.colours for action in light.actions(Take)} == gathered(2, (3,) * 6)
    barren = Table(stage=Gather(), quests=quest("[any]*3", flag="barren", barren="red"))
    assert {action.colours for action in barren.actions(Take)} == gathered(3, (3, 3, 0, 3, 3, 3))


def test_rolling_by_colour_is_rolling_all() -> None:
    table = Table(stage=Roll(), gathered=(2, 0, 1, 0, 0, 0))
    weights: Counter[tuple[Rolled, ...]] = Counter()
    game = table.game
    for blues, number in table.outcomes().items():
        after = game.apply(table.state, blues)
        for reds, more in game.chance_outcomes(after).items():
            weights[game.apply(after, reds).hand] += number * more
    physical = Counter(
        tuple(sorted(map(die, (f"b{a}", f"b{b}", f"r{c}")))) for a, b, c in product(range(1, 7), repeat=3)
    )
    assert weights == physical


# ----- the quest ------------------------------------------------------------------------------------------


def test_several_dice_in_a_row_from_the_hat_on() -> None:
    table = Table(hand="b1 p2 p3 r4", quests=quest("[odd] [purple] [any] [red]"))
    assert places(table) == {"b1 on the quest space A", "p3 on the quest space A"}
    table.do("place b1 on the quest space A")
    assert places(table) == {"p2 on the quest space B", "p3 on the quest space B"}
    table.do("place p2 on the quest space B")
    assert places(table) == {"p3 on the quest space C", "r4 on the quest space C"}
    assert table.state.path == dice("b1 p2")
    table.do("place p3 on the quest space C")
    table.do(End())
    assert (table.state.hat, table.state.path) == (3, ())
    assert table.state.supply() == (3, 3, 3, 3, 3, 3)


def test_the_hat_starts_where_it_stands() -> None:
    table = Table(hand="b2 p2", hat=1)
    assert places(table) == {"p2 on the quest space B"}


def test_a_danger_locks_the_quest() -> None:
    table = Table(["health 6 : any"], "b1 b5")
    assert table.state.locked
    assert places(table) == {"b1 on zone 1 space A", "b5 on zone 1 space A"}


def test_the_lock_is_lifted_at_the_end_of_the_turn_or_at_once() -> None:
    """Ruling `lock`: at the end of the turn, or by `lock="at_once"`."""
    table = Table(["health 6 : any"], "b1 b5 b6")
    table.do("place b6 on zone 1 space A")
    assert table.state.locked
    assert not any("quest" in said for said in places(table))
    at_once = Table(["health 6 : any"], "b1 b5 b6", rules=Rules(lock="at_once"))
    at_once.do("place b6 on zone 1 space A")
    assert not at_once.state.locked
    assert "b1 on the quest space A" in places(at_once)
    at_once.do("place b1 on the quest space A", "take back b6 from zone 1 space A")
    assert at_once.state.locked
    assert at_once.state.path == dice("b1")


def test_both_dangers_must_be_gone() -> None:
    table = Table(["health 6 : any", "health 5 : any"], "b6")
    table.do("place b6 on zone 1 space A", End())
    assert table.state.zones[0].card == ""
    table.do("seesaw", "rain-newt", "ash-mole", "star-bat", "moon-owl")
    assert table.state.locked


def test_numbers_on_a_path_bind_within_a_turn_only() -> None:
    path = quest("[any]*3 : A < B")
    table = Table(hand="b3 r3 y4", quests=path)
    table.do("place b3 on the quest space A")
    assert places(table) == {"y4 on the quest space B"}
    assert places(Table(hand="b1 r3", hat=1, quests=path)) == {"b1 on the quest space B", "r3 on the quest space B"}


def test_a_path_is_walked_in_its_order() -> None:
    path = quest("[any]*3 : C then A")
    assert places(Table(hand="b1", quests=path)) == {"b1 on the quest space A"}


def test_one_step_a_turn() -> None:
    table = Table(hand="b1 p3", quests=quest("[any]*3", flag="one-step"))
    table.do("place b1 on the quest space A")
    assert places(table) == set()


def test_no_die_beyond_the_end() -> None:
    table = Table(hand="b1 p3", hat=2)
    table.do("place p3 on the quest space C")
    assert places(table) == set()


# ----- challenges -----------------------------------------------------------------------------------------


def solves(table: Table) -> bool:
    return table.game.setting.box.problems[table.state.zones[0].card].name in after_end(table)


def after_end(table: Table) -> tuple[str, ...]:
    before = set(table.state.solved)
    return tuple(card for card in table.do(End()).solved if card not in before)


@pytest.mark.parametrize(("card", "hand"), [("a-mountainous-decision", "1346"), ("falling-fish", "6431")])
def test_faq_ordered_cards_are_filled_in_any_order(card: str, hand: str) -> None:
    """The highest and the lowest may come first; it is when the card is complete that the dice must be in order."""
    first, second, third, last = (die(f"{colour}{face}") for colour, face in zip("bryp", hand, strict=True))
    table = Table([card], " ".join(f"{colour}{face}" for colour, face in zip("bryp", hand, strict=True)), locked=False)
    table.do(Place((last,), 0, 3), Place((first,), 0, 0), Place((third,), 0, 2))
    assert Place((second,), 0, 1) in table.actions(Place)
    table.do(Place((second,), 0, 1))
    assert solves(table)


def test_an_ordered_card_is_solved_over_several_turns_and_a_wrong_die_is_refused() -> None:
    table = Table(["a-mountainous-decision"], "r5 y3", on=["B b4"])
    assert "r5 on zone 1 space A" not in places(table)
    assert "y3 on zone 1 space C" not in places(table)
    assert {"r5 on zone 1 space C", "r5 on zone 1 space D", "y3 on zone 1 space A"} <= places(table)


def test_a_card_may_be_made_impossible() -> None:
    table = Table(["[any]*2 : A + B = 12"], "r1")
    assert "r1 on zone 1 space A" in places(table)


def test_colour_number_and_parity() -> None:
    table = Table(["[red 4] [even] [purple odd]"], "r4 r3 p3 b4 b3")
    found = {said for said in places(table) if "zone" in said}
    assert found == {
        "r4 on zone 1 space A",
        "r4 on zone 1 space B",
        "b4 on zone 1 space B",
        "p3 on zone 1 space C",
    }


def test_high_and_low_are_asked_of_the_dice_that_lie_there() -> None:
    table = Table(["[high] [any] [low]"], "r4 b2 y6", on=["A g4"])
    found = {said for said in places(table) if "zone" in said}
    assert "y6 on zone 1 space B" not in found
    assert {"r4 on zone 1 space B", "b2 on zone 1 space C", "r4 on zone 1 space C"} <= found


def test_one_of_two_spaces_and_it_opens_again() -> None:
    table = Table(["[red] [blue] [any] : A or B"], "r1 b1 y1")
    assert {"r1 on zone 1 space A", "b1 on zone 1 space B"} <= places(table)
    table.do("place r1 on zone 1 space A")
    assert "b1 on zone 1 space B" not in places(table)
    table.do("take back r1 from zone 1 space A")
    assert "b1 on zone 1 space B" in places(table)
    table.do("place b1 on zone 1 space B", "place y1 on zone 1 space C")
    assert solves(table)


def test_first_a_then_b_in_another_turn_too() -> None:
    table = Table(["[any] [even] : A then B"], "r2 b4")
    assert not any(said.endswith("zone 1 space B") for said in places(table))
    table.do("place r2 on zone 1 space A")
    assert "b4 on zone 1 space B" in places(table)
    assert "b4 on zone 1 space B" in places(Table(["[any] [even] : A then B"], "b4", on=["A r1"]))


def test_a_die_may_be_taken_from_under_a_later_one() -> None:
    table = Table(["[any] [even] [any] : A then B"], "y3 y4", on=["A r1, B b4"])
    table.do("take back r1 from zone 1 space A")
    assert "y3 on zone 1 space C" in places(table)
    table.do("place y3 on zone 1 space C")
    assert not after_end(Table(["[any] [even] [any] : A then B"], on=["B b4, C y3"]))
    table.do("place y4 on zone 1 space A")
    assert solves(table)


def test_order_that_a_closed_space_would_keep_up() -> None:
    task = Task("[any] [any] [any] : A or B, A then C")
    assert not fits(task, (), 2, die("r1"), Readings())
    assert fits(task, lying("A r2"), 2, die("r1"), Readings())
    assert fits(task, lying("B r2"), 2, die("r1"), Readings())


def test_solved_is_told_at_the_end_of_the_turn() -> None:
    """A die may still be taken off a card that is full."""
    table = Table(["[any] [any]"], "r1 b2")
    table.do("place r1 on zone 1 space A", "place b2 on zone 1 space B")
    assert table.state.zones[0].card
    table.do("take back b2 from zone 1 space B")
    assert not after_end(table)


# ----- dangers --------------------------------------------------------------------------------------------


def test_a_danger_takes_any_number_of_dice_of_its_kind_and_more_than_it_needs() -> None:
    table = Table(["health 7 : even"], "b2 b4 r6 y3 g2", locked=True)
    assert places(table) == {f"{one} on zone 1 space A" for one in ("b2", "b4", "r6", "g2")}
    table.do(*(f"place {one} on zone 1 space A" for one in ("b2", "b4", "r6")))
    assert "g2 on zone 1 space A" in places(table)
    assert solves(table)


@pytest.mark.parametrize(("faces", "beaten"), [("b3 b3", False), ("b3 b4", True), ("b6 b6", True)])
def test_a_danger_is_beaten_at_its_health_or_above(faces: str, beaten: bool) -> None:
    table = Table(["health 7 : any"], faces)
    table.do(*(Place((one,), 0) for one in dice(faces)))
    assert solves(table) == beaten


def test_faq_twin_troll_takes_both_dice_at_the_same_time() -> None:
    table = Table(["twin-troll"], "b3 r3 y3 p5")
    assert places(table) == {"b3 r3 on zone 1 space A", "b3 y3 on zone 1 space A", "r3 y3 on zone 1 space A"}
    table.do("place b3 y3 on zone 1 space A")
    assert places(table) == set()
    assert not after_end(Table(["twin-troll"], on=["A b3, A y3"]))
    assert after_end(Table(["twin-troll"], on=["A b3, A y3, A r4, A r4"])) == ("twin-troll",)


def test_a_pair_is_taken_back_together() -> None:
    table = Table(["twin-troll"], on=["A b3, A y3, A r4, A p4"])
    assert table.said(TakeBack) == ["take back b3 y3 from zone 1 space A", "take back p4 r4 from zone 1 space A"]
    assert table.do("take back b3 y3 from zone 1 space A").zones[0].dice == lying("A p4, A r4")


# ----- what dice wake -------------------------------------------------------------------------------------

SLEEPERS = Seat("crumbles", resting=("adder", "other-waker", "turner"))


def test_a_die_wakes_one_companion_of_its_colour() -> None:
    table = Table([TWO], "r2 g3 b4", seats=[SLEEPERS, Seat("bubbles")])
    on_a = [said for said in table.said(Place) if said.endswith("A") or "A," in said]
    assert on_a == [
        "place b4 on zone 1 space A, waking turner",
        "place g3 on the quest space A",
        "place g3 on zone 1 space A",
        "place r2 on zone 1 space A, waking adder",
        "place r2 on zone 1 space A, waking other-waker",
    ]
    table.do("place r2 on zone 1 space A, waking adder")
    assert table.state.mover == Seat("crumbles", awake=("adder",), resting=("other-waker", "turner"))


def test_dice_on_the_quest_wake_too() -> None:
    table = Table([TWO], "r1", seats=[Seat("crumbles", resting=("adder",)), Seat("bubbles")])
    assert "place r1 on the quest space A, waking adder" in table.said(Place)


def test_a_pair_wakes_up_to_two() -> None:
    table = Table(["twin-troll"], "r2 r2", seats=[SLEEPERS, Seat("bubbles")])
    assert table.actions(Place) == [Place(dice("r2 r2"), 0, 0, ("adder", "other-waker"))]
    one = Table(["twin-troll"], "b2 r2", seats=[Seat("crumbles", resting=("adder",)), Seat("bubbles")])
    assert one.actions(Place) == [Place(dice("b2 r2"), 0, 0, ("adder",))]
    two = Table(["twin-troll"], "b2 r2", seats=[SLEEPERS, Seat("bubbles")])
    assert {action.wakes for action in two.actions(Place)} == {("adder", "turner"), ("other-waker", "turner")}


def test_whose_companions_a_die_wakes() -> None:
    """Ruling `wake_whose`: one's own, or by `wake_whose="any_player"` those of every gnome."""
    seats = [Seat("crumbles"), Seat("bubbles", resting=("adder",))]
    assert Table([TWO], "r2", seats=seats).said(Place) == [f"place r2 on zone 1 space {space}" for space in "ABCD"]
    anyones = Table([TWO], "r2", seats=seats, rules=Rules(wake_whose="any_player"))
    anyones.do("place r2 on zone 1 space A, waking adder")
    assert anyones.state.seats[1].awake == ("adder",)


def test_the_colour_that_a_die_has_now_counts() -> None:
    seats = [Seat("crumbles", awake=("painter",), resting=("adder", "turner")), Seat("bubbles")]
    table = Table([TWO], "b2", seats=seats)
    table.do("painter: make b2 red")
    assert table.said(Place)[0] == "place r2 on zone 1 space A, waking adder"
    assert table.state.supply() == (3, 3, 2, 3, 3, 3)


# ----- taking back ----------------------------------------------------------------------------------------


def test_dice_taken_back_go_to_the_supply_and_can_be_gathered_at_once() -> None:
    table = Table([TWO], on=["A b1, B b2, C b3"], stage=Gather())
    assert Take(("blue",)) not in table.actions(Take)
    table.do("take back b2 from zone 1 space B")
    assert table.state.supply()[0] == 1
    assert table.state.hand == ()
    assert Take(("blue",)) in table.actions(Take)
    assert isinstance(table.state.stage, Gather)


def test_when_and_what_may_be_taken_back() -> None:
    """Ruling `take_back`: any die at any time, `take_back="before_gathering"`, or `take_back="whole_cards"`."""

    def offered(rules: Rules, stage: Any) -> list[str]:
        return Table([TWO], on=["A b1, B r2"], stage=stage, rules=rules).said(TakeBack)

    single, whole = (
        ["take back b1 from zone 1 space A", "take back r2 from zone 1 space B"],
        ["take back b1 r2 from zone 1"],
    )
    assert offered(Rules(), Gather()) == offered(Rules(), Adventure()) == single
    assert offered(Rules(take_back="before_gathering"), Gather()) == single
    assert offered(Rules(take_back="before_gathering"), Adventure()) == []
    assert offered(Rules(take_back="whole_cards"), Gather()) == whole
    assert offered(Rules(take_back="whole_cards"), Adventure()) == whole
    table = Table([TWO], on=["A b1, B b1"], rules=Rules(take_back="whole_cards"))
    assert table.do("take back b1 b1 from zone 1").zones[0].dice == ()


def test_faq_dice_on_cards_are_never_changed() -> None:
    seats = [Seat("crumbles", awake=("adder", "double-roller", "painter", "roller", "turner")), Seat("bubbles")]
    table = Table([TWO], "y5", on=["A b1, B r2"], seats=seats)
    table.do("place y5 on zone 1 space C")
    assert table.actions(Use) == []
