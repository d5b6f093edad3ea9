"""`gnomon turn`, `puzzle`, `new`, `board` and `perft`."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

import solver
from solver.parts import examples
from solver.puzzlebook import puzzles

FIGHT = "{game: old-ones, phase: fight, players: [{tribe: WR, tokens: 9, hand: [sword]}], fight: {foe: bear}}"


def test_a_fight(gnomon) -> None:
    run = gnomon("turn", FIGHT, "--objective", "win")
    assert run.code == 0
    assert run.lines[:3] == [
        "Quest for the Old Ones · against Bear +2 · WR tribe: 9 tokens",
        "which aid to play?   wanted: win · 18 states · exact",
        "",
    ]
    assert run.lines[3:8] == [
        "  #                    win   loss",
        "  1  play Sword    78.57 %      —  best",
        "       = 186352274251/237175752994",
        "  2  play nothing  66.67 %  11.91  mistake ?",
        "       = 174761/262144",
    ]
    assert "then: every round: d20 +1, 11 or more wins it" in run.out
    assert "rests on: aid_timing=before, all_weapons=weapon_users" in run.out


@pytest.mark.parametrize("name", examples("old-ones"))
def test_every_example_is_answered_and_reproduced(gnomon, name) -> None:
    file = str(examples("old-ones")[name])
    assert gnomon("check", file).code == 0
    run = gnomon("turn", file, "--json")
    found = json.loads(run.out)
    assert [row["rank"] for row in found["rows"]] == sorted(row["rank"] for row in found["rows"])
    best = Fraction(found["rows"][0]["value"]["fraction"])
    for row in found["rows"]:
        if row["loss_in"] == row["measure"]:
            assert Fraction(row["loss"]) == abs(Fraction(row["value"]["fraction"]) - best)
    again = shlex.split(found["reproduce"])
    assert gnomon(*again[1:]).out == run.out
    assert json.loads(gnomon("turn", found["question"]["position"], "--json").out)["rows"] == found["rows"]
    text = gnomon("turn", file, "--top", "all")
    assert all(len(line) <= 80 or line.startswith("  reproduce: ") for line in text.lines)
    assert len(solver.turn(file).lines) == len(found["rows"])


def test_standard_input_and_another_rule(gnomon) -> None:
    assert gnomon("turn -", stdin=FIGHT).out == gnomon("turn", FIGHT).out
    run = gnomon("turn", FIGHT, "--rule", "aid_timing=any_round", "--json")
    found = json.loads(run.out)
    assert "rules: {aid_timing: any_round}" in found["question"]["position"]
    assert found["rulings"]["aid_timing"] == "any_round"
    assert gnomon(*shlex.split(found["reproduce"])[1:]).out == run.out


def test_top_cuts_and_changes_nothing(gnomon) -> None:
    file = str(examples("old-ones")["fight"])
    few, every = (json.loads(gnomon("turn", file, "--top", top, "--json").out)["rows"] for top in ("2", "all"))
    assert few == every[:2] and len(every) > 5
    assert f"… {len(every) - 2} more: --top all" in gnomon("turn", file, "--top", "2").out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{game: old-ones, players: [{tribe: WR, tokens: 1, hand: [swrod]}]}", "there is no card 'swrod'; did you"),
        ("no-such-file.yaml", "no-such-file.yaml: there is no such file"),
        ("{players: []}", "the document has no 'game'"),
        ("{game: patatrap}", "nothing is there for Patatrap Quest yet"),
    ],
)
def test_a_wrong_position_is_3(gnomon, text, message) -> None:
    run = gnomon("turn", text)
    assert (run.code, run.out) == (3, "")
    assert message in run.err and "Traceback" not in run.err


def test_positions_by_name(gnomon) -> None:
    file = str(examples("old-ones")["fight"])
    assert gnomon("turn old-ones/fight").out == gnomon("turn", file).out
    assert "Cutter falls" in gnomon("turn old-ones/the-healer-stays").out
    run = gnomon("turn old-ones/figth")
    assert run.code == 2
    assert "has no position 'figth'; did you mean 'fight'?" in run.err


def test_python(gnomon) -> None:
    found = solver.turn(FIGHT, "win")
    assert found.best.action == "play Sword"
    assert found.margin == Fraction(186352274251, 237175752994) - Fraction(174761, 262144)


def test_puzzles(gnomon) -> None:
    listed = [" ".join(line.split()) for line in gnomon("puzzle").lines]
    assert f"old-ones Quest for the Old Ones {len(puzzles('old-ones'))} puzzles" in listed
    listed = gnomon("puzzle old-ones")
    assert [line.split()[0] for line in listed.lines] == [puzzle.id for puzzle in puzzles("old-ones")]
    plain, hint, answer = (gnomon(f"puzzle old-ones the-healer-stays {more}") for more in ("", "--hint", "--answer"))
    assert "answer: Cutter" not in plain.out and "hint: " not in plain.out
    assert "hint: The fight is over after this." in hint.out
    assert "  answer: Cutter falls" in answer.lines
    assert "  margin: 0.50 members lost, before 'Leetah falls'" in answer.lines
    found = json.loads(gnomon("puzzle old-ones the-healer-stays --answer --json").out)
    assert found["rows"][1]["loss"] == "1/2" and found["question"]["answer"] == "Cutter falls"
    assert all(len(line) <= 80 or "{game:" in line for line in answer.lines)


def test_new(gnomon, tmp_path) -> None:
    for name, file in examples("old-ones").items():
        run = gnomon(f"new old-ones {name}")
        assert run.out == file.read_text(encoding="utf-8")
        assert run.out.startswith("# ")
    assert gnomon("new old-ones").out == gnomon("new old-ones start").out


def test_board_is_drawn(gnomon, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for asked, words in [("gnome-kingdom", "three of a kind"), ("companion-quest", "caught")]:
        run = gnomon(f"board {asked} -o board.svg")
        assert (run.code, run.out, run.err) == (0, "", "board.svg: the board is drawn\n")
        picture = Path("board.svg").read_text(encoding="utf-8")
        assert picture.startswith("<svg") and words in picture
    one = "{game: gnome-kingdom, players: [{clan: leaf}], forest: {two-or-five: [1, 0]}, roll: r1 r2}"
    run = gnomon(f"board '{one}' -o board.svg")
    assert run.code == 0 and "two or five" in Path("board.svg").read_text(encoding="utf-8")


def test_board(gnomon) -> None:
    run = gnomon("board old-ones")
    assert any(line.split() == ["15", "104,099,605", "81,278,515", "81,278,516"] for line in run.lines)
    assert "  desert    desert, forest, mountain  " in run.out
    assert all(len(line) <= 80 for line in run.lines)
    found = json.loads(gnomon("board old-ones --json").out)
    assert found["rows"][0]["next"] == ["desert", "forest", "mountain"]


def test_perft(gnomon) -> None:
    run = gnomon("perft", str(examples("old-ones")["fight"]), "3", "--json")
    found = json.loads(run.out)
    assert [row["value"]["fraction"] for row in found["rows"]] == ["1"] * 4
    assert [row["decisions"] for row in found["rows"]][:2] == ["1", "0"]
    assert found["rows"][1]["outcomes"] == str(12 * 20)
    assert gnomon(*shlex.split(found["reproduce"])[1:]).out == run.out
    whole = gnomon(
        "perft",
        "{game: old-ones, phase: fate, players: [{tribe: WR, tokens: 1}, {tribe: SF, tokens: 1}]}",
        "1",
    )
    assert whole.lines[2].split() == ["0", "0", "122", "0", "0", "1"]


@pytest.mark.parametrize("kind", ["encounters", "guardians", "aid", "lands", "journey", "draws"])
def test_tables(gnomon, kind) -> None:
    import csv
    import io

    page, text, data = (gnomon(f"table old-ones {kind} -f {form}") for form in ("md", "csv", "json"))
    assert page.lines[0] == f"# Quest for the Old Ones: {kind}"
    rows = list(csv.DictReader(io.StringIO(text.out)))
    found = json.loads(data.out)
    assert len(rows) == len(found["rows"]) == sum(line.startswith("| ") for line in page.lines) - 2
    for name in rows[0]:
        if name.endswith("_percent"):
            exact = Fraction(rows[-1][name.replace("_percent", "_fraction")])
            assert abs(Fraction(rows[-1][name]) - exact * 100) <= Fraction(1, 200)
    assert found["assumptions"] and found["rulings"]
