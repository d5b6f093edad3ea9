"""The table of tasks of Gnome Kingdom: every forest task with every pool that makes a difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement, product

from solver.dice import Die, Pool
from solver.distribution import Odds
from solver.games import Card
from solver.games.gnome_kingdom.helped import MUSHROOMS, helped
from solver.games.gnome_kingdom.rules import Rules
from solver.task.chances import odds
from solver.task.model import Readings, Space, Task, Word, known_colours

SIZES = (2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task with one pattern of colours.

    Parameters
    ----------
    task, title, level, provenance, notation : of the card
    dice : the number of dice that are rolled
    colours : the pattern, as far as the task can tell it apart: `any`; `2+1`, two dice of one colour and one
        of another; `1 clan, 2 other`
    pool : one pool of that pattern
    clan : the clan's colour in that pool, or empty where the task asks for none
    odds : the chance
    loss : how far it is below that of the best pattern of as many dice
    best : whether none is better, and the chance is not 0
    helped : for the first pattern of each number of dice, the chance with one resource or one clan power more; see
        :func:`solver.games.gnome_kingdom.helped.helped`
    """

    task: str
    title: str
    level: str
    provenance: str
    notation: str
    dice: int
    colours: str
    pool: Pool
    clan: str
    odds: Odds
    loss: Fraction
    best: bool
    helped: Mapping[str, Odds] | None = None

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that bear on the chance."""
        return ("consecutive",) if "consecutive" in self.notation else ()

    @property
    def assumed(self) -> tuple[str, ...]:
        """What is taken for granted of the help."""
        return (MUSHROOMS,) if self.helped else ()


def tasks(cards: Iterable[Card], readings: Readings, sizes: Sequence[int] = SIZES) -> list[TaskRow]:
    """The chance of every task with 2 to 5 dice in all patterns of colours that matter, the best first.

    Examples
    --------
    >>> from solver.games import card_of
    >>> entry = {"name": "pair", "task": "[any]*2 : equal, different colours", "provenance": "sample"}
    >>> for row in tasks([card_of("gnome-kingdom", entry)], Readings(), [3]):
    ...     print(f"{row.colours:5}  {row.odds!r:11}  {row.best!s:5}  {row.pool}")
    1+1+1  Odds(4/9)    True   1 green, 1 purple, 1 red
    2+1    Odds(11/36)  False  1 green, 2 red
    3      Odds(0)      False  3 red
    """
    return [row for card in cards for size in sizes for row in _ranked(card, size, readings)]


def tasks_with_help(
    cards: Iterable[Card],
    rules: Rules | None = None,
    progress: Callable[[int, int], None] | None = None,
    sizes: Sequence[int] = SIZES,
) -> Iterator[TaskRow]:
    """Yield the same rows, the first of each task and number of dice also with one of each resource and clan power.

    Parameters
    ----------
    progress : called with the number of rows that are done and to be done

    Examples
    --------
    >>> from solver.games import card_of
    >>> three = card_of("gnome-kingdom", {"name": "three", "task": "[any]*3 : equal", "provenance": "sample"})
    >>> (row,) = tasks_with_help([three], sizes=[3])
    >>> row.odds, row.helped["pebble"], row.helped["acorn"]
    (Odds(1/36), Odds(1/6), Odds(527/2592))
    """
    rules = rules or Rules()
    cards = list(cards)
    bare = {card.name: card.task for card in cards}
    found = tasks(cards, rules.readings, sizes)
    seen: set[tuple[str, int]] = set()
    for done, row in enumerate(found, 1):
        if (row.task, row.dice) in seen:
            yield row
        else:
            seen.add((row.task, row.dice))
            task = bare[row.task].bind(row.clan) if row.clan else bare[row.task]
            yield replace(row, helped=helped(task, row.pool, rules, row.clan))
        if progress is not None:
            progress(done, len(found))


def _ranked(card: Card, size: int, readings: Readings) -> list[TaskRow]:
    bound = list(_bound(card.task))
    found = [
        (odds(task, pool, readings), pattern, pool, clan)
        for task, clan in bound
        for pattern, pool in patterns(task, size, clan, "clan" if len(bound) == 1 else f"clan ({clan})")
    ]
    best = max(chance for chance, *_ in found)
    if all(chance == best for chance, *_ in found):  # colours make no difference
        found = [(best, "any", *found[0][2:])]
    rows = [
        TaskRow(
            task=card.name,
            title=card.title,
            level=card.level,
            provenance=card.provenance,
            notation=str(card.task),
            dice=size,
            colours=pattern,
            pool=pool,
            clan=clan,
            odds=chance,
            loss=Fraction(best - chance),
            best=0 < chance == best,
        )
        for chance, pattern, pool, clan in found
    ]
    return sorted(rows, key=lambda row: row.loss)  # stable: equal ones in the order of the patterns


def _bound(task: Task) -> Iterator[tuple[Task, str]]:
    """The task with the clan's colour filled in, one of each group of colours that it treats alike."""
    if not task.needs_clan:
        yield task, ""
        return
    for group in _alike(task, ""):
        yield task.bind(group[0]), group[0]


