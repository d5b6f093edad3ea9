"""What the files of Companion Quest hold: what `cards.py` tells, and puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from solver.entry import Document, Name, PuzzleEntry, no_repeats, wrong
from solver.errors import did_you_mean
from solver.games import shipped
from solver.games.companion_quest import cards
from solver.games.companion_quest.position import Position


def _symbol(name: str) -> str:
    known = [entry["id"] for entry in shipped(cards.GAME, "symbols")]
    if name not in known:
        hint = did_you_mean(name, known) or f"known are {', '.join(known)}"
        raise wrong(f"the Master Key has no symbol '{name}'; {hint}")
    return name


class Puzzle(PuzzleEntry):
    """A puzzle of this game; `symbols` are those of the Master Key that its answer turns on."""

    position: Position
    symbols: Annotated[list[Annotated[Name, AfterValidator(_symbol)]], Field(min_length=1)]


class PuzzlesFile(Document):
    """Puzzles: positions with a question and its proven answer."""

    game: Literal["companion-quest"]
    puzzles: list[Puzzle]

    @model_validator(mode="after")
    def _unique(self) -> PuzzlesFile:
        return no_repeats(self, "puzzles", "id")


FILES: Mapping[str, type[Any]] = {**cards.FILES, "puzzles": PuzzlesFile}
