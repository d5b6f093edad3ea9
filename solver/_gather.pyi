from array import array

def gather(
    flat: array[int],
    die: array[int],
    colour: array[int],
    faces: array[int],
    then: memoryview[int],
    inner: array[int],
    woken: array[int],
    most: int,
    sums: memoryview[int],
) -> bool: ...
