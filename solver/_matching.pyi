from array import array

def filled_weights(
    pool: array[int],
    alternatives: array[int],
    capacities: array[int],
    different: bool,
    colours_differ: bool,
    only_full: bool,
) -> list[int] | None: ...
