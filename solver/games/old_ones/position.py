"""A position of Quest for the Old Ones, written down: what the player who is to decide can see.

A document, `game: old-ones` first. It carries everything that the answer rests on: tribes, lands and cards by
name, unknown hands by their size, and every rule that is not the default. :mod:`solver.games.old_ones.seen`
turns it into states and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema, model_validator

from solver.document import dump, validate
from solver.entry import Document, Entry, Place, all_wrong, rules_entry, wrong
from solver.errors import GnomonError
from solver.fault import in_words
from solver.games.old_ones.cards import Character, Encounter, Folk, Terrain, Weapon, find
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import Member
from solver.source import Source
from solver.source import read as read_source

Phase = Literal[
    "fate", "discard", "travel", "encounter", "answer", "fight", "casualty", "restore", "magic", "recruit", "replenish"
]
"""What is to be decided: `fate` is before the draw; `answer` whether to send the creatures away; `fight` which aid
to play; `casualty` who falls; `restore` and `magic` who is healed by the healer and by Healing Magic."""


M = TypeVar("M", bound=Entry)


def _card(text: str) -> str:
    try:
        return find(text).name
    except GnomonError as error:
        raise wrong(str(error)) from None


def _member(text: str) -> str:
    name, plus, extra = text.partition("+")
    if plus and not (extra.isdigit() and int(extra) % 2 == 0 and int(extra)):
        raise wrong(f"'+{extra}' is not what Flesh Shaping adds, as in {name}+2")
    try:
        card = find(name, Character)
    except GnomonError as error:
        raise wrong(str(error)) from None
    if plus and card.folk != "BMG":
        raise wrong(f"Flesh Shaping is for a Blue Mountain Glider, and {card.title} is none")
    return card.name + (f"+{int(extra)}" if plus else "")


def member_of(text: str) -> Member:
    """The character that a position writes, as in `tyldak+2` after Flesh Shaping.

    >>> member_of("tyldak+2").strength
    5
    """
    name, _, extra = text.partition("+")
    return Member(name, int(extra or 0))


CardName = Annotated[str, AfterValidator(_card), WithJsonSchema({"type": "string", "description": "a card's name"})]
MemberName = Annotated[str, AfterValidator(_member), WithJsonSchema({"type": "string"})]


def _hand(value: object) -> list[str] | int:
    if isinstance(value, int) and not isinstance(value, bool):
        if value < 0:
            raise wrong(f"the number {value} is out of range; a hand holds 0 cards or more")
        return value
    if not isinstance(value, list):
        raise wrong(f"expected a list of cards or their number, not {in_words(value)}")
    faults: list[tuple[Place, str, str]] = []
    names: list[str] = []
    for number, name in enumerate(value):
        try:
            if not isinstance(name, str):
                raise GnomonError(f"expected the name of a card, not {in_words(name)}")
            names.append(find(name).name)
        except GnomonError as error:
            faults.append(((number,), str(error), ""))
    if faults:
        raise all_wrong(faults)
    return names


Hand = Annotated[
    Any,
    PlainValidator(_hand),
    WithJsonSchema({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "integer", "minimum": 0}]}),
]


if TYPE_CHECKING:
    RulesEntry = Entry
else:
    RulesEntry = rules_entry(Rules)


NONE: list[Any] = []  # a default, which each model copies


class PlayerEntry(Entry):
    """A player: the tribe, its lands and what is held; of a rival's hand the size, and the cards one knows."""

    tribe: Folk
    tokens: Annotated[int, Field(ge=0)] = 0
    characters: list[MemberName] = NONE
    lands: list[Terrain] = NONE
    hand: Hand = NONE
    known: list[CardName] = NONE
    missed: Annotated[int, Field(ge=0)] = 0
    joining: list[Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=2, max_length=2)]] = NONE
    out: bool = False


class LostEntry(Entry):
    """Who fell in the fight so far."""

    tokens: Annotated[int, Field(ge=0)] = 0
    characters: list[MemberName] = NONE


