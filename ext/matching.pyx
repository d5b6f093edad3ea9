# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""How many rolls of a pool can fill a task whose spaces ask nothing of one another?

A fold over the dice. Spaces that accept the same dice form a class with a capacity. What matters of the dice seen so
far is which combinations of spaces they can fill: a set of configurations, one bit each, a configuration being the
number of filled spaces of each class (and, where all values must differ, the set of used values). A die that may lie
on class s turns the set F into F | (F & room_s) << stride_s. Rolls that reach the same set are counted together, so
the cost grows with the task and the number of dice, not with the number of rolls.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bits cimport ctz, popcount, u128
from table cimport Table, hash_of, table_add, table_clear, table_free, table_make

ctypedef unsigned long long u64

cdef enum:
    MAX_WORDS = 16      # 1024 configurations
    MAX_CLASSES = 24
    MAX_FACES = 64      # different faces of one die
    MAX_PRESENT = 12    # different faces of a colour, where each colour may serve once
    NUMBERS = 63        # bit of a symbol in a face mask

cdef struct Shape:      # of the configurations
    int words, classes, spaces
    int different       # all values differ
    int values          # different numbers in the pool, where that matters
    int counted         # filled spaces are counted by class; if not, there is one class and the used numbers tell
    int room_stride[MAX_CLASSES]
    u64 room[MAX_CLASSES][MAX_WORDS]
    u64 unused[MAX_FACES][MAX_WORDS]
    int value_stride[MAX_FACES]
    u64 full[MAX_WORDS]
    unsigned char filled[64 * MAX_WORDS]    # spaces, of each configuration


cdef inline void or_shifted(
    u64 *into, const u64 *x, const u64 *mask, const u64 *mask2, int by, int words
) noexcept nogil:
    """into |= (x & mask & mask2) << by, over several words."""
    cdef int up = by >> 6, low = by & 63, i
    cdef u64 w, before = 0
    for i in range(words - up):
        w = x[i] & mask[i]
        if mask2 != NULL:
            w &= mask2[i]
        if low:
            into[i + up] |= (w << low) | (before >> (64 - low))
        else:
            into[i + up] |= w
        before = w


cdef inline void place(const Shape *s, const u64 *x, u64 *into, u64 classes, int value) noexcept nogil:
    """into |= every configuration reached from x by a die that may lie on `classes` and shows the `value`-th value."""
    cdef int c
    while classes:
        c = ctz(classes)
        classes &= classes - 1
        if s.different:
            or_shifted(into, x, s.room[c], s.unused[value], s.room_stride[c] + s.value_stride[value], s.words)
        else:
            or_shifted(into, x, s.room[c], NULL, s.room_stride[c], s.words)


cdef inline int is_full(const Shape *s, const u64 *x) noexcept nogil:
    cdef int i
    for i in range(s.words):
        if x[i] & s.full[i]:
            return 1
    return 0


cdef struct Lump:       # faces of a die that may lie on the same spaces
    u64 classes
    int value
    long long weight


cdef int lumps_of(
    const long long *kind, const u64 *alternatives, int count, const Shape *s, const int *value_of, Lump *out
) noexcept nogil:
    """The lumps of a kind of die: number, colour bit, faces, (value, weight)... ; returns how many."""
    cdef u64 colour = 1ULL << kind[1], classes
    cdef int faces = <int>kind[2], f, a, i, n = 0, value
    for f in range(faces):
        classes = 0
        for a in range(count):
            if alternatives[3 * a] & colour and (alternatives[3 * a + 1] >> kind[3 + 2 * f]) & 1:
                classes |= 1ULL << alternatives[3 * a + 2]
        value = 0
        if s.different:
            if kind[3 + 2 * f] == NUMBERS:
                classes = 0     # a symbol has no number that could differ from another
            else:
                value = value_of[kind[3 + 2 * f]]
        if not classes:
            value = -1
        for i in range(n):
            if out[i].classes == classes and (not s.different or out[i].value == value):
                out[i].weight += kind[4 + 2 * f]
                break
        else:
            out[n].classes = classes
            out[n].value = value
            out[n].weight = kind[4 + 2 * f]
            n += 1
    return n


