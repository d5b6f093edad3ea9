# How the dice of a hand can lie on one card, and what it is worth then; header only.
#
# A table tells of every set of dice of the hand what the card is worth at best when they are placed there and no
# others. Dice that lie on a problem may be returned first, dice that are placed as well: a die that is placed for its
# own sake, because it wakes a companion, need not stay.

from libc.string cimport memcpy

from allot_hand cimport Hand
from allot_read cimport (
    ALL, CHALLENGE, DICE, EACH, FREE, NONE, NOTHING, PAIRS, PATH, SETS, SPACES, STAYS, WHOLE, Card, u32,
)
from allot_roam cimport Roam, needs_roaming, opened, put_down, roam
from bits cimport ctz, popcount
from card cimport CONSECUTIVE, State, complete, options, put, take, u64

cdef struct Entry:
    int place           # a set of dice
    bint done
    int worth

cdef struct Table:      # of one card
    int count
    Entry entry[2 * SETS]
    bint ever[2]        # whether there is an entry that is not, and one that is solved
    int best[2][SETS]   # by whether the card is solved

cdef struct Walk:
    const Card *card
    const Hand *hand
    int *best[2]        # of the table that is filled in, by whether the card is solved
    int need            # so many dice have to find a place
    int kept
    int todo
    int order[SPACES]
    int fitting[SPACES]     # kinds of the hand that a space takes, bits
    int left[DICE]
    int on[SPACES]      # the kind of the hand that lies there
    u64 allowed[SPACES + 1][SPACES]
    State lying         # of a wide card
    int aside[2][SETS]
    int row[SETS]
    Roam roam


cdef inline bint takes(const Card *card, int s, int die) noexcept nogil:
    """Whether a space takes a die, whatever lies elsewhere."""
    if die & FREE:
        return card.kind != PAIRS and card.freely[s] >> (die & ~FREE) & 1
    return card.accept[s] >> die & 1


cdef inline bint in_order(const Card *card, int filled, int kept) noexcept nogil:
    """Whether the dice can have been placed one after the other."""
    cdef int s, there = kept
    cdef bint more = True
    while more and there != filled:
        more = False
        for s in range(card.spaces):
            if filled & ~there & (1 << s) and opened(card, there, s):
                there |= 1 << s
                more = True
    return there == filled


cdef inline bint may_lie(const Walk *w, const u64 *allowed, int s, int die) noexcept nogil:
    if not allowed[s] >> (die & ~FREE) & 1:
        return False
    return not w.card.wide or options(&w.card.q, &w.lying, s) >> (die & ~FREE) & 1


cdef inline const u64 *lay(Walk *w, int depth, const u64 *allowed, int s, int die) noexcept nogil:
    """Put a die down, and tell what all spaces may take now."""
    cdef int t
    cdef const Card *card = w.card
    cdef u64 *then = w.allowed[depth + 1]
    die &= ~FREE
    for t in range(card.spaces):
        then[t] = allowed[t]
        if card.linked[t] >> s & 1:
            then[t] &= card.fits[t][s][die]
    if card.wide:
        put(&card.q, &w.lying, s, die)
    return then


cdef inline void finish(Walk *w, int filled, int worth, int place) noexcept nogil:
    """Note what is worth so much, if the dice can have been placed in some order."""
    cdef const Card *card = w.card
    cdef bint done
    if card.q.thens and not in_order(card, filled, w.kept):
        return
    done = card.filled[filled >> 6] >> (filled & 63) & 1
    if done:
        if card.q.words & CONSECUTIVE:
            done = complete(&card.q, &w.lying)
        worth += done * card.done
    w.best[done][place] = max(w.best[done][place], worth)


cdef inline void walk(Walk *w, int depth, const u64 *allowed, int filled, int worth, int place) noexcept nogil:
    """Try all that can lie on the spaces of a challenge from here on."""
    cdef int s, k, fitting, missing = w.need - w.hand.size[place]
    cdef const Card *card = w.card
    cdef bint last = depth == w.todo - 1 and not card.wide
    if missing > w.todo - depth:
        return
    if depth == w.todo:
        finish(w, filled, worth, place)
        return
    s = w.order[depth]
    fitting = w.fitting[s]
    if card.twin[s] >= 0:  # of two spaces that can change places, the first is filled first, and with the lower kind
        fitting = fitting >> w.on[card.twin[s]] << w.on[card.twin[s]] if filled >> card.twin[s] & 1 else 0
    if not last:
        walk(w, depth + 1, allowed, filled, worth, place)
    elif missing <= 0:
        finish(w, filled, worth, place)
    filled |= 1 << s
    worth += card.worth[s]
    while fitting:
        k = ctz(fitting)
        fitting &= fitting - 1
        if not w.left[k] or not may_lie(w, allowed, s, w.hand.die[k]):
            continue
        if last:
            finish(w, filled, worth, place + w.hand.stride[k])
            continue
        w.left[k] -= 1
        w.on[s] = k
        walk(w, depth + 1, lay(w, depth, allowed, s, w.hand.die[k]), filled, worth, place + w.hand.stride[k])
        w.left[k] += 1
        if card.wide:
            take(&w.lying, s)


