# Sets that grow by one number after the other, equal ones being one; header only, compiled into the kernels that ask
# it.

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from bits cimport mix
from rows cimport Rows, close_rows, open_rows, put, u32, u64

cdef enum:
    MOST = 255          # numbers in a set


cdef struct Sets:
    Rows rows           # the numbers of each set in descending order, filled up with 0; set 0 is empty
    u64 *keys           # open addressing: a set and a number added to it, and what that makes
    u32 *made
    long long mask, n


cdef inline void close_sets(Sets *s) noexcept nogil:
    close_rows(&s.rows)
    free(s.keys)
    free(s.made)


cdef inline bint open_sets(Sets *s, int most) noexcept nogil:
    """Sets of up to so many numbers, 255 at most."""
    cdef u32 empty[MOST]
    cdef int i
    for i in range(most):
        empty[i] = 0
    s.mask, s.n = 1023, 0
    s.keys = <u64 *> calloc(1024, sizeof(u64))
    s.made = <u32 *> calloc(1024, sizeof(u32))
    return open_rows(&s.rows, most) and s.keys != NULL and s.made != NULL and put(&s.rows, empty) == 0


cdef inline long long key_spot(const Sets *s, u64 key) noexcept nogil:
    cdef long long at = <long long> mix(key) & s.mask
    while s.keys[at] and s.keys[at] != key:
        at = (at + 1) & s.mask
    return at


cdef inline int more_room(Sets *s) noexcept nogil:
    cdef long long i, size = s.mask + 1, at
    cdef u64 *keys = s.keys
    cdef u32 *made = s.made
    s.keys = <u64 *> calloc(2 * size, sizeof(u64))
    s.made = <u32 *> calloc(2 * size, sizeof(u32))
    if s.keys == NULL or s.made == NULL:
        free(keys)
        free(made)
        return 0
    s.mask = 2 * size - 1
    for i in range(size):
        if keys[i]:
            at = key_spot(s, keys[i])
            s.keys[at], s.made[at] = keys[i], made[i]
    free(keys)
    free(made)
    return 1


cdef inline long long make(Sets *s, u32 old, u32 number) noexcept nogil:
    """The set with one number more, which it may have already; -1 without memory, or for too many numbers."""
    cdef u32 row[MOST]
    cdef int i, width = <int> s.rows.width, at = 0
    memcpy(row, s.rows.rows + <long long> old * width, width * sizeof(u32))
    while at < width and row[at] > number:
        at += 1
    if at < width and row[at] == number:
        return old
    if row[width - 1]:
        return -1
    for i in range(width - 1, at, -1):
        row[i] = row[i - 1]
    row[at] = number
    return put(&s.rows, row)


cdef inline long long with_number(Sets *s, u32 old, u32 number) noexcept nogil:
    """The same, looked up where it has been asked before; the number is not 0."""
    cdef u64 key = <u64> old << 32 | number
    cdef long long at = key_spot(s, key), found
    if s.keys[at]:
        return s.made[at]
    found = make(s, old, number)
    if found < 0:
        return -1
    s.keys[at], s.made[at] = key, <u32> found
    s.n += 1
    if 2 * s.n > s.mask and not more_room(s):
        return -1
    return found
