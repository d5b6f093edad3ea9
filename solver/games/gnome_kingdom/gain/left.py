"""What a player has beside roll and own dice, and what a Negotiator makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.gain.deck import Deck
from solver.games.gnome_kingdom.gain.frame import Frame
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, less, swaps
from solver.games.gnome_kingdom.state import Counts
from solver.manipulation import Barter

NEGOTIATOR = TOKENS.index("negotiator")

AMPLE = len(COLOURS) * 8
"""Room for all dice there are."""

LOOSE = (AMPLE,) * len(COLOURS)


class Left(NamedTuple):
    """What there is beside the own dice.

    Parameters
    ----------
    bag : resources, and abilities that can still be used
    deck : the skill cards
    rivals : the resources of the others
    room : how many own dice of each colour there can be
    row : where the pawn stands; 0 as long as it makes no difference
    found : whether the crown has been found
    """

    bag: Bag
    deck: Deck
    rivals: tuple[Counts, ...]
    room: tuple[int, ...] = LOOSE
    row: int = 0
    found: bool = False


def traded(frame: Frame, left: Left) -> Iterator[Left]:
    """What a Negotiator leads to."""
    does = frame.does[NEGOTIATOR]
    assert isinstance(does, Barter)
    if not left.bag[NEGOTIATOR]:
        return
    rest = less(left.bag, NEGOTIATOR)
    for seat, theirs in enumerate(left.rivals):
        if seat == frame.player:
            continue
        for gives, takes in swaps(rest[: len(RESOURCES)], theirs, does.tokens):
            mine = tuple(n - gives.count(kind) + takes.count(kind) for kind, n in enumerate(rest))
            other: Any = tuple(n + gives.count(kind) - takes.count(kind) for kind, n in enumerate(theirs))
            rivals = (*left.rivals[:seat], other, *left.rivals[seat + 1 :])
            yield left._replace(bag=mine, rivals=rivals)
