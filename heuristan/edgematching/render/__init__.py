"""Pictures of puzzles, solutions, and of the stages of Algorithm 1."""
