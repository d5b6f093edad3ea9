"""A fight as the kernel takes it: plain numbers, with characters and allies that are alike in classes."""

from __future__ import annotations

from array import array
from typing import Any

from solver.games.old_ones.cards import Ally, Kind, Weapon, find, find_aid
from solver.games.old_ones.combat import Combat, State, fall_order
from solver.games.old_ones.eligible import ELVES, holders
from solver.games.old_ones.objectives import CRITERIA


def pack(combat: Combat, state: State, after_loss: bool = False) -> array[int]:
    """A fight between two rounds, as the kernel takes it.

    Parameters
    ----------
    after_loss : whether the roll after a lost round is still to come

    Returns
    -------
    array
        tokens at first and now, wins still needed, whether one may escape, the bonus that does not fall, whether
        chance picks the character, whether Healing Magic is there, `after_loss`; the criteria after their number;
        then, each after their number, classes of characters (strength, at first, now, elf, healer), classes of
        allies (strength, played, at most), and cards in hand (strength, class if it is an ally or -1, whether
        tokens will do, and as bits the classes of characters and of allies of whom one will do)

    Examples
    --------
    >>> from solver.games.old_ones.combat import foe_of
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> fight = Combat(tribe_of("WR", 20, ["cutter"]), foe_of("bear"), objective=("win",))
    >>> pack(fight, fight.start()).tolist()
    [20, 20, 1, 1, -2, 0, 0, 0, 1, 0, 1, 5, 1, 1, 1, 0, 0, 0]
    """
    hand = [find_aid(name) for name in state.hand] if combat.rules.aid_timing == "any_round" else []
    everyone = fall_order([*state.tribe.members, *state.fallen])
    # what a card may ask for tells characters apart only while there are cards to be played
    classes: dict[tuple[Any, ...], list[int]] = {}
    for member in everyone:
        kinds = frozenset(member.card.kinds) if hand else frozenset()
        healer, elf = member.card.healer, "elf" in member.card.kinds
        seen = classes.setdefault((member.strength, healer, elf, kinds), [0, 0])
        seen[0] += 1
        seen[1] += member in state.tribe.members
    allies: dict[tuple[Any, ...], list[int]] = {}
    played = [find(name, Ally) for name in state.allies]
    for ally in sorted([*played, *(card for card in hand if isinstance(card, Ally))], key=_by_strength):
        seen = allies.setdefault(_ally_class(ally, bool(hand)), [0, 0])
        seen[0] += ally in played
        seen[1] += 1
    packed = [
        state.tribe.tokens + state.lost - len(state.fallen),
        state.tribe.tokens,
        state.wins,
        int(combat.foe.escape),
        state.bonus - combat.foe.strength,
        int(combat.rules.fallen_character == "random"),
        int(combat.magic),
        int(after_loss),
        len(combat.objective),
        *(CRITERIA.index(criterion) for criterion in combat.objective),
        len(classes),
    ]
    for (strength, healer, elf, _), (total, alive) in classes.items():
        packed += strength, total, alive, int(elf), int(healer)
    packed.append(len(allies))
    for (strength, _), (now, most) in allies.items():
        packed += strength, now, most
    packed.append(len(hand))
    places = list(allies)
    for card in hand:
        users = holders(card.users, combat.rules)
        elves: frozenset[Kind] = users & ELVES
        mine = {"elf", state.tribe.folk}
        chars = sum(1 << i for i, (*_, kinds) in enumerate(classes) if kinds & elves)
        users_at = sum(1 << i for i, (_, kinds) in enumerate(places) if isinstance(card, Weapon) and users & set(kinds))
        place = places.index(_ally_class(card, True)) if isinstance(card, Ally) else -1
        packed += card.strength, place, int(bool(mine & elves)), chars, users_at
    return array("q", packed)


def _by_strength(ally: Ally) -> tuple[int, str]:
    return ally.strength, ally.name


def _ally_class(ally: Ally, with_kinds: bool) -> tuple[int, tuple[Kind, ...]]:
    return ally.strength, ally.kinds if with_kinds else ()
