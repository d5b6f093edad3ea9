"""The state of a whole game, and what one player may know of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.deck import Deck
from solver.games.old_ones.stage import Fighting, Stage, on_table
from solver.games.old_ones.tribe import Tribe

if TYPE_CHECKING:
    from collections.abc import Mapping

NOBODY = Tribe("WR", 0)
"""The tribe of a player who has not chosen one yet, or has none any more."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's tribe, lands and hand.

    Parameters
    ----------
    tribe : the tribe; `NOBODY` before the type is chosen and after the last elf has died
    hand : names of cards, in the order of the alphabet
    lands : the lands played, the last one last
    missed : turns that this player must still miss
    joining : elves on their way: in how many own turns, and how many
    shown : cards of this hand that a rival knows for sure: the rival and the card, sorted
    out : whether this player has lost
    """

    tribe: Tribe = NOBODY
    hand: tuple[str, ...] = ()
    lands: tuple[str, ...] = ()
    missed: int = 0
    joining: tuple[tuple[int, int], ...] = ()
    shown: tuple[tuple[int, str], ...] = ()
    out: bool = False

    @property
    def land(self) -> str | None:
        """The land this tribe is in; None before the first."""
        return self.lands[-1] if self.lands else None


@dataclass(frozen=True, slots=True)
class State:
    """All that decides how a game goes on.

    Parameters
    ----------
    seats : the players, clockwise; the opponent to the right is the one before
    deck : the cards to be drawn; those that somebody has looked at lie on top in their order
    discard : names of cards, in the order of the alphabet
    stage : what the game waits for
    turn : whose turn it is
    row : the number of this turn among those that this player takes in a row
    again : whether this player has earned another turn
    turns : turns begun so far
    peeked : how many cards on top of the deck each player knows
    """

    seats: tuple[Seat, ...]
    deck: Deck
    stage: Stage
    discard: tuple[str, ...] = ()
    turn: int = 0
    row: int = 1
    again: bool = False
    turns: int = 0
    peeked: tuple[int, ...] = ()

    @property
    def mover(self) -> Seat:
        """The player whose turn it is."""
        return self.seats[self.turn]

    def to(self, stage: Stage) -> State:
        """Return the same with another stage; it is what happens most, so it must be quick."""
        return State(
            self.seats,
            self.deck,
            stage,
            self.discard,
            self.turn,
            self.row,
            self.again,
            self.turns,
            self.peeked,
        )

    def seated(self, number: int, seat: Seat) -> State:
        """Return the same with another seat, as quickly."""
        return State(
            (*self.seats[:number], seat, *self.seats[number + 1 :]),
            self.deck,
            self.stage,
            self.discard,
            self.turn,
            self.row,
            self.again,
            self.turns,
            self.peeked,
        )

    def rivals(self) -> list[int]:
        """Return the others who are still in the game, clockwise from the player whose turn it is."""
        many = len(self.seats)
        order = [(self.turn + step) % many for step in range(1, many)]
        return [seat for seat in order if not self.seats[seat].out]


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody sees of a player, and what the onlooker knows of the hand.

    Parameters
    ----------
    held : the number of cards in hand
    known : those of them that the onlooker knows, in the order of the alphabet
    """

    tribe: Tribe
    held: int
    known: tuple[str, ...]
    lands: tuple[str, ...]
    missed: int
    joining: tuple[tuple[int, int], ...]
    out: bool

    @property
    def land(self) -> str | None:
        """The land this tribe is in; None before the first."""
        return self.lands[-1] if self.lands else None


@dataclass(frozen=True, slots=True)
class Observation:
    """What one player may know.

    Parameters
    ----------
    player : who looks
    hand : the own cards
    seats : what is seen of every player, the own seat included
    deck : the number of cards to be drawn
    top : the cards known to lie on top of the deck
    discard, turn, row, again, turns : as in :class:`State`
    stage : what the game waits for, without what only another player may know
    """

    player: int
    hand: tuple[str, ...]
    seats: tuple[Public, ...]
    deck: int
    top: tuple[str, ...]
    discard: tuple[str, ...]
    stage: Stage
    turn: int
    row: int
    again: bool
    turns: int

    def unseen(self, whole: Mapping[str, int]) -> Deck:
        """Return the cards that this player has not seen, below those known on top of the deck.

        They are the others in the deck and in the rivals' hands, and the player cannot tell which is where.

        Parameters
        ----------
        whole : the cards in the game with the number of their copies
        """
        seen = Counter((*self.hand, *self.top, *self.discard))
        for seat in self.seats:
            seen.update((*seat.known, *seat.lands))
            for member in seat.tribe.members:
                seen.update((member.name, "flesh-shaping") if member.shaped else (member.name,))
        seen.update(on_table(self.stage))
        return Deck.of(Counter(dict(whole)) - seen, self.top)


def observe(state: State, player: int) -> Observation:
    """Return what a player may know of a state.

    Examples
    --------
    >>> from solver.games.old_ones.stage import Travel
    >>> hand = ("bear", "sword")
    >>> state = State((Seat(hand=hand), Seat(hand=hand, shown=((0, "bear"),))), Deck.of(["club"]), Travel())
    >>> seen = observe(state, 0)
    >>> seen.hand, seen.seats[1].held, seen.seats[1].known
    (('bear', 'sword'), 2, ('bear',))
    """
    own = state.seats[player]
    seats = tuple(
        Public(
            seat.tribe,
            len(seat.hand),
            tuple(card for viewer, card in seat.shown if viewer == player) if seat is not own else (),
            seat.lands,
            seat.missed,
            seat.joining,
            seat.out,
        )
        for seat in state.seats
    )
    stage = state.stage
    if isinstance(stage, Fighting) and player != state.turn:
        stage = stage.masked()
    return Observation(
        player=player,
        hand=own.hand,
        seats=seats,
        deck=state.deck.size,
        top=state.deck.top[: state.peeked[player]] if state.peeked else (),
        discard=state.discard,
        stage=stage,
        turn=state.turn,
        row=state.row,
        again=state.again,
        turns=state.turns,
    )
