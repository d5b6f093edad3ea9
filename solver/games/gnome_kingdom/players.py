"""Players of the whole game: a random one, a greedy one, and one who looks a turn ahead for what is worth most.

All see the observation and the actions only. What lies ahead they work out by the rules, as anybody could.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import Any

from solver.games.gnome_kingdom.action import Clan, Colours, Complete, Done, Exchange, Search, Solve, Use
from solver.games.gnome_kingdom.filling import solved
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.stage import (
    Acting,
    Aftermath,
    Attempt,
    Bonus,
    Deal,
    GiveBack,
    Move,
    Negotiate,
    Over,
    Refill,
    Settle,
    Take,
    Throw,
    TurnOver,
)
from solver.games.gnome_kingdom.stage import Roll as RollStage
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.turn import counts
from solver.games.gnome_kingdom.worth import Worth, solve_odds
from solver.manipulation import STOP, Give, Paint, Roll, Turn
from solver.solve.playthrough import Player, random_player

__all__ = ["greedy_player", "random_player", "worth_player"]

SURE = (Turn, Paint, Give)
"""Actions on dice in which nothing is rolled."""


def greedy_player(game: GnomeKingdom) -> Player:
    """Return a player who takes what is at hand.

    It takes the first colours offered; solves whenever the dice allow it, without a Deceiver if possible, and keeps the
    die with the highest number; if they do not, uses one resource or card on the roll where that alone is sure to make
    them, the resource it has most of first; else it searches, where it stands. It completes the card with the most
    points as soon as it can. Everywhere else it takes the first action offered.

    Examples
    --------
    >>> game = GnomeKingdom(2)
    >>> str(greedy_player(game)(game.initial_state(), game.legal_actions(game.initial_state())))
    'clan mushroom'
    """

    def choose(state: State, actions: Sequence[Any]) -> Any:
        match state.stage:
            case Attempt():
                solving = [action for action in actions if isinstance(action, Solve)]
                if solving:
                    return min(solving, key=lambda action: (len(action.deceivers), -int(action.keep.face), action.keep))
                helps = [use for use in actions if isinstance(use, Use) and _sure(game, state, use)]
                return min(helps, key=lambda use: _rarity(state, use.source)) if helps else _first(actions, Search)
            case Aftermath():
                best = [action for action in actions if isinstance(action, Complete)]
                return max(best, key=lambda action: game.setting.skills[action.card].points) if best else Done()
            case Acting():
                return STOP
            case _:
                return actions[0]

    return choose


def _first(actions: Sequence[Any], kind: type[Any]) -> Any:
    return next(action for action in actions if isinstance(action, kind))


def _sure(game: GnomeKingdom, state: State, use: Use) -> bool:
    """Whether one use meets the task for certain."""
    if use.where != "roll" or not isinstance(use.action, SURE):
        return False
    after = _ended(game, game.apply(state, use))
    task = game.setting.task(state)
    return task is not None and solved(task, after.roll, game.setting.rules.readings)


def _ended(game: GnomeKingdom, state: State) -> State:
    return game.apply(state, STOP) if isinstance(state.stage, Acting) else state


def _rarity(state: State, source: str) -> int:
    return -state.mover.bag[CLANS.index(source)] if source in CLANS else 0


def worth_player(game: GnomeKingdom, worth: Worth | None = None) -> Player:
    """Return a player who takes the action that seems worth most, by an estimate of the own turn that is not exact.

    Before the roll it takes the colours with the best exact odds of the task; of those equal, the ones that open cards
    ask for. After the roll it looks at every single use of a resource or card, at pairs of uses without chance, and at
    rolls of dice with the mean of what may come, and weighs solving against searching by `worth`.

    Parameters
    ----------
    worth : what things are worth; the default of :class:`Worth` if not given

    Examples
    --------
    >>> game = GnomeKingdom(2)
    >>> str(worth_player(game)(game.initial_state(), game.legal_actions(game.initial_state())))
    'clan acorn'
    """
    mind = _Mind(game, worth or Worth())

    def choose(state: State, actions: Sequence[Any]) -> Any:
        if len(actions) == 1:
            return actions[0]
        return max(mind.considered(state, actions), key=lambda action: mind.value_of(state, action))

    return choose


FAVOURITES = ("acorn", "pebble", "leaf", "berry", "mushroom")
"""The clans in the order in which the worth-maximising player wants them."""


class _Mind:
    """The look ahead of one player: the worth of a state at the end of the own turn, as far as it can be told."""

    def __init__(self, game: GnomeKingdom, worth: Worth) -> None:
        self.game, self.worth = game, worth

    def considered(self, state: State, actions: Sequence[Any]) -> list[Any]:
        """The actions worth a look: with the task met, those that solve it; two for one never."""
        solving = [action for action in actions if isinstance(action, Solve)]
        if solving:
            return solving
        if isinstance(state.stage, Aftermath):  # what lies in the roll no longer matters, but for a swap
            actions = [
                act for act in actions if not isinstance(act, Use) or act.where == "own" or act.seat == state.turn
            ]
        return [action for action in actions if not isinstance(action, Exchange)]

    def value_of(self, state: State, action: Any) -> Fraction:
        """The worth of an action."""
        if isinstance(action, Clan):
            return Fraction(-FAVOURITES.index(action.clan))
        if isinstance(action, Colours) and isinstance(state.stage, Refill):
            pool = [have + more for have, more in zip(state.pool, counts(action.colours), strict=True)]
            return 1000 * solve_odds(self.game.setting, state, pool) + self._wanted(state, action.colours)
        return self.value(self.game.apply(state, action), state.turn, 2)

    def _wanted(self, state: State, colours: Sequence[str]) -> Fraction:
        costs = [self.game.setting.skills[card].cost for card in state.open_cards]
        spaces = [space for cost in costs for space in cost.spaces if len(space.colours) == 1]
        return Fraction(sum(colour in space.colours for colour in colours for space in spaces), 100)

    def value(self, state: State, player: int, depth: int) -> Fraction:
        """The worth of a state to a player; `depth` is how many more uses of things are looked at."""
        held = Fraction(self.worth.held(self.game.setting, state, player))
        if state.turn != player:
            return held
        match state.stage:
            case Over(winners):
                return held + (100_000 if player in winners else 0)
            case Attempt():
                return self._attempt(state, player, depth, held)
            case RollStage():
                chance = solve_odds(self.game.setting, state, state.pool)
                return held + self._failing() + chance * max(0, self._solving() - self._failing())
            case Refill():
                return held + self.worth.turn
            case TurnOver(_, was_solved):
                return held + (self.worth.step + self.worth.token if was_solved else self._failing())
            case Throw() as stage:
                return self._mean(state, stage, player)
            case Move() | Settle() | Take() | Bonus() | Negotiate() | GiveBack():
                return self._best(state, player, depth, self.game.legal_actions(state))
            case Acting():
                if depth == 0:
                    return self.value(self.game.apply(state, STOP), player, 0)
                return self._best(state, player, 0, self.game.legal_actions(state))
            case Aftermath() | Deal():
                return held
            case _:
                return held

    def _attempt(self, state: State, player: int, depth: int, held: Fraction) -> Fraction:
        setting = self.game.setting
        task = setting.task(state)
        if task is not None and solved(task, state.roll, setting.rules.readings):
            return held + self._solving()
        best = held + self._failing()
        if depth < 2:
            return best
        uses = (action for action in self.game.legal_actions(state) if isinstance(action, Use) and _plain(action))
        return max([best, *(self.value(self.game.apply(state, use), player, 0) for use in uses)])

    def _best(self, state: State, player: int, depth: int, actions: Sequence[Any]) -> Fraction:
        return max(self.value(self.game.apply(state, action), player, depth) for action in actions)

    def _mean(self, state: State, stage: Throw, player: int) -> Fraction:
        """The mean of a die that is rolled, and rolled again as often as may be where that is better."""
        outcomes = self.game.chance_outcomes(state)
        values = [self.value(_ended(self.game, self.game.apply(state, one)), player, 0) for one in outcomes]
        total = sum(outcomes.values())
        mean = sum(map(mul, outcomes.values(), values), Fraction(0)) / total
        for _ in range(stage.action.left - 1 if isinstance(stage.action, Roll) else 0):
            better = [max(value, mean) for value in values]
            mean = sum(map(mul, outcomes.values(), better), Fraction(0)) / total
        return mean

    def _solving(self) -> int:
        """What a solved task brings: a die that is of some use, a step and a resource."""
        worth = self.worth
        return worth.die + worth.point * worth.near[1] // 100 + worth.step + worth.token

    def _failing(self) -> int:
        """What a search brings."""
        return 3 * self.worth.token


def _plain(use: Use) -> bool:
    return use.where == "roll" and isinstance(use.action, SURE)
