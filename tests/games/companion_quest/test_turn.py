"""Ranked turns: values against plain search by the rules of the game, one line for what can be done in any order."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from oracles.quest_turns import Recipe, turn_of
from oracles.quest_turns import position as quest_position

from solver.errors import GnomonError, TooBigError, WordsError
from solver.game import CHANCE
from solver.games.companion_quest.action import End
from solver.games.companion_quest.advice import OBJECTIVES, ranked
from solver.games.companion_quest.alike import alike
from solver.games.companion_quest.certain.plan import best_plan
from solver.games.companion_quest.content import box
from solver.games.companion_quest.lines import Lines
from solver.games.companion_quest.objectives import worth_of
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.position import Position, read
from solver.games.companion_quest.seen import setting_of, state_of
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_values import values
from solver.games.companion_quest.words import label
from solver.solve.ranking import Ranking
from solver.task.model import Task

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

COMPANIONS, CARDS = list(box().companions), list(box().problems)


def random_position(rng: Random, dice: int, companions: int, stages: int = 3) -> tuple[str, str]:
    """Some dice, a card or two, a quest of one of the first stages, and companions."""
    pool = rng.sample([colour for colour in "byrpog" for _ in range(3)], dice)
    names = rng.sample(COMPANIONS, companions)
    awake = [name for name in names if rng.random() < 0.6]
    resting = [name for name in names if name not in awake]
    own = f"gnome: crumbles, snacks: {rng.randrange(2)}, awake: [{', '.join(awake)}], resting: [{', '.join(resting)}]"
    other = f"gnome: {rng.choice(['nettle', 'mossy', 'tumble'])}, ready: {'true' if rng.random() < 0.3 else 'false'}"
    me = f"players: [{{{own}}}, {{{other}}}]"
    quest = rng.choice([card for card in box().quests.values() if card.stage <= stages])
    zones = ", ".join(rng.sample(CARDS, 1 + rng.randrange(2)))
    told = f"quest: {{card: {quest.name}, hat: {rng.randrange(len(quest.path.spaces))}}}, zones: [{zones}]"
    roll = " ".join(f"{colour}{rng.randint(1, 6)}" for colour in pool)
    return f"{told}, roll: {roll}", me


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("seed", range(6))
def test_values_after_the_roll(objective: str, seed: int) -> None:
    rng = Random(f"{objective} {seed}")
    text, me = random_position(rng, 2 + seed % 2, 1 + (seed == 4))
    assert assert_ranked(text, objective, me).objective == objective


@pytest.mark.parametrize("objective", ["chase", "solve", "quest"])
@pytest.mark.parametrize("seed", range(3))
def test_values_before_the_roll(objective: str, seed: int) -> None:
    """Every way to gather, and dice taken back before; a die that was passed on is rolled too."""
    rng = Random(f"{objective} {seed} gather")
    text, me = random_position(rng, 1, 1, stages=1)
    text = text.partition(", roll")[0] + (", rules: {capacity: 1}, shared: red" if seed else ", rules: {capacity: 2}")
    found = assert_ranked(text, objective, me.replace("snacks: 1", "snacks: 0"))
    assert found.question == "which dice to gather?"


def test_values_in_the_middle_of_an_ability() -> None:
    """Where an ability on dice is in use, a companion is to be chosen, or another gnome alone."""
    pair = "zones: ['[any]*2 : equal']"
    me = "players: [{gnome: crumbles, resting: [dune-dog]}, {gnome: bubbles, ready: false}]"
    found = assert_ranked(f"{pair}, roll: b5 y4, using: {{what: reroll 2, hand: [[r2, 0]]}}", "solve", me)
    assert found.question == "go on with it, or stop?"
    found = assert_ranked(f"{pair}, roll: b5 y4 g1, using: {{what: wake}}", "solve", me)
    assert (found.question, found.best.action) == ("which companion to wake?", "dune-dog (green: reroll)")
    alone = "players: [{gnome: crumbles, ready: false}]"
    found = assert_ranked(f"{pair}, phase: replace, roll: b5 y4", "solve", alone)
    assert found.question == "which gnome to go on as?"
    assert found.best.action == "go on as bubbles (reroll 2 up to 2 times)"


@pytest.mark.parametrize("seed", range(6))
def test_where_nothing_is_by_chance_the_proof_agrees(seed: int) -> None:
    """CP-SAT, which knows nothing of the kernel, finds a plan worth as much and proves that none is worth more."""
    rng = Random(f"certain {seed}")
    sure = ["pond-frog", "orchard-fox", "cider-wasp", "marsh-duck", "thorn-tortoise", "meadow-bee", "comet-cat"]
    awake, resting = rng.sample(sure, 2)
    own = f"{{gnome: nettle, awake: [{awake}], resting: [{resting}]}}"
    text = random_position(rng, 4, 0)[0]
    told = position(text, f"players: [{own}, {{gnome: crumbles, ready: {'true' if seed % 2 else 'false'}}}]")
    setting = setting_of(told)
    proven = best_plan(setting, state_of(told)).worth
    assert ranked(told).best.values == (-proven.goal, proven.progress)


# ----- lines ----------------------------------------------------------------------------------------------


def first(found: Ranking) -> tuple[str, ...]:
    return (found.best.action, *found.best.main)


def test_steps_in_any_order_are_one_line() -> None:
    found = ranked(position("zones: [seesaw, star-and-spark], roll: r3 b5 p1"))
    assert found.unique
    assert sorted(first(found)) == [
        "b5 on Seesaw, space B [blue]",
        "end the turn",
        "p1 on Star and spark, space A [purple]",
        "r3 on Seesaw, space A [red]",
    ]
    assert {found.best.action, *found.best.facts["alike"], "end the turn"} == set(first(found))


def test_spaces_that_can_change_places_are_one() -> None:
    found = ranked(position("zones: [twin-lanterns], roll: r3"))
    assert [line.action for line in found.lines] == ["r3 on Twin lanterns, space A [any]", "end the turn"]
    assert found.best.facts["alike"] == ["r3 on Twin lanterns, space B [any]"]
    assert alike(Task("[any] [red] [any] : A < C")) == ((0,), (1,), (2,))
    assert alike(Task("[any] [red] [any] : A + C = 7")) == ((0, 2), (1,))
    assert alike(Task("[any]*3 : ascending")) == ((0,), (1,), (2,))
    assert alike(Task("[any]*3 : A or B or C")) == ((0, 1, 2),)
    assert alike(Task("[any]*3 : A then B")) == ((0,), (1,), (2,))


def test_colours_that_nothing_tells_apart_are_one() -> None:
    """Before the roll one of them stands for all; a companion that a colour wakes tells it apart."""
    pair = "zones: ['[any]*2 : equal'], rules: {capacity: 2}"
    found = ranked(position(pair), "solve")
    assert (found.best.action, found.best.value) == ("gather 2 blue", Fraction(1, 6))
    assert {"gather 2 yellow", "gather 1 blue, 1 red"} <= set(found.best.facts["alike"])
    me = "players: [{gnome: crumbles, resting: [straw-finch]}, {gnome: bubbles, ready: false}]"
    found = ranked(position(pair, me), "solve")
    assert (found.best.action, found.unique) == ("gather 2 yellow", True)


def test_what_can_wait_is_no_part_of_the_way_to_a_roll() -> None:
    """To place the die that fits, and then to roll the other one, is the line that begins with the roll."""
    me = "players: [{gnome: crumbles, awake: [dune-dog]}, {gnome: bubbles, ready: false}]"
    found = ranked(position("zones: ['[red] [6]'], roll: r1 b2", me), "solve")
    assert (found.best.action, found.best.main, found.unique) == ("dune-dog: reroll b2", (), True)
    assert found.best.facts["alike"] == ["r1 on zone 1, space A [red]"]


def test_a_line_goes_to_the_end_or_to_a_chance() -> None:
    """What is told after an action can be done, and comes to what it is said to come to."""
    rng = Random(7)
    for _ in range(12):
        text, me = random_position(rng, 3, 2)
        told = position(text, me)
        setting = setting_of(told)
        game = CompanionQuest(setting=setting)
        for line in ranked(told, "chase").lines[:4]:
            state = state_of(told)
            for words in (line.action, *line.main):
                assert game.current_player(state) != CHANCE
                moves = game.legal_actions(state)
                move = next(one for one in moves if label(state, one, setting.box) == words)
                if isinstance(move, End):
                    assert worth_of(setting, state, "chase") == (-line.values[0], line.values[1])
                state = game.apply(state, move)
            assert isinstance(move, End) or game.current_player(state) == CHANCE


def test_companions_that_wake_each_other_end() -> None:
    own = "{gnome: crumbles, awake: [red wake], resting: [blue wake, green snack]}"
    me = f"players: [{own}, {{gnome: bubbles, ready: false}}]"
    found = ranked(position("zones: [three-bells], roll: r3 b3", me))
    assert found.best.main[-1] == "end the turn"


# ----- what must not matter -------------------------------------------------------------------------------

PERMUTED = {"red": "green", "green": "purple", "purple": "red"}


def renamed(text: str) -> str:
    words = PERMUTED | {name[0]: other[0] for name, other in PERMUTED.items()}
    return re.sub(r"red|green|purple|\b[rgp](?=[1-6])", lambda found: words[found.group()], text)


@pytest.mark.parametrize("seed", range(4))
def test_colours_have_no_meaning_of_their_own(seed: int) -> None:
    """The same with other colours for three of them, all over the position."""
    rng = Random(seed)
    cards = ["[red] [green] : A < B", "[purple even] [any]", "health 9 : red|green", "[any]*3 : same colour"]
    roll = " ".join(f"{colour}{rng.randint(1, 6)}" for colour in rng.sample("rrggppby", 4))
    text = f"quest: '[red] [purple odd] [any]', zones: {rng.sample(cards, 2)}, roll: {roll}"
    me = "players: [{gnome: crumbles, awake: [red +1], resting: [green reroll]}, {gnome: bubbles, ready: false}]"
    one, other = (ranked(position(words, party)) for words, party in ((text, me), (renamed(text), renamed(me))))
    assert sorted(line.values for line in one.lines) == sorted(line.values for line in other.lines)


@pytest.mark.parametrize("seed", range(4))
def test_one_more_never_hurts(seed: int) -> None:
    """Another companion that is awake, a snack, another die: the best goal is never lower."""
    rng = Random(seed)
    text, me = random_position(rng, 2, 1)
    me = me.replace("snacks: 1", "snacks: 0")
    plain_best = ranked(position(text, me), "solve").best.value
    more = [
        (text, me.replace("awake: [", "awake: [orange +1 or -1, ").replace(", ]", "]")),
        (text, me.replace("snacks: 0", "snacks: 1")),
        (text.replace("roll: ", "roll: o3 "), me),
    ]
    for words, party in more:
        assert ranked(position(words, party), "solve").best.value >= plain_best


# ----- what cannot be answered ----------------------------------------------------------------------------


def test_refusals() -> None:
    with pytest.raises(WordsError, match="objective: there is no 'chas'; did you mean 'chase'"):
        ranked(position("roll: r3"), "chas")
    many = "b1 b2 b3 y1 y2 y3 r1 r2 r3"
    with pytest.raises(TooBigError, match="turn: up to 9 dice in hand; 8 at most can be reckoned with"):
        ranked(position(f"zones: [seesaw], roll: {many}"))
    endless = "players: [{gnome: crumbles, awake: [red snack 2, blue reroll]}, {gnome: bubbles, ready: false}]"
    with pytest.raises(GnomonError, match="one can go on for ever at a gain"):
        ranked(position("zones: [three-bells], roll: r3 b3", endless))


def test_rulings_and_assumptions() -> None:
    found = ranked(position("zones: [high-branch, falling-fish, bog-bear], quest: garden-gate, roll: r3 b2"))
    assert list(found.rulings) == ["order", "high_low", "take_back", "meter_order", "lock"]
    assert "no other portal problem lies face up" not in found.assumptions
    found = ranked(position("phase: adventure"))
    assert found.rulings == {"take_back": "any_time", "empty_zone": "advances"}
    assert found.assumptions[:2] == ("no die can be placed on a quest", "no portal problem lies face up")
    found = ranked(position("zones: [{card: seesaw, dice: A=b3}], roll: b5"), "solve")
    assert "an ability placed b3 in zone 1 whatever its colour" in found.assumptions
    snack = "players: [{gnome: crumbles, snacks: 1}, {gnome: bubbles, ready: false}]"
    assert "no companion is in the wilderness" in ranked(position("roll: r3", snack)).assumptions


def test_what_loses_is_not_tried_again_where_it_loses_too(games_to_play: int) -> None:
    """Lines are the same as when after each step all that can be done is tried."""

    class Trying(Lines):
        def _still(self, state: State, move: object, worse: object) -> set[object]:
            return set()

    rng = Random(41)
    for _ in range(games_to_play // 3):
        setting, state, objective = quest_position(rng, Recipe(dice=3, cards=3, snacks=0))
        turn = turn_of(setting, state, objective)
        found = values(turn, state)
        assert Lines(turn, found).lines(state) == Trying(turn, found).lines(state)


def test_the_first_lines_are_those_of_all(games_to_play: int) -> None:
    """What comes after the lines that are wanted is left out, and changes nothing."""
    rng, shorter = Random(43), 0
    for _ in range(games_to_play // 2):
        setting, state, objective = quest_position(
            rng, Recipe(dice=3, cards=2, gnomes=("bubbles", "crumbles", "mossy"))
        )
        turn = turn_of(setting, state, objective)
        every = Lines(turn, values(turn, state)).lines(state)
        for number in (1, 5, 8, 100):
            found, untold = Lines(turn, values(turn, state)).first_lines(state, number)
            assert found == every[: len(found)]
            assert len(found) + untold == len(every)
            assert len(found) >= min(number, len(every))
            shorter += untold > 0
    assert shorter
