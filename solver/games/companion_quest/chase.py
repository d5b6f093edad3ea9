"""The chase along the Mischief Meter as an absorbing chain: what the odds of turns come to over a whole game.

A turn is taken as its outcome alone: how many portal problems it solves and how many spaces the hat goes on. With the
odds of that outcome, which depend on nothing but where the hat stands, the chase is a Markov chain, and the chance to
catch Gu'Gu is exact. That the turns of a real game depend on each other through cards, dice and companions is left out:
whatever rests on this is an abstraction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from solver.errors import GnomonError
from solver.solve.elimination import solve_linear
from solver.solve.rational import fraction, rational

if TYPE_CHECKING:
    from networkx import DiGraph

Order = Literal["hat_first", "both_then_compare"]


class Outcome(NamedTuple):
    """What a turn comes to: portal problems solved, and spaces that the hat goes on."""

    solved: int
    steps: int


Turn = Mapping[Outcome, int]
"""The outcomes of a turn with their weights."""


class Meter(NamedTuple):
    """Where a chase stands.

    Quests completed, which is where the Gnome stands; spaces of the next that the hat has passed; and Gu'Gu's space.
    """

    done: int
    hat: int
    foe: int


End = Literal["won", "lost"]


@dataclass(frozen=True, slots=True)
class Chase:
    """A chase: the quests, the meter, and what turns come to.

    Parameters
    ----------
    paths : how many spaces each quest has, in order
    turns : for the first, second... quest, and on it for each place of the hat: the outcomes of a turn there
    portal, gap : the space where Gu'Gu escapes, and how far ahead of the Gnome he begins
    order : whether a completed quest moves the Gnome, and wins, before Gu'Gu moves, or both move first

    Raises
    ------
    GnomonError
        for numbers that do not fit, or turns that are not given for every quest

    Examples
    --------
    >>> sure = {Outcome(1, 1): 1}
    >>> Chase((2,), ((sure, sure),), portal=2, gap=1).win()
    Fraction(1, 1)
    """

    paths: tuple[int, ...]
    turns: tuple[tuple[Turn, ...], ...]
    portal: int = 4
    gap: int = 1
    order: Order = "hat_first"

    def __post_init__(self) -> None:
        if not self.paths or min(self.paths) < 1:
            raise GnomonError("chase: every quest has at least one space")
        if len(self.turns) != len(self.paths):
            raise GnomonError(f"chase: {len(self.paths)} quests need the odds of as many turns, not {len(self.turns)}")
        for at, (row, path) in enumerate(zip(self.turns, self.paths, strict=True), 1):
            if len(row) != path:
                raise GnomonError(f"chase: quest {at} needs the odds of a turn for each of its spaces")
        turns = [turn for row in self.turns for turn in row]
        if any(weight < 0 for turn in turns for weight in turn.values()) or not all(map(_total, turns)):
            raise GnomonError("chase: the weights of a turn are whole, none below 0 and some above")
        if not 1 <= self.gap < self.portal:
            raise GnomonError(f"chase: Gu'Gu begins between 0 and the portal at {self.portal}, not at {self.gap}")
        if self.portal > len(self.paths) + 1:
            raise GnomonError(f"chase: with {len(self.paths)} quests Gu'Gu could stand where the Gnome never comes")

    @property
    def start(self) -> Meter:
        """Where it begins."""
        return Meter(0, 0, self.gap)

    def after(self, meter: Meter, outcome: Outcome) -> Meter | End:
        """Where a turn leads.

        Examples
        --------
        >>> chase = Chase((3, 3, 3), (({Outcome(0, 0): 1},) * 3,) * 3)
        >>> chase.after(chase.start, Outcome(0, 2)), chase.after(chase.start, Outcome(0, 3))
        (Meter(done=0, hat=2, foe=2), 'won')
        >>> chase.after(Meter(0, 0, 3), Outcome(0, 1))
        'lost'
        """
        done, hat, foe = meter
        hat = min(hat + outcome.steps, self.paths[done])
        completed = hat == self.paths[done]
        gnome = done + completed
        if completed and gnome == foe and self.order == "hat_first":
            return "won"
        foe += 1 - min(outcome.solved, 2)
        if gnome >= foe:
            return "won"
        if foe >= self.portal:
            return "lost"
        return Meter(gnome, 0 if completed else hat, foe)

    def chain(self, *others: Meter) -> dict[Meter, dict[Meter | End, Fraction]]:
        """Every state that can be reached from the start or from others, with where a turn leads and how likely."""
        found: dict[Meter, dict[Meter | End, Fraction]] = {}
        todo = [self.start, *others]
        while todo:
            meter = todo.pop()
            if meter in found:
                continue
            row: dict[Meter | End, Fraction] = {}
            turn = self.turns[meter.done][meter.hat]
            for outcome, weight in turn.items():
                if weight:
                    then = self.after(meter, outcome)
                    row[then] = row.get(then, Fraction(0)) + Fraction(weight, _total(turn))
            found[meter] = row
            todo += [then for then in row if isinstance(then, Meter)]
        return found

    def begins(self) -> tuple[Meter, ...]:
        """Where Gu'Gu and the Gnome may stand when a quest begins, whether it can come to that or not.

        >>> len(Chase((3, 3, 3), (({Outcome(0, 0): 1},) * 3,) * 3).begins())
        6
        """
        quests = range(len(self.paths))
        return tuple(Meter(done, 0, foe) for done in quests for foe in range(done + 1, self.portal))

    def wins(self, *others: Meter) -> dict[Meter, Fraction]:
        """The chance to catch Gu'Gu from every state that can be reached from the start or from others.

        A chase that goes on for ever is not won.

        Examples
        --------
        >>> even = {Outcome(0, 0): 1, Outcome(1, 0): 1, Outcome(2, 0): 1}
        >>> chase = Chase((3, 3, 3), ((even,) * 3,) * 3)
        >>> {meter.foe: str(chance) for meter, chance in chase.wins().items()}
        {1: '3/4', 2: '1/2', 3: '1/4'}
        """
        return self._absorbed(lambda row: row.get("won", Fraction(0)), others)

    def win(self) -> Fraction:
        """The chance to catch Gu'Gu from the start."""
        return self.wins()[self.start]

    def length(self) -> Fraction:
        """How many turns the chase takes on average.

        Raises
        ------
        GnomonError
            if it may go on for ever
        """
        chain = self.chain()
        if stuck := next(iter(chain.keys() - _ending(chain)), None):
            raise GnomonError(f"chase: from {stuck} no turn ever ends it")
        return self._absorbed(lambda row: Fraction(1))[self.start]

    def graph(self) -> DiGraph:
        """The chain as a graph: states and ends, with the chance of each step as `chance`."""
        from networkx import DiGraph

        graph: DiGraph = DiGraph()
        for meter, row in self.chain().items():
            graph.add_edges_from((meter, then, {"chance": chance}) for then, chance in row.items())
        return graph

    def _absorbed(
        self, earns: Callable[[Mapping[Meter | End, Fraction]], Fraction], others: Iterable[Meter] = ()
    ) -> dict[Meter, Fraction]:
        chain = self.chain(*others)
        place = {meter: at for at, meter in enumerate(sorted(_ending(chain)))}
        rows, constants = [], []
        for meter in place:
            row = chain[meter]
            rows.append({place[then]: rational(chance) for then, chance in row.items() if then in place})
            constants.append(rational(earns(row)))
        values = [Fraction(fraction(value)) for value in solve_linear(rows, constants)]
        return dict.fromkeys(sorted(chain), Fraction(0)) | dict(zip(place, values, strict=True))


def _ending(chain: Mapping[Meter, Mapping[Meter | End, Fraction]]) -> set[Meter]:
    """The states from which an end can be reached."""
    into: dict[Meter | End, list[Meter]] = {}
    for meter, row in chain.items():
        for then in row:
            into.setdefault(then, []).append(meter)
    ending: set[Meter] = set()
    todo = [*into.get("won", []), *into.get("lost", [])]
    while todo:
        meter = todo.pop()
        if meter not in ending:
            ending.add(meter)
            todo += into.get(meter, [])
    return ending


def _total(turn: Turn) -> int:
    return sum(turn.values())
