# What can be done in a turn without any chance; header only.
#
# What can be done from a node of companions, gnomes and snacks is put together once: its ways, each of them a list of
# abilities on dice that can all be used, and what is kept then that is worth something itself.

from libc.stdlib cimport qsort, realloc

from quest_hand cimport COLOURS, FACES, HAND, MOST_DICE, OF_COLOUR, Slot, dice_of, i64, look, shown, u64
from quest_means cimport (
    BUNDLE, COMPARED, LIST, LOWER, MOST_LISTS, MOST_ROLLS, REROLL, SHIFT, Turn, Way, remember, spend,
)

cdef enum:
    MOST_WAYS = 1 << 26

# ---- lists of abilities --------------------------------------------------------------------------------------

cdef inline int list_with(Turn *t, int ops, int op) noexcept nogil:
    """The list with one more ability."""
    cdef u64[2] key
    cdef Slot *slot
    cdef int rest, first
    if ops and t.first[ops] < op:
        first, rest = t.first[ops], list_with(t, t.rest[ops], op)
    else:
        first, rest = op, ops
    key[0], key[1] = <u64>LIST << HAND, <u64>rest << 16 | first
    slot = look(&t.memory, key)
    if slot.key[0]:
        return <int>slot.value
    if t.lists == MOST_LISTS or not remember(t, key, t.lists):
        t.failed = True
        return 0
    t.first[t.lists], t.rest[t.lists] = first, rest
    t.has[t.lists] = t.has[rest] | <u64>1 << (first & 63)
    t.turns[t.lists] = t.turns[rest] and t.op[first].does == SHIFT
    t.length[t.lists] = min(255, t.length[rest] + 1)
    t.lists += 1
    return t.lists - 1


cdef inline int list_sum(Turn *t, int one, int other) noexcept nogil:
    while other:
        one = list_with(t, one, t.first[other])
        other = t.rest[other]
    return one


cdef inline int list_of_both(Turn *t, int one, int other) noexcept nogil:
    """The shortest list of which both are part."""
    cdef int rest
    if not one or not other:
        return one + other
    if t.first[one] < t.first[other]:
        return list_with(t, list_of_both(t, t.rest[one], other), t.first[one])
    rest = t.rest[one] if t.first[one] == t.first[other] else one
    return list_with(t, list_of_both(t, rest, t.rest[other]), t.first[other])


cdef inline bint within(const Turn *t, int few, int many) noexcept nogil:
    """Whether a list is part of another."""
    while few:
        while many and t.first[many] < t.first[few]:
            many = t.rest[many]
        if not many or t.first[many] != t.first[few]:
            return False
        few, many = t.rest[few], t.rest[many]
    return True

# ---- bundles -------------------------------------------------------------------------------------------------

cdef inline void learn_wakes(Turn *t, int nodes) noexcept nogil:
    """How many dice of each colour can wake somebody from each node on: as many as a hand has, where it goes round."""
    cdef int i, c, node, most
    cdef bint more = True
    while more:
        more = False
        for node in range(nodes - 1, -1, -1):
            most = t.wakes[node]
            for i in range(t.next_from[node], t.next_from[node + 1]):
                most = most_of_each(most, t.wakes[t.next[i]])
            for i in range(t.use_from[node], t.use_from[node + 1]):
                most = most_of_each(most, t.wakes[t.use[2 * i + 1]])
            for c in range(COLOURS):
                for i in range(t.wake_from[COLOURS * node + c], t.wake_from[COLOURS * node + c + 1]):
                    most = most_of_each(most, one_more(t.wakes[t.wake[2 * i]], c))
            more |= most != t.wakes[node]
            t.wakes[node] = most


cdef inline int one_more(int numbers, int colour) noexcept nogil:
    return numbers if (numbers >> 2 * colour & 3) == 3 else numbers + (1 << 2 * colour)


cdef inline int most_of_each(int one, int other) noexcept nogil:
    cdef int c, found = 0
    for c in range(COLOURS):
        found |= max(one & 3 << 2 * c, other & 3 << 2 * c)
    return found


cdef inline int least_of_each(int one, int other) noexcept nogil:
    cdef int c, found = 0
    for c in range(COLOURS):
        found |= min(one & 3 << 2 * c, other & 3 << 2 * c)
    return found


cdef inline void add_way(Turn *t, int start, int ops, int worth) noexcept nogil:
    cdef int i = t.place[ops]
    cdef Way *way
    spend(t, COMPARED)
    if start <= i < t.ways and t.way[i].ops == ops:
        t.way[i].worth = max(t.way[i].worth, worth)
        return
    if t.ways == t.ways_room:
        way = <Way *>realloc(t.way, 2 * t.ways_room * sizeof(Way)) if t.ways < MOST_WAYS else NULL
        if way == NULL:
            t.failed = True
            return
        t.way = way
        t.ways_room *= 2
    t.place[ops] = t.ways
    t.way[t.ways].ops, t.way[t.ways].number, t.way[t.ways].worth = ops, t.length[ops], worth
    t.ways += 1


