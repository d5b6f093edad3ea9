"""What the gnomes can do: the actions of a turn, as text and as data."""

from __future__ import annotations

from dataclasses import dataclass

from solver.dice import Rolled, rolled_text
from solver.games import dice_set
from solver.manipulation import Action
from solver.task.space import space_name

QUEST = -1
"""The quest, where an action names a card; the zones are 0, 1 and 2."""


def _die(die: Rolled) -> str:
    return rolled_text(die, dice_set("companion-quest").letter_of)


def _words(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part)


def _card(card: int) -> str:
    return "the quest" if card == QUEST else f"zone {card + 1}"


def _space(space: int) -> str:
    return f"space {space_name(space)}"


@dataclass(frozen=True, slots=True)
class Take:
    """Gather dice of these colours, sorted as the colours of the game are."""

    colours: tuple[str, ...]

    def __str__(self) -> str:
        return _words("gather", *self.colours) if self.colours else "gather nothing"


@dataclass(frozen=True, slots=True)
class Place:
    """Place dice on a card: one, or the two of a pair.

    Parameters
    ----------
    dice : the dice, in canonical order
    card : the zone, or `QUEST`
    space : the space, from 0; always 0 on a danger
    wakes : the companions that they wake, at most one for each die, sorted
    freely : whether the colour of the space does not matter
    """

    dice: tuple[Rolled, ...]
    card: int
    space: int = 0
    wakes: tuple[str, ...] = ()
    freely: bool = False

    def __str__(self) -> str:
        freely = ", whatever its colour" if self.freely else ""
        wakes = f", waking {' and '.join(self.wakes)}" if self.wakes else ""
        return _words("place", *map(_die, self.dice), "on", _card(self.card), _space(self.space)) + freely + wakes


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Return dice from a portal problem to the supply: one, or a pair where dice are placed in pairs.

    Parameters
    ----------
    card : the zone
    space : the space it lies on, 0 on a danger; -1 for all dice of the card
    dice : the dice, in canonical order
    """

    card: int
    space: int
    dice: tuple[Rolled, ...]

    def __str__(self) -> str:
        where = _space(self.space) if self.space >= 0 else ""
        return _words("take back", *map(_die, self.dice), "from", _card(self.card), where)


@dataclass(frozen=True, slots=True)
class Use:
    """Use an ability of an awake companion, which then rests.

    Parameters
    ----------
    companion : its name
    ability : which of its abilities, from 0
    action : for an ability on dice the action it begins with
    """

    companion: str
    ability: int = 0
    action: Action | None = None

    def __str__(self) -> str:
        return _words(f"{self.companion}:", self.action or f"ability {self.ability + 1}")


@dataclass(frozen=True, slots=True)
class Call:
    """Call on a gnome to use its ability, which is then turned over.

    Parameters
    ----------
    seat : whose gnome
    action : for an ability on dice the action it begins with
    """

    seat: int
    action: Action | None = None

    def __str__(self) -> str:
        return _words(f"gnome {self.seat + 1}:", self.action or "its ability")


@dataclass(frozen=True, slots=True)
class Eat:
    """Use a snack: to wake or to tame a companion, or, without one, to refresh the own gnome."""

    companion: str = ""
    tames: bool = False

    def __str__(self) -> str:
        if not self.companion:
            return "snack: refresh"
        return _words("snack:", "tame" if self.tames else "wake", self.companion)


@dataclass(frozen=True, slots=True)
class Pick:
    """Wake or tame this companion by an ability; none for no more."""

    companion: str = ""

    def __str__(self) -> str:
        return self.companion or "no more"


@dataclass(frozen=True, slots=True)
class Become:
    """Alone: go on as this gnome."""

    gnome: str

    def __str__(self) -> str:
        return f"become {self.gnome}"


@dataclass(frozen=True, slots=True)
class End:
    """End the turn, and pass a die of this colour on to the next gnome, or none."""

    share: str = ""

    def __str__(self) -> str:
        return _words("end the turn", f"and pass on {self.share}" if self.share else "")
