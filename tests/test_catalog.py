"""The catalogue: what is shipped is right and complete, and names are found."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, permutations, product
from pathlib import Path

import pytest

from solver.catalog import (
    check_file,
    dice,
    find_task,
    kinds,
    list_cards,
    list_games,
    options,
    own_cards,
    rulings,
    schema,
    schema_names,
    symbols,
)
from solver.dice import Pool, Roll
from solver.errors import NotationError, WordsError
from solver.fault import DocumentError
from solver.games import GAMES, Card, dice_set, file_of, shipped, task_of
from solver.games.gnome_kingdom.options import CLANS, clan_colour
from solver.source import PUZZLES, read
from solver.task.chances import odds
from solver.task.model import Compare, Either, Task, Then, Word

GK, CQ = "gnome-kingdom", "companion-quest"
CARDS = [*list_cards(GK), *list_cards(CQ)]


def named(card: Card) -> str:
    return f"{card.game}/{card.name}"


# --- what is shipped


@pytest.mark.parametrize("path", sorted(PUZZLES.rglob("*.yaml")), ids=lambda path: "/".join(path.parts[-2:]))
def test_shipped_files_have_no_faults(path: Path) -> None:
    assert check_file(path) == []


@pytest.mark.parametrize("game", [game.name for game in GAMES.values() if game.ready])
def test_shipped_data_are_read_alike_with_and_without_lines(game: str) -> None:
    """What every command reads goes through a parser in C, and another one knows the line of every value."""
    compared = [file.stem for file in file_of(game, "rulings").parent.glob("*.yaml")]
    assert compared
    for kind in compared:
        assert list(shipped(game, kind)) == read(file_of(game, kind)).root.plain()[kind]


def test_the_printed_tasks() -> None:
    printed = {card.source.rsplit(" ", 1)[-1]: card for card in list_cards(GK) if ", row " in card.source}
    assert {row: str(printed[row].task) for row in "123456"} == {
        "1": "[any] [any] : different, different colours",
        "2": "[clan 4-6]",
        "3": "[clan 1-3]",
        "4": "[2|5]",
        "5": "[1|6]",
        "6": "[any] [any] : consecutive",
    }
    assert {row: printed[row].dice for row in "123456"} == {"1": 2, "2": 1, "3": 1, "4": 1, "5": 1, "6": 2}
    assert all((printed[row].provenance, printed[row].level) == ("printed", "I") for row in "123456")


@pytest.mark.parametrize(
    ("name", "task", "provenance"),
    [
        ("start-tile", "[1-3]", "reported"),
        ("four-to-six", "[4-6]", "reported"),
        ("three-different", "[any]*3 : different, different colours", "reported"),
        ("four-sixes", "[6]*4", "reported"),
        ("three-of-a-kind", "[any]*3 : equal", "printed"),
        ("two-four-or-six", "[2|4|6]*2", "printed"),
    ],
)
def test_the_other_known_tasks(name: str, task: str, provenance: str) -> None:
    card = find_task(f"{GK}/{name}")
    assert (card.task, card.provenance) == (Task(task), provenance)
    assert card.assumed or name == "start-tile"


def test_ten_tasks_a_level() -> None:
    assert Counter(card.level for card in list_cards(GK)) == {"start": 1, "I": 10, "II": 10, "III": 10}


@pytest.mark.parametrize("card", CARDS, ids=named)
def test_every_card_says_where_it_comes_from(card: Card) -> None:
    assert card.provenance in {"printed", "reported", "sample"}
    assert bool(card.source) == (card.provenance != "sample")
    assert card.title
    assert card.task.dice is dice_set(card.game)


def test_no_two_cards_ask_the_same() -> None:
    tasks = Counter(card.task for card in list_cards(GK))
    assert [task for task, times in tasks.items() if times > 1] == []


def test_the_tasks_use_the_whole_notation() -> None:
    text = " ".join(str(card.task) for card in list_cards(GK))
    parts = {type(relation) for card in list_cards(GK) for relation in card.task.relations}
    assert parts == {Compare, Either, Word}
    words = "even odd high low any clan | - + = != >= > equal different consecutive ascending descending"
    for word in [*words.split(), "different colours", "same colour"]:
        assert word in text, word


def best(card: Card, size: int) -> Fraction:
    """The odds with the colours that suit the task most, for a player of the red clan."""
    task = card.task.bind("red") if card.task.needs_clan else card.task
    kinds_of_dice = dice_set(GK).dice.values()
    pools = (Pool(Counter(choice)) for choice in combinations_with_replacement(kinds_of_dice, size))
    return Fraction(max(odds(task, pool) for pool in pools))


def test_levels_grow_harder() -> None:
    mean = {}
    for level in ("I", "II", "III"):
        level_cards = [card for card in list_cards(GK) if card.level == level]
        chances = [best(card, 3) for card in level_cards]
        mean[level] = sum(chances, Fraction(0)) / len(chances)
        assert all(best(card, max(3, card.dice or 3)) > 0 for card in level_cards)
        sizes = {"I": {1, 2}, "II": {2, 3}, "III": {3, 4, 5}}[level]
        assert {card.dice for card in level_cards} <= sizes
    assert mean["I"] > Fraction(6, 10) > mean["II"] > Fraction(1, 4) > mean["III"]


def test_dice_of_the_games() -> None:
    assert sum(die.supply for die in dice(GK)) == 40
    assert sum(die.supply for die in dice(CQ)) == 18
    assert Counter(die.says["cost"] for die in dice(CQ)) == {"1": 3, "2": 3}
    clans = {die.says["clan"]: die.name for die in dice(GK)}
    assert clans == {
        "mushroom": "red",
        "leaf": "green",
        "berry": "purple",
        "acorn": "orange",
        "pebble": "blue",
    }
    assert list(clans) == list(CLANS) == list(options(GK)[0].choices)
    assert {clan: clan_colour(clan) for clan in CLANS} == clans
    stated = {die.says["clan"]: (die.says["confidence"], die.provenance) for die in dice(GK)}
    assert stated["berry"] == ("stated", "reported")
    assert stated["acorn"] == stated["pebble"] == ("weak", "sample")


def test_no_such_clan() -> None:
    with pytest.raises(WordsError, match=r"^there is no clan 'pebbel'; did you mean 'pebble'\?$"):
        clan_colour("pebbel")


# --- the Master Key, against every placement of every roll


def fits(task: Task, roll: Roll) -> bool:
    """Whether some placement of the roll's dice fills the card; only what the key's examples use."""
    spaces = range(len(task.spaces))
    closings = [set(item.spaces) for item in task.relations if isinstance(item, Either)]
    for kept in product(*closings):
        closed = {i for keep, group in zip(kept, closings, strict=True) for i in group - {keep}}
        open_spaces = [i for i in spaces if i not in closed]
        for placed in permutations(roll.dice, len(open_spaces)):
            on = dict(zip(open_spaces, placed, strict=True))
            if all(accepts(task, on, i) for i in on) and all(holds(item, on) for item in task.relations):
                return True
    return False


def accepts(task: Task, on: dict[int, tuple[str | None, int]], i: int) -> bool:
    space, (colour, face) = task.spaces[i], on[i]
    faces = [other for _, other in on.values()]
    numbers = {"even": {2, 4, 6}, "odd": {1, 3, 5}, (): set(range(1, 7))}.get(space.numbers)
    if numbers is None:
        numbers = {n for low, high in space.numbers for n in range(int(low), int(high) + 1)}
    rank = {"": True, "high": face == max(faces), "low": face == min(faces)}[space.rank]
    return rank and face in numbers and (not space.colours or colour in space.colours)


def holds(relation: object, on: dict[int, tuple[str | None, int]]) -> bool:
    faces, colours = [face for _, face in on.values()], [colour for colour, _ in on.values()]
    match relation:
        case Compare(terms, op, constant) if all(space in on for _, space in terms):
            total = sum(times * on[space][1] for times, space in terms)
            compared = {"<": total < constant, ">": total > constant, "=": total == constant}
            return (compared | {">=": total >= constant, "!=": total != constant})[op]
        case Then() | Either() | Compare():
            return True  # with all spaces filled, some order of placing them is right
        case Word("equal"):
            return len(set(faces)) == 1
        case Word("different"):
            return len(set(faces)) == len(faces)
        case Word("consecutive"):
            return sorted(faces) == list(range(min(faces), min(faces) + len(faces)))
        case Word("descending"):
            return all(left > right for left, right in pairwise(faces))
        case Word("same colour"):
            return len(set(colours)) == 1
        case Word("different colours"):
            return len(set(colours)) == len(colours)
    raise AssertionError(relation)


def by_hand(task: Task, pool: Pool) -> Fraction:
    colours = [die.colour for die, n in pool for _ in range(n)]
    rolls = [Roll(tuple(zip(colours, faces, strict=True))) for faces in product(range(1, 7), repeat=len(colours))]
    return Fraction(sum(fits(task, roll) for roll in rolls), len(rolls))


@pytest.mark.parametrize("pool", ["2 red", "2 red, 1 blue", "1 red, 1 orange, 1 green"])
def test_cards_of_up_to_three_dice(pool: str) -> None:
    dice_of_pool = Pool(pool, dice_set(GK))
    for card in list_cards(GK):
        if card.dice is not None and card.dice <= 3:
            task = card.task.bind("red")
            assert odds(task, dice_of_pool) == by_hand(task, dice_of_pool), card.name


@pytest.mark.parametrize("symbol", symbols(CQ), ids=lambda symbol: symbol.id)
def test_symbols_of_the_key(symbol: object) -> None:
    row = next(row for row in symbols(CQ) if row == symbol)
    task, pool = task_of(CQ, row.task), Pool(row.pool, dice_set(CQ))
    meets = Roll.read(row.meets, dice_set(CQ))
    assert fits(task, meets)
    assert Counter(die.colour for die in meets) == {die.colour: n for die, n in pool}
    assert not row.fails or not fits(task, Roll.read(row.fails, dice_set(CQ)))
    assert odds(task, pool) == by_hand(task, pool)


def test_the_key_is_complete() -> None:
    ids = [row.id for row in symbols(CQ)]
    assert ids == [
        "any", "colour", "number", "colour-and-number", "even", "colour-and-even", "odd", "colour-and-odd",
        "high", "low", "a-then-b", "b-then-a", "less-than", "greater-than", "add", "subtract", "equal",
        "a-or-b", "blue", "yellow", "red", "purple", "orange", "green",
    ]  # fmt: skip
    assert [row.id for row in symbols(CQ) if not row.fails] == ["any"]
    assert {row.provenance for row in symbols(CQ)} == {"printed"}
    text = " ".join(str(task_of(CQ, row.task)) for row in symbols(CQ))
    for word in ("then", " or ", "<", ">", "A + B", "A - B", "A = B", "high", "low", "even", "odd"):
        assert word in text


# --- names


def test_games() -> None:
    holds = {row.name: row.holds for row in list_games()}
    puzzles = len(shipped(GK, "puzzles"))
    assert holds[GK] == {
        "tasks": 31,
        "tiles": 30,
        "skills": 47,
        "dice": 5,
        "puzzles": puzzles,
        "rulings": len(rulings(GK)),
    }
    listed = {"tasks": 40, "companions": 57, "gnomes": 6, "symbols": 24, "dice": 6, "rulings": len(rulings(CQ))}
    assert {kind: holds[CQ][kind] for kind in listed} == listed
    assert holds["patatrap"] == {}
    assert holds["old-ones"] == {"deck": 122, "puzzles": 14, "rulings": len(rulings("old-ones"))}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("three-of-a-kin", "Gnome Kingdom has no task 'three-of-a-kin'; did you mean 'three-of-a-kind'?"),
        ("zzz", "Gnome Kingdom has no task 'zzz'; gnomon list gnome-kingdom tasks shows them all"),
    ],
)
def test_wrong_card(name: str, message: str) -> None:
    with pytest.raises(WordsError) as caught:
        find_task(f"{GK}/{name}")
    assert str(caught.value) == message
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gnome-kindom/x", "there is no game 'gnome-kindom'; did you mean 'gnome-kingdom'?"),
        ("go/x", "there is no game 'go'; known are gnome-kingdom, companion-quest, patatrap, old-ones"),
        ("patatrap/x", "nothing is there for Patatrap Quest yet"),
        (GK, "'gnome-kingdom' is not game/name, as in gnome-kingdom/three-of-a-kind"),
        (f"{GK}/", "'gnome-kingdom/' is not game/name, as in gnome-kingdom/three-of-a-kind"),
    ],
)
def test_wrong_names(name: str, message: str) -> None:
    with pytest.raises(WordsError) as caught:
        find_task(name)
    assert str(caught.value) == message
    assert caught.value.exit_code == 2


def test_wrong_kinds() -> None:
    with pytest.raises(
        WordsError, match=r"no 'symbols' of Gnome Kingdom; known are tasks, tiles, skills, dice, puzzles, rulings$"
    ):
        symbols(GK)
    with pytest.raises(WordsError, match=r"no 'task' of Gnome Kingdom; did you mean 'tasks'\?$"):
        list_cards(GK, "task")
    with pytest.raises(WordsError, match="are no cards with a task"):
        list_cards(GK, "dice")


def test_colours_of_the_game() -> None:
    with pytest.raises(NotationError, match="'yellow' is not a colour of Gnome Kingdom"):
        task_of(GK, "[yellow]")
    assert task_of(CQ, "[yellow]").spaces[0].colours == ("yellow",)


def test_dice_of_a_card() -> None:
    def card(task: str) -> Card:
        return Card(CQ, "tasks", "x", "X", Task(task), "sample")

    assert card("[any]*3 : A or B").dice == 2
    assert card("[any]*5 : A or B or C, D or E").dice == 2
    assert card("[any]*3 : A or B, B or C").dice is None
    assert card("health 9 : even").dice is None


# --- one's own cards


OWN = """
game: gnome-kingdom
tasks:
  - {name: three-of-a-kind, level: II, task: "[any]*3 : A = B = C", provenance: printed, title: Mine}
  - {name: my-task, level: III, task: "[6] [6]", provenance: sample}
