# How the dice of a hand can come to lie on a card whose spaces have an order, when dice may be returned; header only.
#
# On such a card more can come to lie than can be placed in order: a die may be placed on the second space while one
# lies on the first, which is then returned and makes room for what would not have been allowed beside it. So all that
# can be reached is gone through, die by die. That is slow, and only done for such cards.

from allot_hand cimport Hand
from allot_read cimport EACH, FREE, Card
from bits cimport ctz, mix
from card cimport CONSECUTIVE, State, complete, options, put, u64

cdef enum:
    ROAM = 1 << 15      # states of a card, at most
    THERE = 15          # the die that lay on a space from the start; n + 1 is the kind n of the hand, 0 none

cdef struct Roam:
    int count
    bint over           # there are more states than there is room for
    u64 state[ROAM]     # what lies on each space in four bits each, and above it the dice that were placed
    int slot[2 * ROAM]  # states by their hash, counted from 1


cdef inline void visit(Roam *r, u64 state) noexcept nogil:
    cdef int at = <int>(mix(state) & (2 * ROAM - 1))
    while r.slot[at]:
        if r.state[r.slot[at] - 1] == state:
            return
        at = (at + 1) & (2 * ROAM - 1)
    if r.count == ROAM:
        r.over = True
        return
    r.state[r.count] = state
    r.count += 1
    r.slot[at] = r.count


cdef inline void forget(Roam *r) noexcept nogil:
    """Make the table of states empty again; a new one is filled with zeros instead."""
    cdef int i, at
    for i in range(r.count):
        at = <int>(mix(r.state[i]) & (2 * ROAM - 1))
        while r.slot[at]:
            r.slot[at] = 0
            at = (at + 1) & (2 * ROAM - 1)
    r.count = 0


cdef inline bint needs_roaming(const Card *card) noexcept nogil:
    """Whether it could help, but for what dice wake, to return a die that another needed to be placed."""
    cdef int c, s, t, second
    cdef u64 firsts
    for c in range(card.q.thens):
        second = <int>card.q.then[2 * c + 1]
        firsts = card.q.partners[card.q.then[2 * c]] | <u64>1 << card.q.then[2 * c]
        for s in range(card.spaces):
            for t in range(card.spaces):
                if firsts >> s & 1 and t != s and t != second and (card.linked[s] >> t & 1 or card.linked[t] >> s & 1):
                    return True
    return False


cdef inline void put_down(const Card *card, State *lying, int s, int die) noexcept nogil:
    """Let a die lie there for the search for one card, which never runs out of dice here."""
    die &= ~FREE
    put(&card.q, lying, s, die)
    lying.left[die] += 1
    lying.left_over |= <u64>1 << die


cdef inline bint opened(const Card *card, u64 there, int s) noexcept nogil:
    """Whether what must have a die before the space has one."""
    cdef int c
    for c in range(card.q.thens):
        if card.q.then[2 * c + 1] == s and not (
            (card.q.partners[card.q.then[2 * c]] | <u64>1 << card.q.then[2 * c]) & there
        ):
            return False
    return True


cdef inline void roam(
    Roam *r, const Card *card, const Hand *hand, const int *fitting, State *lying, int *open_, int *solved
) noexcept nogil:
    """Go through all that can come to lie there; note the best for each set of dice, by whether the card is solved."""
    cdef int i, s, k, what, place, worth, filled, kinds
    cdef u64 state = 0, fit
    cdef bint done
    for s in range(card.spaces):
        if card.held[s] >= 0:
            state |= <u64>THERE << 4 * s
    visit(r, state)
    i = 0
    while i < r.count:
        state = r.state[i]
        place = <int>(state >> 32)
        lying.filled, filled, worth = 0, 0, 0
        for s in range(card.spaces):
            what = state >> 4 * s & 15
            if what:
                put_down(card, lying, s, card.held[s] if what == THERE else hand.die[what - 1])
                filled |= 1 << s
                worth += card.worth[s]
                if card.back == EACH:
                    visit(r, state & ~(<u64>15 << 4 * s))
        done = card.filled[filled >> 6] >> (filled & 63) & 1
        if done and card.q.words & CONSECUTIVE:
            done = complete(&card.q, lying)
        if done:
            solved[place] = max(solved[place], worth + card.done)
        else:
            open_[place] = max(open_[place], worth)
        if card.back != EACH:
            visit(r, state >> 32 << 32)
        for s in range(card.spaces):
            if filled >> s & 1 or not opened(card, <u64>filled, s):
                continue
            fit = options(&card.q, lying, s)
            kinds = fitting[s]
            while kinds:
                k = ctz(kinds)
                kinds &= kinds - 1
                if fit >> (hand.die[k] & ~FREE) & 1 and <int>(hand.packed[place] >> 4 * k & 15) < hand.n[k]:
                    visit(r, (state | <u64>(k + 1) << 4 * s) + (<u64>hand.stride[k] << 32))
        i += 1
    forget(r)
