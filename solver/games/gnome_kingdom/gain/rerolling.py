"""Dice that are being rolled again one after the other: what that is worth, by the dice alone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from solver.dice import Rolled
from solver.games.gnome_kingdom.filling import Dice, with_dice, without
from solver.games.gnome_kingdom.manipulate import dice_in
from solver.games.gnome_kingdom.stage import Acting, Aftermath, Attempt, Stage, Throw, Where
from solver.games.gnome_kingdom.state import State
from solver.manipulation import Reroll, Roll

SIDES = range(1, 7)

Hand = tuple[tuple[Rolled, int], ...]
"""Dice that are named, each with how often it may still be rolled; sorted."""


class Rerolling:
    """The values of all that may come up while dice are rolled again.

    Parameters
    ----------
    value : what a state is worth when that is over
    over : all that it is worth is a whole number over this

    Examples
    --------
    >>> from solver.games.gnome_kingdom.state import Seat
    >>> state = State((Seat("acorn"), Seat("leaf")), Acting(Reroll(1, 3), "roll", ((Rolled("red", 1), 2),), 0, False))
    >>> Rerolling(lambda state: Fraction(state.roll[0].face == 6)).value(state)
    Fraction(11, 36)
    """

    def __init__(self, value: Callable[[State], Fraction], over: int = 1) -> None:
        self._value, self._over = value, over
        self._acts: dict[tuple[State, Reroll, Where], _Act] = {}

    @staticmethod
    def knows(state: State) -> bool:
        """Whether a state is one in which dice are rolled again."""
        stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
        return isinstance(stage, Acting) and isinstance(stage.does, Reroll)

    def value(self, state: State) -> Fraction:
        """What is gained with the best that can follow, before a decision or a roll."""
        stage = state.stage
        acting = stage.acting if isinstance(stage, Throw) else stage
        assert isinstance(acting, Acting)
        assert isinstance(acting.does, Reroll)
        over = Aftermath() if acting.after else Attempt()
        base = state.but(roll=(), stage=over) if acting.where == "roll" else state.with_mover(own=()).but(stage=over)
        key = base, acting.does, acting.where
        if key not in self._acts:
            # with so many rolls every mean is a whole number over this
            most = self._over * len(SIDES) ** (acting.does.dice * acting.does.times)
            self._acts[key] = _Act(acting, base, self._value, most)
        act = self._acts[key]
        loose, hand, fresh = dice_in(state, acting.where), tuple(sorted(acting.hand)), acting.fresh
        return Fraction(self._before(act, stage, loose, hand, fresh), act.over)

    def _before(self, act: _Act, stage: Stage, loose: Dice, hand: Hand, fresh: int) -> int:
        if not isinstance(stage, Throw):
            return act.best(loose, hand, fresh)
        assert isinstance(stage.action, Roll)
        die, left = stage.action.die, stage.action.left
        if (die, left) in hand:
            return act.again(loose, hand, hand.index((die, left)), fresh)
        return act.first(loose, die, hand, fresh)


class _Act:
    """The same for one act, in whole numbers."""

    def __init__(self, acting: Acting, base: State, value: Callable[[State], Fraction], over: int) -> None:
        assert isinstance(acting.does, Reroll)
        self.where, self.times, self.interleaved = acting.where, acting.does.times, acting.does.interleaved
        self.base, self.value, self.over = base, value, over
        self.known: dict[tuple[Dice, Hand, int], int] = {}
        self.ends: dict[Dice, int] = {}
        self.means: dict[tuple[Dice, str | None, int, Hand, int], int] = {}

    def best(self, loose: Dice, hand: Hand, fresh: int) -> int:
        """The best of stopping and rolling again."""
        key = loose, hand, fresh
        if key not in self.known:
            offers = [self.stopped(with_dice(loose, *(die for die, _ in hand)))]
            offers += [self.again(loose, hand, at, fresh) for at, (_, left) in enumerate(hand) if left]
            if fresh:
                offers += [self.first(loose, die, hand, fresh) for die in dict.fromkeys(loose)]
            self.known[key] = max(offers)
        return self.known[key]

    def again(self, loose: Dice, hand: Hand, at: int, fresh: int) -> int:
        """A die that is named is rolled."""
        die, left = hand[at]
        return self._rolled(loose, die, left, (*hand[:at], *hand[at + 1 :]), fresh)

    def first(self, loose: Dice, die: Rolled, hand: Hand, fresh: int) -> int:
        """One more die is named and rolled."""
        if not self.interleaved:
            hand = tuple((other, 0) for other, _ in hand)
        return self._rolled(without(loose, die), die, self.times, hand, fresh - 1)

    def _rolled(self, loose: Dice, die: Rolled, left: int, hand: Hand, fresh: int) -> int:
        key = loose, die.colour, left, hand, fresh  # what it shows is gone
        if key not in self.means:
            hands = (tuple(sorted((*hand, (Rolled(die.colour, side), left - 1)))) for side in SIDES)
            self.means[key] = sum(self.best(loose, one, fresh) for one in hands) // len(SIDES)
        return self.means[key]

    def stopped(self, dice: Dice) -> int:
        """It ends with these dice."""
        if dice not in self.ends:
            state = self.base.but(roll=dice) if self.where == "roll" else self.base.with_mover(own=dice)
            value = self.value(state)
            self.ends[dice] = value.numerator * (self.over // value.denominator)
        return self.ends[dice]
