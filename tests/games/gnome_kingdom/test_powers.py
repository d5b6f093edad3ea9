"""Resources and powers of Gnome Kingdom: what each does, bags, and the chances known from elsewhere."""

from __future__ import annotations

from fractions import Fraction

import pytest

from solver.dice import Pool, Roll
from solver.enumeration import rolls
from solver.errors import WordsError
from solver.games.gnome_kingdom.chance.plain import Question, plain_chance, table_of
from solver.games.gnome_kingdom.chance.turn import Turn
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import TOKENS, bag_text, other_bags, power, read_bag
from solver.manipulation import Barter, Borrow, Disguise, Gain, Recolour, Reroll, Shift, Swap
from solver.task.model import Task

THREE = Question(Task("[any]*3 : equal"))


@pytest.mark.parametrize(
    ("token", "clan", "does"),
    [
        ("mushroom", "leaf", Swap(("market", "in front"))),
        ("mushroom", "mushroom", Swap(("market", "any supply"))),
        ("leaf", "acorn", Borrow(1)),
        ("leaf", "leaf", Borrow(2)),
        ("berry", "acorn", Recolour(("orange",))),
        ("berry", "berry", Recolour()),
        ("acorn", "leaf", Reroll(1, 3)),
        ("acorn", "acorn", Reroll(2, 3)),
        ("pebble", "leaf", Shift(1)),
        ("pebble", "pebble", Shift(2)),
        ("mushroom-expert", "leaf", Swap(("market", "any supply"))),
        ("leaf-expert", "", Borrow(2)),
        ("berry-expert", "", Recolour()),
        ("acorn-expert", "", Reroll(2, 3)),
        ("pebble-expert", "", Shift(2)),
        ("deceiver", "", Disguise()),
        ("gatherer", "", Gain(2)),
        ("master-gatherer", "", Gain(3)),
        ("negotiator", "", Barter(2)),
    ],
)
def test_what_each_does(token, clan, does) -> None:
    assert power(token, clan).does == does
    assert power(token, clan).provenance == "printed"


def test_every_clan_has_its_resource() -> None:
    assert TOKENS[:5] == CLANS
    assert all(power(clan, clan).does != power(clan, other).does for clan in CLANS for other in CLANS if clan != other)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("acron=1", "there is no 'acron' to use; did you mean 'acorn'?"),
        ("acorn=x", "expected a number of acorn, as in acorn=1, not 'x'"),
        ("acorn=11", "there are 10 tokens of a kind, not 11 of acorn"),
        ("gatherer=20, deceiver=28", "there are 47 skill cards in the game, not 48"),
    ],
)
def test_wrong_bags(text, message) -> None:
    with pytest.raises(WordsError) as caught:
        read_bag(text)
    assert str(caught.value) == f"--with: {message}"


def test_bags_read_and_write() -> None:
    assert bag_text(read_bag("pebble=2,acorn,Acorn=0".replace("Acorn=0", "leaf=0"))) == "acorn=1,pebble=2"
    assert bag_text(read_bag("master gatherer=1")) == "master-gatherer=1"


def test_two_for_one() -> None:
    made = {bag_text(bag) for bag in other_bags(read_bag("acorn=2,pebble=1"))}
    assert made == {f"{new}=1,pebble=1" for new in ("mushroom", "leaf", "berry")} | {"pebble=2"} | {
        f"{new}=1,acorn=1" for new in ("mushroom", "leaf", "berry")
    }
    assert not other_bags(read_bag("acorn=2"), exchange=False)
    assert len(other_bags(read_bag("gatherer"))) == 15
    assert len(other_bags(read_bag("master-gatherer"))) == 35


@pytest.mark.parametrize(
    ("bag", "loops", "wanted"),
    [
        ("pebble=0", False, "1/36"),
        ("pebble=1", False, "1/6"),
        ("acorn=1", False, "527/2592"),
        ("pebble=1", True, "7/36"),
    ],
)
def test_known_chances_of_three_of_a_kind(bag, loops, wanted) -> None:
    question = Question(THREE.task, loops=loops)
    pool, tokens = Pool("3 any"), read_bag(bag)
    known: dict[object, Fraction] = {}
    total = sum(weight * plain_chance(question, table_of(roll), tokens, known) for roll, weight in rolls(pool))
    assert total / pool.total == Fraction(wanted)
    assert Turn(question, [pool], (), [tokens]).odds(pool, tokens) == Fraction(wanted)


def test_a_disguise_is_the_last_act() -> None:
    question = Question(Task("[red 6]"))
    assert plain_chance(question, table_of(Roll.read("b6")), read_bag("deceiver")) == 1
    assert plain_chance(question, table_of(Roll.read("b5")), read_bag("deceiver,pebble")) == 1
    assert plain_chance(question, table_of(Roll.read("b5 g5")), read_bag("deceiver=2")) == 0


def test_a_mushroom_takes_what_lies_elsewhere() -> None:
    question = Question(Task("[red 6]"))
    assert plain_chance(question, table_of(Roll.read("b6"), Roll.read("r6")), read_bag("mushroom")) == 1
    assert plain_chance(question, table_of(Roll.read("b6")), read_bag("mushroom")) == 0


def test_a_berry_needs_a_die_in_the_supply() -> None:
    question = Question(Task("[red 6]"), clan="mushroom")
    berry = read_bag("berry")
    assert plain_chance(question, table_of(Roll.read("b6"), Roll.read("r1 " * 7)), berry) == 1
    assert plain_chance(question, table_of(Roll.read("b6"), Roll.read("r1 " * 8)), berry) == 0
    with pytest.raises(WordsError, match="there are 8 red dice in the game, not 9"):
        table_of(Roll.read("r6"), Roll.read("r1 " * 8))


def test_the_negotiator_is_refused() -> None:
    with pytest.raises(WordsError, match="no question of dice"):
        Turn(THREE, [Pool("3 red")], (), [read_bag("negotiator")])
