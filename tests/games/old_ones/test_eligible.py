"""Who may use which card."""

from __future__ import annotations

import pytest

from solver.errors import GnomonError
from solver.games.old_ones.cards import Ally, Encounter, Magic, Weapon, cards_of, find
from solver.games.old_ones.eligible import can_arm, can_use, check_aid, sets_of_aid, why_not
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import tribe_of


def usable(folk: str, kind: type[Weapon] | type[Magic] | type[Ally], *allies: str) -> set[str]:
    tribe = tribe_of(folk, 20)
    played = [find(name, Ally) for name in allies]
    return {card.title for card in cards_of(kind) if can_use(card, tribe, played)}


FOR_ALL = {"Sleep Dust", "Sword", "Metal Armor", "Spear", "Dagger"}


@pytest.mark.parametrize(
    ("folk", "weapons"),
    [
        ("WR", {"Fighting Claw", "Arrow Whip", "Bow"}),
        ("SF", {"Arrow Whip"}),
        ("BMG", {"Talon Whip"}),
        ("GOB", {"Crossbows", "Shield", "Bow", "Battle Axe"}),
    ],
)
def test_weapons_of_a_tribe(folk: str, weapons: set[str]) -> None:
    assert usable(folk, Weapon) == FOR_ALL | weapons
    trolls = {"Club", "Crossbows", "Battle Axe"}
    assert usable(folk, Weapon, "picknose") == FOR_ALL | weapons | trolls
    assert usable(folk, Weapon, "olbar") == FOR_ALL | weapons | {"Club"}
    assert usable(folk, Weapon, "preservers") == FOR_ALL | weapons


@pytest.mark.parametrize(
    ("folk", "magic"),
    [
        ("WR", {"Lock-Send", "Plant Shaping", "Mind Stun", "Beast Bonding"}),
        ("SF", {"Lock-Send", "Fire Magic", "Rock Shaping", "Anti-Healing", "Mind Stun", "Magic Shielding"}),
        (
            "BMG",
            {"Lock-Send", "Fire Magic", "Levitation", "Rock Shaping", "Anti-Healing", "Mind Stun", "Beast Bonding"},
        ),
        ("GOB", {"Lock-Send", "Beast Bonding"}),
    ],
)
def test_magic_of_a_tribe(folk: str, magic: set[str]) -> None:
    assert usable(folk, Magic) == magic == usable(folk, Magic, "picknose", "olbar")


@pytest.mark.parametrize(
    ("folk", "own"),
    [
        ("WR", {"Wolf pack", "Star Jumper", "Nightrunner"}),
        ("SF", set()),
        ("BMG", {"Giant Hawks", "Tenspan"}),
        ("GOB", {"Great Elks"}),
    ],
)
def test_allies_of_a_tribe(folk: str, own: set[str]) -> None:
    assert usable(folk, Ally) == own | {"Picknose", "Troll Slaves", "Olbar", "Friendly Humans", "Preservers"}


def test_characters_lend_their_type() -> None:
    tribe = tribe_of("GOB", 0, ["Leetah", "Ekuar", "Petalwing"])
    assert can_use(find("magic-shielding", Magic), tribe)
    assert not can_use(find("shield", Weapon), tribe), "no Go-Back is alive"
    alone = tribe.without("leetah")
    assert can_use(find("metal-armor", Weapon), alone), "Ekuar is an elf"
    assert not can_use(find("magic-shielding", Magic), alone)
    assert not any(can_use(card, alone.without("ekuar")) for card in cards_of(Weapon)), "Petalwing uses nothing"


def test_sets_need_the_ally_among_them() -> None:
    hand = [find("battle-axe", Weapon), find("wolf-pack", Ally), find("picknose", Ally)]
    found = {frozenset(card.name for card in aid) for aid in sets_of_aid(hand, tribe_of("SF", 3))}
    assert found == {frozenset(), frozenset({"picknose"}), frozenset({"picknose", "battle-axe"})}
    again = sets_of_aid(hand[:1], tribe_of("SF", 3), allies=[find("picknose", Ally)])
    assert [len(aid) for aid in again] == [0, 1]


def test_arming_encounters() -> None:
    armed = {
        card.title: {weapon.title for weapon in cards_of(Weapon) if can_arm(weapon, card)}
        for card in cards_of(Encounter)
    }
    every = {"Sword", "Spear", "Dagger"}
    trolls = every | {"Sleep Dust", "Club", "Crossbows", "Battle Axe"}
    for title in ("Ice Trolls", "Greymung", "Guttlekraw", "Tunnel Dwellers", "Tunnel Makers"):
        assert armed[title] == trolls
    assert armed["Two-Edge"] == trolls | {"Metal Armor"}
    assert armed["Winnowill"] == every | {"Sleep Dust", "Metal Armor", "Talon Whip"}
    for title in ("Cold Dwellers", "Bone Woman", "Thief", "Priest of Gotara"):
        assert armed[title] == every | {"Club"}
    for title in ("Bear", "Madcoil", "Strangleweed", "Sting Tail"):
        assert armed[title] == set()


def test_switches_of_arming() -> None:
    sword, bear, strangleweed = find("sword", Weapon), find("bear", Encounter), find("strangleweed", Encounter)
    every = Rules(all_weapons="every_creature")
    assert can_arm(sword, bear, every)
    assert can_arm(sword, strangleweed, every)
    assert not can_arm(find("club", Weapon), bear, every)
    allowed = Rules(armed_guardians="allowed")
    assert not can_arm(find("crossbows", Weapon), "guardians")
    assert can_arm(find("crossbows", Weapon), "guardians", allowed)
    assert not can_arm(find("bow", Weapon), "guardians", allowed)


def test_reasons() -> None:
    tribe = tribe_of("SF", 20)
    assert why_not(find("sword", Weapon), tribe) == ""
    assert why_not(find("crossbows", Weapon), tribe) == (
        "Crossbows is a weapon that only a troll or a Go-Back can use, and there is none in the tribe or among its "
        "played allies"
    )
    assert why_not(find("beast-bonding", Magic), tribe) == (
        "Beast Bonding is magic that only a Go-Back, a Blue Mountain Glider or a Wolf Rider can use, and there is none "
        "in the tribe"
    )
    with pytest.raises(GnomonError, match="aid: Great Elks allies only with a Go-Back, and there is none in the tribe"):
        check_aid([find("great-elks", Ally)], tribe)
    with pytest.raises(GnomonError, match="aid: Sword is there twice, and the deck holds one"):
        check_aid([find("sword", Weapon)] * 2, tribe)
    check_aid([find("club", Weapon), find("olbar", Ally)], tribe)
