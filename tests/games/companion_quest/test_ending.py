"""The end of a turn: the hat, quests, problems, the Mischief Meter, and the cards that are turned over."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from oracles.quest_table import Table, dice, die

from solver.game import TERMINAL
from solver.games.companion_quest.action import End
from solver.games.companion_quest.ending import tally, unseen
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Gather, Over, Reveal, Wild
from solver.games.companion_quest.state import Seat, State, Zone

FULL = "[any]"
BOTH = Rules(meter_order="both_then_compare")


def table(problems: int, quest: bool, rules: Rules | None = None, gap: int = 1, **fields: Any) -> Table:
    """A turn at whose end so many problems are solved, and the quest completed or not."""
    on = ["A b1", "A r4", "A y3"][:problems]
    hand, hat = ("p3", 2) if quest else ("", 0)
    made = Table([FULL, "[4]", "[1-3]"], hand, on=on, rules=rules, hat=hat, foe=gap, **fields)
    if quest:
        made.do("place p3 on the quest space C")
    return made


# ----- the Mischief Meter ---------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", [1, 2, 3])
@pytest.mark.parametrize("quest", [False, True])
@pytest.mark.parametrize("problems", [0, 1, 2, 3])
def test_the_meter_by_hand(gap: int, quest: bool, problems: int) -> None:
    """By the reading `meter_order` of the default and of `both_then_compare`."""
    walked = {0: 1, 1: 0, 2: -1, 3: -1}[problems]
    gnome, foe = int(quest), gap + walked
    for rules in (Rules(), BOTH):
        made = table(problems, quest, rules, gap)
        caught_first = rules.meter_order == "hat_first" and gnome == gap
        won = caught_first or gnome >= foe
        lost = not won and foe == 4
        found = tally(made.game.setting, made.state)
        assert found.solved == tuple(range(problems))
        assert (found.steps, found.quest, found.gnome) == (int(quest), quest, gnome)
        assert found.foe == (gap if caught_first else foe)
        assert found.won == (True if won else False if lost else None)
        state = made.do(End())
        assert (state.gnome, state.foe) == (found.gnome, found.foe)
        assert isinstance(state.stage, Over) == (won or lost)
        if won or lost:
            assert state.stage == Over(won=won)
            assert made.game.current_player(state) == TERMINAL
            assert made.game.returns(state) == [int(won)] * 2


def test_a_quest_without_a_problem_wins_only_if_the_hat_is_first() -> None:
    """Ruling `meter_order`: with `meter_order="both_then_compare"` Gu'Gu has gone on by then."""
    assert table(0, quest=True).do(End()).stage == Over(won=True)
    away = table(0, quest=True, rules=BOTH).do(End())
    assert (away.gnome, away.foe) == (1, 2)
    assert not isinstance(away.stage, Over)


def test_the_portal_is_the_end() -> None:
    state = table(0, quest=False, gap=3).do(End())
    assert state.stage == Over(won=False)
    assert state.foe == 4


def test_the_gnome_catches_him_before_he_escapes() -> None:
    assert table(0, quest=True, gap=1).do(End()).stage == Over(won=True)


def test_nothing_left_to_solve() -> None:
    """Ruling `empty_zone`: Gu'Gu goes on all the same, or not by `empty_zone="stays"`."""
    assert Table().do(End()).foe == 3
    assert Table(rules=Rules(empty_zone="stays")).do(End()).foe == 2
    one_left = Table([FULL], rules=Rules(empty_zone="stays"))
    assert one_left.do(End()).foe == 3
    last = Table([FULL], on=["A r1"], rules=Rules(empty_zone="stays"))
    last.state = last.state.but(
        hidden=(0, 0), zones=(replace(last.state.zones[0], below=0), Zone("", (), 0), Zone("", (), 0))
    )
    assert last.game.apply(last.state, End()).foe == 2


# ----- the quest ------------------------------------------------------------------------------------------


def test_a_completed_quest_brings_rewards_capacity_and_a_new_wilderness() -> None:
    wild, gone = ("ash-mole", "moon-owl"), ("rain-newt",)
    seats = [Seat("crumbles", snacks=1), Seat("bubbles")]
    made = table(1, quest=True, gap=3, seats=seats, wild=wild, gone=gone)
    state = made.do(End(), "seesaw")
    assert state.quests == ("long-path", "last-path")
    assert (state.done, state.gnome, state.hat, state.path) == (1, 1, 0, ())
    assert [seat.snacks for seat in state.seats] == [2, 1]  # of this card, one each for two gnomes
    assert (state.wild, state.gone) == ((), ("ash-mole", "moon-owl", "rain-newt"))
    assert not {*wild, *gone} & made.outcomes().keys()
    state = made.do("star-bat", "adder", "cactus-wren", "dune-dog")
    assert state.wild == ("adder", "cactus-wren", "dune-dog", "star-bat")
    assert isinstance(state.stage, Gather)
    assert max(len(action.colours) for action in made.actions()) == 4


@pytest.mark.parametrize(("players", "snacks"), [(1, 3), (2, 1), (3, 1), (4, 1)])
def test_rewards_go_by_the_number_of_gnomes(players: int, snacks: int) -> None:
    names = ("crumbles", "bubbles", "stibbles", "mossy")[:players]
    state = table(1, quest=True, gap=3, seats=[Seat(name) for name in names]).do(End())
    assert {seat.snacks for seat in state.seats} == {snacks}


