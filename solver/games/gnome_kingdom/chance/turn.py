"""The chance to solve a task with bags of resources, for all rolls at once: exact, by the kernels.

The chances are integers over a power of 6 that depends on the bag alone, see `layers`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from solver import _alike as alike
from solver.dice import Pool, Rolled
from solver.distribution import Odds
from solver.errors import TooBigError, WordsError
from solver.games.gnome_kingdom.chance.charts import Charts, can_be_charted, short_of, whole_of
from solver.games.gnome_kingdom.chance.elsewhere import Elsewhere
from solver.games.gnome_kingdom.chance.layers import MOST_ENTRIES, Layers, Progress
from solver.games.gnome_kingdom.chance.plain import Question, table_of
from solver.games.gnome_kingdom.chance.space import (
    MOST_ROLLS,
    Slack,
    Space,
    Split,
    classes_of,
    one_more,
    scarce_with,
    splits_of,
)
from solver.games.gnome_kingdom.chance.steps import Node, Steps
from solver.games.gnome_kingdom.chance.uses import Uses
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, held
from solver.manipulation import Barter, Disguise, OfDice, Recolour, Swap, Table

FEW = 5  # dice that can be borrowed, up to which it is quicker to look at all rolls
MANY = 20_000  # of one number of dice, up to which they are looked at even so
SEVERAL = 100_000  # and where no more than few can be borrowed
MOST_BAGS, A_BAG = 20_000, 4_000
"""So many bags that may be come to are looked at, and as many entries of tables as one takes."""

MOST_FACTORS = 48
"""The power of 6 of which 6 times still fits in 128 bits."""


class Turn:
    """The values of all rolls with all bags that are asked for.

    Parameters
    ----------
    question : the task and how it may be tried
    pools : the pools, or a number of dice for all rolls of so many in all colours
    elsewhere : the dice in the market and those in the supplies that may be swapped with
    bags : the bags that will be asked for
    far : dice that may be swapped with only by what reaches any supply
    gone : dice that are neither in the supply nor anywhere a swap can reach
    limit : so many different rolls of one number of dice are looked at
    lending : how many more dice may be borrowed at once before anything else
    most_used : how many tokens are used at most; None for all
    effort : how much may be reckoned: entries of tables that are looked at
    progress : called with a few words now and then

    Raises
    ------
    WordsError
        for dice that cannot be there, or an ability that is no question of dice
    TooBigError
        for more different rolls than can be answered

    Examples
    --------
    >>> from solver.games.gnome_kingdom.powers import read_bag
    >>> from solver.task.model import Task
    >>> bag = read_bag("acorn=1")
    >>> Turn(Question(Task("[any]*3 : equal")), [Pool("3 any")], (), [bag]).odds(Pool("3 any"), bag)
    Odds(527/2592)
    """

    def __init__(
        self,
        question: Question,
        pools: Sequence[Pool] | int,
        elsewhere: Iterable[Rolled],
        bags: Sequence[Bag],
        far: Iterable[Rolled] = (),
        gone: Iterable[Rolled] = (),
        limit: int = MOST_ROLLS,
        lending: int = 0,
        most_used: int | None = None,
        effort: int = MOST_ENTRIES,
        progress: Progress = None,
    ) -> None:
        self.question, self._effort, self._progress = question, effort, progress
        near, away, gone = tuple(elsewhere), tuple(far), tuple(gone)
        self.elsewhere = (*near, *away)
        colourless = not isinstance(pools, int) and any(None in pool.colours for pool in pools)
        self._does = {place: question.does(place) for bag in bags for place in held(bag)}
        self._does |= {place: question.does(place) for place in self._of_exchange(bags)}
        self.useful = {
            place
            for place, does in self._does.items()
            if isinstance(does, OfDice) and not (isinstance(does, Swap) and not self.elsewhere)
        }
        for place in {place for bag in bags for place in held(bag)}:
            if isinstance(self._does[place], Barter) and not question.partners:
                raise WordsError("the negotiator swaps tokens with another player: its worth is no question of dice")
        if not isinstance(pools, int):
            for pool in pools:
                table_of((Rolled(die.colour, 1) for die, n in pool for _ in range(n)), (*self.elsewhere, *gone))
        painted = {
            colour
            for place in self.useful
            if isinstance(does := self._does[place], Recolour)
            for colour in does.colours
        }
        fixed = bool(self.elsewhere or gone)
        most = pools if isinstance(pools, int) else max(pool.size for pool in pools)
        most += max((sum(bag[: len(TOKENS)]) for bag in bags), default=0)
        scarce = frozenset(painted & scarce_with((*self.elsewhere, *gone), most)) if fixed else frozenset()
        self.classes = classes_of(question.task, question.readings, frozenset(painted), fixed, colourless, scarce)
        if gone:
            left = map(int.__sub__, self.classes.dice, self.classes.split(gone))
            self.classes = replace(self.classes, dice=tuple(left))
        if len(self.classes.colours) == 1:
            self.useful -= {p for p in self.useful if isinstance(self._does[p], Recolour | Disguise)}
        dice = sum(self.classes.dice) - len(self.elsewhere)
        self.steps = Steps(question, self._does, self.useful, dice, min(MOST_BAGS, effort // A_BAG))
        if most_used is not None:
            self.steps.floor = max(map(self.steps.tokens, bags)) - most_used
        self._tallies: dict[tuple[Split, int], array[int]] = {}
        self._start, self._limit, self._lending = self.placed(near, away), limit, lending
        self._plan(pools, bags, not (fixed or lending))

    def _of_exchange(self, bags: Sequence[Bag]) -> Iterable[int]:
        changes = any(sum(bag[: len(RESOURCES)]) > 1 for bag in bags) and self.question.exchange
        gathers = any(not isinstance(self._does[place], OfDice) for bag in bags for place in held(bag))
        if not (changes or gathers):
            return ()
        berry = RESOURCES.index("berry")
        return [place for place in range(len(RESOURCES)) if self.question.clan or place != berry]

    # ---- what can come up

    def _plan(self, pools: Sequence[Pool] | int, bags: Sequence[Bag], whole_supply: bool) -> None:
        uses = reduce(Uses.__or__, map(self.uses, bags), Uses()).after(borrowed=self._lending)
        borrowed, disguised = len(uses.moves) - 1, uses.disguised
        caps = tuple(n + disguised for n in self.classes.dice)
        width = len(caps)
        if isinstance(pools, int):
            least = pools
            start = {
                split for split in splits_of(pools, width) if all(n <= cap for n, cap in zip(split, caps, strict=True))
            }
        else:
            (least,) = {pool.size for pool in pools}
            start = {self.classes.split(Rolled(die.colour, 1) for die, n in pool for _ in range(n)) for pool in pools}
        most = least + borrowed
        reached: list[set[Split]] = [set() for _ in range(most + 1)]
        reached[least] = self._turned(start)
        for n in range(least, most + 1):
            if n > least:
                grown = {one_more(split, place) for split in reached[n - 1] for place in range(width)}
                reached[n] = self._turned(split for split in grown if all(map(int.__le__, split, caps)))
            for _ in range(uses.moves[n - least]):
                moved = {
                    one_more(one_more(split, gone, -1), come)
                    for split in reached[n]
                    for gone in range(width)
                    if split[gone]
                    for come in range(width)
                }
                moved = self._turned(split for split in moved if all(map(int.__le__, split, caps)))
                if moved <= reached[n]:
                    break
                reached[n] |= moved
        for n in range(most, 0, -1):
            reached[n - 1] |= self._turned(
                one_more(split, place, -1) for split in reached[n] for place in range(width) if split[place]
            )
        first = [self.steps.node(bag, self._lending) for bag in bags]
        most_whole = max((self.steps.whole(node, least) for node in first), default=0)
        if 6 * most_whole >> 128:
            power = max(map(self.steps.exponent, first))
            raise TooBigError(f"these tokens lead to chances over 6**{power}; up to 6**{MOST_FACTORS} is answered")
        at = self.steps.reach([*bags, (0,) * len(TOKENS)], least, self._lending)
        listed = max((n for n, depths in at.items() if max(depths)), default=least)
        charted = isinstance(pools, int) and whole_supply
        charted = charted and can_be_charted(self.question, map(self._does.__getitem__, self.useful))
        self.space = Space(
            self.question.task,
            self.question.readings,
            self.classes,
            most,
            [frozenset(part) for part in reached],
            self._limit,
            least if charted else listed,
            {} if self.question.drawn else self._slack(at),
        )
        beyond = None
        if charted:
            few = listed - least <= FEW
            while len(self.space.levels) <= listed and len(self.space.levels[-1]) <= (SEVERAL if few else MANY):
                self.space.list_to(len(self.space.levels))
            if len(self.space.levels) <= listed:
                told_by = short_of if few else whole_of
                beyond = told_by(self.steps, at, self.space, self.classes)
                upto = beyond.upto if beyond else 0
                listed = max((n for n, depths in at.items() if max(depths) > upto), default=0)
                if beyond and not listed:
                    self.layers: Layers | Charts = beyond
                    return
            self.space.list_to(listed)
        binding = most + len(self.elsewhere) > min(self.classes.dice) or self.question.drawn
        self.layers = Layers(
            self.steps, at, self.space, self.classes, binding, self._start, beyond, self._effort, self._progress
        )

    def _slack(self, at: Mapping[int, Mapping[int, Sequence[Node]]]) -> dict[int, Slack]:
        """What can still come of rolls of more dice than are rolled at first."""
        found = {}
        for n, depths in at.items():
            if n > min(at):
                changes = max(self.steps.changes(node) for nodes in depths.values() for node in nodes)
                most = max(depths) + len(self.elsewhere)  # so many more dice of a class there may be
                found[n] = Slack(changes, tuple(dice - most for dice in self.classes.dice))
        return found

    def placed(self, near: Iterable[Rolled], far: Iterable[Rolled]) -> Elsewhere:
        """Dice elsewhere, as the task tells them apart."""
        both = ((near, False), (far, True))
        return tuple(sorted((self.classes.of(die.colour), _face(die) - 1, away) for dice, away in both for die in dice))

    def _turned(self, splits: Iterable[Split]) -> set[Split]:
        """Splits with classes of a group in descending order, which is how the rolls have them."""
        groups = self.classes.groups
        return {tuple(-n for _, n in sorted(zip(groups, (-n for n in split), strict=True))) for split in splits}

    def others(self, bag: Bag) -> tuple[Bag, ...]:
        """What a bag can be made into, as far as it helps."""
        return self.steps.others(bag)

    def uses(self, bag: Bag) -> Uses:
        """What a bag can bring about at most."""
        return self.steps.uses(bag)

    def values(self, bag: Bag, dice: int) -> tuple[array[int], array[int]]:
        """The values of all rolls of so many dice: the class of each, and two words for each class.

        The values are integers over :meth:`whole`; class 0 is that of a solved task.
        """
        node = self.steps.node(bag)
        classes = self.layers.layer(dice, self.steps.depth(node), self._start).classes
        return classes, self.layers.values(node, dice, self._start)

    # ---- answers

    def odds(self, pool: Pool, bag: Bag) -> Odds:
        """The chance to solve the task when a pool is rolled and then a bag is used as well as can be."""
        if self.space.solved_at_once:
            return Odds(1)
        n, node = pool.size, self.steps.node(bag)
        whole, values = self.whole(bag, n), self.layers.values(node, n, self._start)
        total = pool.total * whole
        for found, ways in enumerate(self._tally(self.split(pool), self.steps.depth(node))):
            if ways:
                total -= ways * (whole - (values[2 * found] | values[2 * found + 1] << 64))
        return Odds.of(total, pool.total * whole)

    def _tally(self, split: Split, depth: int) -> array[int]:
        """In how many ways dice of so many of each class show the rolls of each class that do not solve the task."""
        key = split, depth
        if key not in self._tallies:
            n, sets = sum(split), self.space.sets
            layer, rolls = self.layers.layer(n, depth, self._start), self.space.levels[n].rolls
            dice = array("i", split)
            self._tallies[key] = alike.tally(
                layer.classes, rolls, sets.size, sets.ways, self.space.group, dice, layer.known
            )
        return self._tallies[key]

    def split(self, pool: Pool) -> Split:
        """How many dice of a pool the task sees as alike, those of classes that can change places in order."""
        split = self.classes.split(Rolled(die.colour, 1) for die, count in pool for _ in range(count))
        return self.space.in_order(split)

    @property
    def size(self) -> int:
        """How many values have been computed."""
        return self.layers.size

    def of_table(self, table: Table, bag: Bag, far: Iterable[Rolled] = ()) -> Odds:
        """The chance from a roll, with the dice elsewhere as they lie on that table, those far away apart."""
        found = self.numerators(bag, len(table.roll), table.elsewhere, far)(table.roll)
        return Odds.of(found, self.whole(bag, len(table.roll)))

    def whole(self, bag: Bag, dice: int) -> int:
        """The numerator that is certainty, for rolls of so many dice with a bag."""
        return self.steps.whole(self.steps.node(bag), dice)

    def numerators(
        self, bag: Bag, dice: int, elsewhere: Iterable[Rolled], far: Iterable[Rolled] = ()
    ) -> Callable[[Sequence[Rolled]], int]:
        """The chances from rolls of so many dice over :meth:`whole`, with a bag and dice elsewhere."""
        whole, there, node = self.whole(bag, dice), self.placed(elsewhere, far), self.steps.node(bag)
        layers = self.layers
        if isinstance(layers, Charts):
            return lambda roll: layers.of_roll(node, dice, self.space.ids(roll))

        def numerator(roll: Sequence[Rolled]) -> int:
            place = 0 if self.space.solved_at_once else self.space.place(roll)
            return layers.value(node, dice, there, place) if place else whole

        return numerator

    def solves(self, table: Table) -> bool:
        """Whether a roll solves the task as it lies."""
        return self.space.solved_at_once or not self.space.place(table.roll)


def _face(die: Rolled) -> int:
    assert isinstance(die.face, int)
    return die.face
