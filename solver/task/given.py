"""Dice that already lie on a card: `A=r3, D=y5`, and for a danger a roll."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from solver.dice import Roll, Rolled, read_rolled, rolled_text
from solver.errors import NotationError, WordsError
from solver.task.expected import short
from solver.task.model import Space, Task
from solver.task.notation import one_line, place_of
from solver.task.relation import extent


def read_given(task: Task, dice: str | Mapping[str, Rolled | str]) -> tuple[tuple[Space, ...], tuple[Rolled, ...]]:
    """The task's spaces with the given dice on them, and for a danger the dice that are placed.

    Raises
    ------
    WordsError
        for a space that is not there or holds a die already, or a die that it does not take

    Examples
    --------
    >>> [str(space) for space in read_given(Task("[any] [even]"), "B=r4")[0]]
    ['[any]', '[even = r4]']
    """
    if isinstance(dice, str):
        if task.danger:
            return (), Roll.read(one_line(dice), task.dice).dice
        return _read_places(task, one_line(dice)), ()
    if task.danger and dice:
        raise WordsError("a danger has no spaces; its dice are given as a roll such as r5 b2")
    spaces = list(task.spaces)
    for name, die in dice.items():
        rolled = read_rolled(die, die, 0, task.dice, "given") if isinstance(die, str) else Rolled(*die)
        _put(task, spaces, name, rolled)
    return tuple(spaces), ()


def _read_places(task: Task, text: str) -> tuple[Space, ...]:
    spaces = list(task.spaces)
    words = [(match.group(), match.start()) for match in re.finditer(r"=|[^\s,=]+", text)]
    for i in range(0, len(words), 3):
        item = words[i : i + 3]
        start, end = item[0][1], item[-1][1] + len(item[-1][0])
        if [word == "=" for word, _ in item] != [False, True, False]:
            raise NotationError("given", "expected a space and its die, as in A=r3", text, start, end)
        die = read_rolled(text, item[2][0], item[2][1], task.dice, "given")
        try:
            _put(task, spaces, item[0][0], die)
        except WordsError as error:
            raise NotationError("given", str(error), text, start, end) from None
    return tuple(spaces)


def _put(task: Task, spaces: list[Space], name: str, die: Rolled) -> None:
    place = place_of(name) if re.fullmatch("[A-Z]{1,2}", name) else len(spaces)
    if place >= len(spaces):
        raise WordsError(f"space {short(name)} is not on this card: {extent(len(spaces))}")
    held = spaces[place].holds
    if held:
        raise WordsError(f"space {name} already holds {rolled_text(held, task.dice.letter_of)}")
    spaces[place] = replace(spaces[place], holds=die)
