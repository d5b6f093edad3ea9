"""A whole game that one person plays: chance and the rivals follow a seed, so that choices alone tell all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Annotated, Any

from pydantic import Field

from solver.document import dump, validate
from solver.entry import Document
from solver.errors import GnomonError, WordsError, did_you_mean
from solver.game import CHANCE, TERMINAL
from solver.parts import part
from solver.rulings import rules_with
from solver.solve.playthrough import draw
from solver.source import read


class SavedGame(Document):
    """A game in the middle: who plays, the seed, and what the person chose so far, in words."""

    players: Annotated[int, Field(ge=1)] = 2
    seed: Annotated[int, Field(ge=0)] = 0
    seat: Annotated[int, Field(ge=0)] = 0
    rivals: str = "greedy"
    rules: dict[str, str] = {}  # noqa: RUF012 (each model copies it)
    choices: list[str] = []  # noqa: RUF012


@dataclass(slots=True)
class Sitting:
    """A game that is being played.

    Parameters
    ----------
    saved : what it is, and the choices so far
    news : what has happened since the person was asked last, as far as the person may know

    Examples
    --------
    >>> sitting = start(SavedGame(game="old-ones", seed=3))
    >>> sitting.labels[0], sitting.over
    ('choose Wolf Riders', False)
    >>> sitting.choose(0)
    >>> sitting.saved.choices
    ['choose Wolf Riders']
    """

    saved: SavedGame
    game: Any
    show: Any  # the game's module that puts it in words
    state: Any = None
    actions: Sequence[Any] = ()
    labels: list[str] = field(default_factory=list)
    news: list[str] = field(default_factory=list)
    _dice: Random = field(default_factory=Random)
    _rivals: list[Callable[[Any, Sequence[Any]], Any]] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.current_player(self.state) == TERMINAL)

    @property
    def seen(self) -> Any:
        """What the person may know."""
        return self.game.observation(self.state, self.saved.seat)

    def position(self) -> Any:
        """What the person sees as a position, for advice."""
        return self.show.position(self.seen, self.game)

    def choose(self, number: int) -> None:
        """Take one of the actions, by its number in `labels`, and go on to the next choice."""
        self.saved = self.saved.model_copy(update={"choices": [*self.saved.choices, self.labels[number]]})
        self.news = []
        self._take(self.actions[number])
        self._go_on()

    def undone(self) -> Sitting:
        """The same game before the last choice; chance is the same again.

        Raises
        ------
        GnomonError
            if nothing has been chosen yet
        """
        if not self.saved.choices:
            raise GnomonError("undo: nothing has been chosen yet")
        return start(self.saved.model_copy(update={"choices": self.saved.choices[:-1]}))

    def _take(self, move: Any) -> None:
        told = self.show.news(self.game, self.state, move, self.saved.seat)
        if told:
            self.news.append(told)
        self.state = self.game.apply(self.state, move)

    def _go_on(self) -> None:
        """Let chance and the rivals act until the person has a choice between two actions, or it is over."""
        while True:
            player = self.game.current_player(self.state)
            if player == TERMINAL:
                self.actions, self.labels = (), []
                return
            if player == CHANCE:
                self._take(draw(self.game.chance_outcomes(self.state), self._dice))
                continue
            actions = self.game.legal_actions(self.state)
            if player == self.saved.seat and len(actions) > 1:
                self.actions = actions
                self.labels = [self.show.label(self.seen, action) for action in actions]
                return
            seen = self.game.observation(self.state, player)
            self._take(actions[0] if player == self.saved.seat else self._rivals[player](seen, actions))


def start(saved: SavedGame) -> Sitting:
    """Begin a game, or go on with one: every choice that is written down is taken again.

    Raises
    ------
    WordsError
        for a game that cannot be played yet, a kind of rival or a seat that there is not
    GnomonError
        for a choice that is not possible where it stands
    """
    show = part(saved.game, "show", "whole games")
    if saved.rivals not in show.PLAYERS:
        hint = did_you_mean(saved.rivals, show.PLAYERS) or f"known are {', '.join(show.PLAYERS)}"
        raise WordsError(f"--rivals: there is no player '{saved.rivals}'; {hint}")
    rules = rules_with(saved.game, [f"{name}={reading}" for name, reading in saved.rules.items()])
    game = show.whole_game(saved.players, rules)
    if saved.seat >= saved.players:
        raise WordsError(f"--seat: there is no seat {saved.seat}, seats are 0 to {saved.players - 1}")
    made = show.PLAYERS[saved.rivals]
    rivals = [made(Random(f"{saved.seed} player {seat}"), game) for seat in range(saved.players)]
    sitting = Sitting(
        saved.model_copy(update={"choices": []}), game, show, game.initial_state(), _rivals=rivals,
        _dice=Random(f"{saved.seed} chance"),
    )  # fmt: skip
    sitting._go_on()
    for number, choice in enumerate(saved.choices, 1):
        if choice not in sitting.labels:
            raise GnomonError(f"choice {number}, '{choice}', is not possible there: was it saved by another version?")
        sitting.choose(sitting.labels.index(choice))
    return sitting


def resume(argument: str | Path) -> Sitting:
    """Go on with a game that was saved.

    Raises
    ------
    DocumentError
        for a file with faults
    """
    return start(validate(read(argument), SavedGame))


def save(sitting: Sitting, file: str | Path) -> None:
    """Write a game down so that it can be resumed.

    Raises
    ------
    GnomonError
        if the file cannot be written
    """
    saved = sitting.saved
    text = dump({"game": saved.game, **saved.model_dump(exclude={"game"})})
    try:
        Path(file).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise GnomonError(f"{file} cannot be written: {error.strerror or error}") from None
