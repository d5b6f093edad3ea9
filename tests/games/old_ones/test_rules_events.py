"""Every event card of the rulebook, one by one: when it may be played, and what it does."""

from __future__ import annotations

import pytest
from oracles.old_ones_table import Table, a_round, attacked, begin, phase, seat

from solver.games.old_ones.combat import Keep, Restore
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import Replenish
from solver.games.old_ones.state import Seat
from solver.games.old_ones.tribe import tribe_of


def with_hand(*cards: str, **more: object) -> Table:
    """Player 0, a tribe of Wolf Riders, in the Replenish Phase with these cards; three others look on."""
    lands = more.pop("lands", ())
    characters = more.pop("characters", ())
    folk = more.pop("folk", "WR")
    rivals = more.pop("rivals", None) or [seat("SF", 20), seat("BMG", 20), seat("GOB", 20)]
    me = seat(folk, 20, characters, hand=cards, lands=lands)  # type: ignore[arg-type]
    more.setdefault("deck", ["Bear"] * 2)
    return Table(me, *rivals, stage=Replenish(), **more)  # type: ignore[misc, arg-type]


def plays(table: Table, card: str) -> list[str]:
    """How a card may be played now."""
    if table.stage != "Replenish":
        return []
    return [text for text in table.can() if text.startswith(f"play {card}")]


def test_an_event_goes_from_the_hand_to_the_discard_pile() -> None:
    table = with_hand("Sending", "Lodestone").do("play sending")
    assert table.state.discard == ("sending",)
    assert table.seat().hand == ("lodestone",)


def test_events_are_played_in_the_replenish_phase_alone() -> None:
    """A hand of events is drawn, the land is played, the rival meets the tribe: nothing can be played before."""
    events = ["Bellyworms", "Elf Children", "Hold Council", "Sending", "Stay Behind", "Mind Snare"]
    me = seat("WR", 20, hand=[*events, "Forest"])
    table = Table(me, seat("SF", 20, hand=["Bear"]), deck=["Cutter"])
    table.come("Cutter").do("discard mind-snare")
    assert table.can() == ["play forest", "pass"]
    table.do("play forest")
    assert table.can() == ["play bear", "pass"]
    table.do("pass")
    assert table.stage == "Recruit" and table.can() == ["play cutter", "pass"]
    table.do("pass")
    assert len(plays(table, "")) == 5


def test_several_events_may_be_played_in_a_turn_and_none_must() -> None:
    table = with_hand("Sending", "Bellyworms", "Elf Children")
    assert "pass" in table.can()
    table.do("play sending", "play bellyworms on player 1", "play elf-children").come(2)
    assert table.state.turn == 2  # no card is left to play, and player 1 misses the turn


# --- one by one -----------------------------------------------------------------------------------------------


def test_gamestones() -> None:
    """Negates a Troll encounter at the beginning of the Encounter Phase, with its weapon; not another one."""
    for encounter, land, weapon in [
        ("ice-trolls", "Tundra", " with crossbows"),
        ("two-edge", "Mountain", ""),
        ("greymung", "Mountain", ""),
    ]:
        me = seat("WR", 20, hand=["Gamestones", land, "Kahvi"])
        foe = seat("SF", 20, hand=[encounter, "Crossbows"])
        table = Table(me, foe, deck=["Bear"] * 3).come("Bear")
        table.do(f"play {land.lower()}", f"play {encounter}{weapon}")
        assert table.can() == ["play gamestones", "pass"]
        other = table.again().do("pass")
        table.do("play gamestones")
        gone = {"gamestones", encounter} | ({"crossbows"} if weapon else set())
        assert set(table.state.discard) == gone
        assert table.tokens() == 20 and table.stage in {"Recruit", "Draw"}
        assert "gamestones" in other.seat().hand and other.stage == "Fighting"
    me = seat("WR", 20, hand=["Gamestones", "Forest"])
    table = Table(me, seat("SF", 20, hand=["Bear"]), deck=["Deer"]).come("Deer").do("play forest", "play bear")
    assert table.stage == "Fighting"
    assert not plays(with_hand("Gamestones"), "gamestones")


