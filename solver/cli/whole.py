"""`gnomon new`, `gnomon board` and `gnomon perft`: a position to start from, the board, and counts of the tree."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from solver.cli.group import Taught
from solver.cli.options import JSON, RULE, reproduce, shared, show
from solver.cli.render import columns, title
from solver.errors import WordsError
from solver.games import GAMES
from solver.report import Report, Row

NEW = """A position to start from, with a comment on every line that needs one.

Without a NAME it is a common one; a game may have others.

\b
gnomon new old-ones > position.yaml
gnomon turn position.yaml
gnomon new old-ones palace
"""

BOARD = """The board of a game: what lies beside what, and how many ways lead where.

-o draws it: the forest of Gnome Kingdom, also of a position; the chase of Companion Quest.

\b
gnomon board old-ones
gnomon board gnome-kingdom --json
gnomon board companion-quest -o chase.svg
gnomon board gnome-kingdom/start -o forest.svg
"""

PERFT = """How many decisions, outcomes and ends there are at each depth of the game below a position.

Equal counts of two programs are a sign that they play by the same rules. Hands must be open: what is hidden cannot
be counted. The total chance of each depth is 1, exactly.

\b
gnomon new old-ones fight > position.yaml
gnomon perft position.yaml 3
gnomon perft old-ones/casualty 2
"""


@click.command(name="new", cls=Taught, help=NEW, short_help="A position to start from.")
@click.argument("game")
@click.argument("name", metavar="[NAME]", required=False)
def new(game: str, name: str | None) -> None:
    """The command; the group reports what it raises."""
    from solver.games import game_named
    from solver.parts import examples

    found = examples(game_named(game).name)
    wanted = name or "start"
    if wanted not in found:
        raise WordsError(f"{GAMES[game].title} has no position '{wanted}'; known are {', '.join(found)}")
    click.echo(found[wanted].read_text(encoding="utf-8"), nl=False)


@click.command(name="board", cls=Taught, help=BOARD, short_help="What lies beside what on the board.")
@click.argument("game", metavar="GAME or POSITION")
@shared(
    click.option("-o", "--output", metavar="FILE.svg", help="Draw the board to a file."),
    RULE,
    JSON,
)
@click.pass_context
def board(ctx: click.Context, /, game: str, output: str | None, rule: tuple[str, ...], as_json: bool) -> None:
    """The command; the group reports what it raises."""
    from solver.parts import part
    from solver.rulings import rules_with

    position = None
    if game not in GAMES and ("/" in game or "." in game or "{" in game or game == "-"):
        from solver.advice import read_position

        position = read_position(game, rule)
        game = position.game
        if output is None:
            raise WordsError(f"the board of a position is drawn: -o board.svg; {game} alone has facts in words")
    if output is not None:
        _draw(output, game, rules_with(game, rule), position)
        return
    module = part(game, "board", "boards")
    rules = rules_with(game, rule)
    rows = [Row(name, facts=facts) for name, facts in module.facts(rules)]
    lines = [title(GAMES[game].title, "board"), *(f"  {line}".rstrip() for line in module.lines(rules))]
    show(Report("board", {"game": game}, rows, reproduce=reproduce(ctx)), lines, as_json)


def _draw(output: str, game: str, rules: Any, position: Any) -> None:
    from pathlib import Path

    from solver.draw.boards import board_svg
    from solver.games import game_named

    file = Path(output)
    if file.suffix != ".svg":
        raise WordsError(f"--output: the picture is an SVG file; name it so, as in board.svg, not '{output}'")
    picture = board_svg(game_named(game).name, rules, position)
    try:
        file.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise WordsError(f"--output: {output} cannot be written: {error.strerror or error}") from None
    click.echo(f"{output}: the board is drawn", err=True)


@click.command(name="perft", cls=Taught, help=PERFT, short_help="Counts of the game tree below a position.")
@click.argument("position")
@click.argument("depth")
@shared(RULE, JSON)
@click.pass_context
def perft(ctx: click.Context, /, **said: Any) -> None:
    """The command; the group reports what it raises."""
    import shlex

    from solver.advice import read_position, write_position
    from solver.parts import part
    from solver.solve.perft import perft as counted

    text = said["depth"].strip()
    if not text.isdecimal() or len(text) > 4:
        raise WordsError(f"DEPTH: expected a whole number, 0 or more, not '{text}'")
    position = read_position(said["position"], said["rule"])
    game, state = part(position.game, "show", "whole games").game_of(position)
    plies = counted(game, int(text), state=state)
    rows = [
        Row(
            f"depth {ply.depth}",
            ply.total,
            facts={
                "measure": "total chance",
                "decisions": str(ply.decisions),
                "outcomes": str(ply.outcomes),
                "terminals": str(ply.terminals),
                "ended": str(ply.ended),
            },
        )
        for ply in plies
    ]
    cells = [["depth", "decisions", "outcomes", "ends", "ended", "total"]]
    cells += [
        [
            str(ply.depth),
            *(f"{n:,}" for n in (ply.decisions, ply.outcomes, ply.terminals)),
            _short(ply.ended),
            str(ply.total),
        ]
        for ply in plies
    ]
    written = write_position(position)
    again = [*ctx.command_path.split(), written, text, *(["--json"] if said["as_json"] else [])]
    report = Report("perft", {"position": written, "depth": int(text)}, rows, reproduce=shlex.join(again))
    show(report, [title(GAMES[position.game].title, "perft"), *columns(cells, ">>>>>>")], said["as_json"])


def _short(value: Fraction) -> str:
    """A chance as a fraction if it is short, else in percent."""
    from solver.format import percent

    text = str(value)
    return text if len(text) <= 20 else percent(value, 4)
