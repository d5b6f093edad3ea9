"""Companion Quest: a co-operative chase over quests and portal problems."""
