"""A turn as the kernel has it: what every state is worth, with all abilities.

The kernel answers for hands, boards and what is ready; what lies between, such as a die that is being rolled, is told
by the game's own actions.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from solver.errors import GnomonError, TooBigError
from solver.game import CHANCE
from solver.games.companion_quest.action import Take
from solver.games.companion_quest.allot import NUMBER
from solver.games.companion_quest.ready import Ready, ready
from solver.games.companion_quest.short_turn import ShortTurn, shortened
from solver.games.companion_quest.stage import Acting, Adventure, Gather, Roll, Throw, Wild
from solver.games.companion_quest.state import COLOURS, State, Zone
from solver.games.companion_quest.turn_game import Ended, Pair, TurnGame
from solver.games.companion_quest.turn_packed import acting_in, lying, most_dice, named, numbered, rest_of
from solver.manipulation import Reroll
from solver.manipulation import Roll as RollAgain

MOST_EFFORT = 100_000_000
"""What is done at most for an answer, as so many values take; of those most take less than a microsecond."""

AT_ONCE = 500_000
"""What is done without looking up, for whoever waits."""


class KernelValues:
    """Values by the kernel.

    Parameters
    ----------
    turn : the turn
    state : from which on states are asked about
    uses : how many abilities and snacks are used at most, as in :class:`ShortTurn`; None for all
    effort : how much may be done, as so many values take
    whole : the graph of what is ready in the whole turn, where it is known
    progress : called with a few words now and then, where an answer takes long

    Raises
    ------
    GnomonError
        for more dice than there are; for cards with which one can go on for ever at a gain; when asked, for a state
        where it is not `exact`
    TooBigError
        with the size, where the turn is too big to be solved
    """

    def __init__(
        self,
        turn: TurnGame,
        state: State,
        *,
        uses: int | None = None,
        effort: int = MOST_EFFORT,
        whole: Ready | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        if min(state.supply()) < 0:  # the kernel has no room for them
            raise GnomonError("turn: there are more dice of a colour on the table than in the game")
        self.turn, self.start, self._effort, self._progress = turn, state, effort, progress
        self._again = -(-effort // AT_ONCE)  # how often so much more may be done
        self._dice = most_dice(turn.game.setting, state)[1]
        self._all = whole or ready(turn.game.setting, state, turn.progress, COLOURS, self._dice)
        self.ready, self._uses = self._all, uses
        if uses is not None:
            self.ready, more = shortened(self._all, uses)
            self.turn = ShortTurn(turn, lambda state: more[self._node(state)])
        self.exact = not self.ready.late
        acting = acting_in(state)
        if acting is not None and acting.does not in self.ready.abilities:
            assert isinstance(acting.does, Reroll)
            self.ready.abilities.append(acting.does)  # nobody can use it again, but it goes on
        self._op = {does: number for number, does in enumerate(self.ready.abilities)}
        self._known: dict[State, Pair] = {}
        self._last: tuple[Any, Any, int] = None, None, 0
        self._asked_for: tuple[Pair | None, int | None] = None, None
        self._stay = turn.game.setting.rules.take_back == "before_gathering"
        self._less: dict[tuple[Zone, ...], KernelValues] = {}
        self._rest = rest_of(turn, state, self.ready, min(effort, AT_ONCE), begun=uses == 0)

    def __call__(self, state: State | Ended) -> Pair:
        """What a state is worth."""
        if isinstance(state, Ended):
            return Fraction(state.worth[0]), Fraction(state.worth[1])
        if state not in self._known:
            other = self._with_less(state) if self._stay else None
            self._known[state] = other(state) if other else self._value(state)
        return self._known[state]

    @property
    def highest(self) -> Fraction | None:
        """What the turn is worth at most by the objective, whoever may be tamed; None where it is not told."""
        most = self._rest.most(self._dice)
        return None if most is None else self._pair(most)[0]

    @property
    def effort(self) -> int:
        """What has been done so far, as so many values take."""
        return self._rest.effort

    def shorter(self, uses: int, effort: int) -> KernelValues:
        """The values of a smaller turn, in which only so many abilities and snacks are used."""
        return KernelValues(self.turn, self.start, uses=uses, effort=effort, whole=self._all)

    def allow(self, more: int) -> None:
        """Let as much more be done as so many values take: what was too big can be asked again, or another thing."""
        self._rest.allow(more)
        self._again = 1

    def _answer(self, ask: Callable[..., Any], *what: Any) -> Any:
        """What the kernel answers; it can be interrupted, and says how far it is, whenever it wants more room."""
        found = ask(*what)
        while found is None and self._again > 1:
            if self._progress:
                self._progress(f"{self._rest.size:,} values known; at most {self._again * AT_ONCE:,} more steps")
            self._again -= 1
            self._rest.allow(AT_ONCE)
            found = ask(*what)
        if found is None:
            raise TooBigError(f"turn: more than {self._rest.size:,} values and {self.effort:,} steps would be needed")
        return found

    def knows(self, state: State | Ended) -> bool:
        """Whether it is told what a state is worth."""
        match state:
            case Ended():
                return True
            case State(stage=Adventure() | Acting(Reroll()) | Throw() | Wild()):
                return self.ready.node(state.seats, state.wild) is not None
            case _ if self.turn.current_player(state) == CHANCE:
                return all(self.knows(self.turn.apply(state, what)) for what, _ in self._outcomes(state))
            case _:
                return any(self.knows(self.turn.apply(state, move)) for move in self.turn.legal_actions(state))

    def rolls(self, state: State, bounds: bool = False) -> Pair:
        """The mean over all rolls of what was gathered, or of the bounds that the kernel goes by, which are no less."""
        total = self._answer(self._rest.total, array("i", state.gathered), lying(state), self._node(state), bounds)
        return self._pair(total, 6 ** sum(state.gathered))

    def is_worth(self, state: State | Ended, worth: Pair, most: bool = False) -> bool:
        """Whether a state is worth just that: sooner known than what it is worth, still sooner if it is the most."""
        if isinstance(state, Ended) or self._stay:
            return self(state) == worth
        match state.stage:
            case Adventure() | Acting(Reroll()) | Throw():
                value = self._whole(worth)
                return value is not None and self._answer(self._rest.is_worth, value, most, *self._asked(state))
            case Wild():
                return self.is_worth(state.but(stage=Adventure()), worth, most)
            case _:
                return self(state) == worth

    def is_more(self, state: State | Ended, worth: Pair) -> bool:
        """Whether a state is worth more than that: sooner known than what it is worth."""
        value = self._whole(worth)
        if isinstance(state, Ended) or self._stay or value is None:
            return self(state) > worth
        match state.stage:
            case Adventure() | Acting(Reroll()) | Throw():
                return bool(self._answer(self._rest.is_more, value, *self._asked(state)))
            case Wild():
                return self.is_more(state.but(stage=Adventure()), worth)
            case _:
                return self(state) > worth

    def _value(self, state: State) -> Pair:
        match state.stage:
            case Adventure() | Acting(Reroll()) | Throw():
                return self._pair(self._answer(self._rest.value, *self._asked(state)))
            case Wild():
                return self(state.but(stage=Adventure()))
            case Roll() if not state.hand:
                return self.rolls(state)
            case Gather():
                return self._gathering(state)
            case _ if self.turn.current_player(state) == CHANCE:
                return _mean((self(self.turn.apply(state, what)), n) for what, n in self._outcomes(state))
            case _:
                after = [self.turn.apply(state, move) for move in self.turn.legal_actions(state)]
                return max(self(one) for one in after if self._uses is None or self.knows(one))

    def _gathering(self, state: State) -> Pair:
        """The best that can be gathered, and taken back before.

        Where dice may be taken back later as well, it only helps to do so before for dice that else are not there.
        """
        later = not self._stay
        sure = set(self.turn.legal_actions(self.start.but(stage=Gather()))) if later else set()
        seen, waiting = {state.zones}, [(state, frozenset[Any]())]
        found: list[tuple[Pair, State]] = []
        for here, less in waiting:  # the list grows while it is read
            moves = self.turn.legal_actions(here)
            takes = frozenset(move for move in moves if isinstance(move, Take))
            if later and takes == less:
                continue
            for move in moves:
                after = self.turn.apply(here, move)
                assert isinstance(after, State)
                if not isinstance(move, Take):
                    if after.zones not in seen:
                        seen.add(after.zones)
                        waiting.append((after, takes))
                elif not later:
                    found.append((self(after), after))
                elif move not in less:
                    found.append((self._most(after, move in sure), after))
        found.sort(key=lambda one: one[0], reverse=True)
        best = self(found[0][1])
        for most, after in found[1:]:
            if most <= best:
                break
            best = max(best, self(after))
        return best

    def _most(self, state: State, sure: bool) -> Pair:
        """What a gathering is worth at most: as much as without what was taken back, if that can be done."""
        if sure:
            return self(state.but(zones=self.start.zones))
        return self.rolls(state, bounds=True) if isinstance(state.stage, Roll) else self(state)

    def _with_less(self, state: State) -> KernelValues | None:
        """The values of a turn before which dice were taken back that cannot be any more, if some have been."""
        if not isinstance(self.start.stage, Gather):
            return None
        zones = []
        for before, now in zip(self.start.zones, state.zones, strict=True):
            both = Counter(before.dice) & Counter(now.dice)
            zones.append(replace(before, dice=tuple(sorted(both.elements()))))
        left = (zones[0], zones[1], zones[2])
        if left == self.start.zones:
            return None
        if left not in self._less:
            self._less[left] = KernelValues(
                self.turn, self.start.but(zones=left), uses=self._uses, effort=self._effort, progress=self._progress
            )
        return self._less[left]

    def _outcomes(self, state: State) -> Iterable[tuple[Any, int]]:
        return self.turn.chance_outcomes(state).items()

    def _asked(self, state: State) -> tuple[Any, ...]:
        """A state after the roll as the kernel is asked for it: with the ability in use, and the die that is rolled."""
        asked: tuple[Any, ...] = (numbered(state.hand), lying(state), self._node(state))
        acting = acting_in(state)
        if acting is None:
            return asked
        assert isinstance(acting.does, Reroll)
        entries = named(acting.hand)
        before = sum(entry << 9 * place for place, entry in enumerate(entries))
        asked = (*asked, self._op[acting.does], before, acting.fresh)
        if not isinstance(state.stage, Throw):
            return asked
        assert isinstance(state.stage.action, RollAgain)
        die, left = state.stage.action.die, state.stage.action.left
        (entry,) = named([(die, left)])
        return (*asked, NUMBER[die], entries.index(entry) if entry in entries else -1)

    def _node(self, state: State) -> int:
        """The node of what is ready; who has come into the wilderness meanwhile is left out."""
        seats, wild = state.seats, state.wild
        if seats is self._last[0] and wild is self._last[1]:  # few steps change them
            return self._last[2]
        found = self.ready.node(seats, wild)
        if found is None:
            raise GnomonError(
                "turn: it is not told what it is worth to tame who came into the wilderness in the same turn"
            )
        self._last = seats, wild, found
        return found

    def _whole(self, worth: Pair) -> int | None:
        """A worth as the kernel has it; None if no state can be worth that."""
        if worth is not self._asked_for[0]:  # the same is asked of many states
            goal, progress = (number * self._rest.unit for number in worth)
            whole = goal.denominator == progress.denominator == 1
            self._asked_for = worth, (int(goal) << self._rest.shift) + int(progress) if whole else None
        return self._asked_for[1]

    def _pair(self, value: int, rolls: int = 1) -> Pair:
        over, shift = self._rest.unit * rolls, self._rest.shift
        return Fraction(value >> shift, over), Fraction(value & ((1 << shift) - 1), over)


def _mean(found: Iterable[tuple[Pair, int]]) -> Pair:
    goal = progress = Fraction(0)
    total = 0
    for (one, other), weight in found:
        goal, progress, total = goal + weight * one, progress + weight * other, total + weight
    return goal / total, progress / total
