from array import array
from typing import final

@final
class Rest:
    def __new__(
        cls,
        flat: array[int],
        lying: array[int],
        there: array[int],
        ops: array[int],
        end: array[int],
        edges: tuple[tuple[array[int], array[int]], ...],
        rolls: array[int],
        banks: bool,
        starts: array[int],
        dice: array[int],
        number: int,
        rolls_left: int,
        most: int,
        limit: int,
        effort: int,
    ) -> Rest: ...
    @property
    def unit(self) -> int: ...
    @property
    def shift(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def effort(self) -> int: ...
    def most(self, dice: int) -> int | None: ...
    def allow(self, more: int) -> None: ...
    def value(
        self,
        dice: array[int],
        lying: array[int],
        node: int,
        op: int = -1,
        named: int = 0,
        fresh: int = 0,
        die: int = -1,
        which: int = -1,
    ) -> int | None: ...
    def is_worth(
        self,
        value: int,
        most: bool,
        dice: array[int],
        lying: array[int],
        node: int,
        op: int = -1,
        named: int = 0,
        fresh: int = 0,
        die: int = -1,
        which: int = -1,
    ) -> bool | None: ...
    def is_more(
        self,
        value: int,
        dice: array[int],
        lying: array[int],
        node: int,
        op: int = -1,
        named: int = 0,
        fresh: int = 0,
        die: int = -1,
        which: int = -1,
    ) -> bool | None: ...
    def total(self, counts: array[int], lying: array[int], node: int, bounds: bool = False) -> int | None: ...
