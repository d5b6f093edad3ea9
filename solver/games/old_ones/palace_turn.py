"""The Palace, one land away: to attack it now, or to wait for more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from solver.deck import Deck
from solver.format import percent
from solver.games.old_ones.cards import Aid, Character, Event, cards, find
from solver.games.old_ones.journey import ENTRANCES, may_play
from solver.games.old_ones.outlooks import UNARMED, arming, palace_chance, usable
from solver.games.old_ones.position import PlayerEntry, Position, member_of
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.seen import tribe_of_entry, unseen
from solver.games.old_ones.tribe import Member, Tribe
from solver.solve.ranking import Candidate

Arms = Sequence[tuple[int, Fraction]]


def palace_candidates(position: Position) -> tuple[list[Candidate], list[str]]:
    """Return the ways to attack now, exact, and to wait a turn, each an abstraction; and what is worth a note."""
    me, rules = position.mover, position.readings
    tribe = tribe_of_entry(me)
    deck, place = unseen(position), _next_place(position)
    arms = rival_arms(position)
    found, now = [], Fraction(0)
    entrances = [land for land in sorted(ENTRANCES & set(me.hand)) if may_play(me.lands, land, rules.path_length)]
    exact = rules.palace_encounter == "replaced" and rules.armed_guardians == "never"
    for land in entrances:
        aid = usable(me.hand, tribe, rules)
        now = palace_chance(tribe, me.hand, rules, arms)
        cards_played = ", ".join(find(name).title for name in aid) or "nothing"
        rounds = f"{rules.guardian_wins} rounds are to be won"
        found.append(
            Candidate(
                f"attack, through the {find(land).title}",
                (now,),
                (f"play {cards_played}", rounds),
                {"aid": list(aid), "strength": tribe.strength + sum(_strength(name) for name in aid)},
                "exact" if exact else "abstraction",
            )
        )
    for words, others, hand in _plans(position, tribe):
        later = _mean(others, hand, deck, place, rules, arms)
        risk = 1 - now / later if later > now else Fraction(0)
        main = [f"it pays while the risk of waiting is below {percent(risk)}"] if later > now else []
        found.append(Candidate(words, (later,), tuple(main), {"worth_the_risk": str(risk)}, "abstraction"))
    return found, list(_notes(position, tribe, now, arms))


def rival_arms(position: Position) -> Arms:
    """Return what the opponent to the right may add to the Guardians by a weapon; nothing by the default ruling."""
    rules = position.readings
    rival = right_rival(position)
    if rules.armed_guardians == "never" or rival is None:
        return UNARMED
    known = rival.hand if isinstance(rival.hand, list) else rival.known
    held = 0 if isinstance(rival.hand, list) else rival.hand - len(rival.known)
    return arming(unseen(position), held, known, rules)


def right_rival(position: Position) -> PlayerEntry | None:
    """Return the opponent to the right who is still in the game."""
    many = len(position.players)
    others = [position.players[(position.turn - step) % many] for step in range(1, many)]
    return next((player for player in others if not player.out), None)


def _strength(name: str) -> int:
    card = cards()[name]
    return card.strength if isinstance(card, Aid) else 0


def _next_place(position: Position) -> int:
    """How many cards the others draw before the player on turn draws again."""
    return sum(not player.out for player in position.players) - 1


def _plans(position: Position, tribe: Tribe) -> Iterator[tuple[str, list[tuple[Tribe, int]], list[str]]]:
    """To wait, and what events in hand may make of the tribe meanwhile: tribes with their weights."""
    hand = list(position.mover.hand)
    yield "wait", [(tribe, 1)], hand
    for name in hand:
        card = cards()[name]
        if not isinstance(card, Event):
            continue
        rest = [other for other in hand if other != name]
        match card.effect:
            case "take-character":
                for member in _elves_elsewhere(position):
                    words = f"wait, and {card.title} takes {find(member.name).title}"
                    yield words, [(tribe.with_member(member), 1)], rest
            case "shape-character":
                for member in tribe.members:
                    if member.card.folk == "BMG":
                        words = f"wait, and {card.title} strengthens {find(member.name).title}"
                        yield words, [(tribe.shape(member.name), 1)], rest
            case "gain-tokens":
                yield f"wait, and {card.title} join", [(tribe.add_tokens(face), 1) for face in range(1, 7)], rest


def _elves_elsewhere(position: Position) -> list[Member]:
    return [
        member
        for seat, player in enumerate(position.players)
        if seat != position.turn
        for member in map(member_of, player.characters)
        if member.elf
    ]


def _mean(
    tribes: list[tuple[Tribe, int]], hand: list[str], deck: Deck, place: int, rules: Rules, arms: Arms
) -> Fraction:
    """The mean win chance of an attack after one more card."""
    total = sum(weight for _, weight in tribes)
    drawn = Counter({deck.top[place]: 1}) if place < len(deck.top) else Counter(dict(deck.rest))
    value = Fraction(0)
    for tribe, weight in tribes:
        before = palace_chance(tribe, _kept(hand, rules), rules, arms)
        for name, copies in drawn.items():
            helps = isinstance(cards()[name], Aid) or name == "gamestones"
            chance = palace_chance(tribe, _kept([*hand, name], rules), rules, arms) if helps else before
            value += Fraction(weight * copies, total * drawn.total()) * chance
    return value


def _kept(hand: list[str], rules: Rules) -> list[str]:
    """What stays of a hand that is too big: an entrance, then the strongest aid."""
    if len(hand) <= rules.hand_limit:
        return hand
    entrance = next((name for name in hand if name in ENTRANCES), "")
    rest = list(hand)
    if entrance:
        rest.remove(entrance)
    rest.sort(key=lambda name: (name == "gamestones" and rules.gamestones_guardians == "negates", _strength(name)))
    return rest[len(hand) - rules.hand_limit :]


def _notes(position: Position, tribe: Tribe, now: Fraction, arms: Arms) -> Iterator[str]:
    """What the best recruit in hand would change, and why nobody joins any more."""
    known = cards()
    held = [card for name in position.mover.hand if isinstance(card := known[name], Character)]
    if not held:
        return
    chances = [
        (palace_chance(tribe.with_member(Member(card.name)), position.mover.hand, position.readings, arms), card.title)
        for card in held
    ]
    best, title = max(chances, key=lambda pair: pair[0])
    yield (
        f"with {title} in the tribe the attack would win {percent(best)}, not {percent(now)}; but characters join only "
        "in a turn in which a land was played, and the only land left is the Palace"
    )
