# What can be brought to bear in a turn besides dice, and the turn as the kernel keeps it; header only.
#
# Companions, gnomes and snacks are a graph, see `solver/games/companion_quest/ready.py`.

from libc.stdlib cimport calloc, free, realloc

from allot cimport Scratch
from allot_read cimport Position
from quest_board cimport Boards
from quest_hand cimport COLOURS, HAND, Faces, Memory, hash_of_key, i128, i64, know, u64

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

cdef enum:              # what is done, by how long it takes
    VALUE = 32          # to find out one value and to remember it
    PLACED = 64         # and to place dice as well as can be
    COMPARED = 1        # to compare two ways

cdef struct Op:
    int does
    int dice, times, apart      # of a reroll; apart: one die is done before the next
    int steps, ways             # of a shift; ways: 1 up, 2 down, 3 both
    int colours                 # that a die may become, bits

cdef struct Way:        # the abilities of a bundle, as a list, and what else the end is worth then
    int ops
    int number          # of the abilities
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
    int most_kept               # the highest of them
    const int *next_from        # what leads from it without any die
    const int *next
    const int *use_from         # abilities on dice: the ability, and the node after it
    const int *use
    const int *wake_from        # by node and colour: what a die wakes, and whether that can lead to a roll
    const int *wake
    int *wakes                  # by node: how many dice of each colour can wake somebody from there on, two bits each
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
    unsigned char *length       # how many they are
    int *place                  # where the way is in the bundle that is being made
    # contexts by their hash; context 0 is empty
    int contexts, contexts_room
    Context *context
    int *context_slot
    # ways of all bundles
    int ways, ways_room
    Way *way
    i64 effort, most_effort     # what has been done, see below, and how much may be
    i128 cap[MOST_CAPS]         # what so many dice come to at most
    i128 unit                   # 6 ** rolls; of 128 bits, so that no product with it is narrower
    int shift
    bint failed
    void *search                # what the exact search keeps
    int used                    # how many dice and abilities in the middle of being rolled there are
    bint still                  # moves are judged as if nothing were rolled
    i128 passed                 # the highest bound of moves that were not kept


cdef inline bint remember(Turn *t, const u64 *key, i128 value) noexcept nogil:
    spend(t, VALUE)
    if not t.failed and not know(&t.memory, key, value):
        t.failed = True
    return not t.failed


cdef inline void spend(Turn *t, i64 effort) noexcept nogil:
    t.effort += effort
    t.failed |= t.effort > t.most_effort

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
