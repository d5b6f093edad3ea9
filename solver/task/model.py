"""Tasks: spaces that each take a die, joined by relations, and dangers that take any number of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, NamedTuple, NoReturn

from solver.dice import STANDARD, DiceSet, Rolled, rolled_key, rolled_text
from solver.errors import WordsError, did_you_mean
from solver.task.packing import Packed, pack
from solver.task.relation import (
    MAX_NUMBER,
    WORDS,
    Compare,
    Either,
    Operator,
    Relation,
    Then,
    Word,
    WordName,
    canonical,
    check_order,
    check_relation,
    relation_texts,
)
from solver.task.space import ANY, CLAN, Space, space_name

__all__ = [
    "ANY",
    "CLAN",
    "MAX_SPACES",
    "WORDS",
    "Compare",
    "Danger",
    "Either",
    "Operator",
    "Readings",
    "Relation",
    "Space",
    "Task",
    "Then",
    "Word",
    "WordName",
    "space_name",
]

MAX_SPACES = 64  # a set of spaces is one machine word in the kernels


@dataclass(frozen=True, slots=True)
class Danger:
    """A card that takes any number of dice of a kind until their sum reaches its health.

    Parameters
    ----------
    kind : what every die must be; `Space()` where dice are placed in pairs of equal numbers
    pairs : whether dice are placed in pairs
    placed : the dice that already lie there

    Examples
    --------
    >>> str(Danger(12, Space(numbers="even"), placed=(Rolled("red", 4), Rolled("blue", 2))))
    'health 12 = b2 r4 : even'
    """

    health: int
    kind: Space = ANY
    pairs: bool = False
    placed: tuple[Rolled, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "placed", tuple(sorted((Rolled(*die) for die in self.placed), key=rolled_key)))
        if not 1 <= self.health <= MAX_NUMBER:
            raise WordsError(f"a danger's health lies between 1 and {MAX_NUMBER}, not at {self.health}")
        if self.kind.rank or self.kind.holds or (self.pairs and self.kind != ANY):
            raise WordsError("a danger asks for a colour, a number or both, or for pairs")
        for die in self.placed:
            if isinstance(die.face, str) or not self.kind.may_hold(die):
                raise WordsError(f"the danger does not take the die {rolled_text(die)}")
        if self.pairs:
            numbers = [die.face for die in self.placed]
            for number in sorted(set(numbers)):
                if numbers.count(number) % 2:
                    raise WordsError(f"the danger takes pairs of equal numbers, and one {number} has no partner")

    def text(self, letters: Mapping[str | None, str] | None = None) -> str:
        """The danger as a task writes it, with the letters of a game's dice."""
        placed = "".join(f" {rolled_text(die, letters)}" for die in self.placed)
        kind = "pairs" if self.pairs else self.kind.body
        return f"health {self.health}{' =' if placed else ''}{placed} : {kind}"

    def __str__(self) -> str:
        return self.text()


class Readings(NamedTuple):
    """The rulings that change what a task means.

    Parameters
    ----------
    high_low : whether the highest or lowest die may share its number with another
    order : whether `ascending` and `descending` allow equal neighbours
    consecutive : whether a run may go on from the highest face to the lowest
    """

    high_low: Literal["tied", "strict"] = "tied"
    order: Literal["strict", "weak"] = "strict"
    consecutive: Literal["plain", "wraps"] = "plain"


