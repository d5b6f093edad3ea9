from array import array

def reroll_weight(
    diagram: array[int],
    cell_class: array[int],
    cell_weight: array[int],
    cell_lump: array[int],
    dice: array[int],
    rounds: int,
) -> int | None: ...
def keep_weights(
    diagram: array[int],
    cell_class: array[int],
    cell_weight: array[int],
    cell_lump: array[int],
    dice: array[int],
    roll: array[int],
    rounds: int,
) -> list[tuple[tuple[int, ...], int]] | None: ...
def single_reroll_weights(
    diagram: array[int],
    cell_class: array[int],
    cell_weight: array[int],
    cell_lump: array[int],
    dice: array[int],
) -> dict[tuple[int, int], int] | None: ...
