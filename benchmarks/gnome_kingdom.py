"""What the chances of a turn of Gnome Kingdom take: `python -m benchmarks.gnome_kingdom`.

A table holds the chance of every roll of so many dice in five colours with every bag of up to six resources, two for
one included: 40,920 rolls of four dice times 462 bags. Every case runs in a process of its own, so that its memory is
its own; what counts is processor time, the median of some runs.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

if __name__ == "__main__":  # run as a file, which finds only what lies beside it
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.targets import Target
from solver.catalog import find_task, list_cards
from solver.dice import Pool, Roll
from solver.errors import TooBigError
from solver.games.gnome_kingdom.chance.plain import Question
from solver.games.gnome_kingdom.chance.turn import Turn
from solver.games.gnome_kingdom.options import CLANS, clan_colour
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, read_bag

ALLOWED = {4: 2.0, 5: 15.0}  # dice -> seconds
ONE = 0.5  # seconds for a question
MARKET = "r3 b5 g1 p6"


@dataclass(frozen=True, slots=True)
class Case:
    """A task, a clan, dice in the market, and how many are rolled; with a bag it is one question about a pool."""

    task: str
    clan: str
    dice: int = 4
    market: str = ""
    bag: str = ""
    pool: str = ""

    @property
    def label(self) -> str:
        """What it is called."""
        what = f"{self.bag} with {self.pool}" if self.bag else f"all bags, {self.dice} dice"
        return f"{self.task}, {self.clan} clan, {what}{', market' if self.market else ''}"

    @property
    def allowed(self) -> float:
        """The seconds it may take."""
        return ONE if self.bag else ALLOWED[self.dice]


CASES: tuple[Case, ...] = (
    Case("three-of-a-kind", "pebble"),
    Case("three-of-a-kind", "acorn"),
    Case("clan-on-top", "acorn"),
    Case("clan-high", "leaf"),
    Case("sunrise", "leaf"),
    Case("mixed-pair", "acorn"),
    Case("mixed-pair", "leaf"),
    Case("three-different", "acorn"),
    Case("three-different", "leaf"),
    Case("three-falling", "acorn"),
    Case("three-of-one-colour", "pebble"),
    Case("three-of-one-colour", "acorn"),
    Case("three-of-one-colour", "leaf"),
    Case("three-falling", "leaf"),
    Case("four-climbing", "berry"),
    Case("three-of-a-kind", "mushroom", market=MARKET),
    Case("four-in-a-row", "acorn", market=MARKET),
    Case("clan-high", "mushroom", market=MARKET),
    Case("three-of-a-kind", "acorn", 5),
    Case("full-house", "leaf", 5),
    Case("clan-on-top", "acorn", 5),
    Case("three-different", "acorn", 5),
    Case("three-of-one-colour", "berry", 5),
    Case("three-different", "acorn", bag="acorn=2,pebble=1,leaf=1", pool="2 red, 1 blue, 1 green"),
    Case("four-climbing", "berry", bag="acorn=1,berry=1,leaf=1", pool="1 red, 1 green, 1 purple, 1 blue"),
    Case("four-climbing", "acorn", market=MARKET, bag="mushroom=1,acorn=1", pool="1 red, 1 green, 1 purple, 1 blue"),
)


def bags(most: int) -> list[Bag]:
    """All bags of up to so many resources."""
    kinds = range(len(RESOURCES))
    return [
        tuple(chosen.count(kind) for kind in range(len(TOKENS)))
        for n in range(most + 1)
        for chosen in combinations_with_replacement(kinds, n)
    ]


def measure(case: Case, exchange: bool = True) -> dict[str, Any]:
    """What a case takes, and how much there is of it."""
    card = find_task(f"gnome-kingdom/{case.task}")
    question = Question(card.task.bind(clan_colour(case.clan)), clan=case.clan, exchange=exchange)
    market = Roll.read(case.market, question.task.dice)
    wanted = [read_bag(case.bag)] if case.bag else bags(6)
    start = process_time()
    try:
        turn = Turn(question, [Pool(case.pool)] if case.bag else case.dice, market, wanted)
        for bag in wanted:
            turn.values(bag, case.dice)
    except TooBigError as error:
        return {"too_big": str(error).split(";")[0]}
    took = process_time() - start
    return {
        "took": took,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "values": comb(30 + case.dice - 1, case.dice) * len(wanted),
        "rolls": len(turn.space.levels[case.dice]),
        "classes": 1 + max(max(turn.values(bag, case.dice)[0]) for bag in wanted),
    }


def targets(
    cases: Sequence[Case] = CASES, times: int = 3, exchange: bool = True
) -> list[tuple[Target, dict[str, Any]]]:
    """Each case by processes of its own, with what there is to say of it."""
    found = []
    for case in cases:
        words = [sys.executable, __file__, "--case", json.dumps([getattr(case, name) for name in Case.__slots__])]
        words += [] if exchange else ["--no-exchange"]
        runs: list[dict[str, Any]] = []
        while len(runs) < times and not (runs and ("too_big" in runs[0] or runs[0]["took"] > 10)):
            runs.append(json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout))
        took = None if "too_big" in runs[0] else median(run["took"] for run in runs)
        found.append((Target(case.label, case.allowed, took), runs[0]))
    return found


def line(target: Target, says: dict[str, Any]) -> str:
    """A line of the report."""
    if target.taken is None:
        return f"{target.label:55} {'':10} MISSED  too big: {says['too_big']}"
    met = "met" if target.met else "MISSED"
    return (
        f"{target.label:55} {target.taken:8.2f} s {met:6}  {says['values'] / 1e6:6.1f} M values: {says['rolls']:,} "
        f"unlike rolls in {says['classes']:,} classes, {says['megabytes']} MB"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each case; 1 if one takes longer than it may."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gnome_kingdom")
    parser.add_argument("--all", action="store_true", help="all bags of every task and clan with four dice")
    parser.add_argument("--times", type=int, default=3, help="runs of each case")
    parser.add_argument("--no-exchange", action="store_true", help="never two resources for one")
    parser.add_argument("--case", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.case:
        print(json.dumps(measure(Case(*json.loads(options.case)), not options.no_exchange)))
        return 0
    cases = CASES
    if options.all:
        cases = tuple(Case(card.name, clan) for card in list_cards("gnome-kingdom", "tasks") for clan in CLANS)
    missed = 0
    for case in cases:
        ((target, says),) = targets([case], options.times, not options.no_exchange)
        missed += not target.met
        print(line(target, says), flush=True)
    print(f"{len(cases) - missed} of {len(cases)} within their targets")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
