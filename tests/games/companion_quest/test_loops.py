"""Cards that could go on for ever at a gain, against a search over all that can be done with them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

import pytest

from solver.games.companion_quest.abilities import Ability, Refresh, Wake, read_ability
from solver.games.companion_quest.content import Companion, Gnome, box, box_of, merged
from solver.games.companion_quest.loops import loops, loops_in_words
from solver.manipulation import Gain, Recolour, Reroll, Shift

TEXTS = ("wake", "wake 2", "wake 3", "snack", "snack 2", "refresh", "tame", "+1")


def companions(*cards: str) -> list[Companion]:
    """Cards named by their numbers; two abilities stand with a slash between them."""
    return [
        Companion(f"c{number}", "", "red", tuple(map(read_ability, text.split("/"))), False, "sample")
        for number, text in enumerate(cards)
    ]


def gnomes(*texts: str) -> list[Gnome]:
    return [Gnome(f"g{number}", "", read_ability(text), "", "sample") for number, text in enumerate(texts)]


# --- the search: which cards are awake, the gnome and whether it is ready, snacks, and whether dice were changed

Now = tuple[frozenset[int], int, bool, int, bool]
START, MOST = 4, 9  # snacks


def after_ability(ability: Ability, now: Now, who: int, cards: int, called: int) -> Iterator[Now]:
    awake, gnome, ready, snacks, changed = now
    yield now
    match ability:
        case Wake(number):
            for woken in range(1, number + 1):
                for some in combinations(set(range(cards)) - awake - {who}, woken):
                    yield awake | set(some), gnome, ready, snacks, changed
        case Gain(number):
            yield awake, gnome, ready, snacks + number, changed
        case Refresh():
            yield from (
                (awake, other, True, snacks, changed) for other in range(called) if not ready and other != gnome
            )
        case Reroll() | Shift() | Recolour():
            yield awake, gnome, ready, snacks, True


def steps(now: Now, cards: Sequence[Companion], called: Sequence[Gnome]) -> Iterator[Now]:
    awake, gnome, ready, snacks, changed = now
    for who in awake:
        for ability in cards[who].abilities:
            yield from after_ability(ability, (awake - {who}, *now[1:]), who, len(cards), len(called))
    if ready:
        used = (awake, gnome, False, snacks, changed)
        yield from after_ability(called[gnome].ability, used, -1, len(cards), len(called))
    if snacks:
        for who in set(range(len(cards))) - awake:
            yield awake | {who}, gnome, ready, snacks - 1, changed
        for other in range(len(called)):
            if not ready and other != gnome:
                yield awake, other, True, snacks - 1, changed


def can_gain(cards: Sequence[Companion], called: Sequence[Gnome] = ()) -> bool:
    """Whether some row of steps leads back to where it began with something gained."""
    everyone = range(len(cards))
    for size in range(len(cards) + 1):
        for awake in map(frozenset, combinations(everyone, size)):
            for gnome in range(len(called)) if called else (-1,):
                start: Now = (awake, gnome, False, START, False)
                seen, todo = {start}, [start]
                while todo:
                    for then in steps(todo.pop(), cards, called):
                        if then not in seen and then[3] <= MOST:
                            seen.add(then)
                            todo.append(then)
                back = [now for now in seen if now[:3] == start[:3] and now[3] >= START]
                if any(now[3] > START or now[4] for now in back):
                    return True
    return False


@pytest.mark.parametrize("size", [1, 2, 3])
def test_all_small_sets(size: int) -> None:
    for texts in combinations_with_replacement(TEXTS, size):
        cards = companions(*texts)
        assert bool(loops(cards)) is can_gain(cards), texts


def test_larger_sets_and_cards_with_two_abilities() -> None:
    """A set that loops has a smaller one that does: three companions are enough."""
    chance = random.Random(51)
    found = 0
    for _ in range(60):
        texts = ["/".join(chance.sample(TEXTS, chance.choice((1, 1, 2)))) for _ in range(4)]
        if any("snack 2" in text for text in texts) and chance.random() < 0.8:
            continue
        cards = companions(*texts)
        assert bool(loops(cards)) is can_gain(cards), texts
        found += bool(loops(cards))
    assert found


def test_alone() -> None:
    """With gnomes that replace each other: two of them are enough."""
    chance = random.Random(6)
    outcomes = set()
    for _ in range(80):
        cards = companions(*chance.choices(TEXTS, k=chance.randint(0, 3)))
        called = gnomes(*chance.choices([*TEXTS, "any colour", "reroll"], k=chance.randint(2, 3)))
        assert bool(loops(cards, called)) is can_gain(cards, called), (cards, called)
        outcomes.add(bool(loops(cards, called)))
    assert outcomes == {True, False}


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["snack 2"], [("c0",)]),
        (["snack 2", "snack 3"], [("c0",), ("c1",)]),
        (["wake", "wake", "snack", "+1", "refresh", "tame"], []),
        (["wake 2", "wake", "+1"], [("c0", "c1", "c2")]),
        (["wake 2", "wake", "tame"], []),
        (["wake 2", "snack", "+1", "reroll 3", "colour any"], [("c0", "c1", "c2")]),
        (["wake 2", "wake 2", "+1"], [("c0", "c1", "c2")]),
        (["wake 2", "+1", "+1"], []),
        (["wake 2/reroll", "wake", "wake"], [("c0", "c1", "c2")]),
    ],
)
def test_by_hand(texts: list[str], found: list[tuple[str, ...]]) -> None:
    assert list(loops(companions(*texts))) == found


def test_what_is_named_is_as_small_as_can_be() -> None:
    cards = companions("wake 2", "wake 3", "wake", "snack", "+1", "reroll/snack", "snack 2")
    named = {card.name: card for card in cards}
    for names in loops(cards):
        assert can_gain([named[name] for name in names])
        for left_out in names:
            assert not can_gain([named[name] for name in names if name != left_out])


def test_nothing_in_the_box_goes_on_for_ever() -> None:
    """No card of it gives two for one."""
    assert loops_in_words(box()) == ()
    abilities = [ability for one in box().companions.values() for ability in one.abilities]
    abilities += [gnome.ability for gnome in box().gnomes.values()]
    assert all(ability.companions == 1 for ability in abilities if isinstance(ability, Wake))
    assert all(ability.tokens == 1 for ability in abilities if isinstance(ability, Gain))


def test_in_words() -> None:
    own = box_of(
        companions=[
            {"name": "moon-hen", "wake": "red", "abilities": ["wake 2"], "provenance": "sample"},
            {"name": "fat-hen", "wake": "red", "abilities": ["snack 2"], "provenance": "sample"},
        ],
        gnomes=[{"name": "mother", "ability": "wake 2", "starter": "prost", "provenance": "sample"}],
    )
    assert loops_in_words(merged(box(), own)) == (
        "moon-hen could go on for ever at a gain, for example with prost and glimmer",
        "fat-hen could go on for ever at a gain",
        "alone, mother could go on for ever at a gain, for example with prost and burr and nettle",
    )
