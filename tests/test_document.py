"""Documents: what is read, what is refused, and where the caret stands."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.catalog import check_file
from solver.dice import Pool
from solver.document import check, dump, schema, validate
from solver.entry import Document, Entry, Notation
from solver.fault import DocumentError, report
from solver.source import MAX_BYTES, parse, read

BAD = Path(__file__).parent / "bad_input"
FILES = sorted(path.name for path in BAD.iterdir() if path.suffix != ".txt")


@pytest.mark.parametrize("name", FILES)
def test_one_file_for_each_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)
    said = Path(name).with_suffix(".txt").read_text(encoding="utf-8")
    assert report(check_file(name)) + "\n" == said


def test_every_message_has_its_file() -> None:
    assert {Path(name).stem for name in FILES} == {path.stem for path in BAD.glob("*.txt")}


@pytest.mark.parametrize("name", FILES)
def test_a_caret_stands_under_the_place_it_names(name: str) -> None:
    for fault in check_file(BAD / name):
        if fault.line:
            line = (BAD / name).read_text(encoding="utf-8").splitlines()[fault.line - 1]
            assert fault.text.replace("\t", " ") == line.replace("\t", " ")
            assert 1 <= fault.column <= len(line) + 1


def message(argument: str | Path) -> str:
    with pytest.raises(DocumentError) as caught:
        read(argument)
    return str(caught.value).replace(str(argument), "FILE")


def test_no_such_file(tmp_path: Path) -> None:
    assert message(tmp_path / "none.yaml") == "FILE: there is no such file\n1 fault, nothing loaded"


def test_a_folder(tmp_path: Path) -> None:
    assert message(tmp_path) == "FILE: this is a folder, not a file\n1 fault, nothing loaded"


def test_an_empty_text() -> None:
    for empty in ("", " "):
        with pytest.raises(DocumentError, match="<text>: an empty text is no position"):
            read(empty)


def test_no_file_name_at_all() -> None:
    assert "cannot be read" in message("a\0b")


def test_not_utf8(tmp_path: Path) -> None:
    file = tmp_path / "latin.yaml"
    file.write_bytes(b"game: gnome-kingdom\nowner: Andr\xe9 B\n")
    assert message(file).splitlines() == [
        "FILE:2:12: this is not UTF-8 text (byte 0xe9)",
        "    2 | owner: Andr\ufffd B",
        "      |            ^",
        "1 fault, nothing loaded",
    ]
    file.write_bytes("game: x".encode("utf-16"))
    assert "FILE:1:1: this is not UTF-8 text (byte 0xff)" in message(file)


def test_too_big(tmp_path: Path) -> None:
    file = tmp_path / "big.yaml"
    file.write_bytes(b"#" * (MAX_BYTES + 1))
    assert message(file) == "FILE: bigger than the limit of 400,000 bytes\n1 fault, nothing loaded"


def test_unprintable() -> None:
    with pytest.raises(DocumentError, match=r"a.yaml:2:4: a character that is not text \(U\+0007\)"):
        parse("a: 1\nb: \x07", "a.yaml")


@pytest.mark.parametrize(
    "text",
    ["'", "{", "[1", "a: |", "? ", "&a", "*", "!", "!<", "%", "%YAML 9", "- -", "a: 'b", '"\\x"', "{a: b}}",
     "@", "`", "a\n: b", ": ", "{: }", "[,]", "{? a}", "&a &b c", "a: &a *a", "<<: 1", "---\n...\n---",
     "\ud83d", "a: \ud83d"],
)  # fmt: skip
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        parse(text).root.plain()
    except DocumentError as error:
        assert str(error).endswith("nothing loaded")


@given(st.text(alphabet="ab :-[]{},'\"\n\t#&*!|>%@?\\u1\u00e9\u4e2d\U0001f600", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse(text).root.plain()
    except DocumentError as error:
        assert str(error).endswith("nothing loaded")


def test_words_of_yaml_1_2() -> None:
    text = "[yes, no, on, 12, -3, 0o17, 0x1f, 017, 1_000, 1.5, 1e3, true, null, ~, 12:30, 2-5, 1|6, '7']"
    assert parse(text).root.plain() == [
        "yes", "no", "on", 12, -3, 15, 31, 17, "1_000", 1.5, 1000.0, True, None, None, "12:30", "2-5", "1|6",
        "7",
    ]  # fmt: skip


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_json_is_read_as_json_reads_it(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, indent="\t"), json.dumps(value, indent=2)):
        assert parse(text).root.plain() == json.loads(text)


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    text = dump(value)
    assert len(text.splitlines()) <= 1
    assert parse(text).root.plain() == value


def test_what_cannot_be_written() -> None:
    with pytest.raises(TypeError, match="a document holds no float"):
        dump({"odds": 0.5})


def test_a_document_on_one_line_or_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(" {game: x, pool: 2 red}").root.plain() == {"game": "x", "pool": "2 red"}
    stdin = io.TextIOWrapper(io.BytesIO("game: é".encode("utf-8-sig")))
    monkeypatch.setattr(sys, "stdin", stdin)
    source = read("-")
    assert source.name == "<stdin>"
    assert source.root.plain() == {"game": "é"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_like(end: str) -> None:
    source = parse(end.join(["game: x", "dice:", "  - 1", "  - two"]), "a.yaml")
    assert source.root.plain() == {"game": "x", "dice": [1, "two"]}

    class Dice(Document):
        dice: list[int]

    (fault,) = check(source, Dice)
    assert (fault.line, fault.column, fault.text, fault.width) == (4, 5, "  - two", 3)


def test_aliases_are_values_like_others() -> None:
    assert parse("a: &x {b: [1, 2]}\nc: *x\n").root.plain() == {"a": {"b": [1, 2]}, "c": {"b": [1, 2]}}


class Box(Entry):
    pool: Annotated[Pool, Notation(Pool, "a pool")]
    size: int = 1


class Boxes(Document):
    boxes: dict[str, Box]


def test_a_notation_in_a_document() -> None:
    boxes = validate(parse("{game: x, boxes: {a: {pool: 2 red}}}"), Boxes).boxes
    assert boxes["a"].pool == Pool("2 red")


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_the_caret_stands_inside_the_text(quote: str) -> None:
    source = parse(f"game: x\nboxes:\n  a:\n    pool:   {quote}2 red , 1 bleu{quote}  # so\n", "a.yaml")
    (fault,) = check(source, Boxes)
    assert fault.text[fault.column - 1 :][: fault.width] == "bleu"
    assert fault.place == "pool"
    assert fault.message.endswith("did you mean 'blue'?")


def test_a_wide_character_moves_the_caret() -> None:
    (fault,) = check(parse("{game: 中文, boxes: 1}", "a.yaml"), Boxes)
    assert str(fault).splitlines()[2] == "      | " + " " * len("{game: 中文, boxes: ") + "  ^"


def test_keys_of_a_mapping_in_a_mapping_are_known() -> None:
    (fault,) = check(parse("{game: x, boxes: {a: {pool: 1 red, sise: 2}}}", "a.yaml"), Boxes)
    assert fault.message == "there is no such key here; did you mean 'size'?"


def test_schema_names_every_key() -> None:
    made = schema(Boxes)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["$defs"]["Box"]["properties"]["pool"]["type"] == "string"
    assert made["additionalProperties"] is False
    json.dumps(made)
