"""What a turn comes to under a stated policy: the odds of problems solved and steps of the hat, and the chase of them.

The policy is that of the objective `chase` without abilities: the dice that make the gap smallest on average are
gathered, and every roll is placed as well as can be.
"""

from __future__ import annotations

from dataclasses import replace

from solver import _allot
from solver.dice import Die, Pool
from solver.enumeration import rolls
from solver.errors import GnomonError, TooBigError
from solver.games.companion_quest.allot import numbers, packed
from solver.games.companion_quest.chase import Chase, Outcome
from solver.games.companion_quest.gathering import gather_values
from solver.games.companion_quest.objectives import DEFAULT, Progress
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import State


def outcomes(setting: Setting, state: State, progress: Progress = DEFAULT) -> dict[Outcome, int]:
    """What a turn that begins here comes to, with the number of rolls that lead there.

    Parameters
    ----------
    state : one in which the gnome on turn gathers
    progress : what decides between placements that are equal for the chase

    Raises
    ------
    TooBigError
        for more dice or larger cards than can be gone through

    Examples
    --------
    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> zones = (Zone("twin-lanterns"), Zone(), Zone())
    >>> outcomes(Setting(2), State((Seat("crumbles"), Seat("bubbles")), Gather(), zones=zones))
    {Outcome(solved=0, steps=0): 120, Outcome(solved=1, steps=0): 96}
    """
    take = max(gather_values(setting, state, "chase", progress), key=lambda one: one.means).take
    colours = (*take.colours, *([state.shared] if state.shared else []))
    if not colours:
        return {Outcome(0, 0): 1}
    flat = packed(setting, state, "chase", progress)
    found: dict[Outcome, int] = {}
    for roll, ways in rolls(Pool({Die(colour): colours.count(colour) for colour in dict.fromkeys(colours)})):
        best = _allot.best(flat, numbers(roll), 0)
        if not best:
            raise TooBigError("there are too many ways to place dice in some order and to take them back")
        *problems, (path, _, _) = best[1]
        outcome = Outcome(min(2, sum(done for _, done, _ in problems)), len(path))
        found[outcome] = found.get(outcome, 0) + ways
    return dict(sorted(found.items()))


def chase_from(setting: Setting, state: State, progress: Progress = DEFAULT) -> Chase:
    """The chase from a state on, as if each turn met the same three problems as this one, without any die on them.

    Parameters
    ----------
    state : one in which a gnome gathers; its quests are those that are chased over, the hat at the start of the first

    Raises
    ------
    GnomonError
        if the quests of all stages are not known

    Examples
    --------
    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> zones = (Zone("twin-lanterns"), Zone("toll-bridge"), Zone("three-bells"))
    >>> quests = ("mill-pond", "hill-road", "star-bridge")
    >>> state = State((Seat("crumbles"), Seat("bubbles")), Gather(), quests=quests, zones=zones)
    >>> chase = chase_from(Setting(2), state)
    >>> chase.paths, 0 < chase.win() < 1
    ((3, 4, 5), True)
    """
    rules = setting.rules
    if len(state.quests) != rules.quests or state.done:
        raise GnomonError(f"chase: {rules.quests} quests are chased over, none of them completed")
    zones = tuple(replace(zone, dice=()) for zone in state.zones)
    paths, turns = [], []
    for done in range(rules.quests):
        quests = state.quests[done:]
        path = len(setting.box.quests[quests[0]].path.spaces)
        here = state.but(stage=Gather(), quests=quests, done=done, path=(), locked=False, zones=zones, gnome=done)
        # so far ahead that no turn is better than it need be to catch him
        rows = [outcomes(setting, here.but(hat=hat, foe=done + 2), progress) for hat in range(path)]
        paths.append(path)
        turns.append(tuple(rows))
    return Chase(tuple(paths), tuple(turns), rules.portal, rules.start_gap, rules.meter_order)
