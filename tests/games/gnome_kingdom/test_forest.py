"""The forest and the pile of its tiles, against brute force over all orders and ways."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from xml.etree import ElementTree as ET

import pytest

from solver.draw.hexes import Tile as Drawn
from solver.draw.hexes import centre, forest_svg, hexes_svg
from solver.errors import GnomonError
from solver.games import shipped
from solver.games.gnome_kingdom.board import draws, levels, progress, ways
from solver.games.gnome_kingdom.forest import Forest, behind, check_forest, forward, reach, sideways
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.state import Seat, State
from solver.games.gnome_kingdom.tiles import CROWN, Pile, Tile, grown, pool_growth, tiles, tiles_of

MIDDLE = sorted(set(permutations(["I"] * 2 + ["II"] * 3 + ["III"])))
BOTTOM = sorted(set(permutations(["II"] * 2 + ["III"] * 4 + ["crown"])))
ORDERS = [("I",) * 3 + middle + bottom for middle, bottom in product(MIDDLE, BOTTOM)]  # all equally likely


def test_the_box() -> None:
    found = Counter(tile.level for tile in tiles().values())
    assert found == {"start": 1, "I": 10, "II": 10, "III": 10, "crown": 1}
    assert all(len(tile.spaces) == 3 for tile in tiles().values() if tile.level in ("I", "II", "III"))
    assert all(entry["provenance"] in ("printed", "reported", "sample") for entry in shipped("gnome-kingdom", "tiles"))
    for level in ("I", "II", "III"):
        assert len({frozenset(tile.spaces) for tile in tiles().values() if tile.level == level}) == 10


def test_levels_of_every_draw() -> None:
    for place, odds in enumerate(Pile().level_odds()):
        found = Counter(order[place] for order in ORDERS)
        assert {level: chance for level, chance in odds.items() if chance} == {
            level: Fraction(number, len(ORDERS)) for level, number in found.items()
        }


def test_the_crown_is_uniform() -> None:
    found = Counter(order.index("crown") + 1 for order in ORDERS)
    assert dict(Pile().crown()) == dict.fromkeys(range(10, 17), 1)
    assert {draw: number / len(ORDERS) for draw, number in found.items()} == dict.fromkeys(range(10, 17), 1 / 7)


def test_what_comes_next_after_what_came() -> None:
    for order in ORDERS[:: len(ORDERS) // 40]:
        pile = Pile()
        for place, level in enumerate(order):
            same = [other for other in ORDERS if other[:place] == order[:place]]
            following = Counter(other[place] for other in same)
            total = sum(pile.next_levels().values())
            assert {one: Fraction(n, total) for one, n in pile.next_levels().items()} == {
                one: Fraction(n, len(same)) for one, n in following.items()
            }
            pile = pile.drawn(level)  # type: ignore[arg-type]
        assert pile.size == 0


SMALL = {name: Tile(name, "I", None, ("leaf",) * 3, grows) for name, grows in zip("abcd", (0, 3, 3, 4), strict=True)}
SMALL[CROWN] = Tile(CROWN, "crown", None, ())
SMALL_PILE = Pile(((2, 0, 0, 0), (1, 0, 0, 1)))
SMALL_ORDERS = [
    (first, second, *last)
    for first, second, third in permutations("abcd", 3)
    for last in ((third, CROWN), (CROWN, third))
]


def test_tiles_turned_over_are_those_of_all_orders() -> None:
    """Which tiles are in the pile nobody knows: every choice and order of them is as likely as another."""
    for length in range(4):
        for seen in {order[:length] for order in SMALL_ORDERS}:
            following = Counter(order[length] for order in SMALL_ORDERS if order[:length] == seen)
            pile = SMALL_PILE
            for name in seen:
                pile = pile.drawn(SMALL[name].level)
            found = pile.turn_over(SMALL, seen)
            assert {name: Fraction(n, sum(found.values())) for name, n in found.items()} == {
                name: Fraction(n, sum(following.values())) for name, n in following.items()
            }


def test_growth_of_the_pool() -> None:
    growth = pool_growth(4, 2, SMALL_PILE, SMALL)
    for length in range(5):
        found: Counter[int] = Counter()
        for order in SMALL_ORDERS:
            size = 2
            for name in order[:length]:
                size = grown(size, SMALL[name].grows)
            found[size] += 1
        assert growth[length] == {size: Fraction(n, len(SMALL_ORDERS)) for size, n in sorted(found.items())}


def test_growth_of_the_whole_pile_adds_up() -> None:
    assert [sum(row.values()) for row in pool_growth(9)] == [1] * 10


def test_neighbours() -> None:
    for place in product(range(1, 4), range(-3, 4)):
        assert all(place in sideways(other) for other in sideways(place))
        assert all(place in behind(other) for other in forward(place))
        assert all(place in forward(other) for other in behind(place))
        around = {*forward(place), *behind(place), *sideways(place)}
        assert len(around) == 6
        x, y = centre(place)
        far = {(abs(centre(other)[0] - x), abs(centre(other)[1] - y)) for other in around}
        assert far == {(104, 0), (52, 90)}  # the six corners of a regular hexagon, up to rounding


def test_the_graph_has_the_ways_and_no_others() -> None:
    forest = Forest().with_tile((1, 0), "two-or-five").with_tile((1, 1), "sunrise").with_tile((2, 1), "four-sixes")
    graph = forest.graph()
    assert set(graph.edges) == {
        ((0, 0), (1, 0)),
        ((0, 0), (1, 1)),
        ((1, 0), (1, 1)),
        ((1, 1), (1, 0)),
        ((1, 0), (2, 1)),
        ((1, 1), (2, 1)),
    }
    assert graph.edges[(1, 0), (2, 1)]["way"] == "right"
    assert graph.edges[(1, 1), (2, 1)]["way"] == "left"
    listed = {(row.start, row.end) for row in ways(forest) if row.tile}
    assert listed == set(graph.edges)


@pytest.mark.parametrize(
    ("placed", "message"),
    [
        ([((0, 0), "start-tile"), ((1, 2), "sunrise")], "nobody can get to (1, 2)"),
        ([((0, 0), "start-tile"), ((1, 0), "sunrize")], "there is no tile 'sunrize', on (1, 0)"),
        ([((0, 0), "start-tile"), ((1, 0), "sunrise"), ((1, 0), "two-pairs")], "two tiles lie on (1, 0)"),
        ([((0, 0), "start-tile"), ((1, 0), "sunrise"), ((1, 1), "sunrise")], "the tile sunrise lies in it twice"),
        ([((0, 0), "sunrise")], "(0, 0) is the start tile's"),
        ([((0, 0), "start-tile"), ((1, 0), "start-tile")], "the tile start-tile lies in it twice"),
        ([((1, 0), "sunrise")], "the start tile is missing"),
        ([((1, 0), "sunrise"), ((0, 0), "start-tile")], "not sorted"),
    ],
)
def test_impossible_forests(placed: list[tuple[tuple[int, int], str]], message: str) -> None:
    with pytest.raises(GnomonError) as caught:
        check_forest(Forest(tuple(placed)), tiles())
    assert message in str(caught.value)


def test_tiles_are_placed_where_one_can_go() -> None:
    forest = Forest().with_tile((1, 0), "sunrise")
    for place, name in (((1, 0), "two-pairs"), ((1, 1), "sunrise"), ((3, 0), "two-pairs"), ((0, 1), "two-pairs")):
        with pytest.raises(GnomonError, match="forest: "):
            forest.with_tile(place, name)


def test_tiles_of_ones_own() -> None:
    tasks = shipped("gnome-kingdom", "tasks")
    with pytest.raises(GnomonError, match="level start, which no forest tile has"):
        tiles_of([{"task": "start-tile", "spaces": [], "provenance": "sample"}], tasks)
    with pytest.raises(GnomonError, match="5 tiles of level I are to come, and only 1 are unseen"):
        only = tiles_of([{"task": "two-or-five", "spaces": ["leaf"] * 3, "provenance": "sample"}], tasks)
        Pile().turn_over(only, [])


def brute_reach(turns: int, solve: dict[str, Fraction]) -> Counter[int]:
    """The row after some turns, over every order of the pile and every sequence of luck."""
    found: Counter[int] = Counter()
    for order, number in Counter(order[:turns] for order in ORDERS).items():
        for luck in product((True, False), repeat=turns):
            row, level, chance = 0, "start", Fraction(number, len(ORDERS))
            for good in luck:
                chance *= solve[level] if good else 1 - solve[level]
                if good:
                    level = order[row]
                    row += 1
            found[row] += chance  # type: ignore[assignment]
    return found


def test_reach_is_that_of_all_ways() -> None:
    solve = {"start": Fraction(3, 4), "I": Fraction(1, 2), "II": Fraction(1, 3), "III": Fraction(1, 5)}
    plain = {row: chance for row, chance in sorted(brute_reach(6, solve).items()) if chance}
    assert reach(6, solve)[6] == plain  # type: ignore[arg-type]
    row = progress(6, solve)[6]  # type: ignore[arg-type]
    assert row.kind == "abstraction"
    assert row.mean == sum(at * chance for at, chance in plain.items())


def test_reach_ends_on_the_crown() -> None:
    sure = dict.fromkeys(("start", "I", "II", "III"), Fraction(1))
    assert reach(16, sure)[16] == dict.fromkeys(range(10, 17), Fraction(1, 7))  # type: ignore[arg-type]
    with pytest.raises(GnomonError, match="the chance for level II is None"):
        reach(1, {"start": Fraction(1), "I": Fraction(1)})


def test_facts_of_the_board() -> None:
    rows = draws()
    assert [row.draw for row in rows] == list(range(1, 17))
    assert [row.crown_by_now for row in rows[8:]] == [Fraction(n, 7) for n in range(8)]
    assert rows[-1].sizes == pool_growth(16)[16]
    assert [row.growing for row in levels()] == [4, 5, 5, 0]


def test_the_picture() -> None:
    forest = Forest().with_tile((1, 0), "two-or-five").with_tile((1, 1), "sunrise")
    state = State((Seat("leaf", place=(1, 0), space=2), Seat("acorn", space=5)), forest=forest)
    picture = ET.fromstring(forest_svg(Setting(2), state))
    name = "{http://www.w3.org/2000/svg}"
    empty = {place for here, _ in forest.placed for place in forest.empty(here)}
    assert len(picture.findall(f"{name}polygon")) == 3 + len(empty)
    words = [text.text for text in picture.iter(f"{name}text")]
    assert {"sunrise", "level II", "waiting: 1", "0"} <= set(words)
    assert "player 0 on two-or-five in row 1" in picture.findtext(f"{name}desc", "")
    assert ET.fromstring(hexes_svg([], "nothing")) is not None
    assert "a &lt;b&gt;" in hexes_svg([Drawn((0, 0), "a <b>")], "x")