@pytest.mark.parametrize("card", ["fever-dream", "magic-feeling"])
def test_fever_dream_and_magic_feeling(card: str) -> None:
    """The next seven cards become known to the player alone, in their order, and stay where they are."""
    order = ["Bear", "Cutter", "Forest", "Sword", "Thief", "Vok", "Yif"]
    table = with_hand(card, "Sending", deck=[*order, "Deer", "Bison"]).do(f"play {card}")
    assert table.chances() == dict.fromkeys(table.state.deck.cards(), 1)
    table.come(*order)
    known = tuple(name.lower() for name in order)
    assert table.quest.observation(table.state, 0).top == known
    assert all(table.quest.observation(table.state, other).top == () for other in (1, 2, 3))
    assert table.state.deck.size == 9
    table.do("pass")
    assert table.state.turn == 1 and table.chances() == {"bear": 1}


def test_savah_in_the_desert() -> None:
    assert not plays(with_hand("Savah"), "savah")
    assert not plays(with_hand("Savah", lands=["Desert", "Forest"]), "savah")
    table = with_hand("Savah", lands=["Forest", "Desert"]).do("play savah").come("Bear", "Bear")
    assert table.state.deck.size == 2  # fewer are seen where there are fewer


def test_dreamberries_in_the_forest() -> None:
    assert not plays(with_hand("Dreamberries"), "dreamberries")
    assert not plays(with_hand("Dreamberries", lands=["Forest", "Desert"]), "dreamberries")
    table = with_hand("Dreamberries", "Sending", lands=["Desert", "Forest"]).do("play dreamberries")
    table.come("Bear", "Bear")
    assert table.quest.observation(table.state, 0).top == ("bear", "bear")


def test_astral_projection_with_a_member_of_the_sun_folk() -> None:
    assert not plays(with_hand("Astral Projection"), "astral")
    assert plays(with_hand("Astral Projection", folk="SF"), "astral")
    rivals = [seat("SF", 20, hand=["Bow"]), seat("BMG", 20, hand=["Club", "Bear"]), seat("GOB", 20)]
    table = with_hand("Astral Projection", "Sending", characters=["Halek"], rivals=rivals)
    table.do("play astral-projection")
    seen = table.quest.observation(table.state, 0)
    assert [public.known for public in seen.seats] == [(), ("bow",), ("bear", "club"), ()]


def test_sending() -> None:
    rivals = [seat("SF", 20, hand=["Bow"]), seat("BMG", 20, hand=["Club", "Bear"]), seat("GOB", 20)]
    table = with_hand("Sending", "Lodestone", rivals=rivals).do("play sending")
    known = [public.known for public in table.quest.observation(table.state, 0).seats]
    assert known == [(), ("bow",), ("bear", "club"), ()]
    assert all(not public.known for public in table.quest.observation(table.state, 1).seats)


def test_bellyworms() -> None:
    """An opponent of choice misses the next turn, and only that one."""
    table = with_hand("Bellyworms", deck=["Bear"] * 9)
    assert plays(table, "bellyworms") == [f"play bellyworms on player {n}" for n in (1, 2, 3)]
    table.do("play bellyworms on player 2")
    order = []
    for _ in range(7):
        order.append(table.state.turn)
        table.come("Bear")
    assert order == [1, 3, 0, 1, 2, 3, 0]


