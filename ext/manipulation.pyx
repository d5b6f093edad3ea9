# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""The best use of manipulations of dice: the value of every roll at once, one manipulation at a time.

Everything rests on the table of the growth kernel: which roll of m dice comes of a roll of m - 1 and one more die. The
rolls in a row of that table are what a die can become: a reroll is a mean along a class, a shift a step along it, a
change of colour a step across.

A value is an integer over a power of 6, in one word of 64 bits or in two; 6 times the highest fits, the caller sees to
that. Where a manipulation leads to values over a smaller power, `up` tells how many factors 6 are missing; a mean
takes one of them away, and so every division is exact.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

ctypedef unsigned long long u64
ctypedef unsigned int u32
ctypedef unsigned char u8

cdef extern from *:
    """
    typedef unsigned __int128 gnomon_u128;
    """
    # by another name than in the header, so that Cython tells it from a u64
    ctypedef unsigned long u128 "gnomon_u128"

ctypedef fused number:
    u64
    u128

cdef enum:
    FACES = 6
    MAX_CLASSES = 6
    MAX_TIMES = 8


cdef inline number sixth(number x) noexcept nogil:
    """An exact division: by 2, then times the inverse of 3."""
    if number is u128:
        return (x >> 1) * ((<u128> 0xAAAAAAAAAAAAAAAAULL << 64) | 0xAAAAAAAAAAAAAAABULL)
    else:
        return x / 6


cdef inline number six_to(int n, number unit) noexcept nogil:
    cdef number result = unit
    while n > 0:
        result = result * 6
        n -= 1
    return result


cdef inline number mean(const number *v) noexcept nogil:
    return sixth[number](v[0] + v[1] + v[2] + v[3] + v[4] + v[5])


cdef inline int load(number *v, const number *values, const int *entry, number factor) noexcept nogil:
    """The values along a class; 0 if all are 0."""
    cdef int f
    cdef number any = 0
    for f in range(FACES):
        v[f] = values[entry[f]] * factor
        any = any | v[f]
    return any != 0


cdef void raise_to(number *out, const number *values, long long n, number factor) noexcept nogil:
    cdef long long i
    cdef number x
    for i in range(n):
        x = values[i] * factor
        out[i] = x if x > out[i] else out[i]


def better(u64[::1] out, const u64[::1] values, int up, int words):
    """Where these values are higher, take them."""
    cdef long long n = out.shape[0] // words
    with nogil:
        if words == 1:
            raise_to[u64](<u64 *> &out[0], <const u64 *> &values[0], n, six_to[u64](up, 1))
        else:
            raise_to[u128](<u128 *> &out[0], <const u128 *> &values[0], n, six_to[u128](up, 1))


cdef void reroll_all(
    number *out, const number *values, const int *table, long long rows, int times, number factor
) noexcept nogil:
    cdef long long _row
    cdef int f, _time
    cdef number v[FACES]
    cdef number best[FACES]
    cdef number m
    for _row in range(rows):
        if table[0] >= 0 and load[number](v, values, table, factor):
            m = mean[number](v)
            for _time in range(times - 1):
                for f in range(FACES):
                    best[f] = v[f] if v[f] > m else m
                m = mean[number](best)
            for f in range(FACES):
                if m > out[table[f]]:
                    out[table[f]] = m
        table += FACES


def reroll(u64[::1] out, const u64[::1] values, const int[::1] table, int times, int up, int words):
    """One die is rolled again up to `times` times."""
    cdef long long rows = table.shape[0] // FACES
    with nogil:
        if words == 1:
            reroll_all[u64](<u64 *> &out[0], <const u64 *> &values[0], &table[0], rows, times, six_to[u64](up, 1))
        else:
            reroll_all[u128](<u128 *> &out[0], <const u128 *> &values[0], &table[0], rows, times, six_to[u128](up, 1))


cdef void shift_all(
    number *out, const number *values, const int *table, long long rows, int steps, int wraps, number factor
) noexcept nogil:
    cdef long long _row
    cdef int f, d, g
    cdef number v[FACES]
    for _row in range(rows):
        if table[0] >= 0 and load[number](v, values, table, factor):
            for f in range(FACES):
                for d in range(-steps, steps + 1):
                    g = f + d
                    if wraps:
                        g = (g + FACES * MAX_TIMES) % FACES
                    if 0 <= g < FACES and v[g] > out[table[f]]:
                        out[table[f]] = v[g]
        table += FACES


