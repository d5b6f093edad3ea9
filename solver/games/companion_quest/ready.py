"""What a gnome can bring to bear in a turn besides dice: companions, other gnomes and snacks, as a graph.

A node is what is awake, ready and left; what leads to each other without a die is one node. From a node there are
steps that need no die (snacks, and abilities that wake, refresh, tame or bring snacks), uses of abilities on dice, and
what a placed die wakes; all of them are those of the whole game. Whether there is a die for it is not asked here, nor
who comes into the wilderness for a companion that is tamed: nobody who does is tamed in the same turn.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import accumulate, chain, islice
from operator import and_

from solver.errors import GnomonError, TooBigError
from solver.games.companion_quest.abilities import Ability, AnyColour, Wake
from solver.games.companion_quest.changes import Changing
from solver.games.companion_quest.means import Means, means_of
from solver.games.companion_quest.objectives import DEFAULT, Progress
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Choose, Replace
from solver.games.companion_quest.state import COLOURS, Seat, State
from solver.manipulation import Gain, Reroll

MOST_NODES = 20_000

Waking = tuple[int, int, bool]
"""The colour of a die, the node after it has woken a companion, and whether that one can lead to a roll."""


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
    wakes : by node, what dice wake, in the order of their colours
    rolls : by node, whether dice may still be rolled
    banks : whether an ability without chance may have to be used to make others ready
    tamed : how many companions can be tamed at most, of those who are in the wilderness
    late : whether somebody might be tamed as well who came there in the same turn
    starts : the nodes from which the turn goes on: several only in the middle of an ability that chooses
    apart, part : the graph before nodes were made one, and the node that each of its nodes is in; None if none were
    """

    means: Means
    nodes: dict[int, int]
    abilities: list[Ability]
    end: list[int]
    steps: list[list[int]]
    uses: list[list[tuple[int, int]]]
    wakes: list[list[Waking]]
    rolls: list[bool]
    banks: bool
    tamed: int
    late: bool
    starts: list[int]
    apart: Ready | None = None
    part: list[int] = field(default_factory=list)

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
    gain = _gains(setting, state)
    most = seat.snacks + gain * (dice + len(others))
    brim = (most + 1 - gain) * means.snack
    builder = _Builder(setting, state, means, Changing(setting, state, means, frozenset(colours)), most, brim)
    builder.explore(dice)
    return builder.merged(progress)


def edges(found: Ready) -> tuple[tuple[array[int], array[int]], ...]:
    """Steps, uses and wakings as the kernel reads them: where those of a node begin, and all of them.

    Those of wakings begin anew with each colour.

    >>> found = ready(Setting(2), State((Seat("crumbles", awake=("prost",)), Seat("bubbles", ready=False))), dice=0)
    >>> [(list(begin), list(flat)) for begin, flat in edges(found)][:2]
    [([0, 0, 0], []), ([0, 2, 2], [0, 1, 1, 1])]
    """
    woken = [0] * (len(COLOURS) * len(found.wakes))
    for here, wakes in enumerate(found.wakes):
        for colour, _, _ in wakes:
            woken[len(COLOURS) * here + colour] += 1
    return (
        (_begins(map(len, found.steps)), array("i", chain.from_iterable(found.steps))),
        (_begins(map(len, found.uses)), array("i", [number for uses in found.uses for use in uses for number in use])),
        (_begins(woken), array("i", [number for wakes in found.wakes for wake in wakes for number in wake[1:]])),
    )


def _begins(numbers: Iterable[int]) -> array[int]:
    return array("i", accumulate(numbers, initial=0))


def _gains(setting: Setting, state: State) -> int:
    """How many snacks an ability brings at most."""
    box = setting.box
    names = {*state.wild, *(name for seat in state.seats for name in (*seat.awake, *seat.resting))}
    abilities = [does for name in names for does in box.companions[name].abilities]
    abilities += [gnome.ability for gnome in box.gnomes.values()]
    return max((does.tokens for does in abilities if isinstance(does, Gain)), default=0)


class _Nodes(dict[int, int]):
    """The nodes by the numbers of their means; who asks for one that is not known makes it the next one."""

    def __init__(self) -> None:
        self.known: list[int] = []

    def __missing__(self, means: int) -> int:
        here = self[means] = len(self.known)
        if here >= MOST_NODES:
            raise TooBigError(f"turn: companions, gnomes and snacks make more than {MOST_NODES:,} states")
        self.known.append(means)
        return here


