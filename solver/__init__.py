"""Gnomon: exact odds and optimal turns for quest games played with dice and cards.

The names below are what most questions need; each is loaded when it is first used.

>>> from solver import Pool, Task, odds
>>> odds(Task("[any]*3 : equal"), Pool("3 red"))
Odds(1/36)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.advice import turn
    from solver.catalog import find_task
    from solver.dice import Die, Pool, Roll
    from solver.distribution import Distribution, Odds
    from solver.errors import GnomonError, NotationError, TooBigError, WordsError
    from solver.placement import Placement, best_placement, fills, placements
    from solver.statistics import different_values, highest, largest_set, longest_run, lowest, total_of
    from solver.task.chances import clear_caches, filled, odds
    from solver.task.choice import Choice, best_pools
    from solver.task.model import Readings, Task
    from solver.task.rerolls import Keep, keeps, reroll_odds, single_reroll_odds

    __version__: str

_HOMES = {
    "solver.advice": ("turn",),
    "solver.catalog": ("find_task",),
    "solver.dice": ("Die", "Pool", "Roll"),
    "solver.distribution": ("Distribution", "Odds"),
    "solver.errors": ("GnomonError", "NotationError", "TooBigError", "WordsError"),
    "solver.placement": ("Placement", "best_placement", "fills", "placements"),
    "solver.statistics": (
        "different_values",
        "highest",
        "largest_set",
        "longest_run",
        "lowest",
        "total_of",
    ),
    "solver.task.chances": ("clear_caches", "filled", "odds"),
    "solver.task.choice": ("Choice", "best_pools"),
    "solver.task.model": ("Readings", "Task"),
    "solver.task.rerolls": ("Keep", "keeps", "reroll_odds", "single_reroll_odds"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

# mypy and editors want the names in full; a test holds them against the two lists above
__all__ = [
    "Choice",
    "Die",
    "Distribution",
    "GnomonError",
    "Keep",
    "NotationError",
    "Odds",
    "Placement",
    "Pool",
    "Readings",
    "Roll",
    "Task",
    "TooBigError",
    "WordsError",
    "best_placement",
    "best_pools",
    "clear_caches",
    "different_values",
    "filled",
    "fills",
    "find_task",
    "highest",
    "keeps",
    "largest_set",
    "longest_run",
    "lowest",
    "odds",
    "placements",
    "reroll_odds",
    "single_reroll_odds",
    "total_of",
    "turn",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value: Any = _version()
    elif name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module 'solver' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})


def _version() -> str:
    """The version that the project file of a checkout states, else that of what is installed."""
    from importlib.metadata import PackageNotFoundError, version
    from pathlib import Path

    project = Path(__file__).resolve().parents[1] / "pyproject.toml"
    if project.is_file():
        import tomllib

        stated = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        if stated.get("name") == "gnomon":
            return str(stated["version"])
    try:
        return version("gnomon")
    except PackageNotFoundError:
        return "unknown"
