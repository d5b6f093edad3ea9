"""A whole game in words: labels tell actions apart, lines fit the terminal, and a game is played and resumed."""

from __future__ import annotations

from random import Random

import pytest
from click.testing import CliRunner
from oracles.quest_table import Table, die, lying

from solver.cli import main
from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL
from solver.games.companion_quest.action import Take
from solver.games.companion_quest.content import FLAGS, box
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.show import PLAYERS, ending, game_of, news, position, view, whole_game
from solver.games.companion_quest.stage import DrawQuest, Gather, Over, Reveal, Wild
from solver.games.companion_quest.state import Seat, State, Zone
from solver.games.companion_quest.words import chance_label, label
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


@pytest.mark.parametrize(("players", "seed"), [(1, 1), (1, 5), (2, 2), (3, 3), (4, 4), (2, 6)])
def test_labels_tell_everything_apart(players: int, seed: int) -> None:
    rules = Rules(take_back="whole_cards" if seed == 2 else "any_time", wake_whose="any_player", start_snacks=3)
    game = whole_game(players, rules)
    rng = Random(seed)
    chosen = {name: PLAYERS[name](rng, game) for name in ("random", "greedy", "chase")}
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
            assert len({str(action) for action in actions}) == len(actions)
            fits([f"  {number:>3}  {one}" for number, one in enumerate(labels, 1)])
            fits(view(state))
            move = chosen[rng.choice(["random", "greedy", "greedy", "chase"])](state, actions)
            asked += 1
        fits([f"  {news(game, state, move, 1)}"])
        state = game.apply(state, move)
    fits([*view(state), *ending(game, state, 0).splitlines()])
    assert asked > 10


def test_every_card_fits() -> None:
    cards = box()
    seats = (Seat("crumbles", snacks=2), Seat("stibbles", ready=False))
    fits([f"  {chance_label(State(seats, DrawQuest()), name, 'you')}" for name in cards.quests])
    fits([f"  {chance_label(State(seats, Reveal(2)), name, 'you')}" for name in cards.problems])
    wild = [name for name, card in cards.companions.items() if not card.starter]
    fits([f"  {chance_label(State(seats, Wild()), name, 'you')}" for name in wild])
    for name in cards.problems:
        fits(view(State(seats, zones=(Zone(name, lying("A b6")), Zone(), Zone()))))
    for name in cards.quests:
        fits(view(State(seats, quests=(name,), locked=True, path=(die("b1"),))))
    company = Seat("crumbles", awake=tuple(wild[:12]), resting=tuple(wild[12:20]))
    fits(view(State((company,), wild=tuple(wild[20:24]))))
    assert {card.flag for card in cards.quests.values()} - {""} == set(FLAGS)


def test_equal_dice_that_may_be_changed_more_or_less_often() -> None:
    table = Table(["[4]"], "r3 r3", seats=[Seat("crumbles"), Seat("bubbles")])
    table.do("gnome 2: reroll r3", die("r3"))
    labels = ["stop", "reroll r3 (1 left)", "reroll r3 (2 left)"]
    assert [label(table.state, action) for action in table.actions()] == labels


def test_what_is_seen() -> None:
    seats = [Seat("crumbles", snacks=1, awake=("prost",)), Seat("bubbles", ready=False, resting=("fizz",))]
    table = Table(["seesaw", "twin-troll"], "r2 g5", on=["B b3", "A y2, A y2"], seats=seats, quests=(), hat=1)
    state = table.state.but(quests=("mill-pond",), shared="green")
    assert view(state) == [
        "Turn 1: yours. Place dice, use what you have, or end the turn?",
        "  meter       the Gnome on 0, Gu'Gu on 2, the portal on 4",
        "  quest       Mill pond (stage 1): [blue] [even] [any]",
        "              next is B; locked by a danger",
        "              until it is completed, no die may be passed on",
        "  zone 1      Seesaw: [red] [blue] : A < B; on it B=b3; 3 below",
        "  zone 2      Twin Troll, a danger: health 12 : pairs; on it y2 y2, 8 left; 3",
        "              below",
        "  zone 3      nothing is left to solve",
        "  wilderness  nothing",
        "  you         crumbles (+2 or -2); 1 snack",
        "              awake: prost (blue: +1, reroll)",
        "  gnome 2     bubbles (reroll 2 up to 2 times), turned over; 0 snacks",
        "              resting: fizz (yellow: -1, any colour)",
        "  supply      2 blue, 1 yellow, 2 red, 3 purple, 3 orange, 1 green",
        "  passed on   a green die, to be rolled too",
        "  hand        g5 r2",
    ]
    assert [label(state, action) for action in table.game.legal_actions(state)][:6] == [
        "end the turn",
        "r2 on Seesaw, space A [red]",
        "prost (+1): turn g5 to 6",
        "prost (+1): turn r2 to 3",
        "prost (reroll): reroll g5",
        "prost (reroll): reroll r2",
    ]


