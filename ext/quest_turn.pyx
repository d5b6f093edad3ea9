# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""What the rest of a turn of Companion Quest is worth, exactly, with all abilities, over all that can be rolled.

A state is the hand, the board, and a node of the graph of companions, gnomes and snacks. Each has an upper bound
(`quest_bound.pxd`), which most states are worth; so first it is asked whether a state is, which is a question of yes
and no, and all moves are compared (`quest_moves.pxd`) only where it is not.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from allot cimport Scratch, begin
from allot_read cimport CARDS, EACH, NOTHING, QUEST, Position, read_position
from quest_board cimport Board, board_number, board_with, board_without, boards_free, boards_make, lay_down
from quest_bound cimport (
    NAMED, after_roll, at_most, at_the_end, ended, named_with, roll_of, rollable, rolling,
)
from quest_hand cimport (
    BITS, COLOURS, FACES, HAND, MOST_DICE, NO, SHOWN, Slot, i64, i128, learn_faces, look, memory_make, u64, with_die,
)
from quest_means cimport (
    ANY_COLOUR, EXACTLY, MOST_LISTS, MOST_OPS, REACHED, ROLL_REACHED, Around, Op, Turn, Way, most_rolls, remember,
)
from quest_moves cimport PUT, ROLL, TAKE_BACK, Move, Search, bound_of, find_moves

# ---- the value -----------------------------------------------------------------------------------------------


cdef i128 leaf(Turn *t, const Around *at, u64 hand, int node) noexcept nogil:
    if at.exact:
        return exactly(t, at.board, hand, node)
    return at_most(t, at, hand, node)


cdef int board_after(Turn *t, int board, const Move *move) noexcept nogil:
    """The board after a move; -1 when it is too much."""
    cdef int then = board
    if move.kind == PUT:
        then = board_with(
            &t.boards, &t.faces, board, move.place.card, move.place.returned, move.place.space, move.dice, move.n
        )
    elif move.kind == TAKE_BACK:
        then = board_without(&t.boards, &t.faces, board, move.place.card, move.place.space)
    if then < 0:
        t.failed = True
    return then


cdef i128 after(Turn *t, int board, const Move *move) noexcept nogil:
    """What a move is worth."""
    cdef Around at
    if move.kind == ROLL:
        memset(&at, 0, sizeof(Around))
        at.exact, at.board = True, board
        return after_roll(t, &at, move.op, move.hand, 0, t.op[move.op].dice, -1, move.die, move.node)
    board = board_after(t, board, move)
    return exactly(t, board, move.hand, move.node) if not t.failed else 0


cdef bint reached_after(Turn *t, int board, const Move *move) noexcept nogil:
    """Whether a move is worth its bound."""
    if move.kind == ROLL:
        return roll_reached(t, board, move.op, move.hand, 0, t.op[move.op].dice, -1, move.die, move.node)
    board = board_after(t, board, move)
    return not t.failed and bound_of(t, board, move.hand, move.node) == move.most and reached(
        t, board, move.hand, move.node
    )


