"""Setup: what is in the box, and how a game is laid out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from oracles.gnome_table import GAME, dice, game_of

from solver.dice import Rolled
from solver.errors import GnomonError
from solver.game import CHANCE
from solver.games.gnome_kingdom.action import Clan, Solve
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.skills import skills
from solver.games.gnome_kingdom.stage import Attempt, Deal, FillMarket, FillPool, Over, Roll, TurnOver
from solver.games.gnome_kingdom.state import Seat, State, kinds_in
from solver.games.gnome_kingdom.tiles import tiles
from solver.solve.playthrough import draw, play, random_player


def until(game: GnomeKingdom, stage: type, seed: int = 1) -> State:
    """The game with the first clans that are free, up to a stage of its setup."""
    state, rng = game.initial_state(), Random(seed)
    while not isinstance(state.stage, stage):
        chance = game.current_player(state) == CHANCE
        move = draw(game.chance_outcomes(state), rng) if chance else game.legal_actions(state)[0]
        state = game.apply(state, move)
    return state


# ----- the box --------------------------------------------------------------------------------------------


def test_the_box() -> None:
    """30 forest tiles, the start tile, the crown; 47 skill cards; 50 resources and 40 dice for five clans."""
    assert len(tiles()) == 30 + 1 + 1
    assert len(skills()) == 47
    empty = State((Seat(), Seat()))
    assert empty.resources() == (10, 10, 10, 10, 10)
    assert empty.supply() == (8, 8, 8, 8, 8)
    assert len(CLANS) == len(COLOURS) == 5


# ----- players --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_takes_another_clan(players: int) -> None:
    game = GnomeKingdom(players)
    state = game.initial_state()
    for seat in range(players):
        assert game.current_player(state) == seat
        assert [action.clan for action in game.legal_actions(state)] == list(CLANS[seat:])
        state = game.apply(state, Clan(CLANS[seat]))
    assert [seat.clan for seat in state.seats] == list(CLANS[:players])


def test_two_to_five_can_play() -> None:
    for players in (0, 1, 6):
        with pytest.raises(GnomonError, match=f"2 to 5 can play, not {players}"):
            GnomeKingdom(players)


def test_everybody_begins_on_the_space_of_the_clan_with_its_resource() -> None:
    state = until(GnomeKingdom(5), FillMarket)
    assert [(seat.place, seat.space, kinds_in(seat.bag)) for seat in state.seats] == [
        ((0, 0), space, (clan,)) for space, clan in enumerate(CLANS)
    ]
    assert tiles()["start-tile"].spaces == CLANS
    assert state.resources() == (9, 9, 9, 9, 9)
    assert all(seat.own == () and seat.skills == () for seat in state.seats)


# ----- the reference mat ----------------------------------------------------------------------------------


@pytest.mark.parametrize("clan", CLANS)
def test_a_die_of_the_start_players_colour_is_out_of_the_game(clan: str) -> None:
    other = "leaf" if clan != "leaf" else "acorn"
    state = GnomeKingdom(setting=Setting(clans=(clan, other))).initial_state()
    assert state.supply() == tuple(7 if one == clan else 8 for one in CLANS)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_mark_of_the_start_player_stays_out_to_the_end(players: int) -> None:
    """All dice that are somewhere are 39 in every state."""
    game = GnomeKingdom(players)
    rng = Random(players)
    totals: set[int] = set()

    def watch(state: State) -> None:
        if isinstance(state.stage, Attempt | Roll | Over):
            held = sum(len(seat.own) for seat in state.seats)
            lying = len(state.market) + len(state.roll) + sum(state.pool)
            totals.add(sum(state.supply()) + held + lying)

    play(game, [random_player(rng)] * players, rng, watch=watch)
    assert totals == {39}


def test_the_market_is_filled_with_dice_of_random_colours_that_are_rolled() -> None:
    state = until(GAME, FillMarket)  # the start player is of the mushroom clan
    for number in range(4):
        assert len(state.market) == number
        red = 7 - number
        outcomes = GAME.chance_outcomes(state)
        assert {colour: outcomes[Rolled(colour, 1)] for colour in COLOURS} == dict(
            zip(COLOURS, (red, 8, 8, 8, 8), strict=True)
        )
        assert len(outcomes) == 30
        assert len({weight for die, weight in outcomes.items() if die.colour == "red"}) == 1
        state = GAME.apply(state, Rolled("red", 1 + number))
    assert state.market == dice("r1 r2 r3 r4")
    assert isinstance(state.stage, Deal)


@pytest.mark.parametrize(("players", "market"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_the_market_has_four_dice_with_two_players(players: int, market: int) -> None:
    """The rulebook tells the number for two; two more than players is assumed for the others."""
    assert len(until(GnomeKingdom(players), Deal).market) == market
    assert len(until(GnomeKingdom(setting=Setting(players, market=3)), Deal).market) == 3


def test_the_pool_begins_with_two_random_dice_of_the_supply() -> None:
    state = until(GAME, FillPool)
    assert (state.size, state.pool, state.stage) == (2, (0, 0, 0, 0, 0), FillPool(2))
    assert GAME.chance_outcomes(state) == dict(zip(COLOURS, state.supply(), strict=True))
    assert sum(state.supply()) == 40 - 1 - 4
    state = GAME.apply(state, "blue")
    assert GAME.chance_outcomes(state)["blue"] == state.supply()[4]
    state = GAME.apply(state, "red")
    assert state.pool == (1, 0, 0, 0, 1)
    assert (state.turn, state.turns, state.stage) == (0, 1, Roll())  # the start player rolls them; nothing is missing


# ----- tiles and cards ------------------------------------------------------------------------------------


def test_the_three_parts_of_the_pile() -> None:
    """Top 3 of I; middle 2 of I, 3 of II and 1 of III; bottom 2 of II, 4 of III and the crown."""
    for seed in range(12):
        game = GnomeKingdom(2 + seed % 4)
        rng = Random(seed)
        played = play(game, [random_player(rng)] * 5, rng, longest=20_000)
        names = [move for who, move in played.moves if who == CHANCE and move in tiles()]
        levels = iter(tiles()[str(name)].level for name in names)
        assert list(islice(levels, 3)) == ["I"] * 3
        assert Counter(islice(levels, 6)) == {"I": 2, "II": 3, "III": 1}
        bottom = Counter(levels)
        assert bottom["crown"] == 1
        assert bottom["II"] <= 2
        assert bottom["III"] <= 4
        assert bottom["I"] == 0


def test_which_tiles_of_a_level_are_in_the_pile_is_random() -> None:
    state = until(GAME, Attempt)
    there = GAME.chance_outcomes(state.but(stage=TurnOver((1, 0), solved=True)))
    assert {tiles()[name].level for name in there} == {"I"}
    assert len(there) == 10
    assert len(set(there.values())) == 1


def test_the_middle_part_is_shuffled() -> None:
    """Of its six tiles the first is of level II with a chance of 1/2, whichever tile of the level."""
    state = until(GAME, Attempt)
    for name in ("two-or-five", "one-or-six", "clan-high"):
        pile = state.pile.drawn("I")
        placed = (((0, 0), "start-tile"), *state.forest.placed[1:], ((len(state.forest.placed), 0), name))
        state = state.but(pile=pile, forest=type(state.forest)(placed))
    there = GAME.chance_outcomes(state.but(stage=TurnOver((1, 1), solved=True)))
    chance = {name: Fraction(weight, sum(there.values())) for name, weight in there.items()}
    assert {level: sum(chance[name] for name in chance if tiles()[name].level == level) for level in ("I", "II")} == {
        "I": Fraction(2, 6),
        "II": Fraction(3, 6),
    }
    assert chance["sunrise"] == Fraction(3, 6) / 10
    assert chance["clan-even"] == Fraction(2, 6) / 7  # three of the ten lie in the forest


def test_five_skill_cards_lie_face_up() -> None:
    state = until(GAME, Deal)
    for number in range(5):
        outcomes = GAME.chance_outcomes(state)
        assert len(outcomes) == 47 - number
        assert set(outcomes.values()) == {1}
        card = next(iter(outcomes))
        state = GAME.apply(state, card)
        assert card in state.open_cards
    assert len(state.open_cards) == 5
    assert state.stage == FillPool(2)


@pytest.mark.parametrize("cards", [1, 3, 5])
def test_a_box_with_few_cards_is_set_up_all_the_same(cards: int) -> None:
    game = game_of(costs=[("gatherer", "[1]")] * cards)
    state = until(game, FillPool)
    assert len(state.open_cards) == cards
    state = until(game, Attempt)
    assert len(state.roll) == 2


def test_the_first_task_is_that_of_the_start_tile() -> None:
    """A die of 1, 2 or 3, says a review; the chance with two dice is 3/4."""
    state = until(GAME, Roll).but(pool=(0, 2, 0, 0, 0))
    solved = 0
    for faces, weight in GAME.chance_outcomes(state).items():
        after = GAME.apply(state, faces)
        solved += weight * any(isinstance(action, Solve) for action in GAME.legal_actions(after))
    assert Fraction(solved, 36) == Fraction(3, 4)
