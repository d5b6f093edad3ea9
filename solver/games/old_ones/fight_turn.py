"""Ranked choices in a fight: which aid to play, who falls, who is healed, whether to fight at all."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from solver.errors import GnomonError
from solver.games.old_ones import combat, fight
from solver.games.old_ones.battle import answer_actions
from solver.games.old_ones.cards import Weapon, cards, find
from solver.games.old_ones.objectives import Criterion, End, Objective, is_loss, objective_of, score
from solver.games.old_ones.position import Position
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.seen import fight_of, state_for
from solver.games.old_ones.stage import Answer
from solver.solve.ranking import Candidate, Measure, Ranking, rank

QUESTIONS = {
    "answer": "fight, or send the creatures away?",
    "fight": "which aid to play?",
    "casualty": "who falls?",
    "restore": "whom does the healer bring back?",
    "magic": "whom does Healing Magic bring back, if anyone?",
}
WORDS: dict[Criterion, str] = {
    "win": "win",
    "survive": "survive",
    "fewest-lost": "members lost",
    "fewest-lost-before-healing": "lost before healing",
    "least-strength-lost": "strength lost",
    "fewest-cards": "cards played",
}


def ranked_fight(position: Position, objective: str | None = None) -> Ranking:
    """Return every choice in a fight with its exact value, the best first.

    Parameters
    ----------
    position : in one of the phases of a fight
    objective : criteria by rank, as in ``win, fewest-lost``; None for the default: on the way to survive with few
        losses, at the Palace to win

    Examples
    --------
    >>> from solver.games.old_ones.position import read
    >>> text = "{game: old-ones, phase: fight, players: [{tribe: WR, tokens: 9, hand: [sword]}], fight: {foe: bear}}"
    >>> for line in ranked_fight(read(text), "win").lines:
    ...     print(line.rank, line.action, line.value)
    1 play Sword 186352274251/237175752994
    2 play nothing 174761/262144
    """
    wanted: Objective = objective_of(objective) if objective else ()
    game, state = fight_of(position, wanted)
    measures = tuple(_measure(one) for one in game.objective)
    found = list(_answers(position, game) if position.phase == "answer" else _choices(game, state))
    return Ranking(
        question=QUESTIONS[position.phase],
        objective=", ".join(game.objective),
        measures=measures,
        lines=rank(found, measures),
        title=_title(position, game, state),
        rulings=_rulings(position, game.rules),
        size=_size(found),
    )


def _measure(one: Criterion) -> Measure:
    return Measure(WORDS[one], "number" if is_loss(one) else "chance", is_loss(one))


def _choices(game: combat.Combat, state: combat.State) -> Iterable[Candidate]:
    if state.phase == "fall" and game.current_player(state) != combat.PLAYER:
        raise GnomonError("turn: chance picks who falls (ruling fallen_character), so nothing is to be chosen")
    if game.current_player(state) != combat.PLAYER:  # no aid that could be played
        yield _candidate(game, "play nothing", fight.outlook(game, state), state, 0)
        return
    for line in fight.ranked(game, state):
        played = len(line.action.cards) if isinstance(line.action, combat.Play) else 0
        yield _candidate(game, in_words(line.action), line.outlook, game.apply(state, line.action), played)


def _candidate(
    game: combat.Combat, action: str, seen: fight.Outlook, after: combat.State, played: int, *main: str
) -> Candidate:
    facts = {
        "win": str(Fraction(seen.win)),
        "escape": str(Fraction(seen.escape)),
        "survive": str(Fraction(seen.survive)),
        "members_lost": str(seen.number("fewest-lost")),
        "strength_lost": str(seen.strength_lost),
        "states": seen.states,
    }
    if after.phase == "roll":
        facts |= {"cards_played": played, "total": game.total(after)}
        main = (*main, f"every round: d20 {game.total(after):+d}, 11 or more wins it")
    return Candidate(action, seen.values, main, facts)


def _answers(position: Position, game: combat.Combat) -> Iterable[Candidate]:
    """To send the creatures away, or to fight with the best aid."""
    stage = Answer("" if game.foe.name == "guardians" else game.foe.name, game.foe.weapon)
    for action in answer_actions(state_for(position), stage, game.rules):
        end = End("win" if game.foe.name == "guardians" else "escape", cards=1)
        values = tuple(abs(Fraction(score(end, one))) for one in game.objective)
        yield Candidate(f"play {find(action.card).title}", values, ("there is no fight",), {"cards_played": 1})
    begun = game.initial_state()
    if game.current_player(begun) != combat.PLAYER:
        yield _candidate(game, "fight", fight.outlook(game, begun), begun, 0)
        return
    best = fight.ranked(game, begun)[0]
    played = best.action.cards if isinstance(best.action, combat.Play) else ()
    after = game.apply(begun, best.action)
    yield _candidate(game, "fight", best.outlook, after, len(played), in_words(best.action))


def in_words(action: combat.Action) -> str:
    """A choice of a fight in words.

    >>> in_words(combat.Play(("sword", "wolf-pack"))), in_words(combat.Fall("cutter"))
    ('play Sword, Wolf pack', 'Cutter falls')
    """
    match action:
        case combat.Play(()):
            return "play nothing"
        case combat.Play(names):
            return "play " + ", ".join(find(name).title for name in sorted(names))
        case combat.Fall(name):
            return f"{find(name).title} falls"
        case combat.Restore(name):
            return "a token comes back" if name == combat.TOKEN else f"{find(name).title} comes back"
        case combat.Keep():
            return "keep Healing Magic"
    raise GnomonError(f"fight: {action!r} is no choice")


def tribe_in_words(position: Position) -> str:
    """The tribe of the player on turn: its type, its tokens, its characters.

    >>> from solver.games.old_ones.position import read
    >>> tribe_in_words(read("{game: old-ones, players: [{tribe: WR, tokens: 2, characters: [cutter, leetah]}]}"))
    'WR tribe: 2 tokens, Cutter, Leetah'
    """
    me = position.mover
    names: list[str] = []
    for name in me.characters:
        plain, _, extra = name.partition("+")
        names.append(find(plain).title + (f" +{extra}" if extra else ""))
    tokens = f"{me.tokens} token{'' if me.tokens == 1 else 's'}"
    return f"{me.tribe} tribe: {', '.join([tokens, *names])}"


def _title(position: Position, game: combat.Combat, state: combat.State) -> tuple[str, ...]:
    foe = "the Guardians" if game.foe.name == "guardians" else find(game.foe.name).title
    armed = f" with {find(game.foe.weapon).title}" if game.foe.weapon else ""
    parts = [f"against {foe}{armed} +{game.foe.strength}", tribe_in_words(position)]
    fallen = position.fight
    if fallen is not None and fallen.played:
        parts.append("played " + ", ".join(find(name).title for name in fallen.played))
    if game.foe.wins > 1:
        parts.append(f"{state.wins} wins needed")
    if position.phase == "casualty":
        parts.append("this round is won" if state.won else "this round is lost")
    return tuple(parts)


def _rulings(position: Position, rules: Rules) -> dict[str, str]:
    """The switches that can bear on the answer."""
    known, held = cards(), position.mover.hand
    assert position.fight is not None
    found: dict[str, str] = {"aid_timing": rules.aid_timing}
    if len({name.partition("+")[0] for name in position.mover.characters}) > 1:
        found["fallen_character"] = rules.fallen_character
    arms = [*held, *position.fight.played]
    if any(isinstance(card := known[name], Weapon) and "all" in card.users for name in arms):
        found["all_weapons"] = rules.all_weapons
    if position.phase == "answer" and position.fight.foe == "guardians":
        found["gamestones_guardians"] = rules.gamestones_guardians
    return found


def _size(found: Iterable[Candidate]) -> str:
    states = sum(int(one.facts.get("states", 0)) for one in found)
    return f"{states:,} states" if states else ""
