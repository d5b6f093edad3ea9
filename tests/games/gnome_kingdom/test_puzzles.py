"""Every puzzle is solved: its answer is the only best one, with the margin that is written down."""

from __future__ import annotations

import pytest

from solver.games.gnome_kingdom.position import read, write
from solver.puzzlebook import puzzle_named, puzzles

PUZZLES = {puzzle.id: puzzle for puzzle in puzzles("gnome-kingdom")}
LEVELS = ["easy", "medium", "hard"]


@pytest.mark.parametrize("name", PUZZLES)
def test_the_answer_is_proven(name: str) -> None:
    puzzle = puzzle_named("gnome-kingdom", name)
    ranking = puzzle.solved()
    assert ranking.unique and ranking.margin > 0
    assert {line.kind for line in ranking.lines} <= {"exact", puzzle.kind}
    assert write(read(puzzle.position)) == puzzle.position


def test_there_are_enough_from_easy_to_hard() -> None:
    order = [LEVELS.index(puzzle.level) for puzzle in PUZZLES.values()]
    assert sum(puzzle.kind == "exact" for puzzle in PUZZLES.values()) >= 10
    assert order == sorted(order) and set(order) == {0, 1, 2}
    assert len({puzzle.position for puzzle in PUZZLES.values()}) == len(PUZZLES)


def test_they_are_of_all_kinds() -> None:
    """What a player may have to decide: colours, tokens, exchanges, and what brings most when all is solved."""
    answers = " / ".join(puzzle.answer for puzzle in PUZZLES.values())
    for word in ("add", "mushroom", "leaf", "berry", "acorn", "exchange", "reroll", "keep", "complete", "search", "go"):
        assert word in answers, word
