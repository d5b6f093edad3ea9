"""The tables: against single questions, by hand, and by playing turns one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from solver.catalog import list_cards
from solver.dice import Roll, Rolled
from solver.enumeration import rolls
from solver.games import card_of, dice_set
from solver.games.gnome_kingdom.chance.plain import Question, plain_chance, table_of
from solver.games.gnome_kingdom.helped import HELPS, MARKET
from solver.games.gnome_kingdom.powers import read_bag
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.tables_help import pool, resources
from solver.games.gnome_kingdom.tables_play import players
from solver.games.gnome_kingdom.tables_race import crown, skill_cards, turns_to_complete
from solver.games.gnome_kingdom.tables_reach import LEVELS
from solver.games.gnome_kingdom.tables_reach import rows as reach
from solver.games.gnome_kingdom.tables_tasks import tasks, tasks_with_help
from solver.task.model import Readings, Task

CARDS = list_cards("gnome-kingdom")
PLAIN = tasks(CARDS, Readings(), [3])
HELPED = list(tasks_with_help(CARDS, sizes=[3]))


def test_help_changes_nothing_else() -> None:
    assert [(row.task, row.colours, row.odds) for row in HELPED] == [(row.task, row.colours, row.odds) for row in PLAIN]


def test_every_task_has_its_help_once_and_none_hurts() -> None:
    helped = [row for row in HELPED if row.helped is not None]
    assert [row.task for row in helped] == [card.name for card in CARDS]
    for row in helped:
        assert tuple(row.helped) == HELPS
        assert min(row.helped.values()) >= row.odds
        for kind in ("leaf", "acorn", "pebble", "berry", "mushroom"):
            assert row.helped[f"{kind} clan"] >= row.helped[kind]


@pytest.mark.parametrize("name", ["three-of-a-kind", "clan-high", "two-consecutive", "three-different"])
@pytest.mark.parametrize("help", ["mushroom", "leaf", "pebble", "pebble clan", "berry clan"])
def test_help_is_what_plain_expectimax_finds(name: str, help: str) -> None:
    row = next(row for row in HELPED if row.task == name and row.helped)
    task = next(card.task for card in CARDS if card.name == name)
    question = Question(task.bind(row.clan) if row.clan else task)
    bag = read_bag(f"{help.removesuffix(' clan')}-expert=1" if help.endswith("clan") else f"{help}=1")
    market = Roll.read(MARKET, dice_set("gnome-kingdom"))
    found = [(plain_chance(question, table_of(roll, market), bag), ways) for roll, ways in rolls(row.pool)]
    assert row.helped[help] == sum(chance * ways for chance, ways in found) / sum(ways for _, ways in found)


def test_resources_are_the_same_numbers() -> None:
    rows = {(row.task, row.help): row for row in resources(CARDS[:6], sizes=[3])}
    for row in (row for row in HELPED[:20] if row.helped and row.task in {card.name for card in CARDS[:6]}):
        for name, chance in row.helped.items():
            assert rows[row.task, name].odds == chance
            assert rows[row.task, name].gain == chance - row.odds


def test_pool_names_the_best_and_the_worst() -> None:
    for row in pool(CARDS, Readings()):
        same = tasks([card for card in CARDS if card.name == row.task], Readings(), [row.dice])
        assert row.odds == max(one.odds for one in same)
        assert row.odds - row.lost == min(one.odds for one in same)


def test_crown_is_equally_likely_in_its_part() -> None:
    rows = crown()
    assert [row.crown for row in rows] == [0] * 9 + [Fraction(1, 7)] * 7
    assert rows[-1].crown_by_now == 1
    assert all(row.level_I + row.level_II + row.level_III + row.crown == 1 for row in rows)
    assert rows[0].pool == 2 + Fraction(2, 5)  # four of the ten tiles of the first level bear the symbol


def test_a_die_of_a_colour_takes_a_turn_and_a_number_a_wait() -> None:
    for dice in (1, 2, 3):
        assert turns_to_complete(Task("[red]"), dice, Rules()) == 1
        assert turns_to_complete(Task("[3]"), dice, Rules()) == 1 / (1 - Fraction(5, 6) ** dice)
    # one red die a turn until it is a 2, beside any die that was kept before
    assert turns_to_complete(Task("[red 2] [any]"), 1, Rules()) == Fraction(37, 6)


def test_turns_to_complete_when_played() -> None:
    # [1] [green] with two dice: two green dice are rolled, whatever is still wanted
    rng, turns, games = Random(5), 0, 4000
    for _ in range(games):
        kept: list[Rolled] = []
        while len(kept) < 2:
            turns += 1
            roll = [Rolled("green", rng.randint(1, 6)) for _ in range(2)]
            one = next((die for die in roll if die.face == 1), None)
            if not kept or one or any(die.face == 1 for die in kept):
                kept.append(one or roll[0])
    exact = turns_to_complete(Task("[1] [green]"), 2, Rules())
    assert abs(Fraction(turns, games) - exact) < Fraction(1, 8)


def test_dear_cards_take_longer() -> None:
    rows = {row.card: row for row in skill_cards()}
    assert rows["mushroom-expert-1"].provenance == "printed, assumed in part"
    assert all(row.turns_2 >= row.turns_3 >= row.turns_4 >= 1 for row in rows.values())
    assert rows["leaf-expert-6"].turns_3 > rows["leaf-expert-3"].turns_3
    assert all(row.points_a_turn == row.points / row.turns_3 and row.kind == "abstraction" for row in rows.values())


def test_a_better_player_wins_more_than_its_share() -> None:
    said: list[tuple[int, int]] = []
    cells = [("greedy", "random", 2), ("greedy", "random", 3)]
    rows = list(players(games=12, cells=cells, progress=lambda *at: said.append(at)))
    assert said == [(done, 24) for done in range(1, 25)]
    for row in rows:
        assert row.fair == Fraction(1, row.players)
        assert row.fair < row.low <= row.won <= row.high <= 1
    assert rows == list(players(games=12, cells=cells))


def test_equal_players_share_what_is_won() -> None:
    (row,) = players(games=16, cells=[("random", "random", 2)])
    assert row.low < row.fair < row.high


def test_rows_that_are_reached() -> None:
    """With so many dice that everything is solved one goes a row a turn; and what one row has not, another has."""
    entry = {"task": "[any]", "provenance": "sample"}
    everything = [card_of("gnome-kingdom", {**entry, "name": level, "level": level}) for level in LEVELS]
    assert [(row.row, row.odds) for row in reach(everything, Readings(), [2], turns=4) if row.odds] == [
        (turn, 1) for turn in range(5)
    ]
    rows = list(reach(list_cards("gnome-kingdom", "tasks"), Readings(), [3]))
    for turns in range(9):
        there = [row for row in rows if row.turns == turns]
        assert sum(row.odds for row in there) == there[0].at_least == 1
        assert all(one.at_least - one.odds == other.at_least for one, other in pairwise(there))
        assert {row.kind for row in there} == {"abstraction"}
