"""What stands in a position and in files of cards: words, and as text dice, pools, hexes, spaces and tasks."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, WithJsonSchema

from solver import inline
from solver.dice import Pool, Roll, Rolled
from solver.entry import Notation, wrong
from solver.errors import NotationError, did_you_mean
from solver.fault import in_words
from solver.games import dice_set, shipped, task_of
from solver.games.gnome_kingdom.options import CLANS
from solver.task.model import Task

GAME = "gnome-kingdom"
DICE = dice_set(GAME)
_dice = partial(inline.read_dice, dice=DICE, game="Gnome Kingdom")
_die = partial(inline.read_die, dice=DICE, game="Gnome Kingdom")
_hand = partial(inline.read_hand, dice=DICE, game="Gnome Kingdom")


Ability = Literal[
    "mushroom-expert",
    "leaf-expert",
    "berry-expert",
    "acorn-expert",
    "pebble-expert",
    "deceiver",
    "gatherer",
    "master-gatherer",
    "negotiator",
]
Resource = Literal["mushroom", "leaf", "berry", "acorn", "pebble"]

Count = Annotated[int, Field(ge=0, le=100)]
"""How many things there are, or what they are worth: no number of the game comes near the bound."""


def dice_of(text: str) -> tuple[Rolled, ...]:
    """The dice of a canonical text.

    >>> dice_of("b5 r1")
    (Rolled(colour='blue', face=5), Rolled(colour='red', face=1))
    """
    return Roll.read(text, DICE).dice


def text_of(dice: tuple[Rolled, ...]) -> str:
    """Dice as a position writes them.

    >>> text_of((Rolled("blue", 5), Rolled("red", 3)))
    'b5 r3'
    """
    return inline.text_of(dice, DICE)


def _pool(text: str) -> str:
    if not text.strip():
        return ""
    dice = DICE
    pool = Pool(text, dice)
    for die, _ in pool:
        if die not in dice.dice.values():
            raise NotationError("pool", f"'{die}' is no die of Gnome Kingdom", text, 0, len(text))
    return str(pool)


def read_task(text: str) -> Task:
    """A task in the colours of this game."""
    return task_of(GAME, text)


def task_named(text: str | None) -> str | None:
    """A task of the catalogue by its name, or one in its notation, in canonical form.

    >>> task_named("[any]*2 : equal"), task_named("sunrise")
    ('[any] [any] : equal', 'sunrise')
    """
    if text is None or re.fullmatch("[a-z0-9-]+", text):
        return text  # whether there is such a tile is seen where one's own are known
    try:
        return str(read_task(text))
    except NotationError as error:
        from pydantic_core import PydanticCustomError

        raise PydanticCustomError("notation", "{message}", {"message": error.message, "error": error}) from None


def task_names() -> list[str]:
    """The names of the tasks of the catalogue."""
    return [entry["name"] for entry in shipped(GAME, "tasks")]


FAR = 16
"""The tiles beside the start tile: no hex of a forest has a greater number."""


def _hex(value: object) -> tuple[int, int]:
    if isinstance(value, list | tuple) and len(value) == 2 and all(type(one) is int for one in value):
        if max(map(abs, value)) > FAR:
            raise wrong(f"with {FAR} tiles no forest gets as far as [{value[0]}, {value[1]}]")
        return value[0], value[1]
    raise wrong(f"expected a hex as [row, column], not {in_words(value)}")


def _at(value: object) -> str | tuple[int, int]:
    if isinstance(value, str):
        if value in ("start", "ahead"):
            return value
        hint = did_you_mean(value, ["start", "ahead"]) or "expected start, ahead, or a hex as [row, column]"
        raise wrong(f"'{value}' is no place; {hint}")
    return _hex(value)


def _space(value: object) -> str | int:
    words = (*CLANS, "waiting")
    if isinstance(value, str) and value in words:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    hint = did_you_mean(value, words) if isinstance(value, str) else ""
    raise wrong(f"{in_words(value)} is no space; {hint or 'expected its resource, or its number from 1'}")


_HEX: dict[str, Any] = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_SPACE: dict[str, Any] = {"anyOf": [{"enum": [*CLANS, "waiting"]}, {"type": "integer", "minimum": 1}]}

Dice = Annotated[str, Notation(_dice, "a roll such as r3 b5")]
OneDie = Annotated[str, Notation(_die, "a die such as r3")]
PoolText = Annotated[str, Notation(_pool, "a pool such as 2 red, 1 blue")]
TaskText = Annotated[str, Notation(lambda text: str(read_task(text)), "a task")]
Hex = Annotated[Any, PlainValidator(_hex), WithJsonSchema(_HEX)]
At = Annotated[Any, PlainValidator(_at), WithJsonSchema({"anyOf": [{"enum": ["start", "ahead"]}, _HEX]})]
Space = Annotated[Any, PlainValidator(_space), WithJsonSchema(_SPACE)]
Hand = Annotated[Any, PlainValidator(_hand), WithJsonSchema({"type": "array", "items": {"type": "array"}})]
