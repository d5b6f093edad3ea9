# How the spaces of a card are tried one after the other; header only, compiled into the kernels that ask it.
#
# A matching of spaces with cells, numbers or colours bounds what the rest can bring.

from libc.string cimport memset

from bits cimport ctz, popcount
from card cimport (
    ASCENDING, COLOURS_DIFFER, CONSECUTIVE, DESCENDING, DIFFERENT, HALL, MOST, WEAK, Question, State, complete, i64,
    options, put, take, u64,
)


cdef struct Match:      # of places (spaces, or the spaces of an `or`) with cells, numbers or colours
    int places
    u64 fits[MOST]
    int room[MOST]
    u64 taken[MOST]     # places matched with each target
    u64 seen


cdef inline bint augment(Match *m, int place) noexcept nogil:
    cdef u64 fits = m.fits[place], others
    cdef int target, other
    while fits & ~m.seen:
        target = ctz(fits & ~m.seen)
        m.seen |= <u64>1 << target
        if popcount(m.taken[target]) < m.room[target]:
            m.taken[target] |= <u64>1 << place
            return True
        others = m.taken[target]
        while others:
            other = ctz(others)
            others &= others - 1
            if augment(m, other):
                m.taken[target] ^= <u64>1 << other | <u64>1 << place
                return True
    return False


cdef inline i64 matched(const Question *q, const State *st, const u64 *cells, int depth, int by) noexcept nogil:
    """The most that a matching of the spaces from `depth` on can bring, -1 if all must be filled and cannot.

    The targets are cells, numbers or colours, which serve once each.
    """
    cdef Match m
    cdef int i, j, s, c
    cdef u64 group, open_
    cdef i64 total = 0
    memset(&m, 0, sizeof(Match))
    for c in range(q.cells):
        if by == 0:
            m.room[c] = st.left[c]
    if by:
        for c in range(MOST):
            m.room[c] = 1
    group = 0  # groups that have had their turn
    for i in range(depth, q.todo):
        s = q.order[i]
        if q.partners[s] & st.filled or (not q.must and q.worth[s] <= 0):
            continue
        open_ = cells[s]
        if q.home[s] >= 0:
            if group >> q.home[s] & 1 or (q.must and q.overlap):  # one die may serve two of them
                continue
            group |= <u64>1 << q.home[s]
            for j in range(i + 1, q.todo):
                if <u64>q.group[q.home[s]] >> q.order[j] & 1:
                    open_ |= cells[q.order[j]]
        if by:
            while open_:
                c = ctz(open_)
                open_ &= open_ - 1
                m.fits[m.places] |= <u64>1 << (q.value[c] if by == DIFFERENT else q.colour[c])
        else:
            m.fits[m.places] = open_
        m.seen = 0
        if augment(&m, m.places):
            total += q.worth[s]
        elif q.must:
            return -1
        m.places += 1
    return total


cdef inline i64 bound(const Question *q, const State *st, int depth) noexcept nogil:
    cdef u64 cells[MOST]
    cdef int i, words = q.words
    cdef i64 most
    for i in range(depth, q.todo):
        cells[q.order[i]] = options(q, st, q.order[i])
    most = matched(q, st, cells, depth, 0)
    if words & (DIFFERENT | CONSECUTIVE) or (words & (ASCENDING | DESCENDING) and not q.readings & WEAK):
        most = min(most, matched(q, st, cells, depth, DIFFERENT))
    if words & COLOURS_DIFFER:
        most = min(most, matched(q, st, cells, depth, COLOURS_DIFFER))
    return most


cdef inline int fill(const Question *q, State *st, int depth) noexcept nogil:
    """1 with the dice in place, 0 if there is no way, -1 when given up."""
    cdef int s, found
    cdef u64 m
    if depth == q.todo:
        return complete(q, st)
    st.steps += 1
    if st.steps > q.limit:
        return -1
    s = q.order[depth]
    if q.partners[s] & st.filled:
        return fill(q, st, depth + 1)
    if q.todo - depth >= HALL and bound(q, st, depth) < 0:
        return 0
    m = options(q, st, s)
    if q.twin[s] >= 0:
        m &= ~<u64>0 << st.place[q.twin[s]]
    while m:
        put(q, st, s, ctz(m))
        m &= m - 1
        found = fill(q, st, depth + 1)
        if found:
            return found
        take(st, s)
    if q.grouped >> s & 1:
        return fill(q, st, depth + 1)
    return 0


cdef inline bint in_order(const Question *q, const State *st) noexcept nogil:
    cdef int i
    for i in range(q.thens):
        if (st.filled >> q.then[2 * i + 1] & 1 and not st.filled >> q.then[2 * i] & 1
                and not q.partners[q.then[2 * i]] & st.filled):
            return False
    return True


cdef inline int improve(const Question *q, State *st, int depth) noexcept nogil:
    """Find what is worth more than `best`; -1 when given up."""
    cdef int s, i
    cdef u64 m
    if depth == q.todo:
        if st.sum > st.best and in_order(q, st):
            st.best = st.sum
            for i in range(q.spaces):
                st.best_place[i] = st.place[i]
        return 0
    st.steps += 1
    if st.steps > q.limit:
        return -1
    if st.sum + bound(q, st, depth) <= st.best:
        return 0
    s = q.order[depth]
    m = options(q, st, s)
    if q.twin[s] >= 0:
        m = m & ~<u64>0 << st.place[q.twin[s]] if st.filled >> q.twin[s] & 1 else 0
    if q.worth[s] <= 0 and improve(q, st, depth + 1) < 0:
        return -1
    while m:
        put(q, st, s, ctz(m))
        m &= m - 1
        st.sum += q.worth[s]
        i = improve(q, st, depth + 1)
        st.sum -= q.worth[s]
        take(st, s)
        if i < 0:
            return -1
    if q.worth[s] > 0:
        return improve(q, st, depth + 1)
    return 0
