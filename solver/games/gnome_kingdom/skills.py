"""The skill cards: the dice that complete them, their crown points and abilities."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from solver.games import shipped, task_of
from solver.task.model import Task

OPEN_CARDS = 5
"""How many skill cards lie face up."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill card.

    Parameters
    ----------
    cost : the dice that complete it, as a task whose spaces they fill
    points : crown points at the end of the game
    ability : one of `solver.games.gnome_kingdom.powers.ABILITIES`
    """

    name: str
    ability: str
    cost: Task
    points: int
    provenance: str = "sample"

    @property
    def title(self) -> str:
        """What is written on the card."""
        return "The " + self.ability.replace("-", " ").title()


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
