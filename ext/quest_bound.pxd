# What the rest of a turn is worth at most; header only.
#
# The bound is the value of an easier game: dice that are placed find their spaces at the end only, and those placed for
# the sake of a roll may still be turned. So all rolls come first, with the placing that they need, and what has no
# chance in it follows: one of the ways of the node (`quest_means.pxd`), its abilities applied to the hand one by one.

from allot cimport Scratch, best_key, join_all, level_of, make_hand, together as levels_together
from allot_card cimport tabulate
from allot_read cimport CARDS, CHALLENGE, DANGER, FREE, LEVELS, NONE, NOTHING, PAIRS, PATH, SPACES, Card
from bits cimport popcount
from libc.string cimport memset

from quest_board cimport Board, load, sort_out
from quest_hand cimport (
    BITS, COLOURS, FACES, HAND, LEAST, MOST_DICE, NO, OF_COLOUR, WILD, Slot, ahead, changed, dice_of, i128, i64, kinds_of, look, scaled,
    shown, sixth, together, u64, with_die, with_wild, without_die,
)
from quest_means cimport (
    ANY_COLOUR, AS_PLACED, AT_MOST, DONE_BY, MOST_CAPS, REROLL, SHIFT, Around, Context, Op, Turn, bundle, context_of, kept,
    list_sum, list_with, most_rolls, remember, wakers, wakers_at_end, wakers_ever,
)
from quest_roll cimport NAMED, before_roll, ended, named_with, roll_key, rollable, rolling_key

# ---- dice that do the same -----------------------------------------------------------------------------------

cdef inline const Board *sorted_board(Turn *t, int board) noexcept nogil:
    if not t.boards.board[board].sorted_out:
        sort_out(&t.boards, t.boards.board + board)
    return t.boards.board + board


cdef inline int useful_of(Turn *t, int board, u64 hand, int *dice, u64 *alike) noexcept nogil:
    """The dice of a hand that can be placed on a board, those that do the same as one, and a number for them all."""
    cdef const Board *one = sorted_board(t, board)
    cdef int i, j, die, n = dice_of(&t.faces, hand, dice), count = 0
    for i in range(n):
        die = one.like[dice[i]]
        if die == NO:
            continue
        j = count
        while j and dice[j - 1] > die:
            dice[j] = dice[j - 1]
            j -= 1
        dice[j] = die
        count += 1
    alike[0] = 0
    for i in range(count):
        alike[0] = alike[0] << 6 | dice[i] + 1
    return count


