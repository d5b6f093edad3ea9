"""What a game waits for: the stages of a turn.

A stage names all that its decision rests on and the state does not hold anyway. Chance answers with a die, with a
colour, with the faces of all dice of one colour, or with the name of a tile or a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from solver.dice import Rolled
from solver.games.gnome_kingdom.forest import Hex
from solver.manipulation import Action, Borrow, OfDice

Where = Literal["roll", "own"]
"""Where a die lies: in the roll, or in the own supply of the player on turn."""


@dataclass(frozen=True, slots=True)
class ChooseClan:
    """Setup: the player on turn chooses a clan."""


@dataclass(frozen=True, slots=True)
class FillMarket:
    """Setup, chance: a die of a random colour is rolled for the marketplace."""


@dataclass(frozen=True, slots=True)
class FillPool:
    """Setup, chance: so many more random dice are put into the dice pool."""

    left: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: a skill card is turned over; in the setup, or after one has been completed."""


@dataclass(frozen=True, slots=True)
class Refill:
    """The player on turn chooses the colours of so many dice."""

    left: int


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the dice of the pool are rolled, a colour at a time."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The player on turn changes dice, solves the task or searches."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """After the attempt: the player on turn changes dice, completes skill cards or ends the turn."""


@dataclass(frozen=True, slots=True)
class Move:
    """The task is solved: the player on turn goes on to another tile."""


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Chance: a tile is turned over on a hex, which was reached by solving the task or by searching."""

    place: Hex
    solved: bool


@dataclass(frozen=True, slots=True)
class Settle:
    """The player on turn chooses a space of the tile just turned over."""

    place: Hex
    solved: bool


@dataclass(frozen=True, slots=True)
class Take:
    """The player on turn takes so many resources of any kind.

    Parameters
    ----------
    number : how many
    fewer : whether fewer may be taken
    after : whether the attempt is over
    """

    number: int
    fewer: bool = False
    after: bool = True


@dataclass(frozen=True, slots=True)
class Bonus:
    """The crown is found: the player on turn may keep one more die of the roll."""


@dataclass(frozen=True, slots=True)
class Acting:
    """An ability is in use: the player on turn goes on with it or stops.

    Parameters
    ----------
    does : the manipulation
    where : whether it is done to the roll or to the own supply
    hand : the dice named for it, which are not in the roll or the own supply meanwhile; each with how often it may
        still be rolled or turned
    fresh : how many more dice may be named
    after : whether the attempt is over
    """

    does: OfDice
    where: Where
    hand: tuple[tuple[Rolled, int], ...]
    fresh: int
    after: bool


@dataclass(frozen=True, slots=True)
class Throw:
    """Chance: a die is rolled for an action of an ability that is in use."""

    acting: Acting
    action: Action


@dataclass(frozen=True, slots=True)
class Negotiate:
    """The player on turn swaps up to two resources with another player."""

    seat: int
    after: bool


@dataclass(frozen=True, slots=True)
class GiveBack:
    """The turn is over: the player on turn returns so many dice of the roll to the supply; then another turn or not."""

    number: int
    again: bool


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over, won by these players; by nobody where it was broken off."""

    winners: tuple[int, ...]


Stage = (
    ChooseClan
    | FillMarket
    | FillPool
    | Deal
    | Refill
    | Roll
    | Attempt
    | Aftermath
    | Move
    | TurnOver
    | Settle
    | Take
    | Bonus
    | Acting
    | Throw
    | Negotiate
    | GiveBack
    | Over
)


def lending(stage: Stage) -> int:
    """How many more dice may be borrowed with what is in use.

    >>> lending(Acting(Borrow(2), "roll", (), 1, False)), lending(Attempt())
    (1, 0)
    """
    acting = stage.acting if isinstance(stage, Throw) else stage
    return acting.fresh if isinstance(acting, Acting) and isinstance(acting.does, Borrow) else 0
