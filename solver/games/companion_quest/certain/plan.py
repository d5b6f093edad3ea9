"""What is certain of a turn: the best of all plans for a hand that need no luck, found and proven by CP-SAT.

A plan places dice over the quest and the problems, takes dice back, wakes companions by dice, and uses the abilities of
companions and gnomes that turn a die or change its colour. Abilities that roll, wake, tame or gain something, and
snacks, are no part of it. It is slower than the kernel and knows more: all best plans, whether there is one alone, and
what the second best is worth. It runs with one worker, a fixed seed and a limit that counts work, so that the same
question has the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from solver.dice import Rolled, rolled_key, rolled_text
from solver.errors import TooBigError
from solver.games import dice_set
from solver.games.companion_quest.action import QUEST
from solver.games.companion_quest.allot import Worth
from solver.games.companion_quest.certain.model import WEIGHT, TurnModel
from solver.games.companion_quest.objectives import DEFAULT, Objective, Progress
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import Dice, State

LIMIT = 60.0
MOST = 1000


@dataclass(frozen=True, slots=True)
class Change:
    """An ability that is used on a die of the hand.

    Parameters
    ----------
    source : the companion, or `gnome 2` for the second gnome
    die : what the die shows in the hand
    effect : `+1`, `-2` or a colour
    """

    source: str
    die: Rolled
    effect: str

    def __str__(self) -> str:
        return f"{self.source}: {_text(self.die)} {self.effect}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with a hand, and what it comes to; in which order is left open.

    Parameters
    ----------
    placed : card, space and die, as it is then; the space is 0 on a danger
    returned : zone, space and die of what lay there and is taken back
    passing : dice that are placed only for what they wake, and taken back
    changes : abilities used
    """

    worth: Worth
    placed: tuple[tuple[int, int, Rolled], ...] = ()
    returned: tuple[tuple[int, int, Rolled], ...] = ()
    passing: Dice = ()
    changes: tuple[Change, ...] = ()

    def __str__(self) -> str:
        parts = [str(change) for change in self.changes]
        parts += [f"take back {_text(die)} from zone {at + 1}" for at, _, die in self.returned]
        parts += [f"{_text(die)} only wakes" for die in self.passing]
        for at, space, die in self.placed:
            card = "quest" if at == QUEST else f"zone {at + 1}"
            parts.append(f"{_text(die)} on {card} {chr(ord('A') + space)}")
        return ", ".join(parts) or "nothing"


@dataclass(frozen=True, slots=True)
class Proof:
    """The best plans, all of them, and what is next.

    Parameters
    ----------
    best : all best plans in canonical order
    second : the best of the plans that are worth less; None if all plans are worth the same
    """

    best: tuple[Plan, ...]
    second: Plan | None

    @property
    def unique(self) -> bool:
        """Whether one plan is better than all others."""
        return len(self.best) == 1


def best_plan(
    setting: Setting,
    state: State,
    objective: Objective = "chase",
    progress: Progress = DEFAULT,
    abilities: bool = True,
    limit: float = LIMIT,
) -> Plan:
    """One of the best plans, proven so.

    Parameters
    ----------
    abilities : whether abilities are used; else dice are only placed
    limit : work in the solver's deterministic time, roughly seconds

    Raises
    ------
    TooBigError
        when the limit came before a proof, or where a plan could depend on what the model leaves out

    Examples
    --------
    >>> from solver.games.companion_quest.stage import Adventure
    >>> from solver.games.companion_quest.state import Seat, Zone
    >>> hand = (Rolled("blue", 2), Rolled("red", 2))
    >>> seats = (Seat("crumbles", awake=("prost",)), Seat("bubbles", ready=False))
    >>> state = State(seats, Adventure(), zones=(Zone("seesaw"), Zone(), Zone()), hand=hand)
    >>> print(best_plan(Setting(2), state, "solve"))
    prost: b2 +1, r2 on zone 1 A, b3 on zone 1 B
    """
    return _Question(setting, state, objective, progress, abilities, limit).best()


def all_best(
    setting: Setting,
    state: State,
    objective: Objective = "chase",
    progress: Progress = DEFAULT,
    abilities: bool = True,
    limit: float = LIMIT,
    most: int = MOST,
) -> list[Plan]:
    """All best plans, equal dice not told apart, in canonical order.

    Parameters and errors are those of :func:`best_plan`, and a TooBigError for more than `most`.
    """
    question = _Question(setting, state, objective, progress, abilities, limit)
    return question.others(question.best(), most)


