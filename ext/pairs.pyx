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
from worth cimport FACES, FILLED, MAX_TIMES, NONE, mean, number, offer, u128


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
    long long known, const u64[::1] factors,
):
    """Two dice rolled again, each up to so many times, in any order: what the one in hand is worth by the rolls left of
    it and its number once the other has been taken up.

    blocks : of the parts that two dice lead to
    ops : column, factor

    Returns
    -------
    numbers : of 1 + block * 2 with the first die in hand, and of the next with the second; number 0 is nothing
    which : by number and op which of the values, shape (numbers, ops)
    values : shape (values, times, faces); the first are 0
    """
    cdef long long n = blocks.shape[0] // FACES, span = times * FACES, i, at = 0
    cdef long long many = parts.shape[0] // FACES
    cdef int k, done = 1, count = <int> ops.shape[0]
    cdef c_array looks = clone(array("I"), many, False)
    cdef c_array numbers = clone(array("I"), 1 + 2 * n, True)
    cdef c_array which, found
    cdef u32 *places = <u32 *> malloc(n * count * sizeof(u32) + 1)
    cdef u32 *like = NULL       # of what has been made the unlike ones
    cdef u32 *row = NULL
    cdef const u128 *values
    cdef u128 factor
    cdef Made made
    cdef Rows s, unlike
    s.rows, s.slots, unlike.rows, unlike.slots = NULL, NULL, NULL, NULL
    made.n, made.room, made.span = 0, 64, span
    made.values = <u128 *> malloc(made.room * 2 * span * sizeof(u128))
    try:
        if places == NULL or made.values == NULL or not open_rows(&s, count):
            raise MemoryError("no memory left for the pairs of dice")
        memset(next_made(&made), 0, 2 * span * sizeof(u128))
        for k in range(count):
            values = (<const u128 *> &columns[0]) + ops[k, 0] * known
            factor = (<const u128 *> &factors[0])[ops[k, 1]]
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
        like = <u32 *> malloc(2 * made.n * sizeof(u32))
        row = <u32 *> malloc(count * sizeof(u32) + 1)
        if like == NULL or row == NULL or not open_rows(&unlike, 4 * span):
            raise MemoryError("no memory left for the pairs of dice")
        with nogil:
            for i in range(2 * made.n):  # first what is worth nothing
                at = put(&unlike, <u32 *> (made.values + i * span))
                if at < 0:
                    break
                like[i] = <u32> at
            memset(row, 0, count * sizeof(u32))
            at = min(at, put(&s, row))
            for i in range(2 * n):
                if at < 0:
                    break
                for k in range(count):
                    row[k] = like[2 * places[i // 2 * count + k] + i % 2]
                at = put(&s, row)
                numbers.data.as_uints[1 + i] = <u32> at
        checked(at)
        which = clone(array("I"), s.n * count, False)
        memcpy(which.data.as_voidptr, s.rows, s.n * count * sizeof(u32))
        found = clone(array("Q"), unlike.n * 2 * span, False)
        memcpy(found.data.as_voidptr, unlike.rows, unlike.n * span * sizeof(u128))
        return numbers, which, found
    finally:
        free(places)
        free(like)
        free(row)
        close_rows(&unlike)
        free(made.values)
        close_rows(&s)


cdef struct Hands:
    const u32 *hands        # a part, and which numbers the dice that may be taken up have
    const u32 *set_of       # of each hand which of the sets of these
    const u32 *sets
    long long n, many, numbers
    int length


cdef void begin(const Hands *m, const u32 *parts, const u32 *which, int some, const u128 *ahead, int times,
                const u128 *values, number factor, number *room, u128 *out, int step) noexcept nogil:
    """What it is worth to one bag to roll a die, in numbers of one size.

    room : for the values of each number and of each set, by the rolls left of the die in hand and its number
    step : from a hand's value to that of the next
    """
    cdef long long h, span = times * FACES
    cdef int i, f
    cdef const u128 *told
    cdef const u32 *row
    cdef number *best
    cdef number *mine
    cdef number v[FACES]
    cdef number one[FACES]
    cdef number top
    for h in range(m.numbers):
        told = ahead + which[h * some] * span
        for f in range(span):
            room[h * span + f] = <number> told[f]
    for h in range(m.many):
        best = room + (m.numbers + h) * span
        row = m.sets + h * (m.length - 1)
        memcpy(best, room + row[0] * span, span * sizeof(number))
        for i in range(1, m.length - 1):
            if row[i] == 0:
                break
            mine = room + row[i] * span
            for f in range(span):
                best[f] = mine[f] if mine[f] > best[f] else best[f]
    for h in range(m.n):
        row = parts + <long long> m.hands[h * m.length] * FACES
        if row[0] == NONE:
            continue
        for f in range(FACES):
            v[f] = <number> values[row[f]] * factor
        best = room + (m.numbers + m.set_of[h]) * span
        top = 0
        for i in range(times):
            for f in range(FACES):
                one[f] = v[f] if v[f] > best[i * FACES + f] else best[i * FACES + f]
                if i and top > one[f]:
                    one[f] = top
            top = mean[number](one, 1)
        if top > out[h * step]:
            out[h * step] = top


def in_hand(
    const u32[::1] hands, int length, const u32[::1] parts, const u32[::1] which, const u64[::1] ahead, int some,
    int times, const int[:, ::1] ops, const u64[::1] columns, long long known, const u64[::1] factors, int b,
):
    """The same from the first roll of the first die on: shape (1 + hands, b).

    hands : a part, and which numbers the dice that may be taken up have
    which, ahead : what these are worth, for `some` ops
    ops : which of these, column, factor, bag
    """
    cdef long long h, at = 0
    cdef int k
    cdef c_array found, set_of
    cdef const u128 *values
    cdef const u128 *told = <const u128 *> &ahead[0]
    cdef u128 factor
    cdef u128 *out
    cdef void *room = NULL
    cdef Hands m
    cdef Rows s
    s.rows, s.slots = NULL, NULL
    m.hands, m.length, m.n, m.numbers = &hands[0], length, hands.shape[0] // length, which.shape[0] // some
    found, set_of = clone(array("Q"), (1 + m.n) * b * 2, True), clone(array("I"), m.n, False)
    try:
        if open_rows(&s, length - 1):
            for h in range(m.n):
                at = put(&s, &hands[h * length + 1])
                if at < 0:
                    break
                set_of.data.as_uints[h] = <u32> at
            m.set_of, m.sets, m.many = set_of.data.as_uints, s.rows, s.n
            room = malloc((m.numbers + m.many) * times * FACES * sizeof(u128))
        if room == NULL or at < 0:
            raise MemoryError("no memory left for the pairs of dice")
        for k in range(ops.shape[0]):
            values = (<const u128 *> &columns[0]) + ops[k, 1] * known
            factor = (<const u128 *> &factors[0])[ops[k, 2]]
            out = (<u128 *> found.data.as_voidptr) + b + ops[k, 3]
            with nogil:
                if values[0] * factor * FACES >> 64:
                    begin[u128](&m, &parts[0], &which[ops[k, 0]], some, told, times, values, factor, <u128 *> room,
                                out, b)
                else:
                    begin[u64](&m, &parts[0], &which[ops[k, 0]], some, told, times, values, <u64> factor, <u64 *> room,
                               out, b)
        return found
    finally:
        free(room)
        close_rows(&s)
