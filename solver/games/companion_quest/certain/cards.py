"""The cards of a turn in a CP-SAT model: what lies there and may be taken back, and where dice of each kind go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from solver.dice import Rolled
from solver.errors import TooBigError
from solver.games.companion_quest.objectives import Progress
from solver.games.companion_quest.placing import bare, health_left, problem, quest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import State, Zone
from solver.task.constraints import add_card, add_danger
from solver.task.legal import legal
from solver.task.model import Compare, Either, Readings, Task, Then, Word


@dataclass(slots=True)
class Laid:
    """A card in the model.

    Parameters
    ----------
    at : the zone, or `QUEST`
    task : what it asks
    uses : space, kind of die and the literal that such a die is placed there for good; on a danger one for each die
    lying : the dice that lie there, and the literals that they stay
    done : the literal that the card is solved, or the quest completed
    progress : of what lies there in the end
    back : whether dice may be taken back one by one, all at once, or not at all
    """

    at: int
    task: Task
    uses: list[tuple[int, Rolled, Any]]
    done: Any
    progress: Any
    lying: dict[int, tuple[Rolled, Any]] = field(default_factory=dict)
    back: str = ""

    def of_kind(self, kind: Rolled) -> list[Any]:
        """The literals of dice of a kind."""
        return [var for _, die, var in self.uses if die == kind]


def add_zone(model: Any, setting: Setting, zone: Zone, at: int, kinds: Mapping[Rolled, int], worth: Progress) -> Laid:
    """Add the card of a zone; `kinds` tells how many dice of each kind there may be."""
    card = problem(setting, zone)
    assert card is not None
    if card.task.danger:
        return _danger(model, card.task, zone, at, kinds, worth.health)
    task, readings = card.task, setting.rules.readings
    done = model.new_bool_var(f"zone {at} is solved")
    back = {"any_time": "each", "whole_cards": "whole", "before_gathering": ""}[setting.rules.take_back]
    if circles(task) or (back and roams(task)):
        raise TooBigError(
            f"{card.title} has an order and other relations; what taking back its dice may bring is not proven here"
        )
    lying = {
        space: (die, model.new_bool_var(f"zone {at} keeps {space}") if back else model.new_constant(1))
        for space, die in zone.dice
    }
    if back == "whole":
        for (_, one), (_, other) in pairwise(lying.values()):
            model.add(one == other)
    uses = add_card(model, task, kinds, readings, done, lying)
    filled = [
        sum(var for space, _, var in uses if space == index) + (lying[index][1] if index in lying else 0)
        for index in range(len(task.spaces))
    ]
    for space, _, var in uses:
        for before in firsts(task, space):  # an `or` does not open a space by its own die
            model.add(sum(filled[one] for one in before) >= var)
    groups = [item.spaces for item in task.relations if isinstance(item, Either)]
    single = [index for index in range(len(task.spaces)) if not any(index in group for group in groups)]
    have = sum(filled[index] for index in single) + sum(sum(filled[index] for index in group) for group in groups)
    if sum(map(len, groups)) == len({index for group in groups for index in group}):
        model.add(have <= len(single) + len(groups) - 1).only_enforce_if(~done)
    return Laid(at, task, uses, done, worth.space * sum(filled), lying, back)


def _danger(model: Any, task: Task, zone: Zone, at: int, kinds: Mapping[Rolled, int], worth: int) -> Laid:
    danger = task.danger
    assert danger is not None
    left = health_left(task, zone.dice)
    there = danger.health - max(0, left)
    if left <= 0:
        done = model.new_constant(1)
        uses = add_danger(model, Task.of((), (), replace(danger, health=1, placed=())), kinds, model.new_constant(0))
        return Laid(at, task, uses, done, worth * there)
    done = model.new_bool_var(f"zone {at} is defeated")
    uses = add_danger(model, Task.of((), (), replace(danger, health=left, placed=()), task.dice), kinds, done)
    points = sum(int(die.face) * var for _, die, var in uses)
    if uses:
        model.add(points <= left - 1).only_enforce_if(~done)
    counted = model.new_int_var(0, left, f"zone {at}: health done")
    model.add_min_equality(counted, [points, left])
    return Laid(at, task, uses, done, worth * (there + counted))


def add_quest(
    model: Any, setting: Setting, state: State, at: int, kinds: Mapping[Rolled, int], worth: Progress
) -> Laid:
    """Add the active quest: its spaces are filled one after the other from the hat on."""
    active = quest(setting, state)
    assert active is not None
    order = [item for item in active.path.relations if not isinstance(item, Then)]
    path = Task.of(active.path.spaces, order, dice=active.path.dice)
    done = model.new_bool_var("the quest is completed")
    lying = {state.hat + step: (die, model.new_constant(1)) for step, die in enumerate(state.path)}
    uses = add_card(model, path, kinds, setting.rules.readings, model.new_constant(0), lying)
    first, end = state.hat + len(state.path), len(path.spaces)
    filled = [sum(var for space, _, var in uses if space == index) for index in range(end)]
    shut = (state.locked and setting.rules.lock != "at_once") or (active.flag == "one-step" and bool(state.path))
    most = 0 if shut else 1 if active.flag == "one-step" else end
    model.add(sum(filled) <= most)
    for index in range(end):
        if index < first:
            model.add(filled[index] == 0)
        elif index > first:
            model.add(filled[index] <= filled[index - 1])
    model.add(done == (filled[end - 1] if first < end else 1))
    return Laid(at, path, uses, done, worth.step * (sum(filled) + len(state.path)), lying)


# ----- dice that are placed and taken back ----------------------------------------------------------------


def roams(task: Task) -> bool:
    """Whether it could help to take back a die that another one needed to be placed: what it makes room for."""
    thens = [item for item in task.relations if isinstance(item, Then)]
    groups = [item.spaces for item in task.relations if isinstance(item, Either)]
    for then in thens:
        firsts = {then.first, *(space for group in groups if then.first in group for space in group)}
        for one in firsts:
            if any(linked(task, one, other) for other in range(len(task.spaces)) if other not in (one, then.second)):
                return True
    return False


def circles(task: Task) -> bool:
    """Whether spaces could seem to open each other in a circle, because of an `or`.

    >>> circles(Task("[any]*3 : A then B, B then C")), circles(Task("[any]*3 : A then B, B then C, A or C"))
    (False, True)
    """
    later = {space: {one for before in firsts(task, space) for one in before} for space in range(len(task.spaces))}
    while left := {space: before & later.keys() for space, before in later.items() if before & later.keys()}:
        if left == later:
            return True
        later = left
    return False


def linked(task: Task, one: int, other: int) -> bool:
    """Whether what lies on one space has a say in what may lie on another, an order aside."""
    return bool(task.spaces[one].rank or task.spaces[other].rank) or any(
        isinstance(item, Word) or (isinstance(item, Compare | Either) and {one, other} <= set(item.spaces))
        for item in task.relations
    )


Dice = tuple[tuple[int, Rolled], ...]
"""Spaces with their dice, sorted."""


@lru_cache(maxsize=1 << 16)
def together(task: Task, readings: Readings, dice: Dice) -> bool:
    """Whether dice may lie there at the same time, however they have come to."""
    return legal(bare(task), dict(dice), readings)


@lru_cache(maxsize=1 << 14)
def in_the_way(task: Task, readings: Readings, placed: Dice, lying: Dice) -> tuple[frozenset[int], ...]:
    """The smallest sets of dice that lie there beside which others cannot: one of each must be taken back."""
    found: list[frozenset[int]] = []
    taken = {space for space, _ in placed}
    others = [one for one in lying if one[0] not in taken]
    for size in range(len(others) + 1):
        for stay in combinations(others, size):
            spaces = frozenset(space for space, _ in stay)
            known = any(one <= spaces for one in found)
            if not known and not together(task, readings, tuple(sorted((*stay, *placed)))):
                found.append(spaces)
    return tuple(found)


def firsts(task: Task, space: int) -> Iterator[tuple[int, ...]]:
    """For each order that a space comes second in: the spaces of which one must have a die."""
    groups = [item.spaces for item in task.relations if isinstance(item, Either)]
    for item in task.relations:
        if isinstance(item, Then) and item.second == space:
            yield tuple({item.first, *(one for group in groups if item.first in group for one in group)} - {space})
