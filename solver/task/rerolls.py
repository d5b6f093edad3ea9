"""Odds of a task when dice may be rolled again, under the best choice, and what every choice is worth."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, prod

from solver._fold import wins
from solver._rerolls import keep_weights, reroll_weight, single_reroll_weights
from solver.dice import Die, Pool, Roll, Rolled
from solver.distribution import Odds
from solver.errors import TooBigError, WordsError
from solver.task import longhand
from solver.task.cells import Plan
from solver.task.chances import DEFAULT, EXACT_BITS, check, odds
from solver.task.model import Readings, Task
from solver.task.plan import plan
from solver.task.shape import set_with_one_reroll, shape


@dataclass(frozen=True, slots=True)
class Keep:
    """One way to go on from a roll: the dice that are kept, and the chance when all others are rolled again.

    Dice that serve the task alike are told apart only by their number: `kept` names one choice of such dice.
    """

    kept: Roll
    odds: Odds


def reroll_odds(task: Task | str, pool: Pool | str, rounds: int, readings: Readings = DEFAULT) -> Odds:
    """The chance to fill the task when any dice may be rolled again, up to `rounds` times, chosen in the best way.

    Raises
    ------
    WordsError
        for fewer than 0 rounds, and as :func:`solver.task.chances.odds`
    TooBigError
        when there are too many rolls; the message states how many

    Examples
    --------
    >>> reroll_odds("[red] [blue even] [5] [odd]", "2 red, 1 blue, 1 green", 2)
    Odds(5239045/8957952)
    """
    task, pool = _read(task, pool)
    _check_rounds(rounds)
    if rounds == 0:
        return odds(task, pool, readings)
    return _reroll_odds(task, pool, rounds, readings)


@lru_cache(maxsize=1 << 12)
def _reroll_odds(task: Task, pool: Pool, rounds: int, readings: Readings) -> Odds:
    compiled = compiled_plan(task, pool, readings)
    if pool.total**rounds >> EXACT_BITS or pool.total >> 63:
        return Odds(longhand.reroll_value(compiled, compiled.dice(pool), rounds))
    weight = reroll_weight(*kernel_input(compiled, pool), rounds)
    if weight is None:
        raise _too_big(compiled, pool)
    return Odds(weight, pool.total ** (rounds + 1))


def single_reroll_odds(task: Task | str, pool: Pool | str, times: int, readings: Readings = DEFAULT) -> Odds:
    """The chance to fill the task when one die, chosen after the roll, may be rolled again up to `times` times.

    Raises
    ------
    WordsError, TooBigError
        as :func:`reroll_odds`

    Examples
    --------
    >>> single_reroll_odds("[any]*3 : equal", "3 red", 3)
    Odds(527/2592)
    """
    task, pool = _read(task, pool)
    _check_rounds(times)
    if times == 0:
        return odds(task, pool, readings)
    return _single_reroll_odds(task, pool, times, readings)


@lru_cache(maxsize=1 << 12)
def _single_reroll_odds(task: Task, pool: Pool, times: int, readings: Readings) -> Odds:
    known = shape(task, readings)
    if known and known[0] == "equal" and pool.total >> EXACT_BITS == 0:
        chance = set_with_one_reroll(known[1], pool, times)
        if chance is not None:
            return chance
    compiled = compiled_plan(task, pool, readings)
    if pool.total >> EXACT_BITS:
        raise TooBigError(f"rolling one of {pool.size} dice again is answered up to {EXACT_BITS} bits of outcomes")
    tally = single_reroll_weights(*kernel_input(compiled, pool))
    if tally is None:
        raise _too_big(compiled, pool)
    missed = sum(weight * (1 - Fraction(helps, sides)) ** times for (helps, sides), weight in tally.items())
    return Odds(1 - missed / pool.total)


def keeps(
    task: Task | str, pool: Pool | str, roll: Roll | str, rounds: int, readings: Readings = DEFAULT
) -> list[Keep]:
    """Every way to keep part of a roll with `rounds` rerolls left, the best first.

    Parameters
    ----------
    roll : all dice of the pool, rolled
    rounds : rerolls that are left, 1 or more

    Raises
    ------
    WordsError
        when the roll is not one of the pool, and as :func:`reroll_odds`

    Examples
    --------
    >>> [(str(keep.kept), keep.odds) for keep in keeps("[any]*3 : equal", "3 red", "r2 r2 r5", 1)][:2]
    [('r2 r2', Odds(1/6)), ('r2', Odds(1/36))]
    """
    task, pool = _read(task, pool)
    if isinstance(roll, str):
        roll = Roll.read(roll, task.dice)
    _check_rounds(rounds, least=1)
    kinds = kinds_of_roll(pool, roll)
    compiled = compiled_plan(task, pool, readings)
    cell_of = compiled.cell_of(pool)
    in_cell: dict[int, list[Rolled]] = {}
    for die, shown in zip(kinds, roll, strict=True):
        in_cell.setdefault(cell_of[die, shown.face], []).append(shown)
    counts = array("q", [len(in_cell.get(cell, ())) for cell in range(len(compiled.cell_class))])
    assert compiled.diagram is not None
    if pool.total**rounds >> EXACT_BITS:
        raise TooBigError(f"{rounds} rerolls of {pool.size} dice have more than {EXACT_BITS} bits of outcomes")
    found = keep_weights(*kernel_input(compiled, pool), counts, rounds)
    if found is None:
        raise _too_big(compiled, pool)
    everything = tuple(counts)
    total = pool.total**rounds
    ranked = [
        Keep(
            Roll(
                tuple(die for cell, n in enumerate(kept) for die in in_cell.get(cell, ())[:n]),
                task.dice.letter_of,
            ),
            Odds(int(wins(compiled.diagram, counts))) if kept == everything else Odds(weight, total),
        )
        for kept, weight in found
    ]
    return sorted(ranked, key=lambda keep: (-keep.odds, -len(keep.kept), str(keep.kept)))


def kinds_of_roll(pool: Pool, roll: Roll) -> list[Die]:
    """The kind of each die of a roll, in the order of the roll.

    Raises
    ------
    WordsError
        when the roll does not consist of exactly the dice of the pool

    Examples
    --------
    >>> [str(die) for die in kinds_of_roll(Pool("1 red, 1 blue"), Roll.read("r1 b2"))]
    ['blue', 'red']
    """
    left = Counter(dict(pool.counts))
    kinds = []
    for shown in sorted(roll, key=lambda shown: sum(_could_be(die, shown) for die, _ in pool)):
        # of several kinds that could show it, the one with the fewest faces: it has the fewest other uses
        fitting = [die for die, n in left.items() if n and _could_be(die, shown)]
        if not fitting:
            break
        kinds.append((shown, min(fitting, key=lambda die: len(die.faces))))
        left[kinds[-1][1]] -= 1
    if len(kinds) < len(roll) or any(left.values()):
        raise WordsError(f"the roll {roll} is not one of the pool {pool}")
    by_die: dict[Rolled, list[Die]] = {}
    for shown, die in kinds:
        by_die.setdefault(shown, []).append(die)
    return [by_die[shown].pop() for shown in roll]


def _could_be(die: Die, shown: Rolled) -> bool:
    return die.colour == shown.colour and shown.face in die.faces


def compiled_plan(task: Task, pool: Pool, readings: Readings) -> Plan:
    """The task's decision diagram for the pool, checked."""
    check(task, pool)
    compiled = plan(task, pool, readings, None)
    if compiled.diagram is None:
        raise TooBigError(f"{task} asks for too many different combinations of {pool} to be answered exactly")
    return compiled


def kernel_input(compiled: Plan, pool: Pool) -> tuple[array[int], array[int], array[int], array[int], array[int]]:
    """The diagram, its cells and the number of dice of each class, as the reroll kernel takes them."""
    assert compiled.diagram is not None
    seen: Counter[int] = Counter()
    lumps = array("q")
    for group in compiled.cell_class:
        lumps.append(seen[group])
        seen[group] += 1
    return compiled.diagram, compiled.cell_class, compiled.cell_weight, lumps, compiled.dice(pool)


def _too_big(compiled: Plan, pool: Pool) -> TooBigError:
    cells = Counter(compiled.cell_class)
    points = prod(comb(n + cells[group], n) for group, n in enumerate(compiled.dice(pool)))
    return TooBigError(f"rerolls of {pool} have {points} sets of kept dice, too many to be answered exactly")


def _read(task: Task | str, pool: Pool | str) -> tuple[Task, Pool]:
    return Task(task) if isinstance(task, str) else task, Pool(pool) if isinstance(pool, str) else pool


def _check_rounds(rounds: int, least: int = 0) -> None:
    if rounds < least:
        raise WordsError(f"the number of rerolls must be {least} or more, not {rounds}")
