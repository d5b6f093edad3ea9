"""All rolls with all bags at once, from the tokens used last to those used first: exact, by the kernels.

With so many tokens left most rolls are worth the same whatever the tokens are. Rolls are put into classes by what they
are worth with any bag of so many tokens; with one token more a roll is known by the classes that its dice can lead to.
So the chances are reckoned for a handful of classes, and of each roll it is only kept which one it belongs to.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from solver import _alike as alike
from solver import _uses as uses
from solver.errors import TooBigError
from solver.games.gnome_kingdom.chance.elsewhere import Alike, Elsewhere, reachable
from solver.games.gnome_kingdom.chance.rows import (
    NO_SWAPS,
    NOTHING,
    Columns,
    Program,
    Rows,
    Swaps,
    Worth,
    appended,
    instead,
    packed,
)
from solver.games.gnome_kingdom.chance.space import FACES, Classes, Space, Split
from solver.games.gnome_kingdom.chance.steps import Node, Steps, swaps
from solver.games.gnome_kingdom.powers import ANYWHERE
from solver.manipulation import Disguise, Recolour, Reroll, Shift, Swap

AT_ONCE = 4_000_000, 32_000_000  # values reckoned at a time: memory for more is slow; the most, where rolls are many
MOST_ENTRIES = 3_000_000_000  # of tables looked at
AROUND = 50_000  # as many as what is done for each layer takes

Progress = Callable[[str], None] | None
Where = Elsewhere | Split
"""What of the dice elsewhere can still make a difference: all, how many of each class, or nothing."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The rolls of so many dice by what they are worth with so many tokens.

    Parameters
    ----------
    classes : by number of the roll; 0 for those that solve the task
    known : how many classes there are
    values : by class, two words each, a row for each bag of so many tokens or fewer
    """

    classes: array[int]
    known: int
    values: array[int]


class Beyond(Protocol):
    """What tells of rolls with few tokens left, up to so many, also where one more die is borrowed than are listed."""

    upto: int

    def told(self, dice: int) -> Layer:
        """The rolls of so many dice with these tokens."""

    def one_more(self, program: Program, dice: int) -> tuple[array[int], Worth]:
        """What one more die is worth to rolls of so many: a number for each roll, and the worth of 1 + number."""


class Layers:
    """The classes of rolls, and the values of classes.

    Parameters
    ----------
    steps : what can be done
    at : the bags by numbers of dice and depth, as `Steps.reach` gives them
    space, classes : the rolls, and the classes of colours
    binding : whether the supply matters: it can run out of a colour, or colours are drawn from it
    start : the dice that can be swapped with
    beyond : what tells of rolls with few tokens left; without it that is reckoned here
    effort : how many entries of tables are looked at, at most
    progress : called with a few words now and then
    """

    def __init__(
        self,
        steps: Steps,
        at: dict[int, dict[int, list[Node]]],
        space: Space,
        classes: Classes,
        binding: bool,
        start: Elsewhere,
        beyond: Beyond | None = None,
        effort: int = MOST_ENTRIES,
        progress: Progress = None,
    ) -> None:
        self.beyond, self.effort, self.progress = beyond, effort, progress
        self.steps, self.at, self.space, self.classes, self.binding = steps, at, space, classes, binding
        self.kinds = len(classes.colours)
        self.width = self.kinds * FACES
        self.deepest = {dice: max(depths) for dice, depths in at.items()}
        self.row_of = {
            dice: {node: row for row, node in enumerate(node for nodes in depths.values() for node in nodes)}
            for dice, depths in at.items()
        }
        self._swap_at = {
            dice: sorted(depth for depth, nodes in depths.items() if swaps(steps, nodes)) for dice, depths in at.items()
        }
        swapping = self._swap_at[min(at)] if start else []
        ways = reachable(start, self.width, swapping[-1]) if swapping else []
        self._alike = Alike(space, self.width, ways, min(at), self._with, self._classes, binding)
        self._layers: dict[tuple[int, int, Where], Layer] = {}
        self._programs: dict[tuple[int, int, int, int], Program] = {}
        self._rows: dict[tuple[int, bool], tuple[array[int] | None, array[int], Rows]] = {}
        self._looked = 0

    @property
    def size(self) -> int:
        """How many values have been reckoned."""
        return sum(len(layer.values) for layer in self._layers.values()) // 2

    def values(self, node: Node, dice: int, elsewhere: Elsewhere) -> array[int]:
        """The values by class, in two words each."""
        layer = self.layer(dice, self.steps.depth(node), elsewhere)
        row = self.row_of[dice][node]
        return layer.values[2 * row * layer.known : 2 * (row + 1) * layer.known]

    def value(self, node: Node, dice: int, elsewhere: Elsewhere, place: int) -> int:
        """The numerator for a roll by its number, over `Steps.whole`."""
        layer = self.layer(dice, self.steps.depth(node), elsewhere)
        at = 2 * (self.row_of[dice][node] * layer.known + layer.classes[place])
        return layer.values[at] | layer.values[at + 1] << 64

    def layer(self, dice: int, depth: int, elsewhere: Where) -> Layer:
        """The rolls of so many dice with so many tokens left."""
        if self.beyond and depth <= self.beyond.upto:
            return self.beyond.told(dice)
        key = dice, depth, self.matters(elsewhere, dice, depth)
        if key not in self._layers:
            self._layers[key] = _Found(self, *key).layer() if depth else self._last(dice)
        return self._layers[key]

    def _last(self, dice: int) -> Layer:
        """With nothing left that helps."""
        rolls = len(self.space.levels[dice]) if dice < len(self.space.levels) else 1
        values = packed(n for node in self.at[dice].get(0, []) for n in (self.steps.whole(node, dice), 0))
        return Layer(array("I", [0]) + array("I", [1]) * rolls, 2, values)

    def matters(self, elsewhere: Where, dice: int, depth: int) -> Where:
        """What of the dice elsewhere can still make a difference."""
        if not elsewhere:
            return ()
        upto = bisect(self._swap_at[dice], depth)
        if upto:
            return self._alike.like(elsewhere, self._swap_at[dice][upto - 1])  # type: ignore[arg-type]
        return counted(elsewhere, self.kinds) if self.binding and depth else ()

    def _with(self, depth: int) -> list[int]:
        """With how many dice there can be so many tokens that a swap is among them."""
        return [dice for dice, depths in self._swap_at.items() if depths and depths[-1] >= depth]

    def _classes(self, dice: int, depth: int, elsewhere: Elsewhere) -> array[int]:
        return self.layer(dice, depth, elsewhere).classes

    def looked(self, entries_: int) -> None:
        """Count what is looked at.

        Raises
        ------
        TooBigError
            for too much
        """
        self._looked += entries_
        if self.progress:
            self.progress(f"{self._looked:,} entries of tables looked at")
        if self._looked > self.effort:
            raise TooBigError(f"{self.space.task} with these tokens and dice leads to too many cases; ask with fewer")

    def rows(
        self,
        dice: int,
        classes: array[int] | None,
        room: array[int],
        swaps: Swaps = NO_SWAPS,
        drawn: bool = False,
        leads: bool = False,
    ) -> Rows:
        """The rows of rolls with one more die, `leads` for those that lead to more dice; often those asked for last."""
        if swaps is not NO_SWAPS:
            return Rows(self.space, dice, classes, room, swaps, drawn)
        kept = self._rows.get((dice, leads))
        if kept is None or kept[0] is not classes or kept[1] != room:
            kept = self._rows[dice, leads] = classes, room, Rows(self.space, dice, classes, room, drawn=drawn)
        return kept[2]

    def program(self, dice: int, depth: int, first: int, most: int) -> Program:
        """What is reckoned with so many dice and tokens, for so many bags from the first on."""
        part = slice(first, first + most)
        key = dice, depth, first, min(part.stop, len(self.at[dice][depth]))
        if key not in self._programs:
            self._programs[key] = self._program(self.at[dice][depth][part], dice)
        return self._programs[key]

    def _program(self, nodes: Sequence[Node], dice: int) -> Program:
        steps, rows = self.steps, self.row_of[dice]
        factors: dict[int, int] = {}

        def factor(node: Node, rest: Node, more: int = 0) -> int:
            return factors.setdefault(steps.factor(node, dice, rest, more), len(factors))

        program = Program(nodes, packed(steps.whole(node, dice) for node in nodes), array("Q"))
        for bag, node in enumerate(nodes):
            for other in steps.instead(node):
                program.instead.append((bag, rows[other], factor(node, other)))
            for step in steps.steps(node):
                if step.does is None:
                    row = self.row_of[dice + 1][step.rest]
                    program.more.append((bag, row, factor(node, step.rest, 1)))
                    continue
                entry = bag, rows[step.rest], factor(node, step.rest)
                match step.does:
                    case Reroll(two, times) if two == 2 and dice > 1:
                        program.two.append(entry)
                        program.times = times
                    case Reroll(times=times):
                        program.along.append((*entry, times, 0, 0))
                    case Shift(turns, wraps):
                        program.along.append((*entry, 0, turns, wraps))
                    case Recolour(colours):
                        program.across.append((*entry, self._targets(colours), 0))
                    case Disguise():
                        program.across.append((*entry, self._targets(()), 1))
                    case Swap(places):
                        program.swaps.append((*entry, ANYWHERE in places))
        program.factors = packed(factors)
        return program

    def _targets(self, colours: tuple[str, ...]) -> int:
        """The mask of the classes of some colours, of all where none is named."""
        return sum(1 << c for c in {self.classes.of(colour) for colour in colours}) or (1 << self.kinds) - 1


class _Found:
    """One layer under way: rolls of so many dice with so many tokens."""

    def __init__(self, layers: Layers, dice: int, depth: int, where: Where) -> None:
        self.layers, self.dice, self.depth, self.where = layers, dice, depth, where

    def layer(self) -> Layer:
        """The layer."""
        layers, dice = self.layers, self.dice
        before = layers.layer(dice, self.depth - 1, self.where)
        nodes = layers.at[dice].get(self.depth)
        if not nodes:
            return before
        steps = [step for node in nodes for step in layers.steps.steps(node)]
        size, room = len(layers.space.levels[dice].table), self._room()
        layers.looked(2 * size + AROUND)
        swapping = any(isinstance(step.does, Swap) for step in steps)
        # where it is no longer told which dice lie elsewhere, nobody comes who can still swap
        swaps = self._swaps() if swapping and self.where and not isinstance(self.where[0], int) else NO_SWAPS
        rows = layers.rows(dice - 1, before.classes if self.depth > 1 else None, room, swaps)
        listed = dice + 1 < len(layers.space.levels) or not layers.beyond
        above = self._above() if listed and any(step.does is None for step in steps) else None
        more = None
        if above is not None:
            beyond, drawn = above.classes if above.known > 2 else None, layers.steps.question.drawn
            more = layers.rows(dice, beyond, room, drawn=drawn, leads=True)
        two = dice > 1 and any(isinstance(step.does, Reroll) and step.does.dice == 2 for step in steps)
        pairs = rows.pairs if two else (NOTHING, NOTHING)
        values_of_each = max(len(rows.along), len(more.along) if more else 0, len(pairs[1]), 1)
        bags = max(1, max(AT_ONCE[0], min(AT_ONCE[1], 4 * size)) // values_of_each)
        classes, found = before.classes, []
        for first_bag in range(0, len(nodes), bags):
            program = layers.program(dice, self.depth, first_bag, bags)
            best = self._best(program, before, rows, pairs, above, more)
            classes, first = alike.split(classes, best.numbers)
            found.append((program, best))
        if len(first) == before.known:  # none is split, and so they are numbered as before
            classes = before.classes
        values = uses.refined(before.values, before.known, alike.through(first, before.classes))
        for program, best in found:
            values += uses.by_class(best.table, len(program.nodes), best.numbers, first, program.whole)
        return Layer(classes, len(first), values)

    def _best(
        self,
        program: Program,
        before: Layer,
        rows: Rows,
        pairs: tuple[array[int], array[int]],
        above: Layer | None,
        more: Rows | None,
    ) -> Worth:
        """What each roll is worth."""
        bags, columns = len(program.nodes), Columns(before.values, before.known)
        dies = rows.any_die(program, columns)
        table, held, one_more, leads, held_from, more_from = dies.table, NONE, NONE, NOTHING, 0, 0
        if program.two:
            held = rows.two_dice(program, columns, pairs)
            held_from = appended(table, held, bags)
        if more is not None and above is not None and program.more:
            leads, one_more = more.ids, more.one_more(program, Columns(above.values, above.known))
            more_from = appended(table, one_more, bags)
        elif program.more and self.layers.beyond:
            leads, one_more = self.layers.beyond.one_more(program, self.dice)
            more_from = appended(table, one_more, bags)
        other = instead(program, columns)
        other_from = appended(table, other, bags)
        rolls, sets, length = alike.gather(
            self.layers.space.levels[self.dice].table,
            self.layers.width,
            rows.ids,
            dies.numbers,
            held.numbers,
            held_from,
            leads,
            one_more.numbers,
            more_from,
            before.classes,
            other.numbers,
            other_from,
        )
        numbers, best = uses.best(sets, length, table, bags)
        return Worth(alike.through(rolls, numbers), best)

    def _room(self) -> array[int]:
        """How many dice of each class a roll may hold."""
        there = counted(self.where, self.layers.kinds)
        return array("i", (n - used for n, used in zip(self.layers.classes.dice, there, strict=True)))

    def _above(self) -> Layer:
        """What one more die leads to."""
        dice = self.dice + 1
        return self.layers.layer(dice, min(self.depth - 1, self.layers.deepest[dice]), self.where)

    def _swaps(self) -> Swaps:
        """What each swap leads to, by the die taken and the die given."""
        layers, depth = self.layers, self.depth - 1
        here: list[tuple[int, int, bool]] = list(self.where)  # type: ignore[arg-type]
        taken = sorted(set(here), key=lambda die: (die[2], die))
        wheres: dict[Where, int] = {}
        columns: dict[tuple[int, int], int] = {}
        places, at_where = array("i"), array("i")
        for die in taken:
            left = list(here)
            left.remove(die)
            for given in range(layers.width):
                there = tuple(sorted((*left, (given // FACES, given % FACES, die[2]))))
                where = layers.matters(there, self.dice, depth)
                at = wheres.setdefault(where, len(wheres))
                places.append(layers.width + columns.setdefault((die[0] * FACES + die[1], at), len(columns)))
                at_where.append(at)
        found = [layers.layer(self.dice, depth, where) for where in wheres]
        classes, values, starts = array("I"), array("Q"), array("q")
        for _, at in columns:
            classes += found[at].classes
        for layer in found:
            starts.append(len(values) // 2)
            values += layer.values
        return Swaps(
            len(taken),
            sum(not far for *_, far in taken),
            array("i", [cell for cell, _ in columns]),
            memoryview(classes).cast("B").cast("I", (len(columns), len(found[0].classes))),
            places,
            at_where,
            values,
            starts,
            array("i", [layer.known for layer in found]),
        )


NONE = Worth(NOTHING, NOTHING)


def counted(elsewhere: Where, width: int) -> Split:
    """How many dice elsewhere are of each class.

    >>> counted(((1, 5, False), (1, 0, True)), 2)
    (0, 2)
    """
    if not elsewhere:
        return (0,) * width
    if isinstance(elsewhere[0], int):
        return elsewhere
    classes = [entry[0] for entry in elsewhere]
    return tuple(classes.count(place) for place in range(width))
