from array import array

_Ints = array[int]
_Bytes = bytes | bytearray | array[int]

def better(out: _Ints, values: _Ints, up: int, words: int) -> None: ...
def reroll(out: _Ints, values: _Ints, table: _Ints, times: int, up: int, words: int) -> None: ...
def shift(out: _Ints, values: _Ints, table: _Ints, steps: int, wraps: bool, up: int, words: int) -> None: ...
def recolour(
    out: _Ints, values: _Ints, table: _Ints, targets: int, counts: _Bytes, room: _Ints, up: int, words: int
) -> None: ...
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
def answer(
    values: _Ints,
    program: _Ints,
    bases: _Ints,
    at: _Ints,
    tables: _Ints,
    counts: _Bytes,
    rolls: _Ints,
    add: _Ints,
    group: _Ints,
    payments: _Ints,
    words: int,
) -> None: ...