@dataclass(slots=True)
class _Builder:
    """The graph as it is found, before nodes are made one."""

    setting: Setting
    state: State
    means: Means
    changing: Changing
    most_snacks: int  # that are counted; from the brim on it may be that a step brings more
    brim: int
    starts: int = 0
    nodes: _Nodes = field(default_factory=_Nodes)
    steps: list[list[int]] = field(default_factory=list)
    uses: list[list[tuple[int, int]]] = field(default_factory=list)
    wakes: list[list[Waking]] = field(default_factory=list)
    spilt: list[tuple[int, int]] = field(default_factory=list)  # steps that bring more snacks than are counted

    def explore(self, dice: int) -> None:
        """Find all nodes that so many dice can lead to."""
        nodes, known = self.nodes, self.nodes.known
        for state in (self.state, *_settled(CompanionQuest(setting=self.setting), self.state)):
            nodes[self.means.number(state.seats, state.wild)]
        self.starts = len(known)
        begin = 0  # of the nodes that take just as many dice as have been counted
        for left in range(dice, -1, -1):
            for means in islice(known, begin, None):  # the list grows while it is read
                self.follow(means)
            here = known[begin:]
            begin = len(known)
            for means in here if left else ():
                ways = self.changing.woken(means)
                self.wakes.append([(colour, nodes[means + adds], leads) for colour, adds, leads in ways])
        self.wakes += [[] for _ in range(len(known) - len(self.wakes))]

    def follow(self, means: int) -> None:
        """Follow all that abilities and snacks can do to where the turn goes on."""
        nodes, (steps, uses) = self.nodes, self.changing.changes(means)
        self.uses.append([(ability, nodes[means + adds]) for ability, adds in uses])
        if means < self.brim:
            self.steps.append([nodes[means + adds] for adds in steps])
            return
        here, after = nodes[means], [means + adds for adds in steps]
        self.steps.append([nodes[self.counted(one)] for one in after])
        self.spilt += [(here, nodes[self.counted(one)]) for one in after if self.counted(one) < one]

    def counted(self, means: int) -> int:
        """The means without the snacks that are not counted any more."""
        snack = self.means.snack
        return min(means, means % snack + self.most_snacks * snack)

    def merged(self, progress: Progress) -> Ready:
        """The graph with what leads to each other without a die made one node."""
        part = _parts([[*steps, *(to for _, to in uses)] for steps, uses in zip(self.steps, self.uses, strict=True)])
        self.check(part)
        abilities = self.changing.abilities
        order = sorted(abilities, key=lambda does: isinstance(does, AnyColour))  # it takes a die away: last
        place = [order.index(does) for does in abilities]
        if list(abilities) != order:
            self.uses = [[(place[does], to) for does, to in uses] for uses in self.uses]
        end = self.means.kept(self.nodes.known, progress)
        there = list(self.means.in_wild(self.nodes.known))
        wild = set(there)
        tamed = len(self.state.wild) - min(map(int.bit_count, wild))
        late = tamed > 1
        if tamed == 1 == len(self.state.wild):  # who comes for the only one may be next
            nobody = (means for means, left in zip(self.nodes.known, there, strict=True) if not left)
            late = any(map(self.changing.could_tame, nobody))
        found = Ready(
            self.means,
            dict(self.nodes),
            order,
            end,
            self.steps,
            self.uses,
            self.wakes,
            [],
            self.banks(wild),
            tamed,
            late,
            list(range(self.starts)),
        )
        count = max(part) + 1
        if count < len(part):
            found.apart, found.part = replace(found), part
            _merge(found, part, count)
        found.rolls = rolling(found)
        return found

    def check(self, part: Sequence[int]) -> None:
        """Refuse cards that can go on for ever at a gain."""
        endless = {part[here] for here, uses in enumerate(self.uses) for _, to in uses if part[here] == part[to]}
        endless |= {part[here] for here, to in self.spilt if part[here] == part[to]}
        if not endless:
            return
        first = min(endless)
        cards = {
            self.changing.card(self.nodes.known[here], self.nodes.known[to])
            for here, (steps, uses) in enumerate(zip(self.steps, self.uses, strict=True))
            for to in (*steps, *(to for _, to in uses))
            if part[here] == part[to] == first
        }
        titles = [self.title(card) for card in sorted(cards - {""})]
        names = " and ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))
        raise GnomonError(f"turn: with {names} one can go on for ever at a gain, and so it has no value")

    def title(self, card: str) -> str:
        """What a card is called."""
        box = self.setting.box
        return box.companions[card].title if card in box.companions else box.gnomes[card].title

    def banks(self, wild: Iterable[int]) -> bool:
        """Whether it may matter that a companion or gnome has been used, besides what its ability does.

        `wild` is who may be in the wilderness by then.
        """
        box = self.setting.box
        stay = reduce(and_, wild)
        companions = [box.companions[name] for name, bit in self.means.companions.items() if not bit & stay]
        does = [each for card in companions for each in card.abilities]
        does += [box.gnomes[seat.gnome].ability for seat in self.state.seats]
        return len(self.state.seats) == 1 or any(isinstance(one, Wake) and one.companions > 1 for one in does)


