"""The chance to solve a task where an ability may wait while others are used: plain expectimax, for small questions.

Dice that an acorn has named stay ready to be rolled again, whatever is done in between; so does the second die of an
upgraded acorn or leaf. A die that is given another number or colour stays ready; one that is swapped away does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from solver.dice import Pool, Roll, Rolled, rolled_key
from solver.enumeration import rolls
from solver.errors import TooBigError
from solver.games.gnome_kingdom.chance.plain import ALONE, Question, after, table_of
from solver.games.gnome_kingdom.filling import Dice
from solver.games.gnome_kingdom.powers import RESOURCES, Bag, held, less
from solver.manipulation import (
    Borrow,
    Disguise,
    Manipulation,
    OfDice,
    Reroll,
    Swap,
    Table,
    actions,
    begin,
    results,
)
from solver.placement import fills

MOST_CASES = 150_000
TIMES = 3  # that an acorn rolls a die
BERRY = RESOURCES.index("berry")

Ready = tuple[tuple[Rolled, int, int], ...]
"""Dice that acorns have named, in canonical order: how often each may still be rolled, and how many of these acorns may
name a second die, which is another one."""


@dataclass(frozen=True, slots=True)
class Case:
    """A table in the middle of it all.

    Parameters
    ----------
    bag : what is left
    ready : dice that acorns have named, as long as it matters
    more : how many more dice acorns may name whose first die has been swapped away
    loans : how many more dice upgraded leaves may borrow
    """

    table: Table
    bag: Bag
    ready: Ready = ()
    more: int = 0
    loans: int = 0


class Interleaved:
    """The chances of a question under the reading in which abilities come between each other.

    Raises
    ------
    TooBigError
        for more than `MOST_CASES` cases

    Examples
    --------
    >>> from solver.games.gnome_kingdom.powers import read_bag
    >>> from solver.task.model import Task
    >>> chances = Interleaved(Question(Task("[any]*2 : equal")))
    >>> chances.of_pool(Pool("2 any"), read_bag("acorn=2")), chances.of_pool(Pool("2 any"), read_bag("acorn=1"))
    (Fraction(341779, 419904), Fraction(671, 1296))
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self._known: dict[Case, Fraction] = {}
        self._filled: dict[Dice, bool] = {}

    def of_pool(self, pool: Pool, bag: Bag, elsewhere: Dice = ()) -> Fraction:
        """The chance when a pool is rolled and then a bag is used as well as can be."""
        found = ((weight, self.of_roll(roll, bag, elsewhere)) for roll, weight in rolls(pool))
        return sum((weight * chance for weight, chance in found), Fraction(0)) / pool.total

    def of_roll(self, roll: Roll, bag: Bag, elsewhere: Dice = ()) -> Fraction:
        """The chance from a roll."""
        return self._chance(Case(table_of(roll, elsewhere), bag))

    def _chance(self, case: Case) -> Fraction:
        if case not in self._known:
            if len(self._known) >= MOST_CASES:
                raise TooBigError(
                    f"acorn_twice=interleaved is answered case by case, and there are more than {MOST_CASES:,}; "
                    "ask with fewer dice or tokens"
                )
            self._known[case] = Fraction(0)  # taken, so that the limit holds on the way down
            self._known[case] = Fraction(1) if self._fills(case.table.roll) else self._best(case)
        return self._known[case]

    def _fills(self, dice: Dice) -> bool:
        if dice not in self._filled:
            self._filled[dice] = fills(self.question.task, Roll(dice), self.question.readings)
        return self._filled[dice]

    def _best(self, case: Case) -> Fraction:
        best = Fraction(0)
        for found in self._actions(case):
            total = sum((weight * self._chance(one) for one, weight in found.items()), Fraction(0))
            best = max(best, total / sum(found.values()))
        return best

    def _actions(self, case: Case) -> Iterator[dict[Case, int]]:
        """What may be done next: for each action the cases that it leads to, with their weights."""
        for entry in dict.fromkeys(case.ready):
            die, left, seconds = entry
            if left:
                yield self._rolled(case, entry, left, seconds)
            if seconds:
                rest = _without(case, entry)
                waiting = replace(rest, ready=_sorted((*rest.ready, (die, left, seconds - 1))))
                for other in (*_idle(case), *_used_up(rest)):
                    yield self._rolled(waiting, other, TIMES, other[2])
        if case.more:
            for entry in _unready(case):
                yield self._rolled(replace(case, more=case.more - 1), entry, TIMES, entry[2])
        if case.loans:
            yield from self._lent(replace(case, loans=case.loans - 1))
        for other_bag in self.question.others(case.bag):
            if self.question.clan or other_bag[BERRY] <= case.bag[BERRY]:  # without a clan a berry has no colour
                yield {replace(case, bag=other_bag): 1}
        for place in held(case.bag):
            yield from self._uses(self.question.does(place), replace(case, bag=less(case.bag, place)), case)

    def _uses(self, does: Manipulation, rest: Case, case: Case) -> Iterator[dict[Case, int]]:
        """What a token may be used for; `rest` is the case without it."""
        match does:
            case Reroll(dice):
                for entry in _unready(rest):
                    yield self._rolled(rest, entry, TIMES, entry[2] + dice - 1)
            case Borrow(dice):
                yield from self._lent(replace(rest, loans=rest.loans + dice - 1))
            case Disguise():
                last = Case(case.table, after(case.bag, ALONE))
                yield from ({replace(last, table=table): 1} for table in _ends(does, case.table))
            case does if isinstance(does, OfDice):
                yield from ({one: 1} for one in self._changed(does, rest))

    def _rolled(self, case: Case, entry: Entry, left: int, seconds: int) -> dict[Case, int]:
        """A die rolled that may be rolled so often, this time included."""
        rest = _without(case, entry)
        dice = list(case.table.roll)
        dice.remove(entry[0])
        found: dict[Case, int] = {}
        for face in range(1, case.table.faces + 1):
            new = Rolled(entry[0].colour, face)
            roll = tuple(sorted([*dice, new], key=rolled_key))
            ready = _sorted((*rest.ready, (new, left - 1, seconds)))
            found[replace(rest, table=replace(case.table, roll=roll), ready=ready)] = 1
        return found

    def _lent(self, case: Case) -> Iterator[dict[Case, int]]:
        act = begin(Borrow(1, self.question.drawn), case.table)
        for action in actions(act)[1:]:
            yield {replace(case, table=one.settled()): weight for one, weight in results(act, action).items()}

    def _changed(self, does: OfDice, case: Case) -> Iterator[Case]:
        """The cases that an ability without chance leads to."""
        for table in _ends(does, case.table):
            gone = next(iter(Counter(case.table.roll) - Counter(table.roll)), None)
            come = next(iter(Counter(table.roll) - Counter(case.table.roll)), None)
            if gone is None or come is None:
                continue
            for entry in {one for one in (*_idle(case), *case.ready) if one[0] == gone}:
                rest = replace(_without(case, entry), table=table)
                if isinstance(does, Swap):
                    yield replace(rest, more=rest.more + entry[2])
                else:
                    yield replace(rest, ready=_sorted((*rest.ready, (come, *entry[1:]))))


