"""The tables: against the odds of the task alone, by hand, and games that are played again."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from solver.dice import Die, Pool
from solver.games import dice_set
from solver.games.companion_quest.board import example, table
from solver.games.companion_quest.chase import Outcome
from solver.games.companion_quest.content import box
from solver.games.companion_quest.outcomes import outcomes
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, COST, SUPPLY
from solver.games.companion_quest.tables_cards import cards, dangers, setup
from solver.games.companion_quest.tables_help import companions
from solver.games.companion_quest.tables_play import modes
from solver.task.chances import odds

ROWS = cards(capacities=(3, 4))


def pools(capacity: int) -> list[Pool]:
    """All that can be carried, but not nothing."""
    numbers = product(*(range(n + 1) for n in SUPPLY))
    fits = [n for n in numbers if 0 < sum(map(int.__mul__, n, COST)) <= capacity]
    return [Pool({Die(colour): k for colour, k in zip(COLOURS, n, strict=True) if k}) for n in fits]


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.type != "quest"], ids=lambda row: f"{row.card}-{row.capacity}"
)
def test_no_gather_fills_a_problem_more_often(row) -> None:
    task = box().problems[row.card].task
    assert max(odds(task, pool) for pool in pools(row.capacity)) == row.odds
    if row.gather:
        assert odds(task, Pool(row.gather, dice_set("companion-quest"))) == row.odds
    else:
        assert row.odds == 0


def test_quests_obey_their_flags() -> None:
    found = {(row.card, row.capacity): row for row in ROWS}
    assert box().quests["meadow-trail"].flag == "one-step"
    assert found["meadow-trail", 4].odds == 0  # three spaces, one die a turn
    assert found["mill-pond", 3].odds == Fraction(7, 8)  # three dice of which one is even


def test_readings_reach_the_table() -> None:
    weak = {row.card: row.odds for row in cards(Rules(order="weak"), [4])}
    strict = {row.card: row.odds for row in ROWS if row.capacity == 4}
    assert weak["a-mountainous-decision"] == 1  # any four dice can be put into an order that rises or stays
    assert strict["a-mountainous-decision"] == Fraction(15 * 24, 1296)  # four different numbers


def test_dangers_agree_with_the_cards() -> None:
    chances = {(row.card, row.capacity): row.odds for row in cards(capacities=(3, 5))}
    for row in dangers(capacities=(3, 5)):
        health = box().problems[row.danger].task.danger.health
        assert row.odds == chances[row.danger, row.capacity] == row.spread.at_least(health)
        assert row.done == row.spread.mean()


def test_setup() -> None:
    rows = {row.dangers: row for row in setup()}
    assert (rows[2].none, rows[2].one, rows[2].two) == (Fraction(6, 11), Fraction(9, 22), Fraction(1, 22))
    assert rows[0].none == 1
    assert rows[4].three == Fraction(4 * 3 * 2, 12 * 11 * 10)
    assert all(row.none + row.one + row.two + row.three == 1 for row in rows.values())
    assert [row.mode for row in rows.values()] == ["easy", "easy", "normal", "hard", "hard"]


def test_games_are_played_again() -> None:
    cells = [(2, 1, 1, "greedy"), (0, 3, 1, "greedy")]
    said: list[tuple[int, int]] = []
    first = list(modes(games=6, cells=cells, progress=lambda done, total: said.append((done, total))))
    assert first == list(modes(games=6, cells=cells))
    assert said == [(done, 12) for done in range(1, 13)]
    for row in first:
        assert row.kind == "estimate" and row.games == 6
        assert 0 <= row.low <= row.won <= row.high <= 1


def test_a_wider_gap_is_not_easier() -> None:
    near, far = modes(games=20, cells=[(2, 2, 1, "greedy"), (2, 2, 3, "greedy")])
    assert near.won >= far.won


def test_help_is_worth_something_in_the_chase() -> None:
    said: list[tuple[int, int]] = []
    rows = {
        row.help: row for row in companions(names=("rain-newt", "creek-crab"), progress=lambda *at: said.append(at))
    }
    chase = example(Rules())
    assert rows["nothing"].win == chase.win()
    assert rows["nothing"].steps == mean_steps(outcomes(Setting(2), table(Rules()).but(foe=2)))
    assert rows["creek-crab"].gain == 0  # it has nobody to wake
    assert rows["rain-newt"].gain == rows["rain-newt"].win - chase.win() > 0
    assert said == [(done, 4) for done in range(1, 5)]


def mean_steps(found: dict[Outcome, int]) -> Fraction:
    return Fraction(sum(outcome.steps * weight for outcome, weight in found.items()), sum(found.values()))


def test_the_rule_of_a_quest_stands_in_its_rows() -> None:
    rules = {row.card: row.rule for row in ROWS}
    assert rules["meadow-trail"] == "one die a turn on the quest"
    assert rules["dry-creek"] == "no blue dice can be gathered"
    assert {name for name, rule in rules.items() if rule} == {one.name for one in box().quests.values() if one.flag}
