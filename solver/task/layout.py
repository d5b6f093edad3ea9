"""A task, and the dice that may lie on it, as the placement kernel reads them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from solver.dice import SYMBOL_BIT, Face, Rolled, colour_bit
from solver.errors import TooBigError
from solver.task.legal import held_dice, legal, numbered_spaces, run_length
from solver.task.model import WORDS, Compare, Either, Readings, Task, Then, Word

MAX_BITS = 64  # cells or groups in a set of the kernel

_CODES = {"<": (1, -1), "<=": (1, 0), "=": (2, 0), "!=": (3, 0), ">=": (4, 0), ">": (4, 1)}


class Packed(NamedTuple):
    """A task as the kernel reads it; `possible` unless the dice it holds break its relations."""

    flat: array[int]
    possible: bool


@lru_cache(maxsize=1024)
def pack(task: Task, readings: Readings) -> Packed:
    """Lay a task out for the kernel."""
    words = {relation.word for relation in task.relations if isinstance(relation, Word)}
    groups = [relation.spaces for relation in task.relations if isinstance(relation, Either)]
    if len(groups) > MAX_BITS:
        raise TooBigError(f"a task with {len(groups)} 'or's has more than {MAX_BITS}")
    held = held_dice(task)
    thens = [
        (relation.first, relation.second)
        for relation in task.relations
        if isinstance(relation, Then) and relation.second not in held
    ]
    compares = [relation for relation in task.relations if isinstance(relation, Compare)]
    spaces = range(len(task.spaces))
    flat = [
        len(task.spaces),
        sum(1 << bit for bit, word in enumerate(WORDS) if word in words),
        (readings.high_low == "strict") + 2 * (readings.order == "weak") + 4 * (readings.consecutive == "wraps"),
        run_length(task) if "consecutive" in words else 0,
        len(groups),
        len(thens),
        len(compares),
    ]
    flat += [{"high": 1, "low": -1, "": 0}[space.rank] for space in task.spaces]
    flat += [value_of(held[space].face) if space in held else -1 for space in spaces]
    flat += [colour_bit(held[space].colour) if space in held else 0 for space in spaces]
    flat += [_bits(group) for group in groups]
    flat += [space for pair in thens for space in pair]
    for compare in compares:
        code, shift = _CODES[compare.op]
        coefficient = {space: n for n, space in compare.terms}
        flat += [_bits(compare.spaces), code, compare.constant + shift]
        flat += [coefficient.get(space, 0) for space in spaces]
    return Packed(array("q", flat), legal(task, held, readings))


def _bits(spaces: Sequence[int]) -> int:
    """A set of spaces as a signed word of 64 bits."""
    mask = sum(1 << space for space in spaces)
    return mask - (1 << 64) if mask >> 63 else mask


def value_of(face: Face) -> int:
    """A number as it is, and one value for every symbol."""
    return face if isinstance(face, int) else SYMBOL_BIT


class Sieve(NamedTuple):
    """The cells that fit some space: value and colour, the set of each space, and their places among all."""

    flat: array[int]
    accept: array[int]
    columns: array[int]


def sieve(task: Task, shown: Sequence[Rolled]) -> Sieve:
    """Keep of the cells of a roll or pool those that fit some space of the task."""
    numbered = numbered_spaces(task)
    takes = [
        [
            space
            for space in range(len(task.spaces))
            if not task.spaces[space].holds
            and task.spaces[space].accepts(*die)
            and not (isinstance(die.face, str) and space in numbered)
        ]
        for die in shown
    ]
    columns = [column for column, spaces in enumerate(takes) if spaces]
    if len(columns) > MAX_BITS:
        raise TooBigError(f"{len(columns)} different dice fit {task}; placing them is limited to {MAX_BITS}")
    accept = [0] * len(task.spaces)
    for bit, column in enumerate(columns):
        for space in takes[column]:
            accept[space] |= 1 << bit
    flat = [n for column in columns for n in (value_of(shown[column].face), colour_bit(shown[column].colour))]
    return Sieve(array("q", flat), array("Q", accept), array("q", columns))
