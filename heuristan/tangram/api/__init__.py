"""The public face of the tangram system: what `heuristan.Puzzle`, `heuristan.Solution` and `heuristan.solve` are.

Begin with `facade`, the two values, and the functions that read and solve whatever a user holds; `making` makes
puzzles. Both values are those of the rooms below (a puzzle, a result) with methods
added, so that every part of heuristan takes them.
"""

from heuristan.tangram.api.facade import Puzzle, Solution, read_outlines, solve, solve_exactly

__all__ = ["Puzzle", "Solution", "read_outlines", "solve", "solve_exactly"]
