"""Small random turns of Companion Quest, and what they are worth when the plain game is gone through."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from solver.dice import Rolled
from solver.errors import TooBigError
from solver.games.companion_quest.content import Box, box
from solver.games.companion_quest.objectives import OBJECTIVES, Objective
from solver.games.companion_quest.placing import openings
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Adventure
from solver.games.companion_quest.state import COLOURS, Seat, State, Zone
from solver.games.companion_quest.turn_game import Ended, Pair, TurnGame, pair
from solver.solve.expectimax import solve_acyclic
from solver.solve.objective import expected_return


@dataclass(frozen=True)
class Recipe:
    """What random positions are made of: so much at most, chosen among these; all there is if none are named."""

    dice: int = 3
    old: int = 2
    cards: int = 2
    companions: int = 2
    snacks: int = 1
    wild: int = 0
    players: int = 2
    abilities: Collection[str] = ()
    problems: Sequence[str] = ()
    gnomes: Sequence[str] = ()
    open_quest: bool = False
    rules: Rules = field(default_factory=Rules)


def position(rng: Random, recipe: Recipe, cards: Box | None = None) -> tuple[Setting, State, Objective]:
    """A state after the roll, as it can come up in a game, and what is wanted."""
    cards = cards or box()
    names = [
        name
        for name, one in cards.companions.items()
        if not recipe.abilities or any(type(does).__name__ in recipe.abilities for does in one.abilities)
    ]
    chosen = rng.sample(names, recipe.companions + recipe.wild)
    own, wild = chosen[: recipe.companions], chosen[recipe.companions :]
    awake = [name for name in own if rng.random() < 0.5]
    gnomes = rng.sample(list(recipe.gnomes or cards.gnomes), recipe.players)
    seats = [Seat(gnome, ready=rng.random() < 0.5) for gnome in gnomes]
    turn = rng.randrange(recipe.players)
    seats[turn] = replace(
        seats[turn],
        snacks=rng.randint(0, recipe.snacks),
        awake=tuple(sorted(awake)),
        resting=tuple(sorted(set(own) - set(awake))),
    )
    zones = [Zone(name) for name in rng.sample(list(recipe.problems or cards.problems), recipe.cards)]
    zones += [Zone(below=0)] * (3 - len(zones))
    rng.shuffle(zones)
    quest = cards.quests[rng.choice(list(cards.quests))]
    danger = any(zone.card and cards.problems[zone.card].danger for zone in zones)
    state = State(
        tuple(seats),
        Adventure(),
        quests=(quest.name,),
        done=quest.stage - 1,
        hat=rng.randrange(len(quest.path.spaces)),
        locked=danger and not recipe.open_quest,
        zones=(zones[0], zones[1], zones[2]),
        wild=tuple(sorted(wild)),
        gnome=quest.stage - 1,
        foe=rng.randint(quest.stage, 3),
        turn=turn,
        turns=1,
    )
    setting = Setting(recipe.players, rules=recipe.rules, box=cards)
    state = with_dice(rng, setting, state, rng.randint(0, recipe.old), rng.randint(1, recipe.dice))
    return setting, state, rng.choice(OBJECTIVES)


def with_dice(rng: Random, setting: Setting, state: State, old: int, dice: int) -> State:
    """The state with some dice on its cards and some in the hand; often of few colours."""
    colours = list(COLOURS) if rng.random() < 0.6 else rng.sample(COLOURS, 3)
    supply = [colour for colour in colours for _ in range(3)]
    rng.shuffle(supply)
    for _ in range(old):
        die = Rolled(supply.pop(), rng.randint(1, 6))
        found = [place for place in openings(setting, state.but(hand=(die,), locked=True), die) if place[0] >= 0]
        if found:
            card, space = rng.choice(found)
            zone = state.zones[card]
            state = state.with_zone(card, replace(zone, dice=tuple(sorted((*zone.dice, (space, die))))))
    return state.but(hand=tuple(sorted(Rolled(supply.pop(), rng.randint(1, 6)) for _ in range(dice))))


def plain_worth(turn: TurnGame, state: State | Ended, limit: int = 4000) -> Pair | None:
    """What a state is worth, by going through all that can happen; None where that is too much."""
    try:
        return pair(solve_acyclic(turn, expected_return(), state=state, limit=limit).value().value)  # type: ignore[arg-type]
    except TooBigError:
        return None


def turn_of(setting: Setting, state: State, objective: Objective) -> TurnGame:
    """The turn from a state on."""
    return TurnGame(CompanionQuest(setting=setting), objective, start=state)
