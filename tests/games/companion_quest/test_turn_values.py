"""Exact values of turns by the kernel: equal to the plain game everywhere, and what must hold of them anyway."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from oracles.quest_turns import Recipe, plain_worth, position, turn_of

from solver.dice import Roll, Rolled
from solver.errors import GnomonError, TooBigError
from solver.game import CHANCE
from solver.games.companion_quest import turn_packed, turn_values
from solver.games.companion_quest.action import Eat, Take, TakeBack
from solver.games.companion_quest.content import Box, Problem, box
from solver.games.companion_quest.goal_first import by_goal
from solver.games.companion_quest.objectives import Objective
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Acting, Adventure, Gather
from solver.games.companion_quest.state import COLOURS, Seat, State, Zone
from solver.games.companion_quest.turn_game import Ended, Pair, TurnGame
from solver.games.companion_quest.turn_kernel import KernelValues
from solver.games.companion_quest.turn_values import PlainValues, values
from solver.manipulation import Recolour, Reroll
from solver.task.model import Task

RECIPES = {
    "all abilities": Recipe(),
    "three cards": Recipe(dice=2, old=4, cards=3),
    "three companions": Recipe(dice=2, cards=1, companions=3),
    "an order": Recipe(cards=1, old=3, snacks=0, problems=("flower-lock", "key-before-door", "apples-or-water")),
    "pairs": Recipe(cards=1, old=3, snacks=0, problems=("twin-troll",), open_quest=True),
    "colours": Recipe(dice=2, old=4, snacks=0, abilities=("Recolour", "AnyColour"), open_quest=True),
    "rolls": Recipe(dice=3, snacks=0, cards=1, abilities=("Reroll",)),
    "no dice": Recipe(dice=2, companions=3, abilities=("Wake", "Gain", "Refresh", "Reroll")),
    "a wild companion": Recipe(dice=2, companions=1, wild=1),
    "alone": Recipe(dice=2, cards=1, companions=1, players=1),
    "dice stay": Recipe(dice=2, old=4, rules=Rules(take_back="before_gathering")),
    "whole cards": Recipe(dice=2, old=4, snacks=0, rules=Rules(take_back="whole_cards")),
    "anybody wakes": Recipe(dice=2, rules=Rules(wake_whose="any_player", meter_order="both_then_compare")),
    "at once": Recipe(dice=2, companions=1, snacks=0, cards=2, rules=Rules(lock="at_once")),
}


def some(recipe: Recipe, seed: int, number: int, limit: int) -> Iterator[tuple[TurnGame, State, Pair]]:
    """Random turns that are small enough, with what they are worth."""
    rng = Random(seed)
    while number:
        setting, state, objective = position(rng, recipe)
        turn = turn_of(setting, state, objective)
        worth = plain_worth(turn, state, limit)
        if worth is not None:
            number -= 1
            yield turn, state, worth


# ----- equal to the plain game ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", RECIPES)
def test_small_turns_are_worth_the_same(name: str, games_to_play: int) -> None:
    for turn, state, worth in some(RECIPES[name], len(name), games_to_play // 3, 400):
        agrees(turn, state, worth)


@pytest.mark.soak
@pytest.mark.parametrize("name", RECIPES)
def test_larger_turns_are_worth_the_same(name: str) -> None:
    for turn, state, worth in some(RECIPES[name], 1000 + len(name), 40, 40_000):
        agrees(turn, state, worth)


def agrees(turn: TurnGame, state: State, worth: Pair) -> bool:
    """Assert that values are right, also by the objective alone; whether they are told to be exact."""
    found = values(turn, state)
    value = found(state)
    assert value == worth if found.exact else value <= worth, state
    assert found.highest is None or worth[0] <= found.highest, state
    if isinstance(found, KernelValues):
        assert by_goal(found, 1_000_000)(state) == (value[0], 0), state
    return found.exact


def test_as_much_as_can_be_is_exact_whoever_is_drawn() -> None:
    """Where somebody might be tamed who comes into the wilderness a turn may be worth more, but no more than can be."""
    rng, seen = Random(3), set()
    recipe = Recipe(dice=1, cards=1, companions=0, wild=1, snacks=2)
    while len(seen) < 3:
        setting, state, objective = position(rng, recipe)
        left = rng.sample(sorted(set(setting.box.companions) - set(state.wild)), 2)  # nobody else can be drawn
        state = state.but(gone=tuple(sorted(set(setting.box.companions) - {*state.wild, *left})))
        turn = turn_of(setting, state, objective)
        worth = plain_worth(turn, state, 600)
        if worth is not None and not agrees(turn, state, worth):
            found = values(turn, state)
            seen.add((found(state) < worth, found(state)[0] == found.highest))
            assert found(state)[0] < found.highest or found(state)[0] == worth[0]


def test_states_in_between_are_worth_the_same() -> None:
    """After each first action: in the middle of an ability, and before a die is rolled; asked there and before."""
    recipe = Recipe(dice=2, cards=1, companions=1, gnomes=("bubbles", "crumbles", "mossy", "tumble"), wild=1)
    seen = set()
    tames = Recipe(dice=1, old=0, cards=1, companions=0, gnomes=("bubbles", "crumbles"), wild=1)
    for turn, state, _ in (*some(recipe, 5, 8, 500), *some(recipe, 6, 8, 500), *some(tames, 7, 6, 4000)):
        found = values(turn, state)
        for move in turn.legal_actions(state):
            after = turn.apply(state, move)
            states = [after]
            if turn.current_player(after) == CHANCE:
                states += [turn.apply(after, what) for what in turn.chance_outcomes(after)][:2]
            for one in states:
                seen.add("End" if isinstance(one, Ended) else type(one.stage).__name__)
                worth = plain_worth(turn, one)
                if worth is not None:
                    assert found.is_worth(one, worth)
                    assert not found.is_worth(one, (worth[0], worth[1] + 1))
                    assert not found.is_worth(one, (worth[0], worth[1] - 1))
                    assert not found.is_more(one, worth) and found.is_more(one, (worth[0], worth[1] - 1))
                    assert found(one) == worth
                    assert values(turn, state).is_worth(one, worth, most=True)
                    assert not values(turn, state).is_worth(one, (worth[0] + 1, worth[1]), most=True)
                    assert isinstance(one, Ended) or values(turn, one)(one) == worth
    assert {"Adventure", "Throw", "End", "Acting", "Choose", "Wild"} <= seen


def test_the_bound_is_one() -> None:
    """Of all that is rolled, with dice on the cards, companions and snacks."""
    rng = Random(77)
    for _ in range(15):
        setting, state, objective = position(rng, Recipe())
        state = state.but(stage=Gather(), hand=())
        turn = turn_of(setting, state, objective)
        found = KernelValues(turn, state)
        take = rng.choice([move for move in turn.legal_actions(state) if isinstance(move, Take) and move.colours])
        rolled = turn.apply(state, take)
        assert isinstance(rolled, State)
        assert found.rolls(rolled, bounds=True) >= found.rolls(rolled)


# ----- gathering ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("take_back", ["any_time", "before_gathering", "whole_cards"])
def test_gathering_is_worth_the_same(take_back: Any) -> None:
    """All that can be gathered, and dice taken back before, by what may come of it."""
    rng = Random(f"gather {take_back}")
    number = 0
    while number < 3:
        rules = Rules(capacity=1, take_back=take_back)
        setting, state, objective = position(rng, Recipe(cards=1, companions=1, snacks=0, old=2, rules=rules))
        state = state.but(stage=Gather(), hand=(), shared=rng.choice(("", "red")))
        turn = turn_of(setting, state, objective)
        moves = turn.legal_actions(state)
        back = [move for move in moves if isinstance(move, TakeBack)]
        if not back or not turn_packed.kernel_knows(setting, state):
            continue
        found = values(turn, state)
        for move in (back[0], *rng.sample(moves, 2)):
            worth = plain_worth(turn, turn.apply(state, move), 3000)
            if worth is not None:
                number += 1
                assert not found.exact or found(turn.apply(state, move)) == worth, (state, move)


def test_dice_taken_back_before_gathering_by_hand() -> None:
    """With a red four on the second space one blue die is nothing; the four taken back, a red one fits in 1 of 3."""
    task = Problem("pair", "pair", Task("[red 3] [red 4]"), "sample")
    cards = replace(box(), problems=MappingProxyType({**box().problems, "pair": task}))
    setting = Setting(2, Rules(capacity=1), box=cards)
    seats = (Seat("crumbles", ready=False), Seat("bubbles", ready=False))
    state = State(seats, Gather(), zones=(Zone("pair", ((1, Rolled("red", 4)),)), Zone(), Zone()), turns=1)
    turn = turn_of(setting, state, "solve")
    found = values(turn, state)
    worth = {str(move): found(turn.apply(state, move)) for move in turn.legal_actions(state)}
    assert worth.pop("gather red") == (Fraction(1, 6), Fraction(35, 6))
    assert worth.pop("take back r4 from zone 1 space B") == (0, Fraction(5, 3))
    assert set(worth.values()) == {(0, 5)}


def gathered(setting: Setting, state: State) -> dict[tuple[str, ...], Pair]:
    """What it comes to for the chase to gather certain dice."""
    turn = turn_of(setting, state, "chase")
    found = values(turn, state)
    takes = [move for move in turn.legal_actions(state) if isinstance(move, Take)]
    return {take.colours: found(turn.apply(state, take)) for take in takes}


def test_a_roll_is_the_mean_of_what_is_rolled() -> None:
    setting, state = three_awake()
    turn = turn_of(setting, state, "chase")
    found = values(turn, state)
    rolled = turn.apply(state, next(move for move in turn.legal_actions(state) if len(move.colours) == 3))
    assert isinstance(rolled, State)
    colours = [colour for colour, n in zip(COLOURS, rolled.gathered, strict=True) for _ in range(n)]
    total = [Fraction(0), Fraction(0)]
    for faces in product(range(1, 7), repeat=3):
        hand = tuple(sorted(Rolled(colour, face) for colour, face in zip(colours, faces, strict=True)))
        worth = found(rolled.but(stage=Adventure(), gathered=(0,) * 6, hand=hand))
        total = [one + more for one, more in zip(total, worth, strict=True)]
    assert found(rolled) == (total[0] / 216, total[1] / 216)


def test_more_capacity_is_never_worse() -> None:
    setting, state = three_awake()
    rules = [Rules(capacity=capacity) for capacity in (1, 2, 3)]
    best = [max(gathered(replace(setting, rules=one), state).values()) for one in rules]
    assert best == sorted(best) and best[0] < best[2]


def three_awake() -> tuple[Setting, State]:
    """Two companions that turn dice and one that rolls one again."""
    seats = (Seat("crumbles", awake=("dune-dog", "meadow-bee", "pond-frog")), Seat("bubbles", ready=False))
    zones = (Zone("high-branch"), Zone("star-and-spark"), Zone("three-orchards", ((1, Rolled("yellow", 2)),)))
    return Setting(2), State(seats, Gather(), ("garden-gate",), zones=zones, foe=2, turns=1)


# ----- what must hold -------------------------------------------------------------------------------------


def worth_of(setting: Setting, state: State, objective: Objective) -> Pair:
    return values(turn_of(setting, state, objective), state)(state)


def test_one_more_companion_awake_is_never_worse(games_to_play: int) -> None:
    rng = Random(21)
    for _ in range(games_to_play // 3):
        setting, state, objective = position(rng, Recipe(dice=3, cards=3))
        seat = state.mover
        for name in seat.resting:
            awake = tuple(sorted((*seat.awake, name)))
            better = state.with_mover(awake=awake, resting=tuple(one for one in seat.resting if one != name))
            assert worth_of(setting, better, objective) >= worth_of(setting, state, objective)


def test_one_more_snack_or_die_is_never_worse(games_to_play: int) -> None:
    rng = Random(22)
    for _ in range(games_to_play // 3):
        setting, state, objective = position(rng, Recipe(dice=2, cards=3))
        plain = worth_of(setting, state, objective)
        assert worth_of(setting, state.with_mover(snacks=state.mover.snacks + 1), objective) >= plain
        spare = [colour for colour, n in zip(COLOURS, state.supply(), strict=True) if n]
        more = tuple(sorted((*state.hand, Rolled(rng.choice(spare), rng.randint(1, 6)))))
        assert worth_of(setting, state.but(hand=more), objective) >= plain


def test_a_state_is_worth_the_best_of_what_can_be_done(games_to_play: int) -> None:
    """The best of its actions, the mean of what can come up: of turns that are too big for the plain game."""
    rng = Random(24)
    for _ in range(games_to_play // 3):
        setting, state, objective = position(rng, Recipe(dice=3, cards=3, companions=2, snacks=0))
        turn = turn_of(setting, state, objective)
        found = values(turn, state)
        here: State | Ended = state
        while isinstance(here, State):
            if turn.current_player(here) == CHANCE:
                ways = turn.chance_outcomes(here)
                after = [(found(turn.apply(here, what)), n) for what, n in ways.items()]
                mean = tuple(
                    sum((n * worth[i] for worth, n in after), Fraction(0)) / sum(ways.values()) for i in (0, 1)
                )
                assert found(here) == mean
                here = turn.apply(here, rng.choice(list(ways)))
            else:
                moves = turn.legal_actions(here)
                assert found(here) == max(found(turn.apply(here, move)) for move in moves)
                here = turn.apply(here, rng.choice(moves))


def test_colours_can_change_names() -> None:
    """Cards, companions and dice of other colours together make no difference."""
    rng = Random(23)
    turned = dict(zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True))
    cards = recoloured(turned)
    for _ in range(25):
        setting, state, objective = position(rng, Recipe(dice=3, cards=3, companions=3))
        zones = [
            replace(zone, dice=tuple(sorted((space, other(die, turned)) for space, die in zone.dice)))
            for zone in state.zones
        ]
        mirrored = state.but(hand=tuple(sorted(other(die, turned) for die in state.hand)), zones=tuple(zones))
        assert worth_of(replace(setting, box=cards), mirrored, objective) == worth_of(setting, state, objective)


def other(die: Rolled, turned: Mapping[str, str]) -> Rolled:
    return Rolled(turned[str(die.colour)], die.face)


def recoloured(turned: Mapping[str, str]) -> Box:
    """The box with every colour changed."""

    def task(one: Task) -> Task:
        danger = one.danger and replace(one.danger, kind=space(one.danger.kind))
        return Task.of([space(each) for each in one.spaces], one.relations, danger, one.dice)

    def space(one: Any) -> Any:
        return replace(one, colours=type(one.colours)(turned[colour] for colour in one.colours))

    def ability(does: Any) -> Any:
        return replace(does, colours=tuple(turned[c] for c in does.colours)) if isinstance(does, Recolour) else does

    old = box()
    quests = {name: replace(one, path=task(one.path)) for name, one in old.quests.items()}
    problems = {name: replace(one, task=task(one.task)) for name, one in old.problems.items()}
    companions = {
        name: replace(one, wake=turned[one.wake], abilities=tuple(map(ability, one.abilities)))
        for name, one in old.companions.items()
    }
    gnomes = {name: replace(one, ability=ability(one.ability)) for name, one in old.gnomes.items()}
    return Box(*map(MappingProxyType, (quests, problems, companions, gnomes)))


# ----- limits ---------------------------------------------------------------------------------------------


def test_too_big_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    setting, state = three_awake()
    with pytest.raises(TooBigError, match=r"turn: more than \d+ values and 5\d\d steps would be needed"):
        values(turn_of(setting, state, "chase"), state, effort=500)(state)
    monkeypatch.setattr(turn_values, "MOST_STATES", 100)
    state = state.with_zone(0, Zone("stone-giant")).but(stage=Adventure(), hand=(Rolled("blue", 2), Rolled("red", 1)))
    with pytest.raises(TooBigError, match="game tree: more than 100 states"):
        values(turn_of(replace(setting, rules=Rules(lock="at_once")), state, "chase"), state)


def test_more_dice_than_there_are_are_refused() -> None:
    state = State((Seat("crumbles"), Seat("bubbles")), Adventure(), hand=(Rolled("orange", 1),) * 4, turns=1)
    with pytest.raises(GnomonError, match="more dice of a colour on the table than in the game"):
        values(turn_of(Setting(2), state, "chase"), state)


def test_too_many_dice_are_said() -> None:
    setting, state = three_awake()
    many = tuple(sorted(Rolled(colour, 1) for colour in (*COLOURS, *COLOURS[:3])))
    with pytest.raises(TooBigError, match="turn: up to 9 dice in hand; 8 at most"):
        values(turn_of(setting, state, "chase"), state.but(stage=Adventure(), hand=many))


def test_unknown_readings_are_gone_through_plainly() -> None:
    setting, state = three_awake()
    state = state.but(stage=Adventure(), hand=(Rolled("red", 1),)).with_mover(awake=())
    dangerous = state.with_zone(0, Zone("stone-giant"))
    cards = box().companions.items()
    recolours = next(name for name, card in cards if any(isinstance(does, Recolour) for does in card.abilities))
    for rules, where, kind in (
        (Rules(), dangerous, KernelValues),
        (Rules(lock="at_once"), state, KernelValues),
        (Rules(lock="at_once"), dangerous, PlainValues),
        (Rules(take_back="whole_cards"), dangerous, KernelValues),
        (Rules(take_back="whole_cards"), state.with_mover(resting=(recolours,)), PlainValues),
    ):
        assert isinstance(values(turn_of(replace(setting, rules=rules), where, "chase"), where), kind)


def test_who_is_drawn_may_be_left_out() -> None:
    setting, state = three_awake()
    state = state.but(stage=Adventure(), hand=(Rolled("red", 1),), wild=("ash-mole", "star-bat"))
    for snacks, exact in ((0, True), (1, True), (2, False)):
        here = state.with_mover(snacks=snacks)
        assert values(turn_of(setting, here, "chase"), here).exact == exact
    here = state.with_mover(snacks=2)
    turn = turn_of(setting, here, "chase")
    found = values(turn, here)
    drawn = turn.apply(here, Eat("ash-mole", tames=True))
    assert isinstance(drawn, State)
    there = turn.apply(drawn, name := next(iter(turn.chance_outcomes(drawn))))
    assert found(there) == found(drawn)
    assert isinstance(there, State)
    tamed = turn.apply(there, Eat(name, tames=True))
    with pytest.raises(GnomonError, match="tame who came into the wilderness"):
        found(tamed)


def test_an_ability_that_is_in_use_goes_on() -> None:
    """A blue three waits; a red die has one roll left, and the blue one could be named as well."""
    zones = (Zone("twin-lanterns"), Zone(), Zone())
    seats = (Seat("crumbles", ready=False), Seat("bubbles", ready=False))
    acting = Acting(Reroll(2, 2), ((Rolled("red", 1), 1),), 1)
    state = State(seats, acting, zones=zones, hand=(Rolled("blue", 3),), locked=True, turns=1)
    turn = turn_of(Setting(2), state, "solve")
    assert values(turn, state)(state) == plain_worth(turn, state, 100_000)


def test_many_rolls_need_more_than_64_bits() -> None:
    """Nine dice may be rolled here one after another; what the turn leaves on average is a whole number of 6**9."""
    own = Seat("crumbles", snacks=2, awake=("dune-dog", "meadow-bee", "pond-frog"), resting=("prost",))
    zones = (Zone("four-winds"), Zone("seesaw"), Zone("three-bells"))
    hand = (Rolled("blue", 1), Rolled("green", 2), Rolled("orange", 6), Rolled("red", 4))
    quest = {"quests": ("star-bridge",), "done": 2, "hat": 1, "gnome": 2, "foe": 3}
    state = State((own, Seat("bubbles")), Adventure(), zones=zones, hand=hand, turns=1, **quest)  # type: ignore[arg-type]
    turn = turn_of(Setting(2), state, "chase")
    move = next(one for one in turn.legal_actions(state) if str(one) == "place r4 on zone 3 space A")
    assert values(turn, state)(turn.apply(state, move)) == (0, Fraction(481325, 11664))


def test_a_pair_of_equal_dice_wakes_a_companion_once() -> None:
    """Both dice are placed at once, so that the finch cannot be used between the one and the other."""
    zones = (Zone("twin-troll"), Zone(), Zone())
    seats = (Seat("nettle", resting=("furnace-finch",)), Seat("mossy", ready=False))
    state = State(seats, Adventure(), zones=zones, hand=(Rolled("orange", 1),) * 2, locked=True, turns=1)
    turn = turn_of(Setting(2), state, "chase")
    assert values(turn, state)(state) == plain_worth(turn, state, 1000)
    for hand in ("o1 o1 o1", "o1 o1 o2 r2", "o1 o1 r1 r1"):
        here = state.but(hand=tuple(sorted(Roll.read(hand).dice)))
        turn = turn_of(Setting(2), here, "chase")
        assert values(turn, here)(here) == plain_worth(turn, here, 20_000), hand
