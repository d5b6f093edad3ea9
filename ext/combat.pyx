# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: autotestdict=False
"""A fight of Quest for the Old Ones, solved exactly or between two proven bounds.

A state is what is left before a round: cards in hand, allies, characters (both in classes of equal ones),
tokens, wins still needed. Whatever happens lowers the number of the state in mixed radix, except that a lost
round without a casualty comes back to it; so one sweep through the numbers solves the fight.

Bounds are doubles, widened by more than the rounding of each step. Where they decide which loss or card is
best, the decision is proven. Where they do not, and for the values, there are residues modulo many primes:
values are fractions over one denominator that is known beforehand, so that residues settle equality, the
mixed radix of the primes the sign of a difference, and the Chinese remainder theorem the value itself.
All values are kept doubled, because a healer's roll halves.
"""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from math import lcm, prod

from bits cimport popcount, u128
from fight cimport (
    CLASSES, CRITERIA, DEATH, LOST, Edge, Fight, Mix, Place, Plan, end_value, falls, generate, i64,
    key_of, key_played, lay_out, losing_faces, lost_strength, may_play, place_of, plan_of, resolve, u64,
)

cdef enum:
    EDGES = 3 * CLASSES + 12
    MOST_BYTES = 1 << 30
    PRIME_BITS = 51  # leaves 13 bits for the weights of a round, which add up to less than 240 * 33

cdef double TINY = 1e-290
cdef double ULP = 2.3e-16


cdef inline u64 reduced(u64 a, u64 b, u64 p, u64 minus) noexcept nogil:
    """`a * b / 2^64` modulo p, for a product below 2^64 * p."""
    cdef u128 product = <u128>a * b
    cdef u64 more = <u64>product * minus
    product = (product + <u128>more * p) >> 64
    return <u64>product - p if <u64>product >= p else <u64>product


cdef u64 power_of(u64 base, u64 exponent, u64 p) noexcept nogil:
    cdef u64 result = 1
    while exponent:
        if exponent & 1:
            result = <u64>(<u128>result * base % p)
        base = <u64>(<u128>base * base % p)
        exponent >>= 1
    return result

# ---- deciding ----------------------------------------------------------------------------------------------


cdef void bounds_of(const Fight *f, const Mix *mix, int q, double *low, double *high) noexcept nogil:
    """Three times the bounds of what a criterion is worth."""
    cdef int i, worth
    cdef const Edge *edge
    low[0] = high[0] = 0
    for i in range(mix.n):
        edge = mix.edge + i
        if edge.slot < 0:
            worth = edge.weight * end_value(f, edge, f.criterion[q])
            low[0] += worth
            high[0] += worth
        else:
            low[0] += edge.weight * f.low[f.slot[edge.slot] * f.criteria + q]
            high[0] += edge.weight * f.high[f.slot[edge.slot] * f.criteria + q]
    low[0] *= 1 - 8 * ULP
    high[0] *= 1 + 8 * ULP


cdef void residues(const Fight *f, const Edge *edges, int n, int q, u64 *into) noexcept nogil:
    """What a criterion is worth, times the weights of what follows; not reduced."""
    cdef int i, r
    cdef u64 weight, worth
    cdef u64 *value
    memset(into, 0, f.primes * sizeof(u64))
    for i in range(n):
        weight = edges[i].weight
        if edges[i].slot < 0:
            worth = weight * end_value(f, edges + i, f.criterion[q])
            for r in range(f.primes):
                into[r] += worth
        else:
            value = f.value + (f.slot[edges[i].slot] * f.criteria + q) * f.primes
            for r in range(f.primes):
                into[r] += weight * value[r]


cdef int sign_of(Fight *f, u64 *digit) noexcept nogil:
    """The sign of a number from its residues, which are overwritten: by the last digit in mixed radix."""
    cdef int i, r
    cdef u64 p
    if f.between == NULL:
        f.between = <u64 *>malloc(f.primes * f.primes * sizeof(u64))
        if f.between == NULL:
            return 2
        for i in range(f.primes):
            for r in range(i + 1, f.primes):
                p = f.p[r]
                f.between[i * f.primes + r] = <u64>((<u128>power_of(f.p[i] % p, p - 2, p) << 64) % p)
    for i in range(f.primes):
        for r in range(i + 1, f.primes):
            p = f.p[r]
            digit[r] = reduced(digit[r] + p - digit[i] % p, f.between[i * f.primes + r], p, f.minus[r])
    return 1 if digit[f.primes - 1] < f.p[f.primes - 1] / 2 else -1


