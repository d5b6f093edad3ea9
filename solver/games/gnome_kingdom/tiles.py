"""The forest tiles, and the pile they are drawn from: three shuffled parts, and the crown in the last.

Which five tiles of a level are in the pile nobody knows, so a pile is the number of tiles of each level in each
part; the tile itself is drawn when it is turned over, each unseen one of its level as likely as another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from types import MappingProxyType
from typing import Any, Literal

from solver.distribution import Distribution, Odds
from solver.errors import GnomonError, did_you_mean
from solver.games import card_of, shipped
from solver.games.gnome_kingdom.options import CLANS
from solver.task.model import Task

Level = Literal["start", "I", "II", "III", "crown"]
LEVELS: tuple[Level, ...] = ("I", "II", "III", "crown")
"""What lies in the pile, in the order of a part's numbers."""

START = "start-tile"
CROWN = "crown"

OWN = "own"
"""The provenance of tiles and cards that a position brings itself."""

Part = tuple[int, int, int, int]
"""How many tiles of level I, II and III, and how many crowns."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of the forest.

    Parameters
    ----------
    name : of its task; `start-tile` and `crown` are the two that are not shuffled
    task : what must be rolled to go on; None on the crown
    spaces : the resource of each space; of the start tile one for each clan
    grows : the largest pool up to which it adds a die when it is turned over; 0 for none
    provenance : of the drawing: `printed`, `reported`, `sample`, or `own` for one that a position brings
    """

    name: str
    level: Level
    task: Task | None
    spaces: tuple[str, ...]
    grows: int = 0
    provenance: str = "sample"


@cache
def tiles() -> Mapping[str, Tile]:
    """The start tile, the shipped forest tiles and the crown by their names.

    >>> tiles()["three-of-a-kind"].spaces, len(tiles())
    (('leaf', 'berry', 'pebble'), 32)
    """
    return tiles_of(shipped("gnome-kingdom", "tiles"), shipped("gnome-kingdom", "tasks"))


def tiles_of(entries: Iterable[Mapping[str, Any]], tasks: Iterable[Mapping[str, Any]]) -> Mapping[str, Tile]:
    """The tiles that the entries of files describe, with the start tile and the crown.

    Raises
    ------
    GnomonError
        for a tile whose task is not there, or a task that is not for a forest tile

    Examples
    --------
    >>> tiles_of([{"task": "three-of-kind", "spaces": [], "provenance": "sample"}], shipped("gnome-kingdom", "tasks"))
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: tiles: there is no task 'three-of-kind'; did you mean 'three-of-a-kind'?
    """
    cards = {entry["name"]: card_of("gnome-kingdom", entry) for entry in tasks}
    if START not in cards:
        raise GnomonError(f"tiles: there is no task '{START}'")
    found = {START: Tile(START, "start", cards[START].task, CLANS, 0, cards[START].provenance)}
    for entry in entries:
        name = entry["task"]
        if name not in cards:
            hint = did_you_mean(name, cards)
            raise GnomonError(f"tiles: there is no task '{name}'" + (f"; {hint}" if hint else ""))
        card = cards[name]
        if card.level not in LEVELS:
            raise GnomonError(f"tiles: the task '{name}' is of level {card.level}, which no forest tile has")
        spaces, grows = tuple(entry["spaces"]), entry.get("grows") or 0
        found[name] = Tile(name, card.level, card.task, spaces, grows, entry["provenance"])
    return MappingProxyType(found | {CROWN: Tile(CROWN, "crown", None, (), 0, "printed")})


