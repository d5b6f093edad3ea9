"""Help set by rich-click, which is imported for help alone: no answer waits for it."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import Any

import click
from rich.padding import Padding
from rich.text import Text
from rich_click import RichCommand, RichContext, RichGroup

WIDEST = 100
LOOK = {"style_options_panel_border": "dim", "style_commands_panel_border": "dim", "text_markup": None}


class _Taught(RichCommand):
    """A command whose examples stand as they were written, between blank lines."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write_help(self, formatter)


class _Commands(RichGroup):
    """A group like that, which shows its commands in the order in which they came."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _write_help(self, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def _write_help(command: click.Command, formatter: click.HelpFormatter) -> None:
    for block in (command.help or "").strip("\n").split("\n\n"):
        examples = block.startswith("\b")
        text = block.strip("\b\n") if examples else " ".join(block.split())
        formatter.write(Padding(Text(text), (0, 1, 1, 5 if examples else 1)))  # type: ignore[arg-type]


def help_text(command: click.Command, ctx: click.Context) -> str:
    """The help of a command, by a twin of it that rich-click understands.

    Parameters
    ----------
    command : the command, or the group of them
    ctx : where it is called
    """
    twin = _twin(command, ctx)
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    look = {
        **LOOK,
        "width": min(shutil.get_terminal_size((80, 24)).columns, WIDEST),
        "color_system": "standard" if coloured else None,
        "force_terminal": coloured,
    }
    rich = RichContext(
        twin,
        parent=ctx.parent,
        info_name=ctx.info_name,
        rich_help_config=look,
        help_option_names=ctx.help_option_names,
    )
    text = re.sub(r"[ \t]+$", "", twin.get_help(rich), flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def _twin(command: click.Command, ctx: click.Context) -> RichCommand:
    said: dict[str, Any] = {
        "name": command.name,
        "help": command.help,
        "short_help": command.short_help,
        "params": command.params,
        "options_metavar": command.options_metavar,
    }
    if not isinstance(command, click.Group):
        return _Taught(**said)
    names = command.list_commands(ctx)
    found = {name: made for name in names if (made := command.get_command(ctx, name)) is not None}
    return _Commands(commands={name: _twin(made, ctx) for name, made in found.items()}, **said)
