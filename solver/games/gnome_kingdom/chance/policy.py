"""What to do first with a roll and a bag of resources, every first action with the chance it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from solver.distribution import Odds
from solver.games.gnome_kingdom.chance.plain import after
from solver.games.gnome_kingdom.chance.reroll import Rerolls
from solver.games.gnome_kingdom.chance.turn import Turn
from solver.games.gnome_kingdom.filling import Dice
from solver.games.gnome_kingdom.powers import ANYWHERE, RESOURCES, TOKENS, Bag, held
from solver.manipulation import STOP, Act, Borrow, OfDice, Reroll, Shift, Swap, Table, actions, begin, results

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


def first_actions(turn: Turn, table: Table, bag: Bag, far: Dice = ()) -> list[First]:
    """Every first action from a roll, the best first; where two are equal the one that keeps more comes first.

    Parameters
    ----------
    far : dice that only what reaches any supply may swap with, those of the table apart

    Examples
    --------
    >>> from solver.dice import Pool, Roll
    >>> from solver.games.gnome_kingdom.powers import read_bag
    >>> from solver.games.gnome_kingdom.chance.plain import Question, table_of
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
    return sorted(_found(turn, table, bag, far), key=lambda first: -first.odds) or [First("", NOTHING, Odds(0))]


def _found(turn: Turn, table: Table, bag: Bag, far: Dice) -> Iterator[First]:
    useful = set(turn.others(bag))
    for place in held(bag):
        does = turn.question.does(place)
        if place in turn.useful and isinstance(does, OfDice):
            using = While(turn, after(bag, place), table.elsewhere, far)
            act = begin(does, table)
            for action in actions(act):
                if action != STOP:
                    yield First(TOKENS[place], str(action), Odds(using.mean(results(act, action))))
            if isinstance(does, Swap) and ANYWHERE in does.places:
                yield from _far_swaps(turn, table, after(bag, place), far, TOKENS[place])
    for other, words in turn.question.others(bag).items():
        if other in useful:
            yield First("", words, turn.of_table(table, other, far))


def _far_swaps(turn: Turn, table: Table, rest: Bag, far: Dice, token: str) -> Iterator[First]:
    act = begin(Swap(), replace(table, elsewhere=far))
    for action in actions(act):
        if action != STOP:
            (then,) = results(act, action)
            there = then.settled()
            odds = turn.of_table(replace(there, elsewhere=table.elsewhere), rest, there.elsewhere)
            yield First(token, str(action), odds)


@dataclass
class While:
    """The chances while abilities are used.

    Parameters
    ----------
    turn : the chances once they are over
    bag : what is left then
    far : dice that only what reaches any supply may swap with
    """

    turn: Turn
    bag: Bag
    elsewhere: Dice
    far: Dice = ()
    _known: dict[Act, Fraction] = field(default_factory=dict)
    _rerolls: dict[Reroll, Rerolls] = field(default_factory=dict)

    def mean(self, found: Mapping[Act, int]) -> Fraction:
        """The chance over what an action of an ability may lead to, with weights."""
        return sum((weight * self.chance(one) for one, weight in found.items()), Fraction(0)) / sum(found.values())

    def chance(self, act: Act) -> Fraction:
        """The chance when it is gone on with in the best way, or stopped."""
        does = act.manipulation
        if isinstance(does, Reroll) and does.interleaved and not act.over:
            if does not in self._rerolls:
                dice = len(act.table.roll) + len(act.hand)
                value = self.turn.numerators(self.bag, dice, self.elsewhere, self.far)
                self._rerolls[does] = Rerolls(value, self.turn.whole(self.bag, dice), does)
            return self._rerolls[does].chance_of(act)
        if act not in self._known:
            best = Fraction(self.turn.of_table(act.settled(), self.bag, self.far))
            for action in actions(act):
                if action != STOP and best < 1:
                    best = max(best, self.mean(results(act, action)))
            self._known[act] = best
        return self._known[act]


def rests_on(turn: Turn, bags: Sequence[Bag]) -> dict[str, str]:
    """The rulings that bear on what is used."""
    does = [turn.question.does(place) for place in sorted(turn.useful)]
    found = {}
    if any(isinstance(one, Shift) for one in does):
        found["dice_loop"] = "yes" if turn.question.loops else "no"
    if any(isinstance(one, Borrow) for one in does):
        found["borrowed_colour"] = "drawn" if turn.question.drawn else "chosen"
    if any(isinstance(one, Reroll) for one in does) and any(sum(bag[: len(TOKENS)]) > 1 for bag in bags):
        found["acorn_twice"] = "one_by_one"
    if any(sum(bag[: len(RESOURCES)]) > 1 for bag in bags):
        found["exchange_in_odds"] = "counted" if turn.question.exchange else "not_counted"
    return found
