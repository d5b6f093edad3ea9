# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""What is the best that can be done with a roll of any number of dice, told by charts of what each act leads to?

What a chart is stands in `chart.pxd`. An act changes counts of dice by rules: from a state, at a question, by how much
the count differs before the act, and to which state that leads. Of all ways through the rules the best is taken.
"""

from array import array

from chart cimport (
    BAD, FACES, LAST, MAX_KIDS, PAST, Memo, Store, asks, brought, close_memo, close_store, kid, kids, known, made,
    open_memo, open_store, taken,
)
from cpython.array cimport array as c_array, clone
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from rows cimport Rows, checked, close_rows, open_rows, put, u32, u64

cdef extern from *:
    # by another name than in the header, so that Cython tells it from a u64
    ctypedef unsigned long u128 "gnomon_u128"

cdef enum:
    MAX_KINDS = 6       # classes of colours


cdef struct Best:
    Store nodes
    Memo walked, joined, maxima, same
    Rows worth              # of each number, a value for each bag, or the number of its values
    Rows several            # of each of these numbers, several values
    Memo higher
    u32 *row
    long long limit         # of nodes, and of values
    int b, questions, span  # how many values several are, or 0 where there is one
    const int *rules        # [state * questions + question]: where its ways begin, or -1 for none but to go on
    const int *ways         # how many; then of each: by how much the count differs, and the state after
    const int *next_        # [state * (questions + 1) + question]: the next question with ways of its own
    u32 mask                # of classes of colours of which there are many
    const int *many         # how many
    int kinds, kind         # and one of them


cdef inline void higher_of(u128 *out, const u128 *one, const u128 *other, int n) noexcept nogil:
    cdef int k
    for k in range(n):
        out[k] = one[k] if one[k] > other[k] else other[k]


cdef u32 higher(Best *m, u32 x, u32 y) noexcept nogil:
    """The number of the higher of several values, one by one."""
    cdef u32 key[2]
    cdef bint new
    cdef long long place, at
    cdef u128 *row = <u128 *> (m.row + (m.b + 3) // 4 * 4)
    cdef u128 *values
    key[0], key[1] = min(x, y), max(x, y)
    place = known(&m.higher, key, &new)
    if place < 0:
        return BAD
    if new:
        values = <u128 *> m.several.rows
        higher_of(row, values + <long long> x * m.span, values + <long long> y * m.span, m.span)
        at = put(&m.several, <u32 *> row)
        if at < 0 or m.several.n * m.span > m.limit:
            return BAD
        m.higher.found[place] = <u32> at
    return m.higher.found[place]


cdef u32 joined(Best *m, u32 x, u32 y) noexcept nogil:
    """The number of what is the better of two for each bag."""
    cdef u32 key[2]
    cdef bint new
    cdef int k
    cdef long long place, at
    cdef u32 *one
    cdef u32 *other
    key[0], key[1] = min(x, y), max(x, y)
    place = known(&m.joined, key, &new)
    if place < 0:
        return BAD
    if new:
        one, other = m.worth.rows + x * m.worth.width, m.worth.rows + y * m.worth.width
        if m.span:
            for k in range(m.b):
                m.row[k] = one[k] if one[k] == other[k] else higher(m, one[k], other[k])
                if m.row[k] == BAD:
                    return BAD
        else:
            higher_of(<u128 *> m.row, <u128 *> one, <u128 *> other, m.b)
        at = put(&m.worth, m.row)
        if at < 0 or m.worth.n * m.b > m.limit:
            return BAD
        m.joined.found[place] = <u32> at
    return m.joined.found[place]


cdef u32 better(Best *m, u32 u, u32 w) noexcept nogil:
    """The better of two charts."""
    cdef u32 key[2]
    cdef u32 lead[MAX_KIDS + 1]
    cdef bint new
    cdef int at, n = 1, k
    cdef long long place
    cdef u32 x
    if u == w or w == LAST:
        return u
    if u == LAST:
        return w
    if u & LAST and w & LAST:
        x = joined(m, u & ~LAST, w & ~LAST)
        return BAD if x == BAD else LAST | x
    key[0], key[1] = min(u, w), max(u, w)
    place = known(&m.maxima, key, &new)
    if place < 0 or m.nodes.n > m.limit:
        return BAD
    if not new:
        return m.maxima.found[place]
    at = min(asks(&m.nodes, u), asks(&m.nodes, w))
    if asks(&m.nodes, u) == at:
        n = kids(&m.nodes, u)
    if asks(&m.nodes, w) == at:
        n = max(n, kids(&m.nodes, w))
    for k in range(n):
        lead[1 + k] = better(m, kid(&m.nodes, u, at, k), kid(&m.nodes, w, at, k))
        if lead[1 + k] == BAD:
            return BAD
    x = made(&m.nodes, at, lead + 1, n)
    m.maxima.found[place] = x
    return x


cdef u32 walked(Best *m, int state, int question, u32 u) noexcept nogil:
    """The best of all ways through the rules from a state, for a chart of what each leads to; state 0 is the end."""
    cdef u32 key[4]
    cdef u32 lead[MAX_KIDS + 1]
    cdef bint new
    cdef int own, at, n, k, w, _way
    cdef long long place
    cdef u32 x, y
    cdef const int *way
    if state == 0 or u == LAST:
        return u
    own = m.next_[state * (m.questions + 1) + question]
    if own == m.questions:
        return LAST
    at = min(own, asks(&m.nodes, u))
    key[0], key[1], key[2], key[3] = <u32> state, <u32> at, u, 0
    place = known(&m.walked, key, &new)
    if place < 0:
        return BAD
    if not new:
        return m.walked.found[place]
    n = kids(&m.nodes, u) if asks(&m.nodes, u) == at else 1
    w = m.rules[state * m.questions + at] if at == own else -1
    n += w >= 0
    if n > MAX_KIDS:
        return BAD
    for k in range(n):
        if w < 0:
            x = walked(m, state, at + 1, kid(&m.nodes, u, at, k))
        else:
            x = LAST
            way = m.ways + w + 1
            for _way in range(m.ways[w]):
                if k + way[0] >= 0:
                    y = walked(m, way[1], at + 1, kid(&m.nodes, u, at, k + way[0]))
                    x = BAD if y == BAD else better(m, x, y)
                    if x == BAD:
                        break
                way += 2
        if x == BAD:
            return BAD
        lead[1 + k] = x
    x = made(&m.nodes, at, lead + 1, n)
    m.walked.found[place] = x
    return x


cdef int same(Best *m, int question, u32 u, u32 w, int left, int held) noexcept nogil:
    """Whether two charts are the same for rolls of up to so many dice, many of each class of colours in the mask.

    held : how many of the class that is asked for so far; -1 is returned without memory
    """
    cdef u32 key[6]
    cdef bint new
    cdef int at, n, k, kind, now, wanted = 0, first = PAST, found = 1
    cdef long long place
    for kind in range(m.kinds):
        if m.mask >> kind & 1:
            now = m.many[kind]
            if question > kind * FACES:
                if question < (kind + 1) * FACES:
                    now -= held
                elif question == (kind + 1) * FACES:
                    if held < now:  # not many
                        return 1
                    continue
                else:
                    continue
            wanted += now
            if now > 0:
                first = min(first, max(question, kind * FACES))
    if u == w or left < wanted:
        return 1
    at = min(min(asks(&m.nodes, u), asks(&m.nodes, w)), first)
    if at == PAST:
        return 0
    kind = at // FACES
    if not m.mask >> kind & 1 or question <= kind * FACES:
        held = 0
    key[0], key[1], key[2], key[3], key[4], key[5] = <u32> at, u, w, <u32> left, <u32> held, 0
    place = known(&m.same, key, &new)
    if place < 0:
        return -1
    if not new:
        return <int> m.same.found[place]
    n = m.many[kind] - held + 1 if m.mask >> kind & 1 else 1
    if asks(&m.nodes, u) == at:
        n = max(n, kids(&m.nodes, u))
    if asks(&m.nodes, w) == at:
        n = max(n, kids(&m.nodes, w))
    for k in range(min(n, left + 1)):
        now = min(held + k, m.many[kind]) if m.mask >> kind & 1 else 0
        found = same(m, at + 1, kid(&m.nodes, u, at, k), kid(&m.nodes, w, at, k), left - k, now)
        if found != 1:
            break
    m.same.found[place] = <u32> found
    return found


cdef u32 allowed(Best *m, int question, u32 u, int held, int others) noexcept nogil:
    """A chart without the rolls that hold all dice of the class of colours: for these nothing can be added.

    It stays as it is for rolls of more dice than come up.

    held : how many of the class there are so far
    others : how many of other classes there may be besides
    """
    cdef u32 key[4]
    cdef u32 lead[MAX_KIDS + 1]
    cdef bint new
    cdef int n, k, now, left
    cdef bint own = question // FACES == m.kind
    cdef long long place
    cdef u32 x
    if u == LAST or others < 0 or (question >= (m.kind + 1) * FACES and held < m.many[m.kind]):
        return u
    if held == m.many[m.kind] and (u & LAST or question == m.questions):
        return LAST
    key[0], key[1], key[2], key[3] = u, <u32> question, <u32> held, <u32> others
    place = known(&m.same, key, &new)
    if place < 0 or m.nodes.n > m.limit:
        return BAD
    if not new:
        return m.same.found[place]
    n = kids(&m.nodes, u) if asks(&m.nodes, u) == question else 1
    n = max(n, 2 + others + (m.many[m.kind] - held if own else 0))
    if n > MAX_KIDS:
        return BAD
    for k in range(n):
        now = min(held + k, m.many[m.kind]) if own else held
        left = others - (k - (now - held))
        lead[1 + k] = allowed(m, question + 1, kid(&m.nodes, u, question, k), now, left)
        if lead[1 + k] == BAD:
            return BAD
    x = made(&m.nodes, question, lead + 1, n)
    m.same.found[place] = x
    return x


cdef int walk_all(Best *m, list parts, c_array numbered, u32 *adding) except -1:
    """The best of the acts that add a die to each class of colours, and first of those that add none; 0 for too much.

    numbered : the number of each worth
    """
    cdef long long n
    cdef int kind
    cdef u32 root
    cdef const long long[::1] start
    cdef const u32[::1] data, numbers
    cdef const int[::1] rules, ways, next_
    cdef u32 *where
    cdef c_array ends
    for kind, start, data, numbers, rules, ways, next_ in parts:
        n = start.shape[0] - 1
        ends = array("I", [numbered[number] for number in numbers])
        where = <u32 *> malloc((n + 1) * sizeof(u32))
        root = BAD
        if where != NULL:
            root = brought(&m.nodes, &start[0], &data[0], n, data[data.shape[0] - 1], ends.data.as_uints, where)
        free(where)
        m.rules, m.ways, m.next_ = &rules[0], &ways[0], &next_[0]
        if root != BAD and open_memo(&m.walked, 4):
            with nogil:
                root = walked(m, 1, 0, root)
                if root != BAD:
                    adding[kind + 1] = better(m, adding[kind + 1], root)
        close_memo(&m.walked)
        memset(&m.walked, 0, sizeof(Memo))
        if root == BAD or adding[kind + 1] == BAD:
            return 0
    return 1


cdef int open_best(Best *m, int width) except -1:
    """width : of what stands for the worth of a number"""
    if not (m.row != NULL and open_store(&m.nodes) and open_memo(&m.joined, 2) and open_memo(&m.maxima, 2)
            and open_rows(&m.worth, width) and (not m.span or (open_rows(&m.several, 4 * m.span)
                                                               and open_memo(&m.higher, 2)))):
        raise MemoryError("no memory left for the charts")
    return 0


cdef void close_best(Best *m) noexcept:
    free(m.row)
    close_store(&m.nodes)
    close_memo(&m.joined)
    close_memo(&m.maxima)
    close_rows(&m.worth)
    close_rows(&m.several)
    close_memo(&m.higher)


def best(
    list parts, const u64[::1] worth, int b, int questions, int most, const int[::1] many, bint bounded,
    long long limit,
):
    """The best that can be made of a roll, of how many dice ever; None where it takes too much.

    Parameters
    ----------
    parts : of each kind of act: the class of colours to which it adds a die, or -1; where the nodes of a chart begin,
        its nodes, the worth of its ends, and the rules by which the act changes counts: of each state, from 1, and
        question where its ways begin or -1, the ways, and the next question with ways of its own
    worth : of each number, shape (numbers, b); number 0 is worth nothing
    questions : how many there are
    most : dice of a roll that can come up
    many : dice of each class of colours
    bounded : whether to a roll with so many none is added
    limit : so many nodes, and so many values, are looked at

    Returns
    -------
    chart : whose ends are numbers
    table : the worth of each
    enough : whether a roll that can come up is worth the same if no die is added to those of which there are many
    """
    cdef Best m
    cdef long long i, n
    cdef int kind, mask, wanted, enough = 1, kinds = <int> many.shape[0]
    cdef u32 root, found = LAST, without
    cdef u32 adding[MAX_KINDS + 1]
    cdef c_array table, numbered
    memset(&m, 0, sizeof(Best))
    m.b, m.questions, m.limit, m.many, m.kinds = b, questions, limit, &many[0], kinds
    m.row = <u32 *> malloc(b * sizeof(u128))
    for kind in range(kinds + 1):
        adding[kind] = LAST
    try:
        open_best(&m, 4 * b)
        numbered = array("I")
        for i in range(worth.shape[0] // (2 * b)):
            n = put(&m.worth, <const u32 *> &worth[2 * b * i])
            checked(n)
            numbered.append(n)
        if not walk_all(&m, parts, numbered, adding):
            return None
        for kind in range(kinds if bounded else 0):
            if many[kind] > most:
                continue
            m.kind = kind
            root = BAD
            if open_memo(&m.same, 4):
                with nogil:
                    root = allowed(&m, 0, adding[kind + 1], 0, most - many[kind])
            close_memo(&m.same)
            memset(&m.same, 0, sizeof(Memo))
            if root == BAD:
                return None
            adding[kind + 1] = root
        with nogil:
            for kind in range(kinds + 1):
                found = better(&m, found, adding[kind])
                if found == BAD:
                    break
            for mask in range(1, 1 if bounded else 1 << kinds):
                wanted = 0
                without = adding[0]
                for kind in range(kinds):
                    if mask >> kind & 1:
                        wanted += many[kind]
                    elif without != BAD and wanted <= most:
                        without = better(&m, without, adding[kind + 1])
                if found == BAD or enough < 1 or wanted > most:
                    continue
                m.mask = mask
                enough = -1
                if without != BAD and open_memo(&m.same, 6):
                    enough = same(&m, 0, found, without, most, 0)
                close_memo(&m.same)
                memset(&m.same, 0, sizeof(Memo))
        if found == BAD or enough < 0:
            return None
        table = clone(array("Q"), m.worth.n * 2 * b, False)
        memcpy(table.data.as_voidptr, m.worth.rows, m.worth.n * 2 * b * sizeof(u64))
        return taken(&m.nodes, found), table, bool(enough)
    finally:
        close_best(&m)


def best_of_several(
    list parts, const u32[::1] worth, int b, const u64[::1] values, int span, int questions, long long limit,
):
    """The same where for each bag there are several values, of which each should be high; and no die is added.

    worth : of each number for each bag the number of its values, shape (numbers, b); number 0 is worth nothing
    values : shape (numbers, span); the first are 0

    Returns
    -------
    chart, worth, values
    """
    cdef Best m
    cdef long long i, n
    cdef int k
    cdef u32 adding[1]
    cdef c_array table, numbered = array("I"), numbers = array("I")
    memset(&m, 0, sizeof(Best))
    m.b, m.questions, m.limit, m.span = b, questions, limit, span
    m.row = <u32 *> malloc((b + 3) // 4 * 4 * sizeof(u32) + span * sizeof(u128))
    adding[0] = LAST
    try:
        open_best(&m, b)
        for i in range(values.shape[0] // (2 * span)):
            n = put(&m.several, <const u32 *> &values[2 * span * i])
            checked(n)
            numbers.append(n)
        for i in range(worth.shape[0] // b):
            for k in range(b):
                m.row[k] = numbers.data.as_uints[worth[i * b + k]]
            n = put(&m.worth, m.row)
            checked(n)
            numbered.append(n)
        if not walk_all(&m, parts, numbered, adding):
            return None
        table = clone(array("I"), m.worth.n * b, False)
        memcpy(table.data.as_voidptr, m.worth.rows, m.worth.n * b * sizeof(u32))
        numbers = clone(array("Q"), m.several.n * 2 * span, False)
        memcpy(numbers.data.as_voidptr, m.several.rows, m.several.n * span * sizeof(u128))
        return taken(&m.nodes, adding[0]), table, numbers
    finally:
        close_best(&m)
