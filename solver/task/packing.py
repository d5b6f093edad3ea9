"""A task as the kernels read it."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from solver.dice import SYMBOL_BIT, colour_bit
from solver.task.relation import Either, Relation, Then, Word
from solver.task.space import ANY, CLAN, Space

ALL = (1 << 64) - 1
NUMBERS = (1 << SYMBOL_BIT) - 1
_ODD = sum(1 << number for number in range(1, SYMBOL_BIT, 2))


class Packed(NamedTuple):
    """A task as the kernels read it.

    colours, faces: per space the masks it accepts. matching: the same by classes, where the matching kernel
    knows it. word: the only thing a task asks that otherwise takes any dice, or empty. held: spaces
    that hold a die.
    """

    colours: array[int]
    faces: array[int]
    matching: Matching | None
    word: str
    held: int


class Matching(NamedTuple):
    """Classes of spaces that accept the same dice.

    alternatives: colour mask, face mask and class for each way a class accepts a die. capacities: the number of
    spaces of each class. different, colours_differ: words over all spaces. needs_colour: dice without a colour
    cannot be judged. ordered: an `A then B` limits what may be filled first.
    """

    alternatives: array[int]
    capacities: array[int]
    different: bool
    colours_differ: bool
    needs_colour: bool
    ordered: bool


def pack(spaces: tuple[Space, ...], relations: tuple[Relation, ...]) -> Packed:
    """Pack a task."""
    colours, faces = [_colours(space) for space in spaces], [_faces(space) for space in spaces]
    matching = _matching(spaces, relations, colours, faces)
    held = sum(space.holds is not None for space in spaces)
    return Packed(array("Q", colours), array("Q", faces), matching, _only_word(spaces, relations), held)


def _only_word(spaces: tuple[Space, ...], relations: tuple[Relation, ...]) -> str:
    if len(relations) == 1 and isinstance(relations[0], Word) and all(space == ANY for space in spaces):
        return relations[0].word
    return ""


def _matching(
    spaces: tuple[Space, ...], relations: tuple[Relation, ...], colour_masks: list[int], face_masks: list[int]
) -> Matching | None:
    """The task by classes, or None when it has relations that the matching kernel does not know.

    Spaces joined by `or` become one space that accepts what any of them does.
    """
    if not spaces:
        return None
    words = {relation.word for relation in relations if isinstance(relation, Word)}
    groups = [set(relation.spaces) for relation in relations if isinstance(relation, Either)]
    if (
        words - {"different", "different colours"}
        or any(not isinstance(relation, Word | Either | Then) for relation in relations)
        or any(space.rank or CLAN in space.colours for space in spaces)
        or sum(map(len, groups)) != len(set().union(*groups))
    ):
        return None
    different, colours_differ = "different" in words, "different colours" in words
    held = [space.holds for space in spaces if space.holds]
    faces, colours = NUMBERS if different else ALL, ALL
    if different:
        numbers = [die.face for die in held]
        if len(set(numbers)) < len(numbers) or any(isinstance(number, str) for number in numbers):
            faces = 0  # two that are equal lie there already: it can never be filled
        faces &= ~sum(1 << number for number in set(numbers) if isinstance(number, int))
    if colours_differ:
        bits = [colour_bit(die.colour) for die in held]
        colours = 0 if len(set(bits)) < len(bits) else ALL & ~sum(1 << bit for bit in bits)
    joined = [sorted(group) for group in groups] + [
        [index] for index in range(len(spaces)) if not any(index in group for group in groups)
    ]
    classes: dict[tuple[tuple[int, int], ...], int] = {}
    for group in joined:
        if any(spaces[index].holds for index in group):
            continue
        ways = tuple(sorted({(colour_masks[i] & colours, face_masks[i] & faces) for i in group}))
        classes[ways] = classes.get(ways, 0) + 1
    flat = [n for index, ways in enumerate(classes) for way in ways for n in (*way, index)]
    impossible = (not faces or not colours) and not classes
    if impossible:
        classes = {(): 1}
    return Matching(
        array("Q", flat),
        array("q", classes.values()),
        different,
        colours_differ,
        colours_differ or any(space.colours for space in spaces),
        any(isinstance(relation, Then) for relation in relations),
    )


def _colours(space: Space) -> int:
    return sum(1 << colour_bit(colour) for colour in space.colours) if space.colours else ALL


def _faces(space: Space) -> int:
    if space.numbers == ():
        return ALL
    if isinstance(space.numbers, str):
        return _ODD if space.numbers == "odd" else NUMBERS & ~_ODD
    return sum(1 << number for low, high in space.numbers for number in range(low, high + 1))
