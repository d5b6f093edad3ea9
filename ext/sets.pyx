# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, autotestdict=False
"""How far a pool is from a set: how many numbers are one die short of `size` equal ones?

Integers in, integers out; a pool comes as `Pool.packed` lays it out. A fold over the numbers: each shows up to
`size - 1` dice, and those that show just so many are counted.
"""

from libc.string cimport memset

from bits cimport u128
from kinds cimport FACES, MOST, Dice, Row, fill_choose, i64, read

cdef Row[MOST + 1] CHOOSE  # binomials
fill_choose(CHOOSE)


def short_of_set(const i64[::1] packed not None, int size):
    """Weights of the rolls without a set, by how many numbers show exactly `size - 1` dice: a list, 0 first.

    None where the dice are not all alike with different faces, each on one side, or too many. `size` >= 2.
    """
    cdef Dice dice
    cdef u128[FACES + 1][MOST + 1] now
    cdef u128[FACES + 1][MOST + 1] then
    cdef int v, j, n, m, most
    if not read(&packed[0], &dice, False) or dice.kinds != 1 or dice.values != dice.whole[0]:
        return None
    with nogil:
        memset(now[0], 0, (dice.size + 1) * sizeof(u128))
        now[0][0] = 1
        for v in range(dice.values):
            for j in range(v + 2):
                memset(then[j], 0, (dice.size + 1) * sizeof(u128))
            for j in range(v + 1):
                for n in range(dice.size + 1):
                    if now[j][n] == 0:
                        continue
                    most = min(size - 1, dice.size - n)
                    for m in range(most + 1):
                        then[j + (m == size - 1)][n + m] += now[j][n] * CHOOSE[dice.size - n][m]
            for j in range(v + 2):
                for n in range(dice.size + 1):
                    now[j][n] = then[j][n]
    return [now[j][dice.size] for j in range(dice.values + 1)]
