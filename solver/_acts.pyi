from array import array

_Ints = array[int] | memoryview
_Chart = tuple[array[int], array[int]]
_Part = tuple[int, array[int], array[int], array[int], array[int], array[int], array[int]]

def best(
    parts: list[_Part], worth: _Ints, b: int, questions: int, most: int, many: _Ints, bounded: bool, limit: int
) -> tuple[_Chart, array[int], bool] | None: ...
def best_of_several(
    parts: list[_Part], worth: _Ints, b: int, values: _Ints, span: int, questions: int, limit: int
) -> tuple[_Chart, array[int], array[int]] | None: ...
