"""Tables of the fights: each encounter, the Guardians, and what each card of aid is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from solver.distribution import Distribution, Odds, Points
from solver.game import Kind
from solver.games.old_ones.cards import FOLKS, Aid, Ally, Encounter, Folk, Magic, Terrain, Weapon, cards_of, find
from solver.games.old_ones.combat import Combat, Foe, foe_of
from solver.games.old_ones.eligible import can_use
from solver.games.old_ones.fight import Outlook, outlook
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import Tribe, tribe_of

NET = range(-10, 11)  # beyond, no combat roll makes a difference
MEMBERS = (1, 2, 3, 5, 8, 12, 20)
ALLIES: tuple[tuple[str, ...], ...] = ((), ("giant-hawks",), ("giant-hawks", "nightrunner"))  # of strength 4
HEALER = "leetah"
REST = 9  # what else a tribe brings against the Guardians where a card is weighed
CASUALTIES = ("round_segments", "casualty_timing", "fallen_character", "last_elf", "escape_cost")
PALACE = ("round_segments", "casualty_timing", "fallen_character", "last_elf", "guardian_wins", "healer_roll")
USERS = ("token_type", "all_weapons", "weapon_by_ally", "ally_elves", "creature_kinds")


@dataclass(frozen=True, slots=True)
class EncounterRow:
    """An encounter against a tribe of tokens with a bonus that does not fall.

    Parameters
    ----------
    encounter, title, land, strength : of the card
    bonus : strength of the weapons and magic that the tribe plays
    net : the bonus less the encounter's strength, which is added to every combat roll
    win, escape, death : how it ends
    lost : expected number of members lost
    losses : the members lost, with their weights
    kind, rulings : how far the numbers go, and the rulings they rest on
    """

    encounter: str
    title: str
    land: Terrain
    strength: int
    bonus: int
    net: int
    win: Odds
    escape: Odds
    death: Odds
    lost: Fraction
    losses: Distribution[int]
    kind: Kind
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuardianRow:
    """The Guardians against a tribe.

    Parameters
    ----------
    bonus : the total bonus at the start: weapons, magic, allies, and the healer's strength
    members : tokens, and the healer if there is one
    healer : whether one of the members is Leetah
    allies : how many allies, each of strength 4, are part of the bonus
    win : the chance to win under best play
    lost : expected number of members lost, after healing
    losses : the members lost after healing, with their weights
    kind, rulings : how far the numbers go, and the rulings they rest on
    """

    bonus: int
    members: int
    healer: bool
    allies: int
    win: Odds
    lost: Fraction
    losses: Distribution[int]
    kind: Kind
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AidRow:
    """What a card of aid is worth to a tribe of tokens of one type.

    Parameters
    ----------
    card, title, type, strength : of the card
    folk : the tribe's type
    use : ``yes``; ``with an ally`` if only an ally that the tribe can have uses it; ``no``
    win : what it adds to the chance to win, in the mean of all encounters, shown in percent points; of a weapon that
        needs an ally beyond what the ally does
    saved : how many members fewer are lost, in the same mean
    palace : what it adds to the chance against the Guardians, beside a bonus of 9 that does not fall; shown in percent
        points
    kind, rulings : how far the numbers go, and the rulings they rest on
    """

    card: str
    title: str
    type: Literal["weapon", "magic", "ally"]
    strength: int
    folk: Folk
    use: Literal["yes", "with an ally", "no"]
    win: Points
    saved: Fraction
    palace: Points
    kind: Kind
    rulings: tuple[str, ...]


def encounters(rules: Rules | None = None) -> list[EncounterRow]:
    """Every encounter with every bonus that makes a difference, against the tokens a tribe starts with.

    Examples
    --------
    >>> row = next(row for row in encounters() if row.encounter == "bear" and row.bonus == 2)
    >>> round(float(row.win), 9), round(float(row.lost), 9)
    (0.75, 0.75)
    """
    rules = Rules() if rules is None else rules
    return [
        EncounterRow(
            encounter=card.name,
            title=card.title,
            land=card.land,
            strength=card.strength,
            bonus=net + card.strength,
            net=net,
            win=seen.win,
            escape=seen.escape,
            death=seen.chance("death"),
            lost=seen.losses.mean(),
            losses=seen.losses,
            kind="exact",
            rulings=CASUALTIES,
        )
        for card in cards_of(Encounter)
        for net in NET
        if net + card.strength >= 0
        for seen in (_field(net, rules),)
    ]


def guardians(rules: Rules | None = None) -> list[GuardianRow]:
    """The Guardians by bonus and members, with and without a healer and allies.

    Examples
    --------
    >>> rows = guardians()
    >>> [str(row.win) for row in rows if (row.bonus, row.members, row.allies) == (27, 1, 0)][0]
    '12.50 %  1/8  (1 in 8)'
    """
    rules = Rules() if rules is None else rules
    return list(_guardian_rows(rules))


def _guardian_rows(rules: Rules) -> Iterator[GuardianRow]:
    foe = foe_of("guardians", rules=rules)
    for bonus in range(foe.strength - 9, foe.strength + 11):
        for members in MEMBERS:
            for healer in (False, True):
                for allies in ALLIES:
                    tribe = tribe_of("WR", members - healer, [HEALER] if healer else [])
                    fixed = bonus - tribe.strength - sum(find(name, Ally).strength for name in allies)
                    if fixed < 0:
                        continue
                    seen = _seen(tribe, foe, fixed, allies, rules)
                    yield GuardianRow(
                        bonus=bonus,
                        members=members,
                        healer=healer,
                        allies=len(allies),
                        win=seen.win,
                        lost=seen.losses.mean(),
                        losses=seen.losses,
                        kind="exact",
                        rulings=PALACE,
                    )


def aid(rules: Rules | None = None) -> list[AidRow]:
    """What each card of aid is worth to each type of tribe.

    Examples
    --------
    >>> [(row.folk, row.use) for row in aid() if row.card == "crossbows"]
    [('WR', 'with an ally'), ('SF', 'with an ally'), ('BMG', 'with an ally'), ('GOB', 'yes')]
    """
    rules = Rules() if rules is None else rules
    aids: Sequence[Aid] = [*cards_of(Weapon), *cards_of(Magic), *cards_of(Ally)]
    return [_aid_row(card, folk, rules) for card in aids for folk in FOLKS]


def _aid_row(card: Aid, folk: Folk, rules: Rules) -> AidRow:
    tribe = tribe_of(folk, rules.start_tokens)
    use = _use(card, tribe, rules)
    worth = (Fraction(0), Fraction(0), Fraction(0))
    if use != "no":
        worth = _worth(card.strength, isinstance(card, Ally), use == "with an ally", rules)
    types: Mapping[type[Any], Literal["weapon", "magic", "ally"]] = {
        Weapon: "weapon",
        Magic: "magic",
        Ally: "ally",
    }
    return AidRow(
        card=card.name,
        title=card.title,
        type=types[type(card)],
        strength=card.strength,
        folk=folk,
        use=use,
        win=Points(worth[0]),
        saved=worth[1],
        palace=Points(worth[2]),
        kind="exact",
        rulings=(*CASUALTIES, *USERS),
    )


def _use(card: Aid, tribe: Tribe, rules: Rules) -> Literal["yes", "with an ally", "no"]:
    if can_use(card, tribe, (), rules):
        return "yes"
    friends = [ally for ally in cards_of(Ally) if can_use(ally, tribe, (), rules)]
    return "with an ally" if any(can_use(card, tribe, [ally], rules) for ally in friends) else "no"


@cache
def _worth(strength: int, ally: bool, beside_ally: bool, rules: Rules) -> tuple[Fraction, Fraction, Fraction]:
    """What a card adds to the chance to win, saves in members, and adds against the Guardians."""
    tribe = tribe_of("WR", rules.start_tokens)
    fights = [Foe(card.name, card.strength) for card in cards_of(Encounter)]
    before = ("picknose",) if beside_ally else ()  # one of the weakest allies that hold weapons
    fixed = 0 if ally else strength
    after = (*before, _ally_of(strength)) if ally else before
    win = saved = Fraction(0)
    for foe in fights:
        without = _seen(tribe, foe, 0, before, rules)
        with_it = _seen(tribe, foe, fixed, after, rules)
        win += with_it.win - without.win
        saved += without.losses.mean() - with_it.losses.mean()
    palace = foe_of("guardians", rules=rules)
    gain = _seen(tribe, palace, REST + fixed, after, rules).win - _seen(tribe, palace, REST, before, rules).win
    return win / len(fights), saved / len(fights), Fraction(gain)


def _ally_of(strength: int) -> str:
    return next(card.name for card in cards_of(Ally) if card.strength == strength)


@cache
def _field(net: int, rules: Rules) -> Outlook:
    return _seen(tribe_of("WR", rules.start_tokens), Foe("encounter", 0), net, (), rules)


@cache
def _seen(tribe: Tribe, foe: Foe, fixed: int, allies: tuple[str, ...], rules: Rules) -> Outlook:
    """The fight with these allies and a bonus that does not fall."""
    combat = Combat(tribe, foe, rules=rules)
    return outlook(combat, replace(combat.start(), bonus=fixed, allies=allies))


FIGHT_TABLES: Mapping[str, Callable[[Rules], list[Any]]] = {
    "encounters": encounters,
    "guardians": guardians,
    "aid": aid,
}
