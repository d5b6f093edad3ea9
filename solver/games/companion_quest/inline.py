"""What stands in a position as text: dice, and cards by name or by what they do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from solver import inline
from solver.dice import Roll, Rolled
from solver.entry import Notation, wrong
from solver.errors import NotationError
from solver.games import dice_set, task_of
from solver.games.companion_quest.abilities import Ability, ability_text, read_ability
from solver.games.companion_quest.cards import GAME
from solver.games.companion_quest.placing import Lying
from solver.games.companion_quest.state import COLOURS, Dice
from solver.games.companion_quest.supply import lacking
from solver.task.model import ANY, Task
from solver.task.space import space_name

DICE = dice_set(GAME)
_dice = partial(inline.read_dice, dice=DICE, game="Companion Quest")
_hand = partial(inline.read_hand, dice=DICE, game="Companion Quest")

EMPTY = "empty"
"""A zone in which no card is left."""

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_COMPANION = re.compile(rf"({'|'.join(COLOURS)}):?\s+(.*?)\s*(\(\w+\))?", re.DOTALL)


# ----- dice -----------------------------------------------------------------------------------------------


def dice_of(text: str) -> Dice:
    """The dice of a canonical text.

    >>> dice_of("b5 r1")
    (Rolled(colour='blue', face=5), Rolled(colour='red', face=1))
    """
    return Roll.read(text, DICE).dice


def text_of(dice: Iterable[Rolled]) -> str:
    """Dice as a position writes them.

    >>> text_of([Rolled("red", 3), Rolled("blue", 5)])
    'b5 r3'
    """
    return inline.text_of(dice, DICE)


# ----- dice on cards --------------------------------------------------------------------------------------


def read_lying(task: Task, text: str) -> Lying:
    """The dice on a card: `A=r3, D=y5` on spaces, a roll on a danger. Whether they may lie so is not looked at.

    Raises
    ------
    NotationError
        with a caret

    Examples
    --------
    >>> read_lying(Task("[red] [even]"), "B=r3"), lying_text(Task("[any]*2"), ((0, Rolled("red", 3)),))
    (((1, Rolled(colour='red', face=3)),), 'A=r3')
    """
    if task.danger:
        return tuple((0, die) for die in dice_of(_dice(text)))
    open_card = Task.of((ANY,) * len(task.spaces), (), dice=DICE)
    lying = tuple((at, space.holds) for at, space in enumerate(open_card.given(text).spaces) if space.holds)
    _dice(text_of(die for _, die in lying))
    return lying


def lying_text(task: Task | None, lying: Lying) -> str:
    """Dice on a card as a position writes them."""
    if task is not None and task.danger:
        return text_of([die for _, die in lying])
    return ", ".join(f"{space_name(space)}={text_of([die])}" for space, die in lying)


# ----- cards, companions and gnomes -----------------------------------------------------------------------


def is_notation(text: str) -> bool:
    """Whether a card is given by its notation and not by its name.

    >>> is_notation("[any]*2 : equal"), is_notation("health 8 : even"), is_notation("twin-troll")
    (True, True, False)
    """
    return bool(text) and not _NAME.fullmatch(text)


def read_card(text: str) -> str:
    """A card by its name, or a task in its notation, in canonical form; dice on it may stand in the notation.

    >>> read_card("[any]*2 : equal"), read_card("seesaw")
    ('[any] [any] : equal', 'seesaw')
    """
    if text and not is_notation(text):
        return text  # whether there is such a card is seen where one's own are known
    task = task_of(GAME, text)
    if task.needs_clan:
        raise wrong("Companion Quest has no clans", word="clan")
    if short := lacking(bare(task)):
        raise wrong(short)
    return str(task)


def bare(task: Task) -> Task:
    """The task without the dice that lie on it.

    >>> bare(Task("[any = r3] [even]"))
    Task('[any] [even]')
    """
    if task.danger:
        return Task.of((), (), replace(task.danger, placed=()), task.dice)
    return Task.of([replace(space, holds=None) for space in task.spaces], task.relations, dice=task.dice)


def held(task: Task) -> Lying:
    """The dice that stand in the notation of a task."""
    if task.danger:
        return tuple((0, die) for die in task.danger.placed)
    return tuple((at, space.holds) for at, space in enumerate(task.spaces) if space.holds)


def read_companion(text: str) -> str:
    """A companion by its name, or the colour that wakes it and what it can do, in canonical form.

    Examples
    --------
    >>> read_companion("prost"), read_companion("blue: +1 or -1"), read_companion("red +1/reroll (2)")
    ('prost', 'blue +1 or -1', 'red +1 / reroll (2)')
    """
    if text and not is_notation(text):
        return text
    colour, abilities, number = _companion(text)
    return " ".join(filter(None, (colour, " / ".join(map(ability_text, abilities)), number)))


def companion_of(text: str) -> tuple[str, tuple[Ability, ...]]:
    """The colour and the abilities of a companion that is given by them.

    >>> companion_of("blue +1 / snack")
    ('blue', (Shift(steps=1, wraps=True, ways='up'), Gain(tokens=1)))
    """
    colour, abilities, _ = _companion(text)
    return colour, abilities


def _companion(text: str) -> tuple[str, tuple[Ability, ...], str]:
    found = _COMPANION.fullmatch(text.strip())
    if not found:
        said = "expected a companion's name, or the colour that wakes it and its ability, as in blue +1 or -1"
        raise NotationError("companion", said, text, 0, len(text))
    abilities, at = [], text.index(found[2])
    for part in found[2].split("/"):
        start = at + len(part) - len(part.lstrip())
        try:
            abilities.append(read_ability(part.strip()))
        except NotationError as error:
            begin, end = start + error.start, start + error.end
            raise NotationError("companion", error.message, text, begin, end, error.hint) from None
        at += len(part) + 1
    return found[1], tuple(abilities), found[3] or ""


def gnome_ability(text: str) -> Ability | None:
    """The ability by which a gnome is given; None if it is given by a name.

    >>> gnome_ability("reroll 2"), gnome_ability("crumbles")
    (Reroll(dice=2, times=1, interleaved=True), None)
    """
    try:
        return read_ability(text.strip())
    except NotationError:
        if is_notation(text):
            raise
        return None


def read_gnome(text: str) -> str:
    """A gnome by its name, or by its ability, in canonical form."""
    does = gnome_ability(text)
    return text if does is None else ability_text(does)


def _noted(read: Callable[[str], str]) -> Callable[[str], str]:
    """A reader whose mistakes keep their place in the document."""

    def noted(text: str) -> str:
        try:
            return read(text)
        except NotationError as error:
            raise PydanticCustomError("notation", "{message}", {"message": error.message, "error": error}) from None

    return noted


Count = Annotated[int, Field(ge=0)]
DiceText = Annotated[str, Notation(_dice, "a roll such as r3 b5")]
AbilityText = Annotated[str, Notation(lambda text: ability_text(read_ability(text)), "an ability such as +1 or -1")]
CardText = Annotated[str, AfterValidator(_noted(read_card))]
CompanionText = Annotated[str, AfterValidator(_noted(read_companion))]
GnomeText = Annotated[str, AfterValidator(_noted(read_gnome))]
Hand = Annotated[Any, PlainValidator(_hand), WithJsonSchema({"type": "array", "items": {"type": "array"}})]
