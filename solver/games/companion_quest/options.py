"""What the command line may ask of Companion Quest."""

from __future__ import annotations

from solver.games import Option

OPTIONS = (Option("--hat", "how many spaces of a quest's path the hat has passed; the rest of it is asked about"),)
