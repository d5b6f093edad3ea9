"""What solving the task and failing bring, for all rolls as they lie."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from solver.games.gnome_kingdom.gain.dice import NO_DIE, Bools, Kinds, Numbered
from solver.games.gnome_kingdom.gain.frame import Frame
from solver.games.gnome_kingdom.gain.hand import Hand
from solver.games.gnome_kingdom.gain.keep import Keeping
from solver.games.gnome_kingdom.gain.same import Mixture, Worth
from solver.games.gnome_kingdom.gain.scale import Scale, Values
from solver.games.gnome_kingdom.gain.spoils import MOST_TAKEN, Option, Spoil
from solver.games.gnome_kingdom.powers import TOKENS, Bag, less
from solver.games.gnome_kingdom.state import Counts

WORK = 400
"""What it takes to come somewhere, in numbers written."""

DECEIVER = TOKENS.index("deceiver")


class Outcome:
    """What an attempt brings.

    Parameters
    ----------
    frame, scale, rolls : as in :class:`solver.games.gnome_kingdom.gain.attempt.Attempt`
    settled : what it is worth to have come somewhere, by the number of dice left of the roll
    count : counts how much is reckoned
    """

    def __init__(
        self,
        frame: Frame,
        scale: Scale,
        rolls: Numbered,
        settled: Callable[[int, Hand], Worth],
        count: Callable[[int], None],
    ) -> None:
        self.frame, self.scale, self.rolls = frame, scale, rolls
        self.settled, self.count = settled, count
        self.mixture = Mixture(scale, rolls)
        self.keeping = Keeping(frame.setting, frame.setting.task(frame.state), rolls)
        self.spoils = frame.spoils
        self.solving = frame.objective == "solve"
        self.richer = lru_cache(maxsize=None)(richer)
        self.kinds_there = lru_cache(maxsize=None)(self._kinds_there)

    def of(self, dice: int, hand: Hand) -> Values:
        """What a roll is worth when the task is solved or not, as it lies."""
        deceivers = range(hand.bag[DECEIVER] + 1)
        if self.solving:
            out = np.zeros((self.rolls.size(dice) + 1, self.scale.words), dtype=np.uint64)
            for number in deceivers:
                out[self.keeping.solved(dice, number), 0] = self.scale.over
            return Values(out.reshape(-1), 0)
        offers: list[Worth] = [self._failed(dice, hand)]
        for number in deceivers:
            rest = hand._replace(bag=less(hand.bag, *[DECEIVER] * number))
            kept = self.keeping.dice(dice, number)
            if kept.any():
                offers.append(self._solved(dice, rest, kept))
        return self.mixture.values(self.mixture.highest(offers), dice)

    def _failed(self, dice: int, hand: Hand) -> Worth:
        ways = self.spoils.of(self._stock(hand), solved=False)
        return self.mixture.highest([self._gone(dice, hand, hand.own, way) for way in ways])

    def _solved(self, dice: int, hand: Hand, kept: Bools) -> Values:
        """The best of the dice that may be kept."""
        ways = self.spoils.of(self._stock(hand), solved=True)
        kinds = self.rolls.kinds(dice)
        found: dict[int, Worth] = {}
        for kind in np.unique(kinds[kept]).tolist():
            own = tuple(sorted((*hand.own, kind)))
            found[kind] = self.mixture.highest([self._gone(dice - 1, hand, own, way) for way in ways])
        return self.mixture.by_kind(dice, found, kept)

    def _stock(self, hand: Hand) -> Counts:
        """The resources left in the general supply."""
        if not hand.rivals:
            return MOST_TAKEN, MOST_TAKEN, MOST_TAKEN, MOST_TAKEN, MOST_TAKEN
        left = [n - mine for n, mine in zip(self.frame.stock(hand.rivals), hand.bag, strict=False)]
        return left[0], left[1], left[2], left[3], left[4]

    def _gone(self, dice: int, hand: Hand, own: Kinds, way: Option) -> Worth:
        """What one way to go is worth, by what is left of the roll."""
        parts = [
            (weight, self.mixture.highest([self._come(dice, hand, own, spoil) for spoil in choice]))
            for weight, choice in way
        ]
        return parts[0][1] if len(parts) == 1 else self.mixture.mean(dice, parts)

    def _come(self, dice: int, hand: Hand, own: Kinds, spoil: Spoil) -> Worth:
        """What it is worth to have come somewhere."""
        self.count(WORK)
        bag = self.richer(hand.bag, spoil.gain)
        found = hand.found or spoil.crown
        then = hand._replace(own=own, bag=bag, row=spoil.row, found=found, after=True)
        here = self.settled(dice, then)
        if not spoil.crown or not dice:
            return here
        kinds = self.rolls.kinds(dice)
        more = {
            kind: self.settled(dice - 1, then._replace(own=tuple(sorted((*own, kind)))))
            for kind in self.kinds_there(dice)
        }
        return self.mixture.highest([here, self.mixture.by_kind(dice, more, kinds != NO_DIE)], dice)

    def _kinds_there(self, dice: int) -> list[int]:
        """The kinds of dice that a roll of so many may have."""
        kinds = self.rolls.kinds(dice)
        return [int(kind) for kind in np.unique(kinds[kinds != NO_DIE])]


def richer(bag: Bag, gain: Counts) -> Bag:
    """A bag with more resources.

    >>> from solver.games.gnome_kingdom.powers import bag_text, read_bag
    >>> bag_text(richer(read_bag("acorn=1"), (0, 0, 0, 1, 1)))
    'acorn=2,pebble=1'
    """
    return (*map(int.__add__, bag, gain), *bag[len(gain) :])
