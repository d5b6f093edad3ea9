from array import array

_Ints = array[int] | memoryview

def taken_up(
    blocks: _Ints, parts: _Ints, times: int, ops: memoryview, columns: _Ints, known: int, factors: _Ints
) -> tuple[array[int], array[int], array[int]]: ...
def in_hand(
    hands: _Ints,
    length: int,
    parts: _Ints,
    which: _Ints,
    ahead: _Ints,
    some: int,
    times: int,
    ops: memoryview,
    columns: _Ints,
    known: int,
    factors: _Ints,
    b: int,
) -> array[int]: ...
