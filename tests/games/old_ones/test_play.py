"""The whole game: setup, turns, every event, what each player knows, and that it always ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deck import Deck
from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL
from solver.games.old_ones import combat
from solver.games.old_ones.audit import check_state
from solver.games.old_ones.cards import Event, Food, cards, cards_of
from solver.games.old_ones.play import FOUR_DICE, Quest
from solver.games.old_ones.players import greedy_player, random_player
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import (
    Answer,
    Arm,
    Choose,
    ChooseFolk,
    Deal,
    Discard,
    Draw,
    Drop,
    Fighting,
    Look,
    Lose,
    Meet,
    Muster,
    Over,
    Pass,
    Play,
    Recruit,
    Replenish,
    Roll,
    Snare,
    Suffer,
    Take,
    Travel,
)
from solver.games.old_ones.state import Seat, State, observe
from solver.games.old_ones.tribe import tribe_of
from solver.solve.contract import check_contract
from solver.solve.playthrough import Playthrough, play, replay

PASS = Pass()
WHOLE = Quest().whole


def seat(
    folk: str = "WR",
    tokens: int = 20,
    characters: Iterable[str] = (),
    hand: Iterable[str] = (),
    lands: Iterable[str] = (),
    **more: Any,
) -> Seat:
    return Seat(tribe_of(folk, tokens, characters), tuple(sorted(hand)), tuple(lands), **more)


def table(*seats: Seat, stage: Any = None, top: Iterable[str] = (), discard: Iterable[str] = (), **more: Any) -> State:
    """A state with every other card in the deck."""
    gone = Counter([*top, *discard])
    for one in seats:
        gone.update([*one.hand, *one.lands, *(member.name for member in one.tribe.members)])
    rest = Counter(WHOLE)
    rest.subtract(gone)
    more.setdefault("peeked", (0,) * len(seats))
    state = State(seats, Deck.of(+rest, top), stage or Replenish(), tuple(sorted(discard)), **more)
    check_state(state, WHOLE)
    return state


def plays(quest: Quest, state: State) -> list[Play]:
    return [action for action in quest.legal_actions(state) if isinstance(action, Play)]


def follow(quest: Quest, state: State, *moves: Any) -> State:
    """The state after some moves, each of which must be possible."""
    for move in moves:
        options = quest.chance_outcomes(state) or quest.legal_actions(state)
        assert move in options, f"{move} is not among {options}"
        state = quest.apply(state, move)
    return state


def test_every_effect_has_a_test() -> None:
    """The names of the tests below are those of the cards' effects."""
    effects = {card.effect for card in cards_of(Event)}
    tested = {name.removeprefix("test_event_").replace("_", "-") for name in globals() if "test_event_" in name}
    assert effects <= tested


# ----- setup ----------------------------------------------------------------------------------------------


def test_setup() -> None:
    quest = Quest(3, first=1)
    state = quest.initial_state()
    assert state.stage == ChooseFolk()
    for player, folk in ((1, "SF"), (2, "GOB"), (0, "SF")):
        assert quest.current_player(state) == player
        assert {str(action) for action in quest.legal_actions(state)} == {
            "choose WR", "choose SF", "choose BMG", "choose GOB",
        }  # fmt: skip
        state = follow(quest, state, Choose(folk))  # type: ignore[arg-type]
    assert [one.tribe for one in state.seats] == [tribe_of(folk, 20) for folk in ("SF", "SF", "GOB")]
    assert all(one.hand == one.lands == () for one in state.seats)
    assert (state.turn, state.stage, state.deck.size) == (1, Draw(1), 178)


def test_starting_hand() -> None:
    quest = Quest(2, Rules(starting_hand=2), folks=("WR", "WR"))
    state = quest.initial_state()
    assert state.stage == Deal(2)
    state = follow(quest, state, "bear", "forest", "forest", "sword")
    assert [one.hand for one in state.seats] == [("bear", "forest"), ("forest", "sword")]
    assert state.stage == Draw(1)


