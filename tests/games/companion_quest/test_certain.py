"""The CP-SAT model of a turn: against the kernel, against everything tried with abilities, and by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from oracles.quest_placing import WORTHS, best_of, random_state, reached, reached_by_abilities
from oracles.quest_table import Table

from solver.errors import TooBigError
from solver.games.companion_quest.action import QUEST
from solver.games.companion_quest.allot import Worth, best_worth
from solver.games.companion_quest.certain.plan import Plan, all_best, best_plan, proof
from solver.games.companion_quest.content import box
from solver.games.companion_quest.objectives import OBJECTIVES, Progress, worth_of
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.state import Dice, Seat, State
from solver.manipulation import Recolour, Shift

LOCK = "health 18 : green"
"""A danger that keeps the quest shut."""

ABLE = sorted(
    name for name, card in box().companions.items() if any(isinstance(one, Shift | Recolour) for one in card.abilities)
)


def plan(table: Table, objective: str = "chase") -> str:
    return str(best_plan(table.game.setting, table.state, objective))  # type: ignore[arg-type]


# ----- against the kernel and against everything ----------------------------------------------------------


@pytest.mark.parametrize("shipped", [True, False])
@pytest.mark.parametrize("resting", [(0,), (0, 1, 2)])
def test_the_kernel_and_the_model_agree(shipped: bool, resting: tuple[int, ...], games_to_play: int) -> None:
    rng, proven = Random(f"{shipped} {resting}"), 0
    for _ in range(games_to_play):
        setting, state = random_state(rng, rng.randint(0, 6), shipped=shipped, resting=resting)
        objective, progress = rng.choice(OBJECTIVES), rng.choice(WORTHS)
        try:
            found = best_plan(setting, state, objective, progress, abilities=False)
        except TooBigError:  # an order with other relations besides
            assert not shipped
            continue
        assert found.worth == best_worth(setting, state, objective, progress)
        proven += 1
    assert proven > games_to_play // 2


@pytest.mark.parametrize("shipped", [True, False])
def test_abilities_are_used_as_well_as_can_be(shipped: bool, games_to_play: int) -> None:
    rng, proven = Random(f"{shipped}"), 0
    for _ in range(games_to_play // 6):
        setting, state = random_state(rng, rng.randint(1, 2), shipped=shipped, lock="end_of_turn", wake_whose="own")
        able = rng.sample(ABLE, rng.choice([1, 1, 2]))
        awake = rng.randint(0, len(able))
        seats = (
            Seat("bubbles", awake=tuple(sorted(able[:awake])), resting=tuple(sorted(able[awake:]))),
            Seat("crumbles", ready=rng.random() < 0.4),
        )
        state = replace(state, seats=seats)
        objective, progress = rng.choice(OBJECTIVES), rng.choice(WORTHS)
        everything = reached_by_abilities(CompanionQuest(2, setting), state, 3000)
        if everything is None:
            continue
        try:
            found = best_plan(setting, state, objective, progress)
        except TooBigError:
            continue
        assert found.worth == Worth(*best_of(setting, everything, objective, progress))
        proven += 1
    assert proven > games_to_play // 20


def left_behind(state: State) -> tuple[object, ...]:
    return tuple(zone.dice for zone in state.zones), state.path


def made(state: State, found: Plan) -> tuple[object, ...]:
    """What a plan that takes nothing back leaves behind."""
    dice = [list(zone.dice) for zone in state.zones]
    path = list(state.path)
    for at, space, die in found.placed:
        if at == QUEST:
            path.append(die)
        else:
            dice[at].append((space, die))
    return tuple(tuple(sorted(one)) for one in dice), tuple(path)


@pytest.mark.parametrize("shipped", [True, False])
def test_all_that_are_best_are_found_and_the_second_is_next(shipped: bool, games_to_play: int) -> None:
    rng = Random(f"{shipped}")
    for _ in range(games_to_play // 5):
        setting, state = random_state(rng, rng.randint(1, 3), shipped=shipped, take_back="before_gathering")
        objective, progress = rng.choice(OBJECTIVES), rng.choice(WORTHS)
        worths = {left_behind(now): worth_of(setting, now, objective, progress) for now in reached(setting, state)}
        found = proof(setting, state, objective, progress, abilities=False)
        most = max(worths.values())
        best = {lies for lies, worth in worths.items() if worth == most}
        assert {made(state, one) for one in found.best} == best
        assert len(found.best) == len(best) and found.unique == (len(best) == 1)
        assert all(one.worth == Worth(*most) for one in found.best)
        less = [worth for worth in worths.values() if worth < most]
        if less:
            assert found.second is not None and found.second.worth == Worth(*max(less))
            assert worths[made(state, found.second)] == max(less)
        else:
            assert found.second is None


# ----- by hand --------------------------------------------------------------------------------------------


def test_a_die_is_turned_or_takes_another_colour() -> None:
    seats = (Seat("crumbles", awake=("turner",)), Seat("bubbles", ready=False))
    table = Table(["[red 4] [blue 4]", LOCK], "r3 b4", seats=seats)
    assert plan(table, "solve") == "turner: r3 +1, r4 on zone 1 A, b4 on zone 1 B"
    seats = (Seat("crumbles", awake=("painter",)), Seat("bubbles", ready=False))
    table = Table(["[red 4] [blue 4]", LOCK], "g4 b4", seats=seats)
    assert plan(table, "solve") == "painter: g4 red, r4 on zone 1 A, b4 on zone 1 B"


def test_a_colour_that_is_out_must_be_freed_first() -> None:
    seats = (Seat("crumbles", awake=("painter",)), Seat("bubbles", ready=False))
    problems, on = ["[red 4]", "[red]*2 [any]", LOCK], ["", "A r1, B r2, C r3"]
    table = Table(problems, "b4", seats=seats, on=on)
    found = best_plan(table.game.setting, table.state, "solve-two")
    assert found.worth.goal == 0  # a die that is taken back leaves a problem open
    one = best_plan(table.game.setting, table.state, "solve", Progress(space=0, awake=0))
    assert one.worth.goal == 1
    table = Table(["[red 4]", "[red]*3 [odd]", LOCK], "b4", seats=seats, on=["", "A r1, B r2, C r3"])
    assert "take back r" in plan(table, "solve") and "painter: b4 red" in plan(table, "solve")
    table = Table(
        ["[red 4]", "[red]*3 [odd]", LOCK], "b4", seats=seats, on=on, rules=Rules(take_back="before_gathering")
    )
    assert best_plan(table.game.setting, table.state, "solve").worth.goal == 0


def test_a_companion_is_woken_first() -> None:
    # the red die wakes who turns the blue one up
    seats = (Seat("crumbles", resting=("adder",)), Seat("bubbles", ready=False))
    table = Table(["[blue 4] [red 1]", LOCK], "b3 r1", seats=seats)
    assert plan(table, "solve") == "adder: b3 +1, b4 on zone 1 A, r1 on zone 1 B"
    table = Table(
        ["[blue 4] [red 1] : A then B", LOCK], "b3 r1", seats=seats, rules=Rules(take_back="before_gathering")
    )
    assert best_plan(table.game.setting, table.state, "solve").worth.goal == 0  # the red die comes too late


def test_a_companion_may_be_used_woken_and_used_again() -> None:
    seats = (Seat("crumbles", awake=("adder",)), Seat("bubbles", ready=False))
    table = Table(["[red 2] [blue 2]", LOCK], "b1 r1", seats=seats)
    found = best_plan(table.game.setting, table.state, "solve")
    assert [str(change) for change in found.changes] == ["adder: b1 +1", "adder: r1 +1"]
    table = Table(["[green 2] [blue 2]", LOCK], "b1 g1", seats=seats)
    assert best_plan(table.game.setting, table.state, "solve").worth.goal == 0


def test_another_gnome_is_called_if_it_may_be() -> None:
    path = {"name": "the-path", "type": "quest", "stage": 1, "task": "[any]*3", "reward": [1, 1, 1, 1]}
    seats = (Seat("crumbles"), Seat("shifty"))
    table = Table(["[blue 4]", LOCK], "b3", seats=seats, quests=[path])
    assert plan(table, "solve") == "gnome 2: b3 +1, b4 on zone 1 A"
    forbidden = Table(["[blue 4]", LOCK], "b3", seats=seats, quests=[{**path, "flag": "no-calling"}])
    assert best_plan(forbidden.game.setting, forbidden.state, "solve").worth.goal == 0


def test_one_best_plan_and_why_the_second_is_worse() -> None:
    table = Table(["[red 4]", "[yellow] [blue]", LOCK], "r4 b2")
    found = proof(table.game.setting, table.state)
    assert found.unique and str(found.best[0]) == "r4 on zone 1 A, b2 on zone 2 B"
    assert found.second is not None
    assert (found.best[0].worth.goal, found.second.worth.goal) == (0, 0)
    assert found.best[0].worth.progress - found.second.worth.progress == Progress().space
    table = Table(["[red] [red]", LOCK], "r4 r5")
    both = all_best(table.game.setting, table.state, "solve")
    assert [str(one) for one in both] == ["r4 on zone 1 A, r5 on zone 1 B", "r5 on zone 1 A, r4 on zone 1 B"]
    assert not proof(table.game.setting, table.state, "solve").unique


def test_equal_dice_are_not_told_apart() -> None:
    table = Table(["[any] [red]", LOCK], "r4 r4 r4")
    assert len(all_best(table.game.setting, table.state, "solve")) == 1


def test_a_limit_is_a_limit() -> None:
    table = Table(["[any]*4 : A + B + C + D >= 15", "[any]*4 : different colours"], "r1 b2 g3 y4 p5 o6")
    with pytest.raises(TooBigError, match="no proof was found within the limit"):
        best_plan(table.game.setting, table.state, limit=1e-9)
    with pytest.raises(TooBigError, match="more than 2 best plans"):
        all_best(table.game.setting, table.state, most=2)


def test_what_is_not_proven_is_refused() -> None:
    table = Table(["[yellow] [any]*3 : A then B, A < C, A < D", LOCK], "b3 p1 r2", on=["A y5"])
    with pytest.raises(TooBigError, match="has an order and other relations"):
        best_plan(table.game.setting, table.state)


def test_dice_that_only_wake() -> None:
    seats = (Seat("crumbles", resting=("adder", "other-waker")), Seat("bubbles"))  # both are woken by red
    table = Table(["[red 1|2]", LOCK], "r1 r2", seats=seats)
    found = best_plan(table.game.setting, table.state, abilities=False)
    hand: Dice = table.state.hand
    assert Counter((*found.passing, *(die for _, _, die in found.placed))) == Counter(hand)
    assert found.worth == best_worth(table.game.setting, table.state)
