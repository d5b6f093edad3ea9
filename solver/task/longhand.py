"""The two folds in plain Python: the reference the kernels must equal, and the answer beyond 128 bits."""

from __future__ import annotations

from array import array
from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import comb, prod

from solver._fold import wins
from solver.dice import SYMBOL_BIT, Die, Pool, colour_bit
from solver.errors import TooBigError
from solver.task.cells import Plan
from solver.task.packing import Matching

MAX_STEPS = 20_000_000

Configuration = tuple[tuple[int, ...], frozenset[object], frozenset[object]]  # filled of each class, numbers, colours


def filled_weights(matching: Matching, pool: Pool) -> list[int]:
    """Weights of the rolls by the most spaces they can fill, a list of spaces + 1 integers.

    What matters of the dice seen so far is the set of configurations they can reach.
    """
    start: frozenset[Configuration] = frozenset({((0,) * len(matching.capacities), frozenset(), frozenset())})
    now = {start: 1}
    steps = 0
    for die, n in pool:
        for _ in range(n):
            then: defaultdict[frozenset[Configuration], int] = defaultdict(int)
            for reached, weight in now.items():
                for face, sides in die.weights().items():
                    value = face if isinstance(face, int) else SYMBOL_BIT
                    then[_with_die(reached, matching, die, value)] += weight * sides
                steps += len(reached)
            if steps > MAX_STEPS:
                raise TooBigError(f"{pool.size} dice on this task need more than {MAX_STEPS} steps")
            now = dict(then)
    weights = [0] * (sum(matching.capacities) + 1)
    for reached, weight in now.items():
        weights[max(sum(filled) for filled, _, _ in reached)] += weight
    return weights


def _with_die(reached: frozenset[Configuration], matching: Matching, die: Die, value: int) -> frozenset[Configuration]:
    colour = colour_bit(die.colour)
    flat = matching.alternatives
    classes = {
        flat[i + 2]
        for i in range(0, len(flat), 3)
        if flat[i] >> colour & 1 and flat[i + 1] >> value & 1 and not (matching.different and value == SYMBOL_BIT)
    }
    fresh = set(reached)
    for filled, numbers, colours in reached:
        for c in classes:
            if filled[c] == matching.capacities[c] or value in numbers or colour in colours:
                continue
            fresh.add(
                (
                    (*filled[:c], filled[c] + 1, *filled[c + 1 :]),
                    numbers | {value} if matching.different else numbers,
                    colours | {colour} if matching.colours_differ else colours,
                )
            )
    return frozenset(fresh)


def won_weight(plan: Plan, dice: array[int]) -> int:
    """Weight of the rolls that a plan's diagram accepts, for `dice[c]` dice of each class."""
    assert plan.diagram is not None
    cells, nodes = plan.diagram[0], plan.diagram[1]
    starts = plan.diagram[3 + cells : 4 + cells + nodes]
    edges = plan.diagram[4 + cells + nodes :]
    last = {group: cell for cell, group in enumerate(plan.cell_class)}
    steps = _fold_steps(plan, dice)
    if steps > MAX_STEPS // 4:
        raise TooBigError(f"{sum(dice)} dice on this task need a fold of about {steps} steps in big numbers")
    won = 0
    now = {(2, tuple(dice)): 1}
    for cell in range(cells):
        group, sides = plan.cell_class[cell], plan.cell_weight[cell]
        later = [0] * len(dice)
        for k in range(cell + 1, cells):
            later[plan.cell_class[k]] += plan.cell_weight[k]
        then: defaultdict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
        for (node, left), weight in now.items():
            r = left[group]
            for t in range(r if last[group] == cell else 0, r + 1):
                target = edges[starts[node] + min(t, starts[node + 1] - starts[node] - 1)]
                part = weight * comb(r, t) * sides**t
                rest = (*left[:group], r - t, *left[group + 1 :])
                if target == 1:
                    won += part * prod(ways**n for ways, n in zip(later, rest, strict=True))
                elif target:
                    then[target, rest] += part
        now = dict(then)
    return won


def _fold_steps(plan: Plan, dice: array[int]) -> int:
    """About how many machine words the fold multiplies: states and dice to share out, times the words of a weight."""
    assert plan.diagram is not None
    words = 1 + sum(dice) // 24
    steps = 0
    for cell, group in enumerate(plan.cell_class):
        states = plan.diagram[3 + cell] - plan.diagram[2 + cell]
        under_way = [n for g, n in enumerate(dice) if g in plan.cell_class[:cell] and g in plan.cell_class[cell:]]
        steps += states * prod(n + 1 for n in under_way) * (dice[group] + 1) * words // 2
    return steps


def reroll_value(plan: Plan, dice: array[int], rounds: int) -> Fraction:
    """The chance under the best rerolls, straight from its definition: the mean of the best of what may be kept."""
    assert plan.diagram is not None
    diagram = plan.diagram
    cells = range(len(plan.cell_class))
    sides = [sum(plan.cell_weight[c] for c in cells if plan.cell_class[c] == g) for g in range(len(dice))]
    points = prod(comb(n + sum(group == g for group in plan.cell_class), n) for g, n in enumerate(dice))
    if points * (rounds + 1) > MAX_STEPS // 100:
        raise TooBigError(f"rerolls of {sum(dice)} dice have {points} sets of kept dice and more than 128 bits")

    @cache
    def kept(counts: tuple[int, ...], left: int) -> Fraction:
        """The value of keeping these dice and rolling the others, with `left` rerolls to come after that."""
        for group, n in enumerate(dice):
            if sum(counts[c] for c in cells if plan.cell_class[c] == group) < n:
                mean = sum(
                    plan.cell_weight[c] * kept(_plus(counts, c, 1), left) for c in cells if plan.cell_class[c] == group
                )
                return Fraction(mean) / sides[group]
        return best(counts, left) if left else Fraction(wins(diagram, array("q", counts)))

    @cache
    def best(counts: tuple[int, ...], left: int) -> Fraction:
        """The best value of keeping these dice or fewer of them, with `left` rerolls."""
        fewer = [best(_plus(counts, c, -1), left) for c in cells if counts[c]]
        return max([kept(counts, left - 1), *fewer])

    return kept((0,) * len(plan.cell_class), rounds)


def _plus(counts: tuple[int, ...], cell: int, change: int) -> tuple[int, ...]:
    return (*counts[:cell], counts[cell] + change, *counts[cell + 1 :])
