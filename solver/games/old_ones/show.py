"""A whole game in words: what a player sees, what can be done, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from solver.game import CHANCE
from solver.games.old_ones import combat
from solver.games.old_ones.cards import find, titles
from solver.games.old_ones.fight_turn import in_words
from solver.games.old_ones.play import Quest
from solver.games.old_ones.players import greedy_player, random_player
from solver.games.old_ones.position import Position
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.seen import fight_of, position_of, quest_of, state_of
from solver.games.old_ones.stage import (
    Answer,
    Arm,
    Choose,
    Deal,
    Discard,
    Draw,
    Drop,
    Fighting,
    Look,
    Lose,
    Meet,
    Muster,
    Over,
    Pass,
    Play,
    Recruit,
    Replenish,
    Roll,
    Snare,
    Stage,
    Suffer,
    Take,
    Travel,
)
from solver.games.old_ones.state import Observation, State
from solver.games.old_ones.tribe import Tribe
from solver.solve.playthrough import Player

FOLK_TITLES = {"WR": "Wolf Riders", "SF": "Sun Folk", "BMG": "Blue Mountain Gliders", "GOB": "Go-Backs"}

PLAYERS: Mapping[str, Callable[[Random, Quest], Player]] = {
    "greedy": lambda rng, quest: greedy_player(rng, quest.rules),
    "random": lambda rng, quest: random_player(rng),
}
"""Rivals by name."""


def whole_game(players: int, rules: Rules) -> Quest:
    """Return the whole game; everybody chooses a tribe."""
    return Quest(players, rules)


def game_of(position: Position) -> tuple[Any, Any]:
    """Return the game of a position and the state in it: the fight alone if there is but one player."""
    if len(position.players) == 1 and position.phase in ("fight", "casualty", "restore", "magic"):
        return fight_of(position)
    return quest_of(position), state_of(position)


def position(seen: Observation, quest: Quest) -> Position:
    """Return what a player sees as a position.

    Raises
    ------
    GnomonError
        in the middle of an event
    """
    return position_of(seen, quest.rules)


def label(seen: Observation, action: Any) -> str:
    """Return an action in words; no two actions of a choice have the same.

    Examples
    --------
    >>> quest = Quest()
    >>> state = quest.initial_state()
    >>> label(quest.observation(state, 0), quest.legal_actions(state)[1])
    'choose Sun Folk'
    """
    match action:
        case Choose(folk):
            return f"choose {FOLK_TITLES[folk]}"
        case Pass():
            return _pass_words(seen.stage)
        case combat.Play() | combat.Fall() | combat.Restore() | combat.Keep():
            return in_words(action)
        case Play(card, weapon, seat, pick):
            words = [_verb(seen.stage), find(card).title, f"with {find(weapon).title}" if weapon else ""]
            words += [f"on player {seat}" if seat is not None else "", f"for {find(pick).title}" if pick else ""]
            return " ".join(filter(None, words))
        case Arm(weapon):
            return f"arm the Guardians with {find(weapon).title}"
        case Discard(card):
            return f"discard {find(card).title}"
        case Take(card):
            return f"take {find(card).title}"
        case Lose(name):
            return f"lose {find(name).title}"
    return str(action)


def _verb(stage: Stage) -> str:
    return "recruit" if isinstance(stage, Recruit) else "play"


def _pass_words(stage: Stage) -> str:
    match stage:
        case Travel():
            return "play no land"
        case Meet():
            return "play no encounter" if not stage.guardians else "leave the Guardians unarmed"
        case Answer():
            return "fight"
        case Recruit():
            return "recruit nobody more"
        case Replenish():
            return "end the turn"
    return "pass"


def view(seen: Observation) -> list[str]:
    r"""Return what a player sees, in lines of at most 80 characters where the names allow it.

    Examples
    --------
    >>> quest = Quest(folks=("WR", "SF"))
    >>> state = quest.apply(quest.initial_state(), "forest")
    >>> print("\n".join(view(quest.observation(state, 0))))
    Turn 1: yours. Which land to play?
      you         20 Wolf Riders
                  0 lands
                  hand: Forest
      player 1    20 Sun Folk
                  0 lands, 0 cards in hand
      deck 177, discard pile 0
    """
    whose = "yours" if seen.turn == seen.player else f"player {seen.turn}'s"
    lines = [f"Turn {seen.turns}: {whose}. {_asked(seen)}".rstrip()]
    for seat, public in enumerate(seen.seats):
        name = "you" if seat == seen.player else f"player {seat}"
        if public.out:
            lines.append(f"  {name:11} out")
            continue
        tribe = public.tribe
        if isinstance(seen.stage, Fighting) and seat == seen.turn:
            tribe = seen.stage.fight.tribe
        lines.append(f"  {name:11} {_tribe(tribe)}")
        lands = f"{len(public.lands)} lands" + (f", in the {public.land}" if public.land else "")
        held = f", {public.held} cards in hand" if seat != seen.player else ""
        known = f" ({titles(public.known)})" if public.known else ""
        missed = f", must miss {public.missed}" if public.missed else ""
        lines.append(f"{'':14}{lands}{held}{known}{missed}")
        if seat == seen.player:
            lines.append(f"{'':14}hand: {titles(seen.hand) or 'nothing'}")
    if seen.top:
        lines.append(f"  next in the deck: {titles(seen.top)}")
    lines.append(f"  deck {seen.deck}, discard pile {len(seen.discard)}")
    return lines


def _tribe(tribe: Tribe) -> str:
    if not tribe.size:
        return "no tribe yet"
    members = [f"{find(one.name).title} +{one.strength}" for one in tribe.members]
    return ", ".join([f"{tribe.tokens} {FOLK_TITLES[tribe.folk]}", *members])


def _asked(seen: Observation) -> str:
    """What is to be decided."""
    match seen.stage:
        case Travel():
            return "Which land to play?"
        case Drop(left):
            return f"The hand is too big: discard {left}."
        case Meet():
            return "Which encounter to play?"
        case Answer(encounter):
            foe = find(encounter).title if encounter else "The Guardians"
            return f"{foe}! Fight, or send them away?"
        case Fighting() as stage:
            return f"{_foe(stage)}! {_fight_words(stage)}"
        case Recruit():
            return "Whom to recruit?"
        case Replenish():
            return "Which events or food to play?"
        case Snare(seat):
            return f"Which card to take from player {seat}?"
        case Suffer():
            return "Who is lost?"
    return ""


def _foe(stage: Fighting) -> str:
    foe = combat.foe_of(stage.encounter or "guardians")
    name = find(stage.encounter).title if stage.encounter else "The Guardians"
    return f"{name} +{foe.strength}" + (f" with {find(stage.weapon).title}" if stage.weapon else "")


def _fight_words(stage: Fighting) -> str:
    match stage.fight.phase:
        case "aid":
            return "Which aid to play?"
        case "fall":
            return f"The round is {'won' if stage.fight.won else 'lost'}, and one falls. Who?"
        case "restore":
            return "The healer brings one back. Whom?"
        case "magic":
            return "Use Healing Magic?"
    return ""


def news(quest: Quest, state: State, move: Any, viewer: int) -> str:
    """Return what a player learns of an action or of chance, or the empty text.

    Hidden cards are not told: whoever else draws a card draws `a card`.
    """
    actor = quest.current_player(state)
    if actor == CHANCE:
        return _chance_words(state, move, viewer)
    who = "you" if actor == viewer else f"player {actor}"
    if isinstance(move, Take) and viewer not in (actor, getattr(state.stage, "seat", actor)):
        return f"{who}: take a card"
    return f"{who}: {label(quest.observation(state, actor), move)}"


def _chance_words(state: State, move: Any, viewer: int) -> str:
    mine = state.turn == viewer
    who = "you" if mine else f"player {state.turn}"
    match state.stage:
        case Draw() | Deal():
            shown = isinstance(state.stage, Deal) and state.stage.wolfriders
            return f"{who}: draw {find(move).title if mine or shown else 'a card'}"
        case Look():
            return f"{who}: see {find(move).title}" if mine else ""
        case Muster():
            return f"{who}: muster {move} tokens"
        case Roll(event, seat):
            target = "you" if seat == viewer else f"player {seat}"
            number = f"{move[1]} elves in {move[0]} turns" if isinstance(move, tuple) else str(move)
            return f"{find(event).title}: {number} for {target}"
        case Fighting() as stage:
            return f"{who}: {_roll_words(stage, move)}"
    return ""


def _roll_words(stage: Fighting, move: Any) -> str:
    match stage.fight.phase:
        case "roll":
            return f"combat roll {move} against {_foe(stage)}"
        case "casualty":
            return f"casualty roll {move}: {'one falls' if move <= 3 else 'nobody falls'}"
        case "target":
            return f"roll {move}: a {'character' if move <= 3 else 'token'} falls"
        case "decision":
            return f"roll {move}: {'they escape' if move >= 5 else 'the fight goes on'}"
        case "heal":
            return f"healer's roll {move}: {'one comes back' if move <= 3 else 'in vain'}"
    return in_words(move) if isinstance(move, combat.Fall) else str(move)


def ending(quest: Quest, state: State, viewer: int) -> str:
    """Return how a game ended."""
    winner = state.stage.winner if isinstance(state.stage, Over) else None
    if winner is None:
        return "The game is broken off: nobody wins."
    return "You have awakened the Old Ones: you win." if winner == viewer else f"Player {winner} wins."
