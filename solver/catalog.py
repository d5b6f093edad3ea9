"""The catalogue: from a name to a game and what its files hold. Nothing is read before it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from solver.errors import WordsError, did_you_mean
from solver.games import GAMES, Card, GameName, Option, card_of, file_of, game_named, shipped
from solver.parts import has_part, part

if TYPE_CHECKING:
    from solver.entry import Document
    from solver.fault import Fault
    from solver.rulings import Ruling
    from solver.source import Source

KINDS = ("tasks", "tiles", "skills", "deck", "companions", "gnomes", "symbols", "dice", "puzzles", "rulings")


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the catalogue and what there is of it: kind -> number of entries."""

    name: str
    title: str
    holds: dict[str, int]


@dataclass(frozen=True, slots=True)
class DieRow:
    """A colour of dice: how many there are, and what else its game says of it."""

    name: str
    letter: str
    supply: int
    says: dict[str, str]
    provenance: str
    source: str


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """A symbol of a key: its meaning, how a task writes it, a roll that meets it and one that does not."""

    id: str
    meaning: str
    task: str
    pool: str
    meets: str
    provenance: str
    fails: str = ""


def list_games() -> list[GameRow]:
    """The games and what the catalogue holds of each; a game with nothing yet is listed as that.

    >>> [row.name for row in list_games() if not row.holds]
    ['patatrap']
    """
    return [GameRow(game.name, game.title, _sizes(game)) for game in GAMES.values()]


def _sizes(game: GameName) -> dict[str, int]:
    names = kinds(game.name) if game.ready else ()
    return {kind: len(shipped(game.name, kind)) for kind in names}


def kinds(game: str) -> tuple[str, ...]:
    """What kinds of files there are of a game.

    >>> kinds("gnome-kingdom")
    ('tasks', 'tiles', 'skills', 'dice', 'puzzles', 'rulings')
    """
    game_named(game)
    return tuple(kind for kind in KINDS if file_of(game, kind).is_file())


def own_cards(files: Iterable[str | Path]) -> tuple[Card, ...]:
    """The cards in files of one's own, of whichever games.

    Raises
    ------
    DocumentError
        for a file with faults, with all of them

    Examples
    --------
    >>> file = "{game: gnome-kingdom, tasks: [{name: six, level: I, task: '[6]', provenance: sample}]}"
    >>> own = own_cards([file])
    >>> find_task("gnome-kingdom/six", own).task
    Task('[6]')
    """
    return tuple(card for file in files for card in getattr(load(file), "cards", tuple)())


def list_cards(game: str, kind: str = "tasks", own: Iterable[Card] = ()) -> tuple[Card, ...]:
    """The cards of a game with a task: the shipped ones, changed and followed by one's own.

    Parameters
    ----------
    own : one's own; a card with the name of a shipped one stands in its place

    Raises
    ------
    WordsError
        for an unknown game, or a kind of data that is not cards with a task

    Examples
    --------
    >>> len(list_cards("gnome-kingdom")), sum(card.level == "II" for card in list_cards("gnome-kingdom"))
    (31, 10)
    """
    _known_kind(game, kind)
    if kind != "tasks":
        raise WordsError(f"'{kind}' of {game_named(game).title} are no cards with a task; those are 'tasks'")
    found = {entry["name"]: card_of(game, entry) for entry in shipped(game, "tasks")}
    found |= {card.name: card for card in own if card.game == game}
    return tuple(found.values())


def list_entries(game: str, kind: str, files: Iterable[str | Path] = ()) -> tuple[dict[str, Any], ...]:
    """What the files of a kind say, the shipped one changed and followed by one's own.

    Raises
    ------
    WordsError
        for an unknown game or kind
    DocumentError
        for a file with faults, with all of them

    Examples
    --------
    >>> list_entries("companion-quest", "gnomes")[0]["starter"]
    'prost'
    """
    from solver.source import read

    _known_kind(game, kind)
    found = {name_of(entry): entry for entry in shipped(game, kind)}
    for file in files:
        source = read(file)
        _checked(source)
        said = source.root.plain()
        if said["game"] == game:
            found |= {name_of(entry): entry for entry in said.get(kind, ())}
    return tuple(found.values())


