"""A ranked choice: the lines of play in a position, each with its exact value and its loss against the best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from solver.errors import GnomonError
from solver.game import Kind

Unit = Literal["chance", "number", "count"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that a choice is judged by.

    Parameters
    ----------
    name : what it is called, as in `win` or `members lost`
    unit : `chance` for what is shown in percent, `count` for what is whole
    low : whether less of it is better

    Examples
    --------
    >>> Measure("members lost", "number", low=True).better(Fraction(1), Fraction(2))
    True
    """

    name: str
    unit: Unit = "chance"
    low: bool = False

    def better(self, one: Fraction, other: Fraction) -> bool:
        """Whether the first number is better than the second."""
        return one < other if self.low else one > other


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line of play before it is compared with others.

    Parameters
    ----------
    action : the first action, in words, in its canonical form
    values : what it is worth by each measure, under the best continuation
    main : what follows, up to the next chance
    facts : whatever else is known of it
    kind : how far the value by the first measure can be trusted
    later : how far those by the others can; None for as far
    """

    action: str
    values: tuple[Fraction, ...]
    main: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    kind: Kind = "exact"
    later: Kind | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A ranked line of play.

    Parameters
    ----------
    action, values, main, facts, kind, later : as in :class:`Candidate`
    rank : 1 for the best; lines that are equally good share it
    loss : how much worse it is than the best by the first measure in which they differ; 0 only for a best one
    loss_in : the number of that measure
    """

    action: str
    values: tuple[Fraction, ...]
    rank: int
    loss: Fraction
    loss_in: int = 0
    main: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    kind: Kind = "exact"
    later: Kind | None = None

    @property
    def value(self) -> Fraction:
        """What it is worth by the first measure."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The answer to a position: what is asked, and every first action there is, the best first.

    Parameters
    ----------
    question : what is to be decided, in words
    objective : what is wanted, by name
    measures : the numbers by which lines are compared, the first one first
    lines : all lines; equally good ones in the order in which they were given
    title : what the position is, in parts
    rulings : the readings that the answer rests on
    assumptions : what the answer takes for granted; it says of an abstraction which one it is
    notes : what a reader should know
    size : how much was solved, in words
    untold : how many more first actions there are, which are worse

    Examples
    --------
    >>> found = [Candidate("stay", (Fraction(1, 4),)), Candidate("go", (Fraction(1, 2),))]
    >>> ranking = Ranking("stay or go?", "win", (Measure("win"),), rank(found, (Measure("win"),)))
    >>> ranking.best.action, ranking.margin
    ('go', Fraction(1, 4))
    """

    question: str
    objective: str
    measures: tuple[Measure, ...]
    lines: tuple[Line, ...]
    title: tuple[str, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    size: str = ""
    untold: int = 0

    def __post_init__(self) -> None:
        if not self.lines:
            raise GnomonError(f"{self.question} There is nothing to choose from")

    @property
    def best(self) -> Line:
        """The first of the best lines."""
        return self.lines[0]

    @property
    def unique(self) -> bool:
        """Whether exactly one line is best."""
        return len(self.lines) == 1 or self.lines[1].rank > 1

    @property
    def margin(self) -> Fraction:
        """The loss of the second line: 0 if the best is not the only one."""
        return self.lines[1].loss if len(self.lines) > 1 else Fraction(0)

    @property
    def margin_in(self) -> Measure:
        """The measure in which the second line is worse."""
        return self.measures[self.lines[1].loss_in if len(self.lines) > 1 else 0]

    def line(self, action: str) -> Line:
        """The line that begins with an action.

        Raises
        ------
        GnomonError
            if there is none
        """
        for line in self.lines:
            if line.action == action:
                return line
        raise GnomonError(f"{action}: this is not one of the choices")


def rank(candidates: Iterable[Candidate], measures: Sequence[Measure]) -> tuple[Line, ...]:
    """Return lines by their values, the best first; equally good ones stay in their order and share a rank.

    Parameters
    ----------
    candidates : the lines, each with a value for each measure
    measures : the first decides, the next ones only between lines that are equal by those before

    Examples
    --------
    >>> win, lost = Measure("win"), Measure("members lost", "number", low=True)
    >>> half, one = Fraction(1, 2), Fraction(1)
    >>> for line in rank([Candidate("a", (half, one)), Candidate("b", (half, half))], [win, lost]):
    ...     print(line.rank, line.action, line.loss, measures_name(line, [win, lost]))
    1 b 0 win
    2 a 1/2 members lost
    """
    found = sorted(candidates, key=lambda one: _key(one.values, measures))
    lines: list[Line] = []
    for place, one in enumerate(found, 1):
        if len(one.values) != len(measures):
            raise GnomonError(f"{one.action}: {len(one.values)} values for {len(measures)} measures")
        tied = place > 1 and one.values == found[place - 2].values
        where = next((at for at, pair in enumerate(zip(one.values, found[0].values, strict=True)) if _differ(pair)), 0)
        loss = abs(one.values[where] - found[0].values[where])
        number = lines[-1].rank if tied else place
        lines.append(Line(one.action, one.values, number, loss, where, one.main, one.facts, one.kind, one.later))
    return tuple(lines)


def measures_name(line: Line, measures: Sequence[Measure]) -> str:
    """The name of the measure in which a line loses."""
    return measures[line.loss_in].name


def _differ(pair: tuple[Fraction, Fraction]) -> bool:
    return pair[0] != pair[1]


def _key(values: Sequence[Fraction], measures: Sequence[Measure]) -> tuple[Fraction, ...]:
    return tuple(value if measure.low else -value for value, measure in zip(values, measures, strict=False))
