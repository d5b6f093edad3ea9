"""Gnomon: one call a query, on a task and a pool that are parsed before."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from benchmarks.queries import QUERIES, Counts
from solver import statistics
from solver.dice import Pool
from solver.task.chances import filled, odds
from solver.task.model import Task
from solver.task.rerolls import reroll_odds, single_reroll_odds

NAME = "Gnomon"
TASKS = {query.key: query.task for query in QUERIES}
try:
    VERSION = version("gnomon")
except PackageNotFoundError:  # run from a checkout that is not installed
    VERSION = ""


def prepare(key: str, counts: Counts) -> Callable[[], Any]:
    """The call to be timed, its task and its pool parsed afresh."""
    pool = Pool(str(counts))
    match key:
        case "total":
            return partial(statistics.total_of, pool)
        case "keep_three":
            return partial(statistics.highest, pool, 3)
        case "distinct":
            return partial(statistics.different_values, pool)
    task = Task(TASKS[key])
    match key:
        case "card_filled":
            return partial(filled, task, pool)
        case "one_again":
            return partial(single_reroll_odds, task, pool, 3)
        case "card_again":
            return partial(reroll_odds, task, pool, 2)
    return partial(odds, task, pool)


def plain(answer: Any) -> Fraction | dict[int, Fraction]:
    """The answer as a chance, or as the chance of every outcome."""
    if isinstance(answer, Fraction):
        return answer
    total = sum(answer.values())
    return {outcome: Fraction(weight, total) for outcome, weight in answer.items()}


def forget() -> None:
    """Empty every cache of answers, compiled tasks and layouts."""
    for empty in _EMPTY:
        empty()


# what was read from text stays read: a task is parsed before its odds are asked
_EMPTY = [
    value.cache_clear
    for name, module in list(sys.modules.items())
    if name == "solver.statistics" or (name.startswith("solver.task.") and name != "solver.task.notation")
    for value in vars(module).values()
    if hasattr(value, "cache_clear")
]
