"""What the command line may ask of Gnome Kingdom."""

from __future__ import annotations

from solver.errors import WordsError, did_you_mean
from solver.games import Option, shipped

CLANS = ("mushroom", "leaf", "berry", "acorn", "pebble")

OPTIONS = (
    Option("--clan", "the clan of whoever tries the task; [clan 4-6] asks for its colour", CLANS),
    Option("--with", "resources and skill cards that may be used, as in acorn=1,pebble=2; a row for each", repeat=True),
    Option("--market", "the dice in the market, for mushrooms: r3,b5"),
    Option("--in-front", "the dice kept by players in front, for mushrooms; for their clan those of anybody"),
    Option("--own", "the dice on one's own player mat, for mushrooms of their clan and the Mushroom Expert"),
    Option("--no-exchange", "with --with, never two resources for one", switch=True),
    Option("--policy", "with --with, the best first action for every roll", switch=True),
)


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
