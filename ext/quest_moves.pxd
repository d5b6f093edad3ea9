# What can be done next in a turn, each with its bound; header only.
#
# Nothing is placed before the end of the turn but what wakes a companion, or opens the place for a die that does: what
# lies on a card is frozen, so to wait is never worse.

from libc.stdlib cimport realloc

from allot_read cimport CARDS, CHALLENGE, EACH, NOTHING, PAIRS, QUEST, SPACES, WHOLE
from bits cimport ctz
from quest_board cimport LIE, Board, board_with, board_without, may, path_left
from quest_bound cimport turned
from quest_hand cimport (
    COLOURS, FACES, MOST_DICE, NO, OF_COLOUR, dice_of, i128, kinds_of, shown, u64, with_die, with_wild, without_die,
)
from quest_means cimport ANY_COLOUR, REROLL, SHIFT, Around, Op, Turn, context_of
from quest_tight cimport most_over, roll_over, still_over

cdef enum:
    ROLLS = 0           # stages in which moves are looked for: steps without dice, and rolls
    DICE = 1            # the use and the placing of dice
    RETURNS = 2         # and that for which dice on cards must be returned
    STAGES = 3
    STEP = 0            # kinds of moves: abilities without chance, snacks, and the like
    PUT = 1
    ROLL = 2
    TAKE_BACK = 3
    MOST_PLACES = 512

cdef struct Place:
    int card, space
    int returned        # spaces that are cleared before, bits; of what is only returned the other die of a pair

cdef struct Move:
    i128 most           # what it is worth at most
    i128 liking         # how well the dice lie then
    u64 hand            # after it
    int kind, node
    int op, die         # of a roll
    Place place
    int n
    int[2] dice         # that are placed

cdef struct Search:     # the moves of all states that are being looked at
    int count, room
    Move *move


cdef inline Move *new_move(Turn *t, int kind, u64 hand, int node, i128 most) noexcept nogil:
    cdef Search *s = <Search *>t.search
    cdef Move *move
    if s.count == s.room:
        move = <Move *>realloc(s.move, 2 * s.room * sizeof(Move))
        if move == NULL:
            t.failed = True
            s.count -= 1
        else:
            s.move = move
            s.room *= 2
    move = s.move + s.count
    s.count += 1
    move.kind, move.hand, move.node, move.most = kind, hand, node, most
    return move


cdef inline bint keeps(Turn *t, i128 most, i128 best) noexcept nogil:
    """Whether a move may be better than that."""
    if most <= best:
        t.passed = max(t.passed, most)
    return most > best and not t.failed


cdef inline i128 most_with(Turn *t, u64 placed, u64 wild, u64 hand, int node, i128 low) noexcept nogil:
    """The bound of a hand beside dice that are placed and may still lie elsewhere: quick, since boards share it."""
    cdef Around at
    at.board, at.context = 0, context_of(t, 0, placed, wild, 0)
    return still_over(t, &at, hand, node, low) if t.still else most_over(t, &at, hand, node, low)


cdef inline i128 bound_of(Turn *t, int board, u64 hand, int node, i128 low) noexcept nogil:
    return most_with(t, t.boards.board[board].placed, t.boards.board[board].wild, hand, node, low)


cdef inline i128 tight_bound_of(Turn *t, int board, u64 hand, int node, i128 low) noexcept nogil:
    """The bound where they lie as they do, if it is more than `low`."""
    cdef Around at
    at.board, at.context = board, 0
    return still_over(t, &at, hand, node, low) if t.still else most_over(t, &at, hand, node, low)

# ---- where dice can go ---------------------------------------------------------------------------------------


cdef inline int places(Turn *t, const Board *one, int die, bint freely, Place *found) noexcept nogil:
    """Where a die may be placed as the cards are; of spaces that can change places the first."""
    cdef int c, s, n = 0
    cdef u64 takes
    for c in range(CARDS):
        for s in range(t.cards.card[c].spaces):
            takes = one.freely[c][s] if freely else one.open[c][s]
            if takes >> die & 1 and not has_twin(t, one, c, s):
                found[n].card, found[n].space, found[n].returned = c, s, 0
                n += 1
    return n


cdef inline bint has_twin(Turn *t, const Board *one, int c, int s) noexcept nogil:
    cdef int other
    for other in range(s):
        if t.boards.like[c][s] >> other & 1 and one.at[c][other] == NO:
            return True
    return False


