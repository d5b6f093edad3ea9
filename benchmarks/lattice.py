"""Rerolls of any dice in plain Python, over the lattice of kept dice.

Neither icepool nor dyce makes choices; this is what one writes around the dice of theirs, or around dicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product

from benchmarks import machines as m
from benchmarks.queries import Counts

_BITS = 5  # a set of dice is a number whose digits are how many show each face of each colour


def card_again(dice: Sequence[Mapping[int, int]], counts: Counts) -> Fraction:
    """The four-space card with two rounds of rerolling any dice."""
    return best_chance(dice, counts, _fills, 2)


def best_chance(
    dice: Sequence[Mapping[int, int]], counts: Counts, wins: Callable[[tuple[int, ...]], bool], rounds: int
) -> Fraction:
    """The chance to win with `rounds` rerolls of any dice."""
    faces = [(colour, outcome) for colour, die in enumerate(dice) for outcome in die]
    unit = {face: 1 << _BITS * i for i, face in enumerate(faces)}
    more = [[(unit[colour, outcome], weight) for outcome, weight in die.items()] for colour, die in enumerate(dice)]
    sides = [sum(die.values()) for die in dice]
    kept: dict[tuple[int, ...], list[int]] = {}  # numbers of dice kept -> the sets
    for sizes in product(*(range(n + 1) for n in counts)):
        parts = [[unit[c, o] for o in die] for c, die in enumerate(dice)]
        some = [[sum(x) for x in combinations_with_replacement(part, k)] for part, k in zip(parts, sizes, strict=True)]
        kept[sizes] = [sum(x) for x in product(*some)]
    everything = {roll: int(wins(tuple(_shown(roll, faces)))) for roll in kept[counts]}
    for left in range(rounds, -1, -1):
        chance = everything
        for sizes in reversed(kept):
            if sizes != counts:
                colour = next(c for c in range(3) if sizes[c] < counts[c])
                for code in kept[sizes]:
                    chance[code] = sum([weight * chance[code + one] for one, weight in more[colour]])
        if not left:
            return Fraction(chance[0], _total(sides, counts) ** (rounds + 1))
        units = list(unit.values())
        for sizes in kept:
            scale = _total(sides, sizes)
            for code in kept[sizes]:
                best = chance[code] * scale
                for one in units:
                    if code & one * 31 and chance[code - one] > best:
                        best = chance[code - one]
                chance[code] = best
        everything = {roll: chance[roll] for roll in kept[counts]}
    raise AssertionError


def _total(sides: Sequence[int], sizes: Sequence[int]) -> int:
    total = 1
    for side, n in zip(sides, sizes, strict=True):
        total *= side**n
    return total


def _shown(roll: int, faces: list[tuple[int, int]]) -> Iterator[int]:
    for i, (_, outcome) in enumerate(faces):
        for _ in range(roll >> _BITS * i & 31):
            yield outcome


def _fills(shown: tuple[int, ...]) -> bool:
    filled = 0
    for kind in sorted(shown):  # red dice last
        filled = m.card(filled, kind)
    return filled == 15
