from array import array

_Ints = array[int]
_Bytes = bytes | bytearray | array[int]

def masks(
    rolls: _Ints, add: _Ints, size: _Bytes, faces: _Bytes, group: _Ints, cell: _Ints, diagram: _Ints
) -> _Ints: ...
def grow(
    rolls: _Ints,
    won: _Ints,
    add: _Ints,
    size: _Bytes,
    faces: _Bytes,
    group: _Ints,
    cell: _Ints,
    diagram: _Ints,
    alike: _Ints,
    allowed: _Bytes,
    base: int,
    together: bool,
    most: int,
) -> tuple[_Ints, _Ints, _Ints] | None: ...
def next_allowed(rolls: _Ints, add: _Ints, size: _Bytes, group: _Ints, allowed: _Bytes, base: int) -> _Ints: ...
