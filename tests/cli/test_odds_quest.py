"""`gnomon odds` of a quest: the next space comes first, its letters are those of the card, its own rule is told."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from solver.catalog import find_task
from solver.dice import Rolled
from solver.games import shipped
from solver.games.companion_quest.content import FLAGS, box, quest_rule
from solver.task.legal import legal

QUESTS = [entry["name"] for entry in shipped("companion-quest", "tasks") if entry["type"] == "quest"]
COLOURS = ("red", "blue", "purple")


def steps(task, hat: int, dice) -> int:
    """How many spaces dice fill from the hat on, by all orders in which they can be placed one by one."""
    most = 0
    for order in permutations(dice):
        lying = {}
        for space, die in zip(range(hat, len(task.spaces)), order, strict=False):
            lying[space] = die
            if not legal(task, lying):
                break
            most = max(most, len(lying))
    return most


@pytest.mark.parametrize("name", QUESTS)
def test_filled_is_what_brute_force_fills(gnomon, name) -> None:
    task = find_task(f"companion-quest/{name}").task
    for hat in range(len(task.spaces)):
        pool = ", ".join(f"1 {colour}" for colour in COLOURS)
        run = gnomon("odds", f"companion-quest/{name}", "--pool", pool, "--filled", "--hat", str(hat), "--json")
        rows = json.loads(run.out)["rows"]
        found = {
            row["spaces"]: Fraction(row["value"]["fraction"]) for row in rows if row["label"].startswith("exactly")
        }
        rolls = [tuple(map(Rolled, COLOURS, faces)) for faces in product(range(1, 7), repeat=3)]
        wanted = Counter(steps(task, hat, dice) for dice in rolls)
        assert {n: chance for n, chance in found.items() if chance} == {n: Fraction(w, 216) for n, w in wanted.items()}
        more = {
            row["spaces"]: Fraction(row["value"]["fraction"]) for row in rows if row["label"].startswith("at least")
        }
        assert more == {n: Fraction(sum(w for m, w in wanted.items() if m >= n), 216) for n in found}


def test_no_space_is_skipped(gnomon) -> None:
    run = gnomon("odds companion-quest/mill-pond --pool '1 red' --filled")
    assert run.lines[2].split() == ["0", "100.00", "%", "1", "100.00", "%", "1"]
    rows = json.loads(gnomon("odds companion-quest/garden-gate --pool '2 purple' --filled --json").out)["rows"]
    assert [row["value"]["fraction"] for row in rows] == ["1/4", "0", "3/4", "1", "3/4", "3/4", "3/2"]
    rows = json.loads(gnomon("odds companion-quest/garden-gate --pool '1 purple' --given A=r3 --filled --json").out)[
        "rows"
    ]
    assert [row["label"] for row in rows] == ["exactly 2", "at least 2", "mean"]


def test_a_roll_is_placed_from_the_next_space_on(gnomon) -> None:
    """A purple 2 is no odd die, and does not go to B before there is one on A."""
    assert "not filled:  no dice" in gnomon("odds companion-quest/garden-gate --roll p2").out
    assert "not filled:  A←p3" in gnomon("odds companion-quest/garden-gate --roll p3").out
    assert "not filled:  A←p3 B←p2" in gnomon("odds companion-quest/garden-gate --roll p2,p3").out
    run = gnomon("odds companion-quest/garden-gate --roll r4,p2 --hat 1 --json")
    assert json.loads(run.out)["rows"][0]["placement"] == {"B": "p2", "C": "r4"}


@pytest.mark.parametrize(
    ("line", "place", "reason"),
    [
        ("--hat 1 --given A=r3", "A=r3", "no die can lie on A: the hat has passed it (--hat 1)"),
        ("--hat 2 --given C=r3,B=p1", "B=p1", "no die can lie on B: the hat has passed it (--hat 2)"),
        ("--hat 1 --given C=r3", "C=r3", "no die can lie on C while B is open: no space of a path is skipped"),
        ("--given 'A=r3, C=b2'", "C=b2", "no die can lie on C while B is open: no space of a path is skipped"),
    ],
)
def test_dice_where_none_can_lie_on_a_path(gnomon, line, place, reason) -> None:
    run = gnomon(f"odds companion-quest/garden-gate {line} --pool '1 red'")
    assert (run.code, run.out) == (2, "")
    said, text, caret = run.err.splitlines()
    assert reason in said
    assert text[caret.index("^") : caret.rindex("^") + 1] == place


def test_the_letters_are_those_of_the_card(gnomon) -> None:
    run = gnomon("odds companion-quest/garden-gate --hat 1 --given B=p3 --pool '1 red'")
    assert run.lines[0] == "Garden gate · on the card B=p3 · 1 red · Companion Quest"
    assert run.lines[2:4] == ["  [odd] [purple = p3] [any]", "  from space B on: the hat has passed 1"]
    found = json.loads(gnomon("odds companion-quest/apple-lane --hat 1 --pool '1 red' --json").out)["rows"][0]
    assert (found["task"], found["hat"], found["path"]) == ("[any] [yellow]", 1, "[red] [any] [yellow] : A < B")
    assert "falls away" in " ".join(gnomon("odds companion-quest/apple-lane --hat 1 --pool '1 red'").lines)


def test_a_path_of_consecutive_numbers_is_not_counted(gnomon) -> None:
    card = "{name: run, type: quest, stage: 1, task: '[any]*3 : consecutive', reward: [1, 1, 1, 1], provenance: sample}"
    cards = f"{{game: companion-quest, tasks: [{card}]}}"
    run = gnomon("odds", "companion-quest/run", "--cards", cards, "--pool", "3 red", "--filled")
    assert run.code == 2
    assert "path of consecutive numbers" in run.err


@pytest.mark.parametrize("name", QUESTS)
def test_the_rule_of_a_quest_is_told_wherever_it_counts(gnomon, name) -> None:
    card = box().quests[name]
    rule = quest_rule(card.flag, card.barren)
    asked = gnomon("odds", f"companion-quest/{name}", "--pool", "3 blue")
    said = json.loads(gnomon("odds", f"companion-quest/{name}", "--pool", "3 blue", "--json").out)["assumptions"]
    assert all(len(line) <= 80 for line in asked.lines)
    position = f"{{game: companion-quest, players: [{{gnome: crumbles}}], quest: {name}, roll: r1}}"
    turn = gnomon("turn", position, "--objective", "quest")
    assumed = json.loads(gnomon("turn", position, "--json").out)["assumptions"]
    if not rule:
        assert "its own rule" not in asked.out and not said
        assert not any("until it is completed" in line for line in (turn.out, *assumed))
        return
    words = f"until it is completed, {rule}"
    assert f"its own rule: {words}; not counted here" in " ".join(asked.out.split())
    assert len(said) == 1 and words in said[0]
    assert f"assumed: {name}: {words}" in " ".join(turn.out.split())
    assert f"{name}: {words}" in assumed


def test_the_rules_are_listed(gnomon) -> None:
    assert FLAGS["one-step"] == "one die a turn on the quest"
    lines = gnomon("list companion-quest tasks").lines
    at = next(n for n, line in enumerate(lines) if line.startswith("  meadow-trail"))
    assert lines[at + 1] == "      until it is completed, one die a turn on the quest"
    rows = {row["label"]: row for row in json.loads(gnomon("list companion-quest tasks --json").out)["rows"]}
    told = {name: row["rule"] for name, row in rows.items() if "rule" in row}
    assert set(told) == {name for name in QUESTS if box().quests[name].flag}
    assert told["dry-creek"] == "until it is completed, no blue dice can be gathered"
