"""Placing dice by the rulebook: quests, challenges, dangers, and the Master Key line by line."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations, product
from typing import Any

import pytest
from oracles.quest_table import Table, dice, lying

from solver.dice import Rolled
from solver.games.companion_quest.action import End, Place, Take, TakeBack
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import COLOURS, State, Zone

WILD = ("ash-mole", "moon-owl", "rain-newt", "star-bat")
FACES = range(1, 7)
ALL = [Rolled(colour, face) for colour in COLOURS for face in FACES]
Meets = Callable[[int, int], bool]


def quest(task: str, **more: Any) -> list[dict[str, Any]]:
    return [{"name": "the-path", "type": "quest", "stage": 1, "task": task, "reward": [2, 1, 1, 1], **more}]


class Card:
    """One challenge, dice laid on it and dice held as it pleases."""

    def __init__(self, task: str, rules: Rules | None = None) -> None:
        self.table = Table([task], rules=rules)

    def with_dice(self, on: dict[int, Rolled], *hand: Rolled) -> State:
        zone = Zone(self.table.state.zones[0].card, tuple(sorted(on.items())), 3)
        return self.table.state.but(zones=(zone, *self.table.state.zones[1:]), hand=tuple(sorted(hand)))

    def takes(self, on: dict[int, Rolled], space: int, die: Rolled) -> bool:
        """Whether the die may be placed on the space."""
        state = self.with_dice(on, die)
        return Place((die,), 0, space) in self.table.game.legal_actions(state)

    def solved(self, on: dict[int, Rolled]) -> bool:
        """Whether the card is discarded at the end of the turn."""
        state = self.table.game.apply(self.with_dice(on), End())
        return self.table.state.zones[0].card in state.solved


# ----- the Master Key: one space --------------------------------------------------------------------------

EVEN, ODD = {2, 4, 6}, {1, 3, 5}


@pytest.mark.parametrize(
    ("space", "takes"),
    [
        ("any", lambda die: True),
        ("red", lambda die: die.colour == "red"),
        ("4", lambda die: die.face == 4),
        ("red 4", lambda die: die == ("red", 4)),
        ("even", lambda die: die.face in EVEN),
        ("green even", lambda die: die.colour == "green" and die.face in EVEN),
        ("odd", lambda die: die.face in ODD),
        ("purple odd", lambda die: die.colour == "purple" and die.face in ODD),
        *((colour, lambda die, colour=colour: die.colour == colour) for colour in COLOURS),
    ],
)
def test_key_which_dice_a_space_takes(space: str, takes: Callable[[Rolled], bool]) -> None:
    """Colour shown or any, number shown or any, even and odd: all 36 dice, on a challenge and on a quest."""
    card = Card(f"[{space}]")
    path = Table(["[4]"], quests=quest(f"[{space}] [any]"))
    for die in ALL:
        assert card.takes({}, 0, die) == takes(die)
        assert card.solved({0: die}) if takes(die) else True
        on_quest = path.game.legal_actions(path.state.but(hand=(die,)))
        assert (Place((die,), -1, 0) in on_quest) == takes(die)


# ----- the Master Key: two spaces -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "holds"),
    [
        ("A < B", lambda a, b: a < b),
        ("A > B", lambda a, b: a > b),
        ("A + B = 7", lambda a, b: a + b == 7),
        ("A - B = 2", lambda a, b: a == b + 2),
        ("A = B", lambda a, b: a == b),
    ],
)
def test_key_numbers_of_two_spaces(relation: str, holds: Meets) -> None:
    """Less, greater, add, subtract and equal: all 36 pairs, A placed first and B placed first."""
    card = Card(f"[any]*2 : {relation}")
    for a, b in product(FACES, FACES):
        first, second = Rolled("red", a), Rolled("blue", b)
        assert card.takes({}, 0, first)
        assert card.takes({}, 1, second)
        assert card.takes({0: first}, 1, second) == holds(a, b)
        assert card.takes({1: second}, 0, first) == holds(a, b)
        if holds(a, b):
            assert card.solved({0: first, 1: second})


def test_sums_do_not_run_in_a_circle() -> None:
    """5 and 3 are 8 and not 2; 2 less 4 is not 4."""
    assert not Card("[any]*2 : A + B = 2").takes({0: Rolled("red", 5)}, 1, Rolled("red", 3))
    assert not Card("[any]*2 : A - B = 4").takes({0: Rolled("red", 2)}, 1, Rolled("red", 4))


@pytest.mark.parametrize(("order", "first"), [("A then B", 0), ("B then A", 1)])
def test_key_one_space_before_the_other(order: str, first: int) -> None:
    card, die = Card(f"[any]*2 : {order}"), Rolled("red", 3)
    later = 1 - first
    assert card.takes({}, first, die)
    assert not card.takes({}, later, die)
    assert card.takes({first: Rolled("blue", 5)}, later, die)  # the die may have come in an earlier turn
    assert card.solved({first: Rolled("blue", 5), later: die})


def test_key_one_space_or_the_other_but_not_both() -> None:
    card = Card("[red 6] [blue 1] : A or B")
    red, blue = Rolled("red", 6), Rolled("blue", 1)
    assert card.takes({}, 0, red)
    assert card.takes({}, 1, blue)
    assert not card.takes({0: red}, 1, blue)
    assert not card.takes({1: blue}, 0, red)
    assert card.solved({0: red})
    assert card.solved({1: blue})
    assert not card.solved({})


# ----- the Master Key: highest and lowest -----------------------------------------------------------------


@pytest.mark.parametrize("reading", ["tied", "strict"])
@pytest.mark.parametrize("rank", ["high", "low"])
def test_key_highest_and_lowest_on_the_card(rank: str, reading: str) -> None:
    """By the reading `high_low` a tie is enough, or is not: all 216 ways to fill three spaces."""
    card = Card(f"[{rank}] [any]*2", Rules(high_low=reading))  # type: ignore[arg-type]
    for faces in product(FACES, repeat=3):
        one, *others = faces
        best = all(one >= other for other in others) if rank == "high" else all(one <= other for other in others)
        wanted = best and (reading == "tied" or one not in others)
        filled = dict(enumerate(map(Rolled, ("red", "blue", "green"), faces)))
        last = {space: die for space, die in filled.items() if space < 2}
        seen = all(one >= two if rank == "high" else one <= two for two in others[:1])
        if seen and (reading == "tied" or one != others[0]):
            assert card.takes(last, 2, filled[2]) == wanted
        if wanted:
            assert card.solved(filled)


# ----- rows -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["strict", "weak"])
@pytest.mark.parametrize("word", ["ascending", "descending"])
def test_rows_with_equal_neighbours(word: str, reading: str) -> None:
    card = Card(f"[any]*3 : {word}", Rules(order=reading))  # type: ignore[arg-type]
    for faces in product(FACES, repeat=3):
        rising = faces if word == "ascending" else faces[::-1]
        pairs = list(pairwise(rising))
        strict, weak = all(a < b for a, b in pairs), all(a <= b for a, b in pairs)
        wanted = strict if reading == "strict" else weak
        filled = dict(enumerate(map(Rolled, ("red", "blue", "green"), faces)))
        for order in permutations(range(3)):
            on: dict[int, Rolled] = {}
            placed = True
            for space in order:
                placed = placed and card.takes(on, space, filled[space])
                on[space] = filled[space]
            assert placed == wanted
        if wanted:
            assert card.solved(filled)


def test_a_die_that_can_lead_nowhere_may_be_placed_but_not_one_that_breaks_what_lies_there() -> None:
    """Rulings `dead_ends` and `broken_relation`: a 6 where something greater must follow, but no 6 before a 3."""
    card = Card("[any]*2 : A < B")
    assert card.takes({}, 0, Rolled("red", 6))
    assert not card.takes({1: Rolled("blue", 3)}, 0, Rolled("red", 6))
    highest = Card("[high] [any]")
    assert highest.takes({}, 0, Rolled("red", 1))
    assert not highest.takes({0: Rolled("red", 1)}, 1, Rolled("blue", 2))


# ----- quests ---------------------------------------------------------------------------------------------


def test_the_example_of_bubbles_on_a_quest() -> None:
    """A 3 on the odd space: the hat goes there at the end of the turn, and the die home."""
    table = Table(["[4]"], "r3", quests=quest("[odd] [purple] [any]"), wild=WILD, foe=1)
    table.do("place r3 on the quest space A")
    assert table.state.hat == 0
    assert table.state.supply() == (3, 3, 2, 3, 3, 3)
    table.do(End())
    assert (table.state.hat, table.state.path) == (1, ())
    assert table.state.supply() == (3, 3, 3, 3, 3, 3)


def test_an_even_number_does_not_do_there() -> None:
    assert Table(hand="r2", quests=quest("[odd] [any]")).actions(Place) == []


def test_the_hat_goes_on_from_turn_to_turn_and_each_gnome_moves_it() -> None:
    table = Table(["[4]"], "r3", quests=quest("[odd] [purple] [any]"), wild=WILD, foe=1)
    table.do("place r3 on the quest space A", End(), Take(("purple",)), dice("p6"))
    assert table.said(Place) == ["place p6 on the quest space B"]
    table.do("place p6 on the quest space B", End())
    assert table.state.hat == 2


def test_no_space_is_skipped() -> None:
    table = Table(["[4]"], "p1 b2", quests=quest("[red] [purple] [any]"))
    assert table.actions(Place) == []


def test_a_whole_path_in_one_turn() -> None:
    table = Table(["[4]"], "r1 p2 b2", quests=quest("[red] [purple] [any]"), foe=3)
    table.do("place r1 on the quest space A", "place p2 on the quest space B", "place b2 on the quest space C")
    assert (table.do(End()).done, table.state.gnome) == (1, 1)


def test_the_last_space_leads_to_the_portal() -> None:
    """Ruling `portal_space`: no die is needed beyond those that fill the spaces."""
    table = Table(["[4]"], "b2", quests=quest("[red] [purple] [any]"), hat=2, foe=3)
    table.do("place b2 on the quest space C")
    assert table.actions(Place) == []
    assert table.do(End()).done == 1


def test_dice_on_a_quest_cannot_be_taken_back() -> None:
    table = Table(["[4]"], "r3", quests=quest("[odd] [purple]"))
    table.do("place r3 on the quest space A")
    assert table.actions(TakeBack) == []


def test_the_rule_on_the_flag_holds_until_the_quest_is_completed() -> None:
    table = Table(["[4]", "[5]"], "r3 b1", quests=quest("[odd]", flag="no-sharing"), foe=2)
    table.do("place r3 on the quest space A")
    assert table.said(End) == ["end the turn"]
    table.do(End(), "adder", "baker", "freer", "tamer", Take(("blue",)), dice("b4"))
    assert table.said(End) == ["end the turn", "end the turn and pass on blue"]


# ----- portal problems ------------------------------------------------------------------------------------


def test_dice_stay_on_a_problem_from_turn_to_turn() -> None:
    table = Table(["[red] [blue]"], "r3", wild=WILD, foe=1)
    table.do("place r3 on zone 1 space A", End())
    assert table.state.zones[0].dice == lying("A r3")
    table.do(Take(("blue",)), dice("b1"))
    table.do("place b1 on zone 1 space B", End())
    assert "[red] [blue]" in table.state.solved


def test_dice_taken_back_are_not_in_the_hand() -> None:
    table = Table(["[red] [blue]"], on=["A r3"])
    table.do("take back r3 from zone 1 space A")
    assert (table.state.hand, table.state.zones[0].dice) == ((), ())
    assert table.actions(Place) == []
    assert table.state.supply() == (3, 3, 3, 3, 3, 3)


def test_taking_dice_back_costs_nothing_and_may_be_done_again_and_again() -> None:
    table = Table(["[any]*4", "health 60 : any"], on=["A r3, C b1", "A y2, A g4"], stage=Gather())
    assert len(table.actions(TakeBack)) == 4
    before = table.state.mover
    while table.actions(TakeBack):
        table.do(table.actions(TakeBack)[0])
    assert table.state.mover == before
    assert table.state.supply() == (3, 3, 3, 3, 3, 3)
    assert table.actions(Take)


# ----- dangers --------------------------------------------------------------------------------------------


def test_a_danger_keeps_its_dice_and_is_beaten_over_turns() -> None:
    table = Table(["health 9 : even"], "b4", wild=WILD, foe=1)
    table.do("place b4 on zone 1 space A", End())
    assert table.state.locked
    table.do(Take(("red",)), dice("r6"))
    table.do("place r6 on zone 1 space A", End())  # 10 of 9
    assert "health 9 : even" in table.state.solved


def test_each_die_on_a_danger_must_meet_its_rule_when_it_is_placed() -> None:
    table = Table(["rust-rat"])
    for die in ALL:
        taken = Place((die,), 0, 0) in table.game.legal_actions(table.state.but(hand=(die,)))
        assert taken == (die.colour in ("red", "blue"))


def test_no_die_on_the_quest_while_a_danger_lies_face_up_but_on_challenges() -> None:
    table = Table(["bog-bear", "[any]"], "b3", quests=quest("[any]"))
    assert table.said(Place) == ["place b3 on zone 2 space A"]


def test_the_quest_is_open_from_the_turn_after_the_last_danger() -> None:
    table = Table(["health 5 : any"], "b6 r1", quests=quest("[any]*2"), wild=WILD, foe=1)
    table.do("place b6 on zone 1 space A")
    assert table.said(Place) == ["place r1 on zone 1 space A"]
    table.do(End(), "seesaw", Take(("green",)), dice("g5"))
    assert not table.state.locked
    assert "place g5 on the quest space A" in table.said(Place)
