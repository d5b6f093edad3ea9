# Charts: which number a roll has, told by asking how often it shows one die after another; header only, compiled into
# the kernels that ask it.
#
# A chart asks for the counts of dice in a fixed order: for each class of colours those that show 1 to 6. A node holds
# what each count leads to, the last for that count and all higher ones; nodes that lead to the same are one, and one
# that leads to the same whatever the count is left out. In the end there is a number, with its highest bit set.
#
# A chart comes as two arrays: where each node begins, and the nodes: what it asks for, and what the counts lead to.
# What a node leads to stands before it. Last comes the root.

from array import array

from cpython.array cimport array as c_array, clone
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

from rows cimport Rows, close_rows, hash_of, into_slots, open_rows, put, u32, u64, unlike

cdef extern from *:
    """
    #define GNOMON_LAST 0x80000000u
    #define GNOMON_BAD 0x7FFFFFFFu
    """
    const u32 LAST "GNOMON_LAST"
    const u32 BAD "GNOMON_BAD"      # no memory left

cdef enum:
    FACES = 6
    MAX_KIDS = 80
    PAST = 1000         # beyond all questions


cdef struct Store:          # nodes, the unlike ones
    u32 *data
    long long *start
    u64 *slots          # half the hash of a node and 1 + its number, or 0
    long long used, room, n, room_n, mask


cdef struct Memo:           # what is known already
    Rows rows
    u32 *found
    long long room


cdef inline int open_store(Store *s) noexcept nogil:
    s.used, s.room, s.n, s.room_n, s.mask = 0, 1024, 0, 128, 255
    s.data = <u32 *> malloc(s.room * sizeof(u32))
    s.start = <long long *> malloc((s.room_n + 1) * sizeof(long long))
    s.slots = <u64 *> calloc(256, sizeof(u64))
    if s.data == NULL or s.start == NULL or s.slots == NULL:
        return 0
    s.start[0] = 0
    return 1


cdef inline void close_store(Store *s) noexcept nogil:
    free(s.data)
    free(s.start)
    free(s.slots)


cdef inline int open_memo(Memo *m, int width) noexcept nogil:
    m.room = 64
    m.found = <u32 *> malloc(m.room * sizeof(u32))
    return open_rows(&m.rows, width) and m.found != NULL


cdef inline void close_memo(Memo *m) noexcept nogil:
    close_rows(&m.rows)
    free(m.found)


cdef inline long long known(Memo *m, const u32 *key, bint *new) noexcept nogil:
    """The place of a key; -1 without memory."""
    cdef long long before = m.rows.n, at = put(&m.rows, key)
    cdef u32 *found
    new[0] = at == before
    if at >= m.room:
        found = <u32 *> realloc(m.found, 2 * m.room * sizeof(u32))
        if found == NULL:
            return -1
        m.found, m.room = found, 2 * m.room
    return at


cdef inline int asks(const Store *s, u32 u) noexcept nogil:
    return PAST if u & LAST else <int> s.data[s.start[u]]


cdef inline int kids(const Store *s, u32 u) noexcept nogil:
    return <int> (s.start[u + 1] - s.start[u]) - 1


cdef inline u32 kid(const Store *s, u32 u, int question, int count) noexcept nogil:
    """What a count leads to, also where it is not asked for."""
    cdef int most
    if u & LAST or <int> s.data[s.start[u]] != question:
        return u
    most = kids(s, u) - 1
    return s.data[s.start[u] + 1 + (count if count < most else most)]