def test_a_piped_game_is_left_and_resumed(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = run("play companion-quest --players 1 --seed 7", "2\n5\n5\nq\n")
    assert "  1  gather 3 blue" in out
    assert out.endswith(" play companion-quest --resume companion-quest.saved.yaml\n")
    kept = resume("companion-quest.saved.yaml")
    assert len(kept.saved.choices) == 3
    again = run("play companion-quest --resume companion-quest.saved.yaml", "u\nb\nq\n")
    assert "\n".join(view(kept.seen)) in again
    assert resume("companion-quest.saved.yaml").saved.choices == kept.saved.choices[:-1]


def test_alone_to_the_end(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = run("play companion-quest --players 1 --seed 2", "1\n" * 60)
    assert out.splitlines()[-1] == "Gu'Gu has escaped through the portal after 3 turns. You lose."


@pytest.mark.parametrize(("players", "seat", "rivals"), [(1, 0, "greedy"), (2, 0, "chase"), (4, 2, "random")])
def test_a_session_is_the_same_again(tmp_path, players: int, seat: int, rivals: str) -> None:
    sitting = start(SavedGame(game="companion-quest", players=players, seat=seat, rivals=rivals, seed=players))
    rng = Random(players)
    for _ in range(40):
        if sitting.over:
            break
        assert sitting.state.turn == seat
        sitting.choose(rng.randrange(len(sitting.labels)))
    save(sitting, tmp_path / "game.yaml")
    assert resume(tmp_path / "game.yaml").state == sitting.state


def test_more_than_four_cannot_play() -> None:
    with pytest.raises(GnomonError, match="1 to 4 gnomes can play, not 5"):
        start(SavedGame(game="companion-quest", players=5))


def test_endings() -> None:
    game = whole_game(2, Rules())
    seats = (Seat("crumbles"), Seat("bubbles"))
    assert ending(game, State(seats, Over(won=True), turns=1), 0) == "Gu'Gu is caught after 1 turn. You win."
    lost = State(seats, Over(won=False), foe=4, turns=3)
    assert ending(game, lost, 0) == "Gu'Gu has escaped through the portal after 3 turns. You lose."
    assert ending(game, lost.but(foe=2), 1) == "The game is broken off after 3 turns. You lose."
    assert view(lost)[0] == "The game is over."


def test_who_acts() -> None:
    game = whole_game(2, Rules())
    state = State((Seat("crumbles"), Seat("bubbles")), Gather(), turn=1)
    assert news(game, state, Take(("red",)), 0) == "gnome 2: gather 1 red"
    assert news(game, state, Take(("red",)), 1) == "you: gather 1 red"


@pytest.mark.parametrize("players", [1, 3])
def test_a_position_is_what_is_seen(players: int) -> None:
    """At every decision of a game the same state comes back, with the same actions."""
    game, rng = whole_game(players, Rules(start_snacks=2)), Random(players)
    state, player = game.initial_state(), PLAYERS["greedy"](rng, game)
    for _ in range(80):
        if game.current_player(state) == TERMINAL:
            break
        if game.current_player(state) == CHANCE:
            state = game.apply(state, draw(game.chance_outcomes(state), rng))
            continue
        again, seen = game_of(position(state, game))
        assert seen == state
        assert again.legal_actions(seen) == game.legal_actions(state)
        state = game.apply(state, player(state, game.legal_actions(state)))
