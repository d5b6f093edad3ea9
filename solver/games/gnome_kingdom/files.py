"""What the files of Gnome Kingdom hold: what `cards.py` tells, and puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import model_validator

from solver.entry import Document, PuzzleEntry, no_repeats
from solver.games.gnome_kingdom import cards
from solver.games.gnome_kingdom.position import Position


class Puzzle(PuzzleEntry):
    """A puzzle of this game."""

    position: Position


class PuzzlesFile(Document):
    """Puzzles: positions with a question and its proven answer."""

    game: Literal["gnome-kingdom"]
    puzzles: list[Puzzle]

    @model_validator(mode="after")
    def _unique(self) -> PuzzlesFile:
        return no_repeats(self, "puzzles", "id")


FILES: Mapping[str, type[Any]] = {**cards.FILES, "puzzles": PuzzlesFile}
