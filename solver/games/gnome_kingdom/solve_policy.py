"""What to do first with a roll and a bag of resources, every first action with the chance it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from solver.distribution import Odds
from solver.games.gnome_kingdom.powers import TOKENS, Bag, held, other_bags
from solver.games.gnome_kingdom.solve_plain import after
from solver.games.gnome_kingdom.solve_turn import Turn
from solver.manipulation import STOP, Act, OfDice, Table, actions, begin, results

SOLVED = "solved as it lies"
NOTHING = "nothing helps"


@dataclass(frozen=True, slots=True)
class First:
    """A first action.

    Parameters
    ----------
    token : what is used, or empty
    does : the action in words
    odds : the chance when all else is done as well as can be
    """

    token: str
    does: str
    odds: Odds

    def __str__(self) -> str:
        return f"{self.token}: {self.does}" if self.token else self.does


def first_actions(turn: Turn, table: Table, bag: Bag) -> list[First]:
    """Every first action from a roll, the best first; where two are equal the one that keeps more comes first.

    Examples
    --------
    >>> from solver.dice import Pool, Roll
    >>> from solver.games.gnome_kingdom.powers import read_bag
    >>> from solver.games.gnome_kingdom.solve_plain import Question, table_of
    >>> from solver.task.model import Task
    >>> bag = read_bag("acorn=1")
    >>> turn = Turn(Question(Task("[any]*3 : equal")), [Pool("2 red, 1 blue")], (), [bag])
    >>> for first in first_actions(turn, table_of(Roll.read("r3 r3 b5")), bag):
    ...     print(f"{first}  {first.odds!r}")
    acorn: reroll b5  Odds(91/216)
    acorn: reroll r3  Odds(0)
    """
    if turn.solves(table):
        return [First("", SOLVED, Odds(1))]
    return sorted(_found(turn, table, bag), key=lambda first: -first.odds) or [First("", NOTHING, Odds(0))]


def _found(turn: Turn, table: Table, bag: Bag) -> Iterator[First]:
    useful = set(turn.others(bag))
    for place in held(bag):
        does = turn.question.does(place)
        if place in turn.useful and isinstance(does, OfDice):
            rest = after(bag, place)
            known: dict[Act, Fraction] = {}
            act = begin(does, table)
            for action in actions(act):
                if action != STOP:
                    found = results(act, action)
                    value = sum((weight * _worth(turn, one, rest, known) for one, weight in found.items()), Fraction(0))
                    yield First(TOKENS[place], str(action), Odds(value / sum(found.values())))
    for other, words in other_bags(bag, turn.question.exchange).items():
        if other in useful:
            yield First("", words, turn.of_table(table, other))


def _worth(turn: Turn, act: Act, bag: Bag, known: dict[Act, Fraction]) -> Fraction:
    """The chance while an ability is used."""
    if act not in known:
        best = Fraction(turn.of_table(act.settled(), bag))
        for action in actions(act):
            if action != STOP and best < 1:
                found = results(act, action)
                value = sum((weight * _worth(turn, one, bag, known) for one, weight in found.items()), Fraction(0))
                best = max(best, value / sum(found.values()))
        known[act] = best
    return known[act]
