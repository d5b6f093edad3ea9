"""The players: each does better than the simpler one, and none sees or does what it may not."""

from __future__ import annotations

from random import Random

import pytest
from oracles.quest_table import Table, dice, die, lying

from solver.games.companion_quest.action import Call, Eat, End, Pick, Place, Take, Use
from solver.games.companion_quest.allot import best_worth
from solver.games.companion_quest.foresight import SCALE, Sight, Source, ended, sources
from solver.games.companion_quest.objectives import Progress, worth_of
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.players import PROGRESS, chase_player, greedy_player, random_player
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import Seat
from solver.manipulation import Reroll, Shift, Turn
from solver.solve.playthrough import Player, play
from solver.solve.tournament import Standing, together

DONE = Seat("bubbles", ready=False)


def player(name: str, game: CompanionQuest) -> Player:
    if name == "random":
        return random_player(Random(7))
    return greedy_player(game) if name == "greedy" else chase_player(game)


def standing_of(name: str, games: int, players: int = 2, **fields: object) -> Standing:
    game = CompanionQuest(players, Setting(players, **fields))  # type: ignore[arg-type]
    found = together(game, name, [player(name, game)] * players, games)
    print(found)
    return found


def test_greedy_beats_random() -> None:
    assert standing_of("greedy", 80).low > standing_of("random", 80).high


def test_chase_beats_greedy() -> None:
    assert standing_of("chase", 16).low > standing_of("greedy", 80).high


@pytest.mark.soak
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("gap", [1, 2])
def test_standings(players: int, gap: int) -> None:
    rules = Rules(start_gap=gap)
    greedy = standing_of("greedy", 300, players, rules=rules)
    assert standing_of("chase", 60, players, rules=rules).low > greedy.high


@pytest.mark.soak
def test_dangers_make_it_harder() -> None:
    easy, hard = (standing_of("greedy", 600, dangers=dangers) for dangers in (0, 4))
    assert easy.low > hard.high


# ----- the greedy player ----------------------------------------------------------------------------------


def greedy(table: Table) -> object:
    return greedy_player(table.game)(table.state, table.actions())


def test_greedy_places_on_the_quest_first_and_then_where_least_is_missing() -> None:
    assert greedy(Table(["[any]", "[any]*2"], "b1")) == Place(dice("b1"), -1, 0)
    assert greedy(Table(["[any]*2", "[any]"], "b1", locked=False, hat=1)) == Place(dice("b1"), 1, 0)
    assert greedy(Table(["health 12 : any", "[any]*2"], "b2")) == Place(dice("b2"), 1, 0)


def test_greedy_makes_a_die_fit_if_it_is_sure_to_work_and_else_rolls_again() -> None:
    adder, roller = Seat("crumbles", awake=("adder",)), Seat("crumbles", awake=("roller",))
    assert isinstance(greedy(Table(["[4]"], "b3", hat=1, seats=[adder, DONE])), Use)
    assert isinstance(greedy(Table(["[4]"], "b2", hat=1, seats=[adder, DONE])), End)
    assert isinstance(greedy(Table(["[4]"], "b2", hat=1, seats=[roller, DONE])), Use)


def test_greedy_gathers_the_colours_that_are_asked_for() -> None:
    table = Table(["[red] [red] [blue]"], stage=Gather(), locked=False)
    assert greedy(table) == Take(("blue", "red", "red"))


# ----- the chase-maximising player ------------------------------------------------------------------------


def chase(table: Table) -> object:
    return chase_player(table.game)(table.state, table.actions())


def turn(table: Table, limit: int = 30) -> Table:
    """The turn played to its end, chance left out."""
    for _ in range(limit):
        action = chase(table)
        if isinstance(action, End):
            return table
        table.do(action)
    raise AssertionError("the turn does not end")


def test_two_problems_before_one_quest_space() -> None:
    alone = [Seat("crumbles"), DONE]
    table = turn(Table(["[any] [4]", "[2|3]"], "b1 b3", on=["A r1", ""], seats=alone))
    assert table.state.zones[1].dice == lying("A b3")
    table = turn(Table(["[any]", "[2|3]", "[3]"], "b1 b3", seats=alone))
    assert sum(bool(zone.dice) for zone in table.state.zones) == 2


