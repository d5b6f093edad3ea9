# The cards of a position as the kernels that place dice over several cards keep them; header only.
#
# A die is a number below KINDS: 6 * colour + face - 1; FREE is added to it where the colour of a space does not matter.
# The cards are up to three problems and then the quest. What their spaces ask of each other is asked of the search for
# one card (`card.pxd`) once, when the position is read: the dice that may lie on a space beside a die on another.
#
# A position comes as integers: the goal of each level; number and colour bit of all dice; per colour the progress of a
# die that is left, then that of so many placed dice; and the cards. A card is its kind, 0 for none, and then: spaces;
# dice that the quest still takes; health left, of a quest whether its last space leads to the portal; progress of what
# lies there, unless per space; progress of being solved; what may be returned, of a quest whether it is open only when
# all dangers are defeated; length of the task; per space the die there or -1, progress, the dice that it takes, those
# that it takes of any colour; the task as `card.pxd` has it.

from libc.string cimport memset

from bits cimport popcount
from card cimport CONSECUTIVE, Question, State, i64, options, put, read_cells, read_task, take, u64

cdef enum:
    CARDS = 4
    QUEST = 3           # the place of the quest among the cards
    SPACES = 8          # of one card, of a quest those that dice can reach
    DICE = 8            # of one hand
    SETS = 256          # of dice of a hand
    PARTS = 6561        # pairs of sets of which one is part of the other
    LEVELS = 6          # quest completed * 3 + problems solved, at most two
    COLOURS = 6
    KINDS = 36
    FREE = 64
    NOTHING = 0         # kinds of cards
    CHALLENGE = 1
    DANGER = 2
    PAIRS = 3
    PATH = 4
    STAYS = 0           # what of the dice on a problem may be returned
    EACH = 1
    WHOLE = 2
    NONE = -(1 << 28)   # what cannot be is worth so much

ctypedef unsigned int u32

cdef extern from *:
    """
    #define GNOMON_ALL_KINDS ((1ULL << 36) - 1)
    #define GNOMON_IMPOSSIBLE (-(1LL << 62))
    """
    const u64 ALL "GNOMON_ALL_KINDS"            # all dice
    const i64 IMPOSSIBLE "GNOMON_IMPOSSIBLE"    # the key of dice that cannot be placed so

cdef struct Card:
    int kind
    int spaces
    int most            # dice that the quest still takes
    int health          # that a danger has left; of a quest whether its last space leads to the portal
    int there           # progress of the dice that lie on a danger
    int done            # progress when it is solved, besides that of its spaces
    int back            # of the quest whether it is open only when all dangers are defeated
    bint roams          # how its dice come to lie there takes a search, see `roam`
    int lying           # spaces that have a die, bits
    int held[SPACES]    # the die there, or -1
    int worth[SPACES]   # of a danger worth[0] for each point
    u64 accept[SPACES]  # dice that a space takes, whatever lies elsewhere
    u64 freely[SPACES]  # the same for dice of any colour
    u64 fits[SPACES][SPACES][KINDS]  # dice for a space beside a die on another
    int linked[SPACES]  # spaces whose dice have a say in what a space takes
    int twin[SPACES]    # an earlier space that can change places with it, or -1
    bint loose          # no space has a say in what another takes
    bint wide           # more than pairs of spaces are compared
    u64 filled[4]       # the sets of spaces with dice that fill the card
    Question q

cdef struct Position:
    i64 goal[LEVELS]
    int spare[COLOURS]  # progress of one die of a colour that is left; the best one counts
    int woken[COLOURS][DICE + 1]  # progress of so many placed dice of a colour
    u64 useful          # dice that some card takes
    u64 freely          # the same for dice of any colour
    bint spares
    bint wakes          # it can be worth while to place a die for its own sake
    Card card[CARDS]


cdef inline bint swap(const Card *card, int s, int t) noexcept nogil:
    """Whether two spaces can change places."""
    cdef int u, v, c
    cdef const i64 *line
    if (card.held[s] >= 0 or card.held[t] >= 0 or card.accept[s] != card.accept[t] or card.worth[s] != card.worth[t]
            or card.q.rank[s] != card.q.rank[t] or card.q.partners[s] & ~((<u64>1 << s) | (<u64>1 << t))
            or card.q.partners[t] & ~((<u64>1 << s) | (<u64>1 << t))):
        return False
    for c in range(2 * card.q.thens):
        if card.q.then[c] == s or card.q.then[c] == t:
            return False
    for c in range(card.q.compares):
        line = card.q.compare + c * (3 + card.spaces)
        if line[3 + s] != line[3 + t]:
            return False
    for v in range(KINDS):
        if card.fits[s][t][v] != card.fits[t][s][v]:
            return False
        for u in range(card.spaces):
            if u != s and u != t and (
                card.fits[s][u][v] != card.fits[t][u][v] or card.fits[u][s][v] != card.fits[u][t][v]
            ):
                return False
    return True


