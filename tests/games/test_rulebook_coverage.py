"""Every rule of every rulebook has its tests, and none of them is missing or skipped.

`tests/games/<game>/rulebook.yaml` goes through a rulebook section by section. What it names is looked up in the
source of the tests, so that this works however few tests are run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
BOOKS = sorted(ROOT.glob("tests/games/*/rulebook.yaml"))
SKIPPING = {"skip", "skipif", "xfail", "importorskip", "soak"}
DEFINED = (ast.FunctionDef, ast.ClassDef)


def faults(book: Path, root: Path = ROOT) -> list[str]:
    """All that is wrong with a rulebook file, in words; nothing if each rule is proved."""
    content = YAML(typ="safe").load(book.read_text(encoding="utf-8"))
    found: list[str] = []
    seen: set[str] = set()
    rulings = rulings_of(root / "puzzles" / book.parent.name / "rulings.yaml")
    if not content.get("sections"):
        return ["the rulebook has no sections"]
    for section in content["sections"]:
        name = section.get("section", "")
        rules = section.get("rules") or []
        if not rules and not section.get("nothing"):
            found.append(f"section '{name}': no rules, and no word why")
        for rule in rules:
            where = rule.get("id", "")
            if not where or where in seen:
                found.append(f"section '{name}': the rule '{where}' has no id of its own")
            seen.add(where)
            if not str(rule.get("rule", "")).strip():
                found.append(f"{where}: it does not say what the rule is")
            if unknown := rule.keys() - {"id", "rule", "readings", "tests"}:
                found.append(f"{where}: unknown keys {sorted(unknown)}")
            if strange := set(rule.get("readings") or []) - rulings:
                found.append(f"{where}: no such ruling: {', '.join(sorted(strange))}")
            if not rule.get("tests"):
                found.append(f"{where}: no test")
            found += [f"{where}: {fault}" for node in rule.get("tests") or [] if (fault := wrong(node, root))]
    return found


def rulings_of(file: Path) -> set[str]:
    """The ids of a game's rulings."""
    if not file.is_file():
        return set()
    return {ruling["id"] for ruling in YAML(typ="safe").load(file.read_text(encoding="utf-8"))["rulings"]}


def wrong(node: str, root: Path) -> str:
    """What is wrong with the id of a test, or nothing."""
    file, *names = node.split("[")[0].split("::")
    path = root / file
    if not path.is_file() or not names:
        return f"there is no test {node}"
    body = tree(path).body
    chain: list[ast.AST] = [statement for statement in body if not isinstance(statement, DEFINED)]
    for depth, name in enumerate(names, start=1):
        match = [one for one in body if isinstance(one, DEFINED) and one.name == name]
        if not match or not name.startswith(("test", "Test")):
            return f"there is no test {node}"
        body = match[-1].body
        chain += match[-1:] if depth == len(names) else match[-1].decorator_list
    if skips := SKIPPING & set(words(chain)):
        return f"{node} may be skipped ({', '.join(sorted(skips))})"
    return ""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def words(nodes: list[ast.AST]) -> Iterator[str]:
    """What is asked of pytest, as `skip` in `pytest.mark.skip` and in `pytest.skip("no")`."""
    for node in nodes:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Attribute) and "pytest" in ast.unparse(inner.value):
                yield inner.attr


def test_there_are_rulebooks() -> None:
    assert BOOKS


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.parent.name)
def test_every_rule_is_proved(book: Path) -> None:
    assert faults(book) == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.parent.name)
def test_every_ruling_is_touched_by_a_rule(book: Path) -> None:
    content = YAML(typ="safe").load(book.read_text(encoding="utf-8"))
    rules = [rule for section in content["sections"] for rule in section.get("rules") or []]
    cited = {ruling for rule in rules for ruling in rule.get("readings") or []}
    assert sorted(rulings_of(ROOT / "puzzles" / book.parent.name / "rulings.yaml") - cited) == []


BOOK: dict[str, Any] = {
    "sections": [
        {"section": "One", "rules": [{"id": "a", "rule": "It rains.", "tests": ["tests/test_a.py::test_rain"]}]},
        {"section": "Two", "nothing": "only a greeting"},
    ]
}
TESTS = """
import pytest

def test_rain(): ...

@pytest.mark.skip
def test_snow(): ...

@pytest.mark.soak
def test_long(): ...

def test_hail():
    pytest.skip("no")

def rain(): ...
"""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, None),
        ({"tests": []}, "a: no test"),
        ({"tests": ["tests/test_a.py::test_sun"]}, "a: there is no test tests/test_a.py::test_sun"),
        ({"tests": ["tests/test_b.py::test_rain"]}, "a: there is no test tests/test_b.py::test_rain"),
        ({"tests": ["tests/test_a.py::rain"]}, "a: there is no test tests/test_a.py::rain"),
        ({"tests": ["tests/test_a.py"]}, "a: there is no test tests/test_a.py"),
        ({"tests": ["tests/test_a.py::test_snow"]}, "a: tests/test_a.py::test_snow may be skipped (skip)"),
        ({"tests": ["tests/test_a.py::test_hail"]}, "a: tests/test_a.py::test_hail may be skipped (skip)"),
        ({"tests": ["tests/test_a.py::test_long"]}, "a: tests/test_a.py::test_long may be skipped (soak)"),
        ({"rule": " "}, "a: it does not say what the rule is"),
        ({"id": ""}, "section 'One': the rule '' has no id of its own"),
        ({"test": []}, "a: unknown keys ['test']"),
        ({"readings": ["wet"]}, "a: no such ruling: wet"),
    ],
)
def test_what_is_wrong_is_noticed(tmp_path: Path, change: dict[str, Any], message: str | None) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(TESTS)
    rule = BOOK["sections"][0]["rules"][0] | change
    content = {"sections": [{"section": "One", "rules": [rule]}, BOOK["sections"][1]]}
    with (tmp_path / "rulebook.yaml").open("w") as file:
        YAML(typ="safe").dump(content, file)
    assert faults(tmp_path / "rulebook.yaml", tmp_path) == ([message] if message else [])


def test_a_section_without_rules_says_why(tmp_path: Path) -> None:
    (tmp_path / "rulebook.yaml").write_text("sections:\n- section: One\n")
    assert faults(tmp_path / "rulebook.yaml", tmp_path) == ["section 'One': no rules, and no word why"]
