"""Options that many commands share, the command line that asks the same again, and how an answer leaves."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import click

from solver.cli.render import note
from solver.report import Report

Command = TypeVar("Command", bound=Callable[..., Any])

MAX_DIGITS = 50


def count(least: int = 0, most: int | None = None, or_all: bool = False) -> Callable[..., int | str | None]:
    """The reader of an option that takes a whole number, or the word `all` where that is allowed.

    >>> count(1)(None, None, "3"), count(1, or_all=True)(None, None, "all")
    (3, 'all')
    """

    def read(ctx: click.Context, param: click.Parameter, value: str | int | None) -> int | str | None:
        if value is None or (or_all and value == "all"):
            return value
        text = str(value).strip()
        if re.fullmatch(r"-?[0-9]{1,9}", text) and int(text) >= least and (most is None or int(text) <= most):
            return int(text)
        wanted = f"{least} or more" if most is None else f"from {least} to {most}"
        words = f"expected a whole number, {wanted}{', or all' if or_all else ''}, not '{text}'"
        raise click.BadParameter(words, ctx, param)

    return read


CARDS = click.option(
    "--cards",
    multiple=True,
    metavar="FILE",
    help="Your own cards, a YAML or JSON file; they come before the shipped ones. Repeatable.",
)
RULE = click.option(
    "--rule",
    multiple=True,
    metavar="ID=READING",
    help="Another reading of an open question: 'gnomon rulings GAME' lists them. Repeatable.",
)
DIGITS = click.option(
    "--digits",
    default="2",
    metavar="N",
    callback=count(0, MAX_DIGITS),
    help="Decimals of a percentage, 2 by default; fractions are always whole.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="The answer as one JSON envelope.")


def shared(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order in which the help shows them."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def reproduce(ctx: click.Context) -> str:
    """The command line that asks the same: everything that was given, defaults left out.

    Words of the tasks come first, then the options in the order of the help.
    """
    words = ctx.command_path.split()
    given: list[str] = []
    for param in ctx.command.params:
        value = ctx.params.get(param.name or "")
        if ctx.get_parameter_source(param.name or "") in (None, click.core.ParameterSource.DEFAULT):
            continue
        values: Sequence[object] = value if isinstance(value, tuple) else (value,)
        if isinstance(param, click.Argument):
            words += [str(one) for one in values]
        elif getattr(param, "is_flag", False):
            given += [param.opts[-1]] if value else []
        else:
            given += [part for one in values for part in (param.opts[0], str(one))]
    return shlex.join([*words, *given])


def show(report: Report, lines: Iterable[str], as_json: bool) -> None:
    """Write the answer to standard output, and its notes to standard error."""
    if as_json:
        click.echo(report.json())
        return
    text = "\n".join(lines)
    if text:
        click.echo(text)
    for said in report.notes:
        note(said)
