"""What a turn is worth: the values for all rolls at once against plain expectimax over the rules of the whole game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from oracles.gnome_turn import Case, Plain, Recipe, cases, random_turn, random_worth, rolled

from solver.errors import TooBigError
from solver.games.gnome_kingdom.gain.tables import ALONE, ENOUGH
from solver.games.gnome_kingdom.gain.values import MODES, TurnValues
from solver.games.gnome_kingdom.objectives import Objective, come_to
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.position import read
from solver.games.gnome_kingdom.powers import TOKENS
from solver.games.gnome_kingdom.seen import setting_of, state_of
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.state import State, added
from solver.games.gnome_kingdom.turn_game import TurnGame
from solver.games.gnome_kingdom.worth import Worth

SHOWN = 25
"""Of so many states of each turn the values are compared."""


def values_of(game: TurnGame, state: State | None = None) -> TurnValues:
    return TurnValues(game.game.setting, state or game.start, game.objective, game.worth, limit=2_000_000)


def check(case: Case) -> None:
    """The value of the turn, of states that come up in it, and of the action that is called the best.

    What is left out where exact values would be too big are choices of the player: it is never worth more.
    """
    game, plain = case
    turn = values_of(game)
    if turn.kind == "abstraction":
        assert turn.assumptions
        assert turn.value() <= plain.value(game.start) or ENOUGH in turn.assumptions, game.start
        return
    assert turn.value() == plain.value(game.start), game.start
    rng = Random(len(plain.met))
    for state in rng.sample(plain.met, min(SHOWN, len(plain.met))):
        value = plain.value(state)
        assert turn.value(state) == value, state
        if game.legal_actions(state):
            action = turn.best(state)
            assert turn.of_action(state, action) == plain.value(game.apply(state, action)) == value, (state, action)
            other = rng.choice(game.legal_actions(state))
            assert turn.of_action(state, other) == plain.value(game.apply(state, other)), (state, other)


SOLVE: tuple[Objective, ...] = ("solve",)
GAIN: tuple[Objective, ...] = ("points", "worth")
ROLLING = ("leaf", "acorn", "leaf-expert", "acorn-expert", "master-gatherer")
"""What leads to so many rolls that plain expectimax takes long."""


def recipes(phase: str, token: str | None, *, long: bool = False) -> list[tuple[Recipe, int]]:
    """What is tried with a token in a phase, and how often."""
    slow = token in ROLLING
    if phase == "after":
        return [(Recipe(token, phase, own=own, box=3, scarce="gatherer" in str(token)), 3) for own in (1, 2)]
    if phase == "refill":
        less = 0 if token in ROLLING else 1
        return [(Recipe(token, phase, dice=1, own=less, box=2, scarce=True, objectives=SOLVE), 1)]
    found = [(Recipe(token, phase, dice=2, own=1, scarce="gatherer" in str(token), objectives=SOLVE), 2)]
    if not slow or long:
        found.append((Recipe(token, phase, dice=1, own=1, box=2, scarce=True), 2))
        found.append((Recipe(token, phase, dice=2, own=1, box=3, scarce=True), 1))
    return found


LEAF_EXPERT = "refill", "leaf-expert"  # it borrows two dice for each roll: too much for plain expectimax
EVERY = [(phase, token) for phase in ("refill", "attempt", "after") for token in (None, *TOKENS)]
EVERY.remove(LEAF_EXPERT)


@pytest.mark.parametrize(("phase", "token"), EVERY)
def test_every_token_in_every_phase(phase: str, token: str | None) -> None:
    for recipe, number in recipes(phase, token):
        for case in cases(TOKENS.index(token) if token else 99, recipe, number, limit=1500):
            check(case)


@pytest.mark.soak
@pytest.mark.parametrize(("phase", "token"), EVERY)
def test_every_token_in_every_phase_again(phase: str, token: str | None) -> None:
    for seed in range(4):
        for recipe, number in recipes(phase, token, long=True):
            for case in cases(1000 * seed + 7, recipe, number, limit=3000, fewer=True):
                check(case)


@pytest.mark.parametrize(
    ("recipe", "tokens"),
    [
        (Recipe(dice=1, box=3), ("pebble", "berry", "mushroom-expert")),
        (Recipe(phase="after", own=2, more=1, box=4), [token for token in TOKENS if token not in ROLLING]),
        (Recipe(phase="after", dice=1, own=2, more=1, box=4), ("mushroom-expert", "gatherer", "mushroom")),
    ],
    ids=["attempt", "after", "after with a roll"],
)
def test_what_is_assumed_makes_it_a_smaller_game(recipe: Recipe, tokens: list[str]) -> None:
    """Its values are those of plain expectimax over that game, where no other assumption bears on it."""
    compared = 0
    for token in tokens:
        for game, _ in cases(107, replace(recipe, token=token, scarce=token != "berry"), 1, limit=800):
            exact = TurnValues(game.game.setting, game.start, game.objective, game.worth, modes=MODES[:1]).value()
            for mode in MODES[1:]:
                less = TurnGame(game.game, game.start, game.objective, game.worth, mode.less)
                turn = TurnValues(game.game.setting, game.start, game.objective, game.worth, modes=[mode])
                assert turn.value() == exact or turn.assumptions, (mode, game.objective, game.start)
                if {ALONE, ENOUGH}.isdisjoint(turn.assumptions):
                    plain = Plain(less, 5000)
                    assert turn.value() == plain.value(game.start), (game.objective, game.start)
                    for state in plain.met[:SHOWN]:
                        assert turn.value(state) == plain.value(state), state
                    compared += 1
    assert compared >= 2 * len(tokens)


FEW_USED = [mode for mode in MODES if mode.less.most_used is not None]
JOINING = "mushroom-expert"  # it swaps with the roll after the attempt, which a smaller game leaves out
FEWER = [token for token in TOKENS if token not in (*ROLLING, JOINING)]


@pytest.mark.parametrize("phase", ["attempt", "after"])
@pytest.mark.parametrize("token", FEWER)
def test_where_few_resources_are_used_it_is_a_smaller_game(phase: str, token: str) -> None:
    few_used_is_a_smaller_game(phase, token, 0, 3)


@pytest.mark.soak
@pytest.mark.parametrize("phase", ["attempt", "refill", "after"])
@pytest.mark.parametrize("token", [token for token in TOKENS if token != JOINING])
def test_where_few_resources_are_used_it_is_a_smaller_game_again(phase: str, token: str) -> None:
    for seed in range(1, 9):
        few_used_is_a_smaller_game(phase, token, seed, 6)


def few_used_is_a_smaller_game(phase: str, token: str, seed: int, wanted: int) -> None:
    """Some positions in which resources are left that could be used: the values are those of plain expectimax."""
    rng = Random(f"{phase} {token} {seed}")
    recipe = Recipe(token, phase, dice=1, more=3, box=3, scarce=token not in ("leaf", "acorn"))
    held = 0
    for _ in range(30):
        setting, state = random_turn(rng, recipe)
        objective, worth = rng.choice(("solve", *GAIN)), random_worth(rng)
        for mode in FEW_USED:
            if objective == "solve" and phase == "after":
                continue
            plain = Plain(TurnGame(GnomeKingdom(setting=setting), state, objective, worth, mode.less), 2500)
            try:
                turn = TurnValues(setting, state, objective, worth, modes=[mode])
                if not {ALONE, ENOUGH}.isdisjoint(turn.assumptions):
                    continue
                assert turn.value() == plain.value(state), (mode, objective, state)
            except TooBigError:
                continue
            for one in plain.met[:SHOWN]:
                assert turn.value(one) == plain.value(one), one
            held += any("no more than" in said for said in turn.assumptions)
        if held >= wanted:
            return
    assert held, "resources are never left"


def test_cards_turned_over_late_are_told_of_where_own_dice_and_the_roll_are_one() -> None:
    """A card that is open lets own dice be swapped; what is turned over for it may be completed with the others."""
    text = """{game: gnome-kingdom, phase: after, players: [{clan: acorn, at: [1, 0], own: b2 g2 r2}, {clan: berry}],
      forest: {even-and-odd: [1, 0]},
      open_cards: [acorn-expert-2, gatherer-3, gatherer-5, mushroom-expert-3, negotiator-2]}"""
    position = read(text)
    setting = setting_of(position)
    exact, late = (
        TurnValues(setting, state_of(position, setting), "points", limit=10**9, modes=[mode]) for mode in MODES[:2]
    )
    assert late.value() == 4 and exact.value() == Fraction(85, 21)
    assert late.kind == "abstraction" and exact.kind == "exact"


@pytest.mark.parametrize("clan", CLANS)
def test_every_clan_with_its_own_resource(clan: str) -> None:
    """The power of a resource is upgraded for its own clan."""
    for phase, dice in (("attempt", 2), ("after", 2)):
        recipe = Recipe(clan, phase, clan, dice, box=3, objectives=SOLVE if phase == "attempt" else GAIN)
        for case in cases(CLANS.index(clan), recipe, 3, limit=2500):
            check(case)


# ----- asked in the middle of a turn ----------------------------------------------------------------------

MIDDLE = [
    Recipe("leaf", dice=1, objectives=SOLVE),
    Recipe("leaf", clan="leaf", dice=1, own=0, objectives=SOLVE),
    Recipe("acorn", dice=2, objectives=SOLVE),
    Recipe("pebble", dice=1, box=2, scarce=True),
    Recipe("mushroom", dice=1, box=2, scarce=True),
    Recipe(dice=1, own=1, box=2),
    Recipe("berry", dice=1, box=2, scarce=True),
    Recipe("gatherer", dice=1, scarce=True, objectives=SOLVE),
    Recipe("negotiator", dice=1, scarce=True, objectives=SOLVE),
    Recipe("gatherer", phase="after", own=1, box=3, scarce=True),
    Recipe("negotiator", phase="after", own=1, box=2, scarce=True),
    Recipe("leaf", phase="after", own=1, box=2),
]


def there(game: TurnGame, state: State) -> Fraction:
    """What the player has come to by then, of what counts for the objective."""
    if game.objective == "solve":
        return Fraction(0)
    return Fraction(come_to(game.game.setting, game.objective, game.worth, state, game.start.turn))


def test_it_may_be_asked_in_the_middle_of_a_turn() -> None:
    """While something is in use, before a die is thrown, at each choice on the way: it ends with the same."""
    seen = set()
    for seed, recipe in enumerate(MIDDLE):
        for game, plain in cases(seed + 40, recipe, 3, limit=1500):
            kinds: dict[type, list[State]] = {}
            for state in plain.met:
                kinds.setdefault(type(state.stage), []).append(state)
            for kind, states in kinds.items():
                for state in Random(seed).sample(states, min(3, len(states))):
                    turn = values_of(game, state)
                    value = plain.value(state) + there(game, game.start) - there(game, state)
                    if turn.kind == "exact":
                        assert turn.value() == value, state
                        seen.add(kind.__name__)
                    else:
                        assert turn.value() <= value or ENOUGH in turn.assumptions, state
    assert {"Acting", "Throw", "Move", "Settle", "Take", "Bonus", "Aftermath", "Attempt"} <= seen, seen


# ----- what must hold of any turn -------------------------------------------------------------------------


def turns(seed: int, number: int, recipe: Recipe) -> list[tuple[Setting, State, Objective, Worth]]:
    """Random turns; these are not solved the plain way, and so may be larger."""
    rng = Random(seed)
    found = []
    for _ in range(number):
        setting, state = random_turn(rng, recipe)
        found.append((setting, state, rng.choice(recipe.objectives), random_worth(rng)))
    return found


ANY = Recipe(dice=2, own=1, more=1, box=3, objectives=(*SOLVE, *GAIN))


def ends_with(setting: Setting, state: State, objective: Objective, worth: Worth) -> Fraction | None:
    """What the player comes to at the end, if that is told exactly: the gain, and what there is at the start."""
    before = come_to(setting, objective, worth, state, state.turn) if objective != "solve" else 0
    try:
        turn = TurnValues(setting, state, objective, worth, limit=1_000_000, last=3_000_000)
    except TooBigError:
        return None
    return turn.value() + before if turn.kind == "exact" else None


@pytest.mark.parametrize("seed", range(3))
def test_to_have_more_is_never_worse(seed: int) -> None:
    compared = 0
    after = replace(ANY, phase="after", more=2, box=5, objectives=GAIN)
    for setting, state, objective, worth in (*turns(seed, 8, ANY), *turns(seed, 8, after)):
        rng = Random(state.size + seed)
        seat = state.mover
        more = [state.with_mover(bag=added(seat.bag, (rng.choice(CLANS),)))]
        more.append(state.with_mover(own=tuple(sorted((*seat.own, *rolled(rng, 1))))))
        less = ends_with(setting, state, objective, worth)
        if less is None:
            continue
        for other in more:
            most = ends_with(setting, other, objective, worth)
            if most is not None:
                assert less <= most, (objective, state, other)
                compared += 1
    assert compared > 10
