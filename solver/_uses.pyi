from array import array

_Ints = array[int] | memoryview

def along(parts: _Ints, ops: memoryview, columns: _Ints, known: int, factors: _Ints, b: int) -> array[int]: ...
def across(
    parts: _Ints, kinds: int, ops: memoryview, columns: _Ints, known: int, factors: _Ints, b: int
) -> array[int]: ...
def swapped(
    parts: _Ints,
    dice: int,
    width: int,
    where: _Ints,
    ops: memoryview,
    values: _Ints,
    starts: _Ints,
    known: _Ints,
    factors: _Ints,
    b: int,
) -> array[int]: ...
def rolled(parts: _Ints, ops: memoryview, columns: _Ints, known: int, factors: _Ints, b: int) -> array[int]: ...
def mixed(sets: _Ints, kinds: int, worth: _Ints, b: int) -> array[int]: ...
def best(
    sets: _Ints,
    length: int,
    start: int,
    worth: _Ints,
    ops: memoryview,
    columns: _Ints,
    known: int,
    factors: _Ints,
    b: int,
) -> array[int]: ...
def refined(values: _Ints, known: int, coarse: _Ints) -> array[int]: ...
def by_class(values: _Ints, b: int, found: _Ints, first: _Ints, whole: _Ints) -> array[int]: ...
