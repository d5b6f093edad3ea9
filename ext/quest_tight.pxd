# What the rest of a turn is worth at most, as far as it is asked; header only.
#
# The bound is the value of an easier game: dice that are placed find their spaces at the end only, and those placed for
# the sake of a roll may still be turned. So all rolls come first, with the placing that they need, and what has no
# chance in it follows: one of the ways of the node (`quest_ways.pxd`), its abilities applied to the hand one by one.
#
# All of it is asked whether it is worth more than `low`; what is answered is the bound if it is, and else a number that
# is not higher than `low` nor lower than the bound. What has to be reckoned out is little then: nothing is worth more
# than as many dice can come to, and where dice lie on a board no more than if they might still lie elsewhere, which is
# known sooner, for all boards share it.

from quest_board cimport Board
from quest_bound cimport as_placed, can_roll, done_by, highest, soon_most, turned
from quest_cap cimport cap_of
from quest_hand cimport (
    COLOURS, FACES, HAND, LEAST, MOST_DICE, Slot, ahead, i128, i64, kinds_of, look, sixth, sixth_above, together, u64,
    with_die, without_die,
)
from quest_means cimport (
    AFTER_ROLL, AFTER_ROLL_LOWER, AT_MOST, DONE_BY, LOWER, REROLL, VALUE, Around, Context, Op, Turn, context_of,
    remember, spend,
)
from quest_roll cimport NAMED, before_roll, ended, named_with, roll_key, rollable
from quest_same cimport plainer
from quest_ways cimport bundle, kept, list_sum, list_with, wakers, wakers_ever


cdef inline bint loosened(Turn *t, const Around *at, Around *to) noexcept nogil:
    """The same if the dice of the board may lie elsewhere; False where none lie there that may not."""
    cdef const Context *context = t.context + at.context
    cdef Board *one = t.boards.board + at.board
    if not at.board:
        return False
    if one.context < 0:
        to.context = context_of(t, 0, one.placed, one.wild, 0)
        if t.failed:
            return False
        one.context = to.context
    to.board, to.context = 0, one.context
    if at.context and (context.spent or context.banked):
        to.context = context_of(t, context.spent, one.placed, one.wild, context.banked)
    return True


