"""What the files of Gnome Kingdom hold: its forest tasks, and its dice with the clans' colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

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
)
from solver.games import Card, card_of, task_of
from solver.task.model import Task

GAME = "gnome-kingdom"


class DieEntry(Entry):
    """A colour of dice and its clan."""

    name: Name
    letter: Text
    supply: Annotated[int, Field(ge=1)]
    clan: Name
    confidence: Confidence
    provenance: Provenance
    source: Text


class DiceFile(Document):
    """The dice of the game."""

    game: Literal["gnome-kingdom"]
    dice: list[DieEntry]
    supply_source: str = ""

    @model_validator(mode="after")
    def _unique(self) -> DiceFile:
        return no_repeats(self, "dice", "name", "letter", "clan")


def read_task(text: str) -> Task:
    """A task in the colours of this game."""
    return task_of(GAME, text)


class TaskEntry(Entry):
    """A forest tile's task."""

    name: Name
    title: Text = ""
    level: Literal["start", "I", "II", "III"]
    task: Annotated[Task, Notation(read_task, "a task")]
    provenance: Provenance
    source: str = ""
    assumed: str = ""
    note: str = ""

    @model_validator(mode="after")
    def _sourced(self) -> TaskEntry:
        return need_source(self)


class TasksFile(Document):
    """Forest tasks: those shipped, or one's own."""

    game: Literal["gnome-kingdom"]
    tasks: list[TaskEntry]

    @model_validator(mode="after")
    def _unique(self) -> TasksFile:
        return no_repeats(self, "tasks", "name")

    def cards(self) -> tuple[Card, ...]:
        """The tasks as cards."""
        return tuple(card_of(GAME, dict(task)) for task in self.tasks)


FILES: Mapping[str, type[Any]] = {"tasks": TasksFile, "dice": DiceFile}
