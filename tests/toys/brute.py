"""Solve a table game by trying every policy; each is a Markov chain, solved by Gauss with fractions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from toys.tables import Decide, End, Table, Throw

Chain = dict[Any, list[tuple[Any, Fraction]]]
Value = Fraction | float


def policies(game: Table, player: int) -> Iterator[dict[Any, int]]:
    own = [s for s, row in game.rows.items() if isinstance(row, Decide) and row.player == player]
    for picks in product(*(range(len(game.rows[s].options)) for s in own)):
        yield dict(zip(own, picks, strict=True))


def chain(game: Table, picks: Mapping[Any, int]) -> Chain:
    result: Chain = {}
    for state, row in game.rows.items():
        if isinstance(row, Decide):
            result[state] = [(row.options[picks[state]], Fraction(1))]
        elif isinstance(row, Throw):
            total = sum(weight for _, weight in row.outcomes)
            result[state] = [(after, Fraction(weight, total)) for after, weight in row.outcomes]
        else:
            result[state] = []
    return result


def reachable(links: Chain, start: Any) -> set[Any]:
    seen, todo = {start}, [start]
    while todo:
        for after, _ in links[todo.pop()]:
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def gauss(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    size = len(matrix)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = next(r for r in range(column, size) if rows[r][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for r in range(size):
            if r != column and rows[r][column]:
                rows[r] = [a - rows[r][column] * b for a, b in zip(rows[r], rows[column], strict=True)]
    return [row[-1] for row in rows]


def chain_values(
    game: Table,
    links: Chain,
    payoff: Callable[[Any], Value],
    *,
    endless: Fraction = Fraction(0),
    step: Callable[[Any, Any], int] | None = None,
) -> dict[Any, Value]:
    """The value of every state; where a chain cannot end it is `endless`, or infinity if steps count."""
    ends = {s for s, row in game.rows.items() if isinstance(row, End)}
    reach = {s: reachable(links, s) for s in game.rows}
    stuck = {s for s in game.rows if not reach[s] & ends}
    value: dict[Any, Value] = {s: payoff(game.rows[s].returns) for s in ends}
    value |= dict.fromkeys(stuck, math.inf if step else endless)
    if step:
        value |= {s: math.inf for s in game.rows if s not in ends and reach[s] & stuck}
    open_ = [s for s in game.rows if s not in value]
    place = {s: n for n, s in enumerate(open_)}
    matrix = [[Fraction(int(a == b)) for b in open_] for a in open_]
    right = [Fraction(0) for _ in open_]
    for s in open_:
        for after, chance in links[s]:
            if step:
                right[place[s]] += chance * step(s, after)
            if after in place:
                matrix[place[s]][place[after]] -= chance
            else:
                right[place[s]] += chance * value[after]
    return value | dict(zip(open_, gauss(matrix, right), strict=True))


def best_value(game: Table, minimise: bool = False, **kwargs: Any) -> dict[Any, Value]:
    """The best that one player can get, state by state, over all policies."""
    tried = [
        chain_values(game, chain(game, picks), lambda returns: Fraction(returns[0]), **kwargs)
        for picks in policies(game, 0)
    ]
    pick = min if minimise else max
    return {s: pick(values[s] for values in tried) for s in game.rows}


def game_value(game: Table, **kwargs: Any) -> dict[Any, tuple[Value, Value]]:
    """What player 0 can be sure of, and what player 1 can hold them to, over all pairs of policies."""
    table = [
        [
            chain_values(game, chain(game, one | two), lambda returns: Fraction(returns[0]), **kwargs)
            for two in policies(game, 1)
        ]
        for one in policies(game, 0)
    ]
    sure = {s: max(min(cell[s] for cell in row) for row in table) for s in game.rows}
    held = {s: min(max(row[n][s] for row in table) for n in range(len(table[0]))) for s in game.rows}
    return {s: (sure[s], held[s]) for s in game.rows}
