"""What solving the task and failing bring, for all rolls as they lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from solver.games.gnome_kingdom.gain.dice import NO_DIE, Bools, Kinds, Numbered, kinds_in
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
    keeping : which dice of them may be kept
    settled : what it is worth to have come somewhere, by the number of dice left of the roll, with each of some own
        dice
    count : counts how much is reckoned
    """

    def __init__(
        self,
        frame: Frame,
        scale: Scale,
        rolls: Numbered,
        keeping: Keeping,
        settled: Callable[[int, Hand, Sequence[Kinds]], list[Worth]],
        count: Callable[[int], None],
    ) -> None:
        self.frame, self.scale, self.rolls = frame, scale, rolls
        self.settled, self.count = settled, count
        self.mixture = Mixture(scale, rolls)
        self.keeping = keeping
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
        (found,) = self._best_way(dice, hand, [hand.own], solved=False)
        return found

    def _solved(self, dice: int, hand: Hand, kept: Bools) -> Values:
        """The best of the dice that may be kept."""
        kinds = kinds_in(self.rolls.kinds(dice)[kept])
        each = [tuple(sorted((*hand.own, kind))) for kind in kinds]
        found = self._best_way(dice - 1, hand, each, solved=True)
        return self.mixture.by_kind(dice, dict(zip(kinds, found, strict=True)), kept)

    def _best_way(self, dice: int, hand: Hand, each: list[Kinds], *, solved: bool) -> list[Worth]:
        """The best of all ways to go, with each of some own dice, by what is left of the roll."""
        ways = self.spoils.of(self._stock(hand), solved=solved)
        return self._highest([self._gone(dice, hand, each, way) for way in ways])

    def _highest(self, offers: list[list[Worth]]) -> list[Worth]:
        return [self.mixture.highest(one) for one in zip(*offers, strict=True)] if len(offers) > 1 else offers[0]

    def _stock(self, hand: Hand) -> Counts:
        """The resources left in the general supply."""
        if not hand.rivals:
            return MOST_TAKEN, MOST_TAKEN, MOST_TAKEN, MOST_TAKEN, MOST_TAKEN
        left = [n - mine for n, mine in zip(self.frame.stock(hand.rivals), hand.bag, strict=False)]
        return left[0], left[1], left[2], left[3], left[4]

    def _gone(self, dice: int, hand: Hand, each: list[Kinds], way: Option) -> list[Worth]:
        """What one way to go is worth."""
        parts = [
            (weight, self._highest([self._come(dice, hand, each, spoil) for spoil in choice])) for weight, choice in way
        ]
        if len(parts) == 1:
            return parts[0][1]
        weights = [weight for weight, _ in parts]
        return [
            self.mixture.mean(dice, list(zip(weights, one, strict=True)))
            for one in zip(*(found for _, found in parts), strict=True)
        ]

    def _come(self, dice: int, hand: Hand, each: list[Kinds], spoil: Spoil) -> list[Worth]:
        """What it is worth to have come somewhere."""
        self.count(WORK * len(each))
        bag = self.richer(hand.bag, spoil.gain)
        found = hand.found or spoil.crown
        then = hand._replace(bag=bag, row=spoil.row, found=found, after=True)
        here = self.settled(dice, then, each)
        if not spoil.crown or not dice or self.frame.less.idle:
            return here
        return [self._crowned(dice, then._replace(own=own), one) for own, one in zip(each, here, strict=True)]

    def _crowned(self, dice: int, then: Hand, here: Worth) -> Worth:
        """What it is worth on the crown, where one more die may be kept."""
        kinds, more = self.rolls.kinds(dice), self.kinds_there(dice)
        self.count(self.rolls.size(dice) * dice + WORK * len(more))
        found = self.settled(dice - 1, then, [tuple(sorted((*then.own, kind))) for kind in more])
        best = self.mixture.by_kind(dice, dict(zip(more, found, strict=True)), kinds != NO_DIE)
        return self.mixture.highest([here, best], dice)

    def _kinds_there(self, dice: int) -> list[int]:
        """The kinds of dice that a roll of so many may have."""
        return [kind for kind in kinds_in(self.rolls.kinds(dice).reshape(-1)) if kind != NO_DIE]


def richer(bag: Bag, gain: Counts) -> Bag:
    """A bag with more resources.

    >>> from solver.games.gnome_kingdom.powers import bag_text, read_bag
    >>> bag_text(richer(read_bag("acorn=1"), (0, 0, 0, 1, 1)))
    'acorn=2,pebble=1'
    """
    return (*map(int.__add__, bag, gain), *bag[len(gain) :])
