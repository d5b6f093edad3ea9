"""A position of Companion Quest, written down: what lies on the table when a gnome has to decide.

A document, `game: companion-quest` first. Everything is open to all, so a position holds a whole state; but little of
it must be said: the quest and the problems one looks at, one's companions, and the roll. What is left out is taken to
be as at the start, and an answer names what it takes for granted. States are made of it in
:mod:`solver.games.companion_quest.seen`, and written down in :mod:`solver.games.companion_quest.written`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from solver.document import dump, validate
from solver.entry import Document, Entry, all_wrong, rules_entry, wrong
from solver.fault import in_words
from solver.games.companion_quest.cards import Cards, Colour
from solver.games.companion_quest.inline import (
    EMPTY,
    AbilityText,
    CardText,
    CompanionText,
    Count,
    DiceText,
    GnomeText,
    Hand,
)
from solver.games.companion_quest.objectives import Progress
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import MOST_DANGERS
from solver.source import Source
from solver.source import read as read_source

Phase = Literal["gather", "adventure", "use", "choose", "replace"]
"""What is to be decided: `gather` is before the roll, `adventure` after it; `use` is in the middle of an ability on
dice, `choose` of one that wakes, tames or places a die; `replace` is for a gnome alone that has refreshed."""

NONE: list[Any] = []  # a default, which each model copies

if TYPE_CHECKING:
    RulesEntry = Entry
    WorthEntry = Entry
else:
    RulesEntry = rules_entry(Rules)
    WorthEntry = rules_entry(Progress)


class Named(Entry):
    """A card with what lies on it; alone, the card is enough."""

    card: CardText

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: object) -> object:
        if isinstance(value, str):
            return {"card": value}
        if not isinstance(value, Mapping):
            hint = "; a text that begins with [ needs quotes" if isinstance(value, list) else ""
            raise wrong(f"expected a card by its name or in the task notation, not {in_words(value)}{hint}")
        return value

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(schema)]}


class QuestEntry(Named):
    """The active quest, by its name or its path in the task notation.

    `hat` is how many spaces the hat has passed, `dice` what lies on the path this turn, as in `B=r3, C=y5`.
    """

    hat: Count = 0
    dice: str = ""


class ZoneEntry(Named):
    """A challenge zone: the portal problem face up, by its name or in the task notation, or `empty`.

    `dice` lie on its spaces, as in `A=r3, D=y5`, on a danger as a roll; `below` is how many cards lie face down.
    """

    dice: str = ""
    below: Count | None = None


class PlayerEntry(Entry):
    """A gnome with what it has; gnome and companions by name, or by what they do, as in `reroll 2` and `blue +1`."""

    gnome: GnomeText
    ready: bool = True
    snacks: Count = 0
    awake: list[CompanionText] = NONE
    resting: list[CompanionText] = NONE


class UsingEntry(Entry):
    """An ability in use.

    `what` is the ability. On dice: `hand` are those named for it, which are not in `roll`, each as [die, how often it
    may still be changed], `fresh` how many more may be named. Else: `left` is how many more may be chosen, `by` the
    companion whose ability it is, and `begun` whether one has been chosen.
    """

    what: AbilityText
    hand: Hand = NONE
    fresh: Count | None = None
    left: Annotated[int, Field(ge=1)] | None = None
    by: CompanionText | None = None
    begun: bool = False


class Position(Document):
    """A position.

    `done` is how many quests are completed, where the Gnome stands; `foe` where Gu'Gu does. `dangers` is how many of
    the twelve portal problems are dangers; `later` are the quests after the active one. `worth` says what counts how
    much between turns that are equal.
    """

    game: Literal["companion-quest"]
    rules: RulesEntry = RulesEntry()
    phase: Phase | None = None
    players: Annotated[list[PlayerEntry], Field(min_length=1, max_length=4)]
    turn: Annotated[int, Field(ge=0, le=3)] = 0
    turns: Annotated[int, Field(ge=1)] = 1
    quest: QuestEntry | None = None
    later: list[CardText] = NONE
    done: Count | None = None
    foe: Count | None = None
    zones: Annotated[list[ZoneEntry], Field(max_length=3)] = NONE
    dangers: Annotated[int, Field(ge=0, le=MOST_DANGERS)] | None = None
    locked: bool | None = None
    solved: list[CardText] = NONE
    wild: list[CompanionText] = NONE
    gone: list[CompanionText] = NONE
    shared: Colour | None = None
    roll: DiceText = ""
    roused: Count = 0
    using: UsingEntry | None = None
    worth: WorthEntry = WorthEntry()
    cards: Cards = Cards()

    @model_validator(mode="after")
    def _possible(self) -> Position:
        from solver.games.companion_quest.legal import faults

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
        """The gnome whose turn it is."""
        return self.players[self.turn]

    @property
    def decides(self) -> Phase:
        """What is to be decided, also where it need not be said."""
        if self.phase is not None:
            return self.phase
        if self.using is not None:
            return "use" if self.using.hand else "choose"
        placed = self.quest is not None and self.quest.dice
        return "adventure" if self.roll or placed else "gather"


def read(argument: str | Path | Source) -> Position:
    """Read a position: a file, a text on one line, ``-``, or what was read already.

    Raises
    ------
    DocumentError
        with every fault at its place

    Examples
    --------
    >>> me = "{gnome: crumbles, awake: [prost]}"
    >>> text = f"{{game: companion-quest, players: [{me}], zones: [twin-lanterns], roll: r3 b5 b3}}"
    >>> position = read(text)
    >>> position.phase, position.roll
    ('adventure', 'b3 b5 r3')
    """
    source = argument if isinstance(argument, Source) else read_source(argument)
    return in_order(validate(source, Position))


def write(position: Position) -> str:
    """Write a position on one line; :func:`read` makes an equal one of it.

    Examples
    --------
    >>> write(read("{game: companion-quest, zones: ['[any]*2 : equal'], players: [{gnome: reroll}], dangers: 1}"))
    '{game: companion-quest, phase: gather, players: [{gnome: reroll}], zones: ["[any] [any] : equal"], dangers: 1}'
    """
    plain = position.model_dump(exclude_defaults=True, exclude={"cards"})
    plain["zones"] = [_short(zone) for zone in plain.get("zones", ())] or None
    if "quest" in plain:
        plain["quest"] = _short(plain["quest"])
    plain["cards"] = _cards(position.cards)
    order = {"game": position.game, "rules": None, "phase": position.decides, **plain}
    return dump({key: value for key, value in order.items() if value is not None and value != {}})


def _short(entry: Mapping[str, Any]) -> Any:
    return entry["card"] if set(entry) == {"card"} else dict(entry)


def _cards(cards: Cards) -> dict[str, Any]:
    """One's own cards as they would stand in a file."""
    from solver.games.companion_quest.abilities import ability_text

    plain = cards.model_dump(exclude_defaults=True)
    for task in plain.get("tasks", ()):
        task["task"] = str(task["task"])
    for number, one in enumerate(plain.get("companions", ())):
        one["abilities"] = [ability_text(does) for does in cards.companions[number].abilities]
    for number, one in enumerate(plain.get("gnomes", ())):
        one["ability"] = ability_text(cards.gnomes[number].ability)
    return plain


def in_order(position: Position) -> Position:
    """The same in canonical form: what is to be decided is said, and lists whose order says nothing are sorted."""
    from solver.games.companion_quest.seen import tidy_quest, tidy_zones

    players = [
        one.model_copy(update={"awake": sorted(one.awake), "resting": sorted(one.resting)}) for one in position.players
    ]
    update: dict[str, Any] = {
        "phase": position.decides,
        "players": players,
        "quest": tidy_quest(position),
        "zones": tidy_zones(position),
        "locked": None,
        "solved": sorted(position.solved),
        "wild": sorted(position.wild),
        "gone": sorted(position.gone),
    }
    while update["zones"] and update["zones"][-1].card == EMPTY:
        update["zones"].pop()
    return position.model_copy(update=update)
