from collections import Counter
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import enumeration
from solver.dice import Die, Pool, Roll, Rolled
from solver.enumeration import number_of_rolls, rank, rolls, unrank
from solver.errors import WordsError

BELL = Die("yellow", (1, 1, 2, 2, 3, "bell"))
COIN = Die("blue", (0, 1))

POOLS = [
    Pool("1 red"),
    Pool("4 any"),
    Pool("2 red, 1 blue, 1 green"),
    Pool("1 d20, 2 red"),
    Pool({BELL: 3, Die("red"): 1}),
    Pool({COIN: 4, BELL: 1}),
    Pool({Die(None, (5,)): 3, Die("red", (2, 2)): 2}),
    Pool("1 red, 1 red d8"),
    Pool("2 any d4, 2 any d3"),
    Pool({}),
]
kinds = st.builds(
    Die,
    st.sampled_from([None, "red", "blue", "green"]),
    st.lists(st.one_of(st.integers(0, 4), st.sampled_from(["bell", "star"])), min_size=1, max_size=5).map(tuple),
)
pools = st.dictionaries(kinds, st.integers(0, 3), max_size=3).map(Pool).filter(lambda pool: pool.size <= 5)


def by_brute_force(pool: Pool) -> dict[Roll, int]:
    """Every physical die shows every side."""
    physical = [die for die, n in pool for _ in range(n)]
    shown = product(*(die.faces for die in physical))
    return Counter(
        Roll(tuple(Rolled(die.colour, face) for die, face in zip(physical, faces, strict=True))) for faces in shown
    )


@pytest.mark.parametrize("pool", POOLS, ids=str)
def test_rolls_are_those_of_the_physical_dice(pool: Pool) -> None:
    listed = list(rolls(pool))
    assert len({roll for roll, _ in listed}) == len(listed)
    assert dict(listed) == by_brute_force(pool)
    assert sum(weight for _, weight in listed) == pool.total


@given(pools)
@settings(max_examples=40, deadline=None)
def test_rolls_of_any_pool_are_those_of_the_physical_dice(pool: Pool) -> None:
    assert dict(rolls(pool)) == by_brute_force(pool)


@given(pools)
@settings(max_examples=40, deadline=None)
def test_kernel_equals_plain_python_in_order(pool: Pool) -> None:
    listed = list(enumeration.plain_rolls(pool))
    assert len(listed) == number_of_rolls(pool)
    if not enumeration.ambiguous_colour(pool):
        assert list(rolls(pool)) == listed
        assert [unrank(pool, index) for index in range(len(listed))] == [roll for roll, _ in listed]
        assert [rank(pool, roll) for roll, _ in listed] == list(range(len(listed)))


def test_blocks_join_without_a_gap() -> None:
    pool = Pool("2 red, 2 blue")
    for rows in (1, 7, 440, 441, 1000):
        seen = [
            (tuple(counts[row, cell] for cell in range(12)), low[row], high[row])
            for counts, low, high, n in enumeration.blocks(pool, rows)
            for row in range(n)
        ]
        assert len(seen) == len(set(seen)) == 441
        assert sum(low for _, low, _ in seen) == pool.total


@pytest.mark.parametrize("text", ["8 any", "3 red, 3 blue, 2 green", "30 any", "40 red d4, 1 blue", "63 any d4"])
def test_weights_add_up_beyond_64_bits(text: str) -> None:
    pool = Pool(text)
    total = rows = 0
    for _, low, high, n in enumeration.blocks(pool):
        total += sum(low[:n]) + (sum(high[:n]) << 64)
        rows += n
    assert (rows, total) == (number_of_rolls(pool), pool.total)


def test_the_largest_weights_the_kernel_takes() -> None:
    pool = Pool({Die("red", (1, 2)): 127})
    assert pool.total == enumeration.MAX_TOTAL // 2
    assert list(rolls(pool)) == list(enumeration.plain_rolls(pool))


def test_pools_beyond_the_kernel_are_still_exact() -> None:
    pool = Pool({Die("red", (1, 2)): 128})
    listed = list(rolls(pool))
    assert len(listed) == 129
    assert sum(weight for _, weight in listed) == pool.total == 2**128


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_rank_and_unrank_of_large_pools(data: st.DataObject) -> None:
    text = data.draw(
        st.sampled_from(["18 any", "20 red d8, 20 blue", "300 red, 5 blue", "20 red, 20 blue, 20 green d20"])
    )
    pool = Pool(text)
    index = data.draw(st.integers(0, number_of_rolls(pool) - 1))
    roll = unrank(pool, index)
    assert len(roll) == pool.size
    assert rank(pool, roll) == index
    counts = enumeration.plain_unrank(pool, index)
    assert sorted(n for n in counts if n) == sorted(Counter(roll).values())


def test_first_and_last_roll() -> None:
    pool = Pool("3 red, 3 blue, 2 green")
    assert str(unrank(pool, 0)) == "b1 b1 b1 g1 g1 r1 r1 r1"
    assert str(unrank(pool, number_of_rolls(pool) - 1)) == "b6 b6 b6 g6 g6 r6 r6 r6"
    assert [str(roll) for roll, _ in islice(rolls(pool), 2)] == [
        "b1 b1 b1 g1 g1 r1 r1 r1",
        "b1 b1 b1 g1 g1 r1 r1 r2",
    ]


def test_what_is_refused() -> None:
    pool = Pool("2 red, 1 blue")
    for text in ("r1 r2", "r1 b2 b3", "r1 r2 b3 b4", "r1 r7 b3", "r1 r2 g1"):
        with pytest.raises(WordsError, match=f"2 red cannot show {Roll.read(text)}"):
            rank(pool, Roll.read(text))
    with pytest.raises(WordsError, match="has the rolls 0 to 125, not 126"):
        unrank(pool, 126)
    with pytest.raises(WordsError, match="has the rolls 0 to 125, not -1"):
        unrank(pool, -1)
    with pytest.raises(WordsError, match="have no order: two kinds of red dice have faces in common"):
        unrank(Pool("1 red, 1 red d8"), 0)
