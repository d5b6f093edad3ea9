from array import array

_Ints = array[int] | memoryview
_Bytes = bytes | bytearray | array[int]

def distinct(rows: _Ints, width: int) -> tuple[array[int], array[int]]: ...
def look(
    table: _Ints,
    width: int,
    classes: _Ints,
    rolls: _Ints,
    size: _Bytes,
    room: _Ints,
    most: int,
    cells: _Ints,
    others: memoryview,
) -> tuple[array[int], array[int]]: ...
def look_last(
    won: _Ints, allowed: _Ints, rolls: _Ints, size: _Bytes, room: _Ints, most: int, cells: _Ints
) -> tuple[array[int], array[int]]: ...
def parts(rows: _Ints, length: int, width: int, across: bool) -> tuple[array[int], array[int]]: ...
def given(rows: _Ints, length: int, width: int, columns: _Ints, dice: int) -> tuple[array[int], array[int]]: ...
def meet(
    kinds: int,
    along: _Ints,
    along_worth: _Ints,
    across: _Ints,
    across_worth: _Ints,
    across_from: int,
    swaps: _Ints,
    swap_worth: _Ints,
    swaps_from: int,
) -> array[int]: ...
def one_more(rows: _Ints, length: int, kinds: int, along: _Ints, worth: _Ints) -> array[int]: ...
def drawn(rows: _Ints, length: int, kinds: int, along: _Ints, worth: _Ints) -> array[int]: ...
def gather(
    table: _Ints,
    width: int,
    ids: _Ints,
    dice: _Ints,
    held: _Ints,
    held_from: int,
    leads: _Ints,
    more: _Ints,
    more_from: int,
    classes: _Ints,
    instead: _Ints,
    instead_from: int,
) -> tuple[array[int], array[int], int]: ...
def through(ids: _Ints, numbers: _Ints) -> array[int]: ...
def split(classes: _Ints, found: _Ints) -> tuple[array[int], array[int]]: ...
def tally(
    classes: _Ints, rolls: _Ints, size: _Bytes, ways: _Ints, group: _Ints, dice: _Ints, known: int
) -> array[int]: ...
