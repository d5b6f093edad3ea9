# How the classes of colours of a roll stand, and where each goes with one more die; header only, compiled into the
# kernels that ask it.

from rows cimport u32

cdef enum:
    FACES = 6
    MAX_CLASSES = 6


cdef struct Order:
    int classes
    const int *add          # [id * FACES + face]: the id with one more die
    const int *group
    const u32 *alike        # [class * ids + id]: the id that it goes by once there is one more die; or NULL
    long long ids


cdef inline void set_order(Order *o, const int *add, long long ids, const int *group, int classes, const u32 *alike,
                           long long length) noexcept nogil:
    o.add, o.ids, o.group, o.classes = add, ids, group, classes
    o.alike = alike if length else NULL


cdef inline void stand(const Order *o, const u32 *roll, u32 *ids, int *place) noexcept nogil:
    """A roll as it stands among those of one more die, and where each of its classes has gone."""
    cdef int c, d
    cdef u32 moved
    cdef int from_[MAX_CLASSES]
    for c in range(o.classes):
        ids[c] = roll[c] if o.alike == NULL else o.alike[c * o.ids + roll[c]]
        from_[c] = c
        d = c
        while d and o.group[d - 1] == o.group[d] and ids[d - 1] < ids[d]:
            moved = ids[d]
            ids[d] = ids[d - 1]
            ids[d - 1] = moved
            from_[d] = from_[d - 1]
            from_[d - 1] = c
            d -= 1
    for c in range(o.classes):
        place[from_[c]] = c


cdef inline u32 grown(const Order *o, const u32 *roll, int c, int f) noexcept nogil:
    """The id that class c of a roll goes by with one more die."""
    cdef u32 more = <u32> o.add[roll[c] * FACES + f]
    return more if o.alike == NULL else o.alike[c * o.ids + more]


cdef inline int gone_to(const Order *o, const u32 *stood, int c, u32 more) noexcept nogil:
    """Where class c of a roll, as it stands, goes with that id."""
    cdef int at = c
    while at and o.group[at - 1] == o.group[c] and stood[at - 1] < more:
        at -= 1
    while at + 1 < o.classes and o.group[at + 1] == o.group[c] and stood[at + 1] > more:
        at += 1
    return at


cdef inline int place_after(int c, int at, int tracked) noexcept nogil:
    """Where a class of colours stands once class c has gone to the place `at`."""
    if tracked == c:
        return at
    if at <= tracked < c:
        return tracked + 1
    return tracked - 1 if c < tracked <= at else tracked
