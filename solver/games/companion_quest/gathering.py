"""Which dice to gather: what each choice comes to on average over all rolls, no ability being used.

Every roll is placed as well as can be. Goal and progress are summed over all faces that a pool of dice can show,
and so they are integers.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod

from solver import _gather
from solver.errors import TooBigError
from solver.games.companion_quest.action import Take
from solver.games.companion_quest.allot import FACES, KINDS, MOST_DICE, NUMBER, before, packed, sleepers
from solver.games.companion_quest.objectives import DEFAULT, Objective, Progress
from solver.games.companion_quest.placing import problem, quest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, State, counts
from solver.games.companion_quest.turn import gathers
from solver.task.legal import numbered_spaces
from solver.task.model import Task, Word

MOST_ROLLS = 30_000_000
Numbers = tuple[int, ...]
"""How many dice of each colour, or of each class of colours."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What it comes to on average to gather certain dice.

    Parameters
    ----------
    take : the choice
    dice : how many dice are rolled, the one that was passed on included
    goal, progress : summed over all faces that the dice can show
    """

    take: Take
    dice: int
    goal: int
    progress: int

    @property
    def rolls(self) -> int:
        """How many faces the dice can show, the weight of all."""
        return int(len(FACES) ** self.dice)

    @property
    def means(self) -> tuple[Fraction, Fraction]:
        """Goal and progress on average."""
        return Fraction(self.goal, self.rolls), Fraction(self.progress, self.rolls)


@dataclass(frozen=True, slots=True)
class Classes:
    """What no card can tell apart.

    Parameters
    ----------
    colours : the class of each colour
    kinds : for each class of colours the faces by kind
    """

    colours: Numbers
    kinds: tuple[tuple[tuple[int, ...], ...], ...]

    def split(self, dice: Sequence[int]) -> Numbers:
        """How many dice of each class there are among so many of each colour."""
        found = [0] * len(self.kinds)
        for colour, number in zip(self.colours, dice, strict=True):
            found[colour] += number
        return tuple(found)


def gather_values(
    setting: Setting, state: State, objective: Objective = "chase", progress: Progress = DEFAULT
) -> list[Gathered]:
    """What every choice of dice comes to, for a state in which the gnome on turn gathers; in the order of the actions.

    Raises
    ------
    TooBigError
        for more than eight dice, more rolls than can be gone through, or a card with more than eight spaces

    Examples
    --------
    >>> from solver.games.companion_quest.stage import Gather
    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> zones = (Zone("twin-lanterns"), Zone(), Zone())
    >>> state = State((Seat("crumbles"), Seat("bubbles")), Gather(), zones=zones)
    >>> found = {one.take.colours: one.means[0] for one in gather_values(Setting(2), state, "solve")}
    >>> str(found["blue", "red"]), str(found["blue", "blue", "red"])
    ('1/6', '4/9')
    """
    takes = gathers(setting, state)
    pools = [counts((*take.colours, *([state.shared] if state.shared else []))) for take in takes]
    found = pool_values(setting, state, pools, objective, progress)
    return [
        Gathered(take, sum(pool), goal, worth) for take, pool, (goal, worth) in zip(takes, pools, found, strict=True)
    ]


def pool_values(
    setting: Setting,
    state: State,
    pools: Sequence[Sequence[int]],
    objective: Objective = "chase",
    progress: Progress = DEFAULT,
) -> list[tuple[int, int]]:
    """Goal and progress of pools, as many dice of each colour, summed over all faces that they can show."""
    if (most := max(map(sum, pools), default=0)) > MOST_DICE:
        raise TooBigError(f"{most} dice; {MOST_DICE} at most are rolled at once")
    classes = classes_of(setting, state, progress)
    wanted = [classes.split(pool) for pool in pools]
    known = _parts(wanted)
    rolls = sum(
        prod(comb(n + len(kinds) - 1, n) for n, kinds in zip(pool, classes.kinds, strict=True)) for pool in known
    )
    if rolls > MOST_ROLLS:
        raise TooBigError(f"{rolls} different rolls; {MOST_ROLLS} at most are gone through")
    sums = array("q", bytes(16 * len(known)))
    if not _gather.gather(
        packed(setting, state, objective, progress),
        *_kinds(classes),
        *_tree(known, len(classes.kinds)),
        array("i", (_woken(setting, state, classes, pool, progress) for pool in known)),
        rolls,
        memoryview(sums).cast("B").cast("q", (len(known), 2)),
    ):
        raise TooBigError("there are too many ways to place dice in some order and to take them back")
    there = before(state, progress)
    return [(sums[2 * known[pool]], sums[2 * known[pool] + 1] + there * len(FACES) ** sum(pool)) for pool in wanted]


# ----- what cannot be told apart --------------------------------------------------------------------------


def classes_of(setting: Setting, state: State, progress: Progress = DEFAULT) -> Classes:
    """The colours and faces that serve the same spaces of all cards, and that no relation compares."""
    tasks = [card.task for zone in state.zones if (card := problem(setting, zone))]
    active = quest(setting, state)
    if active is not None:
        tasks.append(active.path)
    resting = set(sleepers(setting, state)) if progress.awake else set()
    if any("colour" in item.word for task in tasks for item in task.relations if isinstance(item, Word)):
        resting = set(COLOURS)
    looks = [[_look(tasks, number) for number in range(first, first + 6)] for first in range(0, len(KINDS), 6)]
    classes: dict[tuple[object, ...], int] = {}
    colours = [
        classes.setdefault((*look, colour if colour in resting else ""), len(classes))
        for colour, look in zip(COLOURS, looks, strict=True)
    ]
    kinds = []
    for one in range(len(classes)):
        look = looks[colours.index(one)]
        kinds.append(tuple(tuple(face for face in FACES if look[face - 1] == same) for same in dict.fromkeys(look)))
    return Classes(tuple(colours), tuple(kinds))


def _look(tasks: Sequence[Task], number: int) -> tuple[object, ...]:
    """What the cards see of a die: the spaces that it may lie on, and its number where that matters."""
    die = KINDS[number]
    seen: list[object] = []
    for task in tasks:
        if task.danger:
            seen.append(die.face if task.danger.kind.accepts(*die) else 0)
            continue
        fits = tuple(index for index, space in enumerate(task.spaces) if space.accepts(*die))
        seen.append((fits, die.face if numbered_spaces(task) & set(fits) else 0))
    return tuple(seen)


# ----- for the kernel -------------------------------------------------------------------------------------


def _parts(pools: Sequence[Numbers]) -> dict[Numbers, int]:
    """All pools that are part of some, numbered, by their number of dice."""
    parts = {part for pool in set(pools) for part in product(*(range(n + 1) for n in pool))}
    return {pool: place for place, pool in enumerate(sorted(parts, key=lambda pool: (sum(pool), pool)))}


def _kinds(classes: Classes) -> tuple[array[int], array[int], array[int]]:
    die, colour, faces = array("i"), array("i"), array("i")
    for one, kinds in enumerate(classes.kinds):
        for same in kinds:
            die.append(NUMBER[KINDS[6 * classes.colours.index(one) + same[0] - 1]])
            colour.append(one)
            faces.append(len(same))
    return die, colour, faces


def _tree(known: dict[Numbers, int], classes: int) -> tuple[memoryview[int], array[int]]:
    """Of each pool those with one die more of each class, and whether there is one."""
    then = array("i")
    for pool in known:
        then.extend(known.get((*pool[:one], pool[one] + 1, *pool[one + 1 :]), -1) for one in range(classes))
    rows = len(known)
    inner = array("i", (any(n >= 0 for n in then[row * classes : (row + 1) * classes]) for row in range(rows)))
    return memoryview(then).cast("B").cast("i", (rows, classes)), inner


def _woken(setting: Setting, state: State, classes: Classes, pool: Numbers, progress: Progress) -> int:
    """The progress of what the dice of a pool wake when all of them are placed."""
    return progress.awake * sum(
        min(pool[classes.colours[COLOURS.index(colour)]], number) for colour, number in sleepers(setting, state).items()
    )
