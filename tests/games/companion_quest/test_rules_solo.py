"""Playing alone by the rulebook: the own ability, a die that is kept, and the gnome that is replaced."""

from __future__ import annotations

from typing import Any

from oracles.quest_table import GNOMES, Table, dice

from solver.games.companion_quest.action import Become, Call, Eat, End, Take
from solver.games.companion_quest.content import box
from solver.games.companion_quest.stage import Adventure, Replace
from solver.games.companion_quest.state import Seat

WILD = ("ash-mole", "moon-owl", "rain-newt", "star-bat")


def alone(problems: tuple[str, ...] = ("[4]",), hand: str = "", **fields: Any) -> Table:
    given: dict[str, Any] = {"wild": WILD, "foe": 1, "seat": Seat("shifty")} | fields
    return Table(problems, hand, seats=[given.pop("seat")], **given)


def test_the_own_ability_may_be_used_and_is_turned_over() -> None:
    table = alone(hand="b2")
    assert table.said(Call) == ["gnome 1: turn b2 to 3"]
    table.do("gnome 1: turn b2 to 3")
    assert table.state.mover.ready is False
    assert table.actions(Call) == []
    table.do(End(), Take(("blue",)), dice("b2"))
    assert table.actions(Call) == []


def test_a_die_may_be_kept_and_is_rolled_for_free_with_those_gathered() -> None:
    table = alone(hand="b2 g5")
    assert table.said(End) == ["end the turn", "end the turn and pass on blue", "end the turn and pass on green"]
    table.do(End("green"))
    assert (table.state.turn, table.state.shared) == (0, "green")
    table.do(Take(("blue", "yellow", "red")), dice("b1"), dice("y1"), dice("r1"))
    assert table.outcomes() == {dice(f"g{face}"): 1 for face in range(1, 7)}
    assert table.do(dice("g3")).hand == dice("b1 y1 r1 g3")


def test_a_refreshed_gnome_is_replaced_by_one_that_the_player_chooses() -> None:
    """Of all that are not in the game; the companions stay, and no starter comes with it."""
    seat = Seat("shifty", ready=False, snacks=1, awake=("prost",), resting=("adder",))
    table = alone(hand="b2", seat=seat)
    table.do("snack: refresh")
    assert isinstance(table.state.stage, Replace)
    assert {action.gnome for action in table.actions()} == {*box().gnomes, *GNOMES} - {"shifty"}
    table.do(Become("nettle"))
    assert table.state.mover == Seat("nettle", ready=True, snacks=0, awake=("prost",), resting=("adder",))
    assert isinstance(table.state.stage, Adventure)
    assert table.state.hand == dice("b2")


def test_a_gnome_of_an_earlier_turn_may_come_back() -> None:
    table = alone(hand="b2", seat=Seat("shifty", ready=False, snacks=2))
    table.do("snack: refresh", Become("cook"), "gnome 1: its ability")
    assert table.state.mover == Seat("cook", ready=False, snacks=2)
    table.do("snack: refresh", Become("shifty"))
    assert table.said(Call) == ["gnome 1: turn b2 to 3"]


def test_a_companion_that_refreshes_brings_another_gnome_too() -> None:
    table = alone(seat=Seat("shifty", ready=False, awake=("refresher",)))
    assert isinstance(table.do("refresher: ability 1").stage, Replace)


def test_it_is_refreshed_after_its_ability_only() -> None:
    assert alone(seat=Seat("shifty", snacks=1), wild=()).actions(Eat) == []


def test_with_others_a_gnome_stays_who_it_is() -> None:
    seats = [Seat("shifty", ready=False, snacks=1), Seat("cook")]
    table = Table(["[4]"], seats=seats)
    assert table.do("snack: refresh").mover == Seat("shifty")


def test_the_reward_is_that_for_one_gnome() -> None:
    table = alone(hand="r3", hat=2, foe=2)
    table.do("place r3 on the quest space C")
    assert table.do(End()).mover.snacks == 3  # of this card: 3 for one gnome
