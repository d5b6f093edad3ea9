"""A turn as the kernel has it: what every state is worth, with all abilities.

The kernel answers for hands, boards and what is ready; what lies between, such as a die that is being rolled, is told
by the game's own actions.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from solver._quest_turn import Rest
from solver.dice import Rolled
from solver.errors import GnomonError, TooBigError
from solver.game import CHANCE
from solver.games.companion_quest.abilities import Ability, AnyColour
from solver.games.companion_quest.action import Take
from solver.games.companion_quest.allot import MOST_DICE, NUMBER, packed
from solver.games.companion_quest.objectives import Progress
from solver.games.companion_quest.placing import problem
from solver.games.companion_quest.ready import Ready, edges, ready
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Acting, Adventure, Gather, Roll, Throw, Wild
from solver.games.companion_quest.state import COLOURS, SUPPLY, State, Zone, counts
from solver.games.companion_quest.turn import gathers
from solver.games.companion_quest.turn_game import Ended, Pair, TurnGame
from solver.manipulation import Recolour, Reroll, Shift
from solver.manipulation import Roll as RollAgain

MOST_KNOWN = 12_000_000
"""Values that the kernel remembers at most, of 32 bytes each."""

MOST_NAMED = 3
"""Dice that one ability may roll again at most."""

_QUEST = 3
_WAYS = {"up": 1, "down": 2, "both": 3}
_COLOUR = {colour: number for number, colour in enumerate(COLOURS)}


def kernel_knows(setting: Setting, state: State) -> bool:
    """Whether the kernel knows all rulings that matter in a turn."""
    cards = [card for card in (problem(setting, zone) for zone in state.zones) if card is not None]
    if setting.rules.lock == "at_once" and any(card.danger for card in cards):
        return False
    names = {*state.wild, *(name for seat in state.seats for name in (*seat.awake, *seat.resting))}
    abilities: list[Ability] = [does for name in names for does in setting.box.companions[name].abilities]
    gnomes = setting.box.gnomes if len(state.seats) == 1 else [seat.gnome for seat in state.seats]
    abilities += [setting.box.gnomes[name].ability for name in gnomes]
    if setting.rules.take_back == "whole_cards" and any(isinstance(does, Recolour) for does in abilities):
        return False
    return max(SUPPLY) <= 3


class KernelValues:
    """Values by the kernel.

    Parameters
    ----------
    turn : the turn
    state : from which on states are asked about

    Raises
    ------
    GnomonError
        for more dice than there are; for cards with which one can go on for ever at a gain; when asked, for a state
        where it is not `exact`
    TooBigError
        with the size, where the turn is too big to be solved
    """

    def __init__(self, turn: TurnGame, state: State) -> None:
        if min(state.supply()) < 0:  # the kernel has no room for them
            raise GnomonError("turn: there are more dice of a colour on the table than in the game")
        self.turn, self.start = turn, state
        self.ready = ready(turn.game.setting, state, turn.progress, COLOURS, _most_dice(turn.game.setting, state)[1])
        self.exact = self.ready.tamed < 2
        acting = _acting(state)
        if acting is not None and acting.does not in self.ready.abilities:
            assert isinstance(acting.does, Reroll)
            self.ready.abilities.append(acting.does)  # nobody can use it again, but it goes on
        self._op = {does: number for number, does in enumerate(self.ready.abilities)}
        self._known: dict[State, Pair] = {}
        self._last: tuple[Any, Any, int] = None, None, 0
        self._asked_for: tuple[Pair | None, int | None] = None, None
        self._stay = turn.game.setting.rules.take_back == "before_gathering"
        self._less: dict[tuple[Zone, ...], KernelValues] = {}
        self._rest = _rest(turn, state, self.ready)

    def __call__(self, state: State | Ended) -> Pair:
        """What a state is worth."""
        if isinstance(state, Ended):
            return Fraction(state.worth[0]), Fraction(state.worth[1])
        if state not in self._known:
            other = self._with_less(state) if self._stay else None
            self._known[state] = other(state) if other else self._value(state)
        return self._known[state]

    @property
    def size(self) -> int:
        """How many values the kernel remembers."""
        return self._rest.size

    def rolls(self, state: State, bounds: bool = False) -> Pair:
        """The mean over all rolls of what was gathered, or of the bounds that the kernel goes by, which are no less."""
        total = self._rest.total(array("i", state.gathered), _lying(state), self._node(state), bounds)
        return self._pair(total, 6 ** sum(state.gathered))

    def is_worth(self, state: State | Ended, worth: Pair, most: bool = False) -> bool:
        """Whether a state is worth just that: sooner known than what it is worth, still sooner if it is the most."""
        if isinstance(state, Ended) or self._stay:
            return self(state) == worth
        match state.stage:
            case Adventure() | Acting(Reroll()) | Throw():
                value = self._whole(worth)
                found = value is not None and self._rest.is_worth(value, most, *self._asked(state))
                if found is None:
                    raise self._too_big()
                return found
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
                found = self._rest.is_more(value, *self._asked(state))
                if found is None:
                    raise self._too_big()
                return found
            case Wild():
                return self.is_more(state.but(stage=Adventure()), worth)
            case _:
                return self(state) > worth

    def _value(self, state: State) -> Pair:
        match state.stage:
            case Adventure() | Acting(Reroll()) | Throw():
                return self._pair(self._rest.value(*self._asked(state)))
            case Wild():
                return self(state.but(stage=Adventure()))
            case Roll() if not state.hand:
                return self.rolls(state)
            case Gather():
                return self._gathering(state)
            case _ if self.turn.current_player(state) == CHANCE:
                return _mean((self(self.turn.apply(state, what)), n) for what, n in self._outcomes(state))
            case _:
                return max(self(self.turn.apply(state, move)) for move in self.turn.legal_actions(state))

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
            self._less[left] = KernelValues(self.turn, self.start.but(zones=left))
        return self._less[left]

    def _outcomes(self, state: State) -> Iterable[tuple[Any, int]]:
        return self.turn.chance_outcomes(state).items()

    def _asked(self, state: State) -> tuple[Any, ...]:
        """A state after the roll as the kernel is asked for it: with the ability in use, and the die that is rolled."""
        asked: tuple[Any, ...] = (_dice(state.hand), _lying(state), self._node(state))
        acting = _acting(state)
        if acting is None:
            return asked
        assert isinstance(acting.does, Reroll)
        entries = _entries(acting.hand)
        named = sum(entry << 9 * place for place, entry in enumerate(entries))
        asked = (*asked, self._op[acting.does], named, acting.fresh)
        if not isinstance(state.stage, Throw):
            return asked
        assert isinstance(state.stage.action, RollAgain)
        die, left = state.stage.action.die, state.stage.action.left
        (entry,) = _entries([(die, left)])
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

    def _too_big(self) -> TooBigError:
        return TooBigError(f"turn: more than {self.size:,} values, of {MOST_KNOWN:,} that can be kept, are needed")

    def _whole(self, worth: Pair) -> int | None:
        """A worth as the kernel has it; None if no state can be worth that."""
        if worth is not self._asked_for[0]:  # the same is asked of many states
            goal, progress = (number * self._rest.unit for number in worth)
            whole = goal.denominator == progress.denominator == 1
            self._asked_for = worth, (int(goal) << self._rest.shift) + int(progress) if whole else None
        return self._asked_for[1]

    def _pair(self, value: int | None, rolls: int = 1) -> Pair:
        if value is None:
            raise self._too_big()
        over, shift = self._rest.unit * rolls, self._rest.shift
        return Fraction(value >> shift, over), Fraction(value & ((1 << shift) - 1), over)


def _mean(found: Iterable[tuple[Pair, int]]) -> Pair:
    goal = progress = Fraction(0)
    total = 0
    for (one, other), weight in found:
        goal, progress, total = goal + weight * one, progress + weight * other, total + weight
    return goal / total, progress / total


def _acting(state: State) -> Acting | None:
    """The ability in use that rolls dice, if there is one."""
    stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
    return stage if isinstance(stage, Acting) and isinstance(stage.does, Reroll) else None


# ----- packing --------------------------------------------------------------------------------------------


def _rest(turn: TurnGame, state: State, means: Ready) -> Rest:
    setting, progress = turn.game.setting, turn.progress
    ops = array("i", (number for does in means.abilities for number in _packed_ability(does)))
    numbers, dice = _most_dice(setting, state)
    if any(isinstance(does, Recolour) for does in means.abilities):
        numbers = [min(dice, most) for most in SUPPLY]
    try:
        return Rest(
            packed(setting, state, turn.objective, progress),
            _lying(state),
            array("i", SUPPLY),
            ops,
            array("i", means.end),
            edges(means),
            array("i", means.rolls),
            means.banks,
            array("i", means.starts),
            array("i", numbers),
            dice,
            _rolls_left(state),
            _most_progress(setting, state, progress) + max(means.end),
            MOST_KNOWN,
        )
    except OverflowError as error:
        raise TooBigError(f"turn: up to {error} may be rolled again, which is more than can be reckoned with") from None


def _rolls_left(state: State) -> int:
    """How often dice may still be rolled by the ability in use."""
    acting = _acting(state)
    if acting is None:
        return 0
    assert isinstance(acting.does, Reroll)
    return sum(left for _, left in acting.hand) + acting.fresh * acting.does.times + isinstance(state.stage, Throw)


def _packed_ability(does: Ability) -> tuple[int, ...]:
    match does:
        case Reroll(dice, times, interleaved):
            if dice > MOST_NAMED:
                raise TooBigError(f"turn: an ability rolls {dice} dice; {MOST_NAMED} at most can be reckoned with")
            return 0, dice, times, int(not interleaved), 0, 0, 0
        case Shift(steps, _, ways):
            return 1, 0, 0, 0, steps, _WAYS[ways], 0
        case Recolour(colours):
            return 2, 0, 0, 0, 0, 0, sum(1 << _COLOUR[colour] for colour in colours or COLOURS)
        case _:
            assert isinstance(does, AnyColour)
            return 3, 0, 0, 0, 0, 0, 0


def _most_dice(setting: Setting, state: State) -> tuple[list[int], int]:
    """How many dice of each colour, and together, can be in the hand."""
    if isinstance(state.stage, Gather):
        emptied = state.but(zones=tuple(replace(zone, dice=()) for zone in state.zones))
        takes = [counts(take.colours) for take in gathers(setting, emptied)]
        shared = counts([state.shared] if state.shared else [])
        found = [max(column) + more for column, more in zip(zip(*takes, strict=True), shared, strict=True)]
        number = max(map(sum, takes)) + sum(shared)
    else:
        stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
        held = [die for die, _ in stage.hand] if isinstance(stage, Acting) else []
        in_hand = counts(die.colour for die in (*state.hand, *held))
        found = [n + more for n, more in zip(in_hand, state.gathered, strict=True)]
        number = sum(found)
    if number > MOST_DICE:
        raise TooBigError(f"turn: up to {number} dice in hand; {MOST_DICE} at most can be reckoned with")
    return [min(n, most) for n, most in zip(found, SUPPLY, strict=True)], number


def _most_progress(setting: Setting, state: State, progress: Progress) -> int:
    """What can lie on the cards at most."""
    most = 0
    for zone in state.zones:
        card = problem(setting, zone)
        if card is not None and card.task.danger:
            most += progress.health * card.task.danger.health
        elif card is not None:
            most += progress.space * len(card.task.spaces)
    if state.quests:
        most += progress.step * len(setting.box.quests[state.quests[0]].path.spaces)
    return most


def _dice(dice: Iterable[Rolled]) -> array[int]:
    return array("i", [NUMBER[die] for die in dice])


def _lying(state: State) -> array[int]:
    """Card, space and die of all that lies on the cards."""
    found: list[int] = []
    for at, zone in enumerate(state.zones):
        for space, die in zone.dice:
            found += at, space, NUMBER[die]
    for space, die in enumerate(state.path):
        found += _QUEST, space, NUMBER[die]
    return array("i", found)


def _entries(dice: Iterable[tuple[Rolled, int]]) -> list[int]:
    """Dice that an ability has named, as the kernel keeps them: the greatest first, each of nine bits."""
    return sorted((left << 6 | NUMBER[die] + 1 for die, left in dice), reverse=True)
