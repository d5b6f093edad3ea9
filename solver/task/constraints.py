"""The rules of a card as constraints of a CP-SAT model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from solver.dice import Rolled
from solver.task.legal import compares, held_dice, legal, numbered_spaces, run_length
from solver.task.model import Compare, Either, Readings, Task, Then, Word, space_name

Use = tuple[int, Rolled, Any]  # space, die, and the literal that is true when the die lies there


def add_card(
    model: Any,
    task: Task,
    dice: Mapping[Rolled, int],
    readings: Readings,
    done: Any,
    lying: Mapping[int, tuple[Rolled, Any]] | None = None,
) -> list[Use]:
    """Add a task to a model; `done` can only be true when it is filled.

    Parameters
    ----------
    model : of `ortools.sat.python.cp_model`
    dice : each die of the roll and how often it lies there
    lying : dice that may be taken away first: the space of each, and the literal that is true when it stays; neither
        its colour nor an order is asked of it any more
    """
    if not legal(task, held_dice(task), readings):  # what lies there already breaks the card's rules
        model.add(done == 0)
        return []
    card = _Card(model, task, dice, readings, done, lying or {})
    card.add()
    return card.uses


def add_danger(model: Any, task: Task, dice: Mapping[Rolled, int], done: Any) -> list[Use]:
    """Add a danger to a model; `done` can only be true when its health is reached. A die has the space -1."""
    danger = task.danger
    assert danger is not None
    by_number: dict[int, list[Any]] = {}
    uses: list[Use] = []
    for die, n in dice.items():
        if not isinstance(die.face, int) or not danger.kind.accepts(*die):
            continue
        copies = [model.new_bool_var(f"danger {die}") for _ in range(n)]
        for one, other in pairwise(copies):  # equal dice are used in order
            model.add(other <= one)
        by_number.setdefault(die.face, []).extend(copies)
        uses += [(-1, die, var) for var in copies]
    if danger.pairs:
        for copies in by_number.values():
            model.add(sum(copies) == 2 * model.new_int_var(0, len(copies) // 2, "pairs"))
    points = sum(number * var for number, copies in by_number.items() for var in copies)
    missing = danger.health - sum(die.face for die in danger.placed if isinstance(die.face, int))
    if by_number:
        model.add(points >= missing).only_enforce_if(done)
    elif missing > 0:
        model.add(done == 0)
    return uses


def compared(total: Any, op: str, constant: int) -> Any:
    """The constraint that a sum compares so with a constant."""
    return {
        "<": total < constant,
        "<=": total <= constant,
        "=": total == constant,
        "!=": total != constant,
        ">=": total >= constant,
        ">": total > constant,
    }[op]


class _Card:
    """A task in a model: a literal for each die on each space, and the rules between them."""

    def __init__(
        self,
        model: Any,
        task: Task,
        dice: Mapping[Rolled, int],
        readings: Readings,
        done: Any,
        lying: Mapping[int, tuple[Rolled, Any]],
    ) -> None:
        self.task, self.readings, self.model, self.done, self.lying = task, readings, model, done, lying
        self.uses: list[Use] = []
        self.held = held_dice(task)
        self.groups = [relation.spaces for relation in task.relations if isinstance(relation, Either)]
        numbered = numbered_spaces(task)
        self.on: list[list[tuple[Rolled, Any]]] = []  # dice and literals of each space; a held die's literal is 1
        self.filled: list[Any] = []
        for index, space in enumerate(task.spaces):
            if index in self.held:
                self.on.append([(self.held[index], self.model.new_constant(1))])
            else:
                fitting = [
                    (die, self.model.new_bool_var(f"{space_name(index)} {die}"))
                    for die in dice
                    if space.accepts(*die) and not (isinstance(die.face, str) and index in numbered)
                ]
                self.uses += [(index, die, var) for die, var in fitting]
                self.on.append([*fitting, lying[index]] if index in lying else fitting)
            has_die = self.model.new_bool_var(f"{space_name(index)} has a die")
            self.model.add(sum(var for _, var in self.on[-1]) == has_die)
            self.filled.append(has_die)

    def add(self) -> None:
        """Add the rules of the card, and when it is filled."""
        grouped = {space for group in self.groups for space in group}
        for index, has_die in enumerate(self.filled):
            if index not in grouped:
                self.model.add_implication(self.done, has_die)
        for index, space in enumerate(self.task.spaces):
            if space.rank:
                self._ranked(index, 1 if space.rank == "high" else -1)
        for relation in self.task.relations:
            match relation:
                case Compare(terms, op, constant):
                    self._compare(terms, op, constant)
                case Either(spaces):
                    self.model.add(sum(self.filled[space] for space in spaces) <= 1)
                    self.model.add(sum(self.filled[space] for space in spaces) >= self.done)
                case Then(first, second) if second not in self.held:
                    partners = {other for group in self.groups if first in group for other in group} | {first}
                    stays = self.lying[second][1] if second in self.lying else 0
                    self.model.add(self.filled[second] - stays <= sum(self.filled[space] for space in partners))
                case Word(word):
                    self._word(word)

    def _number(self, space: int) -> Any:
        return sum(die.face * var for die, var in self.on[space] if isinstance(die.face, int))

    def _compare(self, terms: Sequence[tuple[int, int]], op: str, constant: int) -> None:
        if len(terms) == 2:
            self._compare_two(terms[0], terms[1], op, constant)
            return
        relation = compared(sum(n * self._number(space) for n, space in terms), op, constant)
        if not isinstance(relation, bool):
            self.model.add(relation).only_enforce_if([self.filled[space] for _, space in terms])
        elif not relation:  # no die fits any of these spaces
            self.model.add_bool_or([~self.filled[space] for _, space in terms])

    def _compare_two(self, one: tuple[int, int], other: tuple[int, int], op: str, constant: int) -> None:
        """Each die against those that may not lie on the other space beside it, which is proven sooner than sums."""
        (n, space), (m, to) = one, other
        for die, var in self.on[space]:
            against = [
                that
                for lies, that in self.on[to]
                if isinstance(die.face, int)
                and isinstance(lies.face, int)
                and not compares(n * die.face + m * lies.face, op, constant)
            ]
            if against:
                self.model.add(var + sum(against) <= 1)

    def _ranked(self, space: int, sign: int) -> None:
        op = ">" if self.readings.high_low == "strict" else ">="
        for other in range(len(self.filled)):
            if other != space:
                self._compare(((sign, space), (-sign, other)), op, 0)

    def _word(self, word: str) -> None:
        if word in ("ascending", "descending"):
            sign, op = (1 if word == "ascending" else -1), "<" if self.readings.order == "strict" else "<="
            for one, other in combinations(range(len(self.filled)), 2):
                self._compare(((sign, one), (-sign, other)), op, 0)
            return
        alike: dict[object, list[Any]] = {}
        for dice in self.on:
            for die, var in dice:
                alike.setdefault(die.colour if "colour" in word else die.face, []).append(var)
        if word in ("equal", "same colour"):
            self._within(alike, [{key} for key in alike], [])
        else:
            for literals in alike.values():
                self.model.add(sum(literals) <= 1)
        if word == "consecutive":
            length = run_length(self.task)
            self._within(alike, self._runs(length), [])
            if len({space for group in self.groups for space in group}) < sum(map(len, self.groups)):
                # fewer spaces than the most may be enough, and then the run is shorter
                for size in range(1, length):
                    exactly = self.model.new_bool_var(f"{size} dice")
                    self.model.add(sum(self.filled) == size).only_enforce_if(exactly)
                    self.model.add(sum(self.filled) != size).only_enforce_if(~exactly)
                    self._within(alike, self._runs(size), [self.done, exactly])

    def _runs(self, length: int) -> list[set[int]]:
        faces = [die.face for dice in self.on for die, _ in dice if isinstance(die.face, int)]
        runs = [set(range(first, first + length)) for first in range(min(faces, default=0), max(faces, default=0) + 1)]
        runs += [set(range(first - length + 1, first + 1)) for first in faces]
        if self.readings.consecutive == "wraps":
            runs += [{1 + (first + step) % 6 for step in range(length)} for first in range(6)]
        return runs

    def _within(self, alike: Mapping[Any, list[Any]], sets: Sequence[set[Any]], when: list[Any]) -> None:
        """All dice show numbers or colours of one of these sets."""
        chosen = [self.model.new_bool_var("one of") for _ in sets]
        self.model.add(sum(chosen) <= 1)
        for key, literals in alike.items():
            allowed = sum(var for var, inside in zip(chosen, sets, strict=True) if key in inside)
            for literal in literals:
                self.model.add(literal <= allowed).only_enforce_if(when)
