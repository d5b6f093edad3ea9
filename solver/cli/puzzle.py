"""`gnomon puzzle`: positions with a proven answer."""

from __future__ import annotations

from typing import Any

import click

from solver.cli.group import Taught
from solver.cli.options import DIGITS, JSON, reproduce, shared, show
from solver.cli.ranked import lines_of, number, report_of
from solver.cli.render import columns, paragraph, title
from solver.errors import WordsError
from solver.games import GAMES
from solver.report import Report, Row
from solver.solve.ranking import Ranking

HELP = """Puzzles: positions with one best answer, which is proven.

Without an ID it lists them, from easy to hard; with one it shows the position and the question.

\b
gnomon puzzle
gnomon puzzle old-ones
gnomon puzzle old-ones the-last-entrance
gnomon puzzle old-ones the-last-entrance --hint
gnomon puzzle old-ones the-last-entrance --answer

The position stands there as one line: 'gnomon turn' takes it, and answers.
"""


def _complete_game(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    from solver.puzzlebook import games_with_puzzles

    return [name for name in games_with_puzzles() if name.startswith(word)]


def _complete_id(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    from solver.games import shipped

    game = str(ctx.params.get("game"))
    names = [entry["id"] for entry in shipped(game, "puzzles")] if game in _complete_game(ctx, param, game) else []
    return [name for name in names if name.startswith(word)]


@click.command(name="puzzle", cls=Taught, help=HELP, short_help="Positions with one proven best answer.")
@click.argument("game", required=False, shell_complete=_complete_game)
@click.argument("name", metavar="[ID]", required=False, shell_complete=_complete_id)
@shared(
    click.option("--hint", is_flag=True, help="Something to think of."),
    click.option("--answer", is_flag=True, help="The answer, its margin, and all alternatives ranked."),
    DIGITS,
    JSON,
)
@click.pass_context
def puzzle(ctx: click.Context, /, **said: Any) -> None:
    """The command; the group reports what it raises."""
    from solver.puzzlebook import puzzle_named

    if said["name"] is None:
        if said["hint"] or said["answer"]:
            raise WordsError("which puzzle? --hint and --answer are of one of them")
        _list(ctx, said)
        return
    found = puzzle_named(said["game"], said["name"])
    lines = [title(found.title, found.level, GAMES[found.game].title), paragraph(found.question, 2, 0), ""]
    lines += [f"  {found.position}"]
    if found.objective:
        lines.append(paragraph(f"wanted: {found.objective}"))
    if said["hint"]:
        lines.append(paragraph(f"hint: {found.hint}"))
    facts = {
        "title": found.title,
        "level": found.level,
        "question": found.question,
        "objective": found.objective,
        **({"hint": found.hint} if said["hint"] else {}),
        "source": found.source,
    }
    if not said["answer"]:
        asked = {"game": found.game, "id": found.id, "position": found.position}
        report = Report("puzzle", asked, [Row(found.id, facts=facts)], reproduce=reproduce(ctx))
        lines.append(paragraph(f"the answer: {ctx.command_path} {found.game} {found.id} --answer"))
        show(report, lines, said["as_json"])
        return
    ranking = found.solved()
    asked = {"id": found.id, "position": found.position, **facts, "answer": found.answer, "why": found.why}
    report = report_of("puzzle", ranking, asked, found.game, None, reproduce(ctx))
    lines += ["", paragraph(f"answer: {found.answer}", 2), paragraph(f"margin: {_margin(ranking, said['digits'])}")]
    lines += [paragraph(found.why, 2, 0), "", *lines_of(ranking, report, said["digits"], found.game)]
    show(report, lines, said["as_json"])


def _margin(ranking: Ranking, digits: int) -> str:
    """By how much the answer is better than the next best, in words."""
    measure, line = ranking.margin_in, ranking.lines[1]
    text = number(ranking.margin, measure, digits)
    if measure.unit == "chance":
        text = text.replace("%", "percent points") + f" of the chance to {measure.name}"
    else:
        text += f" {measure.name}"
    return f"{text}, before '{line.action}'"


def _list(ctx: click.Context, said: dict[str, Any]) -> None:
    from solver.games import game_named
    from solver.puzzlebook import games_with_puzzles, puzzles

    if said["game"] is None:
        games = games_with_puzzles()
        rows = [Row(game, facts={"title": GAMES[game].title, "puzzles": len(puzzles(game))}) for game in games]
        cells = [[row.label, row.facts["title"], f"{row.facts['puzzles']} puzzles"] for row in rows]
        lines = columns(cells, "<<>")
    else:
        found = puzzles(game_named(said["game"]).name)
        rows = [Row(one.id, facts={"title": one.title, "level": one.level, "question": one.question}) for one in found]
        lines = columns([[one.id, one.level, one.title] for one in found], "<<<")
    question = {"game": said["game"]} if said["game"] else {}
    show(Report("puzzle", question, rows, reproduce=reproduce(ctx)), lines, said["as_json"])
