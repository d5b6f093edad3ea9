"""Lines of a turn: every first action with its exact value, and what follows up to the next chance.

Steps that can be taken in any order make one line of play, not many. A line is followed until the turn ends or
something is rolled or drawn, always with steps that keep its value. Lines that come to the same are one: after the end
of the turn, or before the same roll. What is rolled comes as early as it can: a step that does as well afterwards is no
part of the way there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from solver.game import CHANCE
from solver.games.companion_quest.action import End, Take
from solver.games.companion_quest.alike import Colours, tidied
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_game import Ended, TurnGame

Pair = tuple[Fraction, Fraction]
"""What a turn is worth: by the objective, the more the better, and by progress."""

Step = tuple[State, Any]
"""An action and the state in which it is taken."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play.

    Parameters
    ----------
    steps : the first action and what follows, each with the state in which it is taken
    worth : what the turn comes to by it
    alike : first actions that lead to the same
    """

    steps: tuple[Step, ...]
    worth: Pair
    alike: tuple[Any, ...] = ()

    @property
    def first(self) -> Any:
        """The first action."""
        return self.steps[0][1]


class Lines:
    """The lines of a turn.

    Parameters
    ----------
    turn : the turn
    value : what a state of it is worth in which something is to be decided or comes by chance
    """

    def __init__(self, turn: TurnGame, value: Callable[[State], Pair]) -> None:
        self.turn, self._value = turn, value
        self._known: dict[State, Pair] = {}
        self._colours: dict[State, Colours] = {}

    def worth(self, state: State | Ended) -> Pair:
        """What a state is worth."""
        if isinstance(state, Ended):
            return Fraction(state.worth[0]), Fraction(state.worth[1])
        if state not in self._known:
            self._known[state] = self._value(state)
        return self._known[state]

    def lines(self, state: State) -> list[Line]:
        """All lines, the best first; equally good ones in the order of their first actions."""
        found: dict[Any, list[Line]] = {}
        for action in self._moves(state):
            after = self.turn.apply(state, action)
            line = Line(tuple(self._follow(state, action)), self.worth(after))
            found.setdefault((line.worth, self._end(line)), []).append(line)
        lines = [self._one(alike) for alike in found.values()]
        return sorted(lines, key=lambda line: line.worth, reverse=True)

    def _moves(self, state: State) -> list[Any]:
        """The actions: to end the turn first, then what is by chance."""
        moves = self.turn.legal_actions(state)
        return sorted(moves, key=lambda move: (not isinstance(move, End), not self._is_chance(state, move)))

    def _is_chance(self, state: State, move: Any) -> bool:
        return self.turn.current_player(self.turn.apply(state, move)) == CHANCE

    def _follow(self, state: State, action: Any) -> Iterator[Step]:
        """An action, and the steps after it that keep its value, up to the end or to the next chance."""
        while True:
            yield state, action
            after = self.turn.apply(state, action)
            if isinstance(after, Ended) or self.turn.current_player(after) == CHANCE:
                return
            worth = self.worth(after)
            state = after
            action = next(move for move in self._moves(after) if self.worth(self.turn.apply(after, move)) == worth)

    def _end(self, line: Line) -> Any:
        """What tells lines of the same value apart: where they end."""
        state, last = line.steps[-1]
        if isinstance(last, End):
            return tidied(self.turn.game.setting, self.turn.game.apply(state, last))
        if isinstance(last, Take):
            return tidied(self.turn.game.setting, state), self._kinds(state).kinds(last.colours)
        start = line.steps[0][0]
        way = [action for _, action in line.steps[:-1]]
        for number in reversed(range(len(way))):
            shorter = [*way[:number], *way[number + 1 :]]
            there = self._replayed(start, shorter)
            if there is not None and self._does_as_well(there, last, line.worth):
                way, state = shorter, there
        return tidied(self.turn.game.setting, state), last

    def _kinds(self, state: State) -> Colours:
        """The colours that cannot be told apart when dice are gathered."""
        if state not in self._colours:
            self._colours[state] = Colours(self.turn.game.setting, state)
        return self._colours[state]

    def _replayed(self, state: State, actions: Sequence[Any]) -> State | None:
        """The state after some actions, or None where they cannot be taken."""
        for action in actions:
            if action not in self.turn.legal_actions(state):
                return None
            after = self.turn.apply(state, action)
            if isinstance(after, Ended) or self.turn.current_player(after) == CHANCE:
                return None
            state = after
        return state

    def _does_as_well(self, state: State, action: Any, worth: Pair) -> bool:
        legal = action in self.turn.legal_actions(state)
        return legal and self.worth(self.turn.apply(state, action)) == worth

    @staticmethod
    def _one(alike: Sequence[Line]) -> Line:
        """Of lines that are the same the shortest, with the first actions of the others."""
        best = min(alike, key=lambda line: len(line.steps))
        return Line(best.steps, best.worth, tuple(line.first for line in alike if line is not best))