def test_abilities_are_used_where_they_bring_the_chase_on_and_kept_elsewhere() -> None:
    adder = Seat("crumbles", awake=("adder",))
    assert chase(Table(["[4]"], "b3", hat=1, seats=[adder, DONE])) == Use("adder", 0, Turn(die("b3"), 4, 1))
    assert chase(Table(["[4]"], "b2", hat=1, seats=[adder, DONE])) == End("blue")


def test_two_abilities_together_and_one_that_a_die_wakes() -> None:
    two = Seat("crumbles", awake=("adder", "turner"))
    table = turn(Table(["[4]"], "b2", hat=1, seats=[two, DONE]))
    assert table.state.zones[0].dice == lying("A b4")
    sleeper = Seat("crumbles", resting=("adder",))
    table = turn(Table(["[4]", "[red] [any] [any]"], "b3 r6", hat=1, seats=[sleeper, DONE]))
    assert table.state.zones[0].dice == lying("A b4")


def test_a_gnome_is_called_a_snack_is_eaten_and_a_colour_made_not_to_matter() -> None:
    gnomes = [Seat("crumbles"), Seat("shifty")]
    assert isinstance(chase(Table(["[4]"], "b3", hat=1, seats=gnomes)), Call)
    hungry = Seat("crumbles", resting=("adder",), snacks=1)
    assert chase(Table(["[4]"], "b3", hat=1, seats=[hungry, DONE])) == Eat("adder")
    freer = Seat("crumbles", awake=("freer",))
    assert chase(Table(["[red]"], "b2", hat=1, seats=[freer, DONE])) == Use("freer")
    waker = Seat("crumbles", awake=("waker",), resting=("adder", "baker"))
    table = Table(["[4]"], "b3", hat=1, seats=[waker, DONE])
    table.do(Use("waker"))
    assert chase(table) == Pick("adder")


def test_what_is_gathered_is_best_by_exact_odds() -> None:
    table = Table(["[red] [red]", "[red 4-6]"], stage=Gather(), hat=1)
    assert chase(table) == Take(("red", "red", "red"))


def test_games_are_the_same_from_the_same_seed() -> None:
    game = CompanionQuest(2)
    assert play(game, [chase_player(game)] * 2, Random(3)) == play(game, [chase_player(game)] * 2, Random(3))


# ----- foresight ------------------------------------------------------------------------------------------


def test_foresight_in_the_measure_of_the_turn() -> None:
    table = Table(["[4] [any]", "health 9 : any"], "b4 r2 g6", seats=[Seat("crumbles", snacks=1), DONE])
    setting, state, progress = table.game.setting, table.state, Progress()
    goal, left = worth_of(setting, state, "chase", progress)
    assert ended(setting, state, progress) == SCALE * ((goal << 32) + left)
    worth = best_worth(setting, state, "chase", progress)
    (found,) = Sight(setting, state, progress).worth([state.hand])
    assert found == SCALE * ((worth.goal << 32) + worth.progress)


def test_foresight_weighs_rerolls_by_their_mean() -> None:
    table = Table(["[4-6]"], "b1", hat=1)
    sight = Sight(table.game.setting, table.state, PROGRESS)
    kept, solved = sight.worth([dice("b1"), dice("b4")])
    one = (3 * kept + 3 * solved) // 6
    assert sight.plan([Source("x", Reroll(), 0)], 1) == one
    assert sight.plan([Source("x", Reroll(1, 2), 0)], 1) == (3 * one + 3 * solved) // 6
    assert sight.plan([Source("x", Reroll(), 0), Source("y", Reroll(), 0)], 2) == (3 * one + 3 * solved) // 6
    assert sight.plan([Source("x", Reroll(), 0), Source("x", Shift(3, wraps=True), 0)], 1) == solved


def test_what_can_be_used() -> None:
    seats = [Seat("shifty", awake=("baker", "prost")), Seat("crumbles"), Seat("cook"), Seat("bubbles", ready=False)]
    table = Table(["[4]"], seats=seats)
    assert [source.owner for source in sources(table.game.setting, table.state, PROGRESS)] == [
        "prost",
        "prost",
        "crumbles",
    ]
    alone = Table(["[4]"], seats=[Seat("shifty")])
    assert [source.owner for source in sources(alone.game.setting, alone.state, PROGRESS)] == ["shifty"]
