"""A whole hand in a CP-SAT model: dice on all cards, and abilities that roll nothing.

Every die is placed for good, or placed and taken back at once for what it wakes, or left. Where abilities can be used,
each die is one of its own with a time at which it is placed; what is woken can be used after that, and only on dice
that are placed later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from solver.dice import Rolled
from solver.errors import TooBigError
from solver.games.companion_quest.action import QUEST
from solver.games.companion_quest.allot import before, goals, sleepers
from solver.games.companion_quest.certain.cards import Laid, add_quest, add_zone, firsts, in_the_way
from solver.games.companion_quest.certain.dice import add_dice
from solver.games.companion_quest.certain.sources import Source, Way, further, painted, sources
from solver.games.companion_quest.objectives import Objective, Progress
from solver.games.companion_quest.placing import in_danger, problem, quest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import State

WEIGHT = 1 << 24
"""One of the goal is worth so much progress."""


class TurnModel:
    """The model of a turn after the roll.

    `key` is what is made as large as can be: goal * `WEIGHT` + progress. `choices` are the literals that tell one plan
    from another.
    """

    def __init__(
        self, setting: Setting, state: State, objective: Objective, progress: Progress, abilities: bool
    ) -> None:
        from ortools.sat.python import cp_model

        self.setting, self.state, self.progress = setting, state, progress
        self.model: Any = cp_model.CpModel()
        self.hand = state.hand
        self.resting = sleepers(setting, state)
        self.sources = sources(setting, state) if abilities and self.hand else []
        self.ways = [self._ways(die) for die in self.hand]
        self.kinds = [list(dict.fromkeys(way.kind for way in ways)) for ways in self.ways]
        self.wakes = {source.wake for source in self.sources} | (set(self.resting) if progress.awake else set())
        self.laid = self._cards(Counter(kind for kinds in self.kinds for kind in kinds))
        self.passing: dict[Rolled, Any] = {}
        self.taken: list[tuple[int, Way, Any]] = []  # the literals of what becomes of each die
        self.choices: list[Any] = [var for laid in self.laid for _, _, var in laid.uses]
        self.choices += [stays for laid in self.laid for _, stays in laid.lying.values()]
        if self.sources or any(self.dumping(laid) and any(True for _ in _orders(laid)) for laid in self.laid):
            woken = add_dice(self)
        else:
            woken = self._add_counts()
        self.goal = self._goal(goals(setting, state, objective))
        self.worth = sum(laid.progress for laid in self.laid) + woken + before(state, progress)
        self.key = self.goal * WEIGHT + self.worth

    def wakers(self, source: Source) -> list[int]:
        """The dice that might wake a companion."""
        colours = painted(self.sources)
        return [at for at, die in enumerate(self.hand) if source.wake in {die.colour, *colours}]

    def most_uses(self, source: Source) -> int:
        """How often an ability can be used: each die that is placed before the last may wake who has it."""
        again = min(len(self.wakers(source)), len(self.hand) - 1) if source.wake else 0
        return source.awake + again

    def _ways(self, die: Rolled) -> list[Way]:
        """All that can become of a die, each by uses of which none undoes another."""
        ways = [Way(die, ())]
        for at, source in enumerate(self.sources):
            for way in tuple(ways):
                more = [way]
                for _ in range(self.most_uses(source)):
                    more = [after for one in more for after in further(die, one, at, source)]
                    ways += more
        return list(dict.fromkeys(ways))

    # ----- cards ------------------------------------------------------------------------------------------

    def _cards(self, kinds: Counter[Rolled]) -> list[Laid]:
        setting, state, model = self.setting, self.state, self.model
        laid = [
            add_zone(model, setting, zone, at, kinds, self.progress)
            for at, zone in enumerate(state.zones)
            if problem(setting, zone)
        ]
        if quest(setting, state) is None:
            return laid
        path = add_quest(model, setting, state, QUEST, kinds, self.progress)
        if setting.rules.lock == "at_once" and in_danger(setting, state):
            if self.sources:
                raise TooBigError("where a defeated danger opens the quest at once, abilities are not proven here")
            for card in laid:
                if card.task.danger:
                    for _, _, var in path.uses:
                        model.add_implication(var, card.done)
        return [*laid, path]

    def _goal(self, table: list[int]) -> Any:
        """The goal: by quest completed and problems solved, of which two are enough."""
        solved = sum(laid.done for laid in self.laid if laid.at != QUEST)
        done = [laid.done for laid in self.laid if laid.at == QUEST]
        levels = {(q, k): self.model.new_bool_var(f"quest {q}, solved {k}") for q in range(2) for k in range(3)}
        self.model.add_exactly_one(levels.values())
        for (q, k), var in levels.items():
            if done:
                self.model.add(done[0] == q).only_enforce_if(var)
            elif q:
                self.model.add(var == 0)
            if k == 2:
                self.model.add(solved >= 2).only_enforce_if(var)
            else:
                self.model.add(solved == k).only_enforce_if(var)
        return sum(table[3 * q + k] * var for (q, k), var in levels.items())

    def dumping(self, laid: Laid) -> bool:
        """Whether dice can be placed on a card only for what they wake."""
        return bool(laid.back and self.wakes - {""})

    # ----- dice without abilities ------------------------------------------------------------------------

    def _add_counts(self) -> Any:
        """Equal dice are not told apart; the progress of what they wake."""
        model, awake = self.model, self.progress.awake
        per_colour: dict[str | None, list[Any]] = {}
        for kind, n in Counter(self.hand).items():
            placed = [var for laid in self.laid for var in laid.of_kind(kind)]
            room = [laid for laid in self.laid if self.dumping(laid)]
            beside = [var for laid in room for var in self._beside(laid, kind)]
            if beside and kind.colour in self.wakes:
                passing = model.new_int_var(0, n, f"{kind} is taken back")
                fits = model.new_bool_var(f"{kind} fits beside what lies there")
                model.add_bool_or([*beside, ~fits])
                model.add(passing <= n * fits)
                self.choose(passing, n)
                self.passing[kind] = passing
                placed.append(passing)
            model.add(sum(placed) <= n)
            per_colour.setdefault(kind.colour, []).extend(placed)
        woken = []
        for colour, most in self.resting.items():
            one = model.new_int_var(0, most, f"{colour} wakes")
            model.add_min_equality(one, [sum(per_colour.get(colour, [])), most])
            woken.append(one)
        return awake * sum(woken)

    def _beside(self, laid: Laid, kind: Rolled) -> Iterator[Any]:
        """For each space that takes a die: a literal that can be true when it can lie there, beside what stays."""
        lying = {space: die for space, (die, _) in laid.lying.items()}
        for space, asked in enumerate(laid.task.spaces):
            if asked.accepts(*kind):
                fits = self.model.new_bool_var(f"{kind} passes over {space}")
                self.clear(laid, {space: kind}, lying, [fits])
                yield fits

    def clear(self, laid: Laid, placed: dict[int, Rolled], lying: dict[int, Rolled], when: list[Any]) -> None:
        """What lies on these spaces, and what lies in the way, is taken back when all these literals are true."""
        gone = [laid.lying[space][1] for space in placed if space in laid.lying]
        if laid.back == "whole":
            gone = [stays for _, stays in laid.lying.values()]
        for stays in gone:
            self.model.add_bool_or([~stays, *(~var for var in when)])
        for spaces in in_the_way(
            laid.task, self.setting.rules.readings, tuple(sorted(placed.items())), tuple(sorted(lying.items()))
        ):
            stay = [~laid.lying[space][1] for space in spaces]
            self.model.add_bool_or([*stay, *(~var for var in when)])

    def choose(self, number: Any, most: int) -> None:
        """Tell plans apart by a number."""
        for n in range(most + 1):
            is_n = self.model.new_bool_var(f"{n} of them")
            self.model.add(number == n).only_enforce_if(is_n)
            self.model.add(number != n).only_enforce_if(~is_n)
            self.choices.append(is_n)


def _orders(laid: Laid) -> Iterator[tuple[int, ...]]:
    for space in range(len(laid.task.spaces)):
        yield from firsts(laid.task, space)
