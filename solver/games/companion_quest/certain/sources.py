"""What can change dice without a roll, for the CP-SAT model of a turn, and what becomes of a die by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from solver.dice import Rolled
from solver.games.companion_quest.abilities import Ability
from solver.games.companion_quest.allot import FACES
from solver.games.companion_quest.certain.cards import Laid
from solver.games.companion_quest.manipulate import callable_gnomes
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import COLOURS, State
from solver.manipulation import Recolour, Shift


class Source(NamedTuple):
    """Who can change dice: a companion, by the colour that wakes it, or a gnome that is called."""

    name: str
    does: tuple[tuple[int, Shift | Recolour], ...]
    wake: str = ""
    awake: bool = True


class Way(NamedTuple):
    """How a die of the hand becomes what it is placed as: the abilities used on it, as source, ability and effect."""

    kind: Rolled
    uses: tuple[tuple[int, int, str], ...]

    @property
    def painter(self) -> int:
        """The source that changes its colour, -1 if none does."""
        return next((source for source, _, effect in self.uses if effect in COLOURS), -1)


@dataclass(frozen=True, slots=True)
class Spot:
    """A die of a kind on a space of a card; for good, or taken back at once."""

    die: int
    laid: Laid
    space: int
    kind: Rolled
    var: Any
    passing: bool = False


def sources(setting: Setting, state: State) -> list[Source]:
    """All companions of the gnome on turn and gnomes that can change dice without a roll."""
    seat, box = state.mover, setting.box
    found = [
        Source(name, does, box.companions[name].wake, name in seat.awake)
        for name in (*seat.awake, *seat.resting)
        if (does := _certain(box.companions[name].abilities))
    ]
    called = ((at, _certain((ability,))) for at, ability in callable_gnomes(setting, state))
    return [*found, *(Source(f"gnome {at + 1}", does) for at, does in called if does)]


def _certain(abilities: Sequence[Ability]) -> tuple[tuple[int, Shift | Recolour], ...]:
    return tuple((at, does) for at, does in enumerate(abilities) if isinstance(does, Shift | Recolour))


def further(die: Rolled, way: Way, at: int, source: Source) -> Iterator[Way]:
    """One use more, in a fixed order, that goes on in the same direction or gives the first new colour."""
    turned = [int(effect) for _, _, effect in way.uses if effect[0] in "+-"]
    for ability, does in source.does:
        if isinstance(does, Shift):
            effects = [f"{steps:+}" for steps in steps_of(does) if not turned or (steps > 0) == (turned[0] > 0)]
            effects = [effect for effect in effects if abs(sum(turned) + int(effect)) < len(FACES)]
        elif way.kind.colour == die.colour:
            effects = [colour for colour in does.colours or COLOURS if colour != die.colour]
        else:
            effects = []
        for effect in effects:
            use = at, ability, effect
            if not way.uses or way.uses[-1] <= use:
                yield Way(_after(way.kind, effect), (*way.uses, use))


def _after(die: Rolled, effect: str) -> Rolled:
    if effect[0] in "+-":
        return Rolled(die.colour, (int(die.face) + int(effect) - 1) % len(FACES) + 1)
    return Rolled(effect, die.face)


def painted(able: Sequence[Source]) -> set[str]:
    """The colours that dice can be given."""
    does = [does for source in able for _, does in source.does]
    return {colour for one in does if isinstance(one, Recolour) for colour in one.colours or COLOURS}


def steps_of(does: Shift) -> list[int]:
    """By how much a die can be turned, down as well as up.

    >>> steps_of(Shift(2, True)), steps_of(Shift(1, True, "down"))
    ([1, 2, -1, -2], [-1])
    """
    up = range(1, does.steps + 1) if does.ways != "down" else range(0)
    down = range(1, does.steps + 1) if does.ways != "up" else range(0)
    return [*up, *(-n for n in down)]
