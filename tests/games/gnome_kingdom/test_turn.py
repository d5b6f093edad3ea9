"""Ranked turns: chances to solve against plain expectimax over the rules of the whole game, and points by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from solver.dice import Roll as Dice
from solver.errors import GnomonError, TooBigError, WordsError
from solver.game import CHANCE
from solver.games import dice_set
from solver.games.gnome_kingdom.action import Complete, Search, Solve, Use
from solver.games.gnome_kingdom.advice import OBJECTIVES, ranked
from solver.games.gnome_kingdom.chance.table import Standing
from solver.games.gnome_kingdom.chance_lines import FAIL
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.gain.values import TurnValues
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.position import Position, read
from solver.games.gnome_kingdom.seen import setting_of, state_of
from solver.games.gnome_kingdom.stage import Attempt, Move
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.words import label
from solver.games.gnome_kingdom.worth import Worth
from solver.parts import examples
from solver.solve.ranking import Ranking


def position(more: str, task: str = "sunrise") -> Position:
    return read(f"{{game: gnome-kingdom, task: {task}, {more}}}")


def plain(game: GnomeKingdom, state: State, known: dict[State, Fraction]) -> Fraction:
    """The best chance that the task is solved, by trying everything that may be done to the roll."""
    if isinstance(state.stage, Move):
        return Fraction(1)
    if state in known:
        return known[state]
    value = Fraction(0)
    if game.current_player(state) == CHANCE:
        outcomes = game.chance_outcomes(state)
        values = (weight * plain(game, game.apply(state, one), known) for one, weight in outcomes.items())
        value = sum(values, value) / sum(outcomes.values())
    else:
        for action in game.legal_actions(state):
            if not isinstance(action, Search) and not (isinstance(action, Use) and action.where == "own"):
                value = max(value, plain(game, game.apply(state, action), known))
            if value == 1:
                break
    known[state] = value
    return value


def check(found: Ranking, asked: Position) -> None:
    """Compare every line of an attempt, and what it stands for, with what the rules say."""
    setting, state = setting_of(asked), state_of(asked)
    game, known = GnomeKingdom(setting.players, setting), dict[State, Fraction]()
    expected: dict[str, Fraction] = {}
    for action in game.legal_actions(state):
        if isinstance(action, Search) or (isinstance(action, Use) and action.where == "own"):
            continue
        expected[label(state, action, setting.tiles)] = plain(game, game.apply(state, action), known)
    best = plain(game, state, known)
    assert found.best.value == best
    for line in found.lines:
        for words in (line.action.removesuffix(" (or alike)"), *line.facts.get("alike", ())):
            if words in expected:  # else it is two actions at once
                assert line.value == expected[words], words
            else:
                assert words == FAIL or words.startswith(("exchange", "gatherer", "master", "negotiator")), words
                assert line.value <= best
    solving = any(isinstance(action, Solve) for action in game.legal_actions(state))
    told = {
        words
        for line in found.lines
        for words in (line.action.removesuffix(" (or alike)"), *line.facts.get("alike", ()))
    }
    missing = [words for words in expected if words not in told and ":" in words and not solving]
    assert all(expected[words] <= best for words in missing)  # what can be of no use, and what is wasted


TASKS = ("sunrise", "mixed-pair", "sum-of-seven", "clan-leads", "two-different", "clan-high", "'[red] [blue 3]'")


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 16, 17, 18, 20])
def test_every_line_is_that_of_plain_expectimax(seed: int) -> None:
    rng = Random(seed)

    def dice(number: int) -> str:
        return " ".join(rng.choice("rgpob") + str(rng.randint(1, 6)) for _ in range(number))

    clan, other = rng.sample(CLANS, 2)
    bag = [rng.choice(CLANS) for _ in range(1 + seed % 2)]
    skills = [[], ["deceiver"], ["mushroom-expert"], ["berry-expert"]][seed % 4]
    resources = ", ".join(f"{kind}: {bag.count(kind)}" for kind in sorted(set(bag)))
    asked = position(
        f"players: [{{clan: {clan}, resources: {{{resources}}}, skills: [{', '.join(skills)}], own: {dice(1)}}}, "
        f"{{clan: {other}, at: {rng.choice(['start', 'ahead'])}, own: {dice(1)}}}], roll: {dice(2)}, market: {dice(1)}",
        rng.choice(TASKS),
    )
    check(ranked(asked, "solve"), asked)


# ----- what bears on it -----------------------------------------------------------------------------------


def test_a_negotiator_may_bring_what_is_missing() -> None:
    players = "[{clan: acorn, resources: {leaf: 1}, skills: [negotiator-1]}, {clan: leaf, resources: {pebble: 1}}]"
    asked = position(f"players: {players}, roll: r3 b3", "sum-of-seven")
    found = ranked(asked, "solve")
    check(found, asked)
    assert found.best.action == "negotiator-1: give 1 leaf for 1 pebble of player 1"
    assert found.best.main == ("pebble: turn b3 to 4", "solve the task")
    assert found.best.value == 1 > found.lines[1].value


def test_what_has_run_out_is_not_taken() -> None:
    text = "players: [{{clan: berry, resources: {{leaf: 2}}}}, {{clan: leaf, resources: {{pebble: {}}}}}], roll: r3 b3"
    there, gone = (ranked(position(text.format(n), "sum-of-seven"), "solve") for n in (9, 10))
    assert there.best.action == "exchange 2 leaf for 1 pebble"
    assert gone.best.action == "exchange 2 leaf for 1 acorn" and gone.best.value == Fraction(91, 216)
    assert not any("pebble" in line.action for line in gone.lines)
    check(gone, position(text.format(10), "sum-of-seven"))


def test_gatherers_take_what_is_left() -> None:
    """Of two that may be taken but one is there."""
    text = (
        "players: [{clan: acorn, skills: [gatherer-1]}, {clan: leaf, resources: {mushroom: 10, leaf: 10}}, "
        "{clan: berry, resources: {berry: 10, acorn: 10, pebble: 9}}], roll: r3 b3"
    )
    asked = position(text, "sum-of-seven")
    assert ranked(asked, "solve").best.value == 1
    check(ranked(asked, "solve"), asked)


@pytest.mark.parametrize(("reds", "chance"), [(7, 1), (8, 0)])
def test_dice_that_lie_elsewhere_are_not_in_the_supply(reds: int, chance: int) -> None:
    """Seven or eight red dice are kept by the others: a leaf borrows the last of them, or none."""
    kept = " ".join(f"r{1 + at % 6}" for at in range(reds))
    asked = position(
        f"players: [{{clan: acorn, resources: {{leaf: 1}}}}, {{clan: leaf, own: {kept}}}], roll: b1", "'[red]'"
    )
    found = ranked(asked, "solve")
    assert found.best.value == chance
    check(found, asked)


def test_only_an_expert_reaches_those_behind() -> None:
    text = "players: [{{clan: acorn, {}}}, {{clan: leaf, at: {}, own: r6}}], roll: b1"
    mushroom, expert = "resources: {mushroom: 1}", "skills: [mushroom-expert]"
    for has, at, chance in (
        (mushroom, "ahead", 1),
        (mushroom, "start", 0),
        (expert, "ahead", 1),
        (expert, "start", 1),
        (f"{mushroom}, {expert}", "start", 1),
    ):
        asked = position(text.format(has, at), "'[red 6]'")
        found = ranked(asked, "solve")
        assert found.best.value == chance, (has, at)
        check(found, asked)
    clan = position("players: [{clan: mushroom, resources: {mushroom: 1}, own: r6}], roll: b1", "'[red 6]'")
    assert ranked(clan, "solve").best.action == "mushroom: give b1 for r6, from the own kept dice"


def test_own_dice_that_may_come_into_the_roll_make_it_an_abstraction() -> None:
    """They could be changed before they are swapped, which the chances leave out."""
    text = "players: [{{clan: mushroom, resources: {{mushroom: 1{}}}{}}}], roll: b1 b2"
    for more, own, kind in (
        (", acorn: 1", ", own: r5", "abstraction"),
        (", acorn: 1", "", "exact"),
        ("", ", own: r5", "exact"),
    ):
        found = ranked(position(text.format(more, own), "two-four-or-six"), "solve")
        assert {line.kind for line in found.lines if line.value < 1} == {kind}
        assert {line.kind for line in found.lines if line.value == 1} <= {"exact"}  # what is sure is sure
        assert any("own dice" in said for said in found.assumptions) == (kind == "abstraction")


# ----- before the roll ------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", ["sunrise", "clan-high", "mixed-pair", "sum-of-seven", "two-different"])
@pytest.mark.parametrize("has", ["", "pebble: 1", "berry: 1"])
def test_refills_by_counting_rolls(task: str, has: str) -> None:
    asked = position(f"players: [{{clan: acorn, resources: {{{has}}}}}], pool: 1 blue, pool_size: 2", task)
    found = ranked(asked, "solve")
    setting, state = setting_of(asked), state_of(asked)
    game, known = GnomeKingdom(2, setting), dict[State, Fraction]()
    expected = {}
    for colour in COLOURS:
        rolls = [
            state.but(
                stage=Attempt(),
                pool=(0,) * 5,
                roll=Dice.read(f"b{one} {colour[0]}{two}", dice_set("gnome-kingdom")).dice,
            )
            for one, two in product(range(1, 7), repeat=2)
        ]
        expected[f"add 1 {colour} to the pool"] = sum(plain(game, one, known) for one in rolls) / Fraction(36)
    told = {
        words: line.value
        for line in found.lines
        for words in (line.action.removesuffix(" (or alike)"), *line.facts.get("alike", ()))
    }
    assert told == expected


def test_colours_that_the_task_cannot_tell_apart_are_one_line() -> None:
    assert len(ranked(position("players: [{clan: acorn}], pool_size: 3", "three-of-a-kind"), "solve").lines) == 1
    clan = ranked(position("players: [{clan: acorn}], pool_size: 3", "clan-high"), "solve")
    assert [line.value for line in clan.lines] == [Fraction(7, 8), Fraction(3, 4), Fraction(1, 2), 0]
    assert [len(line.facts.get("alike", ())) for line in clan.lines] == [0, 3, 9, 19]


def test_a_full_pool_leaves_nothing_to_choose() -> None:
    with pytest.raises(GnomonError, match="the pool is full"):
        ranked(position('players: [{clan: acorn}], pool: "1 red, 1 blue"'), "solve")


# ----- in the middle --------------------------------------------------------------------------------------


def test_stop_or_roll_again_by_hand() -> None:
    """Two acorn dice: a 6 is needed from either; the first may be rolled twice more, the second three times."""
    text = "players: [{clan: acorn}], roll: b1, using: {what: acorn, hand: [[r1, 2]]}"
    found = ranked(position(text, "'[6]'"), "solve")
    miss = Fraction(5, 6)
    assert found.line("reroll r1 (2 left)").value == found.line("reroll b1 (3 left)").value == 1 - miss**5
    assert found.line("stop").value == 0
    red = ranked(position(text, "'[red 6]'"), "solve")
    assert red.line("reroll r1 (2 left)").value == 1 - miss**2 == red.line("reroll b1 (3 left)").value


def test_an_exchange_under_way() -> None:
    found = ranked(position("players: [{clan: acorn}], roll: r3 b3, take: 1", "sum-of-seven"), "solve")
    assert found.question == "which resources to take?"
    assert found.best.action == "take 1 pebble" and found.best.main == ("pebble: turn b3 to 4", "solve the task")
    assert len(found.lines) == 5


def test_a_trade_under_way() -> None:
    players = "[{clan: acorn, resources: {leaf: 1}}, {clan: leaf, resources: {pebble: 1}}]"
    found = ranked(position(f"players: {players}, roll: r3 b3, trade: 1", "sum-of-seven"), "solve")
    assert [line.action for line in found.lines] == ["give 1 leaf for 1 pebble"]


# ----- canonical form -------------------------------------------------------------------------------------


def test_orders_of_steps_that_lead_to_the_same_are_one_line() -> None:
    """Two pebbles turn r3 and g5; a third line turns one die twice."""
    found = ranked(
        position("players: [{clan: leaf, resources: {pebble: 2}}], roll: r3 g5 b4", "three-of-a-kind"), "solve"
    )
    best = [line for line in found.lines if line.rank == 1]
    assert [(line.action, line.main) for line in best] == [
        ("pebble: turn g5 to 4", ("pebble: turn r3 to 4", "solve the task")),
    ]


def test_what_is_rolled_is_rolled_first() -> None:
    """The pebble is needed whatever comes, so turning before the reroll is the same line."""
    found = ranked(
        position("players: [{clan: leaf, resources: {acorn: 1, pebble: 1}}], roll: r2 b3 g6", "'[3]*3'"), "solve"
    )
    assert found.best.action == "acorn: reroll g6"
    assert [line.action for line in found.lines if line.value == found.best.value] == ["acorn: reroll g6"]


def test_solved_as_it_lies() -> None:
    found = ranked(
        position("players: [{clan: leaf, resources: {pebble: 2}}], roll: r3 g3 b3 p1", "three-of-a-kind"), "solve"
    )
    assert [line.action for line in found.lines] == ["solve and keep b3", "solve and keep g3", "solve and keep r3"]
    assert {line.value for line in found.lines} == {1}
    assert not found.unique


def test_nothing_helps() -> None:
    found = ranked(position("players: [{clan: leaf}], roll: r1 g1"), "solve")
    assert [(line.action, line.value) for line in found.lines] == [(FAIL, 0)]


# ----- points and worth -----------------------------------------------------------------------------------

CARDS = "open_cards: [mushroom-expert-6, gatherer-4, deceiver-4, negotiator-3, acorn-expert-3]"


def test_points_by_hand() -> None:
    """A red die, a green 2 and a 5 are 6 points; an acorn rolls the green 3 up to three times for the 2."""
    forest = "forest: {clan-high: [1, 0], one-or-six: [2, 0], two-or-five: [2, 1]}"
    rival = "{clan: leaf, at: [2, 0], space: pebble}"
    text = f"phase: move, players: [{{clan: acorn, at: [1, 0], own: b5 g3 r1}}, {rival}], {forest}, {CARDS}"
    found = ranked(read(f"{{game: gnome-kingdom, {text}}}"), "points")
    pebble, acorn = (found.line(f"go right to 2,1, onto the {kind}") for kind in ("pebble", "acorn"))
    assert pebble.value == 6
    assert pebble.main == (
        "pebble on a kept die: turn g3 to 2",
        "complete mushroom-expert-6 with b5 g2 r1",
        "end the turn",
    )
    assert acorn.value == 6 * Fraction(91, 216) and acorn.main == ("acorn on a kept die: reroll g3",)
    assert found.line("go left to 2,0, onto the leaf").value == 0
    assert found.margin == 6 - acorn.value and found.question == "where to go?"


def test_worth_is_told_in_crown_points() -> None:
    """A card of 2 points and the ability that it brings, for a die that was of some use for other cards too."""
    text = f"phase: after, players: [{{clan: acorn, own: o1}}], {CARDS}"
    found = ranked(position(text))
    setting = setting_of(position(text))
    state = state_of(position(text))
    (complete,) = [one for one in GnomeKingdom(2, setting).legal_actions(state) if isinstance(one, Complete)]
    after = TurnValues(setting, state, "worth").of_action(state, complete)
    assert found.objective == "worth" and found.line("complete acorn-expert-3 with o1").value == after / 100
    assert found.line("complete acorn-expert-3 with o1").value < 2 + Fraction(Worth().ability, 100)


def test_what_is_rolled_or_turned_over_may_complete_a_card() -> None:
    """Before the roll: three of the six faces of an orange die solve the task, and one of them is the 1 of a card."""
    player = "{clan: acorn, at: [1, 0]}"
    text = (
        f"players: [{player}, {{clan: leaf}}], forest: {{clan-low: [1, 0]}}, pool: 1 red, open_cards: [acorn-expert-3]"
    )
    found = ranked(read(f"{{game: gnome-kingdom, {text}}}"), "points")
    assert found.question == "which colours to refill?"
    assert found.best.action == "add 1 orange to the pool"
    assert found.best.value > Fraction(2, 6)


def test_orders_of_steps_on_kept_dice_are_one_line() -> None:
    player = "{clan: leaf, own: g4 r1, resources: {pebble: 1}}"
    text = f"phase: after, players: [{player}], open_cards: [leaf-expert-3, leaf-expert-1]"
    found = ranked(position(text), "points")
    assert [(line.action, line.value) for line in found.lines] == [
        ("complete leaf-expert-3 with g4", 3),
        ("end the turn", 0),
    ]
    assert "no other skill cards lie open, and none is turned over" in found.assumptions


def test_the_default_objective() -> None:
    told = "{game: gnome-kingdom, players: [{clan: acorn, at: [1, 0]}], forest: {two-or-five: [1, 0]}, roll: r1 g3}"
    assert ranked(read(told)).objective == "worth"
    assert ranked(position("players: [{clan: acorn}], roll: r1 g3")).objective == "solve"
    assert (
        ranked(position("phase: after, players: [{clan: acorn, own: o1}], open_cards: [acorn-expert-3]")).objective
        == "worth"
    )
    start = ranked(read(examples("gnome-kingdom")["start"]))
    assert start.objective == "worth" and not start.notes


def test_each_wish_has_an_answer_of_its_own() -> None:
    """As the documentation says of the first of the shipped positions."""
    start = read(examples("gnome-kingdom")["start"])
    assert [ranked(start, objective).best.action for objective in OBJECTIVES] == [
        "acorn: reroll o5",
        "acorn: reroll b2",
        "acorn: reroll r3",
    ]


def test_the_spaces_of_a_tile_must_be_known() -> None:
    asked = position("players: [{clan: acorn}], roll: r1 g3", "'[6]'")
    assert ranked(asked).best.value == 0
    for objective in ("points", "worth"):
        with pytest.raises(GnomonError, match="the spaces of the tile are not told"):
            ranked(asked, objective)


# ----- what cannot be asked -------------------------------------------------------------------------------


def test_objectives() -> None:
    assert OBJECTIVES == ("solve", "points", "worth")
    with pytest.raises(WordsError, match="there is no 'slove'; did you mean 'solve'"):
        ranked(position("players: [{clan: leaf}], roll: r1 g1"), "slove")


def test_after_the_attempt_nothing_changes_the_chance() -> None:
    for phase in ("after", "move"):
        with pytest.raises(GnomonError, match="nothing changes the chance to solve"):
            ranked(position(f"phase: {phase}, players: [{{clan: leaf}}], roll: r1 g1"), "solve")


def test_borrowed_colours_that_are_drawn() -> None:
    text = "rules: {{borrowed_colour: drawn}}, players: [{{clan: leaf, resources: {{{}}}}}], roll: r1 g1"
    with pytest.raises(WordsError, match="borrowed_colour=drawn"):
        ranked(position(text.format("leaf: 1")), "solve")
    assert ranked(position(text.format("pebble: 1")), "solve").best.value == 0


def test_too_many_tokens() -> None:
    """Soon there is an answer with few of them; an exact one would be too big."""
    many = position("players: [{clan: acorn, resources: {acorn: 10}}], roll: r1 g1")
    found = ranked(many, "solve")
    assert found.best.kind == "abstraction"
    assert found.assumptions[0].startswith("of the resources and abilities no more than 3 are used")
    three = ranked(position("players: [{clan: acorn, resources: {acorn: 3}}], roll: r1 g1"), "solve")
    assert found.best.value == three.best.value
    with pytest.raises(TooBigError):
        ranked(many, "solve", exact=True)


def test_fewer_tokens_are_never_worth_more() -> None:
    """And all of them as much as the whole attempt; each smaller one can be played, action by action."""
    text = "players: [{clan: leaf, resources: {acorn: 1, pebble: 1, berry: 1, leaf: 1}}], roll: r1 g2 b5"
    asked = position(text)
    setting = setting_of(asked)
    state = state_of(asked, setting)
    chances = [Standing(setting, state, most_used=used).chance(state) for used in (0, 1, 2, 3, 4)]
    assert chances == sorted(chances) and chances[0] == 0 < chances[1] < chances[3]
    assert chances[-1] == Standing(setting, state).chance(state)


@pytest.mark.parametrize("name", examples("gnome-kingdom"))
def test_examples_have_an_answer(name: str) -> None:
    found = ranked(read(examples("gnome-kingdom")[name]), "solve")
    assert found.best.value > 0 and found.size
