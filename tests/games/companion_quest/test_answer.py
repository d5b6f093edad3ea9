"""Answers that come soon: smaller turns, and first actions that are only judged from below."""

from __future__ import annotations

from random import Random

import pytest
from oracles.quest_turns import Recipe, plain_worth, position, turn_of

from solver.errors import TooBigError
from solver.games.companion_quest import advice
from solver.games.companion_quest import answer as answers
from solver.games.companion_quest.answer import Effort, answer
from solver.games.companion_quest.lines import Lines
from solver.games.companion_quest.position import read
from solver.games.companion_quest.stage import Acting
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_game import Ended
from solver.games.companion_quest.turn_kernel import KernelValues
from solver.games.companion_quest.turn_values import values

RECIPES = {
    "all abilities": Recipe(),
    "three companions": Recipe(dice=2, cards=1, companions=3),
    "rolls": Recipe(dice=3, snacks=0, cards=1, abilities=("Reroll",)),
    "no dice": Recipe(dice=2, companions=3, abilities=("Wake", "Gain", "Refresh", "Reroll")),
    "colours": Recipe(dice=2, old=4, snacks=0, abilities=("Recolour", "AnyColour"), open_quest=True),
    "alone": Recipe(dice=2, cards=1, companions=1, players=1),
    "snacks": Recipe(dice=1, cards=1, companions=1, snacks=2),
}

LARGE = (
    "{game: companion-quest, players: [{gnome: crumbles, snacks: 2, awake: [prost]}, {gnome: bubbles, snacks: 2,"
    " awake: [fizz]}, {gnome: stibbles, awake: [brook-trout, dune-dog, nudge]}], quest: {card: steep-stairs, hat: 1},"
    " later: [thorn-maze], done: 1, foe: 3, zones: [{card: full-cart, dice: 'A=r1, B=b1', below: 3}, {card:"
    " gap-in-the-wall, dice: 'A=b5', below: 2}, {card: even-stepping-stones, below: 3}], wild: [marsh-duck, sand-quail,"
    " shade-shrew, sun-beetle], roll: b4 r1}"
)
MANY_LINES = (
    "{game: companion-quest, players: [{gnome: crumbles, awake: [apple-worm, prost]}, {gnome: bubbles, awake: [fizz,"
    " night-lark]}, {gnome: stibbles, awake: [moon-owl, nudge], resting: [hay-lamb]}], quest: meadow-trail, done: 0,"
    " foe: 3, zones: [{card: even-stepping-stones, below: 2}, {card: stone-giant, dice: r1 r4 y2 y4, below: 3},"
    " {card: cactus-scales, dice: 'B=b1', below: 3}], roll: b1 b6 y4}"
)


