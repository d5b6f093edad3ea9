"""Every puzzle is solved: its answer is the only best one, with the margin written down; each symbol has one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from solver.games import shipped
from solver.games.companion_quest.position import read, write
from solver.games.companion_quest.seen import setting_of, state_of
from solver.games.companion_quest.state import COLOURS
from solver.puzzlebook import puzzle_named, puzzles
from solver.task.model import Compare, Either, Space, Task, Then

PUZZLES = {puzzle.id: puzzle for puzzle in puzzles("companion-quest")}
LEVELS = ["easy", "medium", "hard"]
SYMBOLS = {entry["id"] for entry in shipped("companion-quest", "symbols")}


@pytest.mark.parametrize("name", PUZZLES)
def test_the_answer_is_proven(name: str) -> None:
    puzzle = puzzle_named("companion-quest", name)
    ranking = puzzle.solved()
    assert ranking.unique and ranking.margin > 0
    assert ranking.margin_in == ranking.measures[0]  # no answer rests on what progress is worth
    assert {line.kind for line in ranking.lines} == {puzzle.kind} == {"exact"}
    assert write(read(puzzle.position)) == puzzle.position


def test_there_are_enough_from_easy_to_hard() -> None:
    order = [LEVELS.index(puzzle.level) for puzzle in PUZZLES.values()]
    assert len(order) >= 16 and order == sorted(order) and set(order) == {0, 1, 2}
    assert len({puzzle.position for puzzle in PUZZLES.values()}) == len(PUZZLES)


def test_decisions_of_all_kinds() -> None:
    """Gathering, placing, taking back, companions, other gnomes and snacks; chances, the chase and the win."""
    begun = {puzzle.answer.split()[0].rstrip(":") for puzzle in PUZZLES.values()}
    assert {"gather", "take", "snack", "crumbles", "prost"} <= begun
    assert sum("waking" in puzzle.answer for puzzle in PUZZLES.values()) >= 4
    assert {puzzle.objective for puzzle in PUZZLES.values()} == {"chase", "solve", "solve-two", "win"}


# ----- the Master Key -------------------------------------------------------------------------------------


def of_space(space: Space) -> Iterator[str]:
    """The symbols on a space."""
    one_number = not isinstance(space.numbers, str) and bool(space.numbers)
    kind = space.numbers if isinstance(space.numbers, str) and space.numbers else "number" if one_number else ""
    if space.rank:
        yield space.rank
    elif space.colours and kind:
        yield f"colour-and-{kind}"
    elif kind:
        yield kind
    else:
        yield "colour" if space.colours else "any"
    yield from space.colours


def of_task(task: Task) -> Iterator[str]:
    """The symbols on a card."""
    for space in (task.danger.kind,) if task.danger else task.spaces:
        yield from of_space(space)
    for relation in task.relations:
        match relation:
            case Then(first, second):
                yield "a-then-b" if first < second else "b-then-a"
            case Either():
                yield "a-or-b"
            case Compare(((1, _), (-1, _)), op, 0):
                yield {"<": "less-than", ">": "greater-than", "=": "equal"}[op]
            case Compare(terms, "=", _):
                yield "add" if all(number > 0 for number, _ in terms) else "subtract"


def test_each_symbol_of_the_master_key_has_a_puzzle() -> None:
    assert {symbol for puzzle in PUZZLES.values() for symbol in puzzle.symbols} == SYMBOLS
    assert set(COLOURS) < SYMBOLS and len(SYMBOLS) == 24


@pytest.mark.parametrize("name", PUZZLES)
def test_its_symbols_are_on_its_cards(name: str) -> None:
    position = read(PUZZLES[name].position)
    setting, state = setting_of(position), state_of(position)
    tasks = [setting.box.problems[zone.card].task for zone in state.zones if zone.card]
    tasks += [setting.box.quests[quest].path for quest in state.quests]
    assert set(PUZZLES[name].symbols) <= {symbol for task in tasks for symbol in of_task(task)}


def test_the_key_is_read_by_the_same_rules() -> None:
    """The classification above gives each symbol of the key its own name."""
    from solver.games import task_of

    for entry in shipped("companion-quest", "symbols"):
        assert entry["id"] in set(of_task(task_of("companion-quest", entry["task"])))