def proof(
    setting: Setting,
    state: State,
    objective: Objective = "chase",
    progress: Progress = DEFAULT,
    abilities: bool = True,
    limit: float = LIMIT,
    most: int = MOST,
) -> Proof:
    """All best plans, and the best of those that are worth less.

    Parameters and errors are those of :func:`all_best`.
    """
    ask = partial(_Question, setting, state, objective, progress, abilities, limit)
    question = ask()
    first = question.best()
    return Proof(tuple(question.others(first, most)), ask().below(first.worth))


def _text(die: Rolled) -> str:
    return rolled_text(die, dice_set("companion-quest").letter_of)


class _Question:
    """A model and what has been asked of it."""

    def __init__(
        self,
        setting: Setting,
        state: State,
        objective: Objective,
        progress: Progress,
        abilities: bool,
        limit: float,
    ) -> None:
        self.turn = TurnModel(setting, state, objective, progress, abilities)
        self.model, self.limit = self.turn.model, limit

    def best(self) -> Plan:
        """With abilities goal and progress one after the other, which is proven sooner than both at once."""
        for measure in (self.turn.goal, self.turn.worth) if self.turn.sources else (self.turn.key,):
            self.model.maximize(measure)
            solver = self._solve()
            assert solver is not None  # to do nothing is a plan
            self.model.clear_objective()
            self.model.add(measure == int(solver.value(measure)))
        self._exclude(solver)
        return self._plan(solver)

    def others(self, first: Plan, most: int) -> list[Plan]:
        found = {first}
        while (solver := self._solve()) is not None:
            found.add(self._plan(solver))
            if len(found) > most:
                raise TooBigError(f"there are more than {most} best plans")
            self._exclude(solver)
        return sorted(found, key=_order)

    def below(self, worth: Worth) -> Plan | None:
        self.model.add(self.turn.key <= _key(worth) - 1)
        self.model.maximize(self.turn.key)
        solver = self._solve()
        return self._plan(solver) if solver else None

    def _solve(self) -> Any:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.linearization_level = 2
        solver.parameters.cp_model_probing_level = 0  # these models are small, and soon solved as they are
        solver.parameters.max_presolve_iterations = 1
        solver.parameters.max_deterministic_time = self.limit
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL and (status != cp_model.FEASIBLE or self.model.has_objective()):
            raise TooBigError(f"no proof was found within the limit of {self.limit:g}")
        return solver

    def _exclude(self, solver: Any) -> None:
        """No other plan with the same choices."""
        chosen = [(var, solver.boolean_value(var)) for var in self.turn.choices]
        self.model.add_bool_or([~var if was else var for var, was in chosen])

    def _plan(self, solver: Any) -> Plan:
        is_true, turn = solver.boolean_value, self.turn
        worth = Worth(int(solver.value(turn.goal)), int(solver.value(turn.worth)))
        placed = [(laid.at, max(0, space), die) for laid in turn.laid for space, die, var in laid.uses if is_true(var)]
        returned = [
            (laid.at, space, die)
            for laid in turn.laid
            for space, (die, stays) in laid.lying.items()
            if not is_true(stays)
        ]
        passing = [die for die, number in turn.passing.items() for _ in range(int(solver.value(number)))]
        changes = [
            Change(turn.sources[source].name, turn.hand[die], effect)
            for die, way, var in turn.taken
            if is_true(var)
            for source, _, effect in way.uses
        ]
        return Plan(
            worth,
            tuple(sorted(placed, key=lambda one: (one[0] == QUEST, *one[:2], rolled_key(one[2])))),
            tuple(sorted(returned)),
            tuple(sorted(passing, key=rolled_key)),
            tuple(sorted(changes, key=str)),
        )


def _key(worth: Worth) -> int:
    return worth.goal * WEIGHT + worth.progress


def _order(plan: Plan) -> tuple[object, ...]:
    places = [(at == QUEST, at, space, rolled_key(die)) for at, space, die in plan.placed]
    return places, plan.returned, [rolled_key(die) for die in plan.passing], [str(change) for change in plan.changes]
