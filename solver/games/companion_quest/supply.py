"""Whether there are dice enough in the game for a card: three of each colour, on all cards together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product

from solver.dice import Pool
from solver.games import dice_set, shipped
from solver.task.model import Danger, Either, Space, Task, Word

FACES = range(1, 7)
USUAL = 6  # spaces on a card
NEVER = "no dice of the game can complete it"


def supply() -> dict[str, int]:
    """How many dice there are of each colour.

    >>> sum(supply().values())
    18
    """
    return {die["name"]: die["supply"] for die in shipped("companion-quest", "dice")}


def lacking(task: Task) -> str:
    """Why no dice of the game can ever complete a card; empty if nothing is known to stand against it.

    What relations ask of numbers is looked at on cards of a usual size only.

    Examples
    --------
    >>> lacking(Task("[red]*4")), lacking(Task("[red]*3 [red|blue]"))
    ('4 spaces ask for red, and there are 3 of that', '')
    >>> lacking(Task("[any]*2 : A + B = 13"))
    'no dice of the game can complete it'
    >>> lacking(Task("health 60 : even"))
    ''
    >>> lacking(Task("health 60 : blue"))
    'its health is 60, and all dice that it takes come to 18 at most'
    """
    from solver.task.chances import odds

    if task.danger:
        return _danger_lacks(task.danger)
    for place, space in enumerate(task.spaces):
        if not any(space.accepts(colour, face) for colour in supply() for face in FACES):
            return f"space {task.letters[place]} takes no die of the game"
    reasons = [_lacking(task, spaces) for spaces in _open(task)]
    if "" not in reasons:
        return reasons[0] if reasons else NEVER
    return NEVER if len(task.spaces) <= USUAL and not odds(task, _all_dice()) else ""


@cache
def _all_dice() -> Pool:
    return Pool({die: supply()[name] for name, die in dice_set("companion-quest").dice.items()})


def _danger_lacks(danger: Danger) -> str:
    taken = {
        colour: max((face for face in FACES if danger.kind.accepts(colour, face)), default=0) for colour in supply()
    }
    dice = sum(number for colour, number in supply().items() if taken[colour])
    most = max(taken.values()) * (dice // 2 * 2 if danger.pairs else dice)
    if most >= danger.health:
        return ""
    return f"its health is {danger.health}, and all dice that it takes come to {most} at most"


def _open(task: Task) -> Iterator[tuple[Space, ...]]:
    """The spaces that take a die, for each way to choose between those that are joined by `or`."""
    choices = [relation.spaces for relation in task.relations if isinstance(relation, Either)]
    for chosen in product(*choices):
        closed = {space for spaces in choices for space in spaces} - set(chosen)
        if all(sum(space not in closed for space in spaces) == 1 for spaces in choices):
            yield tuple(space for place, space in enumerate(task.spaces) if place not in closed)


def _lacking(task: Task, spaces: Sequence[Space]) -> str:
    words = {relation.word for relation in task.relations if isinstance(relation, Word)}
    there = supply()
    if "same colour" in words:
        fits = [colour for colour in there if all(not space.colours or colour in space.colours for space in spaces)]
        most = max((there[colour] for colour in fits), default=0)
        if most < len(spaces):
            return f"{len(spaces)} spaces are to share a colour, and there are {most} dice that can"
    if "different colours" in words:
        return _short(spaces, dict.fromkeys(there, 1), "spaces that are to differ in colour")
    return _short(spaces, there, "spaces")


def _short(spaces: Sequence[Space], there: Mapping[str, int], which: str) -> str:
    """The colours that more spaces ask for than there are dice, by the theorem of Hall; empty if there are none."""
    for size in range(1, len(there) + 1):
        for colours in combinations(there, size):
            asking = sum(set(space.colours or there) <= set(colours) for space in spaces)
            number = sum(there[colour] for colour in colours)
            if asking > number:
                named = " or ".join(colours) if size < len(there) else "a die"
                return f"{asking} {which} ask for {named}, and there {'is' if number == 1 else 'are'} {number} of that"
    return ""
