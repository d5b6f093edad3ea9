from array import array

Ints = array[int]
Bytes = bytes | bytearray | array[int]

def multisets(most: int) -> tuple[Ints, Ints, Ints]: ...
def grow(
    rolls: Ints,
    add: Ints,
    size: Bytes,
    faces: Bytes,
    group: Ints,
    cell: Ints,
    diagram: Ints,
    allowed: Bytes,
    base: int,
    most: int,
) -> tuple[Ints, Ints] | None: ...
def fresh(rolls: int, exponent: int, words: int) -> Ints: ...
def better(out: Ints, values: Ints, up: int, words: int) -> None: ...
def reroll(out: Ints, values: Ints, table: Ints, times: int, up: int, words: int) -> None: ...
def shift(out: Ints, values: Ints, table: Ints, steps: int, wraps: bool, up: int, words: int) -> None: ...
def recolour(
    out: Ints, values: Ints, table: Ints, targets: int, counts: Bytes, room: Ints, up: int, words: int
) -> None: ...
def borrow(out: Ints, values: Ints, table: Ints, counts: Bytes, room: Ints, up: int, words: int) -> None: ...
def swap(out: Ints, values: Ints, table: Ints, width: int, given: int, taken: int, up: int, words: int) -> None: ...
def reroll_two(
    out: Ints,
    values: Ints,
    rolls: Ints,
    add: Ints,
    group: Ints,
    inner: Ints,
    outer: Ints,
    times: int,
    up: int,
    words: int,
) -> None: ...
