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

from rows cimport Rows, checked, close_rows, open_rows, put, u32, u64
from worth cimport FACES, MAX_TIMES, NONE, ROOM, load, mean, offer, u128


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


# ---- the best of many

def instead(const int[:, ::1] ops, const u64[::1] columns, long long known, const u64[::1] factors, int b):
    """The best of other bags, had without touching a die: shape (1 + known, b); ops : bag, column, factor."""
    cdef long long i
    cdef int k
    cdef c_array found = clone(array("Q"), (1 + known) * b * 2, True)
    cdef const u128 *values
    cdef u128 factor
    cdef u128 *out
    for k in range(ops.shape[0]):
        values = (<const u128 *> &columns[0]) + ops[k, 1] * known
        factor = (<const u128 *> &factors[0])[ops[k, 2]]
        out = (<u128 *> found.data.as_voidptr) + b + ops[k, 0]
        with nogil:
            for i in range(known):
                offer(out + i * b, values[i] * factor)
    return found


def best(const u32[::1] sets, int length, const u64[::1] worth, int b):
    """The best of each set of worths, equal ones made one.

    sets : which values of `worth` they hold, 0 for nothing, shape (sets, length)
    worth : shape (worths, b); the first are 0

    Returns
    -------
    numbers : of each set
    table : by number the best, shape (numbers, b)
    """
    cdef long long n = sets.shape[0] // length, i, at = 0
    cdef int j, k
    cdef const u128 *values
    cdef const u32 *row
    cdef u128 *out = <u128 *> malloc(b * sizeof(u128))
    cdef Rows s
    cdef c_array numbers = clone(array("I"), n, False)
    cdef c_array table
    s.rows, s.slots = NULL, NULL
    try:
        if out == NULL or not open_rows(&s, 4 * b):
            raise MemoryError("no memory left for the rolls")
        with nogil:
            for i in range(n):
                row = &sets[i * length]
                memset(out, 0, b * sizeof(u128))
                for j in range(length):
                    if row[j]:
                        values = (<const u128 *> &worth[0]) + <long long> row[j] * b
                        for k in range(b):
                            offer(out + k, values[k])
                at = put(&s, <const u32 *> out)
                if at < 0:
                    break
                numbers.data.as_uints[i] = <u32> at
        checked(at)
        table = clone(array("Q"), 2 * s.n * b, False)
        memcpy(table.data.as_voidptr, s.rows, s.n * b * sizeof(u128))
        return numbers, table
    finally:
        free(out)
        close_rows(&s)


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

    values : shape (numbers, b); found : of each roll its number
    first : a roll of each class, from 1; whole : the values of class 0
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
