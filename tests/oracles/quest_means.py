"""What can be brought to bear in a turn besides dice, found by asking the whole game for its actions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from types import MappingProxyType
from typing import Any

from solver.dice import Rolled
from solver.games.companion_quest import placing
from solver.games.companion_quest.abilities import Ability, AnyColour, Tame, Wake, read_ability
from solver.games.companion_quest.action import Call, Eat, Use
from solver.games.companion_quest.content import Box, Companion, box
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Adventure, Choose, Replace, Stage
from solver.games.companion_quest.state import COLOURS, NONE, Seat, State, Zone
from solver.manipulation import Recolour, Reroll, Shift

Means = tuple[tuple[Seat, ...], tuple[str, ...]]
"""The gnomes with their companions and snacks, and who is left in the wilderness."""

ON_DICE = (Reroll, Shift, Recolour, AnyColour)


@dataclass
class Found:
    """All means that can come about, and what leads from each to others."""

    starts: set[Means]
    steps: dict[Means, set[Means]] = field(default_factory=dict)
    uses: dict[Means, set[tuple[Ability, Means]]] = field(default_factory=dict)
    wakes: dict[Means, set[tuple[int, Means, bool]]] = field(default_factory=dict)


def found_by_play(setting: Setting, state: State, colours: Collection[str], dice: int, most: int) -> Found | None:
    """All means that so many dice can lead to; None for more than so many."""
    hand = (Rolled(COLOURS[0], 1), Rolled(COLOURS[1], 1))  # every ability finds dice to begin with
    plain = state.but(stage=Adventure(), hand=hand, gathered=NONE, shared="", path=(), roused=0, locked=True)
    plain = plain.but(zones=(Zone(), Zone(), Zone()))
    game = CompanionQuest(setting=with_shifts(setting))
    begun = CompanionQuest(setting=setting)
    found = Found({means_of(state), *map(means_of, settled(begun, state))})
    level = list(found.starts)
    for left in range(dice, -1, -1):
        for here in level:  # the list grows while it is read
            follow(game, setting, plain.but(seats=here[0], wild=here[1]), here, found)
            level += [one for one in dict.fromkeys(after(here, found)) if one not in found.steps and one not in level]
            if len(found.steps) > most:
                return None
        now, level = level, []
        for here in now:
            found.wakes[here] = woken(setting, plain.but(seats=here[0], wild=here[1]), colours) if left else set()
            level += [one for _, one, _ in found.wakes[here] if one not in found.steps and one not in level]
    return found


def after(here: Means, found: Found) -> Iterator[Means]:
    """What can be come to without a die."""
    yield from found.steps[here]
    yield from (one for _, one in found.uses[here])


def means_of(state: State) -> Means:
    return state.seats, state.wild


def follow(game: CompanionQuest, setting: Setting, state: State, here: Means, found: Found) -> None:
    """Find what abilities and snacks lead to."""
    steps, uses = found.steps.setdefault(here, set()), found.uses.setdefault(here, set())
    seen = set()
    for move in game.legal_actions(state):
        if not isinstance(move, Use | Call | Eat):
            continue
        bare = move if isinstance(move, Eat) else replace(move, action=None)
        if bare in seen:
            continue
        seen.add(bare)
        does: Ability | None = None
        if isinstance(move, Use):
            does = setting.box.companions[move.companion].abilities[move.ability]
        elif isinstance(move, Call):
            does = setting.box.gnomes[state.seats[move.seat].gnome].ability
        if isinstance(does, ON_DICE):
            uses.add((does, means_of(game.apply(state, move))))
        else:
            steps |= set(map(means_of, settled(game, game.apply(state, move))))


def woken(setting: Setting, state: State, colours: Collection[str]) -> set[tuple[int, Means, bool]]:
    """What dice wake."""
    found = set()
    for number, colour in enumerate(COLOURS):
        for names in placing.wakings(setting, state, (Rolled(colour, 1),)) if colour in colours else ():
            if names:
                does = [one for name in names for one in setting.box.companions[name].abilities]
                leads = not all(isinstance(one, Shift | Recolour | AnyColour) for one in does)
                found.add((number, means_of(placing.awoken(state, names)), leads))
    return found


def settled(game: CompanionQuest, state: State) -> Iterator[State]:
    """The states in which the turn goes on, after whatever is chosen; who comes into the wilderness is left out."""
    if isinstance(state.stage, Choose | Replace):
        for move in game.legal_actions(state):
            yield from settled(game, game.apply(state, move))
    else:
        yield state


def with_shifts(setting: Setting) -> Setting:
    """A setting in which a die is turned where it may be placed whatever its colour: it needs no card to be used."""

    def read(does: Ability) -> Ability:
        return Shift(1, wraps=True) if isinstance(does, AnyColour) else does

    cards = setting.box
    companions = {
        name: replace(one, abilities=tuple(map(read, one.abilities))) for name, one in cards.companions.items()
    }
    gnomes = {name: replace(one, ability=read(one.ability)) for name, one in cards.gnomes.items()}
    other = replace(cards, companions=MappingProxyType(companions), gnomes=MappingProxyType(gnomes))
    return replace(setting, box=other)


# ----- random positions -----------------------------------------------------------------------------------


def with_two_for_one() -> Box:
    """The box with companions more, some of which give two for one."""
    texts = {"two-waker": "wake 2", "three-waker": "wake 3", "two-giver": "snack 2", "giver": "snack", "waker": "wake"}
    mine = {
        name: Companion(name, name, COLOURS[at], (read_ability(text),), False, "sample")
        for at, (name, text) in enumerate(texts.items())
    }
    return replace(box(), companions=MappingProxyType({**box().companions, **mine}))


def means_at_random(rng: Random, cards: Box) -> tuple[Setting, State]:
    """A position with companions and gnomes of all kinds, in the middle of an ability or not."""
    players = rng.randint(1, 4)
    names = list(cards.companions)
    if rng.random() < 0.7:  # more of what is not on dice
        others = [name for name in names if not isinstance(cards.companions[name].abilities[0], ON_DICE)]
        names = list(dict.fromkeys((*others, *names[:12])))
    rng.shuffle(names)
    seats = []
    for gnome in rng.sample(list(cards.gnomes), players):
        own = [names.pop() for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))]
        awake = [name for name in own if rng.random() < 0.5]
        resting = sorted(set(own) - set(awake))
        seats.append(Seat(gnome, rng.random() < 0.6, rng.choice((0, 0, 1, 2)), tuple(sorted(awake)), tuple(resting)))
    turn = rng.randrange(players)
    wild = [name for name in names if not cards.companions[name].starter][: rng.choice((0, 0, 1, 2, 4))]
    quest = cards.quests[rng.choice(list(cards.quests))]
    hand = tuple(sorted(Rolled(rng.choice(COLOURS), rng.randint(1, 6)) for _ in range(rng.randint(0, 3))))
    zones = tuple(Zone(name) for name in rng.sample(list(cards.problems), 3))
    state = State(tuple(seats), Adventure(), (quest.name,), zones=zones, hand=hand, wild=tuple(sorted(wild)), turn=turn)  # type: ignore[arg-type]
    setting = Setting(players, Rules(wake_whose=rng.choice(("own", "any_player"))), box=cards)
    return setting, state.but(stage=_stage(rng, state))


def _stage(rng: Random, state: State) -> Stage:
    """In the middle of an ability that chooses, or not."""
    resting = state.mover.resting
    stages: list[Any] = [Adventure()] * 4
    stages += [Choose(Tame())] * bool(state.wild)
    stages += [Choose(AnyColour()), Choose(Wake(rng.choice((1, 2))), rng.choice((1, 2)), rng.choice(("", *resting)))]
    stages += [Replace()] * (len(state.seats) == 1 and not state.mover.ready)
    found: Stage = rng.choice(stages)
    return found
