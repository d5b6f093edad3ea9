"""Dice in documents: each die by the letter of its colour and its number, from 1 to 6."""

from __future__ import annotations

import re
from collections.abc import Iterable

from solver.dice import DiceSet, Roll, Rolled, read_rolled
from solver.entry import Place, all_wrong, wrong
from solver.errors import NotationError
from solver.fault import in_words

FACES = range(1, 7)


def read_dice(text: str, dice: DiceSet, game: str) -> str:
    """Dice of a game that show a face, in canonical form; none for an empty text.

    Parameters
    ----------
    game : what it is called in words

    Raises
    ------
    NotationError
        with a caret, for what no die of the game can be or show

    Examples
    --------
    >>> from solver.dice import STANDARD
    >>> read_dice("r3, b5 r1", STANDARD, "the game")
    'b5 r1 r3'
    """
    found = []
    for match in re.finditer(r"[^\s,]+", text):
        die = read_rolled(text, match.group(), match.start(), dice)
        if die.colour is None:
            raise NotationError("roll", f"every die of {game} has a colour", text, match.start(), match.end())
        if die.face not in FACES:
            raise NotationError("roll", f"a die shows 1 to 6, not {die.face}", text, match.start(), match.end())
        found.append(die)
    return text_of(found, dice)


def read_die(text: str, dice: DiceSet, game: str) -> str:
    """One die.

    >>> from solver.dice import STANDARD
    >>> read_die("r3", STANDARD, "the game")
    'r3'
    """
    found = read_dice(text, dice, game)
    if len(found.split()) != 1:
        raise NotationError("roll", "expected one die, as in r3", text, 0, len(text))
    return found


def text_of(rolled: Iterable[Rolled], dice: DiceSet) -> str:
    """Dice in canonical form; an empty text for none.

    >>> from solver.dice import STANDARD
    >>> text_of([Rolled("red", 3), Rolled("blue", 5)], STANDARD)
    'b5 r3'
    """
    roll = Roll(tuple(rolled), dice.letter_of)
    return str(roll) if roll.dice else ""


def read_hand(value: object, dice: DiceSet, game: str) -> list[tuple[str, int]]:
    """Dice that an ability has in hand, a list of [die, how often it may still be changed], in canonical order."""
    if not isinstance(value, list):
        raise wrong(f"expected a list of [die, times], not {in_words(value)}")
    found: list[tuple[str, int]] = []
    faults: list[tuple[Place, str, str]] = []
    for at, pair in enumerate(value):
        try:
            die, left = pair
            if not isinstance(die, str) or type(left) is not int or left < 0:
                raise ValueError
            found.append((read_die(die, dice, game), left))
        except NotationError as error:
            faults.append(((at,), error.message, ""))
        except (TypeError, ValueError):
            said = f"expected [die, how often it may still be changed], as in [r3, 2], not {in_words(pair)}"
            faults.append(((at,), said, ""))
    if faults:
        raise all_wrong(faults)
    return sorted(found)
