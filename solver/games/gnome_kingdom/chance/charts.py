"""All rolls with all bags at once, whatever the number of dice: exact, by the kernel of charts.

The more dice can be borrowed the more unlike rolls there are, but they still fall into a handful of classes. A chart
tells the class of a roll of any number of dice by asking for one count of dice after another. From the chart of the
classes with so many tokens comes that with one token more: for each act a chart of what it leads to, at whose ends
stands what that is worth; the best of all acts; and that together with the class so far.

A chart knows nothing of the supply. So no colour is borrowed of which there are many dice in the roll, and it never
runs out; and at each step it is proven that nothing is lost by that. Where something is lost there is no answer here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from solver import _acts as acts
from solver import _alike as alike
from solver import _charts as kernel
from solver import _uses as uses
from solver.games.gnome_kingdom.chance.layers import Layer, Layers
from solver.games.gnome_kingdom.chance.plain import Question
from solver.games.gnome_kingdom.chance.rows import Op, Program, Worth, entries, joined, made_one
from solver.games.gnome_kingdom.chance.space import FACES, Classes, Space
from solver.games.gnome_kingdom.chance.steps import Node, Steps
from solver.manipulation import Borrow, Manipulation, OfDice, Recolour, Reroll, Shift

LIMIT = 4_000_000  # nodes, and values, for which charts are worth the trouble

Chart = tuple["array[int]", "array[int]"]
Packed = tuple["array[int]", "array[int]", "array[int]"]
Part = tuple[int, "array[int]", "array[int]", "array[int]", "array[int]", "array[int]", "array[int]"]


# ---- how acts change the counts of dice


@dataclass(slots=True)
class Rules:
    """From a state, at a question, by how much a count differs before the act, and to which state that leads.

    Parameters
    ----------
    questions : how many there are: a class of colours and a number each
    ways : by state and question
    states : their numbers, the end first
    """

    questions: int
    ways: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)
    states: dict[object, int] = field(default_factory=lambda: {"end": 0, "begin": 1})

    def way(self, state: object, question: int, change: int, then: object) -> None:
        """One more way; where there is any, it is not gone on without one."""
        key = self.states.setdefault(state, len(self.states)), question
        self.ways.setdefault(key, []).append((change, self.states.setdefault(then, len(self.states))))

    def packed(self) -> Packed:
        """As the kernel takes them."""
        width = self.questions
        rules, flat = array("i", [-1] * len(self.states) * width), array("i")
        after = array("i", [width] * len(self.states) * (width + 1))
        for (state, question), ways in self.ways.items():
            rules[state * width + question] = len(flat)
            flat.extend([len(ways), *(number for way in ways for number in way)])
        for state in range(len(self.states)):
            for question in range(width - 1, -1, -1):
                there = rules[state * width + question] >= 0
                at = state * (width + 1) + question
                after[at] = question if there else after[at + 1]
        return rules, flat, after


@cache
def unchanged(kinds: int) -> Packed:
    """Nothing changes."""
    rules = Rules(kinds * FACES)
    rules.way("begin", 0, 0, "end")
    return rules.packed()


@cache
def without(kind: int, kinds: int) -> Packed:
    """A die of a class of colours is taken up."""
    rules = Rules(kinds * FACES)
    for at in range(kind * FACES, (kind + 1) * FACES):
        rules.way("begin", at, 0, "begin")
        rules.way("begin", at, -1, "end")
    return rules.packed()


@cache
def turned(by: int, kinds: int) -> Packed:
    """A die is turned by so much."""
    rules = Rules(kinds * FACES)
    for at in range(kinds * FACES):
        rules.way("begin", at, 0, "begin")
        if at % FACES + by < FACES:
            rules.way("begin", at, -1, ("comes", at + by))
            rules.way("begin", at, 1, ("goes", at + by))
            rules.way(("comes", at + by), at + by, 1, "end")
            rules.way(("goes", at + by), at + by, -1, "end")
    return rules.packed()


@cache
def painted(target: int, kinds: int) -> Packed:
    """A die of another class of colours is given this one."""
    rules = Rules(kinds * FACES)
    for at in range(kinds * FACES):
        kind, face = divmod(at, FACES)
        if kind < target:
            rules.way("begin", at, 0, "begin")
            rules.way("begin", at, -1, ("comes", face))
        elif kind == target:
            rules.way("begin", at, 0, "begin")
            rules.way("begin", at, 1, ("goes", face))
            rules.way(("comes", face), at, 1, "end")
        else:
            rules.way(("goes", face), at, 0, ("goes", face))
            rules.way(("goes", face), at, -1, "end")
    return rules.packed()


# ---- from one token to the next


def short_of(
    steps: Steps, at: dict[int, dict[int, list[Node]]], space: Space, classes: Classes, enough: int
) -> Charts | None:
    """Charts for the tokens used last, as long as they have no more nodes than that; none where not one can be told."""
    charts = Charts(steps, at, space, classes, whole=False)
    for depth in range(1, max(map(max, at.values()))):
        if (depth > 1 and len(charts.chart[0]) > enough) or not charts.step(depth):
            break
        charts.upto = depth
    return charts if charts.upto else None


def can_be_charted(question: Question, does: Iterable[Manipulation]) -> bool:
    """Whether all that tokens do can be told by charts: one die at a time, of those in the roll."""
    return not question.drawn and all(map(_can_be_charted, does))


def _can_be_charted(does: Manipulation) -> bool:
    match does:
        case Reroll(dice):
            return dice == 1
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
    whole : whether all tokens are told of; if not, `Layers` asks here for those used last
    """

    def __init__(
        self,
        steps: Steps,
        at: dict[int, dict[int, list[Node]]],
        space: Space,
        classes: Classes,
        whole: bool = True,
    ) -> None:
        self.steps, self.space, self.at = steps, space, at
        self.upto, self._whole = 0, whole
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
        self._layers = Layers(steps, {self.least: by_depth, self.least + 1: by_depth}, space, classes, False, ())
        self.row_of = self._layers.row_of[self.least]
        self.chart: Chart = kernel.filled(space.diagram, space.cell)
        self.known, self.table = 2, array("Q")
        for node in by_depth[0]:
            self.table.extend((*reversed(divmod(steps.whole(node, self.least), 2**64)), 0, 0))
        self.size = 2 * len(by_depth[0])
        self._ahead: list[tuple[Chart, array[int]]] = []
        self._parts: list[Part] = []
        self._worth = array("Q")
        self._found: dict[int, Layer] = {}
        self._told_of: dict[int, Layer] = {}
        self._there = {dice: {node for nodes in there.values() for node in nodes} for dice, there in at.items()}
        # where it is not told here how rolls come up, any may: then it matters when all dice of a colour are in them
        supplies = {supply: many(steps, at, supply) if whole else supply for supply in set(classes.dice)}
        self._many = array("i", map(supplies.__getitem__, classes.dice))

    def grown(self) -> bool:
        """Tell the classes with all the tokens; whether that is possible here."""
        return all(self._many) and all(self.step(depth) for depth in sorted(self.most) if depth)

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
        bags, values = len(program.nodes), self._rows(dice + 1)
        self._parts, self._worth = [], array("Q", bytes(16 * bags))
        self._borrowed(program, values)
        most = array("i", [dice] * self.kinds)
        found = acts.best(self._parts, self._worth, bags, self.kinds * FACES, 0, most, 2**40)
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
        (program,) = self._layers.programs(self.least, depth, len(self.row_of))
        bags = len(program.nodes)
        self._parts = []
        self._worth = array("Q", bytes(16 * bags))
        self._rolled_again(program)
        self._borrowed(program, self.table)
        self._same_dice(program)
        questions, most = self.kinds * FACES, self.most[depth]
        found = acts.best(self._parts, self._worth, bags, questions, most, self._many, LIMIT)
        if found is None or not found[2]:
            return False
        chart, worth, _ = found
        both, pairs = kernel.together(*self.chart, *chart)
        instead = entries(program.instead, 3)
        best = uses.best(pairs, 2, 1, worth, instead, self.table, self.known, program.factors, bags)
        self._refine(program, both, pairs, best, self._told[depth])
        self.size += bags * self.known
        return True

    def _add(self, program: Program, to: int, chart: Chart, worth: Worth, ends: array[int], rules: Packed) -> None:
        """One more kind of act, which adds a die to a class of colours, or to none."""
        first, self._worth = joined(self._worth, worth, len(program.nodes))
        self._parts.append((to, *chart, array("I", [end + first if end else 0 for end in ends]), *rules))

    def _ahead_of(self) -> list[tuple[Chart, array[int]]]:
        """What one more die of each class of colours leads to."""
        if not self._ahead:
            self._ahead = [kernel.one_more(*self.chart, kind) for kind in range(self.kinds)]
        return self._ahead

    def _rolled_again(self, program: Program) -> None:
        bags, values, known, factors = len(program.nodes), self.table, self.known, program.factors
        again = entries([op for op in program.along if op[3]], 6)
        for kind, (chart, unlike) in enumerate(self._ahead_of() if len(again) else ()):
            worth = made_one(uses.along(unlike, again, values, known, factors, bags), bags)
            self._add(program, -1, chart, worth, worth.numbers[1::FACES], without(kind, self.kinds))

    def _borrowed(self, program: Program, values: array[int]) -> None:
        bags, known, factors = len(program.nodes), self.known, program.factors
        ops = entries(program.more, 3)
        for kind, (chart, unlike) in enumerate(self._ahead_of() if len(ops) else ()):
            worth = made_one(uses.rolled(unlike, ops, values, known, factors, bags), bags)
            self._add(program, kind, chart, worth, worth.numbers[1:], unchanged(self.kinds))

    def _same_dice(self, program: Program) -> None:
        """A die that is turned, or given another colour: what it is worth is told by the class that it leads to."""
        turns: dict[int, list[Op]] = {}
        for *entry, times, by, _ in program.along:
            for n in range(1, 0 if times else by + 1):
                turns.setdefault(n, []).append((*entry, 1, 1))
        for by, ops in turns.items():
            worth = self._of_classes(program, ops)
            self._add(program, -1, self.chart, worth, worth.numbers[1:], turned(by, self.kinds))
        for kind in range(self.kinds):
            ops = [(*entry, 1, 1) for *entry, mask, _ in program.across if mask >> kind & 1]
            if ops:
                worth = self._of_classes(program, ops)
                to = -1 if self._whole else kind
                self._add(program, to, self.chart, worth, worth.numbers[1:], painted(kind, self.kinds))

    def _of_classes(self, program: Program, ops: list[Op]) -> Worth:
        single = array("I", [number for found in range(self.known) for number in (found, 0)])
        bags = len(program.nodes)
        return made_one(uses.across(single, 1, entries(ops, 5), self.table, self.known, program.factors, bags), bags)

    def _refine(self, program: Program, both: Chart, pairs: array[int], best: array[int], most: int) -> None:
        """The classes so far split by the best that can be done, as far as there are rolls of up to so many dice."""
        bags = len(program.nodes)
        numbers = made_one(best, bags).numbers
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
            self.chart, self._ahead = kernel.relabelled(*both, ends), []
        table = uses.refined(self.table, self.known, coarse)
        self.table = table + uses.by_class(best, bags, array("I", range(len(ends))), first, program.whole)
        self.known = len(coarse)
