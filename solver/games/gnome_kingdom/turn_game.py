"""One turn as a game of its own: from a position of the player on turn to the moment the dice are passed on.

Its states, actions and chances are those of the whole game. This and plain expectimax are the reference for the faster
`gain.values`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from solver.errors import GnomonError
from solver.game import TERMINAL
from solver.games.gnome_kingdom import turn
from solver.games.gnome_kingdom.action import AnotherTurn, Approach, Done, Exchange, Gather, Use
from solver.games.gnome_kingdom.objectives import Objective, come_to, solved_yet
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import Aftermath, Attempt, Bonus, ChooseClan, Deal, FillMarket, FillPool, Over
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.worth import Worth
from solver.manipulation import Give


class Less(NamedTuple):
    """What is left out of a turn, each a choice that the player has.

    Parameters
    ----------
    late : whether the skill cards are replenished when the turn ends, not at once; no rule says so. It takes from the
        turn the cards that nobody has seen yet
    calm : whether own dice are left alone until the attempt is over, and no die is taken in a swap that did not lie
        there at the start
    spare : whether nothing is exchanged after it, and no ability is used whose card was completed in this turn
    most_used : whether nothing is gathered or traded in the attempt, and so many resources and abilities are used at
        most, beside as many as come in; None for all
    idle : whether nothing at all is used, exchanged, gathered or traded after the attempt, and no second die is kept
        when the crown is found
    """

    late: bool = False
    calm: bool = False
    spare: bool = False
    most_used: int | None = None
    idle: bool = False


ALL = Less()
"""Nothing is left out."""


class TurnGame:
    """One turn of the player on turn.

    Another turn for five resources is not part of it. The others get nothing.

    Parameters
    ----------
    game : the whole game
    start : where the turn is
    objective : what is gained from there on: for `solve` the turn ends with the attempt, and solving it pays 1;
        `points` and `worth` pay what the player has come to at the end, less what it is at the start
    worth : what things are worth
    less : what is left out of it, which makes it a smaller game

    Raises
    ------
    GnomonError
        where no turn has begun, or the game is over

    Examples
    --------
    >>> from solver.games.gnome_kingdom.state import Seat, bag_of
    >>> from solver.games.gnome_kingdom.stage import Attempt
    >>> from solver.solve.expectimax import solve_acyclic
    >>> from solver.solve.objective import expected_return
    >>> from solver.dice import Rolled
    >>> seats = Seat("acorn", bag=bag_of("pebble")), Seat("leaf")
    >>> start = State(seats, Attempt(), roll=(Rolled("blue", 5), Rolled("red", 4)), turns=1)
    >>> game = TurnGame(GnomeKingdom(2), start, "solve")
    >>> solution = solve_acyclic(game, expected_return())
    >>> print(solution.action(), solution.value().value)
    pebble: turn r4 to 3 1
    """

    def __init__(
        self,
        game: GnomeKingdom,
        start: State,
        objective: Objective,
        worth: Worth | None = None,
        less: Less = ALL,
    ) -> None:
        self.game, self.start, self.objective, self.less = game, start, objective, less
        self.worth = worth or Worth()
        if isinstance(start.stage, ChooseClan | FillMarket | FillPool | Over) or not start.turns:
            raise GnomonError("turn: no turn has begun" if not start.turns else "turn: the game is over")
        self._before = come_to(game.setting, objective, self.worth, start, start.turn) if objective != "solve" else 0

    def initial_state(self) -> State:
        """Return where the turn is."""
        return self.start

    def current_player(self, state: State) -> int:
        """Return the player on turn, or ``CHANCE``, or ``TERMINAL`` once the turn is over."""
        return TERMINAL if self.over(state) else self.game.current_player(state)

    def over(self, state: State) -> bool:
        """Whether the turn is over."""
        if self.objective == "solve":
            return solved_yet(state) is not None
        return state.turn != self.start.turn or state.turns != self.start.turns or isinstance(state.stage, Over)

    def legal_actions(self, state: State) -> Sequence[Any]:
        """Return what the player on turn can do."""
        if self.over(state):
            return []
        return [action for action in self.game.legal_actions(state) if not self._left_out(state, action)]

    def _left_out(self, state: State, action: Any) -> bool:
        """Whether an action is no part of this game."""
        if isinstance(action, AnotherTurn):
            return True
        if self.less.idle and isinstance(state.stage, Bonus) and not isinstance(self.start.stage, Bonus):
            return not isinstance(action, Done)
        if isinstance(action, Use | Exchange | Gather | Approach) and self._kept_for_later(state, action):
            return True
        if self.less.calm and isinstance(state.stage, Attempt) and isinstance(action, Use):
            return action.where == "own" or (isinstance(action.action, Give) and self._is_given(action, action.action))
        if not (self.less.spare and isinstance(state.stage, Aftermath)):
            return False
        if not isinstance(action, Use | Gather | Approach):
            return isinstance(action, Exchange)
        card = self.game.setting.skills.get(action.source)
        return card is not None and not usable(self.game.setting, self.start, state, card.ability)

    def _kept_for_later(self, state: State, action: Any) -> bool:
        """Whether a resource or an ability is not used since enough are."""
        if self.less.idle and isinstance(state.stage, Aftermath):
            return True
        if self.less.most_used is None:
            return False
        brings = isinstance(action, Gather | Approach) and isinstance(state.stage, Attempt)
        return brings or _tokens(self.start) - _tokens(state) >= self.less.most_used

    def _is_given(self, action: Use, swap: Give) -> bool:
        """Whether a swap takes an own die, or one that did not lie there at the start."""
        at = action.seat
        return at == self.start.turn or swap.taken not in (self.start.market if at < 0 else self.start.seats[at].own)

    def chance_outcomes(self, state: State) -> Mapping[Any, int]:
        """Return what may come up."""
        return {} if self.over(state) else self.game.chance_outcomes(state)

    def apply(self, state: State, move: Any) -> State:
        """Return the state after an action, or after what came up."""
        setting = self.game.setting
        if not self.less.late:
            return self.game.apply(state, move)
        if move == Done() and isinstance(state.stage, Aftermath) and self._completed(state):
            state = turn.deal(setting, state)
            return state if isinstance(state.stage, Deal) else self.game.apply(state, move)
        after = self.game.apply(state, move)
        if isinstance(state.stage, Deal) and self._completed(state):  # the end of the turn
            return turn.end_turn(setting, after) if isinstance(after.stage, Aftermath) else after
        late = isinstance(after.stage, Deal) and not isinstance(state.stage, Deal)
        return after.but(stage=Aftermath()) if late else after

    def _completed(self, state: State) -> int:
        """How many skill cards have been completed since the start."""
        then, now = self.start.mover, state.mover
        return len(now.skills) + len(now.used) - len(then.skills) - len(then.used)

    def returns(self, state: State) -> list[int]:
        """Return what the player on turn has gained."""
        who = self.start.turn
        gained = come_to(self.game.setting, self.objective, self.worth, state, who) - self._before
        return [gained if seat == who else 0 for seat in range(len(state.seats))]

    def observation(self, state: State, player: int) -> State:
        """Return the state: it holds nothing that is not open to all."""
        return self.game.observation(state, player)


def _tokens(state: State) -> int:
    """How many resources and abilities the player on turn has."""
    return sum(state.mover.bag) + len(state.mover.skills)


def usable(setting: Setting, start: State, state: State, ability: str) -> int:
    """How many cards with an ability that were there at the start of the question can still be used.

    >>> from solver.games.gnome_kingdom.state import Seat
    >>> one, two = ("deceiver-1",), ("deceiver-1", "deceiver-2")
    >>> usable(Setting(2), State((Seat("leaf", skills=one),)), State((Seat("leaf", skills=two),)), "deceiver")
    1
    """

    def number(cards: Sequence[str]) -> int:
        return sum(setting.skills[card].ability == ability for card in cards)

    then, now = start.mover, state.seats[start.turn]
    return number(then.skills) + number(then.used) - min(number(now.used), number(then.skills) + number(then.used))
