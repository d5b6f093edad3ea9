"""The 178 cards of Quest for the Old Ones, copied from the printed lists a second time, for the tests alone.

Nothing here is imported from the package: the shipped deck is compared with these lists, and the oracles
play with them.
"""

from __future__ import annotations

LANDS = ("Tundra", "Forest", "Mountain", "Desert")

# name, tribe, strength
CHARACTERS = {
    "Cutter": ("WR", 5),
    "Skywise": ("WR", 3),
    "Leetah": ("SF", 1),
    "Clearbrook": ("WR", 2),
    "Redlance": ("WR", 2),
    "Strongbow": ("WR", 4),
    "Treestump": ("WR", 4),
    "Scouter": ("WR", 2),
    "One-Eye": ("WR", 3),
    "Pike": ("WR", 3),
    "Nightfall": ("WR", 3),
    "Moonshade": ("WR", 2),
    "Dart": ("WR", 2),
    "Aroree": ("BMG", 3),
    "Tyldak": ("BMG", 3),
    "Lord Voll": ("BMG", 4),
    "Rayek": ("SF", 4),
    "Kahvi": ("GOB", 3),
    "Petalwing": ("PV", 3),
    "Ekuar": ("Elf", 2),
    "Halek": ("SF", 1),
    "Vaya": ("GOB", 3),
    "Kureel": ("BMG", 2),
    "Vok": ("GOB", 2),
    "Yif": ("GOB", 2),
}
HEALERS = {"Leetah"}
HOME = {"WR": "Forest", "PV": "Forest", "SF": "Desert", "BMG": "Mountain", "GOB": "Tundra"}

# name: strength, users; "Elves" is any elf of whatever tribe, "All" whoever can hold a weapon
WEAPONS = {
    "Sleep Dust": (4, {"Elves", "Trolls"}),
    "Sword": (3, {"All"}),
    "Club": (2, {"Trolls", "Humans"}),
    "Fighting Claw": (2, {"WR"}),
    "Crossbows": (4, {"Trolls", "GOB"}),
    "Arrow Whip": (2, {"WR", "SF"}),
    "Metal Armor": (9, {"Elves"}),
    "Talon Whip": (3, {"BMG"}),
    "Spear": (3, {"All"}),
    "Shield": (2, {"GOB"}),
    "Bow": (4, {"WR", "GOB"}),
    "Dagger": (2, {"All"}),
    "Battle Axe": (3, {"Trolls", "GOB"}),
}

MAGIC = {
    "Lock-Send": (3, {"Elves"}),
    "Fire Magic": (3, {"BMG", "SF"}),
    "Levitation": (3, {"BMG"}),
    "Plant Shaping": (2, {"WR"}),
    "Rock Shaping": (5, {"BMG", "SF"}),
    "Anti-Healing": (3, {"BMG", "SF"}),
    "Mind Stun": (3, {"BMG", "SF", "WR"}),
    "Magic Shielding": (2, {"SF"}),
    "Beast Bonding": (3, {"GOB", "BMG", "WR"}),
}

# name: strength, whom it allies with, what it is where weapons are concerned
ALLIES = {
    "Wolf pack": (3, {"WR"}, "beast"),
    "Giant Hawks": (4, {"BMG"}, "beast"),
    "Great Elks": (2, {"GOB"}, "beast"),
    "Star Jumper": (4, {"WR"}, "beast"),
    "Nightrunner": (4, {"WR"}, "beast"),
    "Tenspan": (4, {"BMG"}, "beast"),
    "Picknose": (3, {"Elves"}, "Trolls"),
    "Troll Slaves": (4, {"Elves"}, "Trolls"),
    "Olbar": (3, {"Elves"}, "Humans"),
    "Friendly Humans": (3, {"Elves"}, "Humans"),
    "Preservers": (5, {"Elves"}, "preserver"),
}

