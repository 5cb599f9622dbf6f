"""Puzzles and their solutions as two values with methods: what `heuristan.Puzzle` and `heuristan.Solution` are.

A facade without ideas of its own: files go through the front door, coordinates become a `Drawing` as in any reader,
solving is the pipeline, pictures are the renderer's. `Puzzle.core` is the value that all of these take.
"""

from heuristan.tangram.api.facade import Puzzle, Solution
from heuristan.tangram.api.given import recognition_sheet

__all__ = ["Puzzle", "Solution", "recognition_sheet"]
