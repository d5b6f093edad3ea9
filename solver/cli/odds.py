"""`gnomon odds`: the chance of a task, what to keep of a roll, which dice to take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solver.cli.group import Taught
from solver.cli.options import CARDS, DIGITS, JSON, RULE, count, reproduce, shared, show
from solver.errors import NotationError, WordsError
from solver.games import GAMES

if TYPE_CHECKING:
    from solver.cli.answers import Answer
    from solver.cli.asked import Asked
    from solver.dice import DiceSet, Pool

HELP = """The exact chance that dice can fill a task.

A TASK is written in the task notation or named game/name. Several TASKs and several --pools: every pair.

\b
gnomon odds '[any]*3 : equal' --pool '3 red'
gnomon odds '[red 4] [even] : A < B' --pool '2 red' --pool '1 red, 2 blue'
gnomon odds gnome-kingdom/clan-high --clan acorn --pool '2 orange, 1 red'

Dice that lie on the card already, by the letter of their space (of a danger: as a roll):

\b
gnomon odds '[any]*3 : A < B < C' --pool '2 red' --given B=r3
gnomon odds 'health 12 : even' --pool '3 red' --given 'r4 b2'

A roll that is on the table: can it do it, and with which die where?

\b
gnomon odds '[red] [blue even] [odd]' --roll r1,r4,b2

When dice may be rolled again: the chance under the best choice; for a roll that is on the table what to keep,
every alternative with its chance and its loss in percent points.

\b
gnomon odds '[any]*3 : equal' --pool '3 red' --rerolls 2
gnomon odds '[any]*3 : equal' --pool '3 red' --reroll-one 3
gnomon odds '[any]*3 : equal' --rerolls 2 --roll r2,r2,r5 --top all

A quest of Companion Quest from where the hat is:

\b
gnomon odds companion-quest/fern-hollow --hat 2 --pool '1 red, 1 blue'

With resources of Gnome Kingdom: a row for each --with (repeat it), what to do first by roll, and for a
roll on the table.

\b
gnomon odds gnome-kingdom/three-of-a-kind --pool '3 any' --with acorn=1
gnomon odds gnome-kingdom/start-tile --pool '2 any' --with acorn=1 --policy
gnomon odds gnome-kingdom/three-of-a-kind --roll r3,b3,g5 --with acorn=1

Which dice to take, and how many of the spaces can be filled:

\b
gnomon odds '[red] [blue even] [5]' --choose 3 --from '3 red, 3 blue'
gnomon odds '[red] [blue even] [5]' --pool '2 red, 2 blue' --filled
"""


def _complete(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Names of tasks that begin like the word."""
    from solver.games import shipped

    ready = [game.name for game in GAMES.values() if game.ready]
    names = [f"{game}/{entry['name']}" for game in ready for entry in shipped(game, "tasks")]
    return [name for name in names if name.startswith(word)]


def _game_options(command: Any) -> Any:
    """The options that games add, as their `options.py` states them."""
    from solver.catalog import options

    for game in reversed([game for game in GAMES.values() if game.ready]):
        for option in reversed(options(game.name)):
            known = f" One of {', '.join(option.choices)}." if option.choices else ""
            help_text = f"{game.title}: {option.help}.{known}"
            if option.switch:
                command = click.option(option.flag, is_flag=True, help=help_text)(command)
                continue
            command = click.option(
                option.flag,
                multiple=option.repeat,
                help=help_text,
                metavar=option.flag.removeprefix("--").upper(),
                shell_complete=lambda ctx, param, word, choices=option.choices: [
                    choice for choice in choices if choice.startswith(word)
                ],
            )(command)
    return command


@click.command(name="odds", cls=Taught, help=HELP, short_help="The chance of a task; what to keep, what to take.")
@click.argument("tasks", metavar="TASK...", nargs=-1, shell_complete=_complete)
@shared(
    click.option(
        "--pool",
        "pools",
        multiple=True,
        metavar="POOL",
        help="The dice that are rolled, as in '2 red, 1 blue' or '3 any'. Repeatable.",
    ),
    click.option("--given", metavar="DICE", help="Dice already on the card: A=r3,D=y5; of a danger: r5."),
    click.option("--roll", metavar="ROLL", help="The roll that is on the table: r3,b5,g2."),
    click.option(
        "--rerolls", metavar="N", callback=count(), help="Any of the dice may be rolled again, up to N times."
    ),
    click.option("--reroll-one", metavar="N", callback=count(), help="One die may be rolled again, up to N times."),
    click.option("--choose", metavar="N", callback=count(1), help="Which N dice of --from are best?"),
    click.option("--from", "supply", metavar="SUPPLY", help="The dice to choose from, written like a pool."),
    click.option("--filled", is_flag=True, help="How many of the spaces can be filled: exactly, at least."),
    _game_options,
    click.option(
        "--top",
        metavar="N",
        callback=count(1, or_all=True),
        help="Lines of a ranking, or all; 5 by default, in JSON all.",
    ),
    CARDS,
    RULE,
    DIGITS,
    JSON,
)
@click.pass_context
def odds(ctx: click.Context, /, **said: Any) -> None:
    """The command; the group reports what it raises."""
    from solver.cli.answers import lines_of, report_of
    from solver.cli.asked import read_tasks

    if not said["tasks"]:
        raise WordsError(f"what is the task?\n  {ctx.command_path} '[any]*3 : equal' --pool '3 red'")
    refuse_contradictions(said)
    asked = read_tasks(said["tasks"], said["cards"], said["rule"], said.get("clan"), said["given"], said.get("hat"))
    answers = _answers(asked, said)
    report = report_of(asked, answers, said, reproduce(ctx))
    show(report, lines_of(answers), said["as_json"])


