# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""What is it worth to use a token, for all unlike rows that a die can come to and many bags at once?

The rows and their parts are those of the kernel of likeness; columns are values by class, one for each bag that may be
left. A value is an integer of 128 bits over a number that depends on the bag; 6 times the highest fits, the caller
sees to that. `factor` tells by which of the factors, of two words each, what a token leads to must be multiplied; there
is a 6 in it for each mean, so that every division is exact.

What is returned begins with the values of nothing, which are 0.
"""

from array import array

from cpython.array cimport array as c_array, clone
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from rows cimport Rows, close_rows, open_rows, put, u32, u64

cdef extern from *:
    # by another name than in the header, so that Cython tells it from a u64
    ctypedef unsigned long u128 "gnomon_u128"

ctypedef fused number:
    u64
    u128

cdef enum:
    FACES = 6
    MAX_TIMES = 8
    ROOM = 6            # bits for the room for dice of a class of colours

cdef u32 NONE = 0xFFFFFFFF      # cannot be
cdef u32 FILLED = 0xFFFFFFFE    # the task is filled


cdef inline number sixth(number x) noexcept nogil:
    """An exact division: by 2, then times the inverse of 3."""
    if number is u128:
        return (x >> 1) * ((<u128> 0xAAAAAAAAAAAAAAAAULL << 64) | 0xAAAAAAAAAAAAAAABULL)
    else:
        return (x >> 1) * <u64> 0xAAAAAAAAAAAAAAABULL


cdef inline number mean(const number *v, int step) noexcept nogil:
    return sixth[number](v[0] + v[step] + v[2 * step] + v[3 * step] + v[4 * step] + v[5 * step])


cdef inline int load(u128 *v, const u128 *values, const u32 *part, u128 factor) noexcept nogil:
    """The values along a class of colours; 0 if all are 0 or it cannot be."""
    cdef int f
    cdef u128 any = 0
    if part[0] == NONE:
        return 0
    for f in range(FACES):
        v[f] = values[part[f]] * factor
        any = any | v[f]
    return any != 0


cdef inline void offer(number *out, number value) noexcept nogil:
    if value > out[0]:
        out[0] = value


cdef inline u128 *values_of(c_array found) noexcept:
    return <u128 *> found.data.as_voidptr


def along(
    const u32[::1] parts, const int[:, ::1] ops, const u64[::1] columns, long long known,
    const u64[::1] factors, int b,
):
    """One die rolled again, or turned to numbers beside it: shape (1 + parts * faces, b).

    Parameters
    ----------
    parts : along a class of colours
    ops : bag, column, factor, times a die is rolled or 0, steps it is turned, whether 6 and 1 are neighbours
    columns : shape (columns, known)
    b : how many bags
    """
    cdef long long n = parts.shape[0] // FACES, i
    cdef int k, f, g, d, _time
    cdef c_array found = clone(array("Q"), (1 + n * FACES) * b * 2, True)
    cdef u128 *out
    cdef const u128 *values
    cdef u128 v[FACES]
    cdef u128 best[FACES]
    cdef u128 m, factor
    for k in range(ops.shape[0]):
        values = (<const u128 *> &columns[0]) + ops[k, 1] * known
        factor = (<const u128 *> &factors[0])[ops[k, 2]]
        with nogil:
            for i in range(n):
                if not load(v, values, &parts[i * FACES], factor):
                    continue
                out = (<u128 *> found.data.as_voidptr) + (1 + i * FACES) * b + ops[k, 0]
                if ops[k, 3]:
                    m = mean[u128](v, 1)
                    for _time in range(ops[k, 3] - 1):
                        for f in range(FACES):
                            best[f] = v[f] if v[f] > m else m
                        m = mean[u128](best, 1)
                    for f in range(FACES):
                        offer(out + f * b, m)
                    continue
                for f in range(FACES):
                    for d in range(-ops[k, 4], ops[k, 4] + 1):
                        g = f + d
                        if ops[k, 5]:
                            g = (g + FACES * MAX_TIMES) % FACES
                        if 0 <= g < FACES:
                            offer(out + f * b, v[g])
    return found


def across(
    const u32[::1] parts, int kinds, const int[:, ::1] ops, const u64[::1] columns, long long known,
    const u64[::1] factors, int b,
):
    """One die given another colour: shape (1 + parts, b).

    parts : across the classes of colours
    ops : bag, column, factor, mask of the classes it may become, whether the supply does not matter
    """
    cdef long long n = parts.shape[0] // (kinds + 1), i
    cdef int k, c
    cdef c_array found = clone(array("Q"), (1 + n) * b * 2, True)
    cdef u128 *out
    cdef const u128 *values
    cdef const u32 *part
    cdef u128 factor
    for k in range(ops.shape[0]):
        values = (<const u128 *> &columns[0]) + ops[k, 1] * known
        factor = (<const u128 *> &factors[0])[ops[k, 2]]
        with nogil:
            for i in range(n):
                out = (<u128 *> found.data.as_voidptr) + (1 + i) * b + ops[k, 0]
                part = &parts[i * (kinds + 1)]
                for c in range(kinds):
                    if ops[k, 3] >> c & 1 and (ops[k, 4] or part[kinds] >> ROOM * c & 63) and part[c] != NONE:
                        offer(out, values[part[c]] * factor)
    return found


def swapped(
    const u32[::1] parts, int dice, int width, const int[::1] where, const int[:, ::1] ops, const u64[::1] values,
    const long long[::1] starts, const int[::1] known, const u64[::1] factors, int b,
):
    """One die given for another: shape (1 + parts, b).

    parts : a die given, and the classes that the dice taken lead to
    where : for each die taken and each given, in which circumstances
    ops : bag, row, factor, how many of the dice can be taken
    values, starts, known : in each of the circumstances, where its values begin and how many there are in a row
    """
    cdef long long n = parts.shape[0] // (dice + 1), i
    cdef int k, y, w
    cdef c_array found = clone(array("Q"), (1 + n) * b * 2, True)
    cdef u128 *out
    cdef const u32 *part
    cdef u128 factor
    for k in range(ops.shape[0]):
        factor = (<const u128 *> &factors[0])[ops[k, 2]]
        with nogil:
            for i in range(n):
                out = (<u128 *> found.data.as_voidptr) + (1 + i) * b + ops[k, 0]
                part = &parts[i * (dice + 1)]
                for y in range(ops[k, 3]):
                    if part[1 + y] != NONE:
                        w = where[y * width + part[0]]
                        offer(out, factor * (<const u128 *> &values[0])[
                            starts[w] + <long long> ops[k, 1] * known[w] + part[1 + y]])
    return found


def rolled(
    const u32[::1] parts, const int[:, ::1] ops, const u64[::1] columns, long long known,
    const u64[::1] factors, int b,
):
    """One more die rolled: shape (1 + parts, b); ops : bag, column, factor."""
    cdef long long n = parts.shape[0] // FACES, i
    cdef int k
    cdef c_array found = clone(array("Q"), (1 + n) * b * 2, True)
    cdef const u128 *values
    cdef u128 factor
    cdef u128 v[FACES]
    for k in range(ops.shape[0]):
        values = (<const u128 *> &columns[0]) + ops[k, 1] * known
        factor = (<const u128 *> &factors[0])[ops[k, 2]]
        with nogil:
            for i in range(n):
                if load(v, values, &parts[i * FACES], factor):
                    offer((<u128 *> found.data.as_voidptr) + (1 + i) * b + ops[k, 0], mean[u128](v, 1))
    return found


def mixed(const u32[::1] sets, int kinds, const u64[::1] worth, int b):
    """The sum of worths, each as often as it says: shape (sets, b).

    sets : a worth and its number for each class of colours; worth : shape (worths, b)
    """
    cdef long long n = sets.shape[0] // (2 * kinds), i
    cdef int c, k
    cdef const u32 *row
    cdef const u128 *values
    cdef u128 *out
    cdef c_array found = clone(array("Q"), n * b * 2, True)
    with nogil:
        for i in range(n):
            out = (<u128 *> found.data.as_voidptr) + i * b
            for c in range(kinds):
                row = &sets[2 * (i * kinds + c)]
                values = (<const u128 *> &worth[0]) + <long long> row[0] * b
                for k in range(b):
                    out[k] += values[k] * row[1]
    return found


# ---- two dice in hand

cdef void two_dice(int times, const number *v, number *first, number *second) noexcept nogil:
    """What it is worth to take up the other die, by the rolls left of the one in hand and its number.

    v : FACES * FACES values when both stay. With i rolls left of the first die and j of the second the best is the
    value as it lies, or a mean over the first with i - 1 left, or over the second with j - 1 left. first[i, f] is the
    mean over the second with all but one roll left of it; second[j, g] the same the other way round.
    """
    cdef number w[MAX_TIMES][MAX_TIMES][FACES * FACES]
    cdef number m
    cdef number *here
    cdef number *before
    cdef int i, j, f, g, last = times - 1
    for i in range(times):
        for j in range(times):
            here = w[i][j]
            memcpy(here, v, FACES * FACES * sizeof(number))
            if i:
                before = w[i - 1][j]
                for g in range(FACES):
                    m = mean[number](before + g, FACES)
                    for f in range(FACES):
                        offer[number](here + f * FACES + g, m)
            if j:
                before = w[i][j - 1]
                for f in range(FACES):
                    m = mean[number](before + f * FACES, 1)
                    for g in range(FACES):
                        offer[number](here + f * FACES + g, m)
    for i in range(times):
        for f in range(FACES):
            first[i * FACES + f] = mean[number](w[i][last] + f * FACES, 1)
            second[i * FACES + f] = mean[number](w[last][i] + f, FACES)


cdef int two_values(number *v, const u128 *values, const u32 *block, const u32 *parts, number factor) noexcept nogil:
    """The values of two dice, `v[f * FACES + g]`; 0 if all are 0 or the dice cannot be there."""
    cdef int f, g
    cdef int some = 0
    cdef const u32 *part
    for f in range(FACES):
        if block[f] == FILLED:
            for g in range(FACES):
                v[f * FACES + g] = <number> values[0] * factor
            some = 1
            continue
        part = parts + block[f] * FACES
        if part[0] == NONE:
            return 0
        for g in range(FACES):
            v[f * FACES + g] = <number> values[part[g]] * factor
            some |= v[f * FACES + g] != 0
    return some


cdef int take_up(const u32 *blocks, long long n, const u32 *parts, const u32 *looks, int times, const u128 *values,
                 number factor, u128 *out, long long step) noexcept nogil:
    """The values of all blocks with one bag, in numbers of one size; 0 without memory.

    looks : of each part what it looks like with this bag; blocks of parts that look the same are worth the same
    step : from a block's first to its second
    """
    cdef long long i, at, known = 0, span = times * FACES
    cdef int k
    cdef u32 look[FACES]
    cdef number v[FACES * FACES]
    cdef number first[MAX_TIMES * FACES]
    cdef number second[MAX_TIMES * FACES]
    cdef long long *seen = <long long *> malloc((n + 1) * sizeof(long long))
    cdef Rows s
    if not open_rows(&s, FACES) or seen == NULL:
        close_rows(&s)
        free(seen)
        return 0
    for i in range(n):
        for k in range(FACES):
            look[k] = FILLED if blocks[i * FACES + k] == FILLED else looks[blocks[i * FACES + k]]
        at = put(&s, look)
        if at < 0:
            break
        if at < known:
            memcpy(out + 2 * i * step, out + 2 * seen[at] * step, span * sizeof(u128))
            memcpy(out + (2 * i + 1) * step, out + (2 * seen[at] + 1) * step, span * sizeof(u128))
            continue
        seen[at] = i
        known += 1
        if two_values[number](v, values, blocks + i * FACES, parts, factor):
            two_dice[number](times, v, first, second)
            for k in range(span):
                out[2 * i * step + k] = first[k]
                out[(2 * i + 1) * step + k] = second[k]
    close_rows(&s)
    free(seen)
    return known == n or at >= 0


cdef int look_alike(const u32 *parts, long long n, const u128 *values, u32 *looks) noexcept nogil:
    """Parts by their values with one bag; 0 without memory."""
    cdef long long i, at = 0
    cdef int f
    cdef u128 row[FACES]
    cdef Rows s
    if open_rows(&s, FACES * sizeof(u128) // sizeof(u32)):
        for i in range(n):
            for f in range(FACES):
                row[f] = ~<u128> 0 if parts[i * FACES] == NONE else values[parts[i * FACES + f]]
            at = put(&s, <u32 *> row)
            if at < 0:
                break
            looks[i] = <u32> at
    else:
        at = -1
    close_rows(&s)
    return at >= 0


def taken_up(
    const u32[::1] blocks, const u32[::1] parts, int times, const int[:, ::1] ops, const u64[::1] columns,
    long long known, const u64[::1] factors, int b,
):
    """Two dice rolled again, each up to so many times, in any order: what the one in hand is worth by the rolls left of
    it and its number once the other has been taken up.

    blocks : of the parts that two dice lead to
    ops : bag, column, factor

    Returns
    -------
    shape (1 + blocks * 2, b, times, faces) : with the first die in hand, and with the second
    """
    cdef long long n = blocks.shape[0] // FACES, span = times * FACES
    cdef long long many = parts.shape[0] // FACES
    cdef int k, done
    cdef c_array looks = clone(array("I"), many, False)
    cdef c_array found = clone(array("Q"), (1 + 2 * n) * b * span * 2, True)
    cdef u128 *out
    cdef const u128 *values
    cdef u128 factor
    for k in range(ops.shape[0]):
        values = (<const u128 *> &columns[0]) + ops[k, 1] * known
        factor = (<const u128 *> &factors[0])[ops[k, 2]]
        out = (<u128 *> found.data.as_voidptr) + (b + ops[k, 0]) * span
        with nogil:
            done = look_alike(&parts[0], many, values, looks.data.as_uints)
            if done and values[0] * factor * FACES >> 64:
                done = take_up[u128](
                    &blocks[0], n, &parts[0], looks.data.as_uints, times, values, factor, out, b * span)
            elif done:
                done = take_up[u64](
                    &blocks[0], n, &parts[0], looks.data.as_uints, times, values, <u64> factor, out, b * span)
        if not done:
            raise MemoryError("no memory left for the pairs of dice")
    return found


def in_hand(
    const u32[::1] hands, int length, const u32[::1] parts, const u64[::1] ahead, int some, int times,
    const int[:, ::1] ops, const u64[::1] columns, long long known, const u64[::1] factors, int b,
):
    """The same from the first roll of the first die on: shape (1 + hands, b).

    hands : a part, and which values of `ahead` the dice that may be taken up have
    ahead : for `some` bags
    ops : bag of `ahead`, column, factor, bag
    """
    cdef long long n = hands.shape[0] // length, h, span = times * FACES
    cdef int k, i, j, f
    cdef c_array found = clone(array("Q"), (1 + n) * b * 2, True)
    cdef const u128 *values
    cdef const u128 *mine
    cdef const u32 *hand
    cdef u128 factor, top
    cdef u128 v[FACES]
    cdef u128 one[FACES]
    cdef u128 best[MAX_TIMES * FACES]
    for k in range(ops.shape[0]):
        values = (<const u128 *> &columns[0]) + ops[k, 1] * known
        factor = (<const u128 *> &factors[0])[ops[k, 2]]
        with nogil:
            for h in range(n):
                hand = &hands[h * length]
                if parts[hand[0] * FACES] == NONE:
                    continue
                load(v, values, &parts[hand[0] * FACES], factor)
                memset(best, 0, span * sizeof(u128))
                for j in range(1, length):
                    if hand[j] == 0:
                        break
                    mine = (<const u128 *> &ahead[0]) + (<long long> hand[j] * some + ops[k, 0]) * span
                    for f in range(span):
                        offer(best + f, mine[f])
                top = 0
                for i in range(times):
                    for f in range(FACES):
                        one[f] = v[f] if v[f] > best[i * FACES + f] else best[i * FACES + f]
                        if i:
                            offer(one + f, top)
                    top = mean[u128](one, 1)
                offer((<u128 *> found.data.as_voidptr) + (1 + h) * b + ops[k, 3], top)
    return found


# ---- the best of many

def best(
    const u32[::1] sets, int length, int start, const u64[::1] worth, const int[:, ::1] ops, const u64[::1] columns,
    long long known, const u64[::1] factors, int b,
):
    """The best of each set of worths, and of other bags: shape (sets, b).

    sets : shape (sets, length); from `start` on which values of `worth` they hold, 0 for nothing
    ops : of other bags: bag, column, factor; the class of a set is its first number
    """
    cdef long long n = sets.shape[0] // length, i
    cdef int j, k
    cdef const u128 *values
    cdef const u32 *row
    cdef u128 *out
    cdef c_array found = clone(array("Q"), n * b * 2, True)
    with nogil:
        for i in range(n):
            row = &sets[i * length]
            out = (<u128 *> found.data.as_voidptr) + i * b
            for j in range(start, length):
                if row[j]:
                    values = (<const u128 *> &worth[0]) + <long long> row[j] * b
                    for k in range(b):
                        offer(out + k, values[k])
            for k in range(ops.shape[0]):
                values = (<const u128 *> &columns[0]) + ops[k, 1] * known
                offer(out + ops[k, 0], values[row[0]] * (<const u128 *> &factors[0])[ops[k, 2]])
    return found


def refined(const u64[::1] values, long long known, const u32[::1] coarse):
    """Rows of values by classes as rows by finer ones: shape (rows, finer classes).

    coarse : the class that each of the finer ones comes from
    """
    cdef long long rows = values.shape[0] // (2 * known), finer = coarse.shape[0], r, k
    cdef c_array found = clone(array("Q"), 2 * rows * finer, False)
    cdef u128 *out = <u128 *> found.data.as_voidptr
    cdef const u128 *row
    with nogil:
        for r in range(rows):
            row = (<const u128 *> &values[0]) + r * known
            for k in range(finer):
                out[r * finer + k] = row[coarse[k]]
    return found


def by_class(const u64[::1] values, int b, const u32[::1] found, const u32[::1] first, const u64[::1] whole):
    """The values of bags by class, a row for each bag.

    values : by unlike roll, shape (unlike rolls, b); found : which roll is which of these
    first : a roll of each class; whole : the values of class 0
    """
    cdef long long known = first.shape[0], k
    cdef int j
    cdef c_array rows = clone(array("Q"), 2 * b * known, False)
    cdef u128 *out = <u128 *> rows.data.as_voidptr
    with nogil:
        for j in range(b):
            out[j * known] = (<const u128 *> &whole[0])[j]
        for k in range(1, known):
            for j in range(b):
                out[j * known + k] = (<const u128 *> &values[0])[<long long> found[first[k] - 1] * b + j]
    return rows
