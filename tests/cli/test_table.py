"""`gnomon table`: its numbers against `gnomon odds`, its patterns against all pools, its formats."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from solver.catalog import list_cards
from solver.dice import Die, pool_of
from solver.games import dice_set
from solver.games.gnome_kingdom.tables_tasks import patterns, tasks
from solver.task.chances import odds
from solver.task.model import Readings

COLOURS = list(dice_set("gnome-kingdom").dice)


@pytest.fixture(scope="module")
def rows():
    return tasks(list_cards("gnome-kingdom"), Readings())


@pytest.mark.parametrize("name", ["three-different", "clan-leads", "sunrise", "clan-on-top", "four-climbing"])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_pool_is_in_the_table(rows, name, size) -> None:
    """The chances of all pools of the five colours are those of the table, and the best is the best."""
    mine = [row for row in rows if (row.task, row.dice) == (name, size)]
    card = next(card for card in list_cards("gnome-kingdom") if card.name == name)
    task = card.task.bind("purple") if card.task.needs_clan else card.task
    pools = [pool_of(map(Die, colours)) for colours in combinations_with_replacement(COLOURS, size)]
    found = {odds(task, pool) for pool in pools}
    assert {row.odds for row in mine} == found
    assert {row.odds for row in mine if row.best} == ({max(found)} if max(found) else set())
    assert all(row.loss == max(found) - row.odds for row in mine)


def test_each_pool_belongs_to_its_pattern(rows) -> None:
    for row in rows:
        assert row.pool.size == row.dice
        assert row.best == (row.loss == 0 and row.odds > 0)
    assert {row.dice for row in rows} == {2, 3, 4, 5}
    assert {row.task for row in rows} == {card.name for card in list_cards("gnome-kingdom")}


def test_patterns_are_told_apart_as_far_as_the_task_does() -> None:
    card = {card.name: card.task for card in list_cards("gnome-kingdom")}
    assert [name for name, _ in patterns(card["four-sixes"], 5)] == ["any"]
    assert [name for name, _ in patterns(card["three-different"], 3)] == ["3", "2+1", "1+1+1"]
    assert [name for name, _ in patterns(card["clan-high"].bind("red"), 2, "red")] == [
        "2 clan",
        "1 clan, 1 other",
        "2 other",
    ]
    assert [name for name, _ in patterns(card["sunrise"], 2)][1] == "1 red|orange, 1 other"
    assert len(list(patterns(card["four-climbing"], 4))) == 70


def test_csv_holds_pools_that_odds_takes(gnomon) -> None:
    run = gnomon("table gnome-kingdom tasks -f csv --digits 4")
    lines = list(csv.DictReader(io.StringIO(run.out)))
    assert run.code == 0 and len(lines) > 250
    for line in lines[::40]:
        words = ["odds", f"gnome-kingdom/{line['task']}", "--pool", line["pool"], "--json"]
        words += ["--clan", line["clan"]] if line["clan"] else []
        (row,) = json.loads(gnomon(*words).out)["rows"]
        assert row["value"]["fraction"] == line["fraction"]
        assert abs(Fraction(line["percent"]) - 100 * Fraction(line["fraction"])) <= Fraction(1, 20_000)


def test_json_and_its_format_are_one(gnomon) -> None:
    one, other = gnomon("table gnome-kingdom tasks -f json"), gnomon("table gnome-kingdom tasks --json")
    mine, yours = json.loads(one.out), json.loads(other.out)
    assert mine["rows"] == yours["rows"]
    assert mine["provenance"]["full-house"] == "sample"
    assert "marketplace of r1 g3 p4 b6" in mine["assumptions"][0] and "samples" in mine["assumptions"][1]


def test_markdown_reads_well(gnomon) -> None:
    run = gnomon("table gnome-kingdom tasks")
    assert run.lines[:3] == [
        "# Gnome Kingdom: tasks, with the best colours",
        "",
        "| task                | from     |  2 dice |  3 dice |  4 dice |  5 dice |",
    ]
    assert any("| three-of-a-kind     | printed  |  0.00 % |  2.78 % |" in line for line in run.lines)
    assert "samples: invented here, not the publisher's" in run.out
    assert "Rests on: consecutive=plain" in run.out
    assert re.search(r"\| +3 \| 1\+1\+1 +\| 55.56 % \| 5/9 +\| best \|", run.out)
    tables = [line for line in run.lines if line.startswith("|")]
    assert all("\\|" in line for line in tables if "orange" in line and "red" in line)


def test_a_file_by_its_ending(gnomon, tmp_path, cards) -> None:
    file = tmp_path / "tasks.csv"
    run = gnomon("table", "gnome-kingdom", "tasks", "--cards", cards, "-o", str(file))
    assert (run.code, run.out) == (0, "")
    assert run.err.startswith(f"{file}: ")
    lines = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert f"{len(lines):,} rows" in run.err
    assert {line["fraction"] for line in lines if (line["task"], line["dice"]) == ("my-pair", "2")} == {"1/6"}


def test_an_ending_that_is_no_format(gnomon, tmp_path) -> None:
    file = tmp_path / "t.xlsx"
    run = gnomon("table", "companion-quest", "setup", "-o", str(file))
    assert run.code == 2 and not file.exists()
    assert run.err.startswith("gnomon: --output: no format is known by the ending '.xlsx'; known are md, csv,")
    assert gnomon("table", "companion-quest", "setup", "-o", str(file), "-f", "csv").code == 0
    assert file.read_text(encoding="utf-8").startswith("mode,")
    for name, start in (("t", "# "), ("t.txt", "# "), ("t.md", "# "), ("t.CSV", "mode,"), ("t.json", "{")):
        assert gnomon("table", "companion-quest", "setup", "-o", str(tmp_path / name)).code == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)


def test_differences_are_in_percent_points(gnomon, monkeypatch) -> None:
    from solver.catalog import list_cards
    from solver.games.gnome_kingdom import tables
    from solver.games.gnome_kingdom.tables_help import pool, resources

    few = [card for card in list_cards("gnome-kingdom") if card.name == "three-of-a-kind"]
    monkeypatch.setitem(tables.TABLES, "pool", lambda readings: pool(few, readings))
    monkeypatch.setitem(tables.TABLES, "resources", lambda rules: list(resources(few, rules, sizes=[3])))
    for kind, before, after, gap in (("resources", "plain", "odds", "gain"), ("pool", "odds", "odds", "lost")):
        for line in csv.DictReader(io.StringIO(gnomon(f"table gnome-kingdom {kind} -f csv").out)):
            more = Fraction(line[f"{after}_fraction"]) - Fraction(line[f"{before}_fraction"])
            assert kind == "pool" or Fraction(line[f"{gap}_fraction"]) == more
            assert abs(Fraction(line[f"{gap}_points"]) - 100 * Fraction(line[f"{gap}_fraction"])) <= Fraction(1, 200)
    run = gnomon("table gnome-kingdom resources")
    assert re.search(r"\| acorn +\| 20.33 % \| +2.78 % \| +17.55 \|", run.out)
    assert "In percent points: gain." in run.lines
    rows = json.loads(gnomon("table gnome-kingdom resources --json").out)["rows"]
    assert rows[0]["gain"] == str(Fraction(rows[0]["value"]["fraction"]) - Fraction(rows[0]["plain"]))


def test_parquet(gnomon, tmp_path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    file = tmp_path / "tasks.parquet"
    assert gnomon("table", "gnome-kingdom", "tasks", "-o", str(file)).code == 0
    frame = pandas.read_parquet(file)
    assert "1/36" in set(frame[frame.task == "three-of-a-kind"].fraction)


def test_what_a_table_takes_for_granted_and_rests_on(gnomon) -> None:
    helped, crown = gnomon("table gnome-kingdom resources"), gnomon("table gnome-kingdom crown")
    assert "A mushroom is used on a marketplace of r1 g3 p4 b6, which is assumed" in helped.out
    assert "tasks are samples" in helped.out
    assert "Rests on: the printed rules" in crown.out
    cards = json.loads(gnomon("table companion-quest cards --json").out)
    assert cards["assumptions"] == ["All numbers are exact"] and not cards["provenance"]


def test_another_reading_changes_the_table(gnomon) -> None:
    plain = gnomon("table gnome-kingdom tasks")
    wraps = gnomon("table gnome-kingdom tasks --rule consecutive=wraps")
    assert plain.out != wraps.out
    assert "Rests on: consecutive=wraps" in wraps.out


def test_games_to_be_played(gnomon, monkeypatch) -> None:
    from solver.games.companion_quest import tables

    def rows(rules, games=10, progress=None):
        from solver.games.companion_quest.tables_cards import setup

        yield from setup(rules)[:games]
        raise KeyboardInterrupt

    assert gnomon("table old-ones lands --games 3").err.startswith(
        "gnomon: --games: no games are played for the table 'lands'"
    )
    monkeypatch.setitem(tables.TABLES, "modes", rows)
    run = gnomon("table companion-quest modes --games 2 -f csv")
    assert run.code == 130
    assert len(run.out.splitlines()) == 3  # the head and what was done
    assert "interrupted; these are the rows that were done" in run.err
