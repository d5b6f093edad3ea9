"""The chase of Companion Quest as a graph: where the Gnome and Gu'Gu can stand, and what moves them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from solver.format import percent

if TYPE_CHECKING:
    from solver.games.companion_quest.chase import Chase

WIDE, HIGH = 140, 110
"""Between two columns and two rows, in pixels."""

RADIUS = 34
LEFT = 40
GAP = 36


def chase_svg(chase: Chase) -> str:
    """The places of the two pawns at the beginning of a quest, each with the chance to win, and the moves between them.

    Gu'Gu's place grows to the right, the Gnome's upwards. A turn that solves no problem leads to the right, one that
    solves two to the left, and a completed quest up; what else happens in the same turn is not drawn.

    Examples
    --------
    >>> from solver.games.companion_quest.board import example
    >>> from solver.games.companion_quest.rules import Rules
    >>> picture = chase_svg(example(Rules()))
    >>> picture.count("<circle"), picture.count("escaped")
    (6, 3)
    """
    quests = len(chase.paths)
    wins = chase.wins(*chase.begins())
    chances = {(meter.done, meter.foe): wins[meter] for meter in chase.begins()}
    width, height = LEFT + (chase.portal + 1) * WIDE, (quests + 1) * HIGH
    words = "; ".join(f"Gnome on {g}, Gu'Gu on {f}: {percent(chance)}" for (g, f), chance in chances.items())
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            'aria-labelledby="chase-title chase-desc" font-family="sans-serif" font-size="13" text-anchor="middle">'
        ),
        '<title id="chase-title">The chase along the Mischief Meter</title>',
        f'<desc id="chase-desc">{escape(words)}</desc>',
        (
            '<defs><marker id="chase-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 Z" fill="#555"/></marker></defs>'
        ),
        *(line for spot in chances for line in _moves(spot, height)),
        *(line for spot, chance in chances.items() for line in _spot(spot, chance, height)),
        *_ends(chase, height),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _at(gnome: int, foe: int, height: int) -> tuple[int, int]:
    return LEFT + foe * WIDE, height - HIGH // 2 - gnome * HIGH


def _spot(spot: tuple[int, int], chance: Fraction, height: int) -> Iterator[str]:
    x, y = _at(*spot, height)
    yield f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="#f4f1e6" stroke="#333" stroke-width="1.5"/>'
    yield f'<text x="{x}" y="{y - 4}">{spot[0]} · {spot[1]}</text>'
    yield f'<text x="{x}" y="{y + 13}" font-weight="bold">{percent(chance)}</text>'


def _moves(spot: tuple[int, int], height: int) -> Iterator[str]:
    gnome, foe = spot
    x, y = _at(gnome, foe, height)
    yield _arrow(x + RADIUS, y - 8, x + WIDE - GAP, y - 8, "none")
    yield _arrow(x - RADIUS, y + 8, x - WIDE + GAP, y + 8, "two", below=True)
    yield _arrow(x, y - RADIUS, x, y - HIGH + RADIUS, "quest")


def _arrow(x1: int, y1: int, x2: int, y2: int, words: str, below: bool = False) -> str:
    x, y = (x1 + x2) // 2, (y1 + y2) // 2 + (15 if below else -5)
    if x1 == x2:
        x, y = x + 22, y + 9
    line = f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#555" marker-end="url(#chase-head)"/>'
    return f'{line}<text x="{x}" y="{y}" font-size="11" fill="#444">{words}</text>'


def _ends(chase: Chase, height: int) -> Iterator[str]:
    quests = len(chase.paths)
    for gnome in range(quests):
        x, y = _at(gnome, chase.portal, height)
        yield _box(x, y, "escaped", "#fbe3e3")
        if gnome == 0:
            yield _box(*_at(0, 0, height), "caught", "#e0f3e2")
    for foe in range(1, quests + 1):
        yield _box(*_at(foe, foe, height), "caught", "#e0f3e2")


def _box(x: int, y: int, words: str, fill: str) -> str:
    wide = 72
    shape = f'<rect x="{x - wide // 2}" y="{y - 16}" width="{wide}" height="32" rx="6" fill="{fill}" stroke="#333"/>'
    return f'{shape}<text x="{x}" y="{y + 5}">{escape(words, quote=False)}</text>'