cdef int compare(Fight *f, const Mix *one, const Mix *two, int q) noexcept nogil:
    """1, 0 or -1 as the first is worth more, as much or less; 2 if there is no memory."""
    cdef int r
    cdef bint equal = True
    cdef u64 *x = f.spare
    cdef u64 *y = f.spare + f.primes
    residues(f, one.edge, one.n, q, x)
    residues(f, two.edge, two.n, q, y)
    for r in range(f.primes):
        x[r] = (x[r] % f.p[r] + f.p[r] - y[r] % f.p[r]) % f.p[r]
        equal &= x[r] == 0
    if equal:
        return 0
    for r in range(f.primes):
        x[r] = reduced(x[r], f.common[r], f.p[r], f.minus[r])
    return sign_of(f, x)


cdef int pick(Fight *f, const Mix *found, int many, double *low, double *high) noexcept nogil:
    """The best of several, the first of equal ones, and bounds of three times its worth; -1: no memory.

    Without residues it may stay open which is best; then the bounds hold for whichever it is.
    """
    cdef int i, q, c, best = -1, left = 0
    cdef bint more
    cdef double[CLASSES] lows, highs
    cdef int[CLASSES] alive
    cdef double edge
    alive[0] = 0
    for i in range(many):
        if found[i].n:
            alive[left] = i
            left += 1
    for q in range(f.criteria):
        if left == 1:
            break
        more = f.criterion[q] < LOST
        edge = -1
        for i in range(left):
            bounds_of(f, found + alive[i], q, lows + i, highs + i)
            if more:
                edge = max(edge, lows[i])
            elif edge < 0 or highs[i] < edge:
                edge = highs[i]
        if f.trust:
            c = 0
            for i in range(left):
                if (highs[i] >= edge) if more else (lows[i] <= edge):
                    alive[c] = alive[i]
                    lows[c] = lows[i]
                    highs[c] = highs[i]
                    c += 1
            left = c
        if left == 1:
            break
        if not f.primes:
            f.undecided += 1
            for c in range(f.criteria):
                bounds_of(f, found + alive[0], c, low + c, high + c)
                for i in range(1, left):
                    bounds_of(f, found + alive[i], c, lows, highs)
                    low[c] = max(low[c], lows[0]) if c == q and more else min(low[c], lows[0])
                    high[c] = min(high[c], highs[0]) if c == q and not more else max(high[c], highs[0])
            return alive[0]
        best = 1
        for i in range(1, left):
            c = compare(f, found + alive[i], found + alive[0], q)
            if c == 2:
                return -1
            if c == 0:
                alive[best] = alive[i]
                best += 1
            elif (c > 0) == more:
                alive[0] = alive[i]
                best = 1
        left = best
    for q in range(f.criteria):
        bounds_of(f, found + alive[0], q, low + q, high + q)
    return alive[0]


# ---- a round -----------------------------------------------------------------------------------------------


cdef struct Round:
    int n, own  # edges; the weight with which the state comes back
    int total
    Edge[EDGES] edge
    double[CRITERIA] low, high  # sums of weight times bounds


cdef void add(
    Fight *f, Round *turn, i64 key, const Mix *mix, int weight, const double *low, const double *high
) noexcept nogil:
    """Add what follows with a weight; `low` and `high`: bounds where they are known."""
    cdef int i, q
    cdef double lower, upper
    if not weight:
        return
    turn.total += 3 * weight
    for i in range(mix.n):
        if mix.edge[i].slot == key:
            turn.own += weight * mix.edge[i].weight
            continue
        turn.edge[turn.n] = mix.edge[i]
        turn.edge[turn.n].weight *= weight
        turn.n += 1
    for q in range(f.criteria):
        if low == NULL:
            bounds_of(f, mix, q, &lower, &upper)
        else:
            lower, upper = low[q], high[q]
        turn.low[q] += weight * lower
        turn.high[q] += weight * upper


