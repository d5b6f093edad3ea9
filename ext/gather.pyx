# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""What pools of dice are worth before they are rolled, each roll being placed over several cards as well as can be.

All rolls of all pools are gone through by number of dice. Rolls that differ only in what no card can tell apart are
one: a die is of a kind, which several faces of several colours may share. For each roll it is kept what its dice are
worth on each card when all of them lie there, and on the two halves of the cards; a larger roll is put together from
its parts, which have all been met before, since the parts of a pool are pools.

Positions come as integers as `allot_read.pxd` has them, dice as numbers.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from allot_card cimport Walk, keep, may_lie, takes, walk, walk_path
from allot_hand cimport Hand
from allot_read cimport (
    CARDS, CHALLENGE, DANGER, DICE, EACH, IMPOSSIBLE, NONE, NOTHING, PAIRS, PATH, QUEST, SETS, SPACES, STAYS,
    WHOLE, Card, Position, i64, read_position, u32,
)
from allot_roam cimport needs_roaming, roam
from bits cimport popcount

ctypedef unsigned long long u64

cdef enum:
    WAYS = 128          # ways to leave dice on the cards
    LEFT = 0x0700       # bits of a roll: on the first two cards, with 0, 1 or 2 solved; below: on a card, solved or not
    RIGHT = 0x7800      # on the third and the quest, by problem solved and quest completed

cdef struct Way:        # dice that lie on a card and stay
    int card
    int kept
    int todo
    int order[SPACES]
    int worth
    u64 allowed[SPACES]
    u64 dumps           # kinds of dice that can be placed beside them and returned
    bint roams          # how dice come to lie there takes a search

cdef struct Link:       # where the larger rolls of a roll are
    int first
    short pool
    short last          # its greatest kind

cdef struct Node:       # a roll
    u64 dice            # its kinds, ascending, six bits each
    i64 value
    i64 weight          # faces that show it
    int on[CARDS][2]    # what all of its dice are worth on a card
    int left[3]
    int right[4]

cdef struct Gather:
    Position p
    Walk w
    Hand hand
    int pools
    int colours         # classes of colours
    int kinds
    const int *die      # of each kind one die
    const int *colour   # of each kind the class of colours
    const int *faces    # of each kind how many faces of a colour show it
    const int *then     # of each pool and class: the pool with one die more, or -1
    const int *inner    # of each pool: whether there is a larger one
    const int *woken    # of each pool: progress of what its dice wake when all are placed
    int *before         # of each pool and kind: how many smaller kinds lead to pools that have larger ones
    int ways
    Way way[WAYS]
    u64 taken[CARDS]    # kinds that some space of a card takes
    bint dumps
    int count
    int room
    Node *node
    Link *link
    unsigned short *bits    # of each roll: which of its numbers there are
    int *by_way         # of each roll what all of its dice are worth by way, where dice are dumped
    int ids[SETS]       # the parts of a roll
    int kind[DICE]      # of each kind in the hand
    int variant         # 1: no die on the quest; 2: all dangers are defeated
    i64 seen            # rolls so far
    i64 *known          # their values by the variant before


cdef bint grow(Gather *g, int room) noexcept nogil:
    """Make room for so many rolls."""
    cdef void *more
    if room <= g.room:
        return True
    room = max(room, 2 * g.room)
    more = realloc(g.node, <size_t>room * sizeof(Node))
    if more == NULL:
        return False
    g.node = <Node *>more
    more = realloc(g.link, <size_t>room * sizeof(Link))
    if more == NULL:
        return False
    g.link = <Link *>more
    more = realloc(g.bits, <size_t>room * sizeof(unsigned short))
    if more == NULL:
        return False
    g.bits = <unsigned short *>more
    if g.dumps:
        more = realloc(g.by_way, <size_t>room * 2 * g.ways * sizeof(int))
        if more == NULL:
            return False
        g.by_way = <int *>more
    g.room = room
    return True

# ---- what can stay on the cards ------------------------------------------------------------------------------


