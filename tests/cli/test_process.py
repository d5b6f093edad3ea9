"""The command as a process of its own: pipes, closed and full outputs, interrupts, completion, imports."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

GNOMON = [sys.executable, "-m", "solver.cli"]
TABLE = [*GNOMON, "table", "gnome-kingdom", "tasks", "-f", "json"]
ODDS = [*GNOMON, "odds", "[any]*3 : equal", "--pool", "3 red"]


def run(words: list[str], root: Path, **more):
    env = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", **more.pop("env", {})}
    return subprocess.run(words, cwd=root, capture_output=True, env=env, check=False, **{"text": True, **more})


def test_answers(root) -> None:
    done = run(ODDS, root)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1] == "  success  2.78 %  1/36  1 in 36  exact"


def test_a_reader_that_goes_away(root) -> None:
    with subprocess.Popen(TABLE, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"{\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_interrupted(root) -> None:
    code = (
        "import signal, sys, time; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from solver.cli import answers, main\n"
        "answers.odds = lambda *_: (print('busy', flush=True), time.sleep(600))\n"
        "main(['odds', '[any]', '--pool', '1 red'])\n"
    )
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"busy\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert (out, err.strip()) == (b"", b"gnomon: interrupted")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_output_that_cannot_be_written(root) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(ODDS, cwd=root, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr == "gnomon: the answer cannot be written: No space left on device\n"


def test_closed_output(root) -> None:
    done = run(["sh", "-c", '"$@" >&-', "sh", *ODDS], root)
    assert (done.returncode, done.stderr) == (3, "gnomon: standard output is closed\n")
    done = run(["sh", "-c", '"$@" 2>&-', "sh", *GNOMON, "odds", "[any]", "--pool", "1 rde"], root)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_a_terminal_that_knows_few_characters(root) -> None:
    words = [*GNOMON, "odds", "[red] [even]", "--roll", "r1,b2"]
    done = run(words, root, env={"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}, encoding="latin-1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["[red] [even] · roll b2 r1", "  filled:  A?r1 B?b2"]


def test_completion(root) -> None:
    words = {
        "_GNOMON_COMPLETE": "bash_complete",
        "COMP_WORDS": "gnomon odds gnome-kingdom/three-of",
        "COMP_CWORD": "2",
    }
    done = run(GNOMON, root, env=words)
    assert done.returncode == 0
    assert "plain,gnome-kingdom/three-of-a-kind" in done.stdout.split()
    done = run(GNOMON, root, env={"_GNOMON_COMPLETE": "bash_source"})
    assert "_GNOMON_COMPLETE=bash_complete" in done.stdout


def test_what_is_heavy_stays_out(root) -> None:
    code = (
        "import sys; from solver.cli import main\n"
        "try: main(['odds', 'gnome-kingdom/three-of-a-kind', '--pool', '3 red', '--json'])\n"
        "except SystemExit: pass\n"
        "print(*{name.split('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = run([sys.executable, "-c", code], root)
    heavy = {
        "numpy",
        "pydantic",
        "rich",
        "rich_click",
        "networkx",
        "scipy",
        "ortools",
        "matplotlib",
        "pandas",
    }
    assert not heavy & set(done.stderr.split())
