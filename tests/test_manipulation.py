"""The vocabulary of manipulations: what an act offers, and the chances it leads to."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from solver.dice import Roll, Rolled
from solver.manipulation import (
    STOP,
    Act,
    Borrow,
    Disguise,
    Give,
    Lend,
    Paint,
    Recolour,
    Reroll,
    Shift,
    Swap,
    Table,
    actions,
    begin,
    results,
)


def table(roll: str, supply: dict[str, int] | None = None, elsewhere: str = "") -> Table:
    return Table.of(Roll.read(roll), supply or {"red": 5, "blue": 5}, Roll.read(elsewhere))


def best(act: Act, wins) -> Fraction:
    """The chance that the roll wins when the act is done as well as can be."""
    value = Fraction(bool(wins(act.settled().roll)))
    for action in actions(act):
        if action != STOP:
            found = results(act, action)
            mean = sum(weight * best(after, wins) for after, weight in found.items())
            value = max(value, Fraction(mean) / sum(found.values()))
    return value


def reached(act: Act) -> set[str]:
    """Every roll that can be there at the end."""
    found = {str(Roll(act.settled().roll))}
    for action in actions(act):
        if action != STOP:
            for after in results(act, action):
                found |= reached(after)
    return found


@pytest.mark.parametrize("times", [1, 2, 3])
def test_one_die_again(times) -> None:
    got = best(begin(Reroll(1, times), table("r1 b1")), lambda roll: any(die.face == 6 for die in roll))
    assert got == 1 - Fraction(5, 6) ** times


def test_two_dice_again_are_interleaved() -> None:
    """A sum of 9 or more with two dice, each rolled again twice at most: the order is free, and it matters."""

    def by_hand(faces: tuple[int, int], left: tuple[int, int]) -> Fraction:
        value = Fraction(sum(faces) >= 9)
        for at in (0, 1):
            if left[at]:
                fewer = tuple(n - (i == at) for i, n in enumerate(left))
                after = [
                    by_hand(tuple(f if i == at else one for i, one in enumerate(faces)), fewer) for f in range(1, 7)
                ]
                value = max(value, sum(after, Fraction(0)) / 6)
        return value

    for faces in product((1, 3, 5), repeat=2):
        start = begin(Reroll(2, 2), table(f"r{faces[0]} b{faces[1]}"))
        assert best(start, lambda roll: sum(die.face for die in roll) >= 9) == by_hand(faces, (2, 2))
    apart = begin(Reroll(2, 2, interleaved=False), table("r1 b1"))
    assert best(apart, lambda roll: sum(die.face for die in roll) >= 9) < by_hand((1, 1), (2, 2))


def test_a_die_goes_up_and_down() -> None:
    assert reached(begin(Shift(), table("r1"))) == {"r1", "r2"}
    assert reached(begin(Shift(2), table("r3"))) == {"r1", "r2", "r3", "r4", "r5"}
    assert reached(begin(Shift(wraps=True), table("r6"))) == {"r1", "r5", "r6"}
    assert reached(begin(Shift(2), table("r3 b3"))) == {f"b3 r{n}" for n in range(1, 6)} | {
        f"b{n} r3" for n in range(1, 6)
    }


def test_a_colour_needs_a_die() -> None:
    assert reached(begin(Recolour(), table("r3", {"red": 1, "blue": 1, "green": 0}))) == {"r3", "b3"}
    assert reached(begin(Recolour(("red",)), table("r3 b4"))) == {"b4 r3", "r3 r4"}
    (after,) = results(begin(Recolour(), table("r3")), Paint(Rolled("red", 3), "blue"))
    assert dict(after.table.supply) == {"red": 6, "blue": 4}


def test_borrowed_dice_are_rolled_and_owed() -> None:
    act = begin(Borrow(2), table("r3", {"red": 1, "blue": 1}))
    after = results(act, Lend("red"))
    assert len(after) == 6
    assert {str(action) for action in actions(next(iter(after)))} == {"stop", "roll one more blue die"}
    assert {one.table.owed for one in after} == {1}
    assert best(act, lambda roll: any(die.face == 6 for die in roll)) == Fraction(11, 36)


def test_a_swapped_die_lies_elsewhere() -> None:
    act = begin(Swap(), table("r3 r3", elsewhere="b5"))
    assert [str(action) for action in actions(act)] == ["stop", "give r3 for b5"]
    (after,) = results(act, Give(Rolled("red", 3), Rolled("blue", 5)))
    assert after.over
    assert (after.table.roll, after.table.elsewhere) == (Roll.read("b5 r3").dice, Roll.read("r3").dice)


def test_a_disguise_takes_no_die() -> None:
    act = begin(Disguise(), table("r3", {"red": 0, "blue": 0}))
    assert reached(act) == {"r3", "b3"}


@pytest.mark.parametrize(
    "manipulation",
    [Reroll(2, 2), Shift(2), Recolour(), Borrow(2), Swap(), Disguise()],
    ids=lambda one: type(one).__name__,
)
def test_acts_end_and_weights_are_positive(manipulation) -> None:
    waiting, seen = [begin(manipulation, table("r1 b4", elsewhere="g6"))], set()
    while waiting:
        act = waiting.pop()
        if act in seen:
            continue
        seen.add(act)
        offered = actions(act)
        assert bool(offered) != act.over
        assert len(set(offered)) == len(offered)
        for action in offered:
            found = results(act, action)
            assert all(weight > 0 for weight in found.values())
            waiting += found
    assert any(act.over for act in seen)
