# What can be brought to bear in a turn besides dice, and the turn as the kernel keeps it; header only.
#
# Companions, gnomes and snacks are a graph, see `solver/games/companion_quest/ready.py`. What can be done from a node
# without any chance is put together once: its ways, each of them a list of abilities on dice that can all be used, and
# what is kept then that is worth something itself.

from libc.stdlib cimport calloc, free, realloc

from allot cimport Scratch
from allot_read cimport Position
from quest_board cimport Boards
from quest_hand cimport (
    COLOURS, FACES, HAND, MOST_DICE, OF_COLOUR, Faces, Memory, Slot, dice_of, hash_of_key, i128, i64, know, look,
    shown, u64,
)

cdef enum:
    REROLL = 0          # what an ability does
    SHIFT = 1
    RECOLOUR = 2
    ANY_COLOUR = 3
    MOST_OPS = 200
    MOST_LISTS = 1 << 16
    MOST_CONTEXTS = 1 << 23
    AS_PLACED = 1       # what a key of the memory asks for
    DONE_BY = 2
    AT_MOST = 3
    EXACTLY = 4
    LOWER_THAN = 9      # a state is worth this at most
    ROLLING_AT_MOST = 5
    ROLLING = 6
    BUNDLE = 7
    MOST_ROLLS = 8
    MOST_CAPS = 17      # dice for which it is told what they come to at most
    ROLLING_LOWER = 10
    USE = 11
    NOT_BY = 12
    AFTER_ROLL = 13
    AFTER_ROLL_LOWER = 14
    LIST = 15
    LOWER = 63          # the bit of key[1] that tells of AT_MOST and DONE_BY that it is no more than that

cdef struct Op:
    int does
    int dice, times, apart      # of a reroll; apart: one die is done before the next
    int steps, ways             # of a shift; ways: 1 up, 2 down, 3 both
    int colours                 # that a die may become, bits

cdef struct Way:        # the abilities of a bundle, as a list, and what else the end is worth then
    int ops
    int worth
    int top             # of the first way of a bundle: a list that has those of all its ways; -1: too long to be asked

cdef struct Context:    # what has been done with dice that are no more in the hand
    u64 spent           # dice placed for the sake of a roll
    u64 placed          # dice that were placed, and those of them whose colour did not matter
    u64 wild
    int banked          # abilities that were used and have not been applied
    int bare            # the context without what is spent and banked

cdef struct Around:     # all that stays the same while an ability is used
    int board           # from which on dice find their spaces at the end only
    int context

cdef struct Turn:
    Position *cards
    Scratch *scratch
    Faces faces
    Memory memory
    Boards boards
    # companions, gnomes and snacks
    const int *end              # by node: progress if the turn ends
    const int *next_from        # what leads from it without any die
    const int *next
    const int *use_from         # abilities on dice: the ability, and the node after it
    const int *use
    const int *wake_from        # by node and colour: what a die wakes, and whether that can lead to a roll
    const int *wake
    const int *rolls            # whether a roll can follow
    int ops
    const Op *op
    bint banks                  # whether abilities without chance must be used to make others ready
    bint recolours
    bint pairs                  # a card takes dice in pairs
    bint returns                # dice may be returned one by one
    int there[COLOURS]          # dice of each colour in the hand, on the cards and in the supply together
    u64 takes                   # dice that some space takes one by one, whatever lies elsewhere
    int ever[COLOURS]           # whether a die of a colour can be one of those
    # lists of abilities, sorted; list 0 is empty
    int lists
    int *first
    int *rest
    u64 *has                    # the abilities on it, bits of their numbers modulo 64
    unsigned char *turns        # whether all of them only turn dice
    # contexts by their hash; context 0 is empty
    int contexts, contexts_room
    Context *context
    int *context_slot
    # ways of all bundles
    int ways, ways_room
    Way *way
    i64 effort, most_effort     # comparisons of ways, and how many may be made
    i128 cap[MOST_CAPS]         # what so many dice come to at most
    i128 unit                   # 6 ** rolls; of 128 bits, so that no product with it is narrower
    int shift
    bint failed
    void *search                # what the exact search keeps
    int used                    # how many dice and abilities in the middle of being rolled there are
    bint still                  # moves are judged as if nothing were rolled
    i128 passed                 # the highest bound of moves that were not kept


cdef inline bint remember(Turn *t, const u64 *key, i128 value) noexcept nogil:
    if not t.failed and not know(&t.memory, key, value):
        t.failed = True
    return not t.failed

# ---- contexts ------------------------------------------------------------------------------------------------

