"""A fight by the printed rules, step by step."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from solver.errors import GnomonError, WordsError
from solver.game import CHANCE, TERMINAL
from solver.games.old_ones.combat import TOKEN, Combat, Fall, Foe, Keep, Play, Restore, State, foe_of
from solver.games.old_ones.objectives import FIELD, GUARDIANS, End, objective_of, score
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import Member, tribe_of
from solver.solve.contract import check_contract

CUTTER = tribe_of("WR", 2, ["cutter", "moonshade"])


def after(combat: Combat, *moves: object, state: State | None = None) -> State:
    here = combat.initial_state() if state is None else state
    for move in moves:
        legal = list(combat.legal_actions(here)) or list(combat.chance_outcomes(here))
        assert move in legal, f"{move} is not among {legal} in the phase {here.phase}"
        here = combat.apply(here, move)  # type: ignore[arg-type]
    return here


@pytest.mark.parametrize("seed", range(12))
def test_contract(seed: int) -> None:
    rules = [Rules(), Rules(fallen_character="random"), Rules(aid_timing="any_round")][seed % 3]
    foe = foe_of("guardians" if seed % 2 else "madcoil", rules=rules)
    tribe = tribe_of("BMG", 3, ["leetah", "cutter", "petalwing"])
    combat = Combat(tribe, foe, ("club", "olbar", "fire-magic"), magic=seed % 4 < 2, rules=rules)
    checked = check_contract(combat, Random(seed), players=1, plays=10, lowest=0, highest=1, must_end=True)
    assert checked > 50


def test_the_total_decides_at_eleven() -> None:
    combat = Combat(CUTTER, foe_of("bear"))  # 5 + 2 - 2 are added
    assert combat.total(combat.initial_state()) == 5
    assert not after(combat, 5).won
    assert after(combat, 6).won
    assert after(combat, 6, 4).result == "win"
    assert after(combat, 5, 4).phase == "decision"


def test_a_lost_round_goes_on_or_ends_in_escape() -> None:
    combat = Combat(CUTTER, foe_of("bear"))
    for face in (1, 2, 3, 4):
        assert after(combat, 1, 6, face) == combat.initial_state()
    for face in (5, 6):
        assert after(combat, 1, 6, face).result == "escape"


def test_a_casualty_on_one_to_three_in_a_won_round_too() -> None:
    combat = Combat(CUTTER, foe_of("bear"))
    for face in (1, 2, 3):
        assert after(combat, 20, face).phase == "target"
    for face in (4, 5, 6):
        assert combat.end(after(combat, 20, face)) == End("win")


def test_one_to_three_a_character_else_a_token() -> None:
    combat = Combat(CUTTER, foe_of("bear"))
    for face in (1, 2, 3):
        assert combat.legal_actions(after(combat, 1, 1, face)) == [Fall("moonshade"), Fall("cutter")]
    for face in (4, 5, 6):
        assert after(combat, 1, 1, face).tribe.tokens == 1
    fallen = after(combat, 20, 1, 1, Fall("cutter"))
    assert combat.end(fallen) == End("win", lost=1, strength_lost=5)


def test_without_one_kind_the_other_falls() -> None:
    tokens = Combat(tribe_of("WR", 2), foe_of("bear"))
    assert after(tokens, 1, 1).tribe.tokens == 1
    characters = Combat(tribe_of("WR", 0, ["cutter", "dart"]), foe_of("bear"))
    assert after(characters, 1, 1).phase == "fall"


def test_allies_fall_first_and_their_strength_goes() -> None:
    combat = Combat(CUTTER, foe_of("madcoil"), ("wolf-pack", "nightrunner", "sword"))
    start = after(combat, Play(("wolf-pack", "nightrunner", "sword")))
    assert combat.total(start) == 7 + 3 + 4 + 3 - 13
    wounded = after(combat, 1, 1, state=start)
    assert combat.legal_actions(wounded) == [Fall("wolf-pack"), Fall("nightrunner")]
    left = after(combat, Fall("nightrunner"), 1, state=wounded)
    assert combat.total(left) == 7 + 3 + 3 - 13
    assert left.tribe == CUTTER
    assert left.lost == 0


def test_the_total_is_fixed_before_the_casualty() -> None:
    combat = Combat(CUTTER, foe_of("bear"))
    fallen = after(combat, 6, 1, 1, Fall("cutter"))
    assert fallen.result == "win", "without Cutter a 6 would not have been enough"
    assert combat.total(after(combat, 5, 1, 1, Fall("cutter"), 1)) == 0


def test_a_weapon_stays_when_its_user_falls() -> None:
    combat = Combat(tribe_of("SF", 2), foe_of("madcoil"), ("olbar", "club"))
    start = after(combat, Play(("olbar", "club")))
    left = after(combat, 1, 1, Fall("olbar"), 1, state=start)
    assert combat.total(left) == 2 - 13


def test_the_last_elf_loses_even_a_won_round() -> None:
    combat = Combat(tribe_of("WR", 1), foe_of("sting-tail"))
    assert after(combat, 20, 1).result == "death"
    petalwing = Combat(tribe_of("WR", 1, ["petalwing"]), foe_of("sting-tail"))
    dead = after(petalwing, 20, 1, 6)
    assert petalwing.end(dead) == End("death", lost=1), "Petalwing lives, but is no elf"


def test_guardians_need_three_wins_and_let_nobody_go() -> None:
    combat = Combat(tribe_of("WR", 3), foe_of("guardians"))
    state = replace(combat.start(), bonus=17)
    for left in (2, 1):
        state = after(combat, 20, 6, state=state)
        assert (state.wins, state.phase) == (left, "roll")
        state = after(combat, 1, 6, state=state)
        assert (state.wins, state.phase) == (left, "roll"), "a lost round is followed by the next"
    assert after(combat, 20, 6, state=state).result == "win"


def test_the_healer_restores_a_character_before_a_token() -> None:
    tribe = tribe_of("SF", 3, ["leetah", "cutter", "dart"])
    combat = Combat(tribe, foe_of("guardians"))
    state = replace(combat.start(), bonus=30)
    state = after(combat, 20, 1, 6, 20, 1, 1, Fall("cutter"), 20, 1, 1, Fall("dart"), state=state)
    assert state.phase == "heal"
    for face in (1, 2, 3):
        choice = after(combat, face, state=state)
        assert combat.legal_actions(choice) == [Restore("cutter"), Restore("dart")]
        assert combat.end(after(combat, Restore("cutter"), state=choice)) == End("win", 3, 1, 2)
    for face in (4, 5, 6):
        assert combat.end(after(combat, face, state=state)) == End("win", 3, 0, 7)
    token = after(combat, 20, 1, 6, 20, 6, 20, 6, 1, state=replace(combat.start(), bonus=30))
    assert combat.legal_actions(token) == [Restore(TOKEN)]


def test_no_healing_without_a_loss_or_a_living_healer() -> None:
    combat = Combat(tribe_of("SF", 3, ["leetah"]), foe_of("sting-tail"))
    assert after(combat, 20, 6).phase == "over"
    assert after(combat, 20, 1, 1, Fall("leetah")).phase == "over", "she cannot restore herself"
    assert after(combat, 20, 1, 6).phase == "heal"
    assert after(combat, 1, 1, 6, 6).phase == "heal", "after an escape, too"


def test_healing_magic_comes_last_and_may_stay_in_hand() -> None:
    combat = Combat(tribe_of("SF", 3, ["leetah"]), foe_of("sting-tail"), magic=True)
    assert after(combat, 20, 6).phase == "over"
    state = after(combat, 20, 1, 1, Fall("leetah"))
    assert combat.legal_actions(state) == [Keep(), Restore("leetah")]
    assert combat.end(after(combat, Keep(), state=state)) == End("win", 1, 0, 1)
    assert combat.end(after(combat, Restore("leetah"), state=state)) == End("win", 1, 1, 0, cards=1)
    healed = after(combat, 20, 1, 6, 1, Restore(TOKEN))
    assert healed.phase == "over", "nothing is left to be restored"


def test_aid_is_played_before_the_first_round() -> None:
    combat = Combat(CUTTER, foe_of("madcoil"), ("sword", "levitation", "club"))
    assert combat.legal_actions(combat.initial_state()) == [Play(()), Play(("sword",))]
    assert after(combat, Play(()), 1, 6, 1).phase == "roll"
    later = replace(combat, rules=Rules(aid_timing="any_round"))
    again = after(later, Play(()), 1, 6, 1)
    assert again.phase == "aid"
    assert later.total(after(later, Play(("sword",)), state=again)) == 7 + 3 - 13


def test_chance_may_pick_the_character() -> None:
    combat = Combat(CUTTER, foe_of("bear"), rules=Rules(fallen_character="random"))
    state = after(combat, 1, 1, 1)
    assert combat.current_player(state) == CHANCE
    assert combat.chance_outcomes(state) == {Fall("moonshade"): 1, Fall("cutter"): 1}


def test_flesh_shaping_counts() -> None:
    tribe = replace(tribe_of("BMG", 1), members=(Member("tyldak", 2),))
    assert Combat(tribe, foe_of("bear")).total(Combat(tribe, foe_of("bear")).initial_state()) == 3


def test_foes() -> None:
    assert foe_of("Winnowill", "Metal Armor") == Foe("winnowill", 18, weapon="metal-armor")
    assert foe_of("guardians") == Foe("guardians", 17, 3, False)
    assert foe_of("guardians", rules=Rules(guardian_strength=9, guardian_wins=2)) == Foe("guardians", 9, 2, False)
    assert Combat(CUTTER, foe_of("bear")).objective == FIELD
    assert Combat(CUTTER, foe_of("guardians")).objective == GUARDIANS


@pytest.mark.parametrize(
    ("foe", "weapon", "message"),
    [
        ("baer", "", "there is no card 'baer'; did you mean 'bear'?"),
        ("cutter", "", "'cutter' is a character, and encounter is expected here"),
        ("bear", "sword", "foe: Bear cannot use Sword"),
        ("guardians", "crossbows", "foe: the Guardians cannot use Crossbows"),
        ("ice-trolls", "fire-magic", "'fire-magic' is magic, and weapon is expected here"),
    ],
)
def test_wrong_foes(foe: str, weapon: str, message: str) -> None:
    with pytest.raises(GnomonError) as caught:
        foe_of(foe, weapon)
    assert str(caught.value) == message


def test_wrong_fights() -> None:
    with pytest.raises(GnomonError, match="tribe: no elf is left in it, so it has lost"):
        Combat(tribe_of("WR", 0, ["petalwing"]), foe_of("bear"))
    with pytest.raises(GnomonError, match="hand: Sword is there twice, and the deck holds one"):
        Combat(CUTTER, foe_of("bear"), ("sword", "Sword"))
    with pytest.raises(GnomonError, match=r"there is no card 'swrd'; did you mean 'sword'\?"):
        Combat(CUTTER, foe_of("bear"), ("swrd",))
    combat = Combat(CUTTER, foe_of("bear"), ("levitation",))
    with pytest.raises(GnomonError, match="aid: Levitation is magic that only a Blue Mountain Glider can use"):
        combat.start(["levitation"])
    with pytest.raises(GnomonError, match="aid: Sword is not in the hand"):
        combat.start(["sword"])
    with pytest.raises(GnomonError, match="is not possible in the phase 'roll'"):
        combat.apply(combat.initial_state(), Keep())
    with pytest.raises(GnomonError, match="fight: it is not over yet"):
        combat.end(combat.initial_state())


def test_objectives() -> None:
    end = End("escape", lost=4, healed=1, strength_lost=6, cards=2)
    assert [score(end, one) for one in objective_of("win, survive, fewest-lost, fewest-lost-before-healing")] == [
        0, 1, -3, -4,
    ]  # fmt: skip
    assert [score(end, one) for one in objective_of(["least-strength-lost", "fewest-cards"])] == [-6, -2]
    with pytest.raises(WordsError, match="objective: 'win' stands in it twice"):
        objective_of("win, win")
    with pytest.raises(WordsError, match=r"objective: there is no 'sruvive'; did you mean 'survive'\?"):
        objective_of("sruvive")
    with pytest.raises(WordsError, match="objective: there is no ''; known are win, survive"):
        objective_of("")


def test_over_means_over() -> None:
    combat = Combat(CUTTER, foe_of("bear"))
    over = after(combat, 20, 6)
    assert combat.current_player(over) == TERMINAL
    assert not combat.legal_actions(over)
    assert not combat.chance_outcomes(over)
    assert combat.returns(over) == [1]
