# A table from sets, each some machine words of bits, to weights; header only, compiled into each kernel that needs it.

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from bits cimport mix, u128

ctypedef unsigned long long u64

cdef struct Table:      # sets of configurations with the weight of the rolls that lead to them
    int count, room, slots
    u64 *sets
    u128 *weights
    int *slot


cdef inline int table_make(Table *t, int words) noexcept nogil:
    t.count = 0
    t.room = 64
    t.slots = 256
    t.sets = <u64 *>malloc(t.room * words * sizeof(u64))
    t.weights = <u128 *>malloc(t.room * sizeof(u128))
    t.slot = <int *>malloc(t.slots * sizeof(int))
    return t.sets != NULL and t.weights != NULL and t.slot != NULL


cdef inline void table_free(Table *t) noexcept nogil:
    free(t.sets)
    free(t.weights)
    free(t.slot)


cdef inline void table_clear(Table *t) noexcept nogil:
    t.count = 0
    memset(t.slot, 0xFF, t.slots * sizeof(int))


cdef inline u64 hash_of(const u64 *key, int words) noexcept nogil:
    cdef u64 h = 0
    cdef int i
    for i in range(words):
        h = mix(h ^ key[i])
    return h


cdef inline int table_grow(Table *t, int words) noexcept nogil:
    cdef int i
    cdef u64 h
    cdef void *sets = realloc(t.sets, 2 * t.room * words * sizeof(u64))
    if sets == NULL:
        return 0
    t.sets = <u64 *>sets
    cdef void *weights = realloc(t.weights, 2 * t.room * sizeof(u128))
    if weights == NULL:
        return 0
    t.weights = <u128 *>weights
    cdef void *slot = realloc(t.slot, 2 * t.slots * sizeof(int))
    if slot == NULL:
        return 0
    t.slot = <int *>slot
    t.room *= 2
    t.slots *= 2
    memset(t.slot, 0xFF, t.slots * sizeof(int))
    for i in range(t.count):
        h = hash_of(t.sets + i * words, words) & (t.slots - 1)
        while t.slot[h] >= 0:
            h = (h + 1) & (t.slots - 1)
        t.slot[h] = i
    return 1


cdef inline int table_add(Table *t, const u64 *key, int words, u128 weight) noexcept nogil:
    cdef u64 h = hash_of(key, words) & (t.slots - 1)
    cdef int i, j
    while True:
        i = t.slot[h]
        if i < 0:
            break
        for j in range(words):
            if t.sets[i * words + j] != key[j]:
                break
        else:
            t.weights[i] += weight
            return 1
        h = (h + 1) & (t.slots - 1)
    if t.count == t.room:
        if not table_grow(t, words):
            return 0
        h = hash_of(key, words) & (t.slots - 1)
        while t.slot[h] >= 0:
            h = (h + 1) & (t.slots - 1)
    t.slot[h] = t.count
    for j in range(words):
        t.sets[t.count * words + j] = key[j]
    t.weights[t.count] = weight
    t.count += 1
    return 1
