"""The attempt: what each roll is worth with resources and abilities, for all rolls at once.

Each resource is an operator on the values of the rolls with what is left without it, as in `solve_turn`; what solving
and failing bring stands at the bottom. Own dice may be rolled again before the attempt, because what they show may
decide what to go for; what is certain of them can wait until after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from solver.games.gnome_kingdom.filling import COLOURS, sets
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import ANYWHERE, IN_FRONT, MARKET, RESOURCES, TOKENS, Bag, held, less, other_bags
from solver.games.gnome_kingdom.state import DICE, Counts
from solver.games.gnome_kingdom.turn_after import AMPLE, LOOSE, NEGOTIATOR, After, Left, cost_of, operator, traded
from solver.games.gnome_kingdom.turn_dice import FACES, KINDS, NO_DIE, Bools, Ints, Kinds, Numbered, dice_of, kinds_of
from solver.games.gnome_kingdom.turn_frame import Deck, Frame
from solver.games.gnome_kingdom.turn_keep import Keeping
from solver.games.gnome_kingdom.turn_scale import Scale, Values, Wide
from solver.games.gnome_kingdom.turn_spoils import MOST_TAKEN, Option, Spoil
from solver.manipulation import STOP, Act, Borrow, Recolour, Reroll, Shift, Swap, Table, Turn, actions, begin, results

DECEIVER, EXPERT = TOKENS.index("deceiver"), TOKENS.index("mushroom-expert")
GAINING = tuple(TOKENS.index(name) for name in ("gatherer", "master-gatherer", "negotiator"))

Offer = tuple[Values, int, Callable[[Wide, Values, int], None]]


class Hand(NamedTuple):
    """What there is beside the roll.

    Parameters
    ----------
    own : own dice
    bag, deck, rivals, row, found : as in :class:`solver.games.gnome_kingdom.turn_after.Left`
    away : the dice in the market and those of the other players, none where they make no difference
    used : how many dice of each colour lie there, where it makes a difference
    after : whether the attempt is over
    """

    own: Kinds
    bag: Bag
    deck: Deck
    rivals: tuple[Counts, ...]
    away: tuple[Kinds, ...]
    used: tuple[int, ...]
    row: int
    found: bool
    after: bool = False


class Same(NamedTuple):
    """A value that is the same for all rolls."""

    number: int
    exponent: int


Worth = Same | Values


class Attempt:
    """The values of all rolls.

    Parameters
    ----------
    frame, scale : as in :class:`solver.games.gnome_kingdom.turn_after.After`
    rolls : the rolls that can come up
    after : the values after the attempt, as long as the roll makes no difference there
    joined : whether dice of the roll may be swapped with own dice after the attempt
    """

    def __init__(self, frame: Frame, scale: Scale, rolls: Numbered, after: After, joined: bool) -> None:
        self.frame, self.scale, self.rolls, self.after, self.joined = frame, scale, rolls, after, joined
        self.keeping = Keeping(frame.setting, frame.setting.task(frame.state), rolls)
        self.spoils = frame.spoils
        self.solving = frame.objective == "solve"
        self.tight = tuple(sorted(frame.tight))
        self.counted = bool(self.tight) or frame.setting.rules.borrowed_colour == "drawn"
        marker = frame.state.seats[0].clan
        self.dice = tuple(n - (clan == marker) for n, clan in zip(DICE, CLANS, strict=True))
        self.freed = frame.freed
        self.hasty = self.freed or frame.scarce(attempt=True)
        self.other_bags = lru_cache(maxsize=None)(self._other_bags)
        self._abilities = lru_cache(maxsize=None)(self._usable)
        self._there = lru_cache(maxsize=None)(self._kinds_there)
        self.left_out = self.dice_left_out = False
        self._known: dict[tuple[int, Hand], Values] = {}
        self._turned: dict[tuple[int, Hand], Values] = {}
        self._fronts = tuple(seat.place[0] for seat in frame.state.seats)

    # ----- what matters

    def hand(self, own: Kinds, left: Left, away: tuple[Kinds, ...], *, after: bool = False) -> Hand:
        """What there is beside the roll."""
        bag, deck, rivals, _, row, found = left
        return Hand(own, bag, deck, rivals, away, used_in(away), row, found, after)

    def _kept(self, hand: Hand) -> Hand:
        """What of it matters."""
        own, bag, deck, rivals, away, used, row, found, after = hand
        if not self._swaps(hand):
            away = ()
        if not self.counted:
            used = ()
        if not (self.after.scarce or bag[NEGOTIATOR] or (self.after.negotiators and not self.solving)):
            rivals = ()
        return Hand(own, bag, deck, rivals, away, used, row, found, after)

    def _usable(self, bag: Bag, deck: Deck | None, dice: int) -> tuple[bool, bool]:
        """Whether there may be a mushroom, and what its expert can do, with cards that so many own dice complete."""
        found = {place for place in held(bag) if place >= len(RESOURCES)}
        if deck is not None:
            there = set(deck.open) | {kind for kind, n in enumerate(deck.hidden[:-1]) if n}
            cards = self.after.cards
            found |= {cards.kinds[kind].ability for kind in there if cards.least(kind) <= dice}
        resources = bag[: len(RESOURCES)]
        mushroom = bool(resources[0]) or sum(resources) > 1 or not found.isdisjoint(GAINING)
        return mushroom, EXPERT in found

    def _swaps(self, hand: Hand) -> bool:
        """Whether a die of the roll may be swapped."""
        return any(self._abilities(hand.bag, hand.deck if hand.after else None, len(hand.own)))

    def _joins(self, hand: Hand) -> bool:
        """Whether the dice of the roll make a difference after the attempt."""
        if not hand.own or not self.frame.joins:
            return False
        mushroom, expert = self._abilities(hand.bag, hand.deck, len(hand.own))
        return expert or self.freed or (mushroom and self.frame.clan == "mushroom")

    # ----- values

    def values(self, dice: int, hand: Hand) -> Values:
        """The values of all rolls of so many dice."""
        hand = self._kept(hand)
        self.after.count(0)
        if (dice, hand) not in self._known:
            alone = hand.after and not self._joins(hand)
            found = self._values(self.settled(dice, hand), dice) if alone else self._best(dice, hand)
            self._known[dice, hand] = found
        return self._known[dice, hand]

    def _best(self, dice: int, hand: Hand) -> Values:
        size, scale = self.rolls.size(dice), self.scale
        offers: list[Offer] = [(self._ended(dice, hand), 0, self._take), *self._uses(dice, hand)]
        offers += [(self.values(dice, other), 0, self._take) for other in self._other_hands(hand)]
        if hand.after:
            offers += list(self._completed(dice, hand))
        exponent = max(values.exponent + cost for values, cost, _ in offers)
        scale.fits(exponent)
        self.after.count((size + 50) * 6 * len(offers))
        out = np.zeros((size + 1) * scale.words, dtype=np.uint64)
        for values, _, take in offers:
            take(out, values, exponent)
        return Values(out, exponent)

    def _take(self, out: Wide, values: Values, exponent: int) -> None:
        self.scale.better(out, values, exponent)

    def _ended(self, dice: int, hand: Hand) -> Values:
        """What a roll is worth when nothing more is used: on the attempt, or after it."""
        if hand.after:
            numbered = self.after.numbered
            end = int(self.after.end(len(hand.own), left_of(hand))[numbered.number(hand.own)])
            return self._values(self.with_row(end, 0, hand), dice)
        return self._attempted(dice, hand)

    def _other_hands(self, hand: Hand) -> Iterator[Hand]:
        """What may be had instead without touching a die."""
        for bag in self.other_bags(hand.bag, hand.rivals if self.after.scarce else ()):
            yield hand._replace(bag=bag)
        for left in traded(self.frame, left_of(hand)):
            yield hand._replace(bag=left.bag, rivals=left.rivals)

    def _other_bags(self, bag: Bag, rivals: tuple[Counts, ...]) -> tuple[Bag, ...]:
        return tuple(other_bags(bag, True, self.frame.stock(rivals) if rivals else ()))

    # ----- resources and abilities

    def _uses(self, dice: int, hand: Hand) -> Iterator[Offer]:
        for place in held(hand.bag):
            rest = hand._replace(bag=less(hand.bag, place))
            match self.frame.does[place]:
                case Swap(places):
                    yield from self._swapped(dice, rest, places)
                case Borrow(number):
                    yield from self._borrowed(dice, rest, number)
                case Reroll() | Shift() | Recolour() as does:
                    if dice:
                        apply = operator(does, self.rolls, dice, self.rolls.table(dice), self._room(hand), self.words)
                        yield self.values(dice, rest), cost_of(does), apply
                    if hand.own and not self.solving and (hand.after or self.hasty or isinstance(does, Reroll)):
                        values = self._own(dice, rest, does)
                        if values is not None:
                            yield values, 0, self._take

    @property
    def words(self) -> int:
        """How many words of 64 bits a value has."""
        return self.scale.words

    def _room(self, hand: Hand) -> tuple[int, ...]:
        """How many dice of each colour a roll may hold."""
        if not self.tight:
            return LOOSE
        own = colours_in(hand.own)
        return tuple(n - mine - away for n, mine, away in zip(self.dice, own, hand.used, strict=True))

    def _swapped(self, dice: int, rest: Hand, places: tuple[str, ...]) -> Iterator[Offer]:
        if not dice:
            return
        there_are, same = self._there(dice), list[Values]()
        for at, there in enumerate(rest.away):
            seat = at - 1
            near = MARKET in places if seat < 0 else IN_FRONT in places and self._fronts[seat] > rest.row
            if not (near or (seat >= 0 and ANYWHERE in places)):
                continue
            for taken in dict.fromkeys(there):
                each = [self.values(dice, self._with_away(rest, at, taken, given)) for given in there_are]
                if len(set(map(id, each))) == 1:
                    same += self._with_taken(dice, taken, each[0])
                    continue
                for given, values in zip(there_are, each, strict=True):
                    yield from self._swapping(dice, given, taken, values)
        if same:  # whatever is given
            best, size = self.scale.highest(same), self.rolls.size(dice)
            self.after.count(size * dice * 6)
            every = np.arange(size + 1)
            for one in self.scale.picked(best, every, self.rolls.less(dice), 0, size):
                yield one, 0, self._take
        if ANYWHERE in places:
            for taken in dict.fromkeys(rest.own):
                for given in there_are:
                    if given != taken:
                        own = tuple(sorted((*without(rest.own, taken), given)))
                        yield from self._swapping(dice, given, taken, self.values(dice, rest._replace(own=own)))

    def _with_away(self, rest: Hand, at: int, taken: int, given: int) -> Hand:
        there = tuple(sorted((*without(rest.away[at], taken), given)))
        away = (*rest.away[:at], there, *rest.away[at + 1 :])
        return rest._replace(away=away, used=used_in(away))

    def _with_taken(self, dice: int, taken: int, values: Values) -> list[Values]:
        """The values by what a roll has left without the die that is given."""
        made = self.rolls.add(dice)[:, taken]
        rows = np.flatnonzero(made > 0)
        return self.scale.picked(values, rows, made[rows][:, None], 0, self.rolls.size(dice - 1))

    def _swapping(self, dice: int, given: int, taken: int, values: Values) -> Iterator[Offer]:
        """One die is given for another."""
        add = self.rolls.add(dice)
        both = (add[:, given] > 0) & (add[:, taken] > 0)
        size = self.rolls.size(dice)
        self.after.count(self.rolls.size(dice - 1) * 3 + size)
        for one in self.scale.picked(values, add[both, given], add[both, taken][:, None], 0, size):
            yield one, 0, self._take

    def _kinds_there(self, dice: int) -> list[int]:
        """The kinds of dice that a roll of so many may have."""
        kinds = self.rolls.kinds(dice)
        return [int(kind) for kind in np.unique(kinds[kinds != NO_DIE])]

    def _borrowed(self, dice: int, rest: Hand, number: int) -> Iterator[Offer]:
        """One die after another, each time with the choice to stop."""
        if dice + number > self.rolls.most:
            self.dice_left_out = True
            number = self.rolls.most - dice
        if number < 1:
            return
        values = self.values(dice + number, rest)
        for more in range(number - 1, -1, -1):
            values = self._lent(dice + more, values, rest)
            if more:
                values = self.scale.highest([values, self.values(dice + more, rest)])
        yield values, 0, self._take

    def _lent(self, dice: int, values: Values, rest: Hand) -> Values:
        """What it is worth to roll one more die."""
        exponent = values.exponent + 1
        self.scale.fits(exponent)
        self.after.count((self.rolls.size(dice + 1) + 50) * 6)
        lines = np.maximum(self.rolls.add(dice + 1), 0).reshape(-1, len(COLOURS), FACES)
        means = self.scale.wide(values)[lines].sum(axis=2)
        size = self.rolls.size(dice) + 1
        there = self._supply(dice, rest) if self.counted else np.full((size, len(COLOURS)), AMPLE, dtype=np.int64)
        means = np.where((there > 0) & (lines[:, :, 0] > 0), means, self.scale.number(0))
        means[0] = self.scale.number(0)
        if self.frame.setting.rules.borrowed_colour == "chosen":
            return self.scale.of(means.max(axis=1), exponent)
        chances = np.maximum(there, 0)
        chances[0] = 0
        total = np.maximum(chances.sum(axis=1), 1).astype(self.scale.dtype)
        return self.scale.of((means * chances.astype(self.scale.dtype)).sum(axis=1) // total, exponent)

    def _supply(self, dice: int, hand: Hand) -> Ints:
        """How many dice of each colour are in the supply, by the number of the roll."""
        own, used = colours_in(hand.own), hand.used
        left = [n - mine - away for n, mine, away in zip(self.dice, own, used, strict=True)]
        return np.array(left, dtype=np.int64)[None, :] - self.rolls.colours(dice)

    def _own(self, dice: int, rest: Hand, does: Reroll | Shift | Recolour) -> Values | None:
        """What it is worth to use something on the own dice, by the plain meaning of it."""
        known: dict[Act, Values] = {}

        def settled(act: Act) -> Values:
            return self.values(dice, rest._replace(own=kinds_of(act.settled().roll)))

        def best(act: Act, first: bool = False) -> Values | None:
            if act.over:
                return settled(act)
            if act not in known:
                offers = [] if first else [settled(act)]
                for action in actions(act):
                    if action == STOP:
                        continue
                    parts = [best(one) for one in results(act, action)]
                    assert all(parts)
                    self.after.count((self.rolls.size(dice) + 50) * 6 * len(parts))
                    if isinstance(action, Turn) or isinstance(does, Recolour):
                        offers += [self._where_there(dice, rest, action, part) for part in parts if part]
                    else:
                        offers.append(self.scale.mean([(1, part) for part in parts if part], 1))
                if not offers:
                    return None
                known[act] = self.scale.highest(offers)
            return known[act]

        return best(begin(does, Table(dice_of(rest.own), tuple((colour, 1) for colour in COLOURS))), True)

    def _where_there(self, dice: int, rest: Hand, action: Any, values: Values) -> Values:
        """The values where there is a die of the new colour in the supply."""
        if not self.tight or isinstance(action, Turn):
            return values
        there = self._supply(dice, rest)[:, COLOURS.index(action.colour)] > 0
        packed = values.packed.reshape(-1, self.words) * there[:, None].astype(np.uint64)
        return Values(packed.reshape(-1), values.exponent)

    # ----- what solving and failing bring

    def _attempted(self, dice: int, hand: Hand) -> Values:
        """What a roll is worth when the task is solved or not, as it lies."""
        deceivers = range(hand.bag[DECEIVER] + 1)
        if self.solving:
            out = np.zeros((self.rolls.size(dice) + 1, self.words), dtype=np.uint64)
            for number in deceivers:
                out[self.keeping.solved(dice, number), 0] = self.scale.over
            return Values(out.reshape(-1), 0)
        offers: list[Worth] = [self._failed(dice, hand)]
        for number in deceivers:
            rest = hand._replace(bag=less(hand.bag, *[DECEIVER] * number))
            kept = self.keeping.dice(dice, number)
            if kept.any():
                offers.append(self._solved(dice, rest, kept))
        return self._values(self._highest(offers), dice)

    def _failed(self, dice: int, hand: Hand) -> Worth:
        ways = self.spoils.of(self._stock(hand), solved=False)
        return self._highest([self._gone(dice, hand, hand.own, way) for way in ways])

    def _solved(self, dice: int, hand: Hand, kept: Bools) -> Values:
        """The best of the dice that may be kept."""
        ways = self.spoils.of(self._stock(hand), solved=True)
        kinds = self.rolls.kinds(dice)
        found: dict[int, Worth] = {}
        for kind in np.unique(kinds[kept]).tolist():
            own = tuple(sorted((*hand.own, kind)))
            found[kind] = self._highest([self._gone(dice - 1, hand, own, way) for way in ways])
        return self._by_kind(dice, found, kept)

    def _stock(self, hand: Hand) -> Counts:
        """The resources left in the general supply."""
        if not hand.rivals:
            return MOST_TAKEN, MOST_TAKEN, MOST_TAKEN, MOST_TAKEN, MOST_TAKEN
        left = [n - mine for n, mine in zip(self.frame.stock(hand.rivals), hand.bag, strict=False)]
        return left[0], left[1], left[2], left[3], left[4]

    def _gone(self, dice: int, hand: Hand, own: Kinds, way: Option) -> Worth:
        """What one way to go is worth, by what is left of the roll."""
        parts = [
            (weight, self._highest([self._come(dice, hand, own, spoil) for spoil in choice])) for weight, choice in way
        ]
        return parts[0][1] if len(parts) == 1 else self._mean(dice, parts)

    def _come(self, dice: int, hand: Hand, own: Kinds, spoil: Spoil) -> Worth:
        """What it is worth to have come somewhere."""
        bag = tuple(n + more for n, more in zip(hand.bag, (*spoil.gain, *[0] * (len(TOKENS) - 5)), strict=True))
        found = hand.found or spoil.crown
        then = hand._replace(own=own, bag=bag, row=spoil.row, found=found, after=True)
        here = self.settled(dice, then)
        if not spoil.crown or not dice:
            return here
        kinds = self.rolls.kinds(dice)
        more = {
            kind: self.settled(dice - 1, then._replace(own=tuple(sorted((*own, kind))))) for kind in self._there(dice)
        }
        return self._highest([here, self._by_kind(dice, more, kinds != NO_DIE)], dice)

    # ----- values that are the same for all rolls

    def _by_kind(self, dice: int, parts: Mapping[int, Worth], there: Bools) -> Values:
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
        return self._values(self._highest(found, dice), dice)

    def _values(self, worth: Worth, dice: int) -> Values:
        """Values for all rolls of so many dice."""
        if isinstance(worth, Values):
            return worth
        return self.scale.constant(worth.number, worth.exponent, self.rolls.size(dice))

    def _highest(self, offers: Sequence[Worth], dice: int = -1) -> Worth:
        """The highest, number by number."""
        same = [worth for worth in offers if isinstance(worth, Same)]
        others = [worth for worth in offers if isinstance(worth, Values)]
        if same:
            exponent = max(worth.exponent for worth in same)
            best = Same(max(worth.number * 6 ** (exponent - worth.exponent) for worth in same), exponent)
            if not others:
                return best
            size = len(others[0].packed) // self.words - 1
            others.append(self.scale.constant(best.number, best.exponent, size))
        return self.scale.highest(others)

    def _mean(self, dice: int, parts: list[tuple[int, Worth]]) -> Worth:
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
        return self.scale.mean([(weight, self._values(worth, dice)) for weight, worth in parts])

    # ----- after the attempt

    def settled(self, dice: int, hand: Hand) -> Worth:
        """The values after the attempt, by the roll as far as it makes a difference."""
        if self._joins(hand):
            if self.joined:
                return self.values(dice, hand)
            self.left_out = True
        number = self.after.numbered.number(hand.own)
        if not self.tight:
            values = self.after.values(len(hand.own), left_of(hand))
            return self.with_row(self.after.at(values, number), values.exponent, hand)
        rooms = np.array(colours_in(hand.own), dtype=np.int64)[None, :] + self._supply(dice, hand)
        rooms = np.minimum(np.maximum(rooms, 0), AMPLE)
        rooms[:, [colour for colour in range(len(COLOURS)) if colour not in self.tight]] = AMPLE
        each, which = np.unique(rooms, axis=0, return_inverse=True)
        found = []
        for room in each.tolist():
            values = self.after.values(len(hand.own), left_of(hand)._replace(room=tuple(room)))
            found.append(self.with_row(self.after.at(values, number), values.exponent, hand))
        exponent = max(same.exponent for same in found)
        numbers = [same.number * 6 ** (exponent - same.exponent) for same in found]
        return self.scale.chosen(numbers, which.reshape(-1), exponent)

    def with_row(self, number: int, exponent: int, hand: Hand) -> Same:
        """A value with the rows gone, which count the same for all as long as the crown is not found."""
        if not hand.found and self.frame.objective == "worth":
            number += self.frame.worth.step * hand.row * self.scale.over * 6**exponent
        return Same(number, exponent)

    def _completed(self, dice: int, hand: Hand) -> Iterator[Offer]:
        """What completing a card leads to."""
        cards, dice_own = self.after.cards, dice_of(hand.own)
        for kind in dict.fromkeys(hand.deck.open):
            for paid in sets(cards.kinds[kind].cost, dice_own, cards.readings):
                then = self.after.completed(left_of(hand), kind)
                own = without(hand.own, *kinds_of(paid))
                rest = hand._replace(own=own, bag=then.bag, deck=then.deck)
                values = self._after_turning(dice, rest)
                gained = self.scale.wide(values) + self.scale.number(
                    cards.kinds[kind].points * self.after.unit * 6**values.exponent
                )
                yield self.scale.of(gained, values.exponent), 0, self._take

    def _after_turning(self, dice: int, hand: Hand) -> Values:
        """The values just after a card has been completed, where others may be turned over."""
        hand = self._kept(hand)
        if (dice, hand) not in self._turned:
            parts = [
                (weight, self._after_turning(dice, hand._replace(deck=deck)))
                for weight, deck in self.after.dealt(len(hand.own), hand.deck)
            ]
            self.after.count((self.rolls.size(dice) + 50) * 6 * len(parts))
            self._turned[dice, hand] = self.scale.mean(parts) if parts else self._values(self.settled(dice, hand), dice)
        return self._turned[dice, hand]


def left_of(hand: Hand) -> Left:
    """What there is beside roll and own dice."""
    return Left(hand.bag, hand.deck, hand.rivals, LOOSE, hand.row, hand.found)


def colours_in(kinds: Kinds) -> tuple[int, ...]:
    """How many dice there are of each colour.

    >>> colours_in((0, 5, 6))
    (2, 1, 0, 0, 0)
    """
    counts = [0] * len(COLOURS)
    for kind in kinds:
        counts[kind // FACES] += 1
    return tuple(counts)


def used_in(away: tuple[Kinds, ...]) -> tuple[int, ...]:
    """How many dice of each colour lie elsewhere."""
    return colours_in(tuple(kind for kinds in away for kind in kinds))


def without(kinds: Kinds, *gone: int) -> Kinds:
    """The dice without some of them.

    >>> without((1, 1, 2), 1)
    (1, 2)
    """
    left = list(kinds)
    for kind in gone:
        left.remove(kind)
    return tuple(left)
