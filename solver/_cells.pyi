from array import array

def cells_of(
    pool: array[int], colours: array[int], faces: array[int], numbered: int, lumped: bool, by_colour: bool
) -> tuple[array[int], array[int], array[int], array[int], array[int], array[int], array[int]] | None: ...
