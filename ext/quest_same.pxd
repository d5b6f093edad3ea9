# Dice of a hand that do the same on a board; header only.
#
# What is known of a hand is remembered for all that are like it: without the dice that no space takes, and with the
# first of those that every space takes alike. Where dice may still be turned, that is asked of their colours.

from libc.string cimport memset

from quest_board cimport Board, sort_out
from quest_hand cimport BITS, COLOURS, FACES, MOST_DICE, NO, OF_COLOUR, dice_of, shown, u64, with_die
from quest_means cimport Turn


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
    cdef int c, d, f, i, _i, n = dice_of(&t.faces, hand, dice)
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
            for _i in range(faces[c][f]):
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
