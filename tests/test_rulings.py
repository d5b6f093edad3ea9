"""Rulings: the files and the rules agree, and every switch changes some answer."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from solver.catalog import find_task, list_games, rulings
from solver.dice import Pool
from solver.errors import WordsError
from solver.games import game_named
from solver.rulings import changed, readings_with, rules_class, rules_with, switches
from solver.task.chances import odds
from solver.task.model import Readings, Task

GAMES = [row.name for row in list_games() if "rulings" in row.holds]

# ruling -> a task that it changes, a pool, and the reading other than the default
SWITCHED = {
    ("gnome-kingdom", "consecutive"): ("[any]*2 : consecutive", "2 any", "wraps"),
    ("companion-quest", "order"): ("[any]*3 : ascending", "3 any", "weak"),
    ("companion-quest", "high_low"): ("[high] [any] [any]", "3 any", "strict"),
}


def counted(game: str, ruling: str, reading: str) -> Fraction:
    """The odds of the tasks above by hand, over all rolls."""

    def meets(roll: tuple[int, ...]) -> bool:
        low, *_, high = rising = sorted(roll)
        match ruling, reading:
            case "consecutive", "plain":
                return high - low == 1
            case "consecutive", _:
                return high - low in (1, 5)
            case "order", "strict":
                return len(set(roll)) == len(roll)
            case "high_low", "strict":
                return rising[-2] < high
        return True

    size = 2 if ruling == "consecutive" else 3
    rolls = list(product(range(1, 7), repeat=size))
    return Fraction(sum(map(meets, rolls)), len(rolls))


@pytest.mark.parametrize("game", GAMES)
def test_ids_and_defaults_agree(game: str) -> None:
    listed = {ruling.id: (ruling.default, set(ruling.readings)) for ruling in rulings(game) if ruling.switch}
    typed = {name: (readings[0], set(readings)) for name, readings in switches(rules_class(game)).items()}
    assert listed == typed


def test_every_switch_is_tried() -> None:
    """Here where it changes the odds of a task, else among the tests of its game."""
    for game in GAMES:
        folder = Path(__file__).parent / "games" / game_named(game).folder
        tests = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("test_*.py")))
        for name, (_, *others) in switches(rules_class(game)).items():
            if (game, name) not in SWITCHED:
                assert re.search(rf"{name}\W{{1,6}}({'|'.join(others)})", tests), f"{game}: {name} is not tried"


@pytest.mark.parametrize(("game", "ruling"), SWITCHED)
def test_every_switch_changes_an_answer(game: str, ruling: str) -> None:
    text, pool, other = SWITCHED[game, ruling]
    default = rules_with(game)
    switched = rules_with(game, [f"{ruling}={other}"])
    found = [odds(Task(text), Pool(pool), rules.readings) for rules in (default, switched)]
    assert found[0] != found[1]
    assert found[0] == counted(game, ruling, getattr(default, ruling))
    assert found[1] == counted(game, ruling, other)


def test_a_switch_changes_a_card_of_the_catalogue() -> None:
    two = find_task("gnome-kingdom/two-consecutive").task
    assert odds(two, Pool("2 any")) == Fraction(10, 36)
    assert odds(two, Pool("2 any"), rules_with("gnome-kingdom", ["consecutive=wraps"]).readings) == Fraction(1, 3)
    fish = find_task("companion-quest/falling-fish").task
    assert odds(fish, Pool("4 any")) == Fraction(360, 1296)
    assert odds(fish, Pool("4 any"), rules_with("companion-quest", ["order=weak"]).readings) == 1


@pytest.mark.parametrize("game", GAMES)
def test_settled_questions_say_all(game: str) -> None:
    for ruling in rulings(game):
        assert ruling.question.endswith("?")
        assert ruling.default in ruling.readings
        assert ruling.source
        assert ruling.effect


def test_the_defaults_of_the_games_are_those_of_the_notation() -> None:
    for game in GAMES:
        assert rules_with(game).readings == Readings()
    readings = switches(Readings)
    for game in GAMES:
        for name, texts in switches(rules_class(game)).items():
            assert readings.get(name, texts) == texts


UNKNOWN = "is not a ruling of Gnome Kingdom that can be switched"


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("consecutve=wraps", f"'consecutve' {UNKNOWN}; did you mean 'consecutive'?"),
        (
            "order=weak",
            f"'order' {UNKNOWN}; known are consecutive, dice_loop, kept_die, borrowed_colour, extra_turn, acorn_twice",
        ),
        ("consecutive=wrap", "'wrap' is not a reading of 'consecutive'; did you mean 'wraps'?"),
        ("consecutive=", "'' is not a reading of 'consecutive'; known are plain, wraps"),
        ("consecutive", "'consecutive' is not ID=READING, as in consecutive=wraps"),
        ("", "'' is not ID=READING, as in consecutive=wraps"),
    ],
)
def test_wrong_choices(choice: str, message: str) -> None:
    with pytest.raises(WordsError) as caught:
        rules_with("gnome-kingdom", [choice])
    assert str(caught.value) == f"rule: {message}"


def test_two_readings_of_one_ruling() -> None:
    with pytest.raises(WordsError, match="'order' is given two readings, weak and strict"):
        rules_with("companion-quest", ["order=weak", "order=strict"])


def test_readings_without_a_game() -> None:
    assert readings_with([]) == Readings()
    found = readings_with(["order = weak", "consecutive=wraps"])
    assert found == Readings(order="weak", consecutive="wraps")
    assert changed(found) == {"order": "weak", "consecutive": "wraps"}
    with pytest.raises(WordsError, match="'ordr' is not a ruling of the task notation"):
        readings_with(["ordr=weak"])
