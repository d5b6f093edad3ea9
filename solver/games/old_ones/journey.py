"""The journey: which land may follow which, how many ways lead to the Palace, and the odds to hold a land.

Fifteen lands lead to the Palace. A Desert and a Tundra never touch, and the last land must be one in which
an entrance can lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from solver.deck import Deck
from solver.distribution import Odds
from solver.errors import GnomonError, did_you_mean

if TYPE_CHECKING:
    import networkx as nx

LANDS = ("desert", "forest", "mountain", "tundra")
ENTRANCES = frozenset({"mountain", "tundra"})
APART = frozenset({"desert", "tundra"})
LENGTH = 15


def graph() -> nx.Graph:
    """Return the lands, joined where one may follow the other; each may follow itself.

    Examples
    --------
    >>> sorted(graph()["desert"])
    ['desert', 'forest', 'mountain']
    """
    import networkx as nx

    lands = nx.Graph()
    lands.add_edges_from((one, two) for one in LANDS for two in LANDS if may_follow(one, two))
    return lands


def may_follow(last: str | None, land: str) -> bool:
    """Whether a land may be played after another, or as the first of all.

    >>> may_follow("desert", "tundra"), may_follow(None, "tundra")
    (False, True)
    """
    return last == land or {last, land} != APART


def may_play(path: Sequence[str], land: str, length: int = LENGTH, overshoot: bool = False) -> bool:
    """Whether a land may be played at the end of a path.

    Parameters
    ----------
    path : the lands played so far
    length : the number of lands to the Palace
    overshoot : whether any land may be the last but one of a longer journey (ruling `palace_land`)

    Raises
    ------
    GnomonError
        for a word that is no land

    Examples
    --------
    >>> may_play(["desert"], "tundra"), may_play(["forest"] * 14, "forest"), may_play(["forest"] * 14, "tundra")
    (False, False, True)
    """
    known(land)
    if not may_follow(path[-1] if path else None, land):
        return False
    return len(path) + 1 < length or land in ENTRANCES or overshoot


def is_palace(path: Sequence[str], length: int = LENGTH) -> bool:
    """Whether the last land of a path is an entrance to the Palace.

    >>> is_palace(["forest"] * 14 + ["mountain"]), is_palace(["mountain"] * 14)
    (True, False)
    """
    return len(path) >= length and path[-1] in ENTRANCES


def check_path(path: Sequence[str], length: int = LENGTH, overshoot: bool = False) -> None:
    """Make sure that a path can have been played.

    Raises
    ------
    GnomonError
        it cannot; the message names the land and the rule

    Examples
    --------
    >>> check_path(["desert", "tundra"])
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: lands: tundra, number 2, cannot follow desert
    """
    for number, land in enumerate(path, 1):
        before = path[: number - 1]
        if is_palace(before, length) or (number > length and not overshoot):
            raise GnomonError(f"lands: there are {len(path)}, but the journey ends at number {number - 1}")
        if not may_play(before, land, length, overshoot):
            if not may_follow(before[-1] if before else None, land):
                raise GnomonError(f"lands: {land}, number {number}, cannot follow {before[-1]}")
            last = " or ".join(sorted(ENTRANCES))
            raise GnomonError(f"lands: {land} cannot be number {number}, the entrance; that is {last}")


def known(land: str) -> str:
    """Return a land as it is.

    Raises
    ------
    GnomonError
        if it is none
    """
    if land not in LANDS:
        hint = did_you_mean(land, LANDS) or f"known are {', '.join(LANDS)}"
        raise GnomonError(f"lands: there is no land '{land}'; {hint}")
    return land


def paths(left: int, after: str | None = None) -> Iterator[tuple[str, ...]]:
    """Yield every way to play the lands that are left, in the order of their names.

    Parameters
    ----------
    left : how many lands are still to be played, the entrance included
    after : the land played last

    Examples
    --------
    >>> list(paths(2, "desert"))[:2]
    [('desert', 'mountain'), ('forest', 'mountain')]
    """
    if left == 0:
        yield ()
        return
    for land in LANDS:
        if may_follow(after, land) and (left > 1 or land in ENTRANCES):
            for rest in paths(left - 1, land):
                yield land, *rest


def count_paths(left: int, after: str | None = None) -> int:
    """Return the number of ways to play the lands that are left; `paths` lists them.

    Examples
    --------
    >>> count_paths(1), count_paths(2), count_paths(15)
    (2, 7, 104099605)
    """
    if after is not None:
        known(after)
    lands = graph()
    ways = {land: int(land in ENTRANCES) for land in LANDS}
    for _ in range(left - 1):
        ways = {land: sum(ways[other] for other in lands[land]) for land in LANDS}
    if left == 0:
        return 1
    return sum(ways[land] for land in (LANDS if after is None else lands[after]))


def odds_to_hold(
    deck: Deck, wanted: Collection[str], turns: int, *, seats: int = 1, first: int = 0, hand: Iterable[str] = ()
) -> Odds:
    """Return the chance to hold one of the wanted cards within so many own turns.

    Parameters
    ----------
    deck : all cards that the player has not seen, and those known on top
    wanted : names of cards, as a rule of lands
    turns : the number of own turns, each of which draws a card
    seats : the number of players who draw in turn; it matters only where cards on top are known
    first : how many cards others draw before the player's next
    hand : what the player holds already

    Raises
    ------
    GnomonError
        if the deck does not last so long

    Examples
    --------
    >>> odds_to_hold(Deck.of({"desert": 15, "bear": 163}), {"desert"}, 1)
    Odds(15/178)
    >>> odds_to_hold(Deck.of({"bear": 9}, top=["bear", "desert"]), {"desert"}, 5, seats=2)
    Odds(0)
    """
    if set(wanted) & set(hand):
        return Odds(1)
    return deck.holds([first + seats * turn for turn in range(turns)], wanted)
