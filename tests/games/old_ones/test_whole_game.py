"""Random whole games from setup to winner, with all that the protocol and the deck promise checked on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from oracles.old_ones_cards import full_deck

from solver.game import CHANCE, TERMINAL
from solver.games.old_ones.cards import find
from solver.games.old_ones.journey import LANDS, may_play
from solver.games.old_ones.piles import all_cards
from solver.games.old_ones.play import Quest
from solver.games.old_ones.stage import Fighting
from solver.games.old_ones.state import State, on_table
from solver.solve.contract import check_contract
from solver.solve.playthrough import play, random_player

WHOLE = Counter(find(name).name for name in full_deck())


def cards_in(state: State) -> Counter[str]:
    """Every card of the game, wherever it lies."""
    cards = state.deck.cards() + Counter(state.discard) + Counter(on_table(state.stage))
    for number, one in enumerate(state.seats):
        if isinstance(state.stage, Fighting) and number == state.turn:
            cards.update((*one.hand, *one.lands))
            fight = state.stage.fight
            for member in (*fight.tribe.members, *fight.fallen):
                cards.update([member.name, *(["flesh-shaping"] if member.shaped else [])])
        else:
            cards.update(all_cards(one))
    return cards


def nobody_can_travel(state: State) -> bool:
    """Is there no land off the table that a tribe could play?"""
    on_table = Counter(land for one in state.seats for land in one.lands)
    left = {card for card, count in cards_in(state).items() if card in LANDS and count > on_table[card]}
    return not any(may_play(one.lands, land) for one in state.seats if not one.out for land in left)


class Watched:
    """Checks every state of a game that is played; the successors of every move are left to the contract."""

    def __init__(self, quest: Quest) -> None:
        self.quest, self.states = quest, 0

    def __call__(self, state: State) -> None:
        quest, self.states = self.quest, self.states + 1
        player = quest.current_player(state)
        actions, outcomes = list(quest.legal_actions(state)), dict(quest.chance_outcomes(state))
        assert len(set(actions)) == len(actions)
        assert all(type(weight) is int and weight > 0 for weight in outcomes.values())
        assert (bool(actions), bool(outcomes)) == (player >= 0, player == CHANCE)
        assert hash(replace(state)) == hash(state) and replace(state) == state
        assert cards_in(state) == WHOLE
        if player == TERMINAL:
            assert sorted(quest.returns(state)) == [0] * (quest.players - 1) + [1]


@pytest.mark.parametrize("wolfriders", [False, True], ids=["tribes", "wolfriders"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_in_a_winner(players: int, wolfriders: bool, games_to_play: int) -> None:
    """Half of the games are the variant; no card is made or lost in any of them.

    Of four tribes none may be able to use any land that is left: all are deserts, say, which are no entrance and follow
    no tundra. The rules have no answer then, and chance needs thousands of turns: of a hundred games such a one may be
    broken off.
    """
    quest = Quest(players, wolfriders=wolfriders)
    rng = Random(100 + players)
    watch = Watched(quest)
    stuck = 0
    for _ in range(games_to_play // 2):
        played = play(quest, [random_player(rng)] * players, rng, longest=20_000, watch=watch)
        if played.returns is None:
            assert players == 4 and nobody_can_travel(played.end)
            stuck += 1
        else:
            assert sum(played.returns) == 1
    assert stuck <= games_to_play // 100
    assert watch.states > 50 * (games_to_play // 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_contract(players: int, games_to_play: int) -> None:
    """Every move of every state is tried: twice the same, the observation tells the actions, and so on."""
    plays = games_to_play // 50
    for wolfriders in (False, True):
        quest = Quest(players, wolfriders=wolfriders)
        rng = Random(players)
        assert check_contract(quest, rng, players=players, plays=plays, lowest=0, highest=1, must_end=True) > 50 * plays
