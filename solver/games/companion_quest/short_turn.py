"""A smaller turn, in which only so many abilities and snacks are used: for turns that are too big as they are.

It is a game of its own, by the same rules but one: after so many abilities and snacks none can be used any more. Dice
are placed and companions woken as before. So what it is worth can be had in the whole turn, which may be worth more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from solver.games.companion_quest.action import Call, Eat, Use
from solver.games.companion_quest.ready import Ready, rolling
from solver.games.companion_quest.stage import Adventure
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_game import Ended, TurnGame


class ShortTurn(TurnGame):
    """The rest of a turn in which abilities and snacks are only used while there are some left.

    Parameters
    ----------
    turn : the whole turn
    goes_on : whether another one can be used in a state
    """

    def __init__(self, turn: TurnGame, goes_on: Callable[[State], bool]) -> None:
        super().__init__(turn.game, turn.objective, turn.progress, start=turn.start)
        self.goes_on = goes_on

    def legal_actions(self, state: State | Ended) -> Sequence[Any]:
        """Return what the gnome on turn can do."""
        moves = super().legal_actions(state)
        if isinstance(state, Ended) or not isinstance(state.stage, Adventure) or self.goes_on(state):
            return moves
        return [move for move in moves if not isinstance(move, Use | Call | Eat)]


def shortened(found: Ready, uses: int) -> tuple[Ready, list[bool]]:
    """The graph of what is ready when only so many abilities and snacks are used, and the nodes where some are left.

    What leads to each other is one node there, and to use it costs nothing; it is not where none are left.

    Examples
    --------
    >>> from solver.games.companion_quest.ready import ready
    >>> from solver.games.companion_quest.setting import Setting
    >>> from solver.games.companion_quest.state import Seat
    >>> found = ready(Setting(2), State((Seat("crumbles", awake=("prost", "dune-dog")), Seat("bubbles", ready=False))))
    >>> [sum(shortened(found, uses)[1]) for uses in (0, 1, 2, 3)], len(found.end)
    ([0, 1, 3, 4], 4)
    """
    used = _used(found, max(uses, 1))  # after any first action as well
    raw, part = found.apart or found, found.part or range(len(found.end))
    at: dict[int, int] = {}  # the new node of each raw one
    one: dict[int, int] = {}  # and of those that are one
    members: list[list[int]] = []
    for here, node in enumerate(part):
        if node in used:
            at[here] = one.setdefault(node, len(members)) if used[node] < uses else len(members)
            if at[here] == len(members):
                members.append([])
            members[at[here]].append(here)
    more = [used[part[each[0]]] < uses for each in members]
    short = replace(
        found,
        nodes={means: at[here] for means, here in raw.nodes.items() if here in at},
        end=[max(raw.end[here] for here in each) for each in members],
        steps=[_united(at, each, raw.steps) if goes else [] for each, goes in zip(members, more, strict=True)],
        uses=[
            list({(does, at[to]): None for here in each for does, to in raw.uses[here]}) if goes else []
            for each, goes in zip(members, more, strict=True)
        ],
        wakes=[
            sorted({(colour, at[to], leads) for here in each for colour, to, leads in raw.wakes[here]})
            for each in members
        ],
        starts=sorted({at[here] for here in raw.starts}),
        apart=None,
        part=[],
    )
    short.rolls = rolling(short)
    return short, more


def _united(at: dict[int, int], members: list[int], steps: list[list[int]]) -> list[int]:
    """Where the steps of nodes that are one lead."""
    found = {at[to]: None for here in members for to in steps[here]}
    found.pop(at[members[0]], None)
    return list(found)


def _used(found: Ready, most: int) -> dict[int, int]:
    """By node, how many abilities and snacks lead there at least; those that take more are left out."""
    used = dict.fromkeys(found.starts, 0)
    waiting = deque(found.starts)
    while waiting:
        here = waiting.popleft()
        number = used[here]
        for _, after, _ in found.wakes[here]:
            if used.get(after, most + 1) > number:
                used[after] = number
                waiting.appendleft(after)
        for after in (*found.steps[here], *(to for _, to in found.uses[here])) if number < most else ():
            if used.get(after, most + 1) > number + 1:
                used[after] = number + 1
                waiting.append(after)
    return used
