"""The task notation and the model of a task: spaces, relations, dangers."""
