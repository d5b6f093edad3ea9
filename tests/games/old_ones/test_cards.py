"""The deck of Quest for the Old Ones: all cards as printed, and the counts that follow from the lists."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from solver.errors import GnomonError
from solver.games.old_ones.cards import (
    FOLKS,
    Ally,
    Character,
    Encounter,
    Event,
    Food,
    Land,
    Magic,
    Weapon,
    cards,
    cards_of,
    deck,
    find,
    find_aid,
    slug,
)
from solver.games.old_ones.tribe import Member, Tribe, tribe_of
from solver.source import PUZZLES, read


def test_deck_size_by_type() -> None:
    counts = Counter(type(cards()[name]) for name in deck())
    assert counts == {
        Land: 60, Character: 25, Weapon: 13, Magic: 9, Ally: 11, Encounter: 25, Food: 11, Event: 24,
    }  # fmt: skip
    assert len(deck()) == 178
    assert Counter(deck())["tundra"] == 15


def test_characters() -> None:
    characters = cards_of(Character)
    counts = Counter(card.folk for card in characters)
    assert counts == {"WR": 12, "BMG": 4, "GOB": 4, "SF": 3, "PV": 1, "Elf": 1}
    assert [card.title for card in characters if card.healer] == ["Leetah"]
    assert {card.folk: card.home for card in characters} == {
        "WR": "forest", "PV": "forest", "SF": "desert", "BMG": "mountain", "GOB": "tundra", "Elf": None,
    }  # fmt: skip


def test_encounters_by_land() -> None:
    found: dict[str, list[int]] = {}
    for card in cards_of(Encounter):
        found.setdefault(card.land, []).append(card.strength)
    facts = {land: (len(all_), Fraction(sum(all_), len(all_)), max(all_)) for land, all_ in found.items()}
    assert facts == {
        "forest": (14, Fraction(43, 14), 13),
        "mountain": (6, Fraction(30, 6), 11),
        "tundra": (4, Fraction(16, 4), 7),
        "desert": (1, Fraction(0), 0),
    }


def test_food_by_land() -> None:
    assert Counter(card.land for card in cards_of(Food)) == {"forest": 6, "tundra": 2, "desert": 2, "mountain": 1}


def test_creatures() -> None:
    kinds = {card.title: set(card.kinds) for card in cards_of(Encounter)}
    trolls = {title for title, kind in kinds.items() if "troll" in kind}
    assert trolls == {"Ice Trolls", "Greymung", "Guttlekraw", "Tunnel Dwellers", "Tunnel Makers", "Two-Edge"}
    assert {title for title, kind in kinds.items() if "human" in kind} == {
        "Cold Dwellers", "Bone Woman", "Thief", "Tribe of 5-Fingers", "Tribe of Round Ears", "Priest of Gotara",
    }  # fmt: skip
    assert kinds["Winnowill"] == {"elf", "BMG"}
    assert kinds["Two-Edge"] == {"elf", "troll"}
    assert kinds["Strangleweed"] == {"plant"}
    assert sum(kind == {"beast"} for kind in kinds.values()) == 11


@pytest.mark.parametrize(
    ("name", "strength", "users"),
    [
        ("Sleep Dust", 4, "elf troll"), ("Sword", 3, "all"), ("Club", 2, "troll human"), ("Fighting Claw", 2, "WR"),
        ("Crossbows", 4, "troll GOB"), ("Arrow Whip", 2, "WR SF"), ("Metal Armor", 9, "elf"),
        ("Talon Whip", 3, "BMG"), ("Spear", 3, "all"), ("Shield", 2, "GOB"), ("Bow", 4, "WR GOB"),
        ("Dagger", 2, "all"), ("Battle Axe", 3, "troll GOB"), ("Lock-Send", 3, "elf"), ("Fire Magic", 3, "BMG SF"),
        ("Levitation", 3, "BMG"), ("Plant Shaping", 2, "WR"), ("Rock Shaping", 5, "BMG SF"),
        ("Anti-Healing", 3, "BMG SF"), ("Mind Stun", 3, "BMG SF WR"), ("Magic Shielding", 2, "SF"),
        ("Beast Bonding", 3, "GOB BMG WR"), ("Wolf pack", 3, "WR"), ("Giant Hawks", 4, "BMG"),
        ("Great Elks", 2, "GOB"), ("Star Jumper", 4, "WR"), ("Nightrunner", 4, "WR"), ("Tenspan", 4, "BMG"),
        ("Picknose", 3, "elf"), ("Troll Slaves", 4, "elf"), ("Olbar", 3, "elf"), ("Friendly Humans", 3, "elf"),
        ("Preservers", 5, "elf"),
    ],
)  # fmt: skip
def test_aid_as_printed(name: str, strength: int, users: str) -> None:
    card = find_aid(name)
    assert (card.title, card.strength, set(card.users)) == (name, strength, set(users.split()))


def test_events_as_printed() -> None:
    by_effect: dict[str, set[str]] = {}
    for card in cards_of(Event):
        by_effect.setdefault(card.effect, set()).add(card.title)
    assert by_effect["extra-turn"] == {
        "Fly on Giant Hawks", "Travel on No-Humps", "Lodestone", "Travel on Zwoots",
    }  # fmt: skip
    assert by_effect["look-deck"] == {"Fever Dream", "Magic Feeling", "Savah", "Dreamberries"}
    assert by_effect["miss-turn"] == {"Bellyworms", "Forbidden Grove"}
    assert {card.title for card in cards_of(Event) if card.phase == "encounter"} == {"Gamestones", "Healing Magic"}
    assert find("burning-waste", Event).opponent_land == "desert"
    assert find("hold-council", Event).amount == 3


def test_the_file_is_what_the_rulebook_prints() -> None:
    entries = read(PUZZLES / "old_ones" / "deck.yaml").root.plain()["deck"]
    assert {entry["provenance"] for entry in entries} == {"printed"}
    assert len({entry["name"] for entry in entries}) == len(entries) == 122
    assert all(entry["name"] == slug(entry["title"]) for entry in entries)
    assert sum(entry["strength"] for entry in entries if entry["type"] == "character") == 68


def test_misspelt_and_misplaced_cards() -> None:
    with pytest.raises(GnomonError, match=r"there is no card 'Metal Armour'; did you mean 'metal-armor'\?"):
        find("Metal Armour")
    with pytest.raises(GnomonError, match="'bear' is an encounter, and weapon is expected here"):
        find("bear", Weapon)
    with pytest.raises(GnomonError, match="'forest' is a land, and weapon or magic or ally is expected here"):
        find_aid("Forest")
    with pytest.raises(GnomonError, match=r"there is no card 'xyz'$"):
        find("xyz")


def test_tribes() -> None:
    tribe = tribe_of("BMG", 4, ["Petalwing", "Tyldak", "Leetah"])
    assert (tribe.strength, tribe.elves, tribe.size, tribe.healer) == (7, 6, 7, True)
    assert tribe.kinds == {"elf", "BMG", "SF", "preserver"}
    assert tribe.add_tokens(-4).kinds == {"elf", "BMG", "SF", "preserver"}
    assert tribe.add_tokens(-9).without("tyldak").kinds == {"elf", "SF", "preserver"}
    assert tribe.shape("tyldak").strength == 9
    assert tribe == Tribe("BMG", 4, (Member("tyldak"), Member("leetah"), Member("petalwing")))
    for folk in FOLKS:
        assert tribe_of(folk, 1).kinds == {"elf", folk}
    assert not tribe_of("WR", 0, ["petalwing"]).elves


@pytest.mark.parametrize(
    ("folk", "tokens", "characters", "message"),
    [
        ("WR", -1, [], "tribe: a tribe cannot have -1 tokens; 0 is the least"),
        ("Wolf", 1, [], "tribe: there is no type 'Wolf'; expected WR or SF or BMG or GOB"),
        ("WR", 1, ["cutter", "Cutter"], "tribe: Cutter stands in it twice, and there is one such card"),
        ("WR", 1, ["bear"], "'bear' is an encounter, and character is expected here"),
    ],
)
def test_wrong_tribes(folk: str, tokens: int, characters: list[str], message: str) -> None:
    with pytest.raises(GnomonError) as caught:
        tribe_of(folk, tokens, characters)
    assert str(caught.value) == message


def test_no_such_member() -> None:
    with pytest.raises(GnomonError, match=r"tribe: 'cuter' is not in it; did you mean 'cutter'\?"):
        tribe_of("WR", 1, ["cutter"]).without("cuter")
