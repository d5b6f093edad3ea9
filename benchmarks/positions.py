"""What `gnomon turn` takes as a process, its start and end included, for every position that is shipped.

python -m benchmarks.positions
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

if __name__ == "__main__":  # run as a file, which finds only what lies beside it
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.companion_quest import Row
from solver.games import GAMES
from solver.parts import examples
from solver.source import read

TURNS = 9
ROLLED = 0.5  # seconds for a turn after the roll
COMMAND = [sys.executable, "-c", "import sys; from solver.cli import main; sys.exit(main())", "turn"]


def seconds(position: Path) -> float:
    """The processor time of a process, the median of some; the first, which may have to compile, does not count."""
    return median([_process(position) for _ in range(TURNS + 1)][1:])


def _process(position: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # PYTHONPATH: the tree that is measured is the one that this file belongs to
    world = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}
    subprocess.run([*COMMAND, str(position)], check=True, capture_output=True, env=world)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def asked() -> dict[str, tuple[Path, float | None]]:
    """Every position by its name, and the seconds that its answer may take: none are asked where nothing is rolled."""
    ready = [game.name for game in GAMES.values() if game.ready]
    found = {f"{game}/{name}": file for game in ready for name, file in examples(game).items()}
    return {name: (file, ROLLED if "roll" in read(file).root.plain() else None) for name, file in found.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each; 1 if one takes longer than it may."""
    argparse.ArgumentParser(prog="python -m benchmarks.positions").parse_args(arguments)
    late = False
    for name, (file, allowed) in asked().items():
        row = Row(f"gnomon turn {name}", seconds(file), allowed)
        print(row, flush=True)
        late |= not row.met
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
