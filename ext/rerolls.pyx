# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Which dice to roll again: exact chances under the best choice, over the lattice of kept multisets.

The dice of a class show lumps (faces that serve the same spaces). Every multiset of up to n dice of a class is a
point; the points of all classes together are the lattice, a full point is a roll. With V the value of each roll, the
value of keeping a point is the mean of V over the dice still to be rolled, found one die at a time from the full
points down; the best value of a roll is the maximum over the points below it, found one die at a time upwards. So a
round costs a few steps for each point, not one for each pair of roll and choice.

Values are integers over total**rounds in 128 bits, ways to roll are below total: the caller makes sure that
total**rounds < 2**127 and total < 2**63.
"""

from libc.stdlib cimport calloc, free, malloc

from bits cimport u128
from lattice cimport (
    MAX_CLASSES, Class, Lattice, index_of, lattice_free, lattice_make, lattice_wins, next_full,
)

ctypedef unsigned long long u64

cdef void set_values(const Lattice *t, u128 *value, u128 scale) noexcept nogil:
    """The value of each roll before any die is rolled again: scale or 0."""
    cdef int at[MAX_CLASSES]
    cdef int c
    for c in range(t.n):
        at[c] = t.classes[c].first_full
    while True:
        value[index_of(t, at)] = scale if lattice_wins(t, at) else 0
        if not next_full(t, at):
            return


cdef void sweep(const Lattice *t, u128 *value, int up) noexcept nogil:
    """Down: means over the dice still to be rolled, class by class (the last first), as sums over their sides.

    Up: the best of a point and those below it, class by class; only the rolls of a class matter once it is done.
    """
    cdef int step, c, k, lump, i, lumps
    cdef int low[MAX_CLASSES]
    cdef int at[MAX_CLASSES]
    cdef long long base, stride
    cdef u128 sum
    cdef const Class *me
    for c in range(t.n):
        low[c] = 0 if up else t.classes[c].first_full
    for step in range(t.n):
        c = step if up else t.n - 1 - step
        me = &t.classes[c]
        stride, lumps = me.stride, me.lumps
        for k in range(t.n):
            at[k] = low[k] if k != c else 0
        while True:
            base = index_of(t, at)
            if up:
                for i in range(1, me.points):
                    for lump in range(lumps):
                        if me.less[i * lumps + lump] >= 0:
                            sum = value[base + me.less[i * lumps + lump] * stride]
                            if sum > value[base + i * stride]:
                                value[base + i * stride] = sum
            else:
                i = me.first_full - 1
                while i >= 0:
                    sum = 0
                    for lump in range(lumps):
                        sum += value[base + me.more[i * lumps + lump] * stride] * <u128>me.weight[lump]
                    value[base + i * stride] = sum
                    i -= 1
            # the next line of this class: every place of the others that still matters
            for k in range(t.n):
                if k == c:
                    continue
                at[k] += 1
                if at[k] < t.classes[k].points:
                    break
                at[k] = low[k]
            else:
                break
        low[c] = me.first_full if up else 0


cdef void rescale(const Lattice *t, u128 *value) noexcept nogil:
    """Bring every point to the same denominator: times the sides of the dice that are kept."""
    cdef int at[MAX_CLASSES], _i
    cdef int c
    cdef u128 factor
    for c in range(t.n):
        at[c] = 0
    while True:
        factor = 1
        for c in range(t.n):
            for _i in range(t.classes[c].size[at[c]]):
                factor *= <u128>t.classes[c].sides
        value[index_of(t, at)] *= factor
        for c in range(t.n):
            at[c] += 1
            if at[c] < t.classes[c].points:
                break
            at[c] = 0
        else:
            return


cdef void play_round(const Lattice *t, u128 *value) noexcept nogil:
    """From the values of the rolls after a reroll to the best values of the rolls before it."""
    sweep(t, value, 0)
    rescale(t, value)
    sweep(t, value, 1)


def reroll_weight(
    const int[::1] diagram, const long long[::1] cell_class, const long long[::1] cell_weight,
    const long long[::1] cell_lump, const long long[::1] dice, int rounds,
):
    """Weight, over total**(rounds + 1), of success when any dice are rolled again up to `rounds` times.

    The task's diagram and its cells are those of the diagram kernel; cell_lump numbers the cells within their class;
    dice[c] is the number of dice of class c. Returns None when the lattice is too big.
    """
    cdef Lattice t
    cdef u128 *value = NULL
    cdef u128 high = 0      # the answer is high * 2**64 + low
    cdef u128 low = 0
    cdef u128 ways
    cdef int c, _r
    cdef int at[MAX_CLASSES]
    try:
        if not lattice_make(&t, diagram, cell_class, cell_weight, cell_lump, dice):
            return None
        value = <u128 *>malloc(<size_t>t.points * sizeof(u128))
        if value == NULL:
            raise MemoryError("no memory left for the rerolls")
        with nogil:
            set_values(&t, value, 1)
            for _r in range(rounds):
                play_round(&t, value)
            for c in range(t.n):
                at[c] = t.classes[c].first_full
            while True:
                ways = 1
                for c in range(t.n):
                    ways *= t.classes[c].ways[at[c]]
                high += ways * (value[index_of(&t, at)] >> 64)
                low += ways * <u128>(<u64>value[index_of(&t, at)])
                if not next_full(&t, at):
                    break
        return (int(high) << 64) + int(low)
    finally:
        free(value)
        lattice_free(&t)


def keep_weights(
    const int[::1] diagram, const long long[::1] cell_class, const long long[::1] cell_weight,
    const long long[::1] cell_lump, const long long[::1] dice, const long long[::1] roll, int rounds,
):
    """What every way to keep part of a roll is worth, with `rounds` rerolls left (at least one).

    roll: dice in each cell. Returns a list of (dice kept in each cell, weight over total**rounds), or None when the
    lattice is too big.
    """
    cdef Lattice t
    cdef u128 *value = NULL
    cdef int c, cell, fits, _r
    cdef int at[MAX_CLASSES]
    try:
        if not lattice_make(&t, diagram, cell_class, cell_weight, cell_lump, dice):
            return None
        value = <u128 *>malloc(<size_t>t.points * sizeof(u128))
        if value == NULL:
            raise MemoryError("no memory left for the rerolls")
        with nogil:
            set_values(&t, value, 1)
            for _r in range(rounds - 1):
                play_round(&t, value)
            sweep(&t, value, 0)
            rescale(&t, value)
        found = []
        for c in range(t.n):
            at[c] = 0
        while True:
            fits = 1
            for cell in range(t.cells):
                c = <int>cell_class[cell]
                if t.classes[c].count[at[c] * t.classes[c].lumps + cell_lump[cell]] > roll[cell]:
                    fits = 0
                    break
            if fits:
                kept = tuple(
                    [
                        t.classes[cell_class[cell]].count[
                            at[cell_class[cell]] * t.classes[cell_class[cell]].lumps + cell_lump[cell]
                        ]
                        for cell in range(t.cells)
                    ]
                )
                found.append((kept, value[index_of(&t, at)]))
            for c in range(t.n):
                at[c] += 1
                if at[c] < t.classes[c].points:
                    break
                at[c] = 0
            else:
                return found
    finally:
        free(value)
        lattice_free(&t)


def single_reroll_weights(
    const int[::1] diagram, const long long[::1] cell_class, const long long[::1] cell_weight,
    const long long[::1] cell_lump, const long long[::1] dice,
):
    """Rolls by the best single die to roll again.

    Returns a dict from (sides that help, sides) of that die to the weight of the rolls for which no other die is
    better; a roll that is filled already counts as (1, 1). None when the lattice is too big.
    """
    cdef Lattice t
    cdef char *filled = NULL
    cdef int at[MAX_CLASSES]
    cdef int c, lump, m, i, helps, best, best_sides, lumps
    cdef long long index, j
    cdef u128 ways
    cdef u128 *tally = NULL
    cdef int most = 1
    try:
        if not lattice_make(&t, diagram, cell_class, cell_weight, cell_lump, dice):
            return None
        for c in range(t.n):
            most = max(most, t.classes[c].sides)
        filled = <char *>malloc(<size_t>t.points)
        tally = <u128 *>calloc(<size_t>(most + 1) * (most + 1), sizeof(u128))
        if filled == NULL or tally == NULL:
            raise MemoryError("no memory left for the rerolls")
        with nogil:
            for c in range(t.n):
                at[c] = t.classes[c].first_full
            while True:
                filled[index_of(&t, at)] = lattice_wins(&t, at)
                if not next_full(&t, at):
                    break
            for c in range(t.n):
                at[c] = t.classes[c].first_full
            while True:
                index = index_of(&t, at)
                ways = 1
                for c in range(t.n):
                    ways *= t.classes[c].ways[at[c]]
                best, best_sides = 0, 1
                if filled[index]:
                    best = 1
                else:
                    for c in range(t.n):
                        lumps = t.classes[c].lumps
                        for lump in range(lumps):
                            i = t.classes[c].less[at[c] * lumps + lump]
                            if i < 0:
                                continue
                            helps = 0
                            for m in range(lumps):
                                j = index + (t.classes[c].more[i * lumps + m] - at[c]) * t.classes[c].stride
                                if filled[j]:
                                    helps += <int>t.classes[c].weight[m]
                            if helps * best_sides > best * t.classes[c].sides:
                                best, best_sides = helps, t.classes[c].sides
                tally[best * (most + 1) + best_sides] += ways
                if not next_full(&t, at):
                    break
        return {
            (best, best_sides): tally[best * (most + 1) + best_sides]
            for best in range(most + 1)
            for best_sides in range(1, most + 1)
            if tally[best * (most + 1) + best_sides]
        }
    finally:
        free(filled)
        free(tally)
        lattice_free(&t)