"""


def test_own_cards_add_and_replace(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(OWN, encoding="utf-8")
    own = own_cards([file])
    assert find_task(f"{GK}/three-of-a-kind", own).title == "Mine"
    assert find_task(f"{GK}/my-task", own).title == "My task"
    assert find_task(f"{GK}/four-sixes", own).provenance == "reported"
    assert len(list_cards(GK, own=own)) == 32
    assert len(list_cards(CQ, own=own)) == 40
    assert find_task(f"{GK}/three-of-a-kind").level == "III"


def test_own_cards_with_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(OWN.replace("[6] [6]", "[6] [sixx]"), encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        own_cards([file])
    assert caught.value.exit_code == 3
    (fault,) = caught.value.faults
    assert (fault.line, fault.text[fault.column - 1 :][: fault.width]) == (5, "sixx")


# --- schema


@pytest.mark.parametrize("name", schema_names())
def test_schemas(name: str) -> None:
    made = schema(name)
    kind = name.partition("/")[2]
    assert set(made["required"]) == {"game", "players" if kind == "position" else kind}
    assert made["additionalProperties"] is False


def test_no_such_schema() -> None:
    with pytest.raises(WordsError, match=r"did you mean 'gnome-kingdom/tasks'\?"):
        schema("gnome-kingdom/task")
    assert all(name in schema_names() for name in (f"{GK}/{kind}" for kind in kinds(GK)))


def test_finding_a_card_is_light() -> None:
    code = (
        "import sys; from solver.catalog import find_task; before = set(sys.modules);"
        "find_task('gnome-kingdom/four-sixes'); print(*before); print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=PUZZLES.parent)
    before, after = (set(line.split()) for line in run.stdout.splitlines())
    assert not {"ruamel.yaml", "lark", "pydantic", "numpy"} & before
    assert "pydantic" not in after
