# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""What can come of two dice in hand, either of which may be rolled again?

The rolls, rows and parts are those of the kernel of likeness. What two dice lead to is a block: for each number of the
first a part along the class of colours of the second. While one die is in hand, what matters of the others is what it
is worth to take each of them up, which the kernel of uses tells by block.
"""

from array import array

from cpython.array cimport array as c_array, clone
from libc.stdlib cimport free
from libc.string cimport memcpy

from rows cimport Rows, checked, close_rows, open_rows, put, u32, wide
from standing cimport FACES, MAX_CLASSES, Order, gone_to, grown, place_after, set_order, stand

cdef enum:
    MAX_WIDTH = 256     # of what a die in hand can come to

cdef u32 FILLED = 0xFFFFFFFE    # the task is filled


cdef c_array taken(const Rows *s):
    cdef c_array found = clone(array("I"), s.n * s.width, False)
    memcpy(found.data.as_voidptr, s.rows, s.n * s.width * sizeof(u32))
    return found


def blocks(
    const int[::1] table, int width, const u32[::1] ids, const u32[::1] along, const u32[::1] rolls, const int[::1] add,
    const int[::1] group, const u32[::1] alike,
):
    """For rolls of two dice less, what two dice of two classes of colours lead to.

    Parameters
    ----------
    table : from these rolls to those of one die less
    ids, along : the rows of those, and the parts of rows along the classes
    rolls : of two dice less, by the ids of their multisets; add, group, alike as for the growth kernel

    Returns
    -------
    ids : of each roll, class, and class that is no earlier; 0 where there cannot be two such dice
    unlike : for each number of the first die the part along the class of the second
    """
    cdef int kinds = width // FACES, c, d, f, entry, at
    cdef long long n = rolls.shape[0] // kinds, i, place = 0
    cdef u32 part[FACES]
    cdef u32 stood[MAX_CLASSES]
    cdef int gone[MAX_CLASSES]
    cdef Order o
    cdef Rows s
    cdef c_array found = clone(array("I"), n * kinds * kinds, True)
    try:
        if not open_rows(&s, FACES):
            raise MemoryError("no memory left for the rolls")
        set_order(&o, &add[0], add.shape[0] // FACES, &group[0], kinds, &alike[0], alike.shape[0])
        with nogil:
            for i in range(n):
                stand(&o, &rolls[i * kinds], stood, gone)
                for c in range(kinds):
                    if table[i * width + c * FACES] < 0:
                        continue
                    for d in range(c, kinds):
                        for f in range(FACES):
                            entry = table[i * width + c * FACES + f]
                            if entry == 0:
                                part[f] = FILLED
                            else:
                                at = gone_to(&o, stood, gone[c], grown(&o, &rolls[i * kinds], c, f))
                                part[f] = along[ids[entry - 1] * kinds + place_after(gone[c], at, gone[d])]
                        place = put(&s, part)
                        if place < 0:
                            break
                        found.data.as_uints[(i * kinds + c) * kinds + d] = <u32> place + 1
                    if place < 0:
                        break
                if place < 0:
                    break
        checked(place)
        return found, taken(&s)
    finally:
        close_rows(&s)


def hands(
    const int[::1] table, int width, const u32[::1] ids, const u32[::1] along, const u32[::1] rolls, const int[::1] add,
    const int[::1] group, const u32[::1] alike, const u32[::1] pairs, const u32[::1] worth,
):
    """For rolls of one die less and each class of the die in hand, what it is worth to take up any other.

    Parameters
    ----------
    table, ids, along, rolls, add, group, alike : as for :func:`blocks`
    pairs : the ids that it returned
    worth : 1 + 2 * id -> worth of taking up the second die, and after it of taking up the first

    Returns
    -------
    ids : of each roll and class, from 1
    unlike : the part along the class, and the set of worths in descending order, filled up with 0
    length : of each of these
    """
    cdef int kinds = width // FACES, c, d, f, e, k, entry, at
    cdef long long n = rolls.shape[0] // kinds, i, place = 0, h, most = 0
    cdef size_t outer = ids.shape[0]
    cdef u32 pair, value
    cdef c_array found = clone(array("I"), outer * kinds, False)
    cdef u32 *starts = <u32 *> wide((outer + 2) * sizeof(u32))
    cdef u32 *lists = NULL
    cdef u32 *mine
    cdef u32 row[MAX_WIDTH]
    cdef u32 stood[MAX_CLASSES]
    cdef int gone[MAX_CLASSES]
    cdef Order o
    cdef Rows s
    s.rows, s.slots = NULL, NULL
    try:
        if starts == NULL:
            raise MemoryError("no memory left for the rolls")
        set_order(&o, &add[0], add.shape[0] // FACES, &group[0], kinds, &alike[0], alike.shape[0])
        for i in range(n * width):
            if table[i] > 0:
                starts[table[i] + 1] += 1
        for i in range(1, <long long> outer + 2):
            most = max(most, <long long> starts[i])
            starts[i] += starts[i - 1]
        lists = <u32 *> wide(<size_t> starts[outer + 1] * kinds * sizeof(u32))
        most = min(most, width)  # dice that look the same are worth the same
        if lists == NULL or not open_rows(&s, most + 1):
            raise MemoryError("no memory left for the rolls")
        with nogil:
            for i in range(n):
                stand(&o, &rolls[i * kinds], stood, gone)
                for d in range(kinds):
                    for f in range(FACES):
                        entry = table[i * width + d * FACES + f]
                        if entry <= 0:
                            continue
                        at = gone_to(&o, stood, gone[d], grown(&o, &rolls[i * kinds], d, f))
                        mine = lists + <size_t> starts[entry] * kinds
                        starts[entry] += 1  # where those of the next roll begin, in the end
                        for c in range(kinds):
                            pair = pairs[(i * kinds + (c if c < d else d)) * kinds + (d if c < d else c)]
                            if pair:
                                mine[place_after(gone[d], at, gone[c])] = worth[2 * pair - 1 + (c > d)]
            for h in range(<long long> outer * kinds):
                i = h // kinds
                row[0] = along[ids[i] * kinds + h % kinds]
                k = 1
                for place in range(starts[i], starts[i + 1]):
                    value = lists[place * kinds + h % kinds]
                    at = k
                    while at > 1 and row[at - 1] < value:
                        at -= 1
                    if value == 0 or (at > 1 and row[at - 1] == value):
                        continue
                    if k > most:
                        place = -1
                        break
                    for d in range(k, at, -1):
                        row[d] = row[d - 1]
                    row[at] = value
                    k += 1
                if place == -1:
                    break
                for e in range(k, <int> most + 1):
                    row[e] = 0
                place = put(&s, row)
                if place < 0:
                    break
                found.data.as_uints[h] = <u32> place + 1
        checked(place)
        return found, taken(&s), most + 1
    finally:
        free(starts)
        free(lists)
        close_rows(&s)
