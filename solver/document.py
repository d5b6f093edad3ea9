"""Documents checked against a model, all faults at once; their JSON Schema; documents written.

This module knows no game: whoever has a model for a kind of document (made of `entry.py`) hands it in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from solver.entry import Place
from solver.errors import NotationError, did_you_mean
from solver.fault import DocumentError, Fault, in_words
from solver.source import Node, Source, scalar

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

M = TypeVar("M", bound=BaseModel)


def validate(source: Source, model: type[M]) -> M:
    """The document as an instance of the model.

    Raises
    ------
    DocumentError
        with every fault at its place

    Examples
    --------
    >>> from solver.entry import RulingsFile
    >>> from solver.source import parse
    >>> validate(parse("{game: gnome-kingdom, rulings: []}"), RulingsFile).game
    'gnome-kingdom'
    >>> print(DocumentError(check(parse("{gmae: gnome-kingdom, rulings: no}", "a.yaml"), RulingsFile)))
    a.yaml:1:2: gmae: there is no such key here; did you mean 'game'?
        1 | {gmae: gnome-kingdom, rulings: no}
          |  ^^^^
    a.yaml:1:32: rulings: expected a list, not 'no'
        1 | {gmae: gnome-kingdom, rulings: no}
          |                                ^^
    2 faults, nothing loaded
    """
    try:
        return model.model_validate(source.root.plain())
    except ValidationError as error:
        details = error.errors()
        meant = _misspelt(model, details)
        found = [fault for item in details if tuple(item["loc"]) not in meant for fault in _faults(source, model, item)]
        raise DocumentError(sorted(dict.fromkeys(found), key=lambda fault: (fault.line, fault.column))) from None


def check(source: Source, model: type[BaseModel]) -> list[Fault]:
    """The faults of the document, none if it is right."""
    try:
        validate(source, model)
    except DocumentError as error:
        return list(error.faults)
    return []


def schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of the documents that the model accepts."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_schema(model)}


@cache
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    return model.model_json_schema()


def _faults(source: Source, model: type[BaseModel], details: ErrorDetails) -> list[Fault]:
    kind, loc, context = details["type"], tuple(details["loc"]), details.get("ctx", {})
    if kind == "wrong":
        return [_place(source, (*loc, *place), message, word) for place, message, word in context["faults"]]
    if kind == "notation":
        return [_notation_fault(source, loc, context["error"])]
    if kind == "extra_forbidden":
        key = (_at(source.root, loc[:-1]).keys or {}).get(str(loc[-1]), source.root)
        message = "; ".join(filter(None, ("there is no such key here", _hint(model, loc))))
        return [source.fault(str(loc[-1]), message, key.start, key.end)]
    if kind == "missing":
        return [_missing(source, loc)]
    return [_place(source, loc, _explained(kind, details["input"], context, details["msg"], _last(loc)))]


def _misspelt(model: type[BaseModel], details: Sequence[ErrorDetails]) -> set[Place]:
    """The missing keys that are there with a spelling mistake, which is told once."""
    extra = [tuple(item["loc"]) for item in details if item["type"] == "extra_forbidden"]
    hints = {(*loc[:-1], _hint(model, loc)) for loc in extra}
    missing = [tuple(item["loc"]) for item in details if item["type"] == "missing"]
    return {loc for loc in missing if (*loc[:-1], f"did you mean '{loc[-1]}'?") in hints}


def _hint(model: type[BaseModel], loc: Place) -> str:
    known = _known_keys(_schema(model), loc[:-1])
    return did_you_mean(str(loc[-1]), known) or (f"known are {', '.join(known)}" if known else "")


def _at(root: Node, loc: Place) -> Node:
    """The node that a place leads to, as far as it exists."""
    node = root
    for part in loc:
        if isinstance(node.value, dict) and str(part) in node.value:
            node = node.value[str(part)]
        elif isinstance(node.value, list) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
        else:
            break
    return node


def _last(loc: Place) -> str:
    return next((str(part) for part in reversed(loc) if isinstance(part, str) and part != "[key]"), "")


def _place(source: Source, loc: Place, message: str, word: str = "") -> Fault:
    node = _at(source.root, loc)
    if loc and loc[-1] == "[key]" and len(loc) > 1:
        node = (_at(source.root, loc[:-2]).keys or {}).get(str(loc[-2]), node)
    if node.start == node.end and loc:  # nothing stands there: show the key
        node = (_at(source.root, loc[:-1]).keys or {}).get(str(loc[-1]), node)
    start, end = node.start, node.end
    if isinstance(node.value, dict | list) and not _on_one_line(source, node):
        end = start + 1  # a caret under a whole block would be no help
    if word and word in source.text[start:end]:
        start += source.text[start:end].index(word)
        end = start + len(word)
    return source.fault(_last(loc), message, start, min(end, _line_end(source, start)))


def _on_one_line(source: Source, node: Node) -> bool:
    return node.end <= _line_end(source, node.start)


def _line_end(source: Source, start: int) -> int:
    found = re.compile(r"[\r\n]").search(source.text, start)
    return found.start() if found else len(source.text)


def _notation_fault(source: Source, loc: Place, error: NotationError) -> Fault:
    node = _at(source.root, loc)
    message = "; ".join(filter(None, (error.message, error.hint)))
    written = source.text[node.start : node.end]
    at = written.find(error.text)
    if at < 0 or "\n" in written:  # folded or with escapes: the text of the notation does not stand there as such
        return _place(source, loc, f"{message} (at '{error.text[error.start : error.end]}')")
    start = node.start + at + error.start
    return source.fault(_last(loc), message, start, start + error.end - error.start)


def _missing(source: Source, loc: Place) -> Fault:
    owner = _at(source.root, loc[:-1])
    place = _last(loc[:-1])
    who = "the document" if not place else f"{place} {loc[-2]}"
    if isinstance(owner.value, dict):
        named = owner.value.get("name") or owner.value.get("id")
        if place and named is not None:
            who = f"'{named.value}'"
        elif place and isinstance(loc[-2], int):
            who = f"number {loc[-2] + 1}"
    first = next(iter((owner.keys or {}).values()), owner)
    end = first.end if first.end > first.start and first is not owner else first.start + 1
    return source.fault(place, f"{who} has no '{loc[-1]}'", first.start, end)


_WANTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "float_type": "a number",
    "list_type": "a list",
    "dict_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
}


def _explained(kind: str, value: object, context: Mapping[str, Any], message: str, field: str) -> str:
    if kind in _WANTED:
        return f"expected {_WANTED[kind]}, not {in_words(value)}"
    if kind == "literal_error":
        choices = re.findall(r"'([^']*)'", str(context.get("expected", "")))
        listed = f"{', '.join(choices[:-1])} or {choices[-1]}" if len(choices) > 1 else "".join(choices)
        if not isinstance(value, str):
            return f"expected {listed}, not {in_words(value)}"
        hint = did_you_mean(value, choices) if len(choices) > 4 else ""
        article = "an" if field[:1] in tuple("aeiou") else "a"
        return f"{in_words(value)} is not {article} {field}; {hint or f'expected {listed}'}"
    if kind in ("greater_than_equal", "less_than_equal"):
        word, bound = ("at least", "ge") if kind == "greater_than_equal" else ("at most", "le")
        return f"{in_words(value)} is out of range; it must be {word} {context[bound]}"
    if kind == "string_pattern_mismatch":
        return f"{in_words(value)} does not have the form {context['pattern']}"
    if kind in ("too_short", "string_too_short"):
        return "this is empty" if not value else f"at least {context['min_length']} are needed"
    if kind == "too_long":
        return f"at most {context['max_length']} are possible, not {context['actual_length']}"
    return message[:1].lower() + message[1:]


def _known_keys(root: Mapping[str, Any], loc: Place) -> list[str]:
    """The keys that may stand at a place, by the JSON Schema."""
    nodes = _resolved(root, root)
    for part in loc:
        nodes = [found for node in nodes for found in _resolved(root, _below(node, part))]
    return [key for node in nodes for key in node.get("properties", {})]


def _below(node: Mapping[str, Any], part: str | int) -> object:
    if isinstance(part, int):
        return node.get("items")
    return node.get("properties", {}).get(part, node.get("additionalProperties"))


def _resolved(root: Mapping[str, Any], node: object) -> list[Mapping[str, Any]]:
    if not isinstance(node, Mapping):
        return []
    if "$ref" in node:
        return _resolved(root, root["$defs"][node["$ref"].rsplit("/", 1)[-1]])
    options = node.get("anyOf") or node.get("oneOf")
    return [plain for option in options for plain in _resolved(root, option)] if options else [node]


def dump(value: object) -> str:
    """A document on one line, in flow style; :func:`solver.source.parse` reads it back to the same values.

    Examples
    --------
    >>> dump({"game": "gnome-kingdom", "roll": "r3 b5", "task": "[any]*3 : equal", "pool": [2, None]})
    '{game: gnome-kingdom, roll: r3 b5, task: "[any]*3 : equal", pool: [2, null]}'
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case Mapping():
            return "{" + ", ".join(f"{_quoted(str(key))}: {dump(item)}" for key, item in value.items()) + "}"
        case Sequence():
            return "[" + ", ".join(map(dump, value)) + "]"
        case _:
            raise TypeError(f"a document holds no {type(value).__name__}")


_PLAIN = re.compile(r"[A-Za-z][\w./+-]*( [\w./+-]+)*\Z", re.ASCII)


def _quoted(text: str) -> str:
    if _PLAIN.match(text) and isinstance(scalar(text), str):
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())
