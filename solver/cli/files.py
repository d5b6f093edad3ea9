"""`gnomon list`, `rulings`, `check` and `schema`: what the catalogue and the files hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from solver.cli.group import Taught
from solver.cli.options import CARDS, JSON, RULE, reproduce, shared, show
from solver.cli.render import columns, paragraph, title
from solver.errors import WordsError, did_you_mean
from solver.games import GAMES
from solver.report import Report, Row

LIST = """What the catalogue holds.

A task that is listed as NAME is asked for as GAME/NAME.

\b
gnomon list
gnomon list gnome-kingdom
gnomon list gnome-kingdom skills
gnomon list companion-quest symbols
gnomon list gnome-kingdom tasks --cards my-cards.yaml
"""

RULINGS = """The open questions of a game's rulebook, and the readings of each.

A question that can be switched takes another reading by --rule ID=READING; the others are settled.

\b
gnomon rulings gnome-kingdom
gnomon rulings gnome-kingdom consecutive
gnomon table gnome-kingdom tasks --rule consecutive=wraps
"""

CHECK = """Check files of your own: what is wrong, with line, column and a caret.

Exit code 0 if all is right, else 3.

\b
gnomon check my-cards.yaml
gnomon check cards/*.yaml
cat my-cards.yaml | gnomon check -
"""

SCHEMA = """The JSON Schema of a kind of file, for editors.

Without a NAME it lists the kinds there are.

\b
gnomon schema
gnomon schema gnome-kingdom/tasks > tasks.schema.json
"""


NOTHING = "nothing yet"
PROSE = ("title", "source", "assumed", "note")
HELD = {"deck": "cards", "skills": "skill cards"}  # what there is so many of, where the kind's name is another word


def _complete_game(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    return [name for name in GAMES if name.startswith(word)]


def _complete_kind(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    from solver.catalog import kinds

    game = str(ctx.params.get("game"))
    ready = game in GAMES and GAMES[game].ready
    return [kind for kind in kinds(game) if kind.startswith(word)] if ready else []


@click.command(name="list", cls=Taught, help=LIST, short_help="What the catalogue holds.")
@click.argument("game", required=False, shell_complete=_complete_game)
@click.argument("kind", required=False, shell_complete=_complete_kind)
@shared(CARDS, JSON)
@click.pass_context
def list_(ctx: click.Context, game: str | None, kind: str | None, cards: tuple[str, ...], as_json: bool) -> None:
    """The command; the group reports what it raises."""
    from solver import catalog

    if game is None:
        rows = [
            Row(one.name, facts={"title": one.title, **{kind: str(n) for kind, n in one.holds.items()}})
            for one in catalog.list_games()
        ]
        found = [
            [one.name, one.title, ", ".join(f"{n} {HELD.get(kind, kind)}" for kind, n in one.holds.items()) or NOTHING]
            for one in catalog.list_games()
        ]
        lines = columns(found, "<<<")
    elif kind is None:
        held = next(one.holds for one in catalog.list_games() if one.name == _known(game))
        rows = [Row(name, facts={"entries": str(n)}) for name, n in held.items()]
        lines = columns([[name, str(n), f"gnomon list {game} {name}"] for name, n in held.items()], "<><")
    else:
        rows, lines = _entries(_known(game), kind, cards)
    provenance = {row.label: row.facts["provenance"] for row in rows if "provenance" in row.facts}
    question = {name: value for name, value in (("game", game), ("kind", kind)) if value}
    report = Report("list", question, rows, provenance=provenance, reproduce=reproduce(ctx))
    show(report, lines, as_json)


def _known(game: str) -> str:
    from solver.games import game_named

    return game_named(game).name


def _entries(game: str, kind: str, cards: Sequence[str]) -> tuple[list[Row], list[str]]:
    from solver import catalog

    if kind == "dice":
        dice = catalog.dice(game)
        facts = [
            {
                "letter": die.letter,
                "supply": str(die.supply),
                **die.says,
                "provenance": die.provenance,
                "source": die.source,
            }
            for die in dice
        ]
        cells = [
            [
                die.name,
                die.letter,
                str(die.supply),
                *(f"{key} {value}" for key, value in die.says.items()),
                die.provenance,
            ]
            for die in dice
        ]
        return [Row(die.name, facts=fact) for die, fact in zip(dice, facts, strict=True)], columns(
            cells, "<<>" + "<" * (len(cells[0]) - 3)
        )
    if kind == "symbols":
        found = catalog.symbols(game)
        rows = [
            Row(one.id, facts={"meaning": one.meaning, "task": one.task, "provenance": one.provenance}) for one in found
        ]
        lines = [line for one in found for line in (f"  {one.task}", paragraph(one.meaning, 6, 0))]
        return rows, lines
    if kind == "rulings":
        return _rulings(catalog.rulings(game), {}, False)
    if kind in ("deck", "puzzles"):
        return _plain_entries(game, kind)
    if kind != "tasks":
        return _other_entries(catalog.list_entries(game, kind, cards))
    own = catalog.own_cards(cards)
    listed = catalog.list_cards(game, kind, own)
    rows = [
        Row(
            card.name,
            facts={
                "title": card.title,
                **{name: value for name in ("level", "type") if (value := getattr(card, name))},
                "task": str(card.task),
                **({"rule": card.rule} if card.rule else {}),
                "provenance": card.provenance,
                **{name: value for name in ("source", "assumed", "note") if (value := getattr(card, name))},
            },
        )
        for card in listed
    ]
    cells = [[card.name, card.level or card.type, card.provenance, str(card.task)] for card in listed]
    lines = []
    for line, card in zip(columns(cells, "<<<<"), listed, strict=True):
        task = str(card.task)
        lines += [line] if len(line) <= 80 else [line.removesuffix(task).rstrip(), f"      {task}"]
        lines += [f"      {card.rule}"] if card.rule else []
    return rows, lines


def _plain_entries(game: str, kind: str) -> tuple[list[Row], list[str]]:
    """The cards of a deck, or the puzzles: what the file says of each."""
    from solver.games import shipped

    rows, cells = [], []
    for entry in shipped(game, kind):
        said = {key: value for key, value in entry.items() if key not in ("name", "id", "position")}
        name = str(entry.get("name", entry.get("id")))
        rows.append(Row(name, facts=said))
        strength = f"+{entry['strength']}" if "strength" in entry else ""
        what = str(entry.get("land") or entry.get("folk") or ", ".join(entry.get("users", ())))
        last = what if kind == "deck" else str(entry["title"])
        cells.append([name, str(entry.get("type", entry.get("level"))), strength, last])
    return rows, columns(cells, "<<><")


def _other_entries(entries: Sequence[Mapping[str, Any]]) -> tuple[list[Row], list[str]]:
    """Entries whose values are columns: whatever the file says of them but prose, and what all names tell already."""
    from solver.catalog import name_of

    name, *others = (key for key in dict.fromkeys(key for entry in entries for key in entry) if key not in PROSE)
    keys = [name, *(key for key in others if not all(_told_by_name(entry, key) for entry in entries))]
    cells = [[_cell(key, entry.get(key)) for key in keys] for entry in entries]
    rows = [Row(name_of(entry), facts={key: entry[key] for key in entry if key != "name"}) for entry in entries]
    return rows, columns(cells, "<" * len(keys))


def _told_by_name(entry: Mapping[str, Any], key: str) -> bool:
    from solver.catalog import name_of

    return key in entry and name_of(entry).startswith(str(entry[key]))


def _cell(key: str, value: object) -> str:
    if isinstance(value, list):
        return (" " if key == "spaces" else ", or ").join(map(str, value))
    if isinstance(value, int) and value is not True:
        return f"{key} {value}"
    return key if value is True else str(value or "")


@click.command(name="rulings", cls=Taught, help=RULINGS, short_help="Open questions of a rulebook, and their readings.")
@click.argument("game", shell_complete=_complete_game)
@click.argument("ruling", metavar="[ID]", required=False)
@shared(RULE, JSON)
@click.pass_context
def rulings(ctx: click.Context, game: str, ruling: str | None, rule: tuple[str, ...], as_json: bool) -> None:
    """The command; the group reports what it raises."""
    from solver import catalog
    from solver.rulings import changed, rules_with

    found = catalog.rulings(game)
    other = changed(rules_with(game, rule))
    if ruling is not None:
        known = [one.id for one in found]
        if ruling not in known:
            hint = did_you_mean(ruling, known) or f"known are {', '.join(known)}"
            raise WordsError(f"{GAMES[game].title} has no ruling '{ruling}'; {hint}")
        found = tuple(one for one in found if one.id == ruling)
    rows, lines = _rulings(found, other, ruling is not None)
    question = {"game": game, **({"ruling": ruling} if ruling else {})}
    taken = {row.label: row.facts["reading"] for row in rows}
    show(Report("rulings", question, rows, taken, reproduce=reproduce(ctx)), lines, as_json)


def _rulings(found: Sequence[Any], other: dict[str, str], whole: bool) -> tuple[list[Row], list[str]]:
    rows = [
        Row(
            one.id,
            facts={
                "question": one.question,
                "readings": one.readings,
                "default": one.default,
                "reading": other.get(one.id, one.default),
                "switch": one.switch,
                "confidence": one.confidence,
                "source": one.source,
                "effect": one.effect,
            },
        )
        for one in found
    ]
    blocks = [list(_one_ruling(row.label, row.facts, whole)) for row in rows]
    return rows, [line for place, block in enumerate(blocks) for line in ([""] if place else []) + block]


def _one_ruling(name: str, facts: Any, whole: bool) -> Iterator[str]:
    settled = "" if facts["switch"] else "settled"
    yield title(name, settled, f"confidence {facts['confidence']}")
    yield paragraph(facts["question"], 2, 0)
    for reading, meaning in facts["readings"].items():
        mark = "*" if reading == facts["reading"] else " "
        default = " (default)" if reading == facts["default"] and mark == " " else ""
        yield paragraph(f"{mark} {reading}: {meaning}{default}", 4, 4)
    if whole:
        yield paragraph(f"source: {facts['source']}", 2)
        yield paragraph(f"effect: {facts['effect']}", 2)
        if facts["switch"]:
            other = next(reading for reading in facts["readings"] if reading != facts["reading"])
            yield f"  the other reading: --rule {name}={other}"


@click.command(name="check", cls=Taught, help=CHECK, short_help="Is a file of cards right?")
@click.argument("files", metavar="FILE...", nargs=-1)
@shared(JSON)
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """The command; the group reports what it raises."""
    from solver.catalog import check_file, notes_on
    from solver.fault import report as report_of

    if not files:
        raise WordsError(f"which file is to be checked?\n  {ctx.command_path} my-cards.yaml")
    found = {file: check_file(file) for file in files}
    faults = [fault for some in found.values() for fault in some]
    rows = [
        Row(
            file,
            facts={
                "line": fault.line,
                "column": fault.column,
                "place": fault.place,
                "message": fault.message,
            },
        )
        for file, some in found.items()
        for fault in some
    ]
    right = []
    for file in (file for file, some in found.items() if not some):
        notes = notes_on(file) if file != "-" else ()
        rows.append(Row(file, facts={"message": "no faults", **({"notes": list(notes)} if notes else {})}))
        right += [f"{file}: no faults", *(f"  note: {note}" for note in notes)]
    lines = right + ([report_of(faults)] if faults else [])
    show(Report("check", {"files": list(files)}, rows, reproduce=reproduce(ctx)), lines, as_json)
    if faults:
        ctx.exit(3)


@click.command(name="schema", cls=Taught, help=SCHEMA, short_help="The JSON Schema of a kind of file.")
@click.argument("name", required=False)
@shared(JSON)
@click.pass_context
def schema(ctx: click.Context, name: str | None, as_json: bool) -> None:
    """The command; the group reports what it raises."""
    import json

    from solver import catalog

    if name is None:
        rows = [Row(one) for one in catalog.schema_names()]
        lines = [f"  {one}" for one in catalog.schema_names()]
    else:
        made = catalog.schema(name)
        rows = [Row(name, facts={"json_schema": made})]
        lines = [json.dumps(made, indent=2, ensure_ascii=False)]
    question = {"name": name} if name else {}
    show(Report("schema", question, rows, reproduce=reproduce(ctx)), lines, as_json)
