"""The end of a turn: what is held then, for all own dice at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from solver.games.gnome_kingdom.gain.cards import Cards
from solver.games.gnome_kingdom.gain.deck import Deck
from solver.games.gnome_kingdom.gain.dice import Ints, Numbered
from solver.games.gnome_kingdom.gain.frame import Frame
from solver.games.gnome_kingdom.gain.left import Left
from solver.games.gnome_kingdom.gain.scale import Scale, Wide
from solver.games.gnome_kingdom.powers import RESOURCES, Bag
from solver.games.gnome_kingdom.skills import OPEN_CARDS
from solver.games.gnome_kingdom.state import Counts


class End:
    """What is held when the turn ends.

    Parameters
    ----------
    frame, scale, numbered : as in :class:`solver.games.gnome_kingdom.gain.after.After`
    cards : the skill cards
    others : what may be had instead of a bag, beside the resources of the others, without touching a die
    count : counts how much is reckoned
    """

    def __init__(
        self,
        frame: Frame,
        scale: Scale,
        numbered: Numbered,
        cards: Cards,
        others: Callable[[Bag, tuple[Counts, ...]], Iterable[tuple[Bag, tuple[Counts, ...]]]],
        count: Callable[[int], None],
    ) -> None:
        self.count = count
        self.frame, self.scale, self.numbered, self.cards, self.others = frame, scale, numbered, cards, others
        self.hidden = [cards.kind_of[card] for card in frame.hidden]
        self.open = [cards.kind_of[card] for card in frame.state.open_cards]
        self._ends: dict[tuple[int, tuple[int, ...], int], list[tuple[int, Ints]]] = {}
        self._crowned: dict[tuple[int, tuple[int, ...], int, int], Ints] = {}
        self._means: dict[tuple[int, tuple[int, ...], int], Ints] = {}
        self._most_things = lru_cache(maxsize=None)(self._exchanged)
        self._shares = lru_cache(maxsize=None)(self._share)
        self._levels = lru_cache(maxsize=None)(self._find_levels)

    def held(self, dice: int, left: Left, *, spent: bool = False) -> Wide:
        """What is held when the turn ends here.

        Parameters
        ----------
        spent : whether resources are left as they are even where there are no dice
        """
        base, more = self.begun(dice, left, spent=spent)
        if base is None:
            return np.zeros(self.numbered.size(dice) + 1, dtype=np.uint64)
        wide = base + more
        wide[0] = 0
        return wide.astype(np.uint64)

    def begun(self, dice: int, left: Left, *, spent: bool = False) -> tuple[Ints | None, int]:
        """The same as numbers by the own dice, none where they are all 0, and what is to be added to all of them."""
        if self.frame.objective != "worth":
            return None, 0
        things = self._things(left.bag) if dice or spent else self._most_things(left.bag, left.rivals)
        if left.found:
            things += self.frame.worth.step * left.row
        if not left.found:
            return self._supply(dice, left.deck), self.scale.over * things
        key = dice, left.deck.open, self._due(left.deck), things
        if key not in self._crowned:
            total, parts = self.frame.worth.total, self._supplies(dice, left.deck)
            nothing = np.zeros(self.numbered.size(dice) + 1, dtype=np.int64)
            found = sum((total(0, things + supply, found=True) * weight for weight, supply in parts), start=nothing)
            self._crowned[key] = found
        return self._crowned[key], 0

    def _things(self, bag: Bag) -> int:
        counts: Any = bag[: len(RESOURCES)]
        return self.frame.worth.things(self.frame.clan, counts, sum(bag[len(RESOURCES) :]), 0)

    def _exchanged(self, bag: Bag, rivals: tuple[Counts, ...]) -> int:
        """The most that resources and abilities can be made worth."""
        return max([self._things(bag), *(self._most_things(*other) for other in self.others(bag, rivals))])

    def _supply(self, dice: int, deck: Deck) -> Ints:
        """What own dice are worth by number, on the mean over the cards that are still to be turned over."""
        due = self._due(deck)
        key = dice, deck.open, due
        if key not in self._means:
            self._means[key] = self._mean(dice, deck.open, due)
        return self._means[key]

    def _mean(self, dice: int, open_ones: tuple[int, ...], due: int) -> Ints:
        """The same, by how many draws lead to each share or more as the highest and as the second highest."""
        worth, hidden = self.frame.worth, len(self.hidden)
        first, second = self._best_shares(dice, open_ones)
        self.count(len(first) * (8 if due else 1))
        if not due:
            found: Ints = worth.supply(dice, first, second) * self.scale.over
            return found
        draws = comb(hidden, due)
        none = np.array([comb(hidden - n, due) for n in range(hidden + 1)])
        one = np.array([n * comb(hidden - n, due - 1) for n in range(hidden + 1)])
        levels, numbers = self._levels(dice)
        found = np.full(len(first), worth.supply(dice, 0, 0) * draws, dtype=np.int64)
        before = 0
        for level, number in zip(levels, numbers, strict=True):
            high, low = (worth.supply(0, *pair) for pair in ((level, 0), (0, level)))
            more, less = high - worth.supply(0, before, 0), low - worth.supply(0, 0, before)
            some = draws - none[number]
            found += more * np.where(first >= level, draws, some)
            found += less * np.where(second >= level, draws, np.where(first >= level, some, some - one[number]))
            before = level
        return found * (self.scale.over // draws)

    def _best_shares(self, dice: int, open_ones: tuple[int, ...]) -> tuple[Ints, Ints]:
        """The two highest shares of the open cards."""
        first = second = np.zeros(self.numbered.size(dice) + 1, dtype=np.int64)
        for kind in open_ones:
            first, second = with_one_more(first, second, self._shares(dice, kind))
        return first, second

    def _find_levels(self, dice: int) -> tuple[list[int], list[Ints]]:
        """The shares that there are but 0, and for each how many cards face down have that or more."""
        shares = np.array([self._shares(dice, kind) for kind in self.hidden])
        levels = set[int]()
        for kind in {*self.hidden, *self.open}:
            short = np.flatnonzero(np.bincount(self.cards.short(kind, dice)))
            levels |= {self._told(kind)[some] for some in short.tolist()}
        ordered = sorted(levels - {0})
        return ordered, [np.count_nonzero(shares >= level, axis=0) for level in ordered]

    def _due(self, deck: Deck) -> int:
        """How many cards are turned over when the turn ends."""
        return min(OPEN_CARDS - deck.shown, len(self.frame.hidden)) if self.frame.less.late and deck.done else 0

    def _supplies(self, dice: int, deck: Deck) -> list[tuple[int, Ints]]:
        """What own dice are worth by number, with the weights of the cards that are still to be turned over."""
        due = self._due(deck)
        key = dice, deck.open, due
        if key not in self._ends:
            self._ends[key] = list(self._with_turned(dice, deck.open, due))
        return self._ends[key]

    def _with_turned(self, dice: int, open_ones: tuple[int, ...], due: int) -> Iterator[tuple[int, Ints]]:
        worth, over = self.frame.worth, self.scale.over
        first, second = self._best_shares(dice, open_ones)
        if not due:
            yield over, worth.supply(dice, first, second)
            return
        hidden = len(self.frame.hidden)
        fresh = [self._shares(dice, kind) for kind in self.hidden]
        ordered = -np.sort(-np.array(fresh), axis=0)
        found: dict[bytes, tuple[int, Ints]] = {}
        # the highest and the second highest of the cards turned over decide
        for chosen in combinations(range(hidden), min(due, 2)):
            ways = comb(hidden - 1 - chosen[-1], due - len(chosen))
            if ways:
                best = first, second
                for place in chosen:
                    best = with_one_more(*best, ordered[place])
                self.count(2 * len(first))
                supply: Ints = worth.supply(dice, *best)
                known = found.get(supply.tobytes(), (0, supply))
                found[supply.tobytes()] = known[0] + ways, supply
        for ways, supply in found.values():
            yield over // comb(hidden, due) * ways, supply

    def _share(self, dice: int, kind: int) -> Ints:
        """The share of a card's points that own dice have earned."""
        self.count(self.numbered.size(dice) * dice)
        found: Ints = np.array(self._told(kind), dtype=np.int64)[self.cards.short(kind, dice)]
        return found

    def _told(self, kind: int) -> list[int]:
        """The shares of a card's points by how many spaces are empty."""
        card = self.cards.kinds[kind]
        return [self.frame.worth.share(card.points, short) for short in range(len(card.cost.spaces) + 1)]


def with_one_more(first: Ints, second: Ints, more: Ints) -> tuple[Ints, Ints]:
    """The highest and second highest numbers with one more."""
    return np.maximum(first, more), np.maximum(second, np.minimum(first, more))
