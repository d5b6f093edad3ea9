"""A fight as a game of its own, by the printed rules: the reference for the kernel.

A round is a combat roll, the casualty, and the decision. The owner chooses what aid to play and, when one falls,
which ally or character; in the end, who is healed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL, Number
from solver.games.old_ones.cards import Aid, Ally, Encounter, Weapon, cards, find, find_aid
from solver.games.old_ones.eligible import can_arm, check_aid, sets_of_aid
from solver.games.old_ones.objectives import FIELD, GUARDIANS, End, Objective, Result, score
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tribe import Member, Tribe

TOKEN = "token"
PLAYER = 0


@dataclass(frozen=True, slots=True)
class Foe:
    """What a tribe fights.

    Parameters
    ----------
    name : the encounter's card, or ``guardians``
    strength : with that of an attached weapon
    wins : rounds that must be won
    escape : whether a lost round may end in an escape
    weapon : the attached weapon's card, or empty
    """

    name: str
    strength: int
    wins: int = 1
    escape: bool = True
    weapon: str = ""


def foe_of(name: str, weapon: str = "", rules: Rules | None = None) -> Foe:
    """The encounter of that name, or ``guardians``, with a weapon that a rival attached.

    Raises
    ------
    GnomonError
        for a card that there is not, or a weapon that the creatures cannot use

    Examples
    --------
    >>> foe_of("ice-trolls", "sleep-dust").strength, foe_of("guardians").strength
    (11, 17)
    >>> foe_of("bear", "sword")
    Traceback (most recent call last):
        ...
    solver.errors.GnomonError: foe: Bear cannot use Sword
    """
    rules = Rules() if rules is None else rules
    card = None if name == "guardians" else find(name, Encounter)
    arm = find(weapon, Weapon) if weapon else None
    if arm is not None and not can_arm(arm, card or "guardians", rules):
        who = card.title if card else "the Guardians"
        raise GnomonError(f"foe: {who} cannot use {arm.title}")
    armed = arm.strength if arm else 0
    held = arm.name if arm else ""
    if card is None:
        return Foe(name, rules.guardian_strength + armed, rules.guardian_wins, False, held)
    return Foe(card.name, card.strength + armed, weapon=held)


@dataclass(frozen=True, slots=True)
class Play:
    """Play these aid cards, or none, and fight on."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fall:
    """An ally or a character falls."""

    name: str


@dataclass(frozen=True, slots=True)
class Restore:
    """A character, or a token, comes back."""

    name: str


@dataclass(frozen=True, slots=True)
class Keep:
    """Healing Magic stays in hand."""


Action = Play | Fall | Restore | Keep
Phase = Literal["aid", "roll", "casualty", "target", "fall", "decision", "heal", "restore", "magic", "over"]


