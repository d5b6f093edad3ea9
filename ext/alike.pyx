# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""Which rolls are alike for so many tokens, and so have the same chances with whatever these can be?

Rolls of m dice are numbered as the growth kernel has them, and have classes: class 0 fills the task, and rolls of a
class have the same chances with so many tokens. With one token more a roll is known by what its dice can become: for
each of them the row of classes that another die in its place leads to, and for one more die the row of the roll itself.
Rows are made of parts: along a class of colours lie the six numbers that a die can be turned to or rolled, across the
classes the colours that it can be given. Equal rows and parts are numbered as one; the kernel of uses tells their
worth. What is worth the same is one again, and a roll is the set of what its dice are worth.

Numbers of lists that can be empty begin with 1, and 0 is nothing.
"""

from array import array

from cpython.array cimport array as c_array, clone
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from collect cimport Sets, close_sets, open_sets, with_number
from rows cimport Rows, checked, close_rows, open_rows, prefetch, put, u32, u64, wide

ctypedef unsigned char u8

cdef enum:
    FACES = 6
    MAX_CLASSES = 6
    ROOM = 6            # bits for the room for dice of a class of colours, of which there are 5 at most

cdef u32 NONE = 0xFFFFFFFF      # cannot be


cdef c_array taken(const Rows *s):
    cdef c_array found = clone(array("I"), s.n * s.width, False)
    memcpy(found.data.as_voidptr, s.rows, s.n * s.width * sizeof(u32))
    return found


def distinct(const u32[::1] rows, long long width):
    """Equal rows made one: the number of each row, from 0 in the order of their first, and the unlike ones."""
    cdef long long n = rows.shape[0] // width, i, at = 0
    cdef Rows s
    cdef c_array ids = clone(array("I"), n, False)
    try:
        if not open_rows(&s, width):
            raise MemoryError("no memory left for the rolls")
        with nogil:
            for i in range(n):
                at = put(&s, &rows[i * width])
                if at < 0:
                    break
                ids.data.as_uints[i] = <u32> at
        checked(at)
        return ids, taken(&s)
    finally:
        close_rows(&s)


cdef inline u32 room_left(const u32 *ids, int kinds, const u8 *size, const int *room, int most) noexcept nogil:
    """How many more dice of each class of colours there may be, up to so many, in six bits each."""
    cdef u32 found = 0
    cdef int c, left
    for c in range(kinds):
        left = room[c] - size[ids[c]]
        if left > 0:
            found |= <u32> (left if left < most else most) << ROOM * c
    return found


def look(
    const int[::1] table, int width, const u32[::1] classes, const u32[::1] rolls, const u8[::1] size,
    const int[::1] room, int most, const int[::1] cells, const u32[:, ::1] others,
):
    """The rows of rolls with one more die, by the classes of what they lead to.

    Parameters
    ----------
    table : shape (rolls, width), as the growth kernel has it
    classes : of the rolls it leads to, by number
    rolls, size : the ids of the rolls, and the dice of each id
    room : how many of each class of colours there may be in a roll
    most : up to so many dice it matters for how many there is room
    cells, others : further columns: a place in the row, and the classes of the rolls in other circumstances

    Returns
    -------
    ids : the number of each row among the unlike ones
    rows : the unlike ones, with the further columns and the room for dice of each class of colours
    """
    cdef int x, k, kinds = width // FACES, more = <int> cells.shape[0], total = width + more + 1
    cdef long long n = rolls.shape[0] // kinds, i, at = 0
    cdef const int *entry
    cdef u32 *row = <u32 *> malloc(total * sizeof(u32))
    cdef Rows s
    cdef c_array ids = clone(array("I"), n, False)
    try:
        if not open_rows(&s, total) or row == NULL:
            raise MemoryError("no memory left for the rolls")
        with nogil:
            for i in range(n):
                entry = &table[i * width]
                for x in range(width):
                    row[x] = NONE if entry[x] < 0 else classes[entry[x]]
                for k in range(more):
                    row[width + k] = NONE if entry[cells[k]] < 0 else others[k, entry[cells[k]]]
                row[total - 1] = room_left(&rolls[i * kinds], kinds, &size[0], &room[0], most)
                at = put(&s, row)
                if at < 0:
                    break
                ids.data.as_uints[i] = <u32> at
        checked(at)
        return ids, taken(&s)
    finally:
        free(row)
        close_rows(&s)


def look_last(
    const u64[::1] won, const u32[::1] allowed, const u32[::1] rolls, const u8[::1] size, const int[::1] room, int most,
    const int[::1] cells,
):
    """The same where it only matters whether one more die fills the task: class 0, else 1.

    won : the dice that do, as the growth kernel has them; allowed : the classes of colours that one more may be of
    """
    cdef int kinds = <int> room.shape[0], width = kinds * FACES, x, more = <int> cells.shape[0]
    cdef int total = width + more + 1
    cdef long long n = won.shape[0], i, at = 0
    cdef u32 key[4]
    cdef Rows s
    cdef c_array ids = clone(array("I"), n, False)
    cdef c_array rows
    cdef u32 *row
    cdef u64 mask
    try:
        if not open_rows(&s, 4):
            raise MemoryError("no memory left for the rolls")
        with nogil:
            for i in range(n):
                key[0], key[1], key[2] = <u32> won[i], <u32> (won[i] >> 32), allowed[i]
                key[3] = room_left(&rolls[i * kinds], kinds, &size[0], &room[0], most)
                at = put(&s, key)
                if at < 0:
                    break
                ids.data.as_uints[i] = <u32> at
        checked(at)
        rows = clone(array("I"), s.n * total, False)
        for i in range(s.n):
            row = rows.data.as_uints + i * total
            mask = <u64> s.rows[4 * i + 1] << 32 | s.rows[4 * i]
            for x in range(width):
                row[x] = NONE if not s.rows[4 * i + 2] >> (x // FACES) & 1 else 1 - <u32> (mask >> x & 1)
            for x in range(more):
                row[width + x] = row[cells[x]]
            row[total - 1] = s.rows[4 * i + 3]
        return ids, rows
    finally:
        close_rows(&s)


def parts(const u32[::1] rows, int length, int width, bint across):
    """Parts of rows, equal ones numbered as one.

    Returns
    -------
    ids : along the classes of colours: of each row and class; across them: of each row and number
    unlike : along: six entries; across: one for each class, and the room for dice of each
    """
    cdef int kinds = width // FACES, k, j, each = FACES if across else kinds, size = kinds + 1 if across else FACES
    cdef long long n = rows.shape[0] // length, i, at = 0
    cdef u32 part[MAX_CLASSES + 1]
    cdef Rows s
    cdef c_array ids = clone(array("I"), n * each, False)
    try:
        if not open_rows(&s, size):
            raise MemoryError("no memory left for the rolls")
        with nogil:
            for i in range(n):
                for k in range(each):
                    if across:
                        for j in range(kinds):
                            part[j] = rows[i * length + j * FACES + k]
                        part[kinds] = rows[(i + 1) * length - 1]
                    else:
                        memcpy(part, &rows[i * length + k * FACES], FACES * sizeof(u32))
                    at = put(&s, part)
                    if at < 0:
                        break
                    ids.data.as_uints[i * each + k] = <u32> at
                if at < 0:
                    break
        checked(at)
        return ids, taken(&s)
    finally:
        close_rows(&s)


def given(const u32[::1] rows, int length, int width, const int[::1] columns, int dice):
    """For each die given, with the classes that each of so many dice taken for it leads to.

    columns : for each die taken and each given the column of the row that tells the class

    Returns
    -------
    ids : of each row and die given
    unlike : the die given, and the classes
    """
    cdef long long n = rows.shape[0] // length, i, at = 0
    cdef int x, y
    cdef u32 *part = <u32 *> malloc((dice + 1) * sizeof(u32))
    cdef Rows s
    cdef c_array ids = clone(array("I"), n * width, False)
    try:
        if not open_rows(&s, dice + 1) or part == NULL:
            raise MemoryError("no memory left for the rolls")
        with nogil:
            for i in range(n):
                for x in range(width):
                    part[0] = <u32> x
                    for y in range(dice):
                        part[1 + y] = NONE
                        if rows[i * length + x] != NONE:
                            part[1 + y] = rows[i * length + columns[y * width + x]]
                    at = put(&s, part)
                    if at < 0:
                        break
                    ids.data.as_uints[i * width + x] = <u32> at
                if at < 0:
                    break
        checked(at)
        return ids, taken(&s)
    finally:
        free(part)
        close_rows(&s)


def meet(
    int kinds, const u32[::1] along, const u32[::1] along_worth, const u32[::1] across, const u32[::1] across_worth,
    u32 across_from, const u32[::1] swaps, const u32[::1] swap_worth, u32 swaps_from,
):
    """For each die what it is made worth in three ways, after three times nothing: shape (1 + rows * kinds * faces, 3).

    along, across : the parts of each row; swaps : of each row and die, or empty
    along_worth : 1 + part * 6 + number -> worth; across_worth, swap_worth : 1 + part -> worth
    across_from, swaps_from : by how much worths of that kind are raised, so that all differ
    """
    cdef long long n = along.shape[0] // kinds, i
    cdef int c, f
    cdef u32 number
    cdef c_array found = clone(array("I"), (1 + n * kinds * FACES) * 3, True)
    cdef u32 *out = found.data.as_uints + 3
    with nogil:
        for i in range(n):
            for c in range(kinds):
                for f in range(FACES):
                    out[0] = along_worth[1 + along[i * kinds + c] * FACES + f]
                    if across_worth.shape[0]:
                        number = across_worth[1 + across[i * FACES + f]]
                        out[1] = number + across_from if number else 0
                    if swap_worth.shape[0]:
                        number = swap_worth[1 + swaps[(i * kinds + c) * FACES + f]]
                        out[2] = number + swaps_from if number else 0
                    out += 3
    return found


def one_more(const u32[::1] rows, int length, int kinds, const u32[::1] along, const u32[::1] worth):
    """What one more die of each class of colours is worth, 0 where there is no room: shape (1 + rows, kinds)."""
    cdef long long n = rows.shape[0] // length, i
    cdef int c
    cdef c_array found = clone(array("I"), (1 + n) * kinds, True)
    with nogil:
        for i in range(n):
            for c in range(kinds):
                if rows[(i + 1) * length - 1] >> ROOM * c & 63:
                    found.data.as_uints[(1 + i) * kinds + c] = worth[1 + along[i * kinds + c]]
    return found


def drawn(const u32[::1] rows, int length, int kinds, const u32[::1] along, const u32[::1] worth):
    """The same with the dice of each class that can be drawn: shape (1 + rows, 2 * kinds), worth and number."""
    cdef long long n = rows.shape[0] // length, i
    cdef int c
    cdef c_array found = clone(array("I"), (1 + n) * 2 * kinds, True)
    with nogil:
        for i in range(n):
            for c in range(kinds):
                found.data.as_uints[(1 + i) * 2 * kinds + 2 * c] = worth[1 + along[i * kinds + c]]
                found.data.as_uints[(1 + i) * 2 * kinds + 2 * c + 1] = rows[(i + 1) * length - 1] >> ROOM * c & 63
    return found


# ---- rolls by what they can come to

def gather(
    const int[::1] table, int width, const u32[::1] ids, const u32[::1] dice, const u32[::1] held,
    u32 held_from, const u32[::1] leads, const u32[::1] more, u32 more_from, const u32[::1] classes,
    const u32[::1] instead, u32 instead_from,
):
    """Rolls as sets of what they can be made worth.

    Parameters
    ----------
    table : from rolls of one die less
    ids : the row of each of these
    dice : what a die is made worth, 1 + row * width + place
    held : what it is made worth by rolling two, roll of one die less * classes of colours + class; or empty
    leads : the row that one more die leads to, by roll; or empty
    more : what it is worth, 1 + row
    classes : the classes of the rolls so far, by number
    instead : what it is worth to have something else instead, 1 + class
    held_from, more_from, instead_from : by how much worths of that kind are raised, so that all differ

    Returns
    -------
    found : the number of each roll among the unlike ones
    unlike : the sets of worths, filled up with 0
    length : of each of these
    """
    cdef int x, k, kinds = width // FACES, both = held.shape[0] > 0, most, leading = leads.shape[0] > 0
    cdef long long n = table.shape[0] // width, rolls = classes.shape[0] - 1, i, at = 0, of
    cdef u32 value
    cdef const int *entry
    cdef c_array found = clone(array("I"), rolls, False)
    cdef c_array unlike
    cdef u32 *worth = <u32 *> wide((rolls + 1) * sizeof(u32))  # [number]: the set of what the dice are worth so far
    cdef u32 row[3]
    cdef u32 *out
    cdef Rows s
    cdef Sets sets
    s.rows, s.slots = NULL, NULL
    sets.rows.rows, sets.rows.slots, sets.keys, sets.made = NULL, NULL, NULL, NULL
    most = width * (1 + both)  # dice that look the same are worth the same
    try:
        if worth == NULL or not open_sets(&sets, most) or not open_rows(&s, 3):
            raise MemoryError("no memory left for the rolls")
        with nogil:
            for i in range(n):
                entry = &table[i * width]
                if i + 1 < n:
                    for x in range(width):
                        if entry[width + x] > 0:
                            prefetch(worth + entry[width + x])
                of = <long long> ids[i] * width + 1
                for x in range(width):
                    k = entry[x]
                    if k > 0:
                        value = dice[of + x]
                        if x >= FACES and k == entry[x - FACES] and value == dice[of + x - FACES] and not both:
                            continue  # of a class like the one before it
                        if value:
                            at = with_number(&sets, worth[k], value)
                            if at < 0:
                                break
                            worth[k] = <u32> at
                        if both and held[i * kinds + x // FACES]:
                            at = with_number(&sets, worth[k], held[i * kinds + x // FACES] + held_from)
                            if at < 0:
                                break
                            worth[k] = <u32> at
                if at < 0:
                    break
            if at >= 0:
                for i in range(rolls):
                    row[0], row[1], row[2] = 0, 0, worth[i + 1]
                    if instead[1 + classes[i + 1]]:
                        row[0] = instead[1 + classes[i + 1]] + instead_from
                    if leading and more[1 + leads[i]]:
                        row[1] = more[1 + leads[i]] + more_from
                    at = put(&s, row)
                    if at < 0:
                        break
                    found.data.as_uints[i] = <u32> at
        checked(at)
        unlike = clone(array("I"), s.n * (most + 2), False)
        for i in range(s.n):
            out = unlike.data.as_uints + i * (most + 2)
            out[0], out[1] = s.rows[3 * i], s.rows[3 * i + 1]
            memcpy(out + 2, sets.rows.rows + <long long> s.rows[3 * i + 2] * most, most * sizeof(u32))
        return found, unlike, most + 2
    finally:
        free(worth)
        close_rows(&s)
        close_sets(&sets)


def through(const u32[::1] ids, const u32[::1] numbers):
    """The number of each of these."""
    cdef long long n = ids.shape[0], i
    cdef c_array found = clone(array("I"), n, False)
    with nogil:
        for i in range(n):
            found.data.as_uints[i] = numbers[ids[i]]
    return found


def split(const u32[::1] classes, const u32[::1] found):
    """Classes split by what their rolls are worth.

    Parameters
    ----------
    classes : so far, by number of the roll
    found : of each roll a number for what it is worth

    Returns
    -------
    classes : by number of the roll
    first : the first roll of each class, by number
    """
    cdef long long n = found.shape[0], i, at = 0
    cdef u32 pair[2]
    cdef Rows s
    cdef c_array after = clone(array("I"), n + 1, False)
    cdef c_array first
    try:
        if not open_rows(&s, 2):
            raise MemoryError("no memory left for the rolls")
        after.data.as_uints[0] = 0
        with nogil:
            for i in range(n):
                pair[0], pair[1] = classes[i + 1], found[i]
                at = put(&s, pair)
                if at < 0:
                    break
                after.data.as_uints[i + 1] = <u32> at + 1
        checked(at)
        first = clone(array("I"), s.n + 1, True)
        for i in range(n, 0, -1):
            first.data.as_uints[after.data.as_uints[i]] = <u32> i
        return after, first
    finally:
        close_rows(&s)


def tally(
    const u32[::1] classes, const u32[::1] rolls, const u8[::1] size, const u64[::1] ways, const int[::1] group,
    const int[::1] dice, long long known,
):
    """In how many ways a pool shows the rolls of each class, class 0 left out.

    Parameters
    ----------
    classes : by number of the roll
    ways : in how many ways dice show each multiset
    dice : of each class of colours, those of a group in descending order
    known : how many classes there are
    """
    cdef int kinds = <int> group.shape[0], c, d, same, equal
    cdef long long n = rolls.shape[0] // kinds, i
    cdef u64 here
    cdef const u32 *roll
    cdef c_array found = clone(array("Q"), known, True)
    with nogil:
        for i in range(n):
            roll = &rolls[i * kinds]
            here, same, equal = 1, 0, 0
            for c in range(kinds):
                if size[roll[c]] != dice[c]:
                    here = 0
                    break
                here *= ways[roll[c]]
                # classes of a group with as many dice can change places, where they show different numbers
                d = c and group[c] == group[c - 1] and dice[c] == dice[c - 1]
                same = same + 1 if d else 1
                equal = equal + 1 if d and roll[c] == roll[c - 1] else 1
                here = here * same / equal
            if here:
                found.data.as_ulonglongs[classes[i + 1]] += here
    return found
