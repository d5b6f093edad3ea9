"""The chance to solve a task with a bag of resources: what is asked, and the plain answer.

One ability is completed before the next begins; nothing is lost by trying, so a task once solved stays solved. This is
the reference: `solve_turn` gives the same numbers for many rolls and bags at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from solver.dice import Roll, Rolled
from solver.errors import WordsError
from solver.games import shipped
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, held, less, other_bags, power, swaps, within
from solver.manipulation import Act, Barter, Borrow, Manipulation, OfDice, Table, actions, begin, results
from solver.placement import fills
from solver.task.legal import DEFAULT
from solver.task.model import Readings, Task

ALONE, NEGOTIATOR = TOKENS.index("deceiver"), TOKENS.index("negotiator")


@dataclass(frozen=True, slots=True)
class Question:
    """A task and how a player may try it.

    Parameters
    ----------
    task : with the clan's colour filled in
    readings : the rulings that bear on the task
    clan : of the player, or empty: no resource has its upgraded power
    exchange : whether any two resources may be given for one
    loops : whether a pebble leads from 6 to 1 and back
    partners : the resources of those with whom a Negotiator may swap; one Negotiator is asked for at most
    drawn : whether the colours of borrowed dice are drawn; else they are chosen
    """

    task: Task
    readings: Readings = DEFAULT
    clan: str = ""
    exchange: bool = True
    loops: bool = False
    partners: tuple[tuple[int, ...], ...] = ()
    drawn: bool = False

    def does(self, place: int) -> Manipulation:
        """What the token at a place of the bag does."""
        found = power(TOKENS[place], self.clan, self.loops).does
        return replace(found, drawn=self.drawn) if isinstance(found, Borrow) else found

    def others(self, bag: Bag) -> dict[Bag, str]:
        """What a bag can be made into without touching a die, with what is done for it."""
        found = other_bags(bag, self.exchange)
        if bag[NEGOTIATOR]:
            rest = less(bag, NEGOTIATOR)
            for partner in self.partners:
                for gives, takes in swaps(bag[: len(RESOURCES)], partner, self._tokens()):
                    found.setdefault(_swapped(rest, gives, takes), f"{TOKENS[NEGOTIATOR]}: swap")
        return found

    def _tokens(self) -> int:
        does = self.does(NEGOTIATOR)
        assert isinstance(does, Barter)
        return does.tokens


def _swapped(bag: Bag, gives: tuple[int, ...], takes: tuple[int, ...]) -> Bag:
    """A bag after a swap with a player: what is given can no longer be come to, and what is taken can."""
    tokens, stock = list(bag[: len(TOKENS)]), list(bag[len(TOKENS) :])
    for counts in (tokens, stock) if stock else (tokens,):
        for kind in gives:
            counts[kind] -= 1
        for kind in takes:
            counts[kind] += 1
    return within(tuple(tokens), tuple(stock))


def table_of(roll: Iterable[Rolled], elsewhere: Iterable[Rolled] = ()) -> Table:
    """The table with these dice, all others in the supply.

    Raises
    ------
    WordsError
        for more dice of a colour than there are

    Examples
    --------
    >>> dict(table_of(Roll.read("r3 r4 b5")).supply)["red"]
    6
    """
    roll, elsewhere = tuple(roll), tuple(elsewhere)
    used = Counter(die.colour for die in (*roll, *elsewhere))
    supply: dict[str | None, int] = {die["name"]: die["supply"] for die in shipped("gnome-kingdom", "dice")}
    if None in used:
        supply = {None: sum(supply.values())}
        if len(used) > 1:
            raise WordsError("dice with a colour and dice without one do not go together where powers are used")
    for colour, n in used.items():
        if n > supply.get(colour, 0):
            raise WordsError(f"there are {supply.get(colour, 0)} {colour or ''} dice in the game, not {n}")
        supply[colour] -= n
    return Table.of(roll, supply, elsewhere)


def plain_chance(question: Question, table: Table, bag: Bag, known: dict[object, Fraction] | None = None) -> Fraction:
    """The chance to solve the task from a roll under the best use of a bag.

    Parameters
    ----------
    known : answers of earlier calls with the same question, used and added to

    Examples
    --------
    >>> from solver.games.gnome_kingdom.powers import read_bag
    >>> question = Question(Task("[any]*3 : equal"))
    >>> plain_chance(question, table_of(Roll.read("r3 b3 g5")), read_bag("acorn=1"))
    Fraction(91, 216)
    """
    known = {} if known is None else known
    key = table.roll, table.supply, table.elsewhere, bag
    if key not in known:
        known[key] = _best(question, table, bag, known)
    return known[key]


def _best(question: Question, table: Table, bag: Bag, known: dict[object, Fraction]) -> Fraction:
    if fills(question.task, Roll(table.roll), question.readings):
        return Fraction(1)
    best = max((plain_chance(question, table, other, known) for other in question.others(bag)), default=0)
    for place in held(bag):
        does = question.does(place)
        if isinstance(does, OfDice):
            best = max(best, act_chance(question, begin(does, table), after(bag, place), known))
    return Fraction(best)


def after(bag: Bag, place: int) -> Bag:
    """The bag once a token is used; a disguise is the last thing that is done, and only others follow it."""
    rest = less(bag, place)
    return tuple(n if at == ALONE else 0 for at, n in enumerate(rest)) if place == ALONE else rest


def act_chance(question: Question, act: Act, bag: Bag, known: dict[object, Fraction]) -> Fraction:
    """The same while an ability is used, with the bag that is left after it."""
    if act.over:
        return plain_chance(question, act.settled(), bag, known)
    key = act, bag
    if key not in known:
        best = Fraction(0)
        for action in actions(act):
            found = results(act, action)
            weighed = sum(weight * act_chance(question, one, bag, known) for one, weight in found.items())
            best = max(best, Fraction(weighed) / sum(found.values()))
        known[key] = best
    return known[key]
