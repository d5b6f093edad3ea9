"""A turn as the kernel reads it: its cards, dice and abilities as numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import replace

from solver._quest_turn import Rest
from solver.dice import Rolled
from solver.errors import TooBigError
from solver.games.companion_quest.abilities import Ability, AnyColour
from solver.games.companion_quest.allot import MOST_DICE, NUMBER, packed
from solver.games.companion_quest.objectives import Progress
from solver.games.companion_quest.placing import problem
from solver.games.companion_quest.ready import Ready, edges
from solver.games.companion_quest.setting import Setting
from solver.games.companion_quest.stage import Acting, Gather, Throw
from solver.games.companion_quest.state import COLOURS, SUPPLY, State, counts
from solver.games.companion_quest.turn import gathers
from solver.games.companion_quest.turn_game import TurnGame
from solver.manipulation import Recolour, Reroll, Shift

MOST_KNOWN = 12_000_000
"""Values that are remembered at most, of 32 bytes each."""

MOST_NAMED = 3
"""Dice that one ability may roll again at most."""

_QUEST = 3
_WAYS = {"up": 1, "down": 2, "both": 3}
_COLOUR = {colour: number for number, colour in enumerate(COLOURS)}


def kernel_knows(setting: Setting, state: State) -> bool:
    """Whether the kernel knows all rulings that matter in a turn."""
    cards = [card for card in (problem(setting, zone) for zone in state.zones) if card is not None]
    if setting.rules.lock == "at_once" and any(card.danger for card in cards):
        return False
    names = {*state.wild, *(name for seat in state.seats for name in (*seat.awake, *seat.resting))}
    abilities: list[Ability] = [does for name in names for does in setting.box.companions[name].abilities]
    gnomes = setting.box.gnomes if len(state.seats) == 1 else [seat.gnome for seat in state.seats]
    abilities += [setting.box.gnomes[name].ability for name in gnomes]
    if setting.rules.take_back == "whole_cards" and any(isinstance(does, Recolour) for does in abilities):
        return False
    return max(SUPPLY) <= 3


def acting_in(state: State) -> Acting | None:
    """The ability in use that rolls dice, if there is one."""
    stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
    return stage if isinstance(stage, Acting) and isinstance(stage.does, Reroll) else None


def rest_of(turn: TurnGame, state: State, means: Ready, effort: int, begun: bool = False) -> Rest:
    """The kernel for a turn from a state on.

    means : what is ready
    effort : how much may be done at first, as so many values take
    begun : whether it is also asked about abilities in use with which it cannot begin
    """
    setting, progress = turn.game.setting, turn.progress
    ops = array("i", (number for does in means.abilities for number in _packed_ability(does)))
    numbers, dice = most_dice(setting, state)
    if any(isinstance(does, Recolour) for does in means.abilities):
        numbers = [min(dice, most) for most in SUPPLY]
    try:
        return Rest(
            packed(setting, state, turn.objective, progress),
            lying(state),
            array("i", SUPPLY),
            ops,
            array("i", means.end),
            edges(means),
            array("i", means.rolls),
            means.banks,
            array("i", means.starts),
            array("i", numbers),
            dice,
            max(_rolls_left(state), _rolls_at_once(means.abilities) if begun else 0),
            _most_progress(setting, state, progress) + max(means.end),
            MOST_KNOWN,
            effort,
        )
    except OverflowError as error:
        raise TooBigError(f"turn: up to {error} may be rolled again, which is more than can be reckoned with") from None


def _rolls_left(state: State) -> int:
    """How often dice may still be rolled by the ability in use."""
    acting = acting_in(state)
    if acting is None:
        return 0
    assert isinstance(acting.does, Reroll)
    return sum(left for _, left in acting.hand) + acting.fresh * acting.does.times + isinstance(state.stage, Throw)


def _rolls_at_once(abilities: Iterable[Ability]) -> int:
    """How often dice can be rolled by one of these abilities."""
    return max((does.dice * does.times for does in abilities if isinstance(does, Reroll)), default=0)


def _packed_ability(does: Ability) -> tuple[int, ...]:
    match does:
        case Reroll(dice, times, interleaved):
            if dice > MOST_NAMED:
                raise TooBigError(f"turn: an ability rolls {dice} dice; {MOST_NAMED} at most can be reckoned with")
            return 0, dice, times, int(not interleaved), 0, 0, 0
        case Shift(steps, _, ways):
            return 1, 0, 0, 0, steps, _WAYS[ways], 0
        case Recolour(colours):
            return 2, 0, 0, 0, 0, 0, sum(1 << _COLOUR[colour] for colour in colours or COLOURS)
        case _:
            assert isinstance(does, AnyColour)
            return 3, 0, 0, 0, 0, 0, 0


def most_dice(setting: Setting, state: State) -> tuple[list[int], int]:
    """How many dice of each colour, and together, can be in the hand."""
    if isinstance(state.stage, Gather):
        emptied = state.but(zones=tuple(replace(zone, dice=()) for zone in state.zones))
        takes = [counts(take.colours) for take in gathers(setting, emptied)]
        shared = counts([state.shared] if state.shared else [])
        found = [max(column) + more for column, more in zip(zip(*takes, strict=True), shared, strict=True)]
        number = max(map(sum, takes)) + sum(shared)
    else:
        stage = state.stage.acting if isinstance(state.stage, Throw) else state.stage
        held = [die for die, _ in stage.hand] if isinstance(stage, Acting) else []
        in_hand = counts(die.colour for die in (*state.hand, *held))
        found = [n + more for n, more in zip(in_hand, state.gathered, strict=True)]
        number = sum(found)
    if number > MOST_DICE:
        raise TooBigError(f"turn: up to {number} dice in hand; {MOST_DICE} at most can be reckoned with")
    return [min(n, most) for n, most in zip(found, SUPPLY, strict=True)], number


def _most_progress(setting: Setting, state: State, progress: Progress) -> int:
    """What can lie on the cards at most."""
    most = 0
    for zone in state.zones:
        card = problem(setting, zone)
        if card is not None and card.task.danger:
            most += progress.health * card.task.danger.health
        elif card is not None:
            most += progress.space * len(card.task.spaces)
    if state.quests:
        most += progress.step * len(setting.box.quests[state.quests[0]].path.spaces)
    return most


def numbered(dice: Iterable[Rolled]) -> array[int]:
    """Dice by their numbers."""
    return array("i", [NUMBER[die] for die in dice])


def lying(state: State) -> array[int]:
    """Card, space and die of all that lies on the cards."""
    found: list[int] = []
    for at, zone in enumerate(state.zones):
        for space, die in zone.dice:
            found += at, space, NUMBER[die]
    for space, die in enumerate(state.path):
        found += _QUEST, space, NUMBER[die]
    return array("i", found)


def named(dice: Iterable[tuple[Rolled, int]]) -> list[int]:
    """Dice that an ability has named, as the kernel keeps them: the greatest first, each of nine bits."""
    return sorted((left << 6 | NUMBER[die] + 1 for die, left in dice), reverse=True)
