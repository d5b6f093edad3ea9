# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""How many rolls of a pool does a decision diagram accept?

A fold of the dice over the cells, in the order of the diagram's layers. A state of the fold is a node and, for every
class of dice that is under way, the number of its dice still to be shared out. The diagram is laid out as the diagram
kernel says.
"""

from libc.stdlib cimport calloc, free, malloc

from bits cimport u128

cdef struct View:       # a diagram, taken apart
    int cells, nodes
    const int *layer
    const int *start
    const int *edges


cdef inline View view_of(const int *d) noexcept nogil:
    cdef View v
    v.cells, v.nodes = d[0], d[1]
    v.layer = d + 2
    v.start = d + 3 + v.cells
    v.edges = d + 4 + v.cells + v.nodes
    return v


def wins(const int[::1] diagram, const long long[::1] counts):
    """Is a roll with these numbers of dice in each cell enough?"""
    cdef View v = view_of(&diagram[0])
    cdef int node = 2, cell, span
    for cell in range(v.cells):
        span = v.start[node + 1] - v.start[node] - 1
        node = v.edges[v.start[node] + min(<long long>span, counts[cell])]
        if node < 2:
            return node == 1
    return False


cdef struct Axis:       # the dice of a class still to be shared out, as a coordinate of the fold
    int first, last     # its cells
    int dice
    u128 *ways          # ways[r * (dice + 1) + t]: t of r dice show the cell at hand
    u128 *rest          # rest[r]: ways for r dice to show later cells
    int stride_now, stride_after


cdef u128 power(u128 base, int exponent) noexcept nogil:
    cdef u128 result = 1
    cdef int _i
    for _i in range(exponent):
        result *= base
    return result


cdef int set_ways(Axis *a, u128 weight, u128 later) noexcept nogil:
    """Binomial numbers times weight**t, and later**r."""
    cdef int r, t, n = a.dice + 1
    for r in range(n):
        a.rest[r] = power(later, r)
        for t in range(r + 1):
            if t == 0:
                a.ways[r * n] = 1
            elif t == r:
                a.ways[r * n + r] = a.ways[(r - 1) * n + r - 1] * weight
            else:
                a.ways[r * n + t] = a.ways[(r - 1) * n + t] + a.ways[(r - 1) * n + t - 1] * weight
    return 1


def won_weight(
    const int[::1] diagram, const long long[::1] cell_class, const long long[::1] cell_weight,
    const long long[::1] dice,
):
    """Weight of the rolls that are enough, for `dice[c]` dice of each class c.

    cell_class, cell_weight: per cell the class it belongs to and the number of sides that show it. Every class has a
    cell. The total number of outcomes must be below 2**127. Returns None when the fold would be too big.
    """
    cdef View v = view_of(&diagram[0])
    cdef int classes = <int>dice.shape[0], cells = v.cells, c, cell, node, x, k, r, t, span, target, width
    cdef int me, lowest, now_size = 1, after_size, ok = 1
    cdef long long index, other, after_index, most = 1
    cdef double steps = 0
    cdef Axis *axes = <Axis *>calloc(classes, sizeof(Axis))
    cdef int *active = <int *>malloc((classes + 1) * sizeof(int))
    cdef u128 *now = NULL
    cdef u128 *after = NULL
    cdef u128 *won_here = NULL
    cdef int nodes, next_nodes, actives
    cdef u128 value, part, won = 0
    cdef u128 later
    if axes == NULL or active == NULL:
        free(axes)
        free(active)
        raise MemoryError("no memory left for the fold")
    try:
        for c in range(classes):
            axes[c].first, axes[c].last, axes[c].dice = cells, -1, <int>dice[c]
        for cell in range(cells):
            axes[cell_class[cell]].first = min(axes[cell_class[cell]].first, cell)
            axes[cell_class[cell]].last = cell
        for cell in range(cells):
            most = 1
            for c in range(classes):
                if axes[c].first <= cell <= axes[c].last:
                    most *= axes[c].dice + 1
            most *= v.layer[cell + 1] - v.layer[cell] + 1
            steps += <double>most * (axes[cell_class[cell]].dice + 1)
            if most > 30_000_000 or steps > 3e9:
                return None
        for c in range(classes):
            axes[c].ways = <u128 *>malloc((axes[c].dice + 1) * (axes[c].dice + 1) * sizeof(u128))
            axes[c].rest = <u128 *>malloc((axes[c].dice + 1) * sizeof(u128))
            if axes[c].ways == NULL or axes[c].rest == NULL:
                raise MemoryError("no memory left for the fold")
        now = <u128 *>calloc(1, sizeof(u128))
        if now == NULL:
            raise MemoryError("no memory left for the fold")
        now[0] = 1
        nodes = 1
        with nogil:
            for cell in range(cells):
                me = <int>cell_class[cell]
                # lay out the coordinates before and after this cell
                now_size = after_size = 1
                for c in range(classes):
                    axes[c].stride_now = axes[c].stride_after = 0
                    if axes[c].first < cell <= axes[c].last:
                        axes[c].stride_now = now_size
                        now_size *= axes[c].dice + 1
                    if axes[c].first <= cell < axes[c].last:
                        axes[c].stride_after = after_size
                        after_size *= axes[c].dice + 1
                later = 0
                for k in range(cell + 1, cells):
                    if cell_class[k] == me:
                        later += cell_weight[k]
                set_ways(&axes[me], cell_weight[cell], later)
                # the other classes that are under way, as (class, place) pairs of the mixed radix index
                actives = 0
                for c in range(classes):
                    if c != me and axes[c].stride_now:
                        active[actives] = c
                        actives += 1
                next_nodes = v.layer[cell + 2] - v.layer[cell + 1] if cell + 1 < cells else 0
                after = <u128 *>calloc((next_nodes + 1) * <size_t>after_size, sizeof(u128))
                if after == NULL:
                    ok = 0
                    break
                won_here = after + <size_t>next_nodes * after_size
                width = axes[me].dice + 1
                for x in range(nodes):
                    node = v.layer[cell] + x
                    span = v.start[node + 1] - v.start[node] - 1
                    for index in range(now_size):
                        value = now[<size_t>x * now_size + index]
                        if not value:
                            continue
                        r = axes[me].dice
                        if axes[me].stride_now:
                            r = <int>(index // axes[me].stride_now % width)
                        after_index = 0
                        for k in range(actives):
                            c = active[k]
                            after_index += index // axes[c].stride_now % (axes[c].dice + 1) * axes[c].stride_after
                        lowest = r if axes[me].last == cell else 0
                        for t in range(lowest, r + 1):
                            target = v.edges[v.start[node] + min(span, t)]
                            if target == 0:
                                continue
                            part = value * axes[me].ways[r * width + t]
                            other = after_index + <long long>(r - t) * axes[me].stride_after
                            if target == 1:
                                won_here[other] += part
                            else:
                                after[<size_t>(target - v.layer[cell + 1]) * after_size + other] += part
                # what has won is completed in every way
                for index in range(after_size):
                    value = won_here[index]
                    if not value:
                        continue
                    for c in range(classes):
                        if axes[c].stride_after:
                            r = <int>(index // axes[c].stride_after % (axes[c].dice + 1))
                            value *= axes[c].rest[r]
                        elif axes[c].first > cell:
                            later = 0
                            for k in range(cells):
                                if cell_class[k] == c:
                                    later += cell_weight[k]
                            value *= power(later, axes[c].dice)
                    won += value
                free(now)
                now = after
                after = NULL
                nodes = next_nodes
        if not ok:
            raise MemoryError("no memory left for the fold")
        return won
    finally:
        free(now)
        for c in range(classes):
            free(axes[c].ways)
            free(axes[c].rest)
        free(axes)
        free(active)
