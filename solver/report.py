"""Reports: the rows of an answer with the kind of each number, what it rests on, and how to get it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from solver.format import fraction

SCHEMA = "gnomon/report/1"

Kind = Literal["exact", "enclosure", "abstraction", "estimate"]
"""How far a number can be trusted: a fraction; two proven bounds; exact for a simplification; simulated."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an answer.

    Parameters
    ----------
    label : what the line is about
    value : its number, or None for a line of words
    kind : how far the number can be trusted
    low, high : the bounds of an enclosure or an estimate
    loss : distance from the best line
    facts : whatever else is known of it; fractions and weights as text

    Examples
    --------
    >>> Row("success", Fraction(1, 4), facts={"pool": "2 red"}).envelope()
    {'label': 'success', 'value': {'fraction': '1/4', 'kind': 'exact', 'float': 0.25}, 'pool': '2 red'}
    """

    label: str
    value: Fraction | int | None = None
    kind: Kind = "exact"
    low: Fraction | None = None
    high: Fraction | None = None
    loss: Fraction | int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    def envelope(self) -> dict[str, Any]:
        """The row as JSON has it; the float beside a fraction is a convenience, correctly rounded."""
        row: dict[str, Any] = {"label": self.label}
        if self.value is not None:
            row["value"] = {"fraction": fraction(self.value), "kind": self.kind}
            bounds = {"low": self.low, "high": self.high}
            row["value"] |= {name: fraction(bound) for name, bound in bounds.items() if bound is not None}
            row["value"]["float"] = float(self.value)
        if self.loss is not None:
            row["loss"] = fraction(self.loss)
        return row | dict(self.facts)


@dataclass(frozen=True, slots=True)
class Report:
    """An answer with all that it rests on.

    Parameters
    ----------
    command : the command that was asked
    question : what was asked, in words that can be asked again
    rows : the answer
    rulings : the rulings that bear on the answer, each with the reading taken
    assumptions : facts that no source tells and the answer needs
    provenance : card -> printed, reported or sample
    reproduce : a command line that gives the same answer
    notes : what a reader should know, such as why a chance is 0
    """

    command: str
    question: Mapping[str, Any]
    rows: Sequence[Row]
    rulings: Mapping[str, str] = field(default_factory=dict)
    assumptions: Sequence[str] = ()
    provenance: Mapping[str, str] = field(default_factory=dict)
    reproduce: str = ""
    notes: Sequence[str] = ()

    def envelope(self) -> dict[str, Any]:
        """The report as the one envelope that every `--json` gives.

        >>> sorted(Report("list", {}, [Row("patatrap")]).envelope())[:4]
        ['assumptions', 'command', 'notes', 'provenance']
        """
        return {
            "schema": SCHEMA,
            "command": self.command,
            "question": dict(self.question),
            "rows": [row.envelope() for row in self.rows],
            "rulings": dict(self.rulings),
            "assumptions": list(self.assumptions),
            "provenance": dict(self.provenance),
            "notes": list(self.notes),
            "reproduce": self.reproduce,
        }

    def json(self) -> str:
        """The envelope as JSON text."""
        return json.dumps(self.envelope(), indent=2, ensure_ascii=False)
