"""The tables of Quest for the Old Ones by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.games.old_ones import tables_fight, tables_journey

TABLES: Mapping[str, Any] = {**tables_fight.FIGHT_TABLES, **tables_journey.TABLES}
"""A function for each kind of table; it takes the rules."""
