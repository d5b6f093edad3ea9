"""The fight of the package against the plain judge of the tests, on random small fights."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from oracles.old_ones_cards import ALLIES, CHARACTERS, ENCOUNTERS, MAGIC, WEAPONS, may_play, weapon_fits
from oracles.old_ones_combat import (
    End,
    Fight,
    best,
    best_aid,
    expectation,
    members_lost,
    strength_lost,
    survived,
    won,
)

from solver.games.old_ones.cards import find
from solver.games.old_ones.combat import Combat, foe_of
from solver.games.old_ones.fight import Outlook, outlook
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import Tribe, tribe_of
from solver.solve.iteration import solve_cyclic
from solver.solve.objective import expected_return


def fallen(fight: Fight, end: End) -> int:
    return end.fallen


# what an end is worth by each criterion: the higher, the better
WORTH: dict[str, Any] = {
    "win": won,
    "survive": survived,
    "fewest-lost": lambda fight, end: -members_lost(fight, end),
    "fewest-lost-before-healing": lambda fight, end: -fallen(fight, end),
    "least-strength-lost": lambda fight, end: -strength_lost(fight, end),
}


def random_fights(seed: int, count: int, *, tokens: int = 3, characters: int = 3, cards: int = 3) -> list[Any]:
    """(fight for the judge, tribe and foe for the package), with the aid still in hand."""
    rng = Random(seed)
    made: list[Any] = []
    while len(made) < count:
        folk, many = rng.choice(["WR", "SF", "BMG", "GOB"]), rng.randint(0, tokens)
        people = set(rng.sample(sorted(CHARACTERS), rng.randint(0, characters)))
        if rng.random() < 0.4:
            people.add("Leetah")
        if rng.random() < 0.2:
            people.add("Petalwing")
        if not may_play({"Sword"}, folk, many, people):
            continue
        hand = rng.sample([*ALLIES, *MAGIC, *WEAPONS], rng.randint(0, cards))
        shaped = [name for name in people if CHARACTERS[name][0] == "BMG"][: rng.randint(0, 1)]
        tribe = tribe_of(folk, many, sorted(people))
        for name in shaped:
            tribe = tribe.shape(find(name).name)
        guardians = rng.random() < 0.35
        encounter, weapon = "guardians", ""
        enemy = 17
        if not guardians:
            encounter = rng.choice(sorted(ENCOUNTERS))
            arms = [one for one in WEAPONS if one not in hand and weapon_fits(one, ENCOUNTERS[encounter][2])]
            weapon = rng.choice(["", *arms])
            enemy = ENCOUNTERS[encounter][0] + (WEAPONS[weapon][0] if weapon else 0)
        fight = Fight(
            folk,
            many,
            frozenset(people),
            enemy=enemy,
            guardians=guardians,
            healing_magic=rng.random() < 0.3,
            extra=tuple((name, 2) for name in shaped),
            hand=frozenset(hand),
        )
        made.append((fight, tribe, (encounter, weapon)))
    return made


def value(fight: Fight, tribe: Tribe, foe: tuple[str, str], criterion: str, rules: Rules) -> Any:
    hand = tuple(sorted(find(card).name for card in fight.hand))
    game = Combat(tribe, foe_of(*foe, rules=rules), hand, fight.healing_magic, rules, (criterion,))  # type: ignore[arg-type]
    return solve_cyclic(game, expected_return()).value()


@pytest.mark.parametrize("criterion", WORTH)
def test_best_aid_and_best_choice_of_the_fallen(criterion: str) -> None:
    """What a fight is worth before aid is played, with everything chosen for the best."""
    worth = WORTH[criterion]
    for fight, tribe, foe in random_fights(1, 12):
        lotteries = best_aid(fight, lambda f, end: (worth(f, end),)).values()
        wanted = max(expectation(fight, lottery, worth) for lottery in lotteries)
        shown = value(fight, tribe, foe, criterion, Rules())
        assert shown.low <= wanted <= shown.high and shown.width < 1e-9, (fight, foe)


@pytest.mark.parametrize("criterion", ["win", "fewest-lost"])
def test_chance_picks_the_fallen(criterion: str) -> None:
    worth = WORTH[criterion]
    for fight, tribe, foe in random_fights(2, 8, cards=1):
        by_chance = fight._replace(pick="random")
        lotteries = best_aid(by_chance, lambda f, end: (worth(f, end),)).values()
        wanted = max(expectation(fight, lottery, worth) for lottery in lotteries)
        shown = value(fight, tribe, foe, criterion, Rules(fallen_character="random"))
        assert shown.low <= wanted <= shown.high and shown.width < 1e-9, (fight, foe)


@pytest.mark.parametrize("criterion", ["win", "survive"])
def test_aid_before_any_round(criterion: str) -> None:
    worth = WORTH[criterion]
    for fight, tribe, foe in random_fights(3, 8, tokens=2, characters=1, cards=2):
        lottery = best(fight._replace(late=True), lambda f, end: (worth(f, end),))
        shown = value(fight, tribe, foe, criterion, Rules(aid_timing="any_round"))
        assert shown.low <= expectation(fight, lottery, worth) <= shown.high and shown.width < 1e-9, (fight, foe)


# --- the kernel: exact, also by several criteria, and with the whole distribution -----------------------------

OBJECTIVES = [
    ("win",),
    ("survive",),
    ("fewest-lost",),
    ("win", "fewest-lost"),
    ("survive", "fewest-lost", "least-strength-lost"),
    ("least-strength-lost", "win", "fewest-lost-before-healing"),
]


def judged(fight: Fight, objective: tuple[str, ...]) -> tuple[Any, Any]:
    """The best values by rank, losses below zero, and the lottery under that policy."""

    def worth(f: Fight, end: End) -> tuple[int, ...]:
        return tuple(WORTH[criterion](f, end) for criterion in objective)

    def rank(lottery: Any) -> tuple[Any, ...]:
        return tuple(expectation(fight, lottery, WORTH[criterion]) for criterion in objective)

    lotteries = [best(fight, worth)] if fight.late else list(best_aid(fight, worth).values())
    chosen = max(lotteries, key=rank)
    return rank(chosen), chosen


def kernel(fight: Fight, tribe: Tribe, foe: tuple[str, str], objective: Any, rules: Rules) -> Outlook:
    hand = tuple(sorted(find(card).name for card in fight.hand))
    return outlook(Combat(tribe, foe_of(*foe, rules=rules), hand, fight.healing_magic, rules, objective))


@pytest.mark.parametrize("objective", OBJECTIVES, ids=", ".join)
def test_the_kernel_by_several_criteria(objective: tuple[str, ...]) -> None:
    for fight, tribe, foe in random_fights(7, 15, tokens=4):
        wanted, lottery = judged(fight, objective)
        shown = kernel(fight, tribe, foe, objective, Rules())
        assert shown.rank == wanted, (fight, foe)
        assert sum(lottery.values()) == 1


@pytest.mark.parametrize("objective", OBJECTIVES[:4], ids=", ".join)
def test_the_kernel_under_other_readings(objective: tuple[str, ...]) -> None:
    for fight, tribe, foe in random_fights(8, 8, cards=2):
        wanted, _ = judged(fight._replace(pick="random"), objective)
        assert kernel(fight, tribe, foe, objective, Rules(fallen_character="random")).rank == wanted, (fight, foe)
    for fight, tribe, foe in random_fights(9, 8, tokens=2, characters=2, cards=3):
        wanted, _ = judged(fight._replace(late=True), objective)
        assert kernel(fight, tribe, foe, objective, Rules(aid_timing="any_round")).rank == wanted, (fight, foe)


def test_the_whole_distribution_where_nothing_is_to_be_chosen() -> None:
    """At most one character and one ally: how the fight ends, who fell and who was healed, with their chances."""
    compared = 0
    for fight, tribe, foe in random_fights(10, 60, tokens=5, characters=1, cards=1):
        if len(fight.characters) > 1 or fight.healing_magic:
            continue
        wanted, lottery = judged(fight, ("win", "fewest-lost"))
        shown = kernel(fight, tribe, foe, ("win", "fewest-lost"), Rules())
        if len(set(map(str, judged_ranks(fight)))) < len(judged_ranks(fight)):
            continue  # two sets of aid are equally good
        ends: dict[tuple[str, int, int], Any] = {}
        for end, chance in lottery.items():
            result = "death" if end.result == "dead" else end.result
            key = result, end.fallen, end.fallen - members_lost(fight, end)
            ends[key] = ends.get(key, 0) + chance
        found = {
            (ending.result, ending.lost, ending.lost - ending.net): Fraction(weight, shown.endings.total)
            for ending, weight in shown.endings.items()
        }
        assert found == ends, (fight, foe)
        assert shown.rank == wanted
        compared += 1
    assert compared > 15


def judged_ranks(fight: Fight) -> list[Any]:
    """What each set of aid is worth."""
    worth = WORTH["win"], WORTH["fewest-lost"]
    lotteries = best_aid(fight, lambda f, end: tuple(one(f, end) for one in worth)).values()
    return [tuple(expectation(fight, lottery, one) for one in worth) for lottery in lotteries]
