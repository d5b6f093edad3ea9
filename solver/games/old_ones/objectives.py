"""What a tribe wants from a fight: how it ends, what it costs, and which of that counts first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from solver.errors import WordsError, did_you_mean

Criterion = Literal[
    "win", "survive", "fewest-lost", "fewest-lost-before-healing", "least-strength-lost", "fewest-cards"
]
"""``win`` the fight; ``survive`` it, by a win or an escape; lose the fewest members, or the least strength of
characters, when all healing is done; lose the fewest before it; or play the fewest cards."""

CRITERIA: tuple[Criterion, ...] = get_args(Criterion)

Objective = tuple[Criterion, ...]
"""Criteria by rank: a later one decides only between what is exactly equal in all before it."""

FIELD: Objective = ("survive", "fewest-lost", "least-strength-lost")
"""The default on the way: there is nothing to be won but to lose little."""

GUARDIANS: Objective = ("win", "fewest-lost", "least-strength-lost")
"""The default at the Palace."""

Result = Literal["win", "escape", "death"]
RESULTS: tuple[Result, ...] = get_args(Result)


@dataclass(frozen=True, slots=True)
class End:
    """How a fight ended.

    Parameters
    ----------
    result : won, escaped, or the last elf died
    lost : members who fell
    healed : how many of them were restored
    strength_lost : of the characters who fell and were not restored
    cards : aid and Healing Magic that were played

    Examples
    --------
    >>> End("win", lost=3, healed=1).net
    2
    """

    result: Result
    lost: int = 0
    healed: int = 0
    strength_lost: int = 0
    cards: int = 0

    @property
    def net(self) -> int:
        """Members lost for good."""
        return self.lost - self.healed


def score(end: End, criterion: Criterion) -> int:
    """What an end is worth by one criterion: the more, the better, so that losses count below zero.

    Examples
    --------
    >>> score(End("escape", lost=2), "survive"), score(End("escape", lost=2), "fewest-lost")
    (1, -2)
    """
    match criterion:
        case "win":
            return int(end.result == "win")
        case "survive":
            return int(end.result != "death")
        case "fewest-lost":
            return -end.net
        case "fewest-lost-before-healing":
            return -end.lost
        case "least-strength-lost":
            return -end.strength_lost
        case "fewest-cards":
            return -end.cards


def is_loss(criterion: Criterion) -> bool:
    """Whether a criterion counts something that is better low.

    >>> is_loss("win"), is_loss("fewest-cards")
    (False, True)
    """
    return criterion not in ("win", "survive")


def objective_of(text: str | Sequence[str]) -> Objective:
    """The objective that is written down.

    Parameters
    ----------
    text : criteria by rank, as in ``win, fewest-lost``

    Raises
    ------
    WordsError
        for a criterion that there is not, or one that stands twice

    Examples
    --------
    >>> objective_of("win, fewest-lost")
    ('win', 'fewest-lost')
    >>> objective_of("fewest lost")
    Traceback (most recent call last):
        ...
    solver.errors.WordsError: objective: there is no 'fewest lost'; did you mean 'fewest-lost'?
    """
    words = [word.strip() for word in (text.split(",") if isinstance(text, str) else text)]
    for word in words:
        if word not in CRITERIA:
            hint = did_you_mean(word, CRITERIA) or f"known are {', '.join(CRITERIA)}"
            raise WordsError(f"objective: there is no '{word}'; {hint}")
        if words.count(word) > 1:
            raise WordsError(f"objective: '{word}' stands in it twice")
    return cast(Objective, tuple(words))
