"""What resources, clan powers and skill cards do, in the vocabulary of manipulations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from solver.errors import WordsError, did_you_mean
from solver.games.gnome_kingdom.options import CLANS, clan_colour
from solver.manipulation import Barter, Borrow, Disguise, Exchange, Gain, Manipulation, Recolour, Reroll, Shift, Swap

RESOURCES = CLANS  # each clan has its resource
ABILITIES = (
    "mushroom-expert",
    "leaf-expert",
    "berry-expert",
    "acorn-expert",
    "pebble-expert",
    "deceiver",
    "gatherer",
    "master-gatherer",
    "negotiator",
)
TOKENS = RESOURCES + ABILITIES
EXCHANGE = Exchange(give=2, take=1)
STOCK = 10  # tokens of each resource in the game: 50 tokens (rulebook) over five kinds
CARDS = 47  # skill cards in the game (rulebook)

Bag = tuple[int, ...]
"""How many of each of `TOKENS` a player has; and behind them, where the general supply may run out, how many of each
resource the player can come to."""


@dataclass(frozen=True, slots=True)
class Power:
    """What a token or an ability does.

    Parameters
    ----------
    token : its name
    does : the manipulation
    provenance, source : where it is printed
    """

    token: str
    does: Manipulation
    provenance: str = "printed"
    source: str = "rulebook, resources and clan powers"


MARKET, IN_FRONT, ANYWHERE = "market", "in front", "any supply"


def power(token: str, clan: str = "", loops: bool = False) -> Power:
    """What a token does in the hands of a clan.

    Parameters
    ----------
    clan : the clan of whoever uses it; that clan's own resource has its upgraded power
    loops : whether a pebble leads from 6 to 1 and back

    Raises
    ------
    WordsError
        for a token that there is not, or a berry without the clan whose colour it gives

    Examples
    --------
    >>> power("acorn").does, power("acorn", "acorn").does
    (Reroll(dice=1, times=3, interleaved=True), Reroll(dice=2, times=3, interleaved=True))
    >>> power("berry", "pebble").does
    Recolour(colours=('blue',))
    """
    if token not in TOKENS:
        raise WordsError(f"there is no '{token}' to use; {did_you_mean(token, TOKENS) or f'known are {LISTED}'}")
    appendix = "rulebook, appendix 2"
    match token:
        case "deceiver":
            return Power(token, Disguise(), source=appendix)
        case "gatherer":
            return Power(token, Gain(2), source=appendix)
        case "master-gatherer":
            return Power(token, Gain(3), source=appendix)
        case "negotiator":
            return Power(token, Barter(2), source=appendix)
    kind = token.removesuffix("-expert")
    expert = kind != token
    return Power(token, _of_kind(kind, clan, expert or kind == clan, loops), source=appendix if expert else SOURCE)


SOURCE = "rulebook, resources and clan powers"
LISTED = ", ".join(TOKENS)


def _of_kind(kind: str, clan: str, upgraded: bool, loops: bool) -> Manipulation:
    match kind:
        case "mushroom":
            return Swap((MARKET, ANYWHERE if upgraded else IN_FRONT))
        case "leaf":
            return Borrow(2 if upgraded else 1)
        case "berry":
            if not upgraded and not clan:
                raise WordsError("a berry gives a die the colour of one's clan: name the clan, as in --clan acorn")
            return Recolour(() if upgraded else (clan_colour(clan),))
        case "acorn":
            return Reroll(2 if upgraded else 1, 3)
        case _:
            return Shift(2 if upgraded else 1, loops)


def read_bag(text: str) -> Bag:
    """Read what a player has, written `acorn=1,pebble=2`.

    Raises
    ------
    WordsError
        for what is not a token, a number that is none, or more than there are in the game

    Examples
    --------
    >>> bag_text(read_bag("pebble=2, acorn"))
    'acorn=1,pebble=2'
    """
    counts = dict.fromkeys(TOKENS, 0)
    for item in text.split(","):
        name, sign, number = (part.strip() for part in item.partition("="))
        name = name.replace(" ", "-")
        if name not in counts:
            hint = did_you_mean(name, TOKENS) or f"known are {LISTED}"
            raise WordsError(f"--with: there is no '{name}' to use; {hint}")
        if sign and not (number.isascii() and number.isdigit() and len(number) < 4):
            raise WordsError(f"--with: expected a number of {name}, as in {name}=1, not '{number}'")
        counts[name] += int(number) if sign else 1
    for name in RESOURCES:
        if counts[name] > STOCK:
            raise WordsError(f"--with: there are {STOCK} tokens of a kind, not {counts[name]} of {name}")
    cards = sum(counts[name] for name in ABILITIES)
    if cards > CARDS:
        raise WordsError(f"--with: there are {CARDS} skill cards in the game, not {cards}")
    return tuple(counts.values())


def bag_text(bag: Bag) -> str:
    """A bag as it is written; `nothing` for an empty one."""
    return ",".join(f"{name}={n}" for name, n in zip(TOKENS, bag, strict=True) if n) or "nothing"


def less(bag: Bag, *tokens: int) -> Bag:
    """The bag without these tokens, by their place in `TOKENS`."""
    counts = list(bag)
    for token in tokens:
        counts[token] -= 1
    return tuple(counts)


def held(bag: Bag) -> Iterator[int]:
    """The places of the tokens that are there."""
    return (place for place, n in enumerate(bag[: len(TOKENS)]) if n)


def within(bag: Bag, stock: tuple[int, ...]) -> Bag:
    """The bag of a player who can come to so many of each resource, which is told where it may be fewer than wanted.

    >>> nothing = (0,) * (len(TOKENS) - 5)
    >>> within((0, 1, 0, 0, 1, *nothing), (10, 10, 2, 10, 10)) == (0, 1, 0, 0, 1, *nothing)
    True
    >>> within((0, 2, 0, 0, 1, *nothing), (10, 10, 2, 10, 10))[-5:]
    (10, 10, 2, 10, 10)
    """
    tokens = bag[: len(TOKENS)]
    wanted = sum(tokens[: len(RESOURCES)]) + sum(n * tokens[place] for place, n in _brings().items())
    return tokens + stock if stock and min(stock) < wanted else tokens


@cache
def _brings() -> dict[int, int]:
    """How many resources an ability brings, or gives away in a swap, by its place."""
    does = {place: power(token, CLANS[0]).does for place, token in enumerate(TOKENS)}
    return {place: what.tokens for place, what in does.items() if isinstance(what, Gain | Barter)}


def other_bags(bag: Bag, exchange: bool = True) -> dict[Bag, str]:
    """What a bag can be made into without touching a die: by two for one, and by those who gather.

    Taking back a kind that was given is left out: it is no better than the bag before.

    Parameters
    ----------
    exchange : whether two for one is allowed

    Examples
    --------
    >>> found = other_bags(read_bag("acorn=1,pebble=1"))
    >>> [bag_text(bag) for bag in found]
    ['mushroom=1', 'leaf=1', 'berry=1']
    """
    found: dict[Bag, str] = {}
    for other, source, given, taken in ways_on(bag, exchange, bag[len(TOKENS) :]):
        if other not in found:
            come = " and ".join(RESOURCES[one] for one in taken)
            gone = " and ".join(RESOURCES[one] for one in given)
            found[other] = f"exchange {gone} for {come}" if given else f"{TOKENS[source]}: take {come}"
    return found


Way = tuple[Bag, int, tuple[int, ...], tuple[int, ...]]
"""Another bag, the place of who gathers, and the kinds that are given, if any, and taken."""


def ways_on(bag: Bag, exchange: bool = True, stock: tuple[int, ...] = ()) -> Iterator[Way]:
    """The same with what is done for it, and a bag as often as there are ways to it.

    Parameters
    ----------
    stock : how many of each resource the bag can come to; not given where there are enough

    Examples
    --------
    >>> [(bag_text(way[0]), way[2]) for way in ways_on(read_bag("acorn=2"))][:2]
    [('mushroom=1', (3, 3)), ('leaf=1', (3, 3))]
    """
    kinds = range(len(RESOURCES))
    for rest, pair, kind in _exchanges(bag[: len(RESOURCES)]) if exchange else ():
        if not stock or bag[kind] < stock[kind]:
            yield (*rest, *bag[len(RESOURCES) :]), kind, pair, (kind,)
    for place in range(len(RESOURCES), len(TOKENS)):
        gain = power(TOKENS[place]).does if bag[place] else None
        if isinstance(gain, Gain):
            left = less(bag, place)
            for number in range(gain.tokens, 0 if stock else gain.tokens - 1, -1):  # fewer where not enough are there
                for taken in combinations_with_replacement(kinds, number):
                    more = _more(left, taken)
                    if all(map(int.__le__, more, stock)):
                        yield more, place, (), taken


@lru_cache(maxsize=1 << 12)
def _exchanges(counts: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]:
    """The resources after each exchange of two for one, the kinds that are given, and the one that is taken."""
    own = [kind for kind, n in enumerate(counts) if n]
    found = []
    for pair in combinations_with_replacement(own, EXCHANGE.give):
        if len(set(pair)) == EXCHANGE.give or counts[pair[0]] >= EXCHANGE.give:
            rest = list(less(counts, *pair))
            for kind in range(len(counts)):
                if kind not in pair:
                    rest[kind] += 1
                    found.append((tuple(rest), pair, kind))
                    rest[kind] -= 1
    return tuple(found)


def _more(bag: Bag, kinds: tuple[int, ...]) -> Bag:
    counts = list(bag)
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)


def handfuls(there: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many things, given how many there are of each kind: the indices of the kinds, sorted.

    >>> list(handfuls((2, 0, 1), 2))
    [(0, 0), (0, 2)]
    """
    kinds = [kind for kind, n in enumerate(there) if n]
    for chosen in combinations_with_replacement(kinds, number):
        if number == 1 or all(chosen.count(kind) <= there[kind] for kind in set(chosen)):
            yield chosen


def swaps(mine: Sequence[int], theirs: Sequence[int], most: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to swap up to so many things, as many for as many: the indices given and taken, no kind for itself.

    >>> list(swaps((1, 0), (1, 1), 2))
    [((0,), (1,))]
    """
    for number in range(1, most + 1):
        for gives in handfuls(mine, number):
            for takes in handfuls(theirs, number):
                if not set(gives) & set(takes):
                    yield gives, takes
