"""`gnomon odds --with`: the chance of a task of Gnome Kingdom with resources and skill cards that may be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from solver.cli.answers import Answer, Layout, basis, dice_of, facts_of, ranking, title_of, why_never
from solver.cli.asked import Asked
from solver.cli.render import columns, paragraph, with_fractions
from solver.dice import Pool, Roll, Rolled
from solver.distribution import Odds
from solver.enumeration import number_of_rolls, rolls
from solver.errors import NotationError, TooBigError, WordsError
from solver.format import fraction, one_in, percent
from solver.games import GAMES, dice_set
from solver.games.gnome_kingdom.chance.plain import Question, table_of
from solver.games.gnome_kingdom.chance.policy import NOTHING, SOLVED, first_actions, rests_on
from solver.games.gnome_kingdom.chance.turn import Turn
from solver.games.gnome_kingdom.options import CLANS, clan_colour
from solver.games.gnome_kingdom.powers import RESOURCES, TOKENS, Bag, bag_text, read_bag
from solver.games.gnome_kingdom.rules import Rules
from solver.manipulation import Table
from solver.placement import check_pool, check_roll
from solver.report import Row
from solver.rulings import rules_with

GAME = "gnome-kingdom"
MOST_ROLLS = 10_000  # of a policy


def helped(asked: Asked, said: dict[str, Any], layout: Layout) -> Iterator[Answer]:
    """The answers for one task: a block for each pool, or one for the roll on the table.

    Raises
    ------
    WordsError
        for a task of another game, a token that there is not, or dice that cannot be there
    """
    question, rules = _question(asked, said)
    bags = [read_bag(text) for text in said["with"]]
    dice = dice_set(GAME)
    there = Elsewhere((*_dice(said, "market"), *_dice(said, "in_front")), _dice(said, "own"))
    together = rules.acorn_twice == "interleaved"
    if together and (said["roll"] is not None or said["policy"] or there.far):
        raise WordsError("acorn_twice=interleaved is answered for --pool alone, without --roll, --policy and --own")
    if said["roll"] is not None:
        from solver.cli.rolled import read_roll

        pool = Pool(said["pools"][0], dice) if said["pools"] else None
        pool, roll = read_roll(said["roll"], pool, dice)
        check_roll(asked.task, roll)
        yield from _of_roll(asked, question, pool, roll, there, bags, layout)
        return
    for text in said["pools"]:
        pool = Pool(text, dice)
        check_pool(asked.task, pool)
        turn = Turn(question, [pool], there.near, bags, there.far)
        if said["policy"]:
            yield from (_policy(asked, turn, pool, bag, there, layout) for bag in bags)
        else:
            yield _chances(asked, turn, pool, bags, there if together else None, layout)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Dice that may be swapped with: those that any mushroom reaches, and those that only its clan and Expert do."""

    near: tuple[Rolled, ...]
    far: tuple[Rolled, ...]

    def table(self, roll: Roll) -> Table:
        """The table with a roll, the dice near at hand elsewhere."""
        return replace(table_of(roll, (*self.near, *self.far)), elsewhere=Roll(self.near).dice)


def _question(asked: Asked, said: dict[str, Any]) -> tuple[Question, Rules]:
    if asked.card and asked.card.game != GAME:
        game = GAMES[asked.card.game].title
        raise WordsError(f"--with: resources belong to Gnome Kingdom, and {asked.text} is a task of {game}")
    if asked.task.danger:
        raise WordsError("--with: there are no dangers in Gnome Kingdom")
    rules = cast(Rules, rules_with(GAME, said["rule"])) if asked.card else Rules()
    clan = said["clan"] or ""
    if clan and clan not in CLANS:
        clan = next(name for name in CLANS if clan_colour(name) == clan)
    question = Question(
        asked.task,
        asked.readings,
        clan,
        exchange=not said["no_exchange"],
        loops=rules.dice_loop == "yes",
        drawn=rules.borrowed_colour == "drawn",
    )
    return question, rules


def _dice(said: dict[str, Any], option: str) -> tuple[Rolled, ...]:
    if said[option] is None:
        return ()
    try:
        return Roll.read(said[option], dice_set(GAME)).dice
    except NotationError as error:
        flag = f"--{option.replace('_', '-')}"
        raise NotationError(flag, error.message, error.text, error.start, error.end, error.hint) from None


def _chances(
    asked: Asked, turn: Turn, pool: Pool, bags: Sequence[Bag], together: Elsewhere | None, layout: Layout
) -> Answer:
    """The chance alone, and with each bag.

    Parameters
    ----------
    together : the dice elsewhere, where abilities may come between each other
    """
    digits, _ = layout
    alone = turn.odds(pool, read_nothing())
    rests = rests_on(turn, bags)
    if together is None or "acorn_twice" not in rests:
        found = [(label_of(bag), bag, turn.odds(pool, bag)) for bag in bags]
    else:
        from solver.games.gnome_kingdom.chance.interleaved import Interleaved

        rests["acorn_twice"] = "interleaved"
        cases = Interleaved(turn.question)
        found = [(label_of(bag), bag, Odds(cases.of_pool(pool, bag, together.near))) for bag in bags]
    table = [["alone", percent(alone, digits), fraction(alone), one_in(alone), "", "exact"]]
    facts = facts_of(asked, pool=str(pool))
    rows = [Row("alone", alone, facts=facts)]
    for label, bag, value in found:
        gain = Fraction(value - alone)
        more = f"+{percent(gain, digits).removesuffix(' %')} points"
        table.append([label, percent(value, digits), fraction(value), one_in(value), more, "exact"])
        rows.append(Row(label, value, facts={"with": bag_text(bag), "gain": fraction(gain), **facts}))
    head = title_of(asked, dice_of(pool), _player(turn))
    notes = [*why_never(asked, pool, max(value for *_, value in found)), *notes_of(turn, bags)]
    lines = [head, *with_fractions(table, "<><<><", 2), *basis(asked), *_said(rests)]
    return Answer(lines, rows, notes, rests)


