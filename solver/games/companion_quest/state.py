"""The state of a whole game, and what all gnomes may know of it, which is everything.

What lies face down is unknown to all alike, and a state holds it as what can still be there. A card is drawn when it is
turned over, so a state never knows more than its players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any

from solver.dice import Rolled
from solver.games import shipped
from solver.games.companion_quest.stage import Acting, DrawQuest, Stage, Throw

COLOURS: tuple[str, ...] = tuple(die["name"] for die in shipped("companion-quest", "dice"))
SUPPLY: tuple[int, ...] = tuple(die["supply"] for die in shipped("companion-quest", "dice"))
COST: tuple[int, ...] = tuple(die["cost"] for die in shipped("companion-quest", "dice"))
Dice = tuple[Rolled, ...]
"""Dice in canonical order."""

Counts = tuple[int, int, int, int, int, int]
"""How many dice of each colour, in the order of `COLOURS`."""

NONE: Counts = (0, 0, 0, 0, 0, 0)

_PLACE = {colour: at for at, colour in enumerate(COLOURS)}


def counts(colours: Iterable[str | None]) -> Counts:
    """How many there are of each colour.

    >>> counts(["red", "blue", "red"])
    (1, 0, 2, 0, 0, 0)
    """
    found = [0] * len(COLOURS)
    for colour in colours:
        if colour:
            found[_PLACE[colour]] += 1
    return found[0], found[1], found[2], found[3], found[4], found[5]


def without(dice: Dice, *gone: Rolled) -> Dice:
    """The dice without some of them.

    >>> without((Rolled("red", 1), Rolled("red", 1)), Rolled("red", 1))
    (Rolled(colour='red', face=1),)
    """
    left = list(dice)
    for die in gone:
        left.remove(die)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Seat:
    """A gnome and its companions.

    Parameters
    ----------
    gnome : its name
    ready : whether its ability can be used
    snacks : snack tokens
    awake, resting : companions by name, sorted
    """

    gnome: str
    ready: bool = True
    snacks: int = 0
    awake: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A challenge zone.

    Parameters
    ----------
    card : the portal problem face up; empty if there is none
    dice : space and die, sorted; the space is 0 for all dice of a danger
    below : how many cards lie face down under it
    """

    card: str = ""
    dice: tuple[tuple[int, Rolled], ...] = ()
    below: int = 4


@dataclass(frozen=True, slots=True)
class State:
    """All that decides how a game goes on.

    Parameters
    ----------
    seats : the gnomes in the order of play
    stage : what the game waits for
    quests : the quests not completed, the active one first
    done : how many quests are completed
    hat : how many spaces of the active quest the hat has passed
    path : the dice placed on the quest this turn, on the spaces after the hat in order
    locked : whether the danger token lies on the quest
    zones : the three challenge zones
    hidden : how many challenges and how many dangers lie face down in the zones together
    solved : the portal problems that are discarded, sorted
    wild : the companions face up in the wilderness, sorted
    gone : companions on the discard pile of the wilderness, sorted
    gnome, foe : where the Gnome and Gu'Gu stand on the Mischief Meter
    hand : the dice rolled and not placed
    gathered : dice to be rolled, of each colour
    shared : the colour of the die that was passed to the gnome on turn; empty if none
    roused : how many companions were woken this turn by snacks and abilities, so that no turn goes on for ever
    turn, turns : whose turn it is, and turns begun so far
    """

    seats: tuple[Seat, ...]
    stage: Stage = field(default_factory=DrawQuest)
    quests: tuple[str, ...] = ()
    done: int = 0
    hat: int = 0
    path: Dice = ()
    locked: bool = False
    zones: tuple[Zone, Zone, Zone] = (Zone(), Zone(), Zone())
    hidden: tuple[int, int] = (10, 2)
    solved: tuple[str, ...] = ()
    wild: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    gnome: int = 0
    foe: int = 1
    hand: Dice = ()
    gathered: Counts = NONE
    shared: str = ""
    roused: int = 0
    turn: int = 0
    turns: int = 0

    @property
    def mover(self) -> Seat:
        """The gnome whose turn it is."""
        return self.seats[self.turn]

    def supply(self) -> Counts:
        """The dice of each colour that are not in use, in the order of `COLOURS`.

        >>> State((Seat("x"),), hand=(Rolled("red", 1),), shared="blue", gathered=(0, 0, 0, 0, 0, 2)).supply()
        (2, 3, 2, 3, 3, 1)
        """
        left = [n - rolled for n, rolled in zip(SUPPLY, self.gathered, strict=True)]
        stage = self.stage.acting if isinstance(self.stage, Throw) else self.stage
        held = [die for die, _ in stage.hand] if isinstance(stage, Acting) else []
        lying = [die for zone in self.zones for _, die in zone.dice]
        for die in (*self.hand, *held, *self.path, *lying):
            left[_PLACE[die[0]]] -= 1  # type: ignore[index]
        if self.shared:
            left[_PLACE[self.shared]] -= 1
        return left[0], left[1], left[2], left[3], left[4], left[5]

    def but(self, **changes: Any) -> State:
        """The state with some fields changed; `dataclasses.replace`, and several times faster."""
        values = list(_VALUES(self))
        for name, value in changes.items():
            values[_NUMBER[name]] = value
        state = object.__new__(State)
        for fill, value in zip(_FILL, values, strict=True):
            fill(state, value)
        return state

    def with_seat(self, at: int, **changes: Any) -> State:
        """The state with some fields of a gnome changed."""
        return self.but(seats=(*self.seats[:at], replace(self.seats[at], **changes), *self.seats[at + 1 :]))

    def with_mover(self, **changes: Any) -> State:
        """The state with some fields of the gnome on turn changed.

        >>> State((Seat("x"), Seat("y")), turn=1).with_mover(snacks=2).seats[1].snacks
        2
        """
        return self.with_seat(self.turn, **changes)

    def with_zone(self, at: int, zone: Zone) -> State:
        """The state with another zone in the place of one."""
        zones = list(self.zones)
        zones[at] = zone
        return self.but(zones=(zones[0], zones[1], zones[2]))


_FIELDS = tuple(one.name for one in fields(State))
_NUMBER = {name: number for number, name in enumerate(_FIELDS)}
_VALUES = attrgetter(*_FIELDS)
_FILL = tuple(vars(State)[name].__set__ for name in _FIELDS)  # the slots themselves: nothing is frozen yet
