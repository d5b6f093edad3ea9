# What dice come to at best without any roll, if those that are placed find their spaces at the end only; header only.

from allot cimport Scratch, best_key, join_all, make_hand
from allot_card cimport tabulate
from allot_read cimport CARDS, FREE
from quest_board cimport load
from quest_cap cimport cap_of, dice_in
from quest_hand cimport (
    COLOURS, FACES, HAND, MOST_DICE, OF_COLOUR, WILD, Slot, ahead, changed, dice_of, i128, kinds_of, look, scaled,
    shown, together, u64, with_die, with_wild, without_die,
)
from quest_means cimport (
    ANY_COLOUR, AS_PLACED, DONE_BY, PLACED, REROLL, SHIFT, VALUE, Around, Context, Op, Turn, context_of, remember,
    spend,
)
from quest_same cimport plainer, useful_of
from quest_ways cimport kept, list_with, most_kept, most_rolls, wakers, wakers_at_end, wakers_ever

# ---- dice as they lie ----------------------------------------------------------------------------------------

cdef struct Asked:      # dice that are to be placed
    u64 key[2]
    int n
    int[2 * MOST_DICE] dice


cdef inline void ask(Turn *t, int board, u64 hand, u64 wild, Asked *asked) noexcept nogil:
    """Have memory brought near that tells what dice come to."""
    cdef u64 alike
    asked.n = useful_of(t, board, hand, asked.dice, &alike)
    asked.key[0] = (alike & (<u64>1 << HAND) - 1) | <u64>AS_PLACED << HAND | alike >> HAND << HAND + 4
    asked.key[1] = <u64>board | wild << 22
    ahead(&t.memory, asked.key)


cdef inline i128 answer(Turn *t, Asked *asked) noexcept nogil:
    """What dice come to at best, placed on a board; without what they wake."""
    cdef int i
    cdef u64 wild
    cdef Slot *slot = look(&t.memory, asked.key)
    cdef i128 value
    if slot.key[0] or t.failed:
        return slot.value
    wild = asked.key[1] >> 22
    for i in range(WILD):
        if wild >> 6 * i & 63:
            asked.dice[asked.n] = FREE + <int>(wild >> 6 * i & 63) - 1
            asked.n += 1
    if asked.n > MOST_DICE:
        t.failed = True
        return 0
    spend(t, PLACED)
    load(&t.boards, <int>(asked.key[1] & (1 << 22) - 1))
    t.cards.wakes = False
    value = scaled(best_key(t.cards, asked.dice, asked.n, 0, t.scratch), t.shift, t.unit)
    remember(t, asked.key, value)
    return value


cdef inline i128 as_placed(Turn *t, int board, u64 hand, u64 wild) noexcept nogil:
    """The same at once."""
    cdef Asked asked
    ask(t, board, hand, wild, &asked)
    return answer(t, &asked)


cdef inline i128 at_the_end(Turn *t, int board, u64 hand, int node) noexcept nogil:
    """What a turn is worth if no more abilities on dice are used; or a little less, where there are equal dice for a
    pair: to place them one by one is a move of its own."""
    cdef int all_ = wakers_at_end(t, hand), most, none, burnt, c, k, place, found
    cdef i128 base = as_placed(t, board, hand, 0)
    cdef int[MOST_DICE] dice
    cdef Scratch *z = t.scratch
    most, none = kept(t, node, all_), kept(t, node, 0)
    if t.failed:
        return 0
    burnt = kept(t, node, wakers(t, hand, t.boards.board[board].burns, False)) if t.returns else none
    if burnt >= most:
        return base + <i128>burnt * t.unit
    load(&t.boards, board)
    t.cards.wakes = True
    make_hand(t.cards, dice, dice_of(&t.faces, hand, dice), 0, z)
    z.plain = False
    for place in range(z.hand.sets):
        found = 0
        for k in range(z.hand.kinds):
            c = z.hand.packed[place] >> 4 * k & 15
            found += (c + 1 >> 1 if t.pairs else c) << 2 * z.hand.colour[k]
        z.rest[place] = kept(t, node, found)
    for c in range(CARDS):
        tabulate(&t.cards.card[c], &z.hand, &z.table[c], &z.walk)
    return scaled(join_all(t.cards, z), t.shift, t.unit)

# ---- abilities without chance --------------------------------------------------------------------------------

cdef inline int turned(const Op *op, int face, int *faces) noexcept nogil:
    """The faces that a shift can lead to; how many they are."""
    cdef int i, n = 0, seen = 1 << face, to
    for i in range(1, op.steps + 1):
        to = (face + i) % FACES
        if op.ways & 1 and not seen >> to & 1:
            faces[n] = to
            n += 1
            seen |= 1 << to
        to = (face + FACES * op.steps - i) % FACES
        if op.ways & 2 and not seen >> to & 1:
            faces[n] = to
            n += 1
            seen |= 1 << to
    return n


