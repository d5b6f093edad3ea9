"""The forest: hexes in rows, the tiles on them, and the paths between.

A hex is (row, column). Its left path leads to (row + 1, column), its right path to (row + 1, column + 1), its
neighbours in the row are (row, column - 1) and (row, column + 1). The start tile lies on (0, 0), alone in its row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.errors import GnomonError, did_you_mean
from solver.games.gnome_kingdom.tiles import CROWN, LEVELS, START, Level, Pile

if TYPE_CHECKING:
    import networkx as nx

Hex = tuple[int, int]
HOME: Hex = (0, 0)

PATHS: Mapping[str, Hex] = {"left": (1, 0), "right": (1, 1)}
SIDES: Mapping[str, Hex] = {"sideways left": (0, -1), "sideways right": (0, 1)}


def forward(place: Hex) -> tuple[Hex, Hex]:
    """The hexes at the end of the left and the right path.

    >>> forward((2, 1))
    ((3, 1), (3, 2))
    """
    row, column = place
    return (row + 1, column), (row + 1, column + 1)


def sideways(place: Hex) -> tuple[Hex, ...]:
    """The neighbours in the same row, left and right; the start tile has none.

    >>> sideways((2, 1)), sideways((0, 0))
    (((2, 0), (2, 2)), ())
    """
    row, column = place
    return ((row, column - 1), (row, column + 1)) if row else ()


@dataclass(frozen=True, slots=True)
class Forest:
    """The tiles that lie in the forest.

    Parameters
    ----------
    placed : hex and tile name, sorted; no hex and no name twice

    Examples
    --------
    >>> forest = Forest().with_tile((1, 0), "two-or-five").with_tile((2, 1), "sunrise")
    >>> forest.at((2, 1)), forest.at((2, 0)), forest.names
    ('sunrise', None, ('start-tile', 'two-or-five', 'sunrise'))
    >>> list(forest.empty((1, 0)))
    [(2, 0), (1, -1), (1, 1)]
    """

    placed: tuple[tuple[Hex, str], ...] = ((HOME, START),)

    def at(self, place: Hex) -> str | None:
        """The tile on a hex, None if there is none."""
        for there, name in self.placed:
            if there == place:
                return name
        return None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tiles, row by row."""
        return tuple(name for _, name in self.placed)

    @property
    def rows(self) -> int:
        """The row of the tile that is farthest from the start."""
        return self.placed[-1][0][0]

    def place_of(self, tile: str) -> Hex | None:
        """The hex on which a tile lies, None if it is not in the forest."""
        return next((place for place, name in self.placed if name == tile), None)

    def with_tile(self, place: Hex, tile: str) -> Forest:
        """The forest with one more tile.

        Raises
        ------
        GnomonError
            if there is a tile already, that tile is in the forest already, or no tile is beside it
        """
        if self.at(place) is not None:
            raise GnomonError(f"forest: {place} already has the tile {self.at(place)}")
        if tile in self.names:
            raise GnomonError(f"forest: the tile {tile} lies on {self.place_of(tile)} already")
        if place[0] < 1 or not any(self.at(other) for other in (*sideways(place), *behind(place))):
            raise GnomonError(f"forest: nobody can get to {place} from the tiles that lie there")
        return Forest(tuple(sorted((*self.placed, (place, tile)))))

    def empty(self, place: Hex) -> Iterator[Hex]:
        """The hexes without a tile to which the paths and sides of a hex lead."""
        return (other for other in (*forward(place), *sideways(place)) if self.at(other) is None)

    def graph(self) -> nx.DiGraph:
        """The forest as a directed graph: a node for each hex with a tile, an edge for each way to another.

        Nodes have the attribute `tile`, edges the attribute `way`: left, right, sideways left or sideways right.

        Examples
        --------
        >>> graph = Forest().with_tile((1, 0), "two-or-five").with_tile((1, 1), "sunrise").graph()
        >>> sorted(graph.edges((1, 0), data="way")), graph.nodes[(1, 1)]["tile"]
        ([((1, 0), (1, 1), 'sideways right')], 'sunrise')
        """
        import networkx as nx

        graph = nx.DiGraph()
        for place, tile in self.placed:
            graph.add_node(place, tile=tile)
        for (row, column), _ in self.placed:
            for way, (up, across) in {**PATHS, **(SIDES if row else {})}.items():
                if (row + up, column + across) in graph:
                    graph.add_edge((row, column), (row + up, column + across), way=way)
        return graph


