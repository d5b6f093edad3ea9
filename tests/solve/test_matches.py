"""Games on all cores: in order, counted one by one, and ended by an interruption."""

from __future__ import annotations

import pytest

from solver.solve.matches import matches


def came_to(cell: str, number: int) -> int:
    return number if cell == "counted" else 1


def test_sums_in_the_order_of_the_settings() -> None:
    said: list[tuple[int, int]] = []
    found = list(matches(came_to, ["one", "counted", "one"], 4, lambda *at: said.append(at)))
    assert found == [("one", 4), ("counted", 6), ("one", 4)]
    assert said == [(done, 12) for done in range(1, 13)]


def test_what_was_done_before_an_interruption_is_kept() -> None:
    kept: list[tuple[str, int]] = []

    def stop(done: int, total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept.extend(matches(came_to, ["counted", "one"], 3, stop))
    assert kept == [("counted", 3)]
