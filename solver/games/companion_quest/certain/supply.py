"""Dice that take another colour, in the CP-SAT model of a turn: only while there is such a die that is not in use."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from solver.games.companion_quest.state import COLOURS

if TYPE_CHECKING:
    from solver.games.companion_quest.certain.dice import Dice


def add_supply(dice: Dice) -> None:
    """Add when dice change their colour, and that one of the new colour is free then."""
    _Supply(dice).add()


class _Supply:
    def __init__(self, dice: Dice) -> None:
        self.dice, self.model, self.turn = dice, dice.model, dice.turn
        times = ((die, self._time(die)) for die in dice.every)
        self.when = {die: when for die, when in times if when is not None}
        self.to = {(die, colour): self._painted(die, colour) for die in self.when for colour in COLOURS}
        self.changed: dict[int, Any] = {}
        for die in self.when:
            self.changed[die] = self.model.new_bool_var(f"die {die} changes its colour")
            self.model.add(sum(self.to[die, colour] for colour in COLOURS) == self.changed[die])
        self.sooner: dict[tuple[int, int], Any] = {}

    def add(self) -> None:
        for one, other in combinations(self.when, 2):
            order = self.model.new_bool_var(f"die {one} changes its colour before {other}")
            self.sooner[one, other], self.sooner[other, one] = order, ~order
        for (one, other), order in self.sooner.items():
            when = [self.changed[one], self.changed[other], order]
            self.model.add(self.when[one] + 1 <= self.when[other]).only_enforce_if(when)
        left = dict(zip(COLOURS, self.turn.state.supply(), strict=True))
        for (die, colour), var in self.to.items():
            if not isinstance(var, int):
                self.model.add(left[colour] + self._freed(die, colour) >= 1).only_enforce_if(var)

    def _time(self, die: int) -> Any:
        """When a die changes its colour; None if it cannot."""
        ways = [(way, var) for other, way, var in self.turn.taken if other == die and way.painter >= 0]
        if not ways:
            return None
        when = self.model.new_int_var(1, self.dice.end, f"when die {die} changes its colour")
        for source in {way.painter for way, _ in ways}:
            uses = []  # which use of the source it is
            for use, then in self.dice.when[source, die]:
                is_it = self.model.new_bool_var("is that use")
                self.model.add_implication(is_it, use)
                self.model.add(when == then).only_enforce_if(is_it)
                uses.append(is_it)
            for way, var in ways:
                if way.painter == source:
                    self.model.add_bool_or([*uses, ~var])
        return when

    def _painted(self, die: int, colour: str) -> Any:
        """Whether a die is given a colour; 0 if it cannot be."""
        ways = [
            var
            for other, way, var in self.turn.taken
            if other == die and way.painter >= 0 and way.kind.colour == colour
        ]
        if not ways:
            return 0
        painted = self.model.new_bool_var(f"die {die} is made {colour}")
        self.model.add(sum(ways) == painted)
        return painted

    def _freed(self, die: int, colour: str) -> Any:
        """How many dice of a colour more are not in use when a die is to be of it."""
        freed: Any = 0
        for laid in self.turn.laid:
            if laid.back:
                freed += sum(1 - stays for lies, stays in laid.lying.values() if lies.colour == colour)
        for other in self.when:
            if other == die:
                continue
            if not isinstance(self.to[other, colour], int):
                freed -= self._both(self.to[other, colour], self.sooner[other, die])
            if self.dice.hand[other].colour == colour:
                freed += self._both(self.changed[other], self.sooner[other, die])
        for spot in (spot for spots in self.dice.spots for spot in spots):
            if spot.passing and spot.kind.colour == colour and spot.die != die:
                back = self.model.new_bool_var("is back before")
                self.model.add_implication(back, spot.var)
                self.model.add(self.dice.times[spot.die] + 1 <= self.when[die]).only_enforce_if(back)
                freed += back
        return freed

    def _both(self, one: Any, other: Any) -> Any:
        both = self.model.new_bool_var("both")
        self.model.add_implication(both, one)
        self.model.add_implication(both, other)
        self.model.add_bool_or([both, ~one, ~other])
        return both
