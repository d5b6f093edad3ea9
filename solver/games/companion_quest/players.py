"""Players of the whole game: a random one, a greedy one, and one who looks to the end of the turn for the chase.

All see the observation and the actions only. What lies ahead they work out by the rules, as anybody could.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from solver.games.companion_quest import manipulate, placing
from solver.games.companion_quest.abilities import Ability, AnyColour, Refresh, Tame, Wake
from solver.games.companion_quest.action import QUEST, Call, Eat, End, Place, Take, TakeBack, Use
from solver.games.companion_quest.foresight import SCALE, Sight, Source, ended, sources
from solver.games.companion_quest.gathering import gather_values
from solver.games.companion_quest.objectives import Progress
from solver.games.companion_quest.placing import health_left
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Acting, Adventure, Choose, Gather, Replace, Throw, Wild
from solver.games.companion_quest.state import State, counts
from solver.games.companion_quest.turn import cost
from solver.manipulation import STOP, Gain, Paint, Recolour, Reroll, Roll, Shift, Turn
from solver.solve.playthrough import Player, random_player
from solver.task.legal import closed_spaces
from solver.task.model import Space

__all__ = ["chase_player", "greedy_player", "random_player"]

SURE = (Turn, Paint)
"""Actions on dice in which nothing is rolled."""


# ----- the greedy player ----------------------------------------------------------------------------------


def greedy_player(game: CompanionQuest) -> Player:
    """Return a player who takes what is at hand.

    It gathers as many dice as it can carry, in the colours that most open spaces ask for. It places dice as long as any
    fits: on the quest first, else on the problem that is nearest to being solved. When none fits, it uses the first
    ability that is sure to make one fit; then rolls a die again; then tames a companion with a snack. It passes a die
    on if it can, and takes no die back.

    Examples
    --------
    >>> from random import Random
    >>> from solver.solve.playthrough import play
    >>> game = CompanionQuest(2)
    >>> play(game, [greedy_player(game)] * 2, Random(1)).returns in {(0, 0), (1, 1)}
    True
    """
    setting = game.setting

    def choose(state: State, actions: Sequence[Any]) -> Any:
        match state.stage:
            case Gather():
                asked = _asked(setting, state)
                takes = [action for action in actions if isinstance(action, Take)]
                return max(takes, key=lambda take: (len(take.colours), _wanted(asked, take)))
            case Adventure():
                return _adventure(game, state, actions)
            case Acting():
                return STOP
            case _:
                return actions[0]

    return choose


def _adventure(game: CompanionQuest, state: State, actions: Sequence[Any]) -> Any:
    fitting = [action for action in actions if isinstance(action, Place)]
    if fitting:
        return min(fitting, key=lambda action: (_missing(game.setting, state, action.card), -len(action.wakes)))
    helps = [action for action in actions if isinstance(action, Use | Call)]
    for action in helps:
        if isinstance(action.action, SURE) and placing.placements(game.setting, _ended(game.apply(state, action))):
            return action
    free = [action for action in helps if isinstance(action.action, Roll) or action.action is None]
    tames = [action for action in actions if isinstance(action, Eat) and action.tames]
    shares = [action for action in actions if isinstance(action, End)]
    return next(iter((*free, *tames, shares[-1])))


def _ended(state: State) -> State:
    """The state after an ability in use has been stopped."""
    return manipulate.go_on(state, state.stage, STOP) if isinstance(state.stage, Acting) else state


def _missing(setting: Setting, state: State, card: int) -> int:
    """How much a card is short of being solved: spaces, or what dice must add to a danger; the quest comes first."""
    if card == QUEST:
        return -1
    zone = state.zones[card]
    task = setting.box.problems[zone.card].task
    if task.danger:
        return -(-max(0, health_left(task, zone.dice)) // 4)  # some dice of 3 or 4
    return len(_open(setting, state, card))


def _open(setting: Setting, state: State, card: int) -> list[Space]:
    """The spaces of a challenge that can still take a die."""
    zone = state.zones[card]
    task = setting.box.problems[zone.card].task
    lying = dict(zone.dice)
    shut = lying.keys() | closed_spaces(task, lying)
    return [space for at, space in enumerate(task.spaces) if at not in shut]


def _asked(setting: Setting, state: State) -> list[str]:
    """The colours that open spaces ask for, each as often as it is asked for."""
    return [colour for space in _spaces(setting, state) for colour in space.colours]


def _wanted(asked: Sequence[str], take: Take) -> int:
    """How many of these dice are asked for."""
    return sum(min(asked.count(colour), take.colours.count(colour)) for colour in set(take.colours))


def _spaces(setting: Setting, state: State) -> Iterator[Space]:
    active = placing.quest(setting, state)
    if active is not None and not state.locked:
        yield from active.path.spaces[state.hat :]
    for at, zone in enumerate(state.zones):
        if zone.card:
            task = setting.box.problems[zone.card].task
            yield from (task.danger.kind,) if task.danger else _open(setting, state, at)


# ----- the chase-maximising player ------------------------------------------------------------------------

PROGRESS = Progress(space=5, step=8, health=1, awake=3, snack=2, ready=2)
"""What the chase-maximising player takes to be worth how much where the chase is the same."""

OWNED = 3
"""What a companion is worth to it beyond being awake."""

LIKED = (Shift, Reroll, AnyColour, Recolour, Wake, Tame, Gain, Refresh)
"""Abilities in the order in which it likes to have them."""


def chase_player(game: CompanionQuest, progress: Progress = PROGRESS) -> Player:
    """Return a player who makes the gap between the Gnome and Gu'Gu as small as can be, turn by turn.

    It gathers what comes to the smallest gap on average, all rolls weighed and dice placed as well as can be. Then it
    takes the action after which the best placement, with one more use of an ability on dice, promises the smallest gap;
    where that is the same, the most progress. It does not look beyond its own turn.

    Parameters
    ----------
    progress : what is worth how much where the chase is the same

    Examples
    --------
    >>> from random import Random
    >>> from solver.solve.playthrough import play
    >>> game = CompanionQuest(2)
    >>> play(game, [chase_player(game)] * 2, Random(1)).returns in {(0, 0), (1, 1)}
    True
    """
    mind = _Mind(game, progress)

    def choose(state: State, actions: Sequence[Any]) -> Any:
        return actions[0] if len(actions) == 1 else mind.choose(state, actions)

    return choose


class _Mind:
    """The look ahead of one player."""

    def __init__(self, game: CompanionQuest, progress: Progress) -> None:
        self.game, self.setting, self.progress = game, game.setting, progress

    def choose(self, state: State, actions: Sequence[Any]) -> Any:
        """One of the actions."""
        match state.stage:
            case Gather():
                return max(gather_values(self.setting, state, "chase", self.progress), key=lambda one: one.means).take
            case Adventure():
                return self._adventure(state, actions)
            case Replace():
                return min(actions, key=lambda action: self._liking(self.setting.box.gnomes[action.gnome].ability))
            case _:
                return max(actions, key=lambda action: self.value(self.game.apply(state, action)))

    def _adventure(self, state: State, actions: Sequence[Any]) -> Any:
        """The action that promises most: abilities and what wakes companions first, then plain placements."""
        best: Any = None
        value = self.value(state, 0)
        for action in actions:
            if isinstance(action, Use | Call | Eat) or (isinstance(action, Place) and action.wakes):
                found = self.value(self.game.apply(state, action))
                if found > value:
                    best, value = action, found
        if best is not None:
            return best
        if self._ended(state) >= value:
            return self._end(actions)
        for kind in (Place, TakeBack):
            tried = [action for action in actions if isinstance(action, kind)]
            for action in tried:
                if self.value(self.game.apply(state, action), 0) >= value:
                    return action
        return self._end(actions)

    def _end(self, actions: Sequence[Any]) -> End:
        """The end of the turn, the dearest die passed on."""
        ends = [action for action in actions if isinstance(action, End)]
        return max(ends, key=lambda end: cost(counts([end.share])) if end.share else 0)

    def value(self, state: State, depth: int = 1) -> int:
        """What a state promises by the end of the turn.

        Parameters
        ----------
        depth : how many more abilities on dice are looked at
        """
        match state.stage:
            case Throw():
                outcomes = self.game.chance_outcomes(state)
                return sum(self.value(self.game.apply(state, one), depth) for one in outcomes) // len(outcomes)
            case Acting(does, hand, fresh):
                stopped = self.game.apply(state, STOP)
                left = max(left for _, left in hand) if hand else 0
                goes_on: tuple[Source, ...] = ()
                if isinstance(does, Reroll):
                    goes_on = (Source("", Reroll(1, max(left, 1)), 0),) if left or fresh else ()
                elif isinstance(does, Shift) and left:
                    goes_on = (Source("", replace(does, steps=left), 0),)
                return self._planned(stopped, goes_on, 1)
            case Choose(AnyColour()) | Choose(Wake()):
                after = (self.game.apply(state, action) for action in self.game.legal_actions(state))
                return max(self.value(one, depth) for one in after)
            case Choose():
                bonus = OWNED + self.progress.awake
                return self.value(state.but(stage=Adventure()), depth) + SCALE * bonus
            case Wild() | Replace():
                return self.value(state.but(stage=Adventure()), depth)
            case _:
                return self._planned(state, sources(self.setting, state, self.progress), depth)

    def _planned(self, state: State, able: Sequence[Source], depth: int) -> int:
        owned = OWNED * (len(state.mover.awake) + len(state.mover.resting))
        return Sight(self.setting, state, self.progress).plan(able, depth) + SCALE * owned

    def _ended(self, state: State) -> int:
        owned = OWNED * (len(state.mover.awake) + len(state.mover.resting))
        return ended(self.setting, state, self.progress) + SCALE * owned

    def _liking(self, does: Ability) -> int:
        return [isinstance(does, kind) for kind in LIKED].index(True)