def patterns(task: Task, size: int, clan: str = "", clan_name: str = "clan") -> Iterator[tuple[str, Pool]]:
    """The pools of a size that the task can tell apart: what they have in common, and one pool as an example.

    Colours that a task treats alike are one group. What counts is how many dice are of each group, and where
    the task compares colours also how they are split among the colours of the group.

    Parameters
    ----------
    task : with the clan's colour filled in
    size : the number of dice
    clan : the clan's colour
    clan_name : what the patterns call it

    Examples
    --------
    >>> for pattern, pool in patterns(Task("[red 4-6] [any]"), 2, "red"):
    ...     print(f"{pattern}: {pool}")
    2 clan: 2 red
    1 clan, 1 other: 1 blue, 1 red
    2 other: 2 blue
    """
    groups = _alike(task, clan)
    compares = any(isinstance(item, Word) and "colour" in item.word for item in task.relations)
    kinds = _kinds(task)
    names = []
    for group in groups:
        named = any(group[0] in kind.colours for kind in kinds)
        names.append(clan_name if clan in group else "|".join(group) if named else "other")
    if len(groups) == 1:
        names = [""]
    for counts in _splits(size, len(groups)):
        shares = [
            list(_partitions(count, len(group))) if compares else [(count,)]
            for count, group in zip(counts, groups, strict=True)
        ]
        for chosen in product(*shares):
            dice: dict[Die, int] = {}
            said = []
            for share, group, name in zip(chosen, groups, names, strict=True):
                dice |= {Die(colour): n for colour, n in zip(group, share, strict=False) if n}
                if any(share):
                    said.append(" ".join(filter(None, ("+".join(str(n) for n in share if n), name))))
            yield ", ".join(said) if compares or len(groups) > 1 else "any", Pool(dice)


def _kinds(task: Task) -> list[Space]:
    return [task.danger.kind] if task.danger else list(task.spaces)


def _alike(task: Task, clan: str) -> list[tuple[str, ...]]:
    """The colours in groups that the task treats alike: the clan's, those it names, the others."""
    groups: dict[tuple[bool, ...], list[str]] = {}
    for colour in known_colours(task.dice):
        takes = tuple(colour in space.colours for space in _kinds(task))
        groups.setdefault((colour != clan, not any(takes), *takes), []).append(colour)
    return [tuple(groups[key]) for key in sorted(groups, key=lambda key: key[:2])]


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of so many parts, 0 allowed, the first part largest first."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _splits(total - first, parts - 1):
            yield first, *rest


def _partitions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to split a number among so many parts whose order does not matter, larger parts first."""
    for shares in combinations_with_replacement(range(total, -1, -1), parts):
        if sum(shares) == total:
            yield shares
