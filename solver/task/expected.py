"""What was expected where a text has not the shape of a task."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from solver.errors import NotationError, did_you_mean

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput

KIND = "a colour, a number, even, odd, high, low or any"
DANGER_KIND = "a colour, a number, even, odd, any or pairs"
A_DIE = "a die such as r3, *3 or y!"
RELATION = "a relation such as A < B, A + B = 7, A then B, A or B, or a word such as equal"
LOOKALIKES = {
    "==": "=",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2212": "-",
    "\u2013": "-",
    "\u00d7": "*",
}


def short(word: str) -> str:
    """A word as a message can bear it."""
    return word[:40]


def shape_error(text: str, error: UnexpectedInput) -> NotationError:
    """What was expected where the text has not the shape of a task."""
    token = getattr(error, "token", None)
    accepts: set[str] = set(getattr(error, "accepts", None) or getattr(error, "allowed", None) or ())
    start = error.pos_in_stream if token is None else token.start_pos
    if token is not None and token.type == "$END":
        start = len(text.rstrip())
    start = len(text) if start is None else start
    found = re.compile(r"\w+|\S|$").match(text, start)
    end = found.end() if found else start + 1
    hint = _shape_hint(text, start, text[start:end])
    return NotationError("task", f"expected {_expected(text, start, accepts)}", text, start, end, hint)


def _shape_hint(text: str, start: int, found: str) -> str:
    for wrong, right in LOOKALIKES.items():
        if wrong in (text[max(0, start - 1) : start + 1], text[start : start + 2], found):
            return f"did you mean '{right}'?"
    before = text[:start].strip()
    if found == "=" and before.startswith("health") and ":" in before:
        return "dice already there stand before the colon: health 12 = r4 : even"
    if found == "health" and before:
        return "a danger is a task of its own"
    return did_you_mean(short(found), ["health"]) if not before else ""


def _expected(text: str, start: int, accepts: set[str]) -> str:
    before = text[:start].rstrip()
    danger = before.lstrip().startswith("health")
    if accepts == {"INT"}:
        return "a number"
    if before.rfind("[") > before.rfind("]"):
        if "DIE" in accepts:
            return A_DIE
        if "RSQB" not in accepts:
            return KIND
        return (
            "']' to close the space"
            if text[start : start + 1] in ("", "[", ":") or "WORD" not in accepts
            else (f"{KIND}, or ']'")
        )
    if ":" not in before:
        if not before:
            return "a space such as [red 4], or a danger such as health 12 : even"
        if not danger:
            return "another space such as [red 4], '*' and a number, or ':' and relations"
        return A_DIE + ("" if "COLON" not in accepts else ", or ':'") if "DIE" in accepts else "':' and a kind of dice"
    if danger:
        return DANGER_KIND + (", or the end" if "$END" in accepts else "")
    if before.endswith((":", ",")):
        return RELATION
    if "$END" in accepts:
        return "',' and another relation, or the end"
    if "UNEQUAL" in accepts:
        return "a comparison: <, <=, =, !=, >= or >"
    return "a space such as A" + (", or a number" if "INT" in accepts else "")
