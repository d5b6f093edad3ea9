"""Distributions of what a pool shows, against every roll of the physical dice and against icepool."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import comb

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import statistics
from solver.dice import Die, Face, Pool
from solver.distribution import Distribution
from solver.errors import TooBigError, WordsError

ODD_DIE = Die("yellow", (1, 1, 2, 2, 3, "bell"))
GAPS = Die("purple", (0, 2, 3, 5, 5, 9))
TWO_SYMBOLS = Die("white", ("sun", 4, "moon", 4))
BLANK = Die("orange", ("sun", "moon"))
COIN = Die(None, (1,))

SMALL = [
    Pool({}),
    Pool("1 red"),
    Pool("2 red"),
    Pool("1 red, 1 blue, 2 green"),
    Pool("3 red, 2 any"),
    Pool("6 any"),
    Pool("1 d20, 2 red"),
    Pool("2 d4, 1 d8, 2 red d4"),
    Pool("3 d20"),
    Pool("1 d12, 1 d8, 1 d4, 1 red"),
    Pool("5 d3, 2 d2"),
    Pool("4 d1, 2 d2"),
    Pool({ODD_DIE: 4}),
    Pool({ODD_DIE: 2, Die("red"): 2}),
    Pool({GAPS: 3, TWO_SYMBOLS: 2}),
    Pool({GAPS: 2, ODD_DIE: 1, Die(): 1, TWO_SYMBOLS: 1}),
    Pool({BLANK: 3}),
    Pool({BLANK: 2, Die("red"): 2}),
    Pool({COIN: 3, TWO_SYMBOLS: 2}),
    Pool({Die(None, (0,)): 2}),
    Pool({Die(None, (7, 62)): 3, Die(None, (61, 62)): 2}),
]

Faces = list[Face]


def worths(roll: Faces) -> list[int]:
    return sorted(0 if isinstance(face, str) else face for face in roll)


def numbers(roll: Faces) -> Counter[int]:
    return Counter(face for face in roll if isinstance(face, int))


def run_of(roll: Faces) -> int:
    shown = numbers(roll)
    longest = 0
    for first in shown:
        length = 1
        while first + length in shown:
            length += 1
        longest = max(longest, length)
    return longest


def pairs_of(roll: Faces) -> int:
    return sum(number * 2 for number, count in numbers(roll).items() for _ in range(count // 2))


# name of the question -> what is asked of a roll
ORACLES: dict[str, Callable[[Faces], int]] = {
    "total": lambda roll: sum(worths(roll)),
    "different values": lambda roll: len(numbers(roll)),
    "longest run": run_of,
    "largest set": lambda roll: max(numbers(roll).values(), default=0),
    "pairs": pairs_of,
}
ASKED: dict[str, Callable[[Pool], Distribution[int]]] = {
    "total": statistics.total_of,
    "different values": statistics.different_values,
    "longest run": statistics.longest_run,
    "largest set": statistics.largest_set,
    "pairs": lambda pool: statistics.health_total(pool, lambda colour, face: True, pairs=True),
}
CASES = [(name, 0) for name in ORACLES] + [(name, k) for name in ("highest", "lowest") for k in range(1, 8)]
ids = [f"{name} {k}" if k else name for name, k in CASES]


def oracle(name: str, k: int) -> Callable[[Faces], int]:
    if name == "highest":
        return lambda roll: sum(worths(roll)[-k:])
    if name == "lowest":
        return lambda roll: sum(worths(roll)[:k])
    return ORACLES[name]


def asked(name: str, pool: Pool, k: int) -> Distribution[int]:
    if k:
        return {"highest": statistics.highest, "lowest": statistics.lowest}[name](pool, k)
    return ASKED[name](pool)


def every_roll(pool: Pool) -> Counter[tuple[Face, ...]]:
    """Roll in canonical order -> number of ways, from all ways the physical dice can fall."""
    dice = [die.faces for die, n in pool for _ in range(n)]
    return Counter(tuple(sorted(roll, key=str)) for roll in product(*dice))


def rolls_die_by_die(pool: Pool) -> Counter[tuple[Face, ...]]:
    """The same for larger pools."""
    rolls: Counter[tuple[Face, ...]] = Counter({(): 1})
    for die in (die for die, n in pool for _ in range(n)):
        longer: Counter[tuple[Face, ...]] = Counter()
        for roll, ways in rolls.items():
            for face in die.faces:
                longer[tuple(sorted((*roll, face), key=str))] += ways
        rolls = longer
    return rolls


def counted(rolls: Counter[tuple[Face, ...]], ask: Callable[[Faces], int]) -> dict[int, int]:
    found: Counter[int] = Counter()
    for roll, ways in rolls.items():
        found[ask(list(roll))] += ways
    return dict(sorted(found.items()))


ROLLS = {pool: every_roll(pool) for pool in SMALL}


def same(distribution: Distribution[int], weights: Mapping[int, int]) -> bool:
    """Equal weights, not only equal chances, in ascending order."""
    return list(distribution.items()) == list(weights.items()) and distribution.total == sum(weights.values())


@pytest.mark.parametrize(("name", "k"), CASES, ids=ids)
@pytest.mark.parametrize("pool", SMALL, ids=str)
def test_every_roll(pool: Pool, name: str, k: int) -> None:
    if k > pool.size:
        with pytest.raises(WordsError):
            asked(name, pool, k)
        return
    expected = counted(ROLLS[pool], oracle(name, k))
    assert same(asked(name, pool, k), expected)
    by_kernel = statistics._by_kernel(name, pool.packed, k)
    assert by_kernel == expected and list(by_kernel) == list(expected)  # also where a shortcut was taken
    assert list(statistics.fold(name, pool.packed, k).items()) == list(expected.items())


PREDICATES: dict[str, Callable[[str | None, Face], bool]] = {
    "even": lambda colour, face: face in (0, 2, 4, 6, 8),
    "red or yellow": lambda colour, face: colour in ("red", "yellow"),
    "none": lambda colour, face: False,
    "red even, else 3": lambda colour, face: face in (2, 4, 6) if colour == "red" else face == 3,
    "no colour": lambda colour, face: colour is None,
}


@pytest.mark.parametrize("pairs", [False, True])
@pytest.mark.parametrize("name", PREDICATES)
@pytest.mark.parametrize("pool", [*SMALL, Pool("2 red, 2 blue, 1 any")], ids=str)
def test_health(pool: Pool, name: str, pairs: bool) -> None:
    accepts = PREDICATES[name]
    dice = [[(die.colour, face) for face in die.faces] for die, n in pool for _ in range(n)]
    expected: Counter[int] = Counter()
    for roll in product(*dice):
        shown = [face for colour, face in roll if isinstance(face, int) and accepts(colour, face)]
        expected[pairs_of(list(shown)) if pairs else sum(shown)] += 1
    assert same(statistics.health_total(pool, accepts, pairs), dict(sorted(expected.items())))


faces = st.lists(st.integers(0, 9) | st.just("bell"), min_size=1, max_size=6).map(tuple)
plain = st.sampled_from([(1, 2, 3, 4), (1, 2, 3, 4, 5, 6), tuple(range(1, 9)), tuple(range(1, 21))])
kinds = st.builds(Die, st.sampled_from(["red", "blue", None]), faces | plain)
pools = st.dictionaries(kinds, st.integers(1, 4), min_size=1, max_size=4).map(Pool)
# up to two kinds of few faces, more dice of them
long_pools = st.dictionaries(
    st.builds(Die, st.none(), st.lists(st.integers(0, 4) | st.just("bell"), min_size=1, max_size=4).map(tuple)),
    st.integers(1, 6),
    min_size=1,
    max_size=2,
).map(Pool)


@given(st.one_of(pools.filter(lambda pool: pool.total <= 40_000), long_pools), st.data())
def test_larger_pools(pool: Pool, data: st.DataObject) -> None:
    rolls = rolls_die_by_die(pool)
    for name, ask in ORACLES.items():
        assert same(ASKED[name](pool), counted(rolls, ask)), name
    k = data.draw(st.integers(1, pool.size))
    for name in ("highest", "lowest"):
        assert same(asked(name, pool, k), counted(rolls, oracle(name, k))), name


@given(st.dictionaries(kinds, st.integers(1, 5), min_size=1, max_size=3).map(Pool), st.data())
def test_kernel_and_fold_agree(pool: Pool, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, pool.size))
    name = data.draw(st.sampled_from(sorted({name for name, _ in CASES})))
    try:
        expected = statistics.fold(name, pool.packed, k)
    except TooBigError:
        return
    assert statistics._by_kernel(name, pool.packed, k) == expected


class LongestRun(icepool.MultisetEvaluator[int, int]):
    def next_state(self, state: tuple[int, int] | None, order: object, outcome: int, count: int) -> tuple[int, int]:
        best, run = state or (0, 0)
        run = run + 1 if count else 0
        return max(best, run), run

    def final_outcome(self, final_state: tuple[int, int], *_: object) -> int:
        return final_state[0]


@pytest.mark.parametrize(("sides", "n"), [(6, 8), (6, 18), (20, 8), (4, 12)])
def test_icepool_agrees(sides: int, n: int) -> None:
    dice = icepool.d(sides).pool(n)
    pool = Pool(f"{n - 3} red d{sides}, 3 blue d{sides}")
    judged = {
        "total": (dice.sum(), statistics.total_of(pool)),
        "highest": (dice.highest(3).sum(), statistics.highest(pool, 3)),
        "lowest": (dice.lowest(n // 2).sum(), statistics.lowest(pool, n // 2)),
        "largest set": (dice.largest_count(), statistics.largest_set(pool)),
        "longest run": (LongestRun()(dice), statistics.longest_run(pool)),
        "different": (dice.unique().size(), statistics.different_values(pool)),
    }
    for name, (theirs, ours) in judged.items():
        assert same(ours, dict(theirs.items())), name


QUESTIONS = [
    *ASKED.items(),
    ("highest", lambda pool: statistics.highest(pool, 3)),
    ("lowest", lambda pool: statistics.lowest(pool, 2)),
]


@pytest.mark.parametrize("n", [18, 24, 40, 49, 50, 200])
def test_weights_add_up(n: int) -> None:
    pool = Pool({Die("red"): n // 2, Die("blue"): n - n // 2})
    for name, ask in QUESTIONS:
        found = ask(pool)
        assert sum(found.values()) == found.total == 6**n, name
    total = statistics.total_of(pool)
    assert all(total[s] == total[7 * n - s] for s in total) and len(total) == 5 * n + 1
    # 3 highest, turned upside down, are 3 lowest
    low, high = statistics.lowest(pool, 3), statistics.highest(pool, 3)
    assert {21 - s: weight for s, weight in high.items()} == dict(low)
    assert statistics.largest_set(pool)[n] == 6
    assert statistics.different_values(pool)[2] == comb(6, 2) * (2**n - 2)
    assert total.mean() == Fraction(7 * n, 2)


@pytest.mark.parametrize("sides", [2, 3, 7, 20, 62])
def test_at_the_border_of_the_kernel(sides: int) -> None:
    """The largest pool the kernel takes, and one die more."""
    n = 1
    while sides ** (n + 1) < statistics.KERNEL_TOTAL:
        n += 1
    for dice in (n, n + 1):
        pool = Pool(f"{dice} d{sides}")
        total = statistics.total_of(pool)
        assert sum(total.values()) == pool.total and total[dice] == total[dice * sides] == 1
        seen = statistics.different_values(pool)
        assert sum(seen.values()) == pool.total and seen[1] == sides
        runs = statistics.longest_run(pool) if dice == n else None
        assert runs is None or sum(runs.values()) == pool.total
    kernel = [statistics._by_kernel(name, Pool(f"{n} d{sides}").packed, 2) for name, _ in CASES[:7]]
    assert None not in kernel


def test_how_many_is_checked() -> None:
    pool = Pool("2 red, 1 blue")
    with pytest.raises(WordsError, match=r"the highest 0 dice: at least 1 must be counted"):
        statistics.highest(pool, 0)
    with pytest.raises(WordsError, match=r"the lowest 4 dice: the pool 1 blue, 2 red has only 3"):
        statistics.lowest(pool, 4)


@pytest.mark.parametrize(("name", "ask"), QUESTIONS, ids=[name for name, _ in QUESTIONS])
def test_too_big_says_so(name: str, ask: Callable[[Pool], Distribution[int]]) -> None:
    with pytest.raises(TooBigError, match=rf"{name} of 100000 d20: .* about [\d,]+ steps, and 100,000,000"):
        ask(Pool("100000 d20"))
    with pytest.raises(TooBigError):
        ask(Pool("100000 d1"))  # a single roll, but too many dice


def test_work_beyond_the_kernel_is_declined() -> None:
    """Eight kinds of dice: a state for every way to share out the dice of each."""
    pool = Pool({Die(None, tuple(range(first, first + 2 + first % 3))): 9 for first in range(1, 9)})
    assert statistics._statistics.largest_set(pool.packed) is None
    with pytest.raises(TooBigError, match="largest set of 9 "):
        statistics.largest_set(pool)


def test_colours_do_not_matter() -> None:
    one, many = Pool("7 red"), Pool("3 red, 2 blue, 2 any")
    for _, ask in QUESTIONS:
        assert list(ask(one).items()) == list(ask(many).items())


def test_packed_pool_is_only_read() -> None:
    pool = Pool("3 red, 1 d20")
    before = array("q", pool.packed)
    for _, ask in QUESTIONS:
        ask(pool)
    assert pool.packed == before
