"""Placing a roll on several tasks at once by CP-SAT: the best placement, all of them, whether it is alone.

It is slower than the placement kernel and knows more: several cards share the dice, a filled card has a worth
of its own, and what it says is best is proven so. It runs with one worker, a fixed seed and a limit that
counts work and not time, so that the same question has the same answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.dice import Roll, Rolled, rolled_key
from solver.errors import TooBigError, WordsError
from solver.placement import Placement, check_roll, read_worths
from solver.task.constraints import Use, add_card, add_danger
from solver.task.legal import DEFAULT, complete, held_dice, legal
from solver.task.model import Readings, Task, space_name

if TYPE_CHECKING:
    pass

MAX_TOTAL = 1 << 50  # of all worths: the solver states its bound as a float
Worths = Sequence[Mapping[str, int] | None]


@dataclass(frozen=True, slots=True)
class Solution:
    """Placements on several tasks and what they are worth together.

    Parameters
    ----------
    placements : one for each task, in their order
    worth : total worth of spaces with a die and of filled tasks
    bound : no placement is worth more than this
    """

    placements: tuple[Placement, ...]
    worth: int
    bound: int

    @property
    def proven(self) -> bool:
        """Whether nothing can be better."""
        return self.worth == self.bound

    def __str__(self) -> str:
        shown = " | ".join(map(str, self.placements))
        return f"{shown}  worth {self.worth}" + ("" if self.proven else f", at most {self.bound}")


def best(
    tasks: Sequence[Task],
    roll: Roll,
    worths: Worths | None = None,
    filled: Sequence[int] | None = None,
    readings: Readings = DEFAULT,
    limit: float = 60.0,
) -> Solution:
    """The most valuable placement of the dice of a roll on several tasks.

    Parameters
    ----------
    worths : for each task a mapping of space name to the worth of a die there, 0 for spaces not named, or
        None for 1 each; on a danger `{"": 2}` makes every point of its dice worth 2
    filled : for each task the worth of having it filled, 0 or more; without it 0
    limit : work in the solver's deterministic time, roughly seconds

    Returns
    -------
    Solution
        proven best, or with a `bound` above its worth when the limit was reached

    Raises
    ------
    WordsError
        for a clan not named, colours not stated, or worths that do not fit the tasks
    TooBigError
        when the limit was reached before any placement was found

    Examples
    --------
    >>> tasks = [Task("[red] [any] : A < B"), Task("[even]*2 : A != B")]
    >>> print(best(tasks, Roll.read("r1 b2 g6 g5"), filled=[5, 5]))
    A←r1 B←g5 | A←b2 B←g6  worth 14
    """
    return _Model(tasks, roll, worths, filled, readings, limit).best()


def all_best(
    tasks: Sequence[Task],
    roll: Roll,
    worths: Worths | None = None,
    filled: Sequence[int] | None = None,
    readings: Readings = DEFAULT,
    limit: float = 60.0,
    most: int = 10_000,
) -> list[Solution]:
    """All placements of the greatest worth, equal dice not told apart, in canonical order.

    Parameters and errors are those of :func:`best`, and a TooBigError when the list is not proven complete or
    holds more than `most`.

    Examples
    --------
    >>> for solution in all_best([Task("[red]"), Task("[even]")], Roll.read("r2 b2")):
    ...     print(solution)
    A←r2 | A←b2  worth 2
    """
    return _Model(tasks, roll, worths, filled, readings, limit).all_best(most)


def is_unique(
    tasks: Sequence[Task],
    roll: Roll,
    worths: Worths | None = None,
    filled: Sequence[int] | None = None,
    readings: Readings = DEFAULT,
    limit: float = 60.0,
) -> bool:
    """Whether exactly one placement has the greatest worth, equal dice not told apart; proven either way.

    Parameters and errors are those of :func:`best`, and a TooBigError when the limit came before a proof.

    Examples
    --------
    >>> [is_unique([Task(text)], Roll.read("r2 r3 b2")) for text in ("[blue]", "[red]")]
    [True, False]
    """
    model = _Model(tasks, roll, worths, filled, readings, limit)
    first = model.best()
    if not first.proven:
        raise model.undecided("is not proven best")
    return model.excludes_others(first)


class _Model:
    """The CP-SAT model of a question, and what has been placed in it.

    `use` holds for each task the literal of every die on every space, `done` the literal of being filled.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        roll: Roll,
        worths: Worths | None,
        filled: Sequence[int] | None,
        readings: Readings,
        limit: float,
    ) -> None:
        from ortools.sat.python import cp_model

        self.tasks, self.roll, self.readings, self.limit = tuple(tasks), roll, readings, limit
        if not tasks:
            raise WordsError("there is no task to place dice on")
        for task in tasks:
            check_roll(task, roll)
        self.values = _read_all_worths(self.tasks, worths)
        self.bonus = [0] * len(tasks) if filled is None else list(filled)
        if len(self.bonus) != len(tasks) or any(worth < 0 for worth in self.bonus):
            raise WordsError("a worth of 0 or more is needed for each filled task")
        self.model: Any = cp_model.CpModel()
        self.dice = Counter(roll)
        self.use: list[list[Use]] = []
        self.done: list[Any] = []
        for task, bonus in zip(self.tasks, self.bonus, strict=True):
            done = self.model.new_bool_var("filled")
            if not bonus:
                self.model.add(done == 0)  # nobody asks
            self.done.append(done)
            self.use.append(
                add_danger(self.model, task, self.dice, done)
                if task.danger
                else add_card(self.model, task, self.dice, readings, done)
            )
        for die, n in self.dice.items():
            self.model.add(sum(var for uses in self.use for _, other, var in uses if other == die) <= n)
        fixed, parts = 0, []
        for task, values, uses in zip(self.tasks, self.values, self.use, strict=True):
            worth = _worth_of(task, values)
            fixed += sum(worth(space, die) for space, die in _lying(task))
            parts += [worth(space, die) * var for space, die, var in uses]
        total = sum(abs(worth) for values in self.values for worth in values) + sum(self.bonus)
        if total * 64 * max(1, len(roll)) > MAX_TOTAL:
            raise WordsError("these worths are too large to be added up safely")
        self.objective: Any = sum(parts) + sum(b * var for b, var in zip(self.bonus, self.done, strict=True)) + fixed

    def best(self) -> Solution:
        from ortools.sat.python import cp_model

        self.model.maximize(self.objective)
        solver = self._solver()
        status = solver.solve(self.model)
        self.model.clear_objective()
        if status == cp_model.UNKNOWN:
            raise self.undecided("has not been placed")
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), solver.status_name(status)  # placing nothing is legal
        placements = self._placements(solver.boolean_value)
        worth = self._worth(placements)
        bound = worth if status == cp_model.OPTIMAL else int(solver.best_objective_bound + 1e-6)
        return Solution(placements, worth, max(worth, bound))

    def all_best(self, most: int) -> list[Solution]:
        from ortools.sat.python import cp_model

        first = self.best()
        if not first.proven:
            raise self.undecided("is not proven best")
        found: dict[tuple[Placement, ...], None] = {}

        class Collect(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(inner) -> None:  # noqa: N805
                found[self._placements(inner.boolean_value)] = None
                if len(found) > most:
                    inner.stop_search()

        self.model.add(self.objective >= first.worth)
        solver = self._solver()
        solver.parameters.enumerate_all_solutions = True
        status = solver.solve(self.model, Collect())
        if len(found) > most:
            raise TooBigError(f"{self.roll} has more than {most} best placements")
        if status != cp_model.OPTIMAL:
            raise self.undecided("may have more best placements")
        return [Solution(placements, first.worth, first.worth) for placements in sorted(found, key=_order)]

    def excludes_others(self, first: Solution) -> bool:
        from ortools.sat.python import cp_model

        chosen = [Counter(placement.dice) for placement in first.placements]
        changed = []
        for task, uses, counter in zip(self.tasks, self.use, chosen, strict=True):
            for space, die, var in uses:
                key = _name(task, space), die
                changed.append(1 - var if counter[key] else var)
                counter[key] -= bool(counter[key])
        self.model.add(self.objective >= first.worth)
        self.model.add(sum(changed) >= 1)
        status = self._solver().solve(self.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            raise self.undecided("may have another best placement")
        return bool(status == cp_model.INFEASIBLE)

    def undecided(self, what: str) -> TooBigError:
        return TooBigError(f"{self.roll} {what} within the limit of {self.limit:g}")

    def _solver(self) -> Any:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.max_deterministic_time = self.limit
        return solver

    def _placements(self, is_true: Callable[[Any], bool]) -> tuple[Placement, ...]:
        made = []
        for task, values, uses in zip(self.tasks, self.values, self.use, strict=True):
            placed = [(space, die) for space, die, var in uses if is_true(var)]
            placed.sort(key=lambda entry: (entry[0], rolled_key(entry[1])))
            lying = _lying(task)
            if task.danger:
                points = sum(die.face for _, die in lying + placed if isinstance(die.face, int))
                done = points >= task.danger.health
            else:
                card = dict(lying + placed)
                done = legal(task, card, self.readings) and complete(task, card, self.readings)
            worth = _worth_of(task, values)
            made.append(
                Placement(
                    tuple((_name(task, space), die) for space, die in placed),
                    tuple((_name(task, space), die) for space, die in lying),
                    done,
                    sum(worth(space, die) for space, die in lying + placed),
                    task.dice.letter_of,
                )
            )
        return tuple(made)

    def _worth(self, placements: Sequence[Placement]) -> int:
        return sum(
            placement.worth + bonus * placement.filled for placement, bonus in zip(placements, self.bonus, strict=True)
        )


def _read_all_worths(tasks: Sequence[Task], worths: Worths | None) -> list[list[int]]:
    given = [None] * len(tasks) if worths is None else list(worths)
    if len(given) != len(tasks):
        raise WordsError(f"worths are given for {len(given)} tasks, and there are {len(tasks)}")
    read = []
    for task, one in zip(tasks, given, strict=True):
        if task.danger and one is not None and set(one) - {""}:
            raise WordsError("a danger has no spaces; the worth of its points is that of the space ''")
        read.append([1 if one is None else one.get("", 0)] if task.danger else read_worths(task, one))
    return read


def _worth_of(task: Task, values: Sequence[int]) -> Callable[[int, Rolled], int]:
    if task.danger:
        return lambda _, die: values[0] * die.face if isinstance(die.face, int) else 0
    return lambda space, _: values[space]


def _lying(task: Task) -> list[tuple[int, Rolled]]:
    return [(-1, die) for die in task.danger.placed] if task.danger else sorted(held_dice(task).items())


def _name(task: Task, space: int) -> str:
    return "" if task.danger else space_name(space)


def _order(placements: tuple[Placement, ...]) -> list[list[tuple[object, ...]]]:
    return [[(len(name), name, rolled_key(die)) for name, die in placement.dice] for placement in placements]
