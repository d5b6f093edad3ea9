"""Games without circles, against plain recursion and against the solver for games with circles."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys.pig import Pig
from toys.risk import RiskThrow
from toys.tables import Decide, End, Table, Throw

from solver.errors import GnomonError, TooBigError
from solver.solve.expectimax import Memory, solve_acyclic
from solver.solve.iteration import solve_cyclic
from solver.solve.objective import Objective, chance_of, expected_return, expected_steps, win_chance


@st.composite
def trees(draw: st.DrawFn, players: int) -> Table:
    count = draw(st.integers(1, 7))
    number = st.integers(-3, 3)
    rows: dict[Any, Any] = {
        f"end{n}": End(tuple(draw(st.lists(number, min_size=players, max_size=players)))) for n in range(3)
    }
    for state in range(count):
        to = st.sampled_from([*range(state + 1, count), "end0", "end1", "end2"])
        if draw(st.booleans()):
            rows[state] = Throw(draw(st.lists(st.tuples(to, st.integers(1, 4)), min_size=1, max_size=3)))
        else:
            options = draw(st.lists(to, min_size=1, max_size=3))
            rows[state] = Decide(draw(st.integers(0, players - 1)), options)
    return Table(rows)


def plainly(game: Table, state: Any, objective: Objective, players: int) -> tuple[Fraction, ...]:
    """Expectimax in its shortest form: every player's number, by recursion, without a memory."""
    row = game.rows[state]
    if isinstance(row, End):
        return tuple(Fraction(objective.payoff(row.returns, player)) for player in range(players))

    def after(move: Any) -> tuple[Fraction, ...]:
        more = 0 if objective.step is None else objective.step(state, move)
        return tuple(x + more for x in plainly(game, game.apply(state, move), objective, players))

    if isinstance(row, Throw):
        total = sum(weight for _, weight in row.outcomes)
        offers = [(after(move), weight) for move, weight in game.chance_outcomes(state).items()]
        return tuple(sum(offer[p] * Fraction(w, total) for offer, w in offers) for p in range(players))
    whose, sign = objective.wanted_by(row.player)
    return max((after(move) for move in game.legal_actions(state)), key=lambda offer: sign * offer[whose])


OBJECTIVES: Sequence[Objective] = [
    win_chance(),
    win_chance(rivals="against"),
    expected_return(),
    expected_return(rivals="against"),
    chance_of(lambda returns: returns[0] >= 2),
    expected_steps(lambda state, move: int(move[0] == "do")),
    expected_steps(lambda state, move: 1, minimise=False),
]


@pytest.mark.parametrize("players", [1, 2, 3])
@given(data=st.data())
def test_agrees_with_plain_recursion(players: int, data: st.DataObject) -> None:
    game, objective = data.draw(trees(players)), data.draw(st.sampled_from(OBJECTIVES))
    solution = solve_acyclic(game, objective)
    wanted = plainly(game, 0, objective, players)
    seats = [0] if objective.rivals == "against" else range(players)
    assert [solution.value(player=seat).value for seat in seats] == [wanted[seat] for seat in seats]
    assert solution.value().kind == "exact"


@given(trees(2), st.sampled_from([o for o in OBJECTIVES if o.rivals == "against" and o.step is None]))
def test_agrees_with_the_solver_for_circles(game: Table, objective: Objective) -> None:
    one, two = solve_acyclic(game, objective), solve_cyclic(game, objective)
    assert one.value() == two.value()
    for state in one.policy:
        first, second = one.ranked(state), two.ranked(state)
        assert {line.action: line.value for line in first} == {line.action: line.value for line in second}
        assert {line.action: line.loss for line in first} == {line.action: line.loss for line in second}


@given(trees(2))
def test_ranking(game: Table) -> None:
    solution = solve_acyclic(game, expected_return())
    for state, best in solution.policy.items():
        player = game.current_player(state)
        lines = solution.ranked(state)
        assert lines[0].action == best
        assert lines[0].loss.value == 0
        assert sorted(line.action for line in lines) == sorted(game.legal_actions(state))
        for line in lines:
            after = game.apply(state, line.action)
            assert line.value.value == plainly(game, after, expected_return(), 2)[player]
            assert line.loss.value == lines[0].value.value - line.value.value >= 0
            assert solution.loss(line.action, state) == line.loss


