# Placing the dice of a hand over several cards at once; header only, compiled into the kernels that ask it.
#
# For each card there is a table (`allot_card.pxd`); they are joined, from card to card, over sets of dice that do not
# overlap. What it all comes to is a key: a goal, which depends on how many problems are solved and whether the quest is
# completed, and between equal goals progress.

from libc.string cimport memset

from allot_card cimport Entry, Table, Walk, tabulate
from allot_hand cimport Hand, deal, holds
from allot_read cimport (
    CARDS, COLOURS, DANGER, FREE, IMPOSSIBLE, LEVELS, NONE, PAIRS, PATH, QUEST, SETS, Position, i64, u32,
)

cdef struct Choice:     # for two cards together
    int place
    int level
    int worth

cdef struct Joined:     # two cards
    int one
    int other
    int count
    Choice choice[LEVELS * SETS]
    bint ever[LEVELS]
    int best[LEVELS][SETS]

cdef struct Scratch:
    Hand hand
    Table table[CARDS]
    Walk walk
    bint plain          # nothing is made of dice that are left, or of what dice wake
    int rest[SETS]      # what that is worth, by the dice that are placed
    Joined joined[2]
    Table aside


cdef inline void begin(Scratch *z) noexcept nogil:
    """To be called once, before the first hand."""
    z.hand.sets = 0
    memset(&z.walk.roam, 0, sizeof(z.walk.roam))


cdef inline bint make_hand(const Position *p, const int *dice, int n, int must, Scratch *z) noexcept nogil:
    """Sort out the dice that some card takes; False if one of those that must be placed is none."""
    cdef int i, k, spare = 0, colour
    cdef Hand *hand = &z.hand
    hand.kinds = 0
    hand.must = 0
    hand.dumps = p.wakes or must != 0
    for i in range(n):
        colour = (dice[i] & ~FREE) // 6
        for k in range(hand.kinds):
            if hand.die[k] == dice[i]:
                break
        else:
            if not (p.freely >> (dice[i] & ~FREE) if dice[i] & FREE else p.useful >> dice[i]) & 1:
                if must >> i & 1:
                    return False
                spare = max(spare, p.spare[colour])
                continue
            k = hand.kinds
            hand.die[k] = dice[i]
            hand.colour[k] = colour
            hand.face[k] = (dice[i] & ~FREE) - 6 * colour + 1
            hand.n[k] = 0
            hand.kinds += 1
        hand.n[k] += 1
    sort_kinds(hand)
    deal(hand)
    for i in range(n):
        for k in range(hand.kinds):
            if must >> i & 1 and hand.die[k] == dice[i]:
                hand.must += <u32>1 << 4 * k
    z.plain = not (p.spares or hand.dumps)
    if not z.plain:
        left_over(p, hand, spare, z.rest)
    return True


cdef inline void sort_kinds(Hand *hand) noexcept nogil:
    """By number, so that hands often have the same sets."""
    cdef int i, k
    for k in range(1, hand.kinds):
        i = k
        while i and hand.n[i - 1] < hand.n[i]:
            hand.n[i - 1], hand.n[i] = hand.n[i], hand.n[i - 1]
            hand.die[i - 1], hand.die[i] = hand.die[i], hand.die[i - 1]
            hand.face[i - 1], hand.face[i] = hand.face[i], hand.face[i - 1]
            hand.colour[i - 1], hand.colour[i] = hand.colour[i], hand.colour[i - 1]
            i -= 1


cdef inline void left_over(const Position *p, const Hand *hand, int spare, int *rest) noexcept nogil:
    """For each set of placed dice: what those left and those placed come to besides."""
    cdef int place, k, placed, colour
    cdef int colours[COLOURS]
    for place in range(hand.sets):
        if not holds(hand.packed[place], hand.must):
            rest[place] = NONE
            continue
        memset(colours, 0, sizeof(colours))
        rest[place] = spare
        for k in range(hand.kinds):
            placed = hand.packed[place] >> 4 * k & 15
            colours[hand.colour[k]] += placed
            if placed < hand.n[k]:
                rest[place] = max(rest[place], p.spare[hand.colour[k]])
        for colour in range(COLOURS):
            rest[place] += p.woken[colour][colours[colour]]


cdef inline int together(int one, int other) noexcept nogil:
    """The level of what is solved on some cards and on others."""
    return one // 3 * 3 + other // 3 * 3 + min(one % 3 + other % 3, 2)


cdef inline int level_of(int card, bint done) noexcept nogil:
    return 0 if not done else 3 if card == QUEST else 1


