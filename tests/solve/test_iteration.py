"""Games that come back to a state, against brute force over all policies, and against published values."""

from __future__ import annotations

import gc
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys.brute import best_value, game_value
from toys.pig import Pig, Turn
from toys.tables import Decide, End, Table, Throw

from solver.errors import GnomonError, TooBigError
from solver.solve.graph import sink_first
from solver.solve.iteration import solve_cyclic
from solver.solve.objective import expected_return, expected_steps, win_chance


@st.composite
def tables(draw: st.DrawFn, players: int = 1, low: int = 0, high: int = 6, forward: bool = False) -> Table:
    """A random game with a few states: cycles, self-loops, traps and endless games are all likely."""
    count = draw(st.integers(2, 5 if players == 1 else 6))
    ends = [f"end{n}" for n in range(draw(st.integers(1, 3)))]
    rows: dict[Any, Any] = {}
    for end in ends:
        pay = draw(st.integers(low, high))
        rows[end] = End((pay, -pay)[:players])
    for state in range(count):
        onward = [*range(state + 1 if forward else 0, count), *ends]
        to = st.sampled_from(onward)
        if draw(st.booleans()):
            outcomes = draw(st.lists(st.tuples(to, st.integers(1, 4)), min_size=1, max_size=3))
            rows[state] = Throw(outcomes)
        else:
            options = draw(st.lists(to, min_size=1, max_size=3))
            rows[state] = Decide(draw(st.integers(0, players - 1)), options)
    return Table(rows)


def one_step(state: Any, move: Any) -> int:
    return 1


@given(tables())
def test_one_player_from_zero_up(game: Table) -> None:
    wanted = best_value(game)
    solution = solve_cyclic(game, expected_return())
    assert solution.value().kind == "exact"
    for state in game.rows:
        if state in solution_states(game):
            assert solution.value(state).value == wanted[state]


@given(tables(low=-5, high=5), st.sampled_from([0, -3, 2]))
def test_one_player_who_may_stay_for_ever(game: Table, endless: int) -> None:
    wanted = best_value(game, endless=Fraction(endless))
    solution = solve_cyclic(game, expected_return(endless=endless))
    assert solution.value().value == wanted[0]


@given(tables(low=-5, high=5), st.booleans())
def test_enclosures_hold_the_exact_value(game: Table, steps: bool) -> None:
    objective = expected_steps(one_step) if steps else expected_return()
    exact = solve_cyclic(game, objective)
    for state in solution_states(game):
        loose = solve_cyclic(game, objective, exact_states=0).value(state)
        value = exact.value(state).value
        assert loose.low <= value <= loose.high
        assert loose.low == loose.high or loose.width < Fraction(1, 10**25)


@given(tables(), st.booleans())
def test_steps_to_the_end(game: Table, minimise: bool) -> None:
    # brute force pays the return on top; here only steps count
    plain = Table({s: End((0,)) if isinstance(row, End) else row for s, row in game.rows.items()})
    wanted = best_value(plain, minimise, step=one_step)
    solution = solve_cyclic(game, expected_steps(one_step, minimise=minimise))
    for state in solution_states(game):
        assert solution.value(state).value == wanted[state]


@given(tables(), st.booleans())
def test_steps_of_which_only_some_count(game: Table, minimise: bool) -> None:
    """Circles that count nothing: nobody gets to the end by staying in one."""
    plain = Table({s: End((0,)) if isinstance(row, End) else row for s, row in game.rows.items()})
    wanted = best_value(plain, minimise, step=lambda state, after: int(state in {1, 3}))
    objective = expected_steps(lambda state, move: int(state in {1, 3}), minimise=minimise)
    for bound in (128, 0):
        value = solve_cyclic(game, objective, exact_states=bound).value()
        assert value.low <= wanted[0] <= value.high


@given(tables(players=2))
def test_two_players(game: Table) -> None:
    wanted = game_value(game)
    solution = solve_cyclic(game, expected_return(endless=0))
    for state in solution_states(game):
        value = solution.value(state)
        assert value.low <= wanted[state][0] <= wanted[state][1] <= value.high
        assert value.kind == "exact"
        assert value.value == wanted[state][0]


