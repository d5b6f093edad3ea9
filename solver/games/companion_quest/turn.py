"""The course of a turn up to its end: gathering, rolling, and what a gnome can do with dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import mul

from solver.dice import Die, Pool
from solver.enumeration import rolls
from solver.games.companion_quest.action import End, Take
from solver.games.companion_quest.placing import quest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Adventure, Gather, Over, Roll
from solver.games.companion_quest.state import COLOURS, COST, NONE, Counts, Dice, State, counts

# ----- gathering ------------------------------------------------------------------------------------------


def begin_turn(setting: Setting, state: State) -> State:
    """Return the state in which the gnome on turn gathers dice."""
    if state.turns >= setting.turn_cap:
        return state.but(stage=Over(won=False))
    return state.but(stage=Gather(), turns=state.turns + 1, roused=0)


def capacity(setting: Setting, state: State) -> int:
    """What the dice may cost together that are gathered in a turn."""
    active = quest(setting, state)
    less = active is not None and active.flag == "light-packs"
    return setting.rules.capacity + state.done - less


def there(setting: Setting, state: State) -> Counts:
    """The dice of each colour that could be gathered, whatever they cost."""
    active = quest(setting, state)
    barren = active.barren if active is not None and active.flag == "barren" else ""
    left = [0 if colour == barren else n for colour, n in zip(COLOURS, state.supply(), strict=True)]
    return left[0], left[1], left[2], left[3], left[4], left[5]


def gathers(setting: Setting, state: State) -> tuple[Take, ...]:
    """All that may be gathered, nothing included. A die that was passed on is rolled with it, at no cost."""
    return _gathers(there(setting, state), capacity(setting, state))


@lru_cache(maxsize=1 << 12)
def _gathers(free: Counts, most: int) -> tuple[Take, ...]:
    chosen: list[tuple[int, ...]] = [()]
    for at, price in enumerate(COST):
        chosen = [(*n, more) for n in chosen for more in range(min(free[at], (most - cost(n)) // price) + 1)]
    return tuple(Take(colours_of(n)) for n in sorted(chosen, key=lambda n: (-cost(n), [-one for one in n])))


def cost(numbers: tuple[int, ...]) -> int:
    """What so many dice of each colour cost to gather.

    >>> cost((1, 0, 2, 0, 0, 1))
    5
    """
    return sum(map(mul, numbers, COST))


def colours_of(numbers: tuple[int, ...]) -> tuple[str, ...]:
    """The colours of so many dice, one by one.

    >>> colours_of((2, 0, 1, 0, 0, 0))
    ('blue', 'blue', 'red')
    """
    return tuple(colour for colour, n in zip(COLOURS, numbers, strict=True) for _ in range(n))


def gather(state: State, action: Take) -> State:
    """Return the state in which the dice that were gathered are rolled, and with them the one that was passed on.

    That die may be declined, which is not offered: to roll it and not to place it comes to the same.
    """
    shared = (state.shared,) if state.shared else ()
    return roll_dice(state.but(gathered=counts((*action.colours, *shared)), shared=""))


# ----- rolling --------------------------------------------------------------------------------------------


def roll_dice(state: State) -> State:
    """Return the state in which the next dice are rolled, or all have been."""
    return state.but(stage=Roll() if any(state.gathered) else Adventure())


def next_colour(state: State) -> int:
    """The colour whose dice are rolled next."""
    return next(at for at, number in enumerate(state.gathered) if number)


@lru_cache(maxsize=1 << 8)
def shows(colour: str, number: int) -> Mapping[Dice, int]:
    """What so many dice of a colour may show, with the number of ways.

    >>> len(shows("red", 2)), sum(shows("red", 2).values())
    (21, 36)
    """
    return {roll.dice: ways for roll, ways in rolls(Pool({Die(colour): number}))}


def throws(state: State) -> Mapping[Dice, int]:
    """What the dice of the next colour may show."""
    at = next_colour(state)
    return shows(COLOURS[at], state.gathered[at])


def rolled(state: State, dice: Dice) -> State:
    """Return the state after all dice of the next colour have been rolled."""
    at = next_colour(state)
    left = tuple(0 if colour == at else number for colour, number in enumerate(state.gathered))
    gathered: Counts = left if any(left) else NONE  # type: ignore[assignment]
    return roll_dice(state.but(gathered=gathered, hand=tuple(sorted((*state.hand, *dice)))))


# ----- sharing --------------------------------------------------------------------------------------------


def ends(setting: Setting, state: State) -> Iterator[End]:
    """The ways to end a turn: a die of the hand may be passed on, or alone be kept."""
    yield End()
    active = quest(setting, state)
    if active is None or active.flag != "no-sharing":
        yield from (End(colour) for colour in dict.fromkeys(die.colour for die in state.hand) if colour)
