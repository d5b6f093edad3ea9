# What so many dice come to at most on the cards of a turn, whatever they show; header only.
#
# Where that is reached, no ability can do better, and nothing more is tried.

from allot cimport level_of, together as levels_together
from allot_read cimport CARDS, CHALLENGE, DANGER, LEVELS, NONE, NOTHING, PAIRS, PATH, SPACES, Card
from bits cimport popcount
from quest_board cimport load
from quest_hand cimport COLOURS, FACES, LEAST, i64, i128, scaled, shown, u64
from quest_means cimport MOST_CAPS, Turn


cdef inline int card_with(const Card *card, int dice, int *done) noexcept nogil:
    """What a card is worth at most with so many more dice on it, whatever they are, unless it is solved; -1: too many.

    done: the same where it is, or NONE.
    """
    cdef int s, _i, best, used = 0, found = 0, least = SPACES
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
    for _i in range(dice):  # on those that are worth most
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
