"""Facts of the board as typed rows: which hexes are side by side, what the pile holds, and how fast one gets on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from solver.distribution import Odds
from solver.format import fraction, percent
from solver.game import Kind
from solver.games.gnome_kingdom.forest import HOME, PATHS, SIDES, Forest, Hex, reach
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.tiles import LEVELS, Level, Pile, Tile, pool_growth, tiles


@dataclass(frozen=True, slots=True)
class WayRow:
    """A way from one hex to another.

    Parameters
    ----------
    way : left or right, the paths forward; sideways left or sideways right, within the row
    tile : what lies on the hex it leads to; empty if nothing does
    """

    start: Hex
    way: str
    end: Hex
    tile: str


@dataclass(frozen=True, slots=True)
class LevelRow:
    """Tiles of a level: how many there are, how many are in the pile, and how many of all add a die."""

    level: Level
    tiles: int
    in_pile: int
    growing: int


@dataclass(frozen=True, slots=True)
class DrawRow:
    """A tile still to be turned over, before any of them is seen.

    Parameters
    ----------
    draw : the next is 1
    odds : the chance of each level, and of the crown
    crown_by_now : the chance that the crown has come by then
    sizes : the size of the pool after it -> chance
    """

    draw: int
    odds: Mapping[Level, Odds]
    crown_by_now: Odds
    sizes: Mapping[int, Odds]


@dataclass(frozen=True, slots=True)
class ReachRow:
    """The row on which one player alone stands after some turns.

    Parameters
    ----------
    turns : turns taken
    rows : row -> chance
    mean : the expected row
    kind : an abstraction, see :func:`solver.games.gnome_kingdom.forest.reach`
    """

    turns: int
    rows: Mapping[int, Odds]
    mean: Fraction
    kind: Kind = "abstraction"


def ways(forest: Forest) -> list[WayRow]:
    """All ways from tiles that lie in the forest, also to hexes where none lies yet.

    >>> [(row.way, row.end, row.tile) for row in ways(Forest().with_tile((1, 1), "sunrise"))][:2]
    [('left', (1, 0), ''), ('right', (1, 1), 'sunrise')]
    """
    rows = []
    for place, _ in forest.placed:
        for way, (up, across) in {**PATHS, **(SIDES if place != HOME else {})}.items():
            end = (place[0] + up, place[1] + across)
            rows.append(WayRow(place, way, end, forest.at(end) or ""))
    return rows


def levels(pile: Pile | None = None, content: Mapping[str, Tile] | None = None) -> list[LevelRow]:
    """The tiles by their levels.

    >>> [(row.level, row.tiles, row.in_pile) for row in levels()]
    [('I', 10, 5), ('II', 10, 5), ('III', 10, 5), ('crown', 1, 1)]
    """
    pile, content = pile or Pile(), tiles() if content is None else content
    found = []
    for level in LEVELS:
        there = [tile for tile in content.values() if tile.level == level]
        found.append(LevelRow(level, len(there), pile.count(level), sum(tile.grows > 0 for tile in there)))
    return found


def draws(size: int = 2, content: Mapping[str, Tile] | None = None) -> list[DrawRow]:
    """Every draw of a whole pile.

    Parameters
    ----------
    size : the dice in the pool before the first of them

    Examples
    --------
    >>> rows = draws()
    >>> rows[8].odds["III"], rows[9].odds["crown"], rows[12].crown_by_now
    (Odds(1/6), Odds(1/7), Odds(4/7))
    """
    pile = Pile()
    crown, growth = pile.crown(), pool_growth(pile.size, size, pile, content)
    return [
        DrawRow(draw, odds, crown.at_most(draw), {held: Odds(chance) for held, chance in growth[draw].items()})
        for draw, odds in enumerate(pile.level_odds(), 1)
    ]


def progress(turns: int, solve: Mapping[Level, Fraction]) -> list[ReachRow]:
    """The row of one player alone after 0, 1, ... turns, if each level's tasks are solved with a given chance.

    >>> always: dict[Level, Fraction] = dict.fromkeys(("start", "I", "II", "III"), Fraction(1))
    >>> progress(3, always)[3].mean
    Fraction(3, 1)
    """
    return [
        ReachRow(turn, {row: Odds(chance) for row, chance in rows.items()}, _mean(rows))
        for turn, rows in enumerate(reach(turns, solve))
    ]


def facts(rules: Rules) -> list[tuple[str, dict[str, Any]]]:
    """What there is to know before the first turn: the tiles of each level, and each draw from the pile.

    Parameters
    ----------
    rules : no switch changes the board

    Examples
    --------
    >>> dict(facts(Rules()))["draw 10"]["crown"]
    '1/7'
    """
    found: list[tuple[str, dict[str, Any]]] = [
        (f"level {row.level}", {"tiles": row.tiles, "in_pile": row.in_pile, "growing": row.growing}) for row in levels()
    ]
    for row in draws():
        chances: dict[str, Any] = {str(level): fraction(odds) for level, odds in row.odds.items()}
        found.append((f"draw {row.draw}", {**chances, "crown_by_now": fraction(row.crown_by_now)}))
    return found


def lines(rules: Rules) -> list[str]:
    """The same as a text.

    >>> lines(Rules())[0]
    'level   tiles  in the pile  with a growth symbol'
    """
    shown = ["level   tiles  in the pile  with a growth symbol"]
    shown += [f"{row.level:6}{row.tiles:>7}{row.in_pile:>13}{row.growing:>22}" for row in levels()]
    shown += ["", "draw" + "".join(f"{level:>11}" for level in LEVELS) + "  crown by now"]
    for row in draws():
        chances = "".join(f"{percent(row.odds.get(level, Odds(0))):>11}" for level in LEVELS)
        shown.append(f"{row.draw:>4}{chances}{percent(row.crown_by_now):>14}")
    return [*shown, "", "Growth symbols and resources on the tiles are samples, not the publisher's."]


def _mean(rows: Mapping[int, Fraction]) -> Fraction:
    """The expected row."""
    return sum((row * chance for row, chance in rows.items()), Fraction(0))
