"""Chances and distributions in exact numbers: integer weights over a total."""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from fractions import Fraction
from math import gcd
from typing import Any, Generic, TypeVar

from solver.format import chance, decimal, fraction

Outcome = TypeVar("Outcome", bound=Hashable)
Image = TypeVar("Image", bound=Hashable)


class Odds(Fraction):
    """A chance: a fraction from 0 to 1 that prints as players read it.

    It compares, hashes and computes exactly as the `Fraction` it is.

    Parameters
    ----------
    numerator : int, Fraction or str, as for `Fraction`
    denominator : int, optional

    Raises
    ------
    ValueError
        below 0 or above 1, or a float that only looks exact

    Examples
    --------
    >>> Odds(2, 72)
    Odds(1/36)
    >>> print(Odds(1, 36))
    2.78 %  1/36  (1 in 36)
    >>> Odds(1, 36) == Fraction(1, 36) and Odds(1, 36) < Odds("1/6")
    True
    """

    __slots__ = ()

    def __new__(cls, numerator: Any = 0, denominator: int | None = None) -> Odds:
        """A fraction as `Fraction` makes it, checked to be a chance."""
        if isinstance(numerator, float):
            raise ValueError(f"a chance must be exact, not the float {numerator!r}")
        self = super().__new__(cls, numerator, denominator)
        if not 0 <= self.numerator <= self.denominator:
            raise ValueError(f"a chance lies between 0 and 1, not at {Fraction(self)}")
        return self

    @classmethod
    def of(cls, weight: int, total: int) -> Odds:
        """A weight over its total, both known to be right: the short way for the solver's own numbers.

        >>> Odds.of(2, 72)
        Odds(1/36)
        """
        self: Odds = super().__new__(cls)  # 0; a Fraction keeps its two numbers in these slots
        common = gcd(weight, total)
        self._numerator = weight // common  # type: ignore[attr-defined]
        self._denominator = total // common  # type: ignore[attr-defined]
        return self

    @property
    def complement(self) -> Odds:
        """The chance that it does not happen.

        >>> Odds(1, 36).complement
        Odds(35/36)
        """
        return Odds(1 - self)

    def __repr__(self) -> str:
        return f"Odds({Fraction(self)})"

    def __str__(self) -> str:
        return chance(self)


class Points(Fraction):
    """A difference of two chances: a fraction that is shown in percent points.

    Examples
    --------
    >>> print(Points(Odds(1, 4) - Odds(1, 6)))
    8.33 points  1/12
    >>> Points(1, 12) == Fraction(1, 12)
    True
    """

    __slots__ = ()

    def __str__(self) -> str:
        return f"{decimal(self * 100, 2)} points  {fraction(self)}"


class Distribution(Mapping[Outcome, int], Generic[Outcome]):
    """Outcomes with positive integer weights; a mapping in the order of the outcomes where they have one.

    Parameters
    ----------
    weights : mapping or pairs of outcome and weight; weights of equal outcomes add up, zeros are dropped

    Raises
    ------
    ValueError
        a weight that is negative or not an integer, or no weight at all

    Examples
    --------
    >>> two = Distribution({1: 1, 2: 1})
    >>> (two + two)[3], (two + two).total
    (2, 4)
    >>> (two + two).chance(lambda s: s >= 3)
    Odds(3/4)
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[Outcome, int] | Iterable[tuple[Outcome, int]]) -> None:
        pairs = weights.items() if isinstance(weights, Mapping) else weights
        merged: dict[Outcome, int] = {}
        for outcome, weight in pairs:
            if not isinstance(weight, int) or isinstance(weight, bool) or weight < 0:
                raise ValueError(f"the weight of {outcome!r} must be a whole number of 0 or more, not {weight!r}")
            if weight:
                merged[outcome] = merged.get(outcome, 0) + weight
        if not merged:
            raise ValueError("a distribution needs at least one outcome of positive weight")
        try:
            self._weights = dict(sorted(merged.items()))
        except TypeError:  # outcomes without an order keep the one they came in
            self._weights = merged
        self.total = sum(merged.values())

    @classmethod
    def of(cls, weights: dict[Outcome, int], total: int) -> Distribution[Outcome]:
        """Positive weights, in order, with their sum, all known to be right: the short way for the solver's own.

        >>> Distribution.of({1: 1, 2: 3}, 4)
        Distribution({1: 1, 2: 3})
        """
        self = cls.__new__(cls)
        self._weights, self.total = weights, total
        return self

    def __getitem__(self, outcome: Outcome) -> int:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def items(self) -> ItemsView[Outcome, int]:
        """Outcomes with their weights, as a dict gives them."""
        return self._weights.items()

    def values(self) -> ValuesView[int]:
        """The weights, in the order of the outcomes."""
        return self._weights.values()

    def __hash__(self) -> int:
        return hash((frozenset(self._weights.items()), self.total))

    def __eq__(self, other: object) -> bool:
        """Equal as chances: the same outcomes with proportional weights."""
        if not isinstance(other, Distribution):
            return NotImplemented
        return self._weights.keys() == other._weights.keys() and all(
            weight * other.total == other._weights[outcome] * self.total for outcome, weight in self._weights.items()
        )

    def __repr__(self) -> str:
        inside = ", ".join(f"{outcome!r}: {weight}" for outcome, weight in self._weights.items())
        return f"Distribution({{{inside}}})"

    def odds(self, outcome: Outcome) -> Odds:
        """The chance of one outcome, 0 for one that cannot happen.

        >>> Distribution({1: 1, 2: 3}).odds(2)
        Odds(3/4)
        """
        return Odds(self._weights.get(outcome, 0), self.total)

    def chance(self, event: Callable[[Outcome], bool]) -> Odds:
        """The chance that `event` holds of the outcome.

        >>> Distribution({1: 1, 2: 3}).chance(lambda face: face > 1)
        Odds(3/4)
        """
        return Odds(sum(weight for outcome, weight in self._weights.items() if event(outcome)), self.total)

    def at_least(self, bound: Any) -> Odds:
        """The chance of `bound` or more.

        >>> Distribution({1: 1, 2: 1, 3: 2}).at_least(2)
        Odds(3/4)
        """
        return self.chance(lambda outcome: bool(outcome >= bound))

    def at_most(self, bound: Any) -> Odds:
        """The chance of `bound` or less.

        >>> Distribution({1: 1, 2: 1, 3: 2}).at_most(2)
        Odds(1/2)
        """
        return self.chance(lambda outcome: bool(outcome <= bound))

    def mean(self) -> Fraction:
        """The expectation of numeric outcomes.

        >>> Distribution({face: 1 for face in range(1, 7)}).mean()
        Fraction(7, 2)
        """
        total: Any = sum(outcome * weight for outcome, weight in self._weights.items())  # type: ignore[operator, misc]
        return Fraction(total) / self.total

    def map(self, image: Callable[[Outcome], Image]) -> Distribution[Image]:
        """The distribution of `image(outcome)`.

        >>> Distribution({1: 1, 2: 1, 3: 1}).map(lambda face: face % 2 == 0)
        Distribution({False: 2, True: 1})
        """
        return Distribution((image(outcome), weight) for outcome, weight in self._weights.items())

    def __add__(self, other: Distribution[Any]) -> Distribution[Any]:
        """The sum of two independent draws."""
        if not isinstance(other, Distribution):
            return NotImplemented
        return Distribution(
            (mine + theirs, w * v) for mine, w in self._weights.items() for theirs, v in other._weights.items()
        )
