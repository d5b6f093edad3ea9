"""A table of tasks as Markdown: an overview, then every task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from solver.format import fraction, percent
from solver.report import Report

if TYPE_CHECKING:
    from solver.games.gnome_kingdom.tables_tasks import TaskRow


def markdown(rows: Sequence[TaskRow], report: Report, digits: int) -> str:
    """The table as a Markdown page that also reads well as it is."""
    from solver.games import game_named

    sizes = list(dict.fromkeys(row.dice for row in rows))
    game = game_named(report.question["game"]).title
    head = f"# {game}: {report.question['kind']}, with the best colours"
    best = {(row.task, row.dice): row.odds for row in reversed(rows)}  # the first of each is the best
    tasks = {row.task: row for row in rows}
    overview = [
        [name, row.provenance, *(percent(best[name, size], digits) for size in sizes)] for name, row in tasks.items()
    ]
    lines = [
        head,
        "",
        *pipes(["task", "from", *(f"{size} dice" for size in sizes)], overview, "<<" + ">" * len(sizes)),
    ]
    lines += ["", *_basis(report)]
    for _, group in groupby(rows, key=lambda row: row.task):
        lines += ["", *_one_task(list(group), digits)]
    return "\n".join(lines)


def _basis(report: Report) -> Iterator[str]:
    yield "All numbers are exact. `2+1` is two dice of one colour and one of another; `clan` is the"
    yield "colour of your clan; equally good patterns are all marked `best`. Help is for the first of them: a resource"
    yield "in the hands of another clan, or the power of its own clan."
    for said in report.assumptions:
        yield f"{said}."
    named = ", ".join(f"{name}={reading}" for name, reading in report.rulings.items())
    yield f"Rests on: {named} (gnomon rulings {report.question['game']})."


def _one_task(rows: Sequence[TaskRow], digits: int) -> list[str]:
    first = rows[0]
    cells = [
        [
            str(row.dice),
            row.colours,
            percent(row.odds, digits),
            fraction(row.odds),
            "best" if row.best else "",
        ]
        for row in rows
    ]
    return [
        f"## {first.title}",
        "",
        f"`{first.notation}` ({first.task}, level {first.level}, {first.provenance})",
        "",
        *pipes(["dice", "colours", "success", "fraction", ""], cells, "><><<"),
        *_with_help(rows, digits),
    ]


def _with_help(rows: Sequence[TaskRow], digits: int) -> list[str]:
    """The chance in the best colours with one resource or clan power, a line for each."""
    helped = [row for row in rows if row.helped is not None]
    if not helped:
        return []
    head = ["with one", *(f"{row.dice} dice" for row in helped)]
    names = list(helped[0].helped or ())
    cells = [[name, *(percent((row.helped or {})[name], digits) for row in helped)] for name in names]
    return ["", *pipes(head, cells, "<" + ">" * len(helped))]


def pipes(head: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> list[str]:
    """A Markdown table whose columns are aligned in the text, too.

    >>> pipes(["a", "b"], [["xyz", "1"]], "<>")
    ['| a   |  b |', '| :-- | -: |', '| xyz |  1 |']
    """
    widths = [max(2, *(len(row[place].replace("|", "\\|")) for row in [head, *rows])) for place in range(len(head))]
    rule = [
        f":{'-' * (width - 1)}" if side == "<" else f"{'-' * (width - 1)}:"
        for width, side in zip(widths, align, strict=True)
    ]
    lines = [
        [
            f"{cell.replace('|', chr(92) + '|'):{side}{width}}"
            for cell, side, width in zip(row, align, widths, strict=True)
        ]
        for row in [head, *rows]
    ]
    return [f"| {' | '.join(line)} |" for line in [lines[0], rule, *lines[1:]]]
