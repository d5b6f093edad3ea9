"""The end of a turn by the rulebook: sharing, the hat, quests, problems, and the chase along the Mischief Meter."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from oracles.quest_table import Table, dice

from solver.game import TERMINAL
from solver.games.companion_quest.action import End, Take, TakeBack
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.stage import Gather, Over
from solver.games.companion_quest.state import Seat

WILD = ("ash-mole", "moon-owl", "rain-newt", "star-bat")
NEW = ("adder", "baker", "freer", "tamer")


def ending(problems: int, quest: bool, gnome: int, foe: int, **fields: Any) -> Table:
    """A turn in which so many problems are full and the hat stands before the last space, or the portal too."""
    on = ["A b1", "A r4", "A y3"][:problems]
    hat = {0: 2, 1: 3, 2: 1}[gnome]
    table = Table(["[any]", "[4]", "[1-3]"], "r3", on=on, gnome=gnome, done=gnome, foe=foe, hat=hat, **fields)
    if quest:
        (place,) = (said for said in table.said() if "on the quest" in said)
        table.do(place)
    return table


# ----- sharing --------------------------------------------------------------------------------------------


def test_one_die_may_be_passed_on_and_none_must() -> None:
    table = Table(["[4]"], "b3 r5", wild=WILD, foe=1)
    assert table.said(End) == ["end the turn", "end the turn and pass on blue", "end the turn and pass on red"]
    state = table.do(End())
    assert (state.shared, state.hand, state.supply()) == ("", (), (3, 3, 3, 3, 3, 3))


def test_a_die_that_was_placed_cannot_be_passed_on() -> None:
    table = Table(["[any]*2"], "b3", wild=WILD)
    table.do("place b3 on zone 1 space A")
    assert table.said(End) == ["end the turn"]


def test_it_goes_to_the_next_gnome_and_from_the_last_to_the_first() -> None:
    seats = [Seat("crumbles"), Seat("bubbles"), Seat("stibbles")]
    table = Table(["[4]"], "b3", seats=seats, turn=2, wild=WILD, foe=1)
    state = table.do(End("blue"))
    assert (state.turn, state.shared) == (0, "blue")
    state = table.do(Take(()), dice("b1"), End())
    assert (state.turn, state.shared) == (1, "")


def test_a_die_that_was_passed_on_may_be_passed_on_again() -> None:
    table = Table(["[4]"], "b3", wild=WILD, foe=1)
    table.do(End("blue"), Take(()), dice("b6"))
    assert table.do(End("blue")).shared == "blue"


# ----- the chase ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problems", "step"),
    [(0, 1), (1, 0), (2, -1), (3, -1)],
)
def test_gugu_goes_on_stays_or_goes_back(problems: int, step: int) -> None:
    table = ending(problems, quest=False, gnome=0, foe=2)
    assert table.do(End()).foe == 2 + step
    assert table.state.gnome == 0


@pytest.mark.parametrize("gnome", [0, 1, 2])
def test_every_end_of_a_turn(gnome: int) -> None:
    """Each place of the two, each number of problems, and the quest completed or not; by the steps of the book."""
    for foe, problems, quest in product(range(gnome + 1, 4), range(4), (False, True)):
        state = ending(problems, quest, gnome, foe).do(End())
        where, ahead = gnome + quest, foe
        won: bool | None = True if where == ahead else None  # first the hat, the quest and the Gnome
        if won is None:
            ahead += 1 if problems == 0 else 0 if problems == 1 else -1  # and only then Gu'Gu
            won = True if where == ahead else False if ahead == 4 else None
        assert state.gnome == where
        assert (state.stage.won if isinstance(state.stage, Over) else None) == won
        if won is None:
            assert state.foe == ahead > where


def test_the_last_quest_wins() -> None:
    """Whatever else was done: on the third quest Gu'Gu can only be where its completion brings the Gnome."""
    for problems in range(4):
        table = ending(problems, quest=True, gnome=2, foe=3)
        assert table.do(End()).stage == Over(won=True)
        assert table.game.returns(table.state) == [1, 1]


def test_the_gnome_wins_when_gugu_comes_back_to_it() -> None:
    assert ending(2, quest=False, gnome=0, foe=1).do(End()).stage == Over(won=True)


def test_gugu_on_the_portal_is_lost_for_all() -> None:
    table = ending(0, quest=False, gnome=0, foe=3)
    state = table.do(End())
    assert state.stage == Over(won=False)
    assert table.game.current_player(state) == TERMINAL
    assert table.game.returns(state) == [0, 0]


