# Words of 128 bits and bit tricks shared by the kernels; header only, nothing is compiled from it alone.

cdef extern from *:
    """
    typedef unsigned __int128 gnomon_u128;
    #define gnomon_ctz(x) __builtin_ctzll(x)
    #define gnomon_popcount(x) __builtin_popcountll(x)
    static inline unsigned long long gnomon_mix(unsigned long long x) {
        x ^= x >> 32; x *= 0xd6e8feb86659fd93ULL; x ^= x >> 32; return x;
    }
    """
    # declared narrower than it is: Cython only passes it on, and converts it to Python by its real size
    ctypedef unsigned long long u128 "gnomon_u128"
    int ctz "gnomon_ctz"(unsigned long long) noexcept nogil
    int popcount "gnomon_popcount"(unsigned long long) noexcept nogil
    unsigned long long mix "gnomon_mix"(unsigned long long) noexcept nogil
