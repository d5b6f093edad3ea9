"""The tables of Gnome Kingdom by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.games.gnome_kingdom import tables_help, tables_play, tables_race, tables_reach

TABLES: Mapping[str, Any] = {
    **tables_help.TABLES,
    **tables_race.TABLES,
    **tables_reach.TABLES,
    **tables_play.TABLES,
}
"""A function for each kind of table; it takes what its parameters are called after."""
