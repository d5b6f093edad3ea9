"""Many questions of values at once: written down one after the other, and answered together by the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from solver import _manipulation as kernel
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.gain.dice import Ints, Numbered
from solver.games.gnome_kingdom.gain.scale import Scale, Values
from solver.manipulation import Recolour, Reroll, Shift

BETTER, REROLL, REROLL_TWO, SHIFT, RECOLOUR, PAY, ADD, DIVIDE = range(8)
"""The operations, as the kernel numbers them."""

AT_ONCE = 5_000_000
"""Numbers that are answered at once at most, so that one can break off in between."""

NOTHING = -1
"""Stands where a question begins with nothing."""


class Place(NamedTuple):
    """Where the values of a question stand, or are going to."""

    start: int
    size: int
    exponent: int


Step = tuple[int, Place, int, int, int, int]
"""One operation: what it is, where its values stand, how many rolls of a die lead to them, and what it needs."""


class Heap:
    """Numbers that are put one behind the other.

    >>> heap = Heap(np.int64)
    >>> heap.put(np.array([3, 4])), heap.put(np.array([5])), heap.all[:3].tolist()
    (0, 2, [3, 4, 5])
    """

    def __init__(self, dtype: Any) -> None:
        self.all: npt.NDArray[Any] = np.zeros(1 << 12, dtype=dtype)
        self.filled = 0

    def room(self, number: int) -> int:
        """Where so many zeros begin."""
        start, self.filled = self.filled, self.filled + number
        if self.filled > len(self.all):
            longer = np.zeros(max(2 * len(self.all), self.filled), dtype=self.all.dtype)
            longer[:start] = self.all[:start]
            self.all = longer  # what was looked at before lies where it lay
        return start

    def put(self, numbers: npt.NDArray[Any]) -> int:
        """Where these numbers begin."""
        start = self.room(len(numbers))
        self.all[start : self.filled] = numbers
        return start


class Program:
    """Questions about all multisets of so many dice, each resting on those before it.

    Parameters
    ----------
    numbered : the dice
    scale : how values are written
    """

    def __init__(self, numbered: Numbered, scale: Scale) -> None:
        self.numbered, self.scale = numbered, scale
        self._values, self._bases, self._payments = Heap(np.uint64), Heap(np.uint64), Heap(np.int32)
        self._tables, self._counts, self._rolls = Heap(np.int32), Heap(np.uint8), Heap(np.uint32)
        self._at = array("q", [0] * 4 * (numbered.most + 1))
        self._levels: set[int] = set()
        self._begun: dict[int, tuple[int, Ints]] = {}
        self._paid: dict[int, tuple[int, Ints]] = {}
        self._written: list[int] = []
        self._waiting = 0

    # ----- what is written down

    def ask(self, size: int, base: Ints | None, more: int, steps: Sequence[Step], exponent: int) -> Place:
        """Write a question down.

        Parameters
        ----------
        size : how many multisets there are
        base : what each begins with, over 1; nothing if not given
        more : what is added to that
        steps : what it may be bettered by
        exponent : the power of 6 that it is over
        """
        place = Place(self._values.room((size + 1) * self.scale.words) // self.scale.words, size, exponent)
        begun = NOTHING if base is None else self._put(self._begun, self._bases, base)
        question = [place.start, size + 1, begun, more, exponent, len(steps)]
        for kind, source, _, dice, first, second in steps:
            question += (kind, source.start, exponent - source.exponent, dice, first, second)
        self._written += question  # as a whole, whenever it is broken off
        self._waiting += (size + 1) * (len(steps) + 1)
        if self._waiting > AT_ONCE:
            self.run()
        return place

    def _put(self, known: dict[int, tuple[int, Ints]], heap: Heap, numbers: Ints) -> int:
        if id(numbers) not in known:
            known[id(numbers)] = heap.put(numbers), numbers  # kept, so that no other has its name
        return known[id(numbers)][0]

    def better(self, source: Place) -> Step:
        """Where values are higher they are taken."""
        return BETTER, source, 0, 0, 0, 0

    def using(self, does: Reroll | Shift | Recolour, dice: int, source: Place, room: tuple[int, ...]) -> Step:
        """A manipulation that leads to values.

        Parameters
        ----------
        room : how many dice of each colour there may be
        """
        match does:
            case Reroll(named, times):
                two = named == 2 and dice > 1
                for level in range(dice - 2, dice + 1) if two else (dice,):
                    self._look_up(level)
                return (REROLL_TWO if two else REROLL, source, named * times, dice, times, 0)
            case Shift(steps, wraps):
                self._look_up(dice)
                return (SHIFT, source, 0, dice, steps, int(wraps))
            case Recolour(colours):
                self._look_up(dice)
                targets = sum(1 << COLOURS.index(colour) for colour in colours or COLOURS)
                return (RECOLOUR, source, 0, dice, targets, sum(n << 6 * at for at, n in enumerate(room)))

    def paying(self, source: Place, paid: Ints, more: int) -> Step:
        """A payment that leads to values, and brings more over 1.

        Parameters
        ----------
        paid : as :meth:`solver.games.gnome_kingdom.gain.cards.Cards.payment` has it
        """
        return (PAY, source, 0, source.exponent, self._put(self._paid, self._payments, paid), more)

    def mean(self, size: int, parts: Sequence[tuple[int, Place]]) -> Place:
        """The mean of values, which is known to be a whole number over what they are over."""
        exponent = max(place.exponent for _, place in parts)
        self.scale.fits(exponent)
        steps: list[Step] = [(ADD, place, 0, 0, weight, 0) for weight, place in parts]
        total = sum(weight for weight, _ in parts)
        return self.ask(size, None, 0, [*steps, (DIVIDE, Place(0, 0, exponent), 0, 0, total, 0)], exponent)

    def _look_up(self, dice: int) -> None:
        """Have the tables that lead to so many dice."""
        if dice in self._levels:
            return
        self._levels.add(dice)
        at, numbered = 4 * dice, self.numbered
        if dice:
            self._at[at] = self._tables.put(numbered.table(dice))
            self._at[at + 1] = numbered.size(dice - 1)
            self._at[at + 2] = self._counts.put(numbered.counts(dice - 1))
        self._at[at + 3] = self._rolls.put(numbered.rolls(dice))

    # ----- what is answered

    def run(self) -> None:
        """Answer what has been written down."""
        written, self._written, self._waiting = array("q", self._written), [], 0
        dice: Any = self.numbered  # the kernel takes whatever is a buffer
        values, bases, tables, counts, rolls, payments = (
            cast(Any, heap.all)
            for heap in (self._values, self._bases, self._tables, self._counts, self._rolls, self._payments)
        )
        kernel.answer(
            values, written, bases, self._at, tables, counts, rolls, dice.adds, dice.group, payments, self.scale.words
        )

    def values(self, place: Place) -> Values:
        """The answers to a question."""
        start, end = place.start * self.scale.words, (place.start + place.size + 1) * self.scale.words
        return Values(self._values.all[start:end], place.exponent)
