"""Gnome Kingdom: a race through a forest of tasks."""
