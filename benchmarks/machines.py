"""The queries as small state machines, which icepool, dyce and the dict fold share.

They are as small as we could make them, with all that can be said about the task beforehand, as long as it
is right for any number of red, blue and green dice, one of each or more. A machine of dice takes a state and
what one die shows; a machine of outcomes goes through the outcomes in ascending order and takes a state, an
outcome and how many dice show it.
"""

from __future__ import annotations

WON, LOST = -1, -2
RED, BLUE, GREEN = range(3)
Faces = dict[int, int]  # outcome -> number of sides
State = tuple[int, ...]
D6: Faces = dict.fromkeys(range(1, 7), 1)
MASKS: Faces = {1 << face: 1 for face in range(6)}
ALL_FILLED = 0b1111

# --- machines of dice --------------------------------------------------------------------------------


def one_value(state: int, face: int) -> int:
    """The value that all dice show; WON when there are two."""
    return face if state in (0, face) else WON


def one_high(state: int, face: int) -> int:
    return WON if face >= 4 else state


def distinct(number: int, face: int) -> int:
    """How many values are shown: as the faces are alike, those of 1 to `number`."""
    return number + (face > number)


def crowd(state: int, face: int) -> int:
    """8 * pairs + singles until three are equal; faces are alike: those of pairs are 1, 2, then singles."""
    if state == WON:
        return WON
    pairs, singles = divmod(state, 8)
    if face <= pairs:
        return WON
    return state + 7 if face <= pairs + singles else state + 1


def two_in_a_row(mask: int, bit: int) -> int:
    """The set of values shown."""
    return WON if mask == WON or mask & (bit << 1 | bit >> 1) else mask | bit


def four_in_a_row(mask: int, bit: int) -> int:
    """The set of values shown."""
    if mask == WON:
        return WON
    mask |= bit
    return WON if mask & mask >> 1 & mask >> 2 & mask >> 3 else mask


def help_for_three(state: int) -> int:
    """The faces, of 6, with which one die that is rolled again makes three equal."""
    pairs, singles = divmod(state, 8)
    return 6 if state == WON else pairs if singles else max(pairs - 1, 0)


# The card [red] [blue even] [5] [odd]: a die is only which of its spaces A, B, C, D it fits. Placed one by
# one where they are needed most, red dice last, as many as possible are placed.
NOWHERE, B, D, CD, A, DA, CDA = range(7)
_FITS = ((), (2,), (8,), (4, 8), (1,), (8, 1), (4, 8, 1))
CARD_FACES: tuple[Faces, ...] = ({A: 3, DA: 2, CDA: 1}, {B: 3, D: 2, CD: 1}, {NOWHERE: 3, D: 2, CD: 1})


def card(filled: int, kind: int) -> int:
    """The set of spaces that hold a die; blue and green dice come before red ones."""
    for space in _FITS[kind]:
        if not filled & space:
            return filled | space
    return filled


# The card [red] [any] [blue] [any] : A < B < C < D: A is best the lowest red die, and of red and green dice
# count only the values from there upwards.


def above_red(mask: int, bit: int) -> int:
    """The values of red dice, and of a green one if it is above the lowest of them."""
    return mask | bit if bit > mask & -mask else mask


def is_rising(mask: int, blue: int) -> int:
    """Whether a blue die lies between the second lowest and the highest value."""
    lowest = mask & -mask
    blue &= -2 * lowest
    others = (mask | blue) & -2 * lowest
    between = blue & ~(others & -others)
    return WON if between and between & -between < 1 << others.bit_length() - 1 else LOST


# --- machines of outcomes ----------------------------------------------------------------------------


def keep_three(state: int, outcome: int, count: int) -> int:
    """100 * dice kept + their sum; the outcomes are the faces from the highest down, -6 to -1."""
    taken = min(count, 3 - state // 100)
    return state + taken * (100 - outcome)


def coded(colour: int) -> Faces:
    """Outcomes that go down through the faces, and up through the colours within a face."""
    return {3 * (6 - face) + colour: 1 for face in range(1, 7)}


# The card [red] [high] [blue] [low] : A + B >= 9, from the highest face down. B may as well be of the highest
# face of all, `top`. The state is `top`, whether A, C, or one of the two are filled, and the dice of this
# face to spare: one for B on the top face, and one for D in the end. What is decided is WON or LOST instead.
HIGH_LOW: State = (0, 0, 0, 0, 0)
HIGH_LOW_SHOWN = (HIGH_LOW, 6)


def high_low(state: State | int, code: int, count: int) -> State | int:
    if not isinstance(state, int) and count:
        state = _place(state, code, count)
    if not isinstance(state, int) and code % 3 == GREEN:
        state = _end_of_face(state, 6 - code // 3)
    return state


def high_low_shown(state: tuple[State | int, int], code: int, count: int) -> tuple[State | int, int]:
    """The same for those who are told only of outcomes that are shown: with the last face in the state."""
    face = 6 - code // 3
    before = state[0] if face == state[1] else ended(state)
    return (before, 0) if isinstance(before, int) else (_place(before, code, count), face)


def ended(state: tuple[State | int, int]) -> State | int:
    """The state when no more dice show the last face."""
    before, last = state
    return before if isinstance(before, int) else _end_of_face(before, last)


def _place(state: State, code: int, count: int) -> State | int:
    top, red, blue, either, spare = state
    face, colour = 6 - code // 3, code % 3
    if not top:
        if face < 5:
            return LOST
        top = face
    if colour == RED and not red and face + top >= 9:
        red, blue, either, count = 1, blue or either, 0, count - 1
    elif colour == BLUE and not blue:
        red, blue, either, count = red or either, 1, 0, count - 1
    return top, red, blue, either, min(spare + count, 2)


def _end_of_face(state: State, face: int) -> State | int:
    top, red, blue, either, spare = state
    if top == face:
        if spare:
            spare -= 1
        else:  # B is the die that was to be A or C
            red, blue, either = 0, 0, red & blue
    return WON if red and blue and spare else (top, red, blue, either, 0)
