"""Setup, the phases of a turn but for the fight, the journey and its end, and the Wolfrider variant."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from oracles.old_ones_cards import CHARACTERS, FOOD, full_deck
from oracles.old_ones_table import Table, a_round, attacked, begin, phase, seat

from solver.errors import GnomonError
from solver.game import CHANCE
from solver.games.old_ones.cards import find
from solver.games.old_ones.play import Quest
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import Replenish, Travel
from solver.solve.playthrough import play, random_player

# --- setup and deck -------------------------------------------------------------------------------------------


def test_each_tribe_has_twenty_tokens_of_a_type_of_choice() -> None:
    quest = Quest(3)
    state = quest.initial_state()
    for player, folk in enumerate(["GOB", "GOB", "SF"]):
        assert quest.current_player(state) == player
        actions = {str(action): action for action in quest.legal_actions(state)}
        assert set(actions) == {"choose WR", "choose SF", "choose BMG", "choose GOB"}
        state = quest.apply(state, actions[f"choose {folk}"])
    assert [(one.tribe.folk, one.tribe.tokens, one.tribe.members) for one in state.seats] == [
        ("GOB", 20, ()),
        ("GOB", 20, ()),
        ("SF", 20, ()),
    ]


def test_nobody_begins_with_cards_in_hand_or_a_land() -> None:
    state = Quest(folks=("WR", "SF")).initial_state()
    assert all(one.hand == () and one.lands == () for one in state.seats)


def test_the_deck_is_shared_and_shuffled() -> None:
    """Every card is the first one with the same chance, and what one has drawn no other can draw."""
    quest = Quest(folks=("WR", "SF"))
    state = quest.initial_state()
    assert quest.chance_outcomes(state) == Counter(find(name).name for name in full_deck())
    state = quest.apply(state, "cutter")
    assert state.turn == 1 and "cutter" not in quest.chance_outcomes(state)


def test_an_empty_deck_takes_in_the_discard_pile() -> None:
    table = Table(seat("WR"), seat("SF"), deck=["Bear"], discard=["Deer", "Vok", "Forest"])
    table.come("Bear")
    assert table.state.turn == 1 and table.chances() == {"deer": 1, "forest": 1, "vok": 1}
    table.come("Vok")
    assert table.state.discard == () and table.seat(1).hand == ("vok",)


def test_lands_that_were_played_do_not_come_back() -> None:
    table = Table(seat("WR", lands=["Forest", "Desert"]), seat("SF"), deck=["Bear"], discard=["Deer"])
    assert table.come("Bear").chances() == {"deer": 1}


def test_a_game_is_for_two_to_four() -> None:
    for players in (1, 5):
        with pytest.raises(GnomonError, match=f"not for {players}"):
            Quest(players)


# --- turns and the Fate Phase ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "first"), [(2, 0), (3, 1), (4, 3)])
def test_players_take_turns_clockwise(players: int, first: int) -> None:
    quest = Quest(players, folks=("WR",) * players, first=first)
    state = quest.initial_state()
    order = []
    for card in ["bear", "thief", "vok", "yif", "bow"]:
        order.append(state.turn)
        state = quest.apply(state, card)
    assert order == [(first + step) % players for step in range(5)]


def test_the_five_phases_come_in_their_order() -> None:
    """Fate, Travel, Encounter, Recruit, Replenish; in each of them there is something to do here."""
    me = seat("SF", hand=["Forest", "Cutter", "Sending", "Elf Children"])
    table = Table(me, seat("WR", hand=["Bear"]), deck=["Sword", "Vok"])
    stages = [table.stage]
    table.come("Sword")
    stages.append(table.stage)
    table.do("play forest")
    stages.append(table.stage)
    table.do("play bear")
    stages.append(table.stage)
    a_round(begin(table, "Sword"), 20)
    stages.append(table.stage)
    table.do("play cutter")
    stages.append(table.stage)
    assert stages == ["Draw", "Travel", "Meet", "Fighting", "Recruit", "Replenish"]
    table.do("pass")
    assert (table.state.turn, table.stage) == (1, "Draw")


def test_one_card_is_drawn_in_the_fate_phase() -> None:
    table = Table(seat("WR", hand=["Sending"]), seat("SF"), deck=["Bear", "Bear", "Vok"])
    assert table.chances() == {"bear": 2, "vok": 1}
    table.come("Bear")
    assert table.seat().hand == ("bear", "sending") and table.stage == "Replenish"


def test_the_eighth_card_in_hand_makes_one_be_discarded() -> None:
    hand = ["Deer", "Thief", "Vok", "Yif", "Bow", "Club", "Forest"]
    table = Table(seat("WR", hand=hand), seat("SF"), deck=["Bear"] * 3).come("Bear")
    assert len(table.can()) == 8
    table.do("discard forest")
    assert table.state.discard == ("forest",) and len(table.seat().hand) == 7
    seven = Table(seat("WR", hand=hand[1:]), seat("SF"), deck=["Bear"] * 3).come("Bear")
    assert seven.stage == "Travel"


# --- the Travel Phase -----------------------------------------------------------------------------------------


def test_a_land_may_be_played_and_need_not() -> None:
    table = Table(seat("WR", hand=["Forest", "Desert", "Sending"]), seat("SF"), deck=["Bear"], stage=Travel())
    assert table.can() == ["play desert", "play forest", "pass"]
    stay = table.again().do("pass")
    assert stay.stage == "Replenish" and stay.seat().lands == ()
    table.do("play forest")
    assert table.seat().lands == ("forest",) and table.seat().land == "forest"
    assert table.stage == "Replenish"  # one land a turn


def test_the_last_land_lies_on_top() -> None:
    me = seat("WR", hand=["Mountain", "Sending"], lands=["Desert", "Forest"])
    table = Table(me, seat("SF"), deck=["Bear"], stage=Travel()).do("play mountain")
    assert table.seat().lands == ("desert", "forest", "mountain") and table.seat().land == "mountain"


@pytest.mark.parametrize(("last", "land"), list(product(["Desert", "Forest", "Mountain", "Tundra"], repeat=2)))
def test_a_desert_and_a_tundra_never_touch(last: str, land: str) -> None:
    me = seat("WR", hand=[land, "Sending"], lands=["Desert", "Forest", last])
    table = Table(me, seat("SF"), deck=["Bear"], stage=Travel())
    allowed = table.stage == "Travel" and f"play {land.lower()}" in table.can()
    assert allowed == ({last, land} != {"Desert", "Tundra"})


# --- the Encounter Phase --------------------------------------------------------------------------------------


def met_by(*hands: list[str], land: str = "Forest", lands: tuple[str, ...] = ()) -> Table:
    """Player 0 plays a land; the others hold these cards."""
    rivals = [seat("SF", hand=hand) for hand in hands]
    me = seat("WR", hand=[land, "Sending"], lands=lands)
    return Table(me, *rivals, deck=["Vok"] * 5, stage=Travel()).do(f"play {land.lower()}")


def test_only_the_opponent_to_the_right_may_play_an_encounter() -> None:
    table = met_by(["Bear"], ["Thief"], ["Finback"])
    assert table.player == 3 and table.can() == ["play finback", "pass"]
    assert met_by(["Bear"], ["Thief"], []).stage == "Replenish"
    two = met_by(["Bear"])
    assert two.player == 1


def test_the_opponent_to_the_right_may_pass() -> None:
    table = met_by(["Bear"]).do("pass")
    assert table.stage == "Replenish" and table.seat(1).hand == ("bear",)


def test_no_encounter_without_a_land_this_turn() -> None:
    me = seat("WR", hand=["Forest", "Sending"], lands=["Forest"])
    table = Table(me, seat("SF", hand=["Bear"]), deck=["Vok"], stage=Travel()).do("pass")
    assert table.player == 0 and table.stage == "Replenish"


@pytest.mark.parametrize(
    ("land", "fitting"),
    [("Tundra", "ice-trolls"), ("Forest", "bear"), ("Mountain", "two-edge"), ("Desert", "sting-tail")],
)
def test_the_encounter_must_match_the_land(land: str, fitting: str) -> None:
    table = met_by(["Ice Trolls", "Bear", "Two-Edge", "Sting Tail"], land=land, lands=("Forest",))
    assert table.can() == [f"play {fitting}", "pass"]


def test_one_weapon_may_be_attached_if_the_creatures_can_use_it() -> None:
    hand = ["Ice Trolls", "Long Tooth", "Sleep Dust", "Sword", "Bow", "Metal Armor"]
    table = met_by(hand, land="Tundra")
    assert set(table.can()) == {
        "play ice-trolls",
        "play ice-trolls with sleep-dust",
        "play ice-trolls with sword",
        "play long-tooth",
        "pass",
    }
    table.do("play ice-trolls with sleep-dust")
    assert table.seat(1).hand == ("bow", "long-tooth", "metal-armor", "sword")


def test_the_seat_to_the_right_passes_on_when_a_player_is_out() -> None:
    me = seat("WR", hand=["Forest", "Sending"])
    table = Table(me, seat("SF", hand=["Bear"]), seat("SF", 0), deck=["Vok"], stage=Travel()).do("play forest")
    assert table.player == 1


# --- Recruit and Replenish ------------------------------------------------------------------------------------

HOMES = {"WR": "forest", "PV": "forest", "SF": "desert", "BMG": "mountain", "GOB": "tundra"}


@pytest.mark.parametrize("land", ["Desert", "Forest", "Mountain", "Tundra"])
def test_characters_join_in_the_land_of_their_type(land: str) -> None:
    """All 25 characters, in hands of five; Ekuar has no tribe and joins anywhere."""
    names = sorted(CHARACTERS)
    for start in range(0, 25, 5):
        hand = names[start : start + 5]
        me = seat("GOB", hand=[land, *hand], lands=["Forest"])
        table = Table(me, seat("SF"), deck=["Bear"], stage=Travel()).do(f"play {land.lower()}")
        wanted = {
            f"play {find(name).name}" for name in hand if HOMES.get(CHARACTERS[name][0], land.lower()) == land.lower()
        }
        shown = set(table.can()) - {"pass"} if table.stage == "Recruit" else set()
        assert shown == wanted


def test_any_number_may_join_and_then_counts() -> None:
    me = seat("GOB", hand=["Forest", "Cutter", "Skywise", "Ekuar"])
    table = Table(me, seat("SF"), deck=["Bear"], stage=Travel()).do("play forest")
    table.do("play cutter", "play ekuar")
    assert table.characters() == ["cutter", "ekuar"] and table.seat().hand == ("skywise",)
    assert table.seat().tribe.strength == 7 and "WR" in table.seat().tribe.kinds
    table.do("pass")
    assert table.state.turn == 1


def test_nobody_joins_without_a_new_land() -> None:
    me = seat("WR", hand=["Forest", "Cutter"], lands=["Forest"])
    table = Table(me, seat("SF"), deck=["Bear"], stage=Travel()).do("pass")
    assert table.state.turn == 1 and table.characters() == []


def test_characters_join_after_an_escape() -> None:
    table = attacked(seat("WR", hand=["Cutter"]), "Madcoil", deck=["Bear"])
    a_round(begin(table), 1, decision=5)
    assert table.can() == ["play cutter", "pass"]


@pytest.mark.parametrize("food", FOOD)
def test_food_is_discarded_in_its_land_for_another_turn(food: str) -> None:
    elsewhere = "Forest" if FOOD[food] != "Forest" else "Mountain"
    for land, rules in [(FOOD[food], Rules()), (elsewhere, Rules(food_land="any_land"))]:
        me = seat("WR", hand=[food], lands=[land])
        table = Table(me, seat("SF"), deck=["Bear"] * 9, stage=Replenish(), rules=rules)
        assert table.can() == [f"play {find(food).name}", "pass"]
        table.do(f"play {find(food).name}")
        assert table.state.discard == (find(food).name,)
        assert (table.state.turn, table.state.row, table.stage) == (0, 2, "Draw")
    me = seat("WR", hand=[food, "Sending"], lands=[elsewhere])
    assert Table(me, seat("SF"), deck=["Bear"], stage=Replenish()).can() == ["play sending", "pass"]


def test_no_more_than_two_turns_in_a_row() -> None:
    hand = ["Lodestone", "Travel on No-Humps", "Deer", "Sending"]
    me = seat("WR", hand=hand, lands=["Tundra"])
    table = Table(me, seat("SF"), deck=["Bear"] * 9, stage=Replenish())
    table.do("play lodestone")
    assert table.can() == ["play sending", "pass"]
    table.do("pass").come("Bear")
    assert table.state.row == 2 and table.can() == ["play sending", "pass"]
    table.do("pass").come("Bear")
    assert table.state.turn == 0 and table.state.row == 1
    assert "play travel-on-no-humps" in table.come("Bear").can()


def test_missed_turns_add_up() -> None:
    table = Table(seat("WR"), seat("SF", missed=2), deck=["Bear"] * 9)
    order = []
    for _ in range(5):
        order.append(table.state.turn)
        table.come("Bear")
    assert order == [0, 0, 0, 1, 0]


# --- the journey and its end ----------------------------------------------------------------------------------


def at_the_gate(*hand: str, lands: int = 14, rules: Rules | None = None, **more: object) -> Table:
    me = seat("WR", 20, hand=hand, lands=["Forest"] * lands, **more)  # type: ignore[arg-type]
    return Table(me, seat("SF", hand=["Two-Edge"]), deck=["Bear"], stage=Travel(), rules=rules)


def test_the_fifteenth_land_must_be_a_mountain_or_a_tundra() -> None:
    table = at_the_gate("Forest", "Desert", "Mountain", "Tundra")
    assert table.can() == ["play mountain", "play tundra", "pass"]
    before = at_the_gate("Forest", "Desert", "Mountain", "Tundra", lands=13)
    assert before.can() == ["play desert", "play forest", "play mountain", "play tundra", "pass"]


def test_the_guardians_wait_at_the_palace_and_replace_other_encounters() -> None:
    table = at_the_gate("Mountain").do("play mountain")
    fight = table.state.stage
    assert table.player == CHANCE and phase(table) == "roll" and fight.encounter == ""  # type: ignore[union-attr]


def test_the_journey_may_wait_at_the_gate() -> None:
    table = at_the_gate("Mountain", "Sending").do("pass")
    assert table.stage == "Replenish" and len(table.seat().lands) == 14


def test_a_tribe_without_an_elf_has_lost() -> None:
    """The last token falls, and Petalwing is no elf."""
    for people, out in [([], True), (["Petalwing"], True), (["Ekuar"], False)]:
        me = seat("WR", 1, people, hand=["Sword"])
        table = begin(attacked(me, "Bear", deck=["Vok"]))
        a_round(table, 20, casualty=1, target=6 if people else None)
        assert table.over == out
        if out:
            assert list(table.quest.returns(table.state)) == [0, 1]


def test_the_others_play_on_until_one_is_left() -> None:
    me = seat("WR", 1, hand=["Sword"], lands=["Desert"])
    table = begin(attacked(me, "Bear", others=[seat("BMG", 5)], deck=["Vok"]))
    a_round(table, 20, casualty=1)
    assert table.seat(0).out and not table.over
    assert (table.state.turn, table.stage) == (1, "Draw")
    assert {"sword", "bear", "forest", "desert"} == set(table.state.discard)


# --- the Wolfrider variant ------------------------------------------------------------------------------------


def test_the_variant_deals_three_wolf_riders_and_four_dice_of_tokens() -> None:
    quest = Quest(3, wolfriders=True)
    state = quest.initial_state()
    sums = Counter(sum(dice) for dice in product(range(1, 7), repeat=4))
    rng = Random(1)
    for _ in range(3):
        assert quest.chance_outcomes(state) == sums
        state = quest.apply(state, rng.randint(4, 24))
    riders = {find(name).name for name, (tribe, _) in CHARACTERS.items() if tribe == "WR"}
    for dealt in range(9):
        left = quest.chance_outcomes(state)
        assert set(left.values()) == {1} and len(left) == 12 - dealt and set(left) <= riders
        state = quest.apply(state, rng.choice(sorted(left)))
    assert [len(one.tribe.members) for one in state.seats] == [3, 3, 3]
    assert all(one.tribe.folk == "WR" and 4 <= one.tribe.tokens <= 24 and one.hand == () for one in state.seats)
    assert state.deck.size == 178 - 9
    assert len(riders & set(state.deck.cards())) == 3  # the rest is shuffled back


def test_the_variant_is_played_to_its_end() -> None:
    rng = Random(3)
    played = play(Quest(4, wolfriders=True), [random_player(rng)] * 4, rng, longest=20_000)
    assert played.returns is not None and sum(played.returns) == 1
