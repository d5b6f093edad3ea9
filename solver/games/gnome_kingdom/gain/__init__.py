"""What a turn brings, in crown points or in all that is worth something: exact, for all rolls and all dice kept."""
