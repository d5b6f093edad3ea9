"""The Encounter Phase of a whole game: what a rival plays, what sends it away, the fight, and who is mended."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from solver.errors import GnomonError
from solver.games.old_ones import combat
from solver.games.old_ones.cards import Aid, Card, Encounter, Event, Weapon, cards, cards_of
from solver.games.old_ones.danger import threats_of
from solver.games.old_ones.eligible import can_arm
from solver.games.old_ones.journey import is_palace
from solver.games.old_ones.piles import cards_of_member, discarded, lose, with_seat
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import Answer, Arm, Fighting, Meet, Over, Pass, Play, Recruit, on_table
from solver.games.old_ones.state import State
from solver.games.old_ones.tribe import Tribe
from solver.games.old_ones.turns import eliminate

GUARDIANS = ""
"""What the Guardians are called where the name of an encounter is expected."""


def arrived(state: State, rules: Rules) -> State:
    """Return the state in which the player on turn has just played a land and meets what comes."""
    if is_palace(state.mover.lands, rules.path_length) and rules.palace_encounter == "replaced":
        return _guardians(state, rules)
    return state.to(Meet(_right(state)))


def _right(state: State) -> int:
    """The opponent to the right, who is the one before clockwise."""
    return state.rivals()[-1]


def _guardians(state: State, rules: Rules) -> State:
    if rules.armed_guardians == "allowed":
        return state.to(Meet(_right(state), guardians=True))
    return state.to(Answer(GUARDIANS))


def after_encounter(state: State, rules: Rules) -> State:
    """Return the state after an encounter: on the Palace land the Guardians follow, else the Recruit Phase."""
    if is_palace(state.mover.lands, rules.path_length):
        return _guardians(state, rules)
    return state.to(Recruit())


def meet_actions(state: State, stage: Meet, rules: Rules) -> list[Play | Arm]:
    """Return what the opponent may play against whoever has just come to a land."""
    hand = state.seats[stage.seat].hand
    if stage.guardians:
        known = cards()
        weapons = [card for name in hand if isinstance(card := known[name], Weapon)]
        return [Arm(weapon.name) for weapon in weapons if can_arm(weapon, "guardians", rules)]
    land = state.mover.lands[-1]
    return [Play(threat.encounter, threat.weapon) for threat in threats_of(hand, land, rules)]


def met(state: State, stage: Meet, action: Any, rules: Rules) -> State:
    """Return the state after the opponent has played an Encounter, armed the Guardians, or passed."""
    match action:
        case Play(encounter, weapon) if not stage.guardians:
            used = [encounter, weapon] if weapon else [encounter]
            return lose(state, stage.seat, *used).to(Answer(encounter, weapon))
        case Arm(weapon) if stage.guardians:
            return lose(state, stage.seat, weapon).to(Answer(GUARDIANS, weapon))
        case Pass() if stage.guardians:
            return state.to(Answer(GUARDIANS))
        case Pass():
            return after_encounter(state, rules)
    raise GnomonError(f"encounter: {action} cannot happen now")


def answer_actions(state: State, stage: Answer, rules: Rules) -> list[Play]:
    """Return the events of the player on turn that send the creatures away."""
    if stage.encounter == GUARDIANS:
        kinds = {"troll"} if rules.gamestones_guardians == "negates" else set()
    else:
        foe = cards()[stage.encounter]
        kinds = set(foe.kinds) if isinstance(foe, Encounter) else set()
    return [
        Play(card.name)
        for card in cards_of(Event)
        if card.effect == "negate-encounter" and card.name in state.mover.hand and kinds.intersection(card.kinds)
    ]


def answered(state: State, stage: Answer, action: Any, rules: Rules) -> State:
    """Return the state after the creatures were sent away, or the fight has begun."""
    match action:
        case Play(event):
            state = discarded(lose(state, state.turn, event), event, *on_table(stage))
            if stage.encounter == GUARDIANS:
                return state.to(Over(state.turn))
            return after_encounter(state, rules)
        case Pass():
            return _fight_begun(state, stage, rules)
    raise GnomonError(f"encounter: {action} cannot happen now")


# ----- the fight ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _combat(encounter: str, weapon: str, magic: bool, rules: Rules) -> combat.Combat:
    """The game of a fight; whose it is stands in its state."""
    foe = combat.foe_of(encounter or "guardians", weapon, rules)
    return combat.Combat(Tribe("WR", 1), foe, magic=magic, rules=rules)


def fight_game(stage: Fighting, rules: Rules) -> combat.Combat:
    """Return the game that is played in this stage."""
    return _combat(stage.encounter, stage.weapon, stage.magic, rules)


def _fight_begun(state: State, stage: Answer, rules: Rules) -> State:
    me, known = state.mover, cards()
    magic = any(_heals(known[name]) for name in me.hand)
    game = _combat(stage.encounter, stage.weapon, magic, rules)
    hand = tuple(name for name in me.hand if isinstance(known[name], Aid))
    fight = replace(game, tribe=me.tribe, hand=hand).initial_state()
    return state.to(Fighting(stage.encounter, stage.weapon, fight, magic=magic))


def fought(state: State, stage: Fighting, step: Any, rules: Rules) -> State:
    """Return the state after a choice or a roll in a fight; cards that were played leave the hand."""
    used: tuple[str, ...] = ()
    match stage.fight.phase, step:
        case _, combat.Play(names):
            used = names
        case "magic", combat.Restore():
            known = cards()
            used = tuple(name for name in state.mover.hand if _heals(known[name]))[:1]
    fight = fight_game(stage, rules).apply(stage.fight, step)
    after = Fighting(stage.encounter, stage.weapon, fight, (*stage.used, *used), stage.magic)
    return (lose(state, state.turn, *used) if used else state).to(after)


def _heals(card: Card) -> bool:
    return isinstance(card, Event) and card.effect == "negate-casualty"


def _fight_over(state: State, stage: Fighting, rules: Rules) -> State:
    """The state after a fight: what was played and who fell is discarded; the Palace is won, or lost."""
    fight = stage.fight
    gone = (card for member in fight.fallen for card in cards_of_member(member))
    state = discarded(with_seat(state, state.turn, tribe=fight.tribe), *on_table(stage), *gone)
    if fight.result == "death":
        return eliminate(state, state.turn)
    if stage.encounter == GUARDIANS:
        return state.to(Over(state.turn))
    return after_encounter(state, rules)


def skip(state: State, rules: Rules) -> State:
    """Return the next state if nobody has a choice in this one and nothing is rolled, else the same one."""
    match state.stage:
        case Meet() as stage if not meet_actions(state, stage, rules):
            return met(state, stage, Pass(), rules)
        case Answer() as stage if not answer_actions(state, stage, rules):
            return _fight_begun(state, stage, rules)
        case Fighting() as stage if stage.fight.phase == "over":
            return _fight_over(state, stage, rules)
        case _:
            return state
