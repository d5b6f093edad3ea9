# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Every roll of a pool as numbers of dice per cell, with its multiplicity, in canonical order.

A cell is a face of a kind of die; the cells of a pool run through its kinds and their faces in order. The
order of the rolls is a mixed radix: the last kind turns fastest, and the multisets of one kind run in the
order of the combinatorial number system, from all dice on its first face to all dice on its last.
Multiplicities have 128 bits; the module above keeps pools with more physical outcomes away from `fill`, and
pools with 2^63 rolls or more from all of them.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from bits cimport u128

ctypedef unsigned long long u64

cdef struct Cells:
    int kinds, cells
    int *begin          # first cell of each kind, and one past the last cell
    int *dice           # of each kind
    u64 *rolls          # multisets of each kind
    u64 *weight         # sides of each cell
    u128 *choose        # binomials, row r from r * stride
    int stride
    u128 *prefix        # product of the factors of all cells before each cell
    int *rest           # dice of the kind not on the cells before each cell


cdef u64 binomial(u64 n, u64 k) noexcept nogil:
    cdef u128 value = 1
    cdef u64 i
    for i in range(1, k + 1):
        value = value * (n - k + i) / i
    return <u64>value


cdef int cells_make(Cells *c, const long long *pool) noexcept nogil:
    cdef int kind, cell = 0, most = 0
    cdef long long face, at = 1
    cdef int r, k
    c.kinds = <int>pool[0]
    c.cells = 0
    for _ in range(c.kinds):
        c.cells += <int>pool[at + 2]
        if pool[at + 2] > 1 and pool[at] > most:
            most = <int>pool[at]
        at += 3 + 2 * pool[at + 2]
    c.begin = <int *>malloc((c.kinds + 1) * sizeof(int))
    c.dice = <int *>malloc((c.kinds + 1) * sizeof(int))
    c.rolls = <u64 *>malloc((c.kinds + 1) * sizeof(u64))
    c.weight = <u64 *>malloc((c.cells + 1) * sizeof(u64))
    c.prefix = <u128 *>malloc((c.cells + 1) * sizeof(u128))
    c.rest = <int *>malloc((c.cells + 1) * sizeof(int))
    # beyond 127 dice of two faces there are no multiplicities to be had
    c.stride = most + 1 if most < 128 else 1
    c.choose = <u128 *>malloc(c.stride * c.stride * sizeof(u128))
    if (c.begin == NULL or c.dice == NULL or c.rolls == NULL or c.weight == NULL or c.prefix == NULL
            or c.rest == NULL or c.choose == NULL):
        return 0
    at = 1
    for kind in range(c.kinds):
        c.begin[kind] = cell
        c.dice[kind] = <int>pool[at]
        c.rolls[kind] = binomial(pool[at] + pool[at + 2] - 1, pool[at + 2] - 1)
        for face in range(pool[at + 2]):
            c.weight[cell] = pool[at + 4 + 2 * face]
            cell += 1
        at += 3 + 2 * pool[at + 2]
    c.begin[c.kinds] = cell
    for r in range(c.stride):
        c.choose[r * c.stride] = 1
        for k in range(1, r + 1):
            c.choose[r * c.stride + k] = c.choose[(r - 1) * c.stride + k - 1]
            if k < r:
                c.choose[r * c.stride + k] += c.choose[(r - 1) * c.stride + k]
    return 1


cdef void cells_free(Cells *c) noexcept nogil:
    free(c.begin)
    free(c.dice)
    free(c.rolls)
    free(c.weight)
    free(c.prefix)
    free(c.rest)
    free(c.choose)


cdef void place_at(const Cells *c, u64 index, int *counts) noexcept nogil:
    """The roll of that index."""
    cdef int kind, cell, after, rest, left
    cdef u64 digit, before
    for kind in range(c.kinds - 1, -1, -1):
        digit = index % c.rolls[kind]
        index = index / c.rolls[kind]
        rest = c.dice[kind]
        for cell in range(c.begin[kind], c.begin[kind + 1] - 1):
            # `before` multisets leave fewer than `left` dice to the `after` cells that follow
            after = c.begin[kind + 1] - 1 - cell
            left = 0
            before = 0
            while left < rest and binomial(left + after, after) <= digit:
                left += 1
                before = binomial(left - 1 + after, after)
            counts[cell] = rest - left
            digit -= before
            rest = left
        counts[c.begin[kind + 1] - 1] = rest


