"""Placing a hand over all cards: the kernel against everything that the rules of the game allow, and by hand."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from oracles.quest_placing import WORTHS, best_of, random_state, reached
from oracles.quest_table import Table, dice

from solver import _allot
from solver.errors import TooBigError
from solver.games.companion_quest.action import Place, TakeBack
from solver.games.companion_quest.allot import (
    FREE,
    NUMBER,
    Worth,
    allotted,
    before,
    best_worth,
    goals,
    numbers,
    packed,
    unpacked,
)
from solver.games.companion_quest.objectives import OBJECTIVES, Objective, worth_of
from solver.games.companion_quest.placing import openings, place
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.state import Seat


def worth(table: Table, objective: Objective = "chase") -> Worth:
    return best_worth(table.game.setting, table.state, objective)


def steps(table: Table, objective: Objective = "chase") -> list[str]:
    return [str(action) for action in allotted(table.game.setting, table.state, objective).actions]


@pytest.fixture(scope="module")
def rounds(games_to_play: int) -> int:
    """How many random positions each random test tries."""
    return games_to_play // 4


# ----- against everything ---------------------------------------------------------------------------------


@pytest.mark.parametrize("shipped", [True, False])
@pytest.mark.parametrize("resting", [(0,), (1, 2, 3)])
@pytest.mark.parametrize("seed", range(2))
def test_the_best_is_the_best_of_all_that_can_be_reached(
    seed: int, resting: tuple[int, ...], shipped: bool, rounds: int
) -> None:
    rng = Random(f"{seed} {resting} {shipped}")
    for _ in range(rounds):
        setting, state = random_state(rng, rng.randint(1, 3), shipped=shipped, resting=resting)
        objective, progress = rng.choice(OBJECTIVES), rng.choice(WORTHS)
        best = best_of(setting, reached(setting, state), objective, progress)
        assert best_worth(setting, state, objective, progress) == Worth(*best)


@pytest.mark.parametrize("shipped", [True, False])
def test_what_is_to_be_done_is_legal_and_comes_to_that(shipped: bool, rounds: int) -> None:
    rng = Random(f"{shipped}")
    for _ in range(4 * rounds):
        setting, state = random_state(rng, rng.randint(0, 6), shipped=shipped, resting=(0, 2))
        objective, progress = rng.choice(OBJECTIVES), rng.choice(WORTHS)
        game = CompanionQuest(2, setting)
        found = allotted(setting, state, objective, progress)
        for action in found.actions:
            assert action in game.legal_actions(state)
            state = game.apply(state, action)
        assert Worth(*worth_of(setting, state, objective, progress)) == found.worth


@pytest.mark.parametrize("seed", range(3))
def test_many_hands_at_once_are_worth_what_each_is(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        setting, state = random_state(rng, 6, shipped=False, resting=(0, 1))
        hands = [tuple(sorted(rng.sample(state.hand, rng.randint(0, 6)))) for _ in range(12)]
        flat = array("i", [-1]) * (7 * len(hands))
        for row, hand in enumerate(hands):
            flat[7 * row : 7 * row + len(hand)] = numbers(hand)
        keys = array("q", bytes(8 * len(hands)))
        view = memoryview(flat).cast("B").cast("i", (len(hands), 7))
        assert _allot.keys(packed(setting, state, "chase"), view, keys)
        for hand, key in zip(hands, keys, strict=True):
            assert unpacked(key, before(state)) == best_worth(setting, replace(state, hand=hand))


def test_neither_the_order_of_dice_nor_one_more_makes_it_worse() -> None:
    rng = Random(3)
    for _ in range(20):
        setting, state = random_state(rng, 5, shipped=False)
        flat = packed(setting, state)
        keys = {key[0] for hand in permutations(state.hand) if (key := _allot.best(flat, numbers(hand), 0))}
        assert len(keys) == 1
        fewer = _allot.best(flat, numbers(state.hand[1:]), 0)
        assert fewer is not None and fewer[0] <= keys.pop()


def test_dice_that_must_be_placed_are() -> None:
    rng = Random(4)
    for _ in range(15):
        setting, state = random_state(rng, 3, shipped=False)
        must = rng.randrange(1, 4)
        placed = [state.hand[at] for at in range(3) if must >> at & 1]
        everything = {
            now
            for now in reached(setting, state)
            if all(now.hand.count(die) <= state.hand.count(die) - placed.count(die) for die in placed)
        }
        found = _allot.best(packed(setting, state), numbers(state.hand), must)
        if everything:
            assert found is not None
            assert unpacked(found[0], before(state)) == Worth(*best_of(setting, everything, "chase", WORTHS[0]))
        else:
            assert found is None


def test_the_colour_of_a_die_need_not_matter() -> None:
    rng = Random(5)
    for _ in range(40):
        setting, state = random_state(rng, 2, shipped=False, take_back="before_gathering", lock="end_of_turn")
        free, other = state.hand
        hand = array("i", [NUMBER[free] + FREE, NUMBER[other]])
        found = _allot.best(packed(setting, state), hand, 0)
        everything = reached(setting, replace(state, hand=(other,)))
        for now in tuple(everything):
            holding = replace(now, hand=tuple(sorted((*now.hand, free))))
            for at, space in openings(setting, holding, free, freely=True):
                everything |= reached(setting, place(setting, holding, Place((free,), at, space, freely=True)))
        best = best_of(setting, everything, "chase", WORTHS[0])
        assert found is not None and unpacked(found[0], before(state)) == Worth(*best)


LOCK = "health 18 : green"
"""A danger that keeps the quest shut, and takes no die of these hands."""


# ----- by hand --------------------------------------------------------------------------------------------


def test_two_problems_are_worth_more_than_the_quest_alone() -> None:
    table = Table(["[red 1]", "[blue 2]"], "r1 b2 p3", foe=3, hat=2)
    assert worth(table).goal == 2  # the quest as well: a space closer, and Gu'Gu goes back
    assert worth(table, "solve") == worth(table, "solve-two")
    table = Table(["[red]", "[blue]"], "r1 b2", foe=3, hat=2)
    assert (worth(table).goal, worth(table, "quest").goal, worth(table, "solve-two").goal) == (1, 1, 1)
    assert worth(Table(["[any]", "[even]", "[odd]"], "r1 b2 p3", foe=3)).goal == 1  # a third is no use


@pytest.mark.parametrize(
    ("fields", "wins"),
    [({"hat": 2}, 1), ({"hat": 1}, 0), ({"hat": 2, "foe": 3, "done": 1, "gnome": 1}, 0)],
)
def test_the_quest_wins_only_from_behind_him(fields: dict[str, Any], wins: int) -> None:
    table = Table(hand="p1", **{"gnome": 0, "foe": 1, **fields})
    assert worth(table, "win").goal == wins


def test_goals_grow_with_what_is_done() -> None:
    for meter in ("hat_first", "both_then_compare"):
        for gnome, foe in ((0, 1), (0, 2), (1, 2), (0, 3)):
            table = Table(gnome=gnome, done=gnome, foe=foe, rules=Rules(meter_order=meter))
            for objective in OBJECTIVES:
                found = goals(table.game.setting, table.state, objective)
                assert all(one <= other for one, other in zip(found[:3], found[3:], strict=True))
                assert found[:3] == sorted(found[:3]) and found[3:] == sorted(found[3:])


def test_a_locked_quest_takes_no_dice() -> None:
    free = Table(hand="r1 p2")
    assert steps(free) == ["place r1 on the quest space A", "place p2 on the quest space B"]
    assert steps(Table(["health 9 : blue"], "r1 p2")) == []


def test_a_defeated_danger_may_open_the_quest_at_once() -> None:
    hand = "b5 r1"
    assert steps(Table(["health 5 : blue"], hand)) == ["place b5 on zone 1 space A"]
    table = Table(["health 5 : blue"], hand, rules=Rules(lock="at_once"))
    assert steps(table) == ["place b5 on zone 1 space A", "place r1 on the quest space A"]


def test_pairs_are_placed_together() -> None:
    table = Table(["twin-troll"], "r6 b6 g5")
    assert steps(table, "solve") == ["place b6 r6 on zone 1 space A"]
    assert worth(table, "solve").goal == 1
    table = Table(["health 8 : even", "twin-troll"], "o4 p4 p4")
    assert "place o4 p4 on zone 2 space A" in steps(table, "solve-two")  # in the order in which the hand has them


def test_a_die_in_the_way_is_taken_back() -> None:
    table = Table(["[any] [red] : A < B"], "b1 r2", on=["A g5"])
    assert worth(table, "solve").goal == 1
    assert steps(table, "solve")[0] == "take back g5 from zone 1 space A"
    kept = Table(["[any] [red] : A < B"], "b1 r2", on=["A g5"], rules=Rules(take_back="before_gathering"))
    assert worth(kept, "solve").goal == 0


@pytest.mark.parametrize("low", ["g1", "g2", "g3"])
def test_a_die_is_taken_back_from_a_sum_that_it_makes_too_low(low: str) -> None:
    """With any one of the others the low die might do, but not with those that are there."""
    table = Table(["[any]*4 : A + B + C + D >= 15"], "b3 p2 y6", on=[f"B {low}, C r4"])
    assert worth(table, "solve").goal == 1


def test_a_die_that_only_wakes_is_taken_back() -> None:
    seats = (Seat("crumbles", resting=("adder",)), Seat("bubbles"))
    table = Table(["[red 1|2] [any] : A = B", LOCK], "r1 r2", on=["B y2"], seats=seats)
    found = allotted(table.game.setting, table.state, "solve")
    assert found.worth.goal == 1 and found.worth.progress == best_worth(table.game.setting, table.state).progress
    assert {type(action) for action in found.actions} == {Place}
    both = (Seat("crumbles", resting=("adder", "other-waker")), Seat("bubbles"))  # both are woken by red
    table = Table(["[red 1|2]", LOCK], "r1 r2", seats=both)
    assert [type(action) for action in allotted(table.game.setting, table.state).actions] == [Place, TakeBack, Place]


def test_a_die_that_opened_a_space_may_go() -> None:
    # B needs a die on A; once it lies there, that on A can make room for those on C and D
    table = Table(["[yellow] [any]*3 : A then B, A < C, A < D", LOCK], "b3 p1 r2", on=["A y5"])
    assert worth(table).progress == worth(Table(["[any]*3", LOCK], "b3 p1 r2")).progress
    found = allotted(table.game.setting, table.state).actions
    assert [(type(action), action.space) for action in found[:2]] == [(Place, 1), (TakeBack, 0)]
    assert len(found) == 4
    table = Table(["[yellow] [any]*3 : A then B, A < C, A < D", LOCK], "b3 p1 r2")
    assert len(allotted(table.game.setting, table.state).actions) == 2  # B stays shut


def test_the_quest_is_walked_in_order_and_one_step_at_most_where_it_says_so() -> None:
    path = [{"name": "the-path", "type": "quest", "stage": 1, "task": "[any]*3 : A < B", "reward": [1, 1, 1, 1]}]
    assert steps(Table(hand="r2 b5", quests=path)) == ["place r2 on the quest space A", "place b5 on the quest space B"]
    slow = [{**path[0], "flag": "one-step"}]
    assert len(steps(Table(hand="r2 b5", quests=slow))) == 1
    assert len(steps(Table(hand="r2 b1", quests=path, hat=1))) == 2  # what lies behind the hat binds nobody


def test_too_much() -> None:
    table = Table(["[any]*9"], "r1")
    with pytest.raises(TooBigError, match="9 spaces"):
        worth(table)
    with pytest.raises(TooBigError, match="a hand of 9 dice"):
        numbers(dice("r1 r2 r3 b1 b2 b3 g1 g2 g3"))
