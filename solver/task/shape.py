"""Tasks that ask for a set, a run or different numbers of any dice: the pool's own statistics answer them."""

from __future__ import annotations

from solver._sets import short_of_set
from solver.dice import Pool
from solver.distribution import Distribution, Odds
from solver.statistics import different_values, largest_set, longest_run
from solver.task.model import Readings, Task

_STATISTICS = {"equal": largest_set, "consecutive": longest_run, "different": different_values}


def shape(task: Task, readings: Readings) -> tuple[str, int] | None:
    """The word and the number of dice of a task that asks for nothing else of any dice.

    >>> shape(Task("[any]*3 : equal"), Readings()), shape(Task("[any] [4] : equal"), Readings())
    (('equal', 3), None)
    """
    word = task.packed.word
    if word not in _STATISTICS or (word == "consecutive" and readings.consecutive != "plain"):
        return None
    return word, len(task.spaces)


def shape_odds(word: str, size: int, pool: Pool) -> Odds:
    """The chance of such a shape.

    >>> shape_odds("equal", 3, Pool("3 red"))
    Odds(1/36)
    """
    most: Distribution[int] = _STATISTICS[word](pool)
    return Odds.of(sum(weight for shown, weight in most.items() if shown >= size), most.total)


def set_with_one_reroll(size: int, pool: Pool, times: int) -> Odds | None:
    """The chance of a set when one die may be rolled again up to `times` times; None for dice that are not alike.

    A die outside the numbers that are one short of a set is rolled again; if there is none, one of those.

    >>> set_with_one_reroll(3, Pool("3 red"), 3)
    Odds(527/2592)
    """
    if size < 2:
        return None
    short = short_of_set(pool.packed, size)
    if short is None:
        return None
    faces = len(short) - 1
    missed = 0
    for numbers, weight in enumerate(short):
        helps = numbers - (pool.size == numbers * (size - 1))
        missed += weight * (faces - helps) ** times
    total = pool.total * faces**times
    return Odds.of(total - missed, total)
