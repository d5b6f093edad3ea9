"""Ranked turns by the chance to solve the task: what to refill before the roll, and what to do first after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from solver.dice import Pool
from solver.errors import GnomonError, TooBigError
from solver.games.gnome_kingdom.action import Approach, Colours, Exchange, Gather, Receive, Solve, Trade, Use
from solver.games.gnome_kingdom.asked import QUESTIONS, title_of
from solver.games.gnome_kingdom.chance.layers import MOST_ENTRIES, Progress
from solver.games.gnome_kingdom.chance.policy import While, rests_on
from solver.games.gnome_kingdom.chance.table import (
    BRINGING,
    BROUGHT_FIRST,
    LEAF,
    NOT_BROUGHT,
    Standing,
    bag_of_state,
    pool_of_counts,
    standing_of,
)
from solver.games.gnome_kingdom.filling import Dice
from solver.games.gnome_kingdom.manipulate import does, used
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.powers import TOKENS
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import Acting, Attempt, Negotiate, Refill, Roll, Take
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.turn import colours_of, counts
from solver.games.gnome_kingdom.words import label, together
from solver.manipulation import STOP, Act, Action, Give, OfDice, begin, results
from solver.solve.ranking import Candidate, Measure, Ranking, rank

SOLVE = Measure("solve")
FAIL = "fail, and search"
SOLVED = "solve the task"

FOLLOWED = 8
"""Of so many lines, and of all that are best, it is told what follows."""


@dataclass(frozen=True, slots=True)
class Option:
    """A first action of an attempt.

    Parameters
    ----------
    words : the action
    chance : to solve the task when all else is done as well as can be
    same : equal for actions that the task cannot tell apart
    then : the table after it, where nothing is rolled
    alike : the other actions that the task cannot tell from it
    """

    words: str
    chance: Fraction
    same: Any
    then: State | None = None
    alike: tuple[str, ...] = ()


SOON = 10_000_000
"""How much is reckoned where an answer must not take long."""

MANY = 8
"""With more resources and abilities than that, what they can lead to takes long by itself."""

MOST_GATHERED = 60
"""In so many ways resources are gathered or traded at most where few are used."""

FEW = (3, 2, 1)
"""How many resources and abilities are used at most where that would still be too much."""


def ranked_solve(setting: Setting, state: State, *, exact: bool = False, progress: Progress = None) -> Ranking:
    """Rank what can be done first by the chance to solve the task.

    Parameters
    ----------
    exact : whether to take as long as it takes, and to simplify nothing
    progress : called with a few words now and then

    Raises
    ------
    GnomonError
        where the attempt is over, or nothing is to be chosen

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> from solver.games.gnome_kingdom.seen import setting_of, state_of
    >>> player = "{clan: leaf, resources: {acorn: 1}}"
    >>> position = read(f"{{game: gnome-kingdom, task: three-of-a-kind, players: [{player}], roll: r3 r3 b5}}")
    >>> for line in ranked_solve(setting_of(position), state_of(position)).lines:
    ...     print(line.action, line.value)
    acorn: reroll b5 91/216
    acorn: reroll r3 0
    fail, and search 0
    """
    game = GnomeKingdom(len(state.seats), setting)
    progress = progress if exact else None
    hand: Dice = ()
    starts: list[State] = []
    match state.stage:
        case Refill():
            return _refills(setting, state, state.stage, progress, exact=exact)
        case Roll():
            raise GnomonError("turn: the pool is full, and the dice are to be rolled: tell the roll")
        case Attempt():
            pass
        case Acting(after=False, where="roll") as acting:
            hand = tuple(die for die, _ in acting.hand)
        case Take(after=False) | Negotiate(after=False):
            starts = [game.apply(state, action) for action in game.legal_actions(state)]
        case _:
            raise GnomonError("turn: nothing changes the chance to solve the task any more; ask for worth")

    def answer(effort: int, most_used: int | None) -> Ranking:
        standing = Standing(
            setting, state, hand=hand, starts=starts, most_used=most_used, effort=effort, progress=progress
        )
        gathered = _gathered(game, state) if most_used is not None else []
        if 0 < len(gathered) <= MOST_GATHERED:
            with suppress(TooBigError) if most_used == FEW[-1] else nullcontext():
                later = Standing(setting, state, starts=gathered, most_used=most_used, effort=SOON)
                return _ranking(standing, Chooser(game, standing, later).lines(state), brought=True)
        return _ranking(standing, Chooser(game, standing).lines(state))

    return answer(MOST_ENTRIES, None) if exact else _soon(answer, sum(bag_of_state(setting, state)) > MANY)


def _gathered(game: GnomeKingdom, state: State) -> list[State]:
    """What may become of the table when resources are gathered or traded before all else."""
    found = []
    for action in game.legal_actions(state):
        if isinstance(action, Gather | Approach):
            there = game.apply(state, action)
            fewest = there.stage.number if isinstance(there.stage, Take) else 0  # as many are taken as there are
            others = game.legal_actions(there)
            found += [game.apply(there, one) for one in others if not fewest or len(one.kinds) == fewest]
    return found


def _soon(answer: Callable[[int, int | None], Ranking], many: bool) -> Ranking:
    """The answer with all that is held, or else with fewer resources and abilities used."""
    for most_used in FEW if many else (None, *FEW):
        try:
            return answer(MOST_ENTRIES if most_used == FEW[-1] else SOON, most_used)
        except TooBigError:
            if most_used == FEW[-1]:
                raise
    raise AssertionError


def _refills(setting: Setting, state: State, stage: Refill, progress: Progress, *, exact: bool = False) -> Ranking:
    """Every refill; those that the task cannot tell apart are one."""
    refills = colours_of(state.supply(), stage.left)
    pools = {refill: _filled(state, refill) for refill in refills}
    rolled = list(dict.fromkeys(pools.values()))

    def answer(effort: int, most_used: int | None) -> Ranking:
        if exact or most_used is not None:
            standing = Standing(setting, state, rolled, most_used=most_used, effort=effort, progress=progress)
        else:
            standing = standing_of(setting, state, rolled, effort)
        return _ranking(standing, _refilled(state, standing, pools))

    return answer(MOST_ENTRIES, None) if exact else _soon(answer, sum(bag_of_state(setting, state)) > MANY)


def _refilled(state: State, standing: Standing, pools: Mapping[Colours, Pool]) -> list[Candidate]:
    alike: dict[Any, list[Colours]] = {}
    for refill, pool in pools.items():
        alike.setdefault(standing.turn.split(pool), []).append(refill)
    lines = []
    for first, *others in alike.values():
        words, *alike_words = (label(state, one) for one in (first, *others))
        chance = Fraction(standing.before(pools[first]))
        lines.append(Candidate(_alike(words, alike_words), (chance,), (), _facts(alike_words)))
    return lines


def _filled(state: State, refill: Colours) -> Pool:
    more = counts(refill.colours)
    return pool_of_counts([have + new for have, new in zip(state.pool, more, strict=True)])


def _ranking(standing: Standing, lines: Sequence[Candidate], *, brought: bool = False) -> Ranking:
    """A ranking with what is left out; `brought` where resources are gathered or traded before all else."""
    left_out = tuple(BROUGHT_FIRST if brought and one == NOT_BROUGHT else one for one in standing.simplified)
    if left_out:
        lines = [line if line.values[0] == 1 else replace(line, kind="abstraction") for line in lines]  # 1 is sure
    return Ranking(
        QUESTIONS[type(standing.state.stage)],
        "solve",
        (SOLVE,),
        rank(lines, (SOLVE,)),
        title=title_of(standing.setting, standing.state),
        rulings=rests_on(standing.turn, standing.bags),
        assumptions=left_out,
        size=f"{standing.turn.size:,} values",
    )


class Chooser:
    """The options of the states of one attempt.

    Parameters
    ----------
    game : by whose rules there are options
    standing : the chances
    later : those once resources have been gathered or traded, where `standing` leaves that out
    """

    def __init__(self, game: GnomeKingdom, standing: Standing, later: Standing | None = None) -> None:
        self.game, self.setting, self.standing, self.later = game, game.setting, standing, later
        self._brings = _bringing(game.setting, standing.state)
        self._using: dict[Any, While] = {}

    def _at(self, state: State) -> Standing:
        """The chances from a table on."""
        return self.later if self.later and _bringing(self.setting, state) < self._brings else self.standing

    def lines(self, state: State) -> list[Candidate]:
        """The options as lines, in canonical form: orders of steps that lead to the same are one."""
        options = self.options(state)
        named = {words: one for one in options for words in (one.words, *one.alike)}
        plans: set[frozenset[str]] = set()
        found = []
        for at, one in enumerate(options):
            steps = self._main(one) if at < FOLLOWED or one.chance == options[0].chance else ()
            if one.chance and one.then is not None and steps:
                last = named.get(steps[-1])
                if last is not None and last.then is None and last.chance == one.chance:
                    continue  # what is rolled may as well be rolled first
                plan = frozenset((one.words, *steps))
                if plan in plans:
                    continue
                plans.add(plan)
            found.append(_line(one, steps))
        return found

    def _main(self, option: Option) -> tuple[str, ...]:
        """What follows an option, up to the next roll of a die or until the task is solved."""
        steps: list[str] = []
        while option.chance and option.then is not None:
            chance = option.chance
            option = next(one for one in self._all(option.then) if one.chance == chance)
            if isinstance(option.same, Solve):
                return (*steps, option.words if option.same.deceivers else SOLVED)
            if option.words != "stop":
                steps.append(option.words)
        return tuple(steps)

    # ----- options --------------------------------------------------------------------------------------------

    def options(self, state: State) -> list[Option]:
        """The first actions, the best first; of those that the task cannot tell apart one."""
        alike: dict[Any, list[Option]] = {}
        for option in self._all(state):
            alike.setdefault(option.same, []).append(option)
        merged = [replace(first, alike=tuple(one.words for one in others)) for first, *others in alike.values()]
        return sorted(merged, key=lambda option: -option.chance)

    def _all(self, state: State) -> Iterator[Option]:
        match state.stage:
            case Attempt():
                yield from self._attempt(state)
            case Acting(does=manipulation) as acting:
                act = Act(manipulation, self._at(state).table(state), acting.hand, acting.fresh)
                for action in self.game.legal_actions(state):
                    if action == STOP:
                        yield self._after("stop", self.game.apply(state, action))
                    else:
                        yield self._act(self.words(state, action), state, act, action, self.game.apply(state, action))
            case Take(number):
                for action in self.game.legal_actions(state):
                    if isinstance(action, Receive) and len(action.kinds) == number:
                        yield self._after(self.words(state, action), self.game.apply(state, action))
            case _:
                for action in self.game.legal_actions(state):
                    yield self._after(self.words(state, action), self.game.apply(state, action))

    def _attempt(self, state: State) -> Iterator[Option]:
        actions = self.game.legal_actions(state)
        solving = [action for action in actions if isinstance(action, Solve)]
        if solving:
            yield from (Option(self.words(state, action), Fraction(1), action) for action in solving)
            return
        for action in actions:
            match action:
                case Exchange() if not self.standing.question.exchange:
                    pass
                case Gather() | Approach() if self.standing.most_used is not None and not self._gathers(state):
                    pass
                case Exchange() | Gather() | Approach():
                    there = self.game.apply(state, action)
                    for other in self.game.legal_actions(there):
                        words = together(action, other)
                        if words and self._useful(action, other, there):
                            yield self._after(words, self.game.apply(there, other))
                case Use(source="leaf") if not self._at(state).bag_of(state)[LEAF]:
                    pass
                case Use(where="roll") if self._serves(action.source):
                    yield self._use(state, action)
        yield Option(FAIL, Fraction(0), FAIL)

    def _gathers(self, state: State) -> bool:
        """Whether the chances after gathering or trading are told here: before all else."""
        return self.later is not None and state == self.standing.state

    def _serves(self, source: str) -> bool:
        """Whether a resource or a card can be of any use for the task."""
        token = source if source in CLANS else self.setting.skills[source].ability
        return any(TOKENS.index(token) in one.turn.useful for one in (self.standing, self.later) if one)

    def _useful(self, action: Any, other: Any, there: State) -> bool:
        """Whether what is taken may be better than what else could be."""
        if not all(map(self._serves, other.takes if isinstance(other, Trade) else other.kinds)):
            return False
        if isinstance(action, Exchange):
            return not set(action.gives) & set(other.kinds)
        return not isinstance(there.stage, Take) or len(other.kinds) == there.stage.number

    def _use(self, state: State, use: Use) -> Option:
        words, then = self.words(state, use), self.game.apply(state, use)
        if isinstance(use.action, Give):
            return self._after(words, then)
        manipulation = does(self.setting, state, use.source)
        assert isinstance(manipulation, OfDice)
        rest = used(self.setting, state, use.source)
        return self._act(words, rest, begin(manipulation, self._at(state).table(state)), use.action, then)

    def _act(self, words: str, rest: State, act: Act, action: Action, then: State) -> Option:
        """An action of an ability; `rest` is the table once it is paid for."""
        standing = self._at(rest)
        found, bag, far = results(act, action), standing.bag_of(rest), standing.around(rest).far
        key = standing is self.later, bag, act.table.elsewhere, far
        if key not in self._using:
            self._using[key] = While(standing.turn, *key[1:])
        chance = self._using[key].mean(found)
        same = bag, frozenset(Counter({self._looks(one): weight for one, weight in found.items()}).items())
        return Option(words, chance, same, then if len(found) == 1 else None)

    def _after(self, words: str, then: State) -> Option:
        """An action after which an attempt goes on."""
        standing = self._at(then)
        there = standing.around(then)
        same = standing.bag_of(then), standing.looks(then.roll), standing.turn.placed(there.near, there.far)
        return Option(words, Fraction(standing.chance(then)), same, then)

    def _looks(self, act: Act) -> Any:
        """What of an act the task can tell apart."""
        dice = act.settled().roll if act.over else act.table.roll
        return self.standing.looks(dice, () if act.over else act.hand), act.fresh

    def words(self, state: State, action: Any) -> str:
        """An action in words."""
        return label(state, action, self.setting.tiles)


def _bringing(setting: Setting, state: State) -> int:
    """How many abilities that bring resources can be used."""
    return sum(bag_of_state(setting, state)[place] for place in BRINGING)


def _line(option: Option, steps: tuple[str, ...]) -> Candidate:
    return Candidate(_alike(option.words, option.alike), (option.chance,), steps, _facts(option.alike))


def _alike(words: str, others: Sequence[str]) -> str:
    return f"{words} (or alike)" if others else words


def _facts(others: Sequence[str]) -> dict[str, list[str]]:
    return {"alike": list(others)} if others else {}
