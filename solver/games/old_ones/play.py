"""The whole game, from the choice of the tribes to the one who awakens the Old Ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, assert_never

from solver.deck import Deck
from solver.distribution import Distribution
from solver.errors import GnomonError
from solver.game import CHANCE, TERMINAL
from solver.games.old_ones import battle, events
from solver.games.old_ones.cards import FOLKS, Character, Folk, Land, cards, deck
from solver.games.old_ones.journey import may_play
from solver.games.old_ones.piles import discarded, draw_to_hand, fresh_deck, lose, with_seat
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.stage import (
    Action,
    Answer,
    Choose,
    ChooseFolk,
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
    Suffer,
    Take,
    Travel,
)
from solver.games.old_ones.state import Observation, Seat, State, observe
from solver.games.old_ones.tribe import Member, Tribe
from solver.games.old_ones.turns import begin_turn, eliminate, end_turn, is_beaten

PASS = Pass()
DEALT = 3
"""Wolf Riders dealt to each player in the variant."""


@dataclass(frozen=True)
class Quest:
    """The whole game as a game of the protocol: whoever wins gets 1, the others get 0.

    Parameters
    ----------
    players : 2 to 4
    rules : the readings of the open questions, and the numbers
    folks : the types of the tribes by seat; None to let the players choose
    first : the seat that begins
    wolfriders : whether the variant is played in which all are Wolf Riders
    longest : the game is broken off, with no winner, after so many turns

    Raises
    ------
    GnomonError
        for what the rules do not allow

    Examples
    --------
    >>> quest = Quest(folks=("WR", "SF"))
    >>> state = quest.initial_state()
    >>> quest.current_player(state) == CHANCE, quest.chance_outcomes(state)["forest"]
    (True, 15)
    >>> quest.legal_actions(quest.apply(state, "forest"))
    [Play(card='forest', weapon='', seat=None, pick=''), Pass()]
    """

    players: int = 2
    rules: Rules = field(default_factory=Rules)
    folks: tuple[Folk, ...] | None = None
    first: int = 0
    wolfriders: bool = False
    longest: int = 20_000

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 4:
            raise GnomonError(f"players: the game is for 2 to 4, not for {self.players}")
        if self.folks is not None and len(self.folks) != self.players:
            raise GnomonError(f"folks: {len(self.folks)} types for {self.players} players")
        if self.wolfriders and set(self.folks or ()) - {"WR"}:
            raise GnomonError("folks: in the Wolfrider variant every tribe is WR")
        if not 0 <= self.first < self.players:
            raise GnomonError(f"first: there is no seat {self.first}, seats are 0 to {self.players - 1}")
        if self.rules.start_tokens < 1:
            raise GnomonError(f"start_tokens: a tribe of {self.rules.start_tokens} elves has lost already")

    @cached_property
    def whole(self) -> Mapping[str, int]:
        """Every card in the game with the number of its copies."""
        return Deck.of(deck()).cards()

    def initial_state(self) -> State:
        """Return the state before the tribes are chosen, or before the first card."""
        seats = [Seat() for _ in range(self.players)]
        if self.folks is not None and not self.wolfriders:
            seats = [Seat(Tribe(folk, self.rules.start_tokens)) for folk in self.folks]
        return self._set_up(State(tuple(seats), Deck.of(deck()), ChooseFolk(), peeked=(0,) * self.players))

    def current_player(self, state: State) -> int:
        """Return who must act; in a fight and most of a turn it is the player whose turn it is."""
        match state.stage:
            case Over():
                return TERMINAL
            case Muster() | Deal() | Draw() | Look() | Roll():
                return CHANCE
            case Meet(seat) | Suffer(seat):
                return seat
            case Fighting() as stage:
                fight = battle.fight_game(stage, self.rules)
                return CHANCE if fight.current_player(stage.fight) == CHANCE else state.turn
            case _:
                return state.turn

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return what can be done; a stage with nothing to do but pass never comes up."""
        me = state.mover
        match state.stage:
            case ChooseFolk():
                return [Choose(folk) for folk in FOLKS]
            case Drop():
                return [Discard(card) for card in dict.fromkeys(me.hand)]
            case Travel():
                return [*self._lands(state), PASS]
            case Meet() as stage:
                return [*battle.meet_actions(state, stage, self.rules), PASS]
            case Answer() as stage:
                return [*battle.answer_actions(state, stage, self.rules), PASS]
            case Fighting() as stage:
                return battle.fight_game(stage, self.rules).legal_actions(stage.fight)
            case Recruit():
                return [*recruits(state), PASS]
            case Replenish():
                return [*events.replenish_actions(state, self.rules), PASS]
            case Snare(seat):
                return [Take(card) for card in dict.fromkeys(state.seats[seat].hand)]
            case Suffer(seat):
                return [Lose(member.name) for member in state.seats[seat].tribe.members]
            case Muster() | Deal() | Draw() | Look() | Roll() | Over():
                return []
            case _ as never:
                assert_never(never)

    def chance_outcomes(self, state: State) -> Mapping[Any, int]:
        """Return the cards that can come with their copies, or what can be rolled."""
        match state.stage:
            case Muster():
                return FOUR_DICE
            case Deal(wolfriders=True):
                known = cards()
                return {name: 1 for name in state.deck.draw() if _is_wolfrider(known[name])}
            case Deal() | Draw():
                return state.deck.draw()
            case Look():
                return state.deck.look()
            case Roll() as stage:
                return events.rolls(stage)
            case Fighting() as stage:
                return battle.fight_game(stage, self.rules).chance_outcomes(stage.fight)
            case _:
                return {}

    def apply(self, state: State, move: Any) -> State:
        """Return the state after an action, a card that came or a roll, with all that follows by itself."""
        return self._settle(self._applied(state, move))

    def returns(self, state: State) -> Sequence[int]:
        """Return 1 for the winner and 0 for the others; nobody wins a game that was broken off."""
        winner = state.stage.winner if isinstance(state.stage, Over) else None
        return [int(seat == winner) for seat in range(self.players)]

    def observation(self, state: State, player: int) -> Observation:
        """Return what a player may know: not the rivals' hands, nor the order of the deck."""
        return observe(state, player)

    def _applied(self, state: State, move: Any) -> State:
        me = state.turn
        match state.stage, move:
            case ChooseFolk(), Choose(folk):
                return self._set_up(with_seat(state, me, tribe=Tribe(folk, self.rules.start_tokens)))
            case Muster(), int(tokens):
                return self._set_up(with_seat(state, me, tribe=Tribe("WR", tokens)))
            case Deal(wolfriders=True), str(card):
                tribe = state.mover.tribe.with_member(Member(card))
                return self._set_up(with_seat(replace(state, deck=state.deck.without(card)), me, tribe=tribe))
            case Deal(), str(card):
                return self._set_up(draw_to_hand(state, me, card))
            case Draw() as stage, str(card):
                return events.drawn(state, stage, card)
            case Drop(left), Discard(card):
                return discarded(lose(state, me, card), card).to(Drop(left - 1))
            case Travel(), Play(card):
                state = with_seat(lose(state, me, card), me, lands=(*state.mover.lands, card))
                return battle.arrived(state, self.rules)
            case Travel(), Pass():
                return state.to(Replenish())
            case Meet() as stage, action:
                return battle.met(state, stage, action, self.rules)
            case Answer() as stage, action:
                return battle.answered(state, stage, action, self.rules)
            case Fighting() as stage, step:
                return battle.fought(state, stage, step, self.rules)
            case Recruit(), Play(card):
                return with_seat(lose(state, me, card), me, tribe=state.mover.tribe.with_member(Member(card)))
            case Recruit(), Pass():
                return state.to(Replenish())
            case Replenish(), Play() as action:
                return events.play_card(state, action)
            case Replenish(), Pass():
                return end_turn(state)
            case Look(), str(card):
                return replace(state, deck=state.deck.looked(card))
            case Roll() as stage, result:
                return events.rolled(state, stage, result)
            case Snare() as stage, Take(card):
                return events.snared(state, stage, card)
            case Suffer(seat, left), Lose(name):
                return events.lose_character(state, seat, name).to(Suffer(seat, left - 1))
        raise GnomonError(f"{type(state.stage).__name__.lower()}: {move} cannot happen now")

    def _set_up(self, state: State) -> State:
        """The next thing to do before the first turn, seat by seat."""
        order = [(self.first + step) % self.players for step in range(self.players)]
        for seat in order:
            if not state.seats[seat].tribe.size:
                return replace(state, turn=seat, stage=Muster() if self.wolfriders else ChooseFolk())
        for seat in order:
            missing = DEALT - len(state.seats[seat].tribe.members)
            if self.wolfriders and missing:
                return replace(state, turn=seat, stage=Deal(missing, wolfriders=True))
        for seat in order:
            missing = self.rules.starting_hand - len(state.seats[seat].hand)
            if missing > 0:
                return replace(state, turn=seat, stage=Deal(missing))
        return begin_turn(state, self.first)

    def _settle(self, state: State) -> State:
        """The state after everything in which nobody has a choice."""
        while True:
            after = self._skip(state)
            if after is state:
                return state
            state = after

    def _skip(self, state: State) -> State:
        """The same state if somebody has a choice or chance is to act, else the next one."""
        match state.stage:
            case Draw(left, phase):
                if state.turns > self.longest:
                    return state.to(Over(None))
                if left and (state.deck.top or state.deck.rest):
                    return state
                if left and state.discard:
                    return fresh_deck(state)
                if phase == "replenish":
                    return state.to(Replenish())
                over = self._over(state)
                return state.to(Drop(over) if over else Travel())
            case Travel():
                return state if self._lands(state) else state.to(Replenish())
            case Replenish():
                for seat in range(self.players):
                    if is_beaten(state, seat):
                        return eliminate(state, seat)
                return state if events.replenish_actions(state, self.rules) else end_turn(state)
            case Meet() | Answer() | Fighting():
                return battle.skip(state, self.rules)
            case Drop(left):
                return state if left else state.to(Travel())
            case Recruit():
                return state if recruits(state) else state.to(Replenish())
            case Look(depth):
                return events.looked(state, depth)
            case Suffer(seat, left):
                return state if left and not is_beaten(state, seat) else state.to(Replenish())
            case _:
                return state

    def _over(self, state: State) -> int:
        """How many cards must be discarded in the Fate Phase."""
        over = max(0, len(state.mover.hand) - self.rules.hand_limit)
        return min(1, over) if self.rules.hand_rule == "one_card" else over

    def _lands(self, state: State) -> list[Play]:
        """The lands in hand that the player on turn may play."""
        me, known = state.mover, cards()
        lands = [name for name in dict.fromkeys(me.hand) if isinstance(known[name], Land)]
        return [Play(land) for land in lands if may_play(me.lands, land, self.rules.path_length)]


def recruits(state: State) -> list[Play]:
    """Return the characters in hand that may join where the tribe is.

    Examples
    --------
    >>> state = State((Seat(Tribe("WR", 20), ("ekuar", "kahvi", "rayek"), ("desert",)),), Deck(), Recruit())
    >>> [action.card for action in recruits(state)]
    ['ekuar', 'rayek']
    """
    me, known = state.mover, cards()
    found = []
    for name in me.hand:
        card = known[name]
        if isinstance(card, Character) and card.home in {None, me.land}:
            found.append(Play(name))
    return found


def _is_wolfrider(card: Any) -> bool:
    return isinstance(card, Character) and card.folk == "WR"


_DIE = Distribution(events.DIE)
FOUR_DICE = dict(_DIE + _DIE + _DIE + _DIE)
