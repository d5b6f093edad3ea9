"""A fight on the table, segment by segment: aid, roll, total, casualty, decision, healers, Guardians."""

from __future__ import annotations

from typing import Any

import pytest
from oracles.old_ones_table import Table, a_round, attacked, begin, names, phase, seat

from solver.games.old_ones import combat
from solver.games.old_ones.combat import Fall, Restore
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import Travel

DIE = dict.fromkeys(range(1, 7), 1)


def fight(table: Table) -> combat.State:
    return table.state.stage.fight  # type: ignore[union-attr]


def needed(table: Table) -> int:
    """The lowest combat roll that wins the round; 21 if none does."""
    for roll in range(1, 21):
        tried = a_round(table.again(), roll)
        if phase(tried) != "decision":
            return roll
    return 21


def attack(*aid: str, folk: str = "WR", tokens: int = 20, people: tuple[str, ...] = (), **more: Any) -> Table:
    """The fight of a tribe that holds these cards, against a bear unless another is named."""
    encounter = more.pop("encounter", "Bear")
    lands = more.pop("lands", ())
    more.setdefault("deck", ["Vok"] * 3)
    return attacked(seat(folk, tokens, people, hand=aid, lands=lands), encounter, **more)


# --- aid ------------------------------------------------------------------------------------------------------


def test_any_number_of_aid_cards_may_be_played_and_none_must() -> None:
    table = attack("Sword", "Wolf pack", "Lock-Send", "Levitation", "Deer")
    sets = {frozenset(action.cards) for action in table.quest.legal_actions(table.state)}
    usable = ["sword", "wolf-pack", "lock-send"]
    assert len(sets) == 8 and frozenset(usable) in sets and frozenset() in sets
    assert not any("levitation" in some for some in sets)
    begin(table, "Sword", "Lock-Send")
    assert table.seat().hand == ("deer", "levitation", "wolf-pack")


def test_aid_is_played_before_the_first_round_and_stays() -> None:
    """A sword and an ally help in every round; nothing may follow later, but for the other reading."""
    table = begin(attack("Sword", "Wolf pack", "Dagger"), "Sword", "Wolf pack")
    for _ in range(3):
        assert needed(table) == 11 + 2 - 3 - 3
        a_round(table, 1, decision=1)
        assert phase(table) == "roll"
    later = begin(attack("Sword", "Dagger", rules=Rules(aid_timing="any_round")), "Sword")
    a_round(later, 1, decision=1)
    assert phase(later) == "aid"
    assert needed(begin(later, "Dagger")) == 11 + 2 - 3 - 2


def test_a_weapon_stays_when_its_user_has_died() -> None:
    table = begin(attack("Bow", folk="SF", people=("Vok",)), "Bow")
    assert needed(table) == 11 + 2 - 2 - 4
    a_round(table, 1, casualty=1, target=1, fall="Vok", decision=1)
    assert needed(table) == 11 + 2 - 4


def test_a_played_ally_lets_the_tribe_use_its_weapon() -> None:
    table = attack("Club", "Olbar")
    sets = {frozenset(action.cards) for action in table.quest.legal_actions(table.state)}
    assert sets == {frozenset(), frozenset({"olbar"}), frozenset({"olbar", "club"})}


# --- roll and total -------------------------------------------------------------------------------------------


def test_the_combat_roll_is_a_d20() -> None:
    assert begin(attack()).chances() == dict.fromkeys(range(1, 21), 1)


def test_tokens_add_nothing_to_the_total() -> None:
    assert [needed(begin(attack(tokens=tokens))) for tokens in (1, 5, 20)] == [13, 13, 13]


def test_characters_and_aid_are_added_the_encounter_and_its_weapon_subtracted() -> None:
    people = ("Cutter", "Leetah")
    table = attack("Sword", "Lock-Send", "Wolf pack", people=people, encounter="Ice Trolls", weapon="Sleep Dust")
    assert needed(begin(table.again())) == 11 + 7 + 4 - 5 - 1
    assert needed(begin(table, "Sword", "Lock-Send", "Wolf pack")) == 11 + 7 + 4 - 5 - 1 - 3 - 3 - 3


def test_flesh_shaping_counts() -> None:
    me = seat("BMG", 5, ["Kureel"])
    table = begin(attacked(me.__class__(me.tribe.shape("kureel")), "Bear", deck=["Vok"]))
    assert needed(table) == 11 + 2 - 4


def test_eleven_wins_and_ten_loses_the_round() -> None:
    table = begin(attack(encounter="Tribe of Round Ears"))
    assert phase(a_round(table.again(), 10)) == "decision"
    won = a_round(table.again(), 11)
    assert won.stage != "Fighting" and won.state.turn == 1


# --- casualties -----------------------------------------------------------------------------------------------


