"""The lands and how they lie: what may follow what, and how many ways lead to the Palace."""

from __future__ import annotations

from typing import Any

from solver.games.old_ones.cards import Encounter, Food, Land, cards_of
from solver.games.old_ones.journey import APART, ENTRANCES, LANDS, count_paths, graph
from solver.games.old_ones.rules import Rules


def facts(rules: Rules) -> list[tuple[str, dict[str, Any]]]:
    """Return what there is to know of each land, and of the way by the number of lands that are left.

    Examples
    --------
    >>> dict(facts(Rules()))["desert"]["next"]
    ['desert', 'forest', 'mountain']
    """
    lands = graph()
    copies: dict[str, int] = {card.land: card.copies for card in cards_of(Land)}
    found: list[tuple[str, dict[str, Any]]] = [
        (
            land,
            {
                "next": sorted(lands[land]),
                "entrance": land in ENTRANCES,
                "copies": copies[land],
                "encounters": sum(card.land == land for card in cards_of(Encounter)),
                "food": sum(card.land == land for card in cards_of(Food)),
            },
        )
        for land in LANDS
    ]
    for left in range(rules.path_length, 0, -1):
        ways = {"any": count_paths(left), **{land: count_paths(left, land) for land in sorted(APART)}}
        found.append((f"{left} lands left", {"ways_after": {name: str(number) for name, number in ways.items()}}))
    return found


def lines(rules: Rules) -> list[str]:
    """Return the same as a text.

    >>> lines(Rules())[0]
    'land      next                             entrance  in deck  encounters  food'
    """
    shown = [f"{'land':10}{'next':33}{'entrance':10}in deck  encounters  food"]
    ways = [f"{'lands left':12}{'ways':>16}{'after a desert':>18}{'after a tundra':>18}"]
    for name, said in facts(rules):
        if "next" in said:
            follow = ", ".join(said["next"])
            door = "yes" if said["entrance"] else "no"
            shown.append(f"{name:10}{follow:33}{door:10}{said['copies']:>7}{said['encounters']:>12}{said['food']:>6}")
        else:
            any_, desert, tundra = (int(said["ways_after"][key]) for key in ("any", "desert", "tundra"))
            ways.append(f"{name.split()[0]:>10}  {any_:>16,}{desert:>18,}{tundra:>18,}")
    return [*shown, "", *ways]
