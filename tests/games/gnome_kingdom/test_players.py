"""The players: each beats the simpler one, and none sees or does what it may not."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from solver.dice import Roll, Rolled
from solver.errors import GnomonError
from solver.games import dice_set
from solver.games.gnome_kingdom.action import Colours, Complete, Search, Solve, Use
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.players import greedy_player, random_player, worth_player
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import Aftermath, Attempt, Refill
from solver.games.gnome_kingdom.state import Seat, State, bag_of
from solver.games.gnome_kingdom.worth import Worth
from solver.manipulation import Turn
from solver.solve.playthrough import Player, play
from solver.solve.tournament import standing, tournament

GAME = GnomeKingdom(2)
OPEN = ("acorn-expert-1", "deceiver-1", "gatherer-2", "leaf-expert-4", "pebble-expert-6")


def player(name: str, game: GnomeKingdom) -> Player:
    if name == "random":
        return random_player(Random(7))
    return greedy_player(game) if name == "greedy" else worth_player(game)


def held(better: str, worse: str, games: int, players: int = 2) -> None:
    """Print how one player does among others of a simpler kind, and make sure that it is better."""
    game = GnomeKingdom(players)
    seats = [(better, player(better, game))] + [(worse, player(worse, game))] * (players - 1)
    table = tournament(game, seats, games)
    print(*table.values(), sep="\n")
    assert sum(row.won for row in table.values()) == games
    assert table[better].low > table[worse].high


def test_greedy_beats_random() -> None:
    held("greedy", "random", 40)


def test_worth_beats_greedy() -> None:
    held("worth", "greedy", 16)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tournaments(players: int) -> None:
    held("greedy", "random", 60 * players, players)
    held("worth", "greedy", 30 * players, players)


def state_of(roll: str, *kinds: str, own: str = "", **fields: object) -> State:
    letters = dice_set("gnome-kingdom")
    seats = (
        Seat("acorn", space=3, bag=bag_of(*kinds), own=Roll.read(own, letters).dice),
        Seat("leaf", space=1),
    )
    given = {"stage": Attempt(), "open_cards": OPEN, "turns": 1, "roll": Roll.read(roll, letters).dice, **fields}
    return State(seats, **given)  # type: ignore[arg-type]


def chosen(name: str, state: State) -> object:
    return player(name, GAME)(state, GAME.legal_actions(state))


def test_both_solve_and_both_use_a_pebble_for_it() -> None:
    for ask in (greedy_player(GAME), worth_player(GAME, Worth(resources=(18, 18, 18, 18, 18), own=0))):
        for roll, tokens, kind in (("r2 b5", (), Solve), ("r4 b5", ("pebble",), Use), ("r5 b6", ("pebble",), Search)):
            state = state_of(roll, *tokens)
            action = ask(state, GAME.legal_actions(state))
            assert isinstance(action, kind)
            if isinstance(action, Use):
                assert action.action == Turn(Rolled("red", 4), 3, 1)


def test_two_pebbles_one_after_the_other() -> None:
    """Only the player who looks further sees that two uses together meet the task."""
    state = state_of("r5 b6", "pebble", "pebble")
    assert isinstance(chosen("greedy", state), Search)
    worth = Worth(resources=(18, 18, 18, 18, 1))
    use = worth_player(GAME, worth)(state, GAME.legal_actions(state))
    assert isinstance(use, Use)
    assert isinstance(use.action, Turn)
    assert use.action.face == 4


def test_colours_by_exact_odds() -> None:
    seats = (Seat("acorn", place=(1, 0), space=0), Seat("leaf", space=1))
    forest = State(seats).forest.with_tile((1, 0), "clan-high")
    state = State(seats, Refill(2), forest, State(seats).pile.drawn("I"), OPEN)
    assert chosen("worth", state) == Colours(("orange", "orange"))


def test_cards_are_completed() -> None:
    for name in ("greedy", "worth"):
        action = chosen(name, state_of("", own="o6 p2", stage=Aftermath()))
        assert isinstance(action, Complete)
        assert action.card == "leaf-expert-4"


def test_games_are_the_same_from_the_same_seed() -> None:
    for name in ("greedy", "worth"):
        games = [play(GAME, [player(name, GAME)] * 2, Random(3)) for _ in range(2)]
        assert games[0] == games[1]


def test_worth_counts_what_is_there() -> None:
    worth = Worth(die=0, near=(0, 0, 0))
    poor = state_of("", own="o6")
    rich = state_of("", "acorn", "leaf", own="o6")
    gained = worth.held(GAME.setting, rich, 0) - worth.held(GAME.setting, poor, 0)
    assert gained == worth.resources[3] + worth.own + worth.resources[1]
    near = Worth(die=7, near=(90, 50, 20))
    assert near.held(Setting(2), poor, 0) == 7 + (100 * 3 * 50 // 100) + 90 // 2


def test_standings() -> None:
    row = standing("x", 100, Fraction(60))
    # Wilson's interval for 60 of 100, by hand: 0.5020 to 0.6906
    assert abs(row.low - Fraction(5020, 10000)) < Fraction(1, 10000)
    assert abs(row.high - Fraction(6906, 10000)) < Fraction(1, 10000)
    assert standing("x", 3, Fraction(0)).low == 0
    assert standing("x", 3, Fraction(3)).high == 1
    with pytest.raises(GnomonError, match="0 games show nothing"):
        tournament(GAME, [("random", random_player(Random(1)))] * 2, 0)