# name: strength, land, what it is where weapons are concerned (empty: a beast or a plant)
ENCOUNTERS: dict[str, tuple[int, str, set[str]]] = {
    "Long Tooth": (3, "Tundra", set()),
    "Mad Horn": (4, "Tundra", set()),
    "Blood Worms": (4, "Forest", set()),
    "Bear": (2, "Forest", set()),
    "Crocodillian": (1, "Forest", set()),
    "Finback": (5, "Forest", set()),
    "Sting Tail": (0, "Desert", set()),
    "Giant Spider": (2, "Forest", set()),
    "Giant Snake": (3, "Forest", set()),
    "Ice Trolls": (7, "Tundra", {"Trolls"}),
    "Cold Dwellers": (2, "Tundra", {"Humans"}),
    "Strangleweed": (3, "Forest", set()),
    "Swordfoot": (4, "Forest", set()),
    "Bone Woman": (2, "Forest", {"Humans"}),
    "Madcoil": (13, "Forest", set()),
    "Greymung": (3, "Mountain", {"Trolls"}),
    "Guttlekraw": (5, "Mountain", {"Trolls"}),
    "Thief": (2, "Forest", {"Humans"}),
    "Tunnel Dwellers": (1, "Mountain", {"Trolls"}),
    "Tunnel Makers": (1, "Mountain", {"Trolls"}),
    "Tribe of 5-Fingers": (0, "Forest", {"Humans"}),
    "Tribe of Round Ears": (0, "Forest", {"Humans"}),
    "Two-Edge": (11, "Mountain", {"Elves", "Trolls"}),
    "Winnowill": (9, "Mountain", {"Elves", "BMG"}),
    "Priest of Gotara": (2, "Forest", {"Humans"}),
}

FOOD = {
    "Deer": "Tundra",
    "Bison": "Tundra",
    "Sun Village": "Desert",
    "Sorrows End": "Desert",
    "Puckernuts": "Forest",
    "Tree Grazers": "Forest",
    "Tree Wee": "Forest",
    "Shellback": "Forest",
    "Bristle Boar": "Forest",
    "Troll Brew": "Mountain",
    "Beesweets": "Forest",
}

EVENTS = (
    "Gamestones",
    "Fever Dream",
    "Magic Feeling",
    "Savah",
    "Dreamberries",
    "Astral Projection",
    "Sending",
    "Bellyworms",
    "Trial of Heart",
    "Forbidden Grove",
    "Fly on Giant Hawks",
    "Travel on No-Humps",
    "Lodestone",
    "Travel on Zwoots",
    "Flesh Shaping",
    "My Eyes see with Joy",
    "Stay Behind",
    "Recognition",
    "Mind Snare",
    "Healing Magic",
    "Elf Children",
    "Elf Joining",
    "Burning Waste",
    "Hold Council",
)

ELVES = {"WR", "SF", "BMG", "GOB", "Elf"}  # the tribes; a preserver is none


def full_deck() -> list[str]:
    """Every card by name: each land fifteen times, all others once."""
    once = [*CHARACTERS, *WEAPONS, *MAGIC, *ALLIES, *ENCOUNTERS, *FOOD, *EVENTS]
    return sorted([land for land in LANDS for _ in range(15)] + once)


def who_is_there(tribe: str, tokens: int, characters: set[str]) -> set[str]:
    """What a card may ask for as its user: the tribes of the living elves, and "Elves" if there is one."""
    kinds = {CHARACTERS[name][0] for name in characters} & ELVES
    if tokens:
        kinds.add(tribe)
    return kinds | {"Elves"} if kinds else set()


def weapon_fits(weapon: str, holders: set[str]) -> bool:
    """Whether one of the holders may use the weapon; a holder is a tribe, "Elves", "Trolls" or "Humans"."""
    users = WEAPONS[weapon][1]
    return bool(users & holders) or ("All" in users and bool(holders))


def may_play(
    cards: set[str], tribe: str, tokens: int, characters: set[str], played: frozenset[str] = frozenset()
) -> bool:
    """Whether all of these aid cards may be played together, to those that lie there already."""
    there = who_is_there(tribe, tokens, characters)
    allies = [card for card in cards | played if card in ALLIES]
    holders = there | {ALLIES[ally][2] for ally in allies} - {"beast", "preserver"}
    for card in cards:
        if card in ALLIES:
            fits = bool(ALLIES[card][1] & there)
        elif card in MAGIC:
            fits = bool(MAGIC[card][1] & there)
        else:
            fits = weapon_fits(card, holders)
        if not fits:
            return False
    return True


def aid_strength(card: str) -> int:
    return (ALLIES.get(card) or MAGIC.get(card) or WEAPONS[card])[0]
