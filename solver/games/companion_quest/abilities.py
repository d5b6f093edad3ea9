"""What companions and gnomes can do: as text on a card, and in the vocabulary of manipulations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.errors import NotationError, did_you_mean
from solver.games import dice_set
from solver.manipulation import Gain, Recolour, Reroll, Shift


@dataclass(frozen=True, slots=True)
class Wake:
    """Wake up to so many of one's resting companions."""

    companions: int = 1


@dataclass(frozen=True, slots=True)
class Refresh:
    """Turn one's own gnome back to the side with its ability."""


@dataclass(frozen=True, slots=True)
class Tame:
    """Tame a companion of the wilderness without paying a snack."""


@dataclass(frozen=True, slots=True)
class AnyColour:
    """Place one die as if it had the colour that the space asks for; what it wakes is of its own colour."""


Ability = Reroll | Shift | Recolour | Gain | Wake | Refresh | Tame | AnyColour

FORMS = (
    "reroll",
    "reroll 2",
    "reroll 1 up to 2 times",
    "+1",
    "-1",
    "+1 or -1",
    "+2 or -2",
    "any colour",
    "colour red",
    "colour red or blue",
    "colour any",
    "snack",
    "wake",
    "wake 2",
    "refresh",
    "tame",
)
"""Examples of all that can be written."""

MAX_NUMBER = 20  # of dice, steps, companions or snacks: more than there are of any
EXPECTED = "expected an ability such as reroll 2, +1 or -1, colour red, any colour, snack, wake, refresh or tame"
WORDS = ("reroll", "colour", "any colour", "snack", "wake", "refresh", "tame")
_TOKEN = re.compile(r"[+-]\s*\d+|\d+|[^\W\d_]+|\S")


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@lru_cache(maxsize=1 << 10)
def read_ability(text: str, colours: tuple[str, ...] = ()) -> Ability:
    """An ability as the owner of a card types it.

    `+2` turns a die up to two steps up; numbers on dice run in a circle. `reroll 2` rolls up to two dice once each,
    `reroll 1 up to 3 times` one die as often as that.

    Parameters
    ----------
    text : one of `FORMS`, with other numbers and colours
    colours : those of the dice; the game's if not given

    Raises
    ------
    NotationError
        with a caret, for whatever is none

    Examples
    --------
    >>> read_ability("+1 or -1")
    Shift(steps=1, wraps=True, ways='both')
    >>> read_ability("colour red or bleu")
    Traceback (most recent call last):
        ...
    solver.errors.NotationError: ability: expected a colour of the dice
      colour red or bleu
                    ^^^^   did you mean 'blue'?
    """
    return _Reader(text, colours or tuple(dice_set("companion-quest").dice)).ability()


class _Reader:
    """One text being read from left to right."""

    def __init__(self, text: str, colours: Sequence[str]) -> None:
        self.text, self.colours = text, colours
        self.tokens = [_Token(found[0], found.start()) for found in _TOKEN.finditer(text)]
        self.at = 0

    def ability(self) -> Ability:
        """All of the text."""
        token = self._next()
        if token is None:
            raise self._wrong(EXPECTED)
        found = self._shift(token) if token.text[0] in "+-" else self._named(token)
        if self.at < len(self.tokens):
            raise self._wrong("nothing more is expected here", self.tokens[self.at])
        return found

    def _named(self, token: _Token) -> Ability:
        match token.text:
            case "reroll":
                return self._reroll()
            case "any":
                self._word("colour")
                return AnyColour()
            case "colour":
                return self._recolour()
            case "snack":
                return Gain(self._number() or 1)
            case "wake":
                return Wake(self._number() or 1)
            case "refresh":
                return Refresh()
            case "tame":
                return Tame()
        raise self._wrong(EXPECTED, token, did_you_mean(token.text, WORDS))

    def _reroll(self) -> Reroll:
        dice = self._number() or 1
        if self._peek() != "up":
            return Reroll(dice)
        self._word("up")
        self._word("to")
        times = self._number()
        if not times:
            raise self._wrong("expected how often, as in up to 2 times", self._here())
        self._word("time" if times == 1 else "times")
        return Reroll(dice, times)

    def _recolour(self) -> Recolour:
        if self._peek() == "any":
            self._next()
            return Recolour()
        found = [self._colour()]
        while self._peek() == "or":
            self._next()
            found.append(self._colour())
        return Recolour(tuple(colour for colour in self.colours if colour in found))

    def _shift(self, first: _Token) -> Shift:
        steps = self._steps(first)
        up = first.text[0] == "+"
        if self._peek() != "or":
            return Shift(steps, wraps=True, ways="up" if up else "down")
        self._next()
        other = self._next()
        wanted = f"{'-' if up else '+'}{steps}"
        if other is None or other.text.replace(" ", "") != wanted:
            raise self._wrong(f"expected {wanted}: up and down go equally far", other)
        return Shift(steps, wraps=True)

    def _steps(self, token: _Token) -> int:
        number = token.text[1:].strip()
        if not number.isdecimal():
            raise self._wrong("expected a number of steps, as in +1", token)
        return self._checked(int(number), token)

    def _number(self) -> int | None:
        if (self._peek() or "").isdecimal():
            token = self._next()
            assert token is not None
            return self._checked(int(token.text), token)
        return None

    def _checked(self, number: int, token: _Token) -> int:
        if not 1 <= number <= MAX_NUMBER:
            raise self._wrong(f"expected a number from 1 to {MAX_NUMBER}", token)
        return number

    def _colour(self) -> str:
        token = self._next()
        if token is None or token.text not in self.colours:
            hint = did_you_mean(token.text, self.colours) if token else ""
            raise self._wrong("expected a colour of the dice", token, hint or f"they are {', '.join(self.colours)}")
        return token.text

    def _word(self, word: str) -> None:
        token = self._next()
        if token is None or token.text != word:
            raise self._wrong(f"expected '{word}'", token)

    def _peek(self) -> str | None:
        token = self._here()
        return token.text if token else None

    def _here(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _next(self) -> _Token | None:
        token = self._here()
        self.at += 1
        return token

    def _wrong(self, message: str, token: _Token | None = None, hint: str = "") -> NotationError:
        end = len(self.text)
        start, stop = (token.start, token.end) if token else (end, end + 1)
        return NotationError("ability", message, self.text, start, stop, hint)


def ability_text(ability: Ability) -> str:
    """An ability as a card writes it; reads back equal.

    >>> ability_text(Recolour(("blue", "red"))), ability_text(Reroll(1, 2)), ability_text(Shift(1, True, "down"))
    ('colour blue or red', 'reroll 1 up to 2 times', '-1')
    >>> [form for form in FORMS if ability_text(read_ability(form)) != form]
    ['colour red or blue']
    """
    match ability:
        case Reroll(dice, times):
            return _several("reroll", dice) if times == 1 else f"reroll {dice} up to {times} times"
        case Shift(steps, ways=ways):
            up, down = f"+{steps}", f"-{steps}"
            return {"both": f"{up} or {down}", "up": up, "down": down}[ways]
        case Recolour(colours):
            return f"colour {' or '.join(colours) or 'any'}"
        case Gain(tokens):
            return _several("snack", tokens)
        case Wake(companions):
            return _several("wake", companions)
        case Refresh():
            return "refresh"
        case Tame():
            return "tame"
        case AnyColour():
            return "any colour"


def _several(word: str, number: int) -> str:
    return word if number == 1 else f"{word} {number}"
