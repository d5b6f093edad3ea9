"""The rules of Gnome Kingdom that have more than one reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from solver.task.model import Readings


@dataclass(frozen=True, slots=True)
class Rules:
    """One reading of every switch in `puzzles/gnome_kingdom/rulings.yaml`; the defaults are that file's.

    Parameters
    ----------
    consecutive : whether a 6 and a 1 follow each other
    dice_loop : whether a pebble turns a 6 to a 1 and back
    kept_die : which dice of a solved task may be kept: those of any set of dice that meets it, or only those that
        it cannot be met without
    borrowed_colour : whether the colour of a borrowed die is chosen or drawn
    extra_turn : whether turns may be bought to the end, or only before the crown is found
    acorn_twice : whether an ability is completed before the next begins, or others may come between

    Examples
    --------
    >>> Rules(consecutive="wraps").readings.consecutive
    'wraps'
    """

    consecutive: Literal["plain", "wraps"] = "plain"
    dice_loop: Literal["no", "yes"] = "no"
    kept_die: Literal["any_of_set", "needed"] = "any_of_set"
    borrowed_colour: Literal["chosen", "drawn"] = "chosen"
    extra_turn: Literal["to_the_end", "before_crown"] = "to_the_end"
    acorn_twice: Literal["one_by_one", "interleaved"] = "one_by_one"

    @property
    def readings(self) -> Readings:
        """What these rules say about tasks."""
        return Readings(consecutive=self.consecutive)
