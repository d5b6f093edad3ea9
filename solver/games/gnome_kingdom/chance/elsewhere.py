"""The dice that can be swapped with, as far as they differ for so many tokens.

A die that lies elsewhere matters once it is taken, with one token less. Dice that lead every roll to the same class
then are alike, and which of them lies there makes no difference.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence

from solver import _alike as alike
from solver.games.gnome_kingdom.chance.space import FACES, Space

Die = tuple[int, int, bool]
"""Class and face of a die that can be swapped with, and whether it is far away."""

Elsewhere = tuple[Die, ...]

MOST = 8_000  # ways in which dice can lie elsewhere, for which it is worth the trouble


def reachable(start: Elsewhere, width: int, tokens: int) -> list[set[Elsewhere]]:
    """How dice can lie elsewhere once swaps have been made, by the number of tokens left; nothing for too many ways.

    >>> [len(ways) for ways in reachable(((0, 5, False),), 6, 2)]
    [6, 6, 1]
    """
    found = [{start}]
    fresh = {start}
    for _ in range(tokens):
        after = set(found[-1])
        for there in fresh:
            for at, die in enumerate(there):
                if at == 0 or there[at - 1] != die:
                    left = (*there[:at], *there[at + 1 :])
                    after |= {tuple(sorted((*left, (x // FACES, x % FACES, die[2])))) for x in range(width)}
            if len(after) > MOST:
                return []
        fresh = after - found[-1]
        found.append(after)
    return found[::-1]


class Alike:
    """Which dice elsewhere are alike, by the number of tokens left.

    Parameters
    ----------
    space : the rolls
    width : classes of colours times faces
    ways : what :func:`reachable` returns
    least : the lowest number of dice
    dice : for each number of tokens the numbers of dice with which there can be so many
    classes : the classes of rolls of so many dice with so many tokens, for dice that lie elsewhere
    apart : whether dice of different classes of colours are never alike
    """

    def __init__(
        self,
        space: Space,
        width: int,
        ways: Sequence[set[Elsewhere]],
        least: int,
        dice: Callable[[int], Iterable[int]],
        classes: Callable[[int, int, Elsewhere], array[int]],
        apart: bool,
    ) -> None:
        self.space, self.width, self.ways, self.least = space, width, ways, least
        self.dice, self.classes, self.apart = dice, classes, apart
        self._kinds: dict[int, list[int]] = {0: [0] * width}

    def like(self, elsewhere: Elsewhere, tokens: int) -> Elsewhere:
        """The dice, each as the first of those that are alike."""
        if tokens >= len(self.ways) or elsewhere not in self.ways[tokens]:
            return elsewhere
        kinds = self._of(tokens)
        firsts = (kinds[kind * FACES + face] for kind, face, _ in elsewhere)
        return tuple(sorted((x // FACES, x % FACES, die[2]) for x, die in zip(firsts, elsewhere, strict=True)))

    def _of(self, tokens: int) -> list[int]:
        """For each die the first that it is like."""
        if tokens not in self._kinds:
            looks: list[list[object]] = [
                [x // FACES if self.apart else 0, first] for x, first in enumerate(self._of(tokens - 1))
            ]
            for n in self.dice(tokens):
                left = tokens - 1 + n - self.least  # every die more has taken a token
                ways = self.ways[left] if left < len(self.ways) else ()
                for there in {self.like(one, tokens - 1) if tokens > 1 else () for one in ways}:
                    for x, column in enumerate(self._columns(n, self.classes(n, tokens - 1, there))):
                        looks[x].append(column)
            firsts: dict[tuple[object, ...], int] = {}
            self._kinds[tokens] = [firsts.setdefault(tuple(look), x) for x, look in enumerate(looks)]
        return self._kinds[tokens]

    def _columns(self, n: int, classes: array[int]) -> list[bytes]:
        """For each die what it makes of the rolls of one die less."""
        below, size = self.space.levels[n - 1], self.space.sets.size
        room, none = array("i", [0] * (self.width // FACES)), memoryview(bytes(4)).cast("I", (1, 1))
        _, rows = alike.look(
            self.space.levels[n].table, self.width, classes, below.rolls, size, room, 1, array("i"), none
        )
        return [rows[x :: self.width + 1].tobytes() for x in range(self.width)]