def test_one_to_three_is_a_casualty() -> None:
    for face in range(1, 7):
        table = begin(attack())
        assert table.come(20).chances() == DIE
        table.come(face)
        assert table.tokens() == (19 if face <= 3 else 20)


def test_a_casualty_also_comes_in_a_round_that_is_lost() -> None:
    table = a_round(begin(attack()), 1, casualty=3)
    assert phase(table) == "decision" and fight(table).tribe.tokens == 19


def test_an_ally_falls_first_and_the_owner_picks_which() -> None:
    table = begin(attack("Wolf pack", "Picknose", people=("Cutter",)), "Wolf pack", "Picknose")
    table.come(1, 1)
    assert {str(action.name) for action in table.quest.legal_actions(table.state)} == {"wolf-pack", "picknose"}
    table.do(Fall("picknose")).come(1)
    assert fight(table).tribe.tokens == 20 and needed(table) == 11 + 2 - 5 - 3
    a_round(table, 1, casualty=1, fall="Wolf pack", decision=1)
    table.come(1, 1)
    assert phase(table) == "target"  # no ally is left


def test_without_an_ally_a_die_picks_character_or_token() -> None:
    for face in range(1, 7):
        table = begin(attack(people=("Cutter", "Dart")))
        table.come(1, 1)
        assert table.chances() == DIE
        table.come(face)
        if face <= 3:
            assert set(table.quest.legal_actions(table.state)) == {Fall("cutter"), Fall("dart")}
            table.do(Fall("dart"))
            assert [one.name for one in fight(table).tribe.members] == ["cutter"]
            assert fight(table).tribe.tokens == 20
        else:
            assert fight(table).tribe.tokens == 19 and len(fight(table).tribe.members) == 2


def test_chance_picks_the_character_under_the_other_reading() -> None:
    table = begin(attack(people=("Cutter", "Dart"), rules=Rules(fallen_character="random")))
    assert table.come(1, 1, 1).chances() == {Fall("cutter"): 1, Fall("dart"): 1}


def test_the_other_kind_falls_if_one_is_missing() -> None:
    only_tokens = begin(attack()).come(1, 1)
    assert phase(only_tokens) == "decision" and fight(only_tokens).tribe.tokens == 19
    only_people = begin(attack(tokens=0, people=("Cutter", "Dart"))).come(1, 1)
    assert phase(only_people) == "fall"


def test_the_owner_knows_the_total_of_the_round() -> None:
    """What falls is subtracted from the next round on: the total stands before the casualty."""
    table = begin(attack(people=("Cutter",)))
    table.come(8, 1, 1).do(Fall("cutter"))  # 8 + 5 - 2 = 11 is a win though Cutter has fallen
    assert table.stage != "Fighting" and not table.characters()


def test_the_last_elf_dies_before_the_round_is_won() -> None:
    table = begin(attack(tokens=1)).come(20, 1)
    assert table.over and list(table.quest.returns(table.state)) == [0, 1]


# --- the decision ---------------------------------------------------------------------------------------------


def test_after_a_lost_round_one_to_four_fights_on_and_five_and_six_escape() -> None:
    for face in range(1, 7):
        table = begin(attack("Deer", "Sending"))
        a_round(table, 1)
        assert table.chances() == DIE
        table.come(face)
        assert (phase(table) == "roll") == (face <= 4)
        if face > 4:
            assert table.stage == "Replenish" and table.seat().lands == ("forest",)


def test_a_win_ends_the_fight_and_brings_nothing_else() -> None:
    table = a_round(begin(attack("Sending")), 20)
    assert (table.tokens(), table.seat().hand, table.stage) == (20, ("sending",), "Replenish")


@pytest.mark.parametrize("roll", [1, 20])
def test_aid_and_encounter_are_discarded_at_the_end(roll: int) -> None:
    table = attack("Sword", "Wolf pack", "Sending", people=("Cutter",), encounter="Thief", weapon="Dagger")
    begin(table, "Sword", "Wolf pack")
    a_round(table, roll, casualty=1, fall="Wolf pack", decision=6 if roll == 1 else None)
    assert set(table.state.discard) == set(names(["Sword", "Wolf pack", "Thief", "Dagger"]))


def test_the_dead_go_to_the_discard_pile() -> None:
    table = a_round(begin(attack("Sending", people=("Cutter",))), 20, casualty=1, target=1, fall="Cutter")
    assert table.state.discard == ("bear", "cutter")


# --- healers --------------------------------------------------------------------------------------------------


def test_a_healer_brings_one_back_with_one_to_three() -> None:
    for face in range(1, 7):
        table = a_round(begin(attack("Sending", people=("Leetah",))), 20, casualty=1, target=6)
        assert phase(table) == "heal" and table.chances() == DIE
        table.come(face)
        if face <= 3:
            assert table.quest.legal_actions(table.state) == [Restore("token")]
            table.do(Restore("token"))
        assert table.tokens() == (20 if face <= 3 else 19)