def behind(place: Hex) -> tuple[Hex, Hex]:
    """The hexes whose right and left path lead here.

    >>> all((2, 1) in forward(hex) for hex in behind((2, 1)))
    True
    """
    row, column = place
    return (row - 1, column - 1), (row - 1, column)


def check_forest(forest: Forest, content: Mapping[str, Any]) -> None:
    """Refuse a forest that no game can have.

    Raises
    ------
    GnomonError
        names the hex and the reason

    Examples
    --------
    >>> check_forest(Forest((((0, 0), "start-tile"), ((2, 0), "sunrise"))), {"start-tile": 1, "sunrise": 1})
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: forest: nobody can get to (2, 0) from the tiles that lie there
    """
    for _, said in impossible(forest, content):
        raise GnomonError(f"forest: {said}")


def impossible(forest: Forest, content: Mapping[str, Any], partly: bool = False) -> Iterator[tuple[str, str]]:
    """What is wrong with a forest: the name of a tile, or nothing, and the reason.

    Parameters
    ----------
    partly : whether other tiles lie in the forest too, so that there may be gaps between these

    Examples
    --------
    >>> list(impossible(Forest((((0, 0), "start-tile"), ((1, 0), "sunrize"))), {"start-tile": 1}))
    [('sunrize', "there is no tile 'sunrize', on (1, 0)")]
    """
    places = [place for place, _ in forest.placed]
    for place, tile in forest.placed:
        if tile not in content:
            hint = did_you_mean(tile, content)
            yield tile, f"there is no tile '{tile}', on {place}" + (f"; {hint}" if hint else "")
        if places.count(place) > 1:
            yield tile, f"two tiles lie on {place}"
        if forest.names.count(tile) > 1:
            yield tile, f"the tile {tile} lies in it twice"
        if (place == HOME) != (tile == START):
            wrong = f"the start tile lies on {HOME}, not on {place}" if tile == START else f"{HOME} is the start tile's"
            yield tile, wrong
    if HOME not in places:
        yield "", "the start tile is missing"
    if places != sorted(places):
        yield "", "its tiles are not sorted by their hexes"
    reached, waiting = {HOME}, [HOME]
    while waiting:
        place = waiting.pop()
        near = {other for other in (*forward(place), *sideways(place)) if forest.at(other)} - reached
        reached |= near
        waiting += near
    for place, tile in forest.placed:
        if place not in reached and (not partly or place[0] < 1):
            yield tile, f"nobody can get to {place} from the tiles that lie there"


def reach(turns: int, solve: Mapping[Level, Fraction], pile: Pile | None = None) -> list[dict[int, Fraction]]:
    """The chance to stand on each row after 0, 1, ... turns: exact for a simplified forest (an abstraction).

    One player alone goes forward onto a tile fresh from the pile whenever the task is solved, and else stays.
    The chance to solve a task depends on its level only. On the crown the way ends.

    Parameters
    ----------
    turns : how many
    solve : level -> chance to solve its task in one turn, for start, I, II and III
    pile : the pile at the start, a whole one if not given

    Returns
    -------
    row -> chance for each number of turns; every one adds up to 1

    Raises
    ------
    GnomonError
        for a chance that is missing or not from 0 to 1

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> reach(2, {"start": Fraction(3, 4), "I": half, "II": half, "III": half})[2]
    {0: Fraction(1, 16), 1: Fraction(9, 16), 2: Fraction(3, 8)}
    """
    levels: tuple[Level, ...] = ("start", *LEVELS[:3])
    for level in levels:
        if level not in solve or not 0 <= solve[level] <= 1:
            raise GnomonError(f"reach: the chance for level {level} is {solve.get(level)}, not from 0 to 1")
    now: dict[tuple[int, Level, Pile], Fraction] = {(0, "start", pile or Pile()): Fraction(1)}
    rows = [{0: Fraction(1)}]
    for _ in range(turns):
        then: dict[tuple[int, Level, Pile], Fraction] = {}

        def add(key: tuple[int, Level, Pile], chance: Fraction, to: dict[Any, Fraction] = then) -> None:
            if chance:
                to[key] = to.get(key, Fraction(0)) + chance

        for (row, level, left), chance in now.items():
            ahead = left.next_levels() if level != CROWN else {}
            solved = Fraction(solve[level]) if ahead else Fraction(0)
            add((row, level, left), chance * (1 - solved))
            for other, number in ahead.items():
                add((row + 1, other, left.drawn(other)), chance * solved * Fraction(number, sum(ahead.values())))
        now = then
        found: dict[int, Fraction] = {}
        for (row, _, _), chance in now.items():
            found[row] = found.get(row, Fraction(0)) + chance
        rows.append(dict(sorted(found.items())))
    return rows
