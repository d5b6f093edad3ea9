from array import array

def fillable_weight(
    task: array[int],
    cells: array[int],
    accept: array[int],
    counts: memoryview,
    columns: array[int],
    limit: int,
    low: array[int],
    high: array[int],
    rows: int,
) -> int: ...
def filled_weights(
    task: array[int],
    cells: array[int],
    accept: array[int],
    counts: memoryview,
    columns: array[int],
    limit: int,
    low: array[int],
    high: array[int],
    rows: int,
) -> list[int] | None: ...
def danger_weight(
    numbers: array[int],
    pairs: bool,
    missing: int,
    counts: memoryview,
    low: array[int],
    high: array[int],
    rows: int,
) -> int: ...
