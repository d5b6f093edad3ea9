"""A turn of Companion Quest: what placing a roll takes, what is certain of it, and which dice to gather.

python -m benchmarks.companion_quest
"""

from __future__ import annotations

import argparse
import gc
import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

if __name__ == "__main__":  # run as a file, which finds only what lies beside it
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from solver import _allot
from solver.dice import Rolled
from solver.game import CHANCE, TERMINAL
from solver.games.companion_quest.advice import ranked as advised
from solver.games.companion_quest.allot import numbers, packed
from solver.games.companion_quest.certain.plan import best_plan
from solver.games.companion_quest.content import box, box_of, merged
from solver.games.companion_quest.gathering import gather_values
from solver.games.companion_quest.lines import Lines
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.position import Position
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.show import PLAYERS, whole_game
from solver.games.companion_quest.show import position as position_of
from solver.games.companion_quest.stage import Adventure, Gather
from solver.games.companion_quest.state import COLOURS, SUPPLY, Dice, Seat, State, Zone
from solver.games.companion_quest.turn_game import TurnGame
from solver.games.companion_quest.turn_values import values
from solver.solve.ranking import Ranking

TURNS = 9
ROLLS = 2000
PLACING, CERTAIN = 5e-6, 7e-3  # seconds for one roll: about 4 us are asked for
GATHERING = {3: 0.05, 4: 0.1, 5: 0.3, 6: 1.0}  # capacity -> seconds
RESTING = ("prost", "cherry-robin", "river-otter")
AWAKE = ("dune-dog", "meadow-bee", "pond-frog")  # a reroll, and two that turn a die by one
WITH_ABILITIES = {3: None, 4: None, 5: 10.0}  # capacity -> seconds
RANKING = 0.5  # without the start of a process
ORDINARY, SOON = 60, 0.25  # positions that come up in games, and seconds for one: a process takes as long to start

TABLES = {
    "cards as they come": (("three-orchards", "high-branch", "key-before-door"), "star-bridge"),
    "sums, colours and a choice": (("toll-bridge", "apples-or-water", "one-basket"), "fern-hollow"),
    "three times any die": (("[any]*3 : A < B", "[any]*3 : B < C", "[any]*3 : A = C"), "[any]*3"),
    "twelve unlike spaces": (
        ("[red|blue] [even] [1-4]", "[odd] [yellow|green|red] [3-6]", "[any] [2-5] [purple|orange|blue]"),
        "[any] [odd] [even]",
    ),
    "rows and a sum, four spaces each": (
        ("a-mountainous-decision", "falling-fish", "full-cart"),
        "dry-creek",
    ),
}


@dataclass(frozen=True, slots=True)
class Row:
    """What something took and may take, in seconds; None where nothing is asked."""

    label: str
    taken: float
    allowed: float | None = None

    @property
    def met(self) -> bool:
        return self.allowed is None or self.taken <= self.allowed

    def __str__(self) -> str:
        allowed = "" if self.allowed is None else f"{_text(self.allowed)} {'met' if self.met else 'MISSED'}"
        return f"{self.label:<58}{_text(self.taken):>12}  {allowed}"


