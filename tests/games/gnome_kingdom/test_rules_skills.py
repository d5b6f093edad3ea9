"""Skill cards: what completes them, what they are worth, and the nine abilities."""

from __future__ import annotations

from dataclasses import replace

import pytest
from oracles.gnome_table import GAME, OPEN, actions, apply, can_solve, dice, die, game_of, on_tile, position, with_bag

from solver.dice import Rolled
from solver.games.gnome_kingdom.action import (
    Approach,
    Complete,
    Done,
    Gather,
    Receive,
    Search,
    Sit,
    Solve,
    Step,
    Trade,
    Use,
)
from solver.games.gnome_kingdom.powers import ABILITIES
from solver.games.gnome_kingdom.skills import skills
from solver.games.gnome_kingdom.stage import Aftermath, Attempt, Deal, Take
from solver.games.gnome_kingdom.state import Seat, State, bag_of
from solver.manipulation import STOP, Give, Lend, Paint, Turn
from solver.manipulation import Roll as Reroll


def after_attempt(own: str, cards: tuple[str, ...] = OPEN, **fields: object) -> State:
    return with_bag("acorn", own=dice(own) if own else (), open_cards=cards, stage=Aftermath(), **fields)


# ----- completing -----------------------------------------------------------------------------------------


def test_the_cards_of_the_rulebook() -> None:
    """Nine abilities, and the card of the example: a 1 for the power of the mushroom clan."""
    assert {card.ability for card in skills().values()} == set(ABILITIES)
    assert len(ABILITIES) == 9
    card = skills()["mushroom-expert-1"]
    assert (str(card.cost), card.title, card.provenance) == ("[1]", "The Mushroom Expert", "printed")


def test_a_card_is_paid_with_dice_of_the_own_supply_that_go_to_the_general_supply() -> None:
    """The rulebook's example: a 1 is needed, and the die goes from the mat to the supply."""
    cards = ("mushroom-expert-1", *OPEN[1:])
    state = after_attempt("b1 g4", cards)
    assert [action for action in actions(state, Complete) if action.card == cards[0]] == [
        Complete(cards[0], dice("b1"))
    ]
    after = apply(state, Complete(cards[0], dice("b1")))
    assert after.mover.own == dice("g4")
    assert after.mover.skills == (cards[0],)
    assert after.supply()[4] == state.supply()[4] + 1


def test_dice_of_the_roll_pay_nothing() -> None:
    assert not actions(after_attempt("", ("mushroom-expert-1", *OPEN[1:]), roll=dice("r1 g1")), Complete)


def test_the_dice_on_the_card_are_spent_no_more_and_no_less() -> None:
    """[4] [5]: one die for each; two 4s give a choice, and the third die stays."""
    state = after_attempt("b4 g4 r5 p6", ("gatherer-2",))
    assert actions(state, Complete) == [
        Complete("gatherer-2", dice("b4 r5")),
        Complete("gatherer-2", dice("g4 r5")),
    ]
    assert not actions(after_attempt("b4 g4", ("gatherer-2",)), Complete)


def test_value_and_colour_must_be_those_of_the_card() -> None:
    for own, paid in (("r3", False), ("b2", False), ("r2", True)):
        assert bool(actions(after_attempt(own, ("mushroom-expert-3",)), Complete)) == paid  # a red 2


def test_cards_are_completed_after_the_attempt() -> None:
    """Solved or failed; not before it."""
    state = on_tile("r5 g3", seat={"own": dice("o6")})
    assert not actions(state, Complete)
    failed = apply(state, Search((1, 0), 0))
    solved = apply(state, Solve(die("r5")), Step((2, 0)), "one-or-six", Sit(0))
    for after in (failed, solved):
        assert Complete("acorn-expert-1", dice("o6")) in GAME.legal_actions(after)


def test_the_die_kept_in_this_turn_pays() -> None:
    state = on_tile("r5 g3", open_cards=("deceiver-1",))  # costs a 5
    state = apply(state, Solve(die("r5")), Step((2, 0)), "one-or-six", Sit(0))
    assert Complete("deceiver-1", dice("r5")) in GAME.legal_actions(state)


def test_a_die_changed_in_this_turn_pays() -> None:
    state = with_bag("acorn", "pebble", own=dice("o5"), stage=Aftermath(), open_cards=("acorn-expert-1",))
    assert not actions(state, Complete)
    state = apply(state, Use("pebble", Turn(die("o5"), 6, 1), "own"))
    assert actions(state, Complete) == [Complete("acorn-expert-1", dice("o6"))]


def test_none_must_and_several_may_be_completed() -> None:
    state = after_attempt("o6 r5")
    assert Done() in GAME.legal_actions(state)
    state = apply(state, Complete("acorn-expert-1", dice("o6")), "leaf-expert-1", Complete("deceiver-1", dice("r5")))
    assert state.mover.skills == ("acorn-expert-1", "deceiver-1")