cdef int play_round(Fight *f, i64 state, bint decide, Round *turn) noexcept nogil:
    """All that may follow from a state by a round; with `decide`, choose what falls. -1: no memory."""
    cdef Place at = place_of(f, f.key[state])
    cdef int losing = losing_faces(f, &at)
    cdef int won, i, many, chosen, faces, characters = f.alive[at.chars]
    cdef bint ally = f.ally_alive[at.allies] > 0
    cdef int split = characters if f.random and not ally and characters else 1
    cdef Mix mix
    cdef Mix[CLASSES] found
    cdef double[CRITERIA] low, high
    turn.n = turn.own = turn.total = 0
    for i in range(f.criteria):
        turn.low[i] = turn.high[i] = 0
    for won in range(2):
        faces = 20 - losing if won else losing
        resolve(f, &at, at.allies, at.chars, at.tokens, won, &mix)
        add(f, turn, at.key, &mix, 2 * faces * split, NULL, NULL)
        if not faces:
            continue
        if not ally and at.tokens:
            resolve(f, &at, at.allies, at.chars, at.tokens - 1, won, &mix)
            add(f, turn, at.key, &mix, (1 if characters else 2) * faces * split, NULL, NULL)
        if ally or characters:
            many = falls(f, &at, won, found)
            faces *= 2 if ally or not at.tokens else 1
            if f.random and not ally:
                for i in range(many):
                    if found[i].n:
                        add(f, turn, at.key, found + i, faces * f.count[at.chars * f.classes + i], NULL, NULL)
            elif decide:
                chosen = pick(f, found, many, low, high)
                if chosen < 0:
                    return -1
                f.choice[3 * state + won] = chosen
                add(f, turn, at.key, found + chosen, faces, low, high)
            else:
                add(f, turn, at.key, found + f.choice[3 * state + won], faces, NULL, NULL)
    return 0


cdef void enclose(Fight *f, i64 state, const Round *turn) noexcept nogil:
    """The bounds of a state from those of a round; its own are still 0 and so not part of the sums."""
    cdef int q
    cdef double slack = (8 * turn.n + 40) * ULP
    cdef double over = turn.total - turn.own
    for q in range(f.criteria):
        f.low[state * f.criteria + q] = max(0.0, turn.low[q] / over * (1 - slack) - TINY)
        f.high[state * f.criteria + q] = turn.high[q] / over * (1 + slack) + TINY if turn.high[q] > 0 else 0


cdef void settle(Fight *f, i64 state, const Round *turn) noexcept nogil:
    """The residues of a state."""
    cdef int q, r
    cdef u64 *value
    cdef u64 *inverse = f.inverse + f.row[turn.total - turn.own] * f.primes
    for q in range(f.criteria):
        value = f.value + (state * f.criteria + q) * f.primes
        residues(f, turn.edge, turn.n, q, value)
        for r in range(f.primes):
            value[r] = reduced(value[r], inverse[r], f.p[r], f.minus[r])


cdef bint sweep(Fight *f) noexcept nogil:
    """Solve all states; False if there is no memory."""
    cdef i64 state, other
    cdef int i, q, r, chosen
    cdef Round turn
    cdef Place at
    cdef Mix[CLASSES + 1] found
    cdef double[CRITERIA] low, high
    for state in range(f.states):
        if play_round(f, state, True, &turn) < 0:
            return False
        enclose(f, state, &turn)
        if f.primes:
            settle(f, state, &turn)
        if not f.cards:
            continue
        at = place_of(f, f.key[state])
        if not at.hand:
            continue
        for i in range(f.cards + 1):  # roll, or play a card first
            found[i].n = 0
            if i == 0 or may_play(f, &at, i - 1):
                found[i].n = 1
                found[i].edge[0].slot = f.key[state] if i == 0 else key_played(f, &at, i - 1)
                found[i].edge[0].weight = 3
        chosen = pick(f, found, f.cards + 1, low, high)
        if chosen < 0:
            return False
        f.choice[3 * state + 2] = chosen
        for q in range(f.criteria):
            f.low[state * f.criteria + q] = low[q] / 3 * (1 - 4 * ULP)
            f.high[state * f.criteria + q] = high[q] / 3 * (1 + 4 * ULP)
        if chosen and f.primes:
            other = f.slot[found[chosen].edge[0].slot]
            for r in range(f.criteria * f.primes):
                f.value[state * f.criteria * f.primes + r] = f.value[other * f.criteria * f.primes + r]
    return True


