"""Tables of the race in Gnome Kingdom: when the crown comes, and how long a skill card takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import prod
from typing import Any

from solver.dice import Roll, Rolled
from solver.distribution import Odds
from solver.game import Kind
from solver.games import shipped
from solver.games.gnome_kingdom.board import draws
from solver.games.gnome_kingdom.filling import COLOURS, Dice
from solver.games.gnome_kingdom.rules import Rules
from solver.games.gnome_kingdom.skills import skills_of
from solver.games.gnome_kingdom.tiles import tiles_of
from solver.placement import best_placement
from solver.task.model import Readings, Task

FACES = range(1, 7)
POOLS = (2, 3, 4)

Entries = Iterable[Mapping[str, Any]]
"""What files say of cards or tiles."""


@dataclass(frozen=True, slots=True)
class CrownRow:
    """What a draw from the pile of tiles brings, before any tile is seen.

    Parameters
    ----------
    draw : the number of the draw
    level_I, level_II, level_III, crown : the chance of each
    crown_by_now : the chance that the crown has come by then
    pool : how many dice are rolled after it, on average; the symbols on the tiles are samples
    """

    draw: int
    level_I: Odds  # noqa: N815
    level_II: Odds  # noqa: N815
    level_III: Odds  # noqa: N815
    crown: Odds
    crown_by_now: Odds
    pool: Fraction
    rulings: tuple[str, ...] = ()


def crown(rules: Rules | None = None, tiles: Entries | None = None, tasks: Entries | None = None) -> list[CrownRow]:
    """Return what every draw may bring.

    Parameters
    ----------
    tiles, tasks : what files say of each; the shipped ones if not given

    Examples
    --------
    >>> rows = crown()
    >>> rows[8].crown, rows[9].crown, rows[12].crown_by_now
    (Odds(0), Odds(1/7), Odds(4/7))
    """
    zero, game = Odds(0), "gnome-kingdom"
    content = tiles_of(tiles or shipped(game, "tiles"), tasks or shipped(game, "tasks"))
    return [
        CrownRow(
            row.draw,
            row.odds.get("I", zero),
            row.odds.get("II", zero),
            row.odds.get("III", zero),
            row.odds.get("crown", zero),
            row.crown_by_now,
            sum((size * Fraction(chance) for size, chance in row.sizes.items()), Fraction(0)),
        )
        for row in draws(content=content)
    ]


@dataclass(frozen=True, slots=True)
class SkillRow:
    """How many turns it takes to complete a skill card with nothing in hand, on average.

    Each turn solves its task, and any one die of the roll can be kept; the colours are chosen anew each turn, as the
    card asks; dice that do not fit on the card with those kept before are of no use. So it is an abstraction, and tells
    how cards compare.

    Parameters
    ----------
    card, cost, points, provenance : of the card; costs and points are samples
    turns_2, turns_3, turns_4 : expected turns with so many dice
    points_a_turn : crown points for each turn with three dice
    """

    card: str
    cost: str
    points: int
    provenance: str
    turns_2: Fraction
    turns_3: Fraction
    turns_4: Fraction
    points_a_turn: Fraction
    kind: Kind = "abstraction"


def skill_cards(rules: Rules | None = None, skills: Entries | None = None) -> Iterator[SkillRow]:
    """Yield how long every skill card takes.

    Parameters
    ----------
    skills : what a file says of each card; the shipped ones if not given

    Examples
    --------
    >>> rows = {row.card: row for row in skill_cards()}
    >>> rows["leaf-expert-2"].turns_2, str(rows["leaf-expert-1"].turns_2)
    (Fraction(1, 1), '36/11')
    """
    rules = rules or Rules()
    entries = list(skills or shipped("gnome-kingdom", "skills"))
    told = {
        entry["name"]: entry["provenance"] + (", assumed in part" if entry.get("assumed") else "") for entry in entries
    }
    for card in skills_of(entries).values():
        two, three, four = (turns_to_complete(card.cost, dice, rules) for dice in POOLS)
        gained = card.points / three
        yield SkillRow(card.name, str(card.cost), card.points, told[card.name], two, three, four, gained)


def turns_to_complete(cost: Task, dice: int, rules: Rules) -> Fraction:
    """The expected number of turns to complete a card, a die of so many being kept in each.

    Examples
    --------
    >>> turns_to_complete(Task("[any]*2 : equal"), 1, Rules())
    Fraction(7, 1)
    """
    kinds = [Rolled(colour, face) for colour in COLOURS for face in FACES]
    readings = rules.readings

    @cache
    def turns(kept: Dice) -> Fraction:
        if len(kept) == len(cost.spaces):
            return Fraction(0)
        after = [(die, then) for die in kinds if _fits(cost, then := tuple(sorted((*kept, die))), readings)]
        steps: dict[Fraction, list[Rolled]] = {}
        for die, then in after:
            steps.setdefault(turns(then), []).append(die)
        return min(_with_pool(colours, steps) for colours in _pools(dice, {die.colour for die, _ in after}))

    return turns(())


@lru_cache(maxsize=1 << 16)
def _fits(cost: Task, dice: Dice, readings: Readings) -> bool:
    """Whether all these dice can lie on a card together."""
    return len(best_placement(cost, Roll(dice), None, readings)) == len(dice)


def _pools(dice: int, useful: set[str | None]) -> Iterator[tuple[str, ...]]:
    """The colours that so many dice may have, those of no use left out."""
    return combinations_with_replacement([colour for colour in COLOURS if colour in useful], dice)


def _with_pool(colours: tuple[str, ...], steps: Mapping[Fraction, list[Rolled]]) -> Fraction:
    """The expected turns if dice of these colours are rolled until one of use comes up, and the best is kept."""
    none_so_far, total = Fraction(1), Fraction(0)
    faces = dict.fromkeys(COLOURS, 0)  # of each colour those that are as good as any so far, or better
    for then in sorted(steps):
        for die in steps[then]:
            assert die.colour is not None
            faces[die.colour] += 1
        none = prod((Fraction(6 - faces[colour], 6) for colour in colours), start=Fraction(1))
        total += (none_so_far - none) * then
        none_so_far = none
    return (1 + total) / (1 - none_so_far)


TABLES: Mapping[str, Any] = {"skills": skill_cards, "crown": crown}
