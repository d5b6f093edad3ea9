"""Dice that can be changed, each one of its own, in the CP-SAT model of a turn: abilities, wakings, and times.

A die is placed at a time; what it wakes is used after that, and an ability is used on a die before that is placed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from solver.dice import Rolled
from solver.games.companion_quest.action import QUEST
from solver.games.companion_quest.certain.cards import Laid, firsts, together
from solver.games.companion_quest.certain.sources import Source, Spot
from solver.games.companion_quest.certain.supply import add_supply
from solver.games.companion_quest.state import COLOURS
from solver.manipulation import Recolour
from solver.task.constraints import compared
from solver.task.model import Compare

if TYPE_CHECKING:
    from solver.games.companion_quest.certain.model import TurnModel


def add_dice(turn: TurnModel) -> Any:
    """Add the dice of the hand and all that can be done with them; the progress of what is awake in the end."""
    return Dice(turn).add()


class Dice:
    """The dice of a hand in a model: where each lies, when it is placed, and what is used on it."""

    def __init__(self, turn: TurnModel) -> None:
        self.turn, self.model = turn, turn.model
        self.hand, self.sources = turn.hand, turn.sources
        self.every = range(len(self.hand))
        self.spots: list[list[Spot]] = [[] for _ in self.every]
        self.sooner: dict[tuple[int, int], Any] = {}
        self.when: dict[tuple[int, int], list[tuple[Any, Any]]] = defaultdict(list)
        self.wakers = {at: turn.wakers(source) for at, source in enumerate(self.sources) if source.wake}
        tick = 2 + sum(isinstance(does, Recolour) for source in self.sources for _, does in source.does)
        self.end = tick * (len(self.hand) + 1)
        self.times = [tick * self.model.new_int_var(1, len(self.hand), f"time of die {die}") for die in self.every]

    def add(self) -> Any:
        """Add all there is; the progress of what is awake in the end."""
        for laid in self.turn.laid:
            self._spots(laid)
        for die in self.every:
            self.model.add(sum(spot.var for spot in self.spots[die]) <= 1)
        self._count_passing()
        for laid in self.turn.laid:
            self._in_order(laid)
        self._ways()
        woken = self._uses()
        add_supply(self)
        self.turn.choices += [var for _, _, var in self.turn.taken]
        return woken

    def kind(self, die: int, kinds: Iterable[Rolled]) -> Any:
        """Whether a die is placed as one of these kinds."""
        wanted = set(kinds)
        return sum(spot.var for spot in self.spots[die] if spot.kind in wanted)

    # ----- where dice lie ---------------------------------------------------------------------------------

    def _spots(self, laid: Laid) -> None:
        """A literal for each die, space and kind; those of a card's own rules add up to them."""
        by_use: dict[tuple[int, Rolled], list[Any]] = defaultdict(list)
        for space, kind, var in laid.uses:
            by_use[space, kind].append(var)
        for (space, kind), literals in by_use.items():
            here = []
            for die in self.every:
                if kind in self.turn.kinds[die]:
                    var = self.model.new_bool_var(f"die {die} on {laid.at} {space} as {kind}")
                    self.spots[die].append(Spot(die, laid, space, kind, var))
                    here.append(var)
            self.model.add(sum(here) == sum(literals))
        if not self.turn.dumping(laid):
            return
        lying = {space: die for space, (die, _) in laid.lying.items()}
        for space, asked in enumerate(laid.task.spaces):
            for die in self.every:
                for kind in self.turn.kinds[die]:
                    if asked.accepts(*kind) and kind.colour in self.turn.wakes:
                        var = self.model.new_bool_var(f"die {die} passes over {laid.at} {space} as {kind}")
                        self.spots[die].append(Spot(die, laid, space, kind, var, True))
                        self.turn.clear(laid, {space: kind}, lying, [var])

    def _count_passing(self) -> None:
        """Plans are told apart by the kinds of dice that are taken back."""
        passing: dict[Rolled, list[Any]] = defaultdict(list)
        for spot in (spot for spots in self.spots for spot in spots if spot.passing):
            passing[spot.kind].append(spot.var)
        for kind, literals in passing.items():
            most = min(len(literals), len(self.hand))
            number = self.model.new_int_var(0, most, f"{kind} taken back")
            self.model.add(sum(literals) == number)
            self.turn.choose(number, most)
            self.turn.passing[kind] = number

    # ----- in which order ---------------------------------------------------------------------------------

    def _before(self, one: int, other: int, when: list[Any]) -> None:
        """One die is placed before another when all these literals are true."""
        if (one, other) not in self.sooner:
            self.sooner[one, other] = self.model.new_bool_var(f"die {one} before {other}")
            self.model.add(self.times[one] + 1 <= self.times[other]).only_enforce_if(self.sooner[one, other])
        self.model.add_bool_or([self.sooner[one, other], *(~var for var in when)])

    def _at(self, die: int, laid: Laid, space: int) -> Any:
        """Whether a die lies on a space, as whatever it is."""
        var = self.model.new_bool_var(f"die {die} on {laid.at} {space}")
        self.model.add(sum(one.var for one in self.spots[die] if one.laid is laid and one.space == space) == var)
        return var

    def _on(self, laid: Laid, passing: bool | None = None) -> list[Spot]:
        return [
            spot
            for spots in self.spots
            for spot in spots
            if spot.laid is laid and (passing is None or spot.passing == passing)
        ]

    def _in_order(self, laid: Laid) -> None:
        if laid.at == QUEST:
            at = {
                (die, space): self._at(die, laid, space) for die in self.every for space in range(len(laid.task.spaces))
            }
            for (one, space), (other, then) in permutations(at, 2):
                if then == space + 1 and one != other:
                    self._before(one, other, [at[one, space], at[other, then]])
        elif laid.task.danger:
            if laid.task.danger.pairs:
                self._couples(laid)
        else:
            for spot in self._on(laid):
                for spaces in firsts(laid.task, spot.space):
                    self._opened(laid, spot, spaces)
            self._passing_first(laid)

    def _couples(self, laid: Laid) -> None:
        """Dice of a pair are placed together."""
        coupled: dict[int, list[Any]] = defaultdict(list)
        here = {die: [spot for spot in self.spots[die] if spot.laid is laid] for die in self.every}
        for one, other in combinations(self.every, 2):
            faces = {spot.kind.face for spot in here[one]} & {spot.kind.face for spot in here[other]}
            for face in faces:
                var = self.model.new_bool_var(f"dice {one} and {other} are a pair of {face}")
                for die in (one, other):
                    self.model.add(sum(spot.var for spot in here[die] if spot.kind.face == face) >= var)
                    coupled[die].append(var)
                self.model.add(self.times[one] == self.times[other]).only_enforce_if(var)
        for die in self.every:
            self.model.add(sum(coupled[die]) == sum(spot.var for spot in here[die]))

    def _opened(self, laid: Laid, spot: Spot, spaces: tuple[int, ...]) -> None:
        """A die lies on a space that opens another before the die of that one is placed."""
        ways = []
        lying = {space: die for space, (die, _) in laid.lying.items()}
        for space in spaces:
            if space in laid.lying:  # at the beginning, if not for good
                die, stays = laid.lying[space]
                ways.append(stays)
                if spot.passing:
                    way = self.model.new_bool_var("before it is taken back")
                    self._clear_but(laid, {space: die, spot.space: spot.kind}, lying, space, [spot.var, way])
                    ways.append(way)
        for other in self._on(laid):
            if other.space in spaces and other.die != spot.die and (spot.passing or not other.passing):
                way = self.model.new_bool_var("after the first")
                self.model.add_implication(way, other.var)
                self._before(other.die, spot.die, [way])
                if spot.passing:
                    both = {other.space: other.kind, spot.space: spot.kind}
                    self.turn.clear(laid, both, lying, [spot.var, way])
                ways.append(way)
        self.model.add_bool_or([*ways, ~spot.var])

    def _clear_but(
        self, laid: Laid, placed: dict[int, Rolled], lying: dict[int, Rolled], space: int, when: list[Any]
    ) -> None:
        """Like `TurnModel.clear`, for a die that lies on one of the spaces already."""
        rest = Laid(laid.at, laid.task, [], laid.done, 0, {at: it for at, it in laid.lying.items() if at != space})
        self.turn.clear(rest, placed, {at: die for at, die in lying.items() if at != space}, when)

    def _passing_first(self, laid: Laid) -> None:
        """What is taken back at once comes before dice that would be in its way."""
        task, readings, stays = laid.task, self.turn.setting.rules.readings, self._on(laid, False)
        for one in self._on(laid, True):
            for item in laid.task.relations:
                if isinstance(item, Compare) and len(item.spaces) > 2 and one.space in item.spaces:
                    self._beside(laid, one, item)
            for other in stays:
                if one.die == other.die:
                    continue
                both = tuple(sorted(((one.space, one.kind), (other.space, other.kind))))
                if laid.back == "whole" or one.space == other.space or not together(task, readings, both):
                    self._before(one.die, other.die, [one.var, other.var])

    def _beside(self, laid: Laid, passing: Spot, item: Compare) -> None:
        """A die that is taken back at once, and what lies on the other spaces of a sum by then."""
        when, total = [passing.var], 0
        for n, space in item.terms:
            if space == passing.space:
                total += n * int(passing.kind.face)
                continue
            there = self.model.new_bool_var(f"a die lies on {space} by then")
            when.append(there)
            if space in laid.lying:
                die, stays = laid.lying[space]
                self.model.add_implication(stays, there)
                total += n * int(die.face) * stays
            for spot in self._on(laid, False):
                if spot.space == space:
                    total += n * int(spot.kind.face) * spot.var
                    if spot.die != passing.die:
                        self._before(passing.die, spot.die, [passing.var, spot.var, ~there])
        self.model.add(compared(total, item.op, item.constant)).only_enforce_if(when)

    # ----- abilities --------------------------------------------------------------------------------------

    def _ways(self) -> None:
        """What becomes of each die that is placed, and by what uses of abilities."""
        for die in self.every:
            by_kind: dict[Rolled, list[Any]] = defaultdict(list)
            for way in self.turn.ways[die]:
                if any(spot.kind == way.kind for spot in self.spots[die]):
                    var = self.model.new_bool_var(f"die {die} becomes {way.kind} by {way.uses}")
                    by_kind[way.kind].append(var)
                    self.turn.taken.append((die, way, var))
            for kind, literals in by_kind.items():
                self.model.add(sum(literals) == self.kind(die, [kind]))

    def _uses(self) -> Any:
        """Who is used when, on which die, and woken by which; the progress of what is awake in the end."""
        progress, wakings = self.turn.progress, []
        worth: Any = 0
        for at, source in enumerate(self.sources):
            wakers = self.wakers.get(at, [])
            used = self._used(at, source)
            woken = []
            for _ in wakers:
                by = {die: self.model.new_bool_var(f"{source.name} is woken by {die}") for die in wakers}
                was = self.model.new_bool_var(f"{source.name} is woken again")
                self.model.add(sum(by.values()) == was)
                woken.append((was, by))
                wakings.append((source.wake, by))
            self._in_turns(source, used, woken)
            if source.wake:
                worth += progress.awake * (sum(was for was, _ in woken) - sum(was for was, _ in used))
            else:
                worth -= progress.ready * sum(was for was, _ in used)
        return worth + progress.awake * self._others_woken(wakings)

    def _used(self, at: int, source: Source) -> list[tuple[Any, Any]]:
        """Whether a source is used, and when: once, twice and so on; each time on one die before that is placed."""
        found: list[tuple[Any, Any]] = []
        on_die: dict[int, list[Any]] = {die: [] for die in self.every}
        for time in range(self.turn.most_uses(source)):
            used = self.model.new_bool_var(f"{source.name} is used {time}")
            when = self.model.new_int_var(1, self.end, f"when {source.name} is used {time}")
            literals = []
            for die in self.every:
                var = self.model.new_bool_var(f"{source.name} is used {time} on {die}")
                self.model.add(when + 1 <= self.times[die]).only_enforce_if(var)
                on_die[die].append(var)
                literals.append(var)
                self.when[at, die].append((var, when))
            self.model.add(sum(literals) == used)
            if found:
                self.model.add_implication(used, found[-1][0])
            found.append((used, when))
        for die, literals in on_die.items():
            asked = sum(
                sum(one == at for one, _, _ in way.uses) * var for other, way, var in self.turn.taken if other == die
            )
            self.model.add(sum(literals) == asked)
        return found

    def _in_turns(self, source: Source, used: list[tuple[Any, Any]], woken: list[tuple[Any, dict[int, Any]]]) -> None:
        """A companion is used, woken, used and so on."""
        for time, (was, by) in enumerate(woken):
            before = time - 1 + source.awake  # the use that the waking follows
            after = before + 1
            if before >= len(used):
                self.model.add(was == 0)
                continue
            if before >= 0:
                self.model.add_implication(was, used[before][0])
                for die, var in by.items():
                    self.model.add(used[before][1] + 1 <= self.times[die]).only_enforce_if(var)
            if after < len(used):
                for die, var in by.items():
                    self.model.add(self.times[die] + 1 <= used[after][1]).only_enforce_if([var, used[after][0]])
        for time, (was_used, _) in enumerate(used):
            needed = time - source.awake
            if source.wake and needed >= 0:
                self.model.add_implication(was_used, woken[needed][0])

    def _others_woken(self, wakings: list[tuple[str, dict[int, Any]]]) -> Any:
        """Each die wakes one at most; how many companions are woken that cannot change dice."""
        able = Counter(source.wake for source in self.sources if source.wake and not source.awake)
        by_die: dict[int, list[Any]] = defaultdict(list)
        total: Any = 0
        for _, by in wakings:
            for die, var in by.items():
                by_die[die].append(var)
        for literals in by_die.values():
            self.model.add(sum(literals) <= 1)
        for colour in COLOURS:
            dice = {die: [kind for kind in self.turn.kinds[die] if kind.colour == colour] for die in self.every}
            for wake, by in wakings:
                if wake == colour:
                    for die, var in by.items():
                        self.model.add(self.kind(die, dice[die]) >= var)
            others = self.turn.resting[colour] - able[colour]
            if others > 0:
                number = self.model.new_int_var(0, others, f"{colour} wakes")
                there = sum(self.kind(die, dice[die]) for die in self.every)
                spent = sum(var for wake, by in wakings if wake == colour for var in by.values())
                self.model.add(number <= there - spent)
                total += number
        return total
