"""Pictures of tasks in the task notation: a row of spaces as small inline SVG."""

from __future__ import annotations

import re
from html import escape

COLOURS = {
    "red": "#d43d3d",
    "blue": "#3b74d9",
    "green": "#3a9a4f",
    "yellow": "#f2c93a",
    "purple": "#8a4fbf",
    "orange": "#ee8a2e",
    "white": "#f7f4ea",
    "black": "#333333",
    "clan": "#9aa3ad",
}
DARK = {"red", "blue", "green", "purple", "black"}
SIZE, GAP = 46, 8
HEART = "M27 46 C-4 24 10 2 27 16 C44 2 58 24 27 46 Z"
SIGNS = {"even": "EVEN", "odd": "ODD", "high": "HIGH", "low": "LOW", "any": "", "pairs": "PAIRS"}
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
LETTERS = {"r": "red", "b": "blue", "g": "green", "y": "yellow", "p": "purple", "o": "orange", "w": "white"}


def _square(x: int, y: int, colours: list[str], dashed: bool) -> str:
    """A rounded square, in stripes where one of several colours may lie on it."""
    dash = ' stroke-dasharray="4 3"' if dashed else ""
    stripes, fill = "", COLOURS[colours[0]] if colours else "#ffffff"
    if len(colours) > 1:
        name, share = "-".join(["stripes", *colours]), 100 / len(colours)
        stops = "".join(
            f'<stop offset="{place:.1f}%" stop-color="{COLOURS[colour]}"/>'
            for number, colour in enumerate(colours)
            for place in (number * share, (number + 1) * share)
        )
        stripes, fill = f'<linearGradient id="{name}">{stops}</linearGradient>', f"url(#{name})"
    return (
        f'{stripes}<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" rx="8" fill="{fill}" stroke="#555" '
        f'stroke-width="2"{dash}/>'
    )


def _text(x: float, y: float, text: str, size: int = 15, colour: str = "#222", relation: bool = False) -> str:
    look = 'class="relation"' if relation else f'fill="{colour}"'
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="middle" style="font-size:{size}px"'
    return f"<text {place} {look}>{escape(text)}</text>"


def _die(x: int, y: int, die: str) -> str:
    """A die that already lies there: coloured, with pips."""
    colour = LETTERS.get(die[:-1], "white")
    ink = "#fff" if colour in DARK else "#222"
    middle = (x + SIZE / 2, y + SIZE / 2)
    pips = PIPS.get(int(die[-1]), []) if die[-1].isdigit() else []
    dots = "".join(
        f'<circle cx="{middle[0] + 11 * column:.1f}" cy="{middle[1] + 11 * row:.1f}" r="4" fill="{ink}"/>'
        for row, column in pips
    )
    return _square(x, y, [colour], dashed=False) + dots


def _space(x: int, y: int, inside: str) -> str:
    asked, _, lying = (part.strip() for part in inside.partition("="))
    if lying:
        return _die(x, y, lying)
    colours: list[str] = []
    label = ""
    for word in asked.split():
        parts = word.split("|")
        if all(part in COLOURS for part in parts):
            colours = parts
        else:
            label = SIGNS.get(word, word.replace("|", " or ").replace("-", "–"))
    ink = "#fff" if colours and all(colour in DARK for colour in colours) else "#222"
    # a colour is named too, so that nobody has to tell it by its look
    names = "/".join(colour[: 6 // len(colours)] for colour in colours)
    text = label or names or "any"
    size = 22 if len(text) == 1 else 15 if len(text) < 4 else 12 if len(text) < 6 else 10
    shown = _square(x, y, colours, dashed=not colours)
    shown += _text(x + SIZE / 2, y + SIZE / 2 + size / 3, text, size, ink)
    if label and names:
        shown += _text(x + SIZE / 2, y + SIZE - 4, names, 9, ink)
    return shown


def picture(task: str) -> str:
    """The SVG of a task: its spaces, named, and under them what relates them."""
    head, _, tail = (part.strip() for part in task.partition(":"))
    danger = re.fullmatch(r"health\s+(\d+)", head)
    written = re.findall(r"\[([^\]]*)\](?:\s*\*\s*(\d+))?", head)
    spaces = [inside for inside, times in written for _ in range(int(times or 1))]
    named = len(spaces) > 1
    shown, x = "", 4
    if danger:
        shown += f'<path d="{HEART}" fill="#d43d3d" stroke="#555" stroke-width="2"/>'
        shown += _text(27, 33, danger[1], 16, "#fff") + _space(58, 4, tail)
        shown += _text(118, 33, "+ …", 18, relation=True)
        width, height = 144, 54
    else:
        for number, inside in enumerate(spaces):
            shown += _space(x, 4, inside)
            if named:
                shown += _text(x + SIZE / 2, 66, chr(ord("A") + number), 12, relation=True)
            x += SIZE + GAP
        width, height = x, 72 if named else 56
        if tail:
            width = max(width, 8 * len(tail) + 12)
            shown += _text(width / 2 if width > x else x / 2, height + 14, tail, 14, relation=True)
            height += 22
    label = escape(f"picture of {task}", quote=True)
    return (
        f'<svg class="gnomon-card" xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{label}">{shown}</svg>'
    )
