"""A whole game in words: what a player sees, what can be done, and what has happened.

Everything is open to all, so what a player sees is the state itself. Only the player on turn is ever asked, and is
called `you` there; once the game is over, every player has a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from textwrap import wrap
from typing import Any, NoReturn

from solver.dice import Rolled, rolled_text
from solver.errors import GnomonError
from solver.game import CHANCE
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
    Deal,
    FillMarket,
    FillPool,
    GiveBack,
    Move,
    Negotiate,
    Over,
    Refill,
    Settle,
    Take,
    Throw,
    TurnOver,
)
from solver.games.gnome_kingdom.state import Seat, State
from solver.games.gnome_kingdom.tiles import CROWN, tiles
from solver.games.gnome_kingdom.turn import counts, next_colour
from solver.manipulation import Give, Roll, Turn
from solver.solve.playthrough import Player

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


def position(seen: State, game: GnomeKingdom) -> NoReturn:
    """Refuse to make a position: no turn is ranked yet. What is worth most to a player is suggested instead.

    Raises
    ------
    GnomonError
        always, with the suggestion

    Examples
    --------
    >>> game = GnomeKingdom(2)
    >>> position(game.initial_state(), game)
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: nothing is ranked in Gnome Kingdom yet; a guess, by estimated worth:
      choose the acorn clan
    """
    guess = worth_player(game)(seen, list(game.legal_actions(seen)))
    raise GnomonError(f"nothing is ranked in Gnome Kingdom yet; a guess, by estimated worth:\n  {label(seen, guess)}")


# ----- actions --------------------------------------------------------------------------------------------


def label(seen: State, action: Any) -> str:
    """Return an action in words; no two actions of a choice have the same.

    Examples
    --------
    >>> game = GnomeKingdom(2)
    >>> label(game.initial_state(), game.legal_actions(game.initial_state())[1])
    'choose the leaf clan'
    """
    match action:
        case Clan(clan):
            return f"choose the {clan} clan"
        case Colours(colours):
            verb = "give back" if isinstance(seen.stage, GiveBack) else "take"
            return f"{verb} {_colours(counts(colours))}"
        case Solve(die, deceivers):
            cards = f" with {', '.join(deceivers)}" if deceivers else ""
            return f"solve{cards} and keep {_dice([die])}"
        case Search(place, space):
            return _search_words(seen, place, space)
        case Step(place, space):
            return _step_words(seen, place, space)
        case Sit(space):
            assert isinstance(seen.stage, Settle)
            return f"stand on the {_space(seen, seen.stage.place, space)}"
        case Use(source, act, where, seat):
            words = f"{source}{' on a kept die' if where == 'own' else ''}: {act}"
            return f"{words}, {_whose(seen, seat)}" if isinstance(act, Give) else words
        case Roll() | Turn():  # equal dice may differ in how often they may still be changed
            return f"{action} ({action.left} left)"
        case Exchange(gives):
            return f"exchange {_kinds(gives)} for another resource"
        case Gather(source):
            return f"{source}: take resources"
        case Approach(source, seat):
            return f"{source}: trade with player {seat}"
        case Trade(gives, takes):
            return f"give {_kinds(gives)} for {_kinds(takes)}"
        case Receive(kinds):
            return f"take {_kinds(kinds)}"
        case Keep(die):
            return f"keep {_dice([die])} too"
        case Complete(card, dice):
            return f"complete {card} with {_dice(dice)}"
        case AnotherTurn(pays):
            return f"pay {_kinds(pays)} for another turn"
        case Done():
            return "keep no more" if isinstance(seen.stage, Bonus) else "end the turn"
    return str(action)


def _search_words(seen: State, place: Hex, space: int) -> str:
    if place == HOME:
        return "search the start tile: 3 resources of any kind"
    name = seen.forest.at(place)
    found = _kinds(tiles()[name].spaces) if name else ""
    if place == seen.mover.place:
        return f"search here: {found}"
    if not name:
        return f"search {_hex(place)}, a new tile"
    return f"search {_hex(place)}: {found}; stand on the {_space(seen, place, space)}"


def _step_words(seen: State, place: Hex, space: int) -> str:
    here = seen.mover.place
    if place == here:
        return "stay here"
    way = dict(zip(forward(here), ("left", "right"), strict=True)).get(place, "sideways")
    if space < 0:
        return f"go {way} to {_hex(place)}, a new tile"
    return f"go {way} to {_hex(place)}, onto the {_space(seen, place, space)}"


def _whose(seen: State, seat: int) -> str:
    if seat < 0:
        return "from the market"
    return "from the own kept dice" if seat == seen.turn else f"from player {seat}"


def _hex(place: Hex) -> str:
    return f"{place[0]},{place[1]}"


def _space(seen: State, place: Hex, space: int) -> str:
    name = seen.forest.at(place)
    shown = tiles()[name].spaces if name else ()
    return shown[space] if 0 <= space < len(shown) else "ground"


def _dice(dice: Sequence[Rolled]) -> str:
    letters = dice_set("gnome-kingdom").letter_of
    return " ".join(rolled_text(die, letters) for die in dice) or "none"


def _colours(numbers: Sequence[int]) -> str:
    return ", ".join(f"{n} {colour}" for n, colour in zip(numbers, COLOURS, strict=True) if n) or "nothing"


def _bag(bag: Sequence[int]) -> str:
    return ", ".join(f"{n} {kind}" for n, kind in zip(bag, CLANS, strict=True) if n) or "nothing"


def _kinds(kinds: Sequence[str]) -> str:
    return _bag([kinds.count(kind) for kind in CLANS])


# ----- the view -------------------------------------------------------------------------------------------


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
    lines += _entry("market", _dice(seen.market))
    for at, name in enumerate(seen.open_cards):
        card = skills()[name]
        lines += _entry("cards" if not at else "", f"{name:20} {card.cost!s:24} {_points(card.points)}")
    lines += _seats(seen)
    held = _colours(seen.pool)
    lines += _entry("dice pool", f"{seen.size} dice" + (f"; {held} to roll" if any(seen.pool) else ""))
    if seen.roll:
        lines += _entry("roll", _dice(seen.roll))
    if isinstance(seen.stage, Acting) and seen.stage.hand:
        lines += _entry("in hand", _dice([die for die, _ in seen.stage.hand]))
    return lines if over else [*lines, *_task(seen)]


def _entry(heading: str, text: str) -> list[str]:
    """A heading and its text, which goes on below itself."""
    found = wrap(text, WIDTH - MARGIN, break_on_hyphens=False) or [""]
    if len(found) == 1:
        found = [text.rstrip()]
    return [f"  {heading:{MARGIN - 2}}{found[0]}".rstrip(), *(" " * MARGIN + more for more in found[1:])]


def _name(seen: State, seat: int) -> str:
    return "you" if seat == seen.turn and not isinstance(seen.stage, Over) else f"player {seat}"


def _forest(seen: State) -> Iterator[str]:
    """Each tile on a line: its hex, task and spaces; the pawns on it below."""
    pile = f"{seen.pile.size} tiles are left" + (", the crown is found" if seen.finder is not None else "")
    yield f"  forest      {pile}"
    for place, name in seen.forest.placed:
        tile = tiles()[name]
        spaces = "any resources" if place == HOME else " ".join(tile.spaces)
        task = str(tile.task) if tile.task else "the crown"
        line = f"    {_hex(place):5} {task:36} {spaces}".rstrip()
        if len(line) > WIDTH:
            yield f"    {_hex(place):5} {task}"
            line = f"{'':47}{spaces}"
        yield line if name != CROWN else f"    {_hex(place):5} {task}"
        pawns = [
            _name(seen, seat) + ("" if place == HOME or name == CROWN else f" on {_space(seen, place, one.space)}")
            for seat, one in enumerate(seen.seats)
            if one.place == place
        ]
        if pawns:
            yield f"          > {', '.join(pawns)}"


def _seats(seen: State) -> Iterator[str]:
    for seat, one in enumerate(seen.seats):
        if not one.clan:
            yield from _entry(_name(seen, seat), "no clan yet")
            continue
        colour = COLOURS[CLANS.index(one.clan)]
        yield from _entry(_name(seen, seat), f"{one.clan} clan ({colour}), {_points(_score(one))}; has {_bag(one.bag)}")
        yield from _entry("", f"kept dice: {_dice(one.own)}")
        if one.skills:
            yield from _entry("", f"skills: {', '.join(one.skills)}")
        if one.used:
            yield from _entry("", f"used up: {', '.join(one.used)}")


def _score(seat: Seat) -> int:
    return sum(skills()[card].points for card in (*seat.skills, *seat.used))


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _task(seen: State) -> list[str]:
    name = seen.forest.at(seen.mover.place)
    task = tiles()[name].task if name else None
    return _entry("your task", str(bound(task, seen.mover.clan))) if task else []


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
            return f"Which space of the new tile on {_hex(place)}?"
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


# ----- what has happened ----------------------------------------------------------------------------------


def news(game: GnomeKingdom, state: State, move: Any, viewer: int) -> str:
    """Return an action or what came up, in words.

    Examples
    --------
    >>> game = GnomeKingdom(2)
    >>> news(game, game.initial_state(), Clan("leaf"), 1)
    'player 0: choose the leaf clan'
    """
    actor = game.current_player(state)
    who = "you" if state.turn == viewer else f"player {state.turn}"
    if actor == CHANCE:
        return chance_label(state, move, who)
    return f"{who}: {label(state, move)}".replace(f"player {viewer}", "you")


def chance_label(state: State, outcome: Any, who: str) -> str:
    """Return what chance brings, in words; of the outcomes of a state no two have the same.

    Parameters
    ----------
    who : what the player on turn is called
    """
    match state.stage:
        case FillMarket():
            return f"market: {_dice([outcome])}"
        case FillPool():
            return f"dice pool: {outcome}"
        case Deal():
            card = skills()[outcome]
            return f"new card: {outcome}, {card.cost}, {_points(card.points)}"
        case TurnOver(place):
            tile = tiles()[outcome]
            return f"new tile on {_hex(place)}: {tile.task or 'the crown'}"
        case Throw():
            return f"{who}: the die shows {_dice([outcome])}"
    colour = COLOURS[next_colour(state)]
    return f"{who}: roll {_dice([Rolled(colour, face) for face in outcome])}"


def ending(game: GnomeKingdom, state: State, viewer: int) -> str:
    """Return how a game ended, on two lines where somebody has won."""
    won = state.stage.winners if isinstance(state.stage, Over) else ()
    if not won:
        return "The game is broken off: nobody wins."
    scores = ", ".join(
        f"{_score(one)} for {'you' if seat == viewer else f'player {seat}'}" for seat, one in enumerate(state.seats)
    )
    names = " and ".join("you" if seat == viewer else f"player {seat}" for seat in won)
    verb = "rule" if viewer in won or len(won) > 1 else "rules"
    return f"{names[0].upper()}{names[1:]} {verb} the Gnome Kingdom.\nCrown points: {scores}."