def test_a_card_is_replaced_at_once_and_the_new_one_may_be_completed() -> None:
    state = apply(after_attempt("o6 r1"), Complete("acorn-expert-1", dice("o6")))
    assert isinstance(state.stage, Deal)
    unseen = GAME.chance_outcomes(state)
    assert set(unseen) == set(skills()) - set(OPEN)
    assert set(unseen.values()) == {1}
    state = apply(state, "mushroom-expert-1")
    assert len(state.open_cards) == 5
    assert Complete("mushroom-expert-1", dice("r1")) in GAME.legal_actions(state)


def test_a_completed_card_never_comes_again() -> None:
    """Nor does one that was used up."""
    seats = (
        Seat("mushroom", space=0, own=dice("o6"), skills=("gatherer-1",)),
        Seat("leaf", space=1, used=("gatherer-3",)),
    )
    state = apply(position(*seats, stage=Aftermath()), Complete("acorn-expert-1", dice("o6")))
    assert set(GAME.chance_outcomes(state)) == set(skills()) - {*OPEN, "gatherer-1", "gatherer-3"}


def test_without_cards_face_down_the_row_gets_shorter() -> None:
    game = game_of(costs=[("gatherer", "[6]")] * 5)
    cards = tuple(f"card-{number}" for number in range(1, 6))
    state = apply(after_attempt("o6", cards, game=game), Complete("card-3", dice("o6")), game=game)
    assert state.open_cards == ("card-1", "card-2", "card-4", "card-5")
    assert isinstance(state.stage, Aftermath)


def test_completed_cards_are_worth_crown_points_and_nothing_else_is() -> None:
    """Used up or not; dice, resources and the crown itself are worth nothing."""
    rich = Seat("mushroom", bag=bag_of("leaf", "leaf"), own=dice("r1 r2"))
    assert GAME.setting.points(rich) == 0
    cards = Seat("mushroom", skills=("leaf-expert-4",), used=("pebble-expert-6",))
    assert GAME.setting.points(cards) == 3 + 6


# ----- abilities ------------------------------------------------------------------------------------------


def test_an_ability_is_used_once_in_the_game() -> None:
    state = on_tile("r1 g1", seat={"skills": ("pebble-expert-1",)})
    state = apply(state, Use("pebble-expert-1", Turn(die("r1"), 2, 2)), STOP)
    assert (state.mover.skills, state.mover.used) == ((), ("pebble-expert-1",))
    assert not actions(state, Use)


def test_an_ability_may_be_used_in_the_turn_of_its_completion_and_in_any_later() -> None:
    state = with_bag("acorn", own=dice("b4 o2"), stage=Aftermath(), open_cards=("pebble-expert-1", *OPEN[:4]))
    state = apply(state, Complete("pebble-expert-1", dice("b4")), "leaf-expert-1")
    assert {use.source for use in actions(state, Use)} == {"pebble-expert-1"}
    later = state.but(stage=Attempt(), roll=dice("r6"))
    assert {use.source for use in actions(later, Use)} == {"pebble-expert-1"}


def test_two_cards_of_an_ability_are_two_uses() -> None:
    state = on_tile("r1", seat={"skills": ("pebble-expert-1", "pebble-expert-2")})
    for card in ("pebble-expert-1", "pebble-expert-2"):
        face = state.roll[0].face
        assert isinstance(face, int)
        state = apply(state, Use(card, Turn(state.roll[0], face + 1, 2)), STOP)
    assert state.roll == dice("r3")
    assert not actions(state, Use)


EXPERTS = {
    "mushroom-expert-1": Give(die("r2"), die("o4")),
    "leaf-expert-1": Lend("blue"),
    "berry-expert-1": Paint(die("r2"), "green"),
    "acorn-expert-1": Reroll(die("r2"), 3),
    "pebble-expert-1": Turn(die("r2"), 3, 2),
}


@pytest.mark.parametrize("card", EXPERTS)
def test_experts_work_on_the_roll_and_where_their_text_does_not_name_it_on_the_own_supply(card: str) -> None:
    """Abilities may be used on both unless the card says otherwise: Mushroom and Leaf Expert name the roll."""
    clan = "leaf" if card.startswith("berry") else "berry"
    cards = tuple(one for one in OPEN if one != card)
    state = on_tile("r2", clan=clan, seat={"skills": (card,), "own": dice("p4")}, open_cards=cards)
    found = actions(state, Use)
    assert Use(card, EXPERTS[card]) in found
    both = not card.startswith(("mushroom", "leaf"))
    assert {use.where for use in found} == ({"roll", "own"} if both else {"roll"})


def test_the_mushroom_expert_takes_from_any_supply() -> None:
    """Also of those who are not in front, and of one's own."""
    state = on_tile(
        "r2", clan="berry", seat={"skills": ("mushroom-expert-1",), "own": dice("p4")}, rival={"own": dice("b6")}
    )
    assert {use.action.taken for use in actions(state, Use)} == set(dice("p4 b6 r1 g2 p3 o4"))


def test_the_leaf_expert_borrows_two_dice() -> None:
    state = on_tile("r2", clan="berry", seat={"skills": ("leaf-expert-1",)})
    state = apply(state, Use("leaf-expert-1", Lend("blue")), Rolled("blue", 1), Lend("blue"), Rolled("blue", 6))
    assert (state.roll, state.borrowed) == (dice("b1 b6 r2"), 2)
    assert isinstance(state.stage, Attempt)


