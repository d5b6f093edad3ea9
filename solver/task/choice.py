"""Which dice to take: the pools of a supply, ranked by the odds of a task."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.dice import Die, Pool
from solver.distribution import Odds
from solver.errors import TooBigError, WordsError
from solver.task.chances import DEFAULT, odds
from solver.task.model import Readings, Task

MAX_POOLS = 1_000_000


@dataclass(frozen=True, slots=True)
class Choice:
    """A pool that could be taken, and the chance it gives."""

    pool: Pool
    odds: Odds


def best_pools(task: Task | str, size: int, supply: Pool | str, readings: Readings = DEFAULT) -> list[Choice]:
    """Every pool of `size` dice of the supply, the best first.

    Raises
    ------
    WordsError
        when the supply has fewer dice, and as :func:`solver.task.chances.odds`
    TooBigError
        when there are more than a million pools

    Examples
    --------
    >>> [(str(choice.pool), choice.odds) for choice in best_pools("[red] [blue 4-6]", 2, "2 red, 2 blue")]
    [('1 blue, 1 red', Odds(1/2)), ('2 blue', Odds(0)), ('2 red', Odds(0))]
    """
    task = Task(task) if isinstance(task, str) else task
    supply = Pool(supply) if isinstance(supply, str) else supply
    if not 1 <= size <= supply.size:
        raise WordsError(f"{size} dice cannot be chosen from a supply of {supply.size}")
    if number_of_pools(size, supply) > MAX_POOLS:
        raise TooBigError(f"there are {number_of_pools(size, supply)} pools of {size} dice of {supply}")
    ranked = [Choice(pool, odds(task, pool, readings)) for pool in pools_of(size, supply)]
    return sorted(ranked, key=lambda choice: (-choice.odds, str(choice.pool)))


def number_of_pools(size: int, supply: Pool) -> int:
    """How many different pools of `size` dice a supply holds.

    >>> number_of_pools(2, Pool("2 red, 1 blue"))
    2
    """
    ways = [1] + [0] * size
    for _, n in supply:
        ways = [sum(ways[k - taken] for taken in range(min(n, k) + 1)) for k in range(size + 1)]
    return ways[size]


def pools_of(size: int, supply: Pool) -> Iterator[Pool]:
    """The different pools of `size` dice of a supply.

    >>> [str(pool) for pool in pools_of(2, Pool("2 red, 1 blue"))]
    ['2 red', '1 blue, 1 red']
    """

    def taken(size: int, kinds: tuple[tuple[Die, int], ...]) -> Iterator[dict[Die, int]]:
        if not kinds:
            if size == 0:
                yield {}
            return
        (die, n), rest = kinds[0], kinds[1:]
        for count in range(min(n, size) + 1):
            for more in taken(size - count, rest):
                yield {die: count, **more}

    return map(Pool, taken(size, supply.counts))
