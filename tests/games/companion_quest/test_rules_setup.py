"""The setup by the rulebook: what is in the box, where it lies, and how likely it is to lie so."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import comb
from random import Random

import pytest
from oracles.quest_table import Table, dice

from solver.game import CHANCE
from solver.games.companion_quest.action import End, Take
from solver.games.companion_quest.content import box
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.sound import check_state
from solver.games.companion_quest.stage import DrawQuest, Gather, Over, Reveal, Wild
from solver.games.companion_quest.state import Seat, State

QUESTS = ("mill-pond", "hill-road", "star-bridge")


def set_up(setting: Setting, seed: int = 1) -> State:
    """A state in which the first gnome gathers."""
    game, rng = CompanionQuest(setting=setting), Random(seed)
    state = game.initial_state()
    while game.current_player(state) == CHANCE:
        state = game.apply(state, rng.choice(list(game.chance_outcomes(state))))
    return state


# ----- the quests -----------------------------------------------------------------------------------------


def test_one_quest_of_each_stage_each_as_likely_as_the_others() -> None:
    game = CompanionQuest(2)
    state, stages = game.initial_state(), []
    while isinstance(state.stage, DrawQuest):
        outcomes = game.chance_outcomes(state)
        assert len(outcomes) == 4
        assert set(outcomes.values()) == {1}
        stages.append({box().quests[name].stage for name in outcomes})
        state = game.apply(state, next(iter(outcomes)))
    assert stages == [{1}, {2}, {3}]


def test_the_first_stage_lies_on_top_and_the_hat_at_its_start() -> None:
    state = set_up(Setting(2, quests=QUESTS))
    assert state.quests == QUESTS  # all of them lie face up
    assert [box().quests[name].stage for name in state.quests] == [1, 2, 3]
    assert (state.hat, state.path, state.done) == (0, (), 0)


# ----- the portal problems --------------------------------------------------------------------------------


def test_ten_challenges_and_two_dangers_in_three_zones_of_four() -> None:
    game = CompanionQuest(2, Setting(2, quests=QUESTS))
    state = game.initial_state()
    assert state.hidden == (10, 2)
    assert [zone.below for zone in state.zones] == [4, 4, 4]
    state = set_up(game.setting)
    assert [zone.below for zone in state.zones] == [3, 3, 3]  # the top card of each lies face up
    assert all(zone.card and not zone.dice for zone in state.zones)


def test_chances_of_the_first_cards_by_turning_over_all_there_are() -> None:
    """Dangers showing: 6/11, 9/22 and 1/22, and each card of a kind lies on top of a zone as often as another."""
    game = CompanionQuest(2, Setting(2, quests=QUESTS))
    shown: dict[int, Fraction] = defaultdict(Fraction)
    on_top: dict[tuple[int, str], Fraction] = defaultdict(Fraction)

    def turn_over(state: State, chance: Fraction) -> None:
        if not isinstance(state.stage, Reveal):
            cards = [zone.card for zone in state.zones]
            shown[sum(box().problems[card].danger for card in cards)] += chance
            for at, card in enumerate(cards):
                on_top[at, card] += chance
            return
        outcomes = game.chance_outcomes(state)
        total = sum(outcomes.values())
        for card, weight in outcomes.items():
            turn_over(game.apply(state, card), chance * Fraction(weight, total))

    turn_over(game.initial_state(), Fraction(1))
    assert shown == {0: Fraction(6, 11), 1: Fraction(9, 22), 2: Fraction(1, 22)}
    assert on_top == {  # 10 of 20 challenges and 2 of 8 dangers are among the 12
        (zone, card): Fraction(1, 12) / (4 if problem.danger else 2)
        for zone in range(3)
        for card, problem in box().problems.items()
    }


def test_a_danger_among_them_puts_the_token_on_the_quest() -> None:
    seen = set()
    for seed in range(30):
        state = set_up(Setting(2), seed)
        dangers = sum(box().problems[zone.card].danger for zone in state.zones)
        assert state.locked == (dangers > 0)
        seen.add(state.locked)
    assert seen == {True, False}


# ----- wilderness, chase, dice and gnomes -----------------------------------------------------------------


def test_four_companions_lie_face_up_each_as_likely_as_the_others() -> None:
    game = CompanionQuest(2, Setting(2, quests=QUESTS))
    state, number = game.initial_state(), 51
    while game.current_player(state) == CHANCE:
        outcomes = game.chance_outcomes(state)
        if isinstance(state.stage, Wild):
            assert len(outcomes) == number
            assert set(outcomes.values()) == {1}
            number -= 1
        state = game.apply(state, next(iter(outcomes)))
    assert number == 47
    assert len(state.wild) == 4


def test_the_gnome_begins_on_the_first_space_and_gugu_one_ahead_three_from_the_portal() -> None:
    state = set_up(Setting(2))
    assert (state.gnome, state.foe, Rules().portal) == (0, 1, 4)
    table = Table(["[4]"], foe=1, wild=("ash-mole", "moon-owl", "rain-newt", "star-bat"))
    table.do(End(), Take(()), End(), Take(()))
    assert table.state.foe == 3
    assert table.do(End()).stage == Over(won=False)


@pytest.mark.parametrize("gap", [1, 2, 3])
def test_how_far_ahead_gugu_begins_is_a_number_of_the_rules(gap: int) -> None:
    assert set_up(Setting(2, Rules(start_gap=gap))).foe == gap


def test_all_eighteen_dice_lie_on_their_spaces() -> None:
    assert set_up(Setting(4)).supply() == (3, 3, 3, 3, 3, 3)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_gnome_has_its_starter_its_ability_face_up_and_a_snack(players: int) -> None:
    state = set_up(Setting(players))
    assert len(state.seats) == players
    for seat in state.seats:
        starter = box().gnomes[seat.gnome].starter
        assert seat == Seat(seat.gnome, ready=True, snacks=1, awake=(starter,))
    more = set_up(Setting(players, Rules(start_snacks=2)))
    assert [seat.snacks for seat in more.seats] == [2] * players


def test_the_players_choose_gnomes_and_who_begins() -> None:
    state = set_up(Setting(3, gnomes=("nettle", "crumbles", "mossy")))
    assert [seat.gnome for seat in state.seats] == ["nettle", "crumbles", "mossy"]
    assert (state.turn, state.turns) == (0, 1)
    assert isinstance(state.stage, Gather)
    assert state.seats[0].awake == ("burr",)


def test_snacks_beyond_the_twenty_tokens() -> None:
    table = Table(hand="p3", seats=[Seat("crumbles", snacks=15), Seat("bubbles", snacks=15)], hat=2, foe=3)
    table.do("place p3 on the quest space C")
    state = table.do(End())
    assert [seat.snacks for seat in state.seats] == [16, 16]
    check_state(table.game.setting, state)


# ----- easy and hard --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dangers", "mode"), [(0, "easy"), (1, "easy"), (2, "normal"), (3, "hard"), (4, "hard")])
def test_easy_and_hard_games_have_other_dangers_and_twelve_cards_all_the_same(dangers: int, mode: str) -> None:
    setting = Setting(2, quests=QUESTS, dangers=dangers)
    game = CompanionQuest(setting=setting)
    state = game.initial_state()
    assert setting.mode == mode
    assert state.hidden == (12 - dangers, dangers)
    outcomes = game.chance_outcomes(state)
    found = sum(weight for name, weight in outcomes.items() if box().problems[name].danger)
    assert Fraction(found, sum(outcomes.values())) == Fraction(dangers, 12)


def test_dangers_showing_in_the_hardest_game_by_counting_cards() -> None:
    """Four of twelve are dangers, three of twelve lie face up; all cards of a kind alike."""
    game = CompanionQuest(setting=Setting(2, quests=QUESTS, dangers=4))
    chances = {(game.initial_state(), 0): Fraction(1)}
    for _ in range(3):
        then: dict[tuple[State, int], Fraction] = {}
        for (state, shown), chance in chances.items():
            outcomes = game.chance_outcomes(state)
            for kind in (False, True):
                names = [name for name in outcomes if box().problems[name].danger is kind]
                weight = sum(outcomes[name] for name in names)
                key = game.apply(state, names[0]), shown + kind
                then[key] = then.get(key, Fraction(0)) + chance * Fraction(weight, sum(outcomes.values()))
        chances = then
    found: dict[int, Fraction] = defaultdict(Fraction)
    for (_, shown), chance in chances.items():
        found[shown] += chance
    assert found == {n: Fraction(comb(4, n) * comb(8, 3 - n), comb(12, 3)) for n in range(4)}


def test_a_die_has_six_numbers() -> None:
    table = Table(stage=Gather())
    table.do(Take(("red",)))
    assert table.outcomes() == {dice(f"r{face}"): 1 for face in range(1, 7)}
