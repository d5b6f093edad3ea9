"""What one game is played with: the players, the rules, and what is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from solver.errors import GnomonError
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.skills import Skill, skills
from solver.games.gnome_kingdom.state import Seat, State
from solver.games.gnome_kingdom.tiles import Tile, tiles
from solver.task.model import Task


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same through one game.

    Parameters
    ----------
    players : how many, 2 to 5
    rules : the readings of the open questions
    clans : of the players in their order; none if they choose them
    market : dice on the marketplace; two more than players if not given (assumed for more than two players)
    tiles, skills : what is in the box, by name
    turn_cap : after so many turns the game is broken off, and nobody wins; no rule says so

    Raises
    ------
    GnomonError
        for a number of players, clans or a market that cannot be

    Examples
    --------
    >>> Setting(3).market
    5
    >>> Setting(6)
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: players: 2 to 5 can play, not 6
    """

    players: int = 2
    rules: Rules = field(default_factory=Rules)
    clans: tuple[str, ...] = ()
    market: int = 0
    tiles: Mapping[str, Tile] = field(default_factory=tiles, repr=False)
    skills: Mapping[str, Skill] = field(default_factory=skills, repr=False)
    turn_cap: int = 1000

    def __post_init__(self) -> None:
        if not 2 <= self.players <= len(CLANS):
            raise GnomonError(f"players: 2 to {len(CLANS)} can play, not {self.players}")
        if self.rules.acorn_twice != "one_by_one":
            raise GnomonError("rules: games are played with acorn_twice=one_by_one; gnomon odds knows the other")
        unknown = [clan for clan in self.clans if clan not in CLANS]
        if unknown:
            raise GnomonError(f"clans: there is no clan '{unknown[0]}'; known are {', '.join(CLANS)}")
        if self.clans and (len(self.clans) != self.players or len(set(self.clans)) < self.players):
            raise GnomonError(f"clans: {self.players} players need as many different clans, not {self.clans}")
        if not self.market:
            object.__setattr__(self, "market", self.players + 2)
        if not 0 < self.market <= 20:
            raise GnomonError(f"market: it holds 1 to 20 dice, not {self.market}")

    def task(self, state: State) -> Task | None:
        """The task of the player on turn, in the colour of the clan; None on the crown."""
        name = state.forest.at(state.mover.place)
        task = self.tiles[name].task if name else None
        return bound(task, state.mover.clan) if task else None

    def points(self, seat: Seat) -> int:
        """The crown points of a player."""
        return sum(self.skills[card].points for card in (*seat.skills, *seat.used))

    def abilities(self, state: State, ability: str) -> tuple[str, ...]:
        """The cards of the player on turn with this ability that can still be used.

        Of several such cards the first is as good as any.
        """
        return tuple(card for card in state.mover.skills if self.skills[card].ability == ability)


@lru_cache(maxsize=1 << 10)
def bound(task: Task, clan: str) -> Task:
    """A task or a cost in the colour of a clan."""
    return task.bind(COLOURS[CLANS.index(clan)])
