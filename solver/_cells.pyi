from array import array

Ints = array[int]

def cells_of(
    pool: Ints, colours: Ints, faces: Ints, numbered: int, lumped: bool, by_colour: bool
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Ints] | None: ...
