"""Pictures: film strips of plans and of moves, the breadth-first tree and how its states are distributed."""
