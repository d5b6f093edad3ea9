"""After the attempt: what own dice, resources, abilities and open cards are worth, for all own dice at once.

The roll no longer matters here, so that nothing is swapped; where it does, `attempt` has the values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

import numpy as np

from solver.errors import TooBigError
from solver.games.gnome_kingdom.gain.cards import Cards
from solver.games.gnome_kingdom.gain.dice import Ints, Numbered
from solver.games.gnome_kingdom.gain.end import End
from solver.games.gnome_kingdom.gain.frame import SPARED, Deck, Frame
from solver.games.gnome_kingdom.gain.left import AMPLE, LOOSE, NEGOTIATOR, Left, traded
from solver.games.gnome_kingdom.gain.operator import Offer, cost_of, operator
from solver.games.gnome_kingdom.gain.scale import Scale, Values, Wide, one_of
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, held, less, other_bags
from solver.games.gnome_kingdom.skills import OPEN_CARDS
from solver.games.gnome_kingdom.state import Counts
from solver.manipulation import Recolour, Reroll, Shift

MUSHROOM, LEAF = (RESOURCES.index(kind) for kind in ("mushroom", "leaf"))
USEFUL = tuple(kind for kind in range(len(RESOURCES)) if kind not in (MUSHROOM, LEAF))
IDLE = tuple(map(TOKENS.index, ("mushroom-expert", "leaf-expert", "deceiver")))
"""Abilities that are of no use after the attempt."""


class After:
    """The values of all own dice, after the attempt.

    Values are what is still to be gained: points, or worth with all that is held at the end.

    Parameters
    ----------
    frame : the turn
    scale : how values are written
    numbered : the own dice that can come up
    limit : how much may be reckoned, in numbers written

    Raises
    ------
    TooBigError
        for more than that
    """

    def __init__(self, frame: Frame, scale: Scale, numbered: Numbered, limit: int) -> None:
        self.frame, self.scale, self.numbered = frame, scale, numbered
        self.cards = Cards(frame.setting, frame.clan, numbered)
        self.limit, self.written = limit, 0
        self.scarce = frame.scarce(attempt=False)
        self._known: dict[tuple[int, Left], Values] = {}
        self._turned: dict[tuple[int, Left], Values] = {}
        self.other_bags = lru_cache(maxsize=None)(self._other_bags)
        self._kept_bag = lru_cache(maxsize=None)(self._bag_kept)
        self._of_points = lru_cache(maxsize=None)(self._deck_kept)
        self._relevant = lru_cache(maxsize=None)(self._find_relevant)
        self._leaving_out = lru_cache(maxsize=None)(self._leaves_out)
        self.unit = scale.over * (frame.worth.point if frame.objective == "worth" else 1)
        self.ends = End(frame, scale, numbered, self.cards, self.other_hands)
        self.left_out = self.spared = False

    # ----- what matters

    def deck(self, open_cards: Iterable[str], hidden: Iterable[str], *, done: bool = False) -> Deck:
        """The skill cards, when these lie face up and those may be turned over."""
        kinds = tuple(sorted(self.cards.kind_of[card] for card in open_cards))
        counts = [0] * (len(self.cards.kinds) + 1)
        for card in hidden:
            counts[self.cards.kind_of[card]] += 1
        return Deck(kinds, len(kinds), () if self.frame.late else tuple(counts), done)

    def _kept(self, dice: int, left: Left) -> Left:
        """What of it matters with so many own dice."""
        bag, deck, rivals, room, row, found = left
        bag = self._kept_bag(bag)
        if room is not LOOSE:
            room = tuple(n if n < dice else AMPLE for n in room)
        if self.frame.objective == "points":
            deck, row, found = self._of_points(dice, deck), 0, False
        elif not found:
            row = 0
        if not (self.scarce or bag[NEGOTIATOR] or self.negotiators):
            rivals = ()
        return Left(bag, deck, rivals, room, row, found)

    def _bag_kept(self, bag: Bag) -> Bag:
        """What of a bag makes a difference: abilities that are of no use are alike."""
        points = self.frame.objective == "points"
        idle = 0 if points else sum(bag[place] for place in IDLE)
        bag = tuple(idle if place == IDLE[0] else 0 if place in IDLE else n for place, n in enumerate(bag))
        if points and self.frame.spare:
            return (0, 0, *bag[2:])
        return (bag[MUSHROOM] + bag[LEAF], 0, *bag[2:]) if points and not self.scarce else bag

    @cached_property
    def negotiators(self) -> bool:
        """Whether a card with that ability may be completed."""
        return not self.frame.spare and any(self.cards.kinds[kind].ability == NEGOTIATOR for kind in self.ever)

    def _deck_kept(self, dice: int, deck: Deck) -> Deck:
        """The cards that so many own dice can complete."""
        relevant = self._relevant(dice)
        open_ones = tuple(kind for kind in deck.open if kind in relevant)
        hidden = deck.hidden
        if hidden:
            there = [n if kind in relevant else 0 for kind, n in enumerate(hidden[:-1])]
            hidden = (*there, sum(hidden) - sum(there)) if any(there) else ()
        return Deck(open_ones, deck.shown if hidden else OPEN_CARDS, hidden)

    def _find_relevant(self, dice: int) -> frozenset[int]:
        return frozenset(kind for kind in self.ever if dice and any(True for _ in self._payments(kind, dice)))

    @cached_property
    def ever(self) -> frozenset[int]:
        """The kinds of cards that may be open."""
        names = [*self.frame.state.open_cards, *(() if self.frame.late else self.frame.hidden)]
        return frozenset(self.cards.kind_of[name] for name in names)

    def _payments(self, kind: int, dice: int) -> Iterator[tuple[int, Ints, Ints]]:
        """The ways for so many dice or fewer to complete a card."""
        for size in self.cards.sizes[kind]:
            rows, sources = self.cards.paid_by(kind, dice, size)
            if len(rows):
                yield size, rows, sources

    # ----- values

    def values(self, dice: int, left: Left) -> Values:
        """The values of all multisets of so many own dice."""
        left = self._kept(dice, left)
        if (dice, left) not in self._known:
            self._known[dice, left] = self._best(dice, left)
        return self._known[dice, left]

    def turned(self, dice: int, left: Left) -> Values:
        """The same just after a card has been completed, where others may be turned over."""
        left = self._kept(dice, left)
        if (dice, left) not in self._turned:
            self._turned[dice, left] = self._mean(dice, left)
        return self._turned[dice, left]

    def _mean(self, dice: int, left: Left) -> Values:
        parts = [(weight, self.turned(dice, left._replace(deck=deck))) for weight, deck in self.dealt(dice, left.deck)]
        self.count(self.numbered.size(dice) * len(parts))
        return self.scale.mean(parts) if parts else self.values(dice, left)

    def dealt(self, dice: int, deck: Deck) -> Iterator[tuple[int, Deck]]:
        """The cards with one more turned over, and the weights; nothing where none is to be turned over.

        Parameters
        ----------
        dice : how many own dice there are to complete them
        """
        if self.frame.objective == "points":
            deck = self._of_points(dice, deck)
        if deck.shown >= OPEN_CARDS:
            return
        for kind, weight in enumerate(deck.hidden):
            if weight:
                hidden = (*deck.hidden[:kind], weight - 1, *deck.hidden[kind + 1 :])
                more = () if kind == len(deck.hidden) - 1 else (kind,)
                shown = tuple(sorted((*deck.open, *more)))
                yield weight, deck._replace(open=shown, shown=deck.shown + 1, hidden=hidden)

    def at(self, values: Values, number: int) -> int:
        """One of the values."""
        return int(self.scale.wide(values)[number]) if self.scale.words == 1 else one_of(values.packed, number)

    def count(self, written: int) -> None:
        """Count numbers that are written."""
        self.written += written + 300
        if self.written > self.limit:
            raise TooBigError(f"turn: more than {self.limit:,} numbers would have to be reckoned")

    def _best(self, dice: int, left: Left) -> Values:
        size, scale = self.numbered.size(dice), self.scale
        if self.frame.objective == "points" and not left.deck.open:
            return Values(scale.started(np.zeros(size + 1, dtype=np.uint64), 0), 0)
        if not dice:
            return Values(scale.started(self.ends.held(0, left), 0), 0)
        offers = list(self._offers(dice, left))
        offers += [(self.values(dice, other), 0, self._take) for other in self.other_hands(left)]
        paid = list(self._completed(dice, left))
        exponent = max([values.exponent + cost for values, cost, _ in offers], default=0)
        exponent = max([exponent, *(values.exponent for values, *_ in paid)])
        scale.fits(exponent)
        self.count((size + 50) * (6 * len(offers) + 6 * len(paid) + 1))
        packed = scale.started(self.ends.held(dice, left), exponent)
        for values, rows, sources, points in paid:
            more = points * self.unit * 6**values.exponent
            for gained in scale.picked(values, rows, sources, more, size):
                scale.better(packed, gained, exponent)
        for values, _, take in offers:
            take(packed, values, exponent)
        return Values(packed, exponent)

    def _take(self, out: Wide, values: Values, exponent: int) -> None:
        self.scale.better(out, values, exponent)

    def other_hands(self, left: Left) -> Iterator[Left]:
        """What may be had instead without touching a die."""
        for bag in self.other_bags(left.bag, left.rivals if self.scarce else ()):
            yield left._replace(bag=bag)
        yield from traded(self.frame, left)

    def _other_bags(self, bag: Bag, rivals: tuple[Counts, ...]) -> tuple[Bag, ...]:
        spare = self.frame.spare
        self.spared = self.spared or (spare and sum(bag[: len(RESOURCES)]) > 1)
        found = other_bags(bag, not spare, self.frame.stock(rivals) if rivals else ())
        return tuple(found) if rivals else tuple(other for other in found if not self._is_vain(bag, other))

    def _is_vain(self, bag: Bag, other: Bag) -> bool:
        """Whether nothing can come of a change of bags: what is got is of no use and worth no more than what is not."""
        got = [kind for kind in range(len(RESOURCES)) if other[kind] > bag[kind]]
        idle = [kind for kind in got if kind in (MUSHROOM, LEAF)]
        if self.frame.objective == "points" or not idle:
            return bool(idle)
        price = [self.frame.worth.resource(kind, self.frame.clan) for kind in range(len(RESOURCES))]
        if other[len(RESOURCES) :] != bag[len(RESOURCES) :]:  # by gathering, where another kind could be taken
            return max(price[kind] for kind in idle) <= max(price[kind] for kind in USEFUL)
        given = sum(price[kind] * (n - other[kind]) for kind, n in enumerate(bag[: len(RESOURCES)]) if n > other[kind])
        return price[idle[0]] <= given

    def _offers(self, dice: int, left: Left) -> Iterator[Offer]:
        """What resources and abilities lead to."""
        table, words = self.numbered.table(dice), self.scale.words
        for place in held(left.bag):
            does = self.frame.does[place]
            if not isinstance(does, Reroll | Shift | Recolour):
                continue
            values = self.values(dice, left._replace(bag=less(left.bag, place)))
            yield values, cost_of(does), operator(does, self.numbered, dice, table, left.room, words)

    def _completed(self, dice: int, left: Left) -> Iterator[tuple[Values, Ints, Ints, int]]:
        """What completing a card leads to: values, the own dice that can, what they may leave, and the points."""
        for kind in dict.fromkeys(left.deck.open):
            then = self.completed(left, kind)
            for size, rows, sources in self._payments(kind, dice):
                self.note_left_out(dice - size)
                yield self.turned(dice - size, then), rows, sources, self.cards.kinds[kind].points

    def note_left_out(self, dice: int) -> None:
        """Note whether anything is lost by it that cards are turned over late, once one has left so many own dice."""
        self.left_out = self.left_out or self._leaving_out(dice)

    def _leaves_out(self, dice: int) -> bool:
        """Whether a card that is turned over late would make a difference with so many own dice."""
        if not (self.frame.late and dice and self.frame.hidden):
            return False
        if self.frame.objective != "points":
            return True
        return any(True for kind in set(self.ends.hidden) for _ in self._payments(kind, dice))

    def completed(self, left: Left, kind: int) -> Left:
        """What there is once a card has been completed, before another is turned over."""
        ability, deck = self.cards.kinds[kind].ability, left.deck
        if self.frame.spare:
            self.spared = self.spared or ability not in IDLE
            ability = TOKENS.index(SPARED)
        rest = list(deck.open)
        rest.remove(kind)
        bag = tuple(n + (at == ability) for at, n in enumerate(left.bag))
        return left._replace(bag=bag, deck=deck._replace(open=tuple(rest), shown=deck.shown - 1, done=True))
