"""The rules of Companion Quest: one reading of each open question, and the numbers that no source or only some tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from solver.errors import GnomonError
from solver.task.model import Readings


@dataclass(frozen=True, slots=True)
class Rules:
    """One reading of every switch in `puzzles/companion_quest/rulings.yaml`, whose defaults these are, and numbers.

    The switches are order, high_low, take_back, meter_order, lock, wake_whose and empty_zone; all other questions of
    that file are settled.

    Parameters
    ----------
    order : whether ascending and descending rows may hold equal neighbours
    high_low : whether the die on a HIGH or LOW space may share its number with another
    take_back : when dice may be taken back from portal problems: at any time of one's turn, only before gathering, or
        at any time but then all dice of a card
    meter_order : whether a completed quest moves the Gnome, and may win, before Gu'Gu moves, or both move and then
        their places are compared
    lock : whether the quest is open again at the end of the turn in which the last danger is defeated, or at once
    wake_whose : whether a die wakes a companion of the gnome on turn only, or of any gnome
    empty_zone : whether Gu'Gu advances or stays once there is no portal problem left to be solved
    portal : the place of the portal on the Mischief Meter, the Gnome starting on 0 (reported; quests and portal are a
        matched pair, since with another the last quest may end a game that nobody has won)
    start_gap : how far ahead of the Gnome Gu'Gu starts (reported)
    quests : how many quests there are, one of each stage (reported)
    capacity : the carry capacity at the start; each completed quest adds one (reported)
    start_snacks : snacks of each gnome at the start (assumed)

    Raises
    ------
    GnomonError
        for numbers that cannot be

    Examples
    --------
    >>> Rules(high_low="strict").readings.high_low, Rules(quests=4, portal=5).capacity
    ('strict', 3)
    >>> Rules(quests=4)
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: portal: with 4 quests the portal is at 5, not at 4
    """

    order: Literal["strict", "weak"] = "strict"
    high_low: Literal["tied", "strict"] = "tied"
    take_back: Literal["any_time", "before_gathering", "whole_cards"] = "any_time"
    meter_order: Literal["hat_first", "both_then_compare"] = "hat_first"
    lock: Literal["end_of_turn", "at_once"] = "end_of_turn"
    wake_whose: Literal["own", "any_player"] = "own"
    empty_zone: Literal["advances", "stays"] = "advances"
    portal: int = 4
    start_gap: int = 1
    quests: int = 3
    capacity: int = 3
    start_snacks: int = 1

    def __post_init__(self) -> None:
        if self.quests < 1:
            raise GnomonError(f"quests: there is at least one, not {self.quests}")
        if self.portal != self.quests + 1:
            plural = "s" if self.quests > 1 else ""
            raise GnomonError(
                f"portal: with {self.quests} quest{plural} the portal is at {self.quests + 1}, not at {self.portal}"
            )
        if not 1 <= self.start_gap < self.portal:
            raise GnomonError(f"start_gap: Gu'Gu starts 1 to {self.portal - 1} ahead, not {self.start_gap}")
        if self.capacity < 1:
            raise GnomonError(f"capacity: a gnome carries at least one die, not {self.capacity}")
        if self.start_snacks < 0:
            raise GnomonError(f"start_snacks: there are none or some, not {self.start_snacks}")

    @property
    def readings(self) -> Readings:
        """What these rules say about tasks."""
        return Readings(high_low=self.high_low, order=self.order)
