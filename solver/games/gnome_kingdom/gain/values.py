"""What a turn is worth, exactly, and what to do in it: the same as :class:`TurnGame` and expectimax, much faster.

From the position asked about the turn is followed by the rules of the whole game, action by action and chance by
chance, until the next decision in the attempt or after it; from there on the values of all rolls and of all own dice
are worked out at once, in `attempt` and `after`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from solver.dice import Rolled
from solver.errors import GnomonError, TooBigError
from solver.game import CHANCE, Kind
from solver.games.gnome_kingdom.action import Done
from solver.games.gnome_kingdom.filling import COLOURS, with_dice
from solver.games.gnome_kingdom.gain.fixed import Fixed
from solver.games.gnome_kingdom.gain.rerolling import Rerolling
from solver.games.gnome_kingdom.gain.scale import TooLongError
from solver.games.gnome_kingdom.gain.tables import Tables
from solver.games.gnome_kingdom.objectives import Objective, objective_of, solved_yet
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import Aftermath, Attempt
from solver.games.gnome_kingdom.stage import Roll as RollStage
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.turn import faces_of
from solver.games.gnome_kingdom.turn_game import ALL, Less, TurnGame
from solver.games.gnome_kingdom.worth import Worth


class Mode(NamedTuple):
    """What the turn is taken for.

    Parameters
    ----------
    less : what is left out of it
    joined : whether the roll matters after the attempt
    share : how many fortieths of the limit for an answer with assumptions are spent; 0 for the limit of an exact one
    """

    less: Less = ALL
    joined: bool = True
    share: int = 0


CALM = Less(late=True, calm=True)
SPARE = CALM._replace(spare=True)

LARGE = (
    Mode(),
    Mode(Less(late=True)),
    Mode(Less(late=True), joined=False, share=1),
    Mode(CALM, joined=False, share=6),
    Mode(SPARE, joined=False, share=40),
)
"""The exact turn, and then smaller ones, each told by what it assumes."""

FEW = (3, 2, 1)
"""How many resources and abilities are used at most where all that are held would be too much."""

FEWER = tuple(Mode(SPARE._replace(most_used=used), joined=False, share=4) for used in FEW)
FEWEST = tuple(Mode(mode.less._replace(idle=True), joined=False, share=4) for mode in FEWER)

MODES = (*LARGE, *FEWER, *FEWEST[:-1], FEWEST[-1]._replace(share=40))
"""The same, and then still smaller ones."""

AFTER_MODES = (*LARGE[:-1], LARGE[-1]._replace(share=10), *FEWER, MODES[-1])
"""Those once the attempt is over."""

SOON_MODES = (*LARGE[:3], LARGE[3]._replace(share=10), LARGE[4])
"""Those for an answer that must not take long: little is reckoned, and more of it for the last turn but one."""

MANY = 8
"""With more resources and abilities than that in an attempt, all that they can lead to takes long by itself."""


def modes_of(state: State) -> Sequence[Mode]:
    """What a turn may be taken for, one after the other.

    >>> from solver.games.gnome_kingdom.state import Seat
    >>> [len(modes_of(State((Seat("leaf", bag=(n, 0, 0, 0, 0)),), Attempt()))) for n in (8, 9)]
    [11, 6]
    """
    if solved_yet(state) is not None:
        return AFTER_MODES
    return MODES if sum(state.mover.bag) + len(state.mover.skills) <= MANY else MODES[len(LARGE) :]


LIMIT, LAST = 15_000_000, 400_000_000
"""How much is reckoned: numbers written by operations on whole tables."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A first action.

    Parameters
    ----------
    action : of the whole game
    value : what is gained in the turn with it and the best that can follow
    main : what follows, up to the next chance or the end of the turn
    """

    action: Any
    value: Fraction
    main: tuple[Any, ...] = ()


class TurnValues:
    """The values of the states of one turn.

    Parameters
    ----------
    setting : of the game
    state : where the turn is
    objective : see :mod:`solver.games.gnome_kingdom.objectives`
    worth : what things are worth
    limit : how much may be reckoned for an exact answer
    last : how much for one with the assumptions told
    modes : what the turn is taken for, the first that is not too big; as :func:`modes_of` tells if not given
    progress : called with a few words now and then

    Raises
    ------
    GnomonError
        where no turn has begun
    TooBigError
        names what is too big

    Examples
    --------
    >>> from solver.games.gnome_kingdom.state import Seat, bag_of
    >>> seats = Seat("acorn", space=3, bag=bag_of("acorn")), Seat("leaf", space=1)
    >>> state = State(seats, Attempt(), roll=(Rolled("blue", 5), Rolled("red", 4)), turns=1)
    >>> turn = TurnValues(Setting(2), state, "solve")
    >>> turn.value(), turn.kind, str(turn.ranked()[0].action)
    (Fraction(63, 64), 'exact', 'acorn: reroll b5')
    """

    def __init__(
        self,
        setting: Setting,
        state: State,
        objective: Objective | str = "points",
        worth: Worth | None = None,
        *,
        limit: int = LIMIT,
        last: int = LAST,
        modes: Sequence[Mode] = (),
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self.setting, self.state = setting, state
        self.objective: Objective = objective_of(objective)
        self.worth = worth or Worth()
        self._words, self._progress = 1, progress
        self._whole = GnomeKingdom(setting=setting)
        self._fixed = Fixed(self._whole, state)
        self._begin(limit, last, modes or modes_of(state))

    def _begin(self, limit: int, last: int, modes: Sequence[Mode]) -> None:
        """The exact tables, or where they are too big those for a smaller game."""
        for mode in modes:
            try:
                self._solve(mode, last * mode.share // 40 or limit)
                break
            except TooBigError:
                if mode == modes[-1]:
                    raise
        self.tables.after.limit = max(limit, last)  # what is asked for next must not fail

    def _solve(self, mode: Mode, limit: int) -> None:
        self.game = TurnGame(self._whole, self.state, self.objective, self.worth, mode.less)
        for words in range(self._words, 3):
            self._words = words
            self.tables = Tables(self.game, self._fixed, joined=mode.joined, words=words, limit=limit)
            self.tables.after.progress = self._progress
            if words == 1 and self.tables.frame.rolled_again > self.tables.scale.most:
                continue  # they would not fit
            self._known: dict[State, Fraction] = {}
            self._rerolling = Rerolling(self.value, self.tables.over)
            try:
                self.value()
                return
            except TooLongError:
                if words == 2:
                    raise

    @property
    def kind(self) -> Kind:
        """How far the values can be trusted: `exact`, or `abstraction` with the assumptions made."""
        return "abstraction" if self.assumptions else "exact"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed because the exact answer would have been too big."""
        return self.tables.assumptions

    @property
    def looked_at(self) -> int:
        """How many states have been looked at one by one."""
        return len(self._known)

    # ----- values

    def value(self, state: State | None = None) -> Fraction:
        """What is gained from the start to the end of the turn, with the best that can be done from a state on."""
        state = self.state if state is None else state
        if state not in self._known:
            self._known[state] = self._value(state)
        return self._known[state]

    def _value(self, state: State) -> Fraction:
        game = self.game
        if game.over(state):
            return Fraction(game.returns(state)[self.state.turn])
        match state.stage:
            case Attempt() | Aftermath():
                return self.tables.value(state)
            case RollStage():
                rolls = list(self.rolls(state))
                return sum((weight * self.value(rolled) for rolled, weight in rolls), Fraction(0)) / sum(
                    weight for _, weight in rolls
                )
        if self._rerolling.knows(state):
            return self._rerolling.value(state)
        if game.current_player(state) == CHANCE:
            outcomes = game.chance_outcomes(state)
            total = sum((weight * self.value(game.apply(state, one)) for one, weight in outcomes.items()), Fraction(0))
            return total / sum(outcomes.values())
        return max(self.of_action(state, action) for action in game.legal_actions(state))

    def rolls(self, state: State) -> Iterator[tuple[State, int]]:
        """The states after all dice of the pool have been rolled, with their weights."""
        parts = [
            [([Rolled(colour, face) for face in faces], weight) for faces, weight in faces_of(number).items()]
            for colour, number in zip(COLOURS, state.pool, strict=True)
            if number
        ]
        for chosen in product(*parts):
            dice = [die for dice, _ in chosen for die in dice]
            rolled = state.but(pool=(0, 0, 0, 0, 0), roll=with_dice(state.roll, *dice), stage=Attempt())
            yield rolled, prod(weight for _, weight in chosen)

    def of_action(self, state: State, action: Any) -> Fraction:
        """What is gained with an action in a state and the best that can follow."""
        if action == Done() and isinstance(state.stage, Aftermath):
            return self.tables.ended(state)
        return self.value(self.game.apply(state, action))

    # ----- what to do

    def ranked(self, state: State | None = None, *, lines: int = 8) -> list[Choice]:
        """Every first action in a state, the best first.

        Of equally good actions that begin the same steps in another order only the first is told.

        Parameters
        ----------
        lines : how many of them are told with what follows

        Raises
        ------
        GnomonError
            where nothing is to be decided
        """
        state = self.state if state is None else state
        actions = self.game.legal_actions(state)
        if not actions:
            raise GnomonError("turn: nothing is to be decided here")
        valued = [(action, self.of_action(state, action)) for action in actions]
        valued.sort(key=lambda pair: -pair[1])
        found: list[Choice] = []
        seen: set[tuple[Fraction, tuple[str, ...]]] = set()
        for action, value in valued:
            if len(found) < lines:
                main = tuple(self.line(state, action))
                steps = value, tuple(sorted(map(str, (action, *main))))
                if steps in seen:
                    continue
                seen.add(steps)
                found.append(Choice(action, value, main))
            else:
                found.append(Choice(action, value))
        return found

    def line(self, state: State, action: Any) -> Iterator[Any]:
        """What follows an action under the best play, up to the next chance or the end of the turn."""
        while True:
            if action == Done() and isinstance(state.stage, Aftermath):
                return
            state = self.game.apply(state, action)
            if self.game.over(state) or self.game.current_player(state) == CHANCE:
                return
            action = self.best(state)
            yield action

    def best(self, state: State) -> Any:
        """The best action; of equally good ones the first."""
        return self.best_of(state, self.game.legal_actions(state))

    def best_of(self, state: State, actions: Sequence[Any]) -> Any:
        """The first of the best of all actions, in their order."""
        value = self.value(state)
        best, most = actions[0], Fraction(-1)
        for action in actions:
            worth = self.of_action(state, action)
            if worth == value:
                return action
            if worth > most:
                best, most = action, worth
        return best  # where more is assumed to be there than is