def own_kind(file: str | Path) -> str:
    """What a file of one's own holds.

    >>> own_kind("{game: gnome-kingdom, tasks: [{name: six, level: I, task: '[6]', provenance: sample}]}")
    'tasks'
    """
    from solver.source import read

    source = read(file)
    _checked(source)
    said = source.root.plain()
    return next(kind for kind in KINDS if kind in said)


def name_of(entry: Mapping[str, Any]) -> str:
    """What an entry of a file is called; a tile is called after its task.

    >>> name_of({"task": "two-different", "spaces": []})
    'two-different'
    """
    return str(next(entry[key] for key in ("name", "id", "task") if key in entry))


def find_task(name: str, own: Iterable[Card] = ()) -> Card:
    """The card of that name, written `game/name`; one's own come first.

    Raises
    ------
    WordsError
        if there is none; the message suggests a name that is close

    Examples
    --------
    >>> card = find_task("gnome-kingdom/three-of-a-kind")
    >>> str(card.task), card.level, card.provenance
    ('[any] [any] [any] : equal', 'III', 'printed')
    """
    game, _, task = name.partition("/")
    if not task:
        raise WordsError(f"'{name}' is not game/name, as in gnome-kingdom/three-of-a-kind")
    _known_kind(game, "tasks")
    mine: dict[str, Card] = {card.name: card for card in own if card.game == game}
    entries = {entry["name"]: entry for entry in shipped(game, "tasks")}
    if task in mine:
        return mine[task]
    if task in entries:
        return card_of(game, entries[task])
    hint = did_you_mean(task, [*mine, *entries]) or f"gnomon list {game} tasks shows them all"
    raise WordsError(f"{game_named(game).title} has no task '{task}'; {hint}")


def rulings(game: str) -> tuple[Ruling, ...]:
    """The open questions of a game's rulebook.

    >>> [ruling.id for ruling in rulings("companion-quest") if ruling.switch][-2:]
    ['meter_order', 'empty_zone']
    """
    from solver.rulings import Ruling

    _known_kind(game, "rulings")
    return tuple(Ruling(game=game, **entry) for entry in shipped(game, "rulings"))


def dice(game: str) -> tuple[DieRow, ...]:
    """The dice of a game.

    >>> dice("gnome-kingdom")[2].says
    {'clan': 'berry', 'confidence': 'stated'}
    """
    _known_kind(game, "dice")
    common = ("name", "letter", "supply", "provenance", "source")
    return tuple(
        DieRow(
            **{key: value for key, value in entry.items() if key in common},
            says={key: str(value) for key, value in entry.items() if key not in common},
        )
        for entry in shipped(game, "dice")
    )


def symbols(game: str) -> tuple[SymbolRow, ...]:
    """The symbols of a game's key.

    >>> symbols("companion-quest")[0].task
    '[any]'
    """
    _known_kind(game, "symbols")
    return tuple(SymbolRow(**entry) for entry in shipped(game, "symbols"))


def options(game: str) -> tuple[Option, ...]:
    """What the command line may ask of a game.

    >>> options("gnome-kingdom")[0].flag
    '--clan'
    """
    return cast("tuple[Option, ...]", part(game, "options").OPTIONS)


def load(argument: str | Path) -> Any:
    """A document of one's own, checked: a file, ``-`` or a text on one line.

    Raises
    ------
    DocumentError
        with every fault in it
    """
    from solver.source import read

    return _checked(read(argument))


def _checked(source: Source) -> Any:
    from solver.document import validate

    return validate(source, _model_of(source))


def check_file(argument: str | Path) -> list[Fault]:
    """What is wrong with a document, nothing if it is right.

    >>> [fault.message for fault in check_file("{game: gnome-kingdom, tsks: []}")]
    ["there is no such key here; did you mean 'tasks'?"]
    """
    from solver.fault import DocumentError

    try:
        load(argument)
    except DocumentError as error:
        return list(error.faults)
    return []