cdef inline void spread(const Hand *hand, const Table *tables, int a, int b, Joined *into) noexcept nogil:
    """What two cards come to over sets of dice that do not overlap."""
    cdef int i, j, place, level, done, rest
    cdef const Table *table = &tables[b]
    cdef const Entry *one
    cdef const Entry *entry
    cdef const int *best
    cdef int *joined
    memset(into.ever, 0, sizeof(into.ever))
    into.one, into.other = a, b
    for i in range(tables[a].count):
        one = &tables[a].entry[i]
        rest = hand.sets - 1 - one.place
        for done in range(2):
            if not table.ever[done]:
                continue
            level = together(level_of(a, one.done), level_of(b, done))
            joined = into.best[level]
            if not into.ever[level]:
                into.ever[level] = True
                for place in range(hand.sets):
                    joined[place] = NONE
            joined += one.place
            if table.count < hand.within[rest + 1] - hand.within[rest]:
                for j in range(table.count):
                    entry = &table.entry[j]
                    if entry.done == done and holds(hand.packed[rest], hand.packed[entry.place]):
                        joined[entry.place] = max(joined[entry.place], one.worth + entry.worth)
            elif one.place == 0:
                best = table.best[done]
                for place in range(hand.sets):
                    joined[place] = max(joined[place], one.worth + best[place])
            else:
                best = table.best[done]
                for j in range(hand.within[rest], hand.within[rest + 1]):
                    place = hand.part[j]
                    joined[place] = max(joined[place], one.worth + best[place])


cdef inline void join(const Hand *hand, const Table *tables, int a, int b, Joined *into) noexcept nogil:
    """The same, and a list of it, without what is beaten by more that is solved with the same dice."""
    cdef int place, level, other, count = 0
    spread(hand, tables, a, b, into)
    for level in range(LEVELS):
        if not into.ever[level]:
            continue
        for place in range(hand.sets):
            if into.best[level][place] < 0:
                continue
            for other in range(level + 1, LEVELS):
                if into.ever[other] and other % 3 >= level % 3 and into.best[other][place] >= into.best[level][place]:
                    break
            else:
                into.choice[count].place, into.choice[count].level = place, level
                into.choice[count].worth = into.best[level][place]
                count += 1
    into.count = count


cdef inline void widen(const Hand *hand, Joined *joined) noexcept nogil:
    """For each set of dice: what can be made of some of them."""
    cdef int level, k, base, place, stride
    cdef int *best
    for level in range(LEVELS):
        if joined.ever[level]:
            best = joined.best[level]
            for k in range(hand.kinds):
                stride, base = hand.stride[k], 0
                while base < hand.sets:
                    for place in range(base + stride, base + stride * (hand.n[k] + 1)):
                        best[place] = max(best[place], best[place - stride])
                    base += stride * (hand.n[k] + 1)


cdef inline i64 key_of(const Position *p, const Scratch *z, const Choice *one, const Choice *other) noexcept nogil:
    """The key of two choices whose dice do not overlap."""
    cdef int place = one.place + other.place
    cdef i64 key = (p.goal[together(one.level, other.level)] << 32) + one.worth + other.worth
    if z.plain:
        return key
    return IMPOSSIBLE if z.rest[place] == NONE else key + z.rest[place]


cdef inline i64 best_plain(const Position *p, Scratch *z) noexcept nogil:
    """The best key where it does not matter which dice are left."""
    cdef int one, other, place, most, sets = z.hand.sets
    cdef i64 goal, best = IMPOSSIBLE
    cdef const int *here
    cdef const int *there
    widen(&z.hand, &z.joined[1])
    for one in range(LEVELS - 1, -1, -1):
        for other in range(LEVELS - 1, -1, -1):
            if z.joined[0].ever[one] and z.joined[1].ever[other]:
                goal = p.goal[together(one, other)]
                if goal < best >> 32:
                    continue
                here, there = z.joined[0].best[one], z.joined[1].best[other] + sets - 1
                most = NONE
                for place in range(sets):  # with what cannot be it is less than nothing
                    most = max(most, here[place] + there[-place])
                if most >= 0:
                    best = max(best, (goal << 32) + most)
    return best


cdef inline i64 best_rest(const Position *p, const Scratch *z) noexcept nogil:
    cdef int i, j
    cdef u32 rest
    cdef i64 best = IMPOSSIBLE
    for i in range(z.joined[0].count):
        rest = z.hand.all - z.hand.packed[z.joined[0].choice[i].place]
        for j in range(z.joined[1].count):
            if holds(rest, z.hand.packed[z.joined[1].choice[j].place]):
                best = max(best, key_of(p, z, &z.joined[0].choice[i], &z.joined[1].choice[j]))
    return best


