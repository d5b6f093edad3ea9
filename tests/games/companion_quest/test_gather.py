"""What gathering certain dice comes to: against every roll placed by itself, and against numbers known by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import pytest
from oracles.quest_placing import WORTHS, random_state
from oracles.quest_table import Table

from solver.dice import Die, Pool, Rolled
from solver.errors import TooBigError
from solver.games import task_of
from solver.games.companion_quest.action import Take
from solver.games.companion_quest.allot import best_worth
from solver.games.companion_quest.gathering import classes_of, gather_values, pool_values
from solver.games.companion_quest.objectives import OBJECTIVES, Objective, Progress
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import COLOURS, Seat, State
from solver.task.chances import odds


def one_by_one(
    setting: Setting, state: State, pool: tuple[int, ...], objective: Objective, progress: Progress
) -> tuple[int, int]:
    """The sums over all faces, each roll placed by itself."""
    colours = [colour for colour, n in zip(COLOURS, pool, strict=True) for _ in range(n)]
    faces = Counter(
        tuple(sorted(Rolled(colour, face) for colour, face in zip(colours, shown, strict=True)))
        for shown in product(range(1, 7), repeat=len(colours))
    )
    goal = worth = 0
    for hand, ways in faces.items():
        found = best_worth(setting, replace(state, hand=hand), objective, progress)
        goal, worth = goal + ways * found.goal, worth + ways * found.progress
    return goal, worth


def random_pool(rng: Random, dice: int) -> tuple[int, ...]:
    pool = [0] * len(COLOURS)
    for _ in range(dice):
        colour = rng.randrange(len(COLOURS))
        pool[colour] += pool[colour] < 3
    return tuple(pool)


@pytest.mark.parametrize("shipped", [True, False])
@pytest.mark.parametrize("resting", [(0,), (1, 2)])
def test_pools_are_worth_what_all_their_rolls_are(shipped: bool, resting: tuple[int, ...], games_to_play: int) -> None:
    rng = Random(f"{shipped} {resting}")
    for _ in range(games_to_play // 8):
        setting, state = random_state(rng, 0, shipped=shipped, resting=resting)
        objective, progress = rng.choice(OBJECTIVES), rng.choice(WORTHS)
        pools = [random_pool(rng, 3), random_pool(rng, 2), random_pool(rng, rng.randrange(4))]
        found = pool_values(setting, state, pools, objective, progress)
        assert found == [one_by_one(setting, state, pool, objective, progress) for pool in pools]


def gather(problems: list[str], objective: Objective = "solve", **fields: Any) -> dict[tuple[str, ...], Fraction]:
    table = Table(problems, stage=Gather(), **fields)
    return {one.take.colours: one.means[0] for one in gather_values(table.game.setting, table.state, objective)}


@pytest.mark.parametrize("done", [0, 1, 2])
def test_all_that_may_be_gathered_in_the_order_of_the_actions(done: int) -> None:
    table = Table(["[any]*2 : A = B"], stage=Gather(), done=done, gnome=done, foe=3)
    found = gather_values(table.game.setting, table.state)
    assert [one.take for one in found] == table.actions(Take)
    assert all(one.rolls == 6**one.dice for one in found)


@pytest.mark.parametrize("task", ["[red 4]", "[red even] [blue odd]", "[any]*3 : equal", "[red] [any] : A < B"])
def test_one_problem_is_solved_as_often_as_its_odds_say(task: str) -> None:
    for colours, chance in gather([task]).items():
        dice = Counter(Die(colour) for colour in colours)
        expected = odds(task_of("companion-quest", task), Pool(dice)) if dice else 0
        assert chance == expected


def test_two_problems_at_once_and_the_gap() -> None:
    # a 4 for the one and a 5 for the other, with three dice: all rolls but those without a 4 or without a 5
    both = Fraction(6**3 - 2 * 5**3 + 4**3, 6**3)
    assert gather(["[4]", "[5]"], "solve-two")["blue", "blue", "red"] == both
    one = Fraction(6**3 - 4**3, 6**3)
    assert gather(["[4]", "[5]"])["blue", "blue", "red"] == one
    path = [{"name": "the-path", "type": "quest", "stage": 1, "task": "[any]*8", "reward": [1, 1, 1, 1]}]
    assert gather(["[4]", "[5]"], "chase", quests=path)["blue", "blue", "red"] == one + both - 1


def test_the_die_that_was_passed_on_is_rolled_too() -> None:
    found = gather(["[any]*4 : equal"], shared="green")
    assert found["blue", "blue", "red"] == Fraction(6, 6**4)
    assert found[()] == 0
    alone = gather(["[green 3|4]"], shared="green")
    assert alone[()] == alone["blue", "red"] == Fraction(1, 3)


def test_companions_that_dice_wake() -> None:
    seats = (Seat("crumbles", resting=("adder", "other-waker")), Seat("bubbles"))  # red wakes both
    table = Table(["[red 6]", "health 18 : green"], stage=Gather(), seats=seats)
    pool = (0, 0, 2, 0, 0, 0)
    progress = Progress(space=0, step=0, health=0, awake=1, snack=0, ready=0)
    ((_, worth),) = pool_values(table.game.setting, table.state, [pool], "solve", progress)
    assert worth == sum(
        comb(2, n) * 5 ** (2 - n) * n for n in range(3)
    )  # each die that fits wakes one, taken back or not


def test_more_dice_are_never_worth_less() -> None:
    rng = Random(8)
    for _ in range(8):
        setting, state = random_state(rng, 0, shipped=False)
        objective = rng.choice(OBJECTIVES)
        pools = [tuple(sorted((rng.randrange(3), *[0] * 5), reverse=True)) for _ in range(2)]
        for pool in pools:
            more = [(*pool[:at], pool[at] + 1, *pool[at + 1 :]) for at in range(6)]
            found = pool_values(setting, state, [pool, *more], objective)
            assert all(6 * found[0][0] <= goal for goal, _ in found[1:])


def test_colours_that_no_card_names_are_one() -> None:
    table = Table(["[red] [even]", "[blue 4] [any]"])
    classes = classes_of(table.game.setting, replace(table.state, quests=()))
    assert classes.split((1, 1, 1, 1, 1, 1)) == (1, 4, 1)  # blue; yellow, purple, orange and green; red
    # of the other colours only the parity counts; of blue a 4 besides
    assert [len(kinds) for kinds in classes.kinds] == [3, 2, 2]
    compared = Table(["[any]*2 : A < B"])
    assert [len(k) for k in classes_of(compared.game.setting, replace(compared.state, quests=())).kinds] == [6]
    coloured = Table(["[any]*2 : same colour"])
    assert len(classes_of(coloured.game.setting, replace(coloured.state, quests=())).kinds) == 6


def test_renaming_colours_changes_nothing() -> None:
    one = gather(["[red 4|5] [blue] : A > B"])
    other = gather(["[blue 4|5] [red] : A > B"])
    swap = {"red": "blue", "blue": "red"}
    for n in range(4):
        for colours in combinations(("blue", "blue", "red", "red"), n):
            if colours in one:
                swapped = tuple(sorted((swap[colour] for colour in colours), key=COLOURS.index))
                assert one[colours] == other[swapped]


def test_too_many_dice() -> None:
    table = Table(stage=Gather())
    with pytest.raises(TooBigError, match="9 dice"):
        pool_values(table.game.setting, table.state, [(3, 3, 3, 0, 0, 0)])
