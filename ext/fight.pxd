# cython: cdivision=True
# A fight of Quest for the Old Ones as its kernel sees it: its tables, its states and what follows from one; header
# only, compiled into the kernel.

from libc.stdlib cimport calloc, malloc
from libc.string cimport memset

from bits cimport popcount

ctypedef unsigned long long u64
ctypedef long long i64

cdef enum:
    CLASSES = 26
    CRITERIA = 6
    MOST_KEYS = 1 << 24

cdef enum:  # how a fight ends
    WIN = 0
    ESCAPE = 1
    DEATH = 2

cdef enum:  # what counts
    WINS = 0
    SURVIVES = 1
    LOST = 2
    LOST_BEFORE_HEALING = 3
    STRENGTH_LOST = 4
    CARDS = 5


cdef struct Plan:  # the end of a fight: what is healed if the healer's roll fails, and if it succeeds
    int[2] flags  # 1 healed by the roll, 2 by magic
    int[2] strength  # lost for good


cdef struct Edge:
    i64 slot  # of the state that follows, or -1
    int end, chars, tokens, spent  # the end that follows instead
    int weight


cdef struct Mix:  # what follows a round and its casualty
    int n
    Edge[2] edge


cdef struct Fight:
    int tokens, tokens_now, wins, escape, base, random, magic, after_loss
    int criteria
    int[CRITERIA] criterion
    int classes
    int[CLASSES] strength, total, elf, healer, now
    i64[CLASSES] step
    int allies
    int[CLASSES] ally_strength, ally_now, ally_most
    i64[CLASSES] ally_step
    int cards
    int[CLASSES] card_strength, card_ally, card_tokens
    i64[CLASSES] card_chars, card_allies
    i64 char_sets, ally_sets, keys, root
    # by set of characters
    unsigned char *count
    int *alive
    int *power
    int *elves
    Plan *plan  # by set of characters and tokens lost: 0, 1, 2 or more
    # by set of allies
    unsigned char *ally_count
    int *ally_alive
    int *ally_power
    int *card_power  # by set of cards in hand: the strength of those played
    int *slot  # by number of the state, or -1
    i64 *key
    i64 states
    double *low
    double *high
    unsigned char *choice  # by state: what falls in a won and in a lost round, and which card is played (+ 1)
    i64 undecided
    int trust  # whether bounds may decide
    # residues
    int primes
    u64 *p
    u64 *minus  # -1/p modulo 2^64
    u64 *inverse  # by denominator and prime: 2^64/denominator
    int *row  # by denominator: its row of `inverse`
    u64 *value  # by state, criterion and prime
    u64 *common  # 2^64 * the common denominator
    u64 *between  # by two primes: 2^64 / the first modulo the second; NULL until it is needed
    u64 *spare


cdef inline int better(const Fight *f, const int *one, const int *two) noexcept nogil:
    """Whether the first (members, strength, cards) is less of what counts than the second."""
    cdef int i, kind
    for i in range(f.criteria):
        kind = 0 if f.criterion[i] == LOST else 1 if f.criterion[i] == STRENGTH_LOST else 2
        if f.criterion[i] < LOST or f.criterion[i] == LOST_BEFORE_HEALING or one[kind] == two[kind]:
            continue
        return one[kind] < two[kind]
    return False


cdef inline void heal_by_magic(const Fight *f, const int *lost, int tokens, int *found, int *flag) noexcept nogil:
    """Let `found` (members, strength, cards) become what the best use of the magic leaves."""
    cdef int i
    cdef int[3] tried, kept
    flag[0] = 0
    if not f.magic or not found[0]:
        return
    for i in range(3):
        kept[i] = found[i]
    for i in range(f.classes - 1, -2, -1):
        if (lost[i] if i >= 0 else tokens) == 0:
            continue
        tried[0] = kept[0] - 1
        tried[1] = kept[1] - (f.strength[i] if i >= 0 else 0)
        tried[2] = 1
        if better(f, tried, found):
            found[0], found[1], found[2] = tried[0], tried[1], tried[2]
            flag[0] = 2


cdef inline void make_plan(const Fight *f, i64 chars, int tokens, Plan *plan) noexcept nogil:
    cdef int i, flag, best = -2, members = tokens, strength = 0
    cdef bint healer = False
    cdef int[CLASSES] lost
    cdef int[3] found, top
    for i in range(f.classes):
        lost[i] = f.total[i] - f.count[chars * f.classes + i]
        members += lost[i]
        strength += lost[i] * f.strength[i]
        if f.healer[i] and f.count[chars * f.classes + i] > 0:
            healer = True
    found[0], found[1], found[2] = members, strength, 0
    heal_by_magic(f, lost, tokens, found, &flag)
    plan.flags[0] = plan.flags[1] = flag
    plan.strength[0] = plan.strength[1] = found[1]
    if not healer or not members:
        return
    for i in range(f.classes - 1, -2, -1):  # characters first, the strongest before the others
        if i >= 0 and not lost[i] or i < 0 and (members > tokens or not tokens):
            continue
        if i >= 0:
            lost[i] -= 1
        found[0], found[1], found[2] = members - 1, strength - (f.strength[i] if i >= 0 else 0), 0
        heal_by_magic(f, lost, tokens - (i < 0), found, &flag)
        if i >= 0:
            lost[i] += 1
        if best == -2 or better(f, found, top):
            best = i if i >= 0 else -1
            top[0], top[1], top[2] = found[0], found[1], found[2]
            plan.flags[1] = 1 | flag
            plan.strength[1] = found[1]


