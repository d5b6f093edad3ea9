"""`gnomon turn`: what to do in a position, every first action ranked."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import click

from solver.cli.group import Taught
from solver.cli.meter import Meter
from solver.cli.options import DIGITS, JSON, RULE, count, shared, show
from solver.errors import WordsError

HELP = """What to do in a position: every first action, the best first, with its exact value and its loss.

A POSITION is a file, one line of YAML, - for standard input, or game/name of a shipped one: an example or a
puzzle. 'gnomon new GAME' prints one to start from; any answer in JSON contains the position that it answers.

\b
gnomon new old-ones > position.yaml
gnomon turn position.yaml
gnomon turn position.yaml --objective safety
gnomon turn position.yaml --top all --json
gnomon turn position.yaml --exact
gnomon turn old-ones/palace
gnomon turn gnome-kingdom/refill --policy
cat position.yaml | gnomon turn -

What is wanted is the --objective; each question has its own default. A loss of chance is graded in percent points:
best 0, excellent up to 2, good 5, inaccuracy ?! 10, mistake ? 20, blunder ?? beyond.

An answer comes soon. Where a turn is too large for that, a smaller one is solved, which is told as an abstraction with
what it assumes; with --exact the whole turn is, however long it takes, or it is refused with its size.
"""


@click.command(name="turn", cls=Taught, help=HELP, short_help="What to do in a position, ranked.")
@click.argument("position")
@shared(
    click.option("--objective", metavar="NAME", help="What is wanted; the default depends on the question."),
    click.option(
        "--top", metavar="N", callback=count(1, or_all=True), help="Lines shown, or all; 5 by default, in JSON all."
    ),
    click.option("--exact", is_flag=True, help="Take as long as the whole turn takes, with no simplification."),
    click.option("--policy", is_flag=True, help="Before the roll: what to do first with every roll."),
    RULE,
    DIGITS,
    JSON,
)
@click.pass_context
def turn(ctx: click.Context, /, **said: Any) -> None:
    """The command; the group reports what it raises."""
    from solver.advice import policy, read_position, write_position
    from solver.advice import turn as ranked
    from solver.cli.ranked import lines_of, report_of

    position = read_position(said["position"], said["rule"])
    written = write_position(position)
    top = said["top"] or ("all" if said["as_json"] else 5)
    asked = {"position": written, **({"objective": said["objective"]} if said["objective"] else {})}
    again = shlex.join([*ctx.command_path.split(), written, *_options(said)])
    if said["policy"] and said["exact"]:
        raise WordsError("--exact: a policy takes as long as it takes; ask for it without")
    if said["policy"]:
        from solver.cli.by_roll import policy_lines, policy_report

        found = policy(position, said["objective"])
        report = policy_report(found, asked, position.game, None if top == "all" else int(top), again)
        show(report, policy_lines(found, report, said["digits"], position.game), said["as_json"])
        return
    number = None if top == "all" else int(top)
    with Meter("") as meter:
        ranking = ranked(position, said["objective"], progress=meter.say, top=number, exact=said["exact"])
    report = report_of("turn", ranking, asked, position.game, number, again)
    show(report, lines_of(ranking, report, said["digits"], position.game), said["as_json"])


def _options(said: dict[str, Any]) -> Sequence[str]:
    """What was said beside the position; another rule stands in the position by now."""
    words: list[str] = []
    for name in ("objective", "top"):
        if said[name] is not None:
            words += [f"--{name}", str(said[name])]
    if said["digits"] != 2:
        words += ["--digits", str(said["digits"])]
    words += [f"--{name}" for name in ("exact", "policy") if said[name]]
    return [*words, *(["--json"] if said["as_json"] else [])]
