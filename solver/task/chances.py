"""Exact odds of a task: the chance that a roll of a pool can fill it, and how many of its spaces it can fill."""

from __future__ import annotations

from functools import lru_cache

from solver._fold import won_weight
from solver._matching import filled_weights
from solver.dice import Pool
from solver.distribution import Distribution, Odds
from solver.errors import TooBigError, WordsError
from solver.statistics import forget_statistics
from solver.task import longhand
from solver.task.cells import Plan
from solver.task.model import Readings, Task
from solver.task.packing import Matching
from solver.task.plan import forget_plans, most_open, plan
from solver.task.shape import shape, shape_odds

DEFAULT = Readings()
EXACT_BITS = 127  # totals below this fit the kernels' 128-bit weights


def odds(task: Task | str, pool: Pool | str, readings: Readings = DEFAULT) -> Odds:
    """The exact chance that one roll of the pool can fill the task.

    Parameters
    ----------
    task : the task, or its notation
    pool : the dice that are rolled, or their notation
    readings : the rulings that change what the task means

    Raises
    ------
    NotationError
        for text that is no task or no pool
    WordsError
        when the task names the clan's colour, or asks for colours that the dice do not state
    TooBigError
        when an exact answer is out of reach; the message states the size

    Examples
    --------
    >>> odds("[any]*3 : equal", "3 red")
    Odds(1/36)
    >>> odds("[any]*2 : different, different colours", "1 red, 1 green")
    Odds(5/6)
    """
    if isinstance(task, str):
        task = Task(task)
    if isinstance(pool, str):
        pool = Pool(pool)
    return _odds(task, pool, readings)


def filled(task: Task | str, pool: Pool | str, readings: Readings = DEFAULT) -> Distribution[int]:
    """The distribution of how many of the task's spaces one roll can fill at most, dice already there included.

    Parameters and errors are those of :func:`odds`.

    Examples
    --------
    >>> filled("[4-6] [red]", "1 red, 1 blue")
    Distribution({1: 18, 2: 18})
    """
    if isinstance(task, str):
        task = Task(task)
    if isinstance(pool, str):
        pool = Pool(pool)
    return _filled(task, pool, readings)


def clear_caches() -> None:
    """Forget every answer and every compiled task of this module and those below it."""
    _odds.cache_clear()
    _filled.cache_clear()
    forget_plans()
    forget_statistics()


@lru_cache(maxsize=1 << 14)
def _odds(task: Task, pool: Pool, readings: Readings) -> Odds:
    matching = task.packed.matching
    if matching is not None and (pool.has_colours or not matching.needs_colour):
        if not matching.capacities:
            return Odds(1)  # every space holds a die already
        weights = _matching_weights(matching, pool, only_full=True)
        if weights is not None:
            return Odds.of(weights[-1], pool.total)
    known = shape(task, readings)
    if known:
        return shape_odds(*known, pool)
    check(task, pool)
    return Odds.of(weight_of(task, pool, readings, None), pool.total)


@lru_cache(maxsize=1 << 12)
def _filled(task: Task, pool: Pool, readings: Readings) -> Distribution[int]:
    matching = task.packed.matching
    held = task.packed.held
    weights: list[int] | None = None
    if matching is not None and not matching.ordered and (pool.has_colours or not matching.needs_colour):
        weights = _matching_weights(matching, pool, only_full=False)
    if weights is None:
        weights = _weights_by_size(task, pool, readings, held)
    return Distribution.of({held + more: weight for more, weight in enumerate(weights) if weight}, sum(weights))


def _weights_by_size(task: Task, pool: Pool, readings: Readings, held: int) -> list[int]:
    """Weights of the rolls by the most spaces they fill beyond those that hold a die, by decision diagrams."""
    check(task, pool)
    if task.danger:
        raise WordsError("a danger takes any number of dice; it has no spaces to count")
    # rolls that can fill `size` spaces or more, for each size
    at_least = [pool.total]
    for size in range(held + 1, most_open(task) + 1):
        at_least.append(weight_of(task, pool, readings, size) if at_least[-1] else 0)
    return [weight - more for weight, more in zip(at_least, [*at_least[1:], 0], strict=True)]


def _matching_weights(matching: Matching, pool: Pool, *, only_full: bool) -> list[int] | None:
    if pool.total >> EXACT_BITS:
        return longhand.filled_weights(matching, pool)
    alternatives, capacities, different, colours_differ, _, _ = matching
    return filled_weights(pool.packed, alternatives, capacities, different, colours_differ, only_full)


def check(task: Task, pool: Pool) -> None:
    """Refuse a question that has no answer yet: a clan not named, colours not stated."""
    if task.needs_clan:
        raise WordsError(f"{task} asks for the clan's colour: name the clan")
    if not pool.has_colours and task.needs_colour:
        raise WordsError(f"{task} asks for colours, and the pool {pool} has dice whose colour is not stated")


def weight_of(task: Task, pool: Pool, readings: Readings, size: int | None) -> int:
    """Weight of the rolls that can fill the task, or `size` of its spaces, by the decision diagram."""
    compiled = plan(task, pool, readings, size)
    if compiled.diagram is None:
        raise TooBigError(f"{task} asks for too many different combinations of {pool} to be answered exactly")
    return diagram_weight(compiled, pool)


def diagram_weight(compiled: Plan, pool: Pool) -> int:
    """Weight of the rolls of a pool that a compiled task accepts."""
    assert compiled.diagram is not None
    dice = compiled.dice(pool)
    if pool.total >> EXACT_BITS:
        return longhand.won_weight(compiled, dice)
    weight = won_weight(compiled.diagram, compiled.cell_class, compiled.cell_weight, dice)
    if weight is None:
        raise TooBigError(f"the fold over {pool.size} dice of {len(dice)} kinds is too big to be answered exactly")
    return weight