cdef int shape_make(
    Shape *s, const long long *capacities, int classes, int different, int values
) noexcept nogil:
    """Lay out the configurations; 0 when there are too many."""
    cdef int size = 1, c, v, i, filled, rest
    s.classes, s.different, s.values, s.spaces = classes, different, values, 0
    s.counted = not (different and classes == 1)
    for c in range(classes):
        s.room_stride[c] = size if s.counted else 0
        s.spaces += <int>capacities[c]
        if (capacities[c] + 1) * size > MAX_WORDS * 64:
            return 0
        if s.counted:
            size *= <int>capacities[c] + 1
    if different:
        for v in range(values):
            s.value_stride[v] = size
            size *= 2
            if size > MAX_WORDS * 64:
                return 0
    s.words = (size + 63) // 64
    memset(s.full, 0, s.words * sizeof(u64))
    for c in range(classes):
        memset(s.room[c], 0, s.words * sizeof(u64))
    if different:
        for v in range(values):
            memset(s.unused[v], 0, s.words * sizeof(u64))
    for i in range(size):
        rest = i
        if s.counted:
            filled = 0
            for c in range(classes):
                if rest % (capacities[c] + 1) < capacities[c]:
                    s.room[c][i >> 6] |= 1ULL << (i & 63)
                filled += rest % (capacities[c] + 1)
                rest //= capacities[c] + 1
        else:
            filled = popcount(<u64>i)
            if filled < capacities[0]:
                s.room[0][i >> 6] |= 1ULL << (i & 63)
        s.filled[i] = <unsigned char>filled
        if filled == s.spaces:
            s.full[i >> 6] |= 1ULL << (i & 63)
        if different:
            for v in range(values):
                if not (rest >> v) & 1:
                    s.unused[v][i >> 6] |= 1ULL << (i & 63)
    return 1


cdef int fold_dice(
    const long long *pool, const u64 *alternatives, int count, const Shape *s, const int *value_of,
    int stop_when_full, Table *now, Table *then, u128 *won
) noexcept nogil:
    """Each die in turn; `won` is scaled along with the rest. Returns 0 when memory ran out."""
    cdef Lump lumps[MAX_FACES]
    cdef u64 fresh[MAX_WORDS]
    cdef int kinds = <int>pool[0], i, j, w, n, at = 1, _k, _d
    cdef long long sides
    cdef u128 weight
    cdef Table swap
    for _k in range(kinds):
        n = lumps_of(pool + at, alternatives, count, s, value_of, lumps)
        sides = 0
        for j in range(n):
            sides += lumps[j].weight
        for _d in range(<int>pool[at]):
            won[0] *= sides
            table_clear(then)
            for i in range(now.count):
                weight = now.weights[i]
                for j in range(n):
                    for w in range(s.words):
                        fresh[w] = now.sets[i * s.words + w]
                    place(s, now.sets + i * s.words, fresh, lumps[j].classes, lumps[j].value)
                    if stop_when_full and is_full(s, fresh):
                        won[0] += weight * lumps[j].weight
                    elif not table_add(then, fresh, s.words, weight * lumps[j].weight):
                        return 0
            swap = now[0]
            now[0] = then[0]
            then[0] = swap
        at += 3 + 2 * <int>pool[at + 2]
    return 1


cdef int colour_lumps(
    const long long *pool, int at, int kinds, const u64 *alternatives, int count, const Shape *s, const int *value_of,
    Lump *out
) noexcept nogil:
    """The useful lumps of all kinds of one colour, which stand together; how many, or -1 when too many."""
    cdef Lump mine[MAX_FACES]
    cdef int i, j, m, n = 0, _k
    for _k in range(kinds):
        m = lumps_of(pool + at, alternatives, count, s, value_of, mine)
        for j in range(m):
            for i in range(n):
                if out[i].classes == mine[j].classes and out[i].value == mine[j].value:
                    break
            else:
                if mine[j].classes:
                    if n == MAX_PRESENT:
                        return -1
                    out[n] = mine[j]
                    n += 1
        at += 3 + 2 * <int>pool[at + 2]
    return n


