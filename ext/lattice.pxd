# The lattice of kept dice: all multisets of up to n dice of each class; header only.
#
# The dice of a class show lumps (faces that serve the same spaces). A point is a multiset of them; a point with all
# dice of its class is full, and full points of all classes together are a roll.

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from bits cimport u128

cdef enum:
    MAX_CLASSES = 16
    MAX_POINTS = 20_000_000

cdef struct Class:          # the points of one class of dice
    int dice, lumps, points, sides
    int *count              # of each lump at each point
    int *size               # dice at each point
    int *more               # point with one die of a lump more, or -1
    int *less               # point with one die of a lump less, or -1
    long long *weight       # sides that show each lump
    u128 *ways              # at a full point: the number of ways to roll it
    long long stride
    int first_full          # full points are the last ones


cdef inline u128 choose(int n, int k) noexcept nogil:
    cdef u128 result = 1
    cdef int i
    for i in range(k):
        result = result * <u128>(n - i) // <u128>(i + 1)
    return result


cdef inline int class_make(Class *c, int dice, int lumps, const long long *weight) noexcept nogil:
    """All points in the order of their size; 0 when memory ran out."""
    cdef int i, lump, size, at = 0, level_start, level_end, k, j, same, _j
    cdef u128 points = choose(dice + lumps, lumps)
    if points > MAX_POINTS:
        return 0
    c.dice, c.lumps, c.points, c.sides = dice, lumps, <int>points, 0
    c.count = <int *>calloc(<size_t>c.points * lumps, sizeof(int))
    c.size = <int *>calloc(c.points, sizeof(int))
    c.more = <int *>malloc(<size_t>c.points * lumps * sizeof(int))
    c.less = <int *>malloc(<size_t>c.points * lumps * sizeof(int))
    c.weight = <long long *>malloc(lumps * sizeof(long long))
    c.ways = <u128 *>calloc(c.points, sizeof(u128))
    if c.count == NULL or c.size == NULL or c.more == NULL or c.less == NULL or c.weight == NULL or c.ways == NULL:
        return 0
    for lump in range(lumps):
        c.weight[lump] = weight[lump]
        c.sides += <int>weight[lump]
    for i in range(c.points * lumps):
        c.more[i] = c.less[i] = -1
    # level by level: a point of size s + 1 is made from the one with its last lump's die taken away
    level_start, level_end, at = 0, 1, 1
    for size in range(dice):
        c.first_full = at
        for i in range(level_start, level_end):
            same = 0
            for lump in range(lumps):
                if c.count[i * lumps + lump]:
                    same = lump
            for lump in range(same, lumps):
                for k in range(lumps):
                    c.count[at * lumps + k] = c.count[i * lumps + k]
                c.count[at * lumps + lump] += 1
                c.size[at] = size + 1
                c.more[i * lumps + lump] = at
                c.less[at * lumps + lump] = i
                at += 1
        level_start, level_end = level_end, at
    if not dice:
        c.first_full = 0
    # the other edges: taking a lower lump away first leads to the same place
    for i in range(c.points):
        for lump in range(lumps):
            if not c.count[i * lumps + lump] or c.less[i * lumps + lump] >= 0:
                continue
            k = lumps - 1
            while not c.count[i * lumps + k]:
                k -= 1
            j = c.less[i * lumps + k]               # without its highest lump
            j = c.less[j * lumps + lump]               # and without lump: smaller, so known already
            j = c.more[j * lumps + k]
            c.less[i * lumps + lump] = j
            c.more[j * lumps + lump] = i
    for i in range(c.first_full, c.points):
        c.ways[i] = 1
        k = dice
        for lump in range(lumps):
            c.ways[i] *= choose(k, c.count[i * lumps + lump])
            k -= c.count[i * lumps + lump]
            for _j in range(c.count[i * lumps + lump]):
                c.ways[i] *= <u128>c.weight[lump]
    return 1


cdef inline void class_free(Class *c) noexcept nogil:
    free(c.count)
    free(c.size)
    free(c.more)
    free(c.less)
    free(c.weight)
    free(c.ways)


cdef struct Lattice:
    Class classes[MAX_CLASSES]
    int n
    long long points
    const int *diagram
    const long long *cell_class
    const long long *cell_lump      # of each cell: its lump within its class
    int cells


cdef inline int lattice_wins(const Lattice *t, const int *at) noexcept nogil:
    """Does the roll at these full points fill the task?"""
    cdef const int *start = t.diagram + 3 + t.cells
    cdef const int *edges = t.diagram + 4 + t.cells + t.diagram[1]
    cdef int node = 2, cell, c, span, count
    for cell in range(t.cells):
        c = <int>t.cell_class[cell]
        count = t.classes[c].count[at[c] * t.classes[c].lumps + t.cell_lump[cell]]
        span = start[node + 1] - start[node] - 1
        node = edges[start[node] + min(span, count)]
        if node < 2:
            return node
    return 0


cdef inline int next_full(const Lattice *t, int *at) noexcept nogil:
    """Step to the next roll; 0 when there is none."""
    cdef int c
    for c in range(t.n):
        at[c] += 1
        if at[c] < t.classes[c].points:
            return 1
        at[c] = t.classes[c].first_full
    return 0


cdef inline long long index_of(const Lattice *t, const int *at) noexcept nogil:
    cdef long long index = 0
    cdef int c
    for c in range(t.n):
        index += at[c] * t.classes[c].stride
    return index


cdef inline int lattice_make(
    Lattice *t, const int[::1] diagram, const long long[::1] cell_class, const long long[::1] cell_weight,
    const long long[::1] cell_lump, const long long[::1] dice,
) noexcept:
    """0 when the lattice is too big or memory ran out; to be freed either way."""
    cdef int c, cell, lumps, ok = 1
    cdef long long *weights = <long long *>malloc((cell_class.shape[0] + 1) * sizeof(long long))
    memset(t, 0, sizeof(Lattice))
    if weights == NULL or dice.shape[0] > MAX_CLASSES:
        free(weights)
        return 0
    t.n = <int>dice.shape[0]
    t.diagram, t.cell_class, t.cell_lump = &diagram[0], &cell_class[0], &cell_lump[0]
    t.cells = <int>cell_class.shape[0]
    t.points = 1
    for c in range(t.n):
        lumps = 0
        for cell in range(t.cells):
            if cell_class[cell] == c:
                weights[cell_lump[cell]] = cell_weight[cell]
                lumps += 1
        ok = class_make(&t.classes[c], <int>dice[c], lumps, weights)
        if not ok:
            break
        t.classes[c].stride = t.points
        t.points *= t.classes[c].points
        if t.points > MAX_POINTS:
            ok = 0
            break
    free(weights)
    return ok


cdef inline void lattice_free(Lattice *t) noexcept:
    cdef int c
    for c in range(MAX_CLASSES):
        class_free(&t.classes[c])
