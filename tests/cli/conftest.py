"""The command in this process: exit code, standard output and standard error."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from solver.cli import main


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture
def gnomon() -> Callable[..., Run]:
    """Run a command line, given as one text or as words; an exception that escapes fails the test."""

    def run(*words: str, stdin: str | None = None) -> Run:
        arguments = shlex.split(words[0]) if len(words) == 1 else list(words)
        env = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
        done = CliRunner(env=env, catch_exceptions=False).invoke(main, arguments, input=stdin)
        return Run(done.exit_code, done.stdout, done.stderr)

    return run


CARDS = """\
game: gnome-kingdom
tasks:
  - name: my-pair
    title: My pair
    level: I
    task: "[any]*2 : equal"
    provenance: sample
  - name: three-of-a-kind
    level: III
    task: "[any]*3 : equal, different colours"
    provenance: sample
"""


@pytest.fixture
def cards(tmp_path) -> str:
    """A file of one's own: a new card, and one in the place of a shipped one."""
    file = tmp_path / "my-cards.yaml"
    file.write_text(CARDS, encoding="utf-8")
    return str(file)
