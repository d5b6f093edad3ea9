"""What resources and abilities make of the values they lead to: operators of the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, cast

from solver import _manipulation as kernel
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.gain.dice import Numbered
from solver.games.gnome_kingdom.gain.scale import Values, Wide
from solver.manipulation import Recolour, Reroll, Shift

Offer = tuple[Values, int, Callable[[Wide, Values, int], None]]
"""Values that can be come to, how many rolls of a die lead to them, and how they are taken over."""


def cost_of(does: Reroll | Shift | Recolour) -> int:
    """How many rolls of a die a manipulation takes at most."""
    return does.dice * does.times if isinstance(does, Reroll) else 0


def operator(
    does: Reroll | Shift | Recolour,
    numbered: Numbered,
    dice: int,
    table: Any,
    room: tuple[int, ...],
    words: int,
) -> Callable[[Wide, Values, int], None]:
    """What a manipulation makes of the values that it leads to, for all multisets of so many dice."""
    numbers: Any = numbered  # the kernel takes whatever is a buffer

    def apply(out: Any, values: Values, exponent: int) -> None:
        up, given = exponent - values.exponent, cast(Any, values.packed)
        match does:
            case Reroll(dice=2, times=times) if dice > 1:
                inner, below, add = numbers.table(dice - 1), numbers.rolls(dice - 2), numbers.adds
                kernel.reroll_two(
                    out, given, below, add, numbers.group, inner, table, times, up, words
                )  # fmt: skip
            case Reroll(times=times):
                kernel.reroll(out, given, table, times, up, words)
            case Shift(steps, wraps):
                kernel.shift(out, given, table, steps, wraps, up, words)
            case Recolour(colours):
                targets = sum(1 << COLOURS.index(colour) for colour in colours or COLOURS)
                counts = numbers.counts(dice - 1)
                kernel.recolour(out, given, table, targets, counts, array("i", room), up, words)

    return apply
