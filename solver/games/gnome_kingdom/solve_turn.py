"""The chance to solve a task with a bag of resources, for all rolls at once: exact, by the manipulation kernel.

The value of a bag is the best of what its bags one token smaller offer: each token is an operator on the values of the
bag without it. Values are integers over a power of 6 that depends on the bag alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product, zip_longest
from math import prod

from solver import _manipulation as kernel
from solver.dice import Pool, Rolled
from solver.distribution import Odds
from solver.errors import TooBigError, WordsError
from solver.games.gnome_kingdom.powers import RESOURCES, Bag, held, other_bags
from solver.games.gnome_kingdom.solve_plain import Question, after, table_of
from solver.games.gnome_kingdom.solve_space import FACES, Space, Split, classes_of
from solver.manipulation import Barter, Borrow, Disguise, OfDice, Recolour, Reroll, Shift, Swap, Table

ONE_WORD, TWO_WORDS = 23, 48  # powers of 6 of which 6 times fits

Elsewhere = tuple[tuple[int, int], ...]  # class and face of dice that can be swapped with


@dataclass(frozen=True, slots=True)
class Uses:
    """What can happen at most, whatever is done with a bag.

    Parameters
    ----------
    moves : how many dice can change colour or be swapped when at least 0, 1, 2... are borrowed
    swaps : whether any can be swapped
    disguised : how many can be disguised
    """

    moves: tuple[int, ...] = (0,)
    swaps: bool = False
    disguised: int = 0

    def after(self, borrowed: int = 0, moved: int = 0, swaps: bool = False, disguised: int = 0) -> Uses:
        """All this and an act before it."""
        moves = tuple(n + moved for n in (*self.moves[:1] * borrowed, *self.moves))
        return Uses(moves, self.swaps or swaps, self.disguised + disguised)

    def __or__(self, other: Uses) -> Uses:
        """The one or the other."""
        moves = tuple(map(max, zip_longest(self.moves, other.moves, fillvalue=0)))
        return Uses(moves, self.swaps or other.swaps, max(self.disguised, other.disguised))


class Turn:
    """The values of all rolls with all bags that are asked for.

    Parameters
    ----------
    question : the task and how it may be tried
    pools : the pools, or a number of dice for all rolls of so many in all colours
    elsewhere : the dice in the market and those in the supplies that may be swapped with
    bags : the bags that will be asked for

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
        self, question: Question, pools: Sequence[Pool] | int, elsewhere: Iterable[Rolled], bags: Sequence[Bag]
    ) -> None:
        self.question = question
        self.elsewhere = tuple(elsewhere)
        colourless = not isinstance(pools, int) and any(None in pool.colours for pool in pools)
        self._does = {place: question.does(place) for bag in bags for place in held(bag)}
        self._does |= {place: question.does(place) for place in self._of_exchange(bags)}
        self.useful = {
            place
            for place, does in self._does.items()
            if isinstance(does, OfDice) and not (isinstance(does, Swap) and not self.elsewhere)
        }
        for place in {place for bag in bags for place in held(bag)}:
            if isinstance(self._does[place], Barter):
                raise WordsError("the negotiator swaps tokens with another player: its worth is no question of dice")
        if not isinstance(pools, int):
            for pool in pools:
                table_of([Rolled(die.colour, 1) for die, n in pool for _ in range(n)], self.elsewhere)
        painted = {
            colour
            for place in self.useful
            if isinstance(does := self._does[place], Recolour)
            for colour in does.colours
        }
        self.classes = classes_of(
            question.task, question.readings, frozenset(painted), bool(self.elsewhere), colourless
        )
        if len(self.classes.colours) == 1:
            self.useful -= {p for p in self.useful if isinstance(self._does[p], Recolour | Disguise)}
        self._uses: dict[Bag, Uses] = {}
        self._exponents: dict[Bag, int] = {}
        self._others: dict[Bag, tuple[Bag, ...]] = {}
        self._values: dict[tuple[Bag, Elsewhere | Split, int], array[int]] = {}
        self._plan(pools, bags)

    def _of_exchange(self, bags: Sequence[Bag]) -> Iterable[int]:
        changes = any(sum(bag[: len(RESOURCES)]) > 1 for bag in bags) and self.question.exchange
        gathers = any(place >= len(RESOURCES) for bag in bags for place in held(bag))
        if not (changes or gathers):
            return ()
        berry = RESOURCES.index("berry")
        return [place for place in range(len(RESOURCES)) if self.question.clan or place != berry]

    # ---- what can come up

    def _plan(self, pools: Sequence[Pool] | int, bags: Sequence[Bag]) -> None:
        uses = reduce(Uses.__or__, map(self.uses, bags), Uses())
        borrowed, disguised = len(uses.moves) - 1, uses.disguised
        needed = max((self.exponent(bag) for bag in bags), default=0)
        if needed > TWO_WORDS:
            raise TooBigError(f"these tokens lead to chances over 6**{needed}; up to 6**{TWO_WORDS} is answered")
        self.words = 1 if needed <= ONE_WORD else 2
        caps = tuple(n + disguised for n in self.classes.dice)
        width = len(caps)
        if isinstance(pools, int):
            least = pools
            start = {
                split for split in _splits(pools, width) if all(n <= cap for n, cap in zip(split, caps, strict=True))
            }
        else:
            (least,) = {pool.size for pool in pools}
            start = {self.classes.split(Rolled(die.colour, 1) for die, n in pool for _ in range(n)) for pool in pools}
        most = least + borrowed
        reached: list[set[Split]] = [set() for _ in range(most + 1)]
        reached[least] = self._turned(start)
        for n in range(least, most + 1):
            if n > least:
                grown = {_one_more(split, place) for split in reached[n - 1] for place in range(width)}
                reached[n] = self._turned(split for split in grown if all(map(int.__le__, split, caps)))
            for _ in range(uses.moves[n - least]):
                moved = {
                    _one_more(_one_more(split, gone, -1), come)
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
                _one_more(split, place, -1) for split in reached[n] for place in range(width) if split[place]
            )
        self.space = Space(
            self.question.task, self.question.readings, self.classes, most, [frozenset(part) for part in reached]
        )
        self.binding = most + len(self.elsewhere) > min(self.classes.dice)
        self._start = tuple((self.classes.of(die.colour), _face(die) - 1) for die in self.elsewhere)

    def _turned(self, splits: Iterable[Split]) -> set[Split]:
        """Splits with classes of a group in descending order, which is how the rolls have them."""
        groups = self.classes.groups
        return {tuple(-n for _, n in sorted(zip(groups, (-n for n in split), strict=True))) for split in splits}

    def others(self, bag: Bag) -> tuple[Bag, ...]:
        """What a bag can be made into, as far as it helps."""
        if bag not in self._others:
            found = other_bags(bag, self.question.exchange)
            gained = {place for other in found for place in held(other) if other[place] > bag[place]}
            idle = gained - self.useful
            self._others[bag] = tuple(other for other in found if not any(other[place] > bag[place] for place in idle))
        return self._others[bag]

    def uses(self, bag: Bag) -> Uses:
        """What a bag can bring about at most."""
        if bag not in self._uses:
            best = reduce(Uses.__or__, map(self.uses, self.others(bag)), Uses())
            for place in held(bag):
                if place in self.useful:
                    rest = self.uses(after(bag, place))
                    match self._does[place]:
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

    def exponent(self, bag: Bag) -> int:
        """The power of 6 below the values of a bag."""
        if bag not in self._exponents:
            best = max((self.exponent(other) for other in self.others(bag)), default=0)
            for place in held(bag):
                if place in self.useful:
                    does = self._does[place]
                    cost = 0
                    if isinstance(does, Reroll):
                        cost = does.dice * does.times
                    elif isinstance(does, Borrow):
                        cost = does.dice
                    best = max(best, self.exponent(after(bag, place)) + cost)
            self._exponents[bag] = best
        return self._exponents[bag]

    # ---- values

    def values(self, bag: Bag, elsewhere: Elsewhere | Split | None = None, dice: int | None = None) -> array[int]:
        """The values of all rolls of so many dice, integers over 6**exponent(bag); entry 0 is that of a solved task."""
        n = self.space.most if dice is None else dice
        where = self._matters(bag, self._start if elsewhere is None else elsewhere)
        key = bag, where, n
        if key not in self._values:
            self._values[key] = self._best(bag, where, n)
        return self._values[key]

    def _matters(self, bag: Bag, elsewhere: Elsewhere | Split) -> Elsewhere | Split:
        """What of the dice elsewhere can still make a difference: all, how many of each class, or nothing."""
        if not elsewhere:
            return ()
        if self.uses(bag).swaps:
            return elsewhere
        if not self.binding:
            return ()
        return _counted(elsewhere, len(self.classes.colours))

    def _best(self, bag: Bag, elsewhere: Elsewhere | Split, n: int) -> array[int]:
        words = self.words
        exponent = self.exponent(bag)
        out = kernel.fresh(len(self.space.levels[n]), exponent, words)
        if not len(self.space.levels[n]):
            return out
        for other in self.others(bag):
            kernel.better(out, self.values(other, elsewhere, n), exponent - self.exponent(other), words)
        for place in held(bag):
            if place in self.useful:
                self._use(out, place, bag, elsewhere, n)
        return out

    def _use(self, out: array[int], place: int, bag: Bag, elsewhere: Elsewhere | Split, n: int) -> None:
        rest = after(bag, place)
        words, level = self.words, self.space.levels[n]
        up = self.exponent(bag) - self.exponent(rest)
        does = self._does[place]
        if isinstance(does, Borrow):
            self._borrow(out, does.dice, bag, rest, elsewhere, n)
            return
        if isinstance(does, Swap):
            self._swap(out, rest, elsewhere, n, up)
            return
        values = self.values(rest, elsewhere, n)
        match does:
            case Reroll(dice=2, times=times) if n > 1:
                inner, below = self.space.levels[n - 1], self.space.levels[n - 2]
                kernel.reroll_two(
                    out, values, below.rolls, self.space.sets.add, self.space.group, inner.table, level.table,
                    times, up, words,
                )  # fmt: skip
            case Reroll(times=times):
                kernel.reroll(out, values, level.table, times, up, words)
            case Shift(steps, wraps):
                kernel.shift(out, values, level.table, steps, wraps, up, words)
            case Recolour(colours):
                targets = sum(1 << c for c in {self.classes.of(colour) for colour in colours})
                mask = targets or (1 << len(self.classes.colours)) - 1
                counts = self.space.levels[n - 1].counts
                kernel.recolour(out, values, level.table, mask, counts, self._room(elsewhere), up, words)
            case Disguise():
                anything = array("i", [255] * len(self.classes.colours))
                counts = self.space.levels[n - 1].counts
                kernel.recolour(out, values, level.table, (1 << len(anything)) - 1, counts, anything, up, words)

    def _borrow(self, out: array[int], dice: int, bag: Bag, rest: Bag, elsewhere: Elsewhere | Split, n: int) -> None:
        """One die after another, each time with the choice to stop."""
        levels = self.space.levels
        room = self._room(elsewhere)
        exponent = self.exponent(rest)
        values = self.values(rest, elsewhere, n + dice)
        for more in range(dice - 1, 0, -1):
            here = kernel.fresh(len(levels[n + more]), exponent + dice - more, self.words)
            if len(levels[n + more]):
                kernel.better(here, self.values(rest, elsewhere, n + more), dice - more, self.words)
                table = levels[n + more + 1].table
                kernel.borrow(here, values, table, levels[n + more].counts, room, 1, self.words)
            values = here
        up = self.exponent(bag) - exponent - dice + 1
        kernel.borrow(out, values, levels[n + 1].table, levels[n].counts, room, up, self.words)

    def _swap(self, out: array[int], rest: Bag, elsewhere: Elsewhere | Split, n: int, up: int) -> None:
        table = self.space.levels[n].table
        width = len(self.classes.colours) * FACES
        cells = [(c, f) for c in range(width // FACES) for f in range(FACES)]
        for taken in dict.fromkeys(elsewhere):
            assert isinstance(taken, tuple)
            left = list(elsewhere)
            left.remove(taken)
            by_values: dict[int, list[int]] = {}
            found: dict[int, array[int]] = {}
            for at, given in enumerate(cells):
                values = self.values(rest, tuple(sorted((*left, given))), n)  # type: ignore[type-var, arg-type]
                found[id(values)] = values
                by_values.setdefault(id(values), []).append(at)
            for key, given_cells in by_values.items():
                for given_cell in [-1] if len(given_cells) == width else given_cells:
                    kernel.swap(out, found[key], table, width, given_cell, taken[0] * FACES + taken[1], up, self.words)

    def _room(self, elsewhere: Elsewhere | Split) -> array[int]:
        """How many dice of each class a roll may hold."""
        there = _counted(elsewhere, len(self.classes.colours))
        return array("i", (n - used for n, used in zip(self.classes.dice, there, strict=True)))

    # ---- answers

    def odds(self, pool: Pool, bag: Bag) -> Odds:
        """The chance to solve the task when a pool is rolled and then a bag is used as well as can be."""
        if self.space.solved_at_once:
            return Odds(1)
        n = pool.size
        values = self.values(bag, None, n)
        split = self.classes.split(Rolled(die.colour, 1) for die, count in pool for _ in range(count))
        sets = self.space.sets
        number = self.space.levels[n].number
        parts = [[(ident, sets.weight(ident)) for ident in sets.of_size[count]] for count in split]
        total = 0
        for chosen in product(*parts):
            ids = self.space.in_order([ident for ident, _ in chosen])
            total += prod(weight for _, weight in chosen) * self._value(values, number.get(ids, 0))
        return Odds.of(total, pool.total * 6 ** self.exponent(bag))

    def of_table(self, table: Table, bag: Bag) -> Odds:
        """The chance from a roll, with the dice elsewhere as they lie on that table."""
        if self.space.solved_at_once:
            return Odds(1)
        place = self.space.place(table.roll)
        if not place:
            return Odds(1)
        elsewhere = tuple(sorted((self.classes.of(die.colour), _face(die) - 1) for die in table.elsewhere))
        return Odds.of(self._value(self.values(bag, elsewhere, len(table.roll)), place), 6 ** self.exponent(bag))

    def solves(self, table: Table) -> bool:
        """Whether a roll solves the task as it lies."""
        return self.space.solved_at_once or not self.space.place(table.roll)

    def _value(self, values: array[int], place: int) -> int:
        if self.words == 1:
            return values[place]
        return values[2 * place] | values[2 * place + 1] << 64


def _counted(elsewhere: Elsewhere | Split, width: int) -> Split:
    """How many dice elsewhere are of each class."""
    if not elsewhere:
        return (0,) * width
    if isinstance(elsewhere[0], int):
        return elsewhere
    classes = [entry[0] for entry in elsewhere]
    return tuple(classes.count(place) for place in range(width))


def _face(die: Rolled) -> int:
    assert isinstance(die.face, int)
    return die.face


def _one_more(split: Split, place: int, more: int = 1) -> Split:
    return (*split[:place], split[place] + more, *split[place + 1 :])


def _splits(total: int, parts: int) -> Iterable[Split]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, parts - 1):
            yield first, *rest
