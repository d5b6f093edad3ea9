"""What a turn comes to under a stated policy: the odds of problems solved and steps of the hat, and the chase of them.

The policy is that of the objective `chase`: the turn makes the gap as small as can be on average, and between equal
ways leaves the most progress. Without abilities the dice are gathered and placed by kernels; with abilities every roll
is played by the values of all states of the turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from solver import _allot
from solver.dice import Die, Pool
from solver.enumeration import rolls
from solver.errors import GnomonError, TooBigError
from solver.game import CHANCE
from solver.games.companion_quest.allot import numbers, packed
from solver.games.companion_quest.chase import Chase, End, Meter, Outcome
from solver.games.companion_quest.ending import tally
from solver.games.companion_quest.gathering import gather_values
from solver.games.companion_quest.objectives import DEFAULT, Progress
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import State
from solver.games.companion_quest.turn_game import Ended, TurnGame
from solver.games.companion_quest.turn_values import values


def outcomes(setting: Setting, state: State, progress: Progress = DEFAULT) -> dict[Outcome, int]:
    """What a turn that begins here comes to, no ability being used, with the number of rolls that lead there.

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


def able_outcomes(setting: Setting, state: State, progress: Progress = DEFAULT) -> dict[Outcome, Fraction]:
    """What a turn that begins here comes to with all abilities, snacks and gnomes, and how likely.

    Parameters
    ----------
    state : one in which the gnome on turn gathers

    Raises
    ------
    TooBigError
        with the size, where the turn is too big to be solved

    Examples
    --------
    Three dice make a pair in 4 of 9 rolls. A companion that turns a die up by one makes it sure: a blue die that is
    placed wakes it, so that it helps twice.

    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> seats = (Seat("crumbles", ready=False, awake=("rain-newt",)), Seat("bubbles", ready=False))
    >>> zones = (Zone("twin-lanterns"), Zone(), Zone())
    >>> str(able_outcomes(Setting(2), State(seats, Gather(), zones=zones))[Outcome(1, 0)])
    '1'
    """
    turn = TurnGame(CompanionQuest(setting=setting), "chase", progress, start=state)
    worth = values(turn, state)
    known: dict[State, dict[Outcome, Fraction]] = {}

    def spread(now: State) -> dict[Outcome, Fraction]:
        if now not in known:
            if turn.current_player(now) == CHANCE:
                ways = turn.chance_outcomes(now)
                after = [(turn.apply(now, one), Fraction(n, sum(ways.values()))) for one, n in ways.items()]
            else:
                after = [(max((turn.apply(now, one) for one in turn.legal_actions(now)), key=worth), Fraction(1))]
            found: dict[Outcome, Fraction] = {}
            for then, chance in after:
                shares = {_ended(setting, now): Fraction(1)} if isinstance(then, Ended) else spread(then)
                for outcome, share in shares.items():
                    found[outcome] = found.get(outcome, Fraction(0)) + chance * share
            known[now] = found
        return known[now]

    return dict(sorted(spread(state).items()))


def _ended(setting: Setting, state: State) -> Outcome:
    found = tally(setting, state)
    return Outcome(min(2, len(found.solved)), found.steps)


def with_first_turn(chase: Chase, first: Mapping[Outcome, Fraction]) -> Fraction:
    """The chance to win a chase whose first turn has other odds: what something is worth that is there once.

    Examples
    --------
    >>> even = {Outcome(0, 0): 1, Outcome(1, 0): 1, Outcome(2, 0): 1}
    >>> chase = Chase((3, 3, 3), ((even,) * 3,) * 3)
    >>> str(chase.win()), str(with_first_turn(chase, {Outcome(1, 0): Fraction(1)}))
    ('3/4', '3/4')
    >>> str(with_first_turn(chase, {Outcome(0, 0): Fraction(1)}))
    '1/2'
    """
    after = {outcome: chase.after(chase.start, outcome) for outcome in first}
    wins = chase.wins(*(then for then in after.values() if isinstance(then, Meter)))
    ends: dict[Meter | End, Fraction] = {"won": Fraction(1), "lost": Fraction(0)}
    chances = ends | wins
    return sum((share * chances[after[outcome]] for outcome, share in first.items()), Fraction(0))


def chase_from(setting: Setting, state: State, progress: Progress = DEFAULT) -> Chase:
    """The chase from a state on, as if each turn met the same three problems as this one, without any die on them.

    Parameters
    ----------
    state : one in which a gnome gathers; its quests are those that are chased over, the hat at the start of the first

    Raises
    ------
    GnomonError
        if the quests of all stages are not known, or a danger would lock them

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
    if locking := [zone.card for zone in state.zones if zone.card and setting.box.problems[zone.card].danger]:
        raise GnomonError(f"chase: {locking[0]} is a danger, and would lock every quest")
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
