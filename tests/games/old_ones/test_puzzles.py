"""Every puzzle is solved: its answer is the only best one, with the margin that is written down."""

from __future__ import annotations

import pytest

from solver.games.old_ones.position import read, write
from solver.puzzlebook import puzzle_named, puzzles

PUZZLES = {puzzle.id: puzzle for puzzle in puzzles("old-ones")}
LEVELS = ["easy", "medium", "hard"]


@pytest.mark.parametrize("name", PUZZLES)
def test_the_answer_is_proven(name: str) -> None:
    puzzle = puzzle_named("old-ones", name)
    ranking = puzzle.solved()
    assert ranking.unique and ranking.margin > 0
    assert {line.kind for line in ranking.lines} <= {"exact", puzzle.kind}
    assert write(read(puzzle.position)) == puzzle.position


def test_there_are_enough_from_easy_to_hard() -> None:
    assert sum(puzzle.kind == "exact" for puzzle in PUZZLES.values()) >= 10
    order = [LEVELS.index(puzzle.level) for puzzle in PUZZLES.values()]
    assert order == sorted(order) and set(order) == {0, 1, 2}
    assert len({puzzle.position for puzzle in PUZZLES.values()}) == len(PUZZLES)
