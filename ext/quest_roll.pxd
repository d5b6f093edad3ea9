# Dice that an ability rolls, and the keys under which it is remembered what comes of it; header only.
#
# Dice that an ability has named are kept in nine bits each, sorted: how often it may still be rolled, and the die.

from quest_hand cimport FACES, HAND, MOST_DICE, Slot, ahead, kinds_of, look, u64, with_die, without_die
from quest_means cimport AFTER_ROLL, USE, Around, Turn, remember

cdef enum:
    NAMED = 3           # dice that one ability rolls at most


cdef inline int named_with(int named, int die, int left) noexcept nogil:
    cdef int one = left << 6 | die + 1, i, other
    cdef int found = 0, n = 0
    for i in range(NAMED):
        other = named >> 9 * i & 511
        if one > other:
            found |= one << 9 * n
            n += 1
            one = -1
        if other:
            found |= other << 9 * n
            n += 1
    return found


cdef inline int named_without(int named, int which) noexcept nogil:
    return named & (1 << 9 * which) - 1 | named >> 9 * (which + 1) << 9 * which


cdef inline int use_of(Turn *t, int op, int named, int fresh, int in_air) noexcept nogil:
    """A number for an ability that has named dice and may name more, and perhaps for a die that is being rolled."""
    cdef u64[2] key
    cdef Slot *slot
    cdef int number
    key[0], key[1] = <u64>USE << HAND, <u64>named | <u64>fresh << 27 | <u64>op << 30 | <u64>in_air << 40
    slot = look(&t.memory, key)
    if slot.key[0]:
        return <int>slot.value
    t.used += 1
    number = t.used
    if number >> 18:
        t.failed = True
        return 0
    remember(t, key, number)
    return number


cdef inline int all_done(int named) noexcept nogil:
    cdef int i, done = 0
    for i in range(NAMED):
        done |= (named >> 9 * i & 63) << 9 * i
    return done


cdef inline void roll_of(
    const Turn *t, int op, u64 *hand, int *named, int *fresh, int which, int die, int *left
) noexcept nogil:
    """Take up the die that is rolled: a named one, or one of the hand if `which` is negative."""
    if which >= 0:
        left[0] = (named[0] >> 9 * which & 511) >> 6
        named[0] = named_without(named[0], which)
        return
    left[0] = t.op[op].times
    hand[0] = without_die(&t.faces, hand[0], die)
    fresh[0] -= 1
    if t.op[op].apart:
        named[0] = all_done(named[0])


cdef inline bint ended(const Turn *t, u64 hand, int named, int fresh, u64 *whole) noexcept nogil:
    """Whether nothing can be rolled any more, and the hand with the named dice."""
    cdef int i, one
    cdef bint found = fresh == 0 or not hand
    whole[0] = hand
    for i in range(NAMED):
        one = named >> 9 * i & 511
        if one:
            whole[0] = with_die(&t.faces, whole[0], (one & 63) - 1)
            found &= one >> 6 == 0
    return found


cdef inline int rollable(const Turn *t, u64 hand, int named, int fresh, int *which, int *die) noexcept nogil:
    """The dice that can be rolled next; how many they are."""
    cdef int i, n, one, count = 0
    cdef int[MOST_DICE] dice
    for i in range(NAMED):
        one = named >> 9 * i & 511
        if one >> 6:
            which[count], die[count] = i, (one & 63) - 1
            count += 1
    if fresh:
        n = kinds_of(&t.faces, hand, dice)
        for i in range(n):
            which[count], die[count] = -1, dice[i]
            count += 1
    return count


cdef inline void roll_key(
    Turn *t, const Around *at, int op, u64 *hand, int *named, int *fresh, int which, int die, int node, int *left,
    u64 *key
) noexcept nogil:
    """Take up the die that is rolled, and the key of what comes of it: what it showed before does not matter."""
    roll_of(t, op, hand, named, fresh, which, die, left)
    key[0] = hand[0] | <u64>AFTER_ROLL << HAND | <u64>node << HAND + 4
    key[1] = <u64>at.context | <u64>at.board << 24
    key[1] |= <u64>use_of(t, op, named[0], fresh[0], die // FACES + 1 << 3 | left[0]) << 46


cdef inline void before_roll(
    Turn *t, const Around *at, int op, u64 hand, int named, int fresh, int which, int die, int node
) noexcept nogil:
    """Have memory brought near that tells what comes of a roll."""
    cdef u64[2] key
    cdef int left = 0
    roll_key(t, at, op, &hand, &named, &fresh, which, die, node, &left, key)
    ahead(&t.memory, key)
