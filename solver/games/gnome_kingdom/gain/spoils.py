"""What an attempt brings: resources and a step, chance by chance, with tiles that bring the same made one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from solver.dice import Rolled
from solver.games.gnome_kingdom import turn
from solver.games.gnome_kingdom.action import Done
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.stage import Aftermath, Attempt, Bonus, Move, TurnOver
from solver.games.gnome_kingdom.state import Counts, State

MOST_TAKEN = 3
"""Of one kind at one time: more of it in the supply makes no difference."""


class Spoil(NamedTuple):
    """What a player may come away with.

    Parameters
    ----------
    gain : resources of each kind
    row : where the pawn stands then
    crown : whether the crown was found just now, so that one more die of the roll may be kept
    """

    gain: Counts
    row: int
    crown: bool = False


Option = tuple[tuple[int, frozenset[Spoil]], ...]
"""One way to go: each chance with its weight, and what may then be chosen from."""


class Spoils:
    """What solving the task and what failing brings in a state.

    Parameters
    ----------
    game : the whole game
    state : in the turn asked about, before the move

    Examples
    --------
    >>> from solver.games.gnome_kingdom.state import Seat
    >>> from solver.games.gnome_kingdom.setting import Setting
    >>> state = State((Seat("acorn", space=3), Seat("leaf")), Attempt(), turns=1)
    >>> spoils = Spoils(GnomeKingdom(2), state)
    >>> [len(option) for option in spoils.of((9, 9, 9, 9, 9), solved=True)]
    [10]
    >>> ((_, choice),) = spoils.of((9, 9, 9, 9, 9), solved=False)[0]
    >>> len(choice)
    35
    """

    def __init__(self, game: GnomeKingdom, state: State) -> None:
        self.game = game
        self.state = state.with_mover(own=()).but(roll=(Rolled("red", 1),), borrowed=0)  # a die for the crown's bonus
        self._of = lru_cache(maxsize=None)(self._options)

    def of(self, there: Counts, *, solved: bool) -> tuple[Option, ...]:
        """The ways to go after the attempt, with so many resources of each kind left in the general supply."""
        return self._of(tuple(min(number, MOST_TAKEN) for number in there), solved)

    @cached_property
    def most(self) -> tuple[int, ...]:
        """How many resources of each kind the attempt brings at most."""
        ways = [way for solved in (True, False) for way in self.of((9, 9, 9, 9, 9), solved=solved)]
        found = [spoil.gain for way in ways for _, choice in way for spoil in choice]
        return tuple(map(max, zip(*found, strict=True)))

    def _options(self, there: Counts, solved: bool) -> tuple[Option, ...]:
        state = self._with_stock(there).but(stage=Move() if solved else Attempt())
        setting = self.game.setting
        ways: Iterable[Any] = turn.steps(setting, state) if solved else turn.searches(setting, state)
        return tuple(dict.fromkeys(self._option(state, way) for way in ways))

    def _with_stock(self, there: Counts) -> State:
        """The state with the resources of all so dealt that so many of each kind are left."""
        state = self.state.with_mover(bag=(0, 0, 0, 0, 0))
        left = state.resources()
        held = tuple(has - number for has, number in zip(left, there, strict=True))
        return state.with_mover(bag=held)

    def _option(self, state: State, way: Any) -> Option:
        before = state.mover.bag
        after = self.game.apply(state, way)
        if not isinstance(after.stage, TurnOver):
            return ((1, frozenset(self._choice(after, before))),)
        found: dict[frozenset[Spoil], int] = {}
        for tile, weight in self.game.chance_outcomes(after).items():
            choice = frozenset(self._choice(self.game.apply(after, tile), before))
            found[choice] = found.get(choice, 0) + weight
        return tuple((weight, choice) for choice, weight in found.items())

    def _choice(self, state: State, before: Counts, crown: bool = False) -> set[Spoil]:
        if isinstance(state.stage, Aftermath):
            seat = state.mover
            gain = tuple(now - then for now, then in zip(seat.bag, before, strict=True))
            return {Spoil(gain, seat.place[0], crown)}  # type: ignore[arg-type]
        if isinstance(state.stage, Bonus):
            return self._choice(self.game.apply(state, Done()), before, True)
        actions = self.game.legal_actions(state)
        return {one for action in actions for one in self._choice(self.game.apply(state, action), before, crown)}
