from array import array

def fills(
    task: array[int],
    cells: array[int],
    accept: array[int],
    counts: array[int],
    columns: array[int],
    limit: int,
) -> int: ...
def ways(
    task: array[int],
    cells: array[int],
    accept: array[int],
    counts: array[int],
    columns: array[int],
    limit: int,
    rows: array[int],
) -> int: ...
def best(
    task: array[int],
    cells: array[int],
    accept: array[int],
    counts: array[int],
    columns: array[int],
    limit: int,
    worths: array[int],
    place: array[int],
) -> int: ...
