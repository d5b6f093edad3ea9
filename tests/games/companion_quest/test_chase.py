"""The chase as a chain: hand-made cases, the chance pushed forward turn by turn, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from solver.dice import Rolled
from solver.errors import GnomonError
from solver.games.companion_quest.chase import Chase, Meter, Outcome, Turn
from solver.games.companion_quest.gathering import gather_values
from solver.games.companion_quest.outcomes import chase_from, outcomes
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import Seat, State, Zone

SOLVES: Turn = {Outcome(0, 0): 3, Outcome(1, 0): 2, Outcome(2, 0): 1}
MIXED: Turn = {
    Outcome(0, 0): 5, Outcome(0, 1): 4, Outcome(0, 2): 1, Outcome(1, 0): 6, Outcome(1, 1): 3, Outcome(2, 0): 2,
}  # fmt: skip

SHORT = ((MIXED,) * 3, (MIXED,) * 2, (MIXED,) * 3)


def chase_of(paths: tuple[int, ...], turns: Sequence[Turn], **more: Any) -> Chase:
    """A chase in which a turn does not depend on where the hat stands on a quest."""
    return Chase(paths, tuple((turn,) * path for turn, path in zip(turns, paths, strict=True)), **more)


def pushed(chase: Chase, turns: int) -> tuple[Fraction, Fraction]:
    """The chances to have won and to have lost after so many turns, by pushing the chance forward."""
    now = {chase.start: Fraction(1)}
    won = lost = Fraction(0)
    for _ in range(turns):
        then: dict[Meter, Fraction] = {}
        for meter, chance in now.items():
            turn = chase.turns[meter.done][meter.hat]
            for outcome, weight in turn.items():
                share = chance * weight / sum(turn.values())
                where = chase.after(meter, outcome)
                if where == "won":
                    won += share
                elif where == "lost":
                    lost += share
                else:
                    then[where] = then.get(where, Fraction(0)) + share
        now = {meter: chance.limit_denominator(10**30) for meter, chance in then.items()}
    return won, lost


@pytest.mark.parametrize("gap", [1, 2, 3])
@pytest.mark.parametrize("order", ["hat_first", "both_then_compare"])
def test_chance_equals_the_chance_pushed_forward(gap: int, order: str) -> None:
    chase = chase_of((3, 4, 5), (MIXED, MIXED, SOLVES | {Outcome(0, 3): 1}), gap=gap, order=order)  # type: ignore[arg-type]
    won, lost = pushed(chase, 120)
    assert abs(chase.win() - won) < Fraction(1, 10**7)
    assert abs(1 - chase.win() - lost) < Fraction(1, 10**7)


def test_without_quests_it_is_the_ruin_of_a_gambler() -> None:
    # Gu'Gu between the Gnome at 0 and the portal at 4, r steps back for each step on: he comes to the portal first from
    # space i with the chance (1 - r**i) / (1 - r**4)
    r = Fraction(SOLVES[Outcome(2, 0)], SOLVES[Outcome(0, 0)])
    wins = chase_of((9, 9, 9), (SOLVES,) * 3).wins()
    for foe in (1, 2, 3):
        assert wins[Meter(0, 0, foe)] == 1 - (1 - r**foe) / (1 - r**4)


def test_a_last_quest_always_wins() -> None:
    chase = chase_of((1, 1, 1), ({Outcome(1, 1): 1, Outcome(2, 1): 1},) * 3, gap=3)
    assert chase.win() == 1


def test_steps_beyond_the_end_of_a_path_are_lost() -> None:
    chase = chase_of((2, 2, 2), ({Outcome(1, 5): 1},) * 3, gap=2)
    assert chase.after(chase.start, Outcome(1, 5)) == Meter(1, 0, 2)
    assert chase.length() == 2


def test_order_of_the_two_moves_matters() -> None:
    # a gap of one, the quest completed and no problem solved: caught before he moves, or just missed
    turn: Turn = {Outcome(0, 1): 1}
    assert chase_of((1, 1, 1), (turn,) * 3).after(Meter(0, 0, 1), Outcome(0, 1)) == "won"
    both = chase_of((1, 1, 1), (turn,) * 3, order="both_then_compare")
    assert both.after(Meter(0, 0, 1), Outcome(0, 1)) == Meter(1, 0, 2)
    assert both.after(Meter(0, 0, 1), Outcome(2, 1)) == "won"  # they cross


def test_better_turns_win_more() -> None:
    fewer = chase_of((3, 3, 3), (MIXED,) * 3).win()
    assert chase_of((3, 3, 3), (MIXED | {Outcome(2, 0): 3},) * 3).win() > fewer
    assert chase_of((2, 3, 3), (MIXED,) * 3).win() > fewer


def test_graph_holds_the_chain() -> None:
    chase = chase_of((3, 3, 3), (MIXED,) * 3)
    graph = chase.graph()
    assert graph.number_of_nodes() == len(chase.chain()) + 2
    assert all(sum(graph.edges[edge]["chance"] for edge in graph.out_edges(node)) == 1 for node in chase.chain())


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"paths": ()}, "chase: every quest has at least one space"),
        ({"turns": ((MIXED,) * 3,)}, "chase: 3 quests need the odds of as many turns, not 1"),
        (
            {"turns": ((MIXED,) * 3, (MIXED,) * 2, (MIXED,) * 3)},
            "chase: quest 2 needs the odds of a turn for each of its spaces",
        ),
        ({"gap": 4}, "chase: Gu'Gu begins between 0 and the portal at 4, not at 4"),
        ({"portal": 5}, "chase: with 3 quests Gu'Gu could stand where the Gnome never comes"),
        (
            {"turns": (({Outcome(1, 0): 0},) * 3,) * 3},
            "chase: the weights of a turn are whole, none below 0 and some above",
        ),
    ],
)
def test_refused(asked: dict[str, object], message: str) -> None:
    with pytest.raises(GnomonError) as caught:
        Chase(**({"paths": (3, 3, 3), "turns": ((MIXED,) * 3,) * 3} | asked))  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_an_endless_chase_is_not_won() -> None:
    chase = chase_of((3, 3, 3), ({Outcome(1, 0): 1},) * 3)
    assert chase.win() == 0
    with pytest.raises(GnomonError, match=r"^chase: from Meter\(done=0, hat=0, foe=1\) no turn ever ends it$"):
        chase.length()


def test_outcomes_add_up_to_what_gathering_is_worth() -> None:
    zones = (Zone("twin-lanterns"), Zone("toll-bridge"), Zone("three-bells"))
    state = State(
        (Seat("crumbles"), Seat("bubbles")),
        Gather(),
        quests=("mill-pond", "hill-road", "star-bridge"),
        zones=zones,
        foe=2,
    )
    setting = Setting(2)
    found = outcomes(setting, state)
    best = max(gather_values(setting, state), key=lambda one: one.means)
    gained = {outcome: min(outcome.solved, 2) - 1 + (outcome.steps == 3) for outcome in found}
    assert sum(found.values()) == best.rolls
    assert sum(weight * gained[outcome] for outcome, weight in found.items()) == best.goal


def test_a_chase_from_a_state() -> None:
    zones = (Zone("twin-lanterns", ((0, Rolled("red", 3)),)), Zone("toll-bridge"), Zone("three-bells"))
    state = State((Seat("crumbles"),), Gather(), quests=("mill-pond", "hill-road", "star-bridge"), zones=zones)
    chase = chase_from(Setting(1), state)
    assert chase.paths == (3, 4, 5)
    assert chase.turns[0][0] == outcomes(Setting(1), state.but(foe=2, zones=(Zone("twin-lanterns"), *zones[1:])))
    wider = chase_from(Setting(1, rules=Rules(start_gap=2)), state)
    assert wider.turns == chase.turns
    assert wider.win() < chase.win()
    with pytest.raises(GnomonError, match=r"^chase: 3 quests are chased over, none of them completed$"):
        chase_from(Setting(1), state.but(quests=("mill-pond",)))
