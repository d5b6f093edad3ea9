"""The cards of Quest for the Old Ones: what the deck holds, and finding a card by its name.

Import-light and without pydantic: what is shipped is checked by the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Literal, TypeVar, cast, get_args

from solver.errors import GnomonError, did_you_mean
from solver.games import shipped

Folk = Literal["WR", "SF", "BMG", "GOB"]
"""The four types of a tribe: Wolf Riders, Sun Folk, Blue Mountain Gliders, Go-Backs."""

FOLKS: tuple[Folk, ...] = get_args(Folk)

Kind = Literal["elf", "WR", "SF", "BMG", "GOB", "preserver", "troll", "human", "beast", "plant", "all"]
"""What a creature is, and what the user of a card must be; ``all`` asks for anyone who can hold a weapon."""

Terrain = Literal["tundra", "forest", "mountain", "desert"]
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)

Effect = Literal[
    "negate-encounter", "look-deck", "look-hands", "miss-turn", "discard-character", "extra-turn",
    "shape-character", "recover-character", "lose-tokens", "take-character", "take-card",
    "negate-casualty", "gain-tokens", "gain-tokens-later", "lose-members", "draw",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Character:
    """An elf with a name, or Petalwing, the Preserver.

    Parameters
    ----------
    folk : one of the four types; ``PV`` for the Preserver, ``Elf`` for an elf of no type
    strength : added to every round of a fight
    note : what else the card says
    """

    name: str
    title: str
    folk: Literal["WR", "SF", "BMG", "GOB", "PV", "Elf"]
    strength: int
    note: str = ""

    @property
    def healer(self) -> bool:
        """Whether this is a healer.

        >>> [card.title for card in cards_of(Character) if card.healer]
        ['Leetah']
        """
        return self.note == "Healer"

    @property
    def kinds(self) -> frozenset[Kind]:
        """What this character is.

        >>> sorted(find("ekuar", Character).kinds), sorted(find("petalwing", Character).kinds)
        (['elf'], ['preserver'])
        """
        if self.folk == "PV":
            return frozenset({"preserver"})
        return frozenset({"elf"}) if self.folk == "Elf" else frozenset({"elf", self.folk})

    @property
    def home(self) -> Terrain | None:
        """The land in which this character joins a tribe; None if any will do.

        >>> find("rayek", Character).home, find("ekuar", Character).home
        ('desert', None)
        """
        return _HOMES.get(self.folk)


_HOMES: Mapping[str, Terrain] = {
    "WR": "forest", "PV": "forest", "SF": "desert", "BMG": "mountain", "GOB": "tundra",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: `users` are those of whom one is enough to use it."""

    name: str
    title: str
    strength: int
    users: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Magic:
    """A spell: `users` are the elves of whom one is enough to use it."""

    name: str
    title: str
    strength: int
    users: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Ally:
    """An ally: `users` are the elves it allies with, `kinds` is what it is itself."""

    name: str
    title: str
    strength: int
    users: tuple[Kind, ...]
    kinds: tuple[Kind, ...]
    note: str = ""


