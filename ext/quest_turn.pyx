# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False, auto_pickle=False
"""What the rest of a turn of Companion Quest is worth, exactly, with all abilities, over all that can be rolled.

A state is the hand, the board, and a node of the graph of companions, gnomes and snacks. Each has an upper bound
(`quest_bound.pxd`), which most states are worth; so first it is asked whether a state is, which is a question of yes
and no, and all moves are compared (`quest_moves.pxd`) only where it is not.
"""

cimport cython
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from allot cimport Scratch, begin
from allot_read cimport CARDS, EACH, NOTHING, PAIRS, QUEST, Position, read_position
from quest_board cimport Board, board_number, board_with, board_without, boards_free, boards_make, lay_down
from quest_bound cimport as_placed, at_the_end
from quest_cap cimport learn_caps
from quest_hand cimport (
    BITS, COLOURS, FACES, HAND, LEAST, MOST_DICE, NO, SHOWN, Slot, i128, i64, learn_faces, look, memory_make, sixth,
    sixth_above, u64, with_die,
)
from quest_means cimport (
    ANY_COLOUR, EXACTLY, LOWER_THAN, MOST_CAPS, MOST_LISTS, MOST_OPS, NOT_BY, ROLLING, ROLLING_LOWER, Around, Context,
    Op, VALUE, Turn, Way, remember,
)
from quest_moves cimport PUT, ROLL, STAGES, TAKE_BACK, Move, Search, bound_of, find_moves
from quest_roll cimport NAMED, ended, named_with, roll_of, rollable, use_of
from quest_tight cimport most_over, roll_over, rolling_over, still_over
from quest_ways cimport learn_wakes, most_rolls

# ---- the value -----------------------------------------------------------------------------------------------
#
# All that follows is asked whether something is worth more than `low`. What is answered is the value if it is, and
# else a number that is not higher than `low` nor lower than the value.

cdef int board_after(Turn *t, int board, const Move *move) noexcept nogil:
    """The board after a move."""
    cdef int then = board
    if move.kind == PUT:
        then = board_with(
            &t.boards, &t.faces, board, move.place.card, move.place.returned, move.place.space, move.dice, move.n
        )
    elif move.kind == TAKE_BACK:
        then = board_without(
            &t.boards, &t.faces, board, move.place.card, move.place.space, move.place.returned
        )
    if then < 0:
        t.failed = True
        return 0
    return then


cdef i128 after(Turn *t, int board, const Move *move, i128 low) noexcept nogil:
    """What a move is worth."""
    if move.kind == ROLL:
        return rolled(t, board, move.op, move.hand, 0, t.op[move.op].dice, -1, move.die, move.node, low)
    return worth(t, board_after(t, board, move), move.hand, move.node, low, move.most)


