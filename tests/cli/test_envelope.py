"""The JSON envelope: one shape for every command, and a command line that gives it again."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, BeforeValidator, ConfigDict


def exact_text(value: object) -> object:
    assert isinstance(value, str) and str(Fraction(value)) == value
    return value


Exact = Annotated[str, BeforeValidator(exact_text)]


class Value(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    fraction: Exact
    kind: Literal["exact", "enclosure", "abstraction", "estimate"]
    float: float
    low: Exact | None = None
    high: Exact | None = None


class Line(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    label: str
    value: Value | None = None
    loss: Exact | None = None


class Envelope(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    schema_: Literal["gnomon/report/1"]
    command: Literal["odds", "turn", "puzzle", "board", "perft", "table", "list", "rulings", "check", "schema"]
    question: dict[str, Any]
    rows: list[Line]
    rulings: dict[str, str]
    assumptions: list[str]
    provenance: dict[str, Literal["printed", "reported", "sample"]]
    notes: list[str]
    reproduce: str


LINES = [
    "odds '[any]*2 : different, different colours' --pool '1 red, 1 green'",
    "odds '[6]' gnome-kingdom/two-consecutive --pool '3 red' --pool '2 any' --rule consecutive=wraps",
    "odds '[any]*3 : A < B < C' --pool '2 red' --given B=r3 --digits 4",
    "odds '[red] [blue even] [odd]' --roll r1,r4,b2",
    "odds 'health 12 : even' --roll r4",
    "odds '[any]*3 : equal' --pool '3 red' --rerolls 1 --roll r2,r2,r5 --top 3",
    "odds '[any]*3 : equal' --pool '3 red' --reroll-one 3",
    "odds '[red] [4-6]' --choose 2 --from '2 red, 2 blue'",
    "odds '[4-6] [red]' --pool '1 red, 1 blue' --filled",
    "odds gnome-kingdom/clan-high --clan acorn --pool '2 orange'",
    "odds '[any]*3 : equal' --pool '2 red'",
    "table gnome-kingdom tasks --rule consecutive=wraps",
    "table old-ones lands",
    "puzzle",
    "puzzle old-ones",
    "puzzle old-ones the-healer-stays --hint",
    "puzzle old-ones the-healer-stays --answer",
    "board old-ones --rule aid_timing=any_round",
    "list old-ones deck",
    "list old-ones puzzles",
    "list",
    "list gnome-kingdom",
    "list gnome-kingdom tasks",
    "list gnome-kingdom dice",
    "list companion-quest symbols",
    "rulings gnome-kingdom",
    "rulings companion-quest order --rule order=weak",
    "schema",
    "schema gnome-kingdom/tasks",
]


@pytest.mark.parametrize("line", LINES)
def test_one_shape_and_reproduced(gnomon, line) -> None:
    run = gnomon(f"{line} --json")
    assert run.code == 0
    assert run.err == ""
    found = json.loads(run.out)
    envelope = Envelope(schema_=found.pop("schema"), **found)
    assert envelope.rows
    for row in envelope.rows:
        if row.value:
            assert row.value.float == float(Fraction(row.value.fraction))
    program, *words = shlex.split(envelope.reproduce)
    assert program == "gnomon"
    assert gnomon(*words).out == run.out


@pytest.mark.parametrize("line", LINES)
def test_without_json_reproduced_as_text(gnomon, line) -> None:
    words = shlex.split(json.loads(gnomon(f"{line} --json").out)["reproduce"])[1:]
    words.remove("--json")
    assert gnomon(*words).out == gnomon(line).out


def test_own_cards_are_reproduced(gnomon, cards) -> None:
    run = gnomon("odds", "gnome-kingdom/my-pair", "--pool", "2 any", "--cards", cards, "--json")
    found = json.loads(run.out)
    assert found["provenance"] == {"gnome-kingdom/my-pair": "sample"}
    assert gnomon(*shlex.split(found["reproduce"])[1:]).out == run.out


def test_check_in_json(gnomon, root) -> None:
    file = str(root / "tests" / "bad_input" / "many.yaml")
    run = gnomon("check", file, "--json")
    assert run.code == 3
    rows = json.loads(run.out)["rows"]
    assert len(rows) == 7
    assert (rows[0]["line"], rows[0]["column"], rows[0]["place"]) == (2, 1, "owner")


def test_the_answer_does_not_depend_on_how_much_is_shown(gnomon) -> None:
    line = "odds '[red] [even]' --choose 2 --from '2 red, 2 blue, 2 green'"
    few, all_ = (json.loads(gnomon(f"{line} {top} --json").out)["rows"] for top in ("--top 2", "--top all"))
    assert few == all_[:2] and len(all_) == 6


def test_assumptions_of_a_card_are_told(gnomon) -> None:
    found = json.loads(gnomon("odds gnome-kingdom/four-sixes --pool '4 red' --json").out)
    assert found["assumptions"][0].startswith("gnome-kingdom/four-sixes: the level")
    assert found["provenance"] == {"gnome-kingdom/four-sixes": "reported"}