cdef bint find_ways(Gather *g) noexcept nogil:
    """List the dice that can stay on each card; False if there are too many ways."""
    cdef int c, s, k, kept, loose
    cdef const Card *card
    cdef Walk *w = &g.w
    w.hand = &g.hand
    for c in range(CARDS):
        card = &g.p.card[c]
        for k in range(g.kinds):
            for s in range(card.spaces):
                if takes(card, s, g.die[k]):
                    g.taken[c] |= <u64>1 << k
        if card.kind != CHALLENGE:
            if not add_way(g, c, card.lying):
                return False
            continue
        loose = 0
        for s in range(card.spaces):
            if card.lying >> s & 1 and (card.back == WHOLE or (card.back == EACH and (card.linked[s] or g.dumps))):
                loose |= 1 << s
        if card.q.thens and card.back != STAYS and (g.dumps or needs_roaming(card)):
            loose = 0
        kept = loose
        while True:
            if (card.back != WHOLE or kept == 0 or kept == loose) and not add_way(g, c, kept | card.lying & ~loose):
                return False
            if kept == 0:
                break
            kept = (kept - 1) & loose
    return True


cdef bint add_way(Gather *g, int c, int kept) noexcept nogil:
    cdef int d, s, k
    cdef const Card *card = &g.p.card[c]
    cdef Walk *w = &g.w
    cdef Way *way
    if g.ways == WAYS:
        return False
    w.card = card
    if not keep(w, kept) and card.kind == CHALLENGE and kept != card.lying:
        return True
    way = &g.way[g.ways]
    g.ways += 1
    memset(way, 0, sizeof(Way))
    way.card, way.kept, way.todo = c, kept, w.todo
    memcpy(way.order, w.order, sizeof(way.order))
    memcpy(way.allowed, w.allowed[0], sizeof(way.allowed))
    for s in range(card.spaces):
        if kept >> s & 1:
            way.worth += card.worth[s]
    if card.kind != CHALLENGE:
        return True
    way.roams = card.q.thens != 0 and card.back != STAYS and (g.dumps or needs_roaming(card))
    if g.dumps and (card.back == EACH or (card.back == WHOLE and not kept)):
        for d in range(way.todo):
            for k in range(g.kinds):
                if takes(card, way.order[d], g.die[k]) and may_lie(w, way.allowed, way.order[d], g.die[k]):
                    way.dumps |= <u64>1 << k
    return True

# ---- one roll on one card ------------------------------------------------------------------------------------


cdef void point_out(Gather *g, int c) noexcept nogil:
    """Tell the search which dice of the roll the spaces of a card take."""
    cdef int s, k
    cdef Walk *w = &g.w
    w.card = &g.p.card[c]
    w.need = g.hand.size[g.hand.sets - 1]
    for k in range(g.hand.kinds):
        w.left[k] = g.hand.n[k]
    for s in range(w.card.spaces):
        w.fitting[s] = 0
        for k in range(g.hand.kinds):
            if takes(w.card, s, g.hand.die[k]):
                w.fitting[s] |= 1 << k


cdef void all_on_challenge(Gather *g, const Way *way) noexcept nogil:
    """What all dice of the roll are worth on a challenge, beside those that stay."""
    cdef Walk *w = &g.w
    cdef int place, done
    point_out(g, way.card)
    if way.roams:
        for done in range(2):
            for place in range(g.hand.sets):
                w.aside[done][place] = NONE
        roam(&w.roam, w.card, &g.hand, w.fitting, &w.lying, w.aside[0], w.aside[1])
    elif w.need <= way.todo:
        if w.card.wide:
            keep(w, way.kept)
        w.kept, w.todo = way.kept, way.todo
        memcpy(w.order, way.order, sizeof(way.order))
        walk(w, 0, way.allowed, way.kept, way.worth, 0)


cdef void all_on_danger(Gather *g, const Card *card) noexcept nogil:
    cdef int k, points = 0, odd = 0, worth
    cdef bint done
    for k in range(g.hand.kinds):
        points += g.hand.n[k] * g.hand.face[k]
        if g.hand.n[k] & 1:
            odd ^= 1 << g.hand.face[k]
    if card.kind == PAIRS and odd:
        return
    done = points >= card.health
    worth = card.there + card.worth[0] * min(points, max(0, card.health))
    g.w.best[done][g.hand.sets - 1] = worth + card.done if done else worth


cdef void all_on_path(Gather *g, const Way *way) noexcept nogil:
    cdef int s = popcount(way.kept)
    cdef Walk *w = &g.w
    point_out(g, way.card)
    if w.card.wide:
        keep(w, way.kept)
    if w.need <= w.card.most:
        walk_path(w, s, way.allowed, 0, w.card.there, 0)


