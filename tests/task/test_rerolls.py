"""Rerolls against a plain decision tree, and the choice of a pool."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.brute import best_placement, brute_rerolls, rolls

from solver.dice import Pool, Roll
from solver.errors import TooBigError, WordsError
from solver.task.chances import odds
from solver.task.choice import best_pools, number_of_pools, pools_of
from solver.task.longhand import reroll_value
from solver.task.model import Readings, Task
from solver.task.rerolls import compiled_plan, keeps, reroll_odds, single_reroll_odds

TASKS = [
    "[any]*3 : equal",
    "[red] [4-6]",
    "[red] [blue even] [5]",
    "[any]*2 : same colour, A < B",
    "[any]*3 : different, different colours",
    "[red] [high] : A + B >= 9",
    "health 8 : red",
    "health 8 : pairs",
    "[any = r3] [any] : A + B = 7",
]
POOLS = ["3 red", "1 red, 1 blue, 1 green", "2 red, 1 blue d4"]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(TASKS), st.sampled_from(POOLS), st.integers(0, 2))
def test_rerolls_equal_the_decision_tree(text: str, pool_text: str, rounds: int) -> None:
    task, pool = Task(text), Pool(pool_text)
    expected = brute_rerolls(task, pool, rounds)
    assert reroll_odds(task, pool, rounds) == expected
    compiled = compiled_plan(task, pool, Readings())
    assert reroll_value(compiled, compiled.dice(pool), rounds) == expected


def test_known_answers() -> None:
    card = "[red] [blue even] [5] [odd]"
    assert reroll_odds(card, "2 red, 1 blue, 1 green", 2) == Fraction(5239045, 8957952)
    assert reroll_odds(card, "2 red, 2 blue, 2 green", 2) == Fraction(963467711311, 1057916215296)
    assert single_reroll_odds("[any]*3 : equal", "3 red", 3) == Fraction(527, 2592)


@pytest.mark.parametrize("text", [text for text in TASKS if "health" not in text])
@pytest.mark.parametrize("pool_text", POOLS)
def test_one_die_rolled_again_equals_trying_each(text: str, pool_text: str) -> None:
    task, pool = Task(text), Pool(pool_text)
    for times in (1, 3):
        total = Fraction(0)
        for roll, ways in rolls(pool).items():
            best = Fraction(int(best_placement(task, roll, Readings())[1]))
            for i, die in enumerate(roll):
                kind = next(kind for kind, _ in pool if kind.colour == die.colour)
                helps = sum(
                    best_placement(task, (*roll[:i], die._replace(face=face), *roll[i + 1 :]), Readings())[1]
                    for face in kind.faces
                )
                best = max(best, 1 - (1 - Fraction(helps, len(kind.faces))) ** times)
            total += ways * best
        assert single_reroll_odds(task, pool, times) == total / pool.total


def test_the_best_keep_is_what_the_whole_is_made_of() -> None:
    task, pool = Task("[red] [blue even] [5]"), Pool("2 red, 1 blue")
    for rounds in (1, 2):
        total = Fraction(0)
        for roll, ways in rolls(pool).items():
            ranked = keeps(task, pool, Roll(roll), rounds)
            assert [keep.odds for keep in ranked] == sorted((keep.odds for keep in ranked), reverse=True)
            total += ways * ranked[0].odds
        assert total / pool.total == reroll_odds(task, pool, rounds)


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(WordsError, match="not one of the pool"):
        keeps("[any]*3 : equal", "3 red", "r1 r2 b3", 1)
    with pytest.raises(WordsError, match="0 or more, not -1"):
        reroll_odds("[any]", "1 red", -1)
    with pytest.raises(TooBigError, match="sets of kept dice"):
        reroll_odds("[any]*3 : A < B < C, different colours", "9 red, 9 blue, 9 green, 9 yellow", 1)
    with pytest.raises(WordsError, match="cannot be chosen"):
        best_pools("[any]", 4, "3 red")


def test_pools_of_a_supply_are_all_and_ranked() -> None:
    supply = Pool("3 red, 3 blue, 2 green")
    assert len(set(pools_of(4, supply))) == number_of_pools(4, supply) == 10
    ranked = best_pools("[red] [blue even] [5] [odd]", 4, supply)
    assert ranked[0].odds == max(odds("[red] [blue even] [5] [odd]", choice.pool) for choice in ranked)
    assert sum(choice.pool.size for choice in ranked) == 4 * len(ranked)
