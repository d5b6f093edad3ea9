"""The attempt: what each roll is worth with resources and abilities, for all rolls at once.

Each resource is an operator on the values of the rolls with what is left without it, as in `solve_turn`; what solving
and failing bring stands at the bottom. Own dice may be rolled again before the attempt, because what they show may
decide what to go for; what is certain of them can wait until after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from solver.games.gnome_kingdom.filling import COLOURS, sets
from solver.games.gnome_kingdom.gain.after import After
from solver.games.gnome_kingdom.gain.deck import Deck
from solver.games.gnome_kingdom.gain.dice import FACES, Ints, Kinds, Numbered, dice_of, kinds_of
from solver.games.gnome_kingdom.gain.frame import GAINS, Frame
from solver.games.gnome_kingdom.gain.hand import Hand, colours_in, left_of, without
from solver.games.gnome_kingdom.gain.keep import Keeping
from solver.games.gnome_kingdom.gain.left import AMPLE, LOOSE, NEGOTIATOR, Left, traded
from solver.games.gnome_kingdom.gain.operator import Offer, cost_of, operator
from solver.games.gnome_kingdom.gain.outcome import Outcome
from solver.games.gnome_kingdom.gain.same import Same, Worth
from solver.games.gnome_kingdom.gain.scale import Scale, Values
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import ANYWHERE, IN_FRONT, MARKET, RESOURCES, TOKENS, Bag, held, less, ways_on
from solver.games.gnome_kingdom.state import DICE, Counts
from solver.manipulation import STOP, Act, Borrow, Recolour, Reroll, Shift, Swap, Table, Turn, actions, begin, results

EXPERT = TOKENS.index("mushroom-expert")
GAINING = tuple(map(TOKENS.index, GAINS))


class Attempt:
    """The values of all rolls.

    Parameters
    ----------
    frame, scale : as in :class:`solver.games.gnome_kingdom.gain.after.After`
    rolls : the rolls that can come up
    keeping : which dice of them may be kept
    after : the values after the attempt, as long as the roll makes no difference there
    joined : whether dice of the roll may be swapped with own dice after the attempt
    """

    def __init__(
        self, frame: Frame, scale: Scale, rolls: Numbered, keeping: Keeping, after: After, joined: bool
    ) -> None:
        self.frame, self.scale, self.rolls, self.after, self.joined = frame, scale, rolls, after, joined
        self.outcome = Outcome(frame, scale, rolls, keeping, self.settled_each, after.count)
        self.mixture = self.outcome.mixture
        self.solving = frame.objective == "solve"
        self.tight = tuple(sorted(frame.tight))
        self.counted = bool(self.tight) or frame.setting.rules.borrowed_colour == "drawn"
        marker = frame.state.seats[0].clan
        self.dice = tuple(n - (clan == marker) for n, clan in zip(DICE, CLANS, strict=True))
        self.freed, self.may_join = frame.freed, frame.joins
        self.hasty = self.freed or frame.scarce(attempt=True)
        self.other_bags = lru_cache(maxsize=None)(self._other_bags)
        self._number = lru_cache(maxsize=None)(after.numbered.number)
        self._rooms = lru_cache(maxsize=None)(self._find_rooms)
        self._abilities = lru_cache(maxsize=None)(self._usable)
        self.left_out = self.dice_left_out = self.early_left_out = self.given_left_out = False
        self._known: dict[tuple[int, Hand], Values] = {}
        self._turned: dict[tuple[int, Hand], Values] = {}
        self._fronts = tuple(seat.place[0] for seat in frame.state.seats)

    # ----- what matters

    def hand(
        self, own: Kinds, left: Left, away: tuple[Kinds, ...], used: tuple[int, ...], *, after: bool = False
    ) -> Hand:
        """What there is beside the roll."""
        bag, deck, rivals, _, row, found = left
        return Hand(own, bag, deck, rivals, away, used, row, found, after)

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
        if deck is not None and not self.frame.less.spare:
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
        if not hand.own or not self.may_join:
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
            found = self.mixture.values(self.settled(dice, hand), dice) if alone else self._best(dice, hand)
            self._known[dice, hand] = found
        return self._known[dice, hand]

    def _best(self, dice: int, hand: Hand) -> Values:
        size, scale = self.rolls.size(dice), self.scale
        others = list(self._other_hands(hand))
        used = sum(isinstance(self.frame.does[place], Reroll | Shift | Recolour) for place in held(hand.bag) if dice)
        expected = (size + 50) * 6 * (1 + len(others) + used)
        self.after.expect(expected)
        offers = list(self._uses(dice, hand))  # first, since more dice tell soonest that it is too much
        offers.append((self._ended(dice, hand), 0, self.scale.better))
        offers += [(self.values(dice, other), 0, self.scale.better) for other in others]
        offers += self._completed(dice, hand) if hand.after else ()
        exponent = max(values.exponent + cost for values, cost, _ in offers)
        scale.fits(exponent)
        self.after.expect(-expected)
        self.after.count((size + 50) * 6 * len(offers))
        out = np.zeros((size + 1) * scale.words, dtype=np.uint64)
        for values, _, take in offers:
            take(out, values, exponent)
        return Values(out, exponent)

    def _ended(self, dice: int, hand: Hand) -> Values:
        """What a roll is worth when nothing more is used: on the attempt, or after it."""
        if hand.after:
            end = int(self.after.ends.held(len(hand.own), left_of(hand))[self._number(hand.own)])
            return self.mixture.values(self.with_row(end, 0, hand), dice)
        return self.outcome.of(dice, hand)

    def _other_hands(self, hand: Hand) -> Iterator[Hand]:
        """What may be had instead without touching a die."""
        if not self.frame.may_use(hand.bag, after=hand.after):
            return
        brings = hand.after or self.frame.may_bring(hand.bag)
        for bag in self.other_bags(hand.bag, hand.rivals if self.after.scarce else (), brings):
            yield hand._replace(bag=bag)
        for left in traded(self.frame, left_of(hand)) if brings else ():
            yield hand._replace(bag=left.bag, rivals=left.rivals)

    def _other_bags(self, bag: Bag, rivals: tuple[Counts, ...], brings: bool) -> tuple[Bag, ...]:
        ways = ways_on(bag, True, self.frame.stock(rivals) if rivals else ())
        return tuple(other for other, _, given, _ in ways if brings or given)

    # ----- resources and abilities

    def _uses(self, dice: int, hand: Hand) -> Iterator[Offer]:
        for place in held(hand.bag) if self.frame.may_use(hand.bag, after=hand.after) else ():
            rest = hand._replace(bag=less(hand.bag, place))
            match self.frame.does[place]:
                case Swap(places):
                    yield from self._swapped(dice, rest, places)
                case Borrow(number):
                    yield from self._borrowed(dice, rest, number)
                case Reroll() | Shift() | Recolour() as does:
                    if dice:
                        table, room = self.rolls.table(dice), self._room(hand)
                        apply = operator(does, self.rolls, dice, table, room, self.scale.words)
                        yield self.values(dice, rest), cost_of(does), apply
                    early = hand.own and not self.solving and (hand.after or self.hasty or isinstance(does, Reroll))
                    if early and self.frame.less.calm and not hand.after:
                        self.early_left_out = True
                    elif early:
                        values = self._own(dice, rest, does)
                        if values is not None:
                            yield values, 0, self.scale.better

    def _room(self, hand: Hand) -> tuple[int, ...]:
        """How many dice of each colour a roll may hold."""
        if not self.tight:
            return LOOSE
        own = colours_in(hand.own)
        return tuple(n - mine - away for n, mine, away in zip(self.dice, own, hand.used, strict=True))

    def _swapped(self, dice: int, rest: Hand, places: tuple[str, ...]) -> Iterator[Offer]:
        if not dice:
            return
        self.given_left_out = self.given_left_out or (self.frame.less.calm and self._swaps(rest))
        there_are, same = self.outcome.kinds_there(dice), list[Values]()
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
                yield one, 0, self.scale.better
        if ANYWHERE in places and self.frame.less.calm and not rest.after:
            self.early_left_out = self.early_left_out or bool(rest.own)
        elif ANYWHERE in places:
            for taken in dict.fromkeys(rest.own):
                for given in there_are:
                    if given != taken:
                        own = tuple(sorted((*without(rest.own, taken), given)))
                        yield from self._swapping(dice, given, taken, self.values(dice, rest._replace(own=own)))

    def _with_away(self, rest: Hand, at: int, taken: int, given: int) -> Hand:
        left = without(rest.away[at], taken)
        there = left if self.frame.less.calm else tuple(sorted((*left, given)))
        change = zip(rest.used, colours_in((given,)), colours_in((taken,)), strict=False)
        used = tuple(n + more - less for n, more, less in change)
        return rest._replace(away=(*rest.away[:at], there, *rest.away[at + 1 :]), used=used)

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
            yield one, 0, self.scale.better

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
        yield values, 0, self.scale.better

    def _lent(self, dice: int, values: Values, rest: Hand) -> Values:
        """What it is worth to roll one more die."""
        exponent = values.exponent + 1
        self.scale.fits(exponent)
        self.after.count((self.rolls.size(dice + 1) + 50) * 6)
        lines = np.maximum(self.rolls.add(dice + 1), 0).reshape(-1, len(COLOURS), FACES)
        means = self.scale.wide(values)[lines].sum(axis=2)
        size = self.rolls.size(dice) + 1
        there = (
            self._supply(dice, colours_in(rest.own), rest.used)
            if self.counted
            else np.full((size, len(COLOURS)), AMPLE, dtype=np.int64)
        )
        means = np.where((there > 0) & (lines[:, :, 0] > 0), means, self.scale.number(0))
        means[0] = self.scale.number(0)
        if self.frame.setting.rules.borrowed_colour == "chosen":
            return self.scale.of(means.max(axis=1), exponent)
        chances = np.maximum(there, 0)
        chances[0] = 0
        total = np.maximum(chances.sum(axis=1), 1).astype(self.scale.dtype)
        return self.scale.of((means * chances.astype(self.scale.dtype)).sum(axis=1) // total, exponent)

    def _supply(self, dice: int, own: tuple[int, ...], used: tuple[int, ...]) -> Ints:
        """How many dice of each colour are in the supply, by the number of the roll."""
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
        there = self._supply(dice, colours_in(rest.own), rest.used)[:, COLOURS.index(action.colour)] > 0
        packed = values.packed.reshape(-1, self.scale.words) * there[:, None].astype(np.uint64)
        return Values(packed.reshape(-1), values.exponent)

    # ----- after the attempt

    def settled_each(self, dice: int, hand: Hand, each: Sequence[Kinds]) -> list[Worth]:
        """The same with each of some own dice, as many of them."""
        if self.tight or self.may_join:
            return [self.settled(dice, hand._replace(own=own)) for own in each]
        values = self.after.values(len(each[0]), left_of(hand))
        more = self.with_row(0, values.exponent, hand).number
        found = self.after.at_each(values, list(map(self._number, each)))
        return [Same(number + more, values.exponent) for number in found]

    def settled(self, dice: int, hand: Hand) -> Worth:
        """The values after the attempt, by the roll as far as it makes a difference."""
        if self._joins(hand):
            if self.joined:
                return self.values(dice, hand)
            self.left_out = True
        number = self._number(hand.own)
        if not self.tight:
            values = self.after.values(len(hand.own), left_of(hand))
            return self.with_row(self.after.at(values, number), values.exponent, hand)
        rooms, which = self._rooms(dice, colours_in(hand.own), hand.used)
        self.after.count(self.rolls.size(dice) // 4)
        found = []
        for room in rooms:
            values = self.after.values(len(hand.own), left_of(hand)._replace(room=room))
            found.append(self.with_row(self.after.at(values, number), values.exponent, hand))
        exponent = max(same.exponent for same in found)
        numbers = [same.number * 6 ** (exponent - same.exponent) for same in found]
        return self.scale.chosen(numbers, which, exponent)

    def _find_rooms(self, dice: int, own: tuple[int, ...], used: tuple[int, ...]) -> tuple[list[tuple[int, ...]], Ints]:
        """How many own dice of each colour there can be, and which of that holds, by the number of the roll."""
        rooms = np.array(own, dtype=np.int64)[None, :] + self._supply(dice, own, used)
        rooms = np.minimum(np.maximum(rooms, 0), AMPLE)
        rooms[:, [colour for colour in range(len(COLOURS)) if colour not in self.tight]] = AMPLE
        codes = rooms @ (AMPLE + 1) ** np.arange(len(COLOURS))
        _, first, which = np.unique(codes, return_index=True, return_inverse=True)
        return list(map(tuple, rooms[first].tolist())), which.reshape(-1)

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
                self.after.note_left_out(len(own))
                rest = hand._replace(own=own, bag=then.bag, deck=then.deck)
                values = self._after_turning(dice, rest)
                gained = self.scale.wide(values) + self.scale.number(
                    cards.kinds[kind].points * self.after.unit * 6**values.exponent
                )
                yield self.scale.of(gained, values.exponent), 0, self.scale.better

    def _after_turning(self, dice: int, hand: Hand) -> Values:
        """The values just after a card has been completed, where others may be turned over."""
        hand = self._kept(hand)
        if (dice, hand) not in self._turned:
            parts = [
                (weight, self._after_turning(dice, hand._replace(deck=deck)))
                for weight, deck in self.after.dealt(len(hand.own), hand.deck)
            ]
            self.after.count((self.rolls.size(dice) + 50) * 6 * len(parts))
            self._turned[dice, hand] = (
                self.scale.mean(parts) if parts else self.mixture.values(self.settled(dice, hand), dice)
            )
        return self._turned[dice, hand]