cdef inline i64 join_all(const Position *p, Scratch *z) noexcept nogil:
    """The best key of the tables as they are."""
    cdef int c, i
    cdef int order[CARDS]
    for c in range(CARDS):
        i = c  # small tables first
        while i and z.table[order[i - 1]].count > z.table[c].count:
            order[i] = order[i - 1]
            i -= 1
        order[i] = c
    if z.plain:
        spread(&z.hand, z.table, order[0], order[3], &z.joined[0])
        spread(&z.hand, z.table, order[1], order[2], &z.joined[1])
        return best_plain(p, z)
    join(&z.hand, z.table, order[0], order[3], &z.joined[0])
    join(&z.hand, z.table, order[1], order[2], &z.joined[1])
    return best_rest(p, z)


cdef inline void shut(Scratch *z) noexcept nogil:
    """No die on the quest."""
    restrict_to(&z.table[QUEST], z.hand.sets, False)


cdef inline void defeat(const Position *p, Scratch *z) noexcept nogil:
    """All dangers are defeated."""
    cdef int c
    for c in range(QUEST):
        if p.card[c].kind == DANGER or p.card[c].kind == PAIRS:
            restrict_to(&z.table[c], z.hand.sets, True)


cdef inline void restrict_to(Table *table, int sets, bint solved) noexcept nogil:
    """Leave of a table what is solved, or else what takes no dice."""
    cdef int i, place, done, count = 0
    for i in range(table.count):
        if (table.entry[i].done if solved else table.entry[i].place == 0):
            table.entry[count] = table.entry[i]
            count += 1
    table.count = count
    for done in range(2):
        table.ever[done] = False
        for place in range(sets):
            table.best[done][place] = NONE
    for i in range(count):
        table.ever[table.entry[i].done] = True
        table.best[table.entry[i].done][table.entry[i].place] = table.entry[i].worth


cdef inline i64 best_key(const Position *p, const int *dice, int n, int must, Scratch *z) noexcept nogil:
    """The best that the dice of a hand come to: goal * 2^32 + progress; IMPOSSIBLE if dice cannot be placed that must.

    must: which of them have to be placed, bits. What `which` asks for is left behind.
    """
    cdef int c
    cdef i64 open_, closed
    if not make_hand(p, dice, n, must, z):
        return IMPOSSIBLE
    for c in range(CARDS):
        tabulate(&p.card[c], &z.hand, &z.table[c], &z.walk)
    if p.card[QUEST].kind != PATH or not p.card[QUEST].back:
        return join_all(p, z)
    z.aside = z.table[QUEST]
    shut(z)
    closed = join_all(p, z)
    z.table[QUEST] = z.aside
    defeat(p, z)
    open_ = join_all(p, z)
    if open_ > closed:
        return open_
    for c in range(CARDS):
        tabulate(&p.card[c], &z.hand, &z.table[c], &z.walk)
    shut(z)
    return join_all(p, z)


cdef inline void parts_of(
    const Scratch *z, const Joined *joined, const Choice *choice, const Entry **chosen
) noexcept nogil:
    """The entries of the two cards that a choice is made of."""
    cdef int i, j
    cdef const Entry *one
    cdef const Entry *other
    for i in range(z.table[joined.one].count):
        one = &z.table[joined.one].entry[i]
        for j in range(z.table[joined.other].count):
            other = &z.table[joined.other].entry[j]
            if (one.place + other.place == choice.place and one.worth + other.worth == choice.worth
                    and together(level_of(joined.one, one.done), level_of(joined.other, other.done)) == choice.level
                    and holds(z.hand.packed[choice.place], z.hand.packed[one.place])):
                chosen[joined.one], chosen[joined.other] = one, other
                return


cdef inline void which(const Position *p, Scratch *z, i64 key, const Entry **chosen) noexcept nogil:
    """An entry for each card where the key is as good as found."""
    cdef int i, j
    cdef const Choice *one
    cdef const Choice *other
    for i in range(2):
        join(&z.hand, z.table, z.joined[i].one, z.joined[i].other, &z.joined[i])
    for i in range(z.joined[0].count):
        one = &z.joined[0].choice[i]
        for j in range(z.joined[1].count):
            other = &z.joined[1].choice[j]
            if (holds(z.hand.all - z.hand.packed[one.place], z.hand.packed[other.place])
                    and key_of(p, z, one, other) == key):
                parts_of(z, &z.joined[0], one, chosen)
                parts_of(z, &z.joined[1], other, chosen)
                return