cdef int try_ways(Gather *g, Node *node, u64 kinds, int id_) noexcept nogil:
    """What all dice of the roll are worth on each card; the bits of what there is."""
    cdef int i, k, c, done, all_ = g.hand.sets - 1, bits = 0, part
    cdef int *of_part
    cdef const Way *way
    cdef Walk *w = &g.w
    w.best[0], w.best[1] = w.aside[0], w.aside[1]
    for c in range(CARDS):
        node.on[c][0] = node.on[c][1] = NONE
    for i in range(g.ways):
        way = &g.way[i]
        c = way.card
        w.aside[0][all_] = w.aside[1][all_] = NONE
        if not kinds & ~g.taken[c]:
            if g.p.card[c].kind == CHALLENGE:
                all_on_challenge(g, way)
            elif g.p.card[c].kind == PATH:
                all_on_path(g, way)
            elif g.p.card[c].kind != NOTHING:
                all_on_danger(g, &g.p.card[c])
            elif all_ == 0:
                w.aside[0][0] = 0
        elif all_ == 0:
            w.aside[0][0] = 0
        for k in range(g.hand.kinds):  # a die that is placed and returned
            if way.dumps >> g.kind[k] & 1 and not way.roams:
                part = g.ids[all_ - g.hand.stride[k]]
                of_part = g.by_way + (<size_t>part * g.ways + i) * 2
                for done in range(2):
                    w.aside[done][all_] = max(w.aside[done][all_], of_part[done])
        if g.dumps:
            of_part = g.by_way + (<size_t>id_ * g.ways + i) * 2
            of_part[0], of_part[1] = w.aside[0][all_], w.aside[1][all_]
        for done in range(2):
            node.on[c][done] = max(node.on[c][done], w.aside[done][all_])
    for c in range(CARDS):
        if all_ == 0 and node.on[c][0] == NONE and node.on[c][1] == NONE:
            node.on[c][0] = lies_wrong(&g.p.card[c])
        if g.variant == 1 and c == QUEST and all_:
            node.on[c][0] = node.on[c][1] = NONE
        if g.variant == 2 and (g.p.card[c].kind == DANGER or g.p.card[c].kind == PAIRS):
            node.on[c][0] = NONE
        for done in range(2):
            if node.on[c][done] > NONE:
                bits |= 1 << 2 * c + done
    return bits


cdef int lies_wrong(const Card *card) noexcept nogil:
    """The worth of dice that break the rules of their card, beside which nothing can be placed."""
    cdef int s, worth = 0
    for s in range(card.spaces):
        if card.lying >> s & 1:
            worth += card.worth[s]
    return worth

# ---- all rolls -----------------------------------------------------------------------------------------------


cdef inline int larger(const Gather *g, int id_, int kind) noexcept nogil:
    """The roll with one die more, of a kind that is not smaller than any in it."""
    cdef const Link *link = g.link + id_
    cdef const int *before = g.before + link.pool * g.kinds
    return link.first + before[kind] - before[link.last]