cdef inline void fill_in(Walk *w, int worth) noexcept nogil:
    """The same where no space has a say in what another takes: space by space, over sets of dice."""
    cdef int d, s, k, place, fitting, high = 0, then, done
    cdef const Hand *hand = w.hand
    cdef int *row = w.row
    row[0] = worth
    for d in range(w.todo):
        s = w.order[d]
        for place in range(high, -1, -1):
            if row[place] == NONE:
                continue
            fitting = w.fitting[s]
            while fitting:
                k = ctz(fitting)
                fitting &= fitting - 1
                if (hand.packed[place] >> 4 * k & 15) < <u32>hand.n[k]:
                    then = place + hand.stride[k]
                    while high < then:
                        high += 1
                        row[high] = NONE
                    row[then] = max(row[then], row[place] + w.card.worth[s])
    for place in range(high + 1):
        if row[place] > NONE:
            done = hand.size[place] == w.todo
            w.best[done][place] = max(w.best[done][place], row[place] + done * w.card.done)


cdef inline bint keep(Walk *w, int kept) noexcept nogil:
    """Start with these of the dice that lie on a challenge; whether they may lie there."""
    cdef int s, t
    cdef const Card *card = w.card
    cdef bint legal = True
    w.kept, w.todo = kept, 0
    w.lying.filled = 0
    for s in range(card.spaces):
        w.allowed[0][s] = ALL
    for s in range(card.spaces):
        if not kept >> s & 1:
            w.order[w.todo] = s
            w.todo += 1
        elif not card.loose and legal:
            legal = may_lie(w, w.allowed[0], s, card.held[s])
            for t in range(card.spaces):
                w.allowed[0][t] &= card.fits[t][s][card.held[s]]
            if card.wide:
                put_down(card, &w.lying, s, card.held[s])
    return legal


cdef inline void dump(Walk *w) noexcept nogil:
    """Place other dice one by one, each of them returned at once."""
    cdef int d, s, k, place, fit = 0
    cdef const Hand *hand = w.hand
    for d in range(w.todo):
        s = w.order[d]
        for k in range(hand.kinds):
            if w.fitting[s] >> k & 1 and may_lie(w, w.allowed[0], s, hand.die[k]):
                fit |= 1 << k
    for k in range(hand.kinds):
        if fit >> k & 1:
            for place in range(hand.stride[k], hand.sets):
                if hand.packed[place] >> 4 * k & 15:
                    for d in range(2):
                        w.best[d][place] = max(w.best[d][place], w.best[d][place - hand.stride[k]])


cdef inline void lay_out(Walk *w, int worth) noexcept nogil:
    """Try all that can lie on a challenge beside the dice that stay."""
    if w.card.loose and not w.card.q.thens:
        fill_in(w, worth)
    else:
        walk(w, 0, w.allowed[0], w.kept, worth, 0)


cdef inline void set_aside(Walk *w, int worth) noexcept nogil:
    """The same when dice that are placed may be returned: they need not find their places together."""
    cdef int place, done
    cdef int *best[2]
    for done in range(2):
        best[done], w.best[done] = w.best[done], w.aside[done]
        for place in range(w.hand.sets):
            w.aside[done][place] = NONE
    lay_out(w, worth)
    dump(w)
    for done in range(2):
        w.best[done] = best[done]
        for place in range(w.hand.sets):
            best[done][place] = max(best[done][place], w.aside[done][place])


