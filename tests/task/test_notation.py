"""The task notation: what it means, that it comes back, and how mistakes are answered."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solver.dice import STANDARD, DiceSet, Die, Rolled
from solver.errors import NotationError, WordsError
from solver.task.model import (
    MAX_SPACES,
    WORDS,
    Compare,
    Danger,
    Either,
    Relation,
    Space,
    Task,
    Then,
    Word,
)
from solver.task.relation import check_order

ANY = Space()


@pytest.mark.parametrize(
    ("text", "space"),
    [
        ("[any]", ANY),
        ("[4]", Space(numbers=((4, 4),))),
        ("[2|5]", Space(numbers=((2, 2), (5, 5)))),
        ("[4-6]", Space(numbers=((4, 6),))),
        ("[1|3-4]", Space(numbers=((1, 1), (3, 4)))),
        ("[3|1-2|4]", Space(numbers=((1, 4),))),
        ("[even]", Space(numbers="even")),
        ("[odd]", Space(numbers="odd")),
        ("[red]", Space(("red",))),
        ("[red 4]", Space(("red",), ((4, 4),))),
        ("[4 red]", Space(("red",), ((4, 4),))),
        ("[red|blue 4-6]", Space(("blue", "red"), ((4, 6),))),
        ("[blue|red|blue]", Space(("blue", "red"))),
        ("[red even]", Space(("red",), "even")),
        ("[any even]", Space(numbers="even")),
        ("[clan 4-6]", Space(("clan",), ((4, 6),))),
        ("[high]", Space(rank="high")),
        ("[red low]", Space(("red",), rank="low")),
        ("[any = r3]", Space(holds=Rolled("red", 3))),
        ("[any = *3]", Space(holds=Rolled(None, 3))),
        ("[red 4 = r4]", Space(("red",), ((4, 4),), "", Rolled("red", 4))),
        ("[clan = b4]", Space(("clan",), holds=Rolled("blue", 4))),
    ],
)
def test_a_space(text: str, space: Space) -> None:
    assert Task(text).spaces == (space,)
    assert Task(text) == Task(str(Task(text)))


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("A < B", [Compare(((1, 0), (-1, 1)), "<", 0)]),
        ("B > A", [Compare(((1, 0), (-1, 1)), "<", 0)]),
        ("A - B < 0", [Compare(((1, 0), (-1, 1)), "<", 0)]),
        ("0 > A - B", [Compare(((1, 0), (-1, 1)), "<", 0)]),
        ("A = B", [Compare(((1, 0), (-1, 1)), "=", 0)]),
        ("B - A = 0", [Compare(((1, 0), (-1, 1)), "=", 0)]),
        ("A != B", [Compare(((1, 0), (-1, 1)), "!=", 0)]),
        ("A < B < C", [Compare(((1, 0), (-1, 1)), "<", 0), Compare(((1, 1), (-1, 2)), "<", 0)]),
        ("1 <= A < 6", [Compare(((1, 0),), ">=", 1), Compare(((1, 0),), "<", 6)]),
        ("A + B = 7", [Compare(((1, 0), (1, 1)), "=", 7)]),
        ("7 = A + B", [Compare(((1, 0), (1, 1)), "=", 7)]),
        ("A + B = C", [Compare(((1, 0), (1, 1), (-1, 2)), "=", 0)]),
        ("A - B <= C + 2", [Compare(((1, 0), (-1, 1), (-1, 2)), "<=", 2)]),
        ("A + B + C >= 10", [Compare(((1, 0), (1, 1), (1, 2)), ">=", 10)]),
        ("A + A + 3 = 2*B - 1", [Compare(((2, 0), (-2, 1)), "=", -4)]),
        ("-A + B = 2", [Compare(((1, 0), (-1, 1)), "=", -2)]),
        ("A + B > A + 3", [Compare(((1, 1),), ">", 3)]),
        ("A then B", [Then(0, 1)]),
        ("C then B then A", [Then(2, 1), Then(1, 0)]),
        ("B or A", [Either((0, 1))]),
        ("A or B or C", [Either((0, 1, 2))]),
        *((word, [Word(word)]) for word in WORDS),
        ("different , different   colours", [Word("different"), Word("different colours")]),
    ],
)
def test_a_relation(text: str, relations: list[Relation]) -> None:
    task = Task(f"[any]*3 : {text}")
    assert set(task.relations) == set(relations)
    assert task == Task.of([ANY] * 3, relations)
    assert Task(str(task)) == task


@pytest.mark.parametrize(
    ("text", "danger"),
    [
        ("health 12 : even", Danger(12, Space(numbers="even"))),
        ("health 10 : red|blue", Danger(10, Space(("red", "blue")))),
        ("health 9 : clan 4-6", Danger(9, Space(("clan",), ((4, 6),)))),
        ("health 9 : any", Danger(9, ANY)),
        ("health 8 : pairs", Danger(8, pairs=True)),
        ("health 8 = r3, b3 : pairs", Danger(8, pairs=True, placed=(Rolled("red", 3), Rolled("blue", 3)))),
        (
            "health 12 = r4 b2 : even",
            Danger(12, Space(numbers="even"), placed=(Rolled("red", 4), Rolled("blue", 2))),
        ),
    ],
)
def test_a_danger(text: str, danger: Danger) -> None:
    assert Task(text) == Task.of((), (), danger)
    assert Task(str(Task(text))) == Task(text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("[any]*3:equal", "[any] [any] [any] : equal"),
        ("[blue|red\t4-5|6]\n[any]", "[blue|red 4-6] [any]"),
        ("[any]*4 : D > C, C > B, B > A", "[any] [any] [any] [any] : A < B < C < D"),
        ("[any]*3 : A != B, B != C", "[any] [any] [any] : A != B, B != C"),
        ("[any]*3 : A = B = C", "[any] [any] [any] : A = B = C"),
        ("[any]*3 : A <= B < C", "[any] [any] [any] : A <= B < C"),
        ("[any]*3 : A > B < C", "[any] [any] [any] : A > B, B < C"),
        ("[any]*2 : A - B = -2", "[any] [any] : B - A = 2"),
        ("[any]*2 : A - B >= 2", "[any] [any] : A - B >= 2"),
        ("[any]*3 : A - B <= C + 2", "[any] [any] [any] : A - B - C <= 2"),
        ("[any]*3 : C = A + B", "[any] [any] [any] : A + B = C"),
        ("[any]*2 : equal, A = -3, equal", "[any] [any] : A = -3, equal"),
        ("[any]*3 : A then B then C", "[any] [any] [any] : A then B then C"),
        ("[any]*27 : A + AA = 7", " ".join(["[any]"] * 27) + " : A + AA = 7"),
        ("health 8=b3,r3:pairs", "health 8 = b3 r3 : pairs"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert str(Task(text)) == canonical
    assert repr(Task(text)) == f"Task({canonical!r})"


def test_a_games_own_dice() -> None:
    dice = DiceSet({"white": Die("white"), "pink": Die("pink", (1, 1, 2, 2, 3, "bell"))}, {"wh": "white", "k": "pink"})
    task = Task("[pink = k!] [white 2] : different colours", dice)
    assert task.spaces[0].holds == Rolled("pink", "bell")
    assert str(task) == "[pink = k!] [white 2] : different colours"
    assert Task(str(task), dice) == task
    with pytest.raises(NotationError, match="expected a colour"):
        Task("[red]", dice)
    with pytest.raises(NotationError, match="expected a colour"):
        Task("[pink]")


def test_long_but_right() -> None:
    assert Task("[red" + "|red" * 7_000 + "]") == Task("[red]")
    assert Task("[any]*2:" + "A + " * 7_000 + "B = 3").relations == (Compare(((7000, 0), (1, 1)), "=", 3),)
    every_two = [Compare(((1, i), (-1, j)), "!=", 0) for i in range(MAX_SPACES) for j in range(i)]
    task = Task.of([ANY] * MAX_SPACES, every_two)
    assert Task(str(task)) == task


COLOURS = (None, *STANDARD.dice)
colours = st.lists(st.sampled_from(sorted(STANDARD.dice)), max_size=3).map(tuple)
ranges = st.tuples(st.integers(0, 62), st.integers(0, 62)).map(lambda pair: (min(pair), max(pair)))
numbers = st.sampled_from(["even", "odd"]) | st.lists(ranges, max_size=3).map(tuple)


@st.composite
def held(draw: st.DrawFn, space: Space) -> Space:
    """The space, with a die where one is found that it takes."""
    die = Rolled(draw(st.sampled_from(space.colours or COLOURS)), draw(st.integers(0, 62)))
    return Space(space.colours, space.numbers, space.rank, die) if space.accepts(*die) else space


spaces = st.builds(Space, colours | st.just(("clan",)), numbers, st.sampled_from(["", "high", "low"]))
some_held = spaces | spaces.filter(lambda space: space.colours != ("clan",)).flatmap(held)


def relations(size: int) -> st.SearchStrategy[Relation]:
    place = st.integers(0, size - 1)
    different = st.lists(place, min_size=2, max_size=5, unique=True) if size > 1 else st.nothing()
    terms = st.lists(
        st.tuples(st.integers(-3, 3).filter(bool), place),
        min_size=1,
        max_size=4,
        unique_by=lambda term: term[1],
    )
    operators = st.sampled_from(["<", "<=", "=", "!=", ">=", ">"])
    pairs = st.builds(
        lambda two, op: Compare(((1, two[0]), (-1, two[1])), op, 0),
        different.filter(lambda d: len(d) > 1),
        operators,
    )
    return (
        st.builds(lambda terms, op, n: Compare(tuple(terms), op, n), terms, operators, st.integers(-30, 30))
        | pairs
        | different.map(lambda two: Then(two[0], two[1]))
        | different.map(lambda places: Either(tuple(places)))
        | st.sampled_from(WORDS).map(Word)
    )


@st.composite
def cards(draw: st.DrawFn) -> Task:
    size = draw(st.integers(1, 6) | st.integers(20, MAX_SPACES))
    first = draw(st.lists(some_held, min_size=1, max_size=min(size, 6)))
    on_card = [*first, *[ANY] * (size - len(first))]
    kept: list[Relation] = []
    for relation in draw(st.lists(relations(size), max_size=8)):
        twice = isinstance(relation, Either) and sum(on_card[i].holds is not None for i in relation.spaces) > 1
        if not twice and in_some_order([*kept, relation]):
            kept.append(relation)
    return Task.of(on_card, kept)


def in_some_order(found: list[Relation]) -> bool:
    """Whether the order of spaces does not go round in a circle."""
    try:
        check_order(found)
    except WordsError:
        return False
    return True


@st.composite
def dangers(draw: st.DrawFn) -> Task:
    kind = draw(st.builds(Space, colours, numbers))
    dice = [Rolled(*die) for die in draw(st.lists(st.tuples(st.sampled_from(COLOURS), st.integers(0, 62))))]
    health = draw(st.integers(1, 1000))
    if draw(st.booleans()):
        return Task.of((), (), Danger(health, pairs=True, placed=(*dice, *dice)))
    return Task.of((), (), Danger(health, kind, placed=tuple(die for die in dice if kind.accepts(*die))))


@given(cards() | dangers())
@settings(deadline=None)
def test_round_trip(task: Task) -> None:
    again = Task(str(task))
    assert again == task
    assert hash(again) == hash(task)
    assert str(again) == str(task)


PIECES = """
[ ] [ ] : , | = < <= != > + - * ! A B C Z 0 1 6 99 red blue clan any even high or then health pairs equal
different colours r3 *3 y! evn \u00e9 \u4e09
"""
words = st.sampled_from([*PIECES.split(), "\t", "\n", "\0"])


@given(st.text(max_size=40) | st.lists(words, max_size=25).map("".join) | st.lists(words, max_size=25).map(" ".join))
@example("[any]:A=\u0664")
@settings(deadline=None)
def test_garbage_is_refused_or_read_but_never_breaks(text: str) -> None:
    try:
        task = Task(text)
    except NotationError as error:
        assert 0 <= error.start < error.end <= len(text) + 1
        assert len(str(error).split("\n")) == 3
    else:
        assert Task(str(task)) == task


@given(cards(), st.data())
@settings(deadline=None)
def test_a_damaged_task_is_refused_or_read_but_never_breaks(task: Task, data: st.DataObject) -> None:
    text = str(task)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    text = text[:at] + data.draw(words) + text[at + cut :]
    try:
        again = Task(text)
    except NotationError as error:
        assert 0 <= error.start < error.end <= len(text) + 1
    else:
        assert Task(str(again)) == again
