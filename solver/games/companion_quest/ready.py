"""What a gnome can bring to bear in a turn besides dice: companions, other gnomes and snacks, as a graph.

A node is what is awake, ready and left; what leads to each other without a die is one node. From a node there are
steps that need no die (snacks, and abilities that wake, refresh, tame or bring snacks), uses of abilities on dice, and
what a placed die wakes; all of them are those of the whole game. Whether there is a die for it is not asked here, nor
who comes into the wilderness for a companion that is tamed: nobody who does is tamed in the same turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from solver.dice import Rolled
from solver.errors import GnomonError, TooBigError
from solver.games.companion_quest import placing
from solver.games.companion_quest.abilities import Ability, AnyColour, Wake
from solver.games.companion_quest.action import Call, Eat, Use
from solver.games.companion_quest.objectives import DEFAULT, Progress, kept
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Adventure, Choose, Replace
from solver.games.companion_quest.state import COLOURS, NONE, Seat, State, Zone
from solver.manipulation import Gain, Recolour, Reroll, Shift

MOST_NODES = 20_000
ON_DICE = (Reroll, Shift, Recolour, AnyColour)
WITHOUT_CHANCE = (Shift, Recolour, AnyColour)

Means = tuple[tuple[Seat, ...], tuple[str, ...]]
"""The gnomes with their companions and snacks, and who is left in the wilderness."""

Wakings = list[tuple[int, bool]]
"""The nodes after a die has woken a companion, and whether that one can lead to a roll."""


@dataclass(slots=True)
class Ready:
    """The graph.

    Parameters
    ----------
    number : the node of all means that can come about
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

    number: dict[Means, int]
    abilities: list[Ability]
    end: list[int]
    steps: list[list[int]]
    uses: list[list[tuple[int, int]]]
    wakes: list[list[Wakings]]
    rolls: list[bool]
    banks: bool
    tamed: int
    starts: list[int]


