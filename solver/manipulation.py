"""Manipulating dice: the vocabulary of what tokens, powers and companions do to a roll, and what each word means.

A manipulation is data. Its meaning is given here once, plainly: an act begins on a table, offers actions, an action may
be a roll of a die, and when the act is over the table has changed. Kernels that are faster must agree with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from solver.dice import Rolled, rolled_key, rolled_text


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll again: up to `dice` dice, each up to `times` times, stopping at any time.

    Parameters
    ----------
    dice, times : how many dice, and how often each
    interleaved : whether the player may go back to a die after another; else each die is done before the next
    """

    dice: int = 1
    times: int = 1
    interleaved: bool = True


@dataclass(frozen=True, slots=True)
class Shift:
    """Turn one die to the next number up or down, up to `steps` times.

    Parameters
    ----------
    wraps : whether the highest number is followed by the lowest
    ways : whether it may go both ways, or only up or down
    """

    steps: int = 1
    wraps: bool = False
    ways: Literal["both", "up", "down"] = "both"


@dataclass(frozen=True, slots=True)
class Recolour:
    """Take a die of another colour from the supply in the place of one die, the number kept.

    Parameters
    ----------
    colours : which colours it may become; empty for any
    """

    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Borrow:
    """Take up to `dice` dice from the supply one by one and roll each; as many go back later.

    Parameters
    ----------
    drawn : whether each die of the supply is as likely as another; else the player chooses the colours
    """

    dice: int = 1
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Swap:
    """Swap one die of the roll with one that lies elsewhere, both numbers kept.

    Parameters
    ----------
    places : where it may lie
    """

    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Disguise:
    """One die counts as one of any colour; nothing but further disguises may follow."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give so many tokens for so many of another kind."""

    give: int = 2
    take: int = 1


@dataclass(frozen=True, slots=True)
class Gain:
    """Take so many tokens of chosen kinds."""

    tokens: int = 1


@dataclass(frozen=True, slots=True)
class Barter:
    """Swap up to so many tokens with another player, the player on turn choosing both sides."""

    tokens: int = 1


OfDice = Reroll | Shift | Recolour | Borrow | Swap | Disguise
OfTokens = Exchange | Gain | Barter
Manipulation = OfDice | OfTokens


@dataclass(frozen=True, slots=True)
class Table:
    """The dice a manipulation can touch.

    Parameters
    ----------
    roll : the player's dice, in canonical order
    supply : colour -> dice not in use
    elsewhere : dice that may be swapped with, in canonical order
    owed : how many borrowed dice go back at the end of the turn
    faces : the numbers of every die run from 1 to this
    """

    roll: tuple[Rolled, ...]
    supply: tuple[tuple[str | None, int], ...] = ()
    elsewhere: tuple[Rolled, ...] = ()
    owed: int = 0
    faces: int = 6

    @classmethod
    def of(
        cls,
        roll: Iterable[Rolled],
        supply: Mapping[str | None, int] | None = None,
        elsewhere: Iterable[Rolled] = (),
        faces: int = 6,
    ) -> Table:
        """A table with its dice in canonical order.

        >>> Table.of([Rolled("red", 3), Rolled("blue", 5)], {"red": 7}).roll
        (Rolled(colour='blue', face=5), Rolled(colour='red', face=3))
        """
        counted = tuple((supply or {}).items())
        return cls(_ordered(roll), counted, _ordered(elsewhere), faces=faces)


