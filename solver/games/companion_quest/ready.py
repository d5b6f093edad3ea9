"""What a gnome can bring to bear in a turn besides dice: companions, other gnomes and snacks, as a graph.

A node is what is awake, ready and left; what leads to each other without a die is one node. From a node there are
steps that need no die (snacks, and abilities that wake, refresh, tame or bring snacks), uses of abilities on dice, and
what a placed die wakes; all of them are those of the whole game. Whether there is a die for it is not asked here, nor
who comes into the wilderness for a companion that is tamed: nobody who does is tamed in the same turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_

from solver.errors import GnomonError, TooBigError
from solver.games.companion_quest.abilities import Ability, AnyColour, Wake
from solver.games.companion_quest.changes import NO_DICE, Changes
from solver.games.companion_quest.means import Means, means_of
from solver.games.companion_quest.objectives import DEFAULT, Progress
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Choose, Replace
from solver.games.companion_quest.state import COLOURS, Seat, State
from solver.manipulation import Gain, Reroll

MOST_NODES = 20_000

Wakings = list[tuple[int, bool]]
"""The nodes after a die has woken a companion, and whether that one can lead to a roll."""


@dataclass(slots=True)
class Ready:
    """The graph.

    Parameters
    ----------
    means : how means are told by numbers
    nodes : the node of all means that can come about, by their number
    abilities : those on dice
    end : by node, the progress of what is kept if the turn ends
    steps : by node, the nodes that steps lead to
    uses : by node, abilities by their number and the nodes after them
    wakes : by node and colour
    rolls : by node, whether dice may still be rolled
    banks : whether an ability without chance may have to be used to make others ready
    tamed : how many companions can be tamed at most
    starts : the nodes from which the turn goes on: several only in the middle of an ability that chooses
    """

    means: Means
    nodes: dict[int, int]
    abilities: list[Ability]
    end: list[int]
    steps: list[list[int]]
    uses: list[list[tuple[int, int]]]
    wakes: list[list[Wakings]]
    rolls: list[bool]
    banks: bool
    tamed: int
    starts: list[int]

    def node(self, seats: Sequence[Seat], wild: Sequence[str]) -> int | None:
        """The node of these means; None if they cannot come about with those who were there to begin with."""
        return self.nodes.get(self.means.number(seats, wild))


def ready(
    setting: Setting, state: State, progress: Progress = DEFAULT, colours: Iterable[str] = COLOURS, dice: int = 8
) -> Ready:
    """The graph from a position on.

    Parameters
    ----------
    colours, dice : of the dice that may come to be placed in the turn, and how many they are

    Raises
    ------
    GnomonError
        for cards with which one can go on for ever at a gain; it names them
    TooBigError
        for more than `MOST_NODES` nodes

    Examples
    --------
    >>> found = ready(Setting(2), State((Seat("crumbles", awake=("prost",)), Seat("bubbles", ready=False))))
    >>> len(found.end), found.abilities
    (2, [Shift(steps=1, wraps=True, ways='up'), Reroll(dice=1, times=1, interleaved=True)])
    """
    seat = state.mover
    others = (*seat.awake, *seat.resting, *state.wild, *state.seats)
    means = means_of(setting, state)
    most_snacks = seat.snacks + _gains(setting, state) * (dice + len(others))
    builder = _Builder(setting, state, means, Changes(setting, state, means, frozenset(colours)), most_snacks)
    builder.explore(dice)
    return builder.merged(progress)


def _gains(setting: Setting, state: State) -> int:
    """How many snacks an ability brings at most."""
    box = setting.box
    names = {*state.wild, *(name for seat in state.seats for name in (*seat.awake, *seat.resting))}
    abilities = [does for name in names for does in box.companions[name].abilities]
    abilities += [gnome.ability for gnome in box.gnomes.values()]
    return max((does.tokens for does in abilities if isinstance(does, Gain)), default=0)


@dataclass(slots=True)
class _Builder:
    """The graph as it is found, before nodes are made one."""

    setting: Setting
    state: State
    means: Means
    changes: Changes
    most_snacks: int
    starts: int = 0
    known: list[int] = field(default_factory=list)
    at: dict[int, int] = field(default_factory=dict)
    steps: list[list[int]] = field(default_factory=list)
    uses: list[list[tuple[int, int]]] = field(default_factory=list)
    wakes: list[list[Wakings]] = field(default_factory=list)
    spilt: list[tuple[int, int]] = field(default_factory=list)  # steps that bring more snacks than are counted
    placed: list[int] = field(default_factory=list)  # how many dice have woken somebody by then, at least
    number: int = 0  # of dice that have; the nodes that are still to be looked at with so many
    waiting: list[int] = field(default_factory=list)

    def explore(self, dice: int) -> None:
        """Find all nodes that so many dice can lead to."""
        for state in (self.state, *_settled(CompanionQuest(setting=self.setting), self.state)):
            self.node(self.means.number(state.seats, state.wild))
        self.starts = len(self.known)
        for self.number in range(dice + 1):
            self.waiting = [here for here, placed in enumerate(self.placed) if placed == self.number]
            for here in self.waiting:  # the list grows while it is read
                self.follow(here)
                if self.number < dice:
                    self.wake(here)

    def node(self, means: int, more: int = 0) -> int:
        """The number of a node, which so many more dice lead to."""
        here, placed = self.at.setdefault(means, len(self.known)), self.number + more
        if here == len(self.known):
            if here >= MOST_NODES:
                raise TooBigError(f"turn: companions, gnomes and snacks make more than {MOST_NODES:,} states")
            self.known.append(means)
            self.placed.append(placed)
            self.steps.append([])
            self.uses.append([])
            self.wakes.append([[] for _ in COLOURS])
        elif placed >= self.placed[here]:
            return here
        self.placed[here] = placed
        if not more:
            self.waiting.append(here)
        return here

    def follow(self, here: int) -> None:
        """Follow all that abilities and snacks can do to where the turn goes on."""
        means = self.known[here]
        steps, uses = [], []
        for adds, ability, _ in self.changes.of(means):
            after = means + adds
            if ability != NO_DICE:
                uses.append((ability, self.node(after)))
                continue
            most = self.most(after)
            then, spilt = self.node(most), most != after
            if spilt:
                self.spilt.append((here, then))
            if then != here or spilt:
                steps.append(then)
        self.steps[here], self.uses[here] = steps, uses

    def most(self, means: int) -> int:
        """The means without the snacks that are not counted any more."""
        snack = self.means.snack
        return min(means, means % snack + self.most_snacks * snack)

    def wake(self, here: int) -> None:
        """Follow what dice can wake."""
        means = self.known[here]
        self.wakes[here] = [
            [(self.node(means + adds, 1), leads) for adds, leads in ways] for ways in self.changes.woken(means)
        ]

    def merged(self, progress: Progress) -> Ready:
        """The graph with what leads to each other without a die made one node."""
        size = len(self.known)
        part = _parts([[*self.steps[here], *(after for _, after in self.uses[here])] for here in range(size)])
        self.check(part)
        count = max(part) + 1
        abilities = self.changes.abilities
        order = sorted(abilities, key=lambda does: isinstance(does, AnyColour))  # it takes a die away: last
        place = {abilities[does]: number for number, does in enumerate(order)}
        end = [0] * count
        steps: list[dict[int, None]] = [{} for _ in range(count)]
        uses: list[dict[tuple[int, int], None]] = [{} for _ in range(count)]
        wakes: list[list[dict[tuple[int, bool], None]]] = [[{} for _ in COLOURS] for _ in range(count)]
        for here, worth in enumerate(self.means.kept(self.known, progress)):
            at = part[here]
            end[at] = max(end[at], worth)
            steps[at] |= dict.fromkeys(part[after] for after in self.steps[here] if part[after] != at)
            uses[at] |= dict.fromkeys((place[does], part[after]) for does, after in self.uses[here])
            for colour, ways in enumerate(self.wakes[here]):
                wakes[at][colour] |= dict.fromkeys((part[after], leads) for after, leads in ways)
        found = Ready(
            self.means,
            {means: part[here] for means, here in self.at.items()},
            order,
            end,
            [list(one) for one in steps],
            [list(one) for one in uses],
            [[list(ways) for ways in one] for one in wakes],
            [],
            self.banks(),
            len(self.state.wild) - min(self.means.in_wild(one).bit_count() for one in self.known),
            sorted({part[here] for here in range(self.starts)}),
        )
        found.rolls = _rolling(found)
        return found

    def check(self, part: Sequence[int]) -> None:
        """Refuse cards that can go on for ever at a gain."""
        endless = {part[here] for here, uses in enumerate(self.uses) for _, to in uses if part[here] == part[to]}
        endless |= {part[here] for here, to in self.spilt if part[here] == part[to]}
        if not endless:
            return
        first = min(endless)
        cards = {
            change.card
            for here, means in enumerate(self.known)
            for change in self.changes.of(means)
            if part[here] == first and part[self.at[self.most(means + change.adds)]] == first and change.card
        }
        titles = [self.title(card) for card in sorted(cards)]
        names = " and ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))
        raise GnomonError(f"turn: with {names} one can go on for ever at a gain, and so it has no value")

    def title(self, card: str) -> str:
        """What a card is called."""
        box = self.setting.box
        return box.companions[card].title if card in box.companions else box.gnomes[card].title

    def banks(self) -> bool:
        """Whether it may matter that a companion or gnome has been used, besides what its ability does."""
        box = self.setting.box
        stay = self.means.in_wild(reduce(and_, self.known))
        companions = [box.companions[name] for name, bit in self.means.companions.items() if not bit & stay]
        does = [each for card in companions for each in card.abilities]
        does += [box.gnomes[seat.gnome].ability for seat in self.state.seats]
        return len(self.state.seats) == 1 or any(isinstance(one, Wake) and one.companions > 1 for one in does)


def _settled(game: CompanionQuest, state: State) -> Iterator[State]:
    """The states in which the turn goes on, after whatever is chosen; who comes into the wilderness is left out."""
    if isinstance(state.stage, Choose | Replace):
        for move in game.legal_actions(state):
            yield from _settled(game, game.apply(state, move))
    else:
        yield state


def _parts(edges: Sequence[Sequence[int]]) -> list[int]:
    """The part of each node; nodes that lead to each other are of one part, and node 0 is of part 0."""
    order: list[int] = []
    back: list[list[int]] = [[] for _ in edges]
    for here, after in enumerate(edges):
        for to in after:
            back[to].append(here)
    for way, found in ((edges, order), (back, None)):
        part = [-1] * len(edges)
        count = 0
        for root in range(len(edges)) if found is not None else reversed(order):
            if part[root] < 0:
                part[root] = count
                stack = [(root, iter(way[root]))]
                while stack:
                    here, left = stack[-1]
                    for to in left:
                        if part[to] < 0:
                            part[to] = count
                            stack.append((to, iter(way[to])))
                            break
                    else:
                        stack.pop()
                        if found is not None:
                            found.append(here)
                count += 1
    turned = {part[0]: 0, 0: part[0]}
    return [turned.get(one, one) for one in part]


def _rolling(found: Ready) -> list[bool]:
    """By node, whether dice may still be rolled."""
    before: list[list[int]] = [[] for _ in found.end]
    stack = []
    for here, uses in enumerate(found.uses):
        after = [*found.steps[here], *(to for _, to in uses), *(to for ways in found.wakes[here] for to, _ in ways)]
        for to in after:
            before[to].append(here)
        if any(isinstance(found.abilities[does], Reroll) for does, _ in uses):
            stack.append(here)
    rolls = [False] * len(found.end)
    while stack:
        here = stack.pop()
        if not rolls[here]:
            rolls[here] = True
            stack += before[here]
    return rolls
