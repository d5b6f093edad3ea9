"""What all tests share: how much random play, and how Hypothesis searches."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# no test is timed: a slow machine must not fail one
_calm = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("quick", max_examples=60, derandomize=True, **_calm)
settings.register_profile("soak", max_examples=1000, **_calm)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="a thousand random games and examples, not fifty")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("soak" if config.getoption("--soak") else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests marked `soak` out unless they are asked for (deselected, not skipped)."""
    if config.getoption("--soak"):
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def games_to_play(request: pytest.FixtureRequest) -> int:
    """How many random whole games a contract test plays of each game and player count."""
    return 1000 if request.config.getoption("--soak") else 50


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds `solver`, `docs`, `puzzles` and the rest."""
    return Path(__file__).resolve().parents[1]
