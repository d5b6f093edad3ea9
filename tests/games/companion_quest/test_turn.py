"""Ranked turns: values against plain search by the rules of the whole game, one line for what can be done in any order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from solver.game import CHANCE
from solver.games.companion_quest.action import End
from solver.games.companion_quest.advice import OBJECTIVES, ranked
from solver.games.companion_quest.content import box
from solver.games.companion_quest.objectives import worth_of
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.position import Position, read
from solver.games.companion_quest.seen import setting_of, state_of
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import State
from solver.games.companion_quest.words import label
from solver.solve.ranking import Ranking

Pair = tuple[Fraction, Fraction]
TWO = "players: [{gnome: crumbles}, {gnome: bubbles, ready: false}]"


def position(text: str, me: str = TWO) -> Position:
    return read(f"{{game: companion-quest, {me}, {text}}}")


def plain(setting: Setting, objective: str) -> Callable[[State], Pair]:
    """What a turn is worth from a state on, by nothing but the rules: each state once, pairs compared as pairs."""
    game, known = CompanionQuest(setting=setting), dict[State, Pair]()

    def value(state: State) -> Pair:
        if state not in known:
            if game.current_player(state) == CHANCE:
                outcomes = game.chance_outcomes(state)
                found = [(value(game.apply(state, one)), weight) for one, weight in outcomes.items()]
                total = sum(outcomes.values())
                known[state] = (
                    sum((pair[0] * weight for pair, weight in found), Fraction(0)) / total,
                    sum((pair[1] * weight for pair, weight in found), Fraction(0)) / total,
                )
            else:
                known[state] = max(after(state, action) for action in game.legal_actions(state))
        return known[state]

    def after(state: State, action: object) -> Pair:
        if isinstance(action, End):
            goal, progress = worth_of(setting, state, objective)  # type: ignore[arg-type]
            return Fraction(goal), Fraction(progress)
        return value(game.apply(state, action))

    return value


def pairs(found: Ranking) -> dict[str, Pair]:
    """The values of all first actions, those that are one line too, the more the better."""
    said = {}
    for line in found.lines:
        goal = -line.values[0] if found.measures[0].low else line.values[0]
        for action in (line.action, *line.facts.get("alike", ())):
            said[action] = (goal, line.values[1])
    return said


def assert_ranked(text: str, objective: str, me: str = TWO) -> Ranking:
    """Every first action that there is has its value, and no other."""
    told = position(text, me)
    setting, state = setting_of(told), state_of(told)
    game, value = CompanionQuest(setting=setting), plain(setting, objective)
    found = ranked(told, objective)
    wanted = {}
    for action in game.legal_actions(state):
        if isinstance(action, End):
            if not action.share:
                goal, progress = worth_of(setting, state, objective)  # type: ignore[arg-type]
                wanted[label(state, action, setting.box)] = (Fraction(goal), Fraction(progress))
        else:
            wanted[label(state, action, setting.box)] = value(game.apply(state, action))
    assert pairs(found) == wanted
    assert max(wanted.values()) == pairs(found)[found.best.action]
    return found


# ----- values ---------------------------------------------------------------------------------------------

COMPANIONS = [name for name in box().companions]
CARDS = [name for name in box().problems]


def random_position(rng: Random, dice: int, companions: int) -> tuple[str, str]:
    """Some dice, a card or two, a quest, and companions."""
    pool = rng.sample([colour for colour in "byrpog" for _ in range(3)], dice)
    names = rng.sample(COMPANIONS, companions)
    awake = [name for name in names if rng.random() < 0.6]
    resting = [name for name in names if name not in awake]
    own = f"gnome: crumbles, snacks: {rng.randrange(2)}, awake: [{', '.join(awake)}], resting: [{', '.join(resting)}]"
    other = f"gnome: {rng.choice(['nettle', 'mossy', 'tumble'])}, ready: {'true' if rng.random() < 0.3 else 'false'}"
    me = f"players: [{{{own}}}, {{{other}}}]"
    quest = rng.choice(list(box().quests.values()))
    zones = ", ".join(rng.sample(CARDS, 1 + rng.randrange(2)))
    told = f"quest: {{card: {quest.name}, hat: {rng.randrange(len(quest.path.spaces))}}}, zones: [{zones}]"
    roll = " ".join(f"{colour}{rng.randint(1, 6)}" for colour in pool)
    return f"{told}, roll: {roll}", me


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("seed", range(6))
def test_values_after_the_roll(objective: str, seed: int) -> None:
    rng = Random(f"{objective} {seed}")
    text, me = random_position(rng, 2, 1)
    found = assert_ranked(text, objective, me)
    assert found.objective == objective
