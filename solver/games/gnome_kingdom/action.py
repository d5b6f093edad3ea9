"""What the players can do: the actions of a turn, as text and as data."""

from __future__ import annotations

from dataclasses import dataclass

from solver.dice import Rolled, rolled_text
from solver.games import dice_set
from solver.games.gnome_kingdom.filling import Dice
from solver.games.gnome_kingdom.forest import Hex
from solver.games.gnome_kingdom.stage import Where
from solver.manipulation import Action, Give


def _die(die: Rolled) -> str:
    return rolled_text(die, dice_set("gnome-kingdom").letter_of)


def _words(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part)


def _place(place: Hex) -> str:
    return f"{place[0]},{place[1]}"


def _space(space: int) -> str:
    return f"space {space + 1}" if space >= 0 else ""


def _own(where: Where) -> str:
    return "of the own supply" if where == "own" else ""


@dataclass(frozen=True, slots=True)
class Clan:
    """Choose a clan."""

    clan: str

    def __str__(self) -> str:
        return f"clan {self.clan}"


@dataclass(frozen=True, slots=True)
class Colours:
    """Take dice of these colours, sorted: to refill the pool, to borrow them, or to give them back."""

    colours: tuple[str, ...]

    def __str__(self) -> str:
        return _words(*self.colours) or "nothing"


@dataclass(frozen=True, slots=True)
class Use:
    """Use what a resource or a skill card does with dice, and begin with this action of it.

    Parameters
    ----------
    source : the resource or the skill card
    action : in the vocabulary of manipulations; a borrowed die without a colour gets a random one
    where : whether it is done to the roll or to the own supply
    seat : for a swap, the player whose supply the other die is in; -1 for the market
    """

    source: str
    action: Action
    where: Where = "roll"
    seat: int = -1

    def __str__(self) -> str:
        whose = f"player {self.seat}" if self.seat >= 0 else "the market"
        swapped = f"with {whose}" if isinstance(self.action, Give) else ""
        return _words(f"{self.source}:", self.action, _own(self.where), swapped)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give two resources, sorted as the clans are, for one."""

    gives: tuple[str, str]

    def __str__(self) -> str:
        return f"exchange {self.gives[0]} and {self.gives[1]}"


@dataclass(frozen=True, slots=True)
class Gather:
    """Use the ability of a Gatherer."""

    source: str

    def __str__(self) -> str:
        return f"{self.source}: gather"


@dataclass(frozen=True, slots=True)
class Approach:
    """Use the ability of a Negotiator on a player."""

    source: str
    seat: int

    def __str__(self) -> str:
        return f"{self.source}: negotiate with player {self.seat}"


@dataclass(frozen=True, slots=True)
class Trade:
    """Swap these resources for those of the other player, as many."""

    gives: tuple[str, ...]
    takes: tuple[str, ...]

    def __str__(self) -> str:
        return _words("give", *self.gives, "for", *self.takes)


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more: of an ability, of a bonus, or of the turn."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class Solve:
    """Solve the task and keep a die; each of the Deceivers used makes the colour of one die not matter."""

    keep: Rolled
    deceivers: tuple[str, ...] = ()

    def __str__(self) -> str:
        with_cards = _words("with", *self.deceivers) + "," if self.deceivers else ""
        return _words("solve", with_cards, "keep", _die(self.keep))


@dataclass(frozen=True, slots=True)
class Search:
    """Fail, and search a tile: the own one, or one beside it; -1 where the space is not chosen yet."""

    place: Hex
    space: int = -1

    def __str__(self) -> str:
        return _words("search", _place(self.place), _space(self.space))


@dataclass(frozen=True, slots=True)
class Step:
    """Go to a space of a tile after solving; -1 where the tile is not there yet."""

    place: Hex
    space: int = -1

    def __str__(self) -> str:
        return _words("go to", _place(self.place), _space(self.space))


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a space of the tile just turned over."""

    space: int

    def __str__(self) -> str:
        return _space(self.space)


@dataclass(frozen=True, slots=True)
class Receive:
    """Take these resources, sorted as the clans are."""

    kinds: tuple[str, ...]

    def __str__(self) -> str:
        return _words("take", *self.kinds) if self.kinds else "take nothing"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep one more die of the roll."""

    die: Rolled

    def __str__(self) -> str:
        return f"keep {_die(self.die)}"


@dataclass(frozen=True, slots=True)
class Complete:
    """Complete a skill card with dice of the own supply."""

    card: str
    dice: Dice

    def __str__(self) -> str:
        return _words("complete", self.card, "with", *map(_die, self.dice))


@dataclass(frozen=True, slots=True)
class AnotherTurn:
    """End the turn, and pay five resources for another."""

    pays: tuple[str, ...]

    def __str__(self) -> str:
        return _words("another turn for", *self.pays)
