"""What can happen to the dice of a roll at most, which tells how many rolls must be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest


@dataclass(frozen=True, slots=True)
class Uses:
    """What can happen at most, whatever is done with a bag.

    Parameters
    ----------
    moves : how many dice can change colour or be swapped when at least 0, 1, 2... are borrowed
    swaps : whether any can be swapped
    disguised : how many can be disguised
    """

    moves: tuple[int, ...] = (0,)
    swaps: bool = False
    disguised: int = 0

    def after(self, borrowed: int = 0, moved: int = 0, swaps: bool = False, disguised: int = 0) -> Uses:
        """All this and an act before it."""
        moves = tuple(n + moved for n in (*self.moves[:1] * borrowed, *self.moves))
        return Uses(moves, self.swaps or swaps, self.disguised + disguised)

    def __or__(self, other: Uses) -> Uses:
        """The one or the other."""
        moves = tuple(map(max, zip_longest(self.moves, other.moves, fillvalue=0)))
        return Uses(moves, self.swaps or other.swaps, max(self.disguised, other.disguised))
