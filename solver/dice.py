"""Dice, pools of dice about to be rolled, supplies of dice not in use, and rolls.

A pool or a supply is written `2 red, 1 blue`, `3 any`, `1 d20`, `2 red d8`; a roll `r3 b5`, `*3` for a die without
colour, `y!` for a symbol.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from types import MappingProxyType
from typing import NamedTuple

from solver.errors import NotationError, WordsError, did_you_mean

Face = int | str  # a number, or the name of a symbol
D6: tuple[Face, ...] = (1, 2, 3, 4, 5, 6)
MAX_DICE = 100_000
SYMBOL_BIT = 63  # in a kernel a number v is bit v of a face mask, and every symbol is this bit

_COLOUR_BITS: dict[str | None, int] = {None: 0}


def colour_bit(colour: str | None) -> int:
    """The bit that stands for a colour in the kernels' masks: bit 0 for no colour, then by order of appearance.

    >>> colour_bit(None), colour_bit("red") == colour_bit("red")
    (0, True)
    """
    bit = _COLOUR_BITS.setdefault(colour, len(_COLOUR_BITS))
    if bit > 63:
        raise WordsError(f"more than 63 different colours are in use; {colour!r} is one too many")
    return bit


def face_key(face: Face) -> tuple[bool, Face]:
    """Sorts numbers before symbols."""
    return isinstance(face, str), face


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die: its colour, or None where none is stated, and its faces, all equally likely.

    Examples
    --------
    >>> Die("red").faces
    (1, 2, 3, 4, 5, 6)
    >>> str(Die("yellow", (1, 1, 2, 2, 3, "bell"))), str(Die(None, tuple(range(1, 21))))
    ('yellow 1,1,2,2,3,bell', 'd20')
    """

    colour: str | None = None
    faces: tuple[Face, ...] = D6
    _weights: dict[Face, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.faces:
            raise WordsError("a die needs at least one face")
        for face in self.faces:
            if isinstance(face, int) and not 0 <= face < SYMBOL_BIT:
                raise WordsError(f"a die's numbers lie between 0 and {SYMBOL_BIT - 1}, not at {face}")
        object.__setattr__(self, "faces", tuple(sorted(self.faces, key=face_key)))
        object.__setattr__(self, "_weights", dict(Counter(self.faces)))

    def __str__(self) -> str:
        size = len(self.faces)
        if self.faces == D6:
            shape = ""
        elif self.faces == tuple(range(1, size + 1)):
            shape = f"d{size}"
        else:
            shape = ",".join(map(str, self.faces))
        return " ".join(filter(None, (self.colour, shape))) or "any"

    def weights(self) -> Mapping[Face, int]:
        """Each different face with the number of sides that show it.

        >>> Die(None, (1, 1, 2)).weights()
        {1: 2, 2: 1}
        """
        return self._weights

    def sort_key(self) -> tuple[bool, str, tuple[tuple[bool, Face], ...]]:
        """The canonical order of dice: by colour, none last, then by faces."""
        return self.colour is None, self.colour or "", tuple(map(face_key, self.faces))


@dataclass(frozen=True)
class DiceSet:
    """The dice a game defines: how a pool names them and how a roll abbreviates them.

    Parameters
    ----------
    dice : name -> die, as in `2 red`
    letters : letters -> name, unique, as in `r3`
    """

    dice: Mapping[str, Die]
    letters: Mapping[str, str]

    @cached_property
    def letter_of(self) -> Mapping[str | None, str]:
        """Colour -> the letters a roll uses for it; `*` for no colour."""
        return {None: "*"} | {self.dice[name].colour: letters for letters, name in self.letters.items()}


STANDARD = DiceSet(
    MappingProxyType({name: Die(name) for name in ("red", "blue", "green", "yellow", "purple", "orange", "white")}),
    MappingProxyType(
        {"r": "red", "b": "blue", "g": "green", "y": "yellow", "p": "purple", "o": "orange", "w": "white"}
    ),
)


class Rolled(NamedTuple):
    """A die that has been rolled.

    >>> Rolled("red", 3)
    Rolled(colour='red', face=3)
    """

    colour: str | None
    face: Face


def rolled_key(die: Rolled) -> tuple[bool, str, bool, Face]:
    """The canonical order of rolled dice: by colour, none last, then by face."""
    return die.colour is None, die.colour or "", isinstance(die.face, str), die.face


class Pool:
    """Dice to be rolled: kinds of dice with their numbers, frozen, in canonical order.

    Parameters
    ----------
    text : the pool as it is written, or a mapping of die -> number
    dice : the dice that names may refer to

    Raises
    ------
    NotationError
        with a caret, for an unknown colour, a missing number, or no dice at all

    Examples
    --------
    >>> pool = Pool("1 blue, 2 red")
    >>> str(pool), pool.size, pool.total
    ('1 blue, 2 red', 3, 216)
    >>> Pool("1 red, 1 red, 1 blue") == Pool("1 blue, 2 red")
    True
    """

    __slots__ = ("_hash", "counts", "has_colours", "packed", "size", "total")

    counts: tuple[tuple[Die, int], ...]
    size: int
    total: int
    packed: array[int]
    has_colours: bool  # every die states its colour

    def __init__(self, text: str | Mapping[Die, int], dice: DiceSet = STANDARD) -> None:
        counted = _read_pool(text, dice) if isinstance(text, str) else dict(text)
        self.counts = tuple(sorted(((die, n) for die, n in counted.items() if n), key=lambda pair: pair[0].sort_key()))
        self.size = sum(n for _, n in self.counts)
        if any(n < 0 for _, n in self.counts):
            raise WordsError("a pool cannot hold fewer than 0 dice of a kind")
        if self.size > MAX_DICE:
            raise WordsError(f"a pool of {self.size} dice is beyond the limit of {MAX_DICE}")
        self.total = prod(len(die.faces) ** n for die, n in self.counts)
        self.has_colours = not self.counts or self.counts[-1][0].colour is not None
        self._hash = hash(self.counts)
        self.packed = pack_dice(self.counts)

    def __iter__(self) -> Iterator[tuple[Die, int]]:
        return iter(self.counts)

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        return self.counts == other.counts if isinstance(other, Pool) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Pool({str(self)!r})"

    def __str__(self) -> str:
        return ", ".join(f"{n} {die}" for die, n in self.counts) or "no dice"

    @property
    def colours(self) -> frozenset[str | None]:
        """The colours in the pool, None for dice without one."""
        return frozenset(die.colour for die, _ in self.counts)


def pack_dice(counts: Iterable[tuple[Die, int]]) -> array[int]:
    """Dice as the kernels read them: kinds, then for each kind its number, colour bit, faces and (value, weight)s."""
    flat = [0]
    for die, n in counts:
        flat[0] += 1
        weights = die.weights()
        flat += [n, colour_bit(die.colour), len(weights)]
        for face, weight in weights.items():
            flat += [face if isinstance(face, int) else SYMBOL_BIT, weight]
    return array("q", flat)


_DN = re.compile(r"d(\d+)\Z")


def _read_pool(text: str, dice: DiceSet) -> dict[Die, int]:
    counted: dict[Die, int] = {}
    offset = 0
    for item in text.split(","):
        die, n = _read_item(text, item, offset, dice)
        counted[die] = counted.get(die, 0) + n
        offset += len(item) + 1
    if not any(counted.values()):
        raise NotationError("pool", "at least one die is needed", text, 0, len(text))
    return counted


def _read_item(text: str, item: str, offset: int, dice: DiceSet) -> tuple[Die, int]:
    words = [(match.group(), offset + match.start()) for match in re.finditer(r"\S+", item)]
    end = offset + len(item)
    if not words or not re.fullmatch(r"\d{1,9}", words[0][0]):
        place, stop = (words[0][1], words[0][1] + len(words[0][0])) if words else (offset, max(end, offset + 1))
        raise NotationError("pool", "expected a number of dice, as in '2 red'", text, place, stop)
    n = int(words[0][0])
    if len(words) == 1:
        raise NotationError("pool", "expected a colour, 'any' or dN after the number", text, words[0][1], end)
    die: Die | None = None
    sides: int | None = None
    for word, at in words[1:]:
        match = _DN.match(word)
        if match and sides is None and 1 <= int(match[1]) < SYMBOL_BIT:
            sides = int(match[1])
        elif match:
            raise NotationError("pool", f"a die has 1 to {SYMBOL_BIT - 1} sides, stated once", text, at, at + len(word))
        elif die is None and sides is None and word == "any":
            die = Die()
        elif die is None and sides is None and word in dice.dice:
            die = dice.dice[word]
        else:
            known = [*dice.dice, "any"]
            message = f"'{word}' is not a colour here; known are {', '.join(known)}"
            raise NotationError("pool", message, text, at, at + len(word), did_you_mean(word, known))
    if sides is not None:
        return Die(die.colour if die else None, tuple(range(1, sides + 1))), n
    assert die is not None  # there is a second word, and every word set one of the two
    return die, n


@dataclass(frozen=True)
class Roll:
    """A canonical multiset of rolled dice.

    Examples
    --------
    >>> roll = Roll.read("r3, b5 r1")
    >>> str(roll), len(roll)
    ('b5 r1 r3', 3)
    >>> roll == Roll((Rolled("red", 3), Rolled("red", 1), Rolled("blue", 5)))
    True
    """

    dice: tuple[Rolled, ...]
    letters: Mapping[str | None, str] = field(default_factory=lambda: STANDARD.letter_of, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", tuple(sorted((Rolled(*die) for die in self.dice), key=rolled_key)))

    @classmethod
    def read(cls, text: str, dice: DiceSet = STANDARD) -> Roll:
        """Read a roll such as `r3 b5`, `r3,b5`, `*3` or `y!`.

        Raises
        ------
        NotationError
            with a caret, for an unknown letter or a face the die does not have
        """
        found = [read_rolled(text, match.group(), match.start(), dice) for match in re.finditer(r"[^\s,]+", text)]
        return cls(tuple(found), dice.letter_of)

    def __iter__(self) -> Iterator[Rolled]:
        return iter(self.dice)

    def __len__(self) -> int:
        return len(self.dice)

    def __str__(self) -> str:
        return " ".join(rolled_text(die, self.letters) for die in self.dice) or "no dice"


def rolled_text(die: Rolled, letters: Mapping[str | None, str] | None = None) -> str:
    """A rolled die as a roll writes it.

    >>> rolled_text(Rolled("red", 3)), rolled_text(Rolled(None, 3)), rolled_text(Rolled("yellow", "bell"))
    ('r3', '*3', 'y!')
    """
    letter = (STANDARD.letter_of if letters is None else letters).get(die.colour) or str(die.colour)
    return f"{letter}{'!' if isinstance(die.face, str) else die.face}"


def read_rolled(text: str, token: str, start: int, dice: DiceSet = STANDARD, what: str = "roll") -> Rolled:
    """Read one rolled die that stands at `start` of `text`.

    >>> read_rolled("r3", "r3", 0)
    Rolled(colour='red', face=3)
    """
    end = start + len(token)
    match = re.fullmatch(r"([^\W\d]+|\*)(\d{1,2}|!)", token)
    if not match:
        raise NotationError(what, "expected a die such as r3, *3 or y!", text, start, end)
    letters, shown = match.groups()
    if letters == "*":
        colour, symbols = None, ["!"]
    elif letters in dice.letters:
        die = dice.dice[dice.letters[letters]]
        colour, symbols = die.colour, [face for face in die.faces if isinstance(face, str)]
    else:
        known = ", ".join(f"{short} ({name})" for short, name in dice.letters.items())
        raise NotationError(
            what, f"'{letters}' is no die's letter; known are {known}", text, start, start + len(letters)
        )
    if shown == "!":
        if not symbols:
            raise NotationError(what, f"a {colour} die has no symbol", text, start, end)
        return Rolled(colour, symbols[0])
    return Rolled(colour, int(shown))


def pool_of(dice: Iterable[Die]) -> Pool:
    """The pool that holds these dice.

    >>> str(pool_of([Die("red"), Die("blue"), Die("red")]))
    '1 blue, 2 red'
    """
    return Pool(Counter(dice))
