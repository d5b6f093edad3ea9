"""Advice: a position of any game is read, its game is found, and its first actions are ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.catalog import game_of
from solver.document import dump
from solver.errors import WordsError
from solver.games import GAMES
from solver.parts import example_named, part
from solver.rulings import changed, rules_with
from solver.source import Source, parse
from solver.source import read as read_source

if TYPE_CHECKING:
    from solver.solve.by_roll import ByRoll
    from solver.solve.ranking import Ranking


def read_position(argument: str | Path | Source, rules: Iterable[str] = ()) -> Any:
    """Read a position of any game: a file, a text on one line, or ``-``.

    Parameters
    ----------
    argument : what is read; also `game/name` for a position that is shipped: an example or a puzzle
    rules : other readings of open questions, each `ID=READING`; they go before those of the position

    Raises
    ------
    DocumentError
        with every fault at its place
    WordsError
        if the game has no positions yet, or for a reading that there is not

    Examples
    --------
    >>> position = read_position("{game: old-ones, players: [{tribe: WR, tokens: 2, hand: [forest]}]}")
    >>> position.players[0].hand
    ['forest']
    """
    if isinstance(argument, str) and argument.partition("/")[0] in GAMES and not Path(argument).exists():
        argument = read_source(example_named(argument), shipped=True)
    source = argument if isinstance(argument, Source) else read_source(argument)
    game = game_of(source)
    module = part(game, "position", "positions")
    position = module.read(source)
    chosen = list(rules)
    if not chosen:
        return position
    plain = position.model_dump(exclude_defaults=True)
    other = {**plain.get("rules", {}), **changed(rules_with(game, chosen))}
    kept = {name: value for name, value in plain.items() if name not in ("game", "rules")}
    return module.read(parse(dump({"game": game, "rules": other, **kept}), source.name))


def write_position(position: Any) -> str:
    """Write a position on one line, as every command takes it.

    >>> write_position(read_position("{game: old-ones, players: [{tribe: WR, tokens: 2}]}"))
    '{game: old-ones, phase: travel, players: [{tribe: WR, tokens: 2}]}'
    """
    return str(part(position.game, "position", "positions").write(position))


def turn(
    position: Any,
    objective: str | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    top: int | None = None,
    exact: bool = False,
) -> Ranking:
    """Rank what can be done in a position, each first action with its exact value and its loss.

    Parameters
    ----------
    position : a position, or what :func:`read_position` reads: a file, a text on one line, or ``-``
    objective : what is wanted, by name; None for the default of the question
    progress : called with a few words now and then while a long answer is computed
    top : so many lines are wanted, all where it is None; those after them are left out where that is quicker

    Returns
    -------
    Ranking
        the lines, the best first

    Raises
    ------
    DocumentError
        for a position with faults
    WordsError
        for an objective that there is not
    GnomonError
        if nothing is to be chosen in this position

    Examples
    --------
    >>> found = turn(
    ...     "{game: old-ones, phase: fight, players: [{tribe: WR, tokens: 9, hand: [sword]}], fight: {foe: bear}}"
    ... )
    >>> found.best.action, found.unique
    ('play Sword', True)
    """
    if isinstance(position, str | Path | Source):
        position = read_position(position)
    ranked: Ranking = part(position.game, "advice", "ranked turns").ranked(position, objective, progress, top, exact)
    return ranked


def policy(position: Any, objective: str | None = None) -> ByRoll:
    """Tell before the roll what to do first with every roll.

    Parameters
    ----------
    position, objective : as for :func:`turn`

    Raises
    ------
    WordsError
        for a game that tells none, or an objective that there is not
    GnomonError
        where no roll is to come
    TooBigError
        for too many rolls

    Examples
    --------
    >>> found = policy("{game: gnome-kingdom, task: sunrise, players: [{clan: leaf}], pool: 1 red, pool_size: 2}")
    >>> for group in found.groups:
    ...     print(group.action, group.chance, group.rolls)
    fail, and search 5/6 18
    solve the task 1/6 3
    """
    if isinstance(position, str | Path | Source):
        position = read_position(position)
    module = part(position.game, "advice", "ranked turns")
    if not hasattr(module, "policy"):
        raise WordsError(f"--policy: there is no policy by roll of {GAMES[position.game].title} yet")
    found: ByRoll = module.policy(position, objective)
    return found
