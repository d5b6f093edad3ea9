"""A part in which every policy ends, enclosed between two proven bounds.

Floating point only guesses. Policy iteration in doubles (scipy's sparse LU) finds a policy; the same factors
then refine its value, whose residual is computed in integers, to some ninety bits, and the policy is improved
once more at that precision. The result is proven in integers alone, every division rounded to the unsafe
side:

* ``low`` is a lower bound if each node of 1 has *its* choice, and each node of -1 has *all* its choices, at
  least at ``low`` again when it is computed from ``low``;
* ``high`` is an upper bound if each node of 1 has all, and each node of -1 its, choices at most at ``high``.

That is enough because all policies end: apply the step again and again, and the bound stays below (above)
while the rest of the game fades away. Values are integers in units of ``2 ** -SCALE``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solver.errors import TooBigError
from solver.solve.elimination import leaving_policy
from solver.solve.part import Choice, Part
from solver.solve.rational import ONE, ZERO, Rational

SCALE = 160
_UNIT = 1 << SCALE
_NOTICED = 1 << (SCALE - 100)  # a gain below this is taken for a tie
_ROUNDS = 200
_DENSE = 120  # up to here dense factors are quicker to make than sparse ones


def solve_enclosed(
    part: Part, low: Callable[[int], Rational], high: Callable[[int], Rational]
) -> tuple[list[Rational], list[Rational], list[Choice]]:
    """Return proven lower bounds, proven upper bounds and the choices of every node.

    Parameters
    ----------
    part : as for :func:`solver.solve.elimination.solve_exactly`
    low, high : bounds of a node outside

    Raises
    ------
    TooBigError
        no bounds could be proven; the part is too ill-conditioned for doubles to start from

    Examples
    --------
    >>> again = Choice(0, 6, ((0, 2),), ((9, 1),))
    >>> low, high, _ = solve_enclosed(Part([1], [[again]]), lambda node: ONE, lambda node: ONE)
    >>> low[0] <= ONE / 4 <= high[0], high[0] - low[0] < ONE / 2**90
    (True, True)
    """
    problem = _Problem(part, low, high)
    try:
        problem.iterate()
        lows, highs = problem.bounds()
    except (RuntimeError, ValueError, OverflowError):  # a singular matrix, or numbers that are none
        raise _hopeless(part.size) from None
    chosen = [choice for own in part.choices for choice in own]
    return (
        [ONE * value / _UNIT for value in lows],
        [ONE * value / _UNIT for value in highs],
        [chosen[number] for number in problem.picked],
    )


class _Problem:
    """The part as arrays: choices one after another, their edges inside one after another."""

    def __init__(self, part: Part, low: Callable[[int], Rational], high: Callable[[int], Rational]) -> None:
        import numpy as np
        from scipy.sparse import csr_array

        self.size = part.size
        flat = [choice for own in part.choices for choice in own]
        sizes = [len(own) for own in part.choices]
        self.first = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        self.node = np.repeat(np.arange(part.size), sizes)
        self.owner = np.array(part.owner)
        self.picked = self.first + np.array(leaving_policy(part))
        self.total = np.array([choice.total for choice in flat], dtype=object)
        self.low = np.array([_floor(choice, low) for choice in flat], dtype=object)
        self.high = np.array([-_floor(choice, high, -1) for choice in flat], dtype=object)
        counts = [len(choice.inside) for choice in flat]
        self.filled = np.flatnonzero(counts)
        pointer = np.concatenate(([0], np.cumsum(counts)))
        self.start = pointer[:-1][self.filled]
        edges = [edge for choice in flat for edge in choice.inside]
        self.near = np.array([near for near, _ in edges], dtype=np.int64)
        self.weight = np.array([weight for _, weight in edges], dtype=object)
        chance = self.weight / np.repeat(self.total, counts)
        self.matrix = csr_array((np.array(chance, dtype=float), self.near, pointer), shape=(len(flat), part.size))
        self.dense = self.matrix.toarray() if part.size <= _DENSE else None
        self.constant = ((self.low + self.high) / (2 * self.total) / _UNIT).astype(float)
        self.middle = np.zeros(part.size, dtype=object)

    def offers(self, values: Any, constant: Any, up: bool) -> Any:
        """What each choice is worth if its successors are worth `values`; rounded up or down."""
        numerator = constant.copy()
        if len(self.near):
            import numpy as np

            numerator[self.filled] += np.add.reduceat(values[self.near] * self.weight, self.start)
        return -(-numerator // self.total) if up else numerator // self.total

    def factors(self) -> Callable[[Any], Any]:
        """Factor the equations of the policy; what is returned solves them for a right-hand side."""
        import numpy as np
        from scipy.linalg.lapack import dgetrf, dgetrs
        from scipy.sparse import eye_array
        from scipy.sparse.linalg import splu

        if self.dense is None:
            factors = splu((eye_array(self.size, format="csr") - self.matrix[self.picked]).tocsc())
            return lambda right: factors.solve(right)
        upper, pivots, _ = dgetrf(np.eye(self.size) - self.dense[self.picked])
        return lambda right: dgetrs(upper, pivots, right)[0]

    def improve(self, offers: Any, noticed: Any, side: int | None = None) -> bool:
        """Switch to clearly better choices, of one side or of both."""
        import numpy as np

        sign = self.owner[self.node]
        best = np.maximum.reduceat(offers * sign, self.first)
        gain = best - (offers * sign)[self.picked]
        switch = (gain > noticed) & (self.owner != 0)
        if side is not None:
            switch &= self.owner == side
        if not switch.any():
            return False
        is_best = np.flatnonzero(offers * sign == best[self.node])[::-1]
        top = self.picked.copy()
        top[self.node[is_best]] = is_best  # reversed: the first of equals is written last
        self.picked[switch] = top[switch]
        return True

    def iterate(self) -> None:
        """Find a policy that no choice improves, first in doubles, then in integers."""
        import numpy as np

        both = len({-1, 1} & set(self.owner.tolist())) == 2
        for turn in range(_ROUNDS):
            values = self.factors()(self.constant[self.picked])
            offers = self.constant + self.matrix @ values
            noticed = 1e-11 * max(1.0, float(np.abs(values).max()))
            # both sides at once is quicker but may go round in circles: after a while the slow, safe order
            if turn < _ROUNDS // 4 or not both:
                if not self.improve(offers, noticed):
                    break
            elif not self.improve(offers, noticed, -1) and not self.improve(offers, noticed, 1):
                break
        self.middle = np.array([int(value * 2.0**60) << (SCALE - 60) for value in values], dtype=object)
        for _ in range(_ROUNDS):
            self.middle = self.refine(self.factors(), self.middle, self.low)
            offers = self.offers(self.middle, self.low, up=False)
            if not self.improve(offers, _NOTICED, -1) and not self.improve(offers, _NOTICED, 1):
                break

    def refine(self, factors: Any, values: Any, constant: Any) -> Any:
        """Correct the values of the policy until the residual is down to the last bits."""
        import numpy as np

        last = None
        while True:
            residual = self.offers(values, constant, up=False)[self.picked] - values
            worst = max(abs(entry) for entry in residual)
            if worst <= 2 or (last is not None and worst * 4 > last):
                return values
            last = worst
            shift = max(0, worst.bit_length() - 60)
            correction = factors((residual >> shift).astype(float))
            values = values + np.array([round(entry) << shift for entry in correction.tolist()], dtype=object)

    def bounds(self) -> tuple[list[int], list[int]]:
        """Step a little down and up from the refined values, and prove it; if need be, step further."""
        import numpy as np

        factors = self.factors()
        lows = self.refine(factors, self.middle, self.low)
        highs = self.refine(factors, self.middle, self.high)
        slack = self.slack(factors)
        one, minus = self.owner >= 0, self.owner <= 0
        margin = 8
        while margin < 1 << (SCALE - 50):
            step = np.array([int(entry * margin) + 1 for entry in slack], dtype=object)
            low, high = lows - step, highs + step
            under = self.offers(low, self.low, up=False)
            over = self.offers(high, self.high, up=True)
            if (np.where(one, under[self.picked], np.minimum.reduceat(under, self.first)) >= low).all() and (
                np.where(minus, over[self.picked], np.maximum.reduceat(over, self.first)) <= high
            ).all():
                return low.tolist(), high.tolist()
            margin <<= 4
        raise _hopeless(self.size)

    def slack(self, factors: Any) -> Any:
        """Expected number of steps to the exit, the longest among choices about as good as the best."""
        import numpy as np

        kept = self.picked.copy()
        values = (self.middle / _UNIT).astype(float)
        offers = self.constant + self.matrix @ values
        near = np.abs(offers - values[self.node]) <= 1e-9 * max(1.0, float(np.abs(values).max()))
        for _ in range(_ROUNDS):
            steps = factors(np.ones(self.size))
            longer = np.where(near, 1 + self.matrix @ steps, 0.0)
            longest = np.maximum.reduceat(longer, self.first)
            switch = longest > longer[self.picked] * (1 + 1e-9)
            if not switch.any():
                break
            is_longest = np.flatnonzero(longer == longest[self.node])
            top = self.picked.copy()
            top[self.node[is_longest]] = is_longest
            self.picked[switch] = top[switch]
            factors = self.factors()
        self.picked = kept
        return 2 * steps


def _hopeless(size: int) -> TooBigError:
    return TooBigError(
        f"game graph: {size:,} states that lead back to each other take too long to leave for floating point "
        "to guess their values; more exact_states solve them in fractions"
    )


def _floor(choice: Choice, known: Callable[[int], Rational], sign: int = 1) -> int:
    """Return sign times total times constant of a choice, in units and rounded down."""
    if not choice.outside and not choice.reward:
        return 0
    value = sum([weight * known(node) for node, weight in choice.outside], ZERO)
    if choice.reward:
        value += choice.reward * choice.total
    return int((sign * value.numerator * _UNIT) // value.denominator)
