"""Exact odds of a task: the chance that a roll of a pool can fill it, and how many of its spaces it can fill."""

from __future__ import annotations

from functools import lru_cache, reduce
from math import prod

from solver._fold import won_weight
from solver._matching import filled_weights
from solver.dice import Pool
from solver.distribution import Distribution, Odds
from solver.errors import TooBigError, WordsError
from solver.statistics import forget_statistics
from solver.task import longhand
from solver.task.cells import Plan
from solver.task.model import Readings, Task, Word
from solver.task.packing import Matching
from solver.task.plan import forget_plans, most_open, plan
from solver.task.shape import shape, shape_odds

DEFAULT = Readings()
EXACT_BITS = 127  # totals below this fit the kernels' 128-bit weights
_SAME = Word("same colour")


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
    if _SAME in task.relations:
        alone, pools = by_colour(task, pool)
        return Odds(1 - prod(1 - _odds(alone, part, readings) for part in pools))
    return Odds.of(weight_of(task, pool, readings, None), pool.total)


@lru_cache(maxsize=1 << 12)
def _filled(task: Task, pool: Pool, readings: Readings) -> Distribution[int]:
    check(task, pool)
    if task.danger:
        raise WordsError("a danger takes any number of dice; it has no spaces to count")
    held = sum(space.holds is not None for space in task.spaces)
    if _SAME in task.relations:
        alone, pools = by_colour(task, pool)
        if not pools:  # the dice that lie there differ in colour: none can follow
            return Distribution({held: 1})
        return reduce(_larger, (_filled(alone, part, readings) for part in pools))
    matching = task.packed.matching
    weights: list[int] | None = None
    if matching is not None and not matching.ordered:
        weights = _matching_weights(matching, pool, only_full=False)
    if weights is None:
        # rolls that can fill `size` spaces or more, for each size
        at_least = [pool.total]
        for size in range(held + 1, most_open(task) + 1):
            at_least.append(weight_of(task, pool, readings, size) if at_least[-1] else 0)
        weights = [weight - more for weight, more in zip(at_least, [*at_least[1:], 0], strict=True)]
    return Distribution((held + more, weight) for more, weight in enumerate(weights))


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


def by_colour(task: Task, pool: Pool) -> tuple[Task, list[Pool]]:
    """The task without the words `same colour`, and the part of the pool of each colour that can be that one."""
    alone = Task.of(task.spaces, [r for r in task.relations if r != _SAME], None, task.dice)
    held = {space.holds.colour for space in task.spaces if space.holds}
    if len(held) > 1:
        return alone, []
    colours = held or pool.colours
    parts = [Pool({die: n for die, n in pool if die.colour == colour}) for colour in colours]
    return alone, parts


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


def _larger(one: Distribution[int], other: Distribution[int]) -> Distribution[int]:
    """The distribution of the larger of two independent draws."""
    return Distribution((max(a, b), v * w) for a, v in one.items() for b, w in other.items())
