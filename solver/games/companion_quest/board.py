"""The board of Companion Quest: the dice and what they cost, the Mischief Meter, and a chase along it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from textwrap import wrap
from typing import Any

from solver.format import fraction, percent
from solver.games.companion_quest.chase import Chase, Meter
from solver.games.companion_quest.outcomes import chase_from
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import COLOURS, COST, SUPPLY, Seat, State, Zone

QUESTS = ("garden-gate", "hill-road", "star-bridge")
PROBLEMS = ("toll-bridge", "flower-lock", "odd-socks")
"""The cards of the chase that is shown as an example."""

BASIS = (
    f"an abstraction: each turn meets {', '.join(PROBLEMS)}, all empty, and uses no ability; quests {', '.join(QUESTS)}"
)


def example(rules: Rules) -> Chase:
    """A chase over sample quests, each turn of which meets the same three problems.

    >>> example(Rules()).paths
    (3, 4, 5)
    """
    return chase_from(Setting(2, rules=rules), table(rules))


def table(rules: Rules) -> State:
    """The table at the start of that chase: two gnomes without companions, whose abilities are used up."""
    seats = (Seat("crumbles", ready=False), Seat("bubbles", ready=False))
    zones = (Zone(PROBLEMS[0]), Zone(PROBLEMS[1]), Zone(PROBLEMS[2]))
    return State(seats, Gather(), quests=QUESTS, zones=zones, foe=rules.start_gap)


def facts(rules: Rules) -> list[tuple[str, dict[str, Any]]]:
    """The dice, the meter, and the chance to win the example's chase from wherever a quest begins.

    Examples
    --------
    >>> found = dict(facts(Rules()))
    >>> found["red dice"], found["meter"]["portal"]
    ({'supply': 3, 'cost': 1}, 4)
    """
    dice: list[tuple[str, dict[str, Any]]] = [
        (f"{colour} dice", {"supply": supply, "cost": cost})
        for colour, supply, cost in zip(COLOURS, SUPPLY, COST, strict=True)
    ]
    meter = {"gnome": 0, "gu_gu": rules.start_gap, "portal": rules.portal, "quests": rules.quests}
    return [*dice, ("meter", meter), *_chances(example(rules))]


def _chances(chase: Chase) -> Iterator[tuple[str, dict[str, Any]]]:
    for meter, chance in at_begins(chase).items():
        yield _name(meter), {"win": fraction(chance), "kind": "abstraction", "basis": BASIS}


def at_begins(chase: Chase) -> dict[Meter, Fraction]:
    """The chance to win from wherever the two may stand when a quest begins."""
    begins = chase.begins()
    wins = chase.wins(*begins)
    return {meter: wins[meter] for meter in begins}


def _name(meter: Meter) -> str:
    return f"Gnome on {meter.done}, Gu'Gu on {meter.foe}"


def lines(rules: Rules) -> list[str]:
    """The same as a text.

    >>> lines(Rules())[1]
    '  1 point (left side): blue, yellow, red'
    """
    sides = {1: "left", 2: "right"}
    shown = [f"dice, {SUPPLY[0]} of each colour; which colours lie on which side is assumed"]
    for cost in sorted(set(COST)):
        named = ", ".join(colour for colour, one in zip(COLOURS, COST, strict=True) if one == cost)
        shown.append(f"  {cost} point{'s' if cost > 1 else ''} ({sides[cost]} side): {named}")
    shown += ["", "Mischief Meter", f"  {_meter(rules)}", "  a turn in which no problem is solved moves Gu'Gu on, one"]
    shown += ["  lets him stay, two or more move him back; a completed quest moves the Gnome on", ""]
    chase = example(rules)
    shown.append("chance to catch him from where a quest begins, in an example")
    shown += [f"  {_name(meter):24}{percent(chance):>9}" for meter, chance in at_begins(chase).items()]
    return [*shown, *wrap(BASIS, 96, initial_indent="  ", subsequent_indent="  ")]


def _meter(rules: Rules) -> str:
    spaces = ["Gnome" if at == 0 else "Gu'Gu" if at == rules.start_gap else "·" for at in range(rules.portal)]
    return " - ".join(f"{at}:{what}" if what != "·" else str(at) for at, what in enumerate([*spaces, "Portal"]))
