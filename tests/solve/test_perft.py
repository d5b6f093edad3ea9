"""Perft counts what the rules generate: compared with a second generator that knows nothing of the first."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from toys.pig import Pig
from toys.risk import RiskThrow

from solver.errors import TooBigError
from solver.solve.perft import Ply, perft


def pig_tree(target: int, depth: int) -> list[Ply]:
    """Walk the tree of Pig one path at a time, from the rules as they are printed."""
    counts = [[0, 0, 0] for _ in range(depth + 1)]
    ended = [Fraction(0)] * (depth + 1)
    going = [Fraction(0)] * (depth + 1)

    def turn(mine: int, yours: int, points: int, ply: int, chance: Fraction) -> None:
        if ply > depth:
            return
        counts[ply][0] += 1
        going[ply] += chance
        choices = 1 if points == 0 else 2
        if points:
            turn(yours, mine + points, 0, ply + 1, chance / choices)
        if ply + 1 > depth:
            return
        counts[ply + 1][1] += 6
        going[ply + 1] += chance / choices
        for face in range(1, 7):
            share = chance / choices / 6
            if face == 1:
                turn(yours, mine, 0, ply + 2, share)
            elif mine + points + face >= target:
                over(ply + 2, share)
            else:
                turn(mine, yours, points + face, ply + 2, share)

    def over(ply: int, chance: Fraction) -> None:
        if ply <= depth:
            counts[ply][2] += 1
            for later in range(ply, depth + 1):
                ended[later] += chance

    turn(0, 0, 0, 0, Fraction(1))
    return [Ply(n, *counts[n], ended[n], ended[n] + going[n]) for n in range(depth + 1)]


@pytest.mark.parametrize(("target", "depth"), [(4, 11), (10, 10), (100, 9)])
def test_pig(target: int, depth: int) -> None:
    plies = perft(Pig(target), depth)
    assert plies == pig_tree(target, depth)
    assert all(ply.total == 1 for ply in plies)


def test_risk() -> None:
    plies = perft(RiskThrow(3, 2), 3)
    attacks = {tuple(sorted(roll)) for roll in product(range(6), repeat=3)}
    defences = {tuple(sorted(roll)) for roll in product(range(6), repeat=2)}
    assert [ply.outcomes for ply in plies] == [len(attacks), len(attacks) * len(defences), 0, 0]
    assert plies[2].terminals == len(attacks) * len(defences)
    assert [ply.ended for ply in plies] == [0, 0, 1, 1]


def test_a_wrong_generator_is_noticed() -> None:
    class Loaded(Pig):
        def chance_outcomes(self, state):  # type: ignore[no-untyped-def]
            return {face: 1 for face in super().chance_outcomes(state) if face != 3}

    assert perft(Loaded(10), 6) != perft(Pig(10), 6)


def test_limit() -> None:
    with pytest.raises(TooBigError, match="different states at depth"):
        perft(Pig(50), 20, limit=100)
