"""Positions as documents: what is read and written, and what a short one takes for granted."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from solver.catalog import schema
from solver.dice import Rolled
from solver.errors import GnomonError
from solver.fault import DocumentError
from solver.game import CHANCE, TERMINAL
from solver.games.companion_quest.action import Take
from solver.games.companion_quest.content import box, box_of, merged
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.players import greedy_player
from solver.games.companion_quest.position import Position, read, write
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.seen import setting_of, state_of
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.show import game_of
from solver.games.companion_quest.show import position as position_seen
from solver.games.companion_quest.sound import contradictions
from solver.games.companion_quest.stage import Acting, Choose, Gather, Reveal, Roll
from solver.games.companion_quest.state import Seat, State, Zone
from solver.games.companion_quest.written import position_of
from solver.parts import examples
from solver.sitting import SavedGame, start
from solver.solve.perft import perft
from solver.solve.playthrough import draw

ME = "players: [{gnome: crumbles, awake: [prost]}, {gnome: bubbles}]"
OTHERS = Rules(
    take_back="whole_cards",
    meter_order="both_then_compare",
    lock="at_once",
    wake_whose="any_player",
    empty_zone="stays",
    start_snacks=3,
)


def position(text: str, me: str = ME) -> Position:
    return read(f"{{game: companion-quest, {me}{', ' if text else ''}{text}}}")


def state(text: str, me: str = ME) -> State:
    return state_of(position(text, me))


# ----- there and back -------------------------------------------------------------------------------------


def there_and_back(setting: Setting, before: State) -> str:
    """Write a state down and read it again: nothing is lost."""
    written = position_of(setting, before)
    text = write(written)
    assert "\n" not in text
    again = read(text)
    assert again == written and write(again) == text
    assert state_of(again) == before
    found = setting_of(again)
    assert (found.players, found.rules, found.dangers) == (setting.players, setting.rules, setting.dangers)
    assert found.box.companions == setting.box.companions and found.box.gnomes == setting.box.gnomes
    for name in {zone.card for zone in before.zones if zone.card}:
        assert found.box.problems[name].task == setting.box.problems[name].task
    for name in before.quests:
        assert found.box.quests[name].path == setting.box.quests[name].path
    return text


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("rules", [Rules(start_snacks=3), OTHERS])
def test_states_of_random_games_there_and_back(players: int, rules: Rules) -> None:
    """Every kind of choice of whole games, the early ones of each kind all, later ones now and then."""
    seen: Counter[str] = Counter()
    for seed in range(5):
        rng = Random(f"{players} {seed}")
        setting = Setting(players, rules, dangers=seed)
        game = CompanionQuest(setting=setting)
        greedy, now = greedy_player(game), game.initial_state()
        while (player := game.current_player(now)) != TERMINAL:
            if player == CHANCE:
                now = game.apply(now, draw(game.chance_outcomes(now), rng))
                continue
            kind = type(now.stage).__name__
            seen[kind] += 1
            if seen[kind] < 8 or rng.random() < 0.04:
                there_and_back(setting, now)
            actions = game.legal_actions(now)
            now = game.apply(now, rng.choice(actions) if rng.random() < 0.4 else greedy(now, actions))
    assert {"Gather", "Adventure"} <= seen.keys()


def done(text: str, *moves: Any, me: str = ME) -> tuple[Setting, State]:
    """Where actions, as text or as what comes up, lead from a position."""
    game, now = game_of(position(text, me))
    for move in moves:
        legal: Any = game.chance_outcomes(now) if game.current_player(now) == CHANCE else game.legal_actions(now)
        now = game.apply(now, next(one for one in legal if move in (one, str(one))))
    return game.setting, now


def test_two_companions_that_do_the_same_are_numbered() -> None:
    text = "{{game: companion-quest, players: [{{gnome: crumbles, awake: [{}]}}], zones: [seesaw], roll: r3}}"
    with pytest.raises(DocumentError) as caught:
        read(text.format("blue +1 or -1, blue +1 or -1"))
    said = "companion blue +1 or -1 is there 2 times; call another companion like it 'blue +1 or -1 (2)'"
    assert said in str(caught.value) and "exists once" not in str(caught.value)
    three = "blue +1 or -1, blue +1 or -1 (2), blue +1 or -1 (3)"
    assert len(state_of(read(text.format(three))).mover.awake) == 3
    with pytest.raises(DocumentError, match=r"call another companion like it 'blue \+1 or -1 \(4\)'"):
        read(text.format(f"{three}, blue +1 or -1 (3)"))
    with pytest.raises(DocumentError, match="companion prost is there 2 times, and exists once"):
        read(text.format("prost, prost"))


def test_abilities_in_use_there_and_back() -> None:
    me = "players: [{gnome: crumbles, awake: [blue reroll 2, red wake 2], resting: [blue +1, red +1]}, {gnome: nettle}]"
    setting, now = done("roll: b1 r2 y3", "blue reroll 2: reroll b1", Rolled("blue", 4), me=me)
    assert isinstance(now.stage, Acting)
    assert "using: {what: reroll 2, hand: [[b4, 0]], fresh: 1}" in there_and_back(setting, now)
    setting, now = done("phase: adventure", "red wake 2: ability 1", me=me)
    assert isinstance(now.stage, Choose)
    assert "using: {what: wake 2, left: 2, by: red wake 2}" in there_and_back(setting, now)
    setting, now = done("phase: adventure", "red wake 2: ability 1", "red +1", me=me)
    assert "{what: wake 2, left: 1, by: red wake 2, begun: true}" in there_and_back(setting, now)
    setting, now = done("phase: adventure", "gnome 2: its ability", me=me)
    assert "using: {what: wake, left: 1}" in there_and_back(setting, now)


def test_a_gnome_to_be_replaced_there_and_back() -> None:
    me = "players: [{gnome: crumbles, ready: false, snacks: 1}]"
    setting, now = done("phase: adventure", "snack: refresh", me=me)
    assert "phase: replace" in there_and_back(setting, now)


def test_cards_that_are_not_shipped_there_and_back() -> None:
    """What stands in no file of the game is written into the position, in the form of such a file."""
    cards = box_of(
        tasks=[
            {"name": "well", "type": "challenge", "task": "[6]", "provenance": "sample"},
            {"name": "ogre", "type": "danger", "task": "health 7 : red", "provenance": "sample"},
            {"name": "lane", "type": "quest", "task": "[any]*2", "stage": 1, "reward": [1, 1, 1, 1],
             "flag": "barren", "barren": "red", "provenance": "sample"},
        ],
        companions=[
            {"name": "imp", "wake": "red", "abilities": ["+1", "snack"], "starter": True, "provenance": "sample"},
        ],
        gnomes=[{"name": "moss", "ability": "wake", "starter": "imp", "provenance": "reported"}],
    )  # fmt: skip
    setting = Setting(2, box=merged(box(), cards))
    zones = (Zone("well", (), 3), Zone("ogre", ((0, Rolled("red", 3)),), 3), Zone("seesaw", (), 3))
    seats = (Seat("moss", awake=("imp",)), Seat("crumbles"))
    now = State(seats, Gather(), quests=("lane",), zones=zones, hidden=(8, 1), locked=True, turns=1)
    text = there_and_back(setting, now)
    assert '{name: ogre, title: Ogre, provenance: sample, type: danger, task: "health 7 : red"}' in text
    assert "source: not told" in text and "flag: barren, barren: red" in text


def test_what_is_reported_keeps_a_source() -> None:
    mine = "cards: {gnomes: [{name: stobbles, ability: tame, starter: nudge, provenance: reported, source: a page}]}"
    found = position(mine, "players: [{gnome: stobbles}]")
    assert "source: a page" in write(found)
    there_and_back(setting_of(found), state_of(found))


@pytest.mark.parametrize("name", examples("companion-quest"))
def test_examples_are_read_and_written(name: str) -> None:
    found = read(examples("companion-quest")[name])
    text = write(found)
    assert text.startswith("{game: companion-quest, ")
    assert read(text) == found and write(read(text)) == text
    assert not list(contradictions(setting_of(found), state_of(found), partly=True))


def test_a_state_that_cannot_be() -> None:
    with pytest.raises(GnomonError, match="meter: Gu'Gu on 4 has not escaped, and the portal is on 4"):
        position_of(Setting(2), State((Seat("crumbles"), Seat("bubbles")), Gather(), foe=4))


def test_nobody_decides() -> None:
    game = CompanionQuest(2)
    with pytest.raises(GnomonError, match="a position is written where a gnome has to decide"):
        position_of(game.setting, game.initial_state())


# ----- the canonical form ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", "phase: gather"),
        ("roll: y2 b3 r1", "roll: b3 r1 y2"),
        ("roll: 'y2,b3'", "roll: b3 y2"),
        ("zones: [{card: seesaw}]", "zones: [seesaw]"),
        ("zones: [{card: seesaw, dice: 'B=b2,A=r1'}]", 'zones: [{card: seesaw, dice: "A=r1, B=b2"}]'),
        ("zones: ['[any=r3]*1 [even]']", 'zones: [{card: "[any] [even]", dice: "A=r3"}]'),
        ("zones: ['health 9 = b2 r4 : even']", 'zones: [{card: "health 9 : even", dice: b2 r4}]'),
        ("zones: [empty, seesaw, empty]", "zones: [empty, seesaw]"),
        ("zones: [bog-bear], locked: true", "zones: [bog-bear]"),
        ("quest: {card: garden-gate, hat: 0}", "quest: garden-gate"),
        ("quest: '[any]*2'", 'quest: "[any] [any]"'),
        ("wild: [meadow-bee, aloe-gecko]", "wild: [aloe-gecko, meadow-bee]"),
        ("turn: 0, turns: 1, roused: 0, rules: {start_gap: 1}", "phase: gather"),
        ("worth: {step: 9, space: 5}", "worth: {step: 9}"),
    ],
)
def test_the_canonical_form(text: str, written: str) -> None:
    found = write(position(text))
    assert written in found
    assert write(read(found)) == found
    if written == "phase: gather":
        assert found == f"{{game: companion-quest, phase: gather, {ME}}}"


def test_companions_and_gnomes_by_what_they_do() -> None:
    me = "players: [{gnome: '+2 or -2', awake: [red +1, 'blue: wake', red +1 (2)], resting: [yellow +1/reroll]}]"
    found = position("", me)
    assert write(found) == (
        '{game: companion-quest, phase: gather, players: [{gnome: "+2 or -2", '
        'awake: [blue wake, red +1, "red +1 (2)"], resting: [yellow +1 / reroll]}]}'
    )
    cards = setting_of(found).box
    assert (cards.companions["red +1 (2)"].wake, cards.companions["red +1"].abilities) == (
        "red",
        cards.companions["red +1 (2)"].abilities,
    )
    assert len(cards.companions["yellow +1 / reroll"].abilities) == 2
    assert cards.gnomes["+2 or -2"].ability == box().gnomes["crumbles"].ability
    there_and_back(setting_of(found), state_of(found))


def test_own_cards_stand_before_those_of_the_game() -> None:
    mine = "{name: seesaw, type: challenge, task: '[6]', provenance: sample}"
    found = position(f"zones: [seesaw], cards: {{tasks: [{mine}]}}")
    assert str(setting_of(found).box.problems["seesaw"].task) == "[6]"
    assert read(write(found)) == found


# ----- what is taken for granted --------------------------------------------------------------------------


def test_a_short_position() -> None:
    found = state("quest: fern-hollow, zones: [twin-lanterns, bog-bear], roll: r3")
    assert (found.done, found.gnome, found.foe, found.hat) == (1, 1, 2, 0)
    assert found.zones == (Zone("twin-lanterns", (), 3), Zone("bog-bear", (), 3), Zone("", (), 0))
    assert found.hidden == (5, 1) and found.locked
    assert found.quests == ("fern-hollow",) and found.solved == ()
    assert state("quest: star-bridge").foe == 3
    assert state("done: 1").foe == 2
    assert state("zones: [bog-bear, rust-rat, ember-wolf]").hidden == (9, 0)
    assert setting_of(position("zones: [bog-bear, rust-rat, ember-wolf]")).dangers == 3


def test_what_lies_below_fits_what_is_solved() -> None:
    solved = [name for name in box().challenges if name != "seesaw"][:9]
    assert [zone.below for zone in state(f"zones: [seesaw, bog-bear], solved: [{', '.join(solved)}]").zones] == [
        0,
        0,
        0,
    ]
    assert [zone.below for zone in state("zones: [{card: seesaw, below: 1}, bog-bear]").zones] == [1, 3, 0]


def test_a_die_whose_colour_did_not_matter() -> None:
    assert state("zones: [{card: seesaw, dice: A=b3}]").zones[0].dice == ((0, Rolled("blue", 3)),)


def test_quests_that_are_not_told_are_drawn_after_the_turn() -> None:
    """And the game of a short position goes on as any other."""
    game, now = game_of(position("quest: fern-hollow, zones: [seesaw], phase: adventure"))
    (end,) = game.legal_actions(now)[:1]
    now = game.apply(now, end)
    outcomes = game.chance_outcomes(now)
    assert {game.setting.box.quests[name].stage for name in outcomes} == {3} and len(outcomes) == 4
    rng = Random(1)
    now = game.apply(now, rng.choice(list(outcomes)))
    assert now.quests[0] == "fern-hollow" and now.turn == 1
    while game.current_player(now) != TERMINAL:
        chance = game.current_player(now) == CHANCE
        moves: Any = game.chance_outcomes(now) if chance else game.legal_actions(now)
        now = game.apply(now, rng.choice(list(moves)))


def test_perft() -> None:
    game, now = game_of(position("zones: [seesaw], roll: r3 b5", "players: [{gnome: crumbles}, {gnome: bubbles}]"))
    plies = perft(game, 2, state=now)
    assert plies[0].decisions == 1 and all(ply.total == 1 for ply in plies)
    # to end the turn in 3 ways; place r3 or b5; call bubbles to roll one of the two
    assert sum((plies[1].decisions, len([1]))) >= 3
    assert len(game.legal_actions(now)) == 7


# ----- elsewhere ------------------------------------------------------------------------------------------


def test_play_asks_for_advice_with_a_position() -> None:
    sitting = start(SavedGame(game="companion-quest", seed=3))
    found = sitting.position()
    assert found.phase == "gather" and state_of(found) == sitting.seen
    sitting.choose(next(at for at, action in enumerate(sitting.actions) if isinstance(action, Take)))
    assert position_seen(sitting.seen, sitting.game).phase == "adventure"


def test_chance_has_no_position() -> None:
    game = CompanionQuest(2)
    for stage in (Reveal(0), Roll()):
        with pytest.raises(GnomonError, match="here chance is to act"):
            position_of(game.setting, State((Seat("crumbles"), Seat("bubbles")), stage))


def test_the_schema_knows_the_short_forms() -> None:
    found = schema("companion-quest/position")
    zone = found["$defs"]["ZoneEntry"]
    assert [one["type"] for one in zone["anyOf"]] == ["string", "object"]
    assert {"rules", "worth", "players", "quest", "zones", "roll", "cards"} <= found["properties"].keys()


def test_the_caret_finds_what_stands_in_another_order() -> None:
    """Lists of a position need not be sorted: the mark is where the name stands."""
    with pytest.raises(DocumentError) as caught:
        position("wild: [petal-vole, zzz, aloe-gecko]")
    (fault,) = caught.value.faults
    assert fault.text[fault.column - 1 :].startswith("zzz")