cdef inline i128 done_by(Turn *t, int board, u64 hand, int context, int ops) noexcept nogil:
    """The best that some abilities without chance can make of a hand."""
    cdef u64 key[2]
    cdef Slot *slot
    cdef const Op *op
    cdef int[MOST_DICE] dice
    cdef int[MOST_DICE] others
    cdef int[2 * FACES] faces
    cdef int i, j, k, n, m, c, die
    cdef Asked[MOST_DICE * FACES] asked
    cdef u64 less, there, placed = t.context[context].placed, wild = t.context[context].wild
    cdef i128 best, cap
    if not ops:
        return as_placed(t, board, together(&t.faces, hand, placed), wild)
    if t.turns[ops]:
        hand = plainer(t, board, hand, placed)
    key[0], key[1] = hand | <u64>DONE_BY << HAND, <u64>context | <u64>board << 24 | <u64>ops << 46
    slot = look(&t.memory, key)
    if slot.key[0] or t.failed:
        return slot.value
    spend(t, VALUE)
    best = done_by(t, board, hand, context, t.rest[ops])
    op = t.op + t.first[ops]
    ops = t.rest[ops]
    n = kinds_of(&t.faces, hand, dice)
    cap = cap_of(t, board, hand, context)
    if not ops and op.does == SHIFT:
        k = 0
        for i in range(n if best < cap else 0):  # memory is asked for all of them before one is looked at
            less = without_die(&t.faces, hand, dice[i])
            m = turned(op, dice[i] % FACES, faces)
            for j in range(m):
                there = with_die(&t.faces, less, dice[i] // FACES * FACES + faces[j])
                ask(t, board, together(&t.faces, there, placed), wild, asked + k)
                k += 1
        for i in range(k):
            best = max(best, answer(t, asked + i))
            if best >= cap:
                break
        n = 0
    for i in range(n):
        if best >= cap:
            break
        die = dice[i]
        less = without_die(&t.faces, hand, die)
        if op.does == SHIFT:
            m = turned(op, die % FACES, faces)
            for j in range(m):
                there = with_die(&t.faces, less, die // FACES * FACES + faces[j])
                best = max(best, done_by(t, board, there, context, ops))
        elif op.does == ANY_COLOUR:
            there = with_wild(wild, die)
            if there:
                best = max(best, done_by(t, board, less, context_of(t, 0, placed, there, 0), ops))
            else:
                t.failed = True
        else:
            for c in range(COLOURS):
                if not op.colours >> c & 1 or c == die // FACES:
                    continue
                k = FACES * c + die % FACES
                if t.faces.size[shown(less, c)] + t.faces.size[shown(placed, c)] < OF_COLOUR:
                    best = max(best, done_by(t, board, with_die(&t.faces, less, k), context, ops))
                    continue
                m = kinds_of(&t.faces, changed(0, c, shown(less, c)), others)  # one of them goes back first
                for j in range(m):
                    there = without_die(&t.faces, less, others[j])
                    best = max(best, done_by(t, board, with_die(&t.faces, there, k), context, ops))
                m = kinds_of(&t.faces, changed(0, c, shown(placed, c)), others)
                there = with_die(&t.faces, less, k)
                for j in range(m):
                    best = max(best, done_by(
                        t, board, there, context_of(t, 0, without_die(&t.faces, placed, others[j]), wild, 0), ops
                    ))
    remember(t, key, best)
    return best

# ---- what is not asked further ---------------------------------------------------------------------------------

cdef inline bint can_roll(Turn *t, int node, u64 hand) noexcept nogil:
    """Whether dice of a hand may still be rolled."""
    cdef int c, n = 0
    if not t.rolls[node]:
        return False
    for c in range(COLOURS):
        n += t.faces.size[shown(hand, c)]
    return most_rolls(t, node, wakers_ever(t, hand), n) > 0

cdef inline bint soon_most(Turn *t, const Around *at, u64 hand, int node, i128 *best) noexcept nogil:
    """Whether dice come to as much as can be with no ability without chance, or one; where nothing is kept."""
    cdef int i
    cdef const Context *context = t.context + at.context
    cdef int bare = context.bare, banked = context.banked
    cdef u64 movable = together(&t.faces, hand, context.spent)
    cdef i128 most = cap_of(t, at.board, movable, bare)
    best[0] = done_by(t, at.board, movable, bare, banked)
    for i in range(t.use_from[node], t.use_from[node + 1]):
        if best[0] >= most:
            break
        if t.op[t.use[2 * i]].does != REROLL:
            best[0] = max(best[0], done_by(t, at.board, movable, bare, list_with(t, banked, t.use[2 * i])))
    return best[0] >= most


cdef inline i128 highest(Turn *t, const Around *at, u64 hand, int node) noexcept nogil:
    """What nothing is worth more than, whatever is rolled and used."""
    cdef const Context *context = t.context + at.context
    cdef int most = 0, n
    if t.most_kept:
        n = dice_in(t, hand, 0)
        most = most_kept(t, node, wakers_ever(t, hand), n)
    return cap_of(t, at.board, together(&t.faces, hand, context.spent), context.bare) + <i128>most * t.unit
