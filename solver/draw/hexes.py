"""Hexes in rows as an SVG picture, and the forest of Gnome Kingdom drawn with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.games.gnome_kingdom.setting import Setting
    from solver.games.gnome_kingdom.state import State

SIDE = 60
"""Length of a side, in pixels; a hex stands on a corner, so rows are 3/2 of it apart."""

HALF = 52
"""Half the width of a hex, in pixels."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A hex to be drawn.

    Parameters
    ----------
    place : row, counted from the bottom, and column; half a hex to the left with every row
    title : its name
    lines : words below it
    marks : short words at the lower edge, each with the words of a pawn that stands there, or nothing
    dashed : whether it is only a place where a tile could come
    """

    place: tuple[int, int]
    title: str
    lines: Sequence[str] = ()
    marks: Sequence[tuple[str, str]] = ()
    dashed: bool = False


def centre(place: tuple[int, int]) -> tuple[int, int]:
    """The middle of a hex, in pixels, with the hex (0, 0) at the origin and rows going up.

    >>> centre((0, 0)), centre((1, 0)), centre((1, 1))
    ((0, 0), (-52, -90), (52, -90))
    """
    row, column = place
    return (2 * column - row) * HALF, -row * SIDE * 3 // 2


def hexes_svg(tiles: Iterable[Tile], title: str, description: str = "") -> str:
    """The picture of some hexes, readable without colour.

    Parameters
    ----------
    title, description : what the picture is called, and what it shows in words, for those who cannot see it

    Examples
    --------
    >>> picture = hexes_svg([Tile((0, 0), "start"), Tile((1, 0), "two & two")], "a forest")
    >>> picture.count("<polygon"), "two &amp; two" in picture
    (2, True)
    """
    tiles = list(tiles)
    middles = [centre(tile.place) for tile in tiles] or [(0, 0)]
    left, right = min(x for x, _ in middles) - HALF - 4, max(x for x, _ in middles) + HALF + 4
    top, bottom = min(y for _, y in middles) - SIDE - 4, max(y for _, y in middles) + SIDE + 4
    box = f"{left} {top} {right - left} {bottom - top}"
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-labelledby="title desc"'
            ' font-family="sans-serif" font-size="9" text-anchor="middle">'
        ),
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(description or title)}</desc>',
        *(line for tile in tiles for line in _drawn(tile)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _drawn(tile: Tile) -> Iterable[str]:
    x, y = centre(tile.place)
    corners = [(0, -SIDE), (HALF, -SIDE // 2), (HALF, SIDE // 2), (0, SIDE), (-HALF, SIDE // 2), (-HALF, -SIDE // 2)]
    points = " ".join(f"{x + dx},{y + dy}" for dx, dy in corners)
    look = 'fill="none" stroke="#767676" stroke-dasharray="4 4"' if tile.dashed else 'fill="#f4f1e6" stroke="#333"'
    yield f'<polygon points="{points}" {look}/>'
    yield f'<text x="{x}" y="{y - 24}" font-weight="bold">{escape(tile.title)}</text>'
    for number, line in enumerate(tile.lines):
        yield f'<text x="{x}" y="{y - 11 + 11 * number}">{escape(line)}</text>'
    step = 2 * HALF // (len(tile.marks) + 1)
    for number, (mark, pawn) in enumerate(tile.marks, 1):
        at = x - HALF + step * number
        look = 'fill="#333"' if pawn else 'fill="#fff"'
        yield f'<circle cx="{at}" cy="{y + 20}" r="7" stroke="#333" {look}/>'
        ink = "#fff" if pawn else "#000"
        yield f'<text x="{at}" y="{y + 23}" font-size="8" fill="{ink}">{escape(pawn or mark)}</text>'


def forest_svg(setting: Setting, state: State) -> str:
    """The forest of Gnome Kingdom with the pawns, and dashed the places where tiles can come.

    A space bears the first letter of its resource, or the number of the player whose pawn stands there, from 0 on as
    in a position.

    Examples
    --------
    >>> from solver.games.gnome_kingdom.setting import Setting
    >>> from solver.games.gnome_kingdom.state import Seat, State
    >>> picture = forest_svg(Setting(2), State((Seat("leaf", space=1), Seat("acorn", space=3))))
    >>> picture.count("<polygon"), picture.count('stroke-dasharray')
    (3, 2)
    """
    forest, tiles = state.forest, []
    pawns: Mapping[tuple[object, int], str] = {
        (seat.place, seat.space): str(number) for number, seat in enumerate(state.seats)
    }
    waiting = [str(number) for number, seat in enumerate(state.seats) if seat.place == (0, 0) and seat.space == 5]
    for place, name in forest.placed:
        tile = setting.tiles[name]
        words = [f"level {tile.level}" if tile.level in ("I", "II", "III") else ""]
        words += [f"+1 die, up to {tile.grows}"] if tile.grows else []
        words += [f"waiting: {' '.join(waiting)}"] if waiting and place == (0, 0) else []
        spaces = tile.spaces or ("crown",)
        marks = [(kind[0].upper(), pawns.get((place, space), "")) for space, kind in enumerate(spaces)]
        tiles.append(Tile(place, name.replace("-", " "), [word for word in words if word], marks))
    empty = dict.fromkeys(place for here, _ in forest.placed for place in forest.empty(here))
    tiles += [Tile(place, "", dashed=True) for place in empty if state.pile.size]
    where = ", ".join(
        f"player {number} on {forest.at(seat.place)} in row {seat.place[0]}" for number, seat in enumerate(state.seats)
    )
    return hexes_svg(tiles, "The forest of Gnome Kingdom", f"{len(forest.placed)} tiles; {where}")
