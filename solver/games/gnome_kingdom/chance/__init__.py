"""The chance to solve a task with resources and abilities: the plain answer, and the same for all rolls and bags."""
