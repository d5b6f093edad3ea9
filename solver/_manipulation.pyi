from array import array

_Ints = array[int]
_Bytes = bytes | bytearray | array[int]

def multisets(most: int) -> tuple[_Ints, _Ints, _Ints]: ...
def grow(
    rolls: _Ints,
    add: _Ints,
    size: _Bytes,
    faces: _Bytes,
    group: _Ints,
    cell: _Ints,
    diagram: _Ints,
    allowed: _Bytes,
    base: int,
    most: int,
) -> tuple[_Ints, _Ints] | None: ...
def fresh(rolls: int, exponent: int, words: int) -> _Ints: ...
def better(out: _Ints, values: _Ints, up: int, words: int) -> None: ...
def reroll(out: _Ints, values: _Ints, table: _Ints, times: int, up: int, words: int) -> None: ...
def shift(out: _Ints, values: _Ints, table: _Ints, steps: int, wraps: bool, up: int, words: int) -> None: ...
def recolour(
    out: _Ints, values: _Ints, table: _Ints, targets: int, counts: _Bytes, room: _Ints, up: int, words: int
) -> None: ...
def borrow(out: _Ints, values: _Ints, table: _Ints, counts: _Bytes, room: _Ints, up: int, words: int) -> None: ...
def swap(out: _Ints, values: _Ints, table: _Ints, width: int, given: int, taken: int, up: int, words: int) -> None: ...
def reroll_two(
    out: _Ints,
    values: _Ints,
    rolls: _Ints,
    add: _Ints,
    group: _Ints,
    inner: _Ints,
    outer: _Ints,
    times: int,
    up: int,
    words: int,
) -> None: ...
