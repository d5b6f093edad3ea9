"""Companion Quest as a game: from the setup to the capture of Gu'Gu or his escape.

The rules stand in `turn` (gathering, rolling, sharing), `placing`, `manipulate` (abilities and snacks) and `ending`;
here each stage is joined to its actions, its chances and what follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL
from solver.games.companion_quest import ending, manipulate, placing, turn
from solver.games.companion_quest.action import Become, Call, Eat, End, Pick, Place, Take, TakeBack, Use
from solver.games.companion_quest.setting import PROBLEMS, Setting
from solver.games.companion_quest.stage import (
    Acting,
    Adventure,
    Choose,
    DrawQuest,
    Gather,
    Over,
    Replace,
    Reveal,
    Roll,
    Throw,
    Wild,
)
from solver.games.companion_quest.state import Seat, State

CHANCES = (DrawQuest, Reveal, Wild, Roll, Throw)


class CompanionQuest:
    """The whole game. It is co-operative: all win, or all lose.

    Parameters
    ----------
    players : how many gnomes, 1 to 4
    setting : all else that can be chosen; it tells the number of players too

    Examples
    --------
    >>> from random import Random
    >>> from solver.solve.playthrough import play, random_player
    >>> rng = Random(2)
    >>> play(CompanionQuest(2), [random_player(rng)] * 2, rng).returns
    (0, 0)
    """

    def __init__(self, players: int = 2, setting: Setting | None = None) -> None:
        self.setting = setting or Setting(players)

    def initial_state(self) -> State:
        """Return the state before the first card is drawn or turned over."""
        setting = self.setting
        cards = setting.box.gnomes
        seats = tuple(
            Seat(name, snacks=setting.rules.start_snacks, awake=(cards[name].starter,)) for name in setting.gnomes
        )
        hidden = (PROBLEMS - setting.dangers, setting.dangers)
        state = State(seats, quests=setting.quests, hidden=hidden, foe=setting.rules.start_gap)
        return ending.go_on(setting, state)

    def current_player(self, state: State) -> int:
        """Return the gnome on turn, who decides everything, or ``CHANCE`` or ``TERMINAL``."""
        if isinstance(state.stage, CHANCES):
            return CHANCE
        return TERMINAL if isinstance(state.stage, Over) else state.turn

    def observation(self, state: State, player: int) -> State:
        """Return the state: it holds nothing that is not open to all, see `state`."""
        return state

    def returns(self, state: State) -> list[int]:
        """Return 1 for everybody if Gu'Gu is caught, else 0."""
        if not isinstance(state.stage, Over):
            raise GnomonError("returns: the game is not over")
        return [int(state.stage.won)] * len(state.seats)

    def legal_actions(self, state: State) -> Sequence[Any]:
        """Return what the gnome on turn can do."""
        setting, stage = self.setting, state.stage
        match stage:
            case Adventure():
                return [
                    *turn.ends(setting, state),
                    *placing.placements(setting, state),
                    *manipulate.uses(setting, state),
                    *manipulate.calls(setting, state),
                    *manipulate.meals(setting, state),
                    *placing.returns(setting, state),
                ]
            case Gather():
                return [*turn.gathers(setting, state), *placing.returns(setting, state)]
            case Acting():
                return manipulate.acting_actions(state, stage)
            case Choose():
                return manipulate.choices(setting, state, stage)
            case Replace():
                return manipulate.replacements(setting, state)
            case _:
                return []

    def chance_outcomes(self, state: State) -> Mapping[Any, int]:
        """Return what may come up: a quest, a problem, a companion, the dice of a colour, or a die."""
        setting = self.setting
        match state.stage:
            case Roll():
                return turn.throws(state)
            case Throw() as stage:
                return manipulate.throws(stage)
            case DrawQuest():
                return ending.quests(setting, state)
            case Reveal():
                return ending.unseen(setting, state)
            case Wild():
                return ending.wilds(setting, state)
            case _:
                return {}

    def apply(self, state: State, move: Any) -> State:
        """Return the state after an action, or after what came up."""
        if isinstance(state.stage, CHANCES):
            return self._happen(state, move)
        setting, stage = self.setting, state.stage
        match move:
            case Place():
                return placing.place(setting, state, move)
            case End():
                return ending.end_turn(setting, state, move)
            case Use():
                return manipulate.use(setting, state, move)
            case Call():
                return manipulate.call(setting, state, move)
            case Eat():
                return manipulate.eat(setting, state, move)
            case TakeBack():
                return placing.take_back(setting, state, move)
            case Take():
                return turn.gather(state, move)
            case Pick():
                assert isinstance(stage, Choose)
                return manipulate.pick(setting, state, stage, move)
            case Become(gnome):
                return state.with_mover(gnome=gnome, ready=True).but(stage=Adventure())
            case _:
                assert isinstance(stage, Acting)
                return manipulate.go_on(state, stage, move)

    def _happen(self, state: State, what: Any) -> State:
        setting = self.setting
        match state.stage:
            case Roll():
                return turn.rolled(state, what)
            case Throw() as stage:
                return manipulate.thrown(state, stage, what)
            case DrawQuest():
                return ending.go_on(setting, state.but(quests=(*state.quests, what)))
            case Reveal(zone):
                return ending.reveal(setting, state, zone, what)
            case stage:
                assert isinstance(stage, Wild)
                state = ending.drawn(setting, state, what)
                return state.but(stage=Adventure()) if stage.adventure else ending.go_on(setting, state)
