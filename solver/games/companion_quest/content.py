"""What is in the box: quests, portal problems, companions and gnomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from solver.games import shipped, task_of, title_of
from solver.games.companion_quest.abilities import Ability, read_ability
from solver.task.model import Task

GAME = "companion-quest"

OWN = "own"
"""The provenance of a card that is known by what it says alone."""

SEATS = 4
"""How many gnomes can play."""

MAX_STAGE = 4
"""The last stage a quest may be of; those published are of three."""

FlagName = Literal["no-sharing", "light-packs", "one-step", "no-taming", "no-calling", "barren"]
Flag = Literal["", FlagName]
"""The rule of a quest that holds until it is completed.

Nothing; no die may be passed on; the carry capacity is one less; one die a turn on the quest; no companion may be
tamed; no gnome may be called; dice of one colour cannot be gathered.
"""

FLAGS: Mapping[str, str] = {
    "no-sharing": "no die may be passed on",
    "light-packs": "you can carry one less",
    "one-step": "one die a turn on the quest",
    "no-taming": "no companion may be tamed",
    "no-calling": "no gnome may be called on",
    "barren": "no {} dice can be gathered",
}


def quest_rule(flag: str, barren: str = "") -> str:
    """The rule of a quest in words; empty if it has none.

    >>> quest_rule("one-step"), quest_rule("barren", "blue")
    ('one die a turn on the quest', 'no blue dice can be gathered')
    """
    return FLAGS[flag].format(barren) if flag else ""


def until_completed(flag: str, barren: str = "") -> str:
    """The rule of a quest and how long it holds; empty if it has none.

    >>> until_completed("no-sharing")
    'until it is completed, no die may be passed on'
    """
    return f"until it is completed, {quest_rule(flag, barren)}" if flag else ""


@dataclass(frozen=True, slots=True)
class Quest:
    """A quest card.

    Parameters
    ----------
    stage : 1 to 3
    path : a space of the task for each space of the path, the last of them reaches the portal
    flag, barren : the rule that holds until it is completed, and the colour that a `barren` one speaks of
    reward : snacks for each gnome, by the number of gnomes, 1 to 4
    """

    name: str
    title: str
    stage: int
    path: Task
    flag: Flag
    barren: str
    reward: tuple[int, int, int, int]
    provenance: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A portal problem card: a challenge, or a danger where the task is one with health."""

    name: str
    title: str
    task: Task
    provenance: str

    @property
    def danger(self) -> bool:
        """Whether it locks the quest."""
        return self.task.danger is not None


@dataclass(frozen=True, slots=True)
class Companion:
    """A companion card.

    Parameters
    ----------
    wake : the colour of the dice that wake it
    abilities : one, or two of which one is chosen each time
    starter : whether it comes with a gnome, and is not in the wilderness
    """

    name: str
    title: str
    wake: str
    abilities: tuple[Ability, ...]
    starter: bool
    provenance: str


@dataclass(frozen=True, slots=True)
class Gnome:
    """A gnome card: an ability that helps another gnome, and the companion that comes with it."""

    name: str
    title: str
    ability: Ability
    starter: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Box:
    """All cards by their names."""

    quests: Mapping[str, Quest]
    problems: Mapping[str, Problem]
    companions: Mapping[str, Companion]
    gnomes: Mapping[str, Gnome]

    def of_stage(self, stage: int) -> tuple[str, ...]:
        """The names of the quests of a stage.

        >>> box().of_stage(1)
        ('garden-gate', 'mill-pond', 'apple-lane', 'meadow-trail')
        """
        return tuple(name for name, quest in self.quests.items() if quest.stage == stage)

    @property
    def challenges(self) -> tuple[str, ...]:
        """The names of the portal problems that are no dangers."""
        return tuple(name for name, problem in self.problems.items() if not problem.danger)

    @property
    def dangers(self) -> tuple[str, ...]:
        """The names of the portal problems that are dangers."""
        return tuple(name for name, problem in self.problems.items() if problem.danger)

    @property
    def wild(self) -> tuple[str, ...]:
        """The names of the companions of the wilderness, which are all but the starters.

        >>> len(box().wild)
        51
        """
        return tuple(name for name, companion in self.companions.items() if not companion.starter)


@cache
def box() -> Box:
    """What is shipped.

    >>> found = box()
    >>> len(found.quests), len(found.problems), len(found.companions), len(found.gnomes)
    (12, 28, 57, 6)
    >>> found.problems["twin-troll"].danger, found.companions["prost"].abilities[0]
    (True, Shift(steps=1, wraps=True, ways='up'))
    """
    return box_of(shipped(GAME, "tasks"), shipped(GAME, "companions"), shipped(GAME, "gnomes"))


Entries = Iterable[Mapping[str, Any]]


def box_of(tasks: Entries = (), companions: Entries = (), gnomes: Entries = ()) -> Box:
    """The cards that the entries of files describe; tasks and abilities may still be text."""
    quests: dict[str, Quest] = {}
    problems: dict[str, Problem] = {}
    for entry in tasks:
        name, title, read = entry["name"], title_of(entry), _task(entry["task"])
        if entry["type"] != "quest":
            problems[name] = Problem(name, title, read, entry["provenance"])
        elif entry.get("stage"):  # a path without a stage can be asked for its odds, and is no card to play with
            one, two, three, four = entry["reward"]
            quests[name] = Quest(
                name,
                title,
                entry["stage"],
                read,
                entry.get("flag") or "",
                entry.get("barren") or "",
                (one, two, three, four),
                entry["provenance"],
            )
    return Box(
        MappingProxyType(quests),
        MappingProxyType(problems),
        MappingProxyType({entry["name"]: _companion(entry) for entry in companions}),
        MappingProxyType({entry["name"]: _gnome(entry) for entry in gnomes}),
    )


def merged(first: Box, *others: Box) -> Box:
    """All cards of several boxes; a card stands in the place of one with its name in a box before.

    >>> mine = box_of(gnomes=[{"name": "crumbles", "ability": "tame", "starter": "prost", "provenance": "sample"}])
    >>> both = merged(box(), mine)
    >>> len(both.gnomes), both.gnomes["crumbles"].ability
    (6, Tame())
    """
    quests, problems = dict(first.quests), dict(first.problems)
    companions, gnomes = dict(first.companions), dict(first.gnomes)
    for other in others:
        quests |= other.quests
        problems |= other.problems
        companions |= other.companions
        gnomes |= other.gnomes
    return Box(
        MappingProxyType(quests), MappingProxyType(problems), MappingProxyType(companions), MappingProxyType(gnomes)
    )


def _companion(entry: Mapping[str, Any]) -> Companion:
    abilities = tuple(_ability(each) for each in entry["abilities"])
    starter = bool(entry.get("starter"))
    return Companion(entry["name"], title_of(entry), entry["wake"], abilities, starter, entry["provenance"])


def _gnome(entry: Mapping[str, Any]) -> Gnome:
    return Gnome(entry["name"], title_of(entry), _ability(entry["ability"]), entry["starter"], entry["provenance"])


def _task(task: str | Task) -> Task:
    return task_of(GAME, task) if isinstance(task, str) else task


def _ability(ability: str | Ability) -> Ability:
    return read_ability(ability) if isinstance(ability, str) else ability
