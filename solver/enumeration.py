"""The rolls of a pool one by one: canonical multisets with multiplicities, ranked and unranked."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from solver import _rolls
from solver.dice import Die, Face, Pool, Roll, Rolled
from solver.errors import WordsError

ROWS = 4096  # rolls that a kernel hands over at once
MAX_TOTAL = 1 << 128  # physical outcomes that a multiplicity in a kernel can count
MAX_INDEX = 1 << 63


def rolls(pool: Pool) -> Iterator[tuple[Roll, int]]:
    """Every roll of a pool with its multiplicity, in canonical order.

    Yields
    ------
    (roll, weight) : the weight counts the physical outcomes that show this roll; all add up to `pool.total`

    Examples
    --------
    >>> [(str(roll), weight) for roll, weight in rolls(Pool("2 red"))][:3]
    [('r1 r1', 1), ('r1 r2', 2), ('r1 r3', 2)]
    >>> sum(weight for _, weight in rolls(Pool("3 red, 2 blue"))) == 6**5
    True
    """
    if ambiguous_colour(pool):  # the same roll can be shown in several ways
        merged: Counter[Roll] = Counter()
        for roll, weight in plain_rolls(pool):
            merged[roll] += weight
        yield from merged.items()
    elif pool.total >= MAX_TOTAL or number_of_rolls(pool) >= MAX_INDEX:
        yield from plain_rolls(pool)
    else:
        shown = cells(pool)
        for counts, low, high, n in blocks(pool):
            flat = counts.cast("B").cast("i")
            for row in range(n):
                numbers = flat[row * len(shown) : (row + 1) * len(shown)]
                yield _roll(shown, numbers), low[row] | high[row] << 64


def plain_rolls(pool: Pool) -> Iterator[tuple[Roll, int]]:
    """The same in plain Python; a roll that kinds of dice with common faces share comes once for each way."""
    per_kind = [
        [
            ([Rolled(die.colour, face) for face in faces], _multiplicity(die, faces))
            for faces in combinations_with_replacement(die.weights(), n)
        ]
        for die, n in pool
    ]
    for parts in product(*per_kind):
        yield Roll(tuple(die for dice, _ in parts for die in dice)), prod(weight for _, weight in parts)


def _multiplicity(die: Die, faces: tuple[Face, ...]) -> int:
    weights = die.weights()
    ways = factorial(len(faces))
    for face, n in Counter(faces).items():
        ways = ways // factorial(n) * weights[face] ** n
    return ways


def blocks(pool: Pool, rows: int = ROWS) -> Iterator[tuple[memoryview, array[int], array[int], int]]:
    """All rolls of a pool as the kernels exchange them, a block at a time; the buffers are used again.

    Yields
    ------
    counts, low, high, n : dice per cell, shape (rows, cells or 1), and the two halves of the multiplicity of
        each of the first `n` rows
    """
    width = len(cells(pool)) or 1
    total = number_of_rolls(pool)
    rows = min(rows, total)
    counts = memoryview(array("i", bytes(4 * rows * width))).cast("B").cast("i", (rows, width))
    low, high = array("Q", bytes(8 * rows)), array("Q", bytes(8 * rows))
    first = 0
    while first < total:
        n = _rolls.fill(pool.packed, first, counts, low, high)
        yield counts, low, high, n
        first += n


def cells(pool: Pool) -> tuple[Rolled, ...]:
    """What the dice of a pool can show, kind by kind and face by face: the columns of a block of rolls.

    >>> cells(Pool({Die("red", (1, 1, 2)): 2}))
    (Rolled(colour='red', face=1), Rolled(colour='red', face=2))
    """
    return tuple(Rolled(die.colour, face) for die, _ in pool for face in die.weights())


def number_of_rolls(pool: Pool) -> int:
    """The number of rolls of a pool, where dice of different kinds can be told apart.

    >>> number_of_rolls(Pool("3 red, 3 blue, 2 green"))
    65856
    """
    return prod(_of_kind(n, len(set(die.faces))) for die, n in pool)


def _of_kind(n: int, faces: int) -> int:
    return comb(n + faces - 1, n)


def rank(pool: Pool, roll: Roll) -> int:
    """The index of a roll in the order of :func:`rolls`.

    Raises
    ------
    WordsError
        if the pool cannot show this roll, or kinds of dice of one colour have faces in common

    Examples
    --------
    >>> rank(Pool("2 red"), Roll.read("r1 r3"))
    2
    """
    shown = _distinct_cells(pool)
    numbers = Counter(roll)
    counts = array("i", (numbers.pop(cell, 0) for cell in shown))
    at = 0
    for die, n in pool:
        faces = len(set(die.faces))
        if numbers or sum(counts[at : at + faces]) != n:
            raise WordsError(f"{pool} cannot show {roll}")
        at += faces
    if numbers:
        raise WordsError(f"{pool} cannot show {roll}")
    return _rolls.rank(pool.packed, counts) if number_of_rolls(pool) < MAX_INDEX else plain_rank(pool, counts)


def unrank(pool: Pool, index: int) -> Roll:
    """The roll of an index from 0 to `number_of_rolls(pool) - 1`.

    Raises
    ------
    WordsError
        if there is no such roll, or kinds of dice of one colour have faces in common

    Examples
    --------
    >>> str(unrank(Pool("2 red"), 2))
    'r1 r3'
    """
    shown = _distinct_cells(pool)
    total = number_of_rolls(pool)
    if not 0 <= index < total:
        raise WordsError(f"{pool} has the rolls 0 to {total - 1}, not {index}")
    if total >= MAX_INDEX:
        return _roll(shown, plain_unrank(pool, index))
    counts = array("i", bytes(4 * len(shown)))
    _rolls.unrank(pool.packed, index, counts)
    return _roll(shown, counts)


def plain_rank(pool: Pool, counts: array[int]) -> int:
    """The index of a roll given as dice per cell, in plain Python and of any size."""
    index = at = 0
    for die, n in pool:
        faces = len(set(die.faces))
        digit, rest = 0, n
        for after in range(faces - 1, 0, -1):  # cells that follow; fewer dice for them come first
            rest -= counts[at + faces - 1 - after]
            digit += comb(rest - 1 + after, after) if rest else 0
        index = index * _of_kind(n, faces) + digit
        at += faces
    return index


def plain_unrank(pool: Pool, index: int) -> list[int]:
    """The dice per cell of a roll, in plain Python and of any size."""
    parts: list[list[int]] = []
    for die, n in reversed(pool.counts):
        faces = len(set(die.faces))
        index, digit = divmod(index, _of_kind(n, faces))
        part, rest = [], n
        for after in range(faces - 1, 0, -1):
            left = 0
            while left < rest and comb(left + after, after) <= digit:
                left += 1
            part.append(rest - left)
            digit -= comb(left - 1 + after, after) if left else 0
            rest = left
        parts.append([*part, rest])
    return [n for part in reversed(parts) for n in part]


def ambiguous_colour(pool: Pool) -> str:
    """The colour of two kinds of dice that have faces in common, or the empty string.

    >>> ambiguous_colour(Pool("1 red, 1 red d8")), ambiguous_colour(Pool("1 red, 1 blue d8"))
    ('red', '')
    """
    twice = [die for die, n in Counter(cells(pool)).items() if n > 1]
    return (twice[0].colour or "any") if twice else ""


def _distinct_cells(pool: Pool) -> tuple[Rolled, ...]:
    if colour := ambiguous_colour(pool):
        raise WordsError(f"the rolls of {pool} have no order: two kinds of {colour} dice have faces in common")
    return cells(pool)


def _roll(shown: tuple[Rolled, ...], numbers: memoryview | array[int] | list[int]) -> Roll:
    return Roll(tuple(die for die, n in zip(shown, numbers, strict=True) for _ in range(n)))
