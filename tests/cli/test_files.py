"""`gnomon list`, `rulings`, `check`, `schema`, the help and the version."""

from __future__ import annotations

import json
import re

import pytest

import solver
from solver.cli.group import COMMANDS

SKILL = "{game: gnome-kingdom, skills: [{name: my-card, ability: deceiver, cost: '[6] [6]', points: 4, %s}]}"
TILE = "{game: gnome-kingdom, tiles: [{task: two-different, spaces: [leaf, leaf, leaf], grows: 5, %s}]}"


@pytest.fixture
def own(tmp_path) -> dict[str, str]:
    """A skill card and a tile of one's own, each in a file."""
    found = {}
    for name, text in (("skills", SKILL), ("tiles", TILE)):
        file = tmp_path / f"my-{name}.yaml"
        file.write_text(text % "provenance: sample", encoding="utf-8")
        found[name] = str(file)
    return found


def test_games(gnomon) -> None:
    run = gnomon("list")
    assert run.code == 0
    assert re.search(r"gnome-kingdom +Gnome Kingdom +\d+ tasks, 30 tiles, 47 skill cards, 5 dice", run.out)
    assert "Patatrap Quest          nothing yet" in run.out


def test_tasks_fit_80_columns(gnomon, cards) -> None:
    run = gnomon("list", "gnome-kingdom", "tasks", "--cards", cards)
    assert all(len(line) <= 80 for line in run.lines)
    assert "three-of-a-kind" in run.out and "my-pair" in run.out
    assert "  gnomon list gnome-kingdom tasks" in gnomon("list gnome-kingdom").out
    assert gnomon("list gnome-kingdom dice").lines[0].split() == [
        "red",
        "r",
        "8",
        *["clan", "mushroom"],
        *["confidence", "medium", "reported"],
    ]
    assert "[red] [blue] : A < B" in gnomon("list companion-quest symbols").out
    assert "consecutive" in gnomon("list gnome-kingdom rulings").out


def test_rulings(gnomon) -> None:
    every = gnomon("rulings gnome-kingdom")
    assert "    * plain: no;" in every.out
    assert every.lines[0].startswith("consecutive · confidence")
    one = gnomon("rulings gnome-kingdom consecutive --rule consecutive=wraps")
    assert "    * wraps: yes;" in one.out
    assert "the other reading: --rule consecutive=plain" in one.out
    assert "different_value_and_colour" not in one.out


def test_check(gnomon, cards, root) -> None:
    assert gnomon("check", cards).out == f"{cards}: no faults\n"
    bad = root / "tests" / "bad_input" / "task_word.yaml"
    run = gnomon("check", str(bad), cards)
    assert run.code == 3
    assert run.err == ""
    lines = run.out.splitlines()
    assert lines[0] == f"{cards}: no faults"
    assert lines[1].startswith(f"{bad}:5:19: task: expected")
    assert lines[3].endswith("^^^")
    assert lines[4] == "1 fault, nothing loaded"


def test_check_of_standard_input(gnomon) -> None:
    text = "{game: gnome-kingdom, tasks: [{name: six, level: I, task: '[6]', provenance: sample}]}"
    assert gnomon("check -", stdin=text).code == 0
    assert gnomon("check -", stdin="{game: gnome-kingdom, tsks: []}").code == 3


def test_schema(gnomon) -> None:
    names = gnomon("schema").out.split()
    assert "gnome-kingdom/tasks" in names
    for name in names:
        assert json.loads(gnomon("schema", name).out)["$schema"].endswith("2020-12/schema")


def test_version(gnomon) -> None:
    assert gnomon("--version").out == f"gnomon {solver.__version__}\n"
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", solver.__version__)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_teaches_by_examples_that_work(gnomon, command, tmp_path, monkeypatch, cards, own) -> None:
    run = gnomon(f"{command} --help")
    assert run.code == 0
    assert run.lines[0].strip().startswith(f"Usage: gnomon {command}".strip())
    assert all(len(line) <= 80 for line in run.lines)
    assert run.err == ""
    examples = [line.strip() for line in run.lines if line.startswith("     gnomon ")]
    assert examples
    monkeypatch.chdir(tmp_path)  # where my-cards.yaml and my-skills.yaml lie
    for example in examples:
        line, _, file = example.partition(" | ")[0].partition(" > ")
        done = gnomon(line.replace("cards/*.yaml", "my-cards.yaml").removeprefix("gnomon "))
        assert done.code == 0, (example, done.err)
        if file:
            (tmp_path / file).write_text(done.out, encoding="utf-8")


