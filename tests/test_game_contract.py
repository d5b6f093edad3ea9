"""The contract of a game: the toy games keep it, and each way of breaking it is noticed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from toys.pig import Pig
from toys.risk import RiskThrow
from toys.tables import Decide, End, Table, Throw

from solver.game import CHANCE, TERMINAL, Game
from solver.solve.contract import ContractError, check_contract, check_state


@pytest.mark.parametrize(
    ("game", "players", "lowest", "highest"),
    [(Pig(15), 2, 0, 1), (Pig(6, faces=4), 2, 0, 1), (RiskThrow(), 2, -2, 0), (RiskThrow(1, 2), 2, -1, 0)],
    ids=str,
)
def test_toys_keep_the_contract(
    game: Game[Any, Any, Any], players: int, lowest: int, highest: int, games_to_play: int
) -> None:
    checked = check_contract(
        game, Random(1), players=players, plays=games_to_play, lowest=lowest, highest=highest, must_end=True
    )
    assert checked > games_to_play


class Sound:
    """Decide, throw, end. Each test below replaces one answer by a wrong one."""

    def initial_state(self) -> Any:
        return "start"

    def current_player(self, state: Any) -> Any:
        return {"start": 0, "coin": CHANCE}.get(state, TERMINAL)

    def legal_actions(self, state: Any) -> Any:
        return ["throw", "stop"] if state == "start" else []

    def chance_outcomes(self, state: Any) -> Any:
        return {"heads": 1, "tails": 2} if state == "coin" else {}

    def apply(self, state: Any, move: Any) -> Any:
        return {"throw": "coin", "stop": "tails", "heads": "heads", "tails": "tails"}[move]

    def returns(self, state: Any) -> Any:
        return [int(state == "heads")]

    def observation(self, state: Any, player: int) -> Any:
        return state


class NoTwoAlike:
    """Equal to everything of its kind, with a hash of its own."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NoTwoAlike)

    def __hash__(self) -> int:
        return id(self)


class Growing(list[Any]):
    """A state that can be changed, and hides it well."""

    def __hash__(self) -> int:  # type: ignore[override]
        return 1

    def __eq__(self, other: object) -> bool:
        return True


def broken(**answers: Callable[..., Any]) -> Any:
    """A sound game but for these answers; each is given the game and what it was asked."""
    return type("Broken", (Sound,), answers)()


ANY = Random(1)
FAULTS: dict[str, tuple[Any, str]] = {
    "zero weight": (
        broken(chance_outcomes=lambda g, s: {"heads": 0, "tails": 1} if s == "coin" else {}),
        "'coin': outcome 'heads' has weight 0, not a positive integer",
    ),
    "negative weight": (
        broken(chance_outcomes=lambda g, s: {"heads": 3, "tails": -1} if s == "coin" else {}),
        "weight -1",
    ),
    "fractional weight": (
        broken(chance_outcomes=lambda g, s: {"heads": 0.5, "tails": 0.5} if s == "coin" else {}),
        "weight 0.5",
    ),
    "boolean weight": (
        broken(chance_outcomes=lambda g, s: {"heads": True, "tails": 1} if s == "coin" else {}),
        "weight True",
    ),
    "no outcome": (
        broken(chance_outcomes=lambda g, s: {}),
        "'coin': chance is to act, but nothing can happen",
    ),
    "outcomes for a player": (
        broken(chance_outcomes=lambda g, s: {"heads": 1}),
        "'start': chance is not to act, but 'heads' is possible",
    ),
    "action twice": (
        broken(legal_actions=lambda g, s: ["stop", "throw", "stop"] if s == "start" else []),
        "'start': action 'stop' is listed twice",
    ),
    "unhashable action": (
        broken(legal_actions=lambda g, s: [["stop"]] if s == "start" else []),
        r"action \['stop'\] is not hashable",
    ),
    "no action": (broken(legal_actions=lambda g, s: []), "'start': player 0 has no legal action"),
    "action at the end": (
        broken(legal_actions=lambda g, s: ["stop"] if s != "coin" else []),
        "nobody is to act, but 'stop' is legal",
    ),
    "unknown player": (
        broken(current_player=lambda g, s: 1 if s == "start" else TERMINAL),
        "the current player is 1, but players are 0 to 0",
    ),
    "player None": (broken(current_player=lambda g, s: None), "the current player is None"),
    "apply fails": (
        broken(apply=lambda g, s, m: {"throw": "coin"}[m]),
        "'start': apply fails on 'stop': KeyError: 'stop'",
    ),
    "apply at random": (
        broken(apply=lambda g, s, m: ANY.random()),
        "'throw' leads to two different states",
    ),
    "equal states, unequal hashes": (
        broken(apply=lambda g, s, m: NoTwoAlike()),
        "leads to two different states or to two hashes",
    ),
    "unhashable state": (broken(initial_state=lambda g: ["start"]), r"\['start'\]: a state must be hashable"),
    "start at random": (
        broken(initial_state=lambda g: ANY.random()),
        "initial_state: two calls give two different states",
    ),
    "too few returns": (broken(returns=lambda g, s: []), "there are 0 returns, but 1 players"),
    "float return": (broken(returns=lambda g, s: [1.0]), "player 0 gets 1.0, not an int or a Fraction"),
    "return too high": (broken(returns=lambda g, s: [Fraction(5, 2)]), "player 0 gets 5/2, outside 0 to 1"),
    "return too low": (broken(returns=lambda g, s: [-1]), "player 0 gets -1, outside 0 to 1"),
    "no observation": (
        broken(observation=lambda g, s, p: [][p]),
        "observation fails for player 0: IndexError",
    ),
    "unhashable observation": (
        broken(observation=lambda g, s, p: [s]),
        "observation fails for player 0: TypeError",
    ),
    "observation at random": (
        broken(observation=lambda g, s, p: ANY.random()),
        "player 0 sees two different things",
    ),
    "actions in another order": (
        broken(legal_actions=lambda g, s: ANY.sample(range(9), 9) if s == "start" else []),
        "two calls of legal_actions differ",
    ),
    "changes the state": (
        broken(
            initial_state=lambda g: Growing(),
            current_player=lambda g, s: 0 if len(s) < 99 else TERMINAL,
            legal_actions=lambda g, s: ["add"] if len(s) < 99 else [],
            chance_outcomes=lambda g, s: {},
            apply=lambda g, s, m: s.append(m) or s,
            observation=lambda g, s, p: "nothing",
        ),
        "it was changed by asking about it",
    ),
    "never ends": (
        broken(apply=lambda g, s, m: "start"),
        "the game is not over after 100 moves",
    ),
    "cannot tell the actions": (
        broken(
            initial_state=lambda g: 0,
            current_player=lambda g, s: 0 if s < 3 else TERMINAL,
            legal_actions=lambda g, s: [s] if s < 3 else [],
            apply=lambda g, s, m: s + 1,
            observation=lambda g, s, p: "nothing",
        ),
        "player 0 cannot tell the legal actions from the observation",
    ),
}


