"""Tasks as data: spaces, canonical relations, dice already there, the clan colour."""

from __future__ import annotations

import copy
import itertools
import operator
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.dice import Rolled
from solver.errors import NotationError, WordsError
from solver.task.model import (
    MAX_SPACES,
    Compare,
    Danger,
    Either,
    Readings,
    Space,
    Task,
    Then,
    Word,
    space_name,
)

OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


def test_a_space_accepts_colour_and_number() -> None:
    space = Space(("red", "blue"), ((1, 1), (3, 4)))
    accepted = {(c, n) for c in ("red", "blue", "green", None) for n in range(1, 7) if space.accepts(c, n)}
    assert accepted == {(c, n) for c in ("red", "blue") for n in (1, 3, 4)}
    assert [n for n in range(7) if Space(numbers="even").accepts(None, n)] == [0, 2, 4, 6]
    assert [n for n in range(7) if Space(numbers="odd").accepts(None, n)] == [1, 3, 5]


def test_a_symbol_fits_where_no_number_is_asked() -> None:
    assert Space().accepts("yellow", "bell")
    assert Space(("yellow",)).accepts("yellow", "bell")
    assert not Space(numbers="even").accepts("yellow", "bell")
    assert not Space(numbers=((1, 6),)).accepts("yellow", "bell")


def test_ranges_are_merged() -> None:
    assert Space(numbers=((5, 6), (1, 2), (2, 4))) == Space(numbers=((1, 6),))
    assert Space(numbers=((1, 6),)) != Space()  # a d20 may show more


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 2)), min_size=1, max_size=4),
    st.sampled_from(sorted(OPERATORS)),
    st.integers(-8, 8),
)
@settings(deadline=None)
def test_a_comparison_keeps_its_meaning(terms: list[tuple[int, int]], op: str, constant: int) -> None:
    """Canonical form and text mean what was written, judged on every roll of three dice of four sides."""
    try:
        relation = Compare(tuple(terms), op, constant)  # type: ignore[arg-type]
    except WordsError:
        assert all(sum(c for c, space in terms if space == i) == 0 for i in range(3))
        return
    assert relation.terms[0][0] > 0
    assert list(relation.spaces) == sorted(set(relation.spaces))
    text = str(relation).replace(" = ", " == ")
    for roll in itertools.product(range(1, 5), repeat=3):
        written = OPERATORS[op](sum(c * roll[space] for c, space in terms), constant)
        kept = OPERATORS[relation.op](sum(c * roll[space] for c, space in relation.terms), relation.constant)
        assert written == kept == eval(text, dict(zip("ABC", roll, strict=True)))


def test_equal_tasks_are_equal_however_written() -> None:
    one = Task("[any]*3 : A < B, equal, A or C, A - B = 2")
    other = Task.of(
        [Space()] * 3,
        [
            Compare(((-1, 1), (1, 0)), "=", 2),
            Either((2, 0)),
            Word("equal"),
            Word("equal"),
            Compare(((1, 1), (-1, 0)), ">", 0),
        ],
    )
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one != Task("[any]*3 : A < B, equal, A or C")
    assert one != "[any]*3"


def test_a_task_is_frozen_and_travels() -> None:
    task = Task("[red = r3] [any] : A < B")
    with pytest.raises(AttributeError):
        task.spaces = ()
    with pytest.raises(AttributeError):
        del task.spaces
    for again in (pickle.loads(pickle.dumps(task)), copy.copy(task), copy.deepcopy(task)):
        assert again == task
        assert str(again) == str(task)


def test_names_of_spaces() -> None:
    assert Task("[any]*3").letters == ("A", "B", "C")
    names = [space_name(i) for i in range(MAX_SPACES)]
    assert names[25:28] == ["Z", "AA", "AB"]
    for i, name in enumerate(names):
        assert Task(f"[any]*64 : {name} = 1").relations == (Compare(((1, i),), "=", 1),)


