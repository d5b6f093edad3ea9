"""The answers of `gnomon odds`, each as lines of text and as rows of the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from solver.cli.asked import Asked
from solver.cli.render import (
    WIDTH,
    chance_rows,
    columns,
    grade,
    mean,
    paragraph,
    points,
    title,
    with_fractions,
)
from solver.cli.supply import beyond
from solver.dice import Pool, Roll, rolled_text
from solver.distribution import Distribution, Odds
from solver.errors import TooBigError
from solver.format import fraction, percent
from solver.report import Report, Row
from solver.task.chances import filled, odds

if TYPE_CHECKING:
    from solver.games import Card
    from solver.placement import Placement

Layout = tuple[int, int | None]  # decimals, lines of a ranking


@dataclass(frozen=True, slots=True)
class Answer:
    """What is shown of one task."""

    lines: list[str]
    rows: list[Row]
    notes: list[str] = field(default_factory=list)
    rulings: dict[str, str] = field(default_factory=dict)  # beside those of the task itself


@dataclass(frozen=True, slots=True)
class Again:
    """How often dice may be rolled again: any of them, or one."""

    times: int
    one_die: bool = False

    def __str__(self) -> str:
        if not self.times:
            return ""
        if self.one_die:
            return f"one die rolled again up to {self.times} times" if self.times > 1 else "one die rolled again"
        return f"{self.times} rerolls" if self.times > 1 else "1 reroll"


def chances(asked: Asked, pools: Sequence[Pool], again: Again, layout: Layout) -> Answer:
    """The chance of a task with each of the pools."""
    from solver.task.rerolls import reroll_odds, single_reroll_odds

    found: list[Odds] = []
    for pool in pools:
        if not again.times:
            found.append(odds(asked.task, pool, asked.readings))
        else:
            best = single_reroll_odds if again.one_die else reroll_odds
            found.append(best(asked.task, pool, again.times, asked.readings))
    alone = len(pools) == 1
    labels = ["success" if alone else dice_of(pool) for pool in pools]
    head = title_of(asked, dice_of(pools[0]) if alone else "", str(again))
    lines = [head, *chance_rows(zip(labels, found, strict=True), layout[0]), *basis(asked)]
    rows = [
        Row(label, value, facts=facts_of(asked, pool=str(pool)))
        for label, value, pool in zip(labels, found, pools, strict=True)
    ]
    notes = [note for pool, value in zip(pools, found, strict=True) for note in why_never(asked, pool, value)]
    return Answer(lines, rows, notes)


def spread(asked: Asked, pool: Pool, layout: Layout) -> Answer:
    """How many spaces of a task can be filled at most."""
    digits, _ = layout
    found = _filled(asked, pool)
    counts = range(min(found), max(found) + 1)
    exactly = [(str(n), found.odds(n)) for n in counts]
    at_least = [(str(n), found.at_least(n)) for n in counts]
    table = [
        [n, percent(one, digits), fraction(one), percent(more, digits), fraction(more)]
        for (n, one), (_, more) in zip(exactly, at_least, strict=True)
    ]
    lines = columns([["spaces", "exactly", "", "at least", ""], *table], ">><><")
    if max(map(len, lines)) > WIDTH:
        lines = []
        for name, part in (("exactly", exactly), ("at least", at_least)):
            cells = [[n, percent(value, digits), fraction(value)] for n, value in part]
            lines += with_fractions([["spaces", name, ""], *cells], ">><", 2)
    lines.append(f"    mean  {mean(found.mean(), digits)}{'exact':>12}")
    rows = [
        Row(
            f"{name} {n}",
            value,
            facts=facts_of(asked, pool=str(pool), spaces=int(n), **_weight(name, found, n)),
        )
        for name, part in (("exactly", exactly), ("at least", at_least))
        for n, value in part
    ]
    rows.append(Row("mean", found.mean(), facts=facts_of(asked, pool=str(pool))))
    return Answer([title_of(asked, dice_of(pool), "spaces filled"), *lines, *basis(asked)], rows)


def _filled(asked: Asked, pool: Pool) -> Distribution[int]:
    if not asked.on_path:
        return filled(asked.task, pool, asked.readings)
    from solver.games.companion_quest import path

    return path.filled(asked.task, pool, asked.readings)


def _weight(name: str, found: Any, n: str) -> dict[str, str]:
    weight = {"weight": str(found.get(int(n), 0))} if name == "exactly" else {}
    return weight | {"total": str(found.total)}


def placed(asked: Asked, roll: Roll) -> Answer:
    """Whether a roll fills a task, and which die goes where; else how it fills most of it."""
    from solver.placement import number_of_placements

    best = _best(asked, roll)
    danger = asked.task.danger
    letters = asked.task.dice.letter_of
    on_card = (*best.held, *best.dice)
    where: Any = {name: rolled_text(die, letters) for name, die in on_card}
    ways = None
    if danger:
        where = [rolled_text(die, letters) for _, die in on_card]
        done = "defeated" if best.filled else "not defeated"
        said = f"{' '.join(where) or 'no dice'}   {best.worth} of {danger.health} health"
    else:
        done = "filled" if best.filled else "not filled"
        said = str(best)
        try:
            ways = number_of_placements(asked.task, roll, asked.readings)
        except TooBigError:  # the one placement is the answer; how many others there are is not
            ways = None
        if ways and ways > 1:
            said += f"   one of {ways:,} ways"
        if not best.filled:
            said += "   the most that can be placed"
    facts = facts_of(asked, roll=str(roll), filled=best.filled, placement=where)
    facts |= {} if ways is None else {"ways": str(ways)}
    lines = [title_of(asked, f"roll {roll}"), f"  {done}:  {said}", *basis(asked)]
    return Answer(lines, [Row(done, Fraction(best.filled), facts=facts)])


def _best(asked: Asked, roll: Roll) -> Placement:
    """The best placement, by the names that the spaces have on the card."""
    from solver.placement import best_placement

    if not asked.on_path:
        return best_placement(asked.task, roll, None, asked.readings)
    from solver.games.companion_quest.path import furthest

    best = furthest(asked.task, roll, asked.readings)
    names = dict(zip(asked.task.letters, asked.letters, strict=True))
    dice, held = (tuple((names[space], die) for space, die in part) for part in (best.dice, best.held))
    return replace(best, dice=dice, held=held)


def kept(asked: Asked, pool: Pool, roll: Roll, again: Again, layout: Layout) -> Answer:
    """What to keep of a roll when dice may be rolled again: every alternative with its chance."""
    from solver.task.rerolls import keeps

    if again.one_die:
        # the same die as often as needed: it fails only if it fails each time
        found = [
            (keep.kept, Odds(1 - (1 - keep.odds) ** again.times))
            for keep in keeps(asked.task, pool, roll, 1, asked.readings)
            if len(keep.kept) >= len(roll) - 1
        ]
        found.sort(key=lambda pair: -pair[1])
    else:
        found = [(keep.kept, keep.odds) for keep in keeps(asked.task, pool, roll, again.times, asked.readings)]
    named = [
        ("all" if len(dice) == len(roll) else str(dice) if len(dice) else "nothing", value) for dice, value in found
    ]
    lines, rows = ranking("keep", named, layout)
    facts = facts_of(asked, pool=str(pool), roll=str(roll))
    rows = [
        Row(f"keep {row.label}", row.value, loss=row.loss, facts={**row.facts, "kept": str(dice), **facts})
        for row, (dice, _) in zip(rows, found, strict=False)
    ]
    head = title_of(asked, dice_of(pool), f"roll {roll}", f"{again}{'' if again.one_die else ' left'}")
    return Answer([head, *lines, *basis(asked)], rows, list(why_never(asked, pool, found[0][1])))


def choices(asked: Asked, size: int, supply: Pool, layout: Layout) -> Answer:
    """Which dice to take of a supply: every pool with its chance."""
    from solver.task.choice import best_pools

    found = best_pools(asked.task, size, supply, asked.readings)
    lines, rows = ranking("take", [(str(choice.pool), choice.odds) for choice in found], layout)
    rows = [
        Row(row.label, row.value, loss=row.loss, facts={**row.facts, **facts_of(asked, pool=row.label)}) for row in rows
    ]
    head = title_of(asked, f"take {size} from {supply}")
    return Answer([head, *lines, *basis(asked)], rows, list(why_never(asked, found[0].pool, found[0].odds)))


def ranking(what: str, ranked: Sequence[tuple[str, Odds]], layout: Layout) -> tuple[list[str], list[Row]]:
    """Alternatives, the best first, with the loss of each; equal ones share their rank."""
    digits, top = layout
    best = ranked[0][1]
    table, rows = [["#", what, "success", "fraction", "loss", "exact"]], []
    rank = 0
    shown = ranked[:top]
    for place, (label, value) in enumerate(shown, 1):
        loss = Fraction(best - value)
        rank = place if place == 1 or value != ranked[place - 2][1] else rank
        word = grade(loss)
        table.append([str(rank), label, percent(value, digits), fraction(value), points(loss, digits), word])
        rows.append(Row(label, value, loss=loss, facts={"rank": rank, "best": not loss, "grade": word.split()[0]}))
    lines = with_fractions(table, "><><><", 3)
    left = len(ranked) - len(shown)
    if left:
        equal = sum(value == best for _, value in ranked[len(shown) :])
        lines.append(f"     … {left:,} more{f', {equal:,} of them best' if equal else ''}: --top all")
    return lines, rows


def dice_of(pool: Pool) -> str:
    """A pool in a title: `3 dice` where nothing is said of their colour.

    >>> dice_of(Pool("3 any")), dice_of(Pool("2 red"))
    ('3 dice', '2 red')
    """
    if len(pool.counts) == 1 and str(pool.counts[0][0]) == "any":
        return "1 die" if pool.size == 1 else f"{pool.size} dice"
    return str(pool)


def title_of(asked: Asked, *parts: str) -> str:
    """The first line: the task, what lies on its card, and more."""
    game = ""
    if asked.card:
        from solver.games import GAMES

        game = GAMES[asked.card.game].title
    on_card = [
        f"{name}={rolled_text(space.holds, asked.task.dice.letter_of)}"
        for name, space in zip(asked.letters, asked.task.spaces, strict=True)
        if space.holds
    ]
    placed = asked.task.danger.placed if asked.task.danger else ()
    on_card += [rolled_text(die, asked.task.dice.letter_of) for die in placed]
    given = f"on the card {' '.join(on_card)}" if on_card and "=" not in asked.text else ""
    return title(asked.title, given, *parts, game)


def basis(asked: Asked) -> Iterator[str]:
    """What the answer rests on."""
    card = asked.card
    if card:
        told = "sample: invented here, not the publisher's" if card.provenance == "sample" else card.provenance
        source = f": {card.source}" if card.source else ""
        assumed = f"; assumed: {card.assumed}" if card.assumed else ""
        yield paragraph(f"{asked.path or asked.task}")
        if asked.path:
            fewer = len(asked.task.relations) < len(asked.path.relations)
            gone = ", and what is asked of those behind it with others falls away" if fewer else ""
            yield paragraph(f"from space {asked.letters[0]} on: the hat has passed {asked.hat}{gone}")
        if card.rule:
            yield paragraph(_own_rule(card))
        yield paragraph(f"{told}{source}{assumed}")
    if asked.rests_on:
        named = ", ".join(f"{name}={reading}" for name, reading in asked.rests_on.items())
        yield paragraph(f"rests on: {named}" + (f" (gnomon rulings {card.game})" if card else ""))


def _own_rule(card: Card) -> str:
    """The rule of a quest, and that the odds are without it."""
    return f"its own rule: {card.rule}; not counted here, the answer is for the spaces and these dice alone"


def why_never(asked: Asked, pool: Pool, value: Fraction) -> Iterator[str]:
    """A note where the chance is 0."""
    if value:
        return
    needed = asked.dice_needed
    if needed is not None and needed > pool.size:
        more = " more" if needed < len(asked.task.spaces) else ""
        yield f"{asked.title}: never; it takes {needed}{more} dice and there are {pool.size}"
    else:
        yield f"{asked.title}: never; no roll of {dice_of(pool)} can do it"


def facts_of(asked: Asked, **more: Any) -> dict[str, Any]:
    """What a row says of its task."""
    named = {"name": asked.text} if asked.card else {}
    passed = {"hat": asked.hat, "path": str(asked.path)} if asked.hat else {}
    return {**named, "task": str(asked.task), **passed, **more}


def lines_of(answers: Sequence[Answer]) -> list[str]:
    """All answers, an empty line between them."""
    return [line for place, one in enumerate(answers) for line in ([""] if place else []) + one.lines]


def report_of(asked: Sequence[Asked], answers: Sequence[Answer], said: dict[str, Any], command: str) -> Report:
    """The report: what was asked, the rows of all answers, and what they rest on."""
    rulings = {name: reading for one in asked for name, reading in one.rests_on.items()}
    rulings |= {name: reading for one in answers for name, reading in one.rulings.items()}
    notes = [*beyond(asked, said), *(note for one in answers for note in one.notes)]
    idle = [rule for rule in said["rule"] if rule.partition("=")[0].strip() not in rulings]
    notes += [f"{rule} makes no difference: no task here asks for it" for rule in idle]
    cards = {one.text: one.card for one in asked if one.card}
    asked_for = {
        "pools": "pools",
        "given": "given",
        "roll": "roll",
        "rerolls": "rerolls",
        "reroll_one": "reroll_one",
    }
    asked_for |= {"choose": "choose", "supply": "from", "filled": "filled", "clan": "clan"}
    asked_for |= {"with": "with", "market": "market", "in_front": "in_front", "own": "own"}
    asked_for |= {"no_exchange": "no_exchange"}
    question = {
        "tasks": [facts_of(one) for one in asked],
        **{name: said[key] for key, name in asked_for.items() if said.get(key) not in (None, (), False)},
    }
    return Report(
        "odds",
        question,
        [row for one in answers for row in one.rows],
        rulings,
        [
            f"{name}: {said}"
            for name, card in cards.items()
            for said in (card.assumed, card.rule and _own_rule(card))
            if said
        ],
        {name: card.provenance for name, card in cards.items()},
        command,
        list(dict.fromkeys(notes)),
    )
