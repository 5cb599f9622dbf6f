"""The public face of the tangram system: what `heuristan.Puzzle`, `heuristan.Solution` and `heuristan.solve` are.

Begin with `facade`, the two values; `making` makes puzzles, `solving` is behind their methods, and `functions` reads
and solves whatever a user holds. Both values are those of the rooms below (a puzzle, a result) with methods added, so
that every part of heuristan takes them.
"""

from heuristan.tangram.api.facade import Puzzle, Solution
from heuristan.tangram.api.functions import read_outlines, solve, solve_exactly

__all__ = ["Puzzle", "Solution", "read_outlines", "solve", "solve_exactly"]