cdef inline i64 bundle(Turn *t, int node, int dice) noexcept nogil:
    """What can be done at the end without chance: where its ways begin, times 2^20, and how many they are.

    dice: how many of each colour can wake a companion, two bits each. The first way uses no ability on dice.
    """
    cdef u64 key[2]
    cdef Slot *slot
    cdef int i, j, c, start, passing, less
    cdef i64 other
    dice = least_of_each(dice, t.wakes[node])
    key[0], key[1] = <u64>BUNDLE << HAND | <u64>node << HAND + 4, dice
    slot = look(&t.memory, key)
    if slot.key[0] or t.failed:
        return <i64>slot.value
    for passing in range(2):  # others first, so that its own ways stand side by side
        if passing:
            start = t.ways
            add_way(t, start, 0, t.end[node])
        for i in range(t.next_from[node], t.next_from[node + 1]):
            other = bundle(t, t.next[i], dice)
            if passing:
                for j in range(other >> 20, (other >> 20) + (other & 0xfffff)):
                    add_way(t, start, t.way[j].ops, t.way[j].worth)
        for i in range(t.use_from[node], t.use_from[node + 1]):
            if t.op[t.use[2 * i]].does == REROLL:
                continue
            other = bundle(t, t.use[2 * i + 1], dice)
            if passing:
                for j in range(other >> 20, (other >> 20) + (other & 0xfffff)):
                    add_way(t, start, list_with(t, t.way[j].ops, t.use[2 * i]), t.way[j].worth)
        for c in range(COLOURS):
            if not dice >> 2 * c & 3:
                continue
            less = dice - (1 << 2 * c)
            for i in range(t.wake_from[COLOURS * node + c], t.wake_from[COLOURS * node + c + 1]):
                other = bundle(t, t.wake[2 * i], less)
                if passing:
                    for j in range(other >> 20, (other >> 20) + (other & 0xfffff)):
                        add_way(t, start, t.way[j].ops, t.way[j].worth)
        if t.failed:
            return 0
    sort_ways(t, start)
    other = <i64>start << 20 | (t.ways - start)
    remember(t, key, other)
    return other


cdef inline bint is_worse(Turn *t, int start, int end, const Way *way) noexcept nogil:
    """Whether one of some ways, which keep no less, can do all that another can."""
    cdef int i
    spend(t, COMPARED * (end - start))
    for i in range(start, end):
        if not t.has[way.ops] & ~t.has[t.way[i].ops] and within(t, way.ops, t.way[i].ops):
            return True
    return False


cdef inline void sort_ways(Turn *t, int start) noexcept nogil:
    """Those that keep most first, but for the one without abilities; without those that are worse than others."""
    cdef int i, top = 0, end = start + 1
    qsort(t.way + start + 1, t.ways - start - 1, sizeof(Way), by_worth)
    for i in range(start + 1, t.ways):
        if not is_worse(t, start + 1, end, t.way + i):
            t.way[end] = t.way[i]
            top = list_of_both(t, top, t.way[i].ops)
            end += 1
    t.ways = end
    for i in range(start + 1, end):
        if t.way[i].ops == top:
            t.way[start].top = top
            return
    t.way[start].top = -1 if top and t.rest[top] and t.rest[t.rest[top]] else top


cdef inline int by_worth(const void *one, const void *other) noexcept nogil:
    """Order by what is kept, the most first; of those that are equal the ones that can do most."""
    cdef const Way *a = <const Way *>one
    cdef const Way *b = <const Way *>other
    if a.worth != b.worth:
        return 1 if a.worth < b.worth else -1
    return (b.number > a.number) - (b.number < a.number)


cdef inline int kept(Turn *t, int node, int dice) noexcept nogil:
    """What the end is worth besides the cards, if no more abilities on dice are used."""
    cdef u64 key[2]
    cdef Slot *slot
    cdef int i, c, most
    dice = least_of_each(dice, t.wakes[node])
    key[0], key[1] = <u64>BUNDLE << HAND | <u64>node << HAND + 4, <u64>1 << LOWER | dice
    slot = look(&t.memory, key)
    if slot.key[0] or t.failed:
        return <int>slot.value
    most = t.end[node]
    for i in range(t.next_from[node], t.next_from[node + 1]):
        most = max(most, kept(t, t.next[i], dice))
    for c in range(COLOURS):
        if dice >> 2 * c & 3:
            for i in range(t.wake_from[COLOURS * node + c], t.wake_from[COLOURS * node + c + 1]):
                most = max(most, kept(t, t.wake[2 * i], dice - (1 << 2 * c)))
    remember(t, key, most)
    return most


