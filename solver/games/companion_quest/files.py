"""What the files of Companion Quest hold: cards, dice, the symbols of the Master Key, and puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from solver.dice import Pool, Roll
from solver.entry import (
    Confidence,
    Document,
    Entry,
    Name,
    Notation,
    Provenance,
    PuzzleEntry,
    Text,
    no_repeats,
    wrong,
)
from solver.errors import did_you_mean
from solver.games import dice_set, shipped
from solver.games.companion_quest.cards import GAME, Cards, CompanionEntry, GnomeEntry, TaskEntry, read_task
from solver.games.companion_quest.position import Position
from solver.task.model import Task


class DieEntry(Entry):
    """A colour of dice, what it costs to gather one, and the motif printed for it."""

    name: Name
    letter: Text
    motif: Name
    supply: Annotated[int, Field(ge=1)]
    cost: Annotated[int, Field(ge=1)]
    confidence: Confidence
    provenance: Provenance
    source: Text


class DiceFile(Document):
    """The dice of the game."""

    game: Literal["companion-quest"]
    dice: list[DieEntry]
    supply_source: str = ""

    @model_validator(mode="after")
    def _unique(self) -> DiceFile:
        return no_repeats(self, "dice", "name", "letter", "motif")


class TasksFile(Document, Cards):
    """Quests and portal problems, and perhaps other cards."""

    game: Literal["companion-quest"]
    tasks: list[TaskEntry]


class CompanionsFile(Document, Cards):
    """Companions, and perhaps other cards."""

    game: Literal["companion-quest"]
    companions: list[CompanionEntry]


class GnomesFile(Document, Cards):
    """Gnomes, and perhaps other cards."""

    game: Literal["companion-quest"]
    gnomes: list[GnomeEntry]


def _pool(text: str) -> Pool:
    return Pool(text, dice_set(GAME))


def _roll(text: str) -> Roll:
    return Roll.read(text, dice_set(GAME))


class SymbolEntry(Entry):
    """A symbol of the Master Key: its meaning, its notation, a roll that meets it and one that does not."""

    id: Name
    meaning: Text
    task: Annotated[Task, Notation(read_task, "a task")]
    pool: Annotated[Pool, Notation(_pool, "a pool")]
    meets: Annotated[Roll, Notation(_roll, "a roll")]
    fails: Annotated[Roll | None, Notation(_roll, "a roll")] = None
    provenance: Provenance


class SymbolsFile(Document):
    """The Master Key."""

    game: Literal["companion-quest"]
    symbols: list[SymbolEntry]

    @model_validator(mode="after")
    def _unique(self) -> SymbolsFile:
        return no_repeats(self, "symbols", "id")


def _symbol(name: str) -> str:
    known = [entry["id"] for entry in shipped(GAME, "symbols")]
    if name not in known:
        hint = did_you_mean(name, known) or f"known are {', '.join(known)}"
        raise wrong(f"the Master Key has no symbol '{name}'; {hint}")
    return name


class Puzzle(PuzzleEntry):
    """A puzzle of this game; `symbols` are those of the Master Key that its answer turns on."""

    position: Position
    symbols: Annotated[list[Annotated[Name, AfterValidator(_symbol)]], Field(min_length=1)]


class PuzzlesFile(Document):
    """Puzzles: positions with a question and its proven answer."""

    game: Literal["companion-quest"]
    puzzles: list[Puzzle]

    @model_validator(mode="after")
    def _unique(self) -> PuzzlesFile:
        return no_repeats(self, "puzzles", "id")


FILES: Mapping[str, type[Any]] = {
    "tasks": TasksFile,
    "companions": CompanionsFile,
    "gnomes": GnomesFile,
    "dice": DiceFile,
    "symbols": SymbolsFile,
    "puzzles": PuzzlesFile,
}