def test_trial_of_heart() -> None:
    """The player of the card discards a character of an opponent who has characters of different types."""
    rivals = [
        seat("SF", 20, ["Cutter", "Skywise"]),
        seat("BMG", 20, ["Rayek", "Aroree"]),
        seat("GOB", 20, ["Vok"]),
    ]
    table = with_hand("Trial of Heart", "Sending", characters=["Leetah", "Dart"], rivals=rivals)
    assert plays(table, "trial") == [f"play trial-of-heart on player 2 for {who}" for who in ("aroree", "rayek")]
    table.do("play trial-of-heart on player 2 for rayek")
    assert table.characters(2) == ["aroree"] and "rayek" in table.state.discard


def test_forbidden_grove() -> None:
    rivals = [
        seat("SF", 20, lands=["Desert", "Forest"]),
        seat("BMG", 20, lands=["Forest", "Desert"]),
        seat("GOB", 20),
    ]
    table = with_hand("Forbidden Grove", rivals=rivals, deck=["Bear"] * 5)
    assert plays(table, "forbidden") == ["play forbidden-grove on player 1"]
    assert table.do("play forbidden-grove on player 1").state.turn == 2


@pytest.mark.parametrize(
    ("card", "yes", "no"),
    [
        ("fly-on-giant-hawks", {"characters": ["Kureel"]}, {}),
        ("travel-on-no-humps", {}, None),
        ("lodestone", {}, None),
        ("travel-on-zwoots", {"lands": ["Desert"]}, {"lands": ["Desert", "Mountain"]}),
    ],
)
def test_extra_turns(card: str, yes: dict[str, list[str]], no: dict[str, list[str]] | None) -> None:
    """Hawks need a Glider, zwoots the desert, no-humps and Lodestone nothing."""
    if no is not None:
        assert not plays(with_hand(card, **no), card)
    table = with_hand(card, **yes).do(f"play {card}")
    assert (table.state.turn, table.state.row, table.stage) == (0, 2, "Draw")
    table.come("Bear")
    assert table.state.turn == 1


def test_fly_on_giant_hawks_with_glider_tokens() -> None:
    assert plays(with_hand("Fly on Giant Hawks", folk="BMG"), "fly")


def test_flesh_shaping() -> None:
    """A Glider of one's own tribe is stronger by 2 for good; the card goes where the elf goes."""
    table = with_hand("Flesh Shaping", "Sending", characters=["Aroree", "Kureel", "Cutter"])
    assert plays(table, "flesh") == [f"play flesh-shaping for {who}" for who in ("aroree", "kureel")]
    table.do("play flesh-shaping for kureel")
    assert table.seat().tribe.strength == 3 + (2 + 2) + 5
    assert "flesh-shaping" not in table.state.discard
    assert not plays(with_hand("Flesh Shaping", folk="BMG"), "flesh")  # tokens are no cards


def test_flesh_shaping_moves_along_and_is_discarded_with_the_elf() -> None:
    shaped = tribe_of("BMG", 20, ["Kureel", "Dart"]).shape("kureel")
    rivals = [Seat(shaped), seat("SF", 20), seat("GOB", 20)]
    taken = with_hand("Recognition", "Sending", rivals=rivals).do("play recognition on player 1 for kureel")
    assert taken.seat().tribe.strength == 4 and taken.seat(1).tribe.strength == 2
    gone = with_hand("Trial of Heart", "Sending", rivals=rivals)
    gone.do("play trial-of-heart on player 1 for kureel")
    assert gone.state.discard == ("flesh-shaping", "kureel", "trial-of-heart")


def test_my_eyes_see_with_joy() -> None:
    """A character, and nothing else, comes from the discard pile into the hand."""
    table = with_hand("My Eyes see with Joy", "Sending", discard=["Cutter", "Bear", "Petalwing"])
    assert plays(table, "my-eyes") == [f"play my-eyes-see-with-joy for {who}" for who in ("cutter", "petalwing")]
    table.do("play my-eyes-see-with-joy for petalwing")
    assert table.seat().hand == ("petalwing", "sending")
    assert table.state.discard == ("bear", "cutter", "my-eyes-see-with-joy")
    assert not plays(with_hand("My Eyes see with Joy", discard=["Bear"]), "my-eyes")


