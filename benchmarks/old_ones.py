"""Fights of Quest for the Old Ones: what the kernel takes for the sizes that come up, exactly and between bounds.

python -m benchmarks.old_ones
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median
from time import process_time

from solver.games.old_ones.combat import Combat, Foe, State, foe_of
from solver.games.old_ones.fight import enclosure, outlook, ranked
from solver.games.old_ones.objectives import Objective
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tables_fight import FIGHT_TABLES
from solver.games.old_ones.tribe import Member, Tribe, tribe_of

TURNS = 15
PATIENCE = 3.0  # seconds for one line


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight to be timed and the seconds of processor time it may take: exactly, and between bounds."""

    name: str
    combat: Combat
    state: State
    exact: float
    bounds: float


# eight characters of strengths 1 to 8, five of them as printed
EIGHT = (
    *(Member(name) for name in ("halek", "clearbrook", "skywise", "strongbow", "cutter")),
    Member("lord-voll", 2), Member("aroree", 4), Member("tyldak", 5),
)  # fmt: skip


def fights() -> list[Fight]:
    """From a common fight to the largest sensible one."""
    four = tribe_of("WR", 20, ["cutter", "skywise", "clearbrook", "strongbow"])
    field = Combat(four, Foe("encounter", 26), ("wolf-pack", "star-jumper", "sword"))
    palace = Combat(four, foe_of("guardians"), field.hand)
    eight = Tribe("WR", 20, EIGHT)
    foe = Foe("guardians", 40, 3, False)  # strong enough that all of it matters
    wanted: Objective = ("win",)
    allies = ("great-elks", "wolf-pack", "star-jumper", "preservers")
    large = Combat(eight, foe, objective=wanted)
    ready = replace(large.initial_state(), allies=allies)
    later = Combat(eight, foe, ("sword", "dagger", "spear", "bow"), False, Rules(aid_timing="any_round"), wanted)
    return [
        Fight("4 characters, 2 allies, 20 tokens, on the way", field, field.start(field.hand), 5e-3, 1e-3),
        Fight("4 characters, 2 allies, 20 tokens, Guardians", palace, palace.start(palace.hand), 5e-3, 1e-3),
        Fight("8 characters, 4 allies, 20 tokens, Guardians", large, ready, 2, 20e-3),
        Fight("8 characters, 20 tokens, 4 cards in any round", later, later.initial_state(), 2, 200e-3),
    ]


def seconds(call: Callable[[], object]) -> float:
    """The median of the processor time of a call."""
    taken: list[float] = []
    gc.collect()
    gc.disable()
    try:
        call()
        while len(taken) < TURNS and (len(taken) < 3 or sum(taken) < PATIENCE):
            start = process_time()
            call()
            taken.append(process_time() - start)
    finally:
        gc.enable()
    return median(taken)


def main() -> int:
    """Print a line for each fight and table; 1 if one takes longer than it may."""
    late = 0
    print(f"{'fight':<48}{'states':>10}{'exact ms':>12}{'bounds ms':>12}{'width':>10}")
    for fight in fights():
        exact = seconds(lambda fight=fight: outlook(fight.combat, fight.state))  # type: ignore[misc]
        bounds = seconds(lambda fight=fight: enclosure(fight.combat, fight.state))  # type: ignore[misc]
        seen, around = outlook(fight.combat, fight.state), enclosure(fight.combat, fight.state)
        assert all(bound.low <= value <= bound.high for value, bound in zip(seen.values, around, strict=True))
        width = float(around[0].width)
        print(f"{fight.name:<48}{seen.states:>10,}{exact * 1e3:>12.2f}{bounds * 1e3:>12.2f}{width:>10.1e}")
        late |= exact > fight.exact or bounds > fight.bounds
    hand = ("wolf-pack", "star-jumper", "sword", "dagger", "spear", "bow", "metal-armor")
    choice = Combat(tribe_of("WR", 20, ["cutter", "skywise"]), foe_of("guardians"), hand)
    print(f"{'the best of all sets of 7 cards':<58}{seconds(lambda: ranked(choice)) * 1e3:>12.2f}")
    for kind, table in FIGHT_TABLES.items():
        start = process_time()
        rows = len(table(Rules()))
        print(f"{f'table {kind}':<48}{rows:>10,}{(process_time() - start) * 1e3:>12.2f}")
    return late


if __name__ == "__main__":
    raise SystemExit(main())
