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
    /* zeroed memory that is read here and there: in large pages where there are any, as small ones are slow to find */
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


cdef enum:
    SHORT = 8           # numbers that are told apart one by one


cdef struct Rows:
    u32 *rows
    u64 *slots          # open addressing: half the hash of a row and 1 + its place, or 0
    long long width, n, room, mask


cdef inline bint open_rows(Rows *s, long long width) noexcept nogil:
    s.width, s.n, s.room, s.mask = width, 0, 64, 127
    s.rows = <u32 *> malloc(s.room * width * sizeof(u32))
    s.slots = <u64 *> calloc(128, sizeof(u64))
    return s.rows != NULL and s.slots != NULL


cdef inline void close_rows(Rows *s) noexcept nogil:
    free(s.rows)
    free(s.slots)


cdef inline u64 pair(const u32 *row, long long i) noexcept nogil:
    return <u64> row[2 * i + 1] << 32 | row[2 * i]


cdef inline u64 hash_of(const u32 *row, long long width) noexcept nogil:
    cdef u64 h = 0x9E3779B97F4A7C15ULL, g = h ^ <u64> width, e = 0, d = 0
    cdef long long i = 0, n = width // 2
    if width <= SHORT:
        h = g
        for i in range(n):
            h = (h ^ pair(row, i)) * 0xd6e8feb86659fd93ULL
            h ^= h >> 32
        return mix(h ^ row[width - 1] if width & 1 else h)
    while i + 4 <= n:  # four at a time, which do not wait for each other
        h = (h ^ pair(row, i)) * 0xd6e8feb86659fd93ULL
        g = (g ^ pair(row, i + 1)) * 0xff51afd7ed558ccdULL
        e = (e ^ pair(row, i + 2)) * 0xc4ceb9fe1a85ec53ULL
        d = (d ^ pair(row, i + 3)) * 0x9fb21c651e98df25ULL
        h ^= h >> 32
        g ^= g >> 29
        e ^= e >> 32
        d ^= d >> 29
        i += 4
    while i < n:
        h = (h ^ pair(row, i)) * 0xd6e8feb86659fd93ULL
        h ^= h >> 32
        i += 1
    if width & 1:
        h = (h ^ row[width - 1]) * 0xd6e8feb86659fd93ULL
    return mix(h ^ mix(g ^ mix(e ^ mix(d))))


cdef inline bint unlike(const u32 *one, const u32 *other, long long width) noexcept nogil:
    cdef long long i
    if width > SHORT:
        return memcmp(one, other, width * sizeof(u32)) != 0
    for i in range(width):
        if one[i] != other[i]:
            return True
    return False


cdef inline long long row_spot(const Rows *s, const u32 *row, u64 h) noexcept nogil:
    cdef long long at = <long long> (h >> 32) & s.mask
    cdef u64 slot = s.slots[at]
    while slot and ((slot ^ h) >> 32 or unlike(s.rows + (<long long> <u32> slot - 1) * s.width, row, s.width)):
        at = (at + 1) & s.mask
        slot = s.slots[at]
    return at


cdef inline void into_slots(u64 *slots, long long mask, const u64 *old, long long n) noexcept nogil:
    """Fill larger slots, by the halves of the hashes that the old ones hold."""
    cdef long long at, i
    for i in range(n):
        if old[i]:
            at = <long long> (old[i] >> 32) & mask
            while slots[at]:
                at = (at + 1) & mask
            slots[at] = old[i]


cdef inline long long put(Rows *s, const u32 *row) noexcept nogil:
    """The place of a row, a new one if it was not there; -1 without memory."""
    cdef u64 h = hash_of(row, s.width)
    cdef long long at = row_spot(s, row, h), room
    cdef u32 *rows
    cdef u64 *slots
    if s.slots[at]:
        return <long long> <u32> s.slots[at] - 1
    if s.n == s.room:
        room = s.room * (4 if s.room < 1 << 15 else 2)
        rows = <u32 *> realloc(s.rows, room * s.width * sizeof(u32))
        slots = <u64 *> calloc(2 * room, sizeof(u64))
        if rows != NULL:
            s.rows = rows
        if rows == NULL or slots == NULL:
            free(slots)
            return -1
        into_slots(slots, 2 * room - 1, s.slots, s.mask + 1)
        free(s.slots)
        s.slots = slots
        s.room = room
        s.mask = 2 * room - 1
        at = row_spot(s, row, h)
    memcpy(s.rows + s.n * s.width, row, s.width * sizeof(u32))
    s.n += 1
    s.slots[at] = h >> 32 << 32 | <u64> s.n
    return s.n - 1


cdef inline int checked(long long done) except -1:
    """Whatever is told by a number below 0 where there is no memory."""
    if done < 0:
        raise MemoryError("no memory left for the rolls")
    return 0
