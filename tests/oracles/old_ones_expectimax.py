"""Plain expectimax over the rounds of a fight, in fractions: the game's own rules, nothing merged or left out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from solver.game import CHANCE
from solver.games.old_ones.combat import Combat, Play, State
from solver.games.old_ones.objectives import End, score

Ends = Mapping[End, Fraction]


def worth(combat: Combat, ends: Ends) -> tuple[Fraction, ...]:
    """What ends are worth by each criterion, the higher the better."""
    return tuple(
        sum((chance * score(end, criterion) for end, chance in ends.items()), Fraction(0))
        for criterion in combat.objective
    )


def ends(combat: Combat, state: State | None = None) -> Ends:
    """The chance of each end under the best choices; of equal ones the first is taken."""
    known: dict[State, Ends] = {}

    def best(choices: list[Ends]) -> Ends:
        return max(choices, key=lambda one: worth(combat, one))  # the first of equals

    def mixed(parts: list[tuple[Any, int]]) -> tuple[Ends, Fraction]:
        total = sum(weight for _, weight in parts)
        merged: dict[End, Fraction] = {}
        again = Fraction(0)
        for (some, back), weight in parts:
            share = Fraction(weight, total)
            again += share * back
            for end, chance in some.items():
                merged[end] = merged.get(end, Fraction(0)) + share * chance
        return merged, again

    def walk(here: State, start: State) -> tuple[Ends, Fraction]:
        """The ends from within a round, and the chance to come back to its start."""
        if here == start:
            return {}, Fraction(1)
        if here.phase == "over":
            return {combat.end(here): Fraction(1)}, Fraction(0)
        if here.phase in ("aid", "roll"):
            return solved(here), Fraction(0)
        return rolled(here, start)

    def rolled(here: State, start: State) -> tuple[Ends, Fraction]:
        if combat.current_player(here) != CHANCE:
            found = [walk(combat.apply(here, action), start) for action in combat.legal_actions(here)]
            assert all(back == 0 for _, back in found), "a choice that leads back would need more than this"
            return best([some for some, _ in found]), Fraction(0)
        after: dict[State, int] = {}
        for outcome, weight in combat.chance_outcomes(here).items():
            then = combat.apply(here, outcome)
            after[then] = after.get(then, 0) + weight
        return mixed([(walk(then, start), weight) for then, weight in after.items()])

    def fought(here: State, start: State) -> Ends:
        """A round, over and over while nothing changes."""
        some, back = rolled(here, start)
        return {end: chance / (1 - back) for end, chance in some.items()}

    def solved(here: State) -> Ends:
        if here not in known:
            if here.phase != "aid":
                known[here] = fought(here, here)
            else:
                known[here] = best(
                    [
                        fought(combat.apply(here, action), here) if action == Play(()) else after(here, action)
                        for action in combat.legal_actions(here)
                    ]
                )
        return known[here]

    def after(here: State, action: Any) -> Ends:
        then = combat.apply(here, action)
        return fought(then, then) if combat.rules.aid_timing == "before" else solved(then)

    first = combat.initial_state() if state is None else state
    if first.phase in ("aid", "roll"):
        return solved(first)
    return {combat.end(first): Fraction(1)} if first.phase == "over" else rolled(first, first)[0]