cdef inline int end_value(const Fight *f, const Edge *edge, int criterion) noexcept nogil:
    """Twice what an end is worth."""
    cdef int gross = f.tokens - edge.tokens
    cdef int i
    cdef Plan *plan = plan_of(f, edge)
    for i in range(f.classes):
        gross += f.total[i] - f.count[edge.chars * f.classes + i]
    if criterion == WINS:
        return 2 * (edge.end == WIN)
    if criterion == SURVIVES:
        return 2 * (edge.end != DEATH)
    if criterion == LOST_BEFORE_HEALING or criterion == LOST and edge.end == DEATH:
        return 2 * gross
    if criterion == LOST:
        return 2 * gross - popcount(plan.flags[0]) - popcount(plan.flags[1])
    if criterion == STRENGTH_LOST:
        return plan.strength[0] + plan.strength[1] if edge.end != DEATH else 2 * lost_strength(f, edge.chars)
    if edge.end == DEATH:
        return 2 * edge.spent
    return 2 * edge.spent + (plan.flags[0] >> 1) + (plan.flags[1] >> 1)


cdef inline Plan *plan_of(const Fight *f, const Edge *edge) noexcept nogil:
    return f.plan + 3 * edge.chars + min(2, f.tokens - edge.tokens)


cdef inline int lost_strength(const Fight *f, i64 chars) noexcept nogil:
    return f.power[f.char_sets - 1] - f.power[chars]


