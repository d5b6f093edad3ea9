# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Which faces of a pool's dice are alike for a task?

Faces of a die that serve the same spaces in the same way are one cell; kinds of dice with the same cells are one class.
"""

from array import array

from cpython.array cimport array as c_array, clone

ctypedef unsigned long long u64

cdef enum:
    SYMBOL = 63
    MAX_KINDS = 64
    MAX_FACES = 64

cdef struct Lump:
    long long value     # the number, or -1 where it does not matter
    u64 accepts         # the spaces it may lie on
    long long weight    # sides that show it


cdef int lumps_of(
    const long long *kind, const u64 *colours, const u64 *faces, int spaces, u64 numbered, int lumped, Lump *out,
    long long *lump_of,
) noexcept nogil:
    """The lumps of a kind of die (number, colour bit, faces, (value, weight)...), and the lump of each face."""
    cdef int f, i, s, n = 0
    cdef long long value
    cdef u64 accepts
    for f in range(<int>kind[2]):
        value = kind[3 + 2 * f]
        accepts = 0
        for s in range(spaces):
            if (colours[s] >> kind[1]) & 1 and (faces[s] >> value) & 1:
                accepts |= 1ULL << s
        if value == SYMBOL:
            accepts &= ~numbered        # a symbol has no number to compare
        if lumped or not accepts:
            value = -1
        for i in range(n):
            if out[i].value == value and out[i].accepts == accepts:
                break
        else:
            i = n
            n += 1
            out[i].value, out[i].accepts, out[i].weight = value, accepts, 0
        out[i].weight += kind[4 + 2 * f]
        lump_of[f] = i
    return n


cdef int same_lumps(const Lump *a, int na, const Lump *b, int nb, long long *twin) noexcept nogil:
    """Are these the same lumps in any order? twin[j]: the lump of a that b's lump j is."""
    cdef int i, j
    if na != nb:
        return 0
    for j in range(nb):
        for i in range(na):
            if a[i].value == b[j].value and a[i].accepts == b[j].accepts and a[i].weight == b[j].weight:
                twin[j] = i
                break
        else:
            return 0
    return 1


def cells_of(
    const long long[::1] pool, const u64[::1] colours, const u64[::1] faces, u64 numbered, bint lumped,
    bint by_colour,
):
    """The cells of a pool for a task, in the order of the fold: by class where colours are compared, else by number.

    pool: as `Pool.packed`. colours, faces: per space the masks it accepts. numbered: spaces whose die must show a
    number. lumped: numbers do not matter beyond the spaces they serve. by_colour: dice of different colours are
    never alike. Returns arrays: per cell accepts, values, colour bits, classes and weights, per kind its class, and
    per face of every kind, one after the other, its cell; None when there are too many kinds.
    """
    cdef Lump lumps[MAX_KINDS][MAX_FACES]
    cdef Lump mine[MAX_FACES]
    cdef long long colour_of[MAX_KINDS]
    cdef int sizes[MAX_KINDS], _k, _f
    cdef long long lump_of[MAX_FACES]
    cdef long long twin[MAX_FACES]
    cdef int kinds = <int>pool[0], spaces = <int>colours.shape[0], classes = 0, k, c, i, j, n, at = 1, cells = 0, f
    cdef int total_faces = 0, face_at = 0, better
    cdef c_array accepts, values, bits, groups, weights, kind_class, face_cell
    cdef long long[::1] face_lump, kind_group, out_cell
    if kinds > MAX_KINDS:
        return None
    for _k in range(kinds):
        total_faces += <int>pool[at + 2]
        at += 3 + 2 * <int>pool[at + 2]
    kind_class = clone(array("q"), kinds, False)
    face_cell = clone(array("q"), total_faces, False)
    kind_group = kind_class
    face_lump = face_cell
    at = 1
    for k in range(kinds):
        n = lumps_of(&pool[at], &colours[0], &faces[0], spaces, numbered, lumped, mine, lump_of)
        for c in range(classes):
            if (not by_colour or colour_of[c] == pool[at + 1]) and same_lumps(lumps[c], sizes[c], mine, n, twin):
                break
        else:
            c = classes
            classes += 1
            for i in range(n):
                lumps[c][i] = mine[i]
                twin[i] = i
            sizes[c] = n
            colour_of[c] = pool[at + 1]
            cells += n
        kind_group[k] = c
        for f in range(<int>pool[at + 2]):
            face_lump[face_at] = twin[lump_of[f]]
            face_at += 1
        at += 3 + 2 * <int>pool[at + 2]
    if not cells:       # no dice: one cell that stays empty
        return (
            array("Q", [0]), array("q", [-1]), array("q", [0]), array("q", [0]), array("q", [1]), kind_class, face_cell
        )
    accepts = clone(array("Q"), cells, False)
    values, bits, groups, weights = (clone(array("q"), cells, False) for _ in range(4))
    cdef u64[::1] out_accepts = accepts
    cdef long long[::1] out_values = values, out_bits = bits, out_groups = groups, out_weights = weights
    out_cell = clone(array("q"), classes * MAX_FACES, False)
    # the rank of each lump among all is its cell
    for c in range(classes):
        for i in range(sizes[c]):
            n = 0
            for k in range(classes):
                for j in range(sizes[k]):
                    if by_colour:
                        better = k < c or (k == c and lumps[k][j].value < lumps[c][i].value)
                        better |= k == c and lumps[k][j].value == lumps[c][i].value and j < i
                    else:
                        better = lumps[k][j].value < lumps[c][i].value
                        better |= lumps[k][j].value == lumps[c][i].value and (k < c or (k == c and j < i))
                    n += better
            out_accepts[n], out_values[n], out_groups[n] = lumps[c][i].accepts, lumps[c][i].value, c
            out_weights[n], out_bits[n] = lumps[c][i].weight, colour_of[c] if by_colour else 0
            out_cell[c * MAX_FACES + i] = n
    at, face_at = 1, 0
    for k in range(kinds):
        for _f in range(<int>pool[at + 2]):
            face_lump[face_at] = out_cell[kind_group[k] * MAX_FACES + face_lump[face_at]]
            face_at += 1
        at += 3 + 2 * <int>pool[at + 2]
    return accepts, values, bits, groups, weights, kind_class, face_cell
