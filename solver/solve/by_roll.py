"""A policy as a table: what to do first with every roll, equal first actions together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass, field
from fractions import Fraction

from solver.errors import TooBigError
from solver.game import Kind
from solver.solve.ranking import Measure

MOST_ROLLS = 1_500


@dataclass(frozen=True, slots=True)
class Group:
    """The rolls with which the same is done first.

    Parameters
    ----------
    action : the first action, in words
    chance : that such a roll comes up
    value : what is gained with these rolls on the average, under the best continuation
    rolls : how many there are
    example : the likeliest of them
    """

    action: str
    chance: Fraction
    value: Fraction
    rolls: int
    example: str


@dataclass(frozen=True, slots=True)
class ByRoll:
    """What to do before the roll, and first after it.

    Parameters
    ----------
    before : what is done before the roll, in words; empty where nothing is
    objective, measure : what is wanted, and the number it is judged by
    value : what is gained on the average over all rolls
    groups : what is done first, the likeliest first
    kind : how far the values can be trusted
    title, rulings, assumptions : as in :class:`solver.solve.ranking.Ranking`
    """

    before: str
    objective: str
    measure: Measure
    value: Fraction
    groups: tuple[Group, ...]
    kind: Kind = "exact"
    title: tuple[str, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()


def not_too_many(rolls: Sized) -> None:
    """Refuse more rolls than are told.

    Raises
    ------
    TooBigError
        for more than `MOST_ROLLS`
    """
    if len(rolls) > MOST_ROLLS:
        raise TooBigError(f"--policy: there are {len(rolls):,} rolls, more than {MOST_ROLLS:,}")


def grouped(rolls: Iterable[tuple[str, int, str, Fraction]]) -> tuple[Group, ...]:
    """Put the rolls together with which the same is done first.

    Parameters
    ----------
    rolls : each roll with its weight, the first action, and what it is worth

    Examples
    --------
    >>> rolls = [("1 1", 1, "stop", Fraction(1)), ("1 2", 2, "roll", Fraction(0)), ("2 2", 1, "roll", Fraction(3))]
    >>> for group in grouped(rolls):
    ...     print(group.action, group.chance, group.value, group.rolls, group.example)
    roll 3/4 1 2 1 2
    stop 1/4 1 1 1 1
    """
    found: dict[str, list[tuple[str, int, Fraction]]] = {}
    for roll, weight, action, value in rolls:
        found.setdefault(action, []).append((roll, weight, value))
    total = sum(weight for there in found.values() for _, weight, _ in there)
    groups = []
    for action, there in found.items():
        weight = sum(one for _, one, _ in there)
        mean = sum((one * value for _, one, value in there), Fraction(0)) / weight
        likeliest = max(there, key=lambda entry: entry[1])[0]
        groups.append(Group(action, Fraction(weight, total), mean, len(there), likeliest))
    return tuple(sorted(groups, key=lambda group: -group.chance))
