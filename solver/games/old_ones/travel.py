"""How long the journey takes a traveller who is alone, and which land to play next, or whether to wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import gmpy2  # type: ignore[import-untyped]

from solver.deck import Deck
from solver.errors import GnomonError
from solver.games.old_ones.journey import APART, ENTRANCES, LANDS, LENGTH, known, may_follow
from solver.solve.rational import Rational, fraction

NEVER: Rational = float("inf")
MOST_HELD = 7  # the hand limit, if nothing but lands is kept

Held = tuple[int, ...]
"""How many of each land are in hand, in the order of `LANDS`."""


@dataclass(frozen=True, slots=True)
class Step:
    """What may be done with the lands in hand, and how many more turns the Palace is then away.

    Parameters
    ----------
    land : the land that is played, or None to wait
    turns : expected number of own turns after this one until the last land is played
    loss : how much longer that is than the best step
    """

    land: str | None
    turns: Fraction
    loss: Fraction


def expected_turns(deck: Deck, left: int = LENGTH, after: str | None = None, hand: Iterable[str] = ()) -> Fraction:
    """Return the expected number of own turns until the last land is played, starting before a draw.

    It is exact for a traveller who is alone: each turn draws one card, each draw is like the first from this
    deck (the card goes back), no more than seven lands are kept, nothing is played but lands, at most one a
    turn, and the lands and the waiting are chosen so as to arrive soonest.

    Parameters
    ----------
    deck : the chance of each land is its number of copies over the size of the deck
    left : how many lands are still to be played
    after : the land played last
    hand : the lands held

    Raises
    ------
    GnomonError
        if the deck has no land for the entrance, or what is held is no land or too much

    Examples
    --------
    >>> expected_turns(Deck.of({"mountain": 1, "bear": 2}), left=2)
    Fraction(6, 1)
    """
    return _turns(_solved(deck)(left, after, _held(hand, MOST_HELD)))


def next_steps(deck: Deck, hand: Iterable[str], left: int = LENGTH, after: str | None = None) -> tuple[Step, ...]:
    """Return what may be done with these lands in hand after this turn's draw, the best first.

    The model is that of :func:`expected_turns`; ties stand in the order of the lands, waiting last.

    Examples
    --------
    >>> deck = Deck.of({"desert": 2, "mountain": 1, "bear": 7})
    >>> [(step.land, str(step.turns)) for step in next_steps(deck, ["desert", "mountain"], left=2)]
    [('desert', '1'), (None, '2'), ('mountain', '10')]
    """
    held = _held(hand, MOST_HELD + 1)
    value = _solved(deck)
    steps: list[tuple[str | None, Rational]] = [
        (land, value(left - 1, land, rest)) for land, rest in _plays(left, after, held)
    ]
    steps.append((None, value(left, after, held)))
    best = min(turns for _, turns in steps)
    ranked = sorted(steps, key=lambda step: step[1])
    return tuple(Step(land, _turns(turns), _turns(turns - best)) for land, turns in ranked)


def _solved(deck: Deck) -> Callable[[int, str | None, Held], Rational]:
    cards = deck.cards()
    weights = tuple(cards[land] for land in LANDS)
    if not any(weights[LANDS.index(land)] for land in ENTRANCES):
        raise GnomonError(f"deck: there is no {' and no '.join(sorted(ENTRANCES))} in it, so nobody arrives")
    return _value_of(weights, deck.size)


@lru_cache(maxsize=8)
def _value_of(weights: tuple[int, ...], total: int) -> Callable[[int, str | None, Held], Rational]:
    """The expected number of turns by lands left, land played last, and lands in hand before a draw."""
    memo: dict[tuple[int, str | None, Held], Rational] = {}
    after_play: dict[tuple[int, str | None, Held], Rational] = {}
    nothing = gmpy2.mpq(0)

    def value(left: int, after: str | None, held: Held) -> Rational:
        if left == 0:
            return nothing
        if max(held) > left:
            held = tuple(min(number, left) for number in held)  # more are of no use
        key = (left, after if after in APART else None, held)  # after the others anything goes
        known_value = memo.get(key)
        if known_value is None:
            if sum(held) > MOST_HELD:
                known_value = min(value(left, after, rest) for _, rest in _without_one(held))
            else:
                known_value = _settled(offers(left, after, held), total)
            memo[key] = known_value
        return known_value

    def offers(left: int, after: str | None, held: Held) -> list[tuple[int, Rational]]:
        """The weight of each draw and what it leads to, unless waiting in this very state is better."""
        found = [(total - sum(weights), played(left, after, held))]
        for index, weight in enumerate(weights):
            if weight:
                more = (*held[:index], held[index] + 1, *held[index + 1 :])
                longest = sum(min(number, left) for number in more)
                waiting = [value(left, after, more)] if more[index] <= left and longest <= MOST_HELD else []
                found.append((weight, min([played(left, after, more), *waiting])))
        return [(weight, turns) for weight, turns in found if weight]

    def played(left: int, after: str | None, held: Held) -> Rational:
        key = (left, after if after in APART else None, held)
        if key not in after_play:
            after_play[key] = min(
                (value(left - 1, land, rest) for land, rest in _plays(left, after, held)), default=NEVER
            )
        return after_play[key]

    return value


def _settled(offers: list[tuple[int, Rational]], total: int) -> Rational:
    """The smallest v with v = 1 + the mean of min(offer, v): those offers are taken that are better than v."""
    best = NEVER
    sum_of, weight_of = gmpy2.mpq(total), 0
    for weight, turns in sorted(offers, key=lambda offer: offer[1]):
        if turns >= best:
            break
        sum_of, weight_of = sum_of + weight * turns, weight_of + weight
        best = sum_of / weight_of
    return best


def _plays(left: int, after: str | None, held: Held) -> Iterator[tuple[str, Held]]:
    """The lands in hand that may be played, each with what is held afterwards."""
    for land, rest in _without_one(held):
        if may_follow(after, land) and (left > 1 or land in ENTRANCES):
            yield land, rest


def _without_one(held: Held) -> Iterator[tuple[str, Held]]:
    for index, number in enumerate(held):
        if number:
            yield LANDS[index], (*held[:index], number - 1, *held[index + 1 :])


def _held(hand: Iterable[str], most: int) -> Held:
    lands = [known(land) for land in hand]
    if len(lands) > most:
        raise GnomonError(f"hand: {len(lands)} lands, but no more than {most} are kept")
    return tuple(lands.count(land) for land in LANDS)


def _turns(number: Rational) -> Fraction:
    return Fraction(fraction(number))
