"""Policies: their value, their loss, and the distribution of what they bring."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys.brute import chain, chain_values, policies
from toys.pig import Action, Pig, Turn
from toys.risk import RiskThrow
from toys.tables import Decide, End, Table, Throw

from solver.errors import GnomonError, TooBigError
from solver.solve.iteration import solve_cyclic
from solver.solve.objective import expected_return, win_chance
from solver.solve.policy import compare, evaluate, returns_spread


def hold_at(points: int) -> Any:
    def choose(state: Turn) -> Action:
        return "hold" if state.points >= points else "roll"

    return choose


@st.composite
def chains(draw: st.DrawFn) -> Table:
    """A random game and, in each state, a throw: chains with circles, traps and up to three ends."""
    count = draw(st.integers(1, 5))
    rows: dict[Any, Any] = {f"end{n}": End((n, draw(st.integers(0, 1)))) for n in range(3)}
    to = st.sampled_from([*range(count), "end0", "end1", "end2"])
    for state in range(count):
        if draw(st.booleans()):
            rows[state] = Throw(draw(st.lists(st.tuples(to, st.integers(1, 4)), min_size=1, max_size=3)))
        else:
            rows[state] = Decide(0, draw(st.lists(to, min_size=1, max_size=2)))
    return Table(rows)


@given(chains(), st.data())
def test_spread_is_the_chance_of_every_end(game: Table, data: st.DataObject) -> None:
    picks = data.draw(st.sampled_from(list(policies(game, 0))))
    spread = returns_spread(game, {0: lambda state: ("do", picks[state])})
    links = chain(game, picks)
    for returns in {row.returns for row in game.rows.values() if isinstance(row, End)}:
        wanted = chain_values(game, links, lambda got, returns=returns: Fraction(int(got == returns)))[0]
        assert spread.chances.get(tuple(returns), 0) == wanted
    assert sum(spread.chances.values()) + spread.endless == 1
    mean = sum(number * chance for number, chance in spread.of(0).items())
    policy = {0: lambda state: ("do", picks[state])}
    assert mean == evaluate(game, policy, expected_return()).value


def test_spread_of_risk() -> None:
    spread = returns_spread(RiskThrow(3, 2), {})
    assert spread.chances == {
        (0, -2): Fraction(2890, 7776),
        (-1, -1): Fraction(2611, 7776),
        (-2, 0): Fraction(2275, 7776),
    }
    assert spread.endless == 0
    assert spread.of(1) == {-2: Fraction(2890, 7776), -1: Fraction(2611, 7776), 0: Fraction(2275, 7776)}


def test_evaluate_agrees_with_spread() -> None:
    both = {0: hold_at(4), 1: hold_at(7)}
    spread = returns_spread(Pig(12), both)
    assert spread.chances[1, 0] == evaluate(Pig(12), both, win_chance()).value
    assert spread.chances[1, 0] + spread.chances[0, 1] == 1


def test_best_answer_to_a_policy() -> None:
    """Against the other's best policy nothing beats the value of the game."""
    game = Pig(12)
    solution = solve_cyclic(game)
    assert evaluate(game, {1: solution.policy}, win_chance()).value == solution.value().value
    assert evaluate(game, {1: lambda state: "roll"}, win_chance()).value >= solution.value().value
    assert evaluate(game, {0: solution.policy}, win_chance()).value == solution.value().value


def test_compare() -> None:
    game = Pig(12)
    solution = solve_cyclic(game)
    named = {f"hold at {n}": hold_at(n) for n in (2, 5, 12)} | {"best": solution.policy}
    lines = compare(game, named, win_chance())
    assert lines[0].name == "best" or lines[0].value == solution.value()
    values = [line.value.value for line in lines]
    assert values == sorted(values, reverse=True)
    for line in lines:
        assert line.loss.value == solution.value().value - line.value.value >= 0
        assert line.value == evaluate(game, {0: named[line.name]}, win_chance())


def test_a_policy_that_breaks_a_rule_is_refused() -> None:
    with pytest.raises(GnomonError, match="player 0 may not take 'hold'"):
        evaluate(Pig(5), {0: lambda state: "hold", 1: hold_at(3)}, win_chance())
    with pytest.raises(GnomonError, match="nothing is chosen in"):
        evaluate(Pig(5), {0: {}, 1: hold_at(3)}, win_chance())
    with pytest.raises(GnomonError, match="player 1 acts, but no policy says how"):
        returns_spread(Pig(5), {0: hold_at(3)})


def test_spread_limit() -> None:
    with pytest.raises(TooBigError, match="lead back to each other"):
        returns_spread(Pig(30), {0: hold_at(20), 1: hold_at(20)}, exact_states=10)


def test_endless() -> None:
    game = Table({0: Throw([(1, 1), ("end", 2)]), 1: Throw([(1, 1)]), "end": End((5,))})
    spread = returns_spread(game, {})
    assert (spread.chances, spread.endless) == ({(5,): Fraction(2, 3)}, Fraction(1, 3))


def test_two_dice_by_hand() -> None:
    faces = range(1, 7)
    game = Table(
        {0: Throw([(a, 1) for a in faces])}
        | {a: Throw([(("sum", a + b), 1) for b in faces]) for a in faces}
        | {("sum", n): End((n,)) for n in range(2, 13)}
    )
    wanted = {n: Fraction(sum(a + b == n for a, b in product(faces, faces)), 36) for n in range(2, 13)}
    assert returns_spread(game, {}).of(0) == wanted