def test_the_berry_expert_gives_any_colour() -> None:
    state = on_tile("r2", clan="acorn", seat={"skills": ("berry-expert-1",)})
    assert {use.action.colour for use in actions(state, Use)} == {"green", "purple", "orange", "blue"}


def test_the_acorn_expert_rolls_two_dice() -> None:
    cards = tuple(one for one in OPEN if one != "acorn-expert-1")
    state = on_tile("r2 b3", clan="berry", seat={"skills": ("acorn-expert-1",)}, open_cards=cards)
    state = apply(state, Use("acorn-expert-1", Reroll(die("r2"), 3)), Rolled("red", 2))
    assert set(GAME.legal_actions(state)) == {STOP, Reroll(die("r2"), 2), Reroll(die("b3"), 3)}


def test_the_deceiver_ignores_the_colour_of_one_die() -> None:
    cards = {"skills": ("deceiver-1",)}
    one = game_of(task="[red 6] [blue 5]")
    for roll, solved in (("r6 g5", True), ("g6 b5", True), ("g6 p5", False), ("g6 b4", False)):
        state = on_tile(roll, clan="berry", game=one, seat=cards, open_cards=OPEN[2:])
        assert can_solve(state, one) == solved, roll


def test_the_deceiver_helps_where_colours_must_differ() -> None:
    game = game_of(task="[any]*2 : different colours")
    state = on_tile("r6 r5", clan="berry", game=game, seat={"skills": ("deceiver-1",)}, open_cards=OPEN[2:])
    assert actions(state, Solve, game) == [Solve(one, ("deceiver-1",)) for one in dice("r5 r6")]
    after = apply(state, Solve(die("r5"), ("deceiver-1",)), game=game)
    assert after.mover.own == dice("r5")  # its colour was ignored, not changed
    assert after.mover.used == ("deceiver-1",)


def test_the_deceiver_is_not_spent_where_it_is_not_needed() -> None:
    game = game_of(task="[red]")
    state = on_tile("r6 b5", clan="berry", game=game, seat={"skills": ("deceiver-1",)}, open_cards=OPEN[2:])
    assert actions(state, Solve, game) == [Solve(die("r6")), Solve(die("b5"), ("deceiver-1",))]


def test_the_deceiver_does_not_help_with_skill_cards() -> None:
    cards = ("mushroom-expert-3",)  # costs a red 2
    state = with_bag("acorn", own=dice("b2"), skill=("deceiver-1",), stage=Aftermath(), open_cards=cards)
    assert not actions(state, Complete)


@pytest.mark.parametrize(("card", "most"), [("gatherer-1", 2), ("master-gatherer-1", 3)])
def test_gatherers_take_up_to_so_many_resources_of_choice(card: str, most: int) -> None:
    state = apply(on_tile("r3", seat={"skills": (card,)}), Gather(card))
    assert state.stage == Take(most, fewer=True, after=False)
    found = {action.kinds for action in GAME.legal_actions(state)}
    assert {len(kinds) for kinds in found} == set(range(most + 1))
    assert ("mushroom", "acorn", "acorn")[:most] in found
    after = apply(state, Receive(("leaf",) * most))
    assert after.mover.bag == bag_of(*["leaf"] * most)
    assert after.mover.used == (card,)


def negotiation(mine: tuple[str, ...], theirs: tuple[str, ...]) -> State:
    return on_tile("r3", *mine, seat={"skills": ("negotiator-1",)}, rival={"bag": bag_of(*theirs)})


def test_the_negotiator_swaps_up_to_two_resources_and_picks_both_sides() -> None:
    state = apply(negotiation(("acorn", "pebble"), ("leaf", "leaf", "berry")), Approach("negotiator-1", 1))
    assert GAME.current_player(state) == 0  # the other cannot decline
    ones = {Trade((gives,), (takes,)) for gives in ("acorn", "pebble") for takes in ("leaf", "berry")}
    twos = {Trade(("acorn", "pebble"), takes) for takes in (("leaf", "leaf"), ("leaf", "berry"))}
    assert set(GAME.legal_actions(state)) == ones | twos
    state = apply(state, Trade(("acorn", "pebble"), ("leaf", "leaf")))
    assert [seat.bag for seat in state.seats] == [bag_of("leaf", "leaf"), bag_of("acorn", "berry", "pebble")]
    assert state.mover.used == ("negotiator-1",)
    assert isinstance(state.stage, Attempt)


def test_without_anything_to_swap_there_is_no_negotiation() -> None:
    assert not actions(negotiation((), ("leaf",)), Approach)
    assert not actions(negotiation(("leaf",), ()), Approach)


def test_the_negotiator_chooses_the_partner() -> None:
    seats = [Seat(clan, space=space, bag=bag_of(clan)) for space, clan in ((1, "leaf"), (2, "berry"))]
    mover = Seat("mushroom", space=0, bag=bag_of("acorn"), skills=("negotiator-1",))
    state = position(mover, *seats, roll=dice("r5"))
    assert [action.seat for action in actions(replace(state), Approach)] == [1, 2]