cdef inline int places_after(Turn *t, const Board *one, u64 dice, bint freely, Place *found, int *die) noexcept nogil:
    """Where dice may be placed only when others are returned before, and no more of those than needed."""
    cdef int c, s, i, q, r, lying, n = 0
    cdef u64[1 << SPACES] taken
    cdef u64 fits
    cdef unsigned char[LIE] at
    for c in range(CARDS):
        if t.cards.card[c].kind != CHALLENGE or t.cards.card[c].back not in (EACH, WHOLE):
            continue
        lying = 0
        for s in range(t.cards.card[c].spaces):
            if one.at[c][s] != NO:
                lying |= 1 << s
        if not lying:
            continue
        for s in range(t.cards.card[c].spaces):
            q = 0
            while True:  # over the sets of dice that are returned, the smaller ones of two first
                taken[q] = 0
                if lying & ~q & 1 << s == 0 and (t.cards.card[c].back == EACH or q == 0 or q == lying):
                    for i in range(LIE):
                        at[i] = NO if i < SPACES and q >> i & 1 else one.at[c][i]
                    taken[q] = may(&t.boards, c, at, s, freely)
                    if freely:
                        taken[q] &= ~may(&t.boards, c, at, s, False)
                fits = taken[q] & dice
                r = q
                while r:
                    r = (r - 1) & q
                    fits &= ~taken[r]
                while q and fits:
                    if n < MOST_PLACES:
                        found[n].card, found[n].space, found[n].returned, die[n] = c, s, q, ctz(fits)
                        n += 1
                    else:
                        t.failed = True
                    fits &= fits - 1
                if q == lying:
                    break
                q = (q - lying) & lying
    return n


cdef inline int in_supply(Turn *t, const Board *one, u64 hand, int colour) noexcept nogil:
    return t.there[colour] - t.faces.size[shown(hand, colour)] - one.lies[colour]


