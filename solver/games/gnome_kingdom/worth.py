"""What things are worth to a player: crown points, resources, dice, steps and cards, in hundredths of a crown point.

The numbers are a judgement, not a proof: whoever thinks otherwise makes another `Worth` and lets it play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from solver.dice import Die, Pool, Roll
from solver.errors import GnomonError
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.setting import Setting, bound
from solver.games.gnome_kingdom.state import Counts, State
from solver.placement import best_placement
from solver.task.chances import odds
from solver.task.model import Readings, Task

FEW = 20
"""After the crown is found all but points counts one part in so many."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What one thing more is worth, in hundredths of a crown point.

    Parameters
    ----------
    point : a crown point
    resources : a resource of each kind, in the order of the clans
    own : added for the resource of one's own clan, whose power is upgraded
    die : a die of the own supply, wherever it may serve
    near : the share, in hundredths, of a card's points that the own supply has earned when so many dice are missing
        for it: none, one, two. It counts for the open card where it comes to most, and half for the next best
    ability : a completed skill card that can still be used
    step : a row forward in the forest
    turn : a turn of one's own that is bought

    Raises
    ------
    GnomonError
        for a number below 0: to have something more is never worse

    Examples
    --------
    >>> Worth().resource(3, "acorn"), Worth().resource(3, "leaf"), Worth(step=0).step
    (40, 30, 0)
    """

    point: int = 100
    resources: tuple[int, int, int, int, int] = (18, 28, 18, 30, 30)
    own: int = 10
    die: int = 12
    near: tuple[int, int, int] = (88, 50, 22)
    ability: int = 25
    step: int = 25
    turn: int = 110

    def __post_init__(self) -> None:
        for name in ("point", "own", "die", "ability", "step", "turn"):
            if getattr(self, name) < 0:
                raise GnomonError(f"worth: {name} is {getattr(self, name)}, and nothing is worth less than 0")
        if min(*self.resources, *self.near) < 0:
            raise GnomonError("worth: no resource and no die that is near to a card is worth less than 0")

    def resource(self, kind: int, clan: str) -> int:
        """A resource, by its place in the order of the clans, to a player of a clan."""
        return self.resources[kind] + (self.own if CLANS[kind] == clan else 0)

    @property
    def token(self) -> int:
        """A resource of no particular kind."""
        return sum(self.resources) // len(self.resources)

    def held(self, setting: Setting, state: State, player: int) -> int:
        """All that a player has come to; after the crown is found only crown points count.

        >>> from solver.games.gnome_kingdom.state import Seat
        >>> state = State((Seat("acorn", bag=(0, 1, 0, 1, 0), skills=("leaf-expert-4",)), Seat("leaf")))
        >>> Worth().held(Setting(2), state, 0) - 3 * 100 - 25
        68
        """
        seat = state.seats[player]
        rest = self.things(seat.clan, seat.bag, len(seat.skills), seat.place[0]) + self.dice(setting, state, player)
        return int(self.total(setting.points(seat), rest, found=state.finder is not None))

    def things(self, clan: str, bag: Counts, abilities: int, row: int) -> int:
        """All but points and dice: resources, cards whose ability can still be used, and the way gone."""
        tokens = sum(number * self.resource(kind, clan) for kind, number in enumerate(bag) if number)
        return tokens + self.ability * abilities + self.step * row

    def total(self, points: Any, rest: Any, *, found: bool) -> Any:
        """Points and all the rest together, numbers or arrays of them."""
        # things that can no longer be turned into points still break ties between actions
        return self.point * points + (rest // FEW if found else rest)

    def dice(self, setting: Setting, state: State, player: int) -> int:
        """The own supply of a player, given the open cards."""
        seat = state.seats[player]
        readings = setting.rules.readings
        shares = [0, 0]
        for card in state.open_cards:
            skill = setting.skills[card]
            shares.append(self.share(skill.points, missing(bound(skill.cost, seat.clan), seat.own, readings)))
        first, second = sorted(shares, reverse=True)[:2]
        return int(self.supply(len(seat.own), first, second))

    def share(self, points: int, short: int) -> int:
        """What of a card's points the own supply has earned when it is so many dice short of it."""
        return self.point * points * self.near[short] // 100 if short < len(self.near) else 0

    def supply(self, dice: int, first: Any, second: Any) -> Any:
        """So many own dice with the two highest shares, numbers or arrays of them."""
        return self.die * dice + first + second // 2


@lru_cache(maxsize=1 << 16)
def missing(cost: Task, own: Dice, readings: Readings) -> int:
    """How many spaces of a cost the dice leave empty."""
    if not own:
        return len(cost.spaces)
    return len(cost.spaces) - len(best_placement(cost, Roll(own), None, readings))


def solve_odds(setting: Setting, state: State, pool: Sequence[int]) -> Fraction:
    """The chance that these dice, a number for each colour, meet the task of the player on turn as they fall.

    >>> from solver.games.gnome_kingdom.state import Seat
    >>> solve_odds(Setting(2), State((Seat("acorn"), Seat("leaf"))), (2, 0, 0, 0, 0))
    Odds(3/4)
    """
    task = setting.task(state)
    dice = {Die(colour): number for colour, number in zip(COLOURS, pool, strict=True) if number}
    return odds(task, Pool(dice), setting.rules.readings) if task and dice else Fraction(0)