Entry = tuple[Rolled, int, int]


def _idle(case: Case) -> list[Entry]:
    """The dice of the roll that no acorn has named, each kind once."""
    return [(die, 0, 0) for die in Counter(case.table.roll) - Counter(die for die, _, _ in case.ready)]


def _unready(case: Case) -> list[Entry]:
    """The dice that an acorn may name: while a die can be rolled anyway there is no need to."""
    return [*_idle(case), *_used_up(case)]


def _used_up(case: Case) -> Iterable[Entry]:
    """The dice that an acorn has named and that cannot be rolled any more."""
    return dict.fromkeys(entry for entry in case.ready if not entry[1])


def _without(case: Case, entry: Entry) -> Case:
    """The case with a die no longer named, the die itself still in the roll."""
    if entry not in case.ready:
        return case
    ready = list(case.ready)
    ready.remove(entry)
    return replace(case, ready=tuple(ready))


def _ends(does: OfDice, table: Table) -> set[Table]:
    """The tables that an ability without chance can leave."""
    waiting, found = [begin(does, table)], set()
    while waiting:
        act = waiting.pop()
        for action in actions(act)[1:]:
            (then,) = results(act, action)
            found.add(then.settled())
            waiting.append(then)
    return found - {table}


def _sorted(ready: Iterable[Entry]) -> Ready:
    """In canonical order, those left out that do not matter any more."""
    kept = (entry for entry in ready if entry[1] or entry[2])
    return tuple(sorted(kept, key=lambda entry: (rolled_key(entry[0]), *entry[1:])))
