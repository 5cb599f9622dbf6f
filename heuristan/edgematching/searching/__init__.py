"""What solves the same puzzles by search: exact backtracking, and CP-SAT in a process of its own."""
