"""Rulings: the open questions of the rulebooks, their readings, and the choice of one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast, get_args, get_type_hints

from solver.errors import WordsError, did_you_mean
from solver.games import game_named

if TYPE_CHECKING:
    from solver.task.model import Readings


class Rules(Protocol):
    """What the rules of every game have: the readings that change what a task means."""

    @property
    def readings(self) -> Readings:
        """What these rules say about tasks."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """An open question of a rulebook.

    Parameters
    ----------
    readings : each possible answer with its meaning
    default : the reading that holds unless another is chosen
    switch : whether another can be chosen; if not, the question is settled in code
    confidence : of the default: stated, strong, medium or weak
    source : what it rests on
    effect : where it shows
    """

    game: str
    id: str
    question: str
    readings: dict[str, str]
    default: str
    switch: bool
    confidence: str
    source: str
    effect: str


def rules_class(game: str) -> type[Any]:
    """The class of a game's rules."""
    return cast("type[Any]", import_module(f"solver.games.{game_named(game).folder}.rules").Rules)


def switches(rules: type[Any]) -> dict[str, tuple[str, ...]]:
    """The rulings that can be switched, each with its readings, the default first.

    >>> switches(rules_class("gnome-kingdom"))["consecutive"]
    ('plain', 'wraps')
    """
    hints = get_type_hints(rules)
    found = {}
    given = getattr(rules, "_field_defaults", None)  # of a named tuple, as the readings of tasks are
    defaults = {field.name: field.default for field in fields(rules)} if given is None else given
    for name, default in defaults.items():
        readings = get_args(hints[name])
        if readings:  # else it is a number, which has no readings
            found[name] = (cast(str, default), *(reading for reading in readings if reading != default))
    return found


def rules_with(game: str, choices: Iterable[str] = ()) -> Rules:
    """The rules of a game with other readings than the default.

    Parameters
    ----------
    choices : each `ID=READING`, as `--rule` takes them

    Raises
    ------
    WordsError
        for a ruling or a reading that there is not, or two readings of one ruling

    Examples
    --------
    >>> rules_with("companion-quest", ["order=weak"]).readings.order
    'weak'
    """
    rules = rules_class(game)
    return cast(Rules, rules(**_chosen(choices, switches(rules), game_named(game).title)))


def readings_with(choices: Iterable[str] = ()) -> Readings:
    """What a task of no game means under other readings than the default.

    >>> readings_with(["high_low=strict"]).high_low
    'strict'
    """
    from solver.task.model import Readings

    return Readings(**cast(Any, _chosen(choices, switches(Readings), "the task notation")))


def changed(rules: Rules | Readings) -> dict[str, str]:
    """The rulings that do not have their default reading.

    >>> changed(rules_with("companion-quest", ["order=weak", "high_low=tied"]))
    {'order': 'weak'}
    """
    known = switches(type(rules))
    return {name: getattr(rules, name) for name, readings in known.items() if getattr(rules, name) != readings[0]}


def _chosen(choices: Iterable[str], known: dict[str, tuple[str, ...]], where: str) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for choice in choices:
        name, sign, reading = (part.strip() for part in choice.partition("="))
        if not sign:
            example = next((f"{name}={readings[1]}" for name, readings in known.items()), "ID=READING")
            raise WordsError(f"rule: '{choice}' is not ID=READING, as in {example}")
        if name not in known:
            hint = did_you_mean(name, known) or f"known are {', '.join(known)}"
            raise WordsError(f"rule: '{name}' is not a ruling of {where} that can be switched; {hint}")
        if reading not in known[name]:
            hint = did_you_mean(reading, known[name]) or f"known are {', '.join(known[name])}"
            raise WordsError(f"rule: '{reading}' is not a reading of '{name}'; {hint}")
        if chosen.get(name, reading) != reading:
            raise WordsError(f"rule: '{name}' is given two readings, {chosen[name]} and {reading}")
        chosen[name] = reading
    return chosen
