"""The tables of Companion Quest by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.games.companion_quest import tables_cards, tables_help, tables_play

TABLES: Mapping[str, Any] = {**tables_cards.TABLES, **tables_help.TABLES, **tables_play.TABLES}
"""A function for each kind of table; it takes the rules."""
