"""Games that are played: the seed decides, nothing hidden is shown, what is written can be played again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from toys.pig import Pig
from toys.tables import Decide, End, Table, Throw

from solver.errors import GnomonError
from solver.game import CHANCE
from solver.solve.iteration import solve_cyclic
from solver.solve.playthrough import draw, play, random_player, replay


def played(seed: int) -> Any:
    rng = Random(seed)
    return play(Pig(20), [random_player(rng), random_player(rng)], rng)


def test_the_seed_decides() -> None:
    assert played(1) == played(1)
    assert played(1).text() == played(1).text()
    assert len({played(seed).text() for seed in range(20)}) == 20


def test_written_games_can_be_played_again() -> None:
    for seed in range(20):
        replay(Pig(20), played(seed))


def test_a_changed_game_is_noticed() -> None:
    game = played(3)
    with pytest.raises(GnomonError, match="move 2: 7 is not possible"):
        replay(Pig(20), replace(game, moves=(game.moves[0], (CHANCE, 7), *game.moves[2:])))
    with pytest.raises(GnomonError, match="move 1: player 0 is to act, not 1"):
        replay(Pig(20), replace(game, moves=((1, "roll"), *game.moves[1:])))
    with pytest.raises(GnomonError, match="it ends in"):
        replay(Pig(20), replace(game, moves=game.moves[:-1]))
    with pytest.raises(GnomonError, match="it ends in"):
        replay(Pig(20), replace(game, returns=(5, 5)))


def test_the_text_tells_who_did_what() -> None:
    text = played(1).text().splitlines()
    assert text[0] == "player 0  roll"
    assert text[1].startswith("chance    ")
    assert text[-1] in {"returns   1 0", "returns   0 1"}


class Hidden(Table):
    """Player 0 may not know what lies hidden."""

    def observation(self, state: Any, player: int) -> Any:
        return "something"


HIDDEN = Hidden({0: Throw([("a", 1), ("b", 1)]), "a": Decide(0, ["end"]), "b": Decide(0, ["end"]), "end": End((1,))})


@pytest.mark.parametrize("open_cards", [False, True])
def test_players_see_their_observation_only(open_cards: bool) -> None:
    seen = set()

    def player(observation: Any, actions: Any) -> Any:
        seen.add(observation)
        return actions[0]

    for seed in range(10):
        play(HIDDEN, [player], Random(seed), open_cards=open_cards)
    assert seen == ({"a", "b"} if open_cards else {"something"})


def test_a_cheat_is_refused() -> None:
    with pytest.raises(GnomonError, match="player 0: 'hold' is not legal in move 1"):
        play(Pig(20), [lambda seen, actions: "hold"] * 2, Random(1))
    with pytest.raises(GnomonError, match="player 1 must act, but there are only 1"):
        play(Pig(20), [lambda seen, actions: actions[-1]], Random(1))


def test_a_game_can_be_broken_off() -> None:
    broken_off = play(Table({0: Decide(0, [0])}), [lambda seen, actions: actions[0]], Random(1), longest=5)
    assert broken_off.returns is None
    assert broken_off.text().endswith("returns   not over")
    replay(Table({0: Decide(0, [0])}), broken_off)


def test_draws_follow_the_weights() -> None:
    class Count(Random):
        """Every value in turn, instead of a random one."""

        turn = -1

        def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
            self.turn += 1
            return self.turn % start

    rng = Count()
    assert Counter(draw({"a": 1, "b": 4, "c": 2}, rng) for _ in range(7)) == {"a": 1, "b": 4, "c": 2}


def test_the_best_policy_wins_as_often_as_it_says() -> None:
    solution = solve_cyclic(Pig(10))
    rng = Random(5)
    seats = [lambda seen, actions: solution.action(seen)] * 2
    wins = sum(play(Pig(10), seats, rng).returns[0] for _ in range(2000))
    assert abs(wins / 2000 - float(solution.value().value)) < 0.04  # four standard deviations, and the seed is fixed
