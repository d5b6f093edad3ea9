"""`gnomon table`: whole tables, for reading and for files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli.group import Taught
from solver.cli.meter import Meter
from solver.cli.options import CARDS, DIGITS, JSON, RULE, count, reproduce, shared
from solver.errors import WordsError, did_you_mean
from solver.report import Report, Row

if TYPE_CHECKING:
    from solver.games.gnome_kingdom.tables_tasks import TaskRow

FORMATS = ("md", "csv", "json", "parquet")

HELP = """Whole tables of a game.

Of Gnome Kingdom every task with every pool that makes a difference: 2 to 5 dice, in all patterns of colours that
the task can tell apart; the best pattern is marked. Of Quest for the Old Ones fights, lands and the journey. Of
Companion Quest its cards, and the games that are won in every mode. Games are played for modes and players.

\b
gnomon table gnome-kingdom tasks
gnomon table old-ones guardians
gnomon table old-ones lands -f csv
gnomon table companion-quest setup
gnomon table gnome-kingdom tasks -o tasks.csv
gnomon table gnome-kingdom tasks -f json | less
gnomon table gnome-kingdom tasks --cards my-cards.yaml
gnomon table gnome-kingdom skills --cards my-skills.yaml
gnomon table gnome-kingdom tasks --rule consecutive=wraps

A pattern 2+1 is two dice of one colour and one of another; clan is the colour of your clan. The csv and json
formats also name one pool of each pattern, ready for gnomon odds. parquet needs pandas and pyarrow.
"""


@click.command(name="table", cls=Taught, help=HELP, short_help="Whole tables, for reading and for files.")
@click.argument("game")
@click.argument("kind")
@shared(
    click.option("-f", "--format", "form", metavar="FORMAT", help="md, csv, json or parquet; md if nothing tells."),
    click.option("-o", "--output", metavar="FILE", help="Write to a file."),
    click.option("--games", metavar="N", callback=count(1), help="Where games are played: how many for a row."),
    CARDS,
    RULE,
    DIGITS,
    JSON,
)
@click.pass_context
def table(ctx: click.Context, /, **said: Any) -> int | None:
    """The command; the group reports what it raises. An interruption keeps the rows that are done."""
    form = format_of(said["form"], said["output"], said["as_json"])
    target = Path(said["output"]) if said["output"] else None
    if form == "parquet" and target is None:
        raise WordsError("parquet is no text: name a file, as in -o tasks.parquet")
    rows, rulings, whole = _rows(said["game"], said["kind"], said["cards"], said["rule"], said["games"])
    report = _report(ctx, said, rows, rulings)
    if form == "parquet":
        assert target is not None
        _write_parquet(target, _plain(rows, said["digits"]))
    else:
        text = _text(form, report, rows, said)
        if target is None:
            click.echo(text)
            return _ended(whole)
        try:
            target.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise _unwritable(target, error) from None
    click.echo(f"{target}: {len(rows):,} rows", err=True)
    return _ended(whole)


def _ended(whole: bool) -> int | None:
    if whole:
        return None
    click.echo("gnomon: interrupted; these are the rows that were done", err=True)
    return 130


def format_of(form: str | None, output: str | None, as_json: bool) -> str:
    """The format that is asked for, or that the file's name tells; Markdown where it has no ending, and in .txt.

    >>> format_of(None, "tasks.csv", False), format_of(None, None, False)
    ('csv', 'md')
    """
    if form is not None and form not in FORMATS:
        hint = did_you_mean(form, FORMATS) or f"known are {', '.join(FORMATS)}"
        raise WordsError(f"--format: there is no format '{form}'; {hint}")
    if as_json:
        if form not in (None, "json"):
            raise WordsError(f"--json and --format {form} do not go together")
        return "json"
    if form is not None:
        return form
    ending = Path(output).suffix.removeprefix(".").lower() if output else ""
    if ending and ending not in (*FORMATS, "txt"):
        hint = f"known are {', '.join(FORMATS)} and txt, or --format says what to write"
        raise WordsError(f"--output: no format is known by the ending '.{ending}'; {hint}")
    return ending if ending in FORMATS else "md"


def _rows(
    game: str, kind: str, cards: Sequence[str], rules: Sequence[str], games: int | None
) -> tuple[list[Any], dict[str, str], bool]:
    """The rows, the readings they rest on, and whether these are all."""
    from inspect import signature

    from solver.catalog import kinds, list_cards, list_entries, own_cards
    from solver.games import game_named
    from solver.parts import part
    from solver.rulings import rules_with, switches

    found = game_named(game)
    tables: Mapping[str, Any] = part(game, "tables", "tables").TABLES
    if kind not in tables:
        hint = did_you_mean(kind, tables) or f"known are {', '.join(tables)}"
        raise WordsError(f"there is no table '{kind}' of {found.title}; {hint}")
    taken = rules_with(game, rules)
    # a table takes what its parameters are called after, and nothing else
    wanted = signature(tables[kind]).parameters
    held = kinds(game)
    given: dict[str, Any] = {name: list_entries(game, name, cards) for name in wanted if name in held}
    given |= {"rules": taken, "readings": taken.readings}
    given |= {"cards": list_cards(game, "tasks", own_cards(cards))} if "cards" in wanted else {}
    _refuse_unused(kind, cards, given)
    if games is not None:
        if "games" not in wanted:
            raise WordsError(f"--games: no games are played for the table '{kind}'")
        given["games"] = games
    with Meter("done") as meter:
        given["progress"] = meter.show
        found = tables[kind](**{name: value for name, value in given.items() if name in wanted})
        rows, whole = _until_interrupted(found)
    return rows, {name: str(getattr(taken, name)) for name in switches(type(taken))}, whole


def _refuse_unused(table: str, cards: Sequence[str], given: Mapping[str, Any]) -> None:
    """Refuse a file of one's own of which a table would make nothing."""
    from solver.catalog import own_kind

    for file in cards:
        kind = own_kind(file)
        if kind not in given and not (kind == "tasks" and "cards" in given):
            raise WordsError(f"--cards: {file} holds {kind}, which the table '{table}' does not ask for")


