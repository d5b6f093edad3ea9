"""The whole game: the contract on random games, and every rule on a position of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import count
from random import Random
from types import ModuleType
from typing import Any

import pytest
from oracles.gnome_table import GAME, MARKET, OPEN, actions, apply, dice, die, position, with_bag

from solver.dice import Rolled
from solver.errors import GnomonError
from solver.game import CHANCE
from solver.games.gnome_kingdom import action, stage
from solver.games.gnome_kingdom.action import (
    AnotherTurn,
    Approach,
    Clan,
    Colours,
    Complete,
    Done,
    Exchange,
    Gather,
    Keep,
    Receive,
    Search,
    Sit,
    Solve,
    Step,
    Trade,
    Use,
)
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.forest import Forest
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.powers import ABILITIES
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.skills import skills
from solver.games.gnome_kingdom.sound import check_state
from solver.games.gnome_kingdom.stage import (
    Acting,
    Aftermath,
    Attempt,
    Bonus,
    Deal,
    FillMarket,
    FillPool,
    GiveBack,
    Move,
    Over,
    Refill,
    Roll,
    Settle,
    Take,
    Throw,
    TurnOver,
)
from solver.games.gnome_kingdom.state import Seat, State, bag_of, kinds_in
from solver.games.gnome_kingdom.tiles import CROWN, Pile
from solver.manipulation import STOP, Give, Lend, Paint, Turn
from solver.manipulation import Roll as Reroll
from solver.solve.contract import check_contract
from solver.solve.playthrough import play, random_player, replay

LEVEL_ONE = {(1, 0): "two-or-five", (1, 1): "one-or-six", (1, 2): "four-to-six"}


# ----- random games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_contract(players: int, games_to_play: int) -> None:
    """In every game no die, resource, card or tile is lost or made, and it ends.

    What is lost stays lost, so that it is enough to count from time to time.
    """
    game, states = GnomeKingdom(players), count()

    def sound(state: State) -> None:
        if next(states) % 4 == 0 or isinstance(state.stage, Over):
            check_state(game.setting, state)

    check_contract(
        game,
        Random(players),
        players=players,
        plays=games_to_play,
        lowest=0,
        highest=1,
        must_end=True,
        also=sound,
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end_with_the_round_in_which_the_crown_is_found(players: int) -> None:
    game = GnomeKingdom(players)
    for seed in range(8):
        rng = Random(seed)
        random = random_player(rng)
        played = play(game, [random] * players, rng)
        assert isinstance(played.end.stage, Over)
        assert played.end.finder is not None
        assert played.end.turn == players - 1
        assert played.returns is not None
        assert sum(played.returns) == 1
        replay(game, played)


def test_every_stage_and_action_comes_about() -> None:
    """In random games; negotiators are too rare to wait for."""
    seen: set[str] = set()

    def watch(state: State) -> None:
        seen.add(type(state.stage).__name__)

    rng = Random(5)
    for seed in range(12):
        game = GnomeKingdom(2 + seed % 4)
        random = random_player(rng)
        played = play(game, [random] * 5, rng, watch=watch)
        seen.update(type(move).__name__ for _, move in played.moves)
    modules = (action, stage)
    made = {name for module in modules for name, one in vars(module).items() if is_own_class(one, module)}
    assert made - seen <= {"Approach", "Trade", "Negotiate", "AnotherTurn", "Gather"}


def is_own_class(one: object, module: ModuleType) -> bool:
    return isinstance(one, type) and one.__module__ == module.__name__


# ----- setup ----------------------------------------------------------------------------------------------


def test_clans_are_chosen_in_turn() -> None:
    state = GAME.initial_state()
    assert [str(action) for action in GAME.legal_actions(state)] == [
        "clan mushroom",
        "clan leaf",
        "clan berry",
        "clan acorn",
        "clan pebble",
    ]
    state = apply(state, Clan("berry"))
    assert Clan("berry") not in GAME.legal_actions(state)
    state = apply(state, Clan("acorn"))
    assert [(seat.clan, seat.space, kinds_in(seat.bag)) for seat in state.seats] == [
        ("berry", 2, ("berry",)),
        ("acorn", 3, ("acorn",)),
    ]
    assert state == GnomeKingdom(setting=Setting(2, clans=("berry", "acorn"))).initial_state()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_market_cards_and_pool(players: int) -> None:
    game = GnomeKingdom(setting=Setting(players, clans=("mushroom", "leaf", "berry", "acorn", "pebble")[:players]))
    state, rng = game.initial_state(), Random(1)
    assert state.supply() == (7, 8, 8, 8, 8)
    assert game.chance_outcomes(state)[Rolled("red", 3)] == 7
    assert game.chance_outcomes(state)[Rolled("green", 3)] == 8
    while game.current_player(state) == CHANCE and not isinstance(state.stage, Roll):
        outcomes = game.chance_outcomes(state)
        if isinstance(state.stage, FillPool):
            assert outcomes == dict(zip(COLOURS, state.supply(), strict=True))
        state = game.apply(state, rng.choice(list(outcomes)))
    assert len(state.market) == players + 2
    assert len(state.open_cards) == 5
    assert sum(state.pool) == 2
    assert (state.turn, state.turns, state.size) == (0, 1, 2)
    assert isinstance(GnomeKingdom(setting=Setting(2, clans=("leaf", "acorn"))).initial_state().stage, FillMarket)


def test_settings_that_cannot_be() -> None:
    for fields, message in (
        ({"players": 1}, "2 to 5 can play, not 1"),
        ({"clans": ("leaf", "lef")}, "there is no clan 'lef'"),
        ({"clans": ("leaf", "leaf")}, "2 players need as many different clans"),
        ({"market": -1}, "it holds 1 to 20 dice"),
    ):
        with pytest.raises(GnomonError, match=message):
            Setting(**fields)  # type: ignore[arg-type]


# ----- dice -----------------------------------------------------------------------------------------------


def test_refill_up_to_the_size_in_colours_of_choice() -> None:
    state = position(stage=Aftermath(), roll=dice("r1"), size=3)
    state = apply(state, Done())
    assert state.stage == Refill(2)
    assert state.pool == (1, 0, 0, 0, 0)
    assert len(GAME.legal_actions(state)) == 15  # two of five colours, with repetition
    state = apply(state, Colours(("red", "green")))
    assert state.pool == (2, 1, 0, 0, 0)
    assert isinstance(state.stage, Roll)
    state = apply(state, (2, 5))
    assert GAME.chance_outcomes(state) == {(face,): 1 for face in range(1, 7)}
    state = apply(state, (4,))
    assert state.roll == dice("g4 r2 r5")
    assert isinstance(state.stage, Attempt)


def test_no_refill_when_the_pool_is_full() -> None:
    assert isinstance(apply(position(stage=Aftermath(), roll=dice("r1 r2")), Done()).stage, Roll)


def test_refill_with_what_is_left() -> None:
    own = dice("r1 r1 r1 r1 r1 r1")
    state = position(Seat("mushroom", space=0), Seat("leaf", space=1, own=own), stage=Aftermath(), size=3)
    state = apply(state, Done())
    assert state.supply()[0] == 0
    assert all("red" not in action.colours for action in GAME.legal_actions(state))


def test_rolling_by_colour_is_rolling_all() -> None:
    state = position(stage=Roll(), pool=(2, 1, 0, 0, 0), size=3)
    weights: Counter[tuple[Rolled, ...]] = Counter()
    for reds, number in GAME.chance_outcomes(state).items():
        after = GAME.apply(state, reds)
        for greens, more in GAME.chance_outcomes(after).items():
            weights[GAME.apply(after, greens).roll] += number * more
    assert sum(weights.values()) == 6**3
    assert weights[dice("g1 r1 r1")] == 1
    assert weights[dice("g1 r1 r2")] == 2


# ----- solving and searching ------------------------------------------------------------------------------


def test_solving_keeps_a_die_of_the_task_and_goes_on() -> None:
    state = position(roll=dice("b2 r3 g6"), size=3)
    assert [action.keep for action in actions(state, Solve)] == [die("b2"), die("r3")]
    state = apply(state, Solve(die("r3")))
    assert state.mover.own == dice("r3")
    assert state.roll == dice("b2 g6")
    assert GAME.legal_actions(state) == [Step((1, 0)), Step((1, 1))]
    state = apply(state, Step((1, 1)))
    assert state.stage == TurnOver((1, 1), solved=True)
    state = apply(state, "four-to-six")
    kinds = GAME.setting.tiles["four-to-six"].spaces
    assert GAME.legal_actions(state) == [Sit(0), Sit(1), Sit(2)]
    state = apply(state, Sit(1))
    assert (state.mover.place, state.mover.space) == ((1, 1), 1)
    assert state.mover.bag == bag_of(kinds[1])
    assert isinstance(state.stage, Aftermath)


def test_the_clan_colour_is_that_of_the_player() -> None:
    seats = (Seat("mushroom", place=(1, 0), space=0), Seat("leaf", place=(1, 0), space=1))
    state = position(*seats, tiles={(1, 0): "clan-high"}, roll=dice("g5 r2"))
    assert not actions(state, Solve)
    assert [action.keep for action in actions(replace(state, turn=1), Solve)] == [die("g5")]


def test_more_dice_than_there_are_cannot_be_solved() -> None:
    tiles = {(1, 0): "two-consecutive"}
    seats = (Seat("mushroom", place=(1, 0), space=0), Seat("leaf", space=1))
    assert not actions(position(*seats, tiles=tiles, roll=dice("r3")), Solve)
    assert len(actions(position(*seats, tiles=tiles, roll=dice("r3 g4")), Solve)) == 2


def test_a_full_path_is_closed() -> None:
    seats = [Seat(clan, place=(1, 0), space=space) for space, clan in enumerate(("leaf", "berry", "acorn"))]
    state = position(Seat("mushroom", space=0), *seats, tiles={(1, 0): "two-or-five"}, stage=Move())
    game = GnomeKingdom(4)
    assert game.legal_actions(state) == [Step((1, 1))]


def test_nobody_enters_a_crown_that_lies_there_and_all_paths_may_be_closed() -> None:
    names = ["two-or-five", "one-or-six", "four-to-six", "clan-even", "clan-low"]
    names += ["sunrise", "sum-of-seven", "far-apart", "four-sixes", "mixed-pair", "clan-leads"]
    names += ["two-pairs", "full-house", "three-of-a-kind", "five-different"]
    tiles = {(1, column): name for column, name in enumerate(names[:5])} | {(2, 0): names[5]}
    tiles |= {(2, column): name for column, name in enumerate(names[6:], 1)}
    placed = tuple(sorted({(0, 0): "start-tile", **tiles, (3, 0): CROWN, (3, 1): "clan-high"}.items()))
    pile = Pile(((0, 0, 0, 0),) * 3)
    seats = (Seat("mushroom", place=(2, 0), space=0), Seat("leaf", place=(3, 0), space=0))
    state = State(seats, Move(), Forest(placed[:-1]), pile, OPEN, dice(MARKET), finder=1, turns=9)
    check_state(GAME.setting, state)
    beside = {Step((2, 1), space) for space in range(3)}
    assert set(GAME.legal_actions(state)) == {Step((2, 0), 0)} | beside
    assert apply(state, Step((2, 0), 0)).mover.bag == bag_of()
    assert apply(state, Step((2, 1), 2)).mover.bag == bag_of(GAME.setting.tiles[names[6]].spaces[2])


def test_searching_takes_three_here_or_beside() -> None:
    seats = (Seat("mushroom", place=(1, 1), space=0), Seat("leaf", place=(1, 2), space=1))
    state = position(*seats, tiles=LEVEL_ONE, roll=dice("r2 r3"))
    beside = [Search((1, 0), space) for space in range(3)] + [Search((1, 2), 0), Search((1, 2), 2)]
    assert actions(state, Search) == [Search((1, 1), 0), *beside]
    here = apply(state, Search((1, 1), 0))
    assert here.mover == replace(seats[0], bag=bag_of(*GAME.setting.tiles["one-or-six"].spaces))
    away = apply(state, Search((1, 2), 2))
    assert (away.mover.place, away.mover.space) == ((1, 2), 2)
    assert away.mover.bag == bag_of(*GAME.setting.tiles["four-to-six"].spaces)
    assert away.mover.own == ()


def test_searching_may_place_a_tile_and_it_adds_a_die() -> None:
    seats = (Seat("mushroom", place=(1, 0), space=0), Seat("leaf", space=1))
    state = position(*seats, tiles={(1, 0): "two-or-five"}, roll=dice("r3 r3"))
    assert {Search((1, -1)), Search((1, 1))} <= set(actions(state, Search))
    state = apply(state, Search((1, -1)))
    assert GAME.setting.tiles["clan-high"].grows == 3
    grown = apply(state, "clan-high", Sit(0))
    assert grown.size == 3
    assert sum(grown.mover.bag) == 3
    after = apply(grown, Done())
    assert after.stage == Refill(1)
    assert replace(state, size=3) != state
    assert GAME.apply(replace(state, size=3), "clan-high").size == 3


def test_failing_on_the_start_tile() -> None:
    state = position(roll=dice("r5 r6"))
    assert actions(state, Search) == [Search((0, 0), 5)]
    state = apply(state, Search((0, 0), 5))
    assert state.stage == Take(3)
    assert len(GAME.legal_actions(state)) == 35
    state = apply(state, Receive(("leaf", "leaf", "pebble")))
    assert (state.mover.space, state.mover.bag) == (5, bag_of("leaf", "leaf", "pebble"))


def test_another_resource_where_the_kind_is_out() -> None:
    kinds = GAME.setting.tiles["two-or-five"].spaces
    rich = Seat("leaf", space=1, bag=bag_of(*[kinds[0]] * 10))
    state = position(Seat("mushroom", place=(1, 0), space=0), rich, tiles={(1, 0): "two-or-five"}, roll=dice("r3 r3"))
    state = apply(state, Search((1, 0), 0))
    assert state.mover.bag == bag_of(*kinds[1:])
    assert state.stage == Take(1)
    assert Receive((kinds[0],)) not in GAME.legal_actions(state)
    assert len(GAME.legal_actions(state)) == 4


# ----- resources and abilities ----------------------------------------------------------------------------


def test_pebble() -> None:
    state = with_bag("acorn", "pebble", roll=dice("r1 b6"), own=dice("g3"))
    found = {str(use) for use in actions(state, Use)}
    assert found == {
        "pebble: turn r1 to 2",
        "pebble: turn b6 to 5",
        "pebble: turn g3 to 4 of the own supply",
        "pebble: turn g3 to 2 of the own supply",
    }
    after = apply(state, Use("pebble", Turn(die("g3"), 4, 1), "own"))
    assert after.mover.own == dice("g4")
    assert after.mover.bag == bag_of()
    assert isinstance(after.stage, Attempt)


def test_pebble_clan_turns_twice_and_may_stop() -> None:
    state = apply(with_bag("pebble", "pebble", roll=dice("r1 b6")), Use("pebble", Turn(die("r1"), 2, 2)))
    assert isinstance(state.stage, Acting)
    assert {str(action) for action in GAME.legal_actions(state)} == {"stop", "turn r2 to 3", "turn r2 to 1"}
    assert apply(state, STOP).roll == dice("b6 r2")
    assert apply(state, Turn(die("r2"), 3, 1)).roll == dice("b6 r3")


def test_dice_loop_is_a_switch() -> None:
    game = GnomeKingdom(setting=Setting(2, Rules(dice_loop="yes")))
    state = with_bag("acorn", "pebble", roll=dice("b6"))
    assert len(actions(state, Use)) == 1
    assert {use.action.face for use in actions(state, Use, game)} == {1, 5}


def test_acorn_rolls_one_die_up_to_three_times() -> None:
    state = apply(with_bag("leaf", "acorn", roll=dice("r4 r5")), Use("acorn", Reroll(die("r4"), 3)))
    assert isinstance(state.stage, Throw)
    assert GAME.chance_outcomes(state) == {Rolled("red", face): 1 for face in range(1, 7)}
    state = apply(state, Rolled("red", 6))
    assert list(GAME.legal_actions(state)) == [STOP, Reroll(die("r6"), 2)]
    state = apply(state, Reroll(die("r6"), 2), Rolled("red", 5), Reroll(die("r5"), 1), Rolled("red", 1))
    assert state.roll == dice("r1 r5")
    assert isinstance(state.stage, Attempt)


def test_acorn_clan_rolls_two_dice_interleaved() -> None:
    state = apply(with_bag("acorn", "acorn", roll=dice("r4 b4")), Use("acorn", Reroll(die("r4"), 3)), Rolled("red", 4))
    assert set(GAME.legal_actions(state)) == {STOP, Reroll(die("r4"), 2), Reroll(die("b4"), 3)}
    state = apply(state, Reroll(die("b4"), 3), Rolled("blue", 1))
    assert set(GAME.legal_actions(state)) == {STOP, Reroll(die("r4"), 2), Reroll(die("b1"), 2)}
    assert apply(state, STOP).roll == dice("b1 r4")


def test_berry_needs_a_die_of_the_colour() -> None:
    state = with_bag("acorn", "berry", roll=dice("r4"))
    assert [use.action for use in actions(state, Use)] == [Paint(die("r4"), "orange")]
    after = apply(state, Use("berry", Paint(die("r4"), "orange")))
    assert after.roll == dice("o4")
    used_up = with_bag("acorn", "berry", roll=dice("r4"), theirs=dice("o1 o1 o1 o1 o1 o1"))
    assert used_up.supply()[3] == 0
    assert not actions(used_up, Use)
    upgraded = with_bag("berry", "berry", roll=dice("r4"))
    assert {use.action.colour for use in actions(upgraded, Use)} == {"green", "purple", "orange", "blue"}


def test_leaf_borrows_and_gives_back_any_die() -> None:
    state = with_bag("acorn", "leaf", roll=dice("r4 r5"))
    state = apply(state, Use("leaf", Lend("blue")), Rolled("blue", 2))
    assert state.roll == dice("b2 r4 r5")
    state = apply(state, Solve(die("b2")), Step((1, 0)), "two-or-five", Sit(0), Done())
    assert state.pool == (1, 0, 0, 0, 0)  # one of the two red dice went back, and the borrowed one was kept
    state = with_bag("acorn", "leaf", roll=dice("r4 r5"))
    state = apply(
        state, Use("leaf", Lend("blue")), Rolled("blue", 6), Search((0, 0), 5), Receive(("leaf",) * 3), Done()
    )
    assert state.stage == GiveBack(1, again=False)
    assert GAME.legal_actions(state) == [Colours(("red",)), Colours(("blue",))]
    assert apply(state, Colours(("red",))).pool == (1, 0, 0, 0, 1)


def test_leaf_clan_borrows_two_one_by_one() -> None:
    state = apply(with_bag("leaf", "leaf", roll=dice("r4")), Use("leaf", Lend("blue")), Rolled("blue", 2))
    assert STOP in GAME.legal_actions(state)
    assert Lend("green") in GAME.legal_actions(state)
    state = apply(state, Lend("green"), Rolled("green", 2))
    assert (state.roll, state.borrowed) == (dice("b2 g2 r4"), 2)


def test_the_colour_of_a_borrowed_die_is_a_switch() -> None:
    game = GnomeKingdom(setting=Setting(2, Rules(borrowed_colour="drawn")))
    state = with_bag("acorn", "leaf", roll=dice("r4"))
    (use,) = actions(state, Use, game)
    state = apply(state, use, game=game)
    weights = game.chance_outcomes(state)
    assert len(weights) == 30
    assert weights[Rolled("red", 1)] == state.supply()[0] == 6
    assert apply(state, Rolled("red", 1), game=game).roll == dice("r1 r4")


def test_mushroom_takes_from_the_market_and_those_in_front() -> None:
    tiles = {(1, 0): "two-or-five"}
    front = Seat("leaf", place=(1, 0), space=0, own=dice("p6"))
    mover = Seat("acorn", space=3, bag=bag_of("mushroom"), own=dice("b1"))
    state = position(mover, front, tiles=tiles, roll=dice("r2"))
    assert {use.action.taken for use in actions(state, Use) if use.seat == 1} == {die("p6")}
    assert not [use for use in actions(state, Use) if use.seat == 0]
    after = apply(state, Use("mushroom", Give(die("r2"), die("o4"))))
    assert after.roll == dice("o4")
    assert after.market == dice("r1 r2 g2 p3")
    after = apply(state, Use("mushroom", Give(die("r2"), die("p6")), seat=1))
    assert (after.roll, after.seats[1].own) == (dice("p6"), dice("r2"))
    behind = position(replace(mover, place=(1, 0), space=1), replace(front, place=(1, 0)), tiles=tiles, roll=dice("r2"))
    assert not [use for use in actions(behind, Use) if use.seat == 1]


def test_mushroom_clan_takes_from_any_supply() -> None:
    state = with_bag("mushroom", "mushroom", roll=dice("r2"), own=dice("b1"), theirs=dice("p6"))
    assert {use.action.taken for use in actions(state, Use) if use.seat >= 0} == {die("b1"), die("p6")}
    after = apply(state, Use("mushroom", Give(die("r2"), die("b1")), seat=0))
    assert (after.roll, after.mover.own) == (dice("b1"), dice("r2"))


@pytest.mark.parametrize("kind", ["acorn", "pebble", "leaf", "berry", "mushroom"])
def test_experts_give_the_upgraded_power_once(kind: str) -> None:
    """To another clan the card allows what the resource allows to its own, and is then turned face down."""
    card, other = f"{kind}-expert-2", "berry" if kind != "berry" else "acorn"
    state = with_bag(other, roll=dice("r2 r3"), own=dice("b1"), skill=(card,))
    native = with_bag(kind, kind, roll=dice("r2 r3"), own=dice("b1"))
    uses, same = actions(state, Use), actions(native, Use)
    assert {(use.action, use.where) for use in uses} == {(use.action, use.where) for use in same}
    after = GAME.apply(state, uses[0])
    assert (after.mover.skills, after.mover.used) == ((), (card,))


def test_exchange_two_for_one() -> None:
    state = with_bag("acorn", "leaf", "leaf", "pebble", roll=())
    assert actions(state, Exchange) == [Exchange(("leaf", "leaf")), Exchange(("leaf", "pebble"))]
    state = apply(state, Exchange(("leaf", "pebble")))
    assert state.stage == Take(1, after=False)
    assert apply(state, Receive(("acorn",))).mover.bag == bag_of("leaf", "acorn")


def test_gatherers_take_up_to_two_or_three() -> None:
    for card, number in (("gatherer-1", 2), ("master-gatherer-1", 3)):
        state = apply(with_bag("acorn", roll=(), skill=(card,)), Gather(card))
        sizes = {len(action.kinds) for action in GAME.legal_actions(state)}
        assert sizes == set(range(number + 1))
        assert isinstance(apply(state, Receive(("leaf",) * number)).stage, Attempt)


def test_negotiator_swaps_as_many_as_it_gives() -> None:
    state = with_bag("acorn", "leaf", roll=(), skill=("negotiator-1",))
    assert not actions(state, Approach)
    rich = replace(state.seats[1], bag=bag_of("pebble", "pebble", "leaf"))
    state = replace(state, seats=(replace(state.mover, bag=bag_of("leaf", "acorn")), rich))
    state = apply(state, Approach("negotiator-1", 1))
    found = set(GAME.legal_actions(state))
    assert Trade(("leaf", "acorn"), ("pebble", "pebble")) in found
    assert all(len(trade.gives) == len(trade.takes) <= 2 for trade in found)
    state = apply(state, Trade(("leaf", "acorn"), ("pebble", "pebble")))
    assert [seat.bag for seat in state.seats] == [bag_of("pebble", "pebble"), bag_of("leaf", "leaf", "acorn")]


def test_deceiver_ignores_the_colour_of_one_die() -> None:
    seats = (Seat("mushroom", place=(1, 0), space=0, skills=("deceiver-1",)), Seat("leaf", space=1))
    state = position(*seats, tiles={(1, 0): "clan-high"}, roll=dice("g5 b2"), open_cards=OPEN[2:])
    assert actions(state, Solve) == [Solve(die("g5"), ("deceiver-1",))]
    after = apply(state, Solve(die("g5"), ("deceiver-1",)))
    assert after.mover.used == ("deceiver-1",)
    two = replace(state, forest=Forest((((0, 0), "start-tile"), ((1, 0), "two-different"))), roll=dice("g5 g2"))
    assert len(actions(two, Solve)) == 2
    assert not actions(replace(two, roll=dice("g5 g5")), Solve)


def test_two_deceivers_ignore_two_colours() -> None:
    cards = ("deceiver-1", "deceiver-2")
    seats = (Seat("mushroom", place=(1, 0), space=0, skills=cards), Seat("leaf", space=1))
    tiles = {(1, 0): "two-or-five", (2, 0): "one-or-six", (2, 1): "clan-even", (3, 0): "three-different"}
    state = position(*seats, tiles=tiles, roll=dice("g5 g2 g1"), open_cards=OPEN[2:], size=3)
    state = replace(state, seats=(replace(seats[0], place=(3, 0)), seats[1]))
    assert {solve.deceivers for solve in actions(state, Solve)} == {cards}


def test_kept_die_is_a_switch() -> None:
    seats = (Seat("mushroom", place=(1, 0), space=0), Seat("leaf", space=1))
    state = position(*seats, tiles={(1, 0): "two-consecutive"}, roll=dice("r3 g4 b2"), size=3)
    assert len(actions(state, Solve)) == 3
    needed = GnomeKingdom(setting=Setting(2, Rules(kept_die="needed")))
    assert [solve.keep for solve in actions(state, Solve, needed)] == [die("r3")]


def test_consecutive_is_a_switch() -> None:
    seats = (Seat("mushroom", place=(1, 0), space=0), Seat("leaf", space=1))
    state = position(*seats, tiles={(1, 0): "two-consecutive"}, roll=dice("r1 g6"))
    assert not actions(state, Solve)
    assert len(actions(state, Solve, GnomeKingdom(setting=Setting(2, Rules(consecutive="wraps"))))) == 2


# ----- skill cards and the end ----------------------------------------------------------------------------


def test_cards_are_completed_after_the_attempt_with_exact_dice() -> None:
    state = with_bag("acorn", own=dice("o6 p2 p6"), roll=dice("r5 r6"))
    assert not actions(state, Complete)
    state = apply(state, Search((0, 0), 5), Receive(("leaf",) * 3))
    found = actions(state, Complete)
    assert found == [
        Complete("acorn-expert-1", dice("o6")),
        Complete("acorn-expert-1", dice("p6")),
        Complete("leaf-expert-4", dice("o6 p2")),
        Complete("leaf-expert-4", dice("o6 p6")),
        Complete("leaf-expert-4", dice("p2 p6")),
    ]
    state = apply(state, found[2])
    assert isinstance(state.stage, Deal)
    hidden = GAME.chance_outcomes(state)
    assert len(hidden) == 47 - 5
    assert not {*OPEN} & {*hidden}
    state = apply(state, "gatherer-1")
    assert "gatherer-1" in state.open_cards
    assert state.mover.own == dice("p6")
    assert GAME.setting.points(state.mover) == 3
    assert actions(state, Use)  # the new Leaf Expert can be used in the same turn


def test_the_row_shrinks_when_no_card_is_left() -> None:
    few = {name: skills()[name] for name in (*OPEN,)}
    game = GnomeKingdom(setting=Setting(2, skills=few))
    state = with_bag("acorn", own=dice("o6"), stage=Aftermath())
    after = game.apply(state, Complete("acorn-expert-1", dice("o6")))
    assert isinstance(after.stage, Aftermath)
    assert after.open_cards == OPEN[1:]


def test_another_turn_for_five_resources() -> None:
    state = with_bag("acorn", "leaf", "leaf", "leaf", "acorn", "acorn", "pebble", stage=Aftermath(), roll=dice("r1"))
    assert len(actions(state, AnotherTurn)) == 3
    state = apply(state, AnotherTurn(("leaf", "leaf", "leaf", "acorn", "acorn")))
    assert (state.turn, state.turns, state.mover.bag) == (0, 2, bag_of("pebble"))
    assert state.stage == Refill(1)


def crown_state(turn: int, **fields: Any) -> State:
    tiles = {(1, 0): "two-or-five", (1, 1): "one-or-six", (1, 2): "clan-even"}
    tiles |= {(2, 0): "sunrise", (2, 1): "far-apart", (2, 2): "mixed-pair", (2, 3): "four-sixes"}
    tiles |= {(2, 4): "clan-low", (2, 5): "clan-high"}
    fields = {"turn": turn, "turns": 20, "size": 3, "roll": dice("r4 b1 g2"), **fields}
    seats = (Seat("mushroom", place=(2, 0), space=0), Seat("leaf", place=(2, 1), space=0))
    return position(*seats, tiles=tiles, **fields)


def test_the_crown_and_its_bonus() -> None:
    state = crown_state(0)
    state = apply(state, Solve(die("r4")), Step((3, 0)), CROWN)
    assert (state.mover.place, state.finder) == ((3, 0), 0)
    assert isinstance(state.stage, Bonus)
    assert GAME.legal_actions(state) == [Keep(die("b1")), Keep(die("g2")), Done()]
    state = apply(state, Keep(die("g2")))
    assert state.mover.own == dice("g2 r4")
    assert state.stage == Take(2)
    state = apply(state, Receive(("leaf", "pebble")), Done())
    assert state.turn == 1  # the round is finished
    state = replace(state, stage=Aftermath(), roll=dice("b1"), pool=(0, 0, 0, 0, 0))
    assert apply(state, Done()).stage == Over((0,))


def test_the_crown_found_by_searching_in_the_last_seat_ends_the_game() -> None:
    state = crown_state(1)
    state = replace(state, seats=(state.seats[0], replace(state.seats[1], place=(2, 5))))
    state = apply(state, Search((2, 6)), CROWN, Done(), Receive(("leaf", "leaf")), Done())
    assert isinstance(state.stage, Over)
    assert state.stage.winners == (1,)


def test_on_the_crown_there_is_no_task_and_nothing_to_search() -> None:
    state = apply(crown_state(0), Solve(die("r4")), Step((3, 0)), CROWN, Done(), Receive(("leaf",) * 2))
    state = replace(state, stage=Attempt())
    assert not actions(state, Solve)
    assert Search((3, 0), 0) in actions(state, Search)
    assert apply(state, Search((3, 0), 0)).mover.bag == bag_of("leaf", "leaf")


@pytest.mark.parametrize(
    ("points", "finder", "winners"),
    [
        (("leaf-expert-4", ""), 1, (0,)),
        (("leaf-expert-4", "berry-expert-4"), 1, (1,)),
        (("leaf-expert-4", "berry-expert-4"), 0, (0,)),
        (("", ""), 0, (0,)),
    ],
)
def test_ties_go_to_the_finder(points: tuple[str, str], finder: int, winners: tuple[int, ...]) -> None:
    state = apply(crown_state(0), Solve(die("r4")), Step((3, 0)), CROWN, Done(), Receive(("leaf",) * 2))
    seats = tuple(replace(seat, used=(card,) if card else ()) for seat, card in zip(state.seats, points, strict=True))
    places = ((3, 0), (2, 2)) if finder == 0 else ((2, 2), (3, 0))
    seats = tuple(replace(seat, place=place) for seat, place in zip(seats, places, strict=True))
    cards = ("acorn-expert-1",)
    state = replace(state, seats=seats, finder=finder, turn=1, roll=(), stage=Aftermath(), open_cards=cards)
    after = apply(state, Done())
    assert after.stage == Over(winners)
    assert GAME.returns(after) == [int(seat in winners) for seat in range(2)]


def test_those_tied_without_the_finder_share() -> None:
    game = GnomeKingdom(3)
    state = replace(crown_state(0), stage=Over((0, 2)), seats=(Seat(), Seat(), Seat()))
    assert game.returns(state) == [Fraction(1, 2), 0, Fraction(1, 2)]
    with pytest.raises(GnomonError, match="the game is not over"):
        game.returns(position())


def test_bought_turns_in_the_last_round_are_a_switch() -> None:
    state = apply(crown_state(0), Solve(die("r4")), Step((3, 0)), CROWN, Done(), Receive(("leaf",) * 2))
    state = replace(state, seats=(replace(state.mover, bag=bag_of(*["leaf"] * 5)), state.seats[1]))
    assert actions(state, AnotherTurn)
    assert not actions(state, AnotherTurn, GnomeKingdom(setting=Setting(2, Rules(extra_turn="before_crown"))))


def test_a_game_that_does_not_end_is_broken_off() -> None:
    game = GnomeKingdom(setting=Setting(2, turn_cap=3))
    rng = Random(1)
    played = play(game, [random_player(rng)] * 2, rng)
    assert played.end.stage == Over(())
    assert played.returns == (0, 0)


def test_everything_is_open_to_all() -> None:
    state = position(roll=dice("r1 r2"))
    assert GAME.observation(state, 0) == GAME.observation(state, 1) == state


def test_the_box_of_skill_cards() -> None:
    assert len(skills()) == 47
    assert {card.ability for card in skills().values()} == set(ABILITIES)


# ----- what cannot be -------------------------------------------------------------------------------------

SEATS = (Seat("mushroom", space=0), Seat("leaf", space=1))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            {"roll": dice("r1 r1 r1 r1 r1 r1 r1")},
            "9 red dice (market 1, roll 7, start player's mark 1), the game has 8",
        ),
        ({"roll": (Rolled("red", 7),)}, "roll: a die shows 1 to 6, not 7"),
        ({"roll": (Rolled("white", 1),)}, "roll: there is no white die in the game"),
        ({"roll": tuple(reversed(dice("r1 r2")))}, "roll: its dice are not sorted"),
        ({"pool": (-1, 0, 0, 0, 0)}, "pool: it cannot hold -1 dice of a colour"),
        ({"stage": Refill(1), "pool": (2, 1, 0, 0, 0)}, "pool: 3 dice, and the pool token allows 2"),
        ({"roll": dice("r1 r2 g1 g2"), "borrowed": 1}, "roll: 4 dice; the pool token allows 2 and 1 more are borrowed"),
        ({"market": dice("r1 g2 p3 o4 b5")}, "market: 5 dice, it has room for 4"),
        ({"seats": (Seat("mushroom", place=(2, 2)), SEATS[1])}, "player 0: the pawn stands on (2, 2), where no tile"),
        ({"seats": (Seat("mushroom", space=1), SEATS[1])}, "player 0: space 2 of the start tile is not the mushroom"),
        ({"seats": (Seat("mushrom"), SEATS[1])}, "there is no clan 'mushrom'; did you mean 'mushroom'?"),
        ({"seats": (Seat("leaf", space=1), SEATS[1])}, "player 0: another player has the leaf clan too"),
        ({"seats": SEATS[:1]}, "seats: 1 players, the game is for 2"),
        ({"turn": 2}, "turn: there is no player 2 among 2"),
        (
            {"seats": (replace(SEATS[0], bag=(0, 0, 0, 11, 0)), SEATS[1])},
            "the players have 11 acorn tokens, the game has 10",
        ),
        ({"seats": (replace(SEATS[0], bag=(0, 0, 0, -1, 0)), SEATS[1])}, "player 0: -1 of a resource"),
        ({"seats": (replace(SEATS[0], used=("deceiver-1",)), SEATS[1])}, "deceiver-1 is there 2 times"),
        ({"open_cards": ("deciever-1",)}, "there is no skill card 'deciever-1'; did you mean 'deceiver-1'?"),
        ({"open_cards": (*OPEN, "deceiver-2")}, "open cards: 6 lie face up, there is room for 5"),
        ({"pile": Pile().drawn("I")}, "pile: 0 of level I in the forest and 4 in the pile are not 5"),
        ({"pile": Pile(((3, 0, 0, 0), (2, 3, 0, 0), (0, 2, 4, 1)))}, "pile: tiles of part 2 are gone"),
        ({"pile": Pile(((4, 0, 0, 0), (2, 3, 1, 0), (0, 2, 4, 1)))}, "pile: 4 of I in part 1; it is made with 3"),
        ({"finder": 0}, "crown: no crown lies in the forest, and player 0 found it"),
        ({"stage": Settle((1, 0), solved=True)}, "stage: no tile lies on (1, 0)"),
    ],
)
def test_states_that_cannot_be(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(GnomonError) as caught:
        check_state(Setting(2), replace(position(), **fields))
    assert message in str(caught.value)


def test_two_pawns_on_a_space() -> None:
    state = position(*SEATS, tiles={(1, 0): "two-or-five"})
    both = tuple(replace(seat, place=(1, 0), space=1) for seat in SEATS)
    with pytest.raises(GnomonError, match=r"player 1: player 0 stands on space 2 of two-or-five on \(1, 0\) already"):
        check_state(Setting(2), replace(state, seats=both))
    gone = (replace(SEATS[0], place=(1, 0), space=3), SEATS[1])
    with pytest.raises(GnomonError, match="the tile two-or-five has 3 spaces, there is no space 4"):
        check_state(Setting(2), replace(state, seats=gone))
