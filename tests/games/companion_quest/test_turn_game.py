"""The turn as a small game: what it is worth by hand, the contract, objectives, and turns that could go on for ever."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from types import MappingProxyType

import pytest
from oracles.quest_turns import Recipe, plain_worth, position, turn_of

from solver.dice import Rolled
from solver.errors import GnomonError, WordsError
from solver.game import TERMINAL
from solver.games.companion_quest.abilities import read_ability
from solver.games.companion_quest.action import End
from solver.games.companion_quest.content import Box, Companion, box
from solver.games.companion_quest.ending import tally
from solver.games.companion_quest.objectives import (
    OBJECTIVES,
    Progress,
    measures,
    objective_of,
    progress_of,
    score,
    worth_of,
)
from solver.games.companion_quest.ready import ready
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Adventure
from solver.games.companion_quest.state import Seat, State, Zone
from solver.games.companion_quest.turn_game import RANK, Ended, TurnGame, pair
from solver.games.companion_quest.turn_values import values
from solver.solve.contract import check_contract

R3, B3, B6, Y4 = Rolled("red", 3), Rolled("blue", 3), Rolled("blue", 6), Rolled("yellow", 4)
ZONES = (Zone("twin-lanterns"), Zone("flower-lock"), Zone())
SPENT = (Seat("crumbles", ready=False), Seat("bubbles", ready=False))


def at(*hand: Rolled, **changes: object) -> State:
    """Two gnomes without companions, before two problems and a quest."""
    state = State(SPENT, Adventure(), ("garden-gate",), zones=ZONES, hand=tuple(sorted(hand)), turns=1)
    return state.but(**changes)


def with_companions(**abilities: str) -> Box:
    """The box with some companions more, woken by red dice."""
    mine = {
        name: Companion(name, name, "red", tuple(map(read_ability, text.split(";"))), False, "sample")
        for name, text in abilities.items()
    }
    return replace(box(), companions=MappingProxyType({**box().companions, **mine}))


def with_awake(*names: str, snacks: int = 0) -> tuple[Seat, Seat]:
    return replace(SPENT[0], awake=tuple(sorted(names)), snacks=snacks), SPENT[1]


# ----- objectives -----------------------------------------------------------------------------------------


def test_a_turn_is_judged_by_what_it_comes_to() -> None:
    setting = Setting(2)
    nothing = at()
    one = at(zones=(Zone("twin-lanterns", ((0, R3), (1, B3))), *ZONES[1:]))
    two = one.with_zone(1, Zone("flower-lock", ((0, Y4), (1, B6))))
    quest = at(hat=2, path=(R3,))
    found = {
        objective: [score(objective, state, tally(setting, state)) for state in (nothing, one, two, quest)]
        for objective in OBJECTIVES
    }
    assert found == {
        "chase": [-1, 0, 1, 1],  # Gu'Gu goes on, stays, or is caught either way
        "solve": [0, 1, 1, 0],
        "solve-two": [0, 0, 1, 0],
        "quest": [0, 0, 0, 1],
        "win": [0, 0, 1, 1],
    }


def test_progress_counts_what_lies_there_and_what_is_kept() -> None:
    setting = Setting(2)
    seats = (Seat("crumbles", snacks=2, awake=("prost",), resting=("nudge",)), Seat("bubbles", ready=False))
    zones = (Zone("three-bells", ((0, R3),)), Zone("bog-bear", ((0, Y4), (0, B6))), Zone())
    state = at(Y4, seats=seats, zones=zones, path=(R3,))
    worth = Progress(space=100, step=10, health=1, awake=7, snack=20, ready=50)
    assert progress_of(setting, state, worth) == 100 + 10 + 8 + 7 + 40 + 50  # ten points are more than the bear has
    assert worth_of(setting, state, "solve", worth) == (1, 215)


def test_worths_are_whole_numbers() -> None:
    with pytest.raises(GnomonError, match="progress: snack is worth a whole number from 0 to 100, not 101"):
        Progress(snack=101)
    with pytest.raises(GnomonError, match="progress: awake is worth a whole number from 0 to 100, not True"):
        Progress(awake=True)


def test_objectives_are_read() -> None:
    assert [objective_of(text) for text in (None, *OBJECTIVES)] == ["chase", *OBJECTIVES]
    with pytest.raises(WordsError, match="objective: there is no 'chaise'; did you mean 'chase'"):
        objective_of("chaise")
    assert [[one.low for one in measures(objective)] for objective in ("chase", "win")] == [[True, False], [False] * 2]


# ----- the game -------------------------------------------------------------------------------------------


def test_hands_worth_by_hand() -> None:
    setting = Setting(2)
    # both problems at once: caught from a gap of one
    state = at(R3, B3, Y4, B6)
    assert plain_worth(turn_of(setting, state, "chase"), state) == (1, 20)
    # the quest asks for an odd die first; two dice that fit nowhere together lie on two cards
    state = at(R3, B6)
    assert plain_worth(turn_of(setting, state, "solve"), state) == (0, 13)
    # one in six, and then both dice lie there; else one of them
    state = at(R3, B6, seats=with_awake("dune-dog"), zones=(Zone("twin-lanterns"), Zone(), Zone()), locked=True)
    expected = Fraction(1, 6), Fraction(5 * 5 + 10, 6)
    assert plain_worth(turn_of(setting, state, "solve"), state) == expected
    assert values(turn_of(setting, state, "solve"), state)(state) == expected


def test_the_end_of_the_turn_is_the_end() -> None:
    state = at(R3, B3)
    turn = turn_of(Setting(2), state, "chase")
    assert turn.initial_state() == state
    assert [move for move in turn.legal_actions(state) if isinstance(move, End)] == [End()]
    ended = turn.apply(state, End())
    assert ended == Ended((-1, 0))
    assert turn.current_player(ended) == TERMINAL
    assert not turn.legal_actions(ended) and not turn.chance_outcomes(ended)
    assert turn.returns(ended) == [-RANK]
    with pytest.raises(GnomonError, match="the turn is not over"):
        turn.returns(state)
    with pytest.raises(GnomonError, match="not told where it stands"):
        TurnGame(turn.game).initial_state()


def test_pairs_are_told_apart() -> None:
    assert pair(Fraction(-RANK * 5 + 7, 36)) == (Fraction(-5, 36), Fraction(7, 36))
    with pytest.raises(GnomonError, match="divides no number of ways"):
        pair(Fraction(1, 67))


def test_contract() -> None:
    rng = Random(3)
    for _ in range(12):
        setting, state, objective = position(rng, Recipe(wild=1))
        check_contract(turn_of(setting, state, objective), rng, players=1, plays=3, must_end=True)


# ----- going on for ever ----------------------------------------------------------------------------------


@pytest.mark.parametrize("awake", [("one", "other"), ("giver", "one", "other"), ("giver", "one", "turner")])
def test_companions_that_wake_each_other_gain_nothing(awake: tuple[str, ...]) -> None:
    """Two that wake each other, and one that brings the snack by which another is woken."""
    setting = Setting(2, box=with_companions(one="wake", other="wake", giver="snack", turner="+1"))
    state = at(R3, seats=with_awake(*awake, snacks=1), zones=(ZONES[0], Zone(), Zone()))
    turn = turn_of(setting, state, "chase")
    assert values(turn, state)(state) == plain_worth(turn, state, 60_000)


def test_what_gains_for_ever_is_named() -> None:
    setting = Setting(2, box=with_companions(waker="wake", doubler="wake 2", turner="+1", giver="snack 2"))
    state = at(R3, seats=with_awake("doubler", "turner", "waker"))
    with pytest.raises(GnomonError, match="with doubler, turner and waker one can go on for ever at a gain"):
        values(turn_of(setting, state, "chase"), state)
    with pytest.raises(GnomonError, match="with giver one can go on for ever at a gain"):
        ready(setting, at(R3, seats=with_awake("giver")))


def test_two_for_one_need_not_be_for_ever() -> None:
    """One that wakes two others is no loop while nobody wakes it again."""
    setting = Setting(2, box=with_companions(doubler="wake 2", turner="+1", roller="reroll"))
    seats = (replace(SPENT[0], awake=("doubler", "turner"), resting=("roller",)), SPENT[1])
    state = at(R3, Rolled("blue", 2), seats=seats, zones=(ZONES[0], Zone(), Zone()), locked=True)
    turn = turn_of(setting, state, "solve")
    assert values(turn, state)(state) == plain_worth(turn, state, 60_000)


def test_circles_are_one_node() -> None:
    """Whichever of two that wake each other is awake, it is the same; both are more."""
    seats = (replace(SPENT[0], awake=("one",), resting=("other",)), SPENT[1])
    found = ready(Setting(2, box=with_companions(one="wake", other="wake")), at(R3, seats=seats))
    other = (replace(SPENT[0], awake=("other",), resting=("one",)), SPENT[1])
    both = (replace(SPENT[0], awake=("one", "other")), SPENT[1])
    assert found.node(seats, ()) == found.node(other, ()) == 0 != found.node(both, ())
    assert found.end[0] == 3
