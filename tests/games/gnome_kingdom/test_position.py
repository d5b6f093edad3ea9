"""Positions as documents: what is read, what is written, and states there and back."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from pydantic import ValidationError

from solver.dice import Rolled
from solver.errors import GnomonError
from solver.fault import DocumentError
from solver.games.gnome_kingdom.cards import SkillEntry
from solver.games.gnome_kingdom.forest import HOME
from solver.games.gnome_kingdom.manipulate import trades
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.position import read, write
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.seen import pile_after, setting_of, state_of
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.show import game_of
from solver.games.gnome_kingdom.skills import skills
from solver.games.gnome_kingdom.sound import check_state
from solver.games.gnome_kingdom.stage import (
    Acting,
    Aftermath,
    Attempt,
    ChooseClan,
    Move,
    Negotiate,
    Refill,
    Roll,
)
from solver.games.gnome_kingdom.state import WAITING, Seat, State, bag_of
from solver.games.gnome_kingdom.tiles import LEVELS, Pile, tiles
from solver.games.gnome_kingdom.written import position_of, source_of
from solver.parts import examples
from solver.solve.playthrough import play, random_player

SHORT = "{game: gnome-kingdom, task: three-of-a-kind, players: [{clan: acorn}], roll: r3 r3 b5}"


def state(more: str, task: str = "sunrise") -> State:
    """The state of a short position of one player."""
    return state_of(read(f"{{game: gnome-kingdom, task: {task}, {more}}}"))


@pytest.mark.parametrize("name", examples("gnome-kingdom"))
def test_examples_are_read_and_written(name: str) -> None:
    position = read(examples("gnome-kingdom")[name])
    text = write(position)
    assert "\n" not in text and text.startswith("{game: gnome-kingdom, phase: ")
    assert read(text) == position
    assert write(read(text)) == text


def test_the_shortest_positions() -> None:
    after = state_of(read(SHORT))
    assert after.stage == Attempt()
    assert after.forest.at(after.mover.place) == "three-of-a-kind"
    assert after.mover.clan == "acorn" and after.mover.bag == (0, 0, 0, 0, 0)
    assert (after.size, after.market, after.open_cards, len(after.seats)) == (3, (), (), 2)
    before = state_of(read("{game: gnome-kingdom, players: [{clan: acorn}]}"))
    assert before.stage == Refill(2)
    assert before.mover.place == HOME
    assert before.supply()[3] == 7  # the die of the start player


def test_the_canonical_form() -> None:
    text = (
        "{game: gnome-kingdom, rules: {dice_loop: no, kept_die: needed}, turn: 0, roll: 'r5, b1 r2', borrowed: 0, "
        "forest: {one-or-six: [1, 1], start-tile: [0, 0], two-or-five: [1, 0]}, "
        "open_cards: [leaf-expert-1, deceiver-1], "
        "players: [{clan: acorn, at: [0, 0], skills: [gatherer-2, gatherer-1], resources: {acorn: 0, leaf: 1}}]}"
    )
    assert write(read(text)) == (
        "{game: gnome-kingdom, rules: {kept_die: needed}, phase: attempt, "
        "players: [{clan: acorn, resources: {leaf: 1}, skills: [gatherer-1, gatherer-2]}], "
        "forest: {two-or-five: [1, 0], one-or-six: [1, 1]}, roll: b1 r2 r5, open_cards: [deceiver-1, leaf-expert-1]}"
    )
    assert read(text).readings == Rules(kept_die="needed")


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("pool: 1 red, players: [{clan: acorn}], pool_size: 3", Refill(2)),
        ('pool: "1 red, 2 blue", players: [{clan: acorn}]', Roll()),
        ("roll: r3, players: [{clan: acorn}]", Attempt()),
        ("phase: after, players: [{clan: acorn}]", Aftermath()),
        ("roll: r6 r3, keep: r6, players: [{clan: acorn}]", Move()),
    ],
)
def test_what_is_decided_follows_from_what_is_told(text: str, stage: object) -> None:
    assert state(text).stage == stage


def test_a_die_that_is_kept_moves_to_the_own_dice() -> None:
    found = read("{game: gnome-kingdom, task: sunrise, players: [{clan: acorn, own: b1}], roll: r6 r3 g1, keep: r6}")
    assert (found.players[0].own, found.roll, found.keep, found.phase) == ("b1 r6", "g1 r3", "", "move")
    assert read(write(found)) == found
    deceived = "{clan: acorn, used: [deceiver-1]}"
    kept = f"{{game: gnome-kingdom, task: sunrise, players: [{deceived}], roll: b6 r3 g1, keep: b6}}"
    assert read(kept).players[0].own == "b6"
    with pytest.raises(DocumentError, match="does not meet the task"):
        read(kept.replace("used", "skills"))


def test_rivals_ahead_and_behind() -> None:
    text = "players: [{clan: leaf}, {clan: berry, at: ahead, own: r1}, {clan: acorn, own: r2}], roll: r3"
    found = state(text)
    rows = [seat.place[0] for seat in found.seats]
    assert rows[1] > rows[0] > rows[2]
    first = state(text, "start-tile")
    assert first.mover.place == HOME == first.seats[2].place
    assert first.seats[1].place[0] > 0


def test_spaces_by_resource_or_number() -> None:
    forest = "forest: {two-or-five: [1, 0]}, roll: r3 r5"
    text = "{{game: gnome-kingdom, players: [{{clan: leaf, at: [1, 0], space: {}}}, {{clan: berry, at: [1, 0]}}], {}}}"
    for said, space, other in (("acorn", 1, 0), ("3", 2, 0), ("berry", 0, 1)):
        found = state_of(read(text.format(said, forest)))
        assert [seat.space for seat in found.seats] == [space, other]
    home = state_of(read("{game: gnome-kingdom, players: [{clan: leaf, space: waiting}, {clan: berry}], roll: r3 r5}"))
    assert [seat.space for seat in home.seats] == [WAITING, 2]


def test_tiles_and_cards_of_ones_own() -> None:
    text = (
        "{game: gnome-kingdom, players: [{clan: acorn, at: [1, 0], skills: [big, deceiver], used: [gatherer]}], "
        "forest: {cave: [1, 0]}, roll: r3 r5, "
        "my_tiles: {cave: {task: '[6]*3', level: I, spaces: [leaf, leaf, acorn], grows: 3}}, "
        "my_skills: {big: {cost: '[red] [6]', points: 9, ability: negotiator}}}"
    )
    position = read(text)
    assert read(write(position)) == position
    setting, found = setting_of(position), state_of(position)
    assert str(setting.task(found)) == "[6] [6] [6]"
    assert setting.tiles["cave"].spaces == ("leaf", "leaf", "acorn")
    assert setting.points(found.mover) == 9
    assert setting.abilities(found, "deceiver") == ("deceiver",)
    check_state(setting, found)
    again = position_of(setting, found)
    assert state_of(read(write(again))) == found
    assert write(again) == write(read(write(again)))


def test_cards_given_by_the_same_ability_are_different_ones() -> None:
    text = (
        "{game: gnome-kingdom, players: [{clan: acorn, at: [1, 0], skills: [gatherer, acorn-expert, gatherer], "
        "used: [gatherer]}, {clan: leaf, skills: [gatherer-4], used: [gatherer]}], "
        "forest: {two-or-five: [1, 0]}, roll: r3 r5}"
    )
    position = read(text)
    assert read(write(position)) == position
    assert "skills: [acorn-expert, gatherer, gatherer], used: [gatherer]" in write(position)
    setting, found = setting_of(position), state_of(position)
    check_state(setting, found)
    assert setting.abilities(found, "gatherer") == ("gatherer", "gatherer-no-2")
    assert len({*found.mover.used, *found.seats[1].skills, *found.seats[1].used}) == 3
    again = position_of(setting, found)
    assert state_of(read(write(again))) == found
    # five are in the game: four of any kind, and one by its name
    with pytest.raises(DocumentError, match="6 cards with the ability gatherer are there, the game has 5") as caught:
        read(text.replace("[gatherer-4]", "[gatherer-4, gatherer]"))
    assert "exists once" not in str(caught.value)
    for other in ("gatherer-no-2", "gatherer-9"):
        with pytest.raises(DocumentError, match=f"there is no skill card '{other}'"):
            read(text.replace("[gatherer-4]", f"[{other}]"))


def test_a_card_of_ones_own_may_be_called_like_an_ability() -> None:
    own = "my_skills: {gatherer: {cost: '[6]', points: 9, ability: negotiator}}"
    text = f"{{game: gnome-kingdom, players: [{{clan: acorn, skills: [gatherer, gatherer]}}], roll: r3 r5, {own}}}"
    with pytest.raises(DocumentError, match="the skill card gatherer is there 2 times, and it exists once"):
        read(text)
    position = read(text.replace("[gatherer, gatherer]", "[gatherer, negotiator, negotiator, negotiator]"))
    assert setting_of(position).abilities(state_of(position), "negotiator")[0] == "gatherer"


def test_a_forest_told_in_part_needs_the_pile() -> None:
    text = (
        "{game: gnome-kingdom, players: [{clan: acorn, at: [5, 2]}], forest: {two-pairs: [5, 2]}, roll: r3 r5, "
        "pile: {II: 2, III: 2, crown: 1}}"
    )
    position = read(text)
    assert state_of(position).pile.parts == ((0, 0, 0, 0), (0, 0, 0, 0), (0, 2, 2, 1))
    assert read(write(position)) == position
    with pytest.raises(DocumentError, match="no pile begins with 1 of level III"):
        read(text.replace(", pile: {II: 2, III: 2, crown: 1}", ""))


def test_the_tiles_in_the_forest_tell_what_is_left_of_the_pile() -> None:
    """Whatever comes up: drawn level by level, against the pile itself."""
    rng = Random(5)
    for _ in range(40):
        pile, gone = Pile(), Counter[str]()
        while pile.size:
            levels = pile.next_levels()
            level = rng.choice(list(levels))
            pile = pile.drawn(level)
            gone[level] += 1
            assert pile_after({one: gone[one] for one in LEVELS}) == pile
    for impossible in ({"III": 1}, {"I": 4, "crown": 1}, {"I": 6}, {"I": 5, "II": 5, "III": 6, "crown": 1}, {"I": -1}):
        with pytest.raises(GnomonError, match="it is 3 of level I"):
            pile_after({one: impossible.get(one, 0) for one in LEVELS})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "my_skills: {big: {cost: '[6]', points: 101, ability: gatherer}}",
            "101 is out of range; it must be at most 100",
        ),
        ("turns: 99999999999999999999", "out of range"),
        ("pile: {II: 99999999999999999999}", "out of range"),
        ("borrowed: 99999999999999999999", "out of range"),
        ("forest: {two-pairs: [99999999999999999999, 0]}", "with 16 tiles no forest gets as far as"),
    ],
)
def test_numbers_have_bounds(text: str, said: str) -> None:
    with pytest.raises(DocumentError, match=said):
        read(f"{{game: gnome-kingdom, players: [{{clan: acorn}}], roll: r3 r5, {text}}}")


def test_cards_of_a_file_have_bounds() -> None:
    entry = {"name": "big", "ability": "gatherer", "cost": "[6]", "provenance": "sample"}
    assert SkillEntry(**entry, points=100).points == 100
    with pytest.raises(ValidationError, match="less than or equal to 100"):
        SkillEntry(**entry, points=10**19)


def test_no_more_is_borrowed_than_there_is() -> None:
    assert state("roll: r3 r4, borrowed: 2, players: [{clan: acorn}]").borrowed == 2
    for text, said in (
        ("roll: r3 r4, borrowed: 3", "3 cannot have been borrowed: the roll has 2 dice"),
        (
            "roll: r3, borrowed: 3, phase: after",
            "the roll has one die, borrowed ones included, and one at most was kept",
        ),
        ("borrowed: 1", "no die is there that could have been borrowed"),
    ):
        with pytest.raises(DocumentError, match=said):
            state(f"{text}, players: [{{clan: acorn}}]")
    assert state("roll: r3, borrowed: 2, phase: after, players: [{clan: acorn}]").borrowed == 2


# ----- states ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seed", "rules"),
    [
        (2, 1, Rules()),
        (3, 2, Rules(borrowed_colour="drawn", dice_loop="yes")),
        (5, 3, Rules(kept_die="needed")),
        (4, 4, Rules(extra_turn="before_crown", consecutive="wraps")),
    ],
)
def test_states_of_random_games_are_written_and_read(players: int, seed: int, rules: Rules) -> None:
    """Every stage at which somebody decides, once clans are chosen."""
    game = GnomeKingdom(players, Setting(players, rules))
    seen: Counter[str] = Counter()

    def watch(state: State) -> None:
        if game.current_player(state) < 0 or isinstance(state.stage, ChooseClan):
            return
        kind = type(state.stage).__name__
        seen[kind] += 1
        if seen[kind] > 5 and seen[kind] % 17:
            return
        position = position_of(game.setting, state)
        again = read(write(position))
        assert again == position
        assert state_of(again) == state
        other, there = game_of(again)
        assert list(other.legal_actions(there)) == list(game.legal_actions(state))

    rng = Random(seed)
    play(game, [random_player(rng)] * players, rng, watch=watch, longest=2500)
    assert {"Refill", "Attempt", "Aftermath", "Move", "Settle", "Take", "Acting", "GiveBack"} <= set(seen)


def test_a_trade_is_written_and_read() -> None:
    seats = Seat("acorn", bag=bag_of("leaf")), Seat("leaf", bag=bag_of("berry"), space=1)
    found = State(seats, Negotiate(1, after=True), roll=(Rolled("red", 1),), turns=3)
    assert trades(found, 1, 2)
    again = state_of(read(write(position_of(Setting(2), found))))
    assert again == replace(found, seats=(replace(seats[0], space=WAITING), seats[1]))


def test_abilities_in_use() -> None:
    for clan in ("acorn", "pebble", "leaf"):
        text = f"players: [{{clan: {clan}}}], roll: r3 g2, borrowed: 1, using: {{what: {clan}"
        hand = {"acorn": ", hand: [[r5, 2]]", "pebble": ", hand: [[r5, 1]]", "leaf": ""}[clan]
        stage = state(f"{text}{hand}}}").stage
        assert isinstance(stage, Acting)
        assert source_of(stage.does, clan, False) == clan
        assert stage.fresh == {"acorn": 1, "pebble": 0, "leaf": 1}[clan]


def test_where_nobody_decides_nothing_is_written() -> None:
    game = GnomeKingdom(2)
    with pytest.raises(GnomonError, match="once the clans are chosen"):
        position_of(game.setting, game.initial_state())
    with pytest.raises(GnomonError, match="chance is to act"):
        position_of(game.setting, State((Seat("acorn"), Seat("leaf")), Roll(), turns=1))


def test_content_of_the_catalogue_is_not_written() -> None:
    assert "my_" not in write(position_of(Setting(2), State((Seat("acorn"), Seat("leaf")), Refill(2))))
    names = set(skills()) & set(tiles())
    assert not names


def test_the_order_in_which_things_are_told_makes_no_difference() -> None:
    parts = ["roll: r3 r3 b5", "task: three-of-a-kind", "players: [{clan: acorn}]"]
    texts = {write(read("{game: gnome-kingdom, " + ", ".join(order) + "}")) for order in permutations(parts)}
    assert texts == {write(read(SHORT))}