def notes_on(argument: str | Path) -> tuple[str, ...]:
    """What is worth knowing of a document without faults.

    >>> double = "{name: moon-hen, wake: red, abilities: [snack 2], provenance: sample}"
    >>> notes_on("{game: companion-quest, companions: [" + double + "]}")
    ('moon-hen could go on for ever at a gain',)
    """
    return tuple(getattr(load(argument), "notes", tuple)())


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of document.

    Parameters
    ----------
    name : `game/kind`, as in `gnome-kingdom/tasks`

    Examples
    --------
    >>> sorted(schema("gnome-kingdom/tasks")["properties"])
    ['game', 'tasks']
    """
    from solver.document import schema as schema_of

    if name not in schema_names():
        hint = did_you_mean(name, schema_names()) or f"known are {', '.join(schema_names())}"
        raise WordsError(f"there is no schema '{name}'; {hint}")
    game, _, kind = name.partition("/")
    return schema_of(_models(game)[kind])


def schema_names() -> tuple[str, ...]:
    """The kinds of documents that have a schema.

    >>> schema_names()[0]
    'gnome-kingdom/tasks'
    """
    ready = [game.name for game in GAMES.values() if game.ready]
    return tuple(
        f"{game}/{kind}"
        for game in ready
        for kind in (*kinds(game), *(("position",) if has_part(game, "position") else ()))
    )


def _models(game: str) -> dict[str, type[Document]]:
    """The models of a game's files by their kind; the position has no key of its kind and stands last."""
    from solver.entry import RulingsFile

    home = "files" if has_part(game, "files") else "cards"
    found: dict[str, type[Document]] = {**part(game, home).FILES, "rulings": RulingsFile}
    if has_part(game, "show"):
        from solver.sitting import SavedGame

        found["choices"] = SavedGame
    return {**found, "position": part(game, "position").Position} if has_part(game, "position") else found


def game_of(source: Source) -> str:
    """The game that a document belongs to.

    Raises
    ------
    DocumentError
        if it names none, or one that there is not
    """
    from solver.fault import DocumentError

    root = source.root
    if not isinstance(root.value, dict):
        raise DocumentError([source.fault("", "expected keys with values, `game` first", root.start)])
    if "game" not in root.value:
        first = next(iter((root.keys or {}).values()), root)
        message = f"the document has no 'game'; known are {', '.join(GAMES)}"
        raise DocumentError([source.fault("", message, first.start, first.end)])
    named = root.value["game"]
    try:
        return game_named(str(named.value)).name
    except WordsError as error:
        raise DocumentError([source.fault("game", str(error), named.start, named.end)]) from None


def _model_of(source: Source) -> type[Document]:
    """The model of a document: its `game` and the key that names its kind tell which.

    A document of none of those kinds, but with a key of a position, is a position.
    """
    from solver.fault import DocumentError

    models = _models(game_of(source))
    position = models.pop("position", None)
    keys = source.root.keys or {}
    found = [kind for kind in models if kind in keys]
    if found:
        return models[found[0]]
    if position is not None and (set(keys) - {"game"}) & set(position.model_fields):
        return position
    guesses = {key: did_you_mean(key, models) for key in keys if key != "game"}
    key = next((key for key, hint in guesses.items() if hint), "")
    if key:
        fault = source.fault(key, f"there is no such key here; {guesses[key]}", keys[key].start, keys[key].end)
    else:
        place = keys["game"]
        fault = source.fault("", f"the document holds none of {', '.join(models)}", place.start, place.end)
    raise DocumentError([fault])


def _known_kind(game: str, kind: str) -> None:
    title = game_named(game).title
    if kind not in kinds(game):
        hint = did_you_mean(kind, kinds(game)) or f"known are {', '.join(kinds(game))}"
        raise WordsError(f"there are no '{kind}' of {title}; {hint}")
