"""What makes no difference: spaces of a card that can change places, and colours that nothing tells apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from solver.dice import Rolled
from solver.games.companion_quest.abilities import Ability, Tame
from solver.games.companion_quest.placing import problem, quest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, State
from solver.manipulation import Gain, Recolour
from solver.task.model import Compare, Either, Relation, Task, Then, Word

IN_ORDER = (Word("ascending"), Word("descending"))

# ----- spaces ---------------------------------------------------------------------------------------------


def tidied(setting: Setting, state: State) -> State:
    """The state with the dice moved to the first of spaces that are the same.

    >>> from solver.games.companion_quest.state import Zone
    >>> zones = (Zone("twin-lanterns", ((1, Rolled("red", 3)),)), Zone(), Zone())
    >>> tidied(Setting(2), State((), zones=zones)).zones[0].dice
    ((0, Rolled(colour='red', face=3)),)
    """
    for at, zone in enumerate(state.zones):
        task = setting.box.problems[zone.card].task if zone.dice else None
        if task is not None and not task.danger:
            dice: list[tuple[int, Rolled]] = []
            for spaces in alike(task):
                lying = sorted(die for space, die in zone.dice if space in spaces)
                dice += zip(spaces, lying, strict=False)
            state = state.with_zone(at, replace(zone, dice=tuple(sorted(dice))))
    return state


@lru_cache(maxsize=1 << 8)
def alike(task: Task) -> tuple[tuple[int, ...], ...]:
    """The spaces of a challenge in sets that can change places.

    >>> alike(Task("[any]*3 [red] : A < B")), alike(Task("[any]*3 : equal"))
    (((0,), (1,), (2,), (3,)), ((0, 1, 2),))
    """
    found: list[list[int]] = []
    in_order = any(relation in IN_ORDER for relation in task.relations)
    for space in range(len(task.spaces)):
        same = next((one for one in found if not in_order and swapped(task, one[0], space) == task), None)
        if same is None:
            found.append([space])
        else:
            same.append(space)
    return tuple(map(tuple, found))


def swapped(task: Task, one: int, other: int) -> Task:
    """The task with two spaces in each other's place.

    >>> swapped(Task("[red] [blue] [any] : A < B, B then C, A or C, different"), 0, 1)
    Task('[blue] [red] [any] : A > B, A then C, B or C, different')
    """
    at = list(range(len(task.spaces)))
    at[one], at[other] = other, one
    relations: list[Relation] = []
    for relation in task.relations:
        match relation:
            case Compare(terms, op, constant):
                relations.append(Compare(tuple((n, at[space]) for n, space in terms), op, constant))
            case Then(first, second):
                relations.append(Then(at[first], at[second]))
            case Either(spaces):
                relations.append(Either(tuple(at[space] for space in spaces)))
            case _:
                relations.append(relation)
    return Task.of([task.spaces[space] for space in at], relations, dice=task.dice)


# ----- colours --------------------------------------------------------------------------------------------


class Colours:
    """The colours of dice in kinds: those of one kind can change places, and the position is the same.

    Parameters
    ----------
    setting, state : the position

    Examples
    --------
    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> seats = (Seat("crumbles", resting=("prost",)), Seat("bubbles", ready=False))
    >>> found = Colours(Setting(2), State(seats, zones=(Zone("seesaw"), Zone(), Zone())))
    >>> found.kind["yellow"] == found.kind["green"], found.kind["blue"] == found.kind["red"]
    (True, False)
    >>> found.kinds(["yellow", "blue"]) == found.kinds(["purple", "blue"])
    True
    """

    def __init__(self, setting: Setting, state: State) -> None:
        looks = {colour: _look(setting, state, colour) for colour in COLOURS}
        if _tames(setting, state):  # who comes out of the wilderness can tell all of them apart
            looks = {colour: (colour,) for colour in COLOURS}
        first = {look: colour for colour, look in reversed(looks.items())}
        self.kind = {colour: first[look] for colour, look in looks.items()}

    def kinds(self, colours: Iterable[str]) -> tuple[str, ...]:
        """Dice of these colours, those that are alike as one."""
        return tuple(sorted(self.kind[colour] for colour in colours))


def _look(setting: Setting, state: State, colour: str) -> tuple[object, ...]:
    """Everything in a position that speaks of a colour."""
    active = quest(setting, state)
    tasks = [one.task for zone in state.zones if (one := problem(setting, zone))] + ([active.path] if active else [])
    asked = [
        bool(space.colours) and colour in space.colours
        for task in tasks
        for space in ((task.danger.kind,) if task.danger else task.spaces)
    ]
    lying = [[(space, die.face) for space, die in zone.dice if die.colour == colour] for zone in state.zones]
    wakes = [
        sorted(repr(card.abilities) for name in names if (card := setting.box.companions[name]).wake == colour)
        for names in _companions(state)
    ]
    made = [colour in does.colours for does in _abilities(setting, state) if isinstance(does, Recolour)]
    hand = sorted(die.face for die in state.hand if die.colour == colour and isinstance(die.face, int))
    special = (active is not None and active.barren == colour, state.shared == colour)
    return repr((asked, lying, wakes, made, hand)), special, state.supply()[COLOURS.index(colour)]


def _companions(state: State) -> list[tuple[str, ...]]:
    return [names for seat in state.seats for names in (seat.awake, seat.resting)]


def _abilities(setting: Setting, state: State) -> list[Ability]:
    """The abilities that may be used in the turn, or be brought by the gnome that is chosen for one."""
    box = setting.box
    found = [does for names in _companions(state) for name in names for does in box.companions[name].abilities]
    gnomes = box.gnomes if len(state.seats) == 1 else [seat.gnome for seat in state.seats]
    return [*found, *(box.gnomes[name].ability for name in gnomes)]


def _tames(setting: Setting, state: State) -> bool:
    """Whether a companion may be tamed in the turn."""
    gains = any(isinstance(does, Tame | Gain) for does in _abilities(setting, state))
    return bool(state.wild) and (bool(state.mover.snacks) or gains)
