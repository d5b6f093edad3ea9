"""The text of a document, YAML 1.2 or JSON, as values that know their place.

Nothing here knows what a document should hold: `document.py` checks that against a model.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.fault import DocumentError, Fault, fault_at

# where the data that Gnomon ships lies: in the installed package, or beside it in a checkout
_INSTALLED = Path(__file__).resolve().parent / "puzzles"
PUZZLES = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parents[1] / "puzzles"

MAX_BYTES = 400_000
MAX_DEPTH = 60
MAX_NODES = 50_000  # counted with every alias written out, which is what a chain of aliases would blow up

Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document and where it stands: offsets into the text; `size` counts it and all it holds."""

    start: int
    end: int
    value: Scalar | list[Node] | dict[str, Node]
    keys: Mapping[str, Node] | None = None
    size: int = 1

    def plain(self) -> Any:
        """The bare value: text, numbers, lists and dicts."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return [node.plain() for node in self.value] if isinstance(self.value, list) else self.value


@dataclass(frozen=True, slots=True)
class Source:
    """A document as it was read: its name, its text and its nodes."""

    name: str
    text: str
    root: Node

    def fault(self, place: str, message: str, start: int, end: int | None = None) -> Fault:
        """A fault from one offset of the text to another."""
        return fault_at(self.name, self.text, place, message, start, end)


def read(argument: str | Path, *, shipped: bool = False) -> Source:
    """Read a document: a file, ``-`` for standard input, or a text on one line that begins with a brace.

    What is shipped is read as :func:`parse` does.

    Raises
    ------
    DocumentError
        if there is no such file, it is not UTF-8, too big, or neither YAML nor JSON

    Examples
    --------
    >>> read("{game: gnome-kingdom, roll: r3 b5}").root.plain()
    {'game': 'gnome-kingdom', 'roll': 'r3 b5'}
    """
    if isinstance(argument, str) and argument.lstrip().startswith("{"):
        return parse(argument, "<text>", shipped=shipped)
    if isinstance(argument, str) and not argument.strip():
        raise DocumentError([Fault("<text>", 0, 0, "", "an empty text is no position, and no file is called so")])
    name = "<stdin>" if argument == "-" else str(argument)
    try:
        if argument == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(argument).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise DocumentError([Fault(name, 0, 0, "", "there is no such file")]) from None
    except IsADirectoryError:
        raise DocumentError([Fault(name, 0, 0, "", "this is a folder, not a file")]) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DocumentError([Fault(name, 0, 0, "", f"cannot be read: {reason}")]) from None
    if len(data) > MAX_BYTES:
        raise DocumentError([Fault(name, 0, 0, "", f"bigger than the limit of {MAX_BYTES:,} bytes")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        shown = before + data[error.start :].decode("utf-8", "replace")
        message = f"this is not UTF-8 text (byte 0x{data[error.start]:02x})"
        raise DocumentError([fault_at(name, shown, "", message, len(before))]) from None
    return parse(text, name, shipped=shipped)


def parse(text: str, name: str = "<text>", *, shipped: bool = False) -> Source:
    r"""Read a document from its text; the same errors as :func:`read`.

    What is shipped is right, so it goes through the parser in C: that is quick, and its errors are not in our words.

    >>> parse("tasks:\n  - {name: pair, dice: 2}").root.plain()
    {'tasks': [{'name': 'pair', 'dice': 2}]}
    """
    if len(text) > MAX_BYTES:
        raise DocumentError([Fault(name, 0, 0, "", f"bigger than the limit of {MAX_BYTES:,} bytes")])
    if "\t" in text and text.lstrip()[:1] in "{[" and _is_json(text):
        text = text.replace("\t", " ")  # JSON may be indented by tabs, and a tab inside its texts is always escaped
    return Source(name, text, _compose(text, name, shipped))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read yet."""

    start: int
    anchor: str | None
    value: list[Node] | dict[str, Node]
    keys: dict[str, Node]
    end: int
    size: int = 1
    key: str | None = None  # the key that waits for its value

    def wants_key(self) -> bool:
        return isinstance(self.value, dict) and self.key is None

    def add(self, node: Node) -> None:
        self.size += node.size
        self.end = max(self.end, node.end)
        if isinstance(self.value, list):
            self.value.append(node)
        elif self.key is None:
            self.key = str(node.value)
            self.keys[self.key] = node
        else:
            self.value[self.key] = node
            self.key = None


Stop = Callable[..., DocumentError]


