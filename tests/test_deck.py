"""A deck against every order in which its cards can lie."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deck import Deck
from solver.distribution import Distribution
from solver.errors import GnomonError, TooBigError

NAMES = ["bear", "elf", "troll", "wolf"]
decks = st.builds(
    Deck.of,
    st.dictionaries(st.sampled_from(NAMES), st.integers(0, 2), max_size=3),
    st.lists(st.sampled_from(NAMES), max_size=2),
)
wanted_cards = st.sets(st.sampled_from(NAMES), max_size=2)


def orders(deck: Deck) -> list[tuple[str, ...]]:
    """Every order of the physical cards, the known ones first."""
    loose = [name for name, number in deck.rest for _ in range(number)]
    return [(*deck.top, *order) for order in permutations(loose)]


@given(decks, st.data())
def test_counts_and_chances(deck: Deck, data: st.DataObject) -> None:
    places = data.draw(st.sets(st.integers(0, max(deck.size - 1, 0)), max_size=deck.size and 4))
    every = orders(deck)
    shown = Counter(
        (sum(order[at] == "elf" for at in places), sum(order[at] in {"troll", "wolf"} for at in places))
        for order in every
    )
    assert deck.counts(places, {"elf"}, {"troll", "wolf"}) == Distribution(shown)
    hits = sum(any(order[at] == "elf" for at in places) for order in every)
    assert deck.holds(places, {"elf"}) == Fraction(hits, len(every))
    k = len(places)
    assert deck.counts(k, {"elf"}) == deck.counts(range(k), {"elf"})


@given(decks, wanted_cards)
def test_wait(deck: Deck, wanted: set[str]) -> None:
    every = orders(deck)
    if not wanted & set(deck.cards()):
        with pytest.raises(GnomonError, match="no card that is wanted"):
            deck.wait(wanted)
        return
    first = Counter(next(at for at, name in enumerate(order, 1) if name in wanted) for order in every)
    assert deck.wait(wanted) == Distribution(first)


@given(decks, st.data())
def test_hands(deck: Deck, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, deck.size))
    assert deck.hands(k) == Distribution(Counter(tuple(sorted(order[:k])) for order in orders(deck)))


@given(decks)
def test_card_by_card(deck: Deck) -> None:
    """Drawing with the weights of `draw` gives every order its chance; looking first changes nothing."""
    every = Counter(orders(deck))
    total = sum(every.values())

    def follow(here: Deck, before: tuple[str, ...], share: Fraction, looking: int) -> None:
        if looking and here.look():
            weights = here.look()
            for name, weight in weights.items():
                follow(here.looked(name), before, share * weight / sum(weights.values()), looking - 1)
            return
        if not here.size:
            seen[before] += share
            return
        weights = here.draw()
        for name, weight in weights.items():
            after = here.drawn(name)
            assert after.size == here.size - 1
            follow(after, (*before, name), share * weight / sum(weights.values()), 0)

    for looking in (0, 2):
        seen: Counter[tuple[str, ...]] = Counter()
        follow(deck, (), Fraction(1), looking)
        assert seen == {order: Fraction(number, total) for order, number in every.items()}


def test_equal_decks_are_equal() -> None:
    assert Deck.of(["elf", "wolf"]) == Deck.of({"wolf": 1, "elf": 1, "bear": 0})
    assert hash(Deck.of(["elf", "wolf"])) == hash(Deck.of(["wolf", "elf"]))
    assert Deck.of(["elf"], ["wolf"]) != Deck.of(["wolf"], ["elf"])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Deck.of({"elf": -1}), "deck: there cannot be -1 of elf"),
        (lambda: Deck.of(["elf"]).drawn("trol"), "deck: there is no trol in it"),
        (lambda: Deck.of([], ["elf"]).drawn("wolf"), "deck: the next card is elf, not wolf"),
        (lambda: Deck.of(["elf"]).counts(2, {"elf"}), "no place 1 in a deck of 1, counted from 0"),
        (lambda: Deck.of(["elf"]).counts([-1, 0], {"elf"}), "no place -1"),
        (lambda: Deck.of(["elf"]).counts(-1, {"elf"}), "deck: -1 cards cannot be drawn"),
        (lambda: Deck.of(["elf"]).counts(1, {"elf"}, {"elf"}), "deck: elf stands in 2 groups"),
        (lambda: Deck().hands(1), "no place 0 in a deck of 0"),
    ],
)
def test_mistakes(wrong: object, message: str) -> None:
    with pytest.raises(GnomonError, match=message):
        wrong()  # type: ignore[operator]


def test_too_many_hands() -> None:
    with pytest.raises(TooBigError, match="different hands of 7 cards, the limit is 1,000,000"):
        Deck.of([f"card {number}" for number in range(178)]).hands(7)
