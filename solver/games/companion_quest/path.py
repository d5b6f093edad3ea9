"""How far dice come on a quest's path: the next space comes first, and none is skipped."""

from __future__ import annotations

from itertools import pairwise

from solver.dice import Pool, Roll
from solver.distribution import Distribution
from solver.errors import WordsError
from solver.games.companion_quest.allot import stretch
from solver.placement import Placement, best_placement
from solver.task.chances import odds
from solver.task.model import Readings, Task, Word

DEFAULT = Readings()


def filled(path: Task, pool: Pool, readings: Readings = DEFAULT) -> Distribution[int]:
    """The distribution of how many spaces of a path one roll can fill, from its first on.

    Parameters
    ----------
    path : the spaces that the hat has not passed; dice may lie on the first of them, and count
    pool : the dice that are rolled
    readings : the rulings that change what a task means

    Raises
    ------
    WordsError
        for a path of consecutive numbers, since dice on a part of it may leave gaps
    TooBigError
        when an exact answer is out of reach

    Examples
    --------
    >>> filled(Task("[odd] [purple] [any]"), Pool("2 purple"))
    Distribution({0: 9, 2: 27})
    """
    whole = len(path.spaces)
    # so many are filled at least exactly when the first so many can be
    ways = [pool.total, *((odds(_first(path, n), pool, readings) * pool.total).numerator for n in range(1, whole + 1))]
    return Distribution({n: more - less for n, (more, less) in enumerate(pairwise([*ways, 0]))})


def furthest(path: Task, roll: Roll, readings: Readings = DEFAULT) -> Placement:
    """The dice of a roll placed on as many spaces of a path as can be, from its first on.

    Parameters and errors are those of :func:`filled`.

    Examples
    --------
    >>> path = Task("[odd] [purple] [any]")
    >>> print(furthest(path, Roll.read("p1 p2")), "or", furthest(path, Roll.read("p2 p2")))
    A←p1 B←p2 or no dice
    """
    whole = best_placement(path, roll, None, readings)
    if whole.filled:
        return whole
    for n in range(len(path.spaces) - 1, 0, -1):
        part = best_placement(_first(path, n), roll, None, readings)
        if part.filled:
            return Placement(part.dice, part.held, False, part.worth, part.letters)
    return Placement((), letters=whole.letters)


def _first(path: Task, n: int) -> Task:
    """The first spaces of a path."""
    if n < len(path.spaces) and Word("consecutive") in path.relations:
        raise WordsError("how far dice come on a path of consecutive numbers is not counted, only whether to its end")
    return stretch(path, 0, n)