def test_risk_three_dice_against_two() -> None:
    """Of 7776: the defender loses two in 2890, each loses one in 2611, the attacker two in 2275."""
    wanted = {(0, -2): 2890, (-1, -1): 2611, (-2, 0): 2275}
    for returns, ways in wanted.items():
        solved = solve_acyclic(RiskThrow(3, 2), chance_of(lambda ends, returns=returns: ends == returns)).value()
        assert solved.value == Fraction(ways, 7776)
        assert solved.kind == "exact"


class Corridor:
    """A long way without a choice."""

    def __init__(self, length: int) -> None:
        self.length = length

    def initial_state(self) -> int:
        return 0

    def current_player(self, state: int) -> int:
        return 0 if state < self.length else -2

    def legal_actions(self, state: int) -> Sequence[str]:
        return ["go"] if state < self.length else []

    def chance_outcomes(self, state: int) -> dict[str, int]:
        return {}

    def apply(self, state: int, move: str) -> int:
        return state + 1

    def returns(self, state: int) -> Sequence[int]:
        return [1]

    def observation(self, state: int, player: int) -> int:
        return state


def test_a_long_game_does_not_exhaust_the_stack() -> None:
    length = 20 * sys.getrecursionlimit()
    seen: list[int] = []
    solution = solve_acyclic(
        Corridor(length), expected_steps(lambda state, move: 1, minimise=False), progress=seen.append
    )
    assert solution.value().value == length
    assert seen == sorted(seen) and len(seen) > 1


def test_limit_states_the_size() -> None:
    with pytest.raises(TooBigError, match="more than 1,000 states") as caught:
        solve_acyclic(Corridor(10_000), limit=1000)
    assert caught.value.exit_code == 4


def test_an_interrupted_search_goes_on() -> None:
    memory: Memory = {}
    solved: list[int] = []

    class Interrupted(Corridor):
        patience = 5000

        def apply(self, state: int, move: str) -> int:
            self.patience -= 1
            if not self.patience:
                raise KeyboardInterrupt
            return state + 1

    class Fork(Interrupted):
        """Two ways of 3,000 states: the interruption comes when one of them is done."""

        def legal_actions(self, state: int) -> Sequence[str]:
            return ["go", "leap"] if state == 0 else super().legal_actions(state)

        def apply(self, state: int, move: str) -> int:
            if move == "leap":
                return 1_000_000
            return super().apply(state, move)

        def current_player(self, state: int) -> int:
            return 0 if state < 3000 or 1_000_000 <= state < 1_003_000 else -2

        def legal_moves(self, state: int) -> Sequence[str]:
            return ["go"]

    game = Fork(2_000_000)
    with pytest.raises(KeyboardInterrupt):
        solve_acyclic(game, memory=memory)
    solved.append(len(memory))
    assert 3000 <= solved[0] < 6000
    assert solve_acyclic(game, memory=memory).value().value == 1
    assert len(memory) == 6002


def test_a_circle_is_refused() -> None:
    with pytest.raises(GnomonError, match="can come back"):
        solve_acyclic(Pig(5))
    with pytest.raises(GnomonError, match="can come back"):
        solve_acyclic(Table({0: Decide(0, [0, "end"]), "end": End((1,))}))


def test_a_game_that_stops_in_the_middle_is_refused() -> None:
    with pytest.raises(GnomonError, match="nothing can happen in 0"):
        solve_acyclic(Table({0: Decide(0, [])}))


def test_unknown_states_and_players() -> None:
    solution = solve_acyclic(Table({0: Decide(0, ["end"]), "end": End((1,)), "far": End((1,))}))
    with pytest.raises(GnomonError, match="'far' was not reached"):
        solution.value("far")
    with pytest.raises(GnomonError, match="nobody decides in 'end'"):
        solution.action("end")
    with pytest.raises(GnomonError, match="not legal here"):
        solution.loss(("do", 9))
