# How the kernels that ask what a pool shows read it, and how they answer; header only, compiled into each.
#
# The caller asks only about pools of fewer than 2**127 rolls. The kernels add, subtract and multiply but
# never divide: a partial result may wrap around 2**128, and the answer is exact all the same.

from cpython.long cimport PyLong_FromUnsignedLongLong
from libc.string cimport memcmp, memset

from bits cimport u128

ctypedef long long i64
ctypedef unsigned long long u64

cdef enum:
    MOST = 128  # dice
    SYMBOL = 63
    FACES = 64

ctypedef u128[MOST + 1] Row


cdef struct Dice:
    int kinds  # dice of the same faces are one kind, whatever their colours
    int size
    int values
    u128 factor  # the rolls of the dice that show nothing but symbols, which are left out otherwise
    int[FACES] value  # the values on any die, ascending
    int[MOST] n
    i64[MOST] whole  # the number of faces
    i64[MOST][FACES] weight  # of kind and value


cdef inline void fill_choose(Row *choose) noexcept nogil:
    """`choose[n][k]`, 0 <= k <= n <= MOST, of a table of zeros."""
    cdef int n, k
    for n in range(MOST + 1):
        choose[n][0] = 1
        for k in range(1, n + 1):
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k]


cdef inline u128 power(u128 base, int exponent) noexcept nogil:
    cdef u128 result = 1
    while exponent:
        if exponent & 1:
            result = result * base
        base = base * base
        exponent >>= 1
    return result


cdef inline bint read(const i64 *packed, Dice *dice, bint symbols_are_0) noexcept nogil:
    """Unpack; False if there are too many dice."""
    cdef i64 left = packed[0]
    cdef const i64 *at = packed + 1
    cdef i64 *row
    cdef i64 whole
    cdef int i, face, v
    dice.kinds = dice.size = dice.values = 0
    dice.factor = 1
    while left:
        left -= 1
        if at[0] + dice.size > MOST:
            return False
        row = dice.weight[dice.kinds]
        memset(row, 0, FACES * sizeof(i64))
        whole = 0
        for face in range(at[2]):
            row[at[3 + 2 * face]] += at[4 + 2 * face]
            whole += at[4 + 2 * face]
        if symbols_are_0:
            row[0] += row[SYMBOL]
            row[SYMBOL] = 0
        if row[SYMBOL] == whole:
            dice.factor = dice.factor * power(<u128> whole, <int> at[0])
        else:
            dice.size += <int> at[0]
            for i in range(dice.kinds):
                if memcmp(row, dice.weight[i], FACES * sizeof(i64)) == 0:
                    dice.n[i] += <int> at[0]
                    break
            else:
                dice.n[dice.kinds] = <int> at[0]
                dice.whole[dice.kinds] = whole
                dice.kinds += 1
        at += 3 + 2 * at[2]
    for v in range(SYMBOL):
        for i in range(dice.kinds):
            if dice.weight[i][v]:
                dice.value[dice.values] = v
                dice.values += 1
                break
    return True


cdef inline object integer(u128 number):
    cdef u64 high = <u64> (number >> 64)
    low = PyLong_FromUnsignedLongLong(<u64> number)
    return (PyLong_FromUnsignedLongLong(high) << 64) | low if high else low


cdef inline dict answer(const u128 *weights, int count, int step, u128 factor):
    """The outcomes `0, step, 2 step...` that have a weight."""
    cdef dict result = {}
    cdef int i
    for i in range(count):
        if weights[i]:
            result[step * i] = integer(weights[i] * factor)
    return result
