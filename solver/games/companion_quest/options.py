"""What the command line may ask of Companion Quest: nothing of its own yet."""

from __future__ import annotations

from solver.games import Option

OPTIONS: tuple[Option, ...] = ()
