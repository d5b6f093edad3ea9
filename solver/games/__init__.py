"""The games: their names, their shipped data, and what a card and an option of the command line are.

Import-light, and without pydantic: the tests check what is shipped; what users bring goes through
the models in each game's `cards.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.errors import NotationError, WordsError, did_you_mean

if TYPE_CHECKING:
    from solver.dice import DiceSet
    from solver.task.model import Task


@dataclass(frozen=True, slots=True)
class GameName:
    """A game: its name on the command line and in words, its folder in `puzzles/` and `solver/games/`."""

    name: str
    title: str
    folder: str
    ready: bool = True  # whether there is a package for it yet


GAMES: Mapping[str, GameName] = {
    game.name: game
    for game in (
        GameName("gnome-kingdom", "Gnome Kingdom", "gnome_kingdom"),
        GameName("companion-quest", "Companion Quest", "companion_quest"),
        GameName("patatrap", "Patatrap Quest", "patatrap", ready=False),
        GameName("old-ones", "Quest for the Old Ones", "old_ones"),
    )
}


def game_named(name: str) -> GameName:
    """The game of that name.

    Raises
    ------
    WordsError
        if there is none, or nothing is known of it yet

    Examples
    --------
    >>> game_named("gnome-kingdom").title
    'Gnome Kingdom'
    """
    if name not in GAMES:
        hint = did_you_mean(name, GAMES) or f"known are {', '.join(GAMES)}"
        raise WordsError(f"there is no game '{name}'; {hint}")
    if not GAMES[name].ready:
        raise WordsError(f"nothing is there for {GAMES[name].title} yet")
    return GAMES[name]


@dataclass(frozen=True, slots=True)
class Option:
    """What the command line may ask of one game: `--clan pebble`; a switch takes no value."""

    flag: str
    help: str
    choices: tuple[str, ...] = ()
    repeat: bool = False
    switch: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A card or tile with a task.

    Parameters
    ----------
    game, kind : where it belongs, as in `gnome-kingdom` and `tasks`
    name, title : its name on the command line, and in words
    provenance : `printed` in the rulebook, `reported` by a public review, or a `sample` made here
    source : where it is printed or reported
    level : its level (Gnome Kingdom: start, I, II, III) or empty
    type : its type (Companion Quest: challenge, danger, quest) or empty
    flag, barren : the rule of a quest of Companion Quest by its name, and the colour that it speaks of, or empty
    assumed : what of it no source tells
    """

    game: str
    kind: str
    name: str
    title: str
    task: Task
    provenance: str
    source: str = ""
    level: str = ""
    type: str = ""
    assumed: str = ""
    note: str = ""
    flag: str = ""
    barren: str = ""

    @property
    def rule(self) -> str:
        """The rule of a quest and how long it holds; empty if it has none."""
        if not self.flag:
            return ""
        from solver.games.companion_quest.content import until_completed

        return until_completed(self.flag, self.barren)

    @property
    def dice(self) -> int | None:
        """How many dice the task takes; None for a danger and for choices that share a space."""
        from solver.task.model import Either

        chosen = [space for item in self.task.relations if isinstance(item, Either) for space in item.spaces]
        if self.task.danger or len(set(chosen)) < len(chosen):
            return None
        choices = sum(isinstance(item, Either) for item in self.task.relations)
        return len(self.task.spaces) - len(chosen) + choices


def card_of(game: str, entry: Mapping[str, Any]) -> Card:
    """The card that an entry of a file describes; its task may still be text.

    >>> entry = {"name": "three-equal", "task": "[any]*3 : equal", "provenance": "sample"}
    >>> card = card_of("gnome-kingdom", entry)
    >>> card.title, card.dice
    ('Three equal', 3)
    """
    task = entry["task"]
    read = task_of(game, task) if isinstance(task, str) else task
    # a game may say more of its cards, and none of them says all
    said = {key: value for key, value in entry.items() if key in _SAID and value is not None}
    return Card(game=game, kind="tasks", **{**said, "task": read, "title": title_of(entry)})


_SAID = tuple(field.name for field in fields(Card))


def title_of(entry: Mapping[str, Any]) -> str:
    """What an entry of a file is called in words.

    >>> title_of({"name": "three-equal"}), title_of({"name": "prost", "title": "Prost"})
    ('Three equal', 'Prost')
    """
    return str(entry.get("title") or entry["name"].replace("-", " ").capitalize())


def task_of(game: str, text: str) -> Task:
    """A task in the colours of a game.

    Raises
    ------
    NotationError
        for what the notation does not allow, or a colour the game does not have

    Examples
    --------
    >>> task_of("gnome-kingdom", "[clan 4-6]")
    Task('[clan 4-6]')
    """
    from solver.dice import STANDARD
    from solver.task.model import Task

    dice = dice_set(game)
    try:
        return Task(text, dice)
    except NotationError as error:
        word = error.text[error.start : error.end]
        if word not in STANDARD.dice or word in dice.dice:
            raise
        message = f"'{word}' is not a colour of {GAMES[game].title}; its dice are {', '.join(dice.dice)}"
        raise NotationError("task", message, error.text, error.start, error.end) from None


@cache
def dice_set(game: str) -> DiceSet:
    """The dice of a game as its pools, rolls and tasks name them.

    >>> sorted(dice_set("gnome-kingdom").dice)
    ['blue', 'green', 'orange', 'purple', 'red']
    """
    from solver.dice import DiceSet, Die

    dice = shipped(game, "dice")
    return DiceSet({die["name"]: Die(die["name"]) for die in dice}, {die["letter"]: die["name"] for die in dice})


def file_of(game: str, kind: str) -> Path:
    """Where a kind of shipped data lies; it need not be there."""
    from solver.source import PUZZLES

    if (game, kind) == ("companion-quest", "symbols"):
        return PUZZLES / "keys" / "master_key.yaml"
    return PUZZLES / game_named(game).folder / f"{kind}.yaml"


@cache
def shipped(game: str, kind: str) -> tuple[dict[str, Any], ...]:
    """The entries of a shipped file as they stand there, none if there is no such file; not to be changed.

    >>> shipped("gnome-kingdom", "dice")[2]["clan"]
    'berry'
    """
    from solver.source import parse

    file = file_of(game, kind)
    if not file.is_file():
        return ()
    return tuple(parse(file.read_text(encoding="utf-8"), file.name, shipped=True).root.plain()[kind])
