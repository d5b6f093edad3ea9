"""What is maximised, and the value that comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from solver.errors import GnomonError
from solver.game import Kind, Number
from solver.solve.rational import Value


@dataclass(frozen=True, slots=True)
class Objective:
    """A number that a player wants high, or low.

    Parameters
    ----------
    name : what the number is called in a report
    payoff : `payoff(returns, player)`, what the end of a game is worth to a player
    player : the player who is asked about
    minimise : the lower the better
    rivals : ``own``: every other player wants their own number; ``against``: they all want to spoil this
        player's
    step : `step(state, move)`, what an action or an outcome adds on the way; None where only the end counts
    endless : what a game that never ends is worth. It counts only without `step`: with it, a game that never
        ends adds up to infinity

    Examples
    --------
    >>> win_chance().payoff((1, 0), 0), win_chance().payoff((1, 0), 1)
    (1, 0)
    """

    name: str
    payoff: Callable[[Sequence[Number], int], Number]
    player: int = 0
    minimise: bool = False
    rivals: Literal["own", "against"] = "own"
    step: Callable[[Any, Any], Number] | None = None
    endless: Number = 0

    def wanted_by(self, player: int) -> tuple[int, int]:
        """Return whose number this player looks at, and 1 if it is wanted high or -1 if low.

        Examples
        --------
        >>> win_chance().wanted_by(1), win_chance(rivals="against").wanted_by(1)
        ((1, 1), (0, -1))
        """
        sign = -1 if self.minimise else 1
        if self.rivals == "own" or player == self.player:
            return player, sign
        return self.player, -sign


def win_chance(player: int = 0, *, rivals: Literal["own", "against"] = "own") -> Objective:
    """Return the objective "win": a return above zero is a win, a game that never ends is none.

    Examples
    --------
    >>> win_chance(1).payoff((-1, 1), 1)
    1
    """
    return Objective("win chance", lambda returns, who: int(returns[who] > 0), player, rivals=rivals)


def expected_return(player: int = 0, *, rivals: Literal["own", "against"] = "own", endless: Number = 0) -> Objective:
    """Return the objective "as high a return as possible, in the mean".

    Examples
    --------
    >>> expected_return(1).payoff((3, 7), 1)
    7
    """
    return Objective("expected return", lambda returns, who: returns[who], player, rivals=rivals, endless=endless)


def chance_of(event: Callable[[Sequence[Number]], bool], name: str = "chance", player: int = 0) -> Objective:
    """Return the objective "reach an end of which this is true"; the other players try to prevent it.

    Examples
    --------
    >>> at_least_five = chance_of(lambda returns: returns[0] >= 5)
    >>> at_least_five.payoff((6,), 0)
    1
    """
    return Objective(name, lambda returns, who: int(event(returns)), player, rivals="against")


def expected_steps(
    counts: Callable[[Any, Any], Number],
    name: str = "expected steps",
    *,
    player: int = 0,
    minimise: bool = True,
) -> Objective:
    """Return the objective "as few steps as possible until the game ends", infinite where it never may.

    Parameters
    ----------
    counts : `counts(state, move)` is what an action or an outcome counts, never less than 0: 1 for what
        begins a turn and 0 for everything else counts turns
    name : what the number is called
    player : the player who decides
    minimise : False asks for the longest game instead

    Examples
    --------
    >>> rolls = expected_steps(lambda state, move: int(move == "roll"), "rolls")
    >>> rolls.minimise, rolls.step("any state", "roll")
    (True, 1)
    """
    return Objective(name, lambda returns, who: 0, player, minimise=minimise, rivals="against", step=counts)


@dataclass(frozen=True, slots=True)
class Solved:
    """A number and how far it can be trusted.

    Parameters
    ----------
    value : the number; of an enclosure its middle
    kind : see :data:`solver.game.Kind`
    low, high : the bounds; both are `value` if it is exact

    Examples
    --------
    >>> exact(Fraction(1, 6))
    Solved(value=Fraction(1, 6), kind='exact', low=Fraction(1, 6), high=Fraction(1, 6))
    >>> exact(Fraction(1, 6)).width
    Fraction(0, 1)
    """

    value: Value
    kind: Kind
    low: Value
    high: Value

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise GnomonError(f"solved value: {self.value} does not lie from {self.low} to {self.high}")

    @property
    def width(self) -> Value:
        """How far the bounds are apart; exactly 0 for an exact value, also an infinite one."""
        return Fraction(0) if self.low == self.high else self.high - self.low


def exact(value: Value | int) -> Solved:
    """Return an exact value.

    Examples
    --------
    >>> exact(1).kind
    'exact'
    """
    value = value if isinstance(value, float) else Fraction(value)
    return Solved(value, "exact", value, value)


def enclosed(low: Value, high: Value) -> Solved:
    """Return a value known to lie between two proven bounds; it is exact if they meet.

    Examples
    --------
    >>> enclosed(Fraction(1, 4), Fraction(1, 2)).value
    Fraction(3, 8)
    >>> enclosed(Fraction(1, 4), Fraction(1, 4)).kind
    'exact'
    """
    return exact(low) if low == high else Solved((low + high) / 2, "enclosure", low, high)