class FightEntry(Entry):
    """A fight.

    `foe` is an encounter's card, or guardians; `played` the aid that counts, `gone` allies who fell; `wins` the
    rounds won so far; `round` whether the round at hand is won by its total; `restored` who came back.
    """

    foe: Annotated[str, AfterValidator(lambda text: text if text == "guardians" else _foe(text))]
    weapon: Annotated[str, AfterValidator(lambda text: text and _weapon(text))] = ""
    played: list[CardName] = NONE
    gone: list[CardName] = NONE
    lost: LostEntry = LostEntry()
    wins: Annotated[int, Field(ge=0)] = 0
    round: Literal["won", "lost", ""] = ""
    restored: Annotated[int, Field(ge=0)] = 0


def _weapon(text: str) -> str:
    try:
        return find(text, Weapon).name
    except GnomonError as error:
        raise wrong(str(error)) from None


def _foe(text: str) -> str:
    try:
        return find(text, Encounter).name
    except GnomonError as error:
        raise wrong(str(error) if "; " in str(error) or "is a" in str(error) else f"{error}; or guardians") from None


class Position(Document):
    """A position."""

    game: Literal["old-ones"]
    rules: RulesEntry = RulesEntry()
    phase: Phase = "travel"
    players: Annotated[list[PlayerEntry], Field(min_length=1, max_length=4)]
    turn: Annotated[int, Field(ge=0, le=3)] = 0
    row: Annotated[int, Field(ge=1)] = 1
    again: bool = False
    turns: Annotated[int, Field(ge=0)] = 0
    fight: FightEntry | None = None
    discard: list[CardName] = NONE
    top: list[CardName] = NONE

    @model_validator(mode="after")
    def _possible(self) -> Position:
        from solver.games.old_ones.legal import faults

        found = faults(self)
        if found:
            raise all_wrong(found)
        return self

    @property
    def readings(self) -> Rules:
        """The rules that hold."""
        return Rules(**self.rules.model_dump())

    @property
    def mover(self) -> PlayerEntry:
        """The player whose turn it is."""
        return self.players[self.turn]


def read(argument: str | Path | Source) -> Position:
    """Read a position: a file, a text on one line, ``-``, or what was read already.

    Raises
    ------
    DocumentError
        with every fault at its place

    Examples
    --------
    >>> position = read("{game: old-ones, phase: fight, players: [{tribe: WR, tokens: 2}], fight: {foe: Bear}}")
    >>> position.fight.foe
    'bear'
    """
    source = argument if isinstance(argument, Source) else read_source(argument)
    return _in_order(validate(source, Position))


def write(position: Position) -> str:
    """Write a position on one line; :func:`read` makes an equal one of it.

    Examples
    --------
    >>> write(read("{game: old-ones, players: [{tribe: WR, tokens: 2, hand: [Sword, forest]}]}"))
    '{game: old-ones, phase: travel, players: [{tribe: WR, tokens: 2, hand: [forest, sword]}]}'
    """
    plain = position.model_dump(exclude_defaults=True)
    order = {"game": "old-ones", "rules": None, "phase": position.phase, **plain}
    return dump(_without_nothing(order))


def _without_nothing(entries: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entries.items() if value is not None and value != {}}


def _in_order(position: Position) -> Position:
    """The same with every list whose order says nothing in the order of the alphabet."""

    def tidy(entry: M, *lists: str) -> M:
        held = {name: getattr(entry, name) for name in lists}
        return entry.model_copy(update={name: sorted(v) if isinstance(v, list) else v for name, v in held.items()})

    players = [tidy(one, "characters", "hand", "known", "joining") for one in position.players]
    fight = position.fight
    if fight is not None:
        fight = tidy(fight, "played", "gone").model_copy(update={"lost": tidy(fight.lost, "characters")})
    return tidy(position.model_copy(update={"players": players, "fight": fight}), "discard")