cdef void colour_presence(
    const long long *pool, int at, int kinds, const u64 *alternatives, int count, const Shape *s, const int *value_of,
    const Lump *lumps, int n, u128 *weight
) noexcept nogil:
    """Weight of each set of lumps that the dice of one colour show, by inclusion and exclusion."""
    cdef Lump mine[MAX_FACES]
    cdef int where[MAX_FACES], _k, _d
    cdef int i, j, m, p
    cdef u128 sides
    for p in range(1 << n):
        weight[p] = 1
    # first the rolls that show no other lumps than those of p
    for _k in range(kinds):
        m = lumps_of(pool + at, alternatives, count, s, value_of, mine)
        for j in range(m):
            where[j] = 0
            for i in range(n):
                if lumps[i].classes == mine[j].classes and lumps[i].value == mine[j].value:
                    where[j] = 1 << i
        for p in range(1 << n):
            sides = 0
            for j in range(m):
                if not where[j] & ~p:
                    sides += mine[j].weight
            for _d in range(<int>pool[at]):
                weight[p] *= sides
        at += 3 + 2 * <int>pool[at + 2]
    # then those that show all of p: differences may wrap, the results are exact
    for i in range(n):
        for p in range(1 << n):
            if p & (1 << i):
                weight[p] -= weight[p ^ (1 << i)]


cdef int fold_colours(
    const long long *pool, const u64 *alternatives, int count, const Shape *s, const int *value_of,
    int stop_when_full, Table *now, Table *then, u128 *won
) noexcept nogil:
    """Each colour in turn, which may serve one space: what matters of it is the set of lumps it shows.

    Returns 0 when memory ran out, -1 when a colour has too many different faces.
    """
    cdef Lump lumps[MAX_FACES]
    cdef u64 *reached = NULL
    cdef u128 *weight = NULL
    cdef u128 total, gain
    cdef u64 full
    cdef unsigned char many[1 << MAX_PRESENT]   # lumps of each set
    cdef u64 step[MAX_PRESENT][MAX_WORDS]
    cdef int kinds = <int>pool[0], k = 0, same, i, j, w, n, p, at = 1, after, ok = 1, dice
    cdef Table swap
    while k < kinds and ok == 1:
        same, after, dice = 0, at, 0
        while k + same < kinds and pool[after + 1] == pool[at + 1]:
            dice += <int>pool[after]
            after += 3 + 2 * <int>pool[after + 2]
            same += 1
        n = colour_lumps(pool, at, same, alternatives, count, s, value_of, lumps)
        if n < 0:
            ok = -1
            break
        free(reached)
        free(weight)
        reached = <u64 *>malloc((1 << n) * s.words * sizeof(u64))
        weight = <u128 *>malloc((1 << n) * sizeof(u128))
        if reached == NULL or weight == NULL:
            ok = 0
            break
        colour_presence(pool, at, same, alternatives, count, s, value_of, lumps, n, weight)
        total = 0
        for p in range(1 << n):
            total += weight[p]
        won[0] *= total
        table_clear(then)
        for i in range(now.count):
            for j in range(n):
                for w in range(s.words):
                    step[j][w] = 0
                place(s, now.sets + i * s.words, step[j], lumps[j].classes, lumps[j].value)
            gain = 0
            many[0] = 0
            full = s.full[0] if stop_when_full else 0
            for p in range(1 << n):
                if p:
                    many[p] = many[p & (p - 1)] + 1
                    if many[p] > dice:
                        continue
                    if s.words == 1:
                        reached[p] = reached[p & (p - 1)] | step[ctz(<u64>p)][0]
                        if reached[p] & full:
                            gain += weight[p]
                            continue
                    else:
                        for w in range(s.words):
                            reached[p * s.words + w] = reached[(p & (p - 1)) * s.words + w] | step[ctz(<u64>p)][w]
                else:
                    for w in range(s.words):
                        reached[w] = now.sets[i * s.words + w]
                if not weight[p]:
                    continue
                if stop_when_full and is_full(s, reached + p * s.words):
                    gain += weight[p]
                elif not table_add(then, reached + p * s.words, s.words, now.weights[i] * weight[p]):
                    ok = 0
                    break
            won[0] += now.weights[i] * gain
        swap = now[0]
        now[0] = then[0]
        then[0] = swap
        k += same
        at = after
    free(reached)
    free(weight)
    return ok


