"""What to do first with every roll, before it is rolled."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from solver.dice import Roll as Dice
from solver.errors import GnomonError, TooBigError, WordsError
from solver.games import dice_set
from solver.games.companion_quest.advice import policy, ranked
from solver.games.companion_quest.position import Position, read

LETTERS = {"blue": "b", "red": "r"}


def position(more: str = "rules: {capacity: 2}", me: str = "{gnome: crumbles, awake: [dune-dog]}") -> Position:
    text = f"players: [{me}, {{gnome: bubbles, ready: false}}], zones: [seesaw, '[5] [5]']"
    return read(f"{{game: companion-quest, {text}, {more}}}")


@pytest.mark.parametrize("objective", ["chase", "solve"])
def test_each_roll_asked_by_itself(objective: str) -> None:
    found = policy(position(), objective)
    assert found.before.startswith("gather ") and found.kind == "exact"
    assert found.value == ranked(position(), objective).best.value
    number, *words = found.before.removeprefix("gather ").replace(",", "").split()
    colours = [colour for n, colour in zip([number, *words][::2], words[::2], strict=True) for _ in range(int(n))]
    letters = [LETTERS[colour] for colour in colours]
    values: dict[str, Fraction] = {}
    total = Fraction(0)
    for faces in product(range(1, 7), repeat=2):
        roll = " ".join(f"{letter}{face}" for letter, face in zip(letters, faces, strict=True))
        said = str(Dice.read(roll, dice_set("companion-quest")))
        if said not in values:
            values[said] = ranked(position(f"roll: {roll}, rules: {{capacity: 2}}"), objective).best.value
        total += values[said]
    assert total / 36 == found.value
    assert sum(group.rolls for group in found.groups) == len(values)
    assert sum(group.chance for group in found.groups) == 1
    assert sum(group.chance * group.value for group in found.groups) == found.value


def test_the_action_is_the_best_of_its_roll() -> None:
    for group in policy(position()).groups:
        asked = ranked(position(f"roll: {group.example}, rules: {{capacity: 2}}"))
        best = [line for line in asked.lines if line.values == asked.best.values]
        assert group.action in {said for line in best for said in (line.action, *line.facts.get("alike", ()))}


def test_what_is_refused() -> None:
    with pytest.raises(GnomonError, match="the dice have been rolled"):
        policy(position("roll: r1 b1"))
    with pytest.raises(WordsError, match="did you mean 'chase'"):
        policy(position(), "chas")


def test_too_many_rolls() -> None:
    with pytest.raises(TooBigError, match="more than 1,500"):
        policy(position("done: 2, shared: green", "{gnome: crumbles}"))
