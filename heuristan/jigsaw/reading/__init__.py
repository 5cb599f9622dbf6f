"""Pieces read from pictures: their contours, corners and sides, and the colours along them.

Begin with `puzzles`. `folders` lists the pictures, `silhouettes` separates pieces from the background with `shadows`
and `throats`, `finding` finds each piece, `together` measures all by `contours`, `corners` and `sides`. It needs
OpenCV, and knows nothing of solvers.
"""

from heuristan.jigsaw.reading.corners import CornersBy
from heuristan.jigsaw.reading.puzzles import Puzzle, pieces_of, read_pieces, read_puzzle

__all__ = ["CornersBy", "Puzzle", "pieces_of", "read_pieces", "read_puzzle"]
