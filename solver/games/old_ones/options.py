"""What the command line may ask of Quest for the Old Ones: nothing of its own."""

from __future__ import annotations

from solver.games import Option

OPTIONS: tuple[Option, ...] = ()
