# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""What is it worth to roll two dice again, for all unlike hands and many bags at once?

Parts, columns, factors and values are those of the kernel of uses, hands and blocks those of the kernel of hands.
"""

from array import array

from cpython.array cimport array as c_array, clone
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from rows cimport Rows, checked, close_rows, open_rows, put, u32, u64
from worth cimport FACES, FILLED, MAX_TIMES, NONE, load, mean, number, offer, u128


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


cdef struct Made:           # pairs of worths, one after the other
    u128 *values
    long long n, room, span


cdef inline u128 *next_made(Made *made) noexcept nogil:
    """Room for one more; NULL without memory."""
    cdef u128 *more
    if made.n == made.room:
        more = <u128 *> realloc(made.values, 2 * made.room * 2 * made.span * sizeof(u128))
        if more == NULL:
            return NULL
        made.values, made.room = more, 2 * made.room
    made.n += 1
    return made.values + (made.n - 1) * 2 * made.span


cdef int take_up(const u32 *blocks, long long n, const u32 *parts, const u32 *looks, int times, const u128 *values,
                 number factor, Made *made, u32 *places, int step) noexcept nogil:
    """Which of the worths made each block has with one bag, in numbers of one size; 0 without memory.

    looks : of each part what it looks like with this bag; blocks of parts that look the same are worth the same
    step : from a block's place to that of the next
    """
    cdef long long i, at = 0, before = made.n
    cdef int k
    cdef u32 look[FACES]
    cdef number v[FACES * FACES]
    cdef number first[MAX_TIMES * FACES]
    cdef number second[MAX_TIMES * FACES]
    cdef u128 *out
    cdef Rows s
    if not open_rows(&s, FACES):
        close_rows(&s)
        return 0
    for i in range(n):
        for k in range(FACES):
            look[k] = FILLED if blocks[i * FACES + k] == FILLED else looks[blocks[i * FACES + k]]
        at = put(&s, look)
        if at < 0:
            break
        places[i * step] = <u32> (before + at)
        if before + at < made.n:
            continue
        out = next_made(made)
        if out == NULL:
            at = -1
            break
        memset(out, 0, 2 * made.span * sizeof(u128))
        if two_values[number](v, values, blocks + i * FACES, parts, factor):
            two_dice[number](times, v, first, second)
            for k in range(made.span):
                out[k] = first[k]
                out[made.span + k] = second[k]
    close_rows(&s)
    return at >= 0


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
    numbers : of 1 + block * 2 with the first die in hand, and of the next with the second
    values : by number, shape (numbers, b, times, faces); number 0 is nothing
    """
    cdef long long n = blocks.shape[0] // FACES, span = times * FACES, i, at = 0
    cdef long long many = parts.shape[0] // FACES
    cdef int k, h, done = 1, count = <int> ops.shape[0]
    cdef c_array looks = clone(array("I"), many, False)
    cdef c_array numbers = clone(array("I"), 1 + 2 * n, True)
    cdef c_array found
    cdef u32 *places = <u32 *> malloc(n * count * sizeof(u32) + 1)
    cdef u128 *out
    cdef const u128 *values
    cdef u128 factor
    cdef Made made
    cdef Rows s
    s.rows, s.slots = NULL, NULL
    made.n, made.room, made.span = 0, 64, span
    made.values = <u128 *> malloc(made.room * 2 * span * sizeof(u128))
    try:
        if places == NULL or made.values == NULL or not open_rows(&s, count):
            raise MemoryError("no memory left for the pairs of dice")
        for k in range(count):
            values = (<const u128 *> &columns[0]) + ops[k, 1] * known
            factor = (<const u128 *> &factors[0])[ops[k, 2]]
            with nogil:
                done = look_alike(&parts[0], many, values, looks.data.as_uints)
                if done and values[0] * factor * FACES >> 64:
                    done = take_up[u128](
                        &blocks[0], n, &parts[0], looks.data.as_uints, times, values, factor, &made, places + k, count)
                elif done:
                    done = take_up[u64](&blocks[0], n, &parts[0], looks.data.as_uints, times, values, <u64> factor,
                                        &made, places + k, count)
            if not done:
                raise MemoryError("no memory left for the pairs of dice")
        with nogil:
            for i in range(n):
                at = put(&s, places + i * count)
                if at < 0:
                    break
                numbers.data.as_uints[1 + 2 * i] = <u32> (1 + 2 * at)
                numbers.data.as_uints[2 + 2 * i] = <u32> (2 + 2 * at)
        checked(at)
        found = clone(array("Q"), (1 + 2 * s.n) * b * span * 2, True)
        out = <u128 *> found.data.as_voidptr
        with nogil:
            for i in range(s.n):
                for k in range(count):
                    values = made.values + <long long> s.rows[i * count + k] * 2 * span
                    for h in range(2):
                        memcpy(out + ((1 + 2 * i + h) * b + ops[k, 0]) * span, values + h * span, span * sizeof(u128))
        return numbers, found
    finally:
        free(places)
        free(made.values)
        close_rows(&s)