cdef inline i64 both(const Gather *g, const Node *one, const Node *other, int bits) noexcept nogil:
    """The best key of one roll on the first two cards and another one on the others."""
    cdef int a, b, left = bits >> 8 & 7, right = bits >> 11
    cdef i64 key, best = IMPOSSIBLE
    for a in range(3):
        if left >> a & 1:
            for b in range(4):
                if right >> b & 1:
                    key = (g.p.goal[b // 2 * 3 + min(2, a + b % 2)] << 32) + one.left[a] + other.right[b]
                    best = max(best, key)
    return best


cdef i64 put_together(Gather *g, int me) noexcept nogil:
    """The best key of a roll when all of its dice are placed; what it is worth on halves of the cards."""
    cdef int x, a, b, one, other, i, j, k, sets = g.hand.sets
    cdef const Node *left
    cdef const Node *right
    cdef Node *node = g.node + me
    cdef i64 best = IMPOSSIBLE
    for k in range(3):
        node.left[k] = NONE
    for k in range(4):
        node.right[k] = NONE
    for x in range(sets):
        a, b = g.ids[x], g.ids[sets - 1 - x]
        one, other = g.bits[a], g.bits[b]
        if one & 0x03 and other & 0x0c:
            left, right = g.node + a, g.node + b
            for i in range(2):
                for j in range(2):
                    if one >> i & 1 and other >> 2 + j & 1:
                        node.left[i + j] = max(node.left[i + j], left.on[0][i] + right.on[1][j])
        if one & 0x30 and other & 0xc0:
            left, right = g.node + a, g.node + b
            for i in range(2):
                for j in range(2):
                    if one >> 4 + i & 1 and other >> 6 + j & 1:
                        node.right[i + 2 * j] = max(node.right[i + 2 * j], left.on[2][i] + right.on[3][j])
        if one & LEFT and other & RIGHT:
            best = max(best, both(g, g.node + a, g.node + b, one & LEFT | other & RIGHT))
    for k in range(3):
        if node.left[k] > NONE:
            g.bits[me] |= 1 << 8 + k
    for k in range(4):
        if node.right[k] > NONE:
            g.bits[me] |= 1 << 11 + k
    one, other = g.bits[g.ids[0]], g.bits[me]
    if one & LEFT and other & RIGHT:
        best = max(best, both(g, g.node + g.ids[0], node, one & LEFT | other & RIGHT))
    if other & LEFT and one & RIGHT:
        best = max(best, both(g, node, g.node + g.ids[0], other & LEFT | one & RIGHT))
    return best


cdef void take_up(Gather *g, int id_) noexcept nogil:
    """Make the hand that of a roll, and list its parts."""
    cdef Hand *hand = &g.hand
    cdef u64 dice = g.node[id_].dice
    cdef int kind, last = -1
    hand.kinds, hand.sets = 0, 1
    hand.packed[0] = hand.size[0] = 0
    g.ids[0] = 0
    while dice:
        kind = <int>(dice & 63) - 1
        dice >>= 6
        add_die(g, kind, kind == last, -1)
        last = kind


cdef void add_die(Gather *g, int kind, bint again, int me) noexcept nogil:
    """One die more in the hand, of its last kind again or of a greater one; `me` is the roll if that is a new one."""
    cdef Hand *hand = &g.hand
    cdef int k = hand.kinds - 1 if again else hand.kinds, place, sets = hand.sets
    if not again:
        hand.kinds += 1
        hand.die[k] = g.die[kind]
        hand.colour[k] = g.die[kind] // 6
        hand.face[k] = g.die[kind] - 6 * hand.colour[k] + 1
        hand.n[k] = 0
        hand.stride[k] = sets
        g.kind[k] = kind
    hand.n[k] += 1
    hand.sets += hand.stride[k]
    for place in range(sets, hand.sets):
        hand.packed[place] = hand.packed[place - hand.stride[k]] + (<u32>1 << 4 * k)
        hand.size[place] = hand.size[place - hand.stride[k]] + 1
        g.ids[place] = me if me >= 0 and place == hand.sets - 1 else larger(g, g.ids[place - hand.stride[k]], kind)


cdef void drop_die(Gather *g) noexcept nogil:
    """Take the last die out of the hand again."""
    cdef Hand *hand = &g.hand
    cdef int k = hand.kinds - 1
    hand.sets -= hand.stride[k]
    hand.n[k] -= 1
    if not hand.n[k]:
        hand.kinds -= 1


cdef i64 evaluate(Gather *g, int me, u64 kinds, int pool) noexcept nogil:
    """Find all that is to be known of the roll in the hand; its value."""
    cdef int k, all_ = g.hand.sets - 1
    cdef Node *node = g.node + me
    cdef i64 best
    g.bits[me] = <unsigned short>try_ways(g, node, kinds, me)
    best = put_together(g, me)
    if best > IMPOSSIBLE:
        best += g.woken[pool]
    for k in range(g.hand.kinds):
        best = max(best, g.node[g.ids[all_ - g.hand.stride[k]]].value)
    if g.variant == 1:
        g.known[g.seen] = best
    elif g.variant == 2:
        best = max(best, g.known[g.seen])
    g.seen += 1
    node.value = best
    return best


cdef bint gather_all(Gather *g, i64 *sums) noexcept nogil:
    """Go through all rolls; False if there is no memory left."""
    cdef int id_, kind, pool, then, last, same, of_colour, n, me
    cdef u64 dice, kinds
    cdef i64 value, weight
    g.count, g.seen = 1, 0
    if not grow(g, 1024):
        return False
    g.node[0].dice, g.node[0].weight = 0, 1
    g.link[0].pool = g.link[0].last = 0
    take_up(g, 0)
    add_up(sums, evaluate(g, 0, 0, 0), 1)
    id_ = 0
    while id_ < g.count:
        take_up(g, id_)
        pool, last = g.link[id_].pool, g.link[id_].last
        g.link[id_].first = g.count
        n = g.hand.size[g.hand.sets - 1]
        for kind in range(last, g.kinds):
            then = g.then[pool * g.colours + g.colour[kind]]
            if then < 0:
                continue
            dice, kinds, same, of_colour = g.node[id_].dice, <u64>1 << kind, 0, 0
            while dice:
                me = <int>(dice & 63) - 1
                dice >>= 6
                kinds |= <u64>1 << me
                same += me == kind
                of_colour += g.colour[me] == g.colour[kind]
            me = g.count
            if not grow(g, me + 1):
                return False
            weight = g.node[id_].weight * (of_colour + 1) * g.faces[kind] // (same + 1)
            add_die(g, kind, same > 0, me)
            value = evaluate(g, me, kinds, then)
            drop_die(g)
            add_up(sums + 2 * then, value, weight)
            if g.inner[then]:
                g.node[me].dice = g.node[id_].dice | <u64>(kind + 1) << 6 * n
                g.node[me].weight = weight
                g.link[me].pool, g.link[me].last = <short>then, <short>kind
                g.count += 1
        id_ += 1
    return True


cdef inline void add_up(i64 *sums, i64 value, i64 weight) noexcept nogil:
    cdef i64 goal = value >> 32
    sums[0] += weight * goal
    sums[1] += weight * (value - (goal << 32))


def gather(
    const long long[::1] flat, const int[::1] die, const int[::1] colour, const int[::1] faces,
    const int[:, ::1] then, const int[::1] inner, const int[::1] woken, long long most, long long[:, ::1] sums,
):
    """Goal and progress of each pool, summed over all its rolls.

    die, colour, faces: of each kind one die, its class of colours, and how many faces of a colour show it. then: of
    each pool and class the pool with one die more, or -1; the first one is empty. inner: whether there is such a pool.
    woken: progress of what the dice of a pool wake when all are placed. most: rolls of all pools together. Returns
    False where there are too many ways to leave dice on the cards, or to place them.
    """
    cdef Gather *g = <Gather *>malloc(sizeof(Gather))
    cdef int pool, kind, after
    cdef bint ok = False, few = False, again = False
    if g == NULL:
        raise MemoryError("no memory left to place dice")
    memset(g, 0, sizeof(Gather))
    try:
        g.pools, g.colours, g.kinds = <int>then.shape[0], <int>then.shape[1], <int>die.shape[0]
        g.die, g.colour, g.faces = &die[0], &colour[0], &faces[0]
        g.then, g.inner, g.woken = &then[0, 0], &inner[0], &woken[0]
        g.before = <int *>malloc(g.pools * g.kinds * sizeof(int))
        if g.before == NULL:
            raise MemoryError("no memory left to place dice")
        with nogil:
            for pool in range(g.pools):
                g.before[pool * g.kinds] = 0
                for kind in range(1, g.kinds):
                    after = g.then[pool * g.colours + g.colour[kind - 1]]
                    g.before[pool * g.kinds + kind] = g.before[pool * g.kinds + kind - 1]
                    if after >= 0 and g.inner[after]:
                        g.before[pool * g.kinds + kind] += 1
            read_position(&g.p, &flat[0], &g.w.lying)
            g.dumps = g.p.wakes
            few = find_ways(g)
            again = g.p.card[QUEST].kind == PATH and g.p.card[QUEST].back != 0
        if not few:
            return False
        if again:
            g.known = <i64 *>malloc(most * sizeof(i64))
            if g.known == NULL:
                raise MemoryError("no memory left to place dice")
        with nogil:
            g.variant = 1 if again else 0
            ok = gather_all(g, &sums[0, 0])
            if again and ok:
                g.variant = 2
                memset(&sums[0, 0], 0, 2 * g.pools * sizeof(i64))
                ok = gather_all(g, &sums[0, 0])
        if not ok:
            raise MemoryError("no memory left to place dice")
        return not g.w.roam.over
    finally:
        free(g.before)
        free(g.node)
        free(g.link)
        free(g.bits)
        free(g.by_way)
        free(g.known)
        free(g)
