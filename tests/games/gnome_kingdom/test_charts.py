"""Tables by charts are those by all rolls, and those of plain expectimax."""

from __future__ import annotations

import random
from array import array
from functools import cache

import pytest

from solver import _charts
from solver.catalog import find_task, list_cards
from solver.dice import Roll, Rolled
from solver.games import task_of
from solver.games.gnome_kingdom.chance import charts, plain, turn
from solver.games.gnome_kingdom.chance.charts import Charts
from solver.games.gnome_kingdom.chance.layers import Layers
from solver.games.gnome_kingdom.chance.plain import Question, plain_chance, table_of
from solver.games.gnome_kingdom.chance.space import Space, classes_of
from solver.games.gnome_kingdom.chance.turn import Turn
from solver.games.gnome_kingdom.options import CLANS, clan_colour
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, read_bag
from solver.placement import fills
from solver.task.legal import DEFAULT
from solver.task.model import Task

COLOURS = ("red", "green", "purple", "orange", "blue")
NAMES = [card.name for card in list_cards("gnome-kingdom", "tasks")]


def task_for(name: str, clan: str) -> Task:
    return find_task(f"gnome-kingdom/{name}").task.bind(clan_colour(clan))


def by_charts(monkeypatch: pytest.MonkeyPatch, question: Question, dice: int, bags: list[Bag]) -> Turn:
    """Charts wherever they can tell."""
    with monkeypatch.context() as context:
        context.setattr(turn, "FEW", -100)
        context.setattr(turn, "MANY", 0)
        return Turn(question, dice, (), bags)


def by_rolls(monkeypatch: pytest.MonkeyPatch, question: Question, dice: int, bags: list[Bag]) -> Turn:
    """All rolls looked at, however many."""
    with monkeypatch.context() as context:
        context.setattr(turn, "FEW", 100)
        context.setattr(turn, "SEVERAL", 10**9)
        return Turn(question, dice, (), bags)


def values_of(found: Turn, bag: Bag, dice: int) -> list[int]:
    """The values of all rolls, one after the other."""
    classes, words = found.values(bag, dice)
    return [words[2 * one] | words[2 * one + 1] << 64 for one in classes]


@pytest.mark.parametrize("name", NAMES)
def test_which_rolls_fill_a_task(name: str) -> None:
    """The first chart tells what the placement tells, of random rolls of any number of dice."""
    chance = random.Random(name)
    task = task_for(name, "leaf")
    classes = classes_of(task, DEFAULT)
    space = Space(task, DEFAULT, classes, 0, [frozenset([(12,) * len(classes.colours)])])
    chart = _charts.filled(space.diagram, space.cell)
    for dice in (0, 1, 2, 3, 4, 4, 5, 5, 6, 7, 9, 12):
        roll = Roll(tuple(Rolled(chance.choice(COLOURS), chance.randint(1, 6)) for _ in range(dice)))
        (found,) = _charts.read(*chart, array("I", space.ids(roll.dice)), len(space.group), space.sets.faces)
        assert found == (not fills(task, roll, DEFAULT)), roll


def test_rolls_of_so_many_dice_alone() -> None:
    """A chart made for rolls of few dice tells the same of these."""
    chance = random.Random(3)
    task = task_for("four-climbing", "leaf")
    classes = classes_of(task, DEFAULT)
    space = Space(task, DEFAULT, classes, 0, [frozenset([(12,) * len(classes.colours)])])
    whole = _charts.filled(space.diagram, space.cell)
    for most in (0, 3, 4, 5, 8):
        short = _charts.up_to(*whole, most)
        for _ in range(50):
            dice = [Rolled(chance.choice(COLOURS), chance.randint(1, 6)) for _ in range(chance.randint(0, most))]
            read = [_charts.read(*chart, array("I", space.ids(dice)), 5, space.sets.faces) for chart in (whole, short)]
            assert read[0] == read[1], dice


