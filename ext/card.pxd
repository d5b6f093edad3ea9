# The search for placements on one card; header only, compiled into the kernels that ask it.
#
# A roll is a number of dice per cell, a cell being a colour and a face, so that equal dice are never told
# apart. The search goes from space to space with sets of cells and of spaces as bits. What the dice placed so
# far leave to a space is again a set of cells; a choice that breaks a rule cannot be mended by further dice.
# Spaces that can change places with each other are tried in one order only, and a matching of spaces with
# cells, numbers or colours bounds what the rest can bring. A question that takes more than `limit` steps is
# given up.
#
# A task comes as integers: spaces, words, readings, spaces that are filled in the end, numbers of `or`, `then`
# and comparisons; per space rank, number held (-1 for none), colour held; the sets of each `or`; the pairs of
# each `then`; and each comparison as set of spaces, operator, constant and one coefficient per space.

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

cdef inline i64 floor_div(i64 a, i64 b) noexcept nogil:
    return a // b if a >= 0 else -((b - 1 - a) // b)


cdef inline bint interchangeable(const Question *q, int s, int t) noexcept nogil:
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


cdef inline void read_task(Question *q, const i64 *task, State *st) noexcept nogil:
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


cdef inline void read_cells(
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


cdef inline u64 in_run(const Question *q, u64 used, int least, int greatest) noexcept nogil:
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


cdef inline void at_most(i64 a, i64 bound, i64 *low, i64 *high) noexcept nogil:
    """Narrow x to a * x <= bound."""
    if a > 0:
        high[0] = min(high[0], floor_div(bound, a))
    elif a < 0:
        low[0] = max(low[0], -floor_div(bound, -a))
    elif bound < 0:
        high[0] = -1


cdef inline u64 options(const Question *q, const State *st, int s) noexcept nogil:
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
            if smallest % a == 0 and 0 <= smallest // a < MOST - 1:
                m &= ~q.with_value[smallest // a]
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


cdef inline bint complete(const Question *q, const State *st) noexcept nogil:
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