cdef u64 index_of(const Cells *c, const int *counts) noexcept nogil:
    cdef int kind, cell, after, rest
    cdef u64 index = 0, digit
    for kind in range(c.kinds):
        digit = 0
        rest = c.dice[kind]
        for cell in range(c.begin[kind], c.begin[kind + 1] - 1):
            rest -= counts[cell]
            after = c.begin[kind + 1] - 1 - cell
            if rest:
                digit += binomial(rest - 1 + after, after)
        index = index * c.rolls[kind] + digit
    return index


cdef int advance(const Cells *c, int *counts) noexcept nogil:
    """Go to the next roll; the first cell that changed, or -1 after the last roll."""
    cdef int kind, cell, first, last, rest
    for kind in range(c.kinds - 1, -1, -1):
        first = c.begin[kind]
        last = c.begin[kind + 1] - 1
        rest = counts[last]
        if rest < c.dice[kind]:
            cell = last - 1
            while counts[cell] == 0:
                cell -= 1
            counts[last] = 0
            counts[cell] -= 1
            counts[cell + 1] = rest + 1
            return cell
        counts[last] = 0
        counts[first] = c.dice[kind]
    return -1


cdef u128 multiplicity(Cells *c, const int *counts, int since) noexcept nogil:
    """The number of ways to roll this, when nothing changed before the cell `since`."""
    cdef int kind = 0, cell
    cdef u128 product
    while c.begin[kind + 1] <= since:
        kind += 1
    for cell in range(since, c.cells):
        if cell == c.begin[kind + 1]:
            kind += 1
        if cell == c.begin[kind]:
            c.rest[cell] = c.dice[kind]
        product = c.prefix[cell]
        if cell + 1 < c.begin[kind + 1]:  # the last cell takes what is left
            product *= c.choose[c.rest[cell] * c.stride + counts[cell]]
            c.rest[cell + 1] = c.rest[cell] - counts[cell]
        if c.weight[cell] != 1:
            for _ in range(counts[cell]):
                product *= c.weight[cell]
        c.prefix[cell + 1] = product
    return c.prefix[c.cells]


cdef long long fill_rows(
    Cells *c, u64 first, int *counts, long long rows, u64 *low, u64 *high
) noexcept nogil:
    cdef long long row = 0
    cdef int since = 0
    cdef int *now = counts
    cdef u128 ways
    if c.cells == 0:  # no dice roll in one way
        low[0] = 1
        high[0] = 0
        return 1
    place_at(c, first, now)
    c.prefix[0] = 1
    while True:
        ways = multiplicity(c, now, since)
        low[row] = <u64>ways
        high[row] = <u64>(ways >> 64)
        row += 1
        if row == rows:
            return row
        memcpy(now + c.cells, now, c.cells * sizeof(int))
        now += c.cells
        since = advance(c, now)
        if since < 0:
            return row


def fill(
    const long long[::1] pool, unsigned long long first, int[:, ::1] counts,
    unsigned long long[::1] low, unsigned long long[::1] high,
):
    """Write the rolls from index `first` on, one a row, and return how many there were room and rolls for."""
    cdef Cells c
    cdef long long rows = 0
    cdef int made
    with nogil:
        made = cells_make(&c, &pool[0])
        if made:
            rows = fill_rows(&c, first, &counts[0, 0], counts.shape[0], &low[0], &high[0])
        cells_free(&c)
    if not made:
        raise MemoryError
    return rows


def rank(const long long[::1] pool, const int[::1] counts):
    """The index of a roll."""
    cdef Cells c
    cdef u64 index = 0
    cdef int made = cells_make(&c, &pool[0])
    if made and c.cells:
        index = index_of(&c, &counts[0])
    cells_free(&c)
    if not made:
        raise MemoryError
    return index


def unrank(const long long[::1] pool, unsigned long long index, int[::1] counts):
    """Write the roll of an index."""
    cdef Cells c
    cdef int made = cells_make(&c, &pool[0])
    if made and c.cells:
        place_at(&c, index, &counts[0])
    cells_free(&c)
    if not made:
        raise MemoryError
