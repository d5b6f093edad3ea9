"""Many games played on all cores, in an order that does not depend on how many there are."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Cell = TypeVar("Cell")
Progress = Callable[[int, int], None]


def matches(
    play: Callable[[Cell, int], int], cells: Sequence[Cell], games: int, progress: Progress | None = None
) -> Iterator[tuple[Cell, int]]:
    """Play so many games for each of some settings, and yield each setting with the sum of what they came to.

    An interruption ends it; what was yielded before is whole.

    Parameters
    ----------
    play : called with a setting and the number of a game, 0 first; a function that other processes can find
    cells : the settings
    games : how many for each
    progress : called with the number of games played and to be played

    Examples
    --------
    >>> list(matches(pow, [2, 3], 3))
    [(2, 7), (3, 13)]
    """
    jobs = [(cell, number) for cell in cells for number in range(games)]
    # each game is a job of its own, so that no core waits for a long one
    with ProcessPoolExecutor(initializer=_uninterrupted) as pool:
        total = 0
        try:
            for done, came_to in enumerate(pool.map(play, *zip(*jobs, strict=True), chunksize=2), 1):
                total += came_to
                if progress is not None:
                    progress(done, len(jobs))
                if done % games == 0:
                    yield cells[done // games - 1], total
                    total = 0
        except BaseException:  # those that wait are not begun
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _uninterrupted() -> None:
    """Leave the interruption to the process that waits for the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