def test_without_a_command_it_helps(gnomon) -> None:
    assert gnomon("").out == gnomon("--help").out
    assert gnomon("odds -h").out == gnomon("odds --help").out


def test_names_are_handed_on() -> None:
    homes = {name: getattr(solver, name) for name in solver.__all__}
    assert all(value.__name__ == name for name, value in homes.items())
    assert set(solver.__all__) == set(solver._HOME)
    assert set(solver.__all__) <= set(dir(solver))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = solver.nonsense


def test_tiles_and_skill_cards(gnomon, own) -> None:
    run = gnomon("list gnome-kingdom skills")
    assert run.lines[1].split() == ["mushroom-expert-2", "[red]", "points", "1", "sample"]
    assert len(run.lines) == 47 and all(len(line) <= 80 for line in run.lines)
    run = gnomon("list gnome-kingdom tiles")
    assert run.lines[1].split() == ["clan-high", "mushroom", "berry", "acorn", "sample", "grows", "3"]
    assert len(run.lines) == 30
    run = gnomon("list", "gnome-kingdom", "tiles", "--cards", own["tiles"], "--json")
    assert json.loads(run.out)["rows"][0]["spaces"] == ["leaf"] * 3
    assert gnomon("list", "gnome-kingdom", "skills", "--cards", own["skills"]).lines[-1].split()[0] == "my-card"


def test_tables_of_own_tiles_and_skill_cards(gnomon, own) -> None:
    run = gnomon("table", "gnome-kingdom", "skills", "--cards", own["skills"], "--json")
    mine = json.loads(run.out)["rows"][-1]
    assert (mine["card"], mine["cost"], mine["points"]) == ("my-card", "[6] [6]", 4)
    assert mine["value"]["fraction"] == "72/11"  # both must be a 6, one after the other: twice 36/11 turns
    shipped, with_mine = (
        json.loads(gnomon("table", "gnome-kingdom", "crown", *words, "--json").out)["rows"]
        for words in ((), ("--cards", own["tiles"]))
    )
    assert shipped[0]["pool"] == "12/5"  # four of ten tiles make two dice three
    assert with_mine[0]["pool"] == "5/2"  # five of ten


@pytest.mark.parametrize(("table", "kind"), [("crown", "skills"), ("skills", "tiles"), ("players", "skills")])
def test_a_file_that_a_table_makes_nothing_of(gnomon, own, table, kind) -> None:
    run = gnomon("table", "gnome-kingdom", table, "--cards", own[kind])
    said = f"gnomon: --cards: {own[kind]} holds {kind}, which the table '{table}' does not ask for"
    assert (run.code, run.err.splitlines()[0]) == (2, said)


def test_companions_and_gnomes(gnomon, tmp_path) -> None:
    run = gnomon("list companion-quest companions")
    assert run.lines[0].split() == ["prost", "blue", "+1,", "or", "reroll", "starter", "printed"]
    assert len(run.lines) == 57 and all(len(line) <= 80 for line in run.lines)
    own = tmp_path / "own.yaml"
    own.write_text(
        "{game: companion-quest, companions: [{name: my-hen, wake: red, abilities: [snack 2], provenance: sample}]}",
        encoding="utf-8",
    )
    assert gnomon("list", "companion-quest", "companions", "--cards", str(own)).lines[-1].split()[0] == "my-hen"
    assert gnomon("list companion-quest gnomes").lines[3].split() == ["mossy", "any", "colour", "glimmer", "sample"]
    note = "my-hen could go on for ever at a gain"
    run = gnomon("check", str(own))
    assert (run.code, run.out) == (0, f"{own}: no faults\n  note: {note}\n")
    assert json.loads(gnomon("check", "--json", str(own)).out)["rows"][0]["notes"] == [note]
