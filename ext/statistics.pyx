# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, autotestdict=False
"""Distributions of what the dice of a pool add up to and how many of them are equal.

Integers in, `{outcome: weight}` in ascending order out; a pool comes as `Pool.packed` lays it out.
`None` means: not here, too many dice or too much work.
"""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from bits cimport u128
from kinds cimport FACES, MOST, SYMBOL, Dice, Row, answer, fill_choose, i64, power, read

cdef Row[MOST + 1] CHOOSE  # binomials
fill_choose(CHOOSE)


cdef enum:
    MOST_CELLS = 1 << 24
    MOST_STEPS = 2_000_000_000


cdef struct Fold:
    # A table of `ways[state][sum]`: the ways in which certain dice, `state` telling how many of each kind,
    # all show values already dealt with. States are in mixed radix: kind i counts in steps of stride[i].
    int states
    int span  # sums are 0 <= sum < span
    int most  # states of more dice are not wanted
    int limit  # at most so many dice of one value, `limit <= most`
    int[MOST + 1] stride
    int *size  # dice in the state
    int *reach  # the largest sum in the state
    u128 *ways
    u128 *split  # the same by how many dice show the present value


cdef void binomial(int n, int most, u128 weight, u128 other, u128 *ways) noexcept nogil:
    """`ways[c]`, c <= most: c of n dice show one thing and the rest another."""
    cdef int c
    cdef u128 product = power(other, n - most)
    for c in range(most, -1, -1):
        ways[c] = CHOOSE[n][c] * product
        product = product * other
    product = 1
    for c in range(1, most + 1):
        product = product * weight
        ways[c] = ways[c] * product


cdef void join(u128 *ways, int size, const u128 *more, int n, int most) noexcept nogil:
    """Let `ways[c]`, c <= size, become those of c dice of both, c <= most."""
    cdef int c, d
    cdef u128 both
    for c in range(min(size + n, most), -1, -1):
        both = 0
        for d in range(max(0, c - size), min(c, n) + 1):
            both = both + ways[c - d] * more[d]
        ways[c] = both


cdef int add_dice(Dice *dice, u128 *ways, u128 *spare) noexcept nogil:
    """The sum, die by die; returns how many sums there are and leaves them in `ways`.

    A die multiplies the generating function by P(x). The product with (1 - x) P(x), for a plain die two
    terms, is quicker, and dividing by 1 - x is summing up.
    """
    cdef int kind, _die, v, s, term, terms, top, length = 1
    cdef int[FACES] term_at
    cdef u128[FACES] term_weight
    cdef i64 *row
    cdef u128 weight, so_far
    ways[0] = 1
    for kind in range(dice.kinds):
        row = dice.weight[kind]
        top = terms = 0
        for v in range(FACES):
            if row[v] != (row[v - 1] if v else 0):
                term_at[terms] = v
                term_weight[terms] = <u128> row[v] - <u128> (row[v - 1] if v else 0)
                terms += 1
                top = v - 1  # in the end the term past the top
        for _die in range(dice.n[kind]):
            memset(spare, 0, (length + top + 1) * sizeof(u128))
            for term in range(terms):
                v = term_at[term]
                weight = term_weight[term]
                for s in range(length):
                    spare[s + v] = spare[s + v] + weight * ways[s]
            length += top
            so_far = 0
            for s in range(length):
                so_far = so_far + spare[s]
                spare[s] = so_far
            ways, spare = spare, ways
    if dice.size & 1:  # the answer is where `spare` was
        for s in range(length):
            spare[s] = ways[s]
    return length


def total(const i64[::1] packed not None):
    """Of the sum."""
    cdef Dice dice
    cdef int count
    cdef u128 *ways
    if not read(&packed[0], &dice, True):
        return None
    count = dice.size * (dice.value[dice.values - 1] if dice.values else 0) + 2
    ways = <u128 *> malloc(2 * count * sizeof(u128))
    if ways == NULL:
        raise MemoryError
    try:
        with nogil:
            count = add_dice(&dice, ways, ways + count)
        return answer(ways, count, 1, dice.factor)
    finally:
        free(ways)


