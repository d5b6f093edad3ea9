"""A deck: named cards in unknown order, some of which may be known to lie on top, and exact draws from it.

The order of the cards that nobody has seen decides nothing, so a deck keeps them as a multiset; an order
comes about card by card as they are drawn or looked at, each with the number of its copies as its weight.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod

from solver.distribution import Distribution, Odds
from solver.errors import GnomonError, TooBigError, did_you_mean

MOST_HANDS = 1_000_000  # different hands that `hands` will list


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards in unknown order below those that are known to lie on top.

    Parameters
    ----------
    rest : name and number of copies of the cards in unknown order, sorted by name, every number positive
    top : the cards on top in their order, the next one first

    Examples
    --------
    >>> deck = Deck.of(["troll", "elf", "elf"], top=["wolf"])
    >>> deck.size, deck.draw(), deck.drawn("wolf").draw()
    (4, {'wolf': 1}, {'elf': 2, 'troll': 1})
    """

    rest: tuple[tuple[str, int], ...] = ()
    top: tuple[str, ...] = ()

    @classmethod
    def of(cls, cards: Mapping[str, int] | Iterable[str], top: Iterable[str] = ()) -> Deck:
        """Return the deck of these cards: names, or names with the number of their copies.

        Raises
        ------
        GnomonError
            for a negative number of copies

        Examples
        --------
        >>> Deck.of({"elf": 2, "troll": 0})
        Deck(rest=(('elf', 2),), top=())
        """
        counts = Counter(cards)  # of a mapping, its numbers
        for name, number in counts.items():
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                raise GnomonError(f"deck: there cannot be {number!r} of {name}")
        return cls(tuple(sorted((name, number) for name, number in counts.items() if number)), tuple(top))

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(self.top) + sum([number for _, number in self.rest])  # a list is quicker

    def cards(self) -> Counter[str]:
        """Return every card with the number of its copies, those on top included.

        >>> Deck.of(["elf"], top=["elf"]).cards()
        Counter({'elf': 2})
        """
        return Counter(dict(self.rest)) + Counter(self.top)

    def draw(self) -> dict[str, int]:
        """Return the cards that may be drawn next with their weights; none if there are no cards left."""
        return {self.top[0]: 1} if self.top else dict(self.rest)

    def look(self) -> dict[str, int]:
        """Return the cards that may lie under those known on top, with their weights."""
        return dict(self.rest)

    def drawn(self, card: str) -> Deck:
        """Return the deck after its next card has been drawn.

        Raises
        ------
        GnomonError
            if that card cannot be the next one

        Examples
        --------
        >>> Deck.of(["elf", "elf"]).drawn("elf")
        Deck(rest=(('elf', 1),), top=())
        >>> Deck.of(["elf"], top=["wolf"]).drawn("elf")
        Traceback (most recent call last):
            ...
        solver.errors.GnomonError: deck: the next card is wolf, not elf
        """
        if not self.top:
            return self.without(card)
        if self.top[0] != card:
            raise GnomonError(f"deck: the next card is {self.top[0]}, not {card}")
        return Deck(self.rest, self.top[1:])

    def looked(self, card: str) -> Deck:
        """Return the deck after its first unknown card has been looked at and left where it is.

        >>> Deck.of(["elf", "wolf"]).looked("wolf").looked("elf")
        Deck(rest=(), top=('wolf', 'elf'))
        """
        return Deck(self.without(card).rest, (*self.top, card))

    def without(self, card: str) -> Deck:
        """Return the deck with one copy fewer of a card in unknown order.

        Raises
        ------
        GnomonError
            if there is none

        Examples
        --------
        >>> Deck.of(["elf"]).without("elff")
        Traceback (most recent call last):
            ...
        solver.errors.GnomonError: deck: there is no elff in it; did you mean 'elf'?
        """
        rest = self.rest
        place = bisect_left(rest, (card, 0))
        if place == len(rest) or rest[place][0] != card:
            hint = did_you_mean(card, [name for name, _ in rest])
            raise GnomonError(f"deck: there is no {card} in it" + (f"; {hint}" if hint else ""))
        number = rest[place][1]
        left = ((card, number - 1),) if number > 1 else ()
        return Deck((*rest[:place], *left, *rest[place + 1 :]), self.top)

    def counts(self, places: int | Iterable[int], *groups: Collection[str]) -> Distribution[tuple[int, ...]]:
        """Return how many cards of each group lie in some places of the deck: a hypergeometric distribution.

        Parameters
        ----------
        places : a number, for so many next cards; or the places of the cards that are meant, 0 for the next
        groups : names, no name in two groups

        Raises
        ------
        GnomonError
            for a place that the deck does not have, or a name in two groups

        Examples
        --------
        >>> Deck.of({"elf": 2, "troll": 2, "wolf": 1}).counts(2, {"elf"}, {"troll"})
        Distribution({(0, 1): 2, (0, 2): 1, (1, 0): 2, (1, 1): 4, (2, 0): 1})
        """
        known, unknown = self._split(places)
        for name, times in Counter(name for group in groups for name in set(group)).items():
            if times > 1:
                raise GnomonError(f"deck: {name} stands in {times} groups")
        found = [sum(name in group for name in known) for group in groups]
        sizes = [sum(number for name, number in self.rest if name in group) for group in groups]
        others = sum(number for _, number in self.rest) - sum(sizes)
        weights: dict[tuple[int, ...], int] = {}
        for numbers in product(*(range(min(size, unknown) + 1) for size in sizes)):
            left = unknown - sum(numbers)
            if 0 <= left <= others:
                ways = prod(comb(size, number) for size, number in zip(sizes, numbers, strict=True))
                shown = tuple(seen + number for seen, number in zip(found, numbers, strict=True))
                weights[shown] = ways * comb(others, left)
        return Distribution(weights)

    def holds(self, places: int | Iterable[int], wanted: Collection[str]) -> Odds:
        """Return the chance of at least one wanted card in some places of the deck; `places` as in `counts`.

        >>> Deck.of({"elf": 1, "troll": 3}).holds(2, {"elf"})
        Odds(1/2)
        >>> Deck.of(["troll"] * 4, top=["troll", "elf"]).holds([0, 2, 4], {"elf"})
        Odds(0)
        """
        return self.counts(places, wanted).chance(lambda numbers: numbers[0] > 0)

    def wait(self, wanted: Collection[str]) -> Distribution[int]:
        """Return how many cards are drawn until the first wanted one, which counts too.

        Raises
        ------
        GnomonError
            if no wanted card is in the deck

        Examples
        --------
        >>> Deck.of({"elf": 2, "troll": 2}).wait({"elf"})
        Distribution({1: 3, 2: 2, 3: 1})
        """
        for place, name in enumerate(self.top, 1):
            if name in wanted:
                return Distribution({place: 1})
        size = sum(number for _, number in self.rest)
        hits = sum(number for name, number in self.rest if name in wanted)
        if not hits:
            names = ", ".join(sorted(wanted))
            raise GnomonError(f"deck: no card that is wanted is in it ({names or 'none is'})")
        known = len(self.top)
        return Distribution(
            {known + at: comb(size - at, hits - 1) for at in range(1, size - hits + 2)}
        )  # the other wanted cards lie anywhere below the first

    def hands(self, k: int) -> Distribution[tuple[str, ...]]:
        """Return every hand that the next `k` cards may be, each in alphabetical order.

        Raises
        ------
        GnomonError
            for more cards than there are
        TooBigError
            if there are more than a million hands

        Examples
        --------
        >>> Deck.of({"elf": 2, "troll": 2}).hands(2)
        Distribution({('elf', 'elf'): 1, ('elf', 'troll'): 4, ('troll', 'troll'): 1})
        """
        known, unknown = self._split(k)
        many = _selections([number for _, number in self.rest], unknown)
        if many > MOST_HANDS:
            raise TooBigError(f"deck: {many:,} different hands of {k} cards, the limit is {MOST_HANDS:,}")
        hands: dict[tuple[str, ...], int] = {(): 1}
        below = sum(number for _, number in self.rest)
        for name, number in self.rest:
            below -= number
            longer: dict[tuple[str, ...], int] = {}
            for hand, weight in hands.items():
                need = unknown - len(hand)
                for copies in range(max(0, need - below), min(number, need) + 1):
                    longer[hand + (name,) * copies] = weight * comb(number, copies)
            hands = longer
        return Distribution((tuple(sorted(hand + known)), weight) for hand, weight in hands.items())

    def _split(self, places: int | Iterable[int]) -> tuple[tuple[str, ...], int]:
        """The known cards in these places, and the number of the unknown ones."""
        chosen: Sequence[int] = range(places) if isinstance(places, int) else sorted(set(places))
        if isinstance(places, int) and places < 0:
            raise GnomonError(f"deck: {places} cards cannot be drawn")
        if chosen and not 0 <= chosen[0] <= chosen[-1] < self.size:
            wrong = chosen[0] if chosen[0] < 0 else chosen[-1]
            raise GnomonError(f"deck: there is no place {wrong} in a deck of {self.size}, counted from 0")
        known = tuple(self.top[place] for place in chosen if place < len(self.top))
        return known, len(chosen) - len(known)


def _selections(copies: Sequence[int], k: int) -> int:
    """How many different multisets of `k` cards there are."""
    ways = [1] + [0] * k
    for number in copies:
        ways = [sum(ways[max(0, size - number) : size + 1]) for size in range(k + 1)]
    return ways[k]
