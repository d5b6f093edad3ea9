# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Multisets of the numbers of dice, and which of them are alike because so many dice are never of use."""

from array import array

from cpython.array cimport array as c_array, clone
from libc.string cimport memset

from rows cimport Rows, checked, close_rows, open_rows, put, u32

ctypedef unsigned char u8

cdef enum:
    FACES = 6
    MAX_CHILDREN = 15   # of a node of a diagram


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


def of_use(
    const int[::1] add, const u8[::1] size, const u8[::1] faces, const int[::1] diagram, const int[::1] cell,
    int which,
):
    """For each multiset of a class of colours what it is good for, whatever the dice of the other classes show.

    Parameters
    ----------
    add, size, faces : as :func:`multisets` has them
    diagram : of the task, which asks for the dice of one cell after the other
    cell : of each class and number
    which : the class

    Returns
    -------
    a number for each id, equal for those that are good for the same
    """
    cdef int cells = diagram[0], nodes = diagram[1], c, f, k, n, most, children, first, k_child
    cdef long long ids = size.shape[0], i, at = 0
    cdef const int *start = &diagram[3 + cells]
    cdef const int *edges = &diagram[4 + cells + nodes]
    cdef int caps[FACES]
    cdef int counts[FACES]
    cdef u32 row[2 + MAX_CHILDREN]
    cdef u32 child
    cdef c_array found = clone(array("I"), ids, False)
    cdef c_array good = clone(array("I"), nodes, True)      # [node]: what the rest of the cells ask for
    cdef c_array here = clone(array("B"), cells, True)      # [cell]: whether dice of this class, 1, and of others, 2
    cdef const int *mine = &cell[which * FACES]
    cdef c_array order = clone(array("i"), nodes, False)    # nodes, those asked last first
    cdef c_array depth = clone(array("i"), nodes, False)
    cdef Rows s
    for n in range(nodes):
        depth.data.as_ints[n] = -1
    for f in range(FACES):
        here.data.as_uchars[mine[f]] |= 1
        caps[f] = 0
    for k in range(<int> cell.shape[0]):
        if k // FACES != which:
            here.data.as_uchars[cell[k]] |= 2
    k, at = 1, 0
    order.data.as_ints[nodes - 1], depth.data.as_ints[2] = 2, 0
    while at < k:  # from the root on
        n = order.data.as_ints[nodes - 1 - at]
        at += 1
        children = start[n + 1] - start[n]
        if children > MAX_CHILDREN:
            return None
        for f in range(FACES):
            if mine[f] == depth.data.as_ints[n]:
                caps[f] = max(caps[f], children - 1)
        for c in range(start[n], start[n + 1]):
            if edges[c] > 1 and depth.data.as_ints[edges[c]] < 0:
                depth.data.as_ints[edges[c]] = depth.data.as_ints[n] + 1
                order.data.as_ints[nodes - 1 - k] = edges[c]
                k += 1
    most = k
    good.data.as_uints[1] = 1
    try:
        if not open_rows(&s, 1 + MAX_CHILDREN):
            raise MemoryError("no memory left for the rolls")
        for i in range(ids):
            k = 0
            for f in range(FACES):
                counts[f] = faces[i * FACES + f]
                k |= counts[f] > caps[f]
            if k:  # more than are of use
                continue
            for k in range(nodes - most, nodes):
                n = order.data.as_ints[k]
                c = depth.data.as_ints[n]
                children = start[n + 1] - start[n]
                first = 0
                for f in range(FACES):
                    first += counts[f] if mine[f] == c and here.data.as_uchars[c] & 1 else 0
                first = min(first, children - 1)  # what there is before the dice of other classes
                if not here.data.as_uchars[c] & 2:
                    good.data.as_uints[n] = good.data.as_uints[edges[start[n] + first]]
                    continue
                child = good.data.as_uints[edges[start[n + 1] - 1]]
                while children > first + 1 and good.data.as_uints[edges[start[n] + children - 2]] == child:
                    children -= 1
                if children == first + 1:
                    good.data.as_uints[n] = child
                    continue
                row[0] = c
                for f in range(MAX_CHILDREN):
                    k_child = first + f
                    row[1 + f] = good.data.as_uints[edges[start[n] + k_child]] if k_child < children else 0xFFFFFFFF
                at = put(&s, row)
                checked(at)
                good.data.as_uints[n] = <u32> at + 2
            found.data.as_uints[i] = good.data.as_uints[2]
    finally:
        close_rows(&s)
    return told_apart(add, faces, found, caps)


