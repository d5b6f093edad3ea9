"""What README, CONTRIBUTING and the pages show is what happens."""

from __future__ import annotations

import doctest
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import console  # docs/_ext, which the pages are built with
import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples"
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in path.parts),
]


def blocks(path: Path, *languages: str) -> Iterator[tuple[int, str]]:
    """Line number and text of each fenced block in one of these languages."""
    text = path.read_text(encoding="utf-8")
    for found in re.finditer(r"(?ms)^(`{3,}|:{3,}) *(\S+)[^\n]*\n(.*?)^\1", text):
        if found[2] in languages:
            yield text.count("\n", 0, found.start()) + 1, found[3]


def commands() -> list[object]:
    """Every `$ gnomon ...` of a console block with the output that is shown under it."""
    found = []
    for path in PAGES:
        for line, text in blocks(path, "console"):
            for part in re.split(r"(?m)^\$ ", text)[1:]:
                command, _, shown = part.partition("\n")
                if command.startswith("gnomon "):
                    folder = EXAMPLES if path.is_relative_to(ROOT / "docs") else ROOT
                    name = f"{path.relative_to(ROOT)}:{line}: {command}"
                    found.append(pytest.param(command, shown, folder, id=name))
    return found


@pytest.mark.parametrize(("command", "shown", "folder"), commands())
def test_command_shows_what_the_page_says(command: str, shown: str, folder: Path) -> None:
    _, got = console.run(command, folder)
    assert console.matches(shown, got), f"\n{got}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_python_shows_what_the_page_says(path: Path) -> None:
    """`>>>` lines as doctests, other Python blocks without a fault; names live on through a page."""
    names: dict[str, object] = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for line, text in blocks(path, "python", "pycon"):
        if ">>> " in text:
            case = parser.get_doctest(text, names, path.name, str(path), line)
            result = runner.run(case, clear_globs=False)
            names |= case.globs
            assert not result.failed, f"{path.name}:{line}"
        else:
            with warnings.catch_warnings():
                exec(compile(text, f"{path.name}:{line}", "exec"), names)


@pytest.mark.parametrize(
    ("expected", "got", "right"),
    [
        ("1/36", "1/36\n", True),
        ("1/36", "1/6", False),
        ("a … c", "a b b c", True),
        ("first\n…\nlast", "first\n1\n2\nlast", True),
        ("first\n…", "first\n1\n2", True),
        ("first\n…", "second\n1\n2", False),
        ("(a+b)", "(a+b)", True),
    ],
)
def test_wildcard(expected: str, got: str, right: bool) -> None:
    assert console.matches(expected, got) is right


def test_session_shows_values_and_remembers_names() -> None:
    names: dict[str, object] = {}
    assert console.session("x = 2\nx + 1\nfor i in range(2):\n    print(i)", names) == (
        ">>> x = 2\n>>> x + 1\n3\n>>> for i in range(2):\n...     print(i)\n0\n1"
    )
    assert console.session("x", names) == ">>> x\n2"