@given(tables(players=2, low=-4, high=4), st.sampled_from([-9, 9]))
def test_two_players_where_an_endless_game_is_the_worst_for_one(game: Table, endless: int) -> None:
    wanted = game_value(game, endless=Fraction(endless))
    value = solve_cyclic(game, expected_return(endless=endless, rivals="against")).value()
    assert value.kind == "exact"
    assert value.value == wanted[0][0]


@given(tables(players=2, low=-4, high=4))
def test_two_players_bounds_are_sound_whatever_an_endless_game_is_worth(game: Table) -> None:
    wanted = game_value(game)
    for exact_states in (128, 0):
        value = solve_cyclic(game, expected_return(rivals="against"), exact_states=exact_states).value()
        assert value.low <= wanted[0][0] <= wanted[0][1] <= value.high


@given(tables(low=-5, high=5))
def test_the_policy_is_worth_what_is_promised(game: Table) -> None:
    solution = solve_cyclic(game, expected_return())
    followed = solve_cyclic(game, expected_return(), fixed={0: solution.policy.__getitem__})
    assert followed.value().value == solution.value().value


@given(tables(), st.booleans())
def test_the_policy_takes_as_many_steps_as_promised(game: Table, minimise: bool) -> None:
    objective = expected_steps(one_step, minimise=minimise)
    solution = solve_cyclic(game, objective)
    followed = solve_cyclic(game, objective, fixed={0: solution.policy.__getitem__})
    assert followed.value().value == solution.value().value