@pytest.mark.parametrize("name", RECIPES)
def test_smaller_turns_are_worth_the_same_as_their_plain_game(name: str, games_to_play: int) -> None:
    """And no less than still smaller ones, nor more than the whole turn."""
    rng, left, shorter = Random(f"short {name}"), max(3, games_to_play // 5), 0
    while left > 0 or not shorter:
        setting, state, objective = position(rng, RECIPES[name])
        turn = turn_of(setting, state, objective)
        whole = KernelValues(turn, state)
        if plain_worth(turn, state, 600) is None or not whole.exact:
            continue
        left -= 1
        found = []
        for uses in (0, 1, 2, 3):
            short = whole.shorter(uses, 100_000)
            found.append(short(state))
            assert found[-1] == plain_worth(short.turn, state), (uses, state)
            for move in turn.legal_actions(state):
                after = turn.apply(state, move)
                if not isinstance(after, Ended):  # one ability in use, even where none is used in the turn
                    assert short(after) == plain_worth(short.turn, after), (uses, state, move)
        assert found == sorted(found) and found[-1] <= whole(state)
        shorter += found[0] < whole(state)


def test_what_has_been_too_big_can_be_asked_again() -> None:
    """With more room it is worth the same as where there was room from the start; so is whatever else is asked then."""
    rng, again = Random(8), 0
    for _ in range(40):
        setting, state, objective = position(rng, Recipe(dice=3))
        turn = turn_of(setting, state, objective)
        found = KernelValues(turn, state, effort=rng.choice((10, 50, 200)))
        after = [turn.apply(state, move) for move in turn.legal_actions(state)]
        while True:
            try:
                worth = found(state)
                break
            except TooBigError:
                again += 1
                found.allow(rng.choice((20, 100, 1000)))
        found.allow(10_000_000)
        fresh = values(turn, state)
        assert worth == fresh(state)
        if fresh.exact:
            assert [found(one) for one in after] == [fresh(one) for one in after]
    assert again > 20


@pytest.mark.parametrize(
    "effort",
    [
        Effort(10_000, 10_000, {1: 10_000, 0: 10**6}, 100, 300),
        Effort(10_000, 10_000, {1: 10_000, 0: 10**6}, 0, 0),
        Effort(300, 200, {2: 300, 1: 300, 0: 10**6}, 50, 1000),
        Effort(30, 1000, {2: 500, 0: 10**6}, 300, 1000),
        Effort(30, 10, {1: 20, 0: 10**6}, 10, 20),
    ],
)
def test_hurried_lines_say_no_more_than_they_know(effort: Effort, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is exact is so, what is not is no more than it would be, and the first line is the best if it is exact."""
    monkeypatch.setattr(answers, "SOON", effort)
    rng, kinds = Random(str(effort)), set()
    for number in range(60):
        setting, state, objective = position(rng, Recipe(dice=2, companions=2))
        turn = turn_of(setting, state, objective)
        whole = values(turn, state)
        if not whole.exact:
            continue
        found = answer(turn, state, 5 if number % 2 else None)
        worth = {move: whole(turn.apply(state, move)) for move in turn.legal_actions(state)}
        firsts = {line.first: line for line in found.lines} | {
            move: line for line in found.lines for move in line.alike
        }
        assert len(firsts) + found.untold >= len(worth) or found.solved.uses is not None
        for move, line in firsts.items():
            kinds.add((line.sure, found.solved.uses, found.solved.goal))
            assert line.worth[: line.sure] == worth[move][: line.sure]
            assert line.worth <= worth[move]
        best = max(found.lines, key=lambda line: line.worth)
        sure = found.solved.sure
        assert best.sure >= sure and best.worth[:sure] == max(worth.values())[:sure]
    assert len(kinds) > 1 if effort.each else (1, None, True) in kinds


def test_a_line_of_a_smaller_turn_can_be_played() -> None:
    """Action by action, in the whole turn."""
    rng, short = Random(4), 0
    for _ in range(30):
        setting, state, objective = position(rng, Recipe(dice=3, companions=2))
        turn = turn_of(setting, state, objective)
        whole = KernelValues(turn, state)
        for uses in (0, 1, 2):
            values_ = whole.shorter(uses, 100_000)
            for line in Lines(values_.turn, values_).lines(state)[:3]:
                here: State | Ended = state
                for there, move in line.steps:
                    assert here == there and move in turn.legal_actions(here)
                    here = turn.apply(here, move)
                short += len(line.steps) > 1 and not isinstance(here, Acting)
    assert short > 20


def test_a_large_turn_is_told_as_what_it_is() -> None:
    found = advice.ranked(read(LARGE), top=5)
    assert found.best.kind == "exact" and {line.later for line in found.lines} == {"abstraction"}
    assert found.assumptions[0] == "progress is no less than told: no more than 2 abilities or snacks are used for it"
    assert found.notes == ("an answer for the whole turn takes longer: --exact",)
    assert found.best.action == "bubbles: reroll b4"


def test_actions_that_take_long_to_judge_are_told_as_what_they_are() -> None:
    found = advice.ranked(read(MANY_LINES), top=5)
    kinds = [(line.kind, line.later) for line in found.lines]
    assert kinds[0] == ("exact", "exact") and ("exact", "abstraction") in kinds
    said = "what is not exact of a line is as good as it says or better, but no better than the best"
    assert found.assumptions[0] == said
    whole = advice.ranked(read(MANY_LINES), top=5, exact=True)
    assert {line.kind for line in whole.lines} == {line.later for line in whole.lines} == {"exact"} and not whole.notes
    assert whole.best.values == found.best.values


def test_an_exact_answer_that_is_too_big_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "values", lambda turn, state, **said: KernelValues(turn, state, effort=2000))
    with pytest.raises(TooBigError, match=r"turn: more than 2,\d+ values and 3,\d+ steps would be needed"):
        advice.ranked(read(LARGE), exact=True)
