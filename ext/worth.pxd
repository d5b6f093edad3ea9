# Values of 128 bits and means over the numbers of a die; header only, compiled into the kernels that ask it.

from rows cimport u32, u64

cdef extern from *:
    # by another name than in the header, so that Cython tells it from a u64
    ctypedef unsigned long u128 "gnomon_u128"

ctypedef fused number:
    u64
    u128

cdef enum:
    FACES = 6
    MAX_TIMES = 8
    ROOM = 6            # bits for the room for dice of a class of colours

cdef extern from *:
    """
    #define GNOMON_NONE 0xFFFFFFFFu
    #define GNOMON_FILLED 0xFFFFFFFEu
    """
    const u32 NONE "GNOMON_NONE"        # cannot be
    const u32 FILLED "GNOMON_FILLED"    # the task is filled


cdef inline number sixth(number x) noexcept nogil:
    """An exact division: by 2, then times the inverse of 3."""
    if number is u128:
        return (x >> 1) * ((<u128> 0xAAAAAAAAAAAAAAAAULL << 64) | 0xAAAAAAAAAAAAAAABULL)
    else:
        return (x >> 1) * <u64> 0xAAAAAAAAAAAAAAABULL


cdef inline number mean(const number *v, int step) noexcept nogil:
    return sixth[number](v[0] + v[step] + v[2 * step] + v[3 * step] + v[4 * step] + v[5 * step])


cdef inline int load(u128 *v, const u128 *values, const u32 *part, u128 factor) noexcept nogil:
    """The values along a class of colours; 0 if all are 0 or it cannot be."""
    cdef int f
    cdef u128 any = 0
    if part[0] == NONE:
        return 0
    for f in range(FACES):
        v[f] = values[part[f]] * factor
        any = any | v[f]
    return any != 0


cdef inline void offer(number *out, number value) noexcept nogil:
    if value > out[0]:
        out[0] = value
