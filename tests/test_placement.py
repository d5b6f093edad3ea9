"""Placements against an oracle that puts the physical dice on the spaces in every order."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.dice import Die, Pool, Roll, Rolled
from solver.errors import TooBigError, WordsError
from solver.placement import (
    best_placement,
    enumerated_filled,
    enumerated_odds,
    fills,
    number_of_placements,
    placements,
)
from solver.task.legal import complete, plain_cards
from solver.task.model import Compare, Danger, Either, Readings, Space, Task, Then, Word

Card = dict[int, Rolled]

# -------------------- the oracle


def cards(task: Task, roll: Roll) -> Iterator[Card]:
    """Every choice of open spaces with every ordered choice of dice; equal dice give equal cards."""
    held = {i: space.holds for i, space in enumerate(task.spaces) if space.holds}
    free = [i for i in range(len(task.spaces)) if i not in held]
    for n in range(len(free) + 1):
        for chosen in combinations(free, n):
            for dice in set(permutations(roll, n)):
                yield held | dict(zip(chosen, dice, strict=True))


def is_legal(task: Task, card: Card, readings: Readings) -> bool:
    words = [r.word for r in task.relations if isinstance(r, Word)]
    ors = [r.spaces for r in task.relations if isinstance(r, Either)]
    number_words = [word for word in words if "colour" not in word]
    for i, die in card.items():
        if task.spaces[i].holds is None and not task.spaces[i].accepts(die.colour, die.face):
            return False
        if isinstance(die.face, str):
            if number_words or any(space.rank for space in task.spaces):
                return False
            if any(i in r.spaces for r in task.relations if isinstance(r, Compare)):
                return False
    for group in ors:
        if len([i for i in group if i in card]) > 1:
            return False
    for i in card:
        for j in card:
            if i == j:
                continue
            a, b = card[i].face, card[j].face
            rank = task.spaces[i].rank
            if rank == "high" and (a < b or (a == b and readings.high_low == "strict")):
                return False
            if rank == "low" and (a > b or (a == b and readings.high_low == "strict")):
                return False
    values = [card[i].face for i in sorted(card)]
    colours = [card[i].colour for i in sorted(card)]
    for word in words:
        if word == "equal" and len(set(values)) > 1:
            return False
        if word == "different" and len(set(values)) != len(values):
            return False
        if word == "same colour" and len(set(colours)) > 1:
            return False
        if word == "different colours" and len(set(colours)) != len(colours):
            return False
        if word == "ascending" and not in_order(values, readings):
            return False
        if word == "descending" and not in_order(values[::-1], readings):
            return False
        if word == "consecutive" and not in_a_run(values, size_when_filled(task), readings):
            return False
    for r in task.relations:
        if isinstance(r, Compare) and all(i in card for i in r.spaces):
            total = sum(n * card[i].face for n, i in r.terms)
            if not {
                "<": total < r.constant,
                "<=": total <= r.constant,
                "=": total == r.constant,
                "!=": total != r.constant,
                ">=": total >= r.constant,
                ">": total > r.constant,
            }[r.op]:
                return False
        if isinstance(r, Then) and r.second in card and task.spaces[r.second].holds is None:
            closed = any(r.first in group and any(i in card for i in group) for group in ors)
            if r.first not in card and not closed:
                return False
    return True


def in_order(values: list[int], readings: Readings) -> bool:
    return all(a < b or (a == b and readings.order == "weak") for a, b in pairwise(values))


def in_a_run(values: list[int], size: int, readings: Readings) -> bool:
    """Whether the values are different and some run of `size` numbers holds them all."""
    runs = [set(range(first, first + size)) for first in range(-1, 30)]
    if readings.consecutive == "wraps":
        circle = [1, 2, 3, 4, 5, 6] * (2 + size)
        runs += [set(circle[first : first + size]) for first in range(6)]
    return len(set(values)) == len(values) and any(set(values) <= run for run in runs)


def size_when_filled(task: Task) -> int:
    ors = [r.spaces for r in task.relations if isinstance(r, Either)]
    sizes = [0]
    for n in range(len(task.spaces) + 1):
        for chosen in combinations(range(len(task.spaces)), n):
            must = [i for i, space in enumerate(task.spaces) if space.holds]
            must += [i for i in range(len(task.spaces)) if not any(i in group for group in ors)]
            each_once = all(len([i for i in group if i in chosen]) == 1 for group in ors)
            if each_once and all(i in chosen for i in must):
                sizes.append(n)
    return max(sizes)


def is_filled(task: Task, card: Card, readings: Readings) -> bool:
    """For a legal card."""
    ors = [r.spaces for r in task.relations if isinstance(r, Either)]
    for group in ors:
        if len([i for i in group if i in card]) != 1:
            return False
    for i in range(len(task.spaces)):
        if i not in card and not any(i in group for group in ors):
            return False
    if Word("consecutive") in task.relations:
        return in_a_run([die.face for die in card.values()], len(card), readings)
    return True


def solve(task: Task, roll: Roll, readings: Readings) -> tuple[list[Card], list[Card]]:
    """All legal cards, and those that are filled, each once."""
    seen = {tuple(sorted(card.items())): card for card in cards(task, roll) if is_legal(task, card, readings)}
    return list(seen.values()), [card for card in seen.values() if is_filled(task, card, readings)]


# -------------------- what is drawn

COLOURS = ("red", "blue", "green")
numbers = st.sampled_from([(), (), (), "even", "odd", ((4, 6),), ((2, 2), (5, 5))])
held_dice = st.builds(Rolled, st.sampled_from(COLOURS), st.integers(1, 6))
faces = st.one_of(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6), st.just("bell"))


@st.composite
def spaces(draw: st.DrawFn) -> Space:
    colours = draw(st.sampled_from([(), (), (), ("red",), ("blue",), ("red", "green")]))
    space = Space(colours, draw(numbers), draw(st.sampled_from(["", "", "", "", "high", "low"])))
    if draw(st.integers(0, 5)) == 0:
        die = draw(held_dice)
        if space.accepts(*die):
            return Space(space.colours, space.numbers, space.rank, die)
    return space


@st.composite
def tasks(draw: st.DrawFn, least: int = 1, most: int = 4) -> Task:
    chosen = draw(st.lists(spaces(), min_size=least, max_size=most))
    index = st.integers(0, len(chosen) - 1)
    ops = st.sampled_from(["<", "<=", "=", "!=", ">=", ">"])
    relations: list[object] = [Word(word) for word in draw(st.lists(st.sampled_from(WORDS), max_size=2))]
    if len(chosen) > 1:
        for _ in range(draw(st.integers(0, 2))):
            a, b = draw(st.lists(index, min_size=2, max_size=2, unique=True))
            kind = draw(st.sampled_from(["order", "sum", "then", "or"]))
            if kind == "order":
                relations.append(Compare(((1, a), (-1, b)), draw(ops), draw(st.integers(-1, 1))))
            elif kind == "sum":
                group = draw(st.lists(index, min_size=2, max_size=3, unique=True))
                terms = tuple((draw(st.sampled_from([1, 1, 2, -1, -3])), space) for space in group)
                relations.append(Compare(terms, draw(ops), draw(st.integers(-2, 14))))
            elif kind == "then" and Then(b, a) not in relations:
                relations.append(Then(a, b))
            elif kind == "or":
                group = draw(st.lists(index, min_size=2, max_size=3, unique=True))
                if sum(chosen[i].holds is not None for i in group) <= 1:
                    relations.append(Either(tuple(group)))
    return Task.of(chosen, relations)


WORDS = ("equal", "different", "different colours", "same colour", "consecutive", "ascending", "descending")
rolls = st.lists(st.builds(Rolled, st.sampled_from(COLOURS), faces), max_size=5).map(lambda dice: Roll(tuple(dice)))
all_readings = st.builds(
    Readings,
    st.sampled_from(["tied", "strict"]),
    st.sampled_from(["strict", "weak"]),
    st.sampled_from(["plain", "wraps"]),
)


@given(tasks(), rolls, all_readings, st.lists(st.integers(-2, 5), min_size=4, max_size=4))
@settings(max_examples=600, deadline=None)
def test_kernel_and_plain_python_equal_the_oracle(
    task: Task, roll: Roll, readings: Readings, values: list[int]
) -> None:
    every, full = solve(task, roll, readings)
    # plain Python
    plain = list(plain_cards(task, roll, readings))
    assert sorted(map(items, plain)) == sorted(map(items, every))
    assert sorted(items(card) for card in plain if complete(task, card, readings)) == sorted(map(items, full))
    # the kernel
    assert fills(task, roll, readings) == bool(full)
    assert number_of_placements(task, roll, readings) == len(full)
    found = placements(task, roll, readings)
    assert sorted(items(on_card(task, placement)) for placement in found) == sorted(map(items, full))
    best = best_placement(task, roll, None, readings)
    held = [i for i, space in enumerate(task.spaces) if space.holds]
    assert len(best) == best.worth == max(map(len, every), default=len(held))
    worths = dict(zip(task.letters, values, strict=False))
    best = best_placement(task, roll, worths, readings)
    total = [sum(values[i] for i in card) for card in every]
    assert best.worth == max(total, default=sum(values[i] for i in held))
    if every:
        assert on_card(task, best) in every
        assert best.filled == (on_card(task, best) in full)


@given(
    tasks(5, 6),
    st.lists(st.builds(Rolled, st.sampled_from(COLOURS), faces), min_size=4, max_size=6),
    all_readings,
)
@settings(max_examples=60, deadline=None)
def test_five_spaces_and_more(task: Task, dice: list[Rolled], readings: Readings) -> None:
    roll = Roll(tuple(dice))
    every, full = solve(task, roll, readings)
    assert number_of_placements(task, roll, readings) == len(full)
    assert fills(task, roll, readings) == bool(full)
    held = sum(space.holds is not None for space in task.spaces)
    assert len(best_placement(task, roll, None, readings)) == max(map(len, every), default=held)


def items(card: Card) -> list[tuple[int, str, str]]:
    return sorted((i, str(die.colour), str(die.face)) for i, die in card.items())


def on_card(task: Task, placement: object) -> Card:
    return {task.letters.index(name): die for name, die in placement.held + placement.dice}


CARDS = [
    "[red] [any] [blue] : A < B < C",
    "[any]*3 : equal",
    "[any]*3 : different, different colours",
    "[any]*3 : same colour",
    "[any]*3 : consecutive",
    "[any]*4 : consecutive, A or B",
    "[any]*3 : ascending",
    "[any]*3 : descending, A or C",
    "[red high] [any] [low]",
    "[any = r3] [any] [high]",
    "[any] [even] [4-6] : A or B, A then C, B + C >= 8",
    "[any]*4 : A or B, B or C, D != A",
    "[red] [any] : B then A",
    "[any]*2 : 2*A - B = 3",
    "[any = b6] [any]*2 : consecutive",
]
READINGS = [Readings(), Readings("strict", "weak", "wraps")]


@pytest.mark.parametrize("readings", READINGS, ids=str)
@pytest.mark.parametrize("text", CARDS)
def test_enumeration_equals_the_oracle(text: str, readings: Readings) -> None:
    task = Task(text)
    pool = Pool("2 red, 1 blue")
    filled: Counter[int] = Counter()
    won = 0
    memory: dict[Roll, tuple[int, bool]] = {}
    for shown in product(*(die.faces for die, n in pool for _ in range(n))):
        roll = Roll(tuple(Rolled(c, face) for c, face in zip(("blue", "red", "red"), shown, strict=True)))
        if roll not in memory:
            every, full = solve(task, roll, readings)
            memory[roll] = max(map(len, every)), bool(full)
        most, full_one = memory[roll]
        filled[most] += 1
        won += full_one
    assert enumerated_odds(task, pool, readings) == Fraction(won, 216)
    assert dict(enumerated_filled(task, pool, readings)) == dict(filled)


def test_symbols_and_weighted_faces() -> None:
    bell = Die("yellow", (1, 1, 2, "bell"))
    pool = Pool({bell: 2, Die("red", (2, 3, 3)): 1})
    for text in [
        "[any]*3",
        "[yellow]*2",
        "[any]*2 : A < B",
        "[any]*3 : A = B",
        "[any]*2 : different colours",
    ]:
        task = Task(text)
        won = sum(
            bool(solve(task, Roll((Rolled("yellow", a), Rolled("yellow", b), Rolled("red", c))), Readings())[1])
            for a, b, c in product(bell.faces, bell.faces, (2, 3, 3))
        )
        assert enumerated_odds(task, pool) == Fraction(won, 48), text


# -------------------- known answers


def test_known_odds() -> None:
    assert enumerated_odds(Task("[any]*3 : equal"), Pool("3 any")) == Fraction(1, 36)
    assert enumerated_odds(Task("[4]*2"), Pool("1 red")) == 0
    assert enumerated_odds(Task("[any]"), Pool({})) == 0
    two = Task("[any]*2 : different, different colours")
    assert enumerated_odds(two, Pool("1 red, 1 green")) == Fraction(5, 6)
    three = Task("[any]*3 : different, different colours")
    assert enumerated_odds(three, Pool("2 red, 1 green, 1 blue")) == Fraction(20, 27)


def test_two_kinds_of_one_colour() -> None:
    assert enumerated_odds(Task("[red 6]"), Pool("1 red, 1 red d8")) == 1 - Fraction(5, 6) * Fraction(7, 8)


@pytest.mark.parametrize("wraps", [False, True])
def test_a_run_around_the_corner(wraps: bool) -> None:
    readings = Readings(consecutive="wraps" if wraps else "plain")
    assert fills(Task("[any]*2 : consecutive"), Roll.read("r6 b1"), readings) == wraps
    assert fills(Task("[any]*4 : consecutive"), Roll.read("r5 b1 g2 r6"), readings) == wraps
    assert not fills(Task("[any]*3 : consecutive"), Roll.read("r6 b1 g3"), readings)


def test_equal_dice_are_one() -> None:
    roll = Roll.read("r1 r1 b2")
    assert list(map(str, placements(Task("[any]*2"), roll))) == ["A←b2 B←r1", "A←r1 B←b2", "A←r1 B←r1"]
    assert number_of_placements(Task("[any]*2"), roll) == 3


def test_a_placement_reads_well() -> None:
    found = best_placement(Task("[any = b2] [red] [6]"), Roll.read("r1 r3 g5"), {"B": 4, "A": 3})
    assert str(found) == "A=b2 B←r1"
    assert (found.worth, found.filled, len(found), found["A"]) == (7, False, 2, Rolled("blue", 2))
    assert str(best_placement(Task("[6]"), Roll.read("r1"))) == "no dice"
    many = best_placement(Task("[any]*28"), Roll(tuple(Rolled("red", 1) for _ in range(28))))
    assert str(many).endswith("Y←r1 Z←r1 AA←r1 AB←r1")


@pytest.mark.parametrize(
    ("text", "roll", "shown", "worth", "reached"),
    [
        ("health 12 : even", "r4 b6 g2 r1", "←b6 ←g2 ←r4", 12, True),
        ("health 13 : even", "r4 b6 g2 r1", "←b6 ←g2 ←r4", 12, False),
        ("health 8 : pairs", "r4 b4 g4 r1 y1", "←b4 ←g4 ←r1 ←y1", 10, True),
        ("health 8 = b2 r4 : even", "r5 g2", "=b2 =r4 ←g2", 8, True),
        ("health 5 : red|blue", "r1 b3 g6", "←b3 ←r1", 4, False),
    ],
)
def test_dangers(text: str, roll: str, shown: str, worth: int, reached: bool) -> None:
    task = Task(text)
    found = best_placement(task, Roll.read(roll))
    assert (set(str(found).split()), found.worth, found.filled) == (set(shown.split()), worth, reached)
    assert fills(task, Roll.read(roll)) == reached


@pytest.mark.parametrize("pairs", [False, True])
def test_danger_odds(pairs: bool) -> None:
    task = Task("health 9 = r2 b2 : pairs" if pairs else "health 9 = r4 : even")
    won = 0
    for a, b, c in product(range(1, 7), repeat=3):
        if pairs:
            total = 4 + sum(2 * v * (Counter((a, b, c))[v] // 2) for v in range(1, 7))
        else:
            total = 4 + sum(v for v in (a, b, c) if v % 2 == 0)
        won += total >= 9
    assert enumerated_odds(task, Pool("2 red, 1 blue")) == Fraction(won, 216)
    assert enumerated_odds(Task.of((), (), Danger(4, placed=(Rolled("red", 4),))), Pool("1 red")) == 1


# -------------------- large ones


def test_many_spaces_and_dice() -> None:
    dice = [Rolled(colour, face) for colour in ("red", "blue", "green", "yellow") for face in range(1, 7)]
    roll = Roll(tuple(dice))
    assert not fills(Task("[any]*24 : different"), roll)
    assert len(best_placement(Task("[any]*24 : different"), roll)) == 6
    assert len(best_placement(Task("[any]*24 : different colours"), roll)) == 4
    assert len(best_placement(Task("[any]*24 : ascending"), roll)) == 6
    assert len(best_placement(Task("[any]*24"), roll)) == 24
    ors = ", ".join(f"{a} or {b}" for a, b in zip("ACEGIKMOQSUW", "BDFHJLNPRTVX", strict=True))
    assert len(best_placement(Task(f"[any]*24 : {ors}"), roll)) == 12
    assert fills(Task(f"[any]*24 : {ors}"), roll)
    assert fills(Task("[red]*6 [blue even]*3 [any]*15"), roll)
    assert not fills(Task("[red]*7 [blue even]*3 [any]*14"), roll)
    assert fills(Task("[any]*24 : A + B + C + D + E + F + G + H >= 44"), roll)


def test_weights_are_those_of_a_matching() -> None:
    """Without relations the best worth is that of a weighted matching."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    rng = np.random.default_rng(3)
    for _ in range(20):
        cards_ = [f"[{rng.choice(['red', 'blue', 'any'])}]" for _ in range(6)] + ["[red 4-6]"] * 6 + ["[even]"] * 4
        task = Task(" ".join(cards_))
        dice = [(str(rng.choice(["red", "blue", "green"])), int(rng.integers(1, 7))) for _ in range(12)]
        worths = rng.integers(0, 9, len(task.spaces))
        gain = np.zeros((len(task.spaces), len(dice)), int)
        for (i, space), (j, die) in product(enumerate(task.spaces), enumerate(dice)):
            gain[i, j] = worths[i] * space.accepts(*die)
        rows, columns = linear_sum_assignment(gain, maximize=True)
        named = dict(zip(task.letters, map(int, worths), strict=True))
        found = best_placement(task, Roll(tuple(Rolled(*die) for die in dice)), named)
        assert found.worth == gain[rows, columns].sum()


