"""The public face of the tangram system: what `heuristan.Puzzle`, `heuristan.Solution` and `heuristan.solve` are.

It may import all rooms of the tangram. Begin with `facade`, the two values; `making` makes puzzles,
`solving` and `table` are behind their methods, `functions` reads and solves whatever a user holds, `given` turns it
into drawings, `pages` solves pictures, and `playing` is the player in notebooks. Both values are those of the rooms
below (a puzzle, a result) with methods added, so that every part of heuristan takes them.
"""

from heuristan.pictures.from_python import solved_pages
from heuristan.tangram.api.facade import Puzzle, Solution
from heuristan.tangram.api.functions import read_outlines, solve, solve_exactly
from heuristan.tangram.api.given import recognition_sheet

__all__ = ["Puzzle", "Solution", "read_outlines", "recognition_sheet", "solve", "solve_exactly", "solved_pages"]
