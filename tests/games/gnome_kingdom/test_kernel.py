"""The chances by the kernel are those of plain expectimax, for random tasks, rolls, bags and clans."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from solver.catalog import list_cards
from solver.dice import Die, Pool, Roll, Rolled, pool_of
from solver.enumeration import rolls
from solver.errors import TooBigError
from solver.games import task_of
from solver.games.gnome_kingdom.chance import interleaved, plain
from solver.games.gnome_kingdom.chance.interleaved import Interleaved
from solver.games.gnome_kingdom.chance.plain import Question, plain_chance, table_of
from solver.games.gnome_kingdom.chance.policy import first_actions
from solver.games.gnome_kingdom.chance.turn import Turn
from solver.games.gnome_kingdom.options import CLANS, clan_colour
from solver.games.gnome_kingdom.powers import TOKENS, Bag, bag_text, read_bag
from solver.manipulation import Table
from solver.placement import fills
from solver.task.model import Readings

COLOURS = ("red", "green", "purple", "orange", "blue")
TASKS = [card.task for card in list_cards("gnome-kingdom")] + [
    task_of("gnome-kingdom", text)
    for text in (
        "[red] [any] : different colours",
        "[red] [green] [any] : A < B, different colours",
        "[any]*3 : same colour, consecutive",
        "[any]*2 : equal",
    )
]


@pytest.fixture(autouse=True)
def quick(monkeypatch) -> None:
    """Plain expectimax asks the same roll often."""
    known = cache(lambda task, dice, readings: fills(task, Roll(dice), readings))
    monkeypatch.setattr(plain, "fills", lambda task, roll, readings: known(task, roll.dice, readings))


def cost(bag: Bag, clan: str) -> int:
    """How much plain expectimax has to do."""
    heavy = {f"{kind}-expert" for kind in ("acorn", "leaf")} | ({clan} & {"acorn", "leaf"})
    return sum(n * (3 if token in heavy else 1) for n, token in zip(bag, TOKENS, strict=True))


def cases(seed: int, dice: int, tokens: int, most: int, number: int):
    chance = random.Random(seed)
    while number:
        clan = chance.choice(CLANS)
        task = chance.choice(TASKS)
        if task.needs_clan:
            task = task.bind(clan_colour(clan))
        colours = chance.sample(COLOURS, chance.choice((2, 3, 5)))
        die = lambda: Rolled(chance.choice(colours), chance.randint(1, 6))  # noqa: B023, E731
        roll, elsewhere = [die() for _ in range(dice)], [die() for _ in range(chance.choice((0, 0, 2, 4, 5)))]
        names = [chance.choice([*TOKENS[:5], *TOKENS[:11]]) for _ in range(chance.randint(1, tokens))]
        bag = tuple(map(names.count, TOKENS))
        question = Question(
            task,
            Readings(consecutive=chance.choice(("plain", "wraps"))),
            clan,
            exchange=chance.random() < 0.5,
            loops=chance.random() < 0.2,
            drawn=chance.random() < 0.25,
        )
        if cost(bag, clan) + 2 * (sum(bag[:5]) > 1 and question.exchange) <= most:
            number -= 1
            yield question, roll, elsewhere, bag


@pytest.mark.parametrize(
    ("dice", "tokens", "most", "number"), [(1, 3, 4, 30), (2, 2, 4, 50), (3, 2, 3, 90), (4, 1, 3, 60)]
)
def test_equals_plain_expectimax(dice, tokens, most, number) -> None:
    for question, roll, elsewhere, bag in cases(dice, dice, tokens, most, number):
        table = table_of(roll, elsewhere)
        turn = Turn(question, [pool_of(Die(die.colour) for die in roll)], elsewhere, [bag])
        wanted = plain_chance(question, table, bag)
        assert turn.of_table(table, bag) == wanted, (question, Roll(table.roll), table.elsewhere, bag_text(bag))
        if wanted < 1:
            assert first_actions(turn, table, bag)[0].odds == wanted


def test_a_colour_that_has_run_out_equals_plain_expectimax() -> None:
    """No die can be made of it, though the task may not tell it from another colour of which there are dice."""
    chance, less = random.Random(31), 0
    for _ in range(60):
        clan = chance.choice(("mushroom", "pebble", "leaf"))
        colour = clan_colour(clan)
        other = chance.choice([one for one in COLOURS if one != colour])
        task = task_of(
            "gnome-kingdom", chance.choice((f"[{other}|{colour} 4-6] [1-3]", f"[{other}|{colour}]*2", "[clan]"))
        )
        question = Question(task.bind(colour) if task.needs_clan else task, clan=clan, exchange=False)
        roll = [Rolled(chance.choice((colour, other, *COLOURS)), chance.randint(1, 6)) for _ in range(2)]
        out = chance.choice((6, 7, 8)) - [die.colour for die in roll].count(colour)
        elsewhere = [Rolled(colour, chance.randint(1, 6)) for _ in range(out)]
        bag = read_bag(chance.choice(("berry=1", "berry=2", "berry=1,pebble=1")))
        table = table_of(roll, ())
        turn = Turn(question, [pool_of(Die(die.colour) for die in roll)], (), [bag], gone=elsewhere)
        supply = tuple((one, n - (out if one == colour else 0)) for one, n in table.supply)
        table = Table(table.roll, supply, ())
        wanted = plain_chance(question, table, bag)
        assert turn.of_table(table, bag) == wanted, (question, table, bag_text(bag))
        full = Turn(question, [pool_of(Die(die.colour) for die in roll)], (), [bag])
        less += full.of_table(table_of(roll, ()), bag) > wanted
    assert less > 3


@pytest.mark.parametrize("token", TOKENS[:13])
@pytest.mark.parametrize("task", ["[clan 4-6]", "[any]*3 : different, different colours", "[any]*3 : equal"])
def test_every_power(token, task) -> None:
    """Each alone, from some rolls of three dice; the gatherers only where their tokens are light."""
    clan = "leaf" if token.startswith("acorn") else "acorn" if token.startswith("leaf") else "berry"
    if "gatherer" in token and (token != "gatherer" or task != "[clan 4-6]"):
        return
    question = Question(task_of("gnome-kingdom", task).bind(clan_colour(clan)), clan=clan, exchange="gath" not in token)
    dice = 2 if "gatherer" in token else 3
    elsewhere, bag = Roll.read("r5 g2").dice, read_bag(token)
    pool = Pool("1 red, 1 blue" if dice == 2 else "2 red, 1 blue")
    turn = Turn(question, [pool], elsewhere, [bag])
    known: dict[object, Fraction] = {}
    for roll, _ in list(rolls(pool))[:: 7 if dice == 3 else 12]:
        table = table_of(roll, elsewhere)
        assert turn.of_table(table, bag) == plain_chance(question, table, bag, known)


@pytest.mark.parametrize(
    ("task", "clan", "bag"),
    [
        ("[any]*3 : consecutive", "leaf", "mushroom=1,leaf=1"),
        ("[any]*3 : equal", "acorn", "mushroom=1,leaf-expert=1"),
        ("[red] [any]*2 : A = B", "leaf", "mushroom-expert=1,leaf=1"),
    ],
)
def test_dice_are_borrowed_before_one_is_swapped(task, clan, bag) -> None:
    """A roll of one die for a task of three: both that are borrowed are needed, and only then is one swapped."""
    question = Question(task_of("gnome-kingdom", task), clan=clan)
    elsewhere, tokens = Roll.read("r6 b5").dice, read_bag(bag)
    turn = Turn(question, [Pool("1 blue")], elsewhere, [tokens])
    known: dict[object, Fraction] = {}
    found = set()
    for face in (1, 4, 6):
        table = table_of([Rolled("blue", face)], elsewhere)
        wanted = plain_chance(question, table, tokens, known)
        assert turn.of_table(table, tokens) == wanted
        found.add(wanted)
    assert 0 not in found


def test_all_rolls_of_all_colours_are_those_of_each_pool() -> None:
    """The table of all rolls and the part that a pool can reach give the same numbers."""
    bags = [read_bag(text) for text in ("acorn=1,pebble=1", "leaf=1,berry=1", "acorn=2,leaf=1")]
    for name in ("three-of-one-colour", "three-falling", "clan-leads", "sum-of-eighteen"):
        task = next(card.task for card in list_cards("gnome-kingdom") if card.name == name).bind("orange")
        question = Question(task, clan="acorn")
        whole = Turn(question, 3, (), bags)
        for text in ("3 red", "1 orange, 2 blue", "1 red, 1 green, 1 purple"):
            part = Turn(question, [Pool(text)], (), bags)
            assert [whole.odds(Pool(text), bag) for bag in bags] == [part.odds(Pool(text), bag) for bag in bags]


def values_of(turn: Turn, bag: Bag, dice: int) -> list[int]:
    """The values of all rolls, one after the other."""
    classes, words = turn.values(bag, dice)
    return [words[2 * one] | words[2 * one + 1] << 64 for one in classes]


@pytest.mark.parametrize(
    ("name", "clan", "dice", "tokens"),
    [
        ("mixed-pair", "leaf", 3, ["leaf=4", "leaf=3,acorn=1"]),  # the supply runs out
        ("three-of-one-colour", "acorn", 3, ["leaf=4", "leaf=3,pebble=1", "leaf=2,deceiver=1"]),
        ("clan-on-top", "berry", 4, ["leaf-expert=2,pebble=1", "leaf=3,berry=1"]),
        ("four-climbing", "pebble", 3, ["leaf=2,pebble=1", "leaf=1,berry=1", "mushroom=1,leaf=1"]),
        ("full-house", "pebble", 5, ["leaf=4", "leaf=2,acorn=1"]),
    ],
)
def test_rolls_made_one_are_worth_the_same(name, clan, dice, tokens, monkeypatch) -> None:
    """Rolls of more dice that differ in nothing of use are one; told apart they have the same chances."""
    task = next(card.task for card in list_cards("gnome-kingdom") if card.name == name)
    question = Question(task.bind(clan_colour("leaf")), clan=clan, exchange=False)
    bags, there = [read_bag(text) for text in tokens], Roll.read("r5 g2").dice if "mushroom" in str(tokens) else ()
    monkeypatch.setattr("solver.games.gnome_kingdom.chance.turn.FEW", 100)  # no charts
    merged = Turn(question, dice, there, bags)
    monkeypatch.setattr(Turn, "_slack", lambda self, at: {})
    apart = Turn(question, dice, there, bags)
    assert sum(map(len, merged.space.levels)) < sum(map(len, apart.space.levels))
    for bag in bags:
        assert values_of(merged, bag, dice) == values_of(apart, bag, dice)


def test_one_more_token_never_hurts() -> None:
    question = Question(task_of("gnome-kingdom", "[any]*4 : consecutive"), clan="pebble")
    bags = [read_bag(text) for text in ("acorn=1", "acorn=2", "acorn=2,leaf=1", "acorn=2,leaf=1,pebble=1")]
    pool = Pool("2 red, 2 blue")
    turn = Turn(question, [pool], (), bags)
    found = [turn.odds(pool, bag) for bag in bags]
    assert found == sorted(found) and len(set(found)) == len(found)


def test_words_of_128_bits() -> None:
    """Six acorns of their clan ask for numerators of 95 bits; the answer is also that by one die after another."""
    question = Question(task_of("gnome-kingdom", "[6]"), clan="acorn", exchange=False)
    bag = read_bag("acorn=8")
    turn = Turn(question, [Pool("1 any")], (), [bag])
    assert turn.whole(bag, 1) > 2**64
    assert turn.odds(Pool("1 any"), bag) == 1 - Fraction(5, 6) ** 25
    with pytest.raises(TooBigError, match=r"6\*\*60"):
        Turn(question, [Pool("1 any")], (), [read_bag("acorn=10")])


def test_too_many_rolls_are_refused() -> None:
    climbing = next(card.task for card in list_cards("gnome-kingdom") if card.name == "four-climbing")
    with pytest.raises(TooBigError, match="more than 10,000 different rolls of 4 dice"):
        Turn(Question(climbing, clan="berry"), 4, (), [read_bag("leaf=6")], limit=10_000)


def equal_pair(dice: tuple[tuple[int, int], ...], tokens: int) -> Fraction:
    """Two dice, each with the rolls it still has by the acorn that named it; another token may begin at any time."""
    if dice[0][0] == dice[1][0]:
        return Fraction(1)
    best = Fraction(0)
    for at, (_, left) in enumerate(dice):
        for more, spent in ((left - 1, 0), (2, 1)):
            if more >= 0 and spent <= tokens:
                after = ((*dice[:at], (face, more), *dice[at + 1 :]) for face in range(1, 7))
                best = max(best, sum(equal_pair(one, tokens - spent) for one in after) / 6)
    return best


def test_abilities_that_come_between_each_other(monkeypatch) -> None:
    """acorn_twice=interleaved, against a count of its own; never worse than the other reading, and sometimes better."""
    question = Question(task_of("gnome-kingdom", "[any]*2 : equal"), exchange=False)
    found = Interleaved(question).of_roll(Roll.read("r1 b2"), read_bag("acorn=2"))
    assert found == equal_pair(((1, 0), (2, 0)), 2)
    for name, pool, bag, clan, better in (
        ("clan-leads", "2 blue, 1 red", "acorn=2", "", True),
        ("three-of-a-kind", "3 any", "acorn=1", "acorn", False),
        ("clan-leads", "1 red, 1 blue", "berry=1,pebble=1", "pebble", False),
    ):
        task = next(card.task for card in list_cards("gnome-kingdom") if card.name == name)
        question = Question(task.bind(clan_colour("pebble")), clan=clan, exchange=False)
        tokens, dice = read_bag(bag), Pool(pool)
        one_by_one = Turn(question, [dice], (), [tokens]).odds(dice, tokens)
        assert (Interleaved(question).of_pool(dice, tokens) > one_by_one) == better
    for question, roll, elsewhere, bag in cases(5, 3, 1, 3, 25):  # with one token there is nothing to come between
        table = table_of(roll, elsewhere)
        found = Interleaved(question).of_roll(Roll(table.roll), bag, table.elsewhere)
        assert found == plain_chance(question, table, bag), (question, Roll(table.roll), bag_text(bag))
    monkeypatch.setattr(interleaved, "MOST_CASES", 1000)
    with pytest.raises(TooBigError, match="acorn_twice=interleaved is answered case by case"):
        Interleaved(question).of_pool(Pool("1 red, 1 blue, 1 green, 1 purple"), read_bag("leaf=2,acorn=3"))


def test_colours_that_are_drawn_by_hand() -> None:
    """borrowed_colour=drawn: one red die of 40 lies there; of 39 left 7 are red, each as likely as another."""
    question = Question(task_of("gnome-kingdom", "[red 6] [any]"), drawn=True)
    bag, pool = read_bag("leaf=1"), Pool("1 red")
    alone, red = Fraction(1, 6), Fraction(7, 39)
    # the first die a 6: any second one will do; else a red 6
    assert Turn(question, [pool], (), [bag]).odds(pool, bag) == alone + (1 - alone) * red / 6
    two = read_bag("leaf=2")
    drawn, chosen = (Turn(replace(question, drawn=drawn), [pool], (), [two]).odds(pool, two) for drawn in (True, False))
    assert drawn < chosen
