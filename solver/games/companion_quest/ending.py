"""The end of a turn: the hat, the quest, the problems, the Mischief Meter, and what is turned over for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from solver.games.companion_quest.action import End
from solver.games.companion_quest.placing import problem, solved
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import DrawQuest, Over, Reveal, Wild
from solver.games.companion_quest.state import State, Zone
from solver.games.companion_quest.turn import begin_turn

ROW = 4
"""Companions that lie face up in the wilderness."""


# ----- what a turn comes to -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """What the turn comes to if it ends now.

    Parameters
    ----------
    steps : how many spaces the hat goes on
    quest : whether the quest is completed
    solved : the zones whose problems are solved
    gnome, foe : where the Gnome and Gu'Gu stand afterwards
    won : whether the game is won or lost by it; None if it goes on
    """

    steps: int
    quest: bool
    solved: tuple[int, ...]
    gnome: int
    foe: int
    won: bool | None


def tally(setting: Setting, state: State) -> Tally:
    """What the turn comes to if it ends now.

    Examples
    --------
    With no problem solved Gu'Gu goes on; with one he stays, with two or more he goes back.
    """
    steps = len(state.path)
    path = setting.box.quests[state.quests[0]].path if state.quests else None
    quest = path is not None and state.hat + steps == len(path.spaces)
    return tally_of(
        setting, state, steps, quest, tuple(at for at, zone in enumerate(state.zones) if solved(setting, zone))
    )


def tally_of(setting: Setting, state: State, steps: int, quest: bool, done: tuple[int, ...]) -> Tally:
    """What a turn comes to in which the hat goes on so far and these problems are solved.

    Parameters
    ----------
    quest : whether the hat reaches the portal of the quest
    done : the zones whose problems are solved
    """
    rules = setting.rules
    gnome, foe = state.gnome + quest, state.foe
    if gnome == foe and rules.meter_order == "hat_first":
        return Tally(steps, quest, done, gnome, foe, won=True)
    none_left = not any(zone.card for zone in state.zones)
    if not (none_left and rules.empty_zone == "stays"):
        foe += walk(len(done))
    if gnome >= foe:  # he can only be passed where both have moved before it is looked at
        return Tally(steps, quest, done, gnome, foe, won=True)
    return Tally(steps, quest, done, gnome, foe, won=False if foe >= rules.portal else None)


def walk(problems: int) -> int:
    """How far Gu'Gu goes after a turn in which so many problems were solved.

    >>> [walk(number) for number in range(4)]
    [1, 0, -1, -1]
    """
    return 1 - min(problems, 2)


# ----- ending a turn --------------------------------------------------------------------------------------


def end_turn(setting: Setting, state: State, action: End) -> State:
    """Return the state after the turn, in which cards are turned over, the next one begins, or the game is over."""
    found = tally(setting, state)
    zones = tuple(
        Zone(below=zone.below) if at in found.solved else zone for at, zone in enumerate(state.zones)
    )  # dice on a solved card go back
    cards = tuple(state.zones[at].card for at in found.solved)
    state = state.but(
        gnome=found.gnome,
        foe=found.foe,
        hat=state.hat + found.steps,
        path=(),
        hand=(),
        shared=action.share,
        zones=zones,
        solved=tuple(sorted((*state.solved, *cards))),
        roused=0,
    )
    if found.quest:
        state = _completed(setting, state)
    if found.won is not None:
        return state.but(stage=Over(won=found.won))
    return go_on(setting, state.but(turn=(state.turn + 1) % len(state.seats)))


def _completed(setting: Setting, state: State) -> State:
    """Return the state after the active quest has been completed: rewards, and a new wilderness."""
    reward = setting.box.quests[state.quests[0]].reward[len(state.seats) - 1]
    seats = tuple(replace(seat, snacks=seat.snacks + reward) for seat in state.seats)
    gone = tuple(sorted((*state.gone, *state.wild)))
    return state.but(seats=seats, quests=state.quests[1:], done=state.done + 1, hat=0, wild=(), gone=gone)


# ----- cards that are turned over -------------------------------------------------------------------------


def go_on(setting: Setting, state: State) -> State:
    """Return the state in which the next card is turned over before a turn, or in which the turn begins."""
    if len(state.quests) + state.done < setting.rules.quests:
        return state.but(stage=DrawQuest())
    for at, zone in enumerate(state.zones):
        if not zone.card and zone.below:
            return state.but(stage=Reveal(at))
    if len(state.wild) < ROW and wilds(setting, state):
        return state.but(stage=Wild())
    cards = [problem(setting, zone) for zone in state.zones]
    locked = any(card is not None and card.danger for card in cards)
    return begin_turn(setting, state.but(locked=locked))


def quests(setting: Setting, state: State) -> Mapping[str, int]:
    """The quests of the next stage, one of which is drawn: in the setup, or where a position does not tell it."""
    stage = state.done + len(state.quests) + 1
    return {name: 1 for name, card in setting.box.quests.items() if card.stage == stage}


def unseen(setting: Setting, state: State) -> Mapping[str, int]:
    """The portal problems that may lie on top of a zone, with their weights.

    How many challenges and dangers lie face down is known; which ones is not.
    """
    seen = {*state.solved, *(zone.card for zone in state.zones)}
    kinds: tuple[list[str], list[str]] = ([], [])
    for name, card in setting.box.problems.items():
        if name not in seen:
            kinds[card.danger].append(name)
    challenges, dangers = state.hidden
    weights = (challenges * max(1, len(kinds[1])), dangers * max(1, len(kinds[0])))
    return {name: weights[kind] for kind, names in enumerate(kinds) if weights[kind] for name in names}


def reveal(setting: Setting, state: State, zone: int, name: str) -> State:
    """Return the state after the top card of a zone has been turned over."""
    challenges, dangers = state.hidden
    danger = setting.box.problems[name].danger
    state = state.with_zone(zone, Zone(name, (), state.zones[zone].below - 1))
    return go_on(setting, state.but(hidden=(challenges - (not danger), dangers - danger)))


def wilds(setting: Setting, state: State) -> Mapping[str, int]:
    """The companions that may come into the wilderness, with their weights; discarded ones if no others are left."""
    seen = {*state.wild, *(name for seat in state.seats for name in (*seat.awake, *seat.resting))}
    deck = [name for name, card in setting.box.companions.items() if not card.starter and name not in seen]
    gone = set(state.gone)
    fresh = [name for name in deck if name not in gone]
    return dict.fromkeys(fresh or deck, 1)


def drawn(setting: Setting, state: State, name: str) -> State:
    """Return the state after a companion has come into the wilderness; discarded ones are shuffled if they must be."""
    gone = () if name in state.gone else state.gone
    return state.but(wild=tuple(sorted((*state.wild, name))), gone=gone)
