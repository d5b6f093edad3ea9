"""Random positions of Companion Quest with a hand of dice, and what can be made of them by trying everything.

Everything is tried by the rules of the game themselves: every order of placing dice, of taking dice back, and, where
they are asked for, of the abilities that roll nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from oracles.quest_table import table_box

from solver.dice import Rolled
from solver.errors import GnomonError
from solver.games.companion_quest.action import Call, Place, TakeBack, Use
from solver.games.companion_quest.content import Box
from solver.games.companion_quest.objectives import Objective, Progress, worth_of
from solver.games.companion_quest.placing import fits, in_danger, place, placements, returns, take_back
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Adventure
from solver.games.companion_quest.state import COLOURS, SUPPLY, Seat, State, Zone
from solver.manipulation import Recolour, Shift

SPACES = (
    "any", "any", "any", "red", "blue", "blue|green|red", "even", "odd", "4", "2-5", "1|6", "yellow even",
    "high", "low",
)  # fmt: skip
WORDS = ("equal", "different", "different colours", "same colour", "consecutive", "ascending", "descending")
WORTHS = (Progress(), Progress(space=1, step=1, health=0, awake=7), Progress(space=3, step=0, health=2, awake=1))


# ----- positions ------------------------------------------------------------------------------------------


def random_task(rng: Random, path: bool = False) -> str:
    """A task of up to four spaces, or a danger."""
    if not path and rng.random() < 0.25:
        kind = rng.choice(["any", "even", "odd", "red|blue", "pairs", "pairs"])
        return f"health {rng.randrange(4, 13)} : {kind}"
    letters = "ABCD"[: rng.randint(1, 4)]
    spaces = " ".join(f"[{rng.choice(SPACES)}]" for _ in letters)
    relations = list(_relations(rng, letters, path)) if len(letters) > 1 else []
    return f"{spaces} : {', '.join(relations)}" if relations else spaces


def _relations(rng: Random, letters: str, path: bool) -> Iterator[str]:
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        one, other = rng.sample(letters, 2)
        kinds = [
            f"{one} then {other}",
            f"{one} {rng.choice(['<', '>', '=', '!='])} {other}",
            f"{one} + {other} {rng.choice(['=', '>=', '<='])} {rng.randrange(3, 10)}",
            rng.choice(WORDS),
        ]
        if not path:
            kinds.append(f"{one} or {other}")
        if len(letters) > 2:
            kinds.append(f"{' + '.join(letters)} >= {rng.randrange(6, 14)}")
        yield rng.choice(kinds)


def random_rules(rng: Random, **fixed: Any) -> Rules:
    """Some readings of all that bears on placing."""
    return Rules(
        **{
            "take_back": rng.choice(["any_time", "any_time", "before_gathering", "whole_cards"]),
            "lock": rng.choice(["end_of_turn", "end_of_turn", "at_once"]),
            "wake_whose": rng.choice(["own", "own", "any_player"]),
            "high_low": rng.choice(["tied", "strict"]),
            "order": rng.choice(["strict", "weak"]),
            "meter_order": rng.choice(["hat_first", "both_then_compare"]),
            **fixed,
        }
    )


def random_setting(rng: Random, rules: Rules, shipped: bool) -> tuple[Setting, list[str], list[str]]:
    """A setting, and the problems and quests to choose from: those shipped, or made up here."""
    if shipped:
        setting = Setting(2, rules)
        return setting, list(setting.box.problems), list(setting.box.quests)
    while True:
        problems, path = [random_task(rng) for _ in range(3)], random_task(rng, path=True)
        flag = rng.choice(["", "", "one-step"])
        try:
            cards: Box = table_box(problems, [{**_path(path), "flag": flag}])
        except GnomonError:  # a relation that cannot be
            continue
        return Setting(2, rules, box=cards), problems, ["the-path"]


def _path(task: str) -> dict[str, Any]:
    return {"name": "the-path", "type": "quest", "stage": 1, "task": task, "reward": [1, 1, 1, 1]}


def random_state(
    rng: Random, dice: int, *, shipped: bool, resting: Sequence[int] = (0,), **rules: Any
) -> tuple[Setting, State]:
    """A position with so many dice in the hand; `resting` are numbers of resting companions to choose from."""
    setting, problems, quests = random_setting(rng, random_rules(rng, **rules), shipped)
    stock = [colour for colour, n in zip(COLOURS, SUPPLY, strict=True) for _ in range(n)]
    rng.shuffle(stock)

    def die() -> Rolled:
        return Rolled(stock.pop(), rng.randint(1, 6))

    names = rng.sample(problems, 3)
    zones = [Zone() if rng.random() < 0.1 else _laid(rng, setting, name, die) for name in names]
    friends = rng.sample(sorted(setting.box.companions), 4)
    asleep = rng.choice(resting)
    seats = (
        Seat("crumbles", awake=(friends[0],), resting=tuple(sorted(friends[1 : asleep + 1]))),
        Seat("bubbles", resting=(friends[3],) if asleep and asleep < 3 else ()),
    )
    gnome = rng.choice([0, 0, 1])
    quest = rng.choice(quests)
    state = State(
        seats,
        Adventure(),
        quests=(quest,),
        hat=rng.randrange(len(setting.box.quests[quest].path.spaces)),
        zones=(zones[0], zones[1], zones[2]),
        gnome=gnome,
        foe=rng.randint(gnome + 1, 3),
        hand=tuple(sorted(die() for _ in range(dice))),
    )
    return setting, replace(state, locked=in_danger(setting, state))


def _laid(rng: Random, setting: Setting, name: str, die: Callable[[], Rolled]) -> Zone:
    """A card with some dice that may lie there."""
    zone, task = Zone(name), setting.box.problems[name].task
    for _ in range(rng.randrange(3)):
        one = die()
        if task.danger:
            spaces = [0] if not task.danger.pairs and task.danger.kind.accepts(*one) else []
        else:
            readings = setting.rules.readings
            spaces = [at for at in range(len(task.spaces)) if fits(task, zone.dice, at, one, readings)]
        if spaces:
            zone = replace(zone, dice=tuple(sorted((*zone.dice, (rng.choice(spaces), one)))))
    return zone


# ----- trying everything ----------------------------------------------------------------------------------


def reached(setting: Setting, state: State) -> set[State]:
    """Every state that placing dice and taking dice back leads to."""
    found, todo = {state}, [state]
    while todo:
        now = todo.pop()
        after = [place(setting, now, action) for action in placements(setting, now)]
        after += [take_back(setting, now, action) for action in returns(setting, now)]
        new = set(after) - found
        found |= new
        todo += new
    return found


def reached_by_abilities(game: CompanionQuest, state: State, most: int) -> set[State] | None:
    """The same with abilities that turn or recolour dice; None where there are too many states."""
    found, todo = {state}, [state]
    while todo:
        now = todo.pop()
        for action in game.legal_actions(now):
            if _is_certain(game, now, action):
                then = game.apply(now, action)
                if then not in found:
                    found.add(then)
                    todo.append(then)
        if len(found) > most:
            return None
    return {now for now in found if isinstance(now.stage, Adventure)}


def _is_certain(game: CompanionQuest, state: State, action: Any) -> bool:
    cards = game.setting.box
    match action:
        case Use(companion, ability):
            return isinstance(cards.companions[companion].abilities[ability], Shift | Recolour)
        case Call(seat):
            return isinstance(cards.gnomes[state.seats[seat].gnome].ability, Shift | Recolour)
        case Place() | TakeBack():
            return True
    return not isinstance(state.stage, Adventure)


def best_of(setting: Setting, states: set[State], objective: Objective, progress: Progress) -> tuple[int, int]:
    """The most that one of these states is worth."""
    return max(worth_of(setting, state, objective, progress) for state in states)
