"""The two judges of the fights, written apart, agree with each other and with what can be worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from oracles.old_ones_cards import ALLIES, CHARACTERS, MAGIC, WEAPONS, aid_strength, may_play
from oracles.old_ones_combat import End, Fight, best, best_aid, expectation, members_lost, survived, won
from oracles.old_ones_game import (
    OracleGame,
    all_cards,
    follow,
    position,
    seat,
    setup,
    winner,
    wolfrider_setup,
)

from solver.solve.iteration import solve_cyclic
from solver.solve.objective import expected_return


def chance_to_win(fight: Fight) -> Fraction:
    return expectation(fight, best(fight, lambda f, end: (won(f, end),)), won)


@pytest.mark.parametrize("net", range(-12, 14, 2))
def test_one_round_is_won_with_ten_and_the_bonus_of_twenty(net: int) -> None:
    """A crowd without characters: w = p + (1 - p) * 4/6 * w until the crowd is gone, which does not matter here."""
    p = min(max(Fraction(10 + net, 20), Fraction(0)), Fraction(1))
    shown = chance_to_win(Fight("WR", 20, bonus=net))
    assert abs(shown - p / (1 - (1 - p) * Fraction(4, 6))) < Fraction(1, 10**6)


def test_a_lone_token_with_a_sure_total_wins_one_fight_in_two() -> None:
    assert best(Fight("WR", 1, bonus=10), lambda f, end: (won(f, end),)) == {
        End("win", 1, frozenset(), 0): Fraction(1, 2),
        End("dead", 0, frozenset(), 1): Fraction(1, 2),
    }


@pytest.mark.parametrize(("bonus", "chance"), [(7, Fraction(0)), (27, Fraction(1))])
def test_guardians_at_both_ends(bonus: int, chance: Fraction) -> None:
    assert chance_to_win(Fight("WR", 4, bonus=bonus, enemy=17, guardians=True)) == chance


def test_two_tokens_against_guardians_by_hand() -> None:
    """Every round is won and costs a token with 1/2: two casualties within three rounds are the end."""
    alive = Fraction(1, 8) + 3 * Fraction(1, 8)  # none or one casualty in three rounds
    assert chance_to_win(Fight("WR", 2, bonus=27, enemy=17, guardians=True)) == alive


def test_more_aid_is_never_worse_and_later_aid_neither() -> None:
    fight = Fight("WR", 2, frozenset({"Dart"}), enemy=6, hand=frozenset({"Sword", "Wolf pack"}))
    by_set = {cards: expectation(fight, lottery, won) for cards, lottery in
              best_aid(fight, lambda f, end: (won(f, end),)).items()}  # fmt: skip
    assert max(by_set.values()) == by_set[fight.hand] <= chance_to_win(fight._replace(late=True))


def fights(count: int) -> list[Fight]:
    rng = Random(11)
    made = []
    while len(made) < count:
        characters = frozenset(rng.sample(sorted(CHARACTERS), rng.randint(0, 2)))
        characters |= {"Leetah"} if rng.random() < 0.4 else set()
        tribe, tokens = rng.choice(["WR", "SF", "BMG", "GOB"]), rng.randint(0, 2)
        aid = frozenset(rng.sample([*ALLIES, *MAGIC, *WEAPONS], rng.randint(0, 3)))
        if not may_play(set(aid) | {"Sword"}, tribe, tokens, set(characters)):
            continue
        guardians = rng.random() < 0.4
        ours = sum(CHARACTERS[name][1] for name in characters) + sum(map(aid_strength, aid))
        enemy = 17 if guardians else rng.choice([0, 3, 5, 9, 13])
        if guardians and ours <= 7:
            continue
        made.append(Fight(tribe, tokens, characters, aid, enemy, 0, guardians, rng.random() < 0.3))
    return made


ENEMY = {0: "Sting Tail", 3: "Giant Snake", 5: "Finback", 9: "Winnowill", 13: "Madcoil"}


@pytest.mark.parametrize("wish", [won, survived, members_lost])
def test_both_judges_agree(wish: Any) -> None:
    sign = -1 if wish is members_lost else 1
    for fight in fights(8):
        here = position(
            [
                seat(
                    fight.tribe,
                    fight.tokens,
                    characters=sorted(fight.characters),
                    hand=["Healing Magic"] if fight.healing_magic else [],
                ),
                seat("WR", 1),
            ],
            deck=[],
            fight={
                "enemy": None if fight.guardians else ENEMY[fight.enemy],
                "weapon": None,
                "guardians": fight.guardians,
                "aid": sorted(fight.played),
            },
            todo=[("fight",)],
        )

        def worth(end: dict[str, Any], fight: Fight = fight) -> int:
            """As the other judge sees it: the dead are marked, as they are gone from the table."""
            one = end["seats"][0]
            if not one["tokens"] and not set(one["characters"]) - {"Petalwing"}:
                petal = "Petalwing" in one["characters"]
                last = End("dead", 0, frozenset({"Petalwing"} if petal else ()), 0)
            else:
                result = "win" if end["won"] else "escape"
                last = End(result, one["tokens"], frozenset(one["characters"]), 0)
            return sign * wish(fight, last)

        shown = solve_cyclic(OracleGame(here, worth), expected_return()).value()
        lottery = best(fight, lambda f, end: (sign * wish(f, end),))
        assert sum(lottery.values()) == 1
        assert shown.low <= sign * expectation(fight, lottery, wish) <= shown.high, fight
        assert shown.width < Fraction(1, 10**9)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_second_generator_plays_whole_games_and_loses_no_card(players: int) -> None:
    for variant in (False, True):
        rng = Random(players)
        here = wolfrider_setup(players) if variant else setup(["WR", "SF", "BMG", "GOB"][:players])
        cards = all_cards(here)
        for _ in range(5000):
            actor, nexts = follow(here)
            if actor == "over":
                break
            here = rng.choices([after for *_, after in nexts], [share for _, share, _ in nexts])[0]
            assert all_cards(here) == cards
        assert 0 <= winner(here) < players
