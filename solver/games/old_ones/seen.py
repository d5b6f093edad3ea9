"""Positions and states: what is written down as what a player sees, as a whole state, as a fight; and back."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import Any, cast

from solver.deck import Deck
from solver.errors import GnomonError
from solver.games.old_ones import combat
from solver.games.old_ones.battle import GUARDIANS
from solver.games.old_ones.cards import Aid, Ally, cards, deck, find_aid
from solver.games.old_ones.objectives import Objective
from solver.games.old_ones.play import Quest
from solver.games.old_ones.position import FightEntry, LostEntry, PlayerEntry, Position, member_of
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import (
    Answer,
    Draw,
    Drop,
    Fighting,
    Meet,
    Recruit,
    Replenish,
    Stage,
    Travel,
)
from solver.games.old_ones.state import NOBODY, Observation, Public, Seat, State, observe
from solver.games.old_ones.tribe import Member, Tribe

PHASES: dict[str, combat.Phase] = {"fight": "aid", "casualty": "fall", "restore": "restore", "magic": "magic"}


def tribe_of_entry(player: PlayerEntry) -> Tribe:
    """Return the tribe of a player; `NOBODY` for one who is out."""
    if player.out:
        return NOBODY
    return Tribe(player.tribe, player.tokens, tuple(member_of(name) for name in player.characters))


def unseen(position: Position) -> Deck:
    """Return the cards that the player who is to decide has not seen: in the deck, and in the rivals' hands.

    Examples
    --------
    >>> from solver.games.old_ones.position import read
    >>> unseen(read("{game: old-ones, players: [{tribe: WR, tokens: 2, hand: [sword, forest]}]}")).size
    176
    """
    left = Counter(deck())
    left.subtract(position.discard)
    left.subtract(position.top)
    for player in position.players:
        left.subtract([name.partition("+")[0] for name in player.characters])
        left.subtract(["flesh-shaping" for name in player.characters if "+" in name])
        for names in (player.lands, player.known, player.hand if isinstance(player.hand, list) else ()):
            left.subtract(names)
    if position.fight is not None:
        fight = position.fight
        left.subtract([name for name in (fight.foe, fight.weapon) if name and name != "guardians"])
        left.subtract([*fight.played, *fight.gone, *(name.partition("+")[0] for name in fight.lost.characters)])
        left.subtract(["flesh-shaping" for name in fight.lost.characters if "+" in name])
    return Deck.of(+left, position.top)


def fight_of(position: Position, objective: Objective = ()) -> tuple[combat.Combat, combat.State]:
    """Return the fight of a position as a game and where it stands.

    Examples
    --------
    >>> from solver.games.old_ones.position import read
    >>> text = "{game: old-ones, phase: fight, players: [{tribe: WR, tokens: 2, hand: [sword]}], fight: {foe: bear}}"
    >>> game, state = fight_of(read(text))
    >>> game.legal_actions(state)
    [Play(cards=()), Play(cards=('sword',))]

    Raises
    ------
    GnomonError
        if there is none
    """
    fight, rules, known = position.fight, position.readings, cards()
    if fight is None:
        raise GnomonError("position: there is no fight in it")
    tribe = tribe_of_entry(position.mover)
    held = tuple(name for name in position.mover.hand if isinstance(known[name], Aid))
    magic = "healing-magic" in position.mover.hand
    foe = combat.foe_of(fight.foe, fight.weapon, rules)
    game = combat.Combat(tribe, foe, held, magic, rules, objective)
    played = [find_aid(name) for name in fight.played]
    allies = sorted((card for card in played if isinstance(card, Ally)), key=lambda card: (card.strength, card.name))
    fallen = tuple(sorted((member_of(name) for name in fight.lost.characters), key=lambda one: one.name))
    later = rules.aid_timing == "any_round"
    state = combat.State(
        phase=PHASES.get(position.phase, "roll"),
        tribe=tribe,
        hand=held if later or position.phase == "fight" else (),
        bonus=sum(card.strength for card in played if not isinstance(card, Ally)),
        allies=tuple(card.name for card in allies),
        wins=foe.wins - fight.wins,
        won=fight.round == "won",
        result=("win" if fight.round == "won" else "escape") if position.phase in ("restore", "magic") else "",
        fallen=fallen,
        lost=fight.lost.tokens + len(fallen) + fight.restored,
        healed=fight.restored,
        cards=len(fight.played) + len(fight.gone),
    )
    if state.phase == "aid" and len(game.legal_actions(state)) < 2:
        state = replace(state, phase="roll")  # there is nothing to be chosen
    return game, state


def quest_of(position: Position) -> Quest:
    """Return the whole game that a position belongs to.

    Raises
    ------
    GnomonError
        for a position of one player, which can only ask about a fight
    """
    many = len(position.players)
    if many < 2:
        raise GnomonError("position: the whole game is for 2 to 4 players, and one is given")
    return Quest(many, position.readings, tuple(player.tribe for player in position.players))


def state_of(position: Position) -> State:
    """Return the state that a position stands for, if no hand is hidden.

    Cards whose place nobody knows are in the deck; who has looked at which card is not written in a position.

    Raises
    ------
    GnomonError
        for a hand that is given by its number
    """
    quest = quest_of(position)
    for seat, player in enumerate(position.players):
        if not isinstance(player.hand, list):
            raise GnomonError(f"position: the hand of player {seat} is hidden; name its cards to go through the game")
    return quest._settle(_state(position))


def _state(position: Position) -> State:
    seats = tuple(
        Seat(
            _before(position, seat),
            tuple(sorted(player.hand)),
            tuple(player.lands),
            player.missed,
            tuple((turns, elves) for turns, elves in sorted(player.joining)),
            (),
            player.out,
        )
        for seat, player in enumerate(position.players)
    )
    peeked = tuple(len(position.top) * (seat == position.turn) for seat in range(len(seats)))
    return State(
        seats,
        unseen(position),
        stage_of(position),
        tuple(sorted(position.discard)),
        position.turn,
        position.row,
        position.again,
        position.turns,
        peeked,
    )


def state_for(position: Position) -> State:
    """Return a state that looks the same to the player who is to decide: hidden hands are left empty in it."""
    players = [
        player if isinstance(player.hand, list) else player.model_copy(update={"hand": list(player.known), "known": []})
        for player in position.players
    ]
    if len(players) == 1:
        players.append(PlayerEntry(tribe="WR", tokens=1))
    open_hands = position.model_copy(update={"players": players})
    return _state(open_hands)


def _before(position: Position, seat: int) -> Tribe:
    """The tribe of a player as it was before the fight."""
    tribe, fight = tribe_of_entry(position.players[seat]), position.fight
    if fight is None or seat != position.turn or position.phase == "answer":
        return tribe
    for name in fight.lost.characters:
        tribe = tribe.with_member(member_of(name))
    return tribe.add_tokens(fight.lost.tokens)


def stage_of(position: Position) -> Stage:
    """Return what the whole game waits for in a position."""
    rules, me = position.readings, position.mover
    match position.phase:
        case "fate":
            return Draw(1)
        case "discard":
            over = len(me.hand) - rules.hand_limit
            return Drop(1 if rules.hand_rule == "one_card" else over)
        case "travel":
            return Travel()
        case "encounter":
            many = len(position.players)
            others = [(position.turn - step) % many for step in range(1, many)]
            return Meet(next(seat for seat in others if not position.players[seat].out))
        case "recruit":
            return Recruit()
        case "replenish":
            return Replenish()
    assert position.fight is not None
    name = GUARDIANS if position.fight.foe == "guardians" else position.fight.foe
    if position.phase == "answer":
        return Answer(name, position.fight.weapon)
    game, state = fight_of(position)
    used = tuple(sorted((*position.fight.played, *position.fight.gone)))
    return Fighting(name, position.fight.weapon, state, used, game.magic)


def position_of(seen: Observation, rules: Rules) -> Position:
    """Return what a player sees as a position.

    Raises
    ------
    GnomonError
        in the middle of an event or of a roll, which no position is written for
    """
    players = [
        _entry(seen, seat, public, seat == seen.player) | ({"hand": list(seen.hand)} if seat == seen.player else {})
        for seat, public in enumerate(seen.seats)
    ]
    return _written(seen, rules, players)


def position_of_state(state: State, rules: Rules) -> Position:
    """Return a whole state as a position in which every hand is open."""
    seen = observe(state, state.turn)
    players = [
        _entry(seen, seat, public, True) | {"hand": list(state.seats[seat].hand)}
        for seat, public in enumerate(seen.seats)
    ]
    return _written(seen, rules, players)


def _entry(seen: Observation, seat: int, public: Public, open_hand: bool) -> dict[str, Any]:
    tribe = public.tribe
    if isinstance(seen.stage, Fighting) and seat == seen.turn:
        tribe = seen.stage.fight.tribe
    return {
        "tribe": tribe.folk,
        "tokens": tribe.tokens,
        "characters": [_member(one) for one in tribe.members],
        "lands": list(public.lands),
        "missed": public.missed,
        "joining": [list(pair) for pair in public.joining],
        "out": public.out,
        **({} if open_hand else {"hand": public.held, "known": list(public.known)}),
    }


def _member(member: Member) -> str:
    return member.name + (f"+{member.shaped}" if member.shaped else "")


def _written(seen: Observation, rules: Rules, players: list[dict[str, Any]]) -> Position:
    default = Rules()
    changed = {
        field.name: getattr(rules, field.name)
        for field in fields(Rules)
        if getattr(rules, field.name) != getattr(default, field.name)
    }
    phase, fight = _phase(seen.stage)
    return Position.model_validate(
        {
            "game": "old-ones",
            "rules": changed,
            "phase": phase,
            "players": [PlayerEntry.model_validate(player) for player in players],
            "turn": seen.turn,
            "row": seen.row,
            "again": seen.again,
            "turns": seen.turns,
            "fight": fight,
            "discard": list(seen.discard),
            "top": list(seen.top),
        }
    )


def _phase(stage: Stage) -> tuple[str, FightEntry | None]:
    match stage:
        case Draw(1, "fate"):
            return "fate", None
        case Drop():
            return "discard", None
        case Travel() | Recruit() | Replenish():
            return type(stage).__name__.lower(), None
        case Meet(guardians=False):
            return "encounter", None
        case Answer(encounter, weapon):
            return "answer", FightEntry(foe=encounter or "guardians", weapon=weapon)
        case Fighting() if stage.fight.phase in PHASES.values():
            return next(name for name, phase in PHASES.items() if phase == stage.fight.phase), _fight_entry(stage)
    raise GnomonError(f"position: it cannot be written down in the middle of {type(stage).__name__.lower()}")


def _fight_entry(stage: Fighting) -> FightEntry:
    fight, known = stage.fight, cards()
    used = [name for name in stage.used if name != "healing-magic"]
    played = [name for name in used if not isinstance(known[name], Ally) or name in fight.allies]
    total = combat.foe_of(stage.encounter or "guardians").wins if not stage.encounter else 1
    during = fight.phase in ("fall", "restore", "magic")
    won = fight.won if fight.phase == "fall" else fight.result == "win"
    return FightEntry(
        foe=stage.encounter or "guardians",
        weapon=stage.weapon,
        played=sorted(played),
        gone=sorted(set(used) - set(played)),
        lost=LostEntry(
            tokens=fight.lost - fight.healed - len(fight.fallen),
            characters=sorted(_member(one) for one in fight.fallen),
        ),
        wins=total - fight.wins if fight.wins else 0,
        round=cast(Any, ("won" if won else "lost") if during else ""),
        restored=fight.healed,
    )