cdef inline u32 made(Store *s, int question, u32 *lead, int n) noexcept nogil:
    """A node; `lead` has room for a number before it."""
    cdef u64 h
    cdef long long at, i
    cdef u32 *row
    cdef void *more
    while n > 1 and lead[n - 1] == lead[n - 2]:
        n -= 1
    if n == 1:
        return lead[0]
    row = lead - 1
    row[0] = <u32> question
    h = hash_of(row, n + 1)
    at = <long long> (h >> 32) & s.mask
    while s.slots[at]:
        if (s.slots[at] ^ h) >> 32 == 0:
            i = <long long> <u32> s.slots[at] - 1
            if s.start[i + 1] - s.start[i] == n + 1 and not unlike(s.data + s.start[i], row, n + 1):
                return <u32> i
        at = (at + 1) & s.mask
    if s.used + n + 1 > s.room:
        more = realloc(s.data, 2 * s.room * sizeof(u32))
        if more == NULL:
            return BAD
        s.data, s.room = <u32 *> more, 2 * s.room
    if s.n == s.room_n:
        i = s.room_n * (4 if s.room_n < 1 << 15 else 2)
        more = realloc(s.start, (i + 1) * sizeof(long long))
        if more == NULL:
            return BAD
        s.start = <long long *> more
        more = calloc(2 * i, sizeof(u64))
        if more == NULL:
            return BAD
        into_slots(<u64 *> more, 2 * i - 1, s.slots, s.mask + 1)
        free(s.slots)
        s.slots, s.mask, s.room_n = <u64 *> more, 2 * i - 1, i
        at = <long long> (h >> 32) & s.mask
        while s.slots[at]:
            at = (at + 1) & s.mask
    memcpy(s.data + s.used, row, (n + 1) * sizeof(u32))
    s.used += n + 1
    s.n += 1
    s.start[s.n] = s.used
    s.slots[at] = h >> 32 << 32 | <u64> s.n
    return <u32> (s.n - 1)


cdef inline taken(const Store *s, u32 root):
    """A chart as it is handed out: what its root leads to."""
    cdef c_array number = clone(array("I"), s.n + 1, True)
    cdef u32 *numbers = number.data.as_uints
    cdef long long i, k, nodes = 0, used = 0
    cdef c_array start, data
    cdef u32 u
    if not root & LAST:
        numbers[root] = 1
    for i in range(s.n - 1, -1, -1):  # what a node leads to stands before it
        if numbers[i]:
            nodes += 1
            used += s.start[i + 1] - s.start[i]
            for k in range(s.start[i] + 1, s.start[i + 1]):
                if not s.data[k] & LAST:
                    numbers[s.data[k]] = 1
    start, data = clone(array("q"), nodes + 1, False), clone(array("I"), used + 1, False)
    nodes, used = 0, 0
    for i in range(s.n):
        if numbers[i]:
            numbers[i] = <u32> nodes
            start.data.as_longlongs[nodes] = used
            data.data.as_uints[used] = s.data[s.start[i]]
            for k in range(s.start[i] + 1, s.start[i + 1]):
                u = s.data[k]
                data.data.as_uints[used + k - s.start[i]] = u if u & LAST else numbers[u]
            nodes += 1
            used += s.start[i + 1] - s.start[i]
    start.data.as_longlongs[nodes] = used
    data.data.as_uints[used] = root if root & LAST else numbers[root]
    return start, data


cdef inline u32 brought(Store *s, const long long *start, const u32 *data, long long n, u32 root, const u32 *numbers,
                        u32 *where) noexcept nogil:
    """A chart with other numbers at its ends, among the nodes of a store; `where` has room for each node."""
    cdef u32 lead[MAX_KIDS + 1]
    cdef long long i, k
    cdef u32 u
    for i in range(n):  # what a node leads to stands before it
        for k in range(start[i] + 1, start[i + 1]):
            u = data[k]
            lead[k - start[i]] = LAST | numbers[u & ~LAST] if u & LAST else where[u]
        where[i] = made(s, <int> data[start[i]], lead + 1, <int> (start[i + 1] - start[i]) - 1)
        if where[i] == BAD:
            return BAD
    return LAST | numbers[root & ~LAST] if root & LAST else where[root]


cdef inline c_array identity(const u32[::1] data):
    """Numbers that stay as they are."""
    cdef u32 most = 0
    cdef long long i
    for i in range(data.shape[0]):
        if data[i] & LAST:
            most = max(most, data[i] & ~LAST)
    return array("I", range(most + 1))
