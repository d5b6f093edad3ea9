"""Timing: the contenders take turns at a query, first with empty caches, then asking the same again."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import median
from time import perf_counter
from types import FrameType
from typing import Any, NamedTuple, Protocol

from benchmarks.queries import Counts, Query, counts_of

Answer = Fraction | dict[int, Fraction]
SHORT = 5e-3  # seconds; a call below is repeated within a turn
CALLS = 4


class Contender(Protocol):
    """What each module that answers the queries offers."""

    NAME: str
    VERSION: str

    def prepare(self, key: str, counts: Counts) -> Callable[[], Any]: ...
    def plain(self, answer: Any) -> Answer: ...
    def forget(self) -> None: ...


class OutOfTime(Exception):
    """A call took longer than it may."""


class WrongAnswer(Exception):
    """Two contenders disagree."""


class Call(NamedTuple):
    """Seconds that a call took, and the same call again."""

    cold: float
    warm: float


@dataclass(slots=True)
class Timing:
    """What calls took, time after time, or why there was no answer."""

    calls: list[Call] = field(default_factory=list)
    spent: float = 0
    failure: str = ""
    answer: Answer | None = None

    def add(self, call: Call) -> None:
        self.calls.append(call)
        self.spent += sum(call)

    @property
    def medians(self) -> Call | None:
        return None if self.failure else Call(*map(median, zip(*self.calls, strict=True)))


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to measure.

    Parameters
    ----------
    seconds : for one contender at one query; a call that takes longer is not repeated
    turns : how often each has its turn at most
    limit : seconds after which a call is given up
    """

    seconds: float = 0.25
    turns: int = 12
    limit: float = 60


def compare(contenders: Sequence[Contender], query: Query, size: int, budget: Budget) -> list[Timing]:
    """Time every contender at a query of `size` dice.

    Raises
    ------
    WrongAnswer
        when an answer is not exactly that of the first contender
    """
    counts = counts_of(size)
    timings = [Timing() for _ in contenders]
    for turn in range(budget.turns):
        for contender, timing in zip(contenders, timings, strict=True):
            if not timing.failure and (
                timing.spent < budget.seconds or (turn < 3 and timing.spent < 4 * budget.seconds)
            ):
                _take_turn(contender, query, counts, timing, budget.limit)
    for contender, timing in zip(contenders[1:], timings[1:], strict=True):
        if timing.answer is not None and timing.answer != timings[0].answer:
            raise WrongAnswer(
                f"{query.key} of {counts}: {contenders[0].NAME} says {timings[0].answer}, "
                f"{contender.NAME} says {timing.answer}"
            )
    return timings


def _take_turn(contender: Contender, query: Query, counts: Counts, timing: Timing, limit: float) -> None:
    """A few calls in a row where they are short; the first of them only warms up the processor."""
    gc.collect()
    gc.disable()
    try:
        first = _ask(contender, query, counts, timing, limit)
        if first.cold < SHORT:
            for _ in range(CALLS):
                timing.add(_ask(contender, query, counts, timing, limit))
        else:
            timing.add(first)
    except OutOfTime:
        timing.failure = f"> {limit:g} s"
    except MemoryError as error:
        timing.failure = f"too big: {error}"
    finally:
        gc.enable()


def _ask(contender: Contender, query: Query, counts: Counts, timing: Timing, limit: float) -> Call:
    contender.forget()
    call = contender.prepare(query.key, counts)
    with _at_most(2 * limit):
        start = perf_counter()
        answer = call()
        middle = perf_counter()
        call()
        end = perf_counter()
    if timing.answer is None:
        timing.answer = contender.plain(answer)
    return Call(middle - start, end - middle)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def give_up(signum: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