def test_stay_behind() -> None:
    """An opponent of choice discards one die of tokens, and characters stay."""
    rivals = [seat("SF", 3, ["Halek"]), seat("BMG", 20), seat("GOB", 0, ["Vok"])]
    table = with_hand("Stay Behind", "Sending", rivals=rivals)
    assert plays(table, "stay") == ["play stay-behind on player 1", "play stay-behind on player 2"]
    assert table.do("play stay-behind on player 1").chances() == dict.fromkeys(range(1, 7), 1)
    assert table.again().come(2).tokens(1) == 1
    table.come(5)
    assert table.tokens(1) == 0 and table.characters(1) == ["halek"]


def test_stay_behind_can_end_a_tribe() -> None:
    table = with_hand("Stay Behind", "Sending", rivals=[seat("SF", 3, ["Petalwing"]), seat("BMG", 20)])
    assert table.do("play stay-behind on player 1").come(3).seat(1).out
    assert not table.over


def test_recognition() -> None:
    """Any elf card of another player comes over; tokens and Petalwing do not."""
    rivals = [seat("SF", 20, ["Rayek", "Petalwing"]), seat("BMG", 20), seat("GOB", 20, ["Ekuar"])]
    table = with_hand("Recognition", "Sending", characters=["Cutter"], rivals=rivals)
    assert plays(table, "recognition") == [
        "play recognition on player 1 for rayek",
        "play recognition on player 3 for ekuar",
    ]
    table.do("play recognition on player 1 for rayek")
    assert table.characters() == ["cutter", "rayek"] and table.characters(1) == ["petalwing"]
    assert "SF" in table.seat().tribe.kinds


def test_recognition_of_the_last_elf() -> None:
    table = with_hand("Recognition", rivals=[seat("SF", 0, ["Rayek", "Petalwing"])])
    table.do("play recognition on player 1 for rayek")
    assert table.over and list(table.quest.returns(table.state)) == [1, 0]


def test_mind_snare() -> None:
    """One hand is seen, one card is taken; the limit of the hand waits for the next Fate Phase."""
    rivals = [seat("SF", 20, hand=["Bow", "Club"]), seat("BMG", 20, hand=["Sword"]), seat("GOB", 20)]
    hand = ["Mind Snare", "Deer", "Bison", "Thief", "Bear", "Dagger", "Spear"]
    table = with_hand(*hand, "Vok", rivals=rivals)
    assert plays(table, "mind") == ["play mind-snare on player 1", "play mind-snare on player 2"]
    table.do("play mind-snare on player 1")
    seen = table.quest.observation(table.state, 0)
    assert seen.seats[1].known == ("bow", "club") and seen.seats[2].known == ()
    assert table.can() == ["take bow", "take club"]
    table.do("take bow")
    assert table.seat(1).hand == ("club",) and len(table.seat().hand) == 8


def test_healing_magic() -> None:
    """One casualty is negated at the end of the Encounter Phase; the owner picks which, or keeps the card."""
    me = seat("SF", 2, ["Cutter"], hand=["Healing Magic"])
    table = begin(attacked(me, "Bear", deck=["Deer"]))
    one = a_round(table.again(), 20, casualty=1, target=4)
    assert phase(one) == "magic" and one.state.stage.fight.tribe.tokens == 1  # type: ignore[union-attr]
    assert set(one.quest.legal_actions(one.state)) == {Keep(), Restore("token")}
    kept = one.again().do(Keep())
    assert "healing-magic" in kept.seat().hand and kept.tokens() == 1
    one.do(Restore("token"))
    assert one.tokens() == 2 and "healing-magic" in one.state.discard
    other = a_round(table, 20, casualty=1, target=1, fall="Cutter").do(Restore("cutter"))
    assert other.characters() == ["cutter"] and "cutter" not in other.state.discard
    assert not plays(with_hand("Healing Magic"), "healing")


