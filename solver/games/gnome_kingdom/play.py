"""Gnome Kingdom as a game: from the choice of a clan to the crowning.

The rules stand in `turn` (dice, paths, searches, skill cards, the end) and `manipulate` (resources and abilities); here
each stage is joined to its actions, its chances and what follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from solver.dice import Rolled
from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL
from solver.games.gnome_kingdom import manipulate, turn
from solver.games.gnome_kingdom.action import (
    AnotherTurn,
    Approach,
    Clan,
    Colours,
    Complete,
    Done,
    Exchange,
    Gather,
    Keep,
    Receive,
    Search,
    Sit,
    Solve,
    Step,
    Trade,
    Use,
)
from solver.games.gnome_kingdom.filling import COLOURS, with_dice, without
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import power
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import (
    Acting,
    Aftermath,
    Attempt,
    Bonus,
    ChooseClan,
    Deal,
    FillMarket,
    FillPool,
    GiveBack,
    Move,
    Negotiate,
    Over,
    Refill,
    Roll,
    Settle,
    Take,
    Throw,
    TurnOver,
)
from solver.games.gnome_kingdom.state import Counts, Seat, State, added, bag_of
from solver.manipulation import Barter

CHANCES = (FillMarket, FillPool, Deal, Roll, TurnOver, Throw)


class GnomeKingdom:
    """The whole game.

    Parameters
    ----------
    players : how many, 2 to 5
    setting : all else that can be chosen; it tells the number of players too

    Examples
    --------
    >>> from random import Random
    >>> from solver.solve.playthrough import play, random_player
    >>> rng = Random(2)
    >>> play(GnomeKingdom(2), [random_player(rng)] * 2, rng).returns in {(1, 0), (0, 1), (Fraction(1, 2),) * 2}
    True
    """

    def __init__(self, players: int = 2, setting: Setting | None = None) -> None:
        self.setting = setting or Setting(players)

    def initial_state(self) -> State:
        """Return the state before the clans are chosen, or before the market is filled if they are given."""
        seats = tuple(Seat() for _ in range(self.setting.players))
        state = State(seats)
        for clan in self.setting.clans:
            state = self._choose(state, clan)
        return state

    def current_player(self, state: State) -> int:
        """Return the player on turn, who decides everything, or ``CHANCE`` or ``TERMINAL``."""
        if isinstance(state.stage, CHANCES):
            return CHANCE
        return TERMINAL if isinstance(state.stage, Over) else state.turn

    def observation(self, state: State, player: int) -> State:
        """Return the state: it holds nothing that is not open to all, see :mod:`solver.games.gnome_kingdom.state`."""
        return state

    def returns(self, state: State) -> list[Fraction]:
        """Return 1 for the winner; those who rule together share it."""
        if not isinstance(state.stage, Over):
            raise GnomonError("returns: the game is not over")
        won = state.stage.winners
        return [Fraction(int(seat in won), max(1, len(won))) for seat in range(len(state.seats))]

    def legal_actions(self, state: State) -> Sequence[Any]:
        """Return what the player on turn can do."""
        setting, stage = self.setting, state.stage
        match stage:
            case ChooseClan():
                taken = [seat.clan for seat in state.seats]
                return [Clan(clan) for clan in CLANS if clan not in taken]
            case Refill(left):
                return turn.colours_of(state.supply(), left)
            case Attempt():
                attempts = [*turn.solutions(setting, state), *turn.searches(setting, state)]
                return [*attempts, *manipulate.choices(setting, state)]
            case Aftermath():
                ends = [Done(), *turn.more_turns(setting, state), *turn.completions(setting, state)]
                return [*ends, *manipulate.choices(setting, state)]
            case Move():
                return turn.steps(setting, state)
            case Settle(place):
                return turn.seatings(setting, state, place)
            case Take():
                return turn.takings(state, stage)
            case Bonus():
                return [*map(Keep, dict.fromkeys(state.roll)), Done()]
            case Acting():
                return manipulate.acting_actions(setting, state, stage)
            case Negotiate(seat):
                does = power("negotiator").does
                assert isinstance(does, Barter)
                return manipulate.trades(state, seat, does.tokens)
            case GiveBack(number):
                return turn.colours_of(turn.counts([die.colour for die in state.roll]), number)
            case _:
                return []

    def chance_outcomes(self, state: State) -> Mapping[Any, int]:
        """Return what may come up: a die, a colour, the faces of all dice of a colour, a tile or a skill card."""
        supply = dict(zip(COLOURS, state.supply(), strict=True))
        match state.stage:
            case FillMarket():
                return {Rolled(c, face): number for c, number in supply.items() if number for face in range(1, 7)}
            case FillPool():
                return {colour: number for colour, number in supply.items() if number}
            case Deal():
                return turn.hidden_cards(self.setting, state)
            case Roll():
                return dict(turn.faces_of(state.pool[turn.next_colour(state)]))
            case TurnOver():
                return state.pile.turn_over(self.setting.tiles, state.forest.names)
            case Throw() as stage:
                return manipulate.throws(state, stage)
            case _:
                return {}

    def apply(self, state: State, move: Any) -> State:
        """Return the state after an action, or after what came up."""
        if isinstance(state.stage, CHANCES):
            return self._happen(state, move)
        setting, stage = self.setting, state.stage
        match move:
            case Clan(clan):
                return self._choose(state, clan)
            case Colours(colours):
                if isinstance(stage, GiveBack):
                    return turn.pass_dice(setting, state, colours, again=stage.again)
                pool = turn.counts([*colours])
                return turn.roll_dice(state.but(pool=_sum(state.pool, pool)))
            case Solve(die, deceivers):
                for card in deceivers:
                    state = manipulate.used(setting, state, card)
                state = state.with_mover(own=with_dice(state.mover.own, die))
                return state.but(roll=without(state.roll, die), stage=Move())
            case Search(place, space) | Step(place, space):
                solved = isinstance(move, Step)
                if space < 0:
                    return state.but(stage=TurnOver(place, solved))
                return turn.arrive(setting, state, place, space, solved=solved)
            case Sit(space):
                assert isinstance(stage, Settle)
                return turn.arrive(setting, state, stage.place, space, solved=stage.solved)
            case Receive(kinds):
                assert isinstance(stage, Take)
                state = state.with_mover(bag=added(state.mover.bag, kinds))
                return state.but(stage=Aftermath() if stage.after else Attempt())
            case Keep(die):
                state = state.with_mover(own=with_dice(state.mover.own, die))
                return turn.take(state.but(roll=without(state.roll, die)), turn.CROWN_RESOURCES)
            case Done():
                if isinstance(stage, Bonus):
                    return turn.take(state, turn.CROWN_RESOURCES)
                return turn.end_turn(setting, state)
            case Complete(card, dice):
                return turn.complete(setting, state, card, dice)
            case AnotherTurn(pays):
                return turn.end_turn(setting, turn.paid(state, pays), again=True)
            case Use() | Exchange() | Gather() | Approach():
                return manipulate.use(setting, state, move)
            case Trade():
                assert isinstance(stage, Negotiate)
                return manipulate.traded(state, stage, move)
            case _:
                assert isinstance(stage, Acting)
                return manipulate.go_on(state, stage, move)

    def _happen(self, state: State, what: Any) -> State:
        setting = self.setting
        match state.stage:
            case FillMarket():
                state = state.but(market=with_dice(state.market, what))
                return state if len(state.market) < setting.market else turn.deal(setting, state)
            case Deal():
                return turn.deal(setting, state.but(open_cards=tuple(sorted((*state.open_cards, what)))))
            case FillPool(left):
                state = state.but(pool=_sum(state.pool, turn.counts([what])), stage=FillPool(left - 1))
                return state if left > 1 else turn.begin_turn(setting, state)
            case Roll():
                return turn.rolled(state, what)
            case TurnOver(place, solved):
                return turn.turn_over(setting, state, place, what, solved=solved)
            case _:
                assert isinstance(state.stage, Throw)
                return manipulate.thrown(state, state.stage, what)

    def _choose(self, state: State, clan: str) -> State:
        """Return the state after a player has chosen a clan, put the pawn on its space and taken its resource."""
        state = state.with_mover(clan=clan, space=CLANS.index(clan), bag=bag_of(clan))
        if state.turn + 1 < len(state.seats):
            return state.but(turn=state.turn + 1)
        return state.but(turn=0, stage=FillMarket())


def _sum(one: Counts, other: Counts) -> Counts:
    a, b = one, other
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]
