# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Which dice of a roll go to which spaces of a task: whether it can be filled, in which ways, and how best.

A roll is a number of dice per cell, a cell being a colour and a face, so that equal dice are never told
apart. The search goes from space to space with sets of cells and of spaces as bits. What the dice placed so
far leave to a space is again a set of cells; a choice that breaks a rule cannot be mended by further dice.
Spaces that can change places with each other are tried in one order only, and a matching of spaces with
cells, numbers or colours bounds what the rest can bring. A question that takes more than `limit` steps is
given up.

A task comes as integers: spaces, words, readings, spaces that are filled in the end, numbers of `or`, `then`
and comparisons; per space rank, number held (-1 for none), colour held; the sets of each `or`; the pairs of
each `then`; and each comparison as set of spaces, operator, constant and one coefficient per space.
"""

from libc.string cimport memset

from bits cimport ctz, popcount, u128

ctypedef unsigned long long u64
ctypedef long long i64

cdef enum:
    MOST = 64           # spaces, and cells that some space accepts
    EQUAL = 1
    DIFFERENT = 2
    COLOURS_DIFFER = 4
    SAME_COLOUR = 8
    CONSECUTIVE = 16
    ASCENDING = 32
    DESCENDING = 64
    STRICT = 1          # a highest or lowest die is alone so
    WEAK = 2            # an order allows equal neighbours
    WRAPS = 4           # a run goes on from 6 to 1
    LOW = -1
    HIGH = 1
    AT_MOST = 1
    EXACTLY = 2
    OTHER_THAN = 3
    AT_LEAST = 4
    HALL = 5            # from so many spaces left on the matching pays
    KEPT = 6            # placements remembered from one roll to the next

cdef struct Question:
    int spaces, words, readings, run, groups, thens, compares
    const i64 *rank
    const i64 *held
    const i64 *held_colour
    const i64 *group
    const i64 *then
    const i64 *compare
    int todo            # spaces that hold no die yet
    int order[MOST]
    int twin[MOST]      # an earlier space in order that can change places with it, or -1
    int home[MOST]      # its first group, or -1
    u64 partners[MOST]  # spaces that share an `or` with it
    u64 grouped         # spaces that are in an `or`
    bint overlap        # some space is in two of them
    bint pairwise       # words or ranks relate all spaces
    int cells
    int value[MOST]     # 63 for a symbol
    int colour[MOST]
    u64 numbers         # cells that are no symbols
    u64 with_value[MOST]
    u64 upto[MOST + 1]  # cells with smaller numbers
    u64 with_colour[MOST]
    u64 accept[MOST]    # cells that fit each space
    int least[MOST]
    int greatest[MOST]
    i64 worth[MOST]
    bint must           # every space has to be filled
    i64 limit

cdef struct State:
    u64 filled
    u64 left_over       # cells with dice left
    int left[MOST]
    int place[MOST]     # cell, or -1
    int value[MOST]
    int colour[MOST]
    i64 steps
    i64 sum
    i64 best
    int best_place[MOST]

cdef struct Match:      # of places (spaces, or the spaces of an `or`) with cells, numbers or colours
    int places
    u64 fits[MOST]
    int room[MOST]
    u64 taken[MOST]     # places matched with each target
    u64 seen


cdef inline i64 floor_div(i64 a, i64 b) noexcept nogil:
    return a / b if a >= 0 else -((b - 1 - a) / b)


cdef bint interchangeable(const Question *q, int s, int t) noexcept nogil:
    cdef int c
    cdef const i64 *line
    if (q.words & (ASCENDING | DESCENDING) or (q.grouped >> s | q.grouped >> t) & 1
            or q.accept[s] != q.accept[t] or q.rank[s] != q.rank[t] or q.worth[s] != q.worth[t]):
        return False
    for c in range(2 * q.thens):
        if q.then[c] == s or q.then[c] == t:
            return False
    for c in range(q.compares):
        line = q.compare + c * (3 + q.spaces)
        if line[3 + s] != line[3 + t]:
            return False
    return True


cdef void read_task(Question *q, const i64 *task, State *st) noexcept nogil:
    cdef int s, g
    memset(q, 0, sizeof(Question))
    memset(st, 0, sizeof(State))
    q.spaces = <int>task[0]
    q.words = <int>task[1]
    q.readings = <int>task[2]
    q.run = <int>task[3]
    q.groups = <int>task[4]
    q.thens = <int>task[5]
    q.compares = <int>task[6]
    q.rank = task + 7
    q.held = q.rank + q.spaces
    q.held_colour = q.held + q.spaces
    q.group = q.held_colour + q.spaces
    q.then = q.group + q.groups
    q.compare = q.then + 2 * q.thens
    q.pairwise = q.words != 0
    for s in range(q.spaces):
        q.home[s] = -1
        st.place[s] = -1
        if q.rank[s]:
            q.pairwise = True
        if q.held[s] >= 0:
            st.filled |= <u64>1 << s
            st.value[s] = <int>q.held[s]
            st.colour[s] = <int>q.held_colour[s]
        else:
            q.order[q.todo] = s
            q.todo += 1
    for g in range(q.groups):
        if q.grouped & <u64>q.group[g]:
            q.overlap = True
        q.grouped |= <u64>q.group[g]
        for s in range(q.spaces):
            if <u64>q.group[g] >> s & 1:
                q.partners[s] |= <u64>q.group[g] & ~(<u64>1 << s)
                if q.home[s] < 0:
                    q.home[s] = g


cdef void read_cells(
    Question *q, const i64 *cells, int n, const u64 *accept, const i64 *worths
) noexcept nogil:
    """Cells come as value, colour; without worths, every space must be filled."""
    cdef int c, s, i, j, v
    cdef u64 m
    q.cells = n
    q.must = worths == NULL
    for c in range(n):
        q.value[c] = <int>cells[2 * c]
        q.colour[c] = <int>cells[2 * c + 1]
        q.with_value[q.value[c]] |= <u64>1 << c
        q.with_colour[q.colour[c]] |= <u64>1 << c
    for v in range(MOST - 1):
        q.upto[v + 1] = q.upto[v] | q.with_value[v]
    q.numbers = q.upto[MOST - 1]
    for s in range(q.spaces):
        q.accept[s] = accept[s]
        q.worth[s] = 1 if worths == NULL else worths[s]
        q.least[s] = MOST
        m = accept[s] & q.numbers
        while m:
            v = q.value[ctz(m)]
            m &= m - 1
            q.least[s] = min(q.least[s], v)
            q.greatest[s] = max(q.greatest[s], v)
    for i in range(1, q.todo):  # the most valuable first, or those with the least choice
        s = q.order[i]
        j = i
        while j and (
            popcount(q.accept[q.order[j - 1]]) > popcount(q.accept[s]) if q.must
            else q.worth[q.order[j - 1]] < q.worth[s]
        ):
            q.order[j] = q.order[j - 1]
            j -= 1
        q.order[j] = s
    for i in range(q.todo):
        s = q.order[i]
        q.twin[s] = -1
        for j in range(i):
            if interchangeable(q, s, q.order[j]):
                q.twin[s] = q.order[j]


cdef u64 in_run(const Question *q, u64 used, int least, int greatest) noexcept nogil:
    """The numbers that a run of `run` numbers in a row may still take on, besides those already used."""
    cdef int first, i
    cdef u64 window, allowed = 0
    if greatest - least < q.run:
        for i in range(max(0, greatest - q.run + 1), min(MOST - 1, least + q.run)):
            allowed |= <u64>1 << i
    if q.readings & WRAPS:
        for first in range(6):
            window = 0
            for i in range(min(6, q.run)):
                window |= <u64>1 << (1 + (first + i) % 6)
            if not used & ~window:
                allowed |= window
    return allowed & ~used


cdef void at_most(i64 a, i64 bound, i64 *low, i64 *high) noexcept nogil:
    """Narrow x to a * x <= bound."""
    if a > 0:
        high[0] = min(high[0], floor_div(bound, a))
    elif a < 0:
        low[0] = max(low[0], -floor_div(bound, -a))
    elif bound < 0:
        high[0] = -1


cdef u64 options(const Question *q, const State *st, int s) noexcept nogil:
    """The cells that may go to the space `s` beside the dice that lie already."""
    cdef u64 m = q.accept[s] & st.left_over, rest, mask, used = 0
    cdef int t, v, c, strict = q.readings & STRICT, weak = 1 if q.readings & WEAK else 0
    cdef i64 low = 0, high = MOST - 2, a, smallest = MOST, largest = -1
    cdef const i64 *line
    if not m or q.partners[s] & st.filled:
        return 0
    if q.pairwise:
        rest = st.filled
        while rest:
            t = ctz(rest)
            rest &= rest - 1
            v = st.value[t]
            if q.words & EQUAL:
                m &= q.with_value[v]
            if q.words & (DIFFERENT | CONSECUTIVE):
                m &= ~q.with_value[v]
                used |= <u64>1 << v
                smallest = min(smallest, v)
                largest = max(largest, v)
            if q.words & SAME_COLOUR:
                m &= q.with_colour[st.colour[t]]
            if q.words & COLOURS_DIFFER:
                m &= ~q.with_colour[st.colour[t]]
            if v == MOST - 1:
                continue  # where symbols may lie, numbers are not related
            if q.words & (ASCENDING if t < s else DESCENDING):
                low = max(low, v + 1 - weak)
            if q.words & (DESCENDING if t < s else ASCENDING):
                high = min(high, v - 1 + weak)
            if q.rank[s] == HIGH or q.rank[t] == LOW:
                low = max(low, v + strict)
            if q.rank[s] == LOW or q.rank[t] == HIGH:
                high = min(high, v - strict)
        if used and q.words & CONSECUTIVE:
            mask = 0
            used = in_run(q, used, <int>smallest, <int>largest)
            while used:
                mask |= q.with_value[ctz(used)]
                used &= used - 1
            m &= mask
    for c in range(q.compares):
        line = q.compare + c * (3 + q.spaces)
        mask = <u64>line[0]
        if not mask >> s & 1:
            continue
        rest = mask & ~st.filled & ~(<u64>1 << s)
        if rest and (not q.must or mask & q.grouped or line[1] == OTHER_THAN):
            continue
        smallest = largest = 0
        mask &= st.filled
        while mask:
            t = ctz(mask)
            mask &= mask - 1
            smallest += line[3 + t] * st.value[t]
        largest = smallest
        while rest:
            t = ctz(rest)
            rest &= rest - 1
            a = line[3 + t]
            smallest += a * (q.least[t] if a > 0 else q.greatest[t])
            largest += a * (q.greatest[t] if a > 0 else q.least[t])
        a = line[3 + s]
        if line[1] == OTHER_THAN:
            smallest = line[2] - smallest
            if smallest % a == 0 and 0 <= smallest / a < MOST - 1:
                m &= ~q.with_value[smallest / a]
        else:
            if line[1] != AT_LEAST:
                at_most(a, line[2] - smallest, &low, &high)
            if line[1] != AT_MOST:
                at_most(-a, largest - line[2], &low, &high)
    if low > 0 or high < MOST - 2:
        if low > high:
            return m & ~q.numbers
        m &= ~q.numbers | (q.upto[high + 1] & ~q.upto[low])
    return m


cdef inline void put(const Question *q, State *st, int s, int cell) noexcept nogil:
    st.place[s] = cell
    st.value[s] = q.value[cell]
    st.colour[s] = q.colour[cell]
    st.filled |= <u64>1 << s
    st.left[cell] -= 1
    if not st.left[cell]:
        st.left_over &= ~(<u64>1 << cell)


cdef inline void take(State *st, int s) noexcept nogil:
    cdef int cell = st.place[s]
    st.place[s] = -1
    st.filled &= ~(<u64>1 << s)
    st.left[cell] += 1
    st.left_over |= <u64>1 << cell


cdef bint augment(Match *m, int place) noexcept nogil:
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


cdef i64 matched(const Question *q, const State *st, const u64 *cells, int depth, int by) noexcept nogil:
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


cdef i64 bound(const Question *q, const State *st, int depth) noexcept nogil:
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


cdef bint complete(const Question *q, const State *st) noexcept nogil:
    """Whether each `or` has its one die and a run is one without a gap."""
    cdef int g, s, n = 0, first, i
    cdef u64 used = 0, window
    for g in range(q.groups):
        if popcount(st.filled & <u64>q.group[g]) != 1:
            return False
    if not q.words & CONSECUTIVE:
        return True
    for s in range(q.spaces):
        if st.filled >> s & 1:
            used |= <u64>1 << st.value[s]
            n += 1
    if n == 0 or used >> ctz(used) == (<u64>1 << n) - 1:
        return True
    if q.readings & WRAPS and n <= 6:
        for first in range(6):
            window = 0
            for i in range(n):
                window |= <u64>1 << (1 + (first + i) % 6)
            if window == used:
                return True
    return False


cdef int fill(const Question *q, State *st, int depth) noexcept nogil:
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


cdef bint in_order(const Question *q, const State *st) noexcept nogil:
    cdef int i
    for i in range(q.thens):
        if (st.filled >> q.then[2 * i + 1] & 1 and not st.filled >> q.then[2 * i] & 1
                and not q.partners[q.then[2 * i]] & st.filled):
            return False
    return True


cdef int improve(const Question *q, State *st, int depth) noexcept nogil:
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


cdef inline void lay_out(
    const Question *q, State *st, const int *counts, const i64 *columns
) noexcept nogil:
    """Start with a roll of which nothing is placed."""
    cdef int c
    st.left_over = 0
    for c in range(q.cells):
        st.left[c] = counts[columns[c]]
        if st.left[c]:
            st.left_over |= <u64>1 << c


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
        found = count(&q, &st, 0, 0, &rows[0], rows.shape[0] / q.spaces)
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
