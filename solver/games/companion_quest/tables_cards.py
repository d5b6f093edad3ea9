"""Tables of the cards of Companion Quest: what to gather for each, how a danger falls, and what the setup shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from solver.deck import Deck
from solver.dice import Die, Pool
from solver.distribution import Distribution, Odds
from solver.games import shipped
from solver.games.companion_quest.content import Problem, Quest, box, quest_rule
from solver.games.companion_quest.gathering import Gathered, gather_values
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import MOST_DANGERS, PROBLEMS, Setting
from solver.games.companion_quest.stage import Gather
from solver.games.companion_quest.state import Seat, State, Zone, counts
from solver.games.companion_quest.turn import cost
from solver.statistics import health_total

CAPACITIES = (3, 4, 5, 6)
ZONES = 3
GNOMES = ("crumbles", "bubbles")


@dataclass(frozen=True, slots=True)
class CardRow:
    """What to gather for one card that lies alone and empty, no ability being used.

    Parameters
    ----------
    card : its name
    type : challenge, danger or quest
    asks : its spaces, its health or its path
    provenance : how far the card is the publisher's
    capacity : what the dice may cost together; a quest with `light-packs` makes it one less
    gather : the dice with the best odds, of equal choices the cheapest; empty where nothing fills the card
    odds : the chance to fill the whole card with them in one turn
    rule : the rule of a quest that holds until it is completed, which the odds count
    """

    card: str
    type: str
    asks: str
    provenance: str
    capacity: int
    gather: str
    odds: Odds
    rule: str = ""
    rulings: tuple[str, ...] = ("order", "high_low")


def cards(rules: Rules | None = None, capacities: Sequence[int] = CAPACITIES) -> list[CardRow]:
    """Return the best gather for every card and its chance, by capacity.

    Examples
    --------
    >>> found = {(row.card, row.capacity): row for row in cards(capacities=[3, 4])}
    >>> found["twin-lanterns", 3].gather, str(found["twin-lanterns", 3].odds)
    ('3 blue', '44.44 %  4/9  (1 in 2.2)')
    >>> found["a-mountainous-decision", 3].odds
    Odds(0)
    """
    rules = rules or Rules()
    return [_card_row(card, rules, capacity) for card in _cards() for capacity in capacities]


def _cards() -> Iterator[Problem | Quest]:
    yield from box().problems.values()
    yield from box().quests.values()


def _card_row(card: Problem | Quest, rules: Rules, capacity: int) -> CardRow:
    best = best_gather(card, rules, capacity)
    return CardRow(
        card=card.name,
        type="quest" if isinstance(card, Quest) else "danger" if card.danger else "challenge",
        asks=str(card.path if isinstance(card, Quest) else card.task),
        provenance=told(card.name),
        capacity=capacity,
        gather=pool_text(best.take.colours) if best.goal else "",
        odds=Odds(best.goal, best.rolls),
        rule=quest_rule(card.flag, card.barren) if isinstance(card, Quest) else "",
    )


def best_gather(card: Problem | Quest, rules: Rules, capacity: int) -> Gathered:
    """The dice that fill a card with the best chance, of equal choices the cheapest."""
    setting = Setting(len(GNOMES), rules=replace(rules, capacity=capacity), gnomes=GNOMES)
    seats = tuple(Seat(name) for name in GNOMES)
    if isinstance(card, Quest):
        state = State(seats, Gather(), quests=(card.name,), zones=(Zone(), Zone(), Zone()))
        found = gather_values(setting, state, "quest")
    else:
        state = State(seats, Gather(), zones=(Zone(card.name), Zone(), Zone()))
        found = gather_values(setting, state, "solve")
    return max(found, key=lambda one: (one.means[0], -cost(counts(one.take.colours))))


def told(card: str, kind: str = "tasks") -> str:
    """How far a card is the publisher's.

    >>> told("bog-bear"), told("twin-troll")
    ('sample', 'printed, assumed in part')
    """
    entry = next(entry for entry in shipped("companion-quest", kind) if entry["name"] == card)
    return str(entry["provenance"]) + (", assumed in part" if entry.get("assumed") else "")


def pool_text(colours: Sequence[str]) -> str:
    """Dice as the command line takes a pool.

    >>> pool_text(["blue", "blue", "red"]), pool_text([])
    ('2 blue, 1 red', 'nothing')
    """
    return ", ".join(f"{colours.count(colour)} {colour}" for colour in dict.fromkeys(colours)) or "nothing"


@dataclass(frozen=True, slots=True)
class DangerRow:
    """How a danger falls to the best dice of one turn, no ability being used.

    Parameters
    ----------
    danger : its name
    asks : its health and the dice that count
    provenance : how far the card is the publisher's
    capacity : what the dice may cost together
    gather : the dice with the best chance to defeat it at once, or else those that do most on average
    odds : the chance to defeat it at once
    done : the mean sum of the dice that are placed
    spread : the distribution of that sum
    """

    danger: str
    asks: str
    provenance: str
    capacity: int
    gather: str
    odds: Odds
    done: Fraction
    spread: Distribution[int]


def dangers(rules: Rules | None = None, capacities: Sequence[int] = CAPACITIES) -> list[DangerRow]:
    """Return how every danger falls, by capacity.

    Examples
    --------
    >>> for row in dangers(capacities=[3])[:2]:
    ...     print(row.danger, row.gather, row.odds, row.done)
    twin-troll 3 blue 7.41 %  2/27  (1 in 13.5) 28/9
    bog-bear 3 blue 37.04 %  10/27  (1 in 2.7) 6
    """
    rules = rules or Rules()
    return [_danger_row(box().problems[name], rules, capacity) for name in box().dangers for capacity in capacities]


def _danger_row(card: Problem, rules: Rules, capacity: int) -> DangerRow:
    best = best_gather(card, rules, capacity)
    danger = card.task.danger
    assert danger is not None
    colours = best.take.colours
    pool = Pool({Die(colour): colours.count(colour) for colour in dict.fromkeys(colours)})
    spread = health_total(pool, danger.kind.accepts, danger.pairs)
    return DangerRow(
        danger=card.name,
        asks=str(card.task),
        provenance=told(card.name),
        capacity=capacity,
        gather=pool_text(colours),
        odds=Odds(best.goal, best.rolls),
        done=spread.mean(),
        spread=spread,
    )


@dataclass(frozen=True, slots=True)
class SetupRow:
    """How many dangers show when the game begins.

    Parameters
    ----------
    mode : easy, normal or hard
    dangers : how many of the twelve portal problems are dangers
    none, one, two, three : the chance that so many of the three problems face up are dangers
    locked : the chance that the first quest begins under the danger token
    """

    mode: str
    dangers: int
    none: Odds
    one: Odds
    two: Odds
    three: Odds
    locked: Odds


def setup(rules: Rules | None = None) -> list[SetupRow]:
    """Return how likely dangers are to show at the start, by mode.

    Examples
    --------
    >>> normal = setup()[2]
    >>> normal.dangers, normal.none, normal.one, normal.two
    (2, Odds(6/11), Odds(9/22), Odds(1/22))
    """
    return [_setup_row(number) for number in range(MOST_DANGERS + 1)]


def _setup_row(dangers: int) -> SetupRow:
    shown = Deck.of({"danger": dangers, "challenge": PROBLEMS - dangers}).counts(ZONES, {"danger"})
    none, one, two, three = (Odds(shown.odds((number,))) for number in range(ZONES + 1))
    return SetupRow(Setting(dangers=dangers).mode, dangers, none, one, two, three, none.complement)


TABLES: Mapping[str, Any] = {"cards": cards, "dangers": dangers, "setup": setup}
