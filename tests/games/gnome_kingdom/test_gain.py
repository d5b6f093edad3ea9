"""What the values of a turn are made of, each against a plainer way to it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from random import Random

import numpy as np
import pytest

from solver import _manipulation as kernel
from solver.dice import Rolled
from solver.games.gnome_kingdom.advice import ranked
from solver.games.gnome_kingdom.gain.dice import Numbered, dice_of, faces_up_to, with_fewer
from solver.games.gnome_kingdom.gain.operator import operator
from solver.games.gnome_kingdom.gain.program import Place, Program
from solver.games.gnome_kingdom.gain.rerolling import Rerolling
from solver.games.gnome_kingdom.gain.scale import Scale, Values, Wide
from solver.games.gnome_kingdom.gain.values import MODES, TurnValues
from solver.games.gnome_kingdom.position import read
from solver.games.gnome_kingdom.seen import setting_of, state_of
from solver.games.gnome_kingdom.stage import Acting
from solver.games.gnome_kingdom.state import Seat, State
from solver.games.gnome_kingdom.worth import missing
from solver.manipulation import Recolour, Reroll, Shift

DICE = Numbered(with_fewer([*[frozenset[tuple[int, ...]]()] * 3, frozenset({(1, 2, 0, 0, 0), (2, 1, 0, 0, 0)})]))


@pytest.fixture(scope="module")
def turn() -> TurnValues:
    """A turn in which skill cards are replenished late."""
    position = read(
        "{game: gnome-kingdom, task: sunrise, players: [{clan: acorn, own: g2}], roll: r3, "
        "open_cards: [acorn-expert-3, deceiver-1, gatherer-2, leaf-expert-4, pebble-expert-6]}"
    )
    setting = setting_of(position)
    return TurnValues(setting, state_of(position, setting), "worth", modes=MODES[2:3])


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize("due", [1, 2, 3])
def test_cards_turned_over_late_are_worth_the_mean_over_all_draws(turn: TurnValues, dice: int, due: int) -> None:
    ends, worth = turn.tables.after.ends, turn.worth
    open_ones, hidden = tuple(sorted(ends.open[due:])), ends.hidden
    found = ends._mean(dice, open_ones, due)
    for number in Random(due).sample(range(1, ends.numbered.size(dice) + 1), 3):
        share = {kind: int(ends._shares(dice, kind)[number]) for kind in {*hidden, *open_ones}}
        total = 0
        for drawn in combinations(hidden, due):
            first, second = sorted((0, 0, *(share[kind] for kind in (*open_ones, *drawn))), reverse=True)[:2]
            total += worth.supply(dice, first, second)
        assert int(found[number]) * comb(len(hidden), due) == total * ends.scale.over


def test_spaces_left_empty_are_those_of_the_best_placement(turn: TurnValues) -> None:
    cards = turn.tables.after.cards
    numbered = cards.numbered
    for kind, card in enumerate(cards.kinds):
        for dice in range(1, numbered.most + 1):
            short = cards.short(kind, dice)
            for number in Random(kind).sample(range(1, numbered.size(dice) + 1), 5):
                left, kinds = number, list[int]()
                for n in range(dice, 0, -1):
                    kinds.append(int(numbered.kinds(n)[left, 0]))
                    left = int(numbered.less(n)[left, 0])
                assert short[number] == missing(card.cost, dice_of(tuple(sorted(kinds))), cards.readings), card.cost


def test_a_multiset_of_faces_with_one_more() -> None:
    faces = faces_up_to(3)
    numbers = {(): 0}
    for size in range(3):
        for chosen, number in [pair for pair in numbers.items() if len(pair[0]) == size]:
            for face in range(6):
                numbers.setdefault(tuple(sorted((*chosen, face))), int(faces.add[number, face]))
                assert numbers[tuple(sorted((*chosen, face)))] == faces.add[number, face]
    assert sorted(numbers.values()) == list(range(faces.first[4]))
    assert (faces.add[faces.first[3] :] == -1).all()


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("does", [Reroll(1, 3), Reroll(2, 3), Shift(1), Shift(2, True), Recolour(), Recolour(("red",))])
def test_a_program_answers_as_its_operations_do(does: Reroll | Shift | Recolour, words: int) -> None:
    """A manipulation of what another question has for an answer, beside what is had as it lies."""
    rng, dice, room = np.random.default_rng(words), 3, (2, 40, 1, 40, 40)
    size, scale = DICE.size(dice), Scale(1, 100, words)
    program = Program(DICE, scale)
    bases = [np.concatenate([[0], rng.integers(0, 100, size)]) for _ in range(2)]
    first = program.ask(size, bases[0], 3, (), 0)
    cost = does.dice * does.times if isinstance(does, Reroll) else 0
    second = program.ask(size, bases[1], 0, [program.using(does, dice, first, room), program.better(first)], cost)
    program.run()

    def started(numbers: Wide, exponent: int) -> Wide:
        packed = np.zeros((size + 1, words), dtype=np.uint64)
        packed[:, 0] = numbers
        packed[:, 0] *= np.uint64(6**exponent)
        return packed.reshape(-1)

    began = started(bases[0].astype(np.uint64) + np.uint64(3) * (np.arange(size + 1) > 0), 0)
    assert program.values(first).packed.tolist() == began.tolist()
    out = started(bases[1].astype(np.uint64), cost)
    operator(does, DICE, dice, DICE.table(dice), room, words)(out, Values(began, 0), cost)
    kernel.better(out, began, cost, words)  # type: ignore[arg-type]
    assert program.values(second).packed.tolist() == out.tolist()


@pytest.mark.parametrize("words", [1, 2])
def test_a_program_pays_and_takes_the_mean(words: int) -> None:
    scale = Scale(1, 100, words)
    program, size = Program(DICE, scale), DICE.size(1)
    asked: list[Place] = [
        program.ask(size, np.arange(size + 1), more, (), exponent) for more, exponent in ((0, 1), (5, 0))
    ]
    paid = np.array([2, 2, 1, 4, 2, 3, 5, 0])  # the first and the fourth; they leave the second or third, and the fifth
    asked.append(program.ask(size, None, 0, [program.paying(asked[1], paid, 7)], 2))
    asked.append(program.mean(size, [(1, asked[0]), (2, asked[2])]))
    program.run()
    one, other, payment, mean = ([int(n) for n in scale.wide(program.values(place))] for place in asked)
    assert one == [0, *(6 * n for n in range(1, size + 1))] and other == [0, *(n + 5 for n in range(1, size + 1))]
    assert payment == [0, 36 * (8 + 7), 0, 0, 36 * (10 + 7), *[0] * (size - 4)]
    assert mean == [(6 * a + 2 * b) // 3 for a, b in zip(one, payment, strict=True)]


def test_a_die_of_the_roll_is_not_an_own_die() -> None:
    """Where nothing else lies there, the two differ only in where the die comes to lie."""
    does = Reroll(1, 3)

    def sixes(state: State) -> Fraction:
        return Fraction(any(die.face == 6 for die in state.mover.own))

    for first, second in permutations(("roll", "own")):
        rerolling = Rerolling(sixes)
        for where in (first, second):
            acting = Acting(does, where, ((Rolled("red", 1), 2),), 0, after=True)
            state = State((Seat("acorn"), Seat("leaf")), acting)
            assert rerolling.value(state) == (Fraction(11, 36) if where == "own" else 0)


RICH = """forest: {two-different: [1, 0], clan-high: [1, 1]}, pool_size: 3, players: [{clan: acorn, at: [1, 0],
  space: berry, resources: {acorn: 6, pebble: 4, berry: 4, leaf: 2}, own: r1 r5, skills: [gatherer-1]}, {clan: berry}],
  open_cards: [acorn-expert-2, gatherer-3, gatherer-5, mushroom-expert-3, negotiator-2]"""


@pytest.mark.parametrize("objective", ["points", "worth"])
@pytest.mark.parametrize("phase", ["phase: refill, pool: 1 red", "roll: r1 g2 b3", "phase: after, roll: r1 g2"])
def test_with_many_resources_few_are_used_and_that_is_told(phase: str, objective: str) -> None:
    found = ranked(read(f"{{game: gnome-kingdom, {phase}, {RICH}}}"), objective)
    assert {line.kind for line in found.lines} == {"abstraction"}
    assert any("no more than" in said and "used" in said for said in found.assumptions)
    values = [line.value for line in found.lines]
    assert values == sorted(values, reverse=True) and values[0] >= 2
