"""What to do first with every roll, before it is rolled."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from solver.dice import Roll as Dice
from solver.errors import GnomonError, TooBigError, WordsError
from solver.games import dice_set
from solver.games.gnome_kingdom.advice import policy, ranked
from solver.games.gnome_kingdom.chance_lines import FAIL, SOLVED
from solver.games.gnome_kingdom.position import Position, read

CARDS = "open_cards: [mushroom-expert-6, gatherer-4, deceiver-4, leaf-expert-3]"


def position(more: str = "pool: 1 red, pool_size: 2", has: str = "") -> Position:
    player = f"clan: leaf, at: [1, 0], resources: {{{has}}}"
    text = f"players: [{{{player}}}, {{clan: acorn}}], forest: {{two-or-five: [1, 0]}}, {CARDS}, {more}"
    return read(f"{{game: gnome-kingdom, {text}}}")


@pytest.mark.parametrize("objective", ["solve", "worth"])
def test_each_roll_asked_by_itself(objective: str) -> None:
    """The best refill is made; then every one of the 36 rolls is asked about as a position of its own."""
    has = "pebble: 1" if objective == "solve" else ""
    found = policy(position(has=has), objective)
    assert found.before.startswith("add 1 ") and found.kind == "exact"
    assert found.value == ranked(position(has=has), objective).best.value
    second = found.before.split()[2][0]
    means: dict[str, list[Fraction]] = {}
    for one, two in product(range(1, 7), repeat=2):
        asked = ranked(position(f"roll: r{one} {second}{two}, pool_size: 2", has), objective)
        roll = Dice.read(f"r{one} {second}{two}", dice_set("gnome-kingdom"))
        means.setdefault(str(roll), []).append(asked.best.value)
    assert found.value == sum(sum(values) for values in means.values()) / Fraction(36)
    assert sum(group.rolls for group in found.groups) == len(means)
    assert sum(group.chance for group in found.groups) == 1
    assert sum(group.chance * group.value for group in found.groups) == found.value
    assert all(str(Dice.read(group.example, dice_set("gnome-kingdom"))) in means for group in found.groups)


def test_the_action_is_the_best_of_its_roll() -> None:
    for group in policy(position(), "points").groups:
        asked = ranked(position(f"roll: {group.example}, pool_size: 2"), "points")
        lines = {line.action: line.value for line in asked.lines}
        assert group.action not in lines or lines[group.action] == asked.best.value


def test_where_only_the_task_counts() -> None:
    found = policy(read("{game: gnome-kingdom, task: sunrise, players: [{clan: leaf}], pool: 1 red, pool_size: 2}"))
    assert found.objective == "solve"
    assert {group.action: group.value for group in found.groups} == {SOLVED: 1, FAIL: 0}


def test_what_is_refused() -> None:
    with pytest.raises(GnomonError, match="the dice have been rolled"):
        policy(position("roll: r1 g1"))
    with pytest.raises(WordsError, match="did you mean 'worth'"):
        policy(position(), "wroth")


def test_too_many_rolls() -> None:
    pool = "pool: '1 red, 1 blue, 1 green, 1 purple', pool_size: 5"
    with pytest.raises(TooBigError, match="more than"):
        policy(read(f"{{game: gnome-kingdom, task: three-of-a-kind, players: [{{clan: leaf}}], {pool}}}"))
