# Sets of rows of numbers, and memory for large tables; header only, compiled into the kernels that ask it.

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

from bits cimport mix

ctypedef unsigned long long u64
ctypedef unsigned int u32

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #endif
    #define gnomon_prefetch(p) __builtin_prefetch(p)
    /* zeroed memory that is read here and there: in large pages where there are any, for one among many is slow to find */
    static inline void *gnomon_wide(size_t size) {
    #ifdef MADV_HUGEPAGE
        void *p = NULL;
        if (size >= 1 << 22) {
            if (posix_memalign(&p, 1 << 21, size)) return NULL;
            madvise(p, size, MADV_HUGEPAGE);
            return memset(p, 0, size);
        }
    #endif
        return calloc(size ? size : 1, 1);
    }
    """
    void *wide "gnomon_wide"(size_t) noexcept nogil
    void prefetch "gnomon_prefetch"(const void *) noexcept nogil


cdef struct Rows:
    u32 *rows
    int *slots          # open addressing: 1 + place of a row, or 0
    long long width, n, room, mask


cdef inline bint open_rows(Rows *s, long long width) noexcept nogil:
    s.width, s.n, s.room, s.mask = width, 0, 64, 127
    s.rows = <u32 *> malloc(s.room * width * sizeof(u32))
    s.slots = <int *> calloc(128, sizeof(int))
    return s.rows != NULL and s.slots != NULL


cdef inline void close_rows(Rows *s) noexcept nogil:
    free(s.rows)
    free(s.slots)


cdef inline u64 hash_of(const u32 *row, long long width) noexcept nogil:
    cdef u64 h = 0x9E3779B97F4A7C15ULL
    cdef long long i
    for i in range(0, width - 1, 2):
        h = (h ^ (<u64> row[i] << 32 | row[i + 1])) * 0xd6e8feb86659fd93ULL
        h ^= h >> 32
    if width & 1:
        h = (h ^ row[width - 1]) * 0xd6e8feb86659fd93ULL
    return mix(h)


cdef inline long long row_spot(const Rows *s, const u32 *row, u64 h) noexcept nogil:
    cdef long long at = <long long> h & s.mask
    while s.slots[at] and memcmp(s.rows + (s.slots[at] - 1) * s.width, row, s.width * sizeof(u32)):
        at = (at + 1) & s.mask
    return at


cdef inline long long put(Rows *s, const u32 *row) noexcept nogil:
    """The place of a row, a new one if it was not there; -1 without memory."""
    cdef u64 h = hash_of(row, s.width)
    cdef long long at = row_spot(s, row, h), i
    cdef u32 *rows
    cdef int *slots
    if s.slots[at]:
        return s.slots[at] - 1
    if s.n == s.room:
        rows = <u32 *> realloc(s.rows, 2 * s.room * s.width * sizeof(u32))
        slots = <int *> calloc(4 * s.room, sizeof(int))
        if rows != NULL:
            s.rows = rows
        if rows == NULL or slots == NULL:
            free(slots)
            return -1
        free(s.slots)
        s.slots = slots
        s.room *= 2
        s.mask = 2 * s.room - 1
        for i in range(s.n):
            s.slots[row_spot(s, s.rows + i * s.width, hash_of(s.rows + i * s.width, s.width))] = <int> (i + 1)
        at = row_spot(s, row, h)
    memcpy(s.rows + s.n * s.width, row, s.width * sizeof(u32))
    s.n += 1
    s.slots[at] = <int> s.n
    return s.n - 1
