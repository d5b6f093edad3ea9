"""What a player has beside the roll: own dice and all else."""

from __future__ import annotations

from typing import NamedTuple

from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.gain.deck import Deck
from solver.games.gnome_kingdom.gain.dice import FACES, Kinds
from solver.games.gnome_kingdom.gain.left import LOOSE, Left
from solver.games.gnome_kingdom.powers import Bag
from solver.games.gnome_kingdom.state import Counts


class Hand(NamedTuple):
    """What there is beside the roll.

    Parameters
    ----------
    own : own dice
    bag, deck, rivals, row, found : as in :class:`solver.games.gnome_kingdom.gain.left.Left`
    away : the dice in the market and those of the other players, none where they make no difference
    used : how many dice of each colour lie there, where it makes a difference
    after : whether the attempt is over
    """

    own: Kinds
    bag: Bag
    deck: Deck
    rivals: tuple[Counts, ...]
    away: tuple[Kinds, ...]
    used: tuple[int, ...]
    row: int
    found: bool
    after: bool = False


def left_of(hand: Hand) -> Left:
    """What there is beside roll and own dice."""
    return Left(hand.bag, hand.deck, hand.rivals, LOOSE, hand.row, hand.found)


def colours_in(kinds: Kinds) -> tuple[int, ...]:
    """How many dice there are of each colour.

    >>> colours_in((0, 5, 6))
    (2, 1, 0, 0, 0)
    """
    counts = [0] * len(COLOURS)
    for kind in kinds:
        counts[kind // FACES] += 1
    return tuple(counts)


def used_in(away: tuple[Kinds, ...]) -> tuple[int, ...]:
    """How many dice of each colour lie elsewhere."""
    return colours_in(tuple(kind for kinds in away for kind in kinds))


def without(kinds: Kinds, *gone: int) -> Kinds:
    """The dice without some of them.

    >>> without((1, 1, 2), 1)
    (1, 2)
    """
    left = list(kinds)
    for kind in gone:
        left.remove(kind)
    return tuple(left)