cdef inline void walk_challenge(Walk *w) noexcept nogil:
    """Try all that can lie on a challenge, whatever is returned before."""
    cdef int s, kept, worth, lying = 0, free = 0
    cdef const Card *card = w.card
    for s in range(card.spaces):
        if card.lying >> s & 1:
            lying += card.worth[s]
            if card.back == WHOLE or (card.back == EACH and (card.linked[s] or w.hand.dumps)):
                free |= 1 << s
    kept = free
    while True:  # over the sets of dice that might be returned and stay
        if (card.back != WHOLE or kept == 0 or kept == free) and keep(w, kept | card.lying & ~free):
            worth = 0
            for s in range(card.spaces):
                if w.kept >> s & 1:
                    worth += card.worth[s]
            if w.hand.dumps and (card.back == EACH or (card.back == WHOLE and not w.kept)):
                set_aside(w, worth)
            else:
                lay_out(w, worth)
        if kept == 0:
            break
        kept = (kept - 1) & free
    if w.best[0][0] == NONE and w.best[1][0] == NONE:  # dice that break the rules of the card lie there already
        w.best[0][0] = lying


cdef inline void walk_path(Walk *w, int s, const u64 *allowed, int placed, int worth, int place) noexcept nogil:
    """Try all that can lie on the next spaces of the quest, one after the other."""
    cdef int k, fitting
    cdef const Card *card = w.card
    cdef bint done = s == card.spaces and card.health  # the last space leads to the portal
    if w.hand.size[place] >= w.need:
        w.best[done][place] = max(w.best[done][place], worth + card.done if done else worth)
    if s == card.spaces or placed == card.most:
        return
    fitting = w.fitting[s]
    while fitting:
        k = ctz(fitting)
        fitting &= fitting - 1
        if w.left[k] and may_lie(w, allowed, s, w.hand.die[k]):
            w.left[k] -= 1
            walk_path(w, s + 1, lay(w, s, allowed, s, w.hand.die[k]), placed + 1, worth + card.worth[s],
                      place + w.hand.stride[k])
            w.left[k] += 1
            if card.wide:
                take(&w.lying, s)


cdef inline void hit(Walk *w, int k, int points, int odd, int place) noexcept nogil:
    """Try all dice, from a kind on, that can lie on a danger."""
    cdef int _n, face, worth
    cdef const Card *card = w.card
    cdef bint done = points >= card.health
    if k >= w.hand.kinds:
        if not odd:
            worth = card.there + card.worth[0] * min(points, max(0, card.health))
            w.best[done][place] = max(w.best[done][place], worth + card.done if done else worth)
        return
    hit(w, k + 1, points, odd, place)
    if w.fitting[0] >> k & 1 and (w.hand.dumps or not done or odd):
        face = w.hand.face[k]
        for _n in range(w.left[k]):
            place += w.hand.stride[k]
            points += face
            if card.kind == PAIRS:
                odd ^= 1 << face
            hit(w, k + 1, points, odd, place)


cdef inline void tabulate(const Card *card, const Hand *hand, Table *table, Walk *w) noexcept nogil:
    """What a card is worth with every set of dice of the hand on it."""
    cdef int s, k, place, done, worth, solved
    table.count = 0
    for done in range(2):
        for place in range(hand.sets):
            table.best[done][place] = NONE
    w.card, w.hand, w.need = card, hand, 0
    w.best[0], w.best[1] = table.best[0], table.best[1]
    for k in range(hand.kinds):
        w.left[k] = hand.n[k]
    for s in range(card.spaces):
        w.fitting[s] = 0
        for k in range(hand.kinds):
            if takes(card, s, hand.die[k]):
                w.fitting[s] |= 1 << k
    if card.kind == NOTHING:
        table.best[0][0] = 0
    elif card.kind == CHALLENGE:
        if card.q.thens and card.back != STAYS and (hand.dumps or needs_roaming(card)):
            roam(&w.roam, card, hand, w.fitting, &w.lying, w.best[0], w.best[1])
        else:
            walk_challenge(w)
    elif card.kind == PATH:
        keep(w, card.lying)
        s = popcount(card.lying)
        memcpy(w.allowed[s], w.allowed[0], sizeof(w.allowed[0]))
        walk_path(w, s, w.allowed[s], 0, card.there, 0)
    else:
        hit(w, 0, 0, 0, 0)
    table.ever[0] = table.ever[1] = False
    for place in range(hand.sets):
        worth, solved = table.best[0][place], table.best[1][place]
        if (worth & solved) < 0:  # neither can be
            continue
        if solved > NONE:
            note(table, place, True, solved)
            if solved >= worth:
                table.best[0][place] = NONE
                continue
        if worth > NONE:
            note(table, place, False, worth)


cdef inline void note(Table *table, int place, bint done, int worth) noexcept nogil:
    cdef Entry *entry = &table.entry[table.count]
    entry.place, entry.done, entry.worth = place, done, worth
    table.ever[done] = True
    table.count += 1