def _merge(found: Ready, part: Sequence[int], count: int) -> None:
    """Make the nodes of each part one."""
    members: list[list[int]] = [[] for _ in range(count)]
    for here, at in enumerate(part):
        members[at].append(here)
    end, steps, uses, wakes = found.end, found.steps, found.uses, found.wakes
    found.nodes = {means: part[here] for means, here in found.nodes.items()}
    found.starts = sorted({part[here] for here in found.starts})
    found.end = [max([end[here] for here in each]) for each in members]
    ways = [{part[to]: None for here in each for to in steps[here]} for each in members]
    for at, one in enumerate(ways):
        one.pop(at, None)
    found.steps = [list(one) for one in ways]
    found.uses = [list({(does, part[to]): None for here in each for does, to in uses[here]}) for each in members]
    found.wakes = [
        sorted({(colour, part[to], leads) for here in each for colour, to, leads in wakes[here]}) for each in members
    ]


def _settled(game: CompanionQuest, state: State) -> Iterator[State]:
    """The states in which the turn goes on, after whatever is chosen; who comes into the wilderness is left out."""
    if isinstance(state.stage, Choose | Replace):
        for move in game.legal_actions(state):
            yield from _settled(game, game.apply(state, move))
    else:
        yield state


def _parts(edges: Sequence[Sequence[int]]) -> list[int]:
    """The part of each node; nodes that lead to each other are of one part, and node 0 is of part 0."""
    # by Tarjan: what is found is of no part until all that it leads to is
    part, found, least = [-1] * len(edges), [0] * len(edges), [0] * len(edges)
    number = count = 0
    open_nodes: list[int] = []
    for root in range(len(edges)):
        waiting = [] if found[root] else [(root, iter(edges[root]))]
        while waiting:
            here, left = waiting[-1]
            if not found[here]:
                number += 1
                found[here] = least[here] = number
                open_nodes.append(here)
            for to in left:
                if not found[to]:
                    waiting.append((to, iter(edges[to])))
                    break
                if part[to] < 0 and found[to] < least[here]:
                    least[here] = found[to]
            else:
                waiting.pop()
                if waiting and least[here] < least[waiting[-1][0]]:
                    least[waiting[-1][0]] = least[here]
                if least[here] == found[here]:
                    while part[here] < 0:
                        part[open_nodes.pop()] = count
                    count += 1
    # what follows mostly has a higher number
    turned = {count - 1 - part[0]: 0, 0: count - 1 - part[0]}
    return [turned.get(count - 1 - one, count - 1 - one) for one in part]


def rolling(found: Ready) -> list[bool]:
    """By node, whether dice may still be rolled."""
    rerolls = {number for number, does in enumerate(found.abilities) if isinstance(does, Reroll)}
    rolls = [any(does in rerolls for does, _ in uses) for uses in found.uses]
    before, left = len(rolls) + 1, [here for here, rolling in enumerate(rolls) if not rolling]
    while len(left) < min(before, len(rolls)):
        before = len(left)
        for here in reversed(left):  # mostly what follows has a higher number
            rolls[here] = (
                any(rolls[to] for to in found.steps[here])
                or any(rolls[to] for _, to in found.uses[here])
                or any(rolls[to] for _, to, _ in found.wakes[here])
            )
        left = [here for here in left if not rolls[here]]
    return rolls
