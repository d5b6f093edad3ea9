"""The benchmarks compare like with like: all formulations give exactly the same answer. Nothing is timed."""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PEERS = {"with_icepool": "icepool", "with_dyce": "dyce", "with_dict": "fractions", "with_numpy": "numpy"}
KEYS = (
    "total", "keep_three", "pair_apart", "red_high", "two_in_a_row", "three_equal", "four_in_a_row",
    "distinct", "card", "card_filled", "rising", "high_low", "one_again", "card_again",
)  # fmt: skip


# dyce says so of some of what it offers
pytestmark = pytest.mark.filterwarnings("ignore:.* is experimental:UserWarning")


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a module of the benchmarks."""
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    return lambda name: import_module(f"benchmarks.{name}")


@pytest.mark.parametrize("peer", PEERS)
@pytest.mark.parametrize("key", KEYS)
def test_every_formulation_gives_the_same_answer(benchmark: Any, key: str, peer: str) -> None:
    pytest.importorskip(PEERS[peer])
    ours, other = benchmark("ours"), benchmark(peer)
    for counts in (benchmark("queries").counts_of(4), benchmark("queries").Counts(1, 3, 1)):
        answer = other.plain(other.prepare(key, counts)())
        assert answer == ours.plain(ours.prepare(key, counts)())
        whole = sum(answer.values()) if isinstance(answer, dict) else answer
        assert isinstance(whole, Fraction) and 0 < whole <= 1


def test_the_queries_are_all_here(benchmark: Any) -> None:
    assert tuple(query.key for query in benchmark("queries").QUERIES) == KEYS


def test_known_values_of_two_rounds_of_rerolls(benchmark: Any) -> None:
    again = benchmark("with_dict").card_again
    known = {4: Fraction(5239045, 8957952), 6: Fraction(963467711311, 1057916215296)}
    for size, chance in known.items():
        assert again(benchmark("queries").counts_of(size))() == chance


def test_every_shipped_position_is_measured(benchmark: Any) -> None:
    asked = benchmark("positions").asked()
    assert {file for file, _ in asked.values()} == set(ROOT.glob("puzzles/*/positions/*.yaml"))
    assert {name for name, (_, seconds) in asked.items() if seconds} >= {"gnome-kingdom/task", "companion-quest/danger"}
