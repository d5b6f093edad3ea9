"""The skill cards: the dice that complete them, their crown points and abilities."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from solver.games import shipped, task_of
from solver.task.model import Task

ABILITIES: Mapping[str, str] = {
    "mushroom-expert": "The Mushroom Expert",
    "leaf-expert": "The Leaf Expert",
    "berry-expert": "The Berry Expert",
    "acorn-expert": "The Acorn Expert",
    "pebble-expert": "The Pebble Expert",
    "deceiver": "The Deceiver",
    "gatherer": "The Gatherer",
    "master-gatherer": "The Master Gatherer",
    "negotiator": "The Negotiator",
}
"""The abilities, each with the name of its cards."""

OPEN_CARDS = 5
"""How many skill cards lie face up."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill card.

    Parameters
    ----------
    cost : the dice that complete it, as a task whose spaces they fill
    points : crown points at the end of the game
    ability : one of `ABILITIES`
    """

    name: str
    ability: str
    cost: Task
    points: int
    provenance: str = "sample"

    @property
    def title(self) -> str:
        """What is written on the card."""
        return ABILITIES[self.ability]


@cache
def skills() -> Mapping[str, Skill]:
    """The shipped skill cards by their names.

    >>> card = skills()["leaf-expert-4"]
    >>> card.title, str(card.cost), card.points, len(skills())
    ('The Leaf Expert', '[6] [purple]', 3, 47)
    """
    return skills_of(shipped("gnome-kingdom", "skills"))


def skills_of(entries: Iterable[Mapping[str, Any]]) -> Mapping[str, Skill]:
    """The skill cards that the entries of a file describe; their costs may still be text."""
    found = {}
    for entry in entries:
        cost = entry["cost"]
        task = task_of("gnome-kingdom", cost) if isinstance(cost, str) else cost
        name = entry["name"]
        found[name] = Skill(name, entry["ability"], task, entry["points"], entry["provenance"])
    return MappingProxyType(found)


def unseen(content: Mapping[str, Skill], seen: Collection[str]) -> dict[str, int]:
    """The cards that may be drawn next, each with the weight 1.

    >>> len(unseen(skills(), ["deceiver-1"]))
    46
    """
    return {name: 1 for name in content if name not in seen}
