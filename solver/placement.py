"""Placements: which dice of a roll go to which spaces of a task.

A placement maps spaces to dice of the roll; spaces that hold a die keep it. What is allowed is said in
`solver.task.legal`; here the placement kernel finds whether, in which ways and how best, and adds up pools.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from solver import _fillable, _placement
from solver.dice import STANDARD, Pool, Roll, Rolled, rolled_key, rolled_text
from solver.distribution import Distribution, Odds
from solver.enumeration import MAX_TOTAL, blocks, number_of_rolls
from solver.enumeration import cells as cells_of
from solver.errors import TooBigError, WordsError
from solver.task.layout import pack, sieve
from solver.task.legal import DEFAULT, Card, complete, held_dice
from solver.task.model import Danger, Readings, Task, space_name

STEPS = 20_000_000  # of the kernel's search, for one roll or for one block of rolls
MAX_ROLLS = 100_000_000
MAX_WORTH = 1 << 40


@dataclass(frozen=True, slots=True)
class Placement:
    """Dice placed on the spaces of a task.

    Parameters
    ----------
    dice : (space, die) of the dice placed, in the order of the spaces; dice on a danger have the space `""`
    held : (space, die) of the dice that lay there before
    filled : whether the task is filled or the danger's health reached
    worth : the total worth of the spaces that have a die; of a danger the sum of its dice

    Examples
    --------
    >>> print(best_placement(Task("[any = b2] [red] [even]"), Roll.read("r1 r3 g5")))
    A=b2 B←r1
    """

    dice: tuple[tuple[str, Rolled], ...]
    held: tuple[tuple[str, Rolled], ...] = ()
    filled: bool = False
    worth: int = 0
    letters: Mapping[str | None, str] = field(default_factory=lambda: STANDARD.letter_of, compare=False, repr=False)

    def __len__(self) -> int:
        """The number of dice on the card."""
        return len(self.dice) + len(self.held)

    def __getitem__(self, space: str) -> Rolled:
        """The die on a space."""
        return dict(self.held + self.dice)[space]

    def __str__(self) -> str:
        marked = [(name, "=", die) for name, die in self.held] + [(name, "←", die) for name, die in self.dice]
        marked.sort(key=lambda entry: (len(entry[0]), entry[0]))
        return " ".join(f"{name}{mark}{rolled_text(die, self.letters)}" for name, mark, die in marked) or "no dice"


def fills(task: Task, roll: Roll, readings: Readings = DEFAULT) -> bool:
    """Whether a roll can fill a task, or reach a danger's health.

    Raises
    ------
    WordsError
        when the task names the clan's colour, or asks for colours that the dice do not state
    TooBigError
        when the search takes too long

    Examples
    --------
    >>> task = Task("[red] [any] [blue] [any] : A < B < C < D")
    >>> fills(task, Roll.read("r1 b5 g2 r6")), fills(task, Roll.read("r1 b2 g5 r6"))
    (True, False)
    """
    if task.danger:
        return best_placement(task, roll, None, readings).filled
    check_roll(task, roll)
    packed = pack(task, readings)
    if not packed.possible:
        return False
    return _found(task, _placement.fills(packed.flat, *_sorted_out(task, roll).parts, STEPS)) == 1


def number_of_placements(task: Task, roll: Roll, readings: Readings = DEFAULT) -> int:
    """The number of ways in which a roll fills a task, equal dice not told apart; errors as for `fills`.

    >>> number_of_placements(Task("[any]*3"), Roll.read("r1 r1 r2 b2"))
    12
    """
    return _ways(task, roll, readings, 0)[0]


def placements(task: Task, roll: Roll, readings: Readings = DEFAULT, limit: int = 10_000) -> list[Placement]:
    """Every placement that fills a task, in canonical order.

    Raises
    ------
    TooBigError
        when there are more than `limit`
    WordsError
        as :func:`fills`, and for a danger

    Examples
    --------
    >>> for placement in placements(Task("[red] [even]"), Roll.read("r1 r4 b2")):
    ...     print(placement)
    A←r1 B←b2
    A←r1 B←r4
    A←r4 B←b2
    """
    found, rows, shown = _ways(task, roll, readings, limit)
    if found > limit:
        raise TooBigError(f"{roll} fills {task} in {found} ways, more than {limit}")
    width = len(task.spaces)
    places = [rows[row * width : (row + 1) * width] for row in range(found)]
    made = [_placement_of(task, {s: shown[c] for s, c in enumerate(row) if c >= 0}, None) for row in places]
    return sorted(made, key=lambda placement: [(len(name), name, rolled_key(die)) for name, die in placement.dice])


def best_placement(
    task: Task, roll: Roll, worths: Mapping[str, int] | None = None, readings: Readings = DEFAULT
) -> Placement:
    """The placement of dice of a roll whose spaces are worth most; it need not fill the task.

    Parameters
    ----------
    worths : space name -> worth of a die there, 0 for spaces not named; without it each space is worth 1.
        On a danger all dice that it takes are placed.

    Raises
    ------
    WordsError
        as :func:`fills`, and for a worth of a space that is not there
    TooBigError
        when the search takes too long

    Examples
    --------
    >>> task = Task("[red] [even] [5] : A < B")
    >>> roll = Roll.read("r4 b2")
    >>> str(best_placement(task, roll, {"A": 3, "B": 2})), str(best_placement(task, roll, {"A": 2, "B": 3}))
    ('A←r4', 'B←b2')
    >>> print(best_placement(Task("health 8 : pairs"), Roll.read("r4 b4 g4 r1")))
    ←b4 ←g4
    """
    check_roll(task, roll)
    if task.danger:
        if worths is not None:
            raise WordsError("a danger has no spaces that could be worth something")
        return _danger_placement(task.danger, roll, task.dice.letter_of)
    values = read_worths(task, worths)
    packed = pack(task, readings)
    if not packed.possible:
        return _placement_of(task, {}, values, filled=False)
    shown = _sorted_out(task, roll)
    place = array("i", bytes(4 * len(task.spaces)))
    _found(task, _placement.best(packed.flat, *shown.parts, STEPS, array("q", values), place))
    card = {space: shown.cells[cell] for space, cell in enumerate(place) if cell >= 0}
    return _placement_of(task, card, values, complete(task, held_dice(task) | card, readings))


def enumerated_odds(task: Task, pool: Pool, readings: Readings = DEFAULT) -> Odds:
    """The chance that a roll of the pool can fill the task, found by going through all rolls.

    Raises
    ------
    WordsError
        as :func:`fills`
    TooBigError
        when there are too many rolls or the search takes too long

    Examples
    --------
    >>> enumerated_odds(Task("[any]*2 : different, different colours"), Pool("1 red, 1 green"))
    Odds(5/6)
    """
    check_pool(task, pool)
    total = 0
    if task.danger:
        numbers = array("q", (_worth_of(task.danger, die) for die in cells_of(pool)))
        missing = task.danger.health - _sum(task.danger.placed)
        for counts, low, high, rows in blocks(pool):
            total += _fillable.danger_weight(numbers, task.danger.pairs, missing, counts, low, high, rows)
        return Odds(total, pool.total)
    packed = pack(task, readings)
    if packed.possible:
        passed = sieve(task, cells_of(pool))
        for counts, low, high, rows in blocks(pool):
            total += _found(
                task,
                _fillable.fillable_weight(
                    packed.flat, passed.flat, passed.accept, counts, passed.columns, STEPS, low, high, rows
                ),
            )
    return Odds(total, pool.total)


def enumerated_filled(task: Task, pool: Pool, readings: Readings = DEFAULT) -> Distribution[int]:
    """How many spaces a roll can fill at most, dice already there included, by going through all rolls.

    Errors are those of :func:`enumerated_odds`, and a WordsError for a danger.

    Examples
    --------
    >>> enumerated_filled(Task("[4-6] [red]"), Pool("1 red, 1 blue"))
    Distribution({1: 18, 2: 18})
    """
    check_pool(task, pool)
    _refuse_danger(task)
    held = len(held_dice(task))
    packed = pack(task, readings)
    if not packed.possible:
        return Distribution({held: 1})
    passed = sieve(task, cells_of(pool))
    totals = [0] * (len(task.spaces) + 1)
    for counts, low, high, rows in blocks(pool):
        part = _fillable.filled_weights(
            packed.flat, passed.flat, passed.accept, counts, passed.columns, STEPS, low, high, rows
        )
        if part is None:
            raise _too_long(task)
        totals = [one + more for one, more in zip(totals, part, strict=True)]
    return Distribution((held + more, weight) for more, weight in enumerate(totals))


def check_roll(task: Task, roll: Roll) -> None:
    """Refuse a question about a roll that has no answer: a clan not named, colours not stated."""
    _check_clan(task)
    if task.needs_colour and any(die.colour is None for die in roll):
        raise WordsError(f"{task} asks for colours, and the roll {roll} has dice whose colour is not stated")


def check_pool(task: Task, pool: Pool) -> None:
    """Refuse a question about a pool that has no answer, or one with too many rolls."""
    _check_clan(task)
    if task.needs_colour and None in pool.colours:
        raise WordsError(f"{task} asks for colours, and the pool {pool} has dice whose colour is not stated")
    if number_of_rolls(pool) > MAX_ROLLS:
        raise TooBigError(f"{pool} has {number_of_rolls(pool)} different rolls, too many to go through")
    if pool.total >= MAX_TOTAL:
        raise TooBigError(f"the rolls of {pool} have weights of more than 128 bits")


def _check_clan(task: Task) -> None:
    if task.needs_clan:
        raise WordsError(f"{task} asks for the clan's colour: name the clan")


def _refuse_danger(task: Task) -> None:
    if task.danger:
        raise WordsError("a danger takes any number of dice; it has no spaces to place them on")


def read_worths(task: Task, worths: Mapping[str, int] | None) -> list[int]:
    """The worth of each space in order.

    >>> read_worths(Task("[any]*3"), {"B": 5}), read_worths(Task("[any]*3"), None)
    ([0, 5, 0], [1, 1, 1])
    """
    if worths is None:
        return [1] * len(task.spaces)
    for name, worth in worths.items():
        if name not in task.letters:
            raise WordsError(f"there is no space {name} on {task}")
        if abs(worth) > MAX_WORTH:
            raise WordsError(f"the worth {worth} of space {name} is beyond the limit of {MAX_WORTH}")
    return [worths.get(name, 0) for name in task.letters]


class _Sorted(NamedTuple):
    """A roll sorted out for a task: the cells that the kernel knows by number, and its arguments."""

    cells: list[Rolled]
    parts: tuple[array[int], array[int], array[int], array[int]]


def _sorted_out(task: Task, roll: Roll) -> _Sorted:
    dice = Counter(roll)
    shown = list(dice)
    passed = sieve(task, shown)
    counts = array("i", dice.values())
    return _Sorted([shown[column] for column in passed.columns], (passed.flat, passed.accept, counts, passed.columns))


def _ways(task: Task, roll: Roll, readings: Readings, limit: int) -> tuple[int, array[int], list[Rolled]]:
    check_roll(task, roll)
    _refuse_danger(task)
    packed = pack(task, readings)
    rows = array("i", bytes(4 * len(task.spaces) * limit))
    if not packed.possible:
        return 0, rows, []
    shown = _sorted_out(task, roll)
    return _found(task, _placement.ways(packed.flat, *shown.parts, STEPS, rows)), rows, shown.cells


def _found(task: Task, answer: int) -> int:
    if answer < 0:
        raise _too_long(task)
    return answer


def _too_long(task: Task) -> TooBigError:
    return TooBigError(f"placing dice on {task} takes more than {STEPS} steps")


def _placement_of(task: Task, card: Card, worths: Sequence[int] | None, filled: bool = True) -> Placement:
    held = held_dice(task)
    worth = sum(1 if worths is None else worths[space] for space in (*held, *card))
    return Placement(
        tuple((space_name(space), die) for space, die in sorted(card.items())),
        tuple((space_name(space), die) for space, die in sorted(held.items())),
        filled,
        worth,
        task.dice.letter_of,
    )


def _danger_placement(danger: Danger, roll: Roll, letters: Mapping[str | None, str]) -> Placement:
    fitting = [die for die in roll if _worth_of(danger, die) >= 0]
    if danger.pairs:
        numbers = Counter(die.face for die in fitting)
        alone = {number for number, n in numbers.items() if n % 2}
        # of an odd number of equal dice the last stays away
        for number in alone:
            fitting.remove(next(die for die in reversed(fitting) if die.face == number))
    worth = _sum(danger.placed) + _sum(fitting)
    return Placement(
        tuple(("", die) for die in fitting),
        tuple(("", die) for die in danger.placed),
        worth >= danger.health,
        worth,
        letters,
    )


def _worth_of(danger: Danger, die: Rolled) -> int:
    """The number that a die adds to a danger, or -1 where the danger does not take it."""
    return die.face if isinstance(die.face, int) and danger.kind.accepts(*die) else -1


def _sum(dice: Sequence[Rolled]) -> int:
    return sum(die.face for die in dice if isinstance(die.face, int))