def means_of(state: State) -> Means:
    """What a state has to offer besides dice."""
    return state.seats, state.wild


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
    builder = _Builder(setting, state, progress, frozenset(colours))
    seat = state.mover
    others = (*seat.awake, *seat.resting, *state.wild, *state.seats)
    builder.most_snacks = seat.snacks + _gains(setting, state) * (dice + len(others))
    builder.explore(dice)
    return builder.merged()


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
    progress: Progress
    colours: frozenset[str]
    most_snacks: int = 0
    starts: int = 0
    known: list[Means] = field(default_factory=list)
    at: dict[Means, int] = field(default_factory=dict)
    abilities: dict[Ability, int] = field(default_factory=dict)
    steps: list[dict[int, str]] = field(default_factory=list)  # the node after it, and whose ability it is
    uses: list[dict[tuple[int, int], str]] = field(default_factory=list)
    wakes: list[list[Wakings]] = field(default_factory=list)
    spilt: set[tuple[int, int]] = field(default_factory=set)  # steps that bring more snacks than are counted
    placed: list[int] = field(default_factory=list)  # how many dice have woken somebody by then, at least
    number: int = 0  # of dice that have; the nodes that are still to be looked at with so many
    waiting: list[int] = field(default_factory=list)

    def explore(self, dice: int) -> None:
        """Find all nodes that so many dice can lead to."""
        # nothing can be placed, and every ability finds dice to begin with
        hand = (Rolled(COLOURS[0], 1), Rolled(COLOURS[1], 1))
        plain = self.state.but(stage=Adventure(), hand=hand, gathered=NONE, shared="", path=(), roused=0, locked=True)
        plain = plain.but(zones=(Zone(), Zone(), Zone()))
        game = CompanionQuest(setting=_with_shifts(self.setting))
        self.node(means_of(self.state))
        for then in _settled(CompanionQuest(setting=self.setting), self.state):
            self.node(means_of(then))
        self.starts = len(self.known)
        for self.number in range(dice + 1):
            self.waiting = [here for here, placed in enumerate(self.placed) if placed == self.number]
            for here in self.waiting:  # the list grows while it is read
                state = plain.but(seats=self.known[here][0], wild=self.known[here][1])
                for move in _firsts(game.legal_actions(state)):
                    self.follow(game, here, state, move)
                if self.number < dice:
                    self.wakes[here] = [self.woken(state, colour) for colour in COLOURS]

    def node(self, means: Means, more: int = 0) -> int:
        """The number of a node, which so many more dice lead to."""
        here, placed = self.at.setdefault(means, len(self.known)), self.number + more
        if here == len(self.known):
            if here >= MOST_NODES:
                raise TooBigError(f"turn: companions, gnomes and snacks make more than {MOST_NODES:,} states")
            self.known.append(means)
            self.placed.append(placed)
            self.steps.append({})
            self.uses.append({})
            self.wakes.append([[] for _ in COLOURS])
        elif placed >= self.placed[here]:
            return here
        self.placed[here] = placed
        if not more:
            self.waiting.append(here)
        return here

    def follow(self, game: CompanionQuest, here: int, state: State, move: Use | Call | Eat) -> None:
        """Follow an action to where the turn goes on."""
        card, does = self.source(state, move)
        if isinstance(does, ON_DICE):
            after = self.node(means_of(game.apply(state, move)))
            self.uses[here][self.abilities.setdefault(does, len(self.abilities)), after] = card
            return
        for then in _settled(game, game.apply(state, move)):
            spilt = then.mover.snacks > self.most_snacks
            if spilt:
                then = then.with_mover(snacks=self.most_snacks)
            after = self.node(means_of(then))
            if spilt:
                self.spilt.add((here, after))
            if after != here or spilt:
                self.steps[here][after] = card

    def source(self, state: State, move: Use | Call | Eat) -> tuple[str, Ability | None]:
        """Whose ability an action uses, and which one."""
        box = self.setting.box
        match move:
            case Use(name, number):
                return name, box.companions[name].abilities[number]
            case Call(seat):
                gnome = box.gnomes[state.seats[seat].gnome]
                return gnome.name, gnome.ability
            case _:
                return "", None

    def woken(self, state: State, colour: str) -> Wakings:
        """What a die of a colour can wake."""
        if colour not in self.colours:
            return []
        found = []
        for names in placing.wakings(self.setting, state, (Rolled(colour, 1),)):
            if names:
                abilities = [does for name in names for does in self.setting.box.companions[name].abilities]
                leads = not all(isinstance(does, WITHOUT_CHANCE) for does in abilities)
                found.append((self.node(means_of(placing.awoken(state, names)), 1), leads))
        return found

    def merged(self) -> Ready:
        """The graph with what leads to each other without a die made one node."""
        size = len(self.known)
        part = _parts([[*self.steps[here], *(after for _, after in self.uses[here])] for here in range(size)])
        self.check(part)
        count = max(part) + 1
        order = sorted(self.abilities, key=lambda does: isinstance(does, AnyColour))  # it takes a die away: last
        place = {self.abilities[does]: number for number, does in enumerate(order)}
        end = [0] * count
        steps: list[dict[int, None]] = [{} for _ in range(count)]
        uses: list[dict[tuple[int, int], None]] = [{} for _ in range(count)]
        wakes: list[list[dict[tuple[int, bool], None]]] = [[{} for _ in COLOURS] for _ in range(count)]
        for here, means in enumerate(self.known):
            at = part[here]
            end[at] = max(end[at], kept(self.state.but(seats=means[0]), self.progress))
            steps[at] |= dict.fromkeys(part[after] for after in self.steps[here] if part[after] != at)
            uses[at] |= dict.fromkeys((place[does], part[after]) for does, after in self.uses[here])
            for colour, ways in enumerate(self.wakes[here]):
                wakes[at][colour] |= dict.fromkeys((part[after], leads) for after, leads in ways)
        found = Ready(
            {means: part[here] for means, here in self.at.items()},
            order,
            end,
            [list(one) for one in steps],
            [list(one) for one in uses],
            [[list(ways) for ways in one] for one in wakes],
            [],
            self.banks(),
            max(len(self.state.wild) - len(wild) for _, wild in self.known),
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
            card
            for here, steps in enumerate(self.steps)
            for after, card in (*steps.items(), *((after, card) for (_, after), card in self.uses[here].items()))
            if part[here] == part[after] == first and card
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
        names = {name for seats, _ in self.known for seat in seats for name in (*seat.awake, *seat.resting)}
        wakes = [does for name in names for does in box.companions[name].abilities]
        wakes += [box.gnomes[seat.gnome].ability for seats, _ in self.known for seat in seats]
        return len(self.state.seats) == 1 or any(isinstance(does, Wake) and does.companions > 1 for does in wakes)


def _with_shifts(setting: Setting) -> Setting:
    """A setting in which a die is turned where it may be placed whatever its colour: it needs no card to be used."""

    def read(does: Ability) -> Ability:
        return Shift(1, wraps=True) if isinstance(does, AnyColour) else does

    box = setting.box
    companions = {
        name: replace(card, abilities=tuple(map(read, card.abilities))) for name, card in box.companions.items()
    }
    gnomes = {name: replace(card, ability=read(card.ability)) for name, card in box.gnomes.items()}
    other = replace(box, companions=MappingProxyType(companions), gnomes=MappingProxyType(gnomes))
    return replace(setting, box=other)


def _firsts(moves: Iterable[Any]) -> Iterator[Use | Call | Eat]:
    """Of all uses of an ability the first one, and snacks."""
    seen: set[Use | Call] = set()
    for move in moves:
        if isinstance(move, Use | Call):
            bare = replace(move, action=None)
            if bare not in seen:
                seen.add(bare)
                yield move
        elif isinstance(move, Eat):
            yield move


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
