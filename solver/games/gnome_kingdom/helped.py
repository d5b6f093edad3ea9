"""A task with one resource or one clan power: how much each helps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from solver.dice import Pool, Roll
from solver.distribution import Odds
from solver.games import dice_set
from solver.games.gnome_kingdom.chance.plain import Question
from solver.games.gnome_kingdom.chance.turn import Turn
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.powers import RESOURCES, Bag, read_bag
from solver.games.gnome_kingdom.rules import Rules
from solver.task.model import Task

MARKET = "r1 g3 p4 b6"
"""The marketplace in which a mushroom is taken to be used; four dice lie there with two players."""

MUSHROOMS = f"A mushroom is used on a marketplace of {MARKET}, which is assumed, and on no other dice"

HELPS = (*RESOURCES, *(f"{clan} clan" for clan in CLANS))
"""A resource in the hands of another clan, and the power of its own clan, in the order in which they are shown."""


@lru_cache(maxsize=1 << 10)
def helped(task: Task, pool: Pool, rules: Rules, clan: str = "") -> Mapping[str, Odds]:
    """The chance of a task with one of each resource, and with one of each clan power.

    A berry gives the colour of whoever has the task's clan colour, or else whichever clan's colour helps most, the
    berry clan aside. Mushrooms are used on the market of `MARKET` alone, on which both powers do the same.

    Parameters
    ----------
    task : with the clan's colour filled in
    clan : the colour of the clan that the task asks for, or empty

    Examples
    --------
    >>> found = helped(Task("[any]*3 : equal"), Pool("3 any"), Rules())
    >>> found["pebble"], found["acorn"], found["pebble clan"] > found["pebble"]
    (Odds(1/6), Odds(527/2592), True)
    """
    plain = {name: read_bag(f"{name}=1") for name in RESOURCES if name != "berry"}
    strong = {f"{name} clan": read_bag(f"{name}-expert=1") for name in CLANS}
    found = _chances(task, pool, rules, "", {**plain, **strong})
    berry = read_bag("berry=1")
    clans = [CLANS[COLOURS.index(clan)]] if clan else [name for name in CLANS if name != "berry"]
    found["berry"] = max(_chances(task, pool, rules, name, {"berry": berry})["berry"] for name in clans)
    return {name: found[name] for name in HELPS}


def _chances(task: Task, pool: Pool, rules: Rules, clan: str, bags: Mapping[str, Bag]) -> dict[str, Odds]:
    drawn = rules.borrowed_colour == "drawn"
    question = Question(task, rules.readings, clan, loops=rules.dice_loop == "yes", drawn=drawn)
    market = () if None in pool.colours else Roll.read(MARKET, dice_set("gnome-kingdom"))
    turn = Turn(question, [pool], market, list(bags.values()))
    return {name: turn.odds(pool, bag) for name, bag in bags.items()}
