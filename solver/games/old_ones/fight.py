"""Fights solved exactly, or between two proven bounds, by the kernel; every choice in one ranked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver._combat import solve
from solver.distribution import Distribution, Odds
from solver.errors import GnomonError, TooBigError
from solver.game import CHANCE
from solver.games.old_ones.combat import Action, Combat, Play, State
from solver.games.old_ones.objectives import RESULTS, Criterion, Objective, Result, is_loss, score
from solver.games.old_ones.packing import pack

if TYPE_CHECKING:
    from solver.solve.objective import Solved

MOST_CARDS = 12  # that may still be played in any round
MOST_CHARACTERS = 32  # of whom chance may pick one


@dataclass(frozen=True, slots=True)
class Ending:
    """One way for a fight to end: the result, how many members fell, and how many of them were restored."""

    result: Result
    lost: int
    healed: int

    @property
    def net(self) -> int:
        """Members lost for good."""
        return self.lost - self.healed


@dataclass(frozen=True, slots=True)
class Outlook:
    """What comes of a fight under the best choices for an objective.

    Parameters
    ----------
    objective : what was wanted
    values : the number of each of its criteria: a chance, or an expected loss
    endings : every way to end with its weight
    strength_lost : expected strength of the characters who are lost for good
    cards : expected number of cards played, Healing Magic included
    states : how many states were solved for it
    """

    objective: Objective
    values: tuple[Fraction, ...]
    endings: Distribution[Ending]
    strength_lost: Fraction
    cards: Fraction
    states: int

    def chance(self, *results: Result) -> Odds:
        """The chance of one of these results."""
        return self.endings.chance(lambda ending: ending.result in results)

    @property
    def win(self) -> Odds:
        """The chance to win."""
        return self.chance("win")

    @property
    def escape(self) -> Odds:
        """The chance to escape."""
        return self.chance("escape")

    @property
    def survive(self) -> Odds:
        """The chance that an elf is left."""
        return self.chance("win", "escape")

    @property
    def losses(self) -> Distribution[int]:
        """The members lost for good."""
        return self.endings.map(lambda ending: ending.net)

    @property
    def losses_before_healing(self) -> Distribution[int]:
        """The members who fell."""
        return self.endings.map(lambda ending: ending.lost)

    def number(self, criterion: Criterion) -> Fraction:
        """The chance or the expected loss that a criterion looks at.

        >>> from solver.games.old_ones.combat import foe_of
        >>> from solver.games.old_ones.tribe import tribe_of
        >>> calm = outlook(Combat(tribe_of("WR", 20, ["cutter", "skywise", "pike"]), foe_of("sting-tail")))
        >>> calm.number("fewest-lost"), calm.number("win")
        (Fraction(1, 2), Fraction(1, 1))
        """
        match criterion:
            case "win":
                return Fraction(self.win)
            case "survive":
                return Fraction(self.survive)
            case "fewest-lost":
                return self.losses.mean()
            case "fewest-lost-before-healing":
                return self.losses_before_healing.mean()
            case "least-strength-lost":
                return self.strength_lost
            case "fewest-cards":
                return self.cards

    @property
    def rank(self) -> tuple[Fraction, ...]:
        """The values with losses below zero, so that the better outlook is the greater."""
        pairs = zip(self.objective, self.values, strict=True)
        return tuple(-value if is_loss(criterion) else value for criterion, value in pairs)


@dataclass(frozen=True, slots=True)
class Line:
    """A choice, what comes of it, and how far it is below the best by each criterion.

    Parameters
    ----------
    losses : for each criterion of the objective, the best choice's number less this one's. The first that is
        not 0 is what the choice costs; a later one may be negative
    """

    action: Action
    outlook: Outlook
    losses: tuple[Fraction, ...]

    @property
    def best(self) -> bool:
        """Whether no choice is better."""
        return not any(self.losses)


def outlook(combat: Combat, state: State | None = None) -> Outlook:
    """What comes of a fight, exactly.

    Parameters
    ----------
    combat : the fight; its objective is what is wanted
    state : where it stands, if not at the beginning

    Raises
    ------
    TooBigError
        for more characters, allies and cards than can be told apart in some 16 million states

    Examples
    --------
    >>> from solver.games.old_ones.combat import foe_of
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> guardians = Combat(tribe_of("WR", 1), foe_of("guardians"))
    >>> print(outlook(guardians).win)
    0.00 %  0  (never)
    """
    state = combat.initial_state() if state is None else state
    if state.phase in ("roll", "decision") or (state.phase == "aid" and combat.rules.aid_timing != "before"):
        return _solved(combat, state)
    if state.phase == "over":
        return _ended(combat, state)
    if combat.current_player(state) == CHANCE:
        weights: dict[State, int] = {}
        for outcome, weight in combat.chance_outcomes(state).items():
            after = combat.apply(state, outcome)
            weights[after] = weights.get(after, 0) + weight
        return _mixed([(outlook(combat, after), weight) for after, weight in weights.items()])
    return ranked(combat, state)[0].outlook


def ranked(combat: Combat, state: State | None = None) -> tuple[Line, ...]:
    """Every choice of the owner with what comes of it, the best first.

    Of equally good sets of aid the one that keeps most cards comes first; else the order is that of the game.

    Raises
    ------
    GnomonError
        if nothing is to be chosen now
    TooBigError
        as :func:`outlook`

    Examples
    --------
    >>> from solver.games.old_ones.combat import foe_of
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> hand = ("sword", "wolf-pack")
    >>> fight = Combat(tribe_of("WR", 20, ["cutter"]), foe_of("finback"), hand, objective=("fewest-lost",))
    >>> for line in ranked(fight):
    ...     print(line.action.cards, round(float(line.losses[0]), 3))
    ('sword', 'wolf-pack') 0.0
    ('wolf-pack',) 0.055
    ('sword',) 0.617
    () 0.73
    """
    state = combat.initial_state() if state is None else state
    actions = combat.legal_actions(state)
    if not actions:
        raise GnomonError("fight: nothing is to be chosen now")
    alike: dict[Any, Outlook] = {}
    found = []
    for action in actions:
        after = combat.apply(state, action)
        # what equal cards lead to is solved once, and the number of cards added afterwards
        key = pack(combat, after, False).tobytes() if after.phase == "roll" else after
        if key not in alike:
            alike[key] = _plus_cards(outlook(combat, after), -after.cards)
        found.append((action, _plus_cards(alike[key], after.cards)))
    found.sort(key=lambda pair: (pair[1].rank, -len(getattr(pair[0], "cards", ()))), reverse=True)
    best = found[0][1].rank
    return tuple(
        Line(action, seen, tuple(top - own for top, own in zip(best, seen.rank, strict=True))) for action, seen in found
    )


def enclosure(combat: Combat, state: State | None = None) -> tuple[Solved, ...]:
    """Two proven bounds for the number of each criterion, in a fraction of the time that the exact one takes.

    Parameters
    ----------
    combat, state : as for :func:`outlook`; a choice of aid before the fight must have been made

    Examples
    --------
    >>> from solver.games.old_ones.combat import foe_of
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> fight = Combat(tribe_of("GOB", 20, ["kahvi", "vok"]), foe_of("guardians"), objective=("win",))
    >>> [win] = enclosure(fight)
    >>> win.low <= outlook(fight).win <= win.high, win.width < 1e-12
    (True, True)
    """
    from solver.solve.objective import enclosed, exact

    state = combat.initial_state() if state is None else state
    if state.phase not in ("roll", "decision") and combat.rules.aid_timing == "before":
        raise GnomonError(f"fight: there are no bounds in the phase '{state.phase}', only exact numbers")
    _, bounds, _ = _asked(combat, state, exact=False)
    found = []
    for criterion, (low, high) in zip(combat.objective, bounds, strict=True):
        more = state.cards if criterion == "fewest-cards" else 0
        upper = min(Fraction(high), Fraction(1)) if not is_loss(criterion) else Fraction(high)
        found.append(exact(more) if high == 0 else enclosed(Fraction(low) + more, upper + more))
    return tuple(found)


def _solved(combat: Combat, state: State) -> Outlook:
    states, _, _, common, values, endings, sums = _asked(combat, state, exact=True)
    seen: dict[Ending, int] = {}
    for (result, lost, healed), weight in endings.items():
        ending = Ending(RESULTS[result], lost, healed.bit_count())
        seen[ending] = seen.get(ending, 0) + weight
    found = Outlook(
        combat.objective,
        tuple(Fraction(value, common) for value in values),
        Distribution(seen),
        Fraction(sums[0], common),
        Fraction(sums[1], common),
        states,
    )
    return _plus_cards(found, state.cards)


def _ended(combat: Combat, state: State) -> Outlook:
    end = combat.end(state)
    values = tuple(abs(Fraction(score(end, criterion))) for criterion in combat.objective)
    ending = Ending(end.result, end.lost, end.healed)
    return Outlook(
        combat.objective,
        values,
        Distribution({ending: 1}),
        Fraction(end.strength_lost),
        Fraction(end.cards),
        1,
    )


def _mixed(parts: list[tuple[Outlook, int]]) -> Outlook:
    """The outlook when chance picks one of these."""
    total = sum(weight for _, weight in parts)

    def mean(numbers: Iterable[Fraction]) -> Fraction:
        return sum(
            (weight * number for number, (_, weight) in zip(numbers, parts, strict=True)), Fraction(0)
        ) / Fraction(total)

    weights: dict[Ending, Fraction] = {}
    for seen, weight in parts:
        for ending, ways in seen.endings.items():
            part = Fraction(weight * ways, seen.endings.total)
            weights[ending] = weights.get(ending, Fraction(0)) + part
    objective = parts[0][0].objective
    return Outlook(
        objective,
        tuple(mean(seen.values[i] for seen, _ in parts) for i in range(len(objective))),
        _whole(weights),
        mean(seen.strength_lost for seen, _ in parts),
        mean(seen.cards for seen, _ in parts),
        sum(seen.states for seen, _ in parts),
    )


def _whole(weights: Mapping[Ending, Fraction]) -> Distribution[Ending]:
    from math import lcm

    common = lcm(*(weight.denominator for weight in weights.values()))
    return Distribution({ending: int(weight * common) for ending, weight in weights.items()})


def _plus_cards(seen: Outlook, cards: int) -> Outlook:
    if not cards:
        return seen
    values = tuple(
        value + cards if criterion == "fewest-cards" else value
        for criterion, value in zip(seen.objective, seen.values, strict=True)
    )
    return replace(seen, values=values, cards=seen.cards + cards)


def _asked(combat: Combat, state: State, exact: bool) -> tuple[Any, ...]:
    if len(state.hand) > MOST_CARDS:
        raise TooBigError(f"fight: {len(state.hand)} cards in hand, and {MOST_CARDS} are the limit here")
    if combat.rules.fallen_character == "random" and len(state.tribe.members) > MOST_CHARACTERS:
        raise TooBigError(f"fight: more than {MOST_CHARACTERS} characters, of whom chance picks one")
    answer = solve(pack(combat, state, state.phase == "decision"), exact, exact)
    if answer is None:
        count = len(state.tribe.members)
        raise TooBigError(
            f"fight: too many states with {count} characters, {len(state.allies)} allies, "
            f"{state.tribe.tokens} tokens and {len(state.hand)} cards in hand to solve it"
        )
    return answer


def best_aid(combat: Combat) -> tuple[Play, ...]:
    """Every best set of aid before the first round, the one that keeps most cards first.

    Examples
    --------
    >>> from solver.games.old_ones.combat import foe_of
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> calm = Combat(tribe_of("WR", 20, ["cutter", "skywise", "pike"]), foe_of("sting-tail"), ("sword",))
    >>> best_aid(calm)
    (Play(cards=()), Play(cards=('sword',)))
    """
    actions = [line.action for line in ranked(combat) if line.best]
    return tuple(action for action in actions if isinstance(action, Play))