cdef inline bint lay_out(Fight *f) noexcept nogil:
    """Fill the tables; False if the fight is too big or there is no memory."""
    cdef int i, digit
    cdef i64 s
    f.char_sets = f.ally_sets = 1
    for i in range(f.classes):
        f.step[i] = f.char_sets
        f.char_sets *= f.total[i] + 1
        if f.char_sets > MOST_KEYS:
            return False
    for i in range(f.allies):
        f.ally_step[i] = f.ally_sets
        f.ally_sets *= f.ally_most[i] + 1
        if f.ally_sets > MOST_KEYS:
            return False
    if <double>f.char_sets * f.ally_sets * (f.tokens + 1) * f.wins * (1 << f.cards) > MOST_KEYS:
        return False
    f.keys = f.char_sets * f.ally_sets * (f.tokens + 1) * f.wins << f.cards
    f.count = <unsigned char *>calloc(f.char_sets * f.classes + 1, 1)
    f.alive = <int *>calloc(3 * f.char_sets, sizeof(int))
    f.plan = <Plan *>malloc(3 * f.char_sets * sizeof(Plan))
    f.ally_count = <unsigned char *>calloc(f.ally_sets * f.allies + 1, 1)
    f.ally_alive = <int *>calloc(2 * f.ally_sets, sizeof(int))
    f.card_power = <int *>calloc(1 << f.cards, sizeof(int))
    f.slot = <int *>malloc(f.keys * sizeof(int))
    if (not f.count or not f.alive or not f.plan or not f.ally_count or not f.ally_alive
            or not f.card_power or not f.slot):
        return False
    f.power = f.alive + f.char_sets
    f.elves = f.power + f.char_sets
    f.ally_power = f.ally_alive + f.ally_sets
    for s in range(f.char_sets):
        for i in range(f.classes):
            digit = <int>(s // f.step[i] % (f.total[i] + 1))
            f.count[s * f.classes + i] = digit
            f.alive[s] += digit
            f.power[s] += digit * f.strength[i]
            f.elves[s] += digit * f.elf[i]
    for s in range(3 * f.char_sets):
        make_plan(f, s // 3, <int>(s % 3), f.plan + s)
    for s in range(f.ally_sets):
        for i in range(f.allies):
            digit = <int>(s // f.ally_step[i] % (f.ally_most[i] + 1))
            f.ally_count[s * f.allies + i] = digit
            f.ally_alive[s] += digit
            f.ally_power[s] += digit * f.ally_strength[i]
    for s in range(1 << f.cards):
        for i in range(f.cards):
            if not s >> i & 1 and f.card_ally[i] < 0:
                f.card_power[s] += f.card_strength[i]
    return True


cdef struct Place:  # a state, taken apart
    i64 key, hand, allies, chars
    int tokens, wins


cdef inline Place place_of(const Fight *f, i64 key) noexcept nogil:
    cdef Place at
    at.key = key
    at.wins = <int>(key % f.wins) + 1
    key = key // f.wins
    at.tokens = <int>(key % (f.tokens + 1))
    key = key // (f.tokens + 1)
    at.chars = key % f.char_sets
    key = key // f.char_sets
    at.allies = key % f.ally_sets
    at.hand = key // f.ally_sets
    return at


cdef inline i64 key_of(const Fight *f, i64 hand, i64 allies, i64 chars, int tokens, int wins) noexcept nogil:
    return (((hand * f.ally_sets + allies) * f.char_sets + chars) * (f.tokens + 1) + tokens) * f.wins + wins - 1


cdef inline int losing_faces(const Fight *f, const Place *at) noexcept nogil:
    cdef int net = f.base + f.power[at.chars] + f.ally_power[at.allies] + f.card_power[at.hand]
    return 10 - net if -10 <= net <= 10 else (0 if net > 10 else 20)


cdef inline bint may_play(const Fight *f, const Place *at, int card) noexcept nogil:
    cdef int i
    if not at.hand >> card & 1:
        return False
    if f.card_tokens[card] and at.tokens:
        return True
    for i in range(f.classes):
        if f.card_chars[card] >> i & 1 and f.count[at.chars * f.classes + i]:
            return True
    for i in range(f.allies):
        if f.card_allies[card] >> i & 1 and f.ally_count[at.allies * f.allies + i]:
            return True
    return False


cdef inline i64 key_played(const Fight *f, const Place *at, int card) noexcept nogil:
    cdef i64 allies = at.allies + (f.ally_step[f.card_ally[card]] if f.card_ally[card] >= 0 else 0)
    return key_of(f, at.hand ^ (<i64>1 << card), allies, at.chars, at.tokens, at.wins)


cdef inline void resolve(
    const Fight *f, const Place *at, i64 allies, i64 chars, int tokens, bint won, Mix *mix
) noexcept nogil:
    """What follows the casualty of a round, in thirds; a slot holds the number of the state for now."""
    cdef Edge *edge = mix.edge
    mix.n = 1
    edge.slot = -1
    edge.end = DEATH
    edge.chars = <int>chars
    edge.tokens = tokens
    edge.spent = f.cards - popcount(at.hand)
    edge.weight = 3
    if not tokens and not f.elves[chars]:
        return
    if won and at.wins == 1:
        edge.end = WIN
        return
    if not won and f.escape:
        mix.n = 2
        mix.edge[1] = edge[0]
        mix.edge[1].end = ESCAPE
        mix.edge[1].weight = 1
        edge.weight = 2
    edge.slot = key_of(f, at.hand, allies, chars, tokens, at.wins - won)


cdef inline int falls(const Fight *f, const Place *at, bint won, Mix *found) noexcept nogil:
    """What follows the loss of an ally, or, if there is none, of a character, for each class; `n` 0: none."""
    cdef int i
    cdef bint ally = f.ally_alive[at.allies] > 0
    cdef int many = f.allies if ally else f.classes
    for i in range(many):
        found[i].n = 0
        if ally and f.ally_count[at.allies * f.allies + i]:
            resolve(f, at, at.allies - f.ally_step[i], at.chars, at.tokens, won, found + i)
        elif not ally and f.count[at.chars * f.classes + i]:
            resolve(f, at, at.allies, at.chars - f.step[i], at.tokens, won, found + i)
    return many


cdef inline void mark(const Fight *f, const Mix *mix) noexcept nogil:
    cdef int i
    for i in range(mix.n):
        if mix.edge[i].slot >= 0:
            f.slot[mix.edge[i].slot] = 1


cdef inline bint generate(Fight *f) noexcept nogil:
    """Number the states that can come up, the first ones last."""
    cdef i64 key
    cdef int i, many, won
    cdef Place at
    cdef Mix mix
    cdef Mix[CLASSES] found
    memset(f.slot, 0, f.keys * sizeof(int))
    f.states = 0
    at = place_of(f, f.root)
    if f.after_loss:
        resolve(f, &at, at.allies, at.chars, at.tokens, False, &mix)
        mark(f, &mix)
    else:
        f.slot[f.root] = 1
    for key in range(f.root, -1, -1):
        if not f.slot[key]:
            continue
        f.states += 1
        at = place_of(f, key)
        for i in range(f.cards):
            if may_play(f, &at, i):
                f.slot[key_played(f, &at, i)] = 1
        for won in range(2):
            resolve(f, &at, at.allies, at.chars, at.tokens, won, &mix)
            mark(f, &mix)
            many = falls(f, &at, won, found)
            for i in range(many):
                mark(f, found + i)
            if not f.ally_alive[at.allies] and at.tokens:
                resolve(f, &at, at.allies, at.chars, at.tokens - 1, won, &mix)
                mark(f, &mix)
    f.key = <i64 *>malloc((f.states + 1) * sizeof(i64))
    f.choice = <unsigned char *>calloc(3 * f.states + 1, 1)
    f.low = <double *>calloc((f.states + 1) * f.criteria, sizeof(double))
    f.high = <double *>calloc((f.states + 1) * f.criteria, sizeof(double))
    if not f.key or not f.choice or not f.low or not f.high:
        return False
    f.states = 0
    for key in range(f.keys):
        if f.slot[key] and key <= f.root:
            f.key[f.states] = key
            f.slot[key] = <int>f.states
            f.states += 1
        else:
            f.slot[key] = -1
    return True
