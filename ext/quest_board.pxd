# What lies on the cards in the course of a turn; header only.
#
# A board is the dice on each card; the boards of a turn are numbered as they come up. What a space takes now, beside
# the dice that lie there, is worked out once for each. The cards themselves are those of `allot_read.pxd`, which are
# made to hold the dice of one board at a time.

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from allot_read cimport (
    CARDS, CHALLENGE, DANGER, EACH, KINDS, NOTHING, PAIRS, PATH, QUEST, SPACES, STAYS, Card, Position, swap,
)
from bits cimport mix
from card cimport State, options, put, take
from quest_hand cimport COLOURS, FACES, NO, Faces, u64, with_die, with_wild

cdef enum:
    LIE = 14            # dice on one card at most
    MOST_BOARDS = 1 << 22

cdef struct Board:
    unsigned char at[CARDS][LIE]    # by space; of a danger all its dice, sorted; NO for none
    u64 placed          # those of them that did not lie there before the turn, as a hand
    u64 wild            # the same of those whose colour did not matter
    u64 open[CARDS][SPACES]         # dice that a space takes now
    u64 freely[CARDS][SPACES]       # those that it takes besides where colour does not matter
    u64 burns           # dice that some space of a problem takes now
    unsigned char lies[COLOURS]     # dice of each colour on the cards
    int context         # the context of its dice, -1 if it is not known yet
    bint sorted_out     # whether what follows is known
    unsigned char like[KINDS]       # the first die that can do just what a die can, whatever is placed; NO: nothing
    unsigned char as_colour[COLOURS]    # the same of colours, whatever the dice show
    bint merges         # whether some colours are the same or of no use

cdef struct Boards:
    int count, room, slots
    Board *board
    int *slot
    int loaded          # the board that the cards hold
    int like[CARDS][SPACES]         # earlier spaces that can change places with a space, bits
    unsigned char same[CARDS][SPACES][KINDS]    # the first die that does the same on a space; NO: it is not taken
    int there[CARDS]    # progress, health and dice still taken before the turn
    int health[CARDS]
    int most[CARDS]
    State *lying
    Position *cards


cdef inline bint boards_make(Boards *b, Position *p, State *lying) noexcept nogil:
    cdef int c, s, t
    memset(b, 0, sizeof(Boards))
    b.cards, b.lying = p, lying
    b.room, b.slots = 64, 256
    b.board = <Board *>malloc(b.room * sizeof(Board))
    b.slot = <int *>malloc(b.slots * sizeof(int))
    if b.board == NULL or b.slot == NULL:
        return False
    memset(b.slot, 255, b.slots * sizeof(int))
    for c in range(CARDS):
        b.there[c], b.health[c], b.most[c] = p.card[c].there, p.card[c].health, p.card[c].most
        if p.card[c].kind == CHALLENGE:
            for s in range(p.card[c].spaces):
                for t in range(s):
                    if swap(&p.card[c], s, t):
                        b.like[c][s] |= 1 << t
        for s in range(p.card[c].spaces):
            learn_same(&p.card[c], s, b.same[c][s])
    return True


cdef inline void learn_same(const Card *card, int s, unsigned char *same) noexcept nogil:
    """The dice that do the same on a space, whatever lies beside them."""
    cdef int u, v, t
    cdef u64[SPACES][KINDS] beside  # the dice on another space that bear it
    memset(beside, 0, sizeof(beside))
    for t in range(card.spaces):
        if card.linked[s] >> t & 1:
            for u in range(KINDS):
                for v in range(KINDS):
                    beside[t][v] |= (card.fits[s][t][u] >> v & 1) << u
    for v in range(KINDS):
        same[v] = NO
        if not card.accept[s] >> v & 1:
            continue
        same[v] = v
        for u in range(v):
            if same[u] != u or ((card.wide or card.kind in (DANGER, PAIRS)) and u % FACES != v % FACES):
                continue
            for t in range(card.spaces):
                if card.fits[t][s][u] != card.fits[t][s][v] or beside[t][u] != beside[t][v]:
                    break
            else:
                same[v] = u
                break


cdef inline bint out_of_play(const Boards *b, const Board *one, int c, int s) noexcept nogil:
    """Whether nothing can come to lie on a space any more, whatever is placed and returned."""
    cdef const Card *card = &b.cards.card[c]
    cdef int i, n
    if card.kind == PATH:
        n = on_path(one)
        return s < n or s >= n + path_left(b, one, b.board)
    if card.kind == CHALLENGE:
        return one.at[c][s] != NO and (card.back == STAYS or (card.back == EACH and not card.linked[s])) and (
            not card.q.thens or card.back == STAYS
        )
    n = b.health[c]
    for i in range(LIE):
        n -= one.at[c][i] % FACES + 1 if one.at[c][i] != NO else 0
        n += b.board.at[c][i] % FACES + 1 if b.board.at[c][i] != NO else 0
    return n <= 0


