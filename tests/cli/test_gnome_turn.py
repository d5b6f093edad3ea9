"""`gnomon turn`, `puzzle`, `new`, `perft` and `check` with positions of Gnome Kingdom."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction

import pytest

import solver
from solver.parts import examples
from solver.puzzlebook import puzzles

GAME = "gnome-kingdom"
SHORT = "{game: gnome-kingdom, task: three-of-a-kind, players: [{clan: leaf, resources: {acorn: 1}}], roll: r3 r3 b5}"


def test_what_is_typed_at_the_table(gnomon) -> None:
    run = gnomon("turn", SHORT, "--objective", "solve")
    assert run.code == 0
    assert run.lines[0] == "Gnome Kingdom · leaf clan · task three-of-a-kind · roll b5 r3 r3 · 1 acorn"
    assert run.lines[1].startswith("what to do first?   wanted: solve · ") and run.lines[1].endswith(" · exact")
    assert run.lines[3:8] == [
        "  #                      solve   loss",
        "  1  acorn: reroll b5  42.13 %      —  best",
        "       = 91/216",
        "  2  acorn: reroll r3   0.00 %  42.13  blunder ??",
        "  2  fail, and search   0.00 %  42.13  blunder ??",
    ]
    assert "assumed: nobody else holds dice or resources" in run.out


@pytest.mark.parametrize("name", examples(GAME))
def test_every_example_is_answered_and_reproduced(gnomon, name) -> None:
    file = str(examples(GAME)[name])
    assert gnomon("check", file).code == 0
    run = gnomon("turn", file, "--objective", "solve", "--json")
    found = json.loads(run.out)
    best = Fraction(found["rows"][0]["value"]["fraction"])
    for row in found["rows"]:
        assert Fraction(row["loss"]) == best - Fraction(row["value"]["fraction"])
    again = shlex.split(found["reproduce"])
    assert gnomon(*again[1:]).out == run.out
    text = gnomon("turn", f"{GAME}/{name}", "--objective", "solve", "--top", "all")
    assert all(len(line) <= 80 or line.startswith("  reproduce: ") for line in text.lines)
    assert gnomon(f"new {GAME} {name}").out == examples(GAME)[name].read_text(encoding="utf-8")


def test_another_rule(gnomon) -> None:
    six = SHORT.replace("acorn: 1", "pebble: 1").replace("r3 r3 b5", "r1 r1 b6")
    plain, loops = (gnomon("turn", six, "--objective", "solve", *more) for more in ((), ("--rule", "dice_loop=yes")))
    assert "pebble: turn b6 to 1" not in plain.out
    assert "  1  pebble: turn b6 to 1  100.00 %" in loops.out
    assert "rules: {dice_loop: yes}" in loops.out and "rests on: dice_loop=yes" in loops.out


def test_wrong_positions_and_words(gnomon) -> None:
    run = gnomon("turn", "{game: gnome-kingdom, task: sunrise, players: [{clan: acorn}], roll: r3 r4, pool: 1 red}")
    assert (run.code, run.out) == (3, "")
    assert "pool: the dice are rolled: they stand in 'roll'" in run.err and "^^^^^" in run.err
    run = gnomon("turn", SHORT, "--objective", "slove")
    assert run.code == 2 and "there is no 'slove'; did you mean 'solve'" in run.err


def test_puzzles(gnomon) -> None:
    listed = [" ".join(line.split()) for line in gnomon("puzzle").lines]
    assert f"{GAME} Gnome Kingdom {len(puzzles(GAME))} puzzles" in listed
    assert [line.split()[0] for line in gnomon(f"puzzle {GAME}").lines] == [one.id for one in puzzles(GAME)]
    answer = gnomon(f"puzzle {GAME} reroll-or-recolour --answer")
    assert "  answer: acorn: reroll b3" in answer.lines
    assert "margin: 17.13 percent points of the chance to solve, before 'berry: make b3" in answer.out
    assert gnomon(f"turn {GAME}/reroll-or-recolour --objective solve").out.count("acorn: reroll b3") == 1


def test_perft(gnomon) -> None:
    rows = json.loads(gnomon("perft", SHORT, "2", "--json").out)["rows"]
    assert len(rows) == 3 and rows[0]["decisions"] == "1"
    # two dice that can be rolled again, and two hexes beside the tile for the ten unseen tiles of level I
    assert int(rows[1]["outcomes"]) == 2 * 6 + 2 * 10
    assert all(row["value"]["fraction"] == "1" for row in rows)


def test_python() -> None:
    found = solver.turn(SHORT, "solve")
    assert found.best.action == "acorn: reroll b5" and found.margin == Fraction(91, 216)


def test_what_to_do_with_every_roll(gnomon) -> None:
    run = gnomon("turn", "gnome-kingdom/refill", "--policy", "--objective", "solve", "--top", "2")
    assert run.code == 0
    assert run.lines[1] == "what to do with every roll?   wanted: solve · exact"
    assert run.lines[3] == "  add 2 purple to the pool: solve 87.50 %  7/8"
    assert run.lines[4].split() == ["chance", "first", "action", "solve", "rolls", "such", "as"]
    assert run.lines[7].startswith("  … ") and run.lines[7].endswith("together: --top all")
    told = json.loads(gnomon("turn", "gnome-kingdom/refill", "--policy", "--objective", "solve", "--json").out)
    whole, *rows = told["rows"]
    assert whole["value"]["fraction"] == "7/8"
    assert sum(Fraction(row["value"]["fraction"]) for row in rows) == 1
    assert sum(Fraction(row["value"]["fraction"]) * Fraction(row["solve"]) for row in rows) == Fraction(7, 8)
    again = gnomon(*shlex.split(told["reproduce"])[1:])
    assert json.loads(again.out)["rows"] == told["rows"]


def test_a_game_without_a_policy_by_roll(gnomon) -> None:
    run = gnomon("turn", "old-ones/start", "--policy")
    assert run.code == 2 and "there is no policy by roll of Quest for the Old Ones yet" in run.err


def test_the_board_of_a_position_is_drawn(gnomon) -> None:
    run = gnomon("board gnome-kingdom/start")
    assert run.code == 2 and "the board of a position is drawn: -o board.svg" in run.err
    assert "has no position 'nope'" in gnomon("board gnome-kingdom/nope").err
