"""`python -m solver.cli` is `gnomon`."""

from __future__ import annotations

from solver.cli import main

if __name__ == "__main__":
    main()