cdef inline void read_relations(Card *card, const i64 *task, const i64 *cells, State *lying) noexcept nogil:
    """What lies on one space has to say about another."""
    cdef int s, t, v, c, closed
    cdef u64 everything[64]
    cdef i64 ones[64]
    read_task(&card.q, task, lying)
    for s in range(card.spaces):
        everything[s] = ALL
        ones[s] = 1
    read_cells(&card.q, cells, KINDS, everything, ones)
    lying.left_over = ALL
    for v in range(KINDS):
        lying.left[v] = DICE + 1
    card.wide = card.q.words & CONSECUTIVE != 0
    for c in range(card.q.compares):
        card.wide |= popcount(<u64>card.q.compare[c * (3 + card.spaces)]) > 2
    for s in range(card.spaces if card.wide else 0):  # two of them may agree, and three not
        card.linked[s] = ((1 << card.spaces) - 1) & ~(1 << s)
    for t in range(card.spaces):
        for v in range(KINDS):
            put(&card.q, lying, t, v)
            for s in range(card.spaces):
                card.fits[s][t][v] = options(&card.q, lying, s) if s != t else ALL
                if card.fits[s][t][v] != ALL:
                    card.linked[s] |= 1 << t
            take(lying, t)
    for c in range(1 << card.spaces):  # the sets of spaces that have a die where the card is filled
        closed = 0
        for s in range(card.spaces):
            if card.q.partners[s] & <u64>c:
                closed |= 1 << s
        if c | closed == (1 << card.spaces) - 1:
            for t in range(card.q.groups):
                if popcount(<u64>card.q.group[t] & <u64>c) != 1:
                    break
            else:
                card.filled[c >> 6] |= <u64>1 << (c & 63)


cdef inline const i64 *read_card(Card *card, const i64 *flat, const i64 *cells, State *lying) noexcept nogil:
    cdef int s, t
    cdef const i64 *task
    memset(card, 0, sizeof(Card))
    card.kind = <int>flat[0]
    if card.kind == NOTHING:
        return flat + 1
    card.spaces = <int>flat[1]
    card.most = <int>flat[2]
    card.health = <int>flat[3]
    card.there = <int>flat[4]
    card.done = <int>flat[5]
    card.back = <int>flat[6]
    card.loose = True
    task = flat + 8 + 4 * card.spaces
    for s in range(card.spaces):
        card.held[s] = <int>flat[8 + 4 * s]
        if card.held[s] >= 0:
            card.lying |= 1 << s
        card.worth[s] = <int>flat[9 + 4 * s]
        card.accept[s] = <u64>flat[10 + 4 * s]
        card.freely[s] = <u64>flat[11 + 4 * s]
        card.twin[s] = -1
    if card.kind == CHALLENGE or card.kind == PATH:
        read_relations(card, task, cells, lying)
        for s in range(card.spaces):
            card.loose &= not card.linked[s] and not card.wide
            for t in range(s):
                if card.kind == CHALLENGE and swap(card, s, t):
                    card.twin[s] = t
    return task + flat[7]


cdef inline void read_position(Position *p, const i64 *flat, State *lying) noexcept nogil:
    """Unpack what `solver/games/companion_quest/allot.py` has packed; the integers must outlive the position."""
    cdef int c, n, s
    cdef const i64 *at = flat
    cdef const i64 *cells
    for c in range(LEVELS):
        p.goal[c] = at[c]
    at += LEVELS
    cells = at
    at += 2 * KINDS
    p.useful = p.freely = 0
    p.spares = p.wakes = False
    for c in range(COLOURS):
        p.spare[c] = <int>at[c]
        p.spares |= p.spare[c] > 0
    at += COLOURS
    for c in range(COLOURS):
        for n in range(DICE + 1):
            p.woken[c][n] = <int>at[n]
            p.wakes |= p.woken[c][n] > 0
        at += DICE + 1
    for c in range(CARDS):
        at = read_card(&p.card[c], at, cells, lying)
        for s in range(p.card[c].spaces):
            p.useful |= p.card[c].accept[s]
            p.freely |= p.card[c].freely[s] if p.card[c].kind != PAIRS else 0
