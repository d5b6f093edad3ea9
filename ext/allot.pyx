# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""What a hand of dice comes to, placed over several cards at once as well as can be.

A position comes as integers, laid out as `read_position` in the header `allot.pxd` reads them, a die as a number.
"""

from libc.stdlib cimport free, malloc

from allot cimport Scratch, begin, best_key, which
from allot_card cimport Entry
from allot_read cimport CARDS, IMPOSSIBLE, Position, i64, read_position


def best(const long long[::1] flat, const int[::1] dice, int must):
    """The best key of one hand, and for each card the dice that it takes, whether it is solved, and its progress.

    must: which dice have to be placed, bits. Returns None where they cannot be, or in too many ways to go through.
    """
    cdef Position *p = <Position *>malloc(sizeof(Position))
    cdef Scratch *z = <Scratch *>malloc(sizeof(Scratch))
    cdef int c, k
    cdef const Entry *chosen[CARDS]
    cdef i64 key
    try:
        if p == NULL or z == NULL:
            raise MemoryError("no memory left to place dice")
        read_position(p, &flat[0], &z.walk.lying)
        begin(z)
        key = best_key(p, &dice[0] if dice.shape[0] else NULL, <int>dice.shape[0], must, z)
        if key == IMPOSSIBLE or z.walk.roam.over:
            return None
        which(p, z, key, chosen)
        cards = []
        for c in range(CARDS):
            taken = []
            for k in range(z.hand.kinds):
                taken += [z.hand.die[k]] * (z.hand.packed[chosen[c].place] >> 4 * k & 15)
            cards.append((taken, bool(chosen[c].done), chosen[c].worth))
        return key, cards
    finally:
        free(p)
        free(z)


def keys(const long long[::1] flat, const int[:, ::1] hands, long long[::1] into):
    """The best key of each hand; a row ends at -1. Returns False where there are too many ways to go through."""
    cdef Position *p = <Position *>malloc(sizeof(Position))
    cdef Scratch *z = <Scratch *>malloc(sizeof(Scratch))
    cdef Py_ssize_t row
    cdef int n
    try:
        if p == NULL or z == NULL:
            raise MemoryError("no memory left to place dice")
        with nogil:
            read_position(p, &flat[0], &z.walk.lying)
            begin(z)
            for row in range(hands.shape[0]):
                n = 0
                while n < hands.shape[1] and hands[row, n] >= 0:
                    n += 1
                into[row] = best_key(p, &hands[row, 0], n, 0, z)
        return not z.walk.roam.over
    finally:
        free(p)
        free(z)
