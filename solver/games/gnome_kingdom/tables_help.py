"""Tables of what helps in Gnome Kingdom: which colours to refill, and what each resource adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.distribution import Odds, Points
from solver.games import Card
from solver.games.gnome_kingdom.helped import MUSHROOMS
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.tables_tasks import TaskRow, tasks, tasks_with_help
from solver.task.model import Readings

SIZES = (2, 3, 4, 5)
RULINGS = ("consecutive", "dice_loop", "borrowed_colour", "exchange_in_odds")


@dataclass(frozen=True, slots=True)
class PoolRow:
    """Which colours to refill for a task, if all dice are new.

    Parameters
    ----------
    task, level, provenance : of the card
    dice : how many are rolled
    refill : the best pattern of colours; `any` where it makes no difference
    pool : dice of that pattern
    clan : the clan's colour in that pool, or empty where the task asks for none
    odds : the chance
    worst : the worst pattern
    lost : how much less likely it is with that; shown in percent points
    """

    task: str
    level: str
    provenance: str
    dice: int
    refill: str
    pool: str
    clan: str
    odds: Odds
    worst: str
    lost: Points
    rulings: tuple[str, ...] = ("consecutive",)


def pool(cards: Iterable[Card], readings: Readings) -> list[PoolRow]:
    """Return the best and the worst colours for every task and number of dice.

    Examples
    --------
    >>> from solver.games import card_of
    >>> entry = {"name": "pair", "task": "[any]*2 : equal, same colour", "provenance": "sample"}
    >>> row = pool([card_of("gnome-kingdom", entry)], Readings())[1]
    >>> row.dice, row.refill, row.odds, row.worst
    (3, '3', Odds(4/9), '1+1+1')
    """
    groups: dict[tuple[str, int], list[TaskRow]] = {}
    for row in tasks(cards, readings):
        groups.setdefault((row.task, row.dice), []).append(row)
    return [
        PoolRow(
            task=rows[0].task,
            level=rows[0].level,
            provenance=rows[0].provenance,
            dice=rows[0].dice,
            refill=rows[0].colours,
            pool=str(rows[0].pool),
            clan=rows[0].clan,
            odds=rows[0].odds,
            worst=rows[-1].colours if len(rows) > 1 else "",
            lost=Points(rows[-1].loss),
        )
        for rows in groups.values()
    ]


@dataclass(frozen=True, slots=True)
class ResourceRow:
    """What one resource or one clan power adds to the best pool for a task.

    Parameters
    ----------
    task, level, provenance : of the card
    dice : how many are rolled
    pool : the dice, in the best colours
    clan : the clan's colour in that pool, or empty where the task asks for none
    help : a resource in the hands of another clan, or a clan power
    odds : the chance with it
    plain : the chance without
    gain : the difference; shown in percent points
    """

    task: str
    level: str
    provenance: str
    dice: int
    pool: str
    clan: str
    help: str
    odds: Odds
    plain: Odds
    gain: Points
    rulings: tuple[str, ...] = RULINGS
    assumed: tuple[str, ...] = (MUSHROOMS,)


def resources(
    cards: Iterable[Card],
    rules: Rules | None = None,
    progress: Callable[[int, int], None] | None = None,
    sizes: Sequence[int] = SIZES,
) -> Iterator[ResourceRow]:
    """Yield what each resource and each clan power adds, for every task and number of dice.

    A mushroom has the market of `solver.games.gnome_kingdom.helped`.

    Examples
    --------
    >>> from solver.games import card_of
    >>> three = card_of("gnome-kingdom", {"name": "three", "task": "[any]*3 : equal", "provenance": "sample"})
    >>> for row in resources([three], sizes=[3]):
    ...     if row.help in ("acorn", "pebble"):
    ...         print(row.help, row.odds, row.gain)
    acorn 20.33 %  527/2592  (1 in 4.9) 17.55 points  455/2592
    pebble 16.67 %  1/6  (1 in 6) 13.89 points  5/36
    """
    for row in tasks_with_help(cards, rules, progress, sizes):
        for name, chance in (row.helped or {}).items():
            gain = Points(chance - row.odds)
            card = row.task, row.level, row.provenance
            yield ResourceRow(*card, row.dice, str(row.pool), row.clan, name, chance, row.odds, gain)


TABLES: Mapping[str, Any] = {"tasks": tasks_with_help, "resources": resources, "pool": pool}
