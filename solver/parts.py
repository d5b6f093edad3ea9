"""What a game's folders offer: the modules that have agreed names, loaded when they are asked for, and positions."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from solver.errors import WordsError, did_you_mean
from solver.games import file_of, game_named, shipped


def part(game: str, name: str, what: str = "") -> Any:
    """A module of a game's folder, loaded now.

    Parameters
    ----------
    game : the game
    name : of the module
    what : what it brings, in words; then it may be missing, which is no fault of the program

    Raises
    ------
    WordsError
        if the game does not have it yet

    Examples
    --------
    >>> part("gnome-kingdom", "options").OPTIONS[0].flag
    '--clan'
    """
    if what and not has_part(game, name):
        raise WordsError(f"there are no {what} of {game_named(game).title} yet")
    return import_module(f"solver.games.{game_named(game).folder}.{name}")


def has_part(game: str, name: str) -> bool:
    """Whether a game's folder holds a module.

    >>> has_part("gnome-kingdom", "tables"), has_part("gnome-kingdom", "tails")
    (True, False)
    """
    return find_spec(f"solver.games.{game_named(game).folder}.{name}") is not None


def examples(game: str) -> dict[str, Path]:
    """The commented positions that are shipped with a game, by name.

    Raises
    ------
    WordsError
        if there are none yet

    Examples
    --------
    >>> "start" in examples("old-ones")
    True
    """
    folder = file_of(game, "positions").with_suffix("")
    found = {file.stem: file for file in sorted(folder.glob("*.yaml"))}
    if not found:
        raise WordsError(f"there are no positions of {game_named(game).title} yet")
    return found


def example_named(name: str) -> str | Path:
    """The position of that name, written `game/name`: the file of an example, or a puzzle's on one line.

    Raises
    ------
    WordsError
        if there is none

    Examples
    --------
    >>> example_named("old-ones/start").name
    'start.yaml'
    """
    from solver.document import dump

    game, _, wanted = name.partition("/")
    found = examples(game)
    if wanted in found:
        return found[wanted]
    posed = {entry["id"]: entry["position"] for entry in shipped(game, "puzzles")}
    if wanted in posed:
        return dump(posed[wanted])
    hint = did_you_mean(wanted, [*found, *posed]) or f"known are {', '.join(found)}, and the puzzles"
    raise WordsError(f"{game_named(game).title} has no position '{wanted}'; {hint}")
