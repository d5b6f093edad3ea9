"""How acts change the counts of dice that charts ask for."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import cache

from solver.games.gnome_kingdom.chance.space import FACES

Packed = tuple["array[int]", "array[int]", "array[int]"]


@dataclass(slots=True)
class Rules:
    """From a state, at a question, by how much a count differs before the act, and to which state that leads.

    Parameters
    ----------
    questions : how many there are: a class of colours and a number each
    ways : by state and question
    states : their numbers, the end first
    """

    questions: int
    ways: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)
    states: dict[object, int] = field(default_factory=lambda: {"end": 0, "begin": 1})

    def way(self, state: object, question: int, change: int, then: object) -> None:
        """One more way; where there is any, it is not gone on without one."""
        key = self.states.setdefault(state, len(self.states)), question
        self.ways.setdefault(key, []).append((change, self.states.setdefault(then, len(self.states))))

    def packed(self) -> Packed:
        """As the kernel takes them."""
        width = self.questions
        rules, flat = array("i", [-1] * len(self.states) * width), array("i")
        after = array("i", [width] * len(self.states) * (width + 1))
        for (state, question), ways in self.ways.items():
            rules[state * width + question] = len(flat)
            flat.extend([len(ways), *(number for way in ways for number in way)])
        for state in range(len(self.states)):
            for question in range(width - 1, -1, -1):
                there = rules[state * width + question] >= 0
                at = state * (width + 1) + question
                after[at] = question if there else after[at + 1]
        return rules, flat, after


@cache
def unchanged(kinds: int) -> Packed:
    """Nothing changes."""
    rules = Rules(kinds * FACES)
    rules.way("begin", 0, 0, "end")
    return rules.packed()


@cache
def without(kind: int, kinds: int) -> Packed:
    """A die of a class of colours is taken up."""
    rules = Rules(kinds * FACES)
    for at in range(kind * FACES, (kind + 1) * FACES):
        rules.way("begin", at, 0, "begin")
        rules.way("begin", at, -1, "end")
    return rules.packed()


@cache
def turned(by: int, kinds: int) -> Packed:
    """A die is turned by so much."""
    rules = Rules(kinds * FACES)
    for at in range(kinds * FACES):
        rules.way("begin", at, 0, "begin")
        if at % FACES + by < FACES:
            rules.way("begin", at, -1, ("comes", at + by))
            rules.way("begin", at, 1, ("goes", at + by))
            rules.way(("comes", at + by), at + by, 1, "end")
            rules.way(("goes", at + by), at + by, -1, "end")
    return rules.packed()


@cache
def painted(target: int, kinds: int) -> Packed:
    """A die of another class of colours is given this one."""
    rules = Rules(kinds * FACES)
    for at in range(kinds * FACES):
        kind, face = divmod(at, FACES)
        if kind < target:
            rules.way("begin", at, 0, "begin")
            rules.way("begin", at, -1, ("comes", face))
        elif kind == target:
            rules.way("begin", at, 0, "begin")
            rules.way("begin", at, 1, ("goes", face))
            rules.way(("comes", face), at, 1, "end")
        else:
            rules.way(("goes", face), at, 0, ("goes", face))
            rules.way(("goes", face), at, -1, "end")
    return rules.packed()