cdef i128 rolled(
    Turn *t, int board, int op, u64 hand, int named, int fresh, int which, int die, int node, i128 low
) noexcept nogil:
    """The mean over what a die may show."""
    cdef int f, left = 0
    cdef int[FACES] then
    cdef i128[FACES] most
    cdef i128 total = 0, need, value
    cdef Around at
    at.board, at.context = board, 0
    total = roll_over(t, &at, op, hand, named, fresh, which, die, node, low)
    if total <= low or t.failed:
        return total
    total = 0
    roll_of(t, op, &hand, &named, &fresh, which, die, &left)
    for f in range(FACES):
        then[f] = named_with(named, die // FACES * FACES + f, left - 1)
        most[f] = rolling_over(t, &at, op, hand, then[f], fresh, node, LEAST)
        total += most[f]
    for f in range(FACES):
        if total <= 6 * low or t.failed:
            break
        need = max(LEAST, 6 * low - (total - most[f])) if low > LEAST else LEAST
        value = going_on(t, board, op, hand, then[f], fresh, node, need, most[f])
        total += value - most[f]
    return sixth(total) if total > 6 * low else sixth_above(total)


cdef i128 going_on(
    Turn *t, int board, int op, u64 hand, int named, int fresh, int node, i128 low, i128 bound
) noexcept nogil:
    """What it is worth while an ability rolls dice: to stop, or to roll on."""
    cdef u64[2] exact, lower
    cdef u64 whole
    cdef Around at
    cdef int i, j, n
    cdef int[MOST_DICE + NAMED] which, die
    cdef i128[MOST_DICE + NAMED] most
    cdef i128 best, upper, swap
    if ended(t, hand, named, fresh, &whole):
        return worth(t, board, whole, node, low, bound)
    at.board, at.context = board, 0
    exact[1] = lower[1] = <u64>board | <u64>use_of(t, op, named, fresh, 0) << 46
    if known(t, hand, node, ROLLING, exact, &best):
        return best
    if known(t, hand, node, ROLLING_LOWER, lower, &upper):
        bound = min(bound, upper)
    if bound <= low or t.failed:
        return bound
    n = rollable(t, hand, named, fresh, which, die)
    for i in range(n):
        most[i] = roll_over(t, &at, op, hand, named, fresh, which[i], die[i], node, low)
    best = upper = worth(t, board, whole, node, low, bound)
    for i in range(n):
        for j in range(i + 1, n):  # the most promising first
            if most[j] > most[i]:
                swap = most[i]
                most[i] = most[j]
                most[j] = swap
                which[i], which[j] = which[j], which[i]
                die[i], die[j] = die[j], die[i]
        upper = max(upper, most[i]) if most[i] <= max(best, low) else upper
        if most[i] <= max(best, low) or best == bound:
            break
        swap = rolled(t, board, op, hand, named, fresh, which[i], die[i], node, max(best, low))
        best = max(best, swap)
        upper = max(upper, swap)
    if best > low:
        remember(t, exact, best)
        return best
    remember(t, lower, upper)
    return upper


cdef bint known(Turn *t, u64 hand, int node, int what, u64 *key, i128 *value) noexcept nogil:
    """Whether something is remembered; key[1] is given."""
    cdef Slot *slot
    key[0] = hand | <u64>what << HAND | <u64>node << HAND + 4
    slot = look(&t.memory, key)
    value[0] = slot.value
    return slot.key[0] != 0


cdef i128 worth(Turn *t, int board, u64 hand, int node, i128 low, i128 upper) noexcept nogil:
    """What a state is worth, which is not more than `upper`."""
    cdef u64[2] exact, lower
    cdef i128 found, still, step = 1, edge
    cdef Around at
    exact[1] = lower[1] = board
    if known(t, hand, node, EXACTLY, exact, &found):
        return found
    if known(t, hand, node, LOWER_THAN, lower, &found):
        upper = min(upper, found)
    elif upper > low:
        at.board, at.context = board, 0
        upper = min(upper, bound_of(t, board, hand, node, low))
        if upper <= low:
            return upper
        still = still_over(t, &at, hand, node, upper - 1)
        if still >= upper and reached(t, board, hand, node, upper):
            remember(t, exact, upper)
            return upper
        if board and still < upper:
            upper = tight_from(t, &at, hand, node, low, upper)
    while upper > low and not t.failed:  # most states are worth their bounds, or not much less
        edge = max(low, upper - step)
        found = tried(t, board, hand, node, edge, upper)
        if found > edge:
            remember(t, exact, found)
            return found
        upper = found
        remember(t, lower, upper)
        step = max(8 * step, t.unit // 6)
    return upper


cdef i128 tight_from(Turn *t, const Around *at, u64 hand, int node, i128 low, i128 upper) noexcept nogil:
    """The bound where dice lie as they do: whether it is no less than without is asked first, then for less."""
    cdef i128 found, edge, step = 1
    while upper > low and not t.failed:
        edge = max(low, upper - step)
        found = most_over(t, at, hand, node, edge)
        if found > edge:
            return min(found, upper)
        upper = found
        step = max(8 * step, t.unit // 6)
    return upper


cdef bint reached(Turn *t, int board, u64 hand, int node, i128 goal) noexcept nogil:
    """Whether a state is worth that without any roll."""
    cdef u64[2] key
    cdef Board one
    cdef Move move
    cdef Around at
    cdef i128 found
    cdef Search *s = <Search *>t.search
    cdef int i, stage, start = s.count
    cdef bint yes
    if at_the_end(t, board, hand, node) >= goal:
        return True
    key[1] = board
    if known(t, hand, node, NOT_BY, key, &found) and goal >= found:
        return False
    one = t.boards.board[board]
    yes = False
    at.context = 0
    for stage in range(STAGES):
        t.still = True
        find_moves(t, &one, board, hand, node, stage, goal - 1)
        t.still = False
        sort(t, board, start, goal)
        for i in range(start, s.count):
            move = s.move[i]
            at.board = board_after(t, board, &move)
            if t.failed:
                break
            if still_over(t, &at, move.hand, move.node, goal - 1) >= goal:
                if reached(t, at.board, move.hand, move.node, goal):
                    yes = True
                    break
        s.count = start
        if yes or t.failed:
            break
    if not yes:
        remember(t, key, goal)
    return yes


cdef i128 tried(Turn *t, int board, u64 hand, int node, i128 low, i128 upper) noexcept nogil:
    """Compare all moves of a state."""
    cdef Board one
    cdef Move move
    cdef Search *s = <Search *>t.search
    cdef int i, stage, start = s.count
    cdef i128 best = at_the_end(t, board, hand, node), most = best, value
    if best >= upper:
        return best
    one = t.boards.board[board]
    for stage in range(STAGES):
        t.passed = most
        find_moves(t, &one, board, hand, node, stage, max(best, low))
        most = t.passed
        sort(t, board, start, upper)
        for i in range(start, s.count):
            move = s.move[i]
            if move.most <= max(best, low):
                most = max(most, move.most)
                break
            value = after(t, board, &move, max(best, low))
            most = max(most, value)
            best = max(best, value)
            if best >= upper or t.failed:
                break
        s.count = start
        if best >= upper:
            break
    return best if best > low else most


cdef void sort(Turn *t, int board, int start, i128 upper) noexcept nogil:
    """The most promising moves first; of those that are equal the ones after which the dice lie best."""
    cdef int i, j, n
    cdef Move move
    cdef Search *s = <Search *>t.search
    for i in range(start + 1, s.count):
        move = s.move[i]
        j = i
        while j > start and s.move[j - 1].most < move.most:
            s.move[j] = s.move[j - 1]
            j -= 1
        s.move[j] = move
    n = start
    while n < s.count and s.move[n].most >= upper:
        s.move[n].liking = as_placed(t, board_after(t, board, s.move + n), s.move[n].hand, 0)
        n += 1
    for i in range(start + 1, n):
        move = s.move[i]
        j = i
        while j > start and s.move[j - 1].liking < move.liking:
            s.move[j] = s.move[j - 1]
            j -= 1
        s.move[j] = move

# ---- asking --------------------------------------------------------------------------------------------------


@cython.final
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
        const int[::1] end, tuple edges, const int[::1] rolls, bint banks,
        const int[::1] starts, const int[::1] dice, int number, int rolls_left, int most,
        long long limit, long long effort,
    ):
        """Take in a position.

        flat: as `allot_read.pxd` has it. lying: card, space and die of all that lies there. there: dice of each colour
        in the game. ops, end, rolls, banks: the abilities, and what the graph says of its nodes. edges: steps, uses and
        wakings, each as where those of a node begin, and the edges. starts: the nodes at which it can begin. dice,
        number: how many of each colour there may be in the hand, and together. rolls_left: rolls of an ability that is
        in use. most: progress at most. limit: how many values are remembered. effort: how much may be done at first, as
        for `allow`.
        """
        cdef Turn *t = &self.turn
        cdef int packed = 0, c, i, _i, rolled = 0
        cdef i128 highest
        cdef const int[::1] begin_, flat_
        memset(t, 0, sizeof(Turn))
        memset(&self.search, 0, sizeof(Search))
        self.kept = [flat, end, edges, rolls]
        self.make(&flat[0])
        t.memory.most = limit
        self.allow(1 << 30)
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
        t.wakes = <int *>calloc(max(1, end.shape[0]), sizeof(int))
        if t.wakes == NULL:
            raise MemoryError("no memory left for a turn")
        learn_wakes(t, <int>end.shape[0])
        for i in range(end.shape[0]):
            t.most_kept = max(t.most_kept, end[i])
        self.read_ops(ops)
        self.board_of(lying)
        for i in range(starts.shape[0]):
            rolled = max(rolled, most_rolls(t, starts[i], packed, number))
        rolled += rolls_left
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
        learn_caps(t)
        t.memory.most = limit
        self.allow(effort)

    cdef int make(self, const long long *flat) except -1:
        """Find room for everything, and lay out the cards."""
        cdef Turn *t = &self.turn
        cdef int c
        t.cards = <Position *>malloc(sizeof(Position))
        t.scratch = <Scratch *>malloc(sizeof(Scratch))
        self.search.room = 1024
        self.search.move = <Move *>malloc(self.search.room * sizeof(Move))
        t.first = <int *>malloc(2 * MOST_LISTS * sizeof(int))
        t.has = <u64 *>malloc(MOST_LISTS * sizeof(u64))
        t.turns = <unsigned char *>malloc(MOST_LISTS)
        t.length = <unsigned char *>malloc(MOST_LISTS)
        t.place = <int *>calloc(MOST_LISTS, sizeof(int))
        t.ways_room = 1024
        t.contexts, t.contexts_room = 1, 1024
        t.context = <Context *>calloc(t.contexts_room, sizeof(Context))
        t.context_slot = <int *>calloc(2 * t.contexts_room, sizeof(int))
        t.way = <Way *>malloc(t.ways_room * sizeof(Way))
        if (t.cards == NULL or t.scratch == NULL or self.search.move == NULL or t.first == NULL or t.way == NULL
                or t.has == NULL or t.turns == NULL or t.length == NULL or t.place == NULL
                or t.context == NULL or t.context_slot == NULL or not memory_make(&t.memory, 0)):
            raise MemoryError("no memory left for a turn")
        t.rest = t.first + MOST_LISTS
        t.lists = 1
        t.first[0] = t.rest[0] = 0
        t.has[0], t.turns[0], t.length[0] = 0, True, 0
        t.search = &self.search
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
            if t.cards.card[c].kind == PAIRS:
                t.pairs = True
                continue
            for s in range(t.cards.card[c].spaces):
                t.takes |= t.cards.card[c].freely[s] if freely else t.cards.card[c].accept[s]
        for c in range(COLOURS):
            t.ever[c] = t.pairs or t.takes >> FACES * c & 63 != 0
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
        free(self.turn.has)
        free(self.turn.turns)
        free(self.turn.length)
        free(self.turn.place)
        free(self.turn.wakes)
        free(self.turn.way)
        free(self.turn.context)
        free(self.turn.context_slot)
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

    def most(self, int dice):
        """What so many dice come to at most, whatever they show and whatever is done with them; None: not told."""
        return self.turn.cap[dice] if dice < MOST_CAPS else None

    def allow(self, long long more):
        """Let as much more be done as so many values take: what was too big may be asked again, or something else."""
        self.turn.most_effort = self.turn.effort + VALUE * more

    @property
    def effort(self):
        """What has been done so far, as so many values take."""
        return self.turn.effort // VALUE

    @property
    def size(self):
        """How many values are remembered."""
        return self.turn.memory.count

    cdef i128 asked(
        self, const int[::1] dice, const int[::1] lying, int node, int op, int named, int fresh, int die, int which,
        i128 low, i128 upper,
    ):
        """What a state is worth if that is more than `low`, and it is not more than `upper`; it may have failed."""
        cdef u64 hand = 0
        cdef int i, board
        cdef i128 value = 0
        cdef Turn *t = &self.turn
        t.failed, t.still, self.search.count = False, False, 0
        for i in range(dice.shape[0]):
            hand = with_die(&t.faces, hand, dice[i])
        board = self.board_of(lying)
        with nogil:
            if t.failed:
                pass
            elif op < 0:
                value = worth(t, board, hand, node, low, upper)
            elif die < 0:
                value = going_on(t, board, op, hand, named, fresh, node, low, upper)
            else:
                value = rolled(t, board, op, hand, named, fresh, which, die, node, low)
        return value

    def value(
        self, const int[::1] dice, const int[::1] lying, int node, int op=-1, int named=0, int fresh=0, int die=-1,
        int which=-1,
    ):
        """What a state is worth; None when it is too big.

        dice: the hand. lying: all that lies on the cards. op, named, fresh: an ability that rolls and is in use, the
        dice that it has named, as `quest_roll.pxd` has them, and how many more it may. die, which: the die that is
        being rolled, and its place among those that are named; -1 for none.
        """
        cdef i128 value = self.asked(dice, lying, node, op, named, fresh, die, which, LEAST, -LEAST)
        return None if self.turn.failed else value

    def is_worth(
        self, i128 value, bint most, const int[::1] dice, const int[::1] lying, int node, int op=-1, int named=0,
        int fresh=0, int die=-1, int which=-1,
    ):
        """Whether a state is worth just that, which is sooner known than what it is worth; None when it is too big.

        most: it is known to be worth no more, which is sooner known still.
        """
        cdef i128 upper = value if most else -LEAST
        cdef bint found = self.asked(dice, lying, node, op, named, fresh, die, which, value - 1, upper) == value
        return None if self.turn.failed else found

    def is_more(
        self, i128 value, const int[::1] dice, const int[::1] lying, int node, int op=-1, int named=0, int fresh=0,
        int die=-1, int which=-1,
    ):
        """Whether a state is worth more than that, which is sooner known than what it is worth; None: too big."""
        cdef bint found = self.asked(dice, lying, node, op, named, fresh, die, which, value, -LEAST) > value
        return None if self.turn.failed else found

    def total(self, const int[::1] counts, const int[::1] lying, int node, bint bounds=False):
        """The sum over all rolls of so many dice of each colour, 6 to the number of dice; None: too big.

        It is that of the values, or of upper bounds of them.
        """
        cdef int c, f, i, board
        cdef int[COLOURS] at, first, past
        cdef i64[SHOWN] ways
        cdef i64 weight
        cdef u64 hand
        cdef i128 total = 0
        cdef Turn *t = &self.turn
        t.failed, t.still, self.search.count = False, False, 0
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
        board = self.board_of(lying)
        with nogil:
            while not t.failed:
                hand, weight = 0, 1
                for c in range(COLOURS):
                    hand |= <u64>at[c] << BITS * c
                    weight *= ways[at[c]]
                if bounds:
                    total += bound_of(t, board, hand, node, LEAST) * weight
                else:
                    total += worth(t, board, hand, node, LEAST, -LEAST) * weight
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
