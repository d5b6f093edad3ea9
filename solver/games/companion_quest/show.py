"""A whole game in words: what a gnome sees, what can be done, and what has happened.

Everything is open to all, so what a gnome sees is the state itself. Only the gnome on turn is ever asked, and is called
`you` there; once the game is over, every gnome has a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from solver.game import CHANCE
from solver.games.companion_quest.abilities import ability_text
from solver.games.companion_quest.content import Quest, box, until_completed
from solver.games.companion_quest.placing import health_left
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.players import chase_player, greedy_player, random_player
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Acting, Choose, Gather, Over, Replace
from solver.games.companion_quest.state import State, Zone
from solver.games.companion_quest.words import (
    chance_label,
    chosen_text,
    colours_text,
    companion_text,
    dice_text,
    label,
)
from solver.solve.playthrough import Player
from solver.task.space import space_name

if TYPE_CHECKING:
    from solver.games.companion_quest.position import Position

__all__ = ["PLAYERS", "ending", "game_of", "label", "news", "position", "view", "whole_game"]

WIDTH = 80
MARGIN = 14
"""Where the text of a line begins, after its heading."""

PLAYERS: Mapping[str, Callable[[Random, CompanionQuest], Player]] = {
    "greedy": lambda rng, game: greedy_player(game),
    "random": lambda rng, game: random_player(rng),
    "chase": lambda rng, game: chase_player(game),
}
"""Fellow gnomes by name."""


def whole_game(players: int, rules: Rules) -> CompanionQuest:
    """Return the whole game, with quests drawn by chance."""
    return CompanionQuest(players, Setting(players, rules))


def game_of(position: Position) -> tuple[CompanionQuest, State]:
    """Return the game of a position and the state in it."""
    from solver.games.companion_quest.seen import setting_of, state_of

    setting = setting_of(position)
    return CompanionQuest(setting=setting), state_of(position, setting)


def position(seen: State, game: CompanionQuest) -> Position:
    """Return what a gnome sees as a position."""
    from solver.games.companion_quest.written import position_of

    return position_of(game.setting, seen)


def view(seen: State) -> list[str]:
    r"""Return what a gnome sees, in lines of at most 80 characters.

    A die is a letter for its colour and its number; the spaces of a card are A, B, C... in order.

    Examples
    --------
    >>> from solver.games.companion_quest.state import Seat
    >>> print("\n".join(view(State((Seat("crumbles"), Seat("bubbles")), Gather(), turns=1))[:3]))
    Turn 1: yours. Which dice to gather?
      meter       the Gnome on 0, Gu'Gu on 1, the portal on 4
      zone 1      nothing is left to solve
    """
    over = isinstance(seen.stage, Over)
    lines = ["The game is over." if over else f"Turn {seen.turns}: yours. {_asked(seen)}"]
    meter = f"the Gnome on {seen.gnome}, Gu'Gu on {seen.foe}, the portal on {Rules().portal}"
    lines += _entry("meter", meter)
    if seen.quests:
        lines += _quest(seen, box().quests[seen.quests[0]])
    for at, zone in enumerate(seen.zones):
        lines += _entry(f"zone {at + 1}", _zone(zone))
    lines += _entry("wilderness", ", ".join(map(companion_text, seen.wild)) or "nothing")
    for at in range(len(seen.seats)):
        lines += _seat(seen, at)
    lines += _entry("supply", colours_text(seen.supply()))
    if seen.shared:
        lines += _entry("passed on", f"a {seen.shared} die, to be rolled too")
    if seen.hand or not (over or isinstance(seen.stage, Gather)):
        lines += _entry("hand", dice_text(seen.hand))
    if isinstance(seen.stage, Acting) and seen.stage.hand:
        lines += _entry("in use", dice_text(die for die, _ in seen.stage.hand))
    return lines


def _entry(heading: str, text: str) -> list[str]:
    """A heading and its text, which goes on below itself."""
    lines = wrap(text, WIDTH - MARGIN, break_on_hyphens=False) or [""]
    return [f"  {heading:{MARGIN - 2}}{lines[0]}".rstrip(), *(" " * MARGIN + more for more in lines[1:])]


def _quest(seen: State, card: Quest) -> Iterator[str]:
    next_space = f"next is {space_name(seen.hat)}" if seen.hat < len(card.path.spaces) else ""
    lying = f"; on it {dice_text(seen.path)}" if seen.path else ""
    locked = "; locked by a danger" if seen.locked else ""
    yield from _entry("quest", f"{card.title} (stage {card.stage}): {card.path}")
    yield from _entry("", f"{next_space}{lying}{locked}")
    if card.flag:
        yield from _entry("", until_completed(card.flag, card.barren))


def _zone(zone: Zone) -> str:
    below = f"; {zone.below} below" if zone.below else ""
    if not zone.card:
        return "nothing is left to solve"
    card = box().problems[zone.card]
    if card.danger:
        left = max(0, health_left(card.task, zone.dice))
        lying = f"; on it {dice_text(die for _, die in zone.dice)}, {left} left" if zone.dice else ""
        return f"{card.title}, a danger: {card.task}{lying}{below}"
    spaces = ", ".join(f"{space_name(space)}={dice_text([die])}" for space, die in zone.dice)
    return f"{card.title}: {card.task}{f'; on it {spaces}' if spaces else ''}{below}"


def _name(seen: State, seat: int) -> str:
    return "you" if seat == seen.turn and not isinstance(seen.stage, Over) else f"gnome {seat + 1}"


def _seat(seen: State, at: int) -> Iterator[str]:
    seat = seen.seats[at]
    does = ability_text(box().gnomes[seat.gnome].ability)
    snacks = f"{seat.snacks} snack{'' if seat.snacks == 1 else 's'}"
    yield from _entry(_name(seen, at), f"{seat.gnome} ({does}){'' if seat.ready else ', turned over'}; {snacks}")
    if seat.awake:
        yield from _entry("", f"awake: {', '.join(map(companion_text, seat.awake))}")
    if seat.resting:
        yield from _entry("", f"resting: {', '.join(map(companion_text, seat.resting))}")


def _asked(seen: State) -> str:
    """What is to be decided."""
    match seen.stage:
        case Gather():
            return "Which dice to gather?"
        case Acting():
            return "Go on with it, or stop?"
        case Choose() as stage:
            words = chosen_text(stage)
            return f"{words[0].upper()}{words[1:]}?"
        case Replace():
            return "Which gnome to go on as?"
    return "Place dice, use what you have, or end the turn?"


def news(game: CompanionQuest, state: State, move: Any, viewer: int) -> str:
    """Return an action or what came up, in words.

    Examples
    --------
    >>> game = CompanionQuest(2)
    >>> news(game, game.initial_state(), "mill-pond", 0)
    'stage 1: Mill pond, [blue] [even] [any]'
    """
    who = "you" if state.turn == viewer else f"gnome {state.turn + 1}"
    if game.current_player(state) == CHANCE:
        return chance_label(state, move, who)
    return f"{who}: {label(state, move)}"


def ending(game: CompanionQuest, state: State, viewer: int) -> str:
    """Return how a game ended."""
    turns = f"after {state.turns} turn{'' if state.turns == 1 else 's'}"
    if isinstance(state.stage, Over) and state.stage.won:
        return f"Gu'Gu is caught {turns}. You win."
    if state.foe >= game.setting.rules.portal:
        return f"Gu'Gu has escaped through the portal {turns}. You lose."
    return f"The game is broken off {turns}. You lose."
