"""Placing all dice of a hand over the quest and the problems as well as can be, without any ability.

A position is packed into integers once, and then the kernel finds for any hand what it comes to at best: the goal of an
objective, and between equal goals progress. It knows that dice may be taken back from problems, that what dice wake is
worth something, and that a die can therefore be placed, wake a companion, and be taken back.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from solver import _allot
from solver.dice import Rolled, colour_bit
from solver.errors import TooBigError
from solver.games.companion_quest.action import QUEST, Place, TakeBack
from solver.games.companion_quest.ending import tally_of
from solver.games.companion_quest.objectives import DEFAULT, Objective, Progress, kept, score
from solver.games.companion_quest.placing import (
    health_left,
    place,
    placements,
    problem,
    quest,
    returns,
    solved,
    take_back,
)
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, Dice, State, Zone, without
from solver.task.layout import pack
from solver.task.legal import run_length
from solver.task.model import Compare, Either, Readings, Relation, Space, Task, Word

FACES = range(1, 7)
KINDS: tuple[Rolled, ...] = tuple(Rolled(colour, face) for colour in COLOURS for face in FACES)
"""All dice that can be rolled, in the order in which the kernel numbers them."""

NUMBER = {die: number for number, die in enumerate(KINDS)}
FREE = 64
"""Added to the number of a die whose colour does not matter."""

MOST_SPACES = 8
MOST_DICE = 8
PROGRESS_BITS = 32
_NOTHING, _CHALLENGE, _DANGER, _PAIRS, _PATH = range(5)
_RETURNS = {"before_gathering": 0, "any_time": 1, "whole_cards": 2}


@dataclass(frozen=True, slots=True)
class Worth:
    """What a turn is worth: by an objective, and between equal turns by progress."""

    goal: int
    progress: int


# ----- packing --------------------------------------------------------------------------------------------


def packed(setting: Setting, state: State, objective: Objective = "chase", progress: Progress = DEFAULT) -> array[int]:
    """A position as the kernels read it; the hand is not part of it.

    The layout is that of `ext/allot_read.pxd`. What companions, snacks and gnomes are worth before any die is placed is
    left out: see `before`.

    Raises
    ------
    TooBigError
        for a problem with more than eight spaces
    """
    flat = array("q", goals(setting, state, objective))
    flat.extend(number for die in KINDS for number in (die.face, colour_bit(die.colour)))  # type: ignore[misc]
    flat.extend([0] * len(COLOURS))  # a die that is left is worth nothing: see Progress
    resting = sleepers(setting, state)
    for colour in COLOURS:
        flat.extend(progress.awake * min(n, resting[colour]) for n in range(MOST_DICE + 1))
    for zone in state.zones:
        flat.extend(_zone(setting, zone, progress))
    flat.extend(_quest(setting, state, progress))
    return flat


def before(state: State, progress: Progress = DEFAULT) -> int:
    """The progress of what the gnomes have, which placing dice can only add to.

    >>> from solver.games.companion_quest.state import Seat
    >>> before(State((Seat("crumbles", snacks=2, awake=("prost",)),)))
    14
    """
    return kept(state, progress)


def sleepers(setting: Setting, state: State) -> Counter[str]:
    """How many resting companions dice of each colour can wake."""
    seats = state.seats if setting.rules.wake_whose == "any_player" else (state.mover,)
    return Counter(setting.box.companions[name].wake for seat in seats for name in seat.resting)


def goals(setting: Setting, state: State, objective: Objective) -> list[int]:
    """What an objective makes of a turn: by quest completed * 3 + problems solved, two or more being one."""
    return [
        score(objective, state, tally_of(setting, state, 0, bool(quests), tuple(range(problems))))
        for quests in range(2)
        for problems in range(3)
    ]


def _zone(setting: Setting, zone: Zone, progress: Progress) -> list[int]:
    card = problem(setting, zone)
    if card is None:
        return [_NOTHING]
    task, back = card.task, _RETURNS[setting.rules.take_back]
    if task.danger:
        left = health_left(task, zone.dice)
        there = progress.health * (task.danger.health - max(0, left))
        kind = _PAIRS if task.danger.pairs else _DANGER
        return [kind, 1, 0, left, there, 0, back, 0, -1, progress.health, *_takes(task.danger.kind)]
    if len(task.spaces) > MOST_SPACES:
        raise TooBigError(f"{card.title} has {len(task.spaces)} spaces, and dice are placed on {MOST_SPACES} at most")
    head = [_CHALLENGE, len(task.spaces), 0, 0, 0, 0, back]
    lying = {space: NUMBER[die] for space, die in zone.dice}
    return _spaces(head, task, setting.rules.readings, lying, progress.space, 0)


def _quest(setting: Setting, state: State, progress: Progress) -> list[int]:
    active = quest(setting, state)
    if active is None:
        return [_NOTHING]
    path, readings = active.path, setting.rules.readings
    near = min(len(path.spaces), state.hat + MOST_SPACES)
    opens = setting.rules.lock == "at_once"
    closed = (state.locked and not opens) or (active.flag == "one-step" and bool(state.path))
    most = 0 if closed else 1 if active.flag == "one-step" else MOST_DICE
    head = [_PATH, near - state.hat, most, near == len(path.spaces), progress.step * len(state.path), 0, opens]
    lying = {space: NUMBER[die] for space, die in enumerate(state.path)}
    return _spaces(head, stretch(path, state.hat, near), readings, lying, progress.step, _run(path))


def _spaces(head: list[int], task: Task, readings: Readings, lying: dict[int, int], worth: int, run: int) -> list[int]:
    relations = pack(task, readings).flat
    flat = [*head, len(relations)]
    for index, space in enumerate(task.spaces):
        flat += [lying.get(index, -1), worth, *_takes(space)]
    flat += relations
    if run:
        flat[-len(relations) + 3] = run
    return flat


@lru_cache(maxsize=1 << 10)
def _takes(space: Space) -> tuple[int, int]:
    """The dice that a space takes, and those that it takes if colour does not matter, as sets of bits."""
    anyhow = replace(space, colours=())
    return (
        sum(1 << number for number, die in enumerate(KINDS) if space.accepts(*die)),
        sum(1 << number for number, die in enumerate(KINDS) if anyhow.accepts(*die)),
    )


@lru_cache(maxsize=1 << 10)
def stretch(path: Task, first: int, end: int) -> Task:
    """The spaces of a path from one on, and what they ask of each other; a path is its own order.

    >>> stretch(Task("[red] [any] [blue] [even] : A < B, B != D, C then D"), 1, 4)
    Task('[any] [blue] [even] : A != C')
    """
    kept: list[Relation] = []
    for relation in path.relations:
        match relation:
            case Compare(terms, op, constant) if all(first <= space < end for space in relation.spaces):
                kept.append(Compare(tuple((n, space - first) for n, space in terms), op, constant))
            case Either(spaces) if len(near := [space - first for space in spaces if first <= space < end]) > 1:
                kept.append(Either(tuple(near)))
            case Word():
                kept.append(relation)
    return Task.of(path.spaces[first:end], kept, dice=path.dice)


@lru_cache(maxsize=1 << 8)
def _run(path: Task) -> int:
    return run_length(path) if Word("consecutive") in path.relations else 0


# ----- asking ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Allotment:
    """The best that can be made of a hand, and how.

    Parameters
    ----------
    worth : what it comes to
    actions : what to do, one after the other
    """

    worth: Worth
    actions: tuple[Place | TakeBack, ...]


def allotted(setting: Setting, state: State, objective: Objective = "chase", progress: Progress = DEFAULT) -> Allotment:
    """One of the best ways to place the hand, no ability being used; dice that do not help stay in it.

    Raises
    ------
    TooBigError
        for more than eight dice, or a card that is too large

    Examples
    --------
    >>> from solver.games.companion_quest.stage import Adventure
    >>> from solver.games.companion_quest.state import Seat
    >>> hand = (Rolled("blue", 3), Rolled("green", 5), Rolled("red", 3))
    >>> zones = (Zone("twin-lanterns"), Zone("cactus-scales"), Zone())
    >>> found = allotted(Setting(2), State((Seat("crumbles"), Seat("bubbles")), Adventure(), zones=zones, hand=hand))
    >>> found.worth
    Worth(goal=0, progress=21)
    >>> for action in found.actions:
    ...     print(action)
    place b3 on zone 1 space A
    place r3 on zone 1 space B
    place g5 on zone 2 space A
    """
    key, cards = _best(setting, state, objective, progress)
    actions: list[Place | TakeBack] = []
    now = state
    for card in sorted(range(len(cards)), key=lambda card: _turn(setting, state, card)):
        dice, done, worth = cards[card]
        if dice:
            steps, now = _way(setting, now, card, tuple(sorted(KINDS[die] for die in dice)), (done, worth), progress)
            actions += steps
    return Allotment(unpacked(key, before(state, progress)), tuple(actions))


def best_worth(setting: Setting, state: State, objective: Objective = "chase", progress: Progress = DEFAULT) -> Worth:
    """What the hand comes to at best, no ability being used.

    Raises
    ------
    TooBigError
        for more than eight dice, or a card that is too large
    """
    return unpacked(_best(setting, state, objective, progress)[0], before(state, progress))


def _best(
    setting: Setting, state: State, objective: Objective, progress: Progress
) -> tuple[int, list[tuple[list[int], bool, int]]]:
    found = _allot.best(packed(setting, state, objective, progress), numbers(state.hand), 0)
    if not found:
        raise TooBigError("there are too many ways to place dice in some order and to take them back")
    return found


def numbers(dice: Iterable[Rolled]) -> array[int]:
    """Dice as the kernel reads them.

    Raises
    ------
    TooBigError
        for more than eight
    """
    hand = array("i", (NUMBER[die] for die in dice))
    if len(hand) > MOST_DICE:
        raise TooBigError(f"a hand of {len(hand)} dice; {MOST_DICE} at most are placed at once")
    return hand


def unpacked(key: int, there: int = 0) -> Worth:
    """What a key of the kernel says, with the progress that was there before."""
    return Worth(key >> PROGRESS_BITS, (key & ((1 << PROGRESS_BITS) - 1)) + there)


# ----- how it is done -------------------------------------------------------------------------------------


def _turn(setting: Setting, state: State, card: int) -> int:
    """Dangers come first, for one ruling opens the quest as soon as they are beaten; the quest is last."""
    if card == len(state.zones):
        return 2
    lies = problem(setting, state.zones[card])
    return int(lies is None or not lies.danger)


def _way(
    setting: Setting, state: State, card: int, dice: Dice, aim: tuple[bool, int], progress: Progress
) -> tuple[list[Place | TakeBack], State]:
    """How these dice come to lie on a card so that it is worth so much; without taking dice back where that can be."""
    for returning in (False, True):
        start = state.but(hand=dice)
        known: dict[State, tuple[State, Place | TakeBack] | None] = {start: None}
        todo = [start]
        for now in todo:
            if not now.hand and _stands(setting, now, card, progress) == aim:
                steps: list[Place | TakeBack] = []
                before_it, last = known[now], now
                while before_it:
                    steps.append(before_it[1])
                    before_it = known[before_it[0]]
                hand = without(state.hand, *dice)
                return steps[::-1], last.but(hand=hand)
            for action in _steps(setting, now, card, returning):
                then = place(setting, now, action) if isinstance(action, Place) else take_back(setting, now, action)
                if then not in known:
                    known[then] = now, action
                    todo.append(then)
    raise AssertionError("a placement that cannot be reached")


def _steps(setting: Setting, state: State, card: int, returning: bool) -> Iterator[Place | TakeBack]:
    """What can be done on one card; whom a die wakes makes no difference."""
    at = QUEST if card == len(state.zones) else card
    places = {(action.dice, action.space): action for action in placements(setting, state) if action.card == at}
    yield from places.values()
    if returning:
        yield from (action for action in returns(setting, state) if action.card == at)


def _stands(setting: Setting, state: State, card: int, progress: Progress) -> tuple[bool, int]:
    """Whether a card is solved as it lies, and its progress."""
    if card == len(state.zones):
        active = quest(setting, state)
        assert active is not None
        return state.hat + len(state.path) == len(active.path.spaces), progress.step * len(state.path)
    zone = state.zones[card]
    lies = problem(setting, zone)
    assert lies is not None
    if lies.task.danger is None:
        return solved(setting, zone), progress.space * len(zone.dice)
    left = max(0, health_left(lies.task, zone.dice))
    return left == 0, progress.health * (lies.task.danger.health - left)
