"""Actions and chances of a whole game in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from solver.dice import Rolled, rolled_text
from solver.games import dice_set
from solver.games.companion_quest.abilities import ability_text
from solver.games.companion_quest.action import QUEST, Become, Call, Eat, End, Pick, Place, Take, TakeBack, Use
from solver.games.companion_quest.content import OWN, Box, Companion, box
from solver.games.companion_quest.stage import Choose, DrawQuest, Reveal, Throw, Wild
from solver.games.companion_quest.state import COLOURS, State, counts
from solver.manipulation import Roll, Turn
from solver.task.space import space_name


def label(seen: State, action: Any, content: Box | None = None) -> str:
    """Return an action in words; no two actions of a choice have the same.

    Parameters
    ----------
    content : all cards, those shipped if not given

    Examples
    --------
    >>> from solver.games.companion_quest.state import Seat
    >>> state = State((Seat("crumbles"), Seat("bubbles")))
    >>> label(state, Take(("blue", "blue"))), label(state, End("red")), label(state, Use("glimmer", 1))
    ('gather 2 blue', 'end the turn, and pass on a red die', 'glimmer (wake)')
    """
    content = content or box()
    match action:
        case Take(colours):
            return f"gather {colours_text(counts(colours))}"
        case Place(dice, card, space, wakes, freely):
            colour = ", whatever its colour" if freely else ""
            woken = f", waking {' and '.join(wakes)}" if wakes else ""
            return f"{dice_text(dice)} on {place_text(seen, card, space, content)}{colour}{woken}"
        case TakeBack(card, space, dice):
            return f"take {dice_text(dice)} back from {place_text(seen, card, space, content)}"
        case Use(name, ability, act):
            abilities = content.companions[name].abilities
            which = f" ({ability_text(abilities[ability])})" if len(abilities) > 1 or not act else ""
            return f"{name}{which}" + (f": {act}" if act else "")
        case Call(seat, act):
            gnome = seen.seats[seat].gnome
            return f"{gnome}: {act or ability_text(content.gnomes[gnome].ability)}"
        case Eat(name, tames):
            if not name:
                return "snack: refresh your gnome"
            return f"snack: {'tame' if tames else 'wake'} {companion_text(name, content)}"
        case Pick(name):
            return companion_text(name, content) if name else "no more"
        case Become(gnome):
            return f"go on as {gnome} ({ability_text(content.gnomes[gnome].ability)})"
        case End(share):
            passed = f", and {'keep' if len(seen.seats) == 1 else 'pass on'} {_one(share)} die" if share else ""
            return f"end the turn{passed}"
        case Roll() | Turn():  # equal dice may differ in how often they may still be changed
            return f"{action} ({action.left} left)"
    return str(action)


def _one(colour: str) -> str:
    return f"{'an' if colour[0] in 'aeiou' else 'a'} {colour}"


def place_text(seen: State, card: int, space: int, content: Box | None = None) -> str:
    """A card, and the space of it with what it asks for."""
    content = content or box()
    if card == QUEST:
        path = content.quests[seen.quests[0]].path
        return f"the quest, space {space_name(space)} {path.spaces[space]}"
    problem = content.problems[seen.zones[card].card]
    if problem.danger or space < 0:
        return problem.title
    return f"{problem.title}, space {space_name(space)} {problem.task.spaces[space]}"


def companion_text(name: str, content: Box | None = None) -> str:
    """A companion with the colour that wakes it and its abilities.

    >>> companion_text("prost")
    'prost (blue: +1, reroll)'
    """
    card = (content or box()).companions[name]
    return name if card.provenance == OWN else f"{name} ({_does(card)})"


def _does(card: Companion) -> str:
    return f"{card.wake}: {', '.join(map(ability_text, card.abilities))}"


def dice_text(dice: Iterable[Rolled]) -> str:
    """Dice, each by the letter of its colour and its number."""
    letters = dice_set("companion-quest").letter_of
    return " ".join(rolled_text(die, letters) for die in dice) or "none"


def colours_text(numbers: Sequence[int]) -> str:
    """How many dice there are of each colour.

    >>> colours_text((2, 0, 1, 0, 0, 0))
    '2 blue, 1 red'
    """
    return ", ".join(f"{n} {colour}" for n, colour in zip(numbers, COLOURS, strict=True) if n) or "nothing"


def chance_label(state: State, outcome: Any, who: str) -> str:
    """Return what chance brings, in words; of the outcomes of a state no two have the same.

    Parameters
    ----------
    who : what the gnome on turn is called
    """
    match state.stage:
        case DrawQuest():
            card = box().quests[outcome]
            return f"stage {card.stage}: {card.title}, {card.path}"
        case Reveal(zone):
            problem = box().problems[outcome]
            return f"zone {zone + 1}: {problem.title}, {problem.task}"
        case Wild():
            return f"the wilderness: {companion_text(outcome)}"
        case Throw():
            return f"{who}: the die shows {dice_text([outcome])}"
    return f"{who}: roll {dice_text(outcome)}"


def chosen_text(stage: Choose) -> str:
    """What is to be chosen for an ability."""
    many = "which companions" if stage.left > 1 else "which companion"
    return {"wake": f"{many} to wake", "tame": f"{many} to tame"}.get(
        ability_text(stage.does).split()[0], "which die to place where, whatever its colour"
    )