def _until_interrupted(found: Iterable[Any]) -> tuple[list[Any], bool]:
    """The rows of a table, or those that were done; a table that takes long yields its rows one by one."""
    rows: list[Any] = []
    try:
        rows.extend(found)  # each is kept as it comes
    except KeyboardInterrupt:
        if not rows:
            raise
        return rows, False
    return rows, True


def _of_tasks(rows: Sequence[Any]) -> bool:
    return hasattr(rows[0], "notation")


def _plain(rows: Sequence[Any], digits: int) -> list[dict[str, Any]]:
    from solver.cli.rows import records as plain_records

    return records(rows, digits) if _of_tasks(rows) else plain_records(rows, digits)


def records(rows: Sequence[TaskRow], digits: int) -> list[dict[str, Any]]:
    """The rows as plain columns: percent as a decimal text, the fraction beside it."""
    from solver.format import decimal, fraction

    helps = list(next((row.helped for row in rows if row.helped), ()))
    return [
        {
            "task": row.task,
            "title": row.title,
            "level": row.level,
            "provenance": row.provenance,
            "notation": row.notation,
            "dice": row.dice,
            "colours": row.colours,
            "pool": str(row.pool),
            "clan": row.clan,
            "percent": decimal(row.odds * 100, digits),
            "fraction": fraction(row.odds),
            "loss": fraction(row.loss),
            "best": "best" if row.best else "",
            **{f"with {name}": fraction(row.helped[name]) if row.helped else "" for name in helps},
        }
        for row in rows
    ]


def _text(form: str, report: Report, rows: Sequence[Any], said: Mapping[str, Any]) -> str:
    if form == "json":
        return report.json()
    if form == "csv":
        import csv
        import io

        plain = _plain(rows, said["digits"])
        file = io.StringIO()
        writer = csv.DictWriter(file, list(plain[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(plain)
        return file.getvalue().rstrip("\n")
    from solver.cli.rows import markdown as any_markdown
    from solver.cli.sheet import markdown

    if not _of_tasks(rows):
        return any_markdown(rows, report, said["digits"])
    return markdown(rows, report, said["digits"])


def _write_parquet(target: Path, plain: list[dict[str, Any]]) -> None:
    import importlib

    try:
        import pandas as pd

        importlib.import_module("pyarrow")  # what pandas writes it with
    except ImportError as error:
        raise WordsError(f"parquet needs pandas and pyarrow, and {error.name} is not installed") from None
    try:
        pd.DataFrame(plain).to_parquet(target)
    except OSError as error:
        raise _unwritable(target, error) from None


def _unwritable(target: Path, error: OSError) -> WordsError:
    return WordsError(f"--output: {target} cannot be written: {error.strerror or error}")


def _report(ctx: click.Context, said: Mapping[str, Any], rows: Sequence[Any], rulings: Mapping[str, str]) -> Report:
    from solver.cli.rows import assumed_by, provenance_of

    asked = {"game": said["game"], "kind": said["kind"]}
    if not _of_tasks(rows):
        from solver.catalog import rulings as all_rulings
        from solver.cli.rows import kinds_said, report_rows, rulings_of

        settled = {one.id: one.default for one in all_rulings(said["game"])}
        named = rulings_of(rows, {**settled, **rulings}) if rows and hasattr(rows[0], "rulings") else rulings
        said_of = [*kinds_said(rows), *assumed_by(rows)]
        return Report("table", asked, report_rows(rows), named, said_of, provenance_of(rows), reproduce(ctx))
    from solver.format import fraction

    plain = records(rows, said["digits"])
    kept = ("task", "title", "level", "provenance", "notation", "dice", "colours", "pool", "clan")
    found = [
        Row(
            f"{row.task}, {row.dice} dice, {row.colours}",
            row.odds,
            loss=row.loss,
            facts={
                **{key: record[key] for key in kept},
                "best": row.best,
                **({"with": {name: fraction(chance) for name, chance in row.helped.items()}} if row.helped else {}),
            },
        )
        for row, record in zip(rows, plain, strict=True)
    ]
    return Report(
        "table",
        asked,
        found,
        rulings,
        assumed_by(rows),
        provenance_of(rows),
        reproduce(ctx),
    )
