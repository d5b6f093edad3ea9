# Hands of dice as numbers, and a memory for what is known of them; header only.
#
# There are at most three dice of a colour, so what the dice of one colour show is one of 84 multisets; a hand is the
# number of the multiset of each colour, seven bits each. A value is an integer of 128 bits with a sign.

from libc.stdlib cimport free
from libc.string cimport memset

from rows cimport prefetch, wide

ctypedef unsigned long long u64
ctypedef unsigned int u32
ctypedef long long i64

cdef extern from *:
    """
    typedef __int128 gnomon_i128;
    static inline gnomon_i128 gnomon_sixth(gnomon_i128 x) {  /* of what 6 divides: half of it, times the inverse of 3 */
        unsigned __int128 third = (((unsigned __int128)0xaaaaaaaaaaaaaaaaULL) << 64) | 0xaaaaaaaaaaaaaaabULL;
        return (gnomon_i128)((unsigned __int128)(x >> 1) * third);
    }
    static inline gnomon_i128 gnomon_sixth_above(gnomon_i128 x) {  /* a sixth, rounded up */
        gnomon_i128 low = x / 6;
        return low * 6 < x ? low + 1 : low;
    }
    #define GNOMON_LEAST (-((gnomon_i128)1 << 122))
    static inline gnomon_i128 gnomon_scaled(long long key, int shift, long long unit) {  /* goal * 2^32 + progress */
        return (((gnomon_i128)(key >> 32) << shift) + (unsigned int)key) * unit;
    }
    static inline unsigned long long gnomon_hash(const unsigned long long *key) {
        unsigned long long h = key[0] * 0x9e3779b97f4a7c15ULL;
        h = ((h ^ h >> 32) + key[1]) * 0xd6e8feb86659fd93ULL;
        return h ^ h >> 32;
    }
    """
    # declared narrower than it is, as `bits.pxd` does
    ctypedef long long i128 "gnomon_i128"
    i128 sixth "gnomon_sixth"(i128) noexcept nogil
    i128 sixth_above "gnomon_sixth_above"(i128) noexcept nogil
    const i128 LEAST "GNOMON_LEAST"     # less than any value, and so is six times as much
    i128 scaled "gnomon_scaled"(i64, int, i64) noexcept nogil
    u64 hash_of_key "gnomon_hash"(const u64 *) noexcept nogil

cdef enum:
    COLOURS = 6
    FACES = 6
    OF_COLOUR = 3       # dice of one colour at most
    SHOWN = 84          # multisets of so many dice
    NO = 255            # there is none
    BITS = 7            # of a multiset in a hand
    HAND = 42           # bits of a hand
    WILD = 7            # dice at most that were placed whatever their colour
    MOST_DICE = 8       # in a hand

cdef struct Faces:      # multisets of up to three dice, the smaller ones first
    unsigned char size[SHOWN]
    unsigned char count[SHOWN][FACES]
    unsigned char more[SHOWN][FACES]   # with one more die
    unsigned char less[SHOWN][FACES]   # with one less
    unsigned char both[SHOWN][SHOWN]   # two together
    unsigned char face[SHOWN][OF_COLOUR]    # the faces, equal ones side by side
    unsigned char kinds[SHOWN]              # how many different ones there are
    unsigned char kind[SHOWN][OF_COLOUR]    # these

cdef struct Slot:
    u64 key[2]          # key[0] is 0 where the slot is free
    i128 value

cdef struct Memory:
    i64 count, room, most
    Slot *slot


cdef inline void learn_faces(Faces *t) noexcept nogil:
    cdef int a, b, c, f, _i, n = 0, size
    memset(t, NO, sizeof(Faces))
    memset(t.count, 0, sizeof(t.count))
    for size in range(OF_COLOUR + 1):
        for a in range(FACES + 1):
            for b in range(a, FACES + 1):
                for c in range(b, FACES + 1):  # FACES stands for no die
                    if (a < FACES) + (b < FACES) + (c < FACES) != size:
                        continue
                    t.size[n] = size
                    if a < FACES:
                        t.count[n][a] += 1
                    if b < FACES:
                        t.count[n][b] += 1
                    if c < FACES:
                        t.count[n][c] += 1
                    n += 1
    for a in range(SHOWN):
        b = c = 0
        for f in range(FACES):
            if t.count[a][f]:
                t.kind[a][c] = f
                c += 1
            for _i in range(t.count[a][f]):
                t.face[a][b] = f
                b += 1
        t.kinds[a] = c
    for a in range(SHOWN):
        for b in range(SHOWN):
            for c in range(SHOWN):
                if t.size[a] + t.size[b] != t.size[c]:
                    continue
                for f in range(FACES):
                    if t.count[a][f] + t.count[b][f] != t.count[c][f]:
                        break
                else:
                    t.both[a][b] = c
        for f in range(FACES):
            t.more[a][f] = t.both[a][1 + f]
            if t.more[a][f] != NO:
                t.less[t.more[a][f]][f] = a