@dataclass(frozen=True, slots=True)
class Pile:
    """The tiles that are still face down: how many of each level in the parts on top of each other.

    Examples
    --------
    >>> Pile().size, Pile().next_levels(), Pile().crown().mean()
    (16, {'I': 3}, Fraction(13, 1))
    >>> after = Pile().drawn("I").drawn("I").drawn("I")
    >>> after.next_levels(), after.odds("III"), after.crown().odds(7)
    ({'I': 2, 'II': 3, 'III': 1}, Odds(1/6), Odds(1/7))
    """

    parts: tuple[Part, ...] = ((3, 0, 0, 0), (2, 3, 1, 0), (0, 2, 4, 1))

    @property
    def size(self) -> int:
        """How many tiles are left."""
        return sum(map(sum, self.parts))

    def count(self, level: Level) -> int:
        """How many tiles of a level are left."""
        return sum(part[LEVELS.index(level)] for part in self.parts)

    def next_levels(self) -> dict[Level, int]:
        """The levels that the next tile may have, with their weights; none if no tile is left."""
        part = next((part for part in self.parts if any(part)), (0, 0, 0, 0))
        return {level: number for level, number in zip(LEVELS, part, strict=True) if number}

    def odds(self, level: Level) -> Odds:
        """The chance that the next tile is of this level.

        Raises
        ------
        GnomonError
            if there is no next tile
        """
        levels = self.next_levels()
        if not levels:
            raise GnomonError("pile: no tile is left")
        return Odds(levels.get(level, 0), sum(levels.values()))

    def drawn(self, level: Level) -> Pile:
        """The pile without its next tile, which is of that level.

        Raises
        ------
        GnomonError
            if the next tile cannot be of that level

        Examples
        --------
        >>> Pile().drawn("crown")
        Traceback (most recent call last):
            ...
        solver.errors.GnomonError: pile: the next tile cannot be of level crown; it is I
        """
        levels = self.next_levels()
        if level not in levels:
            there = f"it is {' or '.join(levels)}" if levels else "no tile is left"
            raise GnomonError(f"pile: the next tile cannot be of level {level}; {there}")
        place, at = LEVELS.index(level), next(at for at, part in enumerate(self.parts) if any(part))
        numbers = list(self.parts[at])
        numbers[place] -= 1
        part = (numbers[0], numbers[1], numbers[2], numbers[3])
        return Pile((*self.parts[:at], part, *self.parts[at + 1 :]))

    def level_odds(self) -> list[dict[Level, Odds]]:
        """For each draw to come, the chance of each level before any of them is seen.

        >>> [odds["III"] for odds in Pile().level_odds()][2:5], Pile().level_odds()[9]["crown"]
        ([Odds(0), Odds(1/6), Odds(1/6)], Odds(1/7))
        """
        return [
            {level: Odds(number, sum(part)) for level, number in zip(LEVELS, part, strict=True)}
            for part in self.parts
            for _ in range(sum(part))
        ]

    def crown(self) -> Distribution[int]:
        """How many tiles are turned over until the crown, which counts too: equally likely in its part.

        Raises
        ------
        GnomonError
            if the crown is not in the pile

        Examples
        --------
        >>> Pile().crown()
        Distribution({10: 1, 11: 1, 12: 1, 13: 1, 14: 1, 15: 1, 16: 1})
        """
        before = 0
        for part in self.parts:
            if part[-1]:
                return Distribution({before + place: 1 for place in range(1, sum(part) + 1)})
            before += sum(part)
        raise GnomonError("pile: the crown is not in it")

    def turn_over(self, content: Mapping[str, Tile], placed: Collection[str]) -> dict[str, int]:
        """The tiles that may be turned over next, with their weights.

        Parameters
        ----------
        content : all tiles by name
        placed : the names of those that lie in the forest

        Raises
        ------
        GnomonError
            if there are too few different tiles of a level

        Examples
        --------
        >>> found = Pile(((0, 0, 1, 1),)).turn_over(tiles(), ["four-sixes"])
        >>> found["crown"], found["two-pairs"], sum(found.values()), len(found)
        (9, 1, 18, 10)
        """
        levels = self.next_levels()
        unseen: dict[Level, list[str]] = {level: [] for level in levels}
        for name, tile in content.items():
            if tile.level in unseen and name not in placed:
                unseen[tile.level].append(name)
        for level in levels:
            if len(unseen[level]) < self.count(level):
                there, asked = len(unseen[level]), self.count(level)
                raise GnomonError(f"pile: {asked} tiles of level {level} are to come, and only {there} are unseen")
        common = lcm(*map(len, unseen.values()))
        return {
            name: number * (common // len(unseen[level])) for level, number in levels.items() for name in unseen[level]
        }


Growth = tuple[Pile, tuple[tuple[Level, int], ...], int]
"""The pile, level and symbol of the tiles turned over so far, and the size of the pool."""


def pool_growth(
    draws: int, size: int = 2, pile: Pile | None = None, content: Mapping[str, Tile] | None = None
) -> list[dict[int, Fraction]]:
    """The size of the dice pool after 0, 1, ... `draws` tiles have been turned over.

    Parameters
    ----------
    draws : how many tiles; at most those in the pile
    size : the pool before the first of them
    pile : the pile before the first of them, a whole one if not given; unseen are then all tiles
    content : all tiles by name, the shipped ones if not given

    Returns
    -------
    size -> chance for each number of tiles; every row adds up to 1

    Examples
    --------
    >>> growth = pool_growth(3)
    >>> growth[1][3], growth[3][2]
    (Fraction(2, 5), Fraction(1, 6))
    """
    pile, content = pile or Pile(), tiles() if content is None else content
    if draws > pile.size:
        raise GnomonError(f"pile: {draws} tiles cannot be turned over, there are {pile.size}")
    symbols: dict[Level, dict[int, int]] = {level: {} for level in LEVELS}
    for tile in content.values():
        if tile.level != "start":
            symbols[tile.level][tile.grows] = symbols[tile.level].get(tile.grows, 0) + 1
    now: dict[Growth, Fraction] = {(pile, (), size): Fraction(1)}
    rows = [{size: Fraction(1)}]
    for _ in range(draws):
        then: dict[Growth, Fraction] = {}
        for (left, seen, held), chance in now.items():
            levels = left.next_levels()
            for level, number in levels.items():
                here = chance * Fraction(number, sum(levels.values()))
                rest = {symbol: n - seen.count((level, symbol)) for symbol, n in symbols[level].items()}
                for symbol, n in rest.items():
                    if n:
                        key = left.drawn(level), tuple(sorted((*seen, (level, symbol)))), grown(held, symbol)
                        then[key] = then.get(key, Fraction(0)) + here * Fraction(n, sum(rest.values()))
        now = then
        row: dict[int, Fraction] = {}
        for (_, _, held), chance in now.items():
            row[held] = row.get(held, Fraction(0)) + chance
        rows.append(dict(sorted(row.items())))
    return rows


def grown(size: int, symbol: int) -> int:
    """The pool after a tile with this symbol has been turned over: a die more, up to the symbol's number.

    >>> grown(2, 4), grown(4, 4), grown(4, 3), grown(3, 0)
    (3, 4, 4, 3)
    """
    return size + 1 if size < symbol else size
