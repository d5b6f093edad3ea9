"""Lines of a turn: every first action with its exact value, and what follows up to the next chance.

Steps that can be taken in any order make one line of play, not many. A line is followed until the turn ends or
something is rolled or drawn, always with steps that keep its value. Lines that come to the same are one: after the end
of the turn, or before the same roll. What is rolled comes as early as it can: a step that does as well afterwards is no
part of the way there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from solver.errors import GnomonError, TooBigError
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

KNOWN = 500
"""What is done to see whether something is known already, as so many values take."""

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
    sure : how many of the two numbers are just that; else it is worth no less, nor more than the best line
    """

    steps: tuple[Step, ...]
    worth: Pair
    alike: tuple[Any, ...] = ()
    sure: int = 2

    @property
    def first(self) -> Any:
        """The first action."""
        return self.steps[0][1]


class Hurry(NamedTuple):
    """How lines are found where that must not take long.

    Parameters
    ----------
    less : what a state is worth at least, soon known, and for how many of the two numbers it is just that: for first
        actions that would take long to judge
    each : how much may be done to judge or to follow one first action
    together : and for all of them
    """

    less: Callable[[State | Ended], tuple[Pair, int]]
    each: int
    together: int


class Lines:
    """The lines of a turn.

    Parameters
    ----------
    turn : the turn
    worth : what a state of it is worth
    hurry : where that must not take long
    """

    def __init__(self, turn: TurnGame, worth: Values, hurry: Hurry | None = None) -> None:
        self.turn, self.worth, self._hurry = turn, worth, hurry
        self._unsure: list[Any] = []  # first actions that would take long to judge
        self._most = 0  # what may be done until they are judged
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
        untold = 0
        for worth, actions, left in self._by_worth(state, number is None):
            if len(found) >= max(FOLLOWED, number or 0) and number is not None:
                untold = len(actions) + len(left)
                break
            followed = len(found) < FOLLOWED
            for action in actions:
                line, end = Line(((state, action),), worth), (worth, action)
                if followed:
                    worse = self._still(state, action, left) | lost.get((worth, action), set())
                    self._allow()
                    try:
                        line = Line(tuple(self._follow(state, action, worse)), worth)
                        end = self._end(line)
                    except TooBigError:
                        if not self._hurry:
                            raise
                    for move in self._still(state, action, worse):  # the other way round it is the same
                        lost.setdefault((worth, move), set()).add(action)
                found.setdefault(end, []).append(line)
        return [*(self._one(alike) for alike in found.values()), *self._unjudged(state)], untold

    def _unjudged(self, state: State) -> Iterator[Line]:
        """Lines of the first actions that would take long to judge: it is only told what they come to at least."""
        if self._hurry and self._unsure:
            most = self.worth(state)
            for action in self._unsure:
                worth, sure = self._hurry.less(self.turn.apply(state, action))
                yield Line(((state, action),), worth, sure=2 if worth == most else max(sure, worth[0] == most[0]))

    def _by_worth(self, state: State, all_: bool) -> Iterator[tuple[Pair, list[Any], list[Any]]]:
        """What the first actions are worth, the most first, those that are worth it, and those that are worth less."""
        moves = self._moves(state)
        after = {move: self.turn.apply(state, move) for move in moves}
        best: Pair | None = None
        if self._hurry or not (all_ or isinstance(moves[0], Take)):
            best = self.worth(state)
        self._most = self.worth.effort + self._hurry.together if self._hurry else 0
        if all_ or isinstance(moves[0], Take):
            firsts = [(worth, move) for move in moves if (worth := self._asked(move, self.worth, after[move]))]
            firsts.sort(key=lambda first: first[0], reverse=True)
            if best is not None and (not firsts or firsts[0][0] < best):
                self._one_is_best(after, best)
            self._takes = {move: rank for rank, (_, move) in enumerate(firsts) if isinstance(move, Take)}
            for worth, group in groupby(firsts, key=lambda first: first[0]):
                yield worth, [move for _, move in group], [move for other, move in firsts if other < worth]
            return
        sure_of_best = False
        while best is not None:
            told = self._told(moves, after, best)
            moves = [move for move, found in told.items() if found is False]
            if not any(told.values()):
                if sure_of_best:
                    self._unsure += moves
                    return
                self._one_is_best(after, best)
            sure_of_best = True
            yield best, [move for move, found in told.items() if found], moves
            best = None
            for move in moves:
                if best is None or self._asked(move, self.worth.is_more, after[move], best):
                    best = self._asked(move, self.worth, after[move]) or best
            moves = [move for move in moves if move not in self._unsure]

    def _told(self, moves: Sequence[Any], after: Mapping[Any, State | Ended], best: Pair) -> dict[Any, bool | None]:
        """Whether actions are worth just that, where it can be told; what is known already is asked first."""
        told: dict[Any, bool | None] = {}
        for move in moves if self._hurry else ():
            self.worth.allow(KNOWN)
            with suppress(TooBigError):
                told[move] = self.worth.is_worth(after[move], best, True)
        for move in moves:
            if move not in told:
                told[move] = self._asked(move, self.worth.is_worth, after[move], best, True)
        return {move: told[move] for move in moves}

    def _one_is_best(self, after: Mapping[Any, State | Ended], best: Pair) -> None:
        """Make sure that one of the actions that would take long to judge is known to be the best."""
        if not self._hurry or not any(self._hurry.less(after[move])[0] == best for move in self._unsure):
            raise TooBigError("turn: it is not known soon which action is the best")

    def _asked(self, move: Any, ask: Callable[..., Any], *what: Any) -> Any:
        """The answer to a question about a first action; None if it would take long: then the action is put aside."""
        if not self._hurry:
            return ask(*what)
        self._allow()
        try:
            return ask(*what)
        except TooBigError:
            self._unsure.append(move)
            return None

    def _allow(self) -> None:
        """Let so much more be done as it may take to judge or to follow a first action."""
        if self._hurry:
            self.worth.allow(max(0, min(self._hurry.each, self._most - self.worth.effort)))

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
        if way is None and worse:  # where more progress is known of than of the state before
            way = self._way(after, self.worth(after), {_place(state), _place(after)}, set())
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