cdef inline int shown(u64 hand, int colour) noexcept nogil:
    return <int>(hand >> BITS * colour & (1 << BITS) - 1)


cdef inline u64 changed(u64 hand, int colour, int to) noexcept nogil:
    return hand & ~(<u64>((1 << BITS) - 1) << BITS * colour) | <u64>to << BITS * colour


cdef inline u64 with_die(const Faces *t, u64 hand, int die) noexcept nogil:
    return changed(hand, die // FACES, t.more[shown(hand, die // FACES)][die % FACES])


cdef inline u64 without_die(const Faces *t, u64 hand, int die) noexcept nogil:
    return changed(hand, die // FACES, t.less[shown(hand, die // FACES)][die % FACES])


cdef inline u64 together(const Faces *t, u64 one, u64 other) noexcept nogil:
    cdef int c
    cdef u64 found = 0
    if not other:
        return one
    for c in range(COLOURS):
        found |= <u64>t.both[shown(one, c)][shown(other, c)] << BITS * c
    return found


cdef inline int dice_of(const Faces *t, u64 hand, int *dice) noexcept nogil:
    """All dice of a hand, equal ones side by side; how many they are."""
    cdef int c, i, at, n = 0
    for c in range(COLOURS):
        at = shown(hand, c)
        for i in range(t.size[at]):
            dice[n] = FACES * c + t.face[at][i]
            n += 1
    return n


cdef inline int kinds_of(const Faces *t, u64 hand, int *dice) noexcept nogil:
    """The different dice of a hand; how many they are."""
    cdef int c, i, at, n = 0
    for c in range(COLOURS):
        at = shown(hand, c)
        for i in range(t.kinds[at]):
            dice[n] = FACES * c + t.kind[at][i]
            n += 1
    return n


cdef inline u64 with_wild(u64 wild, int die) noexcept nogil:
    """Dice placed whatever their colour, six bits each, the greatest first; 0 for too many."""
    cdef int i, j
    cdef int[WILD + 1] kept
    for i in range(WILD):
        kept[i] = <int>(wild >> 6 * i & 63)
    if kept[WILD - 1]:
        return 0
    kept[WILD - 1] = die + 1
    for i in range(WILD - 1, 0, -1):
        if kept[i] > kept[i - 1]:
            j = kept[i]
            kept[i] = kept[i - 1]
            kept[i - 1] = j
    wild = 0
    for i in range(WILD):
        wild |= <u64>kept[i] << 6 * i
    return wild


# ---- memory --------------------------------------------------------------------------------------------------

cdef inline bint memory_make(Memory *m, i64 most) noexcept nogil:
    m.count, m.room, m.most = 0, 1 << 14, most
    m.slot = <Slot *>wide(m.room * sizeof(Slot))
    return m.slot != NULL


cdef inline Slot *look(const Memory *m, const u64 *key) noexcept nogil:
    """The slot of a key; key[0] of it is 0 where nothing is known yet."""
    cdef Slot *slot
    cdef i64 at = <i64>(hash_of_key(key) & <u64>(m.room - 1))
    while True:
        slot = m.slot + at
        if not slot.key[0] or (slot.key[0] == key[0] and slot.key[1] == key[1]):
            return slot
        at = (at + 1) & (m.room - 1)


cdef inline void ahead(const Memory *m, const u64 *key) noexcept nogil:
    """Have the slot of a key brought near: it will be looked at soon."""
    prefetch(m.slot + <i64>(hash_of_key(key) & <u64>(m.room - 1)))


cdef inline bint know(Memory *m, const u64 *key, i128 value) noexcept nogil:
    """Remember a value, the last one of a key; False when there is no room for it."""
    cdef Memory larger
    cdef Slot *slot = look(m, key)
    cdef i64 i
    if slot.key[0]:
        slot.value = value
        return True
    if m.count >= m.most:
        return False
    if 4 * m.count >= 3 * m.room:
        larger.count, larger.most = m.count, m.most
        larger.room = m.room * (8 if m.room < 1 << 16 else 4 if m.room < 1 << 18 else 2)
        larger.slot = <Slot *>wide(larger.room * sizeof(Slot))
        if larger.slot == NULL:
            return False
        for i in range(m.room):
            if m.slot[i].key[0]:
                slot = look(&larger, m.slot[i].key)
                slot[0] = m.slot[i]
        free(m.slot)
        m.slot = larger.slot
        m.room = larger.room
    slot = look(m, key)
    slot.key[0], slot.key[1] = key[0], key[1]
    slot.value = value
    m.count += 1
    return True
