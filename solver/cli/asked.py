"""The tasks that a command line asks about, in notation or by name, with all that belongs to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from solver.errors import NotationError, WordsError, did_you_mean
from solver.task.model import Readings, Task, Word

if TYPE_CHECKING:
    from solver.games import Card

NAME = re.compile(r"[\w.-]+(/[\w.-]*)?\Z")


@dataclass(frozen=True, slots=True)
class Asked:
    """A task as it was asked for.

    Parameters
    ----------
    text : as it was typed
    task : with the clan's colour and the dice on the card filled in
    readings : the rulings that hold for it
    card : the card, where a name was given
    hat, path : how many spaces of a quest's path the hat has passed, and the whole path, of which the task is the rest
    """

    text: str
    task: Task
    readings: Readings
    card: Card | None = None
    hat: int = 0
    path: Task | None = None

    @property
    def on_path(self) -> bool:
        """Whether the spaces are filled in their order."""
        return self.card is not None and self.card.type == "quest"

    @property
    def letters(self) -> tuple[str, ...]:
        """The names of the spaces on the card; the hat does not change them."""
        return self.path.letters[self.hat :] if self.path else self.task.letters

    @property
    def title(self) -> str:
        """What the answer calls it."""
        return self.card.title if self.card else " ".join(self.text.split())

    @property
    def rests_on(self) -> dict[str, str]:
        """The rulings that bear on the task, each with its reading."""
        from solver.rulings import rules_class, switches

        words = {item.word for item in self.task.relations if isinstance(item, Word)}
        found = {}
        if any(space.rank for space in self.task.spaces):
            found["high_low"] = str(self.readings.high_low)
        if words & {"ascending", "descending"}:
            found["order"] = str(self.readings.order)
        if "consecutive" in words:
            found["consecutive"] = str(self.readings.consecutive)
        if self.card is None:
            return found
        known = switches(rules_class(self.card.game))  # what a game has settled is no ruling of its own
        return {name: reading for name, reading in found.items() if name in known}

    @property
    def dice_needed(self) -> int | None:
        """How many more dice the task takes at least; None where that is no plain number."""
        from solver.task.model import Either

        if self.task.danger:
            return None
        closed = 0
        free = set(self.task.open_spaces)
        seen: set[int] = set()
        for item in self.task.relations:
            if isinstance(item, Either) and free.issuperset(item.spaces):
                if seen.intersection(item.spaces):
                    return None
                seen.update(item.spaces)
                closed += len(item.spaces) - 1
        return len(free) - closed


def read_tasks(
    texts: Sequence[str],
    cards: Sequence[str] = (),
    rules: Sequence[str] = (),
    clan: str | None = None,
    given: str | None = None,
    hat: str | None = None,
) -> list[Asked]:
    """The tasks of a command line.

    Parameters
    ----------
    texts : the tasks, in notation or by name
    cards, rules : files of one's own cards; readings
    clan : whose colour `clan` is
    given : the dice on the card
    hat : how many spaces of a quest's path are behind the hat

    Raises
    ------
    WordsError
        for a name that is not there, a mistake in the notation, a clan that is missing or unknown
    DocumentError
        for a file of cards with faults

    Examples
    --------
    >>> read_tasks(["[clan 4-6]"], clan="acorn")[0].task
    Task('[orange 4-6]')
    """
    own: tuple[Card, ...] = ()
    if cards:
        from solver.catalog import own_cards

        own = own_cards(cards)
    asked = [_read(text, own, rules) for text in texts]
    return [_filled_in(one, clan, given, hat) for one in asked]


def _read(text: str, own: tuple[Card, ...], rules: Sequence[str]) -> Asked:
    if not NAME.match(text.strip()) or text.strip() == "health":
        return Asked(text, Task(text), _readings("", rules))
    name = text.strip()
    from solver.catalog import find_task

    if "/" not in name:
        raise WordsError(f"task: '{name}' is neither a task such as [red 4] nor game/name{_meant(name, own)}")
    card = find_task(name, own)
    return Asked(name, card.task, _readings(card.game, rules), card)


def _readings(game: str, rules: Sequence[str]) -> Readings:
    if not game and not rules:
        return Readings()
    from solver.rulings import readings_with, rules_with

    return rules_with(game, rules).readings if game else readings_with(rules)


def _meant(name: str, own: tuple[Card, ...]) -> str:
    """A card of that name in some game, or close to it."""
    from solver.games import GAMES, shipped

    games = [game.name for game in GAMES.values() if game.ready]
    if name in games:
        return f"; gnomon list {name} shows its tasks"
    full = {card.name: f"{card.game}/{card.name}" for card in own}
    full |= {entry["name"]: f"{game}/{entry['name']}" for game in games for entry in shipped(game, "tasks")}
    close = did_you_mean(name, full)
    return f"; did you mean '{full[close.split(chr(39))[1]]}'?" if close else "; gnomon list shows what there is"


def _filled_in(asked: Asked, clan: str | None, given: str | None, hat: str | None) -> Asked:
    task = asked.task
    if task.needs_clan:
        if not clan:
            raise WordsError(f"{asked.text} asks for the clan's colour: add --clan, as in --clan acorn")
        task = task.bind(clan_colour(clan, task))
    elif clan:
        clan_colour(clan, task)  # a clan that is not there is a mistake even where none is asked for
    if given is not None:
        task = task.given(given)
    whole = replace(asked, task=task)
    passed = _passed(hat, whole) if hat is not None else 0
    if given is not None and asked.on_path:
        _check_order(given, task, passed)
    return _after(passed, whole) if passed else whole


def _after(hat: int, asked: Asked) -> Asked:
    """The spaces of a quest's path that the hat has not passed, and what they ask of each other."""
    from solver.games.companion_quest.allot import stretch

    path = asked.task
    return replace(asked, task=stretch(path, hat, len(path.spaces)), hat=hat, path=path)