def shift(u64[::1] out, const u64[::1] values, const int[::1] table, int steps, bint wraps, int up, int words):
    """One die goes up or down, up to `steps` steps."""
    cdef long long rows = table.shape[0] // FACES
    with nogil:
        if words == 1:
            shift_all[u64](<u64 *> &out[0], <const u64 *> &values[0], &table[0], rows, steps, wraps, six_to[u64](up, 1))
        else:
            shift_all[u128](<u128 *> &out[0], <const u128 *> &values[0], &table[0], rows, steps, wraps,
                            six_to[u128](up, 1))


cdef void recolour_all(
    number *out, const number *values, const int *table, long long rows, int classes, unsigned targets,
    const u8 *counts, const int *room, number factor,
) noexcept nogil:
    cdef long long _row
    cdef int c, f, s
    cdef number best, x
    for _row in range(rows):
        for f in range(FACES):
            best = 0
            for c in range(classes):
                s = table[c * FACES + f]
                if targets >> c & 1 and s >= 0 and counts[c] < room[c]:
                    x = values[s]
                    best = x if x > best else best
            if best:
                best = best * factor
                for c in range(classes):
                    s = table[c * FACES + f]
                    if s >= 0 and best > out[s]:
                        out[s] = best
        table += classes * FACES
        counts += classes


def recolour(
    u64[::1] out, const u64[::1] values, const int[::1] table, unsigned targets, const u8[::1] counts,
    const int[::1] room, int up, int words,
):
    """One die changes to one of the classes in `targets`.

    counts : dice of each class in the rolls of one die less; room : how many of each class there may be in a roll
    """
    cdef int classes = <int> room.shape[0]
    cdef long long rows = table.shape[0] // (FACES * classes)
    with nogil:
        if words == 1:
            recolour_all[u64](<u64 *> &out[0], <const u64 *> &values[0], &table[0], rows, classes, targets,
                              &counts[0], &room[0], six_to[u64](up, 1))
        else:
            recolour_all[u128](<u128 *> &out[0], <const u128 *> &values[0], &table[0], rows, classes, targets,
                               &counts[0], &room[0], six_to[u128](up, 1))


cdef struct Pairs:
    int classes, times
    long long rows              # rolls of m - 2
    const u32 *rolls
    const int *add
    const int *group
    const int *inner            # from m - 2 to m - 1
    const int *outer            # from m - 1 to m
    long long outer_rows


cdef inline int settle(u32 *ids, int c, const int *group) noexcept nogil:
    """Restore the order of a group after the id of class c has grown; where the class is now."""
    cdef u32 moved
    while c and group[c - 1] == group[c] and ids[c - 1] < ids[c]:
        moved = ids[c]
        ids[c] = ids[c - 1]
        ids[c - 1] = moved
        c -= 1
    return c


cdef inline int place_after(const Pairs *p, const u32 *rolls, int c, int f, int tracked) noexcept nogil:
    """Where a class stands once class c has one more die."""
    cdef u32 ids[MAX_CLASSES]
    cdef int at
    memcpy(ids, rolls, p.classes * sizeof(u32))
    ids[c] = p.add[ids[c] * FACES + f]
    at = settle(ids, c, p.group)
    if tracked == c:
        return at
    return tracked + 1 if at <= tracked < c else tracked


cdef int look_ahead(const Pairs *p, const u32 *ids, const int *inner, int c, int d, const number *values,
                    number factor, number *v) noexcept nogil:
    """The values of both dice, `v[f * FACES + g]`; 0 if all are 0 or the dice cannot be there."""
    cdef int f, g, t
    cdef const int *entry
    cdef number any = 0
    for f in range(FACES):
        t = inner[c * FACES + f]
        if t < 0:
            return 0
        if t == 0:
            for g in range(FACES):
                v[f * FACES + g] = values[0] * factor
        else:
            entry = p.outer + (<long long> (t - 1) * p.classes + place_after(p, ids, c, f, d)) * FACES
            if entry[0] < 0:
                return 0
            for g in range(FACES):
                v[f * FACES + g] = values[entry[g]] * factor
        for g in range(FACES):
            any = any | v[f * FACES + g]
    return any != 0