def _answers(asked: list[Asked], said: dict[str, Any]) -> list[Answer]:
    from solver.cli import answers

    if said["with"]:
        from solver.cli.helped import helped

        return [answer for one in asked for answer in helped(one, said, _layout(said))]
    if said["choose"]:
        return [
            answers.choices(one, said["choose"], _pool(said["supply"], one.task.dice, "from"), _layout(said))
            for one in asked
        ]
    if said["roll"] is not None:
        return [_answer_of_roll(one, said) for one in asked]
    pools = [[_pool(text, one.task.dice) for text in said["pools"]] for one in asked]
    if said["filled"]:
        return [
            answers.spread(one, pool, _layout(said)) for one, mine in zip(asked, pools, strict=True) for pool in mine
        ]
    again = answers.Again(said["rerolls"] or said["reroll_one"] or 0, one_die=bool(said["reroll_one"]))
    return [answers.chances(one, mine, again, _layout(said)) for one, mine in zip(asked, pools, strict=True)]


def _answer_of_roll(asked: Asked, said: dict[str, Any]) -> Answer:
    from solver.cli import answers
    from solver.cli.rolled import read_roll

    texts = said["pools"]
    pool = _pool(texts[0], asked.task.dice) if texts else None
    pool, roll = read_roll(said["roll"], pool, asked.task.dice)
    again = answers.Again(said["rerolls"] or said["reroll_one"] or 0, one_die=bool(said["reroll_one"]))
    if again.times:
        return answers.kept(asked, pool, roll, again, _layout(said))
    return answers.placed(asked, roll)


def _layout(said: dict[str, Any]) -> tuple[int, int | None]:
    """Decimals, and how many lines of a ranking are shown."""
    top = said["top"] or ("all" if said["as_json"] else 5)
    return said["digits"], None if top == "all" else int(top)


def _pool(text: str, dice: DiceSet, what: str = "pool") -> Pool:
    from solver.dice import Pool

    try:
        return Pool(text, dice)
    except NotationError as error:
        raise NotationError(what, error.message, error.text, error.start, error.end, error.hint) from None


def refuse_contradictions(said: dict[str, Any]) -> None:
    """Options that do not go together, and those that need another.

    Raises
    ------
    WordsError
        with the options and the reason
    """
    given = {name for name, value in said.items() if value not in (None, (), False)}
    flags = {name: "--" + {"pools": "pool", "supply": "from"}.get(name, name.replace("_", "-")) for name in said}
    for one, others, reason in CONTRADICTIONS:
        for other in others:
            if one in given and other in given:
                raise WordsError(f"{flags[one]} and {flags[other]} do not go together: {reason}")
    if "choose" in given and "supply" not in given:
        raise WordsError("--choose needs --from: the dice to choose from, as in --from '3 red, 3 blue'")
    if "supply" in given and "choose" not in given:
        raise WordsError("--from needs --choose: how many of the dice are taken, as in --choose 4")
    for name in ("market", "in_front", "own", "no_exchange", "policy"):
        if name in given and "with" not in given:
            raise WordsError(f"{flags[name]} goes with --with: what may be used, as in --with mushroom=1")
    ranked = "choose" in given or "policy" in given
    ranked = ranked or ("roll" in given and ("with" in given or said["rerolls"] or said["reroll_one"]))
    if "top" in given and not ranked:
        raise WordsError(
            "--top cuts a ranking: it goes with --choose, --policy, or --roll and one of --rerolls, --with"
        )
    if "roll" in given and len(said["pools"]) > 1:
        raise WordsError("--roll is a roll of one pool, and several are given")
    if not given & {"pools", "roll", "choose"}:
        raise WordsError("which dice are rolled? Add --pool, as in --pool '2 red, 1 blue'")


CONTRADICTIONS = (
    ("with", ("choose", "filled", "given"), "resources are counted for a roll and an empty card"),
    ("with", ("rerolls", "reroll_one"), "an acorn is a reroll: --with acorn=1"),
    ("policy", ("roll",), "--roll asks about one roll, --policy about all"),
    ("choose", ("pools",), "--from holds the dice to choose from"),
    ("choose", ("roll", "filled", "rerolls", "reroll_one"), "pools are ranked by the chance of one roll"),
    ("rerolls", ("reroll_one",), "either any dice are rolled again or one"),
    ("filled", ("roll", "rerolls", "reroll_one"), "spaces are counted for one roll that is still to come"),
)
