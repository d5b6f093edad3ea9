"""Another turn for five resources, which is valued by itself."""

from __future__ import annotations

from fractions import Fraction

from solver.games.gnome_kingdom.advice import ranked
from solver.games.gnome_kingdom.extra_turn import cheapest, extra_turn
from solver.games.gnome_kingdom.position import Position, read
from solver.games.gnome_kingdom.seen import setting_of, state_of
from solver.games.gnome_kingdom.worth import Worth

PLAYER = "clan: acorn, at: [1, 0], resources: {pebble: 2, leaf: 3}"


def position(more: str = "", phase: str = "after", card: str = "acorn-expert-3") -> Position:
    """A task that two dice meet with 1 and 2, and a card that an orange 1 pays for."""
    forest = 'forest: {cave: [1, 0]}, my_tiles: {cave: {task: "[1] [2]", level: I, spaces: [leaf, leaf, leaf]}}'
    text = f"phase: {phase}, players: [{{{PLAYER}}}, {{clan: leaf}}], {forest}, roll: o6 o5, pool_size: 2"
    return read(f"{{game: gnome-kingdom, {text}, open_cards: [{card}]{more}}}")


def told(asked: Position, objective: str) -> tuple[str, ...]:
    return ranked(asked, objective).notes


def test_the_cheapest_five_are_paid() -> None:
    asked = position(", rules: {}")
    state = state_of(asked).with_mover(bag=(1, 3, 1, 2, 0))
    assert cheapest(state, Worth()) == ("mushroom", "leaf", "leaf", "leaf", "berry")
    assert cheapest(state, Worth(resources=(50, 60, 40, 10, 10))) == ("mushroom", "leaf", "berry", "acorn", "acorn")


def test_worth_stands_against_what_is_paid() -> None:
    (note,) = told(position(), "worth")
    price = 2 * Worth().resources[4] + 3 * Worth().resources[1]
    assert note == f"another turn, not reckoned above: worth 1.10, for 3 leaf, 2 pebble worth {price / 100}"


def test_points_by_hand() -> None:
    """Two orange dice show 1 and 2 once in 18 times; the 1 is kept and completes the card."""
    asked = position()
    setting = setting_of(asked)
    points = setting.skills["acorn-expert-3"].points
    (note,) = told(asked, "points")
    assert f"({Fraction(points, 18)})" in note and "for 3 leaf, 2 pebble" in note
    assert extra_turn(setting, state_of(asked), "points") == note


def test_where_it_cannot_be_paid_or_what_is_left_is_not_known() -> None:
    asked = position()
    setting, state = setting_of(asked), state_of(asked)
    assert not extra_turn(setting, state.with_mover(bag=(0, 2, 0, 0, 2)), "worth")
    assert extra_turn(setting, state.with_mover(bag=(0, 2, 0, 0, 3)), "worth")
    (note,) = told(position(phase="attempt"), "points")
    assert note.startswith("another turn for five resources is not reckoned")