def test_wolfrider_variant() -> None:
    quest = Quest(2, wolfriders=True)
    state = quest.initial_state()
    assert (state.stage, quest.current_player(state)) == (Muster(), CHANCE)
    assert quest.chance_outcomes(state) == FOUR_DICE
    assert sum(FOUR_DICE.values()) == 6**4
    assert (FOUR_DICE[4], FOUR_DICE[14], FOUR_DICE[24]) == (1, 146, 1)
    state = follow(quest, state, 13, 4)
    assert [one.tribe.tokens for one in state.seats] == [13, 4]
    assert set(quest.chance_outcomes(state)) == {
        card.name for card in cards().values() if getattr(card, "folk", "") == "WR" and hasattr(card, "home")
    }
    state = follow(quest, state, "cutter", "skywise", "pike", "dart", "scouter", "one-eye")
    assert [member.name for member in state.seats[0].tribe.members] == ["cutter", "pike", "skywise"]
    assert [one.hand for one in state.seats] == [(), ()]
    assert state.deck.cards()["redlance"] == 1  # those not dealt are shuffled back
    assert state.deck.size == 178 - 6
    check_state(state, quest.whole)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": 5}, "players: the game is for 2 to 4, not for 5"),
        ({"players": 1}, "not for 1"),
        ({"folks": ("WR",)}, "folks: 1 types for 2 players"),
        ({"folks": ("WR", "SF"), "wolfriders": True}, "in the Wolfrider variant every tribe is WR"),
        ({"first": 2}, "first: there is no seat 2, seats are 0 to 1"),
        ({"rules": Rules(start_tokens=0)}, "a tribe of 0 elves has lost already"),
    ],
)
def test_setup_mistakes(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(GnomonError, match=message):
        Quest(**wrong)


# ----- fate and travel ------------------------------------------------------------------------------------

SEVEN = ["bear", "bison", "bow", "club", "deer", "olbar", "shield"]


def test_fate_draws_one_and_keeps_seven() -> None:
    quest = Quest()
    state = follow(quest, table(seat(hand=SEVEN), seat(), stage=Draw(1)), "sword")
    assert state.stage == Drop(1)
    assert quest.legal_actions(state) == [Discard(card) for card in sorted([*SEVEN, "sword"])]
    after = quest.apply(state, Discard("olbar"))
    assert "olbar" in after.discard
    assert len(after.seats[0].hand) == 7


@pytest.mark.parametrize(("rule", "left"), [("down_to_limit", 4), ("one_card", 1)])
def test_hand_limit_after_a_council(rule: Any, left: int) -> None:
    quest = Quest(rules=Rules(hand_rule=rule))
    many = [*SEVEN, "dagger", "spear", "thief"]
    assert follow(quest, table(seat(hand=many), seat(), stage=Draw(1)), "sword").stage == Drop(left)


def test_deck_is_shuffled_anew_when_a_card_is_wanted() -> None:
    """The last card can be drawn; the discard pile comes back for the next."""
    quest = Quest()
    everything = list(Counter(WHOLE).elements())
    everything.remove("bear")
    state = table(seat(), seat(), stage=Draw(1), discard=everything)
    assert quest.chance_outcomes(state) == {"bear": 1}
    state = quest.apply(state, "bear")  # nothing to do with it: the next turn begins
    assert state.turn == 1
    assert state.discard == ()
    assert quest.chance_outcomes(state)["forest"] == 15


def test_no_card_anywhere() -> None:
    """A turn without a draw, which then ends by itself; the game is broken off in the end."""
    quest = Quest(longest=10)
    state = State((seat(), seat()), Deck(), Replenish(), peeked=(0, 0))
    after = quest.apply(state, PASS)
    assert (after.stage, after.turns) == (Over(None), 11)
    assert quest.returns(after) == [0, 0]


def test_travel() -> None:
    quest = Quest()
    hand = ["desert", "desert", "forest", "tundra"]
    state = table(seat(hand=hand, lands=["desert"]), seat(), stage=Travel())
    assert plays(quest, state) == [Play("desert"), Play("forest")]
    assert quest.legal_actions(state)[-1] == PASS
    after = quest.apply(state, Play("desert"))
    assert after.turn == 1  # nothing else could be done
    assert after.seats[0].lands == ("desert", "desert")
    assert after.seats[0].hand == ("desert", "forest", "tundra")


def test_last_land_is_an_entrance_and_optional() -> None:
    quest = Quest()
    state = table(seat(hand=["desert", "forest", "mountain"], lands=["desert"] * 14), seat(), stage=Travel())
    assert quest.legal_actions(state) == [Play("mountain"), PASS]
    assert quest.apply(state, PASS).turn == 1


# ----- the encounter phase --------------------------------------------------------------------------------


def test_only_the_opponent_to_the_right_and_only_where_it_fits() -> None:
    quest = Quest(3)
    beasts = ["bear", "ice-trolls", "club"]
    state = table(seat(hand=["forest"]), seat(hand=["madcoil"]), seat(hand=beasts), stage=Travel())
    state = quest.apply(state, Play("forest"))
    assert (state.stage, quest.current_player(state)) == (Meet(2), 2)
    assert quest.legal_actions(state) == [Play("bear"), PASS]
    fight = quest.apply(state, Play("bear"))
    assert isinstance(fight.stage, Fighting)
    assert fight.seats[2].hand == ("club", "ice-trolls")


def test_armed_encounter() -> None:
    quest = Quest()
    state = table(seat(hand=["tundra"]), seat(hand=["ice-trolls", "club", "bow"]), stage=Travel())
    state = quest.apply(state, Play("tundra"))
    assert quest.legal_actions(state) == [Play("ice-trolls"), Play("ice-trolls", "club"), PASS]
    fight = quest.apply(state, Play("ice-trolls", "club"))
    assert quest.chance_outcomes(fight) == dict.fromkeys(range(1, 21), 1)
    won = follow(quest, fight, 20, 4)
    assert set(won.discard) == {"ice-trolls", "club"}
    assert won.seats[1].hand == ("bow",)


def test_no_land_no_encounter_and_no_recruit() -> None:
    quest = Quest()
    hand = ["rayek", "forest"]
    state = table(seat(hand=hand, lands=["desert"]), seat(hand=["sting-tail"]), stage=Travel())
    after = quest.apply(state, PASS)
    assert after.turn == 1


def test_recruiting() -> None:
    quest = Quest()
    hand = ["desert", "rayek", "halek", "ekuar", "cutter", "petalwing"]
    state = quest.apply(table(seat("GOB", hand=hand), seat(), stage=Travel()), Play("desert"))
    assert state.stage == Recruit()
    assert quest.legal_actions(state) == [Play("ekuar"), Play("halek"), Play("rayek"), PASS]
    state = follow(quest, state, Play("rayek"), Play("ekuar"))
    assert [member.name for member in state.seats[0].tribe.members] == ["ekuar", "rayek"]
    assert state.seats[0].tribe.strength == 6
    assert quest.apply(state, PASS).turn == 1


@pytest.mark.parametrize(
    ("land", "folk_home"),
    [("forest", {"WR", "PV"}), ("desert", {"SF"}), ("mountain", {"BMG"}), ("tundra", {"GOB"})],
)
def test_where_characters_join(land: str, folk_home: set[str]) -> None:
    everybody = {name: card for name, card in cards().items() if hasattr(card, "healer")}
    state = table(seat(hand=everybody, lands=[land]), seat(), stage=Recruit())
    joining = {everybody[action.card].folk for action in plays(Quest(), state)}  # type: ignore[union-attr]
    assert joining == folk_home | {"Elf"}


def test_event_negate_encounter() -> None:
    """Gamestones send trolls away, and Two-Edge, who is half a troll; not a bear."""
    quest = Quest()
    for foe, land, gone in (("ice-trolls", "tundra", True), ("two-edge", "mountain", True), ("bear", "forest", False)):
        state = table(seat(hand=[land, "gamestones"]), seat(hand=[foe]), stage=Travel())
        state = follow(quest, state, Play(land), Play(foe))
        if not gone:
            assert isinstance(state.stage, Fighting)
            continue
        assert state.stage == Answer(foe)
        assert quest.legal_actions(state) == [Play("gamestones"), PASS]
        assert quest.apply(state, Play("gamestones")).discard == tuple(sorted(["gamestones", foe]))
        assert isinstance(quest.apply(state, PASS).stage, Fighting)


def test_aid_is_discarded_after_the_fight() -> None:
    quest = Quest()
    state = table(seat(hand=["forest", "sword", "wolf-pack", "levitation"]), seat(hand=["bear"]), stage=Travel())
    state = follow(quest, state, Play("forest"), Play("bear"))
    sets = {action.cards for action in quest.legal_actions(state) if isinstance(action, combat.Play)}
    assert sets == {(), ("sword",), ("wolf-pack",), ("sword", "wolf-pack")}  # levitation is for Gliders
    state = quest.apply(state, combat.Play(("sword", "wolf-pack")))
    assert state.seats[0].hand == ("levitation",)
    after = follow(quest, state, 10, 6)  # 10 + 3 + 3 - 2 wins, and nobody falls
    assert set(after.discard) == {"bear", "sword", "wolf-pack"}
    assert after.seats[0].tribe.tokens == 20


def test_event_negate_casualty() -> None:
    """Healing Magic brings one back at the end: a character or a token; the card is gone then."""
    quest = Quest()
    me = seat(tokens=5, characters=["cutter"], hand=["forest", "healing-magic"])
    state = table(me, seat(hand=["bear"]), stage=Travel())
    state = follow(quest, state, Play("forest"), Play("bear"), 20, 1, 2, combat.Fall("cutter"))
    assert quest.legal_actions(state) == [combat.Keep(), combat.Restore("cutter")]
    kept = quest.apply(state, combat.Keep())
    assert kept.seats[0].hand == ("healing-magic",)
    assert set(kept.discard) == {"bear", "cutter"}
    healed = quest.apply(state, combat.Restore("cutter"))
    assert healed.seats[0].tribe == tribe_of("WR", 5, ["cutter"])
    assert set(healed.discard) == {"bear", "healing-magic"}


def test_the_last_elf_falls() -> None:
    """With two players the other wins; with three the game goes on, and the right-hand seat moves on."""
    me = seat(tokens=1, characters=["petalwing"], hand=["forest", "club"], lands=["desert"])
    state = table(me, seat(hand=["bear"]), stage=Travel())
    quest = Quest()
    over = follow(quest, state, Play("forest"), Play("bear"), 20, 1, 6)  # a token falls, and only Petalwing is left
    assert over.stage == Over(1)
    assert (quest.current_player(over), quest.returns(over)) == (TERMINAL, [0, 1])
    assert over.discard == tuple(sorted(["bear", "petalwing", "club", "forest", "desert"]))

    three = Quest(3)
    state = table(seat(hand=["desert"]), me, seat(hand=["forest"]), stage=Travel(), turn=1)
    state = replace(state, seats=(seat(hand=["bear"]), *state.seats[1:]))
    gone = follow(three, state, Play("forest"), Play("bear"), 20, 1, 6)
    assert gone.seats[1].out
    assert (gone.turn, gone.stage) == (2, Draw(1))
    assert gone.rivals() == [0]
    met = three.apply(replace(gone, stage=Travel()), Play("forest"))
    assert met.turn == 0  # player 0 has nothing to play, so that the turn is over
    assert replace(met, turn=2).rivals()[-1] == 0


# ----- the Palace -----------------------------------------------------------------------------------------

ALMOST = ["mountain"] * 14


def palace(quest: Quest, hand: Iterable[str] = (), rival: Iterable[str] = (), strong: bool = True) -> State:
    characters = ["cutter", "strongbow", "treestump", "rayek", "lord-voll", "pike"] if strong else []
    me = seat(characters=characters, hand=["mountain", *hand], lands=ALMOST)
    return quest.apply(table(me, seat(hand=rival), stage=Travel()), Play("mountain"))


def test_guardians_are_beaten_in_three_rounds() -> None:
    quest = Quest()
    state = palace(quest, rival=["guttlekraw", "sword"])
    assert isinstance(state.stage, Fighting)
    for _ in range(3):
        assert quest.current_player(state) == CHANCE
        state = follow(quest, state, 20, 6)
    assert state.stage == Over(0)
    assert quest.returns(state) == [1, 0]


def test_guardians_are_not_left_alive() -> None:
    quest = Quest()
    state = palace(quest, strong=False)
    for _ in range(20):
        assert isinstance(state.stage, Fighting)
        state = follow(quest, state, 20, 1)
    assert state.stage == Over(1)


def test_palace_readings() -> None:
    quest = Quest(rules=Rules(palace_encounter="also"))
    state = palace(quest, rival=["guttlekraw"])
    assert state.stage == Meet(1)
    first = quest.apply(state, Play("guttlekraw"))
    after = follow(quest, first, 20, 6)
    assert isinstance(after.stage, Fighting)
    assert (first.stage.encounter, after.stage.encounter) == ("guttlekraw", "")  # type: ignore[union-attr]
    assert quest.apply(state, PASS).stage == replace(after.stage)

    quest = Quest(rules=Rules(armed_guardians="allowed"))
    state = palace(quest, rival=["club", "bow"])
    assert state.stage == Meet(1, guardians=True)
    assert quest.legal_actions(state) == [Arm("club"), PASS]
    fight = quest.apply(state, Arm("club"))
    assert isinstance(fight.stage, Fighting)
    assert fight.stage.weapon == "club"

    quest = Quest(rules=Rules(gamestones_guardians="negates"))
    state = palace(quest, hand=["gamestones"], strong=False)
    assert state.stage == Answer("")
    assert quest.apply(state, Play("gamestones")).stage == Over(0)
    assert isinstance(palace(Quest(), hand=["gamestones"]).stage, Fighting)


# ----- events ---------------------------------------------------------------------------------------------


def test_event_look_deck() -> None:
    """Seven cards are seen by one player alone, and come in that order; nobody else is told."""
    quest = Quest()
    state = quest.apply(table(seat(hand=["magic-feeling", "sword"]), seat()), Play("magic-feeling"))
    assert state.stage == Look(7)
    seen = ["bear", "forest", "club", "forest", "tundra", "bow", "deer"]
    after = follow(quest, state, *seen)
    assert after.turn == 1
    assert quest.observation(after, 0).top == tuple(seen)
    assert quest.observation(after, 1).top == ()
    assert quest.chance_outcomes(after) == {"bear": 1}
    later = quest.apply(after, "bear")
    assert quest.observation(later, 0).top == tuple(seen[1:])
    assert quest.observation(later, 0).seats[1].known == ("bear",)


def test_looking_twice() -> None:
    """What is known on top is not drawn a second time, and only what is missing is revealed."""
    quest = Quest()
    known = ["bear", "forest", "club"]
    state = table(seat(), seat(hand=["magic-feeling"]), turn=1, top=known, peeked=(3, 0))
    state = quest.apply(state, Play("magic-feeling"))
    after = follow(quest, state, "desert", "desert", "desert", "desert")
    assert after.turn == 0
    assert quest.observation(after, 0).top == tuple(known)
    assert quest.observation(after, 1).top == (*known, *["desert"] * 4)


def test_looking_at_a_short_deck() -> None:
    quest = Quest()
    everything = list(Counter(WHOLE).elements())
    for card in ("bear", "club", "magic-feeling"):
        everything.remove(card)
    state = quest.apply(table(seat(hand=["magic-feeling"]), seat(), discard=everything), Play("magic-feeling"))
    assert quest.chance_outcomes(state) == {"bear": 1, "club": 1}
    after = follow(quest, state, "club", "bear")
    assert quest.observation(after, 0).top == ("club", "bear")


@pytest.mark.parametrize(
    ("card", "land", "folk", "works"),
    [
        ("savah", "desert", "WR", True),
        ("savah", "forest", "SF", False),
        ("savah", None, "SF", False),
        ("dreamberries", "forest", "SF", True),
        ("dreamberries", "tundra", "SF", False),
        ("travel-on-zwoots", "desert", "WR", True),
        ("travel-on-zwoots", None, "WR", False),
        ("fly-on-giant-hawks", None, "BMG", True),
        ("fly-on-giant-hawks", None, "WR", False),
        ("astral-projection", None, "SF", True),
        ("astral-projection", None, "WR", False),
        ("deer", "tundra", "WR", True),
        ("deer", "forest", "WR", False),
    ],
)
def test_where_and_who(card: str, land: str | None, folk: str, works: bool) -> None:
    state = table(seat(folk, hand=[card], lands=[land] if land else []), seat(hand=["bear"]))
    assert plays(Quest(), state) == ([Play(card)] if works else [])


def test_event_look_hands() -> None:
    quest = Quest(3)
    state = table(seat(hand=["sending"]), seat(hand=["bear", "forest"]), seat(hand=["club"]))
    after = quest.apply(state, Play("sending"))
    seen = quest.observation(after, 0)
    assert (seen.seats[1].known, seen.seats[2].known) == (("bear", "forest"), ("club",))
    assert quest.observation(after, 1).seats[2].known == ()
    gone = quest.apply(replace(after, stage=Draw(1)), "forest")
    assert quest.observation(gone, 0).seats[1].known == ("bear", "forest")  # of two forests one is known
    assert quest.observation(gone, 0).seats[1].held == 3


def test_event_miss_turn() -> None:
    quest = Quest(3)
    state = table(seat(hand=["bellyworms", "forbidden-grove"]), seat(lands=["forest"]), seat(lands=["desert"]))
    assert plays(quest, state) == [
        Play("bellyworms", seat=1), Play("bellyworms", seat=2), Play("forbidden-grove", seat=1),
    ]  # fmt: skip
    state = follow(quest, state, Play("bellyworms", seat=1), Play("forbidden-grove", seat=1))
    assert state.turn == 2  # the first of the two turns that player 1 misses
    assert state.seats[1].missed == 1
    again = quest.apply(replace(state, turn=0, stage=Replenish()), PASS)
    assert (again.turn, again.seats[1].missed) == (2, 0)


def test_a_missed_turn_is_not_paid_by_an_earlier_extra_turn() -> None:
    quest = Quest()
    state = table(seat(hand=["lodestone"], missed=1), seat())
    state = quest.apply(state, Play("lodestone"))
    assert (state.turn, state.row, state.seats[0].missed) == (0, 2, 1)
    state = quest.apply(replace(state, stage=Replenish(), turn=1, row=1), PASS)
    assert (state.turn, state.seats[0].missed) == (1, 0)


def test_event_extra_turn() -> None:
    """Two turns in a row at most, whatever earned them."""
    quest = Quest()
    hand = ["lodestone", "travel-on-no-humps", "deer"]
    state = table(seat(hand=hand, lands=["tundra"]), seat())
    assert len(plays(quest, state)) == 3
    state = quest.apply(state, Play("deer"))
    assert (state.turn, state.row, state.stage) == (0, 2, Draw(1))
    state = quest.apply(state, "forest")
    assert state.stage == Travel()
    state = quest.apply(state, PASS)
    assert state.turn == 1  # nothing more can be earned, so that the turn was over


def test_extra_turn_is_kept_while_other_events_are_played() -> None:
    quest = Quest()
    state = quest.apply(
        table(seat(hand=["lodestone", "travel-on-no-humps", "elf-children"]), seat()), Play("lodestone")
    )
    assert (state.again, plays(quest, state)) == (True, [Play("elf-children")])
    state = follow(quest, state, Play("elf-children"), 3)
    assert (state.turn, state.row) == (0, 2)


@pytest.mark.parametrize(("reading", "works"), [("must_match", False), ("any_land", True)])
def test_food_elsewhere(reading: Any, works: bool) -> None:
    quest = Quest(rules=Rules(food_land=reading))
    food = [card.name for card in cards_of(Food) if card.land != "desert"]
    state = table(seat(hand=food, lands=["desert"]), seat())
    assert len(plays(quest, state)) == (len(food) if works else 0)


def test_event_discard_character() -> None:
    quest = Quest(3)
    mixed = seat(characters=["cutter", "rayek"])
    alike = seat("GOB", characters=["skywise", "pike"])  # tokens have no say in it
    state = table(seat(hand=["trial-of-heart"]), mixed, alike)
    assert plays(quest, state) == [
        Play("trial-of-heart", seat=1, pick="cutter"), Play("trial-of-heart", seat=1, pick="rayek"),
    ]  # fmt: skip
    after = quest.apply(state, Play("trial-of-heart", seat=1, pick="cutter"))
    assert after.seats[1].tribe == tribe_of("WR", 20, ["rayek"])
    assert after.discard == ("cutter", "trial-of-heart")


def test_event_shape_character() -> None:
    quest = Quest()
    state = table(seat("BMG", characters=["tyldak", "cutter"], hand=["flesh-shaping"]), seat(hand=["recognition"]))
    assert plays(quest, state) == [Play("flesh-shaping", pick="tyldak")]
    after = quest.apply(state, Play("flesh-shaping", pick="tyldak"))
    assert after.seats[0].tribe.strength == 5 + 3 + 2
    assert after.discard == ()  # it stays with Tyldak
    taken = follow(quest, replace(after, stage=Replenish()), Play("recognition", seat=0, pick="tyldak"))
    assert taken.seats[1].tribe.strength == 5
    check_state(taken, WHOLE)


def test_shaping_goes_with_the_dead() -> None:
    quest = Quest()
    state = table(seat("BMG", characters=["tyldak", "cutter"], hand=["flesh-shaping"]), seat(hand=["trial-of-heart"]))
    state = quest.apply(state, Play("flesh-shaping", pick="tyldak"))
    state = quest.apply(replace(state, stage=Replenish()), Play("trial-of-heart", seat=0, pick="tyldak"))
    assert state.discard == ("flesh-shaping", "trial-of-heart", "tyldak")


def test_event_recover_character() -> None:
    quest = Quest()
    state = table(seat(hand=["my-eyes-see-with-joy"]), seat(), discard=["cutter", "bear", "ekuar"])
    assert [action.pick for action in plays(quest, state)] == ["cutter", "ekuar"]
    after = quest.apply(state, Play("my-eyes-see-with-joy", pick="cutter"))
    assert after.seats[0].hand == ("cutter",)
    assert after.discard == ("bear", "ekuar", "my-eyes-see-with-joy")
    assert quest.observation(after, 1).seats[0].known == ("cutter",)  # the pile lies open


def test_event_lose_tokens() -> None:
    quest = Quest()
    state = quest.apply(
        table(seat(hand=["stay-behind"]), seat(tokens=4, characters=["pike"])), Play("stay-behind", seat=1)
    )
    assert state.stage == Roll("stay-behind", 1)
    assert quest.apply(state, 3).seats[1].tribe.tokens == 1
    assert quest.apply(state, 6).seats[1].tribe == tribe_of("WR", 0, ["pike"])  # characters stay


def test_event_lose_members() -> None:
    """Tokens first, then whom the owner gives up; it can be the end of a tribe."""
    quest = Quest(3)
    burnt = seat(tokens=2, characters=["pike", "cutter"], lands=["desert"])
    state = table(seat(hand=["burning-waste"]), seat(lands=["tundra"]), burnt)
    assert plays(quest, state) == [Play("burning-waste", seat=2)]
    state = quest.apply(state, Play("burning-waste", seat=2))
    three = quest.apply(state, 3)
    assert (three.stage, quest.current_player(three)) == (Suffer(2, 1), 2)
    assert quest.legal_actions(three) == [Lose("cutter"), Lose("pike")]
    after = quest.apply(three, Lose("pike"))
    assert after.seats[2].tribe == tribe_of("WR", 0, ["cutter"])
    assert after.turn == 1
    dead = follow(quest, state, 6, Lose("pike"), Lose("cutter"))
    assert dead.seats[2].out
    assert dead.turn == 1


def test_event_take_character() -> None:
    """An elf of any tribe, not the Preserver; who loses the last elf so has lost."""
    quest = Quest()
    state = table(seat(hand=["recognition"]), seat(tokens=0, characters=["rayek", "petalwing"], hand=["bear"]))
    assert plays(quest, state) == [Play("recognition", seat=1, pick="rayek")]
    over = quest.apply(state, Play("recognition", seat=1, pick="rayek"))
    assert over.stage == Over(0)
    assert over.seats[0].tribe == tribe_of("WR", 20, ["rayek"])


def test_event_take_card() -> None:
    quest = Quest(3)
    state = table(seat(hand=["mind-snare"]), seat(hand=["bear", "forest", "forest"]), seat())
    assert plays(quest, state) == [Play("mind-snare", seat=1)]
    state = quest.apply(state, Play("mind-snare", seat=1))
    assert state.stage == Snare(1)
    assert quest.legal_actions(state) == [Take("bear"), Take("forest")]
    after = quest.apply(state, Take("forest"))
    assert after.seats[0].hand == ("forest",)
    assert quest.observation(after, 0).seats[1].known == ("bear", "forest")
    assert quest.observation(after, 1).seats[0].known == ("forest",)
    assert quest.observation(after, 2).seats[0].known == ()


def test_a_third_player_is_no_longer_sure() -> None:
    quest = Quest(3)
    shown = ((2, "bear"), (2, "club"))
    state = table(seat(hand=["mind-snare"]), seat(hand=["bear", "club"], shown=shown), seat())
    after = follow(quest, state, Play("mind-snare", seat=1), Take("club"))
    assert quest.observation(after, 2).seats[1].known == ()


def test_event_gain_tokens() -> None:
    quest = Quest()
    state = quest.apply(table(seat(hand=["elf-children"]), seat()), Play("elf-children"))
    assert quest.chance_outcomes(state) == dict.fromkeys(range(1, 7), 1)
    assert quest.apply(state, 5).seats[0].tribe.tokens == 25


def test_event_gain_tokens_later() -> None:
    """They come when the third own turn from now begins; a missed turn brings them no nearer."""
    quest = Quest()
    state = quest.apply(table(seat(hand=["elf-joining"]), seat()), Play("elf-joining"))
    assert len(quest.chance_outcomes(state)) == 36
    state = quest.apply(state, (3, 6))
    assert state.seats[0].joining == ((3, 6),)
    for turns, tokens in ((2, 20), (1, 20)):
        state = quest.apply(replace(state, turn=1, stage=Replenish()), PASS)
        assert (state.turn, state.seats[0].joining, state.seats[0].tribe.tokens) == (0, ((turns, 6),), tokens)
    missing = replace(state, seats=(replace(state.seats[0], missed=1), state.seats[1]), turn=1, stage=Replenish())
    state = quest.apply(missing, PASS)
    assert (state.turn, state.seats[0].joining) == (1, ((1, 6),))
    state = quest.apply(replace(state, stage=Replenish()), PASS)
    assert (state.seats[0].joining, state.seats[0].tribe.tokens) == ((), 26)


def test_event_draw() -> None:
    quest = Quest()
    state = quest.apply(table(seat(hand=["hold-council"]), seat()), Play("hold-council"))
    assert state.stage == Draw(3, "replenish")
    after = follow(quest, state, "bear", "lodestone", "club")
    assert after.seats[0].hand == ("bear", "club", "lodestone")
    assert plays(quest, after) == [Play("lodestone")]


# ----- what a player knows --------------------------------------------------------------------------------


def states_of(seed: int, players: int, count: int, rules: Rules | None = None) -> list[State]:
    """Some states of a random game."""
    rng = Random(seed)
    found: list[State] = []
    quest = Quest(players, Rules() if rules is None else rules)
    play(quest, [random_player(rng)] * players, rng, watch=found.append)
    return rng.sample(found, min(count, len(found)))


@given(st.integers(0, 10**6), st.sampled_from([2, 3]))
@settings(max_examples=8)
def test_nothing_hidden_is_seen(seed: int, players: int) -> None:
    """Cards that a player has not seen may change places, and the player sees the same."""
    for state in states_of(seed, players, 25):
        for player in range(players):
            seen = observe(state, player)
            assert seen.unseen(WHOLE).size + len(seen.hand) <= 178
            hidden = [*Counter(dict(state.deck.rest)).elements(), *state.deck.top[state.peeked[player] :]]
            loose: dict[int, list[str]] = {}
            for number, one in enumerate(state.seats):
                if number != player:
                    known = Counter(card for viewer, card in one.shown if viewer == player)
                    loose[number] = list((Counter(one.hand) - known).elements())
                    hidden += loose[number]
            assert Counter(hidden) == Counter(dict(seen.unseen(WHOLE).rest))
            assert state.deck.size == seen.deck
            if isinstance(state.stage, Fighting | Snare):
                continue  # the mover's cards are in play, or the hand lies open
            Random(seed).shuffle(hidden)
            seats = list(state.seats)
            for number, cards_there in loose.items():
                new = [hidden.pop() for _ in cards_there]
                kept = Counter(seats[number].hand) - Counter(cards_there)
                mine = tuple(pair for pair in seats[number].shown if pair[0] == player)
                seats[number] = replace(seats[number], hand=tuple(sorted([*kept.elements(), *new])), shown=mine)
            top = (
                *state.deck.top[: state.peeked[player]],
                *[hidden.pop() for _ in state.deck.top[state.peeked[player] :]],
            )
            other = replace(state, seats=tuple(seats), deck=Deck.of(hidden, top))
            assert observe(other, player) == seen


def test_rivals_do_not_see_aid_in_hand() -> None:
    quest = Quest()
    state = table(seat(hand=["forest", "sword", "healing-magic"]), seat(hand=["bear"]), stage=Travel())
    state = follow(quest, state, Play("forest"), Play("bear"))
    mine, theirs = (quest.observation(state, player).stage for player in (0, 1))
    assert isinstance(mine, Fighting)
    assert isinstance(theirs, Fighting)
    assert (mine.fight.hand, mine.magic) == (("sword",), True)
    assert (theirs.fight.hand, theirs.magic) == ((), False)


# ----- whole games ----------------------------------------------------------------------------------------

ODD = Rules(
    hand_rule="one_card",
    all_weapons="every_creature",
    palace_encounter="also",
    armed_guardians="allowed",
    gamestones_guardians="negates",
    aid_timing="any_round",
    fallen_character="random",
    food_land="any_land",
    starting_hand=5,
    path_length=6,
)


@pytest.mark.parametrize(
    "quest",
    [Quest(2), Quest(3), Quest(4), Quest(2, wolfriders=True), Quest(2, ODD), Quest(4, ODD, first=3)],
    ids=["2", "3", "4", "wolfriders", "odd-2", "odd-4"],
)
def test_contract(quest: Quest, games_to_play: int) -> None:
    """Every card that may be drawn is tried twice in every state, so that quick runs play one game."""
    plays = 1 if games_to_play <= 50 else games_to_play if quest.rules == Rules() else games_to_play // 10
    assert check_contract(
        quest, Random(2), players=quest.players, plays=plays, longest=100_000, lowest=0, highest=1, must_end=True
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_end_in_a_winner_and_no_card_is_lost(players: int, games_to_play: int) -> None:
    """Or four tribes stand before the Palace, and what is left of the lands is no entrance."""
    quest = Quest(players)
    moves = 0

    def watch(state: State) -> None:
        nonlocal moves
        moves += 1
        if moves % 20 == 0:
            check_state(state, quest.whole)

    for seed in range(games_to_play):
        rng = Random(seed)
        made = [random_player, greedy_player]
        sitting = [made[rng.randrange(2)](rng) for _ in range(players)]
        played = play(quest, sitting, rng, watch=watch)
        assert played.returns is not None
        if not any(played.returns):
            assert [len(one.lands) for one in played.end.seats] == [14] * 4
            assert played.end.turns > quest.longest
        else:
            assert sorted(played.returns) == [0] * (players - 1) + [1]


def test_equal_seeds_equal_games() -> None:
    quest = Quest(3)

    def game() -> Playthrough[State]:
        rng = Random(11)
        return play(quest, [greedy_player(rng), random_player(rng), greedy_player(rng)], rng)

    assert game() == game()
    replay(quest, game())


def test_greed_beats_chance() -> None:
    quest, wins = Quest(), 0
    for seed in range(40):
        rng = Random(seed)
        players = [greedy_player(rng), random_player(rng)]
        greedy = seed % 2
        played = play(quest, players[::-1] if greedy else players, rng)
        assert played.returns is not None
        wins += played.returns[greedy] == 1
    assert wins >= 28


def test_broken_off() -> None:
    rng = Random(1)
    played = play(Quest(longest=5), [random_player(rng)] * 2, rng)
    assert played.returns == (0, 0)
    assert played.end.turns == 6


# ----- states that cannot be ------------------------------------------------------------------------------


def broken(**changes: Any) -> State:
    return replace(table(seat(hand=["bear"]), seat(lands=["forest"])), **changes)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: table(seat(hand=["bear"]), seat(hand=["bear"])),
            "cards: Bear is in the hand of player 0 and in the hand of player 1, and there is only one",
        ),
        (
            lambda: check_state(broken(discard=("bear",)), WHOLE),
            "cards: Bear is in the hand of player 0 and in the discard pile, and there is only one",
        ),
        (
            lambda: check_state(broken(discard=("forest",) * 15), WHOLE),
            "cards: there are 30 Forest, but only 15 in the game",
        ),
        (lambda: check_state(broken(discard=("beer",)), WHOLE), "there is no card 'beer'"),
        (
            lambda: check_state(replace(broken(), deck=broken().deck.without("club")), WHOLE),
            "cards: Club is nowhere",
        ),
        (
            lambda: table(seat(lands=["mountain"] * 15 + ["tundra"]), seat()),
            "player 0: lands: there are 16, but the journey ends at number 15",
        ),
        (
            lambda: table(seat(lands=["desert", "tundra"]), seat()),
            "player 0: lands: tundra, number 2, cannot follow desert",
        ),
        (lambda: seat(tokens=-1), "a tribe cannot have -1 tokens"),
        (lambda: table(seat(tokens=0, characters=["petalwing"]), seat()), "player 0: no elf is left"),
        (lambda: table(seat(missed=-1), seat()), "player 0: turns to be missed"),
        (lambda: table(seat(), seat(), row=3), "turn: nobody may take more than 2 turns in a row"),
        (lambda: table(seat(), seat(), row=2, again=True), "more than 2 turns in a row"),
        (lambda: table(seat(), seat(), turn=2), "turn: player 2 is not in the game"),
        (lambda: table(seat(), seat(), peeked=(1, 0)), "deck: a player cannot know more cards on top"),
        (lambda: table(seat(), seat(shown=((0, "bear"),))), "player 0 cannot know of Bear in that hand"),
    ],
)
def test_wrong_states(make: Any, message: str) -> None:
    with pytest.raises(GnomonError, match=message):
        make()


def test_wrong_moves() -> None:
    quest = Quest()
    state = table(seat(), seat())
    with pytest.raises(GnomonError, match=r"replenish: take bear cannot happen now"):
        quest.apply(state, Take("bear"))
    with pytest.raises(GnomonError, match="hand: player 0 does not hold bear"):
        quest.apply(replace(state, stage=Drop(1)), Discard("bear"))