def test_the_healer_rolls_after_an_escape_too() -> None:
    table = a_round(begin(attack(people=("Leetah",))), 1, casualty=1, target=6, decision=6)
    assert phase(table) == "heal"


def test_characters_are_healed_first_and_the_owner_picks_which() -> None:
    table = begin(attack("Sending", people=("Leetah", "Cutter", "Dart")))
    a_round(table, 1, casualty=1, target=1, fall="Dart", decision=1)
    a_round(table, 1, casualty=1, target=6, decision=1)
    a_round(table, 20, casualty=1, target=1, fall="Cutter")
    table.come(1)
    assert set(table.quest.legal_actions(table.state)) == {Restore("cutter"), Restore("dart")}
    table.do(Restore("cutter"))
    assert table.characters() == ["cutter", "leetah"] and table.tokens() == 19
    assert "dart" in table.state.discard and "cutter" not in table.state.discard


def test_no_healer_no_loss_no_roll() -> None:
    assert not phase(a_round(begin(attack(people=("Leetah",))), 20))
    assert not phase(a_round(begin(attack(people=("Cutter",))), 20, casualty=1, target=6))
    ally = begin(attack("Wolf pack", people=("Leetah",)), "Wolf pack")
    assert not phase(a_round(ally, 20, casualty=1, fall="Wolf pack"))


def test_a_dead_healer_heals_nobody() -> None:
    table = a_round(begin(attack(people=("Leetah", "Cutter"))), 20, casualty=1, target=1, fall="Leetah")
    assert not phase(table) and table.characters() == ["cutter"]


def test_healing_magic_comes_after_the_healer() -> None:
    table = begin(attack("Healing Magic", people=("Leetah",)))
    a_round(table, 1, casualty=1, target=6, decision=1)
    a_round(table, 20, casualty=1, target=6)
    assert phase(table) == "heal"
    table.come(1).do(Restore("token"))
    assert phase(table) == "magic"
    table.do(Restore("token"))
    assert table.tokens() == 20


# --- the Guardians --------------------------------------------------------------------------------------------


def palace(*aid: str, tokens: int = 20, people: tuple[str, ...] = (), rules: Rules | None = None) -> Table:
    me = seat("WR", tokens, people, hand=["Mountain", *aid], lands=["Forest"] * 14)
    rival = seat("SF", hand=["Two-Edge", "Sword"])
    return Table(me, rival, deck=["Vok"], stage=Travel(), rules=rules).do("play mountain")


def test_the_guardians_have_strength_seventeen() -> None:
    table = begin(palace("Metal Armor", people=("Cutter",)), "Metal Armor")
    won = a_round(table.again(), 11 + 17 - 9 - 5)
    lost = a_round(table.again(), 11 + 17 - 9 - 5 - 1)
    assert (fight(won).wins, fight(lost).wins) == (2, 3)


def test_three_rounds_must_be_won_not_in_a_row() -> None:
    table = begin(palace("Metal Armor", people=("Cutter",)), "Metal Armor")
    for roll, left in [(20, 2), (1, 2), (20, 1), (1, 1), (1, 1)]:
        a_round(table, roll)
        assert phase(table) == "roll" and fight(table).wins == left
    a_round(table, 20)
    assert table.over and list(table.quest.returns(table.state)) == [1, 0]


def test_there_is_no_escape_from_the_guardians() -> None:
    table = begin(palace())
    for _ in range(19):
        a_round(table, 20, casualty=1)
        assert phase(table) == "roll"  # never a decision roll
    a_round(table, 20, casualty=1)
    assert table.over and list(table.quest.returns(table.state)) == [0, 1]


def test_the_last_elf_dies_before_the_third_win() -> None:
    table = begin(palace("Metal Armor", tokens=1, people=()), "Metal Armor")
    a_round(table, 20)
    a_round(table, 20)
    a_round(table, 20, casualty=1)
    assert table.over and list(table.quest.returns(table.state)) == [0, 1]


def test_gamestones_and_weapons_of_rivals_do_not_matter_at_the_palace() -> None:
    assert phase(palace("Gamestones")) == "roll"
    negated = palace("Gamestones", rules=Rules(gamestones_guardians="negates"))
    assert negated.can() == ["play gamestones", "pass"]
    armed = palace(rules=Rules(armed_guardians="allowed"))
    assert armed.player == 1 and armed.can() == ["arm the guardians with sword", "pass"]
    also = palace(rules=Rules(palace_encounter="also"))
    assert also.player == 1 and {"play two-edge", "play two-edge with sword"} < set(also.can())
