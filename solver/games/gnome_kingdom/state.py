"""The state of a whole game, and what all players may know of it, which is everything.

Nobody holds anything hidden. What lies face down is unknown to all alike, and a state holds it as what can still be
there: the tiles of each level in each part of the pile, and the skill cards that nobody has seen yet. A tile or a card
is drawn when it is turned over, so a state never knows more than its players.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any

from solver.games import shipped
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.forest import HOME, Forest, Hex
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import STOCK
from solver.games.gnome_kingdom.stage import Acting, ChooseClan, Stage, Throw
from solver.games.gnome_kingdom.tiles import Pile

DICE: tuple[int, ...] = tuple(
    die["supply"] for colour in COLOURS for die in shipped("gnome-kingdom", "dice") if die["name"] == colour
)
"""How many dice there are of each colour, in the order of the clans."""

WAITING = len(CLANS)
"""The space of the start tile for those who failed there; the spaces before it are the clans'."""

Counts = tuple[int, int, int, int, int]
"""How many resources of each kind, or dice of each colour, in the order of the clans."""

NONE: Counts = (0, 0, 0, 0, 0)


def bag_of(*kinds: str) -> Counts:
    """The bag with these resources.

    >>> bag_of("leaf", "leaf", "pebble")
    (0, 2, 0, 0, 1)
    """
    return added(NONE, kinds)


def added(bag: Counts, kinds: tuple[str, ...], times: int = 1) -> Counts:
    """The bag with some resources more, or fewer with `times` -1."""
    counts = list(bag)
    for kind in kinds:
        counts[CLANS.index(kind)] += times
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def kinds_in(bag: tuple[int, ...]) -> tuple[str, ...]:
    """The resources of a bag one by one.

    >>> kinds_in((0, 2, 0, 0, 1))
    ('leaf', 'leaf', 'pebble')
    """
    return tuple(kind for kind, number in zip(CLANS, bag, strict=True) for _ in range(number))


@dataclass(frozen=True, slots=True)
class Seat:
    """A player.

    Parameters
    ----------
    clan : the clan; empty before it is chosen
    place, space : where the pawn stands: the hex and the space of its tile
    bag : the resources, in the order of the clans
    own : dice kept from solved tasks
    skills, used : completed skill cards whose ability can still be used, and those face down, each sorted
    """

    clan: str = ""
    place: Hex = HOME
    space: int = WAITING
    bag: Counts = NONE
    own: Dice = ()
    skills: tuple[str, ...] = ()
    used: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """All that decides how a game goes on.

    Parameters
    ----------
    seats : the players, clockwise; the start player first
    stage : what the game waits for
    forest : the tiles in the forest
    pile : what is known of the tiles face down
    open_cards : the skill cards face up, sorted
    market : the dice of the marketplace
    pool : the dice to be rolled, a number for each colour, in the order of the clans
    roll : the dice that have been rolled
    size : how many dice the pool token allows
    turn : whose turn it is
    turns : turns begun so far, extra ones included
    borrowed : how many dice of the roll were borrowed this turn
    finder : who found the crown
    """

    seats: tuple[Seat, ...]
    stage: Stage = field(default_factory=ChooseClan)
    forest: Forest = field(default_factory=Forest)
    pile: Pile = field(default_factory=Pile)
    open_cards: tuple[str, ...] = ()
    market: Dice = ()
    pool: Counts = NONE
    roll: Dice = ()
    size: int = 2
    turn: int = 0
    turns: int = 0
    borrowed: int = 0
    finder: int | None = None

    @property
    def mover(self) -> Seat:
        """The player whose turn it is."""
        return self.seats[self.turn]

    def supply(self) -> Counts:
        """The dice of each colour that are not in use, in the order of the clans.

        The die that marks the start player stays out all game.

        >>> State((Seat("leaf"), Seat("berry")), pool=(2, 0, 0, 0, 0)).supply()
        (6, 7, 8, 8, 8)
        """
        used: list[str | None] = []
        if self.seats[0].clan:
            used.append(COLOURS[CLANS.index(self.seats[0].clan)])
        stage = self.stage.acting if isinstance(self.stage, Throw) else self.stage
        hand = tuple(die for die, _ in stage.hand) if isinstance(stage, Acting) else ()
        for dice in (self.market, self.roll, hand, *(seat.own for seat in self.seats)):
            used += [die.colour for die in dice]
        left = [n - rolled - used.count(c) for n, rolled, c in zip(DICE, self.pool, COLOURS, strict=True)]
        return left[0], left[1], left[2], left[3], left[4]

    def resources(self) -> Counts:
        """The resources of each kind in the general supply, in the order of the clans.

        >>> State((Seat(bag=(1, 0, 0, 0, 0)), Seat(bag=(2, 0, 0, 0, 3)))).resources()
        (7, 10, 10, 10, 7)
        """
        left = [STOCK] * len(CLANS)
        for seat in self.seats:
            for kind, number in enumerate(seat.bag):
                left[kind] -= number
        return left[0], left[1], left[2], left[3], left[4]

    def but(self, **changes: Any) -> State:
        """The state with some fields changed; `dataclasses.replace`, and several times faster."""
        values = list(_VALUES(self))
        for name, value in changes.items():
            values[_AT[name]] = value
        state = object.__new__(State)
        for put, value in zip(_PUT, values, strict=True):
            put(state, value)
        return state

    def with_mover(self, **changes: Any) -> State:
        """The state with some fields of the player on turn changed.

        >>> State((Seat(), Seat("leaf")), turn=1).with_mover(clan="berry").seats[1].clan
        'berry'
        """
        seats, at = self.seats, self.turn
        return self.but(seats=(*seats[:at], replace(seats[at], **changes), *seats[at + 1 :]))

    def free(self, place: Hex, spaces: int) -> list[int]:
        """The spaces of a tile with so many spaces on which no other player's pawn stands."""
        taken = {seat.space for at, seat in enumerate(self.seats) if at != self.turn and seat.place == place}
        return [space for space in range(spaces) if space not in taken]


_FIELDS = tuple(one.name for one in fields(State))
_VALUES = attrgetter(*_FIELDS)
_AT = {name: place for place, name in enumerate(_FIELDS)}
_PUT = tuple(vars(State)[name].__set__ for name in _FIELDS)
