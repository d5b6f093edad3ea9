"""A whole game in words: labels tell actions apart, lines fit the terminal, and a game is played and resumed."""

from __future__ import annotations

from random import Random

import pytest
from click.testing import CliRunner

from solver.cli import main
from solver.dice import Rolled
from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL
from solver.games.gnome_kingdom.action import Approach
from solver.games.gnome_kingdom.forest import Forest
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.position import read, write
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.show import (
    PLAYERS,
    ending,
    game_of,
    news,
    view,
    whole_game,
)
from solver.games.gnome_kingdom.skills import skills
from solver.games.gnome_kingdom.stage import Acting, Attempt, Deal, Over, TurnOver
from solver.games.gnome_kingdom.state import Seat, State
from solver.games.gnome_kingdom.tiles import START, tiles
from solver.games.gnome_kingdom.words import chance_label, label
from solver.manipulation import Reroll, Roll
from solver.sitting import SavedGame, resume, save, start
from solver.solve.playthrough import draw

WIDTH = 80


def run(line: str, stdin: str) -> str:
    done = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"}, catch_exceptions=False).invoke(
        main, line.split(), input=stdin
    )
    assert done.exit_code == 0
    return done.stdout


def fits(lines: list[str]) -> None:
    assert [line for line in lines if len(line) > WIDTH or line != line.rstrip()] == []


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3)])
def test_labels_tell_everything_apart(players: int, seed: int) -> None:
    game = whole_game(players, Rules(borrowed_colour="drawn" if seed == 2 else "chosen"))
    rng = Random(seed)
    chosen = {"random": PLAYERS["random"](rng, game), "greedy": PLAYERS["greedy"](rng, game)}
    state = game.initial_state()
    asked = 0
    while (player := game.current_player(state)) != TERMINAL:
        if player == CHANCE:
            outcomes = game.chance_outcomes(state)
            assert len({chance_label(state, one, "you") for one in outcomes}) == len(outcomes)
            move = draw(outcomes, rng)
        else:
            actions = game.legal_actions(state)
            labels = [label(state, action) for action in actions]
            assert len(set(labels)) == len(labels)
            fits([f"  {number:>3}  {one}" for number, one in enumerate(labels, 1)])
            fits(view(state))
            move = chosen["random" if rng.random() < 0.5 else "greedy"](state, actions)
            asked += 1
        fits([f"  {news(game, state, move, 1)}"])
        state = game.apply(state, move)
    fits([*view(state), *ending(game, state, 0).splitlines()])
    assert asked > 50


def test_equal_dice_that_may_be_changed_more_or_less_often() -> None:
    die = Rolled("red", 3)
    acting = Acting(Reroll(2, 3), "roll", ((die, 2),), 1, after=False)
    state = State((Seat("acorn"), Seat("leaf")), acting, roll=(die,))
    assert [label(state, action) for action in GnomeKingdom(2).legal_actions(state)] == [
        "stop",
        "reroll r3 (2 left)",
        "reroll r3 (3 left)",
    ]
    assert Roll(die, 2) in GnomeKingdom(2).legal_actions(state)


def test_every_tile_and_card_fits() -> None:
    seats = (Seat("acorn"), Seat("leaf"))
    turned = [chance_label(State(seats, TurnOver((12, -4), solved=True)), name, "you") for name in tiles()]
    dealt = [chance_label(State(seats, Deal()), name, "player 1") for name in skills()]
    fits([f"  {one}" for one in turned + dealt])
    assert len(set(turned)) == len(tiles()) and len(set(dealt)) == len(skills())
    for name in tiles():
        if name != START:
            stood = Seat(
                "acorn", (1, 0), 0, (10, 10, 10, 10, 10), skills=tuple(skills())[:6], used=tuple(skills())[6:12]
            )
            forest = Forest().with_tile((1, 0), name)
            fits(view(State((stood, Seat("mushroom", (1, 0), 1)), Attempt(), forest, open_cards=tuple(skills())[:5])))
    for some in range(len(skills())):
        fits(view(State(seats, Attempt(), open_cards=tuple(skills())[some : some + 1])))


def test_a_rival_that_acts_on_the_viewer_says_you() -> None:
    state = State((Seat("acorn"), Seat("leaf")), Attempt(), turn=1)
    assert news(GnomeKingdom(2), state, Approach("negotiator-1", 0), 0) == "player 1: negotiator-1: trade with you"


def test_a_piped_game_is_left_and_resumed(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = run("play gnome-kingdom --players 3 --seed 7", "?\n2\n1\n1\n?\nq\n")
    assert "    2  choose the leaf clan" in out
    assert "nothing is ranked while clans are chosen; a guess, by estimated worth:\n  " in out
    assert "which space to take?   wanted: worth · exact\n" in out
    assert "  1  stand on the berry " in out  # in the words of the choice
    assert out.endswith(" play gnome-kingdom --resume gnome-kingdom.saved.yaml\n")
    fits(out.splitlines())
    kept = resume("gnome-kingdom.saved.yaml")
    assert kept.saved.choices[0] == "choose the leaf clan" and len(kept.saved.choices) == 3
    again = run("play gnome-kingdom --resume gnome-kingdom.saved.yaml", "u\nb\nq\n")
    assert "\n".join(view(kept.seen)) in again
    assert resume("gnome-kingdom.saved.yaml").saved.choices == kept.saved.choices[:-1]


@pytest.mark.parametrize(("players", "seat", "rivals"), [(2, 0, "greedy"), (4, 2, "random")])
def test_a_session_is_the_same_again(tmp_path, players: int, seat: int, rivals: str) -> None:
    sitting = start(SavedGame(game="gnome-kingdom", players=players, seat=seat, rivals=rivals, seed=players))
    rng = Random(players)
    for _ in range(60):
        if sitting.over:
            break
        assert sitting.state.turn == seat
        sitting.choose(rng.randrange(len(sitting.labels)))
    save(sitting, tmp_path / "game.yaml")
    assert resume(tmp_path / "game.yaml").state == sitting.state


def test_what_a_player_sees_is_a_position() -> None:
    """Whatever the choice is; only of the clans a guess is told."""
    sitting = start(SavedGame(game="gnome-kingdom", seed=4))
    with pytest.raises(GnomonError) as told:
        sitting.position()
    assert str(told.value).splitlines()[1].strip() in sitting.labels
    rng = Random(4)
    for _ in range(40):
        sitting.choose(rng.randrange(len(sitting.labels)))
        if sitting.over:
            break
        game, state = game_of(read(write(sitting.position())))
        assert state == sitting.seen
        assert [label(state, action) for action in game.legal_actions(state)] == sitting.labels


def test_endings() -> None:
    seats = (Seat("leaf", skills=("leaf-expert-4",)), Seat("acorn"))
    game = GnomeKingdom(2)
    won = State(seats, Over((0,)))
    assert ending(game, won, 0) == "You rule the Gnome Kingdom.\n  player 0 (you)  3 points\n  player 1        0 points"
    assert (
        ending(game, won, 1)
        == "Player 0 rules the Gnome Kingdom.\n  player 0        3 points\n  player 1 (you)  0 points"
    )
    both = State(seats, Over((0, 1)))
    assert ending(game, both, 1).startswith("Player 0 and you rule the Gnome Kingdom.")
    assert ending(game, State(seats, Over(())), 0) == "The game is broken off: nobody wins."