cdef inline i128 done_over(Turn *t, int board, u64 hand, int context, int ops, i128 low) noexcept nogil:
    """What some abilities without chance can make of a hand."""
    cdef Around at, other
    cdef u64[2] exact, lower
    cdef Slot *slot
    cdef const Op *op
    cdef const Board *one
    cdef int[MOST_DICE] dice
    cdef int[2 * FACES] faces
    cdef int i, j, n, m, die
    cdef u64 less
    cdef i128 best
    if not ops:
        if board:
            one = t.boards.board + board
            best = as_placed(t, 0, together(&t.faces, hand, one.placed), one.wild)
            if best <= low:
                return best
        return done_by(t, board, hand, context, ops)
    at.board, at.context = board, context
    if not loosened(t, &at, &other):
        return done_by(t, board, hand, context, ops)
    if not t.turns[ops]:
        best = done_by(t, 0, hand, t.context[other.context].bare, ops)
        if best <= low or t.failed:
            return best
        return done_by(t, board, hand, context, ops)
    less = plainer(t, board, hand, t.context[context].placed)
    exact[0] = lower[0] = less | <u64>DONE_BY << HAND
    exact[1] = <u64>context | <u64>board << 24 | <u64>ops << 46
    lower[1] = exact[1] | <u64>1 << LOWER
    slot = look(&t.memory, exact)
    if slot.key[0]:
        return slot.value
    slot = look(&t.memory, lower)
    if slot.key[0] and slot.value <= low:
        return slot.value
    best = done_by(t, 0, hand, t.context[other.context].bare, ops)
    if best <= low or t.failed:
        return best
    spend(t, VALUE)
    op = t.op + t.first[ops]
    best = done_over(t, board, hand, context, t.rest[ops], low)
    n = kinds_of(&t.faces, hand, dice)
    for i in range(n):
        die = dice[i]
        less = without_die(&t.faces, hand, die)
        m = turned(op, die % FACES, faces)
        for j in range(m):
            best = max(best, done_over(
                t, board, with_die(&t.faces, less, die // FACES * FACES + faces[j]), context, t.rest[ops],
                max(low, best),
            ))
    remember(t, &exact[0] if best > low else &lower[0], best)
    return best


cdef inline i128 still_over(Turn *t, const Around *at, u64 hand, int node, i128 low) noexcept nogil:
    """What it is worth if nothing is rolled any more."""
    cdef int i, worth
    cdef i64 found
    cdef i128 best, top, more
    cdef Context context = t.context[at.context]
    cdef u64 movable = together(&t.faces, hand, context.spent)
    if not t.most_kept and soon_most(t, at, hand, node, &best):
        return best
    found = bundle(t, node, wakers_ever(t, hand))
    worth = t.way[found >> 20].worth if context.banked else kept(t, node, wakers(t, hand, t.takes, t.pairs))
    if t.failed:
        return 0
    more = <i128>worth * t.unit
    best = more + done_over(t, at.board, movable, context.bare, context.banked, low - more)
    if found & 0xfffff == 1:
        return best
    more = <i128>t.way[(found >> 20) + 1].worth * t.unit
    top = cap_of(t, at.board, movable, context.bare)
    if top + more > max(low, best) and t.way[found >> 20].top >= 0:
        top = done_over(
            t, at.board, movable, context.bare, list_sum(t, t.way[found >> 20].top, context.banked),
            max(low, best) - more,
        )
    if top + more <= max(low, best):
        return max(top + more, best)
    for i in range((found >> 20) + 1, (found >> 20) + (found & 0xfffff)):
        more = <i128>t.way[i].worth * t.unit
        if top + more <= max(low, best):
            best = max(best, top + more) if best <= low else best
            break
        best = max(best, more + done_over(
            t, at.board, movable, context.bare, list_sum(t, t.way[i].ops, context.banked),
            max(low, best) - more,
        ))
    return best


cdef inline i128 roll_over(
    Turn *t, const Around *at, int op, u64 hand, int named, int fresh, int which, int die, int node, i128 low
) noexcept nogil:
    """The mean over what a die may show."""
    cdef u64[2] exact, lower
    cdef int[FACES] then
    cdef i128[FACES] most
    cdef i128 total = 0, need, value
    cdef int f, left = 0
    cdef Slot *slot
    cdef Around other
    cdef u64 before = hand
    cdef int said = named, more = fresh
    cdef bint loose = loosened(t, at, &other)
    roll_key(t, at, op, &hand, &named, &fresh, which, die, node, &left, exact)
    slot = look(&t.memory, exact)
    if slot.key[0] or t.failed:
        return slot.value
    lower[0] = exact[0] & ~(<u64>15 << HAND) | <u64>AFTER_ROLL_LOWER << HAND
    lower[1] = exact[1]
    slot = look(&t.memory, lower)
    if slot.key[0] and slot.value <= low:
        return slot.value
    if loose:
        total = roll_over(t, &other, op, before, said, more, which, die, node, low)
        if total <= low or t.failed:
            return total
        total = 0
    for f in range(FACES):  # memory is asked for all of them before one is looked at
        then[f] = named_with(named, die // FACES * FACES + f, left - 1)
        if ended(t, hand, then[f], fresh, &before):
            exact[0] = before | <u64>AT_MOST << HAND | <u64>node << HAND + 4
            exact[1] = <u64>at.context | <u64>at.board << 24
            ahead(&t.memory, exact)
            if loose:
                exact[1] = other.context
                ahead(&t.memory, exact)
    value = 0 if loose else highest(t, at, before, node)  # which is the same whatever the die shows
    for f in range(FACES):
        most[f] = rolling_over(t, &other, op, hand, then[f], fresh, node, LEAST) if loose else value
        total += most[f]
    for f in range(FACES):
        need = max(LEAST, 6 * low - (total - most[f])) if low > LEAST else LEAST
        value = rolling_over(t, at, op, hand, then[f], fresh, node, need)
        total += min(value, most[f]) - most[f]
        if total <= 6 * low or t.failed:
            total = sixth_above(total)
            remember(t, lower, total)
            return total
    total = sixth(total)
    exact[0] = lower[0] & ~(<u64>15 << HAND) | <u64>AFTER_ROLL << HAND
    exact[1] = lower[1]
    remember(t, exact, total)
    return total


cdef inline i128 rolling_over(
    Turn *t, const Around *at, int op, u64 hand, int named, int fresh, int node, i128 low
) noexcept nogil:
    """What it is worth while an ability rolls dice: to stop, or to roll on."""
    cdef u64 whole
    cdef int i, count
    cdef int[MOST_DICE + NAMED] which, die
    cdef i128 best
    if ended(t, hand, named, fresh, &whole) or t.failed:
        return most_over(t, at, whole, node, low)
    count = rollable(t, hand, named, fresh, which, die)
    best = most_over(t, at, whole, node, low)
    for i in range(count):
        best = max(best, roll_over(t, at, op, hand, named, fresh, which[i], die[i], node, max(low, best)))
    return best


cdef inline i128 most_over(Turn *t, const Around *at, u64 hand, int node, i128 low) noexcept nogil:
    """What a state is worth."""
    cdef u64[2] exact, lower
    cdef Slot *slot
    cdef Around then
    cdef Context context
    cdef int[MOST_DICE] dice
    cdef int i, j, n, c, ops
    cdef i128 best, most
    cdef u64 spent, less
    exact[0] = lower[0] = hand | <u64>AT_MOST << HAND | <u64>node << HAND + 4
    exact[1] = <u64>at.context | <u64>at.board << 24
    lower[1] = exact[1] | <u64>1 << LOWER
    slot = look(&t.memory, exact)
    if slot.key[0] or t.failed:
        return slot.value
    slot = look(&t.memory, lower)
    if slot.key[0] and slot.value <= low:
        return slot.value
    most = most_over(t, &then, hand, node, low) if loosened(t, at, &then) else highest(t, at, hand, node)
    if most <= low:
        return most
    best = still_over(t, at, hand, node, low)
    context = t.context[at.context]
    then.board = at.board
    if best < most and can_roll(t, node, hand):
        for i in range(t.next_from[node], t.next_from[node + 1]):
            best = max(best, most_over(t, at, hand, t.next[i], max(low, best)))
        n = kinds_of(&t.faces, hand, dice)
        for i in range(t.use_from[node], t.use_from[node + 1]):
            if t.op[t.use[2 * i]].does == REROLL:
                for j in range(n):
                    before_roll(
                        t, at, t.use[2 * i], hand, 0, t.op[t.use[2 * i]].dice, -1, dice[j], t.use[2 * i + 1]
                    )
                for j in range(n):
                    best = max(best, roll_over(
                        t, at, t.use[2 * i], hand, 0, t.op[t.use[2 * i]].dice, -1, dice[j], t.use[2 * i + 1],
                        max(low, best),
                    ))
            elif t.banks:
                ops = list_with(t, context.banked, t.use[2 * i])
                then.context = context_of(t, context.spent, context.placed, context.wild, ops)
                best = max(best, most_over(t, &then, hand, t.use[2 * i + 1], max(low, best)))
        for j in range(n):
            spent, less = with_die(&t.faces, context.spent, dice[j]), without_die(&t.faces, hand, dice[j])
            for c in range(COLOURS):
                if not t.recolours and (c != dice[j] // FACES or not t.ever[c]):
                    continue
                for i in range(t.wake_from[COLOURS * node + c], t.wake_from[COLOURS * node + c + 1]):
                    if t.wake[2 * i + 1] and can_roll(t, t.wake[2 * i], less):
                        then.context = context_of(t, spent, context.placed, context.wild, context.banked)
                        best = max(best, most_over(t, &then, less, t.wake[2 * i], max(low, best)))
    remember(t, &exact[0] if best > low else &lower[0], best)
    return best
