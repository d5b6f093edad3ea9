"""A ranking as lines of text and as rows of a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from solver.cli.render import WIDTH, columns, grade, paragraph, points, title
from solver.format import decimal, fraction, percent
from solver.games import GAMES
from solver.report import Report, Row
from solver.solve.ranking import Line, Measure, Ranking

LONGEST = 36  # a fraction that is longer is left to --json


def report_of(
    command: str, ranking: Ranking, question: Mapping[str, Any], game: str, top: int | None, reproduce: str
) -> Report:
    """The report: a row for each line that is shown, its other measures among the facts."""
    rows = [_row(line, ranking) for line in ranking.lines[:top]]
    asked = {"question": ranking.question, **question, "objective": ranking.objective, "game": game}
    return Report(
        command,
        asked,
        rows,
        dict(ranking.rulings),
        list(ranking.assumptions),
        {},
        reproduce,
        list(ranking.notes),
    )


def _row(line: Line, ranking: Ranking) -> Row:
    named = {
        measure.name: fraction(value) for measure, value in zip(ranking.measures[1:], line.values[1:], strict=True)
    }
    facts = {
        "rank": line.rank,
        "best": line.rank == 1,
        "grade": grade_of(line, ranking).split(" ")[0],
        "measure": ranking.measures[0].name,
        "loss_in": ranking.measures[line.loss_in].name,
        "then": named,
        **({"then_kind": line.later} if line.later not in (None, line.kind) else {}),
        "main": list(line.main),
        **line.facts,
    }
    return Row(line.action, line.value, line.kind, loss=line.loss, facts=facts)


def grade_of(line: Line, ranking: Ranking) -> str:
    """The word and sign for a loss of chance; losses of anything else have no grade, only `best`."""
    if line.rank == 1:
        return "best"
    return grade(line.loss) if ranking.measures[line.loss_in].unit == "chance" else "worse"


def kind_of(line: Line, ranking: Ranking) -> str:
    """How far the values of a line can be trusted: all of them, or the first one."""
    apart = line.later not in (None, line.kind)
    return f"{line.kind} {ranking.measures[0].name}" if apart else line.kind


def number(value: Fraction, measure: Measure, digits: int) -> str:
    """A value as its measure is read: in percent, or as a decimal.

    >>> number(Fraction(1, 4), Measure("win"), 2), number(Fraction(1, 4), Measure("lost", "number"), 2)
    ('25.00 %', '0.25')
    """
    if measure.unit == "chance":
        return percent(value, digits)
    if measure.unit == "count":
        return fraction(value)
    text = decimal(value, digits)
    return text if not value or float(text) else f"<{decimal(Fraction(1, 10**digits), digits)}"


def loss_of(line: Line, ranking: Ranking, digits: int) -> str:
    """How much a line loses, with its unit where that is not the first measure's."""
    if line.rank == 1:
        return "—"
    measure = ranking.measures[line.loss_in]
    text = points(line.loss, digits) if measure.unit == "chance" else number(line.loss, measure, digits)
    return text if not line.loss_in else f"{text} {measure.name}"


def lines_of(ranking: Ranking, report: Report, digits: int, game: str) -> list[str]:
    """The answer in at most 80 columns."""
    kinds = dict.fromkeys(kind_of(line, ranking) for line in ranking.lines)
    head = [title(GAMES[game].title, *ranking.title)]
    kind = next(iter(kinds)) if len(kinds) == 1 else ""
    head.append(title(f"{ranking.question}   wanted: {ranking.objective}", ranking.size, kind).replace("\n", "\n"))
    shown = ranking.lines[: len(report.rows)]
    lines = [*head, "", *_table(ranking, shown, digits, not kind)]
    left = len(ranking.lines) - len(shown) + ranking.untold
    if left:
        equal = sum(line.rank == 1 for line in ranking.lines[len(shown) :])
        lines.append(f"     … {left:,} more{f', {equal:,} of them best' if equal else ''}: --top all")
    return [*lines, *_basis(ranking, report, game)]


def _table(ranking: Ranking, shown: tuple[Line, ...], digits: int, with_kind: bool) -> Iterator[str]:
    measures = ranking.measures
    head = ["#", "", *(measure.name for measure in measures), "loss", "", ""]
    rows = [head]
    for line in shown:
        values = [number(value, measure, digits) for value, measure in zip(line.values, measures, strict=True)]
        word = grade_of(line, ranking)
        kind = kind_of(line, ranking) if with_kind else ""
        rows.append([str(line.rank), line.action, *values, loss_of(line, ranking, digits), word, kind])
    align = "><" + ">" * (len(measures) + 1) + "<<"
    together = columns(rows, align)
    if max(map(len, together)) <= WIDTH:
        fitted = [[text] for text in together]
    else:
        narrow = columns([[row[0], *row[2:]] for row in rows], align[0] + align[2:])
        names = ["", *(paragraph(line.action, 7, 2) for line in shown)]
        fitted = [[text, name] if name else [text] for text, name in zip(narrow, names, strict=True)]
    yield from fitted[0]
    for line, texts in zip(shown, fitted[1:], strict=True):
        yield from texts
        exact = fraction(line.value)
        if "/" in exact and len(exact) <= LONGEST:
            yield f"       = {exact}"


def _basis(ranking: Ranking, report: Report, game: str) -> Iterator[str]:
    yield ""
    if ranking.best.main:
        yield paragraph(f"then: {'; '.join(ranking.best.main)}")
    for said in ranking.assumptions:
        yield paragraph(f"assumed: {said}")
    if ranking.rulings:
        named = ", ".join(f"{name}={reading}" for name, reading in ranking.rulings.items())
        yield paragraph(f"rests on: {named} (gnomon rulings {game})")
    yield f"  reproduce: {report.reproduce}"