class Task:
    """A card's task: spaces joined by relations, or a danger. Frozen, hashable, in canonical order.

    Parameters
    ----------
    text : the task in task notation
    dice : the dice whose colours and letters the text may use

    Raises
    ------
    NotationError
        with a caret, for whatever the notation does not allow

    Examples
    --------
    >>> task = Task("[red 4] [any]*2 : C > B, different colours")
    >>> task
    Task('[red 4] [any] [any] : B < C, different colours')
    >>> task == Task("[red 4-4][any][any]: different colours, B-C < 0"), task.letters
    (True, ('A', 'B', 'C'))
    >>> task.given("B=r3").open_spaces
    (0, 2)
    """

    __slots__ = ("_hash", "danger", "dice", "packed", "relations", "spaces")

    spaces: tuple[Space, ...]
    relations: tuple[Relation, ...]
    danger: Danger | None
    dice: DiceSet
    packed: Packed  # as the kernels read it
    _hash: int

    def __init__(self, text: str, dice: DiceSet = STANDARD) -> None:
        from solver.task.notation import read_task

        self._fill(*read_task(text, dice), dice)

    @classmethod
    def of(
        cls,
        spaces: Iterable[Space],
        relations: Iterable[Relation] = (),
        danger: Danger | None = None,
        dice: DiceSet = STANDARD,
    ) -> Task:
        """Build a task from its parts.

        Raises
        ------
        WordsError
            for no or too many spaces, or a relation to a space that is not there

        Examples
        --------
        >>> Task.of([Space()] * 3, [Word("equal")])
        Task('[any] [any] [any] : equal')
        """
        task = cls.__new__(cls)
        task._fill(*checked(tuple(spaces), relations, danger), dice)
        return task

    def _fill(
        self, spaces: tuple[Space, ...], relations: tuple[Relation, ...], danger: Danger | None, dice: DiceSet
    ) -> None:
        fill = partial(object.__setattr__, self)
        fill("spaces", spaces)
        fill("relations", relations)
        fill("danger", danger)
        fill("dice", dice)
        fill("packed", pack(spaces, relations))
        fill("_hash", hash((spaces, relations, danger)))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a task cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a task cannot be changed")

    def __reduce__(self) -> tuple[Callable[..., Task], tuple[object, ...]]:
        parts = self.spaces, self.relations, self.danger
        return Task.of, parts if self.dice is STANDARD else (*parts, self.dice)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Task):
            return NotImplemented
        return self is other or (
            self._hash == other._hash
            and self.spaces == other.spaces
            and self.relations == other.relations
            and self.danger == other.danger
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Task({str(self)!r})"

    def __str__(self) -> str:
        letters = self.dice.letter_of
        if self.danger:
            return self.danger.text(letters)
        spaces = " ".join(space.text(letters) for space in self.spaces)
        return f"{spaces} : {', '.join(relation_texts(self.relations))}" if self.relations else spaces

    @property
    def letters(self) -> tuple[str, ...]:
        """The names of the spaces, in order."""
        return tuple(map(space_name, range(len(self.spaces))))

    @property
    def open_spaces(self) -> tuple[int, ...]:
        """The spaces that hold no die yet; an `or` that has its die leaves none open.

        >>> Task("[any = r3] [any] [any] : A or B").open_spaces
        (2,)
        """
        closed = {
            space
            for relation in self.relations
            if isinstance(relation, Either) and any(self.spaces[space].holds for space in relation.spaces)
            for space in relation.spaces
        }
        return tuple(i for i, space in enumerate(self.spaces) if space.holds is None and i not in closed)

    @property
    def needs_clan(self) -> bool:
        """Whether the clan colour must be bound before the task has odds."""
        return any(CLAN in space.colours for space in self._kinds)

    @property
    def needs_colour(self) -> bool:
        """Whether a die without colour cannot be judged.

        >>> Task("[any]*2 : same colour").needs_colour, Task("[4] [even]").needs_colour
        (True, False)
        """
        return any(space.colours for space in self._kinds) or any(
            isinstance(relation, Word) and "colour" in relation.word for relation in self.relations
        )

    @property
    def _kinds(self) -> tuple[Space, ...]:
        return (self.danger.kind,) if self.danger else self.spaces

    def bind(self, clan: str) -> Task:
        """The task for a player of that clan colour.

        Raises
        ------
        WordsError
            for a colour that the dice do not have, or a die already there of another colour

        Examples
        --------
        >>> Task("[clan 4-6] [any]").bind("red")
        Task('[red 4-6] [any]')
        """
        known = known_colours(self.dice)
        if clan not in known:
            hint = did_you_mean(clan, known)
            raise WordsError(
                f"'{clan}' is not a colour here; known are {', '.join(known)}" + (f"; {hint}" if hint else "")
            )
        if not self.needs_clan:
            return self
        danger = self.danger and replace(self.danger, kind=self.danger.kind.bind(clan))
        return Task.of([space.bind(clan) for space in self.spaces], self.relations, danger, self.dice)

    def given(self, dice: str | Mapping[str, Rolled | str]) -> Task:
        """The task with dice that already lie on the card.

        Parameters
        ----------
        dice : `A=r3, D=y5` or a mapping of space name to die; for a danger a roll such as `r5 b2`

        Raises
        ------
        WordsError
            for a space that is not there or holds a die already, or a die that it does not take

        Examples
        --------
        >>> Task("[any] [even]").given("B=r4"), Task("health 12 : even").given("r4 b2")
        (Task('[any] [even = r4]'), Task('health 12 = b2 r4 : even'))
        """
        from solver.task.given import read_given

        spaces, placed = read_given(self, dice)
        if self.danger:
            return Task.of((), (), replace(self.danger, placed=self.danger.placed + placed), self.dice)
        return Task.of(spaces, self.relations, None, self.dice)


def known_colours(dice: DiceSet) -> tuple[str, ...]:
    """The colours of a game's dice, in the game's order."""
    return tuple(dict.fromkeys(die.colour for die in dice.dice.values() if die.colour))


def checked(
    spaces: tuple[Space, ...], relations: Iterable[Relation], danger: Danger | None
) -> tuple[tuple[Space, ...], tuple[Relation, ...], Danger | None]:
    """The parts of a task in canonical order, or the reason why they make none."""
    relations = canonical(relations)
    if danger:
        if spaces or relations:
            raise WordsError("a danger has no spaces and no relations")
        return spaces, relations, danger
    if not spaces:
        raise WordsError("a task needs at least one space")
    if len(spaces) > MAX_SPACES:
        raise WordsError(f"a card has at most {MAX_SPACES} spaces, not {len(spaces)}")
    for relation in relations:
        check_relation(relation, spaces)
    check_order(relations)
    return spaces, relations, danger
