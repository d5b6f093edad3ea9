"""Values by roll where many are the same for all rolls: those are written as one number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from solver.games.gnome_kingdom.gain.dice import KINDS, Bools, Numbered
from solver.games.gnome_kingdom.gain.scale import Scale, Values


class Same(NamedTuple):
    """A value that is the same for all rolls."""

    number: int
    exponent: int


Worth = Same | Values


class Mixture:
    """Means and maxima of values that may be the same for all rolls.

    Parameters
    ----------
    scale : how values are written
    rolls : the rolls that can come up
    """

    def __init__(self, scale: Scale, rolls: Numbered) -> None:
        self.scale, self.rolls = scale, rolls

    def by_kind(self, dice: int, parts: Mapping[int, Worth], there: Bools) -> Values:
        """The best over the kinds of dice in a roll, where they are there; each part by what is left of the roll."""
        kinds, left, size = self.rolls.kinds(dice), self.rolls.less(dice), self.rolls.size(dice)
        same = {kind: part for kind, part in parts.items() if isinstance(part, Same)}
        found: list[Worth] = []
        if same:
            exponent = max(part.exponent for part in same.values())
            numbers = {kind: part.number * 6 ** (exponent - part.exponent) for kind, part in same.items()}
            ordered = sorted({0, *numbers.values()})
            ranks = np.zeros(KINDS + 1, dtype=np.int64)
            for kind, number in numbers.items():
                ranks[kind] = ordered.index(number)
            best = np.where(there, ranks[kinds], 0).max(axis=1)
            found.append(self.scale.chosen(ordered, best, exponent))
        for kind, part in parts.items():
            if isinstance(part, Values):
                rows, columns = np.nonzero((kinds == kind) & there)
                found += self.scale.picked(part, rows, left[rows, columns][:, None], 0, size)
        return self.values(self.highest(found, dice), dice)

    def values(self, worth: Worth, dice: int) -> Values:
        """Values for all rolls of so many dice."""
        if isinstance(worth, Values):
            return worth
        return self.scale.constant(worth.number, worth.exponent, self.rolls.size(dice))

    def highest(self, offers: Sequence[Worth], dice: int = -1) -> Worth:
        """The highest, number by number."""
        same = [worth for worth in offers if isinstance(worth, Same)]
        others = [worth for worth in offers if isinstance(worth, Values)]
        if same:
            exponent = max(worth.exponent for worth in same)
            best = Same(max(worth.number * 6 ** (exponent - worth.exponent) for worth in same), exponent)
            if not others:
                return best
            size = len(others[0].packed) // self.scale.words - 1
            others.append(self.scale.constant(best.number, best.exponent, size))
        return self.scale.highest(others)

    def mean(self, dice: int, parts: list[tuple[int, Worth]]) -> Worth:
        """The mean over chances with these weights."""
        total = sum(weight for weight, _ in parts)
        if all(isinstance(worth, Same) for _, worth in parts):
            exponent = max(worth.exponent for _, worth in parts)
            number = sum(
                weight * worth.number * 6 ** (exponent - worth.exponent)
                for weight, worth in parts
                if isinstance(worth, Same)
            )
            return Same(number // total, exponent)
        return self.scale.mean([(weight, self.values(worth, dice)) for weight, worth in parts])
