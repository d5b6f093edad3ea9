"""A position of Gnome Kingdom, written down: what lies on the table when a player has to decide.

A document, `game: gnome-kingdom` first. Everything is open to all, so a position holds a whole state; but little of it
must be said: `task` alone tells where the player on turn stands, and what is left out is taken to be as it is at the
start. :mod:`solver.games.gnome_kingdom.seen` turns it into states and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from solver.document import dump, validate
from solver.entry import Document, Entry, Name, all_wrong, rules_entry
from solver.games.gnome_kingdom.inline import (
    Ability,
    At,
    Count,
    Dice,
    Hand,
    Hex,
    OneDie,
    PoolText,
    Resource,
    Space,
    TaskText,
    task_named,
)
from solver.games.gnome_kingdom.rules import Rules
from solver.source import Source
from solver.source import read as read_source

Phase = Literal["refill", "attempt", "use", "take", "trade", "move", "settle", "bonus", "after", "return"]
"""What is to be decided: `refill` is before the roll, `attempt` after it; `use`, `take` and `trade` are in the middle
of an ability or exchange; `move`, `settle` and `bonus` come on the way; `after` is when the attempt is over, `return`
when borrowed dice go back."""

NONE: list[Any] = []  # defaults, which each model copies
NOTHING: dict[str, Any] = {}

if TYPE_CHECKING:
    RulesEntry = Entry
else:
    RulesEntry = rules_entry(Rules)


class BagEntry(Entry):
    """Resources, a number of each kind."""

    mushroom: Count = 0
    leaf: Count = 0
    berry: Count = 0
    acorn: Count = 0
    pebble: Count = 0

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """The numbers in the order of the clans."""
        return self.mushroom, self.leaf, self.berry, self.acorn, self.pebble


class PlayerEntry(Entry):
    """A player: the clan, the pawn, and what is held.

    `at` is `start`, a hex as [row, column], or, for a rival where the forest is not told, `ahead`; `space` is the
    resource of the pawn's space, or its number from 1. `own` are the dice kept; `skills` the completed cards that can
    still be used, by name or by ability, and `used` those face down.
    """

    clan: Resource
    at: At = "start"
    space: Space | None = None
    resources: BagEntry = BagEntry()
    own: Dice = ""
    skills: list[str] = NONE
    used: list[str] = NONE


class PileEntry(Entry):
    """How many tiles of each level are face down, and whether the crown is among them."""

    I: Count = 0  # noqa: E741 (the level's name)
    II: Count = 0
    III: Count = 0
    crown: Annotated[int, Field(ge=0, le=1)] = 0


class TileText(Entry):
    """A tile of one's own: its task, its level, the resources of its spaces, and the pool up to which it adds a die."""

    task: TaskText
    level: Literal["I", "II", "III"]
    spaces: Annotated[list[Resource], Field(min_length=3, max_length=3)]
    grows: Annotated[int | None, Field(ge=3, le=8)] = None


class SkillText(Entry):
    """A skill card of one's own."""

    cost: TaskText
    points: Count
    ability: Ability


class UsingEntry(Entry):
    """An ability in use.

    `what` is the resource, or the ability of a skill card; `on` the roll or the own dice; `hand` the dice named for it,
    which are not in `roll` or `own`, each as [die, how often it may still be rolled or turned].
    """

    what: str
    on: Literal["roll", "own"] = "roll"
    hand: Hand = NONE


class Position(Document):
    """A position."""

    game: Literal["gnome-kingdom"]
    rules: RulesEntry = RulesEntry()
    phase: Phase | None = None
    players: Annotated[list[PlayerEntry], Field(min_length=1, max_length=5)]
    turn: Annotated[int, Field(ge=0, le=4)] = 0
    turns: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    task: Annotated[str | None, AfterValidator(task_named)] = None
    forest: dict[Name, Hex] = NOTHING
    pile: PileEntry | None = None
    finder: Annotated[int, Field(ge=0, le=4)] | None = None
    pool: PoolText = ""
    roll: Dice = ""
    pool_size: Annotated[int, Field(ge=2, le=8)] | None = None
    borrowed: Count = 0
    keep: OneDie = ""
    using: UsingEntry | None = None
    take: Annotated[int, Field(ge=1, le=100)] | None = None
    fewer: bool = False
    trade: Annotated[int, Field(ge=0, le=4)] | None = None
    new: Hex | None = None
    after: bool = False
    again: bool = False
    market: Dice = ""
    open_cards: list[str] = NONE
    my_tiles: dict[Name, TileText] = NOTHING
    my_skills: dict[Name, SkillText] = NOTHING

    @model_validator(mode="after")
    def _possible(self) -> Position:
        from solver.games.gnome_kingdom.legal import faults

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

    @property
    def decides(self) -> Phase:
        """What is to be decided, also where it need not be said."""
        if self.phase is not None:
            return self.phase
        for phase, there in (
            ("use", self.using), ("take", self.take), ("settle", self.new), ("move", self.keep or None),
        ):  # fmt: skip
            if there is not None:
                return phase  # type: ignore[return-value]
        if self.trade is not None:
            return "trade"
        return "attempt" if self.roll else "refill"


def read(argument: str | Path | Source) -> Position:
    """Read a position: a file, a text on one line, ``-``, or what was read already.

    Raises
    ------
    DocumentError
        with every fault at its place

    Examples
    --------
    >>> text = "{game: gnome-kingdom, task: three-of-a-kind, players: [{clan: acorn}], roll: r3 r3 b5}"
    >>> position = read(text)
    >>> position.phase, position.roll
    ('attempt', 'b5 r3 r3')
    """
    source = argument if isinstance(argument, Source) else read_source(argument)
    return _in_order(validate(source, Position))


def write(position: Position) -> str:
    """Write a position on one line; :func:`read` makes an equal one of it.

    Examples
    --------
    >>> write(read("{game: gnome-kingdom, players: [{clan: acorn, at: [0, 0]}], pool: 1 red}"))
    '{game: gnome-kingdom, phase: refill, players: [{clan: acorn}], pool: "1 red"}'
    """
    plain = position.model_dump(exclude_defaults=True)
    order = {"game": position.game, "rules": None, "phase": position.decides, **plain}
    return dump({key: value for key, value in order.items() if value is not None and value != {}})


def _in_order(position: Position) -> Position:
    """The same in canonical form: what is to be decided is said, and lists whose order says nothing are sorted."""
    from solver.games.gnome_kingdom.seen import kept

    players = [
        one.model_copy(
            update={
                "at": "start" if one.at == (0, 0) else one.at,
                "skills": sorted(one.skills),
                "used": sorted(one.used),
            }
        )
        for one in position.players
    ]
    forest = {name: place for name, place in _sorted(position.forest, by_value=True).items() if place != (0, 0)}
    update: dict[str, Any] = {
        "phase": position.decides,
        "players": players,
        "forest": forest,
        "open_cards": sorted(position.open_cards),
        "my_tiles": _sorted(position.my_tiles),
        "my_skills": _sorted(position.my_skills),
    }
    return kept(position.model_copy(update=update))


def _sorted(entries: Mapping[str, Any], by_value: bool = False) -> dict[str, Any]:
    return dict(sorted(entries.items(), key=lambda pair: pair[1] if by_value else pair[0]))
