# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Multisets of the numbers of dice, and which of them are alike because so many dice are never of use."""

from array import array

from cpython.array cimport array as c_array, clone
from libc.string cimport memset

ctypedef unsigned char u8
ctypedef unsigned int u32

cdef enum:
    FACES = 6


def multisets(int most):
    """Multisets of up to `most` numbers from 1 to 6 by id, ids growing with size.

    Returns
    -------
    add : id * 6 + number - 1 -> id with one more, -1 for too many
    size : id -> how many
    faces : id * 6 + number - 1 -> how often the number is there
    """
    cdef long long choose[40][8]
    cdef long long offset[34]
    cdef long long ident
    cdef int n, k, i, f, x, y
    cdef int counts[FACES]
    for n in range(most + FACES + 1):
        for k in range(FACES + 1):
            choose[n][k] = 1 if k == 0 else 0 if n == 0 else choose[n - 1][k - 1] + choose[n - 1][k]
    offset[0] = 0
    for n in range(most + 1):
        offset[n + 1] = offset[n] + choose[n + FACES - 1][FACES - 1]
    cdef c_array add = clone(array("i"), offset[most + 1] * FACES, False)
    cdef c_array size = clone(array("B"), offset[most + 1], False)
    cdef c_array faces = clone(array("B"), offset[most + 1] * FACES, False)
    ident = 0
    for n in range(most + 1):
        memset(counts, 0, sizeof(counts))
        counts[FACES - 1] = n
        while True:  # in ascending order of the counts
            size.data.as_uchars[ident] = n
            for f in range(FACES):
                faces.data.as_uchars[ident * FACES + f] = counts[f]
            ident += 1
            i = FACES - 1
            while i and not counts[i]:
                i -= 1
            if i == 0:
                break
            x = counts[i] - 1
            counts[i] = 0
            counts[i - 1] += 1
            counts[FACES - 1] = x
    for ident in range(offset[most + 1]):
        n = size.data.as_uchars[ident]
        for f in range(FACES):
            if n == most:
                add.data.as_ints[ident * FACES + f] = -1
                continue
            # those of one more with smaller counts come first
            x = n + 1
            add.data.as_ints[ident * FACES + f] = <int> offset[n + 1]
            for i in range(FACES - 1):
                y = faces.data.as_uchars[ident * FACES + i] + (i == f)
                for k in range(y):
                    add.data.as_ints[ident * FACES + f] += <int> choose[x - k + FACES - 2 - i][FACES - 2 - i]
                x -= y
    return add, size, faces


def most_used(const int[::1] diagram):
    """Up to how many dice of each cell of a diagram make a difference."""
    cdef int cells = diagram[0], nodes = diagram[1], c, k, n, after
    cdef const int *start = &diagram[3 + cells]
    cdef const int *edges = &diagram[4 + cells + nodes]
    cdef c_array found = clone(array("i"), cells, True)
    here = {2}
    for c in range(cells):
        then = set()
        for n in here:
            found.data.as_ints[c] = max(found.data.as_ints[c], start[n + 1] - start[n] - 1)
            for k in range(start[n], start[n + 1]):
                after = edges[k]
                if after > 1:
                    then.add(after)
        here = then
    return found


def made_alike(const int[::1] add, const u8[::1] size, const u8[::1] faces, const int[::1] caps, int counted):
    """Multisets that differ in nothing but dice beyond so many of a number made one: for each id the id it goes by.

    Parameters
    ----------
    add, size, faces : as :func:`multisets` has them
    caps : of each number so many can make a difference
    counted : of how many dice on it makes a difference how many there are in all
    """
    cdef long long n = size.shape[0], i
    cdef int f, k, first, beyond
    cdef u32 at
    cdef int counts[FACES]
    cdef c_array found = clone(array("I"), n, False)
    for i in range(n):
        beyond, first = 0, -1
        for f in range(FACES):
            counts[f] = faces[i * FACES + f]
            if counts[f] >= caps[f] and first < 0:
                first = f
            if counts[f] > caps[f]:
                beyond += counts[f] - caps[f]
                counts[f] = caps[f]
        at = <u32> i
        if beyond:
            if size[i] >= counted:
                counts[first] += beyond
            at = 0
            for f in range(FACES):
                for k in range(counts[f]):
                    at = <u32> add[at * FACES + f]
        found.data.as_uints[i] = at
    return found