Aid = Weapon | Magic | Ally
"""The cards that help in a fight."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """Creatures that a rival sets on a tribe that has just come to their `land`."""

    name: str
    title: str
    strength: int
    land: Terrain
    kinds: tuple[Kind, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Food:
    """Food: another turn for whoever discards it in its `land`."""

    name: str
    title: str
    land: Terrain


@dataclass(frozen=True, slots=True)
class Event:
    """An event.

    Parameters
    ----------
    effect : what it does
    amount : how many, or ``d6``; 0 where nothing is counted
    phase : when it is played
    land, folk : where the player must be, and of what type an elf in the tribe
    opponent_land : where the opponent must be
    kinds : the creatures it works against; empty for all
    """

    name: str
    title: str
    effect: Effect
    amount: int | Literal["d6"] = 0
    phase: Literal["replenish", "encounter"] = "replenish"
    land: Terrain | None = None
    folk: Folk | None = None
    opponent_land: Terrain | None = None
    kinds: tuple[Kind, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Land:
    """A land, which stands in the deck `copies` times."""

    name: str
    title: str
    land: Terrain
    copies: int = 15


Card = Character | Weapon | Magic | Ally | Encounter | Food | Event | Land
C = TypeVar("C", bound=Card)

TYPES: Mapping[str, type[Card]] = {
    "character": Character,
    "land": Land,
    "weapon": Weapon,
    "magic": Magic,
    "ally": Ally,
    "encounter": Encounter,
    "food": Food,
    "event": Event,
}


def card_of(entry: Mapping[str, Any]) -> Card:
    """The card that an entry of a deck's file describes.

    >>> card_of({"type": "land", "name": "forest", "title": "Forest", "land": "forest", "copies": 2}).copies
    2
    """
    made: Any = TYPES[entry["type"]]
    known = {field.name for field in fields(made)}
    given = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return cast(Card, made(**{key: value for key, value in given.items() if key in known}))


@cache
def cards() -> Mapping[str, Card]:
    """Every card by its name, in the order of the rulebook's lists; lands once each.

    >>> len(cards()), cards()["metal-armor"].strength
    (122, 9)
    """
    return {entry["name"]: card_of(entry) for entry in shipped("old-ones", "deck")}


def cards_of(kind: type[C]) -> tuple[C, ...]:
    """The cards of one type, lands once each.

    >>> len(cards_of(Encounter)), len(cards_of(Event))
    (25, 24)
    """
    return tuple(card for card in cards().values() if isinstance(card, kind))


@cache
def deck() -> tuple[str, ...]:
    """The names of all cards in the deck, each as often as it is in it.

    >>> len(deck()), deck().count("forest")
    (178, 15)
    """
    return tuple(name for name, card in cards().items() for _ in range(getattr(card, "copies", 1)))


def find(name: str, kind: type[C] | tuple[type[C], ...] | None = None) -> C:
    """The card of that name, as it is printed or as files write it; of one of those types if any are given.

    Parameters
    ----------
    name : `metal-armor`, `Metal Armor` and `metal armor` are the same card
    kind : a type of card or several

    Raises
    ------
    GnomonError
        if there is no such card, or it is of another type

    Examples
    --------
    >>> find("Wolf pack", Ally).strength
    3
    >>> find("sleep dusk")
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: there is no card 'sleep dusk'; did you mean 'sleep-dust'?
    """
    kinds = () if kind is None else kind if isinstance(kind, tuple) else (kind,)
    known = cards()
    card = known.get(slug(name))
    if card is None:
        listed = [key for key, item in known.items() if not kinds or isinstance(item, kinds)]
        hint = did_you_mean(slug(name), listed) or did_you_mean(slug(name), known)
        raise GnomonError(f"there is no card '{name}'" + (f"; {hint}" if hint else ""))
    if kinds and not isinstance(card, kinds):
        wanted = " or ".join(word_of(item) for item in kinds)
        raise GnomonError(f"'{card.name}' is {a_word_of(type(card))}, and {wanted} is expected here")
    return cast(C, card)


def slug(title: str) -> str:
    """A printed title as files write it.

    >>> slug("Tribe of 5-Fingers")
    'tribe-of-5-fingers'
    """
    return "-".join("".join(sign if sign.isalnum() else " " for sign in title.lower()).split())


def word_of(kind: type[object]) -> str:
    """What the files call a type of card.

    >>> word_of(Ally)
    'ally'
    """
    return next(word for word, made in TYPES.items() if made is kind)


def a_word_of(kind: type[object]) -> str:
    """The same with its article, if it takes one.

    >>> a_word_of(Ally), a_word_of(Weapon), a_word_of(Magic)
    ('an ally', 'a weapon', 'magic')
    """
    word = word_of(kind)
    if kind in (Magic, Food):
        return word
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def titles(names: Iterable[str]) -> str:
    """Printed titles of cards, in a row.

    >>> titles(["cutter", "metal-armor"])
    'Cutter, Metal Armor'
    """
    return ", ".join(find(name).title for name in names)


def find_aid(name: str) -> Aid:
    """The weapon, magic or ally of that name.

    Raises
    ------
    GnomonError
        if there is no such card, or it is of another type

    Examples
    --------
    >>> find_aid("sting-tail")
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: 'sting-tail' is an encounter, and weapon or magic or ally is expected here
    """
    return cast(Aid, find(name, (Weapon, Magic, Ally)))
