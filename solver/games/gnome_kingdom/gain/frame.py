"""What is fixed for one turn that is asked about: who plays, what things do, and how far they can lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import comb, lcm, prod
from typing import NamedTuple

from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.gain.dice import Kinds, kinds_of, split_of
from solver.games.gnome_kingdom.gain.spoils import Spoils
from solver.games.gnome_kingdom.objectives import Objective, solved_yet
from solver.games.gnome_kingdom.options import CLANS
from solver.games.gnome_kingdom.play import GnomeKingdom
from solver.games.gnome_kingdom.powers import ABILITIES, RESOURCES, STOCK, TOKENS, Bag, power
from solver.games.gnome_kingdom.skills import OPEN_CARDS
from solver.games.gnome_kingdom.stage import (
    Acting,
    Bonus,
    Move,
    Negotiate,
    Refill,
    Settle,
    Take,
    Throw,
    TurnOver,
    lending,
)
from solver.games.gnome_kingdom.state import DICE, Counts, State
from solver.games.gnome_kingdom.tiles import CROWN
from solver.games.gnome_kingdom.turn import hidden_cards
from solver.games.gnome_kingdom.turn_game import ALL, Less, usable
from solver.games.gnome_kingdom.worth import Worth
from solver.manipulation import Borrow, Manipulation, Recolour, Reroll

SEARCHED = 3
"""Resources that an attempt brings at most."""

TRADED = 2
"""Resources that a Negotiator brings at most."""

GAINS = {"gatherer": 2, "master-gatherer": 3, "negotiator": TRADED}
"""Resources that an ability brings at most."""

SPARED = "deceiver"
"""An ability that is of no use after the attempt, as those that are spared."""


class Reach(NamedTuple):
    """What tokens can bring about at most.

    Parameters
    ----------
    recolours, swaps, borrows, far_swaps : how many dice can be changed or borrowed; `far_swaps` reach any supply
    draws : how many dice can be taken from the supply
    """

    recolours: int
    swaps: int
    borrows: int
    far_swaps: int
    draws: int


class Frame:
    """What is fixed for one turn.

    Parameters
    ----------
    game : the whole game
    state : where the turn is
    objective, worth : what is wanted
    spoils : what the attempt brings
    less : what is left out, as in :class:`TurnGame`
    joined : whether it is taken into account that the roll may matter after the attempt

    Examples
    --------
    >>> from solver.games.gnome_kingdom.stage import Attempt
    >>> from solver.games.gnome_kingdom.state import Seat
    >>> state = State((Seat("acorn", space=3, bag=(0, 1, 0, 2, 0)), Seat("leaf")), Attempt(), turns=1)
    >>> frame = Frame(GnomeKingdom(2), state, "points", Worth())
    >>> frame.reach(attempt=True)
    Reach(recolours=1, swaps=1, borrows=2, far_swaps=0, draws=2)
    """

    def __init__(
        self,
        game: GnomeKingdom,
        state: State,
        objective: Objective,
        worth: Worth,
        *,
        spoils: Spoils | None = None,
        less: Less = ALL,
        joined: bool = True,
    ) -> None:
        self.game, self.setting, self.state = game, game.setting, state
        self.objective, self.worth, self.less, self.joined = objective, worth, less, joined
        self.held_back = False
        self._reach: dict[bool, Reach] = {}
        self.spoils = spoils or Spoils(game, state)
        self.player, self.seat = state.turn, state.mover
        self.clan = self.seat.clan
        loops = self.setting.rules.dice_loop == "yes"
        self.does: tuple[Manipulation, ...] = tuple(power(token, self.clan, loops).does for token in TOKENS)
        self.bag = self.bag_of(state)
        self.tried = solved_yet(state) is not None
        self.hidden = hidden_cards(self.setting, state)

    # ----- what a state holds

    def may_use(self, bag: Bag, *, after: bool) -> bool:
        """Whether any of a bag may still be used, in the attempt or after it."""
        if after and self.less.idle:
            return False
        if self.less.most_used is None or sum(self.bag) - sum(bag) < self.less.most_used:
            return True
        self.held_back = self.held_back or any(bag)
        return False

    def may_bring(self, bag: Bag) -> bool:
        """Whether resources may be gathered or traded in the attempt."""
        if self.less.most_used is None:
            return True
        self.held_back = self.held_back or any(bag[TOKENS.index(name)] for name in GAINS)
        return False

    def bag_of(self, state: State) -> Bag:
        """The resources of the player on turn and the abilities that can still be used, in the order of `TOKENS`.

        An ability that is spared stands as one of no use.
        """
        held = [self.setting.skills[card].ability for card in state.mover.skills]
        counts = [held.count(ability) for ability in ABILITIES]
        if self.less.spare:
            there = [usable(self.setting, self.state, state, ability) for ability in ABILITIES]
            spared = sum(counts) - sum(map(min, counts, there))
            counts = list(map(min, counts, there))
            counts[ABILITIES.index(SPARED)] += spared
        return (*state.mover.bag, *counts)

    def away_of(self, state: State) -> tuple[Kinds, ...]:
        """The dice of the market, and then of the other players by seat, as far as they may be taken."""
        found = self._away(state)
        if not self.less.calm:
            return found
        return tuple(
            tuple((Counter(now) & Counter(then)).elements())
            for now, then in zip(found, self._away(self.state), strict=True)
        )

    def used_in(self, state: State) -> tuple[int, ...]:
        """How many dice of each colour lie there."""
        return split_of(kind for kinds in self._away(state) for kind in kinds)

    def _away(self, state: State) -> tuple[Kinds, ...]:
        others = (() if at == self.player else seat.own for at, seat in enumerate(state.seats))
        return tuple(map(kinds_of, (state.market, *others)))

    def rivals_of(self, state: State) -> tuple[Counts, ...]:
        """The resources of the players, none for the one on turn."""
        return tuple((0, 0, 0, 0, 0) if at == self.player else seat.bag for at, seat in enumerate(state.seats))

    def stock(self, rivals: tuple[Counts, ...]) -> Counts:
        """How many resources of each kind the player can come to."""
        left = [STOCK - sum(column) for column in zip(*rivals, strict=True)]
        return left[0], left[1], left[2], left[3], left[4]

    # ----- how far it can go

    @property
    def most_own(self) -> int:
        """How many own dice there can be in this turn."""
        return len(self.seat.own) + _in_hand(self.state, "own") + (0 if self.tried else 1) + self.may_be_crowned

    @cached_property
    def may_be_crowned(self) -> bool:
        """Whether a die may be kept for the crown in this turn."""
        return isinstance(self.state.stage, Bonus) or (self.may_find_crown and not self.less.idle)

    @cached_property
    def may_find_crown(self) -> bool:
        """Whether the crown may come up in this turn."""
        return self.state.finder is None and CROWN in self.state.pile.next_levels()

    @cached_property
    def pool(self) -> int:
        """How many dice are rolled, or have been."""
        waiting = self.state.stage.left if isinstance(self.state.stage, Refill) else 0
        return len(self.state.roll) + sum(self.state.pool) + waiting + _in_hand(self.state, "roll")

    @cached_property
    def lending(self) -> int:
        """How many more dice may be borrowed with what is in use."""
        return lending(self.state.stage)

    def reach(self, *, attempt: bool) -> Reach:
        """What can be brought about until the attempt is over, or until the turn is."""
        if attempt not in self._reach:
            self._reach[attempt] = self._reached(attempt)
        return self._reach[attempt]

    def _reached(self, attempt: bool) -> Reach:
        experts, wild = self._granted(attempt=attempt)
        brings = not attempt and not self.tried and not self.less.idle

        def uses(*kinds: str) -> int:
            return self._uses(kinds, brings) + wild

        leaf, expert = self.does[CLANS.index("leaf")], self.does[TOKENS.index("leaf-expert")]
        assert isinstance(leaf, Borrow)
        assert isinstance(expert, Borrow)
        lent = expert.dice * experts["leaf-expert"] + self.lending
        return Reach(
            uses("berry") + experts["berry-expert"],
            uses("mushroom") + experts["mushroom-expert"],
            uses("leaf") * leaf.dice + lent,
            uses("mushroom") * (self.clan == "mushroom") + experts["mushroom-expert"],
            uses("berry", "leaf") * leaf.dice + experts["berry-expert"] + lent,
        )

    def _uses(self, kinds: Iterable[str], brings: bool) -> int:
        """How often resources of these kinds can be used, with those that the attempt brings or without."""
        tokens = sum(self.bag[: len(RESOURCES)]) + (SEARCHED if brings else 0)
        there = sum(self.bag[CLANS.index(kind)] for kind in kinds)
        there += sum(self.spoils.most[CLANS.index(kind)] for kind in kinds if brings and not self._idle(kind))
        there = min(there, tokens)
        return self._at_most(there + (tokens - there) // 2, SEARCHED if brings else 0)

    def _at_most(self, uses: int, more: int) -> int:
        """So many uses, or as many as are allowed where so many more resources come in."""
        return uses if self.less.most_used is None else min(uses, self.less.most_used + more)

    @property
    def rolled_again(self) -> int:
        """How many rolls of dice that lie there may follow each other, with resources and with cards at hand."""
        acorn, expert = self.does[CLANS.index("acorn")], TOKENS.index("acorn-expert")
        uses = (acorn, self._uses(["acorn"], not self.tried)), (self.does[expert], self._at_most(self.bag[expert], 0))
        return sum(number * does.dice * does.times for does, number in uses if isinstance(does, Reroll))

    def _idle(self, kind: str) -> bool:
        """Whether a resource is of no use after the attempt."""
        return kind == "leaf" and not self.joined

    @cached_property
    def coming(self) -> int:
        """How many resources of any kind may still come of what is under way."""
        match self.state.stage:
            case Take(number):
                return number
            case Negotiate():
                return TRADED
            case Move() | TurnOver() | Settle() | Bonus():
                return SEARCHED
        return 0

    def _granted(self, *, attempt: bool) -> tuple[dict[str, int], int]:
        """How often each ability can be used, and how many resources of any kind can be got."""
        uses = {name: self.bag[TOKENS.index(name)] for name in ABILITIES}
        wild = self.coming
        if self.less.most_used is None or not (attempt or self.less.idle):
            wild += sum(gain * uses[name] for name, gain in GAINS.items())
        if not attempt and not self.less.spare:
            there = [self.setting.skills[card].ability for card in self._cards()]
            got = sorted((GAINS.get(name, 0) for name in there), reverse=True)[: self.most_own]
            wild += sum(got)
            for name in ABILITIES:
                uses[name] += min(there.count(name), self.most_own)
        return uses, wild

    def experts(self, ability: str) -> int:
        """How often an ability can be used in the turn."""
        return self._granted(attempt=False)[0][ability]

    def paints(self, reach: Reach) -> frozenset[int]:
        """The colours that dice can be changed to."""
        berry = self.does[CLANS.index("berry")]
        assert isinstance(berry, Recolour)
        expert = self.does[TOKENS.index("berry-expert")]
        assert isinstance(expert, Recolour)
        names = berry.colours or COLOURS
        if any(self.setting.skills[card].ability == "berry-expert" for card in (*self.seat.skills, *self._cards())):
            names = COLOURS
        return frozenset(map(COLOURS.index, names)) if reach.recolours else frozenset()

    def _cards(self) -> tuple[str, ...]:
        return self.state.open_cards if self.less.late else (*self.state.open_cards, *self.hidden)

    @cached_property
    def used_dice(self) -> Counts:
        """How many dice of each colour are out of the supply."""
        left = self.state.supply()
        used = [n - there for n, there in zip(DICE, left, strict=True)]
        return used[0], used[1], used[2], used[3], used[4]

    @cached_property
    def tight(self) -> frozenset[int]:
        """The colours of which the supply may run out, if that is reckoned with."""
        return frozenset() if self.less.calm else self.short

    @cached_property
    def short(self) -> frozenset[int]:
        """The colours of which the supply may run out."""
        return frozenset(colour for colour, short in enumerate(self._short) if short > 0)

    @cached_property
    def freed(self) -> bool:
        """Whether it may help to change the colour of one die so that there is one for another."""
        paints = self.paints(self.reach(attempt=False))
        return any(short > 1 and paints - {colour} for colour, short in enumerate(self._short))

    @cached_property
    def _short(self) -> tuple[int, ...]:
        """How many more dice of each colour might be taken than there are."""
        first, all_ = self.reach(attempt=True), self.reach(attempt=False)
        waiting = self.state.stage.left if isinstance(self.state.stage, Refill) else 0
        paints = self.paints(all_)
        found = []
        for colour, used in enumerate(self.used_dice):
            own = sum(die.colour == COLOURS[colour] for die in self.seat.own)
            if self.joined:
                more = all_.draws if colour in paints else all_.borrows
            else:  # to the roll in the attempt, and to the own supply afterwards
                tried = first.draws if colour in paints else first.borrows
                mine = colour == CLANS.index(self.clan)
                painted = all_.recolours if mine or self.clan == "berry" else self.experts("berry-expert")
                more = min(tried + min(painted, self.most_own - own), max(tried, all_.draws))
            found.append(used + waiting + more - DICE[colour])
        return tuple(found)

    @cached_property
    def joins(self) -> bool:
        """Whether the dice of the roll may matter after the attempt."""
        return self.objective != "solve" and bool(self.reach(attempt=False).far_swaps or self.freed)

    def scarce(self, *, attempt: bool) -> bool:
        """Whether the general supply may run out of a resource until the attempt is over, or until the turn is."""
        _, wild = self._granted(attempt=attempt)
        wild += 0 if self.tried else SEARCHED
        resources = self.bag[: len(RESOURCES)]
        stock = self.stock(self.rivals_of(self.state))
        most = [own + wild + (sum(resources) - own) // 2 for own in resources]
        return any(map(int.__gt__, most, stock))

    # ----- how numbers are written

    def cards_over(self) -> int:
        """What the chances of skill cards turned over are over."""
        hidden, shown = len(self.hidden), len(self.state.open_cards)
        if self.objective == "solve" or (self.less.late and self.objective == "points"):
            return 1
        most = OPEN_CARDS - shown + self.most_own
        if self.less.late:
            return lcm(*(comb(hidden, turned) for turned in range(min(hidden, OPEN_CARDS, most) + 1)))
        return prod(hidden - turned for turned in range(min(hidden, most)))

    def highest(self) -> int:
        """No value is higher."""
        cards = [card.points for card in self.setting.skills.values()]
        points = max(cards, default=0) * max(self.most_own, 1)
        if self.objective != "worth":
            return max(points, 1)
        worth = self.worth
        tokens = sum(self.bag) + self.coming + SEARCHED + 3 * self.most_own + 3 * sum(self.bag[len(RESOURCES) :])
        return (
            worth.point * points
            + tokens * (max(worth.resources) + worth.own)
            + worth.ability * (sum(self.bag) + self.most_own)
            + worth.step * (self.seat.place[0] + 1)
            + worth.die * self.most_own
            + 2 * worth.point * max(cards, default=0) * max(worth.near) // 100
        )

    @cached_property
    def before(self) -> int:
        """What the player has come to at the start."""
        if self.objective == "worth":
            return self.worth.held(self.setting, self.state, self.player)
        return self.setting.points(self.seat) if self.objective == "points" else 0

    def final(self, value: Fraction, state: State) -> Fraction:
        """The gain since the start, from what is still to be gained in a later state."""
        if self.objective == "solve":
            return value
        per = self.worth.point if self.objective == "worth" else 1
        return value + per * self.setting.points(state.seats[self.player]) - self.before


def _in_hand(state: State, where: str) -> int:
    stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
    return len(stage.hand) if isinstance(stage, Acting) and stage.where == where else 0
