"""The targets in absolute figures: what a query may take, and how long it takes to start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks import ours
from benchmarks.queries import Family
from solver import catalog
from solver.dice import Pool
from solver.errors import GnomonError
from solver.task.chances import odds

SIX_COLOURS = Pool("4 red, 4 blue, 3 green, 3 yellow, 3 purple, 3 orange")


@dataclass(frozen=True, slots=True)
class Target:
    """What something took and may take, in seconds; None where it could not be measured."""

    label: str
    allowed: float
    taken: float | None
    worst: str = ""

    @property
    def met(self) -> bool:
        return self.taken is not None and self.taken <= self.allowed


# label, family or key of the queries, dice, seconds
LIMITS = (
    ("tasks without relations, 8 dice", "task", 8, 10e-6),
    ("sums, keeps and values, 8 dice", "statistic", 8, 100e-6),
    ("sets and runs, 8 dice", "set or run", 8, 100e-6),
    ("cards with relations, 8 dice", "relations", 8, 2e-3),
    ("cards with relations, 18 dice", "relations", 18, 20e-3),
    ("two rounds of rerolls, 6 dice", "card_again", 6, 5e-3),
    ("two rounds of rerolls, 8 dice", "card_again", 8, 30e-3),
)


def of_queries(cold: Mapping[tuple[Family, str, int], float]) -> list[Target]:
    """The targets that the queries themselves answer.

    Parameters
    ----------
    cold : (family, key, dice) -> seconds of the first call
    """
    found = []
    for label, name, size, allowed in LIMITS:
        measured = {key: took for (family, key, n), took in cold.items() if name in (family, key) and n == size}
        if measured:
            worst = max(measured, key=measured.__getitem__)
            found.append(Target(label, allowed, measured[worst], worst if len(measured) > 1 else ""))
    return found


def of_catalogue() -> Target:
    """The slowest task of the catalogue with 20 dice of six colours, first call."""
    slowest, name = 0.0, ""
    for game in catalog.list_games():
        if "tasks" in game.holds:
            for card in catalog.list_cards(game.name):
                task = card.task.bind("red")
                took = [_first_call(lambda task=task: odds(task, SIX_COLOURS)) for _ in range(3)]  # type: ignore[misc]
                if median(took) > slowest:
                    slowest, name = median(took), f"{game.name}/{card.name}"
    return Target("any task of the catalogue, 20 dice of six colours", 20e-3, slowest, name)


def _first_call(call: Callable[[], object]) -> float:
    ours.forget()
    start = perf_counter()
    try:
        call()
    except GnomonError:
        return float("inf")
    return perf_counter() - start


def of_starting(times: int) -> list[Target]:
    """`import solver`, beyond starting Python, and `gnomon odds` as a process."""
    bare = _process([sys.executable, "-c", ""], times)
    loaded = _process([sys.executable, "-c", "import solver"], times)
    command = Path(sys.executable).with_name("gnomon")
    start = [str(command)] if command.is_file() else [sys.executable, "-c", "from solver.cli import main; main()"]
    whole = _process([*start, "odds", "[any]*3 : equal", "--pool", "3 any"], times)
    return [
        Target("`import solver`", 0.1, None if bare is None or loaded is None else max(loaded - bare, 0)),
        Target("`gnomon odds` as a process", 0.4, whole),
    ]


def _process(command: list[str], times: int) -> float | None:
    took = []
    for _ in range(times):
        start = perf_counter()
        done = subprocess.run(command, capture_output=True, check=False)
        took.append(perf_counter() - start)
        if done.returncode:
            return None
    return median(took)