cdef told_apart(const int[::1] add, const u8[::1] faces, c_array found, const int *caps):
    """Numbers of multisets, told apart also by what more dice of their class make of them."""
    cdef long long ids = len(found), i, at, known = 0
    cdef int f, k, _more
    cdef u32 row[1 + FACES]
    cdef c_array first = clone(array("i"), ids, False)  # [id]: with no more dice of a number than are of use
    cdef c_array after
    cdef Rows s
    for i in range(ids):
        at = 0
        for f in range(FACES):
            k = faces[i * FACES + f]
            for _more in range(min(k, caps[f])):
                at = add[at * FACES + f]
        first.data.as_ints[i] = <int> at
    while True:
        after = clone(array("I"), ids, False)
        try:
            if not open_rows(&s, 1 + FACES):
                raise MemoryError("no memory left for the rolls")
            for i in range(ids):
                if first.data.as_ints[i] < i:
                    after.data.as_uints[i] = after.data.as_uints[first.data.as_ints[i]]
                    continue
                row[0] = found.data.as_uints[i]
                for f in range(FACES):
                    at = add[i * FACES + f]
                    row[1 + f] = found.data.as_uints[first.data.as_ints[at]] if at >= 0 else 0xFFFFFFFF
                at = put(&s, row)
                checked(at)
                after.data.as_uints[i] = <u32> at
            if s.n == known:
                return after
            known = s.n
            found = after
        finally:
            close_rows(&s)


def made_alike(
    const int[::1] add, const u8[::1] size, const u8[::1] faces, const u32[::1] good, int most, int changes,
    int counted,
):
    """Multisets that differ in nothing that is of use made one: for each id the id it goes by.

    Those are alike that are good for the same, now and when one die after another has been taken away, up to so many.

    Parameters
    ----------
    add, size, faces : as :func:`multisets` has them
    good : what each is good for
    most : larger ones go by themselves
    changes : so many dice can be taken away
    counted : of so many dice on it makes a difference how many there are
    """
    cdef long long ids = size.shape[0], i, n, at = 0
    cdef int f, j
    cdef u32 row[2 + FACES]
    cdef c_array less = clone(array("i"), ids * FACES, False)
    cdef c_array before = clone(array("I"), ids, False)
    cdef c_array after = clone(array("I"), ids, True)
    cdef Rows s
    n = 0
    for i in range(ids):
        before.data.as_uints[i] = <u32> i
        if size[i] <= most:
            n = i + 1
    for i in range(ids * FACES):
        less.data.as_ints[i] = -1
    for i in range(n):
        for f in range(FACES):
            if add[i * FACES + f] >= 0:
                less.data.as_ints[add[i * FACES + f] * FACES + f] = <int> i
    for j in range(changes + 1):
        try:
            if not open_rows(&s, 2 + FACES):
                raise MemoryError("no memory left for the rolls")
            for i in range(n):
                row[0], row[1] = good[i], size[i] if size[i] >= counted else 0
                for f in range(FACES):
                    at = less.data.as_ints[i * FACES + f]
                    row[2 + f] = 1 + before.data.as_uints[at] if j and at >= 0 else 0
                at = put(&s, row)
                checked(at)
                after.data.as_uints[i] = <u32> at
        finally:
            close_rows(&s)
        before, after = after, before
    # the first of each goes for all
    for i in range(n):
        after.data.as_uints[i] = 0xFFFFFFFF
    for i in range(n):
        at = before.data.as_uints[i]
        if after.data.as_uints[at] == 0xFFFFFFFF:
            after.data.as_uints[at] = <u32> i
        before.data.as_uints[i] = after.data.as_uints[at]
    for i in range(n, ids):
        before.data.as_uints[i] = <u32> i
    return before
