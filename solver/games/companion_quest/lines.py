"""Lines of a turn: every first action with its exact value, and what follows up to the next chance.

Steps that can be taken in any order make one line of play, not many. A line is followed until the turn ends or
something is rolled or drawn, always with steps that keep its value. Lines that come to the same are one: after the end
of the turn, or before the same roll. What is rolled comes as early as it can: a step that does as well afterwards is no
part of the way there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from solver.errors import GnomonError
from solver.game import CHANCE
from solver.games.companion_quest.action import QUEST, Eat, End, Place, Take, Use
from solver.games.companion_quest.alike import Colours, tidied
from solver.games.companion_quest.stage import Adventure
from solver.games.companion_quest.state import Dice, State
from solver.games.companion_quest.turn_game import Ended, Pair, TurnGame
from solver.games.companion_quest.turn_values import Values
from solver.manipulation import Roll, Turn

FOLLOWED = 5
"""So many lines are followed, and all that are as good; what comes after a worse first action is not told."""

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
    worth : what a state of it is worth
    """

    def __init__(self, turn: TurnGame, worth: Values) -> None:
        self.turn, self.worth = turn, worth
        self._colours: dict[State, Colours] = {}
        self._takes: dict[Any, int] = {}
        self._ways: dict[State, list[Step]] = {}

    def lines(self, state: State) -> list[Line]:
        """All lines, the best first; equally good ones in the order of their first actions."""
        return self.first_lines(state, None)[0]

    def first_lines(self, state: State, number: int | None) -> tuple[list[Line], int]:
        """So many lines and perhaps some more, the best first; and how many first actions come after them.

        What those are worth need not be known: it is only asked whether it is more than what has been found.

        number : of the lines that are wanted; None for all
        """
        found: dict[Any, list[Line]] = {}
        lost: dict[Any, set[Any]] = {}  # what is no good after a first action, by that and what it is worth
        for worth, actions, left in self._by_worth(state, number is None):
            if len(found) >= max(FOLLOWED, number or 0) and number is not None:
                return [self._one(alike) for alike in found.values()], len(actions) + len(left)
            followed = len(found) < FOLLOWED
            for action in actions:
                if not followed:
                    found[worth, action] = [Line(((state, action),), worth)]
                    continue
                worse = self._still(state, action, left)
                worse |= lost.get((worth, action), set())
                line = Line(tuple(self._follow(state, action, worse)), worth)
                for move in self._still(state, action, worse):  # the other way round it is the same
                    lost.setdefault((worth, move), set()).add(action)
                found.setdefault((worth, self._end(line)), []).append(line)
        return [self._one(alike) for alike in found.values()], 0

    def _by_worth(self, state: State, all_: bool) -> Iterator[tuple[Pair, list[Any], list[Any]]]:
        """What the first actions are worth, the most first, those that are worth it, and those that are worth less."""
        moves = self._moves(state)
        after = [self.turn.apply(state, move) for move in moves]
        if all_ or isinstance(moves[0], Take):
            firsts = [(self.worth(then), move) for then, move in zip(after, moves, strict=True)]
            firsts.sort(key=lambda first: first[0], reverse=True)
            self._takes = {move: rank for rank, (_, move) in enumerate(firsts) if isinstance(move, Take)}
            for worth, group in groupby(firsts, key=lambda first: first[0]):
                yield worth, [move for _, move in group], [move for other, move in firsts if other < worth]
            return
        left = list(range(len(moves)))
        worth = self.worth(state)
        while left:
            here = [at for at in left if self.worth.is_worth(after[at], worth, most=True)]
            left = [at for at in left if at not in here]
            yield worth, [moves[at] for at in here], [moves[at] for at in left]
            if left:
                worth = self.worth(after[left[0]])
                for at in left[1:]:
                    if self.worth.is_more(after[at], worth):
                        worth = self.worth(after[at])

    def best(self, state: State) -> Any:
        """The first of the best actions."""
        value = self.worth(state)
        return next(
            move for move in self._moves(state) if self.worth.is_worth(self.turn.apply(state, move), value, most=True)
        )

    def _moves(self, state: State) -> list[Any]:
        """The actions: to end the turn first, then what is by chance, then what places dice.

        What can be gathered comes in the order of what it is worth at first, since that takes long to find out anew.
        """
        moves = self.turn.legal_actions(state)
        if not self._takes:
            return sorted(moves, key=_order)
        return sorted(moves, key=lambda move: (_order(move), self._takes.get(move, 0)))

    def _follow(self, state: State, action: Any, worse: set[Any]) -> list[Step]:
        """An action, and the steps after it that keep its value, up to the end or to the next chance.

        worse : actions that are known not to keep it then; those that are found are added
        """
        after = self.turn.apply(state, action)
        if self._stops(after):
            return [(state, action)]
        assert isinstance(after, State)
        way = self._way(after, self.worth(after), {_place(state), _place(after)}, worse)
        if way is None:
            raise GnomonError(f"turn: no action after '{action}' is worth as much as all of them")
        return [(state, action), *way]

    def _way(self, state: State, worth: Pair, passed: set[State], worse: set[Any]) -> list[Step] | None:
        """Steps that keep a value; none leads back, since companions may wake each other in a circle.

        worse : actions that are known not to keep it; those that are found are added
        """
        known = self._ways.get(state)
        if known is not None and not any(_place(there) in passed for there, _ in known[1:]):
            return known
        for move in self._moves(state):
            if move in worse:
                continue
            after = self.turn.apply(state, move)
            if isinstance(after, State) and _place(after) in passed:
                continue
            if not self.worth.is_worth(after, worth, most=True):
                worse.add(move)
                continue
            way: list[Step] | None = []
            if not self._stops(after):
                assert isinstance(after, State)
                passed.add(_place(after))
                way = self._way(after, worth, passed, self._still(state, move, worse))
            if way is not None:
                self._ways[state] = [(state, move), *way]
                return self._ways[state]
        return None

    def _still(self, state: State, move: Any, worse: Iterable[Any]) -> set[Any]:
        """Which of the actions that are worse than a move still are after it.

        What could be done before it as well comes to no more after it.
        """
        dice = _dice_of(move)
        if not dice or not isinstance(state.stage, Adventure) or self.turn.game.setting.rules.lock == "at_once":
            return set()
        return {other for other in worse if self._apart(state, move, dice, other)}

    def _apart(self, state: State, move: Place | Use, dice: Dice, other: Any) -> bool:
        """Whether a move can as well come after another action, if that can come after it."""
        more = _dice_of(other)
        if not more or any(state.hand.count(die) < dice.count(die) + more.count(die) for die in dice):
            return False
        if isinstance(move, Place) and isinstance(other, Place):
            return move.card != other.card or move.card != QUEST
        if isinstance(other, Place):
            return True
        if isinstance(move, Use):
            return bool(move.companion != other.companion)
        # whoever has been used can be woken
        wake = self.turn.game.setting.box.companions[other.companion].wake
        return len(move.wakes) == len(dice) or all(die.colour != wake for die in dice)

    def _stops(self, state: State | Ended) -> bool:
        return isinstance(state, Ended) or self.turn.current_player(state) == CHANCE

    def _end(self, line: Line) -> Any:
        """What tells lines of the same value apart: where they end."""
        state, last = line.steps[-1]
        if isinstance(last, End):
            return tidied(self.turn.game.setting, self.turn.game.apply(state, last))
        start = line.steps[0][0]
        way = [action for _, action in line.steps[:-1]]
        for number in reversed(range(len(way))):
            shorter = [*way[:number], *way[number + 1 :]]
            there = self._replayed(start, shorter)
            if there is not None and self._does_as_well(there, last, line.worth):
                way, state = shorter, there
        chance = self._kinds(state).kinds(last.colours) if isinstance(last, Take) else last
        return tidied(self.turn.game.setting, state), chance

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
        return legal and self.worth.is_worth(self.turn.apply(state, action), worth)

    @staticmethod
    def _one(alike: Sequence[Line]) -> Line:
        """Of lines that are the same the shortest, if possible not begun with what dice are placed anyway."""
        best = min(alike, key=lambda line: (len(line.steps), isinstance(line.first, Place)))
        return Line(best.steps, best.worth, tuple(line.first for line in alike if line is not best))


def _place(state: State) -> State:
    """Where a turn stands, however many companions were woken on the way."""
    return state.but(roused=0) if state.roused else state


def _dice_of(move: Any) -> Dice:
    """The dice of the hand that an action is about; none where it is not only about them."""
    if isinstance(move, Place) and not move.freely:
        return move.dice
    if isinstance(move, Use) and isinstance(move.action, Turn | Roll):
        return (move.action.die,)
    return ()


def _order(move: Any) -> int:
    if isinstance(move, Place):
        return 2
    if isinstance(move, End):
        return 0
    if isinstance(move, Take) or (isinstance(move, Eat) and move.tames):
        return 1
    if isinstance(getattr(move, "action", move), Roll):
        return 1
    return 3
