"""What a tribe can expect in fights that are still to come: at its best with the aid it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from solver.deck import Deck
from solver.games.old_ones import fight
from solver.games.old_ones.cards import Aid, Ally, Character, Encounter, Weapon, cards, cards_of, find
from solver.games.old_ones.combat import Combat, Foe, foe_of
from solver.games.old_ones.danger import NONE, Threat, threats
from solver.games.old_ones.eligible import can_arm, can_use
from solver.games.old_ones.objectives import FIELD
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import Member, Tribe

UNARMED = ((0, Fraction(1)),)
"""The Guardians without a weapon, as certain as can be."""


def usable(hand: Iterable[str], tribe: Tribe, rules: Rules) -> tuple[str, ...]:
    """Return all aid in a hand that the tribe can play together: more of it is never worse for the fight.

    Examples
    --------
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> usable(["club", "olbar", "wolf-pack", "forest"], tribe_of("SF", 3), Rules())
    ('club', 'olbar')
    """
    known = cards()
    held = [card for name in sorted(hand) if isinstance(card := known[name], Aid)]
    allies = [card for card in held if isinstance(card, Ally) and can_use(card, tribe, (), rules)]
    return tuple(card.name for card in held if can_use(card, tribe, allies, rules))


@lru_cache(maxsize=4096)
def best_fight(tribe: Tribe, foe: Foe, aid: tuple[str, ...], magic: bool, rules: Rules, win: bool) -> fight.Outlook:
    """Return what comes of a fight in which all of this aid is played, or held where it may be played later.

    Parameters
    ----------
    aid : as `usable` gives it
    magic : whether Healing Magic is in hand
    win : whether to win is all that counts; else to survive with few losses
    """
    game = Combat(tribe, foe, aid, magic, rules, ("win",) if win else FIELD)
    return fight.outlook(game, None if rules.aid_timing == "any_round" else game.start(aid))


def palace_chance(
    tribe: Tribe, hand: Iterable[str], rules: Rules, arms: Sequence[tuple[int, Fraction]] = UNARMED
) -> Fraction:
    """Return the chance to beat the Guardians with the aid in hand.

    Parameters
    ----------
    tribe, hand : of the attacker
    arms : strengths that a rival's weapon may add to the Guardians, with their chances

    Examples
    --------
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> palace_chance(tribe_of("WR", 20, ["cutter"]), ["gamestones"], Rules())
    Fraction(0, 1)
    """
    held = list(hand)
    if rules.gamestones_guardians == "negates" and "gamestones" in held:
        return Fraction(1)
    aid, foe = usable(held, tribe, rules), foe_of("guardians", rules=rules)
    return sum(
        (
            chance * best_fight(tribe, replace(foe, strength=foe.strength + more), aid, False, rules, True).win
            for more, chance in arms
        ),
        Fraction(0),
    )


def arming(unseen: Deck, held: int, known: Iterable[str], rules: Rules) -> list[tuple[int, Fraction]]:
    """Return what the strongest weapon adds that a rival can give to the Guardians, with the chances.

    Parameters
    ----------
    unseen, held, known : as for `danger_of`

    Examples
    --------
    >>> arming(Deck.of({"club": 1, "forest": 3}), 1, [], Rules(armed_guardians="allowed"))
    [(2, Fraction(1, 4)), (0, Fraction(3, 4))]
    """
    fit = [card for card in cards_of(Weapon) if can_arm(card, "guardians", rules)]
    plain = _hidden(unseen)
    held_for_sure = [card for name in known if isinstance(card := cards()[name], Weapon)]
    sure = max((card.strength for card in held_for_sure if can_arm(card, "guardians", rules)), default=0)
    found, none_so_far = [], Fraction(1)
    for strength in sorted({card.strength for card in fit if card.strength > sure}, reverse=True):
        names = {card.name for card in fit if card.strength >= strength}
        none = 1 - Fraction(plain.holds(held, names)) if held else Fraction(1)
        found.append((strength, none_so_far - none))
        none_so_far = none
    return [(strength, chance) for strength, chance in (*found, (sure, none_so_far)) if chance]


def _hidden(unseen: Deck) -> Deck:
    """The cards that may be in a rival's hand: a card on top of the deck is in nobody's."""
    return Deck(unseen.rest)


@dataclass(frozen=True, slots=True)
class Danger:
    """What awaits a tribe in a land, if the rival plays the strongest threat there is.

    Parameters
    ----------
    met : the chance that there is an encounter
    lost : expected members lost for good
    survived : the chance that an elf is left
    """

    met: Fraction
    lost: Fraction
    survived: Fraction


def danger_of(
    land: str, tribe: Tribe, hand: Iterable[str], unseen: Deck, held: int, known: Iterable[str], rules: Rules
) -> Danger:
    """Return the danger of a land against a rival's hand: exact over all hands it may be.

    Parameters
    ----------
    land : where the tribe comes to
    tribe, hand : of the traveller, who plays all the aid there is; the land itself is no longer in the hand
    unseen : the cards that the traveller has not seen
    held : the number of unknown cards in the rival's hand
    known : the others

    Examples
    --------
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> one = Deck.of({"sting-tail": 1, "forest": 2})
    >>> danger_of("desert", tribe_of("WR", 9, ["cutter", "pike"]), [], one, 1, [], Rules()).met
    Fraction(1, 3)
    """
    mine = list(hand)
    aid, magic = usable(mine, tribe, rules), "healing-magic" in mine
    met = lost = Fraction(0)
    survived = Fraction(1)
    for threat, chance in _chances(_hidden(unseen), held, land, tuple(known), rules):
        if threat == NONE:
            continue
        met += chance
        if "gamestones" in mine and "troll" in find(threat.encounter, Encounter).kinds:
            continue
        # creatures of equal strength are equally dangerous
        seen = best_fight(tribe, Foe("creatures", threat.strength), aid, magic, rules, False)
        lost += chance * seen.number("fewest-lost")
        survived -= chance * (1 - Fraction(seen.survive))
    return Danger(met, lost, survived)


def _chances(unseen: Deck, held: int, land: str, known: tuple[str, ...], rules: Rules) -> list[tuple[Threat, Fraction]]:
    found = threats(unseen, held, land, shown=known, rules=rules)
    return [(threat, Fraction(weight, found.total)) for threat, weight in found.items()]


def joining(hand: Iterable[str], land: str) -> list[Member]:
    """Return the characters in a hand who join a tribe in a land, the strongest first.

    >>> [member.name for member in joining(["cutter", "rayek", "ekuar"], "desert")]
    ['rayek', 'ekuar']
    """
    known = cards()
    found = [card for name in hand if isinstance(card := known[name], Character) and card.home in (None, land)]
    return [Member(card.name) for card in sorted(found, key=lambda card: (-card.strength, card.name))]


def with_members(tribe: Tribe, members: Iterable[Member]) -> Tribe:
    """Return a tribe that characters have joined."""
    for member in members:
        tribe = tribe.with_member(member)
    return tribe
