"""What a gnome can bring to bear in a turn besides dice, as one number.

Companions, gnomes and snacks each have bits of it, and whatever is done with them adds to it or takes from it the same
wherever it can be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from solver.games.companion_quest.objectives import DEFAULT, Progress, worth_kept
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.state import Seat, State

UNKNOWN = -1
"""In the place of a number: with a companion who was not there to begin with."""


@dataclass(frozen=True, slots=True)
class Means:
    """How means are told by a number.

    From the lowest bit on: who is awake, who is in the wilderness, which gnomes are ready, alone which gnome it is, and
    the snacks of the gnome on turn. Companions that are neither awake nor in the wilderness rest.

    Parameters
    ----------
    companions : the bit of each, in the order of the seats and in that by name; those of the wilderness would come to
        the gnome on turn
    own : the bits of those that the gnome on turn has or may get
    turn, seats : whose turn it is, and how many gnomes there are
    gnomes : alone, the names of the gnomes, in the order of the box
    others : the snacks of the other gnomes
    wild : what the bit of a companion is times, where it stands for the wilderness
    ready : the bit of the gnome of the first seat; the others follow
    gnome : what the number of the gnome is times
    snack : what the snacks are times: more than all else together

    Examples
    --------
    >>> state = State((Seat("crumbles", snacks=1, awake=("prost",)), Seat("bubbles", ready=False)), wild=("moon-owl",))
    >>> means = means_of(Setting(2), state)
    >>> means.companions, bin(means.number(state.seats, state.wild))
    ({'moon-owl': 1, 'prost': 2}, '0b1010110')
    """

    companions: dict[str, int]
    own: int
    turn: int
    seats: int
    gnomes: tuple[str, ...]
    others: int
    wild: int = field(init=False)
    ready: int = field(init=False)
    gnome: int = field(init=False)
    snack: int = field(init=False)

    def __post_init__(self) -> None:
        many = len(self.companions)
        gnome = 1 << 2 * many + self.seats
        object.__setattr__(self, "wild", 1 << many)
        object.__setattr__(self, "ready", 1 << 2 * many)
        object.__setattr__(self, "gnome", gnome)
        object.__setattr__(self, "snack", gnome << len(self.gnomes).bit_length())

    def in_wild(self, numbers: Iterable[int]) -> Iterator[int]:
        """The bits of those who are in the wilderness with these means."""
        bits, wild = self.ready - self.wild, self.wild
        return ((one & bits) // wild for one in numbers)

    def number(self, seats: Sequence[Seat], wild: Sequence[str]) -> int:
        """The number of these means, or `UNKNOWN`; who has come into the wilderness meanwhile is left out."""
        bits = self.companions
        found = sum(bits[name] for name in wild if name in bits) * self.wild
        ready = self.ready
        for seat in seats:
            for name in seat.awake:
                if name not in bits:
                    return UNKNOWN
                found += bits[name]
            if not all(name in bits for name in seat.resting):
                return UNKNOWN
            found += ready * seat.ready
            ready <<= 1
        if self.gnomes:
            found += self.gnomes.index(seats[0].gnome) * self.gnome
        return found + seats[self.turn].snacks * self.snack

    def kept(self, numbers: Sequence[int], progress: Progress = DEFAULT) -> list[int]:
        """The progress of what is kept with these means.

        >>> means = means_of(Setting(1), State((Seat("crumbles", snacks=2, awake=("prost",)),)))
        >>> means.kept([0, 1, means.snack])
        [0, 3, 4]
        """
        awake, ready, snack = self.wild - 1, self.gnome - self.ready, self.snack
        return [
            worth_kept((one & awake).bit_count(), one // snack + self.others, (one & ready).bit_count(), progress)
            for one in numbers
        ]


def means_of(setting: Setting, state: State) -> Means:
    """How the means of a turn are told by numbers."""
    own: set[str] = set()
    names: list[str] = []
    for at, seat in enumerate(state.seats):
        here = {*seat.awake, *seat.resting}
        if at == state.turn:
            own = here = {*here, *state.wild}
        names += sorted(here)
    companions = {name: 1 << number for number, name in enumerate(names)}
    others = sum(seat.snacks for at, seat in enumerate(state.seats) if at != state.turn)
    gnomes = tuple(setting.box.gnomes) if len(state.seats) == 1 else ()
    return Means(companions, sum(companions[name] for name in own), state.turn, len(state.seats), gnomes, others)
