"""A part in which every policy ends, solved in fractions: policy iteration, each policy by elimination.

There is no rounding anywhere, so "no action is better than the policy's" is checked as it stands: the result
is exact.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

from solver.solve.part import Choice, Part, nearest_exit
from solver.solve.rational import ONE, ZERO, Rational

Row = dict[int, Rational]


def solve_linear(rows: Sequence[Row], constants: Sequence[Rational]) -> list[Rational]:
    """Solve ``x[i] = constants[i] + sum(rows[i][j] * x[j])`` by eliminating one unknown after another.

    The unknown that touches the fewest others goes first. Rows hold chances, so each divisor ``1 -
    rows[i][i]`` is positive as long as every chain of rows ends somewhere.

    Examples
    --------
    >>> [str(value) for value in solve_linear([{0: ONE / 2, 1: ONE / 4}, {0: ONE / 2}], [ZERO, ONE / 2])]
    ['1/3', '2/3']
    """
    size = len(rows)
    row = [dict(entries) for entries in rows]
    constant = list(constants)
    users: list[set[int]] = [set() for _ in range(size)]
    for node, entries in enumerate(row):
        for near in entries:
            users[near].add(node)
    order: list[int] = []
    done = [False] * size
    queue = [(len(row[node]) * len(users[node]), node) for node in range(size)]
    heapq.heapify(queue)
    while queue:
        cost, out = heapq.heappop(queue)
        if done[out] or cost < len(row[out]) * len(users[out]):
            if not done[out]:  # it has become dearer since it was put in
                heapq.heappush(queue, (len(row[out]) * len(users[out]), out))
            continue
        done[out] = True
        order.append(out)
        entries = row[out]
        loop = entries.pop(out, ZERO)
        users[out].discard(out)
        if loop:
            scale = ONE / (ONE - loop)
            constant[out] *= scale
            for near in entries:
                entries[near] *= scale
        for near in entries:
            users[near].discard(out)
        for node in users[out]:
            share = row[node].pop(out)
            constant[node] += share * constant[out]
            for near, chance in entries.items():
                row[node][near] = row[node].get(near, ZERO) + share * chance
                users[near].add(node)
            heapq.heappush(queue, (len(row[node]) * len(users[node]), node))
    value = [ZERO] * size
    for out in reversed(order):  # a row is left with unknowns that were eliminated later
        value[out] = constant[out] + sum(chance * value[near] for near, chance in row[out].items())
    return value


def leaving_policy(part: Part) -> list[int]:
    """Choose for each node the number of a choice that can come nearer to an exit: such a policy ends.

    Examples
    --------
    >>> loop, leave = Choice(0, 2, ((0, 2),), ()), Choice(1, 2, ((0, 1),), ((9, 1),))
    >>> leaving_policy(Part([1], [[loop, leave]]))
    [1]
    """
    picked = [
        next((number for number, choice in enumerate(own) if choice.outside or not choice.inside), -1)
        for own in part.choices
    ]
    exits = [node for node, number in enumerate(picked) if number >= 0]
    for node, toward in nearest_exit(dict(enumerate(part.choices)), exits).items():
        picked[node] = part.choices[node].index(toward)
    return picked


def solve_exactly(part: Part, known: Callable[[int], Rational]) -> tuple[list[Rational], list[Choice]]:
    """Return the value of every node and the choice that is best there.

    Parameters
    ----------
    part : a part that every policy leaves; or, if all its owners are -1 and nothing counts below 0, in which
        a policy that does not leave adds up to infinity
    known : the value of a node outside

    Notes
    -----
    One owner: policy iteration. Two: for each policy of 1 the best answer of -1 is found first, then 1
    improves (Hoffman and Karp 1966). A choice is changed only for a strictly better one, so no policy comes
    up twice.

    Examples
    --------
    >>> again, stop = Choice(0, 6, ((0, 2),), ((9, 4),)), Choice(1, 1, (), ((8, 1),))
    >>> values, chosen = solve_exactly(Part([1], [[again, stop]]), {9: ONE, 8: ONE / 2}.__getitem__)
    >>> str(values[0]), chosen[0].origin
    ('1', 0)
    """
    constants = [[_constant(choice, known) for choice in own] for own in part.choices]
    picked = leaving_policy(part)

    def evaluate() -> list[Rational]:
        rows = []
        for node, number in enumerate(picked):
            choice = part.choices[node][number]
            rows.append({near: weight * ONE / choice.total for near, weight in choice.inside})
        return solve_linear(rows, [constants[node][number] for node, number in enumerate(picked)])

    def improve(side: int) -> bool:
        better = False
        for node, own in enumerate(part.choices):
            if part.owner[node] == side:
                for number, choice in enumerate(own):
                    if number == picked[node]:
                        continue
                    offer = constants[node][number] + _inside(choice, values)
                    if side * offer > side * best[node]:
                        best[node], picked[node], better = offer, number, True
        return better

    while True:
        values = evaluate()
        best = list(values)
        if not improve(-1) and not improve(1):
            return values, [part.choices[node][number] for node, number in enumerate(picked)]


def _constant(choice: Choice, known: Callable[[int], Rational]) -> Rational:
    return choice.reward + sum((weight * known(node) for node, weight in choice.outside), ZERO) / choice.total


def _inside(choice: Choice, values: Sequence[Rational]) -> Rational:
    if not choice.inside:
        return ZERO
    return sum((weight * values[near] for near, weight in choice.inside), ZERO) / choice.total
