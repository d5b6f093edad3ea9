"""What a pool shows: sum, highest and lowest dice, different numbers, longest run, largest set, health.

Every answer is exact. Pools of fewer than 2^127 rolls go to a kernel; all others, and those that it gives
back as too much work, through the plain fold over the values at the end of this module.

A symbol has no number. It counts 0 in sums and among the highest and lowest dice, and it is no value: it is
in no run and in no set, and is none of the different values.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import TypeVar

from solver import _shown, _statistics
from solver.dice import SYMBOL_BIT, Face, Pool
from solver.distribution import Distribution
from solver.errors import TooBigError, WordsError

KERNEL_TOTAL = 1 << 127  # a kernel's weights have 128 bits
MAX_STEPS = 100_000_000  # of the fold in Python, some 20 seconds

Kinds = list[tuple[int, dict[int, int]]]  # number of dice, value -> sides that show it
Memo = TypeVar("Memo", bound=Hashable)


def total_of(pool: Pool) -> Distribution[int]:
    """The distribution of the sum of all dice.

    Parameters
    ----------
    pool : the dice; a symbol counts 0

    Returns
    -------
    Distribution
        sum -> weight, of total `pool.total`

    Raises
    ------
    TooBigError
        where the exact answer would take too long

    Examples
    --------
    >>> total_of(Pool("1 red, 1 blue")).odds(7)
    Odds(1/6)
    """
    return _asked("total", pool)


def highest(pool: Pool, k: int) -> Distribution[int]:
    """The distribution of the sum of the `k` highest dice.

    Parameters
    ----------
    pool : the dice; a symbol counts 0
    k : 1 <= k <= pool.size

    Returns
    -------
    Distribution
        sum -> weight, of total `pool.total`

    Raises
    ------
    WordsError
        for a `k` below 1 or above the size of the pool
    TooBigError
        where the exact answer would take too long

    Examples
    --------
    >>> highest(Pool("4 red"), 3).mean()
    Fraction(15869, 1296)
    """
    return _asked("highest", pool, k)


def lowest(pool: Pool, k: int) -> Distribution[int]:
    """The distribution of the sum of the `k` lowest dice.

    Parameters
    ----------
    pool : the dice; a symbol counts 0 and so is among the lowest
    k : 1 <= k <= pool.size

    Returns
    -------
    Distribution
        sum -> weight, of total `pool.total`

    Raises
    ------
    WordsError
        for a `k` below 1 or above the size of the pool
    TooBigError
        where the exact answer would take too long

    Examples
    --------
    >>> lowest(Pool("2 d20"), 1).odds(20)
    Odds(1/400)
    """
    return _asked("lowest", pool, k)


def different_values(pool: Pool) -> Distribution[int]:
    """The distribution of how many different numbers are shown.

    Parameters
    ----------
    pool : the dice; symbols do not count

    Returns
    -------
    Distribution
        number of numbers -> weight, of total `pool.total`; 0 where all dice may show symbols

    Raises
    ------
    TooBigError
        where the exact answer would take too long

    Examples
    --------
    >>> different_values(Pool("2 red, 1 blue"))
    Distribution({1: 6, 2: 90, 3: 120})
    """
    return _asked("different values", pool)


def longest_run(pool: Pool) -> Distribution[int]:
    """The distribution of the length of the longest run of consecutive numbers, as 4 for 1 3 4 4 5 6.

    Parameters
    ----------
    pool : the dice; symbols do not count, and numbers do not loop from the highest to the lowest

    Returns
    -------
    Distribution
        length -> weight, of total `pool.total`; 0 where all dice may show symbols

    Raises
    ------
    TooBigError
        where the exact answer would take too long

    Examples
    --------
    >>> longest_run(Pool("2 red, 1 blue"))
    Distribution({1: 90, 2: 102, 3: 24})
    """
    return _asked("longest run", pool)


def largest_set(pool: Pool) -> Distribution[int]:
    """The distribution of the most dice that show the same number, whatever their colours.

    Parameters
    ----------
    pool : the dice; symbols do not count

    Returns
    -------
    Distribution
        number of dice -> weight, of total `pool.total`; 0 where all dice may show symbols

    Raises
    ------
    TooBigError
        where the exact answer would take too long

    Examples
    --------
    >>> largest_set(Pool("2 red, 1 blue")).odds(3)
    Odds(1/36)
    """
    return _asked("largest set", pool)


def health_total(pool: Pool, accepts: Callable[[str | None, Face], bool], pairs: bool = False) -> Distribution[int]:
    """The distribution of what a pool takes off the health of a Danger, if every die that may be placed is.

    Parameters
    ----------
    pool : the dice
    accepts : whether a die of that colour (None: no colour) and face may be placed; symbols count 0
    pairs : dice are placed in pairs of equal numbers, and the odd die of a number counts 0

    Returns
    -------
    Distribution
        sum of the dice placed -> weight, of total `pool.total`

    Raises
    ------
    TooBigError
        where the exact answer would take too long

    Examples
    --------
    >>> health_total(Pool("2 red"), lambda colour, face: face in (2, 4, 6)).at_least(10)
    Odds(1/12)
    >>> health_total(Pool("2 red"), lambda colour, face: True, pairs=True)
    Distribution({0: 30, 2: 1, 4: 1, 6: 1, 8: 1, 10: 1, 12: 1})
    """
    flat = [len(pool.counts)]
    for die, n in pool.counts:
        colour = die.colour
        flat += (n, 0, len(die.faces))
        for face in die.faces:  # a face that is not accepted is as good as a symbol
            flat += (face if isinstance(face, int) and accepts(colour, face) else SYMBOL_BIT, 1)
    return _answer("pairs" if pairs else "total", pool, array("q", flat), 0)


def forget_statistics() -> None:
    """Empty the cache of distributions."""
    _asked.cache_clear()


@lru_cache(1024)
def _asked(question: str, pool: Pool, k: int = 0) -> Distribution[int]:
    """The answers are kept: of all public functions but `health_total`."""
    if question in ("highest", "lowest"):
        if k < 1:
            raise WordsError(f"the {question} {k} dice: at least 1 must be counted")
        if k > pool.size:
            raise WordsError(f"the {question} {k} dice: the pool {pool} has only {pool.size}")
        if k == pool.size:
            question = "total"
    return _answer(question, pool, pool.packed, k)


def _answer(question: str, pool: Pool, packed: array[int], k: int) -> Distribution[int]:
    weights = _by_kernel(question, packed, k) if pool.total < KERNEL_TOTAL else None
    if weights is None:
        try:
            weights = fold(question, packed, k)
        except TooBigError as error:
            raise TooBigError(f"{question} of {pool}: {error}") from None
    return Distribution.of(weights, pool.total)


def _by_kernel(question: str, packed: array[int], k: int) -> dict[int, int] | None:
    match question:
        case "total":
            return _statistics.total(packed)
        case "highest":
            return _statistics.highest(packed, k, False)
        case "lowest":
            return _statistics.highest(packed, k, True)
        case "different values":
            return _shown.different_values(packed)
        case "longest run":
            return _shown.longest_run(packed)
        case "largest set":
            return _statistics.largest_set(packed)
        case _:
            return _statistics.pairs(packed)


def fold(question: str, packed: array[int], k: int = 0) -> dict[int, int]:
    """The reference: any question by a plain fold, weights of any size, outcomes in ascending order.

    Parameters
    ----------
    question : total, highest, lowest, different values, longest run, largest set or pairs
    packed : the pool as in `Pool.packed`
    k : for highest and lowest, how many dice count

    Raises
    ------
    TooBigError
        with the number of steps it would take

    Examples
    --------
    >>> fold("largest set", Pool("3 red").packed)
    {1: 120, 2: 90, 3: 6}
    """
    kinds = _unpack(packed, 0 if question in ("total", "highest", "lowest") else SYMBOL_BIT)
    size = sum(n for n, _ in kinds)
    values = sorted({value for _, weights in kinds for value in weights} - {SYMBOL_BIT})
    top = max(values, default=0)
    found: dict[int, int]
    match question:
        case "total":
            found = _add_up(kinds)
        case "highest" | "lowest":  # (dice counted, their sum)
            kept = _fold_values(kinds, (0, 0), _keep(k), k * top + 1, descending=question == "highest")
            found = {}
            for (_, outcome), weight in kept.items():
                found[outcome] = found.get(outcome, 0) + weight
        case "different values":
            found = _fold_values(kinds, 0, lambda seen, _, count: seen + (count > 0), len(values) + 1)
        case "longest run":  # (longest, length of the present one, its last value)
            found = {}
            for (longest, _, _), weight in _fold_values(kinds, (0, 0, 0), _run_on, len(values) ** 2).items():
                found[longest] = found.get(longest, 0) + weight
        case "largest set":
            found = _fold_values(kinds, 0, lambda most, _, count: max(most, count), size + 1)
        case _:
            found = _fold_values(
                kinds, 0, lambda paired, value, count: paired + count // 2 * 2 * value, size // 2 * top + 1
            )
    return dict(sorted(found.items()))


def _unpack(packed: array[int], symbol: int) -> Kinds:
    """The kinds of dice, those of the same faces as one, symbols under that value."""
    numbers: dict[frozenset[tuple[int, int]], int] = {}
    at = 1
    for _ in range(packed[0]):
        n, _, faces = packed[at : at + 3]
        weights: dict[int, int] = {}
        for place in range(at + 3, at + 3 + 2 * faces, 2):
            value = symbol if packed[place] == SYMBOL_BIT else packed[place]
            weights[value] = weights.get(value, 0) + packed[place + 1]
        key = frozenset(weights.items())
        numbers[key] = numbers.get(key, 0) + n
        at += 3 + 2 * faces
    return [(n, dict(key)) for key, n in numbers.items()]


def _check_steps(steps: int) -> None:
    if steps > MAX_STEPS:
        raise TooBigError(f"an exact answer takes about {steps:,} steps, and {MAX_STEPS:,} is the limit")


def _add_up(kinds: Kinds) -> dict[int, int]:
    """The sum, die by die."""
    span = sum(n * max(weights) for n, weights in kinds) + 1
    _check_steps(sum(n * len(weights) for n, weights in kinds) * span // 2)
    ways = [1]
    for n, weights in kinds:
        for _ in range(n):
            more = [0] * (len(ways) + max(weights))
            for value, weight in weights.items():
                for outcome, before in enumerate(ways, value):
                    more[outcome] += weight * before
            ways = more
    return {outcome: weight for outcome, weight in enumerate(ways) if weight}


def _keep(k: int) -> Callable[[tuple[int, int], int, int], tuple[int, int]]:
    def keep(kept: tuple[int, int], value: int, count: int) -> tuple[int, int]:
        taken = min(count, k - kept[0])
        return kept[0] + taken, kept[1] + taken * value

    return keep


def _run_on(run: tuple[int, int, int], value: int, count: int) -> tuple[int, int, int]:
    longest, length, last = run
    if not count:
        return longest, 0, 0
    length = length + 1 if length and last == value - 1 else 1
    return max(longest, length), length, value


def _fold_values(
    kinds: Kinds, start: Memo, step: Callable[[Memo, int, int], Memo], memos: int, descending: bool = False
) -> dict[Memo, int]:
    """Value by value: how many of the dice left of each kind show it, and what is remembered of that.

    `step(memo, value, count)` is what to remember when `count` dice show a number; `memos` bounds how many
    memories there are at a time.
    """
    values = sorted({value for _, weights in kinds for value in weights}, reverse=descending)
    _check_steps(len(values) * memos * prod((n + 1) * (n + 2) // 2 for n, _ in kinds))
    final = [(min if descending else max)(weights) for _, weights in kinds]
    table: dict[tuple[int, ...], dict[Memo, int]] = {tuple(n for n, _ in kinds): {start: 1}}
    for value in values:
        sides = [weights.get(value, 0) for _, weights in kinds]
        after: dict[tuple[int, ...], dict[Memo, int]] = {}
        for left, memories in table.items():
            ranges = [
                range(n if value == last else 0, n + 1 if side else 1)
                for n, last, side in zip(left, final, sides, strict=True)
            ]
            for counts in product(*ranges):
                ways = prod(comb(n, c) * side**c for n, c, side in zip(left, counts, sides, strict=True) if c)
                count = sum(counts)
                target = after.setdefault(tuple(n - c for n, c in zip(left, counts, strict=True)), {})
                for memo, weight in memories.items():
                    new = memo if value == SYMBOL_BIT else step(memo, value, count)
                    target[new] = target.get(new, 0) + weight * ways
        table = after
    return table[(0,) * len(kinds)]
