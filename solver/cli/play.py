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
    from solver.session import Session

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
    click.option("--players", metavar="N", callback=count(1, 6), help="How many play, you included; 2 by default."),
    click.option("--seed", metavar="N", callback=count(), help="What chance and the rivals follow; 0 by default."),
    click.option("--seat", metavar="N", callback=count(), help="Your seat, from 0, which is the default."),
    click.option("--rivals", metavar="KIND", help="greedy, which is the default, or random."),
    click.option("--resume", metavar="FILE", help="Go on with a game that was saved."),
    click.option("--save", "keep", metavar="FILE", help="Where a game that is left is kept; GAME.saved.yaml."),
    RULE,
)
@click.pass_context
def play(ctx: click.Context, /, **said: Any) -> None:
    """The command; the group reports what it raises."""
    from solver.games import game_named

    game = game_named(said["game"]).name
    session = _session(game, said)
    keep = said["keep"] or said["resume"] or KEEP.format(game=game)
    _play(session, keep, f"{ctx.command_path} {game} --resume {keep}")


def _session(game: str, said: dict[str, Any]) -> Session:
    from solver.rulings import changed, rules_with
    from solver.session import SavedGame, resume, start

    new = [name for name in ("players", "seed", "seat", "rivals") if said[name] is not None]
    if said["resume"] is not None:
        if new or said["rule"]:
            raise WordsError(f"--resume and --{(new or ['rule'])[0]} do not go together: the saved game tells it")
        session = resume(said["resume"])
        if session.saved.game != game:
            raise WordsError(f"{said['resume']} holds a game of {session.saved.game}")
        return session
    rules = changed(rules_with(game, said["rule"]))
    return start(SavedGame(game=game, rules=rules, **{name: said[name] for name in new}))


def _play(session: Session, keep: str, again: str) -> None:
    from solver.session import save

    _tell(session)
    while not session.over:
        try:
            click.echo("> ", nl=False)
            line = sys.stdin.readline()
            word = line.strip()
            if line and not sys.stdin.isatty():  # a script: show what it said
                click.echo(word)
            if line and word not in ("q", "quit"):
                session = _answer(session, word)
                continue
        except GnomonError as error:
            click.echo(str(error))
            continue
        except KeyboardInterrupt:
            save(session, keep)
            click.echo(f"\nkept in {keep}; to go on:\n  {again}")
            raise
        save(session, keep)
        click.echo(f"{'' if line else chr(10)}kept in {keep}; to go on:\n  {again}")
        return
    click.echo(session.show.ending(session.game, session.state, session.saved.seat))


def _answer(session: Session, word: str) -> Session:
    """Do what is asked for, and return the game as it is then."""
    from solver.session import save

    if word.isascii() and word.isdecimal() and len(word) < 10:
        if not 1 <= int(word) <= len(session.labels):
            raise WordsError(f"there is no action {word}; they are 1 to {len(session.labels)}")
        session.choose(int(word) - 1)
        _tell(session)
        return session
    if word == "?":
        click.echo("\n".join(_advice(session)))
    elif word in ("b", "board"):
        _tell(session)
    elif word in ("u", "undo"):
        session = session.undone()
        _tell(session)
    elif word.split()[:1] in (["s"], ["save"]):
        file = word.partition(" ")[2].strip() or KEEP.format(game=session.saved.game)
        save(session, file)
        click.echo(f"saved in {file}")
    elif word:
        raise WordsError(f"'{word}' is not understood here: {WORDS}")
    return session


def _tell(session: Session) -> None:
    """What has happened, what the person sees, and what can be done."""
    lines = [*(f"  {told}" for told in session.news), "", *session.show.view(session.seen)]
    lines += [f"  {number:>3}  {label}" for number, label in enumerate(session.labels, 1)]
    click.echo("\n".join(lines))


def _advice(session: Session) -> Iterator[str]:
    """The solver's ranking, in the words of the choice where it has one."""
    from solver.advice import turn
    from solver.cli.ranked import lines_of, report_of

    position = session.position()
    ranking = turn(position)
    report = report_of("turn", ranking, {}, position.game, 5, "gnomon turn …")
    yield from (line for line in lines_of(ranking, report, 2, position.game) if not line.startswith("  reproduce"))
