from array import array

def find_demands(
    accepts: array[int],
    values: array[int],
    colours: array[int],
    groups: array[int],
    dice: array[int],
    spaces: int,
    relations: array[int],
    held_values: array[int],
    held_colours: array[int],
    twins: array[int],
    options: array[int],
    run: int,
    wraps: bool,
    colours_rule: int,
    numbered: int,
) -> array[int] | None: ...