def test_a_quest_completed_and_no_problem_solved_moves_both() -> None:
    state = ending(0, quest=True, gnome=0, foe=2).do(End())
    assert (state.gnome, state.foe) == (1, 3)


def test_where_both_move_before_it_is_looked_at_passing_him_is_catching_him() -> None:
    """The other reading of `meter_order`."""
    both = Rules(meter_order="both_then_compare")
    assert ending(2, quest=True, gnome=0, foe=1, rules=both).do(End()).stage == Over(won=True)
    state = ending(0, quest=True, gnome=0, foe=1, rules=both).do(End())
    assert (state.gnome, state.foe, isinstance(state.stage, Over)) == (1, 2, False)


def test_gugu_goes_on_when_no_problem_is_left() -> None:
    """The default of `empty_zone`."""
    assert Table(foe=1, wild=WILD).do(End()).foe == 2


# ----- quests ---------------------------------------------------------------------------------------------


def test_the_example_of_a_reward_with_two_gnomes() -> None:
    """A snack each, and then 4 points of carry capacity."""
    table = ending(1, quest=True, gnome=0, foe=3)
    table.do(End(), "seesaw", *NEW)
    assert [seat.snacks for seat in table.state.seats] == [1, 1]
    assert Take(("blue", "blue", "blue", "yellow")) in table.actions(Take)
    assert max(len(take.colours) for take in table.actions(Take)) == 4


def test_the_next_quest_begins_at_its_start_in_the_next_turn() -> None:
    table = ending(1, quest=True, gnome=0, foe=3)
    table.do(End(), "seesaw", *NEW)
    assert (table.state.quests[0], table.state.hat, table.state.locked) == ("long-path", 0, False)
    assert isinstance(table.state.stage, Gather)


# ----- problems and dangers -------------------------------------------------------------------------------


def test_a_card_is_solved_at_the_end_of_the_turn_and_not_before() -> None:
    table = Table(["[any]"], on=["A b1"], wild=WILD)
    assert table.state.zones[0].card == "[any]"
    assert table.said(TakeBack) == ["take back b1 from zone 1 space A"]
    state = table.do(End())
    assert state.solved[0] == "[any]" or "[any]" in state.solved
    assert (state.zones[0].card, state.zones[0].dice) == ("", ())
    assert state.supply() == (3, 3, 3, 3, 3, 3)


def test_the_next_card_of_the_zone_is_turned_over() -> None:
    table = Table(["[any]", "[4]"], on=["A b1"], wild=WILD)
    table.do(End(), "seesaw")
    assert [(zone.card, zone.below) for zone in table.state.zones] == [("seesaw", 2), ("[4]", 3), ("", 0)]


def test_a_new_danger_locks_a_quest_that_has_just_become_active() -> None:
    """Ruling `new_danger`."""
    table = ending(1, quest=True, gnome=0, foe=3)
    table.do(End(), "bog-bear", *NEW)
    assert (table.state.quests[0], table.state.locked) == ("long-path", True)
    table.do(Take(("blue",)), dice("b3"))
    assert not any("on the quest" in said for said in table.said())


def test_the_hat_keeps_its_place_under_the_token() -> None:
    table = Table(["[any]"], on=["A b1"], hat=1, wild=WILD)
    table.do(End(), "bog-bear")
    assert (table.state.hat, table.state.locked) == (1, True)


def test_a_danger_is_one_of_the_problems_solved() -> None:
    table = Table(["health 5 : any", "[any]"], on=["A b6", "A r1"], foe=3)
    assert table.do(End()).foe == 2


def test_a_zone_without_cards_stays_empty() -> None:
    table = Table(["[any]", "[4]"], on=["A b1"], wild=WILD)
    zones = (table.state.zones[0], table.state.zones[1], table.state.zones[2])
    empty = table.state.but(zones=(zones[0].__class__("[any]", zones[0].dice, 0), *zones[1:]), hidden=(2, 1))
    state = table.game.apply(empty, End())
    assert (state.zones[0].card, isinstance(state.stage, Gather)) == ("", True)


# ----- how long a game lasts ------------------------------------------------------------------------------


def test_no_number_of_turns_ends_a_game() -> None:
    """Ruling `turn_limit`: one problem a turn, and Gu'Gu stays; only the break-off after 1,000 is not of the book."""
    table = Table(["[any]"], on=["A b1"], wild=WILD, turns=998)
    table.do(End(), "seesaw")
    assert (isinstance(table.state.stage, Gather), table.state.turns) == (True, 999)