def test_the_hat_goes_as_far_as_the_dice_and_stays_otherwise() -> None:
    made = Table([FULL], "b1 p2", on=["A r1"])
    made.do("place b1 on the quest space A", "place p2 on the quest space B", End(), "seesaw")
    assert made.state.hat == 2
    assert Table([FULL], on=["A r1"], hat=1).do(End()).hat == 1


# ----- problems -------------------------------------------------------------------------------------------


def test_dice_stay_until_the_problem_is_solved() -> None:
    made = Table(["[any]*2", "[any]*3"], on=["A b1, B r1", "A y2"], wild=("adder",))
    state = made.do(End())
    assert state.zones[0] == Zone("", (), 3)
    assert state.zones[1].dice == ((0, die("y2")),)
    assert "[any]*2" in state.solved
    assert state.supply() == (3, 2, 3, 3, 3, 3)
    assert state.stage == Reveal(0)
    assert made.do("seesaw").zones[0] == Zone("seesaw", (), 2)


def test_zones_are_refilled_one_after_the_other() -> None:
    made = Table([FULL, "[any]*2", "[4]"], on=["A b1", "", "A b4"])
    assert made.do(End()).stage == Reveal(0)
    assert made.do("seesaw").stage == Reveal(2)
    assert "seesaw" not in made.outcomes()
    assert isinstance(made.do("three-bells").stage, Wild)


def test_a_danger_that_is_revealed_locks_the_quest() -> None:
    made = Table([FULL], on=["A b1"], wild=("adder", "ash-mole", "moon-owl", "rain-newt"))
    state = made.do(End(), "bog-bear")
    assert state.locked
    assert isinstance(state.stage, Gather)
    made.do("gather blue", dice("b1"))
    assert made.said()[2:] == ["gnome 1: turn b1 to 2", "gnome 1: turn b1 to 6"]


def test_the_token_goes_when_the_last_danger_is_beaten() -> None:
    made = Table(["health 5 : any"], on=["A b6"], wild=("adder", "ash-mole", "moon-owl", "rain-newt"))
    assert made.state.locked
    assert not made.do(End(), "seesaw").locked
    again = Table(["health 5 : any"], on=["A b6"], wild=("adder", "ash-mole", "moon-owl", "rain-newt"))
    assert again.do(End(), "bog-bear").locked


def test_a_danger_counts_as_a_problem() -> None:
    made = Table(["health 5 : any", FULL], on=["A b6", "A r1"])
    assert made.do(End()).foe == 1


def test_what_may_lie_on_top() -> None:
    """Each danger and each challenge that is not seen is as likely as any other of its kind."""
    made = Table([FULL, "bog-bear"], on=["A b1"])
    made.do(End())
    weights = made.outcomes()
    box = made.game.setting.box
    total = sum(weights.values())
    danger = {name for name in weights if box.problems[name].danger}
    assert Fraction(sum(weights[name] for name in danger), total) == Fraction(1, 6)  # one of six cards face down
    assert len({weights[name] for name in danger}) == 1
    assert len({weights[name] for name in weights.keys() - danger}) == 1
    assert not {"bog-bear", *made.state.solved} & weights.keys()


def test_setup_odds() -> None:
    """Dangers showing after the setup: 6/11, 9/22 and 1/22, by turning the cards over one by one."""
    setting = Setting(2)
    chances: dict[tuple[int, State], Fraction] = {(0, State((Seat("crumbles"), Seat("bubbles")))): Fraction(1)}
    for _ in range(3):
        then: dict[tuple[int, State], Fraction] = {}
        for (shown, state), chance in chances.items():
            weights = unseen(setting, state)
            for name, weight in weights.items():
                danger = setting.box.problems[name].danger
                challenges, dangers = state.hidden
                after = state.but(hidden=(challenges - (not danger), dangers - danger))
                key = shown + danger, after  # which card it was does not matter here
                then[key] = then.get(key, Fraction(0)) + chance * Fraction(weight, sum(weights.values()))
        chances = then
    found = {shown: chance for (shown, _), chance in chances.items()}
    assert found == {0: Fraction(6, 11), 1: Fraction(9, 22), 2: Fraction(1, 22)}


# ----- the next gnome -------------------------------------------------------------------------------------


def test_one_unused_die_is_passed_on_and_the_rest_goes_home() -> None:
    made = Table(["[4] [4]"], "b3 b5 g2", wild=("adder", "ash-mole", "moon-owl", "rain-newt"), foe=1)
    assert made.said(End) == ["end the turn", "end the turn and pass on blue", "end the turn and pass on green"]
    state = made.do(End("green"))
    assert (state.turn, state.turns, state.shared, state.hand) == (1, 2, "green", ())
    assert state.supply() == (3, 3, 3, 3, 3, 2)
    state = made.do("gather blue", dice("b3"), dice("g4"), End("green"))
    assert (state.turn, state.shared) == (0, "green")  # it may be passed on again
    assert made.do("gather nothing", dice("g1"), "end the turn").shared == ""


def test_no_sharing() -> None:
    path = {
        "name": "mine",
        "type": "quest",
        "stage": 1,
        "task": "[any]*2",
        "flag": "no-sharing",
        "reward": [1, 1, 1, 1],
    }
    assert Table(["[4]"], "b3", quests=[path]).said(End) == ["end the turn"]


def test_a_game_that_is_broken_off_is_lost() -> None:
    made = Table([FULL], on=["A r1"], wild=("adder", "ash-mole", "moon-owl", "rain-newt"), turns=1000)
    assert made.do(End(), "seesaw").stage == Over(won=False)