cdef int most_filled(const Shape *s, const u64 *x) noexcept nogil:
    """The largest number of filled spaces among the configurations of x."""
    cdef int best = 0, w
    cdef u64 bits
    for w in range(s.words):
        bits = x[w]
        while bits:
            best = max(best, <int>s.filled[64 * w + ctz(bits)])
            bits &= bits - 1
    return best


def filled_weights(
    const long long[::1] pool, const u64[::1] alternatives, const long long[::1] capacities,
    bint different, bint colours_differ, bint only_full,
):
    """Weights of the rolls by the most spaces they can fill.

    pool: as `Pool.packed`. alternatives: colour mask, face mask, class, for each way a class accepts a die.
    capacities: spaces of each class. different: all values differ. colours_differ: each colour serves once.
    only_full: tell only full from not full (faster). Returns a list of spaces + 1 integers, or None when the task has
    too many configurations. The pool's total must be below 2**127.
    """
    cdef int classes = <int>capacities.shape[0], count = <int>alternatives.shape[0] // 3, _k
    cdef int at = 1, f, values = 0, ok, i, v
    cdef int value_of[64]
    cdef Shape s
    cdef Table now, then
    cdef u128 won = 0
    cdef u128 missed = 0
    cdef u128 by_filled[MAX_WORDS * 64]
    if classes > MAX_CLASSES:
        return None
    for i in range(64):
        value_of[i] = -1
    if different:
        for _k in range(<int>pool[0]):
            for f in range(<int>pool[at + 2]):
                v = <int>pool[at + 3 + 2 * f]
                if v != NUMBERS and value_of[v] < 0:
                    value_of[v] = values
                    values += 1
            at += 3 + 2 * <int>pool[at + 2]
        if values > 10:
            return None
    if not shape_make(&s, &capacities[0] if classes else NULL, classes, different, values):
        return None
    ok = table_make(&now, s.words)
    ok &= table_make(&then, s.words)
    if ok:
        with nogil:
            memset(by_filled, 0, (s.spaces + 1) * sizeof(u128))
            table_clear(&now)
            memset(now.sets, 0, s.words * sizeof(u64))
            now.sets[0] = 1
            now.weights[0] = 1
            now.count = 1
            now.slot[hash_of(now.sets, s.words) & (now.slots - 1)] = 0
            if colours_differ:
                ok = fold_colours(&pool[0], &alternatives[0] if count else NULL, count, &s, value_of, only_full,
                                  &now, &then, &won)
            else:
                ok = fold_dice(&pool[0], &alternatives[0] if count else NULL, count, &s, value_of, only_full,
                               &now, &then, &won)
            if ok == 1:
                for i in range(now.count):
                    if only_full:
                        missed += now.weights[i]
                    else:
                        by_filled[most_filled(&s, now.sets + i * s.words)] += now.weights[i]
    table_free(&now)
    table_free(&then)
    if ok == 0:
        raise MemoryError("no memory left for the fold")
    if ok < 0:
        return None
    if only_full:
        return [missed, won]
    return [by_filled[i] for i in range(s.spaces + 1)]
