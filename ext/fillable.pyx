# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Of all these rolls, how many can fill a task, or how many of its spaces? Multiplicities added up.

The rolls come as rows of counts per cell with their multiplicities, the task as the header `card.pxd` says. A
placement that did for an earlier roll is tried first on the next.
"""

from libc.string cimport memset

from bits cimport u128
from card cimport KEPT, MOST, Question, State, i64, lay_out, read_cells, read_task, take, u64
from search cimport fill, improve


cdef struct Memory:     # placements that did for earlier rolls: the cells they need, and how many of each
    int kept, last
    int size[KEPT]
    int column[KEPT][MOST]
    int need[KEPT][MOST]


cdef void remember(Memory *memory, const Question *q, State *st, const i64 *columns) noexcept nogil:
    cdef int s, i, n = 0, at = memory.last
    at = (at + 1) % KEPT
    memory.last = at
    memory.kept = min(memory.kept + 1, KEPT)
    for s in range(q.spaces):
        if st.place[s] < 0:
            continue
        for i in range(n):
            if memory.column[at][i] == columns[st.place[s]]:
                memory.need[at][i] += 1
                break
        else:
            memory.column[at][n] = <int>columns[st.place[s]]
            memory.need[at][n] = 1
            n += 1
    memory.size[at] = n


cdef bint remembered(Memory *memory, const int *counts) noexcept nogil:
    cdef int k, i, at
    for k in range(memory.kept):
        at = (memory.last - k + KEPT) % KEPT
        for i in range(memory.size[at]):
            if counts[memory.column[at][i]] < memory.need[at][i]:
                break
        else:
            return True
    return False


def fillable_weight(
    const long long[::1] task, const long long[::1] cells, const unsigned long long[::1] accept,
    const int[:, ::1] counts, const long long[::1] columns, long long limit,
    const unsigned long long[::1] low, const unsigned long long[::1] high, long long rows,
):
    """The multiplicities of the rolls that can fill a task, added up; -1 when given up."""
    cdef Question q
    cdef State st
    cdef Memory memory
    cdef u128 total = 0
    cdef i64 row
    cdef int s, found = 0
    with nogil:
        memory.kept = 0
        memory.last = 0
        read_task(&q, &task[0], &st)
        q.limit = limit
        read_cells(&q, &cells[0], columns.shape[0], &accept[0], NULL)
        for row in range(rows):
            if not remembered(&memory, &counts[row, 0]):
                lay_out(&q, &st, &counts[row, 0], &columns[0])
                found = fill(&q, &st, 0)
                if found < 0:
                    break
                if not found:
                    continue
                remember(&memory, &q, &st, &columns[0])
                for s in range(q.spaces):
                    if st.place[s] >= 0:
                        take(&st, s)
            total += <u128>high[row] << 64 | low[row]
    return -1 if found < 0 else <u64>total | <object><u64>(total >> 64) << 64


def filled_weights(
    const long long[::1] task, const long long[::1] cells, const unsigned long long[::1] accept,
    const int[:, ::1] counts, const long long[::1] columns, long long limit,
    const unsigned long long[::1] low, const unsigned long long[::1] high, long long rows,
):
    """The multiplicities of the rolls by how many spaces they can fill, from 0 on; None when given up."""
    cdef Question q
    cdef State st
    cdef u128 total[MOST + 1]
    cdef i64 ones[MOST]
    cdef i64 row
    cdef int s, found = 0
    with nogil:
        memset(total, 0, sizeof(total))
        for s in range(MOST):
            ones[s] = 1
        read_task(&q, &task[0], &st)
        q.limit = limit
        read_cells(&q, &cells[0], columns.shape[0], &accept[0], ones)
        for row in range(rows):
            lay_out(&q, &st, &counts[row, 0], &columns[0])
            st.best = 0
            found = improve(&q, &st, 0)
            if found < 0:
                break
            total[st.best] += <u128>high[row] << 64 | low[row]
    if found < 0:
        return None
    return [<u64>total[s] | <object><u64>(total[s] >> 64) << 64 for s in range(q.spaces + 1)]


def danger_weight(
    const long long[::1] numbers, bint pairs, long long missing, const int[:, ::1] counts,
    const unsigned long long[::1] low, const unsigned long long[::1] high, long long rows,
):
    """The multiplicities of the rolls whose dice add up to what a danger is `missing`.

    `numbers` is the number of each cell, or -1 where the danger does not take it.
    """
    cdef u128 total = 0
    cdef i64 row, c, v, sum_
    cdef i64 dice[MOST]
    with nogil:
        for row in range(rows):
            memset(dice, 0, sizeof(dice))
            for c in range(numbers.shape[0]):
                if numbers[c] >= 0:
                    dice[numbers[c]] += counts[row, c]
            sum_ = 0
            for v in range(MOST):
                sum_ += v * (dice[v] - dice[v] % 2 if pairs else dice[v])
            if sum_ >= missing:
                total += <u128>high[row] << 64 | low[row]
    return <u64>total | <object><u64>(total >> 64) << 64
