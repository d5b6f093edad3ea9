"""What the files of Quest for the Old Ones hold: its deck and its puzzles. `cards.py` reads them without pydantic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from solver.entry import Document, Entry, Name, Provenance, PuzzleEntry, Text, no_repeats, wrong
from solver.games.old_ones.cards import Effect, Kind, Terrain
from solver.games.old_ones.position import Position

NONE: list[Any] = []  # a default, which each model copies
NEEDED = {
    "character": ("folk", "strength"),
    "land": ("land", "copies"),
    "weapon": ("strength", "users"),
    "magic": ("strength", "users"),
    "ally": ("strength", "users", "kinds"),
    "encounter": ("strength", "land", "kinds"),
    "food": ("land",),
    "event": ("effect",),
}
MORE = {"event": ("amount", "phase", "land", "folk", "opponent_land", "kinds", "note")}
COMMON = ("type", "name", "title", "note", "provenance")


class CardEntry(Entry):
    """A card of the deck; which keys it has depends on its type."""

    type: Literal["character", "land", "weapon", "magic", "ally", "encounter", "food", "event"]
    name: Name
    title: Text
    folk: Literal["WR", "SF", "BMG", "GOB", "PV", "Elf"] | None = None
    strength: Annotated[int, Field(ge=0)] | None = None
    users: list[Kind] = NONE
    kinds: list[Kind] = NONE
    land: Terrain | None = None
    copies: Annotated[int, Field(ge=1)] = 1
    effect: Effect | None = None
    amount: int | Literal["d6"] = 0
    phase: Literal["replenish", "encounter"] = "replenish"
    opponent_land: Terrain | None = None
    note: str = ""
    provenance: Provenance

    @model_validator(mode="after")
    def _complete(self) -> CardEntry:
        given = self.model_fields_set
        for key in NEEDED[self.type]:
            if key not in given:
                raise wrong(f"'{self.name}' is {_a(self.type)} and has no '{key}'", "type")
        for key in sorted(given - {*COMMON, *NEEDED[self.type], *MORE.get(self.type, ())}):
            raise wrong(f"{_a(self.type)} has no '{key}'", key)
        return self


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


class DeckFile(Document):
    """The deck."""

    game: Literal["old-ones"]
    deck: list[CardEntry]

    @model_validator(mode="after")
    def _unique(self) -> DeckFile:
        return no_repeats(self, "deck", "name")


class Puzzle(PuzzleEntry):
    """A puzzle of this game."""

    position: Position


class PuzzlesFile(Document):
    """Puzzles: positions with a question and its proven answer."""

    game: Literal["old-ones"]
    puzzles: list[Puzzle]

    @model_validator(mode="after")
    def _unique(self) -> PuzzlesFile:
        return no_repeats(self, "puzzles", "id")


FILES: Mapping[str, type[Any]] = {"deck": DeckFile, "puzzles": PuzzlesFile}