def test_clan() -> None:
    task = Task("[clan 4-6] [clan|blue] [any] : A < B")
    assert task.needs_clan
    assert task.bind("blue") == Task("[blue 4-6] [blue] [any] : A < B")
    assert task.bind("red") == Task("[red 4-6] [red|blue] [any] : A < B")
    assert not task.bind("red").needs_clan
    assert Task("[any]").bind("red") == Task("[any]")
    assert Task("health 9 : clan").bind("red") == Task("health 9 : red")
    with pytest.raises(WordsError, match=r"'purpel' is not a colour here.*did you mean 'purple'"):
        task.bind("purpel")
    with pytest.raises(WordsError, match=r"\[blue\] does not take the die 'red 3'"):
        Task("[clan = r3]").bind("blue")


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("[any] [4] [even high] : A < B, equal", False),
        ("[red]", True),
        ("[clan]", True),
        ("[any]*2 : same colour", True),
        ("[any]*2 : different colours", True),
        ("[any]*2 : different", False),
        ("health 8 : pairs", False),
        ("health 8 : red", True),
    ],
)
def test_needs_colour(text: str, needs: bool) -> None:
    assert Task(text).needs_colour is needs


def test_given() -> None:
    task = Task("[any]*3 [even] : A < B")
    done = Task("[any = r3] [any]*2 [even = y6] : A < B")
    assert task.given("A=r3, D=y6") == task.given("D = y6 A=r3") == done
    assert task.given({"A": "r3", "D": Rolled("yellow", 6)}) == done
    assert task.given("A=r3").given("D=y6") == done
    assert task.given("") == task.given({}) == task
    assert done.open_spaces == (1, 2)
    assert Task("[any = r3] [any]*2 : A or C").open_spaces == (1,)


def test_given_for_a_danger() -> None:
    task = Task("health 12 : even")
    assert task.given("r4 b2") == task.given("b2").given("r4") == Task("health 12 = r4 b2 : even")
    with pytest.raises(WordsError, match="does not take the die r3"):
        task.given("r3")
    with pytest.raises(WordsError, match="a danger has no spaces"):
        task.given({"A": "r4"})
    with pytest.raises(NotationError):
        task.given("A=r4")


@pytest.mark.parametrize(
    ("dice", "message", "caret"),
    [
        ("r5", "expected a space and its die, as in A=r3", "^^"),
        ("A", "expected a space and its die, as in A=r3", "^"),
        ("A=", "expected a space and its die, as in A=r3", "^^"),
        ("=r3", "expected a space and its die, as in A=r3", "^^^"),
        ("A=r3,=", "expected a space and its die, as in A=r3", "     ^"),
        ("A=r3, E=r3", "space E is not on this card: it has A to C", "      ^^^^"),
        ("A=x3", "'x' is no die's letter", "  ^"),
        ("A=r3 A=r3", "space A already holds r3", "     ^^^^"),
        ("C=r3", "[even] does not take the die 'red 3'", "^^^^"),
        ("a=r3", "space a is not on this card", "^^^^"),
        ("A" * 50_000 + "=r3", "space AAAA", "^^^"),
        ("A" + " " * 50_000, "expected a space", "^"),
    ],
)
def test_wrong_given(dice: str, message: str, caret: str) -> None:
    with pytest.raises(NotationError) as caught:
        Task("[any]*2 [even]").given(dice)
    lines = str(caught.value).split("\n")
    assert lines[0].startswith(f"given: {message}")
    assert lines[2].startswith("  " + caret)


def test_parts_that_make_no_task() -> None:
    with pytest.raises(WordsError, match="at least one space"):
        Task.of([])
    with pytest.raises(WordsError, match="at most 64 spaces, not 65"):
        Task.of([Space()] * 65)
    with pytest.raises(WordsError, match="space C is not on this card: it has A to B"):
        Task.of([Space()] * 2, [Then(0, 2)])
    with pytest.raises(WordsError, match="a danger has no spaces"):
        Task.of([Space()], danger=Danger(3))
    with pytest.raises(WordsError, match="at least two spaces"):
        Either((1,))
    with pytest.raises(WordsError, match="beyond the limit"):
        Compare(((1, 0),), "<", 10**7)
    with pytest.raises(WordsError, match="no word of a task"):
        Word("equl")  # type: ignore[arg-type]
    with pytest.raises(WordsError, match="asks for a colour, a number"):
        Danger(3, Space(rank="high"))
    with pytest.raises(WordsError, match="does not take"):
        Danger(3, placed=(Rolled("yellow", "bell"),))


def test_a_task_that_can_never_be_filled_is_a_task() -> None:
    assert len(Task("[any]*2 : A < B, A > B, A then B, equal, different").relations) == 5


def test_an_order_that_goes_round_in_a_circle_is_refused() -> None:
    with pytest.raises(WordsError, match="the order of A and B and C goes round in a circle"):
        Task("[any]*3 : A then B, B then C, C then A")


def test_readings_have_the_default_rulings() -> None:
    assert Readings() == Readings("tied", "strict", "plain")