cdef inline u64 crowded(Turn *t, const Board *one, u64 hand) noexcept nogil:
    """The same where there are more dice than one colour can have."""
    cdef int[MOST_DICE] dice
    cdef int c, d, f, i, n = dice_of(&t.faces, hand, dice)
    cdef int[COLOURS][FACES] faces
    cdef u64 found = 0
    memset(faces, 0, sizeof(faces))
    for i in range(n):
        c = one.as_colour[dice[i] // FACES]
        if c != NO:
            faces[c][dice[i] % FACES] += 1
    for c in range(COLOURS):
        d = c
        for f in range(FACES):
            for i in range(faces[c][f]):
                while t.faces.size[shown(found, d)] == OF_COLOUR or one.as_colour[d] != c:
                    d += 1
                found = with_die(&t.faces, found, FACES * d + f)
    return found


cdef inline u64 plainer(Turn *t, int board, u64 hand, u64 placed) noexcept nogil:
    """A hand that does the same whatever its dice are turned to, of as few colours as can be."""
    cdef const Board *one = sorted_board(t, board)
    cdef int c, d, at
    cdef int[COLOURS] all_
    cdef u64 found = 0
    if not one.merges or not hand:
        return hand
    memset(all_, 0, sizeof(all_))
    for c in range(COLOURS):
        d, at = one.as_colour[c], shown(hand, c)
        if at and d != NO:
            if t.faces.size[all_[d]] + t.faces.size[at] > OF_COLOUR:
                found = crowded(t, one, hand)
                break
            all_[d] = t.faces.both[all_[d]][at]
    else:
        for c in range(COLOURS):
            found |= <u64>all_[c] << BITS * c
    if placed:
        for c in range(COLOURS):
            if t.faces.size[shown(found, c)] + t.faces.size[shown(placed, c)] > OF_COLOUR:
                return hand
    return found

# ---- what so many dice come to at most -----------------------------------------------------------------------

cdef inline int card_with(const Card *card, int dice, int *done) noexcept nogil:
    """What a card is worth at most with so many more dice on it, whatever they are, unless it is solved; -1: too many.

    done: the same where it is, or NONE.
    """
    cdef int s, i, best, used = 0, found = 0, least = SPACES
    cdef int free = card.spaces - popcount(card.lying)
    done[0] = NONE
    if card.kind == NOTHING:
        return -1 if dice else 0
    if card.kind == DANGER or card.kind == PAIRS:
        found = card.there + card.worth[0] * min(FACES * dice, max(0, card.health))
        if FACES * dice >= card.health:
            done[0] = found + card.done
        return found
    if dice > (min(free, card.most) if card.kind == PATH else free):
        return -1
    found = card.there if card.kind == PATH else 0
    for s in range(card.spaces):
        if card.lying >> s & 1 and card.kind == CHALLENGE:
            found += card.worth[s]
    for i in range(dice):  # on those that are worth most
        best = -1
        for s in range(card.spaces):
            if not (card.lying | used) >> s & 1 and (best < 0 or card.worth[s] > card.worth[best]):
                best = s
        used |= 1 << best
        found += card.worth[best]
    if card.kind == PATH:
        if dice == free and card.health:
            done[0] = found + card.done
        return found
    for s in range(1 << card.spaces):
        if card.filled[s >> 6] >> (s & 63) & 1:
            least = min(least, popcount(<u64>(s & ~card.lying)))
    if least <= dice:
        done[0] = found + card.done
    return found


cdef inline void learn_caps(Turn *t) noexcept nogil:
    """What so many dice come to at most, from the board before the turn."""
    cdef int[CARDS][MOST_CAPS][2] worth
    cdef int[LEVELS][MOST_CAPS] best
    cdef int[LEVELS][MOST_CAPS] then
    cdef int c, n, k, level, done, to
    cdef i64 goal
    load(&t.boards, 0)
    for level in range(LEVELS):
        for n in range(MOST_CAPS):
            best[level][n] = 0 if level == 0 and n == 0 else NONE
    for c in range(CARDS):
        for level in range(LEVELS):
            for n in range(MOST_CAPS):
                then[level][n] = NONE
        for n in range(MOST_CAPS):
            worth[c][n][0] = card_with(&t.cards.card[c], n, &worth[c][n][1])
        for level in range(LEVELS):
            for n in range(MOST_CAPS):
                if best[level][n] == NONE:
                    continue
                for k in range(MOST_CAPS - n):
                    for done in range(2):
                        if worth[c][k][0] < 0 or worth[c][k][done] == NONE:
                            continue
                        to = levels_together(level, level_of(c, done))
                        then[to][n + k] = max(then[to][n + k], best[level][n] + worth[c][k][done])
        for level in range(LEVELS):
            for n in range(MOST_CAPS):
                best[level][n] = then[level][n]
    for n in range(MOST_CAPS):
        t.cap[n] = t.cap[n - 1] if n else LEAST
        for level in range(LEVELS):
            if best[level][n] > NONE:
                goal = (t.cards.goal[level] << 32) + best[level][n]
                t.cap[n] = max(t.cap[n], scaled(goal, t.shift, t.unit))


cdef inline int dice_in(const Turn *t, u64 hand, u64 wild) noexcept nogil:
    """How many dice there are in a hand, and placed whatever their colour."""
    cdef int c, n = 0
    for c in range(COLOURS):
        n += t.faces.size[shown(hand, c)]
    while wild:
        n += 1
        wild >>= 6
    return n


cdef inline i128 cap_of(const Turn *t, int board, u64 hand, int context) noexcept nogil:
    """What dice come to at most with those of a context and of a board, whatever they are."""
    cdef int n = dice_in(t, hand, t.context[context].wild) + dice_in(t, t.context[context].placed, 0)
    if board:
        n += dice_in(t, t.boards.board[board].placed, t.boards.board[board].wild)
    return t.cap[n] if n < MOST_CAPS else -LEAST

# ---- dice as they lie ----------------------------------------------------------------------------------------

cdef inline i128 as_placed(Turn *t, int board, u64 hand, u64 wild) noexcept nogil:
    """What dice come to at best, placed on a board; without what they wake."""
    cdef u64 key[2]
    cdef int[2 * MOST_DICE] dice
    cdef int n, i
    cdef u64 alike
    cdef Slot *slot
    cdef i128 value
    n = useful_of(t, board, hand, dice, &alike)
    key[0] = (alike & (<u64>1 << HAND) - 1) | <u64>AS_PLACED << HAND | alike >> HAND << HAND + 4
    key[1] = <u64>board | wild << 22
    slot = look(&t.memory, key)
    if slot.key[0] or t.failed:
        return slot.value
    for i in range(WILD):
        if wild >> 6 * i & 63:
            dice[n] = FREE + <int>(wild >> 6 * i & 63) - 1
            n += 1
    if n > MOST_DICE:
        t.failed = True
        return 0
    load(&t.boards, board)
    t.cards.wakes = False
    value = scaled(best_key(t.cards, dice, n, 0, t.scratch), t.shift, t.unit)
    remember(t, key, value)
    return value


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
