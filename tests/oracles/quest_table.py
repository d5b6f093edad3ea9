"""Small hand-made states of Companion Quest, and moves on them of which each is looked up among the legal ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from solver.dice import Roll as Dice
from solver.dice import Rolled
from solver.game import CHANCE
from solver.games import dice_set
from solver.games.companion_quest.action import Pick
from solver.games.companion_quest.content import Box, box, box_of, merged
from solver.games.companion_quest.placing import in_danger
from solver.games.companion_quest.play import CompanionQuest
from solver.games.companion_quest.rules import Rules
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.sound import check_state
from solver.games.companion_quest.stage import Adventure
from solver.games.companion_quest.state import Seat, State, Zone

PLAIN = ("plain-path", "long-path", "last-path")
CARDS: list[dict[str, Any]] = [
    {"name": "plain-path", "type": "quest", "stage": 1, "task": "[odd] [purple] [any]", "reward": [3, 1, 1, 1]},
    {"name": "long-path", "type": "quest", "stage": 2, "task": "[any]*4", "reward": [2, 1, 1, 1]},
    {"name": "last-path", "type": "quest", "stage": 3, "task": "[any] [red]", "reward": [2, 1, 1, 1]},
]
"""Quests without a rule of their own; each state has them unless others are asked for."""

COMPANIONS = {
    "adder": ("red", "+1"),
    "turner": ("blue", "+1 or -1"),
    "roller": ("blue", "reroll 1 up to 2 times"),
    "double-roller": ("green", "reroll 2"),
    "painter": ("yellow", "colour red"),
    "freer": ("purple", "any colour"),
    "waker": ("orange", "wake"),
    "other-waker": ("red", "wake"),
    "double-waker": ("orange", "wake 2"),
    "baker": ("green", "snack"),
    "refresher": ("green", "refresh"),
    "tamer": ("green", "tame"),
}
GNOMES = {
    "shifty": "+1",
    "sleepless": "wake",
    "cook": "snack",
    "tracker": "tame",
    "fresh": "refresh",
    "free": "any colour",
}


def table_box(problems: Sequence[str] = (), quests: Sequence[dict[str, Any]] = ()) -> Box:
    """The shipped cards and those above; `problems` are tasks, whose cards are named after them."""
    tasks = [*CARDS, *quests]
    tasks += [
        {"name": text, "type": "danger" if text.startswith("health") else "challenge", "task": text}
        for text in problems
        if text and text not in box().problems
    ]
    companions = [{"name": name, "wake": wake, "abilities": [does]} for name, (wake, does) in COMPANIONS.items()]
    gnomes = [{"name": name, "ability": does, "starter": "prost"} for name, does in GNOMES.items()]
    sample = {"provenance": "sample"}
    return merged(box(), box_of(*([entry | sample for entry in cards] for cards in (tasks, companions, gnomes))))


def die(text: str) -> Rolled:
    """One die."""
    (only,) = dice(text)
    return only


def dice(text: str) -> tuple[Rolled, ...]:
    """Dice in canonical order."""
    return Dice.read(text, dice_set("companion-quest")).dice


def lying(text: str) -> tuple[tuple[int, Rolled], ...]:
    """Dice on a card, written `A r3, B y5`; on a danger all on A."""
    pairs = [item.split() for item in text.split(",") if item.strip()]
    return tuple(sorted((ord(space) - ord("A"), die(shown)) for space, shown in pairs))


class Table:
    """A state and the game it belongs to; moves change the state.

    Parameters
    ----------
    problems : what lies in the zones: the task, or the name of a card; none for an empty zone
    on : the dice that lie on them
    seats : the gnomes, the one on turn first; two with nothing by default
    quest : the tasks of cards for the box; the first of them is the active one
    rules : readings and numbers
    fields : of the state
    """

    def __init__(
        self,
        problems: Sequence[str] = (),
        hand: str = "",
        *,
        on: Sequence[str] = (),
        seats: Sequence[Seat] = (),
        quests: Sequence[dict[str, Any]] = (),
        rules: Rules | None = None,
        dangers: int = 2,
        **fields: Any,
    ) -> None:
        shown = [*problems, "", "", ""][:3]
        cards = table_box(shown, quests)
        players = tuple(seats) or (Seat("crumbles"), Seat("bubbles"))
        rules = rules or Rules()
        self.game = CompanionQuest(len(players), Setting(len(players), rules, dangers=dangers, box=cards))
        laid = [*on, "", "", ""][:3]
        zones = [Zone(card, lying(text), 3 if card else 0) for card, text in zip(shown, laid, strict=True)]
        faced = [cards.problems[card].danger for card in shown if card]
        below = sum(zone.below for zone in zones)
        solved = [card for card in reversed(box().problems) if not cards.problems[card].danger and card not in shown]
        hidden_dangers = min(dangers - sum(faced), below) if below else 0
        gone = [card for card in box().problems if cards.problems[card].danger and card not in shown]
        spent = 12 - below - len(faced)
        dead = gone[: dangers - sum(faced) - hidden_dangers]
        given: dict[str, Any] = {
            "stage": Adventure(),
            "quests": (*(entry["name"] for entry in quests), *PLAIN[len(quests) + fields.get("done", 0) :]),
            "zones": tuple(zones),
            "hidden": (below - hidden_dangers, hidden_dangers),
            "solved": tuple(sorted((*dead, *solved[: spent - len(dead)]))),
            "hand": dice(hand),
            "foe": 2,
            "turns": 1,
        }
        state = State(players, **given | fields)
        if "locked" not in fields:
            at_once = rules.lock == "at_once"
            locked = in_danger(self.game.setting, state) if at_once else any(faced)
            state = replace(state, locked=locked)
        self.state = state
        check_state(self.game.setting, state)

    def actions(self, kind: type[Any] | None = None) -> list[Any]:
        """The legal actions, or those of a kind."""
        found = self.game.legal_actions(self.state)
        return [action for action in found if kind is None or isinstance(action, kind)]

    def said(self, kind: type[Any] | None = None) -> list[str]:
        """The same as text."""
        return [str(action) for action in self.actions(kind)]

    def do(self, *moves: Any) -> State:
        """Take actions, given as they are or as text, or let chance bring what is given."""
        for move in moves:
            if self.game.current_player(self.state) == CHANCE:
                legal: list[Any] = list(self.game.chance_outcomes(self.state))
            else:
                legal = list(self.game.legal_actions(self.state))
            if isinstance(move, str) and move not in legal:
                found = [action for action in legal if str(action) == move]
                assert len(found) == 1, f"{move!r} is not among {[str(one) for one in legal]}"
                (move,) = found
            assert move in legal, f"{move!r} is not among {legal}"
            self.state = self.game.apply(self.state, move)
            check_state(self.game.setting, self.state)
        return self.state

    def outcomes(self) -> dict[Any, int]:
        """What chance may bring, with the weights."""
        return dict(self.game.chance_outcomes(self.state))


def picks(*names: str) -> list[Pick]:
    """Companions as choices of an ability."""
    return [Pick(name) for name in names]
