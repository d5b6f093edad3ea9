"""Small random turns of Gnome Kingdom, and their values by plain expectimax over the rules of the whole game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Any

from solver.dice import Rolled
from solver.errors import TooBigError
from solver.game import CHANCE
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.forest import HOME, Forest, Hex
from solver.games.gnome_kingdom.objectives import Objective
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.powers import STOCK
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.skills import skills
from solver.games.gnome_kingdom.sound import contradictions
from solver.games.gnome_kingdom.stage import Aftermath, Attempt, Deal, GiveBack, Refill, Throw
from solver.games.gnome_kingdom.state import WAITING, Seat, State, added
from solver.games.gnome_kingdom.tiles import CROWN, START, Pile, Tile, tiles
from solver.games.gnome_kingdom.turn_game import TurnGame
from solver.games.gnome_kingdom.worth import Worth
from solver.task.model import Task

BROUGHT = ("mushroom",) * 4 + ("berry",) * 4 + ("pebble",) * 4 + ("acorn",)
"""Resources of the tiles, as often as they lie there."""

TASKS = ("[any]", "[4-6]", "[even]", "[clan]", "[red|blue]", "[any]*2 : equal", "[any]*2 : A + B = 7", "[2|5] [green]")
"""Tasks for one die or two."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a random position is made of.

    Parameters
    ----------
    token : a resource or an ability that the player holds
    phase : refill, attempt or after
    clan : of the player; None for any
    dice, own, more : so many rolled dice, own dice and further resources at most
    box : so many skill cards in all at most
    scarce : whether the general supply is nearly used up: no leaf and no acorn is left, which roll dice
    objectives : one of them is wanted
    """

    token: str | None = None
    phase: str = "attempt"
    clan: str | None = None
    dice: int = 2
    own: int = 1
    more: int = 0
    box: int = 4
    scarce: bool = False
    objectives: tuple[Objective, ...] = ("points", "worth")


def rolled(rng: Random, number: int) -> tuple[Rolled, ...]:
    return tuple(sorted(Rolled(rng.choice(COLOURS), rng.randint(1, 6)) for _ in range(number)))


def random_turn(rng: Random, recipe: Recipe) -> tuple[Setting, State]:
    """A sound position, of few skill cards and tiles."""
    every = list(skills())
    rules = Rules(
        dice_loop=rng.choice(["no", "yes"]),
        kept_die=rng.choice(["any_of_set", "any_of_set", "needed"]),
        borrowed_colour=rng.choice(["chosen", "chosen", "drawn"]),
    )
    mine: tuple[str, ...] = ()
    kinds: list[str] = [rng.choice(CLANS) for _ in range(rng.randint(0, recipe.more))]
    if recipe.token in CLANS:
        kinds.append(recipe.token)
    elif recipe.token is not None:
        mine = (rng.choice([name for name in every if skills()[name].ability == recipe.token]),)
    box = [*mine, *rng.sample([name for name in every if name not in mine], rng.randint(2, recipe.box))]
    shown = tuple(sorted(box[len(mine) :][: rng.randint(1, 4)]))
    clan = recipe.clan or rng.choice(CLANS)
    tiled, forest, pile, place, theirs = random_forest(rng)
    cards = {name: skills()[name] for name in box}
    setting = Setting(2, rules, market=1, tiles=MappingProxyType(tiled), skills=MappingProxyType(cards))
    bag = added((0, 0, 0, 0, 0), tuple(kinds))

    def space(place: Hex) -> int:
        return WAITING if place == HOME else rng.randrange(len(tiled[forest.at(place) or START].spaces))

    me = Seat(clan, place, space(place), bag, rolled(rng, recipe.own), mine)
    other = rng.choice([name for name in CLANS if name != clan])
    rival = Seat(other, theirs, space(theirs), own=rolled(rng, rng.randint(0, 1)))
    if recipe.scarce:
        left = [0 if kind in ("leaf", "acorn") else rng.choice((0, 1, 2)) for kind in CLANS]
        rest = [max(0, STOCK - has - more) for has, more in zip(bag, left, strict=True)]
        rival = replace(rival, bag=(rest[0], rest[1], rest[2], rest[3], rest[4]))
    elif rng.random() < 0.5:
        rival = replace(rival, bag=added((0, 0, 0, 0, 0), (rng.choice(CLANS),)))
    turn = int(rng.random() < 0.3)
    seats = (rival, me) if turn else (me, rival)
    fields: dict[str, Any] = {"market": rolled(rng, 1), "size": recipe.dice, "turn": turn, "turns": 1}
    state = State(seats, Attempt(), forest, pile, shown, **fields)
    match recipe.phase:
        case "after":
            state = state.but(stage=Aftermath(), roll=rolled(rng, rng.randint(0, 1)))
        case "refill":
            pool = added((0, 0, 0, 0, 0), tuple(rng.choice(CLANS) for _ in range(recipe.dice - 1)))
            state = state.but(stage=Refill(1), pool=pool)
        case _:
            state = state.but(roll=rolled(rng, rng.randint(1, recipe.dice)))
    assert not list(contradictions(setting, state, partly=True))  # tiles that are not told lie elsewhere
    return setting, state


def random_forest(rng: Random) -> tuple[dict[str, Tile], Forest, Pile, Hex, Hex]:
    """The tiles of the box, which bring little, those of the forest, those left, and where the pawns stand."""
    every = tiles()
    box = {name: every[name] for name in (START, CROWN)}
    named: dict[str, list[str]] = {}
    for level in ("I", "II", "III"):
        there = [name for name, tile in every.items() if tile.level == level]
        named[level] = rng.sample(there, 3)
        for name in named[level]:
            spaces = rng.choices(BROUGHT, k=rng.choice((1, 1, 2)))  # few dice are rolled again
            box[name] = replace(every[name], task=Task(rng.choice(TASKS)), spaces=tuple(spaces))
    one, two, three = named["I"]
    places: dict[Hex, tuple[str, float]] = {(1, 0): (one, 1), (1, 1): (two, 0.3), (2, 0): (three, 0.5)}
    places[2, 1] = named["II"][0], 0.3
    placed = {HOME: START, **{place: name for place, (name, chance) in places.items() if rng.random() < chance}}
    left = rng.choice(((0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1), (0, 1, 0, 1), (0, 1, 2, 0)))
    pile = Pile(((0, 0, 0, 0), (0, 0, 0, 0), left))
    if rng.random() < 0.05:
        return box, Forest(((HOME, START),)), pile, HOME, HOME
    free = [place for place in placed if place != HOME]
    mine = rng.choice(free)
    theirs = rng.choice([HOME, *(place for place in free if place != mine)])
    return box, Forest(tuple(sorted(placed.items()))), pile, mine, theirs


def random_worth(rng: Random) -> Worth:
    """The usual worth, or another."""
    if rng.random() < 0.4:
        return Worth()
    prices = tuple(rng.choice((0, 5, 20, 45)) for _ in CLANS)
    near = tuple(sorted((rng.randint(0, 100) for _ in range(3)), reverse=True))
    return Worth(100, prices, rng.choice((0, 15)), rng.choice((0, 12)), near, rng.choice((0, 30)), rng.choice((0, 25)))  # type: ignore[arg-type]


class Plain:
    """Plain expectimax over a turn, by the rules of the whole game.

    Once the attempt is over only the row of the pawn matters, no longer the tile and its space; nothing else is merged.

    Parameters
    ----------
    limit : how many states may be looked at
    """

    def __init__(self, game: TurnGame, limit: int) -> None:
        self.game, self.limit = game, limit
        self.known: dict[Any, Fraction] = {}
        self.met: list[State] = []

    def value(self, state: State) -> Fraction:
        """What is gained from the start of the turn, with the best that can be done from a state on.

        Raises
        ------
        TooBigError
            for more states than the limit
        """
        game = self.game
        if game.over(state):
            return Fraction(game.returns(state)[game.start.turn])
        if isinstance(state.stage, GiveBack):  # whatever is given back
            return self.value(game.apply(state, game.legal_actions(state)[0]))
        key = self.key(state)
        if key not in self.known:
            self.met.append(state)
            if len(self.met) > self.limit:
                raise TooBigError("too many states")
            if game.current_player(state) == CHANCE:
                weights = game.chance_outcomes(state)
                parts = (weight * self.value(game.apply(state, one)) for one, weight in weights.items())
                self.known[key] = sum(parts, Fraction(0)) / sum(weights.values())
            else:
                self.known[key] = max(self.value(game.apply(state, one)) for one in game.legal_actions(state))
        return self.known[key]

    def key(self, state: State) -> Any:
        """Equal for states from which the turn goes on alike."""
        after = isinstance(state.stage, Aftermath | Deal) or getattr(state.stage, "after", False)
        if isinstance(state.stage, Throw):
            after = state.stage.acting.after
        if not after:
            return state
        row = 0 if self.game.objective == "points" else state.mover.place[0]
        seat = replace(state.mover, place=HOME, space=WAITING)
        return seat, row, state.but(forest=Forest(), pile=Pile(), seats=tuple(map(self._bare, state.seats)))

    def _bare(self, seat: Seat) -> Seat:
        mine = seat.clan == self.game.start.mover.clan
        return Seat() if mine else seat


Case = tuple[TurnGame, Plain]


def cases(seed: int, recipe: Recipe, number: int, *, limit: int = 1500, fewer: bool = False) -> Iterator[Case]:
    """So many random turns that are small enough, or `fewer`, each with its values."""
    rng = Random(seed)
    found = 0
    for _ in range(10 * number if fewer else 20 * number):
        setting, state = random_turn(rng, recipe)
        game = TurnGame(GnomeKingdom(setting=setting), state, rng.choice(recipe.objectives), random_worth(rng))
        plain = Plain(game, limit)
        try:
            plain.value(state)
        except TooBigError:
            continue
        yield game, plain
        found += 1
        if found == number:
            return
    if fewer:
        return
    raise AssertionError(f"{recipe}: only {found} of the positions are small enough")