cdef inline void sort_out(Boards *b, Board *one) noexcept nogil:
    """Which dice, and which colours, do the same on a board."""
    cdef int c, s, u, v, f, n = 0
    cdef const unsigned char *lists[CARDS * SPACES]
    for c in range(CARDS):
        for s in range(b.cards.card[c].spaces):
            if not out_of_play(b, one, c, s):
                lists[n] = b.same[c][s]
                n += 1
    for v in range(KINDS):
        one.like[v] = NO
        for s in range(n):
            if lists[s][v] != NO:
                one.like[v] = v
        for u in range(v if one.like[v] != NO else 0):
            if one.like[u] != u:
                continue
            for s in range(n):
                if lists[s][u] != lists[s][v]:
                    break
            else:
                one.like[v] = u
                break
    one.merges = False
    for c in range(COLOURS):
        one.as_colour[c] = NO
        for f in range(FACES):
            if one.like[FACES * c + f] != NO:
                one.as_colour[c] = c
        for u in range(c if one.as_colour[c] != NO else 0):
            for f in range(FACES):
                if one.like[FACES * c + f] != one.like[FACES * u + f]:
                    break
            else:
                one.as_colour[c] = u
                break
        one.merges |= one.as_colour[c] != c
    one.sorted_out = True


cdef inline void boards_free(Boards *b) noexcept nogil:
    free(b.board)
    free(b.slot)


cdef inline u64 may(Boards *b, int c, const unsigned char *at, int s, bint freely) noexcept nogil:
    """The dice that a space of a challenge or of the path takes beside those that lie on the card."""
    cdef Card *card = &b.cards.card[c]
    cdef u64 m = card.freely[s] if freely else card.accept[s], there = 0, before
    cdef int t
    for t in range(card.spaces):
        if at[t] != NO:
            there |= <u64>1 << t
            m &= card.fits[s][t][at[t]]
    if not m or card.kind == PATH:
        pass
    else:
        for t in range(card.q.thens):
            if card.q.then[2 * t + 1] == s:
                before = card.q.partners[card.q.then[2 * t]] | <u64>1 << card.q.then[2 * t]
                if not before & there:
                    return 0
    if card.wide and m:
        b.lying.filled = 0
        for t in range(card.spaces):
            if at[t] != NO:
                put(&card.q, b.lying, t, at[t])
        m &= options(&card.q, b.lying, s)
        for t in range(card.spaces):
            if at[t] != NO:
                take(b.lying, t)
        b.lying.filled = 0
    return m


cdef inline int on_path(const Board *one) noexcept nogil:
    """How many dice lie on the path."""
    cdef int s = 0
    while s < SPACES and one.at[QUEST][s] != NO:
        s += 1
    return s


cdef inline int path_left(const Boards *b, const Board *one, const Board *first) noexcept nogil:
    """How many more dice the path takes."""
    cdef int n = on_path(one)
    return min(b.cards.card[QUEST].spaces - n, b.most[QUEST] - (n - on_path(first)))


cdef inline bint is_new(const Board *one, const Board *first, int kind, int c, int s) noexcept nogil:
    """Whether a die did not lie there before the turn."""
    cdef int i, n = 0
    if kind == CHALLENGE or kind == PATH:
        return one.at[c][s] != first.at[c][s]
    for i in range(s + 1):
        n += one.at[c][i] == one.at[c][s]
    for i in range(LIE):
        n -= first.at[c][i] == one.at[c][s]
    return n > 0


