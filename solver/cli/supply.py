"""Whether a question asks for more dice than the box of a game holds, which may be meant, and is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from solver.cli.asked import Asked


def beyond(asked: Iterable[Asked], said: dict[str, Any]) -> Iterator[str]:
    """Say of each card's game what it has fewer dice of than are rolled or chosen from.

    Parameters
    ----------
    asked : the tasks; those that are no cards of a game may be asked of any dice
    said : the options of the command
    """
    from solver.dice import Pool
    from solver.games import game_named, shipped

    texts = [*said["pools"], *([said["supply"]] if said["supply"] else [])]
    for one in asked:
        if one.card is None:
            continue
        game = game_named(one.card.game)
        box = {die["name"]: die.get("supply") for die in shipped(game.name, "dice")}
        for text in texts:
            for die, number in Pool(text, one.task.dice):
                there = box.get(die.colour)
                if there and number > there:
                    yield f"{game.title} has {there} {die.colour} dice, not {number}"
