"""From a puzzle to a result with its trace, by each of the solvers."""
