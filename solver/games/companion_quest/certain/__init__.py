"""What is certain of a turn after the roll, by CP-SAT: the best plan, that it is, and why the next is worse."""
