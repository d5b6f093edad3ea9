"""Which dice meet a task: the sets of dice of a roll that fill its spaces, each die used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from solver.dice import Roll, Rolled
from solver.games.gnome_kingdom.options import CLANS, clan_colour
from solver.manipulation import Disguise, Table, actions, begin, results
from solver.placement import fills, placements
from solver.task.model import Readings, Task
from solver.task.plan import all_open

Dice = tuple[Rolled, ...]
"""Dice that show a face, sorted by colour and face."""

COLOURS = tuple(map(clan_colour, CLANS))
"""The colours of the dice, in the order of the clans."""


def without(dice: Dice, *gone: Rolled) -> Dice:
    """The dice without some of them.

    >>> without((Rolled("red", 1), Rolled("red", 1)), Rolled("red", 1))
    (Rolled(colour='red', face=1),)
    """
    left = list(dice)
    for die in gone:
        left.remove(die)
    return tuple(left)


def with_dice(dice: Dice, *more: Rolled) -> Dice:
    """The dice and some more, sorted again.

    >>> with_dice((Rolled("red", 1),), Rolled("blue", 6))
    (Rolled(colour='blue', face=6), Rolled(colour='red', face=1))
    """
    return tuple(sorted((*dice, *more)))


def solved(task: Task, dice: Dice, readings: Readings) -> bool:
    """Whether some of the dice meet the task.

    Parameters
    ----------
    task : with the clan's colour filled in

    Examples
    --------
    >>> solved(Task("[any]*2 : equal"), (Rolled("red", 1), Rolled("red", 2)), Readings())
    False
    """
    return bool(sizes(task)) and len(dice) >= min(sizes(task)) and _fills(task, dice, readings)


@lru_cache(maxsize=1 << 16)
def _fills(task: Task, dice: Dice, readings: Readings) -> bool:
    return fills(task, Roll(dice), readings)


@lru_cache(maxsize=1 << 10)
def sizes(task: Task) -> frozenset[int]:
    """How many dice a filled task holds: more than one number only where choices share a space."""
    return frozenset(mask.bit_count() for mask in all_open(task))


@lru_cache(maxsize=1 << 14)
def sets(task: Task, dice: Dice, readings: Readings) -> tuple[Dice, ...]:
    """The different sets of the dice that fill the task, each with no die to spare.

    Examples
    --------
    >>> r1, r2, b2 = Rolled("red", 1), Rolled("red", 2), Rolled("blue", 2)
    >>> for found in sets(Task("[2] [any]"), (b2, r1, r2), Readings()):
    ...     print(Roll(found))
    b2 r1
    b2 r2
    r1 r2
    """
    if not solved(task, dice, readings):
        return ()
    return tuple(chosen for chosen in _chosen(task, dice) if _fills_exactly(task, chosen, readings))


def _fills_exactly(task: Task, dice: Dice, readings: Readings) -> bool:
    if len(sizes(task)) == 1:
        return _fills(task, dice, readings)
    return any(len(placement) == len(dice) for placement in placements(task, Roll(dice), readings))


@lru_cache(maxsize=1 << 14)
def deceiving_sets(task: Task, dice: Dice, readings: Readings, number: int = 1) -> tuple[Dice, ...]:
    """The sets that fill the task when the colours of so many dice are ignored: each may stand for any colour.

    >>> r4, r6 = Rolled("red", 4), Rolled("red", 6)
    >>> deceiving_sets(Task("[blue 4-6]"), (r4, Rolled("red", 3)), Readings())
    ((Rolled(colour='red', face=4),),)
    >>> len(deceiving_sets(Task("[any]*2 : different, different colours"), (r4, r6), Readings()))
    1
    """
    return tuple(
        chosen
        for chosen in _chosen(task, dice)
        if any(_fills_exactly(task, shown, readings) for shown in _disguised(chosen, number))
    )


def _disguised(dice: Dice, number: int) -> set[Dice]:
    """What a set of dice can count as with so many Deceivers."""
    found = {dice}
    for _ in range(number):
        acts = [begin(Disguise(), Table.of(shown, dict.fromkeys(COLOURS, 1))) for shown in found]
        found |= {after.settled().roll for act in acts for action in actions(act) for after in results(act, action)}
    return found


def _chosen(task: Task, dice: Dice) -> Iterator[Dice]:
    for size in sorted(sizes(task)):
        yield from dict.fromkeys(combinations(dice, size))


def keepable(found: tuple[Dice, ...], kept_die: str) -> tuple[Rolled, ...]:
    """The dice of a roll that may be kept, given the sets that meet the task.

    Parameters
    ----------
    kept_die : the reading of that ruling: any die of any set, or one that every set has if there is such a die

    Examples
    --------
    >>> r1, r2, b2 = Rolled("red", 1), Rolled("red", 2), Rolled("blue", 2)
    >>> found = ((r1, r2), (b2, r1))
    >>> len(keepable(found, "any_of_set")), keepable(found, "needed")
    (3, (Rolled(colour='red', face=1),))
    """
    dice = sorted({die for chosen in found for die in chosen})
    needed = [die for die in dice if all(die in chosen for chosen in found)]
    return tuple(needed if kept_die == "needed" and needed else dice)
