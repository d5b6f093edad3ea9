"""The tables of the grammar that are kept parse what the grammar parses, and are never those of another grammar."""

from __future__ import annotations

import pytest
from lark.exceptions import UnexpectedInput

from solver.task import grammar

TEXTS = [
    "[red 4] [any]*2 : B < C, different colours",
    "[red|blue 4-6] [clan even high = r6] : 2*A - B != 3, A then B, A or B",
    "health 12 = r4 b2 : even",
    "",
    "[red 4",
    "[any]*3 : A <",
    "[any]*2 ; equal",
    "health : 2",
]


def shape(parser, text):
    """The tree, or where the text goes wrong and what would be accepted there."""
    try:
        return parser.parse(text)
    except UnexpectedInput as error:
        accepts = getattr(error, "accepts", None) or getattr(error, "allowed", None)
        return type(error), error.pos_in_stream, set(accepts)


@pytest.mark.parametrize("text", TEXTS)
def test_kept_tables_parse_the_same(tmp_path, text: str) -> None:
    grammar.keep(tmp_path / "grammar.tables")
    kept = grammar.kept(tmp_path / "grammar.tables")
    assert kept is not None
    assert shape(kept, text) == shape(grammar.made(), text)


def test_tables_that_are_not_whole_are_not_used(tmp_path) -> None:
    file = tmp_path / "grammar.tables"
    grammar.keep(file)
    whole = file.read_bytes()
    for text in (whole[:-1], whole[: len(whole) // 2], whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:], b""):
        file.write_bytes(text)
        assert grammar.kept(file) is None


def test_tables_of_another_grammar_or_lark_are_not_used(tmp_path, monkeypatch) -> None:
    file = tmp_path / "grammar.tables"
    assert grammar.kept(file) is None
    grammar.keep(file)
    with monkeypatch.context() as other:
        other.setattr("lark.__version__", "0.0")
        assert grammar.kept(file) is None
    with monkeypatch.context() as other:
        other.setattr(grammar, "GRAMMAR", grammar.GRAMMAR.replace("health", "strength"))
        assert grammar.kept(file) is None
    assert grammar.kept(file) is not None
