from array import array

_Ints = array[int]
_Bytes = bytes | bytearray | array[int]

def multisets(most: int) -> tuple[_Ints, _Ints, _Ints]: ...
def of_use(add: _Ints, size: _Bytes, faces: _Bytes, diagram: _Ints, cell: _Ints, which: int) -> _Ints | None: ...
def made_alike(
    add: _Ints, size: _Bytes, faces: _Bytes, good: _Ints, most: int, changes: int, counted: int
) -> _Ints: ...