cdef bint roll_reached(
    Turn *t, int board, int op, u64 hand, int named, int fresh, int which, int die, int node
) noexcept nogil:
    """Whether the bound is the value, whatever a die shows."""
    cdef int f
    cdef int then
    cdef u64 less = hand
    cdef int rest = named, left = t.op[op].times, more = fresh
    roll_of(t, op, &less, &rest, &more, which, die, &left)
    for f in range(FACES):
        then = named_with(rest, die // FACES * FACES + f, left - 1)
        if not rolling_reached(t, board, op, less, then, more, node):
            return False
    return True


cdef bint rolling_reached(Turn *t, int board, int op, u64 hand, int named, int fresh, int node) noexcept nogil:
    """The same while an ability rolls dice."""
    cdef Around at
    cdef u64[4] key
    cdef Slot *slot
    cdef int i, n
    cdef int[MOST_DICE + NAMED] which, die
    cdef u64 whole
    cdef i128 most
    cdef bint found
    memset(&at, 0, sizeof(Around))
    at.placed, at.wild = t.boards.board[board].placed, t.boards.board[board].wild
    if ended(t, hand, named, fresh, &whole):
        return reached(t, board, whole, node)
    key[0] = hand | <u64>ROLL_REACHED << HAND | <u64>node << HAND + 4
    key[1], key[2], key[3] = board, 0, <u64>named | <u64>fresh << 32 | <u64>op << 40
    slot = look(&t.memory, key)
    if slot.key[0] or t.failed:
        return slot.value != 0
    most = rolling(t, &at, op, hand, named, fresh, node)
    found = at_most(t, &at, whole, node) == most and reached(t, board, whole, node)
    n = rollable(t, hand, named, fresh, which, die)
    for i in range(n):
        if found:
            break
        if after_roll(t, &at, op, hand, named, fresh, which[i], die[i], node) == most:
            found = roll_reached(t, board, op, hand, named, fresh, which[i], die[i], node)
    remember(t, key, found)
    return found


cdef bint known(Turn *t, int board, u64 hand, int node, int what, u64 *key, i128 *value) noexcept nogil:
    cdef Slot *slot
    key[0] = hand | <u64>what << HAND | <u64>node << HAND + 4
    key[1], key[2], key[3] = board, 0, 0
    slot = look(&t.memory, key)
    value[0] = slot.value
    return slot.key[0] != 0


cdef bint reached(Turn *t, int board, u64 hand, int node) noexcept nogil:
    """Whether a state is worth its bound."""
    cdef u64[4] key, exact
    cdef Board one
    cdef Move move
    cdef Search *s = <Search *>t.search
    cdef int i, start = s.count
    cdef bint late, found
    cdef i128 most, value
    most = bound_of(t, board, hand, node)
    if t.failed:
        return False
    if known(t, board, hand, node, EXACTLY, exact, &value):
        return value == most
    if known(t, board, hand, node, REACHED, key, &value):
        return False
    found = at_the_end(t, board, hand, node) == most
    if not found:
        one = t.boards.board[board]
        for late in range(2):
            find_moves(t, &one, board, hand, node, late, most - 1)
            for i in range(start, s.count):
                if not found and not t.failed:
                    move = s.move[i]
                    found = reached_after(t, board, &move)
            s.count = start
            if found:
                break
    if found:
        remember(t, exact, most)
    else:
        remember(t, key, 0)
    return found


cdef void sort(Search *s, int start) noexcept nogil:
    """The most promising moves first."""
    cdef int i, j
    cdef Move move
    for i in range(start + 1, s.count):
        move = s.move[i]
        j = i
        while j > start and s.move[j - 1].most < move.most:
            s.move[j] = s.move[j - 1]
            j -= 1
        s.move[j] = move


cdef i128 exactly(Turn *t, int board, u64 hand, int node) noexcept nogil:
    """What a state is worth."""
    cdef u64[4] key
    cdef Board one
    cdef Move move
    cdef Search *s = <Search *>t.search
    cdef int i, start = s.count
    cdef bint late
    cdef i128 best, value
    if known(t, board, hand, node, EXACTLY, key, &value) or t.failed:
        return value
    if reached(t, board, hand, node):
        return bound_of(t, board, hand, node)
    best = at_the_end(t, board, hand, node)
    one = t.boards.board[board]
    for late in range(2):
        find_moves(t, &one, board, hand, node, late, best)
        sort(s, start)
        for i in range(start, s.count):  # one that is worth its bound makes all lower bounds idle
            move = s.move[i]
            if move.most <= best or t.failed:
                break
            if reached_after(t, board, &move):
                best = move.most
                break
        for i in range(start, s.count):
            move = s.move[i]
            if move.most <= best or t.failed:
                break
            best = max(best, after(t, board, &move))
        s.count = start
    remember(t, key, best)
    return best

# ---- asking --------------------------------------------------------------------------------------------------


cdef class Rest:
    """The rest of a turn, from one position on.

    Values are integers over `unit`: the goal times 2 ** `shift`, plus progress.
    """

    cdef Turn turn
    cdef Search search
    cdef object kept    # what the pointers point to
    cdef Op[MOST_OPS] op

    def __cinit__(
        self, const long long[::1] flat, const int[::1] lying, const int[::1] there, const int[::1] ops,
        const int[::1] end, tuple edges, const int[::1] rolls, bint banks, const int[::1] dice, int number, int most,
        long long limit,
    ):
        """Take in a position.

        flat: as `allot_read.pxd` has it. lying: card, space and die of all that lies there. there: dice of each colour
        in the game. ops, end, rolls, banks: the abilities, and what the graph says of its nodes. edges: steps, uses and
        wakings, each as where those of a node begin, and the edges. dice, number: how many of each colour there may be
        in the hand, and together. most: progress at most. limit: how many values are remembered.
        """
        cdef Turn *t = &self.turn
        cdef int packed = 0, c, _i, rolled
        cdef i128 highest
        cdef const int[::1] begin_, flat_
        memset(t, 0, sizeof(Turn))
        memset(&self.search, 0, sizeof(Search))
        self.kept = [flat, end, edges, rolls]
        self.make(&flat[0], limit)
        for c in range(COLOURS):
            t.there[c] = there[c]
            packed |= dice[c] << 2 * c
        t.end, t.rolls, t.banks = &end[0], &rolls[0], banks
        begin_, flat_ = edges[0]
        t.next_from, t.next = &begin_[0], &flat_[0] if flat_.shape[0] else NULL
        begin_, flat_ = edges[1]
        t.use_from, t.use = &begin_[0], &flat_[0] if flat_.shape[0] else NULL
        begin_, flat_ = edges[2]
        t.wake_from, t.wake = &begin_[0], &flat_[0] if flat_.shape[0] else NULL
        self.read_ops(ops)
        self.board_of(lying)
        rolled = most_rolls(t, 0, packed, number)
        t.unit = 1
        for _i in range(min(rolled, 22)):
            t.unit *= 6
        highest = most * <i128>t.unit
        for _i in range(number):  # what all rolls of the first throw add up to
            highest *= 6
        while highest >> t.shift:
            t.shift += 1
        if t.failed or rolled > 22 or t.shift + 2.585 * (rolled + number) + 3 > 126:
            raise OverflowError(f"{rolled} dice")

    cdef int make(self, const long long *flat, long long limit) except -1:
        """Find room for everything, and lay out the cards."""
        cdef Turn *t = &self.turn
        cdef int c
        t.cards = <Position *>malloc(sizeof(Position))
        t.scratch = <Scratch *>malloc(sizeof(Scratch))
        self.search.room = 1024
        self.search.move = <Move *>malloc(self.search.room * sizeof(Move))
        t.first = <int *>malloc(2 * MOST_LISTS * sizeof(int))
        t.ways_room = 1024
        t.way = <Way *>malloc(t.ways_room * sizeof(Way))
        if (t.cards == NULL or t.scratch == NULL or self.search.move == NULL or t.first == NULL or t.way == NULL
                or not memory_make(&t.memory, limit)):
            raise MemoryError("no memory left for a turn")
        t.rest = t.first + MOST_LISTS
        t.lists = 1
        t.first[0] = t.rest[0] = 0
        t.search, t.leaf = &self.search, leaf
        learn_faces(&t.faces)
        read_position(t.cards, flat, &t.scratch.walk.lying)
        begin(t.scratch)
        t.cards.spares = False
        t.returns = True
        for c in range(QUEST):
            t.returns &= t.cards.card[c].kind == NOTHING or t.cards.card[c].back == EACH
        if not boards_make(&t.boards, t.cards, &t.scratch.walk.lying):
            raise MemoryError("no memory left for a turn")
        return 0

    cdef int read_ops(self, const int[::1] ops) except -1:
        """What the abilities do: kind; dice, times, apart of a reroll; steps and ways of a shift; colours."""
        cdef Turn *t = &self.turn
        cdef int i, c, s
        cdef bint freely = False
        t.op, t.ops = self.op, <int>ops.shape[0] // 7
        for i in range(t.ops):
            self.op[i].does, self.op[i].dice, self.op[i].times = ops[7 * i], ops[7 * i + 1], ops[7 * i + 2]
            self.op[i].apart, self.op[i].steps, self.op[i].ways = ops[7 * i + 3], ops[7 * i + 4], ops[7 * i + 5]
            self.op[i].colours = ops[7 * i + 6]
            t.recolours |= self.op[i].colours != 0
            freely |= self.op[i].does == ANY_COLOUR
        for c in range(CARDS):
            for s in range(t.cards.card[c].spaces):
                t.takes |= t.cards.card[c].freely[s] if freely else t.cards.card[c].accept[s]
        for c in range(COLOURS):
            t.ever[c] = t.takes >> FACES * c & 63 != 0
        return 0

    cdef int board_of(self, const int[::1] lying):
        """The number of a board; -1 when it is too much."""
        cdef Board one
        cdef Turn *t = &self.turn
        cdef int i, number
        memset(&one, 0, sizeof(Board))
        memset(one.at, NO, sizeof(one.at))
        for i in range(0, <int>lying.shape[0], 3):
            if not lay_down(&one, t.cards.card[lying[i]].kind, lying[i], lying[i + 1], lying[i + 2]):
                t.failed = True
                return -1
        number = board_number(&t.boards, &t.faces, &one)
        t.failed |= number < 0
        return number

    def __dealloc__(self):
        boards_free(&self.turn.boards)
        free(self.turn.memory.slot)
        free(self.turn.first)
        free(self.turn.way)
        free(self.search.move)
        free(self.turn.scratch)
        free(self.turn.cards)

    @property
    def unit(self):
        """The denominator of all values."""
        return self.turn.unit

    @property
    def shift(self):
        """How many bits progress takes."""
        return self.turn.shift

    @property
    def size(self):
        """How many values are remembered."""
        return self.turn.memory.count

    def value(self, const int[::1] dice, const int[::1] lying, int node, int op=-1, int named=0, int fresh=0):
        """What a state is worth; None when it is too big.

        dice: the hand. lying: all that lies on the cards. op, named, fresh: an ability that rolls and is in use, the
        dice that it has named, as `quest_bound.pxd` has them, and how many more it may.
        """
        cdef u64 hand = 0
        cdef int i, board
        cdef i128 value = 0
        cdef Around at
        cdef Turn *t = &self.turn
        for i in range(dice.shape[0]):
            hand = with_die(&t.faces, hand, dice[i])
        board = self.board_of(lying)
        with nogil:
            if t.failed:
                pass
            elif op < 0:
                value = exactly(t, board, hand, node)
            else:
                memset(&at, 0, sizeof(Around))
                at.exact, at.board = True, board
                value = rolling(t, &at, op, hand, named, fresh, node)
        return None if t.failed else value

    def bound(self, const int[::1] dice, const int[::1] lying, int node):
        """An upper bound of that."""
        cdef u64 hand = 0
        cdef int i, board = self.board_of(lying)
        cdef i128 value = 0
        for i in range(dice.shape[0]):
            hand = with_die(&self.turn.faces, hand, dice[i])
        if not self.turn.failed:
            value = bound_of(&self.turn, board, hand, node)
        return None if self.turn.failed else value

    def total(self, const int[::1] counts, int node):
        """The sum of the values of all rolls of so many dice of each colour, 6 to the number of dice; None: too big."""
        cdef int c, f, i
        cdef int[COLOURS] at, first, past
        cdef i64[SHOWN] ways
        cdef i64 weight
        cdef u64 hand
        cdef i128 total = 0
        cdef Turn *t = &self.turn
        for i in range(SHOWN):
            ways[i] = 1
            for c in range(2, t.faces.size[i] + 1):
                ways[i] *= c
            for f in range(FACES):
                for c in range(2, t.faces.count[i][f] + 1):
                    ways[i] //= c
        for c in range(COLOURS):
            first[c] = past[c] = 0
            for i in range(SHOWN):
                first[c] += t.faces.size[i] < counts[c]
                past[c] += t.faces.size[i] <= counts[c]
            at[c] = first[c]
        with nogil:
            while not t.failed:
                hand, weight = 0, 1
                for c in range(COLOURS):
                    hand |= <u64>at[c] << BITS * c
                    weight *= ways[at[c]]
                total += exactly(t, 0, hand, node) * weight
                c = 0
                while c < COLOURS:
                    at[c] += 1
                    if at[c] < past[c]:
                        break
                    at[c] = first[c]
                    c += 1
                if c == COLOURS:
                    break
        return None if t.failed else total
