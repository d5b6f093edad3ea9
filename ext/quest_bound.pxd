# What the rest of a turn is worth at most; header only.
#
# The bound is the value of an easier game: dice that are placed find their spaces at the end only, and those placed for
# the sake of a roll may still be turned. So all rolls come first, with the placing that they need, and what has no
# chance in it follows: one of the ways of the node (`quest_means.pxd`), its abilities applied to the hand one by one.

from allot cimport Scratch, best_key, join_all, make_hand
from allot_card cimport tabulate
from allot_read cimport CARDS, FREE
from quest_board cimport load
from quest_cap cimport cap_of
from quest_hand cimport (
    COLOURS, FACES, HAND, MOST_DICE, OF_COLOUR, WILD, Slot, ahead, changed, dice_of, i128, i64, kinds_of, look, scaled,
    shown, sixth, together, u64, with_die, with_wild, without_die,
)
from quest_means cimport (
    ANY_COLOUR, AS_PLACED, AT_MOST, DONE_BY, REROLL, SHIFT, Around, Context, Op, Turn, bundle, context_of, kept,
    list_sum, list_with, most_rolls, remember, wakers, wakers_at_end, wakers_ever,
)
from quest_roll cimport NAMED, before_roll, ended, named_with, roll_key, rollable, rolling_key
from quest_same cimport plainer, useful_of

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

# ---- abilities that roll -------------------------------------------------------------------------------------

