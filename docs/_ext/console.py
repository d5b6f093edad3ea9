"""Run a `gnomon` command line, or a few lines of Python, in this process: for the pages and their tests."""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

PLAIN = {"COLUMNS": "80", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8"}


@contextlib.contextmanager
def _as_program(arguments: list[str], folder: Path) -> Iterator[io.StringIO]:
    """Standard output and error in one text, as a terminal shows them."""
    shown = io.StringIO()
    argv, environment = sys.argv, dict(os.environ)
    sys.argv = arguments
    os.environ.update(PLAIN)
    os.environ.pop("FORCE_COLOR", None)
    try:
        with contextlib.chdir(folder), contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
            yield shown
    finally:
        sys.argv = argv
        os.environ.clear()
        os.environ.update(environment)


def run(line: str, folder: Path) -> tuple[int, str]:
    """Exit code of a command line that starts with `gnomon`, and what it shows.

    An unexpected exception is not caught: no command line may end in one.
    """
    from solver.cli import main

    arguments = shlex.split(line)
    if not arguments or arguments[0] != "gnomon":
        raise ValueError(f"not a gnomon command: {line!r}")
    code = 0
    with _as_program(arguments, folder) as shown:
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return code, shown.getvalue().rstrip()


def session(code: str, names: dict[str, object] | None = None) -> str:
    """The code as an interactive session with its output; `names` are from earlier lines and grow."""
    names = {} if names is None else names
    shown: list[str] = []
    for statement in ast.parse(code).body:
        lines = (ast.get_source_segment(code, statement) or "").splitlines()
        shown += [f"{'... ' if number else '>>> '}{text}".rstrip() for number, text in enumerate(lines)]
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(compile(ast.Interactive([statement]), "<docs>", "single"), names)
        shown += output.getvalue().rstrip().splitlines()
    return "\n".join(shown)


def matches(expected: str, got: str) -> bool:
    """Whether output is as expected: `…` stands for anything, alone on its line for any number of lines.

    Spaces at the end of a line do not count.
    """
    pattern = "\n".join(re.escape(text.rstrip()) for text in expected.strip("\n").splitlines())
    pattern = re.sub(r"(?m)^…$", r"(?:.*\n?)*?.*", pattern).replace("…", ".*")
    shown = "\n".join(text.rstrip() for text in got.strip("\n").splitlines())
    return re.fullmatch(pattern, shown) is not None