def asked(seed: int, number: int) -> list[tuple[str, str, int, list[Bag]]]:
    """Random tasks, clans, dice and bags for which charts may be used."""
    chance = random.Random(seed)
    found: list[tuple[str, str, int, list[Bag]]] = []
    while len(found) < number:
        clan, name = chance.choice(CLANS), chance.choice(NAMES)
        dice = chance.choice((1, 2, 3, 4))
        bags = []
        for _ in range(3):
            names = [chance.choice([*RESOURCES, "leaf", "leaf"]) for _ in range(chance.randint(1, 4))]
            bags.append(tuple(map(names.count, TOKENS)))
        found.append((name, clan, dice, bags))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_by_charts_as_by_all_rolls(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if seed % 4 > 1:  # no proof that the supply does not matter
        monkeypatch.setattr(charts, "many", lambda *_: 0)
    told = 0
    for name, clan, dice, bags in asked(seed, 10):
        question = Question(task_for(name, clan), clan=clan, exchange=seed % 2 > 0)
        one, other = by_charts(monkeypatch, question, dice, bags), by_rolls(monkeypatch, question, dice, bags)
        told += isinstance(one.layers, Charts)
        for bag in bags:
            assert values_of(one, bag, dice) == values_of(other, bag, dice), (name, clan, bag)
    assert told > 3


def test_by_charts_as_by_plain_expectimax(monkeypatch: pytest.MonkeyPatch) -> None:
    known = cache(lambda task, dice, readings: fills(task, Roll(dice), readings))
    monkeypatch.setattr(plain, "fills", lambda task, roll, readings: known(task, roll.dice, readings))
    chance, told = random.Random(5), 0
    for name, clan, dice, bags in asked(11, 40):
        few = [bag for bag in bags if sum(bag) + bag[TOKENS.index("leaf")] * (clan == "leaf") <= 3]
        if not few or dice > 3:
            continue
        question = Question(task_for(name, clan), clan=clan, exchange=False)
        found = by_charts(monkeypatch, question, dice, bags)
        told += isinstance(found.layers, Charts)
        table = table_of(Rolled(chance.choice(COLOURS[:2]), chance.randint(1, 6)) for _ in range(dice))
        assert found.of_table(table, few[0]) == plain_chance(question, table, few[0]), (name, clan, table, few[0])
    assert told > 4


@pytest.mark.parametrize(
    ("name", "tokens"),
    [("three-different", ["leaf=4"]), ("mixed-pair", ["leaf=3,acorn=1", "leaf=3,berry=1"]), ("two-pairs", ["leaf=4"])],
)
def test_the_supply_does_not_run_out(name: str, tokens: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With three dice and four leaves of their clan there could be more dice of a colour than there are."""
    question, bags = Question(task_for(name, "leaf"), clan="leaf"), list(map(read_bag, tokens))
    one, other = by_charts(monkeypatch, question, 3, bags), by_rolls(monkeypatch, question, 3, bags)
    assert isinstance(one.layers, Charts) and isinstance(other.layers, Layers)
    assert [values_of(one, bag, 3) for bag in bags] == [values_of(other, bag, 3) for bag in bags]


@pytest.mark.parametrize(("clan", "tokens"), [("leaf", "leaf=2"), ("acorn", "leaf=3"), ("pebble", "leaf=3,berry=1")])
def test_the_supply_runs_out(clan: str, tokens: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For three dice of one colour one goes on borrowing it until none is left."""
    question = Question(task_for("three-of-one-colour", clan), clan=clan, exchange=False)
    bag, dice = read_bag(tokens), 6
    one, other = by_charts(monkeypatch, question, dice, [bag]), by_rolls(monkeypatch, question, dice, [bag])
    assert isinstance(one.layers, Charts) and isinstance(other.layers, Layers)
    assert one.layers.bounded
    assert values_of(one, bag, dice) == values_of(other, bag, dice)


@pytest.mark.parametrize(
    ("name", "dice", "tokens"),
    [
        ("three-of-a-kind", 1, ["acorn=2,leaf=1", "acorn=1"]),
        ("three-falling", 3, ["acorn=2,leaf=1", "acorn=1,leaf=1,pebble=1", "acorn=3"]),
        ("four-climbing", 2, ["acorn=2,leaf=1"]),
        ("three-of-one-colour", 3, ["acorn=2", "acorn=1,leaf=1,berry=1"]),
        ("clan-on-top", 4, ["acorn=2,leaf=1", "acorn-expert=1,acorn=2"]),
        ("mixed-pair", 2, ["acorn=2,leaf=2"]),
    ],
)
def test_two_dice_rolled_again(name: str, dice: int, tokens: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Going to and fro between them."""
    question, bags = Question(task_for(name, "acorn"), clan="acorn"), list(map(read_bag, tokens))
    one, other = by_charts(monkeypatch, question, dice, bags), by_rolls(monkeypatch, question, dice, bags)
    assert isinstance(one.layers, Charts) and isinstance(other.layers, Layers)
    assert [values_of(one, bag, dice) for bag in bags] == [values_of(other, bag, dice) for bag in bags]


def test_what_charts_cannot_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A colour given whatever the supply, colours that are drawn."""
    task = task_of("gnome-kingdom", "[any]*2 : equal, different colours")
    for clan, bag, drawn, told in (
        ("leaf", "leaf=2,acorn=1", False, True),
        ("acorn", "leaf=2,acorn=1", False, True),
        ("leaf", "leaf=2,acorn-expert=1", False, True),
        ("leaf", "leaf=2,deceiver=1", False, False),
        ("leaf", "leaf=2", True, False),
        ("leaf", "leaf=2,mushroom=1", False, True),  # with nothing in the market
    ):
        found = by_charts(monkeypatch, Question(task, clan=clan, drawn=drawn, exchange=False), 2, [read_bag(bag)])
        assert isinstance(found.layers, Charts) == told, (clan, bag)


@pytest.mark.parametrize(
    ("name", "clan", "dice", "tokens"),
    [
        ("four-climbing", "pebble", 3, ["leaf=2,acorn=1", "leaf=2,pebble=1", "berry=1,acorn=2"]),
        ("four-climbing", "berry", 2, ["leaf=2,acorn=1", "leaf=2,berry=1"]),
        ("three-falling", "mushroom", 4, ["leaf=2,pebble=1,acorn=1", "leaf=4"]),
        ("clan-leads", "pebble", 3, ["leaf=3,berry=1", "leaf=1,acorn=3"]),
        ("mixed-pair", "leaf", 3, ["leaf=2,acorn=1", "leaf=1,berry=2"]),
        ("three-falling", "acorn", 3, ["leaf=1,acorn=2", "leaf=3,acorn=1"]),
        ("three-of-one-colour", "acorn", 6, ["leaf=2,acorn=1", "leaf=3"]),
    ],
)
@pytest.mark.parametrize("upto", [1, 2])
def test_charts_for_the_tokens_used_last(
    upto: int, name: str, clan: str, dice: int, tokens: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those used first are told by all rolls."""
    question, bags = Question(task_for(name, clan), clan=clan), list(map(read_bag, tokens))
    other = by_rolls(monkeypatch, question, dice, bags)
    assert isinstance(other.layers, Layers)
    step = Charts.step
    monkeypatch.setattr(turn, "FEW", 100)
    monkeypatch.setattr(turn, "SEVERAL", 0)
    monkeypatch.setattr(Charts, "step", lambda self, depth: depth <= upto and step(self, depth))
    one = Turn(question, dice, (), bags)
    assert isinstance(one.layers, Layers) and one.layers.beyond and one.layers.beyond.upto
    for bag in bags:
        assert values_of(one, bag, dice) == values_of(other, bag, dice), bag