# ---- where it all ends -------------------------------------------------------------------------------------


cdef void pass_on(
    Fight *f, const Edge *edge, const u64 *visits, u64 *mass, u64 *ends, int members
) noexcept nogil:
    """Hand a weighted number of visits on to the state or the end that follows."""
    cdef int r, half, i, gross
    cdef u64 weight = edge.weight, part, strength, cards
    cdef u64 *into
    cdef u64 *sums = ends + <i64>3 * (members + 1) * 4 * f.primes
    cdef Plan *plan
    if edge.slot >= 0:
        into = mass + f.slot[edge.slot] * f.primes
        for r in range(f.primes):
            into[r] = (into[r] + weight * visits[r] % f.p[r]) % f.p[r]
        return
    plan = plan_of(f, edge)
    gross = f.tokens - edge.tokens
    for i in range(f.classes):
        gross += f.total[i] - f.count[edge.chars * f.classes + i]
    for half in range(2):
        i = 0 if edge.end == DEATH else plan.flags[half]
        strength = lost_strength(f, edge.chars) if edge.end == DEATH else plan.strength[half]
        cards = edge.spent + (i >> 1)
        into = ends + ((edge.end * (members + 1) + gross) * 4 + i) * f.primes
        for r in range(f.primes):
            part = weight * visits[r] % f.p[r]
            into[r] = (into[r] + part) % f.p[r]
            sums[r] = (sums[r] + part * strength) % f.p[r]
            sums[f.primes + r] = (sums[f.primes + r] + part * cards) % f.p[r]


cdef void forward(Fight *f, u64 *mass, u64 *ends, int members) noexcept nogil:
    """Residues of twice the chance of each end under the chosen policy, and of what is lost."""
    cdef i64 state, other
    cdef int i, r
    cdef Round turn
    cdef Place at
    cdef u64 *visits = f.spare
    cdef u64 *inverse
    for state in range(f.states - 1, -1, -1):
        if f.choice[3 * state + 2]:
            at = place_of(f, f.key[state])
            other = f.slot[key_played(f, &at, f.choice[3 * state + 2] - 1)]
            for r in range(f.primes):
                mass[other * f.primes + r] = (
                    (mass[other * f.primes + r] + mass[state * f.primes + r]) % f.p[r]
                )
            continue
        play_round(f, state, False, &turn)
        inverse = f.inverse + f.row[turn.total - turn.own] * f.primes
        for r in range(f.primes):
            visits[r] = reduced(mass[state * f.primes + r], inverse[r], f.p[r], f.minus[r])
        for i in range(turn.n):
            pass_on(f, turn.edge + i, visits, mass, ends, members)


# ---- the question ------------------------------------------------------------------------------------------


cdef void take(Fight *f, const i64[::1] packed):
    """Unpack a fight; the layout is that of `solver.games.old_ones.packing`."""
    cdef int i
    cdef i64 at = 9
    memset(f, 0, sizeof(Fight))
    f.tokens, f.tokens_now, f.wins = <int>packed[0], <int>packed[1], <int>packed[2]
    f.escape, f.base, f.random = <int>packed[3], <int>packed[4], <int>packed[5]
    f.magic, f.after_loss, f.criteria = <int>packed[6], <int>packed[7], <int>packed[8]
    for i in range(f.criteria):
        f.criterion[i] = <int>packed[at + i]
    at += f.criteria
    f.classes = <int>packed[at]
    at += 1
    for i in range(f.classes):
        f.strength[i], f.total[i], f.now[i] = <int>packed[at], <int>packed[at + 1], <int>packed[at + 2]
        f.elf[i], f.healer[i] = <int>packed[at + 3], <int>packed[at + 4]
        at += 5
    f.allies = <int>packed[at]
    at += 1
    for i in range(f.allies):
        f.ally_strength[i], f.ally_now[i], f.ally_most[i] = (
            <int>packed[at], <int>packed[at + 1], <int>packed[at + 2]
        )
        at += 3
    f.cards = <int>packed[at]
    at += 1
    for i in range(f.cards):
        f.card_strength[i], f.card_ally[i], f.card_tokens[i] = (
            <int>packed[at], <int>packed[at + 1], <int>packed[at + 2]
        )
        f.card_chars[i], f.card_allies[i] = packed[at + 3], packed[at + 4]
        at += 5


