"""The relations between the spaces of a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

from solver.errors import WordsError
from solver.task.space import Space, space_name

MAX_NUMBER = 1_000_000  # of a coefficient, a constant or a health: no sum of a card can overflow

Operator = Literal["<", "<=", "=", "!=", ">=", ">"]
WordName = Literal["equal", "different", "different colours", "same colour", "consecutive", "ascending", "descending"]
WORDS = cast(tuple[WordName, ...], get_args(WordName))
MIRRORED: Mapping[Operator, Operator] = {"<": ">", "<=": ">=", "=": "=", "!=": "!=", ">=": "<=", ">": "<"}


@dataclass(frozen=True, slots=True)
class Compare:
    """A weighted sum of numbers on spaces, compared with a constant.

    `A < B` is `((1, 0), (-1, 1)) < 0`. The first coefficient is made positive, so that `B > A` is the same.

    Parameters
    ----------
    terms : (coefficient, space), any order; kept sorted by space, without zeros

    Raises
    ------
    WordsError
        if nothing is left to compare, or a number is beyond a million

    Examples
    --------
    >>> str(Compare(((1, 0), (-1, 1)), "<", 0)), str(Compare(((-1, 0), (1, 1)), "=", 2))
    ('A < B', 'B - A = 2')
    """

    terms: tuple[tuple[int, int], ...]
    op: Operator
    constant: int

    def __post_init__(self) -> None:
        summed: dict[int, int] = {}
        for coefficient, space in self.terms:
            summed[space] = summed.get(space, 0) + coefficient
        terms = tuple((coefficient, space) for space, coefficient in sorted(summed.items()) if coefficient)
        if not terms:
            named = "what it says of " + _listed(sorted(summed)) + " cancels out" if summed else "it names no space"
            raise WordsError(f"this compares nothing: {named}")
        if any(abs(n) > MAX_NUMBER for n in (self.constant, *(coefficient for coefficient, _ in terms))):
            raise WordsError(f"a number of a relation is beyond the limit of {MAX_NUMBER}")
        if terms[0][0] < 0:
            terms = tuple((-coefficient, space) for coefficient, space in terms)
            object.__setattr__(self, "op", MIRRORED[self.op])
            object.__setattr__(self, "constant", -self.constant)
        object.__setattr__(self, "terms", terms)

    @property
    def spaces(self) -> tuple[int, ...]:
        """The spaces it speaks of, in order."""
        return tuple(space for _, space in self.terms)

    def __str__(self) -> str:
        terms, op, constant = self.terms, self.op, self.constant
        plus = [term for term in terms if term[0] > 0]
        minus = [(-coefficient, space) for coefficient, space in terms if coefficient < 0]
        if minus and constant == 0:
            return f"{_sum(plus)} {op} {_sum(minus)}"
        if minus and constant < 0:
            plus, minus, op, constant = minus, plus, MIRRORED[op], -constant
        less = "".join(f" - {_sum([term])}" for term in minus)
        return f"{_sum(plus)}{less} {op} {constant}"


def _sum(terms: Iterable[tuple[int, int]]) -> str:
    return " + ".join(space_name(space) if n == 1 else f"{n}*{space_name(space)}" for n, space in terms)


@dataclass(frozen=True, slots=True)
class Then:
    """A die must lie on the first space before one may be placed on the second.

    >>> str(Then(0, 1))
    'A then B'
    """

    first: int
    second: int

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise WordsError(f"space {space_name(self.first)} cannot come after itself")

    @property
    def spaces(self) -> tuple[int, ...]:
        """The spaces it names."""
        return self.first, self.second

    def __str__(self) -> str:
        return f"{space_name(self.first)} then {space_name(self.second)}"


@dataclass(frozen=True, slots=True)
class Either:
    """Exactly one of these spaces takes a die; relations and words ignore the others.

    >>> str(Either((2, 0)))
    'A or C'
    """

    spaces: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "spaces", tuple(sorted(self.spaces)))
        if len(set(self.spaces)) < len(self.spaces):
            raise WordsError("an 'or' names the same space twice")
        if len(self.spaces) < 2:
            raise WordsError("an 'or' needs at least two spaces, as in A or B")

    def __str__(self) -> str:
        return " or ".join(map(space_name, self.spaces))


@dataclass(frozen=True, slots=True)
class Word:
    """A relation over all spaces that an `or` does not close.

    >>> str(Word("different colours"))
    'different colours'
    """

    word: WordName

    def __post_init__(self) -> None:
        if self.word not in WORDS:
            raise WordsError(f"'{self.word}' is no word of a task; known are {', '.join(WORDS)}")

    @property
    def spaces(self) -> tuple[int, ...]:
        """The spaces it names."""
        return ()

    def __str__(self) -> str:
        return self.word


Relation = Compare | Then | Either | Word


def canonical(relations: Iterable[Relation]) -> tuple[Relation, ...]:
    """Relations sorted, each once."""
    return tuple(sorted(set(relations), key=_relation_key))


def _relation_key(relation: Relation) -> tuple[object, ...]:
    match relation:
        case Compare(terms, op, constant):
            return 0, relation.spaces, terms, op, constant
        case Then(first, second):
            return 1, first, second
        case Either(spaces):
            return 2, spaces
        case Word(word):
            return 3, WORDS.index(word)


def check_relation(relation: Relation, spaces: tuple[Space, ...]) -> None:
    """Refuse a relation to a space that is not there, and an `or` that holds two dice."""
    for space in relation.spaces:
        if not 0 <= space < len(spaces):
            raise WordsError(f"space {space_name(space)} is not on this card: {extent(len(spaces))}")
    if isinstance(relation, Either):
        held = [space for space in relation.spaces if spaces[space].holds]
        if len(held) > 1:
            raise WordsError(f"only one of {_listed(relation.spaces)} takes a die, but {_listed(held)} hold one each")


def check_order(relations: Iterable[Relation]) -> None:
    """Refuse an order that goes round in a circle."""
    before: dict[int, set[int]] = {}
    for relation in relations:
        if isinstance(relation, Then):
            before.setdefault(relation.second, set()).add(relation.first)
    while before:
        ready = {space for spaces in before.values() for space in spaces} - before.keys()
        later = {second: firsts - ready for second, firsts in before.items()}
        left = {second: firsts for second, firsts in later.items() if firsts}
        if left == before:
            raise WordsError(f"the order of {_listed(sorted(left))} goes round in a circle")
        before = left


def extent(size: int) -> str:
    """Which spaces a card of that size has, in words."""
    return f"it has {space_name(0)} to {space_name(size - 1)}" if size > 1 else "it has only A"


def _listed(spaces: Iterable[int]) -> str:
    return " and ".join(map(space_name, spaces))


def relation_texts(relations: Iterable[Relation]) -> list[str]:
    """The relations as text; comparisons of neighbours that follow each other are joined to a chain."""
    texts: list[str] = []
    tail: tuple[int, str] | None = None  # where the last text ends, and which relations may go on from there
    for relation in relations:
        text = str(relation)
        link = _link(relation)
        if link and tail and link[0] == tail[0] and link[2] == tail[1]:
            texts[-1] += text.removeprefix(space_name(link[0]))
        else:
            texts.append(text)
        tail = (link[1], link[2]) if link else None
    return texts


def _link(relation: Relation) -> tuple[int, int, str] | None:
    match relation:
        case Compare(((1, first), (-1, second)), op, 0) if op != "!=":
            return first, second, op[0]
        case Then(first, second):
            return first, second, "then"
    return None