cdef void two_dice(const Pairs *p, number *v, number *first, number *second) noexcept nogil:
    """What it is worth to take up the other die, by the rolls left of the one in hand and its number.

    v : FACES * FACES values when both stay. With i rolls left of the first die and j of the second the best is the
    value as it lies, or a mean over the first with i - 1 left, or over the second with j - 1 left. first[i, f] is the
    mean over the second with all but one roll left of it; second[j, g] the same the other way round.
    """
    cdef number w[MAX_TIMES][MAX_TIMES][FACES * FACES]
    cdef number m
    cdef number *here
    cdef number *before
    cdef int i, j, f, g, last = p.times - 1
    for i in range(p.times):
        for j in range(p.times):
            here = w[i][j]
            memcpy(here, v, FACES * FACES * sizeof(number))
            if i:
                before = w[i - 1][j]
                for g in range(FACES):
                    m = sixth[number](before[g] + before[6 + g] + before[12 + g] + before[18 + g] + before[24 + g]
                                      + before[30 + g])
                    for f in range(FACES):
                        if m > here[f * FACES + g]:
                            here[f * FACES + g] = m
            if j:
                before = w[i][j - 1]
                for f in range(FACES):
                    m = mean[number](before + f * FACES)
                    for g in range(FACES):
                        if m > here[f * FACES + g]:
                            here[f * FACES + g] = m
    for i in range(p.times):
        for f in range(FACES):
            first[i * FACES + f] = mean[number](w[i][last] + f * FACES)
            here = w[last][i]
            second[i * FACES + f] = sixth[number](here[f] + here[6 + f] + here[12 + f] + here[18 + f] + here[24 + f]
                                                  + here[30 + f])


