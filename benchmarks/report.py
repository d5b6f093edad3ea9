"""The measurements as a page and as JSON."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import exp, log
from typing import Any, NamedTuple

from benchmarks.measure import Contender, Timing
from benchmarks.queries import QUERIES, Query, counts_of
from benchmarks.targets import Target

PEERS, BASELINES = (1, 2), (3, 4)  # places among the contenders
REMARKS = """\
*Cold*: the first call, all caches empty, on new objects made before the clock starts. *Warm*: the same call
again; dyce and the baselines keep next to nothing. Each is timed up to the exact chance or the distribution.
Medians, the contenders taking turns in one run. All answers were compared and are exactly equal.

The formulations of the peers use all that can be said about a task beforehand: states of a few values, faces
that are alike merged, dice placed in the order that is always best. The dict fold uses the same. Gnomon gets
the task in its notation, as anyone would write it. Neither icepool nor dyce makes choices, and so the two
rounds of rerolls are plain Python around their dice.
"""


class Row(NamedTuple):
    """A query of so many dice, and the timing of every contender."""

    query: Query
    size: int
    timings: Sequence[Timing]


class Ratios(NamedTuple):
    """How many times as long as Gnomon the fastest took; None where none gave an answer."""

    peer_cold: float | None
    peer_warm: float | None
    baseline_cold: float | None


def ratios(row: Row) -> Ratios:
    ours = row.timings[0].medians
    if ours is None:
        return Ratios(None, None, None)

    def best(places: Iterable[int], which: int) -> float | None:
        found = [medians[which] for place in places if (medians := row.timings[place].medians)]
        return min(found) / ours[which] if found else None

    return Ratios(best(PEERS, 0), best(PEERS, 1), best(BASELINES, 0))


def geometric_means(rows: Sequence[Row]) -> Ratios:
    columns = zip(*map(ratios, rows), strict=True)
    return Ratios(*(_geometric([x for x in column if x is not None]) for column in columns))


def _geometric(values: Sequence[float]) -> float | None:
    return exp(sum(map(log, values)) / len(values)) if values else None


def page(contenders: Sequence[Contender], rows: Sequence[Row], targets: Sequence[Target]) -> str:
    """The table in Markdown: nothing in it tells the machine."""
    means = geometric_means(rows)
    summary = (
        f"Geometric means of all {len(rows)} rows, of the time of the faster peer over Gnomon's: "
        f"**{_times(means.peer_cold)}** cold, **{_times(means.peer_warm)}** warm; of the faster baseline's: "
        f"**{_times(means.baseline_cold)}** cold."
    )
    versions = ", ".join(f"{c.NAME} {c.VERSION}".strip() for c in contenders if c.VERSION)
    text = [
        "<!-- written by `make bench` -->",
        "",
        f"Python {platform.python_version()}, {versions}.",
        "",
        summary,
        "",
        *_behind(rows),
        REMARKS,
    ]
    for size in dict.fromkeys(row.size for row in rows):
        of_size = [row for row in rows if row.size == size]
        text += [f"## {size} dice: {counts_of(size)}", "", *_table(contenders, of_size), ""]
    text += ["## Targets", "", "| | may take | takes | |", "|---|--:|--:|---|"]
    for target in targets:
        worst = f"{target.label} ({_label(target.worst)})" if target.worst else target.label
        verdict = "met" if target.met else "not measured" if target.taken is None else "**missed**"
        text.append(f"| {worst} | {_seconds(target.allowed)} | {_seconds(target.taken)} | {verdict} |")
    return "\n".join(text) + "\n"


def _behind(rows: Sequence[Row]) -> list[str]:
    """The queries at which something is faster than Gnomon, in words."""
    slow = [
        f"{row.query.label} of {row.size} dice ({' and '.join(who)})"
        for row in rows
        for found in [ratios(row)]
        if (
            who := [
                name
                for name, ratio in (("a peer", found.peer_cold), ("a baseline", found.baseline_cold))
                if ratio and ratio < 1
            ]
        )
    ]
    return [f"Faster than Gnomon on the first call: {'; '.join(slow)}.", ""] if slow else []


def _table(contenders: Sequence[Contender], rows: Sequence[Row]) -> list[str]:
    names = [contender.NAME for contender in contenders]
    heads = ["query"]
    for place, name in enumerate(names):
        heads += [name] if place in BASELINES else [f"{name} cold", "warm"]
    heads += ["peer ÷ Gnomon, cold", "warm", "baseline ÷ Gnomon, cold"]
    lines = [f"| {' | '.join(heads)} |", f"|---|{'--:|' * (len(heads) - 1)}"]
    for row in rows:
        cells = [row.query.label.replace("|", r"\|")]
        for place, timing in enumerate(row.timings):
            medians = timing.medians
            if medians is None:
                cells += [timing.failure] if place in BASELINES else [timing.failure, ""]
            else:
                cells += [_seconds(took) for took in medians[: 1 if place in BASELINES else 2]]
        cells += [_times(ratio) for ratio in ratios(row)]
        lines.append(f"| {' | '.join(cells)} |")
    means = geometric_means(rows)
    empty = len(heads) - 4
    lines.append(f"| geometric mean |{' |' * empty} {' | '.join(_times(mean) for mean in means)} |")
    return lines


def _label(name: str) -> str:
    return next((query.label for query in QUERIES if query.key == name), name)


def _seconds(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    for unit, size in (("µs", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def _times(ratio: float | None) -> str:
    if ratio is None:
        return "–"
    return f"{ratio:.2g} ×" if ratio < 100 else f"{ratio:,.0f} ×"


def as_json(contenders: Sequence[Contender], rows: Sequence[Row], targets: Sequence[Target]) -> dict[str, Any]:
    """Everything measured, seconds as numbers, chances as text."""
    return {
        "versions": {"python": platform.python_version()} | {c.NAME: c.VERSION for c in contenders if c.VERSION},
        "geometric_means": geometric_means(rows)._asdict(),
        "rows": [
            {
                "query": row.query.key,
                "dice": row.size,
                "answer": _text(row.timings[0].answer),
                "seconds": {
                    contender.NAME: {"failure": timing.failure}
                    if timing.medians is None
                    else {"cold": timing.medians[0], "warm": timing.medians[1], "calls": len(timing.calls)}
                    for contender, timing in zip(contenders, row.timings, strict=True)
                },
                "ratios": ratios(row)._asdict(),
            }
            for row in rows
        ],
        "targets": [
            {
                "label": target.label,
                "allowed": target.allowed,
                "taken": target.taken,
                "met": target.met,
                "worst": target.worst,
            }
            for target in targets
        ],
    }


def _text(answer: Fraction | dict[int, Fraction] | None) -> Any:
    if isinstance(answer, dict):
        return {str(outcome): str(chance) for outcome, chance in sorted(answer.items())}
    return None if answer is None else str(answer)