cdef inline int context_of(Turn *t, u64 spent, u64 placed, u64 wild, int banked) noexcept nogil:
    """The number of a context."""
    cdef u64[2] key
    cdef Context *found
    cdef int at, i, bare = 0
    if not (spent or placed or wild or banked):
        return 0
    if spent or banked:
        bare = context_of(t, 0, placed, wild, 0)
    key[0], key[1] = spent ^ <u64>banked << HAND, placed ^ wild << HAND
    at = <int>(hash_of_key(key) & <u64>(2 * t.contexts_room - 1))
    while t.context_slot[at]:
        found = t.context + t.context_slot[at]
        if found.spent == spent and found.placed == placed and found.wild == wild and found.banked == banked:
            return t.context_slot[at]
        at = (at + 1) & (2 * t.contexts_room - 1)
    if t.contexts == t.contexts_room:
        if not more_contexts(t):
            t.failed = True
            return 0
        at = <int>(hash_of_key(key) & <u64>(2 * t.contexts_room - 1))
        while t.context_slot[at]:
            at = (at + 1) & (2 * t.contexts_room - 1)
    i = t.contexts
    found = t.context + i
    found.spent, found.placed, found.wild, found.banked = spent, placed, wild, banked
    found.bare = bare if spent or banked else i
    t.context_slot[at] = i
    t.contexts += 1
    return i


cdef inline bint more_contexts(Turn *t) noexcept nogil:
    """Make room for twice as many contexts."""
    cdef u64[2] key
    cdef int i, at
    cdef Context *one
    if t.contexts_room >= MOST_CONTEXTS:
        return False
    one = <Context *>realloc(t.context, 2 * t.contexts_room * sizeof(Context))
    if one == NULL:
        return False
    t.context = one
    free(t.context_slot)
    t.contexts_room *= 2
    t.context_slot = <int *>calloc(2 * t.contexts_room, sizeof(int))
    if t.context_slot == NULL:
        return False
    for i in range(1, t.contexts):
        one = t.context + i
        key[0], key[1] = one.spent ^ <u64>one.banked << HAND, one.placed ^ one.wild << HAND
        at = <int>(hash_of_key(key) & <u64>(2 * t.contexts_room - 1))
        while t.context_slot[at]:
            at = (at + 1) & (2 * t.contexts_room - 1)
        t.context_slot[at] = i
    return True

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

cdef inline void add_way(Turn *t, int start, int ops, int worth) noexcept nogil:
    cdef int i
    cdef Way *way
    t.effort += t.ways - start
    t.failed |= t.effort > t.most_effort
    for i in range(start, t.ways):
        if t.way[i].ops == ops:
            t.way[i].worth = max(t.way[i].worth, worth)
            return
        if (i > start and t.way[i].worth >= worth and not t.has[ops] & ~t.has[t.way[i].ops]
                and within(t, ops, t.way[i].ops)):
            return
    if t.ways == t.ways_room:
        way = <Way *>realloc(t.way, 2 * t.ways_room * sizeof(Way))
        if way == NULL:
            t.failed = True
            return
        t.way = way
        t.ways_room *= 2
    t.way[t.ways].ops, t.way[t.ways].worth = ops, worth
    t.ways += 1


cdef inline i64 bundle(Turn *t, int node, int dice) noexcept nogil:
    """What can be done at the end without chance: where its ways begin, times 2^20, and how many they are.

    dice: how many of each colour can wake a companion, two bits each. The first way uses no ability on dice.
    """
    cdef u64 key[2]
    cdef Slot *slot
    cdef int i, j, c, start, passing, less
    cdef i64 other
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


cdef inline void sort_ways(Turn *t, int start) noexcept nogil:
    """Those that keep most first, but for the one without abilities."""
    cdef int i, j, top = 0
    cdef Way way
    for i in range(start + 1, t.ways):
        top = list_of_both(t, top, t.way[i].ops)
        way = t.way[i]
        j = i
        while j > start + 1 and t.way[j - 1].worth < way.worth:
            t.way[j] = t.way[j - 1]
            j -= 1
        t.way[j] = way
    for i in range(start + 1, t.ways):
        if t.way[i].ops == top:
            t.way[start].top = top
            return
    t.way[start].top = -1 if top and t.rest[top] and t.rest[t.rest[top]] else top


cdef inline int kept(Turn *t, int node, int dice) noexcept nogil:
    """What the end is worth besides the cards, if no more abilities on dice are used."""
    cdef i64 found = bundle(t, node, dice)
    return t.way[found >> 20].worth if not t.failed else 0


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