cdef bint open_fold(Fold *fold, const Dice *dice, int most, int top, int group, int rounds) except -1:
    """Lay out an empty table; False if it is too big. `top`: the most that `group` dice add to the sum."""
    cdef int i, state
    cdef double cells
    fold.most = fold.limit = most
    fold.span = top * (most // group) + 1
    cells = fold.span * (most + 2 if dice.kinds > 1 else 1)
    fold.states = 1
    for i in range(dice.kinds):
        fold.stride[i] = fold.states
        cells *= min(dice.n[i], most) + 1
        if cells > MOST_CELLS:
            return False
        fold.states *= min(dice.n[i], most) + 1
    fold.stride[dice.kinds] = fold.states
    if rounds * cells * dice.values * dice.kinds * most > MOST_STEPS:
        return False
    fold.size = <int *> calloc(2 * fold.states, sizeof(int))
    fold.ways = <u128 *> calloc(<size_t> cells, sizeof(u128))
    if fold.ways == NULL or fold.size == NULL:
        close_fold(fold)
        raise MemoryError
    fold.reach = fold.size + fold.states
    fold.split = fold.ways + <size_t> fold.states * fold.span
    for state in range(fold.states):
        for i in range(dice.kinds):
            fold.size[state] += state % fold.stride[i + 1] // fold.stride[i]
        fold.reach[state] = min(fold.size[state] // group * top, fold.span - 1)
    return True


cdef void close_fold(Fold *fold) noexcept nogil:
    free(fold.ways)
    free(fold.size)


cdef void start(Fold *fold, const Dice *dice) noexcept nogil:
    """Before the first value there are symbols only: any number of dice may show one."""
    cdef int i, state
    cdef u128 ways
    memset(fold.ways, 0, <size_t> fold.states * fold.span * sizeof(u128))
    for state in range(fold.states):
        ways = 1
        for i in range(dice.kinds):
            ways = ways * power(<u128> dice.weight[i][SYMBOL], state % fold.stride[i + 1] // fold.stride[i])
        fold.ways[<size_t> state * fold.span] = ways


cdef void fold_value(Fold *fold, const Dice *dice, int v, int worth, int group) noexcept nogil:
    """Let any `c` dice up to the limit show `v` as well; that adds `c // group * worth` to the sum."""
    cdef int i, last = -1, users = 0
    for i in range(dice.kinds):
        if dice.weight[i][v]:
            last = i
            users += 1
    if users == 1:
        fold_one(fold, dice, last, v, worth, group)
    elif users:
        fold_many(fold, dice, v, worth, group)


cdef void fold_one(Fold *fold, const Dice *dice, int kind, int v, int worth, int group) noexcept nogil:
    """One kind has the value: in place, the larger states first, as they draw on the smaller ones."""
    cdef int stride = fold.stride[kind], radix = fold.stride[kind + 1] // stride
    cdef int block, digit, low, c, state, source, s
    cdef u128 weight = <u128> dice.weight[kind][v], factor
    cdef u128[MOST + 1] powers
    cdef u128 *come_from
    cdef u128 *go_to
    powers[0] = 1
    for c in range(1, min(fold.limit, radix - 1) + 1):
        powers[c] = powers[c - 1] * weight
    for block in range(fold.states // (stride * radix)):
        for digit in range(radix - 1, 0, -1):
            for low in range(stride):
                state = (block * radix + digit) * stride + low
                if fold.size[state] > fold.most:
                    continue
                for c in range(1, min(fold.limit, digit) + 1):
                    source = state - c * stride
                    factor = CHOOSE[digit][c]
                    if weight != 1:
                        factor = factor * powers[c]
                    come_from = fold.ways + <size_t> source * fold.span
                    go_to = fold.ways + <size_t> state * fold.span + c // group * worth
                    for s in range(fold.reach[source] + 1):
                        if come_from[s]:
                            go_to[s] = go_to[s] + factor * come_from[s]


cdef void fold_many(Fold *fold, const Dice *dice, int v, int worth, int group) noexcept nogil:
    """Several kinds have the value: kind by kind, keeping apart how many dice show it, then joined again."""
    cdef size_t table = <size_t> fold.states * fold.span
    cdef int kind, stride, radix, digit, c, d, state, source, s
    cdef u128 weight, factor
    cdef u128[MOST + 1] powers
    cdef u128 *come_from
    cdef u128 *go_to
    memset(fold.split + table, 0, fold.limit * table * sizeof(u128))
    memcpy(fold.split, fold.ways, table * sizeof(u128))
    powers[0] = 1
    for kind in range(dice.kinds):
        weight = <u128> dice.weight[kind][v]
        if weight == 0:
            continue
        stride = fold.stride[kind]
        radix = fold.stride[kind + 1] // stride
        for c in range(1, min(fold.limit, radix - 1) + 1):
            powers[c] = powers[c - 1] * weight
        for c in range(fold.limit, 0, -1):  # larger counts first, as they draw on the smaller ones
            for state in range(fold.states):
                if fold.size[state] > fold.most or fold.size[state] < c:
                    continue
                digit = state // stride % radix
                go_to = fold.split + c * table + <size_t> state * fold.span
                for d in range(1, min(c, digit) + 1):
                    source = state - d * stride
                    factor = CHOOSE[digit][d] * powers[d]
                    come_from = fold.split + (c - d) * table + <size_t> source * fold.span
                    for s in range(fold.reach[source] + 1):
                        if come_from[s]:
                            go_to[s] = go_to[s] + factor * come_from[s]
    for c in range(1, fold.limit + 1):
        for state in range(fold.states):
            if fold.size[state] > fold.most or fold.size[state] < c:
                continue
            come_from = fold.split + c * table + <size_t> state * fold.span
            go_to = fold.ways + <size_t> state * fold.span + c // group * worth
            for s in range(fold.span - c // group * worth):
                go_to[s] = go_to[s] + come_from[s]


def pairs(const i64[::1] packed not None):
    """Of the sum of the pairs of equal numbers."""
    cdef Dice dice
    cdef Fold fold
    cdef int i, v
    if not read(&packed[0], &dice, False):
        return None
    i = dice.value[dice.values - 1] if dice.values else 0
    if not open_fold(&fold, &dice, dice.size, i, 2, 1):
        return None
    try:
        with nogil:
            start(&fold, &dice)
            for i in range(dice.values):
                v = dice.value[i]
                fold_value(&fold, &dice, v, v, 2)
        return answer(fold.ways + <size_t> (fold.states - 1) * fold.span, fold.span, 2, dice.factor)
    finally:
        close_fold(&fold)


cdef void spread(const Dice *dice, int v, u128 *ways) noexcept nogil:
    """`ways[c]`: exactly c dice show v."""
    cdef int kind, n, size = 0
    cdef u128 weight
    cdef u128[MOST + 1] own  # dice of the kind
    ways[0] = 1
    for kind in range(dice.kinds):
        n = dice.n[kind]
        weight = <u128> dice.weight[kind][v]
        binomial(n, n, weight, <u128> dice.whole[kind] - weight, own)
        join(ways, size, own, n, MOST)
        size += n


def largest_set(const i64[::1] packed not None):
    """Of the most dice that show the same number."""
    cdef Dice dice
    cdef Fold fold
    cdef int i, most, half
    cdef u128[MOST + 1] result
    cdef u128[MOST + 1] ways
    cdef u128 before = 0, now
    if not read(&packed[0], &dice, False):
        return None
    half = dice.size // 2
    if not open_fold(&fold, &dice, dice.size, 0, 1, half):
        return None
    try:
        with nogil:
            memset(result, 0, sizeof(result))
            for most in range(half + 1):  # no set above `most`, less those without one above `most - 1`
                fold.limit = most
                start(&fold, &dice)
                if most:
                    for i in range(dice.values):
                        fold_value(&fold, &dice, dice.value[i], 0, 1)
                now = fold.ways[fold.states - 1]
                result[most] = now - before
                before = now
            for i in range(dice.values):  # only one value can be on more than half of the dice
                spread(&dice, dice.value[i], ways)
                for most in range(half + 1, dice.size + 1):
                    result[most] = result[most] + ways[most]
        return answer(result, dice.size + 1, 1, dice.factor)
    finally:
        close_fold(&fold)


cdef void finish(
    Fold *fold, const Dice *dice, int v, int worth, int k, const i64 *below, u128 *result, int sign
) noexcept nogil:
    """Add the rolls whose k-th highest value is `v`.

    With j < k dice above v, the other dice are at most v, and not with fewer than k - j of them on v itself.
    A sum s goes to `result[sign * s]`.
    """
    cdef int kind, state, digit, rest, c, s, need, size
    cdef u128 factor, all_ways, weight
    cdef u128 *ways
    cdef u128 *at
    cdef u128[MOST + 1] few
    cdef u128[MOST + 1] lower
    for state in range(fold.states):
        need = k - fold.size[state]
        if need < 1:
            continue
        few[0] = all_ways = factor = 1
        size = 0
        for kind in range(dice.kinds):
            digit = state // fold.stride[kind] % (fold.stride[kind + 1] // fold.stride[kind])
            rest = dice.n[kind] - digit
            weight = <u128> dice.weight[kind][v]
            factor = factor * CHOOSE[dice.n[kind]][digit]
            all_ways = all_ways * power(weight + <u128> below[kind], rest)
            binomial(rest, min(need - 1, rest), weight, <u128> below[kind], lower)
            join(few, size, lower, min(need - 1, rest), need - 1)
            size = min(size + rest, need - 1)
        for c in range(size + 1):
            all_ways = all_ways - few[c]
        factor = factor * all_ways
        if factor:
            ways = fold.ways + <size_t> state * fold.span
            for s in range(fold.reach[state] + 1):
                at = result + sign * (s + need * worth)
                at[0] = at[0] + factor * ways[s]


def highest(const i64[::1] packed not None, int k, bint lowest):
    """Of the sum of the k highest dice, 1 <= k <= dice, or of the k lowest."""
    cdef Dice dice
    cdef Fold fold
    cdef int i, kind, v, worth, top
    cdef i64[MOST] below
    cdef u128 *result = NULL
    if not read(&packed[0], &dice, True):
        return None
    top = dice.value[dice.values - 1]
    if not open_fold(&fold, &dice, k - 1, top, 1, 1):
        return None
    try:
        result = <u128 *> calloc(k * top + 1, sizeof(u128))
        if result == NULL:
            raise MemoryError
        with nogil:
            fold.ways[0] = 1
            for kind in range(dice.kinds):
                below[kind] = dice.whole[kind]
            for i in range(dice.values):
                # the lowest are the highest of dice turned upside down, where v is worth top - v
                v = dice.value[i if lowest else dice.values - 1 - i]
                worth = top - v if lowest else v
                for kind in range(dice.kinds):
                    below[kind] -= dice.weight[kind][v]
                if lowest:
                    finish(&fold, &dice, v, worth, k, below, result + k * top, -1)
                else:
                    finish(&fold, &dice, v, worth, k, below, result, 1)
                fold_value(&fold, &dice, v, worth, 1)
        return answer(result, k * top + 1, 1, dice.factor)
    finally:
        free(result)
        close_fold(&fold)