@dataclass(frozen=True, slots=True)
class Stop:
    """End the act."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll a die again; `left` tells how often it may be, this time included."""

    die: Rolled
    left: int

    def __str__(self) -> str:
        return f"reroll {rolled_text(self.die)}"


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn a die to a neighbouring number; `left` as for a reroll."""

    die: Rolled
    face: int
    left: int

    def __str__(self) -> str:
        return f"turn {rolled_text(self.die)} to {self.face}"


@dataclass(frozen=True, slots=True)
class Paint:
    """Change the colour of a die."""

    die: Rolled
    colour: str | None

    def __str__(self) -> str:
        return f"make {rolled_text(self.die)} {self.colour}"


@dataclass(frozen=True, slots=True)
class Lend:
    """Take a die of a colour from the supply and roll it; no colour where it is drawn, or dice have none."""

    colour: str | None

    def __str__(self) -> str:
        return f"roll one more {self.colour} die" if self.colour else "roll one more die"


@dataclass(frozen=True, slots=True)
class Give:
    """Give a die for another."""

    die: Rolled
    taken: Rolled

    def __str__(self) -> str:
        return f"give {rolled_text(self.die)} for {rolled_text(self.taken)}"


Action = Stop | Roll | Turn | Paint | Lend | Give
STOP = Stop()


@dataclass(frozen=True, slots=True)
class Act:
    """A manipulation under way.

    Parameters
    ----------
    manipulation : what is done
    table : the dice, those in hand excluded
    hand : dice already named, each with how often it may still be rolled or turned
    fresh : how many more dice may be named
    over : whether nothing can follow
    """

    manipulation: OfDice
    table: Table
    hand: tuple[tuple[Rolled, int], ...] = ()
    fresh: int = 1
    over: bool = False

    def settled(self) -> Table:
        """The table when the act ends here."""
        return replace(self.table, roll=_ordered((*self.table.roll, *(die for die, _ in self.hand))))


def begin(manipulation: OfDice, table: Table) -> Act:
    """Begin a manipulation.

    >>> act = begin(Shift(), Table.of([Rolled("red", 1)]))
    >>> [str(action) for action in actions(act)]
    ['stop', 'turn r1 to 2']
    """
    fresh = manipulation.dice if isinstance(manipulation, Reroll | Borrow) else 1
    return Act(manipulation, table, fresh=fresh)


def actions(act: Act) -> tuple[Action, ...]:
    """What the player may do next, stopping first; nothing once the act is over."""
    return () if act.over else (STOP, *_actions(act))


def _actions(act: Act) -> Iterator[Action]:
    table = act.table
    loose = dict.fromkeys(table.roll) if act.fresh else {}
    match act.manipulation:
        case Reroll(times=times):
            yield from (Roll(die, left) for die, left in dict.fromkeys(act.hand) if left)
            yield from (Roll(die, times) for die in loose)
        case Shift(steps) as shift:
            movable = [*dict.fromkeys(act.hand), *((die, steps) for die in loose)]
            for die, left in movable:
                if left:
                    yield from (Turn(die, face, left) for face in _neighbours(die, table.faces, shift))
        case Recolour(colours):
            free = [colour for colour, n in table.supply if n and (not colours or colour in colours)]
            yield from (Paint(die, colour) for die in loose for colour in free if colour != die.colour)
        case Disguise():
            yield from (Paint(die, colour) for die in loose for colour, _ in table.supply if colour != die.colour)
        case Borrow(drawn=True):
            yield from (Lend(None) for _ in range(act.fresh > 0 and any(n for _, n in table.supply)))
        case Borrow():
            yield from (Lend(colour) for colour, n in table.supply if n and act.fresh)
        case Swap():
            yield from (Give(die, other) for die in loose for other in dict.fromkeys(table.elsewhere))


def results(act: Act, action: Action) -> dict[Act, int]:
    """What an action leads to, with integer weights.

    >>> act = begin(Reroll(), Table.of([Rolled("red", 1)]))
    >>> after = results(act, Roll(Rolled("red", 1), 1))
    >>> sum(after.values()), sorted(die.face for each in after for die in each.settled().roll)
    (6, [1, 2, 3, 4, 5, 6])
    """
    table = act.table
    sides = range(1, table.faces + 1)
    match action:
        case Stop():
            return {_over(act): 1}
        case Roll(die, left):
            named = _named(act, die, left)
            return {_back(named, Rolled(die.colour, side), left - 1): 1 for side in sides}
        case Turn(die, face, left):
            return {_back(_named(act, die, left), Rolled(die.colour, face), left - 1): 1}
        case Paint(die, colour):
            supply = dict(table.supply)
            if isinstance(act.manipulation, Recolour):
                supply[colour] -= 1
                if die.colour in supply:
                    supply[die.colour] += 1
            roll = (*_without(table.roll, die), Rolled(colour, die.face))
            return {_over(act, replace(table, roll=_ordered(roll), supply=tuple(supply.items()))): 1}
        case Lend(colour):
            drawn = isinstance(act.manipulation, Borrow) and act.manipulation.drawn
            ways = {taken: n for taken, n in table.supply if n} if drawn else {colour: 1}
            after = replace(act, fresh=act.fresh - 1, over=act.fresh == 1)
            return {
                replace(after, table=_lent(table, Rolled(taken, side))): weight
                for taken, weight in ways.items()
                for side in sides
            }
        case Give(die, taken):
            roll = _ordered((*_without(table.roll, die), taken))
            elsewhere = _ordered((*_without(table.elsewhere, taken), die))
            return {_over(act, replace(table, roll=roll, elsewhere=elsewhere)): 1}


def _lent(table: Table, die: Rolled) -> Table:
    """The table with that die in the roll, and one of its colour less in the supply."""
    supply = tuple((colour, n - (colour == die.colour)) for colour, n in table.supply)
    return replace(table, roll=_ordered((*table.roll, die)), supply=supply, owed=table.owed + 1)


def _neighbours(die: Rolled, faces: int, shift: Shift) -> list[int]:
    assert isinstance(die.face, int)
    ways = {"both": (1, -1), "up": (1,), "down": (-1,)}[shift.ways]
    turned = [die.face + way for way in ways]
    if shift.wraps:
        return list(dict.fromkeys((face - 1) % faces + 1 for face in turned))
    return [face for face in turned if 1 <= face <= faces]


def _named(act: Act, die: Rolled, left: int) -> Act:
    """The act with that die taken up, from the hand if it was named before."""
    if (die, left) in act.hand:
        return replace(act, hand=_without(act.hand, (die, left)))
    held = act.hand
    if isinstance(act.manipulation, Reroll) and not act.manipulation.interleaved:
        held = tuple((other, 0) for other, _ in held)
    table = replace(act.table, roll=_without(act.table.roll, die))
    return replace(act, table=table, hand=held, fresh=act.fresh - 1)


def _back(act: Act, die: Rolled, left: int) -> Act:
    hand = tuple(sorted((*act.hand, (die, left)), key=lambda entry: (rolled_key(entry[0]), entry[1])))
    after = replace(act, hand=hand)
    return after if act.fresh or any(n for _, n in hand) else _over(after)


def _over(act: Act, table: Table | None = None) -> Act:
    return Act(act.manipulation, table or act.settled(), fresh=0, over=True)


def _ordered(dice: Iterable[Rolled]) -> tuple[Rolled, ...]:
    return tuple(sorted(dice, key=rolled_key))


def _without(items: tuple[object, ...], item: object) -> tuple:  # type: ignore[type-arg]
    at = items.index(item)
    return items[:at] + items[at + 1 :]
