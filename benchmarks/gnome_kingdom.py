"""Tables of a turn of Gnome Kingdom: `python -m benchmarks.gnome_kingdom`.

For a task and a clan the chance of every roll with every bag of up to six resources, two for one included: 40,920 rolls
of four dice in five colours times 462 bags. Rolls that the task cannot tell apart are one value.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from time import perf_counter

if __name__ == "__main__":  # run as a file, which finds only what lies beside it
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from solver.catalog import find_task
from solver.dice import Roll
from solver.errors import TooBigError
from solver.games.gnome_kingdom.options import clan_colour
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag
from solver.games.gnome_kingdom.solve_plain import Question
from solver.games.gnome_kingdom.solve_turn import Turn

ALLOWED = {4: 2.0, 5: 15.0}  # dice -> seconds
CASES = (  # task, clan, dice in the market
    ("three-of-a-kind", "pebble", ""),
    ("three-of-a-kind", "acorn", ""),
    ("three-of-a-kind", "mushroom", "r3 b5 g1 p6"),
    ("clan-high", "leaf", ""),
    ("clan-on-top", "pebble", ""),
    ("clan-on-top", "acorn", ""),
    ("three-different", "acorn", ""),
    ("three-of-one-colour", "pebble", ""),
    ("four-climbing", "berry", ""),
)


def bags(most: int) -> list[Bag]:
    """All bags of up to so many resources."""
    kinds = range(len(RESOURCES))
    return [
        tuple(chosen.count(kind) for kind in range(len(TOKENS)))
        for n in range(most + 1)
        for chosen in combinations_with_replacement(kinds, n)
    ]


def measure(name: str, clan: str, market: str, dice: int, exchange: bool) -> str:
    """One line: what it took, and how much there is."""
    card = find_task(f"gnome-kingdom/{name}")
    task = card.task.bind(clan_colour(clan))
    wanted = bags(6)
    start = perf_counter()
    try:
        turn = Turn(Question(task, clan=clan, exchange=exchange), dice, Roll.read(market, task.dice), wanted)
        for bag in wanted:
            turn.values(bag, dice)
    except TooBigError as error:
        return f"too big: {str(error).split(';')[0]}"
    took = perf_counter() - start
    rolls = comb(30 + dice - 1, dice)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    met = "met" if took <= ALLOWED.get(dice, took) else "MISSED"
    classes = 1 + max(turn.values(wanted[-1], dice)[0])
    return (
        f"{took:7.2f} s  {met:6}  {rolls * len(wanted) / 1e6:6.1f} M values: {len(turn.space.levels[dice]):,} unlike "
        f"rolls in {classes} classes x {len(wanted)} bags, {memory} MB"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure each case in a process of its own, so that its memory is its own."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gnome_kingdom")
    parser.add_argument("--dice", type=int, default=4)
    parser.add_argument("--no-exchange", action="store_true", help="never two resources for one")
    parser.add_argument("--case", type=int, help="only this one, in this process")
    options = parser.parse_args(arguments)
    if options.case is not None:
        print(measure(*CASES[options.case], options.dice, not options.no_exchange))
        return 0
    for number, (name, clan, market) in enumerate(CASES):
        words = [sys.executable, __file__, "--dice", str(options.dice), "--case", str(number)]
        words += ["--no-exchange"] if options.no_exchange else []
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        print(f"{name:20} {clan:9} {'market' if market else '':7} {done.stdout.strip()}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
