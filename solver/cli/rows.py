"""Rows of any table as columns: each field of a row by its type, so that a game's tables need no code here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any

from solver.cli.sheet import pipes
from solver.distribution import Distribution, Odds, Points
from solver.format import decimal, fraction, percent
from solver.games import game_named
from solver.report import Report, Row

BASIS = ("kind", "rulings", "assumed")
"""Fields that say what a row rests on; a table says it once."""


def records(rows: Sequence[Any], digits: int) -> list[dict[str, Any]]:
    """The rows as plain columns: a number as a decimal, its fraction beside it.

    A chance is in percent, a difference of chances in percent points; their columns are called after that.

    A distribution is written as `0: 1/2, 1: 1/2`.
    """
    shape = {field.name: _type(rows, field.name) for field in fields(rows[0])}
    return [_record(row, shape, digits) for row in rows]


def _type(rows: Sequence[Any], name: str) -> type[Any]:
    """The type of a field, whose value may be missing in some rows."""
    return next((type(value) for row in rows if (value := getattr(row, name)) is not None), str)


def _record(row: Any, shape: Mapping[str, type[Any]], digits: int) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for name, kind in shape.items():
        value = getattr(row, name)
        if not issubclass(kind, Fraction):
            plain[name] = _text(value)
            continue
        unit = "_percent" if issubclass(kind, Odds) else "_points" if issubclass(kind, Points) else ""
        text = "" if value is None else decimal(Fraction(value) * (100 if unit else 1), digits)
        plain[f"{name}{unit}"] = text
        plain[f"{name}_fraction"] = "" if value is None else fraction(value)
    return plain


def _text(value: Any) -> Any:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Distribution():
            return ", ".join(f"{outcome}: {fraction(value.odds(outcome))}" for outcome in sorted(value))
        case tuple() | list() | frozenset():
            return " ".join(map(str, value))
        case Odds() | Fraction():
            return fraction(value)
        case int():
            return value
    return str(value)


def report_rows(rows: Sequence[Any]) -> list[Row]:
    """The rows of the report: the first chance, or else the first other number, is the value."""
    return [_row(row) for row in rows]


def _row(row: Any) -> Row:
    values = {field.name: getattr(row, field.name) for field in fields(row)}
    numbers = [name for name, value in values.items() if isinstance(value, Odds)]
    numbers += [name for name, value in values.items() if isinstance(value, Fraction)]
    label = ", ".join(str(_text(value)) for name, value in _keys(row).items())
    facts: dict[str, Any] = {"measure": numbers[0]} if numbers else {}
    for name, value in values.items():
        if name not in (*BASIS, *numbers[:1]):
            plain = isinstance(value, bool | int) and not isinstance(value, Fraction)
            facts[name] = _spread(value) if isinstance(value, Distribution) else value if plain else _text(value)
    value = Fraction(values[numbers[0]]) if numbers else None
    return Row(label, value, getattr(row, "kind", "exact"), facts=facts)


def _spread(value: Distribution[Any]) -> dict[str, str]:
    return {str(outcome): fraction(value.odds(outcome)) for outcome in sorted(value)}


def _keys(row: Any) -> dict[str, Any]:
    """The fields that tell what a row is about: those before the first number that was computed."""
    found: dict[str, Any] = {}
    for field in fields(row):
        value = getattr(row, field.name)
        if isinstance(value, Odds | Fraction | Distribution):
            break
        found[field.name] = value
    return {name: value for name, value in found.items() if name not in ("title", *BASIS)}


def markdown(rows: Sequence[Any], report: Report, digits: int) -> str:
    """The table as a Markdown page, differences in percent points; distributions are left to csv and json."""
    names = [
        field.name
        for field in fields(rows[0])
        if field.name not in BASIS and not isinstance(getattr(rows[0], field.name), Distribution)
    ]
    if "title" in names:
        names.remove(names[names.index("title") - 1])  # what the title says in words
    cells = [[_cell(getattr(row, name), digits) for name in names] for row in rows]
    align = "".join(
        ">" if all(isinstance(getattr(row, name), int | Fraction | None) for row in rows) else "<" for name in names
    )
    game = game_named(report.question["game"]).title
    head = [name.replace("_", " ") for name in names]
    lines = [f"# {game}: {report.question['kind']}", "", *pipes(head, cells, align)]
    lines += ["", *(f"{said}." for said in report.assumptions)]
    points = [column for name, column in zip(names, head, strict=True) if issubclass(_type(rows, name), Points)]
    if points:
        lines.append(f"In percent points: {', '.join(points)}.")
    named = ", ".join(f"{name}={reading}" for name, reading in report.rulings.items())
    lines.append(f"Rests on: {named or 'the printed rules'} (gnomon rulings {report.question['game']}).")
    return "\n".join(lines)


def _cell(value: Any, digits: int) -> str:
    match value:
        case Odds():
            return percent(value, digits)
        case Points():
            return decimal(value * 100, digits)
        case Fraction():
            return decimal(value, digits)
    return str(_text(value))


def kinds_said(rows: Sequence[Any]) -> list[str]:
    """How far the numbers can be trusted, as a sentence."""
    found = list(dict.fromkeys(getattr(row, "kind", "exact") for row in rows))
    if found == ["exact"]:
        return ["All numbers are exact"]
    return [f"Kind of the numbers: {', '.join(found)}"]


def assumed_by(rows: Sequence[Any]) -> list[str]:
    """What the rows take for granted, and how many of their tasks are samples."""
    samples = list(provenance_of(rows).values()).count("sample")
    said = [f"{samples} tasks are samples: invented here, not the publisher's"] if samples else []
    return [*dict.fromkeys(one for row in rows for one in getattr(row, "assumed", ())), *said]


def provenance_of(rows: Sequence[Any]) -> dict[str, str]:
    """Where each task of the rows comes from, if they are of tasks."""
    return {row.task: row.provenance for row in rows if hasattr(row, "task") and hasattr(row, "provenance")}


def rulings_of(rows: Sequence[Any], taken: Mapping[str, str]) -> dict[str, str]:
    """The rulings that the rows name, with their readings; none where they name none."""
    named = dict.fromkeys(name for row in rows for name in getattr(row, "rulings", ()))
    return {name: taken[name] for name in named if name in taken}
