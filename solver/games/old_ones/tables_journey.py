"""Tables of the journey: how dangerous a land is, how far it is to the Palace, and how long one waits for a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from solver.deck import Deck
from solver.distribution import Distribution, Odds
from solver.game import Kind
from solver.games.old_ones.cards import Encounter, cards_of, deck
from solver.games.old_ones.combat import Combat, foe_of
from solver.games.old_ones.danger import NONE, Threat, danger, threats
from solver.games.old_ones.fight import Outlook, outlook
from solver.games.old_ones.journey import APART, ENTRANCES, LANDS, count_paths, odds_to_hold
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.travel import expected_turns
from solver.games.old_ones.tribe import Tribe

OTHERS = "other"
"""What the land before is called where it is no Desert and no Tundra."""


@dataclass(frozen=True, slots=True)
class LandRow:
    """How dangerous a land is for a tribe against a rival's unknown hand of so many cards, of a whole deck.

    Parameters
    ----------
    land : the land
    cards : the number of cards in the rival's hand
    encounters : how many encounters of that land there are
    met : the chance that the rival has one
    armed : the chance that the strongest threat is an encounter with a weapon
    strength : the mean strength of the strongest threat, if there is one; None if there never is
    strongest : the greatest strength there can be
    lost : the expected number of members lost for good, if the rival plays the strongest threat
    survived : the chance that an elf is left then
    kind : of `lost` and `survived`: the rival plays the strongest threat, and no aid is played against it
    """

    land: str
    cards: int
    encounters: int
    met: Odds
    armed: Odds
    strength: Fraction | None
    strongest: int | None
    lost: Fraction
    survived: Odds
    kind: Kind = "abstraction"


def lands(rules: Rules | None = None, tribe: Tribe | None = None, sizes: Iterable[int] = range(8)) -> list[LandRow]:
    """Return the danger of every land by the number of cards in the rival's hand, the safest land first.

    Parameters
    ----------
    rules : the readings
    tribe : who travels; by default a tribe as at the start, of tokens alone
    sizes : numbers of cards in the rival's hand

    Examples
    --------
    >>> for row in lands(sizes=[7]):
    ...     print(row.land, row.met, row.strongest)
    desert 3.93 %  7/178  (1 in 25.4) 0
    tundra 14.95 %  86327/577610  (1 in 6.7) 11
    mountain 21.67 %  627978149/2897869370  (1 in 4.6) 20
    forest 44.22 %  27550893973/62304191455  (1 in 2.3) 13
    """
    rules = Rules() if rules is None else rules
    tribe = Tribe("WR", rules.start_tokens) if tribe is None else tribe
    unseen = Deck.of(deck())
    most = max(sizes := list(sizes))
    safest = sorted(LANDS, key=lambda land: _met(threats(unseen, most, land, rules=rules)))
    return [_land_row(land, size, unseen, rules, tribe) for land in safest for size in sizes]


def _met(found: Distribution[Threat]) -> Odds:
    return found.odds(NONE).complement


def _land_row(land: str, size: int, unseen: Deck, rules: Rules, tribe: Tribe) -> LandRow:
    found = threats(unseen, size, land, rules=rules)
    met = _met(found)
    fights = {threat: _fight(tribe, threat, rules) for threat in found if threat != NONE}
    strength = danger(found, lambda threat: Fraction(threat.strength))
    return LandRow(
        land=land,
        cards=size,
        encounters=sum(foe.land == land for foe in cards_of(Encounter)),
        met=met,
        armed=found.chance(lambda threat: bool(threat.weapon)),
        strength=strength / met if met else None,
        strongest=max(threat.strength for threat in fights) if fights else None,
        lost=danger(found, lambda threat: fights[threat].number("fewest-lost")),
        survived=Odds(1 - danger(found, lambda threat: 1 - fights[threat].number("survive"))),
    )


@cache
def _fight(tribe: Tribe, threat: Threat, rules: Rules) -> Outlook:
    return outlook(Combat(tribe, foe_of(threat.encounter, threat.weapon, rules), rules=rules))


@dataclass(frozen=True, slots=True)
class JourneyRow:
    """How far it still is to the Palace.

    Parameters
    ----------
    left : the number of lands still to be played
    after : the land played last: desert, tundra or other
    paths : how many ways there are to play them
    turns : expected number of turns with no land in hand
    ready : the same with one land of each kind in hand
    kind : of the turns, see :func:`solver.games.old_ones.travel.expected_turns`
    """

    left: int
    after: str
    paths: int
    turns: Fraction
    ready: Fraction
    kind: Kind = "abstraction"


def journey(rules: Rules | None = None) -> list[JourneyRow]:
    """Return how many ways and how many turns lead to the Palace, from the start to the last land.

    Examples
    --------
    >>> first = journey(Rules(path_length=2))[0]
    >>> first.left, first.after, first.paths, first.turns, first.ready
    (2, 'other', 7, Fraction(9353, 1080), Fraction(2, 1))
    """
    rules = Rules() if rules is None else rules
    whole = Deck.of(deck())
    rows = []
    for left in range(rules.path_length, 0, -1):
        # before the first land, and after the lands that all may follow
        for after in (OTHERS, *(() if left == rules.path_length else sorted(APART))):
            last = None if after == OTHERS else after
            turns, ready = (expected_turns(whole, left, last, hand) for hand in ((), LANDS))
            rows.append(JourneyRow(left, after, count_paths(left, last), turns, ready))
    return rows


@dataclass(frozen=True, slots=True)
class DrawRow:
    """How likely it is to hold a wanted land.

    Parameters
    ----------
    wanted : one land, or an entrance (two kinds of land)
    copies : how many of them are among the cards not seen
    turns : own turns, each of which draws one card
    odds : the chance to hold one by then
    """

    wanted: str
    copies: int
    turns: int
    odds: Odds


def draws(rules: Rules | None = None, turns: Sequence[int] = range(1, 21)) -> list[DrawRow]:
    """Return the odds to draw a land of one kind, and an entrance to the Palace, within so many turns.

    Nothing has been seen of the deck but that the hand holds none; the rivals draw from the same deck, which
    changes nothing.

    Examples
    --------
    >>> print(draws(turns=[5])[0].odds)
    35.95 %  3010526/8375345  (1 in 2.8)
    """
    whole = Deck.of(deck())
    cards = whole.cards()
    rows = []
    for wanted, names in (("one land", {"desert"}), ("an entrance", ENTRANCES)):
        copies = sum(cards[name] for name in names)
        rows += [DrawRow(wanted, copies, number, odds_to_hold(whole, names, number)) for number in turns]
    return rows


TABLES = {"lands": lands, "journey": journey, "draws": draws}