cdef void release(Fight *f) noexcept nogil:
    free(f.count)
    free(f.alive)
    free(f.plan)
    free(f.ally_count)
    free(f.ally_alive)
    free(f.card_power)
    free(f.slot)
    free(f.key)
    free(f.low)
    free(f.high)
    free(f.choice)
    free(f.p)
    free(f.inverse)
    free(f.row)
    free(f.value)
    free(f.between)


cdef list PRIMES = []
cdef dict COEFFICIENTS = {}


def primes(int number):
    """The largest primes below 2^51, as many as asked for."""
    candidate = PRIMES[len(PRIMES) - 1] - 2 if PRIMES else (<u64>1 << PRIME_BITS) - 1
    while len(PRIMES) < number:
        # these bases tell primes from composites up to 3.4e14, and with 19 and 23 up to 3.8e18
        if all(candidate % small for small in (3, 5, 7, 11, 13, 17, 19, 23)) and is_prime(candidate):
            PRIMES.append(candidate)
        candidate -= 2
    return PRIMES[:number]


cdef bint is_prime(candidate):
    odd, twos = candidate - 1, 0
    while odd % 2 == 0:
        odd //= 2
        twos += 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23):
        x = pow(base, odd, candidate)
        if x in (1, candidate - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % candidate
            if x == candidate - 1:
                break
        else:
            return False
    return True


cdef tuple coefficients(int number):
    """Factors that turn residues into a number, and the product of the primes."""
    if number not in COEFFICIENTS:
        whole = prod(primes(number))
        COEFFICIENTS[number] = (
            tuple(whole // p * pow(whole // p, -1, p) for p in PRIMES[:number]), whole
        )
    return COEFFICIENTS[number]


cdef object number_of(const u64 *residue, tuple factors, whole, int number):
    cdef int r
    result = 0
    for r in range(number):
        if residue[r]:
            result += factors[r] * residue[r]
    return result % whole


cdef object denominators(Fight *f, set found):
    """One denominator that all values have, from the factors of each step; and all factors in `found`."""
    cdef i64 state
    cdef int level, losing, split
    cdef Place at
    by_level = {}
    seen = set()
    for state in range(f.states):
        at = place_of(f, f.key[state])
        level = f.alive[at.chars] + at.tokens + f.ally_alive[at.allies] + 2 * popcount(at.hand) + at.wins
        losing = losing_faces(f, &at)
        split = f.alive[at.chars] if f.random and not f.ally_alive[at.allies] and f.alive[at.chars] else 1
        seen.add((level, (240 - (4 if f.escape else 6) * losing) * split))
    for level, factor in seen:
        by_level[level] = lcm(by_level.get(level, 1), factor)
        found.add(factor)
    # the last 6: doubled values, and thirds after the casualty of a round
    return 6 * prod(by_level.values())


cdef bint prepare(Fight *f, object common, set factors) except -1:
    """Choose the primes and lay out the residues; False if that is too big."""
    cdef int r, i = 0
    cdef u64 p, minus
    # twice a value is below 2^12, and three times a difference of two is below a quarter of the product
    f.primes = (common.bit_length() + 18) // (PRIME_BITS - 1) + 1
    if <double>f.states * (f.criteria + 1) * f.primes * sizeof(u64) > MOST_BYTES:
        return False
    f.p = <u64 *>malloc(5 * f.primes * sizeof(u64))
    f.inverse = <u64 *>malloc((len(factors) + 1) * f.primes * sizeof(u64))
    f.row = <int *>calloc(240 * 33, sizeof(int))
    f.value = <u64 *>malloc((f.states + 1) * f.criteria * f.primes * sizeof(u64))
    if not f.p or not f.inverse or not f.row or not f.value:
        raise MemoryError
    f.minus = f.p + f.primes
    f.common = f.minus + f.primes
    f.spare = f.common + f.primes
    for r, prime in enumerate(primes(f.primes)):
        p = prime
        f.p[r] = p
        minus = 1
        for _ in range(6):
            minus *= 2 - p * minus
        f.minus[r] = -minus
        f.common[r] = (common << 64) % prime
    for factor in factors:
        f.row[<int>factor] = i
        for r in range(f.primes):
            f.inverse[i * f.primes + r] = <u64>((<u128>power_of(factor, f.p[r] - 2, f.p[r]) << 64) % f.p[r])
        i += 1
    return True


def solve(const i64[::1] packed not None, int exact, bint spread, bint trust=True):
    """Solve a fight.

    Returns the number of states, bounds of each criterion, how often the bounds left open what is best, and
    with `exact` a denominator, a numerator for each criterion, and with `spread` also `{(end, members lost,
    healed): numerator}` and numerators of the strength lost and the cards played. `trust` False: decide
    everything by residues. None: too big.
    """
    cdef Fight f
    cdef Mix mix
    cdef Place at
    cdef int i, q, members
    cdef i64 state
    cdef bint made
    cdef double lower, upper
    cdef u64 *mass = NULL
    cdef u64 *ends = NULL
    take(&f, packed)
    f.trust = trust or not exact
    try:
        with nogil:
            made = lay_out(&f)
        if not made:
            return None
        f.root = first_key(&f)
        with nogil:
            made = generate(&f)
        if not made:
            raise MemoryError
        factors = set()
        common = denominators(&f, factors) if exact else 1
        if exact and not prepare(&f, common, factors):
            return None
        with nogil:
            made = sweep(&f)
        if not made:
            raise MemoryError
        at = place_of(&f, f.root)
        if f.after_loss:
            resolve(&f, &at, at.allies, at.chars, at.tokens, False, &mix)
        else:
            mix.n = 1
            mix.edge[0].slot = f.root
            mix.edge[0].weight = 3
        bounds = []
        for q in range(f.criteria):
            bounds_of(&f, &mix, q, &lower, &upper)
            bounds.append((lower / 6 * (1 - 4 * ULP), upper / 6 * (1 + 4 * ULP)))
        if not exact:
            return f.states, bounds, f.undecided
        weights, whole = coefficients(f.primes)
        values = []
        for q in range(f.criteria):
            residues(&f, mix.edge, mix.n, q, f.spare)
            values.append(number_of(f.spare, weights, whole, f.primes) * (common // 6) % whole)
        if not spread:
            return f.states, bounds, f.undecided, common, values
        members = f.tokens
        for i in range(f.classes):
            members += f.total[i]
        mass = <u64 *>calloc((f.states + 1) * f.primes, sizeof(u64))
        ends = <u64 *>calloc((12 * (members + 1) + 2) * f.primes, sizeof(u64))
        if mass == NULL or ends == NULL:
            raise MemoryError
        with nogil:
            for i in range(f.primes):
                f.spare[i] = power_of(3, f.p[i] - 2, f.p[i])
            for i in range(mix.n):
                pass_on(&f, mix.edge + i, f.spare, mass, ends, members)
            forward(&f, mass, ends, members)
        found = {}
        for state in range(12 * (members + 1)):
            numerator = number_of(ends + state * f.primes, weights, whole, f.primes) * (common // 2) % whole
            if numerator:
                found[state // (4 * (members + 1)), state // 4 % (members + 1), state % 4] = numerator
        sums = [
            number_of(ends + (12 * (members + 1) + i) * f.primes, weights, whole, f.primes) * (common // 2)
            % whole
            for i in range(2)
        ]
        return f.states, bounds, f.undecided, common, values, found, sums
    finally:
        release(&f)
        free(mass)
        free(ends)


cdef i64 first_key(const Fight *f) noexcept nogil:
    cdef int i
    cdef i64 chars = 0, allies = 0
    for i in range(f.classes):
        chars += f.now[i] * f.step[i]
    for i in range(f.allies):
        allies += f.ally_now[i] * f.ally_step[i]
    return key_of(f, (1 << f.cards) - 1, allies, chars, f.tokens_now, f.wins)
