"""The whole game: the contract on random games, sound states in better ones, the setup, and what cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from types import ModuleType
from typing import Any

import pytest
from oracles.quest_table import Table, dice, die, lying, table_box

from solver.errors import GnomonError
from solver.game import CHANCE
from solver.games.companion_quest import action, stage
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.players import greedy_player
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.sound import check_state
from solver.games.companion_quest.stage import Adventure, Choose, DrawQuest, Gather, Over, Reveal, Roll, Wild
from solver.games.companion_quest.state import Seat, State, Zone
from solver.manipulation import Shift
from solver.solve.contract import check_contract
from solver.solve.playthrough import Player, play, random_player, replay

OTHERS = Rules(
    take_back="whole_cards",
    meter_order="both_then_compare",
    lock="at_once",
    wake_whose="any_player",
    empty_zone="stays",
    start_snacks=3,
)


def mixed_player(game: CompanionQuest, rng: Random) -> Player:
    """Greedy for the most part, so that games last, and else at random."""
    greedy, random = greedy_player(game), random_player(rng)

    def choose(seen: Any, actions: Sequence[Any]) -> Any:
        return (random if rng.random() < 0.25 else greedy)(seen, actions)

    return choose


# ----- random games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_contract(players: int, games_to_play: int) -> None:
    game = CompanionQuest(players)
    check_contract(game, Random(players), players=players, plays=games_to_play, lowest=0, highest=1, must_end=True)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("rules", [Rules(), OTHERS])
def test_games_stay_sound(players: int, rules: Rules) -> None:
    """No die, snack or card is ever lost or made, with readings and numbers other than the default too."""
    game = CompanionQuest(players, Setting(players, rules, dangers=players))
    for seed in range(12):
        rng = Random(seed)
        them = [mixed_player(game, rng)] * players
        played = play(game, them, rng, watch=lambda state: check_state(game.setting, state))
        assert isinstance(played.end.stage, Over)
        assert played.returns == (int(played.end.stage.won),) * players
        assert played.end.turns < 100
        replay(game, played)


def test_every_stage_and_action_comes_about() -> None:
    seen: set[str] = set()

    def watch(state: State) -> None:
        seen.add(type(state.stage).__name__)

    rng = Random(5)
    for seed in range(40):
        players = 1 + seed % 4
        game = CompanionQuest(players, Setting(players, Rules(start_snacks=3)))
        played = play(game, [mixed_player(game, rng)] * players, rng, watch=watch)
        seen.update(type(move).__name__ for _, move in played.moves)
    made = {name for module in (action, stage) for name, one in vars(module).items() if is_own_class(one, module)}
    assert made - seen == set()


def is_own_class(one: object, module: ModuleType) -> bool:
    return isinstance(one, type) and one.__module__ == module.__name__


# ----- setup ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_setup(players: int) -> None:
    game = CompanionQuest(players, Setting(players, Rules(start_snacks=2)))
    state, rng = game.initial_state(), Random(players)
    assert [seat.gnome for seat in state.seats] == list(game.setting.gnomes)
    for seat in state.seats:
        assert seat.awake == (game.setting.box.gnomes[seat.gnome].starter,)
        assert (seat.snacks, seat.ready, seat.resting) == (2, True, ())
    stages = []
    while game.current_player(state) == CHANCE:
        stages.append(state.stage)
        outcomes = game.chance_outcomes(state)
        if isinstance(state.stage, DrawQuest):
            assert len(outcomes) == 4
        state = game.apply(state, rng.choice(list(outcomes)))
    assert stages == [DrawQuest()] * 3 + [Reveal(0), Reveal(1), Reveal(2)] + [Wild()] * 4
    assert [game.setting.box.quests[name].stage for name in state.quests] == [1, 2, 3]
    assert all(zone.card and zone.below == 3 for zone in state.zones)
    assert sum(state.hidden) == 9
    assert len(state.wild) == 4
    assert not any(game.setting.box.companions[name].starter for name in state.wild)
    assert (state.gnome, state.foe, state.hat, state.turn, state.turns) == (0, 1, 0, 0, 1)
    assert isinstance(state.stage, Gather)
    assert state.locked == any(game.setting.box.problems[zone.card].danger for zone in state.zones)


def test_what_is_given_is_not_drawn() -> None:
    setting = Setting(2, quests=("mill-pond", "hill-road", "last-portal"), gnomes=("nettle", "mossy"), dangers=4)
    state = CompanionQuest(setting=setting).initial_state()
    assert state.stage == Reveal(0)
    assert state.quests == ("mill-pond", "hill-road", "last-portal")
    assert [seat.gnome for seat in state.seats] == ["nettle", "mossy"]
    assert state.hidden == (8, 4)


def test_games_are_the_same_from_the_same_seed() -> None:
    game = CompanionQuest(2)
    assert play(game, [greedy_player(game)] * 2, Random(3)) == play(game, [greedy_player(game)] * 2, Random(3))


def test_returns_before_the_end() -> None:
    game = CompanionQuest(2)
    with pytest.raises(GnomonError, match="the game is not over"):
        game.returns(game.initial_state())


def test_all_see_everything() -> None:
    table = Table(["[4]"], "b4")
    assert all(table.game.observation(table.state, player) == table.state for player in range(2))


# ----- states that cannot be ------------------------------------------------------------------------------

START = Table(["[any] [any] [any] [any]", "twin-troll", "rust-rat"], on=["A b1"], wild=("adder",)).state
ZONES = START.zones
SEATS = START.seats


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seats": SEATS[:1]}, "seats: 1 gnomes, the game is for 2"),
        ({"turn": 2}, "turn: there is no gnome 3 among 2"),
        ({"gnome": 1}, "meter: after 0 quests the Gnome does not stand on 1"),
        ({"foe": 0}, "meter: the Gnome on 0 has not caught Gu'Gu on 0, and the game goes on"),
        ({"foe": 4}, "meter: Gu'Gu on 4 has not escaped, and the portal is on 4"),
        ({"stage": Over(won=True)}, "meter: the game is won, and Gu'Gu on 2 is ahead of the Gnome on 0"),
        ({"quests": ("plain-pth", "long-path")}, "quests: there is no quest 'plain-pth'; did you mean 'plain-path'?"),
        ({"quests": ("long-path", "last-path")}, "quests: of the stages 2, 3 in this order; stage 1 is next"),
        ({"quests": ("plain-path",)}, "quests: 1 and 0 completed, there are 3 in the game"),
        ({"hat": 3}, "hat: it has passed 3 spaces with 0 dice, the path has 3"),
        ({"hat": 2, "path": dice("b1 b2")}, "hat: it has passed 2 spaces with 2 dice, the path has 3"),
        ({"path": dice("b2")}, "quest: the dice on plain-path cannot lie so"),
        ({"solved": ("seesew",)}, "zones: there is no portal problem 'seesew'; did you mean 'seesaw'?"),
        ({"solved": ("rust-rat",)}, "zones: portal problem rust-rat is there 2 times, and exists once"),
        ({"hidden": (8, 0)}, "zones: 3 cards are or were face up, 8 lie face down; there are 12 in the game"),
        ({"zones": (replace(ZONES[0], below=2), *ZONES[1:])}, "zones: under their cards lie 2 and 3 and 3, and 9"),
        ({"hidden": (8, 1)}, "dangers: 2 are or were face up and 1 lie face down, there are 2 in the game"),
        (
            {"zones": (replace(ZONES[0], dice=lying("A b1, A b2")), *ZONES[1:])},
            "zone 1: 2 dice lie on space A, which takes one",
        ),
        ({"zones": (replace(ZONES[0], dice=lying("E b1")), *ZONES[1:])}, "has 4 spaces, there is no space E"),
        ({"zones": (replace(ZONES[0], dice=((1, die("b1")), (0, die("b2")))), *ZONES[1:])}, "zone 1: its dice are not"),
        ({"zones": (ZONES[0], replace(ZONES[1], dice=lying("A b1")), ZONES[2])}, "takes pairs, and one 1 has no part"),
        ({"locked": False}, "locked: a danger lies face up"),
        ({"seats": (Seat("crumbls"), SEATS[1])}, "gnome 1: there is no gnome 'crumbls'; did you mean 'crumbles'?"),
        ({"seats": (SEATS[1], SEATS[1])}, "seats: gnome bubbles is there 2 times, and exists once"),
        ({"seats": (replace(SEATS[0], snacks=-1), SEATS[1])}, "gnome 1: -1 snacks are fewer than none"),
        ({"seats": (replace(SEATS[0], awake=("waker", "adder")), SEATS[1])}, "gnome 1: its companions are not sorted"),
        ({"seats": (replace(SEATS[0], awake=("adder",)), SEATS[1])}, "companions: companion adder is there 2 times"),
        ({"wild": ("prost",)}, "wilderness: prost comes with a gnome and is never wild"),
        ({"gone": ("adr",)}, "discarded companions: there is no companion 'adr'; did you mean 'adder'?"),
        (
            {"wild": ("adder", "baker", "freer", "painter", "tamer")},
            "wilderness: 5 companions lie face up, there is room",
        ),
        ({"roused": 13}, "roused: 13 companions, 12 at most are woken in a turn"),
        ({"hand": dice("b1 b2 b3")}, "dice: 4 blue dice (hand 3, zone 1 1), the game has 3"),
        ({"shared": "blue", "hand": dice("b1 b2")}, "dice: 4 blue dice (hand 2, zone 1 1, shared 1), the game has 3"),
        ({"hand": (die("r2"), die("r1"))}, "hand: its dice are not sorted by colour and face"),
        ({"hand": (die("r1")._replace(face=7),)}, "hand: a die shows 1 to 6, not 7"),
        ({"hand": (die("r1")._replace(colour="white"),)}, "hand: there is no white die in the game"),
        ({"shared": "white"}, "shared: there is no white die in the game"),
        ({"gathered": (0, 0, 0, 0, 0, -1), "stage": Roll()}, "gathered: -1 dice of a colour are fewer than none"),
        ({"stage": Gather(), "hand": dice("r1")}, "stage: dice are rolled or on the quest before they are gathered"),
        ({"gathered": (1, 0, 0, 0, 0, 0)}, "stage: dice that were gathered are not rolled"),
        ({"stage": Choose(Shift(), 1, "adder")}, "stage: adder, whose ability is in use, does not rest"),
    ],
)
def test_states_that_cannot_be(fields: dict[str, Any], message: str) -> None:
    setting = Setting(2, box=table_box(["[any] [any] [any] [any]"]))
    check_state(setting, START)
    with pytest.raises(GnomonError) as caught:
        check_state(setting, replace(START, **fields))
    assert message in str(caught.value)


def test_dice_that_cannot_lie_so() -> None:
    setting = Setting(2, box=table_box(["[even] [any]"]))
    wrong = Table(["[even] [any]"]).state
    zone = Zone("[even] [any]", lying("A b1"), 3)
    with pytest.raises(
        GnomonError, match=r"zone 1: the dice on \[even\] \[any\] cannot lie so: A \[even\] does not take b1"
    ):
        check_state(setting, wrong.but(zones=(zone, *wrong.zones[1:])))
    with pytest.raises(GnomonError, match="zone 2: dice without a card"):
        check_state(setting, wrong.but(zones=(wrong.zones[0], Zone("", lying("A b1"), 0), wrong.zones[2])))


def test_adventure_without_anything_to_do_is_to_end() -> None:
    table = Table(seats=[Seat("crumbles"), Seat("bubbles", ready=False)], stage=Adventure())
    assert table.said() == ["end the turn"]