cdef inline i128 after_roll(
    Turn *t, const Around *at, int op, u64 hand, int named, int fresh, int which, int die, int node
) noexcept nogil:
    """The mean over what a die may show, at most."""
    cdef u64[2] key
    cdef u64[2] next_key
    cdef int[FACES] then
    cdef int f, left = 0
    cdef u64 whole
    cdef i128 value = 0
    cdef Slot *slot
    roll_key(t, at, op, &hand, &named, &fresh, which, die, node, &left, key)
    slot = look(&t.memory, key)
    if slot.key[0] or t.failed:
        return slot.value
    for f in range(FACES):  # memory is asked for all of them before one is looked at
        then[f] = named_with(named, die // FACES * FACES + f, left - 1)
        if ended(t, hand, then[f], fresh, &whole):
            next_key[0] = whole | <u64>AT_MOST << HAND | <u64>node << HAND + 4
            next_key[1] = <u64>at.context | <u64>at.board << 24
        else:
            rolling_key(t, at, op, hand, then[f], fresh, node, next_key)
        ahead(&t.memory, next_key)
    for f in range(FACES):
        value += rolling(t, at, op, hand, then[f], fresh, node)
    value = sixth(value)
    remember(t, key, value)
    return value


cdef inline i128 rolling(
    Turn *t, const Around *at, int op, u64 hand, int named, int fresh, int node
) noexcept nogil:
    """What it is worth at most while an ability rolls dice: to stop, or to roll on."""
    cdef u64 key[2]
    cdef Slot *slot
    cdef u64 whole
    cdef int i, count
    cdef int[MOST_DICE + NAMED] which, die
    cdef i128 best
    if ended(t, hand, named, fresh, &whole) or t.failed:
        return at_most(t, at, whole, node)
    rolling_key(t, at, op, hand, named, fresh, node, key)
    slot = look(&t.memory, key)
    if slot.key[0]:
        return slot.value
    count = rollable(t, hand, named, fresh, which, die)
    for i in range(count):
        before_roll(t, at, op, hand, named, fresh, which[i], die[i], node)
    best = at_most(t, at, whole, node)
    for i in range(count):
        best = max(best, after_roll(t, at, op, hand, named, fresh, which[i], die[i], node))
    remember(t, key, best)
    return best


cdef inline bint can_roll(Turn *t, int node, u64 hand) noexcept nogil:
    """Whether dice of a hand may still be rolled."""
    cdef int c, n = 0
    if not t.rolls[node]:
        return False
    for c in range(COLOURS):
        n += t.faces.size[shown(hand, c)]
    return most_rolls(t, node, wakers_ever(t, hand), n) > 0

# ---- the bound -----------------------------------------------------------------------------------------------

cdef inline i128 at_most_still(Turn *t, const Around *at, u64 hand, int node) noexcept nogil:
    """The same if nothing is rolled any more."""
    cdef int i, ops, worth
    cdef i64 found
    cdef i128 best, top, value
    cdef Context context = t.context[at.context]
    cdef u64 movable = together(&t.faces, hand, context.spent)
    found = bundle(t, node, wakers_ever(t, hand))
    worth = t.way[found >> 20].worth if context.banked else kept(t, node, wakers(t, hand, t.takes, t.pairs))
    if t.failed:
        return 0
    best = done_by(t, at.board, movable, context.bare, context.banked) + <i128>worth * t.unit
    if found & 0xfffff == 1:
        return best
    top = cap_of(t, at.board, movable, context.bare)
    if top + <i128>t.way[(found >> 20) + 1].worth * t.unit <= best:
        return best
    if t.way[found >> 20].top >= 0:
        top = done_by(t, at.board, movable, context.bare, list_sum(t, t.way[found >> 20].top, context.banked))
    for i in range((found >> 20) + 1, (found >> 20) + (found & 0xfffff)):
        if top + <i128>t.way[i].worth * t.unit <= best:
            break
        ops = list_sum(t, t.way[i].ops, context.banked)
        value = done_by(t, at.board, movable, context.bare, ops)
        value += t.way[i].worth * t.unit
        best = max(best, value)
    return best


cdef inline i128 at_most(Turn *t, const Around *at, u64 hand, int node) noexcept nogil:
    cdef u64 key[2]
    cdef Slot *slot
    cdef Around then
    cdef Context context
    cdef int[MOST_DICE] dice
    cdef int i, j, n, c, ops
    cdef i128 best
    cdef u64 spent
    key[0] = hand | <u64>AT_MOST << HAND | <u64>node << HAND + 4
    key[1] = <u64>at.context | <u64>at.board << 24
    slot = look(&t.memory, key)
    if slot.key[0] or t.failed:
        return slot.value
    best = at_most_still(t, at, hand, node)
    context = t.context[at.context]
    then.board = at.board
    if can_roll(t, node, hand):
        for i in range(t.next_from[node], t.next_from[node + 1]):
            best = max(best, at_most(t, at, hand, t.next[i]))
        n = kinds_of(&t.faces, hand, dice)
        for i in range(t.use_from[node], t.use_from[node + 1]):
            if t.op[t.use[2 * i]].does == REROLL:
                for j in range(n):
                    before_roll(
                        t, at, t.use[2 * i], hand, 0, t.op[t.use[2 * i]].dice, -1, dice[j], t.use[2 * i + 1]
                    )
                for j in range(n):
                    best = max(best, after_roll(
                        t, at, t.use[2 * i], hand, 0, t.op[t.use[2 * i]].dice, -1, dice[j], t.use[2 * i + 1]
                    ))
            elif t.banks:
                ops = list_with(t, context.banked, t.use[2 * i])
                then.context = context_of(t, context.spent, context.placed, context.wild, ops)
                best = max(best, at_most(t, &then, hand, t.use[2 * i + 1]))
        for j in range(n):
            spent = with_die(&t.faces, context.spent, dice[j])
            for c in range(COLOURS):
                if not t.recolours and (c != dice[j] // FACES or not t.ever[c]):
                    continue
                for i in range(t.wake_from[COLOURS * node + c], t.wake_from[COLOURS * node + c + 1]):
                    if t.wake[2 * i + 1] and can_roll(t, t.wake[2 * i], without_die(&t.faces, hand, dice[j])):
                        then.context = context_of(t, spent, context.placed, context.wild, context.banked)
                        best = max(best, at_most(t, &then, without_die(&t.faces, hand, dice[j]), t.wake[2 * i]))
    remember(t, key, best)
    return best
