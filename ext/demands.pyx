# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Which dice fill a task? All small multisets of cells that do.

A cell is a kind of die showing one face. A search over the spaces, which drops a branch as soon as a relation fails.
"""

from array import array

from cpython.array cimport array as c_array, clone
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from bits cimport popcount

ctypedef unsigned long long u64

cdef enum:
    MAX_SPACES = 24
    MAX_CLASSES = 64
    MAX_DEMANDS = 3_200_000
    MAX_STEPS = 30_000_000
    SYMBOL = 63

cdef struct Card:           # the task, as the search for its demands reads it
    int spaces, cells, relations
    const u64 *accepts      # of each cell: the spaces it may lie on
    const long long *value
    const long long *colour
    const long long *group  # its class of dice
    const long long *rel    # per relation: coefficient of each space, operator, constant
    u64 *asks               # per relation the spaces it speaks of
    const long long *held_value
    const long long *held_colour
    const long long *twin   # of each space: an earlier space that is just like it, or -1
    int run, wraps          # length of the row all numbers lie in (-1: as many as count, 0: none); round the corner?
    int colours             # 0: they do not matter, 1: all differ, 2: all are the same
    u64 numbered            # spaces that take part in a relation of numbers

cdef struct Search:
    u64 open                # spaces that count this time
    int order[MAX_SPACES]   # those of them without a die
    int places
    int chosen[MAX_SPACES]  # the cell on each space
    long long val[MAX_SPACES]
    long long col[MAX_SPACES]
    long long left[MAX_CLASSES]     # dice of each class that are not placed
    long long steps
    int stride              # spaces of the card: room for one demand in `found`
    int count, room
    short *found            # sorted cells of each demand, -1 for none


cdef inline int holds(long long left, long long op, long long right) noexcept nogil:
    if op == 0:
        return left < right
    if op == 1:
        return left <= right
    if op == 2:
        return left == right
    if op == 3:
        return left != right
    if op == 4:
        return left >= right
    return left > right


cdef int allowed(const Card *c, const Search *s, u64 placed, int last) noexcept nogil:
    """Do the relations hold that the die on space `last` has just made decidable (all of them for last = -1)?"""
    cdef int r, i, n, width = c.spaces + 2
    cdef long long total, low = 1000, high = -1
    cdef u64 seen = 0
    for r in range(c.relations):
        # a relation waits for all its spaces, and a closed one makes it void
        if c.asks[r] & ~placed or (last >= 0 and not (c.asks[r] >> last) & 1):
            continue
        total = 0
        for i in range(c.spaces):
            total += c.rel[r * width + i] * s.val[i]
        if not holds(total, c.rel[r * width + c.spaces], c.rel[r * width + c.spaces + 1]):
            return 0
    if c.colours:
        for i in range(c.spaces):
            if last < 0:
                break
            if i != last and (placed >> i) & 1 and (s.col[i] == s.col[last]) == (c.colours == 1):
                return 0
    if c.run:
        for i in range(c.spaces):
            if (placed >> i) & 1:
                if s.val[i] == SYMBOL or (seen >> s.val[i]) & 1:
                    return 0
                seen |= 1ULL << s.val[i]
                low = min(low, s.val[i])
                high = max(high, s.val[i])
        n = c.run if c.run > 0 else popcount(s.open)
        if high - low > n - 1:
            return c.wraps and (n > 5 or wraps_around(seen, n))
    return 1


cdef inline int wraps_around(u64 seen, int n) noexcept nogil:
    """Do these numbers fit into n in a row on the circle 1..6?"""
    cdef int start, i
    cdef u64 window
    if seen & ~126ULL:
        return 0
    for start in range(6):
        window = 0
        for i in range(n):
            window |= 1ULL << ((start + i) % 6 + 1)
        if not seen & ~window:
            return 1
    return 0


cdef int search(const Card *c, Search *s, int at, u64 placed) noexcept nogil:
    """Fill the spaces from place `at` on in all ways; 0 when there are too many, -1 when memory ran out."""
    cdef int space, cell, i, j, ok
    cdef short *mine
    cdef short swap
    cdef void *grown
    if at == s.places:
        if s.count == s.room:
            if s.count >= MAX_DEMANDS:
                return 0
            s.room *= 4
            grown = realloc(s.found, <size_t>s.room * s.stride * sizeof(short))
            if grown == NULL:
                return -1
            s.found = <short *>grown
        mine = s.found + <size_t>s.count * s.stride
        for i in range(s.stride):
            mine[i] = -1
        for i in range(s.places):
            mine[i] = s.chosen[s.order[i]]
            j = i
            while j and mine[j - 1] > mine[j]:
                swap = mine[j]
                mine[j] = mine[j - 1]
                mine[j - 1] = swap
                j -= 1
        s.count += 1
        return 1
    space = s.order[at]
    cell = 0
    if c.twin[space] >= 0 and (placed >> c.twin[space]) & 1 and c.held_value[c.twin[space]] < 0:
        cell = s.chosen[c.twin[space]]      # spaces just alike: count each multiset once
    for cell in range(cell, c.cells):
        if not (c.accepts[cell] >> space) & 1:
            continue
        if c.value[cell] == SYMBOL and (c.numbered >> space) & 1:
            continue
        if not s.left[c.group[cell]]:
            continue
        s.steps += 1
        if s.steps > MAX_STEPS:
            return 0
        s.chosen[space] = cell
        s.val[space] = c.value[cell]
        s.col[space] = c.colour[cell]
        if allowed(c, s, placed | (1ULL << space), space):
            s.left[c.group[cell]] -= 1
            ok = search(c, s, at + 1, placed | (1ULL << space))
            s.left[c.group[cell]] += 1
            if ok != 1:
                return ok
    return 1


cdef int search_all(const Card *c, Search *s, const u64 *options, int count) noexcept nogil:
    """The demands of every choice of open spaces."""
    cdef int o, i, ok
    cdef u64 placed
    for o in range(count):
        s.open = options[o]
        s.places = 0
        placed = 0
        for i in range(c.spaces):
            if not (s.open >> i) & 1:
                continue
            if c.held_value[i] >= 0:
                s.val[i] = c.held_value[i]
                s.col[i] = c.held_colour[i]
                placed |= 1ULL << i
            else:
                s.order[s.places] = i
                s.places += 1
        ok = allowed(c, s, placed, -1)
        if ok and c.colours:
            for i in range(c.spaces):
                if (placed >> i) & 1 and not allowed(c, s, placed, i):
                    ok = 0
        if not ok:
            continue
        ok = search(c, s, 0, placed)
        if ok != 1:
            return ok
    return 1


def find_demands(
    const u64[::1] accepts, const long long[::1] values, const long long[::1] colours,
    const long long[::1] groups, const long long[::1] dice, int spaces,
    const long long[::1] relations, const long long[::1] held_values, const long long[::1] held_colours,
    const long long[::1] twins, const u64[::1] options, int run, bint wraps, int colours_rule, u64 numbered,
):
    """Every multiset of cells that fills the task: sorted cells, `spaces` int16 each, -1 where there are fewer.

    accepts, values, colours, groups: per cell the mask of spaces it may lie on, its number (63: a symbol), its colour
    and its class of dice. dice: how many there are of each class; more than spaces are never missed.
    relations: per relation the coefficient of each space, the operator (0 <, 1 <=, 2 =, 3 !=, 4 >=, 5 >) and the
    constant. held_*: per space the number and colour of the die it holds, -1 for none. twins: per space an earlier
    interchangeable one or -1. options: masks of the spaces that count; any of them will do. run: the length of the
    row that all numbers must lie in, each once; -1: as many as there are spaces; 0: no such row. colours_rule: 1 all
    colours differ, 2 all are the same. numbered: spaces whose die must show a number. Returns an int16 array, in
    which a multiset may stand more than once, or None when there are too many.
    """
    cdef Card c
    cdef Search s
    cdef int ok, i, r
    cdef c_array result
    if spaces > MAX_SPACES or accepts.shape[0] > 30000 or dice.shape[0] > MAX_CLASSES:
        return None
    c.spaces, c.cells = spaces, <int>accepts.shape[0]
    c.relations = <int>(relations.shape[0] // (spaces + 2))
    c.accepts, c.value, c.colour, c.group = &accepts[0], &values[0], &colours[0], &groups[0]
    for i in range(dice.shape[0]):
        s.left[i] = dice[i]
    c.rel = &relations[0] if relations.shape[0] else NULL
    c.held_value, c.held_colour, c.twin = &held_values[0], &held_colours[0], &twins[0]
    c.run, c.wraps, c.colours, c.numbered = run, wraps, colours_rule, numbered
    s.steps, s.count, s.room, s.stride = 0, 0, 256, spaces
    memset(s.val, 0, sizeof(s.val))
    s.found = <short *>malloc(<size_t>s.room * s.stride * sizeof(short))
    c.asks = <u64 *>malloc((c.relations + 1) * sizeof(u64))
    try:
        if s.found == NULL or c.asks == NULL:
            raise MemoryError("no memory left for the search")
        for r in range(c.relations):
            c.asks[r] = 0
            for i in range(spaces):
                if c.rel[r * (spaces + 2) + i]:
                    c.asks[r] |= 1ULL << i
        with nogil:
            ok = search_all(&c, &s, &options[0], <int>options.shape[0])
        if ok < 0:
            raise MemoryError("no memory left for the search")
        if ok == 0:
            return None
        result = clone(array("h"), s.count * spaces, False)
        memcpy(result.data.as_voidptr, s.found, <size_t>s.count * spaces * sizeof(short))
        return result
    finally:
        free(s.found)
        free(c.asks)
