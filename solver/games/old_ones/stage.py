"""What a game waits for, and what can be done then: the stages of a turn, and the actions of the players.

A stage names all that its decision rests on and the state does not hold anyway. Chance answers with the name
of a card, with a number that was rolled, or with two of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from solver.games.old_ones import combat
from solver.games.old_ones.cards import Folk

Phase = Literal["fate", "replenish"]


# ----- stages ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseFolk:
    """Setup: the player on turn chooses the type of the tribe."""


@dataclass(frozen=True, slots=True)
class Muster:
    """Setup of the variant: four dice are rolled for the tokens of the player on turn."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Setup: the player on turn is dealt so many more cards; in the variant Wolf Riders, who come into play."""

    left: int
    wolfriders: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """The player on turn draws so many more cards, in the Fate Phase or for an event."""

    left: int
    phase: Phase = "fate"


@dataclass(frozen=True, slots=True)
class Drop:
    """Fate Phase: the player on turn discards so many more cards."""

    left: int


@dataclass(frozen=True, slots=True)
class Travel:
    """Travel Phase: the player on turn may play a land."""


@dataclass(frozen=True, slots=True)
class Meet:
    """Encounter Phase: the opponent to the right may play an Encounter, or arm the Guardians."""

    seat: int
    guardians: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """Encounter Phase: the player on turn may send the creatures away before the fight; '' are the Guardians."""

    encounter: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Fighting:
    """Encounter Phase: the player on turn fights; the tribe before the player is that from before the fight.

    Parameters
    ----------
    encounter, weapon : what is fought, '' for the Guardians, and what is attached to it
    fight : how far the fight has come
    used : the aid cards that were played, and Healing Magic
    magic : whether Healing Magic can be played in the end
    """

    encounter: str
    weapon: str
    fight: combat.State
    used: tuple[str, ...] = ()
    magic: bool = False

    def masked(self) -> Fighting:
        """Return what the rivals see of it: not the cards in hand."""
        return replace(self, fight=replace(self.fight, hand=()), magic=False)


@dataclass(frozen=True, slots=True)
class Recruit:
    """Recruit Phase: the player on turn may add a character to the tribe."""


@dataclass(frozen=True, slots=True)
class Replenish:
    """Replenish Phase: the player on turn may play an event or food, or end the turn."""


@dataclass(frozen=True, slots=True)
class Look:
    """An event: the player on turn looks at so many cards on top of the deck."""

    depth: int


@dataclass(frozen=True, slots=True)
class Snare:
    """An event: the player on turn has looked at a rival's hand and takes a card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Roll:
    """An event: a die is rolled for what it does, two if something comes later; `seat` is whom it befalls."""

    event: str
    seat: int


@dataclass(frozen=True, slots=True)
class Suffer:
    """An event: a rival whose tokens are gone chooses which character is lost; so many more are."""

    seat: int
    left: int


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over; nobody wins where it was broken off."""

    winner: int | None


Stage = (
    ChooseFolk
    | Muster
    | Deal
    | Draw
    | Drop
    | Travel
    | Meet
    | Answer
    | Fighting
    | Recruit
    | Replenish
    | Look
    | Snare
    | Roll
    | Suffer
    | Over
)


# ----- actions --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, or nothing more; in the Replenish Phase it ends the turn."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose the type of the tribe."""

    folk: Folk

    def __str__(self) -> str:
        return f"choose {self.folk}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card.

    Parameters
    ----------
    card : a land, an encounter, a character to recruit, an event or food
    weapon : what is attached to an encounter
    seat : the rival an event is aimed at
    pick : the character it is aimed at
    """

    card: str
    weapon: str = ""
    seat: int | None = None
    pick: str = ""

    def __str__(self) -> str:
        words = ["play", self.card, f"with {self.weapon}" if self.weapon else ""]
        words += ["" if self.seat is None else f"on player {self.seat}", f"for {self.pick}" if self.pick else ""]
        return " ".join(filter(None, words))


@dataclass(frozen=True, slots=True)
class Arm:
    """Attach a weapon to the Guardians."""

    weapon: str

    def __str__(self) -> str:
        return f"arm the guardians with {self.weapon}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card, to keep to the hand limit."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take a card out of a rival's hand."""

    card: str

    def __str__(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True, slots=True)
class Lose:
    """Give up a character."""

    character: str

    def __str__(self) -> str:
        return f"lose {self.character}"


Action = Pass | Choose | Play | Arm | Discard | Take | Lose | combat.Action


def on_table(stage: Stage) -> tuple[str, ...]:
    """Return the cards that lie on the table for this encounter alone.

    >>> on_table(Answer("ice-trolls", "club"))
    ('ice-trolls', 'club')
    """
    match stage:
        case Answer(encounter, weapon):
            used: tuple[str, ...] = ()
        case Fighting(encounter, weapon, _, used):
            pass
        case _:
            return ()
    return tuple(name for name in (encounter, weapon, *used) if name)