def _check_order(given: str, path: Task, hat: int) -> None:
    """Refuse dice where none can lie on a quest's path: behind the hat, or with an open space before them."""
    for at, space in enumerate(path.spaces):
        if space.holds is None or (at >= hat and all(one.holds for one in path.spaces[hat:at])):
            continue
        name = path.letters[at]
        found = re.search(rf"\b{name}\s*=\s*[^\s,]+", given)
        open_one = next((n for n in range(hat, at) if path.spaces[n].holds is None), hat)
        reason = (
            f"no die can lie on {name}: the hat has passed it (--hat {hat})"
            if at < hat
            else f"no die can lie on {name} while {path.letters[open_one]} is open: no space of a path is skipped"
        )
        raise NotationError("given", reason, given, *(found.span() if found else (0, len(given))))


def _passed(hat: str, asked: Asked) -> int:
    """How many spaces the hat has passed."""
    path = asked.task
    if not asked.on_path:
        raise WordsError(f"--hat tells where the hat is on a quest, and {asked.title} is none")
    spaces = len(path.spaces)
    if not re.fullmatch("[0-9]{1,3}", hat) or int(hat) >= spaces:
        said = f"the path of {asked.title} has {spaces} spaces; expected 0 to {spaces - 1}, not '{hat}'"
        raise WordsError(f"--hat: {said}")
    return int(hat)


def clan_colour(clan: str, task: Task) -> str:
    """The colour that a clan's name stands for; a colour stands for itself.

    >>> clan_colour("acorn", Task("[clan]")), clan_colour("red", Task("[clan]"))
    ('orange', 'red')
    """
    from solver.games.gnome_kingdom.options import CLANS
    from solver.games.gnome_kingdom.options import clan_colour as colour_of
    from solver.task.model import known_colours

    colours = known_colours(task.dice)
    if clan in colours:
        return clan
    if clan in CLANS:
        return colour_of(clan)
    hint = did_you_mean(clan, [*CLANS, *colours])
    known = hint or f"clans are {', '.join(CLANS)}; their colours do as well"
    raise WordsError(f"--clan: there is no clan '{clan}'; {known}")