@dataclass(frozen=True, slots=True)
class State:
    """A moment of a fight.

    Parameters
    ----------
    phase : what comes next; ``decision`` is the roll after a lost round
    tribe : who is alive
    hand : aid cards that may still be played
    bonus : strength of the weapons and magic that were played
    allies : played and alive, in the order in which equal choices are listed
    wins : rounds that must still be won
    won : whether the total of this round wins it
    result : how the fight ended, or empty
    fallen : characters who fell and were not restored, by name
    lost : members who fell
    healed : members who were restored
    cards : how many cards were played
    """

    phase: Phase
    tribe: Tribe
    hand: tuple[str, ...]
    bonus: int
    allies: tuple[str, ...]
    wins: int
    won: bool = False
    result: Result | Literal[""] = ""
    fallen: tuple[Member, ...] = ()
    lost: int = 0
    healed: int = 0
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Combat:
    """A fight of one tribe.

    Parameters
    ----------
    tribe : as it comes into the fight
    foe : what it fights
    hand : aid cards in hand
    magic : whether Healing Magic is in hand
    rules : readings and numbers
    objective : its first criterion is what the end pays; the default is the foe's

    Raises
    ------
    GnomonError
        for a tribe without an elf, or a card that is no aid

    Examples
    --------
    >>> from solver.games.old_ones.tribe import tribe_of
    >>> from solver.solve.iteration import solve_cyclic
    >>> from solver.solve.objective import expected_return
    >>> bear = Combat(tribe_of("WR", 2, ["cutter"]), foe_of("bear"), objective=("win",))
    >>> solve_cyclic(bear, expected_return()).value().value
    Fraction(3926941, 4764064)
    """

    tribe: Tribe
    foe: Foe
    hand: tuple[str, ...] = ()
    magic: bool = False
    rules: Rules = field(default_factory=Rules)
    objective: Objective = ()

    def __post_init__(self) -> None:
        if not self.tribe.elves:
            raise GnomonError("tribe: no elf is left in it, so it has lost")
        names = tuple(find_aid(name).name for name in self.hand)
        for name in names:
            if names.count(name) > 1:
                raise GnomonError(f"hand: {find_aid(name).title} is there twice, and the deck holds one")
        object.__setattr__(self, "hand", names)
        if not self.objective:
            object.__setattr__(self, "objective", FIELD if self.foe.escape else GUARDIANS)

    def initial_state(self) -> State:
        """Return the fight before any aid is played."""
        state = State("roll", self.tribe, self.hand, 0, (), self.foe.wins)
        return replace(state, phase=self._next_round(state, first=True))

    def start(self, aid: Sequence[str] = ()) -> State:
        """Return the fight after these cards of the hand were played, before the first roll.

        Raises
        ------
        GnomonError
            names a card that is not in the hand or that the tribe cannot use, and the rule
        """
        chosen = [find_aid(name) for name in aid]
        for card in chosen:
            if card.name not in self.hand:
                raise GnomonError(f"aid: {card.title} is not in the hand")
        check_aid(chosen, self.tribe, self.rules)
        return self._play(self.initial_state(), tuple(card.name for card in chosen))

    def current_player(self, state: State) -> int:
        """Return the owner, chance, or that it is over."""
        match state.phase:
            case "over":
                return TERMINAL
            case "aid" | "restore" | "magic":
                return PLAYER
            case "fall":
                chance = self.rules.fallen_character == "random" and not state.allies
                return CHANCE if chance else PLAYER
            case _:
                return CHANCE

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return the sets of aid, those who may fall, or those who may be restored."""
        if self.current_player(state) != PLAYER:
            return ()
        match state.phase:
            case "aid":
                return [Play(tuple(card.name for card in aid)) for aid in self._sets(state)]
            case "fall":
                return [Fall(name) for name in self._may_fall(state)]
            case "restore":
                return self._may_return(state, characters_first=True)
            case _:
                return [Keep(), *self._may_return(state, characters_first=False)]

    def chance_outcomes(self, state: State) -> Mapping[int | Fall, int]:
        """Return the faces of the die that is rolled; who falls where chance picks the character."""
        match state.phase:
            case "roll":
                return dict.fromkeys(range(1, 21), 1)
            case "casualty" | "target" | "decision" | "heal":
                return dict.fromkeys(range(1, 7), 1)
            case "fall" if self.current_player(state) == CHANCE:
                return {Fall(name): 1 for name in self._may_fall(state)}
            case _:
                return {}

    def apply(self, state: State, move: Action | int) -> State:
        """Return the fight after a choice or a roll."""
        match state.phase, move:
            case "aid", Play(names):
                return self._play(state, names)
            case "roll", int(face):
                return replace(state, phase="casualty", won=face + self.total(state) >= 11)
            case "casualty", int(face):
                return self._casualty(state) if face <= 3 else self._resolved(state)
            case "target", int(face):
                return replace(state, phase="fall") if face <= 3 else self._token_falls(state)
            case "fall", Fall(name):
                return self._falls(state, name)
            case "decision", int(face):
                return self._ends(state, "escape") if face >= 5 else self._goes_on(state)
            case "heal", int(face):
                return replace(state, phase="restore") if face <= 3 else self._after_healer(state)
            case "restore", Restore(name):
                return self._after_healer(self._restored(state, name))
            case "magic", Restore(name):
                return self._over(replace(self._restored(state, name), cards=state.cards + 1))
            case "magic", Keep():
                return self._over(state)
        raise GnomonError(f"fight: {move!r} is not possible in the phase '{state.phase}'")

    def returns(self, state: State) -> Sequence[Number]:
        """Return what the end is worth by the first criterion of the objective."""
        return [score(self.end(state), self.objective[0])]

    def observation(self, state: State, player: int) -> State:
        """Return all of it: nothing is hidden in a fight."""
        return state

    def total(self, state: State) -> int:
        """What is added to a combat roll: characters and aid, less the foe.

        Examples
        --------
        >>> from solver.games.old_ones.tribe import tribe_of
        >>> fight = Combat(tribe_of("WR", 20, ["cutter"]), foe_of("madcoil"), ("wolf-pack", "sword"))
        >>> fight.total(fight.start(["sword"]))
        -5
        """
        allies = sum(find(name, Ally).strength for name in state.allies)
        return state.tribe.strength + state.bonus + allies - self.foe.strength

    def end(self, state: State) -> End:
        """How a fight that is over ended."""
        if not state.result:
            raise GnomonError("fight: it is not over yet")
        gone = sum(member.strength for member in state.fallen)
        return End(state.result, state.lost, state.healed, gone, state.cards)

    def _sets(self, state: State) -> list[tuple[Aid, ...]]:
        hand = [find_aid(name) for name in state.hand]
        played = [find(name, Ally) for name in state.allies]
        return list(sets_of_aid(hand, state.tribe, self.rules, played))

    def _next_round(self, state: State, first: bool = False) -> Phase:
        choice = first or self.rules.aid_timing == "any_round"
        return "aid" if choice and len(self._sets(state)) > 1 else "roll"

    def _play(self, state: State, names: tuple[str, ...]) -> State:
        played = [find_aid(name) for name in names]
        later = self.rules.aid_timing == "any_round"
        return replace(
            state,
            phase="roll",
            hand=tuple(name for name in state.hand if name not in names) if later else (),
            bonus=state.bonus + sum(card.strength for card in played if not isinstance(card, Ally)),
            allies=_in_order((*state.allies, *(card.name for card in played if isinstance(card, Ally)))),
            cards=state.cards + len(played),
        )

    def _may_fall(self, state: State) -> tuple[str, ...]:
        return state.allies or tuple(member.name for member in fall_order(state.tribe.members))

    def _may_return(self, state: State, characters_first: bool) -> list[Action]:
        fallen = [Restore(member.name) for member in reversed(fall_order(state.fallen))]
        tokens = state.lost - state.healed - len(state.fallen)
        if tokens and not (characters_first and fallen):
            fallen.append(Restore(TOKEN))
        return list(fallen)

    def _casualty(self, state: State) -> State:
        if state.allies or not state.tribe.tokens:
            return replace(state, phase="fall")
        return replace(state, phase="target") if state.tribe.members else self._token_falls(state)

    def _token_falls(self, state: State) -> State:
        return self._resolved(replace(state, tribe=state.tribe.add_tokens(-1), lost=state.lost + 1))

    def _falls(self, state: State, name: str) -> State:
        if name in state.allies:
            return self._resolved(replace(state, allies=tuple(one for one in state.allies if one != name)))
        fallen = (*state.fallen, state.tribe.member(name))
        left = replace(state, tribe=state.tribe.without(name), lost=state.lost + 1)
        return self._resolved(replace(left, fallen=tuple(sorted(fallen, key=lambda one: one.name))))

    def _resolved(self, state: State) -> State:
        """After the casualty: the last elf, then the decision."""
        if not state.tribe.elves:
            return self._over(replace(state, result="death"))
        if not state.won:
            return replace(state, phase="decision") if self.foe.escape else self._goes_on(state)
        if state.wins == 1:
            return self._ends(state, "win")
        return self._goes_on(replace(state, wins=state.wins - 1))

    def _goes_on(self, state: State) -> State:
        fresh = replace(state, won=False)
        return replace(fresh, phase=self._next_round(fresh))

    def _ends(self, state: State, result: Result) -> State:
        ended = replace(state, result=result)
        if state.lost and state.tribe.healer:
            return replace(ended, phase="heal")
        return self._after_healer(ended)

    def _restored(self, state: State, name: str) -> State:
        healed = replace(state, healed=state.healed + 1)
        if name == TOKEN:
            return replace(healed, tribe=state.tribe.add_tokens(1))
        back = next(member for member in state.fallen if member.name == name)
        left = tuple(member for member in state.fallen if member is not back)
        return replace(healed, tribe=state.tribe.with_member(back), fallen=left)

    def _after_healer(self, state: State) -> State:
        if self.magic and state.lost > state.healed:
            return replace(state, phase="magic")
        return self._over(state)

    def _over(self, state: State) -> State:
        # what no longer matters is forgotten, so that equal ends are equal states
        return replace(state, phase="over", won=False, hand=(), bonus=0, allies=(), wins=0)


def fall_order(members: Sequence[Member]) -> list[Member]:
    """Characters as they are listed when one must fall, the weakest first.

    >>> [member.name for member in fall_order([Member("cutter"), Member("leetah"), Member("halek")])]
    ['halek', 'leetah', 'cutter']
    """
    return sorted(members, key=lambda one: (one.strength, one.card.healer, "elf" not in one.card.kinds, one.name))


def _in_order(allies: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(allies, key=lambda name: (cards()[name].strength, name)))  # type: ignore[union-attr]