def solution_states(game: Table) -> set[Any]:
    """The states that can be reached from the first one."""
    seen, todo = {0}, [0]
    while todo:
        state = todo.pop()
        for move in [*game.legal_actions(state), *game.chance_outcomes(state)]:
            after = game.apply(state, move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def test_a_circle_does_not_hold_itself_up() -> None:
    """The equations are also solved by chance 1 everywhere; the only way out wins one time in three."""
    game = Table(
        {
            0: Decide(0, [1, 0]),
            1: Decide(0, [0, 2]),
            2: Throw([("won", 1), ("lost", 2)]),
            "won": End((1,)),
            "lost": End((0,)),
        }
    )
    solution = solve_cyclic(game)
    assert solution.value().value == Fraction(1, 3)
    assert solution.policy == {0: ("do", 0), 1: ("do", 1)}


def test_a_game_that_need_not_end_takes_for_ever() -> None:
    trap = Table({0: Throw([(1, 1), ("end", 1)]), 1: Throw([(1, 1)]), "end": End((0,))})
    solved = solve_cyclic(trap, expected_steps(one_step)).value()
    assert (solved.value, solved.kind) == (math.inf, "exact")
    assert solve_cyclic(trap, win_chance()).value().value == 0


def test_ranking_where_some_actions_never_end() -> None:
    game = Table({0: Decide(0, [1, 0, "end"]), 1: Throw([(1, 1)]), "end": End((0,))})
    lines = solve_cyclic(game, expected_steps(one_step)).ranked()
    assert [(line.action[1], line.value.value, line.loss.value) for line in lines] == [
        (2, 1, 0),
        (1, 2, 1),  # to wait once and go then
        (0, math.inf, math.inf),
    ]


def test_parts_are_numbered_ends_first_however_they_come() -> None:
    source, target = np.array([2, 0, 2]), np.array([0, 1, 1])
    number = sink_first(source, target, np.array([0, 1, 2, 2]), 3).tolist()
    assert number == [1, 0, 2, 2]


def test_players_who_agree_are_refused() -> None:
    game = Table({0: Decide(0, [1, "a"]), 1: Decide(1, [0, "b"]), "a": End((1, 1)), "b": End((2, 0))})
    assert solve_cyclic(game, expected_return()).value().value == 1  # the other need not go on to b
    other = Table({**game.rows, "b": End((2, 1))})
    with pytest.raises(GnomonError, match="adds up to 2 or to 3"):
        solve_cyclic(other, expected_return())
    with pytest.raises(GnomonError, match="must be sure to end"):
        solve_cyclic(other, expected_steps(one_step))


def test_limit() -> None:
    with pytest.raises(TooBigError, match="more than 100 states"):
        solve_cyclic(Pig(20), limit=100)


def uphill(length: int) -> Table:
    """A walk that is twice as likely to go away from its only end as towards it."""
    rows: dict[Any, Any] = {0: End((0,)), length: Throw([(length - 1, 1)])}
    return Table(rows | {n: Throw([(n + 1, 2), (n - 1, 1)]) for n in range(1, length)}, start=1)


def test_a_long_way_out() -> None:
    """From 1 it takes 2 ** (n + 1) - 3 steps: by hand, from the end of the walk backwards."""
    for length in (5, 20, 40):
        loose = solve_cyclic(uphill(length), expected_steps(one_step), exact_states=0).value()
        assert loose.low <= 2 ** (length + 1) - 3 <= loose.high
        assert loose.width < Fraction(1, 10**20)
    assert solve_cyclic(uphill(80), expected_steps(one_step)).value().value == 2**81 - 3


def test_a_way_out_too_long_for_doubles_is_said_to_be_so() -> None:
    for length in (80, 1200):
        with pytest.raises(TooBigError, match="more exact_states solve them in fractions"):
            solve_cyclic(uphill(length), expected_steps(one_step), exact_states=0)


def pig_by_sweeps(target: int) -> float:
    """Value iteration over (own score, other score, points), as Neller and Presser print the equations."""
    win = np.zeros((target, target, target))
    while True:
        before = win[0, 0, 0]
        for own in range(target):
            for other in range(target):
                for points in range(target - own - 1, -1, -1):
                    ahead = [
                        1.0 if own + points + face >= target else win[own, other, points + face] for face in range(2, 7)
                    ]
                    roll = (1 - win[other, own, 0] + sum(ahead)) / 6
                    hold = 1 - win[other, own + points, 0] if points else 0.0
                    win[own, other, points] = max(roll, hold)
        if abs(win[0, 0, 0] - before) < 1e-15:
            return float(win[0, 0, 0])


@pytest.mark.parametrize("target", [2, 5, 10])
def test_small_pig_is_exact(target: int) -> None:
    solved = solve_cyclic(Pig(target)).value()
    assert solved.kind == "exact"
    assert abs(float(solved.value) - pig_by_sweeps(target)) < 1e-12


def test_pig_to_two_by_hand() -> None:
    """Who rolls anything but 1 wins: p = 5/6 + 1/6 (1 - p)."""
    assert solve_cyclic(Pig(2)).value().value == Fraction(6, 7)


def test_pig_between_bounds_agrees_with_pig_in_fractions() -> None:
    exact = solve_cyclic(Pig(15), exact_states=10_000, exact_bits=10**6)
    loose = solve_cyclic(Pig(15), exact_states=0)
    for state in exact.policy:
        value, around = exact.value(state), loose.value(state)
        assert value.kind == "exact"
        assert around.low <= value.value <= around.high
        assert around.width < Fraction(1, 10**25)


def test_both_seats_of_pig_add_up_to_one() -> None:
    solution = solve_cyclic(Pig(12))
    assert solution.value().value + solution.value(player=1).value == 1
    swapped = solution.value(Turn(1, (0, 0), 0, False), player=1)
    assert swapped.value == solution.value().value


def test_pig_to_a_hundred() -> None:
    """Neller and Presser (2004): who starts wins with 0.530592725274, if both play best."""
    gc.disable()  # two million states, none of them garbage: looking for some takes half of the time
    try:
        solution = solve_cyclic(Pig(100), exact_states=0)
    finally:
        gc.enable()
    solved = solution.value()
    assert solved.kind == "enclosure"
    assert solved.width < Fraction(1, 10**40)
    published = Fraction("0.530592725274")
    assert published - Fraction(1, 10**12) < solved.low <= solved.high < published + Fraction(1, 10**12)
