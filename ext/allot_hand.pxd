# The dice of a hand, and the sets of them; header only.
#
# A set tells equal dice not apart: it is a number for each kind in the hand, packed into four bits each, and a place in
# the tables in mixed radix, so that places of sets that do not overlap can be added.

from allot_read cimport DICE, PARTS, SETS, u32

cdef struct Hand:
    int kinds
    int die[DICE]
    int face[DICE]
    int colour[DICE]
    int n[DICE]
    int stride[DICE]
    int sets            # how many sets of dice there are; the last one is that of all
    u32 all             # the set of all dice, packed
    u32 must            # the dice that must be placed, packed
    bint dumps          # it can be worth while to place a die for its own sake
    u32 packed[SETS]
    int size[SETS]      # dice in each set
    int within[SETS + 1]  # where the sets begin that are part of a set
    unsigned char part[PARTS]


cdef inline void deal(Hand *hand) noexcept nogil:
    """Number the sets of dice of the kinds and numbers in a hand."""
    cdef int k, n, place, base, part, i, j, stride = 1, count = 1
    cdef u32 all_ = 0
    for k in range(hand.kinds):
        all_ += <u32>hand.n[k] << 4 * k
    if hand.sets and hand.all == all_:
        return
    hand.all = all_
    hand.packed[0] = hand.size[0] = hand.within[0] = hand.part[0] = 0
    hand.within[1] = 1
    for k in range(hand.kinds):
        hand.stride[k] = stride
        for n in range(1, hand.n[k] + 1):
            for base in range(stride):
                place = base + n * stride
                hand.packed[place] = hand.packed[place - stride] + (<u32>1 << 4 * k)
                hand.size[place] = hand.size[place - stride] + 1
                for i in range(n + 1):
                    part = i * stride
                    for j in range(hand.within[base], hand.within[base + 1]):
                        hand.part[count] = hand.part[j] + part
                        count += 1
                hand.within[place + 1] = count
        stride *= hand.n[k] + 1
    hand.sets = stride


cdef inline bint holds(u32 large, u32 small) noexcept nogil:
    """Whether one set of dice is part of another."""
    return ((large | <u32>0x88888888) - small) & <u32>0x88888888 == <u32>0x88888888