def _policy(asked: Asked, turn: Turn, pool: Pool, bag: Bag, there: Elsewhere, layout: Layout) -> Answer:
    """The best first action for every roll; rolls that the task cannot tell apart are one line."""
    digits, top = layout
    if number_of_rolls(pool) > MOST_ROLLS:
        raise TooBigError(f"--policy: {pool} has {number_of_rolls(pool):,} rolls, more than {MOST_ROLLS:,}")
    alike: dict[tuple[int, ...], tuple[Roll, int]] = {}
    for roll, weight in rolls(pool):
        ids = turn.space.ids(roll)
        first, before = alike.get(ids, (roll, 0))
        alike[ids] = first, before + weight
    rows, table, solved = [], [["roll", "weight", "first action", "success", "fraction"]], 0
    for roll, weight in alike.values():
        best = first_actions(turn, there.table(roll), bag, there.far)[0]
        facts = facts_of(asked, pool=str(pool), roll=str(roll), weight=str(weight), total=str(pool.total))
        rows.append(Row(str(best), best.odds, facts={"with": bag_text(bag), **facts}))
        if str(best) == SOLVED:
            solved += weight
            continue
        does = NOTHING if not best.odds else str(best)
        table.append([str(roll), str(weight), does, percent(best.odds, digits), fraction(best.odds)])
    shown = table if top is None else table[: top + 1]
    lines = columns(shown, "<><><")
    if len(table) > len(shown):
        lines.append(f"  … {len(table) - len(shown):,} more: --top all")
    if solved:
        lines.append(f"  solved as they lie: {solved:,} of {pool.total:,}")
    rests = rests_on(turn, [bag])
    whole = turn.odds(pool, bag)
    head = title_of(asked, dice_of(pool), _player(turn), label_of(bag))
    total = paragraph(f"success {percent(whole, digits)}  {fraction(whole)}  {one_in(whole)}")
    lines = [head, total, *lines, *basis(asked), *_said(rests)]
    return Answer(lines, rows, notes_of(turn, [bag]), rests)


def _of_roll(
    asked: Asked,
    question: Question,
    pool: Pool,
    roll: Roll,
    there: Elsewhere,
    bags: Sequence[Bag],
    layout: Layout,
) -> Iterator[Answer]:
    """What to do first with a roll, every first action with its loss."""
    turn = Turn(question, [pool], there.near, bags, there.far)
    table = there.table(roll)
    for bag in bags:
        found = [(str(first), first.odds) for first in first_actions(turn, table, bag, there.far)]
        lines, rows = ranking("first action", found, layout)
        facts = {"with": bag_text(bag), **facts_of(asked, pool=str(pool), roll=str(roll))}
        rows = [replace(row, facts={**row.facts, **facts}) for row in rows]
        rests = rests_on(turn, [bag])
        head = title_of(asked, f"roll {roll}", _player(turn), label_of(bag))
        yield Answer([head, *lines, *basis(asked), *_said(rests)], rows, notes_of(turn, [bag]), rests)


def read_nothing() -> Bag:
    """The empty bag."""
    return (0,) * len(TOKENS)


def label_of(bag: Bag) -> str:
    """A bag as a row has it.

    >>> label_of(read_bag("pebble=2,acorn"))
    '+ acorn, 2 pebble'
    """
    named = [name if n == 1 else f"{n} {name}" for name, n in zip(TOKENS, bag, strict=True) if n]
    return f"+ {', '.join(named) or 'nothing'}"


def _player(turn: Turn) -> str:
    return f"{turn.question.clan} clan" if turn.question.clan else ""


def notes_of(turn: Turn, bags: Sequence[Bag]) -> list[str]:
    """What a reader should know of the numbers."""
    notes = []
    mushroom = any(name.startswith("mushroom") and n for bag in bags for name, n in zip(TOKENS, bag, strict=True))
    if mushroom and not turn.elsewhere:
        notes.append(
            "a mushroom takes a die of the market or of a player in front, in its clan and with the Mushroom Expert "
            "also one's own: --market, --in-front and --own name them"
        )
    if not turn.question.clan and any(sum(bag[: len(RESOURCES)]) > 1 for bag in bags) and turn.question.exchange:
        notes.append("no clan is named: resources have their plain power, and nothing is exchanged for a berry")
    return notes


def _said(rests: dict[str, str]) -> Iterator[str]:
    if rests:
        named = ", ".join(f"{name}={reading}" for name, reading in rests.items())
        yield paragraph(f"rests on: {named} (gnomon rulings {GAME})")