def test_the_sound_game_is_sound() -> None:
    assert check_contract(Sound(), Random(1), players=1, lowest=0, highest=1, must_end=True) > 20


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_noticed(fault: str) -> None:
    game, message = FAULTS[fault]
    with pytest.raises(ContractError, match=message):
        check_contract(game, Random(1), players=1, longest=100, lowest=0, highest=1, must_end=True)


def test_equal_states_with_unequal_hashes_met_at_different_times() -> None:
    """Successors are remembered, so the same move twice gives the same object: only later states differ."""
    made: dict[Any, NoTwoAlike] = {}
    game = broken(
        current_player=lambda g, s: 0,
        legal_actions=lambda g, s: ["go"],
        chance_outcomes=lambda g, s: {},
        apply=lambda g, s, m: made.setdefault(id(s), NoTwoAlike()),
    )
    with pytest.raises(ContractError, match="equals an earlier state but hashes differently"):
        check_contract(game, Random(1), players=1, longest=50)


class Crossroads:
    """A hundred ways of two kinds, of which one leads nowhere; then it is over."""

    def __init__(self, lost: Any) -> None:
        self.ways, self.lost = [*range(99), "back"], lost

    def initial_state(self) -> Any:
        return 0

    def current_player(self, state: Any) -> Any:
        return 0 if state < 400 else TERMINAL

    def legal_actions(self, state: Any) -> Any:
        return self.ways if state < 400 else []

    def chance_outcomes(self, state: Any) -> Any:
        return {}

    def apply(self, state: Any, move: Any) -> Any:
        if move == self.lost:
            raise ValueError("nowhere")
        return state + 1

    def returns(self, state: Any) -> Any:
        return [0]

    def observation(self, state: Any, player: int) -> Any:
        return state


class Always(Random):
    """The way 50 is taken, so that only a check can come across another."""

    def randrange(self, *within: Any) -> int:
        return 50


@pytest.mark.parametrize("lost", [0, 57, 98, "back"])
def test_of_many_moves_others_are_tried_each_time(lost: Any) -> None:
    """A move of its own kind is tried at once, one among many before long; a state alone has all tried."""
    with pytest.raises(ContractError, match=f"apply fails on {lost!r}: ValueError: nowhere"):
        check_contract(Crossroads(lost), Always(), players=1, plays=1)
    with pytest.raises(ContractError, match=f"apply fails on {lost!r}: ValueError: nowhere"):
        check_state(Crossroads(lost), 399, players=1)


def test_what_a_game_promises_beyond_the_protocol() -> None:
    seen: list[Any] = []
    checked = check_contract(Sound(), Random(1), players=1, plays=3, also=seen.append)
    assert len(seen) == checked
    assert set(seen) <= {"start", "coin", "heads", "tails"}


def test_one_state_alone() -> None:
    table = Table({0: Decide(0, [1]), 1: Throw([("end", 2)]), "end": End((3,))})
    for state in table.rows:
        check_state(table, state, players=1)
    with pytest.raises(ContractError, match="'end': there are 1 returns, but 2 players"):
        check_state(table, "end", players=2)