def test_healing_magic_without_a_casualty() -> None:
    me = seat("SF", 2, ["Cutter"], hand=["Healing Magic"])
    table = a_round(begin(attacked(me, "Bear", deck=["Deer"])), 20)
    assert not phase(table) and "healing-magic" in table.seat().hand


def test_elf_children() -> None:
    table = with_hand("Elf Children", "Sending").do("play elf-children")
    assert table.chances() == dict.fromkeys(range(1, 7), 1)
    assert table.come(4).tokens() == 24


def test_elf_joining() -> None:
    """One die for the number of own turns, one for the elves; they come as that turn begins."""
    table = Table(seat("WR", 20, hand=["Elf Joining"]), seat("SF", 20), deck=["Bear"] * 9, stage=Replenish())
    table.do("play elf-joining")
    assert table.chances() == {(turns, elves): 1 for turns in range(1, 7) for elves in range(1, 7)}
    table.come((2, 5))
    seen = []
    while table.state.turns < 5:
        seen.append((table.state.turn, table.tokens()))
        table.come("Bear")
    assert seen == [(1, 20), (0, 20), (1, 20), (0, 25)]


def test_elf_joining_waits_while_a_turn_is_missed() -> None:
    me = seat("WR", 20, joining=((1, 5),), missed=1)
    table = Table(me, seat("SF", 20), deck=["Bear"] * 9, turn=1, stage=Replenish())
    assert table.state.turn == 1 and table.tokens() == 20
    table.come("Bear")
    assert table.state.turn == 0 and table.tokens() == 25


def test_burning_waste() -> None:
    """An opponent in the desert loses one die of members: tokens first, then characters of their choice."""
    rivals = [
        seat("SF", 3, ["Halek", "Rayek", "Leetah"], lands=["Desert"]),
        seat("BMG", 20, lands=["Desert", "Forest"]),
    ]
    table = with_hand("Burning Waste", "Sending", rivals=rivals).do("play burning-waste on player 1")
    assert table.again().come(3).tokens(1) == 0
    table.come(5)
    assert table.player == 1 and table.can() == ["lose halek", "lose leetah", "lose rayek"]
    table.do("lose rayek", "lose halek")
    assert table.characters(1) == ["leetah"] and table.player == 0
    assert {"rayek", "halek"} <= set(table.state.discard)
    one = with_hand("Burning Waste", rivals=rivals)
    assert plays(one, "burning") == ["play burning-waste on player 1"]


def test_burning_waste_can_end_a_tribe() -> None:
    table = with_hand("Burning Waste", rivals=[seat("SF", 3, ["Petalwing"], lands=["Desert"])])
    table.do("play burning-waste on player 1").come(6)
    assert table.over and list(table.quest.returns(table.state)) == [1, 0]


def test_hold_council() -> None:
    table = with_hand("Hold Council", "Sending", deck=["Bear", "Cutter", "Deer", "Vok"]).do("play hold-council")
    table.come("Cutter", "Vok", "Bear")
    assert table.seat().hand == ("bear", "cutter", "sending", "vok")
    assert table.stage == "Replenish"


def test_hold_council_fills_the_hand_beyond_the_limit_until_the_next_fate_phase() -> None:
    hand = ["Hold Council", "Bison", "Thief", "Dagger", "Spear", "Vok", "Yif"]
    for rule, left in [("down_to_limit", 3), ("one_card", 1)]:
        rivals = [seat("SF", 20)]
        table = with_hand(*hand, rivals=rivals, deck=["Bow"] * 6, rules=Rules(hand_rule=rule))  # type: ignore[arg-type]
        table.do("play hold-council").come("Bow", "Bow", "Bow")
        assert len(table.seat().hand) == 9 and table.state.turn == 1
        table.come("Bow").come("Bow")
        dropped = 0
        while table.stage == "Drop":
            table.do("discard bow")
            dropped += 1
        assert dropped == left
