"""The group of commands: each loaded when it is called; every error is one message and an exit code."""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from solver.errors import GnomonError, WordsError, did_you_mean

COMMANDS = {
    "odds": "solver.cli.odds:odds",
    "turn": "solver.cli.turn:turn",
    "puzzle": "solver.cli.puzzle:puzzle",
    "play": "solver.cli.play:play",
    "new": "solver.cli.whole:new",
    "board": "solver.cli.whole:board",
    "perft": "solver.cli.whole:perft",
    "table": "solver.cli.table:table",
    "list": "solver.cli.files:list_",
    "rulings": "solver.cli.files:rulings",
    "check": "solver.cli.files:check",
    "schema": "solver.cli.files:schema",
}


class Taught(click.Command):
    """A command whose help is set by rich-click, which is imported for that alone."""

    def get_help(self, ctx: click.Context) -> str:
        """The help text, as wide as the terminal and never wider than 100 columns."""
        from solver.cli.help import help_text

        return help_text(self, ctx)


class Gnomon(Taught, click.Group):
    """The group `gnomon`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, loaded now."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called, or what may have been meant."""
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None and not ctx.resilient_parsing:
            if name.startswith("-"):
                return super().resolve_command(ctx, args)
            hint = did_you_mean(name, COMMANDS) or f"known are {', '.join(COMMANDS)}"
            raise WordsError(f"there is no command '{name}'; {hint}")
        return name, command, args[1:]

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line, say what is wrong with it, and exit."""
        run = super().main
        if not standalone_mode:
            return run(args, prog_name, complete_var, standalone_mode=False, **extra)
        _start_quickly()
        if sys.stderr is None:  # it was closed before we came
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        if sys.stdout is None:
            stop("standard output is closed", 3)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a terminal without `·` shows a question mark
        sys.set_int_max_str_digits(0)  # an exact fraction may have many thousands of digits
        try:
            code = run(args, prog_name or "gnomon", complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            stop(_in_our_words(error), 2)
        except (click.Abort, KeyboardInterrupt):
            stop("interrupted", 130)
        except GnomonError as error:
            stop(str(error), error.exit_code)
        except BrokenPipeError:  # the reader has seen enough
            _silence()
            sys.exit(0)
        except OSError as error:
            _silence()
            stop(f"the answer cannot be written: {error.strerror or error}", 3)
        except MemoryError:
            stop("this needs more memory than there is", 4)
        except SystemExit as error:
            # click leaves by itself after completing a word, and with 1 where help meets a closed pipe
            sys.exit(error.code if complete_var or "_GNOMON_COMPLETE" in os.environ else 0)
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that has gone away is no fault of the question."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _silence()
            return 0
        return result


def _start_quickly() -> None:
    """Leave out what would take a third of the time of most commands.

    Rings of garbage are sought seldom, and not at all at the end: what a command makes it needs until it answers.
    Pydantic does not search all that is installed for plugins. NumPy starts no threads for large matrices, of which few
    commands have any.
    """
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def stop(message: str, code: int) -> NoReturn:
    """Say what is wrong and leave."""
    with contextlib.suppress(OSError):
        click.echo(f"gnomon: {message}", err=True)
    sys.exit(code)


def _in_our_words(error: click.ClickException) -> str:
    """A message of click in the manner of all others."""
    message = error.format_message().rstrip(".")
    if isinstance(error, click.NoSuchOption):
        # (what was typed, near ones): click words this in another way from version to version
        hint = did_you_mean(error.option_name, error.possibilities or [])
        message = f"there is no option '{error.option_name}'" + (f"; {hint}" if hint else "")
    elif isinstance(error, click.MissingParameter):
        names = error.param.human_readable_name if error.param else error.param_hint
        return f"{names} is missing\n  {_command(error)} --help shows examples"
    elif isinstance(error, click.BadParameter) and error.param is not None:
        message = f"{error.param.opts[0]}: {error.message.rstrip('.')}"
    message = message[:1].lower() + message[1:]
    return f"{message}\n  {_command(error)} --help shows examples"


def _command(error: click.ClickException) -> str:
    return error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "gnomon"


def _silence() -> None:
    """Let nothing that still waits be written: the interpreter would complain at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # not a real stream
        pass


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    import_module("solver")
    click.echo(f"gnomon {sys.modules['solver'].__version__}")
    ctx.exit()


HELP = """Exact odds and optimal choices for quest games played with dice and cards.

The chance of a task, what to keep of a roll, which dice to take:

\b
gnomon odds '[any]*3 : equal' --pool '3 red'
gnomon odds '[any]*3 : equal' --rerolls 1 --roll r2,r2,r5
gnomon odds '[red] [even]' --choose 2 --from '2 red, 2 blue'

What to do in a position, every first action ranked; puzzles; a whole game in the terminal:

\b
gnomon turn old-ones/palace
gnomon puzzle old-ones
gnomon play old-ones

Every task with every pool; what the catalogue holds; what the rulebook leaves open; is my file right:

\b
gnomon table gnome-kingdom tasks
gnomon list gnome-kingdom tasks
gnomon rulings gnome-kingdom
gnomon check my-cards.yaml

Answers are exact fractions. They go to standard output, notes to standard error. Exit codes: 0 answered,
2 wrong words, 3 wrong data in a file, 4 too big to answer exactly, 130 interrupted.

Completion of commands, options and names, for bash, zsh and fish:

\b
eval "$(_GNOMON_COMPLETE=bash_source gnomon)"
eval "$(_GNOMON_COMPLETE=zsh_source gnomon)"
_GNOMON_COMPLETE=fish_source gnomon | source
"""


@click.group(
    name="gnomon",
    cls=Gnomon,
    help=HELP,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="The version.")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Show the help where no command is called."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