# -------------------- bad input


def test_what_is_refused() -> None:
    roll = Roll.read("r1 b2")
    with pytest.raises(WordsError, match="asks for the clan's colour"):
        fills(Task("[clan]"), roll)
    with pytest.raises(WordsError, match="the roll \\*1 has dice whose colour is not stated"):
        fills(Task("[red]"), Roll.read("*1"))
    with pytest.raises(WordsError, match="the pool 2 any has dice whose colour is not stated"):
        enumerated_odds(Task("[any]*2 : same colour"), Pool("2 any"))
    with pytest.raises(WordsError, match="there is no space C on"):
        best_placement(Task("[any]*2"), roll, {"C": 1})
    with pytest.raises(WordsError, match="a danger has no spaces"):
        best_placement(Task("health 4 : even"), roll, {"A": 1})
    for ask in (placements, number_of_placements):
        with pytest.raises(WordsError, match="a danger takes any number of dice"):
            ask(Task("health 4 : even"), roll)
    with pytest.raises(WordsError, match="a danger takes any number of dice"):
        enumerated_filled(Task("health 4 : even"), Pool("1 red"))
    with pytest.raises(TooBigError, match="in 2 ways, more than 1"):
        placements(Task("[any]*2"), roll, limit=1)
    with pytest.raises(TooBigError, match="different rolls, too many to go through"):
        enumerated_odds(Task("[any]"), Pool("20 red, 20 blue, 20 green"))
    dice = tuple(Rolled(colour, face) for colour in ("red", "blue", "green") for face in range(1, 9))
    with pytest.raises(TooBigError, match="takes more than 20000000 steps"):
        number_of_placements(Task("[any]*24"), Roll(dice))
