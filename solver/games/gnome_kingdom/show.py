"""A whole game in words: what a player sees, what can be done, and what has happened.

Everything is open to all, so what a player sees is the state itself. Only the player on turn is ever asked, and is
called `you` there; once the game is over, every player has a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from solver.errors import GnomonError
from solver.game import CHANCE
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.forest import HOME
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.players import greedy_player, random_player, worth_player
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.setting import Setting, bound
from solver.games.gnome_kingdom.skills import skills
from solver.games.gnome_kingdom.stage import (
    Acting,
    Aftermath,
    Attempt,
    Bonus,
    ChooseClan,
    GiveBack,
    Move,
    Negotiate,
    Over,
    Refill,
    Settle,
    Take,
)
from solver.games.gnome_kingdom.state import Seat, State
from solver.games.gnome_kingdom.tiles import CROWN, tiles
from solver.games.gnome_kingdom.words import (
    bag_text,
    chance_label,
    colours_text,
    dice_text,
    hex_text,
    label,
    points_text,
    space_text,
)
from solver.solve.playthrough import Player

if TYPE_CHECKING:
    from solver.games.gnome_kingdom.position import Position

__all__ = ["PLAYERS", "ending", "game_of", "label", "news", "position", "view", "whole_game"]

WIDTH = 80
MARGIN = 14
"""Where the text of a line begins, after its heading."""

PLAYERS: Mapping[str, Callable[[Random, GnomeKingdom], Player]] = {
    "greedy": lambda rng, game: greedy_player(game),
    "random": lambda rng, game: random_player(rng),
    "worth": lambda rng, game: worth_player(game),
}
"""Rivals by name."""


def whole_game(players: int, rules: Rules) -> GnomeKingdom:
    """Return the whole game; everybody chooses a clan."""
    return GnomeKingdom(players, Setting(players, rules))


def game_of(position: Position) -> tuple[GnomeKingdom, State]:
    """Return the game of a position and the state in it."""
    from solver.games.gnome_kingdom.seen import setting_of, state_of

    setting = setting_of(position)
    return GnomeKingdom(setting.players, setting), state_of(position, setting)


def position(seen: State, game: GnomeKingdom) -> Position:
    """Return what a player sees as a position.

    Raises
    ------
    GnomonError
        while clans are chosen: nothing is ranked then, and a guess is told instead

    Examples
    --------
    >>> game = GnomeKingdom(2)
    >>> position(game.initial_state(), game)
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: nothing is ranked while clans are chosen; a guess, by estimated worth:
      choose the acorn clan
    """
    from solver.games.gnome_kingdom.written import position_of

    if isinstance(seen.stage, ChooseClan):
        guess = label(seen, worth_player(game)(seen, list(game.legal_actions(seen))))
        raise GnomonError(f"nothing is ranked while clans are chosen; a guess, by estimated worth:\n  {guess}")
    return position_of(game.setting, seen)


def view(seen: State) -> list[str]:
    r"""Return what a player sees, in lines of at most 80 characters.

    A die is a letter for its colour and its number; a hex is its row and its place in the row. From a hex the left
    path leads to the same place in the next row, the right path to the place after it.

    Examples
    --------
    >>> state = GnomeKingdom(2).initial_state()
    >>> print("\n".join(view(state)))
    The game begins. Which clan?
      you         no clan yet
      player 1    no clan yet
    """
    if isinstance(seen.stage, ChooseClan):
        return ["The game begins. Which clan?", *_seats(seen)]
    over = isinstance(seen.stage, Over)
    lines = ["The game is over." if over else f"Turn {seen.turns}: yours. {_asked(seen)}".rstrip()]
    lines += _forest(seen)
    lines += _entry("market", dice_text(seen.market))
    for at, name in enumerate(seen.open_cards):
        card = skills()[name]
        lines += _entry("cards" if not at else "", f"{name:20} {card.cost!s:24} {points_text(card.points)}")
    lines += _seats(seen)
    held = colours_text(seen.pool)
    lines += _entry("dice pool", f"{seen.size} dice" + (f"; {held} to roll" if any(seen.pool) else ""))
    if seen.roll:
        lines += _entry("roll", dice_text(seen.roll))
    if isinstance(seen.stage, Acting) and seen.stage.hand:
        lines += _entry("in hand", dice_text([die for die, _ in seen.stage.hand]))
    return lines if over else [*lines, *_task(seen)]


def _entry(heading: str, text: str) -> list[str]:
    """A heading and its text, which goes on below itself."""
    lines = wrap(text, WIDTH - MARGIN, break_on_hyphens=False)
    found = lines if len(lines) > 1 else [text]  # wrapping would lose columns
    return [f"  {heading:{MARGIN - 2}}{found[0]}".rstrip(), *(" " * MARGIN + more for more in found[1:])]


def _name(seen: State, seat: int) -> str:
    return "you" if seat == seen.turn and not isinstance(seen.stage, Over) else f"player {seat}"


def _forest(seen: State) -> Iterator[str]:
    """Each tile on a line: its hex, spaces and task; the pawns on it below."""
    found = ", the crown is found" if seen.finder is not None else ""
    yield f"  forest      {seen.pile.size} {'tile is' if seen.pile.size == 1 else 'tiles are'} left in the pile{found}"
    for place, name in seen.forest.placed:
        tile = tiles()[name]
        spaces = "any resources" if place == HOME else " ".join(tile.spaces)
        task = str(tile.task) if tile.task else "the crown"
        yield f"   {hex_text(place):5} {spaces:21} {task}"
        pawns = [
            _name(seen, seat) + ("" if place == HOME or name == CROWN else f" on {space_text(seen, place, one.space)}")
            for seat, one in enumerate(seen.seats)
            if one.place == place
        ]
        if pawns:
            yield f"         > {', '.join(pawns)}"


def _seats(seen: State) -> Iterator[str]:
    for seat, one in enumerate(seen.seats):
        if not one.clan:
            yield from _entry(_name(seen, seat), "no clan yet")
            continue
        clan = f"{one.clan} clan ({COLOURS[CLANS.index(one.clan)]})"
        yield from _entry(_name(seen, seat), f"{clan}, {points_text(_score(one))}")
        yield from _entry("", f"resources: {bag_text(one.bag)}")
        yield from _entry("", f"kept dice: {dice_text(one.own)}")
        if one.skills:
            yield from _entry("", f"skills: {', '.join(one.skills)}")
        if one.used:
            yield from _entry("", f"used up: {', '.join(one.used)}")


def _score(seat: Seat) -> int:
    return sum(skills()[card].points for card in (*seat.skills, *seat.used))


def _task(seen: State) -> list[str]:
    """The task of the player on turn, in the colour of the clan: this turn's, or after the attempt the next one's."""
    name = seen.forest.at(seen.mover.place)
    task = tiles()[name].task if name else None
    if task is None or isinstance(seen.stage, Move | Settle | GiveBack):
        return []
    tried = isinstance(seen.stage, Aftermath) or getattr(seen.stage, "after", False)
    return _entry("next task" if tried else "your task", str(bound(task, seen.mover.clan)))


def _asked(seen: State) -> str:
    """What is to be decided."""
    match seen.stage:
        case Refill(left):
            return f"Which {'die' if left == 1 else f'{left} dice'} into the pool?"
        case Attempt():
            return "Solve, change dice, or search?"
        case Aftermath():
            return "Complete cards, change dice, or end the turn?"
        case Move():
            return "Solved! Where to go?"
        case Settle(place):
            return f"Which space of the new tile on {hex_text(place)}?"
        case Take(number, fewer):
            return f"Which {'up to ' if fewer else ''}{number} resource{'' if number == 1 else 's'}?"
        case Bonus():
            return "The crown is yours! Which die to keep too?"
        case Acting():
            return "Go on with it, or stop?"
        case Negotiate(seat):
            return f"Which resources to swap with player {seat}?"
        case GiveBack(number):
            return f"Give {number} borrowed {'die' if number == 1 else 'dice'} back: of which colour?"
    return ""


def news(game: GnomeKingdom, state: State, move: Any, viewer: int) -> str:
    """Return an action or what came up, in words.

    Examples
    --------
    >>> game = GnomeKingdom(2)
    >>> news(game, game.initial_state(), game.legal_actions(game.initial_state())[1], 1)
    'player 0: choose the leaf clan'
    """
    actor = game.current_player(state)
    who = "you" if state.turn == viewer else f"player {state.turn}"
    if actor == CHANCE:
        return chance_label(state, move, who)
    return f"{who}: {label(state, move)}".replace(f"player {viewer}", "you")


def ending(game: GnomeKingdom, state: State, viewer: int) -> str:
    """Return how a game ended, with all points where somebody has won."""
    won = state.stage.winners if isinstance(state.stage, Over) else ()
    if not won:
        return "The game is broken off: nobody wins."
    names = " and ".join("you" if seat == viewer else f"player {seat}" for seat in won)
    verb = "rule" if viewer in won or len(won) > 1 else "rules"
    scores = (
        f"  {f'player {seat}' + (' (you)' if seat == viewer else ''):16}{points_text(_score(one))}"
        for seat, one in enumerate(state.seats)
    )
    return "\n".join([f"{names[0].upper()}{names[1:]} {verb} the Gnome Kingdom.", *scores])
