"""The chance to solve where the general supply may run out: what is taken, given and swapped changes what is left.

The tables of chances are compared with the values of whole turns, which keep account of what every player has.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from oracles.gnome_turn import Recipe, random_turn

from solver.errors import TooBigError
from solver.games.gnome_kingdom.advice import ranked
from solver.games.gnome_kingdom.chance.table import BROUGHT_FIRST, Standing
from solver.games.gnome_kingdom.chance_lines import Chooser
from solver.games.gnome_kingdom.gain.values import TurnValues
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.position import Position, read
from solver.games.gnome_kingdom.powers import STOCK
from solver.games.gnome_kingdom.seen import setting_of, state_of
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.state import State


def position(task: str, mine: str, theirs: str, table: str) -> Position:
    return read(f"{{game: gnome-kingdom, task: '{task}', players: [{{{mine}}}, {{{theirs}}}], {table}}}")


def check_options(setting: Setting, state: State, standing: Standing) -> None:
    """Compare what an option is told to be worth with the best of what it leads to."""
    chooser = Chooser(GnomeKingdom(setting=setting), standing)
    for option in chooser.options(state):
        if 0 < option.chance < 1 and option.then is not None:
            assert option.chance == max(one.chance for one in chooser.options(option.then)), option.words
    assert chooser.lines(state)


def check(setting: Setting, state: State) -> bool:
    """The same, and compare the chance with the value of the whole turn, where both are exact."""
    try:
        standing = Standing(setting, state, effort=3_000_000)
        turn = TurnValues(setting, state, "solve", limit=1_000_000)
        if standing.simplified or turn.kind != "exact":
            return False
        assert standing.chance(state) == turn.value(), state
    except TooBigError:
        return False
    check_options(setting, state, standing)
    return True


@pytest.mark.parametrize(
    ("mine", "theirs", "action", "chance"),
    [
        # no pebble can be gathered, since those that were given lie with the other player; but the acorn that was used
        (
            "clan: mushroom, resources: {pebble: 2}, skills: [negotiator-1, gatherer-1]",
            "clan: berry, resources: {mushroom: 10, leaf: 10, berry: 10, acorn: 10, pebble: 8}",
            "negotiator-1: give 2 pebble for 1 mushroom, 1 acorn of player 1",
            Fraction(31031, 46656),
        ),
        # an acorn that is used comes to the supply, which had none, and is exchanged for
        (
            "clan: leaf, resources: {mushroom: 4}, skills: [negotiator-1]",
            "clan: berry, resources: {acorn: 10, pebble: 10, leaf: 10}",
            "negotiator-1: give 2 mushroom for 1 acorn, 1 pebble of player 1",
            Fraction(26, 27),
        ),
    ],
)
def test_what_is_swapped_changes_what_can_be_come_to(mine: str, theirs: str, action: str, chance: Fraction) -> None:
    asked = position("[6]", mine, theirs, "roll: r1, market: r1")
    setting, state = setting_of(asked), state_of(asked)
    standing = Standing(setting, state)
    chooser = Chooser(GnomeKingdom(setting=setting), standing)
    assert {option.words: option.chance for option in chooser.options(state)}[action] == chance
    assert standing.chance(state) == TurnValues(setting, state, "solve").value()
    check_options(setting, state, standing)
    assert ranked(asked, "solve").best.kind == "exact"


def test_a_swap_that_leaves_too_few_to_exchange_for() -> None:
    mine, theirs = (
        "clan: leaf, resources: {leaf: 1, berry: 1}, skills: [negotiator-2]",
        "clan: pebble, resources: {leaf: 9, berry: 9, acorn: 10}, own: b6",
    )
    asked = position("[any]*2 : A + B = 7", mine, theirs, "roll: b6, market: g6")
    assert check(setting_of(asked), state_of(asked))


@pytest.mark.parametrize("token", ["negotiator", "gatherer", "master-gatherer", "acorn", "pebble"])
def test_the_whole_turn_says_the_same(token: str, games_to_play: int) -> None:
    rng, compared, count = Random(token), 0, games_to_play // 2
    for _ in range(count):
        recipe = Recipe(token, dice=rng.choice((1, 2)), own=0, more=rng.choice((2, 3, 4)), box=2)
        setting, state = random_turn(rng, recipe)
        if setting.rules.borrowed_colour == "drawn":
            continue
        bag = [rng.choice((0, STOCK - n)) for n in state.mover.bag]
        rival = replace(state.seats[1 - state.turn], bag=(bag[0], bag[1], bag[2], bag[3], bag[4]))
        seats = (state.mover, rival) if state.turn == 0 else (rival, state.mover)
        compared += check(setting, state.but(seats=seats))
    assert compared > count // 4


@pytest.mark.parametrize(
    ("task", "mine", "theirs", "table"),
    [
        (
            "three-of-one-colour",
            "clan: pebble, resources: {berry: 1}, skills: [master-gatherer]",
            "clan: acorn, at: ahead, own: o2",
            "roll: b3 b3 g3, market: p1 o3 b6 b6",
        ),
        (
            "three-different",
            "clan: pebble, resources: {pebble: 1}, skills: [master-gatherer]",
            "clan: acorn, at: ahead, own: b5",
            "roll: b4 p2, market: r6 r1 b4 g4",
        ),
    ],
)
def test_what_can_be_gathered_counts_in_a_smaller_turn(task: str, mine: str, theirs: str, table: str) -> None:
    """All that resources may become is too much; but to gather first and to use few of them solves the task."""
    found = ranked(position(task, mine, theirs, table), "solve")
    assert found.best.value == 1
    assert found.best.kind == "exact"
    assert found.best.action.startswith("master-gatherer: take ")
    assert BROUGHT_FIRST in found.assumptions
    assert {line.kind for line in found.lines if line.value < 1} == {"abstraction"}


def test_a_large_turn_is_answered_before_the_roll() -> None:
    mine = "clan: acorn, resources: {leaf: 2, acorn: 2, mushroom: 1, pebble: 1}"
    theirs = "clan: leaf, at: ahead, own: r3 b2"
    found = ranked(position("three-falling", mine, theirs, "pool: 1 red, pool_size: 4, market: r1 g2 b5 o4"), "solve")
    assert Fraction(99, 100) < found.best.value < 1
    assert any("no more than" in said for said in found.assumptions)