cdef inline void offer(number *ahead, const number *worth, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        ahead[i] = worth[i] if worth[i] > ahead[i] else ahead[i]


cdef int reroll_pairs(const Pairs *p, number *out, const number *values, number factor) noexcept nogil:
    cdef int span = p.times * FACES, width = p.classes * FACES, c, d, f, i, t
    cdef long long row
    cdef const u32 *ids
    cdef const int *inner
    cdef const int *entry
    cdef number v[FACES * FACES]
    cdef number first[MAX_TIMES * FACES]
    cdef number second[MAX_TIMES * FACES]
    cdef number m = 0
    # by class of a die in hand, over the rolls of the other dice: what the best other die is worth
    cdef number *ahead = <number *> calloc(p.outer_rows * p.classes * span + 1, sizeof(number))
    cdef number *mine
    if ahead == NULL:
        return 0
    for row in range(p.rows):
        ids = p.rolls + row * p.classes
        inner = p.inner + row * width
        for c in range(p.classes):
            for d in range(c, p.classes):
                if not look_ahead[number](p, ids, inner, c, d, values, factor, v):
                    continue
                two_dice[number](p, v, first, second)
                for f in range(FACES):
                    t = inner[d * FACES + f]
                    if t > 0:
                        offer[number](ahead + ((<long long> t - 1) * p.classes + place_after(p, ids, d, f, c)) * span,
                                      first, span)
                    t = inner[c * FACES + f]
                    if t > 0:
                        offer[number](ahead + ((<long long> t - 1) * p.classes + place_after(p, ids, c, f, d)) * span,
                                      second, span)
    for row in range(p.outer_rows * p.classes):
        entry = p.outer + row * FACES
        if entry[0] < 0:
            continue
        load[number](v, values, entry, factor)
        mine = ahead + row * span
        for i in range(p.times):
            for f in range(FACES):
                first[f] = v[f] if v[f] > mine[i * FACES + f] else mine[i * FACES + f]
                if i and m > first[f]:
                    first[f] = m
            m = mean[number](first)
        if m:
            for f in range(FACES):
                if m > out[entry[f]]:
                    out[entry[f]] = m
    free(ahead)
    return 1


def reroll_two(
    u64[::1] out, const u64[::1] values, const u32[::1] rolls, const int[::1] add, const int[::1] group,
    const int[::1] inner, const int[::1] outer, int times, int up, int words,
):
    """Two dice are rolled again, each up to `times` times, in any order, the second named when it is taken up.

    rolls : ids of the rolls of two dice less; inner, outer : the tables from there to one die less, and on from there
    """
    cdef Pairs p
    cdef int done
    p.classes, p.times = <int> group.shape[0], times
    p.rows = rolls.shape[0] // p.classes
    p.outer_rows = outer.shape[0] // (p.classes * FACES)
    if p.rows == 0 or p.outer_rows == 0:
        return
    p.rolls, p.add, p.group, p.inner, p.outer = &rolls[0], &add[0], &group[0], &inner[0], &outer[0]
    with nogil:
        if words == 1:
            done = reroll_pairs[u64](&p, <u64 *> &out[0], <const u64 *> &values[0], six_to[u64](up, 1))
        else:
            done = reroll_pairs[u128](&p, <u128 *> &out[0], <const u128 *> &values[0], six_to[u128](up, 1))
    if not done:
        raise MemoryError("no memory left for the pairs of dice")


# ----- many questions, one after the other

cdef enum:
    BETTER, REROLL, REROLL_TWO, SHIFT, RECOLOUR, PAY, ADD, DIVIDE


cdef struct Lookups:
    const long long *at         # by number of dice: where its table begins, its rows, and where its counts and rolls do
    const int *tables
    const u8 *counts
    const u32 *rolls
    const int *add
    const int *group
    const int *payments         # each: how many rows and ways, the rows, and the sources of each
    int classes


cdef void pay(number *out, const number *values, const int *paid, number more, number factor) noexcept nogil:
    """Dice are paid: what may be left is worth that, and `more`."""
    cdef long long i, rows = paid[0], ways = paid[1], j
    cdef const int *source = paid + 2 + rows
    cdef number best
    for i in range(rows):
        best = 0
        for j in range(ways):
            if values[source[j]] > best:
                best = values[source[j]]
        source += ways
        best = (best + more) * factor
        if best > out[paid[2 + i]]:
            out[paid[2 + i]] = best


cdef int operate(
    number *out, long long n, const number *values, const long long *p, number factor, const Lookups *t,
) noexcept nogil:
    """One operation, as `answer` has it; 0 where there is no memory."""
    cdef const long long *at = t.at + 4 * p[3]
    cdef const int *table = t.tables + at[0]
    cdef Pairs pairs
    cdef int c
    cdef int room[MAX_CLASSES]
    cdef long long i
    if p[0] == BETTER:
        raise_to[number](out, values, n, factor)
    elif p[0] == REROLL:
        reroll_all[number](out, values, table, at[1] * t.classes, <int> p[4], factor)
    elif p[0] == REROLL_TWO:
        pairs.classes, pairs.times, pairs.add, pairs.group = t.classes, <int> p[4], t.add, t.group
        pairs.rolls, pairs.rows = t.rolls + (at - 8)[3], (at - 4)[1]
        pairs.inner, pairs.outer, pairs.outer_rows = t.tables + (at - 4)[0], table, at[1]
        return reroll_pairs[number](&pairs, out, values, factor)
    elif p[0] == SHIFT:
        shift_all[number](out, values, table, at[1] * t.classes, <int> p[4], <int> p[5], factor)
    elif p[0] == RECOLOUR:
        for c in range(t.classes):
            room[c] = p[5] >> 6 * c & 63
        recolour_all[number](out, values, table, at[1], t.classes, <unsigned> p[4], t.counts + at[2], room, factor)
    elif p[0] == ADD:
        factor = factor * <u64> p[4]
        for i in range(n):
            out[i] = out[i] + values[i] * factor
    elif p[0] == DIVIDE:
        for i in range(n):
            out[i] = out[i] / <u64> p[4]
    return 1


cdef int answer_all(
    number *values, const long long *p, const long long *end, const u64 *bases, const Lookups *t,
) noexcept nogil:
    cdef number *out
    cdef const u64 *base
    cdef long long i, n, operations, _step
    cdef number factor, more
    while p < end:
        out, n, base, more, operations = values + p[0], p[1], bases + p[2], <u64> p[3], p[5]
        factor = six_to[number](<int> p[4], 1)
        for i in range(1, n if p[2] >= 0 else 0):
            out[i] = (base[i] + more) * factor
        p += 6
        for _step in range(operations):
            factor = six_to[number](<int> p[2], 1)
            if p[0] == PAY:
                more = <u64> p[5]
                pay[number](out, values + p[1], t.payments + p[4], more * six_to[number](<int> p[3], 1), factor)
            elif not operate[number](out, n, values + p[1], p, factor, t):
                return 0
            p += 6
    return 1


def answer(
    u64[::1] values, const long long[::1] program, const u64[::1] bases, const long long[::1] at,
    const int[::1] tables, const u8[::1] counts, const u32[::1] rolls, const int[::1] add, const int[::1] group,
    const int[::1] payments, int words,
):
    """Many questions one after the other, each on answers of those before it.

    program : for each where its answers begin in `values`, how many, where they lie in `bases` as they begin (below 0
    for none), what is added to those, the power of 6, and how many operations; for each of these its kind, where its
    source begins in `values`, factors of 6 that are missing there, the number of dice, and two numbers more: times;
    steps and whether it wraps; targets and room, 6 bits a class; a weight. A payment has the power of 6 of its source
    instead of dice, and then its place and what is paid for it
    """
    cdef Lookups t
    cdef int done
    if not program.shape[0]:
        return
    t.at, t.tables, t.counts, t.rolls, t.payments = &at[0], &tables[0], &counts[0], &rolls[0], &payments[0]
    t.add, t.group, t.classes = &add[0], &group[0], <int> group.shape[0]
    with nogil:
        if words == 1:
            done = answer_all[u64](<u64 *> &values[0], &program[0], &program[0] + program.shape[0], &bases[0], &t)
        else:
            done = answer_all[u128](<u128 *> &values[0], &program[0], &program[0] + program.shape[0], &bases[0], &t)
    if not done:
        raise MemoryError("no memory left for the pairs of dice")
