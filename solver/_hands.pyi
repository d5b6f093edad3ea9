from array import array

_Ints = array[int] | memoryview

def blocks(
    table: _Ints, width: int, ids: _Ints, along: _Ints, rolls: _Ints, add: _Ints, group: _Ints, alike: _Ints
) -> tuple[array[int], array[int]]: ...
def hands(
    table: _Ints,
    width: int,
    ids: _Ints,
    along: _Ints,
    rolls: _Ints,
    add: _Ints,
    group: _Ints,
    alike: _Ints,
    pairs: _Ints,
    worth: _Ints,
) -> tuple[array[int], array[int], int]: ...
