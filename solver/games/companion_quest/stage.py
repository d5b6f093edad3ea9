"""What a game waits for: the stages of a turn."""

from __future__ import annotations

from dataclasses import dataclass

from solver.dice import Rolled
from solver.games.companion_quest.abilities import Ability
from solver.manipulation import Action, OfDice


@dataclass(frozen=True, slots=True)
class DrawQuest:
    """Setup, chance: a quest of the next stage is drawn."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Chance: the top card of a zone is turned over."""

    zone: int


@dataclass(frozen=True, slots=True)
class Wild:
    """Chance: a companion is drawn into the wilderness.

    Parameters
    ----------
    adventure : whether one was tamed, and the turn goes on; else it is between turns
    """

    adventure: bool = False


@dataclass(frozen=True, slots=True)
class Gather:
    """The gnome on turn gathers dice, or takes dice back from cards first."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the dice are rolled, a colour at a time."""


@dataclass(frozen=True, slots=True)
class Adventure:
    """The gnome on turn places dice, uses abilities and snacks, or ends the turn."""


@dataclass(frozen=True, slots=True)
class Acting:
    """An ability on dice is in use: the gnome on turn goes on with it or stops.

    Parameters
    ----------
    does : the manipulation
    hand : the dice named for it, which are not in the hand of the gnome meanwhile; each with how often it may still be
        rolled or turned
    fresh : how many more dice may be named
    """

    does: OfDice
    hand: tuple[tuple[Rolled, int], ...]
    fresh: int


@dataclass(frozen=True, slots=True)
class Throw:
    """Chance: a die is rolled for an action of an ability that is in use."""

    acting: Acting
    action: Action


@dataclass(frozen=True, slots=True)
class Choose:
    """An ability that is not on dice is in use: which companion to wake or to tame, or which die to place freely.

    Parameters
    ----------
    does : the ability: to wake or to tame companions, or to place a die as if it had any colour
    left : how many more may be chosen
    source : the companion whose ability it is, which rests and cannot wake itself; empty for a gnome
    begun : whether one has been chosen already
    """

    does: Ability
    left: int = 1
    source: str = ""
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Replace:
    """Alone: a refreshed gnome is replaced by one not in the game."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""

    won: bool


Stage = DrawQuest | Reveal | Wild | Gather | Roll | Adventure | Acting | Throw | Choose | Replace | Over
