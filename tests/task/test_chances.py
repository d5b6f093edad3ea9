"""Odds of tasks against brute force, known answers, and the plain Python folds beyond 128 bits."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.brute import brute_danger, brute_odds

from solver.dice import Die, Pool
from solver.distribution import Distribution
from solver.errors import NotationError, TooBigError, WordsError
from solver.task import longhand
from solver.task.chances import filled, odds
from solver.task.model import Readings, Task
from solver.task.plan import plan

SPACES = ["any", "4", "2|5", "4-6", "even", "odd", "red", "red 4", "red|blue 2-5", "blue odd"]
SPACES += ["high", "low", "red high", "any", "any", "any = r3", "any = b5", "odd = g1"]
RELATIONS = ["A < B", "A != B", "A = B", "A + B >= 7", "A - B = 2", "A + B <= C + 3", "B > C", "A then B"]
RELATIONS += ["B then C", "A or B", "B or C", "A or C", "2*A > B"]
WORDS = ["equal", "different", "different colours", "same colour", "consecutive", "ascending", "descending"]
POOLS = [
    "1 red, 1 blue, 1 green",
    "2 red, 1 blue",
    "3 red",
    "2 red, 1 blue d4",
    "1 red, 1 blue",
    "1 green",
    "4 red d3",
]


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    size = draw(st.integers(1, 4))
    spaces = " ".join(f"[{draw(st.sampled_from(SPACES))}]" for _ in range(size))
    usable = [r for r in RELATIONS if ("B" not in r or size > 1) and ("C" not in r or size > 2)]
    chosen = draw(st.lists(st.sampled_from(usable), max_size=2, unique=True)) if size > 1 else []
    chosen += draw(st.lists(st.sampled_from(WORDS), max_size=1))
    try:
        return Task(spaces + (" : " + ", ".join(chosen) if chosen else ""))
    except NotationError:  # an `or` over two spaces that hold dice
        return Task(spaces)


readings = st.builds(
    Readings,
    st.sampled_from(["tied", "strict"]),
    st.sampled_from(["strict", "weak"]),
    st.sampled_from(["plain", "wraps"]),
)


@settings(max_examples=200, deadline=None)
@given(tasks(), st.sampled_from(POOLS), readings)
def test_odds_and_filled_equal_brute_force(task: Task, pool_text: str, readings: Readings) -> None:
    pool = Pool(pool_text)
    chance, most = brute_odds(task, pool, readings)
    assert odds(task, pool, readings) == chance
    assert filled(task, pool, readings) == Distribution(most)


@pytest.mark.parametrize(
    ("task", "pool", "fraction"),
    [
        ("[any]*3 : equal", "3 red", "1/36"),
        ("[any]*3 : equal", "3 any", "1/36"),
        ("[any]*2 : different, different colours", "1 red, 1 green", "5/6"),
        ("[any]*3 : different, different colours", "2 red, 1 green, 1 blue", "20/27"),
        ("[1-3]", "2 red", "3/4"),
        ("[any]*4", "3 red", "0"),
        ("[any = r3]", "1 red", "1"),
        ("[any = r3] [any = r3] : different", "1 red", "0"),
    ],
)
def test_known_answers(task: str, pool: str, fraction: str) -> None:
    assert odds(task, pool) == Fraction(fraction)


@pytest.mark.parametrize(
    "symbol_task", ["[any]*2", "[any]*2 : different", "[any] [any] : A < B", "[any]*2 : different colours"]
)
def test_a_symbol_has_no_number(symbol_task: str) -> None:
    yellow = Die("yellow", (1, 1, 2, 2, 3, "bell"))
    pool = Pool({yellow: 1, Die("white", (1, 1, 2, 2, 3, 3)): 1})
    task = Task(symbol_task)
    chance, most = brute_odds(task, pool)
    assert odds(task, pool) == chance
    assert filled(task, pool) == Distribution(most)


@pytest.mark.parametrize("text", ["health 8 : even", "health 9 : red", "health 8 : pairs", "health 7 = r2 b2 : even"])
@pytest.mark.parametrize("pool", ["3 red", "2 red, 2 blue", "1 red, 2 blue d4"])
def test_dangers_equal_brute_force(text: str, pool: str) -> None:
    assert odds(text, pool) == brute_danger(Task(text), Pool(pool))


SOME_TASKS = [
    "[red] [blue even] [5] [odd]",
    "[any]*3 : different, different colours",
    "[any]*3 : equal",
    "[red] [any] [blue] : A < B < C",
    "[any]*4 : consecutive",
    "[red] [high] [low] : A + B >= 9",
    "[any]*2 : same colour, A < B",
]


@pytest.mark.parametrize("text", SOME_TASKS)
def test_plain_python_folds_equal_the_kernels(text: str) -> None:
    task, pool = Task(text), Pool("3 red, 2 blue, 2 green")
    if task.packed.matching:
        assert Fraction(longhand.filled_weights(task.packed.matching, pool)[-1], pool.total) == odds(task, pool)
    compiled = plan(task, pool, Readings(), None)
    assert Fraction(longhand.won_weight(compiled, compiled.dice(pool)), pool.total) == odds(task, pool)


def test_more_dice_than_128_bits_hold_stay_exact() -> None:
    assert odds("[6]", "200 red") == 1 - Fraction(5, 6) ** 200
    # not both numbers appear: neither, or only one of them
    assert odds("[any]*2 : A = 2*B, B >= 3", "100 red") == 1 - 2 * Fraction(5, 6) ** 100 + Fraction(4, 6) ** 100
    assert odds("[any]*2 : different", "60 red") == 1 - Fraction(1, 6) ** 59


def test_one_die_more_never_lowers_the_odds() -> None:
    for text in SOME_TASKS:
        chances = [odds(text, f"{n} red, 2 blue") for n in range(1, 6)]
        assert chances == sorted(chances)


def test_renaming_colours_changes_nothing() -> None:
    for text in SOME_TASKS:
        renamed = text.replace("red", "X").replace("blue", "red").replace("X", "blue")
        assert odds(text, "3 red, 2 blue, 1 green") == odds(renamed, "3 blue, 2 red, 1 green")


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(WordsError, match="colour is not stated"):
        odds("[red] [any]", "3 any")
    with pytest.raises(WordsError, match="name the clan"):
        odds("[clan 4-6]", "3 red")
    with pytest.raises(WordsError, match="no spaces to count"):
        filled("health 8 : even", "3 red")
    with pytest.raises(TooBigError, match="10000 dice"):
        odds("[red] [any] [blue] : A < B < C", "5000 red, 5000 blue")
