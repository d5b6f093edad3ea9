"""What is wrong with a position although each of its entries is right by itself: the rules it would break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from solver.entry import Place
from solver.errors import GnomonError
from solver.games.old_ones.cards import TERRAINS, Ally, Encounter, Land, Magic, Weapon, cards, deck, find
from solver.games.old_ones.combat import foe_of
from solver.games.old_ones.eligible import why_not
from solver.games.old_ones.journey import check_path, is_palace
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import Tribe

if TYPE_CHECKING:
    from solver.games.old_ones.position import FightEntry, PlayerEntry, Position

Fault = tuple[Place, str, str]
ENDING = ("restore", "magic")
FIGHTING = ("answer", "fight", "casualty", *ENDING)


def faults(position: Position) -> list[Fault]:
    """Return what is wrong: the place, the message, and the word in it that the caret marks."""
    rules = position.readings
    found = list(_turn(position, rules))
    for seat, player in enumerate(position.players):
        found += _player(position, seat, player, rules)
    found += _copies(position)
    if (position.fight is not None) != (position.phase in FIGHTING):
        if position.fight is None:
            found.append((("phase",), f"the phase '{position.phase}' needs a 'fight': whom the tribe meets", ""))
        else:
            found.append((("fight",), f"there is no fight in the phase '{position.phase}'", ""))
    elif position.fight is not None and position.turn < len(position.players):
        found += _fight(position, position.fight, rules)
    return found


def _turn(position: Position, rules: Rules) -> Iterator[Fault]:
    many = len(position.players)
    if position.turn >= many:
        known = "there is only player 0" if many == 1 else f"players are 0 to {many - 1}"
        yield ("turn",), f"there is no player {position.turn}; {known}", ""
        return
    asker = position.turn
    if position.phase == "encounter":
        others = [(asker - step) % many for step in range(1, many)]
        asker = next((seat for seat in others if not position.players[seat].out), asker)
        if asker == position.turn:
            yield ("phase",), "nobody is there who could play an encounter", ""
    if not isinstance(position.players[asker].hand, list):
        yield ("players", asker, "hand"), "this player is to decide, so the cards are needed, not their number", ""
    elif asker == position.turn and position.phase not in ("fate", "discard", "replenish"):
        over = len(position.mover.hand) - rules.hand_limit
        if over > 0 and rules.hand_rule == "down_to_limit":
            said = f"{len(position.mover.hand)} cards, and the hand limit after the Fate Phase is {rules.hand_limit}"
            yield ("players", asker, "hand"), said, ""
    if position.row > rules.turns_in_a_row:
        yield ("row",), f"nobody takes more than {rules.turns_in_a_row} turns in a row", ""
    if position.phase == "discard" and _held(position.mover) <= rules.hand_limit:
        yield ("phase",), f"nothing is to be discarded: the hand limit is {rules.hand_limit}", ""
    if position.phase in ("encounter", "recruit") and not position.mover.lands:
        yield ("phase",), f"the phase '{position.phase}' follows a land, and none is played", ""


def _held(player: PlayerEntry) -> int:
    return len(player.hand) if isinstance(player.hand, list) else player.hand


def _player(position: Position, seat: int, player: PlayerEntry, rules: Rules) -> Iterator[Fault]:
    here: Place = ("players", seat)
    for number in range(1, len(player.lands) + 1):
        try:
            check_path(player.lands[:number], rules.path_length)
        except GnomonError as error:
            yield (*here, "lands", number - 1), str(error).removeprefix("lands: "), ""
            break
    else:
        there = is_palace(player.lands, rules.path_length)
        if there and (seat != position.turn or position.phase not in (*FIGHTING, "encounter")):
            last = len(player.lands) - 1
            yield (*here, "lands", last), f"number {last + 1} is the Palace: there the Guardians are fought at once", ""
    elves = player.tokens + sum(not name.startswith("petalwing") for name in player.characters)
    if not elves and not player.out:
        yield (*here, "tokens"), "no elf is left in this tribe, so it has lost", ""
    if player.known and isinstance(player.hand, list):
        yield (*here, "known"), "the whole hand is given already; 'known' is for a hand given by its number", ""
    elif player.known and len(player.known) > player.hand:
        yield (*here, "known"), f"{len(player.known)} cards are known of a hand of {player.hand}", ""


def _copies(position: Position) -> Iterator[Fault]:
    """Cards that stand more often than the deck holds them; and hands bigger than what is left."""
    whole = Counter(deck())
    seen: Counter[str] = Counter()
    where: dict[str, str] = {}
    for place, name, said in _everywhere(position):
        for card in (name.partition("+")[0], "flesh-shaping") if "+" in name else (name,):
            seen[card] += 1
            if seen[card] > whole[card]:
                title = cards()[card].title
                if whole[card] == 1:
                    yield place, f"{title} stands twice, first {where[card]}; there is one such card", ""
                else:
                    yield place, f"{title} stands {seen[card]} times; there are {whole[card]} in the deck", ""
            where.setdefault(card, said)
    unknown = sum(player.hand - len(player.known) for player in position.players if isinstance(player.hand, int))
    left = sum((whole - seen).values())
    if unknown > left:
        seat = next(seat for seat, player in enumerate(position.players) if isinstance(player.hand, int))
        yield ("players", seat, "hand"), f"{unknown} cards in unknown hands, and {left} are unseen", ""


def _everywhere(position: Position) -> Iterator[tuple[Place, str, str]]:
    """Every card that is named, with its place, and the place in words."""
    for seat, player in enumerate(position.players):
        for key in ("characters", "lands", "hand", "known"):
            names = getattr(player, key)
            said = {"characters": "in the tribe", "lands": "among the lands"}.get(key, "in the hand")
            for number, name in enumerate(names if isinstance(names, list) else ()):
                yield ("players", seat, key, number), name, f"{said} of player {seat}"
    for key in ("discard", "top"):
        for number, name in enumerate(getattr(position, key)):
            yield (key, number), name, "in the discard pile" if key == "discard" else "on top of the deck"
    if position.fight is not None:
        fight = position.fight
        for key in ("played", "gone"):
            for number, name in enumerate(getattr(fight, key)):
                yield ("fight", key, number), name, "in the fight"
        for number, name in enumerate(fight.lost.characters):
            yield ("fight", "lost", "characters", number), name, "among the fallen"
        for key in ("foe", "weapon"):
            if (name := getattr(fight, key)) and name != "guardians":
                yield ("fight", key), name, "in the fight"


def _fight(position: Position, fight: FightEntry, rules: Rules) -> Iterator[Fault]:
    from solver.games.old_ones.position import member_of

    player = position.mover
    characters = [member_of(name) for name in player.characters]
    fallen = [member_of(name) for name in fight.lost.characters]
    try:
        foe_of(fight.foe, fight.weapon, rules)
    except GnomonError as error:
        yield ("fight", "weapon"), str(error).removeprefix("foe: "), ""
    if player.lands:
        yield from _where(position, fight, rules)
    need = rules.guardian_wins if fight.foe == "guardians" else 1
    if fight.wins >= need:
        yield ("fight", "wins"), f"{fight.wins} rounds are won, and {need} win the fight", ""
    if {one.name for one in characters} & {one.name for one in fallen}:
        return  # it is told as a card that stands twice
    before = Tribe(player.tribe, player.tokens + fight.lost.tokens, (*characters, *fallen))
    known = cards()
    allies = [ally for name in (*fight.played, *fight.gone) if isinstance(ally := known[name], Ally)]
    for key in ("played", "gone"):
        for number, name in enumerate(getattr(fight, key)):
            card: Any = known[name]
            place: Place = ("fight", key, number)
            if key == "gone" and not isinstance(card, Ally):
                yield place, f"{card.title} is no ally, and nothing else falls but members", ""
            elif not isinstance(card, Ally | Magic | Weapon):
                yield place, f"{card.title} is no weapon, magic or ally", ""
            elif reason := why_not(card, before, allies, rules):
                yield place, reason, ""
    yield from _phase(position, fight, rules)


def _where(position: Position, fight: FightEntry, rules: Rules) -> Iterator[Fault]:
    lands = position.mover.lands
    if fight.foe == "guardians":
        if not is_palace(lands, rules.path_length):
            many = f"{len(lands)} land{'s' if len(lands) > 1 else ''}"
            yield ("fight", "foe"), f"the Guardians are at the Palace, after {rules.path_length} lands, not {many}", ""
        return
    foe = find(fight.foe, Encounter)
    if foe.land != lands[-1]:
        yield ("fight", "foe"), f"{foe.title} is met in the {foe.land}, and this tribe is in the {lands[-1]}", ""
    elif is_palace(lands, rules.path_length) and rules.palace_encounter == "replaced":
        yield ("fight", "foe"), f"at the Palace the Guardians are fought, not {foe.title} (ruling palace_encounter)", ""


def _phase(position: Position, fight: FightEntry, rules: Rules) -> Iterator[Fault]:
    phase, known = position.phase, cards()
    begun = bool(fight.lost.tokens or fight.lost.characters or fight.gone or fight.wins or fight.restored)
    if phase == "answer" and (begun or fight.played):
        yield ("phase",), "the creatures can be sent away before the fight only, and it has begun", ""
    if phase == "fight" and rules.aid_timing == "before" and (begun or fight.played):
        yield ("phase",), "aid is played before the first round (ruling aid_timing), and the fight has begun", ""
    if phase in ("casualty", *ENDING) and not fight.round:
        what = "of this round" if phase == "casualty" else "of the last round"
        yield ("fight",), f"the phase '{phase}' needs 'round', won or lost: the total {what}", ""
    if phase in ("answer", "fight") and fight.round:
        yield ("fight", "round"), f"in the phase '{phase}' no round is under way", ""
    allies = [name for name in fight.played if isinstance(known[name], Ally)]
    if phase == "casualty" and not allies and not position.mover.characters:
        yield ("phase",), "there is neither an ally nor a character who could fall", ""
    if phase in ENDING and not (fight.lost.tokens or fight.lost.characters):
        yield ("phase",), "nobody is lost who could be healed", ""
    if phase == "restore" and "leetah" not in position.mover.characters:
        yield ("phase",), "there is no healer in the tribe", ""
    if phase == "magic" and "healing-magic" not in position.mover.hand:
        yield ("phase",), "Healing Magic is not in the hand", ""
    if fight.restored and phase != "magic":
        yield ("fight", "restored"), f"nobody is restored before the phase '{phase}' is over", ""


def lands_of(names: list[str]) -> list[str]:
    """Return those cards of a hand that are lands, in their order.

    >>> lands_of(["forest", "sword", "tundra"])
    ['forest', 'tundra']
    """
    known = cards()
    return [name for name in names if isinstance(known[name], Land) and name in TERRAINS]