def _text(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def position(name: str, capacity: int = 3) -> tuple[Setting, State]:
    """Three problems and a quest."""
    problems, path = TABLES[name]
    sample = {"provenance": "sample"}
    tasks = [{"name": text, "type": "challenge", "task": text, **sample} for text in problems if "[" in text]
    if "[" in path:
        tasks.append({"name": path, "type": "quest", "stage": 1, "task": path, "reward": [1, 1, 1, 1], **sample})
    setting = Setting(2, Rules(capacity=capacity), box=merged(box(), box_of(tasks)))
    zones = (Zone(problems[0]), Zone(problems[1]), Zone(problems[2]))
    return setting, State((Seat("crumbles"), Seat("bubbles")), Adventure(), quests=(path,), zones=zones)


def rolls(dice: int) -> list[Dice]:
    """So many dice of random colours, rolled."""
    rng = Random(dice)
    stock = [colour for colour, n in zip(COLOURS, SUPPLY, strict=True) for _ in range(n)]
    return [
        tuple(sorted(Rolled(colour, rng.randint(1, 6)) for colour in rng.sample(stock, dice))) for _ in range(ROLLS)
    ]


def seconds(call: Callable[[], object], turns: int = TURNS) -> float:
    """The least processor time of a call: others that run on the machine only make it longer."""
    taken = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(turns):
            start = process_time()
            call()
            taken.append(process_time() - start)
    finally:
        gc.enable()
    return min(taken)


def placing(dice: int) -> list[Row]:
    """The kernel, for a roll among many."""
    hands = rolls(dice)
    flat = array("i", [-1]) * (8 * len(hands))
    for row, hand in enumerate(hands):
        flat[8 * row : 8 * row + dice] = numbers(hand)
    view = memoryview(flat).cast("B").cast("i", (len(hands), 8))
    keys = array("q", bytes(8 * len(hands)))
    found = []
    for name in TABLES:
        asked = packed(*position(name))
        taken = seconds(lambda asked=asked: _allot.keys(asked, view, keys))  # type: ignore[misc]
        label = f"{dice} dice placed: {name}"
        found.append(Row(label, taken / len(hands), PLACING if dice == 6 and name == next(iter(TABLES)) else None))
    return found


def certain(dice: int) -> Row:
    """CP-SAT, for one roll."""
    setting, state = position(next(iter(TABLES)))
    taken = []
    for hand in rolls(dice)[:20]:
        asked = replace(state, hand=hand)
        taken.append(seconds(lambda asked=asked: best_plan(setting, asked), 2))  # type: ignore[misc]
    return Row(f"{dice} dice placed by CP-SAT, on average", sum(taken) / len(taken), CERTAIN)


def gathering(capacity: int) -> list[Row]:
    """The worst of all tables, for all gathers; with a die that was passed on and companions to wake as well."""
    found = []
    for extra in ("", ", a die passed on", ", three companions to wake"):
        worst = 0.0
        for name in TABLES:
            setting, state = position(name, capacity)
            state = replace(state, stage=Gather(), shared="red" if "passed" in extra else "")
            if "wake" in extra:
                state = replace(state, seats=(replace(state.seats[0], resting=RESTING), state.seats[1]))
            worst = max(worst, seconds(lambda setting=setting, state=state: gather_values(setting, state), 3))  # type: ignore[misc]
        found.append(Row(f"all gathers, capacity {capacity}{extra}", worst, GATHERING[capacity]))
    return found


def awake(name: str, capacity: int) -> tuple[Setting, State]:
    """A table with three companions awake, and nothing else to use."""
    setting, state = position(name, capacity)
    seats = (replace(state.seats[0], awake=AWAKE, ready=False), replace(state.seats[1], ready=False))
    return setting, replace(state, seats=seats)


def ranked(setting: Setting, state: State) -> None:
    """All lines of a turn."""
    turn = TurnGame(CompanionQuest(setting=setting), start=state)
    Lines(turn, values(turn, state)).lines(state)


def with_abilities(capacity: int) -> list[Row]:
    """All gathers with three companions awake, who can be woken again, for each table."""
    found = []
    for name in TABLES:
        setting, state = awake(name, capacity)
        state = replace(state, stage=Gather())
        taken = seconds(lambda setting=setting, state=state: ranked(setting, state), 1)  # type: ignore[misc]
        label = f"all gathers, capacity {capacity}, abilities: {name}"
        found.append(Row(label, taken, WITH_ABILITIES[capacity]))
    return found


def ranking(dice: int) -> Row:
    """All first actions after a roll with three companions awake: the longest of some rolls of all tables."""
    taken = 0.0
    for name in TABLES:
        setting, state = awake(name, 5)
        for hand in rolls(dice)[:4]:
            asked = replace(state, hand=hand)
            taken = max(taken, seconds(lambda setting=setting, asked=asked: ranked(setting, asked), 1))  # type: ignore[misc]
    return Row(f"{dice} dice rolled: all first actions, abilities", taken, RANKING)


def ordinary() -> list[Row]:
    """`gnomon turn` in positions after the roll that come up in games of greedy gnomes."""
    taken, exact, both = [], 0, 0
    for number in range(ORDINARY):
        position = come_up(number)
        found: list[Ranking] = []
        taken.append(seconds(lambda: found.append(advised(position, top=5)), 3))  # noqa: B023
        exact += found[0].best.kind == "exact"
        both += found[0].best.kind == "exact" and found[0].best.later == "exact"
    said = f"{ORDINARY} ordinary positions, the best gap exact in {exact}, progress in {both}"
    return [Row(f"{said}: median", median(taken)), Row(f"{said}: longest", max(taken), SOON)]


def come_up(seed: int) -> Position:
    """What a gnome sees after a roll of a game, somewhere in its first turns."""
    rng = Random(seed)
    game = whole_game(rng.randint(1, 4), Rules())
    player, state = PLAYERS["greedy"](Random(seed), game), game.initial_state()
    left = rng.randint(1, 12)
    while True:
        who = game.current_player(state)
        if who == TERMINAL:
            return come_up(seed + ORDINARY)
        if who == CHANCE:
            ways = game.chance_outcomes(state)
            state = game.apply(state, *rng.choices([*ways], [*ways.values()]))
            continue
        seen = game.observation(state, who)
        begins = isinstance(state.stage, Adventure) and state.hand and not state.roused
        left -= bool(begins)
        if begins and not left:
            return position_of(seen, game)
        state = game.apply(state, player(seen, game.legal_actions(state)))


def rows() -> list[Row]:
    """All that is measured."""
    found = [*placing(4), *placing(6), *placing(7), certain(6)]
    for capacity in GATHERING:
        found += gathering(capacity)
    for capacity in WITH_ABILITIES:
        found += with_abilities(capacity)
    return [*found, ranking(3), ranking(4), ranking(5), *ordinary()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each; 1 if one takes longer than it may."""
    argparse.ArgumentParser(prog="python -m benchmarks.companion_quest").parse_args(arguments)
    late = False
    for row in rows():
        print(row, flush=True)
        late |= not row.met
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
