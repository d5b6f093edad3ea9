# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, autotestdict=False
"""Distributions that ask only which numbers a pool shows, not how often.

Integers in, `{outcome: weight}` in ascending order out; a pool comes as `Pool.packed` lays it out.
`None` means: not here, too many dice or too much work.

By inclusion and exclusion over sets of numbers: the rolls that show nothing outside a set are a product of
powers, whatever the number of dice. Numbers that every die shows equally often are alike, and so a set is
but a number per class of them.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bits cimport u128
from kinds cimport FACES, MOST, SYMBOL, Dice, Row, answer, fill_choose, i64, power, read, u64

cdef enum:
    MOST_VECTORS = 1 << 24
    MOST_STEPS = 2_000_000_000

cdef Row[MOST + 1] CHOOSE  # binomials
fill_choose(CHOOSE)


cdef struct Classes:
    # A set of values is as good as a vector: how many of each class it holds. Vectors are in mixed radix.
    int count
    int[FACES] size
    int[FACES] first  # a value of the class
    int[FACES] of  # the class of the i-th value
    int[FACES + 1] stride


cdef double sort_values(const Dice *dice, Classes *classes) noexcept nogil:
    """Find the classes; returns the number of vectors."""
    cdef int i, c, kind
    cdef double vectors = 1
    classes.count = 0
    for i in range(dice.values):
        for c in range(classes.count):
            for kind in range(dice.kinds):
                if dice.weight[kind][dice.value[i]] != dice.weight[kind][classes.first[c]]:
                    break
            else:
                classes.of[i] = c
                classes.size[c] += 1
                break
        else:
            classes.of[i] = classes.count
            classes.first[classes.count] = dice.value[i]
            classes.size[classes.count] = 1
            classes.count += 1
    for c in range(classes.count):
        vectors *= classes.size[c] + 1
    if vectors <= MOST_VECTORS:
        classes.stride[0] = 1
        for c in range(classes.count):
            classes.stride[c + 1] = classes.stride[c] * (classes.size[c] + 1)
    return vectors


cdef u128 rolls_within(const Dice *dice, const Classes *classes, int vector) noexcept nogil:
    """The rolls that show nothing but symbols and the values of a set."""
    cdef int kind, c, digit
    cdef u128 result = 1
    cdef i64 weight
    for kind in range(dice.kinds):
        weight = dice.weight[kind][SYMBOL]
        for c in range(classes.count):
            digit = vector % classes.stride[c + 1] // classes.stride[c]
            weight += digit * dice.weight[kind][classes.first[c]]
        result = result * power(<u128> weight, dice.n[kind])
    return result


def different_values(const i64[::1] packed not None):
    """Of how many different numbers are shown."""
    cdef Dice dice
    cdef Classes classes
    cdef int c, digit, size, different, vector
    cdef u128 sets
    cdef u128[FACES] within  # of all sets of a size together
    cdef u128[FACES] result
    if not read(&packed[0], &dice, False) or sort_values(&dice, &classes) > MOST_VECTORS:
        return None
    with nogil:
        memset(within, 0, sizeof(within))
        memset(result, 0, sizeof(result))
        for vector in range(classes.stride[classes.count]):
            sets = 1
            size = 0
            for c in range(classes.count):
                digit = vector % classes.stride[c + 1] // classes.stride[c]
                sets = sets * CHOOSE[classes.size[c]][digit]
                size += digit
            within[size] = within[size] + sets * rolls_within(&dice, &classes, vector)
        for different in range(dice.values + 1):
            for size in range(different + 1):
                sets = CHOOSE[dice.values - size][different - size] * within[size]
                result[different] = result[different] + (0 - sets if (different - size) & 1 else sets)
    return answer(result, dice.values + 1, 1, dice.factor)


cdef void count_sets(const Dice *dice, const Classes *classes, int most, u64 *sets) noexcept nogil:
    """`sets[i][vector]`: sets of the first i values without a run of more than `most`.

    The i-th value is in or out, and of the sets with it those go that end in a run of exactly `most + 1`.
    """
    cdef int i, j, vector, vectors = classes.stride[classes.count], shift, length = 0
    cdef u64 *here
    cdef u64 *source
    memset(sets, 0, vectors * sizeof(u64))
    sets[0] = 1
    for i in range(1, dice.values + 1):
        source = sets + <size_t> (i - 1) * vectors
        here = source + vectors
        length = length + 1 if i > 1 and dice.value[i - 1] == dice.value[i - 2] + 1 else 1
        shift = classes.stride[classes.of[i - 1]]
        for vector in range(shift):
            here[vector] = source[vector]
        for vector in range(shift, vectors):
            here[vector] = source[vector] + source[vector - shift]
        if length > most:
            for j in range(2, most + 2):
                shift += classes.stride[classes.of[i - j]]
            j = i - most - 1  # the value before the run is out, if there is one that could prolong it
            source = sets + <size_t> (j - 1 if length > most + 1 else j) * vectors
            for vector in range(shift, vectors):
                here[vector] = here[vector] - source[vector - shift]


def longest_run(const i64[::1] packed not None):
    """Of the length of the longest run of consecutive numbers."""
    cdef Dice dice
    cdef Classes classes
    cdef double count
    cdef int c, i, run, most = 0, step, vector, vectors, radix
    cdef u128 now, before = 0
    cdef u128[FACES] result
    cdef u128 *exactly = NULL  # the rolls that show all values of a set and no others
    cdef u64 *sets = NULL
    if not read(&packed[0], &dice, False):
        return None
    count = sort_values(&dice, &classes) * (dice.values + 1)
    if count > MOST_VECTORS or count * dice.values > MOST_STEPS:
        return None
    vectors = classes.stride[classes.count]
    try:
        exactly = <u128 *> malloc(vectors * sizeof(u128))
        sets = <u64 *> malloc(<size_t> vectors * (dice.values + 1) * sizeof(u64))
        if exactly == NULL or sets == NULL:
            raise MemoryError
        with nogil:
            for vector in range(vectors):
                exactly[vector] = rolls_within(&dice, &classes, vector)
            for c in range(classes.count):
                step = classes.stride[c]
                radix = classes.size[c] + 1
                for i in range(1, radix):  # the i-th differences
                    for vector in range(vectors - 1, -1, -1):
                        if vector // step % radix >= i:
                            exactly[vector] = exactly[vector] - exactly[vector - step]
            run = 0
            for i in range(dice.values):
                run = run + 1 if i and dice.value[i] == dice.value[i - 1] + 1 else 1
                most = max(most, run)
            result[0] = before = exactly[0]
            for run in range(1, most + 1):
                count_sets(&dice, &classes, run, sets)
                now = 0
                for vector in range(vectors):
                    now = now + <u128> sets[<size_t> dice.values * vectors + vector] * exactly[vector]
                result[run] = now - before
                before = now
        return answer(result, most + 1, 1, dice.factor)
    finally:
        free(exactly)
        free(sets)