cdef inline bint opens(Turn *t, const Board *one, u64 hand, int die, const Place *place) noexcept nogil:
    """Whether a die that wakes nobody makes way for others."""
    cdef int i
    cdef u64 first
    if place.card == QUEST:
        return path_left(&t.boards, one, t.boards.board) > 1
    for i in range(t.cards.card[place.card].q.thens if t.cards.card[place.card].kind == CHALLENGE else 0):
        first = t.cards.card[place.card].q.partners[t.cards.card[place.card].q.then[2 * i]]
        first |= <u64>1 << t.cards.card[place.card].q.then[2 * i]
        if first >> place.space & 1:
            return True
    # to make it part of the supply: only when that lacks one, since it can wait until then
    return t.recolours and t.returns and not in_supply(t, one, hand, die // FACES)


cdef inline void put(
    Turn *t, const Board *one, int board, u64 hand, const int *dice, int n, int node, const Place *place, bint freely,
    i128 best
) noexcept nogil:
    """Placing dice, with what each of them may wake."""
    cdef int i, k = COLOURS * node + dice[0] // FACES
    if t.wake_from[k] < t.wake_from[k + 1]:
        for i in range(t.wake_from[k], t.wake_from[k + 1]):
            put_next(t, one, board, hand, dice, n, t.wake[2 * i], place, freely, best, True)
    else:
        put_next(t, one, board, hand, dice, n, node, place, freely, best, False)


cdef inline void put_next(
    Turn *t, const Board *one, int board, u64 hand, const int *dice, int n, int node, const Place *place, bint freely,
    i128 best, bint wakes,
) noexcept nogil:
    cdef int i, k
    if n == 2:
        k = COLOURS * node + dice[1] // FACES
        if t.wake_from[k] < t.wake_from[k + 1]:
            for i in range(t.wake_from[k], t.wake_from[k + 1]):
                put_last(t, one, board, hand, dice, n, t.wake[2 * i], place, freely, best)
            return
    if wakes or freely or (n == 1 and opens(t, one, hand, dice[0], place)):
        put_last(t, one, board, hand, dice, n, node, place, freely, best)


cdef inline void put_last(
    Turn *t, const Board *one, int board, u64 hand, const int *dice, int n, int node, const Place *place, bint freely,
    i128 best
) noexcept nogil:
    cdef int i
    cdef u64 placed = one.placed, wild = one.wild
    cdef i128 most
    cdef Move *move
    for i in range(n):
        hand = without_die(&t.faces, hand, dice[i])
        if freely:
            wild = with_wild(wild, dice[i])
            t.failed |= not wild
        elif t.faces.size[shown(placed, dice[i] // FACES)] < OF_COLOUR:
            placed = with_die(&t.faces, placed, dice[i])
    if place.returned:
        i = board_with(&t.boards, &t.faces, board, place.card, place.returned, place.space, dice, n)
        if i < 0:
            t.failed = True
            return
        placed, wild = t.boards.board[i].placed, t.boards.board[i].wild
    most = most_with(t, placed, wild, hand, node, best)
    if keeps(t, most, best):
        move = new_move(t, PUT, hand, node, most)
        move.place, move.n = place[0], n
        for i in range(n):
            move.dice[i] = dice[i]

# ---- moves ---------------------------------------------------------------------------------------------------


cdef inline void step(Turn *t, int board, u64 hand, int node, i128 best) noexcept nogil:
    cdef i128 most = tight_bound_of(t, board, hand, node, best)
    if keeps(t, most, best):
        new_move(t, STEP, hand, node, most)


cdef inline void use(
    Turn *t, const Board *one, int board, u64 hand, int op, int node, int stage, i128 best
) noexcept nogil:
    """The ways to use an ability."""
    cdef int i, j, n, m, c, die, count
    cdef int[MOST_DICE] dice
    cdef int[2 * FACES] faces
    cdef int[MOST_PLACES] which
    cdef Place[MOST_PLACES] found
    cdef u64 less, kinds = 0
    cdef i128 most
    cdef Around at
    cdef Move *move
    cdef const Op *does = t.op + op
    if (stage == ROLLS) != (does.does == REROLL) or (stage == RETURNS and does.does != ANY_COLOUR):
        return
    n = kinds_of(&t.faces, hand, dice)
    if stage == RETURNS:
        for i in range(n):
            kinds |= <u64>1 << dice[i]
        count = places_after(t, one, kinds, True, found, which)
        for i in range(count):
            put(t, one, board, hand, which + i, 1, node, found + i, True, best)
        return
    for i in range(n):
        die = dice[i]
        less = without_die(&t.faces, hand, die)
        if does.does == SHIFT:
            m = turned(does, die % FACES, faces)
            for j in range(m):
                step(t, board, with_die(&t.faces, less, die // FACES * FACES + faces[j]), node, best)
        elif does.does == REROLL:
            if t.still:
                return
            at.board, at.context = board, 0
            most = roll_over(t, &at, op, hand, 0, does.dice, -1, die, node, best)
            if keeps(t, most, best):
                move = new_move(t, ROLL, hand, node, most)
                move.op, move.die = op, die
        elif does.does == ANY_COLOUR:
            count = places(t, one, die, True, found)
            for j in range(count):
                put(t, one, board, hand, &die, 1, node, found + j, True, best)
        else:
            for c in range(COLOURS):
                if does.colours >> c & 1 and c != die // FACES and in_supply(t, one, hand, c) > 0:
                    step(t, board, with_die(&t.faces, less, FACES * c + die % FACES), node, best)


cdef inline void find_moves(
    Turn *t, const Board *one, int board, u64 hand, int node, int stage, i128 best
) noexcept nogil:
    """All moves of a stage that may be better than `best`."""
    cdef int i, j, n, c, count
    cdef int[MOST_DICE] dice
    cdef int[2] couple
    cdef int[MOST_PLACES] which
    cdef Place[MOST_PLACES] found
    cdef u64 kinds = 0
    n = kinds_of(&t.faces, hand, dice)
    for i in range(t.use_from[node], t.use_from[node + 1]):
        use(t, one, board, hand, t.use[2 * i], t.use[2 * i + 1], stage, best)
    if stage == ROLLS:
        for i in range(t.next_from[node], t.next_from[node + 1]):
            step(t, board, hand, t.next[i], best)
        return
    if stage == RETURNS:
        for i in range(n):
            kinds |= <u64>1 << dice[i]
        count = places_after(t, one, kinds, False, found, which)
        for i in range(count):
            put(t, one, board, hand, which + i, 1, node, found + i, False, best)
        if t.recolours and t.returns:
            take_back(t, one, board, hand, node, best)
        return
    for i in range(n):
        count = places(t, one, dice[i], False, found)
        for j in range(count):
            put(t, one, board, hand, dice + i, 1, node, found + j, False, best)
    for c in range(CARDS):
        if t.cards.card[c].kind != PAIRS:
            continue
        found[0].card, found[0].space, found[0].returned = c, 0, 0
        n = dice_of(&t.faces, hand, dice)
        for i in range(n):
            for j in range(i + 1, n):
                if dice[i] % FACES != dice[j] % FACES or (i and dice[i - 1] == dice[i] and j != i + 1):
                    continue
                couple[0], couple[1] = dice[i], dice[j]
                put(t, one, board, hand, couple, 2, node, found, False, best)


cdef inline void take_back(Turn *t, const Board *one, int board, u64 hand, int node, i128 best) noexcept nogil:
    """Returning single dice of a colour that the supply lacks."""
    cdef int c, s, other
    for c in range(CARDS):
        if c == QUEST or t.cards.card[c].kind == NOTHING:
            continue
        for s in range(LIE):
            if one.at[c][s] == NO or in_supply(t, one, hand, one.at[c][s] // FACES):
                continue
            if t.cards.card[c].kind != PAIRS:
                take_back_of(t, board, hand, node, c, s, -1, best)
                continue
            for other in range(LIE):
                if other != s and one.at[c][other] != NO and one.at[c][other] % FACES == one.at[c][s] % FACES:
                    take_back_of(t, board, hand, node, c, max(s, other), min(s, other), best)


cdef inline void take_back_of(
    Turn *t, int board, u64 hand, int node, int c, int s, int other, i128 best
) noexcept nogil:
    cdef int after = board_without(&t.boards, &t.faces, board, c, s, other)
    cdef i128 most
    cdef Move *move
    if after < 0:
        t.failed = True
        return
    most = bound_of(t, after, hand, node, best)
    if keeps(t, most, best):
        move = new_move(t, TAKE_BACK, hand, node, most)
        move.place.card, move.place.space, move.place.returned = c, s, other
