"""The command `gnomon`: words in, tables out. What it shows comes from the modules below."""

from __future__ import annotations

from solver.cli.group import main

__all__ = ["main"]
