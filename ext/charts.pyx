# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Which class is a roll of any number of dice in, told by a chart, and what does one more die lead to?

What a chart is stands in `chart.pxd`.
"""

from array import array

from chart cimport (
    BAD, FACES, LAST, MAX_KIDS, PAST, Memo, Store, asks, brought, close_memo, close_store, identity, kid, kids, known,
    made, open_memo, open_store, taken,
)
from cpython.array cimport array as c_array, clone
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from rows cimport Rows, close_rows, open_rows, put, u32

ctypedef unsigned char u8

cdef enum:
    MAX_KINDS = 6       # classes of colours


def relabelled(const long long[::1] start, const u32[::1] data, const u32[::1] numbers):
    """A chart with other numbers at its ends."""
    cdef Store s
    cdef long long n = start.shape[0] - 1
    cdef u32 root = BAD
    cdef u32 *where = <u32 *> malloc((n + 1) * sizeof(u32))
    try:
        if open_store(&s) and where != NULL:
            root = brought(&s, &start[0], &data[0], n, data[data.shape[0] - 1], &numbers[0], where)
        if root == BAD:
            raise MemoryError("no memory left for the charts")
        return taken(&s, root)
    finally:
        free(where)
        close_store(&s)


# ---- rolls of so many dice alone

cdef struct Short:
    Store before, after
    Memo seen


cdef u32 short_of(Short *m, u32 u, int left) noexcept nogil:
    """A chart for rolls of so many more dice."""
    cdef u32 key[2]
    cdef u32 lead[MAX_KIDS + 1]
    cdef bint new
    cdef int at, n, k
    cdef long long place
    cdef u32 x
    while left == 0 and not u & LAST:
        u = kid(&m.before, u, asks(&m.before, u), 0)
    if u & LAST:
        return u
    key[0], key[1] = u, <u32> left
    place = known(&m.seen, key, &new)
    if place < 0:
        return BAD
    if not new:
        return m.seen.found[place]
    at, n = asks(&m.before, u), min(kids(&m.before, u), left + 1)
    for k in range(n):
        lead[1 + k] = short_of(m, kid(&m.before, u, at, k), left - k)
        if lead[1 + k] == BAD:
            return BAD
    x = made(&m.after, at, lead + 1, n)
    m.seen.found[place] = x
    return x


def up_to(const long long[::1] start, const u32[::1] data, int dice):
    """A chart that tells the same of rolls of up to so many dice, and anything of those of more."""
    cdef Short m
    cdef long long n = start.shape[0] - 1
    cdef c_array same = identity(data)
    cdef u32 *where = <u32 *> malloc((n + 1) * sizeof(u32))
    cdef u32 root = BAD
    memset(&m, 0, sizeof(Short))
    try:
        if where != NULL and open_store(&m.before) and open_store(&m.after) and open_memo(&m.seen, 2):
            root = brought(&m.before, &start[0], &data[0], n, data[data.shape[0] - 1], same.data.as_uints, where)
        if root != BAD:
            with nogil:
                root = short_of(&m, root, dice)
        if root == BAD:
            raise MemoryError("no memory left for the charts")
        return taken(&m.after, root)
    finally:
        free(where)
        close_store(&m.before)
        close_store(&m.after)
        close_memo(&m.seen)


# ---- which rolls fill the task

cdef struct Task:
    Store left              # what is still asked, cell by cell
    Store chart
    Memo seen, less, shut
    const int *cell         # of each class and number
    const u8 *final         # whether it is the last of its cell
    int questions


cdef u32 with_one(Task *t, u32 u, int cell) noexcept nogil:
    """What is still asked once there is a die of a cell."""
    cdef u32 key[2]
    cdef u32 lead[MAX_KIDS + 1]
    cdef bint new
    cdef int at = asks(&t.left, u), n, k
    cdef long long place
    if at > cell:
        return u
    key[0], key[1] = u, <u32> cell
    place = known(&t.less, key, &new)
    if place < 0:
        return BAD
    if new:
        n = kids(&t.left, u)
        for k in range(n):
            if at == cell:
                lead[1 + k] = kid(&t.left, u, at, k + 1)
            else:
                lead[1 + k] = with_one(t, kid(&t.left, u, at, k), cell)
                if lead[1 + k] == BAD:
                    return BAD
        t.less.found[place] = made(&t.left, at, lead + 1, n)
    return t.less.found[place]


cdef u32 with_none(Task *t, u32 u, int cell) noexcept nogil:
    """What is still asked where there are no more dice of a cell."""
    cdef u32 key[2]
    cdef u32 lead[MAX_KIDS + 1]
    cdef bint new
    cdef int at = asks(&t.left, u), n, k
    cdef long long place
    if at > cell:
        return u
    if at == cell:
        return kid(&t.left, u, at, 0)
    key[0], key[1] = u, <u32> cell
    place = known(&t.shut, key, &new)
    if place < 0:
        return BAD
    if new:
        n = kids(&t.left, u)
        for k in range(n):
            lead[1 + k] = with_none(t, kid(&t.left, u, at, k), cell)
            if lead[1 + k] == BAD:
                return BAD
        t.shut.found[place] = made(&t.left, at, lead + 1, n)
    return t.shut.found[place]


cdef u32 asked(Task *t, int question, u32 u) noexcept nogil:
    """The chart from a question on."""
    cdef u32 key[2]
    cdef u32 lead[MAX_KIDS + 1]
    cdef bint new
    cdef u32 before
    cdef long long place
    cdef int n = 0, cell, last
    if u & LAST:
        return u
    key[0], key[1] = u, <u32> question
    place = known(&t.seen, key, &new)
    if place < 0:
        return BAD
    if new:
        cell, last = t.cell[question], t.final[question]
        while n < MAX_KIDS:
            before = u
            lead[1 + n] = asked(t, question + 1, with_none(t, u, cell) if last else u)
            if lead[1 + n] == BAD:
                return BAD
            n += 1
            u = with_one(t, u, cell)
            if u == BAD:
                return BAD
            if u == before:
                break
        t.seen.found[place] = made(&t.chart, question, lead + 1, n)
    return t.seen.found[place]


def filled(const int[::1] diagram, const int[::1] cell):
    """The chart of a task: 0 for rolls that fill it, else 1.

    diagram : of the task, as the placement kernels have it; cell : of each class of colours and number
    """
    cdef Task t
    cdef int cells = diagram[0], nodes = diagram[1], n, k, c
    cdef const int *start = &diagram[3 + cells]
    cdef const int *edges = &diagram[4 + cells + nodes]
    cdef u32 lead[MAX_KIDS + 1]
    cdef u32 root = BAD
    cdef c_array final = clone(array("B"), cell.shape[0], True)
    cdef list order = [], depth = [-1] * nodes
    cdef dict refs = {0: LAST | 1, 1: LAST}
    seen_cells = set()
    for k in range(<int> cell.shape[0] - 1, -1, -1):
        final[k] = cell[k] not in seen_cells
        seen_cells.add(cell[k])
    depth[2] = 0
    order.append(2)
    for n in order:  # from the root on
        for k in range(start[n], start[n + 1]):
            if edges[k] > 1 and depth[edges[k]] < 0:
                depth[edges[k]] = depth[n] + 1
                order.append(edges[k])
    memset(&t, 0, sizeof(Task))
    t.cell, t.final = &cell[0], final.data.as_uchars
    try:
        if not (open_store(&t.left) and open_store(&t.chart) and open_memo(&t.seen, 2) and open_memo(&t.less, 2)
                and open_memo(&t.shut, 2)):
            raise MemoryError("no memory left for the charts")
        for n in reversed(order):
            c = 0
            for k in range(start[n], start[n + 1]):
                c += 1
                lead[c] = refs[edges[k]]
            refs[n] = made(&t.left, depth[n], lead + 1, c)
        root = asked(&t, 0, refs[2])
        if root == BAD:
            raise MemoryError("no memory left for the charts")
        return taken(&t.chart, root)
    finally:
        close_store(&t.left)
        close_store(&t.chart)
        close_memo(&t.seen)
        close_memo(&t.less)
        close_memo(&t.shut)


# ---- one die that may show any number

cdef struct Means:
    Store before, after
    Memo seen
    Rows tuples
    int first               # question of the class of colours
    bint ordered            # whether it matters which number leads where


cdef u32 along(Means *m, int question, u32 *t) noexcept nogil:
    """The six classes that a die leads to, from a question on."""
    cdef u32 key[8]
    cdef u32 next_[FACES]
    cdef u32 lead[MAX_KIDS + 1]
    cdef int i, j, k, n = 1, at = PAST
    cdef bint new
    cdef long long place
    cdef u32 x
    for i in range(FACES):
        at = min(at, asks(&m.before, t[i]))
    if at == PAST or question >= m.first + FACES:
        for i in range(1, 1 if m.ordered else FACES):  # whichever leads where
            x = t[i]
            j = i
            while j and t[j - 1] > x:
                t[j] = t[j - 1]
                j -= 1
            t[j] = x
        question = PAST
    if at == PAST:
        for i in range(FACES):
            next_[i] = t[i] & ~LAST
        place = put(&m.tuples, next_)
        return BAD if place < 0 else LAST | <u32> place
    if question < PAST:
        question = max(question, m.first)
        if question < m.first + FACES:
            at = min(at, question)
        question = at
    key[0], key[1] = <u32> question, 0
    memcpy(key + 2, t, FACES * sizeof(u32))
    place = known(&m.seen, key, &new)
    if place < 0:
        return BAD
    if not new:
        return m.seen.found[place]
    for i in range(FACES):
        if asks(&m.before, t[i]) == at:
            n = max(n, kids(&m.before, t[i]))
    for k in range(n):
        for i in range(FACES):
            next_[i] = kid(&m.before, t[i], at, k + (at == m.first + i))
        lead[1 + k] = along(m, PAST if question == PAST else at + 1, next_)
        if lead[1 + k] == BAD:
            return BAD
    x = made(&m.after, at, lead + 1, n)
    m.seen.found[place] = x
    return x


def one_more(const long long[::1] start, const u32[::1] data, int kind, bint ordered):
    """The six classes that one more die of a class of colours leads to.

    ordered : whether it matters which number leads where

    Returns
    -------
    chart : whose ends are places among those
    unlike : six classes each, by the number that the die shows if that matters, else in ascending order
    """
    cdef Means m
    cdef long long n = start.shape[0] - 1
    cdef c_array same = identity(data)
    cdef c_array unlike
    cdef u32 *where = <u32 *> malloc((n + 1) * sizeof(u32))
    cdef u32 root = BAD
    cdef u32 t[FACES]
    cdef int i
    memset(&m, 0, sizeof(Means))
    m.first, m.ordered = kind * FACES, ordered
    try:
        if (where != NULL and open_store(&m.before) and open_store(&m.after) and open_memo(&m.seen, 8)
                and open_rows(&m.tuples, FACES)):
            root = brought(&m.before, &start[0], &data[0], n, data[data.shape[0] - 1], same.data.as_uints, where)
        if root != BAD:
            for i in range(FACES):
                t[i] = root
            with nogil:
                root = along(&m, 0, t)
        if root == BAD:
            raise MemoryError("no memory left for the charts")
        unlike = clone(array("I"), m.tuples.n * FACES, False)
        memcpy(unlike.data.as_voidptr, m.tuples.rows, m.tuples.n * FACES * sizeof(u32))
        return taken(&m.after, root), unlike
    finally:
        free(where)
        close_store(&m.before)
        close_store(&m.after)
        close_memo(&m.seen)
        close_rows(&m.tuples)


# ---- two charts together

cdef struct Both:
    Store one, other, after
    Memo seen
    Rows pairs


cdef u32 met(Both *m, u32 u, u32 w) noexcept nogil:
    cdef u32 key[2]
    cdef u32 lead[MAX_KIDS + 1]
    cdef bint new
    cdef int at, n = 1, k
    cdef long long place
    cdef u32 x
    key[0], key[1] = u, w
    if u == LAST:  # solved, whatever else
        key[0], key[1] = 0, 0
        place = put(&m.pairs, key)
        return BAD if place < 0 else LAST | <u32> place
    if u & LAST and w & LAST:
        key[0], key[1] = u & ~LAST, w & ~LAST
        place = put(&m.pairs, key)
        return BAD if place < 0 else LAST | <u32> place
    place = known(&m.seen, key, &new)
    if place < 0:
        return BAD
    if not new:
        return m.seen.found[place]
    at = min(asks(&m.one, u), asks(&m.other, w))
    if asks(&m.one, u) == at:
        n = kids(&m.one, u)
    if asks(&m.other, w) == at:
        n = max(n, kids(&m.other, w))
    for k in range(n):
        lead[1 + k] = met(m, kid(&m.one, u, at, k), kid(&m.other, w, at, k))
        if lead[1 + k] == BAD:
            return BAD
    x = made(&m.after, at, lead + 1, n)
    m.seen.found[place] = x
    return x


def together(
    const long long[::1] start, const u32[::1] data, const long long[::1] other_start, const u32[::1] other_data,
):
    """Two charts as one, whose ends are pairs of theirs; of rolls of class 0 in the first no more is told.

    Returns
    -------
    chart : whose ends are places among the pairs
    pairs : (0, 0) first
    """
    cdef Both m
    cdef long long n = max(start.shape[0], other_start.shape[0])
    cdef u32 *where = <u32 *> malloc((n + 1) * sizeof(u32))
    cdef u32 root = BAD, other = BAD
    cdef u32 none[2]
    cdef c_array same = identity(data), others = identity(other_data), pairs
    none[0], none[1] = 0, 0
    memset(&m, 0, sizeof(Both))
    try:
        if (where != NULL and open_store(&m.one) and open_store(&m.other) and open_store(&m.after)
                and open_memo(&m.seen, 2) and open_rows(&m.pairs, 2) and put(&m.pairs, none) == 0):
            root = brought(&m.one, &start[0], &data[0], start.shape[0] - 1, data[data.shape[0] - 1],
                           same.data.as_uints, where)
            other = brought(&m.other, &other_start[0], &other_data[0], other_start.shape[0] - 1,
                            other_data[other_data.shape[0] - 1], others.data.as_uints, where)
        if root != BAD and other != BAD:
            with nogil:
                root = met(&m, root, other)
        if root == BAD or other == BAD:
            raise MemoryError("no memory left for the charts")
        pairs = clone(array("I"), m.pairs.n * 2, False)
        memcpy(pairs.data.as_voidptr, m.pairs.rows, m.pairs.n * 2 * sizeof(u32))
        return taken(&m.after, root), pairs
    finally:
        free(where)
        close_store(&m.one)
        close_store(&m.other)
        close_store(&m.after)
        close_memo(&m.seen)
        close_rows(&m.pairs)


# ---- what is told of rolls

def fewest(const long long[::1] start, const u32[::1] data, int numbers):
    """With how few dice a roll can have each number."""
    cdef long long n = start.shape[0] - 1, i, k
    cdef u32 u, root = data[data.shape[0] - 1]
    cdef c_array found = array("i", [PAST]) * numbers
    cdef c_array least = array("i", [PAST]) * (n + 1)
    cdef int *ends = found.data.as_ints
    cdef int *nodes = least.data.as_ints
    cdef int dice
    if root & LAST:
        ends[root & ~LAST] = 0
    else:
        nodes[root] = 0
    with nogil:
        for i in range(n - 1, -1, -1):  # what a node leads to stands before it
            for k in range(start[i] + 1, start[i + 1]):
                u = data[k]
                dice = nodes[i] + <int> (k - start[i]) - 1
                if u & LAST:
                    ends[u & ~LAST] = min(ends[u & ~LAST], dice)
                else:
                    nodes[u] = min(nodes[u], dice)
    return found


def read(const long long[::1] start, const u32[::1] data, const u32[::1] rolls, int kinds, const u8[::1] faces):
    """What a chart tells of each roll.

    rolls : the ids of their multisets; faces : dice that show a number in each multiset
    """
    cdef long long n = rolls.shape[0] // kinds, i
    cdef u32 u
    cdef const u32 *roll
    cdef const u32 *before = NULL
    cdef const u32 *node
    cdef int count, most, kind
    cdef u32 at[MAX_KINDS + 1]     # where the dice of the classes before have led
    cdef c_array found = clone(array("I"), n, False)
    at[0] = data[data.shape[0] - 1]
    with nogil:
        for i in range(n):
            roll = &rolls[i * kinds]
            kind = 0
            while before != NULL and kind < kinds and roll[kind] == before[kind]:
                kind += 1
            u = at[kind]
            while kind < kinds:
                while not u & LAST and <int> data[start[u]] < (kind + 1) * FACES:
                    node = &data[start[u]]
                    most = <int> (start[u + 1] - start[u]) - 2
                    count = faces[roll[kind] * FACES + node[0] % FACES]
                    u = node[1 + (count if count < most else most)]
                kind += 1
                at[kind] = u
            found.data.as_uints[i] = u & ~LAST
            before = roll
    return found
