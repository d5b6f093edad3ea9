"""The cards that files and positions of Companion Quest hold: tasks, companions and gnomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, WithJsonSchema, model_validator

from solver.entry import (
    Entry,
    Name,
    Notation,
    Place,
    Provenance,
    Text,
    all_wrong,
    need_source,
    no_repeats,
    wrong,
)
from solver.errors import did_you_mean
from solver.games import Card, card_of, dice_set, shipped, task_of
from solver.games.companion_quest.abilities import Ability, read_ability
from solver.games.companion_quest.content import MAX_STAGE, SEATS, Box, FlagName, box, box_of, merged
from solver.games.companion_quest.loops import loops_in_words
from solver.games.companion_quest.supply import lacking
from solver.task.model import Either, Task

GAME = "companion-quest"


def read_task(text: str) -> Task:
    """A task in the colours of this game."""
    task = task_of(GAME, text)
    if task.needs_clan:
        raise wrong("Companion Quest has no clans", word="clan")
    if task.danger.placed if task.danger else any(space.holds for space in task.spaces):
        raise wrong("dice lie on a card in a position, not in a file of cards")
    if short := lacking(task):
        raise wrong(short)
    return task


def _colour(text: str) -> str:
    colours = dice_set(GAME).dice
    if text not in colours:
        hint = did_you_mean(text, colours) or f"its dice are {', '.join(colours)}"
        raise wrong(f"'{text}' is not a colour of Companion Quest; {hint}")
    return text


Colour = Annotated[str, AfterValidator(_colour), WithJsonSchema({"type": "string", "description": "a colour of dice"})]
QUEST_KEYS = ("stage", "flag", "barren", "reward")


def _reward(snacks: list[int]) -> list[int]:
    if len(snacks) != SEATS:
        raise wrong(f"expected {SEATS} numbers, the snacks of each gnome when 1, 2, 3 or 4 play, not {len(snacks)}")
    return snacks


class CardEntry(Entry):
    """What every card says: its name, and where it comes from."""

    name: Name
    title: Text = ""
    provenance: Provenance
    source: str = ""
    assumed: str = ""
    note: str = ""

    @model_validator(mode="after")
    def _sourced(self) -> Self:
        return need_source(self)


class TaskEntry(CardEntry):
    """A portal problem's spaces, or a quest's path with its flag and its reward."""

    type: Literal["challenge", "danger", "quest"]
    task: Annotated[Task, Notation(read_task, "a task")]
    stage: Annotated[int | None, Field(ge=1, le=MAX_STAGE)] = None
    flag: FlagName | None = None
    barren: Colour | None = None
    reward: Annotated[list[Annotated[int, Field(ge=0)]], AfterValidator(_reward)] | None = None

    @model_validator(mode="after")
    def _consistent(self) -> TaskEntry:
        faults: list[tuple[Place, str, str]] = []
        if self.type == "danger" and self.task.danger is None:
            faults.append((("task",), f"danger '{self.name}' has no health", ""))
        if self.type != "danger" and self.task.danger is not None:
            faults.append((("task",), f"a {self.type} has no health; '{self.name}' is a danger", ""))
        if self.type == "quest":
            faults += self._quest_faults()
        else:
            given = [key for key in QUEST_KEYS if key in self.model_fields_set]
            faults += [((key,), f"a {self.type} has no '{key}'; only a quest has", "") for key in given]
        if faults:
            raise all_wrong(faults)
        return self

    def _quest_faults(self) -> Iterator[tuple[Place, str, str]]:
        for key in ("stage", "reward"):
            if getattr(self, key) is None:
                yield ("name",), f"quest '{self.name}' has no '{key}'", ""
        if any(isinstance(relation, Either) for relation in self.task.relations):
            yield ("task",), "a path has no 'or': the hat passes each of its spaces", " or "
        if self.flag == "barren" and not self.barren:
            yield ("flag",), "a barren quest needs a 'barren': the colour that cannot be gathered", ""
        if self.barren and self.flag != "barren":
            yield ("barren",), "only the flag 'barren' speaks of a colour", ""


class CompanionEntry(CardEntry):
    """A companion: the colour of dice that wake it, and what it can do."""

    wake: Colour
    abilities: Annotated[list[Annotated[Ability, Notation(read_ability, "an ability")]], Field(min_length=1)]
    starter: bool = False

    @model_validator(mode="after")
    def _complete(self) -> CompanionEntry:
        wanted, number = (2, "two abilities") if self.starter else (1, "one ability")
        if len(self.abilities) != wanted:
            kind = "a starter" if self.starter else "a companion of the wilderness"
            raise wrong(f"{kind} has {number}, and '{self.name}' has {len(self.abilities)}", "abilities")
        return self


class GnomeEntry(CardEntry):
    """A gnome: what it can do for another, and the companion that comes with it."""

    ability: Annotated[Ability, Notation(read_ability, "an ability")]
    starter: Name


def _starter_fault(name: str, own: Sequence[CompanionEntry]) -> str:
    """Why no gnome can come with this companion, one of the file or of those shipped; empty if it can."""
    known = {entry["name"]: bool(entry.get("starter")) for entry in shipped(GAME, "companions")}
    known |= {entry.name: entry.starter for entry in own}
    if name not in known:
        starters = [other for other, starter in known.items() if starter]
        hint = did_you_mean(name, starters) or f"known are {', '.join(starters)}"
        return f"there is no companion '{name}' here or in the box; {hint}"
    if not known[name]:
        return f"'{name}' lives in the wilderness; a companion that comes with a gnome is a 'starter'"
    return ""


class Cards(Entry):
    """Cards of any kind: those shipped, or one's own."""

    tasks: list[TaskEntry] = Field(default_factory=list)
    companions: list[CompanionEntry] = Field(default_factory=list)
    gnomes: list[GnomeEntry] = Field(default_factory=list)

    @model_validator(mode="after")
    def _consistent(self) -> Cards:
        for kind in ("tasks", "companions", "gnomes"):
            no_repeats(self, kind, "name")
        no_repeats(self, "gnomes", "starter")
        said = [_starter_fault(gnome.starter, self.companions) for gnome in self.gnomes]
        faults = [(("gnomes", number, "starter"), message, "") for number, message in enumerate(said) if message]
        if faults:
            raise all_wrong(faults)
        return self

    def cards(self) -> tuple[Card, ...]:
        """What has a task, as cards."""
        return tuple(card_of(GAME, dict(task)) for task in self.tasks)

    def box(self) -> Box:
        """All of them, to be played with."""
        return box_of(map(dict, self.tasks), map(dict, self.companions), map(dict, self.gnomes))

    def notes(self) -> tuple[str, ...]:
        """What is worth knowing: which of them, among those shipped, could go on for ever at a gain."""
        return loops_in_words(merged(box(), self.box()))
