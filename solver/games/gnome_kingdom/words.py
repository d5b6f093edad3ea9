"""Actions and chances of a whole game in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solver.dice import Rolled, rolled_text
from solver.games import dice_set
from solver.games.gnome_kingdom.action import (
    AnotherTurn,
    Approach,
    Clan,
    Colours,
    Complete,
    Done,
    Exchange,
    Gather,
    Keep,
    Receive,
    Search,
    Sit,
    Solve,
    Step,
    Trade,
    Use,
)
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.forest import HOME, Hex, forward
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.skills import skills
from solver.games.gnome_kingdom.stage import (
    Bonus,
    Deal,
    FillMarket,
    FillPool,
    GiveBack,
    Settle,
    Throw,
    TurnOver,
)
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.tiles import Tile, grown, tiles
from solver.games.gnome_kingdom.turn import counts, next_colour
from solver.manipulation import Give, Roll, Turn


def label(seen: State, action: Any, content: Mapping[str, Tile] | None = None) -> str:
    """Return an action in words; no two actions of a choice have the same.

    Parameters
    ----------
    content : all tiles by name, the shipped ones if not given

    Examples
    --------
    >>> from solver.games.gnome_kingdom.play import GnomeKingdom
    >>> game = GnomeKingdom(2)
    >>> label(game.initial_state(), game.legal_actions(game.initial_state())[1])
    'choose the leaf clan'
    """
    match action:
        case Clan(clan):
            return f"choose the {clan} clan"
        case Colours(colours):
            words = colours_text(counts(colours))
            return f"give {words} back" if isinstance(seen.stage, GiveBack) else f"add {words} to the pool"
        case Solve(die, deceivers):
            cards = f" with {', '.join(deceivers)}" if deceivers else ""
            return f"solve{cards} and keep {dice_text([die])}"
        case Search(place, space):
            return _search_words(seen, place, space, content)
        case Step(place, space):
            return _step_words(seen, place, space, content)
        case Sit(space):
            assert isinstance(seen.stage, Settle)
            return f"stand on the {space_text(seen, seen.stage.place, space, content)}"
        case Use(source, act, where, seat):
            words = f"{source}{' on a kept die' if where == 'own' else ''}: {act}"
            return f"{words}, {_whose(seen, seat)}" if isinstance(act, Give) else words
        case Roll() | Turn():  # equal dice may differ in how often they may still be changed
            return f"{action} ({action.left} left)"
        case Exchange(gives):
            return f"exchange {kinds_text(gives)} for another resource"
        case Gather(source):
            return f"{source}: take resources"
        case Approach(source, seat):
            return f"{source}: trade with player {seat}"
        case Trade(gives, takes):
            return f"give {kinds_text(gives)} for {kinds_text(takes)}"
        case Receive(kinds):
            return f"take {kinds_text(kinds)}"
        case Keep(die):
            return f"keep {dice_text([die])} too"
        case Complete(card, dice):
            return f"complete {card} with {dice_text(dice)}"
        case AnotherTurn(pays):
            return f"pay {kinds_text(pays)} for another turn"
        case Done():
            return "keep no more" if isinstance(seen.stage, Bonus) else "end the turn"
    return str(action)


def together(action: Any, then: Any) -> str:
    """Two actions that are one decision in words: what is exchanged, gathered or traded, and for what; else nothing.

    >>> together(Exchange(("acorn", "pebble")), Receive(("leaf",)))
    'exchange 1 acorn, 1 pebble for 1 leaf'
    """
    match action, then:
        case Exchange(gives), Receive(kinds):
            return f"exchange {kinds_text(gives)} for {kinds_text(kinds)}"
        case Gather(source), Receive(kinds):
            return f"{source}: take {kinds_text(kinds)}"
        case Approach(source, seat), Trade(gives, takes):
            return f"{source}: give {kinds_text(gives)} for {kinds_text(takes)} of player {seat}"
    return ""


def _search_words(seen: State, place: Hex, space: int, content: Mapping[str, Tile] | None) -> str:
    if place == HOME:
        return "search the start tile: 3 resources of any kind"
    name = seen.forest.at(place)
    found = kinds_text((content or tiles())[name].spaces) if name else ""
    if place == seen.mover.place:
        return f"search here: {found}"
    if not name:
        return f"search {hex_text(place)}, a new tile"
    return f"search {hex_text(place)}: {found}; stand on the {space_text(seen, place, space, content)}"


def _step_words(seen: State, place: Hex, space: int, content: Mapping[str, Tile] | None) -> str:
    here = seen.mover.place
    if place == here:
        return "stay here"
    way = dict(zip(forward(here), ("left", "right"), strict=True)).get(place, "sideways")
    if space < 0:
        return f"go {way} to {hex_text(place)}, a new tile"
    return f"go {way} to {hex_text(place)}, onto the {space_text(seen, place, space, content)}"


def _whose(seen: State, seat: int) -> str:
    if seat < 0:
        return "from the market"
    return "from the own kept dice" if seat == seen.turn else f"from player {seat}"


def hex_text(place: Hex) -> str:
    """A hex: its row, and its place in the row."""
    return f"{place[0]},{place[1]}"


def space_text(seen: State, place: Hex, space: int, content: Mapping[str, Tile] | None = None) -> str:
    """A space of a tile in the forest, by its resource."""
    name = seen.forest.at(place)
    shown = (content or tiles())[name].spaces if name else ()
    return shown[space] if 0 <= space < len(shown) else "ground"


def dice_text(dice: Sequence[Rolled]) -> str:
    """Dice, each by the letter of its colour and its number."""
    letters = dice_set("gnome-kingdom").letter_of
    return " ".join(rolled_text(die, letters) for die in dice) or "none"


def colours_text(numbers: Sequence[int]) -> str:
    """How many dice there are of each colour."""
    return ", ".join(f"{n} {colour}" for n, colour in zip(numbers, COLOURS, strict=True) if n) or "nothing"


def bag_text(bag: Sequence[int]) -> str:
    """How many resources there are of each kind."""
    return ", ".join(f"{n} {kind}" for n, kind in zip(bag, CLANS, strict=True) if n) or "nothing"


def kinds_text(kinds: Sequence[str]) -> str:
    """Resources, those of a kind counted.

    >>> kinds_text(("leaf", "leaf", "pebble"))
    '2 leaf, 1 pebble'
    """
    return bag_text([kinds.count(kind) for kind in CLANS])


def points_text(number: int) -> str:
    """Points, with the right ending."""
    return f"{number} point{'' if number == 1 else 's'}"


def chance_label(state: State, outcome: Any, who: str) -> str:
    """Return what chance brings, in words; of the outcomes of a state no two have the same.

    Parameters
    ----------
    who : what the player on turn is called
    """
    match state.stage:
        case FillMarket():
            return f"market: {dice_text([outcome])}"
        case FillPool():
            return f"dice pool: {outcome}"
        case Deal():
            card = skills()[outcome]
            return f"new card: {outcome}, {card.cost}, {points_text(card.points)}"
        case TurnOver(place):
            tile = tiles()[outcome]
            size = grown(state.size, tile.grows)
            pool = f"; pool {size}" if size > state.size else ""
            return f"new tile on {hex_text(place)}: {tile.task or 'the crown'}{pool}"
        case Throw():
            return f"{who}: the die shows {dice_text([outcome])}"
    colour = COLOURS[next_colour(state)]
    return f"{who}: roll {dice_text([Rolled(colour, face) for face in outcome])}"
