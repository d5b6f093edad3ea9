"""A policy by roll as lines of text and as rows of a report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.cli.ranked import number
from solver.cli.render import WIDTH, columns, paragraph, title
from solver.format import fraction, percent
from solver.games import GAMES
from solver.report import Report, Row
from solver.solve.by_roll import ByRoll


def policy_report(found: ByRoll, question: Mapping[str, Any], game: str, top: int | None, reproduce: str) -> Report:
    """The report: first what is gained in all, then a row for each first action with the chance that it comes to it."""
    whole = Row(found.before or "before the roll", found.value, found.kind, facts={"measure": found.measure.name})
    rows = [
        Row(
            group.action,
            group.chance,
            found.kind,
            facts={found.measure.name: fraction(group.value), "rolls": group.rolls, "roll": group.example},
        )
        for group in found.groups[:top]
    ]
    asked = {"question": "what to do with every roll?", **question, "objective": found.objective, "game": game}
    return Report(
        "turn", asked, [whole, *rows], dict(found.rulings), list(found.assumptions), {}, reproduce
    )  # fmt: skip


def policy_lines(found: ByRoll, report: Report, digits: int, game: str) -> list[str]:
    """The answer in at most 80 columns."""
    value = number(found.value, found.measure, digits)
    lines = [
        title(GAMES[game].title, *found.title),
        title(f"what to do with every roll?   wanted: {found.objective}", found.kind),
        "",
    ]
    first = f"{found.before}: " if found.before else ""
    lines.append(paragraph(f"{first}{found.measure.name} {value}  {fraction(found.value)}"))
    rows = [["chance", "first action", found.measure.name, "rolls", "such as"]]
    shown = found.groups[: len(report.rows) - 1]
    for group in shown:
        gained = number(group.value, found.measure, digits)
        rows.append([percent(group.chance, digits), group.action, gained, f"{group.rolls:,}", group.example])
    table = columns(rows, "><>><")
    if max(map(len, table)) > WIDTH:
        narrow = columns([[row[0], *row[2:]] for row in rows], ">>><")
        table = narrow[:1]
        for group, text in zip(shown, narrow[1:], strict=True):
            table += [text, paragraph(group.action, 7, 2)]
    lines += table
    left = found.groups[len(shown) :]
    if left:
        chance = percent(sum(group.chance for group in left), digits)
        lines.append(f"  … {len(left):,} more, {chance} together: --top all")
    lines.append("")
    lines += [paragraph(f"assumed: {said}") for said in found.assumptions]
    if found.rulings:
        named = ", ".join(f"{name}={reading}" for name, reading in found.rulings.items())
        lines.append(paragraph(f"rests on: {named} (gnomon rulings {game})"))
    return [*lines, f"  reproduce: {report.reproduce}"]
