"""The card lists of the rulebook and who may use what: the shipped deck against a second copy of them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from oracles import old_ones_cards as printed

from solver.games.old_ones.cards import (
    Ally,
    Card,
    Character,
    Encounter,
    Event,
    Food,
    Land,
    Magic,
    Weapon,
    cards_of,
    deck,
    find,
    slug,
)
from solver.games.old_ones.eligible import can_arm, sets_of_aid
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import tribe_of

USERS = {"Elves": "elf", "Trolls": "troll", "Humans": "human", "All": "all"}


def users(names: set[str]) -> set[str]:
    return {USERS.get(name, name) for name in names}


def listed(kind: type[Card]) -> dict[str, Card]:
    return {card.title: card for card in cards_of(kind)}


def test_the_deck_holds_each_land_fifteen_times_and_all_else_once() -> None:
    assert Counter(find(name).title for name in deck()) == Counter(printed.full_deck())
    assert len(deck()) == 178
    assert {card.title: card.copies for card in cards_of(Land)} == dict.fromkeys(printed.LANDS, 15)


def test_characters() -> None:
    assert {name: (card.folk, card.strength) for name, card in listed(Character).items()} == printed.CHARACTERS
    for name, card in listed(Character).items():
        assert card.healer == (name in printed.HEALERS)
        home = printed.HOME.get(card.folk)
        assert card.home == (home.lower() if home else None)
        assert ("elf" in card.kinds) == (card.folk in printed.ELVES)


def test_weapons() -> None:
    shipped = {name: (card.strength, set(card.users)) for name, card in listed(Weapon).items()}
    assert shipped == {name: (worth, users(who)) for name, (worth, who) in printed.WEAPONS.items()}


def test_magic() -> None:
    shipped = {name: (card.strength, set(card.users)) for name, card in listed(Magic).items()}
    assert shipped == {name: (worth, users(who)) for name, (worth, who) in printed.MAGIC.items()}


def test_allies() -> None:
    shipped = {name: (card.strength, set(card.users), set(card.kinds)) for name, card in listed(Ally).items()}
    assert shipped == {
        name: (worth, users(who), {USERS.get(kind, kind)}) for name, (worth, who, kind) in printed.ALLIES.items()
    }


def test_encounters() -> None:
    shipped = {
        name: (card.strength, card.land, set(card.kinds) - {"beast", "plant"})
        for name, card in listed(Encounter).items()
    }
    assert shipped == {
        name: (worth, land.lower(), users(kinds)) for name, (worth, land, kinds) in printed.ENCOUNTERS.items()
    }


def test_food() -> None:
    shipped = {name: card.land for name, card in listed(Food).items()}
    assert shipped == {name: land.lower() for name, land in printed.FOOD.items()}


def test_events() -> None:
    assert tuple(card.title for card in cards_of(Event)) == printed.EVENTS


def test_every_set_of_aid_that_a_tribe_may_play() -> None:
    """All subsets of random hands, for random tribes, against the plain rule."""
    rng = Random(5)
    aid = [*printed.WEAPONS, *printed.MAGIC, *printed.ALLIES]
    for _ in range(300):
        folk, tokens = rng.choice(["WR", "SF", "BMG", "GOB"]), rng.choice([0, 1, 20])
        characters = rng.sample(sorted(printed.CHARACTERS), rng.randint(0, 3))
        if not printed.who_is_there(folk, tokens, set(characters)):
            continue
        hand = rng.sample(aid, 5)
        found = {
            frozenset(card.title for card in cards)
            for cards in sets_of_aid([find(name) for name in hand], tribe_of(folk, tokens, characters))
        }
        wanted = {
            frozenset(name for name, taken in zip(hand, pick, strict=True) if taken)
            for pick in product([False, True], repeat=5)
        }
        assert found == {s for s in wanted if printed.may_play(set(s), folk, tokens, set(characters))}


@pytest.mark.parametrize(
    ("cards", "folk", "tokens", "characters", "playable"),
    [
        (["Wolf pack"], "WR", 1, [], True),
        (["Wolf pack"], "SF", 1, [], False),
        (["Wolf pack"], "SF", 1, ["Dart"], True),
        (["Wolf pack"], "WR", 0, ["Kahvi"], False),
        (["Preservers"], "GOB", 1, [], True),
        (["Giant Hawks", "Tenspan"], "GOB", 1, ["Aroree"], True),
        (["Picknose"], "SF", 0, ["Ekuar"], True),
    ],
)
def test_an_ally_needs_an_elf_of_its_type(
    cards: list[str], folk: str, tokens: int, characters: list[str], playable: bool
) -> None:
    assert playable == can_play(cards, folk, tokens, characters)


@pytest.mark.parametrize(
    ("cards", "folk", "tokens", "characters", "playable"),
    [
        (["Levitation"], "BMG", 1, [], True),
        (["Levitation"], "WR", 20, [], False),
        (["Levitation"], "WR", 20, ["Kureel"], True),
        (["Mind Stun"], "GOB", 20, [], False),
        (["Lock-Send"], "GOB", 20, [], True),
        (["Beast Bonding"], "SF", 20, ["Ekuar"], False),
        (["Levitation", "Giant Hawks"], "WR", 20, [], False),
    ],
)
def test_magic_needs_an_elf_that_can_use_it(
    cards: list[str], folk: str, tokens: int, characters: list[str], playable: bool
) -> None:
    assert playable == can_play(cards, folk, tokens, characters)


@pytest.mark.parametrize(
    ("cards", "folk", "tokens", "characters", "playable"),
    [
        (["Sword", "Dagger", "Spear"], "SF", 1, [], True),
        (["Metal Armor"], "SF", 1, [], True),
        (["Bow"], "SF", 20, [], False),
        (["Bow"], "SF", 20, ["Vok"], True),
        (["Club"], "SF", 20, [], False),
        (["Club", "Olbar"], "SF", 20, [], True),
        (["Club", "Picknose"], "SF", 20, [], True),
        (["Crossbows", "Battle Axe", "Troll Slaves"], "WR", 20, [], True),
        (["Crossbows", "Friendly Humans"], "WR", 20, [], False),
        (["Club", "Preservers"], "WR", 20, [], False),
        (["Fighting Claw", "Wolf pack"], "WR", 0, ["Yif"], False),
    ],
)
def test_a_weapon_needs_an_elf_or_a_played_ally_that_can_use_it(
    cards: list[str], folk: str, tokens: int, characters: list[str], playable: bool
) -> None:
    assert playable == can_play(cards, folk, tokens, characters)


def can_play(cards: list[str], folk: str, tokens: int, characters: list[str]) -> bool:
    """Whether these cards of a hand may all be played."""
    sets = sets_of_aid([find(card) for card in cards], tribe_of(folk, tokens, characters))
    return any(len(some) == len(cards) for some in sets)


def test_which_creatures_can_use_which_weapon() -> None:
    """All 13 weapons with all 25 encounters."""
    for weapon, encounter in product(printed.WEAPONS, printed.ENCOUNTERS):
        fits = printed.weapon_fits(weapon, printed.ENCOUNTERS[encounter][2])
        assert can_arm(find(weapon, Weapon), find(encounter, Encounter)) == fits, (weapon, encounter)


def test_sleep_dust_with_a_troll_encounter() -> None:
    """The example that the rulebook gives."""
    assert can_arm(find("Sleep Dust", Weapon), find("Ice Trolls", Encounter))
    assert not can_arm(find("Sleep Dust", Weapon), find("Bear", Encounter))


def test_beasts_use_weapons_for_all_under_the_other_reading() -> None:
    wide = Rules(all_weapons="every_creature")
    assert can_arm(find("Sword", Weapon), find("Strangleweed", Encounter), wide)
    assert not can_arm(find("Club", Weapon), find("Strangleweed", Encounter), wide)
    assert slug("Wolf pack") == "wolf-pack"


def test_the_guardians_carry_no_weapon() -> None:
    assert not any(can_arm(weapon, "guardians") for weapon in cards_of(Weapon))
    armed = [
        weapon.title for weapon in cards_of(Weapon) if can_arm(weapon, "guardians", Rules(armed_guardians="allowed"))
    ]
    assert set(armed) == {name for name in printed.WEAPONS if printed.weapon_fits(name, {"Trolls"})}