def _compose(text: str, name: str, shipped: bool) -> Node:
    # from the parser's events and without recursion, so that no nesting and no alias can exhaust anything
    def stop(message: str, start: int, end: int | None = None) -> DocumentError:
        return DocumentError([fault_at(name, text, "", message, start, end)])

    anchors: dict[str, Node] = {}
    stack: list[_Open] = []
    root: Node | None = None
    for event in _events(text, stop, pure=not shipped):
        kind, start, end = type(event).__name__, event.start_mark.index, event.end_mark.index
        if kind in ("StreamStartEvent", "StreamEndEvent", "DocumentEndEvent"):
            continue
        if kind == "DocumentStartEvent":
            if root is not None:
                raise stop("a second document begins here; a file holds one", start)
            continue
        if getattr(event, "tag", None) is not None:
            raise stop("tags such as !!str are not used here", start, end)
        anchor = getattr(event, "anchor", None)
        if kind in ("MappingStartEvent", "SequenceStartEvent"):
            if len(stack) >= MAX_DEPTH:
                raise stop(f"nested deeper than {MAX_DEPTH} levels", start)
            if stack and stack[-1].wants_key():
                raise stop("a key must be a word", start)
            stack.append(_Open(start, anchor, {} if kind == "MappingStartEvent" else [], {}, max(end, start + 1)))
            continue
        if kind == "AliasEvent":
            if anchor not in anchors:
                raise stop(f"'*{anchor}' refers to nothing; a text that begins with * needs quotes", start, end)
            known = anchors[anchor]
            node = Node(start, end, known.value, known.keys, known.size)
        elif kind == "ScalarEvent":
            node = _scalar_node(event, start, end, bool(stack) and stack[-1].wants_key(), stop)
        else:
            done = stack.pop()
            # a block ends where the next thing begins: its last value is the better end
            node = Node(done.start, max(done.end, end if end > start else 0), done.value, done.keys, done.size)
            anchor = done.anchor
        if anchor is not None:
            anchors[anchor] = node
        if not stack:
            root = node
            continue
        parent = stack[-1]
        if parent.size + node.size > MAX_NODES:
            raise stop(f"more than {MAX_NODES:,} values, with aliases written out", start, end)
        if parent.wants_key():
            if isinstance(node.value, list | dict):
                raise stop("a key must be a word", start, end)
            first = parent.keys.get(str(node.value))
            if first is not None:
                line = fault_at(name, text, "", "", first.start).line
                raise stop(f"the key '{node.value}' stands twice here, first on line {line}", start, end)
        parent.add(node)
    if root is None:
        raise DocumentError([Fault(name, 0, 0, "", "there is nothing in it")])
    return root


def _scalar_node(event: Any, start: int, end: int, is_key: bool, stop: Stop) -> Node:
    value: Scalar = event.value
    if not event.style and not is_key:
        value = scalar(event.value)
    elif not event.value.isascii():
        try:  # JSON writes a character beyond the first plane as two escapes
            value = event.value.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            raise stop("half a character: a \\u escape lacks its other half", start, end) from None
    return Node(start, end, value)


def _events(text: str, stop: Stop, pure: bool) -> Iterator[Any]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        yield from YAML(typ="safe", pure=pure).parse(text)
    except MarkedYAMLError as error:
        message, start = _syntax(error, text)
        raise stop(message, start) from None
    except YAMLError as error:
        at = getattr(error, "position", 0)
        raise stop(f"a character that is not text (U+{ord(text[at]):04X})", at) from None
    except (ValueError, AssertionError, IndexError, AttributeError, TypeError) as error:
        # a directive or an escape that the YAML reader itself trips over
        raise stop(f"this is neither YAML nor JSON: {error or type(error).__name__}", 0) from None


def _syntax(error: Any, text: str) -> tuple[str, int]:
    """A mistake in the YAML itself in plain words, and where it stands."""
    problem, context = error.problem or "", error.context or ""
    at = error.problem_mark.index if error.problem_mark else 0
    begun = error.context_mark.index if error.context_mark else at
    line = re.split(r"[\r\n]", text[:at])[-1] + re.split(r"[\r\n]", text[at:], maxsplit=1)[0]
    if "stream end" in problem or "end of stream" in problem:
        what = {"[": "bracket", "{": "brace", '"': "quote", "'": "quote"}.get(text[begun : begun + 1])
        if what:
            return f"the file ends before this {what} is closed", begun
        return "the file ends in the middle of a value", min(begun, len(text))
    if "'\\t'" in problem:
        return "a tab; indent with spaces", at
    if re.search(r":\s+\[[^\]]*\][^,}\]]", line):
        return "this is neither YAML nor JSON here; a text that begins with [ needs quotes", at
    if "mapping values are not allowed" in problem:
        return "a ':' where none can stand; a text that holds ': ' needs quotes", at
    problem = re.sub(r"<(.*?)>", r"\1", problem)
    return f"this is neither YAML nor JSON here: {', '.join(filter(None, (problem, context)))}", at


_INT = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, Scalar] = dict.fromkeys(("", "~", "null", "Null", "NULL"))
_WORDS |= {word: word[0] in "tT" for word in ("true", "True", "TRUE", "false", "False", "FALSE")}


def scalar(text: str) -> Scalar:
    """An unquoted word by the core schema of YAML 1.2, in which `no` and `on` are texts."""
    if text in _WORDS:
        return _WORDS[text]
    if len(text) > 100:  # no number of ours; and int() refuses very long ones
        return text
    if _INT.match(text):
        return int(text)
    if _BASED.match(text):
        return int(text, 0)
    return float(text) if _FLOAT.match(text) else text
