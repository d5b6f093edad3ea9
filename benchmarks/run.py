"""Gnomon against its peers: `python -m benchmarks`, or `make bench`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import cast

if __name__ == "__main__":  # run as a file, which finds only what lies beside it
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks import ours, report, targets, with_dict, with_dyce, with_icepool, with_numpy
from benchmarks.measure import Budget, Contender, compare
from benchmarks.queries import QUERIES, SIZES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks_table.md"
CONTENDERS = cast("tuple[Contender, ...]", (ours, with_icepool, with_dyce, with_dict, with_numpy))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all, compare all answers, write the page."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Gnomon against icepool, dyce, a dict and numpy."
    )
    parser.add_argument("--quick", action="store_true", help="4 and 6 dice, few repeats; writes no page")
    parser.add_argument("--json", metavar="FILE", help="also write everything measured to FILE (- for standard output)")
    parser.add_argument(
        "--query",
        action="append",
        choices=[query.key for query in QUERIES],
        help="only this query; writes no page",
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help=f"where the page goes (docs/{PAGE.name})")
    options = parser.parse_args(arguments)
    budget = Budget(seconds=0.02, turns=4) if options.quick else Budget()
    sizes = SIZES[:2] if options.quick else SIZES
    started = perf_counter()
    rows = []
    for query in QUERIES:
        if not options.query or query.key in options.query:
            for size in sizes:
                _progress(f"{query.label}, {size} dice")
                rows.append(report.Row(query, size, compare(CONTENDERS, query, size, budget)))
    _progress("")
    cold = {
        (row.query.family, row.query.key, row.size): medians[0] for row in rows if (medians := row.timings[0].medians)
    }
    found = targets.of_queries(cold)
    if not options.query:
        found += [targets.of_catalogue(), *targets.of_starting(3 if options.quick else 9)]
    page = report.page(CONTENDERS, rows, found)
    if options.output or not (options.quick or options.query):
        (options.output or PAGE).write_text(page, encoding="utf-8")
    if options.json:
        text = json.dumps(report.as_json(CONTENDERS, rows, found), indent=1)
        sys.stdout.write(text + "\n") if options.json == "-" else Path(options.json).write_text(
            text + "\n", encoding="utf-8"
        )
    if options.json != "-":
        print(page)
    print(f"{perf_counter() - started:.0f} s", file=sys.stderr)
    return 0


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:80}", end="\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
