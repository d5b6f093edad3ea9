"""What can be done with a bag of tokens, step by step, and how far that leads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod

from solver.errors import TooBigError
from solver.games.gnome_kingdom.chance.plain import Question, after
from solver.games.gnome_kingdom.chance.uses import Uses
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, held, within
from solver.manipulation import Borrow, Disguise, Manipulation, OfDice, Recolour, Reroll, Swap

Node = tuple[Bag, int]
"""A bag, and how many more dice may be borrowed at once with a token already given."""


@dataclass(frozen=True, slots=True)
class Step:
    """A token used.

    Parameters
    ----------
    does : what it does; None for one more die that is borrowed and rolled
    rest : what is left
    """

    does: Manipulation | None
    rest: Node


class Steps:
    """The steps from bags.

    Parameters
    ----------
    question : how the task may be tried
    does : what the tokens do, by their place in a bag
    useful : the places of those that can change a roll
    supply : how many dice there are in the supply and in a roll
    most_bags : so many bags that may be come to are looked at

    Attributes
    ----------
    floor : when no more tokens than that are left none is used any more; to be told before anything is asked
    """

    def __init__(
        self,
        question: Question,
        does: Mapping[int, Manipulation],
        useful: Collection[int],
        supply: int,
        most_bags: int,
    ) -> None:
        self.question, self.does, self.useful, self.supply = question, does, useful, supply
        self.most_bags = most_bags
        self.floor = 0
        kept = {place for place, what in does.items() if not isinstance(what, OfDice)} | set(useful)
        self._kept = kept | set(range(len(RESOURCES))) if question.exchange else kept
        self._bare: dict[Bag, Bag] = {}
        self._others: dict[Bag, tuple[Bag, ...]] = {}
        self._uses: dict[Bag, Uses] = {}
        self._exponents: dict[Node, int] = {}
        self._wholes: dict[tuple[Node, int], int] = {}
        self._depths: dict[Node, int] = {}
        self._changes: dict[Node, int] = {}
        self._steps: dict[Node, tuple[Step, ...]] = {}

    def bare(self, bag: Bag) -> Bag:
        """A bag without what is of no use."""
        if bag not in self._bare:
            tokens = tuple(n if place in self._kept else 0 for place, n in enumerate(bag[: len(TOKENS)]))
            self._bare[bag] = within(tokens, bag[len(TOKENS) :])
        return self._bare[bag]

    def goes_on(self, bag: Bag) -> bool:
        """Whether more tokens of a bag are used."""
        return self.tokens(bag) > self.floor

    def tokens(self, bag: Bag) -> int:
        """How many tokens there are in a bag that may be of use."""
        return sum(self.bare(bag)[: len(TOKENS)])

    def node(self, bag: Bag, more: int = 0) -> Node:
        """Where a bag begins, with so many more dice to be borrowed at once."""
        return self.bare(bag), more

    def others(self, bag: Bag) -> tuple[Bag, ...]:
        """What a bag can be made into, as far as it helps.

        Raises
        ------
        TooBigError
            for too many bags in all
        """
        if bag not in self._others:
            if len(self._others) == self.most_bags:
                raise TooBigError(f"these tokens can be made into more than {self.most_bags:,} others; ask with fewer")
            found = self.question.others(bag) if self.goes_on(bag) else ()
            gained = {place for other in found for place in held(other) if other[place] > bag[place]}
            idle = gained - set(self.useful)
            self._others[bag] = tuple(other for other in found if not any(other[place] > bag[place] for place in idle))
        return self._others[bag]

    def instead(self, node: Node) -> list[Node]:
        """What may be had in its place without touching a die."""
        bag, more = node
        return [(bag, 0)] if more else list(dict.fromkeys(map(self.node, self.others(bag))))

    def steps(self, node: Node) -> tuple[Step, ...]:
        """The tokens that can be used."""
        if node not in self._steps:
            self._steps[node] = tuple(self._found(*node))
        return self._steps[node]

    def _found(self, bag: Bag, more: int) -> Iterable[Step]:
        if more:
            yield Step(None, (bag, more - 1))
            return
        for place in held(bag) if self.goes_on(bag) else ():
            if place in self.useful:
                rest, does = self.bare(after(bag, place)), self.does[place]
                yield Step(None, (rest, does.dice - 1)) if isinstance(does, Borrow) else Step(does, (rest, 0))

    def uses(self, bag: Bag) -> Uses:
        """What a bag can bring about at most."""
        if bag not in self._uses:
            best = reduce(Uses.__or__, map(self.uses, self.others(bag)), Uses())
            for place in held(bag) if self.goes_on(bag) else ():
                if place in self.useful:
                    rest = self.uses(after(bag, place))
                    match self.does[place]:
                        case Borrow(dice):
                            rest = rest.after(borrowed=dice)
                        case Recolour():
                            rest = rest.after(moved=1)
                        case Swap():
                            rest = rest.after(moved=1, swaps=True)
                        case Disguise():
                            rest = rest.after(moved=1, disguised=1)
                    best |= rest
            self._uses[bag] = best
        return self._uses[bag]

    def exponent(self, node: Node) -> int:
        """How many dice are rolled at most."""
        if node not in self._exponents:
            best = max((self.exponent(other) for other in self.instead(node)), default=0)
            for step in self.steps(node):
                cost = 1 if step.does is None else 0
                if isinstance(step.does, Reroll):
                    cost = step.does.dice * step.does.times
                best = max(best, self.exponent(step.rest) + cost)
            self._exponents[node] = best
        return self._exponents[node]

    def changes(self, node: Node) -> int:
        """How many dice of a roll are changed at most."""
        if node not in self._changes:
            best = max((self.changes(other) for other in self.instead(node)), default=0)
            for step in self.steps(node):
                here = step.does.dice if isinstance(step.does, Reroll) else int(step.does is not None)
                best = max(best, self.changes(step.rest) + here)
            self._changes[node] = best
        return self._changes[node]

    def whole(self, node: Node, dice: int) -> int:
        """What the values of rolls of so many dice are over: a power of 6, and the dice that one can be drawn from."""
        key = node, dice
        if key not in self._wholes:
            drawn = len(self.uses(node[0]).moves) - 1 + node[1] if self.question.drawn else 0
            supply = prod(max(1, self.supply - dice - more) for more in range(drawn))
            self._wholes[key] = int(6 ** self.exponent(node)) * supply
        return self._wholes[key]

    def factor(self, node: Node, dice: int, rest: Node, more: int = 0) -> int:
        """By what the values of what is left must be multiplied, with so many more dice."""
        whole = self.whole(node, dice) // self.whole(rest, dice + more)
        return whole // max(1, self.supply - dice) if more and self.question.drawn else whole

    def depth(self, node: Node) -> int:
        """How many steps and exchanges there can be one after another."""
        if node not in self._depths:
            then = [*self.instead(node), *(step.rest for step in self.steps(node))]
            self._depths[node] = max((1 + self.depth(rest) for rest in then), default=0)
        return self._depths[node]

    def reach(self, bags: Iterable[Bag], dice: int, more: int = 0) -> dict[int, dict[int, list[Node]]]:
        """For each number of dice the nodes that can come up from these bags with so many, by their depth.

        more : how many more dice may be borrowed at once before anything else
        """
        waiting: list[tuple[Node, int]] = [(self.node(bag, more), dice) for bag in bags]
        seen = set(waiting)
        while waiting:
            node, n = waiting.pop()
            then = [(other, n) for other in self.instead(node)]
            then += [(step.rest, n + (step.does is None)) for step in self.steps(node)]
            fresh = set(then) - seen
            seen |= fresh
            waiting += fresh
        found: dict[int, dict[int, list[Node]]] = {}
        for node, n in sorted(seen, key=lambda entry: (entry[1], self.depth(entry[0]), entry[0])):
            found.setdefault(n, {}).setdefault(self.depth(node), []).append(node)
        return found


def swaps(steps: Steps, nodes: Sequence[Node]) -> bool:
    """Whether a die may be swapped from any of these."""
    return any(steps.uses(bag).swaps for bag, _ in nodes)
