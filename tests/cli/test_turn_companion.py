"""`gnomon turn`, `puzzle`, `new`, `perft` and `play` for Companion Quest."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction

import pytest

from solver.parts import examples
from solver.puzzlebook import puzzles

ME = "players: [{gnome: crumbles, awake: [prost]}, {gnome: bubbles, ready: false}]"
SHORT = f"{{game: companion-quest, {ME}, zones: [seesaw], roll: r5 b3}}"


def test_a_short_position(gnomon) -> None:
    run = gnomon("turn", SHORT, "--objective", "solve")
    assert run.code == 0
    assert run.lines[:6] == [
        "Companion Quest · roll b3 r5",
        "what to do first?   wanted: solve · exact",
        "",
        "  #                                   solve  progress   loss",
        "  1  prost (+1): turn r5 to 6      100.00 %     13.00      —  best",
        "  2  prost (reroll): reroll r5      66.67 %     12.33  33.33  blunder ??",
    ]
    assert "assumed: no other portal problem lies face up" in run.out
    assert "assumed: no die can be placed on a quest" in run.out
    assert "assumed: seesaw is a sample made for Gnomon" in run.out
    assert "rests on: take_back=any_time (gnomon rulings companion-quest)" in run.out


def test_a_large_turn_is_answered_soon_and_exactly_if_wanted(gnomon) -> None:
    """What is an abstraction says so, and says what is; the exact answer is reproduced as one."""
    seats = "[{gnome: crumbles, snacks: 1, awake: [prost]}, {gnome: bubbles, awake: [fizz]}, {gnome: stibbles}]"
    large = f"{{game: companion-quest, players: {seats}, zones: [seesaw, one-basket, gap-in-the-wall], roll: b3 r2 y3}}"
    soon, whole = (json.loads(gnomon("turn", large, "--json", *more).out) for more in ((), ("--exact",)))
    kinds = [{(row["value"]["kind"], row.get("then_kind")) for row in found["rows"]} for found in (soon, whole)]
    assert kinds == [{("exact", None), ("exact", "abstraction")}, {("exact", None)}]
    assert soon["notes"] == ["an answer for the whole turn takes longer: --exact"] and not whole["notes"]
    assert soon["rows"][0]["value"] == whole["rows"][0]["value"]
    assert whole["reproduce"].endswith("--exact --json")
    asked = gnomon("turn", large, "--exact", "--policy")
    assert asked.code == 2 and "--exact: a policy takes as long as it takes" in asked.err


@pytest.mark.parametrize("name", examples("companion-quest"))
def test_every_example_is_answered_and_reproduced(gnomon, name) -> None:
    file = str(examples("companion-quest")[name])
    assert gnomon("check", file).code == 0
    run = gnomon("turn", file, "--json")
    found = json.loads(run.out)
    assert [row["rank"] for row in found["rows"]] == sorted(row["rank"] for row in found["rows"])
    assert found["question"]["objective"] == "chase" and found["rows"][0]["main"] is not None
    again = shlex.split(found["reproduce"])
    assert gnomon(*again[1:]).out == run.out
    assert json.loads(gnomon("turn", found["question"]["position"], "--json").out)["rows"] == found["rows"]
    text = gnomon("turn", file, "--top", "all")
    assert all(len(line) <= 80 or line.startswith("  reproduce: ") for line in text.lines)
    assert gnomon(f"turn companion-quest/{name} --top all").out == text.out


@pytest.mark.parametrize("objective", ["chase", "solve", "solve-two", "quest", "win"])
def test_each_objective(gnomon, objective) -> None:
    run = gnomon(f"turn companion-quest/danger --json --objective {objective}")
    rows = json.loads(run.out)["rows"]
    best = Fraction(rows[0]["value"]["fraction"])
    for row in rows:
        if row["loss_in"] == row["measure"]:
            assert Fraction(row["loss"]) == abs(Fraction(row["value"]["fraction"]) - best)
    wrong = gnomon("turn companion-quest/danger --objective solve-tow")
    assert wrong.code == 2 and "objective: there is no 'solve-tow'; did you mean 'solve-two'?" in wrong.err


def test_another_rule(gnomon) -> None:
    """Where dice may be taken back only before gathering, a red 6 stays on Seesaw."""
    plain, other = (
        json.loads(gnomon(f"turn companion-quest/out-of-the-way --objective solve {rule} --json").out)
        for rule in ("", "--rule take_back=before_gathering")
    )
    assert plain["rows"][0]["value"]["fraction"] == "1" and other["rows"][0]["value"]["fraction"] == "0"
    assert other["rulings"]["take_back"] == "before_gathering"
    assert "rules: {take_back: before_gathering}" in other["question"]["position"]


def test_worth_of_ones_own(gnomon) -> None:
    """What decides between equal turns can be told: here that a die is worth more on the quest, or on a card."""
    me = "players: [{gnome: crumbles}, {gnome: bubbles, ready: false}]"
    told = "quest: garden-gate, zones: [three-bells], roll: r3"
    plain = gnomon("turn", f"{{game: companion-quest, {me}, {told}}}")
    other = gnomon("turn", f"{{game: companion-quest, {me}, {told}, worth: {{space: 9}}}}")
    assert "  1  r3 on the quest, space A [odd]" in plain.out
    assert "  1  r3 on Three bells, space A [any]" in other.out
    assert "equal turns by progress: space 9, step 8" in other.out


def test_a_wrong_position_is_3(gnomon) -> None:
    run = gnomon("turn", SHORT.replace("seesaw", "seesew"))
    assert (run.code, run.out) == (3, "")
    assert "there is no portal problem 'seesew'; did you mean 'seesaw'?" in run.err


def test_new_and_perft(gnomon) -> None:
    for name, file in examples("companion-quest").items():
        run = gnomon(f"new companion-quest {name}")
        assert run.out == file.read_text(encoding="utf-8") and run.out.startswith("# ")
    run = gnomon("perft companion-quest/danger 2")
    assert [line.split()[0] for line in run.lines[2:5]] == ["0", "1", "2"]
    assert all(line.split()[-1] == "1" for line in run.lines[2:5])


def test_puzzles(gnomon) -> None:
    listed = gnomon("puzzle companion-quest")
    assert [line.split()[0] for line in listed.lines] == [puzzle.id for puzzle in puzzles("companion-quest")]
    answer = gnomon("puzzle companion-quest once-round-the-die --answer")
    assert "  answer: prost (+1): turn r5 to 6" in answer.lines
    assert all(len(line) <= 80 or "{game:" in line for line in answer.lines)


def test_advice_in_play(gnomon, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)  # where the game is kept
    run = gnomon("play companion-quest --seed 3", stdin="?\n1\n?\nq\n")
    assert run.code == 0
    assert "which dice to gather?   wanted: chase · exact" in run.out
    assert "what to do first?   wanted: chase" in run.out
