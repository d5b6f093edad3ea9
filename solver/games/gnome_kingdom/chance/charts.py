"""All rolls with all bags at once, whatever the number of dice: exact, by the kernel of charts.

The more dice can be borrowed the more unlike rolls there are, but they still fall into a handful of classes. A chart
tells the class of a roll of any number of dice by asking for one count of dice after another. From the chart of the
classes with so many tokens comes that with one token more: for each act a chart of what it leads to, at whose ends
stands what that is worth; the best of all acts; and that together with the class so far.

A chart knows nothing of the supply. So no colour is borrowed of which there are many dice in the roll, and it never
runs out; and at each step it is proven that nothing is lost by that. Where something is lost it is told which rolls
hold all dice of a colour, and the charts are larger.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from solver import _alike as alike
from solver import _charts as kernel
from solver import _uses as uses
from solver.games.gnome_kingdom.chance.layers import Layer, Layers
from solver.games.gnome_kingdom.chance.onward import Ahead, Chart, Onward
from solver.games.gnome_kingdom.chance.plain import Question
from solver.games.gnome_kingdom.chance.rows import Columns, Program, Worth, appended, instead, packed
from solver.games.gnome_kingdom.chance.space import Classes, Space
from solver.games.gnome_kingdom.chance.steps import Node, Steps
from solver.manipulation import Borrow, Manipulation, OfDice, Recolour, Reroll, Shift

LIMIT = 4_000_000  # nodes, and values, for which charts are worth the trouble
NODES = 10_000  # up to which a chart is small
MOST_NODES = 200_000  # of a chart, up to which one with one token more can be made
PAST = 1_000  # dice, more than there ever are


def whole_of(steps: Steps, at: dict[int, dict[int, list[Node]]], space: Space, classes: Classes) -> Charts | None:
    """Charts for all tokens; None where they would be too large."""
    for bounded, limit in ((False, LIMIT), (True, 2 * LIMIT)):
        charts = Charts(steps, at, space, classes, bounded, limit)
        if all(len(charts.chart[0]) <= MOST_NODES and charts.step(depth) for depth in sorted(charts.most)[1:]):
            return charts
        if charts.large:
            break
    return None


def short_of(steps: Steps, at: dict[int, dict[int, list[Node]]], space: Space, classes: Classes) -> Charts | None:
    """Charts for the tokens used last, as long as they are small; None where not one token can be told of."""
    charts = Charts(steps, at, space, classes, True, LIMIT)
    for depth in sorted(charts.most)[1:]:
        if (charts.upto and len(charts.chart[0]) > NODES) or not charts.step(depth):
            break
    return charts if charts.upto else None


def can_be_charted(question: Question, does: Iterable[Manipulation]) -> bool:
    """Whether all that tokens do can be told by charts: one die at a time, or two rolled, of those in the roll."""
    return not question.drawn and all(map(_can_be_charted, does))


def _can_be_charted(does: Manipulation) -> bool:
    match does:
        case Reroll(dice):
            return dice < 3
        case Shift(_, wraps):
            return not wraps
        case _:
            return isinstance(does, Borrow | Recolour) or not isinstance(does, OfDice)


def many(steps: Steps, at: Mapping[int, Mapping[int, Sequence[Node]]], supply: int) -> int:
    """How many dice of a colour are so many that no more of it are borrowed, and so its supply never runs out.

    Parameters
    ----------
    at : the bags by numbers of dice and depth, as `Steps.reach` gives them
    supply : how many dice of the colour there are
    """
    if supply >= max(at):
        return supply + 1
    return next((n for n in range(supply, 0, -1) if _suffices(steps, at, supply, n)), 0)


def _suffices(steps: Steps, at: Mapping[int, Mapping[int, Sequence[Node]]], supply: int, enough: int) -> bool:
    highest = {(min(at), node): min(at) for nodes in at[min(at)].values() for node in nodes}
    for dice, depths in sorted(at.items()):
        for depth in sorted(depths, reverse=True):
            for node in depths[depth]:
                held = highest.get((dice, node), 0)
                then = [(dice, other, held) for other in steps.instead(node)]
                for step in steps.steps(node):
                    if step.does is None:
                        then.append((dice + 1, step.rest, held + (held < enough)))
                    elif isinstance(step.does, Recolour) and held < dice:
                        if held >= supply:
                            return False
                        then.append((dice, step.rest, held + 1))
                    else:
                        then.append((dice, step.rest, held))
                for number, rest, count in then:
                    highest[number, rest] = max(highest.get((number, rest), 0), count)
    return True


class Charts:
    """The classes of rolls, and the values of classes; in place of `Layers`, without dice elsewhere.

    Parameters
    ----------
    steps : what can be done
    at : the bags by numbers of dice and depth, as `Steps.reach` gives them
    space, classes : the rolls, and the classes of colours
    bounded : whether it is looked at which rolls hold all dice of a colour; else it is proven that it does not matter
    limit : so many nodes, and so many values, are looked at for each token

    Attributes
    ----------
    upto : how many of the tokens used last are told of, where `Layers` asks here for these
    large : whether the charts have become too large
    """

    def __init__(
        self,
        steps: Steps,
        at: dict[int, dict[int, list[Node]]],
        space: Space,
        classes: Classes,
        bounded: bool,
        limit: int,
    ) -> None:
        self.steps, self.space, self.at = steps, space, at
        self.upto, self.large, self.bounded, self._limit = 0, False, bounded, limit
        self.kinds = len(classes.colours)
        depths: dict[int, dict[Node, None]] = {}
        self.most: dict[int, int] = {}
        for dice, there in at.items():
            for depth, nodes in there.items():
                depths.setdefault(depth, {}).update(dict.fromkeys(nodes))
                self.most[depth] = max(self.most.get(depth, 0), dice)
        self.least = min(at)
        self._told: dict[int, int] = {}
        dice = 0
        for depth in sorted(depths, reverse=True):  # what is told with one token less is also asked of one die more
            self._told[depth] = dice = min(max(at), max(self.most[depth], dice + 1))
        by_depth = {depth: list(depths[depth]) for depth in sorted(depths)}
        # the same bags whatever the number of dice
        some = max(self.least, 2)  # so that two of them can be rolled
        self._layers = Layers(steps, {some: by_depth, some + 1: by_depth}, space, classes, False, ())
        self.row_of = self._layers.row_of[some]
        self._some = some
        self.chart: Chart = kernel.filled(space.diagram, space.cell)
        self.known, self.table = 2, array("Q")
        self.table += packed(n for node in by_depth[0] for n in (steps.whole(node, self.least), 0))
        self.size = 2 * len(by_depth[0])
        self._ahead = Ahead(self.chart, self.kinds)
        self._found: dict[int, Layer] = {}
        self._told_of: dict[int, Layer] = {}
        self._there = {dice: {node for nodes in there.values() for node in nodes} for dice, there in at.items()}
        enough = {supply: supply if bounded else many(steps, at, supply) for supply in set(classes.dice)}
        self._many = array("i", map(enough.__getitem__, classes.dice))

    # ---- answers to `Layers`

    def told(self, dice: int) -> Layer:
        """The rolls of so many dice with the tokens that are told of here."""
        if dice not in self._told_of:
            classes = self._classes(dice)
            there = array("I", dict.fromkeys(classes))  # as `Layers` has them: only those, and by their first roll
            numbers = array("I", bytes(4 * self.known))
            for number, found in enumerate(there):
                numbers[found] = number
            values = uses.refined(self._rows(dice), self.known, there)
            self._told_of[dice] = Layer(alike.through(classes, numbers), len(there), values)
        return self._told_of[dice]

    def _classes(self, dice: int) -> array[int]:
        rolls, faces = self.space.levels[dice].rolls, self.space.sets.faces
        return array("I", [0]) + kernel.read(*self.chart, rolls, self.kinds, faces)

    def _rows(self, dice: int) -> array[int]:
        """The values by class, a row for each bag that comes up with so many dice, those with fewer tokens first."""
        found = array("Q")
        for depth, nodes in self.at[dice].items():
            for node in nodes if depth <= self.upto else ():
                found += self.values(node, dice)
        return found

    def one_more(self, program: Program, dice: int) -> tuple[array[int], Worth]:
        """What one more die is worth to rolls of so many: a number for each roll, and the worth of 1 + number."""
        bags = len(program.nodes)
        acts = Onward(program, self._ahead, Columns(self._rows(dice + 1), self.known))
        acts.borrowed()
        found = acts.best(dice, self._many, True, 2**40)
        if found is None:
            raise MemoryError("no memory left for the charts")
        chart, worth, _ = found
        leads = kernel.read(*chart, self.space.levels[dice].rolls, self.kinds, self.space.sets.faces)
        return leads, Worth(array("I", [0, *range(len(worth) // (2 * bags))]), worth)

    # ---- answers, as those of `Layers`

    def layer(self, dice: int, depth: int, elsewhere: object = ()) -> Layer:
        """The rolls of so many dice by their classes, which tell more than is asked with fewer tokens."""
        if dice not in self._found:
            self._found[dice] = Layer(self._classes(dice), self.known, self.table)
        return self._found[dice]

    def values(self, node: Node, dice: int, elsewhere: object = ()) -> array[int]:
        """The values by class, in two words each."""
        row = self.row_of[node]
        return self.table[2 * row * self.known : 2 * (row + 1) * self.known]

    def of_roll(self, node: Node, dice: int, ids: Sequence[int]) -> int:
        """The numerator for a roll of so many dice, with which that node can come up."""
        if node not in self._there[dice]:
            raise KeyError(node)
        (found,) = kernel.read(*self.chart, array("I", ids), self.kinds, self.space.sets.faces)
        at = 2 * (self.row_of[node] * self.known + found)
        return self.table[at] | self.table[at + 1] << 64

    # ---- one token more

    def step(self, depth: int) -> bool:
        """Tell the classes with one token more than so far; whether that is possible."""
        if not all(self._many):
            return False
        program = self._layers.program(self._some, depth, 0, len(self.row_of))
        bags = len(program.nodes)
        acts = Onward(program, self._ahead, Columns(self.table, self.known))
        acts.rolled_again()
        acts.borrowed()
        acts.same_dice(self.bounded)
        # what is told beyond that may be asked for with one token more
        enough = self.most[depth] if depth == max(self.most) else PAST
        found = (
            acts.best(self.most[depth], self._many, self.bounded, self._limit)
            if acts.two_rolled(enough, self._limit)
            else None
        )
        self.large = found is None
        if found is None or not found[2]:
            return False
        chart, worth, _ = found
        both, pairs = kernel.together(*self.chart, *chart)
        best = self._best(program, pairs, worth)
        self._refine(program, both, pairs, best, self._told[depth])
        self.size += bags * self.known
        self.upto = depth
        return True

    def _best(self, program: Program, pairs: array[int], worth: array[int]) -> Worth:
        """The best of what can be done, or had instead, for each pair of a class and a number."""
        bags, sets = len(program.nodes), array("I", pairs)
        other = instead(program, Columns(self.table, self.known))
        first = appended(worth, other, bags)
        sets[::2] = array("I", [n + first if n else 0 for n in alike.through(pairs[::2], other.numbers[1:])])
        return Worth(*uses.best(sets, 2, worth, bags))

    def _refine(self, program: Program, both: Chart, pairs: array[int], best: Worth, most: int) -> None:
        """The classes so far split by the best that can be done, as far as there are rolls of up to so many dice."""
        bags, numbers = len(program.nodes), best.numbers
        classes: dict[tuple[int, int], int] = {}
        ends, first = array("I"), array("I", [0])
        for place, dice in enumerate(kernel.fewest(*both, len(numbers))):
            key = pairs[2 * place], numbers[place]
            if not key[0] or dice > most:  # of what nobody asks for it does not matter what is told
                ends.append(0)
                continue
            if key not in classes:
                first.append(place + 1)
            ends.append(classes.setdefault(key, len(classes) + 1))
        coarse = array("I", [0, *(before for before, _ in classes)])
        if sorted(coarse) == list(range(self.known)):  # none is split or gone, and so they are numbered as before
            first = array("I", [place for _, place in sorted(zip(coarse, first, strict=True))])
            coarse = array("I", range(self.known))
        else:
            self.chart = kernel.relabelled(*both, ends)
            short = kernel.up_to(*self.chart, most) if self.bounded else self.chart
            if 2 * len(short[1]) < len(self.chart[1]):  # much was told that matters to rolls of more dice alone
                self.chart = short
            self._ahead = Ahead(self.chart, self.kinds)
        table = uses.refined(self.table, self.known, coarse)
        self.table = table + uses.by_class(best.table, bags, numbers, first, program.whole)
        self.known = len(coarse)
