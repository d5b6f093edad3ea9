"""A fight of Quest for the Old Ones, round by round as it is printed, with nothing clever in it.

Every event is thrown on its own, in the printed order: the d20, the sum, the casualty die, which kind of
member, which one (the owner picks), the decision die, and after the last round the healer's die and Healing
Magic. A fight is answered by the whole lottery of its ends under the policy that is best for an objective.
Nothing is imported from the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from oracles.old_ones_cards import ALLIES, CHARACTERS, ELVES, HEALERS, aid_strength, may_play

HALF = Fraction(1, 2)


class Fight(NamedTuple):
    """A fight before its first round.

    `tribe` is the type of the tokens; `extra` is strength that Flesh Shaping adds to a character, by name;
    `played` are the aid cards on the table, `bonus` any other strength on the tribe's side; `enemy` is the
    strength to be beaten, weapon included. Where `late` is true the cards of `hand` may be played before any
    round, else they are never played (compare :func:`best_aid`).
    """

    tribe: str
    tokens: int
    characters: frozenset[str] = frozenset()
    played: frozenset[str] = frozenset()
    enemy: int = 0
    bonus: int = 0
    guardians: bool = False
    healing_magic: bool = False
    extra: tuple[tuple[str, int], ...] = ()
    hand: frozenset[str] = frozenset()
    late: bool = False
    pick: str = "owner"  # or "random": which character falls


class End(NamedTuple):
    """How a fight ended: `tokens` and `characters` are alive after healing; `fallen` counts before it."""

    result: str  # "win", "escape" or "dead"
    tokens: int
    characters: frozenset[str]
    fallen: int
    magic_used: bool = False


Lottery = dict[End, Fraction]
Worth = Callable[[Fight, End], tuple[int, ...]]


class Here(NamedTuple):
    """The fight before a round."""

    tokens: int
    characters: frozenset[str]
    played: frozenset[str]
    hand: frozenset[str]
    wins: int


# --- what may be wanted; higher is better, and later numbers only break ties ------------------------------


def won(fight: Fight, end: End) -> int:
    return int(end.result == "win")


def survived(fight: Fight, end: End) -> int:
    return int(end.result != "dead")


def members_lost(fight: Fight, end: End) -> int:
    """Net of healing; a preserver who outlives the last elf is not lost."""
    return fight.tokens - end.tokens + len(fight.characters - end.characters)


def strength_lost(fight: Fight, end: End) -> int:
    return sum(strength(fight, name) for name in fight.characters - end.characters)


def expectation(fight: Fight, lottery: Lottery, number: Callable[[Fight, End], int]) -> Fraction:
    return sum((chance * number(fight, end) for end, chance in lottery.items()), Fraction(0))


# --- the rules --------------------------------------------------------------------------------------------


def strength(fight: Fight, name: str) -> int:
    return CHARACTERS[name][1] + dict(fight.extra).get(name, 0)


def elves_left(tokens: int, characters: Iterable[str]) -> bool:
    return tokens > 0 or any(CHARACTERS[name][0] in ELVES for name in characters)


def total_without_die(fight: Fight, here: Here) -> int:
    aid = sum(aid_strength(card) for card in here.played)
    return fight.bonus + aid + sum(strength(fight, name) for name in here.characters) - fight.enemy


def best(fight: Fight, worth: Worth) -> Lottery:
    """The ends of the fight and their chances if the owner always picks what is best for `worth`."""
    known: dict[Here, Lottery] = {}
    worths: dict[End, tuple[int, ...]] = {}

    def value(lottery: Lottery) -> tuple[Fraction, ...]:
        for end in lottery:
            worths.setdefault(end, worth(fight, end))
        rows = [[chance * number for number in worths[end]] for end, chance in lottery.items()]
        return tuple(sum(column, Fraction(0)) for column in zip(*rows, strict=True))

    def choose(options: list[Lottery]) -> Lottery:
        return max(options, key=value) if len(options) > 1 else options[0]

    def before_round(here: Here) -> Lottery:
        if here in known:
            return known[here]
        # 1. more aid first, if that is allowed at this time
        options = []
        if fight.late:
            options += [
                a_round(here._replace(played=here.played | cards, hand=here.hand - cards))
                for cards in some_of(here.hand)
                if cards and may_play(set(here.played | cards), fight.tribe, here.tokens, set(here.characters))
            ]
        # 2. a round from which the fight may come back to the very same place: x = through + back * x
        through, back = one_round(here)
        assert back < 1
        options.append({end: chance / (1 - back) for end, chance in through.items()})
        known[here] = choose(options)
        return known[here]

    def a_round(here: Here) -> Lottery:
        """One round with no further aid now; afterwards all is open again."""
        through, back = one_round(here)
        return mix([(Fraction(1), through), (back, before_round(here) if back else {})])

    def one_round(here: Here) -> tuple[Lottery, Fraction]:
        """What a round leads to, and the chance that nothing at all has changed after it."""
        parts: list[tuple[Fraction, Lottery]] = []
        back = Fraction(0)
        totals = [d20 + total_without_die(fight, here) for d20 in range(1, 21)]
        # of a total only this matters: is it 11 or more?
        for round_won in (False, True):
            rolled = Fraction(sum((total >= 11) == round_won for total in totals), 20)
            if not rolled:
                continue
            lottery, share = decision(here, round_won, unchanged=True)
            parts += [(rolled * HALF, casualty(here, round_won)), (rolled * HALF, lottery)]
            back += rolled * HALF * share
        return mix(parts), back

    def casualty(here: Here, round_won: bool) -> Lottery:
        allies = sorted(card for card in here.played if card in ALLIES)
        if allies:
            return choose([after(here._replace(played=here.played - {ally}), round_won) for ally in allies])
        parts = []
        for character_falls in (True, False):  # 1-3 and 4-6
            if character_falls and not here.characters:
                character_falls = False
            if not character_falls and not here.tokens:
                character_falls = True
            if character_falls:
                lotteries = [
                    after(here._replace(characters=here.characters - {name}), round_won)
                    for name in sorted(here.characters)
                ]
                if fight.pick == "random":
                    lottery = mix([(Fraction(1, len(lotteries)), one) for one in lotteries])
                else:
                    lottery = choose(lotteries)
            else:
                lottery = after(here._replace(tokens=here.tokens - 1), round_won)
            parts.append((HALF, lottery))
        return mix(parts)

    def after(here: Here, round_won: bool) -> Lottery:
        """The decision segment after a loss, so that the same place cannot come back."""
        if not elves_left(here.tokens, here.characters):
            gone = fight.tokens - here.tokens + len(fight.characters - here.characters)
            return {End("dead", here.tokens, here.characters, gone): Fraction(1)}
        return decision(here, round_won, unchanged=False)[0]

    def decision(here: Here, round_won: bool, *, unchanged: bool) -> tuple[Lottery, Fraction]:
        """What follows, and the chance to come back to `here`, counted apart if nothing has changed."""
        if round_won:
            if fight.guardians and here.wins + 1 < 3:
                return before_round(here._replace(wins=here.wins + 1)), Fraction(0)
            return the_end("win", here), Fraction(0)
        if fight.guardians:
            return ({}, Fraction(1)) if unchanged else (before_round(here), Fraction(0))
        on, away = Fraction(4, 6), Fraction(2, 6)
        if unchanged:
            return mix([(away, the_end("escape", here))]), on
        return mix([(away, the_end("escape", here)), (on, before_round(here))]), Fraction(0)

    def the_end(result: str, here: Here) -> Lottery:
        fallen = fight.tokens - here.tokens + len(fight.characters - here.characters)
        if fallen and here.characters & HEALERS:
            healed = choose([with_magic(result, *back, fallen) for back in healer_brings_back(fight, here)])
            return mix([(HALF, healed), (HALF, with_magic(result, here.tokens, here.characters, fallen))])
        return with_magic(result, here.tokens, here.characters, fallen)

    def with_magic(result: str, tokens: int, characters: frozenset[str], fallen: int) -> Lottery:
        """Healing Magic comes last, may be kept, and brings back whom the owner likes."""
        options = [End(result, tokens, characters, fallen)]
        if fight.healing_magic:
            if tokens < fight.tokens:
                options.append(End(result, tokens + 1, characters, fallen, True))
            options += [
                End(result, tokens, characters | {name}, fallen, True) for name in sorted(fight.characters - characters)
            ]
        return choose([{end: Fraction(1)} for end in options])

    return before_round(
        Here(fight.tokens, fight.characters, fight.played, fight.hand if fight.late else frozenset(), 0)
    )


def healer_brings_back(fight: Fight, here: Here) -> list[tuple[int, frozenset[str]]]:
    """Characters first; which of them is the owner's choice."""
    fallen = sorted(fight.characters - here.characters)
    if fallen:
        return [(here.tokens, here.characters | {name}) for name in fallen]
    return [(here.tokens + 1, here.characters)]


def mix(parts: Iterable[tuple[Fraction, Mapping[End, Fraction]]]) -> Lottery:
    result: Lottery = {}
    for share, lottery in parts:
        for end, chance in lottery.items():
            if share * chance:
                result[end] = result.get(end, Fraction(0)) + share * chance
    return result


def some_of(cards: Iterable[str]) -> Iterator[frozenset[str]]:
    every = sorted(cards)
    for size in range(len(every) + 1):
        for chosen in combinations(every, size):
            yield frozenset(chosen)


def best_aid(fight: Fight, worth: Worth) -> dict[frozenset[str], Lottery]:
    """Every set of cards in hand that may be played before the first round, and the fight that follows."""
    return {
        cards: best(fight._replace(played=fight.played | cards, hand=fight.hand - cards), worth)
        for cards in some_of(fight.hand)
        if may_play(set(cards), fight.tribe, fight.tokens, set(fight.characters), fight.played)
    }
