"""What the files of Gnome Kingdom hold: forest tasks and tiles, skill cards, and dice with the clans' colours."""

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
from solver.games import Card, card_of
from solver.games.gnome_kingdom.inline import GAME, Ability, Count, Resource, read_task
from solver.task.model import Task


class DieEntry(Entry):
    """A colour of dice and its clan."""

    name: Name
    letter: Text
    supply: Annotated[int, Field(ge=1, le=100)]
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


class TileEntry(Entry):
    """A forest tile: its task, the resources of its three spaces, and the pool up to which it adds a die."""

    task: Name
    spaces: Annotated[list[Resource], Field(min_length=3, max_length=3)]
    grows: Annotated[int | None, Field(ge=3, le=8)] = None
    provenance: Provenance
    source: str = ""
    assumed: str = ""

    @model_validator(mode="after")
    def _sourced(self) -> TileEntry:
        return need_source(self)


class TilesFile(Document):
    """Forest tiles: those shipped, or one's own."""

    game: Literal["gnome-kingdom"]
    tiles: list[TileEntry]

    @model_validator(mode="after")
    def _unique(self) -> TilesFile:
        return no_repeats(self, "tiles", "task")


class SkillEntry(Entry):
    """A skill card: the dice that complete it, its crown points and its ability."""

    name: Name
    ability: Ability
    cost: Annotated[Task, Notation(read_task, "a task")]
    points: Count
    provenance: Provenance
    source: str = ""
    assumed: str = ""

    @model_validator(mode="after")
    def _sourced(self) -> SkillEntry:
        return need_source(self)


class SkillsFile(Document):
    """Skill cards: those shipped, or one's own."""

    game: Literal["gnome-kingdom"]
    skills: list[SkillEntry]

    @model_validator(mode="after")
    def _unique(self) -> SkillsFile:
        return no_repeats(self, "skills", "name")


FILES: Mapping[str, type[Any]] = {
    "tasks": TasksFile,
    "dice": DiceFile,
    "tiles": TilesFile,
    "skills": SkillsFile,
}
