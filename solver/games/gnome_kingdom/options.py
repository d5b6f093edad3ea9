"""What the command line may ask of Gnome Kingdom."""

from __future__ import annotations

from solver.errors import WordsError, did_you_mean
from solver.games import Option, shipped

CLANS = ("mushroom", "leaf", "berry", "acorn", "pebble")

OPTIONS = (Option("--clan", "the clan of whoever tries the task; [clan 4-6] asks for its colour", CLANS),)


def clan_colour(clan: str) -> str:
    """The die colour of a clan.

    Raises
    ------
    WordsError
        if there is no such clan

    Examples
    --------
    >>> clan_colour("berry")
    'purple'
    """
    colours: dict[str, str] = {die["clan"]: die["name"] for die in shipped("gnome-kingdom", "dice")}
    if clan not in colours:
        hint = did_you_mean(clan, colours) or f"known are {', '.join(colours)}"
        raise WordsError(f"there is no clan '{clan}'; {hint}")
    return colours[clan]
