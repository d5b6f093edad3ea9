"""Help set by rich-click, which costs a third of the time to start and so is imported for help alone."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import Any

import click
from rich_click import RichCommand, RichContext, RichGroup

WIDEST = 100
LOOK = {
    "style_options_panel_border": "dim",
    "style_commands_panel_border": "dim",
    "text_markup": None,
    "text_emojis": False,
    "text_paragraph_linebreaks": "\n\n",
    "padding_helptext_first_line": (0, 0, 1, 0),
}


class _Commands(RichGroup):
    """A group that shows its commands in the order in which they came."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


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
        "help": _examples_indented(command.help or ""),
        "short_help": command.short_help,
        "params": command.params,
        "options_metavar": command.options_metavar,
    }
    if not isinstance(command, click.Group):
        return RichCommand(**said)
    names = command.list_commands(ctx)
    found = {name: made for name in names if (made := command.get_command(ctx, name)) is not None}
    return _Commands(commands={name: _twin(made, ctx) for name, made in found.items()}, **said)


def _examples_indented(text: str) -> str:
    r"""Blocks that must not be filled, as rich-click wants them.

    >>> _examples_indented("Say:\n\n\b\na\nb")
    'Say:\n\n    a\n    b'
    """
    blocks = [
        "\n".join(f"    {line}" for line in block.strip("\b\n").split("\n"))
        if block.startswith("\b")
        else block
        for block in text.strip("\n").split("\n\n")
    ]
    return "\n\n".join(blocks)