cdef inline int wakers(const Turn *t, u64 hand, u64 which, bint pairs) noexcept nogil:
    """How many dice of each colour there are among these kinds, two bits each; perhaps with pairs of equal numbers."""
    cdef int[MOST_DICE] dice
    cdef int[FACES] equal
    cdef int i, n = dice_of(&t.faces, hand, dice), found = 0
    if pairs:
        for i in range(FACES):
            equal[i] = 0
        for i in range(n):
            equal[dice[i] % FACES] += 1
    for i in range(n):
        if which >> dice[i] & 1 or (pairs and equal[dice[i] % FACES] > 1):
            found += 1 << 2 * (dice[i] // FACES)
    return found


cdef inline int wakers_at_end(const Turn *t, u64 hand) noexcept nogil:
    """How many dice of each colour wake somebody for sure when all are placed at the end, one after the other.

    Equal dice may be a pair, and that is placed at once: what one of them wakes the other cannot wake again.
    """
    cdef int[MOST_DICE] dice
    cdef int i, n = dice_of(&t.faces, hand, dice), found = wakers(t, hand, t.takes, t.pairs)
    if not t.pairs:
        return found
    i = 1
    while i < n:
        if dice[i] == dice[i - 1]:
            found -= 1 << 2 * (dice[i] // FACES)
            i += 1
        i += 1
    return found


cdef inline int wakers_ever(const Turn *t, u64 hand) noexcept nogil:
    """The same for what the dice can become."""
    cdef int c, n = 0, found = 0
    for c in range(COLOURS):
        n += t.faces.size[shown(hand, c)]
    for c in range(COLOURS):
        if t.recolours:
            found |= min(n, OF_COLOUR) << 2 * c
        elif t.ever[c]:
            found |= t.faces.size[shown(hand, c)] << 2 * c
    return found

cdef inline int most_rolls(Turn *t, int node, int dice, int number) noexcept nogil:
    """How many dice can be rolled at most from a node on, with so many dice of each colour and together."""
    cdef u64 key[2]
    cdef Slot *slot
    cdef int i, c, more, most = 0
    if not t.rolls[node] or not number:
        return 0
    dice = least_of_each(dice, t.wakes[node])
    key[0], key[1] = <u64>MOST_ROLLS << HAND | <u64>node << HAND + 4, <u64>number << 12 | dice
    slot = look(&t.memory, key)
    if slot.key[0] or t.failed:
        return <int>slot.value
    for i in range(t.next_from[node], t.next_from[node + 1]):
        most = max(most, most_rolls(t, t.next[i], dice, number))
    for i in range(t.use_from[node], t.use_from[node + 1]):
        more = 0
        if t.op[t.use[2 * i]].does == REROLL:
            more = min(number, t.op[t.use[2 * i]].dice) * t.op[t.use[2 * i]].times
        most = max(most, more + most_rolls(t, t.use[2 * i + 1], dice, number))
    for c in range(COLOURS):
        if dice >> 2 * c & 3:
            for i in range(t.wake_from[COLOURS * node + c], t.wake_from[COLOURS * node + c + 1]):
                more = dice if t.recolours else dice - (1 << 2 * c)
                most = max(most, most_rolls(t, t.wake[2 * i], more, number - 1))
    remember(t, key, most)
    return most


cdef inline int most_kept(Turn *t, int node, int dice, int number) noexcept nogil:
    """What the end is worth at most besides the cards from a node on, whatever is used; dice and number as above."""
    cdef u64 key[2]
    cdef Slot *slot
    cdef int i, c, most
    dice = least_of_each(dice, t.wakes[node])
    key[0], key[1] = <u64>MOST_ROLLS << HAND | <u64>node << HAND + 4, <u64>1 << LOWER | <u64>number << 12 | dice
    slot = look(&t.memory, key)
    if slot.key[0] or t.failed:
        return <int>slot.value
    most = t.end[node]
    for i in range(t.next_from[node], t.next_from[node + 1]):
        most = max(most, most_kept(t, t.next[i], dice, number))
    for i in range(t.use_from[node], t.use_from[node + 1]):
        most = max(most, most_kept(t, t.use[2 * i + 1], dice, number))
    for c in range(COLOURS if number else 0):
        if dice >> 2 * c & 3:
            for i in range(t.wake_from[COLOURS * node + c], t.wake_from[COLOURS * node + c + 1]):
                most = max(most, most_kept(
                    t, t.wake[2 * i], dice if t.recolours else dice - (1 << 2 * c), number - 1
                ))
    remember(t, key, most)
    return most
