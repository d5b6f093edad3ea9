"""Puzzles: positions with a question, a proven answer that is the only best one, and its margin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.advice import read_position, turn, write_position
from solver.catalog import kinds
from solver.document import dump
from solver.errors import GnomonError, WordsError, did_you_mean
from solver.games import GAMES, game_named, shipped

if TYPE_CHECKING:
    from solver.solve.ranking import Ranking


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle.

    Parameters
    ----------
    game, id, title, level : what it is called, and whether it is easy, medium or hard
    question, objective : what is asked, and what is wanted
    position : on one line, as every command takes it
    answer : the one best action
    margin, margin_in : by how much it is better than the next, and in which number
    kind : of that number
    hint, why, source : a hint, the reason in words, and where the puzzle comes from
    symbols : of the game's key, those that the answer turns on
    """

    game: str
    id: str
    title: str
    level: str
    question: str
    objective: str
    position: str
    answer: str
    margin: Fraction
    margin_in: str
    kind: str
    hint: str
    why: str
    source: str
    symbols: tuple[str, ...] = ()

    def solved(self) -> Ranking:
        """The ranking that proves the answer.

        Raises
        ------
        GnomonError
            if the answer is not the only best one, or the margin is another
        """
        ranking = turn(self.position, self.objective or None, exact=self.kind == "exact")
        if ranking.best.action != self.answer or not ranking.unique:
            raise GnomonError(f"puzzle {self.id}: the answer is '{ranking.best.action}', not '{self.answer}' alone")
        if (ranking.margin, ranking.margin_in.name) != (self.margin, self.margin_in):
            raise GnomonError(f"puzzle {self.id}: the margin is {ranking.margin} in {ranking.margin_in.name}")
        return ranking


def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order of its file: from easy to hard.

    Raises
    ------
    WordsError
        for a game that there is not, or that has no puzzles yet

    Examples
    --------
    >>> len(puzzles("old-ones")) >= 10, puzzles("old-ones")[0].level
    (True, 'easy')
    """
    if "puzzles" not in kinds(game):
        raise WordsError(f"there are no puzzles of {game_named(game).title} yet")
    return tuple(_puzzle(game, entry) for entry in shipped(game, "puzzles"))


def puzzle_named(game: str, name: str) -> Puzzle:
    """The puzzle of that id.

    Raises
    ------
    WordsError
        if there is none
    """
    found = {puzzle.id: puzzle for puzzle in puzzles(game)}
    if name not in found:
        hint = did_you_mean(name, found) or f"gnomon puzzle {game} lists them"
        raise WordsError(f"{GAMES[game].title} has no puzzle '{name}'; {hint}")
    return found[name]


def games_with_puzzles() -> list[str]:
    """The games that have puzzles.

    >>> "old-ones" in games_with_puzzles()
    True
    """
    return [name for name, game in GAMES.items() if game.ready and "puzzles" in kinds(name)]


def _puzzle(game: str, entry: Mapping[str, Any]) -> Puzzle:
    said = {key: str(value) for key, value in entry.items() if key not in ("position", "margin", "symbols")}
    position = write_position(read_position(dump({"game": game, **entry["position"]})))
    given = {"kind": "exact", "objective": "", **said}
    symbols = tuple(entry.get("symbols", ()))
    return Puzzle(game=game, position=position, margin=Fraction(str(entry["margin"])), symbols=symbols, **given)
