"""The end of a turn: what is held then, for all own dice at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from solver.games.gnome_kingdom.gain.cards import Cards
from solver.games.gnome_kingdom.gain.dice import Ints, Numbered
from solver.games.gnome_kingdom.gain.frame import Deck, Frame
from solver.games.gnome_kingdom.gain.left import Left
from solver.games.gnome_kingdom.gain.scale import Scale, Wide
from solver.games.gnome_kingdom.powers import RESOURCES
from solver.games.gnome_kingdom.skills import OPEN_CARDS


class End:
    """What is held when the turn ends.

    Parameters
    ----------
    frame, scale, numbered : as in :class:`solver.games.gnome_kingdom.gain.after.After`
    cards : the skill cards
    others : what may be had instead of something without touching a die
    """

    def __init__(
        self,
        frame: Frame,
        scale: Scale,
        numbered: Numbered,
        cards: Cards,
        others: Callable[[Left], Iterable[Left]],
    ) -> None:
        self.frame, self.scale, self.numbered, self.cards, self.others = frame, scale, numbered, cards, others
        self.hidden = [cards.kind_of[card] for card in frame.hidden]
        self._ends: dict[tuple[int, Deck], list[tuple[int, Ints]]] = {}
        self._means: dict[tuple[int, Deck], Ints] = {}
        self._most_things = lru_cache(maxsize=None)(self._exchanged)
        self._shares = lru_cache(maxsize=None)(self._share)

    def held(self, dice: int, left: Left, *, spent: bool = False) -> Wide:
        """What is held when the turn ends here.

        Parameters
        ----------
        spent : whether resources are left as they are even where there are no dice
        """
        if self.frame.objective != "worth":
            return np.zeros(self.numbered.size(dice) + 1, dtype=np.uint64)
        things = self._things(left) if dice or spent else self._most_things(left)
        if not left.found:
            wide = self._supply(dice, left.deck) + self.scale.over * things
        else:
            total = self.frame.worth.total
            parts = self._supplies(dice, left.deck)
            nothing = np.zeros(self.numbered.size(dice) + 1, dtype=np.int64)
            wide = sum((total(0, things + supply, found=True) * weight for weight, supply in parts), start=nothing)
        wide[0] = 0
        return wide.astype(np.uint64)

    def _things(self, left: Left) -> int:
        counts: Any = left.bag[: len(RESOURCES)]
        row = left.row if left.found else 0
        return self.frame.worth.things(self.frame.clan, counts, sum(left.bag[len(RESOURCES) :]), row)

    def _exchanged(self, left: Left) -> int:
        """The most that resources and abilities can be made worth."""
        left = left._replace(deck=NOTHING)
        others = (self._most_things(other._replace(deck=NOTHING)) for other in self.others(left))
        return max([self._things(left), *others])

    def _supply(self, dice: int, deck: Deck) -> Ints:
        """What own dice are worth by number, on the mean over the cards that are still to be turned over."""
        due = self._due(deck)
        key = dice, deck._replace(shown=OPEN_CARDS - due, done=due > 0)
        if key not in self._means:
            self._means[key] = sum(
                (weight * supply for weight, supply in self._supplies(dice, deck)),
                start=np.zeros(self.numbered.size(dice) + 1, dtype=np.int64),
            )
        return self._means[key]

    def _due(self, deck: Deck) -> int:
        """How many cards are turned over when the turn ends."""
        return min(OPEN_CARDS - deck.shown, len(self.frame.hidden)) if self.frame.late and deck.done else 0

    def _supplies(self, dice: int, deck: Deck) -> list[tuple[int, Ints]]:
        """What own dice are worth by number, with the weights of the cards that are still to be turned over."""
        due = self._due(deck)
        key = dice, deck._replace(shown=OPEN_CARDS - due, done=due > 0)
        if key not in self._ends:
            self._ends[key] = list(self._with_turned(dice, deck.open, due))
        return self._ends[key]

    def _with_turned(self, dice: int, open_ones: tuple[int, ...], due: int) -> Iterator[tuple[int, Ints]]:
        worth, nothing = self.frame.worth, np.zeros(self.numbered.size(dice) + 1, dtype=np.int64)
        first, second = nothing, nothing
        for kind in open_ones:
            first, second = with_one_more(first, second, self._shares(dice, kind))
        over = self.scale.over
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
                supply: Ints = worth.supply(dice, *best)
                known = found.get(supply.tobytes(), (0, supply))
                found[supply.tobytes()] = known[0] + ways, supply
        for ways, supply in found.values():
            yield over // comb(hidden, due) * ways, supply

    def _share(self, dice: int, kind: int) -> Ints:
        """The share of a card's points that own dice have earned."""
        card = self.cards.kinds[kind]
        shares = [self.frame.worth.share(card.points, short) for short in range(len(card.cost.spaces) + 1)]
        found: Ints = np.array(shares, dtype=np.int64)[self.cards.short(kind, dice)]
        return found


NOTHING = Deck((), OPEN_CARDS, ())
"""No card that matters."""


def with_one_more(first: Ints, second: Ints, more: Ints) -> tuple[Ints, Ints]:
    """The highest and second highest numbers with one more."""
    return np.maximum(first, more), np.maximum(second, np.minimum(first, more))
