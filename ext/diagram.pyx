# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""A decision diagram of a task: which numbers of dice in each cell are enough?

A demand is a small multiset of cells that fills the task, written as the bits of one number: a cell asked for d times
has d bits. The cells are walked in order: a node is the set of demands still alive, with those removed that another
one makes superfluous, so that equal futures become one node.

The diagram is a flat array of int32: cells, nodes, then first node of each layer (cells + 1), then for each node the
start of its edges (nodes + 1), then the edges: the node reached by 0, 1, 2... dice in the cell, the last one standing
for all higher numbers too. Nodes 0 and 1 are `lost` and `won`; the root is node 2.
"""

from array import array

from cpython.array cimport array as c_array, clone
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcmp, memcpy, memset

from bits cimport mix, u128

ctypedef unsigned long long u64

cdef enum:
    MAX_BITS = 120          # of a demand
    SIZE = 8                # its lowest bits tell how many of the others are set
    MAX_WORK = 400_000_000  # comparisons of demands

cdef inline int size_of(u128 demand) noexcept nogil:
    return <int>(demand & 255)


cdef inline int asked(u128 demand, int bit, int width) noexcept nogil:
    """How many dice the demand wants in the cell whose `width` bits start at `bit`: so many of them are set."""
    cdef int need = 0
    demand >>= bit
    while need < width and demand & 1:
        demand >>= 1
        need += 1
    return need


cdef int by_value(const void *x, const void *y) noexcept nogil:
    cdef u128 a = (<const u128 *>x)[0]
    cdef u128 b = (<const u128 *>y)[0]
    return (a > b) - (a < b)


cdef int minimise(u128 *list, int n, int *order, long long *work) noexcept nogil:
    """Drop what stands twice and what a smaller demand makes superfluous; how many are left.

    The list is sorted by value. It stays so when its lowest bits, those of the cells that are done, are cleared.
    order: room for n numbers.
    """
    cdef int i, j, k, kept = 0, smaller = 0, alive, size, least = 256, most = 0
    for i in range(n):
        if not kept or list[kept - 1] != list[i]:
            list[kept] = list[i]
            least = min(least, size_of(list[i]))
            most = max(most, size_of(list[i]))
            kept += 1
    if least == most:
        return kept
    alive = 0
    for size in range(least, most + 1):     # `order` lists those that no smaller one makes superfluous
        smaller = alive
        for i in range(kept):
            if size_of(list[i]) != size:
                continue
            work[0] += smaller
            for j in range(smaller):
                if not (list[order[j]] & ~list[i]) >> SIZE:
                    list[i] = (list[i] >> SIZE) << SIZE
                    break
            else:
                order[alive] = i
                alive += 1
    k = 0
    for i in range(kept):
        if size_of(list[i]):
            list[k] = list[i]
            k += 1
    return k


cdef struct Build:          # the diagram as it grows
    int *edge_start
    int *edges
    int *layer
    int nodes, node_room, edge_count, edge_room


cdef int add_edge(Build *b, int target) noexcept nogil:
    cdef void *grown
    if b.edge_count == b.edge_room:
        b.edge_room *= 2
        grown = realloc(b.edges, b.edge_room * sizeof(int))
        if grown == NULL:
            return 0
        b.edges = <int *>grown
    b.edges[b.edge_count] = target
    b.edge_count += 1
    return 1


cdef struct Layer:          # nodes of one layer: each a run of demands
    u128 *demands
    long long count, room
    long long *start        # nodes + 1
    int nodes, node_room
    int *slot
    int slots


cdef int layer_make(Layer *l) noexcept nogil:
    l.count, l.room, l.nodes, l.node_room, l.slots = 0, 1024, 0, 64, 256
    l.demands = <u128 *>malloc(l.room * sizeof(u128))
    l.start = <long long *>malloc((l.node_room + 1) * sizeof(long long))
    l.slot = <int *>malloc(l.slots * sizeof(int))
    return l.demands != NULL and l.start != NULL and l.slot != NULL


cdef void layer_free(Layer *l) noexcept nogil:
    free(l.demands)
    free(l.start)
    free(l.slot)


cdef inline u64 demands_hash(const u128 *d, long long n) noexcept nogil:
    cdef u64 h = <u64>n
    cdef long long i
    for i in range(n):
        h = mix(h ^ <u64>d[i] ^ (<u64>(d[i] >> 64) * 0x9E3779B97F4A7C15ULL))
    return h


cdef int layer_node(Layer *l, const u128 *d, long long n) noexcept nogil:
    """The number of the node with these demands, new if need be; -1 when memory ran out."""
    cdef u64 h = demands_hash(d, n) & (l.slots - 1)
    cdef void *grown
    cdef int i
    while l.slot[h] >= 0:
        i = l.slot[h]
        if l.start[i + 1] - l.start[i] == n and memcmp(l.demands + l.start[i], d, n * sizeof(u128)) == 0:
            return i
        h = (h + 1) & (l.slots - 1)
    while l.count + n > l.room:
        l.room *= 2
        grown = realloc(l.demands, l.room * sizeof(u128))
        if grown == NULL:
            return -1
        l.demands = <u128 *>grown
    if l.nodes == l.node_room:
        l.node_room *= 2
        l.slots *= 2
        grown = realloc(l.start, (l.node_room + 1) * sizeof(long long))
        if grown == NULL:
            return -1
        l.start = <long long *>grown
        grown = realloc(l.slot, l.slots * sizeof(int))
        if grown == NULL:
            return -1
        l.slot = <int *>grown
        memset(l.slot, 0xFF, l.slots * sizeof(int))
        for i in range(l.nodes):
            h = demands_hash(l.demands + l.start[i], l.start[i + 1] - l.start[i]) & (l.slots - 1)
            while l.slot[h] >= 0:
                h = (h + 1) & (l.slots - 1)
            l.slot[h] = i
        h = demands_hash(d, n) & (l.slots - 1)
        while l.slot[h] >= 0:
            h = (h + 1) & (l.slots - 1)
    memcpy(l.demands + l.count, d, n * sizeof(u128))
    l.start[l.nodes] = l.count
    l.count += n
    l.start[l.nodes + 1] = l.count
    l.slot[h] = l.nodes
    l.nodes += 1
    return l.nodes - 1


cdef int build(Build *b, u128 *demands, int count, const int *cell_bit, int cells) noexcept nogil:
    """Walk the cells; 1 done, 0 too much work, -1 no memory. cell_bit: first bit of each cell (cells + 1)."""
    cdef Layer now, after, swap
    cdef u128 *mine = <u128 *>malloc((count + 1) * sizeof(u128))
    cdef int *order = <int *>malloc((count + 1) * sizeof(int))
    cdef u128 mask
    cdef u128 one = 1
    cdef long long work = 0, j, n
    cdef int cell, i, t, most, bit, width, target, kept, first, need, ok = 1, won
    ok = layer_make(&now)
    ok &= layer_make(&after)
    if not ok or mine == NULL or order == NULL:
        layer_free(&now)
        layer_free(&after)
        free(mine)
        free(order)
        return -1
    memset(now.slot, 0xFF, now.slots * sizeof(int))
    qsort(demands, count, sizeof(u128), by_value)
    kept = minimise(demands, count, order, &work)
    layer_node(&now, demands, kept)
    first = 2                       # node number of the first node of this layer
    for cell in range(cells):
        if ok != 1:
            break
        b.layer[cell] = first
        bit, width = cell_bit[cell] + SIZE, cell_bit[cell + 1] - cell_bit[cell]
        mask = ((one << width) - 1) << bit
        after.count = after.nodes = 0
        memset(after.slot, 0xFF, after.slots * sizeof(int))
        for i in range(now.nodes):
            if ok != 1:
                break
            while first + i + 2 >= b.node_room:
                b.node_room *= 2
                b.edge_start = <int *>realloc(b.edge_start, (b.node_room + 1) * sizeof(int))
                if b.edge_start == NULL:
                    ok = -1
                    break
            if ok != 1:
                break
            b.edge_start[first + i] = b.edge_count
            n = now.start[i + 1] - now.start[i]
            most = 0
            for j in range(n):
                most = max(most, asked(now.demands[now.start[i] + j], bit, width))
            for t in range(most + 1):
                kept = 0
                won = 0
                for j in range(n):
                    need = asked(now.demands[now.start[i] + j], bit, width)
                    if need <= t:
                        mine[kept] = (now.demands[now.start[i] + j] & ~mask) - <u128>need
                        if not size_of(mine[kept]):
                            won = 1
                            break
                        kept += 1
                if won:
                    target = 1
                elif not kept:
                    target = 0
                else:
                    kept = minimise(mine, kept, order, &work)
                    work += kept
                    target = layer_node(&after, mine, kept)
                    if target < 0:
                        ok = -1
                        break
                    target += first + now.nodes
                if not add_edge(b, target):
                    ok = -1
                    break
                if won:
                    break
                if work > MAX_WORK or b.edge_count > 100_000_000:
                    ok = 0
                    break
        first += now.nodes
        swap = now
        now = after
        after = swap
    if ok == 1:
        b.layer[cells] = first
        b.nodes = first
        b.edge_start[first] = b.edge_count
    layer_free(&now)
    layer_free(&after)
    free(mine)
    free(order)
    return ok


cdef int write_bits(const short[::1] cells_of, int spaces, u128 *demands, int *cell_bit, int cells) noexcept nogil:
    """Demands as bits, and the first bit of each cell; 0 when they need too many bits."""
    cdef int count = <int>(cells_of.shape[0] // spaces), i, j, cell, repeat
    cdef const short *mine
    cdef u128 one = 1
    for i in range(count):
        repeat = 0
        mine = &cells_of[i * spaces]
        for j in range(spaces):
            if mine[j] < 0:
                break
            repeat = repeat + 1 if j and mine[j] == mine[j - 1] else 1
            cell_bit[mine[j] + 1] = max(cell_bit[mine[j] + 1], repeat)
    for cell in range(cells):
        cell_bit[cell + 1] += cell_bit[cell]
    if cell_bit[cells] > MAX_BITS:
        return 0
    for i in range(count):
        repeat = 0
        mine = &cells_of[i * spaces]
        for j in range(spaces):
            if mine[j] < 0:
                break
            repeat = repeat + 1 if j and mine[j] == mine[j - 1] else 0
            cell = cell_bit[mine[j]] + repeat
            demands[i] = (demands[i] | (one << (SIZE + cell))) + 1
    return 1


def compile_diagram(const short[::1] demands, int spaces, int cells):
    """The decision diagram of a task that asks for one of these demands over cells 0 to cells - 1, in their order.

    demands: `spaces` sorted cells each, -1 where there are fewer; at least one demand, each of at least one die.
    Returns an int32 array as described above, or None when it would grow too large.
    """
    cdef Build b
    cdef int count = <int>(demands.shape[0] // spaces), i, ok
    cdef u128 *list = <u128 *>calloc(count + 1, sizeof(u128))
    cdef int *cell_bit = <int *>calloc(cells + 1, sizeof(int))
    cdef c_array result
    cdef int[::1] out
    b.nodes, b.node_room, b.edge_count, b.edge_room = 0, 1024, 0, 4096
    b.layer = <int *>malloc((cells + 1) * sizeof(int))
    b.edge_start = <int *>malloc((b.node_room + 1) * sizeof(int))
    b.edges = <int *>malloc(b.edge_room * sizeof(int))
    try:
        if list == NULL or cell_bit == NULL or b.layer == NULL or b.edge_start == NULL or b.edges == NULL:
            raise MemoryError("no memory left for the diagram")
        with nogil:
            ok = write_bits(demands, spaces, list, cell_bit, cells)
            if ok == 1:
                ok = build(&b, list, count, cell_bit, cells)
        if ok < 0:
            raise MemoryError("no memory left for the diagram")
        if ok == 0:
            return None
        result = clone(array("i"), 2 + cells + 1 + b.nodes + 1 + b.edge_count, False)
        out = result
        out[0], out[1] = cells, b.nodes
        for i in range(cells + 1):
            out[2 + i] = b.layer[i]
        b.edge_start[0] = b.edge_start[1] = 0
        for i in range(b.nodes + 1):
            out[3 + cells + i] = b.edge_start[i]
        for i in range(b.edge_count):
            out[4 + cells + b.nodes + i] = b.edges[i]
        return result
    finally:
        free(list)
        free(cell_bit)
        free(b.layer)
        free(b.edge_start)
        free(b.edges)
