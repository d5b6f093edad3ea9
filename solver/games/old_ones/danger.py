"""The danger of a land: what a rival with so many unknown cards in hand can set on whoever comes to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from solver.deck import Deck
from solver.distribution import Distribution
from solver.errors import GnomonError
from solver.games.old_ones.cards import Card, Encounter, Weapon, cards, cards_of, find
from solver.games.old_ones.eligible import can_arm
from solver.games.old_ones.journey import known
from solver.games.old_ones.rules import Rules


class Threat(NamedTuple):
    """An encounter with the weapon attached to it, and their strength together; nothing at all is `NONE`."""

    strength: int
    encounter: str = ""
    weapon: str = ""


NONE = Threat(-1)
"""No encounter: weaker than the weakest, whose strength is 0."""


def threats_of(hand: Iterable[str], land: str, rules: Rules | None = None) -> list[Threat]:
    """Return every encounter of a hand that fits a land, bare and with each weapon that fits it.

    Examples
    --------
    >>> threats_of(["ice-trolls", "club", "bear"], "tundra")
    [Threat(strength=7, encounter='ice-trolls', weapon=''), Threat(strength=9, encounter='ice-trolls', weapon='club')]
    """
    rules = Rules() if rules is None else rules
    known_cards = cards()
    held = [known_cards.get(name) or _card(name) for name in dict.fromkeys(hand)]
    foes = [card for card in held if isinstance(card, Encounter) and card.land == known(land)]
    weapons = [card for card in held if isinstance(card, Weapon)] if foes else []
    return [
        threat
        for foe in foes
        for threat in (
            Threat(foe.strength, foe.name),
            *(
                Threat(foe.strength + weapon.strength, foe.name, weapon.name)
                for weapon in weapons
                if can_arm(weapon, foe, rules)
            ),
        )
    ]


def threats(
    unseen: Deck, k: int, land: str, *, shown: Iterable[str] = (), rules: Rules | None = None
) -> Distribution[Threat]:
    """Return the strongest threat to a tribe that comes to a land, as far as a rival's hand is unknown.

    The rival holds `k` cards of which nothing is known but that they are not among the cards seen elsewhere:
    every choice of `k` unseen cards is equally likely. Of two threats of equal strength the one with fewer
    cards counts, then the one first in the alphabet.

    Parameters
    ----------
    unseen : the cards that the player has not seen: those in the deck, and those in the rivals' hands
    k : the number of unknown cards in the rival's hand
    land : where the tribe comes to
    shown : cards that the rival is known to hold besides
    rules : the readings

    Raises
    ------
    GnomonError
        for more cards than are unseen, or a card that there is not

    Examples
    --------
    >>> found = threats(Deck.of({"sting-tail": 1, "forest": 2}), 1, "desert")
    >>> [(threat.encounter, weight) for threat, weight in found.items()]
    [('', 2), ('sting-tail', 1)]
    """
    rules = Rules() if rules is None else rules
    have = {_card(name).name: number for name, number in unseen.rest}
    size = sum(have.values())
    if not 0 <= k <= size:
        raise GnomonError(f"danger: a hand of {k} cards, but {size} are unseen")
    sure = Counter(_card(name).name for name in shown)
    foes = [foe for foe in cards_of(Encounter) if foe.land == known(land) and (have | sure).get(foe.name)]
    arms = [
        weapon
        for weapon in sorted(cards_of(Weapon), key=lambda card: (-card.strength, card.name))
        if (have | sure).get(weapon.name) and any(can_arm(weapon, foe, rules) for foe in foes)
    ]
    fits = [[can_arm(weapon, foe, rules) for foe in foes] for weapon in arms]
    ways = _best_arms(arms, fits, len(foes), have, sure, k)
    found: dict[Threat, int] = {}
    both: list[Encounter | Weapon] = [*foes, *arms]
    left = size - sum(have.get(card.name, 0) for card in both)
    for (used, best), weight in ways.items():
        for (total, threat), more in _best_threats(foes, best, have, sure, k - used).items():
            rest = k - used - total
            if rest <= left:
                found[threat] = found.get(threat, 0) + weight * more * comb(left, rest)
    return Distribution(found)


def _card(name: str) -> Card:
    found: Card = find(name)
    return found


def _best_arms(
    arms: Sequence[Weapon], fits: list[list[bool]], foes: int, have: dict[str, int], sure: Counter[str], k: int
) -> dict[tuple[int, tuple[Weapon | None, ...]], int]:
    """The ways to hold weapons, by their number and the best one for each encounter; the strongest first."""
    ways: dict[tuple[int, tuple[Weapon | None, ...]], int] = {(0, (None,) * foes): 1}
    for weapon, fit in zip(arms, fits, strict=True):
        longer: dict[tuple[int, tuple[Weapon | None, ...]], int] = {}
        for (used, best), weight in ways.items():
            taken = tuple(weapon if old is None and good else old for old, good in zip(best, fit, strict=True))
            number = have.get(weapon.name, 0)
            for copies in range(min(number, k - used) + 1):
                key = (used + copies, taken if copies or sure[weapon.name] else best)
                longer[key] = longer.get(key, 0) + weight * comb(number, copies)
        ways = longer
    return ways


def _best_threats(
    foes: Sequence[Encounter],
    best: tuple[Weapon | None, ...],
    have: dict[str, int],
    sure: Counter[str],
    k: int,
) -> dict[tuple[int, Threat], int]:
    """The ways to hold encounters, by their number and the strongest threat they make with these weapons."""
    ways = {(0, NONE): 1}
    for foe, weapon in zip(foes, best, strict=True):
        own = Threat(foe.strength, foe.name)
        if weapon is not None:
            own = Threat(foe.strength + weapon.strength, foe.name, weapon.name)
        number = have.get(foe.name, 0)
        longer: dict[tuple[int, Threat], int] = {}
        for (used, threat), weight in ways.items():
            for copies in range(min(number, k - used) + 1):
                stronger = min(threat, own, key=_rank) if copies or sure[foe.name] else threat
                key = (used + copies, stronger)
                longer[key] = longer.get(key, 0) + weight * comb(number, copies)
        ways = longer
    return ways


def _rank(threat: Threat) -> tuple[int, bool, str, str]:
    """The strongest first, then that with fewer cards, then by name."""
    return -threat.strength, bool(threat.weapon), threat.encounter, threat.weapon


def danger(found: Distribution[Threat], cost: Callable[[Threat], Fraction]) -> Fraction:
    """Return the mean of what the threats cost; no threat costs nothing.

    Parameters
    ----------
    found : from `threats`
    cost : what one threat costs, such as the expected number of members lost

    Examples
    --------
    >>> found = threats(Deck.of({"sting-tail": 1, "forest": 2}), 1, "desert")
    >>> danger(found, lambda threat: Fraction(3, 4))
    Fraction(1, 4)
    """
    return sum((weight * cost(threat) for threat, weight in found.items() if threat != NONE), Fraction()) / (
        found.total
    )


def no_threat(found: Distribution[Threat]) -> Fraction:
    """Return the chance that the rival has nothing to play.

    >>> no_threat(threats(Deck.of({"sting-tail": 1, "forest": 2}), 1, "desert"))
    Fraction(2, 3)
    """
    return Fraction(found.odds(NONE))
