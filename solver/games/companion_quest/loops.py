"""Cards that could go on for ever at a gain, without a die being placed.

An awake companion, a snack and, alone, a gnome that is ready are each worth one use of something. A use costs one of
them and brings one back at most, unless a card gives two for one: so without such a card nothing can be gained for
ever, and with one it depends on the company. What is asked of a set of cards: is there, with snacks enough to begin
with, a row of steps back to the same companions awake, the same gnome and no fewer snacks, in which a snack was gained
or an ability on dice was used? Steps are to use a companion or, alone, the gnome, and to spend a snack.

Two companions that wake each other gain nothing, and are no loop in this sense. Nor is what ends by itself: dice that
are placed, companions that are tamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Literal, NamedTuple

from solver.games.companion_quest.abilities import Ability, Refresh, Wake
from solver.games.companion_quest.content import Box, Companion, Gnome
from solver.manipulation import Gain, Recolour, Reroll, Shift

MOST_COMPANIONS = 3
"""No more companions are needed for a loop, nor more than two gnomes: where a larger set has one, so has a smaller."""


class Use(NamedTuple):
    """What an ability is for this question: how many companions it wakes, and what else it brings."""

    what: Literal["wake", "snack", "refresh", "dice", "other"]
    number: int = 1


Kind = tuple[Use, ...]
"""What a card may be used for, of which one is chosen each time; cards of the same kind do the same."""


def loops(companions: Iterable[Companion], gnomes: Iterable[Gnome] = ()) -> tuple[tuple[str, ...], ...]:
    """The smallest sets of cards that could go on for ever at a gain, each as the names of its cards.

    Of cards that do the same only the first is named.

    Parameters
    ----------
    companions : those that one gnome may have together
    gnomes : alone, those that may be exchanged for each other; none for two gnomes and more, whose abilities can be
        called on once a turn

    Examples
    --------
    >>> from solver.games.companion_quest.content import box
    >>> loops(box().companions.values(), box().gnomes.values())
    ()
    >>> from solver.games.companion_quest.abilities import read_ability
    >>> cards = {"double-waker": "wake 2", "waker": "wake", "turner": "+1"}
    >>> loops(Companion(name, name, "red", (read_ability(text),), False, "sample") for name, text in cards.items())
    (('double-waker', 'waker', 'turner'),)
    """
    named: dict[tuple[bool, Kind], list[str]] = {}
    for companion in companions:
        named.setdefault((False, kind_of(companion.abilities)), []).append(companion.name)
    for gnome in gnomes:
        named.setdefault((True, kind_of((gnome.ability,))), []).append(gnome.name)
    if not any(two_for_one(kind) for _, kind in named):
        return ()
    found: list[tuple[tuple[Kind, ...], tuple[Kind, ...]]] = []
    counted = {key: len(names) for key, names in named.items()}
    for awake, calls in _sets(counted):
        if not any(_within(awake, one[0]) and _within(calls, one[1]) for one in found) and gains(awake, calls):
            found.append((awake, calls))
    return tuple(
        (*_names(awake, {kind: names for (gnome, kind), names in named.items() if not gnome}),
         *_names(calls, {kind: names for (gnome, kind), names in named.items() if gnome}))
        for awake, calls in found
    )  # fmt: skip


def loops_in_words(cards: Box) -> tuple[str, ...]:
    """A sentence for each card of a box that gives two for one and so could go on for ever at a gain, with an example.

    >>> from solver.games.companion_quest.content import box
    >>> loops_in_words(box())
    ()
    """
    companions, gnomes = cards.companions.values(), cards.gnomes.values()
    kinds = [(one.name, one.abilities) for one in companions] + [(one.name, (one.ability,)) for one in gnomes]
    found = []
    together, alone = loops(companions), loops(companions, gnomes)
    for name in (name for name, abilities in kinds if two_for_one(kind_of(abilities))):
        for who, sets in (("", together), ("alone, ", alone)):
            example = next((names for names in sets if name in names), None)
            if example:
                others = " and ".join(other for other in example if other != name)
                company = f", for example with {others}" if others else ""
                found.append(f"{who}{name} could go on for ever at a gain{company}")
                break
    return tuple(found)


def kind_of(abilities: Iterable[Ability]) -> Kind:
    """What a card with these abilities may be used for.

    >>> from solver.games.companion_quest.abilities import read_ability
    >>> kind_of([read_ability("+1"), read_ability("reroll 2")]) == kind_of([read_ability("-1")])
    True
    """
    return tuple(sorted({_use(ability) for ability in abilities}))


def _use(ability: Ability) -> Use:
    match ability:
        case Wake(companions):
            return Use("wake", companions)
        case Gain(tokens):
            return Use("snack", tokens)
        case Refresh():
            return Use("refresh")
        case Reroll() | Shift() | Recolour():
            return Use("dice")
    return Use("other")


def two_for_one(kind: Kind) -> bool:
    """Whether a use of such a card may bring two uses or more of others."""
    return any(use.what in ("wake", "snack") and use.number > 1 for use in kind)


def _sets(counted: dict[tuple[bool, Kind], int]) -> Iterator[tuple[tuple[Kind, ...], tuple[Kind, ...]]]:
    """The sets to be looked at, the smallest first, each with a card that gives two for one."""
    companions = [kind for gnome, kind in counted if not gnome]
    gnomes = [kind for gnome, kind in counted if gnome]
    sizes = sorted(product(range(MOST_COMPANIONS + 1), (0, 2) if gnomes else (0,)), key=sum)
    for size, calls in sizes:
        for awake in combinations_with_replacement(companions, size):
            for called in combinations_with_replacement(gnomes, calls):
                enough = all(awake.count(kind) <= counted[False, kind] for kind in awake) and all(
                    called.count(kind) <= counted[True, kind] for kind in called
                )
                if enough and any(map(two_for_one, (*awake, *called))):
                    yield awake, called


def _within(kinds: Sequence[Kind], fewer: Sequence[Kind]) -> bool:
    return all(fewer.count(kind) <= kinds.count(kind) for kind in fewer)


def _names(kinds: Sequence[Kind], named: dict[Kind, list[str]]) -> Iterator[str]:
    for place, kind in enumerate(kinds):
        yield named[kind][kinds[:place].count(kind)]


class _Place(NamedTuple):
    """Which companions are awake, which gnome is there, and whether it is ready."""

    awake: frozenset[int]
    gnome: int = -1
    ready: bool = False


_Step = tuple[_Place, int, int]  # where it leads to, the snacks it brings, and whether it is a use of dice


@lru_cache(maxsize=1 << 12)
def gains(companions: tuple[Kind, ...], gnomes: tuple[Kind, ...] = ()) -> bool:
    """Whether companions of these kinds, and alone these gnomes, could go on for ever at a gain.

    Examples
    --------
    >>> gains(((Use("snack", 2),),)), gains(((Use("wake"),), (Use("wake"),), (Use("snack"),)))
    (True, False)
    """
    everyone = range(len(companions))
    subsets = [frozenset(chosen) for size in range(len(companions) + 1) for chosen in combinations(everyone, size)]
    who = [(gnome, ready) for gnome in range(len(gnomes)) for ready in (False, True)] or [(-1, False)]
    places = [_Place(awake, *state) for awake in subsets for state in who]
    steps = {place: list(_steps(place, companions, gnomes)) for place in places}
    # a snack outweighs all uses of dice on a way that visits no place twice
    weight = len(places) + 1
    best = dict.fromkeys(places, 0)
    for _ in places:
        better = False
        for place in places:
            for after, snacks, dice in steps[place]:
                value = best[place] + snacks * weight + dice
                if value > best[after]:
                    best[after], better = value, True
        if not better:
            return False
    return True


def _steps(place: _Place, companions: Sequence[Kind], gnomes: Sequence[Kind]) -> Iterator[_Step]:
    for one in place.awake:
        rests = place._replace(awake=place.awake - {one})
        for use in companions[one]:
            yield from _used(use, rests, companions, gnomes, one)
    if place.ready:
        for use in gnomes[place.gnome]:
            yield from _used(use, place._replace(ready=False), companions, gnomes, -1)
    # a snack is spent
    for one in range(len(companions)):
        if one not in place.awake:
            yield place._replace(awake=place.awake | {one}), -1, 0
    for other in _refreshed(place, gnomes):
        yield other, -1, 0


def _used(use: Use, after: _Place, companions: Sequence[Kind], gnomes: Sequence[Kind], who: int) -> Iterator[_Step]:
    match use.what:
        case "wake":
            resting = [one for one in range(len(companions)) if one not in after.awake and one != who]
            for number in range(min(use.number, len(resting)) + 1):
                for woken in combinations(resting, number):
                    yield after._replace(awake=after.awake.union(woken)), 0, 0
        case "snack":
            yield after, use.number, 0
        case "refresh":
            yield after, 0, 0
            for other in _refreshed(after, gnomes):
                yield other, 0, 0
        case "dice":
            yield after, 0, 1
        case "other":
            yield after, 0, 0


def _refreshed(place: _Place, gnomes: Sequence[Kind]) -> Iterator[_Place]:
    """Alone: a gnome that is refreshed is replaced by another one."""
    if not place.ready:
        for other in range(len(gnomes)):
            if other != place.gnome:
                yield place._replace(gnome=other, ready=True)
