"""A space of a card: what it asks of the die that is placed on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from solver.dice import SYMBOL_BIT, Face, Rolled, rolled_text
from solver.errors import WordsError

CLAN = "clan"  # stands for a colour until Task.bind names it


@dataclass(frozen=True, slots=True)
class Space:
    """What one space of a card asks of its die.

    Parameters
    ----------
    colours : the colours it takes, sorted; none stated is any colour; `clan` is a parameter until it is bound
    numbers : ranges (lowest, highest), merged and sorted, or a parity; none stated is any number
    rank : whether its die must be the highest or lowest on the card
    holds : the die that already lies there

    Raises
    ------
    WordsError
        for a range that is upside down or beyond a die's numbers, or a die the space does not accept

    Examples
    --------
    >>> str(Space(("red", "blue"), ((5, 6), (4, 4)))), str(Space(holds=Rolled("red", 3)))
    ('[blue|red 4-6]', '[any = r3]')
    """

    colours: tuple[str, ...] = ()
    numbers: Literal["even", "odd"] | tuple[tuple[int, int], ...] = ()
    rank: Literal["", "high", "low"] = ""
    holds: Rolled | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "colours", tuple(sorted(set(self.colours))))
        if not isinstance(self.numbers, str):
            object.__setattr__(self, "numbers", _merged(self.numbers))
        if self.holds is not None:
            object.__setattr__(self, "holds", Rolled(*self.holds))
            if not self.may_hold(self.holds):
                die = " ".join(str(part) for part in self.holds if part is not None)
                raise WordsError(f"[{self.body}] does not take the die '{die}'")

    def accepts(self, colour: str | None, face: Face) -> bool:
        """Whether colour and number of a die fit; a symbol fits only where no number is asked.

        >>> Space(("red",), "even").accepts("red", 4), Space(("red",)).accepts(None, 4)
        (True, False)
        """
        return (not self.colours or colour in self.colours) and self._takes(face)

    def _takes(self, face: Face) -> bool:
        if not self.numbers:
            return True
        if isinstance(face, str):
            return False
        if isinstance(self.numbers, str):
            return face % 2 == (self.numbers == "odd")
        return any(lo <= face <= hi for lo, hi in self.numbers)

    def may_hold(self, die: Rolled) -> bool:
        """Whether it may hold the die; before the clan is known, that may turn out to be any colour."""
        return self._takes(die.face) if CLAN in self.colours and die.colour else self.accepts(*die)

    def bind(self, clan: str) -> Space:
        """The same space with a colour in the place of `clan`."""
        if CLAN not in self.colours:
            return self
        return replace(self, colours=tuple(clan if colour == CLAN else colour for colour in self.colours))

    @property
    def body(self) -> str:
        """What stands between the brackets, without the die.

        >>> Space(("red",), ((1, 1), (3, 4)), "high").body
        'red 1|3-4 high'
        """
        if isinstance(self.numbers, str):
            numbers: str = self.numbers
        else:
            numbers = "|".join(str(lo) if lo == hi else f"{lo}-{hi}" for lo, hi in self.numbers)
        return " ".join(word for word in ("|".join(self.colours), numbers, self.rank) if word) or "any"

    def text(self, letters: Mapping[str | None, str] | None = None) -> str:
        """The space as a task writes it, with the letters of a game's dice."""
        held = f" = {rolled_text(self.holds, letters)}" if self.holds else ""
        return f"[{self.body}{held}]"

    def __str__(self) -> str:
        return self.text()


def _merged(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for lo, hi in sorted(ranges):
        if lo > hi:
            raise WordsError(f"{lo}-{hi} holds no number; the lower number comes first: {hi}-{lo}")
        if lo < 0 or hi >= SYMBOL_BIT:
            raise WordsError(f"a die's numbers lie between 0 and {SYMBOL_BIT - 1}, not at {lo if lo < 0 else hi}")
        if merged and lo <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(hi, merged[-1][1])
        else:
            merged.append((lo, hi))
    return tuple(merged)


ANY = Space()


def space_name(index: int) -> str:
    """The name of a space by its place: A to Z, then AA, AB and so on.

    >>> [space_name(index) for index in (0, 25, 26, 63)]
    ['A', 'Z', 'AA', 'BL']
    """
    name = ""
    while index >= 0:
        index, letter = divmod(index, 26)
        name = chr(ord("A") + letter) + name
        index -= 1
    return name
