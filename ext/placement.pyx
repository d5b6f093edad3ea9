# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Which dice of a roll go to which spaces of a task: whether it can be filled, in which ways, and how best.

A task, its cells and a roll come as integers, laid out as the header `card.pxd` says.
"""

from bits cimport ctz
from card cimport HALL, Question, State, complete, i64, lay_out, options, put, read_cells, read_task, take, u64
from search cimport bound, fill, improve


cdef i64 count(const Question *q, State *st, int depth, i64 before, int *rows, i64 room) noexcept nogil:
    """`before` and the number of ways from here; the first `room` are written down; -1 when given up."""
    cdef int s
    cdef u64 m
    if depth == q.todo:
        if not complete(q, st):
            return before
        if before < room:
            for s in range(q.spaces):
                rows[before * q.spaces + s] = st.place[s]
        return before + 1
    st.steps += 1
    if st.steps > q.limit:
        return -1
    s = q.order[depth]
    if q.partners[s] & st.filled:
        return count(q, st, depth + 1, before, rows, room)
    if q.todo - depth >= HALL and bound(q, st, depth) < 0:
        return before
    m = options(q, st, s)
    while m and before >= 0:
        put(q, st, s, ctz(m))
        m &= m - 1
        before = count(q, st, depth + 1, before, rows, room)
        take(st, s)
    if q.grouped >> s & 1 and before >= 0:
        before = count(q, st, depth + 1, before, rows, room)
    return before


def fills(
    const long long[::1] task, const long long[::1] cells, const unsigned long long[::1] accept,
    const int[::1] counts, const long long[::1] columns, long long limit,
):
    """Whether a roll can fill a task: 1, 0, or -1 when given up."""
    cdef Question q
    cdef State st
    cdef int found
    with nogil:
        read_task(&q, &task[0], &st)
        q.limit = limit
        read_cells(&q, &cells[0], columns.shape[0], &accept[0], NULL)
        lay_out(&q, &st, &counts[0], &columns[0])
        found = fill(&q, &st, 0)
    return found


def ways(
    const long long[::1] task, const long long[::1] cells, const unsigned long long[::1] accept,
    const int[::1] counts, const long long[::1] columns, long long limit, int[::1] rows,
):
    """The number of ways in which a roll can fill a task, or -1 when given up.

    As many as `rows` has room for are written there: the cell on each space, or -1 where no die goes.
    """
    cdef Question q
    cdef State st
    cdef i64 found
    with nogil:
        read_task(&q, &task[0], &st)
        q.limit = limit
        read_cells(&q, &cells[0], columns.shape[0], &accept[0], NULL)
        lay_out(&q, &st, &counts[0], &columns[0])
        found = count(&q, &st, 0, 0, &rows[0], rows.shape[0] // q.spaces)
    return found


def best(
    const long long[::1] task, const long long[::1] cells, const unsigned long long[::1] accept,
    const int[::1] counts, const long long[::1] columns, long long limit,
    const long long[::1] worths, int[::1] place,
):
    """Write the placement worth most, the cell or -1 on each space; -1 when given up."""
    cdef Question q
    cdef State st
    cdef int s, found
    with nogil:
        read_task(&q, &task[0], &st)
        q.limit = limit
        read_cells(&q, &cells[0], columns.shape[0], &accept[0], &worths[0])
        lay_out(&q, &st, &counts[0], &columns[0])
        st.best = -1
        for s in range(q.spaces):
            st.best_place[s] = -1
        found = improve(&q, &st, 0)
        for s in range(q.spaces):
            place[s] = st.best_place[s]
    return found
