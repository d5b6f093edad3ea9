"""The picture of a game's board, for every game that has one."""

from __future__ import annotations

from typing import Any

from solver.errors import WordsError
from solver.games import GAMES

EXAMPLE = "gnome-kingdom/start"
"""The position whose forest is drawn where none is named."""


def board_svg(game: str, rules: Any = None, position: Any = None) -> str:
    """The board of a game as an SVG picture.

    Parameters
    ----------
    rules : the readings; the game's defaults if not given
    position : the position that is drawn, of the games whose board changes; an example if not given

    Raises
    ------
    WordsError
        if there is no picture of this game's board

    Examples
    --------
    >>> board_svg("gnome-kingdom").count("<polygon"), board_svg("companion-quest").count("<circle")
    (14, 6)
    """
    match game:
        case "gnome-kingdom":
            from solver.advice import read_position
            from solver.draw.hexes import forest_svg
            from solver.games.gnome_kingdom.seen import setting_of, state_of

            shown = read_position(EXAMPLE) if position is None else position
            setting = setting_of(shown)
            return forest_svg(setting, state_of(shown, setting))
        case "companion-quest":
            from solver.draw.chase import chase_svg
            from solver.games.companion_quest.board import example
            from solver.games.companion_quest.rules import Rules

            return chase_svg(example(rules or Rules()))
    raise WordsError(f"there is no picture of the board of {GAMES[game].title} yet")
