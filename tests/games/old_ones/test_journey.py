"""The journey: paths against all sequences of lands, chances against all orders, turns against policy iteration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deck import Deck
from solver.distribution import Distribution
from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL
from solver.games.old_ones.cards import Encounter, Weapon, cards, deck
from solver.games.old_ones.danger import NONE, Threat, danger, no_threat, threats, threats_of
from solver.games.old_ones.eligible import can_arm
from solver.games.old_ones.journey import (
    LANDS,
    check_path,
    count_paths,
    graph,
    is_palace,
    may_follow,
    may_play,
    odds_to_hold,
    paths,
)
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.travel import expected_turns, next_steps
from solver.solve.iteration import solve_cyclic
from solver.solve.objective import expected_steps


def touch(path: Sequence[str]) -> bool:
    """Whether a desert and a tundra touch."""
    return any({one, two} == {"desert", "tundra"} for one, two in pairwise(path))


@pytest.mark.parametrize("left", range(1, 8))
@pytest.mark.parametrize("after", [None, *LANDS])
def test_paths(left: int, after: str | None) -> None:
    before = (after,) if after else ()
    wanted = [
        path
        for path in product(LANDS, repeat=left)
        if not touch((*before, *path)) and path[-1] in {"mountain", "tundra"}
    ]
    assert list(paths(left, after)) == wanted
    assert count_paths(left, after) == len(wanted)


def test_no_dead_end() -> None:
    """Whatever has been played, some land leads on: there is a path from every land, however few are left."""
    for left in range(1, 15):
        assert all(count_paths(left, land) for land in LANDS)


def test_graph() -> None:
    lands = graph()
    assert set(lands) == set(LANDS)
    assert not lands.has_edge("desert", "tundra")
    assert lands.number_of_edges() == 9  # ten pairs, equal ones included, but for one
    assert all(lands.has_edge(one, two) == may_follow(one, two) for one in LANDS for two in LANDS)


def test_last_land() -> None:
    assert [land for land in LANDS if may_play(["forest"] * 14, land)] == ["mountain", "tundra"]
    assert [land for land in LANDS if may_play(["desert"] * 14, land)] == ["mountain"]
    assert [land for land in LANDS if may_play(["forest"] * 13, land)] == list(LANDS)
    assert is_palace(["forest", "tundra"], 2)
    assert not is_palace(["forest", "tundra"], 3)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (["desert", "tundra"], "lands: tundra, number 2, cannot follow desert"),
        (["tundra", "forest", "tundra", "desert"], "lands: desert, number 4, cannot follow tundra"),
        (["forest"] * 15, "lands: forest cannot be number 15, the entrance; that is mountain or tundra"),
        (["mountain"] * 16, "lands: there are 16, but the journey ends at number 15"),
        (["forest", "dessert"], "lands: there is no land 'dessert'; did you mean 'desert'"),
    ],
)
def test_wrong_paths(path: list[str], message: str) -> None:
    with pytest.raises(GnomonError, match=message):
        check_path(path)


def test_right_paths() -> None:
    check_path([])
    check_path(["forest"] * 14 + ["tundra"])


# ----- holding a land -------------------------------------------------------------------------------------


def test_odds_to_hold_by_hand() -> None:
    whole = Deck.of(deck())
    assert odds_to_hold(whole, {"mountain", "tundra"}, 1) == Fraction(30, 178)
    missed = Fraction(148, 178) * Fraction(147, 177) * Fraction(146, 176)
    assert odds_to_hold(whole, {"mountain", "tundra"}, 3) == 1 - missed
    assert odds_to_hold(whole, {"desert"}, 3, hand=["desert"]) == 1
    assert odds_to_hold(whole, {"desert"}, 0) == 0


@pytest.mark.parametrize(("seats", "first"), [(1, 0), (2, 0), (2, 1), (3, 2)])
def test_others_draw_in_between(seats: int, first: int) -> None:
    """Against drawing card after card from every order of a small deck."""
    small = Deck.of({"desert": 1, "bear": 4}, top=["bear", "bear", "desert"])
    loose = ["desert", "bear", "bear", "bear", "bear"]
    hits = 0
    for at in range(5):  # where the loose desert lies
        order = [*small.top, *("desert" if place == at else "bear" for place in range(5))]
        hits += "desert" in order[first::seats][:2]
    assert odds_to_hold(small, {"desert"}, 2, seats=seats, first=first) == Fraction(hits, len(loose))


def test_deck_too_short() -> None:
    with pytest.raises(GnomonError, match="no place 3 in a deck of 3"):
        odds_to_hold(Deck.of({"desert": 3}), {"desert"}, 4)


# ----- how long it takes ----------------------------------------------------------------------------------


class Here(NamedTuple):
    left: int
    after: str | None
    hand: tuple[str, ...]
    drawn: bool


class Alone:
    """The lonely traveller as a game, with no thought for speed: it keeps at most `most` lands."""

    def __init__(self, weights: dict[str, int], left: int, most: int = 3) -> None:
        self.weights, self.left, self.most = weights, left, most

    def initial_state(self) -> Here:
        return Here(self.left, None, (), False)

    def current_player(self, state: Here) -> int:
        return TERMINAL if not state.left else 0 if state.drawn else CHANCE

    def legal_actions(self, state: Here) -> Sequence[Any]:
        if not state.left or not state.drawn:
            return []
        plays = [
            ("play", land)
            for land in sorted(set(state.hand))
            if {state.after, land} != {"desert", "tundra"} and (state.left > 1 or land in {"mountain", "tundra"})
        ]
        full = len(state.hand) > self.most
        return [*plays, *([("drop", land) for land in sorted(set(state.hand))] if full else ["wait"])]

    def chance_outcomes(self, state: Here) -> Mapping[str, int]:
        return {} if state.drawn or not state.left else self.weights

    def apply(self, state: Here, move: Any) -> Here:
        if not state.drawn:
            hand = tuple(sorted((*state.hand, move))) if move in LANDS else state.hand
            return state._replace(hand=hand, drawn=True)
        if move == "wait":
            return state._replace(drawn=False)
        rest = list(state.hand)
        rest.remove(move[1])
        if move[0] == "drop":
            return state._replace(hand=tuple(rest), drawn=False)
        return Here(state.left - 1, move[1], tuple(rest), False)

    def returns(self, state: Here) -> Sequence[int]:
        return [0]

    def observation(self, state: Here, player: int) -> Here:
        return state


@pytest.mark.parametrize("left", [1, 2, 3])
@pytest.mark.parametrize(
    "weights",
    [
        {"desert": 1, "forest": 1, "mountain": 1, "tundra": 1, "bear": 3},
        {"desert": 5, "forest": 1, "tundra": 1, "bear": 1},
        {"mountain": 1, "bear": 1},
    ],
    ids=str,
)
def test_turns_against_policy_iteration(weights: dict[str, int], left: int) -> None:
    """A hand of as many lands as are left is enough, so both may keep just three."""
    counts = expected_steps(lambda state, move: int(not state.drawn), "turns")
    solution = solve_cyclic(Alone(weights, left), counts)
    assert expected_turns(Deck.of(weights), left) == solution.value().value


@given(
    st.lists(st.sampled_from(LANDS), max_size=4),
    st.sampled_from([None, *LANDS]),
    st.integers(1, 4),
)
@settings(max_examples=40)
def test_steps(hand: list[str], after: str | None, left: int) -> None:
    draws = Deck.of({"desert": 15, "forest": 15, "mountain": 15, "tundra": 15, "bear": 118})
    steps = next_steps(draws, hand, left, after)
    assert [step.turns for step in steps] == sorted(step.turns for step in steps)
    assert steps[0].loss == 0
    assert all(step.loss == step.turns - steps[0].turns for step in steps)
    playable = {land for land in hand if may_follow(after, land) and (left > 1 or land in "mountain tundra")}
    assert {step.land for step in steps} == {None, *playable}
    assert steps[-1].turns <= 200


def test_waiting_for_the_entrance_can_be_right() -> None:
    """With two lands to go and one mountain in hand, it is better kept for the end."""
    draws = Deck.of({"desert": 15, "forest": 15, "mountain": 15, "tundra": 15, "bear": 118})
    assert next_steps(draws, ["mountain"], 2)[0].land is None
    assert next_steps(draws, ["mountain", "forest"], 2)[0].land == "forest"
    assert next_steps(draws, ["mountain"], 1)[0].turns == 0


def test_turns_without_an_entrance() -> None:
    with pytest.raises(GnomonError, match="no mountain and no tundra in it, so nobody arrives"):
        expected_turns(Deck.of({"desert": 3}))


# ----- danger ---------------------------------------------------------------------------------------------


def strongest(hand: Sequence[str], land: str, rules: Rules) -> Threat:
    """The strongest pair of a hand, found by trying all."""
    known = cards()
    found = [NONE]
    for name in hand:
        foe = known[name]
        if not isinstance(foe, Encounter) or foe.land != land:
            continue
        found.append(Threat(foe.strength, name))
        for other in hand:
            weapon = known[other]
            if isinstance(weapon, Weapon) and can_arm(weapon, foe, rules):
                found.append(Threat(foe.strength + weapon.strength, name, other))
    return min(found, key=lambda one: (-one.strength, one.weapon != "", one.encounter, one.weapon))


@given(st.integers(0, 10**6), st.sampled_from(LANDS), st.integers(0, 4), st.booleans())
@settings(max_examples=60)
def test_threats_against_every_hand(seed: int, land: str, k: int, every_creature: bool) -> None:
    rules = Rules(all_weapons="every_creature" if every_creature else "weapon_users")
    rng = Random(seed)
    likely = [name for name, card in cards().items() if isinstance(card, Encounter | Weapon)]
    unseen = [*rng.sample(likely, 9), "forest", "forest", "desert"]
    shown = [rng.choice([name for name in likely if name not in unseen])]
    for known in ([], shown):
        every = Counter(strongest([*hand, *known], land, rules) for hand in combinations(unseen, k))
        assert threats(Deck.of(unseen), k, land, shown=known, rules=rules) == Distribution(every)


def test_threats_of_a_known_hand() -> None:
    hand = ["winnowill", "metal-armor", "sword", "bear", "forest"]
    assert max(threats_of(hand, "mountain")) == Threat(18, "winnowill", "metal-armor")
    assert threats_of(hand, "tundra") == []
    assert [threat.weapon for threat in threats_of(hand, "forest")] == [""]


def test_whole_deck() -> None:
    """Deserts are the safest by far: one encounter, of strength 0."""
    whole = Deck.of(deck())
    assert no_threat(threats(whole, 7, "desert")) == 1 - Fraction(7, 178)
    order = sorted(LANDS, key=lambda land: no_threat(threats(whole, 7, land)))
    assert order == ["forest", "mountain", "tundra", "desert"]
    strengths = {land: danger(threats(whole, 7, land), lambda one: Fraction(one.strength)) for land in LANDS}
    assert strengths["desert"] == 0 < strengths["tundra"] < strengths["mountain"] < strengths["forest"]
    assert max(threat.strength for threat in threats(whole, 2, "mountain")) == 20  # Two-Edge in Metal Armor


def test_danger_of_too_many_cards() -> None:
    with pytest.raises(GnomonError, match="danger: a hand of 3 cards, but 2 are unseen"):
        threats(Deck.of(["bear", "forest"]), 3, "forest")
