# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Which rolls come of rolls of one die less, and which of them fill a task?

Dice of a class show numbers from 1 to 6. A roll is a multiset of numbers for each class, and each multiset of numbers
has an id; classes of one group can change places, so that a roll keeps its ids in descending order within a group.
Rolls of m dice that do not fill the task are numbered from 1; number 0 stands for every roll that fills it. Multisets
can go by another id among rolls of more dice, where they differ in nothing that is of use any more.

A roll goes with the mask of the dice that one more of which would fill the task. A task takes so many dice at most; of
a roll that has as many or more one is left over, and so its mask is what the rolls of one die less have together.
"""

from array import array

from cpython.array cimport array as c_array, clone
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from bits cimport mix
from rows cimport prefetch, u32, u64, wide
from standing cimport FACES, MAX_CLASSES, Order, gone_to, grown, place_after, set_order, stand

ctypedef unsigned char u8

cdef extern from *:
    # by another name than in the header, so that Cython tells it from a u64
    ctypedef unsigned long u128 "gnomon_u128"

cdef enum:
    MAX_CELLS = 512     # of a diagram
    NUMBER = 32         # bits of a roll's number, below its key


cdef struct Rules:
    int classes, base, width
    const int *add          # [id * FACES + face]: the id with one more die
    const u8 *size          # [id]: dice
    const u8 *faces         # [id * FACES + face]: dice that show it
    const int *group
    const int *cell         # [class * FACES + face]: the diagram's cell
    const u8 *allowed       # bits over compositions, digits to that base
    int cells
    const int *start
    const int *edges
    Order order


cdef inline u64 settled(u64 mask, int c, int at) noexcept nogil:
    """The mask of a roll once its class c has gone to the place `at`, past those between."""
    cdef u64 one = 63, moving = mask >> FACES * c & one
    cdef int low = min(c, at), high = max(c, at)
    cdef u64 before = mask & ((<u64> 1 << FACES * low) - 1)
    cdef u64 behind = mask >> FACES * (high + 1) << FACES * (high + 1)
    cdef u64 between = mask & ~before & ~behind & ~(one << FACES * c)
    between = between << FACES if at < c else between >> FACES if at > c else between
    return before | moving << FACES * at | between | behind


cdef inline u64 placed(u64 mask, int classes, const int *place) noexcept nogil:
    """The mask of a roll once its classes have gone to these places."""
    cdef u64 found = 0
    cdef int c
    for c in range(classes):
        found |= (mask >> FACES * c & 63) << FACES * place[c]
    return found


cdef inline int wins(const Rules *r, const u32 *ids) noexcept nogil:
    cdef u8 counts[MAX_CELLS]
    cdef int c, f, node = 2, span, n
    memset(counts, 0, r.cells)
    for c in range(r.classes):
        if r.size[ids[c]]:
            for f in range(FACES):
                counts[r.cell[c * FACES + f]] += r.faces[ids[c] * FACES + f]
    for c in range(r.cells):
        span = r.start[node + 1] - r.start[node] - 1
        n = counts[c]
        node = r.edges[r.start[node] + (n if n < span else span)]
        if node < 2:
            return node
    return 0


cdef struct Known:          # the rolls found so far
    u128 *slots             # open addressing: a roll's key and its number, or 0
    u32 *rolls
    u64 *filling            # the dice that would fill each; or NULL
    long long mask, n, room


cdef inline long long home(const Known *k, u128 key) noexcept nogil:
    return <long long> (mix(<u64> key ^ mix(<u64> (key >> 64) + 0x9E3779B97F4A7C15ULL))) & k.mask


cdef inline long long spot(const Known *k, u128 key, long long at) noexcept nogil:
    while k.slots[at] and k.slots[at] >> NUMBER != key:
        at = (at + 1) & k.mask
    return at


cdef int enlarge(Known *k, int classes) noexcept nogil:
    """Twice the room; 0 if there is none."""
    cdef long long i, size = k.mask + 1
    cdef u64 *filling
    cdef u128 *old = k.slots
    cdef u32 *rolls = <u32 *> realloc(k.rolls, 2 * k.room * classes * sizeof(u32))
    if rolls == NULL:
        return 0
    k.rolls = rolls
    if k.filling != NULL:
        filling = <u64 *> wide(2 * k.room * sizeof(u64))
        if filling == NULL:
            return 0
        memcpy(filling, k.filling, k.n * sizeof(u64))
        free(k.filling)
        k.filling = filling
    k.slots = <u128 *> wide(2 * size * sizeof(u128))
    if k.slots == NULL:
        k.slots = old
        return 0
    k.room *= 2
    k.mask = 2 * size - 1
    for i in range(size):
        if old[i]:
            k.slots[spot(k, old[i] >> NUMBER, home(k, old[i] >> NUMBER))] = old[i]
    free(old)
    return 1


cdef inline u32 room_for(const Rules *r, const u32 *roll) noexcept nogil:
    """The classes that one more die may be of, as a mask."""
    cdef int c, p, composition = 0
    cdef u32 found = 0
    cdef int digit[MAX_CLASSES]
    digit[0] = 1
    for c in range(r.classes):
        if c:
            digit[c] = digit[c - 1] * r.base
        composition += digit[c] * r.size[roll[c]]
    for c in range(r.classes):
        if r.add[roll[c] * FACES] < 0:
            continue
        p = c  # of classes of a group with as many dice the first has the die, once they are in order
        while p and r.group[p - 1] == r.group[p] and r.size[roll[p - 1]] == r.size[roll[p]]:
            p -= 1
        p = composition + digit[p]
        found |= <u32> (r.allowed[p >> 3] >> (p & 7) & 1) << c
    return found


cdef inline int with_die(const Rules *r, const u32 *stood, int c, u32 more, u32 *ids) noexcept nogil:
    """A roll, as it stands, with one more die in class c: where that class stands then."""
    cdef int at = gone_to(&r.order, stood, c, more), d
    for d in range(r.classes):
        ids[place_after(c, at, d)] = stood[d]
    ids[at] = more
    return at


cdef inline u128 key_of(const Rules *r, const u32 *ids) noexcept nogil:
    cdef u128 key = 0
    cdef int d
    for d in range(r.classes):
        key = key << r.width | ids[d]
    return key


cdef inline bint as_before(const Rules *r, const u32 *roll, int c) noexcept nogil:
    """Whether a class is like the one before it, so that a die more in it leads to the same."""
    return c and r.group[c - 1] == r.group[c] and roll[c - 1] == roll[c]


cdef inline void add_up(const Rules *r, const u32 *roll, const int *entries, const int *gone, const int *place,
                        u64 won, u64 *filling) noexcept nogil:
    """What would fill the rolls that a row leads to, from what would fill the row, which has classes gone to places."""
    cdef int c, i
    cdef u64 stood = placed(won, r.classes, gone)
    for c in range(r.classes):
        if as_before(r, roll, c):
            continue
        for i in range(c * FACES, (c + 1) * FACES):
            if entries[i] > 0:
                filling[entries[i] - 1] |= settled(stood, gone[c], place[i])


cdef long long number_of(const Rules *r, Known *known, u128 key, long long home_of, long long most) noexcept nogil:
    """The number of a roll, a new one for a new roll; 0 for too many, -1 without memory."""
    cdef int c
    cdef long long at = spot(known, key, home_of)
    if known.slots[at]:
        return <long long> (known.slots[at] & (((<u128> 1) << NUMBER) - 1))
    if known.n == most:
        return 0
    if known.n == known.room:
        if not enlarge(known, r.classes):
            return -1
        at = spot(known, key, home(known, key))
    for c in range(r.classes):
        known.rolls[known.n * r.classes + c] = (
            <u32> (key >> r.width * (r.classes - 1 - c)) & ((<u32> 1 << r.width) - 1)
        )
    known.n += 1
    known.slots[at] = key << NUMBER | <u128> known.n
    return known.n


cdef int lead_on(const Rules *r, const u32 *rolls, const u64 *won, long long n, Known *known, int *table,
                 long long most) noexcept nogil:
    """Number every roll with one more die, and tell what would fill it from the rolls of one die less.

    Memory is asked for a while before it is looked at: the places of rolls a row ahead, and what would fill them a row
    behind. 0 is returned for too many rolls, -1 without memory.
    """
    cdef long long row, mask = 0, number
    cdef int c, f, i, at_class, now, was, width = r.classes * FACES
    cdef int place[3][MAX_CLASSES * FACES]
    cdef int gone[3][MAX_CLASSES]
    cdef u32 room, more
    cdef u32 ids[MAX_CLASSES]
    cdef u32 roll[MAX_CLASSES]
    cdef u128 base
    cdef u128 keys[2][MAX_CLASSES * FACES]
    cdef long long homes[2][MAX_CLASSES * FACES]
    cdef int *entries
    for row in range(n + 2):
        if row < n:
            now = row % 3
            entries = table + row * width
            room = room_for(r, rolls + row * r.classes)
            stand(&r.order, rolls + row * r.classes, roll, gone[now])
            base = key_of(r, roll)
            for c in range(r.classes):
                at_class = gone[now][c]
                if as_before(r, rolls + row * r.classes, c):
                    continue
                for f in range(FACES):
                    i = c * FACES + f
                    if not room >> c & 1:
                        entries[i] = -1
                    elif won[row] >> i & 1:
                        entries[i] = 0
                    else:
                        entries[i] = 1
                        more = grown(&r.order, rolls + row * r.classes, c, f)
                        place[now][i] = gone_to(&r.order, roll, at_class, more)
                        if place[now][i] == at_class:
                            keys[row & 1][i] = base + (
                                (<u128> more - roll[at_class]) << r.width * (r.classes - 1 - at_class))
                        else:
                            with_die(r, roll, at_class, more, ids)
                            keys[row & 1][i] = key_of(r, ids)
                        homes[row & 1][i] = home(known, keys[row & 1][i])
                        prefetch(known.slots + homes[row & 1][i])
        if known.filling != NULL and row > 1:
            was = (row - 2) % 3
            add_up(r, rolls + (row - 2) * r.classes, table + (row - 2) * width, gone[was], place[was], won[row - 2],
                   known.filling)
        if 0 < row <= n:
            was = (row - 1) & 1
            entries = table + (row - 1) * width
            for c in range(r.classes):
                if as_before(r, rolls + (row - 1) * r.classes, c):
                    memcpy(entries + c * FACES, entries + (c - 1) * FACES, FACES * sizeof(int))
                    continue
                for i in range(c * FACES, (c + 1) * FACES):
                    if entries[i] > 0:
                        if mask != known.mask:  # there is more room by now
                            homes[was][i] = home(known, keys[was][i])
                        number = number_of(r, known, keys[was][i], homes[was][i], most)
                        if number <= 0:
                            return <int> number
                        entries[i] = <int> number
                        if known.filling != NULL:
                            prefetch(known.filling + number - 1)
        if row < n and mask != known.mask:
            for c in range(r.classes):
                if not as_before(r, rolls + row * r.classes, c):
                    for i in range(c * FACES, (c + 1) * FACES):
                        if table[row * width + i] > 0:
                            homes[row & 1][i] = home(known, keys[row & 1][i])
        mask = known.mask
    return 1


cdef u64 even(const Rules *r, const u32 *ids, u64 mask) noexcept nogil:
    """The mask with what holds of one of several equal classes held of all: only the last of them was looked at."""
    cdef int c = 0, d, last
    cdef u64 block
    while c < r.classes:
        last = c
        block = mask >> FACES * c & 63
        while last + 1 < r.classes and r.group[last + 1] == r.group[c] and ids[last + 1] == ids[c]:
            last += 1
            block |= mask >> FACES * last & 63
        for d in range(c, last + 1):
            mask |= block << FACES * d
        c = last + 1
    return mask


cdef u64 mask_of(const Rules *r, const u32 *roll) noexcept nogil:
    """The dice of which one more fills the task."""
    cdef u64 found = 0
    cdef int c, f, more
    cdef u32 ids[MAX_CLASSES]
    for c in range(r.classes):
        for f in range(FACES):
            more = r.add[roll[c] * FACES + f]
            if more >= 0:
                memcpy(ids, roll, r.classes * sizeof(u32))
                ids[c] = <u32> more
                if wins(r, ids):
                    found |= <u64> 1 << (c * FACES + f)
    return found


cdef int set_up(Rules *r, const int[::1] add, const u8[::1] size, const u8[::1] faces, const int[::1] group,
                const int[::1] cell, const int[::1] diagram) except -1:
    r.classes = <int> group.shape[0]
    r.add, r.size, r.faces, r.group, r.cell = &add[0], &size[0], &faces[0], &group[0], &cell[0]
    r.cells = diagram[0]
    r.start = &diagram[3 + r.cells]
    r.edges = &diagram[4 + r.cells + diagram[1]]
    r.width = min(31, 96 // r.classes)
    return 0


def masks(
    const u32[::1] rolls, const int[::1] add, const u8[::1] size, const u8[::1] faces, const int[::1] group,
    const int[::1] cell, const int[::1] diagram,
):
    """For each roll the dice of which one more fills the task: bit class * 6 + number - 1."""
    cdef Rules r
    cdef long long i, n = rolls.shape[0] // group.shape[0]
    cdef c_array won = clone(array("Q"), n, True)
    set_up(&r, add, size, faces, group, cell, diagram)
    with nogil:
        for i in range(n):
            won.data.as_ulonglongs[i] = mask_of(&r, &rolls[i * r.classes])
    return won


def grow(
    const u32[::1] rolls, const u64[::1] won, const int[::1] add, const u8[::1] size, const u8[::1] faces,
    const int[::1] group, const int[::1] cell, const int[::1] diagram, const u32[::1] alike, const u8[::1] allowed,
    int base, bint together, long long most,
):
    """The rolls of one more die that do not fill the task, and the table that leads to them.

    Parameters
    ----------
    rolls : ids, shape (rolls of m - 1, classes)
    won : their masks
    alike : for each class and id the id that it goes by among the rolls of m dice; or empty
    together : whether m dice are so many that one is always left over
    most : rolls; None is returned when there are more

    Returns
    -------
    rolls : ids of the rolls of m dice
    table : shape (rolls of m - 1, classes, faces): number of a roll, 0 where the task is filled, -1 where the numbers
        of dice of each class are not among those allowed
    won : masks of the rolls of m dice
    """
    cdef Rules r
    cdef Known known
    cdef long long n = rolls.shape[0] // group.shape[0], i
    cdef int done
    cdef c_array table = clone(array("i"), n * group.shape[0] * FACES, False)
    cdef c_array found, after
    if n == 0:
        return array("I"), table, array("Q")
    set_up(&r, add, size, faces, group, cell, diagram)
    r.base, r.allowed = base, &allowed[0]
    set_order(&r.order, &add[0], size.shape[0], &group[0], r.classes, &alike[0], alike.shape[0])
    if r.cells > MAX_CELLS or size.shape[0] >> r.width:
        return None
    known.n, known.room = 0, 1024
    while known.room < 2 * n and known.room < most:
        known.room *= 2
    known.mask = 2 * known.room - 1
    known.rolls = <u32 *> malloc(known.room * r.classes * sizeof(u32))
    known.slots = <u128 *> wide(2 * known.room * sizeof(u128))
    known.filling = <u64 *> wide(known.room * sizeof(u64)) if together else NULL
    try:
        if known.rolls == NULL or known.slots == NULL or (together and known.filling == NULL):
            raise MemoryError("no memory left for the rolls")
        with nogil:
            done = lead_on(&r, &rolls[0], &won[0], n, &known, table.data.as_ints, most)
        if done < 0:
            raise MemoryError("no memory left for the rolls")
        if not done:
            return None
        found = clone(array("I"), known.n * r.classes, False)
        memcpy(found.data.as_voidptr, known.rolls, known.n * r.classes * sizeof(u32))
        if not together:
            return found, table, masks(found, add, size, faces, group, cell, diagram) if known.n else array("Q")
        after = clone(array("Q"), known.n, False)
        with nogil:
            for i in range(known.n):
                after.data.as_ulonglongs[i] = even(&r, known.rolls + i * r.classes, known.filling[i])
        return found, table, after
    finally:
        free(known.rolls)
        free(known.slots)
        free(known.filling)


def next_allowed(
    const u32[::1] rolls, const int[::1] add, const u8[::1] size, const int[::1] group, const u8[::1] allowed, int base,
):
    """For each roll the classes that one more die may be of, as a mask."""
    cdef Rules r
    cdef long long row, n = rolls.shape[0] // group.shape[0]
    cdef c_array found = clone(array("I"), n, True)
    r.classes, r.base = <int> group.shape[0], base
    r.add, r.size, r.group, r.allowed = &add[0], &size[0], &group[0], &allowed[0]
    with nogil:
        for row in range(n):
            found.data.as_uints[row] = room_for(&r, &rolls[row * r.classes])
    return found
