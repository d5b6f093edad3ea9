"""The tables of one turn: which rolls and which own dice can come up, and their values."""

from __future__ import annotations

from fractions import Fraction
from math import lcm, prod

from solver.games.gnome_kingdom.gain.attempt import Attempt
from solver.games.gnome_kingdom.gain.deck import Deck
from solver.games.gnome_kingdom.gain.dice import FACES, Kinds, kinds_of
from solver.games.gnome_kingdom.gain.fixed import Fixed
from solver.games.gnome_kingdom.gain.frame import Frame
from solver.games.gnome_kingdom.gain.hand import Hand, left_of, without
from solver.games.gnome_kingdom.gain.left import Left
from solver.games.gnome_kingdom.gain.reach import own_dice_of, rolls_of
from solver.games.gnome_kingdom.gain.same import Same
from solver.games.gnome_kingdom.gain.scale import Scale
from solver.games.gnome_kingdom.stage import Aftermath, Refill
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.turn import hidden_cards
from solver.games.gnome_kingdom.turn_game import TurnGame

LATE = "skill cards are replenished when the turn ends, so that none turned over in it is completed in it"
ALONE = "once the attempt is over, the dice of the roll are left as they lie"

EARLY = "own dice are left alone until the attempt is over"
GIVEN = "a die that was given in a swap is not taken back"
ENOUGH = "the supply does not run out of dice of a colour"
IDLE = "after the attempt no resource and no ability is used"
CROWNED = "when the crown is found no second die is kept"
SPARE = "after the attempt nothing is exchanged, and the ability of a card completed in this turn is kept for later"


class Tables:
    """The values of one turn, for all rolls and all own dice that can come up.

    Parameters
    ----------
    turn : the turn as a game, or a smaller one
    fixed : what is the same for all of these
    joined : whether it is taken into account that dice of the roll may matter after the attempt
    words : of 64 bits for a value
    limit : how much may be reckoned
    """

    def __init__(self, turn: TurnGame, fixed: Fixed, *, joined: bool, words: int, limit: int) -> None:
        state = turn.start
        self.turn, self.game = turn, turn.game

        def framed(joined: bool) -> Frame:
            return Frame(
                turn.game,
                state,
                turn.objective,
                turn.worth,
                spoils=fixed.spoils,
                less=turn.less,
                joined=joined,
            )

        frame = framed(joined)
        if joined and not frame.joins:
            joined = False
            frame = framed(joined)
        self.frame = frame
        rolls = rolls_of(frame)
        self._hands: dict[tuple[object, ...], Hand] = {}
        self.most_dice = len(rolls) - 1
        over = frame.cards_over() * self._tiles_over() * self._loans_over()
        self.scale = Scale(over, frame.highest(), words)
        own = own_dice_of(frame, rolls)
        self.after = fixed.after(frame, self.scale, fixed.numbered(own), limit)
        numbered = fixed.numbered(rolls)
        self.attempt = Attempt(frame, self.scale, numbered, fixed.keeping(numbered), self.after, joined)

    def _tiles_over(self) -> int:
        """What the chances of tiles are over."""
        if self.frame.objective == "solve" or self.frame.tried:
            return 1
        ways = [way for solved in (True, False) for way in self.frame.spoils.of((9, 9, 9, 9, 9), solved=solved)]
        return lcm(*(sum(weight for weight, _ in way) for way in ways))

    def _loans_over(self) -> int:
        """What the chances of colours drawn are over."""
        if self.frame.setting.rules.borrowed_colour == "chosen":
            return 1
        there = sum(self.frame.state.supply())
        waiting = self.frame.state.stage.left if isinstance(self.frame.state.stage, Refill) else 0
        return prod(max(1, there - waiting - lent) for lent in range(self.most_dice - self.frame.pool))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What was assumed, as far as it may make a difference."""
        found = []
        if self.after.left_out:
            found.append(LATE)
        if self.attempt.left_out:
            found.append(ALONE)
        if self.attempt.early_left_out:
            found.append(EARLY)
        if self.attempt.given_left_out:
            found.append(GIVEN)
        if self.frame.less.calm and self.frame.short:
            found.append(ENOUGH)
        if self.frame.less.idle:
            found.append(IDLE)
            if self.frame.may_find_crown:
                found.append(CROWNED)
        elif self.after.spared:
            found.append(SPARE)
        if self.frame.held_back:
            said = "one is" if self.frame.less.most_used == 1 else f"{self.frame.less.most_used} are"
            found.append(f"of the resources and abilities no more than {said} used, beside as many as come in")
        if self.attempt.dice_left_out:
            found.append(f"no more than {self.most_dice} dice lie in the roll at a time")
        return tuple(found)

    @property
    def over(self) -> int:
        """Every value is a whole number over this."""
        return self.scale.over * int(FACES ** max(self.scale.most, 0))

    # ----- values

    def value(self, state: State) -> Fraction:
        """What is gained in the turn from a state on, in or after the attempt."""
        hand, kinds = self._hand(state), kinds_of(state.roll)
        if hand.after and not self.attempt.joined:
            kinds = ()
        return self.frame.final(self._of(kinds, hand), state)

    def _of(self, kinds: Kinds, hand: Hand) -> Fraction:
        """The value of a roll; where it has more dice than are reckoned with, without some of them."""
        number = self.attempt.rolls.number(kinds)
        if not number:
            self.attempt.dice_left_out = True
            return max(self._of(without(kinds, one), hand) for one in set(kinds))
        values = self.attempt.settled(len(kinds), hand) if hand.after else self.attempt.values(len(kinds), hand)
        found = values.number if isinstance(values, Same) else self.after.at(values, number)
        return self.scale.fraction(found, values.exponent)

    def ended(self, state: State) -> Fraction:
        """What has been gained when the turn ends in a state after the attempt."""
        hand = self._hand(state)
        end = int(self.after.ends.held(len(hand.own), left_of(hand), spent=True)[self.after.numbered.number(hand.own)])
        same = self.attempt.with_row(end, 0, hand)
        return self.frame.final(self.scale.fraction(same.number, same.exponent), state)

    def _hand(self, state: State) -> Hand:
        over = isinstance(state.stage, Aftermath)
        key = state.seats, state.turn, state.open_cards, state.market, state.finder, over
        if key not in self._hands:  # with many rolls it is the same
            self._hands[key] = self._hand_of(state)
        return self._hands[key]

    def _hand_of(self, state: State) -> Hand:
        seat, frame = state.mover, self.frame
        found = state.finder is not None
        left = Left(frame.bag_of(state), self._deck(state), frame.rivals_of(state), row=seat.place[0], found=found)
        after = isinstance(state.stage, Aftermath)
        return self.attempt.hand(kinds_of(seat.own), left, frame.away_of(state), frame.used_in(state), after=after)

    def _deck(self, state: State) -> Deck:
        then, now = self.frame.seat, state.mover
        done = len(now.skills) + len(now.used) > len(then.skills) + len(then.used)
        return self.after.deck(state.open_cards, hidden_cards(self.frame.setting, state), done=done)