cdef inline bint work_out(Boards *b, const Faces *faces, Board *one) noexcept nogil:
    """What the spaces take, and which dice are new; False where too many of them are."""
    cdef int c, s, die
    cdef Card *card
    cdef const Board *first = b.board if b.count else one
    memset(one.open, 0, sizeof(one.open))
    memset(one.freely, 0, sizeof(one.freely))
    memset(one.lies, 0, sizeof(one.lies))
    one.burns = one.placed = one.wild = 0
    one.sorted_out = False
    one.context = -1
    for c in range(CARDS):
        card = &b.cards.card[c]
        if card.kind == DANGER:
            one.open[c][0] = card.accept[0]
            one.freely[c][0] = card.freely[0] & ~card.accept[0]
        elif card.kind == CHALLENGE:
            for s in range(card.spaces):
                if one.at[c][s] == NO:
                    one.open[c][s] = may(b, c, one.at[c], s, False)
                    one.freely[c][s] = may(b, c, one.at[c], s, True) & ~one.open[c][s]
        elif card.kind == PATH and path_left(b, one, first) > 0:
            s = on_path(one)
            one.open[c][s] = may(b, c, one.at[c], s, False)
            one.freely[c][s] = may(b, c, one.at[c], s, True) & ~one.open[c][s]
        for s in range(SPACES if c != QUEST else 0):
            one.burns |= one.open[c][s]
        for s in range(LIE):
            die = one.at[c][s]
            if card.kind == NOTHING or die == NO:
                continue
            one.lies[die // FACES] += 1
            if is_new(one, first, card.kind, c, s):
                if card.kind != PAIRS and not card.accept[s if card.kind != DANGER else 0] >> die & 1:
                    one.wild = with_wild(one.wild, die)
                    if not one.wild:
                        return False
                else:
                    one.placed = with_die(faces, one.placed, die)
    return True


cdef inline u64 hash_of(const Board *one) noexcept nogil:
    cdef u64 h = 0
    cdef int i
    cdef u64 word
    for i in range(CARDS * LIE // 8):
        memcpy(&word, <const char *>one.at + 8 * i, 8)
        h = mix(h * 31 + word)
    return h


cdef inline int board_number(Boards *b, const Faces *faces, Board *one) noexcept nogil:
    """The number of a board, a new one if it has none; -1 when it is too much."""
    cdef int at = <int>(hash_of(one) & <u64>(b.slots - 1)), i
    cdef Board *other
    while b.slot[at] >= 0:
        other = b.board + b.slot[at]
        if not memcmp(other.at, one.at, sizeof(one.at)):
            return b.slot[at]
        at = (at + 1) & (b.slots - 1)
    if b.count >= MOST_BOARDS:
        return -1
    if b.count == b.room:
        other = <Board *>realloc(b.board, 2 * b.room * sizeof(Board))
        if other == NULL:
            return -1
        b.board = other
        b.room *= 2
    if not work_out(b, faces, one):
        return -1
    b.board[b.count] = one[0]
    b.slot[at] = b.count
    b.count += 1
    if 2 * b.count > b.slots:
        free(b.slot)
        b.slots *= 4
        b.slot = <int *>malloc(b.slots * sizeof(int))
        if b.slot == NULL:
            return -1
        memset(b.slot, 255, b.slots * sizeof(int))
        for i in range(b.count):
            at = <int>(hash_of(b.board + i) & <u64>(b.slots - 1))
            while b.slot[at] >= 0:
                at = (at + 1) & (b.slots - 1)
            b.slot[at] = i
    return b.count - 1


cdef inline bint lay_down(Board *one, int kind, int c, int s, int die) noexcept nogil:
    """Put a die on a space, or among those on a danger; False when there is no room."""
    cdef int i
    if kind == CHALLENGE or kind == PATH:
        one.at[c][s] = die
        return True
    if one.at[c][LIE - 1] != NO:
        return False
    i = LIE - 1
    while i and (one.at[c][i - 1] == NO or one.at[c][i - 1] > die):
        one.at[c][i] = one.at[c][i - 1]
        i -= 1
    one.at[c][i] = die
    return True


cdef inline void pick_up(Board *one, int kind, int c, int s) noexcept nogil:
    """Return the die of a space, or the one at a place among those of a danger."""
    cdef int i
    if kind == CHALLENGE:
        one.at[c][s] = NO
        return
    for i in range(s, LIE - 1):
        one.at[c][i] = one.at[c][i + 1]
    one.at[c][LIE - 1] = NO


cdef inline int board_with(
    Boards *b, const Faces *faces, int before, int c, int returned, int s, const int *dice, int n
) noexcept nogil:
    """The board after some spaces of a card are cleared and dice are placed there; -1 when it is too much."""
    cdef Board one = b.board[before]
    cdef int i, kind = b.cards.card[c].kind
    for i in range(SPACES):
        if returned >> i & 1:
            one.at[c][i] = NO
    for i in range(n):
        if not lay_down(&one, kind, c, s, dice[i]):
            return -1
    return board_number(b, faces, &one)


cdef inline int board_without(Boards *b, const Faces *faces, int before, int c, int s, int other) noexcept nogil:
    """The board after a die is returned, and another one before it if there is one."""
    cdef Board one = b.board[before]
    pick_up(&one, b.cards.card[c].kind, c, s)
    if other >= 0:
        pick_up(&one, b.cards.card[c].kind, c, other)
    return board_number(b, faces, &one)


cdef inline void load(Boards *b, int number) noexcept nogil:
    """Make the cards hold the dice of a board."""
    cdef int c, s, t, points
    cdef Card *card
    cdef const Board *one = b.board + number
    cdef const Board *first = b.board
    cdef const Board *last = b.board + b.loaded
    if number == b.loaded:
        return
    for c in range(CARDS):
        card = &b.cards.card[c]
        if card.kind == NOTHING or not memcmp(one.at[c], last.at[c], LIE):
            continue
        if card.kind == DANGER or card.kind == PAIRS:
            points = 0
            for s in range(LIE):
                points += one.at[c][s] % FACES + 1 if one.at[c][s] != NO else 0
                points -= first.at[c][s] % FACES + 1 if first.at[c][s] != NO else 0
            card.health = b.health[c] - points
            card.there = b.there[c] + card.worth[0] * (max(0, b.health[c]) - max(0, card.health))
            continue
        card.lying = 0
        for s in range(card.spaces):
            card.held[s] = -1 if one.at[c][s] == NO else one.at[c][s]
            if card.held[s] >= 0:
                card.lying |= 1 << s
        if card.kind == PATH:
            t = on_path(one) - on_path(first)
            card.there = b.there[c] + t * card.worth[0]
            card.most = b.most[c] - t
            continue
        for s in range(card.spaces):
            card.twin[s] = -1
            for t in range(s):
                if b.like[c][s] >> t & 1 and card.held[s] < 0 and card.held[t] < 0:
                    card.twin[s] = t
    b.loaded = number
