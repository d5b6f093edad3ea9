"""The wilderness by the rulebook: taming, drawing, and what is left of the deck."""

from __future__ import annotations

from typing import Any

from oracles.quest_table import Table, dice

from solver.games.companion_quest.action import Eat, End
from solver.games.companion_quest.stage import Adventure, Gather, Wild
from solver.games.companion_quest.state import Seat, State

WILD = ("ash-mole", "moon-owl", "rain-newt", "star-bat")


def rich(snacks: int = 1, **fields: Any) -> Table:
    """Snacks to tame with, and no other use for them."""
    return Table(seats=[Seat("crumbles", snacks=snacks), Seat("bubbles", ready=False)], **fields)


def without_deck(table: Table, gone: tuple[str, ...] = ()) -> State:
    """The state with all companions but those face up on the discard pile or with the other gnome."""
    left = [name for name in table.game.setting.box.wild if name not in table.state.wild and name not in gone]
    return table.state.but(gone=gone).with_seat(1, resting=tuple(sorted(left)))


def test_a_tamed_companion_costs_a_snack_is_awake_and_another_comes() -> None:
    table = rich(hand="b6", wild=WILD)
    table.do("snack: tame star-bat")
    assert table.state.stage == Wild(adventure=True)
    assert table.do("dune-dog").wild == ("ash-mole", "dune-dog", "moon-owl", "rain-newt")
    assert table.state.mover == Seat("crumbles", snacks=0, awake=("star-bat",))
    table.do("star-bat: turn b6 to 1")  # it can be used at once
    assert table.state.hand == dice("b1")


def test_the_one_that_comes_can_be_tamed_in_the_same_turn() -> None:
    table = rich(2, wild=WILD)
    table.do("snack: tame star-bat", "dune-dog", "snack: tame dune-dog", "adder")
    assert table.state.mover.awake == ("dune-dog", "star-bat")


def test_only_those_face_up_can_be_tamed() -> None:
    assert {action.companion for action in rich(wild=WILD).actions(Eat)} == set(WILD)


def test_one_is_drawn_of_all_that_were_not_seen_each_as_likely() -> None:
    table = rich(wild=WILD, gone=("brook-trout", "lake-heron"))
    table.do("snack: tame star-bat")
    box = table.game.setting.box
    unseen = set(box.wild) - {*WILD, "brook-trout", "lake-heron"}
    assert table.outcomes() == dict.fromkeys(unseen, 1)


def test_no_taming_where_the_quest_forbids_it() -> None:
    path = [
        {
            "name": "the-path",
            "type": "quest",
            "stage": 1,
            "task": "[any]*2",
            "flag": "no-taming",
            "reward": [1, 1, 1, 1],
        }
    ]
    assert rich(wild=WILD, quests=path).actions(Eat) == []


def test_a_completed_quest_brings_four_others_and_the_row_is_discarded() -> None:
    table = Table(["[4]"], "p3", hat=2, foe=3, wild=WILD, on=["A b4"])
    table.do("place p3 on the quest space C", End(), "seesaw")
    assert table.state.gone == WILD
    assert not {*WILD} & table.outcomes().keys()
    table.do("adder", "baker", "freer", "tamer")
    assert table.state.wild == ("adder", "baker", "freer", "tamer")
    assert isinstance(table.state.stage, Gather)


def test_discarded_ones_are_shuffled_when_the_deck_is_empty() -> None:
    table = rich(wild=WILD)
    state = without_deck(table, gone=("brook-trout", "lake-heron"))
    game = table.game
    state = game.apply(state, Eat("star-bat", tames=True))
    assert game.chance_outcomes(state) == {"brook-trout": 1, "lake-heron": 1}
    state = game.apply(state, "lake-heron")
    assert state.wild == ("ash-mole", "lake-heron", "moon-owl", "rain-newt")
    assert state.gone == ()


def test_without_any_left_the_place_stays_empty() -> None:
    table = rich(wild=WILD)
    state = table.game.apply(without_deck(table), Eat("star-bat", tames=True))
    assert isinstance(state.stage, Adventure)
    assert state.wild == ("ash-mole", "moon-owl", "rain-newt")
