"""What things are worth to a player: crown points, resources, dice, steps and cards, in hundredths of a crown point.

The numbers are a judgement, not a proof: whoever thinks otherwise makes another `Worth` and lets it play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from solver.dice import Die, Pool, Roll
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.setting import Setting, bound
from solver.games.gnome_kingdom.state import State
from solver.placement import best_placement
from solver.task.chances import odds
from solver.task.model import Readings, Task


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
        points = self.point * setting.points(seat)
        bag = sum(number * self.resource(kind, seat.clan) for kind, number in enumerate(seat.bag) if number)
        rest = bag + self.ability * len(seat.skills) + self.step * seat.place[0] + self.dice(setting, state, player)
        # things that can no longer be turned into points still break ties between actions
        return points + (rest // 20 if state.finder is not None else rest)

    def dice(self, setting: Setting, state: State, player: int) -> int:
        """The own supply of a player, given the open cards."""
        seat = state.seats[player]
        readings = setting.rules.readings
        earned = sorted(
            (
                self.point
                * setting.skills[card].points
                * self._share(setting, card, seat.clan, seat.own, readings)
                // 100
                for card in state.open_cards
            ),
            reverse=True,
        )
        return self.die * len(seat.own) + sum(earned[:1]) + sum(earned[1:2]) // 2

    def _share(self, setting: Setting, card: str, clan: str, own: Dice, readings: Readings) -> int:
        missing = _missing(bound(setting.skills[card].cost, clan), own, readings)
        return self.near[missing] if missing < len(self.near) else 0


@lru_cache(maxsize=1 << 16)
def _missing(cost: Task, own: Dice, readings: Readings) -> int:
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
