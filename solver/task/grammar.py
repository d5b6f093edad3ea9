"""The grammar of the task notation, and the parser that Lark makes of it.

To make its tables takes Lark longer than most questions take. They are made when the kernels are compiled and kept
here, with the grammar and the version of Lark that they are of: where those are others, they are made anew.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from lark import Lark

GRAMMAR = r"""
task: space+ [":" relation ("," relation)*]
    | "health" INT ["=" DIE ("," | DIE)*] ":" kind -> danger

space: "[" kind ["=" DIE] "]" ["*" INT]
kind: choice+
choice: _option ("|" _option)*
_option: WORD | range
range: INT ["-" INT]

?relation: sum (_operator sum)+ -> comparison
    | WORD ("then" WORD)+ -> then
    | WORD ("or" WORD)+ -> either
    | WORD+ -> words
sum: [MINUS] term (_sign term)*
_sign: PLUS | MINUS
_operator: EQUALS | UNEQUAL
term: INT | WORD | INT "*" WORD

EQUALS: "="
UNEQUAL: "<=" | ">=" | "!=" | "<" | ">"
PLUS: "+"
MINUS: "-"
INT: /[0-9]+/
WORD: /[^\W\d_]\w*/
DIE: /[^\s\],:]+/
%ignore " "
"""
KEPT = Path(__file__).with_suffix(".tables")
SUM = 4  # bytes that tell whether the tables are whole


@cache
def parser() -> Lark:
    """The parser: from its tables, if they are of this grammar."""
    return kept() or made()


def made() -> Lark:
    """The parser, made of the grammar."""
    from lark import Lark

    return Lark(GRAMMAR, start="task", parser="lalr", maybe_placeholders=True)


def keep(path: Path = KEPT) -> None:
    """Keep the tables in a file."""
    tables = BytesIO()
    made().save(tables)
    data = tables.getvalue()
    path.write_bytes(_title() + _sum(data) + data)


def kept(path: Path = KEPT) -> Lark | None:
    """The parser from the tables in a file; None if there are none of this grammar and by this Lark, and whole."""
    from lark import Lark

    title = _title()
    if not path.is_file():
        return None
    text = path.read_bytes()
    data = text[len(title) + SUM :]
    return Lark.load(BytesIO(data)) if text.startswith(title + _sum(data)) else None


def _sum(data: bytes) -> bytes:
    return crc32(data).to_bytes(SUM, "big")


def _title() -> bytes:
    from lark import __version__

    return f"Lark {__version__}\n{GRAMMAR}\n".encode()
