"""`gnomon play`: a person plays in the terminal, with the solver's advice on request."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from solver.cli.group import Taught
from solver.cli.options import RULE, count, shared
from solver.errors import GnomonError, WordsError

if TYPE_CHECKING:
    from solver.sitting import Sitting

HELP = """Play a whole game in the terminal, against players of the computer.

Choose an action by its number. Other words: ? for the solver's ranked advice, b for the board, u to take the last
choice back, s FILE to save, q to quit; a game that is left is kept, and --resume goes on with it.

\b
gnomon play old-ones --seed 7
gnomon play old-ones --players 3 --rivals random
gnomon play old-ones --resume old-ones.saved.yaml

You see what a player may see, and nothing else; so does the advice. Equal seeds and equal choices give equal games.
"""
KEEP = "{game}.saved.yaml"
WORDS = "a number, ? for advice, b for the board, u to undo, s FILE to save, or q to quit"


@click.command(name="play", cls=Taught, help=HELP, short_help="Play a whole game in the terminal.")
@click.argument("game")
@shared(
    click.option("--players", metavar="N", callback=count(1), help="How many play, you included; 2 by default."),
    click.option("--seed", metavar="N", callback=count(), help="What chance and the rivals follow; 0 by default."),
    click.option("--seat", metavar="N", callback=count(), help="Your seat, from 0, which is the default."),
    click.option(
        "--rivals",
        metavar="KIND",
        help="greedy, which is the default, or random; also worth in Gnome Kingdom, chase in Companion Quest.",
    ),
    click.option("--resume", metavar="FILE", help="Go on with a game that was saved."),
    click.option("--save", "keep", metavar="FILE", help="Where a game that is left is kept; GAME.saved.yaml."),
    RULE,
)
@click.pass_context
def play(ctx: click.Context, /, **said: Any) -> None:
    """The command; the group reports what it raises."""
    from solver.games import game_named

    game = game_named(said["game"]).name
    sitting = _sitting(game, said)
    keep = said["keep"] or said["resume"] or KEEP.format(game=game)
    _play(sitting, keep, f"{ctx.command_path} {game} --resume {keep}")


def _sitting(game: str, said: dict[str, Any]) -> Sitting:
    from solver.rulings import changed, rules_with
    from solver.sitting import SavedGame, resume, start

    new = [name for name in ("players", "seed", "seat", "rivals") if said[name] is not None]
    if said["resume"] is not None:
        if new or said["rule"]:
            raise WordsError(f"--resume and --{(new or ['rule'])[0]} do not go together: the saved game tells it")
        sitting = resume(said["resume"])
        if sitting.saved.game != game:
            raise WordsError(f"{said['resume']} holds a game of {sitting.saved.game}")
        return sitting
    rules = changed(rules_with(game, said["rule"]))
    return start(SavedGame(game=game, rules=rules, **{name: said[name] for name in new}))


def _play(sitting: Sitting, keep: str, again: str) -> None:
    from solver.sitting import save

    _tell(sitting)
    while not sitting.over:
        try:
            click.echo("> ", nl=False)
            line = sys.stdin.readline()
            word = line.strip()
            if line and not sys.stdin.isatty():  # a script: show what it said
                click.echo(word)
            if line and word not in ("q", "quit"):
                sitting = _answer(sitting, word)
                continue
        except GnomonError as error:
            click.echo(str(error))
            continue
        except KeyboardInterrupt:
            save(sitting, keep)
            click.echo(f"\nkept in {keep}; to go on:\n  {again}")
            raise
        save(sitting, keep)
        click.echo(f"{'' if line else chr(10)}kept in {keep}; to go on:\n  {again}")
        return
    click.echo(sitting.show.ending(sitting.game, sitting.state, sitting.saved.seat))


def _answer(sitting: Sitting, word: str) -> Sitting:
    """Do what is asked for, and return the game as it is then."""
    from solver.sitting import save

    if word.isascii() and word.isdecimal() and len(word) < 10:
        if not 1 <= int(word) <= len(sitting.labels):
            raise WordsError(f"there is no action {word}; they are 1 to {len(sitting.labels)}")
        sitting.choose(int(word) - 1)
        _tell(sitting)
        return sitting
    if word == "?":
        click.echo("\n".join(_advice(sitting)))
    elif word in ("b", "board"):
        _tell(sitting)
    elif word in ("u", "undo"):
        sitting = sitting.undone()
        _tell(sitting)
    elif word.split()[:1] in (["s"], ["save"]):
        file = word.partition(" ")[2].strip() or KEEP.format(game=sitting.saved.game)
        save(sitting, file)
        click.echo(f"saved in {file}")
    elif word:
        raise WordsError(f"'{word}' is not understood here: {WORDS}")
    return sitting


def _tell(sitting: Sitting) -> None:
    """What has happened, what the person sees, and what can be done."""
    lines = [*(f"  {told}" for told in sitting.news), "", *sitting.show.view(sitting.seen)]
    lines += [f"  {number:>3}  {label}" for number, label in enumerate(sitting.labels, 1)]
    click.echo("\n".join(lines))


def _advice(sitting: Sitting) -> Iterator[str]:
    """The solver's ranking, in the words of the choice where it has one."""
    from solver.advice import turn
    from solver.cli.ranked import lines_of, report_of

    position = sitting.position()
    ranking = turn(position)
    report = report_of("turn", ranking, {}, position.game, 5, "gnomon turn …")
    yield from (line for line in lines_of(ranking, report, 2, position.game) if not line.startswith("  reproduce"))
