"""What the files of Companion Quest hold: tasks of its cards, its dice, and the symbols of the Master Key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from solver.dice import Pool, Roll
from solver.entry import (
    Confidence,
    Document,
    Entry,
    Name,
    Notation,
    Provenance,
    Text,
    need_source,
    no_repeats,
    wrong,
)
from solver.games import Card, card_of, dice_set, task_of
from solver.task.model import Task

GAME = "companion-quest"


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


def read_task(text: str) -> Task:
    """A task in the colours of this game."""
    task = task_of(GAME, text)
    if task.needs_clan:
        raise wrong("Companion Quest has no clans", word="clan")
    return task


class TaskEntry(Entry):
    """A quest's or a portal problem's spaces."""

    name: Name
    title: Text = ""
    type: Literal["challenge", "danger", "quest"]
    task: Annotated[Task, Notation(read_task, "a task")]
    provenance: Provenance
    source: str = ""
    assumed: str = ""
    note: str = ""

    @model_validator(mode="after")
    def _sourced(self) -> TaskEntry:
        if self.type == "danger" and self.task.danger is None:
            raise wrong(f"danger '{self.name}' has no health", "task")
        if self.type != "danger" and self.task.danger is not None:
            raise wrong(f"a {self.type} has no health; '{self.name}' is a danger", "task")
        return need_source(self)


class TasksFile(Document):
    """Tasks of cards: those shipped, or one's own."""

    game: Literal["companion-quest"]
    tasks: list[TaskEntry]

    @model_validator(mode="after")
    def _unique(self) -> TasksFile:
        return no_repeats(self, "tasks", "name")

    def cards(self) -> tuple[Card, ...]:
        """The tasks as cards."""
        return tuple(card_of(GAME, dict(task)) for task in self.tasks)


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


FILES: Mapping[str, type[Any]] = {"tasks": TasksFile, "dice": DiceFile, "symbols": SymbolsFile}