def in_hand(
    const u32[::1] hands, int length, const u32[::1] parts, const u64[::1] ahead, int some, int times,
    const int[:, ::1] ops, const u64[::1] columns, long long known, const u64[::1] factors, int b,
):
    """The same from the first roll of the first die on: shape (1 + hands, b).

    hands : a part, and which values of `ahead` the dice that may be taken up have
    ahead : for `some` bags
    ops : bag of `ahead`, column, factor, bag
    """
    cdef long long n = hands.shape[0] // length, h, at = 0, span = times * FACES
    cdef int k, i, j, f
    cdef c_array found = clone(array("Q"), (1 + n) * b * 2, True)
    cdef c_array which = clone(array("I"), n, False)  # of the sets that hands hold
    cdef const u128 *values
    cdef const u128 *mine
    cdef const u32 *hand
    cdef u128 factor, top
    cdef u128 v[FACES]
    cdef u128 one[FACES]
    cdef u128 *most = NULL      # of each set the best, by the rolls left of the die in hand and its number
    cdef u128 *best
    cdef Rows s
    s.rows, s.slots = NULL, NULL
    try:
        if open_rows(&s, length - 1):
            for h in range(n):
                at = put(&s, &hands[h * length + 1])
                if at < 0:
                    break
                which.data.as_uints[h] = <u32> at
            most = <u128 *> malloc((s.n + 1) * span * sizeof(u128))
        if most == NULL or at < 0:
            raise MemoryError("no memory left for the pairs of dice")
        for k in range(ops.shape[0]):
            values = (<const u128 *> &columns[0]) + ops[k, 1] * known
            factor = (<const u128 *> &factors[0])[ops[k, 2]]
            with nogil:
                memset(most, 0, s.n * span * sizeof(u128))
                for h in range(s.n):
                    best = most + h * span
                    for j in range(length - 1):
                        if s.rows[h * (length - 1) + j] == 0:
                            break
                        mine = (<const u128 *> &ahead[0]) + (
                            <long long> s.rows[h * (length - 1) + j] * some + ops[k, 0]) * span
                        for f in range(span):
                            offer(best + f, mine[f])
                for h in range(n):
                    hand = &hands[h * length]
                    if parts[hand[0] * FACES] == NONE:
                        continue
                    load(v, values, &parts[hand[0] * FACES], factor)
                    best = most + which.data.as_uints[h] * span
                    top = 0
                    for i in range(times):
                        for f in range(FACES):
                            one[f] = v[f] if v[f] > best[i * FACES + f] else best[i * FACES + f]
                            if i:
                                offer(one + f, top)
                        top = mean[u128](one, 1)
                    offer((<u128 *> found.data.as_voidptr) + (1 + h) * b + ops[k, 3], top)
        return found
    finally:
        free(most)
        close_rows(&s)
