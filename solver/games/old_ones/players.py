"""Players of the whole game: one to whom all is equal, and one who is greedy by a few simple rules.

The greedy player sees nothing but the observation. It travels whenever it can, to the land with the fewest
encounters unless characters in hand join elsewhere, but keeps its last entrance for the end; it attacks the
Palace when its characters and the aid in hand reach a strength that it lowers as the game drags on; it plays
the strongest encounter, enough aid to win a round more often than not, every event as soon as it does some
good, against the rival with the most lands; and it gives up what is weakest.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from solver.games.old_ones import combat
from solver.games.old_ones.cards import (
    Aid,
    Ally,
    Card,
    Character,
    Encounter,
    Event,
    Food,
    Land,
    Magic,
    Weapon,
    cards,
    cards_of,
)
from solver.games.old_ones.eligible import can_use
from solver.games.old_ones.journey import ENTRANCES, LANDS, may_play
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import (
    Answer,
    Arm,
    Choose,
    Discard,
    Fighting,
    Lose,
    Pass,
    Play,
    Recruit,
    Take,
    Travel,
)
from solver.games.old_ones.state import Observation
from solver.solve.playthrough import Player, random_player

__all__ = ["greedy_player", "random_player"]

BRAVE = 20
"""The strength, tribe and aid together, with which the Palace is attacked: each round is won 13 times in 20."""

PATIENCE = 8
"""Own turns after which that strength is lowered by one."""

ENOUGH = 5
"""How far the tribe wants to be stronger than a creature: a round is won 3 times in 4."""

NEEDED = 20
"""The worth of a land that the hand cannot do without."""

EVENTS = (
    "gain-tokens", "gain-tokens-later", "draw", "shape-character", "take-character", "recover-character",
    "take-card", "discard-character", "lose-members", "miss-turn", "lose-tokens", "look-hands", "look-deck",
    "extra-turn",
)  # fmt: skip
"""The effects in the order in which they are played; earning a turn comes last, since it ends nothing."""


def greedy_player(rng: Random, rules: Rules | None = None) -> Player:
    """Return the player who is described above; among actions that it finds equal it chooses by chance.

    Parameters
    ----------
    rng : for ties
    rules : those of the game

    Examples
    --------
    >>> from solver.games.old_ones.play import Quest
    >>> quest = Quest()
    >>> state = quest.initial_state()
    >>> str(greedy_player(Random(1))(quest.observation(state, 0), quest.legal_actions(state)))
    'choose WR'
    """
    rules = Rules() if rules is None else rules

    def choose(seen: Observation, actions: Sequence[Any]) -> Any:
        if len(actions) == 1:
            return actions[0]
        scores = [_score(seen, action, rules) for action in actions]
        best = max(scores)
        ties = [action for action, score in zip(actions, scores, strict=True) if score == best]
        return ties[rng.randrange(len(ties))]

    return choose


def _score(seen: Observation, action: Any, rules: Rules) -> float:
    """How good an action looks; passing is worth 0."""
    known = cards()
    match action:
        case Pass() | combat.Keep():
            return 0
        case Choose(folk):
            return sum(card.strength for card in cards_of(Character) if card.folk == folk)
        case Discard(card):
            return -_wanted(seen, card, rules)
        case Take(card):
            return worth(known[card])
        case Lose(name):
            return -_strength(seen, seen.player, name)
        case Arm(weapon):
            return _printed(known[weapon])
        case combat.Play(names) if isinstance(seen.stage, Fighting):
            return _score_of_aid(seen, seen.stage, names, rules)
        case combat.Fall(name):
            return -_strength(seen, seen.player, name)
        case combat.Restore(name):
            return 0 if name == combat.TOKEN else _strength(seen, seen.player, name)
        case Play(card) if isinstance(seen.stage, Travel):
            return _score_of_land(seen, card, rules)
        case Play() if isinstance(seen.stage, Recruit | Answer):
            return 1
        case Play(card, weapon) if isinstance(known[card], Encounter):
            return 1 + _printed(known[card]) + (_printed(known[weapon]) if weapon else 0)
        case Play():
            return _score_of_event(seen, action)
    return 0


def worth(card: Card) -> float:
    """How much a card in hand is wanted; the scale is that of strength.

    >>> worth(cards()["cutter"]) > worth(cards()["sword"]) > worth(cards()["sting-tail"])
    True
    """
    match card:
        case Character(strength=strength):
            return 4 + strength
        case Land(land=land):
            return 6 if land in ENTRANCES else 5
        case Weapon(strength=strength) | Magic(strength=strength) | Ally(strength=strength):
            return strength
        case Encounter(strength=strength):
            return strength / 2
        case Event():
            return 7 if card.phase == "replenish" else 3
        case Food():
            return 2
    return 0


def _wanted(seen: Observation, name: str, rules: Rules) -> float:
    """How much a card is wanted in this hand: without lands nothing goes on, and the last must be an entrance."""
    card = cards()[name]
    if not isinstance(card, Land):
        return worth(card)
    path = seen.seats[seen.player].lands
    if len(path) + 1 >= rules.path_length:
        return NEEDED if may_play(path, name, rules.path_length) else 0
    return NEEDED if sum(other in LANDS for other in seen.hand) <= 2 else worth(card)


def _printed(card: Card) -> int:
    return card.strength if isinstance(card, Weapon | Magic | Ally | Encounter | Character) else 0


def _strength(seen: Observation, player: int, name: str) -> int:
    """Of a character in a tribe, or of an ally on the table."""
    for member in seen.seats[player].tribe.members:
        if member.name == name:
            return member.strength
    return _printed(cards()[name])


def _score_of_land(seen: Observation, land: str, rules: Rules) -> float:
    me, known = seen.seats[seen.player], cards()
    left = rules.path_length - len(me.lands)
    held = [known[name] for name in seen.hand]
    if left <= 1:
        help_in_hand = [card for card in held if isinstance(card, Aid) and can_use(card, me.tribe, (), rules)]
        strength = me.tribe.strength + sum(card.strength for card in help_in_hand)
        brave = BRAVE - seen.turns // (len(seen.seats) * PATIENCE)
        return 1 if strength >= brave else -1
    entrances = [name for name in seen.hand if name in ENTRANCES]
    if left == 2 and entrances == [land]:
        return -1
    foes = sum(foe.land == land for foe in cards_of(Encounter))
    joining = sum(card.strength for card in held if isinstance(card, Character) and card.home in {None, land})
    last_entrance = 10 if entrances == [land] else 0
    return 100 - foes + 3 * joining - last_entrance


def _score_of_aid(seen: Observation, stage: Fighting, names: Sequence[str], rules: Rules) -> float:
    """Enough strength first, then as little of it as possible; against the Guardians, and if need be, all."""
    known = cards()
    strength = sum(_printed(known[name]) for name in names)
    fight = stage.fight
    foe = combat.foe_of(stage.encounter or "guardians", stage.weapon, rules)
    allies = sum(_printed(known[name]) for name in fight.allies)
    lead = fight.tribe.strength + fight.bonus + allies + strength - foe.strength
    if not stage.encounter or lead < ENOUGH:
        return strength
    return 1000 - strength


def _score_of_event(seen: Observation, action: Play) -> float:
    """By what it does first, then against the rival who is ahead, then for the strongest character."""
    card = cards()[action.card]
    effect = card.effect if isinstance(card, Event) else "extra-turn"
    score = 10_000.0 * (len(EVENTS) - EVENTS.index(effect))
    whose = seen.player if action.seat is None else action.seat
    if action.seat is not None:
        rival = seen.seats[action.seat]
        score += 100 * len(rival.lands) + rival.tribe.strength
    if action.pick:
        score += 200 * _strength(seen, whose, action.pick)
    return score
