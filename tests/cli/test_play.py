"""`gnomon play`: by a script of words, resumed, undone, and with nothing hidden shown."""

from __future__ import annotations

import re
from random import Random

import pytest

from solver.errors import GnomonError
from solver.sitting import SavedGame, resume, save, start


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_game_begins_and_is_kept(gnomon, tmp_path) -> None:
    run = gnomon("play old-ones --seed 7", stdin="1\nq\n")
    assert run.code == 0
    assert "    1  choose Wolf Riders" in run.out
    assert run.lines[-2:] == [
        "kept in old-ones.saved.yaml; to go on:",
        "  gnomon play old-ones --resume old-ones.saved.yaml",
    ]
    again = gnomon("play old-ones --resume old-ones.saved.yaml", stdin="")
    shown = run.out.partition("Turn 1")[2].partition("\n> ")[0]
    assert shown and shown in again.out
    assert again.lines[-2] == "kept in old-ones.saved.yaml; to go on:"


def test_advice_undo_and_mistakes(gnomon) -> None:
    script = "1\n?\n99\nhm\nu\nu\n2\nb\ns mine.yaml\nq\n"
    run = gnomon("play old-ones --seed 7 --players 3", stdin=script)
    assert "which land to play?   wanted: turns" in run.out or "nothing is ranked in the phase" in run.out
    assert re.search(r"there is no action 99; they are 1 to \d+", run.out)
    assert "'hm' is not understood here: a number, ? for advice" in run.out
    assert "undo: nothing has been chosen yet" in run.out
    assert "saved in mine.yaml" in run.out
    assert resume("mine.yaml").saved.choices == ["choose Sun Folk"]


def test_an_interruption_keeps_the_game(gnomon, monkeypatch) -> None:
    def stopped(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.cli.play._advice", stopped)
    run = gnomon("play old-ones --seed 7", stdin="2\n?\n")
    assert run.code == 130
    assert "kept in old-ones.saved.yaml; to go on:" in run.out
    assert resume("old-ones.saved.yaml").saved.choices == ["choose Sun Folk"]


def test_a_saved_game_is_checked(gnomon) -> None:
    gnomon("play old-ones", stdin="1\n")
    assert gnomon("check old-ones.saved.yaml").out == "old-ones.saved.yaml: no faults\n"
    run = gnomon("play old-ones --resume -", stdin="{game: old-ones, seed: -1, choices: []}")
    assert run.code == 3
    assert "seed: the number -1 is out of range" in run.err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play gnome-kingdom --players 9", "players: 2 to 5 can play, not 9"),
        ("play old-ones --players 0", "--players: expected a whole number, 1 or more, not '0'"),
        ("play old-ones --players 5", "players: the game is for 2 to 4, not for 5"),
        ("play old-ones --seat 2", "--seat: there is no seat 2, seats are 0 to 1"),
        ("play old-ones --rivals gredy", "there is no player 'gredy'; did you mean 'greedy'?"),
        ("play old-ones --resume x.yaml --seed 1", "--resume and --seed do not go together"),
        ("play companion-quest --players 5", "players: 1 to 4 gnomes can play, not 5"),
        ("play old-ones --resume none.yaml", "none.yaml: there is no such file"),
    ],
)
def test_wrong_words(gnomon, line, message) -> None:
    run = gnomon(line)
    assert run.code in (2, 3) and run.out == ""
    assert message in run.err


@pytest.mark.parametrize(("players", "seat", "rivals"), [(2, 0, "greedy"), (3, 2, "random"), (4, 1, "greedy")])
def test_whole_games_end_and_are_the_same_again(players: int, seat: int, rivals: str) -> None:
    sitting = start(SavedGame(game="old-ones", players=players, seat=seat, rivals=rivals, seed=players))
    rng = Random(players)
    choices = 0
    while not sitting.over and choices < 400:
        assert len(set(sitting.labels)) == len(sitting.labels) > 1
        sitting.choose(rng.randrange(len(sitting.labels)))
        choices += 1
    save(sitting, "game.yaml")
    again = resume("game.yaml")
    assert (again.state, again.saved) == (sitting.state, sitting.saved)
    if sitting.over:
        assert sitting.show.ending(sitting.game, sitting.state, seat)
    before = sitting.undone()
    before.choose(before.labels.index(sitting.saved.choices[-1]))
    assert before.state == sitting.state


def test_rivals_cards_are_not_told() -> None:
    sitting = start(SavedGame(game="old-ones", seed=5))
    told = []
    for _ in range(30):
        sitting.choose(0)
        told += sitting.news
        if sitting.over:
            break
    assert "player 1: draw a card" in told
    assert not [line for line in told if re.match(r"player 1: (draw|see) (?!a card)", line)]


def test_a_choice_that_is_not_possible() -> None:
    with pytest.raises(GnomonError, match="choice 1, 'choose Trolls', is not possible there"):
        start(SavedGame(game="old-ones", choices=["choose Trolls"]))
