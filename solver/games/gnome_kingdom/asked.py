"""What a position asks, in words: the question of each stage, and the title of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from solver.dice import Rolled
from solver.games.gnome_kingdom.filling import COLOURS
from solver.games.gnome_kingdom.setting import Setting
from solver.games.gnome_kingdom.stage import (
    Acting,
    Aftermath,
    Attempt,
    Bonus,
    GiveBack,
    Move,
    Negotiate,
    Refill,
    Settle,
    Stage,
    Take,
)
from solver.games.gnome_kingdom.state import State
from solver.games.gnome_kingdom.tiles import OWN
from solver.games.gnome_kingdom.words import bag_text, colours_text, dice_text

QUESTIONS: dict[type[Stage], str] = {
    Refill: "which colours to refill?",
    Attempt: "what to do first?",
    Acting: "go on, or stop?",
    Take: "which resources to take?",
    Negotiate: "which resources to swap?",
    Move: "where to go?",
    Settle: "which space to take?",
    Bonus: "which die to keep too?",
    Aftermath: "what now?",
    GiveBack: "which dice to give back?",
}

OVER = (Aftermath, Move, Settle, Bonus, GiveBack)
"""Stages that come after the attempt."""


def title_of(setting: Setting, state: State) -> tuple[str, ...]:
    """What a position is, in parts: who plays, the task, the dice, and what the player has.

    Examples
    --------
    >>> from solver.games.gnome_kingdom.position import read
    >>> from solver.games.gnome_kingdom.seen import setting_of, state_of
    >>> position = read("{game: gnome-kingdom, task: sunrise, players: [{clan: leaf, own: r1}], roll: r3 r4}")
    >>> title_of(setting_of(position), state_of(position))
    ('leaf clan', 'task sunrise', 'roll r3 r4', 'no resources', 'own r1')
    """
    seat, stage = state.mover, state.stage
    name = state.forest.at(seat.place) or ""
    task = setting.task(state)
    tried = f"task {task if setting.tiles[name].provenance == OWN else name}" if task else "on the crown"
    if isinstance(stage, OVER) or getattr(stage, "after", False):
        tried = ""
    hand = [die for die, _ in stage.hand] if isinstance(stage, Acting) and stage.where == "roll" else []
    has = bag_text(seat.bag) if any(seat.bag) else "no resources"
    parts = [f"{seat.clan} clan", tried, _dice(state, [*state.roll, *hand]), has]
    if seat.own:
        parts.append(f"own {dice_text(seat.own)}")
    if seat.skills:
        parts.append(", ".join(seat.skills))
    return tuple(part for part in parts if part)


def _dice(state: State, roll: Sequence[Rolled]) -> str:
    if roll:
        return f"roll {dice_text(sorted(roll))}"
    if isinstance(state.stage, Refill):
        held = [f"{n} {colour}" for n, colour in zip(state.pool, COLOURS, strict=True) if n]
        return f"{colours_text(state.pool)} left over" if held else "an empty pool"
    return ""
