"""All rolls with all bags at once, from the tokens used last to those used first: exact, by the kernels.

With so many tokens left most rolls are worth the same whatever the tokens are. Rolls are put into classes by what they
are worth with any bag of so many tokens; with one token more a roll is known by the classes that its dice can lead to.
So the chances are reckoned for a handful of classes, and of each roll it is only kept which one it belongs to.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from solver import _alike as alike
from solver import _uses as uses
from solver.errors import TooBigError
from solver.games.gnome_kingdom.powers import ANYWHERE
from solver.games.gnome_kingdom.solve_rows import (
    NO_SWAPS,
    NOTHING,
    Columns,
    Program,
    Rows,
    Swaps,
    Worth,
    entries,
    joined,
    made_one,
)
from solver.games.gnome_kingdom.solve_space import FACES, Classes, Space, Split
from solver.games.gnome_kingdom.solve_steps import Node, Steps, swaps
from solver.manipulation import Disguise, Recolour, Reroll, Shift, Swap

AT_ONCE = 16_000_000  # values reckoned at a time
MOST_STEPS = 3_000_000_000  # entries of tables looked at
LOW = 2**64 - 1
NEVER = 99

Elsewhere = tuple[tuple[int, int, bool], ...]
"""Class and face of dice that can be swapped with, and whether they are far away."""

Where = Elsewhere | Split
"""What of the dice elsewhere can still make a difference: all, how many of each class, or nothing."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The rolls of so many dice by what they are worth with so many tokens.

    Parameters
    ----------
    classes : by number of the roll; 0 for those that solve the task
    coarse : class -> class with one token less
    """

    classes: array[int]
    coarse: array[int]

    @property
    def known(self) -> int:
        """How many classes there are."""
        return len(self.coarse)


class Layers:
    """The classes of rolls, and the values of classes.

    Parameters
    ----------
    steps : what can be done
    at : the bags by numbers of dice and depth, as `Steps.reach` gives them
    space, classes : the rolls, and the classes of colours
    binding : whether the supply can run out of a colour
    """

    def __init__(
        self, steps: Steps, at: dict[int, dict[int, list[Node]]], space: Space, classes: Classes, binding: bool
    ) -> None:
        self.steps, self.at, self.space, self.classes, self.binding = steps, at, space, classes, binding
        self.kinds = len(classes.colours)
        self.width = self.kinds * FACES
        self.deepest = {n: max(depths) for n, depths in at.items()}
        self._swap_from = {
            n: min((depth for depth, nodes in depths.items() if swaps(steps, nodes)), default=NEVER)
            for n, depths in at.items()
        }
        self._layers: dict[tuple[int, int, Where], Layer] = {}
        self._coarser: dict[tuple[int, int, int, Where], array[int]] = {}
        self._values: dict[tuple[Node, int, Where], array[int]] = {}
        self._programs: dict[tuple[int, int, int], list[Program]] = {}
        self._looked = 0

    @property
    def size(self) -> int:
        """How many values have been reckoned."""
        return sum(map(len, self._values.values())) // 2

    def value(self, node: Node, dice: int, elsewhere: Elsewhere, place: int) -> int:
        """The numerator for a roll by its number, over 6**exponent."""
        depth = self.steps.depth(node)
        found = self.layer(dice, depth, elsewhere).classes[place]
        values = self.values(node, dice, elsewhere)
        return values[2 * found] | values[2 * found + 1] << 64

    def values(self, node: Node, dice: int, elsewhere: Where) -> array[int]:
        """The values by class, in two words each."""
        depth = self.steps.depth(node)
        key = node, dice, self.matters(elsewhere, dice, depth)
        if key not in self._values:
            if depth:
                self.layer(dice, depth, elsewhere)
            else:
                self._values[key] = array("Q", [*_words(6 ** self.steps.exponent(node)), 0, 0])
        return self._values[key]

    def layer(self, dice: int, depth: int, elsewhere: Where) -> Layer:
        """The rolls of so many dice with so many tokens left."""
        where = self.matters(elsewhere, dice, depth)
        key = dice, depth, where
        if key not in self._layers:
            if depth:
                self._layers[key] = _Found(self, dice, depth, where).layer()
            else:
                rolls = len(self.space.levels[dice]) if dice < len(self.space.levels) else 1
                self._layers[key] = Layer(array("I", [0]) + array("I", [1]) * rolls, array("I", [0, 1]))
        return self._layers[key]

    def matters(self, elsewhere: Where, dice: int, depth: int) -> Where:
        """What of the dice elsewhere can still make a difference."""
        if not elsewhere:
            return ()
        if depth >= self._swap_from[dice]:
            return elsewhere
        return counted(elsewhere, self.kinds) if self.binding and depth else ()

    def room(self, where: Where) -> array[int]:
        """How many dice of each class a roll may hold."""
        there = counted(where, self.kinds)
        return array("i", (n - used for n, used in zip(self.classes.dice, there, strict=True)))

    def coarser(self, dice: int, depth: int, to: int, where: Where) -> array[int]:
        """The classes with so many tokens by those with fewer."""
        where = self.matters(where, dice, depth)
        key = dice, depth, to, where
        if key not in self._coarser:
            layer = self.layer(dice, depth, where)
            if depth == to:
                self._coarser[key] = array("I", range(layer.known))
            else:
                self._coarser[key] = alike.through(layer.coarse, self.coarser(dice, depth - 1, to, where))
        return self._coarser[key]

    def write(self, node: Node, dice: int, where: Where, values: array[int]) -> None:
        """Take note of values."""
        self._values[node, dice, where] = values

    def looked(self, entries_: int) -> None:
        """Count what is looked at.

        Raises
        ------
        TooBigError
            for too much
        """
        self._looked += entries_
        if self._looked > MOST_STEPS:
            raise TooBigError(
                f"{self.space.task} with these tokens and dice elsewhere leads to too many cases; ask with fewer"
            )

    def programs(self, dice: int, depth: int, most: int) -> list[Program]:
        """What is reckoned with so many dice and tokens, so many bags at a time."""
        nodes = self.at[dice].get(depth, [])
        most = min(most, len(nodes) or 1)
        key = dice, depth, most
        if key not in self._programs:
            parts = [nodes[at : at + most] for at in range(0, len(nodes), most)]
            self._programs[key] = [self._program(part, dice) for part in parts]
        return self._programs[key]

    def _program(self, nodes: list[Node], dice: int) -> Program:
        program = Program(nodes)
        for bag, node in enumerate(nodes):
            exponent = self.steps.exponent(node)
            for other in self.steps.instead(node):
                column = program.needed.setdefault(other, len(program.needed))
                program.instead.append((bag, column, exponent - self.steps.exponent(other)))
            for step in self.steps.steps(node):
                rest = step.rest
                up = exponent - self.steps.exponent(rest)
                if step.does is None:
                    column = program.needed_more.setdefault(rest, len(program.needed_more))
                    program.more.append((bag, column, up))
                elif isinstance(step.does, Swap):
                    place = program.swapped.setdefault(rest, len(program.swapped))
                    program.swaps.append((bag, place, up, ANYWHERE in step.does.places))
                else:
                    entry = bag, program.needed.setdefault(rest, len(program.needed)), up
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
        return program

    def _targets(self, colours: tuple[str, ...]) -> int:
        """The mask of the classes of some colours, of all where none is named."""
        return sum(1 << c for c in {self.classes.of(colour) for colour in colours}) or (1 << self.kinds) - 1


class _Found:
    """One layer under way: rolls of so many dice with so many tokens."""

    def __init__(self, layers: Layers, dice: int, depth: int, where: Where) -> None:
        self.layers, self.dice, self.depth, self.where = layers, dice, depth, where
        self.circumstances: dict[Where, int] = {}

    def layer(self) -> Layer:
        """The layer, the values of its bags written down."""
        layers, dice = self.layers, self.dice
        before = layers.layer(dice, self.depth - 1, self.where)
        nodes = layers.at[dice].get(self.depth)
        if not nodes:
            return Layer(before.classes, array("I", range(before.known)))
        steps = [step for node in nodes for step in layers.steps.steps(node)]
        level, room = layers.space.levels[dice], layers.room(self.where)
        layers.looked(2 * len(level.table))
        swaps = self._swaps() if any(isinstance(step.does, Swap) for step in steps) else NO_SWAPS
        rows = Rows(layers.space, dice - 1, before.classes if self.depth > 1 else None, room, swaps)
        more = self._more(room) if any(step.does is None for step in steps) else None
        two = dice > 1 and any(isinstance(step.does, Reroll) and step.does.dice == 2 for step in steps)
        pairs = rows.pairs() if two else (NOTHING, NOTHING)
        at_once = AT_ONCE // max(len(level), len(rows.ids), 36 * len(pairs[1]) // FACES, 1)
        classes, found = before.classes, []
        for program in layers.programs(dice, self.depth, max(1, at_once)):
            rolls, best = self._best(program, rows, pairs, more, before.classes)
            classes, first = alike.split(classes, rolls, made_one(best, len(program.nodes)).numbers)
            found.append((program.nodes, rolls, best))
        for some, rolls, best in found:
            for place, node in enumerate(some):
                whole = _words(6 ** layers.steps.exponent(node))
                layers.write(node, dice, self.where, uses.pick(best, len(some), place, rolls, first, *whole))
        return Layer(classes, alike.through(first, before.classes))

    def _best(
        self,
        program: Program,
        rows: Rows,
        pairs: tuple[array[int], array[int]],
        more: Rows | None,
        classes: array[int],
    ) -> tuple[array[int], array[int]]:
        """Which roll is which of the unlike ones, and the values of these."""
        layers, bags = self.layers, len(program.nodes)
        columns = self._columns(program)
        dies = rows.any_die(program, columns)
        table, held, one_more, leads, held_from, more_from = dies.table, NONE, NONE, NOTHING, 0, 0
        if program.two:
            held = rows.two_dice(program, columns, pairs)
            held_from, table = joined(table, held, bags)
        if more is not None and program.more:
            leads, one_more = more.ids, more.one_more(program, self._columns_more(program))
            more_from, table = joined(table, one_more, bags)
        rolls, sets, length = alike.gather(
            layers.space.levels[self.dice].table,
            layers.width,
            rows.ids,
            dies.numbers,
            held.numbers,
            held_from,
            leads,
            one_more.numbers,
            more_from,
            classes,
        )
        instead = entries(program.instead, 3)
        return rolls, uses.best(sets, length, 1, table, instead, columns.values, columns.known, bags)

    @property
    def _above(self) -> int:
        """How many tokens can be left with one more die."""
        return min(self.depth - 1, self.layers.deepest.get(self.dice + 1, 0))

    def _more(self, room: array[int]) -> Rows:
        above = self._above
        beyond = self.layers.layer(self.dice + 1, above, self.where).classes if above else None
        return Rows(self.layers.space, self.dice, beyond, room)

    def _swaps(self) -> Swaps:
        """What each swap leads to, by the die taken and the die given."""
        layers, depth = self.layers, self.depth - 1
        taken: list[tuple[int, int, bool]] = sorted(set(self.where), key=lambda die: (die[2], die))  # type: ignore[arg-type, index, return-value]
        columns: dict[tuple[int, int], int] = {}
        places, wheres = array("i"), array("i")
        for kind, face, far in taken:
            for given in range(layers.width):
                left: list[tuple[int, int, bool]] = list(self.where)  # type: ignore[arg-type]
                left.remove((kind, face, far))
                there = tuple(sorted((*left, (given // FACES, given % FACES, far))))
                where = layers.matters(there, self.dice, depth)
                at = self.circumstances.setdefault(where, len(self.circumstances))
                places.append(layers.width + columns.setdefault((kind * FACES + face, at), len(columns)))
                wheres.append(at)
        cells = array("i", [cell for cell, _ in columns])
        classes = [layers.layer(self.dice, depth, where).classes for where in self.circumstances]
        flat = array("I")
        for _, at in columns:
            flat.extend(classes[at])
        others = memoryview(flat).cast("B").cast("I", (len(columns), len(classes[0])))
        near = sum(not far for *_, far in taken)
        return Swaps(len(taken), near, cells, others, places, wheres, len(self.circumstances))

    def _columns(self, program: Program) -> Columns:
        """The values of what is left with as many dice, and after swaps those of each of the circumstances."""
        places = [(node, self.where) for node in program.needed]
        places += [(node, where) for node in program.swapped for where in self.circumstances]
        wheres = {self.where, *(self.circumstances if program.swapped else ())}
        known = max(self.layers.layer(self.dice, self.depth - 1, where).known for where in wheres)
        return self._lifted(places, self.dice, self.depth - 1, known)

    def _columns_more(self, program: Program) -> Columns:
        known = self.layers.layer(self.dice + 1, self._above, self.where).known
        places = [(node, self.where) for node in program.needed_more]
        return self._lifted(places, self.dice + 1, self._above, known)

    def _lifted(self, places: list[tuple[Node, Where]], dice: int, depth: int, known: int) -> Columns:
        values = array("Q", bytes(16 * known * max(1, len(places))))
        for column, (node, where) in enumerate(places):
            coarse = self.layers.coarser(dice, depth, self.layers.steps.depth(node), where)
            uses.lift(values, known, column, self.layers.values(node, dice, where), coarse)
        return Columns(values, known)


NONE = Worth(NOTHING, NOTHING)


def counted(elsewhere: Where, width: int) -> Split:
    """How many dice elsewhere are of each class.

    >>> counted(((1, 5, False), (1, 0, True)), 2)
    (0, 2)
    """
    if not elsewhere:
        return (0,) * width
    if isinstance(elsewhere[0], int):
        return elsewhere  # type: ignore[return-value]
    classes = [entry[0] for entry in elsewhere]  # type: ignore[index]
    return tuple(classes.count(place) for place in range(width))


def _words(number: int) -> tuple[int, int]:
    """A number in two words, the lower first."""
    return number & LOW, number >> 64
