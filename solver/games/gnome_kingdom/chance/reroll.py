"""The chance while dice are rolled again, one by one, with the choice to stop: exact, over plain integers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from solver.dice import Face, Rolled
from solver.manipulation import Act, Reroll

FACES = range(1, 7)

Hand = tuple[tuple[Rolled, int], ...]
"""The dice named so far, in order, each with how often it may still be rolled."""


class Rerolls:
    """The chances of one reroll of up to so many dice.

    Parameters
    ----------
    value : the chance from dice once the reroll is over: a numerator
    whole : the numerator that is certainty
    does : what is done; dice may be taken up again after others

    Examples
    --------
    >>> sixes = Rerolls(lambda dice: int(all(die.face == 6 for die in dice)), 1, Reroll(1, 3))
    >>> sixes.chance((), ((Rolled("red", 1), 2),), 0)
    Fraction(11, 36)
    """

    def __init__(self, value: Callable[[tuple[Rolled, ...]], int], whole: int, does: Reroll) -> None:
        self.value, self.whole, self.does = value, whole, does
        self._known: dict[tuple[tuple[Rolled, ...], Hand, int], int] = {}
        self._means: dict[tuple[tuple[Rolled, ...], Hand, int, str | None, int], int] = {}

    def chance_of(self, act: Act) -> Fraction:
        """The chance while the reroll is under way."""
        return self.chance(act.table.roll, act.hand, act.fresh)

    def chance(self, loose: tuple[Rolled, ...], hand: Hand, fresh: int) -> Fraction:
        """The chance with these dice, those named for the reroll apart, and so many more that may be named."""
        return Fraction(self._best(loose, hand, fresh), self.whole * 6 ** self._rolls(hand, fresh))

    def _rolls(self, hand: Hand, fresh: int) -> int:
        return sum(left for _, left in hand) + fresh * self.does.times

    def _best(self, loose: tuple[Rolled, ...], hand: Hand, fresh: int) -> int:
        """The numerator, over `whole` and a 6 for each roll that may still come."""
        key = loose, hand, fresh
        if key in self._known:
            return self._known[key]
        rolls = self._rolls(hand, fresh)
        scale = int(6**rolls)
        most = self.whole * scale
        best = self.value((*loose, *(die for die, _ in hand))) * scale
        for at, (die, left) in enumerate(hand):
            if left and best < most and hand.index((die, left)) == at:
                rest = (*hand[:at], *hand[at + 1 :])
                best = max(best, self._mean(loose, rest, fresh, die.colour, left - 1))
        if fresh and best < most:
            for at, die in enumerate(loose):
                if loose.index(die) == at:
                    rest_of = (*loose[:at], *loose[at + 1 :])
                    best = max(best, self._mean(rest_of, hand, fresh - 1, die.colour, self.does.times - 1))
        self._known[key] = best
        return best

    def _mean(self, loose: tuple[Rolled, ...], hand: Hand, fresh: int, colour: str | None, left: int) -> int:
        """The sum over the faces of a die that is rolled."""
        key = loose, hand, fresh, colour, left
        if key not in self._means:
            found = (self._best(loose, _with(hand, Rolled(colour, face), left), fresh) for face in FACES)
            self._means[key] = sum(found)
        return self._means[key]


def _with(hand: Hand, die: Rolled, left: int) -> Hand:
    return tuple(sorted((*hand, (die, left)), key=_order))


def _order(entry: tuple[Rolled, int]) -> tuple[str, Face, int]:
    return entry[0].colour or "", entry[0].face, entry[1]
