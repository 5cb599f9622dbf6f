"""Pieces read from pictures: their contours, corners and sides, and the colours along them.

Begin with `puzzles`, which lists the pictures. `surroundings` finds what a picture shows beside the background,
`foreground` separates pieces from it (with `shadows`), `thickness` takes off the edge of the cardboard, `finding` finds
each piece, `contours` measures all, with `corners`. It needs OpenCV, and knows nothing of solvers.
"""

from heuristan.jigsaw.reading.puzzles import Puzzle, pieces_of, read_pieces, read_puzzle

__all__ = ["Puzzle", "pieces_of", "read_pieces", "read_puzzle"]
