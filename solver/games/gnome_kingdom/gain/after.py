"""After the attempt: what own dice, resources, abilities and open cards are worth, for all own dice at once.

The roll no longer matters here, so that nothing is swapped; where it does, `attempt` has the values. What is asked for
is written down with all that it rests on, and then answered by the kernel at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Never

from solver.errors import TooBigError
from solver.games.gnome_kingdom.gain.cards import Cards
from solver.games.gnome_kingdom.gain.deck import Deck
from solver.games.gnome_kingdom.gain.dice import Ints, Numbered
from solver.games.gnome_kingdom.gain.end import End
from solver.games.gnome_kingdom.gain.frame import SPARED, Frame
from solver.games.gnome_kingdom.gain.left import AMPLE, LOOSE, NEGOTIATOR, Left, traded
from solver.games.gnome_kingdom.gain.program import Place, Program, Step
from solver.games.gnome_kingdom.gain.scale import Scale, Values, one_of
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, held, less, ways_on
from solver.games.gnome_kingdom.skills import OPEN_CARDS
from solver.games.gnome_kingdom.state import Counts
from solver.manipulation import Recolour, Reroll, Shift

MUSHROOM, LEAF = (RESOURCES.index(kind) for kind in ("mushroom", "leaf"))
USEFUL = tuple(kind for kind in range(len(RESOURCES)) if kind not in (MUSHROOM, LEAF))
IDLE = tuple(map(TOKENS.index, ("mushroom-expert", "leaf-expert", "deceiver")))
"""Abilities that are of no use after the attempt."""

NO_DECK = Deck((), OPEN_CARDS, ())
Rivals = tuple[Counts, ...]

TELLING = 1_000_000
"""After so many numbers it is told how many there are."""

STEP = 500
"""What it takes to ask for something, in numbers written."""


class After:
    """The values of all own dice, after the attempt.

    Values are what is still to be gained: points, or worth with all that is held at the end.

    Parameters
    ----------
    frame : the turn
    scale : how values are written
    numbered : the own dice that can come up
    cards : what they pay for
    limit : how much may be reckoned, in numbers written

    Raises
    ------
    TooBigError
        for more than that
    """

    def __init__(self, frame: Frame, scale: Scale, numbered: Numbered, cards: Cards, limit: int) -> None:
        self.frame, self.scale, self.numbered, self.cards = frame, scale, numbered, cards
        self.limit = limit
        self.written = self.expected = self.told = 0
        self.progress: Callable[[str], None] | None = None
        self.scarce = frame.scarce(attempt=False)
        self.price = [frame.worth.resource(kind, frame.clan) for kind in range(len(RESOURCES))]
        self.program = Program(numbered, scale)
        self._known: dict[tuple[int, Left], Values] = {}
        self._places: dict[tuple[int, Left], Place] = {}
        self._rests: dict[tuple[object, ...], int] = {}
        self._known_beside: dict[tuple[int, int, Bag, Rivals], Place] = {}
        self._turned: dict[tuple[int, Left], Place] = {}
        self.other_bags = lru_cache(maxsize=None)(self._other_bags)
        self.others = lru_cache(maxsize=None)(self._others)
        self._kept_bag = lru_cache(maxsize=None)(self._bag_kept)
        self._of_points = lru_cache(maxsize=None)(self._deck_kept)
        self._payments = lru_cache(maxsize=None)(self._find_payments)
        self._is_vain = lru_cache(maxsize=None)(self._vain)
        self._relevant = lru_cache(maxsize=None)(self._find_relevant)
        self._leaving_out = lru_cache(maxsize=None)(self._leaves_out)
        self.unit = scale.over * (frame.worth.point if frame.objective == "worth" else 1)
        self.ends = End(frame, scale, numbered, self.cards, self.others, self.count)
        self.left_out = self.spared = False

    # ----- what matters

    def deck(self, open_cards: Iterable[str], hidden: Iterable[str], *, done: bool = False) -> Deck:
        """The skill cards, when these lie face up and those may be turned over."""
        kinds = tuple(sorted(self.cards.kind_of[card] for card in open_cards))
        counts = [0] * (len(self.cards.kinds) + 1)
        for card in hidden:
            counts[self.cards.kind_of[card]] += 1
        return Deck(kinds, len(kinds), () if self.frame.less.late else tuple(counts), done)

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
        if points and self.frame.less.spare and self.frame.less.most_used is None:
            return (0, 0, *bag[2:])
        return (bag[MUSHROOM] + bag[LEAF], 0, *bag[2:]) if points and not self.scarce else bag

    @cached_property
    def negotiators(self) -> bool:
        """Whether a card with that ability may be completed."""
        return not self.frame.less.spare and any(self.cards.kinds[kind].ability == NEGOTIATOR for kind in self.ever)

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
        return frozenset(kind for kind in self.ever if dice and self._payments(kind, dice))

    @cached_property
    def ever(self) -> frozenset[int]:
        """The kinds of cards that may be open."""
        names = [*self.frame.state.open_cards, *(() if self.frame.less.late else self.frame.hidden)]
        return frozenset(self.cards.kind_of[name] for name in names)

    def _find_payments(self, kind: int, dice: int) -> list[tuple[int, Ints]]:
        """The ways for so many dice or fewer to complete a card, each with how many dice it takes."""
        found = ((size, self.cards.payment(kind, dice, size)) for size in self.cards.sizes[kind])
        return [(size, paid) for size, paid in found if paid[0]]

    # ----- values

    def values(self, dice: int, left: Left) -> Values:
        """The values of all multisets of so many own dice."""
        key = dice, left
        if key not in self._known:
            try:
                place = self._at(dice, left)
            finally:
                self.program.run()
            self._known[key] = self.program.values(place)
        return self._known[key]

    def _at(self, dice: int, left: Left) -> Place:
        """Where they are going to stand."""
        key = dice, left
        if key not in self._places:
            kept = dice, self._kept(dice, left)
            if kept not in self._places:
                self._places[kept] = self._best(*kept)
            self._places[key] = self._places[kept]
        return self._places[key]

    def _turned_at(self, dice: int, left: Left) -> Place:
        """Those just after a card has been completed, where others may be turned over."""
        if not left.deck.hidden:
            return self._at(dice, left)
        key = dice, self._kept(dice, left)
        if key not in self._turned:
            self._turned[key] = self._mean(*key)
        return self._turned[key]

    def _mean(self, dice: int, left: Left) -> Place:
        parts = [
            (weight, self._turned_at(dice, left._replace(deck=deck))) for weight, deck in self.dealt(dice, left.deck)
        ]
        self.count(self.numbered.size(dice) * len(parts))
        return self.program.mean(self.numbered.size(dice), parts) if parts else self._at(dice, left)

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

    def at_each(self, values: Values, numbers: Sequence[int]) -> list[int]:
        """Some of the values."""
        if self.scale.words == 1:
            found: list[int] = self.scale.wide(values)[list(numbers)].tolist()
            return found
        pairs = values.packed.reshape(-1, 2)[list(numbers)].tolist()
        return [low | high << 64 for low, high in pairs]

    def count(self, written: int) -> None:
        """Count numbers that are written."""
        self.written += written + 300
        if self.progress and self.written > self.told + TELLING:
            self.told = self.written
            self.progress(f"{self.written:,} numbers reckoned")
        if self.written > self.limit:
            self._refuse()

    def expect(self, more: int) -> None:
        """Expect so many numbers more, or no longer: to be told soon that it will be too much."""
        self.expected += more
        if self.written + self.expected > self.limit:
            self._refuse()

    def _refuse(self) -> Never:
        raise TooBigError(f"turn: more than {self.limit:,} numbers would have to be reckoned")

    def _best(self, dice: int, left: Left) -> Place:
        size = self.numbered.size(dice)
        if self.frame.objective == "points" and not left.deck.open:
            return self.program.ask(size, None, 0, (), 0)
        base, more = self.ends.begun(dice, left)
        if not dice:
            return self.program.ask(size, base, more, (), 0)
        rest = self._rests.setdefault((left.deck, *left[3:]), len(self._rests))
        steps = list(self._uses(dice, left, rest))
        better = self.program.better
        steps += [better(self._beside(dice, left, rest, *other)) for other in self.others(left.bag, left.rivals)]
        steps += self._completed(dice, left)
        exponent = max([place.exponent + cost for _, place, cost, *_ in steps], default=0)
        self.scale.fits(exponent)
        self.count((size + STEP) * (len(steps) + 1))
        return self.program.ask(size, base, more, steps, exponent)

    def _beside(self, dice: int, left: Left, rest: int, bag: Bag, rivals: Rivals) -> Place:
        """Where it stands what another bag is worth; the rest, which is the same, has a number."""
        key = dice, rest, bag, rivals
        place = self._known_beside.get(key)
        if place is None:
            place = self._at(dice, Left(bag, left.deck, rivals, *left[3:]))
            self._known_beside[key] = place
        return place

    def _others(self, bag: Bag, rivals: Rivals) -> list[tuple[Bag, Rivals]]:
        """What may be had instead of a bag without touching a die."""
        if not self.frame.may_use(bag, after=True):
            return []
        found = [(other, rivals) for other in self.other_bags(bag, rivals if self.scarce else ())]
        if bag[NEGOTIATOR]:
            found += [(left.bag, left.rivals) for left in traded(self.frame, Left(bag, NO_DECK, rivals))]
        return found

    def _other_bags(self, bag: Bag, rivals: tuple[Counts, ...]) -> tuple[Bag, ...]:
        spare = self.frame.less.spare
        self.spared = self.spared or (spare and sum(bag[: len(RESOURCES)]) > 1)
        ways = ways_on(bag, not spare, self.frame.stock(rivals) if rivals else ())
        return tuple(other for other, _, given, taken in ways if rivals or not self._is_vain(given, taken))

    def _vain(self, given: tuple[int, ...], taken: tuple[int, ...]) -> bool:
        """Whether nothing can come of a change of bags: what is got is of no use and worth no more than what is not."""
        idle = [kind for kind in taken if kind in (MUSHROOM, LEAF)]
        if self.frame.objective == "points" or not idle:
            return bool(idle)
        price = self.price
        if not given:  # by gathering, where another kind could be taken
            return max(price[kind] for kind in idle) <= max(price[kind] for kind in USEFUL)
        return price[idle[0]] <= sum(price[kind] for kind in given)

    def _uses(self, dice: int, left: Left, rest: int) -> Iterator[Step]:
        """What resources and abilities lead to."""
        for place in held(left.bag) if self.frame.may_use(left.bag, after=True) else ():
            does = self.frame.does[place]
            if isinstance(does, Reroll | Shift | Recolour):
                source = self._beside(dice, left, rest, less(left.bag, place), left.rivals)
                yield self.program.using(does, dice, source, left.room)

    def _completed(self, dice: int, left: Left) -> Iterator[Step]:
        """What completing a card leads to."""
        for kind in dict.fromkeys(left.deck.open):
            then = self.completed(left, kind)
            for size, paid in self._payments(kind, dice):
                self.note_left_out(dice - size)
                source = self._turned_at(dice - size, then)
                yield self.program.paying(source, paid, self.cards.kinds[kind].points * self.unit)

    def note_left_out(self, dice: int) -> None:
        """Note whether anything is lost by it that cards are turned over late, once one has left so many own dice."""
        self.left_out = self.left_out or self._leaving_out(dice)

    def _leaves_out(self, dice: int) -> bool:
        """Whether a card that is turned over late would make a difference with so many own dice."""
        if not (self.frame.less.late and dice and self.frame.hidden):
            return False
        if self.frame.objective != "points":
            return True
        return any(self._payments(kind, dice) for kind in set(self.ends.hidden))

    def completed(self, left: Left, kind: int) -> Left:
        """What there is once a card has been completed, before another is turned over."""
        ability, deck = self.cards.kinds[kind].ability, left.deck
        if self.frame.less.spare:
            self.spared = self.spared or ability not in IDLE
            ability = TOKENS.index(SPARED)
        rest = list(deck.open)
        rest.remove(kind)
        bag = list(left.bag)
        bag[ability] += 1
        then = Deck(tuple(rest), deck.shown - 1, deck.hidden, True)
        return Left(tuple(bag), then, left.rivals, left.room, left.row, left.found)
