"""Ranked choices of the Travel Phase: which land to play, or none; and whether to attack the Palace now."""

from __future__ import annotations

from fractions import Fraction

from solver.format import percent
from solver.games.old_ones.cards import find
from solver.games.old_ones.fight_turn import tribe_in_words
from solver.games.old_ones.journey import ENTRANCES, may_play
from solver.games.old_ones.legal import lands_of
from solver.games.old_ones.outlooks import Danger, danger_of, joining, palace_chance, with_members
from solver.games.old_ones.palace_turn import palace_candidates, right_rival
from solver.games.old_ones.position import Position
from solver.games.old_ones.seen import tribe_of_entry, unseen
from solver.games.old_ones.travel import next_steps
from solver.solve.ranking import Candidate, Measure, Ranking, rank

TURNS = Measure("turns", "number", low=True)
LEFT = Measure("lands left", "count", low=True)
LOST = Measure("members lost", "number", low=True)
SURVIVE = Measure("survive")
WIN = Measure("win")

LONE = (
    "turns: you travel alone; each turn one card is drawn, as likely as from the cards you have not seen, and nothing "
    "is played but lands"
)
WORST = (
    "members lost, survive: this turn's encounter alone; the opponent to the right holds any hand that you cannot rule "
    "out, equally likely, and plays the strongest encounter in it; you answer with all the aid in hand"
)
IDLE = (
    "to wait: nobody wins, harms or helps you until your next turn; then one card is drawn, as likely as any you have "
    "not seen, and the Palace is attacked with all the aid in hand"
)
ARRIVED = (
    "win: the Guardians are fought with this tribe, those in hand who join it in this land, and the aid in hand, as if "
    "nothing came in between"
)


def ranked_land(position: Position, objective: str | None = None) -> Ranking:
    """Return the lands that can be played, and playing none, ranked.

    Before the last land all numbers are exact for stated simplifications (`abstraction`). With one land to go it
    is asked whether to attack the Palace: the attack is exact.

    Parameters
    ----------
    position : in the Travel Phase
    objective : `turns`, soon to the Palace, then few lands left, then few losses now; `safety`, to survive this
        turn with few losses; `palace`, to be strong there. With one land to go the only one is `palace`, else
        `turns` is the default

    Examples
    --------
    >>> from solver.games.old_ones.position import read
    >>> rival = "{tribe: SF, tokens: 9, hand: 3}"
    >>> text = f"{{game: old-ones, players: [{{tribe: WR, tokens: 9, hand: [desert, forest]}}, {rival}]}}"
    >>> ranked_land(read(text), "safety").best.action
    'play no land'
    """
    left = position.readings.path_length - len(position.mover.lands)
    if left == 1 and ENTRANCES & set(position.mover.hand):
        return _palace(position)
    return _land(position, objective or "turns")


def _land(position: Position, objective: str) -> Ranking:
    rules, me = position.readings, position.mover
    tribe, deck = tribe_of_entry(me), unseen(position)
    left = rules.path_length - len(me.lands)
    last = me.lands[-1] if me.lands else None
    there = sorted({land for land in lands_of(me.hand) if may_play(me.lands, land, rules.path_length)})
    turns = {step.land: step.turns for step in next_steps(deck, lands_of(me.hand), left, last)}
    measures = {"turns": (TURNS, LEFT, LOST), "safety": (SURVIVE, LOST, TURNS), "palace": (WIN, TURNS)}[objective]
    found = []
    for land in (*there, None):
        hand = list(me.hand)
        members = []
        danger = Danger(Fraction(0), Fraction(0), Fraction(1))
        if land is not None:
            hand.remove(land)
            members = joining(hand, land)
            danger = _danger(position, land, hand)
        win = palace_chance(with_members(tribe, members), hand, rules)
        rest = Fraction(left - (land is not None))
        values = {"turns": turns[land], "lands left": rest, "survive": danger.survived, "win": win}
        values["members lost"] = danger.lost
        facts = {
            "met": str(danger.met),
            **{name.replace(" ", "_"): str(value) for name, value in values.items()},
            "joining": [member.name for member in members],
        }
        main = []
        if members:
            main.append("recruit " + ", ".join(find(member.name).title for member in members))
        if land is not None:
            main.insert(0, f"the chance of an encounter is {percent(danger.met)}")
        action = "play no land" if land is None else f"play {find(land).title}"
        found.append(Candidate(action, tuple(values[one.name] for one in measures), tuple(main), facts, "abstraction"))
    said = {"turns": (LONE, WORST), "safety": (WORST, LONE), "palace": (ARRIVED, LONE)}[objective]
    return Ranking(
        question="which land to play?",
        objective=objective,
        measures=measures,
        lines=rank(found, measures),
        title=(_path(position), tribe_in_words(position)),
        rulings={"aid_timing": rules.aid_timing, "all_weapons": rules.all_weapons},
        assumptions=said,
    )


def _danger(position: Position, land: str, hand: list[str]) -> Danger:
    """The danger of a land; none without a rival."""
    rival = right_rival(position)
    if rival is None:
        return Danger(Fraction(0), Fraction(0), Fraction(1))
    known = rival.hand if isinstance(rival.hand, list) else rival.known
    held = 0 if isinstance(rival.hand, list) else rival.hand - len(rival.known)
    tribe = tribe_of_entry(position.mover)
    return danger_of(land, tribe, hand, unseen(position), held, known, position.readings)


def _palace(position: Position) -> Ranking:
    rules = position.readings
    found, notes = palace_candidates(position)
    assumed = [IDLE]
    if rules.palace_encounter == "also":
        assumed.append("to attack: the opponent plays no encounter before the Guardians (ruling palace_encounter)")
    if rules.armed_guardians == "allowed":
        assumed.append(
            "to attack: the opponent to the right holds any hand that you cannot rule out, equally likely, and gives "
            "the Guardians the strongest weapon in it (ruling armed_guardians)"
        )
    return Ranking(
        question="attack the Palace now?",
        objective="palace",
        measures=(WIN,),
        lines=rank(found, (WIN,)),
        title=(_path(position), tribe_in_words(position)),
        rulings={
            "aid_timing": rules.aid_timing,
            "fallen_character": rules.fallen_character,
            "palace_encounter": rules.palace_encounter,
            "armed_guardians": rules.armed_guardians,
            "gamestones_guardians": rules.gamestones_guardians,
        },
        assumptions=tuple(assumed),
        notes=tuple(notes),
    )


def _path(position: Position) -> str:
    me, length = position.mover, position.readings.path_length
    where = f", the last one {me.lands[-1]}" if me.lands else ""
    return f"{len(me.lands)} of {length} lands{where}"
